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
from ui.waiting.rows import summary
from ui.widgets.times import duration

NAME_LIMIT: Final = 120
"""Characters of a name in a cell; the panel shows all that the log kept."""

_ENDS: Final = {
    "rule": "Denied by a rule",
    "approver": "Denied",
    "expiry": "Expired",
    "withdrawal": "Withdrawn",
    "no-window": "Nobody to ask",
    "limit": "Over a limit",
    "stop": "Stopped",
    "quit": "Assent closed",
    "drift": "Changed meanwhile",
    "fault": "Could not decide",
}
_YES: Final = {"rule": "Allowed by a rule", "approver": "Approved", "grant": "Covered by a grant"}
_OUTCOMES: Final = {
    "succeeded": "Succeeded",
    "tool error": "Tool error",
    "protocol error": "Protocol error",
    "timed out": "Timed out",
    "cancelled": "Cancelled",
    "unknown": "Unknown",
}
_KINDS: Final = {
    "call.proposed": "Asked",
    "call.refused": "Refused by the checks",
    "call.decided": "Decided",
    "call.outcome": "Ended",
    "call.signed": "Signed",
    "result.reviewed": "Result reviewed",
    "grant.given": "Grant given",
}


def decision(row: HistoryRow) -> str:
    """What was decided, in a word or three."""
    if row.decision == "approve":
        return _YES.get(row.by, "Approved")
    if row.decision == "invalid":
        return "Invalid"
    if row.decision == "deny" and row.who == "broken-policy":
        return "Rules unreadable"
    if row.decision == "deny":
        return _ENDS.get(row.by, "Denied")
    return "Waiting"


def decision_icon(row: HistoryRow) -> str:
    """Name of the icon that goes with ``decision``."""
    if row.decision == "approve":
        return {"rule": "scales", "grant": "clock-clockwise"}.get(row.by, "check")
    if row.decision == "invalid":
        return "warning-circle"
    return "prohibit" if row.decision == "deny" else "hourglass-medium"


def outcome(row: HistoryRow) -> str:
    """How it ended."""
    if row.status:
        return _OUTCOMES.get(row.status, row.status)
    if row.decision == "approve":
        return "Running"
    return "" if row.state == "waiting" else "Not sent"


def took(row: HistoryRow) -> str:
    """How long the server worked, empty where it did not."""
    return "" if row.duration_ms is None or outcome(row) == "Not sent" else duration(row.duration_ms)


def app(row: HistoryRow) -> str:
    """Who asked; an app that proved nothing is marked."""
    name = one_line(row.app, NAME_LIMIT)
    return name if row.authenticated else f"{name} (not proven)"


def action(row: HistoryRow) -> str:
    """Server and tool."""
    return f"{one_line(row.server, NAME_LIMIT)} ▸ {one_line(row.tool, NAME_LIMIT)}"


def inputs(row: HistoryRow) -> str:
    """The first inputs on one line."""
    try:
        return summary(codec.object_of(row.inputs)) if row.inputs else ""
    except ProtocolError:  # the beginning of long ones
        return one_line(row.inputs.decode("utf-8", "replace"), NAME_LIMIT)


def unix(time: str) -> float:
    """Unix seconds of an RFC 3339 time; 0 for what is none, as in a damaged log."""
    try:
        return datetime.fromisoformat(time).timestamp()
    except ValueError:
        return 0.0


def exact(time: str) -> str:
    """The local time to the second, with the difference from UTC."""
    try:
        local = datetime.fromisoformat(time).astimezone()
        return f"{local:%Y-%m-%d %H:%M:%S} UTC{local:%z}".removesuffix("+0000")
    except ValueError:
        return one_line(time, 40)


def time_of(call_id: str) -> str:
    """When a call was proposed, by its UUIDv7 (RFC 9562 §5.7), as RFC 3339; empty for what is none."""
    try:
        milliseconds = UUID(call_id).int >> 80
        return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat()
    except (ValueError, OverflowError):
        return ""


def clock(time: str) -> str:
    """The local time of day."""
    try:
        return datetime.fromisoformat(time).astimezone().strftime("%H:%M:%S")
    except ValueError:
        return "?"


def record(entry: TimelineEntry) -> str:
    """The heading of one record in a timeline."""
    return _KINDS.get(entry.kind, entry.kind or "Damaged record")


def spoken(row: HistoryRow) -> str:
    """The whole row in one sentence, for a screen reader."""
    ended = outcome(row)
    return f"{app(row)}, {action(row)}, {decision(row)}{', ' + ended if ended else ''}, {exact(row.time)}"
