"""Small widgets that say one thing: an icon, a badge, a label that is cut to its room or has a part that tells most.

Invariants:
    An icon follows the theme; the word beside it says the same, so that screen readers pass over an unnamed icon.
    A badge's word says everything; colour and icon repeat it.
    Cut text is marked by an ellipsis and stands in full in the tooltip and the accessible name (of a very long one the
    beginning, and how much more there is). All text is escaped (attacks 4, 5 and 7).
    A sentence of ours with strangers' values in it is escaped before it comes here, and keeps its order whatever
    letters a value has; what is cut of a value keeps the part that tells most as long as there is room for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QSizePolicy, QStyle, QStyleOption, QWidget

from ui import icons, theme
from ui.icons import Tone
from ui.text import LabelRole, Text, brief, facing, is_mirrored, label, named, set_text, tooltip
from ui.tr import tr
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow, top

BadgeTone: TypeAlias = Literal["neutral", "amber", "red", "green", "accent"]


class Badge(QFrame):
    """A word, perhaps with an icon, that says how something stands."""

    def __init__(self, text: Text, tone: BadgeTone = "neutral", icon: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._word = label("", "caption", parent=self)
        self._glyph: Glyph | None = None
        self._row = fill(boxes.row(theme.SPACE, self, (theme.SPACE + 1, 1, theme.SPACE + 1, 1)), self._word)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set(text, tone, icon)

    def set(self, text: Text, tone: BadgeTone = "neutral", icon: str = "") -> None:
        """Say something else."""
        ink: Tone = "muted" if tone == "neutral" else tone
        theme.set_look(self, "frame", "badge" if tone == "neutral" else f"badge-{tone}")
        theme.set_look(self._word, "tone", ink)
        self.set_text(text)
        self._set_icon(icon, ink)

    def set_text(self, text: Text) -> None:
        """Say it in other words."""
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
        """Show another."""
        icons.glyph(name)  # an unknown one is an error here
        self._name, self._tone = name, tone
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Its side."""
        return QSize(self._side, self._side)

    minimumSizeHint = sizeHint  # noqa: N815  # Qt's name

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Draw it in the theme's colours."""
        painter = QPainter(self)
        icons.draw(painter, QRectF(self.rect()), icons.mirrored_glyph(self._name), self._tone)
        painter.end()


def caution(said: Text) -> QWidget:
    """A sentence to heed, beside the sign for that."""
    whole = QWidget()
    fill(boxes.row(theme.GROUP, whole), top(Glyph("warning", icons.SMALL, "amber")), grow(label(said, wrap=True)))
    return whole


Mode: TypeAlias = Literal["left", "middle", "right"]
MODES: Final[dict[Mode, Qt.TextElideMode]] = {
    "left": Qt.TextElideMode.ElideLeft,
    "middle": Qt.TextElideMode.ElideMiddle,
    "right": Qt.TextElideMode.ElideRight,
}
_ANYWHERE: Final = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
_LEAST_SHOWN: Final = 6
"""Characters that are always shown."""
Span: TypeAlias = tuple[int, int]
_APART: Final = "\u2068", "\u2069"
"""Around a value, so that its letters do not reorder those around it (UAX #9, isolates)."""
_JOINED: Final = "\u2060"
"""Between two characters, so that no line ends there (UAX #14)."""
_WHOLE: Final = 32
"""Characters of a word that goes to the next line rather than being broken at a slash or a hyphen."""
_WIDEST: Final = 1 << 20


def turn_caret(button: QAbstractButton, *, is_open: bool) -> None:
    """Say by a sign whether what a button folds is shown."""
    button.setIcon(icons.icon("caret-down" if is_open else "caret-right", "muted"))


def show_fold(button: QAbstractButton, *, is_open: bool) -> None:
    """Say by a sign, and to a screen reader, whether what a button folds is shown."""
    turn_caret(button, is_open=is_open)
    button.setAccessibleDescription(tr("Unfolded") if is_open else tr("Folded"))


class ElidedLabel(QLabel):
    """A label of one line, or of some, that takes what room there is."""

    def __init__(
        self,
        text: Text = "",
        mode: Mode = "middle",
        role: LabelRole = "body",
        parent: QWidget | None = None,
        *,
        lines: int = 1,
    ) -> None:
        """``lines``: that it has at most; its height is that of so many, whatever it says."""
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
        """A few characters."""
        return QSize(self.fontMetrics().averageCharWidth() * _LEAST_SHOWN, self.sizeHint().height())

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """All on one line, and the height of as many lines as it may have."""
        more = (self._lines - 1) * self.fontMetrics().lineSpacing()
        return super().sizeHint() + QSize(0, more)

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
        """The lines; what of the last one has no room is cut."""
        words, lines, stop = self.text(), list[str](), 0
        if self._lines > 1:
            option = _option(_ANYWHERE, Qt.LayoutDirection.LayoutDirectionAuto)
            layout, _ = _laid_out(words, self.font(), width, option)
            for at in range(min(self._lines, layout.lineCount()) - 1):
                start, stop = stop, layout.lineAt(at + 1).textStart()
                lines.append(words[start:stop].rstrip())
        return [*lines, self.fontMetrics().elidedText(words[stop:], self._mode, width)]


def _option(wrap: QTextOption.WrapMode, direction: Qt.LayoutDirection) -> QTextOption:
    made = QTextOption()
    made.setWrapMode(wrap)
    made.setTextDirection(direction)
    return made


def _laid_out(
    words: str, font: QFont, width: int, option: QTextOption, formats: Sequence[QTextLayout.FormatRange] = ()
) -> tuple[QTextLayout, float]:
    """The lines, and how high they are."""
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


class MarkedLabel(QLabel):
    """A sentence in which values stand on a ground of their own, in the font of values."""

    def __init__(self, role: LabelRole, parent: QWidget | None = None) -> None:
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
        theme.set_look(self, "role", role)
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
        option = _option(_ANYWHERE, Qt.LayoutDirection.LayoutDirectionAuto)
        option.setAlignment(Qt.AlignmentFlag.AlignRight if is_mirrored() else Qt.AlignmentFlag.AlignLeft)
        return _laid_out(words, self.font(), width, option, formats)

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
        return QSize(self.fontMetrics().averageCharWidth() * _LEAST_SHOWN, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """Draw what fits."""
        room = self.width()
        layout = self._laid_out(*self._fitting(room))
        line = layout.lineAt(0)
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        left = room - line.naturalTextWidth() if is_mirrored() else 0.0
        layout.draw(painter, QPointF(left, (self.height() - line.height()) / 2))
        painter.end()

    def _fitting(self, room: int) -> tuple[str, Span]:
        """What is drawn in so many pixels, and which part of it tells most."""
        if self._several:
            return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room), (0, 0)
        return cut_to(self.text(), self._strong, lambda *cut: _width(self._laid_out(*cut)) <= room)

    def _laid_out(self, words: str, strong: Span) -> QTextLayout:
        """A layout of one line."""
        strongly = QTextCharFormat()
        strongly.setFontWeight(QFont.Weight.DemiBold)
        formats = [_range(*strong, strongly)] if strong[1] > strong[0] else []
        option = _option(QTextOption.WrapMode.NoWrap, Qt.LayoutDirection.LeftToRight)
        return _laid_out(words, self.font(), _WIDEST, option, formats)[0]


def _width(layout: QTextLayout) -> float:
    """Of its one line, which the layout must outlive: Qt reads freed memory else."""
    return layout.lineAt(0).naturalTextWidth()


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
