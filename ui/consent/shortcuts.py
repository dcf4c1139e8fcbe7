"""What the keys do, in place of the question.

Owns: the list of shortcuts of the consent window. What stays true: it names every key that decides something, and that
none of them says yes in passing; while it covers what would be sent, nothing can be approved.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from ui import text, theme
from ui.tr import tr
from ui.widgets.badge import Badge
from ui.widgets.scroll import FadeScroll


def shortcuts() -> tuple[tuple[tuple[str, ...], str], ...]:
    """Keys, and what they do."""
    return (
        (("Tab", "Shift+Tab"), tr("Go from one control to the next, or back")),
        (("F6", "Shift+F6"), tr("Go between what is to read, what your yes covers, and the buttons")),
        (("↑", "↓", "PgUp", "PgDn"), tr("Scroll what is to read")),
        (("Ctrl+D",), tr("Deny")),
        (("Ctrl+Shift+D",), tr("Deny and say why")),
        (("Ctrl+E",), tr("Change the inputs")),
        (("Ctrl+Return",), tr("Approve once, as soon as Approve is ready; hold nothing down")),
        (("Space",), tr("Press the control that has the keyboard")),
        (("Esc",), tr("One step back; from the question, put it aside")),
        (("F1", "?"), tr("Show this list")),
    )


class HelpSheet(QWidget):
    """The list of shortcuts.

    Attributes:
        back: goes back to the question. area: scrolls.
    Signals:
        left(): the person goes back.
    """

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back = text.button(tr("Back to the question"), "normal", parent=self)
        self.back.clicked.connect(self.left)
        self.area = FadeScroll(self, inset=theme.GROUP)
        self._filled = False
        self._lay_out()

    def open(self) -> None:
        """Show it."""
        if not self._filled:
            self._fill()
        self.show()
        self.area.start_over()
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def stops(self) -> list[QWidget]:
        """Where the keyboard stops, in order."""
        return [self.area, self.area.more, self.back]

    def _fill(self) -> None:
        self._filled = True
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(theme.PAGE, theme.GROUP, theme.PAGE, theme.SECTION)
        grid.setHorizontalSpacing(theme.PAGE)
        grid.setVerticalSpacing(theme.GROUP + theme.SPACE)
        grid.setColumnStretch(1, 1)
        for number, (names, does) in enumerate(shortcuts()):
            grid.addWidget(_keys(names, inside), number, 0)
            said = text.label(does, "body", wrap=True, parent=inside)
            text.named(said, f"{', '.join(names)}: {does}")
            grid.addWidget(said, number, 1)
        grid.setRowStretch(grid.rowCount(), 1)
        self.area.setWidget(inside)

    def _lay_out(self) -> None:
        text.named(self.area, tr("Keys of this window"), tr("Arrow keys scroll."))
        head = QHBoxLayout()
        head.setContentsMargins(theme.PAGE, theme.SPACE, theme.PAGE, theme.GROUP)
        head.addWidget(text.label(tr("Keys of this window"), "heading", parent=self), 1)
        head.addWidget(self.back)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addLayout(head)
        rows.addWidget(self.area, 1)


def _keys(names: tuple[str, ...], parent: QWidget) -> QWidget:
    both = QWidget(parent)
    row = QHBoxLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.SPACE)
    for name in names:
        row.addWidget(Badge(name, "neutral", parent=both))
    row.addStretch(1)
    return both
