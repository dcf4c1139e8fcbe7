"""The welcome page of an empty profile: the AI apps on this computer, and the first step.

Owns: the list of found apps, the question before apps' files are changed, and what to try then. Where an app is still
attached to a profile that is gone, what its entries mean, and giving its files back.

Invariants: nothing is written before the person could see each line that would change and pressed an armed button; a
server's abilities are unknown before it was started, so only the command that the app starts is shown; names and
commands from files are escaped, on one line and bounded.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from host.control.protocol import PlanApp, ReadApps, StartDemonstration
from host.control.views import AiApps, AiAppView, AppServerView, HostState
from host.text import one_line
from ui import display_names, text, theme
from ui.apps import words as app_words
from ui.apps.page import AppFrame, AttachingPage, detach_button, expect_servers
from ui.label_text import break_long_words
from ui.link import Link
from ui.pages import AddServer
from ui.settings.rows import AutostartRow
from ui.toast_messages import ToastMessage
from ui.tr import mark, tr, tr_n
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, fill, grow, holder, scrolled
from ui.widgets.cards import Card
from ui.widgets.controls import hidden, show_text
from ui.widgets.page_parts import PageHeader

_TITLE: Final = mark("Nothing runs until you say so")
_PROMISE: Final = mark(
    "AI apps use servers: programs and services that read, write and send for them. Once a server is behind Assent, "
    "you see each call as it would be sent, and say yes or no."
)
_DONE: Final = mark("Done")
_TRY: Final = mark("Restart your AI app and ask it to use one of its servers. Assent asks you before each call.")
_MAX_COMMAND: Final = 200  # characters of a command that are shown


def _found_words(apps: AiApps) -> str:
    servers = sum(len(app.servers) for app in apps.found)
    if not apps.found:
        return tr("No AI app was found on this computer.")
    of_servers = tr_n("{n} server", "{n} servers", servers)
    of_apps = tr_n("{n} AI app", "{n} AI apps", len(apps.found))
    words = tr("Found on this computer: {apps} with {servers}", apps=of_apps, servers=of_servers)
    if n := sum(app_words.count(app, "stays") for app in apps.found):
        words += tr_n(", of which {n} stays as it is", ", of which {n} stay as they are", n)
    return words


def _servers_words(app: AiAppView) -> str:
    """How many servers an app has; empty if that is unknown."""
    if app.problem:
        return ""
    if not app.servers:
        return tr("No servers")
    return tr_n("{n} server", "{n} servers", len(app.servers))


def _server_words(server: AppServerView, *, is_lost: bool) -> str:
    if server.state == "stays":
        return app_words.stays(server)
    if is_lost:
        return tr("leads to Assent, which does not have this server any more")
    if server.state == "behind":
        return tr("behind Assent already")
    command = one_line(server.starts, _MAX_COMMAND)
    if command.startswith(("https://", "http://")):
        return tr("leads to {address}", address=command)
    return tr("starts {command}", command=command) if command else ""


def _lost_servers(app: AiAppView, known_servers: frozenset[str]) -> frozenset[AppServerView]:
    """The entries that lead to a server that Assent does not have, such as after its profile was deleted.

    ``known_servers``: ids of the servers that Assent has.
    """
    return frozenset(each for each in app.servers if each.state == "behind" and each.server not in known_servers)


def _lost_words(app: AiAppView) -> str:
    if app.attached:
        return tr("Its calls fail. Give its configuration back, then put its servers behind Assent again.")
    file = app_words.path(app.file)
    return tr("Its calls fail, and Assent has no copy of its file. Write its servers into {file} again.", file=file)


def _try_words(app: AiAppView) -> str:
    name = display_names.app_name(app.id)
    moved = [app_words.server_name(server) for server in app.servers if server.state == "beside"]
    if not moved:
        return tr("Restart {app}.", app=name)
    return tr(
        "Restart {app}, then ask it: “Use a tool of {server} that only reads, and tell me what came back.”",
        app=name,
        server=moved[0],
    )


_MAX_WIDTH: Final = 760
_MAX_SERVERS: Final = 6  # servers of one app that have a row; the others are counted


class WelcomePage(AttachingPage):
    """The AI apps that were found, and the first step.

    Attributes:
        attach_all: begins to put every server behind Assent; hidden if there is none to put there.
    """

    def __init__(self, link: Link, parent: QWidget | None = None) -> None:
        super().__init__(link, parent)
        self.autostart = AutostartRow(link)
        self._apps: AiApps | None = None
        self._known_servers: frozenset[str] = frozenset()
        self.found: dict[str, AppFound] = {}
        self.attach_all = hidden(text.button("", "primary", on_click=self._plan))
        open_editor = partial(self.navigate.emit, "servers", AddServer())
        self.add_server = text.button(tr("Add a server…"), on_click=open_editor)
        self.start_demo = text.button(tr("Only look around"), on_click=self._start_demonstration)
        self.go_on = text.button(tr("Go on"), "primary", on_click=partial(self.navigate.emit, "waiting", None))
        self._cards: dict[tuple[AiAppView, frozenset[AppServerView]], AppFound] = {}
        self._cards_column, self._try_column = boxes.column(theme.SECTION), boxes.column(theme.SECTION)
        self._found_label = hidden(text.label("", "strong", wrap=True))
        self._empty_label = hidden(text.label(tr(app_words.EMPTY), "muted", wrap=True))
        found = fill(boxes.column(theme.SECTION), self._found_label, self._cards_column, self._empty_label)
        autostart = Card()
        autostart.body.addWidget(self.autostart)
        last_screen = fill(boxes.column(theme.SECTION), self._try_column, autostart)
        self._stack.addWidget(
            _screen(tr(_TITLE), tr(_PROMISE), found, self.attach_all, self.add_server, self.start_demo)
        )
        self._stack.addWidget(_screen(tr(_DONE), tr(_TRY), last_screen, self.go_on))
        fill(boxes.column(theme.SECTION, self, (theme.PAGE, theme.PAGE, theme.PAGE, 0)), self.strip, grow(self._stack))

    def set_state(self, state: HostState) -> None:
        """Learn which servers Assent has."""
        known_servers = frozenset(server.id for server in state.servers)
        if known_servers != self._known_servers:
            self._known_servers = known_servers
            if self._apps is not None:
                self._show_apps(self._apps)

    def activated(self) -> None:
        """Read the AI apps again."""
        self._link.send(ReadApps(), self._on_read, self._on_failed)

    def _on_read(self, apps: AiApps) -> None:
        if apps == self._apps:
            return
        self._apps = apps
        self._show_apps(apps)

    def _show_apps(self, apps: AiApps) -> None:
        expect_servers(apps)
        show_text(self._found_label, _found_words(apps))
        self._empty_label.setVisible(not apps.found)
        looks = [(app, _lost_servers(app, self._known_servers)) for app in apps.found]
        self._cards = boxes.keep(self._cards_column, self._cards, looks, self._make_card)
        self.found = {app.id: card for (app, _), card in self._cards.items()}
        self.attach_all.setVisible(bool(self._attachable_apps))
        text.set_button_text(self.attach_all, app_words.attach_words(*apps.found))

    def _make_card(self, look: tuple[AiAppView, frozenset[AppServerView]]) -> AppFound:
        app, lost_servers = look
        card = AppFound(app, lost_servers)
        card.detach.clicked.connect(partial(self._ask_detach, app))
        return card

    @property
    def _attachable_apps(self) -> tuple[str, ...]:
        found = () if self._apps is None else self._apps.found
        return tuple(app.id for app in found if app_words.count(app, "beside"))

    def _plan(self) -> None:
        self._link.send(PlanApp(self._attachable_apps), self._ask_attach, self._on_failed)

    def _show_content(self) -> None:
        self._stack.setCurrentIndex(0)

    def _on_finished(self, app_ids: tuple[str, ...]) -> None:
        boxes.clear(self._try_column)
        found = () if self._apps is None else self._apps.found
        for app in found:
            if app.id in app_ids:
                self._try_column.addWidget(AppFrame(app, break_long_words(_try_words(app))))
        self.autostart.read()
        self._apps = None
        self._stack.setCurrentIndex(1)
        self.go_on.setFocus(Qt.FocusReason.OtherFocusReason)

    def _start_demonstration(self) -> None:
        opens = ToastMessage(tr("The demonstration opens in a window of its own."))
        self._link.send(StartDemonstration(), lambda _: self.happened.emit(opens), self._on_failed)


class AppFound(AppFrame):
    """One app, with the command of each of its servers."""

    def __init__(self, app: AiAppView, lost_servers: frozenset[AppServerView]) -> None:
        """``lost_servers``: see ``_lost_servers``."""
        super().__init__(app, _servers_words(app))
        shown = self._first_servers(app, _MAX_SERVERS)
        for server in shown:
            self._add_server(server, _server_words(server, is_lost=server in lost_servers))
        self._add_rest(len(app.servers) - len(shown))
        if app.problem:
            self.body.addWidget(text.label(break_long_words(app_words.problem(app)), wrap=True))
        if lost_servers:
            self.body.addWidget(text.label(break_long_words(_lost_words(app)), wrap=True))
        self.detach = detach_button(app, self)
        self.body.addLayout(fill(boxes.row(theme.GROUP), self.detach, STRETCH))


def _screen(title: str, subtitle: str, content: QVBoxLayout, *buttons: QPushButton) -> QWidget:
    """A heading and content that scroll, and buttons below that do not."""
    margins = (0, 0, 0, theme.SECTION)
    parts = PageHeader(title, subtitle), content
    scroll = scrolled(title, *parts, spacing=theme.SECTION, margins=margins, widest=_MAX_WIDTH)
    row = fill(boxes.row(theme.GROUP, margins=(0, 0, 0, theme.PAGE)), *buttons, STRETCH)
    return holder(fill(boxes.column(0), grow(scroll), row))
