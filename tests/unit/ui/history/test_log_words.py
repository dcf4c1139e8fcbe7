"""The log as a whole, in words."""

from __future__ import annotations

from datetime import date

import pytest

from host.control.search import read
from host.control.views import DayCount, LogCheck, LogExport, Statistics, ToolCount
from host.values import replace
from ui.history import words

TODAY = date(2026, 11, 23)
NUMBERS = Statistics(
    (DayCount("2026-11-20", 5, 2, 1, 1, 1), DayCount("2026-11-23", 1, 0, 0, 0, 0)),
    (ToolCount("files", "write file", 9), ToolCount("s\u202e", "<b>x", 1), ToolCount("", "", 1)),
    2_400.0,
    "2026-11-17",
)


def test_each_day_has_a_bar_and_a_click_on_it_shows_its_calls() -> None:
    bars = words.day_bars(NUMBERS, 7, TODAY)
    assert [bar.value for bar in bars] == [0, 0, 0, 10, 0, 0, 1]
    assert bars[3].spoken == "Friday 20 November: 10 calls, 2 denied or expired"
    assert bars[3].refused == 2
    assert bars[-1].spoken == "Today: 1 call"
    assert bars[-2].spoken == "Yesterday: no calls"
    assert [bar.search for bar in bars][3::3] == ["on:2026-11-20", "on:2026-11-23"]


def test_decisions_are_summed_and_what_they_search_for_is_understood() -> None:
    bars = words.decision_bars(NUMBERS)
    assert [(bar.value, bar.refused) for bar in bars] == [(6, 0), (2, 0), (1, 1), (1, 1)]
    for bar in (*bars, *words.tool_bars(NUMBERS)[:2]):
        assert read(bar.search).problems == ()
        assert all(part.key for part in read(bar.search).parts)


def test_tools_are_named_escaped_and_searched_for_as_they_are() -> None:
    first, second, third = words.tool_bars(NUMBERS)
    assert (first.label, first.value) == ("files ▸ write file", 9)
    assert first.search == 'server:files tool:"write file"'
    assert second.label == "s⟨U+202E⟩ ▸ <b>x"
    assert third.search == ""


def test_the_numbers_in_brief_say_what_was_not_counted() -> None:
    assert words.in_brief(NUMBERS) == "11 calls · half of the answers came within 2.4 s"
    assert words.in_brief(replace(NUMBERS, decide_ms=None, days=())) == "0 calls"
    assert words.limits(NUMBERS, 7, TODAY) == ""
    assert "2026-11-21" in words.limits(replace(NUMBERS, since="2026-11-21"), 7, TODAY)
    assert words.limits(replace(NUMBERS, since="junk"), 7, TODAY) == ""


@pytest.mark.parametrize(
    ("check", "tone", "said"),
    [
        (LogCheck(), "neutral", "Log not checked yet"),
        (LogCheck("running"), "neutral", "Checking the log"),
        (LogCheck("running", done=3_000, of=12_345), "neutral", "Checking the log: 3,000 of 12,345"),
        (LogCheck("whole", at=0.0), "green", "Log verified at "),
        (LogCheck("whole", gone=2), "green", "Log verified at "),
        (LogCheck("whole", problem="No end of the audit log is remembered."), "amber", "is not remembered"),
        (LogCheck("broken", bad=4_711, problem="record 4711 is missing"), "red", "Log broken at record 4,711"),
        (LogCheck("broken", problem="The log's tables are not as Assent made them."), "red", "Log broken"),
        (LogCheck("failed", problem="the disk reported an error"), "amber", "could not be checked"),
    ],
)
def test_green_is_a_log_that_was_checked_and_holds_and_nothing_else(check: LogCheck, tone: str, said: str) -> None:
    shown = words.check_said(check)
    assert shown.tone == tone
    assert said in shown.words
    assert bool(shown.title) == bool(check.problem or check.gone)


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("/home/ana/log-1.jsonl", "assent log verify /home/ana/log-1.jsonl"),
        ("/home/ana/my log.jsonl", "assent log verify '/home/ana/my log.jsonl'"),
        ("/home/$(x)'.jsonl", "assent log verify '/home/$(x)'\\''.jsonl'"),
    ],
)
def test_the_command_that_checks_an_export_is_safe_in_a_shell(path: str, command: str) -> None:
    assert words.verify_command(path) == command
    _, _, said = words.export_said(LogExport("done", path, 0, 0, 1, 9))
    assert command in said
    assert said.startswith("9 records in ")
