"""Size and place of windows, and the order in which Tab goes through them.

Owns: a window's first size, and moving one over another; the order of tab stops, which is that of its layouts: what
stands first there is reached first; and the step from one region of a window to the next.

Invariants:
    A window is wholly on its screen, with the frame that the desktop draws around it, however small the screen is
    (attack 7: no button and no line of a question is out of sight).
    The order is worked out when somebody asks for the next place, since rows come and go; what floats above others, in
    no layout, comes after what it floats above; nothing is left out that can have the keyboard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QMargins, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QBoxLayout,
    QComboBox,
    QGridLayout,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QScrollArea,
    QWidget,
)

USUAL_FRAME: Final = QMargins(6, 40, 6, 6)
"""What desktops draw around a window, at most; the true frame is only known once it is on screen."""


def room_of(window: QWidget) -> QRect:
    """What the screen has for the content of ``window``: no panels, and none of its own frame."""
    return window.screen().availableGeometry().marginsRemoved(frame_of(window))


def frame_of(window: QWidget) -> QMargins:
    """What is drawn around ``window``; a guess before it was on screen."""
    inner, outer = window.geometry(), window.frameGeometry()
    sides = QMargins(
        inner.left() - outer.left(),
        inner.top() - outer.top(),
        outer.right() - inner.right(),
        outer.bottom() - inner.bottom(),
    )
    return USUAL_FRAME if sides.isNull() else sides


def fit(window: QWidget, wanted: QSize, least: QSize) -> None:
    """Give ``window`` the size that is wanted, or what the screen has; ``least`` counts where there is room for it."""
    room = room_of(window).size()
    window.setMinimumSize(least.boundedTo(room))
    window.resize(wanted.boundedTo(room))


def put_over(window: QWidget, other: QWidget | None) -> None:
    """Where the person looks anyway: in the middle of ``other``, the window they use, but wholly on its screen.

    Where they use none of ours, the desktop knows better. A size is fitted once, at first: then it is the person's.
    """
    if window.parentWidget() is not None:
        return
    at = other if other is not None else window
    frame = frame_of(window)
    room = at.screen().availableGeometry().marginsRemoved(frame)
    if window.windowHandle() is None:  # it was never on screen
        window.resize(window.size().boundedTo(room.size()))
    if at is not window:
        inner = window.geometry()
        inner.moveCenter(at.frameGeometry().center())
        inner = within(inner, room)
        window.move(inner.left() - frame.left(), inner.top() - frame.top())


def within(inner: QRect, room: QRect) -> QRect:
    """``inner``, moved as little as it takes to stand in ``room``; where it is too large, its top left does."""
    moved = QRect(inner)
    moved.moveRight(min(moved.right(), room.right()))
    moved.moveBottom(min(moved.bottom(), room.bottom()))
    moved.moveLeft(max(moved.left(), room.left()))
    moved.moveTop(max(moved.top(), room.top()))
    return moved


_WHOLE = (QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit)
"""What is one place for the keyboard, whatever it is made of."""
_BACKWARDS = (QBoxLayout.Direction.RightToLeft, QBoxLayout.Direction.BottomToTop)


def order_stops(widget: QWidget) -> None:
    """Let Tab go through ``widget`` in this order."""
    for one, other in pairwise(list(stops(widget))):
        QWidget.setTabOrder(one, other)


def go_on(regions: Sequence[QWidget], step: int) -> None:
    """Give the keyboard to the region after (or before) the one that has it."""
    focused = QApplication.focusWidget()
    here = next((i for i, region in enumerate(regions) if focused is not None and _within(region, focused)), None)
    target = 0 if here is None else (here + step) % len(regions)
    regions[target].setFocus(Qt.FocusReason.TabFocusReason)


def _within(region: QWidget, focused: QWidget) -> bool:
    """Whether ``focused`` is ``region``, inside of it, or beside it among the same buttons."""
    return region is focused or region.isAncestorOf(focused) or region.parentWidget() is focused.parentWidget()


def stops(widget: QWidget) -> Iterator[QWidget]:
    """What of ``widget``, itself included, Tab can reach, in the order in which it is read."""
    if widget.isHidden() and not widget.isWindow():
        return
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
        yield widget
    if isinstance(widget, _WHOLE):
        return
    placed = list(_placed(widget))
    port = widget.viewport() if isinstance(widget, QScrollArea) else None
    rest = [part for part in widget.children() if isinstance(part, QWidget) and part is not port]
    for child in (*placed, *(part for part in rest if part not in placed and not part.isWindow())):
        yield from stops(child)


def _placed(widget: QWidget) -> Iterator[QWidget]:
    """The children that have a place of their own in it."""
    if isinstance(widget, QScrollArea):
        inside = widget.widget()
        over = [child for child in widget.viewport().children() if isinstance(child, QWidget) and child is not inside]
        yield from ([] if inside is None else [inside])
        yield from over
    elif (layout := widget.layout()) is not None:
        yield from _laid_out(layout)


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    for item in _items(layout):
        if (inner := item.layout()) is not None:
            yield from _laid_out(inner)
        elif (child := item.widget()) is not None:
            yield child


def _items(layout: QLayout) -> list[QLayoutItem]:
    items = [item for at in range(layout.count()) if (item := layout.itemAt(at)) is not None]
    if isinstance(layout, QGridLayout):
        places = [layout.getItemPosition(at) for at in range(len(items))]
        return [items[at] for at in sorted(range(len(items)), key=lambda at: tuple(places[at])[:2])]  # type: ignore[arg-type]  # row, column
    if isinstance(layout, QBoxLayout) and layout.direction() in _BACKWARDS:
        items.reverse()
    return items
