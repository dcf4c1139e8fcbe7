"""A scroll area that says when there is more."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.plain import assert_accessible, assert_plain
from ui import text
from ui.widgets.scroll import FADE, FadeScroll, scroll_into_view


def content(lines: int) -> QWidget:
    made = QWidget()
    column = QVBoxLayout(made)
    for number in range(lines):
        column.addWidget(text.label(f"Line {number}"))
    return made


@pytest.fixture
def scroll(qtbot: QtBot) -> FadeScroll:
    made = FadeScroll()
    qtbot.addWidget(made)
    made.resize(300, 200)
    return made


def seen(scroll: FadeScroll) -> bool:
    return scroll.end_was_seen


def settle(qtbot: QtBot, scroll: FadeScroll) -> None:
    scroll.show()
    qtbot.waitExposed(scroll)
    for _ in range(3):  # a layout request, then the look that follows it
        QCoreApplication.processEvents()


def test_s07_the_end_counts_only_once_it_was_on_screen(qtbot: QtBot, scroll: FadeScroll) -> None:
    scroll.setWidget(content(60))
    settle(qtbot, scroll)
    assert not seen(scroll)
    assert scroll.more.isVisible()
    bar = scroll.verticalScrollBar()
    bar.setValue(bar.maximum() - 20)
    assert not seen(scroll)
    with qtbot.waitSignal(scroll.end_seen):
        bar.setValue(bar.maximum())
    assert seen(scroll)
    assert not scroll.more.isVisible()


def test_s07_what_fits_was_seen(qtbot: QtBot, scroll: FadeScroll) -> None:
    scroll.setWidget(content(2))
    assert not seen(scroll)  # nobody saw anything yet
    settle(qtbot, scroll)
    assert seen(scroll)
    assert not scroll.more.isVisible()


def test_s07_something_new_was_not_seen(qtbot: QtBot, scroll: FadeScroll) -> None:
    inner = content(2)
    scroll.setWidget(inner)
    settle(qtbot, scroll)
    layout = inner.layout()
    assert layout is not None
    for number in range(60):
        layout.addWidget(text.label(f"More {number}"))
    scroll.start_over()
    assert not seen(scroll)
    for _ in range(3):
        QCoreApplication.processEvents()
    assert not seen(scroll)
    assert scroll.more.isVisible()


def test_s07_words_that_wrap_are_seen_only_when_their_last_line_is(qtbot: QtBot, scroll: FadeScroll) -> None:
    inner = QWidget()
    column = QVBoxLayout(inner)
    words = text.label("short", wrap=True)
    column.addWidget(words)
    scroll.setWidget(inner)
    text.set_text(words, "many words " * 200)
    settle(qtbot, scroll)
    assert not seen(scroll)
    scroll.verticalScrollBar().setValue(scroll.verticalScrollBar().maximum())
    assert seen(scroll)


def test_s07_what_is_cut_off_by_what_is_around_it_was_not_seen(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    around.resize(300, 60)
    scroll = FadeScroll(around)
    scroll.setWidget(content(4))
    scroll.setGeometry(0, 0, 300, 200)
    around.show()
    settle(qtbot, scroll)
    assert scroll.verticalScrollBar().maximum() == 0
    assert not seen(scroll)
    around.resize(300, 220)
    qtbot.waitUntil(lambda: seen(scroll))


def test_the_button_goes_down_one_page_at_a_time(qtbot: QtBot, scroll: FadeScroll) -> None:
    scroll.setWidget(content(60))
    settle(qtbot, scroll)
    scroll.more.click()
    assert 0 < scroll.verticalScrollBar().value() <= scroll.viewport().height()
    for _ in range(30):
        scroll.more.click()
    assert seen(scroll)


def test_s10_the_button_that_goes_away_hands_the_keyboard_to_no_other_button(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    scroll, approve = FadeScroll(), text.button("Approve", "primary")
    scroll.setWidget(content(60))
    column.addWidget(scroll)
    column.addWidget(approve)
    window.resize(300, 240)
    settle(qtbot, scroll)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(scroll.more.isVisible)
    pressed: list[bool] = []
    approve.clicked.connect(pressed.append)
    scroll.more.setFocus()
    while scroll.more.isVisible():
        QTest.keyClick(scroll.more, Qt.Key.Key_Space)
    assert window.focusWidget() is scroll
    assert not pressed


@pytest.mark.parametrize("margin", [0, 12])
def test_the_bar_that_shows_the_keyboard_cuts_no_words(qtbot: QtBot, margin: int) -> None:
    around, scroll, inner = QWidget(), FadeScroll(), content(3)
    qtbot.addWidget(around)
    QVBoxLayout(around).addWidget(scroll)
    layout = inner.layout()
    assert layout is not None
    layout.setContentsMargins(margin, 0, margin, 0)
    scroll.setWidget(inner)
    settle(qtbot, scroll)
    around.show()
    around.activateWindow()
    qtbot.waitUntil(around.isActiveWindow)
    scroll.setFocus(Qt.FocusReason.TabFocusReason)
    [bar] = [part for part in around.findChildren(QWidget) if type(part).__name__ == "_FocusBar"]
    assert bar.isVisible()
    shown = QRect(bar.mapTo(around, QPoint()), bar.size())
    assert around.rect().contains(shown)
    for line in inner.findChildren(QLabel):
        assert not shown.intersects(QRect(line.mapTo(around, QPoint()), line.size()))


@pytest.mark.parametrize(("reason", "shown"), [("MouseFocusReason", False), ("TabFocusReason", True)])
def test_the_bar_is_there_after_another_window_if_it_was_there_before(
    qtbot: QtBot, scroll: FadeScroll, reason: str, shown: bool
) -> None:
    scroll.setWidget(content(3))
    settle(qtbot, scroll)
    [bar] = [part for part in scroll.window().findChildren(QWidget) if type(part).__name__ == "_FocusBar"]
    back = Qt.FocusReason.ActiveWindowFocusReason
    scroll.focusInEvent(QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason[reason]))
    assert bar.isHidden() is not shown
    scroll.focusOutEvent(QFocusEvent(QEvent.Type.FocusOut, back))
    assert bar.isHidden()
    scroll.focusInEvent(QFocusEvent(QEvent.Type.FocusIn, back))
    assert bar.isHidden() is not shown


def test_it_is_plain_and_says_what_it_is(qtbot: QtBot, scroll: FadeScroll) -> None:
    scroll.setWidget(content(60))
    settle(qtbot, scroll)
    assert_plain(scroll)
    assert_accessible(scroll)
    assert scroll.more.accessibleName() == "More below: scroll down one page"


def told_of(widget: QWidget) -> list[tuple[QAccessible.Role, str]]:
    """Role and name of everything that assistive technology finds in ``widget``."""
    todo, found = [QAccessible.queryAccessibleInterface(widget)], []
    while todo:
        one = todo.pop()
        found.append((one.role(), one.text(QAccessible.Text.Name)))
        todo += [one.child(at) for at in range(one.childCount())]
    return found


def test_assistive_technology_is_told_of_the_button(qtbot: QtBot, scroll: FadeScroll) -> None:
    scroll.setWidget(content(60))
    settle(qtbot, scroll)
    assert (QAccessible.Role.Button, "More below: scroll down one page") in told_of(scroll)


def test_s07_what_is_under_the_button_is_covered_by_plain_ground_and_counts_as_unseen(
    qtbot: QtBot, scroll: FadeScroll
) -> None:
    scroll.setWidget(content(60))
    settle(qtbot, scroll)
    port = scroll.viewport()
    top = scroll.more.mapTo(port, QPoint(0, 0)).y()
    assert scroll.obscured_height >= port.height() - top
    row = port.grab().toImage().copy(0, top + scroll.more.height() // 2, scroll.more.x() - 4, 1)
    assert len({row.pixel(x, 0) for x in range(row.width())}) == 1


def test_one_page_further_what_the_button_covered_stands_clear(qtbot: QtBot, scroll: FadeScroll) -> None:
    scroll.setWidget(content(60))
    settle(qtbot, scroll)
    hidden = scroll.viewport().height() - scroll.obscured_height
    scroll.more.click()
    assert hidden - scroll.verticalScrollBar().value() >= FADE


def test_it_never_scrolls_sideways(qtbot: QtBot, scroll: FadeScroll) -> None:
    inner = content(1)
    inner.setMinimumWidth(5_000)
    scroll.setWidget(inner)
    settle(qtbot, scroll)
    assert not scroll.horizontalScrollBar().isVisible()


@pytest.mark.parametrize("share", [0.1, 0.8, 2.0])
def test_what_is_scrolled_into_view_is_whole_if_it_can_be(qtbot: QtBot, scroll: FadeScroll, share: float) -> None:
    inside = content(200)
    scroll.setWidget(inside)
    settle(qtbot, scroll)
    room, bar = scroll.viewport().height() - scroll.obscured_height, scroll.verticalScrollBar()
    rect = QRect(0, inside.height() // 2, 100, int(room * share))
    scroll_into_view(inside, rect)
    assert bar.value() <= rect.top()
    assert share > 1 or rect.bottom() <= bar.value() + room
    assert share <= 1 or bar.value() == rect.top(), "its beginning counts most"


def is_clear(scroll: FadeScroll, widget: QWidget) -> bool:
    """Whether all of ``widget`` stands clear of the faded edges, and so of the button."""
    at = widget.mapTo(scroll.viewport(), QPoint(0, 0)).y()
    first = FADE if scroll.verticalScrollBar().value() else 0
    return first <= at and at + widget.height() <= scroll.viewport().height() - scroll.obscured_height


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_what_the_keyboard_reaches_is_clear_of_the_edges(qtbot: QtBot, key: Qt.Key) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    column = QVBoxLayout(holder)
    above, below = text.button("Above"), text.button("Below")
    scroll, inner = FadeScroll(), QWidget()
    rows = QVBoxLayout(inner)
    buttons = [text.button(f"Button {number}") for number in range(30)]
    for number, button in enumerate(buttons):
        rows.addWidget(button)
        rows.addSpacing(number)
    scroll.setWidget(inner)
    for part in (above, scroll, below):
        column.addWidget(part)
    holder.resize(300, 300)
    settle(qtbot, scroll)
    with qtbot.waitActive(holder):
        holder.show()
        holder.activateWindow()
    above.setFocus()
    reached: list[QWidget] = []
    for _ in range(len(buttons) + 4):
        QTest.keyClick(QApplication.focusWidget() or holder, key)
        for _ in range(3):
            QCoreApplication.processEvents()
        now = QApplication.focusWidget()
        assert now is not None
        if now in buttons:
            assert is_clear(scroll, now), now.accessibleName()
            reached.append(now)
    assert set(reached) == set(buttons)


def test_a_press_moves_nothing_under_the_pointer(qtbot: QtBot, scroll: FadeScroll) -> None:
    inner = QWidget()
    rows = QVBoxLayout(inner)
    buttons = [text.button(f"Button {number}") for number in range(30)]
    for button in buttons:
        rows.addWidget(button)
    scroll.setWidget(inner)
    settle(qtbot, scroll)
    scroll.activateWindow()
    hidden = next(button for button in buttons if not is_clear(scroll, button))
    QTest.mouseClick(hidden, Qt.MouseButton.LeftButton)
    assert QApplication.focusWidget() is hidden
    assert scroll.verticalScrollBar().value() == 0
