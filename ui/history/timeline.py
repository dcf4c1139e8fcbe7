"""What one record of a call says, in plain lines (pure).

Owns: the words of a timeline. What stays true: what has no plain words of ours is said with the record's own; lines
come out as strangers' text, since a record holds what strangers said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from host.control import codec
from host.control.views import TimelineEntry
from host.errors import ProtocolError
from host.model import JsonObject, JsonValue
from host.text import Untrusted
from ui.widgets.times import duration

_PLAIN: Final[dict[str, dict[str, str]]] = {
    "decision": {"approve": "Approved", "deny": "Denied", "release": "Released", "withhold": "Withheld"},
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


def signers(timeline: Iterable[TimelineEntry]) -> Untrusted | None:
    """Who signed the call before it was approved, as its decision has it; None where nobody had to."""
    for entry in reversed(tuple(timeline)):
        try:
            fields = codec.object_of(entry.fields)
        except ProtocolError:
            continue
        if entry.kind == "call.decided":
            return Untrusted(line) if (line := _signed(fields.get("signers"))) else None
    return None


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


def _worded(title: str, words: dict[str, str]) -> Callable[[JsonValue], str]:
    return lambda value: f"{title}: {words.get(shown := _shown(value), shown)}"


def _listed(title: str) -> Callable[[JsonValue], str]:
    def words(value: JsonValue) -> str:
        shown = ", ".join(map(_shown, value)) if isinstance(value, list) else _shown(value)
        return f"{title}: {shown}" if shown else ""

    return words


def _held(value: JsonValue) -> str:
    return "The result waited for a person to release it" if value is True else ""


def _time(title: str) -> Callable[[JsonValue], str]:
    def words(value: JsonValue) -> str:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return f"{title} {duration(float(value)) if number else _shown(value)}"  # type: ignore[arg-type]  # a number

    return words


def _signed(value: JsonValue) -> str:
    """Everybody who signed, with roles."""
    each = [_signer(one.get("approver"), one.get("roles")) for one in _objects(value)]
    return f"Signed by {'; '.join(each)}" if each else ""


def _signer(approver: JsonValue, roles: JsonValue) -> str:
    named = ", ".join(map(_shown, roles)) if isinstance(roles, list) else ""
    return f"{_shown(approver)} ({named})" if named else _shown(approver)


def _objects(value: JsonValue) -> list[JsonObject]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _missing(value: JsonValue) -> str:
    """What was still wanted after a signature."""
    if not isinstance(value, list):
        return f"Still wanted: {_shown(value)}"
    return f"Still wanted: {', '.join(map(_shown, value))}" if value else "All who must sign have signed"


def _demanded(value: JsonValue) -> str:
    """What the rules demanded besides."""
    if not isinstance(value, dict):
        return f"Demanded: {_shown(value)}"
    quotas = [_quota(one) for one in _objects(value.get("approvers"))]
    others = [words for name, words in _DEMANDS.items() if value.get(name)]
    rates = [
        f"at most {_shown(one.get('calls'))} calls in {_shown(one.get('perSeconds'))} s"
        for one in _objects(value.get("rates"))
    ]
    return f"Demanded: {'; '.join(wanted)}" if (wanted := [*quotas, *others, *rates]) else ""


def _quota(wanted: JsonObject) -> str:
    count = wanted.get("count")
    return f"{_shown(count)} {_shown(wanted.get('role'))} {'signs' if count == 1 else 'sign'}"


def _again(value: JsonValue) -> str:
    return "" if value == 1 else f"Asked again (time {_shown(value)})"


_DEMANDS: Final = {
    "pin": "a PIN",
    "reason_required": "a reason",
    "review_result": "the result reviewed",
}
_SCOPES: Final = {
    "15min": "for 15 minutes",
    "1h": "for 1 hour",
    "chat": "until this chat ends",
    "quit": "until Assent quits",
    "always": "until you take it back",
}
_BOUNDS: Final = {
    "exact": "exactly these inputs",
    "pattern": "inputs within its bounds",
    "any": "any inputs",
}
_OTHERS: Final[dict[str, Callable[[JsonValue], str]]] = {
    "status": _titled("Outcome"),
    "held": _held,
    "signers": _signed,
    "who": _titled("Who"),
    "approver": _titled("Who"),
    "roles": _listed("In the role"),
    "missing": _missing,
    "scope": _worded("Granted", _SCOPES),
    "bound": _worded("Covers", _BOUNDS),
    "rule": _titled("Rule"),
    "because": _titled("Because"),
    "obligations": _demanded,
    "displayed_ms": _time("On screen for"),
    "unread_lines": _titled("Lines never scrolled into view"),
    "duration_ms": _time("Took"),
    "code": _titled("Error code"),
    "round": _again,
}
"""The other fields that matter to a reader, in this order; all of them stand in the log's own view."""
