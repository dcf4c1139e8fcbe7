"""What tests of the host may ask for."""

from __future__ import annotations

import pytest

from host import credentials


@pytest.fixture
def quick_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    """New credentials cost next to nothing. What they cost is the subject of ``test_credentials``."""
    for name, value in (("TIME", 1), ("MEMORY", 64), ("LANES", 1)):
        monkeypatch.setattr(credentials, name, value)
