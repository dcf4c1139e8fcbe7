"""Servers added, edited and removed through the window's connection: a real host, its file, and a real server."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from host.apps.attach import attaching
from host.control.protocol import ChangeServers, PlanServers, ReadDrafts, ReadServer, ReviewServer
from host.control.protocol import TestServer as AskTest
from host.control.views import DraftValue, ServerDraft, ServersPlan
from host.servers.supervisor import WAITING
from host.values import replace
from host.window import pending_prompts
from tests.integration.test_reviews import rig_with
from tests.support.app import text_of
from tests.support.hosts import ROOT
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.support.windows import Refused, TestWindow, Windows
from tests.unit.host.apps.attach.test_attaching import Keyring

COMMAND = shlex.join([sys.executable, str(ROOT / "tests/servers/raw.py")])


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A display, a person who reads in no time, and a home of their own."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr(pending_prompts, "SEEN_AFTER", 0.0)


@pytest.fixture
def keyring(monkeypatch: pytest.MonkeyPatch) -> Keyring:
    """The keyring of this computer."""
    made = Keyring()
    monkeypatch.setattr(attaching, "keyring", lambda: made)
    return made


async def read(window: TestWindow, text: str) -> tuple[ServerDraft, ...]:
    return (await window.ask(ReadDrafts(text))).drafts


async def write(window: TestWindow, *drafts: ServerDraft, **more: Any) -> ServersPlan:
    """Look at what would change, and have it done."""
    plan = await window.ask(PlanServers(drafts, more.get("removed", ())))
    assert [fault for reading in plan.readings for fault in reading.faults] == []
    await window.ask(ChangeServers(plan.digest, drafts, **more))
    return plan


def written(rig: Rig) -> dict[str, Any]:
    servers: dict[str, Any] = json.loads(rig.profile.paths.servers_file.read_text())["mcpServers"]
    return servers


async def test_s34_a_pasted_command_is_written_and_not_started_before_its_review(
    profile: Profile, windows: Windows, keyring: Keyring
) -> None:
    async with rig_with(profile, windows) as rig:
        window = await windows.joined()
        (draft,) = await read(window, f"API_KEY=opensesame {COMMAND} --sync")
        draft = replace(draft, id="pasted")
        plan = await write(window, draft)
        assert "opensesame" not in "".join(plan.lines)
        assert written(rig)["pasted"]["env"] == {"API_KEY": "${keyring:pasted-API_KEY}"}
        assert keyring.kept == {("assent", "pasted-API_KEY"): "opensesame"}
        shown = await window.ask(ReadServer("pasted"))
        assert (shown.server.waits, shown.review.variables) == ("start", ("API_KEY",))
        tested = await window.ask(AskTest("pasted"))
        assert (tested.ok, tested.why) == (False, WAITING["start"])
        assert await rig.records("server.started") == []


async def test_what_was_reviewed_is_tested_and_used_and_an_edit_wants_another_review(
    profile: Profile, windows: Windows, keyring: Keyring
) -> None:
    async with rig_with(profile, windows) as rig:
        window = await windows.joined()
        (draft,) = await read(window, COMMAND)
        await write(window, replace(draft, id="pasted"))
        shown = await window.ask(ReadServer("pasted"))
        await window.ask(
            ReviewServer("pasted", shown.server.config_digest, "start", program=shown.review.program_digest)
        )
        tested = await window.ask(AskTest("pasted"))
        assert tested.ok
        assert tested.tools > 0
        await window.ask(ReviewServer("pasted", shown.server.config_digest, "free"))
        app = await rig.app("pasted")
        assert text_of(await app.call("echo", {"text": "here"})) == "here"

        (edited,) = (await window.ask(ReadDrafts(server_id="pasted"))).drafts
        await write(window, replace(edited, title="Pasted one"))
        assert (await window.ask(ReadServer("pasted"))).server.waits == ""
        (edited,) = (await window.ask(ReadDrafts(server_id="pasted"))).drafts
        await write(window, replace(edited, command=f"{COMMAND} --sync"))
        assert (await window.ask(ReadServer("pasted"))).server.waits == "start"
        await app.close()


async def test_what_was_not_shown_is_not_written(profile: Profile, windows: Windows, keyring: Keyring) -> None:
    async with rig_with(profile, windows) as rig:
        window = await windows.joined()
        before = rig.profile.paths.servers_file.read_text()
        (draft,) = await read(window, COMMAND)
        plan = await window.ask(PlanServers((draft,)))
        for asked in (
            ChangeServers("", (draft,)),
            ChangeServers("0" * 64, (draft,)),
            ChangeServers(plan.digest, (replace(draft, command="sh"),)),
            ChangeServers(plan.digest, (replace(draft, values=(DraftValue("A", "1"),)),)),
        ):
            with pytest.raises(Refused, match="nothing was written"):
                await window.ask(asked)
        rig.profile.paths.servers_file.write_text(before + "\n")
        with pytest.raises(Refused, match="nothing was written"):
            await window.ask(ChangeServers(plan.digest, (draft,)))
        assert rig.profile.paths.servers_file.read_text() == before + "\n"


async def test_a_removed_server_is_gone_and_its_secret_too_where_that_was_asked(
    profile: Profile, windows: Windows, keyring: Keyring
) -> None:
    async with rig_with(profile, windows) as rig:
        window = await windows.joined()
        (draft,) = await read(window, f"API_KEY=opensesame {COMMAND}")
        await write(window, replace(draft, id="pasted"))
        plan = await write(window, removed=("pasted",), forget=True)
        assert plan.unused == ("pasted-API_KEY",)
        assert keyring.kept == {}
        assert "pasted" not in written(rig)
        with pytest.raises(Refused, match="no such server"):
            await window.ask(ReadServer("pasted"))


async def test_s34_hostile_texts_are_refused_with_a_sentence(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows):
        window = await windows.joined()
        hidden = json.dumps({"a": {"command": "sh", "args": ["good\u202e"]}})
        for text in ("sh | sh", "sh \u202e", hidden, "x" * 200_000, '{"a":' * 1_000, "{}"):
            with pytest.raises(Refused):
                await read(window, text)


async def test_servers_of_another_app_are_offered_except_those_that_are_here(
    profile: Profile, windows: Windows, tmp_path: Path
) -> None:
    async with rig_with(profile, windows) as rig:
        cursor = tmp_path / ".cursor" / "mcp.json"
        cursor.parent.mkdir()
        here = {key: value for key, value in written(rig)["raw"].items() if key != "assent"}
        servers = {
            "same": here,
            "new": {"command": "new", "env": {"API_KEY": "k"}},
            "own": {"command": "x", "envFile": "e"},
            "long": {"command": "x", "args": ["'" * 20_000]},
        }
        cursor.write_text(json.dumps({"mcpServers": servers}))
        window = await windows.joined()
        found = await window.ask(ReadDrafts(app_id="cursor"))
        assert [(draft.id, draft.app, draft.values[0].secret) for draft in found.drafts] == [("new", "cursor", True)]
        left = {it.name: it.value for it in found.left}
        assert (left["same"], left["long"]) == ("it is here already", "it is too long for a form")


async def test_the_demonstration_keeps_its_servers(profile: Profile, windows: Windows) -> None:
    async with rig_with(profile, windows, demo=True):
        window = await windows.joined()
        (draft,) = await read(window, "sh")
        with pytest.raises(Refused, match="demonstration"):
            await window.ask(PlanServers((draft,)))
