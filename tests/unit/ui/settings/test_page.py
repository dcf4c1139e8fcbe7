"""The page of settings."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QRadioButton, QToolButton
from pytestqt.qtbot import QtBot

from host.control.protocol import (
    ChangeSetting,
    ReadAutostart,
    ReadSettings,
    SwitchAutostart,
    Welcome,
)
from host.control.views import Autostart
from host.errors import AssentError
from host.settings import DECLARATIONS
from tests.support.plain import assert_accessible, assert_plain, tab_order, words
from tests.support.window import FakeLink, policy, state
from ui import window_choices
from ui.settings.page import PolicyFilesCard, SettingsPage, file_state

DEFAULTS = {declared.name: declared.default for declared in DECLARATIONS}
WELCOME = Welcome("0.1.0", True, "ana\u202e", "/home/ana/.config/assent", "/home/ana/log\u200b.sqlite", state())


@pytest.fixture
def link() -> FakeLink:
    made = FakeLink()
    made.replies[ReadSettings] = DEFAULTS | {"execution_timeout": 120.0, "decision_timeout": 120.0}
    made.replies[ReadAutostart] = Autostart("off", "/home/ana/.config/autostart/assent.desktop")
    made.replies[ChangeSetting] = lambda request: DEFAULTS | {request.name: request.value}
    return made


@pytest.fixture
def page(qtbot: QtBot, link: FakeLink) -> SettingsPage:
    made = SettingsPage(link)
    qtbot.addWidget(made)
    made.set_welcome(WELCOME)
    made.activated()
    made.advanced.click()
    made.show()
    return made


def type_into(page: SettingsPage, name: str, typed: str) -> None:
    field = page.numbers[name].field
    field.selectAll()
    QTest.keyClicks(field, typed)


def test_every_setting_that_is_declared_is_on_the_page(page: SettingsPage) -> None:
    assert list(page.rows) == [declared.name for declared in DECLARATIONS]
    shown = words(page)
    for declared in DECLARATIONS:
        assert declared.title in shown
        assert declared.doc in shown
        assert declared.group in shown


def test_it_shows_what_is_in_force(page: SettingsPage) -> None:
    assert page.numbers["execution_timeout"].field.text() == "2 min"
    assert page.numbers["execution_timeout"].reset.isVisible()
    assert page.numbers["frame_to_server"].field.text() == "4 MiB"
    assert not page.numbers["frame_to_server"].reset.isVisible()


def test_a_change_is_sent_when_enter_is_pressed(page: SettingsPage, link: FakeLink) -> None:
    type_into(page, "pending_per_app", "12")
    assert not link.of(ChangeSetting)
    QTest.keyClick(page.numbers["pending_per_app"].field, Qt.Key.Key_Return)
    assert link.of(ChangeSetting) == [ChangeSetting("pending_per_app", 12)]
    assert type(link.of(ChangeSetting)[0].value) is int
    assert page.numbers["pending_per_app"].field.text() == "12 calls"
    assert page.numbers["pending_per_app"].reset.isVisible()


def test_what_does_not_fit_is_told_while_it_is_typed_and_never_sent(page: SettingsPage, link: FakeLink) -> None:
    row = page.numbers["execution_timeout"]
    type_into(page, "execution_timeout", "2 h")
    assert row.error.text() == "Type a value from 10 ms to 1 h."
    assert not row.error.isHidden()
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert not link.of(ChangeSetting)
    assert row.field.text() == "2 h"
    type_into(page, "execution_timeout", "14 min")
    assert row.error.isHidden()


def test_a_refusal_is_beside_its_field(page: SettingsPage, link: FakeLink) -> None:
    link.replies[ChangeSetting] = AssentError("the profile cannot be written")
    type_into(page, "list_pages", "60")
    QTest.keyClick(page.numbers["list_pages"].field, Qt.Key.Key_Return)
    assert page.numbers["list_pages"].error.text() == "the profile cannot be written"
    assert page.numbers["list_pages"].value == DEFAULTS["list_pages"]


def test_reset_goes_back_to_the_default(page: SettingsPage, link: FakeLink) -> None:
    page.numbers["execution_timeout"].reset.click()
    assert link.of(ChangeSetting) == [ChangeSetting("execution_timeout", 600.0)]
    assert not page.numbers["execution_timeout"].reset.isVisible()


def test_the_same_value_in_other_words_is_no_change(page: SettingsPage, link: FakeLink) -> None:
    type_into(page, "execution_timeout", "120 s")
    QTest.keyClick(page.numbers["execution_timeout"].field, Qt.Key.Key_Return)
    assert not link.of(ChangeSetting)
    assert page.numbers["execution_timeout"].field.text() == "2 min"


def test_settings_that_cannot_be_read_say_why(page: SettingsPage, link: FakeLink) -> None:
    link.replies[ReadSettings] = AssentError("the host is busy")
    page.activated()
    assert "The host is busy." in words(page.problem)
    link.replies[ReadSettings] = DEFAULTS
    page.activated()
    assert page.problem.isHidden()


def test_s04_every_word_is_plain_and_every_control_has_a_name(page: SettingsPage) -> None:
    assert_plain(page)
    assert_accessible(page)


def test_the_tab_key_goes_from_field_to_field(page: SettingsPage) -> None:
    fields = [name for name in tab_order(page) if name in {row.declared.title for row in page.numbers.values()}]
    assert sorted(fields) == sorted(row.declared.title for row in page.numbers.values())


def test_what_people_choose_comes_first_and_the_rest_is_folded(page: SettingsPage) -> None:
    page.advanced.click()
    assert all(row.isVisible() for row in (*page.choices.values(), *page.usual.values(), page.pin))
    assert not any(row.isVisible() for row in page.numbers.values())
    assert page.advanced.accessibleDescription() == "Folded"
    page.advanced.click()
    assert all(row.isVisible() for row in page.numbers.values())


def test_the_search_finds_a_setting_wherever_it_stands(page: SettingsPage) -> None:
    page.advanced.click()
    page.search.setText("LONG server")
    found = [name for name, row in page.rows.items() if row.isVisible()]
    assert found == ["execution_timeout", "idle_stop", "start_timeout", "list_timeout"]
    assert not page.pin.isVisible()
    page.search.setText("no such thing")
    assert "No setting has these words." in words(page)
    assert not any(row.isVisible() for row in page.rows.values())
    page.search.clear()
    assert page.pin.isVisible()
    assert not any(row.isVisible() for row in page.numbers.values())


def test_a_usual_value_is_one_press_and_an_unusual_one_is_beside_them(page: SettingsPage, link: FakeLink) -> None:
    row = page.usual["decision_timeout"]
    assert [each.text() for each in row.segments.findChildren(QRadioButton)] == ["1 min", "2 min", "5 min", "15 min"]
    row.segments.findChildren(QRadioButton)[3].click()
    assert link.of(ChangeSetting) == [ChangeSetting("decision_timeout", 900.0)]
    assert [each.text() for each in row.segments.findChildren(QRadioButton) if each.isVisible()] == [
        "1 min",
        "5 min",
        "15 min",
    ]
    link.replies[ChangeSetting] = AssentError("the profile cannot be written")
    row.segments.choose(0)
    assert row.error.text() == "the profile cannot be written"
    assert row.value == 900.0
    assert row.segments.chosen == 2


def test_a_locked_one_of_them_cannot_be_chosen(page: SettingsPage) -> None:
    row = page.usual["decision_timeout"]
    page.set_state(state(policy=policy(locked=("decision_timeout",))))
    assert "Set by your administrator" in words(row.lock)
    assert not row.segments.isEnabled()
    page.set_state(state(policy=policy()))
    assert row.segments.isEnabled()


def test_a_choice_about_the_window_counts_at_once(page: SettingsPage, qtbot: QtBot) -> None:
    choices = window_choices.current()
    with qtbot.waitSignal(choices.changed):
        page.choices["theme"].segments.choose(2)
    assert choices.value("theme") == "dark"
    page.choices["theme"].segments.choose(0)
    assert choices.value("theme") == ""


def test_it_leads_to_the_rules(page: SettingsPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.navigate) as left:
        next(found for found in page.findChildren(QPushButton) if found.text() == "See the rules").click()
    assert left.args == ["rules", None]


def test_what_is_wrong_with_the_file_is_on_the_page_as_long_as_it_is_wrong(page: SettingsPage) -> None:
    assert page.file_problem.isHidden()
    page.set_state(state(settings_problems=("/c/settings.json:1: <b>odd\u202e", "/c/settings.json:2: too")))
    said = " ".join(words(page.file_problem))
    assert "/c/settings.json:1: <b>odd⟨U+202E⟩" in said
    assert "/c/settings.json:2: too." in said
    assert "Wrong settings have their default" in said
    assert_plain(page)
    page.set_state(state())
    assert page.file_problem.isHidden()


def test_what_the_administrator_locked_cannot_be_typed_over(page: SettingsPage, link: FakeLink) -> None:
    row = page.numbers["execution_timeout"]
    page.set_state(state(policy=policy(locked=("execution_timeout", "unknown"))))
    assert row.lock.isVisible()
    assert "Set by your administrator" in words(row.lock)
    assert not row.reset.isVisible()
    type_into(page, "execution_timeout", "9 min")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert row.field.text() == "2 min"
    assert not link.of(ChangeSetting)
    assert not page.numbers["list_pages"].lock.isVisible()
    assert_accessible(page)
    page.set_state(state(policy=policy()))
    assert row.reset.isVisible()
    type_into(page, "execution_timeout", "9 min")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert link.of(ChangeSetting) == [ChangeSetting("execution_timeout", 540.0)]


def test_while_the_administrators_file_cannot_be_used_every_setting_is_locked(page: SettingsPage) -> None:
    row = page.numbers["execution_timeout"]
    sound = policy()
    page.set_state(state(policy=policy(problems=(f"{sound.managed_path}:47: rules[0]: odd",))))
    assert "Locked: the administrator's file cannot be used" in words(row.lock)
    assert all(row.lock.isVisible() for row in page.rows.values())
    assert all(row.field.isReadOnly() for row in page.numbers.values())
    page.set_state(state(policy=policy(locked=("execution_timeout",))))
    assert "Set by your administrator" in words(row.lock)
    assert row.field.isReadOnly()
    page.set_state(state(policy=policy(problems=(f"{sound.user_path}:4: odd",))))
    assert not row.field.isReadOnly()


def test_what_was_being_typed_when_the_lock_came_is_gone(page: SettingsPage, link: FakeLink) -> None:
    type_into(page, "execution_timeout", "9 min")
    page.set_state(state(policy=policy(locked=("execution_timeout",))))
    QTest.keyClick(page.numbers["execution_timeout"].field, Qt.Key.Key_Return)
    assert page.numbers["execution_timeout"].field.text() == "2 min"
    assert not link.of(ChangeSetting)


def test_starting_at_login_is_switched_by_a_press_and_shown_as_the_host_read_it(
    page: SettingsPage, link: FakeLink
) -> None:
    row = page.autostart
    assert row.segments.chosen == 1
    assert link.of(SwitchAutostart) == []
    link.replies[SwitchAutostart] = lambda asked: Autostart("on" if asked.on else "off", "entry")
    on, off = row.segments.findChildren(QRadioButton)
    on.click()
    assert link.of(SwitchAutostart) == [SwitchAutostart(True)]
    assert row.segments.chosen == 0
    off.click()
    assert link.of(SwitchAutostart)[1:] == [SwitchAutostart(False)]


def test_an_entry_for_the_login_that_somebody_changed_is_told(page: SettingsPage, link: FakeLink) -> None:
    link.replies[ReadAutostart] = Autostart("changed", "/home/\u202eana/assent.desktop", "somebody changed it")
    page.activated()
    assert page.autostart.segments.chosen == 1
    assert "Somebody changed it. It is in /home/⟨U+202E⟩ana/assent.desktop." in words(page.autostart)


def test_where_starting_at_login_cannot_be_switched_the_row_says_why(page: SettingsPage, link: FakeLink) -> None:
    link.replies[SwitchAutostart] = AssentError("the demonstration does not start at login")
    on, _ = page.autostart.segments.findChildren(QRadioButton)
    on.click()
    assert page.autostart.segments.chosen == 1
    assert "the demonstration does not start at login" in words(page.autostart)


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
    card.set_policy(policy(why_not_remembered="this system has no keyring that Assent can use"))
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
