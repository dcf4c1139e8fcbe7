"""A gate with a desk at which a window sits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from host.window import previews
from tests.unit.host.support import BOUND
from tests.unit.host.window.test_server import Room


@pytest.fixture(autouse=True)
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what is read for a question only what hangs is late, however busy the machine is."""
    monkeypatch.setattr(previews, "READ_SECONDS", BOUND)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Left after the test."""
    made = Room(tmp_path)
    made.sit()
    yield made
    await made.leave()
