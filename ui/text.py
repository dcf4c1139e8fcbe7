"""The only factory for widgets that show text, and the language of that.

A ``str`` is our own words, an ``Untrusted`` a stranger's.

Invariants:
    Every label, button, tooltip and title shows plain text (attack 4): strangers' text is escaped by
    ``host.text`` and never reaches Qt's rich text, a mnemonic or a resource loader.
    Nothing is read back from a widget (attack 5).
    Catalogues are our own, and never come from a server, an app or the profile.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QPoint, QSize, Qt, QTranslator, SignalInstance
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAction, QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QPushButton,
    QRadioButton,
    QToolButton,
    QWidget,
)

import resources
from host.text import Untrusted, escape, one_line
from ui import tr

Text: TypeAlias = str | Untrusted
LabelRole: TypeAlias = Literal["caption", "body", "strong", "heading", "title", "display", "muted", "mono"]
"""Type scale: caption 12, body 13, strong 13/600, heading 15/600, title 18/600, display 24/600; muted 13, mono 13."""
Slot: TypeAlias = Callable[..., object] | SignalInstance
"""What a signal is connected to."""
LONGEST: Final = 2_000
"""Characters of a stranger's text in a tooltip or on a line that is cut to its place."""
_ICON: Final = 16
_APART: Final = 4
"""Pixels of an icon in a button, and those that keep it off the words besides the style's."""
_TIP: Final = "plainToolTip"
_DESCRIBED: Final = "isDescribed"
"""Properties of widgets: the tooltip in plain words, for Qt would hand its markup to screen readers; whether there is a
description besides."""
_LABEL: Final = "spokenLabel"
_SPOKEN: Final = "isSpoken"
"""Of a label whose words were once spoken otherwise than they are written."""
_SIGNS: Final = re.compile(" [▸→] ")
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
"""As ``html.escape`` has it, whose module keeps the names of 2,231 characters in memory."""
ButtonRole: TypeAlias = Literal[
    "normal", "primary", "danger", "quiet", "fold", "pill", "more", "must-read", "chip", "nav"
]


def shown(text: Text, *, newlines: bool = False) -> str:
    """What a person sees of ``text``: our own words as they are, a stranger's escaped."""
    return escape(text.raw(), newlines=newlines) if isinstance(text, Untrusted) else text


def brief(text: Text) -> str:
    """``shown``, of a stranger's text no more than a widget of one line can bear; a mark says how much is left out."""
    return one_line(text.raw(), LONGEST) if isinstance(text, Untrusted) else text


def is_mirrored() -> bool:
    """Whether windows run from right to left."""
    return QGuiApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft


def facing(words: str) -> str:
    """``words`` as they are, but in a mirrored window: there each line runs the way of its own first letters.

    Else ``files ▸ write_*`` would be drawn as ``*_files ▸ write`` (UAX #9, isolates).
    """
    if not words or not is_mirrored():
        return words
    return "\n".join(f"\u2068{line}\u2069" for line in words.split("\n"))


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
    if is_mirrored() and role != "mono":  # Qt would go by the letters; values stand as they are read, from the left
        made.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)
    return made


def set_text(made: QLabel, text: Text) -> None:
    """Change what a label of ours shows."""
    words = shown(text)
    made.setText(facing(words))
    if _SIGNS.search(words) or made.property(_SPOKEN):
        made.setAccessibleName(spoken(words))
        made.setProperty(_SPOKEN, True)


def button(
    text: Text, role: ButtonRole = "normal", *, parent: QWidget | None = None, on_click: Slot | None = None
) -> QPushButton:
    """A button. It is never a dialog's default: Enter does nothing by accident (attack 10)."""
    made = QPushButton(parent)
    made.setAutoDefault(False)
    made.setDefault(False)
    made.setProperty("role", role)
    if role not in ("fold", "nav"):
        made.setIconSize(QSize(_ICON + _APART, _ICON))
    set_button_text(made, text)
    if on_click is not None:
        made.clicked.connect(on_click)
    return made


def set_button_text(made: QAbstractButton, text: Text) -> None:
    """Change a button's text; an ampersand is a character, not a mnemonic."""
    words = shown(text)
    made.setText(facing(words.replace("&", "&&")))
    made.setAccessibleName(words)


def tip(text: Text) -> str:
    """What to give Qt as a tooltip (a model's ``ToolTipRole``, for one).

    Qt would guess whether it is HTML, so it always is, with everything in it escaped and line ends kept.
    """
    long = isinstance(text, Untrusted) and len(text.raw()) > LONGEST
    words = brief(text) if long else shown(text, newlines=True)
    return f'<qt><p style="white-space: pre-wrap">{words.translate(_ESCAPES)}</p></qt>' if words else ""


def tooltip(widget: QWidget | QAction, text: Text) -> None:
    """Give ``widget`` a tooltip. Of one that ``named`` does not describe a screen reader says it, in plain words."""
    widget.setToolTip(tip(text))
    if isinstance(widget, QWidget):
        widget.setProperty(_TIP, brief(text))
        if not widget.property(_DESCRIBED):
            widget.setAccessibleDescription(brief(text))


def title(window: QWidget, text: Text) -> None:
    """Give ``window`` its title. ``[*]`` is a placeholder of Qt's; doubled it is what it says."""
    window.setWindowTitle(shown(text).replace("[*]", "[*][*]"))


def action(text: Text, *, parent: QObject) -> QAction:
    """An entry of a menu; an ampersand is a character, not a mnemonic."""
    made = QAction(parent)
    set_action_text(made, text)
    return made


def set_action_text(made: QAction, text: Text) -> None:
    """Change what an entry of a menu says."""
    made.setText(facing(shown(text).replace("&", "&&")))
    made.setToolTip("")


def tool_button(icon: QIcon, name: Text, *, parent: QWidget | None = None, on_click: Slot | None = None) -> QToolButton:
    """A button that is an icon; ``name`` is what it does, for the tooltip and for who cannot see it."""
    made = QToolButton(parent)
    made.setProperty("role", "quiet")
    made.setIcon(icon)
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    named(made, name)
    tooltip(made, name)
    if on_click is not None:
        made.clicked.connect(on_click)
    return made


class _Check(QCheckBox):
    """A check box that can be pressed all over, not on the line of its words alone."""

    def hitButton(self, pos: QPoint) -> bool:  # noqa: N802  # Qt's name
        """All of it can be pressed."""
        return self.rect().contains(pos)


def check(text: Text, *, parent: QWidget | None = None) -> QCheckBox:
    """A check box."""
    made = _Check(parent)
    set_button_text(made, text)
    return made


def radio(text: Text, *, parent: QWidget | None = None) -> QRadioButton:
    """A radio button."""
    made = QRadioButton(parent)
    set_button_text(made, text)
    return made


def named(widget: QWidget, name: Text, description: Text = "") -> None:
    """What a screen reader says of ``widget``; without a description of its own it is described by its tooltip."""
    widget.setAccessibleName(spoken(shown(name)))
    widget.setProperty(_DESCRIBED, bool(shown(description)))
    widget.setAccessibleDescription(spoken(shown(description)) or widget.property(_TIP) or "")
    if isinstance(widget, QComboBox):
        _label_choice(widget, shown(name))


def spoken(words: str) -> str:
    """``words`` with a pause where a sign stands between two names: it would be read as *right-pointing triangle*."""
    return _SIGNS.sub(", ", words)


def _label_choice(choice: QComboBox, name: str) -> None:
    """Give a choice a label that is not seen: what is chosen is all that Qt tells of it as its name, on Linux."""
    made = choice.findChild(QLabel, _LABEL)
    if made is None:
        made = label(parent=choice)
        made.setObjectName(_LABEL)
        made.setBuddy(choice)
        made.hide()
    made.setText(name.replace("&", "&&"))


def let_tab_reach(words: QWidget) -> None:
    """Let Tab stop at words while a screen reader listens; for everybody else it goes from control to control."""
    heard = QAccessible.isActive()
    words.setFocusPolicy(Qt.FocusPolicy.StrongFocus if heard else Qt.FocusPolicy.ClickFocus)


def announce(widget: QWidget, words: str, *, urgent: bool = False) -> None:
    """Have a screen reader say something without being asked. It takes no focus and changes nothing.

    Args:
        widget: what it is about.
        words: what stands on screen, escaped like it.
        urgent: say it instead of what is being said, not after it.
    """
    if not words or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, spoken(words))
    polite = QAccessible.AnnouncementPoliteness
    event.setPoliteness(polite.Assertive if urgent else polite.Polite)
    QAccessible.updateAccessibility(event)


TRANSLATIONS: Final = Path(resources.__file__).parent / "translations"
_CATALOGUE: Final = "assent"


def install_language(app: QApplication, locale: QLocale | None = None, directory: Path = TRANSLATIONS) -> bool:
    """Speak the language of ``locale`` (the system's where None) from now on; whether there is a catalogue for it.

    A missing or damaged catalogue leaves English. Where a language runs from right to left, so do the windows.
    """
    wanted = QLocale.system() if locale is None else locale
    ours = QTranslator(app)
    if not ours.load(wanted, _CATALOGUE, "_", str(directory), ".qm"):
        tr.install(None)
        return False
    for catalogue in (ours, _of_qt(app, wanted)):
        app.installTranslator(catalogue)
    app.setLayoutDirection(wanted.textDirection())
    tr.install(lambda source, number: ours.translate(tr.CONTEXT, source, "", number) or source)
    return True


def _of_qt(app: QApplication, locale: QLocale) -> QTranslator:
    """What Qt itself says, such as the entries of a field's menu."""
    made = QTranslator(app)
    made.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    return made
