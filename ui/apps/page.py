"""The page of AI apps: puts their servers behind Assent, and gives them back.

Owns: the cards of the apps, and the questions before an app's configuration is given back; also for the welcome page:
the question before apps' files are changed, and then the first look at the new servers.

Invariants: nothing is written before the person could see each line that would change and pressed an armed button; no
program is started before its whole command was on screen; the request names what was shown, and the host does nothing
else; a question or a first look takes the place of the page's content, one at a time. Giving a configuration back is
asked as well, since Assent no longer sees the app's calls then.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from host.control.protocol import AttachApp, DetachApp, Done, PlanApp, ReadApps
from host.control.views import AiApps, AiAppView, AppDetached, AppPlan, AppServerView, ServerDetails
from ui import alerts, display_names, text, theme
from ui.alert_strip import AlertStrip
from ui.apps import words
from ui.armed import ArmedButton
from ui.inputs.text_block import FileChanges, Fold, OnDemand, ReadScroll
from ui.label_text import MAX_WORD, BadgeTone, break_long_words, wrappable
from ui.link import Link
from ui.pages import OpenServer, Page, TimerWhileShown
from ui.servers import words as server_words
from ui.servers.first_look import FirstLook
from ui.servers.review import ARGUMENTS, before_start
from ui.toast_messages import ToastMessage
from ui.tr import sentence, tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.boxes import Stack, fill, grow, scrolled, top
from ui.widgets.cards import Card
from ui.widgets.flow import FlowLayout
from ui.widgets.labels import Badge, FoldedLabel
from ui.widgets.monogram import Monogram
from ui.widgets.page_parts import Busy, EmptyState, PageHeader, section

_MAX_WIDTH: Final = 760  # pixels of a card
_REREAD_EVERY: Final = 5_000
"""Milliseconds after which a page that is shown reads the apps again: they write their own files."""
_MAX_SERVERS: Final = 12  # servers of one app that have a row; the others are counted


class AttachingPage(Page):
    """A page that can put apps' servers behind Assent.

    Attributes:
        question: the question before something is written; None if nothing is asked.
        first_look: the first look at new servers; None if there is none.
    """

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
        self.strip = AlertStrip(inset=False)
        self.question: Question | None = None
        self.first_look: FirstLook | None = None
        self._stack = Stack()

    @property
    def own_alerts(self) -> frozenset[str]:
        """During a first look also that servers wait for review: it shows them, and the alert would lead away."""
        return self.OWN_ALERTS if self.first_look is None else self.OWN_ALERTS | {"review"}

    def ask(self, question: Question) -> None:
        """Show a question in place of the page's content."""
        self.close_question()
        self.question = question
        question.cancelled.connect(self.close_question)
        self._show_instead(question)
        question.cancel.setFocus()
        self.strip.show_alerts(())

    def close_question(self) -> None:
        """Close question and first look, and show the page's content again."""
        for part in (self.question, self.first_look):
            if part is not None:
                self._stack.removeWidget(part)
                part.deleteLater()
        if self.first_look is not None:
            self.first_look.end()
        self.question = self.first_look = None
        self.own_alerts_changed.emit()
        self._show_content()

    def _show_content(self) -> None:
        raise NotImplementedError

    def _on_finished(self, app_ids: tuple[str, ...]) -> None:
        """React to the end: the files of these apps are written, and the first look is over."""
        raise NotImplementedError

    def _show_instead(self, part: QWidget) -> None:
        self._stack.addWidget(part)
        self._stack.setCurrentWidget(part)

    def _ask_attach(self, plan: AppPlan) -> None:
        """Ask about the lines that would change. A yes writes them and starts the listed servers."""
        question = attach_question(plan)
        question.agreed.connect(partial(self._attach, plan, servers_to_start(plan)))
        question.agreed_to_less.connect(partial(self._attach, plan, ()))
        self.ask(question)

    def _attach(self, plan: AppPlan, starts: tuple[ServerDetails, ...]) -> None:
        self.close_question()
        request = AttachApp(plan.app_ids, plan.digest, plan.hook)
        self._link.send(request, partial(self._on_attached, plan.app_ids, starts), self._on_failed)

    def _on_attached(self, app_ids: tuple[str, ...], starts: tuple[ServerDetails, ...], _: Done) -> None:
        if not starts:
            self._on_finished(app_ids)
            return
        self.close_question()
        self.first_look = FirstLook(self._link, starts)
        self.first_look.review_wanted.connect(lambda server: self.navigate.emit("servers", OpenServer(server)))
        self.first_look.finished.connect(partial(self._on_first_look_finished, app_ids))
        self.own_alerts_changed.emit()
        self._show_instead(self.first_look)

    def _on_first_look_finished(self, app_ids: tuple[str, ...]) -> None:
        self.close_question()
        self._on_finished(app_ids)

    def _ask_detach(self, app: AiAppView) -> None:
        name = display_names.app_name(app.id)
        title = tr("Give {app} its own configuration back?", app=name)
        question = Question(title, tr(words.GIVE_BACK), tr("Give it back"))
        question.agreed.connect(partial(self._detach, DetachApp(app.id)))
        self.ask(question)

    def _detach(self, request: DetachApp) -> None:
        self.close_question()
        self._link.send(request, partial(self._on_detached, request), self._on_failed)

    def _on_detached(self, request: DetachApp, result: AppDetached) -> None:
        news_words = words.unhooked if request.hook else words.detached
        self.happened.emit(ToastMessage(news_words(request.app_id, result)))
        self.activated()

    def _on_failed(self, reason: str) -> None:
        self.strip.show_alerts((alerts.action_failed(tr("That was not done"), reason),))


def servers_to_start(plan: AppPlan) -> tuple[ServerDetails, ...]:
    """The servers that may be started with one yes: those whose whole command is shown at once."""
    return tuple(details for details in plan.starts if len(details.server.command) <= ARGUMENTS)


def attach_question(plan: AppPlan) -> Question:
    """The question before apps' files are changed, with each line that would change."""
    starts, agree, less = servers_to_start(plan), tr("Put behind Assent"), ""
    if starts:
        agree, less = server_words.start_words(starts), tr("Only put behind Assent")
    question = Question(words.attach_question(plan), tr(words.KEEPS), agree, less=less)
    reach = "" if plan.hook else tr(words.REACH)
    for line in (words.hook(plan), *words.staying_lines(plan), words.secrets(plan), reach):
        if line:
            question.body.addWidget(text.label(break_long_words(line), "muted", wrap=True, parent=question))
    if starts:
        fill(
            question.body,
            text.label(tr("What is looked at"), "strong", parent=question),
            text.label(
                tr(
                    "Assent starts each of these programs, lists its tools and ends it; a server with a URL is asked "
                    "there. No tool is called, and no AI app is told of a server before you have approved what it says."
                ),
                wrap=True,
                parent=question,
            ),
            *map(StartFacts, starts),
        )
        later = [*(it.server.id for it in plan.starts if it not in starts), *plan.later]
        if later:
            left = break_long_words(server_words.later_words(later, plan.problems))
            question.body.addWidget(text.label(left, "muted", wrap=True, parent=question))
    question.body.addWidget(_file_changes(plan, is_open=not starts))
    return question


def _file_changes(plan: AppPlan, *, is_open: bool) -> QWidget:
    """The lines that would change, which Assent writes itself. Folded they need not be read before a press counts."""

    def lines() -> QWidget:
        changes = FileChanges()
        changes.show_changes(plan.lines)
        return changes

    title = tr("What changes in the files")
    if is_open:
        return section(title, lines())
    folded = OnDemand()
    boxes.column(0, folded).addWidget(Fold(title, title, lines, is_heading=True))
    return folded


class StartFacts(Card):
    """One server that would be started: its command, and what of its review tells what that runs."""

    def __init__(self, details: ServerDetails, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        name = display_names.server_name(details.server.id)
        head = fill(
            boxes.row(theme.GROUP),
            top(Monogram("server", details.server.id, theme.MONOGRAM, self)),
            grow(text.label(break_long_words(name), "strong", wrap=True, parent=self)),
        )
        fill(self.body, head, *before_start(details))
        is_remote = details.server.kind != "stdio"
        text.named(self, tr("Where {server} is", server=name) if is_remote else tr("What {server} starts", server=name))


class Question(QWidget):
    """A question before something is written, with an armed yes.

    Attributes:
        body: the layout for the content below the text.
        agree: agrees; armed. If there is ``less``, it is enabled only once everything was read.
        less: agrees to less; armed; None if there is no such choice.
    """

    agreed = Signal()  # the person agreed
    agreed_to_less = Signal()  # the person agreed to less
    cancelled = Signal()  # the person cancelled

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
        self.cancel = text.button(tr("Cancel"), parent=self, on_click=self.cancelled)
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
        """Add a button that needs less reading; ``agree`` is then enabled once everything was on screen."""
        self.less = ArmedButton(words, parent=self)
        self.less.pressed.connect(self.agreed_to_less)
        self._row.addWidget(self.less)
        self._reading_label = text.label(server_words.reading_left_words(0), "caption", wrap=True, parent=self)
        self._whole.addWidget(self._reading_label)
        self.agree.set_answerable(False)
        self._scroll.read_on.connect(self._on_read_on)

    def _on_read_on(self) -> None:
        self.agree.set_answerable(self._scroll.was_read)
        unread, is_at_end = self._scroll.unread_lines, self._scroll.end_was_seen
        text.set_text(self._reading_label, server_words.reading_left_words(unread, is_at_end=is_at_end))
        self._reading_label.setVisible(not self._scroll.was_read)


def expect_servers(apps: AiApps) -> None:
    """Give the servers that can be put behind Assent the tints that they would have there, and then those that stay."""
    servers = [server for app in apps.found for server in app.servers]
    display_names.expect_servers(
        server.name for state in ("beside", "stays") for server in servers if server.state == state
    )


class AppsPage(AttachingPage):
    """The AI apps. ``cards``: by the app's id."""

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
        self.cards: dict[str, AppCard] = {}
        self._planned_apps: tuple[str, ...] = ()
        self._apps: AiApps | None = None
        self._is_reading = self._is_outdated = False
        self._reread_timer = TimerWhileShown(self, _REREAD_EVERY, self.activated, at_once=False)
        self._empty = EmptyState("app-window", tr("No AI app found"), tr(words.EMPTY), tr("Look again"))
        self._empty.acted.connect(self.activated)
        self._column = boxes.column(theme.SECTION)
        self._missing_label = text.label("", "caption", wrap=True)
        parts, margins = (self._column, self._missing_label), (0, 0, 0, theme.PAGE)
        self._stack.addWidget(
            scrolled(tr("AI apps"), *parts, spacing=theme.SECTION, margins=margins, widest=_MAX_WIDTH)
        )
        self._stack.addWidget(self._empty)
        self._busy = Busy(tr("Looking for AI apps…"))
        head = PageHeader(tr("AI apps"), tr(words.EXPLAINED))
        page = boxes.column(theme.SECTION, self, (theme.PAGE, theme.PAGE, theme.PAGE, 0))
        fill(page, head, self.strip, self._busy, grow(self._stack))

    def activated(self) -> None:
        """Read the AI apps again. A reading that is under way may miss what just changed: then once more after it."""
        if self._is_reading:
            self._is_outdated = True
            return
        self._is_reading = True
        if self._apps is None:
            self._busy.begin()
        self._link.send(ReadApps(), self._on_read, self._on_unread)

    # The list

    def _on_reading_ended(self) -> None:
        self._is_reading = False
        self._busy.finish()
        if self._is_outdated:
            self._is_outdated = False
            self.activated()

    def _on_unread(self, reason: str) -> None:
        self._on_failed(reason)
        self._on_reading_ended()

    def _on_read(self, apps: AiApps) -> None:
        if apps != self._apps:
            self._show_apps(apps)
        self._on_reading_ended()

    def _show_apps(self, apps: AiApps) -> None:
        self._apps = apps
        expect_servers(apps)
        boxes.clear(self._column)
        self.cards = {app.id: self._card(app) for app in apps.found}
        fill(self._column, *self.cards.values())
        text.set_text(self._missing_label, words.missing(apps.missing) if apps.missing and apps.found else "")
        self._show_content()

    def _show_content(self) -> None:
        """Show the list, unless there is a question or a first look."""
        if self.question is None and self.first_look is None:
            self._stack.setCurrentIndex(0 if self.cards else 1)

    def _card(self, app: AiAppView) -> AppCard:
        card = AppCard(app)
        card.attach.clicked.connect(partial(self._plan, app.id))
        card.ask.clicked.connect(partial(self._plan, app.id, hook=True))
        card.unhook.clicked.connect(partial(self._ask_unhook, app))
        card.detach.clicked.connect(partial(self._ask_detach, app))
        return card

    # Questions

    def _plan(self, app_id: str, *, hook: bool = False) -> None:
        self._planned_apps = (app_id,)
        self._link.send(PlanApp(self._planned_apps, hook), self._on_plan, self._on_failed)

    def _on_plan(self, plan: AppPlan) -> None:
        if plan.app_ids == self._planned_apps:
            self._ask_attach(plan)

    def _ask_unhook(self, app: AiAppView) -> None:
        title = tr("Let {app} use its own tools without asking Assent?", app=display_names.app_name(app.id))
        question = Question(title, tr(words.UNHOOK), tr("Stop asking"))
        question.agreed.connect(partial(self._detach, DetachApp(app.id, hook=True)))
        self.ask(question)

    # Results

    def _on_finished(self, app_ids: tuple[str, ...]) -> None:
        self.happened.emit(ToastMessage(words.attached(app_ids[0])))

    def _on_attached(self, app_ids: tuple[str, ...], starts: tuple[ServerDetails, ...], reply: Done) -> None:
        super()._on_attached(app_ids, starts, reply)
        self.activated()

    def _on_failed(self, reason: str) -> None:
        super()._on_failed(reason)
        self._show_content()


class AppFrame(Card):
    """The base of the cards of an app: its name, rows for its servers, and how many more there are."""

    def __init__(self, app: AiAppView, subtitle: str, *badges: Badge) -> None:
        """``subtitle``: the text below the name. ``badges``: at the end of that line."""
        super().__init__()
        titles = fill(boxes.column(0), text.label(display_names.app_name(app.id), "strong", wrap=True))
        if subtitle:
            titles.addWidget(text.label(subtitle, "caption", wrap=True))
        monogram = Monogram("app", app.id, theme.MONOGRAM)
        self.body.addLayout(fill(boxes.row(theme.GROUP), monogram, grow(titles), *map(top, badges)))

    def _add_server(self, server: AppServerView, subtitle: str, *badges: Badge) -> None:
        monogram = Monogram("server", server.server or server.name)
        titles = fill(boxes.column(0), text.label(break_long_words(words.server_name(server)), wrap=True))
        if subtitle:
            titles.addWidget(FoldedLabel(partial(break_long_words, subtitle), MAX_WORD, "caption", wrap=True))
        self.body.addLayout(fill(boxes.row(theme.GROUP), top(monogram), grow(titles), *map(top, badges)))

    def _first_servers(self, app: AiAppView, most: int) -> tuple[AppServerView, ...]:
        """The servers that have a row: about ``most``, since a last one takes no more room than its count would."""
        return app.servers if len(app.servers) == most + 1 else app.servers[:most]

    def _add_rest(self, count: int) -> None:
        if count > 0:
            self.body.addWidget(text.label(tr_n("and {n} more", "and {n} more", count), "caption"))


def detach_button(app: AiAppView, parent: QWidget) -> QPushButton:
    """Make the button that gives an app its configuration back; hidden if the app is not attached."""
    button = text.button(tr("Give its configuration back…"), parent=parent)
    button.setVisible(app.attached)
    text.named(button, tr("Give its configuration back: {app}", app=display_names.app_name(app.id)))
    return button


class AppCard(AppFrame):
    """One app.

    Attributes:
        attach: puts its servers behind Assent; hidden if there are none to put there.
        ask: installs the hook that asks before the app uses its own tools; hidden if it is on or not supported.
        unhook: removes the hook; hidden if it is off.
        detach: gives its configuration back; hidden if it is not attached.
    """

    def __init__(self, app: AiAppView) -> None:
        badge = words.state_badge(app)
        super().__init__(app, wrappable(words.path(app.file), 72), *([Badge(*badge)] if badge else []))
        self.app = app
        self._add_servers(app)
        if app.problem:
            self._add_line(words.problem(app), "body", is_wrong=True)
        if hook := words.hook_sentence(app):
            self._add_line(hook, "muted", is_wrong=bool(app.hooks_off))
        if step := words.next_step(app):
            self._add_line(step, "body" if app.attached and words.count(app, "beside") else "muted")
        self._add_buttons(display_names.app_name(app.id))

    def _add_line(self, sentence: str, role: text.LabelRole, *, is_wrong: bool = False) -> None:
        line = text.label(break_long_words(sentence), role, wrap=True, parent=self)
        if is_wrong:
            line.setProperty("tone", "red")
        self.body.addWidget(line)

    def _add_buttons(self, name: str) -> None:
        app = self.app
        self._buttons_row = FlowLayout()
        self.body.addLayout(self._buttons_row)
        caption = words.attach_words(app)
        self.attach = self._add_button(
            caption, tr("{app}: {what}", app=name, what=caption), words.count(app, "beside") > 0
        )
        self.ask = self._add_button(
            tr("Ask before its own tools, too…"),
            tr("Ask before its own tools, too: {app}", app=name),
            app.hook == "off" and not app.problem,
        )
        self.unhook = self._add_button(
            tr("Stop asking before its own tools…"),
            tr("Stop asking before its own tools: {app}", app=name),
            app.hook == "on" and app.attached,
        )
        self.detach = detach_button(app, self)
        self._buttons_row.addWidget(self.detach)

    def _add_button(self, caption: str, name: str, is_offered: bool) -> QPushButton:
        button = text.button(caption, parent=self)
        button.setVisible(is_offered)
        text.named(button, name)
        self._buttons_row.addWidget(button)
        return button

    def _add_servers(self, app: AiAppView) -> None:
        shown = self._first_servers(app, _MAX_SERVERS)
        for server in shown:
            tone: BadgeTone = "amber" if app.attached and server.state == "beside" else "neutral"
            badge = Badge(tr(words.STANDING[server.state]), tone, words.ICONS[server.state])
            self._add_server(server, sentence(translated(server.why)) if server.state == "stays" else "", badge)
        if not app.servers and not app.problem:
            self.body.addWidget(text.label(tr("It has no servers."), wrap=True))
        self._add_rest(len(app.servers) - len(shown))
