"""Cards, badges, notices, empty states, panels, headers, waiting: what they say and do."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget
from pytestqt.qtbot import QtBot

from host.text import Untrusted
from tests.support.plain import assert_accessible, assert_plain, words
from ui import text
from ui.widgets.cards import WIDTH, Card, Notice, SidePanel
from ui.widgets.labels import Badge, ElidedLabel
from ui.widgets.page_parts import SHOWN_AFTER, Busy, EmptyState, PageHeader

HOSTILE = Untrusted("<b>&amp; x</b>\u202e")
SHOWN = "<b>&amp; x</b>⟨U+202E⟩"


def checked(qtbot: QtBot, widget: QWidget) -> QWidget:
    qtbot.addWidget(widget)
    assert_plain(widget)
    assert_accessible(widget)
    return widget


def test_s04_whatever_shows_a_strangers_words_shows_them_plain(qtbot: QtBot) -> None:
    for made in (
        Badge(HOSTILE, "amber", "warning"),
        Notice("red", HOSTILE, HOSTILE, "Show"),
        EmptyState("tray", HOSTILE, HOSTILE, "Next"),
        PageHeader(HOSTILE, HOSTILE),
        ElidedLabel(HOSTILE),
        SidePanel(HOSTILE),
        Busy(HOSTILE),
    ):
        checked(qtbot, made)
        assert SHOWN in [part.text() for part in (made, *made.findChildren(QLabel)) if isinstance(part, QLabel)]


def test_a_badge_says_its_word_to_everybody(qtbot: QtBot) -> None:
    badge = Badge("not trusted", "amber", "warning")
    checked(qtbot, badge)
    assert badge.accessibleName() == "not trusted"
    badge.set("ready", "neutral")
    assert (badge.accessibleName(), words(badge)) == ("ready", ["ready"])
    badge.set_text("starting")
    assert words(badge) == ["starting"]


def test_a_notice_says_it_again_without_colour(qtbot: QtBot) -> None:
    notice = Notice("amber", "The host is gone", "Start it again.", "Start")
    checked(qtbot, notice)
    assert notice.accessibleName() == "The host is gone"
    assert notice.accessibleDescription() == "Start it again."
    assert words(notice) == ["The host is gone", "Start it again.", "Start"]
    notice.set_text("The host is back")
    assert words(notice) == ["The host is back"]
    assert notice.accessibleDescription() == ""


def test_a_notices_button_acts(qtbot: QtBot) -> None:
    notice = Notice("red", "Failed", "", "Try again")
    qtbot.addWidget(notice)
    with qtbot.waitSignal(notice.acted):
        notice.action.click()


def test_an_empty_state_offers_the_next_step(qtbot: QtBot) -> None:
    empty = EmptyState("tray", "Nothing waits", "Questions appear here.", "Try the demo")
    checked(qtbot, empty)
    with qtbot.waitSignal(empty.acted):
        empty.action.click()


def test_a_card_changes_its_kind(qtbot: QtBot) -> None:
    card = Card("claim")
    qtbot.addWidget(card)
    card.set_frame("finding-high")
    assert card.property("frame") == "finding-high"


def test_s07_a_line_that_is_cut_says_so_and_keeps_the_whole(qtbot: QtBot) -> None:
    label = ElidedLabel(Untrusted("/home/ana/" + "x" * 300 + "/end\u200b"), "middle")
    qtbot.addWidget(label)
    label.resize(120, 20)
    assert label.text().endswith("/end⟨U+200B⟩")
    assert "/end⟨U+200B⟩" in label.toolTip()
    assert label.minimumSizeHint().width() < 120
    assert label.grab().toImage().width() == 120


@pytest.mark.parametrize(("words", "lines"), [("short", 1), ("some words " * 9, 2), ("w" * 40, 2)])
def test_a_label_of_two_lines_is_as_high_whatever_it_says_and_cuts_the_second(
    qtbot: QtBot, words: str, lines: int
) -> None:
    label = ElidedLabel(words, "right", lines=2)
    qtbot.addWidget(label)
    assert label.sizeHint().height() >= 2 * label.fontMetrics().height()
    drawn = label._fitting(120)  # noqa: SLF001  # what it draws
    assert len(drawn) == lines
    assert all(label.fontMetrics().horizontalAdvance(line) <= 120 for line in drawn)
    assert "".join(drawn).endswith("…") is (lines == 2)


def test_s07_a_line_of_a_megabyte_is_cut_with_a_mark(qtbot: QtBot) -> None:
    label = ElidedLabel(Untrusted("x" * 10**6))
    qtbot.addWidget(label)
    assert len(label.text()) < 2_100
    assert label.text().endswith("more characters⟩")


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(1000, 400)
    row = QHBoxLayout(made)
    row.addWidget(text.label("List"), 3)
    panel = SidePanel("One call")
    panel.hide()
    row.addWidget(panel, 2)
    made.show()
    return made


def test_a_long_name_neither_widens_its_panel_nor_is_cut(qtbot: QtBot) -> None:
    panel = SidePanel("x" * 64)
    qtbot.addWidget(panel)
    panel.resize(WIDTH, 200)
    panel.show()
    assert panel.width() == WIDTH
    title = next(part for part in panel.findChildren(QLabel) if "xxx" in part.text())
    assert title.text().replace("\n↳", "") == "x" * 64
    assert title.minimumSizeHint().width() <= title.width()


def panel_of(page: QWidget) -> SidePanel:
    found = page.findChild(SidePanel)
    assert isinstance(found, SidePanel)
    return found


def test_a_panel_has_its_place_in_the_layout(page: QWidget) -> None:
    panel = panel_of(page)
    panel.show()
    assert panel.width() >= WIDTH
    assert panel.geometry().right() <= page.rect().right()


def test_escape_and_the_button_close_a_panel(qtbot: QtBot, page: QWidget) -> None:
    panel = panel_of(page)
    for close in (partial(QTest.keyClick, panel, Qt.Key.Key_Escape), panel.close_button.click):
        panel.show()
        with qtbot.waitSignal(panel.closed):
            close()
        assert panel.isHidden()


def test_what_is_quick_shows_nothing_and_what_is_slow_says_what_it_is(qtbot: QtBot) -> None:
    busy = Busy("Reading the log…")
    [timer] = busy.findChildren(QTimer)
    checked(qtbot, busy)
    busy.begin()
    assert busy.isHidden()
    assert timer.interval() == SHOWN_AFTER
    timer.timeout.emit()
    assert not busy.isHidden()
    assert words(busy) == ["Reading the log…"]
    busy.finish()
    assert busy.isHidden()
    assert not timer.isActive()
