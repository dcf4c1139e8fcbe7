"""A word in a small frame.

Owns: states and kinds in one word. What stays true: the word says it; the colour and the icon only say it again.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from ui import theme
from ui.icons import Tone
from ui.text import Text, label, named, set_text
from ui.widgets.glyph import Glyph

BadgeTone: TypeAlias = Literal["neutral", "amber", "red", "green", "accent"]


class Badge(QFrame):
    """A word, perhaps with an icon, that says how something stands."""

    def __init__(self, text: Text, tone: BadgeTone = "neutral", icon: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._word = label("", "caption", parent=self)
        self._glyph: Glyph | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(theme.SPACE + 1, 1, theme.SPACE + 1, 1)
        self._row.setSpacing(theme.SPACE)
        self._row.addWidget(self._word)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set(text, tone, icon)

    def set(self, text: Text, tone: BadgeTone = "neutral", icon: str = "") -> None:
        """Say something else."""
        self.setProperty("frame", "badge" if tone == "neutral" else f"badge-{tone}")
        self._word.setProperty("tone", "muted" if tone == "neutral" else tone)
        set_text(self._word, text)
        named(self, text)
        self._set_icon(icon, "muted" if tone == "neutral" else tone)
        for widget in (self, self._word):
            widget.style().unpolish(widget)
            widget.style().polish(widget)

    def set_text(self, text: Text) -> None:
        """Say it in other words."""
        set_text(self._word, text)
        named(self, text)

    def _set_icon(self, icon: str, tone: Tone) -> None:
        if icon and self._glyph is None:
            self._glyph = Glyph(icon, tone=tone, parent=self)
            self._row.insertWidget(0, self._glyph)
        if self._glyph is not None:
            self._glyph.setVisible(bool(icon))
            if icon:
                self._glyph.show_icon(icon, tone)
