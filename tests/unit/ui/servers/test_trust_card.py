"""Vouching for a server's configuration."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from host.control.protocol import Done, VouchServer
from host.control.views import ServerView
from host.errors import AssentError
from tests.support import plain, window
from tests.support.window import FakeLink
from tests.unit.ui.clock import Clock
from ui import text
from ui.servers import words
from ui.servers.approval import TrustCard
from ui.widgets.scroll import FadeScroll

pytestmark = pytest.mark.usefixtures("clock")

DIGEST = "0123456789abcdef" * 4
FILES = window.server("files", config_digest=DIGEST)


@pytest.fixture
def link() -> FakeLink:
    made = FakeLink()
    made.replies[VouchServer] = Done()
    return made


Shows = Callable[[ServerView], TrustCard]


@pytest.fixture
def show(qtbot: QtBot, link: FakeLink) -> Shows:
    card = TrustCard(link)
    qtbot.addWidget(card)

    def shown(server: ServerView) -> TrustCard:
        card.show_server(server)
        card.show()
        card.activateWindow()
        qtbot.waitUntil(card.isActiveWindow)
        return card

    return shown


def test_s19_vouching_says_what_it_changes_and_names_the_digest_that_is_shown(
    show: Shows, link: FakeLink, clock: Clock
) -> None:
    card = show(FILES)
    assert "0123456789abcdef…" in plain.words(card)
    card.vouch.click()
    said = " ".join(plain.words(card))
    assert "lets these tools run without asking" in said
    assert "That ends when its configuration changes, and you can take it back" in said
    clock.arm(card.question.yes)
    card.question.yes.button.click()
    assert link.of(VouchServer) == [VouchServer("files", DIGEST, True)]
    assert card.question.yes.isHidden() or not card.question.yes.isVisible()


def test_both_answers_come_into_view_where_the_question_makes_the_card_grow(qtbot: QtBot, link: FakeLink) -> None:
    card, scroll, inner = TrustCard(link), FadeScroll(), QWidget()
    column = QVBoxLayout(inner)
    lines = [text.label(f"Line {number}") for number in range(46)]
    for part in (*lines[:40], card, *lines[40:]):
        column.addWidget(part)
    card.show_server(FILES)
    scroll.setWidget(inner)
    qtbot.addWidget(scroll)
    scroll.resize(420, 240)  # less than the card then wants
    scroll.show()
    scroll.activateWindow()
    qtbot.waitUntil(scroll.isActiveWindow)
    scroll.verticalScrollBar().setValue(scroll.verticalScrollBar().maximum())
    before, yes = card.height(), card.question.yes
    card.vouch.click()
    qtbot.waitUntil(lambda: card.height() > before)
    end = scroll.viewport().height() - scroll.obscured_height
    qtbot.waitUntil(lambda: yes.mapTo(scroll.viewport(), yes.rect().bottomLeft()).y() < end, timeout=2_000)


def test_s10_a_press_that_comes_too_early_vouches_for_nothing(show: Shows, link: FakeLink) -> None:
    card = show(FILES)
    card.vouch.click()
    assert not card.question.yes.button.isEnabled()
    card.question.yes.button.click()
    card.question.yes.button.setEnabled(True)
    card.question.yes.button.click()
    assert not link.of(VouchServer)


def test_s10_a_configuration_that_changes_under_the_question_is_asked_about_again(show: Shows, clock: Clock) -> None:
    card = show(FILES)
    card.vouch.click()
    clock.arm(card.question.yes)
    card.show_server(window.server("files", config_digest="f" * 64))
    assert not card.question.yes.isVisible()
    assert card.vouch.isVisible()


def test_it_is_taken_back_with_one_press(show: Shows, link: FakeLink) -> None:
    card = show(window.server("files", config_digest=DIGEST, trust="user"))
    assert not card.vouch.isVisible()
    assert words.TAKEN_BACK in plain.words(card)
    assert card.take_back.accessibleDescription() == words.TAKEN_BACK
    card.take_back.click()
    assert link.of(VouchServer) == [VouchServer("files", DIGEST, False)]


@pytest.mark.parametrize(
    "server",
    [window.server("files", config_digest=DIGEST, trust="managed"), window.server("files", config_digest="")],
    ids=["administrator", "unusable"],
)
def test_there_is_nothing_to_press_where_nothing_can_be_changed(show: Shows, server: ServerView) -> None:
    card = show(server)
    assert not card.vouch.isVisible()
    assert not card.take_back.isVisible()
    assert words.TAKEN_BACK not in plain.words(card)


def test_what_the_administrator_configured_says_so(show: Shows) -> None:
    said = " ".join(plain.words(show(window.server("files", config_digest=DIGEST, managed=True, pinned=True))))
    assert "It is configured by your administrator." in said
    assert "Its tools are pinned" in said


def test_a_refusal_is_in_the_card_and_the_question_stays(show: Shows, link: FakeLink, clock: Clock) -> None:
    link.replies[VouchServer] = AssentError("policy.json cannot be written\u202e")
    card = show(FILES)
    card.vouch.click()
    clock.arm(card.question.yes)
    card.question.yes.button.click()
    assert "policy.json cannot be written⟨U+202E⟩" in plain.words(card.failed)
    assert card.question.yes.isVisible()
    plain.assert_plain(card)


def test_the_whole_digest_is_copied(show: Shows) -> None:
    show(FILES).copy.click()
    assert QGuiApplication.clipboard().text() == DIGEST


def test_every_word_is_plain_and_every_control_has_a_name(show: Shows) -> None:
    card = show(FILES)
    card.vouch.click()
    plain.assert_plain(card)
    plain.assert_accessible(card)
