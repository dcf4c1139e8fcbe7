"""Parts of pages: header, empty state, section, grid of facts, table of keys, search field, busy bar.

Invariants:
    A header's buttons are below its text if the page is too narrow for both.
    An empty state says what belongs here and offers the next step if there is one; it scrolls if it is too high.
    Search text is bounded, and every button in a search field has an accessible name.
    Work that ends within 300 ms shows no busy bar.
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

MIN_WORDS_WIDTH: Final = 240  # least width in pixels of the text beside the buttons


class PageHeader(QWidget):
    """Title and subtitle. ``actions``: the layout for the page's buttons."""

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
        """Put the buttons beside or below the text."""
        super().resizeEvent(event)
        fits_beside = MIN_WORDS_WIDTH + theme.SECTION + self.actions.sizeHint().width() <= self.width()
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if fits_beside else QBoxLayout.Direction.TopToBottom)

    def set_title(self, title: Text) -> None:
        """Change the title."""
        set_text(self._title, title)

    def set_subtitle(self, subtitle: Text) -> None:
        """Change the sentence below the title."""
        set_text(self._subtitle, subtitle)
        self._subtitle.setVisible(bool(shown(subtitle)))


_MAX_WIDTH: Final = 420  # pixels of the longest line, for easier reading


class EmptyState(QWidget):
    """Shown by a page that has no content. Emits ``acted()``: its button was pressed."""

    acted = Signal()

    def __init__(self, icon: str, title: Text, text: Text, action: str = "", role: ButtonRole = "normal") -> None:
        super().__init__()
        self.title = label(title, "heading", wrap=True)
        self.text = label(text, "muted", wrap=True)
        content = QWidget()
        text_column = QWidget(content)
        text_column.setMaximumWidth(_MAX_WIDTH)
        column = fill(
            boxes.column(theme.GROUP, text_column),
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
            boxes.row(0, content, (theme.GROUP, theme.GROUP, theme.GROUP, theme.GROUP)),
            STRETCH,
            grow(text_column, 1000),
            STRETCH,
        )
        self.area = FadeScroll(self)
        self.area.setWidget(content)
        named(self.area, title)
        boxes.column(0, self).addWidget(self.area)


def section(title: str, *inside: QWidget) -> QWidget:
    """Create a column of widgets with a title above."""
    whole = QWidget()
    fill(boxes.column(GROUP, whole), text.label(title, "strong", wrap=True), *inside)
    return whole


def facts_grid(facts: Iterable[tuple[Text, QWidget]]) -> QWidget:
    """Create a grid of names and values. For a screen reader each value is a tab stop that has its name too."""
    whole = QWidget()
    grid = boxes.grid(theme.SECTION, theme.SPACE, whole)
    for row, (name, value) in enumerate(facts):
        grid.addWidget(label(name, "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(value, row, 1)
        if isinstance(value, QLabel):
            unfolded = " ".join(value.text().replace(f"\n{FOLD_MARK}", "").split())
            named(value, f"{shown(name)}: {unfolded}")
            let_tab_reach(value)
    return whole


def key_table(shortcuts: Iterable[Shortcut], parent: QWidget | None = None) -> QWidget:
    """Create a table of keys and what they do. Each line is one sentence to a screen reader."""
    whole = QWidget(parent)
    grid = boxes.grid(theme.PAGE, theme.GROUP + theme.SPACE, whole)
    for number, shortcut in enumerate(shortcuts):
        keys = QWidget(whole)
        row = boxes.row(theme.SPACE, keys)
        for name in shortcut.keys:
            row.addWidget(Badge(name, "neutral", parent=keys))
        row.addStretch(1)
        grid.addWidget(keys, number, 0)
        description = label(tr(shortcut.does), "body", wrap=True, parent=whole)
        named(description, f"{', '.join(shortcut.keys)}: {tr(shortcut.does)}")
        grid.addWidget(description, number, 1)
    return whole


MAX_TYPED: Final = 200  # characters that can be typed into a search field


def update_more_button(more: QPushButton, remaining: int, step: int) -> None:
    """Let a button say how many of the ``remaining`` entries it shows; hide it if there are none."""
    set_button_text(more, tr("Show {left} more of {left2}", left=min(remaining, step), left2=f"{remaining:,}"))
    more.setVisible(remaining > 0)


class SearchField(QLineEdit):
    """A search field. ``hint``: shown while it is empty. ``name``: its accessible name."""

    def __init__(self, hint: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(hint)
        self.setClearButtonEnabled(True)
        self.setMaxLength(MAX_TYPED)
        named(self, name)
        for clear_button in self.findChildren(QToolButton):
            named(clear_button, tr("Clear the field"))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Center the clear button vertically: Qt expects a smaller one."""
        super().resizeEvent(event)
        for clear_button in self.findChildren(QToolButton):
            clear_button.move(clear_button.x(), (self.height() - clear_button.height()) // 2)

    def take_focus(self) -> None:
        """Focus the field and select its text."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()


SHOWN_AFTER: Final = 300  # milliseconds of work before the bar is shown


class Busy(QWidget):
    """A thin bar with a text, shown 300 ms after ``begin``."""

    def __init__(self, text: Text = "", *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = label(text, "muted", wrap=True, parent=self)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._show_late)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        named(self._bar, tr("Working"))
        fill(boxes.column(theme.SPACE, self), self._bar, self._text)
        named(self, text or tr("Working"))
        self.hide()

    def begin(self, text: Text = "") -> None:
        """Work begins. ``text``: what it is; empty to keep the text."""
        if text:
            set_text(self._text, text)
            named(self, text)
        self._timer.start(SHOWN_AFTER)

    def finish(self) -> None:
        """Work is done: hide the bar."""
        self._timer.stop()
        self.hide()

    def _show_late(self) -> None:
        self.show()
        self._bar.setRange(0, 1 if motion.reduced() else 0)
