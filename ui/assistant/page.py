"""The assistant's page: the conversation, the list of chapters, and the buttons that start and stop the story.

Invariants: the page always says that no model is involved; outside the demonstration it offers to start it; nothing
here answers a call; no chapter can be chosen while the story is being told.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Self

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from host.control import protocol
from host.control.views import Asked, AssistantEntry, AssistantPhase, Explanation, HostState, StoryStep
from host.text import Untrusted
from host.values import replace
from ui import icons, masking, theme
from ui.assistant.conversation import SUBTITLE, Conversation, phase_sentence, status_style
from ui.consent.controller import ConsentController
from ui.inputs.text_block import TextBlock, prose
from ui.link import Link
from ui.pages import Page
from ui.rules.explanation import AskWhy, WhyButton
from ui.text import button, label, named, set_button_text
from ui.toast_messages import ToastMessage
from ui.tr import mark, tr, translated
from ui.waiting.rows import summarize_json
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, Stack, fill, grow, holder, refill, top
from ui.widgets.cards import Card, Notice, rule
from ui.widgets.controls import hidden, show_text
from ui.widgets.labels import Badge, ElidedLabel, Glyph, turn_caret
from ui.widgets.page_parts import EmptyState, PageHeader
from ui.widgets.scroll import FadeScroll, SmallRoom, scroll_into_view

_SHORT_NAME: Final = 24  # most characters of a name that is never cut


class MessageBubble(QWidget):
    """A message of the assistant, or a note of Assent. ``speaks``: whether it is the assistant's."""

    def __init__(self, entry: AssistantEntry, *, goes_on: bool) -> None:
        """``goes_on``: whether the entry before was the assistant's too, so that the icon is not repeated."""
        super().__init__()
        is_note = entry.role == "note"
        self.speaks = not is_note
        words = Untrusted(entry.text)
        card = Card("notice-amber" if is_note else "notice-neutral")
        said = label(entry.text, wrap=True) if is_note else prose(words, tr("What it says"))
        card.body.addWidget(said)
        card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        row = boxes.row(theme.GROUP, self, (icons.MEDIUM + theme.GROUP if goes_on else 0, 0, 0, 0))
        if not goes_on:
            glyph = Glyph("info" if is_note else "robot", icons.MEDIUM, "amber" if is_note else "muted")
            row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(card, 1)
        named(self, entry.text if is_note else tr("The assistant says"), "" if is_note else words)


class CallCard(QWidget):
    """The card of a proposed call."""

    wanted = Signal()  # the person wants to see the question that this card waits for
    unfolded = Signal()  # more of the card is shown

    def __init__(self, entry: AssistantEntry, status: str, explain: AskWhy) -> None:
        """``explain``: asks the host why the call was decided as it was."""
        super().__init__()
        self.entry = entry
        self._status = status
        self._result: QWidget | None = None
        self._shown_result = ""
        self._block: TextBlock | None = None
        style = status_style(status)
        self.state = Badge(style.word, style.tone, style.icon)
        self.inputs_button = button("", "fold", on_click=self._toggle)
        self.question = hidden(button(tr("Show question"), on_click=self.wanted))
        self.why = WhyButton(explain, "fold")
        for unfolds in (self.inputs_button, self.why.button):
            unfolds.clicked.connect(self.unfolded)
        self.why.explained.connect(self.unfolded)
        self._preview = ElidedLabel(summarize_json(entry.arguments.encode("utf-8", "replace")), "right", "muted")
        self._card = Card("card")
        self._lay_out()
        self._label_inputs_button(False)
        self._show()

    def show_entry(self, entry: AssistantEntry, status: str) -> None:
        """Show the call as it is now."""
        if (entry, status) != (self.entry, self._status):
            self.entry, self._status = entry, status
            self._show()

    def _show(self) -> None:
        entry, style = self.entry, status_style(self._status)
        self.state.set(style.word, style.tone, style.icon)
        call = f"{Untrusted(entry.tool)} on {Untrusted(entry.server)}"
        named(self, tr("Call of {call}: {word}", call=call, word=style.word))
        named(self.question, tr("Show question: {call}", call=call))
        named(self.why.button, tr("Why?"), call)
        self._show_question_button()
        if entry.result != self._shown_result:
            self._show_result(entry.result)
        self.why.button.setVisible(self._status not in ("proposed", "running"))  # it may not have been judged yet
        self.why.reset()  # the explanation may be outdated

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Go to the question on Enter, if the card waits."""
        if self._waits and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.wanted.emit()
        else:
            super().keyPressEvent(event)

    @property
    def _waits(self) -> bool:
        return self._status == "waiting"

    def _show_question_button(self) -> None:
        if not self._waits and self.window().focusWidget() is self.question:
            self.inputs_button.setFocus(Qt.FocusReason.OtherFocusReason)  # or Qt would move the focus anywhere
        self.question.setVisible(self._waits)

    def _lay_out(self) -> None:
        entry = self.entry
        server = Untrusted(entry.server)
        head = fill(
            boxes.row(theme.GROUP),
            label(server, "muted") if len(entry.server) <= _SHORT_NAME else ElidedLabel(server, role="muted"),
            Glyph("caret-right", icons.SMALL, "muted"),
            grow(ElidedLabel(Untrusted(entry.tool), role="strong")),
            top(self.state),
        )
        inputs = fill(boxes.row(theme.SPACE), self.inputs_button, grow(self._preview), self.why.button, self.question)
        fill(self._card.body, head, inputs, self.why)
        boxes.row(0, self, (icons.MEDIUM + theme.GROUP, 0, 0, 0)).addWidget(self._card)

    def _toggle(self) -> None:
        if self._block is None:
            self._block = hidden(TextBlock())
            self._block.show_text(Untrusted(masking.mask_json(self.entry.arguments)), tr("Inputs"))
            self._card.body.insertWidget(2, self._block)
        is_opened = self._block.isHidden()
        self._block.setVisible(is_opened)
        self._label_inputs_button(is_opened)

    def _label_inputs_button(self, is_opened: bool) -> None:
        set_button_text(self.inputs_button, tr("Hide inputs") if is_opened else tr("Inputs"))
        named(self.inputs_button, tr("Hide inputs") if is_opened else tr("Show inputs"))
        self._preview.setVisible(not is_opened)
        turn_caret(self.inputs_button, is_open=is_opened)

    def _show_result(self, text: str) -> None:
        boxes.discard(self._card.body, self._result)
        self._shown_result = text
        self._result = prose(Untrusted(text), tr("Result")) if text else None
        if self._result is not None:
            self._card.body.insertWidget(self._card.body.count() - 1, self._result)  # the explanation stays last
            self._result.show()


_MAX_WIDTH: Final = 760  # pixels of the longest line
NOT_FOUND: Final = mark("It is unknown which call of the log this is. The page History has them all.")
GRANTED: Final = mark("You were not asked: a grant of yours answered.")


class ConversationView(FadeScroll):
    """The conversation."""

    wanted = Signal(str)  # the id of a waiting call whose question the person wants to see

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link, self._conversation = link, Conversation()
        self.widgets: dict[int, MessageBubble | CallCard] = {}
        self._is_following = True
        column = QWidget()
        column.setMaximumWidth(_MAX_WIDTH)
        self._list = fill(boxes.column(theme.GROUP + theme.SPACE, column, (0, 0, theme.SECTION, theme.PAGE)), STRETCH)
        content = _Content()
        fill(boxes.row(0, content), grow(column, 1000), STRETCH)
        self.setWidget(content)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._on_scrolled)
        bar.rangeChanged.connect(self._on_range_changed)
        named(self, tr("Conversation"))

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said yet."""
        return not self.widgets

    def start_with(self, entries: tuple[AssistantEntry, ...]) -> None:
        """Replace all entries by these."""
        if entries == tuple(self._conversation.entries.values()):
            return
        for number in tuple(self.widgets):
            self._drop(number)
        self._conversation.start_over(entries)
        for entry in entries:
            self._add(entry)
        self._is_following = True

    def show_entry(self, entry: AssistantEntry) -> None:
        """Show an entry that is new or changed."""
        self._conversation.set_entry(entry)
        widget = self.widgets.get(entry.number)
        if isinstance(widget, CallCard) and entry.role == "call":
            widget.show_entry(entry, self._conversation.status(entry.number))
        else:
            if widget is not None:
                self._drop(entry.number)
            self._add(entry)

    def note_question(self, asked: Asked) -> None:
        """Update the card that a new question is about, if there is one."""
        self._conversation.note_question(asked)
        self._refresh()

    def note_end(self, ended: protocol.CallEnded) -> None:
        """Update the card whose question ended."""
        self._conversation.note_end(ended)
        self._refresh()

    def _refresh(self) -> None:
        for number, card in self.widgets.items():
            if isinstance(card, CallCard):
                card.show_entry(card.entry, self._conversation.status(number))

    def _explain(self, number: int, explained: Callable[[Explanation], None], failed: Callable[[str], None]) -> None:
        """Ask the host why the call of a card was decided as it was. One of the functions gets the answer."""

        def with_grant(explanation: Explanation) -> None:
            """Add that a grant answered: according to the rules a person would have been asked."""
            explained(replace(explanation, note=f"{tr(GRANTED)} {translated(explanation.note)}".strip()))

        if call_id := self._conversation.call_id(number):
            by_grant = self._conversation.entries[number].decided_by == "grant"
            self._link.send(protocol.WhyCall(call_id), with_grant if by_grant else explained, failed)
        else:
            failed(tr(NOT_FOUND))

    def _add(self, entry: AssistantEntry) -> None:
        widget: MessageBubble | CallCard
        if entry.role == "call":
            widget = CallCard(entry, self._conversation.status(entry.number), partial(self._explain, entry.number))
            widget.wanted.connect(lambda: self.wanted.emit(self._conversation.call_id(entry.number)))
            widget.unfolded.connect(partial(self._on_unfolded, widget))
        else:
            last = self.widgets[max(self.widgets)] if self.widgets else None
            widget = MessageBubble(
                entry, goes_on=entry.role == "assistant" and isinstance(last, MessageBubble) and last.speaks
            )
        self.widgets[entry.number] = widget
        self._list.insertWidget(self._list.count() - 1, widget)

    def _drop(self, number: int) -> None:
        boxes.discard(self._list, self.widgets.pop(number))

    def _on_unfolded(self, card: CallCard) -> None:
        """Keep a card visible after it grew, once its parts are laid out."""
        self._is_following = False
        QTimer.singleShot(0, card, partial(scroll_into_view, card))

    def _on_scrolled(self, value: int) -> None:
        self._is_following = value >= self.verticalScrollBar().maximum() - theme.PAGE

    def _on_range_changed(self, _low: int, high: int) -> None:
        if self._is_following:
            self.verticalScrollBar().setValue(high)


class _Content(QWidget):
    """Content that is no higher than its text needs: labels would ask for the height at their least width."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The least width; the height follows from the width."""
        return QSize(super().minimumSizeHint().width(), 0)


BEGIN: Final = mark("Begin")
_ABSENT, _QUIET, _TALKING = range(3)


class AssistantPage(Page):
    """The scripted assistant."""

    OWN_ALERTS = frozenset({"demo"})

    def __init__(self, link: Link, consent: ConsentController) -> None:
        """``consent``: the questions that wait; it shows the one that a card is about."""
        super().__init__(link)
        self._consent = consent
        self._phase: AssistantPhase = "absent"
        self.talk = ConversationView(link)
        self.chapters = ChapterList()
        self.tell_button = button(tr("Tell the story again"), on_click=partial(self._tell, ""))
        self.problem = hidden(Notice("red", tr("That did not work")))
        self.stop_button = button(
            tr("Stop"), on_click=lambda: link.send(protocol.StopStory(), None, self.problem.tell_why)
        )
        self._header = PageHeader(tr("Assistant"), tr(SUBTITLE))
        self._phase_label = label("", "caption", wrap=True)
        self._lay_out()
        self._connect()
        self._show_phase()

    @classmethod
    def build(cls, link: Link, consent: ConsentController) -> Self:
        """Make the page with the questions that wait."""
        return cls(link, consent)

    def set_state(self, state: HostState) -> None:
        """Show the phase of the story."""
        if state.assistant != self._phase:
            phase_before, self._phase = self._phase, state.assistant
            self._show_phase()
            if phase_before == "absent":
                self._read()

    def activated(self) -> None:
        """Read the story again."""
        if self._phase != "absent":
            self._read()

    def _lay_out(self) -> None:
        self.tell_button.setIcon(icons.icon("play"))
        self.stop_button.setIcon(icons.icon("stop"))
        fill(self._header.actions, self.stop_button, self.tell_button)
        self._phase_label.setIndent(theme.GROUP + theme.SPACE)
        self._quiet = EmptyState(
            "chats",
            tr("See how Assent asks"),
            tr("Five short chapters, about three minutes. A script proposes calls, and you say yes or no."),
            tr(BEGIN),
            "primary",
        )
        self._absent = EmptyState(
            "robot",
            tr("See Assent at work"),
            tr(
                "A scripted assistant proposes calls to small servers made for this, and you decide. It opens in a"
                " window of its own, with a profile that is thrown away at its end. Nothing of yours is touched."
            ),
            tr("Start the demonstration"),
            "primary",
        )
        self._stack = Stack(self._absent, self._quiet, self.talk)
        side = fill(boxes.column(theme.GROUP), grow(self.chapters), self._phase_label)
        body = fill(boxes.row(theme.PAGE), grow(self._stack), side)
        column = boxes.column(theme.SECTION, self, (theme.PAGE, theme.PAGE, theme.PAGE, theme.SECTION))
        fill(column, self._header, self.problem, rule(), grow(body))

    def _connect(self) -> None:
        self._quiet.acted.connect(partial(self._tell, ""))
        self._absent.acted.connect(self._start_demonstration)
        self.chapters.chosen.connect(self._tell)
        self._link.assistant_said.connect(self._on_entry)
        self._link.asked.connect(self.talk.note_question)
        self._link.ended.connect(self.talk.note_end)
        self.talk.wanted.connect(self._consent.show_call)
        self._consent.changed.connect(self._on_queue)
        self._on_queue()

    def _read(self) -> None:
        self._link.send(protocol.ReadStory(), self._on_story, self.problem.tell_why)

    def _on_story(self, story: protocol.Story) -> None:
        self.chapters.show_steps(story.steps, enabled=self._phase != "running")
        self.talk.start_with(story.entries)
        self._show_phase()

    def _on_entry(self, entry: AssistantEntry) -> None:
        self.talk.show_entry(entry)
        self._show_stack()

    def _on_queue(self) -> None:
        """Take note of questions, also of those from before this page was created."""
        for asked in self._consent.waiting:
            self.talk.note_question(asked)

    def _tell(self, step: str) -> None:
        self.problem.hide()
        self._link.send(protocol.TellStory(step), None, self.problem.tell_why)

    def _start_demonstration(self) -> None:
        self.problem.hide()
        self._absent.action.setEnabled(False)
        self._link.send(protocol.StartDemonstration(), self._on_started, self._on_not_started)

    def _on_started(self, _: protocol.Done) -> None:
        self._absent.action.setEnabled(True)
        self.happened.emit(ToastMessage(tr("The demonstration opens in a window of its own.")))

    def _on_not_started(self, reason: str) -> None:
        self._absent.action.setEnabled(True)
        self.problem.tell_why(reason)

    def _show_phase(self) -> None:
        absent, running = self._phase == "absent", self._phase == "running"
        self.tell_button.setEnabled(not running)
        self.stop_button.setEnabled(running)
        self.chapters.setVisible(not absent)
        self.chapters.set_enabled(not running)
        self._header.set_subtitle("" if absent else tr(SUBTITLE))
        show_text(self._phase_label, phase_sentence(self._phase))
        self._show_stack()

    def _show_stack(self) -> None:
        index = _ABSENT if self._phase == "absent" else _QUIET if self.talk.is_empty else _TALKING
        self._stack.setCurrentIndex(index)
        for part in (self.tell_button, self.stop_button):
            part.setVisible(index == _TALKING)  # the other views have their own button


class ChapterList(QWidget):
    """The buttons that tell one chapter each."""

    chosen = Signal(str)  # the id of a chapter

    def __init__(self) -> None:
        super().__init__()
        self.buttons: dict[str, QPushButton] = {}
        self._main_column, self._others_column = boxes.column(0), boxes.column(0)
        self._others = holder(self._others_column)
        self.more = button(tr("More chapters"), "nav", on_click=lambda: self._show_others(self._others.isHidden()))
        heading = label(tr("Chapters"), "heading")
        heading.setIndent(theme.GROUP + theme.SPACE)  # as far in as the buttons' icons
        inner = holder(fill(boxes.column(0), self._main_column, self.more, self._others, STRETCH))
        fill(boxes.column(theme.GROUP, self), heading, grow(SmallRoom(inner)))
        named(self, tr("Chapters"))
        self._show_others(False)
        self.more.hide()

    def show_steps(self, steps: tuple[StoryStep, ...], *, enabled: bool) -> None:
        """List these chapters."""
        if set(self.buttons) != {step.id for step in steps}:
            self.buttons = {step.id: self._make(step) for step in sorted(steps, key=lambda step: step.more)}
            others = [self.buttons[step.id] for step in steps if step.more]
            refill(self._main_column, *(self.buttons[step.id] for step in steps if not step.more))
            refill(self._others_column, *others)
            self.more.setVisible(bool(others))
            self.set_enabled(enabled)

    def _make(self, step: StoryStep) -> QPushButton:
        chapter_button = button(step.title, "nav", on_click=partial(self.chosen.emit, step.id))
        chapter_button.setIcon(icons.icon("play", "muted"))
        named(chapter_button, tr("Tell the chapter: {title}", title=step.title))
        return chapter_button

    def _show_others(self, is_open: bool) -> None:
        self._others.setVisible(is_open)
        turn_caret(self.more, is_open=is_open)
        named(self.more, tr("Hide the other chapters") if is_open else tr("More chapters"))

    def set_enabled(self, enabled: bool) -> None:
        """Set whether a chapter can be chosen."""
        for chapter_button in self.buttons.values():
            chapter_button.setEnabled(enabled)
