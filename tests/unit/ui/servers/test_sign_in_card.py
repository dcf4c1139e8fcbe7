"""Signing in to a server from the window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from pytestqt.qtbot import QtBot

from host.control.protocol import BeginSignIn, CancelSignIn, Done, FinishSignIn, SignOut
from host.control.views import ServerView
from host.errors import AssentError
from host.values import replace
from tests.gallery.sign_ins import DONE, FIRST, MORE, ODD_OFFER, OFFER
from tests.support import plain
from tests.support.window import FakeLink
from tests.unit.ui.clock import Clock
from ui.open_link import open_link
from ui.servers.approval import SignInCard

pytestmark = pytest.mark.usefixtures("clock")


@pytest.fixture
def link() -> FakeLink:
    made = FakeLink()
    made.replies |= {CancelSignIn: Done(), SignOut: Done()}
    return made


@pytest.fixture
def opened() -> list[str]:
    return []


Shows = Callable[[ServerView], SignInCard]


@pytest.fixture
def show(qtbot: QtBot, link: FakeLink, opened: list[str]) -> Shows:
    def opens(url: str) -> bool:
        opened.append(url)
        return True

    card = SignInCard(link, opens=opens)
    qtbot.addWidget(card)

    def shown(server: ServerView) -> SignInCard:
        card.show_server(server)
        card.show()
        card.activateWindow()
        qtbot.waitUntil(card.isActiveWindow)
        return card

    return shown


def said_by(card: SignInCard) -> str:
    """Everything that it says."""
    return "\n".join(plain.words(card))


def test_a_server_that_needs_no_sign_in_says_nothing_of_one(show: Shows) -> None:
    card = show(replace(FIRST, sign_in=replace(FIRST.sign_in, need="")))
    assert not card.is_needed
    assert card.sign_in.isHidden()


def test_s26_the_browser_is_opened_by_an_armed_button_alone_beside_the_host_and_the_whole_address(
    show: Shows, link: FakeLink, opened: list[str], clock: Clock
) -> None:
    link.replies[BeginSignIn] = OFFER
    card = show(FIRST)
    card.sign_in.click()
    assert link.of(BeginSignIn) == [BeginSignIn("mail", FIRST.config_digest)]
    said = said_by(card)
    assert "login.example.org" in said
    assert "mail.read, mail.send, offline_access" in said
    assert "Assent never sees your password" in said
    card.open_browser.button.click()
    assert opened == []
    clock.arm(card.open_browser)
    card.open_browser.button.click()
    assert opened == [OFFER.url]
    link.answer(FinishSignIn, Done())
    card.show_server(DONE)
    assert not card.sign_out.isHidden()
    assert "You are signed in at login.example.org." in said_by(card)
    assert "It lasts until Assent ends." in said_by(card)


def test_s26_a_host_in_other_letters_is_shown_as_it_is_looked_up_and_as_it_reads(show: Shows, link: FakeLink) -> None:
    link.replies[BeginSignIn] = ODD_OFFER
    card = show(FIRST)
    card.sign_in.click()
    said = said_by(card)
    assert "xn--pple-43d.example" in said
    assert "аpple.example" in said
    assert "cyrillic" in said.lower()
    assert "Until now you signed in at login.example.org." in said
    assert "the keyring of this system is locked" in said
    plain.assert_plain(card)
    plain.assert_accessible(card)


def test_what_is_cancelled_says_no_more(show: Shows, link: FakeLink) -> None:
    link.replies[BeginSignIn] = OFFER
    card = show(FIRST)
    card.sign_in.click()
    card.cancel.click()
    assert link.of(CancelSignIn) == [CancelSignIn("mail")]
    link.answer(FinishSignIn, AssentError("the sign-in was cancelled"))
    assert card.failed.isHidden()
    assert not card.sign_in.isHidden()


def test_why_a_sign_in_came_to_nothing_is_reported_and_it_can_be_tried_again(show: Shows, link: FakeLink) -> None:
    link.replies[BeginSignIn] = OFFER
    card = show(FIRST)
    card.sign_in.click()
    link.answer(FinishSignIn, AssentError("the sign-in was declined"))
    assert "The sign-in was declined." in said_by(card)
    assert not card.sign_in.isHidden()
    card.sign_in.click()
    assert card.failed.isHidden()


def test_an_offer_for_a_configuration_that_is_shown_no_more_is_cancelled(show: Shows, link: FakeLink) -> None:
    card = show(FIRST)
    card.sign_in.click()
    card.show_server(replace(FIRST, config_digest="ffff" * 16))
    link.answer(BeginSignIn, OFFER)
    assert link.of(CancelSignIn) == [CancelSignIn("mail")]
    assert "login.example.org" not in said_by(card)


def test_an_offer_survives_news_of_its_server(show: Shows, link: FakeLink) -> None:
    link.replies[BeginSignIn] = OFFER
    card = show(FIRST)
    card.sign_in.click()
    card.show_server(replace(FIRST, sessions=2))
    assert "login.example.org" in said_by(card)


def test_where_no_browser_can_be_opened_the_address_can_be_copied(qtbot: QtBot, link: FakeLink, clock: Clock) -> None:
    link.replies[BeginSignIn] = OFFER
    card = SignInCard(link, opens=lambda _: False)
    qtbot.addWidget(card)
    card.show_server(FIRST)
    card.show()
    card.activateWindow()
    qtbot.waitUntil(card.isActiveWindow)
    card.sign_in.click()
    clock.arm(card.open_browser)
    card.open_browser.button.click()
    assert "No browser could be opened" in said_by(card)
    card.copy.click()
    assert QGuiApplication.clipboard().text() == OFFER.url


def test_more_rights_are_a_sign_in_that_can_be_begun_beside_the_one_that_holds(show: Shows, link: FakeLink) -> None:
    card = show(MORE)
    assert "A call wanted more rights than that." in said_by(card)
    assert not card.sign_in.isHidden()
    card.sign_out.click()
    assert link.of(SignOut) == [SignOut("mail")]


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,x",
        "ftp://example.org/",
        "ms-settings:privacy",
        "https://",
        "https://ana:secret@example.org/",
        "https://exаmple.org/",
        "//example.org/",
        "https://example.org/ x",
        "vbscript:x",
        "",
    ],
)
def test_s26_nothing_but_http_and_https_is_opened(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: pytest.fail(f"opened {url}"))
    assert not open_link(address)


def test_s26_what_is_opened_is_what_was_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def opens(url: QUrl) -> bool:
        opened.append(bytes(url.toEncoded().data()).decode())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", opens)
    assert open_link(OFFER.url)
    assert opened == [OFFER.url]
