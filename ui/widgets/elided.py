"""One line that says where it was cut.

Owns: text in less room than it needs. What stays true: what is cut is marked by an ellipsis; the text stands in the
tooltip and in the accessible name too (of a very long one the beginning, and how much more there is); it is escaped
like all text (SECURITY, rows 4, 5 and 7).
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QStyleOption, QWidget

from ui.text import LabelRole, Text, brief, facing, named, tooltip

Mode: TypeAlias = Literal["left", "middle", "right"]
_MODES: Final[dict[Mode, Qt.TextElideMode]] = {
    "left": Qt.TextElideMode.ElideLeft,
    "middle": Qt.TextElideMode.ElideMiddle,
    "right": Qt.TextElideMode.ElideRight,
}
_LEAST: Final = 6
"""Characters that are always shown."""


class ElidedLabel(QLabel):
    """A label of one line that takes what room there is."""

    def __init__(
        self, text: Text = "", mode: Mode = "middle", role: LabelRole = "body", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self._mode = _MODES[mode]
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.show_text(text)

    def show_text(self, text: Text) -> None:
        """Show another text."""
        self.setText(brief(text))
        tooltip(self, text)
        named(self, brief(text))
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """A few characters."""
        return QSize(self.fontMetrics().averageCharWidth() * _LEAST, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Draw what fits."""
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        area = self.contentsRect()
        line = facing(self.fontMetrics().elidedText(self.text(), self._mode, area.width()))
        alignment = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        self.style().drawItemText(
            painter, area, int(alignment), option.palette, self.isEnabled(), line, self.foregroundRole()
        )
        painter.end()
