"""What servers ask of apps: a question to the person, the app's model, the app's folders (attacks 26 and 27).

Owns: the way of each such request to the app and back: rules, limits, the person, the log. It also decides what an app
may read because a result linked to it (attack 28). In the 2025 era a server asks while a call runs. In 2026-07-28 it
asks in the result of a call, and the app's answer comes with another call, which is decided on its own
(``host.gate.rounds``).

Invariants:
    - Each request is decided once, and its decision is on record before the app sees it. Any failure passes nothing on.
    - An answer from Assent's window is exactly what was shown last, and fits its form. No answer becomes *cancel*, a no
      becomes *decline*. Only the person's press in the window opens an address.
    - An app gets only requests of kinds that it declared. Its model answers only what a rule or a person let through,
      one prompt for each running call. If a person let it through, a person sees the answer before it leaves.
    - Each reading of a link is decided on its own, and nobody looks where the link leads before.
    - A request never lives longer than its session, and the wait for its answer is bounded.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Final

from host import tasks
from host.canonical import canonical, compact
from host.errors import INVALID_PARAMS, METHOD_NOT_FOUND, AssentError, AuditError
from host.gate import records, rounds
from host.gate.asking import signers_of, why_incomplete
from host.gate.call_execution import Aborted, CallExecution, Execution
from host.gate.editing import MAX_EDITS
from host.gate.elicitation import ElicitedForm, examine, find_problems, read_answer, read_form
from host.gate.limits import Floods, Rates, Storage
from host.gate.pending_approval import EditExaminer
from host.gate.refusals import NEW_POLICY, STOPPED, NoAnswer, release_decision
from host.gate.services import Services
from host.inspect.asked import (
    CAPABILITY_OF,
    ELICITATION,
    MAX_INPUT_REQUESTS,
    READ,
    ROOTS,
    SAMPLING,
    find_secret_fields,
    problem,
)
from host.model import (
    NO_OBLIGATIONS,
    Answer,
    App,
    ApprovalRequest,
    Call,
    CallContext,
    Decision,
    Draft,
    Edit,
    Effect,
    Finding,
    GrantOffers,
    JsonObject,
    JsonValue,
    ServerRef,
    ToolDefinition,
    Verdict,
    has_more_values,
    object_in,
    sha256_hex,
)
from host.policy.facts import CallFacts
from host.policy.gather import Gatherer
from host.rates import Rate, RateWindows
from host.schema import compile_schema
from host.turns import proven_key
from host.values import replace
from host.wire.call_handler import NOTHING, Reply, call_from_request
from host.wire.messages import Message
from host.words import say

_log = logging.getLogger(__name__)

REFUSED: Final = -1
"""The code that the specification's own example uses if a person refuses (MCP 2025-11-25, client/sampling)."""
MAX_REQUEST_BYTES: Final = 4 << 20
"""Bytes of one request. A person has to read it."""
RATES: Final = {ELICITATION: Rate(30, 60.0), READ: Rate(60, 60.0), ROOTS: Rate(60, 60.0), SAMPLING: Rate(10, 60.0)}
"""How often one server may ask one app. Rules may lower it (``obligations.rate``)."""
ONLY_THIS: Final = GrantOffers(refused=say("It is about this request alone."))
ONLY_THIS_FORM: Final = GrantOffers(refused=say("It is about this question alone."))
REQUEST_KINDS: Final = frozenset(
    {"hidden-characters", "confusable", "odd-host", "private-host", "secret", "not-inspected"}
)
"""Findings that mean the same in a request as in a call. The others are about tools."""
ADDRESS_KINDS: Final = frozenset({"outside-folders", "sensitive-path"})
"""Findings about an address to read."""
MAX_VALUES_HERE: Final = 500
"""Values of a form whose fields are looked at in the event loop."""
FLOOD: Final = say("so many of these requests were denied that further ones are refused, and not recorded")
_ACTIONS: Final = frozenset({"accept", "decline", "cancel"})
_NO_KEYS: Final[frozenset[str]] = frozenset()


class Denied(Exception):
    """Control flow: a request goes no further."""

    def __init__(self, by: str, why: str, *, code: int = REFUSED, who: str = "", answer: Answer | None = None) -> None:
        """``by``: as in ``model.Decision``. ``why``: one safe sentence. ``answer``: of the person who said no."""
        super().__init__()
        self.by, self.why, self.code, self.who, self.answer = by, why, code, who, answer


class AppRequest(Execution, eq=False, kw_only=True):
    """A server's request to an app.

    Attributes:
        during: the calls that the server is working on, oldest first. If there are several, it is unknown which one
            the request is about.
    """

    during: tuple[Call, ...]
    capabilities: JsonValue  # what the app declared (untrusted)
    verdict: Verdict | None = None  # None until it was judged
    findings: tuple[Finding, ...] = ()
    is_recorded: bool = False

    @property
    def known_verdict(self) -> Verdict:
        """The verdict of a request that was judged."""
        assert self.verdict is not None, "it was judged"
        return self.verdict


class AppRequests:
    """Decides what servers ask of apps. One for each gate."""

    def __init__(self, services: Services) -> None:
        self._log, self._policy, self._approvals = services.log, services.policy, services.approvals
        self._inspection, self._settings, self._stop = services.inspection, services.settings, services.stop
        self._checker, self._clock, self._monotonic = services.checker, services.clock, services.monotonic
        self._gatherer, self._rates = Gatherer(services.checker), Rates(services.monotonic)
        self._rate_windows, self._storage = RateWindows(), Storage(services.monotonic)
        self._floods = Floods(services.log.submit, services.monotonic)
        self._running: set[AppRequest] = set()

    def hides(self, method: str, app: App, server: ServerRef) -> bool:
        """Whether rules always deny ``method``, so that the server need not know that the app supports it."""
        trust = self._policy.trust_of(server.id, server.config_digest)
        facts = CallFacts(server.id, method, app.name, app.authenticated, trust=trust, now=self._now(), method=method)
        return self._policy.judge(facts).effect is Effect.DENY

    def abort_all(self, end: NoAnswer) -> None:
        """End every running request."""
        for request in tuple(self._running):
            request.abort(end)

    async def reply(self, request: AppRequest, send: Callable[[], Awaitable[Message]]) -> Reply:
        """Return the reply to the server. Never raises. ``send``: passes the request on to the app."""
        denied = Denied("fault", say("Assent could not decide safely"))
        try:
            with _tracked(self._running, request):
                review = await self.admit(request)
                return await self._pass_on(request, send, review=review)
        except Denied as denial:
            denied = denial
        except Aborted as aborted:
            if aborted.end.by == "withdrawal":
                return NOTHING
            denied = Denied(aborted.end.by, aborted.end.why)
        except AuditError as error:
            _log.error("the audit log failed, nothing is passed on: %s", error)
        except Exception:  # noqa: BLE001  # any failure passes nothing on
            _log.exception("a request of server %s failed inside the gate", request.call.server.id)
        return _refusal(request.call.method, denied)

    async def admit_in_result(self, run: CallExecution, result: JsonObject) -> tuple[str, frozenset[str]]:
        """Decide whether the result of ``run``, which asks for input, may be passed on.

        Returns why not, one safe sentence, empty if it may; and the keys whose answers a person must see. Raises
        Aborted: the call was ended from outside; AuditError: the log failed.
        """
        wanted, capabilities = result.get("inputRequests", {}), rounds.capabilities_in(run.call)
        held: set[str] = set()
        if not isinstance(wanted, dict) or len(wanted) > MAX_INPUT_REQUESTS:
            return say("it asks for input in a form that Assent does not know"), _NO_KEYS
        for key, raw in wanted.items():
            method = object_in(raw).get("method")
            if not isinstance(raw, dict) or not isinstance(method, str) or method not in CAPABILITY_OF:
                return say("it asks for something that no app gives"), _NO_KEYS
            params = raw.get("params", {})
            if not isinstance(params, dict):
                return say("it asks for input in a form that Assent does not know"), _NO_KEYS
            call = call_from_request(
                run.call.app, run.call.server, method, params, run.call.protocol_revision, self._clock()
            )
            request = AppRequest(call=call, during=(run.call,), capabilities=capabilities, aborted=run.aborted)
            try:
                with _tracked(self._running, request):
                    review = await self.admit(request)
            except Denied as denied:
                return say("{method}: {why}", method=method, why=_public_reason(denied)), _NO_KEYS
            if review:
                held.add(key)
        return "", frozenset(held)

    # May it pass?

    async def admit(self, request: AppRequest) -> bool:
        """Let the request pass or deny it, on record. Returns whether a person must see the answer before it leaves.

        Raises Denied, Aborted and AuditError.
        """
        self._refuse_in_flood(request.call)
        try:
            return await self._admit(request)
        except Denied as denied:
            reason = denied.why if denied.answer is None else denied.answer.reason
            await self._record_decision(request, denied.by, denied.who, reason, denied.answer, approve=False)
            raise
        except Aborted as aborted:
            await self._record_decision(request, aborted.end.by, "", aborted.end.why, approve=False)
            raise
        finally:
            self._inspection.forget(request.call)

    def _refuse_in_flood(self, call: Call) -> None:
        towards = {} if call.method == READ else {"direction": "to app"}
        if self._floods.stop(call, FLOOD, call.app.name, call.server.id, **towards):
            raise Denied("limit", FLOOD)

    async def _admit(self, request: AppRequest) -> bool:
        """Check and judge the request, and ask a person unless it may pass. Returns and raises as ``admit`` does."""
        self._check_form(request)
        self._check_rates(request)
        facts = await self._inspect(request)
        verdict = request.known_verdict
        if verdict.effect is Effect.DENY:
            raise Denied("rule", verdict.because, code=METHOD_NOT_FOUND, who=verdict.rule)
        if (limit := self._rates.exceeded(request, verdict.obligations.rates)) is not None:
            raise Denied("limit", say("rule {rule} admits no more of them now", rule=limit.rule))
        obligations = verdict.obligations
        may_pass = verdict.effect is Effect.ALLOW or self._window_answers(request)  # the window shows it anyway
        if may_pass and not obligations.signed and not obligations.reason_required:
            await self._record_decision(request, "rule", verdict.rule, approve=True)
            return obligations.review_result
        answer = await self._ask(request)
        await self._check_after_answer(request, facts)
        await self._record_decision(request, "approver", signers_of(answer), answer.reason, answer, approve=True)
        return obligations.review_result or request.call.method == SAMPLING

    def _check_form(self, request: AppRequest) -> None:
        call = request.call
        if self._stop.is_pressed:
            raise Denied(STOPPED.by, STOPPED.why)
        if why := problem(call.method, call.arguments_value, request.capabilities):
            raise Denied("fault", why, code=METHOD_NOT_FOUND)
        if len(call.params) > MAX_REQUEST_BYTES:
            raise Denied("limit", say("it is larger than anybody reads"))

    def _check_rates(self, request: AppRequest) -> None:
        call = request.call
        if call.method == SAMPLING:
            where = (call.app.session, call.server.id)
            others = (it.call for it in self._running if it is not request)
            prompts = sum(it.method == SAMPLING and (it.app.session, it.server.id) == where for it in others)
            if prompts >= max(1, len(request.during)):
                raise Denied("limit", say("the app's model works on another prompt of this call"))
        rate = RATES[call.method]
        if not self._rate_windows.take((call.app.name, call.server.id, call.method), rate, self._monotonic()):
            raise Denied("limit", say("it asked more than {n} times in a minute", n=rate.calls))

    async def _inspect(self, request: AppRequest) -> CallFacts:
        await request.unless_aborted(self._policy.ready())
        server = request.call.server
        trust = self._policy.trust_of(server.id, server.config_digest)
        request.call = call = replace(request.call, server=replace(server, trust=trust))
        definition = definition_of(call)
        findings = await request.unless_aborted(self._inspection.findings(call, definition))
        kinds = REQUEST_KINDS | ADDRESS_KINDS if call.method == READ else REQUEST_KINDS
        request.findings = (
            *(finding for finding in findings if finding.kind in kinds),
            *(await self._secret_fields(request) if call.method == ELICITATION else ()),
        )
        return await self._judge(request)

    @staticmethod
    async def _secret_fields(request: AppRequest) -> tuple[Finding, ...]:
        """Return the findings about the fields of a form. Where these may be many, a thread looks."""
        params = request.call.arguments_value
        if not has_more_values(params, MAX_VALUES_HERE):
            return tuple(find_secret_fields(params))
        work = tasks.in_daemon_thread(lambda: tuple(find_secret_fields(params)), name="look at a form")
        return await request.unless_aborted(work)

    async def _judge(self, request: AppRequest) -> CallFacts:
        call = request.call
        context = CallContext.of(call, definition_of(call))
        needs = self._policy.needs(call.server.id, call.tool, call.app.name)
        gathering = self._gatherer.facts(context, request.findings, needs=needs, now=self._now())
        facts = await request.unless_aborted(gathering)
        request.verdict = self._policy.judge(facts)
        return facts

    async def _ask(self, request: AppRequest) -> Answer:
        call, verdict = request.call, request.known_verdict
        if why := self._approvals.why_no_room(call, len(call.params), self._settings.now):
            raise Denied("limit", why)
        with self._approvals.reserve(call, len(call.params)):
            await self._log.append(self._bounded(records.input_asked(call, request.during, verdict, request.findings)))
            request.is_recorded = True
            end = await self._approvals.ask(self._question(request), request.aborted, ONLY_THIS)
        if isinstance(end, NoAnswer):
            raise Aborted(end) if request.aborted.done() else Denied(end.by, end.why)
        if isinstance(end, Edit):
            raise Denied("fault", say("a request cannot be changed"))
        if end.approve is not True:  # a truthy value is not enough
            raise Denied("approver", say("the person refused"), who=end.approver, answer=end)
        if why := why_incomplete(verdict.obligations, end):
            raise Denied("fault", why, answer=end)
        return end

    def _question(self, request: AppRequest, result: bytes | None = None) -> ApprovalRequest:
        request.questions_asked += 1
        expires = self._clock() + self._settings.now.decision_timeout
        call, definition = request.call, definition_of(request.call)
        tools = tuple(running.tool for running in request.during)
        return ApprovalRequest(
            call,
            definition,
            request.known_verdict,
            request.findings,
            request.questions_asked,
            "",
            expires,
            result,
            during=tools,
        )

    async def _check_after_answer(self, request: AppRequest, before: CallFacts) -> None:
        verdict = request.known_verdict
        if self._stop.is_pressed:
            raise Denied(STOPPED.by, STOPPED.why)
        await request.unless_aborted(self._policy.ready())
        facts = await self._judge(request)
        if request.verdict != verdict or facts.trust != before.trust:
            raise Denied("drift", NEW_POLICY)

    # The app's answer

    def _window_answers(self, request: AppRequest) -> bool:
        """Whether Assent's own window answers: for an app of Assent that has no window."""
        return request.call.method == ELICITATION and self._inspection.is_our_own(request.call.app)

    async def _answer_by_window(self, request: AppRequest) -> Reply:
        try:
            result, answer = await self._ask_in_window(request, read_form(request.call.arguments_value))
        except AssentError as error:
            raise Denied("fault", error.words) from error
        if request.aborted.done():
            raise Aborted(request.aborted.result())
        body, status = canonical(result), str(result["action"])
        await self._log.append(records.input_answered(request.call, request.during, status, body, answer=answer))
        return Reply(result=body)

    async def _ask_in_window(self, request: AppRequest, form: ElicitedForm) -> tuple[JsonObject, Answer | None]:
        """Return what the server is told, and the person's answer or None."""
        size = len(request.call.params)
        if self._approvals.why_no_room(request.call, size, self._settings.now):
            return {"action": "cancel"}, None
        with self._approvals.reserve(request.call, size):
            return await self._ask_until_form_fits(request, form)

    async def _ask_until_form_fits(self, request: AppRequest, form: ElicitedForm) -> tuple[JsonObject, Answer | None]:
        """Show the form until an answer fits it, ``MAX_EDITS`` times at most. Returns as ``_ask_in_window`` does."""
        content, because = form.start, ""
        check = partial(self._checker.check, compile_schema(form.schema), app=proven_key(request.call.app))
        for _ in range(MAX_EDITS):
            question = self._form_question(request, form, content, because)
            examiner = None if form.url else EditExaminer(partial(examine, question.call, form, check))
            end = await self._approvals.ask(question, request.aborted, ONLY_THIS_FORM, examiner)
            if isinstance(end, NoAnswer):
                break
            if isinstance(end, Edit):
                content, because = read_answer(end.arguments or b"{}"), ""
                continue
            if end.approve is not True:  # a truthy value is not enough
                return {"action": "decline"}, end
            if form.url:
                return {"action": "accept"}, end
            if not (problems := await find_problems(form, check, content)):
                return {"action": "accept", "content": content}, end
            name = str(problems[0].path[0]) if problems[0].path else ""
            because = say("{field}: {why}", field=name, why=problems[0].why) if name else problems[0].why
        return {"action": "cancel"}, None

    def _form_question(
        self, request: AppRequest, form: ElicitedForm, content: JsonObject, because: str
    ) -> ApprovalRequest:
        call = request.call
        form_call = call_from_request(
            call.app, call.server, ELICITATION, content, call.protocol_revision, call.proposed_at
        )
        definition: JsonObject = {"inputSchema": form.schema, "name": ELICITATION}
        raw = canonical(definition)
        return replace(
            self._question(request),
            call=replace(form_call, id=call.id),
            definition=ToolDefinition(ELICITATION, raw, definition, sha256_hex(raw)),
            verdict=replace(request.known_verdict, obligations=NO_OBLIGATIONS),  # the request is allowed already
            findings=tuple(replace(finding, where=(), span=None) for finding in request.findings),
            voided_because=because,
            asked=canonical({"message": form.message}),
            opens=form.url,
        )

    async def _pass_on(self, request: AppRequest, send: Callable[[], Awaitable[Message]], *, review: bool) -> Reply:
        """Return the app's answer. ``review``: whether a person must release it first. Raises as ``admit`` does."""
        if self._window_answers(request):
            return await self._answer_by_window(request)
        try:
            async with asyncio.timeout(self._settings.now.execution_timeout):
                message = await request.unless_aborted(send())
        except TimeoutError:
            self._log.submit(records.input_answered(request.call, request.during, "timed out", None))
            raise Denied("expiry", say("there was no answer in time")) from None
        except Aborted:
            self._log.submit(records.input_answered(request.call, request.during, "cancelled", None))
            raise
        body = compact(message.error if message.error is not None else message.result, plain=message.plain)
        held = review and message.error is None
        status = "error" if message.error is not None else _answer_status(request.call.method, message.result)
        record = self._bounded(records.input_answered(request.call, request.during, status, body, held=held))
        if held:
            await self._log.append(record)
            await self._ask_to_release(request, body)
        else:
            self._log.submit(record)
        return Reply(error=message.error, plain=message.plain) if message.error is not None else Reply(result=body)

    async def _ask_to_release(self, request: AppRequest, body: bytes) -> None:
        size = len(body) + len(request.call.params)
        question = self._question(request, body)
        end = await self._approvals.ask_to_release(question, size, self._settings.now, request.aborted, ONLY_THIS)
        decision = replace(release_decision(request.call, end), note="")  # a server gets no note
        answer = end if isinstance(end, Answer) else None
        await self._log.append(records.input_reviewed(request.call, request.during, decision, answer))
        if not decision.approve:
            raise Denied(decision.by, say("the answer was not released"))
        if request.aborted.done():
            raise Aborted(request.aborted.result())

    # Records

    async def _record_decision(
        self, request: AppRequest, by: str, who: str, reason: str = "", answer: Answer | None = None, *, approve: bool
    ) -> None:
        call, during, recorded = request.call, request.during, request.is_recorded
        if not approve:
            self._floods.note(call.app.name, call.server.id)
        decision = Decision(call.id, call.digest, approve, by, who, reason)
        draft = records.input_decided(
            call, during, decision, request.verdict, request.findings, answer, proposal_recorded=recorded
        )
        await self._log.append(self._bounded(draft))

    def _bounded(self, draft: Draft) -> Draft:
        """Return the record with the server's text if there is room for more of that server."""
        return self._storage.bounded(draft, str(draft.fields.get("server", "")))

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC).astimezone()


# The methods


def definition_of(call: Call) -> ToolDefinition:
    """Return a stand-in for a tool's definition: the members that the request has, the most telling first."""
    members = (name for name in _MEMBERS.get(call.method, ()) if name in call.arguments_value)
    fields: JsonObject = {name: {} for name in members}
    value: JsonObject = {"inputSchema": {"properties": fields, "type": "object"}, "name": call.method}
    raw = canonical(value)
    return ToolDefinition(call.method, raw, value, sha256_hex(raw))


_MEMBERS: Final = {
    READ: ("uri",),
    ELICITATION: ("message", "url", "requestedSchema", "mode", "elicitationId"),
    SAMPLING: (
        "systemPrompt", "messages", "maxTokens", "modelPreferences", "includeContext", "temperature", "stopSequences",
        "tools", "toolChoice", "metadata",
    ),
}  # fmt: skip


def _answer_status(method: str, result: JsonValue) -> str:
    action = result.get("action") if isinstance(result, dict) and method == ELICITATION else None
    return action if isinstance(action, str) and action in _ACTIONS else "answered"


def _refusal(method: str, denied: Denied) -> Reply:
    """Return the reply to a server whose request went no further. A person who is asked something may decline."""
    if denied.by == "approver" and method == ELICITATION:
        return Reply(result=b'{"action":"decline"}')
    code = INVALID_PARAMS if method == READ else denied.code  # the code of both eras for an unavailable resource
    return Reply(error={"code": code, "message": f"Not passed on: {_public_reason(denied)}"})


def _public_reason(denied: Denied) -> str:
    """Return the reason for a server or a model. A rule's own words may name files of this machine."""
    return say("it is not allowed here") if denied.by == "rule" else denied.why


@contextmanager
def _tracked(requests: set[AppRequest], request: AppRequest) -> Iterator[None]:
    requests.add(request)
    try:
        yield
    finally:
        requests.discard(request)
