"""Help, keys, about."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from host.control.protocol import Welcome
from resources import guides
from tests.support.plain import assert_accessible, assert_plain, words
from tests.support.window import FakeLink, state
from ui import help_pages, keys
from ui.consent.controller import ConsentController
from ui.help_pages import TOPICS, AboutPage, HelpPage, KeysPage
from ui.keys import Shortcut
from ui.main_window import MainWindow
from ui.pages import PAGES
from ui.widgets import boxes

WELCOME = Welcome(
    "0.1.0",
    True,
    "ana\u202e",
    "/home/ana/.config/assent",
    "/home/ana/log\u200b.sqlite",
    state(),
    ("2024-11-05", "2026-07-28"),
)


def assert_sound(page: QWidget) -> None:
    assert_plain(page)
    assert_accessible(page)


def test_the_help_is_short_and_has_every_topic(qtbot: QtBot) -> None:
    page = HelpPage(FakeLink())
    qtbot.addWidget(page)
    said = words(page)
    assert all(title in said and set(sentences) <= set(said) for title, sentences in TOPICS)
    assert sum(len(sentence.split()) for _, sentences in TOPICS for sentence in sentences) < 300
    assert str(guides()["users"]) in said
    assert_sound(page)


def test_the_help_leads_to_the_keys(qtbot: QtBot) -> None:
    page = HelpPage(FakeLink())
    qtbot.addWidget(page)
    with qtbot.waitSignal(page.navigate) as left:
        page.keys.click()
    assert left.args == ["keys", None]


@pytest.mark.parametrize("width", [500, 1000, 1600])
def test_the_title_is_above_the_left_edge_of_the_cards(qtbot: QtBot, width: int) -> None:
    page = HelpPage(FakeLink())
    qtbot.addWidget(page)
    page.resize(width, 700)
    page.show()
    card = boxes.parts(page.column)[0]
    assert isinstance(card, QWidget)

    def is_aligned() -> None:
        left, right = (page.header.mapTo(page, point).x() for point in (QPoint(), page.header.rect().bottomRight()))
        assert left == card.mapTo(page, QPoint()).x()
        assert abs(right - card.mapTo(page, card.rect().bottomRight()).x()) <= 12  # of the scroll bar

    qtbot.waitUntil(is_aligned)


def installed(window: QWidget) -> set[str]:
    return {shortcut.key().toString() for shortcut in window.findChildren(QShortcut)}


def declared(shortcuts: tuple[Shortcut, ...]) -> set[str]:
    return {QKeySequence(key).toString() for shortcut in shortcuts if shortcut.act for key in shortcut.keys}


def test_the_keys_of_the_lists_are_those_of_the_windows(qtbot: QtBot) -> None:
    link = FakeLink()
    controller = ConsentController(link)
    qtbot.addWidget(controller.window)
    main = MainWindow(link, controller)
    qtbot.addWidget(main)
    pages = [f"Ctrl+{number}" for number, _ in enumerate((entry for entry in PAGES if not entry.foot), start=1)]
    assert installed(main) == declared(keys.MAIN) | set(pages)
    assert (pages[0], "…", pages[-1]) in [shortcut.keys for shortcut in keys.MAIN]
    assert declared(keys.CONSENT) <= installed(controller.window)


def test_every_key_is_reported_with_what_it_does(qtbot: QtBot) -> None:
    page = KeysPage(FakeLink())
    qtbot.addWidget(page)
    said = set(words(page))
    for shortcut in (*keys.MAIN, *keys.CONSENT):
        assert {*shortcut.keys, shortcut.does} <= said
    assert_sound(page)


@pytest.fixture
def about(qtbot: QtBot) -> AboutPage:
    page = AboutPage(FakeLink())
    qtbot.addWidget(page)
    assert not page.copy.isEnabled()
    page.set_welcome(WELCOME)
    return page


def test_it_says_version_licence_files_and_what_it_stands_on(about: AboutPage) -> None:
    said = words(about)
    for part in ("Assent 0.1.0", "2026-07-28, 2024-11-05", "/home/ana/.config/assent", "/home/ana/log⟨U+200B⟩.sqlite"):
        assert part in said
    assert "Signed in as ana⟨U+202E⟩." in said
    assert any(line.startswith("PySide6") for line in said)
    assert any("Apache License 2.0" in line for line in said)
    assert_sound(about)


def test_another_host_takes_the_place_of_the_first(about: AboutPage) -> None:
    before = len(words(about))
    about.set_welcome(WELCOME)
    assert len([line for line in words(about) if line]) == before


def test_a_path_is_copied_as_it_is(about: AboutPage) -> None:
    buttons = {button.accessibleName(): button for button in about.findChildren(QToolButton)}
    buttons["Copy path: Log"].click()
    assert QGuiApplication.clipboard().text() == "/home/ana/log\u200b.sqlite"


def test_what_is_copied_for_a_report_has_versions_and_nothing_of_the_person(about: AboutPage) -> None:
    about.copy.click()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("Assent: 0.1.0\nMCP: 2026-07-28, 2024-11-05\nPython: ")
    assert "ana" not in copied
    assert "/" not in copied


def test_every_part_has_its_licence() -> None:
    found = [*help_pages.required_packages()]
    assert len(found) > 10
    assert all(part.name and part.version and part.licence for part in found)


def test_a_program_that_is_not_installed_has_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(help_pages, "DISTRIBUTION", "no-such-distribution")
    assert [*help_pages.required_packages()] == []
