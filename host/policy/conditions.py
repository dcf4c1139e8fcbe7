"""What a rule wants of a call besides its names: true, false, or not to be told (pure).

Owns: the meaning of each condition, and the sentence that says which one fails; of ``paths_within`` and ``hosts``,
``host.policy.place_conditions`` has both. What stays true:
- What could not be worked out is neither true nor false. Whoever asks takes it for what is stricter.
- Annotations of a server that nobody vouched for never make a rule that allows match, and never keep one that asks or
  denies from matching (SECURITY, row 19): such a rule sees what the server claims, and besides what MCP takes for
  granted of one that says nothing. A rule of the administrator believes those that the administrator vouched for, and
  the user's word only where its ``trust`` names that level.
- Of a list, a rule that allows wants every value; one that asks or denies, any, whatever its capitals. A list or text
  that is longer than any that means something is not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple, Protocol, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from host.inspect.kinds import FORMER
from host.model import Effect, JsonValue, Severity
from host.policy import place_conditions
from host.policy.facts import CallFacts
from host.policy.model import WEEK, Rule, Scalar, TimeOfDay
from host.policy.place_conditions import every, matches_hosts, matches_paths
from host.text import one_line
from host.words import listed, say

Truth: TypeAlias = "bool | None"
"""None: could not be told."""

HINTS: Final = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": True}
"""What MCP takes for granted of a tool that does not say (specification 2025-11-25, schema, ToolAnnotations)."""
_VOUCHED: Final = {"managed": say("the administrator"), "user": say("the user"), "none": say("nobody")}
_WORSE: Final = {
    "severity:medium": frozenset({Severity.MEDIUM, Severity.HIGH}),
    "severity:high": frozenset({Severity.HIGH}),
}
_MANY: Final = 256
"""Values of one annotation that are compared."""
_LONG: Final = 4_096
"""Characters of one that is."""
_SHOWN: Final = 120
"""Characters of an author's or a stranger's text that a sentence repeats."""


def holds(rule: Rule, facts: CallFacts) -> Truth:
    """Whether everything that ``rule`` wants besides names holds; None where that could not be told."""
    if rule.expires is None and not rule.conditions.any:
        return True
    told: Truth = True
    for condition in _CONDITIONS:
        holding = condition.check(rule, facts)
        if holding is False:
            return False
        if holding is None:
            told = None
    return told


def why_not(rule: Rule, facts: CallFacts, *, kept: bool = False) -> str:
    """The first condition that fails, or else the first that could not be told, in one safe sentence; else empty.

    ``kept``: whether the sentence goes into the log, whose bodies hold nothing of a call's inputs.
    """
    results = [(condition.check(rule, facts), condition) for condition in _CONDITIONS]
    for holding, condition in sorted(results, key=lambda result: result[0] is None):
        if holding is not True:
            return (condition.fails if holding is False else condition.untold)(rule, facts, kept=kept)
    return ""


def believed(rule: Rule, facts: CallFacts) -> bool:
    """Whether ``rule`` takes the server's annotations for true."""
    if facts.trust == "user":
        return rule.source == "user" or "user" in rule.conditions.trust
    return facts.trust == "managed"


def called_now(kinds: frozenset[str]) -> frozenset[str]:
    """Kinds of findings as a rule names them, by the names that they have now."""
    return kinds if FORMER.keys().isdisjoint(kinds) else frozenset(FORMER.get(kind, kind) for kind in kinds)


def endless(said: JsonValue) -> bool:
    """Whether an annotation is longer than any that means something: to compare it would hold up everybody's calls."""
    each = said if isinstance(said, list) else [said]
    return len(each) > _MANY or any(isinstance(one, str) and len(one) > _LONG for one in each)


def same(said: JsonValue, wanted: Scalar, *, loosely: bool = False) -> bool:
    """Whether two JSON values are equal; ``true`` is not 1. ``loosely``: capitals and blanks around do not count."""
    if isinstance(said, str) and isinstance(wanted, str):
        return said.strip().casefold() == wanted.strip().casefold() if loosely else said == wanted
    return isinstance(said, bool) is isinstance(wanted, bool) and said == wanted


def _expiry(rule: Rule, facts: CallFacts) -> Truth:
    if rule.expires is None:
        return True
    return None if (now := _aware(facts)) is None else now < rule.expires


def _trust(rule: Rule, facts: CallFacts) -> Truth:
    wanted = rule.conditions.trust
    return not wanted or facts.trust in wanted


def _findings(rule: Rule, facts: CallFacts) -> Truth:
    wanted = called_now(rule.conditions.findings)
    if not wanted or any(
        finding.kind in wanted or any(finding.severity in _WORSE[it] for it in wanted & _WORSE.keys())
        for finding in facts.findings
    ):
        return True
    unseen = any(it.kind == "not-inspected" and it.severity is not Severity.INFO for it in facts.findings)
    return None if unseen and rule.effect is not Effect.ALLOW else False  # it may be in what nobody could look at


def _annotations(rule: Rule, facts: CallFacts) -> Truth:
    return every(_annotation(rule, facts, name, values) for name, values in rule.conditions.annotations)


def _annotation(rule: Rule, facts: CallFacts, name: str, wanted: Iterable[Scalar]) -> Truth:
    if endless(facts.annotations.get(name)):
        return False if rule.effect is Effect.ALLOW else None
    if rule.effect is Effect.ALLOW:
        seen = _seen(facts, name, belief=True) if believed(rule, facts) else []
        return bool(seen) and all(any(same(value, it) for it in wanted) for value in seen)
    seen = _seen(facts, name, belief=believed(rule, facts))
    return any(same(value, it, loosely=True) for value in seen for it in wanted)


def _seen(facts: CallFacts, name: str, *, belief: bool) -> list[JsonValue]:
    """The values that a rule sees: what is claimed, and what MCP takes for granted where that says no less."""
    claim = facts.annotations.get(name)
    seen: list[JsonValue] = [*claim] if isinstance(claim, list) else [claim] if name in facts.annotations else []
    if name in HINTS and not (belief and isinstance(claim, bool)):
        # A hint that is no boolean says nothing; what an untrusted server says does not hide what it keeps quiet.
        return [HINTS[name]] if belief else [*seen, HINTS[name]]
    return seen


def _time(rule: Rule, facts: CallFacts) -> Truth:
    if (wanted := rule.conditions.time) is None:
        return True
    return None if (now := _aware(facts)) is None else _in_time(wanted, now)


def _in_time(wanted: TimeOfDay, now: datetime) -> Truth:
    """On the clock of that zone. Zones are read once and then kept by ``zoneinfo``."""
    try:
        there = now if wanted.zone == "local" else now.astimezone(ZoneInfo(wanted.zone))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
    minute = there.hour * 60 + there.minute
    if wanted.begins < wanted.ends:
        return wanted.begins <= minute < wanted.ends and _on(wanted, there)
    evening = minute >= wanted.begins and _on(wanted, there)
    return evening or (minute < wanted.ends and _on(wanted, there - timedelta(days=1)))


def _on(wanted: TimeOfDay, day: datetime) -> bool:
    return not wanted.days or WEEK[day.weekday()] in wanted.days


def _aware(facts: CallFacts) -> datetime | None:
    return facts.now if facts.now is not None and facts.now.utcoffset() is not None else None


def _arguments(rule: Rule, facts: CallFacts) -> Truth:
    wanted = rule.conditions.arguments
    return True if wanted is None else facts.fits(wanted)


def _hosts(rule: Rule, facts: CallFacts) -> Truth:
    wanted = rule.conditions.hosts
    return True if wanted is None else matches_hosts(facts, wanted, allow=rule.effect is Effect.ALLOW)


def _paths(rule: Rule, facts: CallFacts) -> Truth:
    wanted = rule.conditions.paths
    return True if wanted is None else matches_paths(facts, wanted, allow=rule.effect is Effect.ALLOW)


def _expired(rule: Rule, facts: CallFacts, *, kept: bool) -> str:
    del facts, kept
    return say("It expired at {moment}.", moment=f"{rule.expires:%Y-%m-%d %H:%M %Z}")


def _other_trust(rule: Rule, facts: CallFacts, *, kept: bool) -> str:
    del kept
    whom = listed([_VOUCHED[level] for level in _VOUCHED if level in rule.conditions.trust], either=True)
    this = _VOUCHED[facts.trust]
    return say("It wants a server for which {whom} vouched; for this one, {this} did.", whom=whom, this=this)


def _other_annotation(rule: Rule, facts: CallFacts, *, kept: bool) -> str:
    del kept
    failing = (name for name, values in rule.conditions.annotations if _annotation(rule, facts, name, values) is False)
    name = one_line(next(failing, ""), _SHOWN)
    if rule.effect is Effect.ALLOW and not believed(rule, facts):
        return say("It goes by the annotation {name}, and nobody it believes vouched for the server.", name=name)
    return say("The annotation {name} does not have a value that it wants.", name=name)


class _Condition(NamedTuple):
    """One kind of condition. Attributes: check: true where nothing of the kind is wanted. fails, untold: sentences."""

    check: Callable[[Rule, CallFacts], Truth]
    fails: _Say
    untold: _Say


class _Say(Protocol):
    """Says why."""

    def __call__(self, rule: Rule, facts: CallFacts, *, kept: bool) -> str:
        """One safe sentence. ``kept``: as in ``why_not``."""


def _told(sentence: str) -> _Say:
    def told(rule: Rule, facts: CallFacts, *, kept: bool) -> str:
        del rule, facts, kept
        return sentence

    return told


_NO_CLOCK: Final = _told(say("The time could not be told."))
_CONDITIONS: Final = (  # what costs little comes first
    _Condition(_expiry, _expired, _NO_CLOCK),
    _Condition(_trust, _other_trust, _told("")),
    _Condition(
        _findings,
        _told(say("None of the findings that it names was made.")),
        _told(say("Not all of the call could be inspected.")),
    ),
    _Condition(_annotations, _other_annotation, _told(say("An annotation is too long to be compared."))),
    _Condition(_time, _told(say("It does not count at this time of day or week.")), _NO_CLOCK),
    _Condition(_hosts, place_conditions.hosts_elsewhere, place_conditions.hosts_untold),
    _Condition(_paths, place_conditions.paths_elsewhere, place_conditions.paths_untold),
    _Condition(
        _arguments,
        _told(say("The inputs do not meet its schema.")),
        _told(say("Whether the inputs meet its schema could not be told.")),
    ),
)
