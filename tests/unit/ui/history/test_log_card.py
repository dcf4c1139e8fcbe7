"""The log as a whole, above its calls."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from host.control.protocol import CheckLog, ExportLog, ReadExport, ReadStatistics
from host.control.views import DayCount, LogCheck, LogExport, Statistics, ToolCount
from host.errors import AssentError
from tests.support.plain import assert_accessible, assert_plain, table_told
from tests.support.window import FakeLink
from ui.history.charts import StatisticsStrip
from ui.history.log_card import CheckBadge, ExportCard
from ui.history.words import RANGES

PATH = "/home/ana/export.jsonl"


@pytest.fixture
def link() -> FakeLink:
    return FakeLink()


def said(widget: object) -> str:
    assert isinstance(widget, CheckBadge | ExportCard | StatisticsStrip)
    labels = [*widget.findChildren(QLabel), *(widget.notice.findChildren(QLabel) if hasattr(widget, "notice") else ())]
    return " ".join(label.text() for label in labels)


# The check


def test_a_check_is_asked_about_only_while_it_runs(link: FakeLink, qtbot: QtBot) -> None:
    answers = [LogCheck("running", done=1, of=9), LogCheck("whole", at=time.time())]
    link.replies[CheckLog] = lambda _: answers.pop(0)
    badge = CheckBadge(link)
    qtbot.addWidget(badge)
    badge.show()
    badge.check_new()
    assert "Checking the log: 1 of 9" in said(badge)
    assert not badge.check_button.isEnabled()
    qtbot.waitUntil(badge.check_button.isEnabled)
    assert link.of(CheckLog) == [CheckLog("new"), CheckLog()]
    assert "Log verified" in badge.badge.accessibleName()
    assert badge.notice.isHidden()


def test_check_now_checks_everything_and_what_is_broken_says_what_to_do(link: FakeLink, qtbot: QtBot) -> None:
    badge = CheckBadge(link)
    qtbot.addWidget(badge)
    link.replies[CheckLog] = LogCheck("broken", bad=5, problem="record 5 does not match\u202e its hash")
    badge.check_button.click()
    assert link.of(CheckLog) == [CheckLog("all")]
    assert "Log broken at record 5" in said(badge)
    assert "Keep a copy of the log" in said(badge)
    assert "\u202e" not in said(badge)
    assert_accessible(badge)
    link.replies[CheckLog] = AssentError("the host is busy")
    badge.check_button.click()
    assert "could not be checked" in said(badge)


# The export


def test_an_export_of_everything_or_of_what_the_filter_shows(link: FakeLink, qtbot: QtBot) -> None:
    card = ExportCard(link)
    qtbot.addWidget(card)
    link.replies[ExportLog] = LogExport("done", PATH, 0, 0, 1, 9)
    card.open_for("", "2026-11-23")
    assert card.filtered.isHidden()
    assert card.path.text() == str(Path.home() / "assent-log-2026-11-23.jsonl")
    card.path.setText(PATH)
    card.begin.click()
    card.open_for("tool:x", "2026-11-23")
    assert card.path.text() == PATH
    card.values.setChecked(True)
    card.begin.click()
    card.everything.setChecked(True)
    card.begin.click()
    assert link.of(ExportLog) == [
        ExportLog(PATH), ExportLog(PATH, "tool:x", with_values=True), ExportLog(PATH, "", with_values=True),
    ]  # fmt: skip
    assert "9 records in /home/ana/export.jsonl" in said(card)
    card.copy.click()
    assert QGuiApplication.clipboard().text() == f"assent log verify {PATH}"
    assert_plain(card)
    assert_accessible(card)


def test_an_export_that_runs_says_how_far_it_is_and_can_be_stopped(link: FakeLink, qtbot: QtBot) -> None:
    card = ExportCard(link)
    qtbot.addWidget(card)
    card.open_for("", "x")
    link.replies[ExportLog] = LogExport("running", PATH, 3, 9)
    card.begin.click()
    assert "3 of 9 records" in said(card)
    assert not card.begin.isEnabled()
    link.replies[ReadExport] = LogExport("stopped", PATH)
    card.stop.click()
    assert link.of(ReadExport) == [ReadExport(stop=True)]
    assert "No file was left." in said(card)
    assert card.stop.isHidden()
    link.replies[ExportLog] = AssentError("the file needs a whole path")
    card.begin.click()
    assert "The file needs a whole path." in said(card)


# The numbers


def shown_strip(link: FakeLink, qtbot: QtBot, found: Statistics) -> StatisticsStrip:
    """The strip with those numbers, on screen."""
    link.replies[ReadStatistics] = found
    strip = StatisticsStrip(link)
    qtbot.addWidget(strip)
    strip.resize(900, 200)
    with qtbot.waitExposed(strip):
        strip.show()
    return strip


def test_a_click_or_enter_on_a_bar_searches_and_arrows_go_from_bar_to_bar(link: FakeLink, qtbot: QtBot) -> None:
    today = time.strftime("%Y-%m-%d")
    found = Statistics((DayCount(today, 3, 1, 0, 0, 0),), (ToolCount("files", "read", 4),), None, today)
    strip = shown_strip(link, qtbot, found)
    heard: list[str] = []
    strip.chosen.connect(heard.append)
    chart = strip.decisions
    rect = chart.visualRect(chart.bars.at(1))
    QTest.mouseClick(chart.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    QTest.keyClick(chart, Qt.Key.Key_Down)
    QTest.keyClick(chart, Qt.Key.Key_Return)
    assert heard == ["decision:approved by:person", "decision:denied"]
    QTest.keyClick(strip.tools, Qt.Key.Key_Return)
    assert heard[-1] == "server:files tool:read"
    assert_plain(strip)
    assert_accessible(strip)


def test_each_chart_is_a_table_with_heads_to_a_screen_reader(link: FakeLink, qtbot: QtBot) -> None:
    today = time.strftime("%Y-%m-%d")
    tools = (ToolCount("files", "read\u202e", 4),)
    found = Statistics((DayCount(today, 3, 1, 1, 1, 0),), tools, None, "2026-01-01")
    strip = shown_strip(link, qtbot, found)
    days = table_told(strip.days)
    assert len(days) == RANGES[0]
    assert days[-2:] == [
        ("Calls", "Yesterday", "Yesterday: no calls"), ("Calls", "Today", "Today: 6 calls, 2 denied or expired"),
    ]  # fmt: skip
    assert table_told(strip.decisions) == [
        ("Allowed without asking", "Calls", "Allowed without asking: 3"),
        ("Approved by people", "Calls", "Approved by people: 1"),
        ("Denied", "Calls", "Denied: 1"),
        ("Expired", "Calls", "Expired: 1"),
    ]
    assert table_told(strip.tools) == [("files ▸ read⟨U+202E⟩", "Calls", "files, read⟨U+202E⟩: 4 calls")]
    strip.days.setFocus()
    QTest.keyClick(strip.days, Qt.Key.Key_End)
    told = QAccessible.queryAccessibleInterface(strip.days)
    assert told.focusChild().text(QAccessible.Text.Name) == "Today: 6 calls, 2 denied or expired"
    QTest.keyClick(strip.days, Qt.Key.Key_Home)
    QTest.keyClick(strip.days, Qt.Key.Key_Right)
    assert strip.days.currentIndex() == strip.days.bars.at(1)
    strip.decisions.setFocus()
    QTest.keyClick(strip.decisions, Qt.Key.Key_End)
    assert strip.decisions.currentIndex() == strip.decisions.bars.at(3)


def test_a_chart_of_nothing_is_an_empty_table_in_which_no_key_leads_anywhere(link: FakeLink, qtbot: QtBot) -> None:
    link.replies[ReadStatistics] = Statistics((DayCount("2026-11-17", 3, 1, 0, 0, 0),), (), None, "2026-11-17")
    strip = StatisticsStrip(link)
    qtbot.addWidget(strip)
    strip.resize(900, 200)
    with qtbot.waitExposed(strip):
        strip.show()
    heard: list[str] = []
    strip.chosen.connect(heard.append)
    assert table_told(strip.tools) == []
    for key in (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(strip.tools, key)
    assert heard == []
    assert not strip.tools.currentIndex().isValid()


def test_bars_share_the_room_of_their_chart(link: FakeLink, qtbot: QtBot) -> None:
    link.replies[ReadStatistics] = Statistics((DayCount("2026-11-17", 3, 1, 0, 0, 0),), (), None, "2026-11-17")
    strip = StatisticsStrip(link)
    qtbot.addWidget(strip)
    strip.range.choose(1)
    strip.resize(480, 200)
    with qtbot.waitExposed(strip):
        strip.show()
    for width in (480, 240):
        strip.resize(width, 200)
        rects = [strip.days.visualRect(strip.days.bars.at(number)) for number in range(RANGES[1])]
        assert sum(rect.width() for rect in rects) == strip.days.viewport().width()
        assert {rect.height() for rect in rects} == {strip.days.viewport().height()}


def test_another_range_is_asked_for_and_a_late_answer_to_the_first_is_dropped(link: FakeLink, qtbot: QtBot) -> None:
    strip = StatisticsStrip(link)
    qtbot.addWidget(strip)
    strip.read()
    strip.range.choose(1)
    assert [asked.days for asked in link.of(ReadStatistics)] == [*RANGES]
    few = Statistics((), (), None, "2026-11-17")
    link.answer(ReadStatistics, few, 1)
    assert strip.days.bars.columnCount() == RANGES[1]
    link.answer(ReadStatistics, few, 0)
    assert strip.days.bars.columnCount() == RANGES[1]


def test_room_for_the_charts_is_kept_until_it_is_known_whether_there_are_numbers(link: FakeLink, qtbot: QtBot) -> None:
    strip = StatisticsStrip(link)
    qtbot.addWidget(strip)
    strip.resize(900, 200)
    with qtbot.waitExposed(strip):
        strip.show()
    before = strip.sizeHint().height()
    some = Statistics((DayCount("2026-11-17", 3, 1, 0, 0, 0),), (), None, "2026-11-17")
    link.answer(ReadStatistics, some, 0)
    assert strip.days.isVisible()
    assert strip.sizeHint().height() == before, "nothing below moves"
    link.replies[ReadStatistics] = Statistics((), (), None, "2026-11-17")
    strip.read()
    assert strip.sizeHint().height() < before, "there is nothing to draw"


def test_numbers_that_cannot_be_read_say_so_and_a_narrow_strip_shows_one_chart(link: FakeLink, qtbot: QtBot) -> None:
    link.replies[ReadStatistics] = AssentError("the log is damaged")
    strip = StatisticsStrip(link)
    qtbot.addWidget(strip)
    strip.resize(280, 300)
    with qtbot.waitExposed(strip):
        strip.show()
    assert "the log is damaged" in said(strip)
    assert not strip.days.isVisible()  # nothing is drawn of nothing
    link.replies[ReadStatistics] = Statistics((DayCount("2026-11-17", 3, 1, 0, 0, 0),), (), None, "2026-11-17")
    strip.read()
    assert strip.days.isVisible()
    assert not strip.tools.isVisible()
