"""The entry that starts Assent at login, in each system's own form, on a home of its own."""

from __future__ import annotations

import configparser
import plistlib
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from host import autostart
from host.apps.attach.known import System
from host.errors import ConfigError

COMMAND = ("/opt/assent/bin/assent", "host", "--in-tray")
ODD = ('/home/ana/my $tools/a"s`s\\ent %f', "host", "--in-tray")
FILES = pytest.mark.parametrize("platform", ["linux", "darwin"])


class RunKey:
    """The registry's key, in memory."""

    def __init__(self) -> None:
        self.command: str | None = None

    def read(self) -> str | None:
        return self.command

    def write(self, command: str | None) -> None:
        self.command = command


def system(home: Path, platform: str, **env: str) -> System:
    return System(home, env, platform)


def files_below(home: Path) -> set[Path]:
    return {it for it in home.rglob("*") if it.is_file()}


def exec_line(entry: bytes) -> str:
    read = configparser.ConfigParser(interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]  # keys are case-sensitive in desktop entries
    read.read_string(entry.decode())
    return read["Desktop Entry"]["Exec"]


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="make setup installs desktop-file-utils")
@pytest.mark.parametrize("command", [COMMAND, ODD])
def test_the_entry_is_one_for_the_desktops_own_validator(tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / f"{autostart.ID}.desktop"
    file.write_bytes(autostart.desktop_entry(command))
    done = subprocess.run(["desktop-file-validate", str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("command", [COMMAND, ODD])
def test_an_entry_starts_exactly_the_command(command: tuple[str, ...]) -> None:
    written = exec_line(autostart.desktop_entry(command)).replace("\\\\", "\\")  # a value's own escapes first
    assert [one.replace("%%", "%") for one in shlex.split(written.replace("\\`", "`").replace("\\$", "$"))] == [
        *command
    ]
    agent = plistlib.loads(autostart.launch_agent(command))
    assert agent["ProgramArguments"] == [*command]
    assert (agent["Label"], agent["RunAtLoad"]) == (autostart.ID, True)


@FILES
def test_it_is_switched_on_and_off_and_nothing_is_left(tmp_path: Path, platform: str) -> None:
    here = system(tmp_path, platform)
    beside = Path(autostart.read_state(here, COMMAND).entry).with_name("another.desktop")
    beside.parent.mkdir(parents=True)
    beside.write_text("somebody else's")
    assert autostart.read_state(here, COMMAND).state == "off"
    on = autostart.switch(here, COMMAND, on=True)
    assert on.state == "on"
    assert files_below(tmp_path) == {beside, Path(on.entry)}
    assert autostart.read_state(here, COMMAND) == on
    off = autostart.switch(here, COMMAND, on=False)
    assert off.state == "off"
    assert files_below(tmp_path) == {beside}
    assert autostart.switch(here, COMMAND, on=False).state == "off"
    assert beside.read_text() == "somebody else's"


def test_each_systems_place_follows_its_own_variables(tmp_path: Path) -> None:
    config = tmp_path / "elsewhere"
    linux = autostart.switch(system(tmp_path, "linux", XDG_CONFIG_HOME=str(config)), COMMAND, on=True)
    assert linux.entry == str(config / "autostart" / "dev.assent.Assent.desktop")
    agent = autostart.read_state(system(tmp_path, "darwin"), COMMAND)
    assert agent.entry == str(tmp_path / "Library" / "LaunchAgents" / "dev.assent.Assent.plist")


@FILES
def test_an_entry_that_somebody_removed_or_changed_is_told_as_it_is(tmp_path: Path, platform: str) -> None:
    here = system(tmp_path, platform)
    entry = Path(autostart.switch(here, COMMAND, on=True).entry)
    moved = autostart.read_state(here, ("/opt/newer/assent", *COMMAND[1:]))
    assert (moved.state, "Assent was moved" in moved.why) == ("changed", True)
    entry.write_bytes(b"\xff<plist>")
    assert autostart.read_state(here, COMMAND).state == "changed"
    assert autostart.switch(here, COMMAND, on=True).state == "on"
    entry.unlink()
    assert autostart.read_state(here, COMMAND).state == "off"


@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled=false"])
def test_an_entry_that_the_desktop_switched_off_is_not_said_to_start_anything(tmp_path: Path, line: str) -> None:
    here = system(tmp_path, "linux")
    entry = Path(autostart.switch(here, COMMAND, on=True).entry)
    entry.write_text(entry.read_text() + line + "\n")
    now = autostart.read_state(here, COMMAND)
    assert (now.state, "your desktop was told not to use it" in now.why) == ("changed", True)


def test_an_agent_that_is_disabled_is_not_said_to_start_anything(tmp_path: Path) -> None:
    here = system(tmp_path, "darwin")
    entry = Path(autostart.switch(here, COMMAND, on=True).entry)
    entry.write_bytes(plistlib.dumps(plistlib.loads(entry.read_bytes()) | {"Disabled": True}))
    assert "told not to use it" in autostart.read_state(here, COMMAND).why


def test_windows_has_a_value_under_its_run_key(tmp_path: Path) -> None:
    here, key = system(tmp_path, "win32"), RunKey()
    assert autostart.read_state(here, COMMAND, key).state == "off"
    assert autostart.switch(here, ("C:\\Program Files\\assent.exe", "host"), key, on=True).state == "on"
    assert key.command == '"C:\\Program Files\\assent.exe" host'
    assert autostart.read_state(here, COMMAND, key).state == "changed"
    assert autostart.switch(here, COMMAND, key, on=False).state == "off"
    assert key.read() is None
    with pytest.raises(ConfigError, match="no registry"):
        autostart.read_state(here, COMMAND)


def test_where_it_cannot_be_written_that_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / ".config").write_text("in the way")
    with pytest.raises(ConfigError, match=r"dev\.assent\.Assent\.desktop: cannot be written"):
        autostart.switch(system(tmp_path, "linux"), COMMAND, on=True)
