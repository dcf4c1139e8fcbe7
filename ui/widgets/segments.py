"""One of a few views, chosen by a row of joined buttons.

Invariants:
    To a keyboard and a screen reader they are radio buttons in a group: Tab reaches the chosen one, arrows change it.
    The chosen one differs by its ground, its outline and its weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QSizePolicy, QWidget

from ui import text, theme
from ui.widgets import boxes

_INSET: Final = 2
_PAD: Final = theme.GROUP + theme.SPACE


class Segments(QWidget):
    """The row.

    Attributes:
        chosen: the position of the one that is chosen.
    Signals:
        changed(int): another one is.
    """

    changed = Signal(int)

    def __init__(self, names: Sequence[str], about: str, parent: QWidget | None = None) -> None:
        """``about``: what is chosen here, for a screen reader."""
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._row = boxes.row(0, self, (_INSET, _INSET, _INSET, _INSET))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        text.named(self, about)
        for at, name in enumerate(names):
            segment = _Segment(name, self)
            text.named(segment, name, about)  # a screen reader says nothing of the group when Tab comes in
            self._group.addButton(segment, at)
            self._row.addWidget(segment)
        self._group.button(0).setChecked(True)
        self._group.idToggled.connect(self._toggled)

    @property
    def chosen(self) -> int:
        """The position of the one that is chosen."""
        return self._group.checkedId()

    def choose(self, at: int) -> None:
        """Choose one."""
        had_focus = any(each.hasFocus() for each in self._group.buttons())
        self._group.button(at).setChecked(True)
        if had_focus:
            self.take_focus()

    def take_focus(self) -> None:
        """Bring the keyboard to the one that is chosen."""
        self._group.button(self.chosen).setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """The ground that joins them."""
        colours = theme.current().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(colours.neutral_soft))
        painter.setPen(QColor(colours.border))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.RADIUS, theme.RADIUS)
        painter.end()

    def _toggled(self, at: int, is_chosen: bool) -> None:  # Qt's signature
        if is_chosen:
            self.changed.emit(at)


class _Segment(QRadioButton):
    """One of them."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = name
        text.set_button_text(self, name)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Room for the name as it is when it is chosen, so that nothing moves."""
        metrics = QFontMetrics(self._font(chosen=True))
        height = max(theme.TARGET, metrics.height() + theme.GROUP)
        return QSize(max(theme.TARGET, metrics.horizontalAdvance(self._name) + 2 * _PAD), height)

    minimumSizeHint = sizeHint  # noqa: N815  # Qt's name

    def hitButton(self, pos: object) -> bool:  # noqa: ARG002, N802  # Qt's signature
        """All of it can be pressed."""
        return True

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  # Qt's signature
        """The name, on a ground of its own where it is chosen."""
        colours, chosen = theme.current().tokens, self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or self.hasFocus():
            ring = self.hasFocus()
            painter.setBrush(QColor(colours.surface if chosen else colours.neutral_soft))
            painter.setPen(QPen(QColor(colours.focus if ring else colours.border_strong), 2 if ring else 1))
            inset = 1.0 if ring else 0.5
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), theme.SPACE, theme.SPACE
            )
        painter.setFont(self._font(chosen=chosen))
        painter.setPen(QColor(colours.text if chosen or self.underMouse() else colours.muted))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, text.facing(self._name))
        painter.end()

    def _font(self, *, chosen: bool) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold if chosen else QFont.Weight.Normal)
        return font
