"""What tests of the host may ask for."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from host import credentials
from host.apps.attach.known import System
from host.paths import Paths
from tests.unit.host.audit.support import Log, log_in
from tests.unit.host.support import Clock


@pytest.fixture
def quick_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    """New credentials cost next to nothing. What they cost is the subject of ``test_credentials``."""
    for name, value in (("TIME", 1), ("MEMORY", 64), ("LANES", 1)):
        monkeypatch.setattr(credentials, name, value)


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """A log that does not exist yet."""
    return log_in(tmp_path)


@pytest.fixture
def own(tmp_path: Path) -> Paths:
    """A fresh profile."""
    paths = Paths(tmp_path / "assent", tmp_path / "data", tmp_path / "run")
    paths.ensure()
    return paths


@pytest.fixture
def system(tmp_path: Path) -> System:
    """A home with nothing in it."""
    return System(tmp_path / "home", {}, "linux")


@pytest.fixture
async def loop_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the running loop, standing still: its timers fire when the test moves it."""
    loop = asyncio.get_running_loop()
    clock = Clock(loop.time())
    monkeypatch.setattr(loop, "time", clock)
    return clock
