"""What tests of the host may ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import credentials
from tests.unit.host.audit.support import Log, log_in


@pytest.fixture
def quick_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    """New credentials cost next to nothing. What they cost is the subject of ``test_credentials``."""
    for name, value in (("TIME", 1), ("MEMORY", 64), ("LANES", 1)):
        monkeypatch.setattr(credentials, name, value)


@pytest.fixture
def log(tmp_path: Path) -> Log:
    """A log that does not exist yet."""
    return log_in(tmp_path)
