"""A field for JSON that a person writes.

Owns: typing, pasting and the numbers of lines.

Invariants: what is read from the field is what is seen: characters that are invisible, or that reorder others, become
JSON escapes on their way in; no more than ``LONGEST`` characters get in at once (one unbroken line of a megabyte blocks
for minutes).
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMimeData, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from ui import theme
from ui.rules.words import escape_invisible
from ui.text import named
from ui.tr import tr

LONGEST: Final = 64 << 10
"""Characters of a field: no rule that a person can read is longer."""
_TAB: Final = 2
_NUMBERS: Final = 2
"""Digits that the gutter has room for, at least."""


class JsonEdit(QPlainTextEdit):
    """A field of monospaced text with the numbers of its lines.

    Signals:
        refused(str: why): something was not pasted.
    """

    refused = Signal(str)

    def __init__(self, name: str) -> None:
        """``name``: for a screen reader."""
        super().__init__()
        self._gutter = _Gutter(self)
        self.setFont(theme.mono_font())
        self.setTabChangesFocus(True)  # the keyboard leaves it like any other field
        self.setUndoRedoEnabled(True)
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(QFontMetricsF(self.font()).horizontalAdvance("0") * _TAB)
        self.document().setDefaultTextOption(option)
        self.blockCountChanged.connect(self._make_room)
        self.updateRequest.connect(self._scroll)
        self._make_room()
        named(self, name)

    @property
    def json(self) -> str:
        """The text in the field."""
        return self.toPlainText()

    def show_json(self, text: str) -> None:
        """Replace the text; Undo does not bring back what was before."""
        self.setPlainText(escape_invisible(text))

    def replace_json(self, text: str) -> None:
        """Replace the text; Undo brings back what was before."""
        cursor = self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(escape_invisible(text))

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802  # Qt's name
        """Paste text alone, with invisible characters escaped."""
        pasted = source.text() if source.hasText() else ""
        if len(pasted) + self.document().characterCount() > LONGEST:
            self.refused.emit(
                tr("What you pasted is too long: a field takes {longest} characters.", longest=f"{LONGEST:,}")
            )
            return
        self.textCursor().insertText(self.as_typed(pasted))
        self.ensureCursorVisible()

    def as_typed(self, pasted: str) -> str:
        """A pasted text as it gets in."""
        return escape_invisible(pasted)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Keep the gutter as high as the field."""
        super().resizeEvent(event)
        self._place()

    def paint_numbers(self, painter: QPainter, area: QRect) -> None:
        """Draw the numbers of the visible lines."""
        painter.setFont(self.font())
        painter.setPen(QColor(theme.current().tokens.muted))
        room = self._gutter.width() - theme.GROUP
        block, offset = self.firstVisibleBlock(), self.contentOffset()
        while block.isValid():
            top = self.blockBoundingGeometry(block).translated(offset).top()
            if top > area.bottom():
                return
            line = QRect(0, round(top), room, self.fontMetrics().lineSpacing())
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, str(block.blockNumber() + 1))
            block = block.next()

    def _width(self) -> int:
        digits = max(_NUMBERS, len(str(self.blockCount())))
        return self.fontMetrics().horizontalAdvance("0") * digits + theme.GROUP + theme.SPACE

    def _make_room(self, _: int = 0) -> None:
        self.setViewportMargins(self._width(), 0, 0, 0)
        self._place()

    def _place(self) -> None:
        inside = self.contentsRect()
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), self._width(), inside.height()))

    def _scroll(self, _: QRect, moved: int) -> None:
        if moved:
            self._gutter.scroll(0, moved)
        self._gutter.update()


class _Gutter(QWidget):
    """The numbers beside the lines. Screen readers pass over it."""

    def __init__(self, field: JsonEdit) -> None:
        super().__init__(field)
        self._field = field

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        painter = QPainter(self)
        painter.setClipRect(event.rect())
        self._field.paint_numbers(painter, self.rect())
        painter.end()
