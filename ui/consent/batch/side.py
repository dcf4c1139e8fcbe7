"""Alike calls that wait, and the window that shows them side by side.

Owns: which questions are alike, the notice that says so, the window with the table, and its answers' way to the host.

Invariants: the table is open in place of the consent window, never beside it (attack 11); it shows the calls that were
alike when it was opened, and no later one; each answer names one call and is sent once, and each that the host
refuses is told.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from host.control.protocol import CallEnded, Working
from host.control.views import Asked
from ui import theme
from ui.consent.batch import presenter
from ui.consent.batch.alike import AlikeGroups
from ui.consent.batch.window import BatchWindow
from ui.consent.host_requests import AnswerSender
from ui.link import Link
from ui.tr import tr
from ui.widgets.cards import Notice
from ui.widgets.window_geometry import put_over

WORK_EVERY: Final = 3.0
"""Seconds between two words to the host that the person works on all of these."""


class SideBySide(QObject):
    """The table of alike calls.

    Attributes:
        notice: leads to the table, in the consent window.
        window: with the table, None before it was opened first.

    Signals:
        wanted(): the person wants to see them.
        left(): the person goes back to one call.
        dismissed(): the person closed the table.
        done(): all of them were answered.
        approved(int, int, int): see ``BatchWindow``.
    """

    wanted = Signal()
    left = Signal()
    dismissed = Signal()
    done = Signal()
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
        self._worked_at = -WORK_EVERY
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
        return self.window.ids if self.window is not None and self.is_open else frozenset()

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
            self.window.show_new(self._groups.count_new(self._kind, self.window.ids))

    def alike_to(self, call_id: str) -> tuple[str, ...]:
        """That call and those that are alike to it; none where there is no other."""
        return self._groups.of(call_id)

    def open(self, calls: Sequence[Asked], over: QWidget) -> None:
        """Show these side by side. ``over``: where the person looks now."""
        window = self._make_window()
        self._kind = self._groups.kind(calls[0].request.call.id)
        window.set_frozen(self._frozen)
        window.open_calls(calls)
        put_over(window, over)
        window.show()
        window.raise_()
        window.activateWindow()

    def come_forward(self) -> None:
        """The table is what is asked now."""
        if self.window is not None:
            if self.window.isMinimized():
                self.window.showNormal()
            self.window.raise_()
            self.window.activateWindow()

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
            window.done.connect(self.done)
            window.worked.connect(self._on_worked)
            self._sender.failed.connect(window.fail)
        return self.window

    def _on_worked(self) -> None:
        """The clocks of all of them stand while the person works there."""
        now = self._clock()
        if self.window is None or self.window.selection is None or now - self._worked_at < WORK_EVERY:
            return
        self._worked_at = now
        for row in self.window.selection.undecided:
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
