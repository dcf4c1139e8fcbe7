"""The records of a call's life, built from frozen values (pure).

Owns: which fields stand in the chained body and which values are only committed to. What stays true: arguments, results
and reasons never enter a body; what a stranger named (tool, app) enters it bounded.
"""

from __future__ import annotations

from typing import Final

from host.model import Call, Decision, Draft, Finding, JsonObject, JsonValue, Outcome, Verdict

NAME_LIMIT: Final = 256
"""Characters of a stranger's name that a record keeps."""


def proposed(call: Call, verdict: Verdict, findings: tuple[Finding, ...], definition: str, round_: int) -> Draft:
    """A call that waits for people."""
    fields = _call(call) | {"definition": definition, "round": round_} | _verdict(verdict) | _findings(findings)
    return Draft("call.proposed", fields, {"params": call.params}, call.id)


def refused(call: Call, because: str) -> Draft:
    """A call that failed the checks before any rule was asked."""
    return Draft("call.refused", _call(call) | {"because": because}, {"params": call.params}, call.id)


def decided(
    call: Call,
    decision: Decision,
    *,
    verdict: Verdict | None,
    findings: tuple[Finding, ...] = (),
    definition: str = "",
    asked: bool = False,
    displayed_ms: int | None = None,
) -> Draft:
    """The gate's word on a call. For one that was asked, ``call.proposed`` already commits to the parameters."""
    fields: JsonObject = {"decision": "approve" if decision.approve else "deny", "by": decision.by, "who": decision.who}
    if verdict is not None:
        fields |= _verdict(verdict)
    if definition:
        fields["definition"] = definition
    if displayed_ms is not None:
        fields["displayed_ms"] = displayed_ms
    values = {} if asked else {"params": call.params}
    if decision.reason:
        values["reason"] = decision.reason.encode("utf-8", "replace")
    return Draft("call.decided", _call(call) | fields | _findings(findings), values, call.id)


def outcome(call: Call, ended: Outcome, result: bytes | None) -> Draft:
    """How a dispatched call ended. ``result``: serialised result or error object of the server."""
    fields: JsonObject = {"status": ended.status.value, "duration_ms": round(ended.duration_ms, 3)}
    if ended.detail:
        fields["because"] = ended.detail
    if ended.code is not None:
        fields["code"] = ended.code
    return Draft(
        "call.outcome", fields | _findings(ended.findings), {} if result is None else {"result": result}, call.id
    )


def _call(call: Call) -> JsonObject:
    app: JsonObject = {"name": call.app.name, "authenticated": call.app.authenticated, "session": call.app.session}
    if call.app.claimed:
        app["claimed"] = call.app.claimed[:NAME_LIMIT]
    if call.app.pid is not None:
        app["pid"] = call.app.pid
    return {
        "app": app,
        "server": call.server.id,
        "config": call.server.public_digest,
        "tool": call.tool[:NAME_LIMIT],
        "revision": call.revision,
    }


def _verdict(verdict: Verdict) -> JsonObject:
    return {
        "effect": verdict.effect.value,
        "rule": verdict.rule,
        "source": verdict.source,
        "because": verdict.because,
    }


def _findings(findings: tuple[Finding, ...]) -> JsonObject:
    """Kinds and severities only: evidence may quote arguments, which a body must not hold."""
    if not findings:
        return {}
    listed: list[JsonValue] = [{"kind": found.kind, "severity": found.severity.value} for found in findings]
    return {"findings": listed}
