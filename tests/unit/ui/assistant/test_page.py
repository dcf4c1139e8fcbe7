"""The assistant's page."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from host.control.protocol import CallEnded, Done, ReadStory, StartDemonstration, StopStory, Story, TellStory
from host.control.views import Asked, AssistantEntry, AssistantPhase, StoryStep
from host.errors import AssentError
from host.model import App, ServerRef
from tests.support.window import FakeLink, asked, state
from ui.assistant.conversation import APP
from ui.assistant.page import BEGIN, AssistantPage, CallCard, MessageBubble
from ui.consent.controller import ConsentController
from ui.toast_messages import ToastMessage

STEPS = (StoryStep("add", "Add two numbers"), StoryStep("note", "Write a note"))
HELLO = AssistantEntry(1, "assistant", "Hello. I am a script.")
CARD = AssistantEntry(2, "call", "", "workspace", "write_file", '{"path": "notes/today.txt"}', "proposed")
QUESTION = asked(
    {"path": "notes/today.txt"}, app=App(APP, True), server=ServerRef("workspace", "c" * 64, "d" * 64), call_id="c1"
)


def page_of(
    qtbot: QtBot, phase: AssistantPhase = "idle", *entries: AssistantEntry, link: FakeLink | None = None,
    consent: ConsentController | None = None,
) -> tuple[AssistantPage, FakeLink]:  # fmt: skip
    link = link or FakeLink()
    link.replies = {ReadStory: Story(STEPS, entries), TellStory: Done(), StopStory: Done()}
    page = AssistantPage(link, consent or ConsentController(FakeLink()))
    qtbot.addWidget(page)
    page.resize(900, 500)
    page.set_state(state(assistant=phase))
    page.show()
    return page, link


def texts(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def card_of(page: AssistantPage, number: int = 2) -> CallCard:
    card = page.talk.widgets[number]
    assert isinstance(card, CallCard)
    return card


def test_outside_the_demonstration_one_button_starts_it_and_the_host_is_asked_nothing_before(qtbot: QtBot) -> None:
    page, link = page_of(qtbot, "absent")
    page.activated()
    assert "a profile that is thrown away" in texts(page)
    assert not page.tell_button.isVisible()
    assert link.requests == []
    start = next(button for button in page.findChildren(QPushButton) if button.text() == "Start the demonstration")
    start.click()
    start.click()
    assert link.requests == [StartDemonstration()]
    told: list[ToastMessage] = []
    page.happened.connect(told.append)
    link.answer(StartDemonstration, Done())
    assert told == [ToastMessage("The demonstration opens in a window of its own.")]
    assert start.isEnabled()


def test_a_demonstration_that_does_not_start_says_why(qtbot: QtBot) -> None:
    page, link = page_of(qtbot, "absent")
    link.replies[StartDemonstration] = AssentError("the demonstration runs already, in a window of its own")
    next(button for button in page.findChildren(QPushButton) if button.text() == "Start the demonstration").click()
    assert "The demonstration runs already" in texts(page)


def test_it_says_that_no_model_is_involved_whatever_was_said(qtbot: QtBot) -> None:
    for phase, entries in (("idle", ()), ("running", (HELLO,)), ("ended", (HELLO, CARD))):
        page, _ = page_of(qtbot, phase, *entries)  # type: ignore[arg-type]  # each is a phase
        assert "no model is involved" in texts(page)


def test_before_anything_was_said_it_offers_the_story_and_its_chapters(qtbot: QtBot) -> None:
    page, link = page_of(qtbot)
    assert "about three minutes" in texts(page)
    assert list(page.chapters.buttons) == ["add", "note"]
    assert not page.chapters.more.isVisible()
    assert not page.tell_button.isVisible()
    next(button for button in page.findChildren(QPushButton) if button.text() == BEGIN).click()
    page.chapters.buttons["note"].click()
    assert [request.step for request in link.of(TellStory)] == ["", "note"]


def test_more_chapters_are_shown_on_demand_whatever_place_they_came_in(qtbot: QtBot) -> None:
    page, link = page_of(qtbot)
    link.replies[ReadStory] = Story((StoryStep("slow", "Be slow", more=True), *STEPS), ())
    page.activated()
    QApplication.processEvents()
    chapters = page.chapters
    assert list(chapters.buttons) == ["add", "note", "slow"]
    assert [made.isVisible() for made in chapters.buttons.values()] == [True, True, False]
    chapters.more.click()
    assert all(made.isVisible() for made in chapters.buttons.values())
    assert chapters.more.accessibleName() == "Hide the other chapters"
    chapters.buttons["slow"].click()
    assert link.of(TellStory) == [TellStory("slow")]
    chapters.more.click()
    assert not chapters.buttons["slow"].isVisible()


def test_while_a_story_is_told_it_can_be_stopped_and_no_other_begun(qtbot: QtBot) -> None:
    page, link = page_of(qtbot, "running", HELLO)
    assert not page.tell_button.isEnabled()
    assert not any(button.isEnabled() for button in page.chapters.buttons.values())
    page.stop_button.click()
    assert len(link.of(StopStory)) == 1
    page.set_state(state(assistant="ended"))
    assert page.tell_button.isEnabled()
    assert not page.stop_button.isEnabled()


def test_a_refusal_of_the_host_is_shown_beside_the_buttons(qtbot: QtBot) -> None:
    page, link = page_of(qtbot)
    link.replies[TellStory] = AssentError("the story is being told already")
    page.tell_button.click()
    assert page.problem.isVisible()
    assert "The story is being told already" in texts(page)
    link.replies[TellStory] = Done()
    page.tell_button.click()
    assert not page.problem.isVisible()


def test_a_card_goes_from_proposed_over_waiting_to_its_result(qtbot: QtBot) -> None:
    page, link = page_of(qtbot, "running", HELLO, CARD)
    assert "Proposed" in texts(card_of(page))
    link.asked.emit(QUESTION)
    assert "Waiting for you" in texts(card_of(page))
    assert "Waiting for you" in card_of(page).accessibleName()
    link.ended.emit(CallEnded("c1", "approver", ""))
    assert "Running" in texts(card_of(page))
    before = card_of(page)
    link.assistant_said.emit(
        AssistantEntry(2, "call", "", CARD.server, CARD.tool, CARD.arguments, "tool error", "File already exists.")
    )
    assert card_of(page) is before
    assert "Tool error" in texts(before)
    assert "File already exists." in texts(before)


class RecordingController(ConsentController):
    """The real one. Attributes: brought: the calls whose question was brought."""

    def __init__(self, link: FakeLink) -> None:
        super().__init__(link)
        self.brought: list[str] = []

    def show_call(self, call_id: str) -> None:
        self.brought.append(call_id)
        super().show_call(call_id)


def waiting(qtbot: QtBot, *before: Asked) -> tuple[AssistantPage, FakeLink, RecordingController]:
    """A page that is made when ``before`` was asked already."""
    link = FakeLink()
    consent = RecordingController(link)
    qtbot.addWidget(consent.window)
    for question in before:
        link.asked.emit(question)
    page, _ = page_of(qtbot, "running", HELLO, CARD, link=link, consent=consent)
    return page, link, consent


def test_a_card_waits_also_where_its_question_came_before_the_page(qtbot: QtBot) -> None:
    page, link, _ = waiting(qtbot, QUESTION)
    assert "Waiting for you" in texts(card_of(page))
    link.ended.emit(CallEnded("c1", "approver", ""))
    assert "Running" in texts(card_of(page))


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_on_a_waiting_card_brings_its_question(qtbot: QtBot, key: Qt.Key) -> None:
    page, _, consent = waiting(qtbot, QUESTION)
    QTest.keyClick(card_of(page).question, key)
    assert consent.brought == ["c1"]
    assert (consent.window.isVisible(), consent.window.call_id) == (True, "c1")


def test_a_click_on_its_button_brings_the_question_of_a_waiting_card(qtbot: QtBot) -> None:
    page, _, consent = waiting(qtbot, QUESTION)
    card = card_of(page)
    QTest.mouseClick(card.inputs_button, Qt.MouseButton.LeftButton)
    QTest.keyClick(card, Qt.Key.Key_A)
    assert consent.brought == []
    QTest.mouseClick(card.question, Qt.MouseButton.LeftButton)
    assert consent.brought == ["c1"]
    assert card.question.accessibleName() == "Show question: write_file on workspace"


def test_a_card_that_does_not_wait_leads_nowhere(qtbot: QtBot) -> None:
    page, link, consent = waiting(qtbot)
    card = card_of(page)
    assert not card.question.isVisible()
    link.asked.emit(QUESTION)
    assert card.question.isVisible()
    card.question.setFocus()
    link.ended.emit(CallEnded("c1", "approver", ""))
    assert not card.question.isVisible()
    assert page.window().focusWidget() is card.inputs_button
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert consent.brought == []


def test_the_titles_of_chapters_that_come_when_the_page_is_on_screen_can_be_read_to_their_ends(qtbot: QtBot) -> None:
    page, link = page_of(qtbot, "absent")
    link.replies[ReadStory] = Story((*STEPS, StoryStep("trial", "Analyse a clinical trial with a long title")), ())
    page.set_state(state(assistant="idle"))

    def fit() -> None:
        assert page.chapters.buttons["trial"].isVisible()
        for button in page.chapters.buttons.values():
            place = QRect(button.mapTo(page.chapters, QPoint()), button.size())
            assert page.chapters.rect().contains(place)
            assert button.width() >= button.sizeHint().width()

    qtbot.waitUntil(fit)


def test_s04_what_the_assistant_says_is_plain_escaped_text(qtbot: QtBot) -> None:
    evil = AssistantEntry(3, "assistant", "<b>x</b>\u202e\n<img src=x>")
    page, _ = page_of(qtbot, "ended", evil)
    said = page.talk.widgets[3]
    assert texts(said) == "<b>x</b>⟨U+202E⟩\n<img src=x>"
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in said.findChildren(QLabel))


def test_s07_a_long_result_and_one_unbroken_word_are_folded(qtbot: QtBot) -> None:
    long = AssistantEntry(2, "call", "", "s", "t", "{}", "succeeded", "x" * 4_000)
    page, _ = page_of(qtbot, "ended", long)
    assert page.talk.widgets[2].minimumSizeHint().width() < page.talk.width()
    assert "4,000 characters" in texts(page.talk.widgets[2])


def test_inputs_are_folded_until_they_are_wanted(qtbot: QtBot) -> None:
    page, _ = page_of(qtbot, "ended", CARD)
    card = card_of(page)
    assert card.inputs_button.accessibleName() == "Show inputs"
    card.inputs_button.click()
    assert "27 characters" in texts(card)
    assert card.inputs_button.accessibleName() == "Hide inputs"
    card.inputs_button.click()
    assert "27 characters" not in texts(card)


def test_it_follows_what_is_said_only_for_who_is_at_the_end(qtbot: QtBot) -> None:
    many = [AssistantEntry(number, "assistant", f"line {number}") for number in range(1, 30)]
    page, link = page_of(qtbot, "running", *many)
    bar = page.talk.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    link.assistant_said.emit(AssistantEntry(30, "assistant", "the newest"))
    qtbot.waitUntil(lambda: page.talk.widgets[30].height() > 0 and bar.value() == bar.maximum())
    bar.setValue(0)
    end = bar.maximum()
    link.assistant_said.emit(AssistantEntry(31, "assistant", "newer still"))
    qtbot.waitUntil(lambda: bar.maximum() > end)
    assert bar.value() == 0


def test_a_note_is_assents_own_and_looks_otherwise(qtbot: QtBot) -> None:
    page, _ = page_of(qtbot, "failed", HELLO, AssistantEntry(2, "note", "The scripted assistant ended."))
    said, note = page.talk.widgets[1], page.talk.widgets[2]
    assert isinstance(said, MessageBubble)
    assert isinstance(note, MessageBubble)
    assert (said.speaks, note.speaks) == (True, False)
    assert "stopped unexpectedly" in texts(page)


def test_coming_back_to_the_page_shows_what_the_host_knows(qtbot: QtBot) -> None:
    page, link = page_of(qtbot, "ended", HELLO)
    link.replies[ReadStory] = Story(STEPS, (HELLO, CARD))
    page.activated()
    assert list(page.talk.widgets) == [1, 2]
    link.replies[ReadStory] = Story(STEPS, ())
    page.activated()
    assert page.talk.is_empty
    assert "about three minutes" in texts(page)


def test_every_control_has_a_name_and_can_be_reached_by_keyboard(qtbot: QtBot) -> None:
    page, _ = page_of(qtbot, "ended", HELLO, CARD)
    for button in page.findChildren(QAbstractButton):
        assert button.accessibleName() or button.isHidden()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
