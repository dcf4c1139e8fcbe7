"""Colour, type, space and motion; the scheme in force.

Invariants:
    Pages have no literal colours, sizes or fonts; all of them come from here.
    There is one theme. It follows the system's light, dark and high contrast while the program runs, unless a scheme
    was chosen.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from ui.theme import fonts, style_sheet, tokens
from ui.theme.fonts import body_font, mono_font
from ui.theme.tokens import GROUP, MONOGRAM, PAGE, RADIUS, ROW, SECTION, SPACE, TARGET, Scheme, Tokens

__all__ = [
    "GROUP",
    "MONOGRAM",
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
    "set_look",
]

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
_TEXT_ROLES: Final = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)


class Theme(QObject):
    """The current look."""

    changed = Signal()  # everything is drawn again; pixmaps that are kept must be made again

    def __init__(self) -> None:
        super().__init__()
        self.tokens: Tokens = tokens.LIGHT
        self._scheme: Scheme | None = None
        self._is_watching = False

    def use(self, app: QApplication, scheme: Scheme | None) -> None:
        """Apply a scheme to ``app``; None follows the system."""
        self._scheme = scheme
        app.setStyle("Fusion")
        app.setFont(fonts.body_font())
        self.tokens = _tokens_for(scheme)
        self._apply_tokens(app)
        self._watch_system()

    def _apply_tokens(self, app: QApplication) -> None:
        app.setPalette(palette(self.tokens))
        app.setStyleSheet(style_sheet.sheet(self.tokens))
        self.changed.emit()

    def _watch_system(self) -> None:
        if self._is_watching:
            return
        self._is_watching = True
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._follow_system)
        if hasattr(hints, "accessibility"):  # Qt 6.10
            hints.accessibility().contrastPreferenceChanged.connect(self._follow_system)

    def _follow_system(self) -> None:
        app = QApplication.instance()
        new_tokens = _tokens_for(self._scheme)
        if new_tokens is not self.tokens and isinstance(app, QApplication):
            self.tokens = new_tokens
            self._apply_tokens(app)


@cache
def current() -> Theme:
    """The theme of this process; light until ``apply`` has asked the system."""
    return Theme()


def apply(app: QApplication, scheme: Scheme | None = None) -> Theme:
    """Apply ``scheme`` to ``app``, or the system's if None. Returns the theme."""
    theme = current()
    theme.use(app, scheme)
    return theme


def _tokens_for(scheme: Scheme | None) -> Tokens:
    dark = system_is_dark()
    if scheme == "contrast" or (scheme is None and system_wants_contrast()):
        return tokens.CONTRAST_DARK if dark else tokens.CONTRAST_LIGHT
    if scheme is None:
        return tokens.DARK if dark else tokens.LIGHT
    return tokens.DARK if scheme == "dark" else tokens.LIGHT


def system_is_dark() -> bool:
    """Whether the system uses a dark scheme."""
    return QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark


def system_wants_contrast() -> bool:
    """Whether the system is set to high contrast; always False before Qt 6.10, which cannot tell."""
    hints = QGuiApplication.styleHints()
    if not hasattr(hints, "accessibility"):
        return False
    return hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast


def palette(tokens: Tokens) -> QPalette:
    """The palette of ``tokens``."""
    colours = QPalette()
    for role, name in _ROLES:
        colours.setColor(role, QColor(getattr(tokens, name)))
    for role in _TEXT_ROLES:
        colours.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.disabled))
    return colours


def set_look(widget: QWidget, name: str, value: str | bool) -> None:
    """Set a property that the style sheet uses, and update the style of ``widget``."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
