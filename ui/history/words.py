"""The texts of the history: a call in the table, and its records in the timeline (pure).

Owns: the words for decisions, outcomes and records.

Invariants: every value of the log has a text, known or not; untrusted text comes out escaped on one line in the table,
and as ``Untrusted`` in the timeline, since a record holds untrusted text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final
from uuid import UUID

from host.control import codec
from host.control.views import HistoryRow, TimelineEntry
from host.errors import AGAIN, CODES, SERVER_LOST, TIMED_OUT, TOOL_ERROR, CodeMeaning, ProtocolError, meaning_of
from host.model import JsonObject, JsonValue, Severity
from host.record_kinds import KINDS
from host.text import Untrusted, one_line
from ui import faces, masking
from ui.consent import deeds, finding_words, roles
from ui.consent.summary import READS
from ui.label_text import duration
from ui.tr import mark, tr, translated
from ui.waiting.rows import summarize_arguments

NAME_LIMIT: Final = 120
"""Characters of a name in a cell; the panel shows all that the log kept."""

_DECIDERS: Final = {
    "rule": (mark("Denied by a rule"), mark("by a rule")),
    "grant": (mark("Denied"), mark("by a grant that somebody gave")),
    "approver": (mark("Denied"), mark("by a person")),
    "expiry": (mark("Expired"), mark("since nobody decided in time")),
    "withdrawal": (mark("Withdrawn"), mark("since the app withdrew it")),
    "no-window": (mark("Nobody to ask"), mark("since no window was open")),
    "limit": (mark("Over a limit"), mark("since a limit was reached")),
    "stop": (mark("Stopped"), mark("by the emergency stop")),
    "quit": (mark("Assent closed"), mark("since Assent was closing")),
    "drift": (mark("Changed meanwhile"), mark("since something changed meanwhile")),
    "fault": (mark("Could not decide"), mark("since Assent could not decide safely")),
}
"""Who or what decided: how a call ended by its no, and the words for it in a record."""
_YES: Final = {"rule": mark("Allowed by a rule"), "approver": mark("Approved"), "grant": mark("Covered by a grant")}
_OUTCOMES: Final = {
    "succeeded": mark("Succeeded"),
    "tool error": mark("Tool error"),
    "protocol error": mark("Protocol error"),
    "timed out": mark("Timed out"),
    "cancelled": mark("Cancelled"),
    "unknown": mark("Unknown"),
    "not told": mark("Run by the app"),
}
_CLAIMS: Final = {
    "succeeded": mark("App: succeeded"),
    "tool error": mark("App: failed"),
    "cancelled": mark("App: cancelled"),
}
"""How a call ended by the word of the app that carried it out: nobody else knows."""
_FIELD_WORDS: Final[dict[str, dict[str, str]]] = {
    "claim": _CLAIMS,
    "decision": {
        "approve": mark("Approved"),
        "deny": mark("Denied"),
        "release": mark("Released"),
        "withhold": mark("Withheld"),
    },
    "by": {by: words for by, (_, words) in _DECIDERS.items()},
    "effect": {
        "ask": mark("The rules ask a person"),
        "allow": mark("The rules allow it"),
        "deny": mark("The rules deny it"),
    },
}
_DEMANDS: Final = {
    "pin": mark("a PIN"),
    "reason_required": mark("a reason"),
    "review_result": mark("the result reviewed"),
}
_DURATIONS: Final = {
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


def decision_words(row: HistoryRow) -> str:
    """What was decided, and whether a person had changed the inputs."""
    return tr("{decision}, edited", decision=_decided(row)) if row.edited else _decided(row)


def _decided(row: HistoryRow) -> str:
    if row.decision == "approve":
        return tr(_YES[row.by]) if row.by in _YES else tr("Approved")
    if row.decision == "invalid":
        return tr("Invalid")
    if row.decision == "deny" and row.who == "broken-policy":
        return tr("Rules unreadable")
    if row.decision == "deny":
        return tr(_DECIDERS[row.by][0]) if row.by in _DECIDERS else tr("Denied")
    return tr("Waiting")


def usual_decisions() -> tuple[str, ...]:
    """The decisions of most rows: the column has room for these."""
    edited = tr("{decision}, edited", decision=tr(_YES["approver"]))
    return (*map(tr, _YES.values()), edited, tr(_DECIDERS["rule"][0]), tr(_DECIDERS["drift"][0]), tr("Waiting"))


def usual_outcomes() -> tuple[str, ...]:
    """The outcomes of most rows."""
    return (*map(tr, _OUTCOMES.values()), *map(tr, _CLAIMS.values()), tr("Running"), tr("Not sent"))


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
    """How a call ended."""
    if row.status == "not told" and row.claim in _CLAIMS:
        return tr(_CLAIMS[row.claim])
    if row.status:
        return tr(_OUTCOMES[row.status]) if row.status in _OUTCOMES else row.status
    if row.decision == "approve":
        return tr("Running")
    return "" if row.state == "waiting" else tr("Not sent")


def failure(timeline: Iterable[TimelineEntry]) -> tuple[str, str] | None:
    """What the error means in which a call ended, and what to do about it; None where it ended in none."""
    for entry in reversed(tuple(timeline)):
        if entry.kind != "call.outcome":
            continue
        fields = _fields(entry) or {}
        status, code = fields.get("status"), fields.get("code")
        if status == "protocol error":
            return _error(code if type(code) is int else 0)
        known = _FAILURES.get(status) if isinstance(status, str) else None
        return None if known is None else (translated(known.meaning).rstrip("."), _what_to_do(known))
    return None


def _error(code: int) -> tuple[str, str]:
    shown = str(code) if abs(code) < _LARGEST_CODE else "…"
    if (known := meaning_of(code)) is None:
        return tr("Error {code}", code=shown), tr(_UNDEFINED)
    meaning = translated(known.meaning).rstrip(".")
    return tr("Error {code}: {meaning}", code=shown, meaning=meaning), _what_to_do(known)


def _what_to_do(known: CodeMeaning) -> str:
    return f"{translated(known.action)} {translated(AGAIN[known.again])}"


_FAILURES: Final = {"tool error": TOOL_ERROR, "timed out": TIMED_OUT, "unknown": CODES[SERVER_LOST]}
"""By the outcome, where no code says more."""
_LARGEST_CODE: Final = 10**9
_UNDEFINED: Final = mark("Nobody defined what this code means. The server's message may say it.")


def was_sent(row: HistoryRow) -> bool:
    """Whether the call was sent to the server, as far as the log says."""
    return bool(row.status) or row.decision == "approve" or row.state == "waiting"


def duration_words(row: HistoryRow) -> str:
    """How long the server worked, empty where it did not, or where that was the app's own."""
    if row.duration_ms is None or row.status == "not told" or not was_sent(row):
        return ""
    return duration(row.duration_ms)


def app_words(row: HistoryRow) -> str:
    """The name of the app; one that proved nothing is marked."""
    name = faces.app_name(row.app)
    return name if row.authenticated else tr("{name} (not proven)", name=name)


def app_and_id(row: HistoryRow) -> str:
    """The name of the app with its id; one that proved nothing is marked."""
    name = faces.with_id("app", row.app)
    return name if row.authenticated else tr("{name} (not proven)", name=name)


def server_and_tool(row: HistoryRow) -> str:
    """Server and tool, on one line."""
    return f"{faces.server_name(row.server)} ▸ {one_line(row.tool, NAME_LIMIT)}"


def what_words(row: HistoryRow) -> str:
    """What the call does and to what, as far as its tool and inputs tell."""
    if row.action.object or row.action.detail:
        return deeds.past(row).words
    tool = one_line(row.tool, NAME_LIMIT)
    inputs = inputs_summary(row)
    return f"{tool}  ·  {inputs}" if inputs else tool


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


def time_of_day(time: str, *, seconds: bool = True) -> str:
    """The local time of day."""
    try:
        return datetime.fromisoformat(time).astimezone().strftime("%H:%M:%S" if seconds else "%H:%M")
    except ValueError:
        return "?"


def record_title(entry: TimelineEntry) -> str:
    """The heading of one record in a timeline."""
    kind = KINDS.get(entry.kind)
    if kind is not None and kind.title_of_link and reads_link(entry):
        return translated(kind.title_of_link)
    return (translated(kind.title) if kind is not None else "") or entry.kind or tr("Damaged record")


def reads_link(entry: TimelineEntry) -> bool:
    """Whether a record is of an app that wants to read what the call's result links to."""
    return (_fields(entry) or {}).get("method") == READS


_WEEKDAYS: Final = (
    mark("Monday"), mark("Tuesday"), mark("Wednesday"), mark("Thursday"), mark("Friday"), mark("Saturday"),
    mark("Sunday"),
)  # fmt: skip
_MONTHS: Final = (
    mark("January"), mark("February"), mark("March"), mark("April"), mark("May"), mark("June"), mark("July"),
    mark("August"), mark("September"), mark("October"), mark("November"), mark("December"),
)  # fmt: skip


def local_day(time: str) -> date | None:
    """The local day of an RFC 3339 time; None for what is none."""
    try:
        return datetime.fromisoformat(time).astimezone().date()
    except (ValueError, OverflowError):
        return None


def day_words(day: date | None, today: date) -> str:
    """A day as a heading: Today, Yesterday, Friday 20 November; with its year where that is another."""
    if day is None:
        return tr("At an unknown time")
    if day in (today, today - timedelta(days=1)):
        return tr("Today") if day == today else tr("Yesterday")
    names = {"weekday": tr(_WEEKDAYS[day.weekday()]), "day": day.day, "month": tr(_MONTHS[day.month - 1])}
    if day.year == today.year:
        return tr("{weekday} {day} {month}", **names)
    return tr("{weekday} {day} {month} {year}", **names, year=day.year)


def spoken_what(row: HistoryRow) -> str:
    """What the call does, and whether something grave was found, as the sign beside it says."""
    what = what_words(row)
    return tr("{what}, with a finding of danger", what=what) if row.severity == Severity.HIGH.value else what


def spoken_row(row: HistoryRow) -> str:
    """The whole row in one sentence, for a screen reader."""
    parts = (
        spoken_what(row), decision_words(row), outcome_words(row), app_words(row), server_and_tool(row),
        exact_time(row.time),
    )  # fmt: skip
    return ", ".join(part for part in parts if part)


def record_lines(entry: TimelineEntry) -> list[Untrusted]:
    """The lines of a record, in the order in which a reviewer asks."""
    fields = _fields(entry)
    lines = [tr("This record cannot be read.")] if fields is None else _lines(fields)
    return [Untrusted(line) for line in lines]


def _fields(entry: TimelineEntry) -> JsonObject | None:
    try:
        return codec.object_of(entry.fields)
    except ProtocolError:
        return None


def signed_by(timeline: Iterable[TimelineEntry]) -> Untrusted | None:
    """Who signed the call before it was approved, as its decision has it; None where nobody had to."""
    for entry in reversed(tuple(timeline)):
        if entry.kind == "call.decided" and (fields := _fields(entry)) is not None:
            return Untrusted(line) if (line := _signers_line(fields.get("signers"))) else None
    return None


def _lines(fields: JsonObject) -> Iterator[str]:
    if decided := _field_words(fields, "decision"):
        by = _field_words(fields, "by")
        yield f"{decided} {by}".strip()
    if judged := _field_words(fields, "effect"):
        yield judged
    if claimed := _field_words(fields, "claim"):
        yield claimed
    for name, words in _LINES.items():
        value = fields.get(name)
        if value not in (None, "") and (line := words(value)):
            yield line
    for found in _objects(fields.get("findings")):
        yield tr("Found: {what}", what=_finding(found))


def findings(timeline: Iterable[TimelineEntry]) -> list[tuple[str, str]]:
    """What Assent found in a call, each once, the gravest first: in words, and how grave."""
    found: dict[str, str] = {}
    for entry in timeline:
        for each in _objects((_fields(entry) or {}).get("findings")):
            found.setdefault(_finding(each), _as_text(each.get("severity")))
    return sorted(found.items(), key=lambda each: _GRAVEST.get(each[1], len(_GRAVEST)))


def _finding(found: JsonObject) -> str:
    """A finding of a record: its name, and how grave."""
    kind, severity = _as_text(found.get("kind")), _as_text(found.get("severity"))
    named = finding_words.meaning(kind).title or kind
    return tr("{finding}, {severity}", finding=named, severity=tr(_GRAVE[severity]) if severity in _GRAVE else severity)


_GRAVE: Final = {"high": mark("danger"), "medium": mark("look closer"), "info": mark("good to know")}
_GRAVEST: Final = {severity: at for at, severity in enumerate(_GRAVE)}


def _field_words(fields: JsonObject, name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        return ""
    known = _FIELD_WORDS[name]
    return tr(known[value]) if value in known else value


def _as_text(value: JsonValue) -> str:
    return value if isinstance(value, str) else codec.lexeme(value)


def _titled(title: str, value: str) -> str:
    return tr("{title}: {value}", title=tr(title), value=value)


def _titled_line(title: str) -> Callable[[JsonValue], str]:
    return lambda value: _titled(title, _as_text(value))


def _worded_line(title: str, words: dict[str, str]) -> Callable[[JsonValue], str]:
    return lambda value: _titled(title, tr(words[shown]) if (shown := _as_text(value)) in words else shown)


def _held_line(value: JsonValue) -> str:
    return tr("The result waited for a person to release it") if value is True else ""


def _duration_line(template: str) -> Callable[[JsonValue], str]:
    def words(value: JsonValue) -> str:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return tr(template, duration=duration(float(value)) if number else _as_text(value))  # type: ignore[arg-type]  # a number

    return words


def _signers_line(value: JsonValue) -> str:
    """Everybody who signed, with roles."""
    each = [_signer(one.get("approver"), one.get("roles")) for one in _objects(value)]
    return tr("Signed by {each}", each="; ".join(each)) if each else ""


def _signer(approver: JsonValue, signed_as: JsonValue) -> str:
    named = _roles(signed_as) if isinstance(signed_as, list) else ""
    return f"{_as_text(approver)} ({named})" if named else _as_text(approver)


def _roles(value: JsonValue) -> str:
    """Roles as they read; the log's own view has their identifiers."""
    named = value if isinstance(value, list) else [value]
    return ", ".join(roles.role(one) if isinstance(one, str) else _as_text(one) for one in named)


def _roles_line(value: JsonValue) -> str:
    return _titled(mark("In the role"), shown) if (shown := _roles(value)) else ""


def _objects(value: JsonValue) -> list[JsonObject]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _missing_line(value: JsonValue) -> str:
    """What was still missing after a signature."""
    if not isinstance(value, list):
        return tr("Still wanted: {value}", value=_as_text(value))
    return (
        tr("Still wanted: {join}", join=", ".join(roles.missing(_as_text(one)) for one in value))
        if value
        else tr("All who must sign have signed")
    )


def _demands_line(value: JsonValue) -> str:
    """What the rules demanded besides a yes."""
    if not isinstance(value, dict):
        return tr("Demanded: {value}", value=_as_text(value))
    quotas = [_quota(one) for one in _objects(value.get("approvers"))]
    others = [tr(words) for name, words in _DEMANDS.items() if value.get(name)]
    rates = [
        tr(
            "at most {shown} calls in {shown2} s",
            shown=_as_text(one.get("calls")),
            shown2=_as_text(one.get("perSeconds")),
        )
        for one in _objects(value.get("rates"))
    ]
    return tr("Demanded: {wanted}", wanted="; ".join(wanted)) if (wanted := [*quotas, *others, *rates]) else ""


def _quota(wanted: JsonObject) -> str:
    count, role = _as_text(wanted.get("count")), _roles(wanted.get("role"))
    if count == "1":
        return tr("a signature as {role}", role=role)
    return tr("{count} signatures as {role}", count=count, role=role)


def _round_line(value: JsonValue) -> str:
    return "" if value == 1 else tr("Asked again (time {value})", value=_as_text(value))


_LINES: Final[dict[str, Callable[[JsonValue], str]]] = {
    "status": _titled_line(mark("Outcome")),
    "held": _held_line,
    "signers": _signers_line,
    "who": _titled_line(mark("Who")),
    "approver": _titled_line(mark("Who")),
    "roles": _roles_line,
    "missing": _missing_line,
    "scope": _worded_line(mark("Granted"), _DURATIONS),
    "bound": _worded_line(mark("Covers"), _BOUNDS),
    "rule": _titled_line(mark("Rule")),
    "because": _titled_line(mark("Because")),
    "obligations": _demands_line,
    "displayed_ms": _duration_line(mark("On screen for {duration}")),
    "unread_lines": _titled_line(mark("Lines never scrolled into view")),
    "duration_ms": _duration_line(mark("Took {duration}")),
    "code": _titled_line(mark("Error code")),
    "round": _round_line,
}
"""The other fields that matter to a reader, in this order; all of them stand in the log's own view."""
