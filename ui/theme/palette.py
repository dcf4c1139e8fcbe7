"""Qt's palette, made of the tokens.

Owns: what widgets look like that no rule of the style sheet names. What stays true: they use the tokens too.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QColor, QPalette

from ui.theme.tokens import Tokens

_ROLES: Final[tuple[tuple[QPalette.ColorRole, str], ...]] = (
    (QPalette.ColorRole.Window, "window"),
    (QPalette.ColorRole.WindowText, "text"),
    (QPalette.ColorRole.Base, "surface"),
    (QPalette.ColorRole.AlternateBase, "neutral_soft"),
    (QPalette.ColorRole.Text, "text"),
    (QPalette.ColorRole.Button, "surface"),
    (QPalette.ColorRole.ButtonText, "text"),
    (QPalette.ColorRole.BrightText, "red"),
    (QPalette.ColorRole.ToolTipBase, "raised"),
    (QPalette.ColorRole.ToolTipText, "text"),
    (QPalette.ColorRole.PlaceholderText, "muted"),
    (QPalette.ColorRole.Highlight, "accent"),
    (QPalette.ColorRole.HighlightedText, "on_accent"),
    (QPalette.ColorRole.Accent, "accent"),
    (QPalette.ColorRole.Link, "text"),
    (QPalette.ColorRole.LinkVisited, "text"),
    (QPalette.ColorRole.Light, "raised"),
    (QPalette.ColorRole.Midlight, "hover"),
    (QPalette.ColorRole.Mid, "border"),
    (QPalette.ColorRole.Dark, "border_strong"),
    (QPalette.ColorRole.Shadow, "border_strong"),
)
_WORDS: Final = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)


def palette(tokens: Tokens) -> QPalette:
    """The palette of ``tokens``."""
    made = QPalette()
    for role, name in _ROLES:
        made.setColor(role, QColor(getattr(tokens, name)))
    for role in _WORDS:
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.disabled))
    return made
