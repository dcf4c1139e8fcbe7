"""What a picture is.

Owns: the value that names one, and the sizes at which people see windows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from PySide6.QtWidgets import QWidget

from ui.theme import Scheme

CONSENT: Final = (680, 860)
WHOLE: Final = (680, 1200)
"""So high that nothing has to be scrolled."""
NARROW: Final = (480, 720)
SMALL: Final = (480, 460)
"""What is left of a usual screen at 300 %."""
TABLE: Final = (900, 780)
MAIN: Final = (1120, 720)
LEAST: Final = (900, 600)
"""The least size of the main window."""


class Situation(Struct, frozen=True):
    """One picture.

    Attributes:
        name: of the file. make: builds the window. scheme, scale, size: how it is drawn. translated: in a language
        that nobody speaks. mirrored: from right to left.
    """

    name: str
    make: Callable[[], QWidget]
    scheme: Scheme = "light"
    scale: str = "1"
    size: tuple[int, int] = CONSENT
    translated: bool = False
    mirrored: bool = False
