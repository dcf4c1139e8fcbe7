"""The window's end of the socket, against a scripted host, on Qt's loop."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any  # Any: what a signal carried, of as many types as there are signals

import pytest
import qasync
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from host.control import codec, messages
from host.control.protocol import (
    CallAsked,
    CallEnded,
    CallSigned,
    Clock,
    ClockChanged,
    Done,
    EmergencyStop,
    Event,
    HostQuits,
    LogGrew,
    ReadApps,
    ReadSettings,
    Release,
    ShowWindow,
    StateChanged,
    Welcome,
    Working,
)
from host.control.views import AiApps
from host.errors import AssentError, ChannelClosed, ProtocolError
from host.words import say
from tests.support import window
from tests.support.pseudo import pseudo
from tests.support.waiting import PATIENCE, eventually
from tests.support.window import FakeLink
from ui import tr
from ui.link import LatestRequest, Link

SECRET = "5" * 64
WELCOME = Welcome("0.1.0", False, "ana", "/config", "/log", window.state())
Script = Callable[["Peer"], Awaitable[None]]


class Peer:
    """The host's end of one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def line(self) -> bytes:
        return (await self.reader.readline()).rstrip(b"\n")

    def say(self, *events: Event) -> None:
        for event in events:
            self.writer.write(codec.event_frame(event) + b"\n")

    async def request(self) -> tuple[int, object]:
        return codec.read_request(codec.read_object(await self.line()))

    def reply(self, number: int, reply: object) -> None:
        self.writer.write(codec.reply_frame(number, reply) + b"\n")


class Heard:
    """Everything a link said, in order."""

    def __init__(self, link: Link) -> None:
        self.all: list[tuple[str, Any]] = []
        for name in "welcomed state_changed asked ended signed clock_changed log_grew assistant_said closed".split():
            getattr(link, name).connect(self._keeper(name))
        link.show_requested.connect(lambda: self.all.append(("shown", None)))
        link.host_quits.connect(lambda: self.all.append(("host_quits", None)))

    def _keeper(self, name: str) -> Callable[[object], None]:
        return lambda value: self.all.append((name, value))

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.all]


def on_qt(qapp: QApplication, work: Coroutine[Any, Any, None]) -> None:
    """Run ``work`` on Qt's loop; it must leave no task behind."""

    async def watched() -> None:
        await work
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert not left, f"left behind: {left}"

    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(qapp)) as runner:
        runner.run(watched())


class Hosted:
    """A scripted host on a socket, and a link to it."""

    def __init__(self, socket: Path, script: Script) -> None:
        self.socket, self._script = socket, script
        self.link = Link()
        self.heard = Heard(self.link)
        self.failure: BaseException | None = None

    async def __aenter__(self) -> Hosted:
        self._done = asyncio.Event()
        self._server = await asyncio.start_unix_server(self._serve, str(self.socket))
        self._run = asyncio.get_running_loop().create_task(self.link.run(self.socket, SECRET))  # awaited
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.ended()
        await self.link.end()
        await asyncio.wait_for(self._done.wait(), PATIENCE)
        self._server.close()
        await self._server.wait_closed()
        if self.failure is not None:
            raise self.failure

    async def ended(self) -> BaseException | None:
        await asyncio.wait({self._run}, timeout=PATIENCE)
        return self._run.exception()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._script(Peer(reader, writer))
        except BaseException as error:  # noqa: BLE001  # raised where the test sees it
            self.failure = error
        finally:
            writer.close()
            self._done.set()


async def test_the_secret_is_the_first_thing_said(qapp: QApplication, tmp_path: Path) -> None:
    hellos = []

    async def script(peer: Peer) -> None:
        hellos.append(messages.read_hello(await peer.line()))
        peer.say(WELCOME)

    async with Hosted(tmp_path / "s", script):
        pass
    assert hellos == [messages.WindowHello(SECRET)]


def test_what_the_host_says_comes_out_in_its_order(qapp: QApplication, tmp_path: Path) -> None:
    asked = window.asked()
    said = (
        WELCOME,
        CallAsked(asked),
        ClockChanged(Clock("1", 5.0, 1.0)),
        CallSigned("1", window.signing()),
        CallEnded("1", "expiry", "nobody answered"),
        StateChanged(window.state(stopped=True)),
        LogGrew(2**40),
        ShowWindow(),
        HostQuits(),
    )

    async def script(peer: Peer) -> None:
        await peer.line()
        peer.say(*said)

    async def work() -> None:
        async with Hosted(tmp_path / "s", script) as hosted:
            assert await hosted.ended() is None
        names = "welcomed asked clock_changed signed ended state_changed log_grew shown host_quits closed".split()
        assert hosted.heard.names == names
        assert dict(hosted.heard.all)["asked"] == asked
        assert dict(hosted.heard.all)["log_grew"] == 2**40

    on_qt(qapp, work())


def test_each_request_has_its_own_reply_whatever_the_order(qapp: QApplication, tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.line()
        peer.say(WELCOME)
        first, second = await peer.request(), await peer.request()
        assert (first[1], second[1]) == (ReadSettings(), Working("1"))
        peer.reply(99, Done())  # nobody asked
        peer.reply(second[0], Clock("1", 7.0, 0.0))
        peer.reply(first[0], {"decision_timeout": 5.0})

    async def work() -> None:
        async with Hosted(tmp_path / "s", script) as hosted:
            await eventually(lambda: "welcomed" in hosted.heard.names)
            both = await asyncio.gather(hosted.link.ask(ReadSettings()), hosted.link.ask(Working("1")))
            assert list(both) == [{"decision_timeout": 5.0}, Clock("1", 7.0, 0.0)]

    on_qt(qapp, work())


def test_a_refusal_is_one_sentence(qapp: QApplication, tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.line()
        peer.say(WELCOME)
        for _ in range(2):
            number, _request = await peer.request()
            peer.writer.write(codec.error_frame(number, -32001, "nothing is stopped") + b"\n")
        await peer.reader.read()

    async def work() -> None:
        async with Hosted(tmp_path / "s", script) as hosted:
            await eventually(lambda: "welcomed" in hosted.heard.names)
            with pytest.raises(AssentError, match=r"^nothing is stopped$"):
                await hosted.link.ask(Release())
            why: list[str] = []
            hosted.link.send(Release(), failed=why.append)
            assert await eventually(lambda: why) == ["nothing is stopped"]
            await hosted.link.end()

    on_qt(qapp, work())


def test_a_refusal_is_told_in_the_persons_language(qapp: QApplication, tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.line()
        peer.say(WELCOME)
        number, _request = await peer.request()
        why = say("the reason is longer than {n} characters", n=500)
        peer.writer.write(codec.error_frame(number, -32001, why) + b"\n")
        await peer.reader.read()

    async def work() -> None:
        async with Hosted(tmp_path / "s", script) as hosted:
            await eventually(lambda: "welcomed" in hosted.heard.names)
            why: list[str] = []
            hosted.link.send(Release(), failed=why.append)
            assert await eventually(lambda: why) == [pseudo("the reason is longer than {n} characters").format(n=500)]
            await hosted.link.end()

    tr.install(pseudo)
    try:
        on_qt(qapp, work())
    finally:
        tr.install(None)


def test_a_reply_that_does_not_fit_its_request_is_an_error(qapp: QApplication, tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.line()
        peer.say(WELCOME)
        number, _ = await peer.request()
        peer.reply(number, Clock("1", 1.0, 0.0))

    async def work() -> None:
        async with Hosted(tmp_path / "s", script) as hosted:
            await eventually(lambda: "welcomed" in hosted.heard.names)
            with pytest.raises(ProtocolError):
                await hosted.link.ask(EmergencyStop())

    on_qt(qapp, work())


def test_when_the_host_goes_what_was_asked_fails_and_closed_is_said_once(qapp: QApplication, tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.line()
        peer.say(WELCOME)
        await peer.request()

    async def work() -> None:
        async with Hosted(tmp_path / "s", script) as hosted:
            await eventually(lambda: "welcomed" in hosted.heard.names)
            with pytest.raises(ChannelClosed):
                await hosted.link.ask(EmergencyStop())
            assert await hosted.ended() is None
            with pytest.raises(ChannelClosed):
                await hosted.link.ask(EmergencyStop())
        assert hosted.heard.names.count("closed") == 1
        assert hosted.heard.all[-1] == ("closed", "the host ended the connection")

    on_qt(qapp, work())


@pytest.mark.parametrize(
    "line",
    [
        b"no JSON",
        b"[]",
        b'{"jsonrpc":"2.0","method":"no.such.event","params":{}}',
        b'{"jsonrpc":"2.0","method":"LogGrew","params":{"last":"7"}}',
        b'{"jsonrpc":"2.0","method":"LogGrew","params":{"last":7},"last":7,"last":8}',
        codec.event_frame(WELCOME),  # a second one
    ],
)
def test_a_host_that_speaks_otherwise_than_it_should_is_left(qapp: QApplication, tmp_path: Path, line: bytes) -> None:
    async def script(peer: Peer) -> None:
        await peer.line()
        peer.say(WELCOME)
        peer.writer.write(line + b"\n")
        assert await peer.reader.read() == b""  # the link hangs up

    async def work() -> None:
        async with Hosted(tmp_path / "s", script) as hosted:
            error = await hosted.ended()
            assert isinstance(error, ProtocolError)
            assert hosted.heard.all[1:] == [("closed", str(error))]

    on_qt(qapp, work())


def test_nothing_is_believed_before_the_welcome(qapp: QApplication, tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.line()
        peer.say(CallAsked(window.asked()), WELCOME)
        await peer.reader.read()

    async def work() -> None:
        async with Hosted(tmp_path / "s", script) as hosted:
            assert isinstance(await hosted.ended(), ProtocolError)
            assert hosted.heard.names == ["closed"]

    on_qt(qapp, work())


def test_s39_a_window_that_is_not_let_in_says_so(qapp: QApplication, tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.line()
        peer.writer.write(messages.rejected("this is not the window that the host started") + b"\n")

    async def work() -> None:
        async with Hosted(tmp_path / "s", script) as hosted:
            assert isinstance(await hosted.ended(), AssentError)
            assert hosted.heard.all == [("closed", "the host does not let this window in")]

    on_qt(qapp, work())


def test_without_a_host_the_link_closes_at_once(qapp: QApplication, tmp_path: Path) -> None:
    async def work() -> None:
        link = Link()
        heard = Heard(link)
        with pytest.raises(ChannelClosed):
            await link.run(tmp_path / "nobody", SECRET)
        assert heard.all == [("closed", "the connection to the host broke")]

    on_qt(qapp, work())


def test_s39_a_host_at_which_too_many_wait_is_waited_for(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as listener, ExitStack() as stack:
        listener.bind(str(path))
        listener.listen(1)
        listener.settimeout(PATIENCE)

        def accept(_seconds: float = 0.0) -> socket.socket:
            return stack.enter_context(listener.accept()[0])

        async def work() -> None:
            link = Link()
            run = asyncio.get_running_loop().create_task(link.run(path, SECRET))  # awaited
            await asyncio.sleep(0)  # it is connected now: while it waited, one of the others was accepted
            *_, last = (accept() for _ in waiting)
            last.setblocking(False)
            hello = await asyncio.get_running_loop().sock_recv(last, 1_000)
            assert messages.read_hello(hello) == messages.WindowHello(SECRET)
            last.close()
            await run
            await link.end()

        waiting = list[socket.socket]()
        with suppress(BlockingIOError):
            for _ in range(100):
                knocking = stack.enter_context(socket.socket(socket.AF_UNIX))
                knocking.setblocking(False)
                knocking.connect(str(path))
                waiting.append(knocking)
        monkeypatch.setattr("host.paths.time.sleep", accept)
        on_qt(qapp, work())


def test_a_message_that_breaks_off_is_no_message(qapp: QApplication, tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.line()
        peer.say(WELCOME)
        peer.writer.write(codec.event_frame(LogGrew(7)))

    async def work() -> None:
        async with Hosted(tmp_path / "s", script) as hosted:
            assert isinstance(await hosted.ended(), ChannelClosed)
            assert "log_grew" not in hosted.heard.names

    on_qt(qapp, work())


def test_what_is_asked_holds_exactly_what_was_asked(qapp: QApplication, tmp_path: Path) -> None:
    lines: list[bytes] = []

    async def script(peer: Peer) -> None:
        await peer.line()
        peer.say(WELCOME)
        lines.append(await peer.line())

    async def work() -> None:
        async with Hosted(tmp_path / "s", script) as hosted:
            await eventually(lambda: "welcomed" in hosted.heard.names)
            hosted.link.send(Working("1"))
            await hosted.ended()

    on_qt(qapp, work())
    assert [json.loads(line) for line in lines] == [
        {"jsonrpc": "2.0", "id": 1, "method": "Working", "params": {"call_id": "1"}}
    ]


@pytest.mark.expected_logs("task the window's work failed")
def test_a_task_that_fails_is_logged_and_the_link_lives_on(qapp: QApplication) -> None:
    async def broken() -> None:
        raise ZeroDivisionError

    async def work() -> None:
        link = Link()
        link.spawn(broken())
        await asyncio.sleep(0)
        await link.end()

    on_qt(qapp, work())


def test_the_end_of_a_link_ends_its_tasks(qapp: QApplication, tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.line()
        peer.say(WELCOME)
        await peer.reader.read()

    async def work() -> None:
        async with Hosted(tmp_path / "s", script) as hosted:
            await eventually(lambda: "welcomed" in hosted.heard.names)
            hosted.link.spawn(asyncio.sleep(3600))
            await hosted.link.end()

    on_qt(qapp, work())


NONE = AiApps((), ())


class Asking:
    """What came back to requests of which the last one counts."""

    def __init__(self, *, accepts_earlier: bool = False) -> None:
        self.link = FakeLink()
        self.latest = LatestRequest(self.link, accepts_earlier=accepts_earlier)
        self.replies: list[str] = []

    def ask(self, name: str) -> None:
        self.latest.send(
            ReadApps(), lambda _: self.replies.append(name), lambda why: self.replies.append(f"{name}: {why}")
        )


@pytest.fixture
def heard(qtbot: QtBot) -> Asking:  # Qt is up
    return Asking()


def test_the_answer_to_the_last_one_is_heard(heard: Asking) -> None:
    heard.ask("first")
    heard.ask("second")
    heard.link.answer(ReadApps, NONE, 1)
    heard.link.answer(ReadApps, NONE, 0)
    assert heard.replies == ["second"]


def test_a_refusal_of_an_earlier_one_is_not_heard_either(heard: Asking) -> None:
    heard.ask("first")
    heard.ask("second")
    heard.link.answer(ReadApps, AssentError("no"), 0)
    heard.link.answer(ReadApps, AssentError("no"), 1)
    assert heard.replies == ["second: no"]


def test_what_is_forgotten_is_heard_no_more(heard: Asking) -> None:
    heard.ask("first")
    heard.latest.forget()
    heard.link.answer(ReadApps, NONE)
    assert heard.replies == []


def test_of_what_is_read_again_and_again_each_answer_is_heard_but_none_after_a_later_one(qtbot: QtBot) -> None:
    heard = Asking(accepts_earlier=True)
    for name in ("first", "second", "third"):
        heard.ask(name)
    for at in (1, 0, 2):
        heard.link.answer(ReadApps, NONE, at)
    assert heard.replies == ["second", "third"]


def test_nothing_that_was_read_before_something_else_is_heard(qtbot: QtBot) -> None:
    heard = Asking(accepts_earlier=True)
    heard.ask("first")
    heard.latest.forget()
    heard.ask("second")
    heard.link.answer(ReadApps, NONE, 0)
    assert heard.replies == []
    heard.link.answer(ReadApps, NONE, 1)
    assert heard.replies == ["second"]
