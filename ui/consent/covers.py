"""What a grant would cover, in the host's own lines (SECURITY, rows 7 and 13).

Owns: these lines on screen, and whether all of them were in view. What stays true: what is shown is what is granted,
whole: long lines are folded, many are paged; a line is one line, whatever a folder's name has in it; there is room for
the buttons however much it is.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from host.text import escape, fold
from ui import text, theme
from ui.consent import fitting, reading
from ui.consent.fitting import set_fitting
from ui.inputs.block import TextBlock
from ui.inputs.lines import COLUMNS, squeezed
from ui.widgets.scroll import FadeScroll

MOST: Final = 36 * theme.SPACE
"""Height that it takes of the window at most."""


class CoverLines:
    """What a grant covers, as lines of a block."""

    def __init__(self, covers: tuple[str, ...]) -> None:
        self._lines = [
            (f"{number:,}" if not place else "", piece)
            for number, line in enumerate(covers, 1)
            for place, piece in enumerate(fold(squeezed(escape(line)), COLUMNS).split("\n"))
        ]

    def __len__(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    def part(self, start: int, stop: int) -> list[str]:
        """Some of them, safe to show."""
        return [line for _, line in self._lines[start:stop]]

    def labels(self, start: int, stop: int) -> list[str]:
        """Their numbers; a fold has none. One line needs none."""
        return [] if len(self) == 1 else [label for label, _ in self._lines[start:stop]]


class CoversView(FadeScroll):
    """The words of a grant.

    Signals:
        read(): the last of its lines came into view.
    """

    read = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        inside = QWidget()
        self._sentence = text.label("", "body", wrap=True, parent=inside)
        self._block = TextBlock(inside)
        self._block.unread_changed.connect(self._note)
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(theme.SPACE, theme.SPACE, theme.SPACE, theme.SPACE)
        rows.setSpacing(theme.SPACE)
        rows.addWidget(self._sentence)
        rows.addWidget(self._block)
        self.setWidget(inside)
        text.named(self, "What you grant", "Arrow keys scroll.")

    @property
    def is_read(self) -> bool:
        """Whether every line was in view."""
        return not self._block.unread_lines

    def show_covers(self, sentence: str, covers: tuple[str, ...]) -> None:
        """Show what is granted, from its beginning. ``sentence``: escaped."""
        lines = CoverLines(covers)
        set_fitting(self._sentence, sentence, fitting.ROOM)
        self._block.show_lines(lines, "" if len(covers) == 1 else reading.count(len(covers), "part"), "What you grant")
        self.start_over()
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """As high as what it shows, within its bound."""
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Another width wraps otherwise."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        layout = self.widget().layout()
        assert layout is not None
        height = layout.totalHeightForWidth(self.viewport().width())
        self.setFixedHeight(max(theme.ROW, min(MOST, height)))

    def _note(self, left: int) -> None:
        if not left:
            self.read.emit()
