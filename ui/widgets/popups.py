"""Menus, and combo boxes with their lists.

Invariants:
    They have the theme's rounded corners without square corners behind them, and cut no entry that fits on the screen.
    The mouse wheel never changes a choice.
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
_MOST: Final = 12  # entries in a list before it scrolls


class Menu(QMenu):
    """A menu with the theme's corners."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _remove_frame(self)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Cut the corners for the new size."""
        super().resizeEvent(event)
        _cut_corners(self)


class Combo(QComboBox):
    """A combo box. Text that does not fit into the field is cut at its end, since names come first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list: QWidget | None = None
        self.setMaxVisibleItems(_MOST)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Room for the longest entry."""
        return super().sizeHint() + QSize(theme.GROUP, 0)

    def showPopup(self) -> None:  # noqa: N802  # Qt's name
        """Open the list, as wide as its longest entry."""
        view = self.view()
        if self._list is None:
            self.setItemDelegate(QStyledItemDelegate(self))  # Qt's own ignores the style sheet
            self._list = view.window()
            _remove_frame(self._list)
        room = self.screen().availableGeometry().width()
        view.setMinimumWidth(min(view.sizeHintForColumn(0) + theme.PAGE, room))
        super().showPopup()
        _cut_corners(self._list)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw the current entry, cut to the field."""
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
        """Ignore the wheel: it is meant for the page."""
        event.ignore()


def _remove_frame(popup: QWidget) -> None:
    popup.setWindowFlags(popup.windowFlags() | _FLAGS)
    popup.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)


def _cut_corners(popup: QWidget) -> None:
    """Mask the corners: without a compositor they would be black."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(popup.rect()), theme.RADIUS, theme.RADIUS)
    popup.setMask(QRegion(path.toFillPolygon().toPolygon()))
