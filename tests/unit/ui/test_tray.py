"""The tray: a count and four things to do, none of which approves; notifications, gathered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from host.control.views import Asked
from host.model import App, ServerRef
from tests.support import plain, window
from ui.tray import Notifier, Tray, notification_text, review_text, tray_icon


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


def asked(number: int = 1, app: str = "claude-code", server: str = "files", tool: str = "write_file") -> Asked:
    definition = dict(window.WRITE_FILE, name=tool)
    return window.asked(
        call_id=f"0198c0de-0000-7000-8000-{number:012d}",
        app=App(app, authenticated=True),
        server=ServerRef(server, "c" * 64, "d" * 64),
        definition=definition,
    )


class Told(QObject):
    """A notifier with what it told."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: tuple[Asked, ...] = ()
        self.reviews: tuple[str, ...] = ()
        self.attended = False
        self.notification: list[tuple[str, str]] = []
        self.notifier = Notifier(lambda: self.waiting, lambda: self.reviews, lambda: self.attended, self)
        self.notifier.notification.connect(self._keep)

    def _keep(self, title: str, body: str) -> None:
        self.notification.append((title, body))


@pytest.fixture
def told(qtbot: QtBot) -> Told:
    return Told()


def test_one_call_is_named() -> None:
    assert notification_text((asked(),)) == (
        "A call waits for you",
        "Claude Code wants to change or overwrite something · files ▸ write_file",
    )


def test_several_calls_are_counted() -> None:
    many = tuple(asked(number, app) for number, app in enumerate(["zed", "codex", "zed", "goose", "cursor"]))
    assert notification_text(many) == ("5 calls wait for you", "From Codex, Cursor, Goose and 1 more.")


@pytest.mark.parametrize("name", ["<b>x</b>", "a&amp;b", '<a href="x">', "\u202etxt\u200b", "<img src=x>"])
def test_s04_no_name_can_be_markup_or_hide_anything(name: str) -> None:
    for waiting in ((asked(1, name, name, name),), (asked(1, name), asked(2, name))):
        said = " ".join(notification_text(waiting))
        assert not set(said) & set("<>&\u202e\u200b")


def test_a_notification_holds_nothing_of_what_would_be_sent() -> None:
    said = " ".join(notification_text((asked(),)))
    assert "summary" not in said
    assert "Draft" not in said


def test_a_long_name_says_that_it_was_cut() -> None:
    assert "more characters⟩" in notification_text((asked(1, "x" * 500),))[1]


def test_a_burst_is_told_once(told: Told) -> None:
    told.waiting = tuple(asked(number) for number in range(3))
    for _ in told.waiting:
        told.notifier.note_call()
    told.notifier.notify()
    told.notifier.notify()
    assert told.notification == [("3 calls wait for you", "From Claude Code.")]


def test_nothing_is_told_to_somebody_who_looks_at_the_window(told: Told) -> None:
    told.waiting, told.attended = (asked(),), True
    told.notifier.note_call()
    told.notifier.notify()
    told.attended = False
    told.notifier.notify()
    assert told.notification == []


def test_what_is_over_by_then_is_not_told(told: Told) -> None:
    told.notifier.note_call()
    told.notifier.notify()
    assert told.notification == []


def test_what_comes_after_a_notification_is_told_later(told: Told) -> None:
    told.waiting = (asked(1),)
    told.notifier.note_call()
    told.notifier.notify()
    told.waiting = (asked(1), asked(2))
    told.notifier.note_call()
    assert len(told.notification) == 1
    told.notifier.notify()
    assert [title for title, _ in told.notification] == ["A call waits for you", "2 calls wait for you"]


def test_servers_that_wait_for_a_review_are_named() -> None:
    assert review_text(("files",)) == (
        "1 server waits for your review",
        "files: what was not reviewed reaches no AI app.",
    )
    title, body = review_text(("a", "b", "c", "<b>d</b>"))
    assert title == "4 servers wait for your review"
    assert body == "a, b, c and 1 more: what was not reviewed reaches no AI app."
    assert "<" not in review_text(("<b>d</b>",))[1]


def test_a_server_that_waits_is_told_after_the_calls_and_both_once(told: Told) -> None:
    told.waiting, told.reviews = (asked(),), ("files",)
    told.notifier.note_review()
    told.notifier.note_call()
    for _ in range(3):
        told.notifier.notify()
    assert [title for title, _ in told.notification] == ["A call waits for you", "1 server waits for your review"]


def test_a_server_that_was_reviewed_meanwhile_is_not_told(told: Told) -> None:
    told.notifier.note_review()
    told.notifier.notify()
    assert told.notification == []
