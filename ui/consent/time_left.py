"""How long a question still waits, on one line.

Owns: the countdown in words.

Invariants: a second that passes changes one label of fixed size, and the layout of nothing; short words say no less
than long ones: how long, and whether the clock stands.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from ui import text, theme
from ui.consent.countdown import Countdown
from ui.tr import mark, tr
from ui.widgets.times import countdown

_WORDS: Final = {
    (False, False): mark("expires in {time}"),
    (False, True): mark("expires in {time} · paused while you work here"),
    (True, False): mark("{time} left"),
    (True, True): mark("{time} · paused"),
}
"""By whether they are short, and whether the clock stands."""
_LONGEST: Final = 3599.0
"""Seconds whose words are the longest: a quarter of an hour is the most a question waits without signatures."""


class TimeLeft(QWidget):
    """One line whose words change and whose place does not: its label is in no layout. Attributes: label."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.label = text.label("", "caption", parent=self)
        self._time: Countdown | None = None
        self._is_short = False

    def show_time(self, time: Countdown | None) -> None:
        """Show how long the question still waits, None where it waits no more."""
        self._time = time
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        edge = Qt.AlignmentFlag.AlignLeft if mirrored else Qt.AlignmentFlag.AlignRight
        self.label.setAlignment(edge | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)
        said = "" if time is None else _WORDS[self._is_short, time.is_paused]
        words = "" if time is None else tr(said, time=countdown(time.left))
        if self.label.text() != words:
            text.set_text(self.label, words)

    def set_short(self, short: bool) -> None:
        """Whether there is room for few words only."""
        if short != self._is_short:
            self._is_short = short
            self.show_time(self._time)
            self.updateGeometry()

    def room(self, *, short: bool) -> int:
        """Width for the longest that it will ever say."""
        self.label.ensurePolished()
        longest = tr(_WORDS[short, True], time=countdown(_LONGEST))
        return self.label.fontMetrics().horizontalAdvance(longest) + theme.SPACE

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Room for that."""
        return QSize(self.room(short=self._is_short), self.label.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The same: it never shrinks."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """The label fills it."""
        super().resizeEvent(event)
        self.label.resize(event.size())
