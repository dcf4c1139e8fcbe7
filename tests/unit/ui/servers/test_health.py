"""How a server did in the last hour, and starting it anew."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from host.control.protocol import Done, ReadHealth, RestartServer
from host.control.views import FailureCount, HealthSlot, ServerHealth, ServerUse
from host.errors import AssentError
from host.values import replace
from tests.support import plain, window
from tests.support.window import FakeLink
from ui.servers import words
from ui.servers.page import HealthView

FILES = window.server("files", config_digest="ab" * 32)
QUIET = ServerHealth(tuple(HealthSlot(300.0 * number, 0, 0, 0.0, 0.0) for number in range(12)))
BUSY = ServerHealth(
    (*QUIET.slots[:-1], HealthSlot(3300.0, 3, 1, 38.0, 1_240.0)),
    (FailureCount("-32602", 2), FailureCount("tool error", 1), FailureCount("other", 1), FailureCount("7", 1)),
)


@pytest.fixture
def link() -> FakeLink:
    link = FakeLink()
    link.replies[ReadHealth] = BUSY
    return link


@pytest.fixture
def view(qtbot: QtBot, link: FakeLink) -> HealthView:
    view = HealthView(link)
    qtbot.addWidget(view)
    view.show_server(FILES)
    view.show()
    return view


def test_the_numbers_of_the_hour_are_above_the_charts(view: HealthView) -> None:
    said = plain.words(view)
    assert "3 calls, 1 failed" in said
    assert "a call took up to 38 ms" in said
    assert "No calls in the last hour." not in said


def test_an_hour_without_calls_shows_no_chart(qtbot: QtBot) -> None:
    link = FakeLink()
    link.replies[ReadHealth] = QUIET
    view = HealthView(link)
    qtbot.addWidget(view)
    view.show_server(FILES)
    view.show()
    assert "No calls in the last hour." in plain.words(view)
    assert not view.calls.isVisible()


def test_each_bar_says_all_its_numbers_to_a_screen_reader(view: HealthView) -> None:
    rows, columns, said = zip(*plain.table_told(view.calls), strict=True)
    assert set(rows) == {"Calls"}
    assert all(re.fullmatch(r"\d\d:\d\d to \d\d:\d\d", each) for each in columns)
    assert said[:-1] == tuple(f"{when}: no calls" for when in columns[:-1])
    assert said[-1] == f"{columns[-1]}: 3 calls, 1 failed, half of them within 38 ms, at worst 1.2 s"
    view.calls.setFocus()
    QTest.keyClick(view.calls, Qt.Key.Key_Right)
    assert view.calls.currentIndex() == view.calls.bars.at(1)


def test_what_went_wrong_says_what_it_means_and_what_to_do(view: HealthView) -> None:
    said = plain.words(view)
    assert "Error -32602, 2 times: The tool is unknown or withheld, or its inputs do not fit" in said
    assert "List the tools again and correct the inputs." in said
    assert "The tool ran and says that it failed, once" in said
    assert "Error other, once" in said
    assert "Error 7, once" in said


def test_words_that_are_being_copied_stay_selected_while_others_change(view: HealthView, link: FakeLink) -> None:
    def row() -> QLabel:
        rows = (label for label in view.findChildren(QLabel) if label.isVisible())
        return next(label for label in rows if label.text().startswith("Error -32602"))

    selected = row()
    selected.setSelection(0, 5)
    link.replies[ReadHealth] = replace(BUSY, failures=(FailureCount("tool error", 9), BUSY.failures[0]))
    view.show_server(window.server("files", config_digest="ab" * 32, use=ServerUse(1)))
    assert any("9 times" in said for said in plain.words(view))
    assert row() is selected
    assert selected.selectedText() == "Error"


def test_s08_an_error_that_no_host_of_ours_names_comes_out_escaped() -> None:
    odd = ServerHealth(QUIET.slots, (FailureCount("\x1b[8m" + "x" * 500, 1),))
    ((title, said),) = words.failure_lines(odd)
    assert "\x1b" not in title
    assert len(title) < 60
    assert said == ""


def test_numbers_are_asked_for_again_only_when_the_server_was_used(view: HealthView, link: FakeLink) -> None:
    asked = len(link.requests)
    view.show_server(FILES)
    assert len(link.requests) == asked
    view.show_server(window.server("files", config_digest="ab" * 32, use=ServerUse(1)))
    assert len(link.requests) == asked + 1


def test_a_restart_is_asked_about_first_and_cancel_leaves_all_as_it_is(view: HealthView, link: FakeLink) -> None:
    view.restart.click()
    assert view.question.isVisible()
    assert "nobody knows whether they happened" in " ".join(plain.words(view))
    view.no.click()
    assert not view.question.isVisible()
    assert not any(isinstance(request, RestartServer) for request in link.requests)


def test_a_restart_names_the_server_that_was_shown(view: HealthView, link: FakeLink) -> None:
    link.replies[RestartServer] = Done()
    view.restart.click()
    view.yes.click()
    assert [it for it in link.requests if isinstance(it, RestartServer)] == [RestartServer("files")]
    assert not view.question.isVisible()
    assert not view.failed.isVisible()


def test_a_question_about_one_server_is_none_about_the_next(view: HealthView) -> None:
    view.restart.click()
    view.show_server(window.server("other", config_digest="cd" * 32))
    assert not view.question.isVisible()
    assert view.restart.isEnabled()


def test_why_nothing_was_restarted_is_reported(view: HealthView, link: FakeLink) -> None:
    link.replies[RestartServer] = AssentError("no such server in servers.json")
    view.restart.click()
    view.yes.click()
    assert view.failed.isVisible()
    assert "No such server in servers.json." in plain.words(view)


def test_what_cannot_be_started_cannot_be_restarted(view: HealthView) -> None:
    view.show_server(window.server("old", state="disabled", config_digest="ef" * 32))
    assert not view.restart.isVisible()


def test_it_is_plain_and_accessible(view: HealthView) -> None:
    view.restart.click()
    plain.assert_plain(view)
    plain.assert_accessible(view)
