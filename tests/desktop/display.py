"""A virtual screen with a window manager and a session bus.

Owns: Xvfb, openbox, a D-Bus session and the accessibility bus behind it.

Invariants: everything that was started here is gone afterwards, and nothing of the person's own session is seen or
touched.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PROGRAMS: Final = ("Xvfb", "xdotool", "openbox", "dbus-daemon")
"""What a virtual desktop is made of; `make setup` installs them where it may."""
SIZE: Final = (1440, 1000)
_XWD: Final = struct.Struct(">25I")
"""The header of an X window dump (XWDFile.h), which Xvfb keeps its screen in."""
_BGRX: Final = 32


@dataclass(frozen=True, slots=True)
class Desktop:
    """A running virtual desktop.

    Attributes:
        env: what a program needs to appear there. framebuffer: the screen's memory as a file.
    """

    env: dict[str, str]
    framebuffer: Path

    def photograph(self, file: Path) -> Path:
        """Write what the screen shows now as a PNG."""
        from PySide6.QtGui import QImage  # on first use: what only drives the desktop needs no Qt

        data = self.framebuffer.read_bytes()
        header = _XWD.unpack_from(data)
        start, width, height, bits, stride, colours = (header[i] for i in (0, 4, 5, 11, 12, 19))
        assert bits == _BGRX, f"a screen of {bits} bits"
        pixels = data[start + colours * 12 :]
        image = QImage(pixels, width, height, stride, QImage.Format.Format_RGB32)
        file.parent.mkdir(parents=True, exist_ok=True)
        assert image.save(str(file)), file
        return file


def missing() -> list[str]:
    """The programs that are not installed."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


@contextlib.contextmanager
def virtual_desktop(size: tuple[int, int] = SIZE) -> Iterator[Desktop]:
    """A desktop of ``size`` pixels for as long as the context lasts."""
    with contextlib.ExitStack() as undo:
        home = Path(undo.enter_context(tempfile.TemporaryDirectory(prefix="desktop-", ignore_cleanup_errors=True)))
        env = _plain_environment(home)
        env["DISPLAY"] = _start_screen(undo, home, size, env)
        env["DBUS_SESSION_BUS_ADDRESS"] = _start_bus(undo, env)
        _start(undo, ["openbox", "--sm-disable"], env)
        yield Desktop(env, home / "Xvfb_screen0")


def _plain_environment(home: Path) -> dict[str, str]:
    """Nothing of the person's own session: no display, no bus, no settings of their desktop."""
    foreign = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "QT_", "DBUS_", "AT_SPI_", "GTK_", "XDG_", "ASSENT_")
    env = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    for name in ("cache", "config", "run"):
        (home / name).mkdir(mode=0o700)
    return env | {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_RUNTIME_DIR": str(home / "run"),
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "QT_LOGGING_RULES": "qt.accessibility.atspi.warning=false",  # what was looked at may have gone meanwhile
    }


def _start_screen(undo: contextlib.ExitStack, home: Path, size: tuple[int, int], env: dict[str, str]) -> str:
    reader, writer = os.pipe()
    screen = f"{size[0]}x{size[1]}x24"
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", screen, "-fbdir", str(home), "-nolisten", "tcp"]
    with open(reader, "rb") as number:
        try:
            _start(undo, command, env, pass_fds=(writer,))
        finally:
            os.close(writer)
        told = number.readline().strip().decode()
    assert told, "Xvfb did not start"
    return f":{told}"


def _start_bus(undo: contextlib.ExitStack, env: dict[str, str]) -> str:
    reader, writer = os.pipe()
    with open(reader, "rb") as address:
        try:
            _start(undo, ["dbus-daemon", "--session", "--nofork", f"--print-address={writer}"], env, pass_fds=(writer,))
        finally:
            os.close(writer)
        told = address.readline().strip().decode()
    assert told, "dbus-daemon did not start"
    return told


def _start(
    undo: contextlib.ExitStack, command: list[str], env: dict[str, str], *, pass_fds: tuple[int, ...] = ()
) -> None:
    process = subprocess.Popen(
        command,
        env=env,
        pass_fds=pass_fds,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    undo.callback(_end, process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
