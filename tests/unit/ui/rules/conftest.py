"""Fixtures of the page of rules."""

from __future__ import annotations

import pytest

from tests.unit.ui.clock import Clock


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of armed buttons."""
    clock = Clock()
    monkeypatch.setattr("ui.armed.monotonic", clock)
    return clock
