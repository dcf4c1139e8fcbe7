"""What Assent says of a call before anybody is asked (pure).

Owns: findings, obligations and verdicts. What stays true: two demands together never ask for less than either.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from host.model.terms import Effect, Severity
from host.words import Words


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact that Assent worked out about a call.

    Attributes:
        kind: stable identifier, such as ``not-validated``; ``host.inspect.kinds`` lists them. severity: how much it
        should worry. text: a plain sentence of ours. evidence: untrusted text that shows it. where: the steps to the
        input that it is about, empty where it is about the call as a whole. span: of the text that stands there, the
        characters that show it, from and to; None where it is all of it, or no text.
    """

    kind: str
    severity: Severity
    text: Words
    evidence: str = ""
    where: tuple[str | int, ...] = ()
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, order=True)
class RoleQuota:
    """So many different people with that role must sign. Attributes: role: as the rule names it. count: 1 or more."""

    role: str
    count: int = 1


@dataclass(frozen=True, slots=True, order=True)
class RateLimit:
    """At most ``calls`` admitted in any ``seconds``, by app, server and tool.

    Attributes:
        rule: whose limit it is; each rule counts for itself. calls: 1 or more, of which each counts once, when it is
        judged first, whatever becomes of it. seconds: more than 0.
    """

    rule: str
    calls: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Obligations:
    """What besides its effect a verdict demands.

    Attributes:
        approvers: who must sign, by role, in the order of roles. pin: whether a yes needs somebody's PIN.
        review_result: whether the result is held until a person releases it. reason_required: whether a yes needs a
        reason. rates: limits that must all hold, in the order of rules.
    """

    approvers: tuple[RoleQuota, ...] = ()
    pin: bool = False
    review_result: bool = False
    reason_required: bool = False
    rates: tuple[RateLimit, ...] = ()

    @property
    def signed(self) -> bool:
        """Whether a yes needs a signature at all."""
        return bool(self.approvers) or self.pin

    def __or__(self, other: Obligations) -> Obligations:
        """Everything that either demands; of one role, the greater number."""
        if other == NO_OBLIGATIONS:  # nearly always, and on every call
            return self
        most: dict[str, int] = {}
        for quota in (*self.approvers, *other.approvers):
            most[quota.role] = max(quota.count, most.get(quota.role, 0))
        return Obligations(
            tuple(RoleQuota(role, count) for role, count in sorted(most.items())),
            self.pin or other.pin,
            self.review_result or other.review_result,
            self.reason_required or other.reason_required,
            tuple(sorted({*self.rates, *other.rates})),
        )


NO_OBLIGATIONS: Final = Obligations()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the policy says of a call.

    Attributes:
        effect: allow, ask or deny. rule: id of the deciding rule, or ``default``, ``broken-policy``, ``guard:…``.
        source: ``managed``, ``user``, ``server`` (the word of one that is vouched for), ``default`` or ``guard``.
        because: one safe sentence. reason: the rule's own text. obligations: what all matching rules demand together;
        none where the effect is deny.
    """

    effect: Effect
    rule: str
    source: str
    because: Words
    reason: str = ""
    obligations: Obligations = NO_OBLIGATIONS
