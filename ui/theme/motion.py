"""How long things may move.

Owns: the one place that knows whether a person wants motion. What stays true: with reduced motion nothing moves.
"""

from __future__ import annotations

import os
from typing import Final

from PySide6.QtWidgets import QApplication, QStyle

QUICK: Final = 120
"""Milliseconds of every change that is worth a motion."""


def reduced() -> bool:
    """Whether nothing should move: by our variable, or because the system's style animates nothing."""
    if wish := os.environ.get("ASSENT_REDUCED_MOTION", ""):
        return wish != "0"
    style = QApplication.style() if isinstance(QApplication.instance(), QApplication) else None
    return style is not None and not style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)


def duration(ms: int = QUICK) -> int:
    """``ms``, or 0 where nothing should move."""
    return 0 if reduced() else ms
