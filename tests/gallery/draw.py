"""Draws the situations of one scale.

Owns: the path from a situation to a picture. What stays true: timers and loops of a situation have come to rest before
it is drawn, and animations are at their end.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from tests.gallery.situations import ALL, Situation
from ui import theme

TURNS: Final = 60
"""Turns of the loop until layouts and what is built in pieces have settled."""


def draw(into: Path, scale: str, names: Sequence[str]) -> int:
    """Draw what is to be seen at ``scale``; returns the exit code."""
    os.environ["ASSENT_REDUCED_MOTION"] = "1"
    app = QApplication([])
    for situation in ALL:
        if situation.scale == scale and (not names or situation.name in names):
            _draw(app, situation, into / f"{situation.name}.png")
    return 0


def _draw(app: QApplication, situation: Situation, file: Path) -> None:
    theme.apply(app, situation.scheme)
    widget = situation.make()
    widget.resize(*situation.size)
    widget.show()
    _settle(app)
    if not widget.grab().save(str(file)):
        raise OSError(f"{file} could not be written")
    widget.hide()
    widget.deleteLater()
    _settle(app)
    # No loop runs that would do it, and the next theme would dress every window again.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _settle(app: QApplication) -> None:
    for _ in range(TURNS):
        app.processEvents()
