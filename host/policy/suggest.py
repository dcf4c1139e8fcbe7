"""Rules that Assent proposes: the narrowest one around a call, and when to propose it unasked.

Owns: the draft of a rule from a call, and the tally of equal approvals. What stays true: nothing here counts before a
person saved it in the window; a draft matches the call that it was made from and says as little more as it can; the
tally lives in memory, is bounded, and proposes nothing that could not count.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from host.canonical import canonical
from host.control.views import RuleDraft
from host.gate.bounds import folder_around
from host.gate.hooks import tell, unheard
from host.model import Effect, JsonObject, sha256_hex
from host.policy.facts import CallFacts, HostFact, PathFact
from host.policy.parse import parse_rule
from host.policy.words import rule_words
from host.policy.write import rule_text
from host.words import say_n

F = TypeVar("F", PathFact, HostFact)

EQUAL: Final = 3
"""Equal approvals by a person after which a rule is proposed."""
MOST: Final = 3
"""Proposals at once; more would be noise."""
REMEMBERED: Final = 256
"""Drafts whose approvals are counted."""
LONG: Final = 200
"""Characters from which on a text is contents rather than a parameter, and may be any text."""
MAX_RULE: Final = 8_192
"""Bytes of a draft; a longer one repeats contents, and nobody would read it."""


def draft(facts: CallFacts, arguments: JsonObject, effect: Effect, *, why: str) -> RuleDraft | None:
    """The narrowest rule that would decide a call by ``effect``; None where none can say it.

    ``facts``: with paths and hosts. ``why``: one safe sentence.
    """
    raw: JsonObject = {"effect": effect.value, "match": _match(facts, arguments)}
    written = canonical(raw)
    rule, _ = parse_rule(written.decode()) if len(written) <= MAX_RULE else (None, ())
    if rule is None:
        return None
    text = rule_text(rule)
    return RuleDraft(text, rule_words(rule), why, sha256_hex(text.encode())[:16])


def _match(facts: CallFacts, arguments: JsonObject) -> JsonObject:
    match: JsonObject = {"server": literal(facts.server), "tool": literal(facts.tool), "app": literal(facts.app)}
    paths = _top(facts.paths, arguments)
    folders = {key: folder for key, fact in paths.items() if (folder := _folder(fact))}
    hosts = {key: host for key, fact in _top(facts.hosts, arguments).items() if (host := _host(fact))}
    if folders:
        match["paths_within"] = {"folders": [*sorted(set(folders.values()))], "arguments": [*sorted(folders)]}
    if hosts:
        match["hosts"] = {"hosts": [*sorted(set(hosts.values()))], "arguments": [*sorted(hosts)]}
    match["arguments"] = _schema(arguments, free={*folders, *hosts})
    return match


def _schema(arguments: JsonObject, free: set[str]) -> JsonObject:
    """The arguments as they are, but for those that are bounded otherwise, and for contents."""
    properties: JsonObject = {}
    for name, value in arguments.items():
        if name in free or (isinstance(value, str) and (len(value) > LONG or "\n" in value)):
            properties[name] = {"type": "string"}
        else:
            properties[name] = {"const": value}
    return {
        "type": "object",
        "properties": properties,
        "required": [*sorted(arguments)],
        "additionalProperties": False,
    }


def _top(facts: Iterable[F] | None, arguments: JsonObject) -> dict[str, F]:
    """The facts about arguments that are one text each, by name."""
    return {
        fact.key: fact
        for fact in facts or ()
        if fact.where == f"$.{fact.key}" and isinstance(arguments.get(fact.key), str)
    }


def _folder(fact: PathFact) -> str:
    if fact.kind != "path" or fact.place is None or fact.maybe:
        return ""
    around = folder_around(fact.place)
    return "" if around is None else around.folder


def _host(fact: HostFact) -> str:
    if fact.host is None or fact.kind != "url":
        return ""
    host = f"[{fact.host}]" if ":" in fact.host else fact.host
    return host if fact.usual_port else f"{host}:{fact.port}"


def literal(name: str) -> str:
    """A pattern that matches exactly ``name``."""
    return "".join(f"[{character}]" if character in "*?[]" else character for character in name)


class Suggestions:
    """Counts equal approvals, and proposes the rule that would have given them.

    Attributes:
        changed: hears that there is another proposal, or one less.
    """

    def __init__(self) -> None:
        self._counts: OrderedDict[str, tuple[RuleDraft, int]] = OrderedDict()
        self._dismissed: set[str] = set()
        self.changed: Callable[[], None] = unheard

    @property
    def all(self) -> tuple[RuleDraft, ...]:
        """What is proposed now, newest first."""
        ready = [made for made, count in reversed(self._counts.values()) if count >= EQUAL]
        return tuple(_told(made, self._counts[made.id][1]) for made in ready[:MOST])

    def approved(self, made: RuleDraft | None) -> None:
        """A person approved a call for which ``made`` is the narrowest rule; None where there is none."""
        if made is None or made.id in self._dismissed:
            return
        _, count = self._counts.pop(made.id, (made, 0))
        self._counts[made.id] = made, count + 1
        while len(self._counts) > REMEMBERED:
            self._counts.popitem(last=False)
        if count + 1 >= EQUAL:
            tell(self.changed)

    def dismiss(self, draft_id: str) -> bool:
        """Propose this one no more; False where it is not proposed."""
        known = self._counts.pop(draft_id, None) is not None
        if known:
            if len(self._dismissed) < REMEMBERED:
                self._dismissed.add(draft_id)
            tell(self.changed)
        return known


def _told(made: RuleDraft, count: int) -> RuleDraft:
    why = say_n(
        "You approved {n} call that this rule would have allowed.",
        "You approved {n} calls that this rule would have allowed.",
        count,
    )
    return RuleDraft(made.text, made.words, why, made.id)
