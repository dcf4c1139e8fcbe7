"""The window in which alike calls that wait are decided together after each was seen.

Owns: the window with the table: its parts and their places, what is on screen, what is said aloud; the way of its
answers to the host. Its presenter decides what is offered and sent.

Invariants (attacks 7, 10, 11, 12):
    - The table is open in place of the consent window, never beside it.
    - It shows the calls that were alike when it was opened; later ones are counted.
    - A call that was not seen whole cannot be ticked, and none is ticked by itself.
    - The yes is armed again after every tick, and when a call ends or changes. Space on the focused button is the only
      key that gives it.
    - Each answer names one call and is sent once, and each refusal of the host is shown.
    - Who wants what, and the buttons, are always on screen.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from host.control.protocol import AnswerCall, CallEnded
from host.control.views import Asked
from ui import icons, text, theme
from ui.alert_strip import AlertStrip
from ui.alerts import Alert
from ui.consent import summary
from ui.consent.action_row import ButtonRow
from ui.consent.answer_sender import BULK_REASON, AnswerSender
from ui.consent.asking_window import MIN_WINDOW_WIDTH, AskingWindow
from ui.consent.batch import presenter
from ui.consent.batch.alike import AlikeGroups
from ui.consent.batch.presenter import BatchPresenter, Row
from ui.consent.batch.table import BatchModel, BatchTable, ValuesView
from ui.consent.fitting import align_edges, fitted, set_fitting
from ui.consent.presenter import question_content
from ui.link import Link
from ui.tr import tr, tr_n
from ui.widgets import boxes, windows
from ui.widgets.boxes import STRETCH, Placed, fill, grow
from ui.widgets.cards import Card, rule
from ui.widgets.controls import hidden, show_text
from ui.widgets.labels import Badge
from ui.widgets.scroll import FadeScroll
from ui.widgets.windows import center_over, show_window

DEFAULT_SIZE: Final = QSize(960, 760)
_FIXED_HEIGHT: Final = 96 * theme.SPACE
"""Height of head, two rows and buttons."""
_MIN_VALUES_HEIGHT: Final = 15 * theme.SPACE
_COMMON_SHARE: Final = 0.35
"""The most of the remaining height that the common inputs take."""
_ROWS_IN_FIXED_HEIGHT: Final = 2
_PREFERRED_ROWS: Final = 6
"""Rows of the table that get room before the chosen call."""
_GAP: Final = theme.GROUP + theme.SPACE


class BatchWindow(AskingWindow):
    """The window with the table.

    Attributes:
        common_view: the inputs that are the same in all calls.
        detail: all of the chosen call, whose title is ``chosen``.
        strip: asks before many are denied.

    Signals:
        approved(int, int, int): how many calls were approved, after how many milliseconds, with how many characters.
        left(): the person goes back to one call, or answered the last of them here.
    """

    approved = Signal(int, int, int)
    left = Signal()
    work_interval = 3.0  # each report is sent for every call here
    presenter: BatchPresenter

    def __init__(
        self, link: Link, groups: AlikeGroups, seconds_left: Callable[[str], float], clock: Callable[[], float]
    ) -> None:
        """``groups``: all that wait. ``seconds_left``: seconds until a call expires. ``clock``: monotonic seconds."""
        super().__init__(link, BatchPresenter(clock), clock, tr("Some answers were not taken"))
        self._group_key: Hashable | None = None
        self._detail_row: Row | None = None  # which ``detail`` shows whole
        self._groups = groups
        self._sender = AnswerSender(link, self)
        self._sender.failed.connect(self._show_failure)
        self.heading = text.label("", "title", wrap=True, parent=self)
        self.route = text.label("", "heading", wrap=True, parent=self)
        self.badge = Badge("", parent=self)
        self.differences = text.label("", "body", wrap=True, parent=self)
        self.arrived = hidden(text.label("", "caption", wrap=True, parent=self))
        self.common_view = ValuesView(_MIN_VALUES_HEIGHT, tr("The same in all of them"), self)
        self.rows = BatchModel(self.presenter, seconds_left, self)
        self.table = BatchTable(self.rows, self)
        self.detail = ValuesView(_MIN_VALUES_HEIGHT, tr("The chosen call"), self)
        self.strip = AlertStrip(inset=False)
        self.once_only = text.label("", "caption", wrap=True, parent=self)
        self.deny = text.button("", parent=self, on_click=self.ask_to_deny)
        self.deny.setIcon(icons.icon("x-circle"))
        self.back = text.button(tr("Back to one call"), "quiet", parent=self, on_click=self.left)
        self.tick_all = text.button("", parent=self, on_click=self.tick_seen)
        self.buttons = ButtonRow(self.guard, (self.deny,), parent=self)
        self._lay_out()
        self.setMinimumWidth(MIN_WINDOW_WIDTH)
        self.resize(DEFAULT_SIZE.boundedTo(self.screen().availableSize()))
        self.watch_content(self.table.viewport())
        self._scroll_timer = QTimer(self, singleShot=True)
        self._scroll_timer.timeout.connect(self._scroll_to_detail)
        self._connect()

    # The questions that wait

    @property
    def ids(self) -> frozenset[str]:
        """Ids of the calls in the table; none if it is not on screen."""
        return self.presenter.ids if self.isVisible() else frozenset()

    def update_question(self, asked: Asked) -> None:
        """Replace a question that is asked again: if it changed, it must be read by itself."""
        row = self.presenter.row_of(asked.request.call.id)
        if row is not None and question_content(row.asked) != question_content(asked):
            self._end_row(row, tr(presenter.CHANGED))

    def end(self, ended: CallEnded) -> None:
        """Handle the end of a question. In the table it is struck through, and cannot be ticked."""
        if (row := self.presenter.row_of(ended.call_id)) is not None:
            self._end_row(row, presenter.end_text(row, ended.by))

    def forget(self) -> None:
        """Forget all questions: another host asks them again, and does not know those in the table."""
        self._sender.drop_unsent()
        for row in self.presenter.rows:
            self.presenter.end_row(row, tr(presenter.HOST_GONE))
        self._rearm()

    def set_host_gone(self, frozen: bool) -> None:
        """Set whether the host is gone."""
        if frozen:
            self._sender.drop_unsent()
        super().set_host_gone(frozen)

    # What is on screen

    def open(self, calls: Sequence[Asked], shown_window: QWidget) -> None:
        """Show these calls, none of them seen or ticked. Raises ValueError for one that no table can show.

        ``shown_window``: the one that the person looks at now.
        """
        self._group_key = self._groups.key_of(calls[0].request.call.id)
        self.presenter.open(calls)
        table = self.presenter.table
        self.strip.show_alerts(())
        self.failure.hide()
        show_text(self.arrived, "")
        self._draw_head(calls)
        self.common_view.show_values(table.common, (), calls[0].readings)
        self.rows.show_batch()
        self.table.fit()
        self.divide_height()
        self.table.setCurrentIndex(self.rows.index(0, 0))
        self._refresh()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self._announce(f"{presenter.title(calls)}. {presenter.differences_text(table)}")
        center_over(self, shown_window)
        self.show()
        show_window(self, take_focus=True)

    def put_away(self) -> None:
        """Hide the table, and forget its calls."""
        self.presenter.clear()
        self.rows.show_batch()
        self.strip.show_alerts(())
        self.hide()

    def _show_failure(self, call_id: str, reason: str) -> None:
        row = self.presenter.row_of(call_id)
        if row is None or row.ending:
            return
        self.presenter.note_failure(row, reason)
        message = tr("Call {number}: {why}", number=row.place + 1, why=reason)
        self.failure.tell(tr("Some answers were not taken"), fitted(message, self.fontMetrics()))
        self._announce(message)
        self._rearm()

    def show_new_count(self) -> None:
        """Say how many more alike calls wait that are not in the table: they came since, or did not fit."""
        count = self._groups.count_new(self._group_key, self.ids)
        words = tr_n(
            "{n} more like these waits, and is not in this table.",
            "{n} more like these wait, and are not in this table.",
            count,
        )
        show_text(self.arrived, words if count else "")

    # What the person does

    def can_approve(self) -> bool:
        """Whether a yes is possible right now."""
        return self.presenter.can_approve

    def tick_seen(self) -> None:
        """Tick every row that was seen."""
        self.presenter.tick_seen()
        self._rearm()

    def ask_to_deny(self) -> None:
        """Ask whether to deny the calls that are not ticked now."""
        if not (unticked := self.presenter.ask_to_deny()):
            return
        explanation = tr("The app is told that a person denied each of them. What is ticked stays as it is.")
        action = tr_n("Deny {n} call", "Deny {n} calls", len(unticked))
        title = presenter.deny_title(unticked, len(self.presenter.rows))
        self.strip.show_alerts((Alert("deny", "amber", title, explanation, action, tr("Keep")),))
        self._rearm()

    def step_back(self) -> None:
        """Handle Esc: leave the question about denying, or else the table."""
        if self.presenter.deny_candidates:
            self._on_deny_cancelled("")
        else:
            self.left.emit()

    def next_region(self, step: int = 1) -> None:
        """Handle F6: move between the table, the chosen call, and the buttons."""
        windows.focus_next_region([self.table, self.detail, self.deny if self.deny.isEnabled() else self.back], step)
        focused = self.focusWidget()
        if focused is not None:
            self.scroll_area.ensureWidgetVisible(focused, 0, 0)

    def _scroll_to_detail(self) -> None:
        """Bring the end of the chosen call into view, for people who go through the rows by keyboard."""
        bar, view = self.scroll_area.verticalScrollBar(), self.scroll_area.viewport()
        end = self.detail.mapTo(view, QPoint(0, self.detail.height() + theme.PAGE)).y()
        bar.setValue(bar.value() + max(0, end - view.height()))

    # Qt's

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802  # Qt's name
        """Let Tab go through what is there now."""
        windows.update_tab_order(self)
        return super().focusNextPrevChild(forward)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Divide the height again, so that the buttons stay in view."""
        super().resizeEvent(event)
        self.divide_height()

    # Inside

    def _approve(self) -> None:
        rows = self.presenter.ticked
        if answers := self.presenter.approve():
            self._send(answers)
            displayed_ms = max(answer.displayed_ms for answer in answers)
            self.approved.emit(len(rows), displayed_ms, sum(len(row.asked.request.call.arguments) for row in rows))

    def _on_deny(self, _key: str) -> None:
        answers = self.presenter.deny(BULK_REASON)
        self.strip.show_alerts(())
        self._send(answers)

    def _on_deny_cancelled(self, _key: str) -> None:
        self.presenter.deny_candidates = ()
        self.strip.show_alerts(())
        self._rearm()

    def _send(self, answers: Sequence[AnswerCall]) -> None:
        self.failure.hide()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)  # else Qt moves it on from the disabled button
        self._rearm()
        self._sender.send(answers)

    def _on_toggled(self, place: int, ticked: bool) -> None:
        if (row := self.presenter.row_at(place)) is None:
            return
        if self.presenter.tick(row, ticked=ticked):
            self._rearm()
        else:
            self.buttons.show_missing(presenter.why_not_tickable(row, common_seen=self.presenter.common_seen))

    def _on_chosen(self, place: int) -> None:
        if (row := self.presenter.row_at(place)) is None:
            return
        self._detail_row = None  # until all of it is drawn
        self.presenter.note_in_view(row)
        title = tr("Call {number} of {all}", number=place + 1, all=len(self.presenter.rows))
        text.set_text(self.chosen, title)
        values = zip(self.presenter.table.columns, row.cells, strict=True)
        self.detail.show_values(values, row.asked.request.findings, row.asked.readings)
        self._detail_row = row

    def _on_detail_read(self) -> None:
        row = self._detail_row
        if row is not None and not row.is_seen:
            row.unseen_cells.clear()
            row.findings_seen = True
            self._refresh()

    def _on_common_read(self) -> None:
        if not self.presenter.common_seen:
            self.presenter.common_seen = True
            self._refresh()

    def _ready_text(self) -> str:
        return tr("Ready: {button}", button=presenter.approve_label(len(self.presenter.ticked)))

    def _on_worked(self) -> None:
        """Pause the clocks of all calls here while the person works."""
        for row in self.presenter.undecided:
            self._report_work(row.call_id)

    def _end_row(self, row: Row, reason: str) -> None:
        is_last = self.presenter.end_row(row, reason)
        self._rearm()
        self._announce(tr("Call {number}: {state}", number=row.place + 1, state=presenter.state_text(row)))
        if is_last:
            self.left.emit()

    def _refresh(self) -> None:
        batch = self.presenter
        tickable, unticked, answerable = len(batch.tickable), len(batch.unticked), batch.is_answerable
        batch.update_arming()
        self.guard.set_label(presenter.approve_label(len(batch.ticked)), presenter.approve_tooltip(batch))
        self.guard.button.setEnabled(batch.can_approve)
        text.set_button_text(self.back, tr("Back to one call") if batch.undecided else tr("Go on"))
        text.set_button_text(self.deny, presenter.deny_label(unticked, len(batch.rows)))
        self.deny.setEnabled(answerable and bool(unticked))
        tick_seen = tr_n("Tick the {n} that you have seen", "Tick the {n} that you have seen", tickable)
        text.set_button_text(self.tick_all, tick_seen)
        self.tick_all.setVisible(bool(tickable))
        self.tick_all.setEnabled(answerable)
        self.buttons.arrange()
        self.buttons.show_missing(presenter.progress_text(batch))
        has_unseen = not all(map(batch.can_tick, batch.undecided))
        self.once_only.setText(tr(presenter.COVERS_SEEN) if has_unseen else tr(presenter.COVERS))
        self.rows.redraw()
        self.guard.refresh()

    # The parts and their places

    def divide_height(self) -> None:
        """Divide the height: some rows of the table come first, the chosen call gets the rest."""
        room = max(0, self.height() - _FIXED_HEIGHT)
        self.common_view.set_max_height(max(_MIN_VALUES_HEIGHT, round(room * _COMMON_SHARE)))
        if not self._common_card.isHidden():
            room -= self.common_view.height()
        rows_height = max(0, min(len(self.rows.rows), _PREFERRED_ROWS) - _ROWS_IN_FIXED_HEIGHT) * theme.ROW
        detail_height = room - rows_height
        if detail_height < _MIN_VALUES_HEIGHT:  # all of it scrolls anyway: the chosen call may fill the view
            detail_height = max(_MIN_VALUES_HEIGHT, self.scroll_area.viewport().height() - 4 * theme.PAGE)
        self.detail.set_max_height(detail_height)

    def _draw_head(self, calls: Sequence[Asked]) -> None:
        table, server = self.presenter.table, calls[0].request.call.server
        set_fitting(self.heading, presenter.title(calls))
        set_fitting(self.route, summary.route(calls[0]))
        trust = summary.trust_text(server) if server.trusted else tr("Unverified server")
        self.badge.set(trust, "neutral", "seal-check" if server.trusted else "seal-question")
        set_fitting(self.differences, presenter.differences_text(table))
        text.title(self, presenter.brief_title(calls))
        self._common_card.setVisible(bool(table.common))

    def _lay_out(self) -> None:
        rows = fill(boxes.column(0, self), self._make_head_rows())
        self.scroll_area = FadeScroll(self, ground="window")
        self.scroll_area.setWidget(self._make_middle())
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        text.named(self.scroll_area, tr("Calls side by side"))
        bar = self.scroll_area.verticalScrollBar()
        for note_seen in (self.table.note_seen_soon, self.common_view.note_seen_soon, self.detail.note_seen_soon):
            bar.valueChanged.connect(note_seen)
            bar.rangeChanged.connect(note_seen)
        align_edges(self.scroll_area, self._middle_rows, 0)
        fill(rows, grow(self.scroll_area), rule(self), self._make_foot_rows())

    def _make_head_rows(self) -> QVBoxLayout:
        head = boxes.column(theme.GROUP, margins=(theme.PAGE, theme.SECTION, theme.PAGE, theme.GROUP))
        badge_row = fill(QHBoxLayout(), self.badge, STRETCH, self.back)
        fill(head, self.heading, self.route, badge_row, self.host_gone, self.failure)
        return head

    def _make_middle(self) -> QWidget:
        container = QWidget(self)
        self._middle_rows = middle = boxes.column(theme.GROUP, container)
        self._common_card = _card(self.common_view, text.label(tr("The same in all of them"), "caption"), self)
        self.chosen = text.label("", "caption", parent=self)
        self._detail_card = _card(self.detail, self.chosen, self)
        above, below = (self.differences, self._common_card), (self.arrived, self._detail_card)
        fill(middle, *above, grow(self.table), *below, Placed(None))
        return container

    def _make_foot_rows(self) -> QVBoxLayout:
        foot = boxes.column(_GAP, margins=(theme.PAGE, _GAP, theme.PAGE, _GAP))
        top = fill(QHBoxLayout(), grow(self.once_only), self.tick_all)
        fill(foot, top, self.strip, self.buttons)
        return foot

    def _connect(self) -> None:
        self.rows.toggled.connect(self._on_toggled)
        self.table.chosen.connect(self._on_chosen)
        self.table.seen.connect(self._refresh)
        self.table.walked.connect(self._scroll_timer.start)
        self.detail.read.connect(self._on_detail_read)
        self.common_view.read.connect(self._on_common_read)
        self.strip.acted.connect(self._on_deny)
        self.strip.second_acted.connect(self._on_deny_cancelled)
        self.ticker.timeout.connect(self.rows.redraw_times)
        previous_region = partial(self.next_region, -1)
        self.install_shortcuts({"back": self.step_back, "next": self.next_region, "previous": previous_region})


def _card(view: ValuesView, title: QLabel, parent: QWidget) -> Card:
    card = Card("card", parent)
    card.body.setContentsMargins(0, theme.GROUP, 0, 0)
    card.body.setSpacing(0)
    card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
    title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    title.setContentsMargins(theme.SECTION, 0, theme.SECTION, 0)
    fill(card.body, title, view)
    return card
