"""The records of a call's life, of grants and of signatures, made from frozen values (pure).

Owns: which fields stand in the chained body and which values it only commits to.

Invariants:
    - Arguments, results, reasons and notes never enter a body. Names from strangers (tool, app, annotations) enter it
      bounded.
    - A recorded verdict suffices for other rules to judge the call again.
    - No record holds a secret, a credential or an unregistered name: people type a PIN into the wrong field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from host.canonical import canonical
from host.errors import MalformedJson
from host.inspect.asked import READ
from host.model import (
    NO_OBLIGATIONS,
    SAYS_NOTHING,
    Answer,
    ApprovalRequest,
    AppSays,
    Call,
    Committed,
    Decision,
    Draft,
    Finding,
    Grant,
    JsonObject,
    JsonValue,
    Outcome,
    RepeatedFields,
    Signature,
    Verdict,
)
from host.policy.write import demands
from host.values import replace

NOTHING_ENDORSED: Final[Mapping[str, int]] = MappingProxyType({})
NAME_LIMIT: Final = 256
"""Characters of a stranger's name that a record keeps."""
MAX_ANNOTATIONS: Final = 2 * 1024
"""Canonical bytes up to which a record keeps a tool's annotations. MCP's own take some hundred."""


class JudgedOn(Struct, frozen=True):
    """What a call was judged on, as far as a record keeps it."""

    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    definition: str = ""  # digest of the tool's; empty if it was not looked up
    annotations: JsonObject | None = None  # of the tool, as ``kept_annotations`` returns them


def proposed(call: Call, ground: JudgedOn, round_: int) -> Draft:
    """Return the record of a call that waits for people."""
    values = {"params": call.params}
    if call.turn:
        values["turn"] = call.turn.encode("utf-8", "replace")
    if call.says != SAYS_NOTHING:
        values["says"] = _says_bytes(call.says)
    return Draft("call.proposed", _call_fields(call) | {"round": round_} | _ground_fields(ground), values, call.id)


def _says_bytes(says: AppSays) -> bytes:
    names = {"agent": says.agent, "chat": says.chat, "client": says.client, "model": says.model}
    return canonical({name: text.encode("utf-8", "replace").decode() for name, text in names.items() if text})


def edited(revision: Call, definition: str, who: str, round_: int) -> Draft:
    """Return the record of a person's edit. ``revision``: the changed call. ``round_``: the round they saw."""
    fields: JsonObject = {"who": who, "round": round_, "definition": definition}
    return Draft("call.edited", _call_fields(revision) | fields, {"params": revision.params}, revision.id)


def refused(call: Call, because: str) -> Draft:
    """Return the record of a call that failed the checks before any rule was asked."""
    return Draft("call.refused", _call_fields(call) | {"because": because}, {"params": call.params}, call.id)


def decided(
    call: Call,
    decision: Decision,
    ground: JudgedOn | None = None,
    *,
    proposal_recorded: bool = False,
    answer: Answer | None = None,
    endorsements: Mapping[str, int] = NOTHING_ENDORSED,
) -> Draft:
    """Return the record of the gate's decision on a call.

    ``ground``: None if it was not judged. ``proposal_recorded``: whether another record commits to the parameters, or
    for a yes keeps them. ``answer``: None if nobody answered. ``endorsements``: how many values a person's yes
    endorses, by role. The committed parameters hold them.
    """
    fields = _call_fields(call) | _decision_fields(decision, "approve", "deny", answer)
    if ground is not None:
        fields |= _ground_fields(ground)
    if answer is not None:
        fields |= _signer_fields(answer)
    if endorsements and decision.approve:
        fields["endorses"] = dict[str, JsonValue](sorted(endorsements.items()))
    values = ({} if proposal_recorded else {"params": call.params}) | _words_of_decision(decision)
    return Draft("call.decided", fields, values, call.id)


_repeated: Final[dict[tuple[object, ...], tuple[JsonObject | None, Draft]]] = {}
"""Records of automatic approvals, by everything in their fields. They hold no stranger's words but a tool's name."""
MAX_REPEATED: Final = 256


def decided_automatically(call: Call, decision: Decision, ground: JudgedOn) -> Draft:
    """Do the same as ``decided`` for a call that nobody was asked about. The common fields are made once."""
    if decision.note or decision.reason:
        return decided(call, decision, ground)
    about = call.app, call.server, call.tool, call.protocol_revision, ground.verdict, ground.definition
    kinds = tuple([(finding.kind, finding.severity) for finding in ground.findings])
    key = (*about, kinds, decision.approve, decision.by, decision.who)
    annotations, draft = _repeated.get(key, (None, None))
    if draft is None or annotations != ground.annotations:
        draft = decided(call, decision, ground)
        draft = replace(draft, fields=RepeatedFields(dict(draft.fields)))
        if len(_repeated) >= MAX_REPEATED:
            _repeated.clear()
        _repeated[key] = ground.annotations, replace(draft, values={}, call="")
        return draft
    return Draft(draft.kind, draft.fields, {"params": call.params}, call.id)


def outcome(call: Call, ended: Outcome, result: bytes | Committed | None, *, held: bool = False) -> Draft:
    """Return the record of how a dispatched call ended. ``result``: the server's serialised result or error.

    ``held``: whether the app gets it only after ``result.reviewed``.
    """
    fields: JsonObject = {"status": ended.status.value, "duration_ms": round(ended.duration_ms, 3)}
    if held:
        fields["held"] = True
    if ended.detail:
        fields["because"] = ended.detail
    if ended.code is not None:
        fields["code"] = ended.code
    fields |= _finding_fields(ended.findings)
    if isinstance(result, Committed):
        return Draft("call.outcome", fields, call=call.id, result=result)
    return Draft("call.outcome", fields, {} if result is None else {"result": result}, call.id)


def grant_given(grant: Grant, call: Call, definition: str, *, seconds: float | None) -> Draft:
    """Return the record of a grant. ``seconds``: its longest duration, None if no clock ends it.

    What it covers repeats arguments, so the body only commits to it.
    """
    fields: JsonObject = {
        "grant": grant.id,
        "app": call.app.name,
        "server": call.server.id,
        "config": call.server.public_digest,
        "tool": call.tool[:NAME_LIMIT],
        "definition": definition,
        "scope": grant.duration,
        "bound": grant.bound,
        "who": grant.who,
    }
    if seconds is not None:
        fields["seconds"] = seconds
    values = {"arguments": call.arguments, "covers": "\n".join(grant.covers).encode("utf-8", "replace")}
    return Draft("grant.given", fields, values, call.id)


def grant_revoked(grant_id: str, who: str, because: str = "") -> Draft:
    """Return the record of a grant's early end. ``because``: set if nobody asked for it."""
    fields: JsonObject = {"grant": grant_id, "who": who}
    return Draft("grant.revoked", fields | {"because": because} if because else fields)


def reviewed(call: Call, decision: Decision, answer: Answer | None) -> Draft:
    """Return the record of whether the held result of ``call`` is released. ``answer``: of the person, if any."""
    fields = _decision_fields(decision, "release", "withhold", answer)
    return Draft("result.reviewed", fields, _words_of_decision(decision), call.id)


def input_asked(call: Call, during: Sequence[Call], verdict: Verdict, findings: tuple[Finding, ...]) -> Draft:
    """Return the record of a server's request that waits for people. ``during``: the calls it is working on."""
    fields = _input_fields(call, during) | _verdict_fields(verdict) | _finding_fields(findings)
    return Draft("input.asked", fields, {"asked": call.arguments}, _timeline_of(call, during))


def input_decided(
    call: Call,
    during: Sequence[Call],
    decision: Decision,
    verdict: Verdict | None,
    findings: tuple[Finding, ...],
    answer: Answer | None,
    *,
    proposal_recorded: bool,
) -> Draft:
    """Return the record of whether the app gets the request. ``answer``: of the person."""
    fields = (
        _input_fields(call, during) | _decision_fields(decision, "approve", "deny", answer) | _finding_fields(findings)
    )
    if verdict is not None:
        fields |= _verdict_fields(verdict)
    if answer is not None:
        fields |= _signer_fields(answer)
    values = ({} if proposal_recorded else {"asked": call.arguments}) | _words_of_decision(decision)
    return Draft("input.decided", fields, values, _timeline_of(call, during))


def input_answered(
    call: Call,
    during: Sequence[Call],
    status: str,
    body: bytes | None,
    *,
    held: bool = False,
    answer: Answer | None = None,
) -> Draft:
    """Return the record of the app's answer. ``held``: whether it is sent only after ``input.reviewed``.

    ``answer``: of the person who answered in Assent's window, in place of the app.
    """
    fields = _input_fields(call, during) | {"status": status} | ({"held": True} if held else {})
    if answer is not None:
        fields |= {"by": "approver", "who": answer.approver}
        fields |= _reading_fields(answer)
    return Draft("input.answered", fields, {} if body is None else {"answer": body}, _timeline_of(call, during))


def input_reviewed(call: Call, during: Sequence[Call], decision: Decision, answer: Answer | None) -> Draft:
    """Return the record of whether the app's answer is released. ``answer``: of the person, if any."""
    fields = _input_fields(call, during) | _decision_fields(decision, "release", "withhold", answer)
    return Draft("input.reviewed", fields, _words_of_decision(decision), _timeline_of(call, during))


def _input_fields(call: Call, during: Sequence[Call]) -> JsonObject:
    fields: JsonObject = {key: value for key, value in _call_fields(call).items() if key != "tool"}
    return fields | {"input": call.id, "method": call.method, "during": [run.id for run in during]}


def _timeline_of(call: Call, during: Sequence[Call]) -> str:
    """Return the call in whose timeline the record belongs. Empty if several run.

    A link that an app reads is in the timeline of the call whose result had it.
    """
    if call.method == READ:
        return call.continues
    return during[0].id if len(during) == 1 else ""


def kept_annotations(value: JsonValue) -> JsonObject | None:
    """Return what a record keeps of a definition's ``annotations`` (untrusted), None for nothing."""
    if not isinstance(value, dict) or not value:
        return None
    try:
        return value if len(canonical(value)) <= MAX_ANNOTATIONS else None
    except (MalformedJson, RecursionError):
        return None


def _reading_fields(answer: Answer) -> JsonObject:
    """Return how much of the question had been read, if measured, and what existed at the call's target."""
    fields: JsonObject = {"there": answer.there} if answer.there else {}
    if answer.displayed_ms is not None:
        fields["displayed_ms"] = answer.displayed_ms
    if answer.unread_lines > 0:
        fields["unread_lines"] = answer.unread_lines
    return fields


def _signer_fields(answer: Answer) -> JsonObject:
    if not answer.signatures:
        return {}
    listed: list[JsonValue] = [
        {"approver": signature.approver, "roles": list[JsonValue](signature.roles)} for signature in answer.signatures
    ]
    return {"signers": listed}


def _words_of_decision(decision: Decision) -> dict[str, bytes]:
    words = {"reason": decision.reason, "note": decision.note}
    return {name: text.encode("utf-8", "replace") for name, text in words.items() if text}


def _decision_fields(decision: Decision, yes: str, no: str, answer: Answer | None) -> JsonObject:
    fields: JsonObject = {"decision": yes if decision.approve else no, "by": decision.by, "who": decision.who}
    return fields if answer is None else fields | _reading_fields(answer)


def _ground_fields(ground: JudgedOn) -> JsonObject:
    fields = _verdict_fields(ground.verdict) | _finding_fields(ground.findings)
    if ground.definition:
        fields["definition"] = ground.definition
    if ground.annotations:
        fields["annotations"] = ground.annotations
    return fields


def _call_fields(call: Call) -> JsonObject:
    app: JsonObject = {"name": call.app.name, "authenticated": call.app.authenticated, "session": call.app.session}
    if call.app.claimed:
        app["claimed"] = call.app.claimed[:NAME_LIMIT]
    if call.app.pid is not None:
        app["pid"] = call.app.pid
    fields: JsonObject = {
        "app": app,
        "server": call.server.id,
        "config": call.server.public_digest,
        "tool": call.tool[:NAME_LIMIT],
        "revision": call.protocol_revision,
    }
    if call.server.trusted:
        fields["trust"] = call.server.trust
    return fields


def _verdict_fields(verdict: Verdict) -> JsonObject:
    obligations = verdict.obligations
    fields: JsonObject = {
        "effect": verdict.effect.value,
        "rule": verdict.rule,
        "source": verdict.source,
        "because": verdict.because,
    }
    if obligations is not NO_OBLIGATIONS and obligations != NO_OBLIGATIONS:
        fields["obligations"] = demands(obligations)
    return fields


def _finding_fields(findings: tuple[Finding, ...]) -> JsonObject:
    """Return kinds and severities only: evidence may quote arguments, which a body must not hold."""
    if not findings:
        return {}
    listed: list[JsonValue] = [{"kind": finding.kind, "severity": finding.severity.value} for finding in findings]
    return {"findings": listed}


def signed(request: ApprovalRequest, signature: Signature, missing: Sequence[str]) -> Draft:
    """Return the record of a signature in this round. ``call.proposed`` commits to what was shown.

    ``missing``: what is still wanted after it, in words.
    """
    roles: list[JsonValue] = list(signature.roles)
    lacking: list[JsonValue] = list(missing)
    fields: JsonObject = {
        "approver": signature.approver,
        "roles": roles,
        "definition": request.definition.digest,
        "round": request.round,
        "missing": lacking,
    }
    return Draft("call.signed", fields, call=request.call.id)


def approver_failed(name: str | None, failures: int) -> Draft:
    """Return the record of a wrong secret.

    ``name``: as registered, None if nobody is. ``failures``: in a row; unregistered names count together.
    """
    return Draft("approver.failed", _name_fields(name) | {"failures": failures})


def approver_locked(name: str | None, failures: int, seconds: float) -> Draft:
    """Return the record that no secret counts for ``seconds``. The rest is as in ``approver_failed``."""
    return Draft("approver.locked", _name_fields(name) | {"failures": failures, "seconds": seconds})


def approver_enrolled(name: str, *, changed: bool, remembered: bool) -> Draft:
    """Return the record that the person at this desk set their PIN. ``remembered``: whether the keyring keeps it."""
    return Draft("approver.enrolled", {"name": name, "changed": changed, "remembered": remembered})


def _name_fields(name: str | None) -> JsonObject:
    return {"unknown": True} if name is None else {"name": name}
