"""A stranger's text with a part of it marked.

Owns: how evidence is drawn.

Invariants: all of it is text, escaped before it comes here, and never markup; the marked part is bold and underlined,
so that neither a colour nor a character that a stranger could write tells it apart.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import text, theme
from ui.tr import tr


class MarkedText(QWidget):
    """Some characters, of which some are marked.

    Attributes: marked: those. whole: all that is shown.
    """

    def __init__(self, before: str, marked: str, after: str, parent: QWidget | None = None) -> None:
        """``before``, ``marked``, ``after``: escaped, on one line."""
        super().__init__(parent)
        self.marked, self.whole = marked, before + marked + after
        self._layout = QTextLayout(self.whole, theme.mono_font())
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)  # as the inputs below are drawn
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout.setTextOption(option)
        self._layout.setFormats([_mark(len(before.encode("utf-16-le")) // 2, len(marked.encode("utf-16-le")) // 2)])
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        text.named(self, tr("Evidence: {whole}", whole=self.whole), tr("Marked in it: {marked}", marked=marked))

    def hasHeightForWidth(self) -> bool:  # noqa: N802  # Qt's name
        """It wraps."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802  # Qt's name
        """What it needs in so much width."""
        return self._lay_out(width)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """As wide as it is given."""
        width = max(self.width(), theme.PAGE * 8)
        return QSize(width, self._lay_out(width))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """A few letters."""
        return QSize(theme.PAGE * 4, self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Draw it in the theme's colours."""
        self._lay_out(self.width())
        painter = QPainter(self)
        painter.setPen(QColor(theme.current().tokens.text))
        self._layout.draw(painter, QPointF(0, 0))
        painter.end()

    def _lay_out(self, width: int) -> int:
        """Break the lines anew; the height."""
        height = 0.0
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(max(width, 1))
            line.setPosition(QPointF(0, height))
            height += line.height()
        self._layout.endLayout()
        if self._layout.lineCount() == 1 and text.is_mirrored():  # as one line of the inputs stands beside its name
            only = self._layout.lineAt(0)
            only.setPosition(QPointF(max(0.0, width - only.naturalTextWidth()), 0))
        return round(height) + 1


def _mark(start: int, length: int) -> QTextLayout.FormatRange:
    marked = QTextCharFormat()
    marked.setFontWeight(QFont.Weight.Bold)
    marked.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = start, length, marked
    return found
