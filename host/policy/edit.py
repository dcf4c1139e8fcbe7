"""Changes of policy.json that a person makes in the window.

Owns: what can be changed, and the one writing of that file. What stays true: the file is written only where it is the
very one that was loaded and can be used, and only with a text that was read and found good; comments and everything
else in it stay; whatever cannot be done changes nothing and says why.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from host import atomic, jsonc, paths
from host.errors import AssentError
from host.jsonc import Located
from host.model import sha256_hex
from host.policy import edit_text
from host.policy.load import MAX_POLICY, read_source
from host.policy.model import PolicySource, Rule
from host.policy.parse import parse_rule
from host.words import say

MEANWHILE: Final = say("policy.json was changed meanwhile; look at it again")
TAKEN: Final = say("Another rule has this id; give it one of its own.")
NO_RULE: Final = say("there is no such rule in policy.json any more")
_ID_PART: Final = re.compile(r"[^A-Za-z0-9]+")
_ID_LENGTH: Final = 48
"""Characters of an id that is made up, less its number."""


@dataclass(frozen=True, slots=True)
class Save:
    """Write a rule.

    Attributes:
        text: JSON of it. replaces: id of the rule it takes the place of, empty for none. seen: that rule as the person
        saw it, here and below; None where nobody could tell. Another rule under that id is left alone.
    """

    text: str
    replaces: str = ""
    what: Literal["saved"] = "saved"
    seen: Rule | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a rule away."""

    rule_id: str
    what: Literal["removed"] = "removed"
    seen: Rule | None = None


@dataclass(frozen=True, slots=True)
class Enable:
    """Switch a rule on or off."""

    rule_id: str
    enabled: bool
    seen: Rule | None = None

    @property
    def what(self) -> str:
        """As the log has it."""
        return "enabled" if self.enabled else "disabled"


@dataclass(frozen=True, slots=True)
class Vouch:
    """Vouch for a server, or no longer. Attributes: config: digest of its configuration."""

    server: str
    config: str
    vouch: bool

    @property
    def what(self) -> str:
        """As the log has it."""
        return "vouched" if self.vouch else "unvouched"


Edit: TypeAlias = Save | Remove | Enable | Vouch


class Changed(NamedTuple):
    """Attributes: text: of the whole file. name: id of the rule, or of the server."""

    text: str
    name: str


class Done(NamedTuple):
    """Attributes: source: the file as it is now. name: as in ``Changed``."""

    source: PolicySource
    name: str


def carry_out(path: Path, before: PolicySource, made: Edit) -> Done:
    """Write ``made`` into the file at ``path``, which was loaded as ``before``. Blocks.

    Raises:
        AssentError: the file is another one by now, cannot be used, or would not be good; then it stays as it is.
    """
    data = _read(path, before)
    done = preview(path, data, before, made)
    if _read(path, before) != data:
        raise AssentError(MEANWHILE)
    atomic.write(path, done.text.encode())
    return Done(done.source, done.name)


class Preview(NamedTuple):
    """Attributes: text: of the whole file. source: what it says. name: as in ``Changed``."""

    text: str
    source: PolicySource
    name: str


def preview(path: Path, data: bytes | None, before: PolicySource, made: Edit) -> Preview:
    """What the file at ``path``, with the content ``data``, would be after ``made`` (pure). Raises AssentError."""
    located = None if data is None else jsonc.load_bytes(data, file=str(path))
    changed = changed_text(located, before, made)
    source = read_source("user", path, changed.text.encode())
    if source.error:
        raise AssentError(source.error)
    return Preview(changed.text, source, changed.name)


def changed_text(located: Located | None, before: PolicySource, made: Edit) -> Changed:
    """The text of the file after ``made`` (pure). ``located``: the file, None for none. Raises AssentError."""
    match made:
        case Save():
            return _saved(located, before, made)
        case Remove(rule_id):
            whole, number = _rule(located, before, rule_id, made.seen)
            return Changed(edit_text.without(whole, ("rules", number)), rule_id)
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


def _saved(located: Located | None, before: PolicySource, made: Save) -> Changed:
    text, rule = read_rule(made.text)
    others = {it.id.casefold() for it in before.rules if it.id != made.replaces}
    written = jsonc.load(text, file="rule").value
    if isinstance(written, dict) and "id" in written:
        name = rule.id
        if name.casefold() in others:
            raise AssentError(TAKEN)
    else:
        name = made.replaces or free_id(rule, others)
        text = edit_text.with_first(text, "id", name)
    if located is None:
        return Changed(edit_text.fresh(text), name)
    if not made.replaces:
        return Changed(edit_text.appended(located, ("rules",), text), name)
    whole, number = _rule(located, before, made.replaces, made.seen)
    return Changed(edit_text.replaced(whole, ("rules", number), text), name)


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


def _switched(located: Located | None, before: PolicySource, made: Enable) -> Changed:
    whole, number = _rule(located, before, made.rule_id, made.seen)
    path: tuple[str | int, ...] = ("rules", number)
    rules = whole.value["rules"] if isinstance(whole.value, dict) else []
    raw = rules[number] if isinstance(rules, list) else {}
    if isinstance(raw, dict) and "enabled" in raw:
        return Changed(edit_text.replaced(whole, (*path, "enabled"), json.dumps(made.enabled)), made.rule_id)
    if made.enabled:
        return Changed(whole.text, made.rule_id)
    begin, end = whole.span(path)
    text = edit_text.with_first(whole.text[begin:end], "enabled", value=False)
    return Changed(whole.text[:begin] + text + whole.text[end:], made.rule_id)


def _vouched(located: Located | None, made: Vouch) -> Changed:
    if located is None:
        located = jsonc.load(edit_text.fresh(""), file="policy.json")
    value = located.value
    trust = value.get("trust") if isinstance(value, dict) else None
    path = ("trust", made.server)
    there = isinstance(trust, dict) and made.server in trust
    if not made.vouch:
        return Changed(edit_text.without(located, path) if there else located.text, made.server)
    if there:
        return Changed(edit_text.replaced(located, path, json.dumps(made.config)), made.server)
    said = edit_text.member(made.server, made.config)
    if isinstance(trust, dict):
        return Changed(edit_text.appended(located, ("trust",), said), made.server)
    whole = f'"trust": {{\n{edit_text.INDENT}{said}\n}}'
    return Changed(edit_text.appended(located, (), whole), made.server)


def _rule(located: Located | None, before: PolicySource, rule_id: str, seen: Rule | None) -> tuple[Located, int]:
    """The file, and the place of a rule in it, which is as ``seen``. Raises AssentError."""
    number = next((number for number, rule in enumerate(before.rules) if rule.id == rule_id), None)
    if located is None or number is None:
        raise AssentError(NO_RULE)
    if seen is not None and before.rules[number] != seen:
        raise AssentError(MEANWHILE)
    return located, number
