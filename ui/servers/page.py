"""The page of the configured servers.

Owns: the list, in the order of the file; the panel of one server around ``ServerReview``; the numbers of the last hour
with the button that restarts the server; and which panel is open.

Invariants: names and ids are escaped, since they come from a file; a screen reader reads both lines of a name; details
are read when a server is chosen and again when it changed; until the person closes it, the panel opens by itself, first
for a server that waits or failed; each chart is a table to a keyboard and a screen reader, whose cells say all numbers
of their five minutes; failures differ by hatching as well as by colour; nothing is restarted before the person
confirmed it; the numbers are read again when the server was used, and every minute while they are visible.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QLabel, QStackedLayout, QStyle, QStyleOptionViewItem, QVBoxLayout, QWidget

from host.control.protocol import ReadHealth, RestartServer
from host.control.views import UNUSED, HostState, ServerHealth, ServerUse, ServerView
from host.text import escape
from host.values import replace
from ui import display_names, icons, text, theme
from ui.history.charts import Chart
from ui.icons import icon
from ui.link import LatestRequest, Link
from ui.pages import AddServer, ExplainTool, OpenServer, Page, Target, TimerWhileShown
from ui.servers import words
from ui.servers.editor import Mode, ServerEditor
from ui.servers.review import ServerReview
from ui.servers.words import error_count, last_used, state_line, state_style, trust_sentence, trust_style, typical_time
from ui.theme import GROUP, PAGE, SECTION, SPACE, Tokens
from ui.toast_messages import ToastMessage
from ui.tr import mark, sentence, tr, translated
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, Placed, Stack, fill, grow, holder, top
from ui.widgets.cards import Notice, SidePanel
from ui.widgets.controls import hidden, show_text
from ui.widgets.labels import Glyph
from ui.widgets.monogram import Monogram, draw
from ui.widgets.page_parts import EmptyState, PageHeader
from ui.widgets.scroll import FadeScroll
from ui.widgets.table import CellDelegate, FlatTableModel, Role, Table


def _attention_order(server: ServerView) -> int:
    """Sort key: servers that wait for the person first, then failed ones."""
    return 0 if server.waits else 1 if server.state == "failed" else 2


HEADS: Final = (mark("Server"), mark("Errors"), mark("Time of a call"), mark("Last used"), mark("Trust"))
NAME, ERRORS, TIME, USED, TRUST = range(5)
WIDTHS: Final = {ERRORS: 80, TIME: 120, USED: 120, TRUST: 160}
"""Widths of the columns in pixels; the name takes the rest."""
HEIGHT: Final = theme.ROW + theme.SECTION  # pixels of a row: two lines
STATE: Final = Role.UserRole  # role of the name's cell: the server's id, its state, and the tone of that
_REFRESH_MS: Final = 60_000  # milliseconds after which the last hour is drawn again
PANEL: Final = 440  # least width of the panel in pixels: a broken line of a command in its frame
LIST: Final = 220  # least width of the list in pixels: a monogram and a name
NAMES: Final = 200  # pixels of a monogram and a name beside other columns
ROOM_FOR: Final = (ERRORS, TIME, USED, TRUST)
"""The order in which columns get the room beside the name; the first is always shown."""


class ServersModel(FlatTableModel[ServerView]):
    """One row a server. ``rows``: what is shown."""

    HEADS = HEADS
    NUMBERS = frozenset({ERRORS, TIME})

    def key(self, row: ServerView) -> str:
        """The id of a server."""
        return row.id

    def _text(self, row: ServerView, column: int) -> str:
        use = row.use
        cells = error_count(use), typical_time(use), last_used(use, time.time()), trust_style(row).word
        return (display_names.server_name(row.id), *cells)[column]

    def _tooltip(self, row: ServerView, column: int) -> str:
        if column == NAME:
            return sentence(escape(translated(row.problem or row.why))) or state_style(row).meaning
        return trust_sentence(row) if column == TRUST else ""

    def _spoken(self, row: ServerView, column: int) -> str:
        words = super()._spoken(row, column) if self._text(row, column) else ""
        return f"{words}, {state_line(row)}" if column == NAME else words

    def _look(self, row: ServerView, column: int, role: int) -> object:
        if role == Role.DecorationRole and column == TRUST:
            return icon(trust_style(row).icon, "muted")
        is_state = role == STATE and column == NAME
        return (row.id, state_line(row), state_style(row).tone) if is_state else None


class NameDelegate(CellDelegate):
    """Draws a server: its monogram, its name, and its state below."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a cell."""
        cell_option = QStyleOptionViewItem(option)
        self.initStyleOption(cell_option, index)
        name, cell_option.text = cell_option.text, ""
        widget = option.widget
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, cell_option, painter, widget)
        server_id, state, tone = index.data(STATE)
        tokens, mirrored = theme.current().tokens, text.is_mirrored()
        area = QRectF(cell_option.rect).adjusted(theme.SECTION, 0, -theme.GROUP, 0)
        start = area.right() - theme.MONOGRAM if mirrored else area.left()
        draw(
            painter,
            QRectF(start, area.center().y() - theme.MONOGRAM / 2, theme.MONOGRAM, theme.MONOGRAM),
            "server",
            server_id,
        )
        text_offset = theme.MONOGRAM + theme.GROUP + theme.SPACE
        words = area.adjusted(0, 0, -text_offset, 0) if mirrored else area.adjusted(text_offset, 0, 0, 0)
        for line, ink, is_first in ((name, tokens.text, True), (text.facing(state), _ink(tokens, tone), False)):
            line_area = QRectF(
                words.left(), words.center().y() - (theme.PAGE - 4 if is_first else 0), words.width(), theme.PAGE - 4
            )
            elided = cell_option.fontMetrics.elidedText(line, Qt.TextElideMode.ElideRight, int(line_area.width()))
            painter.setPen(QColor(ink))
            side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
            painter.drawText(line_area, side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter, elided)


def _ink(tokens: Tokens, tone: str) -> str:
    ink: str = tokens.muted if tone == "neutral" else getattr(tokens, tone)
    return ink


class ServersPage(Page):
    """The servers.

    Attributes:
        editor: adds, edits or removes; None while it is closed.
    """

    OWN_ALERTS = frozenset({"review"})

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self._opens_by_itself = True
        self._empty = EmptyState(
            "hard-drives",
            tr("No servers yet"),
            tr(
                "Servers are what AI apps work with: files, mail, a database. Take over those that your apps have, or "
                "add one by its command or address."
            ),
            tr("See your AI apps"),
        )
        self._empty.acted.connect(partial(self.navigate.emit, "apps", None))
        broken = tr(
            "The errors in {file} are listed above. Assent reads the file again when it changes.", file="servers.json"
        )
        self._broken = EmptyState("hard-drives", tr("No server can be used"), broken)
        self.model = ServersModel(self)
        self.table = Table(tr("Servers"))
        self.table.setModel(self.model)
        self.table.setMinimumWidth(LIST)
        self.table.resized.connect(self._share_width)
        for column, width in WIDTHS.items():
            self.table.setColumnWidth(column, width)
        self.table.set_stretch(NAME)
        self.table.verticalHeader().setDefaultSectionSize(HEIGHT)
        self.table.setItemDelegateForColumn(NAME, NameDelegate(self.table))
        self.table.clicked.connect(self._on_chosen)
        self.table.opened.connect(self._on_chosen)
        self.panel = hidden(ServerPanel(link, lambda *tool: self.navigate.emit("rules", ExplainTool(*tool))))
        self.panel.setMinimumWidth(PANEL)
        self.table.keep_in_step(self.panel, self._on_chosen)
        self.panel.closed.connect(self._on_closed)
        self.panel.edit.clicked.connect(lambda: self.open_editor("edit", self.panel.server_id))
        self.panel.remove.clicked.connect(lambda: self.open_editor("remove", self.panel.server_id))
        self.add = text.button(tr("Add a server…"), on_click=lambda: self.open_editor("add"))
        self.editor: ServerEditor | None = None
        self._server_to_open = ""
        self._lay_out()

    def _lay_out(self) -> None:
        list_column = boxes.column(SECTION, margins=(PAGE, PAGE, PAGE, PAGE))
        head = PageHeader(tr("Servers"), tr("What AI apps can reach through Assent, and how each server stands."))
        head.actions.addWidget(self.add)
        list_column.addWidget(head)
        self._stack = Stack(self.table, self._empty, self._broken)
        list_column.addWidget(self._stack, 1)
        self._list = QWidget()
        fill(boxes.row(0, self._list), grow(list_column), self.panel)
        self._root = QStackedLayout(self)
        self._root.addWidget(self._list)

    def set_state(self, state: HostState) -> None:
        """Show the servers as they are now."""
        previous = self._open_server()
        first = not self.model.rows
        self.model.show_rows(state.servers)
        empty_state = self._broken if state.servers_problem else self._empty
        self._stack.setCurrentWidget(self.table if state.servers else empty_state)
        if not self.panel.isHidden():
            current = self._open_server()
            if current is None:
                self.panel.hide()
            elif previous is None or replace(current, use=UNUSED) != replace(previous, use=UNUSED):
                self._show(current)
            else:
                self.panel.show_server(current)
        elif first and self.isVisible():
            self._open_first()
        self._open_when_known()

    def activated(self) -> None:
        """Give the list the focus."""
        if self.editor is not None:
            return
        self._open_first()
        if self.model.rows:
            self.table.setFocus()

    def show_target(self, target: Target) -> None:
        """Open a server, or the editor for a new one."""
        if isinstance(target, AddServer):
            self.open_editor("add")
        if isinstance(target, OpenServer):
            if self.editor is not None and not self.editor.is_touched:
                self._close_editor()
            self.open_server(target.server)

    def _open_first(self) -> None:
        """Open the server that needs attention most: the list alone would leave half of the page empty."""
        if self._opens_by_itself and self.model.rows and self.panel.isHidden():
            self.open_server(min(self.model.rows, key=_attention_order).id)

    def open_server(self, server_id: str) -> None:
        """Open the panel of one server."""
        if (place := self.model.place(server_id)) >= 0:
            self.table.setCurrentIndex(self.model.index(place, NAME))
            self.panel.show()
            self._show(self.model.rows[place])

    # Adding, editing, removing

    def open_editor(self, mode: Mode, server_id: str = "") -> None:
        """Add servers, or edit or remove one."""
        self._close_editor()
        self.editor = ServerEditor(self._link, mode, server_id)
        self.editor.cancelled.connect(self._on_cancelled)
        self.editor.finished.connect(self._on_finished)
        self._root.addWidget(self.editor)
        self._root.setCurrentWidget(self.editor)
        self.editor.take_focus()

    def _close_editor(self) -> None:
        if (editor := self.editor) is not None:
            self.editor = None
            self._root.setCurrentWidget(self._list)
            self._root.removeWidget(editor)
            editor.hide()
            editor.deleteLater()

    def _on_cancelled(self) -> None:
        self._close_editor()
        (self.table if self.model.rows else self.add).setFocus()

    def _on_finished(self, names: tuple[str, ...]) -> None:
        if (editor := self.editor) is None:
            return
        self.happened.emit(ToastMessage(words.edited_words(editor.mode, names)))
        if editor.mode != "remove":
            self._server_to_open = names[0]
        self._on_cancelled()
        self._open_when_known()

    def _open_when_known(self) -> None:
        """Open the server that was just added or changed, once it is in the host's state."""
        if self._server_to_open and self.model.place(self._server_to_open) >= 0:
            self.open_server(self._server_to_open)
            self._server_to_open = ""

    def _open_server(self) -> ServerView | None:
        server: ServerView | None = self.model.entry(self.model.place(self.panel.server_id))
        return server

    def _show(self, server: ServerView) -> None:
        self.panel.show_server(server)
        self.panel.review.read(server.id)

    def _on_chosen(self, index: QModelIndex) -> None:
        if (server := self.model.entry(index.row())) is not None:
            self.open_server(server.id)

    def _share_width(self) -> None:
        room = self.table.viewport().width() - NAMES
        for column in ROOM_FOR:
            room -= WIDTHS[column]
            self.table.setColumnHidden(column, room < 0 and column != ROOM_FOR[0])

    def _on_closed(self) -> None:
        self._opens_by_itself = False
        self.panel.hide()
        self.table.setFocus()


class ServerPanel(SidePanel):
    """The details of one server."""

    def __init__(self, link: Link, explain: Callable[[str, str], object]) -> None:
        """``explain``: shows what the rules say of calls of a server's tool."""
        super().__init__("")
        self._face = Monogram("server", size=theme.MONOGRAM)
        self.head.insertWidget(0, self._face, 0, Qt.AlignmentFlag.AlignVCenter)
        self.health = HealthView(link)
        self.review = ServerReview(link, health=self.health, explain=explain)
        self._scroll = FadeScroll(ground="surface")
        self._scroll.setWidget(self.review)
        self.body.addWidget(self._scroll, 1)
        self.edit, self.remove = text.button(tr("Edit…")), text.button(tr("Remove…"))
        self._why_not = text.label("", "caption", wrap=True)
        self.body.addLayout(fill(boxes.row(theme.GROUP), grow(self._why_not), Placed(None), self.remove, self.edit))

    @property
    def server_id(self) -> str:
        """Id of the server."""
        return self.review.server_id

    def show_server(self, server: ServerView) -> None:
        """Show what the host's state has of the server."""
        if server.id != self.server_id:
            self._scroll.start_over()
        self._face.show_of("server", server.id)
        name = display_names.with_id("server", server.id)
        self.set_title(name)
        text.named(self.edit, tr("Edit {name}", name=name))
        text.named(self.remove, tr("Remove {name}", name=name))
        reason = words.why_not_editable(server)
        for button in (self.edit, self.remove):
            button.setVisible(not reason)
        show_text(self._why_not, reason)
        self.review.show_server(server)
        self.health.show_server(server)


class HealthView(QWidget):
    """The last hour of one server, and its restart."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.setProperty("ground", "clear")
        self._health_request, self._restart_request = LatestRequest(link, accepts_earlier=True), LatestRequest(link)
        self._server: ServerView | None = None
        self._use_when_read: ServerUse | None = None
        self.calls = Chart(tr("Calls in the last hour, by five minutes"), tr("Calls"), upright=True)
        self.times = Chart(
            tr("How long calls took in the last hour, by five minutes"), tr("How long calls took"), upright=True
        )
        self._no_calls = text.label(tr("No calls in the last hour."), "muted", wrap=True)
        self._titles = text.label("", wrap=True), text.label("", wrap=True)
        self._failures_column, self._failures = boxes.column(SPACE), dict[tuple[str, str], QWidget]()
        self.restart = text.button(tr("Restart…"), on_click=self._on_restart)
        self.question = hidden(Notice("amber", tr("Restart this server?"), tr(words.RESTART_MEANING)))
        self.no, self.yes = text.button(tr("Cancel")), text.button(tr("Restart"))
        self.failed = hidden(Notice("red", tr("It was not restarted")))
        self._lay_out()
        self.yes.clicked.connect(self._on_yes)
        self.no.clicked.connect(self._on_no)
        self._show(ServerHealth())
        self._timer = TimerWhileShown(self, _REFRESH_MS, self._read)

    def show_server(self, server: ServerView) -> None:
        """Show a server."""
        is_other = self._server is None or self._server.id != server.id
        self._server = server
        if is_other:
            self._close_question()
            self._restart_request.forget()
            self.failed.hide()
            self._show(ServerHealth())
        self.restart.setVisible(bool(server.config_digest) and server.state != "disabled")
        if is_other or server.use != self._use_when_read:
            self._read()

    def _read(self) -> None:
        if self._server is not None:
            self._use_when_read = self._server.use
            self._health_request.send(ReadHealth(self._server.id), self._show)

    def _show(self, health: ServerHealth) -> None:
        has_calls = any(slot.calls for slot in health.slots)
        self.calls.show_bars(words.call_bars(health))
        self.times.show_bars(words.time_bars(health))
        self._charts.setVisible(has_calls)
        self._no_calls.setVisible(not has_calls)
        for label, title in zip(self._titles, words.hour_titles(health), strict=True):
            text.set_text(label, title)
        lines = words.failure_lines(health)
        self._failures = boxes.keep(self._failures_column, self._failures, lines, _failure_row)

    # Restart

    def _on_restart(self) -> None:
        self.failed.hide()
        self.question.show()
        self.restart.setEnabled(False)
        self.no.setFocus()

    def _close_question(self) -> None:
        self.question.hide()
        self.restart.setEnabled(True)

    def _on_yes(self) -> None:
        self._close_question()
        self.restart.setFocus()
        if self._server is not None:
            self._restart_request.send(
                RestartServer(self._server.id), lambda _: self.failed.hide(), self.failed.tell_why
            )

    def _on_no(self) -> None:
        self._close_question()
        self.restart.setFocus()

    def _lay_out(self) -> None:
        titled = map(_chart_with_title, self._titles, (self.calls, self.times))
        self._charts = holder(fill(boxes.row(SECTION), *map(grow, titled)))
        self.question.body.addLayout(fill(boxes.row(GROUP), STRETCH, self.no, self.yes))
        head = fill(boxes.row(GROUP), grow(text.label(tr("The last hour"), "strong", wrap=True)), top(self.restart))
        parts = self.question, self.failed, self._no_calls, self._charts, self._failures_column
        fill(boxes.column(GROUP, self), head, *parts)


def _chart_with_title(title: QLabel, chart: Chart) -> QVBoxLayout:
    ends = fill(boxes.row(0), text.label(tr("1 h ago"), "caption"), STRETCH, text.label(tr("now"), "caption"))
    return fill(boxes.column(SPACE), title, STRETCH, chart, ends)


def _failure_row(failure: tuple[str, str]) -> QWidget:
    title, remedy = failure
    lines = fill(boxes.column(0), text.label(title, wrap=True, selectable=True))
    if remedy:
        lines.addWidget(text.label(remedy, "caption", wrap=True))
    return holder(fill(boxes.row(GROUP), top(Glyph("warning-circle", icons.SMALL, "amber")), grow(lines)))
