"""What holds for all tests of the gate."""

from __future__ import annotations

import pytest

from host.gate import inspection


@pytest.fixture(scope="session", autouse=True)
def tables_are_loaded() -> None:
    """As in a host that has seen a call: short calls are looked at without a turn of the loop."""
    inspection.load()
