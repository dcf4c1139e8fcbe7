"""The questions that are open in the window, and the signatures that they need.

Owns: what is asked of the person, what goes with it, the checks that an answer or a signature must pass, and what is
made of it; the way from a secret to a signature that counts; the making of the person's own PIN and of those who may
sign.

Invariants: an answer or a signature reaches the question of exactly its call, and nothing else; what no longer waits is
refused; a yes that comes before anybody can have looked is refused, and one that lacks what a rule wants; once all have
signed, the call is approved, in whichever window; a window that comes back is asked everything that still waits; other
inputs count for the question that was shown, once they have been looked at, and approve nothing; what goes with a
question is worked out the moment it leaves, and offers nothing wider than the gate would grant; what a grant covers was
offered with this question.

A signature counts once it is durable in the log, under the question as it then still waits, and the person is then
still registered; one at a time, to its end, whether or not the window that brought it is still there; whoever is no
longer registered has not signed.
"""

from __future__ import annotations

import asyncio
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
from host.control.views import NO_ACTION, ApproverView, Asked, Comparison, EditCheck, Reading, Said, SigningView, There
from host.errors import AssentError
from host.gate import quorum, records
from host.gate.editing import SAME, Examined
from host.gate.pending_approval import NO_LONGER_WAITS, REPLACED, PendingApproval, is_blank, required_obligations
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
from host.window.previews import Comparer, Previews, read_now, with_there
from host.window.session import HostParts, handles
from host.wire.methods import MODERN
from host.wire.param_headers import headers_of
from host.words import say


class _Question(Struct):
    """A question that is open.

    Attributes:
        sent_at: when it left for the window, None before.
        read: how far, as whoever signed last said; None before.
        there: what stood where the call is done, as it was sent.
    """

    request: ApprovalRequest
    answer: asyncio.Future[Answer | Edit]
    sent_at: float | None = None
    read: tuple[int, int] | None = None
    there: There = ""


class PendingPrompts:
    """Sends questions to the window, and takes its answers to them."""

    def __init__(self, host: HostParts, tell: Callable[[protocol.Event], None]) -> None:
        """No window is there yet. ``tell``: sends an event to the window, where there is one."""
        self._approvals, self._editing, self._policy = host.approvals, host.gate.editing, host.policy
        self._supervisor, self._store, self._person = host.supervisor, host.store, host.person
        self._signers, self._own_pin = host.signers, host.own_pin
        self._turn = asyncio.Lock()
        self._working: set[asyncio.Task[SigningView | AssentError]] = set()
        self._tell, self._monotonic = tell, host.monotonic
        self._queue: SendQueue | None = None
        self._questions: dict[str, _Question] = {}
        self._comparer, self._previews = Comparer(host.paths.log_file), Previews(read_now)
        self._recounts = False
        host.approvals.ended.connect(self._ended)
        host.approvals.signed.connect(self._signed)

    # The window comes and goes

    def window_came(self, ready: asyncio.Event) -> None:
        """A window connected, which takes more while ``ready``: every question that waits is sent to it, in turn."""
        self._queue = SendQueue(self._send, ready)
        for request in self._approvals.pending:  # here, for ``decide`` hears of them in any order
            self._open(request)
        self._queue.start()

    def window_left(self) -> None:
        """The window disconnected."""
        if self._queue is not None:
            self._queue.stop()
            self._queue = None
        self._questions = {}

    # Questions

    async def decide(self, request: ApprovalRequest) -> Answer | Edit:
        """Ask the person. As ``Approver`` has it."""
        question = self._questions.get(request.call.id)
        if question is None or question.request is not request:
            question = self._open(request)
        try:
            return await question.answer
        finally:
            self._close(question)

    def _open(self, request: ApprovalRequest) -> _Question:
        question = _Question(request, asyncio.get_running_loop().create_future())
        self._questions[request.call.id] = question
        if self._queue is not None:  # else the window has left this very moment, and whoever asks is about to hear it
            self._queue.put(request)
        self._finish(question)  # where the last one signed just as a window left
        return question

    def _close(self, question: _Question) -> None:
        call_id = question.request.call.id
        if self._questions.get(call_id) is question:  # else another window is asked by now
            del self._questions[call_id]
            if self._queue is not None:
                self._queue.drop(question.request)

    async def _send(self, request: ApprovalRequest) -> None:
        """Send a question whose turn has come; from here on a person can see it."""
        call = request.call
        readings = await self._previews.readings(request, self._editing.facts(call.id, call.digest))
        if self._is_remote(call.server):
            readings = tuple(reading for reading in readings if reading.kind != "path")
        question = self._questions.get(call.id)
        if question is None or question.request is not request:
            return  # it was closed, or asked anew, meanwhile
        asked = self._as_asked(request, readings)
        self._tell(protocol.CallAsked(asked))
        question.there = asked.action.there
        self._approvals.remember_there(call.id, question.there)
        question.sent_at = self._monotonic()

    def _as_asked(self, request: ApprovalRequest, readings: tuple[Reading, ...]) -> Asked:
        """``request`` with all that goes with it to the window."""
        call = request.call
        left, paused = self._approvals.clock_of(call.id) or (0.0, 0.0)
        offers = self._approvals.offers_of(call.id)
        refused = why_only_once(request, offers)
        entry, action = self._supervisor.config.entries.get(call.server.id), NO_ACTION
        if not call.asks_app:
            action = with_there(action_of(call.server.id, call.tool, call.arguments_value), readings)
        same = entry is not None and entry.config_digest == call.server.config_digest
        box = entry.options.sandbox if entry is not None and same else None
        return Asked(
            request,
            left,
            paused,
            refused,
            bounds=() if refused else offers.bounds,
            no_always="" if refused else offers.no_always,
            signing=self._signing(call.id),
            durations=() if refused else offers.durations,
            readings=readings,
            headers=() if entry is None else _headers(entry, request),
            action=action,
            sandbox="" if box is None else sandbox.describe(box),
        )

    def _is_remote(self, server: ServerRef) -> bool:
        """Whether it is reached by a URL: a path that is handed to it says nothing about a file of this machine."""
        entry = self._supervisor.config.entries.get(server.id)
        return entry is not None and entry.is_remote

    def _open_question(self, call_id: str) -> tuple[_Question, float]:
        """The open question about a call, and for how many seconds it can have been seen."""
        question = self._questions.get(call_id)
        if question is None or question.answer.done():
            raise AssentError(NO_LONGER_WAITS)
        return question, 0.0 if question.sent_at is None else self._monotonic() - question.sent_at

    # What the window says

    @handles(protocol.AnswerCall)
    def answer(self, message: protocol.AnswerCall) -> None:
        """A person's yes or no. Raises AssentError where it does not count."""
        question, on_screen = self._open_question(message.call_id)
        check_words(message)
        if message.approve:  # a no about the call stays one, whatever it was asked with
            check_shown(message, question.request, on_screen)
            check_yes(message, question.request, self._approvals.offers_of(message.call_id))
        displayed_ms, unread = _reading_progress(message, on_screen)
        question.answer.set_result(
            # The digest is the window's: the gate denies where it is another one than that of the call.
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
                there=question.there,
            )
        )

    # Other inputs

    @handles(protocol.CheckEdit)
    async def check_edit(self, message: protocol.CheckEdit) -> EditCheck:
        """What Assent would say of other inputs. Raises AssentError where the call does not wait in that form."""
        self._question_as_shown(message.call_id, message.digest)
        return (await self._examined(message)).check

    @handles(protocol.EditCall)
    async def edit(self, message: protocol.EditCall) -> None:
        """The person wants other inputs sent: it is asked anew. Raises AssentError where the question stays."""
        question = self._question_as_shown(message.call_id, message.digest)
        request = question.request
        if (message.round, message.definition) != (request.round, request.definition.digest):
            raise AssentError(REPLACED)
        examined = await self._examined(message)
        if why := refusal(examined.check):
            raise AssentError(why)
        if self._question_as_shown(message.call_id, message.digest) is not question:
            raise AssentError(REPLACED)  # it was answered, or asked anew, meanwhile
        question.answer.set_result(Edit(message.call_id, message.digest, examined.arguments, self._person))

    def there(self, call_id: str) -> There:
        """What stands where a call that waits would be done, as its question says; empty where none waits."""
        question = self._questions.get(call_id)
        return "" if question is None else question.there

    async def compare(self, message: protocol.CompareCall) -> Comparison:
        """What a call that waits can be held against. Raises AssentError where it does not wait in that form."""
        call = self._question_as_shown(message.call_id, message.digest).request.call
        facts = self._editing.facts(message.call_id, message.digest)
        if facts is None or self._is_remote(call.server):
            return await self._comparer.compare(call, None)
        return await self._comparer.compare(call, facts.paths)

    def _question_as_shown(self, call_id: str, digest: str) -> _Question:
        """The open question about a call in the form that was shown."""
        question, _ = self._open_question(call_id)
        if question.request.call.digest != digest:
            raise AssentError(REPLACED)
        return question

    async def _examined(self, message: protocol.CheckEdit | protocol.EditCall) -> Examined:
        if self._question_as_shown(message.call_id, message.digest).request.result is not None:
            raise AssentError(A_RESULT)
        return await self._editing.examine(message.call_id, message.digest, message.arguments)

    # Signatures

    @handles(protocol.SignCall)
    async def sign(self, message: protocol.SignCall) -> SigningView:
        """A person's signature. Raises AssentError where it does not count."""
        question, on_screen = self._open_question(message.call_id)
        check_words(message)
        check_shown(message, question.request, on_screen)
        if (waiting := self._approvals.question(message.call_id)) is not None:
            check_signature(message, waiting)
        question.read = _reading_progress(message, on_screen)
        if len(message.approver) > MAX_NAME:
            raise AssentError(say("a name has at most {n} characters", n=MAX_NAME))
        shown = (message.call_id, message.digest, message.round, message.definition)
        self._approvals.check_signer(*shown, message.approver)
        await self._policy.ready()
        entry = await self._signers.verify(message.approver, message.secret)
        working = tasks.spawn(self._in_turn(message, entry), name=f"sign call {message.call_id}")
        self._working.add(working)
        working.add_done_callback(self._working.discard)
        signed = await asyncio.shield(working)  # the log says so: then it counts, though the window may leave now
        if isinstance(signed, AssentError):
            raise signed
        return signed

    async def _in_turn(self, message: SignCall, entry: ApproverEntry) -> SigningView | AssentError:
        async with self._turn:
            try:
                return await self._write_signature(message, entry)
            except AssentError as error:
                return error

    async def _write_signature(self, message: SignCall, entry: ApproverEntry) -> SigningView:
        """Write a signature down, then let it count."""
        shown = (message.call_id, message.digest, message.round, message.definition)
        self._withdraw_signatures(message.call_id)
        request = self._approvals.check_signer(*shown, entry.name, entry.roles)
        signature = Signature(entry.name, entry.roles, self._signers.clock(), entry.mark)
        signatures = (*self._approvals.signatures_of(message.call_id), signature)
        missing = quorum.missing(required_obligations(request), signatures)
        await self._store.append(records.signed(request, signature, missing))
        if not quorum.stands(signature, self._signers.approvers):
            raise AssentError(CHANGED)
        self._withdraw_signatures(message.call_id)
        self._approvals.sign(*shown, signature, message.reason, message.note)
        question = self._approvals.question(message.call_id)
        assert question is not None  # nothing was awaited since
        return _view(question, self._signers.approvers)

    async def signatures_written(self) -> None:
        """Wait for the signatures that are being written down."""
        if self._working:
            await asyncio.wait(set(self._working))

    @handles(protocol.SetPin)
    async def set_pin(self, message: protocol.SetPin) -> None:
        """The person sets the own PIN. Raises AssentError where it stays as it was."""
        await self._own_pin.set(self._signers, message.before, message.after)

    def _signing(self, call_id: str) -> SigningView | None:
        """Who must sign the call that waits, and who has; None where a yes needs no signature."""
        question = self._approvals.question(call_id)
        if question is None or not required_obligations(question.request).signed:
            return None
        return _view(question, self._signers.approvers)

    def _withdraw_signatures(self, call_id: str) -> None:
        """Take away the signatures of people who are not registered any more as they were."""
        approvers = self._signers.approvers
        self._approvals.withdraw_signatures(call_id, lambda signature: quorum.stands(signature, approvers))

    def _tell_signing(self, call_id: str) -> None:
        if (signing := self._signing(call_id)) is not None:
            self._tell(protocol.CallSigned(call_id, signing))

    def _signed(self, call_id: str) -> None:
        """The signatures under a call changed."""
        self._tell_signing(call_id)
        if (question := self._questions.get(call_id)) is not None:
            self._finish(question)

    def _finish(self, question: _Question) -> None:
        """Approve, once all have signed."""
        request, waiting = question.request, self._approvals.question(question.request.call.id)
        if waiting is None or waiting.request is not request or not waiting.is_complete or question.answer.done():
            return
        displayed_ms, unread = question.read or (None, 0)
        question.answer.set_result(
            Answer(
                True,
                request.call.id,
                request.call.digest,
                waiting.signatures[-1].approver,
                reason=waiting.reason,
                displayed_ms=displayed_ms,
                unread_lines=unread,
                signatures=waiting.signatures,
                note=waiting.note,
                there=question.there,
            )
        )

    def approvers_changed(self) -> None:
        """Who may sign, or who vouches, may be others. It is looked at later: the rules are just being read."""
        if not self._recounts and self._approvals.pending:
            self._recounts = True
            asyncio.get_running_loop().call_soon(self._recount)

    def _recount(self) -> None:
        self._recounts = False
        for request in self._approvals.pending:
            self._withdraw_signatures(request.call.id)
            self._tell_signing(request.call.id)
            self._ask_again(request)

    def _ask_again(self, request: ApprovalRequest) -> None:
        """Ask anew where somebody else vouches for the server by now: a yes to what was shown would be void."""
        call, question = request.call, self._questions.get(request.call.id)
        if question is None or question.request is not request or question.answer.done():
            return
        if request.result is not None or call.asks_app:
            return  # nothing of these is judged by who vouches while they wait; what is sent is judged again
        if self._policy.trust_of(call.server.id, call.server.config_digest) != call.server.trust:
            question.answer.set_result(Edit(call.id, call.digest, None, self._person))

    @handles(protocol.Working)
    def work(self, message: protocol.Working) -> protocol.Clock:
        """The person works on a question. Raises AssentError where it no longer waits."""
        standing = self._approvals.work(message.call_id)
        if standing is None:
            raise AssentError(NO_LONGER_WAITS)
        clock = protocol.Clock(message.call_id, *standing)
        self._tell(protocol.ClockChanged(clock))
        return clock

    def _ended(self, request: ApprovalRequest, end: Answer | NoAnswer) -> None:
        question = self._questions.get(request.call.id)
        if question is not None and question.request is request:
            self._close(question)  # it ended before anybody was asked
        if isinstance(end, NoAnswer):
            self._tell(protocol.CallEnded(request.call.id, end.by, end.why))
        else:
            self._tell(protocol.CallEnded(request.call.id, "approver", "approved" if end.approve else "denied"))


def _reading_progress(message: protocol.AnswerCall | protocol.SignCall, on_screen: float) -> tuple[int, int]:
    """Milliseconds on screen and lines never in view, as the window says, within what can be."""
    return max(0, min(message.displayed_ms, round(on_screen * 1000))), max(0, min(message.unread_lines, MAX_LINES))


def _headers(entry: ServerConfig, request: ApprovalRequest) -> tuple[Said, ...]:
    """The headers that inputs become, where the server is reached by HTTP in a revision that has them."""
    if entry.kind != "http" or request.call.protocol_revision not in MODERN or request.result is not None:
        return ()
    found = headers_of(request.definition, request.call.arguments_value)
    return tuple(Said(name, value) for name, value in found)


class SendQueue:
    """Sends questions to one window, from ``start`` to ``stop``.

    The next one is written only once the window has taken what was written before, so that one question at most,
    however large, waits in memory beside what it is made from; apps take turns, so that the many questions of one do
    not keep those of another waiting; within an app the oldest goes first.
    """

    def __init__(self, send: Callable[[ApprovalRequest], Awaitable[None]], ready: asyncio.Event) -> None:
        """``send``: writes a question to the window, where it is still open when that can be done.

        ``ready``: set while the window keeps up.
        """
        self._send, self._ready = send, ready
        self._by_app: dict[str, dict[str, ApprovalRequest]] = {}
        self._some = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = tasks.spawn(self._run(), name="send questions to the window")

    def stop(self) -> None:
        """Send nothing any more."""
        if self._task is not None:
            self._task.cancel()

    def put(self, request: ApprovalRequest) -> None:
        """Let a question go, in its turn. A second one about the same call takes the place of the first."""
        self._by_app.setdefault(request.call.app.name, {})[request.call.id] = request
        self._some.set()

    def drop(self, request: ApprovalRequest) -> None:
        """It need not go any more, where it has not gone yet."""
        app, call_id = request.call.app.name, request.call.id
        waiting = self._by_app.get(app, {})
        if waiting.get(call_id) is request:
            del waiting[call_id]
            if not waiting:
                del self._by_app[app]

    async def _run(self) -> None:
        while True:
            await self._some.wait()
            await self._ready.wait()
            if self._by_app:
                await self._send(self._next())
            else:
                self._some.clear()
            await asyncio.sleep(0)  # the channel writes in a turn of its own, and then knows whether it is too much

    def _next(self) -> ApprovalRequest:
        """The oldest of the app whose turn it is; its next one waits until all other apps had theirs."""
        app = next(iter(self._by_app))
        waiting = self._by_app.pop(app)
        request = waiting.pop(next(iter(waiting)))
        if waiting:
            self._by_app[app] = waiting
        return request


# What an answer or a signature must pass

TOO_SOON: Final = say("the question came only just now; look at it, then answer")
TO_SIGN: Final = say("this call must be signed")
NO_REASON: Final = say("a rule wants a reason for this yes")
NOTHING_WIDER: Final = say("for this call there is only this once")
A_RESULT: Final = say("a result cannot be changed")
DENIED: Final = say("a rule would deny the call with these inputs")
NOT_OFFERED: Final = say("that is not offered for this call")
SEEN_AFTER: Final = 0.9
"""Seconds from asking until a yes counts: the window arms after one second of its own, and its timer may be early."""
MAX_REASON: Final = 4_000
"""Characters of a person's reason or note; it goes to a model and into the log."""
NAME: Final = 200
"""Characters of where an input stands that a sentence repeats."""
MAX_LINES: Final = 1 << 31


def check_words(message: AnswerCall | SignCall) -> None:
    """Raises AssentError for a reason or a note that is too long, of a yes or a no."""
    if len(message.reason) > MAX_REASON:
        raise AssentError(say("the reason is longer than {n} characters", n=MAX_REASON))
    if len(message.note) > MAX_REASON:
        raise AssentError(say("the note is longer than {n} characters", n=MAX_REASON))


def check_shown(message: AnswerCall | SignCall, request: ApprovalRequest, on_screen: float) -> None:
    """Raises AssentError unless ``request`` is what was shown, for long enough. ``on_screen``: seconds."""
    if (message.round, message.definition) != (request.round, request.definition.digest):
        raise AssentError(REPLACED)
    if on_screen < SEEN_AFTER:
        raise AssentError(TOO_SOON)


def check_yes(message: AnswerCall, request: ApprovalRequest, offers: GrantOffers) -> None:
    """Raises AssentError for a yes that lacks what a rule wants, or that grants what was not offered."""
    wanted = required_obligations(request)
    if wanted.signed:
        raise AssentError(TO_SIGN)
    if wanted.reason_required and is_blank(message.reason):
        raise AssentError(NO_REASON)
    if message.duration == "once":
        return
    if refused := why_only_once(request, offers):
        raise AssentError(refused)
    if message.duration not in offers.durations or message.bound not in {offer.bound for offer in offers.bounds}:
        raise AssentError((message.duration == "always" and offers.no_always) or NOT_OFFERED)


def check_signature(message: SignCall, question: PendingApproval) -> None:
    """Raises AssentError for a signature without the reason that a rule wants; one that came before will do."""
    if required_obligations(question.request).reason_required and is_blank(message.reason) and not question.reason:
        raise AssentError(NO_REASON)


def refusal(check: EditCheck) -> str:
    """Why inputs cannot be sent instead, one safe sentence; empty where they can be asked about."""
    if check.same:
        return SAME
    if check.problems:
        first = check.problems[0]
        where = one_line(json_path(first.path), NAME) if first.path else ""
        return f"{where}: {first.why}" if where else first.why
    return (
        say("{denied}: {why}", denied=DENIED, why=check.because)
        if check.effect != "ask" and check.effect != "allow"
        else ""
    )


def why_only_once(request: ApprovalRequest, offers: GrantOffers) -> str:
    """Why a yes counts for this once alone; empty where it may count for more."""
    if required_obligations(request).signed or request.result is not None or not (offers.bounds and offers.durations):
        return offers.refused or NOTHING_WIDER
    return offers.refused


# Who may sign, and has

MAX_NAME: Final = 256
"""Characters of a name that may sign."""


def _view(question: PendingApproval, approvers: tuple[ApproverEntry, ...]) -> SigningView:
    wanted, signed = required_obligations(question.request), question.signatures
    candidates = quorum.candidates(wanted, signed, approvers)
    return SigningView(
        wanted.approvers,
        wanted.pin,
        signed,
        _missing(question, approvers),
        tuple(ApproverView(entry.name, entry.roles, entry.source) for entry in candidates),
    )


def _missing(question: PendingApproval, approvers: tuple[ApproverEntry, ...]) -> tuple[str, ...]:
    """What is still wanted, in words, and what of it nobody registered can give."""
    wanted, signed = required_obligations(question.request), question.signatures
    missing = quorum.missing(wanted, signed)
    everybody = (*signed, *(Signature(entry.name, entry.roles, 0.0) for entry in approvers))
    if missing and (never := quorum.missing(wanted, everybody)):
        return (*missing, say("nobody is registered who could give {roles}", roles=", ".join(never)))
    return missing


def person() -> str:
    """The name of this process's account, as the system has it: variables of the environment may say anything."""
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
    """The person's own PIN, and all who may sign.

    Args:
        undo: closes both when the host ends.
        paths: where failed attempts are remembered.
        policy: names those whom the administrator registered.
        log: queues a record.
        clock: Unix seconds.
        seal: the keyring's entry of a name.
    """
    own_pin = OwnPin(person(), seal(entry_name("pin", paths.config)), log, lambda: policy.approvers)
    signers = Signers(own_pin.approvers, log, clock, time.monotonic, file=paths.data / "lockouts.json")
    undo.push_async_callback(signers.close)
    undo.push_async_callback(own_pin.close)
    return own_pin, signers
