"""Size and place of windows.

Owns: a window's first size, and moving one over another.

Invariants:
    A window is wholly on its screen, with the frame that the desktop draws around it, however small the screen is
    (attack 7: no button and no line of a question is out of sight).
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QMargins, QRect, QSize
from PySide6.QtWidgets import QWidget

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
