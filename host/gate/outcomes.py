"""What the end of a dispatched call means: its outcome, the reply to the app, the log's content.

Owns: reading a server's response; making a receipt of a decision and adding it to the ``_meta`` of a result.

Invariants: tool errors and protocol errors stay apart; a result is passed on complete; a lost server is an unknown
outcome, never retried. A receipt names a durable record. It stands only in results of calls, and only Assent writes it:
a server's entry of that name is removed. ``_meta`` is the first member of a result, so that adding to it needs no
parsing.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from host.audit.chain import Tip
from host.audit.receipt import KEY, Receipt, receipt_to_json
from host.canonical import compact
from host.errors import INTERNAL_ERROR
from host.gate import refusals
from host.gate.call_execution import TIMED_OUT, CallExecution, End
from host.gate.refusals import NoAnswer
from host.inspect.asked import MAX_INPUT_REQUESTS, url_problem
from host.model import Call, Draft, Finding, JsonObject, Outcome, OutcomeStatus, Severity
from host.schema import SchemaChecker
from host.servers.catalogue import Tool
from host.turns import proven_key
from host.values import replace
from host.wire.call_handler import NOTHING, Reply
from host.wire.messages import Message
from host.wire.methods import MODERN
from host.wire.rewrite import without_receipt
from host.words import say

URL_NEEDED: Final = -32042
"""An address must be opened first (MCP 2025-11-25, client/elicitation, URL Elicitation Required Error)."""


class CallEnd(Struct, frozen=True):
    """The end of a call."""

    outcome: Outcome
    reply: Reply
    body: bytes | None = None  # what the server said, serialised, or None
    input_request: JsonObject | None = None  # the result, if the server wants input before it goes on


async def read_end(run: CallExecution, tool: Tool, end: End, milliseconds: float, checker: SchemaChecker) -> CallEnd:
    """Return what ``end`` means. ``milliseconds``: since dispatch."""
    if isinstance(end, NoAnswer):
        return _end_by_host(run, end, milliseconds)
    if end.is_lost:
        detail = "the server was lost before it answered"
        return CallEnd(Outcome(OutcomeStatus.UNKNOWN, milliseconds, detail), refusals.server_lost())
    if end.error is not None:
        return _read_protocol_error(end.error, milliseconds, plain=end.plain)
    return await _read_result(run, tool, end, milliseconds, checker)


def _end_by_host(run: CallExecution, end: NoAnswer, milliseconds: float) -> CallEnd:
    """Tell the server to stop, and return the end."""
    assert run.upstream_id is not None
    run.session.upstream.cancel(run.upstream_id, end.why)
    if end is TIMED_OUT:
        text = "The server did not answer in time and was told to stop. The call may have had effects all the same."
        reply = refusals.refused(run.call.protocol_revision, text)
        return CallEnd(Outcome(OutcomeStatus.TIMED_OUT, milliseconds), reply)
    outcome = Outcome(OutcomeStatus.CANCELLED, milliseconds, end.why)
    if end.by == "withdrawal":
        return CallEnd(outcome, NOTHING)
    text = "The call was stopped while it ran. It may have had effects all the same; do not repeat it unasked."
    return CallEnd(outcome, refusals.refused(run.call.protocol_revision, text))


def _read_protocol_error(error: JsonObject, milliseconds: float, *, plain: bool) -> CallEnd:
    code, body = error.get("code"), compact(error, plain=plain)
    if code == URL_NEEDED and (why := _why_not_openable(error)):
        refused = Outcome(OutcomeStatus.PROTOCOL_ERROR, milliseconds, why, URL_NEEDED)
        reported: JsonObject = {"code": INTERNAL_ERROR, "message": f"The server's error is not passed on: {why}."}
        return CallEnd(refused, Reply(error=reported), body)
    outcome = Outcome(OutcomeStatus.PROTOCOL_ERROR, milliseconds, code=code if isinstance(code, int) else None)
    return CallEnd(outcome, Reply(error=error, plain=plain), body)


def _why_not_openable(error: JsonObject) -> str:
    """Return why an address in an error cannot be shown to a person, empty if each can (attack 26)."""
    data = error.get("data")
    wanted = data.get("elicitations") if isinstance(data, dict) else None
    if not isinstance(wanted, list) or len(wanted) > MAX_INPUT_REQUESTS:
        return say("it asks for input in a form that Assent does not know")
    problems = (url_problem(item.get("url") if isinstance(item, dict) else None) for item in wanted)
    return next((why for why in problems if why), "")


async def _read_result(
    run: CallExecution, tool: Tool, message: Message, milliseconds: float, checker: SchemaChecker
) -> CallEnd:
    result = message.result
    if not isinstance(result, dict):
        error: JsonObject = {"code": INTERNAL_ERROR, "message": "The server's result is not an object."}
        outcome = Outcome(OutcomeStatus.PROTOCOL_ERROR, milliseconds, "the result is not an object", INTERNAL_ERROR)
        return CallEnd(outcome, Reply(error=error), compact(result, plain=message.plain))
    body = compact(result, plain=message.plain)
    reply = Reply(result=prepare_for_receipt(result, body, plain=message.plain))
    if run.call.protocol_revision in MODERN and result.get("resultType") == "input_required":
        outcome = Outcome(OutcomeStatus.SUCCEEDED, milliseconds, "the server asks for more input")
        return CallEnd(outcome, reply, body, input_request=result)
    if result.get("isError") is True:
        return CallEnd(Outcome(OutcomeStatus.TOOL_ERROR, milliseconds), reply, body)
    if not run.session.reports_outcomes:
        detail = "Assent allowed it; the app carries it out by itself, and only the app can say how it ends"
        return CallEnd(Outcome(OutcomeStatus.NOT_TOLD, milliseconds, detail), reply)
    findings = await _output_findings(run, tool, result, checker, plain=message.plain)
    outcome = Outcome(OutcomeStatus.SUCCEEDED, milliseconds, findings=findings)
    if findings and run.session.output_schema == "strict":
        text = f"The tool ran, but its result was withheld: {findings[0].text}"
        return CallEnd(outcome, refusals.refused(run.call.protocol_revision, text), body)
    return CallEnd(outcome, reply, body)


def without_input_request(run: CallExecution, call_end: CallEnd, why: str) -> CallEnd:
    """Return the end of a call whose server asks for input that the app does not get. ``why``: one safe sentence."""
    outcome = replace(call_end.outcome, detail=f"the server asked for input that was not passed on: {why}")
    text = f"The server asked for input that is not passed on: {why}. The call cannot go on."
    return CallEnd(outcome, refusals.refused(run.call.protocol_revision, text), call_end.body)


async def _output_findings(
    run: CallExecution, tool: Tool, result: JsonObject, checker: SchemaChecker, *, plain: bool
) -> tuple[Finding, ...]:
    """Check structured content against the output schema (MCP, server/tools, Output Schema)."""
    if tool.output is None or run.session.output_schema == "off":
        return ()
    if "structuredContent" not in result:
        return (_output_finding(say("there is no structured content")),)
    value = result["structuredContent"]
    report = checker.check_now(tool.output, value)
    if report is None:
        report = await checker.check(tool.output, value, compact(value, plain=plain), app=proven_key(run.call.app))
    if report.status == "valid":
        return ()
    if report.status == "not validated":
        why = say("The result could not be validated by the tool's output schema: {why}", why=report.reason)
        return (Finding("output-schema", Severity.MEDIUM, why),)
    first = report.violations[0]
    return (_output_finding(f"{first.path}: expected {first.expected}"),)


def _output_finding(why: str) -> Finding:
    text = say("The result does not keep the tool's output schema: {why}.", why=why)
    return Finding("output-schema", Severity.MEDIUM, text)


_META: Final = b'{"_meta":{'
_KEY: Final = b'"%s":' % KEY.encode()


def make_receipt(call: Call, decided: Draft, tip: Tip) -> Receipt | None:
    """Return the receipt to add to the result of ``call``, None if ``decided`` is no decision. ``tip``: its place."""
    if decided.kind != "call.decided":
        return None
    fields = decided.fields
    decision, by, who = str(fields["decision"]), str(fields["by"]), str(fields["who"])
    return Receipt(call.id, call.digest, decision, by, who, tip.seq, tip.hash.hex())


def prepare_for_receipt(result: JsonObject, body: bytes, *, plain: bool) -> bytes:
    """Return a server's ``result`` in a form to which a receipt can be added.

    ``body``: the result, serialised. ``plain``: as in ``canonical.Document``.
    """
    if "_meta" not in result:
        return body
    meta = without_receipt(result["_meta"])
    if meta is result["_meta"] and body.startswith(_META):
        return body
    first: JsonObject = {"_meta": meta} if isinstance(meta, dict) else {}
    return compact({**first, **{key: value for key, value in result.items() if key != "_meta"}}, plain=plain)


def with_receipt(result: bytes, receipt: Receipt) -> bytes:
    """Return ``result``, which ``prepare_for_receipt`` made or which has no ``_meta``, with a receipt."""
    member = _KEY + compact(receipt_to_json(receipt), plain=True)
    if not result.startswith(_META):
        end, rest = b"}" if result == b"{}" else b"},", memoryview(result)[1:]
    else:
        end, rest = b"" if result.startswith(_META + b"}") else b",", memoryview(result)[len(_META) :]
    return b"".join((_META, member, end, rest))  # a result may have megabytes: they are copied once
