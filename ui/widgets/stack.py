"""Several widgets in one place, of which one shows.

Invariants: a screen reader is told of what shows, and of nothing around it: a ``QStackedWidget`` of Qt is a *layered
pane* to it, which it says aloud each time that the keyboard comes in.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget


class Stack(QWidget):
    """A stack; its methods are those of a ``QStackedWidget``.

    Signals:
        currentChanged(int): which shows now, -1 for none.
    """

    currentChanged = Signal(int)  # noqa: N815  # Qt's name

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layers = QStackedLayout(self)
        self._layers.currentChanged.connect(self.currentChanged)
        self.addWidget, self.insertWidget = self._layers.addWidget, self._layers.insertWidget
        self.removeWidget, self.count = self._layers.removeWidget, self._layers.count
        self.currentWidget, self.currentIndex = self._layers.currentWidget, self._layers.currentIndex
        self.setCurrentWidget, self.setCurrentIndex = self._layers.setCurrentWidget, self._layers.setCurrentIndex
