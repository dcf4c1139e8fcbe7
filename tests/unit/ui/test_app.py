"""The window process from its first event to its last, against a scripted host."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any  # Any: a coroutine's own types do not matter here

import pytest
import qasync
from PySide6.QtCore import QtMsgType
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from host.control import codec, messages
from host.control.protocol import (
    CallAsked,
    Done,
    EmergencyStop,
    Event,
    HostQuits,
    Quit,
    ShowWindow,
    StateChanged,
    Welcome,
)
from host.values import replace
from tests.support import window
from tests.support.waiting import PATIENCE, eventually
from ui import __main__ as process
from ui import app, pages, theme, window_choices
from ui.link import Link
from ui.theme import motion, tokens
from ui.window_choices import SIZES_FILE, read_object, read_sizes, write_object

SECRET = "5" * 64
WELCOME = Welcome("0.1.0", False, "ana", "/config", "/nowhere/log", window.state())
Script = Callable[["Peer"], Awaitable[None]]


class Peer:
    """The host's end of the window's connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self._writer = reader, writer

    def say(self, *events: Event) -> None:
        for event in events:
            self._writer.write(codec.event_frame(event) + b"\n")

    async def quit(self) -> None:
        """The host quits; wait until the window is gone."""
        self.say(HostQuits())
        await self.reader.read()

    async def answered(self, request: object) -> None:
        """Wait for this request, and answer that it is done."""
        number, asked = codec.read_request(codec.read_object((await self.reader.readline()).rstrip(b"\n")))
        assert asked == request
        self._writer.write(codec.reply_frame(number, Done()) + b"\n")


@pytest.fixture(autouse=True)
def blank_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that other tests look at are empty widgets here."""
    entries = tuple(replace(entry, page="ui.pages:Page") for entry in pages.PAGES)
    monkeypatch.setattr("ui.main_window.PAGES", entries)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits for a person's eye are short."""
    monkeypatch.setattr(app, "GONE_SECONDS", 0.01)


class Living:
    """A desktop on Qt's loop, with a host that follows a script."""

    def __init__(self, qapp: QApplication, socket: Path) -> None:
        self._qapp, self._socket = qapp, socket
        self.hello: object = None
        self.failure: BaseException | None = None
        self.desktop: app.Desktop

    def run(self, script: Script, *, quiet: bool = False, tray: bool = False) -> app.Exit:
        """Live until the end."""
        with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(self._qapp)) as runner:
            code = runner.run(self._live(script, quiet=quiet, tray=tray))
        if self.failure is not None:
            raise self.failure
        return code

    async def welcome(self, peer: Peer) -> None:
        """The host lets the window in; wait until it is shown."""
        peer.say(WELCOME)
        await eventually(self.desktop.main.isVisible)

    async def _live(self, script: Script, *, quiet: bool, tray: bool) -> app.Exit:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                self.hello = messages.read_hello((await reader.readline()).rstrip(b"\n"))
                await script(Peer(reader, writer))
            except BaseException as error:  # noqa: BLE001  # raised where the test sees it
                self.failure = error
            finally:
                writer.close()

        server = await asyncio.start_unix_server(serve, str(self._socket))
        self.desktop = app.Desktop(Link(), has_tray=lambda: tray, quiet=quiet)
        try:
            return await asyncio.wait_for(self.desktop.run(self._socket, SECRET), PATIENCE)
        finally:
            server.close()
            left = asyncio.all_tasks() - {asyncio.current_task()}
            _, pending = await asyncio.wait(left, timeout=PATIENCE) if left else (set(), set())
            assert not pending
            self.desktop.consent.window.close()


@pytest.fixture
def living(qapp: QApplication, tmp_path: Path) -> Iterator[Living]:
    qapp.setQuitOnLastWindowClosed(False)  # as the process does
    living = Living(qapp, tmp_path / "s")
    yield living
    qapp.setQuitOnLastWindowClosed(True)
    living.desktop.main.deleteLater()
    living.desktop.consent.window.deleteLater()
    living.desktop.deleteLater()


def test_the_window_shows_itself_once_the_host_welcomed_it(living: Living) -> None:
    async def script(peer: Peer) -> None:
        assert not living.desktop.main.isVisible()
        await living.welcome(peer)
        await peer.quit()

    assert living.run(script) is app.Exit.IN_ORDER
    assert living.hello == messages.WindowHello(SECRET)
    assert not living.desktop.main.isVisible()


@pytest.mark.parametrize("demo", [False, True])
def test_the_size_of_the_window_lasts_but_in_a_demonstration(living: Living, tmp_path: Path, demo: bool) -> None:
    welcome = replace(WELCOME, log=str(tmp_path / "log.sqlite3"), demo=demo)
    write_object(tmp_path / SIZES_FILE, {"consent": (520, 610)})

    async def script(peer: Peer) -> None:
        peer.say(welcome)
        await eventually(living.desktop.main.isVisible)
        living.desktop.main.resize(905, 610)
        await peer.quit()

    assert living.run(script) is app.Exit.IN_ORDER
    kept = read_sizes(tmp_path / SIZES_FILE)
    assert kept["consent"] == (520, 610)
    assert ("main" in kept) is not demo
    assert (living.desktop.consent.window.width() == 520) is not demo


@pytest.mark.parametrize("demo", [False, True])
def test_what_the_person_chose_about_the_window_counts_at_once_and_lasts(
    living: Living, tmp_path: Path, demo: bool
) -> None:
    welcome = replace(WELCOME, log=str(tmp_path / "log.sqlite3"), demo=demo)
    write_object(tmp_path / window_choices.CHOICES_FILE, {"theme": "dark"})

    async def script(peer: Peer) -> None:
        peer.say(welcome)
        await eventually(living.desktop.main.isVisible)
        assert (theme.current().tokens is tokens.DARK) is not demo
        choices = window_choices.current()
        choices.choose("theme", "contrast")
        assert theme.current().tokens in (tokens.CONTRAST_LIGHT, tokens.CONTRAST_DARK)
        choices.choose("motion", window_choices.OFF)
        assert motion.reduced()
        await peer.quit()

    try:
        assert living.run(script) is app.Exit.IN_ORDER
        kept = {"theme": "dark"} if demo else {"theme": "contrast", "motion": "off"}
        assert read_object(tmp_path / window_choices.CHOICES_FILE) == kept
    finally:
        window_choices.current().open(None)
    assert not motion.reduced()


def test_a_quiet_start_stays_in_the_tray_until_it_is_asked_for(living: Living) -> None:
    async def script(peer: Peer) -> None:
        peer.say(WELCOME)
        await eventually(lambda: living.desktop.main.page)
        assert not living.desktop.main.isVisible()
        peer.say(ShowWindow())
        await eventually(living.desktop.main.isVisible)
        await peer.quit()

    assert living.run(script, quiet=True, tray=True) is app.Exit.IN_ORDER


def test_a_quiet_start_without_a_tray_shows_the_window(living: Living) -> None:
    async def script(peer: Peer) -> None:
        await living.welcome(peer)
        await peer.quit()

    assert living.run(script, quiet=True) is app.Exit.IN_ORDER


def test_what_waits_at_the_start_is_asked_in_front(living: Living) -> None:
    asked = window.asked()

    async def script(peer: Peer) -> None:
        peer.say(replace(WELCOME, state=window.state(pending=1)), CallAsked(asked))
        await eventually(living.desktop.consent.window.isVisible)
        assert living.desktop.consent.window.call_id == asked.request.call.id
        assert living.desktop.tray.tooltip == "Assent: 1 call waits"
        await peer.quit()

    living.run(script)


def test_whoever_asks_for_the_window_finds_what_waits_in_front(living: Living) -> None:
    asked = window.asked()

    async def script(peer: Peer) -> None:
        await living.welcome(peer)
        living.desktop.main.hide()
        peer.say(CallAsked(asked))
        await eventually(lambda: living.desktop.consent.waiting)
        assert not living.desktop.consent.window.isVisible()
        peer.say(ShowWindow())
        await eventually(living.desktop.consent.window.isVisible)
        assert living.desktop.main.isVisible()
        assert living.desktop.consent.window.call_id == asked.request.call.id
        await peer.quit()

    living.run(script, tray=True)


def test_a_click_on_tray_or_notification_finds_what_waits_too(living: Living) -> None:
    async def script(peer: Peer) -> None:
        await living.welcome(peer)
        living.desktop.main.hide()
        peer.say(CallAsked(window.asked()))
        await eventually(lambda: living.desktop.consent.waiting)
        living.desktop.tray.show_wanted.emit()
        assert living.desktop.consent.window.isVisible()
        await peer.quit()

    living.run(script, tray=True)


def test_what_was_put_aside_is_not_brought_back_by_showing_the_window(living: Living) -> None:
    async def script(peer: Peer) -> None:
        await living.welcome(peer)
        peer.say(CallAsked(window.asked()))
        await eventually(living.desktop.consent.window.isVisible)
        living.desktop.consent.window.step_back()
        living.desktop.tray.show_wanted.emit()
        assert not living.desktop.consent.window.isVisible()
        assert len(living.desktop.consent.waiting) == 1
        await peer.quit()

    living.run(script, tray=True)


def test_without_a_tray_a_call_is_shown_though_the_window_was_closed(living: Living) -> None:
    async def script(peer: Peer) -> None:
        await living.welcome(peer)
        living.desktop.main.close()
        assert living.desktop.main.isMinimized()
        peer.say(CallAsked(window.asked()))
        await eventually(living.desktop.consent.window.isVisible)
        assert living.desktop.main.isMinimized()
        await peer.quit()

    living.run(script)


def test_windows_have_our_icon_and_the_name_of_our_desktop_entry(qapp: QApplication) -> None:
    assert qapp is not None, "pictures need it"
    assert not QIcon(str(process.ICON)).pixmap(32, 32).isNull()
    assert (Path(process.__file__).parents[1] / "packaging" / "linux" / f"{process.DESKTOP_FILE}.desktop").is_file()


def test_a_rule_from_a_question_is_made_once_and_in_the_main_window(
    living: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[pages.Target] = []

    async def script(peer: Peer) -> None:
        peer.say(WELCOME)
        main = living.desktop.main
        await eventually(main.isVisible)
        monkeypatch.setattr(main.show_page("rules"), "show_target", wanted.append)
        main.show_page("waiting")
        main.hide()
        living.desktop.consent.rule_wanted.emit("0001")
        assert main.isVisible()
        assert main.page == "rules"
        await peer.quit()

    assert living.run(script) is app.Exit.IN_ORDER
    assert wanted == [pages.MakeRule("0001")]


def test_the_way_to_set_a_pin_leads_to_the_settings(living: Living) -> None:
    async def script(peer: Peer) -> None:
        peer.say(WELCOME)
        main = living.desktop.main
        await eventually(main.isVisible)
        main.hide()
        living.desktop.consent.pin_wanted.emit()
        assert main.isVisible()
        assert main.page == "settings"
        await peer.quit()

    assert living.run(script) is app.Exit.IN_ORDER


def test_the_person_quits_and_the_host_ends_everything_in_order(living: Living) -> None:
    async def script(peer: Peer) -> None:
        await living.welcome(peer)
        living.desktop.main.ask_quit()
        await peer.answered(Quit())
        await peer.quit()

    assert living.run(script) is app.Exit.IN_ORDER


def test_a_host_that_ends_after_the_person_quit_is_no_failure(living: Living) -> None:
    async def script(peer: Peer) -> None:
        await living.welcome(peer)
        living.desktop.main.ask_quit()
        await peer.reader.readline()

    assert living.run(script) is app.Exit.IN_ORDER


@pytest.mark.usefixtures("quick")
def test_a_window_whose_host_is_gone_freezes_says_so_and_ends(living: Living) -> None:
    said: list[bool] = []

    async def script(peer: Peer) -> None:
        peer.say(replace(WELCOME, state=window.state(pending=1)), CallAsked(window.asked()))
        await eventually(living.desktop.main.isVisible)
        nav = living.desktop.main.nav
        living.desktop.main.stack.currentChanged.connect(lambda _: said.append(not nav.isEnabled()))

    assert living.run(script) is app.Exit.HOST_GONE
    assert said == [True]


@pytest.mark.expected_logs("the host does not let this window in")
def test_a_window_that_is_not_let_in_ends_at_once(living: Living) -> None:
    async def script(peer: Peer) -> None:
        peer._writer.write(messages.rejected("no window is expected here") + b"\n")  # noqa: SLF001

    assert living.run(script) is app.Exit.HOST_GONE


def test_a_host_that_never_greets_is_not_waited_for(living: Living, monkeypatch: pytest.MonkeyPatch) -> None:
    due: dict[float, Callable[[], None]] = {}
    monkeypatch.setattr(app.Desktop, "_call_later", lambda _, seconds, callback: due.update({seconds: callback}))

    async def script(peer: Peer) -> None:
        due[app.WELCOME_TIMEOUT]()
        assert await peer.reader.read() == b""

    assert living.run(script) is app.Exit.HOST_GONE


def test_the_trays_stop_stops_at_once_and_its_release_only_asks(living: Living) -> None:
    async def script(peer: Peer) -> None:
        await living.welcome(peer)
        living.desktop.tray.stop_wanted.emit()
        await peer.answered(EmergencyStop())
        peer.say(StateChanged(window.state(stopped=True)))
        await eventually(lambda: living.desktop.tray.tooltip == "Assent: everything is stopped")
        living.desktop.tray.release_wanted.emit()
        assert [alert.title for alert in living.desktop.main.strip.alerts] == ["Release the stop?"]
        peer.say(HostQuits())
        assert await peer.reader.read() == b""  # nothing was released

    living.run(script)


def test_a_call_that_comes_while_nobody_looks_is_counted_in_the_tray(living: Living) -> None:
    async def script(peer: Peer) -> None:
        await living.welcome(peer)
        living.desktop.main.hide()
        peer.say(CallAsked(window.asked()))
        await eventually(lambda: living.desktop.tray.tooltip == "Assent: 1 call waits")
        await peer.quit()

    living.run(script, tray=True)


@pytest.mark.parametrize("chosen", ["", window_choices.OFF])
def test_who_wants_no_notifications_gets_none(
    living: Living, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, chosen: str
) -> None:
    told: list[object] = []
    monkeypatch.setattr("ui.tray.Notifier.note_call", lambda _: told.append(1))
    request.addfinalizer(lambda: window_choices.current().open(None))

    async def script(peer: Peer) -> None:
        peer.say(replace(WELCOME, demo=True))
        await eventually(living.desktop.main.isVisible)
        window_choices.current().choose("notifications", chosen)
        living.desktop.main.hide()
        peer.say(CallAsked(window.asked()))
        await eventually(lambda: living.desktop.tray.tooltip == "Assent: 1 call waits")
        await peer.quit()

    living.run(script, tray=True)
    assert bool(told) is not bool(chosen)


@pytest.mark.parametrize("chosen", ["", window_choices.OFF])
def test_a_server_that_begins_to_wait_for_a_review_is_told_and_is_in_the_tray(
    living: Living, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, chosen: str
) -> None:
    told: list[object] = []
    monkeypatch.setattr("ui.tray.Notifier.note_review", lambda _: told.append(1))
    request.addfinalizer(lambda: window_choices.current().open(None))
    old, new = (window.server(name, state="waits", waits="start") for name in ("files", "notes"))

    async def script(peer: Peer) -> None:
        peer.say(replace(WELCOME, demo=True, state=window.state(servers=(old,))))
        tray = living.desktop.tray
        await eventually(lambda: tray.tooltip == "Assent: 1 server waits for your review")
        assert told == [], "it waited before"
        window_choices.current().choose("notifications", chosen)
        peer.say(StateChanged(window.state(servers=(old, new))))
        await eventually(lambda: tray.tooltip == "Assent: 2 servers wait for your review")
        peer.say(StateChanged(window.state(servers=(old,))))
        await eventually(lambda: tray.tooltip == "Assent: 1 server waits for your review")
        shown: list[object] = []
        monkeypatch.setattr(living.desktop.main, "navigate", lambda *where: shown.append(where))
        tray.review_wanted.emit()
        assert shown == [("servers", pages.OpenServer("files"))]
        await peer.quit()

    living.run(script, tray=True)
    assert len(told) == (0 if chosen else 1)


# The process


def on_loop(qapp: QApplication, work: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(qapp)) as runner:
        runner.run(work)


@pytest.mark.expected_logs("something in the window failed", "what a callback failed with")
def test_failures_are_logged_and_nothing_ends(qapp: QApplication, caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ZeroDivisionError
    except ZeroDivisionError as error:
        process.log_uncaught(ZeroDivisionError, error, error.__traceback__)

    async def work() -> None:
        loop = asyncio.get_running_loop()
        process.log_loop(loop, {"message": "what a callback failed with", "exception": ZeroDivisionError()})

    on_loop(qapp, work())
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == [
        "something in the window failed",
        "what a callback failed with",
    ]


@pytest.mark.expected_logs("qt: a warning")
def test_what_qt_says_goes_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    process.log_qt(QtMsgType.QtWarningMsg, None, "a warning")
    assert [(record.name, record.levelname) for record in caplog.records] == [("qt", "WARNING")]


async def started(socket: Path, *, handed: str = SECRET) -> asyncio.subprocess.Process:
    """The real process, as the host starts it."""
    reading, writing = os.pipe()
    try:
        os.write(writing, handed.encode())
        return await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-m", "ui", "--socket", str(socket), "--secret-fd", str(reading),
            pass_fds=(reading,), stderr=asyncio.subprocess.PIPE, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        )  # fmt: skip
    finally:
        os.close(reading)
        os.close(writing)


async def test_the_process_takes_its_secret_over_the_descriptor_and_ends_with_the_host(tmp_path: Path) -> None:
    heard: list[object] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(messages.read_hello((await reader.readline()).rstrip(b"\n")))
        for event in (WELCOME, HostQuits()):
            writer.write(codec.event_frame(event) + b"\n")
        await reader.read()
        writer.close()

    server = await asyncio.start_unix_server(serve, str(tmp_path / "s"))
    ended = await started(tmp_path / "s")
    _, said = await asyncio.wait_for(ended.communicate(), PATIENCE)
    server.close()
    assert (ended.returncode, heard) == (0, [messages.WindowHello(SECRET)]), said.decode()


async def test_s39_a_process_without_a_secret_does_not_start(tmp_path: Path) -> None:
    ended = await started(tmp_path / "s", handed="guess")
    _, said = await asyncio.wait_for(ended.communicate(), PATIENCE)
    assert ended.returncode == process.NOT_STARTED
    assert b"a window is started by its host" in said


async def test_a_process_that_finds_no_host_says_so_with_its_exit_code(tmp_path: Path) -> None:
    ended = await started(tmp_path / "nobody")
    _, said = await asyncio.wait_for(ended.communicate(), PATIENCE)
    assert ended.returncode == app.Exit.HOST_GONE, said.decode()
