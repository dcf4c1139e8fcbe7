"""The keys of the windows: every shortcut of both, its keys, and what they do in words (pure).

Invariants: shortcuts are installed only from here, so that the list that people see is complete and true.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ui.tr import mark


class Shortcut(Struct, frozen=True):
    """One shortcut."""

    keys: tuple[str, ...]  # the keys, each of which triggers it
    does: str  # what they do; marked for translation
    act: str = ""  # its name in the program; empty if Qt or a widget handles the keys


_CONTROLS: Final = (
    Shortcut(("Tab", "Shift+Tab"), mark("Go from one control to the next, or back")),
    Shortcut(("Space",), mark("Press the control that has the keyboard")),
)
CONSENT: Final = (
    *_CONTROLS,
    Shortcut(("F6", "Alt+Down"), mark("Go on: what is to read, what your yes covers, the buttons"), "next"),
    Shortcut(("Shift+F6", "Alt+Up"), mark("Go back through the same places"), "previous"),
    Shortcut(("↑", "↓", "PgUp", "PgDn"), mark("Scroll what is to read")),
    Shortcut(("Ctrl+D",), mark("Deny"), "deny"),
    Shortcut(("Ctrl+Shift+D",), mark("Deny and say why"), "reason"),
    Shortcut(("Ctrl+E",), mark("Change the inputs"), "edit"),
    Shortcut(("Ctrl+Return", "Ctrl+Enter"), mark("Approve, as soon as Approve is ready; hold nothing down"), "approve"),
    Shortcut(("Ctrl+Shift+N",), mark("Approve with a note to the model"), "note"),
    Shortcut(("Esc",), mark("One step back; from the question: put it aside, as closing the window does"), "back"),
    Shortcut(("F1", "?"), mark("Show this list"), "help"),
)
"""The shortcuts of the consent window."""
MAIN: Final = (
    *_CONTROLS,
    Shortcut(("Ctrl+1", "…", "Ctrl+8"), mark("Go to a page, in the order of the list")),
    Shortcut(("↑", "↓"), mark("In the list of pages: go to the page above or below")),
    Shortcut(("Ctrl+F",), mark("Go to the search of the page"), "filter"),
    Shortcut(("F6",), mark("Go on: the page, what just happened, the list of pages"), "next"),
    Shortcut(("Shift+F6",), mark("Go back through the same places"), "previous"),
    Shortcut(("Esc",), mark("Put away what just happened, or the panel at the side")),
    Shortcut(("F1",), mark("Show the help"), "help"),
    Shortcut(("Ctrl+Q",), mark("Quit"), "quit"),
)
"""The shortcuts of the main window."""


def keys_of(shortcuts: tuple[Shortcut, ...], act: str) -> tuple[str, ...]:
    """The keys of the shortcut whose ``act`` is this."""
    return next(shortcut.keys for shortcut in shortcuts if shortcut.act == act)
