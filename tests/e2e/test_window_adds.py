"""A person adds a server in the real window, by its maker's command; reviews it; and an app that uses it asks."""

from __future__ import annotations

import asyncio
import json
import shlex
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from host.apps import registry
from tests.desktop.display import Desktop, virtual_desktop
from tests.desktop.program import PAGE, Person, program
from tests.e2e.test_real_servers import NPM, story
from tests.e2e.test_window_story import ASKING, approve, click, of_desktop, see, unseen
from tests.support.app import App
from tests.support.profile import Profile

pytestmark = [pytest.mark.full, pytest.mark.npm]


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    """A virtual desktop."""
    with virtual_desktop() as made:
        yield made


async def press(person: Person, button: str) -> None:
    """Press a button of the page once it answers, until it has gone."""
    await asyncio.to_thread(partial(person.click_when_ready, button, gone=button))


async def review(person: Person) -> None:
    """Let what was added be started, and approve all that it says."""
    await see(person, "Start it and look")
    await asyncio.to_thread(person.read_on, PAGE, "What Assent knows of it")
    await press(person, "Start it and look")
    approving = await see(person, "Approve these ")
    await asyncio.to_thread(person.read_on, PAGE, "What Assent knows of it")
    await press(person, approving.name)


async def test_a_server_is_added_by_its_command_reviewed_and_asks(
    desktop: Desktop, profile: Profile, tmp_path: Path
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    profile.env.update(HOME=str(tmp_path), PYTHON_KEYRING_BACKEND="keyring.backends.null.Keyring")
    profile.paths.ensure()
    registry.add(profile.paths.apps_dir, "tester")
    line = shlex.join([str(NPM / "mcp-server-filesystem"), str(folder)])
    async with program(desktop, desktop.env | profile.env | of_desktop(desktop)) as (_, person):
        await asyncio.to_thread(person.go_to, "Servers")
        await click(person, "Add a server…")
        await see(person, "Paste what the server's maker says")
        await asyncio.to_thread(person.hands.type, line)
        await see(person, "What changes in servers.json")
        assert not profile.paths.servers_file.exists()
        await press(person, "Add and review…")
        entry = {"command": str(NPM / "mcp-server-filesystem"), "args": [str(folder)]}
        assert json.loads(profile.paths.servers_file.read_text()) == {"mcpServers": {"filesystem": entry}}

        await review(person)
        await unseen(person, "Approve these ")
        app = await App.start("filesystem", env=profile.env)
        tools = {tool["name"] for tool in (await app.request("tools/list"))["result"]["tools"]}
        assert "write_file" in tools
        target = folder / "notes.txt"
        answer = app.begin_call("write_file", {"path": str(target), "content": "hello\n"})[1]
        await see(person, "notes.txt")
        assert not answer.done()
        assert not target.exists()
        await approve(person, ASKING)
        await answer
        assert target.read_text() == "hello\n"
        await app.close()
    assert story(profile) == [("write_file", "approve", "approver", "succeeded")]
