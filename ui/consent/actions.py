"""The buttons under a question.

Owns: their places. What stays true: they are always on screen; Deny stands first, for the eye and for Tab, Approve
last and not larger than its words; where the window is too narrow for one row they take two.
"""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui import icons, text, theme
from ui.consent.reading import Kind


class ActionRow(QWidget):
    """Deny, Deny with reason…, Put aside, Approve.

    Attributes:
        deny, deny_with_reason, aside, approve: the buttons.
    """

    def __init__(self, approve: QPushButton, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.deny = text.button("Deny", "normal", parent=self)
        self.deny.setIcon(icons.icon("x-circle"))
        self.deny.setIconSize(approve.iconSize())
        self.deny_with_reason = text.button("Deny with reason…", "normal", parent=self)
        self.aside = text.button("Put aside", "quiet", parent=self)
        text.tooltip(self.aside, "It stays pending and waits behind the others. Esc")
        self.approve = approve
        self._upper, self._lower = QHBoxLayout(), QHBoxLayout()
        self._left, self._right = QWidget(self), QWidget(self)
        self._narrow: bool | None = None
        self._lay_out()
        self.show_kind("approve")

    def show_kind(self, kind: Kind) -> None:
        """Say no in the words of what is asked."""
        held = kind == "release"
        text.set_button_text(self.deny, "Withhold" if held else "Deny")
        text.set_button_text(self.deny_with_reason, "Withhold with reason…" if held else "Deny with reason…")
        what = "The app does not get the result" if held else "Nothing is sent"
        text.tooltip(self.deny, f"{what}. Ctrl+D")
        text.tooltip(self.deny_with_reason, f"{what}, and the model reads why. Ctrl+Shift+D")
        self.arrange()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Narrow enough for two rows."""
        whole = super().minimumSizeHint()
        return QSize(max(self._left.minimumSizeHint().width(), self._right.minimumSizeHint().width()), whole.height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """One row or two."""
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Choose between one row and two by what the buttons say now."""
        narrow = self._needs_two(self.width())
        if narrow == self._narrow:
            return
        self._narrow = narrow
        (self._upper if narrow else self._lower).removeWidget(self._right)
        (self._lower if narrow else self._upper).addWidget(self._right, 1)
        self.updateGeometry()

    def below_deny(self, width: int) -> int:
        """Height of what stands beneath Deny: the row of Approve, where they take two."""
        return self.approve.sizeHint().height() + theme.GROUP if self._needs_two(width) else 0

    def _needs_two(self, width: int) -> bool:
        return self._left.sizeHint().width() + theme.SECTION + self._right.sizeHint().width() > width

    def _lay_out(self) -> None:
        left = _row(self._left)
        left.addWidget(self.deny)
        left.addWidget(self.deny_with_reason)
        left.addStretch(1)
        right = _row(self._right)
        right.addStretch(1)
        right.addWidget(self.aside)
        right.addWidget(self.approve)
        self._upper.addWidget(self._left)
        self._upper.addWidget(self._right, 1)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.GROUP)
        rows.addLayout(self._upper)
        rows.addLayout(self._lower)
        self._narrow = False


def _row(widget: QWidget) -> QHBoxLayout:
    row = QHBoxLayout(widget)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.GROUP)
    return row
