"""The registry of pages, and the recipe for a new one: a subclass of ``Page`` and one line in ``PAGES``."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from host.control.protocol import Welcome
from host.control.views import HostState
from tests.support import window
from tests.support.window import FakeLink
from ui.consent.controller import ConsentController
from ui.main_window import MainWindow
from ui.pages import PAGES, Page, PageEntry, ShowCall, Target
from ui.widgets import boxes
from ui.widgets.boxes import fill, grow
from ui.widgets.scroll import FadeScroll


class NotesPage(Page):
    """All that a new page needs, and all that it can be told."""

    OWN_ALERTS = frozenset({"demo"})
    heard: list[object]

    def set_welcome(self, welcome: Welcome) -> None:
        self.heard = [welcome.person]

    def set_state(self, state: HostState) -> None:
        self.heard.append(state.running)

    def activated(self) -> None:
        self.heard.append("activated")

    def show_target(self, target: Target) -> None:
        self.heard.append(target)

    def focus_filter(self) -> None:
        self.heard.append("search")

    @property
    def own_alerts(self) -> frozenset[str]:
        return self.OWN_ALERTS if len(self.heard) < 12 else frozenset()


@pytest.fixture
def main(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """A main window with one page more."""
    notes = PageEntry("notes", "Notes", "note", "tests.unit.ui.test_pages:NotesPage")
    monkeypatch.setattr("ui.main_window.PAGES", (*PAGES, notes))
    link = FakeLink()
    consent = ConsentController(link)
    qtbot.addWidget(consent.window)
    shown = MainWindow(link, consent)
    qtbot.addWidget(shown)
    link.welcomed.emit(Welcome("0.1.0", True, "ana", "/config", "/log", window.state()))
    shown.show()
    shown.activateWindow()
    assert QTest.qWaitForWindowActive(shown)
    return shown


def keys(main: MainWindow) -> list[str]:
    """The alerts above the page."""
    return [alert.key for alert in main.strip.alerts]


def test_a_new_page_is_a_class_and_one_line(main: MainWindow) -> None:
    assert main.nav.buttons["notes"].text() == "Notes"
    QTest.keyClick(
        main, Qt.Key(ord(str(sum(not entry.foot for entry in PAGES) + 1))), Qt.KeyboardModifier.ControlModifier
    )
    page = main.stack.currentWidget()
    assert isinstance(page, Page)
    assert (main.page, type(page).__name__) == ("notes", "NotesPage")
    main.set_state(window.state(running=2))
    QTest.keyClick(main, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    main.navigate("notes", ShowCall("0001"))
    assert vars(page)["heard"] == ["ana", 0, "activated", 2, "search", "activated", ShowCall("0001")]
    assert not keys(main)  # the page shows the only one itself
    vars(page)["heard"] += ["it does not show it any more"] * 6
    page.own_alerts_changed.emit()
    assert keys(main) == ["demo"]
    page.navigate.emit("waiting", None)
    assert main.page == "waiting"
    assert keys(main) == ["demo"]


@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.key)
def test_every_page_of_the_registry_can_be_made(entry: PageEntry, qtbot: QtBot) -> None:
    link = FakeLink()
    consent = ConsentController(link)
    qtbot.addWidget(consent.window)
    page = entry.load().build(link, consent)
    qtbot.addWidget(page)
    assert isinstance(page, Page)


@pytest.mark.parametrize(("height", "takes_area"), [(20, False), (9_000, True)])
def test_the_keyboard_begins_at_what_it_can_do_something_with(qtbot: QtBot, height: int, takes_area: bool) -> None:
    page, area, button = Page(FakeLink()), FadeScroll(), QPushButton("See the servers")
    content = QWidget()
    content.setMinimumHeight(height)
    area.setWidget(content)
    fill(boxes.column(0, page), grow(area), button)
    qtbot.addWidget(page)
    page.resize(400, 300)
    page.show()
    qtbot.waitUntil(lambda: (area.verticalScrollBar().maximum() > 0) is takes_area)
    assert page.first_tab_stop() is (area if takes_area else button)
    button.hide()
    assert page.first_tab_stop() is area
