"""Putting apps behind Assent: the question about their files, then the first look at the servers that were new.

Owns: both, and how they stand in place of what a page shows otherwise.

Invariants: nothing is written before the person has seen each line that would change and pressed an armed button; the
answer names what was shown, and the host carries out nothing else; one of both stands there at a time.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from host.control.protocol import AttachApp, Done
from host.control.views import AppPlan, ServerDetails
from ui import faces, text, theme
from ui.apps import words
from ui.armed import ArmedButton
from ui.inputs.text_block import FileChanges, ReadScroll
from ui.label_text import break_long_words
from ui.link import Link
from ui.pages import Page
from ui.servers import words as server_words
from ui.servers.first_look import FirstLook, first_look
from ui.servers.review import ARGUMENTS, before_start
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.boxes import Stack, fill, grow, scrolled, top
from ui.widgets.cards import Card
from ui.widgets.face import Face
from ui.widgets.flow import FlowLayout


class Attaching(QObject):
    """The way from a plan to apps that are attached, which stands in a page's stack before what the page shows.

    Attributes:
        question: what is asked before something is written; None while nothing is.
        look: the first look at what was put behind Assent; None while there is none.

    Signals:
        asked(): a question stands there. closed(): nothing does any more.
        attached(): the apps' files are written.
        finished(tuple: the apps' ids): and nothing is left to look at. failed(str: why): they were not written.
    """

    asked = Signal()
    closed = Signal()
    attached = Signal()
    finished = Signal(tuple)
    failed = Signal(str)

    def __init__(self, page: Page, link: Link, stack: Stack) -> None:
        """``page``: whose stack that is."""
        super().__init__(page)
        self._page, self._link, self._stack = page, link, stack
        self.question: Question | None = None
        self.look: FirstLook | None = None

    def ask_attach(self, plan: AppPlan) -> None:
        """Ask about each line that would change; a yes writes them, and starts what stands there."""
        question = attach_question(plan)
        question.agreed.connect(partial(self._attach, plan, looked_at(plan)))
        question.agreed_to_less.connect(partial(self._attach, plan, ()))
        self.ask(question)

    def ask(self, question: Question) -> None:
        """Ask this one."""
        self.close()
        self.question = question
        question.cancelled.connect(self.close)
        self._show(question)
        question.cancel.setFocus()
        self.asked.emit()

    def close(self) -> None:
        """Let the page show its own again."""
        for part in (self.question, self.look):
            if part is not None:
                self._stack.removeWidget(part)
                part.deleteLater()
        if self.look is not None:
            self.look.end()
        self.question = self.look = None
        self.closed.emit()

    def _show(self, part: QWidget) -> None:
        self._stack.addWidget(part)
        self._stack.setCurrentWidget(part)

    def _attach(self, plan: AppPlan, starts: tuple[ServerDetails, ...]) -> None:
        self.close()
        request = AttachApp(plan.app_ids, plan.digest, plan.hook)
        self._link.send(request, partial(self._on_attached, plan.app_ids, starts), self.failed.emit)

    def _on_attached(self, app_ids: tuple[str, ...], starts: tuple[ServerDetails, ...], _: Done) -> None:
        if starts:
            self.close()
            self.look = first_look(self._page, self._link, starts)
            self.look.finished.connect(partial(self._finish, app_ids))
            self._show(self.look)
        else:
            self.finished.emit(app_ids)
        self.attached.emit()

    def _finish(self, app_ids: tuple[str, ...]) -> None:
        self.close()
        self.finished.emit(app_ids)


def looked_at(plan: AppPlan) -> tuple[ServerDetails, ...]:
    """The servers that may be started with one yes: those of whose command nothing is a further press away."""
    return tuple(one for one in plan.starts if len(one.server.command) <= ARGUMENTS)


def attach_question(plan: AppPlan) -> Question:
    """What is asked before apps' files are changed, with each line that would be."""
    starts, put, less = looked_at(plan), tr("Put behind Assent"), ""
    if starts:
        put, less = server_words.start_words(starts), tr("Only put behind Assent")
    question = Question(words.attach_question(plan), tr(words.KEEPS), put, less=less)
    reach = "" if plan.hook else tr(words.REACH)
    for said in (words.hook(plan), *words.all_that_stay(plan), words.secrets(plan), reach):
        if said:
            question.body.addWidget(text.label(break_long_words(said), "muted", wrap=True, parent=question))
    if starts:
        fill(
            question.body,
            text.label(tr("What is looked at"), "strong", parent=question),
            text.label(
                tr(
                    "Assent starts each of these programs, lists its tools and ends it; of an address, it asks there. "
                    "No tool is called, and no AI app hears of a server before you approved what it says."
                ),
                wrap=True,
                parent=question,
            ),
            *map(StartFacts, starts),
        )
        if later := server_words.later_words(plan.later + len(plan.starts) - len(starts)):
            question.body.addWidget(text.label(later, "muted", wrap=True, parent=question))
    question.body.addWidget(text.label(tr("What changes in the files"), "strong", parent=question))
    lines = FileChanges(question)
    lines.show_changes(plan.lines)
    question.body.addWidget(lines)
    return question


class StartFacts(Card):
    """One server that would be started, as its review shows it."""

    def __init__(self, details: ServerDetails, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        name = faces.server_name(details.server.id)
        head = fill(
            boxes.row(theme.GROUP),
            top(Face("server", details.server.id, theme.FACE, self)),
            grow(text.label(break_long_words(name), "strong", wrap=True, parent=self)),
        )
        fill(self.body, head, *before_start(details))
        text.named(self, tr("What {server} starts", server=name))


class Question(QWidget):
    """Something that is written only after an armed yes.

    Attributes:
        body: the layout for what is shown beneath the words.
        agree, cancel: its buttons.
        less: agrees to less; None where there is no such way. Where there is, ``agree`` counts once all was read,
            each line that would change too.

    Signals:
        agreed(): the person wants it. agreed_to_less(): the person wants less of it.
        cancelled(): the person does not.
    """

    agreed = Signal()
    agreed_to_less = Signal()
    cancelled = Signal()

    def __init__(
        self, title: str, explained: str, agree: str, parent: QWidget | None = None, *, less: str = ""
    ) -> None:
        super().__init__(parent)
        self.body = fill(
            boxes.column(theme.GROUP),
            text.label(title, "heading", wrap=True, parent=self),
            text.label(explained, wrap=True, parent=self),
        )
        self._scroll = ReadScroll()
        scrolled(title, self.body, margins=(0, 0, 0, theme.SECTION), area=self._scroll)
        self.cancel = text.button(tr("Cancel"), parent=self)
        self.cancel.clicked.connect(self.cancelled)
        self.less: ArmedButton | None = None
        self.agree = ArmedButton(agree, "primary" if less else "normal", parent=self)
        self.agree.pressed.connect(self.agreed)
        self._row = FlowLayout(ends=True)
        self._row.addWidget(self.cancel)
        self._whole = fill(boxes.column(theme.GROUP, self, (0, 0, 0, theme.PAGE)), grow(self._scroll))
        if less:
            self._offer_less(less)
        self._row.addWidget(self.agree)
        self._whole.addLayout(self._row)

    def _offer_less(self, words: str) -> None:
        """A way that asks for less reading; the other one counts once all was on screen."""
        self.less = ArmedButton(words, parent=self)
        self.less.pressed.connect(self.agreed_to_less)
        self._row.addWidget(self.less)
        self._read_on = text.label(server_words.read_on(0), "caption", wrap=True, parent=self)
        self._whole.addWidget(self._read_on)
        self.agree.set_answerable(False)
        self._scroll.read_on.connect(self._on_read_on)

    def _on_read_on(self) -> None:
        self.agree.set_answerable(self._scroll.was_read)
        text.set_text(self._read_on, server_words.read_on(self._scroll.unread_lines))
        self._read_on.setVisible(not self._scroll.was_read)
