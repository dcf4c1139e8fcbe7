"""Reasons to ask a person although rules would do without (pure).

Owns: those reasons, and the signatures that a trusted server wants.

Invariants: a guard turns what would happen by itself into a question and does nothing else; what an untrusted server
says of itself can only be such a reason, never a demand (attack 19).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from host.inspect.kinds import forces
from host.model import NO_OBLIGATIONS, UNKNOWN_APP, Effect, Finding, JsonValue, Obligations, RoleQuota
from host.policy import words
from host.policy.conditions import called_now, endless, holds, same, why_not
from host.policy.facts import CallFacts
from host.policy.index import index_of
from host.policy.model import PolicySource, Rule, Scalar
from host.words import lowered, say

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
    roles = wanted if isinstance(wanted, list) else [wanted]
    if len(roles) > MAX_SIGNERS or not all(isinstance(it, str) and 0 < len(it.strip()) <= MAX_ROLE for it in roles):
        return None
    return Obligations(tuple(RoleQuota(role) for role in sorted({str(role) for role in roles})))


def _tightens(said: JsonValue, values: Sequence[Scalar]) -> bool:
    if endless(said):
        return True
    each = said if isinstance(said, list) else [said]
    return any(same(one, value, loosely=True) for one in each for value in values) if values else _says_something(said)


def _says_something(said: JsonValue) -> bool:
    return said not in (None, False, "", [], {})
