"""What became of a call, and what the log is given of it (pure).

Owns: decisions, outcomes and drafts of records. What stays true: of sensitive values only commitments enter a record's
body.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from host.model.terms import JsonValue, OutcomeStatus
from host.model.verdicts import Finding


@dataclass(frozen=True, slots=True)
class Decision:
    """The gate's own, final and logged word on one call.

    Attributes:
        call_id, digest: the one call and the very bytes it covers. approve: yes or no.
        by: ``rule``, ``grant``, ``approver``, ``expiry``, ``withdrawal``, ``no-window``, ``limit``, ``stop``, ``quit``,
            ``drift`` or ``fault``.
        who: rule id, grant id or approver name. reason: person's or rule's text (may be untrusted, may be sensitive).
    """

    call_id: str
    digest: str
    approve: bool
    by: str
    who: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a dispatched call ended.

    Attributes:
        status: see OutcomeStatus. duration_ms: from dispatch to the end. detail: one safe sentence, or empty.
        code: JSON-RPC error code of a protocol error, else None. findings: e.g. an output schema not met.
    """

    status: OutcomeStatus
    duration_ms: float
    detail: str = ""
    code: int | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A record before it is chained.

    Attributes:
        kind: ``call.decided`` and so on; REVIEWERS lists them. fields: what stands in the chained body, no secrets.
        values: sensitive values by name; only their HMAC commitments enter the body.
        call: id of the call it belongs to, or empty.
        unkept: names of values that are committed to and not stored.
    """

    kind: str
    fields: Mapping[str, JsonValue]
    values: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    call: str = ""
    unkept: frozenset[str] = frozenset()
