"""Fixtures of the page of servers."""

from __future__ import annotations

import pytest

from tests.unit.ui.clock import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of armed buttons."""
    made = Clock()
    monkeypatch.setattr("ui.armed.monotonic", made)
    return made
