"""What the window with alike calls offers, sends and says (no Qt; attacks 7, 10, 11 and 12).

Owns: what is seen, ticked and over in the open table, whether a yes to the ticked calls is offered, the answers that
leave the window, and its words.

Invariants: only what was seen whole can be ticked, and only by the person; what ended, changed or was answered is
ticked no more, and can never be decided again; no call enters that was not there from the beginning; each answer names
one call by its own id, digest, round and definition; while the person is asked about denying, or the host is gone,
there is no yes; how many, and of whom, stands in every question about many; how a call ended is said as the consent
window says it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

from msgspec import Struct

from host.control.protocol import AnswerCall
from host.control.views import Asked
from host.model import Finding, Severity
from host.text import quoted
from host.values import replace
from ui.consent import finding_words, presenter, summary
from ui.consent.arming import ARMING_MS, batch_ms
from ui.consent.batch.alike import CallTable, Cell, call_table
from ui.consent.presenter import Presenter
from ui.tr import mark, tr, tr_n


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
        self.table = call_table(calls) if calls else CallTable((), (), ())
        self.rows = tuple(
            Row(asked, cells, set(range(len(cells))), read=worst(asked.request.findings) is Severity.INFO)
            for asked, cells in zip(calls, self.table.rows, strict=True)
        )
        self.same_seen = False
        self._places = {row.call_id: place for place, row in enumerate(self.rows)}

    def row(self, call_id: str) -> Row | None:
        """Of a call, None for one that is not in the table."""
        place = self._places.get(call_id)
        return None if place is None else self.rows[place]

    def at(self, place: int) -> Row | None:
        """At a place in the table, None where there is none."""
        return self.rows[place] if 0 <= place < len(self.rows) else None

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
        return presenter.question_content(row.asked) == presenter.question_content(asked)


def answer(row: Row, *, approve: bool, reason: str = "", displayed_ms: int = 0) -> AnswerCall:
    """The answer to one call, by its own id, digest, round and definition; for this once."""
    return AnswerCall(*presenter.question_identity(row.asked), approve, reason, displayed_ms=displayed_ms)


_ENDS: Final = {
    "expiry": mark("Expired"),
    "withdrawal": mark("Withdrawn"),
    "rule": mark("Decided by a rule"),
    "grant": mark("Let through by a grant"),
    "approver": mark("Answered"),
    "edited": mark("Changed"),
}
CHANGED: Final = mark("Asked anew")
GONE: Final = mark("The host is gone")
APPROVED: Final = mark("Approved")
DENIED: Final = mark("Denied")
COVERS: Final = mark("Your yes covers only the calls that you tick, once each.")
COVERS_SEEN: Final = mark("Your yes covers only the calls that you tick. Crossed eye: not read yet, choose the row.")
_NAMES: Final = 5
"""Inputs that are named in a sentence."""


class BatchPresenter(Presenter):
    """Decides what the window with the table offers and sends.

    Attributes:
        selection: what is seen, ticked and over in the open table; without rows where none is open.
        denying: the calls that the person is asked whether to deny; empty while nothing is asked.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock``: monotonic seconds."""
        super().__init__(clock)
        self.selection = BatchSelection(())
        self.denying: tuple[Row, ...] = ()
        self._opened = 0

    @property
    def can_approve(self) -> bool:
        """Whether a yes is possible at all right now."""
        return bool(self.selection.ticked) and self.is_answerable

    @property
    def is_answerable(self) -> bool:
        """Whether anything can be ticked or denied now."""
        return not self.is_frozen and not self.denying

    def host_gone_text(self) -> str:
        """What becomes of the table."""
        return tr("Nothing can be decided here any more.")

    def open(self, calls: Sequence[Asked]) -> BatchSelection:
        """Open a table of these calls, nothing seen and nothing ticked.

        Raises:
            ValueError: a call that no table can show.
        """
        self.selection = selection = BatchSelection(calls)
        selection.same_seen = not selection.table.same
        self.denying = ()
        self._opened += 1
        self.arming.set_content((self._opened, *(row.call_id for row in selection.rows)))
        return selection

    def clear(self) -> None:
        """Nothing is asked any more."""
        self.selection = BatchSelection(())
        self.denying = ()
        self.arming.set_content(None)

    def set_needed(self) -> None:
        """What is ticked may be another: so long a yes to it takes to arm."""
        ticked = len(self.selection.ticked)
        self.arming.set_needed(batch_ms(ticked) if ticked else ARMING_MS)
        self.arming.set_answerable(self.is_answerable and bool(ticked))

    def tick_seen(self) -> None:
        """Tick every row that was seen."""
        for row in self.selection.tickable:
            self.selection.tick(row, ticked=True)

    def approve(self) -> list[AnswerCall]:
        """Say yes to what is ticked; nothing where that is not offered."""
        if not self.can_approve:
            return []
        rows, shown = self.selection.ticked, self.arming.displayed_ms
        self.selection.send(rows, approve=True)
        return [answer(row, approve=True, displayed_ms=shown) for row in rows]

    def ask_to_deny(self) -> tuple[Row, ...]:
        """Ask, once, about exactly those that are not ticked now; nothing where there are none."""
        self.denying = () if self.is_frozen else tuple(self.selection.rest)
        return self.denying

    def deny(self, reason: str) -> list[AnswerCall]:
        """Deny those that were asked about, as far as they are not ticked or over meanwhile."""
        rows = [row for row in self.denying if row.is_undecided and not row.ticked]
        self.denying = ()
        self.selection.send(rows, approve=False)
        return [answer(row, approve=False, reason=reason) for row in rows]

    def end(self, row: Row, said: str) -> bool:
        """A call can be decided here no more; returns whether it was answered here, as the last of the table."""
        answered = bool(row.sent)
        self.selection.end(row, said)
        return answered and self.selection.is_done


def title(calls: Sequence[Asked]) -> str:
    """Who wants what, to what and how often; the tool's name where it does several things, or says not to what."""
    first, call = calls[0].action, calls[0].request.call
    alike = len({(asked.action.verb, asked.action.deed) for asked in calls}) == 1
    objects = {asked.action.object for asked in calls}
    if not alike or "" in objects:
        app, tool = summary.app_name(call.app), quoted(summary.name(call.tool))
        return tr_n(
            "{app} wants to use the tool {tool} once",
            "{app} wants to use the tool {tool} {n} times",
            len(calls),
            app=app,
            tool=tool,
        )
    if len(objects) == 1:
        return tr_n("{said}, once", "{said}, {n} times", len(calls), said=summary.heading(calls[0]).quoted)
    others = sum(max(1, asked.action.count) for asked in calls)
    return summary.heading(replace(calls[0], action=replace(first, detail="", count=others))).quoted


def brief_title(calls: Sequence[Asked]) -> str:
    """Likewise without anything that would be sent, for where others may look on."""
    return tr_n("{said}, once", "{said}, {n} times", len(calls), said=summary.briefly(calls[0]))


def differences(selection: BatchSelection) -> str:
    """Such as: path, overwrite differ; content is the same."""
    differ = [column.name for column in selection.table.columns]
    same = [column.name for column, _ in selection.table.same]
    if not differ:
        return tr("All inputs are the same.") if same else tr("None of them has any inputs.")
    said = tr_n("{names} differs", "{names} differ", len(differ), names=_list(differ))
    if not same:
        return tr("{differ}.", differ=said)
    alike = tr_n("{names} is the same", "{names} are the same", len(same), names=_list(same))
    return tr("{differ}; {alike}.", differ=said, alike=alike)


def found(findings: Sequence[Finding]) -> str:
    """The worst, in a word, and how many."""
    if not findings:
        return ""
    word = finding_words.severity_word(worst(findings))
    return word if len(findings) == 1 else tr("{word} ({number})", word=word, number=len(findings))


def worst(findings: Sequence[Finding]) -> Severity:
    """Of some findings; the mildest of none."""
    return min((finding.severity for finding in findings), key=lambda severity: severity.rank, default=Severity.INFO)


def ended(row: Row, by: str) -> str:
    """How a call ended."""
    if by == "approver" and row.sent:
        return tr(APPROVED) if row.sent == "yes" else tr(DENIED)
    return tr(_ENDS[by]) if by in _ENDS else tr("Ended")


def state(row: Row) -> str:
    """How a call stands, where it does not simply wait."""
    if row.over:
        return row.over
    if row.sent:
        return tr("Sending…")
    return tr("Not taken") if row.failed else ""


def row_changed(selection: BatchSelection, row: Row) -> str:
    """A row that changed, for who cannot see it."""
    return tr("Call {number}: {state}", number=selection.place(row.call_id) + 1, state=state(row))


def why_not(row: Row, *, same_seen: bool) -> str:
    """Why a row cannot be ticked; empty where it can."""
    if row.over or row.sent:
        return state(row)
    if not row.is_seen:
        return tr("Not all of it was on screen yet. Choose the row to read it whole below.")
    return "" if same_seen else tr("What is the same in all of them was not on screen to its end yet.")


def deny(rest: int, calls: int) -> str:
    """The button that denies what is not ticked: all of the table's calls, as long as nothing is ticked or over."""
    if not rest:
        return tr("Deny the rest…")
    if rest == calls:
        return tr_n("Deny all {n}…", "Deny all {n}…", rest)
    return tr_n("Deny the other {n}…", "Deny the other {n}…", rest)


def approve(ticked: int) -> str:
    """The button."""
    return tr_n("Approve the {n} ticked", "Approve the {n} ticked", ticked) if ticked else tr("Approve the ticked")


def approve_why(selection: BatchSelection, ticked: int) -> str:
    """About the button."""
    if ticked:
        return tr("Sends each of them exactly as shown, once.")
    if not selection.undecided:
        return tr("Nothing is left to decide here.")
    return tr("Tick what you approve; only what was on screen whole can be ticked.")


def progress(selection: BatchSelection) -> str:
    """How far the reading is."""
    undecided = selection.undecided
    seen = sum(row.is_seen for row in undecided)
    return tr("{seen} of {all} seen · {ticked} ticked", seen=seen, all=len(undecided), ticked=len(selection.ticked))


def arrived(more: int) -> str:
    """What came meanwhile, or found no room."""
    if not more:
        return ""
    return tr_n(
        "{n} more like these waits, and is not in this table.",
        "{n} more like these wait, and are not in this table.",
        more,
    )


def deny_title(rows: Sequence[Row], calls: int) -> str:
    """The question before many of so many calls are denied."""
    app = summary.app_name(rows[0].asked.request.call.app)
    if len(rows) == calls:
        return tr_n("Deny all {n} calls of {app}?", "Deny all {n} calls of {app}?", calls, app=app)
    return tr_n(
        "Deny the {n} call of {app} that is not ticked?", "Deny the {n} calls of {app} that are not ticked?", len(rows),
        app=app,
    )  # fmt: skip


def notice(calls: int) -> str:
    """What the consent window says of them."""
    return tr_n("{n} more call like this one waits", "{n} more calls like this one wait", calls)


def _list(names: Sequence[str]) -> str:
    more = len(names) - _NAMES
    said = ", ".join(f"“{name}”" for name in names[:_NAMES])
    return tr("{names} and {more} more", names=said, more=more) if more > 0 else said
