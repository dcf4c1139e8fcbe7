"""How long a question still waits.

Owns: the countdown between two messages of the host about it, the line that shows it, and the one that offers more
while little is left.

Invariants: while the clock is paused, no time passes; the host alone ends a call, so that at zero nothing happens here;
a second that passes changes one label of fixed size and no layout, but in the last of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from ui import text, theme
from ui.tr import mark, tr, tr_n
from ui.widgets import boxes
from ui.widgets.times import countdown

_WORDS: Final = {False: mark("{time} left"), True: mark("{time} · paused")}
"""By whether the clock stands."""
SOON: Final = 30.0
"""Seconds before its end at which a question says so."""
_LONGEST: Final = 3599.0
"""Seconds whose words are the longest: a quarter of an hour is the most a question waits without signatures."""


class TimeLeft(QWidget):
    """One line whose words change and whose place does not: its label is in no layout.

    Attributes:
        label: it shows the words.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.label = text.label("", "caption", parent=self)

    def show_time(self, time: Countdown | None) -> None:
        """Show how long the question still waits, None where it waits no more."""
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        edge = Qt.AlignmentFlag.AlignLeft if mirrored else Qt.AlignmentFlag.AlignRight
        self.label.setAlignment(edge | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)
        words = "" if time is None else tr(_WORDS[time.is_paused], time=countdown(time.left))
        if self.label.text() != words:
            text.set_text(self.label, words)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Room for the longest that it will ever say."""
        self.label.ensurePolished()
        metrics = self.label.fontMetrics()
        longest = tr(_WORDS[True], time=countdown(_LONGEST))
        return QSize(metrics.horizontalAdvance(longest) + theme.SPACE, metrics.lineSpacing())

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The same: it never shrinks."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """The label fills it."""
        super().resizeEvent(event)
        self.label.resize(event.size())


Kept: TypeAlias = Literal["no", "yes", "no longer"]
"""Whether the person wants a question to wait, and the host lets it."""


class LastSeconds(QWidget):
    """That a question ends soon, and the button that keeps it waiting.

    Attributes:
        keep: the button.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shown: Kept | None = None
        self._words = text.label("", "body", wrap=True, parent=self)
        self.keep = text.button(tr("Keep waiting"), parent=self)
        text.tooltip(self.keep, tr("Stops its clock while this window shows it. A question waits 15 minutes at most."))
        row = boxes.row(theme.GROUP, self)
        row.addWidget(self._words, 1)
        row.addWidget(self.keep)
        self.hide()

    def show_time(self, time: Countdown | None, kept: Kept = "no") -> str:
        """Show it where little time is left, or was. Returns words to say aloud where they are about something new."""
        if time is None or (kept == "no" and time.left >= SOON):
            self._shown = None
            self.hide()
            return ""
        seconds = round(time.left)
        if kept == "yes":
            words = tr("It waits for you while you are here, 15 minutes in all at most.")
        elif kept == "no longer":
            words = tr_n(
                "It has waited as long as it may, and ends in {n} second.",
                "It has waited as long as it may, and ends in {n} seconds.",
                seconds,
            )
        else:
            words = tr_n("This question ends in {n} second.", "This question ends in {n} seconds.", seconds)
        is_new, self._shown = kept != self._shown, kept
        text.set_text(self._words, words)
        self.keep.setVisible(kept == "no")
        self.show()
        return words if is_new else ""


class Countdown:
    """The time left of one question.

    Attributes:
        said: how often the host said it anew.
    """

    def __init__(self, clock: Callable[[], float], left: float, paused: float) -> None:
        """``clock``: monotonic seconds. ``left``, ``paused``: as in ``Asked`` and ``Clock``."""
        self._clock = clock
        self.said = -1
        self.set(left, paused)

    def set(self, left: float, paused: float) -> None:
        """The host said how it stands now."""
        self._at, self._left, self._paused = self._clock(), left, paused
        self.said += 1

    @property
    def left(self) -> float:
        """Seconds."""
        elapsed = self._clock() - self._at
        return max(0.0, self._left - max(0.0, elapsed - self._paused))

    @property
    def is_paused(self) -> bool:
        """Whether the clock stands."""
        return self._clock() - self._at < self._paused
