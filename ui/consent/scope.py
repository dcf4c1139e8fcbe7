"""What a yes covers.

Owns: that choice. What stays true: it starts at the narrowest for every question; where the wider one is not possible
it stays on screen, with the reason in words beneath it.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QGridLayout,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)

from host.model import Scope
from ui import text, theme
from ui.consent import fitting, reading
from ui.consent.fitting import set_fitting

_BESIDE: Final = 600
"""Width from which the choices stand beside each other."""


class ScopeChoice(QWidget):
    """Once, or exactly this call for 15 minutes.

    Signals:
        changed(): the choice is another one.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.once = self._radio(reading.ONCE, reading.ONCE_MEANS)
        self.quarter = self._radio(reading.QUARTER, reading.QUARTER_MEANS)
        self._group = QButtonGroup(self)
        self._group.addButton(self.once)
        self._group.addButton(self.quarter)
        self._why = text.label("", "caption", wrap=True, parent=self)
        self._group.buttonToggled.connect(self._toggled)
        wider = QVBoxLayout()
        wider.setSpacing(0)
        wider.addWidget(self.quarter)
        wider.addWidget(self._why)
        self._radios = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._radios.setSpacing(theme.SECTION)
        self._radios.addWidget(self.once, 0, Qt.AlignmentFlag.AlignTop)
        self._radios.addLayout(wider, 1)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.SECTION)
        grid.setColumnStretch(1, 1)
        title = text.label("Your yes covers", "strong", parent=self)
        title.setMinimumHeight(self.once.sizeHint().height())
        grid.addWidget(title, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addLayout(self._radios, 0, 1)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Narrow enough for one choice beneath the other."""
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), fitting.ROOM), whole.height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Beside each other where there is room."""
        super().resizeEvent(event)
        wide = event.size().width() >= _BESIDE
        self._radios.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._radios.setSpacing(theme.SECTION if wide else 0)

    @property
    def scope(self) -> Scope:
        """What is chosen."""
        return "15min" if self.quarter.isChecked() and self.quarter.isEnabled() else "once"

    def start_over(self, no_grant: str) -> None:
        """Back to once. ``no_grant``: why nothing wider is possible, empty where it is."""
        self.once.setChecked(True)
        self.quarter.setEnabled(not no_grant)
        set_fitting(self._why, no_grant, fitting.ROOM // 2)
        self._why.setVisible(bool(no_grant))
        self._why.setIndent(self._beside_the_dot())
        text.named(self.quarter, reading.QUARTER, no_grant or reading.QUARTER_MEANS)
        text.tooltip(self.quarter, no_grant or reading.QUARTER_MEANS)

    def _radio(self, words: str, meaning: str) -> QRadioButton:
        made = text.radio(words, parent=self)
        text.named(made, words, meaning)
        text.tooltip(made, meaning)
        return made

    def _beside_the_dot(self) -> int:
        """Where the words of a choice begin."""
        self.quarter.ensurePolished()
        option = QStyleOptionButton()
        self.quarter.initStyleOption(option)
        where = QStyle.SubElement.SE_RadioButtonContents
        return self.quarter.style().subElementRect(where, option, self.quarter).left()

    def _toggled(self, _button: object, checked: bool) -> None:
        if checked:
            self.changed.emit()
