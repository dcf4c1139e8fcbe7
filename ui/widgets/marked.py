"""Our sentences with strangers' values in them, and values of one line, of which a part tells most.

Owns: how characters of a label stand apart from the others.

Invariants: text is plain, escaped before it comes here, and keeps its order whatever letters a value has; what is cut
to its place is marked by an ellipsis, keeps the part that tells most as long as there is room for it, and stands in
full in the tooltip and the accessible name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QTextCharFormat, QTextLayout, QTextLine, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from ui import theme
from ui.text import LabelRole, is_mirrored, named, tooltip

Span: TypeAlias = tuple[int, int]
_APART: Final = "\u2068", "\u2069"
"""Around a value, so that its letters do not reorder those around it (UAX #9, isolates)."""
_JOINED: Final = "\u2060"
"""Between two characters, so that no line ends there (UAX #14)."""
_WHOLE: Final = 32
"""Characters of a word that goes to the next line rather than being broken at a slash or a hyphen."""
_WIDEST: Final = 1 << 20


class MarkedLabel(QLabel):
    """A sentence in which values stand on a ground of their own, in the font of values."""

    def __init__(self, role: LabelRole = "title", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setWordWrap(True)
        self._values: Sequence[Span] = ()

    def show_marked(self, words: str, values: Sequence[Span]) -> None:
        """``words``: escaped. ``values``: where values stand in them, from and to, in order."""
        self._values = values
        self.setText(words)
        self.updateGeometry()
        self.update()

    def set_role(self, role: LabelRole) -> None:
        """Its place in the type scale."""
        self.setProperty("role", role)
        self.style().unpolish(self)
        self.style().polish(self)
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:  # noqa: N802  # Qt's name
        """As high as its lines."""
        self.ensurePolished()
        return round(self._laid_out(width)[1])

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """All on one line."""
        self.ensurePolished()
        layout, height = self._laid_out(_WIDEST)
        return QSize(round(layout.lineAt(0).naturalTextWidth()) + 1 if layout.lineCount() else 0, round(height))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Any word may be broken."""
        return QSize(0, self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Draw the lines."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        self._laid_out(self.width())[0].draw(painter, QPointF(0, 0))
        painter.end()

    def _laid_out(self, width: int) -> tuple[QTextLayout, float]:
        """The lines, and how high they are."""
        words, formats, shift = self.text(), [], 0
        for start, end in self._values:
            at, to = start + shift, end + shift
            value = f"{_APART[0]}{_unbroken(words[at:to])}{_APART[1]}"
            words = f"{words[:at]}{value}{words[to:]}"
            formats.append(_range(at, at + len(value), self._value_format()))
            shift += len(value) - (to - at)
        layout = QTextLayout(words, self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        option.setAlignment(Qt.AlignmentFlag.AlignRight if is_mirrored() else Qt.AlignmentFlag.AlignLeft)
        layout.setTextOption(option)
        layout.setFormats(formats)
        height = 0.0
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, height))
            height += line.height()
        layout.endLayout()
        return layout, height

    def _value_format(self) -> QTextCharFormat:
        made = QTextCharFormat()
        made.setFontFamilies(theme.mono_font().families())
        made.setBackground(QColor(theme.current().tokens.neutral_soft))
        return made


def _unbroken(value: str) -> str:
    """A value as it is laid out: a short word stays whole, and an ellipsis with the word before it."""
    if len(value) <= _WHOLE and " " not in value:
        return _JOINED.join(value)
    return value.replace(" …", "\u00a0…")


class ValueLine(QLabel):
    """A value on one line, of which a part may tell most; it takes what room there is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", "mono")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._strong: Span = (0, 0)
        self._several = False

    def show_value(self, value: str, strong: Span, described: str, *, several: bool = False) -> None:
        """Show a value.

        ``value``: escaped. ``strong``: from and to. ``described``: what a screen reader says of it. ``several``:
        whether it is several values, which are cut at the end: without the middle two would pass for one.
        """
        self._strong, self._several = strong, several
        self.setText(value)
        tooltip(self, value)
        named(self, described)
        self.update()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """A few characters."""
        return QSize(self.fontMetrics().averageCharWidth() * 6, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Draw what fits."""
        room, right = self.width(), is_mirrored()
        words, strong = self._fitting(room)
        line = self._laid_out(words, strong)
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        left = room - line.naturalTextWidth() if right else 0.0
        line.layout.draw(painter, QPointF(left, (self.height() - line.height()) / 2))
        painter.end()

    def _fitting(self, room: int) -> tuple[str, Span]:
        """What is drawn in so many pixels, and which part of it tells most."""
        if self._several:
            return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room), (0, 0)
        return cut_to(self.text(), self._strong, lambda *cut: self._laid_out(*cut).naturalTextWidth() <= room)

    def _laid_out(self, words: str, strong: Span) -> _Line:
        layout = QTextLayout(words, self.font())
        option = QTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        strongly = QTextCharFormat()
        strongly.setFontWeight(QFont.Weight.DemiBold)
        layout.setFormats([_range(*strong, strongly)] if strong[1] > strong[0] else [])
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(_WIDEST)
        layout.endLayout()
        return _Line(layout, line)


class _Line(NamedTuple):
    """A line and what holds it. Attributes: layout. line."""

    layout: QTextLayout
    line: QTextLine

    def naturalTextWidth(self) -> float:  # noqa: N802  # Qt's name
        """How wide it is."""
        return self.line.naturalTextWidth()

    def height(self) -> float:
        """How high it is."""
        return self.line.height()


def cut_to(words: str, strong: Span, fits: Callable[[str, Span], bool]) -> tuple[str, Span]:
    """``words``, or as much of them as fits, and where the part that tells most stands then.

    What stands around that part goes first, from the middle of it; then the part's own middle.
    """
    if fits(words, strong):
        return words, strong
    before, inner, after = words[: strong[0]], words[strong[0] : strong[1]], words[strong[1] :]

    def outer(kept: int) -> tuple[str, Span]:
        behind = min(len(after), kept // 2 if before else kept)
        head = _without_middle(before, kept - behind)
        return f"{head}{inner}{_without_middle(after, behind)}", (len(head), len(head) + len(inner))

    def middle(kept: int) -> tuple[str, Span]:
        part = _without_middle(inner, kept)
        return part, (0, len(part))

    if fits(*outer(0)) or not inner:
        return _most(outer, len(before) + len(after), fits)
    return _most(middle, len(inner), fits)


def _most(cut: Callable[[int], tuple[str, Span]], most: int, fits: Callable[[str, Span], bool]) -> tuple[str, Span]:
    """The longest that fits."""
    least = 0
    while least < most:
        half = (least + most + 1) // 2
        least, most = (half, most) if fits(*cut(half)) else (least, half - 1)
    return cut(least)


def _without_middle(words: str, kept: int) -> str:
    if len(words) <= kept:
        return words
    tail = kept // 3
    return f"{words[: kept - tail]}…{words[len(words) - tail :]}"


def _range(start: int, stop: int, made: QTextCharFormat) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = start, stop - start, made
    return found
