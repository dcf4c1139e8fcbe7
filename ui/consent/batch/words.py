"""What the table of alike calls says (no Qt).

Owns: these words.

Invariants: how many, and of whom, stands in every question about many; how a call ended is said as the consent window
says it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from host.control.views import Asked
from host.model import Finding, Severity
from ui.consent import summary
from ui.consent.batch.selection import BatchSelection, Row
from ui.tr import mark, tr, tr_n

Tone: TypeAlias = Literal["red", "amber", "muted"]

_RANK: Final = (Severity.HIGH, Severity.MEDIUM, Severity.INFO)
_SEVERE: Final = {
    Severity.HIGH: mark("Danger"),
    Severity.MEDIUM: mark("Look closer"),
    Severity.INFO: mark("Good to know"),
}
_SIGNS: Final[dict[Severity, tuple[str, Tone]]] = {
    Severity.HIGH: ("warning-octagon", "red"),
    Severity.MEDIUM: ("warning", "amber"),
    Severity.INFO: ("info", "muted"),
}
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
_NAMES: Final = 5
"""Inputs that are named in a sentence."""


def title(asked: Asked, calls: int) -> str:
    """Who wants what, how often."""
    app = summary.app_name(asked.request.call.app)
    return tr_n("{app} wants to do this once", "{app} wants to do this {n} times", calls, app=app)


def differences(book: BatchSelection) -> str:
    """Such as: path, overwrite differ; content is the same."""
    differ = [column.name for column in book.sheet.columns]
    same = [column.name for column, _ in book.sheet.same]
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
    word = tr(_SEVERE[worst(findings)])
    return word if len(findings) == 1 else tr("{word} ({number})", word=word, number=len(findings))


def severity_words(severity: Severity) -> str:
    """In a word or two."""
    return tr(_SEVERE[severity])


def icon_of_worst(findings: Sequence[Finding]) -> tuple[str, Tone]:
    """The icon of the worst."""
    return _SIGNS[worst(findings)]


def icon_of(severity: Severity) -> tuple[str, Tone]:
    """The icon of a severity."""
    return _SIGNS[severity]


def worst(findings: Sequence[Finding]) -> Severity:
    """Of some findings; the mildest of none."""
    severities = {finding.severity for finding in findings}
    return next((severity for severity in _RANK if severity in severities), Severity.INFO)


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


def row_changed(book: BatchSelection, row: Row) -> str:
    """A row that changed, for who cannot see it."""
    return tr("Call {number}: {state}", number=book.place(row.call_id) + 1, state=state(row))


def why_not(row: Row, *, same_seen: bool) -> str:
    """Why a row cannot be ticked; empty where it can."""
    if row.over or row.sent:
        return state(row)
    if not row.is_seen:
        return tr("Not all of it was on screen yet. Choose the row to read it whole below.")
    return "" if same_seen else tr("What is the same in all of them was not on screen to its end yet.")


def approve(ticked: int) -> str:
    """The button."""
    return tr_n("Approve the {n} ticked", "Approve the {n} ticked", ticked) if ticked else tr("Approve the ticked")


def approve_why(book: BatchSelection, ticked: int) -> str:
    """About the button."""
    if ticked:
        return tr("Sends each of them exactly as shown, once.")
    if not book.live:
        return tr("Nothing is left to decide here.")
    return tr("Tick what you approve; only what was on screen whole can be ticked.")


def progress(book: BatchSelection) -> str:
    """How far the reading is."""
    live = book.live
    seen = sum(row.is_seen for row in live)
    return tr("{seen} of {all} seen · {ticked} ticked", seen=seen, all=len(live), ticked=len(book.ticked))


def arrived(more: int) -> str:
    """What came meanwhile, or found no room."""
    if not more:
        return ""
    return tr_n(
        "{n} more like these waits, and is not in this table.",
        "{n} more like these wait, and are not in this table.",
        more,
    )


def deny_title(rows: Sequence[Row]) -> str:
    """The question before many are denied."""
    app = summary.app_name(rows[0].asked.request.call.app)
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
