"""How a server's calls went in the last hour, and the button that starts it anew.

Owns: the two charts, what its errors mean, and the question before a restart.

Invariants: each chart is a table to a keyboard and a screen reader, whose cells say all numbers of their five minutes;
what failed differs by hatching as well as by colour; nothing is restarted before its question was answered; numbers are
asked for when the server was used since, and every minute while they are in sight.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from host.control.protocol import ReadHealth, RestartServer
from host.control.views import ServerHealth, ServerUse, ServerView
from ui import icons, text
from ui.history.charts import Chart
from ui.label_text import safe_sentence
from ui.latest_request import LatestRequest
from ui.link import Link
from ui.servers import words
from ui.theme import GROUP, SECTION, SPACE
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.cards import Notice
from ui.widgets.labels import Glyph
from ui.widgets.layouts import STRETCH, fill, grow, holder, top

_EVERY: Final = 60_000
"""Milliseconds after which the hour has moved on enough to be drawn again."""


class HealthView(QWidget):
    """The last hour of one server.

    Attributes:
        calls, times: the charts.
        restart: asks for a restart.
        question: what that means.
        yes, no: the answers to it.
        failed: why nothing was restarted.
    """

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.setProperty("ground", "clear")
        self._link, self._latest = link, LatestRequest(link)
        self._server: ServerView | None = None
        self._asked_at: ServerUse | None = None
        self.calls = Chart(tr("Calls in the last hour, by five minutes"), tr("Calls"), upright=True)
        self.times = Chart(
            tr("How long calls took in the last hour, by five minutes"), tr("How long calls took"), upright=True
        )
        self._none = text.label(tr("No calls in the last hour."), "muted", wrap=True)
        self._titles = text.label("", wrap=True), text.label("", wrap=True)
        self._failures = QVBoxLayout()
        self.restart = text.button(tr("Restart…"))
        self.question = Notice("amber", tr("Restart this server?"), tr(words.RESTART_MEANING))
        self.no, self.yes = text.button(tr("Cancel")), text.button(tr("Restart"))
        self.failed = Notice("red", tr("It was not restarted"))
        self._clock = QTimer(self, interval=_EVERY)
        self._lay_out()
        self._connect()
        self._show(ServerHealth())

    def show_server(self, server: ServerView) -> None:
        """Be about a server as the list knows it now."""
        other = self._server is None or self._server.id != server.id
        self._server = server
        if other:
            self._close_question()
            self.failed.hide()
            self._show(ServerHealth())
        self.restart.setVisible(bool(server.config_digest) and server.state != "disabled")
        if other or server.use != self._asked_at:
            self._ask()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """It is in sight: ask for the numbers of now."""
        super().showEvent(event)
        self._ask()

    def _ask(self) -> None:
        if self._server is not None:
            self._asked_at = self._server.use
            self._latest.send(ReadHealth(self._server.id), self._show)

    def _on_minute(self) -> None:
        if self.isVisible():
            self._ask()

    def _show(self, health: ServerHealth) -> None:
        used = any(slot.calls for slot in health.slots)
        self.calls.show_bars(words.call_bars(health))
        self.times.show_bars(words.time_bars(health))
        self._charts.setVisible(used)
        self._none.setVisible(not used)
        boxes.clear(self._failures)
        for label, title in zip(self._titles, words.hour_titles(health), strict=True):
            text.set_text(label, title)
        for title, said in words.failure_lines(health):
            self._failures.addWidget(_failure(title, said))

    # Starting it anew

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
            self._link.send(RestartServer(self._server.id), lambda _: self.failed.hide(), self._on_not_restarted)

    def _on_no(self) -> None:
        self._close_question()
        self.restart.setFocus()

    def _on_not_restarted(self, why: str) -> None:
        self.failed.tell(tr("It was not restarted"), safe_sentence(why))

    def _connect(self) -> None:
        self.restart.clicked.connect(self._on_restart)
        self.yes.clicked.connect(self._on_yes)
        self.no.clicked.connect(self._on_no)
        self._clock.timeout.connect(self._on_minute)
        self._clock.start()

    def _lay_out(self) -> None:
        titled = map(_titled, self._titles, (self.calls, self.times))
        self._charts = holder(fill(boxes.row(SECTION), *map(grow, titled)))
        self.question.body.addLayout(fill(boxes.row(GROUP), STRETCH, self.no, self.yes))
        self.failed.hide()
        head = fill(boxes.row(GROUP), grow(text.label(tr("The last hour"), "strong", wrap=True)), top(self.restart))
        self._failures.setSpacing(SPACE)
        fill(boxes.column(GROUP, self), head, self.question, self.failed, self._none, self._charts, self._failures)
        self.question.hide()


def _titled(title: QLabel, chart: Chart) -> QVBoxLayout:
    """A chart of an hour: what it comes to above, from when to when below."""
    ends = fill(boxes.row(0), text.label(tr("1 h ago"), "caption"), STRETCH, text.label(tr("now"), "caption"))
    return fill(boxes.column(SPACE), title, STRETCH, chart, ends)


def _failure(title: str, said: str) -> QWidget:
    """One way in which calls failed, and what to do."""
    lines = fill(boxes.column(0), text.label(title, wrap=True, selectable=True))
    if said:
        lines.addWidget(text.label(said, "caption", wrap=True))
    return holder(fill(boxes.row(GROUP), top(Glyph("warning-circle", icons.SMALL, "amber")), grow(lines)))
