"""The log as a whole, in words: its numbers as bars, and how its check and its export stand (pure).

Owns: these words, and what a click on a bar searches for.

Invariants: what a stranger named comes out escaped, on one line and bounded; "verified" is said of a log that was
checked and holds, and of no other.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal

from msgspec import Struct

from host.control.search import Part
from host.control.views import DayCount, LogCheck, LogExport, Statistics
from host.text import one_line
from ui import faces
from ui.history.words import day_words
from ui.label_text import duration
from ui.tr import sentence, tr, tr_n

RANGES: Final = (7, 30)
"""Days that can be chosen."""
SHOWN_TOOLS: Final = 5
_NAME: Final = 60
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
        label = f"{faces.server_name(each.server)} ▸ {one_line(each.tool, _NAME)}"
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
            said = tr("Log verified at {time}", time=_time(check.at))
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


def _time(at: float) -> str:
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
