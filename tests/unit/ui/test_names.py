"""What a screen reader is told of a control is right before and after it was pressed, on every page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.gallery.looks import contents
from tests.gallery.situation import Situation
from tests.gallery.situations import ALL
from tests.support import plain
from tests.support import window as samples
from ui import theme
from ui.main_window import MainWindow

PAGES = (
    "about", "apps", "assistant", "grants", "history-call", "history-edited", "keys", "review-changed",
    "review-definitions", "rules", "rules-editor", "rules-import", "rules-managed", "rules-own", "rules-try",
    "servers-many-tools", "servers-one", "settings", "settings-advanced", "toast", "waiting",
)  # fmt: skip
QUESTIONS = (
    "consent-also-sent", "consent-danger", "consent-edited", "consent-form", "consent-led-long", "consent-mail",
    "consent-money", "consent-nested", "consent-result", "consent-secrets", "consent-server", "consent-short",
    "consent-sql", "consent-trial", "real-file-new",
)  # fmt: skip
SHOWN = sorted((it for it in contents(ALL) if it.name in PAGES + QUESTIONS), key=lambda situation: situation.name)
LEADS = ("Show", "Read more")
"""Folds by their looks that lead elsewhere, as those do whose words end so."""
LEADING = ("…", "?")
Told = tuple[str, str, bool, bool]


@pytest.fixture(scope="module", autouse=True)
def _dressed(qapp: QApplication) -> Iterator[None]:
    theme.apply(qapp, "light")
    yield
    qapp.setStyleSheet("")


def told(part: QWidget) -> Told:
    """Name, description, and whether it is ticked and unfolded, as assistive technology has them."""
    accessible = QAccessible.queryAccessibleInterface(part)
    state = accessible.state()
    words = (accessible.text(QAccessible.Text.Name), accessible.text(QAccessible.Text.Description))
    return *words, bool(state.checked), bool(state.expanded)


def shown_text(button: QAbstractButton) -> str:
    """What stands on it, without what says that more comes."""
    return button.text().replace("&&", "&").strip("…⏷ \u200e\u200f\u2066\u2067\u2068\u2069")


def buttons(window: QWidget) -> list[QAbstractButton]:
    """Those that can be pressed now."""
    found = [it for it in plain.tree(window) if isinstance(it, QAbstractButton)]
    return [it for it in found if it.isVisible() and it.isEnabled()]


def folds(window: QWidget) -> list[QAbstractButton]:
    """Those that show and hide something, or are on and off."""
    return [
        it
        for it in buttons(window)
        if not it.autoExclusive()
        and it.group() is None
        and (it.property("role") == "fold" or it.isCheckable())
        and it.property("role") != "nav"
        and not it.text().endswith(LEADING)
        and it.text() not in LEADS
    ]


def assert_named(window: QWidget) -> None:
    """Whoever speaks to the computer says what stands on a button (WCAG 2.2, 2.5.3 Label in Name)."""
    wrong = [
        (it.text(), told(it)[0]) for it in buttons(window) if shown_text(it).casefold() not in told(it)[0].casefold()
    ]
    assert not wrong


def settle() -> None:
    for _ in range(20):
        QApplication.processEvents()


@pytest.mark.parametrize(
    "situation",
    [pytest.param(it, id=it.name) for it in SHOWN],
)
def test_names_and_states_are_right_before_and_after_a_press(qtbot: QtBot, situation: Situation) -> None:
    window = situation.make()
    qtbot.addWidget(window)
    window.resize(*situation.size)
    with qtbot.waitExposed(window):
        window.show()
    settle()
    assert_named(window)
    for button in folds(window):
        if not button.isVisible() or not button.isEnabled():
            continue
        before, words = told(button), plain.words(window)
        button.click()
        settle()
        assert_named(window)
        if not button.isVisible() or plain.words(window) == words:
            continue  # it was there for once; or what it changes is no word
        assert told(button) != before, f"{before}: it says nothing of what it did"
        button.click()
        settle()
        assert told(button) == before


def test_the_stop_and_the_navigation_say_how_it_stands(qtbot: QtBot) -> None:
    window = next(it for it in SHOWN if it.name == "waiting").make()
    assert isinstance(window, MainWindow)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()

    def names() -> set[str]:
        settle()
        return {told(it)[0] for it in buttons(window)}

    assert "Stop everything" in names()
    assert any(name.startswith("Waiting, 4") for name in names())
    window.set_state(samples.state(stopped=True))
    assert "Stop everything" not in names()
    assert "Release…" in names()
    window.set_state(samples.state())
    assert "Stop everything" in names()
    assert "Release…" not in names()
