"""Colour, type, space and motion.

Invariants:
    No page has a literal colour, pixel or font of its own; they all come from here.
"""

from __future__ import annotations

from ui.theme.fonts import body_font, mono_font
from ui.theme.theme import Theme, apply, current
from ui.theme.tokens import FACE, GROUP, PAGE, RADIUS, ROW, SECTION, SPACE, TARGET, Scheme, Tokens

__all__ = [
    "FACE",
    "GROUP",
    "PAGE",
    "RADIUS",
    "ROW",
    "SECTION",
    "SPACE",
    "TARGET",
    "Scheme",
    "Theme",
    "Tokens",
    "apply",
    "body_font",
    "current",
    "mono_font",
]
