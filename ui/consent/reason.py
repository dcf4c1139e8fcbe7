"""Denying with a reason, in the window itself.

Owns: the line where the person says why. What stays true: the words are the person's own; a suggestion only fills the
line, it sends nothing; a key that repeats itself sends nothing either.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ui import text, theme
from ui.consent.reading import Kind

SUGGESTIONS: Final = ("Not this file", "Not needed", "Do less at once", "Explain it to me first")
HELD_SUGGESTIONS: Final = ("It names people", "Not needed", "Ask for less", "Explain it to me first")
"""The same for a result."""
LONGEST: Final = 1000
"""Characters of a reason: a few sentences for the model, no document."""


class ReasonRow(QWidget):
    """A line for the reason, with suggestions.

    Signals:
        sent(): deny with ``words``. cancelled().
    """

    sent = Signal()
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = QLineEdit(self)
        self.line.setMaxLength(LONGEST)
        self.line.setPlaceholderText("What should it do instead? The model reads this.")
        self.line.installEventFilter(self)
        self.line.returnPressed.connect(self.send)
        self.send_button = text.button("", "normal", parent=self)
        self.send_button.clicked.connect(self.send)
        self.cancel_button = text.button("Cancel", "quiet", parent=self)
        self.cancel_button.clicked.connect(self.cancelled)
        self.chips = [self._chip() for _ in SUGGESTIONS]
        self._title = text.label("", "strong")
        self.show_kind("approve")
        self._lay_out()

    def show_kind(self, kind: Kind) -> None:
        """Say no in the words of what is asked."""
        self._held = held = kind == "release"
        text.set_text(self._title, "Withhold, and say why" if held else "Deny, and say why")
        text.set_button_text(self.send_button, "Withhold it" if held else "Send denial")
        for chip, words in zip(self.chips, HELD_SUGGESTIONS if held else SUGGESTIONS, strict=True):
            text.set_button_text(chip, words)
            text.named(chip, f"Suggestion: {words}")
        text.named(self.line, f"Reason for {'withholding it' if held else 'the denial'}", "The model reads it.")

    def start(self) -> None:
        """Begin with an empty line."""
        self.line.clear()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def words(self) -> str:
        """What the person wrote."""
        return self.line.text().strip()

    def send(self) -> None:
        """Deny with what stands in the line, if only with nothing."""
        self.sent.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """A held Return sends nothing."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.isAutoRepeat():
            return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        return super().eventFilter(watched, event)

    def _fill(self, chip: QPushButton) -> None:
        kind = HELD_SUGGESTIONS if self._held else SUGGESTIONS  # nothing is read back from a widget
        self.line.setText(kind[self.chips.index(chip)])
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _chip(self) -> QPushButton:
        chip = text.button("", "pill", parent=self)
        chip.clicked.connect(partial(self._fill, chip))
        return chip

    def _lay_out(self) -> None:
        entry = QHBoxLayout()
        entry.setSpacing(theme.GROUP)
        entry.addWidget(self.line, 1)
        entry.addWidget(self.send_button)
        entry.addWidget(self.cancel_button)
        chips = QHBoxLayout()
        chips.setSpacing(theme.GROUP)
        for chip in self.chips:
            chips.addWidget(chip)
        chips.addStretch(1)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.GROUP)
        rows.addWidget(self._title)
        rows.addLayout(entry)
        rows.addLayout(chips)
