"""Whether a window can be shown at all (pure).

Owns: how a session tells.

Invariants: where none can be shown, the sentence says so and what to do.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final

from host.errors import UsageError

VARIABLES: Final = ("WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM")


def display_problem(environment: Mapping[str, str], platform: str = sys.platform) -> str:
    """Why a session with this environment can show no window, empty where it can."""
    if platform in ("darwin", "win32") or any(environment.get(name) for name in VARIABLES):
        return ""
    return "there is no display here (neither WAYLAND_DISPLAY nor DISPLAY is set), so there can be no window"


def need_display(environment: Mapping[str, str]) -> None:
    """Raise UsageError where this session can show no window."""
    if problem := display_problem(environment):
        raise UsageError(f"{problem}. Start Assent in a desktop session, or run the host without one: assent host")
