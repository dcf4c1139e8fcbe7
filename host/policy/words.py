"""What a rule says, in words (pure).

Owns the sentences for rules and obligations, the same in every place that shows them, and how a rule looks to the
window. Each condition words itself.

Invariants:
    Everything that decides is said, or how much is left out.
    Text from a file is escaped and bounded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, Literal, TypeAlias

from host.control.views import RuleView
from host.model import Effect, Obligations, RoleQuota
from host.naming import role_name
from host.policy.conditions import MethodCondition, conditions_phrases, plain_number, title_of
from host.policy.model import Match, Rule
from host.policy.place_conditions import MAX_LIST, MAX_NAME
from host.policy.write import moment_text, rule_json
from host.text import one_line
from host.words import clause, listed, lowered, say, say_n

Waits: TypeAlias = Literal["", "allows", "gone"]

SOURCES: Final = {"managed": say("your administrator's rules"), "user": "policy.json"}
_MONTHS: Final = (
    say("January"), say("February"), say("March"), say("April"), say("May"), say("June"), say("July"), say("August"),
    say("September"), say("October"), say("November"), say("December"),
)  # fmt: skip
_SPANS: Final = {1.0: say("a second"), 60.0: say("a minute"), 3_600.0: say("an hour"), 86_400.0: say("a day")}


def rule_words(rule: Rule) -> str:
    """Return everything that a rule says in one sentence: Rule "x" of your administrator denies files ▸ delete_*."""
    return rule_says(rule, calls_and_conditions(rule))


def calls_and_conditions(rule: Rule) -> str:
    """Return which calls a rule is about, with its conditions and demands."""
    conditions_text = ""
    for part in (*conditions(rule), *map(lowered, obligations(rule.obligations))):
        conditions_text = say("{first}; {next}", first=conditions_text, next=part) if conditions_text else part
    which = matches(rule)
    return say("{calls} ({conditions})", calls=which, conditions=conditions_text) if conditions_text else which


def rule_view(rule: Rule, waits: Waits = "", *, now: datetime | None = None) -> RuleView:
    """Return one rule in words. ``now``: with a time zone; if None, it has not expired."""
    match = rule.match
    expired = rule.expires is not None and now is not None and rule.expires <= now
    allows = rule.effect is Effect.ALLOW
    places, wants = conditions_phrases(rule.conditions, allows=allows)
    return RuleView(
        id=rule.id,
        effect=rule.effect.value,
        server=match.server or "*",
        tool=match.tool or "*",
        app=match.app or "*",
        reason=rule.reason,
        source=rule.source,
        obligations=obligations(rule.obligations),
        enabled=rule.enabled,
        counts=rule.enabled and not expired and waits != "allows",
        expires="" if rule.expires is None else moment_text(rule.expires),
        text=json.dumps(rule.raw or rule_json(rule), indent=2, ensure_ascii=False),
        places=places,
        phrases=(
            *wants,
            *_acknowledged(rule.acknowledges),
            *_until(rule),
            *map(lowered, obligations(rule.obligations)),
        ),
        waits=waits,
    )


def _until(rule: Rule) -> Iterator[str]:
    if rule.expires is None:
        return
    try:
        local = rule.expires.astimezone()
    except (OverflowError, ValueError, OSError):
        local = rule.expires
    day = say("{day} {month} {year}", day=str(local.day), month=_MONTHS[local.month - 1], year=str(local.year))
    if local.hour or local.minute:
        yield say("until {day} at {time}", day=day, time=f"{local:%H:%M}")
    else:
        yield say("until {day}", day=day)


def rule_says(rule: Rule, which: str) -> str:
    """Return what a rule says of these calls, as a sentence."""
    match rule.effect:
        case Effect.ALLOW:
            return say("{rule} allows {calls}.", rule=rule_name(rule), calls=which)
        case Effect.ASK:
            return say("{rule} requires a person to see {calls}.", rule=rule_name(rule), calls=which)
        case Effect.DENY:
            return say("{rule} denies {calls}.", rule=rule_name(rule), calls=which)


def rule_name(rule: Rule) -> str:
    """Return which rule it is: Rule "x" of your administrator."""
    if rule.source == "managed":
        return clause('Rule "{id}" of your administrator', id=one_line(rule.id, MAX_NAME))
    return clause('Rule "{id}" of {source}', id=one_line(rule.id, MAX_NAME), source=SOURCES[rule.source])


def matches(rule: Rule) -> str:
    """Return what a rule is about, by names: calls of tools, or what servers ask of apps."""
    match = rule.match
    if rule.condition(MethodCondition) is None:
        return calls(match)
    if match.app:
        return say("what {server} asks of {app}", server=glob(match.server), app=glob(match.app))
    return say("what {server} asks of apps", server=glob(match.server)) if match.server else say("what servers ask")


def calls(match: Match) -> str:
    """Return which calls by name: ``files ▸ read_* by claude``, or every call."""
    named = f"{glob(match.server)} ▸ {glob(match.tool)}" if match.server or match.tool else say("every call")
    return say("{calls} by {app}", calls=named, app=glob(match.app)) if match.app else named


def conditions(rule: Rule) -> tuple[str, ...]:
    """Return what a rule requires besides names, and what it accepts, as parts of one sentence."""
    places, wants = conditions_phrases(rule.conditions, allows=rule.effect is Effect.ALLOW)
    enabled = () if rule.enabled else (say("not enabled, so it has no effect"),)
    return (*places, *wants, *_acknowledged(rule.acknowledges), *_until(rule), *enabled)


def obligations(wanted: Obligations) -> tuple[str, ...]:
    """Return what is demanded, sentences without a full stop."""
    return tuple(_obligations(wanted))


def quotas(approvers: Iterable[RoleQuota]) -> str:
    """Return people by role: IRB chair and Reviewer (2 people)."""
    return listed([_quota(quota) for quota in approvers], most=MAX_LIST)


def _quota(quota: RoleQuota) -> str:
    role = role_name(quota.role)
    return role if quota.count == 1 else say("{role} ({number} people)", role=role, number=f"{quota.count:,}")


def _acknowledged(kinds: Iterable[str]) -> Iterator[str]:
    """Yield what the rule accepts, such as: despite these warnings: Cannot be undone and Secret."""
    if titles := [title_of(kind) for kind in sorted(kinds)]:
        yield say("despite these warnings: {titles}", titles=listed(titles, most=MAX_LIST))


def _obligations(wanted: Obligations) -> Iterator[str]:
    if wanted.approvers:
        yield clause("Signed by {people}", people=quotas(wanted.approvers))
    if wanted.pin:
        yield clause("With a PIN")
    if wanted.reason_required:
        yield clause("With a reason")
    if wanted.review_result:
        yield clause("The result is held until a person releases it")
    for rate in wanted.rates:
        count, time = say_n("{n} call", "{n} calls", rate.calls), _SPANS.get(rate.seconds) or _seconds(rate.seconds)
        yield clause("At most {calls} in {time}", calls=count, time=time)


def _seconds(seconds: float) -> str:
    return say("{number} seconds", number=f"{plain_number(seconds):,}")


def glob(pattern: str | None) -> str:
    """Return a pattern for names, ``*`` for none."""
    return one_line(pattern or "*", MAX_NAME)
