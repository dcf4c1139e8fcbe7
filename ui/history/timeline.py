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
from ui.tr import mark, tr
from ui.widgets.times import duration

_PLAIN: Final[dict[str, dict[str, str]]] = {
    "decision": {
        "approve": mark("Approved"),
        "deny": mark("Denied"),
        "release": mark("Released"),
        "withhold": mark("Withheld"),
    },
    "by": {
        "rule": mark("by a rule"),
        "grant": mark("by a grant that somebody gave"),
        "approver": mark("by a person"),
        "expiry": mark("since nobody decided in time"),
        "withdrawal": mark("since the app withdrew it"),
        "no-window": mark("since no window was open"),
        "limit": mark("since a limit was reached"),
        "stop": mark("by the emergency stop"),
        "quit": mark("since Assent was closing"),
        "drift": mark("since something changed meanwhile"),
        "fault": mark("since Assent could not decide safely"),
    },
    "effect": {
        "ask": mark("The rules ask a person"),
        "allow": mark("The rules allow it"),
        "deny": mark("The rules deny it"),
    },
}


def record_lines(entry: TimelineEntry) -> list[Untrusted]:
    """The lines of a record, in the order in which a reviewer asks."""
    try:
        fields = codec.object_of(entry.fields)
    except ProtocolError:
        return [Untrusted(tr("This record cannot be read."))]
    return [Untrusted(line) for line in _lines(fields)]


def signed_by(timeline: Iterable[TimelineEntry]) -> Untrusted | None:
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
            yield tr("Finding: {kind} ({severity})", kind=found.get("kind"), severity=found.get("severity"))


def _plain(fields: JsonObject, name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        return ""
    known = _PLAIN[name]
    return tr(known[value]) if value in known else value


def _shown(value: JsonValue) -> str:
    return value if isinstance(value, str) else codec.lexeme(value)


def _titled(title: str) -> Callable[[JsonValue], str]:
    return lambda value: f"{tr(title)}: {_shown(value)}"


def _worded(title: str, words: dict[str, str]) -> Callable[[JsonValue], str]:
    return lambda value: f"{tr(title)}: {tr(words[shown]) if (shown := _shown(value)) in words else shown}"


def _listed(title: str) -> Callable[[JsonValue], str]:
    def words(value: JsonValue) -> str:
        shown = ", ".join(map(_shown, value)) if isinstance(value, list) else _shown(value)
        return f"{tr(title)}: {shown}" if shown else ""

    return words


def _held(value: JsonValue) -> str:
    return tr("The result waited for a person to release it") if value is True else ""


def _time(title: str) -> Callable[[JsonValue], str]:
    def words(value: JsonValue) -> str:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return f"{tr(title)} {duration(float(value)) if number else _shown(value)}"  # type: ignore[arg-type]  # a number

    return words


def _signed(value: JsonValue) -> str:
    """Everybody who signed, with roles."""
    each = [_signer(one.get("approver"), one.get("roles")) for one in _objects(value)]
    return tr("Signed by {each}", each="; ".join(each)) if each else ""


def _signer(approver: JsonValue, roles: JsonValue) -> str:
    named = ", ".join(map(_shown, roles)) if isinstance(roles, list) else ""
    return f"{_shown(approver)} ({named})" if named else _shown(approver)


def _objects(value: JsonValue) -> list[JsonObject]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _missing(value: JsonValue) -> str:
    """What was still wanted after a signature."""
    if not isinstance(value, list):
        return tr("Still wanted: {value}", value=_shown(value))
    return (
        tr("Still wanted: {join}", join=", ".join(map(_shown, value))) if value else tr("All who must sign have signed")
    )


def _demanded(value: JsonValue) -> str:
    """What the rules demanded besides."""
    if not isinstance(value, dict):
        return tr("Demanded: {value}", value=_shown(value))
    quotas = [_quota(one) for one in _objects(value.get("approvers"))]
    others = [tr(words) for name, words in _DEMANDS.items() if value.get(name)]
    rates = [
        tr("at most {shown} calls in {shown2} s", shown=_shown(one.get("calls")), shown2=_shown(one.get("perSeconds")))
        for one in _objects(value.get("rates"))
    ]
    return tr("Demanded: {wanted}", wanted="; ".join(wanted)) if (wanted := [*quotas, *others, *rates]) else ""


def _quota(wanted: JsonObject) -> str:
    count = wanted.get("count")
    return f"{_shown(count)} {_shown(wanted.get('role'))} {'signs' if count == 1 else 'sign'}"


def _again(value: JsonValue) -> str:
    return "" if value == 1 else tr("Asked again (time {value})", value=_shown(value))


_DEMANDS: Final = {
    "pin": mark("a PIN"),
    "reason_required": mark("a reason"),
    "review_result": mark("the result reviewed"),
}
_SCOPES: Final = {
    "15min": mark("for 15 minutes"),
    "1h": mark("for 1 hour"),
    "chat": mark("until this chat ends"),
    "quit": mark("until Assent quits"),
    "always": mark("until you take it back"),
}
_BOUNDS: Final = {
    "exact": mark("exactly these inputs"),
    "pattern": mark("inputs within its bounds"),
    "any": mark("any inputs"),
}
_OTHERS: Final[dict[str, Callable[[JsonValue], str]]] = {
    "status": _titled(mark("Outcome")),
    "held": _held,
    "signers": _signed,
    "who": _titled(mark("Who")),
    "approver": _titled(mark("Who")),
    "roles": _listed(mark("In the role")),
    "missing": _missing,
    "scope": _worded(mark("Granted"), _SCOPES),
    "bound": _worded(mark("Covers"), _BOUNDS),
    "rule": _titled(mark("Rule")),
    "because": _titled(mark("Because")),
    "obligations": _demanded,
    "displayed_ms": _time(mark("On screen for")),
    "unread_lines": _titled(mark("Lines never scrolled into view")),
    "duration_ms": _time(mark("Took")),
    "code": _titled(mark("Error code")),
    "round": _again,
}
"""The other fields that matter to a reader, in this order; all of them stand in the log's own view."""
