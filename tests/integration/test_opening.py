"""How Assent is opened: the command line that starts or shows it, and the demonstration."""

from __future__ import annotations

import asyncio
import configparser
import os
import shlex
import stat
import sys
from pathlib import Path

import psutil
import pytest

from host.audit.query import AuditReader
from host.control import messages
from host.control.protocol import (
    AssistantSaid,
    Done,
    ReadStory,
    StopStory,
    TellStory,
    Welcome,
)
from host.control.views import AssistantEntry
from host.demo import demo_profile
from host.errors import NoHost
from host.host import Host
from host.model import JsonObject
from host.window.process import DISPLAY_VARIABLES
from tests.support.app import PATIENCE
from tests.support.hosts import CALM, ROOT, managed
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.support.waiting import eventually
from tests.support.windows import TestWindow, Windows, answer


@pytest.fixture(autouse=True)
def workers_here() -> None:
    """Programs of their own inspect these calls and apply the schemas."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A display."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")


def _kinds(profile: Profile) -> list[str]:
    with AuditReader.open(profile.paths.log_file) as reader:
        return [record.kind for record in reversed(reader.search(limit=1000).records)]


# The command line


async def assent(profile: Profile, *arguments: str, **env: str) -> tuple[int, str]:
    """Run one command; its exit code and what it complained."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", "-m", "host", *arguments),
        env={name: value for name, value in profile.env.items() if name not in DISPLAY_VARIABLES} | env,
        cwd=ROOT,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(PATIENCE):
        _, said = await process.communicate()
    return process.returncode or 0, said.decode()


def windows_of(host: psutil.Process) -> list[psutil.Process]:
    return [child for child in host.children() if "ui" in child.cmdline()]


async def test_what_the_entry_names_starts_assent_with_its_window_in_the_tray(profile: Profile, tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    assert await assent(profile, "autostart", "on", **home) == (0, "")
    (entry,) = (tmp_path / "config" / "autostart").iterdir()
    read = configparser.ConfigParser(interpolation=None)
    read.read(entry)
    command = shlex.split(read["Desktop Entry"]["exec"])  # of a path without letters that an entry escapes
    host = await asyncio.create_subprocess_exec(
        *command,
        env=profile.env | home | {"QT_QPA_PLATFORM": "offscreen"},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=tmp_path,
    )
    try:
        await eventually(lambda: running(profile).get("window") is True)
        assert running(profile)["pid"] == host.pid
        (window,) = windows_of(psutil.Process(host.pid))
        assert "--in-tray" in window.cmdline()
    finally:
        host.terminate()
        async with asyncio.timeout(PATIENCE):
            assert await host.wait() == 0
    assert await assent(profile, "autostart", "off", **home) == (0, "")
    assert list((tmp_path / "config" / "autostart").iterdir()) == []


def running(profile: Profile) -> JsonObject:
    """What the host says of itself, nothing while there is none."""
    try:
        return messages.ask(profile.paths.socket, "status")
    except NoHost:
        return {}


async def test_assent_alone_starts_host_and_window_and_the_next_one_shows_it(profile: Profile) -> None:
    display = {"QT_QPA_PLATFORM": "offscreen"}
    assert await assent(profile, **display) == (0, "")
    status = await asyncio.to_thread(messages.ask, profile.paths.socket, "status")
    host = psutil.Process(int(str(status["pid"])))
    assert os.getsid(host.pid) == host.pid, "it lives in a session of its own"
    assert host.cwd() == "/"
    await eventually(lambda: messages.ask(profile.paths.socket, "status")["window"])
    (window,) = windows_of(host)
    # The second one needs no display of its own: the window belongs to the host.
    assert await assent(profile) == (0, "")
    assert windows_of(host) == [window]
    assert stat.S_IMODE((profile.paths.data / "host.log").stat().st_mode) == 0o600
    host.terminate()
    await eventually(lambda: not psutil.pid_exists(host.pid) or host.status() == psutil.STATUS_ZOMBIE)
    assert not psutil.pid_exists(window.pid)
    assert _kinds(profile)[-3:] == ["window.started", "window.stopped", "host.stopped"]


async def test_two_that_start_at_once_share_one_host(profile: Profile) -> None:
    display = {"QT_QPA_PLATFORM": "offscreen"}
    assert await asyncio.gather(*(assent(profile, **display) for _ in range(3))) == [(0, "")] * 3
    status = await asyncio.to_thread(messages.ask, profile.paths.socket, "status")
    host = psutil.Process(int(str(status["pid"])))
    host.terminate()
    await eventually(lambda: not psutil.pid_exists(host.pid) or host.status() == psutil.STATUS_ZOMBIE)
    assert _kinds(profile).count("host.started") == 1


@pytest.mark.parametrize("arguments", [(), ("--demo",), ("host", "--window")])
async def test_without_a_display_it_says_so_and_what_to_do(profile: Profile, arguments: tuple[str, ...]) -> None:
    code, said = await assent(profile, *arguments)
    assert code == 2
    assert "no display" in said
    assert "desktop session" in said
    assert said.count("\n") == 1
    assert not profile.paths.socket.exists()


async def test_where_the_host_runs_without_a_window_it_says_so(profile: Profile) -> None:
    async with Rig(profile):
        code, said = await assent(profile)
        assert code == 1
        assert "has no window" in said


async def test_a_host_that_cannot_start_says_why(profile: Profile) -> None:
    profile.paths.ensure()
    profile.paths.log_file.write_text("this is no log")
    code, said = await assent(profile, QT_QPA_PLATFORM="offscreen")
    assert code == 1
    assert said.startswith("assent: the host did not start: ")
    assert "log" in said.partition("start: ")[2]


async def test_what_the_first_calls_need_is_there_before_them(profile: Profile) -> None:
    async with Host(profile.paths, managed=managed(), settings=CALM) as host:
        checker = host._checker  # noqa: SLF001  # nobody else need know it
        await eventually(lambda: host.gate.inspection.pool.pids and checker.pool.pids)


# The demonstration


def said(window: TestWindow) -> list[AssistantEntry]:
    return [event.entry for event in window.events if isinstance(event, AssistantSaid)]


async def test_in_the_demonstration_the_scripted_assistant_asks_like_any_app(
    windows: Windows,
) -> None:
    with demo_profile() as paths:
        async with Host(paths, window=True, demo=True, window_command=windows.command) as host:
            window = await windows.joined()
            welcome = await window.hear(Welcome)
            assert welcome.demo
            assert welcome.state.assistant == "idle"
            steps = (await window.ask(ReadStory())).steps
            assert await window.ask(TellStory(steps[0].id)) == Done()
            question = await window.asked()
            assert question.request.call.app.authenticated
            await window.ask(answer(question, approve=False, reason="not today"))
            await eventually(lambda: any("not today" in entry.result for entry in said(window)))
            await window.ask(StopStory())
            assert host.window is not None
        assert not paths.socket.exists()
    assert not paths.data.exists()
