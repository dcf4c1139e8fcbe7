"""Notifications: few, plain, and about who and what alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from host.control.views import Asked
from host.model import App, ServerRef
from tests.support import window
from ui.tray import Notifier, notification_text, review_text


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
        told.notifier.arrived()
    told.notifier.notify()
    told.notifier.notify()
    assert told.notification == [("3 calls wait for you", "From Claude Code.")]


def test_nothing_is_told_to_somebody_who_looks_at_the_window(told: Told) -> None:
    told.waiting, told.attended = (asked(),), True
    told.notifier.arrived()
    told.notifier.notify()
    told.attended = False
    told.notifier.notify()
    assert told.notification == []


def test_what_is_over_by_then_is_not_told(told: Told) -> None:
    told.notifier.arrived()
    told.notifier.notify()
    assert told.notification == []


def test_what_comes_after_a_notification_is_told_later(told: Told) -> None:
    told.waiting = (asked(1),)
    told.notifier.arrived()
    told.notifier.notify()
    told.waiting = (asked(1), asked(2))
    told.notifier.arrived()
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
    told.notifier.review_arrived()
    told.notifier.arrived()
    for _ in range(3):
        told.notifier.notify()
    assert [title for title, _ in told.notification] == ["A call waits for you", "1 server waits for your review"]


def test_a_server_that_was_reviewed_meanwhile_is_not_told(told: Told) -> None:
    told.notifier.review_arrived()
    told.notifier.notify()
    assert told.notification == []
