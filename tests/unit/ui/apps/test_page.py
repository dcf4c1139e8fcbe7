"""The page of AI apps: what stands there, and that nothing is written before an armed yes to what was shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeAlias, TypeVar

import pytest
from pytestqt.qtbot import QtBot

from host.control.protocol import AttachApp, DetachApp, Done, PlanApp, ReadApps
from host.control.views import AiApps, AppDetached, AppServerView, RestoredFile
from host.errors import AssentError
from host.values import replace
from tests.gallery.apps import CODEX, DESKTOP, HOSTILE, MISSING, PLAN, REPLIES
from tests.gallery.welcome import STARTS, looks
from tests.support import plain
from tests.support.window import FakeLink
from ui.apps import words
from ui.apps.page import AppsPage, AttachingPage, Question
from ui.inputs.lines import UnifiedDiffLines
from ui.inputs.text_block import TextBlock
from ui.link import Link
from ui.servers.first_look import FirstLook
from ui.toast_messages import ToastMessage
from ui.widgets.page_parts import SHOWN_AFTER, Busy

Made = TypeVar("Made", bound=AttachingPage)


class ShownPage(Generic[Made]):
    """A page that puts apps behind Assent, the link that it asks, and where it leads."""

    def __init__(self, qtbot: QtBot, make: Callable[[Link], Made], replies: Mapping[type, object]) -> None:
        self.link = FakeLink()
        self.link.replies |= replies
        self.page = make(self.link)
        self.messages: list[ToastMessage] = []
        self.went: list[object] = []
        self.page.happened.connect(self.messages.append)
        self.page.navigate.connect(lambda key, target: self.went.append((key, target)))
        qtbot.addWidget(self.page)
        self.page.activated()
        self.page.show()

    def read(self) -> str:
        return " ".join(plain.words(self.page))

    @property
    def question(self) -> Question:
        """What is asked now."""
        assert self.page.question is not None
        return self.page.question


Shown: TypeAlias = "ShownPage[AppsPage]"


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    replies = REPLIES | {AttachApp: Done(), DetachApp: AppDetached((RestoredFile("/x", True),))}
    return ShownPage(qtbot, AppsPage, replies)


def test_each_app_says_what_is_behind_what_beside_and_what_stays(shown: Shown) -> None:
    said = shown.read()
    assert "filesystem behind Assent github behind Assent" in said
    assert "context7 beside Assent brave beside Assent" in said
    assert "Next: restart Claude Desktop" in said
    assert "Next: put its servers behind Assent." in said
    assert "figma The app signs in to it in a way of its own. stays as it is" in said
    assert "Not found here: Claude Code, VS Code" in said
    assert not shown.page.cards["claude-desktop"].attach.isVisible()
    assert not shown.page.cards["codex"].detach.isVisible()
    assert "the file ends before" in said


def test_nothing_is_written_before_an_armed_yes_and_the_answer_names_what_was_shown(shown: Shown) -> None:
    shown.page.cards["codex"].attach.click()
    question = shown.question
    assert shown.link.of(PlanApp) == [PlanApp(("codex",))]
    (lines,) = question.findChildren(TextBlock)
    assert lines.isVisible()
    assert "It starts the servers itself, and asks you before each call." in " ".join(plain.words(question))
    assert not question.agree.button.isEnabled()
    question.agree.button.click()
    assert not shown.link.of(AttachApp)
    question.agree.pressed.emit()
    assert shown.link.of(AttachApp) == [AttachApp(("codex",), PLAN.digest)]
    assert shown.page.question is None
    assert "Restart Codex" in shown.messages[-1].words


def test_what_was_put_behind_is_started_and_looked_at_in_the_same_place(shown: Shown) -> None:
    shown.link.replies |= looks() | {PlanApp: replace(PLAN, starts=STARTS.starts[:2])}
    shown.page.cards["codex"].attach.click()
    shown.question.agree.pressed.emit()
    assert shown.page.first_look is not None
    assert not shown.messages
    shown.page.activated()  # what the timer does
    assert shown.page.first_look.isVisible(), "a look at the apps leaves it there"
    shown.page.first_look.approve.pressed.emit()
    assert not shown.page.findChildren(FirstLook)[0].isVisible()
    assert "Restart Codex" in shown.messages[-1].words
    assert shown.page.cards["codex"].isVisible()


def test_what_goes_and_what_comes_is_tinted_in_folded_lines_too() -> None:
    lines = UnifiedDiffLines(("--- a", "+++ a", " same", "-gone", "+" + "n" * 3_000))
    tints = [line.tint for line in lines.shown(0, len(lines))]
    assert tints[:4] == ["", "", "", "gone"]
    assert len(tints) == len(lines) > 5
    assert set(tints[4:]) == {"new"}


def test_giving_back_is_asked_and_says_what_it_means(shown: Shown) -> None:
    shown.page.cards["claude-desktop"].detach.click()
    question = shown.question
    assert "neither asked about nor logged" in shown.read()
    assert not shown.link.of(DetachApp)
    question.agree.pressed.emit()
    assert shown.link.of(DetachApp) == [DetachApp("claude-desktop")]
    assert "has its own configuration again" in shown.messages[-1].words


def test_cancelling_writes_nothing(shown: Shown) -> None:
    shown.page.cards["codex"].attach.click()
    shown.question.cancel.click()
    assert not shown.link.of(AttachApp)


def test_what_could_not_be_done_is_reported_and_the_list_stays(shown: Shown) -> None:
    shown.link.replies[AttachApp] = AssentError("a file has changed since it was shown; nothing was written")
    shown.page.cards["codex"].attach.click()
    shown.question.agree.pressed.emit()
    assert "nothing was written" in shown.read().lower()
    assert not shown.messages
    assert "codex" in shown.page.cards


def test_a_plan_that_comes_late_for_another_app_is_not_shown(shown: Shown) -> None:
    shown.link.replies[PlanApp] = replace(PLAN, app_ids=("zed",))
    shown.page.cards["codex"].attach.click()
    assert shown.page.question is None


def test_where_none_is_found_it_says_what_it_looks_for(shown: Shown) -> None:
    shown.link.replies[ReadApps] = AiApps((), (*MISSING, CODEX.id))
    shown.page.activated()
    assert "Claude Desktop" in shown.read()
    assert "No AI app found" in shown.read()


def test_what_a_file_says_is_plain_text_and_bounded(shown: Shown) -> None:
    shown.link.replies[ReadApps] = AiApps((HOSTILE, DESKTOP), ())
    shown.page.activated()
    plain.assert_plain(shown.page)
    assert "<b>safe</b>" in shown.read()
    assert "and 29 more" in shown.read()
    assert len(shown.read()) < 3_000


def test_an_app_that_rewrote_its_file_is_noticed_while_the_page_is_shown(shown: Shown) -> None:
    beside = AppServerView("filesystem", "beside")
    shown.link.replies[ReadApps] = AiApps((replace(DESKTOP, servers=(beside,)),), ())
    shown.page.activated()  # what the timer does
    assert "nobody is asked before it uses filesystem" in shown.read()
    assert "1 server beside Assent" in shown.read()
    assert "filesystem beside Assent" in shown.read()
    assert not shown.page.cards["claude-desktop"].attach.isHidden()


def test_a_first_look_that_takes_long_says_what_it_does(qtbot: QtBot) -> None:
    waiting = ShownPage(qtbot, AppsPage, {})
    (bar,) = waiting.page.findChildren(Busy)
    qtbot.waitUntil(bar.isVisible)
    assert "Looking for AI apps…" in waiting.read()
    waiting.link.answer(ReadApps, AiApps((DESKTOP,), ()))
    assert not bar.isVisible()
    waiting.page.activated()
    qtbot.wait(SHOWN_AFTER + 50)
    assert not bar.isVisible(), "what is known stays in its place"


def test_a_look_that_finds_the_same_changes_nothing(shown: Shown) -> None:
    card = shown.page.cards["codex"]
    shown.page.activated()  # what the timer does
    assert shown.page.cards["codex"] is card


def test_looks_do_not_pile_up_and_one_follows_that_sees_the_last_change(shown: Shown) -> None:
    answer = AiApps((DESKTOP,), ())
    shown.link.replies.pop(ReadApps)
    before = len(shown.link.of(ReadApps))
    for _ in range(3):
        shown.page.activated()  # what the timer does, and what follows a change
    assert len(shown.link.of(ReadApps)) == before + 1
    shown.link.answer(ReadApps, answer)
    assert len(shown.link.of(ReadApps)) == before + 2
    shown.link.answer(ReadApps, answer, 1)
    assert len(shown.link.of(ReadApps)) == before + 2
    assert list(shown.page.cards) == ["claude-desktop"]


def test_an_app_with_a_hook_is_asked_for_on_a_press_of_its_own(shown: Shown) -> None:
    shown.link.replies[ReadApps] = AiApps((replace(CODEX, hook="off"), replace(DESKTOP, hook="on")), ())
    shown.link.replies[PlanApp] = replace(PLAN, hook=True, moves=0)
    shown.page.activated()
    assert "It asks before it uses tools of its own, too." in shown.read()
    assert not shown.page.cards["claude-desktop"].ask.isVisible()
    shown.page.cards["codex"].ask.click()
    assert shown.link.of(PlanApp) == [PlanApp(("codex",), hook=True)]
    assert "Let Codex ask before its own tools, too?" in shown.read()
    shown.question.agree.pressed.emit()
    assert shown.link.of(AttachApp) == [AttachApp(("codex",), PLAN.digest, hook=True)]


def test_a_hook_that_the_app_does_not_run_is_not_said_to_ask(shown: Shown) -> None:
    setting = "disableAllHooks in /home/ana/.claude/settings.json\u202e"
    shown.link.replies[ReadApps] = AiApps((replace(DESKTOP, hook="on", hooks_off=setting, attached=True),), ())
    shown.page.activated()
    said = shown.read()
    assert "nobody is asked before it uses tools of its own" in said
    assert "disableAllHooks in /home/ana/.claude/settings.json" in said.replace("\u200b", "")
    assert "\u202e" not in said
    assert "It asks before" not in said
    assert not shown.page.cards["claude-desktop"].unhook.isHidden()


def test_an_app_stops_asking_before_its_own_tools_after_an_armed_yes(shown: Shown) -> None:
    shown.link.replies[ReadApps] = AiApps((replace(CODEX, hook="off"), replace(DESKTOP, hook="on", attached=True)), ())
    shown.link.replies[DetachApp] = AppDetached(())
    shown.page.activated()
    assert shown.page.cards["codex"].unhook.isHidden()
    shown.page.cards["claude-desktop"].unhook.click()
    assert "Let Claude Desktop use its own tools without asking Assent?" in shown.read()
    assert shown.link.of(DetachApp) == []
    shown.question.agree.pressed.emit()
    assert shown.link.of(DetachApp) == [DetachApp("claude-desktop", hook=True)]


def test_a_hook_that_was_left_alone_is_said_to_ask_on() -> None:
    gone = AppDetached((RestoredFile("/x", True),))
    assert words.unhooked("claude-desktop", gone).startswith("Claude Desktop uses its own tools without asking")
    left = AppDetached((RestoredFile("/x", False, ("hooks.PreToolUse\u202e",)),))
    said = words.unhooked("claude-desktop", left)
    assert said.startswith("Claude Desktop may go on asking.")
    assert "hooks.PreToolUse" in said
    assert "\u202e" not in said


def test_a_file_that_could_not_be_given_back_is_told_with_the_reason() -> None:
    kept = AppDetached((RestoredFile("/y", True), RestoredFile("/x", False, problem="/x: ends before }")))
    said = words.detached("claude-desktop", kept)
    assert said.startswith("The files of Claude Desktop were restored as far as possible")
    assert said.endswith("/x: ends before }.")


def test_apps_that_cannot_be_read_leave_the_first_look_in_its_place(shown: Shown) -> None:
    shown.link.replies |= looks() | {PlanApp: replace(PLAN, starts=STARTS.starts)}
    shown.page.cards["codex"].attach.click()
    shown.question.agree.pressed.emit()
    look = shown.page.first_look
    assert look is not None
    shown.link.replies[ReadApps] = AssentError("a file could not be read")
    shown.page.activated()  # what the timer does
    assert look.isVisible()
    assert "A file could not be read" in shown.read()
    shown.page.close_question()  # what another question does
    assert look._has_ended  # noqa: SLF001
