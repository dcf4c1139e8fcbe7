"""The history page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QStyleOptionViewItem, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from host.canonical import canonical
from host.control.protocol import CheckLog, ReadCall, ReadHistory, ReadStatistics, WhyCall
from host.control.views import ActionView, CallDetails, Explanation, HistoryPage, HistoryRow, RuleReason, TimelineEntry
from host.errors import AssentError
from host.model import AppSays, JsonObject
from tests.support import plain
from tests.support import window as samples
from tests.support.plain import assert_accessible, assert_plain
from tests.support.pseudo import pseudo
from tests.support.window import FakeLink
from tests.unit.ui.history.test_words import ROW, with_
from ui.history import page as model
from ui.history.call_panel import ExplainButtons
from ui.history.page import CallsModel
from ui.history.page import HistoryPage as Page
from ui.history.words import record_title, usual_decisions, usual_outcomes
from ui.icons import SMALL
from ui.inputs.form import InputsView
from ui.inputs.plain_view import PlainView
from ui.pages import MakeRule
from ui.theme import GROUP
from ui.tr import install

NASTY_SHOWN = "<b>x</b>⟨U+001B⟩[8m⟨U+202E⟩&amp;"
NASTY = "<b>x</b>\x1b[8m\u202e&amp;"


def details(**changes: object) -> CallDetails:
    fields = canonical({"decision": "approve", "by": "approver", "who": "ana", "displayed_ms": 1200})
    values: dict[str, object] = {
        "row": with_(call_id="0001"),
        "timeline": (TimelineEntry(7, "2026-11-21T10:00:00Z", "call.decided", fields, "ab" * 32),),
        "params": canonical({"name": "write_file", "arguments": {"path": "notes/a.txt", "extra": NASTY}}),
        "definition": canonical(samples.WRITE_FILE),
        "result": canonical({"content": [{"type": "text", "text": NASTY}]}),
        "result_bytes": 60,
        "reason": "",
    } | changes
    return CallDetails(**values)  # type: ignore[arg-type]  # see above


MakePage = Callable[..., tuple[Page, FakeLink]]


@pytest.fixture
def make(qtbot: QtBot) -> MakePage:
    def made(*rows: str, shown: CallDetails | None = None) -> tuple[Page, FakeLink]:
        link = FakeLink()
        link.replies[ReadHistory] = HistoryPage(tuple(with_(call_id=row) for row in rows), "")
        link.replies[ReadCall] = shown or details()
        page = Page(link)
        qtbot.addWidget(page)
        page.resize(1000, 700)
        page.show()
        page.activated()
        return page, link

    return made


def words(page: Page) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisibleTo(page))


def test_it_reads_nothing_until_it_is_looked_at(qtbot: QtBot) -> None:
    link = FakeLink()
    page = Page(link)
    qtbot.addWidget(page)
    link.log_grew.emit(5)
    assert link.requests == []


def test_an_empty_log_says_what_belongs_here(make: MakePage) -> None:
    page, _ = make()
    assert "No calls yet" in words(page)


def test_a_filter_that_finds_nothing_offers_to_be_cleared(make: MakePage, qtbot: QtBot) -> None:
    page, link = make("0001")
    link.replies[ReadHistory] = HistoryPage((), "")
    QTest.keyClicks(page.filter.field, "nowhere")
    QTest.keyClick(page.filter.field, Qt.Key.Key_Return)
    assert link.of(ReadHistory)[-1].text == "nowhere"
    assert "Nothing found" in words(page)


def test_a_search_goes_on_through_pages_without_a_hit_and_says_how_far_it_is(make: MakePage, qtbot: QtBot) -> None:
    page, link = make("0001")
    pages = [HistoryPage((), "0198c0de-0000-7000-8000-000000000001"), HistoryPage((with_(call_id="0002"),), "")]
    link.replies[ReadHistory] = lambda _: pages.pop(0)
    page.filter.field.setText("rare")
    QTest.keyClick(page.filter.field, Qt.Key.Key_Return)
    assert [request.before for request in link.of(ReadHistory)[-2:]] == ["", "0198c0de-0000-7000-8000-000000000001"]
    assert len([*page.model.calls()]) == 1


def test_of_a_hundred_thousand_calls_only_what_is_looked_at_is_asked_for_and_drawn(
    make: MakePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, link = make()

    def answer(request: ReadHistory) -> HistoryPage:
        newest = int(request.before or "100001") - 1
        numbers = range(newest, max(0, newest - request.limit), -1)
        return HistoryPage(tuple(with_(call_id=f"{number:06}") for number in numbers), f"{numbers[-1]:06}")

    link.replies[ReadHistory] = answer
    before = len(link.of(ReadHistory))
    page.model.read()
    QTest.qWait(0)
    asked = [(request.before, request.limit) for request in link.of(ReadHistory)[before:]]
    assert asked == [("", 100)]
    drawn: list[int] = []
    data = page.model.data

    def counted(index: Any, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        drawn.append(index.row())
        return data(index, role)

    monkeypatch.setattr(page.model, "data", counted)
    page.table.verticalScrollBar().setValue(page.table.verticalScrollBar().maximum())
    QTest.qWait(0)
    assert len(link.of(ReadHistory)) == before + 2, "the next page, once"
    page.grab()
    assert len({*drawn}) < 100


def test_an_export_takes_the_place_of_the_table_follows_the_filter_and_gives_the_place_back(make: MakePage) -> None:
    page, link = make("0001")
    page.export_button.click()
    assert page.export.isVisible()
    assert not page.table.isVisible()
    assert not page.strip.isVisible()
    page.filter.set_search("tool:x")
    assert page.export.filtered.isChecked()
    assert not page.table.isVisible()
    link.replies[ReadHistory] = HistoryPage((with_(call_id="0001"),), "")
    page.filter.clear()
    assert page.export.filtered.isHidden()
    page.export.close_button.click()
    assert page.table.isVisible()


def test_a_click_on_a_chart_filters_and_the_log_is_checked_when_the_page_opens(make: MakePage) -> None:
    page, link = make("0001")
    assert link.of(CheckLog) == [CheckLog("new")]
    page.strip.chosen.emit("decision:denied")
    assert link.of(ReadHistory)[-1].text == "decision:denied"
    page.strip.chosen.emit("decision:expired")
    assert link.of(ReadHistory)[-1].text == "decision:expired"


def test_the_keyboard_passes_over_the_headings_of_days(make: MakePage) -> None:
    page, link = make()
    times = {"0003": "2026-11-21", "0002": "2026-11-20", "0001": "2026-11-20"}
    rows = tuple(with_(call_id=call, time=f"{day}T10:00:00Z") for call, day in times.items())
    link.replies[ReadHistory] = HistoryPage(rows, "")
    page.model.read()
    page.table.setFocus()
    page.table.selectRow(1)
    seen = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_End):
        QTest.keyClick(page.table, key)
        row = page.model.entry(page.table.currentIndex().row())
        seen.append(row.call_id if row else "")
    assert seen == ["0002", "0001", "0002", "0003", "0003", "0001"]
    QTest.keyClick(page.table, Qt.Key.Key_Home)
    assert page.table.currentIndex().row() == 1


def test_keys_that_move_on_take_the_open_panel_along(make: MakePage) -> None:
    page, link = make("0001", "0002")
    page.table.setFocus()
    page.table.selectRow(1)
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    assert not link.of(ReadCall), "no panel is open"
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    QTest.keyClick(page.table, Qt.Key.Key_Up)
    assert [request.call_id for request in link.of(ReadCall)] == [page.model.entry(row).call_id for row in (2, 1)]


def test_growth_of_the_log_is_read_once_for_many_news(make: MakePage, qtbot: QtBot) -> None:
    page, link = make("0001")
    before = len(link.of(ReadHistory))
    with qtbot.waitSignal(page.model.loaded):
        for number in range(50):
            link.log_grew.emit(number)
    assert len(link.of(ReadHistory)) == before + 1


def test_statistics_follow_the_first_news_at_once_and_later_ones_after_a_while(
    make: MakePage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.history.page.COUNTING_MS", 300)
    page, link = make("0001")
    page.numbers.setChecked(True)
    before = len(link.of(ReadStatistics))

    def counted(number: int) -> None:
        with qtbot.waitSignal(page.model.loaded):
            link.log_grew.emit(number)

    counted(1)
    assert len(link.of(ReadStatistics)) == before + 1
    counted(2)
    assert len(link.of(ReadStatistics)) == before + 1
    qtbot.waitUntil(lambda: len(link.of(ReadStatistics)) == before + 2)


def test_a_call_opens_with_its_inputs_result_and_timeline(make: MakePage, qtbot: QtBot) -> None:
    page, link = make("0001")
    page.table.setFocus()
    page.table.selectRow(1)
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert link.of(ReadCall) == [ReadCall("0001")]
    spoken = [widget.accessibleName() for widget in page.findChildren(QWidget)]
    said = "\n".join([*plain.words(page), *spoken])
    for part in (
        "files ▸ write_file",
        "notes/a.txt",
        "not in the tool's description",
        "Who: ana",
        "Approved by a person",
    ):
        assert part in said


def test_a_grant_that_covered_a_call_is_shown_by_its_words(make: MakePage) -> None:
    covering = samples.grant(id="b1946ac9", bound="pattern", covers=("path: any path in /a\u202e",))
    fields = canonical({"decision": "approve", "by": "grant", "who": covering.id})
    entry = TimelineEntry(7, "2026-11-21T10:00:00Z", "call.decided", fields, "ab" * 32)
    row = with_(by="grant", who=covering.id)
    page, _ = make("0001", shown=details(row=row, timeline=(entry,), grant=covering))
    page.show_call("0001")
    shown = words(page)
    assert "The grant, as it was given" in shown
    assert "Claude Code (claude-code) may use write_file of files with inputs within these bounds until" in shown
    assert "path: any path in /a⟨U+202E⟩" in shown
    assert "Given by ana on" in shown
    assert covering.id not in shown
    assert_accessible(page)


def test_a_grant_whose_record_is_lost_is_named_by_its_id(make: MakePage) -> None:
    fields = canonical({"decision": "approve", "by": "grant", "who": "b1946ac9"})
    entry = TimelineEntry(7, "2026-11-21T10:00:00Z", "call.decided", fields, "ab" * 32)
    page, _ = make("0001", shown=details(row=with_(by="grant", who="b1946ac9"), timeline=(entry,)))
    page.show_call("0001")
    assert "Who: b1946ac9" in words(page)


def test_no_part_of_a_call_is_a_window_of_its_own(make: MakePage, windows_shown: list[QWidget]) -> None:
    fields = canonical({"decision": "deny", "by": "approver", "findings": [{"kind": "confusable", "severity": "high"}]})
    entry = TimelineEntry(7, "2026-11-21T10:00:00Z", "call.decided", fields, "ab" * 32)
    page, _ = make("0001", shown=details(timeline=(entry,)))
    windows_shown.clear()
    page.show_call("0001")
    assert "What Assent found" in words(page)
    assert windows_shown == []


def test_a_record_is_spoken_with_one_full_stop_between_its_lines(make: MakePage) -> None:
    verdict: JsonObject = {
        "effect": "ask",
        "because": "No rule matches.",
        "findings": [{"kind": "confusable", "severity": "high"}],
    }
    entry = TimelineEntry(7, "2026-11-21T10:00:00Z", "call.proposed", canonical(verdict), "ab" * 32)
    page, _ = make("0001", shown=details(timeline=(entry,)))
    page.show_call("0001")
    spoken = " ".join(widget.accessibleName() for widget in page.findChildren(QLabel))
    assert "Because: No rule matches. Found: " in spoken


def test_no_json_is_on_the_face_of_a_call_and_records_are_behind_one_press(make: MakePage) -> None:
    fields = canonical({"decision": "deny", "by": "approver", "findings": [{"kind": "confusable", "severity": "high"}]})
    entry = TimelineEntry(7, "2026-11-21T10:00:00Z", "call.decided", fields, "ab" * 32)
    page, _ = make("0001", shown=details(timeline=(entry,)))
    page.show_call("0001")
    shown = [view.toPlainText() for view in page.findChildren(PlainView) if view.isVisibleTo(page)]
    assert NASTY_SHOWN in shown
    assert not any("{" in said or "abab" in said for said in (*shown, *words(page).split("\n")))
    assert "What Assent found" in words(page)
    assert "Look-alike letters, danger" in words(page)
    advanced = next(button for button in page.findChildren(QPushButton) if button.text() == "Advanced: records")
    advanced.click()
    spoken = " ".join([words(page), *(view.toPlainText() for view in page.findChildren(PlainView))])
    assert "ab" * 32 in spoken
    assert "Record 7: call.decided" in spoken
    assert_accessible(page)


def test_s04_s05_s08_nothing_of_a_call_is_more_than_plain_text(make: MakePage, qtbot: QtBot) -> None:
    claims = AppSays(NASTY, NASTY, NASTY)
    page, _ = make(
        "0001", shown=details(says=claims, reason=NASTY, row=with_(call_id="0001", app=NASTY, server=NASTY, tool=NASTY))
    )
    page.show_call("0001")
    assert_plain(page)
    assert_accessible(page)
    assert not {"\x1b", "\u202e"} & set(words(page))


def test_s19_who_asked_within_the_app_is_told_as_its_claim(make: MakePage) -> None:
    page, _ = make("0001", shown=details(says=AppSays("reviewer", "", "Q3")))
    page.show_call("0001")
    shown = plain.words(page)
    assert shown[shown.index("It says: subagent “reviewer”, chat “Q3”") + 1] == "unverified"


def test_s01_what_was_sent_beside_the_inputs_is_shown_too(make: MakePage) -> None:
    params = canonical({"name": "write_file", "arguments": {}, "_meta": {"x/run": "CANARY"}, "requestState": "STATE"})
    page, _ = make("0001", shown=details(params=params))
    page.show_call("0001")
    said = [view.toPlainText() for view in page.findChildren(PlainView)]
    assert "CANARY" in said
    assert "STATE" in said


def test_what_a_person_changed_is_there_and_what_the_app_had_proposed(make: MakePage) -> None:
    proposed = canonical({"name": "write_file", "arguments": {"path": "notes/b.txt", "extra": NASTY}})
    page, _ = make("0001", shown=details(edited=proposed, row=with_(call_id="0001", edited=True)))
    page.show_call("0001")
    said = words(page)
    assert "Approved, edited" in said
    assert "A person changed the inputs before approving" in said
    assert "1 value is different \u00b7 1 input is the same" in said
    values = [view.toPlainText() for view in page.findChildren(PlainView)]
    assert {"notes/a.txt", "notes/b.txt"} <= set(values)
    assert_plain(page)


def test_no_title_in_the_panel_keeps_it_wider_than_its_place(make: MakePage) -> None:
    proposed = canonical({"name": "write_file", "arguments": {"path": "notes/b.txt"}})
    page, _ = make("0001", shown=details(edited=proposed, row=with_(call_id="0001", edited=True)))
    page.show_call("0001")
    titles = ("A person changed the inputs before approving", "Inputs, as approved", "Timeline")
    labels = [label for label in page.findChildren(QLabel) if label.text() in titles]
    assert len(labels) == len(titles)
    assert all(label.wordWrap() for label in labels)


def test_where_the_proposal_was_erased_it_is_still_said_that_a_person_changed_it(make: MakePage) -> None:
    page, link = make("0001")
    page.show_call("0001")
    assert "changed the inputs" not in words(page)
    link.replies[ReadCall] = details(row=with_(call_id="0001", edited=True))
    page.show_call("0001")
    QTest.qWait(0)
    assert "A person changed the inputs before approving" in words(page)
    assert "What the app had proposed was erased from the log." in words(page)
    assert_accessible(page)


def test_a_line_says_that_its_call_was_edited_however_narrow_the_table_is(make: MakePage) -> None:
    page, link = make("0001")
    link.replies[ReadHistory] = HistoryPage((with_(call_id="0001", edited=True),), "")
    page.model.read()
    for width in (1000, 480):
        page.resize(width, 460)
        assert not page.table.isColumnHidden(CallsModel.DECISION)
        cell = page.model.index(1, CallsModel.DECISION)
        assert page.model.data(cell) == "Approved, edited"
        assert page.table.columnWidth(CallsModel.DECISION) >= page.table.width_for(
            CallsModel.DECISION, ["Approved, edited"]
        )


def test_inputs_are_cut_at_their_end_and_a_path_in_its_middle(make: MakePage) -> None:
    page, link = make("0001")
    rows = (
        with_(call_id="0002", tool="echo", inputs=canonical({"message": "word " * 90})),
        with_(call_id="0001", action=ActionView("writes", object="notes/a.md")),
    )
    link.replies[ReadHistory] = HistoryPage(rows, "")
    page.model.read()
    delegate, modes = page.table.itemDelegateForColumn(CallsModel.WHAT), []
    for line in (1, 2):
        option = QStyleOptionViewItem()
        delegate.initStyleOption(option, page.model.index(line, CallsModel.WHAT))  # type: ignore[attr-defined]
        modes.append(option.textElideMode)
    assert modes == [Qt.TextElideMode.ElideRight, Qt.TextElideMode.ElideMiddle]


@pytest.mark.parametrize("rows_are_read", [True, False])
def test_a_row_is_heard_once_with_what_its_sign_says(
    make: MakePage, monkeypatch: pytest.MonkeyPatch, rows_are_read: bool
) -> None:
    monkeypatch.setattr(model, "ROWS_ARE_READ", rows_are_read)
    page, link = make("0001")
    link.replies[ReadHistory] = HistoryPage((with_(call_id="0001", edited=True, severity="high"),), "")
    page.model.read()
    role = Qt.ItemDataRole.AccessibleTextRole
    cells = [page.model.data(page.model.index(1, column), role) for column in range(page.model.columnCount())]
    assert ("Approved, edited" in cells[0]) == (not rows_are_read)
    assert cells[CallsModel.WHAT].endswith(", with a finding of danger")
    assert cells[CallsModel.DECISION] == "Approved, edited"
    assert not [cell for cell in cells if "▸" in cell]


@pytest.mark.parametrize("edited", [b"no JSON", b"[]"])
def test_a_proposal_that_cannot_be_read_hides_nothing_else(make: MakePage, edited: bytes) -> None:
    page, _ = make("0001", shown=details(edited=edited))
    page.show_call("0001")
    assert "The inputs in the log cannot be read" in words(page)
    assert "notes/a.txt" in [view.toPlainText() for view in page.findChildren(PlainView)]


def test_inputs_that_were_erased_leave_what_was_proposed(make: MakePage) -> None:
    proposed = canonical({"name": "write_file", "arguments": {"path": "notes/b.txt"}})
    page, _ = make("0001", shown=details(edited=proposed, params=None))
    page.show_call("0001")
    assert "notes/b.txt" in [view.toPlainText() for view in page.findChildren(PlainView)]


def test_s07_a_record_of_megabytes_is_folded(make: MakePage) -> None:
    entry = TimelineEntry(
        7, "2026-11-21T10:00:00Z", "call.decided", canonical({"because": "word " * 200_000}), "ab" * 32
    )
    page, _ = make("0001", shown=details(timeline=(entry,), reason="k" * (1 << 20)))
    page.show_call("0001")
    assert max(len(label.text()) for label in page.findChildren(QLabel)) < 2_000


def test_reading_a_call_is_not_disturbed_while_the_log_grows(make: MakePage) -> None:
    page, link = make("0001")
    page.show_call("0001")
    before = page.findChild(InputsView)
    page.show_call("0001")
    assert page.findChild(InputsView) is before
    ended = TimelineEntry(8, "2026-11-21T10:00:01Z", "call.outcome", canonical({"status": "succeeded"}), "cd" * 32)
    first = details()
    link.replies[ReadCall] = details(timeline=(*first.timeline, ended))
    page.show_call("0001")
    assert page.findChild(InputsView) is before
    assert "Outcome: succeeded" in words(page)
    assert words(page).count("Timeline") == 1


def test_what_was_erased_says_so(make: MakePage) -> None:
    page, _ = make("0001", shown=details(params=None, result=None, definition=None))
    page.show_call("0001")
    assert "were erased from the log" in words(page)
    assert "not kept" in words(page)


def test_inputs_that_were_never_kept_are_told_apart_from_erased_ones(make: MakePage) -> None:
    page, _ = make("0001", shown=details(params=None, inputs_kept=False))
    page.show_call("0001")
    assert "were not kept: too much came from this app" in words(page)
    assert "erased" not in words(page)


def test_a_damaged_call_is_shown_as_far_as_it_goes(make: MakePage) -> None:
    broken = TimelineEntry(7, "?", "", b"[]", "")
    page, _ = make("0001", shown=details(params=b"no json", timeline=(broken,)))
    page.show_call("0001")
    assert "cannot be read" in words(page)
    assert "Damaged record" in words(page)


def test_a_log_that_cannot_be_read_says_so_beside_the_table(make: MakePage) -> None:
    page, link = make("0001")
    link.replies[ReadHistory] = AssentError("The audit log is damaged.")
    page.model.read()
    assert "The audit log is damaged." in words(page)
    assert "assent log verify" in words(page)
    link.replies[ReadHistory] = HistoryPage((with_(call_id="0003"),), "")
    next(button for button in page.findChildren(QPushButton) if button.text() == "Try again").click()
    assert "The audit log is damaged." not in words(page)
    assert len([*page.model.calls()]) == 1


def test_an_answer_about_a_call_that_is_not_open_any_more_is_dropped(make: MakePage) -> None:
    page, link = make("0001", "0002")
    link.replies[ReadCall] = None
    page.show_call("0001")
    page.show_call("0002")
    link.answer(ReadCall, details())
    assert "Who: ana" not in words(page)


WHY = Explanation(
    "ask", "default", "default", "No rule matches, so a person is asked.", "", (), "",
    (RuleReason("reading", "user", "allow", False, "The tool is not read_*."),),
)  # fmt: skip


def test_why_it_was_decided_so_opens_in_the_panel_and_closes_again(make: MakePage) -> None:
    page, link = make("0001")
    link.replies[WhyCall] = WHY
    page.show_call("0001")
    why = page.findChild(ExplainButtons)
    assert isinstance(why, ExplainButtons)
    assert why.explanation.isHidden()
    why.explanation.button.click()
    assert link.of(WhyCall) == [WhyCall("0001")]
    assert "No rule matches, so a person is asked." in words(page)
    assert "reading" in words(page)
    assert_plain(page)
    assert_accessible(page)
    why.explanation.button.click()
    assert not why.explanation.isVisible()
    assert len(link.of(WhyCall)) == 1


def answering_late(link: FakeLink, monkeypatch: pytest.MonkeyPatch) -> list[Callable[[Explanation], object]]:
    """What answers each *Why?*, once it is called."""
    late: list[Callable[[Explanation], object]] = []
    at_once = link.send

    def send(request: Any, then: Any = None, failed: Any = None) -> None:
        late.append(then) if isinstance(request, WhyCall) else at_once(request, then, failed)

    monkeypatch.setattr(link, "send", send)
    return late


def test_the_keyboard_goes_to_the_explanation_and_back_to_the_button(
    make: MakePage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, link = make("0001")
    late = answering_late(link, monkeypatch)
    page.show_call("0001")
    why = page.findChild(ExplainButtons)
    assert isinstance(why, ExplainButtons)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    why.explanation.button.setFocus()
    QTest.keyClick(why.explanation.button, Qt.Key.Key_Space)
    assert why.explanation.button.hasFocus(), "while it is asked"
    late[0](WHY)
    assert why.explanation.hasFocus()
    assert why.explanation.accessibleName() == "Why it was decided so"
    assert "No rule matches" in why.explanation.accessibleDescription()
    link.replies[ReadCall] = details(row=with_(call_id="0001", decision="deny"))
    page.show_call("0001")
    assert why.explanation.button.hasFocus()


def test_an_explanation_takes_no_keyboard_from_elsewhere(make: MakePage, qtbot: QtBot) -> None:
    page, link = make("0001")
    link.replies[WhyCall] = WHY
    page.show_call("0001")
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.filter.field.setFocus()
    why = page.findChild(ExplainButtons)
    assert isinstance(why, ExplainButtons)
    why.explanation.button.click()
    assert page.filter.field.hasFocus()


def test_what_was_explained_stays_while_the_log_grows_and_goes_with_the_decision(make: MakePage) -> None:
    page, link = make("0001")
    link.replies[WhyCall] = WHY
    page.show_call("0001")
    why = page.findChild(ExplainButtons)
    assert isinstance(why, ExplainButtons)
    why.explanation.button.click()
    link.replies[ReadCall] = details(timeline=())
    page.show_call("0001")
    assert not why.explanation.isHidden()
    link.replies[ReadCall] = details(params=None)
    page.show_call("0001")
    assert not why.explanation.isHidden()
    link.replies[ReadCall] = details(row=with_(call_id="0001", decision="deny"))
    page.show_call("0001")
    assert why.explanation.isHidden()
    assert not why.isHidden()


def test_an_explanation_that_comes_late_for_another_call_is_not_shown(
    make: MakePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, link = make("0001", "0002")
    page.show_call("0001")
    why = page.findChild(ExplainButtons)
    assert isinstance(why, ExplainButtons)
    late = answering_late(link, monkeypatch)
    why.explanation.button.click()
    why.explanation.button.click()
    assert len(late) == 1, "it is asked once"
    link.replies[ReadCall] = details(row=with_(call_id="0002"))
    page.show_call("0002")
    late[0](WHY)
    assert not why.explanation.isVisible()


def test_what_cannot_be_explained_says_why_not(make: MakePage) -> None:
    page, link = make("0001")
    link.replies[WhyCall] = AssentError("no rule judged this call")
    page.show_call("0001")
    why = page.findChild(ExplainButtons)
    assert isinstance(why, ExplainButtons)
    why.explanation.button.click()
    assert "No rule judged this call." in words(page)
    why.explanation.button.click()
    assert "No rule judged this call." not in words(page)


def test_a_rule_can_be_made_from_a_call_that_the_rules_judged(make: MakePage, qtbot: QtBot) -> None:
    page, link = make("0001")
    page.show_call("0001")
    why = page.findChild(ExplainButtons)
    assert isinstance(why, ExplainButtons)
    with qtbot.waitSignal(page.navigate) as wanted:
        why.rule.click()
    assert wanted.args == ["rules", MakeRule("0001")]
    link.replies[ReadCall] = details(row=with_(call_id="0001", decision="invalid", by=""))
    page.show_call("0001")
    assert not why.rule.isVisible()


def test_a_decided_call_says_who_signed_it(make: MakePage) -> None:
    fields = canonical({"decision": "approve", "by": "approver", "signers": [{"approver": "Dr Ana", "roles": ["PI"]}]})
    entry = TimelineEntry(7, "2026-11-21T10:00:00Z", "call.decided", fields, "ab" * 32)
    page, _ = make("0001", shown=details(timeline=(entry,)))
    page.show_call("0001")
    assert words(page).count("Signed by Dr Ana (PI)") == 2  # in its head and in its timeline


def test_usual_decisions_and_outcomes_are_never_cut_in_any_language(make: MakePage) -> None:
    install(pseudo)
    try:
        page, _ = make("0001")
        page.resize(2_000, 700)
        advance = page.table.fontMetrics().horizontalAdvance
        for column, said in ((CallsModel.DECISION, usual_decisions()), (CallsModel.OUTCOME, usual_outcomes())):
            icon = SMALL if column == CallsModel.DECISION else 0
            assert page.table.columnWidth(column) >= max(map(advance, said)) + icon + GROUP
    finally:
        install(None)


def test_in_a_narrow_window_what_and_decision_stay_and_the_time_goes_before_anything_scrolls(make: MakePage) -> None:
    page, _ = make("0001", "0002")
    page.resize(345, 440)
    QTest.qWait(0)
    table, least = page.table, 12 * page.fontMetrics().averageCharWidth()
    shown = [column for column in range(table.horizontalHeader().count()) if not table.isColumnHidden(column)]
    assert shown == [CallsModel.WHAT, CallsModel.DECISION]
    assert table.horizontalScrollBar().maximum() == 0
    assert table.columnWidth(CallsModel.WHAT) >= least
    page.resize(220, 440)
    QTest.qWait(0)
    assert table.horizontalScrollBar().maximum() > 0
    assert table.horizontalHeader().length() == sum(map(table.columnWidth, shown))  # no gaps
    assert table.columnWidth(CallsModel.WHAT) >= least
    page.resize(1200, 440)
    QTest.qWait(0)
    assert table.horizontalScrollBar().maximum() == 0
    assert not table.isColumnHidden(CallsModel.WHEN)


def test_a_record_of_reading_a_link_says_so_and_one_that_cannot_be_read_is_titled_by_its_kind() -> None:
    def titled(kind: str, fields: bytes) -> str:
        return record_title(TimelineEntry(1, "2026-11-21T10:00:00Z", kind, fields, "ab" * 32))

    link = b'{"method":"resources/read"}'
    assert "a link in the result" in titled("input.asked", link)
    assert "a link in the result" in titled("input.decided", link)
    assert titled("input.answered", link) == "The server brought what the link leads to"
    assert titled("input.reviewed", link) == "The app's answer reviewed"
    assert titled("input.asked", b"{") == "The server asks the app; a person is asked"
    assert titled("input.decided", b'{"method":"roots/list"}') == "The server asks the app: decided"


def test_s08_what_was_asked_in_the_middle_of_a_call_is_shown_escaped_unverified_and_secrets_covered(
    make: MakePage,
) -> None:
    asked = canonical({"message": NASTY})
    answer = canonical({"action": "accept", "content": {"password": "S3cret-Pass-99"}})
    cut = b'{"message":"long","token":"sk-0123456789abcdef0123'
    entries = [
        TimelineEntry(number, "2026-11-21T10:00:00Z", kind, b"{}", "ab" * 32, said, size)
        for number, (kind, said, size) in enumerate(
            [
                ("input.asked", asked, len(asked)),
                ("input.answered", answer, len(answer)),
                ("input.asked", cut, 99_000),
                ("input.asked", b"{}", 2),
            ],
            8,
        )
    ]
    page, _ = make("0001", shown=details(timeline=tuple(entries)))
    page.show_call("0001")
    text = words(page) + "\n".join(view.toPlainText() for view in page.findChildren(PlainView))
    assert NASTY_SHOWN in text
    assert "S3cret-Pass-99" not in text
    assert "sk-0123" not in text
    assert "The beginning of 99,000 bytes" in text
    assert words(page).count("unverified") == 3


def test_a_wide_table_gives_who_called_which_tool_more_room(make: MakePage) -> None:
    page, _ = make("0001")
    widths: list[int] = []
    for width in (1000, 1500):
        page.resize(width, 700)
        QTest.qWait(0)
        widths += map(page.table.columnWidth, (CallsModel.APP, CallsModel.ROUTE))
    assert all(narrow < wide for narrow, wide in zip(widths[:2], widths[2:], strict=True))


def test_where_no_call_was_written_down_there_are_no_numbers(make: MakePage) -> None:
    page, link = make()
    page.numbers.setChecked(True)
    assert not page.strip.isVisible()
    assert not page.numbers.isVisible(), "it would do nothing"
    link.replies[ReadHistory] = HistoryPage((with_(call_id="0001"),), "")
    page.model.refresh()
    assert page.strip.isVisible()
    assert page.numbers.isVisible()


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
    return [row.call_id for line in range(model.rowCount()) if (row := model.entry(line))]


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
        assert model.entry(line) is None
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
    assert model.alignment(CallsModel.TOOK) & Qt.AlignmentFlag.AlignRight.value
    head = model.headerData(CallsModel.TOOK, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
    assert head == model.alignment(CallsModel.TOOK) != model.alignment(CallsModel.APP)


def test_a_line_that_is_not_there_is_nothing(qtbot: QtBot) -> None:
    model = CallsModel(FakeLink())
    assert model.entry(0) is None
    assert model.data(model.index(5, 5)) is None
    assert model.place(ROW.call_id) == -1
