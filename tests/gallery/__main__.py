"""Draws every situation into ``dist/gallery``: ``python -m tests.gallery [NAME...]``.

Owns: which situations there are to look at, and how they are drawn: in memory, at the sizes that people see, each scale
in a process of its own.

Invariants: nothing is painted over or retouched; what a picture shows, the program shows.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

INTO: Final = Path(__file__).parents[2] / "dist" / "gallery"
SHARES: Final = (("1", 0, 2), ("1", 1, 2), ("2", 0, 1), ("3", 0, 1))
"""What each process draws: the scale, and of so many parts of it which."""
_INSIDE: Final = "ASSENT_GALLERY_SCALE"


def main() -> int:
    """Returns the exit code."""
    names = sys.argv[1:]
    if (share := os.environ.get(_INSIDE)) is not None:
        from tests.gallery.draw import draw  # Qt reads the scale from the environment, once

        scale, number, of = share.split()
        return draw(INTO, scale, names, int(number), int(of))
    INTO.mkdir(parents=True, exist_ok=True)
    for old in [] if names else INTO.glob("*.png"):
        old.unlink()
    drawing = [subprocess.Popen([sys.executable, "-m", "tests.gallery", *names], env=_env(*share)) for share in SHARES]
    failed = [drawn.wait() for drawn in drawing]
    if any(failed):
        return max(map(abs, failed))
    drawn_now = len(list(INTO.glob("*.png")))
    sys.stdout.write(f"{drawn_now} pictures in {INTO}\n")
    return 0


def _env(scale: str, number: int, of: int) -> dict[str, str]:
    return os.environ | {_INSIDE: f"{scale} {number} {of}", "QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen"}


if __name__ == "__main__":
    sys.exit(main())
