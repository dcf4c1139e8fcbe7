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
from host.policy.conditions import MethodCondition, conditions_phrases, conditions_words, plain_number
from host.policy.model import Match, Rule
from host.policy.place_conditions import MAX_LIST, MAX_NAME
from host.policy.write import moment_text, rule_json
from host.text import one_line
from host.words import clause, listed, lowered, say, say_n

Waits: TypeAlias = Literal["", "allows", "gone"]

SOURCES: Final = {"managed": say("your administrator's rules"), "user": "policy.json"}
_ACKNOWLEDGED_WORDS: Final = {
    "not-validated": say("its inputs could not be checked against the schema"),
    "not-inspected": say("not all of it was looked at"),
    "odd-name": say("the tool has an odd name"),
    "big-number": say("a number in it may change on its way"),
    "hidden-characters": say("it has invisible characters"),
    "confusable": say("it has letters that look like others"),
    "key-twin": say("two of its inputs have names that differ only in case"),
    "outside-folders": say("it leads outside the folders"),
    "sensitive-path": say("it leads to a sensitive place"),
    "odd-host": say("it goes to an odd host"),
    "private-host": say("it goes to a private address"),
    "runs-code": say("it runs code"),
    "writes-sql": say("it changes a database"),
    "destructive": say("it cannot be undone"),
    "secret": say("a secret is in it"),
    "instructions": say("it gives instructions to the model"),
    "asks-secret": say("it asks for a secret"),
    "further-round": say("it goes on with an earlier call"),
    "foreign-state": say("it goes on with a call that nobody knows"),
    "carried-over": say("a stranger's text chose what it does"),
    "exfiltration": say("private data leaves with it"),
    "new-host": say("it goes where no call went before"),
    "name-twin": say("its name is like another's"),
    "unknown-parameter": say("an input of it is not known"),
    "definition-changed": say("the tool's definition changed"),
    "first-use": say("the tool was never used before"),
    "large": say("it is unusually large"),
    "burst": say("it is one of many at once"),
    "contradiction": say("the server says one thing and does another"),
}
"""How a rule says that it accepts a kind of finding."""

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
    for part in map(lowered, (*conditions(rule), *obligations(rule.obligations))):
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
        conditions=(*conditions_words(rule.conditions, allows=allows), *_acknowledged(rule.acknowledges)),
        obligations=obligations(rule.obligations),
        enabled=rule.enabled,
        counts=rule.enabled and not expired and waits != "allows",
        expires="" if rule.expires is None else moment_text(rule.expires),
        text=json.dumps(rule.raw or rule_json(rule), indent=2, ensure_ascii=False),
        places=places,
        phrases=(*wants, *map(lowered, _acknowledged(rule.acknowledges)), *_until(rule), *_demands(rule.obligations)),
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


def _demands(wanted: Obligations) -> Iterator[str]:
    rateless = Obligations(wanted.approvers, wanted.pin, wanted.review_result, wanted.reason_required)
    yield from map(lowered, _obligations(rateless))
    for rate in wanted.rates:
        count = say_n("{n} call", "{n} calls", rate.calls)
        yield say("at most {calls} in {time}", calls=count, time=_SPANS.get(rate.seconds) or _seconds(rate.seconds))


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
    """Return what a rule requires besides names, and what it accepts, sentences without a full stop."""
    allows = rule.effect is Effect.ALLOW
    return (*conditions_words(rule.conditions, allows=allows), *_acknowledged(rule.acknowledges), *_validity(rule))


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
    """Yield what the rule accepts: Although it cannot be undone."""
    reasons = [
        _ACKNOWLEDGED_WORDS.get(kind) or say("there is a finding: {kind}", kind=one_line(kind, MAX_NAME))
        for kind in sorted(kinds)
    ]
    if reasons:
        yield clause("Although {why}", why=listed(reasons, most=MAX_LIST))


def _validity(rule: Rule) -> Iterator[str]:
    if rule.expires is not None:
        yield clause("Until {moment}", moment=moment_text(rule.expires))
    if not rule.enabled:
        yield clause("Not enabled: it has no effect")


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
        count, seconds = say_n("{n} call", "{n} calls", rate.calls), _seconds(rate.seconds)
        rule = one_line(rate.rule, MAX_NAME)
        yield clause("At most {calls} in {time} (rule {rule})", calls=count, time=seconds, rule=rule)


def _seconds(seconds: float) -> str:
    return say("1 second") if seconds == 1 else say("{number} seconds", number=f"{plain_number(seconds):,}")


def glob(pattern: str | None) -> str:
    """Return a pattern for names, ``*`` for none."""
    return one_line(pattern or "*", MAX_NAME)
