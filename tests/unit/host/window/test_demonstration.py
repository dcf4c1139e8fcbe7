"""The demonstration, started from a window."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from host.control.protocol import StartDemonstration
from host.errors import AssentError
from host.window.process import DISPLAY_VARIABLES
from host.window.requests import DemonstrationRequests
from tests.support.waiting import eventually

WAITS = "import os, sys; open(sys.argv[2], 'w').write(str('A_SECRET' in os.environ)); open(sys.argv[1]).read()"


@pytest.fixture(autouse=True)
def display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")


async def test_it_runs_once_at_a_time_without_what_is_the_sessions_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_SECRET", "of this session")
    held, said = tmp_path / "held", tmp_path / "said"
    os.mkfifo(held)
    demonstration = DemonstrationRequests(demo=False, command=(sys.executable, "-c", WAITS, str(held), str(said)))
    assert not demonstration.is_running
    demonstration.start(StartDemonstration())
    with pytest.raises(AssentError, match="runs already"):
        demonstration.start(StartDemonstration())
    held.write_text("")  # once it reads, it ends
    await eventually(lambda: not demonstration.is_running)
    assert said.read_text() == "False"


def test_without_a_display_or_a_program_the_refusal_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AssentError, match="could not be started"):
        DemonstrationRequests(demo=False, command=("/no/such/program",)).start(StartDemonstration())
    for name in DISPLAY_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(AssentError, match="no display"):
        DemonstrationRequests(demo=False).start(StartDemonstration())
