"""What a rule says, in words (pure).

Owns: the sentences for rules, conditions and obligations, the same in every place that shows them. What stays true:
whatever decides is said, or it is said how much is left out; text from a file is escaped and bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from host.canonical import canonical
from host.model import Effect, Obligations, RoleQuota, Trust
from host.policy.model import ArgumentSchema, Conditions, Hosts, Match, PathsWithin, Rule, Scalar, TimeOfDay
from host.policy.write import WEEK, clock, host_text, moment_text, number
from host.text import one_line

VERBS: Final = {Effect.ALLOW: "allows", Effect.ASK: "wants a person to see", Effect.DENY: "denies"}
SOURCES: Final = {"managed": "the managed policy", "user": "policy.json"}
_SHOWN: Final = 64
"""Characters of a pattern or value that are repeated."""
_LISTED: Final = 8
"""Entries of a list that are repeated."""
_VOUCHED: Final[dict[Trust, str]] = {"managed": "the administrator", "user": "you", "none": "nobody"}
_DAYS: Final = dict(
    zip(WEEK, ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"), strict=True)
)
_WORKDAYS: Final = frozenset(WEEK[:5])
_SEVERITIES: Final = {"severity:medium": "any of medium severity or worse", "severity:high": "any of high severity"}


def rule_words(rule: Rule) -> str:
    """All that a rule says in one sentence: Rule "x" of the managed policy denies files ▸ delete_*."""
    parts = [*conditions(rule), *(lowered(text) for text in obligations(rule.obligations))]
    more = f" ({'; '.join(map(lowered, parts))})" if parts else ""
    return f"{rule_name(rule)} {VERBS[rule.effect]} {calls(rule.match)}{more}."


def rule_name(rule: Rule) -> str:
    """Which rule: Rule "x" of the managed policy."""
    return f'Rule "{one_line(rule.id, _SHOWN)}" of {SOURCES[rule.source]}'


def calls(match: Match) -> str:
    """Which calls by name: ``files ▸ read_* by claude``, or every call."""
    named = f"{_glob(match.server)} ▸ {_glob(match.tool)}" if match.server or match.tool else "every call"
    return f"{named} by {_glob(match.app)}" if match.app else named


def conditions(rule: Rule) -> tuple[str, ...]:
    """What a rule wants of a call besides its names, a sentence without a full stop each."""
    return (*_conditions(rule.conditions, allows=rule.effect is Effect.ALLOW), *_standing(rule))


def obligations(wanted: Obligations) -> tuple[str, ...]:
    """What is demanded, a sentence without a full stop each."""
    return tuple(_obligations(wanted))


def quotas(approvers: Iterable[RoleQuota]) -> str:
    """People by role: 1 IRB_CHAIR and 2 REVIEWER."""
    return joined([f"{quota.count} {one_line(quota.role, _SHOWN)}" for quota in approvers], "and")


def joined(parts: Sequence[str], last: str) -> str:
    """``a, b and c``; of a long list, how many more there are. ``last``: ``and`` or ``or``."""
    shown = [*parts[:_LISTED], *([f"{len(parts) - _LISTED:,} more"] if len(parts) > _LISTED else [])]
    return f" {last} ".join([*([", ".join(shown[:-1])] if shown[1:] else []), *shown[-1:]])


def _standing(rule: Rule) -> Iterator[str]:
    """Whether and until when it counts."""
    if rule.expires is not None:
        yield f"Until {moment_text(rule.expires)}"
    if not rule.enabled:
        yield "Not enabled: it counts for nothing"


def _conditions(wanted: Conditions, *, allows: bool) -> Iterator[str]:
    if wanted.trust:
        levels = [_VOUCHED[level] for level in ("managed", "user", "none") if level in wanted.trust]
        yield f"The server is vouched for by {joined(levels, 'or')}"
    for name, values in wanted.annotations:
        yield f"The tool's {one_line(name, _SHOWN)} is {joined([_value(value) for value in values], 'or')}"
    if wanted.findings:
        kinds = [_SEVERITIES.get(kind, one_line(kind, _SHOWN)) for kind in sorted(wanted.findings)]
        yield f"There is a finding: {joined(kinds, 'or')}"
    if wanted.arguments:
        yield _schema(wanted.arguments)
    if wanted.paths:
        yield _paths(wanted.paths, allows=allows)
    if wanted.hosts:
        yield _hosts(wanted.hosts, allows=allows)
    if wanted.time:
        yield _time(wanted.time)


def _schema(schema: ArgumentSchema) -> str:
    shown = one_line(canonical(schema.raw).decode(), _LISTED * _SHOWN)
    return f"The arguments meet the schema {shown}"


def _paths(paths: PathsWithin, *, allows: bool) -> str:
    folders = joined([one_line(folder, _SHOWN) for folder in paths.folders], "or")
    return f"{'Every' if allows else 'Any'} path{_in(paths.arguments)} lies within {folders}"


def _hosts(hosts: Hosts, *, allows: bool) -> str:
    patterns = joined([one_line(host_text(pattern), _SHOWN) for pattern in hosts.patterns], "or")
    return f"{'Every' if allows else 'Any'} host{_in(hosts.arguments)} is {patterns}"


def _in(arguments: Sequence[str]) -> str:
    return f" in {joined([one_line(name, _SHOWN) for name in arguments], 'or')}" if arguments else ""


def _time(time: TimeOfDay) -> str:
    begins, ends = clock(time.begins), clock(time.ends)
    next_day = " of the next day" if time.ends <= time.begins else ""
    whole = (time.begins, time.ends) == (0, 24 * 60)
    hours = "at any time" if whole else f"from {begins} to {ends}{next_day}"
    zone = "local time" if time.zone == "local" else one_line(time.zone, _SHOWN)
    return f"{_days(time)}, {hours} ({zone})"


def _days(time: TimeOfDay) -> str:
    if not time.days or len(time.days) == len(WEEK):
        return "On every day"
    if time.days == _WORKDAYS:
        return "On Monday to Friday"
    return f"On {joined([_DAYS[day] for day in WEEK if day in time.days], 'and')}"


def _obligations(wanted: Obligations) -> Iterator[str]:
    if wanted.approvers:
        yield f"Signed by {quotas(wanted.approvers)}"
    if wanted.pin:
        yield "With a PIN"
    if wanted.reason_required:
        yield "With a reason"
    if wanted.review_result:
        yield "The result is held until a person releases it"
    for rate in wanted.rates:
        calls_ = f"{rate.calls:,} call{'' if rate.calls == 1 else 's'}"
        yield f"At most {calls_} in {_seconds(rate.seconds)} (rule {one_line(rate.rule, _SHOWN)})"


def _seconds(seconds: float) -> str:
    return "1 second" if seconds == 1 else f"{number(seconds):,} seconds"


def _value(value: Scalar) -> str:
    return one_line(canonical(value).decode(), _SHOWN)


def _glob(glob: str | None) -> str:
    return one_line(glob or "*", _SHOWN)


def lowered(text: str) -> str:
    """For the middle of a sentence."""
    return text[:1].lower() + text[1:]
