"""The verdict on a call (pure).

Owns: how rules combine; the reasons to ask a person although rules would do without (guards); and the signatures that a
trusted server wants.

Invariants: a source that cannot be used denies everything; among the rules that match, deny wins over ask and ask over
allow, whichever file they stand in, and of equally strict ones the managed policy's and then the smallest id is named;
what all of them demand is demanded together; where nothing matches, a person is asked. What cannot be told counts for
what is stricter: a rule that allows does not match, one that asks does, and where one might deny, nothing happens by
itself: no rule allows it, and the verdict is none that a grant answers. So it is with all that the managed policy does
not decide, while what a person confirmed of the user's rules cannot be found. Of the rules of one file that allow, the
first decides that has taken every finding into account, else the first. A guard turns what would happen by itself into
a question and does nothing else; what an untrusted server says of itself can only be such a reason, never a demand
(attack 19).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

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
from host.policy.conditions import BELIEVED, METHODS, called_now, endless, holds, same, several, why_not
from host.policy.facts import CallFacts
from host.policy.index import index_of, waiting_index
from host.policy.model import PolicySource, Rule, Scalar
from host.policy.words import SOURCES
from host.text import one_line
from host.values import replace
from host.words import lowered, say, sentences

_ANSWERABLE: Final = ("default", "user")
"""Sources of an ask that a grant may answer."""
_NO_RULE: Final = say("No rule matches, so a person is asked.")
_PASSES: Final = say("No rule is about it, and by default an app is asked this.")
_UNKNOWN_METHOD: Final = say("Assent does not know what the server asks for.")
_SHOWN: Final = 200
"""Characters of roles that a sentence repeats."""


class VerdictAndRule(NamedTuple):
    """Attributes: verdict. rule: that decided, or was held back; None where none did."""

    verdict: Verdict
    rule: Rule | None = None


def evaluate(facts: CallFacts, sources: Iterable[PolicySource]) -> Verdict:
    """The one verdict on a call. Total and deterministic; the order of sources and rules decides nothing."""
    return decide(facts, in_order(sources)).verdict


def decide(facts: CallFacts, sources: Sequence[PolicySource]) -> VerdictAndRule:
    """The same, with the rule behind it. ``sources``: ``in_order``."""
    if (denied := broken(sources)) is not None:
        return VerdictAndRule(denied)
    found = _find(facts, sources)
    if found.deny is not None:
        return _by(found.deny, facts, NO_OBLIGATIONS)
    decided = _undenied(facts, sources, found)
    guard = next(_guards(facts, sources, found, decided), None)
    return decided if guard is None else VerdictAndRule(_held_back(decided.verdict, guard), decided.rule)


def broken(sources: Sequence[PolicySource]) -> Verdict | None:
    """The verdict on every call, whatever it is, where a source cannot be used; None where each can."""
    return next((_broken(source) for source in sources if source.error), None)


def in_order(sources: Iterable[PolicySource]) -> list[PolicySource]:
    """Managed before user, so that it is named where both say the same."""
    return sorted(sources, key=lambda source: (source.kind, source.path, source.digest, source.error))


class _Matches(NamedTuple):
    """Which rules match.

    Attributes:
        deny, ask, allow: the deciding one of each effect, as far as it is of interest.
        undetermined: those that might deny.
        obligations: what all that ask or allow demand.
    """

    deny: Rule | None = None
    ask: Rule | None = None
    allow: Rule | None = None
    undetermined: tuple[Rule, ...] = ()
    obligations: Obligations = NO_OBLIGATIONS


def _find(facts: CallFacts, sources: Sequence[PolicySource]) -> _Matches:
    """Ask the rules, the strictest first, and no more of them than can change anything."""
    named = [rule for it in sources for rule in index_of(it).candidates(facts.server, facts.tool, facts.app)]
    undetermined: list[Rule] = []
    for rule in _of(named, Effect.DENY):
        holding = holds(rule, facts)
        if holding:
            return _Matches(deny=rule)
        if holding is None:
            undetermined.append(rule)
    asking = _matching(_of(named, Effect.ASK), facts, known=False)
    ask = asking[0] if asking else None
    allows = _of(named, Effect.ALLOW)
    allowing = _matching(allows, facts, known=ask is not None)
    demanded = reduce(or_, (rule.obligations for rule in (*asking, *allowing)), NO_OBLIGATIONS)
    allow = _acknowledging(allowing[0], allows, facts) if allowing and ask is None else None
    return _Matches(None, ask, allow, tuple(undetermined), demanded)


def _acknowledging(first: Rule, allows: Sequence[Rule], facts: CallFacts) -> Rule:
    """The rule that decides where ``first`` matches: another of its file where only that knows of the findings."""
    if not any(unacknowledged(facts, first)):
        return first
    knowing = (
        rule
        for rule in allows
        if rule.acknowledges and rule.source == first.source and not any(unacknowledged(facts, rule))
    )
    return next((rule for rule in knowing if holds(rule, facts)), first)


def _of(rules: Sequence[Rule], effect: Effect) -> list[Rule]:
    return [rule for rule in rules if rule.effect is effect]


def _matching(rules: Sequence[Rule], facts: CallFacts, *, known: bool) -> list[Rule]:
    """The rules that match: the first, unless it is ``known`` already who decides, and all that demand anything."""
    matching: list[Rule] = []
    for rule in rules:
        if (known or matching) and rule.obligations == NO_OBLIGATIONS:
            continue
        holding = holds(rule, facts)
        if holding or (holding is None and rule.effect is Effect.ASK):
            matching.append(rule)
    return matching


def _broken(source: PolicySource) -> Verdict:
    told = say("Everything is denied, since {source} cannot be used.", source=SOURCES[source.kind])
    because = sentences((told, source.error))
    return Verdict(Effect.DENY, "broken-policy", source.kind, because)


def _undenied(facts: CallFacts, sources: Sequence[PolicySource], found: _Matches) -> VerdictAndRule:
    """The verdict where no rule denies, before anything holds it back."""
    signed = signers(facts) or NO_OBLIGATIONS
    demanded = found.obligations | signed
    if found.ask is not None:
        return _by(found.ask, facts, demanded)
    if signed.approvers:
        roles = one_line(", ".join(quota.role for quota in signed.approvers), _SHOWN)
        because = say(
            "The server, for which {whom} vouched, wants this tool's calls signed by: {roles}.",
            whom=BELIEVED[facts.trust],
            roles=roles,
        )
        return VerdictAndRule(Verdict(Effect.ASK, f"annotation:{APPROVERS}", "server", because, obligations=demanded))
    if found.allow is not None:
        return _by(found.allow, facts, demanded)
    if facts.asks_app:
        return VerdictAndRule(_asked_of_app(facts))
    return VerdictAndRule(Verdict(Effect.ASK, "default", "default", _default(facts, sources)))


def _asked_of_app(facts: CallFacts) -> Verdict:
    """The verdict on what a server asks of an app where no rule matches; by default nothing passes that was found."""
    known = METHODS.get(facts.method)
    if known is None:
        return Verdict(Effect.DENY, "default", "default", _UNKNOWN_METHOD)
    if known.default is Effect.ALLOW and all(found.severity is Severity.INFO for found in facts.findings):
        return Verdict(Effect.ALLOW, "default", "default", _PASSES)
    return Verdict(Effect.ASK, "default", "default", _NO_RULE)


def _by(rule: Rule, facts: CallFacts, demanded: Obligations) -> VerdictAndRule:
    doubt = why_not(rule, facts, for_log=True) if rule.effect is Effect.ASK and holds(rule, facts) is None else ""
    because = sentences((sentence(rule), doubt))
    return VerdictAndRule(Verdict(rule.effect, rule.id, rule.source, because, rule.reason, demanded), rule)


def _default(facts: CallFacts, sources: Sequence[PolicySource]) -> str:
    """Why a person is asked where no rule matches."""
    for source in sources:
        waiting = waiting_index(source).candidates(facts.server, facts.tool, facts.app)
        holding = [holds(rule, facts) for rule in waiting]
        if any(it is not False for it in holding):
            file = SOURCES[source.kind]
            if True in holding:
                return say("A rule of {file} would allow it, but does not count before you confirm it.", file=file)
            return say("A rule of {file} might allow it, but does not count before you confirm it.", file=file)
    return _NO_RULE


def _guards(
    facts: CallFacts, sources: Sequence[PolicySource], found: _Matches, decided: VerdictAndRule
) -> Iterator[Guard]:
    """What forbids that the verdict lets the call pass by itself, or that a grant answers it.

    A rule of the managed policy needs nobody's word to decide, so what is ``lost`` of the user's is nothing to it.
    """
    verdict = decided.verdict
    if verdict.effect is Effect.ALLOW:
        yield from plain_guards(facts, decided.rule)
        yield from possible_deny_guards(facts, sources, found.undetermined)
    elif verdict.source in _ANSWERABLE:
        yield from (guard for guard in possible_deny_guards(facts, sources, found.undetermined) if guard.blocks_grants)
    if verdict.source in _ANSWERABLE:
        yield from lost_confirmation_guards(sources)


def _held_back(verdict: Verdict, guard: Guard) -> Verdict:
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
"""Roles that one tool may want to sign."""
MAX_ROLE: Final = 64
"""Characters of a role."""
APPROVERS: Final = "requiredApprovers"
_TWIN: Final = "name-twin"
"""The kind of a finding about the names of other tools."""
_TIGHTENING: Final[dict[str, tuple[tuple[Scalar, ...], str]]] = {
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
    APPROVERS: ((), say("the server, for which nobody vouched, says that this tool wants approvers.")),
    "required-roles": ((), say("the server, for which nobody vouched, says that this tool wants certain roles.")),
}
"""Hints that tighten: at which values (none: at any that says something), and in what words."""


def tightening_hints() -> tuple[str, ...]:
    """The annotations that tighten, whoever says them."""
    return tuple(_TIGHTENING)


class Guard(NamedTuple):
    """A reason. Attributes: kind: stable identifier. why: one safe sentence, to stand after a colon.

    rule: that might forbid it, None where no rule is behind it.
    """

    kind: str
    why: str
    rule: Rule | None = None

    @property
    def blocks_grants(self) -> bool:
        """Whether more than a user's question may be behind it, so that no grant answers it either."""
        return self.rule is None or self.rule.effect is Effect.DENY or self.rule.source == "managed"


_sentences: Final[dict[int, tuple[Rule, str]]] = {}
"""What rules say, by identity: the same few decide call after call."""
_MOST_SENTENCES: Final = 256


def sentence(rule: Rule) -> str:
    """What a rule says, such as: Rule "no-delete" of the managed policy denies files ▸ delete_*."""
    known = _sentences.get(id(rule))
    if known is None or known[0] is not rule:
        if len(_sentences) >= _MOST_SENTENCES:
            _sentences.clear()
        known = _sentences[id(rule)] = rule, _sentence(rule)
    return known[1]


def _sentence(rule: Rule) -> str:
    which = words.matches(rule)
    if rule.conditions.of("method") is not None:
        which = say("{calls}, under its conditions", calls=which)
    elif rule.conditions.any and not (rule.match.server or rule.match.tool):
        # "every call, under its conditions" reads as its opposite.
        which = _meeting(rule.match.app)
    elif rule.conditions.any:
        which = say("{calls}, under its conditions", calls=which)
    return words.rule_says(rule, which)


def _meeting(app: str | None) -> str:
    if not app:
        return say("calls that meet its conditions")
    return say("calls by {app} that meet its conditions", app=words.glob(app))


def unacknowledged(facts: CallFacts, rule: Rule | None) -> Iterator[Finding]:
    """The findings that hold back what ``rule`` allows: it has not taken them into account, or no rule can.

    ``rule``: None where no rule's word counts. What other servers call their tools is nothing to one that names its
    server (attack 44): whoever lists look-alikes could switch it off otherwise.
    """
    acknowledged = called_now(rule.acknowledges) if rule is not None else frozenset[str]()
    named = rule is not None and rule.match.names_server
    return (
        finding for finding in facts.findings if forces(finding, acknowledged) and not (named and finding.kind == _TWIN)
    )


def plain_guards(facts: CallFacts, rule: Rule | None = None) -> Iterator[Guard]:
    """What forbids that a call passes by itself, whatever other rules say. ``rule``: that allows it."""
    if not facts.app_authenticated or facts.app == UNKNOWN_APP:
        yield Guard("app", say("the app did not prove who it is."))
    if not facts.tool.isascii():
        # Also a finding, of higher severity; but no rule below could tell such a name from one that looks like it.
        yield Guard("odd-name", say("the name of the tool has unusual characters."))
    for finding in unacknowledged(facts, rule):
        yield Guard(finding.kind, finding.text)
    if facts.trust == "none":
        for name, (values, claim) in _TIGHTENING.items():
            if name in facts.annotations and _tightens(facts.annotations[name], values):
                yield Guard("hint", claim)


def possible_deny_guards(
    facts: CallFacts, sources: Iterable[PolicySource], undetermined: Sequence[Rule]
) -> Iterator[Guard]:
    """What some rule might forbid.

    ``undetermined``: rules that deny, of which it could not be told whether they match.
    """
    for rule in undetermined:
        why = why_not(rule, facts, for_log=True)
        yield Guard("untold", say("perhaps {rule} {why}", rule=lowered(sentence(rule)), why=why), rule)
    for source in sources:
        for rule in index_of(source).case_variants(facts.server, facts.tool, facts.app):
            # A deny for delete_* is meant for Delete_all too (attack 35: ambiguous means ask).
            if holds(rule, facts) is not False:
                yield Guard("case", say("but for capitals, {rule}", rule=lowered(sentence(rule))), rule)
    if signers(facts) is None:
        yield Guard("approvers", say("the server says who must sign in a form that is not understood."))


def lost_confirmation_guards(sources: Iterable[PolicySource]) -> Iterator[Guard]:
    """What keeps the user's word, in rules or in grants, from deciding while it cannot be found (attack 39).

    Rules that deny, or want a PIN, may have been taken away with it.
    """
    if any(source.lost for source in sources):
        yield Guard("lost", say("what you had confirmed of your rules cannot be found; confirm them anew."))


def signers(facts: CallFacts) -> Obligations | None:
    """The signatures that a trusted server wants for this tool, one for each role; None where it is not understood."""
    wanted = facts.annotations.get(APPROVERS)
    if facts.trust == "none" or not _says_something(wanted):
        return NO_OBLIGATIONS
    roles = several(wanted)
    if len(roles) > MAX_SIGNERS or not all(isinstance(it, str) and 0 < len(it.strip()) <= MAX_ROLE for it in roles):
        return None
    return Obligations(tuple(RoleQuota(role) for role in sorted({str(role) for role in roles})))


def _tightens(said: JsonValue, values: Sequence[Scalar]) -> bool:
    if endless(said):
        return True
    if not values:
        return _says_something(said)
    return any(same(one, value, loosely=True) for one in several(said) for value in values)


def _says_something(said: JsonValue) -> bool:
    return said not in (None, False, "", [], {})
