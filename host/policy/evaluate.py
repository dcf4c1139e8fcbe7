"""The verdict on a call (pure).

Owns: how rules combine; the reasons to ask a person although a rule allows (guards); and the signatures that a trusted
server wants.

Invariants:
    - A source that cannot be used denies everything.
    - Among matching rules deny wins over ask and ask over allow, whatever file they are in. Of equally strict ones the
      managed policy's, then the smallest id, is named. All their demands are combined. If nothing matches, a person is
      asked.
    - What is unknown counts as the stricter case: an allowing rule does not match, an asking one does, and if one
      might deny, no rule or grant lets the call pass. The same holds for everything that the managed policy does not
      decide, while a person's confirmation of the user's rules cannot be found.
    - Of one file's allowing rules the first decides that acknowledges every finding, else the first.
    - A guard only turns what would pass by itself into a question. The words of an untrusted server can only be such a
      reason, never a demand (attack 19).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from host.inspect.kinds import forces
from host.model import (
    NO_OBLIGATIONS,
    UNKNOWN_APP,
    Effect,
    Finding,
    JsonValue,
    Obligations,
    RoleQuota,
    Severity,
    Verdict,
)
from host.policy import words
from host.policy.conditions import (
    METHODS,
    VOUCHERS,
    MethodCondition,
    as_list,
    current_kinds,
    holds,
    is_same_value,
    is_too_long,
    why_not,
)
from host.policy.facts import CallFacts
from host.policy.index import index_of, waiting_index
from host.policy.model import PolicySource, Rule, Scalar
from host.policy.words import SOURCES
from host.text import one_line
from host.values import replace
from host.words import lowered, say, sentences

_GRANTABLE_SOURCES: Final = ("default", "user")
"""Sources of an ask that a grant may answer."""
_NO_RULE: Final = say("No rule matches, so a person is asked.")
_PASSES_BY_DEFAULT: Final = say("No rule is about it, and by default an app is asked this.")
_UNKNOWN_METHOD: Final = say("Assent does not know what the server asks for.")
_MAX_ROLES_SHOWN: Final = 200
"""Characters of roles that a sentence repeats."""


class VerdictAndRule(NamedTuple):
    """A verdict, and the rule that decided or was held back, or None."""

    verdict: Verdict
    rule: Rule | None = None


def evaluate(facts: CallFacts, sources: Iterable[PolicySource]) -> Verdict:
    """Return the verdict on a call. Total and deterministic; the order of sources and rules means nothing."""
    return decide(facts, in_order(sources)).verdict


def decide(facts: CallFacts, sources: Sequence[PolicySource]) -> VerdictAndRule:
    """Return the verdict with its rule. ``sources``: from ``in_order``."""
    if (verdict := broken_verdict(sources)) is not None:
        return VerdictAndRule(verdict)
    matches = _match_rules(facts, sources)
    if matches.deny is not None:
        return _decided_by(matches.deny, facts, NO_OBLIGATIONS)
    decided = _verdict_without_deny(facts, sources, matches)
    guard = next(_guards(facts, sources, matches, decided), None)
    return decided if guard is None else VerdictAndRule(_apply_guard(decided.verdict, guard), decided.rule)


def broken_verdict(sources: Sequence[PolicySource]) -> Verdict | None:
    """Return the verdict on every call if a source cannot be used, else None."""
    source = next((source for source in sources if source.error), None)
    if source is None:
        return None
    what = say("Everything is denied, since {source} cannot be used.", source=SOURCES[source.kind])
    return Verdict(Effect.DENY, "broken-policy", source.kind, sentences((what, source.error)))


def in_order(sources: Iterable[PolicySource]) -> list[PolicySource]:
    """Sort managed before user, so that the managed policy is named if both say the same."""
    return sorted(sources, key=lambda source: (source.kind, source.path, source.digest, source.error))


class _Matches(Struct, frozen=True):
    """The matching rules.

    ``undetermined``: rules that might deny. ``obligations``: the demands of all that ask or allow.
    """

    deny: Rule | None = None
    ask: Rule | None = None
    allow: Rule | None = None
    undetermined: tuple[Rule, ...] = ()
    obligations: Obligations = NO_OBLIGATIONS


def _match_rules(facts: CallFacts, sources: Sequence[PolicySource]) -> _Matches:
    """Check the rules, the strictest first, and only those that can change anything."""
    asks: list[Rule] = []
    allows: list[Rule] = []
    undetermined: list[Rule] = []
    for source in sources:
        for rule in index_of(source).candidates(facts.server, facts.tool, facts.app):
            if rule.effect is Effect.ASK:
                asks.append(rule)
            elif rule.effect is Effect.ALLOW:
                allows.append(rule)
            elif holding := holds(rule, facts):
                return _Matches(deny=rule)
            elif holding is None:
                undetermined.append(rule)
    asking = _matching(asks, facts, is_decided=False)
    ask = asking[0] if asking else None
    allowing = _matching(allows, facts, is_decided=ask is not None)
    demands = NO_OBLIGATIONS
    for rule in (*asking, *allowing):
        demands |= rule.obligations
    allow = _deciding_allow_rule(allowing[0], allows, facts) if allowing and ask is None else None
    return _Matches(None, ask, allow, tuple(undetermined), demands)


def _deciding_allow_rule(first: Rule, allows: Sequence[Rule], facts: CallFacts) -> Rule:
    """Return the rule that decides: ``first``, or another of its file if only that acknowledges the findings."""
    if not unacknowledged(facts, first):
        return first
    candidates = (
        rule for rule in allows if rule.acknowledges and rule.source == first.source and not unacknowledged(facts, rule)
    )
    return next((rule for rule in candidates if holds(rule, facts)), first)


def _matching(rules: Sequence[Rule], facts: CallFacts, *, is_decided: bool) -> list[Rule]:
    """Return the first matching rule, unless the call is decided already, and all that demand anything."""
    matching: list[Rule] = []
    for rule in rules:
        if (is_decided or matching) and rule.obligations == NO_OBLIGATIONS:
            continue
        holding = holds(rule, facts)
        if holding or (holding is None and rule.effect is Effect.ASK):
            matching.append(rule)
    return matching


def _verdict_without_deny(facts: CallFacts, sources: Sequence[PolicySource], matches: _Matches) -> VerdictAndRule:
    """Return the verdict, before guards, on a call that no rule denies."""
    server_demands = required_signers(facts) or NO_OBLIGATIONS
    demands = matches.obligations | server_demands
    if matches.ask is not None:
        return _decided_by(matches.ask, facts, demands)
    if server_demands.approvers:
        roles = one_line(", ".join(quota.role for quota in server_demands.approvers), _MAX_ROLES_SHOWN)
        because = say(
            "The server, for which {whom} vouched, requires this tool's calls to be signed by: {roles}.",
            whom=VOUCHERS[facts.trust],
            roles=roles,
        )
        return VerdictAndRule(Verdict(Effect.ASK, f"annotation:{APPROVERS}", "server", because, obligations=demands))
    if matches.allow is not None:
        return _decided_by(matches.allow, facts, demands)
    if facts.asks_app:
        return VerdictAndRule(_app_request_verdict(facts))
    return VerdictAndRule(Verdict(Effect.ASK, "default", "default", _why_ask_by_default(facts, sources)))


def _app_request_verdict(facts: CallFacts) -> Verdict:
    """Return the default verdict on a server's request to an app. With findings of weight, nothing passes."""
    method = METHODS.get(facts.method)
    if method is None:
        return Verdict(Effect.DENY, "default", "default", _UNKNOWN_METHOD)
    if method.default is Effect.ALLOW and all(finding.severity is Severity.INFO for finding in facts.findings):
        return Verdict(Effect.ALLOW, "default", "default", _PASSES_BY_DEFAULT)
    return Verdict(Effect.ASK, "default", "default", _NO_RULE)


def _decided_by(rule: Rule, facts: CallFacts, demands: Obligations) -> VerdictAndRule:
    doubt = why_not(rule, facts, for_log=True) if rule.effect is Effect.ASK and holds(rule, facts) is None else ""
    because = sentences((sentence(rule), doubt))
    return VerdictAndRule(Verdict(rule.effect, rule.id, rule.source, because, rule.reason, demands), rule)


def _why_ask_by_default(facts: CallFacts, sources: Sequence[PolicySource]) -> str:
    for source in sources:
        waiting = waiting_index(source).candidates(facts.server, facts.tool, facts.app)
        holding = [holds(rule, facts) for rule in waiting]
        if any(result is not False for result in holding):
            file = SOURCES[source.kind]
            if True in holding:
                return say("A rule of {file} would allow it, but has no effect until you confirm it.", file=file)
            return say("A rule of {file} might allow it, but has no effect until you confirm it.", file=file)
    return _NO_RULE


def _guards(
    facts: CallFacts, sources: Sequence[PolicySource], matches: _Matches, decided: VerdictAndRule
) -> Iterator[Guard]:
    """Yield the reasons why the call must not pass by itself, or be answered by a grant.

    A rule of the managed policy decides alone, even if the user's confirmation cannot be found.
    """
    verdict = decided.verdict
    if verdict.effect is Effect.ALLOW:
        yield from plain_guards(facts, decided.rule)
        yield from possible_deny_guards(facts, sources, matches.undetermined)
    elif verdict.source in _GRANTABLE_SOURCES:
        guards = possible_deny_guards(facts, sources, matches.undetermined)
        yield from (guard for guard in guards if guard.blocks_grants)
    if verdict.source in _GRANTABLE_SOURCES:
        yield from lost_confirmation_guards(sources)


def _apply_guard(verdict: Verdict, guard: Guard) -> Verdict:
    if verdict.because == _NO_RULE:
        because = say("No rule matches, so a person is asked, each time: {why}", why=guard.why)
    elif verdict.effect is Effect.ALLOW:
        because = say("{verdict} A person is asked all the same: {why}", verdict=verdict.because, why=guard.why)
    else:
        because = say("{verdict} A person is asked each time: {why}", verdict=verdict.because, why=guard.why)
    return replace(
        verdict, effect=Effect.ASK, rule=f"guard:{guard.kind}:{verdict.rule}", source="guard", because=because
    )


# Guards

MAX_SIGNERS: Final = 16
MAX_ROLE: Final = 64
APPROVERS: Final = "requiredApprovers"
_TWIN: Final = "name-twin"
TIGHTENING: Final[dict[str, tuple[tuple[Scalar, ...], str]]] = {
    "destructiveHint": (
        (True, "true"),
        say("the server, for which nobody vouched, says that this tool may destroy something."),
    ),
    "hipaa-controlled": (
        (True, "true"),
        say("the server, for which nobody vouched, says that this tool handles health data under HIPAA."),
    ),
    "securityLevel": (
        ("high",),
        say("the server, for which nobody vouched, says that this tool has a high security level."),
    ),
    "dataScale": (
        ("large", "extreme"),
        say("the server, for which nobody vouched, says that this tool handles much data."),
    ),
    APPROVERS: ((), say("the server, for which nobody vouched, says that this tool requires approvers.")),
    "required-roles": ((), say("the server, for which nobody vouched, says that this tool requires certain roles.")),
}
"""Hints that tighten, whatever the server's trust: the values that tighten (none: any that says something), and the
words for it."""


class Guard(Struct, frozen=True):
    """A reason to ask. ``why``: one safe sentence, to stand after a colon. ``rule``: the rule that might forbid it."""

    kind: str
    why: str
    rule: Rule | None = None

    @property
    def blocks_grants(self) -> bool:
        """Whether no grant answers the question either, since more than a user's ask rule may be behind it."""
        return self.rule is None or self.rule.effect is Effect.DENY or self.rule.source == "managed"


_sentences: Final[dict[int, tuple[Rule, str]]] = {}
"""What rules say, by identity: the same few rules decide call after call."""
_MAX_SENTENCES: Final = 256


def sentence(rule: Rule) -> str:
    """Return what a rule says, such as: Rule "no-delete" of your administrator denies files ▸ delete_*."""
    cached = _sentences.get(id(rule))
    if cached is None or cached[0] is not rule:
        if len(_sentences) >= _MAX_SENTENCES:
            _sentences.clear()
        cached = _sentences[id(rule)] = rule, _sentence(rule)
    return cached[1]


def _sentence(rule: Rule) -> str:
    which, app = words.matches(rule), rule.match.app
    is_about_calls = rule.condition(MethodCondition) is None
    if rule.conditions and is_about_calls and not (rule.match.server or rule.match.tool):
        # "every call, under its conditions" reads as its opposite.
        by_app = say("calls by {app} that meet its conditions", app=words.glob(app))
        which = by_app if app else say("calls that meet its conditions")
    elif rule.conditions:
        which = say("{calls}, under its conditions", calls=which)
    return words.rule_says(rule, which)


def unacknowledged(facts: CallFacts, rule: Rule | None) -> list[Finding]:
    """Return the findings that hold back what ``rule`` allows: it does not acknowledge them, or no rule can.

    ``rule``: None if no rule's word counts. Names of other servers' tools do not hold back a rule that names its server
    (attack 44): a server with look-alikes could switch the rule off otherwise.
    """
    if not facts.findings:
        return []
    acknowledged = current_kinds(rule.acknowledges) if rule is not None else frozenset[str]()
    names_server = rule is not None and rule.match.names_server
    return [
        finding
        for finding in facts.findings
        if forces(finding, acknowledged) and not (names_server and finding.kind == _TWIN)
    ]


def plain_guards(facts: CallFacts, rule: Rule | None = None) -> Iterator[Guard]:
    """Yield the reasons that do not depend on other rules. ``rule``: the rule that allows."""
    if not facts.app_authenticated or facts.app == UNKNOWN_APP:
        yield Guard("app", say("the app did not prove who it is."))
    if not facts.tool.isascii():
        # Also a finding of higher severity, but no rule could tell such a name from a similar one.
        yield Guard("odd-name", say("the name of the tool has unusual characters."))
    for finding in unacknowledged(facts, rule):
        yield Guard(finding.kind, finding.text)
    if facts.trust == "none":
        for name, (values, claim) in TIGHTENING.items():
            if name in facts.annotations and _tightens(facts.annotations[name], values):
                yield Guard("hint", claim)


def possible_deny_guards(
    facts: CallFacts, sources: Iterable[PolicySource], undetermined: Sequence[Rule]
) -> Iterator[Guard]:
    """Yield the rules that might deny. Whether those of ``undetermined`` match is unknown."""
    for rule in undetermined:
        why = why_not(rule, facts, for_log=True)
        yield Guard("untold", say("perhaps {rule} {why}", rule=lowered(sentence(rule)), why=why), rule)
    for source in sources:
        for rule in index_of(source).case_variants(facts.server, facts.tool, facts.app):
            # A deny for delete_* is meant for Delete_all too (attack 35: ambiguous means ask).
            if holds(rule, facts) is not False:
                yield Guard("case", say("but for capitals, {rule}", rule=lowered(sentence(rule))), rule)
    if required_signers(facts) is None:
        yield Guard("approvers", say("the server says in an unknown form who must sign."))


def lost_confirmation_guards(sources: Iterable[PolicySource]) -> Iterator[Guard]:
    """Yield a guard while the confirmation of the user's rules cannot be found (attack 39).

    Rules that deny, or want a PIN, may have been removed with it, so neither rules nor grants of the user decide.
    """
    if any(source.lost for source in sources):
        yield Guard("lost", say("your confirmation of your rules cannot be found; confirm them again."))


def required_signers(facts: CallFacts) -> Obligations | None:
    """Return the signatures that a trusted server wants for this tool, None if its words are not understood."""
    wanted = facts.annotations.get(APPROVERS)
    if facts.trust == "none" or not _says_something(wanted):
        return NO_OBLIGATIONS
    roles = as_list(wanted)
    if len(roles) > MAX_SIGNERS or not all(isinstance(it, str) and 0 < len(it.strip()) <= MAX_ROLE for it in roles):
        return None
    return Obligations(tuple(RoleQuota(role) for role in sorted({str(role) for role in roles})))


def _tightens(claim: JsonValue, values: Sequence[Scalar]) -> bool:
    if is_too_long(claim):
        return True
    if not values:
        return _says_something(claim)
    return any(is_same_value(claimed, value, loosely=True) for claimed in as_list(claim) for value in values)


def _says_something(claim: JsonValue) -> bool:
    return claim not in (None, False, "", [], {})
