"""The type scale in the system's own fonts: families, sizes and weights.

Invariants:
    Sizes are those of the scale, larger if the person set the system to larger text, never smaller.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

Size: TypeAlias = Literal["caption", "body", "heading", "title"]

SCALE: Final[dict[Size, int]] = {"caption": 12, "body": 13, "heading": 15, "title": 18}
"""Pixels before the system's scale."""

_USUAL: Final = 15.0  # the largest default size of body text in pixels (GNOME 14.7, KDE 13.3, Windows 12, macOS 13)


def scale() -> float:
    """The factor by which the person wants text larger than usual."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    pixels = float(font.pixelSize())
    if pixels <= 0:
        pixels = font.pointSizeF() * QGuiApplication.primaryScreen().logicalDotsPerInch() / 72.0
    return max(1.0, pixels / _USUAL)


def pixels(size: Size) -> int:
    """A size of the scale in pixels, enlarged as the person wants it."""
    return round(SCALE[size] * scale())


def body_font() -> QFont:
    """The default font."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPixelSize(pixels("body"))
    return font


def mono_font() -> QFont:
    """The font for values, ids and code."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPixelSize(pixels("body"))
    font.setStyleHint(QFont.StyleHint.Monospace)
    return font
