"""The card of the own PIN."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from host.control.protocol import Done, SetPin
from host.control.views import ApproverView
from host.errors import AssentError
from tests.support.plain import assert_accessible, assert_plain, words
from tests.support.window import FakeLink, policy
from ui.settings.page import DIFFERENT, NO_PRESENT, NOTHING, PinCard

OWN = policy(approvers=(ApproverView("ana", (), "user"),))


@pytest.fixture
def link() -> FakeLink:
    made = FakeLink()
    made.replies[SetPin] = Done()
    return made


@pytest.fixture
def card(qtbot: QtBot, link: FakeLink) -> PinCard:
    made = PinCard(link)
    qtbot.addWidget(made)
    made.set_person("ana")
    made.set_policy(policy())
    made.show()
    return made


def typed(card: PinCard, before: str, after: str, again: str) -> None:
    for field, keys in ((card.old_pin, before), (card.new_pin, after), (card.repeated_pin, again)):
        QTest.keyClicks(field, keys)


def test_the_first_pin_is_typed_twice_and_set(card: PinCard, link: FakeLink) -> None:
    assert "Not set" in words(card)
    assert not card.old_pin.isVisible()
    typed(card, "", "secret-1", "secret-1")
    card.save.click()
    assert link.of(SetPin) == [SetPin("", "secret-1")]
    assert "The PIN is set. It counts from now on." in words(card)
    assert not any(field.text() for field in card.findChildren(QLineEdit))


def test_a_pin_that_is_gone_from_its_field_is_not_kept_for_undo(card: PinCard) -> None:
    typed(card, "", "secret-1", "secret-1")
    card.hide()
    for field in (card.new_pin, card.repeated_pin):
        field.setEchoMode(QLineEdit.EchoMode.Normal)  # Qt undoes nothing in a field of secrets, but remembers
        field.undo()
        assert field.text() == ""


def test_a_held_return_tries_a_pin_once(card: PinCard, link: FakeLink) -> None:
    link.replies[SetPin] = AssentError("that is not this person's PIN")
    card.set_policy(OWN)
    typed(card, "wrong", "secret-2", "secret-2")
    for repeated in (False, True, True):
        press = QKeyEvent(
            QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", autorep=repeated
        )
        QApplication.sendEvent(card.repeated_pin, press)
    assert link.of(SetPin) == [SetPin("wrong", "secret-2")]


def test_a_change_wants_the_present_one(card: PinCard, link: FakeLink) -> None:
    card.set_policy(OWN)
    assert "Set" in words(card)
    assert card.save.text() == "Change PIN"
    typed(card, "", "secret-2", "secret-2")
    card.save.click()
    assert card.error.text() == NO_PRESENT
    QTest.keyClicks(card.old_pin, "secret-1")
    QTest.keyClick(card.old_pin, Qt.Key.Key_Return)
    assert link.of(SetPin) == [SetPin("secret-1", "secret-2")]


@pytest.mark.parametrize(("after", "again", "said"), [("", "", NOTHING), ("secret-1", "secret-2", DIFFERENT)])
def test_what_cannot_be_meant_is_not_sent(card: PinCard, link: FakeLink, after: str, again: str, said: str) -> None:
    typed(card, "", after, again)
    card.save.click()
    assert card.error.text() == said
    assert not link.of(SetPin)
    QTest.keyClicks(card.new_pin, "x")
    assert not card.error.isVisible()


def test_a_refusal_is_beside_the_fields_and_what_was_typed_stays(card: PinCard, link: FakeLink) -> None:
    link.replies[SetPin] = AssentError("a PIN has at least 6 characters")
    typed(card, "", "1", "1")
    card.save.click()
    assert card.error.text() == "The PIN was not set: A PIN has at least 6 characters."
    assert card.new_pin.text() == "1"
    assert card.save.isEnabled()


def test_while_one_is_being_set_no_other_is_sent(card: PinCard, link: FakeLink) -> None:
    link.replies[SetPin] = lambda _: None  # the host works on it
    typed(card, "", "secret-1", "secret-1")
    card.save.click()
    assert not card.save.isEnabled()
    QTest.keyClick(card.repeated_pin, Qt.Key.Key_Return)
    assert len(link.of(SetPin)) == 1


def test_s39_nothing_that_was_typed_can_be_read_or_waits_for_somebody_else(card: PinCard) -> None:
    card.set_policy(OWN)
    typed(card, "old", "new", "new")
    assert {field.echoMode() for field in card.findChildren(QLineEdit)} == {QLineEdit.EchoMode.Password}
    assert "new" not in " ".join(words(card))
    card.hide()
    assert not any(field.text() for field in card.findChildren(QLineEdit))


def test_whom_the_administrator_registered_types_nothing_here(card: PinCard) -> None:
    card.set_policy(policy(approvers=(ApproverView("Ana", ("IRB_CHAIR",), "managed"),)))
    assert "Registered by your administrator" in words(card)
    assert "You sign as Ana, IRB chair. Your administrator changes that PIN." in words(card)
    assert not card.new_pin.isVisible()
    assert not card.save.isVisible()


def test_it_says_how_long_it_is_kept(card: PinCard) -> None:
    assert "It is kept in the keyring of this system, as a hash that cannot be read back." in words(card)
    card.set_policy(policy(why_not_remembered="the keyring of this system is locked"))
    assert "It counts until Assent quits and is not kept any longer. The keyring of this system is locked." in words(
        card
    )


def test_every_word_is_plain_and_every_control_has_a_name(card: PinCard) -> None:
    card.set_policy(policy(approvers=(ApproverView("ANA", ("R\u202e",), "managed"),)))
    assert_plain(card)
    card.set_policy(OWN)
    assert_plain(card)
    assert_accessible(card)


def test_the_cursor_goes_where_typing_begins(card: PinCard, qtbot: QtBot) -> None:
    card.activateWindow()
    qtbot.waitUntil(card.isActiveWindow)
    card.take_focus()
    assert card.new_pin.hasFocus()
    card.set_policy(OWN)
    card.take_focus()
    assert card.old_pin.hasFocus()
