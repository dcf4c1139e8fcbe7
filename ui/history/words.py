"""The texts of the history: calls, their records, the filter, and the log as a whole (pure).

Owns: the words for decisions, outcomes and records; the words of chips, and suggestions for the filter; statistics as
bars with the search of each; the words for the state of a check and of an export.

Invariants: every value of the log has a text, known or not. Untrusted text is escaped, on one line and bounded; in the
timeline it is ``Untrusted``. Suggestions are few, and those of ``host.control.search``. Only a log that was checked and
holds is called "verified".
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal
from uuid import UUID

from msgspec import Struct

from host import regex
from host.control import codec
from host.control.search import DATES, KEYS, VALUES, Part, read
from host.control.views import DayCount, HistoryRow, LogCheck, LogExport, Statistics, TimelineEntry
from host.errors import AGAIN, CODES, SERVER_LOST, TIMED_OUT, TOOL_ERROR, CodeMeaning, ProtocolError, meaning_of
from host.model import JsonObject, JsonValue, Severity
from host.naming import role_name
from host.record_kinds import KINDS
from host.text import Untrusted, one_line
from ui import display_names
from ui.consent import call_sentences, finding_words, roles
from ui.consent.summary import READ_METHOD
from ui.label_text import duration
from ui.tr import mark, sentence, tr, tr_n, translated
from ui.waiting.rows import summarize_json

NAME_LENGTH: Final = 120  # characters of a name in a cell; the panel shows all of it

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
"""By who or what decided: the words for a no in the table, and the words in a record."""
_APPROVALS: Final = {
    "rule": mark("Allowed by a rule"),
    "approver": mark("Approved"),
    "grant": mark("Covered by a grant"),
}
_OUTCOME_WORDS: Final = {
    "succeeded": mark("Succeeded"),
    "tool error": mark("Tool error"),
    "protocol error": mark("Protocol error"),
    "timed out": mark("Timed out"),
    "cancelled": mark("Cancelled"),
    "unknown": mark("Unknown"),
    "not told": mark("Run by the app"),
}
_FIELD_WORDS: Final[dict[str, dict[str, str]]] = {
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
_DEMAND_WORDS: Final = {
    "pin": mark("a PIN"),
    "reason_required": mark("a reason"),
    "review_result": mark("the result reviewed"),
}
_DURATION_WORDS: Final = {
    "15min": mark("for 15 minutes"),
    "1h": mark("for 1 hour"),
    "chat": mark("until this chat ends"),
    "quit": mark("until Assent quits"),
    "always": mark("until you take it back"),
}
_BOUND_WORDS: Final = {
    "exact": mark("exactly these inputs"),
    "pattern": mark("inputs within its bounds"),
    "any": mark("any inputs of the kind shown"),
}


def decision_words(row: HistoryRow) -> str:
    """The decision, and whether a person had changed the inputs."""
    return tr("{decision}, edited", decision=_decision_word(row)) if row.edited else _decision_word(row)


def _decision_word(row: HistoryRow) -> str:
    if row.decision == "approve":
        return tr(_APPROVALS[row.by]) if row.by in _APPROVALS else tr("Approved")
    if row.decision == "invalid":
        return tr("Invalid")
    if row.decision == "deny" and row.who == "broken-policy":
        return tr("Rules unreadable")
    if row.decision == "deny":
        return tr(_DECIDERS[row.by][0]) if row.by in _DECIDERS else tr("Denied")
    return tr("Waiting")


def usual_decisions() -> tuple[str, ...]:
    """The most common decisions, for which the column has room."""
    edited = tr("{decision}, edited", decision=tr(_APPROVALS["approver"]))
    denied = tr(_DECIDERS["rule"][0]), tr(_DECIDERS["drift"][0])
    return (*map(tr, _APPROVALS.values()), edited, *denied, tr("Waiting"))


def usual_outcomes() -> tuple[str, ...]:
    """The most common outcomes."""
    return (*map(tr, _OUTCOME_WORDS.values()), tr("Running"), tr("Not sent"))


def decision_icon(row: HistoryRow) -> str:
    """The name of the icon for ``decision_words``."""
    if row.decision == "approve" and row.edited:
        return "pencil-simple"
    if row.decision == "approve":
        return {"rule": "scales", "grant": "clock-clockwise"}.get(row.by, "check")
    if row.decision == "invalid":
        return "warning-circle"
    return "prohibit" if row.decision == "deny" else "hourglass-medium"


def outcome_words(row: HistoryRow) -> str:
    """The outcome of a call."""
    if row.status:
        return tr(_OUTCOME_WORDS[row.status]) if row.status in _OUTCOME_WORDS else row.status
    if row.decision == "approve":
        return tr("Running")
    return "" if row.state == "waiting" else tr("Not sent")


def failure_words(timeline: Iterable[TimelineEntry]) -> tuple[str, str] | None:
    """The meaning of the error in which a call ended, and what to do about it; None without an error."""
    for entry in reversed(tuple(timeline)):
        if entry.kind != "call.outcome":
            continue
        fields = _read_fields(entry) or {}
        status, code = fields.get("status"), fields.get("code")
        if status == "protocol error":
            return _error_words(code if type(code) is int else 0)
        meaning = FAILURES.get(status) if isinstance(status, str) else None
        return None if meaning is None else (translated(meaning.meaning).rstrip("."), _what_to_do(meaning))
    return None


def _error_words(code: int) -> tuple[str, str]:
    shown_code = str(code) if abs(code) < _MAX_CODE else "…"
    if (code_meaning := meaning_of(code)) is None:
        return tr("Error {code}", code=shown_code), tr(_UNDEFINED)
    meaning = translated(code_meaning.meaning).rstrip(".")
    return tr("Error {code}: {meaning}", code=shown_code, meaning=meaning), _what_to_do(code_meaning)


def _what_to_do(code_meaning: CodeMeaning) -> str:
    return f"{translated(code_meaning.action)} {translated(AGAIN[code_meaning.again])}"


FAILURES: Final = {"tool error": TOOL_ERROR, "timed out": TIMED_OUT, "unknown": CODES[SERVER_LOST]}
"""Meanings by outcome, for those without an error code."""
_MAX_CODE: Final = 10**9
_UNDEFINED: Final = mark("Nobody defined what this code means. The server's message may say it.")


def was_sent(row: HistoryRow) -> bool:
    """Whether the call was sent to the server, by the log."""
    return bool(row.status) or row.decision == "approve" or row.state == "waiting"


def duration_words(row: HistoryRow) -> str:
    """How long the server worked; empty if the call was not sent, or was run by the app."""
    if row.duration_ms is None or row.status == "not told" or not was_sent(row):
        return ""
    return duration(row.duration_ms)


def app_words(row: HistoryRow) -> str:
    """The name of the app; marked if it did not prove its identity."""
    name = display_names.app_name(row.app)
    return name if row.authenticated else tr("{name} (not proven)", name=name)


def app_and_id(row: HistoryRow) -> str:
    """The name of the app with its id; marked if it did not prove its identity."""
    name = display_names.with_id("app", row.app)
    return name if row.authenticated else tr("{name} (not proven)", name=name)


def server_and_tool(row: HistoryRow) -> str:
    """Server and tool, on one line."""
    return f"{display_names.server_name(row.server)} ▸ {one_line(row.tool, NAME_LENGTH)}"


def has_object(row: HistoryRow) -> bool:
    """Whether it is known to what the call does something."""
    return bool(row.action.object or row.action.detail)


def what_words(row: HistoryRow) -> str:
    """What the call does and to what, or else its tool and inputs."""
    if has_object(row):
        return call_sentences.history_sentence(row).words
    tool = one_line(row.tool, NAME_LENGTH)
    return f"{tool}  ·  {summarize_json(row.inputs)}" if row.inputs else tool


def unix_seconds(time: str) -> float:
    """Unix seconds of an RFC 3339 time; 0 for anything else, as in a damaged log."""
    local = _local_time(time)
    return 0.0 if local is None else local.timestamp()


def exact_time(time: str) -> str:
    """The local time to the second, with its offset from UTC."""
    if (local := _local_time(time)) is None:
        return one_line(time, 40)
    return tr("{local} UTC{local2}", local=f"{local:%Y-%m-%d %H:%M:%S}", local2=f"{local:%z}").removesuffix("+0000")


def proposal_time(call_id: str) -> str:
    """The time of a call's proposal as RFC 3339, by its UUIDv7 (RFC 9562 §5.7); empty for another id."""
    try:
        milliseconds = UUID(call_id).int >> 80
        return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat()
    except (ValueError, OverflowError):
        return ""


def time_of_day(time: str, *, seconds: bool = True) -> str:
    """The local time of day."""
    local = _local_time(time)
    return "?" if local is None else local.strftime("%H:%M:%S" if seconds else "%H:%M")


def record_title(entry: TimelineEntry) -> str:
    """The heading of one record in a timeline."""
    kind = KINDS.get(entry.kind)
    if kind is not None and kind.title_of_link and reads_link(entry):
        return translated(kind.title_of_link)
    return (translated(kind.title) if kind is not None else "") or entry.kind or tr("Damaged record")


def reads_link(entry: TimelineEntry) -> bool:
    """Whether a record is about an app that wants to read a link in the call's result."""
    return (_read_fields(entry) or {}).get("method") == READ_METHOD


_WEEKDAYS: Final = (
    mark("Monday"), mark("Tuesday"), mark("Wednesday"), mark("Thursday"), mark("Friday"), mark("Saturday"),
    mark("Sunday"),
)  # fmt: skip
_MONTHS: Final = (
    mark("January"), mark("February"), mark("March"), mark("April"), mark("May"), mark("June"), mark("July"),
    mark("August"), mark("September"), mark("October"), mark("November"), mark("December"),
)  # fmt: skip


def local_day(time: str) -> date | None:
    """The local day of an RFC 3339 time; None for anything else."""
    local = _local_time(time)
    return None if local is None else local.date()


def _local_time(time: str) -> datetime | None:
    """The local time of an RFC 3339 time; None for anything else."""
    try:
        return datetime.fromisoformat(time).astimezone()
    except (ValueError, OverflowError):
        return None


def day_words(day: date | None, today: date) -> str:
    """A day as a heading: Today, Yesterday, Friday 20 November; with the year if it is another."""
    if day is None:
        return tr("At an unknown time")
    if day in (today, today - timedelta(days=1)):
        return tr("Today") if day == today else tr("Yesterday")
    names = {"weekday": tr(_WEEKDAYS[day.weekday()]), "day": day.day, "month": tr(_MONTHS[day.month - 1])}
    if day.year == today.year:
        return tr("{weekday} {day} {month}", **names)
    return tr("{weekday} {day} {month} {year}", **names, year=day.year)


def spoken_what(row: HistoryRow) -> str:
    """What the call does, and the warning that its icon shows."""
    sentence = what_words(row)
    return tr("{what}, with a finding of danger", what=sentence) if row.severity == Severity.HIGH.value else sentence


def spoken_row(row: HistoryRow) -> str:
    """The whole row in one sentence, for a screen reader."""
    parts = (
        spoken_what(row), decision_words(row), outcome_words(row), app_words(row), server_and_tool(row),
        exact_time(row.time),
    )  # fmt: skip
    return ", ".join(part for part in parts if part)


def inputs_title(row: HistoryRow) -> str:
    """The title over the inputs of a call."""
    if row.decision == "approve":
        return tr("Inputs, as approved")
    return tr("Inputs, as refused") if row.decision else tr("Inputs")


def timeline_lines(timeline: Iterable[TimelineEntry], *, shows_grant: bool = False) -> list[list[Untrusted]]:
    """The lines of each record of a call. What the rules say and what was found is told where it is new.

    ``shows_grant``: the grant that covered the call is shown by its words, which say more than its id.
    """
    told: JsonObject = {}
    lines = []
    for entry in timeline:
        fields = _read_fields(entry)
        if fields is None:
            lines.append([Untrusted(tr("This record cannot be read."))])
            continue
        verdict: JsonObject = {name: fields[name] for name in _VERDICT_FIELDS if name in fields}
        new_fields = {name: value for name, value in fields.items() if name not in verdict or told.get(name) != value}
        if shows_grant and fields.get("by") == "grant":
            new_fields.pop("who", None)
        told |= verdict
        lines.append([Untrusted(line) for line in _field_lines(new_fields)])
    return lines


def _read_fields(entry: TimelineEntry) -> JsonObject | None:
    try:
        return codec.object_of(entry.fields)
    except ProtocolError:
        return None


def signed_by(timeline: Iterable[TimelineEntry]) -> Untrusted | None:
    """The signers of a call by the record of its decision; None if there are none."""
    for entry in reversed(tuple(timeline)):
        if entry.kind == "call.decided" and (fields := _read_fields(entry)) is not None:
            return Untrusted(line) if (line := _signers_line(fields.get("signers"))) else None
    return None


def _field_lines(fields: JsonObject) -> Iterator[str]:
    if decided := _field_words(fields, "decision"):
        by = _field_words(fields, "by")
        yield f"{decided} {by}".strip()
    if judged := _field_words(fields, "effect"):
        yield judged
    for name, words in _LINE_BY_FIELD.items():
        value = fields.get(name)
        if value not in (None, "") and (line := words(value)):
            yield line
    for finding in _objects(fields.get("findings")):
        yield tr("Found: {what}", what=_finding_words(finding))


def findings_of(timeline: Iterable[TimelineEntry]) -> list[tuple[str, str]]:
    """The findings of a call without repetitions, the most severe first: words and severity."""
    severity_by_words: dict[str, str] = {}
    for entry in timeline:
        for finding in _objects((_read_fields(entry) or {}).get("findings")):
            severity_by_words.setdefault(_finding_words(finding), _as_text(finding.get("severity")))
    return sorted(severity_by_words.items(), key=lambda finding: _SEVERITY_ORDER.get(finding[1], len(_SEVERITY_ORDER)))


def _finding_words(finding: JsonObject) -> str:
    kind, severity = _as_text(finding.get("kind")), _as_text(finding.get("severity"))
    name = finding_words.meaning(kind).title or kind
    severity_word = tr(_SEVERITY_WORDS[severity]) if severity in _SEVERITY_WORDS else severity
    return tr("{finding}, {severity}", finding=name, severity=severity_word)


_SEVERITY_WORDS: Final = {"high": mark("danger"), "medium": mark("look closer"), "info": mark("good to know")}
_SEVERITY_ORDER: Final = {severity: at for at, severity in enumerate(_SEVERITY_WORDS)}


def _field_words(fields: JsonObject, name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        return ""
    words = _FIELD_WORDS[name]
    return tr(words[value]) if value in words else value


def _as_text(value: JsonValue) -> str:
    return value if isinstance(value, str) else codec.lexeme(value)


def _titled(title: str, value: str) -> str:
    return tr("{title}: {value}", title=tr(title), value=value)


def _rule_line(value: JsonValue) -> str:
    """The rule that decided, unless none did and the reason says so."""
    return "" if value == "default" else _titled(tr("Rule"), _as_text(value))


def _titled_line(title: str) -> Callable[[JsonValue], str]:
    return lambda value: _titled(title, _as_text(value))


def _worded_line(title: str, words: dict[str, str]) -> Callable[[JsonValue], str]:
    return lambda value: _titled(title, tr(words[key]) if (key := _as_text(value)) in words else key)


def _held_line(value: JsonValue) -> str:
    return tr("The result waited for a person to release it") if value is True else ""


def _duration_line(template: str) -> Callable[[JsonValue], str]:
    def words(value: JsonValue) -> str:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return tr(template, duration=duration(float(value)) if is_number else _as_text(value))  # type: ignore[arg-type]  # a number

    return words


def _signers_line(value: JsonValue) -> str:
    signers = [_signer_words(signer.get("approver"), signer.get("roles")) for signer in _objects(value)]
    return tr("Signed by {each}", each="; ".join(signers)) if signers else ""


def _signer_words(approver: JsonValue, signed_as: JsonValue) -> str:
    role_names = _role_words(signed_as) if isinstance(signed_as, list) else ""
    return f"{_as_text(approver)} ({role_names})" if role_names else _as_text(approver)


def _role_words(value: JsonValue) -> str:
    names = value if isinstance(value, list) else [value]
    return ", ".join(role_name(name) if isinstance(name, str) else _as_text(name) for name in names)


def _roles_line(value: JsonValue) -> str:
    return _titled(mark("In the role"), names) if (names := _role_words(value)) else ""


def _objects(value: JsonValue) -> list[JsonObject]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _missing_line(value: JsonValue) -> str:
    if not isinstance(value, list):
        return tr("Still wanted: {value}", value=_as_text(value))
    return (
        tr("Still wanted: {join}", join=", ".join(roles.missing_text(_as_text(role)) for role in value))
        if value
        else tr("All who must sign have signed")
    )


def _demands_line(value: JsonValue) -> str:
    if not isinstance(value, dict):
        return tr("Demanded: {value}", value=_as_text(value))
    quotas = [_quota_words(item) for item in _objects(value.get("approvers"))]
    other_demands = [tr(words) for name, words in _DEMAND_WORDS.items() if value.get(name)]
    rates = [
        tr(
            "at most {shown} calls in {shown2} s",
            shown=_as_text(item.get("calls")),
            shown2=_as_text(item.get("perSeconds")),
        )
        for item in _objects(value.get("rates"))
    ]
    return tr("Demanded: {wanted}", wanted="; ".join(demands)) if (demands := [*quotas, *other_demands, *rates]) else ""


def _quota_words(quota: JsonObject) -> str:
    count, role = _as_text(quota.get("count")), _role_words(quota.get("role"))
    if count == "1":
        return tr("a signature as {role}", role=role)
    return tr("{count} signatures as {role}", count=count, role=role)


def _round_line(value: JsonValue) -> str:
    return "" if value == 1 else tr("Asked again (time {value})", value=_as_text(value))


_LINE_BY_FIELD: Final[dict[str, Callable[[JsonValue], str]]] = {
    "status": _titled_line(mark("Outcome")),
    "held": _held_line,
    "signers": _signers_line,
    "who": _titled_line(mark("Who")),
    "approver": _titled_line(mark("Who")),
    "roles": _roles_line,
    "missing": _missing_line,
    "scope": _worded_line(mark("Granted"), _DURATION_WORDS),
    "bound": _worded_line(mark("Covers"), _BOUND_WORDS),
    "rule": _rule_line,
    "because": _titled_line(mark("Because")),
    "obligations": _demands_line,
    "displayed_ms": _duration_line(mark("On screen for {duration}")),
    "unread_lines": _titled_line(mark("Lines never scrolled into view")),
    "duration_ms": _duration_line(mark("Took {duration}")),
    "code": _titled_line(mark("Error code")),
    "round": _round_line,
}
"""The further fields that are shown, in this order."""


_VERDICT_FIELDS: Final = ("effect", "rule", "because", "obligations", "findings")
"""What several records of a call repeat for as long as it stays the same."""
RANGES: Final = (7, 30)  # days that can be chosen
SHOWN_TOOLS: Final = 5
_TOOL_LENGTH: Final = 60
_PROBLEM_LENGTH: Final = 600


class Bar(Struct, frozen=True):
    """One bar of a chart."""

    label: str  # what it counts
    value: int  # the number
    spoken: str  # both in words, for a screen reader and as a tooltip
    search: str  # what a click searches for
    refused: int = 0  # how many of them were denied or expired
    tick: str = ""  # the short label below an upright bar


def day_bars(statistics: Statistics, days: int, today: date) -> list[Bar]:
    """A bar for each of the last days, also those without calls."""
    counts = {count.day: count for count in statistics.days}
    every = [today - timedelta(days=back) for back in reversed(range(days))]
    since = local_day(statistics.since) or every[0]
    return [_day_bar(day, counts.get(day.isoformat()), today, is_counted=day >= since) for day in every]


def _day_bar(day: date, count: DayCount | None, today: date, *, is_counted: bool) -> Bar:
    name = day_words(day, today)
    if count is None:
        spoken = tr("{day}: no calls", day=name) if is_counted else tr("{day}: not counted", day=name)
        return Bar(name, 0, spoken, f"on:{day.isoformat()}", 0, str(day.day))
    total = _total_calls(count)
    refused = count.denied + count.expired
    calls = tr_n("1 call", "{n} calls", total)
    spoken = tr("{day}: {calls}", day=name, calls=calls)
    if refused:
        spoken = tr("{day}: {calls}, {refused} denied or expired", day=name, calls=calls, refused=f"{refused:,}")
    return Bar(name, total, spoken, f"on:{day.isoformat()}", refused, str(day.day))


def _total_calls(count: DayCount) -> int:
    return count.allowed + count.approved + count.denied + count.expired + count.other


def decision_bars(statistics: Statistics) -> list[Bar]:
    """A bar for each kind of decision; where none was made by rules, people or time, one more."""
    sums = [
        (tr("Allowed without asking"), sum(day.allowed for day in statistics.days), "decision:allowed", False),
        (tr("Approved by people"), sum(day.approved for day in statistics.days), "decision:approved by:person", False),
        (tr("Denied"), sum(day.denied for day in statistics.days), "decision:denied", True),
        (tr("Expired"), sum(day.expired for day in statistics.days), "decision:expired", True),
    ]
    if other := sum(day.other for day in statistics.days):
        search = "decision:stopped decision:withdrawn decision:invalid decision:other"
        sums.append((tr("Otherwise not sent"), other, search, True))
    return [
        Bar(label, number, tr("{label}: {number}", label=label, number=f"{number:,}"), search, number if refused else 0)
        for label, number, search, refused in sums
    ]


def tool_bars(statistics: Statistics) -> list[Bar]:
    """A bar for each of the tools with the most calls."""
    bars = []
    for tool in statistics.tools[:SHOWN_TOOLS]:
        label = f"{display_names.server_name(tool.server)} ▸ {one_line(tool.tool, _TOOL_LENGTH)}"
        spoken = tr("{label}: {number}", label=label, number=tr_n("1 call", "{n} calls", tool.calls))
        parts = (Part(key, value.replace('"', "*")) for key, value in (("server", tool.server), ("tool", tool.tool)))
        bars.append(Bar(label, tool.calls, spoken, " ".join(part.text() for part in parts if part.value)))
    return bars


def statistics_summary(statistics: Statistics) -> str:
    """The statistics in a sentence."""
    calls = tr_n("1 call", "{n} calls", sum(map(_total_calls, statistics.days)))
    if statistics.decide_ms is None:
        return calls
    took = duration(statistics.decide_ms)
    return tr("{calls} · typically answered within {duration}", calls=calls, duration=took)


def limits_words(statistics: Statistics, days: int, today: date) -> str:
    """Says since when calls were counted, if that is not all of the days; else empty."""
    since = local_day(statistics.since)  # None for a damaged record
    if since is None or since <= today - timedelta(days=days - 1):
        return ""
    return tr("Counted since {day}; there are more calls than are counted.", day=statistics.since)


# The check


class CheckStatus(Struct, frozen=True):
    """The state of a check, in words."""

    tone: Literal["neutral", "green", "amber", "red"]  # of the badge
    icon: str  # of the badge
    words: str  # of the badge
    title: str = ""  # of the notice below; empty for no notice
    advice: str = ""  # of the notice


def check_status(check: LogCheck) -> CheckStatus:
    """The state of a check, in words."""
    problem = one_line(sentence(check.problem), _PROBLEM_LENGTH)
    match check.state:
        case "running" if check.of:
            progress = tr("Checking the log: {done} of {of}", done=f"{check.done:,}", of=f"{check.of:,}")
            return CheckStatus("neutral", "hourglass-medium", progress)
        case "running":
            return CheckStatus("neutral", "hourglass-medium", tr("Checking the log"))
        case "whole" if check.problem:
            return CheckStatus(
                "amber", "warning", tr("The end of the log is not remembered"), tr("Look closer"), problem
            )
        case "whole":
            verified = tr("Log verified at {time}", time=f"{datetime.fromtimestamp(check.at, UTC).astimezone():%H:%M}")
            return CheckStatus("green", "seal-check", verified, *_gone_notice(check.gone))
        case "broken":
            title = tr("Log broken at record {seq}", seq=f"{check.bad:,}") if check.bad else tr("Log broken")
            advice = tr(
                "{problem} Keep a copy of the log as it is, and find out who could write to it. "
                "What stands before the broken record still holds; from there on nothing is proven.",
                problem=problem,
            )
            return CheckStatus("red", "warning-octagon", title, title, advice)
        case "failed":
            title = tr("The log could not be checked")
            return CheckStatus("amber", "warning", title, title, problem)
    return CheckStatus("neutral", "seal-question", tr("Log not checked yet"))


def _gone_notice(lost_count: int) -> tuple[str, str]:
    if not lost_count:
        return "", ""
    title = tr_n("1 value is gone", "{n} values are gone", lost_count)
    return title, tr("The chain holds, but no record tells who erased them, or when.")


# The export


def export_status(export: LogExport) -> tuple[Literal["neutral", "green", "amber"], str, str]:
    """The tone, title and words for the state of an export; an empty title if there is nothing to say."""
    path = one_line(export.path, 400)
    match export.state:
        case "running":
            progress = tr("{done} of {of} records", done=f"{export.done:,}", of=f"{export.of:,}") if export.of else ""
            return "neutral", tr("Writing the export"), progress
        case "done":
            records = tr_n("1 record", "{n} records", max(0, export.last - export.first + 1))
            written = tr(
                "{records} in {path}. Check it anywhere with: {command}",
                records=records,
                path=path,
                command=one_line(verify_command(export.path), 450),
            )
            return "green", tr("The export is written"), written
        case "failed":
            return "amber", tr("The export could not be written"), one_line(sentence(export.problem), _PROBLEM_LENGTH)
        case "stopped":
            return "neutral", tr("The export was stopped"), tr("No file was left.")
    return "neutral", "", ""


def verify_command(path: str) -> str:
    """The shell command that checks an export."""
    return shlex.join(["assent", "log", "verify", path])


MAX_SUGGESTED: Final = 8  # suggestions at most
CHIP_VALUE_LENGTH: Final = 40  # characters of a value in a chip

_AGO_PATTERN: Final = regex.pattern(r"([0-9]{1,4})([hdw])")
_KEY_TITLES: Final = {
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
_VALUE_WORDS: Final = {
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
_SUGGESTED_VALUES: Final[dict[str, tuple[str, ...]]] = {
    **VALUES,
    "by": ("person", "rule", "grant"),
    **dict.fromkeys(DATES, ("today", "yesterday", "7d", "30d")),
}
"""Values that are suggested whatever the log holds."""


def chip_words(part: Part) -> str:
    """The words on the chip of a part with a key."""
    values = part.matching_values or (part.value.casefold(),)
    if part.key in ("app", "server") and "*" not in part.value:
        value = display_names.name_of("app" if part.key == "app" else "server", part.value)
    elif part.key in _SUGGESTED_VALUES and all(word in _VALUE_WORDS for word in values):
        value = ", ".join(tr(_VALUE_WORDS[word]) for word in values)
    elif part.key in DATES and (ago := _AGO_PATTERN.fullmatch(part.value)) is not None:
        value = _ago_words(int(ago[1]), ago[2])
    else:
        value = part.value
    shown_value, title = one_line(value, CHIP_VALUE_LENGTH), tr(_KEY_TITLES[part.key])
    if part.negated:
        return tr("{title}: not {value}", title=title, value=shown_value)
    return tr("{title}: {value}", title=title, value=shown_value)


def _ago_words(n: int, unit: str) -> str:
    if unit == "h":
        return tr_n("1 hour ago", "{n} hours ago", n)
    return tr_n("1 day ago", "{n} days ago", n) if unit == "d" else tr_n("1 week ago", "{n} weeks ago", n)


def split_parts(typed: str, *, whole: bool = False) -> tuple[tuple[Part, ...], str]:
    """Split off the complete parts with keys. Returns them and the rest. ``whole``: the last part is complete, too."""
    complete = [part for part in read(typed).parts if part.key and (whole or part.end < len(typed))]
    rest, at = "", 0
    for part in complete:
        rest, at = rest + typed[at : part.begin].lstrip(), part.end
    return tuple(complete), rest + typed[at:].lstrip() if complete else typed


def suggestions(typed: str, known_values: Mapping[str, Iterable[str]]) -> list[str]:
    """Completions of the last word of a text, likeliest first. ``known_values``: of log and configuration, by key."""
    word = _last_word(typed)
    minus, bare = ("-", word[1:]) if word.startswith("-") else ("", word)
    key, colon, value = bare.partition(":")
    if not colon:
        return [f"{minus}{name}:" for name in KEYS if bare and name.startswith(bare.casefold())][:MAX_SUGGESTED]
    key = key.casefold()
    if key not in KEYS:
        return []
    value = value.strip('"').casefold()
    all_values = dict.fromkeys([*_SUGGESTED_VALUES.get(key, ()), *known_values.get(key, ())])
    fitting = [candidate for candidate in all_values if value in candidate.casefold() and candidate.casefold() != value]
    fitting.sort(key=lambda candidate: not candidate.casefold().startswith(value))
    showable = [fit for fit in fitting if '"' not in fit and one_line(fit, CHIP_VALUE_LENGTH) == fit]
    return [Part(key, fit, bool(minus)).text() for fit in showable[:MAX_SUGGESTED]]


def complete_last_word(typed: str, suggestion: str) -> str:
    """Replace the last word of a text by a suggestion."""
    return typed[: len(typed) - len(_last_word(typed))] + suggestion


def without_last_word(typed: str) -> str:
    """The text without its last word, which may still grow."""
    return typed[: len(typed) - len(_last_word(typed))]


def _last_word(typed: str) -> str:
    """The part of a text after the last blank that is not in quotes."""
    start, quoted = 0, False
    for at, char in enumerate(typed):
        quoted ^= char == '"'
        if char.isspace() and not quoted:
            start = at + 1
    return typed[start:]
