"""Alike calls that wait, and the window in which they are decided together after each was seen.

Owns: which questions are alike, and the notice that says so; the window with the table: its parts and their places,
what is on screen, what is said aloud; its answers' way to the host. What is offered and sent, its presenter decides.

Invariants (attacks 7, 10, 11, 12): the table is open in place of the consent window, never beside it; it shows the
calls that were alike when it was opened, later ones are counted; nothing is ticked that was not seen whole, and nothing
by itself; the yes arms anew with every tick, and with every call that ends or changes; no key but Space on the focused
button gives it; each answer names one call and is sent once, and each that the host refuses is told; who wants what,
and the buttons, are always on screen.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from host.control.protocol import AnswerCall, CallEnded, Working
from host.control.views import Asked
from ui import icons, text, theme
from ui.alert_strip import AlertStrip
from ui.alerts import Alert
from ui.consent import summary
from ui.consent.action_row import ButtonRow
from ui.consent.asking_window import NARROWEST, AskingWindow
from ui.consent.batch import presenter
from ui.consent.batch.alike import AlikeGroups
from ui.consent.batch.presenter import BatchPresenter, BatchSelection, Row
from ui.consent.batch.table import BatchModel, BatchTable, ValuesView
from ui.consent.controller import THE_REST, AnswerSender, bring_up
from ui.consent.fitting import fitted, keep_edges, set_fitting
from ui.link import Link
from ui.tr import tr, tr_n
from ui.widgets import boxes, windows
from ui.widgets.cards import Card, Notice, rule
from ui.widgets.labels import Badge
from ui.widgets.scroll import FadeScroll
from ui.widgets.windows import center_over

SIZE: Final = QSize(960, 760)
_FIXED: Final = 96 * theme.SPACE
"""Height that heads, two rows and buttons take."""
_LEAST_WHOLE: Final = 15 * theme.SPACE
_SAME_SHARE: Final = 0.35
"""Of the height that is left: what is the same in all takes no more."""
_ROWS_FIXED: Final = 2
_ROWS_FIRST: Final = 6
"""Rows of the table that come before one call whole."""
_GAP: Final = theme.GROUP + theme.SPACE


class BatchWindow(AskingWindow):
    """The window with the table.

    Attributes:
        same: the inputs that are the same in all calls.
        table, rows: the calls, and their model.
        chosen, detail: the title of the chosen call, and all of it.
        strip: asks before many are denied.
        tick_all, deny, back: the other buttons.

    Signals:
        answered(tuple[AnswerCall]): yes or no to some of them.
        approved(int, int, int): yes to so many calls, shown so many milliseconds, of so many characters.
        left(): the person goes back to one call, or the last of them was answered here.
        worked(): the person does something here, once in a while.
    """

    approved = Signal(int, int, int)
    left = Signal()
    worked = Signal()
    work_every = 3.0  # each word is one about every call here
    presenter: BatchPresenter

    def __init__(
        self,
        left: Callable[[str], float],
        clock: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        """``left``: seconds until a call expires. ``clock``: monotonic seconds."""
        super().__init__(BatchPresenter(clock), clock, tr("Some answers were not taken"), parent)
        self._make_head()
        self.same = ValuesView(_LEAST_WHOLE, tr("The same in all of them"), self)
        self.rows = BatchModel(left, self)
        self.table = BatchTable(self.rows, self)
        self.detail = ValuesView(_LEAST_WHOLE, tr("The chosen call"), self)
        self._make_foot()
        self._lay_out()
        self.setMinimumWidth(NARROWEST)
        self.resize(SIZE.boundedTo(self.screen().availableSize()))
        self.watch_content(self.table.viewport())
        self._scroll_timer = QTimer(self)
        self._scroll_timer.setSingleShot(True)
        self._scroll_timer.timeout.connect(self._scroll_to_detail)
        self._connect()

    @property
    def selection(self) -> BatchSelection:
        """The open table; without rows where none is open."""
        return self.presenter.selection

    # What is on screen

    def open_calls(self, calls: Sequence[Asked]) -> None:
        """Show these, nothing seen and nothing ticked. Raises ValueError for a call that no table can show."""
        selection = self.presenter.open(calls)
        self.strip.show_alerts(())
        self.failure.hide()
        self.show_new(0)
        self._draw_head(calls[0], selection)
        self.same.show_values(selection.table.same, (), calls[0].readings)
        self.rows.open(selection)
        self.table.fit()
        self.divide_height()
        self.table.setCurrentIndex(self.rows.index(0, 0))
        self._refresh()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self._announce(f"{presenter.title(calls)}. {presenter.differences(selection)}")

    def clear(self) -> None:
        """Nothing is asked any more."""
        self.presenter.clear()
        self.strip.show_alerts(())

    def end(self, call_id: str, by: str) -> None:
        """A call is over: it is struck through, and cannot be ticked."""
        if (row := self.selection.row(call_id)) is not None:
            self._end_row(row, presenter.ended(row, by))

    def change(self, asked: Asked) -> None:
        """A question is asked anew. What was drawn is not it: it is read by itself."""
        row = self.selection.row(asked.request.call.id)
        if row is not None and not self.selection.is_same(row, asked):
            self._end_row(row, tr(presenter.CHANGED))

    def fail(self, call_id: str, why: str) -> None:
        """The host did not take the answer to one of them."""
        row = self.selection.row(call_id)
        if row is None or row.over:
            return
        self.selection.fail(row, why)
        said = tr("Call {number}: {why}", number=self.selection.place(call_id) + 1, why=why)
        self.failure.tell(tr("Some answers were not taken"), fitted(said, self.fontMetrics()))
        self._announce(said)
        self._rearm()

    def end_all(self) -> None:
        """Another host is there, which knows nothing of these."""
        for row in self.selection.rows:
            self.selection.end(row, tr(presenter.GONE))
        self._rearm()

    def show_new(self, more: int) -> None:
        """So many more are alike to these, and not in the table."""
        text.set_text(self.arrived, presenter.arrived(more))
        self.arrived.setVisible(bool(more))

    # What the person does

    def is_offered(self) -> bool:
        """Whether a yes is possible at all right now."""
        return self.presenter.is_offered

    def tick_seen(self) -> None:
        """Tick every row that was seen."""
        self.presenter.tick_seen()
        self._rearm()

    def ask_to_deny(self) -> None:
        """Ask, once, about exactly those that are not ticked now."""
        if not (doomed := self.presenter.ask_to_deny()):
            return
        told = tr("The app hears that a person denied each of them. What is ticked stays as it is.")
        action = tr_n("Deny {n} call", "Deny {n} calls", len(doomed))
        title = presenter.deny_title(doomed, len(self.selection.rows))
        self.strip.show_alerts((Alert("deny", "amber", title, told, action, tr("Keep")),))
        self._rearm()

    def step_back(self) -> None:
        """Esc: away from the question, then from the table."""
        if self.presenter.denying:
            self._on_kept("")
        else:
            self.left.emit()

    def next_region(self, step: int = 1) -> None:
        """F6: between the table, the chosen call whole, and the buttons."""
        windows.focus_next_region([self.table, self.detail, self.deny if self.deny.isEnabled() else self.back], step)
        focused = self.focusWidget()
        if focused is not None:
            self.middle.ensureWidgetVisible(focused, 0, 0)

    def _scroll_to_detail(self) -> None:
        """Whoever walks through the rows reads each whole, without a pointer: its end comes into view."""
        bar, view = self.middle.verticalScrollBar(), self.middle.viewport()
        end = self.detail.mapTo(view, QPoint(0, self.detail.height() + theme.PAGE)).y()
        bar.setValue(bar.value() + max(0, end - view.height()))

    # Qt's

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802  # Qt's name
        """Tab goes through what stands there now."""
        windows.update_tab_order(self)
        return super().focusNextPrevChild(forward)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """What scrolls takes its share of what is left, so that the buttons stay in view."""
        super().resizeEvent(event)
        self.divide_height()

    # Inside

    def _approve(self) -> None:
        rows, shown = self.selection.ticked, self.arming.displayed_ms
        if answers := self.presenter.approve():
            self._send(answers)
            self.approved.emit(len(rows), shown, sum(len(row.asked.request.call.arguments) for row in rows))

    def _on_deny(self, _key: str) -> None:
        answers = self.presenter.deny(THE_REST)
        self.strip.show_alerts(())
        self._send(answers)

    def _on_kept(self, _key: str) -> None:
        self.presenter.denying = ()
        self.strip.show_alerts(())
        self._rearm()

    def _send(self, answers: Sequence[AnswerCall]) -> None:
        self.failure.hide()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)  # else Qt moves it on from what is disabled now
        self._rearm()
        self.answered.emit(tuple(answers))

    def _on_toggled(self, place: int, ticked: bool) -> None:
        if (row := self.selection.at(place)) is None:
            return
        if self.selection.tick(row, ticked=ticked):
            self._rearm()
        else:
            self.buttons.say_missing(presenter.why_not(row, same_seen=self.selection.same_seen))

    def _on_chosen(self, place: int) -> None:
        selection = self.selection
        if (row := selection.at(place)) is None:
            return
        said = tr("Call {number} of {all}", number=place + 1, all=len(selection.rows))
        text.set_text(self.chosen, said)
        values = zip(selection.table.columns, row.cells, strict=True)
        self.detail.show_values(values, row.asked.request.findings, row.asked.readings)

    def _on_detail_read(self) -> None:
        row = self.selection.at(self.table.currentIndex().row())
        if row is not None and not row.is_seen:
            row.unseen.clear()
            row.read = True
            self._refresh()

    def _on_same_read(self) -> None:
        if not self.selection.same_seen:
            self.selection.same_seen = True
            self._refresh()

    def _ready_words(self) -> str:
        return tr("Ready: {button}", button=presenter.approve(len(self.selection.ticked)))

    def _on_worked(self) -> None:
        self.worked.emit()

    def _end_row(self, row: Row, said: str) -> None:
        is_last = self.presenter.end(row, said)
        self._rearm()
        self._announce(presenter.row_changed(self.selection, row))
        if is_last:
            self.left.emit()

    def _refresh(self) -> None:
        """Make rows and buttons say and be what they are."""
        selection, answerable = self.selection, self.presenter.is_answerable
        ticked, tickable, rest = len(selection.ticked), len(selection.tickable), len(selection.rest)
        self.presenter.set_needed()
        self.guard.say(presenter.approve(ticked), presenter.approve_why(selection, ticked))
        self.guard.button.setEnabled(self.presenter.is_offered)
        text.set_button_text(self.back, tr("Back to one call") if selection.undecided else tr("Go on"))
        text.set_button_text(self.deny, presenter.deny(rest, len(selection.rows)))
        self.deny.setEnabled(answerable and bool(rest))
        tick_seen = tr_n("Tick the {n} that you have seen", "Tick the {n} that you have seen", tickable)
        text.set_button_text(self.tick_all, tick_seen)
        self.tick_all.setVisible(bool(tickable))
        self.tick_all.setEnabled(answerable)
        self.buttons.arrange()
        self.buttons.say_missing(presenter.progress(selection))
        some_unseen = not all(map(selection.can_tick, selection.undecided))
        self.once_only.setText(tr(presenter.COVERS_SEEN) if some_unseen else tr(presenter.COVERS))
        self.rows.changed()
        self.guard.refresh()

    # The parts and their places

    def divide_height(self) -> None:
        """Give what scrolls its part of the height: some rows of the table come first, one call whole has the rest."""
        room = max(0, self.height() - _FIXED)
        self.same.set_most(max(_LEAST_WHOLE, round(room * _SAME_SHARE)))
        if not self._same_card.isHidden():
            room -= self.same.height()
        rows = max(0, min(len(self.rows.rows), _ROWS_FIRST) - _ROWS_FIXED) * theme.ROW
        left = room - rows
        if left < _LEAST_WHOLE:  # all of it scrolls then anyhow: one call whole may fill the view
            left = max(_LEAST_WHOLE, self.middle.viewport().height() - 4 * theme.PAGE)
        self.detail.set_most(left)

    def _draw_head(self, asked: Asked, selection: BatchSelection) -> None:
        """Say who wants what, and in what the calls differ."""
        calls = [row.asked for row in selection.rows]
        set_fitting(self.heading, presenter.title(calls))
        set_fitting(self.route, summary.route(asked))
        server = asked.request.call.server
        trusted = summary.trust(server) if server.trusted else tr("Unverified server")
        self.badge.set(trusted, "neutral", "seal-check" if server.trusted else "seal-question")
        set_fitting(self.differences, presenter.differences(selection))
        text.title(self, presenter.brief_title(calls))
        self._same_card.setVisible(bool(selection.table.same))

    def _make_head(self) -> None:
        self.heading = text.label("", "title", wrap=True, parent=self)
        self.route = text.label("", "heading", wrap=True, parent=self)
        self.badge = Badge("", parent=self)
        self.differences = text.label("", "body", wrap=True, parent=self)
        self.arrived = text.label("", "caption", wrap=True, parent=self)
        self.arrived.hide()

    def _make_foot(self) -> None:
        self.strip = AlertStrip(inset=False)
        self.once_only = text.label("", "caption", wrap=True, parent=self)
        self.deny = text.button("", parent=self)
        self.deny.setIcon(icons.icon("x-circle"))
        self.back = text.button(tr("Back to one call"), "quiet", parent=self)
        self.tick_all = text.button("", parent=self)
        self.buttons = ButtonRow(self.guard, (self.deny,), parent=self)

    def _lay_out(self) -> None:
        rows = boxes.column(0, self)
        rows.addLayout(self._head())
        self.middle = FadeScroll(self, ground="window")
        self.middle.setWidget(self._middle())
        self.middle.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        text.named(self.middle, tr("Calls side by side"))
        bar = self.middle.verticalScrollBar()
        for note_seen in (self.table.note_seen_soon, self.same.note_seen_soon, self.detail.note_seen_soon):
            bar.valueChanged.connect(note_seen)
            bar.rangeChanged.connect(note_seen)
        keep_edges(self.middle, self._column, 0)
        rows.addWidget(self.middle, 1)
        rows.addWidget(rule(self))
        rows.addLayout(self._foot())

    def _head(self) -> QVBoxLayout:
        head = boxes.column(theme.GROUP, margins=(theme.PAGE, theme.SECTION, theme.PAGE, theme.GROUP))
        vouched = QHBoxLayout()
        vouched.addWidget(self.badge)
        vouched.addStretch(1)
        vouched.addWidget(self.back)
        head.addWidget(self.heading)
        head.addWidget(self.route)
        head.addLayout(vouched)
        head.addWidget(self.gone)
        head.addWidget(self.failure)
        return head

    def _middle(self) -> QWidget:
        inside = QWidget(self)
        self._column = middle = boxes.column(theme.GROUP, inside)
        self._same_card = _card(self.same, text.label(tr("The same in all of them"), "caption"), self)
        self.chosen = text.label("", "caption", parent=self)
        self._detail_card = _card(self.detail, self.chosen, self)
        middle.addWidget(self.differences)
        middle.addWidget(self._same_card)
        middle.addWidget(self.table, 1)
        middle.addWidget(self.arrived)
        middle.addWidget(self._detail_card)
        middle.addStretch(0)
        return inside

    def _foot(self) -> QVBoxLayout:
        foot = boxes.column(_GAP, margins=(theme.PAGE, _GAP, theme.PAGE, _GAP))
        said = QHBoxLayout()
        said.addWidget(self.once_only, 1)
        said.addWidget(self.tick_all)
        foot.addLayout(said)
        foot.addWidget(self.strip)
        foot.addWidget(self.buttons)
        return foot

    def _connect(self) -> None:
        self.rows.toggled.connect(self._on_toggled)
        self.table.chosen.connect(self._on_chosen)
        self.table.seen.connect(self._refresh)
        self.table.walked.connect(self._scroll_timer.start)
        self.detail.read.connect(self._on_detail_read)
        self.same.read.connect(self._on_same_read)
        self.tick_all.clicked.connect(self.tick_seen)
        self.deny.clicked.connect(self.ask_to_deny)
        self.back.clicked.connect(self.left)
        self.strip.acted.connect(self._on_deny)
        self.strip.second_acted.connect(self._on_kept)
        self.ticker.timeout.connect(self.rows.tick)
        go_back = partial(self.next_region, -1)
        self.install_shortcuts({"back": self.step_back, "next": self.next_region, "previous": go_back})


def _card(inside: ValuesView, title: QLabel, parent: QWidget) -> Card:
    card = Card("card", parent)
    card.body.setContentsMargins(0, theme.GROUP, 0, 0)
    card.body.setSpacing(0)
    card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
    title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    title.setContentsMargins(theme.SECTION, 0, theme.SECTION, 0)
    card.body.addWidget(title)
    card.body.addWidget(inside)
    return card


class SideBySide(QObject):
    """The table of alike calls.

    Attributes:
        notice: leads to the table, in the consent window.
        window: with the table, None before it was opened first.

    Signals:
        wanted(): the person wants to see them.
        left(): the person goes back to one call, or all of them were answered.
        dismissed(): the person closed the table.
        approved(int, int, int): see ``BatchWindow``.
    """

    wanted = Signal()
    left = Signal()
    dismissed = Signal()
    approved = Signal(int, int, int)

    def __init__(
        self,
        link: Link,
        left: Callable[[str], float],
        clock: Callable[[], float],
        parent: QObject | None = None,
    ) -> None:
        """``left``: seconds until a call expires. ``clock``: monotonic seconds."""
        super().__init__(parent)
        self._link, self._left, self._clock = link, left, clock
        self._groups = AlikeGroups()
        self._kind: Hashable | None = None
        self._frozen = False
        self.notice = AlikeNotice()
        self.notice.acted.connect(self.wanted)
        self.window: BatchWindow | None = None
        self._sender = AnswerSender(link, self)

    @property
    def is_open(self) -> bool:
        """Whether the table is on screen."""
        return self.window is not None and self.window.isVisible()

    @property
    def is_active(self) -> bool:
        """Whether the person is in it."""
        return self.window is not None and self.window.isActiveWindow()

    @property
    def ids(self) -> frozenset[str]:
        """Of the calls in the table; none where it is not open."""
        return self.window.selection.ids if self.window is not None and self.is_open else frozenset()

    def put(self, asked: Asked) -> None:
        """A question arrived, or is asked anew."""
        self._groups.put(asked)
        if self.window is not None:
            self.window.change(asked)

    def end(self, ended: CallEnded) -> None:
        """A question is over."""
        self._groups.remove(ended.call_id)
        if self.window is not None:
            self.window.end(ended.call_id, ended.by)

    def forget(self) -> None:
        """Another host is there, and asks everything that waits."""
        self._groups.clear()
        self._sender.drop()
        if self.window is not None:
            self.window.end_all()

    def set_frozen(self, frozen: bool) -> None:
        """The host is gone, or is back."""
        self._frozen = frozen
        if frozen:
            self._sender.drop()
        if self.window is not None:
            self.window.set_frozen(frozen)

    def hold_until(self, at: float) -> None:
        """The person wants approvals to pause."""
        if self.window is not None:
            self.window.arming.hold_until(at)

    def show_for(self, call_id: str) -> None:
        """Say how many are alike to the one that is read; and, where the table is open, how many came since."""
        self.notice.show_count(self._groups.count(call_id))
        if self.window is not None and self.is_open:
            self.window.show_new(self._groups.count_new(self._kind, self.window.selection.ids))

    def alike_to(self, call_id: str) -> tuple[str, ...]:
        """That call and those that are alike to it; none where there is no other."""
        return self._groups.of(call_id)

    def open(self, calls: Sequence[Asked], over: QWidget) -> None:
        """Show these side by side. ``over``: where the person looks now."""
        window = self._make_window()
        self._kind = self._groups.kind(calls[0].request.call.id)
        window.set_frozen(self._frozen)
        window.open_calls(calls)
        center_over(window, over)
        window.show()
        bring_up(window, front=True)

    def come_forward(self) -> None:
        """The table is what is asked now."""
        if self.window is not None:
            bring_up(self.window, front=True)

    def close(self) -> None:
        """Nothing is asked there any more."""
        if self.window is not None:
            self.window.clear()
            self.window.hide()

    def _make_window(self) -> BatchWindow:
        if self.window is None:
            self.window = window = BatchWindow(self._left, self._clock)
            window.answered.connect(self._sender.send)
            window.approved.connect(self.approved)
            window.left.connect(self.left)
            window.dismissed.connect(self.dismissed)
            window.worked.connect(self._on_worked)
            self._sender.failed.connect(window.fail)
        return self.window

    def _on_worked(self) -> None:
        """The clocks of all of them stand while the person works there."""
        for row in self.window.selection.undecided if self.window is not None else ():
            self._link.send(Working(row.call_id), then=self._link.clock_changed.emit)


class AlikeNotice(Notice):
    """Leads to the table.

    Signals:
        acted(): the person wants to see them side by side.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("neutral", "", parent=parent)
        self.body.setContentsMargins(theme.SECTION, theme.SPACE, theme.SECTION, theme.SPACE)
        row = self.body.itemAt(0)
        inside = None if row is None else row.layout()
        first = None if inside is None else inside.itemAt(0)
        if first is not None:
            first.setAlignment(Qt.AlignmentFlag.AlignVCenter)  # one line, as high as its button
        self.hide()

    def show_count(self, calls: int) -> None:
        """``calls``: alike ones that wait, this one among them; 0 where there is no other."""
        if calls:
            others = presenter.notice(calls - 1)
            self.set_text(others, action=tr("See them side by side"))
        self.setVisible(bool(calls))
