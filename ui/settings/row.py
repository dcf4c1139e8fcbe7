"""One setting on the screen.

Owns: a setting's title, sentence, field, bounds and way back. What stays true: it is validated while it is typed, and
only a value that fits is given on; what is wrong is said beside the field; one that is locked cannot be typed over.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from host.settings import Declaration
from ui import theme
from ui.settings import values
from ui.text import Text, button, label, named, set_text, shown
from ui.tr import mark, tr
from ui.widgets.glyph import Glyph

LOCKED: Final = mark("Set by your administrator")
UNREADABLE: Final = mark("Locked: the administrator's file cannot be used")
_FIELD: Final = 16
"""Characters for which a field has room."""


class SettingRow(QWidget):
    """A setting. Signals: changed(str: its name, float): the person wants another value."""

    changed = Signal(str, float)

    def __init__(self, declared: Declaration, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.declared = declared
        self._value = float(declared.default)
        self.field = QLineEdit(self)
        self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.reset = button(tr("Reset"), "quiet", parent=self)
        room = self.reset.sizePolicy()
        room.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(room)
        self._locked = ""
        self._lock_words = label(tr(LOCKED), "caption")
        self.lock = _lock(self._lock_words, self)
        self.error = label("", "caption", wrap=True, parent=self)
        self.error.setProperty("tone", "red")
        self._lay_out()
        named(self.field, tr(declared.title), f"{tr(declared.doc)} {values.range_and_default(declared)}")
        named(
            self.reset,
            tr(
                "Reset {title} to {declared}",
                title=tr(declared.title),
                declared=values.format_value(declared, declared.default),
            ),
        )
        self.field.textEdited.connect(self._check)
        self.field.editingFinished.connect(self._finish)
        self.reset.clicked.connect(self._reset)
        self.show_value(declared.default)

    @property
    def value(self) -> float:
        """The value in force."""
        return self._value

    def show_value(self, value: float) -> None:
        """Show what is in force. What is being typed stays."""
        self._value = value
        self.reset.setEnabled(value != self.declared.default)
        if not (self.field.hasFocus() and self.field.isModified()):
            self.field.setText(values.format_value(self.declared, value))
            self._say("")

    def set_locked(self, why: str) -> None:
        """The administrator set it, or may have; empty: or does not any more."""
        if why == self._locked:
            return
        self._locked, locked = why, bool(why)
        set_text(self._lock_words, why)
        self.field.setReadOnly(locked)
        self.lock.setVisible(locked)
        self.reset.setVisible(not locked)
        described = f"{tr(self.declared.doc)} {why or values.range_and_default(self.declared)}"
        named(self.field, tr(self.declared.title), described)
        if locked:
            self.field.setModified(False)
            self.show_value(self._value)

    def show_error(self, why: Text) -> None:
        """The value was not taken; the field keeps what was typed."""
        self._say(why)

    def _check(self, typed: str) -> None:
        try:
            values.parse_value(self.declared, typed)
        except values.WrongValue as error:
            self._say(str(error))
        else:
            self._say("")

    def _finish(self) -> None:
        """Enter was pressed, or the field was left: take what fits, keep what does not in sight."""
        if not self.field.isModified():
            return
        try:
            value = values.parse_value(self.declared, self.field.text())
        except values.WrongValue as error:
            self._say(str(error))
            return
        self.field.setModified(False)
        self.field.setText(values.format_value(self.declared, value))
        if value != self._value:
            self.changed.emit(self.declared.name, value)

    def _reset(self) -> None:
        self.field.setModified(False)
        self.field.setText(values.format_value(self.declared, self.declared.default))
        self._say("")
        self.changed.emit(self.declared.name, self.declared.default)

    def _say(self, wrong: Text) -> None:
        set_text(self.error, wrong)
        self.error.setVisible(bool(shown(wrong)))
        self.field.setProperty("wrong", "true" if shown(wrong) else "false")
        self.field.style().unpolish(self.field)
        self.field.style().polish(self.field)

    def _lay_out(self) -> None:
        self.field.setMinimumWidth(self.fontMetrics().averageCharWidth() * _FIELD)
        words = QVBoxLayout()
        words.setSpacing(theme.SPACE)
        words.addWidget(label(tr(self.declared.title), "strong", wrap=True, parent=self))
        words.addWidget(label(tr(self.declared.doc), "body", wrap=True, parent=self))
        words.addWidget(label(values.range_and_default(self.declared), "caption", wrap=True, parent=self))
        words.addWidget(self.lock)
        words.addWidget(self.error)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.SPACE, 0, theme.SPACE)
        row.setSpacing(theme.GROUP)
        row.addLayout(words, 1)
        row.addSpacing(theme.SECTION)
        for part in (self.field, self.reset):
            row.addWidget(part, 0, Qt.AlignmentFlag.AlignTop)


def _lock(words: QLabel, parent: QWidget) -> QWidget:
    """The line that says who set it; hidden."""
    made = QWidget(parent)
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.SPACE)
    row.addWidget(Glyph("lock-simple", tone="muted"))
    row.addWidget(words, 1)
    made.hide()
    return made
