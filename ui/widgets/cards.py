"""Frames that set content apart: cards, hairlines, notices, and the panel at the right of a page.

Invariants:
    Only the kind of the frame decides how it looks. A notice's icon and title say the same as its colour.
    A panel is part of the page's layout and covers nothing. Escape and its button close it. It has no accessible name,
    or a screen reader would read all of it at once; its close button has the title as its description.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui import icons, theme
from ui.label_text import BadgeTone, break_names, safe_sentence
from ui.text import Text, button, label, named, set_button_text, set_text, shown, tool_button
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow, top
from ui.widgets.labels import Glyph


class Card(QFrame):
    """A frame around content. ``body``: the layout to fill."""

    def __init__(self, frame: str = "card", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("frame", frame)
        self.body = boxes.column(
            theme.GROUP, self, (theme.SECTION, theme.GROUP + theme.SPACE, theme.SECTION, theme.GROUP + theme.SPACE)
        )

    def set_frame(self, frame: str) -> None:
        """Change the kind of the frame."""
        theme.set_look(self, "frame", frame)


def rule(parent: QWidget | None = None) -> QFrame:
    """Create a horizontal hairline."""
    line = QFrame(parent)
    line.setProperty("frame", "rule")
    return line


_SIGNS: Final[dict[BadgeTone, tuple[str, icons.Tone]]] = {
    "neutral": ("info", "muted"),
    "amber": ("warning", "amber"),
    "red": ("warning-octagon", "red"),
    "green": ("seal-check", "green"),
}


def notice_sign(tone: BadgeTone) -> Glyph:
    """The icon of a notice."""
    return Glyph(_SIGNS[tone][0], icons.MEDIUM, _SIGNS[tone][1])


class Notice(Card):
    """A notice: icon, title, text and perhaps a button.

    Attributes:
        action: its button; hidden if it has none.
        words: the layout of title and text.
        row: the layout of the whole notice.
    """

    acted = Signal()  # the button was pressed

    def __init__(
        self, tone: BadgeTone, title: Text, text: Text = "", action: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(f"notice-{tone}", parent)
        self.tone = tone
        self.glyph = notice_sign(tone)
        self._title = label("", "strong", wrap=True, parent=self)
        self._text = label("", wrap=True, selectable=True, parent=self)
        self.action = button(action, parent=self, on_click=self.acted)
        self.words = fill(boxes.column(theme.SPACE), self._title, self._text)
        self.row = fill(boxes.row(theme.GROUP + theme.SPACE), top(self.glyph), grow(self.words))
        self.row.addWidget(self.action, 0, Qt.AlignmentFlag.AlignVCenter)
        self.body.addLayout(self.row)
        self.set_text(title, text, action)

    def set_text(self, title: Text, text: Text = "", action: str = "") -> None:
        """Change the texts."""
        self._heading = title
        set_text(self._title, title)
        set_text(self._text, text)
        set_button_text(self.action, action)
        self._text.setVisible(bool(shown(text)))
        self.action.setVisible(bool(action))
        named(self, title, text)

    def tell(self, title: Text, text: Text = "", action: str = "") -> None:
        """Set the texts and show the notice."""
        self.set_text(title, text, action)
        self.show()

    def tell_why(self, reason: str) -> None:
        """Show the notice with the title that it has, and a sentence of the host as its text."""
        self.tell(self._heading, safe_sentence(reason), self.action.accessibleName())

    def set_tone(self, tone: BadgeTone) -> None:
        """Change the tone."""
        self.tone = tone
        self.glyph.show_icon(*_SIGNS[tone])
        self.set_frame(f"notice-{tone}")


WIDTH: Final = 380  # least width of a panel in pixels


class SidePanel(QFrame):
    """The panel at the right of a page with the details of one row.

    Attributes:
        body: the layout to fill.
        head: the layout of the title.
    """

    closed = Signal()  # the person closed it

    def __init__(self, title: Text = "") -> None:
        super().__init__()
        self.setProperty("frame", "panel")
        self._title = label(title, "heading", wrap=True, parent=self)
        self.close_button = tool_button(icons.icon("x"), tr("Close panel"), parent=self, on_click=self.dismiss)
        self.head = fill(QHBoxLayout(), grow(self._title), top(self.close_button))
        self.body = boxes.column(theme.SECTION)
        margins = (theme.SECTION, theme.SECTION, theme.SECTION, theme.SECTION)
        fill(boxes.column(theme.SECTION, self, margins), self.head, grow(self.body))
        self.set_title(title)

    def set_title(self, title: Text) -> None:
        """Change the title. A long word is broken: it would be cut off, or widen the panel."""
        set_text(self._title, break_names(shown(title)))
        named(self.close_button, tr("Close panel"), title)

    def dismiss(self) -> None:
        """Close the panel, as its button does."""
        self.hide()
        self.closed.emit()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The least width of a panel, whatever it holds, and the least height of the content."""
        return QSize(WIDTH, super().minimumSizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Close on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)
