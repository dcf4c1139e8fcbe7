"""The tray: a count and four things to do, none of which approves."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from tests.support import plain
from ui.tray import Tray, tray_icon


class Used:
    """A tray with what it asked for."""

    def __init__(self, qtbot: QtBot, *, available: bool = True) -> None:
        window = QWidget()
        qtbot.addWidget(window)
        self.window = window
        self.tray = Tray(window, lambda: available)
        self.wanted: list[str] = []
        for name in "show waiting review stop release quit".split():
            getattr(self.tray, f"{name}_wanted").connect(self._keeper(name))

    def _keeper(self, name: str) -> object:
        return lambda: self.wanted.append(name)

    @property
    def actions(self) -> list[QAction]:
        return [it for it in self.tray.menu.actions() if it.isVisible() and not it.isSeparator()]

    @property
    def words(self) -> list[str]:
        """Of what is to be seen."""
        return [action.text() for action in self.actions]


@pytest.fixture
def used(qtbot: QtBot) -> Used:
    return Used(qtbot)


def image(icon: QIcon) -> bytes:
    return bytes(icon.pixmap(64).toImage().constBits())


def test_a_quiet_tray_offers_the_window_the_stop_and_the_end(used: Used) -> None:
    assert used.words == ["Show Assent", "Nothing waits", "Stop everything", "Quit Assent"]
    assert [action.isEnabled() for action in used.actions] == [True, False, True, True]
    assert used.tray.tooltip == "Assent: nothing waits"


def test_the_tray_counts_what_waits(used: Used) -> None:
    used.tray.set_state(1, stopped=False)
    assert (used.words[1], used.tray.tooltip) == ("1 call waits…", "Assent: 1 call waits")
    used.tray.set_state(3, stopped=False)
    assert (used.words[1], used.tray.tooltip) == ("3 calls wait…", "Assent: 3 calls wait")


def test_the_tray_says_which_servers_wait_for_a_review(used: Used) -> None:
    used.tray.set_state(0, stopped=False, reviews=1)
    assert used.words[1:3] == ["Nothing waits", "1 server waits for your review…"]
    assert used.tray.tooltip == "Assent: 1 server waits for your review"
    used.tray.set_state(2, stopped=False, reviews=3)
    assert used.words[1:3] == ["2 calls wait…", "3 servers wait for your review…"]
    assert used.tray.tooltip == "Assent: 2 calls wait, 3 servers wait for your review"
    used.actions[2].trigger()
    assert used.wanted == ["review"]


def test_a_stopped_tray_leads_to_the_release_and_says_so(used: Used) -> None:
    used.tray.set_state(0, stopped=True)
    assert used.words[2] == "Release…"
    assert used.tray.tooltip == "Assent: everything is stopped"
    used.actions[2].trigger()
    assert used.wanted == ["release"]


def test_each_entry_asks_for_its_one_thing(used: Used) -> None:
    used.tray.set_state(2, stopped=False)
    for action in used.actions:
        action.trigger()
    assert used.wanted == ["show", "waiting", "stop", "quit"]


def test_s10_a_click_on_the_icon_or_a_notification_only_shows_the_window(used: Used) -> None:
    icon = used.tray.findChild(QSystemTrayIcon)
    assert isinstance(icon, QSystemTrayIcon)
    icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    icon.activated.emit(QSystemTrayIcon.ActivationReason.Context)
    icon.messageClicked.emit()
    assert used.wanted == ["show", "show"]


def test_the_icon_changes_with_what_waits_and_with_the_stop(used: Used) -> None:
    pictures = {image(tray_icon(waiting, stopped=stopped)) for waiting in (0, 2) for stopped in (False, True)}
    assert len(pictures) == 4


def test_without_a_tray_there_is_no_icon(qtbot: QtBot) -> None:
    used = Used(qtbot, available=False)
    icon = used.tray.findChild(QSystemTrayIcon)
    assert isinstance(icon, QSystemTrayIcon)
    assert not used.tray.available
    assert not icon.isVisible()
    used.tray.show_notification("A call waits for you", "…")  # goes nowhere, and harms nothing


def test_s04_nothing_in_the_menu_is_markup(used: Used) -> None:
    used.tray.set_state(2, stopped=True)
    plain.assert_plain(used.tray.menu)
