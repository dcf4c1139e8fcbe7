"""Frames that set content apart: cards, hairlines and notices.

Invariants:
    The frame's kind alone decides how it looks. A notice's icon and title say what its colour says.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from ui import icons, theme
from ui.text import Text, button, label, named, set_button_text, set_text, shown
from ui.widgets import boxes
from ui.widgets.labels import Glyph


class Card(QFrame):
    """A frame.

    Attributes:
        body: the layout to fill.
    """

    def __init__(self, frame: str = "card", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("frame", frame)
        self.body = boxes.column(
            theme.GROUP, self, (theme.SECTION, theme.GROUP + theme.SPACE, theme.SECTION, theme.GROUP + theme.SPACE)
        )

    def set_frame(self, frame: str) -> None:
        """Change the frame's kind, and with it how it looks."""
        self.setProperty("frame", frame)
        self.style().unpolish(self)
        self.style().polish(self)


def rule(parent: QWidget | None = None) -> QFrame:
    """A hairline between two things."""
    made = QFrame(parent)
    made.setProperty("frame", "rule")
    return made


NoticeTone: TypeAlias = Literal["neutral", "amber", "red", "green"]
_SIGNS: Final[dict[NoticeTone, tuple[str, icons.Tone]]] = {
    "neutral": ("info", "muted"),
    "amber": ("warning", "amber"),
    "red": ("warning-octagon", "red"),
    "green": ("seal-check", "green"),
}


class Notice(Card):
    """A notice.

    Attributes:
        action: its button, hidden where it has none.

    Signals:
        acted(): it was pressed.
    """

    acted = Signal()

    def __init__(
        self, tone: NoticeTone, title: Text, text: Text = "", action: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(f"notice-{tone}", parent)
        self.tone = tone
        self._glyph = Glyph(_SIGNS[tone][0], icons.MEDIUM, _SIGNS[tone][1], self)
        self._title = label("", "strong", wrap=True, parent=self)
        self._text = label("", wrap=True, selectable=True, parent=self)
        self.action = button(action, parent=self)
        self.action.clicked.connect(self.acted)
        self._lay_out()
        self.set_text(title, text, action)

    def set_text(self, title: Text, text: Text = "", action: str = "") -> None:
        """Say something else."""
        set_text(self._title, title)
        set_text(self._text, text)
        set_button_text(self.action, action)
        self._text.setVisible(bool(shown(text)))
        self.action.setVisible(bool(action))
        named(self, title, text)

    def tell(self, title: Text, text: Text = "", action: str = "") -> None:
        """Say it where nothing was said so far."""
        self.set_text(title, text, action)
        self.show()

    def set_tone(self, tone: NoticeTone) -> None:
        """Change how serious it is."""
        self.tone = tone
        self._glyph.show_icon(*_SIGNS[tone])
        self.set_frame(f"notice-{tone}")

    def _lay_out(self) -> None:
        words = boxes.column(theme.SPACE)
        words.addWidget(self._title)
        words.addWidget(self._text)
        row = boxes.row(theme.GROUP + theme.SPACE)
        row.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        row.addWidget(self.action, 0, Qt.AlignmentFlag.AlignVCenter)
        self.body.addLayout(row)
