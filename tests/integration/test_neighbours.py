"""What one app sends, and what its server says, leaves other apps' calls as they are."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest

from host import tasks
from host.apps import gateway, registry
from host.turns import Turns
from tests.integration.test_http_apps import web
from tests.support.app import text_of
from tests.support.hosts import ALLOW_ALL
from tests.support.profile import Profile
from tests.support.rig import Rig

PAUSE = 3_600.0


class Pauses:
    """Every message of ``flood`` takes long; what would end its pauses waits until it is called."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, app: str) -> None:
        self.ends: list[Callable[[], Any]] = []
        loop = asyncio.get_running_loop()
        later = loop.call_later

        def call_later(delay: float, callback: Callable[..., Any], *args: Any, **options: Any) -> asyncio.TimerHandle:
            if delay != PAUSE:
                return later(delay, callback, *args, **options)
            self.ends.append(partial(callback, *args))
            return Mock(asyncio.TimerHandle)

        monkeypatch.setattr(loop, "call_later", call_later)
        monkeypatch.setattr(Turns, "pause_after", lambda _self, name, _took: PAUSE if name == app else 0.0)


@pytest.mark.parametrize(("entry", "tool"), [("raw", "echo"), ("", "raw__echo")])
async def test_s43_an_app_is_not_heard_for_a_while_after_a_message_that_took_long(
    profile: Profile, monkeypatch: pytest.MonkeyPatch, entry: str, tool: str
) -> None:
    registry.add(profile.paths.apps_dir, "flood")
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        flood, quiet = await rig.app(entry, app="flood"), await rig.app(entry)
        assert text_of(await flood.call(tool, {"text": "before"})) == "before"
        pauses = Pauses(monkeypatch, "flood")
        assert len(text_of(await flood.call(tool, {"text": "x" * 300_000}))) == 300_000
        _, second = flood.begin_call(tool, {"text": "after"})
        assert text_of(await quiet.call(tool, {"text": "meanwhile"})) == "meanwhile"
        assert not second.done()
        assert [it["arguments"]["text"][:9] for it in rig.happened()] == ["before", "x" * 9, "meanwhile"]
        monkeypatch.undo()
        for end in pauses.ends:
            end()
        assert text_of(await second) == "after"


async def test_s43_nothing_more_is_read_over_http_for_a_while_after_a_message_that_took_long(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        session, quiet = await here.begin(), await here.rig.app()
        assert text_of(await quiet.call("echo", {"text": "before"})) == "before"
        read_again = asyncio.Event()

        async def wait_paused(_turns: Turns, name: str) -> None:
            if name in paused:
                await read_again.wait()

        def pause_after(_turns: Turns, name: str, _took: float) -> float:
            paused.add(name)
            return 0.0

        paused: set[str] = set()
        monkeypatch.setattr(Turns, "wait_paused", wait_paused)
        monkeypatch.setattr(Turns, "pause_after", pause_after)
        call = {"name": "echo", "arguments": {"text": "posted"}}
        posted = await here.post(here.message("tools/call", call), mcp_session_id=session)
        assert posted.json()["result"]["content"][0]["text"] == "posted", "the message itself is not held back"
        later = tasks.spawn(here.post(here.message("tools/call", call), mcp_session_id=session), name="post")
        assert text_of(await quiet.call("echo", {"text": "meanwhile"})) == "meanwhile"
        assert not later.done()
        read_again.set()
        assert (await later).json()["result"]["content"][0]["text"] == "posted"


async def test_s43_an_app_that_takes_every_place_that_it_gets_leaves_some_to_others(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "MAX_CONNECTIONS_PER_APP", 2)
    hello = json.dumps({"assent": 1, "role": "bridge", "server": "raw", "app": "x", "token": ""}).encode() + b"\n"
    async with Rig(profile, managed=ALLOW_ALL) as rig:
        taken = [await asyncio.open_unix_connection(str(profile.paths.socket)) for _ in range(3)]
        said = []
        for reader, writer in taken:
            writer.write(hello)
            said.append(json.loads(await reader.readline()))
        assert [it["ok"] for it in said] == [True, True, False]
        assert said[2]["error"] == gateway.TOO_MANY
        other = await rig.app()
        assert text_of(await other.call("echo", {"text": "hi"})) == "hi"
        for _, writer in taken:
            writer.close()
