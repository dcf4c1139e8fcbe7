"""A layout that puts widgets in lines and wraps them like words.

Invariants:
    Each widget has its preferred width, unless the whole line is narrower. From right to left the layout is mirrored.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QLayout, QLayoutItem, QStyle, QWidget

from ui import theme

_Line: TypeAlias = "list[tuple[QLayoutItem, QSize]]"  # layout items with their preferred sizes
_WIDTHS: Final = 32  # number of widths for which the lines are cached, until an item changes


class FlowLayout(QLayout):
    """A layout of lines."""

    def __init__(self, parent: QWidget | None = None, *, ends: bool = False, justified: bool = False) -> None:
        """``ends``: align lines at the end rather than at the start. ``justified``: spread them from edge to edge."""
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._visible_items: _Line | None = None
        self._minimum: QSize | None = None
        self._lines_by_width: dict[int, tuple[list[_Line], int]] = {}
        self._ends, self._justified = ends, justified
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(theme.GROUP)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802  # Qt's name
        """Add an item."""
        self._items.append(item)
        self._clear_cache()

    def count(self) -> int:
        """The number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802  # Qt asks beyond the end
        """The item at ``index``."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802  # Qt asks beyond the end
        """Remove the item at ``index`` and return it."""
        self._clear_cache()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def invalidate(self) -> None:
        """Drop what is cached: an item changed its size or visibility."""
        self._clear_cache()
        super().invalidate()

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802  # Qt's name
        """It does not expand."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802  # Qt's name
        """The height depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802  # Qt's name
        """The height of all lines."""
        return self._lay_out(width)[1]

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The size of all items on one line."""
        hints = [hint for _, hint in self._visible_with_sizes()]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:  # noqa: N802  # Qt's name
        """The size of the largest item."""
        if self._minimum is None:
            size = QSize(0, 0)
            for _, hint in self._visible_with_sizes():
                size = size.expandedTo(hint)
            self._minimum = size
        return self._minimum

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802  # Qt's name
        """Place the items."""
        super().setGeometry(rect)
        top = rect.top()
        for line in self._lay_out(rect.width())[0]:
            height = _height(line)
            self._place(line, QRect(QPoint(rect.left(), top), QSize(rect.width(), height)))
            top += height + self.spacing()

    def _place(self, line: _Line, row: QRect) -> None:
        widths = [min(hint.width(), row.width()) for _, hint in line]
        used = sum(widths) + self.spacing() * (len(line) - 1)
        spare = row.width() - used
        x = row.left() + (spare if self._ends else 0)
        extra_gap = spare // (len(line) - 1) if self._justified and len(line) > 1 else 0
        for (item, hint), width in zip(line, widths, strict=True):
            height = hint.height()
            place = QRect(x, row.top() + (row.height() - height) // 2, width, height)
            item.setGeometry(QStyle.visualRect(_direction(self), row, place))
            x += width + self.spacing() + extra_gap

    def _clear_cache(self) -> None:
        self._visible_items = self._minimum = None
        self._lines_by_width.clear()

    def _lay_out(self, width: int) -> tuple[list[_Line], int]:
        """The lines and their height. Cached: Qt asks for the same few widths hundreds of times."""
        cached = self._lines_by_width.get(width)
        if cached is None:
            lines = self._break_lines(width)
            cached = lines, sum(map(_height, lines)) + self.spacing() * max(0, len(lines) - 1)
            if len(self._lines_by_width) >= _WIDTHS:
                self._lines_by_width.clear()
            self._lines_by_width[width] = cached
        return cached

    def _break_lines(self, width: int) -> list[_Line]:
        lines: list[_Line] = []
        room = 0
        for item, hint in self._visible_with_sizes():
            needed = hint.width()
            if not lines or needed > room:
                lines.append([])
                room = width
            lines[-1].append((item, hint))
            room -= needed + self.spacing()
        return lines

    def _visible_with_sizes(self) -> _Line:
        """The visible items with their sizes. Cached: Qt asks hundreds of times between two changes."""
        if self._visible_items is None:
            self._visible_items = [(item, item.sizeHint()) for item in self._items if not item.isEmpty()]
        return self._visible_items


def _direction(layout: QLayout) -> Qt.LayoutDirection:
    holder = layout.parentWidget()
    return QApplication.layoutDirection() if holder is None else holder.layoutDirection()


def _height(line: _Line) -> int:
    return max(hint.height() for _, hint in line)
