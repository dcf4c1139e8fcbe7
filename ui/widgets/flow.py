"""A layout that puts widgets in lines and wraps them as words wrap.

Invariants:
    Each widget keeps the width that it wants, unless the whole line is narrower. From right to left it is mirrored.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QLayout, QLayoutItem, QStyle, QWidget

from ui import theme

_Line: TypeAlias = "list[tuple[QLayoutItem, QSize]]"
"""Things, and the sizes that they want."""
_WIDTHS: Final = 32
"""For which the lines are remembered, until anything in them changes."""


class FlowLayout(QLayout):
    """A layout of lines."""

    def __init__(self, parent: QWidget | None = None, *, ends: bool = False, justified: bool = False) -> None:
        """``ends``: lines stand at the end rather than at the beginning. ``justified``: from edge to edge."""
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._hints: _Line | None = None
        self._least: QSize | None = None
        self._by_width: dict[int, tuple[list[_Line], int]] = {}
        self._ends, self._justified = ends, justified
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(theme.GROUP)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802  # Qt's name
        """One more."""
        self._items.append(item)
        self._forget()

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802  # Qt asks beyond the end
        """The one at ``index``."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802  # Qt asks beyond the end
        """Take one out."""
        self._forget()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def invalidate(self) -> None:
        """What is in it is of another size, or shown, or hidden."""
        self._forget()
        super().invalidate()

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802  # Qt's name
        """It takes what it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802  # Qt's name
        """Narrow is high."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802  # Qt's name
        """Height of all lines."""
        return self._laid_out(width)[1]

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """All on one line."""
        hints = [hint for _, hint in self._shown()]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:  # noqa: N802  # Qt's name
        """The widest of them on a line of its own."""
        if self._least is None:
            least = QSize(0, 0)
            for _, hint in self._shown():
                least = least.expandedTo(hint)
            self._least = least
        return self._least

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802  # Qt's name
        """Put each in its place."""
        super().setGeometry(rect)
        top = rect.top()
        for line in self._laid_out(rect.width())[0]:
            height = _height(line)
            self._place(line, QRect(QPoint(rect.left(), top), QSize(rect.width(), height)))
            top += height + self.spacing()

    def _place(self, line: _Line, row: QRect) -> None:
        widths = [min(hint.width(), row.width()) for _, hint in line]
        used = sum(widths) + self.spacing() * (len(line) - 1)
        spare = row.width() - used
        left = row.left() + (spare if self._ends else 0)
        apart = spare // (len(line) - 1) if self._justified and len(line) > 1 else 0
        for (item, hint), width in zip(line, widths, strict=True):
            height = hint.height()
            place = QRect(left, row.top() + (row.height() - height) // 2, width, height)
            item.setGeometry(QStyle.visualRect(_direction(self), row, place))
            left += width + self.spacing() + apart

    def _forget(self) -> None:
        self._hints = self._least = None
        self._by_width.clear()

    def _laid_out(self, width: int) -> tuple[list[_Line], int]:
        """What stands on which line, and the height of all; Qt asks for the same few widths hundreds of times."""
        known = self._by_width.get(width)
        if known is None:
            lines = self._lines(width)
            known = lines, sum(map(_height, lines)) + self.spacing() * max(0, len(lines) - 1)
            if len(self._by_width) >= _WIDTHS:
                self._by_width.clear()
            self._by_width[width] = known
        return known

    def _lines(self, width: int) -> list[_Line]:
        lines: list[_Line] = []
        left = 0
        for item, hint in self._shown():
            needs = hint.width()
            if not lines or needs > left:
                lines.append([])
                left = width
            lines[-1].append((item, hint))
            left -= needs + self.spacing()
        return lines

    def _shown(self) -> _Line:
        """What is shown, and its size; Qt asks for them hundreds of times in between two changes."""
        if self._hints is None:
            self._hints = [(item, item.sizeHint()) for item in self._items if not item.isEmpty()]
        return self._hints


def _direction(layout: QLayout) -> Qt.LayoutDirection:
    holder = layout.parentWidget()
    return QApplication.layoutDirection() if holder is None else holder.layoutDirection()


def _height(line: _Line) -> int:
    return max(hint.height() for _, hint in line)
