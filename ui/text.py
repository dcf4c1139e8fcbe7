"""The only factory for widgets that show text.

Owns: how words get onto the screen. What stays true: every label, button, tooltip and title shows plain text
(SECURITY, row 4): strangers' text is escaped by ``host.text`` and never reaches Qt's rich text, a mnemonic or a
resource loader; nothing is read back from a widget (row 5). A ``str`` is our own words, an ``Untrusted`` a stranger's.
"""

from __future__ import annotations

import html
from typing import Literal, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton, QWidget

from host.text import Untrusted, escape

Text: TypeAlias = str | Untrusted
LabelRole: TypeAlias = Literal["caption", "body", "strong", "heading", "title", "display", "muted", "mono"]
"""Type scale: caption 12, body 13, strong 13/600, heading 15/600, title 18/600, display 24/600; muted 13, mono 13."""
ButtonRole: TypeAlias = Literal["normal", "primary", "danger", "quiet"]


def shown(text: Text, *, newlines: bool = False) -> str:
    """What a person sees of ``text``: our own words as they are, a stranger's escaped."""
    return escape(text.raw(), newlines=newlines) if isinstance(text, Untrusted) else text


def label(
    text: Text = "",
    role: LabelRole = "body",
    *,
    wrap: bool = False,
    selectable: bool = False,
    parent: QWidget | None = None,
) -> QLabel:
    """A label that shows ``text`` and nothing else of what it may look like."""
    made = QLabel(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("role", role)
    made.setWordWrap(wrap)
    if selectable:
        made.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
    set_text(made, text)
    return made


def set_text(made: QLabel, text: Text) -> None:
    """Change what a label of ours shows."""
    made.setText(shown(text))


def button(text: Text, role: ButtonRole = "normal", *, parent: QWidget | None = None) -> QPushButton:
    """A button. It is never a dialog's default: Enter does nothing by accident (row 10)."""
    made = QPushButton(parent)
    made.setAutoDefault(False)
    made.setDefault(False)
    made.setProperty("role", role)
    set_button_text(made, text)
    return made


def set_button_text(made: QAbstractButton, text: Text) -> None:
    """Change a button's text; an ampersand is a character, not a mnemonic."""
    words = shown(text)
    made.setText(words.replace("&", "&&"))
    made.setAccessibleName(words)


def tooltip(widget: QWidget, text: Text) -> None:
    """Give ``widget`` a tooltip. Qt would guess whether it is HTML, so it always is, with everything in it escaped."""
    words = shown(text, newlines=True)
    widget.setToolTip(f"<qt>{html.escape(words)}</qt>" if words else "")


def named(widget: QWidget, name: Text, description: Text = "") -> None:
    """What a screen reader says of ``widget``."""
    widget.setAccessibleName(shown(name))
    if description:
        widget.setAccessibleDescription(shown(description))
