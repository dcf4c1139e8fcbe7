"""What the assistant says, and what Assent says about it.

Owns: how a line of the conversation looks. What stays true: the assistant's words are a stranger's, shown as plain
text; Assent's own look different and say so by their icon.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from host.control.views import AssistantEntry
from host.text import Untrusted
from ui import icons, theme
from ui.inputs.text_block import TextBlock
from ui.text import Text, label, named
from ui.tr import tr
from ui.widgets.card import Card
from ui.widgets.glyph import Glyph

_SHORT: Final = 700
_SHORT_LINES: Final = 6
_SHORT_WORD: Final = 80
"""Up to here words are shown as they are: a longer one would not wrap."""


def untrusted_text(text: str, name: str) -> QWidget:
    """A stranger's words: a few lines as labels, anything longer folded and paged. ``name``: for a screen reader."""
    words = text.split()
    if len(text) > _SHORT or text.count("\n") > _SHORT_LINES or any(len(word) > _SHORT_WORD for word in words):
        block = TextBlock()
        block.show_text(Untrusted(text), name)
        return block
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for line in text.removesuffix("\n").split("\n"):
        column.addWidget(label(Untrusted(line), wrap=True))
    return made


class MessageBubble(QWidget):
    """One thing said. Attributes: speaks: whether the assistant said it."""

    def __init__(self, entry: AssistantEntry, *, goes_on: bool = False, parent: QWidget | None = None) -> None:
        """``goes_on``: the same one spoke before; its picture is not repeated."""
        super().__init__(parent)
        note = entry.role == "note"
        self.speaks = not note
        words: Text = entry.text if note else Untrusted(entry.text)
        card = Card("notice-amber" if note else "notice-neutral")
        if note:
            card.body.addWidget(label(words, wrap=True))
        else:
            card.body.addWidget(untrusted_text(entry.text, tr("What it says")))
        card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        row = QHBoxLayout(self)
        row.setContentsMargins(icons.MEDIUM + theme.GROUP if goes_on else 0, 0, 0, 0)
        row.setSpacing(theme.GROUP)
        if not goes_on:
            glyph = Glyph("info" if note else "robot", icons.MEDIUM, "amber" if note else "muted")
            row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(card, 1)
        named(self, words if note else tr("The assistant says"), "" if note else words)
