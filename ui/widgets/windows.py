"""Size and position of windows, and the order in which Tab goes through them.

Owns: a window's first size, centering one over another, and showing one; the order of tab stops, which follows the
layouts; and the step from one region of a window to the next.

Invariants:
    A window with its frame is wholly on its screen, however small the screen is (attack 7: no button and no line of a
    question is out of sight).
    The tab order is worked out each time that Tab is pressed, since rows come and go; a widget that floats above others
    comes after them; every widget that can have the focus is included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
    QLineEdit,
    QScrollArea,
    QWidget,
)

from ui.widgets import boxes

USUAL_FRAME: Final = QMargins(6, 40, 6, 6)
"""The largest usual frame around a window; the true one is known only once the window is on screen."""


def available_area(window: QWidget) -> QRect:
    """The area of the screen for the content of ``window``, without panels and the window's frame."""
    return window.screen().availableGeometry().marginsRemoved(frame_margins(window))


def frame_margins(window: QWidget) -> QMargins:
    """The margins of the frame around ``window``; a guess before it was on screen."""
    inner, outer = window.geometry(), window.frameGeometry()
    sides = QMargins(
        inner.left() - outer.left(),
        inner.top() - outer.top(),
        outer.right() - inner.right(),
        outer.bottom() - inner.bottom(),
    )
    return USUAL_FRAME if sides.isNull() else sides


def fit(window: QWidget, size: QSize, min_size: QSize) -> None:
    """Set the size and the least size of ``window``, both bounded by the screen."""
    room = available_area(window).size()
    window.setMinimumSize(min_size.boundedTo(room))
    window.resize(size.boundedTo(room))


def center_over(window: QWidget, other: QWidget | None) -> None:
    """Center ``window`` over ``other``, the window that the person uses, but wholly on its screen.

    If ``other`` is None, the desktop chooses the place. The size is fitted only before the window is first shown.
    """
    if window.parentWidget() is not None:
        return
    reference = other if other is not None else window
    frame = frame_margins(window)
    room = reference.screen().availableGeometry().marginsRemoved(frame)
    if window.windowHandle() is None:  # it was never on screen
        window.resize(window.size().boundedTo(room.size()))
    if reference is not window:
        inner = window.geometry()
        inner.moveCenter(reference.frameGeometry().center())
        inner = moved_into(inner, room)
        window.move(inner.left() - frame.left(), inner.top() - frame.top())


def show_window(window: QWidget, *, take_focus: bool) -> None:
    """Show a window. ``take_focus``: it gets the keyboard."""
    window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, not take_focus)
    if window.isMinimized() and take_focus:
        window.showNormal()
    elif window.isMinimized():
        window.hide()  # a window that is shown again takes no focus, one that is restored would
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    if not window.isVisible():
        center_over(window, QApplication.activeWindow())
    window.show()
    if take_focus:
        window.raise_()
        window.activateWindow()


def moved_into(inner: QRect, room: QRect) -> QRect:
    """Move ``inner`` as little as possible into ``room``. If it is too large, its top left corner is inside."""
    moved = QRect(inner)
    moved.moveRight(min(moved.right(), room.right()))
    moved.moveBottom(min(moved.bottom(), room.bottom()))
    moved.moveLeft(max(moved.left(), room.left()))
    moved.moveTop(max(moved.top(), room.top()))
    return moved


_SINGLE_STOPS = (QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit)
"""Widgets that are one tab stop, whatever their children are."""
_BACKWARDS = (QBoxLayout.Direction.RightToLeft, QBoxLayout.Direction.BottomToTop)


def update_tab_order(widget: QWidget, last: Sequence[QWidget] = ()) -> None:
    """Set the tab order of ``widget`` to that of ``stops``. ``last``: parts that come after all others, in order.

    From the content of a scroll area that has the keyboard, but is no stop, Tab leads to the area.
    """
    stops_of_last = [stop for part in last for stop in stops(part)]
    others = [stop for stop in stops(widget) if stop not in stops_of_last]
    for place, next_place in pairwise(_with_contents((*others, *stops_of_last))):
        QWidget.setTabOrder(place, next_place)


def _with_contents(tab_stops: Iterable[QWidget]) -> Iterator[QWidget]:
    """The stops, and before each scroll area its content if a press gives that the keyboard."""
    for stop in tab_stops:
        content = stop.widget() if isinstance(stop, QScrollArea) else None
        if content is not None and content.focusPolicy() == Qt.FocusPolicy.ClickFocus:
            yield content
        yield stop


def focus_next_region(regions: Sequence[QWidget], step: int) -> None:
    """Move the focus to the region after (``step`` 1) or before (-1) the one that has it."""
    focused = QApplication.focusWidget()
    current = next((i for i, region in enumerate(regions) if focused is not None and _has_focus(region, focused)), None)
    target = 0 if current is None else (current + step) % len(regions)
    regions[target].setFocus(Qt.FocusReason.TabFocusReason)


def _has_focus(region: QWidget, focused: QWidget) -> bool:
    """Whether ``focused`` is ``region``, inside of it, or one of its siblings."""
    return region is focused or region.isAncestorOf(focused) or region.parentWidget() is focused.parentWidget()


def stops(widget: QWidget) -> Iterator[QWidget]:
    """The tab stops of ``widget``, itself included, in reading order."""
    if widget.isHidden() and not widget.isWindow():
        return
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
        yield widget
    if isinstance(widget, _SINGLE_STOPS):
        return
    in_order = list(_placed_children(widget))
    port = widget.viewport() if isinstance(widget, QScrollArea) else None
    rest = [part for part in widget.children() if isinstance(part, QWidget) and part is not port]
    for child in (*in_order, *(part for part in rest if part not in in_order and not part.isWindow())):
        yield from stops(child)


def _placed_children(widget: QWidget) -> Iterator[QWidget]:
    """The children in its layout, or the content of a scroll area and what floats above that."""
    if isinstance(widget, QScrollArea):
        content = widget.widget()
        parts = [child for child in widget.viewport().children() if isinstance(child, QWidget) and child is not content]
        yield from ([] if content is None else [content])
        yield from parts
    elif (layout := widget.layout()) is not None:
        yield from _widgets_of(layout)


def _widgets_of(layout: QLayout) -> Iterator[QWidget]:
    for part in _parts_in_order(layout):
        if isinstance(part, QLayout):
            yield from _widgets_of(part)
        else:
            yield part


def _parts_in_order(layout: QLayout) -> list[QWidget | QLayout]:
    parts = boxes.parts(layout)
    if isinstance(layout, QGridLayout):
        parts.sort(key=lambda part: tuple(layout.getItemPosition(layout.indexOf(part)))[:2])  # type: ignore[arg-type]  # row, column
    elif isinstance(layout, QBoxLayout) and layout.direction() in _BACKWARDS:
        parts.reverse()
    return parts
