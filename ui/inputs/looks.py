"""How looks and marks are drawn.

Owns: the letters of each look, and the outline around a marked part. What stays true: colours and fonts are the
theme's; a mark is a line around the characters, and its ground fades away while the line stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QTextBlock, QTextCharFormat, QTextDocument, QTextLayout

from ui import theme
from ui.inputs.styles import Look, Style
from ui.theme import fonts


class Mark(NamedTuple):
    """Attributes: line, start, stop: characters of a line on the screen. lit: whether it has a ground too."""

    line: int
    start: int
    stop: int
    lit: bool = False


def small_font() -> QFont:
    """The letters of values, as large as captions."""
    font = theme.mono_font()
    font.setPixelSize(fonts.pixels("caption"))
    return font


def apply(document: QTextDocument, styles: list[list[Style]]) -> None:
    """Give the lines of ``document`` their looks. What it says stays as it is."""
    block, made = document.begin(), {}
    for line in styles:
        if not block.isValid():
            break
        ranges = []
        for start, stop, look in line:
            if look not in made:
                made[look] = _format(look)
            each = QTextLayout.FormatRange()
            each.start, each.length, each.format = start, stop - start, made[look]
            ranges.append(each)
        block.layout().setFormats(ranges)
        block = block.next()
    document.markContentsDirty(0, document.characterCount())


def draw_marks(painter: QPainter, document: QTextDocument, marks: list[Mark], offset: QPointF) -> None:
    """Outlines around parts of lines, with a ground where they are lit."""
    colours = theme.current().tokens
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for mark in marks:
        for rect in rects(document, mark, offset):
            ground = QColor(colours.focus)
            ground.setAlpha(60 if mark.lit else 0)
            painter.setBrush(ground)
            painter.setPen(QPen(QColor(colours.text), 2 if mark.lit else 1))
            painter.drawRoundedRect(rect.adjusted(-0.5, 0.5, 0.5, -0.5), theme.SPACE / 2, theme.SPACE / 2)


def rects(document: QTextDocument, mark: Mark, offset: QPointF) -> Iterator[QRectF]:
    """Where a marked part stands: one rectangle for each line that it wraps to."""
    block = document.findBlockByNumber(mark.line)
    if not block.isValid():
        return
    layout = block.layout()
    top = _top(document, block)
    for index in range(layout.lineCount()):
        line = layout.lineAt(index)
        start, stop = max(mark.start, line.textStart()), min(mark.stop, line.textStart() + line.textLength())
        if start < stop or (start == stop == mark.start):
            left, right = _x(line.cursorToX(start)), _x(line.cursorToX(stop))
            width = max(abs(right - left), 2.0)
            yield QRectF(min(left, right) + offset.x(), top + line.y() + offset.y(), width, line.height())


def _x(place: object) -> float:
    """PySide answers with the place alone, or with the character that it belongs to."""
    return float(place[0] if isinstance(place, tuple) else place)  # type: ignore[arg-type]  # a number then


def _top(document: QTextDocument, wanted: QTextBlock) -> float:
    block, top = document.begin(), 0.0
    layout = document.documentLayout()
    while block.isValid() and block != wanted:
        top += layout.blockBoundingRect(block).height()
        block = block.next()
    return top


def _format(look: Look) -> QTextCharFormat:
    colours, made = theme.current().tokens, QTextCharFormat()
    match look:
        case "strong":
            made.setFontWeight(QFont.Weight.DemiBold)
        case "soft":
            made.setForeground(QColor(colours.muted))
        case "string":
            made.setBackground(QColor(colours.pressed))
        case "unseen":
            made.setForeground(Qt.GlobalColor.transparent)
        case "gone":
            made.setFontStrikeOut(True)
            made.setBackground(QColor(colours.pressed))
        case "new":
            made.setFontUnderline(True)
            made.setFontWeight(QFont.Weight.DemiBold)
            made.setBackground(QColor(colours.pressed))
    return made
