"""The buttons under a question, the guard of the one that approves, and what may replace them (attack 10).

Owns: the places of the buttons; which presses and keys reach Approve; how Approve looks until its second is over, and
what is said of it, also aloud; the usual reasons of a denial and the line for another; how a call ended, and the button
that goes on.

Invariants:
    - The buttons are always on screen, in one row at any width. Deny stands first, for the eye and for Tab, Approve
      last and no larger than its words, which wrap. Where a button stands does not depend on any label. What is missing
      for a yes stands above the row, in words.
    - A press of Approve counts only as ``PressGuard`` says. Space is the only key that presses it, and never a repeated
      one. Other presses, such as a screen reader's, pass the same checks.
    - How a call ended is always said; that nothing was sent is said only if that is certain.
    - A press that was meant for the question does not go on. A second press of the button that goes on decides nothing:
      Approve is never in its place, and Deny, which will be, ignores it.
    - The reason of a denial is the person's own words, or those on the pressed button. A press that was meant for what
      stood there before, or a key that repeats, sends nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QSizePolicy, QWidget

from host.control.protocol import CallEnded
from ui import icons, text, theme
from ui.consent import fitting
from ui.consent.arming import Arming, PressGuard
from ui.consent.arming_view import ArmingBar, PlaceWatch
from ui.consent.fitting import fitted
from ui.consent.presenter import ANSWER_WORDS
from ui.consent.summary import Kind
from ui.theme import set_look
from ui.tr import mark, tr, tr_n, translated
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, Placed, fill, grow
from ui.widgets.cards import Notice

_MENU_WIDTH: Final = 9 * theme.SPACE
"""Width of the part of a button that opens more."""


class ButtonRow(QWidget):
    """One row: some buttons first, the one that says yes last. ``missing``: above it, what is missing for a yes."""

    def __init__(
        self, guard: ApproveGuard, first: Sequence[QWidget], last: Sequence[QWidget] = (), parent: QWidget | None = None
    ) -> None:
        """``first``: at the beginning. ``last``: after the button of ``guard``. The buttons of a pair touch."""
        super().__init__(parent)
        self._guard = guard
        self._others, self._after_approve = (*first, *last), tuple(last)
        self.missing = text.label("", "strong", wrap=True, parent=self)
        alignment = Qt.AlignmentFlag.AlignLeft if text.is_mirrored() else Qt.AlignmentFlag.AlignRight
        self.missing.setAlignment(alignment | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignBottom)
        self._row = boxes.row(0)
        for number, widget in enumerate(first):
            self._add(widget, with_gap=number > 0)
        fill(self._row, STRETCH, Placed(guard.ready_soon, 0, Qt.AlignmentFlag.AlignVCenter))
        self._add(guard.button, with_gap=True)
        for widget in last:
            self._row.addWidget(widget)  # as high as the button that it belongs to
        fill(boxes.column(theme.GROUP, self), self.missing, self._row)
        self.show_missing("")

    def show_missing(self, words: str) -> None:
        """Show what is missing for a yes; nothing for an empty text."""
        text.set_text(self.missing, words)
        self.missing.setVisible(bool(words))
        text.let_tab_reach(self.missing)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Room for the longest word of Approve beside the other buttons."""
        return QSize(self._width_of_others() + self._guard.min_width(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Wrap Approve's words in what the others leave, at most half: the button that goes on is in the other half."""
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Fit Approve's words to the current width."""
        width_after = sum(button.sizeHint().width() for button in self._after_approve)
        self._guard.fit_width(min(self.width() - self._width_of_others(), self.width() // 2 - width_after))
        spare = self.width() - self._width_of_others() - self._guard.button.sizeHint().width()
        self._guard.set_room_for_ready_soon(has_room=spare > self._guard.ready_soon.sizeHint().width() + theme.GROUP)
        self.updateGeometry()

    def _width_of_others(self) -> int:
        return sum(button.sizeHint().width() + theme.GROUP for button in self._others if not button.isHidden())

    def _add(self, widget: QWidget, *, with_gap: bool) -> None:
        if with_gap and widget.property("split") != "end":
            self._row.addSpacing(theme.GROUP)
        self._row.addWidget(widget, 0, Qt.AlignmentFlag.AlignBottom)


class ActionRow(ButtonRow):
    """Deny, with reasons beside it; Edit…; Approve, with a note beside it."""

    def __init__(self, guard: ApproveGuard, parent: QWidget | None = None) -> None:
        self.deny = text.button(tr("Deny"), "normal")
        self.deny.setIcon(icons.icon("x-circle"))
        self.deny.setProperty("split", "start")
        self.deny_with_reason = _menu_button()
        self.edit = text.button(tr("Edit…"), "normal")
        text.tooltip(self.edit, tr("Change the inputs. The changed call is asked again. Ctrl+E"))
        self.approve = guard.button
        self.approve.setProperty("split", "start")
        self.approve_with_note = _menu_button()
        guard.styled_buttons.append(self.approve_with_note)
        super().__init__(guard, (self.deny, self.deny_with_reason, self.edit), (self.approve_with_note,), parent)
        self.show_kind("approve")

    def show_kind(self, kind: Kind) -> None:
        """Use the words of this kind of question."""
        is_result, words = kind == "release", ANSWER_WORDS[kind]
        text.set_button_text(self.deny, tr(words.no_label))
        effect = tr("The app does not get the result.") if is_result else tr("Nothing is sent.")
        text.tooltip(self.deny, f"{effect} Ctrl+D")
        name = tr("Withhold with a reason…") if is_result else tr("Deny with a reason…")
        _describe(self.deny_with_reason, name, f"{effect} {tr('The model reads why.')} Ctrl+Shift+D")
        for button, menu in ((self.deny, self.deny_with_reason), (self.approve, self.approve_with_note)):
            menu.setVisible(bool(words.note_label))
            set_look(button, "split", "start" if words.note_label else "")
        note_label = tr(words.note_label) if words.note_label else ""
        _describe(self.approve_with_note, note_label, f"{tr('The model reads it beside the result.')} Ctrl+Shift+N")
        self.edit.setVisible(kind in ("approve", "sign", "form"))
        text.set_button_text(self.edit, tr("Fill in…") if kind == "form" else tr("Edit…"))
        self.arrange()


def _menu_button() -> QPushButton:
    button = text.button("")
    button.setIcon(icons.icon("caret-down"))
    button.setIconSize(QSize(icons.SMALL, icons.SMALL))
    button.setProperty("split", "end")
    button.setFixedWidth(_MENU_WIDTH)
    button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Minimum)
    return button


def _describe(button: QPushButton, name: str, description: str) -> None:
    text.named(button, name, description)
    text.tooltip(button, f"{name}\n{description}")


_PRESS_EVENTS: Final = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick})
_KEY_EVENTS: Final = frozenset({QEvent.Type.KeyPress, QEvent.Type.KeyRelease})


class ApproveGuard(QObject):
    """Filters the events of a button that approves. ``styled_buttons``: it and the menu beside it, which look alike."""

    def __init__(self, arming: Arming, can_approve: Callable[[], bool], parent: QWidget) -> None:
        """``can_approve``: whether a yes is possible right now."""
        super().__init__(parent)
        self._arming, self._can_approve = arming, can_approve
        self.press_guard = PressGuard(arming, can_approve)
        self.button: QPushButton = text.button(tr("Approve once"), "normal", parent=parent)
        self.button.setIconSize(QSize(icons.SMALL + theme.SPACE, icons.SMALL))
        self.ready_soon = text.label(tr("Ready in a moment"), "caption", parent=parent)
        self.ready_soon.setContentsMargins(theme.GROUP, 0, theme.GROUP, 0)
        self._has_room_for_ready_soon = False
        self._bar = ArmingBar(self.button)
        self._place = PlaceWatch(self.button)
        self._place.moved.connect(self._on_moved)
        self.button.installEventFilter(self)
        self.styled_buttons = [self.button]
        self._label, self._tooltip = tr("Approve once"), ""
        self._max_width = 0
        self._is_waiting: bool | None = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Swallow presses that began too early, and every key but a first Space."""
        if event.type() in _PRESS_EVENTS:
            self._place.check()
            return not self.press_guard.begin_press("button")
        if event.type() is QEvent.Type.MouseButtonRelease and not self.button.isDown():
            self.press_guard.forget_press("button")
        if event.type() in _KEY_EVENTS and isinstance(event, QKeyEvent):
            return self._handle_key(event)
        return super().eventFilter(watched, event)

    def set_label(self, label: str, tooltip: str) -> None:
        """Set the label and the tooltip of the button."""
        is_new = label != self._label
        self._label, self._tooltip = label, tooltip
        if is_new:
            self._update_text()
        text.tooltip(self.button, tooltip)

    def fit_width(self, width: int) -> None:
        """Wrap the label so that the button is no wider than this many pixels."""
        if width != self._max_width:
            self._max_width = width
            self._update_text()

    def min_width(self) -> int:
        """Return the width of the button with one word on each line."""
        return self._padding_width() + max(map(self.button.fontMetrics().horizontalAdvance, self._label.split(" ")))

    def _padding_width(self) -> int:
        self.button.ensurePolished()
        return self.button.sizeHint().width() - self.button.fontMetrics().size(0, self.button.text()).width()

    def _update_text(self) -> None:
        words = self._label
        if self._max_width:
            words = wrap_words(words, self.button.fontMetrics(), self._max_width - self._padding_width())
        if text.facing(words.replace("&", "&&")) != self.button.text():
            text.set_button_text(self.button, words)
            text.named(self.button, self._label, self.button.accessibleDescription())

    def set_grave(self, grave: bool) -> None:
        """Set whether the button looks dangerous, because a grave finding stands."""
        self._set_style_property("role", "danger" if grave else "normal")

    def _set_style_property(self, name: str, value: str | bool) -> None:
        for button in self.styled_buttons:
            set_look(button, name, value)

    def set_room_for_ready_soon(self, *, has_room: bool) -> None:
        """Set whether the row has room for the words that the button is ready in a moment.

        They keep their place when hidden: a button that grew into it would have to wait again, for ever.
        """
        self._has_room_for_ready_soon = has_room
        policy = self.ready_soon.sizePolicy()
        policy.setRetainSizeWhenHidden(has_room)
        self.ready_soon.setSizePolicy(policy)
        self.ready_soon.setVisible(bool(self._is_waiting) and has_room)

    def refresh(self) -> None:
        """Show whether the arming time is over: until then the button is pale, with an hourglass and a bar."""
        can_approve, is_armed = self._can_approve(), self._arming.is_armed
        is_waiting = can_approve and not is_armed
        self._bar.show_progress(self._arming.progress if is_waiting else None)
        self.ready_soon.setVisible(is_waiting and self._has_room_for_ready_soon)
        if is_waiting != self._is_waiting:
            self._is_waiting = is_waiting
            self.button.setIcon(icons.icon("hourglass", "muted") if is_waiting else icons.icon("check-circle"))
            self._set_style_property("soon", is_waiting)
        readiness = tr("Ready.") if is_armed else tr("Ready in a moment.")
        text.named(self.button, self._label, f"{readiness} {self._tooltip}" if can_approve else self._tooltip)

    def _on_moved(self) -> None:
        """Restart the arming time: a press may be meant for what was in this place before."""
        self._arming.restart()
        self.refresh()

    def _handle_key(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select):
            return not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() != Qt.Key.Key_Space:
            return False
        if event.isAutoRepeat():
            self.press_guard.note_key_held()
            return True
        if event.type() is QEvent.Type.KeyPress:
            return not self.press_guard.begin_press("button", Qt.Key.Key_Space)
        if not self.button.isDown():
            self.press_guard.forget_press("button")
        return False


def wrap_words(words: str, metrics: QFontMetrics, room: int) -> str:
    """Wrap words into as few lines as ``room`` pixels allow, of similar width."""
    lines = _break_lines(words, metrics, room)
    while len(lines) > 1 and room > 0 and len(narrower_lines := _break_lines(words, metrics, room)) == len(lines):
        lines, room = narrower_lines, room - theme.SPACE
    return "\n".join(lines)


def _break_lines(words: str, metrics: QFontMetrics, room: int) -> list[str]:
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


SETTLING_MS: Final = 500
"""Nobody reads a new widget in this time: a press meanwhile was meant for what was there before."""
_ENDING_KEYS: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})
_ROOM: Final = fitting.ROOM - 3 * theme.PAGE
_END_WORDS: Final = {
    "expiry": mark("expired"),
    "withdrawal": mark("withdrawn by the app"),
    "stop": mark("denied by the emergency stop"),
    "quit": mark("denied, because Assent is closing"),
    "no-window": mark("denied, because no window was there"),
    "drift": mark("denied, because too much changed"),
    "limit": mark("denied by a limit"),
    "rule": mark("decided by a rule"),
    "grant": mark("let through by a grant"),
    "fault": mark("denied after a fault"),
    "approver": mark("answered"),
}
_UNDISPATCHED: Final = frozenset({"expiry", "withdrawal", "stop", "quit", "no-window", "drift", "limit", "fault"})
"""Ends before anything was dispatched. Of the other ends this window cannot know."""


class Ending(QWidget):
    """Says how the call ended, with a button to go on. Emits ``continued()``: the person has seen it."""

    continued = Signal()

    def __init__(self, clock: Callable[[], float], buttons: ActionRow, parent: QWidget | None = None) -> None:
        """``clock``: monotonic seconds. ``buttons``: the row that this replaces."""
        super().__init__(parent)
        self._clock = clock
        self._shown_at = self._continued_at = -float("inf")
        self.notice = Notice("neutral", tr("This call is over"))
        self.button = text.button(tr("Close"), "normal", parent=self, on_click=self._on_continue)
        for watched in (self.button, buttons.deny):
            watched.installEventFilter(self)
        row = fill(QHBoxLayout(), self.button, STRETCH)
        fill(boxes.column(theme.SECTION, self), self.notice, row)

    def show_end(self, ended: CallEnded, *, is_result: bool = False) -> str:
        """Say how the call ended, and what did not happen. ``is_result``: the question was about a result.

        Returns what the notice says first, for the window's title.
        """
        self._shown_at = self._clock()
        words = tr(_END_WORDS[ended.by]) if ended.by in _END_WORDS else tr("ended")
        reason = translated(ended.why)
        reason = fitted(f"{reason[:1].upper()}{reason[1:]}".rstrip("."), self.fontMetrics(), _ROOM)
        effect = ""
        if ended.by in _UNDISPATCHED:
            effect = tr("The result was not released.") if is_result else tr("Nothing was sent to the server.")
        title = tr("This review is over: {how}", how=words) if is_result else tr("This call is over: {how}", how=words)
        self.notice.set_text(title, f"{reason}. {effect}".strip() if reason else effect)
        self.show()
        return title

    def show_next(self, waiting: int) -> None:
        """Label the button by the number of questions that wait."""
        words = tr_n("Next question ({n} waiting)", "Next question ({n} waiting)", waiting) if waiting else tr("Close")
        text.set_button_text(self.button, words)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Let Return press the button as Space does. Swallow what comes too early, and held keys."""
        if watched is not self.button:
            return event.type() in _PRESS_EVENTS and self._is_just_after(self._continued_at)
        if event.type() in _PRESS_EVENTS:
            return self._is_just_after(self._shown_at)
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _ENDING_KEYS:
            if self._is_just_after(self._shown_at) or event.isAutoRepeat():
                return True
            if event.key() != Qt.Key.Key_Space:
                self.button.click()
                return True
        return super().eventFilter(watched, event)

    def _is_just_after(self, moment: float) -> bool:
        return (self._clock() - moment) * 1000 < SETTLING_MS

    def _on_continue(self) -> None:
        self._continued_at = self._clock()
        self.continued.emit()


# The reason of a denial

REASONS: Final = (
    mark("Not what I asked for"),
    mark("Wrong file or place"),
    mark("Too much at once"),
    mark("Ask me first"),
    mark("Looks unsafe"),
)
RESULT_REASONS: Final = (REASONS[0], mark("It names people"), *REASONS[2:])
"""The reasons to withhold a result."""
MAX_REASON_LENGTH: Final = 1000
"""Characters of a reason: a few sentences for the model, no document."""
DOUBLE_CLICK_MS: Final = 300
"""The second press of a double click on the button that opened this row comes earlier."""
_RETURN_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class DenyReasonRow(QWidget):
    """The usual reasons, and a line for another.

    Signals:
        sent(): deny with ``words``, which may be empty.
        cancelled(): go back to the buttons.
    """

    sent = Signal()
    cancelled = Signal()

    def __init__(self, clock: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._started_at = -float("inf")
        self._pressed_reason = ""
        self._is_result = False
        self.line = QLineEdit(self)
        self.line.setMaxLength(MAX_REASON_LENGTH)
        self.line.setPlaceholderText(tr("What should it do instead? The model reads this."))
        self.line.installEventFilter(self)
        self.line.returnPressed.connect(self.sent)
        self.send_button = text.button("", "normal", parent=self, on_click=self.sent)
        self.cancel_button = text.button(tr("Cancel"), "quiet", parent=self, on_click=self.cancelled)
        self.chips = [self._make_chip(number) for number in range(len(REASONS))]
        self._title = text.label("", "strong", parent=self)
        self._hint = text.label(tr("A press on a reason sends it at once."), "caption", wrap=True, parent=self)
        self.show_kind("approve")
        entry = fill(boxes.row(theme.GROUP), grow(self.line), self.send_button, self.cancel_button)
        head = fill(boxes.row(theme.GROUP), self._title, grow(self._hint))
        fill(boxes.column(theme.GROUP, self), head, boxes.flow(*self.chips), entry)

    def show_kind(self, kind: Kind) -> None:
        """Use the words of this kind of question."""
        self._is_result = is_result = kind == "release"
        text.set_text(self._title, tr("Withhold, and say why") if is_result else tr("Deny, and say why"))
        text.set_button_text(self.send_button, tr("Withhold it") if is_result else tr("Send denial"))
        for number, chip in enumerate(self.chips):
            words = self._reason(number)
            chip_name = tr("Withhold it: {reason}", reason=words) if is_result else tr("Deny: {reason}", reason=words)
            text.set_button_text(chip, words)
            text.named(chip, chip_name, tr("One press sends it. The model reads it."))
        name = tr("Reason for withholding it") if is_result else tr("Reason for the denial")
        text.named(self.line, name, tr("The model reads it."))

    def start(self) -> None:
        """Begin with an empty line."""
        self._pressed_reason = ""
        self._started_at = self._clock()
        self.line.clear()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def words(self) -> str:
        """The reason that the person pressed or wrote."""
        return self._pressed_reason or self.line.text().strip()

    def set_answerable(self, answerable: bool) -> None:
        """Set whether a no can be given now."""
        for button in (self.send_button, *self.chips):
            button.setEnabled(answerable)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Ignore a held Return, and the second press of a double click that began elsewhere."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.isAutoRepeat():
            return watched is not self.line or event.key() in _RETURN_KEYS
        if watched is not self.line and event.type() is QEvent.Type.MouseButtonDblClick:
            return True
        return super().eventFilter(watched, event)

    def _reason(self, number: int) -> str:
        return tr((RESULT_REASONS if self._is_result else REASONS)[number])

    def _on_chip_clicked(self, number: int) -> None:
        if (self._clock() - self._started_at) * 1000 >= DOUBLE_CLICK_MS:
            self._pressed_reason = self._reason(number)  # nothing is read back from a widget
            self.sent.emit()
            self._pressed_reason = ""  # the row may stay open, for other words

    def _make_chip(self, number: int) -> QPushButton:
        chip = text.button("", "pill", parent=self)
        chip.clicked.connect(partial(self._on_chip_clicked, number))
        chip.installEventFilter(self)
        return chip
