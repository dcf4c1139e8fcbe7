"""Fields for the usual parts of a rule, above its text.

Owns: the row of fields. What stays true: they say what the text says, and nothing else; what is typed in them goes into
the text at once; while the text has comments or mistakes they are out of use, and the text leads.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QWidget

from ui import text
from ui.rules import rule_text, words
from ui.rules.words import escape_invisible
from ui.theme import GROUP, SPACE
from ui.tr import mark, tr

NAMES: Final[tuple[rule_text.Name, ...]] = ("server", "tool", "app")
OUT_OF_USE: Final = mark("These fields are out of use while the text has comments or mistakes.")
_LONGEST: Final = 1_000
"""Characters of a pattern."""


class RuleFields(QWidget):
    """The row. Attributes: effect, fields: by name. Signals: changed(str: text of the whole rule)."""

    changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.effect = QComboBox()
        text.named(self.effect, tr("Effect"))
        for effect in rule_text.EFFECTS:
            self.effect.addItem(words.effect_style(effect).word, effect)
        self.fields = {name: QLineEdit() for name in NAMES}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GROUP)
        grid.setVerticalSpacing(SPACE)
        grid.addWidget(text.label(tr("Effect"), "caption"), 0, 0)
        grid.addWidget(self.effect, 1, 0)
        for column, (name, field) in enumerate(self.fields.items(), 1):
            field.setMaxLength(_LONGEST)
            text.named(field, name.capitalize(), tr("A pattern: * for any text, ? for any character."))
            grid.addWidget(
                text.label(tr("{capitalize} (* for any)", capitalize=name.capitalize()), "caption"), 0, column
            )
            grid.addWidget(field, 1, column)
            grid.setColumnStretch(column, 1)
            field.textEdited.connect(partial(self._write, name))
        self.effect.activated.connect(self._on_effect)

    def show_text(self, rule: str) -> None:
        """Say what a rule says."""
        self._text = rule
        said = rule_text.read_parts(rule)
        for part in (self.effect, *self.fields.values()):
            part.setEnabled(said is not None)
            text.tooltip(part, "" if said is not None else tr(OUT_OF_USE))
        if said is None:
            return
        self.effect.setCurrentIndex(self.effect.findData(said.effect))
        for name, field in self.fields.items():
            pattern = escape_invisible(getattr(said, name))
            if field.text() != pattern and not (field.hasFocus() and not field.text()):
                field.setText(pattern)
            field.setReadOnly(pattern != getattr(said, name))  # what cannot be seen is changed in the text alone

    def _on_effect(self, index: int) -> None:
        self._write("effect", str(self.effect.itemData(index)))

    def _write(self, name: rule_text.Name, value: str) -> None:
        if rule_text.read_parts(self._text) is not None:
            self.changed.emit(rule_text.replace_part(self._text, name, value))
