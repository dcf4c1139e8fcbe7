"""Every situation of the gallery holds what every screen must hold."""

from __future__ import annotations

import re

import pytest
from pytestqt.qtbot import QtBot

from tests.gallery.situations import ALL, Situation
from tests.support.plain import assert_accessible, assert_plain, tab_order

AT_ONCE = sorted({situation.make: situation for situation in ALL}.values(), key=lambda situation: situation.name)
"""One of each content; scheme and scale change no word."""

YES = re.compile(r"(Approve|Sign|Release)\b")
"""How the button begins that says yes."""


def test_there_is_enough_to_look_at_and_every_picture_has_a_name_of_its_own() -> None:
    names = [situation.name for situation in ALL]
    assert len(set(names)) == len(names) >= 16
    assert {situation.scheme for situation in ALL} == {"light", "dark", "contrast"}
    assert {situation.scale for situation in ALL} >= {"1", "2"}


@pytest.mark.parametrize("situation", AT_ONCE, ids=lambda situation: situation.name)
def test_s04_s05_every_screen_is_plain_text_and_every_control_has_a_name(qtbot: QtBot, situation: Situation) -> None:
    window = situation.make()
    qtbot.addWidget(window)
    window.resize(*situation.size)
    window.show()
    assert_plain(window)
    assert_accessible(window)


@pytest.mark.parametrize("situation", AT_ONCE, ids=lambda situation: situation.name)
def test_s10_tab_goes_the_way_a_person_reads_and_meets_approve_last(qtbot: QtBot, situation: Situation) -> None:
    window = situation.make()
    qtbot.addWidget(window)
    window.resize(*situation.size)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    order = tab_order(window)
    assert all(order)
    if situation.name.startswith("consent-"):
        assert order[0] in {"The question", "Why this is asked"}
        assert not any(YES.match(name) for name in order[:-1])
        assert {"Deny", "Withhold"} & set(order[:-1]) or not YES.match(order[-1])
    else:
        page, stop = order[:2]
        assert page.partition(",")[0] in {"Waiting", "Assistant", "History", "Servers", "Rules", "Grants", "Settings"}
        assert stop in {"Stop everything", "Release…"}
        assert not any(name.startswith("Approve") for name in order)
