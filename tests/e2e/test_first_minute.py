"""The first minute with Assent: a profile where nothing is yet, a home with two AI apps, and a person at the window.

The window opens on the welcome, with the apps that it found; in three clicks the person puts their servers behind
Assent, has them started, and approves what they say; Cursor, started anew, starts what its file now says; the person is
asked, and says yes; Cursor writes its old file anew, which is noticed and mended; and the apps get their files back as
they were.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.desktop.display import Desktop, virtual_desktop
from tests.desktop.program import PAGE, Person, program
from tests.e2e.test_real_servers import VENV, story
from tests.e2e.test_window_story import ASKING, approve, click, of_desktop, see, unseen
from tests.support.app import App, text_of
from tests.support.profile import Profile

pytestmark = pytest.mark.full

CURSOR = """{
  // what Cursor starts
  "mcpServers": {
    "time": { "command": "TIME", "args": ["--local-timezone", "UTC"] },
    "vault": { "command": "vault", "envFile": ".env" }
  }
}
"""
CODEX = 'model = "gpt-5"\n\n[mcp_servers.time]\ncommand = "TIME"\n'
PUT = "{}: Put 1 server behind Assent…"
GIVE_BACK = "Give its configuration back: {}"


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    """A virtual desktop."""
    with virtual_desktop() as made:
        yield made


@pytest.fixture
def home(profile: Profile, tmp_path: Path) -> Path:
    """Where Cursor and Codex are configured, and nothing else is."""
    for variable in ("XDG_CONFIG_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR"):
        profile.env.pop(variable, None)
    profile.env.update(HOME=str(tmp_path), PYTHON_KEYRING_BACKEND="keyring.backends.null.Keyring")
    for name, said in ((".cursor/mcp.json", CURSOR), (".codex/config.toml", CODEX)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(said.replace("TIME", str(VENV / "mcp-server-time")))
    return tmp_path


async def read_and_click(person: Person, top: str, button: str) -> None:
    """Turn the wheel over what stands below these words, to its end, and press the button, which waits for that."""
    await see(person, top)
    await asyncio.to_thread(partial(person.read_on, PAGE, top))
    await asyncio.to_thread(partial(person.click_when_ready, button, gone=button))


async def press_on_card(person: Person, button: str) -> None:
    """Press a button on a card of an app; what is asked then takes the card's place."""
    await asyncio.to_thread(partial(person.click_when_ready, button, gone=button))


async def give_back(person: Person, name: str) -> None:
    """Give an app its own configuration back, on the page of AI apps."""
    await press_on_card(person, GIVE_BACK.format(name))
    await asyncio.to_thread(partial(person.click_when_ready, "Give it back", gone=f"Give {name} its own"))
    await see(person, PUT.format(name))
    await unseen(person, GIVE_BACK.format(name))


async def test_apps_are_put_behind_assent_one_asks_is_allowed_and_both_get_their_files_back(
    desktop: Desktop, profile: Profile, home: Path
) -> None:
    cursor, codex = home / ".cursor" / "mcp.json", home / ".codex" / "config.toml"
    before = cursor.read_bytes(), codex.read_bytes()
    async with program(desktop, desktop.env | profile.env | of_desktop(desktop)) as (_, person):
        await see(person, "Found on this computer: 2 AI apps with 3 servers, of which 1 stays as it is")
        await see(person, "stays as it is: it takes variables from a place that only the app knows")

        await click(person, "Put 2 servers behind Assent…")
        await see(person, "Put 2 servers of Cursor and Codex behind Assent?")
        await see(person, "1 server stays as it is, and Assent sees nothing of what it does:")
        assert (cursor.read_bytes(), codex.read_bytes()) == before, "nothing is written before the yes"
        await read_and_click(person, "What is looked at", "Put behind Assent and start them to look")
        await see(person, "Approve 4 tools of 2 servers")
        assert story(profile) == [], "nothing was called"
        await read_and_click(person, "What the servers can do", "Approve 4 tools of 2 servers")
        await see(person, "Restart Cursor, then ask it")
        await see(person, "Start at login")

        entry = json.loads(cursor.read_text().replace("// what Cursor starts", ""))["mcpServers"]["time"]
        app = await App.start("time", env=profile.env, command=(entry["command"], *entry["args"]))
        answer = app.begin_call("get_current_time", {"timezone": "Europe/Paris"})[1]
        await see(person, "Cursor wants to use the tool “get_current_time”")
        assert not answer.done()
        await approve(person, ASKING)
        assert json.loads(text_of(await answer))["timezone"] == "Europe/Paris"
        await app.close()

        await asyncio.to_thread(person.go_to, "AI apps")
        cursor.write_bytes(before[0])  # it writes what it remembers
        await see(person, "Cursor rewrote its file, or has new servers")
        await press_on_card(person, PUT.format("Cursor"))
        await asyncio.to_thread(partial(person.click_when_ready, "Put behind Assent", gone="Put 1 server of Cursor"))
        await see(person, "Cursor reaches its servers through Assent.")
        assert cursor.read_bytes() != before[0]

        for name in ("Cursor", "Codex"):
            await give_back(person, name)
    assert (cursor.read_bytes(), codex.read_bytes()) == before
    assert story(profile) == [("get_current_time", "approve", "approver", "succeeded")]
