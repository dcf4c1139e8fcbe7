"""Changes that were made outside the window, and letting them count."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from host.control.protocol import ConfirmPolicy, Done, ReadRules
from host.control.views import ChangeView, PolicyView
from host.errors import AssentError
from host.values import replace
from host.words import say
from tests.support import plain
from tests.support.window import FakeLink, policy, rule, rules_page
from tests.unit.ui.clock import Clock
from tests.unit.ui.rules.support import HOSTILE, front
from ui import tr
from ui.inputs.text_block import TextBlock
from ui.rules.page import CHANGES_AT_ONCE, PendingChangesPage

ALLOWS = ChangeView("allows", rule("new", places=("in /home/ana",), reason="Harmless"))
GONE = ChangeView("gone", rule("old", effect="deny", phrases=("signed by IRB chair",), waits="gone"))
TRUSTS = ChangeView("trusts", None, "git")
LOST = ChangeView("gone", None)
MANY = tuple(rule(f"r{number}", counts=False, waits="allows") for number in range(320))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("ui.armed.monotonic", made)
    return made


class Shown:
    """The page, and the link it asks."""

    def __init__(self, qtbot: QtBot) -> None:
        self.link = FakeLink()
        self.link.replies |= {ConfirmPolicy: Done(), ReadRules: rules_page(*MANY)}
        self.page = PendingChangesPage(self.link)
        self.left = 0
        self.page.left.connect(self._leave)
        qtbot.addWidget(self.page)
        self.page.resize(800, 600)
        front(self.page)

    def _leave(self) -> None:
        self.left += 1

    def say(self, *changes: ChangeView, waits: int = 0, digest: str = "d" * 64) -> list[str]:
        self.page.set_policy(self.policy(*changes, waits=waits, digest=digest))
        return plain.words(self.page)

    def policy(self, *changes: ChangeView, waits: int = 0, digest: str = "d" * 64) -> PolicyView:
        return policy(waiting=changes, waits=waits or len(changes), digest=digest)


@pytest.fixture
def shown(qtbot: QtBot, clock: Clock) -> Shown:
    return Shown(qtbot)


def test_s39_every_kind_of_change_is_said_in_words_with_conditions_and_demands(shown: Shown) -> None:
    said = shown.say(ALLOWS, GONE, TRUSTS)
    for wanted in (
        "Allow Claude Code (claude-code) to use read_* of files in /home/ana, without asking.",
        "The file gives as the reason: Harmless",
        "Never let Claude Code (claude-code) use read_* of files, signed by IRB chair.",
        "This rule is no longer in the file. It stays in effect until you confirm that it is gone.",
        "Vouches for the server “git” as it is configured now.",
        "Let these 3 changes count",
    ):
        assert wanted in said


def test_s39_that_all_that_was_confirmed_is_gone_is_said_as_that(shown: Shown) -> None:
    said = shown.say(LOST, ALLOWS)
    assert "Your earlier confirmation cannot be found." in said
    assert not any("Vouches" in words for words in said)


@pytest.mark.parametrize(
    "phrases",
    [
        ("at a.example, b.example and 2 more",),
        ("in /home/ana⟨… 40 more characters⟩",),
        ("where to is " + "x" * 3_000,),
        ("where the inputs meet the schema in its text",),
    ],
)
def test_s39_a_rule_whose_words_leave_something_out_is_there_as_it_is_written(
    shown: Shown, phrases: tuple[str, ...]
) -> None:
    written = '{"hosts": ["evil.example"]}'
    shown.say(ChangeView("allows", rule("new", phrases=phrases, text=written)))
    (block,) = shown.page.findChildren(TextBlock)
    assert block._lines.texts(0, block.lines) == [written]  # noqa: SLF001  # what it draws
    shown.say(ALLOWS, digest="e" * 64)
    assert "As it is written" not in plain.words(shown.page)


def test_s39_what_is_left_out_is_known_in_any_language(shown: Shown) -> None:
    tr.install(lambda source, _number: source.replace(" more", " weitere"))
    try:
        condition = say("every host is {host} or one of {n} more", host="a.example", n=3)
        shown.say(ChangeView("allows", rule("new", phrases=(condition,), text='{"hosts": []}')))
    finally:
        tr.install(None)
    assert any("every host is a.example or one of 3 weitere" in words for words in plain.words(shown.page))
    assert shown.page.findChildren(TextBlock)


def test_s10_s39_it_confirms_by_the_digest_of_what_it_shows_and_arms_first(shown: Shown, clock: Clock) -> None:
    shown.say(ALLOWS)
    shown.page.confirm.button.click()
    assert shown.link.of(ConfirmPolicy) == []
    clock.arm(shown.page.confirm)
    shown.page.confirm.button.click()
    assert shown.link.of(ConfirmPolicy) == [ConfirmPolicy("d" * 64)]
    assert shown.left == 1


def test_s10_what_changes_while_it_is_read_arms_again(shown: Shown, clock: Clock) -> None:
    shown.say(ALLOWS)
    clock.arm(shown.page.confirm)
    shown.say(ALLOWS, TRUSTS, digest="e" * 64)
    assert not shown.page.confirm.button.isEnabled()
    assert shown.page.digest == "e" * 64


def test_the_same_again_does_not_begin_again(shown: Shown, clock: Clock) -> None:
    shown.say(ALLOWS)
    clock.arm(shown.page.confirm)
    shown.say(ALLOWS)
    assert shown.page.confirm.button.isEnabled()


def test_s39_nothing_is_confirmed_before_all_of_it_was_on_the_page(shown: Shown, clock: Clock) -> None:
    changes = tuple(ChangeView("allows", known) for known in MANY[: CHANGES_AT_ONCE * 2])
    shown.say(*changes)
    assert shown.page.confirm.isHidden()
    shown.page._on_confirm()  # noqa: SLF001  # however it was reached
    assert shown.link.of(ConfirmPolicy) == []
    shown.page.more.click()
    assert not shown.page.confirm.isHidden()
    assert not shown.page.confirm.button.isEnabled()
    clock.arm(shown.page.confirm)
    shown.page.confirm.button.click()
    assert shown.link.of(ConfirmPolicy) == [ConfirmPolicy("d" * 64)]


def test_s39_what_the_state_does_not_hold_is_read_and_shown_too(shown: Shown) -> None:
    given = (TRUSTS, *(ChangeView("allows", known) for known in MANY[:199]))
    shown.say(*given, waits=321)
    assert all(request.waiting for request in shown.link.of(ReadRules))
    for _ in range(321 // CHANGES_AT_ONCE):
        assert shown.page.confirm.isHidden()
        shown.page.more.click()
    assert not shown.page.confirm.isHidden()
    said = plain.words(shown.page)
    assert len([words for words in said if words.startswith("Rule r")]) == 320
    assert "Vouches for the server “git” as it is configured now." in said


def test_s39_what_cannot_all_be_read_cannot_be_confirmed(shown: Shown) -> None:
    said = shown.say(*(ChangeView("allows", known) for known in MANY[:200]), waits=400)
    assert "Not all that waits could be read" in said
    for _ in range(10):
        shown.page.more.click()
    assert shown.page.confirm.isHidden()
    shown.link.replies[ReadRules] = AssentError("the host is busy")
    said = shown.say(ALLOWS, waits=400, digest="f" * 64)
    assert "The host is busy." in said
    assert shown.page.confirm.isHidden()


def test_pages_of_what_waited_before_are_dropped(shown: Shown) -> None:
    del shown.link.replies[ReadRules]
    shown.say(ALLOWS, waits=400)
    shown.say(ALLOWS, waits=400, digest="e" * 64)
    shown.link.answer(ReadRules, rules_page(*MANY)(ReadRules()))
    shown.link.answer(ReadRules, AssentError("late"))
    assert not {"Rule r0", "Late."} & set(plain.words(shown.page))


def test_s39_pages_of_rules_that_were_there_for_a_moment_are_not_taken_for_those_of_the_digest(shown: Shown) -> None:
    """The file changed and back: its digest is the same again, what was read meanwhile was another one's."""
    shown.link.replies[ReadRules] = rules_page(*MANY, generation=2)
    said = shown.say(TRUSTS, waits=321)
    assert "Rule r0" not in said
    assert shown.page.confirm.isHidden()
    now = replace(shown.policy(TRUSTS, waits=321), generation=2)
    shown.page.set_policy(now)
    assert "Rule r0" in plain.words(shown.page)
    count = len(shown.link.of(ReadRules))
    shown.page.set_policy(now)
    assert len(shown.link.of(ReadRules)) == count


def test_a_refusal_is_reported(shown: Shown, clock: Clock) -> None:
    shown.link.replies[ConfirmPolicy] = AssentError("the file changed meanwhile")
    shown.say(ALLOWS)
    clock.arm(shown.page.confirm)
    shown.page.confirm.button.click()
    assert "The file changed meanwhile." in plain.words(shown.page)
    assert shown.left == 0


def test_nothing_left_to_decide_leads_back(shown: Shown) -> None:
    shown.say(ALLOWS)
    shown.say(digest="")
    assert shown.left == 1


def test_not_now_leaves_everything_as_it_is(shown: Shown) -> None:
    shown.say(ALLOWS)
    next(button for button in shown.page.findChildren(QPushButton) if button.text() == "Not now").click()
    assert (shown.left, shown.link.of(ConfirmPolicy)) == (1, [])


def test_s04_s05_what_strangers_wrote_is_plain(shown: Shown) -> None:
    shown.say(ChangeView("allows", HOSTILE), ChangeView("trusts", None, "<b>\u202e" + "x" * 300))
    plain.assert_plain(shown.page)
    plain.assert_accessible(shown.page)
