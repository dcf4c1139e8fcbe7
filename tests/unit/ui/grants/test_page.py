"""The page of grants."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from host.control.protocol import Done, RevokeGrant, Welcome
from host.errors import AssentError
from tests.support.plain import assert_accessible, assert_plain, words
from tests.support.window import FakeLink, grant, state
from ui.grants.page import STEP, GrantsPage
from ui.inputs.text_block import TextBlock


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


@pytest.mark.parametrize(
    ("demo", "word", "leads"), [(False, "See the servers", "servers"), (True, "Go to the assistant", "assistant")]
)
def test_an_empty_page_leads_on(page: GrantsPage, qtbot: QtBot, demo: bool, word: str, leads: str) -> None:
    page.set_welcome(Welcome("0.1.0", demo, "ana", "/config", "/log", state()))
    page.set_state(state())
    with qtbot.waitSignal(page.navigate) as opened:
        next(
            button for button in page.findChildren(QPushButton) if button.text() == word and button.isVisible()
        ).click()
    assert opened.args == [leads, None]


def test_grants_are_in_the_hosts_order_with_their_exact_wording(page: GrantsPage) -> None:
    page.set_state(state(grants=TWO))
    assert list(page.cards) == ["new", "grant-1"]
    assert page.cards["new"].y() <= page.cards["grant-1"].y()
    assert any(
        "Claude Code (claude-code) may use write_file of files with exactly these" in word for word in words(page)
    )
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


def test_a_refusal_is_on_its_card(page: GrantsPage, link: FakeLink) -> None:
    link.replies[RevokeGrant] = AssentError("the log cannot be written")
    page.set_state(state(grants=TWO))
    page.cards["new"].revoke.click()
    assert "Not taken back: the log cannot be written" in words(page.cards["new"])
    assert page.cards["new"].revoke.isEnabled()


def test_a_card_stays_while_its_grant_is_used(page: GrantsPage) -> None:
    page.set_state(state(grants=(grant(),)))
    card = page.cards["grant-1"]
    card.inputs_button.click()
    page.set_state(state(grants=(grant(used=3),)))
    assert page.cards["grant-1"] is card
    assert any("used 3 times" in word for word in words(card))
    assert card.findChild(TextBlock) is not None


def test_inputs_are_folded_until_they_are_wanted(page: GrantsPage) -> None:
    page.set_state(state(grants=(grant(),)))
    card = page.cards["grant-1"]
    assert card.findChild(TextBlock) is None
    card.inputs_button.click()
    block = card.findChild(TextBlock)
    assert isinstance(block, TextBlock)
    assert block.lines == 4
    assert card.inputs_button.text() == "Hide inputs"
    card.inputs_button.click()
    assert block.isHidden()
    assert card.inputs_button.text() == "Show inputs"


def test_s04_every_word_is_plain_and_every_control_has_a_name(page: GrantsPage) -> None:
    page.set_state(state(grants=TWO))
    page.cards["new"].inputs_button.click()
    assert_plain(page)
    assert_accessible(page)
    assert page.cards["grant-1"].revoke.accessibleName().startswith("Take back: Claude Code (claude-code) may use")


PATTERN = grant(
    id="pattern", bound="pattern", covers=("path: any path in /a\u202e", "overwrite: exactly true"), duration="always",
    expires_at=None,
)  # fmt: skip


def press(page: GrantsPage, words: str) -> None:
    """Press a button of the question above the list."""
    next(found for found in page.strip.findChildren(QPushButton) if found.text() == words).click()


def test_s13_what_a_pattern_covers_is_on_its_card_as_it_was_shown(page: GrantsPage) -> None:
    page.set_state(state(grants=(PATTERN,)))
    said = words(page.cards["pattern"])
    for line in ("path: any path in /a⟨U+202E⟩", "overwrite: exactly true", "until you take it back"):
        assert line in said
    assert page.cards["pattern"].inputs_button.text() == "Show the inputs it was given with"
    assert_plain(page)


def test_a_search_shows_what_it_finds_and_counts_it(page: GrantsPage) -> None:
    page.set_state(state(grants=(*TWO, PATTERN)))
    assert "3 grants are in force" in words(page)
    page.search.setText("any path")
    assert list(page.cards) == ["pattern"]
    assert "1 of 3 grants" in words(page)
    page.search.setText("nowhere")
    assert "Nothing found" in words(page)
    assert page.revoke_all.isHidden()
    assert_accessible(page)
    next(found for found in page.findChildren(QPushButton) if found.text() == "Clear the search").click()
    assert list(page.cards) == ["new", "grant-1", "pattern"]


def test_all_that_is_found_is_taken_back_after_a_question(page: GrantsPage, link: FakeLink) -> None:
    page.set_state(state(grants=(*TWO, PATTERN)))
    page.search.setText("write_file")
    page.revoke_all.click()
    assert not link.of(RevokeGrant)
    assert "Take these 2 grants back?" in words(page)
    press(page, "Take back 2 grants")
    assert link.of(RevokeGrant) == [RevokeGrant("grant-1"), RevokeGrant("pattern")]
    assert not page.strip.isVisible()


def test_the_question_means_what_stood_in_the_list_when_it_was_asked(page: GrantsPage, link: FakeLink) -> None:
    page.set_state(state(grants=TWO))
    page.revoke_all.click()
    page.set_state(state(grants=(PATTERN, TWO[1])))  # one ended, another one was given
    assert "Take this grant back?" in words(page)
    press(page, "Take back 1 grant")
    assert link.of(RevokeGrant) == [RevokeGrant("grant-1")]


def test_grants_can_be_kept_and_another_search_asks_nothing(page: GrantsPage, link: FakeLink) -> None:
    page.set_state(state(grants=TWO))
    page.revoke_all.click()
    press(page, "Keep")
    assert not page.strip.isVisible()
    page.revoke_all.click()
    page.search.setText("files")
    assert not page.strip.isVisible()
    assert not link.of(RevokeGrant)


def test_many_grants_come_some_at_a_time_and_all_are_meant(page: GrantsPage, link: FakeLink) -> None:
    link.replies[RevokeGrant] = AssentError("the log cannot be written")
    page.set_state(state(grants=tuple(grant(id=f"grant-{number}") for number in range(STEP + 5))))
    assert len(page.cards) == STEP
    assert page.more.text() == "Show 5 more of 5"
    page.revoke_all.click()
    press(page, f"Take back {STEP + 5} grants")
    assert len(link.of(RevokeGrant)) == STEP + 5
    assert "A grant was not taken back" in words(page)
    page.more.click()
    assert len(page.cards) == STEP + 5
    assert not page.more.isVisible()
