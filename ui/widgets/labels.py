"""Small widgets for one piece of information: an icon, a badge, a label that is cut to its room or emphasizes a part.

Invariants:
    An icon follows the theme; the word beside it says the same, so that screen readers pass over an unnamed icon.
    A badge's word says everything; colour and icon repeat it.
    Cut text ends in an ellipsis and is complete in the tooltip and the accessible name (very long text is bounded there
    too, with how much is left out). All text is escaped (attacks 4, 5 and 7).
    A sentence with untrusted values is escaped before it comes here, and keeps its order whatever letters a value has;
    a cut value keeps its emphasized part as long as there is room for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QResizeEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QSizePolicy, QStyle, QStyleOption, QWidget

from ui import icons, theme
from ui.icons import Tone
from ui.label_text import BadgeTone
from ui.text import (
    LabelRole,
    Text,
    brief,
    facing,
    is_mirrored,
    label,
    named,
    qt_length,
    set_text,
    set_up_label,
    tooltip,
)
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow, top


class Badge(QFrame):
    """A word, perhaps with an icon, that says the state of something."""

    def __init__(self, text: Text, tone: BadgeTone = "neutral", icon: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._word = label("", "caption", parent=self)
        self._glyph: Glyph | None = None
        self._row = fill(boxes.row(theme.SPACE, self, (theme.SPACE + 1, 1, theme.SPACE + 1, 1)), self._word)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set(text, tone, icon)

    def set(self, text: Text, tone: BadgeTone = "neutral", icon: str = "") -> None:
        """Change text, tone and icon."""
        ink: Tone = "muted" if tone == "neutral" else tone
        theme.set_look(self, "frame", "badge" if tone == "neutral" else f"badge-{tone}")
        theme.set_look(self._word, "tone", ink)
        self.set_text(text)
        self._set_icon(icon, ink)

    def set_text(self, text: Text) -> None:
        """Change the text."""
        set_text(self._word, text)
        named(self, text)

    def _set_icon(self, icon: str, tone: Tone) -> None:
        if icon and self._glyph is None:
            self._glyph = Glyph(icon, tone=tone, parent=self)
            self._row.insertWidget(0, self._glyph)
        if self._glyph is not None:
            self._glyph.setVisible(bool(icon))
            if icon:
                self._glyph.show_icon(icon, tone)


class Glyph(QWidget):
    """One icon of 16, 20 or 24 pixels."""

    def __init__(
        self, name: str, size: int = icons.SMALL, tone: icons.Tone = "text", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._side = size
        self.show_icon(name, tone)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_icon(self, name: str, tone: icons.Tone = "text") -> None:
        """Show another icon."""
        icons.glyph(name)  # raises for an unknown name
        self._name, self._tone = name, tone
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The size of the icon."""
        return QSize(self._side, self._side)

    minimumSizeHint = sizeHint  # noqa: N815  # Qt's name

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Paint the icon in the theme's colours."""
        painter = QPainter(self)
        icons.draw(painter, QRectF(self.rect()), icons.mirrored_glyph(self._name), self._tone)
        painter.end()


def caution(words: Text) -> QWidget:
    """Create a label with a warning sign before it."""
    row = QWidget()
    fill(boxes.row(theme.GROUP, row), top(Glyph("warning", icons.SMALL, "amber")), grow(label(words, wrap=True)))
    return row


Mode: TypeAlias = Literal["left", "middle", "right"]
MODES: Final[dict[Mode, Qt.TextElideMode]] = {
    "left": Qt.TextElideMode.ElideLeft,
    "middle": Qt.TextElideMode.ElideMiddle,
    "right": Qt.TextElideMode.ElideRight,
}
_WRAP_ANYWHERE: Final = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
_MIN_SHOWN: Final = 6  # characters that are always shown
Span: TypeAlias = tuple[int, int]
_ISOLATES: Final = "\u2068", "\u2069"  # put around a value, so that its letters do not reorder those around it (UAX #9)
_WORD_JOINER: Final = "\u2060"  # put between two characters, so that no line ends there (UAX #14)
_UNBROKEN: Final = 32  # characters of a word that is never broken at a slash or a hyphen
_UNLIMITED_WIDTH: Final = 1 << 20


def turn_caret(button: QAbstractButton, *, is_open: bool) -> None:
    """Show by the icon of a button whether the part that it folds is shown."""
    button.setIcon(icons.icon("caret-down" if is_open else "caret-right", "muted"))


def show_fold(button: QAbstractButton, *, is_open: bool) -> None:
    """Show by the icon and the accessible description of a button whether the part that it folds is shown."""
    turn_caret(button, is_open=is_open)
    button.setAccessibleDescription(tr("Unfolded") if is_open else tr("Folded"))


class ElidedLabel(QLabel):
    """A label of one or a few lines that cuts its text to the room that it has."""

    def __init__(
        self,
        text: Text = "",
        mode: Mode = "middle",
        role: LabelRole = "body",
        parent: QWidget | None = None,
        *,
        lines: int = 1,
    ) -> None:
        """``lines``: the most lines, for which it always has the height."""
        super().__init__(parent)
        self._lines = lines
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self._mode = MODES[mode]
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.show_text(text)

    def show_text(self, text: Text) -> None:
        """Show another text."""
        self.setText(brief(text))
        tooltip(self, text)
        named(self, brief(text))
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The width of a few characters."""
        return QSize(self.fontMetrics().averageCharWidth() * _MIN_SHOWN, self.sizeHint().height())

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The width of the text on one line, and the height of the most lines."""
        extra_height = (self._lines - 1) * self.fontMetrics().lineSpacing()
        return super().sizeHint() + QSize(0, extra_height)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Draw what fits."""
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        area = self.contentsRect()
        line = facing("\n".join(self._fitting(area.width())))
        alignment = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
        self.style().drawItemText(
            painter, area, int(alignment), option.palette, self.isEnabled(), line, self.foregroundRole()
        )
        painter.end()

    def _fitting(self, width: int) -> list[str]:
        """Break the text into lines and cut the last one."""
        words, lines = self.text(), list[str]()
        if self._lines > 1:
            option = _text_option(_WRAP_ANYWHERE, Qt.LayoutDirection.LayoutDirectionAuto)
            layout, _ = _lay_out(words, self.font(), width, option)
            for at in range(min(self._lines, layout.lineCount()) - 1):
                head = _head(words, layout.lineAt(at).textLength())
                lines.append(head.rstrip())
                words = words[len(head) :]
        return [*lines, self.fontMetrics().elidedText(words, self._mode, width)]


def _head(words: str, length: int) -> str:
    """Return the beginning of a text that has this length for Qt."""
    return words.encode("utf-16-le", "surrogatepass")[: 2 * length].decode("utf-16-le", "surrogatepass")


def _text_option(wrap: QTextOption.WrapMode, direction: Qt.LayoutDirection) -> QTextOption:
    option = QTextOption()
    option.setWrapMode(wrap)
    option.setTextDirection(direction)
    return option


def _lay_out(
    words: str, font: QFont, width: int, option: QTextOption, formats: Sequence[QTextLayout.FormatRange] = ()
) -> tuple[QTextLayout, float]:
    """Lay out ``words`` in lines. Returns the layout and its height."""
    layout = QTextLayout(words, font)
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


class FoldedLabel(QLabel):
    """A label whose long lines or words are folded to the room that it has."""

    def __init__(
        self,
        fold: Callable[[int], str],
        narrowest: int,
        role: LabelRole = "body",
        parent: QWidget | None = None,
        *,
        wrap: bool = False,
        selectable: bool = False,
    ) -> None:
        """``fold``: returns the value, ready to be shown, with at most so many characters on a line, or in a word.

        ``narrowest``: characters that fit in the narrowest place.
        """
        super().__init__(parent)
        self._fold, self._narrowest = fold, narrowest
        set_up_label(self, fold(narrowest), role, wrap=wrap, selectable=selectable)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The width of the narrowest place, so that it can become narrow again."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), self.fontMetrics().horizontalAdvance("0") * self._narrowest), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Fold it again."""
        super().resizeEvent(event)
        folded = self._fitting()
        if facing(folded) != self.text():
            set_text(self, folded)

    def _fitting(self) -> str:
        """The value with as few folds as fit; letters may be wider than digits."""
        metrics, room = self.fontMetrics(), self.contentsRect().width()
        columns = room // max(1, metrics.horizontalAdvance("0"))
        while columns > self._narrowest:
            folded = self._fold(columns)
            parts = folded.split() if self.wordWrap() else folded.split("\n")
            if all(metrics.horizontalAdvance(part) <= room for part in parts):
                return folded
            columns = columns * 3 // 4
        return self._fold(self._narrowest)


class MarkedLabel(QLabel):
    """A sentence whose values have a background and the font of values."""

    def __init__(self, role: LabelRole, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setWordWrap(True)
        self._values: Sequence[Span] = ()

    def show_marked(self, words: str, values: Sequence[Span]) -> None:
        """Show a sentence. ``words``: escaped. ``values``: the spans of the values in it, in order."""
        self._values = values
        self.setText(words)
        self.updateGeometry()
        self.update()

    def set_role(self, role: LabelRole) -> None:
        """Change the role in the type scale."""
        theme.set_look(self, "role", role)
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:  # noqa: N802  # Qt's name
        """The height of its lines."""
        self.ensurePolished()
        return round(self._lay_out(width)[1])

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The size of the sentence on one line."""
        self.ensurePolished()
        layout, height = self._lay_out(_UNLIMITED_WIDTH)
        return QSize(round(layout.lineAt(0).naturalTextWidth()) + 1 if layout.lineCount() else 0, round(height))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The height of a line; any word may be broken."""
        return QSize(0, self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Paint the lines."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        self._lay_out(self.width())[0].draw(painter, QPointF(0, 0))
        painter.end()

    def _lay_out(self, width: int) -> tuple[QTextLayout, float]:
        words, formats, shift = self.text(), [], 0
        for start, end in self._values:
            first, last = start + shift, end + shift
            value = f"{_ISOLATES[0]}{_unbroken(words[first:last])}{_ISOLATES[1]}"
            words = f"{words[:first]}{value}{words[last:]}"
            formats.append(_format_range(words, first, first + len(value), self._value_format()))
            shift += len(value) - (last - first)
        option = _text_option(_WRAP_ANYWHERE, Qt.LayoutDirection.LayoutDirectionAuto)
        option.setAlignment(Qt.AlignmentFlag.AlignRight if is_mirrored() else Qt.AlignmentFlag.AlignLeft)
        return _lay_out(words, self.font(), width, option, formats)

    def _value_format(self) -> QTextCharFormat:
        text_format = QTextCharFormat()
        text_format.setFontFamilies(theme.mono_font().families())
        text_format.setBackground(QColor(theme.current().tokens.neutral_soft))
        return text_format


def _unbroken(value: str) -> str:
    """Prevent line breaks within a short word, and before an ellipsis."""
    if len(value) <= _UNBROKEN and " " not in value:
        return _WORD_JOINER.join(value)
    return value.replace(" …", "\u00a0…")


class ValueLine(QLabel):
    """A value on one line that is cut to its room; a part of it may be emphasized."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", "mono")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._emphasis: Span = (0, 0)
        self._cut_at_end = False

    def show_value(self, value: str, emphasis: Span, accessible_name: str, *, cut_at_end: bool = False) -> None:
        """Show an escaped value. ``cut_at_end``: of several values, two might look like one if the middle were cut."""
        self._emphasis, self._cut_at_end = emphasis, cut_at_end
        self.setText(value)
        tooltip(self, value)
        named(self, accessible_name)
        self.update()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """The width of a few characters."""
        return QSize(self.fontMetrics().averageCharWidth() * _MIN_SHOWN, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Draw what fits."""
        room = self.width()
        layout = self._lay_out(*self._fitting(room))
        line = layout.lineAt(0)
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        x = room - line.naturalTextWidth() if is_mirrored() else 0.0
        layout.draw(painter, QPointF(x, (self.height() - line.height()) / 2))
        painter.end()

    def _fitting(self, room: int) -> tuple[str, Span]:
        """The text that fits into ``room`` pixels, and the span of its emphasized part."""
        if self._cut_at_end:
            return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room), (0, 0)
        return cut_to_fit(self.text(), self._emphasis, lambda *cut: _width(self._lay_out(*cut)) <= room)

    def _lay_out(self, words: str, emphasis: Span) -> QTextLayout:
        bold = QTextCharFormat()
        bold.setFontWeight(QFont.Weight.DemiBold)
        formats = [_format_range(words, *emphasis, bold)] if emphasis[1] > emphasis[0] else []
        option = _text_option(QTextOption.WrapMode.NoWrap, Qt.LayoutDirection.LeftToRight)
        return _lay_out(words, self.font(), _UNLIMITED_WIDTH, option, formats)[0]


def _width(layout: QTextLayout) -> float:
    """The width of its only line. The layout must outlive the line, or Qt reads freed memory."""
    return layout.lineAt(0).naturalTextWidth()


def cut_to_fit(words: str, emphasis: Span, fits: Callable[[str, Span], bool]) -> tuple[str, Span]:
    """Cut ``words`` until they fit. Returns them with the span of their emphasized part.

    The text before and after that part is cut first, each in its middle; then the middle of the part itself.
    """
    if fits(words, emphasis):
        return words, emphasis
    before, inner, after = words[: emphasis[0]], words[emphasis[0] : emphasis[1]], words[emphasis[1] :]

    def cut_around(length: int) -> tuple[str, Span]:
        length_after = min(len(after), length // 2 if before else length)
        head = _cut_middle(before, length - length_after)
        return f"{head}{inner}{_cut_middle(after, length_after)}", (len(head), len(head) + len(inner))

    def cut_inner(length: int) -> tuple[str, Span]:
        part = _cut_middle(inner, length)
        return part, (0, len(part))

    if fits(*cut_around(0)) or not inner:
        return _longest_fitting(cut_around, len(before) + len(after), fits)
    return _longest_fitting(cut_inner, len(inner), fits)


def _longest_fitting(
    cut: Callable[[int], tuple[str, Span]], longest: int, fits: Callable[[str, Span], bool]
) -> tuple[str, Span]:
    """Find by bisection the longest cut that fits."""
    shortest = 0
    while shortest < longest:
        half = (shortest + longest + 1) // 2
        shortest, longest = (half, longest) if fits(*cut(half)) else (shortest, half - 1)
    return cut(shortest)


def _cut_middle(words: str, length: int) -> str:
    if len(words) <= length:
        return words
    tail = length // 3
    return f"{words[: length - tail]}…{words[len(words) - tail :]}"


def _format_range(words: str, start: int, stop: int, text_format: QTextCharFormat) -> QTextLayout.FormatRange:
    format_range = QTextLayout.FormatRange()
    format_range.start, format_range.length = qt_length(words[:start]), qt_length(words[start:stop])
    format_range.format = text_format
    return format_range
