"""``make run``: the demonstration, on the display that is there, or by itself on a virtual one.

Where there is a display, this becomes ``assent --demo``. Where there is none, the same program runs on a virtual
screen; real keys and clicks take it through its story, and pictures and the log are left in ``dist/demo``.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
INTO = ROOT / "dist" / "demo"
DEMO = (sys.executable, "-I", "-m", "host", "--demo")


def main() -> int:
    """Returns the exit code."""
    if sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        os.execv(sys.executable, DEMO)  # noqa: S606  # no shell is wanted
    say("There is no display here, so the demonstration runs by itself on a virtual one:")
    say(f"the real window, with real keys and clicks. Pictures and the log go to {INTO.relative_to(ROOT)}.")
    prepared = subprocess.run([sys.executable, str(ROOT / "packaging" / "desktop.py"), "virtual"], check=False)
    if prepared.returncode:
        return prepared.returncode
    from tests.desktop.tour import Tour  # needs what was just installed

    asyncio.run(Tour(INTO, say).take())
    return 0


def say(words: str) -> None:
    """Tell the person at the terminal."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
