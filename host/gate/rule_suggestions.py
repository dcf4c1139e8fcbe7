"""Rules that Assent suggests: the narrowest one around a call, and when to suggest it unasked.

Invariants: nothing here counts before a person saved it in the window; a draft matches the call that it was made from
and little more, by the same roles of inputs as a grant (``host.gate.grant_scope``); no contents are left open that
reach somebody while private text of another server may be in them; the counts live in memory, are bounded, and suggest
no rule that could not count.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from host.canonical import canonical
from host.control.views import RuleDraft
from host.gate.grant_scope import (
    AtOrigin,
    FactsByInput,
    InFolder,
    Items,
    ItemsLike,
    Members,
    Part,
    Same,
    Scalar,
    Text,
    is_replaced_text,
    part_of,
    varies,
    walk,
)
from host.inspect.roles import role_of
from host.inspect.tools import HIGH_IMPACT_VERBS, ToolClass, class_of
from host.model import Effect, JsonObject, JsonValue, sha256_hex
from host.policy.facts import CallFacts
from host.policy.parse import parse_rule
from host.policy.words import rule_view
from host.policy.write import rule_text
from host.signals import Signal
from host.values import replace
from host.words import say_n

MIN_APPROVALS: Final = 3
"""Equal approvals by a person after which a rule is suggested."""
MAX_SUGGESTIONS: Final = 3
"""Suggestions at once. More would be noise."""
MAX_REMEMBERED: Final = 256
MAX_CHOICE_CHARACTERS: Final = 40
"""Characters of a text that only says how a tool reads."""
MAX_RULE_BYTES: Final = 8_192
"""Bytes of a draft. A longer one repeats contents, and nobody would read it."""


def draft(
    facts: CallFacts, arguments: JsonObject, effect: Effect, *, why: str, private: bool = True
) -> RuleDraft | None:
    """Return the narrowest rule that would decide a call by ``effect``, None if no rule can.

    ``facts``: with paths and hosts. ``private``: whether the app may hold private text of other servers. Then no text
    that reaches somebody is left open, since nobody would check it.
    """
    raw: JsonObject = {"effect": effect.value, "match": _match(facts, arguments, private=private)}
    written = canonical(raw)
    rule, _ = parse_rule(written.decode()) if len(written) <= MAX_RULE_BYTES else (None, ())
    if rule is None:
        return None
    text = rule_text(rule)
    return RuleDraft(replace(rule_view(rule), text=text), why, sha256_hex(text.encode())[:16])


def draft_allowing_rule(facts: CallFacts, arguments: JsonObject, *, why: str, private: bool = True) -> RuleDraft | None:
    """Return the rule that equal approvals suggest, None if the tool pays, gives rights or deletes. See ``draft``."""
    if class_of(facts.server, facts.tool, arguments).verb in ("pays", "grants", "deletes"):
        return None
    return draft(facts, arguments, Effect.ALLOW, why=why, private=private)


def _match(facts: CallFacts, arguments: JsonObject, *, private: bool) -> JsonObject:
    """Return the ``match`` of the rule. Paths, hosts and choices of how a tool reads become conditions of their own."""
    match: JsonObject = {"server": as_glob(facts.server), "tool": as_glob(facts.tool), "app": as_glob(facts.app)}
    tool = class_of(facts.server, facts.tool, arguments)
    by_input = FactsByInput(facts, tool)
    folders: dict[str, JsonValue] = {}
    hosts: dict[str, JsonValue] = {}
    properties: JsonObject = {}
    required: list[JsonValue] = []
    for name, value in sorted(arguments.items()):
        part = part_of(value, None, (name,), by_input) if by_input.is_complete else Same(b"")
        if isinstance(part, InFolder):
            folders[name] = part.folder
        elif isinstance(part, AtOrigin):
            hosts[name] = part.authority
        if by_input.is_choice((name,), value):
            properties[name] = _any_of_its_type(value)
            continue
        required.append(name)
        properties[name] = _schema_of(
            name, part, value, tool, is_free=tool.has_verb and not (private and _reaches_others(tool))
        )
    if folders:
        match["paths_within"] = {"folders": _distinct(folders), "arguments": [*folders]}
    if hosts:
        match["hosts"] = {"hosts": _distinct(hosts), "arguments": [*hosts]}
    match["arguments"] = {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
    return match


def _reaches_others(tool: ToolClass) -> bool:
    """Whether what a call carries may reach somebody else."""
    return tool.changes and (tool.outside or tool.verb in HIGH_IMPACT_VERBS)


def _schema_of(name: str, part: Part, value: JsonValue, tool: ToolClass, *, is_free: bool) -> JsonObject:
    """Return the schema of the allowed values. What a schema cannot express as narrowly stays fixed."""
    match part:
        case InFolder() | AtOrigin():
            return {"type": "string"}
        case Text(most) if is_free and isinstance(value, str) and _is_words(name, value, tool):
            return {"type": "string", "maxLength": most}
        case Items(parts) if is_free and _is_free_inside(part, tool) and isinstance(value, list):
            items = [_schema_of(name, *it, tool, is_free=True) for it in zip(parts, value, strict=True)]
            distinct: list[JsonValue] = [it for place, it in enumerate(items) if it not in items[:place]]
            one: JsonValue = distinct[0] if len(distinct) == 1 else {"anyOf": distinct}
            return {"type": "array", "items": one, "minItems": len(items), "maxItems": len(items)}
        case Members(parts) if is_free and _is_free_inside(part, tool) and isinstance(value, dict):
            inner: JsonObject = {key: _schema_of(key, it, value[key], tool, is_free=True) for key, it in parts.items()}
            return {"type": "object", "properties": inner, "required": [*inner], "additionalProperties": False}
        case Scalar():
            return _any_of_its_type(value)
        case ItemsLike(parts, most) if all(isinstance(it, Same) for it in parts) and isinstance(value, list):
            return {"type": "array", "items": {"enum": [*value]}, "minItems": 1, "maxItems": most}
    return {"const": value}


def _is_free_inside(part: Part, tool: ToolClass) -> bool:
    """Whether a change has contents in it that may differ, and nothing else: a schema keeps no path in its folder."""
    return tool.changes and varies(part) and all(isinstance(it, Same | Text | Members | Items) for it in walk(part))


def _is_words(name: str, value: str, tool: ToolClass) -> bool:
    """Whether a text is contents, or words to search for. A schema cannot keep paths out of names."""
    return role_of(name, value, tool.verb)[0] in ("content", "program") or is_replaced_text(name, tool)


def _any_of_its_type(value: JsonValue) -> JsonObject:
    if isinstance(value, bool):
        return {"type": "boolean"}
    if isinstance(value, str):
        return {"type": "string", "maxLength": max(MAX_CHOICE_CHARACTERS, len(value))}
    return {"const": None} if value is None else {"type": "number"}


def _distinct(values: dict[str, JsonValue]) -> list[JsonValue]:
    return [*sorted({str(value) for value in values.values()})]


def as_glob(name: str) -> str:
    """Return a pattern that matches exactly ``name``."""
    return "".join(f"[{character}]" if character in "*?[]" else character for character in name)


class Suggestions:
    """Counts equal approvals, and suggests the rule that would have given them."""

    def __init__(self) -> None:
        self._counts: OrderedDict[str, tuple[RuleDraft, int]] = OrderedDict()
        self._dismissed: set[str] = set()
        self.changed: Signal[[]] = Signal()

    @property
    def all(self) -> tuple[RuleDraft, ...]:
        """The current suggestions, newest first."""
        ready = [(rule, count) for rule, count in reversed(self._counts.values()) if count >= MIN_APPROVALS]
        return tuple(_with_count(rule, count) for rule, count in ready[:MAX_SUGGESTIONS])

    def count_approval(self, approved: RuleDraft | None) -> None:
        """Count an approval for which ``approved`` is the narrowest rule, None if there is none."""
        if approved is None or approved.id in self._dismissed:
            return
        _, count = self._counts.pop(approved.id, (approved, 0))
        self._counts[approved.id] = approved, count + 1
        while len(self._counts) > MAX_REMEMBERED:
            self._counts.popitem(last=False)
        if count + 1 >= MIN_APPROVALS:
            self.changed.emit()

    def dismiss(self, draft_id: str) -> bool:
        """Never suggest this one again. Returns False if it is not suggested."""
        is_suggested = self._counts.pop(draft_id, None) is not None
        if is_suggested:
            if len(self._dismissed) < MAX_REMEMBERED:
                self._dismissed.add(draft_id)
            self.changed.emit()
        return is_suggested


def _with_count(rule: RuleDraft, count: int) -> RuleDraft:
    why = say_n(
        "You approved {n} call that this rule would have allowed.",
        "You approved {n} calls that this rule would have allowed.",
        count,
    )
    return replace(rule, why=why)
