"""A gate with a desk at which a window sits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.unit.host.window.test_server import Room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Left after the test."""
    made = Room(tmp_path)
    made.sit()
    yield made
    await made.leave()
