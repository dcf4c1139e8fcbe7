"""Where everything is.

Owns: the card with the paths of the profile. What stays true: a path stands there whole, and can be
copied.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QWidget

from host.control.protocol import Welcome
from host.text import Untrusted
from ui import theme
from ui.icons import icon
from ui.text import label, tool_button
from ui.tr import tr
from ui.widgets.card import Card


class FilesCard(Card):
    """Paths. Attributes: paths: by what is there, as shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.paths: dict[str, str] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.SECTION)
        self._grid.setVerticalSpacing(theme.SPACE)
        self._grid.setColumnStretch(1, 1)
        self.body.addWidget(label(tr("Files"), "heading", parent=self))
        self.body.addLayout(self._grid)

    def set_welcome(self, welcome: Welcome) -> None:
        """Show the paths of this host."""
        self.paths = {"Configuration": welcome.config, "Log": welcome.log}
        while (item := self._grid.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for row, (name, path) in enumerate(self.paths.items()):
            self._add(row, name, path)

    def _add(self, row: int, name: str, path: str) -> None:
        what = label(name, "muted", parent=self)
        where = label(Untrusted(path), "mono", wrap=True, selectable=True, parent=self)
        copy = tool_button(icon("copy"), tr("Copy path: {name}", name=name), parent=self)
        copy.clicked.connect(partial(copy_to_clipboard, path))
        self._grid.addWidget(what, row, 0)
        self._grid.addWidget(where, row, 1)
        self._grid.addWidget(copy, row, 2, Qt.AlignmentFlag.AlignTop)


def copy_to_clipboard(path: str, _checked: bool = False) -> None:
    """Put it onto the clipboard, as it is."""
    QGuiApplication.clipboard().setText(path)
