"""The words that led here, as the app tells them.

Owns: that quotation.

Invariants: it is a stranger's word and says so; it is shown as text, folded after a few lines, with how much there is;
nothing of it is left out of what can be opened.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from host.text import Untrusted, escape, measure, one_line
from ui import icons, text, theme
from ui.consent import fitting
from ui.consent.fitting import set_fitting
from ui.inputs.text_block import TextBlock
from ui.tr import tr, tr_n
from ui.widgets.cards import Card
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, Glyph

LINES: Final = 3
"""Lines that are shown at first."""
LINE: Final = 240
"""Characters of each."""
_LITTLE: Final = 40
"""Characters more that are shown as well: to fold so few away takes more room than they do."""
_ROOM: Final = fitting.ROOM - 3 * theme.PAGE


class TurnView(QWidget):
    """What was said before the call, quoted.

    Attributes:
        more: shows all of it; None where all of it is there.
    """

    def __init__(self, turn: str, parent: QWidget | None = None) -> None:
        """``turn``: as the app tells it (untrusted)."""
        super().__init__(parent)
        self._turn = turn
        self.more: QPushButton | None = None
        self._block: TextBlock | None = None
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._card = Card("claim", self)
        self._card.body.setSpacing(theme.SPACE)
        self._rows.addWidget(self._card)
        self._card.body.addLayout(self._head())
        self._quote()

    def _head(self) -> FlowLayout:
        row = FlowLayout()
        row.addWidget(Glyph("quotes", icons.SMALL, "muted", self._card))
        row.addWidget(text.label(tr("The app says this led here"), "strong", parent=self._card))
        row.addWidget(Badge(tr("unverified"), "neutral", "seal-question", self._card))
        return row

    def _quote(self) -> None:
        lines = self._turn.split("\n")
        first = [_beginning(line) for line in lines[:LINES]]
        shown = "\n".join(words for words, _ in first)
        self._words = text.label("", "body", wrap=True, parent=self._card)
        set_fitting(self._words, shown, _ROOM)
        text.named(self._words, tr("The app says this led here: {words}", words=shown))
        self._card.body.addWidget(self._words)
        if len(lines) > LINES or not all(whole for _, whole in first):
            self._offer_all()

    def _offer_all(self) -> None:
        size = measure(self._turn)
        lines = tr_n("{n} line", "{n} lines", size.lines)
        characters = tr_n("{n} character", "{n} characters", size.characters)
        words = tr("Show all: {lines}, {characters}", lines=lines, characters=characters)
        self.more = text.button(words, "fold", parent=self._card)
        self.more.setIcon(icons.icon("caret-right"))
        self.more.clicked.connect(self._open)
        self._card.body.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def _open(self) -> None:
        if self.more is None or self._block is not None:
            return
        self._block = TextBlock(self._card)
        self._block.show_text(Untrusted(self._turn), tr("What led here, as the app tells it"))
        self._words.hide()
        self.more.hide()
        self._card.body.addWidget(self._block)
        self._block.show()


def _beginning(line: str) -> tuple[str, bool]:
    """What of it is shown at first, and whether that is all of it."""
    if len(line) <= LINE + _LITTLE and len(words := escape(line)) <= LINE + _LITTLE:
        return words, True
    kept, mark, count = one_line(line, LINE).rpartition("⟨…")
    return f"{kept.rstrip()} {mark}{count}", False
