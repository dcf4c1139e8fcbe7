"""The waiting calls as a Qt table model.

Owns: the rows: a header for each app, and its calls beneath.

Invariants: a row keeps its call however the queue moves; the time left is asked of the consent controller whenever it
is drawn, and only what shows time changes as it passes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QFont

from host.control.views import Asked
from ui import text, theme
from ui.icons import icon
from ui.tr import tr
from ui.waiting.rows import AppGroup, CallRow, call_row, group_by_app, group_heading, is_same_question
from ui.widgets.face import face_icon
from ui.widgets.table import NOWHERE, FlatTableModel, Index, Role
from ui.widgets.times import countdown

ACTION, INPUTS, FINDINGS, WAITS, LEFT = range(5)
COLUMNS: Final = 5
WIDTHS: Final = {ACTION: 350, FINDINGS: 120, WAITS: 190, LEFT: 120}
"""Of the columns in pixels; the inputs take what is left."""
NARROW: Final = {ACTION: 260, FINDINGS: 110, WAITS: 130, LEFT: 110}
"""The same on a small screen: the inputs are what people look for."""
SMALL: Final = 800
"""Pixels of a table that counts as narrow."""


TINY: Final = 480
"""Pixels of a table that has no room for the inputs: the question shows them."""


def column_widths(room: int) -> dict[int, int]:
    """The widths of the columns in a table of so many pixels."""
    return NARROW if room < SMALL else WIDTHS


def column_titles() -> tuple[str, ...]:
    """The titles of the columns."""
    return (tr("Wants to"), tr("With"), tr("Assent found"), tr("Waits for"), tr("Time left"))


class WaitingModel(FlatTableModel):
    """The rows of the calls that wait.

    Attributes:
        rows: what is shown, in order: a header for each app, and its calls.
    """

    NUMBERS = frozenset({LEFT})
    rows: tuple[AppGroup | CallRow, ...] = ()

    def __init__(
        self,
        left: Callable[[str], float],
        paused: Callable[[str], bool],
        parent: QObject | None = None,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Create it.

        Args:
            left: seconds until a call expires.
            paused: whether the clock of a call is stopped.
            parent: owns it.
            now: Unix seconds.
        """
        super().__init__(parent)
        self._left, self._paused, self._now = left, paused, now
        self._reading: frozenset[str] = frozenset()

    def show_calls(self, waiting: tuple[Asked, ...], reading: frozenset[str] = frozenset()) -> None:
        """Show these calls. A row stays while its question is the same.

        Args:
            waiting: the calls, in the order in which they will be asked.
            reading: ids of those that are on screen.
        """
        known = {old.call_id: old for old in self.calls}
        rows = [_row(known.get(asked.request.call.id), asked) for asked in waiting]
        lines = tuple(group_by_app(rows, waiting))
        if lines == self.rows and reading == self._reading:
            return
        self.beginResetModel()
        self.rows, self._reading = lines, reading
        self.endResetModel()

    @property
    def calls(self) -> tuple[CallRow, ...]:
        """The rows of calls, without the headers."""
        return tuple(line for line in self.rows if isinstance(line, CallRow))

    @property
    def header_rows(self) -> list[int]:
        """The numbers of the rows that are headers."""
        return [place for place, line in enumerate(self.rows) if isinstance(line, AppGroup)]

    def call(self, place: int) -> CallRow | None:
        """The call in a row; None for a header."""
        line = self.rows[place] if 0 <= place < len(self.rows) else None
        return line if isinstance(line, CallRow) else None

    def tick(self) -> None:
        """Show how much time is left."""
        if self.rows:
            self.dataChanged.emit(self.index(0, LEFT), self.index(len(self.rows) - 1, LEFT), [Role.DisplayRole])
        for place in self.header_rows:
            self.dataChanged.emit(self.index(place, ACTION), self.index(place, ACTION), [Role.DisplayRole])

    @property
    def found_something(self) -> bool:
        """Whether any call has a finding."""
        return any(row.findings for row in self.calls)

    @property
    def waits_for_more(self) -> bool:
        """Whether any call waits for more than one yes."""
        return any(row.waits_for for row in self.calls)

    def place(self, call_id: str) -> int:
        """The row of a call, -1 where it has none."""
        shown = enumerate(self.rows)
        return next((place for place, line in shown if isinstance(line, CallRow) and line.call_id == call_id), -1)

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: N802  # Qt's name
        """How many columns there are."""
        return 0 if parent.isValid() else COLUMNS

    def headerData(  # noqa: N802  # Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """The title of a column."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < COLUMNS:
            return None
        if role == Role.TextAlignmentRole:
            return self.side(section)
        return column_titles()[section] if role == Role.DisplayRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """One cell."""
        if not index.isValid() or not 0 <= index.row() < len(self.rows):
            return None
        line, column = self.rows[index.row()], index.column()
        return self._header_cell(line, column, role) if isinstance(line, AppGroup) else self._cell(line, column, role)

    def _header_cell(self, group: AppGroup, column: int, role: int) -> object:
        if role == Role.BackgroundRole:
            return QColor(theme.current().tokens.neutral_soft)
        if column != ACTION:
            return None
        match role:
            case Role.DisplayRole | Role.AccessibleTextRole:
                return group_heading(group, self._now())
            case Role.ToolTipRole:
                return text.tip(group_heading(group, self._now()))
            case Role.FontRole:
                return _strong()
            case Role.DecorationRole:
                return face_icon("app", group.app_id)
        return None

    def _cell(self, shown: CallRow, column: int, role: int) -> object:
        match role:
            case Role.DisplayRole:
                return self._text(shown, column)
            case Role.ToolTipRole if column != LEFT:
                return text.tip(self._text(shown, column))
            case Role.AccessibleTextRole:
                said = self._text(shown, column) or tr("nothing")
                if column == ACTION and shown.call_id in self._reading:
                    said = tr("{action}, on screen now", action=said)
                return tr("{head}: {value}", head=column_titles()[column], value=said)
            case Role.TextAlignmentRole:
                return self.side(column)
        return self._decoration(shown, column, role)

    def _decoration(self, shown: CallRow, column: int, role: int) -> object:
        match role:
            case Role.DecorationRole if column == ACTION and shown.call_id in self._reading:
                return icon("eye", "muted")
            case Role.DecorationRole if column == FINDINGS and shown.findings:
                return icon("info" if shown.tone == "text" else "warning", shown.tone)
            case Role.ForegroundRole if column == FINDINGS and shown.tone != "text":
                return QColor(getattr(theme.current().tokens, shown.tone))
        return None

    def _text(self, shown: CallRow, column: int) -> str:
        if column == LEFT:
            left = countdown(max(0.0, self._left(shown.call_id)))
            return tr("{left} (paused)", left=left) if self._paused(shown.call_id) else left
        return (shown.action, shown.inputs, shown.findings, shown.waits_for)[column]


def _strong() -> QFont:
    font = QFont()
    font.setWeight(QFont.Weight.DemiBold)
    return font


def _row(old: CallRow | None, asked: Asked) -> CallRow:
    return old if old is not None and is_same_question(old, asked) else call_row(asked)
