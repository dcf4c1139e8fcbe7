"""What the server says, in its own frame.

Owns: the impact summary and the list of claims.

Invariants: all of it stands in one frame that says whose words these are and whether anybody vouched for them; every
key and value is there, as text, unknown ones too; it is folded to its title where no finding may rest on it and nothing
in it is stricter than what Assent found; of the rest only what the summary says already is folded, and hints of the
protocol that can have a few fixed values alone, and their keys are named.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from host.control.views import Asked
from host.model import ServerRef
from host.text import Untrusted, escape, measure
from ui import icons, text, theme
from ui.consent import claims, fitting, summary
from ui.consent.fitting import set_fitting
from ui.inputs.text_block import TextBlock
from ui.tr import mark, tr, tr_n
from ui.widgets import boxes
from ui.widgets.cards import Card, rule
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, Glyph, show_fold

LONG: Final = 1000
"""Characters from which a claim is shown folded and paged."""
MOST_ROWS: Final = 60
"""Claims shown line by line; what a definition has beyond them is shown as one text."""
_KEYS: Final = fitting.ROOM * 2 // 5
_VALUES: Final = fitting.ROOM // 2

_Content: TypeAlias = "tuple[ServerRef, tuple[summary.Impact, ...], tuple[claims.Claim, ...], bool]"
"""All that the section is made of, and whether it is to be read."""
TITLE: Final = mark("What the server says")


class ClaimsView(QWidget):
    """The section on what the server says of its tool.

    Attributes:
        as_sent_button: shows and hides the claims that may be folded; None where there are too few.
        fold: shows and hides all of it; None where it is to be read.
    """

    def __init__(self, asked: Asked, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = _content_of(asked)
        server, impact, said, matter = self._content
        trusted = server.trusted
        rows = QVBoxLayout(self)  # from the outside in: what is moved later is styled again
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.GROUP)
        self.fold: QPushButton | None = None if matter else text.button(tr(TITLE), "fold", parent=self)
        rows.addLayout(_title(server, self.fold or text.label(tr(TITLE), "heading", parent=self), self))
        self._card = Card("card" if trusted else "claim", self)
        rows.addWidget(self._card)
        self._grid = QGridLayout()
        self._card.body.addLayout(self._grid)
        self._grid.setHorizontalSpacing(theme.SECTION)
        self._grid.setVerticalSpacing(theme.SPACE + theme.SPACE // 2)
        self._grid.setColumnStretch(1, 1)
        self.as_sent_button: QPushButton | None = None
        self._folded: list[QWidget] = []
        self._is_open = False
        self._add_impact(impact)
        self._add_claims(said)
        if self.fold is not None:
            self.fold.clicked.connect(self._show_or_hide_all)
            self._set_shown(is_shown=False)

    def says_of(self, asked: Asked) -> bool:
        """Whether this is, to the letter, what is to be said of another question, and can be as it was made."""
        return self.findChild(TextBlock) is None and self._content == _content_of(asked)

    def start_over(self) -> None:
        """As it was made, for another question."""
        if self.as_sent_button is not None:
            self._set_open(is_open=False)
        self._set_shown(is_shown=self.fold is None)

    def _show_or_hide_all(self) -> None:
        self._set_shown(is_shown=self._card.isHidden())

    def _set_shown(self, *, is_shown: bool) -> None:
        self._card.setVisible(is_shown)
        if self.fold is not None:
            show_fold(self.fold, is_open=is_shown)

    def _add_impact(self, impact: tuple[summary.Impact, ...]) -> None:
        for item in impact:
            value = text.label("", "strong" if item.tone == "amber" else "body", wrap=True, parent=self._card)
            set_fitting(value, item.value, _VALUES)
            said = tr("{name}, as the server says: {value}", name=item.name, value=item.value)
            text.named(value, said)
            key = text.label(item.name, "muted", parent=self._card)
            self._add(key, _marked(value, self._card) if item.tone == "amber" else value)

    def _add_claims(self, said: tuple[claims.Claim, ...]) -> None:
        if said:
            self._grid.addWidget(rule(self._card), self._grid.rowCount(), 0, 1, 2)
        folded = [claim for claim in said if claim.folded]
        found = tuple(claim for claim in said if not claim.folded)
        for claim in found[:MOST_ROWS]:
            self._add_claim(claim)
        if folded:
            self._add_as_sent(folded)
        if rest := found[MOST_ROWS:]:
            lines = "\n".join(f"{claim.key.raw()}: {claim.value.raw()}" for claim in rest)
            key = text.label(tr_n("{n} more", "{n} more", len(rest)), "muted", parent=self._card)
            self._add(key, _block(Untrusted(lines), tr("More of what it says"), self._card))

    def _add_claim(self, claim: claims.Claim) -> tuple[QWidget, QWidget]:
        key = text.label("", "muted", wrap=True, parent=self._card)
        set_fitting(key, summary.name(claim.key.raw()), _KEYS)
        value = _value(claim, self._card)
        self._add(key, value)
        return key, value

    def _add_as_sent(self, folded: list[claims.Claim]) -> None:
        """What the summary says already, and hints: how many, and their rows on request."""
        count = tr_n("{n} hint of the protocol", "{n} hints of the protocol", len(folded))
        self.as_sent_button = text.button(tr("As sent"), "fold", parent=self._card)
        text.named(self.as_sent_button, tr("As sent: {count}", count=count))
        text.tooltip(self.as_sent_button, tr("What matters of them stands above in words."))
        self._add(self.as_sent_button, text.label(count, "muted", wrap=True, parent=self._card))
        self._folded = [part for claim in folded for part in self._add_claim(claim)]
        self.as_sent_button.clicked.connect(self._show_or_hide)
        self._set_open(is_open=False)

    def _show_or_hide(self) -> None:
        self._set_open(is_open=not self._is_open)

    def _set_open(self, *, is_open: bool) -> None:
        self._is_open = is_open
        if self.as_sent_button is not None:
            show_fold(self.as_sent_button, is_open=is_open)
        for part in self._folded:
            part.setVisible(is_open)

    def _add(self, key: QWidget, value: QWidget) -> None:
        row = self._grid.rowCount()
        self._grid.addWidget(key, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(value, row, 1)


def _content_of(asked: Asked) -> _Content:
    return asked.request.call.server, summary.impact(asked), claims.claims(asked), summary.claims_matter(asked)


def _title(server: ServerRef, title: QWidget, parent: QWidget) -> FlowLayout:
    row = FlowLayout()
    row.addWidget(title)
    if server.trusted:
        row.addWidget(Badge(summary.trust(server), "neutral", "seal-check", parent))
    else:
        row.addWidget(Badge(tr("unverified"), "neutral", "seal-question", parent))
    return row


def _marked(value: QLabel, parent: QWidget) -> QWidget:
    """A value to look closer at: the icon says so beside the stronger type."""
    both = QWidget(parent)
    row = boxes.row(theme.SPACE, both)
    row.addWidget(Glyph("warning", icons.SMALL, "amber", both), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(value, 1)
    return both


def _value(claim: claims.Claim, parent: QWidget) -> QWidget:
    size = measure(claim.value.raw())
    if size.characters > LONG or size.lines > 1:
        return _block(claim.value, summary.name(claim.key.raw()), parent)
    value = text.label("", "body", wrap=True, parent=parent)
    set_fitting(value, escape(claim.value.raw()), _VALUES)
    return value


def _block(value: Untrusted, name: str, parent: QWidget) -> TextBlock:
    block = TextBlock(parent)
    block.show_text(value, name)
    return block
