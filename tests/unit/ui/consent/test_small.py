"""The consent window where there is little room: most of it is the question, and an answer is always there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from host.control.protocol import Clock
from host.control.views import Asked
from host.model import App, Finding, ServerRef, Severity, Trust
from host.values import replace
from tests.gallery import asking, calls, studies
from tests.gallery.calls import UNPROVEN
from tests.gallery.questions import QUEUE
from tests.support.window import asked
from tests.unit.ui.consent.support import FIRST, Table, numbered
from ui import theme
from ui.consent import window as consent_window
from ui.widgets.scroll import part_in_view

SIZE = (480, 460)
GRAVE = Finding("secret", Severity.HIGH, "It holds what looks like a key.")
SHELL = calls.tool("run", "command", command=calls.TEXT)
QUESTIONS: dict[str, Asked] = {
    "usual": asked(),
    "grave": asked(findings=(GRAVE,)),
    "nothing wider": asked(why_no_grant="Assent found something grave."),
    "unproven": UNPROVEN,
    "danger": calls.CARRIED,
    "reason": asking.REASON,
    "result": asking.HELD,
    "long command": calls.judged({"command": "make " + "target-of-many " * 20}, SHELL, server="shell"),
    "escaped command": calls.judged({"command": "make " + "a\u202eb " * 40}, SHELL, server="shell"),
}

SIGNED: dict[str, Asked] = {
    "signed": asking.ONE,
    "signed, with a reason": asking.BOTH,
    "by PIN": asking.PIN,
    "by nobody": asking.NOBODY,
}


@pytest.fixture
def dressed_table(qapp: QApplication, qtbot: QtBot) -> Iterator[Table]:
    """With sizes as they are on screen."""
    theme.apply(qapp, "light")
    made = Table(qtbot)
    yield made
    made.window.hide()
    qapp.setStyleSheet("")


def shrink(table: Table, size: tuple[int, int] = SIZE) -> None:
    """Step by step, as a person drags it."""
    for _ in range(4):
        table.window.resize(*size)
        table.settle()
    assert (table.window.width(), table.window.height()) == size


def place(part: QWidget) -> QRect:
    """Where it is in its window."""
    return QRect(part.mapTo(part.window(), QPoint()), part.size())


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_most_of_a_small_window_is_the_question(name: str, table: Table) -> None:
    table.show(QUESTIONS[name])
    shrink(table)
    assert table.window.scroll_area.height() >= 0.45 * table.window.height()


def test_so_it_is_where_others_like_it_wait(table: Table) -> None:
    table.show(*QUEUE)
    shrink(table)
    assert table.window.scroll_area.height() >= 0.45 * table.window.height()


@pytest.mark.parametrize("name", sorted(QUESTIONS | SIGNED))
def test_who_asks_the_time_left_and_the_answers_are_always_on_screen(name: str, table: Table) -> None:
    table.show((QUESTIONS | SIGNED)[name])
    shrink(table)
    window, buttons = table.window, table.window.buttons
    header, request = window.header, (QUESTIONS | SIGNED)[name].request
    trust = header.badge if request.call.server.trusted else header.review
    shown: list[QWidget] = [header.heading, header.route, trust, window.footer.time_left]
    shown += [header.key_inputs] if request.result is None else []
    shown += [buttons.deny, buttons.deny_with_reason, window.guard.button, buttons.approve_with_note]
    for part in shown:
        assert part.isVisible(), part
        assert window.rect().contains(place(part)), part
    assert place(window.footer.time_left).bottom() < place(window.scroll_area).top()
    assert place(buttons).top() > place(window.scroll_area).bottom()


@pytest.mark.parametrize("bound", ["exact", "pattern"])
def test_what_a_wider_yes_grants_can_be_read_in_a_small_window(bound: str, table: Table) -> None:
    table.show(asking.WIDE)
    shrink(table)
    asking.chooses("chat", bound)(table.link, table.window)  # type: ignore[arg-type]  # a bound
    table.settle()
    covers = table.window.scope.granted
    assert table.window.rect().contains(place(covers))
    while not covers.is_read and covers.more.isVisible():
        covers.more.click()
        table.settle()
    assert covers.is_read
    assert table.window.scroll_area.height() > 0
    assert table.window.rect().contains(place(table.window.guard.button))


def with_claims(question: Asked) -> Asked:
    """The app tells who asks in it, which is one line more above the question."""
    call = replace(question.request.call, says=calls.SAYS)
    return replace(question, request=replace(question.request, call=call))


@pytest.mark.parametrize(
    "question", [asking.WIDE, asking.SLY, with_claims(asking.WIDE)], ids=["usual", "hostile", "one line more"]
)
def test_s13_nothing_that_is_granted_is_cut_off_in_a_small_window(question: Asked, dressed_table: Table) -> None:
    table = dressed_table
    table.show(question)
    shrink(table)
    asking.choose(table.window, "1h", "pattern")
    table.settle()
    covers = table.window.scope.granted
    assert part_in_view(covers.viewport()) == covers.viewport().rect()


def test_what_is_granted_can_be_read_to_its_end_where_it_gave_way(dressed_table: Table) -> None:
    table = dressed_table
    table.show(with_claims(asking.WIDE))
    shrink(table)
    asking.choose(table.window, "1h", "pattern")
    table.settle()
    covers = table.window.scope.granted
    assert covers.height() < covers.sizeHint().height()
    while not covers.is_read and covers.more.isVisible():
        covers.more.click()
        table.settle()
    assert covers.is_read


def test_s13_a_small_window_shows_what_is_granted_or_the_choices_and_takes_no_yes_without_the_first(
    table: Table,
) -> None:
    table.show(asking.WIDE)
    shrink(table)
    asking.choose(table.window, "chat", "exact")
    table.settle()
    choice = table.window.scope
    assert choice.is_read
    assert chosen(choice) == ["Exactly this call, each time", "This chat"]
    table.arm()
    QTest.mouseClick(choice.change, Qt.MouseButton.LeftButton)
    table.settle()
    assert len(chosen(choice)) == 9
    assert (choice.granted.isVisible(), choice.is_read) == (False, False)
    assert choice.bounds["exact"].hasFocus()
    table.arm()
    QTest.mouseClick(table.window.guard.button, Qt.MouseButton.LeftButton)
    assert table.answers == []
    QTest.keyClick(choice.bounds["exact"], Qt.Key.Key_Space)
    table.settle()
    assert chosen(choice) == ["Exactly this call, each time", "This chat"]
    assert choice.granted.isVisible()
    assert not table.window.arming.is_armed


def chosen(choice: QWidget) -> list[str]:
    """The choices that are shown."""
    return [radio.text() for radio in choice.findChildren(QRadioButton) if radio.isVisible()]


def test_the_lines_of_the_foot_scroll_with_the_question_and_come_back(table: Table) -> None:
    table.show(asked())
    footer, middle = table.window.footer, table.window.scroll_area
    assert not middle.isAncestorOf(footer)
    shrink(table)
    assert middle.isAncestorOf(footer)
    middle.verticalScrollBar().setValue(middle.verticalScrollBar().maximum())
    table.settle()
    assert middle.viewport().rect().contains(QRect(footer.mapTo(middle.viewport(), QPoint()), footer.size()))
    footer.keys.trigger()
    assert table.window.sheets.help.isVisible()
    table.window.go_back()
    table.window.resize(680, 800)
    table.settle()
    assert not middle.isAncestorOf(footer)
    assert footer.isVisible()
    assert footer.isAncestorOf(footer.time_left)
    assert footer.time_left.label.text() == "5:00 left"


def test_another_question_is_above_the_foot_of_a_small_window(table: Table) -> None:
    table.show(asked())
    shrink(table)
    table.ask(numbered(2))
    table.consent.show_call(numbered(2).request.call.id)
    table.settle()
    content, foot = table.window.content, table.window.footer
    parts = [part for part in content.children() if isinstance(part, QWidget) and part.isVisible()]
    assert max(parts, key=lambda part: part.y()) is foot
    assert len(parts) > 2


def test_a_clock_that_stands_is_said_to_stand_in_few_words(table: Table) -> None:
    table.show(asked(left=100.0))
    shrink(table)
    left = table.window.footer.time_left
    assert left.label.text() == "1:40 left"
    table.link.clock_changed.emit(Clock(FIRST, 100.0, 30.0))
    table.window.ticker.timeout.emit()
    assert left.label.text() == "1:40 · paused"
    assert left.width() >= left.label.sizeHint().width()


def test_a_server_that_nobody_vouched_for_leads_to_what_is_known_of_it(table: Table) -> None:
    table.show(asked(server=ServerRef("files", "c" * 64, "d" * 64)))
    review = table.window.header.review
    assert review.text() == "Unverified server · Review…"
    shrink(table)
    assert review.text() == "Unverified…"
    assert review.toolTip().count("Nobody vouched for this server.") == 1
    assert review.accessibleDescription() == "Nobody vouched for this server."
    QTest.mouseClick(review, Qt.MouseButton.LeftButton)
    assert table.window.sheets.server.isVisible()
    assert not table.window.header.badge.isVisible()


@pytest.mark.parametrize(("trust", "said"), [("user", "you"), ("managed", "your administrator")])
def test_who_vouched_is_said_quietly(trust: Trust, said: str, table: Table) -> None:
    table.show(asked(server=ServerRef("files", "c" * 64, "d" * 64, trust=trust)))
    shrink(table)
    assert table.window.header.badge.accessibleName() == f"vouched for by {said}"
    assert not table.window.header.review.isVisible()


def test_why_nothing_wider_is_offered_is_still_said(table: Table) -> None:
    table.show(asked(why_no_grant="the app did not prove who it is", app=App("unknown", False)))
    shrink(table)
    words = [label.text() for label in table.window.scope.findChildren(QLabel) if label.isVisible()]
    assert words == ["Can only be approved once. The app did not prove who it is."]
    table.window.resize(680, 800)
    table.settle()
    assert [label.text() for label in table.window.scope.findChildren(QLabel) if label.isVisible()] == words


def test_s10_what_moves_under_the_pointer_is_armed_again(table: Table) -> None:
    table.show(asked())
    table.arm()
    assert table.window.arming.is_armed
    shrink(table)
    assert not table.window.arming.is_armed


@pytest.mark.parametrize("by", [(40, 0), (0, 40)], ids=["wider", "higher"])
def test_s10_approve_is_armed_again_where_the_window_takes_it_elsewhere(table: Table, by: tuple[int, int]) -> None:
    window = table.window

    def armed_before_and_after(change: Callable[[], None]) -> tuple[bool, bool]:
        table.arm()
        before = window.arming.is_armed
        change()
        table.settle()
        return before, window.arming.is_armed

    table.show(asked())
    size, place = window.size(), window.pos()
    assert armed_before_and_after(lambda: window.resize(size.width() + by[0], size.height() + by[1])) == (True, False)
    assert armed_before_and_after(lambda: window.move(place.x() + by[0], place.y() + by[1])) == (True, False)


def test_the_keyboard_stays_with_what_moves(table: Table) -> None:
    table.show(asked())
    table.window.footer.why.setFocus()
    shrink(table)
    assert QApplication.focusWidget() is table.window.footer.why


def test_tab_goes_through_the_foot_where_it_stands(table: Table) -> None:
    table.show(asked())
    shrink(table)
    window = table.window
    window.scroll_area.setFocus()
    order: list[QWidget] = []
    while (now := QApplication.focusWidget()) is not None and now not in order:
        order.append(now)
        window.focusNextPrevChild(True)
    stops = [window.footer.why, window.footer.more, window.scope.wider, window.buttons.deny, window.guard.button]
    assert [part for part in order if part in stops] == stops


@pytest.mark.parametrize("opens", ["open_edit", "open_help", "open_reason", "open_why"])
@pytest.mark.parametrize("name", ["danger", "grave", "usual"])
def test_s07_what_takes_the_place_of_the_question_never_makes_a_small_window_grow(
    name: str, opens: str, table: Table
) -> None:
    table.show(QUESTIONS[name])
    shrink(table)
    window = table.window
    before = window.minimumHeight()
    for open_or_close in (getattr(window, opens), window.step_back):
        open_or_close()
        at_once = window.minimumHeight()  # Qt gives a window this height at once, and never takes it back
        table.settle()
        assert at_once <= max(before, window.minimumHeight())
        assert window.height() == SIZE[1]
        before = window.minimumHeight()


def test_what_assent_says_of_an_edit_takes_a_line_of_a_small_window_and_scrolls_below_the_fields(table: Table) -> None:
    table.show(studies.PLAIN)
    shrink(table)
    studies.WRITES_DANGERS(table.link, table.window)
    table.settle()
    window, editor = table.window, table.window.sheets.editor
    assert (window.width(), window.height()) == SIZE
    field = studies.field(window, "path")
    assert editor.area.viewport().rect().contains(QRect(field.mapTo(editor.area.viewport(), QPoint()), field.size()))
    found = len(calls.DANGERS.request.findings)
    said = [label.text() for label in editor.bar.findChildren(QLabel)]
    assert f"This would be denied · {found} new findings" in said
    assert editor.inside.isAncestorOf(editor.bar.verdict)
    window.resize(680, 860)
    table.settle()
    assert editor.bar.isAncestorOf(editor.bar.verdict)
    assert window.rect().contains(place(editor.bar.verdict))


def test_a_window_that_has_room_is_as_it_was(table: Table) -> None:
    table.show(asked())
    table.window.resize(480, consent_window.SMALL_HEIGHT)
    table.settle()
    assert table.window.footer.isAncestorOf(table.window.footer.time_left)
    assert not table.window.scroll_area.isAncestorOf(table.window.footer)


@pytest.mark.parametrize("size", [SIZE, (680, 860)])
def test_what_is_read_in_an_input_stands_whole(size: tuple[int, int], dressed_table: Table) -> None:
    """Half of "Amount: 1,250,000 EUR; if in cents, 12,500.00 EUR" would pass for another amount."""
    dressed_table.show(calls.PAYMENT)
    shrink(dressed_table, size)
    inputs = dressed_table.window.header.key_inputs
    told = [part for part in inputs.findChildren(QLabel) if "cents" in part.text()]
    assert [part.isVisible() and part.width() >= part.sizeHint().width() for part in told] == [True]
    lines = [place(part) for part in inputs.findChildren(QWidget) if part.isVisible()]
    assert not any(one.intersects(other) for at, one in enumerate(lines) for other in lines[at + 1 :])
