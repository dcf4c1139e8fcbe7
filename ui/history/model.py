"""The calls of the log as a Qt table model, with a heading above the calls of each day.

Owns: the rows that were fetched so far.

Invariants: pages are read by key, newest first, and only when the view comes near their end; ``data`` never raises; a
call that changes in the log changes in its row; a reply to an older filter is dropped; a heading can be neither chosen
nor opened.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime
from functools import partial
from itertools import islice
from typing import Any, Final, TypeAlias  # Any: what Qt lets a model answer

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont

from host.control.protocol import ReadHistory
from host.control.views import HistoryPage, HistoryRow
from ui import icons, text, theme
from ui.history import words
from ui.link import Link
from ui.tr import mark
from ui.widgets.face import face_icon
from ui.widgets.table import NOWHERE, FlatTableModel, Index

PAGE: Final = 100
"""Rows of one request: some screens full."""

NAMED: Final = 300
"""Calls whose names are suggested."""
ROWS_ARE_READ: Final = sys.platform == "linux"
"""Whether a screen reader says all cells of the row that the keyboard comes to, as Orca does."""


class Day(Struct, frozen=True):
    """The heading above the calls of a day; None where nobody knows which."""

    day: date | None


Line: TypeAlias = "HistoryRow | Day"


class CallsModel(FlatTableModel):
    """Calls, newest first, below the days on which they were proposed.

    Signals:
        loaded(): a page arrived.
        failed(str): a page could not be read; the sentence says why.
    """

    loaded = Signal()
    failed = Signal(str)

    HEADS = (
        mark("Time"),
        mark("What"),
        mark("Decision"),
        mark("Outcome"),
        mark("App"),
        mark("Server ▸ tool"),
        mark("Took"),
    )
    WHEN, WHAT, DECISION, OUTCOME, APP, ROUTE, TOOK = range(7)
    NUMBERS = frozenset({TOOK})

    def __init__(self, link: Link, *, clock: Callable[[], float] = time.time, parent: QObject | None = None) -> None:
        """Create it.

        Args:
            link: the connection to the host.
            clock: Unix seconds, for which day is today.
            parent: owns it.
        """
        super().__init__(parent)
        self._link, self._clock = link, clock
        self.rows: list[Line] = []
        self._text, self._before, self._generation = "", "", 0
        self._reading = False
        self._complete = False

    @property
    def text(self) -> str:
        """The filter in force."""
        return self._text

    @property
    def complete(self) -> bool:
        """Whether the start of the log is reached."""
        return self._complete

    @property
    def reached(self) -> str:
        """How far back a search has looked (RFC 3339), empty at its beginning."""
        return words.time_of(self._before) if self._before else ""

    def row(self, index: int) -> HistoryRow | None:
        """The call in a row; None where there is none, as in a heading."""
        line = self.rows[index] if 0 <= index < len(self.rows) else None
        return None if isinstance(line, Day) else line

    def is_heading(self, index: int) -> bool:
        """Whether a row is the heading of a day."""
        return 0 <= index < len(self.rows) and isinstance(self.rows[index], Day)

    def calls(self) -> Iterator[tuple[int, HistoryRow]]:
        """The calls with their rows."""
        return ((at, line) for at, line in enumerate(self.rows) if not isinstance(line, Day))

    def line_of(self, call_id: str) -> int:
        """The row of a call, -1 where it is not among those fetched."""
        return next((at for at, row in self.calls() if row.call_id == call_id), -1)

    def names(self) -> dict[str, tuple[str, ...]]:
        """Apps, servers and tools of the newest calls that were fetched, for the filter to suggest."""
        newest = [row for _, row in islice(self.calls(), NAMED)]
        return {key: tuple({getattr(row, key): None for row in newest}) for key in ("app", "server", "tool")}

    # Reading

    def read(self, text: str = "") -> None:
        """Start over, with a filter."""
        self.beginResetModel()
        self.rows, self._text, self._before, self._complete = [], text, "", False
        self._generation += 1
        self._reading = False
        self.endResetModel()
        self.fetchMore(NOWHERE)

    def refresh(self) -> None:
        """Read the newest page again, since the log grew, and take over what is new or different."""
        request = ReadHistory(self._text, "", PAGE)
        self._link.send(request, partial(self._merge, self._generation), self.failed.emit)

    def canFetchMore(self, parent: Index) -> bool:  # noqa: N802  # Qt's name
        """Whether older calls are left."""
        return not parent.isValid() and not self._complete and not self._reading

    def fetchMore(self, parent: Index) -> None:  # noqa: N802  # Qt's name
        """Read the next page."""
        if not self.canFetchMore(parent):
            return
        self._reading = True
        request = ReadHistory(self._text, self._before, PAGE)
        self._link.send(request, partial(self._append, self._generation), partial(self._on_failed, self._generation))

    def _append(self, generation: int, page: HistoryPage) -> None:
        if generation != self._generation:
            return
        self._reading = False
        known = {row.call_id for _, row in self.calls()}
        fresh = [*self._with_days(row for row in page.rows if row.call_id not in known)]
        if fresh:
            self.beginInsertRows(NOWHERE, len(self.rows), len(self.rows) + len(fresh) - 1)
            self.rows += fresh
            self.endInsertRows()
        self._before, self._complete = page.before, not page.before
        self.loaded.emit()

    def _on_failed(self, generation: int, why: str) -> None:
        if generation == self._generation:
            self._reading = False
            self.failed.emit(why)

    def _merge(self, generation: int, page: HistoryPage) -> None:
        if generation != self._generation:
            return
        lines = {row.call_id: at for at, row in self.calls()}
        for row in page.rows:
            line = lines.get(row.call_id)
            if line is not None and self.rows[line] != row:
                self.rows[line] = row
                self.dataChanged.emit(self.index(line, 0), self.index(line, len(self.HEADS) - 1))
        fresh = [row for row in page.rows if row.call_id not in lines]
        if fresh and len(fresh) == len(page.rows) and page.before and self.rows:
            self.read(self._text)  # more came than one page holds: what lies between is unknown
            return
        for row in fresh:
            self._insert(row)
        self.loaded.emit()

    def _insert(self, row: HistoryRow) -> None:
        """Insert a call by its key: at the top as a rule, further down where an older call matches the filter now."""
        place = next((at for at, known in self.calls() if known.call_id < row.call_id), len(self.rows))
        if place == len(self.rows) and not self._complete:
            return  # it lies beyond what was fetched, and will come with its page
        day, above = Day(words.local_day(row.time)), place and self.is_heading(place - 1)
        if above and self.rows[place - 1] != day:
            place, above = place - 1, False  # it ends the day before, or begins one of its own
        before = next((line for line in reversed(self.rows[:place]) if isinstance(line, Day)), None)
        new: list[Line] = [row] if above or before == day else [day, row]
        self.beginInsertRows(NOWHERE, place, place + len(new) - 1)
        self.rows[place:place] = new
        self.endInsertRows()

    def _with_days(self, rows: Iterable[HistoryRow]) -> Iterator[Line]:
        """``rows``, each day's below its heading, as they go on below those that are there."""
        last = next((line for line in reversed(self.rows) if isinstance(line, Day)), None)
        for row in rows:
            day = Day(words.local_day(row.time))
            if day != last:
                last = day
                yield day
            yield row

    # What Qt asks

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        at, column = index.row(), index.column()
        if index.isValid() and self.is_heading(at):
            return self._heading(self.rows[at], role)
        row = self.row(at) if index.isValid() else None
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return text.tip(self._tip(row, column))
            case Qt.ItemDataRole.AccessibleTextRole:
                return text.spoken(self._told(row, column))
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.side(column)
            case Qt.ItemDataRole.DecorationRole:
                return self._icon(row, column)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings can only be read."""
        return Qt.ItemFlag.NoItemFlags if self.is_heading(index.row()) else super().flags(index)

    def _heading(self, line: Line, role: int) -> Any:
        if role == Qt.ItemDataRole.FontRole:
            font = theme.body_font()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor(theme.current().tokens.muted)
        if isinstance(line, Day) and role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return words.day_words(line.day, datetime.fromtimestamp(self._clock(), UTC).astimezone().date())
        return None

    def _told(self, row: HistoryRow, column: int) -> str:
        """For a screen reader: the whole row where it says the first cell alone; what an icon says, in words."""
        if column == 0 and not ROWS_ARE_READ:
            return words.spoken_row(row)
        return words.spoken_what(row) if column == self.WHAT else self._cell(row, column)

    def _cell(self, row: HistoryRow, column: int) -> str:
        match column:
            case self.WHEN:
                return words.time_of_day(row.time, seconds=False)
            case self.WHAT:
                return words.what_words(row)
            case self.DECISION:
                return words.decision_words(row)
            case self.OUTCOME:
                return words.outcome_words(row)
            case self.APP:
                return words.app_words(row)
            case self.ROUTE:
                return words.server_and_tool(row)
        return words.duration_words(row)

    def _tip(self, row: HistoryRow, column: int) -> str:
        return words.exact_time(row.time) if column == self.WHEN else self._cell(row, column)

    def _icon(self, row: HistoryRow, column: int) -> Any:
        if column == self.DECISION:
            return icons.icon(words.decision_icon(row), "muted")
        if column == self.WHAT and row.severity == "high":
            return icons.icon("warning", "red")
        return face_icon("app", row.app) if column == self.APP else None
