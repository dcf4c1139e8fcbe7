"""The inputs that tell most, a line each, for the place that never scrolls away (no Qt).

Owns: which inputs stand there, what of each, and what is said beside it.

Invariants: it repeats what stands below in full, and counts as nothing that was read; a value is escaped, on one line
and bounded, and secrets in it are masked; what Assent reads in it is told apart from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from host.control.views import Asked
from host.model import JsonObject, JsonValue
from host.text import Untrusted, one_line
from ui import masking
from ui.inputs import kinds
from ui.inputs.kinds.kind import Explanation, Fact
from ui.inputs.lines import ValuePath
from ui.inputs.model import Form, Input, Inputs, inputs_of
from ui.tr import tr, tr_n

LONGEST: Final = 400
"""Characters of a value."""
_NAME: Final = 60
_MOST: Final = 20
"""Items of a list that are named."""
_READING: Final = 160
"""Characters of one thing that is read in a value."""
_FACTS: Final = 2
"""Things that are read in a value."""


class KeyInput(NamedTuple):
    """One input.

    Attributes:
        name: its own (escaped).
        value: escaped, on one line.
        strong: which characters of it tell most, from and to; none where both are the same.
        reading: what Assent reads in it, empty where nothing.
        several: whether the value is several, one after another.
    """

    name: str
    value: str
    strong: tuple[int, int]
    reading: str
    several: bool = False


def key_inputs(asked: Asked) -> tuple[KeyInput, ...]:
    """The inputs that tell most, the most telling first; none about a result, which is another matter."""
    if asked.request.result is not None:
        return ()
    arguments = asked.request.call.arguments_value
    found = ((path, _at(arguments, path)) for path in asked.action.inputs)
    return tuple(_row(asked, path, value[0]) for path, value in found if path and value)


def _at(arguments: JsonValue, path: ValuePath) -> tuple[JsonValue] | None:
    """The value at a path, None where there is none."""
    for step in path:
        if isinstance(arguments, dict) and step in arguments and isinstance(step, str):
            arguments = arguments[step]
        else:
            return None
    return (arguments,)


def _row(asked: Asked, path: ValuePath, value: JsonValue) -> KeyInput:
    name, secrets = str(path[-1]), masking.secret_spans(asked.request.findings).get(path, [])
    shown = one_line(".".join(map(str, path)), _NAME)
    if isinstance(value, list) and 0 < len(value) <= _MOST and all(isinstance(item, str) for item in value):
        items = ", ".join(masking.brief_value(item, name, [], _NAME) for item in value)
        return KeyInput(shown, items, (0, 0), _size(value), several=True)
    if isinstance(value, (list, dict)) and value and not _holds_secret(asked, path):
        return KeyInput(shown, masking.brief_parts(value, LONGEST), (0, 0), _size(value))
    if blamed := _blamed(asked, path, value):
        return KeyInput(shown, blamed, (0, 0), "")
    said = masking.brief_value(value, name, secrets, LONGEST)
    given = _input(asked, path)
    if given is None:
        return KeyInput(shown, said, (0, 0), "")
    told = _explained(asked, path, given)
    if said != one_line(given.shown.raw(), LONGEST):  # masked, or not all of it
        covered = _DOT in said and _DOT not in given.shown.raw() and not told.masked
        return KeyInput(shown, said, (0, 0), tr("Shown below") if covered else "")
    if told.masked:
        return KeyInput(shown, masking.DOTS, (0, 0), "")
    strong = next(((style.start, style.stop) for style in told.styles if style.name == "strong"), (0, 0))
    facts = [fact for fact in told.facts if fact.name][:_FACTS]
    read = [(fact.name, one_line(fact.words.raw(), _READING)) for fact in facts if isinstance(fact.words, Untrusted)]
    ours = [(fact.name, fact.words) for fact in facts if isinstance(fact.words, str)][-1:]  # of a time, UTC
    beside = (tr("{name}: {words}", name=name, words=words) for name, words in read or ours)
    return KeyInput(shown, said, strong, " · ".join(beside))


def _holds_secret(asked: Asked, path: ValuePath) -> bool:
    return any(where[: len(path)] == path for where in masking.secret_spans(asked.request.findings))


def _size(value: list[JsonValue] | JsonObject) -> str:
    """How many there are of a list; of an object its names say it."""
    return tr_n("{n} item", "{n} items", len(value)) if isinstance(value, list) else ""


def _blamed(asked: Asked, path: ValuePath, value: JsonValue) -> str:
    """Of a text of several lines the part that the gravest finding blames, where its first line does not show it."""
    part = blamed_part(asked, path)
    if not isinstance(value, str) or part is None or "\n" not in value[: part[0]]:
        return ""
    return f"{_CUT} {one_line(part[1], LONGEST)} {_CUT}"


def blamed_part(asked: Asked, path: ValuePath) -> tuple[int, str] | None:
    """Of a text what the gravest finding about a program blames in it: where it begins, and its first line.

    Secrets are masked; it is not escaped. None where there is none.
    """
    found = _at(asked.request.call.arguments_value, path)
    value = found[0] if found else None
    spans = [
        (finding.severity.rank, finding.span)
        for finding in asked.request.findings
        if finding.where == path and finding.span is not None and finding.kind in _PROGRAMS
    ]
    if not isinstance(value, str) or not spans:
        return None
    start, end = min(spans)[1]
    masked = masking.mask_spans(value, masking.secret_spans(asked.request.findings).get(path, []))
    return start, masking.mask_tokens(masked[start : min(end, start + LONGEST)]).partition("\n")[0].strip()


_PROGRAMS: Final = frozenset({"runs-code", "writes-sql", "destructive", "carried-over"})
_CUT: Final = "…"
_DOT: Final = masking.DOTS[0]


def facts_of(asked: Asked, path: ValuePath) -> tuple[Fact, ...]:
    """What is read in one input under a name, such as what an amount comes to."""
    given = _input(asked, path)
    return () if given is None else tuple(fact for fact in _explained(asked, path, given).facts if fact.name)


def _explained(asked: Asked, path: ValuePath, given: Input) -> Explanation:
    readings = tuple(reading for reading in asked.readings if reading.path == path)
    return kinds.explain(kinds.input_value(given, readings, vouched=asked.request.call.server.trusted))


def _input(asked: Asked, path: ValuePath) -> Input | None:
    """A text or a number, as the form has it."""
    inputs: Sequence[Input] = inputs_of(asked.request.call.arguments_value, asked.request.definition.input_schema)
    given: Input | None = None
    for step in path:
        at = inputs.position(step) if isinstance(inputs, Inputs) else None
        if at is None:
            return None
        given = inputs[at]
        inputs = given.children
    return given if given is not None and given.form in (Form.TEXT, Form.WORD) else None
