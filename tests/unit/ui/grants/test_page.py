"""The page of grants."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from host.control.protocol import Done, RevokeGrant
from host.errors import AssentError
from tests.support.plain import assert_accessible, assert_plain, words
from tests.support.window import FakeLink, grant, state
from ui.grants.page import GrantsPage
from ui.inputs.block import TextBlock


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000_629.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def link() -> FakeLink:
    made = FakeLink()
    made.replies[RevokeGrant] = Done()
    return made


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def page(qtbot: QtBot, link: FakeLink, clock: Clock) -> GrantsPage:
    made = GrantsPage(link, clock=clock)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    return made


TWO = (grant(id="new", tool="del\u202eete & more", used=0), grant())


def test_an_empty_page_says_what_belongs_here(page: GrantsPage) -> None:
    page.set_state(state())
    assert "No grant is in force" in words(page)
    assert_plain(page)
    assert_accessible(page)


def test_grants_stand_in_the_hosts_order_with_their_exact_wording(page: GrantsPage) -> None:
    page.set_state(state(grants=TWO))
    assert list(page.cards) == ["new", "grant-1"]
    assert page.cards["new"].y() <= page.cards["grant-1"].y()
    assert any("claude-code may call files ▸ write_file with exactly these" in word for word in words(page))
    assert any("del⟨U+202E⟩ete & more" in word for word in words(page))


def test_the_time_that_is_left_runs(page: GrantsPage, clock: Clock) -> None:
    page.set_state(state(grants=(grant(),)))
    assert "4:31 left" in words(page)
    clock.now += 30
    page.findChildren(QTimer)[0].timeout.emit()
    assert "4:01 left" in words(page)


def test_the_clock_stands_while_nobody_looks(page: GrantsPage) -> None:
    (timer,) = [timer for timer in page.findChildren(QTimer) if timer.parent() is page]
    assert timer.isActive()
    page.hide()
    assert not timer.isActive()


def test_a_grant_is_taken_back_by_the_host(page: GrantsPage, link: FakeLink) -> None:
    page.set_state(state(grants=TWO))
    page.cards["grant-1"].revoke.click()
    assert link.of(RevokeGrant) == [RevokeGrant("grant-1")]
    assert not page.cards["grant-1"].revoke.isEnabled()
    assert "grant-1" in page.cards  # until the host says so
    page.set_state(state(grants=TWO[:1]))
    assert list(page.cards) == ["new"]


def test_a_refusal_stands_on_its_card(page: GrantsPage, link: FakeLink) -> None:
    link.replies[RevokeGrant] = AssentError("the log cannot be written")
    page.set_state(state(grants=TWO))
    page.cards["new"].revoke.click()
    assert "Not revoked: the log cannot be written" in words(page.cards["new"])
    assert page.cards["new"].revoke.isEnabled()


def test_a_card_stays_while_its_grant_is_used(page: GrantsPage) -> None:
    page.set_state(state(grants=(grant(),)))
    card = page.cards["grant-1"]
    card.fold.click()
    page.set_state(state(grants=(grant(used=3),)))
    assert page.cards["grant-1"] is card
    assert any("used 3 times" in word for word in words(card))
    assert card.findChild(TextBlock) is not None


def test_arguments_are_folded_until_they_are_wanted(page: GrantsPage) -> None:
    page.set_state(state(grants=(grant(),)))
    card = page.cards["grant-1"]
    assert card.findChild(TextBlock) is None
    card.fold.click()
    block = card.findChild(TextBlock)
    assert isinstance(block, TextBlock)
    assert block.lines == 4
    assert card.fold.text() == "Hide arguments"
    card.fold.click()
    assert block.isHidden()
    assert card.fold.text() == "Show arguments"


def test_s04_every_word_is_plain_and_every_control_has_a_name(page: GrantsPage) -> None:
    page.set_state(state(grants=TWO))
    page.cards["new"].fold.click()
    assert_plain(page)
    assert_accessible(page)
    assert page.cards["grant-1"].revoke.accessibleName().startswith("Revoke: claude-code may call files")
