"""A window's process that starts before the host is ready for it."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from host.window.launch import Launched, launch_ahead
from tests.support.waiting import PATIENCE, eventually

BOUND = PATIENCE
TELL = """
import os, sys
secret = os.read(int(sys.argv[sys.argv.index("--secret-fd") + 1]), 1000)
open({said!r} + ".new", "wb").write(secret)
os.rename({said!r} + ".new", {said!r})
"""


def program(directory: Path) -> tuple[tuple[str, ...], Path]:
    """A window that writes down what it hears, and the file that it writes to."""
    script, said = directory / "window.py", directory / "said"
    script.write_text(TELL.format(said=str(said)))
    return (sys.executable, "-I", str(script)), said


async def start(directory: Path) -> tuple[Launched, Path]:
    command, said = program(directory)
    return await Launched.start(command, directory / "host.sock", os.environ), said


async def test_s39_it_waits_for_its_secret_and_gets_it_once_told(tmp_path: Path) -> None:
    launched, said = await start(tmp_path)
    assert launched.process.returncode is None
    assert not said.exists()
    launched.tell("a secret")
    async with asyncio.timeout(BOUND):
        assert await launched.process.wait() == 0
    assert said.read_text() == "a secret"
    await launched.end()  # what is the window by now is not its business any more


async def test_s39_one_that_nobody_needs_is_ended_and_never_hears_a_secret(tmp_path: Path) -> None:
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
    launched.tell("a secret")


async def test_it_is_ended_where_the_host_does_not_come_to_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    command, said = program(tmp_path)
    async with asyncio.timeout(BOUND):
        async with AsyncExitStack() as undo:
            launched = await launch_ahead(undo, command, tmp_path / "host.sock")
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
        assert await launch_ahead(undo, (str(tmp_path / "nothing"),), tmp_path / "host.sock") is None
