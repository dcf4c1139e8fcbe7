"""What the window with alike calls offers, sends and says (no Qt; attacks 7, 10, 11 and 12).

Owns: which calls of the open table were seen, are ticked or have ended; whether a yes to the ticked calls is offered;
the answers that leave the window; its words.

Invariants:
    - Only a call that was seen whole can be ticked, and only by the person.
    - A call that ended, changed or was answered is no longer ticked, and can never be decided again.
    - No call is added to an open table.
    - Each answer names one call by its own id, digest, round and definition.
    - There is no yes while the person is asked about denying, or while the host is gone.
    - Each question about several calls says how many they are, and of which app.
    - How a call ended is said in the words of the consent window.
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
from ui.label_text import some_names
from ui.tr import mark, tr, tr_n


class Row(Struct):
    """One call."""

    place: int  # its number in the table, from 0
    asked: Asked
    cells: tuple[Cell, ...]
    unseen_cells: set[int]  # places of the cells that were never in view whole
    findings_seen: bool
    in_view_since: int | None = None  # milliseconds of the table on screen before anything of the row was in view
    is_ticked: bool = False
    sent_answer: Literal["", "yes", "no"] = ""  # the answer that is being sent; empty for none
    ending: str = ""  # how it ended, or why it can no longer be decided here; empty while it can
    failure: str = ""  # why the host refused its last answer

    @property
    def is_undecided(self) -> bool:
        """Whether it can still be decided here."""
        return not (self.ending or self.sent_answer)

    @property
    def is_seen(self) -> bool:
        """Whether all of it was in view."""
        return self.findings_seen and not self.unseen_cells

    @property
    def call_id(self) -> str:
        """The id of the call."""
        return self.asked.request.call.id


def _unseen_row(place: int, asked: Asked, cells: tuple[Cell, ...]) -> Row:
    is_calm = gravest_severity(asked.request.findings) is Severity.INFO
    return Row(place, asked, cells, set(range(len(cells))), findings_seen=is_calm)


_END_WORDS: Final = {
    "expiry": mark("Expired"),
    "withdrawal": mark("Withdrawn"),
    "rule": mark("Decided by a rule"),
    "grant": mark("Let through by a grant"),
    "approver": mark("Answered"),
    "edited": mark("Changed"),
}
CHANGED: Final = mark("Asked again")
HOST_GONE: Final = mark("The host is gone")
APPROVED: Final = mark("Approved")
DENIED: Final = mark("Denied")
COVERS: Final = mark("Your yes covers only the calls that you tick, once each.")
COVERS_SEEN: Final = mark("Your yes covers only the calls that you tick. Crossed eye: not read yet, choose the row.")
_MAX_NAMES: Final = 5
"""Inputs that are named in a sentence."""


class BatchPresenter(Presenter):
    """Decides what the window with the table offers and sends.

    Attributes:
        table: empty if none is open.
        common_seen: whether what is the same in all was in view.
        deny_candidates: the calls that the person is asked whether to deny; empty while nothing is asked.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(clock)
        self._open_count = 0
        self._set_calls(())

    def open(self, calls: Sequence[Asked]) -> None:
        """Open a table of calls, none of them seen or ticked. Raises ValueError for one that no table can show."""
        self._set_calls(calls)
        self._open_count += 1
        self.arming.set_content((self._open_count, *(row.call_id for row in self.rows)))

    def clear(self) -> None:
        """Close the table."""
        self._set_calls(())
        self.arming.set_content(None)

    def _set_calls(self, calls: Sequence[Asked]) -> None:
        self.table = call_table(calls) if calls else CallTable((), (), ())
        self.rows = tuple(map(_unseen_row, range(len(calls)), calls, self.table.rows))
        self.common_seen = not self.table.common
        self.deny_candidates: tuple[Row, ...] = ()
        self._row_by_id = {row.call_id: row for row in self.rows}

    # What is seen and ticked

    def row_of(self, call_id: str) -> Row | None:
        """Return the row of a call; None if it is not in the table."""
        return self._row_by_id.get(call_id)

    def row_at(self, place: int) -> Row | None:
        """Return the row at a place in the table; None if there is none."""
        return self.rows[place] if 0 <= place < len(self.rows) else None

    @property
    def ids(self) -> frozenset[str]:
        """Ids of all calls in the table."""
        return frozenset(self._row_by_id)

    @property
    def undecided(self) -> list[Row]:
        """The rows that can still be decided here."""
        return [row for row in self.rows if row.is_undecided]

    @property
    def ticked(self) -> list[Row]:
        """The rows that a yes would approve."""
        return [row for row in self.undecided if row.is_ticked]

    @property
    def unticked(self) -> list[Row]:
        """The rows that can be decided and are not ticked."""
        return [row for row in self.undecided if not row.is_ticked]

    @property
    def tickable(self) -> list[Row]:
        """The rows that were seen and are not ticked."""
        return [row for row in self.unticked if self.can_tick(row)]

    def note_in_view(self, row: Row) -> None:
        """Note that something of a row is in view now, or was before."""
        if row.in_view_since is None:
            row.in_view_since = self.arming.displayed_ms

    def can_tick(self, row: Row) -> bool:
        """Whether a row may be ticked: all that a yes would send was in view."""
        return row.is_undecided and row.is_seen and self.common_seen

    def tick(self, row: Row, *, ticked: bool) -> bool:
        """Tick a row, or take its tick away. Returns whether that changed anything."""
        if row.is_ticked == ticked or (ticked and not self.can_tick(row)):
            return False
        row.is_ticked = ticked
        return True

    def tick_seen(self) -> None:
        """Tick every row that was seen."""
        for row in self.tickable:
            row.is_ticked = True

    # What is decided

    @property
    def can_approve(self) -> bool:
        """Whether a yes is possible right now."""
        return bool(self.ticked) and self.is_answerable

    @property
    def is_answerable(self) -> bool:
        """Whether anything can be ticked or denied now."""
        return not self.is_frozen and not self.deny_candidates

    def host_gone_text(self) -> str:
        """What becomes of the table."""
        return tr("Nothing can be decided here any more.")

    def update_arming(self) -> None:
        """Set the time to arm a yes to what is ticked now."""
        ticked = len(self.ticked)
        self.arming.set_needed(batch_ms(ticked) if ticked else ARMING_MS)
        self.arming.set_answerable(self.is_answerable and bool(ticked))

    def approve(self) -> list[AnswerCall]:
        """Return the answers that approve what is ticked; none if no yes is possible."""
        return self._answers(self.ticked, approve=True) if self.can_approve else []

    def ask_to_deny(self) -> tuple[Row, ...]:
        """Return the calls that the person is now asked about: all that are not ticked, or none."""
        self.deny_candidates = () if self.is_frozen else tuple(self.unticked)
        return self.deny_candidates

    def deny(self, reason: str) -> list[AnswerCall]:
        """Return the answers that deny the calls asked about, without those that were ticked or have ended since."""
        rows = [row for row in self.deny_candidates if row.is_undecided and not row.is_ticked]
        self.deny_candidates = ()
        return self._answers(rows, approve=False, reason=reason)

    def _answers(self, rows: Sequence[Row], *, approve: bool, reason: str = "") -> list[AnswerCall]:
        all_ms, answers = self.arming.displayed_ms, list[AnswerCall]()
        for row in rows:
            row.sent_answer, row.failure = "yes" if approve else "no", ""
            displayed_ms = all_ms - (row.in_view_since or 0) if approve else 0
            identity = presenter.question_identity(row.asked)
            answers.append(AnswerCall(*identity, approve, reason, displayed_ms=displayed_ms))
        return answers

    def note_failure(self, row: Row, reason: str) -> None:
        """Note that the host refused an answer. The row can be ticked again."""
        row.sent_answer, row.is_ticked, row.failure = "", False, reason

    def end_row(self, row: Row, reason: str) -> bool:
        """Note that a call can no longer be decided here; the first reason stays.

        Returns whether it was the last of the table and answered here.
        """
        was_answered_here = bool(row.sent_answer)
        row.ending = row.ending or reason
        row.sent_answer, row.is_ticked = "", False
        return was_answered_here and all(row.ending for row in self.rows)


def title(calls: Sequence[Asked]) -> str:
    """Say who wants what, to what and how often; with the tool's name if its calls differ in what they do."""
    call = calls[0].request.call
    has_same_verb = len({(asked.action.verb, asked.action.plain_verb) for asked in calls}) == 1
    objects = {asked.action.object for asked in calls}
    if not has_same_verb or "" in objects:
        app, tool = summary.app_name(call.app), quoted(summary.shown_name(call.tool))
        return tr_n(
            "{app} wants to use the tool {tool} once",
            "{app} wants to use the tool {tool} {n} times",
            len(calls),
            app=app,
            tool=tool,
        )
    if len(objects) == 1:
        return tr_n("{said}, once", "{said}, {n} times", len(calls), said=summary.heading(_in_common(calls)).quoted)
    object_count = sum(max(1, asked.action.count) for asked in calls)
    action = replace(_in_common(calls).action, detail="", count=object_count)
    return summary.heading(replace(calls[0], action=action), for_several=True).quoted


def brief_title(calls: Sequence[Asked]) -> str:
    """Say what ``title`` says, without anything that would be sent: where others may look on."""
    return tr_n("{said}, once", "{said}, {n} times", len(calls), said=summary.brief_heading(_in_common(calls)))


def _in_common(calls: Sequence[Asked]) -> Asked:
    """The first call, without what was found at its place unless that was so for each: one may create, one replace."""
    first = calls[0]
    found = {asked.action.there if asked.action.count == 1 else "" for asked in calls}
    return first if len(found) == 1 else replace(first, action=replace(first.action, there=""))


def differences_text(table: CallTable) -> str:
    """Say which inputs differ, such as: path, overwrite differ; content is the same."""
    differing = [column.name for column in table.columns]
    common = [column.name for column, _ in table.common]
    if not differing:
        return tr("All inputs are the same.") if common else tr("None of them has any inputs.")
    differ_text = tr_n("{names} differs", "{names} differ", len(differing), names=_join_names(differing))
    if not common:
        return tr("{differ}.", differ=differ_text)
    same_text = tr_n("{names} is the same", "{names} are the same", len(common), names=_join_names(common))
    return tr("{differ}; {alike}.", differ=differ_text, alike=same_text)


def findings_summary(findings: Sequence[Finding]) -> str:
    """Return the gravest severity, in a word, and how many more findings there are, of whatever severity."""
    if not findings:
        return ""
    word = finding_words.severity_word(gravest_severity(findings))
    more = len(findings) - 1
    return tr_n("{word}, {n} more", "{word}, {n} more", more, word=word) if more else word


def gravest_severity(findings: Sequence[Finding]) -> Severity:
    """Return the gravest severity; the mildest without findings."""
    return min((finding.severity for finding in findings), key=lambda severity: severity.rank, default=Severity.INFO)


def end_text(row: Row, by: str) -> str:
    """Say how a call ended."""
    if by == "approver" and row.sent_answer:
        return tr(APPROVED) if row.sent_answer == "yes" else tr(DENIED)
    return tr(_END_WORDS[by]) if by in _END_WORDS else tr("Ended")


def state_text(row: Row) -> str:
    """Say how a call stands; empty if it simply waits."""
    if row.ending:
        return row.ending
    if row.sent_answer:
        return tr("Sending…")
    return tr("Not taken") if row.failure else ""


def why_not_tickable(row: Row, *, common_seen: bool) -> str:
    """Say why a row cannot be ticked; empty if it can."""
    if row.ending or row.sent_answer:
        return state_text(row)
    if not row.is_seen:
        return tr("Not all of it was on screen yet. Choose the row to read it whole below.")
    return "" if common_seen else tr("What is the same in all of them was not on screen to its end yet.")


def deny_label(unticked: int, all_calls: int) -> str:
    """Label the button that denies: all calls if nothing is ticked or has ended, else those that are not ticked."""
    if not unticked:
        return tr("Deny the rest…")
    if unticked == all_calls:
        return tr_n("Deny all {n}…", "Deny all {n}…", unticked)
    return tr_n("Deny the other {n}…", "Deny the other {n}…", unticked)


def approve_label(ticked: int) -> str:
    """Label the button that approves."""
    return tr_n("Approve the {n} ticked", "Approve the {n} ticked", ticked) if ticked else tr("Approve the ticked")


def approve_tooltip(batch: BatchPresenter) -> str:
    """Return the tooltip of the button that approves."""
    if batch.ticked:
        return tr("Sends each of them exactly as shown, once.")
    if not batch.undecided:
        return tr("Nothing is left to decide here.")
    return tr("Tick what you approve; only what was on screen whole can be ticked.")


def progress_text(batch: BatchPresenter) -> str:
    """Say how many calls were seen and ticked."""
    undecided = batch.undecided
    count = sum(row.is_seen for row in undecided)
    return tr("{seen} of {all} seen · {ticked} ticked", seen=count, all=len(undecided), ticked=len(batch.ticked))


def deny_title(rows: Sequence[Row], calls: int) -> str:
    """Ask whether to deny these rows, of so many calls."""
    app = summary.app_name(rows[0].asked.request.call.app)
    if len(rows) == calls:
        return tr_n("Deny all {n} calls of {app}?", "Deny all {n} calls of {app}?", calls, app=app)
    return tr_n(
        "Deny the {n} call of {app} that is not ticked?", "Deny the {n} calls of {app} that are not ticked?", len(rows),
        app=app,
    )  # fmt: skip


def _join_names(names: Sequence[str]) -> str:
    return some_names([f"“{name}”" for name in names], _MAX_NAMES)
