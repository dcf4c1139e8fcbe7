"""Icons of one family: the glyphs of QtAwesome's Phosphor font.

Invariants: it is the only icon font that is loaded (all fonts of QtAwesome take 40 MB); an icon is painted in the
current colours of the theme.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QIconEngine, QPainter, QPixmap

from ui import theme

Tone: TypeAlias = Literal[
    "text", "muted", "disabled", "accent", "on_accent", "amber", "red", "green", "strong", "on_strong"
]
_OLD_NAMES: Final = {
    "seal-check": "circle-wavy-check",
    "seal-warning": "circle-wavy-warning",
    "seal-question": "circle-wavy-question",
    "seal": "circle-wavy",
}
"""Today's names in Phosphor, with their names in the older version that QtAwesome has."""
_MIRRORED: Final = {
    "caret-left": "caret-right",
    "caret-right": "caret-left",
    "caret-double-left": "caret-double-right",
    "caret-double-right": "caret-double-left",
}
"""Arrows forward and back, with their counterparts for windows that run from right to left."""
SMALL: Final = 16
MEDIUM: Final = 20
LARGE: Final = 24


def icon(name: str, tone: Tone = "text") -> QIcon:
    """An icon that follows the theme. ``name``: Phosphor's, without prefix. Raises LookupError if there is none."""
    glyph(name)
    return QIcon(DrawnIcon(partial(_draw_glyph, name, tone)))


def pixmap(name: str, size: int = SMALL, tone: Tone = "text") -> QPixmap:
    """A picture in the current colours. Make a new one when the theme changes, or use ``ui.widgets.labels.Glyph``."""
    return icon(name, tone).pixmap(QSize(size, size), QGuiApplication.primaryScreen().devicePixelRatio())


def draw(painter: QPainter, rect: QRectF, character: str, tone: Tone) -> None:
    """Paint one glyph into ``rect`` in a colour of the theme."""
    painter.save()
    font = QFont(_family())
    font.setPixelSize(max(1, round(min(rect.width(), rect.height()))))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    painter.setFont(font)
    painter.setPen(QColor(getattr(theme.current().tokens, tone)))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, character)
    painter.restore()


def glyph(name: str) -> str:
    """The character of an icon. Raises LookupError if Phosphor has no such icon: a mistake in the program."""
    character = _charmap().get(_OLD_NAMES.get(name, name))
    if character is None:
        raise LookupError(f"Phosphor has no icon {name}")
    return character


def mirrored_glyph(name: str) -> str:
    """The character of an icon. Arrows are mirrored in windows that run from right to left."""
    mirrored = QGuiApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft
    return glyph(_MIRRORED.get(name, name) if mirrored else name)


class DrawnIcon(QIconEngine):
    """Draws an icon whenever Qt asks for it."""

    def __init__(self, draw: Callable[[QPainter, QRect, QIcon.Mode], None]) -> None:
        super().__init__()
        self._draw = draw

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:  # noqa: ARG002  # Qt's signature
        """Paint the icon."""
        self._draw(painter, rect, mode)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the icon as a picture."""
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return picture

    def clone(self) -> QIconEngine:
        """Return a copy."""
        return DrawnIcon(self._draw)


def _draw_glyph(name: str, tone: Tone, painter: QPainter, rect: QRect, mode: QIcon.Mode) -> None:
    shown: Tone = "disabled" if mode is QIcon.Mode.Disabled else tone
    draw(painter, QRectF(_at_start(rect)), mirrored_glyph(name), shown)


def _at_start(rect: QRect) -> QRect:
    """The square at the start of a rectangle that is wider than high; the rest is left to the text beside it."""
    spare = max(0, rect.width() - rect.height())
    mirrored = QGuiApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft
    return rect.adjusted(spare, 0, 0, 0) if mirrored else rect.adjusted(0, 0, -spare, 0)


def _fonts_directory() -> Path:
    """The directory of QtAwesome's fonts, found without importing it."""
    spec = importlib.util.find_spec("qtawesome")
    assert spec is not None, "QtAwesome is a dependency"
    assert spec.origin is not None, "QtAwesome is a dependency"
    return Path(spec.origin).parent / "fonts"


@cache
def _family() -> str:
    font = QFontDatabase.addApplicationFont(str(next(_fonts_directory().glob("phosphor*.ttf"))))
    return QFontDatabase.applicationFontFamilies(font)[0]


@cache
def _charmap() -> dict[str, str]:
    codes: dict[str, str] = json.loads(next(_fonts_directory().glob("phosphor-charmap*.json")).read_text())
    return {name: chr(int(code, 16)) for name, code in codes.items()}
