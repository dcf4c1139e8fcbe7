"""Previews of pictures that a call sends.

Owns: the one place that decodes strangers' pictures.

Invariants:
    Only PNG, JPEG, GIF and WebP, of which the bytes themselves say that they are one, are drawn; never SVG; nothing is
    fetched; of an animation the first picture is shown.
    Nothing is decoded before the person asks for it. Size, pixels and work are judged before that, one by one and for
    all of a question. Qt is told the format and how much memory it may take.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QImageReader, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from ui import text, theme
from ui.inputs.kinds.binary import Bytes, dimensions, no_picture
from ui.inputs.text_block import inline_button
from ui.tr import tr
from ui.widgets import boxes

WIDEST: Final = 320
HIGHEST: Final = 180
"""Pixels of a preview."""
_MEMORY: Final = 64
"""MiB that decoding may take: 4 million pixels of eight bytes each, and as much again."""
IN_ALL: Final = 8_000_000
"""Pixels that are decoded for one question."""


class Budget:
    """How much may still be decoded for one question.

    Attributes:
        left: pixels.
    """

    def __init__(self, pixels: int = IN_ALL) -> None:
        self.left = pixels

    def take(self, read: Bytes) -> bool:
        """Whether this picture may be decoded too; it counts from then on."""
        width, height = dimensions(read.data)
        if width * height > self.left:
            return False
        self.left -= width * height
        return True


class Preview(QWidget):
    """A picture that is shown when somebody wants to see it.

    Attributes:
        show_it: the button; none where the picture must not be drawn, and why stands there.
    """

    def __init__(self, read: Bytes, budget: Budget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._read, self._budget = read, budget
        self._column = boxes.column(0, self)
        self.show_it: QPushButton | None = None
        if why := no_picture(read):
            self._say(why)
            return
        self.show_it = inline_button(tr("Show the picture"), "eye", self, on_click=self._show)
        self._column.addWidget(self.show_it, 0, Qt.AlignmentFlag.AlignLeft)

    def _show(self) -> None:
        if self.show_it is None:
            return
        self.show_it.hide()
        self.show_it.deleteLater()
        self.show_it = None
        if not self._budget.take(self._read):
            self._say(tr("no preview: enough pictures of this call were drawn"))
            return
        image = decoded(self._read)
        if image is None:
            self._say(tr("no preview: the picture cannot be read"))
            return
        shown = Picture(image, dimensions(self._read.data), self)
        self._column.addWidget(shown, 0, Qt.AlignmentFlag.AlignLeft)
        shown.show()

    def _say(self, why: str) -> None:
        self._column.addWidget(text.label(why, "caption", wrap=True, parent=self))


def decoded(read: Bytes) -> QImage | None:
    """The picture, made small; None where it cannot, or must not, be drawn."""
    if no_picture(read) or read.kind is None:
        return None
    data = QByteArray(read.data)
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    before = QImageReader.allocationLimit()
    QImageReader.setAllocationLimit(_MEMORY)
    try:
        reader = QImageReader(buffer, read.kind.format.encode())
        reader.setAutoDetectImageFormat(False)
        reader.setDecideFormatFromContent(False)
        size = QSize(*dimensions(read.data))
        if reader.size() != size:  # another reading of the header than ours
            return None
        reader.setScaledSize(_within(size))
        image = reader.read()
    finally:
        QImageReader.setAllocationLimit(before)
    return None if image.isNull() else image


class Picture(QWidget):
    """A preview on a ground of its own, so that what is see-through shows as that."""

    def __init__(self, image: QImage, size: tuple[int, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pixmap = QPixmap.fromImage(image)
        self.setFixedSize(self._pixmap.width() + 2, self._pixmap.height() + 2)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        text.named(self, tr("Preview of a picture, {width} by {height} pixels", width=size[0], height=size[1]))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """The picture in a thin frame, squares behind it."""
        colours = theme.current().tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.surface))
        painter.fillRect(self.rect(), QBrush(QColor(colours.border), Qt.BrushStyle.Dense4Pattern))
        painter.drawPixmap(QRect(1, 1, self._pixmap.width(), self._pixmap.height()), self._pixmap)
        painter.setPen(QColor(colours.border_strong))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


def _within(size: QSize) -> QSize:
    """As large as there is room, never larger than it is."""
    if size.width() <= WIDEST and size.height() <= HIGHEST:
        return size
    return size.scaled(WIDEST, HIGHEST, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
