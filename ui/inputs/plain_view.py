"""A view of a few monospaced lines that can be selected and copied, and that knows which of them are in view.

Owns: how values are drawn, with their styles and the outlines of marked parts.

Invariants:
    What is copied is what is shown, including escapes. No value is ever read back from the view (attack 5).
    The view is as high as its text and does not scroll by itself. Colours and fonts are the theme's.
    A folded line is put together again and wrapped once, by the width; which of its parts were in view is still told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from ui import text, theme
from ui.inputs.lines import Mark, ShownLine, Style, StyleName
from ui.theme import fonts
from ui.widgets.scroll import visible_part

_TAB: Final = 4
"""Letters between tab stops."""
_ROUNDING_MARGIN: Final = 0.01
"""Pixels that keep a tab behind a full column from shrinking to nothing when widths are rounded."""
_STYLE_SHEET: Final = "QPlainTextEdit { background: transparent; border: none; border-radius: 0; padding: 0; }"


class _Part(NamedTuple):
    """A line as it was given, in the document. Places are Qt's (``text.qt_length``)."""

    block: int  # the number of the block in which it stands, from ``start`` to ``stop``
    start: int
    stop: int
    lead: int  # characters of the line that are not shown
    shown: str  # the others

    def place(self, column: int) -> int:
        """The place in the block of a character of the line."""
        return self.start + text.qt_length(self.shown[: max(column - self.lead, 0)])


class PlainView(QPlainTextEdit):
    """Escaped text, wrapped to the width of the view. ``marks``: the parts with an outline."""

    def __init__(self, parent: QWidget | None = None, *, gutter: bool = False, small: bool = False) -> None:
        """``gutter``: whether there is room for labels. ``small``: whether letters are as small as captions."""
        super().__init__(parent)
        self._lines: Sequence[ShownLine] = ()
        self._parts: list[_Part] = []
        self._read_to: dict[int, int] = {}  # where in its block what was in view of a line ends, without a gap before
        self.marks: list[Mark] = []
        self._gutter = Gutter(self, self._paint_labels) if gutter else None
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setStyleSheet(_STYLE_SHEET)
        self.setFrameShape(QFrame.Shape.NoFrame)
        font = theme.mono_font()
        if small:
            font.setPixelSize(fonts.pixels("caption"))
        self.setFont(font)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # else it scrolls sideways, under the labels
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)  # every line begins where the others begin
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(QFontMetricsF(self.font()).horizontalAdvance("0") * _TAB - _ROUNDING_MARGIN)
        self.document().setDefaultTextOption(option)
        self.document().setDocumentMargin(0)

    def set_weight(self, weight: QFont.Weight) -> None:
        """Set how heavy the letters are."""
        font = theme.mono_font()
        font.setWeight(weight)
        self.setFont(font)

    def show_line(self, words: str, styles: Sequence[Style] = ()) -> None:
        """Show a single line. ``words``: escaped."""
        self.show_lines([ShownLine(words, styles=styles)])

    def show_lines(self, lines: Sequence[ShownLine]) -> None:
        """Show these lines."""
        text.let_tab_reach(self)
        self._lines, self.marks = lines, []
        self._read_to.clear()
        if self._gutter is not None:
            self.setViewportMargins(self._gutter_width(), 0, 0, 0)
        shown, self._parts = _joined(lines)
        self.setPlainText("\n".join(shown))
        self._set_alignment()
        self._apply_styles()
        self._fit_height()

    def set_marks(self, marks: list[Mark]) -> None:
        """Draw an outline around these parts, until there are others or another text."""
        self.marks = marks
        self.viewport().update()

    def line_rect(self, line: int) -> QRect:
        """The place of a line, in the coordinates of this view."""
        top, height = next(self._line_positions(line), (0.0, 0.0))
        return QRectF(0, top, self.viewport().width(), height).toAlignedRect()

    def lines_in_view(self) -> tuple[int, int]:
        """The lines whose end is in view, and all of which is or was: the first, and the one behind the last."""
        rect = visible_part(self.viewport())
        if rect.isEmpty():
            return 0, 0
        first = last = 0
        for number, (top, height) in enumerate(self._line_positions()):
            is_whole = self._note_in_view(number, top, height, rect)
            if top + height <= rect.top() + 1 or (first == number and not is_whole):
                first = number + 1
            elif top + height <= rect.bottom() + 2:
                last = number + 1
        return first, max(first, last)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The least size; the layout gives it more."""
        return QSize(self.fontMetrics().averageCharWidth() * 8, self.height())

    minimumSizeHint = sizeHint  # noqa: N815  # Qt's name

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Fit the height to the new width."""
        super().resizeEvent(event)
        self._place_gutter()
        if event.size().width() != event.oldSize().width():
            self._fit_height()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Paint the tints, the text on them, and the outlines around its marked parts."""
        if any(line.tint for line in self._lines):
            painter = QPainter(self.viewport())
            self._paint_tints(painter, self.viewport().width())
            painter.end()
        super().paintEvent(event)
        if self.marks:
            painter = QPainter(self.viewport())
            self._draw_marks(painter)
            painter.end()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Take the colours of another theme."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._apply_styles()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Leave the wheel to the page."""
        event.ignore()

    def _paint_labels(self, painter: QPainter) -> None:
        self._paint_tints(painter, self._gutter_width())
        painter.setFont(self.font())
        colours = theme.current().tokens
        room = self._gutter_width() - theme.GROUP - theme.SPACE
        for line, (top, _) in zip(self._lines, self._line_positions(), strict=True):
            if line.label:
                place = QRect(0, round(top), room, self.fontMetrics().lineSpacing())
                painter.setPen(QColor(colours.text if line.tint else colours.muted))
                painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, line.label)

    def _line_positions(self, start: int = 0) -> Iterator[tuple[float, float]]:
        """The top of each line in the viewport from ``start`` on, and its height; where it shares rows, with them."""
        places = self._block_positions()
        block, top, height = next(places)
        for part in self._parts[start:]:
            while block.blockNumber() < part.block:
                block, top, height = next(places)
            layout = block.layout()
            if part.start == 0 and part.stop >= block.length() - 1:
                yield top, height
            else:
                first = layout.lineForTextPosition(part.start)
                last = layout.lineForTextPosition(max(part.start, part.stop - 1))
                yield top + first.y(), last.y() + last.height() - first.y()

    def _block_positions(self) -> Iterator[tuple[QTextBlock, float, float]]:
        block, top = self.document().begin(), self.contentOffset().y()
        while block.isValid():
            height = self.blockBoundingRect(block).height()
            yield block, top, height
            block, top = block.next(), top + height

    def _note_in_view(self, number: int, top: float, height: float, rect: QRect) -> bool:
        """Note what of a line is in view, in whole rows. Returns whether all of it is or was, in whatever widths."""
        part, above, below = self._parts[number], rect.top() - 1, rect.bottom() + 2
        read_to = self._read_to.get(number, -1)
        if read_to < part.stop and above <= top and top + height <= below:
            read_to = self._read_to[number] = part.stop
        elif read_to < part.stop and above < top + height and top < below:
            layout = self.document().findBlockByNumber(part.block).layout()
            top -= layout.lineForTextPosition(part.start).y()  # of the block
            row = layout.lineForTextPosition(max(read_to, part.start))
            while read_to < part.stop and above <= top + row.y() and top + row.y() + row.height() <= below:
                read_to = self._read_to[number] = min(row.textStart() + row.textLength(), part.stop)
                row = layout.lineForTextPosition(read_to)
        return read_to >= part.stop

    def _paint_tints(self, painter: QPainter, width: int) -> None:
        colours = theme.current().tokens
        colour_by_tint = {"gone": colours.diff_removed, "new": colours.diff_added}
        for line, (top, height) in zip(self._lines, self._line_positions(), strict=True):
            if line.tint:
                painter.fillRect(QRectF(0, top, width, height), QColor(colour_by_tint[line.tint]))

    def _apply_styles(self) -> None:
        if not any(line.styles for line in self._lines):
            return
        document, formats = self.document(), dict[StyleName, QTextCharFormat]()
        ranges_by_block: dict[int, list[QTextLayout.FormatRange]] = {}
        for part, line in zip(self._parts, self._lines, strict=True):
            ranges = ranges_by_block.setdefault(part.block, [])
            for start, stop, name in line.styles:
                if name not in formats:
                    formats[name] = _character_format(name)
                range_ = QTextLayout.FormatRange()
                range_.start, range_.format = part.place(start), formats[name]
                range_.length = part.place(stop) - range_.start
                ranges.append(range_)
        for number, ranges in ranges_by_block.items():
            document.findBlockByNumber(number).layout().setFormats(ranges)
        document.markContentsDirty(0, document.characterCount())

    def _draw_marks(self, painter: QPainter) -> None:
        colours = theme.current().tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(colours.focus)
        ground.setAlpha(60)
        painter.setBrush(ground)
        painter.setPen(QPen(QColor(colours.text), 2))
        for mark in self.marks:
            for rect in self._mark_rects(mark):
                painter.drawRoundedRect(rect.adjusted(-0.5, 0.5, 0.5, -0.5), theme.SPACE / 2, theme.SPACE / 2)

    def _mark_rects(self, mark: Mark) -> Iterator[QRectF]:
        """The place of a marked part: one rectangle for each line that it wraps to."""
        if not 0 <= mark.line < len(self._parts):
            return
        part = self._parts[mark.line]
        mark = mark._replace(start=part.place(mark.start), stop=part.place(mark.stop))
        block = self.document().findBlockByNumber(part.block)
        layout, place = block.layout(), self.blockBoundingGeometry(block).translated(self.contentOffset())
        for index in range(layout.lineCount()):
            line = layout.lineAt(index)
            start, stop = max(mark.start, line.textStart()), min(mark.stop, line.textStart() + line.textLength())
            if start < stop or (start == stop == mark.start):
                left, right = _x_of(line.cursorToX(start)), _x_of(line.cursorToX(stop))
                width = max(abs(right - left), 2.0)
                yield QRectF(min(left, right) + place.x(), place.y() + line.y(), width, line.height())

    def _gutter_width(self) -> int:
        labels = [line.label for line in self._lines if line.label is not None]
        if not labels:
            return 0
        longest = max(map(len, labels))
        return self.fontMetrics().horizontalAdvance("0") * max(2, longest) + theme.GROUP + theme.SPACE

    def _set_alignment(self) -> None:
        """Align a single line to the right in a mirrored window, so that it stands beside its name."""
        is_beside_name = text.is_mirrored() and self._gutter is None and self.blockCount() == 1
        option = self.document().defaultTextOption()
        option.setAlignment(Qt.AlignmentFlag.AlignRight if is_beside_name else Qt.AlignmentFlag.AlignLeft)
        self.document().setDefaultTextOption(option)

    def _fit_height(self) -> None:
        self.setFixedHeight(round(sum(height for *_, height in self._block_positions())) + 1)
        self._place_gutter()

    def _place_gutter(self) -> None:
        if self._gutter is not None:
            self._gutter.setGeometry(QRect(0, 0, self._gutter_width(), self.height()))
            self._gutter.update()


class Gutter(QWidget):
    """The labels beside the lines of a field. Screen readers pass over them."""

    def __init__(self, field: QWidget, paint_labels: Callable[[QPainter], None]) -> None:
        super().__init__(field)
        self._paint_labels = paint_labels

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Paint the labels."""
        painter = QPainter(self)
        painter.setClipRect(event.rect())
        self._paint_labels(painter)
        painter.end()


def _joined(lines: Sequence[ShownLine]) -> tuple[list[str], list[_Part]]:
    """The texts of the blocks in which lines are shown, and where each line stands there."""
    texts: list[str] = []
    parts: list[_Part] = []
    for line in lines:
        lead = line.lead if texts else 0
        shown = line.text[lead:]
        if lead:
            start = parts[-1].stop
            texts[-1] += shown
        else:
            start = 0
            texts.append(shown)
        parts.append(_Part(len(texts) - 1, start, start + text.qt_length(shown), lead, shown))
    return texts, parts


def _x_of(place: object) -> float:
    """The position that ``cursorToX`` returns: PySide gives it alone, or in a tuple with the character."""
    return float(place[0] if isinstance(place, tuple) else place)  # type: ignore[arg-type]  # a number then


def _character_format(name: StyleName) -> QTextCharFormat:
    colours, character_format = theme.current().tokens, QTextCharFormat()
    match name:
        case "strong":
            character_format.setFontWeight(QFont.Weight.DemiBold)
        case "soft":
            character_format.setForeground(QColor(colours.muted))
        case "string":
            character_format.setBackground(QColor(colours.pressed))
        case "blamed" | "doubted":
            is_severe = name == "blamed"
            character_format.setFontWeight(QFont.Weight.DemiBold)
            character_format.setBackground(QColor(colours.red_soft if is_severe else colours.amber_soft))
            character_format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            character_format.setUnderlineColor(QColor(colours.red if is_severe else colours.amber))
        case "unseen":
            character_format.setForeground(Qt.GlobalColor.transparent)
        case "gone":
            character_format.setFontStrikeOut(True)
            character_format.setBackground(QColor(colours.diff_removed_word))
        case "new":
            character_format.setFontUnderline(True)
            character_format.setFontWeight(QFont.Weight.DemiBold)
            character_format.setBackground(QColor(colours.diff_added_word))
    return character_format
