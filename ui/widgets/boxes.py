"""Boxes: columns, rows, grids, lines and stacks of parts, how they are filled and cleared, and columns that scroll.

Invariants: a box has only the margins that it is given, whatever the desktop's style is; parts are in the given order,
each with the size that it wants unless it is ``Placed``; removed parts are hidden at once. A screen reader reads only
what is shown in a stack: it would announce a ``QStackedWidget`` as a *layered pane* each time that the focus comes in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLayout, QStackedLayout, QVBoxLayout, QWidget

from ui.text import Text, named
from ui.widgets.flow import FlowLayout
from ui.widgets.scroll import FadeScroll, Ground

Box = TypeVar("Box", bound=QBoxLayout)
Key = TypeVar("Key")
Kept = TypeVar("Kept", bound=QWidget)
Margins: TypeAlias = "tuple[int, int, int, int]"  # pixels at the left, above, at the right and below

_NONE: Final = (0, 0, 0, 0)


def column(spacing: int, owner: QWidget | None = None, margins: Margins = _NONE) -> QVBoxLayout:
    """Create a vertical box. ``owner``: the widget that it fills; None for a box within another."""
    box = QVBoxLayout() if owner is None else QVBoxLayout(owner)
    box.setContentsMargins(*margins)
    box.setSpacing(spacing)
    return box


def row(spacing: int, owner: QWidget | None = None, margins: Margins = _NONE) -> QHBoxLayout:
    """Create a horizontal box; otherwise as ``column``."""
    box = QHBoxLayout() if owner is None else QHBoxLayout(owner)
    box.setContentsMargins(*margins)
    box.setSpacing(spacing)
    return box


def grid(
    across: int, down: int, owner: QWidget | None = None, margins: Margins = _NONE, *, growing: int = 1
) -> QGridLayout:
    """Create a grid. ``across``, ``down``: pixels between its cells. ``growing``: the column that gets spare room."""
    layout = QGridLayout() if owner is None else QGridLayout(owner)
    layout.setContentsMargins(*margins)
    layout.setHorizontalSpacing(across)
    layout.setVerticalSpacing(down)
    layout.setColumnStretch(growing, 1)
    return layout


def flow(*parts: QWidget, owner: QWidget | None = None, ends: bool = False, justified: bool = False) -> FlowLayout:
    """Create a layout of lines with these parts; otherwise as ``column``, and as ``FlowLayout`` says."""
    lines = FlowLayout(owner, ends=ends, justified=justified)
    for part in parts:
        lines.addWidget(part)
    return lines


class Placed(NamedTuple):
    """A part of a box, with how it is placed there."""

    part: QWidget | QLayout | None  # None for empty room
    stretch: int = 0  # its share of the spare room
    alignment: Qt.AlignmentFlag = Qt.AlignmentFlag(0)  # its alignment, if it does not fill its room


Part: TypeAlias = QWidget | QLayout | Placed
STRETCH: Final = Placed(None, 1)  # empty room that grows


def grow(part: QWidget | QLayout, share: int = 1) -> Placed:
    """Let a part take the spare room, or its share of it."""
    return Placed(part, share)


def left(part: QWidget) -> Placed:
    """Place a part at the left, no wider than it wants."""
    return Placed(part, alignment=Qt.AlignmentFlag.AlignLeft)


def top(part: QWidget) -> Placed:
    """Place a part at the top, no higher than it wants."""
    return Placed(part, alignment=Qt.AlignmentFlag.AlignTop)


def fill(box: Box, *parts: Part) -> Box:
    """Append parts to a box. Returns the box."""
    for item in parts:
        part, stretch, alignment = item if isinstance(item, Placed) else Placed(item)
        if part is None:
            box.addStretch(stretch)
        elif isinstance(part, QLayout):
            box.addLayout(part, stretch)
        else:
            box.addWidget(part, stretch, alignment)
    return box


def parts(box: QLayout) -> list[QWidget | QLayout]:
    """Return the widgets and layouts in ``box``, in order.

    Never ask a layout for its items (``itemAt``): Qt deletes an item with its widget without telling Python, and what
    is made at that address next has the item's Python type: an event filter then gets a ``QWidgetItem``.
    """
    owner = box.parentWidget()
    candidates: list[QObject] = [*(() if owner is None else owner.children()), *box.children()]
    inside = [part for part in candidates if isinstance(part, (QWidget, QLayout)) and box.indexOf(part) >= 0]
    return sorted(inside, key=box.indexOf)


def discard(box: QLayout, *parts: QWidget | None) -> None:
    """Remove parts from ``box``, hide them at once and delete them. None is ignored."""
    for part in parts:
        if part is not None:
            box.removeWidget(part)
            part.hide()
            part.deleteLater()


def clear(box: QLayout) -> list[QWidget]:
    """Remove all parts from ``box``. Widgets among them are hidden at once, and returned."""
    widgets: list[QWidget] = []
    while (item := box.takeAt(0)) is not None:
        if (part := item.widget()) is not None:
            widgets.append(part)
    discard(box, *widgets)
    return widgets


def refill(box: Box, *parts: QWidget) -> Box:
    """Replace the parts of a box. Returns the box."""
    for removed in clear(box):
        removed.setParent(None)  # it must not be found among the children any more
    fill(box, *parts)
    for part in parts:
        part.show()
    return box


def keep(
    box: QBoxLayout, shown: Mapping[Key, Kept], keys: Iterable[Key], make: Callable[[Key], Kept]
) -> dict[Key, Kept]:
    """Let a box have one widget for each key, in this order. The widget of a key that is in ``shown`` stays as it is.

    So a press, the keyboard and a selection outlive a change of other parts. ``shown``: what the last call returned.
    """
    kept = {key: shown[key] if key in shown else make(key) for key in keys}
    discard(box, *(widget for key, widget in shown.items() if key not in kept))
    for place, widget in enumerate(kept.values()):
        if box.indexOf(widget) != place:
            box.insertWidget(place, widget)
        widget.show()
    return kept


def holder(box: QLayout) -> QWidget:
    """Create a widget that ``box`` fills."""
    widget = QWidget()
    widget.setLayout(box)
    return widget


def scrolled(
    name: Text,
    *parts: Part,
    spacing: int = 0,
    margins: Margins = _NONE,
    widest: int = 0,
    area: FadeScroll | None = None,
    ground: Ground | None = None,
) -> FadeScroll:
    """Create a scrolling column with its parts at the top, in ``area`` or a new one.

    ``widest``: greatest width of the column in pixels, 0 for any. Qt computes a wrong height if a card in it has that
    instead.
    """
    scroll_area = FadeScroll(ground=ground) if area is None else area
    content = QWidget()
    if widest:
        content.setMaximumWidth(widest)
    fill(column(spacing, content, margins), *parts, STRETCH)
    scroll_area.setWidget(content)
    named(scroll_area, name)
    return scroll_area


class Stack(QWidget):
    """Several widgets of which one is shown; it has the methods of a ``QStackedWidget``."""

    # the index of the one that is shown now; -1 for none
    currentChanged = Signal(int)  # noqa: N815  # Qt's name

    def __init__(self, *pages: QWidget) -> None:
        super().__init__()
        self._layers = QStackedLayout(self)
        self._layers.currentChanged.connect(self.currentChanged)
        self.addWidget, self.insertWidget = self._layers.addWidget, self._layers.insertWidget
        self.removeWidget, self.count = self._layers.removeWidget, self._layers.count
        self.currentWidget, self.currentIndex = self._layers.currentWidget, self._layers.currentIndex
        self.setCurrentWidget, self.setCurrentIndex = self._layers.setCurrentWidget, self._layers.setCurrentIndex
        for page in pages:
            self.addWidget(page)
