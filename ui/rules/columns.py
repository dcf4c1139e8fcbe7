"""The columns of the list of rules: how they share its width.

Owns: least widths, and which column goes first where room is short. What stays true: what a rule applies to can always
be read; what is left out here stands in the rule's panel.
"""

from __future__ import annotations

from typing import Final

from ui.rules import words
from ui.rules.model import CONDITIONS, DEMANDS, EFFECT, ID, ON, SOURCE
from ui.widgets.table import Table

SHARES: Final = {EFFECT: 10, CONDITIONS: 19, DEMANDS: 15, ID: 14, SOURCE: 17, ON: 13}
"""Least widths of columns, in characters; what a rule applies to has the rest."""
GROWS: Final = {CONDITIONS: 0.4, DEMANDS: 0.25, ID: 0.1}
"""How much of the room that is left a column takes besides."""
ROOM_FOR: Final = (EFFECT, SOURCE, ON, ID, CONDITIONS, DEMANDS)
"""The order in which columns get what room there is."""
LEAST: Final = 22
"""Characters of what a rule applies to that are always to be seen."""


def set_least_widths(table: Table, letter: int) -> None:
    """Give each column its least width. ``letter``: pixels of a character."""
    for column in SHARES:
        table.setColumnWidth(column, _needs(table, column, letter))


def share_width(table: Table, letter: int) -> None:
    """Share the room; leave columns out where it could not be read any more what a rule applies to."""
    left = table.viewport().width() - letter * LEAST
    for column in ROOM_FOR:
        left -= _needs(table, column, letter)
        table.setColumnHidden(column, left < 0)
    for column, share in GROWS.items():
        table.setColumnWidth(column, _needs(table, column, letter) + int(max(0, left) * share))


def _needs(table: Table, column: int, letter: int) -> int:
    """Pixels that a column has at least."""
    usual: tuple[str, ...] = ()
    if column == EFFECT:
        usual = tuple(words.effect_style(effect).word for effect in words.EFFECT_STYLES)
    elif column == SOURCE:
        usual = (words.source_word("managed"), words.source_word("user"))
    return max(letter * SHARES[column], table.room_for(column, usual) if usual else 0)
