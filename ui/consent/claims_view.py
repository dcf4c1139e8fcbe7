"""What the server says, in its own frame.

Owns: the impact summary and the list of claims. What stays true: all of it stands in one frame that says whose words
these are and whether anybody vouched for them; every key and value is there, as text, unknown ones too.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from host.control.views import Asked
from host.model import ServerRef
from host.text import Untrusted, escape, measure
from ui import icons, text, theme
from ui.consent import claims, fitting, summary
from ui.consent.fitting import set_fitting
from ui.inputs.block import TextBlock
from ui.widgets.badge import Badge
from ui.widgets.card import Card, rule
from ui.widgets.glyph import Glyph

LONG: Final = 1000
"""Characters from which a claim is shown folded and paged."""
MOST_ROWS: Final = 60
"""Claims shown line by line; what a definition has beyond them is shown as one text."""
_KEYS: Final = fitting.ROOM * 2 // 5
_VALUES: Final = fitting.ROOM // 2


class ClaimsView(QWidget):
    """The section on what the server says of its tool."""

    def __init__(self, asked: Asked, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        server = asked.request.call.server
        trusted = server.trusted
        rows = QVBoxLayout(self)  # from the outside in: what is moved later is styled again
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.GROUP)
        rows.addLayout(_title(server, self))
        self._card = Card("card" if trusted else "claim", self)
        rows.addWidget(self._card)
        self._grid = QGridLayout()
        self._card.body.addLayout(self._grid)
        self._grid.setHorizontalSpacing(theme.SECTION)
        self._grid.setVerticalSpacing(theme.SPACE + theme.SPACE // 2)
        self._grid.setColumnStretch(1, 1)
        self._add_impact(asked)
        self._add_claims(claims.claims(asked))

    def _add_impact(self, asked: Asked) -> None:
        for item in summary.impact(asked):
            value = text.label("", "strong" if item.tone == "amber" else "body", wrap=True, parent=self._card)
            set_fitting(value, item.value, _VALUES)
            text.named(value, f"{item.name}, as the server says: {item.value}")
            key = text.label(item.name, "muted", parent=self._card)
            self._add(key, _marked(value, self._card) if item.tone == "amber" else value)

    def _add_claims(self, found: tuple[claims.Claim, ...]) -> None:
        if found:
            self._grid.addWidget(rule(self._card), self._grid.rowCount(), 0, 1, 2)
        for claim in found[:MOST_ROWS]:
            key = text.label("", "muted", wrap=True, parent=self._card)
            set_fitting(key, summary.name(claim.key.raw()), _KEYS)
            self._add(key, _value(claim, self._card))
        if rest := found[MOST_ROWS:]:
            lines = "\n".join(f"{claim.key.raw()}: {claim.value.raw()}" for claim in rest)
            key = text.label(f"{len(rest):,} more", "muted", parent=self._card)
            self._add(key, _block(Untrusted(lines), "More of what it says", self._card))

    def _add(self, key: QLabel, value: QWidget) -> None:
        row = self._grid.rowCount()
        self._grid.addWidget(key, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(value, row, 1)


def _title(server: ServerRef, parent: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(theme.GROUP)
    row.addWidget(text.label("What the server says", "heading", parent=parent))
    if server.trusted:
        row.addWidget(Badge(summary.trust(server), "neutral", "seal-check", parent))
    else:
        row.addWidget(Badge("unverified", "neutral", "seal-question", parent))
    row.addStretch(1)
    return row


def _marked(value: QLabel, parent: QWidget) -> QWidget:
    """A value to look closer at: the icon says so beside the stronger type."""
    both = QWidget(parent)
    row = QHBoxLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.SPACE)
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
