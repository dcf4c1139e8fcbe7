"""What servers ask of apps: a question to the person, the app's model, the app's folders (attacks 26 and 27).

Owns: the way of each such request to whom it is for and back: rules, limits, the person, the log; and that of what an
app wants to read because a result linked to it (attack 28). In the 2025 era a server asks while a call runs; in
2026-07-28 it does so in the result of a call, and the app's answer comes with another call, which is decided on its own
(``host.gate.rounds``).

Invariants:
    - Each request is decided once, and its decision is on record before the app sees it; whatever goes wrong in here
      passes nothing on.
    - An app hears only what it declared. The app's model answers only what a rule or a person let through, one prompt
      for each call that runs, and where a person did, a person sees the answer before it leaves.
    - A link is read by a decision of its own each time, and nobody looks where it leads before.
    - A request never lives longer than its session, and its answer is waited for only so long.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from host.canonical import canonical, compact
from host.errors import INVALID_PARAMS, METHOD_NOT_FOUND, AssentError, AuditError
from host.gate import records, rounds
from host.gate.asking import lack_of
from host.gate.call_execution import Aborted, CallExecution, Execution
from host.gate.elicitation import Elicitation
from host.gate.limits import Rates, Storage
from host.gate.refusals import NEW_POLICY, STOPPED, NoAnswer, released
from host.gate.services import Services
from host.inspect.asked import CAPABILITY_OF, ELICITATION, READ, ROOTS, SAMPLING, find_secret_fields, problem
from host.model import (
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
    sha256_hex,
)
from host.policy.facts import CallFacts
from host.policy.gather import Gatherer
from host.rates import Rate, Windows
from host.values import replace
from host.wire.call_handler import NOTHING, Reply, request_call
from host.wire.messages import Message
from host.words import say

_log = logging.getLogger(__name__)

REFUSED: Final = -1
"""What the specification's own example answers where a person refuses (MCP 2025-11-25, client/sampling)."""
LARGEST: Final = 4 << 20
"""Bytes of one request; a person is to read it."""
LIMITS: Final = {ELICITATION: Rate(30, 60.0), READ: Rate(60, 60.0), ROOTS: Rate(60, 60.0), SAMPLING: Rate(10, 60.0)}
"""How often each may be asked between one server and one app; rules may say less (``obligations.rate``)."""
ONLY_THIS: Final = GrantOffers(refused=say("It is about this request alone."))
KINDS: Final = frozenset({"hidden-characters", "confusable", "odd-host", "private-host", "secret", "not-inspected"})
"""Findings that mean the same in a request as in a call; the others are about tools."""
PLACES: Final = frozenset({"outside-folders", "sensitive-path"})
"""Findings about an address that is to be read."""
MOST: Final = 16
"""Requests in one result."""
_ACTIONS: Final = frozenset({"accept", "decline", "cancel"})
_NONE: Final[frozenset[str]] = frozenset()


class Denied(Exception):
    """Control flow: a request goes no further. Carries why."""

    def __init__(self, by: str, why: str, *, code: int = REFUSED, who: str = "", answer: Answer | None = None) -> None:
        """``by``: as in ``model.Decision``. ``why``: one safe sentence. ``answer``: of the person who said no."""
        super().__init__()
        self.by, self.why, self.code, self.who, self.answer = by, why, code, who, answer


@dataclass(slots=True, eq=False)
class AppRequest(Execution):
    """One request on its way.

    Attributes:
        during: the calls that the server works on, oldest first; where there are several nobody can tell which it is
            about.
        capabilities: that the app declared (untrusted).
        verdict, findings: once it was judged.
        proposed: whether it is on record already.
    """

    during: tuple[Call, ...]
    capabilities: JsonValue
    verdict: Verdict | None = None
    findings: tuple[Finding, ...] = ()
    proposed: bool = False


class AppRequests:
    """Decides on what servers ask. One for a gate."""

    def __init__(self, services: Services) -> None:
        """``services``: of the gate."""
        self._log, self._policy, self._approvals = services.log, services.policy, services.approvals
        self._inspection, self._settings, self._stop = services.inspection, services.settings, services.stop
        self._clock, self._monotonic = services.clock, services.monotonic
        self._gatherer, self._rates, self._windows = Gatherer(services.checker), Rates(services.monotonic), Windows()
        self._storage = Storage(services.monotonic)
        self._elicitation = Elicitation(services)
        self._open: set[AppRequest] = set()

    def hides(self, method: str, app: App, server: ServerRef) -> bool:
        """Whether rules deny ``method`` for good, so that the server need not know that the app could do it."""
        trust = self._policy.trust_of(server.id, server.config_digest)
        facts = CallFacts(server.id, method, app.name, app.authenticated, trust=trust, now=self._now(), method=method)
        return self._policy.judge(facts).effect is Effect.DENY

    def abort_all(self, end: NoAnswer) -> None:
        """End every request that is on its way."""
        for asked in tuple(self._open):
            asked.abort(end)

    async def reply(self, asked: AppRequest, send: Callable[[], Awaitable[Message]]) -> Reply:
        """What the server hears. ``send``: passes the request on and returns the app's answer. Never raises."""
        denied = Denied("fault", say("Assent could not decide safely"))
        try:
            with _listed(self._open, asked):
                review = await self.admit(asked)
                return await self._answered(asked, send, review=review)
        except Denied as why:
            denied = why
        except Aborted as aborted:
            if aborted.end.by == "withdrawal":
                return NOTHING
            denied = Denied(aborted.end.by, aborted.end.why)
        except AuditError as error:
            _log.error("the audit log failed, nothing is passed on: %s", error)
        except Exception:  # noqa: BLE001  # whatever goes wrong in here passes nothing on
            _log.exception("a request of server %s failed inside the gate", asked.call.server.id)
        return _refusal(asked.call.method, denied)

    async def admit_in_result(self, run: CallExecution, result: JsonObject) -> tuple[str, frozenset[str]]:
        """Whether the result of ``run``, which asks for input, may be passed on.

        Returns why not, one safe sentence, empty where it may; and under which keys the app answers what a person is to
        see before it leaves.

        Raises:
            Aborted: the call was ended from outside. AuditError: the log failed.
        """
        wanted, capabilities = result.get("inputRequests", {}), rounds.capabilities_in(run.call)
        held: set[str] = set()
        if not isinstance(wanted, dict) or len(wanted) > MOST:
            return say("it asks for input in a form that Assent does not know"), _NONE
        for key, request in wanted.items():
            method = request.get("method") if isinstance(request, dict) else None
            if not isinstance(request, dict) or not isinstance(method, str) or method not in CAPABILITY_OF:
                return say("it asks for something that no app gives"), _NONE
            params = request.get("params", {})
            if not isinstance(params, dict):
                return say("it asks for input in a form that Assent does not know"), _NONE
            call = request_call(
                run.call.app, run.call.server, method, params, run.call.protocol_revision, self._clock()
            )
            asked = AppRequest(call, (run.call,), capabilities, aborted=run.aborted)
            try:
                with _listed(self._open, asked):
                    review = await self.admit(asked)
            except Denied as denied:
                return say("{method}: {why}", method=method, why=_told(denied)), _NONE
            held |= {key} if review else _NONE
        return "", frozenset(held)

    # May it pass?

    async def admit(self, asked: AppRequest) -> bool:
        """Return once the request may pass and the log says so: whether a person is to see its answer before it leaves.

        Raises Denied, Aborted and AuditError.
        """
        try:
            return await self._admit(asked)
        except Denied as denied:
            reason = denied.why if denied.answer is None else denied.answer.reason
            await self._decided(asked, Decision(*_names(asked), False, denied.by, denied.who, reason), denied.answer)
            raise
        except Aborted as aborted:
            await self._decided(asked, Decision(*_names(asked), False, aborted.end.by, "", aborted.end.why), None)
            raise
        finally:
            self._inspection.ended(asked.call)

    async def _admit(self, asked: AppRequest) -> bool:
        self._check_form(asked)
        self._check_rates(asked)
        facts = await self._judged(asked)
        verdict = _verdict(asked)
        if verdict.effect is Effect.DENY:
            raise Denied("rule", verdict.because, code=METHOD_NOT_FOUND, who=verdict.rule)
        if (limit := self._rates.exceeded(asked, verdict.obligations.rates)) is not None:
            raise Denied("limit", say("rule {rule} admits no more of them now", rule=limit.rule))
        demands = verdict.obligations
        passes = verdict.effect is Effect.ALLOW or self._answered_here(asked)  # there the person sees it anyway
        if passes and not demands.signed and not demands.reason_required:
            await self._decided(asked, Decision(*_names(asked), True, "rule", verdict.rule), None)
            return demands.review_result
        answer = await self._ask(asked)
        await self._check_again(asked, facts)
        who = ", ".join(signed.approver for signed in answer.signatures) or answer.approver
        await self._decided(asked, Decision(*_names(asked), True, "approver", who, answer.reason), answer)
        return demands.review_result or asked.call.method == SAMPLING

    def _check_form(self, asked: AppRequest) -> None:
        call = asked.call
        if self._stop.pressed:
            raise Denied(STOPPED.by, STOPPED.why)
        if why := problem(call.method, call.arguments_value, asked.capabilities):
            raise Denied("fault", why, code=METHOD_NOT_FOUND)
        if len(call.params) > LARGEST:
            raise Denied("limit", say("it is larger than anybody reads"))

    def _check_rates(self, asked: AppRequest) -> None:
        call = asked.call
        if call.method == SAMPLING:
            where = (call.app.session, call.server.id)
            others = (it.call for it in self._open if it is not asked)
            running = sum(it.method == SAMPLING and (it.app.session, it.server.id) == where for it in others)
            if running >= max(1, len(asked.during)):
                raise Denied("limit", say("the app's model works on another prompt of this call"))
        rate = LIMITS[call.method]
        if not self._windows.take((call.app.name, call.server.id, call.method), rate, self._monotonic()):
            raise Denied("limit", say("it asked more than {n} times in a minute", n=rate.calls))

    async def _judged(self, asked: AppRequest) -> CallFacts:
        """Findings and verdict, by the rules in force. Raises Aborted."""
        if self._policy.stale():
            await asked.unless_aborted(self._policy.ready())
        server = asked.call.server
        trust = self._policy.trust_of(server.id, server.config_digest)
        asked.call = call = replace(asked.call, server=replace(server, trust=trust))
        definition = definition_of(call)
        found = await asked.unless_aborted(self._inspection.findings(call, definition))
        asked.findings = (
            *(it for it in found if it.kind in KINDS or (call.method == READ and it.kind in PLACES)),
            *(find_secret_fields(call.arguments_value) if call.method == ELICITATION else ()),
        )
        return await self._verdict(asked)

    async def _verdict(self, asked: AppRequest) -> CallFacts:
        facts = await asked.unless_aborted(self._facts(asked))
        asked.verdict = self._policy.judge(facts)
        return facts

    async def _facts(self, asked: AppRequest) -> CallFacts:
        call = asked.call
        context = CallContext.of(call, definition_of(call))
        needs = self._policy.needs(call.server.id, call.tool, call.app.name)
        return await self._gatherer.facts(context, asked.findings, needs=needs, now=self._now())

    async def _ask(self, asked: AppRequest) -> Answer:
        """The yes of a person. Raises Denied, Aborted and AuditError."""
        call, verdict = asked.call, _verdict(asked)
        if why := self._approvals.no_room(call, len(call.params), self._settings.now):
            raise Denied("limit", why)
        with self._approvals.place(call, len(call.params)):
            await self._log.append(self._bounded(records.input_asked(call, asked.during, verdict, asked.findings)))
            asked.proposed = True
            end = await self._approvals.ask(self._request(asked), asked.aborted, ONLY_THIS)
        if isinstance(end, NoAnswer):
            raise Aborted(end) if asked.aborted.done() else Denied(end.by, end.why)
        if isinstance(end, Edit):
            raise Denied("fault", say("a request cannot be changed"))
        if end.approve is not True:  # nothing that merely counts as true
            raise Denied("approver", say("the person refused"), who=end.approver, answer=end)
        if lack := lack_of(verdict.obligations, end):
            raise Denied("fault", lack, answer=end)
        return end

    def _request(self, asked: AppRequest, result: bytes | None = None) -> ApprovalRequest:
        """A question, of a round of its own."""
        asked.rounds += 1
        expires = self._clock() + self._settings.now.decision_timeout
        definition, tools = definition_of(asked.call), tuple(call.tool for call in asked.during)
        return ApprovalRequest(
            asked.call, definition, _verdict(asked), asked.findings, asked.rounds, "", expires, result, during=tools
        )

    async def _check_again(self, asked: AppRequest, before: CallFacts) -> None:
        """Whether what was answered still holds. Raises Denied and Aborted."""
        verdict = _verdict(asked)
        if self._stop.pressed:
            raise Denied(STOPPED.by, STOPPED.why)
        if self._policy.stale():
            await asked.unless_aborted(self._policy.ready())
        now = await self._verdict(asked)
        if asked.verdict != verdict or now.trust != before.trust:
            raise Denied("drift", NEW_POLICY)

    # The app's answer

    def _answered_here(self, asked: AppRequest) -> bool:
        """Whether Assent's own window answers: for an app of ours that has none."""
        return asked.call.method == ELICITATION and self._inspection.is_our_own(asked.call.app)

    async def _answer_here(self, asked: AppRequest) -> Reply:
        """The person's answer, given in our own window. Raises Denied, Aborted and AuditError."""
        try:
            result, answer = await self._elicitation.answer(asked)
        except AssentError as error:
            raise Denied("fault", error.words) from error
        if asked.aborted.done():
            raise Aborted(asked.aborted.result())
        body, status = canonical(result), str(result["action"])
        await self._log.append(records.input_answered(asked.call, asked.during, status, body, answer=answer))
        return Reply(result=body)

    async def _answered(self, asked: AppRequest, send: Callable[[], Awaitable[Message]], *, review: bool) -> Reply:
        if self._answered_here(asked):
            return await self._answer_here(asked)
        try:
            async with asyncio.timeout(self._settings.now.execution_timeout):
                message = await asked.unless_aborted(send())
        except TimeoutError:
            self._log.submit(records.input_answered(asked.call, asked.during, "timed out", None))
            raise Denied("expiry", say("there was no answer in time")) from None
        except Aborted:
            self._log.submit(records.input_answered(asked.call, asked.during, "cancelled", None))
            raise
        body = compact(message.error if message.error is not None else message.result, plain=message.plain)
        held = review and message.error is None
        status = "error" if message.error is not None else _status(asked.call.method, message.result)
        record = self._bounded(records.input_answered(asked.call, asked.during, status, body, held=held))
        if held:
            await self._log.append(record)
            await self._release(asked, body)
        else:
            self._log.submit(record)
        return Reply(error=message.error) if message.error is not None else Reply(result=body)

    async def _release(self, asked: AppRequest, body: bytes) -> None:
        """Return once a person let the app's answer go to the server. Raises Denied, Aborted and AuditError."""
        size = len(body) + len(asked.call.params)
        request = self._request(asked, body)
        end = await self._approvals.ask_if_room(request, size, self._settings.now, asked.aborted, ONLY_THIS)
        if isinstance(end, Edit):
            end = NoAnswer("fault", "")
        decision = replace(released(asked.call, end), note="")  # nobody hears one
        answer = end if isinstance(end, Answer) else None
        await self._log.append(records.input_reviewed(asked.call, asked.during, decision, answer))
        if not decision.approve:
            raise Denied(decision.by, say("the answer was not released"))
        if asked.aborted.done():
            raise Aborted(asked.aborted.result())

    # Records

    async def _decided(self, asked: AppRequest, decision: Decision, answer: Answer | None) -> None:
        draft = records.input_decided(
            asked.call, asked.during, decision, asked.verdict, asked.findings, answer, proposal_recorded=asked.proposed
        )
        await self._log.append(self._bounded(draft))

    def _bounded(self, draft: Draft) -> Draft:
        """With what the server says beside it, where there is room for more of that server."""
        return self._storage.bounded(draft, str(draft.fields.get("server", "")))

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC).astimezone()


# What is known of the methods


def definition_of(call: Call) -> ToolDefinition:
    """What stands in place of a tool's definition: which members the request has, the most telling first."""
    known = (name for name in _MEMBERS.get(call.method, ()) if name in call.arguments_value)
    fields: JsonObject = {name: {} for name in known}
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


def _status(method: str, result: JsonValue) -> str:
    action = result.get("action") if isinstance(result, dict) and method == ELICITATION else None
    return action if isinstance(action, str) and action in _ACTIONS else "answered"


def _refusal(method: str, denied: Denied) -> Reply:
    """What a server hears of a request that went no further; a person who is asked something may decline."""
    if denied.by == "approver" and method == ELICITATION:
        return Reply(result=b'{"action":"decline"}')
    code = INVALID_PARAMS if method == READ else denied.code  # what both eras say of a resource that is not to be had
    return Reply(error={"code": code, "message": f"Not passed on: {_told(denied)}"})


def _told(denied: Denied) -> str:
    """Why, for a server or a model: what rules say names files of this machine."""
    return say("it is not allowed here") if denied.by == "rule" else denied.why


def _names(asked: AppRequest) -> tuple[str, str]:
    return asked.call.id, asked.call.digest


def _verdict(asked: AppRequest) -> Verdict:
    assert asked.verdict is not None, "it was judged"
    return asked.verdict


@contextmanager
def _listed(requests: set[AppRequest], asked: AppRequest) -> Iterator[None]:
    """Count ``asked`` among those on their way."""
    requests.add(asked)
    try:
        yield
    finally:
        requests.discard(asked)
