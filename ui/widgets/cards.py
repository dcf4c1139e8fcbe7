"""Frames that set content apart: cards, hairlines, notices, and the panel at the right of a page.

Invariants:
    The frame's kind alone decides how it looks. A notice's icon and title say what its colour says.
    A panel is part of the page's layout and covers nothing. Escape and its button close it. While it slides in, its
    content already has its final width and does not wrap anew. It has no name of its own: a screen reader would read
    all of it at once. Its button has that for a description.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QEasingCurve, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui import icons, theme
from ui.text import Text, button, label, named, set_button_text, set_text, shown, tool_button
from ui.theme import motion
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow, top
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
        theme.set_look(self, "frame", frame)


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


def notice_sign(tone: NoticeTone) -> Glyph:
    """The icon of a notice."""
    return Glyph(_SIGNS[tone][0], icons.MEDIUM, _SIGNS[tone][1])


class Notice(Card):
    """A notice.

    Attributes:
        action: its button, hidden where it has none.
        words, row: the layouts of what it says, and of all of it.

    Signals:
        acted(): it was pressed.
    """

    acted = Signal()

    def __init__(
        self, tone: NoticeTone, title: Text, text: Text = "", action: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(f"notice-{tone}", parent)
        self.tone = tone
        self._glyph = notice_sign(tone)
        self._title = label("", "strong", wrap=True, parent=self)
        self._text = label("", wrap=True, selectable=True, parent=self)
        self.action = button(action, parent=self, on_click=self.acted)
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
        self.words = fill(boxes.column(theme.SPACE), self._title, self._text)
        self.row = fill(boxes.row(theme.GROUP + theme.SPACE), top(self._glyph), grow(self.words))
        self.row.addWidget(self.action, 0, Qt.AlignmentFlag.AlignVCenter)
        self.body.addLayout(self.row)


WIDTH: Final = 380
"""Pixels of a panel, at least."""
_EDGE: Final = 1
"""Pixels of the hairline at its left."""


class SidePanel(QFrame):
    """The panel at the right of a page with one row's detail, which ``show`` slides in.

    Attributes:
        body: the layout to fill.
        head: the row of its title, where more may stand before it.
        close_button: at its top.

    Signals:
        closed(): by the person.
    """

    closed = Signal()

    def __init__(self, title: Text = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("frame", "panel")
        self._inside = QWidget(self)
        self._title = label(title, "heading", wrap=True, parent=self._inside)
        self.close_button = tool_button(icons.icon("x"), tr("Close panel"), parent=self._inside, on_click=self.dismiss)
        self._limits = (0, 0)
        self._full = 0
        self._motion = QVariantAnimation(self)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._slide)
        self._motion.finished.connect(self._settle)
        self._lay_out()
        self.set_title(title)

    def set_title(self, title: Text) -> None:
        """Change the title."""
        set_text(self._title, title)
        named(self.close_button, tr("Close panel"), title)

    def dismiss(self) -> None:
        """Close it, as the person would."""
        self._motion.stop()
        self._settle()
        self.hide()
        self.closed.emit()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """What the content wants, and no less than a panel's width."""
        return self._inside.sizeHint().expandedTo(QSize(WIDTH, 0))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """A panel's width; what is higher than the page scrolls inside."""
        return QSize(WIDTH, self._inside.minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """The content fills it, or waits at its full width."""
        super().resizeEvent(event)
        self._inside.setGeometry(_EDGE, 0, max(self.width(), self._full) - _EDGE, self.height())

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Slide in, to the width that the page's layout gave it."""
        super().showEvent(event)
        time = motion.duration()
        if event.spontaneous() or not time or self._full:
            return
        self._full = self.width()
        self._limits = self.minimumWidth(), self.maximumWidth()
        self._motion.setDuration(time)
        self._motion.setStartValue(_EDGE)
        self._motion.setEndValue(self._full)
        self._motion.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def _slide(self, width: int) -> None:
        if self._full:
            self.setFixedWidth(width)

    def _settle(self) -> None:
        """It has its place: the page's layout decides again."""
        if self._full:
            self._full = 0
            self.setMinimumWidth(self._limits[0])
            self.setMaximumWidth(self._limits[1])

    def _lay_out(self) -> None:
        self.head = QHBoxLayout()
        fill(self.head, grow(self._title), top(self.close_button))
        column = fill(
            boxes.column(theme.SECTION, self._inside, (theme.SECTION, theme.SECTION, theme.SECTION, theme.SECTION)),
            self.head,
        )
        self.body = boxes.column(theme.SECTION)
        column.addLayout(self.body, 1)
