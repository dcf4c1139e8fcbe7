"""The navigation on the left of the main window.

Owns: the list of pages as buttons, the number of waiting calls, and the place of the emergency stop below.

Invariants: exactly one page is chosen; the list is one stop of the Tab key, and the arrow keys move inside it; every
entry has its title, in a narrow window as its accessible name and tooltip.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLabel, QPushButton

from ui import text
from ui.icons import LARGE, MEDIUM, icon
from ui.pages import PageEntry
from ui.theme import GROUP, ROW, SECTION, SPACE
from ui.tr import tr, tr_n
from ui.widgets import boxes
from ui.widgets.labels import Badge, Glyph

LEAST_WIDTH: Final = 5 * ROW + GROUP
"""Wide enough for the titles on most desktops."""
NARROW_WIDTH: Final = 5 * ROW // 2
"""Wide enough for an icon and the count beside it."""
_STEPS: Final[dict[int, int]] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class Nav(QFrame):
    """The titles of the pages, in order.

    Attributes:
        buttons: by the key of the page.
        foot: the layout that takes the emergency stop.

    Signals:
        chosen(str): the key of a page.
    """

    chosen = Signal(str)

    def __init__(self, pages: tuple[PageEntry, ...]) -> None:
        super().__init__()
        self.setProperty("frame", "nav")
        self.setMinimumWidth(LEAST_WIDTH)
        text.named(self, tr("Pages"))
        column = boxes.column(SPACE, self, (GROUP, SECTION, GROUP, SECTION))
        self._name = text.label(tr("Assent"), "title")
        self._titles = {entry.key: tr(entry.title) for entry in pages}
        self._counting = next(entry.key for entry in pages if entry.counts_calls)
        self._is_narrow = False
        column.addLayout(_brand(self._name))
        column.addSpacing(SECTION)
        self._group = QButtonGroup(self)
        self.buttons = {entry.key: self._button(entry) for entry in pages}
        for entry in pages:
            if not entry.foot:
                column.addWidget(self.buttons[entry.key])
        column.addStretch(1)
        for entry in pages:
            if entry.foot:
                column.addWidget(self.buttons[entry.key])
        column.addSpacing(SPACE)
        self.foot = boxes.column(GROUP)
        column.addLayout(self.foot)
        self._count = Badge("", "amber")
        self._count.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._count.hide()
        inside = QHBoxLayout(self.buttons[self._counting])
        inside.setContentsMargins(0, 0, GROUP, 0)
        inside.addStretch(1)
        inside.addWidget(self._count)

    def choose(self, key: str) -> None:
        """Mark a page as chosen; none, where it stands in no navigation."""
        if key not in self.buttons:
            self._group.setExclusive(False)
        for other, button in self.buttons.items():
            button.setChecked(other == key)
            reached = other == (key if key in self.buttons else self._counting)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if reached else Qt.FocusPolicy.ClickFocus)
        self._group.setExclusive(True)

    def set_count(self, count: int) -> None:
        """Show how many calls wait."""
        self._count.setVisible(count > 0)
        self._count.set(f"{count:,}", "amber")
        none = tr("Waiting, nothing waits")
        waits = tr_n("Waiting, {n} call waits for you", "Waiting, {n} calls wait for you", count) if count else none
        text.named(self.buttons[self._counting], waits)

    def set_narrow(self, narrow: bool) -> None:
        """Show icons alone where the window is narrow."""
        if narrow == self._is_narrow:
            return
        self._is_narrow = narrow
        self._name.setVisible(not narrow)
        for key, title in self._titles.items():
            name = self.buttons[key].accessibleName() or title
            text.set_button_text(self.buttons[key], "" if narrow else title)
            text.named(self.buttons[key], name)
            text.tooltip(self.buttons[key], title if narrow else "")
        self.setMinimumWidth(NARROW_WIDTH if narrow else LEAST_WIDTH)

    def event(self, event: QEvent) -> bool:
        """Grow with the titles and never shrink: the page beside it stays where it is when a text changes."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.setMinimumWidth(max(self.minimumWidth(), self.sizeHint().width()))
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Arrow keys choose the page above or below."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and event.key() in _STEPS:
            buttons = list(self.buttons.values())
            place = next((at for at, button in enumerate(buttons) if button is watched), -1)
            if place >= 0 and 0 <= (to := place + _STEPS[event.key()]) < len(buttons):
                buttons[to].setFocus(Qt.FocusReason.TabFocusReason)
                buttons[to].click()
            return place >= 0
        return super().eventFilter(watched, event)

    def _on_click(self, key: str, _checked: bool = False) -> None:
        self.chosen.emit(key)

    def _button(self, entry: PageEntry) -> QPushButton:
        button = text.button(self._titles[entry.key])
        button.setProperty("role", "nav")
        button.setCheckable(True)
        button.setAutoExclusive(True)  # a radio button to a screen reader, no check box
        button.setIcon(icon(entry.icon))
        button.setIconSize(QSize(MEDIUM, MEDIUM))
        button.clicked.connect(partial(self._on_click, entry.key))
        button.installEventFilter(self)
        self._group.addButton(button)
        return button


def _brand(name: QLabel) -> QHBoxLayout:
    row = boxes.row(GROUP, margins=(GROUP, 0, GROUP, 0))
    row.addWidget(Glyph("shield-check", LARGE))
    row.addWidget(name)
    row.addStretch(1)
    return row
