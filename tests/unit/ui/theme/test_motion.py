"""The desktop's wish for less motion: from a real portal on a real bus, and from a program that prints a preference."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QObject, QProcess
from PySide6.QtDBus import QDBusConnection
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.theme import motion
from ui.theme.portal import REDUCED_VALUES, Portal

pytest.importorskip("jeepney", reason="D-Bus is a Linux desktop's")
from tests.support.hosts import ROOT
from tests.support.portal import session_bus, settings_portal
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="dbus-daemon is not installed")

APPEARANCE, GNOME, PLASMA = REDUCED_VALUES


@pytest.fixture(autouse=True)
def no_wish(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("ASSENT_REDUCED_MOTION", raising=False)
    yield
    motion.set_reduced(reduced=False)


class Listener(QObject):
    """Somebody on that bus, and what the portal's wishes were."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._bus = QDBusConnection.connectToBus(address, address)
        self.heard: list[bool] = []
        self.portal = Portal(self._bus, self)
        self.portal.answered.connect(self.heard.append)

    def leave(self) -> None:
        self.portal.deleteLater()
        QDBusConnection.disconnectFromBus(self._bus.name())


def heard(qtbot: QtBot, address: str) -> bool:
    """What is known after each question was answered."""
    listener = Listener(address)
    qtbot.waitUntil(lambda: len(listener.heard) == len(REDUCED_VALUES))
    listener.leave()
    return listener.heard[-1]


@pytest.mark.parametrize(
    ("settings", "still"),
    [
        ({APPEARANCE: ("u", 1)}, True),
        ({APPEARANCE: ("u", 0), GNOME: ("b", True)}, False),
        ({APPEARANCE: ("u", 7)}, False),
        ({APPEARANCE: ("s", "1")}, False),
        ({APPEARANCE: ("as", ["1"])}, False),
        ({GNOME: ("b", False)}, True),
        ({PLASMA: ("s", "0")}, True),
        ({PLASMA: ("s", "1.0")}, False),
        ({APPEARANCE: ("u", 0), GNOME: ("b", False)}, True),
        ({APPEARANCE: ("v", ("v", ("v", ("v", ("v", ("u", 1))))))}, False),
        ({}, False),
    ],
)
def test_the_portal_says_whether_nothing_should_move(
    settings: dict[tuple[str, str], tuple[str, Any]], still: bool, qtbot: QtBot
) -> None:
    with settings_portal(settings) as portal:
        assert heard(qtbot, portal.address) is still
        assert portal.asked == list(REDUCED_VALUES)


def test_a_bus_without_a_portal_wishes_nothing_and_fails_nothing(qtbot: QtBot) -> None:
    with session_bus() as address:
        assert heard(qtbot, address) is False


def test_a_bus_that_is_not_there_fails_nothing(qtbot: QtBot) -> None:
    listener = Listener("unix:path=/nonexistent/bus")
    qtbot.wait(0)
    listener.leave()
    assert not listener.heard


def test_a_change_while_it_runs_is_heard(qtbot: QtBot) -> None:
    with settings_portal({APPEARANCE: ("u", 0)}) as portal:
        listener = Listener(portal.address)
        qtbot.waitUntil(lambda: len(listener.heard) == 3)
        portal.change(APPEARANCE, ("u", 1))
        qtbot.waitUntil(lambda: len(listener.heard) == 6 and listener.heard[-1])
        portal.change(APPEARANCE, ("u", 0))
        qtbot.waitUntil(lambda: len(listener.heard) == 9 and not listener.heard[-1])
        listener.leave()


def test_news_are_not_believed_but_asked_after_and_many_are_one_question(qtbot: QtBot) -> None:
    with settings_portal({APPEARANCE: ("u", 0)}) as portal:
        listener = Listener(portal.address)
        qtbot.waitUntil(lambda: len(listener.heard) == 3)
        for key in [("org.freedesktop.appearance", "color-scheme"), *[GNOME] * 100]:
            portal.change(key, ("u", 1))  # said, and of the wrong type
        qtbot.waitUntil(lambda: len(listener.heard) >= 6)
        listener.leave()
        assert not any(listener.heard)
        assert len(portal.asked) == 6


@pytest.mark.parametrize(("wish", "still"), [("", 0), ("0", 120), ("1", 0)])
def test_the_variable_wins_over_the_desktop(wish: str, still: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSENT_REDUCED_MOTION", wish)
    motion.set_reduced(reduced=True)
    assert motion.duration() == still


FOLLOWS = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from ui.theme import motion
app = QApplication([])
assert not motion.reduced() and "PySide6.QtDBus" not in sys.modules
motion.follow_desktop(app)
look = QTimer(app, interval=10)
look.timeout.connect(lambda: app.quit() if motion.reduced() else None)
look.start()
sys.exit(app.exec())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is not asked over D-Bus")
def test_a_program_follows_the_bus_of_its_session() -> None:
    with settings_portal({GNOME: ("b", False)}) as portal:
        env = {name: value for name, value in os.environ.items() if name != "ASSENT_REDUCED_MOTION"}
        env |= {"DBUS_SESSION_BUS_ADDRESS": portal.address, "QT_QPA_PLATFORM": "offscreen"}
        done = subprocess.run([sys.executable, "-c", FOLLOWS], env=env, cwd=ROOT, timeout=PATIENCE, check=False)
    assert done.returncode == 0
    assert set(REDUCED_VALUES) <= set(portal.asked)


def test_without_a_bus_nobody_is_asked(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    parent = QObject()
    motion.follow_desktop(parent)
    assert not parent.children()


@pytest.mark.parametrize(("prints", "still"), [("1", [True]), ("0", [False]), ("", [False]), ("11", [False])])
def test_a_mac_prints_its_preference(prints: str, still: list[bool], qapp: QApplication, qtbot: QtBot) -> None:
    told: list[bool] = []
    asked = motion.Preference(("/bin/echo", prints))
    asked.answered.connect(told.append)
    qtbot.waitUntil(lambda: told == still)


@pytest.mark.parametrize("command", [("/nonexistent/defaults",), ("/bin/sh", "-c", "echo 1; exit 1")])
def test_a_program_that_cannot_say_wishes_nothing(command: tuple[str, ...], qapp: QApplication, qtbot: QtBot) -> None:
    told: list[bool] = []
    asked = motion.Preference(command)
    asked.answered.connect(told.append)
    [process] = asked.findChildren(QProcess)
    qtbot.waitUntil(lambda: process.state() is QProcess.ProcessState.NotRunning)
    assert not told


def test_a_mac_is_asked_by_its_own_program(qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(motion, "MAC", ("/bin/echo", "1"))
    parent = QObject()
    motion.follow_desktop(parent)
    qtbot.waitUntil(motion.reduced)
    parent.deleteLater()
