"""Values that are covered until somebody wants to see them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from host.text import Untrusted
from ui.inputs.plain_view import PlainView
from ui.inputs.rows import Masked
from ui.masking import DOTS

COVERED = "hunter2\u202e"


def made(qtbot: QtBot) -> tuple[Masked, PlainView, QPushButton]:
    masked = Masked(Untrusted(COVERED), "password")
    qtbot.addWidget(masked)
    masked.show()
    [view], [button] = masked.findChildren(PlainView), masked.findChildren(QPushButton)
    return masked, view, button


def test_it_is_covered_and_says_how_long_it_is(qtbot: QtBot) -> None:
    masked, view, button = made(qtbot)
    assert view.toPlainText() == DOTS
    assert (view.accessibleName(), view.accessibleDescription()) == ("Value of password", "covered")
    assert button.accessibleName() == "Show password"
    [said] = [label.text() for label in masked.findChildren(QLabel)]
    assert said == "looks like a secret · 8 characters · sent as it is · unread until shown"
    view.selectAll()
    assert COVERED not in view.textCursor().selectedText()


def test_a_press_shows_it_and_another_covers_it(qtbot: QtBot) -> None:
    masked, view, button = made(qtbot)
    button.click()
    assert view.toPlainText() == "hunter2⟨U+202E⟩"
    assert masked.is_open
    button.click()
    assert view.toPlainText() == DOTS


def test_it_is_covered_again_when_another_window_is_used_or_it_is_hidden(qtbot: QtBot) -> None:
    masked, view, button = made(qtbot)
    button.click()
    QCoreApplication.sendEvent(masked.window(), QEvent(QEvent.Type.WindowDeactivate))
    assert view.toPlainText() == DOTS
    button.click()
    masked.hide()
    assert view.toPlainText() == DOTS
