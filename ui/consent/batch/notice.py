"""What the consent window says of alike calls and of haste.

Owns: two notices.

Invariants: neither decides or stops anything by itself; each is there only while it holds, and says the same to a
screen reader.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from ui import theme
from ui.consent.announce import announce
from ui.consent.batch import words
from ui.consent.pace import Haste
from ui.tr import tr, tr_n
from ui.widgets.cards import Notice


class AlikeNotice(Notice):
    """Leads to the table. Signals: acted(): the person wants to see them side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("neutral", "", parent=parent)
        self.body.setContentsMargins(theme.SECTION, theme.SPACE, theme.SECTION, theme.SPACE)
        row = self.body.itemAt(0)
        inside = None if row is None else row.layout()
        first = None if inside is None else inside.itemAt(0)
        if first is not None:
            first.setAlignment(Qt.AlignmentFlag.AlignVCenter)  # one line, as high as its button
        self.hide()

    def show_count(self, calls: int) -> None:
        """``calls``: alike ones that wait, this one among them; 0 where there is no other."""
        if calls:
            others = words.notice(calls - 1)
            self.set_text(others, action=tr("See them side by side"))
        self.setVisible(bool(calls))


class PaceNote(Notice):
    """A word about haste. Signals: acted(): the person wants approvals to pause."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("neutral", "", parent=parent)
        self.hide()

    def show_haste(self, haste: Haste | None) -> None:
        """Say it, or nothing."""
        if haste is not None:
            took = tr_n("{n} second", "{n} seconds", max(1, round(haste.seconds)))
            said = tr_n(
                "You have approved {n} call in {seconds}, faster than it can be read.",
                "You have approved {n} calls in {seconds}, faster than they can be read.",
                haste.calls,
                seconds=took,
            )
            self.set_text(tr("Take your time"), said, tr("Pause approvals for 10 s"))
            if self.isHidden():
                announce(self, f"{tr('Take your time')}: {said}")
        self.setVisible(haste is not None)
