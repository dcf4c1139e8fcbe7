"""Icons, all of one family.

Owns: the Phosphor font that QtAwesome brings, and how its glyphs become icons.

Invariants: it is the only icon font that is loaded (all of QtAwesome's take 40 MB); an icon is drawn in the theme's
colours of the moment it is painted.
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
_EARLIER: Final = {
    "seal-check": "circle-wavy-check",
    "seal-warning": "circle-wavy-warning",
    "seal-question": "circle-wavy-question",
    "seal": "circle-wavy",
}
"""Names of today's Phosphor, and what the version that QtAwesome brings calls them."""
_MIRRORED: Final = {
    "caret-left": "caret-right",
    "caret-right": "caret-left",
    "caret-double-left": "caret-double-right",
    "caret-double-right": "caret-double-left",
}
"""What points on or back: the other way where windows run from right to left."""
SMALL: Final = 16
MEDIUM: Final = 20
LARGE: Final = 24


def icon(name: str, tone: Tone = "text") -> QIcon:
    """An icon that follows the theme.

    Args:
        name: Phosphor's, without prefix.
        tone: its colour.

    Raises:
        LookupError: Phosphor has no such icon.
    """
    glyph(name)
    return QIcon(DrawnIcon(partial(_draw_glyph, name, tone)))


def pixmap(name: str, size: int = SMALL, tone: Tone = "text") -> QPixmap:
    """A picture in the colours of now: make it again when the theme changes, or use ``ui.widgets.labels.Glyph``."""
    return icon(name, tone).pixmap(QSize(size, size), QGuiApplication.primaryScreen().devicePixelRatio())


def draw(painter: QPainter, rect: QRectF, character: str, tone: Tone) -> None:
    """Paint one glyph into ``rect`` in the theme's colour."""
    painter.save()
    font = QFont(_family())
    font.setPixelSize(max(1, round(min(rect.width(), rect.height()))))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    painter.setFont(font)
    painter.setPen(QColor(getattr(theme.current().tokens, tone)))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, character)
    painter.restore()


def glyph(name: str) -> str:
    """The character of an icon.

    Raises:
        LookupError: Phosphor has no such icon: a mistake of ours, found when the icon is made.
    """
    found = _charmap().get(_EARLIER.get(name, name))
    if found is None:
        raise LookupError(f"Phosphor has no icon {name}")
    return found


def mirrored_glyph(name: str) -> str:
    """The character of an icon; an arrow points the other way where windows run from right to left."""
    mirrored = QGuiApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft
    return glyph(_MIRRORED.get(name, name) if mirrored else name)


class DrawnIcon(QIconEngine):
    """Draws an icon whenever Qt wants it."""

    def __init__(self, drawing: Callable[[QPainter, QRect, QIcon.Mode], None]) -> None:
        super().__init__()
        self._drawing = drawing

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:  # noqa: ARG002  # Qt's signature
        """Draw it."""
        self._drawing(painter, rect, mode)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """A picture of it."""
        made = QPixmap(size)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return made

    def clone(self) -> QIconEngine:
        """Another one."""
        return DrawnIcon(self._drawing)


def _draw_glyph(name: str, tone: Tone, painter: QPainter, rect: QRect, mode: QIcon.Mode) -> None:
    shown: Tone = "disabled" if mode is QIcon.Mode.Disabled else tone
    draw(painter, QRectF(_at_start(rect)), mirrored_glyph(name), shown)


def _at_start(rect: QRect) -> QRect:
    """The square at the outer end of a rectangle that is wider than high, so that the text beside it gets the rest."""
    spare = max(0, rect.width() - rect.height())
    mirrored = QGuiApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft
    return rect.adjusted(spare, 0, 0, 0) if mirrored else rect.adjusted(0, 0, -spare, 0)


def _fonts() -> Path:
    """QtAwesome's fonts, found without importing it."""
    spec = importlib.util.find_spec("qtawesome")
    assert spec is not None, "QtAwesome is a dependency"
    assert spec.origin is not None, "QtAwesome is a dependency"
    return Path(spec.origin).parent / "fonts"


@cache
def _family() -> str:
    font = QFontDatabase.addApplicationFont(str(next(_fonts().glob("phosphor*.ttf"))))
    return QFontDatabase.applicationFontFamilies(font)[0]


@cache
def _charmap() -> dict[str, str]:
    codes: dict[str, str] = json.loads(next(_fonts().glob("phosphor-charmap*.json")).read_text())
    return {name: chr(int(code, 16)) for name, code in codes.items()}
