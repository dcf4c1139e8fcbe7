"""Findings about inputs that the tool does not describe (pure).

Owns: ``unknown-parameter``. What stays true: an input is unknown only where the schema names the members of the object
that it stands in and allows no others; a name that reads or looks like a declared one is said to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from host.inspect.subject import Steps, Subject
from host.inspect.texts.lookalikes import plain, skeleton
from host.inspect.tools.declared import Names, Schema
from host.model import Finding, JsonObject, JsonValue, Severity
from host.text import one_line
from host.words import say, say_n

KIND: Final = "unknown-parameter"
LISTED: Final = 20
"""Inputs that get a finding each; the others are counted in one more."""
_WORK: Final = 20_000
"""Objects, lists and parts of schemas that are looked at."""
_COMPARED: Final = 1_000
"""Names of one object that are compared with the declared ones, and of those."""
_NAME: Final = 80
_VALUE: Final = 200


@dataclass(frozen=True, slots=True)
class _Node:
    steps: Steps
    value: JsonValue
    schemas: list[JsonValue]


def find_unknown(subject: Subject) -> Iterator[Finding]:
    """Members that the tool's schema does not name."""
    if subject.definition is None or not isinstance(root := subject.definition.get("inputSchema"), dict):
        return
    if not any(map(_holds, subject.arguments.values())) and _all_known(subject, root):
        return
    count = 0
    for steps, name, twin, value in _unknown(subject, root):
        count += 1
        if count <= LISTED:
            yield _finding(steps, name, twin, value)
    if count > LISTED:
        said = say_n(
            "{n} further input is not described by the tool.",
            "{n} further inputs are not described by the tool.",
            count - LISTED,
        )
        yield Finding(KIND, Severity.MEDIUM, said)


_names: Final[dict[str, frozenset[str] | None]] = {}
"""The inputs that a definition names, by its digest; None where it allows any."""
_KEPT: Final = 1_024
_LONGEST: Final = 8_192
"""Characters of names that are kept of one definition."""


def _all_known(subject: Subject, root: JsonValue) -> bool:
    """Whether the definition surely knows every input, as far as that is told by the names alone."""
    names = _named(root, subject.definition_digest)
    return names is None or subject.arguments.keys() <= names


def _named(root: JsonValue, digest: str) -> frozenset[str] | None:
    try:
        return _names[digest]
    except KeyError:
        said = Schema(root, _WORK).names([root])
    names = frozenset(said.named) if said.named or said.closed else None
    if digest and sum(map(len, names or ())) <= _LONGEST:
        if len(_names) >= _KEPT:
            _names.clear()
        _names[digest] = names
    return names


def _unknown(subject: Subject, root: JsonValue) -> Iterator[tuple[Steps, str, str, JsonValue]]:
    """Where, the name, the declared one that it is like, and the value."""
    schema, work = Schema(root, _WORK), _WORK
    stack = [_Node((), subject.arguments, [root])]
    while stack and work > 0:
        node = stack.pop()
        work -= 1
        if isinstance(node.value, dict):
            names = schema.names(node.schemas)
            yield from _of_object(node, node.value, names)
            known = ((name, value) for name, value in node.value.items() if name in names.named)
            below = [_Node((*node.steps, name), value, names.named[name]) for name, value in known if _holds(value)]
            stack.extend(reversed(below))
        elif isinstance(node.value, list):
            items = ((at, item) for at, item in enumerate(node.value) if _holds(item))
            inside = [
                _Node((*node.steps, at), item, schemas)
                for at, item in islice(items, work)
                if (schemas := schema.items(node.schemas, at))
            ]
            stack.extend(reversed(inside))


def _holds(value: JsonValue) -> bool:
    return isinstance(value, (dict, list))


def _of_object(node: _Node, value: JsonObject, names: Names) -> Iterator[tuple[Steps, str, str, JsonValue]]:
    others = [name for name in value if name not in names.named]
    if not others or not (names.named or names.closed):
        return
    twins = _twins(others, names)
    for name in others:
        twin = twins.get(name, "")
        if names.closed or twin in value:
            yield (*node.steps, name), name, twin, value[name]


def _twins(others: list[str], names: Names) -> dict[str, str]:
    """For names that read or look like declared ones: which."""
    known: dict[str, str] = {}
    for name in islice(names.named, _COMPARED):
        known |= {f"={plain(name)}": name, f"~{skeleton(name)}": name}
    compared = ((name, f"={plain(name)}", f"~{skeleton(name)}") for name in others[:_COMPARED])
    return {
        name: known[read if read in known else looks]
        for name, read, looks in compared
        if read in known or looks in known
    }


def _finding(steps: Steps, name: str, twin: str, value: JsonValue) -> Finding:
    shown = one_line(name, _NAME)
    said = say("The tool does not describe the input \u201c{name}\u201d.", name=shown)
    if twin:
        said = say(
            "The tool does not describe the input \u201c{name}\u201d, and looks like \u201c{twin}\u201d, which it "
            "does.",
            name=shown,
            twin=one_line(twin, _NAME),
        )
    evidence = value[:_VALUE] if isinstance(value, str) else name[:_VALUE]
    return Finding(KIND, Severity.MEDIUM, said, evidence, steps)
