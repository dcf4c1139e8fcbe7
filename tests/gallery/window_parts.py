"""What stands around the pages of the main window, and the pages that explain the program.

Owns: the list, and what happened before the picture is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QWidget

from host.values import replace
from tests.gallery.making import main
from tests.gallery.records import GIVEN, GRANTS
from tests.gallery.situation import LEAST, MAIN, Situation
from tests.support import window as samples
from tests.support.window import FakeLink
from ui.main_window import MainWindow
from ui.toast_messages import rule_removed


def _given(link: FakeLink, _: MainWindow) -> None:
    """A grant was given just now."""
    link.state_changed.emit(samples.state(grants=(replace(GIVEN[-1], id="new"), *GIVEN)))


def _removed(_: FakeLink, window: MainWindow) -> None:
    """A rule was removed, whose coming back would loosen."""
    window.toasts.tell(rule_removed(samples.rule()))


def _toast(after: Callable[[FakeLink, MainWindow], object]) -> Callable[[], QWidget]:
    return main("grants", state=GRANTS, after=after)


_TOAST: Final = Situation("toast", _toast(_given), size=MAIN)

PARTS: Final = (
    _TOAST,
    Situation("toast-rule", _toast(_removed), size=LEAST),
    *(Situation(name, main(name), size=MAIN) for name in ("help", "keys", "about")),
    Situation("about-demo", main("about", demo=True), "dark", size=(1120, 1000)),
)
