"""The page of AI apps: which of their servers run behind Assent, put there and taken back.

Owns: the cards of the apps, and the two questions.

Invariants: nothing is written before the person has seen each line that would change and pressed an armed button; the
answer names what was shown, and the host carries out nothing else; giving a configuration back is asked as well, since
calls pass unseen from then on.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from host.control.protocol import AttachApp, DetachApp, Done, PlanApp, ReadApps
from host.control.views import AiApps, AiAppView, AppDetached, AppPlan, ServerDetails
from ui import alerts, faces, text, theme
from ui.alert_strip import AlertStrip
from ui.apps import words
from ui.armed import ArmedButton
from ui.inputs.file_changes import FileChanges
from ui.inputs.read_scroll import ReadScroll
from ui.label_text import break_long_words, wrappable
from ui.link import Link
from ui.news import News
from ui.pages import Page
from ui.servers import look_words
from ui.servers.first_look import FirstLook, first_look
from ui.servers.review import ARGUMENTS, before_start
from ui.tr import tr, tr_n
from ui.widgets.cards import Card
from ui.widgets.face import Face
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge
from ui.widgets.page_parts import EmptyState, PageHeader
from ui.widgets.scroll import FadeScroll

_WIDEST: Final = 760
"""Pixels of a card."""
_LOOK_EVERY: Final = 5_000
"""Milliseconds between looks while the page is shown: apps write their own files."""
_MOST: Final = 12
"""Servers of one app that have a row; of more the rest is counted."""


class AppsPage(Page):
    """The AI apps.

    Attributes:
        cards: by the app's id.
        question: what is asked before something is written; None while nothing is.
        look: the first look at what was put behind Assent; None while there is none.
        strip: what could not be done.
    """

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
        self.cards: dict[str, AppCard] = {}
        self.question: Question | None = None
        self.look: FirstLook | None = None
        self.strip = AlertStrip(inset=False)
        self._wanted: tuple[str, ...] = ()
        self._apps: AiApps | None = None
        self._looking = False
        self._again = QTimer(self)
        self._again.setInterval(_LOOK_EVERY)
        self._again.timeout.connect(self._look)
        self._stack = QStackedWidget()
        self._empty = EmptyState("app-window", tr("No AI app found"), tr(words.EMPTY), tr("Look again"))
        self._empty.acted.connect(self.activated)
        self._column = QVBoxLayout()
        self._missing = text.label("", "caption", wrap=True)
        self._stack.addWidget(self._list())
        self._stack.addWidget(self._empty)
        self._head = PageHeader(tr("AI apps"), tr(words.EXPLAINED))
        again = text.button(tr("Look again"))
        again.clicked.connect(self.activated)
        self._head.actions.addWidget(again)
        page = QVBoxLayout(self)
        page.setContentsMargins(theme.PAGE, theme.PAGE, theme.PAGE, 0)
        page.setSpacing(theme.SECTION)
        page.addWidget(self._head)
        page.addWidget(self.strip)
        page.addWidget(self._stack, 1)

    def activated(self) -> None:
        """Look what is there now."""
        self._look()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Look again from time to time."""
        super().showEvent(event)
        self._again.start()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Nobody sees it."""
        super().hideEvent(event)
        self._again.stop()

    def _look(self) -> None:
        if not self._looking:  # files may take longer to read than the time between two looks
            self._looking = True
            self._link.send(ReadApps(), self._on_read, self._on_unread)

    # The list

    def _on_unread(self, why: str) -> None:
        self._looking = False
        self._on_failed(why)

    def _on_read(self, apps: AiApps) -> None:
        self._looking = False
        if apps == self._apps:
            return
        self._apps = apps
        for card in self.cards.values():
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = {app.id: self._card(app) for app in apps.found}
        for place, card in enumerate(self.cards.values()):
            self._column.insertWidget(place, card)
        text.set_text(self._missing, words.missing(apps.missing) if apps.missing and apps.found else "")
        self._show_list()

    def _show_list(self) -> None:
        """Unless something stands in its place."""
        if self.question is None and self.look is None:
            self._stack.setCurrentIndex(0 if self.cards else 1)

    def _card(self, app: AiAppView) -> AppCard:
        card = AppCard(app)
        card.attach.clicked.connect(partial(self._plan, app.id))
        card.ask.clicked.connect(partial(self._plan, app.id, hook=True))
        card.unhook.clicked.connect(partial(self._ask_unhook, app))
        card.detach.clicked.connect(partial(self._ask_detach, app))
        return card

    def _list(self) -> QWidget:
        content = QWidget()
        content.setMaximumWidth(_WIDEST)  # of a card alone Qt would take the height of a wider one
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, theme.PAGE)
        column.setSpacing(theme.SECTION)
        self._column.setSpacing(theme.SECTION)
        column.addLayout(self._column)
        column.addWidget(self._missing)
        column.addStretch(1)
        scroll = FadeScroll()
        scroll.setWidget(content)
        text.named(scroll, tr("AI apps"))
        return scroll

    # Questions

    def _plan(self, app_id: str, *, hook: bool = False) -> None:
        self._wanted = (app_id,)
        self._link.send(PlanApp(self._wanted, hook), self._ask_attach, self._on_failed)

    def _ask_attach(self, plan: AppPlan) -> None:
        if plan.app_ids != self._wanted:
            return
        question = attach_question(plan)
        question.agreed.connect(partial(self._attach, plan, looked_at(plan)))
        question.agreed_to_less.connect(partial(self._attach, plan, ()))
        self._ask(question)

    def _ask_detach(self, app: AiAppView) -> None:
        name = faces.app_name(app.id)
        asked = tr("Give {app} its own configuration back?", app=name)
        question = Question(asked, tr(words.GIVE_BACK), tr("Give it back"))
        question.agreed.connect(partial(self._detach, DetachApp(app.id)))
        self._ask(question)

    def _ask_unhook(self, app: AiAppView) -> None:
        asked = tr("Let {app} use its own tools without asking Assent?", app=faces.app_name(app.id))
        question = Question(asked, tr(words.UNHOOK), tr("Stop asking"))
        question.agreed.connect(partial(self._detach, DetachApp(app.id, hook=True)))
        self._ask(question)

    def _ask(self, question: Question) -> None:
        self._close()
        self.strip.show_alerts(())
        self.question = question
        question.cancelled.connect(self._close)
        self._stack.addWidget(question)
        self._stack.setCurrentWidget(question)
        question.cancel.setFocus()

    def _close(self) -> None:
        for part in (self.question, self.look):
            if part is not None:
                self._stack.removeWidget(part)
                part.deleteLater()
        if self.look is not None:
            self.look.end()
        self.question = self.look = None
        self._show_list()

    # What is done

    def _attach(self, plan: AppPlan, starts: tuple[ServerDetails, ...]) -> None:
        self._close()
        request = AttachApp(plan.app_ids, plan.digest, plan.hook)
        self._link.send(request, partial(self._on_attached, plan.app_ids[0], starts), self._on_failed)

    def _on_attached(self, app_id: str, starts: tuple[ServerDetails, ...], _: Done) -> None:
        if starts:
            self.look = first_look(self, self._link, starts)
            self.look.finished.connect(partial(self._on_looked, app_id))
            self._stack.addWidget(self.look)
            self._stack.setCurrentWidget(self.look)
        else:
            self.happened.emit(News(words.attached(app_id)))
        self.activated()

    def _on_looked(self, app_id: str) -> None:
        self._close()
        self.happened.emit(News(words.attached(app_id)))

    def _detach(self, request: DetachApp) -> None:
        self._close()
        self._link.send(request, partial(self._on_detached, request), self._on_failed)

    def _on_detached(self, request: DetachApp, result: AppDetached) -> None:
        told = words.unhooked if request.hook else words.detached
        self.happened.emit(News(told(request.app_id, result)))
        self.activated()

    def _on_failed(self, why: str) -> None:
        self.strip.show_alerts((alerts.action_failed(tr("That was not done"), why),))
        self._show_list()


def looked_at(plan: AppPlan) -> tuple[ServerDetails, ...]:
    """The servers that may be started with one yes: those of whose command nothing is a further press away."""
    return tuple(one for one in plan.starts if len(one.server.command) <= ARGUMENTS)


def attach_question(plan: AppPlan) -> Question:
    """What is asked before apps' files are changed, with each line that would be."""
    starts, put, less = looked_at(plan), tr("Put behind Assent"), ""
    if starts:
        put, less = look_words.start_words(starts), tr("Only put behind Assent")
    question = Question(words.attach_question(plan), tr(words.KEEPS), put, less=less)
    reach = "" if plan.hook else tr(words.REACH)
    for said in (words.hook(plan), *map(words.stays, plan.stays), words.secrets(plan), reach):
        if said:
            question.body.addWidget(text.label(break_long_words(said), "muted", wrap=True, parent=question))
    if starts:
        question.body.addWidget(text.label(tr("What is looked at"), "strong", parent=question))
        question.body.addWidget(text.label(tr(look_words.MEANING), wrap=True, parent=question))
        for details in starts:
            question.body.addWidget(StartFacts(details))
        if later := look_words.later_words(plan.later + len(plan.starts) - len(starts)):
            question.body.addWidget(text.label(later, "muted", wrap=True, parent=question))
    question.body.addWidget(text.label(tr("What changes in the files"), "strong", parent=question))
    lines = FileChanges(question)
    lines.show_changes(plan.lines)
    question.body.addWidget(lines)
    return question


class AppCard(Card):
    """One app.

    Attributes:
        app: what is shown.
        attach: puts its servers behind Assent; hidden where none could be.
        ask: lets it ask before it uses tools of its own; hidden where it does, or has no hook.
        unhook: takes that back; hidden where it does not ask.
        detach: gives its configuration back; hidden where it has its own.
    """

    def __init__(self, app: AiAppView, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.app = app
        name = faces.app_name(app.id)
        head = QHBoxLayout()
        head.setSpacing(theme.GROUP)
        head.addWidget(Face("app", app.id, theme.FACE, self))
        titles = QVBoxLayout()
        titles.setSpacing(0)
        titles.addWidget(text.label(name, "strong", wrap=True, parent=self))
        titles.addWidget(text.label(wrappable(words.path(app.file), 72), "caption", wrap=True, parent=self))
        head.addLayout(titles, 1)
        if app.attached:
            head.addWidget(Badge(tr("behind Assent"), "neutral", "shield-check", self), 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(head)
        self._add_servers(app)
        if app.problem:
            problem = text.label(break_long_words(words.problem(app)), wrap=True, parent=self)
            problem.setProperty("tone", "red")
            self.body.addWidget(problem)
        if app.hook == "on":
            self.body.addWidget(text.label(tr(words.HOOKED), "muted", wrap=True, parent=self))
        if step := words.next_step(app):
            self.body.addWidget(text.label(step, "muted", wrap=True, parent=self))
        self._add_buttons(name)

    def _add_buttons(self, name: str) -> None:
        app = self.app
        self.attach = text.button(words.attach_words(app), parent=self)
        self.attach.setVisible(words.count(app, "beside") > 0)
        text.named(self.attach, tr("{app}: {what}", app=name, what=words.attach_words(app)))
        self.ask = text.button(tr("Ask before its own tools, too…"), parent=self)
        self.ask.setVisible(app.hook == "off" and not app.problem)
        text.named(self.ask, tr("Ask before its own tools, too: {app}", app=name))
        self.unhook = text.button(tr("Stop asking before its own tools…"), parent=self)
        self.unhook.setVisible(app.hook == "on" and app.attached)
        text.named(self.unhook, tr("Stop asking before its own tools: {app}", app=name))
        self.detach = text.button(tr("Give its configuration back…"), parent=self)
        self.detach.setVisible(app.attached)
        text.named(self.detach, tr("Give its configuration back: {app}", app=name))
        row = FlowLayout()
        for button in (self.attach, self.ask, self.unhook, self.detach):
            row.addWidget(button)
        self.body.addLayout(row)

    def _add_servers(self, app: AiAppView) -> None:
        """A row for each server: what it is called, and how it stands."""
        for server in app.servers[:_MOST]:
            name, standing = words.server_name(server), words.STANDING[server.state]
            row = QHBoxLayout()
            row.setSpacing(theme.GROUP)
            row.addWidget(Face("server", server.server or server.name, parent=self))
            row.addWidget(text.label(break_long_words(name), wrap=True, parent=self), 1)
            row.addWidget(Badge(tr(standing), "neutral", words.ICONS[server.state], self))
            self.body.addLayout(row)
            if server.state == "stays":
                why = text.label(break_long_words(words.stays(server)), "caption", wrap=True, parent=self)
                self.body.addWidget(why)
        if not app.servers and not app.problem:
            self.body.addWidget(text.label(tr("It has no servers."), wrap=True, parent=self))
        elif (more := len(app.servers) - _MOST) > 0:
            self.body.addWidget(text.label(tr_n("and {n} more", "and {n} more", more), "caption", parent=self))


class StartFacts(Card):
    """One server that would be started, as its review shows it."""

    def __init__(self, details: ServerDetails, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        name = faces.server_name(details.server.id)
        head = QHBoxLayout()
        head.setSpacing(theme.GROUP)
        head.addWidget(Face("server", details.server.id, theme.FACE, self), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(text.label(break_long_words(name), "strong", wrap=True, parent=self), 1)
        self.body.addLayout(head)
        for part in before_start(details):
            self.body.addWidget(part)
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
        content = QWidget()
        self.body = QVBoxLayout(content)
        self.body.setContentsMargins(0, 0, 0, theme.SECTION)
        self.body.setSpacing(theme.GROUP)
        self.body.addWidget(text.label(title, "heading", wrap=True, parent=content))
        self.body.addWidget(text.label(explained, wrap=True, parent=content))
        self._scroll = ReadScroll()
        self._scroll.setWidget(content)
        text.named(self._scroll, title)
        self.body.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.cancel = text.button(tr("Cancel"), parent=self)
        self.cancel.clicked.connect(self.cancelled)
        self.less: ArmedButton | None = None
        self.agree = ArmedButton(agree, "primary" if less else "normal", parent=self)
        self.agree.pressed.connect(self.agreed)
        self._row = FlowLayout(ends=True)
        self._row.addWidget(self.cancel)
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(0, 0, 0, theme.PAGE)
        self._whole.setSpacing(theme.GROUP)
        self._whole.addWidget(self._scroll, 1)
        if less:
            self._offer_less(less)
        self._row.addWidget(self.agree)
        self._whole.addLayout(self._row)

    def _offer_less(self, words: str) -> None:
        """A way that asks for less reading; the other one counts once all was on screen."""
        self.less = ArmedButton(words, parent=self)
        self.less.pressed.connect(self.agreed_to_less)
        self._row.addWidget(self.less)
        self._read_on = text.label(look_words.read_on(0), "caption", wrap=True, parent=self)
        self._whole.addWidget(self._read_on)
        self.agree.set_answerable(False)
        self._scroll.read_on.connect(self._on_read_on)

    def _on_read_on(self) -> None:
        self.agree.set_answerable(self._scroll.was_read)
        text.set_text(self._read_on, look_words.read_on(self._scroll.unread_lines))
        self._read_on.setVisible(not self._scroll.was_read)
