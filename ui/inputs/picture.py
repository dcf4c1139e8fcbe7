"""Previews of pictures that a call sends.

Owns: the one place that decodes untrusted pictures.

Invariants:
    Only PNG, JPEG, GIF and WebP are drawn, recognised by their bytes; never SVG. Nothing is fetched. Of an animation
    only the first picture is shown.
    Nothing is decoded before the person asks for it. Size, pixels and work are checked before that, for each picture
    and for all of a question. Qt is told the format and how much memory it may take.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QImageReader, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from ui import text, theme
from ui.inputs.kinds.binary import dimensions, why_no_preview
from ui.inputs.kinds.kind import DecodedBytes
from ui.inputs.text_block import inline_button
from ui.tr import tr
from ui.widgets import boxes

MAX_WIDTH: Final = 320
MAX_HEIGHT: Final = 180
"""Pixels of a preview."""
_MEMORY_MIB: Final = 64
"""MiB that decoding may take: 4 million pixels of eight bytes each, and as much again."""
PIXELS_PER_QUESTION: Final = 8_000_000
"""Pixels that are decoded for one question."""


class PixelBudget:
    """A limit on the pixels that are decoded for one question. ``left``: pixels that may still be decoded."""

    def __init__(self, pixels: int = PIXELS_PER_QUESTION) -> None:
        self.left = pixels

    def reserve(self, decoded: DecodedBytes) -> bool:
        """Take the pixels of a picture from the budget. Returns whether there were enough left."""
        width, height = dimensions(decoded.data)
        if width * height > self.left:
            return False
        self.left -= width * height
        return True


class Preview(QWidget):
    """A picture that is shown when the person asks for it. ``show_button``: None if it must not be, or once it was."""

    def __init__(self, decoded: DecodedBytes, budget: PixelBudget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bytes, self._budget = decoded, budget
        self._column = boxes.column(0, self)
        self.show_button: QPushButton | None = None
        if reason := why_no_preview(decoded):
            self._add_caption(reason)
            return
        self.show_button = inline_button(tr("Show the picture"), "eye", self, on_click=self._show)
        self._column.addWidget(self.show_button, 0, Qt.AlignmentFlag.AlignLeft)

    def _show(self) -> None:
        boxes.discard(self._column, self.show_button)
        self.show_button = None
        if not self._budget.reserve(self._bytes):
            self._add_caption(tr("no preview: enough pictures of this call were drawn"))
            return
        image = decode_picture(self._bytes)
        if image is None:
            self._add_caption(tr("no preview: the picture cannot be read"))
            return
        picture = Picture(image, dimensions(self._bytes.data), self)
        self._column.addWidget(picture, 0, Qt.AlignmentFlag.AlignLeft)
        picture.show()

    def _add_caption(self, reason: str) -> None:
        self._column.addWidget(text.label(reason, "caption", wrap=True, parent=self))


def decode_picture(decoded: DecodedBytes) -> QImage | None:
    """Decode and scale down a picture. Returns None if it cannot or must not be drawn."""
    if why_no_preview(decoded) or decoded.kind is None:
        return None
    data = QByteArray(decoded.data)
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    old_limit = QImageReader.allocationLimit()
    QImageReader.setAllocationLimit(_MEMORY_MIB)
    try:
        reader = QImageReader(buffer, decoded.kind.format.encode())
        reader.setAutoDetectImageFormat(False)
        reader.setDecideFormatFromContent(False)
        size = QSize(*dimensions(decoded.data))
        if reader.size() != size:  # Qt reads another size in the header
            return None
        reader.setScaledSize(_preview_size(size))
        image = reader.read()
    finally:
        QImageReader.setAllocationLimit(old_limit)
    return None if image.isNull() else image


class Picture(QWidget):
    """A preview on a pattern that shows which parts are transparent."""

    def __init__(self, image: QImage, size: tuple[int, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pixmap = QPixmap.fromImage(image)
        self.setFixedSize(self._pixmap.width() + 2, self._pixmap.height() + 2)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        text.named(self, tr("Preview of a picture, {width} by {height} pixels", width=size[0], height=size[1]))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Paint the pattern, the picture and a thin frame."""
        colours = theme.current().tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.surface))
        painter.fillRect(self.rect(), QBrush(QColor(colours.border), Qt.BrushStyle.Dense4Pattern))
        painter.drawPixmap(QRect(1, 1, self._pixmap.width(), self._pixmap.height()), self._pixmap)
        painter.setPen(QColor(colours.border_strong))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


def _preview_size(size: QSize) -> QSize:
    if size.width() <= MAX_WIDTH and size.height() <= MAX_HEIGHT:
        return size
    return size.scaled(MAX_WIDTH, MAX_HEIGHT, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
