"""Changes of policy.json that a person makes in the window.

Owns how the text of the file changes, and the only place that writes that file.

Invariants:
    The file is written only if it is the one that was loaded and can be used, and only with a text that was parsed
    again and is sound.
    All outside of the change stays (``host.json_document``).
    What is impossible changes nothing and says why.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import Struct

from host import files, jsonc, paths, regex
from host.control.protocol import EnableRule, ImportRules, RemoveRule, SaveRule, VouchServer
from host.errors import AssentError
from host.json_document import JsonDocument
from host.model import sha256_hex
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
_NEW_FILE: Final = b"""\
// The rules of Assent. The window writes here too, and leaves comments alone.
{
  "version": 1,
  "rules": []
}
"""


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
    """The result of an edit. ``data``: the whole file. ``name``: id of the rule or the server."""

    data: bytes
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
    files.write(path, result.data)
    return result


def preview(path: Path, data: bytes | None, before: PolicySource, edit: Edit, seen: Rule | None = None) -> Preview:
    """Return the file at ``path``, with the content ``data``, after an edit (pure). Raises AssentError."""
    document = JsonDocument(_NEW_FILE if data is None else data, str(path))
    name = _change(document, before, edit, seen)
    changed = document.data()
    source = read_source("user", path, changed)
    if source.error:
        raise AssentError(source.error)
    return Preview(changed, source, name)


def _change(document: JsonDocument, before: PolicySource, edit: Edit, seen: Rule | None) -> str:
    """Change the file, and return the name as in ``Preview``. Raises AssentError."""
    match edit:
        case SaveRule():
            return _save_rule(document, before, edit, seen)
        case ImportRules():
            return _import_rules(document, before, edit.texts)
        case RemoveRule():
            document.remove(("rules", _number_of(before, edit.rule_id, seen)))
            return edit.rule_id
        case EnableRule():
            switch = ("rules", _number_of(before, edit.rule_id, seen), "enabled")
            if not edit.enabled or document.at(switch) is not None:
                document.put(switch, edit.enabled)
            return edit.rule_id
        case VouchServer():
            vouched = ("trust", edit.server_id)
            if edit.vouch:
                document.put(vouched, edit.config)
            elif document.at(vouched) is not None:
                document.remove(vouched)
            return edit.server_id


def _read(path: Path, before: PolicySource) -> bytes | None:
    if before.error:
        raise AssentError(say("policy.json cannot be used as it is. {why}", why=before.error))
    data = paths.read_file(path, limit=MAX_POLICY)
    if ("" if data is None else sha256_hex(data)) != before.digest:
        raise AssentError(CHANGED_MEANWHILE)
    return data


def _save_rule(document: JsonDocument, before: PolicySource, edit: SaveRule, seen: Rule | None) -> str:
    text, rule = read_rule(edit.text)
    others = {it.id.casefold() for it in before.rules if it.id != edit.replaces}
    has_id = "id" in rule.raw
    name = rule.id if has_id else edit.replaces or free_id(rule, others)
    if name.casefold() in others:
        raise AssentError(ID_TAKEN)
    if not has_id:
        text = _with_id(text, name)
    if edit.replaces:
        document.put_text(("rules", _number_of(before, edit.replaces, seen)), text)
    else:
        document.append_text(("rules",), text)
    return name


def _import_rules(document: JsonDocument, before: PolicySource, texts: tuple[str, ...]) -> str:
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
    document.append_text(("rules",), ",\n".join(written))
    return ", ".join([*names[:_MAX_LOGGED_IDS], *(["…"] if len(names) > _MAX_LOGGED_IDS else [])])


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


def _number_of(before: PolicySource, rule_id: str, seen: Rule | None) -> int:
    """Return the index of a rule in the file, which must equal ``seen``. Raises AssentError."""
    number = next((number for number, rule in enumerate(before.rules) if rule.id == rule_id), None)
    if number is None:
        raise AssentError(NO_RULE)
    if seen is not None and before.rules[number] != seen:
        raise AssentError(CHANGED_MEANWHILE)
    return number


def _with_id(text: str, name: str) -> str:
    """Return the text of a rule with an id before all other members, in the same layout."""
    begin = text[1:]
    space = begin[: len(begin) - len(begin.lstrip())]
    return f'{{{space}"id": {json.dumps(name, ensure_ascii=False)},{space or " "}{begin[len(space) :]}'
