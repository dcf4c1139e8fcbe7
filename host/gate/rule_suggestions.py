"""Rules that Assent proposes: the narrowest one around a call, and when to propose it unasked.

Owns: the draft of a rule from a call, and the tally of equal approvals.

Invariants: nothing here counts before a person saved it in the window; a draft matches the call that it was made from
and says as little more as it can, by the same roles of inputs as a grant (``host.gate.grant_scope``); no contents
are left open where they reach somebody, while private text of another server may be in them; the tally lives in memory,
is bounded, and proposes nothing that could not count.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from host.canonical import canonical
from host.control.views import RuleDraft
from host.gate.grant_scope import AtOrigin, Each, FactsByInput, InFolder, Part, Same, Scalar, Text, part_of
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

EQUAL: Final = 3
"""Equal approvals by a person after which a rule is proposed."""
MOST: Final = 3
"""Proposals at once; more would be noise."""
REMEMBERED: Final = 256
"""Drafts whose approvals are counted."""
CHOICE: Final = 40
"""Characters that a text may have which only says how a tool reads."""
MAX_RULE: Final = 8_192
"""Bytes of a draft; a longer one repeats contents, and nobody would read it."""


def draft(
    facts: CallFacts, arguments: JsonObject, effect: Effect, *, why: str, private: bool = True
) -> RuleDraft | None:
    """The narrowest rule that would decide a call by ``effect``; None where none can say it.

    Args:
        facts: with paths and hosts.
        arguments: of the call.
        effect: what the rule is to do.
        why: one safe sentence.
        private: whether the app may have private text of other servers in its memory. Then no text may be another one
            where it reaches somebody: nobody would look at what it says.
    """
    raw: JsonObject = {"effect": effect.value, "match": _match(facts, arguments, private=private)}
    written = canonical(raw)
    rule, _ = parse_rule(written.decode()) if len(written) <= MAX_RULE else (None, ())
    if rule is None:
        return None
    text = rule_text(rule)
    return RuleDraft(replace(rule_view(rule), text=text), why, sha256_hex(text.encode())[:16])


def draft_allowing_rule(facts: CallFacts, arguments: JsonObject, *, why: str, private: bool = True) -> RuleDraft | None:
    """The rule that equal approvals propose; None where the tool pays, gives rights or deletes. See ``draft``."""
    if class_of(facts.server, facts.tool, arguments).verb in ("pays", "grants", "deletes"):
        return None
    return draft(facts, arguments, Effect.ALLOW, why=why, private=private)


def _match(facts: CallFacts, arguments: JsonObject, *, private: bool) -> JsonObject:
    match: JsonObject = {"server": literal(facts.server), "tool": literal(facts.tool), "app": literal(facts.app)}
    tool = class_of(facts.server, facts.tool, arguments)
    by_input = FactsByInput(facts, tool)
    folders: dict[str, JsonValue] = {}
    hosts: dict[str, JsonValue] = {}
    properties: JsonObject = {}
    required: list[JsonValue] = []
    for name, value in sorted(arguments.items()):
        part = part_of(value, None, (name,), by_input) if by_input.complete else Same(b"")
        if isinstance(part, InFolder):
            folders[name] = part.folder
        elif isinstance(part, AtOrigin):
            hosts[name] = part.authority
        if by_input.choice((name,), value):
            properties[name] = _any_of_its_type(value)
            continue
        required.append(name)
        properties[name] = _schema_of(
            name, part, value, tool, free=tool.known and not (private and _reaches_others(tool))
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


def _schema_of(name: str, part: Part, value: JsonValue, tool: ToolClass, *, free: bool) -> JsonObject:
    """The schema of what may stand there; what a schema cannot say as narrowly stays as it is."""
    match part:
        case InFolder() | AtOrigin():
            return {"type": "string"}
        case Text(most) if free and isinstance(value, str) and _is_words(name, value, tool):
            return {"type": "string", "maxLength": most}
        case Scalar():
            return _any_of_its_type(value)
        case Each(parts, most) if all(isinstance(it, Same) for it in parts) and isinstance(value, list):
            return {"type": "array", "items": {"enum": [*value]}, "minItems": 1, "maxItems": most}
    return {"const": value}


def _is_words(name: str, value: str, tool: ToolClass) -> bool:
    """Whether a text is contents, or words to look for. A schema cannot keep paths out of what names a thing."""
    return role_of(name, value, tool.verb)[0] in ("content", "program")


def _any_of_its_type(value: JsonValue) -> JsonObject:
    if isinstance(value, bool):
        return {"type": "boolean"}
    if isinstance(value, str):
        return {"type": "string", "maxLength": max(CHOICE, len(value))}
    return {"const": None} if value is None else {"type": "number"}


def _distinct(values: dict[str, JsonValue]) -> list[JsonValue]:
    return [*sorted({str(value) for value in values.values()})]


def literal(name: str) -> str:
    """A pattern that matches exactly ``name``."""
    return "".join(f"[{character}]" if character in "*?[]" else character for character in name)


class Suggestions:
    """Counts equal approvals, and proposes the rule that would have given them.

    Attributes:
        changed: tells that there is another proposal, or one less.
    """

    def __init__(self) -> None:
        self._counts: OrderedDict[str, tuple[RuleDraft, int]] = OrderedDict()
        self._dismissed: set[str] = set()
        self.changed: Signal[[]] = Signal()

    @property
    def all(self) -> tuple[RuleDraft, ...]:
        """The rules that are suggested now, newest first."""
        ready = [made for made, count in reversed(self._counts.values()) if count >= EQUAL]
        return tuple(_with_count(made, self._counts[made.id][1]) for made in ready[:MOST])

    def approved(self, made: RuleDraft | None) -> None:
        """A person approved a call for which ``made`` is the narrowest rule; None where there is none."""
        if made is None or made.id in self._dismissed:
            return
        _, count = self._counts.pop(made.id, (made, 0))
        self._counts[made.id] = made, count + 1
        while len(self._counts) > REMEMBERED:
            self._counts.popitem(last=False)
        if count + 1 >= EQUAL:
            self.changed.emit()

    def dismiss(self, draft_id: str) -> bool:
        """Propose this one no more; False where it is not proposed."""
        known = self._counts.pop(draft_id, None) is not None
        if known:
            if len(self._dismissed) < REMEMBERED:
                self._dismissed.add(draft_id)
            self.changed.emit()
        return known


def _with_count(made: RuleDraft, count: int) -> RuleDraft:
    why = say_n(
        "You approved {n} call that this rule would have allowed.",
        "You approved {n} calls that this rule would have allowed.",
        count,
    )
    return replace(made, why=why)
