"""What a policy file says, or everything that is wrong with it (pure).

Owns: the form of ``policy.json`` and ``managed.json``. What stays true: a file is read whole or not at all; every
problem names file, line, key and remedy; a rule that was read before in the same words is not worked out again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Final

import resources
from host import conform, conforms, jsonc
from host.errors import ConfigError
from host.jsonc import KeyPath, Located
from host.model import Effect, JsonObject, JsonValue
from host.policy import parse_managed
from host.policy.model import NOT_MANAGED, Managed, Rule, SourceKind
from host.policy.parse_match import (
    Complaint,
    acknowledged_of,
    conditions_of,
    match_of,
    moment_of,
    obligations_of,
)
from host.policy.write import own_id
from host.words import say

_FRAME, _RULE = "frame", "rule"
MANAGED_ONLY: Final = ("servers", "pins", "approvers", "limits", "locked")
"""Members of a policy file that are an administrator's alone."""
_NOT_YOURS: Final = say("Remove it here; the administrator can write it into the managed file.")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A policy file.

    Attributes:
        rules, trust, managed: what it says; nothing where anything is wrong. problems: what is, in order of lines.
    """

    rules: tuple[Rule, ...] = ()
    trust: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    managed: Managed = NOT_MANAGED
    problems: tuple[ConfigError, ...] = ()


_known: Final[dict[SourceKind, dict[str, Rule]]] = {"managed": {}, "user": {}}
"""The sound rules of the file of each kind that was read last, by their text. A memo; replaced as a whole."""


def parse(located: Located, kind: SourceKind) -> Parsed:
    """Everything in a parsed file of that kind, or everything that is wrong with it."""
    value = located.value
    raws = value.get("rules") if isinstance(value, dict) else None
    listed: list[JsonValue] = raws if isinstance(raws, list) else []
    problems = [] if _fits(_FRAME)(value) else [error for _, error in conform.problems(located, _schema_of(_FRAME))]
    rules = _rules(located, listed, kind, problems)
    trust, managed = parse_managed.managed_of(located, kind, problems)
    if kind == "user" and isinstance(value, dict):
        problems += _beyond_the_user(located, value)
    return Parsed(problems=tuple(conform.in_order(problems))) if problems else Parsed(rules, trust, managed)


def parse_rule(text: str, kind: SourceKind = "user") -> tuple[Rule | None, tuple[ConfigError, ...]]:
    """The one rule that ``text`` is, or what is wrong with it; the file is called ``rule``."""
    try:
        located = jsonc.load(text, file="rule")
    except ConfigError as error:
        return None, (error,)
    problems: list[ConfigError] = []
    rule = _rule(located, (), located.value, kind, problems)
    return (None, tuple(conform.in_order(problems))) if problems else (rule, ())


@cache
def _schema_of(part: str) -> JsonObject:
    """The schema of a file around its rules, or of one rule."""
    schema = resources.schema("policy")
    if part == _RULE:
        return {"$ref": "#/$defs/rule", "$defs": schema["$defs"]}
    match schema["properties"]:
        case {"rules": dict(rules)}:
            del rules["items"]
    return schema


@cache
def _fits(part: str) -> conforms.Fits:
    return conforms.compiled(_schema_of(part))


def _rules(located: Located, raws: list[JsonValue], kind: SourceKind, problems: list[ConfigError]) -> tuple[Rule, ...]:
    """The rules that nothing is wrong with. What is wrong with others is added to ``problems``, here and below."""
    known, seen, rules = _known[kind], dict[str, Rule](), dict[int, Rule]()
    for place, raw in enumerate(raws):
        path: KeyPath = ("rules", place)
        start, end = located.span(path)
        text = located.text[start:end]
        rule = known.get(text) or _rule(located, path, raw, kind, problems)
        if rule is not None:
            seen[text] = rule
            rules[place] = _on_line(rule, located.line(path))
    _known[kind] = seen
    problems += _twins(located, raws, rules)
    return tuple(rules.values())


def _on_line(rule: Rule, line: int) -> Rule:
    """The same rule where it stands now."""
    if rule.line == line:
        return rule
    moved = replace(rule, line=line)
    object.__setattr__(moved, "form", rule.form)  # a memo; the line is not part of it
    return moved


def _rule(
    located: Located, path: KeyPath, raw: JsonValue, kind: SourceKind, problems: list[ConfigError]
) -> Rule | None:
    """The rule that ``raw``, which stands at ``path``, is; None where anything is wrong with it."""
    sound = _fits(_RULE)(raw)
    wrong = () if sound else conform.problems(located, _schema_of(_RULE), at=path, value=raw)
    problems += [error for _, error in wrong]
    usable = _without(raw, [below[len(path) :] for below, _ in wrong]) if wrong else raw
    if not isinstance(usable, dict) or (wrong and not _fits(_RULE)(usable)):
        return None
    found: list[Complaint] = []
    rule = _built(usable, kind, located.line(path), found)
    problems += [located.error((*path, *below), message, remedy) for below, message, remedy in found]
    return None if wrong or found else rule


def _without(raw: JsonValue, wrong: list[KeyPath]) -> JsonValue:
    """A rule less what the schema has something against, so that everything else in it is looked at too."""
    if not isinstance(raw, dict):
        return None
    rest = dict(raw)
    for path in wrong:
        inner = rest.get(str(path[0])) if path else None
        if isinstance(inner, dict) and len(path) > 1:
            rest[str(path[0])] = {key: value for key, value in inner.items() if key != path[1]}
        elif path:
            rest.pop(str(path[0]), None)
    return rest


def _built(raw: JsonObject, kind: SourceKind, line: int, found: list[Complaint]) -> Rule:
    """The rule that an object is, which the schema has nothing against."""
    name, effect = str(raw.get("id", "")), Effect(raw["effect"])
    match, wanted = _object(raw, "match"), _object(raw, "obligations")
    rule = Rule(
        id=name,
        effect=effect,
        match=match_of(match, found),
        reason=str(raw.get("reason", "")),
        source=kind,
        conditions=conditions_of(match, found),
        obligations=obligations_of(wanted, effect, name, found),
        enabled=raw.get("enabled") is not False,
        expires=moment_of(str(raw["expires"]), found) if "expires" in raw else None,
        acknowledges=acknowledged_of(raw.get("acknowledges"), effect, found),
        raw=raw,
        line=line,
    )
    if name:
        return rule
    name = own_id(rule)
    return replace(rule, id=name, obligations=obligations_of(wanted, effect, name, []))


def _twins(located: Located, raws: list[JsonValue], rules: Mapping[int, Rule]) -> Iterator[ConfigError]:
    """Ids that stand twice: a verdict names its rule by it."""
    taken: dict[str, tuple[str, int]] = {}
    for place, raw in enumerate(raws):
        written = raw.get("id") if isinstance(raw, dict) else None
        name = written if isinstance(written, str) else rules[place].id if place in rules else ""
        if not name:
            continue
        other, before = taken.setdefault(name.casefold(), (name, place))
        if before == place:
            continue
        line = str(located.line(("rules", before)))
        if written is None:
            message = say("says the same as the rule on line {line}", line=line)
            yield located.error(("rules", place), message, say("Remove one of the two, or give both an id."))
        else:
            message = say("differs only in case from the id of the rule on line {line}", line=line)
            if name == other:
                message = say("is the id of the rule on line {line} too", line=line)
            yield located.error(("rules", place, "id"), message, say("Give each an id of its own."))


def _beyond_the_user(located: Located, value: JsonObject) -> Iterator[ConfigError]:
    """What only the administrator can say."""
    for key in MANAGED_ONLY:
        if key in value:
            yield located.error((key,), say("can be said by the managed file alone"), _NOT_YOURS)
    for server, vouched in _object(value, "trust").items():
        if vouched is True:
            yield located.error(
                ("trust", server), say("names no configuration"), say("Write the digest that Assent shows.")
            )


def _object(raw: JsonObject, key: str) -> JsonObject:
    value = raw.get(key)
    return value if isinstance(value, dict) else {}
