"""What the keys do, in place of the question.

Owns: the list of shortcuts of the consent window.

Invariants: it names every key that decides something, and that none of them says yes in passing; while it covers what
would be sent, nothing can be approved.
"""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from ui import text, theme
from ui.consent.sheet import Sheet
from ui.tr import tr
from ui.widgets.labels import Badge


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


class HelpSheet(Sheet):
    """The list of shortcuts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Keys of this window"), parent)
        self._filled = False

    def open(self) -> None:
        """Show it."""
        if not self._filled:
            self._fill()
        self.begin()

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


def _keys(names: tuple[str, ...], parent: QWidget) -> QWidget:
    both = QWidget(parent)
    row = QHBoxLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.SPACE)
    for name in names:
        row.addWidget(Badge(name, "neutral", parent=both))
    row.addStretch(1)
    return both
