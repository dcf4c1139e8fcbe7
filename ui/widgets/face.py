"""The face of an app or a server: its initials on a tint; and the picture that the system has for a program.

Invariants: a face is drawn of our own letters and tokens, never an image that an app or a server brings; an app's is a
disc and a server's a square, so that shape tells them apart where the colour does not; it repeats the name that stands
beside it. A picture is the system's (``ui.program_icons``), as small as an icon of ours, stands beside words that name
the program, and says nothing by itself; whatever cannot be drawn is hidden.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QIconEngine, QImageReader, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from ui import faces, icons, program_icons, theme
from ui.faces import Kind
from ui.text import named
from ui.tr import tr


class Face(QWidget):
    """A monogram.

    Attributes:
        kind, its_id: whose it is.
    """

    def __init__(self, kind: Kind, its_id: str = "", size: int = icons.MEDIUM, parent: QWidget | None = None) -> None:
        """``size``: pixels, ``icons.MEDIUM`` beside a line, ``theme.FACE`` beside a heading."""
        super().__init__(parent)
        self.setFixedSize(size, size)
        self.show_face(kind, its_id)

    def show_face(self, kind: Kind, its_id: str) -> None:
        """Be the face of somebody else."""
        self.kind, self.its_id = kind, its_id
        named(self, faces.name_of(kind, its_id))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Draw it."""
        painter = QPainter(self)
        draw(painter, QRectF(self.rect()), self.kind, self.its_id)
        painter.end()


def face_icon(kind: Kind, its_id: str) -> QIcon:
    """The same for cells of tables."""
    return QIcon(_Engine(kind, its_id))


def draw(painter: QPainter, rect: QRectF, kind: Kind, its_id: str) -> None:
    """Paint a face into ``rect``, as large as a square in it can be."""
    side = min(rect.width(), rect.height())
    square = QRectF(0, 0, side, side)
    square.moveCenter(rect.center())
    tokens = theme.current().tokens
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(getattr(tokens, f"face_{faces.tint(its_id)}")))
    radius = side / 2 if kind == "app" else side / 4
    painter.drawRoundedRect(square, radius, radius)
    font = QFont(painter.font())
    font.setPixelSize(max(1, round(side * 0.44)))
    font.setWeight(QFont.Weight.DemiBold)
    painter.setFont(font)
    painter.setPen(QColor(tokens.on_face))
    painter.drawText(square, Qt.AlignmentFlag.AlignCenter, faces.initials(kind, its_id))
    painter.restore()


class _Engine(QIconEngine):
    def __init__(self, kind: Kind, its_id: str) -> None:
        super().__init__()
        self._kind: Kind = kind
        self._id = its_id

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:  # noqa: ARG002  # Qt's signature
        draw(painter, QRectF(rect), self._kind, self._id)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        made = QPixmap(size)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return made

    def clone(self) -> QIconEngine:
        return _Engine(self._kind, self._id)


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
