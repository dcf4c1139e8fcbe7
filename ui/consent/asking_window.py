"""What the two windows that ask share: the single question, and alike calls side by side (attack 10).

Owns: the button that approves with its guard; what of the window advances or restarts the arming; which events count as
the person's work, and how often that is reported; the notices about the host and about alike calls; what is said
aloud; the run of hasty approvals, the notice about it, and the pause that the person may choose.

Invariants: nothing is armed while the window is hidden, minimised or not the active one. Only pressing, typing,
scrolling and dragging count as work, not looking or a pointer that passes. Closing decides nothing. Hasty decisions are
counted in this process alone, and are neither stored nor reported; one that took its time ends the run. Nobody is
stopped: the pause is the person's own choice and ends by itself after ten seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeyEvent, QKeySequence, QMouseEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QWidget

from host.control.protocol import Working
from host.control.views import Asked
from ui import theme
from ui.consent.action_row import ApproveGuard
from ui.consent.arming import PAUSE_SECONDS
from ui.consent.arming_view import EventLoopClock, always_true
from ui.consent.presenter import Presenter
from ui.keys import CONSENT, keys_of
from ui.link import Link
from ui.text import announce
from ui.tr import mark, tr, tr_n
from ui.widgets.cards import Notice
from ui.widgets.controls import hidden

HOST_GONE: Final = mark("The host is gone")
MIN_WINDOW_WIDTH: Final = 480
_WORK_EVENTS: Final = (
    QEvent.Type.MouseButtonPress, QEvent.Type.Wheel, QEvent.Type.KeyPress, QEvent.Type.TouchBegin,
    QEvent.Type.TouchUpdate,
)  # fmt: skip
_RETURN_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def plain_key(event: QKeyEvent) -> int:
    """Return the key of an event. Both Return keys are one."""
    return Qt.Key.Key_Return if event.key() in _RETURN_KEYS else event.key()


class AskingWindow(QWidget):
    """A window with a button that approves.

    Attributes:
        failure: the notice that the host did not accept an answer.
        ticker: ticks once a second while the window is shown.
        work_interval: seconds between two reports of the person's work.

    Signals:
        dismissed(): the window was closed, whatever it showed.
        announced(str): this was said aloud.
    """

    dismissed = Signal()
    announced = Signal(str)
    work_interval = 1.0
    presenter: Presenter
    loop_clock: EventLoopClock  # lets the arming time pass; made by ``watch_content``

    def __init__(self, link: Link, presenter: Presenter, clock: Callable[[], float], failure: str) -> None:
        """``clock``: monotonic seconds. ``failure``: the title of the notice about a refused answer."""
        super().__init__(None, Qt.WindowType.Window)
        self._link, self.presenter = link, presenter
        self.arming = presenter.arming
        self.guard = ApproveGuard(self.arming, self.can_approve, self)
        self.guard.button.clicked.connect(self._on_approve_clicked)
        self.host_gone, self.failure = hidden(Notice("amber", tr(HOST_GONE))), hidden(Notice("red", failure))
        self.ticker = QTimer(self, interval=1000)
        self._clock = clock
        self._work_reported_at = clock() - self.work_interval
        self._announced_epoch = -1  # the last epoch of the arming in which it was said that a yes counts

    def watch_content(self, content: QWidget, is_complete: Callable[[], bool] = always_true) -> None:
        """Start the arming time once ``content`` is painted and complete."""
        self.loop_clock = EventLoopClock(self.arming, content, is_complete, self)
        self.loop_clock.turned.connect(self._on_turned)

    def can_approve(self) -> bool:
        """Whether a yes is possible right now."""
        raise NotImplementedError

    def set_host_gone(self, frozen: bool) -> None:
        """Set whether the host is gone."""
        if frozen != self.presenter.is_frozen:
            self.presenter.is_frozen = frozen
            self.host_gone.set_text(tr(HOST_GONE), self.presenter.host_gone_text() if frozen else "")
            self.host_gone.setVisible(frozen)
            self._rearm()

    # Qt's

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Start the arming time."""
        super().showEvent(event)
        self.windowHandle().installEventFilter(self)  # Qt installs it only once
        self.arming.restart()
        self._update_watched()
        self.ticker.start()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  # Qt's name
        """Stop the arming time."""
        super().hideEvent(event)
        self.ticker.stop()
        self._update_watched()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Restart or stop the arming time when the window gets or loses focus."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.ActivationChange, QEvent.Type.WindowStateChange):
            self._update_watched()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  # Qt's name
        """Closing decides nothing: the question stays pending."""
        super().closeEvent(event)
        self.dismissed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Notice the person's work and released keys, and let all events pass."""
        is_dragged = event.type() is QEvent.Type.MouseMove and isinstance(event, QMouseEvent) and bool(event.buttons())
        now = self._clock()
        if (is_dragged or event.type() in _WORK_EVENTS) and now - self._work_reported_at >= self.work_interval:
            self._work_reported_at = now
            self._on_worked()
        if event.type() is QEvent.Type.KeyRelease and isinstance(event, QKeyEvent) and not event.isAutoRepeat():
            self.guard.press_guard.note_key_released(plain_key(event))
        return super().eventFilter(watched, event)

    def install_shortcuts(self, acts: Mapping[str, Callable[[], None]]) -> None:
        """Connect acts of ``ui.keys.CONSENT`` by name. A key that repeats does nothing."""
        for name, act in acts.items():
            for key in keys_of(CONSENT, name):
                shortcut = QShortcut(QKeySequence(key), self)
                shortcut.setAutoRepeat(False)
                shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
                shortcut.activated.connect(act)

    # For subclasses

    def _approve(self) -> None:
        raise NotImplementedError

    def _refresh(self) -> None:
        raise NotImplementedError

    def _ready_text(self) -> str:
        """What is said aloud once a yes counts."""
        raise NotImplementedError

    def _on_worked(self) -> None:
        raise NotImplementedError

    # Inside

    def _report_work(self, call_id: str) -> None:
        """Tell the host that the person works on a call; its clock pauses."""
        self._link.send(Working(call_id), then=self._link.clock_changed.emit)

    def _on_approve_clicked(self) -> None:
        if self.guard.press_guard.end_press("button"):
            self._approve()

    def _rearm(self) -> None:
        """Restart the arming time, because a yes would do something else now."""
        self.arming.restart()
        self._refresh()

    def _is_attended(self) -> bool:
        """Whether the person can look at what is asked now."""
        return self.isVisible() and self.isActiveWindow() and not self.isMinimized()

    def _update_watched(self) -> None:
        self.arming.set_watched(self._is_attended())
        self.guard.refresh()

    def _on_turned(self) -> None:
        """Say once in each epoch of the arming that a yes counts now."""
        self.guard.refresh()
        if self.guard.press_guard.is_ready and self._announced_epoch != self.arming.epoch:
            self._announced_epoch = self.arming.epoch
            self._announce(self._ready_text())

    def _announce(self, words: str, *, urgent: bool = False) -> None:
        self.announced.emit(words)
        announce(self, words, urgent=urgent)


# Whether calls are approved faster than they can be read (attack 11)

CHARACTERS_PER_SECOND: Final = 30
"""Characters that a quick reader reads in a second."""
MIN_READING_SECONDS: Final = 2.0
"""Seconds that any question takes."""
MAX_READING_SECONDS: Final = 30.0
"""Seconds that are enough for a question of any length: people who know what to look for skim."""
RUN_ENDS_AFTER: Final = 30.0
"""Seconds without a decision that end a run."""
HASTY_RUN: Final = 4
"""Hasty approvals in a row from which the notice is shown."""


def reading_seconds(characters: int) -> float:
    """Return how long it takes to read this many characters."""
    return max(MIN_READING_SECONDS, min(MAX_READING_SECONDS, characters / CHARACTERS_PER_SECOND + 1))


def count_characters(asked: Asked) -> int:
    """Count the characters to read in a question: the inputs and the findings."""
    request = asked.request
    return len(request.call.arguments) + sum(len(finding.text) for finding in request.findings)


class PaceNotice(Notice):
    """Counts hasty decisions, and is shown while there are too many.

    Emits ``paused(float)``: no yes before this moment, in monotonic seconds.
    """

    paused = Signal(float)

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__("neutral", "")
        self._clock = clock
        self._run_calls = 0  # approved hastily, one after another
        self._run_began = self._last_approval = 0.0
        self.acted.connect(self._pause)
        self.hide()

    def note_decision(self, asked: Asked, displayed_ms: int, *, approve: bool) -> None:
        """Note the answer to one question."""
        self.note_answer(int(approve), displayed_ms, count_characters(asked))

    def note_next_question(self) -> None:
        """Note that another question is on screen. A long time without a yes ends the run."""
        if self._clock() - self._last_approval > RUN_ENDS_AFTER:
            self._run_calls = 0
        self._show_haste()

    def note_answer(self, approved_calls: int, displayed_ms: int, characters: int) -> None:
        """Note an answer to one or several calls. One that took its time ends the run. A quick no is no haste."""
        now, seconds_shown = self._clock(), displayed_ms / 1000
        if seconds_shown >= reading_seconds(characters):
            self._run_calls = 0
        elif approved_calls:
            if not self._run_calls:
                self._run_began = now - seconds_shown
            self._run_calls += approved_calls
            self._last_approval = now
        self._show_haste()

    def _pause(self) -> None:
        self._run_calls = 0
        self._show_haste()
        self.paused.emit(self._clock() + PAUSE_SECONDS)

    def _show_haste(self) -> None:
        is_hasty = self._run_calls >= HASTY_RUN
        if is_hasty:
            run_seconds = max(1, round(self._last_approval - self._run_began))
            seconds = tr_n("{n} second", "{n} seconds", run_seconds)
            words = tr_n(
                "You have approved {n} call in {seconds}, faster than it can be read.",
                "You have approved {n} calls in {seconds}, faster than they can be read.",
                self._run_calls,
                seconds=seconds,
            )
            self.set_text(tr("Take your time"), words, tr("Pause approvals for 10 s"))
            if self.isHidden():
                announce(self, f"{tr('Take your time')}: {words}")
        self.setVisible(is_hasty)


class AlikeNotice(Notice):
    """Leads to the table. Emits ``acted()``: the person wants to see the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("neutral", "", parent=parent)
        self.body.setContentsMargins(theme.SECTION, theme.SPACE, theme.SECTION, theme.SPACE)
        self.row.setAlignment(self.glyph, Qt.AlignmentFlag.AlignVCenter)  # one line, as high as its button
        self.hide()

    def show_count(self, calls: int) -> None:
        """Show how many more wait. ``calls``: alike ones, with this one; 0 if there is no other."""
        if calls:
            words = tr_n("{n} more call like this one waits", "{n} more calls like this one wait", calls - 1)
            self.set_text(words, action=tr("See them side by side"))
        self.setVisible(bool(calls))
