"""How a situation's window is made.

Owns: the link, the controller and the windows of each picture.

Invariants: they are the program's own, fed through the same signals as by the host.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from host.control.protocol import (
    ReadHistory,
    ReadStory,
    Story,
    Welcome,
)
from host.control.views import (
    Asked,
    HistoryPage,
    HostState,
)
from tests.support import window as samples
from tests.support.window import FakeLink
from ui import display_names
from ui.consent.controller import ConsentController
from ui.main_window import MainWindow

CONSENT: Final = (680, 860)
MAIN: Final = (1120, 720)


KEPT: Final[list[tuple[FakeLink, ConsentController]]] = []
"""Link and controller of the picture that is drawn now; they live until the next one is made."""


def _kept(link: FakeLink, controller: ConsentController) -> None:
    for _, old in KEPT:
        for thing in (old.window, old):
            if isValid(thing):
                thing.deleteLater()
    KEPT[:] = [(link, controller)]


def consent(
    *questions: Asked,
    after: Callable[[FakeLink, QWidget], object] = lambda *_: None,
    replies: dict[type, object] | None = None,
) -> Callable[[], QWidget]:
    """The consent window with the first of these questions, the others waiting."""

    def make() -> QWidget:
        link = FakeLink()
        link.replies |= replies or {}
        controller = ConsentController(link)
        _kept(link, controller)
        link.welcomed.emit(welcome())
        for question in questions:
            link.asked.emit(question)
        controller.show_call(questions[0].request.call.id)
        after(link, controller.window)
        return controller.window

    return make


def welcome(demo: bool = False, state: HostState | None = None) -> Welcome:
    """The host greets."""
    return Welcome(
        "0.1.0",
        demo,
        "ana",
        "/home/ana/.config/assent",
        "/home/ana/.local/share/assent/log.sqlite3",
        state or samples.state(),
        ("2024-11-05", "2025-06-18"),
    )


def main(
    page: str,
    *questions: Asked,
    demo: bool = False,
    state: HostState | None = None,
    replies: dict[type, object] | None = None,
    after: Callable[[FakeLink, MainWindow], object] = lambda *_: None,
) -> Callable[[], QWidget]:
    """The main window on one page."""

    def make() -> QWidget:
        link = FakeLink()
        link.replies |= {ReadHistory: HistoryPage((), ""), ReadStory: Story((), ())} | (replies or {})
        controller = ConsentController(link)
        window = MainWindow(link, controller)
        _kept(link, controller)
        display_names.know_servers((state or samples.state()).servers)
        link.welcomed.emit(welcome(demo, state))
        link.state_changed.emit(state or samples.state())
        for question in questions:
            link.asked.emit(question)
        if controller.is_prepared:
            controller.window.hide()
        window.show_page(page)
        after(link, window)
        return window

    return make
