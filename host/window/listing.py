"""The rules, as the window reads them.

Owns: the views of rules, a page at a time.

Invariants: a page is bounded however many rules there are; words of a rule come from ``host.policy.words`` alone; a
rule that is gone from the file and still counts is listed too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from host.control.protocol import ReadRules
from host.control.views import ChangeView, RulesPage, RuleView
from host.policy import words
from host.policy.model import PolicySource, Rule, Unconfirmed
from host.policy.write import moment_text, rule_json

MAX_PAGE: Final = 500
"""Rules of one page at most."""
MAX_FILTER: Final = 1_000
"""Characters of a filter."""

Waits: TypeAlias = Literal["", "allows", "gone"]


class Entry(NamedTuple):
    """One rule of the list. Attributes: rule. waits: as in ``RuleView``."""

    rule: Rule
    waits: Waits = ""


class Listing:
    """All rules at one moment. Its pages may be made in any thread.

    Attributes:
        generation: of the rules in force.
    """

    def __init__(self, sources: Sequence[PolicySource], generation: int) -> None:
        """``sources``: managed, then user, as they count."""
        self._entries = tuple(_entries(sources))
        self._texts: dict[int, str] = {}
        self.generation = generation

    def page(self, asked: ReadRules, now: datetime) -> RulesPage:
        """The page that ``asked`` names. ``now``: aware, decides what has expired."""
        wanted = asked.text[:MAX_FILTER].casefold().split()
        found = [number for number, entry in enumerate(self._entries) if _fits(entry, asked)]
        if wanted:
            found = [number for number in found if all(word in self._text(number) for word in wanted)]
        begin, limit = max(0, asked.begin), max(1, min(asked.limit, MAX_PAGE))
        rules = tuple(view(*self._entries[number], now=now) for number in found[begin : begin + limit])
        return RulesPage(rules, len(found), self.generation)

    def users_rule(self, rule_id: str) -> Rule | None:
        """The rule of that id in the user's file; None where there is none."""
        users = (it.rule for it in self._entries if it.rule.source == "user" and it.waits != "gone")
        return next((rule for rule in users if rule.id == rule_id), None)

    def _text(self, number: int) -> str:
        """Everything that a filter looks at."""
        text = self._texts.get(number)
        if text is None:
            text = self._texts[number] = _searched(self._entries[number].rule)
        return text


def view(rule: Rule, waits: Waits = "", *, now: datetime | None = None) -> RuleView:
    """One rule in words. ``now``: aware; the present where None."""
    match = rule.match
    expired = rule.expires is not None and rule.expires <= (now or datetime.now(UTC))
    return RuleView(
        id=rule.id,
        effect=rule.effect.value,
        server=match.server or "*",
        tool=match.tool or "*",
        app=match.app or "*",
        reason=rule.reason,
        source=rule.source,
        conditions=words.conditions(rule),
        obligations=words.obligations(rule.obligations),
        enabled=rule.enabled,
        counts=rule.enabled and not expired and waits != "allows",
        expires="" if rule.expires is None else moment_text(rule.expires),
        text=json.dumps(rule.raw or rule_json(rule), indent=2, ensure_ascii=False),
        words=words.rule_words(rule),
        waits=waits,
    )


def change_view(change: Unconfirmed, now: datetime) -> ChangeView:
    """One change that waits, in words."""
    waits: Waits = "gone" if change.kind == "gone" else "allows"
    return ChangeView(change.kind, None if change.rule is None else view(change.rule, waits, now=now), change.server)


def _entries(sources: Sequence[PolicySource]) -> Iterator[Entry]:
    for source in sources:
        held = {id(change.rule) for change in source.waiting if change.kind == "allows"}
        for rule in source.rules:
            yield Entry(rule, "allows" if id(rule) in held else "")
    for source in sources:
        for change in source.waiting:
            if change.kind == "gone" and change.rule is not None:
                yield Entry(change.rule, "gone")


def _fits(entry: Entry, asked: ReadRules) -> bool:
    rule, waits = entry
    if asked.source and rule.source != asked.source:
        return False
    if asked.effect and rule.effect.value != asked.effect:
        return False
    return not asked.waiting or bool(waits)


def _searched(rule: Rule) -> str:
    match = rule.match
    said = (rule.id, match.server or "", match.tool or "", match.app or "", rule.reason, words.rule_words(rule))
    return " ".join((*said, *words.conditions(rule), *words.obligations(rule.obligations))).casefold()
