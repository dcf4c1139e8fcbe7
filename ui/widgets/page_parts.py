"""What pages are built of: header, empty state, section, names with facts, keys, search field, a bar for work.

Invariants:
    A header's buttons stand beneath its words where the page is too narrow for both.
    An empty state says what belongs here and offers the next step where there is one; it scrolls where it is too high.
    Search text is bounded, and every button in a search field has a name.
    Of work that is done within 300 ms nothing is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QToolButton,
    QWidget,
)

from host.text import FOLD_MARK
from ui import icons, text, theme
from ui.keys import Shortcut
from ui.text import ButtonRole, Text, button, label, let_tab_reach, named, set_button_text, set_text, shown
from ui.theme import GROUP, motion
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.boxes import STRETCH, Placed, fill, grow
from ui.widgets.labels import Badge, Glyph
from ui.widgets.scroll import FadeScroll

LEAST_WORDS: Final = 240
"""Pixels that title and sentence have beside the buttons, at least."""


class PageHeader(QWidget):
    """Title and subtitle.

    Attributes:
        actions: the layout for the page's buttons.
    """

    actions: QHBoxLayout  # type: ignore[assignment]  # hides QWidget.actions(), which no header has

    def __init__(self, title: Text, subtitle: Text = "") -> None:
        super().__init__()
        self._title = label(title, "title", wrap=True, parent=self)
        self._subtitle = label("", "muted", wrap=True, parent=self)
        self.actions = boxes.row(theme.GROUP)
        words = fill(boxes.column(theme.SPACE), self._title, self._subtitle)
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SECTION)
        fill(row, grow(words), self.actions)
        row.setAlignment(self.actions, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.set_subtitle(subtitle)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Another width."""
        super().resizeEvent(event)
        beside = LEAST_WORDS + theme.SECTION + self.actions.sizeHint().width() <= self.width()
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)

    def set_title(self, title: Text) -> None:
        """Change the title."""
        set_text(self._title, title)

    def set_subtitle(self, subtitle: Text) -> None:
        """Change the sentence below the title."""
        set_text(self._subtitle, subtitle)
        self._subtitle.setVisible(bool(shown(subtitle)))


_WIDTH: Final = 420
"""Pixels of the longest line: a sentence is read more easily when it is not a whole window wide."""


class EmptyState(QWidget):
    """What a page shows while it has nothing.

    Signals:
        acted(): its one button was pressed.
    """

    acted = Signal()

    def __init__(
        self,
        icon: str,
        title: Text,
        text: Text,
        action: str = "",
        role: ButtonRole = "normal",
    ) -> None:
        super().__init__()
        self.title = label(title, "heading", wrap=True)
        self.text = label(text, "muted", wrap=True)
        inside = QWidget()
        middle = QWidget(inside)
        middle.setMaximumWidth(_WIDTH)
        column = fill(
            boxes.column(theme.GROUP, middle),
            Placed(None, 2),
            Placed(Glyph(icon, icons.LARGE, "muted"), 0, Qt.AlignmentFlag.AlignHCenter),
        )
        for words in (self.title, self.text):
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(words)
        if action:
            self.action = button(action, role, on_click=self.acted)
            column.addSpacing(theme.GROUP)
            column.addWidget(self.action, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        fill(
            boxes.row(0, inside, (theme.GROUP, theme.GROUP, theme.GROUP, theme.GROUP)),
            STRETCH,
            grow(middle, 1000),
            STRETCH,
        )
        self.area = FadeScroll(self)
        self.area.setWidget(inside)
        named(self.area, title)
        boxes.column(0, self).addWidget(self.area)


def section(title: str, *inside: QWidget) -> QWidget:
    """``inside`` with our own words above it."""
    whole = QWidget()
    fill(boxes.column(GROUP, whole), text.label(title, "strong", wrap=True), *inside)
    return whole


def facts_grid(facts: Iterable[tuple[Text, QWidget]]) -> QWidget:
    """Names, each with what it says beside it, in two columns; to be heard, what it says is a stop with its name."""
    whole = QWidget()
    grid = boxes.grid(theme.SECTION, theme.SPACE, whole)
    for row, (name, value) in enumerate(facts):
        grid.addWidget(label(name, "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(value, row, 1)
        if isinstance(value, QLabel):
            heard = " ".join(value.text().replace(f"\n{FOLD_MARK}", "").split())
            named(value, f"{shown(name)}: {heard}")
            let_tab_reach(value)
    return whole


def key_table(shortcuts: Iterable[Shortcut], parent: QWidget | None = None) -> QWidget:
    """Keys and what they do, a line each, which is one sentence to a screen reader."""
    whole = QWidget(parent)
    grid = boxes.grid(theme.PAGE, theme.GROUP + theme.SPACE, whole)
    for number, shortcut in enumerate(shortcuts):
        keys = QWidget(whole)
        row = boxes.row(theme.SPACE, keys)
        for name in shortcut.keys:
            row.addWidget(Badge(name, "neutral", parent=keys))
        row.addStretch(1)
        grid.addWidget(keys, number, 0)
        said = label(tr(shortcut.does), "body", wrap=True, parent=whole)
        named(said, f"{', '.join(shortcut.keys)}: {tr(shortcut.does)}")
        grid.addWidget(said, number, 1)
    return whole


MOST_TYPED: Final = 200
"""Characters that can be typed."""


def show_time_left(more: QPushButton, left: int, step: int) -> None:
    """Say on a button that shows more of a list how much is left; hide it where nothing is.

    Args:
        more: the button.
        left: how many entries are not shown yet.
        step: how many it shows at once.
    """
    set_button_text(more, tr("Show {left} more of {left2}", left=min(left, step), left2=f"{left:,}"))
    more.setVisible(left > 0)


class SearchField(QLineEdit):
    """A field for words. ``hint``: shown while it is empty. ``name``: what a screen reader says of it."""

    def __init__(self, hint: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(hint)
        self.setClearButtonEnabled(True)
        self.setMaxLength(MOST_TYPED)
        named(self, name)
        for inside in self.findChildren(QToolButton):
            named(inside, tr("Clear the field"))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Keep the button that clears in the middle: Qt reckons with a smaller one."""
        super().resizeEvent(event)
        for inside in self.findChildren(QToolButton):
            inside.move(inside.x(), (self.height() - inside.height()) // 2)

    def take_focus(self) -> None:
        """Put the cursor into it, over what is typed."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()


SHOWN_AFTER: Final = 300
"""Milliseconds: less than this is not felt as waiting."""


class Busy(QWidget):
    """A thin bar with words, hidden until ``begin`` and 300 ms."""

    def __init__(self, text: Text = "", *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = label(text, "muted", wrap=True, parent=self)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._late)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        named(self._bar, tr("Working"))
        fill(boxes.column(theme.SPACE, self), self._bar, self._text)
        named(self, text or tr("Working"))
        self.hide()

    def begin(self, text: Text = "") -> None:
        """Work begins; what it is."""
        if text:
            set_text(self._text, text)
            named(self, text)
        self._timer.start(SHOWN_AFTER)

    def finish(self) -> None:
        """Work is done."""
        self._timer.stop()
        self.hide()

    def _late(self) -> None:
        self.show()
        self._bar.setRange(0, 1 if motion.reduced() else 0)
