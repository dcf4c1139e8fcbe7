"""Boxes: columns, rows, grids and stacks of parts, how they are filled and cleared, and columns that scroll.

Invariants: a box has no margins but those that it is given, whatever the desktop's style has; parts stand in the order
in which they are given, and a part without a word on it takes what room it wants;
what is taken out is gone from sight at once. A screen reader is told of what shows in a stack, and of nothing around
it: a ``QStackedWidget`` of Qt is a *layered pane* to it, which it says aloud each time that the keyboard comes in.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLayout, QStackedLayout, QVBoxLayout, QWidget

from ui.text import Text, named
from ui.widgets.scroll import FadeScroll, Ground

Box = TypeVar("Box", bound=QBoxLayout)
Margins: TypeAlias = "tuple[int, int, int, int]"
"""Pixels at the left, above, at the right and below."""

_NONE: Final = (0, 0, 0, 0)


def column(spacing: int, owner: QWidget | None = None, margins: Margins = _NONE) -> QVBoxLayout:
    """Parts one above the other. ``owner``: the widget that it fills; None for a box within another."""
    made = QVBoxLayout() if owner is None else QVBoxLayout(owner)
    made.setContentsMargins(*margins)
    made.setSpacing(spacing)
    return made


def row(spacing: int, owner: QWidget | None = None, margins: Margins = _NONE) -> QHBoxLayout:
    """Parts side by side; otherwise as ``column``."""
    made = QHBoxLayout() if owner is None else QHBoxLayout(owner)
    made.setContentsMargins(*margins)
    made.setSpacing(spacing)
    return made


def grid(
    across: int, down: int, owner: QWidget | None = None, margins: Margins = _NONE, *, growing: int = 1
) -> QGridLayout:
    """A grid. ``across``, ``down``: pixels between its cells. ``growing``: the column that takes what room is left."""
    made = QGridLayout() if owner is None else QGridLayout(owner)
    made.setContentsMargins(*margins)
    made.setHorizontalSpacing(across)
    made.setVerticalSpacing(down)
    made.setColumnStretch(growing, 1)
    return made


class Placed(NamedTuple):
    """A part of a box, with how it is placed there.

    Attributes:
        part: None for empty room.
        stretch: its share of what room is left.
        alignment: in the room that it has, where it does not fill that.
    """

    part: QWidget | QLayout | None
    stretch: int = 0
    alignment: Qt.AlignmentFlag = Qt.AlignmentFlag(0)


Part: TypeAlias = QWidget | QLayout | Placed
STRETCH: Final = Placed(None, 1)
"""Empty room that grows."""


def grow(part: QWidget | QLayout, share: int = 1) -> Placed:
    """A part that takes what room is left, or its share of that."""
    return Placed(part, share)


def left(part: QWidget) -> Placed:
    """A part that is no wider than it wants, at the left."""
    return Placed(part, alignment=Qt.AlignmentFlag.AlignLeft)


def top(part: QWidget) -> Placed:
    """A part that is no higher than it wants, at the top."""
    return Placed(part, alignment=Qt.AlignmentFlag.AlignTop)


def fill(box: Box, *parts: Part) -> Box:
    """Put parts into a box, behind those that are there.

    Returns:
        The box.
    """
    for each in parts:
        part, stretch, alignment = each if isinstance(each, Placed) else Placed(each)
        if part is None:
            box.addStretch(stretch)
        elif isinstance(part, QLayout):
            box.addLayout(part, stretch)
        else:
            box.addWidget(part, stretch, alignment)
    return box


def discard(box: QLayout, *parts: QWidget | None) -> None:
    """Take these out of ``box``, as far as they are there; they are gone from sight at once."""
    for part in parts:
        if part is not None:
            box.removeWidget(part)
            part.hide()
            part.deleteLater()


def clear(box: QLayout) -> list[QWidget]:
    """Take all parts out of ``box``; those that are widgets are gone from sight at once, and are returned."""
    taken: list[QWidget] = []
    while (item := box.takeAt(0)) is not None:
        if (part := item.widget()) is not None:
            taken.append(part)
    discard(box, *taken)
    return taken


def refill(box: Box, *parts: QWidget) -> Box:
    """Put parts into a box in place of those that are there, of which nothing is found any more.

    Returns:
        The box.
    """
    for gone in clear(box):
        gone.setParent(None)
    fill(box, *parts)
    for part in parts:
        part.show()
    return box


def holder(box: QLayout) -> QWidget:
    """A widget that ``box`` fills."""
    made = QWidget()
    made.setLayout(box)
    return made


def scrolled(
    name: Text,
    *parts: Part,
    spacing: int = 0,
    margins: Margins = _NONE,
    widest: int = 0,
    area: FadeScroll | None = None,
    ground: Ground | None = None,
) -> FadeScroll:
    """A column that scrolls, its parts at the top.

    Args:
        name: for a screen reader.
        parts: of the column.
        spacing: pixels between them.
        margins: around all of them.
        widest: pixels that the column is never wider than, 0 for any width: of a single card with a greatest width Qt
            would take the height of a wider one.
        area: what scrolls; a new one if None.
        ground: what is behind a new one.
    """
    made = FadeScroll(ground=ground) if area is None else area
    inside = QWidget()
    if widest:
        inside.setMaximumWidth(widest)
    fill(column(spacing, inside, margins), *parts, STRETCH)
    made.setWidget(inside)
    named(made, name)
    return made


class Stack(QWidget):
    """Several widgets in one place, of which one shows; its methods are those of a ``QStackedWidget``.

    Signals:
        currentChanged(int): which shows now, -1 for none.
    """

    currentChanged = Signal(int)  # noqa: N815  # Qt's name

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layers = QStackedLayout(self)
        self._layers.currentChanged.connect(self.currentChanged)
        self.addWidget, self.insertWidget = self._layers.addWidget, self._layers.insertWidget
        self.removeWidget, self.count = self._layers.removeWidget, self._layers.count
        self.currentWidget, self.currentIndex = self._layers.currentWidget, self._layers.currentIndex
        self.setCurrentWidget, self.setCurrentIndex = self._layers.setCurrentWidget, self._layers.setCurrentIndex
