"""How long things may move.

Owns: the one place that knows whether a person wants motion. What stays true: with reduced motion nothing moves; our
variable wins over what the desktop says.
"""

from __future__ import annotations

import os
from typing import Final

from PySide6.QtWidgets import QApplication, QStyle

QUICK: Final = 120
"""Milliseconds of every change that is worth a motion."""


class _Desktop:
    """What was heard of the desktop (``wishes``)."""

    still = False


def wish(*, still: bool) -> None:
    """The desktop says whether nothing should move. It counts from the next motion on."""
    _Desktop.still = still


def reduced() -> bool:
    """Whether nothing should move: by our variable, else by the desktop, or as the system's style animates nothing."""
    if asked := os.environ.get("ASSENT_REDUCED_MOTION", ""):
        return asked != "0"
    style = QApplication.style() if isinstance(QApplication.instance(), QApplication) else None
    is_still = style is not None and not style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
    return _Desktop.still or is_still


def duration(ms: int = QUICK) -> int:
    """``ms``, or 0 where nothing should move."""
    return 0 if reduced() else ms
