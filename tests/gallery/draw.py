"""Draws the situations of one scale.

Owns: the path from a situation to a picture.

Invariants: timers and loops of a situation have come to rest before it is drawn, and animations are at their end.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication

from tests.gallery.looks import every_picture, is_wanted
from tests.gallery.situation import Situation
from tests.gallery.situations import everything
from tests.support.pseudo import pseudo
from ui import theme, tr

TURNS: Final = 60
"""Turns of the loop until layouts and what is built in pieces have settled."""

STEPS: Final = 2
"""A window gives way to a place that is smaller than it can be at first, and then again to the rest."""


def draw(into: Path, scale: str, names: Sequence[str], number: int = 0, of: int = 1) -> int:
    """Draw what is to be seen at ``scale``, part ``number`` of so many; returns the exit code."""
    os.environ["ASSENT_REDUCED_MOTION"] = "1"
    app = QApplication([])
    for situation in [situation for situation in every_picture(everything()) if situation.scale == scale][number::of]:
        if is_wanted(situation.name, names):
            _draw(app, situation, into / f"{situation.name}.png")
    return 0


def _draw(app: QApplication, situation: Situation, file: Path) -> None:
    tr.install(pseudo if situation.translated else None)
    direction = Qt.LayoutDirection.RightToLeft if situation.mirrored else Qt.LayoutDirection.LeftToRight
    app.setLayoutDirection(direction)
    theme.apply(app, situation.scheme)
    widget = situation.make()
    widget.resize(*situation.size)
    widget.show()
    _settle(app)
    for _ in range(STEPS):
        widget.resize(*situation.size)
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
