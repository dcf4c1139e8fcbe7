"""Inputs that also travel as HTTP headers (attack 20).

Owns: the list of them.

Invariants: it shows the very values that stand in the headers, escaped; they are inputs that are shown above as well,
so that nothing is cut here without saying so.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from host.control.views import Said
from host.text import one_line
from ui import text, theme
from ui.consent import fitting, summary
from ui.consent.fitting import set_fitting
from ui.tr import tr, tr_n
from ui.widgets.cards import Card

VALUE: Final = 1_000
"""Characters of a value; inputs above have it whole."""
MOST: Final = 50
"""Headers that are listed; what is beyond is counted."""
_NAMES: Final = fitting.ROOM * 2 // 5
_VALUES: Final = fitting.ROOM // 2


class HeadersView(QWidget):
    """The section on headers."""

    def __init__(self, headers: tuple[Said, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.GROUP)
        rows.addWidget(text.label(tr("Also sent as HTTP headers"), "heading", parent=self))
        card = Card("card", self)
        rows.addWidget(card)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.SECTION)
        grid.setVerticalSpacing(theme.SPACE)
        grid.setColumnStretch(1, 1)
        card.body.addLayout(grid)
        for row, said in enumerate(headers[:MOST]):
            name = text.label("", "muted", wrap=True, parent=card)
            set_fitting(name, summary.name(said.name), _NAMES)
            value = text.label("", "mono", wrap=True, parent=card)
            set_fitting(value, one_line(said.value, VALUE), _VALUES)
            grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, row, 1)
        if rest := headers[MOST:]:
            card.body.addWidget(text.label(tr_n("{n} more", "{n} more", len(rest)), "muted", parent=card))
