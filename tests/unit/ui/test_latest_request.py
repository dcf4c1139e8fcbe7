"""Requests of which only the last one's answer counts."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from host.control.protocol import ReadApps
from host.control.views import AiApps
from host.errors import AssentError
from tests.support.window import FakeLink
from ui.latest_request import LatestRequest

NONE = AiApps((), ())


class Heard:
    """What came back."""

    def __init__(self, *, rereads: bool = False) -> None:
        self.link = FakeLink()
        self.latest = LatestRequest(self.link, rereads=rereads)
        self.replies: list[str] = []

    def ask(self, name: str) -> None:
        self.latest.send(
            ReadApps(), lambda _: self.replies.append(name), lambda why: self.replies.append(f"{name}: {why}")
        )


@pytest.fixture
def heard(qtbot: QtBot) -> Heard:  # Qt is up
    return Heard()


def test_the_answer_to_the_last_one_is_heard(heard: Heard) -> None:
    heard.ask("first")
    heard.ask("second")
    heard.link.answer(ReadApps, NONE, 1)
    heard.link.answer(ReadApps, NONE, 0)
    assert heard.replies == ["second"]


def test_a_refusal_of_an_earlier_one_is_not_heard_either(heard: Heard) -> None:
    heard.ask("first")
    heard.ask("second")
    heard.link.answer(ReadApps, AssentError("no"), 0)
    heard.link.answer(ReadApps, AssentError("no"), 1)
    assert heard.replies == ["second: no"]


def test_what_is_forgotten_is_heard_no_more(heard: Heard) -> None:
    heard.ask("first")
    heard.latest.forget()
    heard.link.answer(ReadApps, NONE)
    assert heard.replies == []


def test_of_what_is_read_again_and_again_each_answer_is_heard_but_none_after_a_later_one(qtbot: QtBot) -> None:
    heard = Heard(rereads=True)
    for name in ("first", "second", "third"):
        heard.ask(name)
    for at in (1, 0, 2):
        heard.link.answer(ReadApps, NONE, at)
    assert heard.replies == ["second", "third"]


def test_nothing_that_was_read_before_something_else_is_heard(qtbot: QtBot) -> None:
    heard = Heard(rereads=True)
    heard.ask("first")
    heard.latest.forget()
    heard.ask("second")
    heard.link.answer(ReadApps, NONE, 0)
    assert heard.replies == []
    heard.link.answer(ReadApps, NONE, 1)
    assert heard.replies == ["second"]
