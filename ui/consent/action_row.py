"""The buttons under a question, the guard of the one that approves, and what stands in their place (attack 10).

Owns: the places of the buttons; what reaches Approve of pointer and keys; how Approve looks until its second is over,
and the words that say so, to see and to hear; the usual reasons of a denial and the line for another; how a call ended,
and the button that goes on.

Invariants: the buttons are always on screen, in one row at any width: Deny stands first, for the eye and for Tab,
Approve last and not larger than its words, which wrap within it; where each stands does not hang on what any of them
says. What a yes still lacks stands above the row, in words. A press of Approve counts only as ``PressGuard`` says; of
the keys only Space works on it, never a repeated one; whatever else presses it (a screen reader's action) meets the
same question. Nobody is left to guess how a call ended; that nothing was sent is said only where it is sure; a press
that was meant for the question does not go on; and a second press of the button that goes on decides nothing: where it
stands Approve will never be, and Deny, which will be, does not take it. The words of a denial are the person's own, or
those on the button that was pressed; a press that was meant for what stood there before, and a key that repeats itself,
send nothing.
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
from ui.widgets.cards import Notice
from ui.widgets.flow import FlowLayout

_SPLIT: Final = 9 * theme.SPACE
"""Width of the part of a button that opens more."""


class ButtonRow(QWidget):
    """One row: some buttons at its beginning, the one that says yes at its end.

    Attributes:
        missing: above it, what a yes still lacks.
    """

    def __init__(
        self, guard: ApproveGuard, first: Sequence[QWidget], last: Sequence[QWidget] = (), parent: QWidget | None = None
    ) -> None:
        """``first``: at the beginning. ``last``: behind the button of ``guard``. Those of a pair touch each other."""
        super().__init__(parent)
        self._guard = guard
        self._others, self._last = (*first, *last), tuple(last)
        self.missing = text.label("", "strong", wrap=True, parent=self)
        end = Qt.AlignmentFlag.AlignLeft if text.is_mirrored() else Qt.AlignmentFlag.AlignRight
        self.missing.setAlignment(end | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignBottom)
        self._row = boxes.row(0)
        for number, widget in enumerate(first):
            self._add(widget, apart=number > 0)
        self._row.addStretch(1)
        self._row.addWidget(guard.soon, 0, Qt.AlignmentFlag.AlignVCenter)
        self._add(guard.button, apart=True)
        for widget in last:
            self._row.addWidget(widget)  # as high as the words of what it belongs to
        rows = boxes.column(theme.GROUP, self)
        rows.addWidget(self.missing)
        rows.addLayout(self._row)
        self.say_missing("")

    def say_missing(self, words: str) -> None:
        """Say what a yes still lacks; nothing where it lacks nothing."""
        text.set_text(self.missing, words)
        self.missing.setVisible(bool(words))
        text.let_tab_reach(self.missing)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Narrow enough for a word of Approve beside the others."""
        return QSize(self._taken() + self._guard.narrowest(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Approve's words wrap in what the others leave, and in no more than half: who goes on presses in the other."""
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Give Approve's words the room that there is now."""
        behind = sum(last.sizeHint().width() for last in self._last)
        self._guard.fit(min(self.width() - self._taken(), self.width() // 2 - behind))
        spare = self.width() - self._taken() - self._guard.button.sizeHint().width()
        self._guard.set_room_for_soon(room=spare > self._guard.soon.sizeHint().width() + theme.GROUP)
        self.updateGeometry()

    def _taken(self) -> int:
        return sum(other.sizeHint().width() + theme.GROUP for other in self._others if not other.isHidden())

    def _add(self, widget: QWidget, *, apart: bool) -> None:
        if apart and widget.property("split") != "end":
            self._row.addSpacing(theme.GROUP)
        self._row.addWidget(widget, 0, Qt.AlignmentFlag.AlignBottom)


class ActionRow(ButtonRow):
    """Deny, with reasons beside it; Edit…; Approve, with a note beside it.

    Attributes:
        deny, deny_with_reason, edit, approve, approve_with_note: the buttons.
    """

    def __init__(self, guard: ApproveGuard, parent: QWidget | None = None) -> None:
        self.deny = text.button(tr("Deny"), "normal")
        self.deny.setIcon(icons.icon("x-circle"))
        self.deny.setProperty("split", "start")
        self.deny_with_reason = _more()
        self.edit = text.button(tr("Edit…"), "normal")
        text.tooltip(self.edit, tr("Change the inputs. The changed call is asked anew. Ctrl+E"))
        self.approve = guard.button
        self.approve.setProperty("split", "start")
        self.approve_with_note = _more()
        guard.looks.append(self.approve_with_note)
        super().__init__(guard, (self.deny, self.deny_with_reason, self.edit), (self.approve_with_note,), parent)
        self.show_kind("approve")

    def show_kind(self, kind: Kind) -> None:
        """Say no, and yes, in the words of what is asked."""
        held, words = kind == "release", ANSWER_WORDS[kind]
        text.set_button_text(self.deny, tr(words.no_label))
        what = tr("The app does not get the result.") if held else tr("Nothing is sent.")
        text.tooltip(self.deny, f"{what} Ctrl+D")
        _name(
            self.deny_with_reason,
            tr("Withhold with a reason…") if held else tr("Deny with a reason…"),
            f"{what} {tr('The model reads why.')} Ctrl+Shift+D",
        )
        for main, beside in ((self.deny, self.deny_with_reason), (self.approve, self.approve_with_note)):
            beside.setVisible(bool(words.note_label))
            set_look(main, "split", "start" if words.note_label else "")
        noted = tr(words.note_label) if words.note_label else ""
        _name(self.approve_with_note, noted, f"{tr('The model reads it beside the result.')} Ctrl+Shift+N")
        self.edit.setVisible(kind in ("approve", "sign", "form"))
        text.set_button_text(self.edit, tr("Fill in…") if kind == "form" else tr("Edit…"))
        self.arrange()


def _more() -> QPushButton:
    made = text.button("")
    made.setIcon(icons.icon("caret-down"))
    made.setIconSize(QSize(icons.SMALL, icons.SMALL))
    made.setProperty("split", "end")
    made.setFixedWidth(_SPLIT)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Minimum)
    return made


def _name(button: QPushButton, name: str, means: str) -> None:
    text.named(button, name, means)
    text.tooltip(button, f"{name}\n{means}")


_PRESSES: Final = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick})
_KEYS: Final = frozenset({QEvent.Type.KeyPress, QEvent.Type.KeyRelease})


class ApproveGuard(QObject):
    """Stands before a button that approves and swallows what may not reach it.

    Attributes:
        button: the Approve button.
        press_guard: which presses say yes.
        looks: what looks as it does, the menu beside it too.
        soon: says, in a place of the row, that the button is ready in a moment.
    """

    def __init__(self, arming: Arming, offered: Callable[[], bool], parent: QWidget) -> None:
        """``offered``: whether a yes is possible at all right now."""
        super().__init__(parent)
        self._arming, self._offered = arming, offered
        self.press_guard = PressGuard(arming, offered)
        self.button: QPushButton = text.button(tr("Approve once"), "normal", parent=parent)
        self.button.setIconSize(QSize(icons.SMALL + theme.SPACE, icons.SMALL))
        self.soon = text.label(tr("Ready in a moment"), "caption", parent=parent)
        self.soon.setContentsMargins(theme.GROUP, 0, theme.GROUP, 0)
        self._room_for_soon = False
        self._bar = ArmingBar(self.button)
        self._place = PlaceWatch(self.button)
        self._place.moved.connect(self._on_came)
        self.button.installEventFilter(self)
        self.looks = [self.button]
        self._says, self._why = tr("Approve once"), ""
        self._room = 0
        self._waits: bool | None = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Swallow presses that began too early, and every key but a first Space."""
        if event.type() in _PRESSES:
            self._place.check()
            return not self.press_guard.begin_press("button")
        if event.type() is QEvent.Type.MouseButtonRelease and not self.button.isDown():
            self.press_guard.forget_press("button")
        if event.type() in _KEYS and isinstance(event, QKeyEvent):
            return self._handle_key(event)
        return super().eventFilter(watched, event)

    def say(self, words: str, why: str) -> None:
        """What the button says, and why it says so."""
        is_new, self._says, self._why = words != self._says, words, why
        if is_new:
            self._write()
        text.tooltip(self.button, why)

    def fit(self, room: int) -> None:
        """Break the words into lines where they need more than so many pixels with what is around them."""
        if room != self._room:
            self._room = room
            self._write()

    def narrowest(self) -> int:
        """Pixels that it takes with one word on each line."""
        return self._around() + max(map(self.button.fontMetrics().horizontalAdvance, self._says.split(" ")))

    def _around(self) -> int:
        """Width of the button beside its words."""
        self.button.ensurePolished()
        return self.button.sizeHint().width() - self.button.fontMetrics().size(0, self.button.text()).width()

    def _write(self) -> None:
        words = (
            wrapped(self._says, self.button.fontMetrics(), self._room - self._around()) if self._room else self._says
        )
        if text.facing(words.replace("&", "&&")) != self.button.text():
            text.set_button_text(self.button, words)
            text.named(self.button, self._says, self.button.accessibleDescription())

    def set_grave(self, grave: bool) -> None:
        """Whether a grave finding stands: the button looks like nothing that is pressed in passing then."""
        self._set_looks("role", "danger" if grave else "normal")

    def _set_looks(self, name: str, value: str | bool) -> None:
        """What the style sheet goes by, for the button and its menu alike."""
        for button in self.looks:
            set_look(button, name, value)

    def set_room_for_soon(self, *, room: bool) -> None:
        """Whether the row is wide enough for the words that it is ready in a moment.

        They keep their place when they go: a button that grew into it would have to wait anew, for ever.
        """
        self._room_for_soon = room
        policy = self.soon.sizePolicy()
        policy.setRetainSizeWhenHidden(room)
        self.soon.setSizePolicy(policy)
        self.soon.setVisible(bool(self._waits) and room)

    def refresh(self) -> None:
        """Look as far as the second is, and say whether it is over: pale, with an hourglass and a bar, until then."""
        offered, armed = self._offered(), self._arming.is_armed
        waits = offered and not armed
        self._bar.show_progress(self._arming.progress if waits else None)
        self.soon.setVisible(waits and self._room_for_soon)
        if waits != self._waits:
            self._waits = waits
            self.button.setIcon(icons.icon("hourglass", "muted") if waits else icons.icon("check-circle"))
            self._set_looks("soon", waits)
        text.named(self.button, self._says, f"{_state(offered, armed)}{self._why}")

    def _on_came(self) -> None:
        """What is pressed where it is now may be meant for what was there before."""
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


def wrapped(words: str, metrics: QFontMetrics, room: int) -> str:
    """Words in as few lines as ``room`` pixels allow, of much the same width, as far as blanks allow."""
    lines = _lines(words, metrics, room)
    while len(lines) > 1 and room > 0 and len(narrower := _lines(words, metrics, room)) == len(lines):
        lines, room = narrower, room - theme.SPACE
    return "\n".join(lines)


def _lines(words: str, metrics: QFontMetrics, room: int) -> list[str]:
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _state(offered: bool, armed: bool) -> str:
    """What stands before why the button says what it says."""
    if not offered:
        return ""
    return f"{tr('Ready.') if armed else tr('Ready in a moment.')} "


SETTLING_MS: Final = 500
"""For so long nobody can have read what came: what is pressed meanwhile was meant for what was there before."""
_ENDING_KEYS: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})
_ROOM: Final = fitting.ROOM - 3 * theme.PAGE
_WORDS: Final = {
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
_ENDED: Final = mark("ended")
_UNSENT: Final = frozenset({"expiry", "withdrawal", "stop", "quit", "no-window", "drift", "limit", "fault"})
"""Ends before anything was dispatched; of others nothing is said that this window cannot know."""


class Ending(QWidget):
    """How the call ended, and a button to go on.

    Signals:
        gone_on(): the person has seen it.
    """

    gone_on = Signal()

    def __init__(self, clock: Callable[[], float], buttons: ActionRow, parent: QWidget | None = None) -> None:
        """``clock``: monotonic seconds. ``buttons``: what this stands in place of."""
        super().__init__(parent)
        self._clock = clock
        self._since = self._left_at = -float("inf")
        self.notice = Notice("neutral", tr("This call is over"))
        self.button = text.button(tr("Close"), "normal", parent=self)
        self.button.clicked.connect(self._go_on)
        for watched in (self.button, buttons.deny):
            watched.installEventFilter(self)
        row = QHBoxLayout()
        row.addWidget(self.button)
        row.addStretch(1)
        rows = boxes.column(theme.SECTION, self)
        rows.addWidget(self.notice)
        rows.addLayout(row)

    def show_end(self, ended: CallEnded, *, holds: bool = False) -> None:
        """Say how it ended, and what did not happen. ``holds``: it was about releasing a result."""
        self._since = self._clock()
        words = tr(_WORDS[ended.by]) if ended.by in _WORDS else tr(_ENDED)
        said = translated(ended.why)
        why = fitted(f"{said[:1].upper()}{said[1:]}".rstrip("."), self.fontMetrics(), _ROOM)
        unsent = tr("The result was not released.") if holds else tr("Nothing was sent to the server.")
        nothing = unsent if ended.by in _UNSENT else ""
        title = tr("This review is over: {how}", how=words) if holds else tr("This call is over: {how}", how=words)
        self.notice.set_text(title, f"{why}. {nothing}".strip() if why else nothing)
        self.show()

    def show_next(self, waiting: int) -> None:
        """Name where the button leads."""
        words = tr_n("Next question ({n} waiting)", "Next question ({n} waiting)", waiting) if waiting else tr("Close")
        text.set_button_text(self.button, words)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Return presses the button as Space does; what comes too early, or is a key held down, is swallowed."""
        if watched is not self.button:
            return event.type() in _PRESSES and self._is_soon(self._left_at)
        if event.type() in _PRESSES:
            return self._is_soon(self._since)
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _ENDING_KEYS:
            if self._is_soon(self._since) or event.isAutoRepeat():
                return True
            if event.key() != Qt.Key.Key_Space:
                self.button.click()
                return True
        return super().eventFilter(watched, event)

    def _is_soon(self, then: float) -> bool:
        return (self._clock() - then) * 1000 < SETTLING_MS

    def _go_on(self) -> None:
        self._left_at = self._clock()
        self.gone_on.emit()


# Why not

REASONS: Final = (
    mark("Not what I asked for"),
    mark("Wrong file or place"),
    mark("Too much at once"),
    mark("Ask me first"),
    mark("Looks unsafe"),
)
HELD_REASONS: Final = (REASONS[0], mark("It names people"), *REASONS[2:])
"""The same for a result."""
LONGEST: Final = 1000
"""Characters of a reason: a few sentences for the model, no document."""
DOUBLE_CLICK_MS: Final = 300
"""The second press of a double click on what opened this lands before it is over."""
_RETURNS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class DenyReasonRow(QWidget):
    """The usual reasons, and a line for another.

    Attributes:
        chips: the buttons of the usual reasons.
        line: the field for another reason.

    Signals:
        sent(): deny with ``words``, if only with none. cancelled().
    """

    sent = Signal()
    cancelled = Signal()

    def __init__(self, clock: Callable[[], float], parent: QWidget | None = None) -> None:
        """``clock``: monotonic seconds."""
        super().__init__(parent)
        self._clock = clock
        self._since = -float("inf")
        self._picked = ""
        self._held = False
        self.line = QLineEdit(self)
        self.line.setMaxLength(LONGEST)
        self.line.setPlaceholderText(tr("What should it do instead? The model reads this."))
        self.line.installEventFilter(self)
        self.line.returnPressed.connect(self.sent)
        self.send_button = text.button("", "normal", parent=self)
        self.send_button.clicked.connect(self.sent)
        self.cancel_button = text.button(tr("Cancel"), "quiet", parent=self)
        self.cancel_button.clicked.connect(self.cancelled)
        self.chips = [self._chip(number) for number in range(len(REASONS))]
        self._title = text.label("", "strong", parent=self)
        self._hint = text.label(tr("A press on a reason sends it at once."), "caption", wrap=True, parent=self)
        self.show_kind("approve")
        self._lay_out()

    def show_kind(self, kind: Kind) -> None:
        """Say no in the words of what is asked."""
        self._held = held = kind == "release"
        text.set_text(self._title, tr("Withhold, and say why") if held else tr("Deny, and say why"))
        text.set_button_text(self.send_button, tr("Withhold it") if held else tr("Send denial"))
        for number, chip in enumerate(self.chips):
            words = self._reason(number)
            said = tr("Withhold it: {reason}", reason=words) if held else tr("Deny: {reason}", reason=words)
            text.set_button_text(chip, words)
            text.named(chip, said, tr("One press sends it. The model reads it."))
        name = tr("Reason for withholding it") if held else tr("Reason for the denial")
        text.named(self.line, name, tr("The model reads it."))

    def start(self) -> None:
        """Begin with an empty line."""
        self._picked = ""
        self._since = self._clock()
        self.line.clear()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def words(self) -> str:
        """What the person wrote, or pressed."""
        return self._picked or self.line.text().strip()

    def set_answerable(self, answerable: bool) -> None:
        """Whether a no can be given now."""
        for button in (self.send_button, *self.chips):
            button.setEnabled(answerable)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """A held Return sends nothing; nor does the second press of a double click that began elsewhere."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.isAutoRepeat():
            return watched is not self.line or event.key() in _RETURNS
        if watched is not self.line and event.type() is QEvent.Type.MouseButtonDblClick:
            return True
        return super().eventFilter(watched, event)

    def _reason(self, number: int) -> str:
        return tr((HELD_REASONS if self._held else REASONS)[number])

    def _pick(self, number: int) -> None:
        if (self._clock() - self._since) * 1000 >= DOUBLE_CLICK_MS:
            self._picked = self._reason(number)  # nothing is read back from a widget
            self.sent.emit()
            self._picked = ""  # where the row stays, other words may follow

    def _chip(self, number: int) -> QPushButton:
        chip = text.button("", "pill", parent=self)
        chip.clicked.connect(partial(self._pick, number))
        chip.installEventFilter(self)
        return chip

    def _lay_out(self) -> None:
        entry = boxes.row(theme.GROUP)
        entry.addWidget(self.line, 1)
        entry.addWidget(self.send_button)
        entry.addWidget(self.cancel_button)
        chips = FlowLayout()
        for chip in self.chips:
            chips.addWidget(chip)
        rows = boxes.column(theme.GROUP, self)
        head = boxes.row(theme.GROUP)
        head.addWidget(self._title)
        head.addWidget(self._hint, 1)
        rows.addLayout(head)
        rows.addLayout(chips)
        rows.addLayout(entry)
