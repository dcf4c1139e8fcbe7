"""The window among others: it crashes, its host dies, somebody types elsewhere, it is closed without a tray.

The whole program on a virtual desktop, with real keys, clicks and signals.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from host.apps import bridge, registry
from tests.desktop.display import Desktop, virtual_desktop
from tests.desktop.program import COMMAND, ROOT, Person, program
from tests.e2e.test_real_servers import story
from tests.e2e.test_window_story import ASKING, approve, at_work, click, press, see
from tests.support.app import App, refused, text_of
from tests.support.hosts import calls, raw_server, write_servers
from tests.support.profile import Profile
from tests.support.waiting import eventually, eventually_blocking


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    """One virtual desktop for all tests of this file."""
    with virtual_desktop() as made:
        yield made


@pytest.fixture
def witness(tmp_path: Path) -> Path:
    """Where the server writes down what reached it."""
    return tmp_path / "journal"


def raw(witness: Path) -> dict[str, Any]:
    """servers.json with the server of the tests."""
    return {"raw": raw_server(sys.executable, "--journal", str(witness))}


def window_of(profile: Profile) -> psutil.Process | None:
    """The window's process, None where there is none."""
    ours = profile.env["ASSENT_RUNTIME_DIR"]
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.cmdline()[1:4] == ["-I", "-m", "ui"] and any(ours in part for part in process.cmdline()):
                return process
    return None


def go_on(person: Person) -> None:
    """Press Return until the next question is there: no press counts before anybody could read how one ended."""

    def went() -> bool:
        person.hands.press("Return")
        return not person.sees("Next question")

    eventually_blocking(went)


@pytest.mark.full
async def test_a_window_that_is_killed_comes_back_and_asks_again(
    desktop: Desktop, profile: Profile, witness: Path
) -> None:
    async with at_work(desktop, profile, raw(witness), approver_grace=300) as (person, apps):
        answer = apps["raw"].begin_call("echo", {"text": "once"})[1]
        await see(person, ASKING)
        first = window_of(profile)
        assert first is not None
        first.kill()
        await eventually(lambda: (new := window_of(profile)) is not None and new.pid != first.pid)
        await see(person, ASKING)
        assert not answer.done()
        await approve(person, ASKING)
        assert text_of(await answer) == "once"
    assert [call["arguments"] for call in calls(witness)] == [{"text": "once"}]
    assert story(profile) == [("echo", "approve", "approver", "succeeded")]


@pytest.mark.full
async def test_when_the_host_is_killed_the_window_leaves_and_nothing_was_sent(
    desktop: Desktop, profile: Profile, witness: Path
) -> None:
    write_servers(profile.paths, raw(witness))
    registry.add(profile.paths.apps_dir, "tester")
    env = desktop.env | profile.env | {name: desktop.env[name] for name in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS")}
    async with program(desktop, env | {"QT_QPA_PLATFORM": "xcb"}) as (host, person):
        await see(person, "Filter the history")
        app = await App.start("raw", env=profile.env)
        answer = app.begin_call("echo", {"text": "never"})[1]
        await see(person, ASKING)
        window = window_of(profile)
        assert window is not None
        host.send_signal(signal.SIGKILL)
        await eventually(lambda: not window.is_running())
        assert (await answer)["error"] == {"code": -32000, "message": bridge.UNKNOWN_OUTCOME}
        await app.close()
    assert calls(witness) == []
    async with at_work(desktop, profile, raw(witness), again=True) as (person, _):
        await asyncio.to_thread(person.go_to, "History")
        await see(person, "Could not decide")
    assert story(profile) == [("", "deny", "fault")]  # the next host found it, and knows it by its id alone


@pytest.mark.full
async def test_s10_a_question_takes_no_key_from_somebody_who_types_elsewhere(
    desktop: Desktop, profile: Profile, witness: Path, tmp_path: Path
) -> None:
    async with at_work(desktop, profile, raw(witness)) as (person, apps):
        await _is_not_typed_into(person, apps["raw"], tmp_path / "notepad.txt")
    assert calls(witness) == []


@pytest.mark.full
async def test_without_a_tray_a_question_is_shown_though_all_is_minimised_and_takes_no_key(
    desktop: Desktop, profile: Profile, witness: Path, tmp_path: Path
) -> None:
    async with at_work(desktop, profile, raw(witness)) as (person, apps):
        await asyncio.to_thread(person.go_to, "Waiting")
        await press(person, "alt+F4")
        await eventually(lambda: "Assent" not in person.hands.windows())
        assert window_of(profile) is not None
        await _is_not_typed_into(person, apps["raw"], tmp_path / "notepad.txt")
        assert "Assent" not in person.hands.windows(), "the rest stays minimised"
    assert calls(witness) == []


async def _is_not_typed_into(person: Person, app: App, written: Path) -> None:
    """Somebody types elsewhere when a question comes; then they look at it, and deny."""
    command = [sys.executable, str(ROOT / "tests" / "desktop" / "notepad.py"), str(written)]
    with subprocess.Popen(command, env=person.desktop.env) as notepad:
        try:
            await click(person, "Notepad line")
            await eventually(lambda: (line := person.sight.find("Notepad line")) is not None and line.focused)
            await asyncio.to_thread(person.hands.type, "before ")
            await eventually(lambda: written.exists() and written.read_text() == "before ")
            answer = app.begin_call("echo", {"text": "quiet"})[1]
            await see(person, ASKING)
            await press(person, "space", "Return", "ctrl+Return", "ctrl+d")
            await asyncio.to_thread(person.hands.type, "after")
            await eventually(lambda: written.read_text() == "before  after")
            assert not answer.done()
        finally:
            notepad.terminate()
    await asyncio.to_thread(person.hands.click, await see(person, "What will be sent"))
    await press(person, "ctrl+d")
    assert refused(await answer)


@pytest.mark.full
async def test_without_a_tray_whoever_asks_for_the_window_finds_what_waits_in_front(
    desktop: Desktop, profile: Profile, witness: Path
) -> None:
    async with at_work(desktop, profile, raw(witness)) as (person, apps):
        await asyncio.to_thread(person.go_to, "Grants")
        await press(person, "alt+F4")
        await eventually(lambda: "Assent" not in person.hands.windows())
        answer = apps["raw"].begin_call("echo", {"text": "now"})[1]
        await see(person, ASKING)
        show = subprocess.run([sys.executable, "-I", "-m", "host"], env=profile.env, cwd=ROOT, check=False)
        assert show.returncode == 0
        await eventually(lambda: "Assent" in person.hands.windows())
        await approve(person, ASKING)
        assert text_of(await answer) == "now"


@pytest.mark.full
async def test_a_question_that_expired_does_not_hide_the_next(
    desktop: Desktop, profile: Profile, witness: Path
) -> None:
    async with at_work(desktop, profile, raw(witness), decision_timeout=12) as (person, apps):
        first = apps["raw"].begin_call("echo", {"text": "first"})[1]
        await see(person, "This call is over: expired")
        assert refused(await first)
        second = apps["raw"].begin_call("echo", {"text": "second"})[1]
        await see(person, "Next question (1 waiting)")
        await asyncio.to_thread(go_on, person)
        await approve(person, ASKING)
        assert text_of(await second) == "second"
    assert [call["arguments"] for call in calls(witness)] == [{"text": "second"}]


async def test_a_second_start_without_a_display_says_so_plainly(profile: Profile) -> None:
    env = {name: value for name, value in profile.env.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    env.pop("QT_QPA_PLATFORM", None)
    run = subprocess.run([*COMMAND[:4]], env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "display" in run.stderr


def demonstrations() -> list[psutil.Process]:
    """The hosts of demonstrations that run."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.cmdline()[1:] == ["-I", "-m", "host", "--demo"]:
                found.append(process)
    return found


@pytest.mark.full
async def test_a_newcomer_starts_the_demonstration_from_a_window_that_has_none(
    desktop: Desktop, profile: Profile, witness: Path, tmp_path: Path
) -> None:
    before = demonstrations()
    async with at_work(desktop, profile, raw(witness)) as (person, _):
        await asyncio.to_thread(person.go_to, "Assistant")
        await click(person, "Start the demonstration")
        await see(person, "The demonstration opens in a window of its own.")
        await see(person, "Five short chapters")
        desktop.photograph(tmp_path / "demonstration.png")
        [started] = [found for found in demonstrations() if found not in before]
        await press(person, "ctrl+q")  # its window came to the front
        await eventually(lambda: not started.is_running() or started.status() == psutil.STATUS_ZOMBIE)
        await see(person, "Start the demonstration")  # the other window is there all the same
