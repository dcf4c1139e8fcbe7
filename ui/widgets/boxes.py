"""Columns, rows and grids of parts, with a given distance between them, and their clearing.

Invariants: a box has no margins but those that it is given, whatever the desktop's style has.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

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


def grid(owner: QWidget, across: int, down: int) -> QGridLayout:
    """Two columns that fill ``owner``, the right one as wide as there is room, so far apart."""
    made = QGridLayout(owner)
    made.setContentsMargins(*_NONE)
    made.setHorizontalSpacing(across)
    made.setVerticalSpacing(down)
    made.setColumnStretch(1, 1)
    return made


def discard(box: QLayout, *parts: QWidget | None) -> None:
    """Take these out of ``box``, as far as they are there; they are gone from sight at once."""
    for part in parts:
        if part is not None:
            box.removeWidget(part)
            part.hide()
            part.deleteLater()


def clear(box: QLayout) -> None:
    """Take all parts out of ``box``; those that are widgets are gone from sight at once."""
    while (item := box.takeAt(0)) is not None:
        if (part := item.widget()) is not None:
            part.hide()
            part.deleteLater()
