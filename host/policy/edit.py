"""Changes of policy.json that a person makes in the window.

Owns what can be changed, how the text of the file changes by it, and the one writing of that file.

Invariants:
    The file is written only where it is the very one that was loaded and can be used, and only with a text that was
    read anew and found good.
    Comments, order, indentation and line ends outside of what is changed stay.
    Whatever cannot be done changes nothing and says why.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from host import files, jsonc, paths
from host.errors import AssentError
from host.jsonc import KeyPath, Located
from host.model import JsonValue, sha256_hex
from host.policy.load import MAX_POLICY, read_source
from host.policy.model import PolicySource, Rule
from host.policy.parse import parse_rule
from host.words import say

MEANWHILE: Final = say("policy.json was changed meanwhile; look at it again")
TAKEN: Final = say("Another rule has this id; give it one of its own.")
NOTHING: Final = say("no rule was chosen")
_NAMED: Final = 8
"""Ids of imported rules that the log repeats."""
NO_RULE: Final = say("there is no such rule in policy.json any more")
_ID_PART: Final = re.compile(r"[^A-Za-z0-9]+")
_ID_LENGTH: Final = 48
"""Characters of an id that is made up, less its number."""


class Save(Struct, frozen=True):
    """Write a rule.

    Attributes:
        text: JSON of it.
        replaces: id of the rule it takes the place of, empty for none.
        seen: that rule as the person saw it, here and below; None where nobody could tell. Another rule under that id
            is left alone.
    """

    text: str
    replaces: str = ""
    what: Literal["saved"] = "saved"
    seen: Rule | None = None


class Import(Struct, frozen=True):
    """Write rules out of another file behind those that are there. Attributes: texts: JSON of each, with its id."""

    texts: tuple[str, ...]
    what: Literal["imported"] = "imported"


class Remove(Struct, frozen=True):
    """Take a rule away."""

    rule_id: str
    what: Literal["removed"] = "removed"
    seen: Rule | None = None


class Enable(Struct, frozen=True):
    """Switch a rule on or off."""

    rule_id: str
    enabled: bool
    seen: Rule | None = None

    @property
    def what(self) -> str:
        """As the log has it."""
        return "enabled" if self.enabled else "disabled"


class Vouch(Struct, frozen=True):
    """Vouch for a server, or no longer. Attributes: config: digest of its configuration."""

    server: str
    config: str
    vouch: bool

    @property
    def what(self) -> str:
        """As the log has it."""
        return "vouched" if self.vouch else "unvouched"


Edit: TypeAlias = Save | Import | Remove | Enable | Vouch


class Preview(NamedTuple):
    """Attributes: text: of the whole file. source: what it says. name: id of the rule, or of the server."""

    text: str
    source: PolicySource
    name: str


def carry_out(path: Path, before: PolicySource, made: Edit) -> Preview:
    """Write ``made`` into the file at ``path``, which was loaded as ``before``. Blocks.

    Raises:
        AssentError: the file is another one by now, cannot be used, or would not be good; then it stays as it is.
    """
    data = _read(path, before)
    done = preview(path, data, before, made)
    if _read(path, before) != data:
        raise AssentError(MEANWHILE)
    files.write(path, done.text.encode())
    return done


def preview(path: Path, data: bytes | None, before: PolicySource, made: Edit) -> Preview:
    """What the file at ``path``, with the content ``data``, would be after ``made`` (pure). Raises AssentError."""
    located = None if data is None else jsonc.load_bytes(data, file=str(path))
    text, name = changed_text(located, before, made)
    source = read_source("user", path, text.encode())
    if source.error:
        raise AssentError(source.error)
    return Preview(text, source, name)


def changed_text(located: Located | None, before: PolicySource, made: Edit) -> tuple[str, str]:
    """The text of the file after ``made``, and the name as in ``Preview`` (pure).

    ``located``: the file, None for none. Raises AssentError.
    """
    match made:
        case Save():
            return _saved(located, before, made)
        case Import(texts):
            return _imported(located, before, texts)
        case Remove(rule_id):
            whole, number = _rule(located, before, rule_id, made.seen)
            return without(whole, ("rules", number)), rule_id
        case Enable():
            return _switched(located, before, made)
        case Vouch():
            return _vouched(located, made)


def _read(path: Path, before: PolicySource) -> bytes | None:
    if before.error:
        raise AssentError(say("policy.json cannot be used as it is. {why}", why=before.error))
    data = paths.read_file(path, limit=MAX_POLICY)
    if ("" if data is None else sha256_hex(data)) != before.digest:
        raise AssentError(MEANWHILE)
    return data


def _saved(located: Located | None, before: PolicySource, made: Save) -> tuple[str, str]:
    text, rule = read_rule(made.text)
    others = {it.id.casefold() for it in before.rules if it.id != made.replaces}
    written = jsonc.load(text, file="rule").value
    if isinstance(written, dict) and "id" in written:
        name = rule.id
        if name.casefold() in others:
            raise AssentError(TAKEN)
    else:
        name = made.replaces or free_id(rule, others)
        text = with_first(text, "id", name)
    if located is None or not made.replaces:
        return _added(located, text), name
    whole, number = _rule(located, before, made.replaces, made.seen)
    return replaced(whole, ("rules", number), text), name


def _imported(located: Located | None, before: PolicySource, texts: tuple[str, ...]) -> tuple[str, str]:
    taken = {rule.id.casefold() for rule in before.rules}
    written: list[str] = []
    names: list[str] = []
    for text in texts:
        said, rule = read_rule(text)
        if rule.id.casefold() in taken:
            raise AssentError(TAKEN)
        taken.add(rule.id.casefold())
        written.append(said)
        names.append(rule.id)
    if not written:
        raise AssentError(NOTHING)
    every = ",\n".join(written)
    shown = [*names[:_NAMED], *(["…"] if len(names) > _NAMED else [])]
    return _added(located, every), ", ".join(shown)


def _added(located: Located | None, rules: str) -> str:
    """The file with rules behind those that are there, or a new one."""
    return fresh(rules) if located is None else appended(located, ("rules",), rules)


def read_rule(text: str) -> tuple[str, Rule]:
    """One rule as it was typed: its text, less what stands around it, and what it says. Raises AssentError."""
    rule, problems = parse_rule(text)
    if rule is None:
        raise problems[0] if problems else AssentError(say("This is no rule."))
    located = jsonc.load(text, file="rule")
    begin, end = located.span(())
    return located.text[begin:end], rule


def free_id(rule: Rule, taken: Iterable[str]) -> str:
    """An id for a rule without one: what it does and to what, and a number where that is taken."""
    match, used = rule.match, {name.casefold() for name in taken}
    parts = [_ID_PART.sub("-", part or "").strip("-") for part in (rule.effect.value, match.server, match.tool)]
    name = "-".join(part for part in parts if part)[:_ID_LENGTH].strip("-")
    number = 1
    while (tried := name if number == 1 else f"{name}-{number}").casefold() in used:
        number += 1
    return tried


def _switched(located: Located | None, before: PolicySource, made: Enable) -> tuple[str, str]:
    whole, number = _rule(located, before, made.rule_id, made.seen)
    path: tuple[str | int, ...] = ("rules", number)
    rules = whole.value["rules"] if isinstance(whole.value, dict) else []
    raw = rules[number] if isinstance(rules, list) else {}
    if isinstance(raw, dict) and "enabled" in raw:
        return replaced(whole, (*path, "enabled"), json.dumps(made.enabled)), made.rule_id
    if made.enabled:
        return whole.text, made.rule_id
    begin, end = whole.span(path)
    text = with_first(whole.text[begin:end], "enabled", value=False)
    return whole.text[:begin] + text + whole.text[end:], made.rule_id


def _vouched(located: Located | None, made: Vouch) -> tuple[str, str]:
    if located is None:
        located = jsonc.load(fresh(""), file="policy.json")
    value = located.value
    trust = value.get("trust") if isinstance(value, dict) else None
    path = ("trust", made.server)
    there = isinstance(trust, dict) and made.server in trust
    if not made.vouch:
        return without(located, path) if there else located.text, made.server
    if there:
        return replaced(located, path, json.dumps(made.config)), made.server
    said = member(made.server, made.config)
    if isinstance(trust, dict):
        return appended(located, ("trust",), said), made.server
    whole = f'"trust": {{\n{INDENT}{said}\n}}'
    return appended(located, (), whole), made.server


def _rule(located: Located | None, before: PolicySource, rule_id: str, seen: Rule | None) -> tuple[Located, int]:
    """The file, and the place of a rule in it, which is as ``seen``. Raises AssentError."""
    number = next((number for number, rule in enumerate(before.rules) if rule.id == rule_id), None)
    if located is None or number is None:
        raise AssentError(NO_RULE)
    if seen is not None and before.rules[number] != seen:
        raise AssentError(MEANWHILE)
    return located, number


INDENT: Final = "  "
HEADER: Final = "// The rules of Assent. The window writes here too, and leaves comments alone.\n"

_INLINE: Final = re.compile(
    r"(?:[ \t]|/\*(?:(?!\*/)[^\r\n])*+\*/)*+(?P<comma>,?+)(?:[ \t]|/\*(?:(?!\*/)[^\r\n])*+\*/)*+"
    r"(?://[^\r\n\u2028\u2029]*)?"
    r"(?=\r?\n)"
)
"""The rest of a line after a value: comments, and a comma or none. It gives nothing back: blanks may be many."""
_MARGIN: Final = re.compile(r"[ \t]*")
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


def fresh(rule: str) -> str:
    """A whole file with one rule, or none where ``rule`` is empty."""
    rules = f"[\n{indented(rule, INDENT * 2)}\n{INDENT}]" if rule else "[]"
    return f'{HEADER}{{\n{INDENT}"version": 1,\n{INDENT}"rules": {rules}\n}}\n'


def indented(text: str, margin: str) -> str:
    """``text`` with ``margin`` before every line of it."""
    return "\n".join(f"{margin}{line}" if line else line for line in _LINE_END.split(text))


def replaced(located: Located, path: KeyPath, text: str) -> str:
    """The file with ``text`` in place of the value at ``path``."""
    begin, end = located.span(path)
    return located.text[:begin] + indented(text, _margin(located.text, begin)).lstrip(" \t") + located.text[end:]


def appended(located: Located, path: KeyPath, text: str) -> str:
    """The file with ``text``, an element or a member, at the end of the array or object at ``path``."""
    whole, (begin, end) = located.text, located.span(path)
    inside = _places(located, path)
    if not inside:
        margin = _margin(whole, begin)
        head = whole[: end - 1].rstrip(" \t")
        line = "" if head.endswith("\n") else "\n"
        return f"{head}{line}{indented(text, margin + INDENT)}\n{margin}{whole[end - 1 :]}"
    last, after = inside[-1]
    added = "\n" + indented(text, _margin(whole, last))
    rest = _INLINE.match(whole, after)
    if rest is None:
        return f"{whole[:after]},{added}{whole[after:]}"
    comma = "" if rest["comma"] else ","
    return f"{whole[:after]}{comma}{whole[after : rest.end()]}{added}{whole[rest.end() :]}"


def without(located: Located, path: KeyPath) -> str:
    """The file without the element or member at ``path``. A comma before it may stay behind: the syntax lets it."""
    whole, parent = located.text, path[:-1]
    container = _container(located, parent)
    number = list(container).index(str(path[-1])) if isinstance(container, dict) else int(path[-1])
    begin, end = _places(located, parent)[number]
    comma = jsonc.blank(whole, end)
    between, after = ("", end) if whole[comma : comma + 1] != "," else (whole[end:comma], comma + 1)
    head, tail = whole[:begin], between + whole[after:]
    line = head.rstrip(" \t")
    if line.endswith("\n") and (rest := re.match(r"[ \t]*\r?\n", tail)) is not None:
        return line + tail[rest.end() :]
    return head + tail


def with_first(text: str, key: str, value: JsonValue) -> str:
    """The text of an object that is not empty, with another member before all others."""
    gap = _SPACE.match(text, 1)
    space = gap.group() if gap is not None else ""
    return f"{text[:1]}{space}{member(key, value)},{space or ' '}{text[1 + len(space) :]}"


def member(key: str, value: JsonValue) -> str:
    """A member of an object, as people write it."""
    return f"{json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}"


def _places(located: Located, path: KeyPath) -> list[tuple[int, int]]:
    """Where each element or member (with its key) of the value at ``path`` begins and ends."""
    container = _container(located, path)
    steps: list[str | int] = list(container) if isinstance(container, dict) else list(range(len(container)))
    places: list[tuple[int, int]] = []
    at = located.span(path)[0] + 1
    for step in steps:
        begin = jsonc.blank(located.text, at)
        if places:
            begin = jsonc.blank(located.text, begin + 1)  # past the comma
        at = located.span((*path, step))[1]
        places.append((begin, at))
    return places


def _container(located: Located, path: KeyPath) -> list[JsonValue] | dict[str, JsonValue]:
    value = located.value
    for step in path:
        value = value[step]  # type: ignore[index]  # whoever asks has seen it there
    assert isinstance(value, list | dict), "nothing can be added to a scalar"
    return value


def _margin(text: str, at: int) -> str:
    """The white space before the first other character of the line of ``at``."""
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    match = _MARGIN.match(text, begin, at)
    return "" if match is None else match.group()
