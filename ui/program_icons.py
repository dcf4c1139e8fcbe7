"""Which picture the system has for a program (no Qt).

Owns: reading the desktop entries that an administrator installed for everybody.

Invariants: a picture is found by the program's file alone, never by a name that anybody gives: an entry counts where it
starts that very file and hands it nothing that could be another program. Entries and pictures are files that only root
may change, in the system's own directories; nothing of an account's home or environment counts. Where two entries want
two pictures for one program there is none. Reading is bounded.

Only on Linux: elsewhere the picture lies in the program itself, which may show whatever its author likes.

Sources: Desktop Entry Specification 1.5, "The Exec key"; Icon Theme Specification 0.13, "Directory Layout".
"""

from __future__ import annotations

import os
import re
import shlex
import stat
from collections.abc import Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

SYSTEM: Final = (Path("/usr/local/share"), Path("/usr/share"))
_PROGRAMS: Final = (Path("/usr/local/bin"), Path("/usr/bin"), Path("/bin"))
_MOST: Final = 2_000
"""Entries of a directory that are read."""
_LARGEST: Final = 64 << 10
"""Bytes of an entry: those with many translations have some 30 KiB."""
_LARGEST_PICTURE: Final = 1 << 20
_SIZES: Final = ("48x48", "64x64", "32x32", "128x128", "256x256", "512x512")
_HARMLESS: Final = re.compile(r"%[a-zA-Z]|--[a-z][a-z-]*")
"""Words after the program that leave it what it is: field codes and plain switches."""
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+-]*")


def picture_of(program: str) -> Path | None:
    """The PNG file that the system has for a program, by the real path of its file; None where it has none."""
    return pictures().get(program)


@cache
def pictures() -> Mapping[str, Path]:
    """Of every program, read once: what is installed later counts from the next start of the window."""
    return read_pictures(SYSTEM, _PROGRAMS)


def read_pictures(data: tuple[Path, ...], programs: tuple[Path, ...], owner: int = 0) -> dict[str, Path]:
    """Pictures by the real path of the program.

    Args:
        data: directories with ``applications``, ``icons`` and ``pixmaps``, the strongest first.
        programs: where programs without a path are.
        owner: who alone may change what counts.
    """
    wanted: dict[str, set[str]] = {}
    for base in data:
        for file in islice(sorted((base / "applications").glob("*.desktop")), _MOST):
            for program, icon in _entry(file, programs, owner):
                wanted.setdefault(program, set()).add(icon)
    found = {program: _picture(icons.pop(), data, owner) for program, icons in wanted.items() if len(icons) == 1}
    return {program: picture for program, picture in found.items() if picture is not None}


def _entry(file: Path, programs: tuple[Path, ...], owner: int) -> list[tuple[str, str]]:
    """What an entry starts, with its icon; nothing where that is not one program by itself."""
    try:
        if not _is_installed(file, owner, _LARGEST):
            return []
        group = file.read_text("utf-8").partition("[Desktop Entry]\n")[2].partition("\n[")[0]
        said = dict(line.split("=", 1) for line in group.splitlines() if line.startswith(("Exec=", "Icon=")))
        first, *rest = shlex.split(said["Exec"])
        icon = said["Icon"].strip()
        places = [Path(first)] if first.startswith("/") else [one / first for one in programs if "/" not in first]
        program = next((os.path.realpath(one) for one in places if one.is_file()), "")
    except (OSError, ValueError, KeyError):
        return []
    if not all(map(_HARMLESS.fullmatch, rest)):
        return []
    return [(program, icon)] if program else []


def _picture(icon: str, data: tuple[Path, ...], owner: int) -> Path | None:
    if icon.startswith("/"):
        places = [Path(icon)] if any(Path(os.path.realpath(icon)).is_relative_to(base) for base in data) else []
    elif _NAME.fullmatch(icon):
        name = icon.removesuffix(".png") + ".png"
        places = [base / "icons/hicolor" / size / "apps" / name for base in data for size in _SIZES]
        places += [base / "pixmaps" / name for base in data]
    else:
        places = []
    return next((one for one in places if one.suffix == ".png" and _is_installed(one, owner, _LARGEST_PICTURE)), None)


def _is_installed(file: Path, owner: int, largest: int) -> bool:
    """Whether only ``owner`` may change a file, and it is no larger than it may be."""
    try:
        facts = file.stat()
    except OSError:
        return False
    is_ours = facts.st_uid == owner and not facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISREG(facts.st_mode) and is_ours and facts.st_size <= largest
