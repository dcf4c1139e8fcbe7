"""The consent window: one question, and the person's answer to it.

Owns: the parts of the window and their places, what is on screen of a question, and what is said aloud. Its presenter
decides what can be answered, and with which message.

Invariants (attacks 7, 10 and 12):
    - The answer names the call that was drawn. A question that could not be drawn whole can only be denied, and nothing
      of the one before it stays on screen.
    - Nothing approves before the arming time is over. The only keys that approve are Space on a focused Approve and
      Ctrl+Return, which must also come down and up again within one armed stretch.
    - A question that ends while somebody reads it stays on screen, unanswerable, until the person goes on.
    - While a sheet covers what would be sent nothing can be approved, and the arming time starts again afterwards.
    - Tab goes to everything to read, then to what a yes needs, then to Deny, and to the button that says yes last.
    - The sentence, the time left, what a yes needs and the buttons are always on screen. What scrolls between them gets
      most of a small window.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final  # Any: whatever a request is answered with

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.control import protocol
from host.control.protocol import CallEnded
from host.control.views import Asked, Comparison, SigningView
from ui import text, theme
from ui.consent import finding_words, summary
from ui.consent.action_row import ActionRow, DenyReasonRow, Ending
from ui.consent.answer_form import AnswerForm
from ui.consent.asking_window import MIN_WINDOW_WIDTH, AskingWindow, plain_key
from ui.consent.content import Content
from ui.consent.fitting import align_edges, fitted
from ui.consent.footer import Footer, KeptState, LastSeconds
from ui.consent.header import Header
from ui.consent.presenter import UNDRAWN_MEANS, QuestionPresenter, ScreenState, is_harmful
from ui.consent.queue import Countdown
from ui.consent.sheets import Sheet, SheetStack, finding_page
from ui.keys import CONSENT
from ui.link import LatestRequest, Link
from ui.open_link import open_link
from ui.tr import mark, sentence, tr
from ui.widgets import boxes, windows
from ui.widgets.boxes import fill, grow
from ui.widgets.cards import Notice, rule
from ui.widgets.controls import hidden
from ui.widgets.page_parts import key_table
from ui.widgets.scroll import FadeScroll

_log = logging.getLogger(__name__)

RULE_SAVED: Final = mark("Your rule is saved")
RULE_SAVED_MEANS: Final = mark("It counts from the next call on. This question still waits for your answer.")
DEFAULT_SIZE: Final = QSize(680, 800)
MAX_COLUMN_WIDTH: Final = 760 + 2 * theme.PAGE
"""Width of the column of all parts, which is centred in a wider window."""
SMALL_HEIGHT: Final = 640
"""A window lower than this is small, as on a little screen, or at 200 or 300 % of any."""
_GAP: Final = theme.GROUP + theme.SPACE
_KEY_DOWN_EVENTS: Final = frozenset({QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress})


class ConsentWindow(AskingWindow):
    """The window that asks one question.

    Signals:
        answered(AnswerCall): the person's answer.
        rule_wanted(str): the person wants a rule for the call of this id.
        pin_wanted(): the person wants to set a PIN.
        put_aside(str): the person put the call of this id aside, with Esc.
        moved_on(): the person goes on from a call that has ended.
    """

    answered = Signal(object)
    rule_wanted = Signal(str)
    pin_wanted = Signal()
    put_aside = Signal(str)
    moved_on = Signal()

    presenter: QuestionPresenter

    def __init__(self, link: Link, clock: Callable[[], float]) -> None:
        super().__init__(link, QuestionPresenter(clock), clock, tr("Your answer was not taken"))
        self._requests: dict[type, LatestRequest] = {}  # by the kind of request
        self._countdown: Countdown | None = None
        self._announced_missing = ""
        self._kept_call_id = ""  # the call that the person keeps waiting
        self._kept_update_count = 0  # how often its countdown was updated until then
        self._is_small = False
        self._make_parts(clock)
        self._lay_out()
        self.setWindowTitle(tr(summary.TITLE))
        self.setMinimumWidth(MIN_WINDOW_WIDTH)
        self.resize(DEFAULT_SIZE.boundedTo(self.screen().availableSize()))
        self.fit_height()
        content = self.content
        self.watch_content(content, lambda: content.inputs is None or content.inputs.is_complete)
        self._connect()

    # What is on screen

    @property
    def call_id(self) -> str:
        """The call that can still be answered or was just answered; empty if there is none."""
        return self.presenter.call_id

    def show_question(self, asked: Asked, countdown: Countdown) -> None:
        """Draw a question. Drawing the same one again keeps what was read of it."""
        is_new = self.presenter.set_question(asked)
        self._countdown = countdown
        is_edit_lost = is_new and self.sheets.editor.would_lose(asked)
        self.ending.hide()
        if is_new:
            self._discard_writing()
            self._close_sheets()
            self._announced_missing = ""
            if not self._draw_whole(asked):
                return
            if is_edit_lost:
                unused = tr("The question changed while you wrote. What you wrote was not used.")
                self.failure.tell(tr("Your changes were not used"), unused)
        elif asked.signing is not None and self.form.show_signing(asked.signing):
            self.arming.restart()
        self.presenter.start_arming()
        self._refresh()
        if is_new:
            self.content.setFocus(Qt.FocusReason.OtherFocusReason)
            self._announce(summary.announcement(asked), urgent=True)
            self._announce_missing()

    def show_ended(self, ended: CallEnded) -> None:
        """Show how the call on screen ended. It can no longer be answered, and nothing moves away."""
        editor = self.sheets.editor
        was_writing = not self.reason.isHidden() or self.form.has_keyboard or not editor.isHidden()
        self.presenter.end_question()
        if not editor.isHidden():
            self._close_sheets()
        self._discard_writing()
        over = self.ending.show_end(ended, is_result=self.presenter.is_result_review)
        text.title(self, over)
        text.named(self, over)
        self._refresh()
        focused = self.content if was_writing else self.ending.button  # a key of somebody who types presses nothing
        focused.setFocus(Qt.FocusReason.OtherFocusReason)
        self._announce(self.ending.notice.accessibleName(), urgent=True)

    def clear(self) -> None:
        """Show no question."""
        self.presenter.clear()
        self._countdown = None
        self.ending.hide()
        self._discard_writing()
        self._close_sheets()
        self._refresh()

    def show_rule_saved(self, call_id: str) -> None:
        """Say that a rule was saved that allows calls like this one. It answers no question that is asked already."""
        if call_id and call_id == self.call_id and self.rule_saved.isHidden():
            self.rule_saved.show()
            self.arming.restart()

    def show_waiting_count(self, number: int) -> None:
        """Say how many other questions wait. This is not content: nothing is armed again."""
        self.header.show_waiting_count(number)
        self.ending.show_next(number)

    def set_host_gone(self, frozen: bool) -> None:
        """Set whether the host is gone."""
        if frozen != self.presenter.is_frozen:
            self.form.forget()
        super().set_host_gone(frozen)

    def add_notice(self, notice: QWidget) -> None:
        """Add a notice under the header, after those that are there."""
        self._notice_rows.addWidget(notice)

    # What is asked of the host, and its replies

    def _send(
        self, then: Callable[[Any], object], failed: Callable[[str], object], request: protocol.Request[Any]
    ) -> None:
        """Ask the host about the call on screen.

        Its reply is dropped if another call is on screen then, or if the same was asked again meanwhile.
        """
        call_id, kind = self.presenter.shown_call_id, type(request)
        latest = self._requests.setdefault(kind, LatestRequest(self._link))
        latest.send(request, partial(self._deliver, call_id, then), partial(self._deliver, call_id, failed))

    def _deliver(self, call_id: str, handle: Callable[[Any], object], reply: object) -> None:
        if call_id == self.presenter.shown_call_id:
            handle(reply)

    def answer_failed(self, call_id: str, reason: str) -> None:
        """Say that the host refused the answer. The person can give another."""
        if call_id == self.call_id:
            self.presenter.allow_another_answer()
            self.failure.tell(tr("Your answer was not taken"), fitted(reason, self.fontMetrics()))
            self._refresh()

    def show_signing(self, call_id: str, signing: SigningView) -> None:
        """Show new signatures. What was read stays read, and the next signature is armed again."""
        if self.presenter.set_signing(call_id, signing):
            self.form.show_signing(signing)
            self._rearm()

    def _on_signature_accepted(self, call_id: str, signing: SigningView) -> None:
        """Go on after the host accepted a signature. If none is missing, the call ends as a question."""
        self._link.signed.emit(protocol.CallSigned(call_id, signing))
        if call_id == self.call_id and signing.missing:
            self.presenter.allow_another_answer()
            self.form.forget()
            self.form.close_note()
            self._refresh()

    def signature_refused(self, reason: str) -> None:
        """Say that the host refused the signature. Another can be given."""
        self.presenter.allow_another_answer()
        self._refresh()
        self.form.signing.refuse(reason)
        self.arming.restart()

    def show_comparison(self, comparison: Comparison) -> None:
        """Show what the call can be compared with."""
        self.content.show_comparison(comparison, "")

    def comparison_refused(self, reason: str) -> None:
        """Say why there is nothing to compare the call with."""
        self.content.show_comparison(None, f"{sentence(reason)} {tr('Judge by what will be sent alone, or deny.')}")

    # What the person does

    def can_approve(self) -> bool:
        """Whether a yes is possible right now."""
        return self.presenter.can_approve(self._screen_state())

    @property
    def can_approve_by_key(self) -> bool:
        """Whether Ctrl+Return does anything now."""
        return self.presenter.can_approve_by_key(self._screen_state())

    def approve_by_key(self) -> None:
        """Say yes: Ctrl+Return was pressed and released while it counted."""
        if self.can_approve_by_key:
            self._approve()

    def _on_chord_pressed(self) -> None:
        """Handle the press of Ctrl+Return. If no yes is possible, say again what is missing."""
        if self.can_approve_by_key:
            self.guard.press_guard.begin_press("chord", Qt.Key.Key_Return)
        if not self.can_approve():
            self._announced_missing = ""
            self._announce_missing()

    def keep_waiting(self) -> None:
        """Keep the question waiting as long as the host allows."""
        if self.presenter.is_answerable:
            self._kept_call_id = self.call_id
            self._kept_update_count = 0 if self._countdown is None else self._countdown.update_count
            self._report_work(self._kept_call_id)
            self._show_time()

    def toggle_note(self) -> None:
        """Open the line for a note to the model; close it if it is open."""
        if not self.form.is_read_by_model:
            return
        if self.form.is_writing_note or (self.guard.button.isEnabled() and not self.buttons.isHidden()):
            self.form.toggle_note()
            self._show_answer_parts()
            if not self.form.is_writing_note:
                self.buttons.approve_with_note.setFocus(Qt.FocusReason.OtherFocusReason)

    def deny(self) -> None:
        """Say no, with the reason if one was written. Does nothing while the inputs are being changed."""
        if not self.sheets.editor.isHidden():
            return
        reason = "" if self.reason.isHidden() else self.reason.words
        answer = self.presenter.deny(self._screen_state(), reason)
        if answer is not None:
            self._show_sending()
            self.answered.emit(answer)

    def open_reason(self) -> None:
        """Show the row for a reason in place of the buttons."""
        if not self.form.is_read_by_model:
            return
        is_answerable = self.presenter.is_answerable and self.presenter.is_drawn
        if is_answerable and self.reason.isHidden() and self.sheets.editor.isHidden():
            self.form.forget()
            self._hide_answer_parts()
            self.reason.show()
            self.reason.start()

    def open_why(self) -> None:
        """Show why it is asked, in place of the question."""
        if self.call_id and self._make_room_for(self.sheets.why):
            self.sheets.why.open(self.form.kind)
            self._on_sheet_opened()
            explanation = self.sheets.why.explanation
            self._send(explanation.show_explanation, explanation.show_failure, protocol.WhyCall(self.call_id))

    def open_edit(self) -> None:
        """Show the form that changes the inputs, in place of the question. This sends nothing."""
        editor, asked = self.sheets.editor, self.presenter.asked
        can_edit = self.presenter.can_edit and editor.isHidden() and self.reason.isHidden()
        if asked is None or not can_edit or not self.sheets.make_room():
            return
        if why_not := editor.why_not_editable(asked):
            self._close_sheets()
            self._refresh()
            self.failure.tell(tr("The inputs cannot be changed here"), why_not)
            return
        self.form.forget()
        self._hide_answer_parts()
        editor.open(asked)
        self._on_sheet_opened()

    def open_help(self) -> None:
        """Show what the keys do, in place of the question."""
        if self._make_room_for(self.sheets.help):
            self.sheets.help.set_parts(key_table(CONSENT))
            self.sheets.help.show_from_top()
            self._on_sheet_opened()

    def open_finding(self, kind: str) -> None:
        """Show what the documentation says of a kind of finding, in place of the question."""
        if self._make_room_for(self.sheets.finding):
            self.sheets.finding.set_title(finding_words.meaning(kind).title)
            self.sheets.finding.area.setWidget(finding_page(kind))
            self.sheets.finding.show_from_top()
            self._on_sheet_opened()

    def open_server(self) -> None:
        """Show the server of the question in place of it."""
        if self.presenter.asked is not None and self._make_room_for(self.sheets.server):
            self.sheets.server.open(self.presenter.asked.request.call.server.id)
            self._on_sheet_opened()

    def go_back(self) -> None:
        """Show the question again in place of the open sheet."""
        if not self.sheets.editor.is_sending:
            self._close_sheets()
            self._refresh()
            self.content.setFocus(Qt.FocusReason.OtherFocusReason)

    def step_back(self) -> None:
        """Handle Esc: close the reason, the note or a sheet, else put the question aside or go on from an ended one."""
        if not self.reason.isHidden():
            self._close_reason()
            self.buttons.deny.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.form.is_writing_note and not self.form.isHidden() and not self.presenter.has_ended:
            self.toggle_note()
        elif self.sheets.is_open:
            self.go_back()
        elif self.presenter.has_ended:
            self.moved_on.emit()
        elif self.presenter.asked is None:
            self.close()
        elif not self.presenter.is_sending:
            self.put_aside.emit(self.call_id)

    def next_region(self, step: int = 1) -> None:
        """Move the keyboard between what is to read, what a yes covers, and the buttons."""
        windows.focus_next_region(self._regions(), step)

    # Qt's

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802  # Qt's name
        """Let Tab go through what is there now: what is to read, what a yes needs, the buttons, the yes last."""
        ways_back = [sheet.back for sheet in self.sheets.all if isinstance(sheet, Sheet)]
        footer = () if self._is_small else (self.footer,)  # else it is the end of what scrolls
        buttons = self.buttons
        order = (buttons.missing, buttons.deny, buttons.deny_with_reason, buttons.edit, buttons.approve_with_note)
        reading_ends = (*ways_back, self.sheets.editor.bar, *footer)
        answering = (self.form, self.last_seconds, *order, self.guard.button, self.reason, self.ending)
        windows.update_tab_order(self, (*reading_ends, *answering))
        return super().focusNextPrevChild(forward)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Adapt to another height or column width."""
        super().resizeEvent(event)
        margin = max(0, (self.width() - MAX_COLUMN_WIDTH) // 2)
        self._rows.setContentsMargins(margin, 0, margin, 0)
        self.fit_height()

    def setVisible(self, visible: bool) -> None:  # noqa: N802  # Qt's name
        """Adapt to the height first: else the layout would ask for more than a small window has."""
        if visible:
            self.fit_height()
        super().setVisible(visible)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Show the time left."""
        super().showEvent(event)
        self._show_time()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Follow Ctrl+Return to its release, which a shortcut does not report. All keys pass."""
        if isinstance(event, QKeyEvent) and plain_key(event) == Qt.Key.Key_Return:
            has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if event.type() in _KEY_DOWN_EVENTS and event.isAutoRepeat() and has_control:
                self.guard.press_guard.note_key_held()
            is_up = event.type() is QEvent.Type.KeyRelease and not event.isAutoRepeat()
            if is_up and self.guard.press_guard.end_press("chord"):
                self.approve_by_key()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Forget a typed secret."""
        super().hideEvent(event)
        self.form.forget()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Forget a typed secret when the window is minimised."""
        super().changeEvent(event)
        if self.isMinimized():
            self.form.forget()

    def _regions(self) -> list[QWidget]:
        """Return where F6 goes, in order: what is to read, what a yes needs, the buttons."""
        area = self.sheets.area
        if not self.sheets.editor.isHidden():
            return [area, self.sheets.editor.bar.cancel]
        if self.presenter.has_ended:
            return [area, self.ending.button]
        if not self.reason.isHidden():
            return [area, self.reason.line]
        first = self.form.first_tab_stop()
        return [area, *([] if first is None else [first]), self.buttons.deny]

    # Answering, inside

    def _screen_state(self) -> ScreenState:
        form, content, is_covered, is_writing = self.form, self.content, self.sheets.is_open, not self.reason.isHidden()
        return ScreenState(form.approval, content.unread_lines, content.folded_grave, is_covered, is_writing, form.note)

    def _approve(self) -> None:
        if not self.reason.isHidden():
            return
        screen, form = self._screen_state(), self.form
        if form.kind == "sign":
            signature = self.presenter.sign(screen, form.signing.approver, form.signing.take_secret, form.reason)
            if signature is not None:
                self._show_sending()
                accepted = partial(self._on_signature_accepted, signature.call_id)
                refused = partial(self._deliver, signature.call_id, self.signature_refused)
                self._link.send(signature, accepted, refused)
            return
        answer = self.presenter.approve(screen, form.reason, form.scope.bound)
        if answer is not None:
            if (address := self.presenter.link_to_open) and not open_link(address):
                why = tr("No browser took this address. Nothing was answered.")
                self.failure.tell(tr("The page was not opened"), why)
                return
            self._show_sending()
            self.answered.emit(answer)

    def _show_sending(self) -> None:
        self.content.setFocus(Qt.FocusReason.OtherFocusReason)  # else Qt moves it on from the disabled button
        self.failure.hide()
        self._close_reason()
        self._refresh()

    def _refresh(self) -> None:
        screen, is_answerable = self._screen_state(), self.presenter.is_answerable
        approve_button = self.presenter.approve_button(screen)
        self.arming.set_answerable(is_answerable)
        self.guard.set_label(approve_button.label, approve_button.tooltip)
        self.scroll_area.set_must_read(must_read=is_answerable and approve_button.must_read)
        self.guard.button.setEnabled(is_answerable and approve_button.is_enabled)
        buttons = self.buttons
        buttons.approve_with_note.setEnabled(self.guard.button.isEnabled())
        buttons.show_missing(approve_button.missing if is_answerable else "")
        buttons.deny.setEnabled(is_answerable)
        for button in (buttons.deny_with_reason, buttons.edit):
            button.setEnabled(is_answerable and self.presenter.is_drawn)
        self.reason.set_answerable(is_answerable)
        self.sheets.editor.set_answerable(is_answerable)
        self.form.set_answerable(is_answerable)
        self.footer.set_answerable(is_answerable)
        self._show_answer_parts()
        self.buttons.arrange()
        self.guard.refresh()
        self._show_time()

    def _on_entered(self) -> None:
        """Move to the button: Return in a field gives no yes."""
        if self.guard.button.isEnabled():
            self.guard.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_typed(self) -> None:
        self._refresh()
        self._announce_missing()

    def _on_chosen(self) -> None:
        """Restart the arming time: another yes was chosen, or another view of what it is for."""
        self.arming.restart()
        self._on_typed()

    def _request_comparison(self) -> None:
        if (request := self.presenter.comparison_request()) is not None:
            self._send(self.show_comparison, self.comparison_refused, request)

    def _request_rule(self) -> None:
        if self.call_id:
            self.rule_wanted.emit(self.call_id)

    # What is shown, inside

    def _draw_whole(self, asked: Asked) -> bool:
        """Draw a question. Returns False if that failed: then there is no yes, and only that is said."""
        try:
            self._draw(asked)
        except Exception:  # noqa: BLE001  # whatever a stranger's text does to a part of the window
            _log.exception("a question cannot be shown")
            self.header.hide()
            self.content.clear()
            self.footer.hide()
            unshown = tr("This question cannot be shown")
            text.title(self, tr(summary.TITLE))
            for part in (self, self.content):
                text.named(part, unshown)
            self.failure.tell(unshown, tr(UNDRAWN_MEANS))
            self._refresh()
            self._announce(unshown, urgent=True)
            return False
        return True

    def _draw(self, asked: Asked) -> None:
        self.failure.hide()
        self.header.show()
        self.footer.show()
        self.guard.set_grave(is_harmful(asked))
        self.header.show_question(asked)
        with QSignalBlocker(self.content):  # the buttons are updated once, when all is drawn
            self.content.show_question(asked)
        self.form.show_question(asked)
        self.buttons.show_kind(self.form.kind)
        self.reason.show_kind(self.form.kind)
        self.footer.show_question(asked)
        self.scroll_area.start_over()
        question = summary.question_text(asked)
        text.title(self, f"{summary.title(asked)} {question}")
        text.named(self, summary.title(asked))  # the content has its own name, below
        how_to_read = tr("Everything to read before you answer. Arrow keys scroll.")
        about = f"{summary.spoken_warnings(asked)} {how_to_read}".lstrip()
        text.named(self.content, tr("Question: {question}", question=question), about)

    def _show_time(self) -> None:
        is_stopped = self.presenter.has_ended or self.presenter.is_frozen
        self.footer.time_left.show_time(None if is_stopped else self._countdown)
        is_asking = self.presenter.is_answerable and not self.buttons.isHidden()
        if words := self.last_seconds.show_time(self._countdown if is_asking else None, self._kept_state):
            self._announce(words)

    @property
    def _kept_state(self) -> KeptState:
        countdown = self._countdown
        if countdown is None or self._kept_call_id != self.call_id:
            return "no"
        return "yes" if countdown.is_paused or countdown.update_count == self._kept_update_count else "no longer"

    def _on_tick(self) -> None:
        if self._kept_call_id and self._kept_call_id == self.call_id and self.presenter.is_answerable:
            self._report_work(self._kept_call_id)
        self._show_time()

    def _show_answer_parts(self) -> None:
        """Show what a yes needs and the buttons, unless a reason or an edit stands there or the call has ended."""
        can_answer = not self.presenter.has_ended and self.reason.isHidden() and self.sheets.editor.isHidden()
        self.buttons.setVisible(can_answer)
        self.form.setVisible(can_answer and self.presenter.is_drawn and self.form.is_needed)

    def _hide_answer_parts(self) -> None:
        """Hide what a reason or an edit replaces, before that is shown.

        Qt gives a window the height of all that is shown at one time, and never takes it back.
        """
        self.buttons.hide()
        self.form.hide()

    def _discard_writing(self) -> None:
        self.rule_saved.hide()
        self._close_reason()
        self.sheets.editor.forget()
        self.form.forget()

    def _close_reason(self) -> None:
        self.reason.hide()
        self._show_answer_parts()

    def _make_room_for(self, sheet: QWidget) -> bool:
        """Make room for a sheet. Returns False if it cannot be opened now."""
        return sheet.isHidden() and self.sheets.make_room()

    def _on_sheet_opened(self) -> None:
        self._update_watched()
        self._refresh()

    def _close_sheets(self) -> None:
        self.sheets.close()
        self._update_watched()

    def _is_attended(self) -> bool:
        """Also False while a sheet covers the question."""
        return super()._is_attended() and not self.sheets.is_open

    def _ready_text(self) -> str:
        return tr("{button} is ready.", button=self.presenter.approve_button(self._screen_state()).label)

    def _announce_missing(self) -> None:
        """Say aloud what is missing for a yes, once until it changes."""
        missing = self.presenter.approve_button(self._screen_state()).missing if self.presenter.is_answerable else ""
        if missing and missing != self._announced_missing:
            self._announce(missing)
        self._announced_missing = missing

    def _on_worked(self) -> None:
        if self.presenter.is_answerable:
            self._report_work(self.call_id)

    # The parts and their places

    def fit_height(self) -> None:
        """Give the question most of a small window. Parts move by that, so the arming time restarts."""
        is_small = self.height() < SMALL_HEIGHT
        if is_small != self._is_small:
            self._is_small = is_small
            focused: QWidget | None = self.focusWidget()
            self._place_footer(small=is_small)
            for part in (self.header, self.content, self.form, self.sheets.editor):
                part.set_compact(is_small)
            if focused is not None and self.footer.isAncestorOf(focused):
                focused.setFocus(Qt.FocusReason.OtherFocusReason)  # it was moved with the footer
            self.arming.restart()

    def _place_footer(self, *, small: bool) -> None:
        gap = theme.GROUP if small else _GAP
        self._bottom_rows.setContentsMargins(theme.PAGE, gap, theme.PAGE, gap)
        self._bottom_rows.setSpacing(gap)
        self._notice_rows.setContentsMargins(theme.PAGE, 0 if small else theme.GROUP, theme.PAGE, gap - theme.SPACE)
        if small:
            self.content.rows.addWidget(self.footer)
            self.header.add_at_end(self.footer.time_left)
        else:
            self._bottom_rows.addWidget(self.footer)
            self.footer.take_back_time_left()

    def _make_parts(self, clock: Callable[[], float]) -> None:
        self.header = Header(self)
        self.rule_saved = hidden(Notice("neutral", tr(RULE_SAVED), tr(RULE_SAVED_MEANS)))
        self.content = Content()
        self.content.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # a question begins there, and Tab does not come back
        self.scroll_area = FadeScroll(self)
        self.scroll_area.setWidget(self.content)
        align_edges(self.scroll_area, self.content.rows, theme.SPACE)
        text.named(self.scroll_area, tr("The question"))
        self.sheets = SheetStack(self._link, self.scroll_area, self)
        self.form = AnswerForm(self)
        self.scope = self.form.scope
        self.last_seconds = LastSeconds(self)
        self.buttons = ActionRow(self.guard, self)
        self.reason = hidden(DenyReasonRow(clock, self))
        self.ending = hidden(Ending(clock, self.buttons, self))
        self.footer = Footer(self)

    def _lay_out(self) -> None:
        self._notice_rows = notice_rows = QVBoxLayout()
        self._bottom_rows = bottom_rows = QVBoxLayout()
        notice_rows.setSpacing(theme.GROUP)
        fill(notice_rows, self.host_gone, self.failure, self.rule_saved)
        fill(bottom_rows, self.form, self.last_seconds, self.buttons, self.reason, self.sheets.editor.bar, self.ending)
        self._place_footer(small=False)
        self._rows = rows = boxes.column(0, self)
        sheets = map(grow, self.sheets.all)
        fill(rows, self.header, notice_rows, grow(self.scroll_area), *sheets, rule(self), bottom_rows)

    def _connect(self) -> None:
        acts: dict[str, Callable[[], None]] = {
            "approve": self._on_chord_pressed,
            "deny": self.deny,
            "reason": self.open_reason,
            "note": self.toggle_note,
            "edit": self.open_edit,
            "back": self.step_back,
            "help": self.open_help,
            "next": self.next_region,
            "previous": partial(self.next_region, -1),
        }
        self.install_shortcuts(acts)
        self.ticker.timeout.connect(self._on_tick)
        self.last_seconds.keep.clicked.connect(self.keep_waiting)
        self._connect_form()
        self._connect_sheets()

    def _connect_form(self) -> None:
        self.form.chosen.connect(self._on_chosen)
        self.form.typed.connect(self._on_typed)
        for line in (self.form.signing.secret, self.form.note_line):
            line.returnPressed.connect(self._on_entered)
        self.form.signing.settings.clicked.connect(self.pin_wanted)
        self.buttons.deny.clicked.connect(self.deny)
        self.buttons.deny_with_reason.clicked.connect(self.open_reason)
        self.buttons.approve_with_note.clicked.connect(self.toggle_note)
        self.reason.sent.connect(self.deny)
        self.reason.cancelled.connect(self.step_back)
        self.ending.continued.connect(self.moved_on)
        self.header.review.clicked.connect(self.open_server)
        self.footer.rule.triggered.connect(self._request_rule)

    def _connect_sheets(self) -> None:
        sheets, content = self.sheets, self.content
        sheets.left.connect(self.go_back)
        editor = sheets.editor
        editor.announced.connect(self._announce)
        editor.checked.connect(partial(self._send, editor.show_check, editor.check_failed))
        # If an edit is accepted, the changed call is asked again.
        editor.used.connect(partial(self._send, lambda _: None, editor.edit_failed))
        self.buttons.edit.clicked.connect(self.open_edit)
        self.footer.why.clicked.connect(self.open_why)
        self.footer.keys.triggered.connect(self.open_help)
        content.unread_changed.connect(self._refresh)
        content.compare_wanted.connect(self._request_comparison)
        content.moved.connect(self._on_chosen)
        content.page_wanted.connect(self.open_finding)
