"""Draws every content in every look into ``dist/gallery``: ``python -m tests.gallery [--before REVISION] [NAME...]``.

Owns: which situations there are to look at, and how they are drawn: in memory, at the sizes that people see, each scale
in a process of its own; what real servers ask; the sheets.

Invariants: nothing is painted over or retouched; what a picture shows, the program shows.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

INTO: Final = Path(__file__).parents[2] / "dist" / "gallery"
SHARES: Final = (("1", 0, 2), ("1", 1, 2), ("2", 0, 1), ("3", 0, 1))
"""What each process draws: the scale, and of so many parts of it which."""
_INSIDE: Final = "ASSENT_GALLERY_SCALE"


def main() -> int:
    """Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.gallery")
    parser.add_argument("names", nargs="*", help="names of contents or pictures, * and ? allowed; all without any")
    parser.add_argument("--before", default="", metavar="REVISION", help="draw what was before above what is now")
    asked = parser.parse_args()
    if (share := os.environ.get(_INSIDE)) is not None:
        from tests.gallery.draw import draw  # Qt reads the scale from the environment, once

        scale, number, of = share.split()
        return draw(INTO, scale, asked.names, int(number), int(of))
    INTO.mkdir(parents=True, exist_ok=True)
    for old in [] if asked.names else INTO.glob("*.png"):
        old.unlink()
    if not asked.names or any(fnmatch("real-", name[: len("real-")]) for name in asked.names):
        env = os.environ | {"QT_QPA_PLATFORM": "offscreen"}  # what the host takes for a display
        subprocess.run([sys.executable, "-m", "tests.gallery.real"], env=env, check=True)
    command = [sys.executable, "-m", "tests.gallery", *asked.names]
    drawing = [subprocess.Popen(command, env=_env(*share)) for share in SHARES]
    failed = [drawn.wait() for drawn in drawing]
    if any(failed):
        return max(map(abs, failed))
    sys.stdout.write(f"{len(list(INTO.glob('*.png')))} pictures in {INTO}\n")
    _sheets(asked.names, asked.before)
    return 0


def _sheets(names: Sequence[str], revision: str) -> None:
    from tests.gallery import sheets  # only this process needs it
    from tests.gallery.looks import contents, is_wanted
    from tests.gallery.situations import everything

    before = INTO / "before" / revision if revision else None
    if before is not None and not sheets.draw_before(revision, before):
        before = None
    wanted = [it.name for it in contents(everything()) if is_wanted(it.name, names)]
    sheets.draw_sheets(wanted, INTO, before, INTO / "sheets")
    sys.stdout.write(f"{len(wanted)} sheets in {INTO / 'sheets'}\n")


def _env(scale: str, number: int, of: int) -> dict[str, str]:
    return os.environ | {_INSIDE: f"{scale} {number} {of}", "QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen"}


if __name__ == "__main__":
    sys.exit(main())
