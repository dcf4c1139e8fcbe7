"""The style sheet, made of the tokens.

Owns: what each kind of widget looks like. What stays true: every control shows where the keyboard is; an outline that
grows on focus takes its pixel from the padding, so that nothing moves.
"""

from __future__ import annotations

from string import Template
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from ui.theme import fonts, shapes
from ui.theme.tokens import Tokens

_SHEETS: Final = ("words", "frames", "buttons", "fields", "views", "bars")


def sheet(tokens: Tokens) -> str:
    """The whole style sheet."""
    from ui.theme import rules

    return Template("".join(getattr(rules, name.upper()) for name in _SHEETS)).substitute(_values(tokens))


def _values(tokens: Tokens) -> dict[str, str]:
    """What a rule may name: tokens, sizes, families, shapes, and the side where lines end, which Qt does not mirror."""
    values = {name: str(getattr(tokens, name)) for name in tokens.__slots__}
    values |= {f"px_{size}": f"{fonts.pixels(size)}px" for size in fonts.SCALE}
    values["end"] = "left" if QGuiApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft else "right"
    values["mono"] = f'"{fonts.mono_font().family()}"'
    for tint in ("neutral", "amber", "red", "green", "accent"):
        values |= _edges(tokens, tint)
    return values | shapes.urls(tokens)


def _edges(tokens: Tokens, tint: str) -> dict[str, str]:
    """Outlines of tinted frames: a shade of the tint, or all of it where contrast is wanted."""
    ground = getattr(tokens, f"{tint}_soft")
    ink = tokens.muted if tint == "neutral" else getattr(tokens, tint)
    if ground == tokens.surface or tokens.border == tokens.border_strong:
        return {f"{tint}_line": ink, f"{tint}_edge": ink}
    return {f"{tint}_line": mix(ink, ground, 0.4), f"{tint}_edge": ground}


def mix(one: str, other: str, share: float) -> str:
    """So much of one colour, and the rest of another."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a * share + b * (1 - share)) for a, b in pairs).hex()
