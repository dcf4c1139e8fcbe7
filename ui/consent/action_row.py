"""The buttons under a question.

Owns: their places.

Invariants: they are always on screen; Deny stands first, for the eye and for Tab, Approve last and not larger than its
words; where the window is too narrow for one row they take as many as they need, those that send nothing above those
that may; how many that is, the widest words decide that Approve may have yet for a question, so that Deny stays where
it is when a line was read.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui import icons, text, theme
from ui.consent.approval import Kind
from ui.tr import tr
from ui.widgets.flow import FlowLayout


class ActionRow(QWidget):
    """Deny, Deny with reason…, Put aside, Edit…, Approve.

    Attributes:
        deny, deny_with_reason, aside, edit, approve: the buttons.
    """

    def __init__(self, approve: QPushButton, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left, self._right = QWidget(self), QWidget(self)
        self.deny = text.button(tr("Deny"), "normal", parent=self._left)
        self.deny.setIcon(icons.icon("x-circle"))
        self.deny_with_reason = text.button(tr("Deny with reason…"), "normal", parent=self._left)
        self.aside = text.button(tr("Put aside"), "quiet", parent=self._left)
        text.tooltip(self.aside, tr("It stays pending and waits behind the others. Esc"))
        self.edit = text.button(tr("Edit…"), "normal", parent=self._right)
        text.tooltip(self.edit, tr("Change the inputs. The changed call is asked anew. Ctrl+E"))
        self.approve = approve
        self._upper, self._lower = QHBoxLayout(), QHBoxLayout()
        self._narrow: bool | None = None
        self._widest = ""  # of the words that Approve has for this question
        self._lay_out()
        self.show_kind("approve")

    def show_kind(self, kind: Kind) -> None:
        """Say no in the words of what is asked. Another question: what Approve said before takes no room."""
        self.forget()
        held = kind == "release"
        text.set_button_text(self.deny, tr("Withhold") if held else tr("Deny"))
        text.set_button_text(self.deny_with_reason, tr("Withhold with reason…") if held else tr("Deny with reason…"))
        what = tr("The app does not get the result.") if held else tr("Nothing is sent.")
        text.tooltip(self.deny, f"{what} Ctrl+D")
        text.tooltip(self.deny_with_reason, f"{what} {tr('The model reads why.')} Ctrl+Shift+D")
        self.edit.setVisible(not held)
        self.arrange()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Narrow enough for one beneath another."""
        whole = super().minimumSizeHint()
        return QSize(max(self._left.minimumSizeHint().width(), self._right.minimumSizeHint().width()), whole.height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """One row or more."""
        super().resizeEvent(event)
        self.arrange()

    def reserve(self, words: Iterable[str]) -> None:
        """Keep room for what Approve says, or may say yet of this question."""
        self._widest = max((self._widest, *words), key=self.approve.fontMetrics().horizontalAdvance)
        self.arrange()

    def forget(self) -> None:
        """What Approve said of this question so far it will not say again."""
        self._widest = ""

    def arrange(self) -> None:
        """Choose between one row and more by what the buttons say now."""
        narrow = self._needs_two(self.width())
        if narrow != self._narrow:
            self._narrow = narrow
            (self._upper if narrow else self._lower).removeWidget(self._right)
            (self._lower if narrow else self._upper).addWidget(self._right, 1)
        self._fit()

    def below_deny(self, width: int) -> int:
        """Height of what stands beneath the row of Deny."""
        if not self._needs_two(width):
            return 0
        row = self.deny.sizeHint().height()
        return self._height(self._left, width) - row + theme.GROUP + self._right_height(width)

    def _fit(self) -> None:
        """A row that wraps says how high it is only when it is asked for a width."""
        width = self.width()
        self._left.setFixedHeight(self._height(self._left, width if self._narrow else self._left.sizeHint().width()))
        self._right.setFixedHeight(self._right_height(width if self._narrow else self._right_width()))
        self.updateGeometry()

    def _right_height(self, width: int) -> int:
        """Its height where Approve has its widest words: narrower ones leave room rather than moving Deny."""
        return self._height(self._right, max(1, width - self._spare()))

    def _right_width(self) -> int:
        return self._right.sizeHint().width() + self._spare()

    def _spare(self) -> int:
        """Pixels by which the widest words are wider than those that Approve has now."""
        advance = self.approve.fontMetrics().horizontalAdvance
        return max(0, advance(self._widest) - advance(self.approve.text()))

    @staticmethod
    def _height(side: QWidget, width: int) -> int:
        layout = side.layout()
        assert layout is not None, "both have one"
        return layout.heightForWidth(width)

    def _needs_two(self, width: int) -> bool:
        return self._left.sizeHint().width() + theme.GROUP + self._right_width() > width

    def _lay_out(self) -> None:
        left, right = FlowLayout(self._left), FlowLayout(self._right, ends=True)
        for button in (self.deny, self.deny_with_reason, self.aside):
            left.addWidget(button)
        for button in (self.edit, self.approve):
            right.addWidget(button)
        self._upper.addWidget(self._left)
        self._upper.addWidget(self._right, 1)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.GROUP)
        rows.addLayout(self._upper)
        rows.addLayout(self._lower)
        self._narrow = False
