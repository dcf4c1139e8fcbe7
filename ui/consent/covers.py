"""What a grant would cover, in the host's own lines (attacks 7 and 13).

Owns: these lines on screen, and whether all of them were in view.

Invariants: what is shown is what is granted, whole: long lines are folded, many are paged; a line is one line, whatever
a folder's name has in it; there is room for the buttons however much it is.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QWidget

from host.text import escape, fold
from ui import text, theme
from ui.consent import fitting, reading
from ui.consent.bounded_scroll import BoundedScroll
from ui.consent.fitting import set_fitting
from ui.inputs.lines import COLUMNS, squeezed
from ui.inputs.text_block import TextBlock
from ui.tr import tr, translated

FULL_HEIGHT: Final = 36 * theme.SPACE
"""Height that it takes of the window at most."""
COMPACT_HEIGHT: Final = 24 * theme.SPACE
"""Likewise of a small one: enough for the sentence and two lines at once."""


class GrantLines:
    """What a grant covers, as lines of a block."""

    def __init__(self, covers: tuple[str, ...]) -> None:
        self._lines = [
            (f"{number:,}" if not place else "", piece)
            for number, line in enumerate(covers, 1)
            for place, piece in enumerate(fold(squeezed(escape(translated(line))), COLUMNS).split("\n"))
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


class GrantView(BoundedScroll):
    """The words of a grant.

    Signals:
        read(): the last of it came into view.
    """

    read = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(FULL_HEIGHT, parent)
        self._sentence = text.label("", "body", wrap=True, parent=self.inside)
        self._block = TextBlock(self.inside)
        self._block.show_lines(GrantLines(()), "", tr("What you grant"))
        self._block.unread_changed.connect(self._note)
        self.end_seen.connect(self._note)
        self._looking = QTimer(self)
        self._looking.setSingleShot(True)
        self._looking.timeout.connect(self._block.note_visible)
        self.rows.setContentsMargins(theme.SPACE, theme.SPACE, theme.SPACE, theme.SPACE)
        self.rows.addWidget(self._sentence)
        self.rows.addWidget(self._block)
        text.named(self, tr("What you grant"), tr("Arrow keys scroll."))

    @property
    def is_read(self) -> bool:
        """Whether every line was in view, and the end of the last one too, however it wraps."""
        return self.end_was_seen and not self._block.unread_lines

    def show_covers(self, sentence: str, covers: tuple[str, ...], *, listed: bool = True) -> None:
        """Show what is granted, from its beginning. ``sentence``: escaped. ``listed``: as lines, not within it."""
        if not listed:
            words = ", ".join(squeezed(escape(translated(line))) for line in covers)
            sentence, covers = f"{sentence.rstrip(':')} {words}.", ()
        set_fitting(self._sentence, sentence, fitting.ROOM)
        self._block.setVisible(bool(covers))
        self._block.show_lines(GrantLines(covers), reading.lines(len(covers)), tr("What you grant"))
        self.start_over()
        self.fit()

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """What is painted may be in view for the first time: a window that makes room moves more than this."""
        if event.type() is QEvent.Type.Paint and not self.is_read:
            self._looking.start(0)
        return super().viewportEvent(event)

    def _note(self, _left: int = 0) -> None:
        if self.is_read:
            self.read.emit()
