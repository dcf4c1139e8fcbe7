"""The assistant's page.

Owns: the scripted demonstration as people see it: the conversation, the list of its chapters, and the buttons that
start and stop it.

Invariants: it says at all times that no model is involved; outside the demonstration it offers to start it; nothing
here answers a call; no chapter can be chosen while the story is being told.
"""

from __future__ import annotations

from functools import partial
from typing import Final, Self

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from host.control.protocol import Done, ReadStory, StartDemonstration, StopStory, Story, TellStory
from host.control.views import AssistantEntry, AssistantPhase, HostState, StoryStep
from ui import icons, theme
from ui.assistant.conversation import SUBTITLE, phase_sentence
from ui.assistant.conversation_view import ConversationView
from ui.consent.controller import ConsentController
from ui.link import Link
from ui.news import News
from ui.pages import Page
from ui.text import button, label, named, set_text
from ui.tr import mark, tr
from ui.widgets import boxes
from ui.widgets.boxes import Stack
from ui.widgets.cards import Notice, rule
from ui.widgets.page_parts import EmptyState, PageHeader
from ui.widgets.scroll import FadeScroll

BEGIN: Final = mark("Begin")
_ABSENT, _QUIET, _TALKING = range(3)


class AssistantPage(Page):
    """The scripted assistant.

    Attributes:
        talk: the conversation.
        chapters: the list of chapters.
        tell_button: tells the story once more.
        stop_button: stops it.
        problem: what the host refused.
    """

    OWN_ALERTS = frozenset({"demo"})

    def __init__(self, link: Link, consent: ConsentController) -> None:
        """``consent``: has the questions that wait, and shows the one that a card is about."""
        super().__init__(link)
        self._consent = consent
        self._phase: AssistantPhase = "absent"
        self.talk = ConversationView(link)
        self.chapters = ChapterList()
        self.tell_button = button(tr("Tell the story again"))
        self.stop_button = button(tr("Stop"))
        self.problem = Notice("red", "")
        self._header = PageHeader(tr("Assistant"), tr(SUBTITLE))
        self._phase_label = label("", "caption", wrap=True)
        self._body = QWidget()
        self._stack = Stack()
        self._lay_out()
        self._connect()
        self._show_phase()

    @classmethod
    def build(cls, link: Link, consent: ConsentController) -> Self:
        """Make the page with the questions that wait."""
        return cls(link, consent)

    def set_state(self, state: HostState) -> None:
        """Show how the story stands."""
        if state.assistant != self._phase:
            was, self._phase = self._phase, state.assistant
            self._show_phase()
            if was == "absent":
                self._read()

    def activated(self) -> None:
        """Read the story again."""
        if self._phase != "absent":
            self._read()

    def _lay_out(self) -> None:
        self.tell_button.setIcon(icons.icon("play"))
        self.stop_button.setIcon(icons.icon("stop"))
        self._header.actions.addWidget(self.stop_button)
        self._header.actions.addWidget(self.tell_button)
        self.problem.hide()
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
        for page in (self._absent, self._quiet, self.talk):
            self._stack.addWidget(page)
        side = boxes.column(theme.GROUP)
        side.addWidget(self.chapters, 1)
        side.addWidget(self._phase_label)
        row = boxes.row(theme.PAGE, self._body)
        row.addWidget(self._stack, 1)
        row.addLayout(side)
        column = boxes.column(theme.SECTION, self, (theme.PAGE, theme.PAGE, theme.PAGE, theme.SECTION))
        column.addWidget(self._header)
        column.addWidget(self.problem)
        column.addWidget(rule())
        column.addWidget(self._body, 1)

    def _connect(self) -> None:
        self.tell_button.clicked.connect(partial(self._tell, ""))
        self.stop_button.clicked.connect(self._stop)
        self._quiet.acted.connect(partial(self._tell, ""))
        self._absent.acted.connect(self._start_demonstration)
        self.chapters.chosen.connect(self._tell)
        self._link.assistant_said.connect(self._on_entry)
        self._link.asked.connect(self.talk.asked)
        self._link.ended.connect(self.talk.ended)
        self.talk.wanted.connect(self._consent.bring)
        self._consent.changed.connect(self._on_queue)
        self._on_queue()

    def _read(self) -> None:
        self._link.send(ReadStory(), self._on_story, self._failed)

    def _on_story(self, story: Story) -> None:
        self.chapters.show_steps(story.steps, enabled=self._phase != "running")
        self.talk.start_with(story.entries)
        self._show_phase()

    def _on_entry(self, entry: AssistantEntry) -> None:
        self.talk.put(entry)
        self._show_stack()

    def _on_queue(self) -> None:
        """Take note of questions that came up before this page was made."""
        for asked in self._consent.waiting:
            self.talk.asked(asked)

    def _tell(self, step: str) -> None:
        self.problem.hide()
        self._link.send(TellStory(step), None, self._failed)

    def _start_demonstration(self) -> None:
        self.problem.hide()
        self._absent.action.setEnabled(False)
        self._link.send(StartDemonstration(), self._on_started, self._on_not_started)

    def _on_started(self, _: Done) -> None:
        self._absent.action.setEnabled(True)
        self.happened.emit(News(tr("The demonstration opens in a window of its own.")))

    def _on_not_started(self, why: str) -> None:
        self._absent.action.setEnabled(True)
        self._failed(why)

    def _stop(self) -> None:
        self._link.send(StopStory(), None, self._failed)

    def _failed(self, why: str) -> None:
        self.problem.tell(tr("That did not work"), why)

    def _show_phase(self) -> None:
        absent, running = self._phase == "absent", self._phase == "running"
        self.tell_button.setEnabled(not running)
        self.stop_button.setEnabled(running)
        self.chapters.setVisible(not absent)
        self.chapters.set_enabled(not running)
        self._header.set_subtitle("" if absent else tr(SUBTITLE))
        standing = phase_sentence(self._phase)
        set_text(self._phase_label, standing)
        self._phase_label.setVisible(bool(standing))
        self._show_stack()

    def _show_stack(self) -> None:
        place = _ABSENT if self._phase == "absent" else _QUIET if self.talk.is_empty else _TALKING
        self._stack.setCurrentIndex(place)
        for made in (self.tell_button, self.stop_button):
            made.setVisible(place == _TALKING)  # before, the page has one clear button of its own


class ChapterList(QWidget):
    """The buttons that tell one chapter each.

    Attributes:
        buttons: by the id of the chapter, in the order of the story.
        more: shows and hides the chapters that are told on demand alone.

    Signals:
        chosen(str): the id of a chapter.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.buttons: dict[str, QPushButton] = {}
        self._on_demand: list[QPushButton] = []
        self._is_open = False
        self.more = button(tr("More chapters"), "nav")
        self.more.clicked.connect(self._toggle)
        self._inner = QWidget()
        self._list = boxes.column(0, self._inner, (0, 0, theme.GROUP, 0))
        self._scroll = _Column()
        self._scroll.setWidget(self._inner)
        named(self._scroll, tr("Chapters"))
        column = boxes.column(theme.GROUP, self)
        heading = label(tr("Chapters"), "heading")
        heading.setIndent(theme.GROUP + theme.SPACE)  # as far in as the buttons' icons
        column.addWidget(heading)
        column.addWidget(self._scroll, 1)
        named(self, tr("Chapters"))
        self._list.addWidget(self.more)
        self._list.addStretch(1)
        self._show_more()

    def show_steps(self, steps: tuple[StoryStep, ...], *, enabled: bool) -> None:
        """List these chapters."""
        if tuple(self.buttons) == tuple(step.id for step in steps):
            return
        for old in self.buttons.values():
            self._list.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._list.removeWidget(self.more)
        self.buttons, self._on_demand = {}, []
        for place, step in enumerate(sorted(steps, key=lambda step: step.more)):
            made = self._make(step)
            made.setEnabled(enabled)
            self._list.insertWidget(place, made)
            self.buttons[step.id] = made
            if step.more:
                self._on_demand.append(made)
        self._list.insertWidget(len(steps) - len(self._on_demand), self.more)
        self._show_more()

    def _make(self, step: StoryStep) -> QPushButton:
        made = button(step.title, "nav")
        made.setIcon(icons.icon("play", "muted"))
        named(made, tr("Tell the chapter: {title}", title=step.title))
        made.clicked.connect(partial(self.chosen.emit, step.id))
        return made

    def _toggle(self) -> None:
        self._is_open = not self._is_open
        self._show_more()

    def _show_more(self) -> None:
        self.more.setVisible(bool(self._on_demand))
        self.more.setIcon(icons.icon("caret-down" if self._is_open else "caret-right", "muted"))
        named(self.more, tr("Hide the other chapters") if self._is_open else tr("More chapters"))
        for made in self._on_demand:
            made.setVisible(self._is_open)

    def set_enabled(self, enabled: bool) -> None:
        """Say whether a chapter can be chosen."""
        for made in self.buttons.values():
            made.setEnabled(enabled)


class _Column(FadeScroll):
    """As wide as the buttons, whenever they come: what is added to a visible list has no size until it is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.horizontalScrollBar().rangeChanged.connect(self._stay)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The widest button, with room for the scroll bar."""
        content = self.widget()
        needed = 0 if content is None else content.minimumSizeHint().width()
        return QSize(needed + self.verticalScrollBar().sizeHint().width(), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """As wide as the widest button, and as high as all of them."""
        return QSize(self.minimumSizeHint().width(), super().sizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Follow the sizes of the buttons; what is around is watched too, and following that would never end."""
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def _stay(self) -> None:
        """Never scroll sideways, however narrow the window: the keyboard's focus would push the titles out of view."""
        self.horizontalScrollBar().setRange(0, 0)
