"""Frozen values that everything else speaks in (pure).

Owns: the words of PRODUCT as types; each module says which. What stays true: values are immutable, hold no behaviour
beyond derivation, and know neither clock nor I/O; times are given as arguments. Text that came from a server, an app or
a model is marked ``untrusted`` in the docstring of its field and reaches a screen only through ``host.text``.
"""

from __future__ import annotations

from host.model.calls import App, Call, ServerRef, ToolDefinition
from host.model.endings import Decision, Draft, Outcome
from host.model.questions import Answer, ApprovalRequest, BoundOffer, Edit, GrantOffers, Signature
from host.model.terms import (
    PRIVATE,
    UNKNOWN_APP,
    Bound,
    Effect,
    JsonObject,
    JsonValue,
    OutcomeStatus,
    RequestId,
    Scope,
    Severity,
    Trust,
    sha256_hex,
)
from host.model.verdicts import NO_OBLIGATIONS, Finding, Obligations, RateLimit, RoleQuota, Verdict

__all__ = [
    "NO_OBLIGATIONS",
    "PRIVATE",
    "UNKNOWN_APP",
    "Answer",
    "App",
    "ApprovalRequest",
    "Bound",
    "BoundOffer",
    "Call",
    "Decision",
    "Draft",
    "Edit",
    "Effect",
    "Finding",
    "GrantOffers",
    "JsonObject",
    "JsonValue",
    "Obligations",
    "Outcome",
    "OutcomeStatus",
    "RateLimit",
    "RequestId",
    "RoleQuota",
    "Scope",
    "ServerRef",
    "Severity",
    "Signature",
    "ToolDefinition",
    "Trust",
    "Verdict",
    "sha256_hex",
]
