"""The texts of the history: calls, their records, the filter, and the log as a whole (pure).

Owns: the words for decisions, outcomes and records; those of the chips of the filter, and what could be typed next; the
log's numbers as bars, with what a click on one searches for, and how its check and its export stand.

Invariants: every value of the log has a text, known or not; untrusted text comes out escaped on one line and bounded,
and in the timeline as ``Untrusted``, since a record holds untrusted text; suggestions are few, and are those of
``host.control.search``; "verified" is said of a log that was checked and holds, and of no other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal
from uuid import UUID

from msgspec import Struct

from host.control import codec
from host.control.search import DATES, KEYS, VALUES, Part, read
from host.control.views import DayCount, HistoryRow, LogCheck, LogExport, Statistics, TimelineEntry
from host.errors import AGAIN, CODES, SERVER_LOST, TIMED_OUT, TOOL_ERROR, CodeMeaning, ProtocolError, meaning_of
from host.model import JsonObject, JsonValue, Severity
from host.record_kinds import KINDS
from host.text import Untrusted, one_line
from ui import faces, masking
from ui.consent import deeds, finding_words, roles
from ui.consent.summary import READ_METHOD
from ui.label_text import duration
from ui.tr import mark, sentence, tr, tr_n, translated
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
        known = FAILURES.get(status) if isinstance(status, str) else None
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


FAILURES: Final = {"tool error": TOOL_ERROR, "timed out": TIMED_OUT, "unknown": CODES[SERVER_LOST]}
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
        return deeds.history_sentence(row).words
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
    return (_fields(entry) or {}).get("method") == READ_METHOD


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
    return ", ".join(roles.role_name(one) if isinstance(one, str) else _as_text(one) for one in named)


def _roles_line(value: JsonValue) -> str:
    return _titled(mark("In the role"), shown) if (shown := _roles(value)) else ""


def _objects(value: JsonValue) -> list[JsonObject]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _missing_line(value: JsonValue) -> str:
    """What was still missing after a signature."""
    if not isinstance(value, list):
        return tr("Still wanted: {value}", value=_as_text(value))
    return (
        tr("Still wanted: {join}", join=", ".join(roles.missing_text(_as_text(one)) for one in value))
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


RANGES: Final = (7, 30)
"""Days that can be chosen."""
SHOWN_TOOLS: Final = 5
_TOOL_NAME: Final = 60
_PROBLEM: Final = 600


class Bar(Struct, frozen=True):
    """One number of a chart.

    Attributes:
        label: what it counts.
        value: the number.
        spoken: both in words, for a screen reader and as a tooltip.
        search: what a click searches for.
        refused: how much of it was denied or expired.
        tick: what stands below it, where there is room.
    """

    label: str
    value: int
    spoken: str
    search: str
    refused: int = 0
    tick: str = ""


def day_bars(found: Statistics, days: int, today: date) -> list[Bar]:
    """A bar for each of the last days, those without a call too."""
    counts = {count.day: count for count in found.days}
    every = [today - timedelta(days=back) for back in reversed(range(days))]
    return [_day_bar(day, counts.get(day.isoformat()), today) for day in every]


def _day_bar(day: date, count: DayCount | None, today: date) -> Bar:
    name = day_words(day, today)
    if count is None:
        return Bar(name, 0, tr("{day}: no calls", day=name), f"on:{day.isoformat()}", 0, str(day.day))
    total = _total(count)
    refused = count.denied + count.expired
    calls = tr_n("1 call", "{n} calls", total)
    spoken = tr("{day}: {calls}", day=name, calls=calls)
    if refused:
        spoken = tr("{day}: {calls}, {refused} denied or expired", day=name, calls=calls, refused=f"{refused:,}")
    return Bar(name, total, spoken, f"on:{day.isoformat()}", refused, str(day.day))


def _total(count: DayCount) -> int:
    return count.allowed + count.approved + count.denied + count.expired + count.other


def decision_bars(found: Statistics) -> list[Bar]:
    """A bar for each way in which calls were decided."""
    sums = [
        (tr("Allowed without asking"), sum(day.allowed for day in found.days), "decision:allowed", False),
        (tr("Approved by people"), sum(day.approved for day in found.days), "decision:approved by:person", False),
        (tr("Denied"), sum(day.denied for day in found.days), "decision:denied", True),
        (tr("Expired"), sum(day.expired for day in found.days), "decision:expired", True),
    ]
    return [
        Bar(label, number, tr("{label}: {number}", label=label, number=f"{number:,}"), search, number if no else 0)
        for label, number, search, no in sums
    ]


def tool_bars(found: Statistics) -> list[Bar]:
    """A bar for each of the tools that are asked most."""
    bars = []
    for each in found.tools[:SHOWN_TOOLS]:
        label = f"{faces.server_name(each.server)} ▸ {one_line(each.tool, _TOOL_NAME)}"
        spoken = tr("{label}: {number}", label=label, number=tr_n("1 call", "{n} calls", each.calls))
        named = (Part(key, value.replace('"', "*")) for key, value in (("server", each.server), ("tool", each.tool)))
        bars.append(Bar(label, each.calls, spoken, " ".join(part.text() for part in named if part.value)))
    return bars


def in_brief(found: Statistics) -> str:
    """The numbers in a sentence."""
    calls = tr_n("1 call", "{n} calls", sum(map(_total, found.days)))
    if found.decide_ms is None:
        return calls
    took = duration(found.decide_ms)
    return tr("{calls} · half of the answers came within {duration}", calls=calls, duration=took)


def _is_day(day: str) -> bool:
    try:
        date.fromisoformat(day)
    except ValueError:  # of a damaged record
        return False
    return True


def limits(found: Statistics, days: int, today: date) -> str:
    """What is said where not all of the days were counted; empty where they were."""
    if not _is_day(found.since) or date.fromisoformat(found.since) <= today - timedelta(days=days - 1):
        return ""
    return tr("Counted since {day}; there are more calls than are counted.", day=found.since)


# The check


class CheckSaid(Struct, frozen=True):
    """How a check stands, as the badge says it.

    Attributes:
        tone, icon, words: of the badge.
        title, advice: of the notice below, empty where there is none.
    """

    tone: Literal["neutral", "green", "amber", "red"]
    icon: str
    words: str
    title: str = ""
    advice: str = ""


def check_said(check: LogCheck) -> CheckSaid:
    """The words for a check."""
    problem = one_line(sentence(check.problem), _PROBLEM)
    match check.state:
        case "running" if check.of:
            far = tr("Checking the log: {done} of {of}", done=f"{check.done:,}", of=f"{check.of:,}")
            return CheckSaid("neutral", "hourglass-medium", far)
        case "running":
            return CheckSaid("neutral", "hourglass-medium", tr("Checking the log"))
        case "whole" if check.problem:
            return CheckSaid("amber", "warning", tr("The end of the log is not remembered"), tr("Look closer"), problem)
        case "whole":
            said = tr("Log verified at {time}", time=_clock_time(check.at))
            return CheckSaid("green", "seal-check", said, *_gone(check.gone))
        case "broken":
            where = tr("Log broken at record {seq}", seq=f"{check.bad:,}") if check.bad else tr("Log broken")
            advice = tr(
                "{problem} Keep a copy of the log as it is, and find out who could write to it. "
                "What stands before the broken record still holds; from there on nothing is proven.",
                problem=problem,
            )
            return CheckSaid("red", "warning-octagon", where, where, advice)
        case "failed":
            title = tr("The log could not be checked")
            return CheckSaid("amber", "warning", title, title, problem)
    return CheckSaid("neutral", "seal-question", tr("Log not checked yet"))


def _gone(gone: int) -> tuple[str, str]:
    if not gone:
        return "", ""
    title = tr_n("1 value is gone", "{n} values are gone", gone)
    return title, tr("The chain holds, but no record tells who erased them, or when.")


def _clock_time(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC).astimezone():%H:%M}"


# The export


def export_said(export: LogExport) -> tuple[Literal["neutral", "green", "amber"], str, str]:
    """Tone, title and words for how an export stands; an empty title where there is nothing to say."""
    path = one_line(export.path, 400)
    match export.state:
        case "running":
            far = tr("{done} of {of} records", done=f"{export.done:,}", of=f"{export.of:,}") if export.of else ""
            return "neutral", tr("Writing the export"), far
        case "done":
            records = tr_n("1 record", "{n} records", max(0, export.last - export.first + 1))
            said = tr(
                "{records} in {path}. Check it anywhere with: {command}",
                records=records,
                path=path,
                command=one_line(verify_command(export.path), 450),
            )
            return "green", tr("The export is written"), said
        case "failed":
            return "amber", tr("The export could not be written"), one_line(sentence(export.problem), _PROBLEM)
        case "stopped":
            return "neutral", tr("The export was stopped"), tr("No file was left.")
    return "neutral", "", ""


def verify_command(path: str) -> str:
    """What checks an export, as a shell takes it."""
    plain = path.replace("/", "").replace(".", "").replace("-", "").replace("_", "").isalnum() and path.isascii()
    return f"assent log verify {path}" if plain else "assent log verify '{}'".format(path.replace("'", "'\\''"))


MOST_SUGGESTED: Final = 8
"""Suggestions at once."""
CHIP_VALUE: Final = 40
"""Characters of a value in a chip."""

_AGO: Final = re.compile(r"([0-9]{1,4})([hdw])")
_TITLES: Final = {
    "app": mark("App"),
    "server": mark("Server"),
    "tool": mark("Tool"),
    "decision": mark("Decision"),
    "outcome": mark("Outcome"),
    "by": mark("Decided by"),
    "finding": mark("Finding"),
    "severity": mark("Severity"),
    "edited": mark("Edited"),
    "after": mark("Since"),
    "before": mark("Before"),
    "on": mark("On"),
    "id": mark("Call"),
}
_SAID: Final = {
    "approved": mark("approved"),
    "allowed": mark("allowed by a rule or grant"),
    "denied": mark("denied"),
    "expired": mark("expired"),
    "withdrawn": mark("withdrawn"),
    "stopped": mark("stopped"),
    "invalid": mark("invalid"),
    "waiting": mark("waiting"),
    "other": mark("not decided"),
    "succeeded": mark("succeeded"),
    "failed": mark("failed"),
    "tool-error": mark("tool error"),
    "protocol-error": mark("protocol error"),
    "timed-out": mark("timed out"),
    "cancelled": mark("cancelled"),
    "unknown": mark("unknown"),
    "not-told": mark("run by the app"),
    "running": mark("running"),
    "not-sent": mark("not sent"),
    "high": mark("danger"),
    "medium": mark("look closer"),
    "info": mark("good to know"),
    "yes": mark("yes"),
    "no": mark("no"),
    "person": mark("a person"),
    "rule": mark("a rule"),
    "grant": mark("a grant"),
    "today": mark("today"),
    "yesterday": mark("yesterday"),
}
_USUAL: Final[dict[str, tuple[str, ...]]] = {
    **VALUES,
    "by": ("person", "rule", "grant"),
    **dict.fromkeys(DATES, ("today", "yesterday", "7d", "30d")),
}
"""Values that are suggested whatever the log holds."""


def chip(part: Part) -> str:
    """A part with a key, as its chip says it."""
    meant = part.matching_values or (part.value.casefold(),)
    if part.key in ("app", "server") and "*" not in part.value:
        value = faces.name_of("app" if part.key == "app" else "server", part.value)
    elif part.key in _USUAL and all(word in _SAID for word in meant):
        value = ", ".join(tr(_SAID[word]) for word in meant)
    elif part.key in DATES and (ago := _AGO.fullmatch(part.value)) is not None:
        value = _ago(int(ago[1]), ago[2])
    else:
        value = part.value
    shown, title = one_line(value, CHIP_VALUE), tr(_TITLES[part.key])
    if part.negated:
        return tr("Not {title}: {value}", title=title, value=shown)
    return tr("{title}: {value}", title=title, value=shown)


def _ago(n: int, unit: str) -> str:
    if unit == "h":
        return tr_n("1 hour ago", "{n} hours ago", n)
    return tr_n("1 day ago", "{n} days ago", n) if unit == "d" else tr_n("1 week ago", "{n} weeks ago", n)


def take_parts(typed: str, *, whole: bool = False) -> tuple[tuple[Part, ...], str]:
    """The parts with keys that are typed to their ends, and what is left of the text.

    ``whole``: the last one too, after which nothing stands yet.
    """
    done = [part for part in read(typed).parts if part.key and (whole or part.end < len(typed))]
    left, at = "", 0
    for part in done:
        left, at = left + typed[at : part.begin].lstrip(), part.end
    return tuple(done), left + typed[at:].lstrip() if done else typed


def suggestions(typed: str, known: Mapping[str, Iterable[str]]) -> list[str]:
    """What the last word of a text could become, the likeliest first.

    Args:
        typed: the text up to the cursor.
        known: values that the log or the configuration holds, by key.
    """
    word = _last_word(typed)
    minus, bare = ("-", word[1:]) if word.startswith("-") else ("", word)
    key, colon, value = bare.partition(":")
    if not colon:
        return [f"{minus}{each}:" for each in KEYS if bare and each.startswith(bare.casefold())][:MOST_SUGGESTED]
    key = key.casefold()
    if key not in KEYS:
        return []
    asked = value.strip('"').casefold()
    all_values = dict.fromkeys([*_USUAL.get(key, ()), *known.get(key, ())])
    fitting = [each for each in all_values if asked in each.casefold() and each.casefold() != asked]
    fitting.sort(key=lambda each: not each.casefold().startswith(asked))
    shown = [each for each in fitting if '"' not in each and one_line(each, CHIP_VALUE) == each]
    return [Part(key, each, bool(minus)).text() for each in shown[:MOST_SUGGESTED]]


def completed(typed: str, suggestion: str) -> str:
    """The text with its last word replaced by a suggestion."""
    return typed[: len(typed) - len(_last_word(typed))] + suggestion


def settled(typed: str) -> str:
    """What is typed without the word that may still grow."""
    return typed[: len(typed) - len(_last_word(typed))]


def _last_word(typed: str) -> str:
    """What stands behind the last blank that is not inside of quotes."""
    start, quoted = 0, False
    for at, char in enumerate(typed):
        quoted ^= char == '"'
        if char.isspace() and not quoted:
            start = at + 1
    return typed[start:]
