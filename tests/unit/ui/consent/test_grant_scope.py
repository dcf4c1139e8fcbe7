"""What a yes covers: chosen, shown in full, and granted as shown (attacks 7, 10 and 13)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QRadioButton

from host.control.views import Asked
from host.model import Bound, BoundOffer, Finding, GrantDuration, Severity
from host.values import replace
from tests.gallery import asking
from tests.support.plain import assert_accessible, assert_plain
from tests.support.window import EXACTLY, FILES, asked
from tests.unit.ui.consent.support import Table, choose, lacking, numbered, seen
from ui.consent import presenter
from ui.consent.answer_form import GrantLines
from ui.inputs.plain_view import PlainView

LEFT = Qt.MouseButton.LeftButton
FOLDER = BoundOffer("pattern", ("overwrite: exactly true", "path: any path in /home/ana/work, at any depth"))
ANY = BoundOffer("any", ("any words and numbers, but no path",))
ALL: tuple[GrantDuration, ...] = ("15min", "1h", "chat", "quit", "always")
WIDE = asked(bounds=(*EXACTLY, FOLDER, ANY), durations=ALL, why_no_always="")


def shown_lines(table: Table) -> str:
    [view] = table.window.scope.granted.findChildren(PlainView)
    return view.toPlainText()


def approve(table: Table) -> None:
    table.arm()
    QTest.mouseClick(table.window.guard.button, LEFT)


@pytest.mark.parametrize("scope", ALL)
@pytest.mark.parametrize("bound", ["exact", "pattern", "any"])
def test_s13_what_was_chosen_is_what_is_granted(table: Table, scope: GrantDuration, bound: Bound) -> None:
    table.show(WIDE)
    choose(table, scope, bound)
    approve(table)
    assert [(answer.duration, answer.bound) for answer in table.answers] == [(scope, bound)]


@pytest.mark.parametrize(("bound", "lines"), [("exact", EXACTLY[0]), ("pattern", FOLDER), ("any", ANY)])
def test_s13_the_words_of_the_grant_are_in_full_above_the_button(table: Table, bound: Bound, lines: BoundOffer) -> None:
    table.show(WIDE)
    choose(table, "1h", bound)
    said = "For 1 hour, Claude Code may call files ▸ write_file without asking, with"
    if bound == "pattern":
        assert shown_lines(table) == "\n".join(lines.covers)
        assert f"{said}:" in seen(table.window)
    else:
        assert f"{said} {lines.covers[0]}." in seen(table.window)
        assert not any("line" in words for words in seen(table.window.scope.granted))
    assert table.window.guard.button.text() == "Approve for 1 hour"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (asked(), "nobody vouched for this server, and no pattern of these inputs is safe."),
        (asked(durations=("15min",)), "the tool says that it needs care. Vouch for its server to get more choices."),
        (asked(server=replace(FILES, trust="user")), "no pattern of these inputs is safe."),
        (asked(bounds=(*EXACTLY, FOLDER)), ""),
    ],
)
def test_why_nothing_wider_than_the_exact_call_is_offered_is_reported(table: Table, question: Asked, said: str) -> None:
    table.show(question)
    table.window.scope.open()
    expected = [f"Nothing wider is offered: {said}"] if said else []

    def found() -> list[str]:
        return [words for words in seen(table.window) if words.startswith("Nothing wider is offered: ")]

    assert found() == expected, "before anything is chosen"
    choose(table, question.durations[0])
    assert found() == expected


def test_that_a_tool_wants_care_is_said_once(table: Table) -> None:
    table.show(asked(durations=("15min",), why_no_always="The tool wants care."))
    choose(table, "15min")
    assert not [words for words in seen(table.window) if words.startswith("Always is not offered")]


def test_once_shows_no_words_of_a_grant(table: Table) -> None:
    table.show(WIDE)
    assert not table.window.scope.granted.isVisible()
    choose(table, "1h")
    choose(table, "once")
    assert not table.window.scope.granted.isVisible()
    approve(table)
    assert [(answer.duration, answer.bound) for answer in table.answers] == [("once", "exact")]


@pytest.mark.parametrize(("scope", "bound"), [("chat", "exact"), ("1h", "pattern"), ("1h", "any")])
def test_s10_another_choice_arms_from_the_beginning(table: Table, scope: GrantDuration, bound: Bound) -> None:
    table.show(WIDE)
    choose(table, "1h")
    table.arm()
    displayed = table.window.arming.displayed_ms
    choose(table, scope, bound)
    assert not table.window.arming.is_armed
    QTest.mouseClick(table.window.guard.button, LEFT)
    assert table.answers == []
    assert table.window.arming.displayed_ms >= displayed > 0, "it was on screen all the while"


def test_s10_a_press_that_began_with_one_choice_does_not_grant_another(table: Table) -> None:
    table.show(WIDE)
    choose(table, "1h")
    table.arm()
    QTest.mousePress(table.window.guard.button, LEFT)
    table.window.scope.bounds["any"].setChecked(True)
    table.arm()
    QTest.mouseRelease(table.window.guard.button, LEFT)
    assert table.answers == []


def test_s07_a_grant_that_was_not_read_to_its_end_is_not_given(table: Table) -> None:
    many = BoundOffer("pattern", tuple(f"option {number:03}: exactly {number}" for number in range(24)))
    table.show(asked(bounds=(*EXACTLY, many)))
    choose(table, "1h", "pattern")
    approve(table)
    assert lacking(table) == ("Approve for 1 hour", "Read what you grant first.")
    assert table.answers == []
    covers = table.window.scope.granted
    for _ in range(20):
        for pager in [part for part in seen_buttons(table) if part.text().startswith("Show all")]:
            pager.click()
        covers.verticalScrollBar().setValue(covers.verticalScrollBar().value() + 60)
        table.settle()
    assert table.window.guard.button.text() == "Approve for 1 hour"
    approve(table)
    assert [answer.bound for answer in table.answers] == ["pattern"]


def seen_buttons(table: Table) -> list[QPushButton]:
    return [part for part in table.window.scope.granted.findChildren(QPushButton) if part.isVisible()]


@pytest.mark.parametrize(
    "line",
    [
        "path: any path in /home/ana/a\nany inputs",
        "path: any path in /home/\u202etxt.exe",
        "command: exactly " + "x" * 4_400,
        "note: exactly a" + " " * 400 + "rm -rf ~",
        "\u2028any inputs\u2029",
        "<b>any</b> &amp;",
    ],
)
def test_s07_a_strangers_line_is_one_line_whole_and_plain(table: Table, line: str) -> None:
    table.show(asked(bounds=(*EXACTLY, BoundOffer("pattern", (line, "last: exactly 1")))))
    choose(table, "1h", "pattern")
    assert_plain(table.window)
    lines = GrantLines((line, "last: exactly 1"))
    assert [line.label for line in lines.shown(0, len(lines)) if line.label] == ["1", "2"]
    text = "".join(lines.texts(0, len(lines)))
    assert text.count("x") >= line.count("x")
    assert ("rm -rf ~" in text) == ("rm -rf ~" in line)


def test_only_what_the_host_offers_can_be_chosen(table: Table) -> None:
    table.show(asked(durations=("1h",), why_no_always="Nobody vouched for this server."))
    choice = table.window.scope
    choose(table, "1h")
    radios = [part.text() for part in choice.findChildren(QRadioButton) if part.isVisible()]
    assert radios == [presenter.ONCE, "Exactly this call, each time", "1 hour"]
    assert any("Always is not offered. Nobody vouched for this server." in words for words in seen(choice))
    choice.durations["1h"].setFocus()
    QTest.keyClick(choice.durations["1h"], Qt.Key.Key_Down)
    assert choice.duration == "1h"


GRAVE = "Can only be approved once, because of the warnings above."


@pytest.mark.parametrize(
    "question",
    [
        asked(why_no_grant="The inputs could not be validated."),
        asked(bounds=()),
        asked(durations=()),
        asked(why_no_grant=GRAVE),
    ],
    ids=["refused", "no-bounds", "no-scopes", "grave"],
)
def test_where_nothing_wider_is_possible_it_is_once_and_says_why(table: Table, question: object) -> None:
    assert isinstance(question, type(WIDE))
    table.show(question)
    choice = table.window.scope
    why = question.why_no_grant or "Nothing wider is offered for this call."
    assert (choice.duration, seen(choice)) == ("once", [why if why == GRAVE else f"Can only be approved once. {why}"])


def test_the_choice_is_closed_until_it_is_wanted_and_opening_it_chooses_nothing(table: Table) -> None:
    table.show(WIDE)
    choice = table.window.scope
    assert seen(choice) == ["Your yes covers only this call.", "Approve for longer…"]
    QTest.mouseClick(choice.wider, LEFT)
    assert (choice.duration, choice.once.hasFocus(), choice.granted.isVisible()) == ("once", True, False)
    assert "overwrite: exactly true · path: any path in /home/ana/work, at any depth" in seen(choice)


@pytest.mark.parametrize("active", [True, False])
def test_the_keyboard_goes_to_what_is_chosen_also_in_a_window_that_has_it_not(table: Table, active: bool) -> None:
    table.show(WIDE)
    table.window.scope.open()
    if not active:
        table.window.hide()
    assert table.window.focusWidget() is table.window.scope.once
    table.window.scope.bounds["pattern"].setChecked(True)
    assert table.window.focusWidget() is table.window.scope.bounds["pattern"]
    table.window.scope.durations["1h"].setChecked(True)
    assert table.window.focusWidget() is table.window.scope.bounds["pattern"], "another group"


def test_what_a_choice_covers_wraps_beside_it(table: Table) -> None:
    table.show(WIDE)
    table.window.resize(480, 800)
    table.window.scope.open()
    table.settle()
    [said] = [
        label
        for label in table.window.scope.findChildren(QLabel)
        if label.isVisible() and FOLDER.covers[0] in label.text()
    ]
    assert said.text() == " · ".join(FOLDER.covers)
    assert said.height() >= said.heightForWidth(said.width()) >= 2 * said.fontMetrics().height()


def test_what_each_wider_choice_covers_is_beside_it_before_it_is_chosen(table: Table) -> None:
    table.show(WIDE)
    table.window.scope.open()
    said = seen(table.window.scope)
    assert [words for words in said if words in (" · ".join(FOLDER.covers), *ANY.covers)] == [
        " · ".join(FOLDER.covers), *ANY.covers,
    ]  # fmt: skip


def test_a_wheel_changes_no_choice_in_passing(table: Table) -> None:
    table.show(WIDE)
    choose(table, "1h")
    lasting = table.window.scope.durations["1h"]
    lasting.setFocus()
    turn = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, -120), LEFT, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(lasting, turn)
    assert table.window.scope.duration == "1h"


def test_s13_the_next_question_begins_at_once_and_exactly(table: Table) -> None:
    wide = numbered(2, bounds=(*EXACTLY, ANY), durations=ALL)
    table.show(WIDE, wide)
    choose(table, "always", "any")
    QTest.keyClick(table.window, Qt.Key.Key_Escape)
    assert (table.window.scope.duration, table.window.scope.bound) == ("once", "exact")


def test_a_narrow_window_keeps_words_and_buttons_apart(table: Table) -> None:
    table.show(WIDE)
    table.window.resize(480, 640)
    choose(table, "chat", "pattern")
    assert_accessible(table.window)
    covers, button = table.window.scope.granted, table.window.guard.button
    assert covers.mapTo(table.window, covers.rect().bottomLeft()).y() < button.mapTo(table.window, QPoint(0, 0)).y()
    assert button.mapTo(table.window, button.rect().bottomLeft()).y() < 640
    assert table.window.scroll_area.height() > 60


def test_a_grant_that_is_all_on_screen_counts_as_read_however_the_window_makes_room(table: Table) -> None:
    table.ask(WIDE)
    table.consent.show_call(WIDE.request.call.id)
    asking.choose(table.window, "always", "pattern")
    table.window.resize(680, 860)
    table.settle()
    table.qtbot.waitUntil(lambda: table.window.scope.is_read)
    assert table.window.guard.button.text().startswith("Approve always")


def test_s13_where_a_grave_finding_stands_nothing_wider_is_offered(table: Table) -> None:
    grave = Finding("sensitive-path", Severity.HIGH, "Keys.")
    table.show(asked(findings=(grave,)))
    choice = table.window.scope
    assert seen(choice) == ["Can only be approved once, because of the warnings above."]
    choice.bounds["exact"].setChecked(True)
    choice.durations["1h"].setChecked(True)
    assert choice.duration == "once"
    table.show(numbered(2))
    assert choice.wider.isVisible()
