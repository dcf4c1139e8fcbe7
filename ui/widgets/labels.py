"""Small widgets that say one thing: an icon, a badge, a label that is cut to its room.

Invariants:
    An icon follows the theme; the word beside it says the same, so that screen readers pass over an unnamed icon.
    A badge's word says everything; colour and icon repeat it.
    Cut text is marked by an ellipsis and stands in full in the tooltip and the accessible name (of a very long one the
    beginning, and how much more there is). All text is escaped (attacks 4, 5 and 7).
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QSizePolicy, QStyle, QStyleOption, QWidget

from ui import icons, theme
from ui.icons import Tone
from ui.text import LabelRole, Text, brief, facing, label, named, set_text, tooltip
from ui.tr import tr
from ui.widgets import boxes

BadgeTone: TypeAlias = Literal["neutral", "amber", "red", "green", "accent"]


class Badge(QFrame):
    """A word, perhaps with an icon, that says how something stands."""

    def __init__(self, text: Text, tone: BadgeTone = "neutral", icon: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._word = label("", "caption", parent=self)
        self._glyph: Glyph | None = None
        self._row = boxes.row(theme.SPACE, self, (theme.SPACE + 1, 1, theme.SPACE + 1, 1))
        self._row.addWidget(self._word)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set(text, tone, icon)

    def set(self, text: Text, tone: BadgeTone = "neutral", icon: str = "") -> None:
        """Say something else."""
        self.setProperty("frame", "badge" if tone == "neutral" else f"badge-{tone}")
        self._word.setProperty("tone", "muted" if tone == "neutral" else tone)
        set_text(self._word, text)
        named(self, text)
        self._set_icon(icon, "muted" if tone == "neutral" else tone)
        for widget in (self, self._word):
            widget.style().unpolish(widget)
            widget.style().polish(widget)

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
    row = boxes.row(theme.GROUP, whole)
    row.addWidget(Glyph("warning", icons.SMALL, "amber"), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(label(said, wrap=True), 1)
    return whole


Mode: TypeAlias = Literal["left", "middle", "right"]
_MODES: Final[dict[Mode, Qt.TextElideMode]] = {
    "left": Qt.TextElideMode.ElideLeft,
    "middle": Qt.TextElideMode.ElideMiddle,
    "right": Qt.TextElideMode.ElideRight,
}
_LEAST_SHOWN: Final = 6
"""Characters that are always shown."""


def show_fold(button: QAbstractButton, *, is_open: bool) -> None:
    """Say by a sign, and to a screen reader, whether what a button folds is shown."""
    button.setIcon(icons.icon("caret-down" if is_open else "caret-right", "muted"))
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
        rest, lines = self.text(), list[str]()
        while len(lines) < self._lines - 1:
            layout = QTextLayout(rest, self.font())
            layout.setTextOption(_anywhere())
            layout.beginLayout()
            line = layout.createLine()
            line.setLineWidth(width)
            layout.endLayout()
            if line.textLength() >= len(rest):
                break
            lines.append(rest[: line.textLength()].rstrip())
            rest = rest[line.textLength() :]
        return [*lines, self.fontMetrics().elidedText(rest, self._mode, width)]


def _anywhere() -> QTextOption:
    made = QTextOption()
    made.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return made
