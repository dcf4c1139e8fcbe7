"""The table of calls."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any  # Any: a reply of whatever type

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QTextDocumentFragment
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from host.control.protocol import ReadHistory
from host.control.views import HistoryPage, HistoryRow
from host.errors import AssentError
from tests.support.window import FakeLink
from tests.unit.ui.history.test_words import ROW, with_
from ui.history.page import CallsModel

NOW = 1_795_255_200.0


def rows(*numbers: int, **changes: object) -> tuple[HistoryRow, ...]:
    return tuple(with_(call_id=f"{number:04}", **changes) for number in numbers)


class Log:
    """A log of so many calls behind a link."""

    def __init__(self, link: FakeLink, count: int, page: int = 10) -> None:
        self.calls = [*rows(*range(count, 0, -1))]
        self.page = page
        link.replies[ReadHistory] = self.answer

    def answer(self, request: ReadHistory) -> HistoryPage:
        left = [row for row in self.calls if not request.before or row.call_id < request.before]
        left = [row for row in left if request.text in row.app]
        found = left[: self.page]
        return HistoryPage(tuple(found), found[-1].call_id if len(left) > self.page else "")


def shown(model: CallsModel) -> list[str]:
    return [row.call_id for line in range(model.rowCount()) if (row := model.row(line))]


def test_it_reads_a_page_at_a_time_until_the_start_of_the_log(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    link = FakeLink()
    Log(link, 25)
    model = CallsModel(link, clock=lambda: NOW)
    model.read()
    assert len(shown(model)) == 10
    while model.canFetchMore(QModelIndex()):
        model.fetchMore(QModelIndex())
    assert shown(model) == [f"{number:04}" for number in range(25, 0, -1)]
    assert model.complete
    assert [request.before for request in link.of(ReadHistory)] == ["", "0016", "0006"]
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]  # pytest-qt types it not


def test_growth_appears_on_top_and_changes_in_place(qtbot: QtBot) -> None:
    link = FakeLink()
    log = Log(link, 5)
    model = CallsModel(link, clock=lambda: NOW)
    model.read()
    log.calls[0] = with_(call_id="0005", status="tool error")
    log.calls[:0] = rows(7, 6)
    model.refresh()
    assert shown(model) == ["0007", "0006", "0005", "0004", "0003", "0002", "0001"]
    assert model.data(model.index(3, CallsModel.OUTCOME)) == "Tool error"


def test_an_older_call_that_meets_the_filter_now_appears_in_its_place(qtbot: QtBot) -> None:
    link = FakeLink()
    log = Log(link, 5)
    late = log.calls.pop(2)
    model = CallsModel(link, clock=lambda: NOW)
    model.read()
    assert shown(model) == ["0005", "0004", "0002", "0001"]
    log.calls.insert(2, late)
    model.refresh()
    assert shown(model) == ["0005", "0004", "0003", "0002", "0001"]


def test_growth_beyond_one_page_leaves_no_gap(qtbot: QtBot) -> None:
    link = FakeLink()
    log = Log(link, 5)
    model = CallsModel(link, clock=lambda: NOW)
    model.read()
    log.calls[:0] = rows(*range(40, 5, -1))
    model.refresh()
    while model.canFetchMore(QModelIndex()):
        model.fetchMore(QModelIndex())
    assert shown(model) == [f"{number:04}" for number in range(40, 0, -1)]


def test_a_late_reply_to_an_older_filter_is_dropped(qtbot: QtBot) -> None:
    link = FakeLink()
    model = CallsModel(link, clock=lambda: NOW)
    late: list[Callable[[HistoryPage], object]] = []

    def send(request: object, then: Any = None, failed: object = None) -> None:
        late.append(then)

    link.send = send  # type: ignore[method-assign]  # replies when the test says
    model.read("old")
    model.read("new")
    old, new = late
    new(HistoryPage(rows(2), ""))
    old(HistoryPage(rows(1), ""))
    assert shown(model) == ["0002"]


def test_a_page_that_cannot_be_read_says_so_and_can_be_tried_again(qtbot: QtBot) -> None:
    link = FakeLink()
    link.replies[ReadHistory] = AssentError("the log is gone")
    model = CallsModel(link, clock=lambda: NOW)
    with qtbot.waitSignal(model.failed) as heard:
        model.read()
    assert heard.args == ["the log is gone"]
    assert model.canFetchMore(QModelIndex())


def test_s08_no_cell_no_tip_and_no_spoken_text_steers_anything(qtbot: QtBot) -> None:
    link = FakeLink()
    log = Log(link, 1)
    log.calls = [with_(call_id="0001", app="<b>\x1b[8m", tool="x\u202e<img src=x>", status="<i>new</i>")]
    model = CallsModel(link, clock=lambda: NOW)
    model.read()
    for column in range(model.columnCount()):
        cell = model.index(1, column)
        assert "\x1b" not in (model.data(cell) or "")
        tip = model.data(cell, Qt.ItemDataRole.ToolTipRole)
        shown = QTextDocumentFragment.fromHtml(tip).toPlainText()
        assert "<b>" in shown or column != CallsModel.APP  # what looks like markup is read as letters
        assert set(re.findall(r"<[^>]*>", tip)) <= {"<qt>", "</qt>", '<p style="white-space: pre-wrap">', "</p>"}
        assert "\u202e" not in model.data(cell, Qt.ItemDataRole.AccessibleTextRole)


def dated(*days: int) -> tuple[HistoryRow, ...]:
    """A call of each of these days of November 2026, newest first, its id of the same order."""
    return tuple(with_(call_id=f"{day:02}{99 - at}", time=f"2026-11-{day:02}T12:00:00Z") for at, day in enumerate(days))


def lines(model: CallsModel) -> list[str]:
    return [model.data(model.index(at, CallsModel.WHEN)) for at in range(model.rowCount())]


def test_days_are_headings_that_nobody_can_choose(qtbot: QtBot) -> None:
    link = FakeLink()
    link.replies[ReadHistory] = HistoryPage(dated(21, 21, 20, 19), "")
    model = CallsModel(link, clock=lambda: NOW)
    model.read()
    at = [line for line in range(model.rowCount()) if model.is_heading(line)]
    assert at == [0, 3, 5]
    assert [lines(model)[line] for line in at] == ["Today", "Yesterday", "Thursday 19 November"]
    for line in at:
        assert model.row(line) is None
        assert model.flags(model.index(line, 0)) == Qt.ItemFlag.NoItemFlags


def test_a_day_that_goes_on_over_pages_or_grows_has_one_heading(qtbot: QtBot) -> None:
    link = FakeLink()
    log = Log(link, 0, page=2)
    log.calls = [*dated(21, 20, 20, 20, 18)]
    model = CallsModel(link, clock=lambda: NOW)
    model.read()
    while model.canFetchMore(QModelIndex()):
        model.fetchMore(QModelIndex())
    assert [line for line in range(model.rowCount()) if model.is_heading(line)] == [0, 2, 6]
    log.page = 20
    log.calls[:0] = [with_(call_id="21995", time="2026-11-21T13:00:00Z")]
    log.calls.insert(0, with_(call_id="2200", time="2026-11-22T13:00:00Z"))
    log.calls.insert(-1, with_(call_id="1900", time="2026-11-19T13:00:00Z"))
    log.calls.insert(-1, with_(call_id="1899", time="2026-11-18T13:00:00Z"))
    model.refresh()
    days = [lines(model)[line] for line in range(model.rowCount()) if model.is_heading(line)]
    assert days == ["Sunday 22 November", "Today", "Yesterday", "Thursday 19 November", "Wednesday 18 November"]
    assert [row.call_id for _, row in model.calls()] == [call.call_id for call in log.calls]


def test_numbers_stand_on_the_right_and_so_does_their_head(qtbot: QtBot) -> None:
    model = CallsModel(FakeLink())
    assert model.side(CallsModel.TOOK) & Qt.AlignmentFlag.AlignRight.value
    head = model.headerData(CallsModel.TOOK, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
    assert head == model.side(CallsModel.TOOK) != model.side(CallsModel.APP)


def test_a_line_that_is_not_there_is_nothing(qtbot: QtBot) -> None:
    model = CallsModel(FakeLink())
    assert model.row(0) is None
    assert model.data(model.index(5, 5)) is None
    assert model.line_of(ROW.call_id) == -1
