"""The records of a call's life, of grants and of the emergency stop, built from frozen values (pure).

Owns: which fields stand in the chained body and which values are only committed to. What stays true: arguments, results
and reasons never enter a body; what a stranger named (tool, app) enters it bounded.
"""

from __future__ import annotations

from typing import Final

from host.model import Answer, Call, Decision, Draft, Finding, JsonObject, JsonValue, Outcome, Verdict

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
    answer: Answer | None = None,
) -> Draft:
    """The gate's word on a call. For one that was asked, ``call.proposed`` already commits to the parameters.

    ``answer``: of the person who was asked, None where nobody answered.
    """
    fields: JsonObject = {"decision": "approve" if decision.approve else "deny", "by": decision.by, "who": decision.who}
    if verdict is not None:
        fields |= _verdict(verdict)
    if definition:
        fields["definition"] = definition
    if answer is not None:
        fields |= _reading(answer)
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


def grant_given(grant_id: str, call: Call, definition: str, *, seconds: float, who: str) -> Draft:
    """A standing permission for exactly ``call``, which was approved with it."""
    fields: JsonObject = {
        "grant": grant_id,
        "app": call.app.name,
        "server": call.server.id,
        "config": call.server.public_digest,
        "tool": call.tool[:NAME_LIMIT],
        "definition": definition,
        "seconds": seconds,
        "who": who,
    }
    return Draft("grant.given", fields, {"arguments": call.arguments}, call.id)


def grant_revoked(grant_id: str, who: str, because: str = "") -> Draft:
    """The early end of a grant. ``because``: where nobody asked for it."""
    fields: JsonObject = {"grant": grant_id, "who": who}
    return Draft("grant.revoked", fields | {"because": because} if because else fields)


def stop_pressed(who: str) -> Draft:
    """The emergency stop holds from now on."""
    return Draft("stop.pressed", {"who": who})


def stop_released(who: str) -> Draft:
    """Calls are let in again."""
    return Draft("stop.released", {"who": who})


def _reading(answer: Answer) -> JsonObject:
    """How far what was answered had been read, as far as somebody measured."""
    fields: JsonObject = {}
    if answer.displayed_ms is not None:
        fields["displayed_ms"] = answer.displayed_ms
    if answer.unread_lines > 0:
        fields["unread_lines"] = answer.unread_lines
    return fields


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
