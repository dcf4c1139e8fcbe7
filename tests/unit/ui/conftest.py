"""The window's tests draw into memory; a warning of Qt's fails the test that caused it."""

from __future__ import annotations

import os
from collections.abc import Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.support.waiting import PATIENCE
from tests.unit.ui.sharing import windows_stay

for _wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals):
    assert _wait.__kwdefaults__ is not None
    _wait.__kwdefaults__["timeout"] = int(PATIENCE * 1000)  # of its own it waits for 5 s, which a busy machine may take


@pytest.fixture(name="qtbot")
def qtbot_that_keeps_widgets(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> QtBot:
    """A bot that holds widgets: pytest-qt alone refers to them weakly, and one could be collected in an event."""
    kept: list[QWidget] = []
    add = qtbot.addWidget

    def add_and_keep(widget: QWidget) -> None:
        kept.append(widget)
        add(widget)

    monkeypatch.setattr(qtbot, "addWidget", add_and_keep)
    return qtbot


class ShownWindows(QObject):
    """Notes what comes on screen as a window of its own, also if it is put into another one right after."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[QWidget] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Only look."""
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.seen.append(watched)
        return False


@pytest.fixture
def windows_shown(qapp: QApplication) -> Iterator[list[QWidget]]:
    """The windows that come on screen from now on."""
    shown = ShownWindows()
    qapp.installEventFilter(shown)
    yield shown.seen
    qapp.removeEventFilter(shown)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """What a test made is gone before the next one: a change of theme would dress it again, and its clock ticks on.

    Unless the next one looks at it too (``sharing``).
    """
    yield
    if QCoreApplication.instance() is None:
        return
    for widget in QApplication.topLevelWidgets() if not windows_stay() else ():
        if type(widget).__module__.startswith("ui.") and widget.parentWidget() is None:
            widget.deleteLater()  # one that the garbage collector has not come to yet
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
