"""A few lines of monospaced text that can be selected and copied, and that know which of them are in view.

Owns: how values are drawn, with their styles and the outlines of marked parts.

Invariants:
    What is copied is what is shown, escapes included; nothing is ever read back from here as a value (attack 5).
    It is as high as its text, and scrolls with what it stands in. Colours and fonts are the theme's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from ui import text, theme
from ui.inputs.lines import Ground, Mark, Style, StyleName
from ui.theme import fonts
from ui.widgets.scroll import visible_part

_TAB: Final = 4
"""Letters from one tab stop to the next."""
_HAIR: Final = 0.01
"""What keeps a tab behind a full column from shrinking to nothing when widths are rounded."""
_BARE: Final = "QPlainTextEdit { background: transparent; border: none; border-radius: 0; padding: 0; }"


class PlainView(QPlainTextEdit):
    """Text that was escaped, wrapped to the width there is.

    Attributes:
        marks: the parts that have an outline.
    """

    def __init__(self, parent: QWidget | None = None, *, gutter: bool = False, small: bool = False) -> None:
        """``small``: in the letters of captions, for what is said of a value."""
        super().__init__(parent)
        self._numbers: list[str] = []
        self._styles: list[list[Style]] = []
        self._grounds: list[Ground] = []
        self.marks: list[Mark] = []
        self._gutter = _Gutter(self) if gutter else None
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setStyleSheet(_BARE)
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
        self._lay_out()

    def set_weight(self, weight: QFont.Weight) -> None:
        """How heavy the letters are."""
        font = theme.mono_font()
        font.setWeight(weight)
        self.setFont(font)

    def show_lines(
        self,
        lines: list[str],
        numbers: list[str] | None = None,
        styles: list[list[Style]] | None = None,
        grounds: list[Ground] | None = None,
    ) -> None:
        """Show escaped lines.

        ``numbers`` stand beside them, empty where a line continues the one above. ``styles``, ``grounds``: of each.
        """
        text.let_tab_reach(self)
        self._numbers, self._grounds = numbers or [], grounds or []
        self._styles, self.marks = styles or [], []
        if self._gutter is not None:
            self.setViewportMargins(self._gutter_width(), 0, 0, 0)
        self.setPlainText("\n".join(lines))
        self._align()
        self._apply_styles()
        self._fit()

    def set_marks(self, marks: list[Mark]) -> None:
        """Draw an outline around these parts, until others or another text."""
        self.marks = marks
        self.viewport().update()

    def line_rect(self, line: int) -> QRect:
        """Where a line stands, in the coordinates of this view."""
        block = self.document().findBlockByNumber(line)
        return self.blockBoundingGeometry(block).translated(self.contentOffset()).toAlignedRect()

    def in_view(self) -> tuple[int, int]:
        """The lines whose last part is in view, from the first to behind the last."""
        rect = visible_part(self.viewport())
        if rect.isEmpty():
            return 0, 0
        first = last = 0
        for number, (top, height) in enumerate(self._lines()):
            if top + height <= rect.top() + 1:
                first = number + 1
            elif top + height <= rect.bottom() + 2:
                last = number + 1
        return first, max(first, last)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """As little as it can do with; the layout gives it more."""
        return QSize(self.fontMetrics().averageCharWidth() * 8, self.height())

    minimumSizeHint = sizeHint  # noqa: N815  # Qt's name

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Another width, another height."""
        super().resizeEvent(event)
        self._place_gutter()
        if event.size().width() != event.oldSize().width():
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """The tints of lines, the text on them, and the outlines around its marked parts."""
        if any(self._grounds):
            painter = QPainter(self.viewport())
            self._tint(painter, self.viewport().width())
            painter.end()
        super().paintEvent(event)
        if self.marks:
            painter = QPainter(self.viewport())
            self._draw_marks(painter)
            painter.end()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Other colours."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._apply_styles()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """The page scrolls, not this."""
        event.ignore()

    def paint_numbers(self, painter: QPainter) -> None:
        """Draw the numbers of the lines beside them."""
        self._tint(painter, self._gutter_width())
        painter.setFont(self.font())
        colours = theme.current().tokens
        room = self._gutter_width() - theme.GROUP - theme.SPACE
        grounds = self._grounds or [""] * len(self._numbers)
        for number, ground, (top, _) in zip(self._numbers, grounds, self._lines(), strict=False):
            line = QRect(0, round(top), room, self.fontMetrics().lineSpacing())
            painter.setPen(QColor(colours.text if ground else colours.muted))
            painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number)

    def _lines(self) -> Iterator[tuple[float, float]]:
        """Where each line begins in the viewport, and how high it is."""
        block, top = self.document().begin(), self.contentOffset().y()
        while block.isValid():
            height = self.blockBoundingRect(block).height()
            yield top, height
            block, top = block.next(), top + height

    def _tint(self, painter: QPainter, width: int) -> None:
        colours = theme.current().tokens
        tints = {"gone": colours.diff_removed, "new": colours.diff_added}
        for (top, height), ground in zip(self._lines(), self._grounds, strict=False):
            if ground:
                painter.fillRect(QRectF(0, top, width, height), QColor(tints[ground]))

    def _apply_styles(self) -> None:
        """Give the lines their styles. What the document says stays as it is."""
        if not any(self._styles):
            return
        document, formats = self.document(), dict[StyleName, QTextCharFormat]()
        block = document.begin()
        for line in self._styles:
            if not block.isValid():
                break
            ranges = []
            for start, stop, name in line:
                if name not in formats:
                    formats[name] = _format(name)
                each = QTextLayout.FormatRange()
                each.start, each.length, each.format = start, stop - start, formats[name]
                ranges.append(each)
            block.layout().setFormats(ranges)
            block = block.next()
        document.markContentsDirty(0, document.characterCount())

    def _draw_marks(self, painter: QPainter) -> None:
        """Outlines around parts of lines, filled where they say so."""
        colours = theme.current().tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for mark in self.marks:
            ground = QColor(colours.focus)
            ground.setAlpha(60 if mark.filled else 0)
            painter.setBrush(ground)
            painter.setPen(QPen(QColor(colours.text), 2 if mark.filled else 1))
            for rect in self._mark_rects(mark):
                painter.drawRoundedRect(rect.adjusted(-0.5, 0.5, 0.5, -0.5), theme.SPACE / 2, theme.SPACE / 2)

    def _mark_rects(self, mark: Mark) -> Iterator[QRectF]:
        """Where a marked part stands: one rectangle for each line that it wraps to."""
        block = self.document().findBlockByNumber(mark.line)
        if not block.isValid():
            return
        layout, place = block.layout(), self.blockBoundingGeometry(block).translated(self.contentOffset())
        for index in range(layout.lineCount()):
            line = layout.lineAt(index)
            start, stop = max(mark.start, line.textStart()), min(mark.stop, line.textStart() + line.textLength())
            if start < stop or (start == stop == mark.start):
                left, right = _x(line.cursorToX(start)), _x(line.cursorToX(stop))
                width = max(abs(right - left), 2.0)
                yield QRectF(min(left, right) + place.x(), place.y() + line.y(), width, line.height())

    def _gutter_width(self) -> int:
        if not self._numbers:
            return 0
        longest = max(len(number) for number in self._numbers)
        return self.fontMetrics().horizontalAdvance("0") * max(2, longest) + theme.GROUP + theme.SPACE

    def _align(self) -> None:
        """In a mirrored window a value of one line stands beside its name; what has several begins where they begin."""
        beside = text.is_mirrored() and self._gutter is None and self.blockCount() == 1
        option = self.document().defaultTextOption()
        option.setAlignment(Qt.AlignmentFlag.AlignRight if beside else Qt.AlignmentFlag.AlignLeft)
        self.document().setDefaultTextOption(option)

    def _lay_out(self) -> None:
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # else it scrolls sideways, under the numbers
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)  # every line begins where the others begin
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(QFontMetricsF(self.font()).horizontalAdvance("0") * _TAB - _HAIR)
        self.document().setDefaultTextOption(option)
        self.document().setDocumentMargin(0)

    def _fit(self) -> None:
        self.setFixedHeight(round(sum(height for _, height in self._lines())) + 1)
        self._place_gutter()

    def _place_gutter(self) -> None:
        if self._gutter is not None:
            self._gutter.setGeometry(QRect(0, 0, self._gutter_width(), self.height()))
            self._gutter.update()


class _Gutter(QWidget):
    """The room beside the lines. Screen readers pass over it."""

    def __init__(self, view: PlainView) -> None:
        super().__init__(view)
        self._view = view

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        painter = QPainter(self)
        self._view.paint_numbers(painter)
        painter.end()


def _x(place: object) -> float:
    """PySide answers with the place alone, or with the character that it belongs to."""
    return float(place[0] if isinstance(place, tuple) else place)  # type: ignore[arg-type]  # a number then


def _format(name: StyleName) -> QTextCharFormat:
    colours, made = theme.current().tokens, QTextCharFormat()
    match name:
        case "strong":
            made.setFontWeight(QFont.Weight.DemiBold)
        case "soft":
            made.setForeground(QColor(colours.muted))
        case "string":
            made.setBackground(QColor(colours.pressed))
        case "blamed" | "doubted":
            grave = name == "blamed"
            made.setFontWeight(QFont.Weight.DemiBold)
            made.setBackground(QColor(colours.red_soft if grave else colours.amber_soft))
            made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            made.setUnderlineColor(QColor(colours.red if grave else colours.amber))
        case "unseen":
            made.setForeground(Qt.GlobalColor.transparent)
        case "gone":
            made.setFontStrikeOut(True)
            made.setBackground(QColor(colours.diff_removed_word))
        case "new":
            made.setFontUnderline(True)
            made.setFontWeight(QFont.Weight.DemiBold)
            made.setBackground(QColor(colours.diff_added_word))
    return made
