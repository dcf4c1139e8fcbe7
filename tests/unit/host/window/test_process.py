"""Windows that are small programs: what they get, when they are started again, how they end."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import textwrap
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, cast

import pytest

from host.control.peer import Peer
from host.errors import UsageError
from host.model import Draft
from host.window.process import StartedWindow, WindowProcess, display_problem, need_display, start_early
from host.window.session import NOT_EXPECTED, WindowAuth
from tests.support.waiting import PATIENCE, eventually

BOUND = PATIENCE
AGAIN = r"host\.window\.process: the window .* is started again"
GIVEN_UP = r"host\.window\.process: .* denied until somebody runs: assent"
DUMB = r"host\.window\.process: the window does not talk with the host, and is ended"


class FakeConnection:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.is_connected = True
        self.told: list[str] = []

    def announce_quit(self) -> None:
        self.told.append("announce_quit")

    def disconnect(self) -> None:
        self.told.append("drop")


class Bench:
    """A window's process around a program in Python."""

    def __init__(self, directory: Path, program: str, **options: Any) -> None:
        self.file = directory / "said"
        script = directory / "window.py"
        script.write_text(f"import json, os, signal, sys\nsaid = {str(self.file)!r}\n" + textwrap.dedent(program))
        self.window, self.auth = FakeConnection(), WindowAuth()
        self.log: list[Draft] = []
        self.now = 0.0
        options.setdefault("environment", {"QT_QPA_PLATFORM": "offscreen", "XDG_SESSION_ID": "yes"})
        self.process = WindowProcess(
            self.window,
            self.auth,
            directory / "host.sock",
            log=self.log.append,
            command=(sys.executable, "-I", str(script)),
            clock=lambda: self.now,
            **options,
        )

    async def run(self) -> None:
        """Start the window, and wait until none runs any more."""
        self.process.start()
        await self.over()

    async def over(self) -> None:
        async with asyncio.timeout(BOUND):
            await self.process.ended.wait()

    def starts(self) -> int:
        return [draft.kind for draft in self.log].count("window.started")

    def codes(self) -> list[Any]:
        return [draft.fields["exit_code"] for draft in self.log if draft.kind == "window.stopped"]


TELL = """
descriptor = int(sys.argv[sys.argv.index("--secret-fd") + 1])
secret = os.read(descriptor, 1000).decode()
rest = os.read(descriptor, 1000)
whole = {"argv": sys.argv[1:], "env": dict(os.environ), "secret": secret, "rest": len(rest), "session": os.getsid(0),
         "fds": sorted(os.listdir("/proc/self/fd")), "stdin": os.readlink("/proc/self/fd/0")}
open(said + ".new", "w").write(json.dumps(whole))
os.rename(said + ".new", said)
"""


async def test_s39_the_secret_comes_over_the_pipe_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(tmp_path, TELL + "signal.pause()\n")
    monkeypatch.setenv("OF_A_REQUESTER", "set after the host began")
    bench.process.start()
    await eventually(bench.file.exists)
    said = json.loads(bench.file.read_text())
    assert len(said["secret"]) == 64
    assert said["rest"] == 0, "the pipe ends after the secret"
    assert said["argv"][:2] == ["--socket", str(tmp_path / "host.sock")]
    assert said["secret"] not in json.dumps([said["argv"], said["env"]])
    assert said["env"]["XDG_SESSION_ID"] == "yes"
    assert "OF_A_REQUESTER" not in said["env"]
    assert said["stdin"] == os.devnull
    assert said["session"] == os.getsid(0)
    assert len(said["fds"]) <= 5, "the three, the pipe, and the listing itself"
    started = Peer(os.getuid(), cast("int", bench.log[0].fields["pid"]))
    before = bench.auth.expects(started)
    await bench.process.stop()
    assert (before, bench.auth.expects(started)) == (True, False)
    assert bench.window.told == ["announce_quit", "drop"]


async def test_s39_the_window_inherits_what_a_desktop_needs_and_nothing_that_loads_code(tmp_path: Path) -> None:
    needed = {"WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "QT_QPA_PLATFORM"}
    needed |= {"QT_SCALE_FACTOR", "QT_IM_MODULE", "LANG", "LC_TIME", "HOME", "PATH", "TZ", "ASSENT_REDUCED_MOTION"}
    kept_out = {"QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QML2_IMPORT_PATH", "QT_DEBUG_PLUGINS", "API_TOKEN"}
    kept_out |= {"PYTHONPATH", "PYTHONHOME", "LD_PRELOAD", "LD_LIBRARY_PATH", "DYLD_INSERT_LIBRARIES"}
    bench = Bench(tmp_path, TELL, environment={name: f"of {name}" for name in needed | kept_out})
    await bench.run()
    env = json.loads(bench.file.read_text())["env"]
    assert {name: env.get(name) for name in needed} == {name: f"of {name}" for name in needed}
    assert not env.keys() & kept_out


async def test_a_window_that_is_closed_is_not_started_again_until_somebody_asks(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "sys.exit(0)")
    await bench.run()
    assert (bench.starts(), bench.codes(), bench.process.problem) == (1, [0], "")
    assert bench.process.start() == ""
    await bench.over()
    assert bench.starts() == 2


@pytest.mark.expected_logs(AGAIN, GIVEN_UP)
async def test_after_three_crashes_in_a_minute_the_next_is_the_last(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "os.abort()")
    await bench.run()
    assert bench.starts() == 4
    assert set(bench.codes()) == {-6}
    assert "signal 6" in bench.process.problem
    assert "too often" in bench.process.problem


@pytest.mark.expected_logs(AGAIN, GIVEN_UP)
async def test_crashes_that_lie_far_apart_are_forgiven(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "sys.exit(5)")
    steps = iter([0.0, 25.0, 50.0, 75.0, 100.0, 101.0, 102.0])
    bench.process = WindowProcess(
        bench.window,
        bench.auth,
        tmp_path / "host.sock",
        environment={"DISPLAY": ":0"},
        log=bench.log.append,
        command=(sys.executable, "-I", str(tmp_path / "window.py")),
        clock=lambda: next(steps),
    )
    await bench.run()
    assert bench.starts() == 6, "the fourth crash within a minute comes at 101 s"


@pytest.mark.expected_logs(DUMB, AGAIN)
async def test_s11_a_window_that_hangs_is_ended_at_once_and_started_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "signal.pause()")
    bench.process.start()
    await eventually(lambda: bench.starts() == 1)
    bench.process.end_hanging()
    await eventually(lambda: bench.starts() == 2)
    assert bench.codes() == [-15]
    await bench.process.stop()


@pytest.mark.expected_logs(DUMB, AGAIN, GIVEN_UP)
async def test_a_window_that_does_not_talk_with_the_host_counts_as_crashed(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "signal.pause()", connect_timeout=0.3)
    bench.window.is_connected = False
    await bench.run()
    assert set(bench.codes()) == {-15}


async def test_asking_twice_starts_one_window(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TELL + "signal.pause()\n")
    bench.process.start()
    bench.process.start()
    await eventually(bench.file.exists)
    bench.process.start()
    await bench.process.stop()
    assert bench.starts() == 1
    assert bench.process.start() == ""
    assert bench.starts() == 1, "none is started once the host stops"


@pytest.mark.expected_logs(GIVEN_UP)
async def test_without_a_display_no_window_is_started_and_the_reason_is_plain(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "sys.exit(0)", environment={})
    assert "no display" in bench.process.start()
    await bench.over()
    assert bench.starts() == 0
    await bench.process.stop()


@pytest.mark.expected_logs(GIVEN_UP)
async def test_a_program_that_is_not_there_is_said_plainly(tmp_path: Path) -> None:
    bench = Bench(tmp_path, "")
    bench.process = WindowProcess(
        bench.window,
        bench.auth,
        tmp_path / "host.sock",
        environment={"DISPLAY": ":0"},
        log=bench.log.append,
        command=(str(tmp_path / "nothing"),),
    )
    await bench.run()
    assert "could not be started" in bench.process.problem
    with pytest.raises(UsageError, match=NOT_EXPECTED):
        bench.auth.admit("", Peer(os.getuid(), None))
    await bench.process.stop()


@pytest.mark.expected_logs(GIVEN_UP)
async def test_s43_where_no_thread_is_left_the_window_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start_no_thread(*_: object, **__: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_no_thread)
    bench = Bench(tmp_path, "")
    await bench.run()
    assert "could not be started: Resource temporarily unavailable" in bench.process.problem
    await bench.process.stop()


async def test_a_window_that_ignores_everything_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.window.process.QUIT_GRACE", 0.05)
    monkeypatch.setattr("host.window.process.TERM_GRACE", 0.3)
    bench = Bench(tmp_path, "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + TELL + "\nwhile True: signal.pause()\n")
    bench.process.start()
    await eventually(bench.file.exists)
    await bench.process.stop()
    assert bench.codes() == [-9]


async def test_a_process_that_was_started_ahead_is_the_first_window(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TELL)
    command, socket = (sys.executable, "-I", str(tmp_path / "window.py")), tmp_path / "host.sock"
    ahead = await StartedWindow.start(command, socket, os.environ)
    bench = Bench(tmp_path, TELL, prestarted=ahead)
    await bench.run()
    said = json.loads(bench.file.read_text())
    assert len(said["secret"]) == 64
    assert [draft.fields["pid"] for draft in bench.log] == [ahead.process.pid] * 2
    await bench.run()
    assert bench.starts() == 2
    assert bench.log[-1].fields["pid"] != ahead.process.pid
    await bench.process.stop()


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"])
def test_one_variable_of_the_session_is_enough(name: str) -> None:
    assert display_problem({name: ":0"}, "linux") == ""
    assert display_problem({name: ""}, "linux") != ""


def test_other_systems_always_have_a_display() -> None:
    assert display_problem({}, "darwin") == display_problem({}, "win32") == ""


def test_without_a_display_the_sentence_says_so_and_what_to_do() -> None:
    assert "no display" in display_problem({}, "linux")
    with pytest.raises(UsageError, match=r"no display.*assent host"):
        need_display({})


WRITE_DOWN = """
import os, sys
secret = os.read(int(sys.argv[sys.argv.index("--secret-fd") + 1]), 1000)
open({said!r} + ".new", "wb").write(secret)
os.rename({said!r} + ".new", {said!r})
"""


def program(directory: Path) -> tuple[tuple[str, ...], Path]:
    """A window that writes down what it hears, and the file that it writes to."""
    script, said = directory / "window.py", directory / "said"
    script.write_text(WRITE_DOWN.format(said=str(said)))
    return (sys.executable, "-I", str(script)), said


async def start(directory: Path) -> tuple[StartedWindow, Path]:
    command, said = program(directory)
    return await StartedWindow.start(command, directory / "host.sock", os.environ), said


async def test_s39_it_waits_for_its_secret_and_gets_it_once_told(tmp_path: Path) -> None:
    launched, said = await start(tmp_path)
    assert launched.process.returncode is None
    assert not said.exists()
    launched.send_secret("a secret")
    async with asyncio.timeout(BOUND):
        assert await launched.process.wait() == 0
    assert said.read_text() == "a secret"
    await launched.end()  # what is the window by now is not its business any more


async def test_s39_one_that_nobody_needs_is_ended_and_never_gets_a_secret(tmp_path: Path) -> None:
    launched, said = await start(tmp_path)
    async with asyncio.timeout(BOUND):
        await launched.end()
    assert launched.process.returncode not in (None, 0)
    assert not said.exists()


async def test_one_that_has_ended_already_can_be_told_all_the_same(tmp_path: Path) -> None:
    launched, _ = await start(tmp_path)
    launched.process.kill()
    async with asyncio.timeout(BOUND):
        await launched.process.wait()
    launched.send_secret("a secret")


async def test_it_is_ended_where_the_host_does_not_come_to_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    command, said = program(tmp_path)
    async with asyncio.timeout(BOUND):
        async with AsyncExitStack() as undo:
            launched = await start_early(undo, command, tmp_path / "host.sock")
            assert launched is not None
            assert launched.process.returncode is None
    await eventually(lambda: launched.process.returncode is not None)
    assert not said.exists()


@pytest.mark.parametrize("display", [True, False], ids=["no such program", "no display"])
async def test_where_none_can_start_there_is_none_and_nothing_is_said_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, display: bool
) -> None:
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    if display:
        monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    async with AsyncExitStack() as undo:
        assert await start_early(undo, (str(tmp_path / "nothing"),), tmp_path / "host.sock") is None
