"""The server that stands for an app's own tools: it lists what hooks asked about, and gives back what was approved."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from host.errors import AssentError
from host.servers.own_tools import APPROVED, MAX_TOOLS, HookSpec, OwnTools, definition
from host.servers.supervisor import Supervisor
from host.settings import LiveSettings
from host.wire import messages
from host.wire.methods import META_VERSION


class Heard:
    """Who hears the channel."""

    def __init__(self) -> None:
        self.frames: list[Any] = []

    def frame_received(self, frame: bytes) -> None:
        self.frames.append(json.loads(frame))

    def channel_closed(self, error: AssentError | None) -> None:
        raise AssertionError(error)

    def writable(self, ready: bool) -> None:
        raise AssertionError(ready)

    def awaits(self, request_id: int) -> bool:
        return request_id > 0

    def request_lost(self, request_id: int, error: AssentError) -> None:
        raise AssertionError(request_id, error)


async def answer(method: str, params: dict[str, Any], *names: str) -> Any:
    heard = Heard()
    channel = OwnTools(heard, names)
    channel.send(messages.request(7, method, json.dumps(params).encode()))
    assert heard.frames == [], "an answer comes later, as any answer does"
    await asyncio.sleep(0)
    (frame,) = heard.frames
    assert frame["id"] == 7
    return frame.get("result", frame.get("error"))


async def test_it_lists_what_was_asked_about_in_words_of_ours_alone() -> None:
    listed = await answer("tools/list", {}, "Bash", "<b>odd</b>")
    assert listed["tools"] == [definition("Bash"), definition("<b>odd</b>")]
    assert "inputSchema" in listed["tools"][0]
    assert "annotations" not in listed["tools"][0]


async def test_what_was_approved_is_given_back_and_nothing_else_is_reported() -> None:
    meta = {META_VERSION: "2026-07-28"}
    said = await answer("tools/call", {"name": "Bash", "arguments": {"command": "ls"}, "_meta": meta}, "Bash")
    assert said == {"resultType": "complete", "content": [], "_meta": {APPROVED: {"command": "ls"}}}


async def test_other_methods_are_unknown_and_a_stopped_one_is_silent() -> None:
    assert (await answer("resources/read", {"uri": "file:///etc/passwd"}))["code"] == -32601
    heard = Heard()
    channel = OwnTools(heard, ())
    channel.send(messages.request(1, "tools/list", b"{}"))
    await channel.stop()
    await asyncio.sleep(0)
    assert heard.frames == []


async def test_the_tools_that_are_remembered_of_an_app_are_bounded(tmp_path: Path) -> None:
    file = tmp_path / "servers.json"
    file.write_text('{"mcpServers": {"app": {"hook": "app"}}}')
    supervisor = Supervisor(file, settings=LiveSettings(), log=lambda _: None, monotonic=lambda: 0.0, environment={})
    entry = supervisor.entry("app")
    for number in range(MAX_TOOLS):
        await supervisor.start(entry, HookSpec("app", f"tool{number}"), Heard())
    await supervisor.start(entry, HookSpec("app", "tool0"), Heard())
    with pytest.raises(AssentError, match="too many tools"):
        await supervisor.start(entry, HookSpec("app", "one more"), Heard())
