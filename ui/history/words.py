"""How a call of the log reads in a table and in its panel (pure).

Owns: the words for decisions, outcomes and records. What stays true: every value of the log has a word, known or not;
what a stranger wrote comes out escaped, on one line.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from host.control import codec
from host.control.views import HistoryRow, TimelineEntry
from host.errors import ProtocolError
from host.text import one_line
from ui import masking
from ui.tr import mark, tr
from ui.waiting.rows import summarize_arguments
from ui.widgets.times import duration

NAME_LIMIT: Final = 120
"""Characters of a name in a cell; the panel shows all that the log kept."""

_ENDS: Final = {
    "rule": mark("Denied by a rule"),
    "approver": mark("Denied"),
    "expiry": mark("Expired"),
    "withdrawal": mark("Withdrawn"),
    "no-window": mark("Nobody to ask"),
    "limit": mark("Over a limit"),
    "stop": mark("Stopped"),
    "quit": mark("Assent closed"),
    "drift": mark("Changed meanwhile"),
    "fault": mark("Could not decide"),
}
_YES: Final = {"rule": mark("Allowed by a rule"), "approver": mark("Approved"), "grant": mark("Covered by a grant")}
_OUTCOMES: Final = {
    "succeeded": mark("Succeeded"),
    "tool error": mark("Tool error"),
    "protocol error": mark("Protocol error"),
    "timed out": mark("Timed out"),
    "cancelled": mark("Cancelled"),
    "unknown": mark("Unknown"),
}
_KINDS: Final = {
    "call.proposed": mark("Asked"),
    "call.refused": mark("Refused by the checks"),
    "call.edited": mark("Inputs changed by a person"),
    "call.decided": mark("Decided"),
    "call.outcome": mark("Ended"),
    "call.signed": mark("Signed"),
    "result.reviewed": mark("Result reviewed"),
    "grant.given": mark("Grant given"),
}


def decision_words(row: HistoryRow) -> str:
    """What was decided, in a word or three, and whether a person had changed the inputs."""
    return tr("{decision}, edited", decision=_decided(row)) if row.edited else _decided(row)


def _decided(row: HistoryRow) -> str:
    if row.decision == "approve":
        return tr(_YES[row.by]) if row.by in _YES else tr("Approved")
    if row.decision == "invalid":
        return tr("Invalid")
    if row.decision == "deny" and row.who == "broken-policy":
        return tr("Rules unreadable")
    if row.decision == "deny":
        return tr(_ENDS[row.by]) if row.by in _ENDS else tr("Denied")
    return tr("Waiting")


def usual_decisions() -> tuple[str, ...]:
    """What stands in most lines: room for these is kept."""
    edited = tr("{decision}, edited", decision=tr(_YES["approver"]))
    return (*map(tr, _YES.values()), edited, tr(_ENDS["rule"]), tr(_ENDS["drift"]), tr("Waiting"))


def usual_outcomes() -> tuple[str, ...]:
    """Likewise."""
    return (*map(tr, _OUTCOMES.values()), tr("Running"), tr("Not sent"))


def decision_icon(row: HistoryRow) -> str:
    """Name of the icon that goes with ``decision_words``."""
    if row.decision == "approve" and row.edited:
        return "pencil-simple"
    if row.decision == "approve":
        return {"rule": "scales", "grant": "clock-clockwise"}.get(row.by, "check")
    if row.decision == "invalid":
        return "warning-circle"
    return "prohibit" if row.decision == "deny" else "hourglass-medium"


def outcome_words(row: HistoryRow) -> str:
    """How it ended."""
    if row.status:
        return tr(_OUTCOMES[row.status]) if row.status in _OUTCOMES else row.status
    if row.decision == "approve":
        return tr("Running")
    return "" if row.state == "waiting" else tr("Not sent")


def was_sent(row: HistoryRow) -> bool:
    """Whether the server got it, as far as the log says."""
    return bool(row.status) or row.decision == "approve" or row.state == "waiting"


def duration_words(row: HistoryRow) -> str:
    """How long the server worked, empty where it did not."""
    return "" if row.duration_ms is None or not was_sent(row) else duration(row.duration_ms)


def app_words(row: HistoryRow) -> str:
    """Who asked; an app that proved nothing is marked."""
    name = one_line(row.app, NAME_LIMIT)
    return name if row.authenticated else tr("{name} (not proven)", name=name)


def server_and_tool(row: HistoryRow) -> str:
    """Server and tool."""
    return f"{one_line(row.server, NAME_LIMIT)} ▸ {one_line(row.tool, NAME_LIMIT)}"


def inputs_summary(row: HistoryRow) -> str:
    """The first inputs on one line."""
    try:
        return summarize_arguments(codec.object_of(row.inputs)) if row.inputs else ""
    except ProtocolError:  # the beginning of long ones
        return one_line(masking.mask_json(row.inputs.decode("utf-8", "replace")), NAME_LIMIT)


def unix_seconds(time: str) -> float:
    """Unix seconds of an RFC 3339 time; 0 for what is none, as in a damaged log."""
    try:
        return datetime.fromisoformat(time).timestamp()
    except ValueError:
        return 0.0


def exact_time(time: str) -> str:
    """The local time to the second, with the difference from UTC."""
    try:
        local = datetime.fromisoformat(time).astimezone()
        return tr("{local} UTC{local2}", local=f"{local:%Y-%m-%d %H:%M:%S}", local2=f"{local:%z}").removesuffix("+0000")
    except ValueError:
        return one_line(time, 40)


def time_of(call_id: str) -> str:
    """When a call was proposed, by its UUIDv7 (RFC 9562 §5.7), as RFC 3339; empty for what is none."""
    try:
        milliseconds = UUID(call_id).int >> 80
        return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat()
    except (ValueError, OverflowError):
        return ""


def time_of_day(time: str) -> str:
    """The local time of day."""
    try:
        return datetime.fromisoformat(time).astimezone().strftime("%H:%M:%S")
    except ValueError:
        return "?"


def record_title(entry: TimelineEntry) -> str:
    """The heading of one record in a timeline."""
    return tr(_KINDS[entry.kind]) if entry.kind in _KINDS else entry.kind or tr("Damaged record")


def spoken_row(row: HistoryRow) -> str:
    """The whole row in one sentence, for a screen reader."""
    parts = (app_words(row), server_and_tool(row), decision_words(row), outcome_words(row), exact_time(row.time))
    return ", ".join(part for part in parts if part)
