"""A call is tried against the rules in the real window: by the fields of its tool, and nothing is sent."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.display import Desktop, virtual_desktop
from tests.desktop.program import Person
from tests.e2e.test_window_story import ASKING, approve, at_work, click, see
from tests.support.profile import Profile
from tests.support.rig import records

pytestmark = pytest.mark.full


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    """A virtual desktop."""
    with virtual_desktop() as made:
        yield made


def _fill_in(person: Person, **fields: str) -> None:
    for name, words in fields.items():
        person.click(name, "text")
        person.hands.type(words)
        person.hands.press("Tab")


async def test_a_call_is_tried_by_the_fields_of_its_tool_and_never_sent(
    desktop: Desktop, profile: Profile, tmp_path: Path
) -> None:
    server = {"command": sys.executable, "args": ["-I", "-m", "resources.demo", "workspace", str(tmp_path)]}
    async with at_work(desktop, profile, {"workspace": server}) as (person, apps):
        await asyncio.to_thread(person.go_to, "Rules")
        await click(person, "Try a call")
        await asyncio.to_thread(_fill_in, person, Server="workspace")
        await see(person, "does not know the tools of this server yet")

        answer = apps["workspace"].begin_call("list_files")[1]
        await approve(person, ASKING)
        await answer
        await asyncio.to_thread(_fill_in, person, Tool="write_file", App="tester", path="today.txt", content="Hello")
        await click(person, "Explain")
        await see(person, "A person is asked")
    assert list(tmp_path.iterdir()) == []
    assert [one["tool"] for one in records(profile, "call.proposed")] == ["list_files"]
