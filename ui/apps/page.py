"""The page of AI apps: which of their servers run behind Assent, put there and taken back.

Owns: the cards of the apps, and the questions before something of theirs is taken back.

Invariants: nothing is written before the person has seen each line that would change and pressed an armed button; the
answer names what was shown, and the host carries out nothing else; giving a configuration back is asked as well, since
calls pass unseen from then on.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from host.control.protocol import DetachApp, PlanApp, ReadApps
from host.control.views import AiApps, AiAppView, AppDetached, AppPlan
from ui import alerts, faces, text, theme
from ui.alert_strip import AlertStrip
from ui.apps import words
from ui.apps.attaching import Attaching, Question
from ui.label_text import break_long_words, wrappable
from ui.link import Link
from ui.news import News
from ui.pages import Page
from ui.servers.first_look import FirstLook
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import Stack, fill, grow, scrolled, top
from ui.widgets.cards import Card
from ui.widgets.face import Face
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, BadgeTone
from ui.widgets.page_parts import EmptyState, PageHeader

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
        strip: what could not be done.
    """

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
        self.cards: dict[str, AppCard] = {}
        self.strip = AlertStrip(inset=False)
        self._wanted: tuple[str, ...] = ()
        self._apps: AiApps | None = None
        self._looking = False
        self._again = QTimer(self, interval=_LOOK_EVERY)
        self._again.timeout.connect(self._read)
        self._stack = Stack()
        self._attaching = Attaching(self, link, self._stack)
        self._attaching.asked.connect(partial(self.strip.show_alerts, ()))
        self._attaching.closed.connect(self._show_list)
        self._attaching.attached.connect(self.activated)
        self._attaching.finished.connect(self._on_finished)
        self._attaching.failed.connect(self._on_failed)
        self._empty = EmptyState("app-window", tr("No AI app found"), tr(words.EMPTY), tr("Look again"))
        self._empty.acted.connect(self.activated)
        self._column = boxes.column(theme.SECTION)
        self._missing = text.label("", "caption", wrap=True)
        self._stack.addWidget(self._list())
        self._stack.addWidget(self._empty)
        head = PageHeader(tr("AI apps"), tr(words.EXPLAINED))
        page = boxes.column(theme.SECTION, self, (theme.PAGE, theme.PAGE, theme.PAGE, 0))
        fill(page, head, self.strip, grow(self._stack))

    @property
    def question(self) -> Question | None:
        """What is asked before something is written."""
        return self._attaching.question

    @property
    def look(self) -> FirstLook | None:
        """At what was put behind Assent."""
        return self._attaching.look

    def activated(self) -> None:
        """Look what is there now."""
        self._read()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Look again from time to time."""
        super().showEvent(event)
        self._again.start()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Nobody sees it."""
        super().hideEvent(event)
        self._again.stop()

    def _read(self) -> None:
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
        boxes.clear(self._column)
        self.cards = {app.id: self._card(app) for app in apps.found}
        fill(self._column, *self.cards.values())
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
        parts, margins = (self._column, self._missing), (0, 0, 0, theme.PAGE)
        return scrolled(tr("AI apps"), *parts, spacing=theme.SECTION, margins=margins, widest=_WIDEST)

    # Questions

    def _plan(self, app_id: str, *, hook: bool = False) -> None:
        self._wanted = (app_id,)
        self._link.send(PlanApp(self._wanted, hook), self._ask_attach, self._on_failed)

    def _ask_attach(self, plan: AppPlan) -> None:
        if plan.app_ids == self._wanted:
            self._attaching.ask_attach(plan)

    def _ask_detach(self, app: AiAppView) -> None:
        name = faces.app_name(app.id)
        asked = tr("Give {app} its own configuration back?", app=name)
        question = Question(asked, tr(words.GIVE_BACK), tr("Give it back"))
        question.agreed.connect(partial(self._detach, DetachApp(app.id)))
        self._attaching.ask(question)

    def _ask_unhook(self, app: AiAppView) -> None:
        asked = tr("Let {app} use its own tools without asking Assent?", app=faces.app_name(app.id))
        question = Question(asked, tr(words.UNHOOK), tr("Stop asking"))
        question.agreed.connect(partial(self._detach, DetachApp(app.id, hook=True)))
        self._attaching.ask(question)

    # What is done

    def _on_finished(self, app_ids: tuple[str, ...]) -> None:
        self.happened.emit(News(words.attached(app_ids[0])))

    def _detach(self, request: DetachApp) -> None:
        self._attaching.close()
        self._link.send(request, partial(self._on_detached, request), self._on_failed)

    def _on_detached(self, request: DetachApp, result: AppDetached) -> None:
        told = words.unhooked if request.hook else words.detached
        self.happened.emit(News(told(request.app_id, result)))
        self.activated()

    def _on_failed(self, why: str) -> None:
        self.strip.show_alerts((alerts.action_failed(tr("That was not done"), why),))
        self._show_list()


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
        titles = fill(
            boxes.column(0),
            text.label(name, "strong", wrap=True, parent=self),
            text.label(wrappable(words.path(app.file), 72), "caption", wrap=True, parent=self),
        )
        head = fill(boxes.row(theme.GROUP), Face("app", app.id, theme.FACE, self), grow(titles))
        if stands := words.standing(app):
            fill(head, top(Badge(*stands, self)))
        self.body.addLayout(head)
        self._add_servers(app)
        if app.problem:
            self._add_line(words.problem(app), "body", is_wrong=True)
        if hook := words.hook_stands(app):
            self._add_line(hook, "muted", is_wrong=bool(app.hooks_off))
        if step := words.next_step(app):
            self._add_line(step, "body" if app.attached and words.count(app, "beside") else "muted")
        self._add_buttons(name)

    def _add_line(self, said: str, role: text.LabelRole, *, is_wrong: bool = False) -> None:
        line = text.label(break_long_words(said), role, wrap=True, parent=self)
        if is_wrong:
            line.setProperty("tone", "red")
        self.body.addWidget(line)

    def _add_buttons(self, name: str) -> None:
        app = self.app
        self._row = FlowLayout()
        self.body.addLayout(self._row)
        put = words.attach_words(app)
        self.attach = self._button(put, tr("{app}: {what}", app=name, what=put), words.count(app, "beside") > 0)
        self.ask = self._button(
            tr("Ask before its own tools, too…"),
            tr("Ask before its own tools, too: {app}", app=name),
            app.hook == "off" and not app.problem,
        )
        self.unhook = self._button(
            tr("Stop asking before its own tools…"),
            tr("Stop asking before its own tools: {app}", app=name),
            app.hook == "on" and app.attached,
        )
        self.detach = self._button(
            tr("Give its configuration back…"), tr("Give its configuration back: {app}", app=name), app.attached
        )

    def _button(self, said: str, name: str, is_offered: bool) -> QPushButton:
        made = text.button(said, parent=self)
        made.setVisible(is_offered)
        text.named(made, name)
        self._row.addWidget(made)
        return made

    def _add_servers(self, app: AiAppView) -> None:
        """A row for each server: what it is called, and how it stands."""
        for server in app.servers[:_MOST]:
            face = Face("server", server.server or server.name, parent=self)
            said = boxes.column(0)
            said.addWidget(text.label(break_long_words(words.server_name(server)), wrap=True, parent=self))
            if server.state == "stays":
                said.addWidget(text.label(break_long_words(words.stays(server)), "caption", wrap=True, parent=self))
            tone: BadgeTone = "amber" if app.attached and server.state == "beside" else "neutral"
            badge = Badge(tr(words.STANDING[server.state]), tone, words.ICONS[server.state], self)
            self.body.addLayout(fill(boxes.row(theme.GROUP), top(face), grow(said), top(badge)))
        if not app.servers and not app.problem:
            self.body.addWidget(text.label(tr("It has no servers."), wrap=True, parent=self))
        elif (more := len(app.servers) - _MOST) > 0:
            self.body.addWidget(text.label(tr_n("and {n} more", "and {n} more", more), "caption", parent=self))
