from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from host.cli import host_commands
from host.control import messages
from host.errors import AssentError, NoHost
from host.host import TAKEN
from tests.support.profile import Profile
from tests.support.waiting import PATIENCE

MADE_WAY = f"assent: {TAKEN}\n"
LOOKS = 5
"""Looks for a host after the own one ended, of which the last finds another."""


@pytest.fixture
def opening(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> Profile:
    """A host that ends at once is not forgiven, unless it made way for another, which answers a little later."""
    for name, value in profile.env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(host_commands, "START_TIMEOUT", PATIENCE)
    monkeypatch.setattr(host_commands, "OTHER_HOST_GRACE", 0.0)
    return profile


def let_end(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    """The host ends at once, and ``said`` stands where it says what it has to say."""
    looks = 0

    def spawn(file: Path) -> subprocess.Popen[bytes]:
        file.write_text(said)
        host = subprocess.Popen([sys.executable, "-I", "-c", "raise SystemExit(1)"])
        host.wait(PATIENCE)
        return host

    def ask(*_: object) -> None:
        nonlocal looks
        looks += 1
        if looks <= LOOKS:
            raise NoHost("none yet")

    monkeypatch.setattr(host_commands, "_spawn", spawn)
    monkeypatch.setattr(messages, "ask", ask)


@pytest.mark.parametrize(
    "said", [MADE_WAY, f"{MADE_WAY}INFO host: the other one says something\n", ""], ids=["alone", "before more", "anew"]
)
def test_a_host_that_made_way_for_another_is_no_failure(
    opening: Profile, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    let_end(monkeypatch, said)
    host_commands.open_window()


def test_a_host_that_could_not_start_is_one(opening: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    let_end(monkeypatch, "assent: this is no log\n")
    with pytest.raises(AssentError, match=r"^the host did not start: this is no log$"):
        host_commands.open_window()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_host_that_a_full_disk_kept_silent_did_not_say_nothing(
    opening: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_end(monkeypatch, "")
    monkeypatch.setattr(host_commands, "DIAGNOSTICS", "/dev/full")
    monkeypatch.setattr(host_commands, "_read_diagnostics", lambda _: [])
    with pytest.raises(
        AssentError, match=r"^the host did not start: /dev/full cannot be written: No space left on dev"
    ):
        host_commands.open_window()


def test_where_nothing_can_be_written_the_start_says_so(opening: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    opening.paths.ensure()
    (opening.paths.data / host_commands.DIAGNOSTICS).mkdir()
    with pytest.raises(AssentError, match=r"^the host did not start: .*host\.log cannot be written: Is a directory$"):
        host_commands.open_window()
