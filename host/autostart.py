"""Starts Assent at login, by an entry of the account in the form of each system.

Invariants: the entry exists only because the person wants it. Its state is always read from the entry itself. Switched
off, nothing of it is left. It starts Assent in its tray, with the same command as bridges and desktops.

Sources: Desktop Application Autostart Specification 0.5 and Desktop Entry Specification 1.5 (freedesktop.org);
launchd.plist(5); *Run and RunOnce Registry Keys* (Microsoft).
"""

from __future__ import annotations

import plistlib
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol
from xml.parsers.expat import ExpatError

from host import files, paths
from host.apps.attach.attaching import program
from host.apps.attach.known import System
from host.control.views import Autostart
from host.errors import ConfigError
from host.words import Words, say

ID: Final = "dev.assent.Assent"
RUN_KEY: Final = r"Software\Microsoft\Windows\CurrentVersion\Run"
RUN_NAME: Final = "Assent"
_QUOTED: Final = '"`$\\'
"""Characters that are escaped within quotes in ``Exec`` (Desktop Entry Specification, *The Exec key*)."""
_CHANGED: Final = say("the entry is not as Assent writes it: somebody changed it, or Assent was moved")
_OFF: Final = say("the entry is there, and your desktop was told not to use it")


class RunKey(Protocol):
    """The account's ``Run`` key in the registry of Windows."""

    def read(self) -> str | None:
        """The command under ``RUN_NAME``, None if there is none."""

    def write(self, command: str | None) -> None:
        """Set the command; None removes it. Raises OSError."""


def desktop_entry(command: Sequence[str]) -> bytes:
    """The autostart entry of a Linux desktop."""
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        "Name=Assent",
        "Comment=See what an AI model wants to do, and decide",
        f"Exec={' '.join(map(_exec_argument, command))}",
        f"Icon={ID}",
        "Terminal=false",
    )
    return ("\n".join(lines) + "\n").encode()


def _exec_argument(argument: str) -> str:
    quoted = "".join(f"\\{letter}" if letter in _QUOTED else letter for letter in argument.replace("%", "%%"))
    return '"' + quoted.replace("\\", "\\\\") + '"'  # a value of type string escapes backslashes once more


def launch_agent(command: Sequence[str]) -> bytes:
    """The launch agent of macOS: an interactive program in a graphical session."""
    return plistlib.dumps(
        {
            "Label": ID,
            "ProgramArguments": [*command],
            "RunAtLoad": True,
            "LimitLoadToSessionType": "Aqua",
            "ProcessType": "Interactive",
        }
    )


def run_command(command: Sequence[str]) -> str:
    """The command line under the ``Run`` key of Windows."""
    return subprocess.list2cmdline(command)


def login_command() -> tuple[str, ...]:
    """The command that the entry starts."""
    return (*program(), "host", "--in-tray")


def read_state(system: System, command: Sequence[str], run_key: RunKey | None = None) -> Autostart:
    """Read the state of the entry. ``run_key``: on Windows, this account's if None. Raises ConfigError."""
    if system.platform == "win32":
        current = (run_key or _run_key()).read()
        place = f"HKCU\\{RUN_KEY}\\{RUN_NAME}"
        if current is None or current == run_command(command):
            return Autostart("off" if current is None else "on", place)
        return Autostart("changed", place, _CHANGED)
    file = _entry_file(system)
    data = paths.read_file(file, follow=True)
    if data is None or data == _entry_content(system, command):
        return Autostart("off" if data is None else "on", str(file))
    return Autostart("changed", str(file), _why_changed(system, data))


def switch(system: System, command: Sequence[str], run_key: RunKey | None = None, *, on: bool) -> Autostart:
    """Write or remove the entry; return its new state. Raises ConfigError if that fails."""
    if system.platform == "win32":
        try:
            (run_key or _run_key()).write(run_command(command) if on else None)
        except OSError as error:
            raise ConfigError(say("cannot be written"), file=RUN_KEY) from error
        return read_state(system, command, run_key)
    file = _entry_file(system)
    try:
        if on:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            files.write(file, _entry_content(system, command))
        else:
            file.unlink(missing_ok=True)
    except OSError as error:
        raise paths.unusable(error, file, "written") from error
    return read_state(system, command)


def _entry_file(system: System) -> Path:
    if system.platform == "darwin":
        return system.home / "Library" / "LaunchAgents" / f"{ID}.plist"
    return system.config / "autostart" / f"{ID}.desktop"


def _entry_content(system: System, command: Sequence[str]) -> bytes:
    return launch_agent(command) if system.platform == "darwin" else desktop_entry(command)


def _why_changed(system: System, data: bytes) -> Words:
    if system.platform == "darwin":
        try:
            agent = plistlib.loads(data)
        except (ValueError, ExpatError):
            return _CHANGED
        return _OFF if isinstance(agent, dict) and agent.get("Disabled") is True else _CHANGED
    lines = {line.strip().replace(" ", "") for line in data.decode("utf-8", "replace").splitlines()}
    return _OFF if lines & {"Hidden=true", "X-GNOME-Autostart-enabled=false"} else _CHANGED


def _run_key() -> RunKey:
    if sys.platform == "win32":
        import winreg

        class Registry:
            def read(self) -> str | None:
                try:
                    with winreg.OpenKey(winreg.HKEY_CURRENT_USER, RUN_KEY) as key:
                        return str(winreg.QueryValueEx(key, RUN_NAME)[0])
                except FileNotFoundError:
                    return None

            def write(self, command: str | None) -> None:
                with winreg.CreateKeyEx(winreg.HKEY_CURRENT_USER, RUN_KEY, access=winreg.KEY_SET_VALUE) as key:
                    if command is not None:
                        winreg.SetValueEx(key, RUN_NAME, 0, winreg.REG_SZ, command)
                    else:
                        with suppress(FileNotFoundError):
                            winreg.DeleteValue(key, RUN_NAME)

        return Registry()
    raise ConfigError(say("there is no registry on this system"), file=RUN_KEY)
