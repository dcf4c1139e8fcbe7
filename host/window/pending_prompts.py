"""The open questions in the window, and the signatures that they need.

Owns: the questions and the information that is sent with them, the checks of answers and signatures, and the creation
of the person's own PIN and of the registry of signers.

Invariants: an answer or a signature counts only for the question about its very call; one for a call that no longer
waits is refused; so is a yes that came too soon for anybody to have read the question, or that lacks what a rule
requires; once all have signed, the call is approved, in any window; a window that connects again is asked all questions
that still wait; changed inputs are accepted only for the question that was shown, after they were checked, and approve
nothing; a question's information is gathered when it is sent, and offers nothing wider than the gate would grant; a
grant covers only what was offered with its question.

A signature counts once it is durable in the log, if the question still waits and the person is still registered then.
Signatures are written one at a time and to the end, even if the window leaves. Signatures of people who are no longer
registered do not count.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Final

from msgspec import Struct

from host import tasks
from host.canonical import json_path
from host.control import protocol
from host.control.protocol import AnswerCall, SignCall
from host.control.views import NO_ACTION, ApproverView, Asked, Comparison, EditCheck, Reading, Said, SigningView
from host.errors import AssentError
from host.gate import quorum, records
from host.gate.approvals import NO_OFFERS
from host.gate.editing import SAME
from host.gate.pending_approval import (
    NO_LONGER_WAITS,
    REPLACED,
    ExaminedEdit,
    PendingApproval,
    is_blank,
    required_obligations,
)
from host.gate.refusals import NoAnswer
from host.gate.signers import CHANGED, OwnPin, Signers
from host.inspect.action import action_of
from host.keyring_entry import KeyringEntry, entry_name
from host.model import Answer, ApprovalRequest, Draft, Edit, GrantOffers, ServerRef, Signature
from host.paths import Paths
from host.policy.book import PolicyBook
from host.policy.model import ApproverEntry
from host.servers import sandbox
from host.servers.config import ServerConfig
from host.text import one_line
from host.window.previews import Comparer, Previews, read_now, with_target_state
from host.window.session import HostParts, handles
from host.wire.methods import MODERN
from host.wire.param_headers import headers_of
from host.words import say

_log = logging.getLogger(__name__)


class _Question(Struct):
    request: ApprovalRequest
    answer: asyncio.Future[Answer | Edit]
    sent_at: float | None = None  # monotonic second at which it was sent to the window, None before
    # milliseconds on screen and unread lines, as of the last signature; None before
    reading_progress: tuple[int, int] | None = None


class PendingPrompts:
    """Sends questions to the window, and takes its answers to them."""

    def __init__(self, host: HostParts, send_event: Callable[[protocol.Event], None]) -> None:
        """``send_event``: sends an event to the window, if one is connected."""
        self._approvals, self._editing, self._policy = host.approvals, host.gate.editing, host.policy
        self._supervisor, self._store, self._person = host.supervisor, host.store, host.person
        self._signers, self._own_pin = host.signers, host.own_pin
        self._signing_lock = asyncio.Lock()
        self._signing_tasks: set[asyncio.Task[SigningView | AssentError]] = set()
        self._send_event, self._monotonic = send_event, host.monotonic
        self._queue: SendQueue | None = None
        self._questions: dict[str, _Question] = {}
        self._comparer, self._previews = Comparer(host.paths.log_file), Previews(read_now)
        self._is_recount_scheduled = False
        host.approvals.ended.connect(self._on_ended)
        host.approvals.signed.connect(self._on_signed)

    # Connecting and disconnecting

    def connect_window(self, ready: asyncio.Event) -> None:
        """Send all waiting questions to a window that connected. ``ready``: set while the window keeps up."""
        self._queue = SendQueue(self._send_question, ready)
        for request in self._approvals.pending:  # in their order; ``decide`` is called for them in any order
            self._add_question(request)
        self._queue.start()

    def disconnect_window(self) -> None:
        """Forget all questions: the window disconnected."""
        if self._queue is not None:
            self._queue.stop()
            self._queue = None
        self._questions = {}

    # Questions

    async def decide(self, request: ApprovalRequest) -> Answer | Edit:
        """Ask the person (see ``Approver``)."""
        question = self._questions.get(request.call.id)
        if question is None or question.request is not request:
            question = self._add_question(request)
        try:
            return await question.answer
        finally:
            self._remove_question(question)

    def _add_question(self, request: ApprovalRequest) -> _Question:
        question = _Question(request, asyncio.get_running_loop().create_future())
        self._questions[request.call.id] = question
        if self._queue is not None:  # else the window has just left, and the caller will be told
            self._queue.put(request)
        self._approve_if_signed(question)  # the last signature may have come just as a window left
        return question

    def _remove_question(self, question: _Question) -> None:
        call_id = question.request.call.id
        if self._questions.get(call_id) is question:  # else another window has been asked
            del self._questions[call_id]
            if self._queue is not None:
                self._queue.remove(question.request)

    async def _send_question(self, request: ApprovalRequest) -> None:
        """Send a question to the window; from then on a person can see it."""
        call = request.call
        readings = await self._previews.readings(request, self._editing.facts(call.id, call.digest))
        if self._is_remote(call.server):
            readings = tuple(reading for reading in readings if reading.kind != "path")
        question = self._questions.get(call.id)
        if question is None or question.request is not request:
            return  # it was closed or replaced meanwhile
        view = self._question_view(request, readings)
        self._send_event(protocol.CallAsked(view))
        if (pending := self._approvals.question(call.id)) is not None:
            pending.there = view.action.there
        question.sent_at = self._monotonic()

    def _question_view(self, request: ApprovalRequest, readings: tuple[Reading, ...]) -> Asked:
        call = request.call
        pending = self._approvals.question(call.id)
        left, paused = (0.0, 0.0) if pending is None else pending.clock
        offers = self._offers_of(call.id)
        why_no_grant = why_only_once(request, offers)
        entry, action = self._supervisor.config.entries.get(call.server.id), NO_ACTION
        if not call.asks_app:
            action = with_target_state(action_of(call.server.id, call.tool, call.arguments_value), readings)
        is_same_config = entry is not None and entry.config_digest == call.server.config_digest
        server_sandbox = entry.options.sandbox if entry is not None and is_same_config else None
        return Asked(
            request,
            left,
            paused,
            why_no_grant,
            bounds=() if why_no_grant else offers.bounds,
            why_no_always="" if why_no_grant else offers.why_no_always,
            signing=self._signing(call.id),
            durations=() if why_no_grant else offers.durations,
            readings=readings,
            headers=() if entry is None else _headers(entry, request),
            action=action,
            sandbox="" if server_sandbox is None else sandbox.describe(server_sandbox),
        )

    def _offers_of(self, call_id: str) -> GrantOffers:
        pending = self._approvals.question(call_id)
        return NO_OFFERS if pending is None else pending.offers

    def _is_remote(self, server: ServerRef) -> bool:
        """Whether a server is reached by a URL, so that paths in its calls are not paths of this machine."""
        entry = self._supervisor.config.entries.get(server.id)
        return entry is not None and entry.is_remote

    def _open_question(self, call_id: str) -> tuple[_Question, float]:
        """Return the open question about a call, and the seconds since it was sent."""
        question = self._questions.get(call_id)
        if question is None or question.answer.done():
            raise AssentError(NO_LONGER_WAITS)
        return question, 0.0 if question.sent_at is None else self._monotonic() - question.sent_at

    # Answers

    @handles(protocol.AnswerCall)
    def answer(self, message: protocol.AnswerCall) -> None:
        """Take a person's answer. Raises AssentError if it does not count."""
        question, since_sent = self._open_question(message.call_id)
        check_lengths(message)
        if message.approve:  # a no counts in any case
            check_shown(message, question.request, since_sent)
            check_yes(message, question.request, self._offers_of(message.call_id))
        displayed_ms, unread = _reading_progress(message, since_sent)
        question.answer.set_result(
            # The digest is the window's: the gate denies if it is not the call's.
            Answer(
                message.approve,
                message.call_id,
                message.digest,
                self._person,
                reason=message.reason,
                displayed_ms=displayed_ms,
                duration=message.duration,
                unread_lines=unread,
                bound=message.bound,
                note=message.note if message.approve and not is_blank(message.note) else "",
            )
        )

    # Other inputs

    @handles(protocol.CheckEdit)
    async def check_edit(self, message: protocol.CheckEdit) -> EditCheck:
        """Check changed inputs. Raises AssentError if the call does not wait in the form that was shown."""
        self._question_as_shown(message.call_id, message.digest)
        return (await self._examine(message)).check

    @handles(protocol.EditCall)
    async def edit(self, message: protocol.EditCall) -> None:
        """Replace the inputs, and ask again. Raises AssentError if the question stays as it is."""
        question = self._question_as_shown(message.call_id, message.digest)
        request = question.request
        if (message.round, message.definition) != (request.round, request.definition.digest):
            raise AssentError(REPLACED)
        examined = await self._examine(message)
        if why := edit_refusal(examined.check):
            raise AssentError(why)
        if self._question_as_shown(message.call_id, message.digest) is not question:
            raise AssentError(REPLACED)  # it was answered or replaced meanwhile
        question.answer.set_result(Edit(message.call_id, message.digest, examined.arguments, self._person))

    async def compare(self, message: protocol.CompareCall) -> Comparison:
        """Compare a waiting call with earlier data. Raises AssentError if another form of it was shown."""
        call = self._question_as_shown(message.call_id, message.digest).request.call
        facts = self._editing.facts(message.call_id, message.digest)
        if facts is None or self._is_remote(call.server):
            return await self._comparer.compare(call, None)
        return await self._comparer.compare(call, facts.paths)

    def _question_as_shown(self, call_id: str, digest: str) -> _Question:
        """Return the open question about a call. Raises AssentError if another form of it was shown."""
        question, _ = self._open_question(call_id)
        if question.request.call.digest != digest:
            raise AssentError(REPLACED)
        return question

    async def _examine(self, message: protocol.CheckEdit | protocol.EditCall) -> ExaminedEdit:
        if self._question_as_shown(message.call_id, message.digest).request.result is not None:
            raise AssentError(RESULT_NOT_EDITABLE)
        return await self._editing.examine(message.call_id, message.digest, message.arguments)

    # Signatures

    @handles(protocol.SignCall)
    async def sign(self, message: protocol.SignCall) -> SigningView:
        """Take a person's signature. Raises AssentError if it does not count."""
        question, since_sent = self._open_question(message.call_id)
        check_lengths(message)
        check_shown(message, question.request, since_sent)
        check_signature(message, self._approvals.waiting(message.call_id))
        question.reading_progress = _reading_progress(message, since_sent)
        if len(message.approver) > MAX_NAME:
            raise AssentError(say("a name has at most {n} characters", n=MAX_NAME))
        as_shown = (message.digest, message.round, message.definition)
        self._approvals.waiting(message.call_id).check_signer(*as_shown, message.approver)
        await self._policy.ready()
        entry = await self._signers.verify(message.approver, message.secret)
        signing, name = self._sign_in_turn(message, entry), f"sign call {message.call_id}"
        task = tasks.spawn(signing, name=name, among=self._signing_tasks)
        view = await asyncio.shield(task)  # once logged it must count, even if the window leaves now
        if isinstance(view, AssentError):
            raise view
        return view

    async def _sign_in_turn(self, message: SignCall, entry: ApproverEntry) -> SigningView | AssentError:
        async with self._signing_lock:
            try:
                return await self._write_signature(message, entry)
            except AssentError as error:
                return error

    async def _write_signature(self, message: SignCall, entry: ApproverEntry) -> SigningView:
        as_shown = (message.digest, message.round, message.definition)
        self._withdraw_signatures(message.call_id)
        pending = self._approvals.waiting(message.call_id)
        pending.check_signer(*as_shown, entry.name, entry.roles)
        signature = Signature(entry.name, entry.roles, self._signers.clock(), entry.mark)
        missing = quorum.missing(required_obligations(pending.request), (*pending.signatures, signature))
        await self._store.append(records.signed(pending.request, signature, missing))
        if not quorum.stands(signature, self._signers.approvers):
            raise AssentError(CHANGED)
        self._withdraw_signatures(message.call_id)
        pending = self._approvals.waiting(message.call_id)
        pending.sign(*as_shown, signature, message.reason, message.note)
        return _signing_view(pending, self._signers.approvers)

    async def wait_signatures_written(self) -> None:
        """Wait for the signatures that are being written to the log."""
        if self._signing_tasks:
            await asyncio.wait(set(self._signing_tasks))

    @handles(protocol.SetPin)
    async def set_pin(self, message: protocol.SetPin) -> None:
        """Set the person's own PIN. Raises AssentError if it stays as it was."""
        await self._own_pin.set(self._signers, message.before, message.after)

    def _signing(self, call_id: str) -> SigningView | None:
        """Return who must sign a waiting call, and who has; None if it needs no signature."""
        pending = self._approvals.question(call_id)
        if pending is None or not required_obligations(pending.request).signed:
            return None
        return _signing_view(pending, self._signers.approvers)

    def _withdraw_signatures(self, call_id: str) -> None:
        """Remove the signatures of people whose registration was changed or removed."""
        approvers = self._signers.approvers
        if (pending := self._approvals.question(call_id)) is not None:
            pending.withdraw_signatures(lambda signature: quorum.stands(signature, approvers))

    def _send_signing(self, call_id: str) -> None:
        if (signing := self._signing(call_id)) is not None:
            self._send_event(protocol.CallSigned(call_id, signing))

    def _on_signed(self, call_id: str) -> None:
        self._send_signing(call_id)
        if (question := self._questions.get(call_id)) is not None:
            self._approve_if_signed(question)

    def _approve_if_signed(self, question: _Question) -> None:
        request, pending = question.request, self._approvals.question(question.request.call.id)
        if pending is None or pending.request is not request or not pending.is_complete or question.answer.done():
            return
        displayed_ms, unread = question.reading_progress or (None, 0)
        question.answer.set_result(
            Answer(
                True,
                request.call.id,
                request.call.digest,
                pending.signatures[-1].approver,
                reason=pending.reason,
                displayed_ms=displayed_ms,
                unread_lines=unread,
                signatures=pending.signatures,
                note=pending.note,
            )
        )

    def schedule_recount(self) -> None:
        """Check signatures and trust of all questions soon, but not now: the rules are just being read."""
        if not self._is_recount_scheduled and self._approvals.pending:
            self._is_recount_scheduled = True
            asyncio.get_running_loop().call_soon(self._recount)

    def _recount(self) -> None:
        self._is_recount_scheduled = False
        for request in self._approvals.pending:
            self._withdraw_signatures(request.call.id)
            self._send_signing(request.call.id)
            self._ask_again_if_trust_changed(request)

    def _ask_again_if_trust_changed(self, request: ApprovalRequest) -> None:
        """Ask again if the trust in the server has changed: a yes to the question as it was shown would be void."""
        call, question = request.call, self._questions.get(request.call.id)
        if question is None or question.request is not request or question.answer.done():
            return
        if request.result is not None or call.asks_app:
            return  # trust does not matter while these wait; what is sent is judged again
        if self._policy.trust_of(call.server.id, call.server.config_digest) != call.server.trust:
            question.answer.set_result(Edit(call.id, call.digest, None, self._person))

    @handles(protocol.Working)
    def work(self, message: protocol.Working) -> protocol.Clock:
        """Note that the person works on a question, and return its clock. Raises AssentError if it no longer waits."""
        pending = self._approvals.waiting(message.call_id)
        pending.pause_for_work()
        clock = protocol.Clock(message.call_id, *pending.clock)
        self._send_event(protocol.ClockChanged(clock))
        return clock

    def _on_ended(self, request: ApprovalRequest, end: Answer | NoAnswer) -> None:
        question = self._questions.get(request.call.id)
        if question is not None and question.request is request:
            self._remove_question(question)  # it ended before anybody was asked
        if isinstance(end, NoAnswer):
            self._send_event(protocol.CallEnded(request.call.id, end.by, end.why))
        else:
            self._send_event(protocol.CallEnded(request.call.id, "approver", "approved" if end.approve else "denied"))


def _reading_progress(message: protocol.AnswerCall | protocol.SignCall, since_sent: float) -> tuple[int, int]:
    """Return the milliseconds on screen and the unread lines that the window reports, within possible bounds."""
    return max(0, min(message.displayed_ms, round(since_sent * 1000))), max(0, min(message.unread_lines, MAX_LINES))


def _headers(entry: ServerConfig, request: ApprovalRequest) -> tuple[Said, ...]:
    if entry.kind != "http" or request.call.protocol_revision not in MODERN or request.result is not None:
        return ()
    return tuple(Said(name, value) for name, value in headers_of(request.definition, request.call.arguments_value))


class SendQueue:
    """Sends questions to one window, from ``start`` to ``stop``.

    A question is written only once the window has read the one before, so that at most one serialized question is in
    memory. Apps take turns, so that many questions of one app do not delay another's; within an app the oldest is sent
    first.
    """

    def __init__(self, send: Callable[[ApprovalRequest], Awaitable[None]], ready: asyncio.Event) -> None:
        """``send``: sends a question that is still open. ``ready``: set while the window keeps up."""
        self._send, self._ready = send, ready
        self._waiting_by_app: dict[str, dict[str, ApprovalRequest]] = {}
        self._has_waiting = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start sending."""
        self._task = tasks.spawn(self._run(), name="send questions to the window")

    def stop(self) -> None:
        """Stop sending."""
        if self._task is not None:
            self._task.cancel()

    def put(self, request: ApprovalRequest) -> None:
        """Queue a question. A second one about the same call replaces the first."""
        self._waiting_by_app.setdefault(request.call.app.name, {})[request.call.id] = request
        self._has_waiting.set()

    def remove(self, request: ApprovalRequest) -> None:
        """Remove a question from the queue, if it still waits there."""
        app, call_id = request.call.app.name, request.call.id
        waiting = self._waiting_by_app.get(app, {})
        if waiting.get(call_id) is request:
            del waiting[call_id]
            if not waiting:
                del self._waiting_by_app[app]

    async def _run(self) -> None:
        while True:
            await self._has_waiting.wait()
            await self._ready.wait()
            if self._waiting_by_app:
                request = self._next()
                try:
                    await self._send(request)
                except Exception:  # noqa: BLE001  # nobody is asked about this one; those behind it still wait
                    _log.exception("call %s could not be asked about", request.call.id)
            else:
                self._has_waiting.clear()
            await asyncio.sleep(0)  # the channel writes in the next iteration of the loop, and updates ``ready``

    def _next(self) -> ApprovalRequest:
        """Take the oldest question of the app whose turn it is, and put this app last."""
        app = next(iter(self._waiting_by_app))
        waiting = self._waiting_by_app.pop(app)
        request = waiting.pop(next(iter(waiting)))
        if waiting:
            self._waiting_by_app[app] = waiting
        return request


# Checks of answers and signatures

TOO_SOON: Final = say("the question came only just now; look at it, then answer")
MUST_BE_SIGNED: Final = say("this call must be signed")
REASON_MISSING: Final = say("a rule requires a reason for this yes")
ONLY_ONCE: Final = say("this call can be approved only once")
RESULT_NOT_EDITABLE: Final = say("a result cannot be changed")
WOULD_BE_DENIED: Final = say("a rule would deny the call with these inputs")
NOT_OFFERED: Final = say("that is not offered for this call")
SEEN_AFTER: Final = 0.9
"""Seconds after which a yes counts. The window arms after one second, but its timer may be early."""
MAX_REASON: Final = 4_000  # characters of a person's reason or note, which goes to a model and into the log
MAX_INPUT_PATH: Final = 200  # characters of an input's path that a sentence repeats
MAX_LINES: Final = 1 << 31


def check_lengths(message: AnswerCall | SignCall) -> None:
    """Raise AssentError if the reason or the note is too long."""
    if len(message.reason) > MAX_REASON:
        raise AssentError(say("the reason is longer than {n} characters", n=MAX_REASON))
    if len(message.note) > MAX_REASON:
        raise AssentError(say("the note is longer than {n} characters", n=MAX_REASON))


def check_shown(message: AnswerCall | SignCall, request: ApprovalRequest, since_sent: float) -> None:
    """Raise AssentError unless the answer is to ``request`` as it is now, and the window had it for long enough.

    ``since_sent``: seconds since the request was sent to the window.
    """
    if (message.round, message.definition) != (request.round, request.definition.digest):
        raise AssentError(REPLACED)
    if since_sent < SEEN_AFTER:
        raise AssentError(TOO_SOON)


def check_yes(message: AnswerCall, request: ApprovalRequest, offers: GrantOffers) -> None:
    """Raise AssentError if a yes lacks what a rule requires, or grants what was not offered."""
    obligations = required_obligations(request)
    if obligations.signed:
        raise AssentError(MUST_BE_SIGNED)
    if obligations.reason_required and is_blank(message.reason):
        raise AssentError(REASON_MISSING)
    if message.duration == "once":
        return
    if why_no_grant := why_only_once(request, offers):
        raise AssentError(why_no_grant)
    if message.duration not in offers.durations or message.bound not in {offer.bound for offer in offers.bounds}:
        raise AssentError((message.duration == "always" and offers.why_no_always) or NOT_OFFERED)


def check_signature(message: SignCall, pending: PendingApproval) -> None:
    """Raise AssentError if neither this signature nor an earlier one has the reason that a rule requires."""
    if required_obligations(pending.request).reason_required and is_blank(message.reason) and not pending.reason:
        raise AssentError(REASON_MISSING)


def edit_refusal(check: EditCheck) -> str:
    """Return why changed inputs are refused, as one safe sentence; empty if they are not."""
    if check.same:
        return SAME
    if check.problems:
        first = check.problems[0]
        where = one_line(json_path(first.path), MAX_INPUT_PATH) if first.path else ""
        return f"{where}: {first.why}" if where else first.why
    if check.effect in ("ask", "allow"):
        return ""
    return say("{denied}: {why}", denied=WOULD_BE_DENIED, why=check.because)


def why_only_once(request: ApprovalRequest, offers: GrantOffers) -> str:
    """Return why a yes cannot become a grant; empty if it can."""
    if required_obligations(request).signed or request.result is not None or not (offers.bounds and offers.durations):
        return offers.refused or ONLY_ONCE
    return offers.refused


# Signers

MAX_NAME: Final = 256  # characters of a name that may sign


def _signing_view(pending: PendingApproval, approvers: tuple[ApproverEntry, ...]) -> SigningView:
    obligations, signed = required_obligations(pending.request), pending.signatures
    candidates = quorum.candidates(obligations, signed, approvers)
    return SigningView(
        obligations.approvers,
        obligations.pin,
        signed,
        _missing_signatures(pending, approvers),
        tuple(ApproverView(entry.name, entry.roles, entry.source) for entry in candidates),
    )


def _missing_signatures(pending: PendingApproval, approvers: tuple[ApproverEntry, ...]) -> tuple[str, ...]:
    """Return which signatures are missing, in words, and which of them no registered person could give."""
    obligations, signed = required_obligations(pending.request), pending.signatures
    missing = quorum.missing(obligations, signed)
    everybody = (*signed, *(Signature(entry.name, entry.roles, 0.0) for entry in approvers))
    if missing and (unattainable := quorum.missing(obligations, everybody)):
        return (*missing, say("nobody is registered who could give {roles}", roles=", ".join(unattainable)))
    return missing


def person() -> str:
    """Return the name of this process's account. Environment variables are not used: they may say anything."""
    if sys.platform == "win32":
        return os.getlogin()
    import pwd  # on first use: POSIX only

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"user {os.getuid()}"


def make_signers(
    undo: AsyncExitStack,
    paths: Paths,
    policy: PolicyBook,
    *,
    log: Callable[[Draft], None],
    clock: Callable[[], float],
    seal: Callable[[str], KeyringEntry],
) -> tuple[OwnPin, Signers]:
    """Return the person's own PIN, and the registry of signers; ``undo`` closes both when the host ends.

    ``log``: queues a record. ``clock``: Unix seconds. ``seal``: returns a keyring entry by name.
    """
    own_pin = OwnPin(person(), seal(entry_name("pin", paths.config)), log, lambda: policy.approvers)
    signers = Signers(own_pin.approvers, log, clock, time.monotonic, file=paths.data / "lockouts.json")
    undo.push_async_callback(signers.close)
    undo.push_async_callback(own_pin.close)
    return own_pin, signers
