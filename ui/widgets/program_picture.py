"""The picture that the system has for a program, as small as an icon of ours.

Invariants: it is the system's (``ui.program_icons``), stands beside words that name the program, and says nothing by
itself; whatever cannot be drawn is hidden.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImageReader, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from ui import icons, program_icons
from ui.text import named
from ui.tr import tr

_WIDEST: Final = 1_024
"""Pixels of a picture, each way: larger ones are none of a program's."""


class ProgramPicture(QLabel):
    """One picture, or nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(icons.SMALL, icons.SMALL)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        named(self, tr("Icon that the system has for that program"))
        self.hide()

    def show_program(self, program: str) -> None:
        """``program``: path of its file; what is no path has no picture."""
        file = program_icons.picture_of(program) if program.startswith("/") else None
        pixmap = QPixmap() if file is None else _drawn(str(file), self.devicePixelRatioF())
        self.setPixmap(pixmap)
        self.setVisible(not pixmap.isNull())


def _drawn(file: str, ratio: float) -> QPixmap:
    reader = QImageReader(file, b"png")
    reader.setAutoDetectImageFormat(False)
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > _WIDEST:
        return QPixmap()
    side = round(icons.SMALL * ratio)
    reader.setScaledSize(size.scaled(QSize(side, side), Qt.AspectRatioMode.KeepAspectRatio))
    made = QPixmap.fromImage(reader.read())
    made.setDevicePixelRatio(ratio)
    return made
