"""How a new question gets the person's attention (no Qt).

Owns: that choice.

Invariants: nothing takes the keyboard from a person who types; nothing appears over other programs' windows by itself,
unless there is no tray: then nothing else could tell.
"""

from __future__ import annotations

import enum


class Attention(enum.Enum):
    """What happens on screen when a question arrives and no consent window is visible."""

    FRONT = "front"
    """It is shown and gets the keyboard."""
    BESIDE = "beside"
    """It is shown, and the keyboard stays where it is; tray and notification tell."""
    ELSEWHERE = "elsewhere"
    """Nothing is shown; tray and notification tell."""


def attention(*, visible: bool, active: bool, typing: bool, minimised: bool = False, tray: bool = True) -> Attention:
    """What to do.

    Whether a window of ours is ``visible``, one is ``active``, and the person is ``typing`` in it; whether one is
    ``minimised``; and whether there is a ``tray`` to tell of it.
    """
    if active and not typing:
        return Attention.FRONT
    reached = active or (not tray and (visible or minimised))
    return Attention.BESIDE if reached else Attention.ELSEWHERE
