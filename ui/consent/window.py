"""The consent window: one question, and the person's answer to it.

Owns: the parts of the window and their places, what is on screen of a question, and what is said aloud. What can be
answered, and with which message, its presenter decides.

Invariants (attacks 7, 10 and 12): the answer names the call that was drawn; nothing approves before its second is over,
and no key but Space on a focused Approve and Ctrl+Return ever does; a question that ends stays on screen, unanswerable,
until the person goes on; while a sheet hides what would be sent nothing can be approved, and the second begins anew
afterwards; Ctrl+Return says yes when it comes up, having come down as freely; Tab meets everything to read, then what a
yes needs, then Deny, and what says yes last; the sentence, the time left, what a yes needs and the buttons are always
on screen, and what scrolls between them has most of a small window.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.control.protocol import CallEnded, WhyCall
from host.control.views import Asked, Comparison, SigningView
from ui import text, theme
from ui.consent import summary
from ui.consent.action_row import ActionRow, DenyReasonRow, Ending
from ui.consent.answer_form import AnswerForm
from ui.consent.asking_window import NARROWEST, AskingWindow, plain_key
from ui.consent.content import Content
from ui.consent.fitting import fitted, keep_edges
from ui.consent.footer import Footer, Kept, LastSeconds
from ui.consent.header import Header
from ui.consent.presenter import OnScreen, QuestionPresenter, is_harmful
from ui.consent.queue import Countdown
from ui.consent.sheets import SheetStack
from ui.link import Link
from ui.open_link import open_link
from ui.tr import mark, sentence, tr
from ui.widgets import boxes, windows
from ui.widgets.cards import Notice, rule
from ui.widgets.scroll import FadeScroll

RULED: Final = mark("Your rule is saved")
RULED_MEANS: Final = mark("It counts from the next call on. This question still waits for your answer.")
DEFAULT_SIZE: Final = QSize(680, 800)
WIDEST: Final = 760 + 2 * theme.PAGE
"""Width of the column in which all stands, in the middle of a wider window."""
SMALL: Final = 640
"""Height below which a window is small, as on a little screen, or at 200 or 300 % of any."""
_GAP: Final = theme.GROUP + theme.SPACE
_DOWN: Final = frozenset({QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress})


class ConsentWindow(AskingWindow):
    """The one window that asks.

    Attributes:
        header, ruled, middle, content: from the top: the fixed header, a notice, what scrolls and its content.
        sheets: what may stand in place of the content.
        form, scope, last_seconds, buttons, reason, ending, footer: below: what a yes needs, the choice in it of what it
            covers, that little time is left, the buttons, the row for the reason of a denial, how a call ended, the
            last lines.

    Signals:
        answered(AnswerCall), signed(SignCall): the person's answer.
        compare_wanted(CompareCall): what can the call be compared with?
        why_wanted(WhyCall): the person asks why it is asked.
        rule_wanted(str): the person wants a rule for the call of this id.
        review_server_wanted(): the person wants to look at the server of the question.
        pin_wanted(): the person wants to set a PIN.
        put_aside(str): the call of this id, by Esc.
        moved_on(): the person saw that the call is over.
        worked(str): the person does something here about the call of this id, or wants it to wait: so often a second.
    """

    signed = Signal(object)
    compare_wanted = Signal(object)
    why_wanted = Signal(object)
    rule_wanted = Signal(str)
    review_server_wanted = Signal()
    pin_wanted = Signal()
    put_aside = Signal(str)
    moved_on = Signal()
    worked = Signal(str)

    presenter: QuestionPresenter

    def __init__(self, clock: Callable[[], float] = time.monotonic, parent: QWidget | None = None) -> None:
        """``clock``: monotonic seconds."""
        super().__init__(QuestionPresenter(clock), clock, tr("Your answer was not taken"), parent)
        self._time: Countdown | None = None
        self._announced_lack = ""
        self._kept, self._kept_at = "", 0  # the call that the person wants to wait, and what was said of its time then
        self._is_small = False
        self._make_parts(clock)
        self._lay_out()
        self.setWindowTitle(tr(summary.TITLE))
        self.setMinimumWidth(NARROWEST)
        self.resize(DEFAULT_SIZE.boundedTo(self.screen().availableSize()))
        self.fit_height()
        self.watch_content(self.content, self._is_complete)
        self._connect()

    # What is on screen

    @property
    def call_id(self) -> str:
        """Of the question that can still be answered or has just been; empty where there is none."""
        return self.presenter.call_id

    def show_question(self, asked: Asked, left: Countdown) -> None:
        """Draw a question. The same one again is no change: what was read of it stays read."""
        is_new = self.presenter.show(asked)
        self._time = left
        lost = is_new and self.sheets.editor.loses(asked)
        self.ending.hide()
        if is_new:
            self._forget_writing()
            self._close_sheets()
            self._announced_lack = ""
            self._draw(asked)
            if lost:
                self.failure.tell(
                    tr("Your changes were not used"),
                    tr("The question changed while you wrote. What you wrote was not used."),
                )
        elif asked.signing is not None and self.form.show_signing(asked.signing):
            self.arming.restart()
        self.presenter.arm()
        self._refresh()
        if is_new:
            self.content.setFocus(Qt.FocusReason.OtherFocusReason)
            self._announce(summary.announcement(asked), urgent=True)
            self._announce_lack()

    def show_over(self, ended: CallEnded) -> None:
        """The call on screen ended otherwise: nothing can be answered any more, and nothing jumps away."""
        editor = self.sheets.editor
        wrote = not self.reason.isHidden() or self.form.is_typed_in or not editor.isHidden()
        self.presenter.end()
        if not editor.isHidden():
            self._close_sheets()
        self._forget_writing()
        self.ending.show_end(ended, holds=self.presenter.holds_result)
        self._refresh()
        onward = self.content if wrote else self.ending.button  # a key of somebody who types presses nothing
        onward.setFocus(Qt.FocusReason.OtherFocusReason)
        self._announce(self.ending.notice.accessibleName(), urgent=True)

    def clear(self) -> None:
        """Nothing is asked any more."""
        self.presenter.clear()
        self._time = None
        self.ending.hide()
        self._forget_writing()
        self._close_sheets()
        self._refresh()

    def show_ruled(self, call_id: str) -> None:
        """A rule was saved that allows calls like this one: it answers nothing that is asked already."""
        if call_id and call_id == self.call_id and self.ruled.isHidden():
            self.ruled.show()
            self.arming.restart()

    def show_waiting(self, number: int) -> None:
        """How many questions wait besides this one. This is not content: nothing arms anew."""
        self.header.show_place(number)
        self.ending.show_next(number)

    def set_frozen(self, frozen: bool) -> None:
        """The host is gone, or is back."""
        if frozen != self.presenter.is_frozen:
            self.form.forget()
        super().set_frozen(frozen)

    def place_notice(self, notice: QWidget) -> None:
        """Give a notice its place under the header, behind those that are there."""
        self._notices.addWidget(notice)

    def notice_tab_stops(self) -> list[QWidget]:
        """Where the keyboard stops in the notices under the header, in order."""
        placed = (self._notices.itemAt(at) for at in range(self._notices.count()))
        notices = (item.widget() for item in placed if item is not None)
        return [notice.action for notice in notices if isinstance(notice, Notice)]

    # What the host says of an answer, a signature, an edit, a comparison

    # Each names the call that it is about; one that is not on screen any more is passed over.

    def answer_failed(self, call_id: str, why: str) -> None:
        """The host did not take the answer; the person can give another."""
        if call_id == self.call_id:
            self.presenter.refused()
            self.failure.tell(tr("Your answer was not taken"), fitted(why, self.fontMetrics()))
            self._refresh()

    def show_signing(self, call_id: str, signing: SigningView) -> None:
        """Somebody signed: what was read stays read, and the next signature arms anew."""
        if self.presenter.set_signing(call_id, signing):
            self.form.show_signing(signing)
            self._rearm()

    def signature_taken(self, call_id: str, signing: SigningView) -> None:
        """The host took the signature. Others are wanted yet, or the call goes on and ends as a question."""
        if call_id == self.call_id and signing.missing:
            self.presenter.refused()
            self.form.forget()
            self.form.close_note()
            self._refresh()

    def signature_failed(self, call_id: str, why: str) -> None:
        """The host did not take the signature; another can be given."""
        if call_id == self.call_id:
            self.presenter.refused()
            self._refresh()
            self.form.signing.refuse(why)
            self.arming.restart()

    def show_comparison(self, call_id: str, comparison: Comparison) -> None:
        """What the call can be compared with."""
        if call_id == self.call_id:
            self.content.show_comparison(comparison, "")

    def comparison_failed(self, call_id: str, why: str) -> None:
        """The host could not say."""
        if call_id == self.call_id:
            said = sentence(why)
            self.content.show_comparison(None, f"{said} {tr('Judge by what will be sent alone, or deny.')}")

    # What the person does

    def is_offered(self) -> bool:
        """Whether a yes is possible at all right now."""
        return self.presenter.is_offered(self._on_screen())

    @property
    def approves_by_key(self) -> bool:
        """Whether Ctrl+Return means anything now."""
        return self.presenter.approves_by_key(self._on_screen())

    def approve_by_key(self) -> None:
        """Ctrl+Return came up, having come down while it counted."""
        if self.approves_by_key:
            self._approve()

    def _press_chord(self) -> None:
        """Ctrl+Return came down. Where a yes lacks something, what stands above the buttons is said again."""
        if self.approves_by_key:
            self.guard.press_guard.begin("chord", Qt.Key.Key_Return)
        if not self.is_offered():
            self._announced_lack = ""
            self._announce_lack()

    def keep_waiting(self) -> None:
        """The person wants the question to wait, for as long as the host lets it."""
        if self.presenter.is_answerable:
            self._kept, self._kept_at = self.call_id, 0 if self._time is None else self._time.said
            self.worked.emit(self._kept)
            self._show_time()

    def open_note(self) -> None:
        """Ask for words that go to the model with a yes."""
        if not self.form.speaks_to_model:
            return
        if self.form.writes_note or (self.guard.button.isEnabled() and not self.buttons.isHidden()):
            self.form.open_note()
            self._show_answers()
            if not self.form.writes_note:
                self.buttons.approve_with_note.setFocus(Qt.FocusReason.OtherFocusReason)

    def deny(self) -> None:
        """No. Words that were already written go with it. Not while the inputs are being changed: Deny is not there."""
        if not self.sheets.editor.isHidden():
            return
        reason = "" if self.reason.isHidden() else self.reason.words
        answer = self.presenter.deny(self._on_screen(), reason)
        if answer is not None:
            self._show_sending()
            self.answered.emit(answer)

    def open_reason(self) -> None:
        """Ask for the reason, in place of the buttons."""
        if not self.form.speaks_to_model:
            return
        if self.presenter.is_answerable and self.reason.isHidden() and self.sheets.editor.isHidden():
            self.form.forget()
            self._hide_answers()
            self.reason.show()
            self.reason.start()

    def open_why(self) -> None:
        """Ask why, in place of the question."""
        if self.call_id and self._may_open(self.sheets.why):
            self.sheets.why.open(self.call_id, self.form.kind)
            self._sheet_opened()
            self.why_wanted.emit(WhyCall(self.call_id))

    def open_edit(self) -> None:
        """Change the inputs, in place of the question. Nothing is sent by it."""
        editor = self.sheets.editor
        if (
            self.presenter.asked is None
            or not self.presenter.can_edit
            or not editor.isHidden()
            or not self.reason.isHidden()
        ):
            return
        if not self.sheets.make_room():
            return
        if why := editor.can_edit(self.presenter.asked):
            self._close_sheets()
            self._refresh()
            self.failure.tell(tr("The inputs cannot be changed here"), why)
            return
        self.form.forget()
        self._hide_answers()
        editor.open(self.presenter.asked)
        self._sheet_opened()

    def open_help(self) -> None:
        """Show what the keys do, in place of the question."""
        if self._may_open(self.sheets.help):
            self.sheets.help.open()
            self._sheet_opened()

    def open_finding(self, kind: str) -> None:
        """Show what the documentation says of a kind of finding, in place of the question."""
        if self._may_open(self.sheets.finding):
            self.sheets.finding.open(kind)
            self._sheet_opened()

    def open_server(self, link: Link) -> None:
        """Show what the server of the question is, in place of the question, which waits. ``link``: asks the host."""
        if self.presenter.asked is not None and self._may_open(self.sheets.server):
            self.sheets.server.open(self.presenter.asked.request.call.server.id, link)
            self._sheet_opened()

    def go_back(self) -> None:
        """Back to the question, from whatever sheet stands in its place."""
        if not self.sheets.editor.is_sent:
            self._close_sheets()
            self._refresh()
            self.content.setFocus(Qt.FocusReason.OtherFocusReason)

    def step_back(self) -> None:
        """Esc: away from the reason or the note, then the question is put aside; one that is over is gone on from."""
        if not self.reason.isHidden():
            self._close_reason()
            self.buttons.deny.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.form.writes_note and not self.form.isHidden() and not self.presenter.is_over:
            self.open_note()
        elif self.sheets.is_open:
            self.go_back()
        elif self.presenter.is_over:
            self.moved_on.emit()
        elif self.presenter.asked is None:
            self.close()
        elif not self.presenter.is_sent:
            self.put_aside.emit(self.call_id)

    def next_region(self, step: int = 1) -> None:
        """Move the keyboard between what is to read, what a yes covers, and the buttons."""
        windows.focus_next_region(self._regions(), step)

    # Qt's

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802  # Qt's name
        """Tab goes through what stands there now."""
        self._order_tab_stops()
        return super().focusNextPrevChild(forward)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Another height, or a column of another width."""
        super().resizeEvent(event)
        beside = max(0, (self.width() - WIDEST) // 2)
        self._rows.setContentsMargins(beside, 0, beside, 0)
        self.fit_height()

    def setVisible(self, visible: bool) -> None:  # noqa: N802  # Qt's name
        """Shown at a height that it was given while it was hidden: before the layout asks for more than that."""
        if visible:
            self.fit_height()
        super().setVisible(visible)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Shown: the time left is told."""
        super().showEvent(event)
        self._show_time()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Follow Ctrl+Return from its press to its release, which a shortcut alone does not tell; all keys pass."""
        if isinstance(event, QKeyEvent) and plain_key(event) == Qt.Key.Key_Return:
            chord = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if event.type() in _DOWN and event.isAutoRepeat() and chord:
                self.guard.press_guard.hold()
            is_up = event.type() is QEvent.Type.KeyRelease and not event.isAutoRepeat()
            if is_up and self.guard.press_guard.end("chord"):
                self.approve_by_key()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Hidden: no secret stays."""
        super().hideEvent(event)
        self.form.forget()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Minimised: likewise."""
        super().changeEvent(event)
        if self.isMinimized():
            self.form.forget()

    def _order_tab_stops(self) -> None:
        """What is to read and the foot, then what a yes needs, then the buttons, the one that says yes last.

        Rows come and go while a question is read, so the order is made when somebody asks for the next place.
        """
        buttons, footer = self.buttons, self.footer
        foot: list[QWidget] = [footer.why, footer.more]
        inside = list(windows.stops(self.content))
        is_read = footer.why in inside  # in a small window the foot is the end of what is to read
        order: list[QWidget] = [
            *self.notice_tab_stops(),
            self.middle,
            *(part for part in inside if part not in foot),
            *(foot if is_read else ()),
            self.middle.more,
            *self.sheets.tab_stops(),
            *(() if is_read else foot),  # so that a note leads to the buttons at once
            *windows.stops(self.form),
            self.last_seconds.keep,
            *(buttons.missing, buttons.deny, buttons.deny_with_reason, buttons.edit, buttons.approve_with_note),
            self.guard.button,
            *windows.stops(self.reason),
            self.ending.button,
        ]
        for one, next_one in pairwise(order):
            QWidget.setTabOrder(one, next_one)

    def _regions(self) -> list[QWidget]:
        """Where F6 goes, in order: what is to read, what a yes needs, the buttons."""
        shown = self.sheets.area
        if not self.sheets.editor.isHidden():
            return [shown, self.sheets.editor.bar.cancel]
        if self.presenter.is_over:
            return [shown, self.ending.button]
        if not self.reason.isHidden():
            return [shown, self.reason.line]
        first = self.form.first_tab_stop()
        return [shown, *([] if first is None else [first]), self.buttons.deny]

    # Answering, inside

    def _on_screen(self) -> OnScreen:
        return OnScreen(
            self.form.yes,
            self.content.unread_lines,
            self.content.folded_grave,
            hidden=self.sheets.is_open,
            writes_reason=not self.reason.isHidden(),
            note=self.form.note,
        )

    def _approve(self) -> None:
        if not self.reason.isHidden():
            return
        screen, form = self._on_screen(), self.form
        if form.kind == "sign":
            signature = self.presenter.sign(screen, form.signing.approver, form.signing.take_secret, form.reason)
            if signature is not None:
                self._show_sending()
                self.signed.emit(signature)
            return
        answer = self.presenter.approve(screen, form.reason, form.scope.bound)
        if answer is not None:
            if (address := self.presenter.opens) and not open_link(address):
                self.failure.tell(
                    tr("The page was not opened"), tr("No browser took this address. Nothing was answered.")
                )
                return
            self._show_sending()
            self.answered.emit(answer)

    def _show_sending(self) -> None:
        self.content.setFocus(Qt.FocusReason.OtherFocusReason)  # else Qt moves it on from what is disabled now
        self.failure.hide()
        self._close_reason()
        self._refresh()

    def _refresh(self) -> None:
        """Make the buttons say and be what they are, and show the time left."""
        screen, answerable = self._on_screen(), self.presenter.is_answerable
        offer = self.presenter.offer(screen)
        self.arming.set_answerable(answerable)
        self.guard.say(offer.text, offer.why)
        self.middle.set_must_read(must_read=answerable and offer.must_read)
        self.guard.button.setEnabled(answerable and offer.offered)
        buttons = self.buttons
        buttons.approve_with_note.setEnabled(self.guard.button.isEnabled())
        buttons.say_missing(offer.missing if answerable else "")
        for other in (buttons.deny, buttons.deny_with_reason, buttons.edit):
            other.setEnabled(answerable)
        self.reason.set_answerable(answerable)
        self.sheets.editor.set_answerable(answerable)
        self.form.set_answerable(answerable)
        self.footer.set_answerable(answerable)
        self._show_answers()
        self.buttons.arrange()
        self.guard.refresh()
        self._show_time()

    def _on_entered(self) -> None:
        """Return in a field gives no yes: it goes on to the button."""
        if self.guard.button.isEnabled():
            self.guard.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_typed(self) -> None:
        self._refresh()
        self._announce_lack()

    def _on_chosen(self) -> None:
        """Another yes, or another view of what it is for: the second begins anew."""
        self.arming.restart()
        self._on_typed()

    def _want_comparison(self) -> None:
        if (wanted := self.presenter.comparison()) is not None:
            self.compare_wanted.emit(wanted)

    def _want_rule(self) -> None:
        if self.call_id:
            self.rule_wanted.emit(self.call_id)

    # What is shown, inside

    def _draw(self, asked: Asked) -> None:
        self.failure.hide()
        self.guard.set_grave(is_harmful(asked))
        self.header.show_question(asked)
        with QSignalBlocker(self.content):  # the buttons follow once, when all is there
            self.content.show_question(asked)
        self.form.show_question(asked)
        self.buttons.show_kind(self.form.kind)
        self.reason.show_kind(self.form.kind)
        self.footer.show_question(asked)
        self.middle.start_over()
        said = summary.sentence(asked)
        text.title(self, f"{summary.title(asked)} {said}")
        text.named(self, summary.title(asked))  # the content says the rest
        about = f"{summary.warnings(asked)} {tr('Everything to read before you answer. Arrow keys scroll.')}".lstrip()
        text.named(self.content, tr("Question: {question}", question=said), about)

    def _show_time(self) -> None:
        gone = self.presenter.is_over or self.presenter.is_frozen
        self.footer.time_left.show_time(None if gone else self._time)
        asks = self.presenter.is_answerable and not self.buttons.isHidden()
        if words := self.last_seconds.show_time(self._time if asks else None, self._is_kept):
            self._announce(words)

    @property
    def _is_kept(self) -> Kept:
        time = self._time
        if time is None or self._kept != self.call_id:
            return "no"
        return "yes" if time.is_paused or time.said == self._kept_at else "no longer"

    def _on_tick(self) -> None:
        if self._kept and self._kept == self.call_id and self.presenter.is_answerable:
            self.worked.emit(self._kept)
        self._show_time()

    def _show_answers(self) -> None:
        """Show what a yes needs and the buttons, or a reason or an edit in their place, or neither."""
        answers = not self.presenter.is_over and self.reason.isHidden() and self.sheets.editor.isHidden()
        self.buttons.setVisible(answers)
        self.form.setVisible(answers and self.form.is_needed)

    def _hide_answers(self) -> None:
        """Take away what a reason or an edit will stand in place of.

        Before that is shown: Qt gives a window the height of all that is shown at one time, and never takes it back.
        """
        self.buttons.hide()
        self.form.hide()

    def _forget_writing(self) -> None:
        """Another question, or none: nothing of what was written for the last one stays."""
        self.ruled.hide()
        self._close_reason()
        self.sheets.editor.forget()
        self.form.forget()

    def _close_reason(self) -> None:
        self.reason.hide()
        self._show_answers()

    def _may_open(self, sheet: QWidget) -> bool:
        """Whether a sheet can be shown that is not yet; there is room for it then."""
        return sheet.isHidden() and self.sheets.make_room()

    def _sheet_opened(self) -> None:
        """A sheet hides the question: nothing can be approved, and the second begins anew afterwards."""
        self._tell_watched()
        self._refresh()

    def _close_sheets(self) -> None:
        self.sheets.close()
        self._tell_watched()

    def _is_attended(self) -> bool:
        """Not while a sheet hides the question."""
        return super()._is_attended() and not self.sheets.is_open

    def _is_complete(self) -> bool:
        return self.content.inputs is None or self.content.inputs.is_complete

    def _ready_words(self) -> str:
        return tr("{button} is ready.", button=self.presenter.offer(self._on_screen()).text)

    def _announce_lack(self) -> None:
        """Say what a yes still lacks, once while it does."""
        lack = self.presenter.offer(self._on_screen()).missing if self.presenter.is_answerable else ""
        if lack and lack != self._announced_lack:
            self._announce(lack)
        self._announced_lack = lack

    def _on_worked(self) -> None:
        if self.presenter.is_answerable:
            self.worked.emit(self.call_id)

    # The parts and their places

    def fit_height(self) -> None:
        """Give the question most of a small window. What moves by that is armed anew."""
        small = self.height() < SMALL
        if small != self._is_small:
            self._is_small = small
            focused: QWidget | None = self.focusWidget()
            self._place_foot(small=small)
            self.header.set_compact(small)
            self.content.set_compact(small)
            self.form.set_compact(small)
            self.sheets.editor.set_compact(small)
            if focused is not None and self.footer.isAncestorOf(focused):
                focused.setFocus(Qt.FocusReason.OtherFocusReason)  # it went along
            self.arming.restart()

    def _place_foot(self, *, small: bool) -> None:
        gap = theme.GROUP if small else _GAP
        self._bottom.setContentsMargins(theme.PAGE, gap, theme.PAGE, gap)
        self._bottom.setSpacing(gap)
        self._notices.setContentsMargins(theme.PAGE, 0 if small else theme.SPACE, theme.PAGE, gap - theme.SPACE)
        if small:
            self.content.rows.addWidget(self.footer)
            self.header.add_at_end(self.footer.time_left)
        else:
            self._bottom.addWidget(self.footer)
            self.footer.take_back_time_left()

    def _make_parts(self, clock: Callable[[], float]) -> None:
        self.header = Header(self)
        self.ruled = Notice("neutral", tr(RULED), tr(RULED_MEANS))
        self.ruled.hide()
        self.content = Content()
        self.middle = FadeScroll(self)
        self.middle.setWidget(self.content)
        keep_edges(self.middle, self.content.rows, theme.SPACE)
        text.named(self.middle, tr("The question"))
        self.sheets = SheetStack(self.middle, self)
        self.form = AnswerForm(self)
        self.scope = self.form.scope
        self.last_seconds = LastSeconds(self)
        self.buttons = ActionRow(self.guard, self)
        self.reason = DenyReasonRow(clock, self)
        self.reason.hide()
        self.ending = Ending(clock, self.buttons, self)
        self.ending.hide()
        self.footer = Footer(self)

    def _lay_out(self) -> None:
        self._notices = notices = QVBoxLayout()
        self._bottom = bottom = QVBoxLayout()
        notices.setSpacing(theme.GROUP)
        for notice in (self.gone, self.failure, self.ruled):
            notices.addWidget(notice)
        for part in (self.form, self.last_seconds, self.buttons, self.reason, self.sheets.editor.bar, self.ending):
            bottom.addWidget(part)
        self._place_foot(small=False)
        self._rows = rows = boxes.column(0, self)
        rows.addWidget(self.header)
        rows.addLayout(notices)
        rows.addWidget(self.middle, 1)
        for sheet in self.sheets.all:
            rows.addWidget(sheet, 1)
        rows.addWidget(rule(self))
        rows.addLayout(bottom)

    def _connect(self) -> None:
        acts: dict[str, Callable[[], None]] = {
            "approve": self._press_chord,
            "deny": self.deny,
            "reason": self.open_reason,
            "note": self.open_note,
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
        for line in (self.form.signing.secret, self.form.words):
            line.returnPressed.connect(self._on_entered)
        self.form.signing.settings.clicked.connect(self.pin_wanted)
        self.buttons.deny.clicked.connect(self.deny)
        self.buttons.deny_with_reason.clicked.connect(self.open_reason)
        self.buttons.approve_with_note.clicked.connect(self.open_note)
        self.reason.sent.connect(self.deny)
        self.reason.cancelled.connect(self.step_back)
        self.ending.gone_on.connect(self.moved_on)
        self.header.review.clicked.connect(self.review_server_wanted)
        self.footer.rule.triggered.connect(self._want_rule)

    def _connect_sheets(self) -> None:
        sheets, content = self.sheets, self.content
        sheets.left.connect(self.go_back)
        sheets.editor.announced.connect(self._announce)
        self.buttons.edit.clicked.connect(self.open_edit)
        self.footer.why.clicked.connect(self.open_why)
        self.footer.keys.triggered.connect(self.open_help)
        content.unread_changed.connect(self._refresh)
        content.compare_wanted.connect(self._want_comparison)
        content.moved.connect(self._on_chosen)
        content.page_wanted.connect(self.open_finding)
