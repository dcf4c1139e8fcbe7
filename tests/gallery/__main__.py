"""Draws every situation into ``dist/gallery``: ``python -m tests.gallery [NAME...]``.

Owns: which situations there are to look at, and how they are drawn: in memory, at the sizes that people see, each scale
in a process of its own. What stays true: nothing is painted over or retouched; what a picture shows, the program shows.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

INTO: Final = Path(__file__).parents[2] / "dist" / "gallery"
SCALES: Final = ("1", "2", "3")
_INSIDE: Final = "ASSENT_GALLERY_SCALE"


def main() -> int:
    """Returns the exit code."""
    names = sys.argv[1:]
    if (scale := os.environ.get(_INSIDE)) is not None:
        from tests.gallery.draw import draw  # Qt reads the scale from the environment, once

        return draw(INTO, scale, names)
    INTO.mkdir(parents=True, exist_ok=True)
    for scale in SCALES:
        env = os.environ | {_INSIDE: scale, "QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen"}
        drawn = subprocess.run([sys.executable, "-m", "tests.gallery", *names], env=env, check=False)
        if drawn.returncode:
            return drawn.returncode
    drawn_now = len(list(INTO.glob("*.png")))
    sys.stdout.write(f"{drawn_now} pictures in {INTO}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
