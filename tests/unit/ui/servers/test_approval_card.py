"""Approving what a server says."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from host.control.protocol import ReviewServer
from host.control.views import ReviewView, ServerDetails
from host.values import replace
from tests.support import window
from tests.support.window import FakeLink
from tests.unit.ui.clock import Clock
from ui.servers.approval import ApprovalCard, ApprovalChoice

pytestmark = pytest.mark.usefixtures("clock")

DETAILS = ServerDetails(
    window.server("files", waits="changes"),
    (),
    listed=True,
    stderr="",
    review=ReviewView(decided=True, digest="i" * 64),
)


class Shown:
    """The card, with two definitions ticked."""

    def __init__(self, qtbot: QtBot) -> None:
        self.link, self.chosen = FakeLink(), ApprovalChoice(("a" * 64, "b" * 64), (), 0, True)
        self.card = ApprovalCard(self.link, lambda: self.chosen)
        qtbot.addWidget(self.card)
        self.card.show_details(DETAILS)
        self.card.show()
        self.card.activateWindow()
        qtbot.waitUntil(self.card.isActiveWindow)


@pytest.fixture
def shown(qtbot: QtBot, clock: Clock) -> Shown:
    made = Shown(qtbot)
    clock.arm(made.card.yes)
    assert made.card.yes.button.isEnabled()
    return made


def test_the_same_words_once_more_leave_it_armed(shown: Shown) -> None:
    shown.card.show_details(DETAILS)
    shown.card.yes.button.click()
    (asked,) = shown.link.of(ReviewServer)
    assert asked.tools == shown.chosen.tools


@pytest.mark.parametrize("what", ["a definition", "the instructions"])
def test_s15_other_words_of_the_same_number_are_another_question(shown: Shown, what: str) -> None:
    if what == "a definition":
        shown.chosen = shown.chosen._replace(tools=("a" * 64, "e" * 64))
        shown.card.show_details(DETAILS)
    else:
        shown.card.show_details(replace(DETAILS, review=replace(DETAILS.review, digest="k" * 64)))
    shown.card.yes.button.click()
    assert not shown.link.of(ReviewServer)
