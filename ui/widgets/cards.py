"""Frames that set content apart: cards, hairlines, notices, and the panel at the right of a page.

Invariants:
    Only the kind of the frame decides how it looks. A notice's icon and title say the same as its colour.
    A panel is part of the page's layout and covers nothing. Escape and its button close it. While it slides in, its
    content already has its final width and does not wrap again. The panel has no accessible name, or a screen reader
    would read all of it at once; its close button has the title as its description.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEasingCurve, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui import icons, theme
from ui.label_text import BadgeTone, safe_sentence
from ui.text import Text, button, label, named, set_button_text, set_text, shown, tool_button
from ui.theme import motion
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
_EDGE: Final = 1  # pixels of the hairline at its left


class SidePanel(QFrame):
    """The panel at the right of a page with the details of one row. ``show`` slides it in.

    Attributes:
        body: the layout to fill.
        head: the layout of the title.
    """

    closed = Signal()  # the person closed it

    def __init__(self, title: Text = "") -> None:
        super().__init__()
        self.setProperty("frame", "panel")
        self._inner_widget = QWidget(self)
        self._title = label(title, "heading", wrap=True, parent=self._inner_widget)
        self.close_button = tool_button(
            icons.icon("x"), tr("Close panel"), parent=self._inner_widget, on_click=self.dismiss
        )
        self._width_limits = (0, 0)
        self._final_width = 0
        self._animation = QVariantAnimation(self)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._slide)
        self._animation.finished.connect(self._settle)
        self.head = fill(QHBoxLayout(), grow(self._title), top(self.close_button))
        column = fill(
            boxes.column(
                theme.SECTION, self._inner_widget, (theme.SECTION, theme.SECTION, theme.SECTION, theme.SECTION)
            ),
            self.head,
        )
        self.body = boxes.column(theme.SECTION)
        column.addLayout(self.body, 1)
        self.set_title(title)

    def set_title(self, title: Text) -> None:
        """Change the title."""
        set_text(self._title, title)
        named(self.close_button, tr("Close panel"), title)

    def dismiss(self) -> None:
        """Close the panel, as its button does."""
        self._animation.stop()
        self._settle()
        self.hide()
        self.closed.emit()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The size of the content, with the least width of a panel."""
        return self._inner_widget.sizeHint().expandedTo(QSize(WIDTH, 0))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The least width of a panel, and the least height of the content."""
        return QSize(WIDTH, self._inner_widget.minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Let the content fill the panel, at its final width while the panel slides in."""
        super().resizeEvent(event)
        self._inner_widget.setGeometry(_EDGE, 0, max(self.width(), self._final_width) - _EDGE, self.height())

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Slide in to the width that the page's layout gave the panel."""
        super().showEvent(event)
        time = motion.duration()
        if event.spontaneous() or not time or self._final_width:
            return
        self._final_width = self.width()
        self._width_limits = self.minimumWidth(), self.maximumWidth()
        self._animation.setDuration(time)
        self._animation.setStartValue(_EDGE)
        self._animation.setEndValue(self._final_width)
        self._animation.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Close on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def _slide(self, width: int) -> None:
        if self._final_width:
            self.setFixedWidth(width)

    def _settle(self) -> None:
        """End the animation: the page's layout decides about the width again."""
        if self._final_width:
            self._final_width = 0
            self.setMinimumWidth(self._width_limits[0])
            self.setMaximumWidth(self._width_limits[1])
