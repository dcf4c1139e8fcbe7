"""Denying with a reason, in the window itself.

Owns: the line where the person says why, and the usual reasons, each of which is one press.

Invariants: the words are the person's own, or those on the button that was pressed; a press that was meant for what
stood there before, and a key that repeats itself, send nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ui import text, theme
from ui.consent.approval import Kind
from ui.tr import mark, tr
from ui.widgets.flow import FlowLayout

REASONS: Final = (
    mark("Not what I asked for"),
    mark("Wrong file or place"),
    mark("Too much at once"),
    mark("Ask me first"),
    mark("Looks unsafe"),
)
HELD_REASONS: Final = (
    mark("Not what I asked for"),
    mark("It names people"),
    mark("Too much at once"),
    mark("Ask me first"),
    mark("Looks unsafe"),
)
"""The same for a result."""
LONGEST: Final = 1000
"""Characters of a reason: a few sentences for the model, no document."""
SETTLING_MS: Final = 300
"""The second press of a double click on what opened this lands before it is over."""
_RETURNS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class DenyReasonRow(QWidget):
    """The usual reasons, and a line for another.

    Attributes:
        chips: the usual reasons. line: for another.
    Signals:
        sent(): deny with ``words``. cancelled().
    """

    sent = Signal()
    cancelled = Signal()

    def __init__(self, clock: Callable[[], float], parent: QWidget | None = None) -> None:
        """``clock``: monotonic seconds."""
        super().__init__(parent)
        self._clock = clock
        self._since = -float("inf")
        self._picked = ""
        self._held = False
        self.line = QLineEdit(self)
        self.line.setMaxLength(LONGEST)
        self.line.setPlaceholderText(tr("What should it do instead? The model reads this."))
        self.line.installEventFilter(self)
        self.line.returnPressed.connect(self.send)
        self.send_button = text.button("", "normal", parent=self)
        self.send_button.clicked.connect(self.send)
        self.cancel_button = text.button(tr("Cancel"), "quiet", parent=self)
        self.cancel_button.clicked.connect(self.cancelled)
        self.chips = [self._chip(number) for number in range(len(REASONS))]
        self._title = text.label("", "strong", parent=self)
        self._hint = text.label(tr("A press on a reason sends it at once."), "caption", wrap=True, parent=self)
        self.show_kind("approve")
        self._lay_out()

    def show_kind(self, kind: Kind) -> None:
        """Say no in the words of what is asked."""
        self._held = held = kind == "release"
        text.set_text(self._title, tr("Withhold, and say why") if held else tr("Deny, and say why"))
        text.set_button_text(self.send_button, tr("Withhold it") if held else tr("Send denial"))
        for number, chip in enumerate(self.chips):
            words = self._reason(number)
            said = tr("Withhold it: {reason}", reason=words) if held else tr("Deny: {reason}", reason=words)
            text.set_button_text(chip, words)
            text.named(chip, said, tr("One press sends it. The model reads it."))
        name = tr("Reason for withholding it") if held else tr("Reason for the denial")
        text.named(self.line, name, tr("The model reads it."))

    def start(self) -> None:
        """Begin with an empty line."""
        self._picked = ""
        self._since = self._clock()
        self.line.clear()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def words(self) -> str:
        """What the person wrote, or pressed."""
        return self._picked or self.line.text().strip()

    def send(self) -> None:
        """Deny with what stands in the line, if only with nothing."""
        self.sent.emit()

    def set_live(self, live: bool) -> None:
        """Whether a no can be given now."""
        for button in (self.send_button, *self.chips):
            button.setEnabled(live)

    def stops(self) -> list[QWidget]:
        """Where the keyboard stops, in order."""
        return [*self.chips, self.line, self.send_button, self.cancel_button]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """A held Return sends nothing; nor does the second press of a double click that began elsewhere."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.isAutoRepeat():
            return watched is not self.line or event.key() in _RETURNS
        if watched is not self.line and event.type() is QEvent.Type.MouseButtonDblClick:
            return True
        return super().eventFilter(watched, event)

    def _reason(self, number: int) -> str:
        return tr((HELD_REASONS if self._held else REASONS)[number])

    def _pick(self, number: int) -> None:
        if (self._clock() - self._since) * 1000 >= SETTLING_MS:
            self._picked = self._reason(number)  # nothing is read back from a widget
            self.sent.emit()

    def _chip(self, number: int) -> QPushButton:
        chip = text.button("", "pill", parent=self)
        chip.clicked.connect(partial(self._pick, number))
        chip.installEventFilter(self)
        return chip

    def _lay_out(self) -> None:
        entry = QHBoxLayout()
        entry.setSpacing(theme.GROUP)
        entry.addWidget(self.line, 1)
        entry.addWidget(self.send_button)
        entry.addWidget(self.cancel_button)
        chips = FlowLayout()
        for chip in self.chips:
            chips.addWidget(chip)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.GROUP)
        head = QHBoxLayout()
        head.setSpacing(theme.GROUP)
        head.addWidget(self._title)
        head.addWidget(self._hint, 1)
        rows.addLayout(head)
        rows.addLayout(chips)
        rows.addLayout(entry)
