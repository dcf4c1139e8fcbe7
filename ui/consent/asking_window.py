"""What the windows that ask have in common: the single question, and alike calls side by side (attack 10).

Owns: the button that approves with its guard, what of the window brings the arming on or begins it anew, which events
are a person's work and how often that is said, the notices about the host, what is said aloud; the run of hasty
approvals in either window, the note that says so, and the pause that the person may choose.

Invariants: nothing is armed while the window is hidden, minimised or not the active one; nothing is taken from anybody
who works in it, and looking alone, or a pointer that passes, is no work; closing decides nothing. Hasty decisions are
counted in this process alone, kept nowhere and told to nobody; one that took its time ends the run; it never stops
anybody: the pause is the person's own choice, for ten seconds, and ends by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent, QKeySequence, QMouseEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QWidget

from host.control.views import Asked
from ui.consent.action_row import ApproveGuard
from ui.consent.arming import PAUSE_SECONDS
from ui.consent.arming_view import EventLoopClock, always
from ui.consent.presenter import Presenter
from ui.keys import CONSENT, keys_of
from ui.text import announce
from ui.tr import mark, tr, tr_n
from ui.widgets.cards import Notice

GONE: Final = mark("The host is gone")
NARROWEST: Final = 480
_TICK_MS: Final = 1000
_WORK: Final = frozenset(
    {
        QEvent.Type.MouseButtonPress, QEvent.Type.Wheel, QEvent.Type.KeyPress, QEvent.Type.TouchBegin,
        QEvent.Type.TouchUpdate,
    }
)  # fmt: skip


_RETURNS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def plain_key(event: QKeyEvent) -> int:
    """The key of an event; both keys for Return are one."""
    return Qt.Key.Key_Return if event.key() in _RETURNS else event.key()


class AskingWindow(QWidget):
    """A window with a button that approves.

    Attributes:
        presenter: decides what is offered and sent.
        arming: the presenter's: when a yes counts.
        guard: the Approve button, and what may press it.
        loop_clock: makes the second pass; made by ``watch_content``.
        gone, failure: notices that the host is gone, and that it took no answer.
        ticker: once a second while the window is shown.
        work_every: seconds between two words about the person's work.

    Signals:
        answered(object): the person's answer, or answers.
        dismissed(): the window was closed, whatever it showed.
        announced(str): said aloud.
    """

    answered = Signal(object)
    dismissed = Signal()
    announced = Signal(str)
    work_every = 1.0
    presenter: Presenter
    loop_clock: EventLoopClock

    def __init__(
        self, presenter: Presenter, clock: Callable[[], float], failure: str, parent: QWidget | None = None
    ) -> None:
        """``clock``: monotonic seconds. ``failure``: what it is called that the host took no answer."""
        super().__init__(parent, Qt.WindowType.Window)
        self.presenter = presenter
        self.arming = presenter.arming
        self.guard = ApproveGuard(self.arming, self.is_offered, self)
        self.guard.button.clicked.connect(self._press_approve)
        self.gone = Notice("amber", tr(GONE))
        self.failure = Notice("red", failure)
        for notice in (self.gone, self.failure):
            notice.hide()
        self.ticker = QTimer(self)
        self.ticker.setInterval(_TICK_MS)
        self._clock = clock
        self._worked_at = clock() - self.work_every
        self._announced_epoch = -1  # of the arming whose end was said aloud

    def watch_content(self, shown: QWidget, is_complete: Callable[[], bool] = always) -> None:
        """Let the second begin once ``shown`` is painted, and complete."""
        self.loop_clock = EventLoopClock(self.arming, shown, is_complete, self)
        self.loop_clock.turned.connect(self._on_turned)

    def is_offered(self) -> bool:
        """Whether a yes is possible at all right now."""
        raise NotImplementedError

    def set_frozen(self, frozen: bool) -> None:
        """The host is gone, or is back."""
        if frozen != self.presenter.is_frozen:
            self.presenter.is_frozen = frozen
            self.gone.set_text(tr(GONE), self.presenter.host_gone_text() if frozen else "")
            self.gone.setVisible(frozen)
            self._rearm()

    # Qt's

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Shown: the second begins."""
        super().showEvent(event)
        self.windowHandle().installEventFilter(self)  # once, however often
        self.arming.restart()
        self._tell_watched()
        self.ticker.start()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Hidden: nothing counts."""
        super().hideEvent(event)
        self.ticker.stop()
        self._tell_watched()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Focused or left: the second begins anew."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.ActivationChange, QEvent.Type.WindowStateChange):
            self._tell_watched()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  # Qt's name
        """Closing decides nothing: what is asked stays pending."""
        super().closeEvent(event)
        self.dismissed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """See what is done in the window, and let it pass. A key that comes down right after it came up is held."""
        dragged = event.type() is QEvent.Type.MouseMove and isinstance(event, QMouseEvent) and bool(event.buttons())
        now = self._clock()
        if (dragged or event.type() in _WORK) and now - self._worked_at >= self.work_every:
            self._worked_at = now
            self._on_worked()
        if event.type() is QEvent.Type.KeyRelease and isinstance(event, QKeyEvent) and not event.isAutoRepeat():
            self.guard.press_guard.note_key_released(plain_key(event))
        return super().eventFilter(watched, event)

    def install_shortcuts(self, acts: Mapping[str, Callable[[], None]]) -> None:
        """What each act of ``ui.keys.CONSENT`` that the window has does. A key that repeats itself does nothing."""
        for name, act in acts.items():
            for key in keys_of(CONSENT, name):
                shortcut = QShortcut(QKeySequence(key), self)
                shortcut.setAutoRepeat(False)
                shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
                shortcut.activated.connect(act)

    # What each of them does in its own way

    def _approve(self) -> None:
        """Say yes, where that is offered."""
        raise NotImplementedError

    def _refresh(self) -> None:
        """Make the buttons say and be what they are."""
        raise NotImplementedError

    def _ready_words(self) -> str:
        """What is said once a yes counts."""
        raise NotImplementedError

    def _on_worked(self) -> None:
        """The person does something here."""
        raise NotImplementedError

    # Inside

    def _press_approve(self) -> None:
        if self.guard.press_guard.end_press("button"):
            self._approve()

    def _rearm(self) -> None:
        """What a yes would do is something else now: it arms anew."""
        self.arming.restart()
        self._refresh()

    def _is_attended(self) -> bool:
        """Whether anybody can look at what is asked now."""
        return self.isVisible() and self.isActiveWindow() and not self.isMinimized()

    def _tell_watched(self) -> None:
        self.arming.set_watched(self._is_attended())
        self.guard.refresh()

    def _on_turned(self) -> None:
        """Say once in each stretch that a yes counts now."""
        self.guard.refresh()
        if self.guard.press_guard.is_ready and self._announced_epoch != self.arming.epoch:
            self._announced_epoch = self.arming.epoch
            self._announce(self._ready_words())

    def _announce(self, words: str, *, urgent: bool = False) -> None:
        """Say it to who cannot see it."""
        self.announced.emit(words)
        announce(self, words, urgent=urgent)


# Whether calls are approved faster than they can be read (attack 11)

PER_SECOND: Final = 30
"""Characters that a quick reader takes in."""
LEAST: Final = 2.0
"""Seconds that any question takes."""
ENOUGH: Final = 30.0
"""Seconds that are enough for a question of any length: who knows what to look for skims."""
FORGOTTEN: Final = 30.0
"""Seconds without a decision that end a run."""
RUN: Final = 4
"""Hasty approvals in a row that are worth a word."""


class Haste(Struct, frozen=True):
    """A run of hasty approvals.

    Attributes:
        calls: how many calls were approved in it.
        seconds: how long it took.
    """

    calls: int
    seconds: float


def reading_seconds(characters: int) -> float:
    """How long it takes to read so much."""
    return max(LEAST, min(ENOUGH, characters / PER_SECOND + 1))


def characters_of(asked: Asked) -> int:
    """What there is to read of a question: the inputs, and what was found."""
    request = asked.request
    return len(request.call.arguments) + sum(len(finding.text) for finding in request.findings)


class Pace:
    """The pace of one person at one window."""

    def __init__(self) -> None:
        self._calls = 0
        self._began = self._ended = 0.0

    @property
    def haste(self) -> Haste | None:
        """The run that is on, once it is worth a word."""
        return Haste(self._calls, self._ended - self._began) if self._calls >= RUN else None

    def approved(self, at: float, shown: float, characters: int, calls: int = 1) -> None:
        """A yes. ``at``: monotonic seconds. ``shown``: seconds on screen. ``calls``: that it answered at once."""
        if shown >= reading_seconds(characters):
            self.rest()
            return
        if not self._calls:
            self._began = at - shown
        self._calls += calls
        self._ended = at

    def denied(self, shown: float, characters: int) -> None:
        """A no: one that took its time ends the run, and a quick one is nobody's haste."""
        if shown >= reading_seconds(characters):
            self.rest()

    def next_question(self, at: float) -> None:
        """Another question is on screen. After a while without any, the run is long over."""
        if at - self._ended > FORGOTTEN:
            self.rest()

    def rest(self) -> None:
        """The run is over."""
        self._calls = 0


class PaceNotice(Notice):
    """Watches the pace of decisions, and says that it is too fast, while it is.

    Signals:
        paused(float): no yes before this moment, in monotonic seconds.
    """

    paused = Signal(float)

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock``: monotonic seconds."""
        super().__init__("neutral", "")
        self._clock = clock
        self._pace = Pace()
        self.acted.connect(self._pause)
        self.hide()

    def decided(self, asked: Asked, displayed_ms: int, *, approve: bool) -> None:
        """The person answered a question."""
        shown, characters = displayed_ms / 1000, characters_of(asked)
        if approve:
            self._pace.approved(self._clock(), shown, characters)
        else:
            self._pace.denied(shown, characters)
        self._show_haste()

    def approved_many(self, calls: int, displayed_ms: int, characters: int) -> None:
        """The person approved so many at once."""
        self._pace.approved(self._clock(), displayed_ms / 1000, characters, calls)
        self._show_haste()

    def next_question(self) -> None:
        """Another question is on screen."""
        self._pace.next_question(self._clock())
        self._show_haste()

    def _pause(self) -> None:
        self._pace.rest()
        self._show_haste()
        self.paused.emit(self._clock() + PAUSE_SECONDS)

    def _show_haste(self) -> None:
        haste = self._pace.haste
        if haste is not None:
            took = tr_n("{n} second", "{n} seconds", max(1, round(haste.seconds)))
            said = tr_n(
                "You have approved {n} call in {seconds}, faster than it can be read.",
                "You have approved {n} calls in {seconds}, faster than they can be read.",
                haste.calls,
                seconds=took,
            )
            self.set_text(tr("Take your time"), said, tr("Pause approvals for 10 s"))
            if self.isHidden():
                announce(self, f"{tr('Take your time')}: {said}")
        self.setVisible(haste is not None)
