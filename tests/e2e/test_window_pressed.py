"""The wheel brings a button under the pointer, and the press follows at once: real wheel, click and window."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.display import Desktop, virtual_desktop
from tests.desktop.program import Person
from tests.e2e.test_window_life import raw
from tests.e2e.test_window_story import at_work, click, click_cell, see, unseen
from tests.support.profile import Profile

pytestmark = pytest.mark.full

YES = "Vouch for it"
NOBODY = "Nobody vouches for this server yet."


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    """A virtual desktop on which the page of a server has to scroll."""
    with virtual_desktop((1024, 640)) as made:
        yield made


def _scroll_and_press(person: Person) -> None:
    """Have it under the pointer, scroll it away, let it arm there, scroll it back and press in one go."""
    person.until_still(YES, "push button")
    here = person.until_ready(YES)
    person.hands.point_at(here)
    person.hands.scroll_up(1)
    assert person.until_still(YES, "push button").box != here.box
    person.until_ready(YES)
    person.hands.scroll_down_and_press()
    assert person.until_still(YES, "push button").box == here.box, "it came under the pointer"


async def test_s10_a_press_right_after_the_wheel_is_none_of_the_button_that_came_under_the_pointer(
    desktop: Desktop, profile: Profile, tmp_path: Path
) -> None:
    async with at_work(desktop, profile, raw(tmp_path / "journal")) as (person, _):
        await asyncio.to_thread(person.go_to, "Servers")
        await click_cell(person, "raw")
        await see(person, NOBODY)
        await asyncio.to_thread(person.read_on, over="What Assent knows of it")
        await click(person, "Vouch for this server…")
        await see(person, YES)
        await asyncio.to_thread(person.read_on, over="Configuration")
        await asyncio.to_thread(_scroll_and_press, person)
        assert person.sees(YES), "nothing was decided"
        assert person.sees(NOBODY)
        await asyncio.to_thread(person.click_when_ready, YES, gone=YES)
        await unseen(person, NOBODY)
