"""What one record of a call says, in plain lines (pure).

Owns: the words of a timeline. What stays true: what has no plain words of ours is said with the record's own; lines
come out as strangers' text, since a record holds what strangers said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from host.control import codec
from host.control.views import TimelineEntry
from host.errors import ProtocolError
from host.model import JsonObject, JsonValue
from host.text import Untrusted
from ui.widgets.times import duration

_PLAIN: Final[dict[str, dict[str, str]]] = {
    "decision": {"approve": "Approved", "deny": "Denied"},
    "by": {
        "rule": "by a rule",
        "grant": "by a grant that somebody gave",
        "approver": "by a person",
        "expiry": "since nobody decided in time",
        "withdrawal": "since the app withdrew it",
        "no-window": "since no window was open",
        "limit": "since a limit was reached",
        "stop": "by the emergency stop",
        "quit": "since Assent was closing",
        "drift": "since something changed meanwhile",
        "fault": "since Assent could not decide safely",
    },
    "effect": {"ask": "The rules ask a person", "allow": "The rules allow it", "deny": "The rules deny it"},
}


def said(entry: TimelineEntry) -> list[Untrusted]:
    """The lines of a record, in the order in which a reviewer asks."""
    try:
        fields = codec.object_of(entry.fields)
    except ProtocolError:
        return [Untrusted("This record cannot be read.")]
    return [Untrusted(line) for line in _lines(fields)]


def _lines(fields: JsonObject) -> Iterator[str]:
    if decided := _plain(fields, "decision"):
        by = _plain(fields, "by")
        yield f"{decided} {by}".strip()
    if judged := _plain(fields, "effect"):
        yield judged
    for name, words in _OTHERS.items():
        value = fields.get(name)
        if value not in (None, "") and (line := words(value)):
            yield line
    findings = fields.get("findings")
    for found in findings if isinstance(findings, list) else ():
        if isinstance(found, dict):
            yield f"Finding: {found.get('kind')} ({found.get('severity')})"


def _plain(fields: JsonObject, name: str) -> str:
    value = fields.get(name)
    return _PLAIN[name].get(value, value) if isinstance(value, str) else ""


def _shown(value: JsonValue) -> str:
    return value if isinstance(value, str) else codec.lexeme(value)


def _titled(title: str) -> Callable[[JsonValue], str]:
    return lambda value: f"{title}: {_shown(value)}"


def _time(title: str) -> Callable[[JsonValue], str]:
    def words(value: JsonValue) -> str:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return f"{title} {duration(float(value)) if number else _shown(value)}"  # type: ignore[arg-type]  # a number

    return words


def _again(value: JsonValue) -> str:
    return "" if value == 1 else f"Asked again (time {_shown(value)})"


_OTHERS: Final[dict[str, Callable[[JsonValue], str]]] = {
    "status": _titled("Outcome"),
    "who": _titled("Who"),
    "rule": _titled("Rule"),
    "because": _titled("Because"),
    "displayed_ms": _time("On screen for"),
    "unread_lines": _titled("Lines never scrolled into view"),
    "duration_ms": _time("Took"),
    "code": _titled("Error code"),
    "round": _again,
}
"""The other fields that matter to a reader, in this order; all of them stand in the log's own view."""
