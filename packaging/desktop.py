"""Looks for what Qt needs of a Linux system, and for what a virtual desktop is made of; installs it where it may.

    python packaging/desktop.py window     # to show a window on the display that is there
    python packaging/desktop.py virtual    # besides, to show one where there is no display: tests, `make run` by ssh
    python packaging/desktop.py spoken     # besides, to hear there what a screen reader says: `make test-full`
    python packaging/desktop.py browser    # a browser that tests can drive: likewise

Elsewhere than on Linux Qt brings what it needs.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

LIBRARIES: Final = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
"""Libraries that Qt and its xcb plugin link to, with the Debian package of each."""

PROGRAMS: Final = {
    "Xvfb": "xvfb",
    "dbus-daemon": "dbus",
    "desktop-file-validate": "desktop-file-utils",
    "openbox": "openbox",
    "xdotool": "xdotool",
}
A11Y: Final = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
READER: Final = {"orca": "orca"}
"""The screen reader of most desktops."""
BROWSER: Final = {"chromium": "chromium", "chromedriver": "chromium-driver"}
"""A browser for signing in, and the program that drives it (W3C WebDriver)."""
FONTS: Final = ("/usr/share/fonts", "/usr/local/share/fonts")
ANY_FONT: Final = ("fonts-noto-core", "fonts-noto-mono")
"""Installed if there is no font at all, as on a server; they cover all scripts."""


def missing(kind: str) -> list[str]:
    """Return the missing Debian packages for ``window``, ``virtual``, ``spoken`` or ``browser``."""
    if kind == "browser":
        return [package for program, package in BROWSER.items() if shutil.which(program) is None]
    packages = [package for library, package in LIBRARIES.items() if not _loads(library)]
    if not any(path.suffix in {".ttf", ".otf", ".ttc"} for place in FONTS for path in Path(place).rglob("*")):
        packages += ANY_FONT
    if kind in {"virtual", "spoken"}:
        programs = PROGRAMS | (READER if kind == "spoken" else {})
        packages += [package for program, package in programs.items() if shutil.which(program) is None]
        if not any(Path(place).exists() for place in A11Y):
            packages.append("at-spi2-core")
    return packages


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def main() -> int:
    """Install what is missing; return the exit code."""
    kind = sys.argv[1] if len(sys.argv) == 2 else ""
    if kind not in {"window", "virtual", "spoken", "browser"}:
        print(__doc__, file=sys.stderr)
        return 2
    if not sys.platform.startswith("linux") or not (packages := missing(kind)):
        return 0
    script = Path(__file__).with_name("system.sh")
    return subprocess.run(["/bin/sh", str(script), *packages], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
