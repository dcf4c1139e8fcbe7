"""Changes of policy.json that a person makes in the window.

Owns how the text of the file changes, and the only place that writes that file.

Invariants:
    The file is written only if it is the one that was loaded and can be used, and only with a text that was parsed
    again and is sound.
    Comments, order, indentation and line ends outside the change stay.
    What is impossible changes nothing and says why.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import Struct

from host import files, jsonc, paths, regex
from host.control.protocol import EnableRule, ImportRules, RemoveRule, SaveRule, VouchServer
from host.errors import AssentError
from host.jsonc import KeyPath, Located
from host.model import JsonValue, sha256_hex
from host.policy.load import MAX_POLICY, read_source
from host.policy.model import PolicySource, Rule
from host.policy.parse import parse_rule
from host.words import say

CHANGED_MEANWHILE: Final = say("policy.json was changed meanwhile; look at it again")
ID_TAKEN: Final = say("Another rule has this id; give it one of its own.")
NO_RULE_CHOSEN: Final = say("no rule was chosen")
_MAX_LOGGED_IDS: Final = 8
"""Ids of imported rules that the log repeats."""
NO_RULE: Final = say("there is no such rule in policy.json any more")
_ID_PART: Final = regex.pattern(r"[^A-Za-z0-9]+")
_ID_LENGTH: Final = 48


Edit: TypeAlias = SaveRule | ImportRules | RemoveRule | EnableRule | VouchServer
"""A request of the window that changes policy.json."""


def rule_id_of(edit: Edit) -> str:
    """Return the id of the rule that an edit replaces, removes or switches; empty for none."""
    match edit:
        case SaveRule():
            return edit.replaces
        case RemoveRule() | EnableRule():
            return edit.rule_id
    return ""


def log_word(edit: Edit) -> str:
    """Return the word for an edit in the log."""
    match edit:
        case SaveRule():
            return "saved"
        case ImportRules():
            return "imported"
        case RemoveRule():
            return "removed"
        case EnableRule():
            return "enabled" if edit.enabled else "disabled"
        case VouchServer():
            return "vouched" if edit.vouch else "unvouched"


class Preview(Struct, frozen=True):
    """The result of an edit. ``text``: of the whole file. ``name``: id of the rule or the server."""

    text: str
    source: PolicySource
    name: str


def carry_out(path: Path, before: PolicySource, edit: Edit, seen: Rule | None = None) -> Preview:
    """Write an edit into the file at ``path``, which was loaded as ``before``. Blocks.

    ``seen``: the rule of ``rule_id_of`` as the person saw it, None if unknown. Another one under that id is left alone.
    Raises AssentError: the file has changed, cannot be used, or would not be sound; then it stays as it is.
    """
    data = _read(path, before)
    result = preview(path, data, before, edit, seen)
    if _read(path, before) != data:
        raise AssentError(CHANGED_MEANWHILE)
    files.write(path, result.text.encode())
    return result


def preview(path: Path, data: bytes | None, before: PolicySource, edit: Edit, seen: Rule | None = None) -> Preview:
    """Return the file at ``path``, with the content ``data``, after an edit (pure). Raises AssentError."""
    located = None if data is None else jsonc.load_bytes(data, file=str(path))
    text, name = changed_text(located, before, edit, seen)
    source = read_source("user", path, text.encode())
    if source.error:
        raise AssentError(source.error)
    return Preview(text, source, name)


def changed_text(
    located: Located | None, before: PolicySource, edit: Edit, seen: Rule | None = None
) -> tuple[str, str]:
    """Return the file's text after an edit, and the name as in ``Preview`` (pure). Raises AssentError."""
    match edit:
        case SaveRule():
            return _save_rule(located, before, edit, seen)
        case ImportRules():
            return _import_rules(located, before, edit.texts)
        case RemoveRule():
            file, number = _locate_rule(located, before, edit.rule_id, seen)
            return without(file, ("rules", number)), edit.rule_id
        case EnableRule():
            return _switch_rule(located, before, edit, seen)
        case VouchServer():
            return _set_vouched(located, edit)


def _read(path: Path, before: PolicySource) -> bytes | None:
    if before.error:
        raise AssentError(say("policy.json cannot be used as it is. {why}", why=before.error))
    data = paths.read_file(path, limit=MAX_POLICY)
    if ("" if data is None else sha256_hex(data)) != before.digest:
        raise AssentError(CHANGED_MEANWHILE)
    return data


def _save_rule(located: Located | None, before: PolicySource, edit: SaveRule, seen: Rule | None) -> tuple[str, str]:
    text, rule = read_rule(edit.text)
    others = {it.id.casefold() for it in before.rules if it.id != edit.replaces}
    written = jsonc.load(text, file="rule").value
    if isinstance(written, dict) and "id" in written:
        name = rule.id
        if name.casefold() in others:
            raise AssentError(ID_TAKEN)
    else:
        name = edit.replaces or free_id(rule, others)
        text = with_first(text, "id", name)
    if located is None or not edit.replaces:
        return _append_rules(located, text), name
    file, number = _locate_rule(located, before, edit.replaces, seen)
    return replaced(file, ("rules", number), text), name


def _import_rules(located: Located | None, before: PolicySource, texts: tuple[str, ...]) -> tuple[str, str]:
    taken = {rule.id.casefold() for rule in before.rules}
    written: list[str] = []
    names: list[str] = []
    for text in texts:
        rule_text, rule = read_rule(text)
        if rule.id.casefold() in taken:
            raise AssentError(ID_TAKEN)
        taken.add(rule.id.casefold())
        written.append(rule_text)
        names.append(rule.id)
    if not written:
        raise AssentError(NO_RULE_CHOSEN)
    rules = ",\n".join(written)
    shown = [*names[:_MAX_LOGGED_IDS], *(["…"] if len(names) > _MAX_LOGGED_IDS else [])]
    return _append_rules(located, rules), ", ".join(shown)


def _append_rules(located: Located | None, rules: str) -> str:
    return new_file_text(rules) if located is None else appended(located, ("rules",), rules)


def read_rule(text: str) -> tuple[str, Rule]:
    """Read one rule as it was typed: its text, without surrounding text, and its content. Raises AssentError."""
    rule, problems = parse_rule(text)
    if rule is None:
        raise problems[0] if problems else AssentError(say("This is no rule."))
    located = jsonc.load(text, file="rule")
    begin, end = located.span(())
    return located.text[begin:end], rule


def free_id(rule: Rule, taken: Iterable[str]) -> str:
    """Return an id for a rule without one: what it does and to what, with a number if that is taken."""
    match, used = rule.match, {name.casefold() for name in taken}
    parts = [_ID_PART.sub("-", part or "").strip("-") for part in (rule.effect.value, match.server, match.tool)]
    name = "-".join(part for part in parts if part)[:_ID_LENGTH].strip("-")
    free, number = name, 1
    while free.casefold() in used:
        number += 1
        free = f"{name}-{number}"
    return free


def _switch_rule(located: Located | None, before: PolicySource, edit: EnableRule, seen: Rule | None) -> tuple[str, str]:
    file, number = _locate_rule(located, before, edit.rule_id, seen)
    path: tuple[str | int, ...] = ("rules", number)
    rules = file.value["rules"] if isinstance(file.value, dict) else []
    raw = rules[number] if isinstance(rules, list) else {}
    if isinstance(raw, dict) and "enabled" in raw:
        return replaced(file, (*path, "enabled"), json.dumps(edit.enabled)), edit.rule_id
    if edit.enabled:
        return file.text, edit.rule_id
    begin, end = file.span(path)
    text = with_first(file.text[begin:end], "enabled", value=False)
    return file.text[:begin] + text + file.text[end:], edit.rule_id


def _set_vouched(located: Located | None, edit: VouchServer) -> tuple[str, str]:
    if located is None:
        located = jsonc.load(new_file_text(""), file="policy.json")
    value = located.value
    trust = value.get("trust") if isinstance(value, dict) else None
    path = ("trust", edit.server_id)
    is_vouched = isinstance(trust, dict) and edit.server_id in trust
    if not edit.vouch:
        return without(located, path) if is_vouched else located.text, edit.server_id
    if is_vouched:
        return replaced(located, path, json.dumps(edit.config)), edit.server_id
    entry = member(edit.server_id, edit.config)
    if isinstance(trust, dict):
        return appended(located, ("trust",), entry), edit.server_id
    trust_member = f'"trust": {{\n{INDENT}{entry}\n}}'
    return appended(located, (), trust_member), edit.server_id


def _locate_rule(located: Located | None, before: PolicySource, rule_id: str, seen: Rule | None) -> tuple[Located, int]:
    """Return the file, and the index of a rule in it, which must equal ``seen``. Raises AssentError."""
    number = next((number for number, rule in enumerate(before.rules) if rule.id == rule_id), None)
    if located is None or number is None:
        raise AssentError(NO_RULE)
    if seen is not None and before.rules[number] != seen:
        raise AssentError(CHANGED_MEANWHILE)
    return located, number


INDENT: Final = "  "
HEADER: Final = "// The rules of Assent. The window writes here too, and leaves comments alone.\n"

_REST_OF_LINE: Final = regex.pattern(
    r"(?:[ \t]|/\*(?:(?!\*/)[^\r\n])*+\*/)*+(?P<comma>,?+)(?:[ \t]|/\*(?:(?!\*/)[^\r\n])*+\*/)*+"
    r"(?://[^\r\n\u2028\u2029]*)?"
    r"(?=\r?\n)"
)
"""The rest of a line after a value: comments, and a comma or none. It never backtracks: blanks may be many."""
_MARGIN: Final = regex.pattern(r"[ \t]*")
_SPACE: Final = regex.pattern(r"[ \t\r\n]*")
_LINE_END: Final = regex.pattern(r"\r\n|\r|\n")


def new_file_text(rule: str) -> str:
    """Return a whole file with one rule, or none if ``rule`` is empty."""
    rules = f"[\n{indented(rule, INDENT * 2)}\n{INDENT}]" if rule else "[]"
    return f'{HEADER}{{\n{INDENT}"version": 1,\n{INDENT}"rules": {rules}\n}}\n'


def indented(text: str, margin: str) -> str:
    """Return ``text`` with ``margin`` before every line."""
    return "\n".join(f"{margin}{line}" if line else line for line in _LINE_END.split(text))


def replaced(located: Located, path: KeyPath, text: str) -> str:
    """Return the file with ``text`` in place of the value at ``path``."""
    begin, end = located.span(path)
    return located.text[:begin] + indented(text, _margin(located.text, begin)).lstrip(" \t") + located.text[end:]


def appended(located: Located, path: KeyPath, text: str) -> str:
    """Return the file with ``text``, an element or member, at the end of the array or object at ``path``."""
    file_text, (begin, end) = located.text, located.span(path)
    inside = _spans(located, path)
    if not inside:
        margin = _margin(file_text, begin)
        head = file_text[: end - 1].rstrip(" \t")
        line = "" if head.endswith("\n") else "\n"
        return f"{head}{line}{indented(text, margin + INDENT)}\n{margin}{file_text[end - 1 :]}"
    last, after = inside[-1]
    added = "\n" + indented(text, _margin(file_text, last))
    rest = _REST_OF_LINE.match(file_text, after)
    if rest is None:
        return f"{file_text[:after]},{added}{file_text[after:]}"
    comma = "" if rest["comma"] else ","
    return f"{file_text[:after]}{comma}{file_text[after : rest.end()]}{added}{file_text[rest.end() :]}"


def without(located: Located, path: KeyPath) -> str:
    """Return the file without the element or member at ``path``. A comma before it may remain."""
    file_text, parent = located.text, path[:-1]
    container = _container(located, parent)
    number = list(container).index(str(path[-1])) if isinstance(container, dict) else int(path[-1])
    begin, end = _spans(located, parent)[number]
    comma = jsonc.blank(file_text, end)
    between, after = ("", end) if file_text[comma : comma + 1] != "," else (file_text[end:comma], comma + 1)
    head, tail = file_text[:begin], between + file_text[after:]
    line = head.rstrip(" \t")
    if line.endswith("\n") and (rest := re.match(r"[ \t]*\r?\n", tail)) is not None:
        return line + tail[rest.end() :]
    return head + tail


def with_first(text: str, key: str, value: JsonValue) -> str:
    """Return the text of a non-empty object with another member before all others."""
    gap = _SPACE.match(text, 1)
    space = gap.group() if gap is not None else ""
    return f"{text[:1]}{space}{member(key, value)},{space or ' '}{text[1 + len(space) :]}"


def member(key: str, value: JsonValue) -> str:
    """Return a member of an object, as people write it."""
    return f"{json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}"


def _spans(located: Located, path: KeyPath) -> list[tuple[int, int]]:
    """Return the begin and end of each element or member (with its key) of the value at ``path``."""
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
        value = value[step]  # type: ignore[index]  # the caller has seen it there
    assert isinstance(value, list | dict), "nothing can be added to a scalar"
    return value


def _margin(text: str, at: int) -> str:
    """Return the white space at the beginning of the line of ``at``."""
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    match = _MARGIN.match(text, begin, at)
    return "" if match is None else match.group()
