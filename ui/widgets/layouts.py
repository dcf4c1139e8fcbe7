"""Filling boxes: several parts in one call, and columns that scroll.

Invariants: parts stand in the order in which they are given; a part without a word on it takes what room it wants.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QLayout, QWidget

from ui.text import Text, named
from ui.widgets.boxes import Margins, column
from ui.widgets.scroll import FadeScroll, Ground

Box = TypeVar("Box", bound=QBoxLayout)
_NO_MARGINS: Final = (0, 0, 0, 0)


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


def refill(box: Box, *parts: QWidget) -> Box:
    """Put parts into a box in place of those that are there, of which nothing is found any more.

    Returns:
        The box.
    """
    while (item := box.takeAt(0)) is not None:
        if (part := item.widget()) is not None:
            part.hide()
            part.setParent(None)
            part.deleteLater()
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
    margins: Margins = _NO_MARGINS,
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
