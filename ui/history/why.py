"""Why a call was decided as it was, and a rule from it.

Owns: the two buttons in the panel of a call. What stays true: once the call itself changed, what was explained before
is gone.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from host.control.protocol import WhyCall
from host.control.views import Explanation, HistoryRow
from ui import text
from ui.link import Link
from ui.rules.why_fold import WhyButton
from ui.theme import GROUP
from ui.tr import tr


class ExplainButtons(QWidget):
    """Why, and what next.

    Attributes:
        fold: the explanation, with its button. rule: the other button.
    Signals:
        rule_wanted(str: id of the call): the person wants to make a rule from it.
    """

    rule_wanted = Signal(str)

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._row: HistoryRow | None = None
        self.fold = WhyButton(self._ask)
        self.rule = text.button(tr("Make a rule from this…"))
        self.rule.clicked.connect(self._on_rule)
        self._lay_out()

    def show_call(self, row: HistoryRow) -> None:
        """The call that it is about; what was explained of it stays while its decision does."""
        before, self._row = self._row, row
        self.rule.setVisible(row.decision != "invalid")
        if before is None or _decision(before) != _decision(row):
            self.fold.put_away()

    def _ask(self, explained: Callable[[Explanation], None], failed: Callable[[str], None]) -> None:
        if self._row is not None:
            self._link.send(WhyCall(self._row.call_id), explained, failed)

    def _on_rule(self) -> None:
        if self._row is not None:
            self.rule_wanted.emit(self._row.call_id)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(GROUP)
        row.addWidget(self.fold.button)
        row.addWidget(self.rule)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GROUP)
        column.addLayout(row)
        column.addWidget(self.fold)


def _decision(row: HistoryRow) -> tuple[str, str, str, str]:
    """What an explanation is of."""
    return row.call_id, row.decision, row.by, row.who
