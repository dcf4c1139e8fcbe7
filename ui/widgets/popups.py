"""What opens above the window: menus, and the lists of choices.

Invariants:
    They look like the theme: its radius without square corners behind it, and no entry is cut where the screen has
    room for it. A wheel changes no choice in passing.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainterPath, QPaintEvent, QRegion, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from ui import theme

_FIELD: Final = QStyle.ComplexControl.CC_ComboBox
_FLAGS: Final = Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
_MOST: Final = 12
"""Choices that stand in a list before it scrolls."""


class Menu(QMenu):
    """A menu with the theme's corners."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _frameless(self)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Another size, other corners."""
        super().resizeEvent(event)
        _cut_corners(self)


class Combo(QComboBox):
    """A choice out of a list. What does not fit into the field is cut at its end: a name stands first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list: QWidget | None = None
        self.setMaxVisibleItems(_MOST)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Room for the longest entry, uncut."""
        return super().sizeHint() + QSize(theme.GROUP, 0)

    def showPopup(self) -> None:  # noqa: N802  # Qt's name
        """Open the list, as wide as its longest entry."""
        view = self.view()
        if self._list is None:
            self.setItemDelegate(QStyledItemDelegate(self))  # Qt's own knows no style sheet
            self._list = view.window()
            _frameless(self._list)
        room = self.screen().availableGeometry().width()
        view.setMinimumWidth(min(view.sizeHintForColumn(0) + theme.PAGE, room))
        super().showPopup()
        _cut_corners(self._list)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw it, cut to its place."""
        if self.currentIndex() < 0:
            super().paintEvent(event)
            return
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        room = self.style().subControlRect(_FIELD, option, QStyle.SubControl.SC_ComboBoxEditField, self).width()
        option.currentText = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, room - theme.SPACE
        )
        painter = QStylePainter(self)
        painter.drawComplexControl(_FIELD, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Whoever scrolls reads."""
        event.ignore()


def _frameless(popup: QWidget) -> None:
    popup.setWindowFlags(popup.windowFlags() | _FLAGS)
    popup.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)


def _cut_corners(popup: QWidget) -> None:
    """Leave out what is beyond the corners: without a compositor it would be black."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(popup.rect()), theme.RADIUS, theme.RADIUS)
    popup.setMask(QRegion(path.toFillPolygon().toPolygon()))
