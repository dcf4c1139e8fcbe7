"""Servers in words."""

from __future__ import annotations

from typing import get_args

import pytest

from host.control.views import ServerStateName, ServerTest, ToolView
from tests.support import window
from ui.servers import words


@pytest.mark.parametrize("state", get_args(ServerStateName))
def test_every_state_has_a_word_an_icon_and_a_meaning(state: ServerStateName) -> None:
    shown = words.state_of(window.server(state=state))
    assert shown.word
    assert shown.icon
    assert shown.meaning.endswith(".")


def test_a_definition_that_cannot_be_read_is_still_there_raw() -> None:
    tool = words.tool_of(ToolView("x", b'{"name": broken'))
    assert (tool.title.raw(), tool.description.raw()) == ("", "")
    assert tool.raw.raw() == '{"name": broken'


@pytest.mark.parametrize(
    ("definition", "title"),
    [
        (b'{"title":"T","annotations":{"title":"A"}}', "T"),
        (b'{"annotations":{"title":"A"}}', "A"),
        (b'{"title":7,"description":[],"annotations":[]}', ""),
        (b'{"annotations":{"title":{}}}', ""),
    ],
)
def test_a_title_is_taken_where_there_is_one_and_it_is_text(definition: bytes, title: str) -> None:
    tool = words.tool_of(ToolView("x", definition))
    assert tool.title.raw() == title
    assert tool.description.raw() == ""


def test_what_a_test_found_says_how_long_it_took() -> None:
    assert words.found(ServerTest(True, "", "2025-11-25", 1, 812.0)) == (
        "neutral", "It works", "Started, greeted and listed 1 tool in 812 ms. Protocol revision 2025-11-25.",
    )  # fmt: skip
    assert words.found(ServerTest(False, "it ended", "", 0, 5.0)) == ("red", "It does not work", "it ended")
