"""The records of a call's life, of grants, of signatures and of the emergency stop, built from frozen values (pure).

Owns: which fields stand in the chained body and which values are only committed to.

Invariants:
    - Arguments, results, reasons and notes never enter a body; what a stranger named (tool, app, annotations) enters it
      bounded.
    - A verdict on record says enough for other rules to judge the call again.
    - No secret, no credential and no name that nobody registered is in any record: people type a PIN into the wrong
      field.
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
"""Bytes, canonical, up to which a record keeps what a server says of its tool; MCP's own take some hundred."""


class JudgedOn(Struct, frozen=True):
    """What a call was judged on, as far as a record keeps it.

    Attributes:
        verdict: of the policy.
        findings: what Assent worked out.
        definition: digest of the tool's; empty where nobody looked at it.
        annotations: of the tool, as ``kept_annotations`` has them.
    """

    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    definition: str = ""
    annotations: JsonObject | None = None


def proposed(call: Call, ground: JudgedOn, round_: int) -> Draft:
    """A call that waits for people."""
    values = {"params": call.params}
    if call.turn:
        values["turn"] = call.turn.encode("utf-8", "replace")
    if call.says != SAYS_NOTHING:
        values["says"] = _says(call.says)
    return Draft("call.proposed", _call(call) | {"round": round_} | _ground(ground), values, call.id)


def _says(says: AppSays) -> bytes:
    names = {"agent": says.agent, "chat": says.chat, "client": says.client, "model": says.model}
    return canonical({name: text.encode("utf-8", "replace").decode() for name, text in names.items() if text})


def edited(revision: Call, definition: str, who: str, round_: int) -> Draft:
    """A person changed the inputs of a call that waits. ``revision``: what it is now. ``round_``: that they saw."""
    fields: JsonObject = {"who": who, "round": round_, "definition": definition}
    return Draft("call.edited", _call(revision) | fields, {"params": revision.params}, revision.id)


def refused(call: Call, because: str) -> Draft:
    """A call that failed the checks before any rule was asked."""
    return Draft("call.refused", _call(call) | {"because": because}, {"params": call.params}, call.id)


def decided(
    call: Call,
    decision: Decision,
    ground: JudgedOn | None = None,
    *,
    proposal_recorded: bool = False,
    answer: Answer | None = None,
    endorses: Mapping[str, int] = NOTHING_ENDORSED,
) -> Draft:
    """The gate's word on a call.

    Args:
        call: which.
        decision: on it.
        ground: None where it was not judged.
        proposal_recorded: whether another record commits to the parameters, or for a yes keeps them.
        answer: of the person who was asked, None where nobody answered.
        endorses: how many values a person's yes endorses, by role; the parameters, which are committed to, name them.
    """
    fields = _call(call) | _decision(decision, "approve", "deny", answer)
    if ground is not None:
        fields |= _ground(ground)
    if answer is not None:
        fields |= _signers(answer)
    if endorses and decision.approve:
        fields["endorses"] = dict[str, JsonValue](sorted(endorses.items()))
    values = ({} if proposal_recorded else {"params": call.params}) | _words(decision)
    return Draft("call.decided", fields, values, call.id)


_repeated: Final[dict[tuple[object, ...], tuple[JsonObject | None, Draft]]] = {}
"""Records of automatic yeses, by all that their fields say; no stranger's words but a tool's name are in it."""
MAX_REPEATED: Final = 256


def decided_alike(call: Call, decision: Decision, ground: JudgedOn) -> Draft:
    """As ``decided`` where nobody was asked: what such records of one tool have alike is worked out once."""
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
    """How a dispatched call ended. ``result``: serialised result or error object of the server.

    ``held``: whether the app gets it only once ``result.reviewed`` says so.
    """
    fields: JsonObject = {"status": ended.status.value, "duration_ms": round(ended.duration_ms, 3)}
    if held:
        fields["held"] = True
    if ended.detail:
        fields["because"] = ended.detail
    if ended.code is not None:
        fields["code"] = ended.code
    fields |= _findings(ended.findings)
    if isinstance(result, Committed):
        return Draft("call.outcome", fields, call=call.id, result=result)
    return Draft("call.outcome", fields, {} if result is None else {"result": result}, call.id)


def told(call_id: str, app: str, claim: str) -> Draft:
    """What an app says of how it ended a call that it carried out by itself; nobody but the app knows it."""
    return Draft("call.told", {"app": app, "claim": claim}, call=call_id)


def grant_given(grant: Grant, call: Call, definition: str, *, seconds: float | None) -> Draft:
    """A standing permission that was given with ``call``. ``seconds``: how long at most, None where no clock ends it.

    What it covers repeats arguments, so the body commits to it.
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
    """The early end of a grant. ``because``: where nobody asked for it."""
    fields: JsonObject = {"grant": grant_id, "who": who}
    return Draft("grant.revoked", fields | {"because": because} if because else fields)


def reviewed(call: Call, decision: Decision, answer: Answer | None) -> Draft:
    """Whether the held result of ``call`` goes to the app. ``answer``: of the person, None where nobody answered."""
    fields = _decision(decision, "release", "withhold", answer)
    return Draft("result.reviewed", fields, _words(decision), call.id)


def input_asked(call: Call, during: Sequence[Call], verdict: Verdict, findings: tuple[Finding, ...]) -> Draft:
    """A request of a server to its app that waits for people. ``during``: calls that the server works on."""
    fields = _input(call, during) | _verdict(verdict) | _findings(findings)
    return Draft("input.asked", fields, {"asked": call.arguments}, _part_of(call, during))


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
    """Whether the app hears the request. ``answer``: of the person."""
    fields = _input(call, during) | _decision(decision, "approve", "deny", answer) | _findings(findings)
    if verdict is not None:
        fields |= _verdict(verdict)
    if answer is not None:
        fields |= _signers(answer)
    values = ({} if proposal_recorded else {"asked": call.arguments}) | _words(decision)
    return Draft("input.decided", fields, values, _part_of(call, during))


def input_answered(
    call: Call,
    during: Sequence[Call],
    status: str,
    body: bytes | None,
    *,
    held: bool = False,
    answer: Answer | None = None,
) -> Draft:
    """What the app answered. ``held``: whether the server gets it only once ``input.reviewed`` says so.

    ``answer``: of the person who answered in our own window, in place of the app.
    """
    fields = _input(call, during) | {"status": status} | ({"held": True} if held else {})
    if answer is not None:
        fields |= {"by": "approver", "who": answer.approver}
        fields |= _reading(answer)
    return Draft("input.answered", fields, {} if body is None else {"answer": body}, _part_of(call, during))


def input_reviewed(call: Call, during: Sequence[Call], decision: Decision, answer: Answer | None) -> Draft:
    """Whether the app's answer goes to the server. ``answer``: of the person, None where nobody answered."""
    fields = _input(call, during) | _decision(decision, "release", "withhold", answer)
    return Draft("input.reviewed", fields, _words(decision), _part_of(call, during))


def _input(call: Call, during: Sequence[Call]) -> JsonObject:
    """Which request it is, of whom, to whom, and what ran meanwhile."""
    fields: JsonObject = {key: value for key, value in _call(call).items() if key != "tool"}
    return fields | {"input": call.id, "method": call.method, "during": [run.id for run in during]}


def _part_of(call: Call, during: Sequence[Call]) -> str:
    """The call in whose timeline it stands: where several run, nobody can tell which it is about.

    What an app reads stands in that of the call whose result linked to it, whatever runs meanwhile.
    """
    if call.method == READ:
        return call.continues
    return during[0].id if len(during) == 1 else ""


def kept_annotations(value: JsonValue) -> JsonObject | None:
    """What a record keeps of a definition's ``annotations`` (untrusted); None for nothing."""
    if not isinstance(value, dict) or not value:
        return None
    try:
        return value if len(canonical(value)) <= MAX_ANNOTATIONS else None
    except (MalformedJson, RecursionError):
        return None


def stop_pressed(who: str) -> Draft:
    """The emergency stop holds from now on."""
    return Draft("stop.pressed", {"who": who})


def stop_released(who: str) -> Draft:
    """The emergency stop holds no more."""
    return Draft("stop.released", {"who": who})


def _reading(answer: Answer) -> JsonObject:
    """How far what was answered had been read, as far as somebody measured, and what was found for it."""
    fields: JsonObject = {"there": answer.there} if answer.there else {}
    if answer.displayed_ms is not None:
        fields["displayed_ms"] = answer.displayed_ms
    if answer.unread_lines > 0:
        fields["unread_lines"] = answer.unread_lines
    return fields


def _signers(answer: Answer) -> JsonObject:
    """Who signed, and in which roles, in order."""
    if not answer.signatures:
        return {}
    listed: list[JsonValue] = [
        {"approver": signed.approver, "roles": list[JsonValue](signed.roles)} for signed in answer.signatures
    ]
    return {"signers": listed}


def _words(decision: Decision) -> dict[str, bytes]:
    """The person's or the rule's own words."""
    words = {"reason": decision.reason, "note": decision.note}
    return {name: text.encode("utf-8", "replace") for name, text in words.items() if text}


def _decision(decision: Decision, yes: str, no: str, answer: Answer | None) -> JsonObject:
    """What was decided, by whom, and how far the person had read."""
    fields: JsonObject = {"decision": yes if decision.approve else no, "by": decision.by, "who": decision.who}
    return fields if answer is None else fields | _reading(answer)


def _ground(ground: JudgedOn) -> JsonObject:
    fields = _verdict(ground.verdict) | _findings(ground.findings)
    if ground.definition:
        fields["definition"] = ground.definition
    if ground.annotations:
        fields["annotations"] = ground.annotations
    return fields


def _call(call: Call) -> JsonObject:
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


def _verdict(verdict: Verdict) -> JsonObject:
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


def _findings(findings: tuple[Finding, ...]) -> JsonObject:
    """Kinds and severities only: evidence may quote arguments, which a body must not hold."""
    if not findings:
        return {}
    listed: list[JsonValue] = [{"kind": finding.kind, "severity": finding.severity.value} for finding in findings]
    return {"findings": listed}


def signed(request: ApprovalRequest, signature: Signature, missing: Sequence[str]) -> Draft:
    """Somebody signed a call as it was asked in this round; ``call.proposed`` commits to what was shown.

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
    """A secret that was not this person's.

    ``name``: as registered, None where there is no such. ``failures``: in a row; names that nobody registered count
    together.
    """
    return Draft("approver.failed", _named(name) | {"failures": failures})


def approver_locked(name: str | None, failures: int, seconds: float) -> Draft:
    """Too many in a row: no secret counts for ``seconds``. As ``approver_failed``."""
    return Draft("approver.locked", _named(name) | {"failures": failures, "seconds": seconds})


def approver_enrolled(name: str, *, changed: bool, remembered: bool) -> Draft:
    """The person at this desk set the own PIN. ``changed``: there was one. ``remembered``: the keyring keeps it."""
    return Draft("approver.enrolled", {"name": name, "changed": changed, "remembered": remembered})


def _named(name: str | None) -> JsonObject:
    return {"unknown": True} if name is None else {"name": name}
