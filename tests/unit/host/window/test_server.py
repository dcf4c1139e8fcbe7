"""The desk over a real gate in memory, with a channel that only keeps frames."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from types import NoneType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints  # Any: replies of unlike types

import pytest

from host import tasks
from host.audit.chain import Tip
from host.control import codec
from host.control.peer import Peer
from host.control.protocol import (
    REQUESTS,
    AnswerCall,
    AssistantSaid,
    CallAsked,
    CallEnded,
    Clock,
    ClockChanged,
    Done,
    EmergencyStop,
    Event,
    ExportRules,
    HostQuits,
    LogGrew,
    Quit,
    ReadHistory,
    ReadSettings,
    ReadStory,
    Release,
    Request,
    ShowWindow,
    StartDemonstration,
    StateChanged,
    StopStory,
    Story,
    TellStory,
    Welcome,
    Working,
)
from host.control.views import ActionView, Asked, AssistantEntry, AssistantPhase, HistoryPage, StoryStep
from host.errors import AssentError, UsageError
from host.gate.call_execution import CallExecution
from host.gate.pending_approval import NO_LONGER_WAITS, REPLACED
from host.gate.refusals import NO_WINDOW
from host.gate.signers import OwnPin, Signers
from host.inspect.action import action_of
from host.model import App, Draft, JsonObject
from host.paths import Paths
from host.policy.book import PolicyBook
from host.policy.model import ApproverEntry, PolicySource
from host.preferences import Preferences
from host.schema import SchemaChecker
from host.servers.supervisor import Supervisor
from host.settings import Settings
from host.window import server as server_module
from host.window import session as session_module
from host.window.pending_prompts import MAX_REASON, SEEN_AFTER, TOO_SOON, person
from host.window.requests import COMMAND
from host.window.server import WindowServer
from host.window.session import MAX_CONCURRENT, REFUSED, HostParts, WindowAuth, WindowSession
from tests.support.signing import MemoryKeyring
from tests.unit.host.support import APP, BOUND, SETTINGS, Desk, MemoryLog, turns, until
from tests.unit.host.support import Clock as SteadyClock

E = TypeVar("E")
T = TypeVar("T")
PID = 4242


class Channel:
    """Keeps what the desk sends."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.limit = 0
        self.closed = False
        self.paused: list[bool] = []
        self.cut = False

    def send(self, frame: bytes) -> None:
        if not self.closed:
            self.frames.append(frame)

    def set_frame_limit(self, limit: int) -> None:
        self.limit = limit

    def pause_reading(self, pause: bool) -> None:
        self.paused.append(pause)

    def close(self) -> None:
        self.closed = True

    async def wait_closed(self, seconds: float) -> None:
        self.cut = seconds == 0
        await asyncio.sleep(0)


class Store:
    """A log that grows when told to, and whose records the gate's log keeps."""

    def __init__(self, log: MemoryLog) -> None:
        self.failure = ""
        self.last = 7
        self.log = log

    async def append(self, *drafts: Draft) -> list[Tip]:
        return await self.log.append(*drafts)

    async def flush(self) -> int:
        await asyncio.sleep(0)
        return self.last

    def submit(self, draft: Draft) -> None:
        self.log.submit(draft)


class Teller:
    """A scripted assistant that does what it is told."""

    phase: AssistantPhase = "idle"
    steps = (StoryStep("one", "The first"),)
    entries = (AssistantEntry(1, "note", "begun"),)

    def __init__(self) -> None:
        self.told: list[str] = []

    async def tell(self, step: str) -> None:
        await asyncio.sleep(0)
        if step == "odd":
            raise UsageError("there is no such chapter")
        self.told.append(f"tell {step}")

    async def stop(self) -> None:
        await asyncio.sleep(0)
        self.told.append("stop")


class Room:
    """A gate with a desk. ``sit`` lets a window in.

    Attributes:
        approvers: whom the administrator registered; anybody may change that. keyring: the person's. managed: reads
        the administrator's file.
    """

    def __init__(
        self,
        directory: Path,
        *,
        assistant: Any = None,
        approvers: tuple[ApproverEntry, ...] = (),
        demo: bool = False,
    ) -> None:
        self.gate = Desk(settings=SETTINGS.replace(decision_timeout=300.0), approvers=lambda: self.signers.approvers)
        self.steady = SteadyClock(0.0)
        self.store, self.auth = Store(self.gate.log), WindowAuth()
        self.approvers, self.keyring = approvers, MemoryKeyring()
        own_pin = OwnPin("ana", self.keyring.seal(), self.gate.log.submit, lambda: self.approvers)
        self.signers = Signers(own_pin.approvers, self.gate.log.submit, self.gate.clock, self.steady)
        self.quit = asyncio.Event()
        self.managed: Callable[[], PolicySource] = lambda: PolicySource("managed", "nowhere")
        self.managed_file = directory / "managed.json"
        paths = Paths(directory, directory, directory)
        self.preferences = Preferences(paths.settings_file)
        self.policy = PolicyBook(
            paths.policy_file,
            managed=self._read_managed,
            managed_file=self.managed_file,
            log=self.gate.log.submit,
        )
        parts = HostParts(
            paths=paths,
            gate=self.gate.gate,
            approvals=self.gate.approvals,
            policy=self.policy,
            supervisor=Supervisor(
                paths.servers_file,
                settings=self.preferences.live,
                log=self.gate.log.submit,
                monotonic=self.steady,
            ),
            checker=SchemaChecker(),
            signers=self.signers,
            own_pin=own_pin,
            store=cast("Any", self.store),
            preferences=self.preferences,
            quit_host=self.quit.set,
            person="ana",
            demo=demo,
            monotonic=self.steady,
        )
        self.server = WindowServer(parts, self.auth)
        self.server.demonstration.assistant = assistant
        self.channel = Channel()
        self.session: WindowSession | None = None

    def _read_managed(self) -> PolicySource:
        return self.managed()

    def sit(self) -> WindowSession:
        """Let a window in, over a channel of its own."""
        self.channel = Channel()
        secret = self.auth.invite(PID)
        self.session = self.server.admit(secret, Peer(os.getuid(), PID), cast("Any", self.channel))
        return self.session

    def propose(self, text: str = "x", app: App = APP) -> tuple[CallExecution, asyncio.Task[Any]]:
        """Begin a call."""
        run = self.gate.make_run("any", {"text": text}, app=app)
        return run, asyncio.ensure_future(self.gate.through(run))  # noqa: TID251  # awaited by the test

    def events(self, kind: type[E]) -> list[E]:
        """What the present window heard of one kind."""
        heard: list[Event] = []
        for frame in self.channel.frames:
            message = codec.read_object(frame)
            if "method" in message:
                heard.append(codec.read_event(message))
        return [event for event in heard if isinstance(event, kind)]

    def say(self, request: Request[Any], number: int = 1) -> None:
        """A request of the window."""
        assert self.session is not None
        self.session.frame_received(codec.request_frame(number, request))

    def replies(self, number: int = 1) -> list[JsonObject]:
        """What was replied to a request."""
        messages = [codec.read_object(frame) for frame in self.channel.frames]
        return [message for message in messages if message.get("id") == number and "method" not in message]

    async def ask(self, request: Request[T], number: int = 1) -> T:
        """The reply to a request. Raises AssentError where it was refused."""
        before = len(self.replies(number))
        self.say(request, number)
        await until(lambda: len(self.replies(number)) > before)
        reply = self.replies(number)[-1]
        if "error" in reply:
            error = cast("JsonObject", reply["error"])
            raise AssentError(str(error["message"]), detail=str(error["code"]))
        return codec.read_reply(request, reply["result"])

    async def asked(self, count: int = 1) -> CallAsked:
        """The ``count``-th question that was put after the welcome; time enough to read it passes."""
        await until(lambda: len(self.events(CallAsked)) >= count)
        self.steady.now += 2
        return self.events(CallAsked)[count - 1]

    async def put(self, text: str = "x", app: App = APP) -> tuple[CallExecution, asyncio.Task[Any], CallAsked]:
        """Begin a call, and wait for the question about it."""
        return *self.propose(text, app), await self.asked()

    async def leave(self) -> None:
        """End what the desk runs."""
        await self.server.close()
        await turns()


def answer_to(question: CallAsked, approve: bool = True, **changes: Any) -> AnswerCall:
    request = question.asked.request
    values: dict[str, Any] = {"call_id": request.call.id, "digest": request.call.digest, "approve": approve}
    values |= {"round": request.round, "definition": request.definition.digest}
    return AnswerCall(**(values | changes))


def reaches_now(room: Room, count: int) -> bool:
    return len(room.events(CallAsked)) >= count


def reaches(found: list[Any], count: int) -> bool:
    return len(found) >= count


async def test_a_window_is_welcomed_first_and_then_asked(tmp_path: Path) -> None:
    room = Room(tmp_path)
    run, ended = room.propose()
    await until(lambda: room.gate.approvals.pending)
    room.sit()
    await turns()
    first = codec.read_event(codec.read_object(room.channel.frames[0]))
    assert isinstance(first, Welcome)
    assert first.person == "ana"
    assert first.state.pending == 1
    question = await room.asked()
    assert question.asked.request.call == run.call
    assert await room.ask(answer_to(question)) == Done()
    await ended
    assert room.gate.server.calls
    await room.leave()


async def test_an_answer_carries_what_the_window_said_within_bounds(room: Room) -> None:
    run, ended, question = await room.put()
    await room.ask(answer_to(question, False, reason="no", displayed_ms=10**15, unread_lines=10**15))
    await ended
    (decided,) = room.gate.log.of("call.decided", run.call)
    assert decided.fields["who"] == "ana"
    assert decided.fields["displayed_ms"] == 2000, "it cannot have been on screen for longer than since it was asked"
    assert decided.values["reason"] == b"no"
    (told,) = room.events(CallEnded)
    assert (told.call_id, told.by, told.why) == (run.call.id, "approver", "denied")


async def test_s10_a_yes_that_comes_before_anybody_can_have_looked_is_refused(room: Room) -> None:
    _, ended = room.propose()
    await until(lambda: room.events(CallAsked))
    (question,) = room.events(CallAsked)
    for passed in (0.0, SEEN_AFTER - 0.001):
        room.steady.now = passed
        with pytest.raises(AssentError, match=TOO_SOON):
            await room.ask(answer_to(question))
    assert not ended.done()
    room.steady.now = SEEN_AFTER
    await room.ask(answer_to(question))
    await ended
    assert len(room.gate.server.calls) == 1


async def test_s10_a_no_counts_at_once(room: Room) -> None:
    _, ended = room.propose()
    await until(lambda: room.events(CallAsked))
    await room.ask(answer_to(room.events(CallAsked)[0], False))
    await ended
    assert room.gate.server.calls == []


async def test_s12_an_answer_to_what_does_not_wait_is_refused(room: Room) -> None:
    _, ended, question = await room.put()
    with pytest.raises(AssentError, match=NO_LONGER_WAITS):
        await room.ask(answer_to(question, call_id="another"))
    room.say(answer_to(question), 11)
    room.say(answer_to(question), 12)
    await ended
    await turns()
    assert "result" in room.replies(11)[0]
    assert "error" in room.replies(12)[0]
    with pytest.raises(AssentError, match=NO_LONGER_WAITS):
        await room.ask(answer_to(question))
    assert len(room.gate.server.calls) == 1


async def test_s12_the_second_click_does_not_answer_the_question_that_follows(room: Room) -> None:
    """The tool changes under the answer: the same call is asked again, and a late double click must not approve it."""
    run, ended, question = await room.put()
    room.gate.server.tools[1] = {**room.gate.server.tools[1], "description": "something else"}
    room.say(answer_to(question), 11)
    await until(lambda: len(room.events(CallAsked)) == 2)
    with pytest.raises(AssentError, match=REPLACED):
        await room.ask(answer_to(question))
    again = room.events(CallAsked)[1]
    assert again.asked.request.call.id == run.call.id
    assert again.asked.request.round == 2
    with pytest.raises(AssentError, match=TOO_SOON):
        await room.ask(answer_to(again))
    room.steady.now += 2
    await room.ask(answer_to(again, False))
    await ended
    assert room.gate.server.calls == []


@pytest.mark.parametrize("other", [{"round": 1}, {"definition": "0" * 64}, {"round": 3}], ids=str)
async def test_s12_a_yes_to_another_question_about_the_same_call_is_refused_whenever_it_comes(
    room: Room, other: dict[str, Any]
) -> None:
    _, ended, question = await room.put()
    room.gate.server.tools[1] = {**room.gate.server.tools[1], "description": "something else"}
    room.say(answer_to(question), 11)
    again = await room.asked(2)
    assert again.asked.request.definition.digest != question.asked.request.definition.digest
    with pytest.raises(AssentError, match=REPLACED):
        await room.ask(answer_to(again, **other))
    assert not ended.done()
    await room.ask(answer_to(again))
    await ended
    assert len(room.gate.server.calls) == 1


async def test_a_no_to_a_question_that_was_replaced_counts(room: Room) -> None:
    run, ended, question = await room.put()
    room.gate.server.tools[1] = {**room.gate.server.tools[1], "description": "something else"}
    room.say(answer_to(question), 11)
    await room.asked(2)
    await room.ask(answer_to(question, False))
    await ended
    assert room.gate.log.of("call.decided", run.call)[-1].fields["decision"] == "deny"
    assert room.gate.server.calls == []


async def test_s12_an_answer_about_other_bytes_denies(room: Room) -> None:
    run, ended, question = await room.put()
    await room.ask(answer_to(question, digest="0" * 64))
    await ended
    (decided,) = room.gate.log.of("call.decided", run.call)
    assert (decided.fields["decision"], decided.fields["by"]) == ("deny", "fault")
    assert room.gate.server.calls == []


async def test_a_reason_that_is_too_long_is_refused_and_the_call_still_waits(room: Room) -> None:
    _, ended, question = await room.put()
    with pytest.raises(AssentError, match="longer than"):
        await room.ask(answer_to(question, False, reason="x" * (MAX_REASON + 1)))
    with pytest.raises(AssentError, match="longer than"):
        await room.ask(answer_to(question, note="x" * (MAX_REASON + 1)))
    await room.ask(answer_to(question, False, reason="x" * MAX_REASON))
    await ended


async def test_a_window_that_leaves_and_comes_back_is_asked_again(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.sit().channel_closed(None)
    assert not room.server.is_connected
    assert not room.gate.approvals.has_approver
    run, ended = room.propose()
    await until(lambda: room.gate.approvals.pending)
    first = room.sit()
    await turns()
    first.channel_closed(None)
    await turns()
    room.sit()
    question = await room.asked()
    assert [asked.asked.request.call.id for asked in room.events(CallAsked)] == [run.call.id]
    await room.ask(answer_to(question, False))
    await ended
    await room.leave()


async def test_without_a_window_for_the_grace_a_call_is_denied(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.gate.live.now = SETTINGS.replace(approver_grace=0.01)  # thirty seconds, but not in a test
    session = room.sit()
    run, ended = room.propose()
    await room.asked()
    session.channel_closed(None)
    await ended
    (decided,) = room.gate.log.of("call.decided", run.call)
    assert decided.fields["by"] == NO_WINDOW.by
    await room.leave()


async def test_only_one_window_sits_at_the_desk(tmp_path: Path) -> None:
    room = Room(tmp_path)
    old = room.sit()
    old_channel = room.channel
    room.sit()
    assert old_channel.closed
    assert room.server.is_connected
    old.channel_closed(None)
    assert room.server.is_connected, "the end of the old one is no end of the new one"
    assert room.gate.approvals.has_approver
    await room.leave()
    assert not room.server.is_connected


async def test_the_clock_of_a_question_stands_while_the_person_works(room: Room) -> None:
    run, ended, question = await room.put()
    clock = await room.ask(Working(run.call.id))
    assert isinstance(clock, Clock)
    assert clock.paused > 0
    assert [event.clock for event in room.events(ClockChanged)] == [clock]
    with pytest.raises(AssentError, match=NO_LONGER_WAITS):
        await room.ask(Working("another"))
    await room.ask(answer_to(question, False))
    await ended


async def test_the_state_is_told_when_it_differs_and_the_log_when_it_grew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STATE_EVERY", "CHECK_EVERY", "LOG_EVERY"):
        monkeypatch.setattr(server_module, name, 0.001)
    room = Room(tmp_path)
    room.sit()
    async with asyncio.timeout(BOUND):
        await until(lambda: room.events(LogGrew))
        await asyncio.sleep(0.02)
        assert room.events(StateChanged) == []
        assert [event.last for event in room.events(LogGrew)] == [7]
        await room.ask(EmergencyStop())
        await until(lambda: room.events(StateChanged))
        assert room.events(StateChanged)[-1].state.stopped
        room.store.last = 9
        await until(lambda: len(room.events(LogGrew)) == 2)
        await room.ask(Release())
        await until(lambda: not room.events(StateChanged)[-1].state.stopped)
    await room.leave()


async def test_every_request_of_the_window_has_a_handler(tmp_path: Path) -> None:
    room = Room(tmp_path)
    handlers = room.server.handlers
    assert set(handlers) == {cls for cls, _ in REQUESTS.values()}
    for cls, reply in REQUESTS.values():
        returned = get_type_hints(handlers[cls])["return"]
        given = get_args(returned)[0] if get_origin(returned) is Awaitable else returned
        assert (Done if given in (None, NoneType) else given) == reply, cls
    await room.leave()


@pytest.mark.expected_logs(r"host\.window\.server: the state could not be sent")
async def test_a_state_that_is_unknown_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "STATE_EVERY", 0.001)
    monkeypatch.setattr(server_module, "CHECK_EVERY", 0.001)
    room = Room(tmp_path)
    room.sit()
    good = room.store.failure
    del room.store.failure
    await asyncio.sleep(0.01)
    room.store.failure = good + "full"
    async with asyncio.timeout(BOUND):
        await until(lambda: room.events(StateChanged))
    assert room.events(StateChanged)[-1].state.log_problem == "full"
    await room.leave()


@pytest.mark.expected_logs(r"host\.window\.session: the window sent what is no request")
async def test_s39_three_messages_that_are_no_requests_end_the_connection(tmp_path: Path) -> None:
    room = Room(tmp_path)
    session = room.sit()
    for frame in (b"", b'{"jsonrpc":"2.0","id":5,"method":"approve.all","params":{}}'):
        session.frame_received(frame)
        assert not room.channel.closed
    assert "error" in room.replies(5)[0]
    assert "error" in room.replies(0)[0]
    session.frame_received(b'{"jsonrpc":"2.0","id":true,"method":"Quit","params":{}}')
    assert room.channel.closed
    assert not room.server.is_connected
    assert not room.quit.is_set()


@pytest.mark.expected_logs(r"host\.window\.session: a request of the window failed: ReadSettings")
async def test_a_bug_behind_a_request_is_a_refusal_and_the_host_lives_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Settings) -> dict[str, float]:
        raise ValueError("a bug")

    monkeypatch.setattr(Settings, "values", broken)
    room = Room(tmp_path)
    room.sit()
    with pytest.raises(AssentError, match="an internal error"):
        await room.ask(ReadSettings())
    assert room.server.is_connected
    await room.leave()


async def test_so_many_requests_are_worked_on_at_once_and_two_reads_of_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading: list[asyncio.Future[HistoryPage]] = []

    in_thread = tasks.in_daemon_thread

    async def slow(function: Callable[[], object], *, name: str) -> object:
        if name == "write a reply":
            return await in_thread(function, name=name)
        reading.append(asyncio.get_running_loop().create_future())
        return await reading[-1]

    monkeypatch.setattr("host.tasks.in_daemon_thread", slow)
    room = Room(tmp_path)
    room.sit()
    for number in range(1, MAX_CONCURRENT + 2):
        room.say(ReadHistory(), number)
    await turns()
    assert len(reading) == 2
    (refusal,) = room.replies(MAX_CONCURRENT + 1)
    assert cast("JsonObject", refusal["error"])["code"] == REFUSED
    page = HistoryPage((), "")
    for index in range(MAX_CONCURRENT):
        await until(partial(reaches, reading, index + 1))
        reading[index].set_result(page)
    await until(lambda: all(room.replies(number) for number in range(1, MAX_CONCURRENT + 1)))
    await room.leave()


async def test_s43_a_reply_that_takes_work_is_written_by_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    write = codec.reply_frame

    def reply_frame(number: int, reply: object) -> bytes:
        threads.append(threading.current_thread().name)
        return write(number, reply)

    monkeypatch.setattr(codec, "reply_frame", reply_frame)
    room = Room(tmp_path)
    room.sit()
    room.say(ExportRules(), 1)
    await until(lambda: room.replies(1))
    assert threads == ["write a reply"]
    await room.leave()


async def test_a_window_that_does_not_keep_up_is_not_read_from(tmp_path: Path) -> None:
    room = Room(tmp_path)
    session = room.sit()
    session.writable(False)
    session.writable(True)
    assert room.channel.paused == [True, False]
    assert 0 < room.channel.limit <= 1 << 24
    await room.leave()


def texts(room: Room) -> list[str]:
    """The inputs of every question so far."""
    return [str(event.asked.request.call.arguments_value["text"]) for event in room.events(CallAsked)]


def are_pending(room: Room, number: int) -> bool:
    return len(room.gate.approvals.pending) == number


async def propose_all(room: Room, *calls: tuple[str, str]) -> list[asyncio.Task[Any]]:
    """One call after another, each of (app, text), until all wait."""
    begun = []
    for number, (app, text) in enumerate(calls, 1):
        begun.append(room.propose(text, App(app, authenticated=True))[1])
        await until(partial(are_pending, room, number))
    return begun


async def deny_all(room: Room, begun: list[asyncio.Task[Any]]) -> None:
    room.gate.gate.emergency_stop("ana")
    await asyncio.gather(*begun)
    await room.leave()


async def test_s11_the_welcome_holds_no_question_and_the_rest_waits_for_a_window_that_is_slow(tmp_path: Path) -> None:
    room = Room(tmp_path)
    begun = await propose_all(room, *((f"app-{number % 2}", "x" * 100_000) for number in range(6)))
    session = room.sit()
    assert len(room.channel.frames[0]) < 10_000
    session.writable(False)
    await turns(100)
    assert len(room.channel.frames) == 1, "the window has not even taken its welcome"
    session.writable(True)
    await until(lambda: room.events(CallAsked))
    session.writable(False)
    await turns(100)
    told = len(room.events(CallAsked))
    assert 1 <= told < 6
    session.writable(True)
    await until(lambda: len(room.events(CallAsked)) == 6)
    await deny_all(room, begun)


async def test_s11_each_question_waits_until_it_is_known_whether_the_one_before_was_too_much(tmp_path: Path) -> None:
    """The channel writes, and knows, a turn after it was given a frame."""
    room = Room(tmp_path)
    begun = await propose_all(room, *(("a", str(number)) for number in range(5)))
    session = room.sit()
    send = room.channel.send

    def filling(frame: bytes) -> None:
        send(frame)
        if b"CallAsked" in frame:
            asyncio.get_running_loop().call_soon(session.writable, False)

    room.channel.send = filling  # type: ignore[method-assign]  # a socket that is full after each question
    for count in range(1, 6):
        await until(partial(reaches_now, room, count))
        await turns(50)
        assert len(room.events(CallAsked)) == count
        session.writable(True)
    await deny_all(room, begun)


async def test_questions_are_asked_oldest_first_and_apps_take_turns(tmp_path: Path) -> None:
    room = Room(tmp_path)
    calls = [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1"), ("b", "b2")]
    begun = await propose_all(room, *calls)
    room.sit()
    await until(lambda: len(room.events(CallAsked)) == 6)
    assert texts(room)[0] == "a1"
    assert sorted(texts(room)[:3]) == ["a1", "b1", "c1"]
    assert texts(room)[3:] == ["a2", "b2", "a3"]
    await deny_all(room, begun)


@pytest.mark.expected_logs(r"host\.window\.pending_prompts: call .* could not be asked about")
async def test_s43_a_question_that_cannot_be_put_keeps_none_behind_it_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(server: str, tool: str, arguments: JsonObject) -> ActionView:
        return action_of(server, tool, arguments) if arguments["text"] != "a1" else 1 / 0  # type: ignore[return-value]

    monkeypatch.setattr("host.window.pending_prompts.action_of", read)
    room = Room(tmp_path)
    begun = await propose_all(room, ("a", "a1"), ("a", "a2"), ("b", "b1"))
    room.sit()
    await until(lambda: len(room.events(CallAsked)) == 2)
    assert sorted(texts(room)) == ["a2", "b1"]
    await deny_all(room, begun)


async def test_a_question_that_has_not_left_when_its_call_ends_is_not_asked(tmp_path: Path) -> None:
    room = Room(tmp_path)
    session = room.sit()
    await turns()
    session.writable(False)
    begun = await propose_all(room, ("a", "1"), ("a", "2"))
    await turns()
    room.gate.gate.emergency_stop("ana")
    await asyncio.gather(*begun)
    session.writable(True)
    await turns(50)
    assert room.events(CallAsked) == []
    await room.leave()


async def test_s10_the_time_to_look_begins_when_the_question_leaves(tmp_path: Path) -> None:
    room = Room(tmp_path)
    session = room.sit()
    await turns()
    session.writable(False)
    begun = await propose_all(room, ("a", "1"))
    await turns()
    request = room.gate.approvals.pending[0]
    unseen = CallAsked(Asked(request, 300.0, 0.0, ""))
    room.steady.now += 60
    with pytest.raises(AssentError, match=TOO_SOON):
        await room.ask(answer_to(unseen))
    session.writable(True)
    await until(lambda: room.events(CallAsked))
    with pytest.raises(AssentError, match=TOO_SOON):
        await room.ask(answer_to(unseen), 2)
    await deny_all(room, begun)


@pytest.mark.expected_logs(r"host\.window\.session: the window has taken nothing for")
async def test_s11_a_window_that_takes_nothing_for_too_long_is_cut_off_and_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "STALL_TIMEOUT", 0.001)
    room = Room(tmp_path)
    ended: list[bool] = []
    room.server.stalled.connect(lambda: ended.append(True))
    session = room.sit()
    session.writable(False)
    async with asyncio.timeout(BOUND):
        await until(lambda: room.channel.cut)
    assert ended == [True]
    assert room.channel.closed
    assert not room.server.is_connected
    assert not room.gate.approvals.has_approver
    await room.leave()


async def test_a_window_that_takes_everything_in_time_is_not_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "STALL_TIMEOUT", 0.01)
    room = Room(tmp_path)
    session = room.sit()
    session.writable(False)
    session.writable(True)
    await asyncio.sleep(0.03)
    assert room.server.is_connected
    session.writable(False)
    session.channel_closed(None)
    await asyncio.sleep(0.03)
    assert not room.channel.cut, "one that left is cut no more"
    await room.leave()


async def test_a_window_that_does_not_keep_up_is_told_of_the_state_and_the_log_once_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STATE_EVERY", "CHECK_EVERY", "LOG_EVERY"):
        monkeypatch.setattr(server_module, name, 0.001)
    room = Room(tmp_path)
    session = room.sit()
    session.writable(False)
    room.store.last = 99
    room.gate.gate.emergency_stop("ana")
    await asyncio.sleep(0.02)
    assert len(room.channel.frames) == 1
    session.writable(True)
    async with asyncio.timeout(BOUND):
        await until(lambda: room.events(LogGrew) and room.events(StateChanged))
    assert room.events(StateChanged)[-1].state.stopped
    assert room.events(LogGrew)[-1].last == 99
    await room.leave()


async def test_the_story_is_told_where_there_is_one(tmp_path: Path) -> None:
    assistant = Teller()
    room = Room(tmp_path, assistant=assistant)
    room.sit()
    assert room.events(Welcome)[0].state.assistant == "idle"
    assert await room.ask(ReadStory()) == Story(Teller.steps, Teller.entries)
    await room.ask(TellStory("one"))
    with pytest.raises(AssentError, match="no such chapter"):
        await room.ask(TellStory("odd"))
    await room.ask(StopStory())
    assert assistant.told == ["tell one", "stop"]
    room.server.publish_assistant_entry(Teller.entries[0])
    assert room.events(AssistantSaid) == [AssistantSaid(Teller.entries[0])]
    await room.leave()


async def test_without_a_story_the_refusal_says_where_there_is_one(room: Room) -> None:
    assert room.events(Welcome)[0].state.assistant == "absent"
    for request in (ReadStory(), TellStory(), StopStory()):
        with pytest.raises(AssentError, match="demonstration"):
            await room.ask(cast("Request[Any]", request))


async def test_the_demonstration_is_started_for_the_window_and_in_it_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr("host.window.requests.subprocess.Popen", lambda command, **_: started.append(command))
    room = Room(tmp_path)
    room.sit()
    assert await room.ask(StartDemonstration()) == Done()
    await room.leave()
    inside = Room(tmp_path, demo=True)
    inside.sit()
    with pytest.raises(AssentError, match="this is the demonstration"):
        await inside.ask(StartDemonstration())
    await inside.leave()
    assert started == [COMMAND]


async def test_show_asks_the_window_or_starts_one_or_says_why_there_can_be_none(tmp_path: Path) -> None:
    room = Room(tmp_path)
    started: list[str] = []

    def start() -> str:
        started.append("once")
        return ""

    room.server.start_window = start
    room.server.show()
    assert started == ["once"]
    room.sit()
    room.server.show()
    assert len(room.events(ShowWindow)) == len(started) == 1
    await room.leave()
    room.server.start_window = lambda: "there is no display here"
    with pytest.raises(AssentError, match="no display"):
        room.server.show()


async def test_a_window_asks_to_quit_and_is_told_that_the_host_does(room: Room) -> None:
    assert await room.ask(Quit()) == Done()
    assert room.quit.is_set()
    room.server.announce_quit()
    assert room.events(HostQuits)


def test_the_person_is_who_the_system_says_whatever_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    real = person()
    for name in ("USER", "LOGNAME", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, "somebody-else")
    assert person() == real != "somebody-else"
    assert json.dumps(real)
    assert SEEN_AFTER <= 1.0, "the window's own second must be enough"
