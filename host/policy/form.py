"""The form in which people write rules (pure).

Owns: the fields for what every rule has, and the list of all fields; each condition declares its own.

Invariants: a field only names where its value stands in the rule's JSON; what a rule means is read from its text alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from host.control.views import Choice, FormField
from host.inspect.kinds import KINDS
from host.policy import conditions
from host.policy.conditions import WHEN
from host.policy.place_conditions import WHERE
from host.words import say

_WHICH: Final = say("Which calls")
_DEMANDS: Final = say("What a yes demands")
_LIMITS: Final = say("Limits")
_ACCEPTED: Final = say("Warnings that it accepts")
_NOTE: Final = say("Reason")
_ORDER: Final = ("", _WHICH, WHERE, WHEN, _DEMANDS, _LIMITS, _NOTE)
"""Other groups come after these."""
_ASK: Final = ("ask",)
_NOT_DENY: Final = ("allow", "ask")
_NAMES: Final = (
    FormField(("effect",), "effect", say("What happens")),
    FormField(("match", "app"), "app", say("App"), group=_WHICH),
    FormField(("match", "server"), "server", say("Server"), group=_WHICH),
    FormField(("match", "tool"), "tool", say("Tool"), group=_WHICH),
)
_REST: Final = (
    FormField(
        ("expires",), "moment", say("Until"),
        say("A day such as 2027-12-01, or a day and a time. Left empty: for good."), WHEN,
    ),
    FormField(
        ("obligations", "approvers"), "roles", say("Signatures of"),
        say("A role a line; “2 REVIEWER” for two people."), _DEMANDS, effects=_ASK,
    ),
    FormField(("obligations", "pin"), "flag", say("A PIN"), group=_DEMANDS, effects=_ASK),
    FormField(("obligations", "reason_required"), "flag", say("A reason"), group=_DEMANDS, effects=_ASK),
    FormField(
        ("obligations", "review_result"), "flag", say("A look at the result before the app gets it"), group=_DEMANDS,
        effects=_NOT_DENY,
    ),
    FormField(
        ("obligations", "rate", "calls"), "number", say("Calls at most"),
        say("How many, and beside it in how many seconds."), _LIMITS, effects=_NOT_DENY,
    ),
    FormField(
        ("obligations", "rate", "perSeconds"), "number", say("In seconds"),
        say("60 for a minute, 3600 for an hour, 86400 for a day."), _LIMITS, effects=_NOT_DENY,
    ),
    FormField(
        ("acknowledges",), "several", say("It runs in spite of"),
        say("A grave warning always asks."), _ACCEPTED, effects=("allow",),
        choices=tuple(Choice(kind.name, kind.title) for kind in KINDS.values() if not kind.later),
    ),
    FormField(("reason",), "text", say("Reason"), say("One sentence that people and the app read."), _NOTE),
)  # fmt: skip


def fields() -> tuple[FormField, ...]:
    """Every field, in the order of the form; those of one group stand together."""
    made = (*_NAMES, *_of_conditions(), *_REST)
    place = {group: number for number, group in enumerate(_ORDER)}
    return tuple(sorted(made, key=lambda field: (place.get(field.group, len(_ORDER)), field.kind == "inputs")))


def _of_conditions() -> Iterator[FormField]:
    for condition in conditions.CONDITIONS:
        for field in condition.fields:
            yield replace(field, key=("match", condition.key, *field.key))
