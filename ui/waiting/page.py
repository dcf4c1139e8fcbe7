"""The page of the calls that wait.

Owns: the list of what waits, and denying what is listed. What stays true: nothing is approved here: a line leads to the
consent window; *Deny the rest* denies the calls that stood in the list when the person pressed it, and no later one.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from host.control.protocol import AnswerCall, Welcome
from host.control.views import HostState
from ui import text
from ui.conditions import calls, denying, failed
from ui.consent.desk import ConsentDesk
from ui.link import Link
from ui.strip import Strip
from ui.theme import PAGE, SECTION
from ui.waiting.model import ACTION, APP, FINDINGS, INPUTS, WAITS, WaitingModel, widths
from ui.waiting.rows import Row
from ui.widgets.empty import EmptyState
from ui.widgets.heading import PageHeader
from ui.widgets.table import Table

TICK_MS: Final = 1_000
REASON: Final = "denied with the rest"
"""What the model hears; the person gave no other reason."""

EMPTY: Final = (
    "When an AI app wants to use a tool and no rule or grant decides it, the call waits here and a window asks you. "
    "Nothing is sent before you say yes."
)


class WaitingPage(QWidget):
    """The queue.

    Attributes:
        table, model, deny: its parts.

    Signals:
        open_page(str): the key of another page.
    """

    TITLE: Final[str] = "Waiting"
    ICON: Final[str] = "tray"
    open_page = Signal(str)

    def __init__(self, link: Link, desk: ConsentDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link, self._desk = link, desk
        self._doomed: tuple[Row, ...] = ()
        self._empty: EmptyState | None = None
        self._demo = False
        self._build()
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.model.tick)
        desk.changed.connect(self._on_queue)
        self._on_queue()

    def _build(self) -> None:
        self.model = WaitingModel(self._desk.left, self._desk.is_paused, self)
        self.table = Table("Calls that wait")
        self.table.setModel(self.model)
        self.table.setAccessibleDescription("Enter opens the question of the chosen call.")
        self.table.set_stretch(INPUTS)
        self.table.set_elide(ACTION, "middle")
        self.table.clicked.connect(self._on_chosen)
        self.table.opened.connect(self._on_chosen)
        self.header = PageHeader(self.TITLE)
        self.deny = text.button("Deny the rest…")
        text.tooltip(self.deny, "Denies every call in this list; asks you first.")
        self.deny.clicked.connect(self._on_deny)
        self.header.actions.addWidget(self.deny)
        self.strip = Strip(inset=False)
        self.strip.acted.connect(self._on_acted)
        self.strip.other.connect(self._on_other)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.table)
        page = QVBoxLayout(self)
        page.setContentsMargins(PAGE, PAGE, PAGE, PAGE)
        page.setSpacing(SECTION)
        page.addWidget(self.header)
        page.addWidget(self.strip)
        page.addLayout(self._stack, 1)

    def set_welcome(self, welcome: Welcome) -> None:
        """In the demonstration the empty page leads to the assistant."""
        if welcome.demo != self._demo and self._empty is not None:
            self._stack.removeWidget(self._empty)
            self._empty.deleteLater()
            self._empty = None
        self._demo = welcome.demo
        self._on_queue()

    def set_state(self, state: HostState) -> None:
        """Nothing here depends on it; the desk knows the queue."""

    def activated(self) -> None:
        """The list gets the focus, where there is one."""
        if self.model.rows:
            self.table.setFocus()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """The clocks run while somebody looks."""
        super().showEvent(event)
        self.model.tick()
        self._timer.start()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Where there is little room, the inputs keep what there is."""
        super().resizeEvent(event)
        for column, width in widths(event.size().width() - 2 * PAGE).items():
            self.table.setColumnWidth(column, width)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Out of sight nothing is drawn."""
        super().hideEvent(event)
        self._timer.stop()

    def _on_queue(self) -> None:
        chosen = self._chosen()
        self.model.show_calls(self._desk.waiting)
        if (place := self.model.place(chosen)) >= 0:
            self.table.setCurrentIndex(self.model.index(place, APP))
        self.table.setColumnHidden(FINDINGS, not self.model.found_something)  # a column of nothing takes room
        self.table.setColumnHidden(WAITS, not self.model.waits_for_more)
        count = len(self.model.rows)
        self.deny.setVisible(count > 0)
        waits = "Choose one to see exactly what would be sent."
        self.header.set_subtitle(f"{calls(count)} {'waits' if count == 1 else 'wait'}. {waits}" if count else "")
        if not count:
            self._drop()
        self._stack.setCurrentWidget(self.table if count else self._nothing())

    def _nothing(self) -> EmptyState:
        if self._empty is None:
            self._empty = EmptyState(
                "tray", "Nothing waits for you", EMPTY, "Go to the assistant" if self._demo else ""
            )
            self._empty.acted.connect(self._on_assistant)
            self._stack.addWidget(self._empty)
        return self._empty

    def _chosen(self) -> str:
        index = self.table.currentIndex()
        return self.model.rows[index.row()].call_id if 0 <= index.row() < len(self.model.rows) else ""

    def _on_chosen(self, index: QModelIndex) -> None:
        if 0 <= index.row() < len(self.model.rows):
            self._desk.bring(self.model.rows[index.row()].call_id)

    def _on_assistant(self) -> None:
        self.open_page.emit("assistant")

    def _on_deny(self) -> None:
        """Ask about exactly those that stand in the list now."""
        self._doomed = self.model.rows
        if self._doomed:
            self.strip.show_conditions((denying(len(self._doomed)),))

    def _on_acted(self, key: str) -> None:
        doomed, self._doomed = self._doomed, ()
        self._drop()
        if key == "deny":
            for row in doomed:
                answer = AnswerCall(row.call_id, row.digest, row.round, row.definition, approve=False, reason=REASON)
                self._link.send(answer, failed=partial(self._on_failed, row.call_id))

    def _on_other(self, _: str) -> None:
        self._drop()

    def _on_failed(self, call_id: str, why: str) -> None:
        if any(asked.request.call.id == call_id for asked in self._desk.waiting):  # else it is over, as was wished
            self.strip.show_conditions((failed("A call was not denied", why),))

    def _drop(self) -> None:
        self._doomed = ()
        self.strip.show_conditions(())
