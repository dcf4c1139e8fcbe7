"""The only factory for widgets that show text; installs the language of the window.

A ``str`` holds Assent's own words, an ``Untrusted`` holds text from a server, an app or a file.

Invariants:
    Every label, button, tooltip and title shows plain text (attack 4): untrusted text is escaped by ``host.text`` and
    never reaches Qt's rich text, a mnemonic or a resource loader.
    Nothing is read back from a widget (attack 5).
    Translations come from Assent's own catalogues, never from a server, an app or the profile.
"""

from __future__ import annotations

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
from host import regex
from host.text import Untrusted, escape, one_line
from ui import tr

Text: TypeAlias = str | Untrusted
LabelRole: TypeAlias = Literal["caption", "body", "strong", "heading", "title", "muted", "mono"]
"""Type scale: caption 12, body 13, strong 13/600, heading 15/600, title 18/600; muted 13, mono 13."""
Slot: TypeAlias = Callable[..., object] | SignalInstance  # what a signal is connected to
LONGEST: Final = 2_000  # characters of untrusted text in a tooltip or on a line that is cut to its place
_ICON_SIZE: Final = 16
_ICON_GAP: Final = 4  # pixels between the icon of a button and its text, in addition to the style's
_TOOLTIP_PROPERTY: Final = "plainToolTip"
"""Widget property: the tooltip as plain text, since Qt would hand its markup to screen readers."""
_DESCRIBED_PROPERTY: Final = "isDescribed"
"""Widget property: whether the widget has an accessible description of its own."""
_BUDDY_NAME: Final = "spokenLabel"
_SPOKEN_PROPERTY: Final = "isSpoken"  # property of a label that has had an accessible name different from its text
_SEPARATORS: Final = regex.pattern(" [▸→] ")
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
"""The escapes of ``html.escape``, whose module keeps the names of 2,231 characters in memory."""
ButtonRole: TypeAlias = Literal[
    "normal", "primary", "danger", "quiet", "fold", "pill", "more", "must-read", "chip", "nav"
]


def shown(text: Text, *, newlines: bool = False) -> str:
    """Return ``text`` as a person sees it: Assent's own words as they are, untrusted text escaped."""
    return escape(text.raw(), newlines=newlines) if isinstance(text, Untrusted) else text


def brief(text: Text) -> str:
    """Like ``shown``, but untrusted text is put on one line and cut, with a mark that says how much is left out."""
    return one_line(text.raw(), LONGEST) if isinstance(text, Untrusted) else text


def qt_length(words: str) -> int:
    """Return the length of a text as Qt counts it in a layout: in UTF-16, where most emoji take two."""
    return len(words) if words.isascii() else len(words.encode("utf-16-le", "surrogatepass")) // 2


def is_mirrored() -> bool:
    """Whether windows run from right to left."""
    return QGuiApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft


def facing(words: str) -> str:
    """In a mirrored window, make each line run in the direction of its own first letters (UAX #9, isolates).

    Otherwise ``files ▸ write_*`` would be drawn as ``*_files ▸ write``. Elsewhere ``words`` are returned as they are.
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
    """Create a label that shows ``text`` as plain text."""
    widget = QLabel(parent)
    set_up_label(widget, text, role, wrap=wrap, selectable=selectable)
    return widget


def set_up_label(widget: QLabel, text: Text, role: LabelRole, *, wrap: bool = False, selectable: bool = False) -> None:
    """Let a label, perhaps of a class of its own, show ``text`` as plain text."""
    widget.setTextFormat(Qt.TextFormat.PlainText)
    widget.setProperty("role", role)
    widget.setWordWrap(wrap)
    if selectable:
        widget.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
    set_text(widget, text)
    if is_mirrored() and role != "mono":  # Qt would go by the letters; values are read from the left
        widget.setAlignment(
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
        )


def set_text(widget: QLabel, text: Text) -> None:
    """Change the text of a label."""
    words = shown(text)
    widget.setText(facing(words))
    if _SEPARATORS.search(words) or widget.property(_SPOKEN_PROPERTY):
        widget.setAccessibleName(spoken(words))
        widget.setProperty(_SPOKEN_PROPERTY, True)


def button(
    text: Text, role: ButtonRole = "normal", *, parent: QWidget | None = None, on_click: Slot | None = None
) -> QPushButton:
    """Create a button. It is never a dialog's default, so that Enter presses nothing by accident (attack 10)."""
    widget = QPushButton(parent)
    widget.setAutoDefault(False)
    widget.setDefault(False)
    widget.setProperty("role", role)
    if role not in ("fold", "nav"):
        widget.setIconSize(QSize(_ICON_SIZE + _ICON_GAP, _ICON_SIZE))
    set_button_text(widget, text)
    if on_click is not None:
        widget.clicked.connect(on_click)
    return widget


def set_button_text(widget: QAbstractButton, text: Text) -> None:
    """Change a button's text. An ampersand is shown as a character and makes no mnemonic."""
    words = shown(text)
    widget.setText(facing(words.replace("&", "&&")))
    widget.setAccessibleName(words)


def tooltip_html(text: Text) -> str:
    """Return ``text`` as HTML for a Qt tooltip or a model's ``ToolTipRole``; everything is escaped, line ends are kept.

    Qt would otherwise guess whether the text is HTML.
    """
    long = isinstance(text, Untrusted) and len(text.raw()) > LONGEST
    words = brief(text) if long else shown(text, newlines=True)
    return f'<qt><p style="white-space: pre-wrap">{words.translate(_ESCAPES)}</p></qt>' if words else ""


def tooltip(widget: QWidget | QAction, text: Text) -> None:
    """Set the tooltip of ``widget``. It is also its accessible description, unless ``named`` set another."""
    widget.setToolTip(tooltip_html(text))
    if isinstance(widget, QWidget):
        widget.setProperty(_TOOLTIP_PROPERTY, brief(text))
        if not widget.property(_DESCRIBED_PROPERTY):
            widget.setAccessibleDescription(brief(text))


def title(window: QWidget, text: Text) -> None:
    """Set the title of ``window``. ``[*]`` is a placeholder of Qt and is escaped by doubling it."""
    window.setWindowTitle(shown(text).replace("[*]", "[*][*]"))


def action(text: Text, *, parent: QObject) -> QAction:
    """Create a menu entry. An ampersand is shown as a character and makes no mnemonic."""
    entry = QAction(parent)
    set_action_text(entry, text)
    return entry


def set_action_text(entry: QAction, text: Text) -> None:
    """Change the text of a menu entry."""
    entry.setText(facing(shown(text).replace("&", "&&")))
    entry.setToolTip("")


def tool_button(icon: QIcon, name: Text, *, parent: QWidget | None = None, on_click: Slot | None = None) -> QToolButton:
    """Create a button that shows only an icon. ``name``: what it does, for the tooltip and for screen readers."""
    widget = QToolButton(parent)
    widget.setProperty("role", "quiet")
    widget.setIcon(icon)
    widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    named(widget, name)
    tooltip(widget, name)
    if on_click is not None:
        widget.clicked.connect(on_click)
    return widget


class _CheckBox(QCheckBox):
    """A check box that can be pressed anywhere in its area, not only on its text."""

    def hitButton(self, pos: QPoint) -> bool:  # noqa: N802  # Qt's name
        return self.rect().contains(pos)


def check(text: Text, *, checked: bool = False, parent: QWidget | None = None) -> QCheckBox:
    """A check box."""
    widget = _CheckBox(parent)
    widget.setChecked(checked)
    set_button_text(widget, text)
    return widget


def radio(text: Text, *, parent: QWidget | None = None) -> QRadioButton:
    """A radio button."""
    widget = QRadioButton(parent)
    set_button_text(widget, text)
    return widget


def named(widget: QWidget, name: Text, description: Text = "") -> None:
    """Set the accessible name and description of ``widget``. Without ``description`` its tooltip describes it."""
    widget.setAccessibleName(spoken(shown(name)))
    widget.setProperty(_DESCRIBED_PROPERTY, bool(shown(description)))
    widget.setAccessibleDescription(spoken(shown(description)) or widget.property(_TOOLTIP_PROPERTY) or "")
    if isinstance(widget, QComboBox):
        _add_hidden_label(widget, shown(name))


def spoken(words: str) -> str:
    """Replace signs between names by commas: a screen reader would say *right-pointing triangle*."""
    return _SEPARATORS.sub(", ", words)


def _add_hidden_label(combo: QComboBox, name: str) -> None:
    """Give a combo box a hidden label: on Linux, Qt reports the current entry as its name and nothing else."""
    buddy = combo.findChild(QLabel, _BUDDY_NAME)
    if buddy is None:
        buddy = label(parent=combo)
        buddy.setObjectName(_BUDDY_NAME)
        buddy.setBuddy(combo)
        buddy.hide()
    buddy.setText(name.replace("&", "&&"))


def let_tab_reach(label: QWidget) -> None:
    """Let Tab stop at a label while a screen reader runs; otherwise Tab goes from control to control."""
    is_read_aloud = QAccessible.isActive()
    label.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_read_aloud else Qt.FocusPolicy.ClickFocus)


def announce(widget: QWidget, words: str, *, urgent: bool = False) -> None:
    """Let a screen reader say escaped words about a widget now; the focus stays. ``urgent``: interrupt what it says."""
    if not words or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, spoken(words))
    polite = QAccessible.AnnouncementPoliteness
    event.setPoliteness(polite.Assertive if urgent else polite.Polite)
    QAccessible.updateAccessibility(event)


TRANSLATIONS: Final = Path(resources.__file__).parent / "translations"
_CATALOGUE: Final = "assent"


def install_language(app: QApplication, locale: QLocale | None = None, directory: Path = TRANSLATIONS) -> bool:
    """Show the window in a language, mirrored if it is; None for the system's. Returns whether it has a catalogue."""
    language = QLocale.system() if locale is None else locale
    translator = QTranslator(app)
    if not translator.load(language, _CATALOGUE, "_", str(directory), ".qm"):
        tr.install(None)
        return False
    for catalogue in (translator, _load_qt_translator(app, language)):
        app.installTranslator(catalogue)
    app.setLayoutDirection(language.textDirection())
    tr.install(lambda source, number: translator.translate(tr.CONTEXT, source, "", number) or source)
    return True


def _load_qt_translator(app: QApplication, locale: QLocale) -> QTranslator:
    """Load the translation of Qt's own texts, such as the context menu of a field."""
    translator = QTranslator(app)
    translator.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    return translator
