"""The rules as a Qt table model.

Owns: the rules that were fetched so far, the administrator's first.

Invariants: pages are read as they come into view, so that ten thousand rules cost no more than a few; pages of two
generations of the rules are never mixed; ``data`` never raises; the order of rules means nothing, and no column
pretends that it does.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor

from host.control.protocol import ReadRules
from host.control.views import RulesPage, RuleView
from host.text import Untrusted
from ui import text, theme
from ui.history.words import exact_time
from ui.icons import icon
from ui.link import Link
from ui.rules import words
from ui.tr import mark, tr
from ui.widgets.table import NOWHERE, FlatTableModel, Index, Role

Source: TypeAlias = Literal["", "managed", "user"]
Effect: TypeAlias = Literal["", "allow", "ask", "deny"]

PAGE: Final = 200
"""Rules of one request: some screens full."""
MOST: Final = 500
"""Rules that one request may ask for."""
HEADS: Final = (mark("On"), mark("Rule"), mark("Used"), mark("Whose"))
ON, RULE, USED, SOURCE = range(4)
MANAGED: Final = mark("Only the administrator can change this rule, in the administrator's file.")


class RulesModel(FlatTableModel):
    """One row a rule.

    Attributes:
        rows: what was fetched.
        total: how many rules the filter leaves.
        generation: of the rules in force.

    Signals:
        loaded(): a page arrived.
        failed(str): no page could be read; the sentence says why.
        switched(RuleView): the person wants to switch the rule on or off.
    """

    HEADS = HEADS
    loaded = Signal()
    failed = Signal(str)
    switched = Signal(object)

    def __init__(self, link: Link, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self.rows: list[RuleView] = []
        self.total = 0
        self.generation = -1
        self._query = ReadRules()
        self._asked = 0
        self._reading = False

    @property
    def filtered(self) -> bool:
        """Whether a filter leaves something out."""
        return bool(self._query.text or self._query.source or self._query.effect)

    def find(self, rule: RuleView) -> RuleView | None:
        """The same rule as it is now, where it was fetched."""
        return next((known for known in self.rows if words.is_same_rule(known, rule)), None)

    def place_of(self, rule_id: str) -> int:
        """Row of the person's rule of that id, -1 where it was not fetched; without an id the last one of all."""
        own = [row for row, rule in enumerate(self.rows) if words.is_changeable(rule)]
        if rule_id:
            return next((row for row in own if self.rows[row].id == rule_id), -1)
        return own[-1] if own and len(self.rows) >= self.total else -1

    # Reading

    def filter(self, words_: str, source: Source, effect: Effect) -> None:
        """Show the rules that have all of these words, that source and that effect; empty means any."""
        query = ReadRules(words_.strip(), source, effect)
        if query != self._query:
            self._query = query
            self.refresh()

    def refresh(self) -> None:
        """Read again what is shown: the filter or the rules in force are others now."""
        limit = min(MOST, max(PAGE, len(self.rows)))
        self._ask(0, limit)

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802  # Qt's name
        """Whether more rules are left."""
        return not parent.isValid() and not self._reading and len(self.rows) < self.total

    def fetchMore(self, parent: Index) -> None:  # noqa: N802  # Qt's name
        """Read the next page."""
        if self.canFetchMore(parent):
            self._ask(len(self.rows), PAGE)

    def _ask(self, begin: int, limit: int) -> None:
        self._asked += 1
        self._reading = True
        query = ReadRules(self._query.text, self._query.source, self._query.effect, False, begin, limit)
        then = partial(self._append if begin else self._replace, self._asked)
        self._link.send(query, then, partial(self._on_failed, self._asked))

    def _replace(self, asked: int, page: RulesPage) -> None:
        if asked != self._asked:
            return  # it answers an older filter
        self._reading = False
        same = len(page.rules) == len(self.rows) and all(map(words.is_same_rule, page.rules, self.rows))
        self.total, self.generation = page.total, page.generation
        if same and self.rows:
            self.rows = list(page.rules)
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(HEADS) - 1))
        elif not same:
            self.beginResetModel()
            self.rows = list(page.rules)
            self.endResetModel()
        self.loaded.emit()

    def _append(self, asked: int, page: RulesPage) -> None:
        if asked != self._asked:
            return
        self._reading = False
        if page.generation != self.generation:
            self.refresh()
            return
        self.total = page.total if page.rules else len(self.rows)
        if page.rules:
            self.beginInsertRows(NOWHERE, len(self.rows), len(self.rows) + len(page.rules) - 1)
            self.rows += page.rules
            self.endInsertRows()
        self.loaded.emit()

    def _on_failed(self, asked: int, why: str) -> None:
        if asked == self._asked:
            self._reading = False
            self.failed.emit(why)

    # What Qt asks

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A rule of the person's own can be switched in its row."""
        flags = super().flags(index)
        rule = self._rule(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if rule is not None and _switch(rule, index.column()) else flags

    def setData(self, index: Index, value: object, role: int = Role.EditRole) -> bool:  # noqa: ARG002, N802  # Qt's
        """Take a press of the switch; nothing changes here before the host says so."""
        rule = self._rule(index)
        if role != Role.CheckStateRole or rule is None or not _switch(rule, index.column()):
            return False
        self.switched.emit(rule)
        return True

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """One cell."""
        rule = self._rule(index)
        if rule is None:
            return None
        column = index.column()
        match role:
            case Role.DisplayRole:
                return _text(rule, column)
            case Role.ToolTipRole:
                return text.tip(_tip(rule, column))
            case Role.AccessibleTextRole:
                return f"{tr(HEADS[column])}: {words.state_word(rule) if column == ON else _text(rule, column)}"
            case Role.TextAlignmentRole:
                return self.side(column)
            case Role.DecorationRole:
                return _icon(rule, column)
            case Role.CheckStateRole if _switch(rule, column):
                return Qt.CheckState.Checked if rule.enabled else Qt.CheckState.Unchecked
            case Role.ForegroundRole if not rule.counts or column in (USED, SOURCE):
                return QColor(theme.current().tokens.muted)
        return None

    def _rule(self, index: Index) -> RuleView | None:
        return self.rows[index.row()] if index.isValid() and 0 <= index.row() < len(self.rows) else None


def _switch(rule: RuleView, column: int) -> bool:
    return column == ON and words.is_changeable(rule)


def _text(rule: RuleView, column: int) -> str:
    if column == ON:
        return "" if _switch(rule, column) and (rule.waits or rule.enabled == rule.counts) else words.state_word(rule)
    if column == RULE:
        return words.sentence_of(rule)
    if column == USED:
        return words.used(rule, time.time())
    return words.source_word(rule.source)


def _tip(rule: RuleView, column: int) -> text.Text:
    if column == ON:
        return words.why_not_counting(rule) or (tr(MANAGED) if rule.source == "managed" else "")
    if column == RULE:
        return Untrusted(rule.reason)
    if column == USED:
        return exact_time(rule.last_used) if rule.last_used else ""
    return tr(MANAGED) if rule.source == "managed" else ""


def _icon(rule: RuleView, column: int) -> object:
    if column == RULE:
        return icon(words.effect_style(rule.effect).icon, "text" if rule.counts else "muted")
    if column == SOURCE and rule.source == "managed":
        return icon("lock-simple", "muted")
    return icon("warning", "amber") if column == ON and rule.waits else None
