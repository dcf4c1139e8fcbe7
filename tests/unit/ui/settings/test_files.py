"""The card of the policy files."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from tests.support.plain import assert_accessible, assert_plain, words
from tests.support.window import policy
from ui.settings.page import PolicyFilesCard, file_state

MANAGED = "0123456789abcdef" * 4


@pytest.fixture
def card(qtbot: QtBot) -> PolicyFilesCard:
    made = PolicyFilesCard()
    qtbot.addWidget(made)
    made.show()
    return made


def test_both_files_stand_with_path_state_and_digest(card: PolicyFilesCard) -> None:
    card.set_policy(policy(managed_digest=MANAGED))
    said = words(card)
    for part in ("/etc/assent/managed.json", "0123456789abcdef…", "In force", "Not there"):
        assert part in said
    assert any("the keyring of this system vouches for it" in line for line in said)
    assert not card.problem.isVisible()
    assert_plain(card)
    assert_accessible(card)


def test_path_and_digest_are_copied_whole(card: PolicyFilesCard) -> None:
    card.set_policy(policy(managed_digest=MANAGED, user_path="/home/ana\u202e/policy.json"))
    buttons = {button.accessibleName(): button for button in card.findChildren(QToolButton)}
    buttons["Copy digest: Your administrator's rules"].click()
    assert QGuiApplication.clipboard().text() == MANAGED
    buttons["Copy path: Your rules"].click()
    assert QGuiApplication.clipboard().text() == "/home/ana\u202e/policy.json"
    assert "/home/ana⟨U+202E⟩/policy.json" in words(card)


def test_a_file_that_cannot_be_used_says_so_with_why(card: PolicyFilesCard) -> None:
    card.set_policy(policy(problems=("/etc/assent/managed.json: is not owned by root\u202e",), user_digest="a" * 64))
    said = words(card)
    assert "The rules cannot be used: every call is denied" in said
    assert "/etc/assent/managed.json: is not owned by root⟨U+202E⟩" in said
    assert ("Cannot be used" in said, "Not in force" in said, "In force" in said) == (True, True, False)
    card.set_policy(policy())
    assert not card.problem.isVisible()
    assert "Cannot be used" not in words(card)


def test_what_is_not_remembered_says_why(card: PolicyFilesCard) -> None:
    card.set_policy(policy(remembers="this system has no keyring that Assent can use"))
    (line,) = [line for line in words(card) if "until Assent quits" in line]
    assert "This system has no keyring that Assent can use." in line.replace("\n", " ")


@pytest.mark.parametrize(
    ("problem", "word"),
    [
        ("/a/p.json:4: odd", "Cannot be used"),
        ("/a/p.json is a link", "Cannot be used"),
        ("/a/p.json.bak: odd", "Not in force"),
    ],
)
def test_only_problems_of_a_file_are_held_against_it(problem: str, word: str) -> None:
    assert file_state("/a/p.json", "d", (problem,))[0] == word
