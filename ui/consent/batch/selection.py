"""What is seen, ticked and over in an open table of alike calls (no Qt; attacks 7, 11, 12).

Owns: that state.

Invariants: only what was seen whole can be ticked, and only by the person; what ended, changed or was answered is
ticked no more, and can never be decided again; no call enters that was not there from the beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from host.control.protocol import AnswerCall
from host.control.views import Asked
from host.model import Severity
from ui.consent import approval
from ui.consent.batch.alike import Cell, call_table


class Row(Struct):
    """One call.

    Attributes:
        asked: as it was drawn.
        cells: see ``CallTable``.
        unseen: places of cells that were never in view whole.
        read: whether what Assent found in it was in view.
        ticked: whether a yes would approve it.
        sent: the answer that is under way, empty for none.
        over: how it ended or why it cannot be decided here any more, empty while it can.
        failed: why its last answer was not taken.
    """

    asked: Asked
    cells: tuple[Cell, ...]
    unseen: set[int]
    read: bool
    ticked: bool = False
    sent: Literal["", "yes", "no"] = ""
    over: str = ""
    failed: str = ""

    @property
    def is_undecided(self) -> bool:
        """Whether it can still be decided here."""
        return not (self.over or self.sent)

    @property
    def is_seen(self) -> bool:
        """Whether all of it was in view."""
        return self.read and not self.unseen

    @property
    def call_id(self) -> str:
        """Of the call."""
        return self.asked.request.call.id


class BatchSelection:
    """A table that is open.

    Attributes:
        table: what is the same and what differs.
        rows: in order.
        same_seen: whether what is the same in all was in view.
    """

    def __init__(self, calls: Sequence[Asked]) -> None:
        """Raises ValueError for a call that no table can show."""
        self.table = call_table(calls)
        self.rows = tuple(
            Row(asked, cells, set(range(len(cells))), read=not has_warnings(asked))
            for asked, cells in zip(calls, self.table.rows, strict=True)
        )
        self.same_seen = False
        self._places = {row.call_id: place for place, row in enumerate(self.rows)}

    def row(self, call_id: str) -> Row | None:
        """Of a call, None for one that is not in the table."""
        place = self._places.get(call_id)
        return None if place is None else self.rows[place]

    def place(self, call_id: str) -> int:
        """Of a call that is in the table."""
        return self._places[call_id]

    @property
    def ids(self) -> frozenset[str]:
        """Of every call in the table."""
        return frozenset(self._places)

    @property
    def undecided(self) -> list[Row]:
        """What can still be decided here."""
        return [row for row in self.rows if row.is_undecided]

    @property
    def ticked(self) -> list[Row]:
        """What a yes would approve."""
        return [row for row in self.rows if row.ticked and row.is_undecided]

    @property
    def rest(self) -> list[Row]:
        """What could be decided and is not ticked."""
        return [row for row in self.rows if row.is_undecided and not row.ticked]

    @property
    def tickable(self) -> list[Row]:
        """What was seen and is not ticked."""
        return [row for row in self.rest if self.can_tick(row)]

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to decide here, or to wait for."""
        return all(row.over for row in self.rows)

    def can_tick(self, row: Row) -> bool:
        """Whether it may be ticked: all that a yes would send was in view."""
        return row.is_undecided and row.is_seen and self.same_seen

    def tick(self, row: Row, *, ticked: bool) -> bool:
        """The person ticks it, or not; whether that changed anything."""
        if row.ticked == ticked or (ticked and not self.can_tick(row)):
            return False
        row.ticked = ticked
        return True

    def send(self, rows: Sequence[Row], *, approve: bool) -> None:
        """Answers to these are under way."""
        for row in rows:
            row.sent, row.failed = "yes" if approve else "no", ""

    def fail(self, row: Row, why: str) -> None:
        """Its answer was not taken; another can be given, once it is ticked anew."""
        row.sent, row.ticked, row.failed = "", False, why

    def end(self, row: Row, words: str) -> None:
        """It can be decided here no more. The first word about it stays."""
        row.over = row.over or words
        row.sent, row.ticked = "", False

    def is_same(self, row: Row, asked: Asked) -> bool:
        """Whether a question is the one that was drawn."""
        return approval.content_of(row.asked) == approval.content_of(asked)


def has_warnings(asked: Asked) -> bool:
    """Whether something was found that has to be read before a yes."""
    return any(finding.severity is not Severity.INFO for finding in asked.request.findings)


def answer(row: Row, *, approve: bool, reason: str = "", displayed_ms: int = 0) -> AnswerCall:
    """The answer to one call, by its own id, digest, round and definition; for this once."""
    request = row.asked.request
    return AnswerCall(
        row.call_id, request.call.digest, request.round, request.definition.digest, approve, reason,
        displayed_ms=displayed_ms,
    )  # fmt: skip
