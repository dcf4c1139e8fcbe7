"""Servers behind a URL, from an app through the gate: real bridges, real sockets, real servers, a real log."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from host.apps import registry
from host.audit.files import read_head
from host.audit.verify import verify_database
from host.host import Host
from host.model import Answer, ApprovalRequest, Edit
from tests.support.app import App, text_of
from tests.support.hosts import CALM, ScriptedApprover, journal, make_host, write_servers
from tests.support.http_servers import RawHttp, Request, everything, modern
from tests.support.profile import Profile
from tests.support.rig import flush, records
from tests.support.waiting import PATIENCE, eventually

ERAS = pytest.mark.parametrize("new", [False, True], ids=["legacy", "modern"])
GREETING = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "r", "version": "1"}}


@asynccontextmanager
async def hosting(profile: Profile, approver: ScriptedApprover, **entries: dict[str, Any]) -> AsyncIterator[Host]:
    """A host with these servers. The log must verify afterwards."""
    write_servers(profile.paths, entries)
    registry.add(profile.paths.apps_dir, "tester")
    async with make_host(profile.paths, approver, settings=CALM.replace(approver_grace=0.2)) as host:
        yield host
        await flush(host)
    found = verify_database(profile.paths.log_file, read_head(profile.paths.head_file))
    assert found.ok, found.problem


@asynccontextmanager
async def joined(profile: Profile, server: str, **options: Any) -> AsyncIterator[App]:
    app = await App.start(server, env=profile.env, **options)
    try:
        yield app
    finally:
        await app.close()


@asynccontextmanager
async def session(
    profile: Profile, approver: ScriptedApprover, entry: dict[str, Any], **options: Any
) -> AsyncIterator[App]:
    """A host with that server, as ``web``, and an app that joined it."""
    async with hosting(profile, approver, web=entry), joined(profile, "web", **options) as app:
        yield app


def at(port: int, path: str = "mcp") -> dict[str, Any]:
    return {"url": f"http://127.0.0.1:{port}/{path}"}


@pytest.mark.npm
@pytest.mark.parametrize(("transport", "path"), [("streamableHttp", "mcp"), ("sse", "sse")])
async def test_calls_of_a_real_server_pass_the_gate(profile: Profile, transport: str, path: str) -> None:
    approver = ScriptedApprover(echo=True, default="not today")
    async with everything(transport) as port, session(profile, approver, at(port, path)) as app:
        listed = await app.request("tools/list")
        assert "echo" in [tool["name"] for tool in listed["result"]["tools"]]
        assert text_of(await app.call("echo", {"message": "hello"})) == "Echo: hello"
        assert "not today" in text_of(await app.call("get-sum", {"a": 1, "b": 2}))
        prompts = await app.request("prompts/list")
        assert prompts["result"]["prompts"]
    assert [each["status"] for each in records(profile, "call.outcome")] == ["succeeded"]


@pytest.mark.npm
@pytest.mark.parametrize(("transport", "path"), [("streamableHttp", "mcp"), ("sse", "sse")])
async def test_progress_and_cancellation_reach_the_other_side(profile: Profile, transport: str, path: str) -> None:
    approver = ScriptedApprover(default=True)
    async with everything(transport) as port, session(profile, approver, at(port, path)) as app:
        number, _ = app.begin_call(
            "trigger-long-running-operation", {"duration": 60, "steps": 600}, _meta={"progressToken": "mine"}
        )
        assert (await app.hear("notifications/progress"))["params"]["progressToken"] == "mine"
        app.notify("notifications/cancelled", {"requestId": number})
        assert text_of(await app.call("echo", {"message": "still here"})) == "Echo: still here"
    assert sorted(each["status"] for each in records(profile, "call.outcome")) == ["cancelled", "succeeded"]


@ERAS
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["events", "json"])
async def test_a_server_of_the_sdk_is_called_in_both_eras(
    profile: Profile, tmp_path: Path, new: bool, form: tuple[str, ...]
) -> None:
    seen = tmp_path / "journal"
    yes = ScriptedApprover(default=True)
    async with modern("--journal", str(seen), *form) as port, session(profile, yes, at(port), modern=new) as app:
        names = [tool["name"] for tool in (await app.request("tools/list"))["result"]["tools"]]
        answer = await app.call("weather", {"region": "us west", "days": 2, "query": "q"})
        assert json.loads(text_of(answer)) == {"days": 2, "query": "q", "region": "us west"}
        if not form:
            app.begin_call("slow", {}, _meta={"progressToken": "p"})
            assert (await app.hear("notifications/progress"))["params"]["progressToken"] == "p"
    (call, *_) = journal(seen)
    headers = {name: value for name, value in call["headers"].items() if name.startswith("mcp-")}
    if new:
        assert headers == {
            "mcp-protocol-version": "2026-07-28",
            "mcp-method": "tools/call",
            "mcp-name": "weather",
            "mcp-param-region": "us west",
            "mcp-param-days": "2",
        }
        assert "unsound" not in names
    else:
        assert headers.keys() == {"mcp-protocol-version", "mcp-session-id"}
        assert "unsound" in names


async def test_s20_a_tool_whose_headers_are_unsound_is_neither_listed_nor_called(
    profile: Profile, tmp_path: Path
) -> None:
    seen = tmp_path / "journal"
    async with (
        modern("--journal", str(seen)) as port,
        session(profile, ScriptedApprover(default=True), at(port), modern=True) as app,
    ):
        answer = await app.call("unsound", {"a": "x"})
        assert "invalid name" in text_of(answer)
    assert journal(seen) == []


async def test_s20_an_edit_leaves_no_stale_header(profile: Profile, tmp_path: Path) -> None:
    async def elsewhere(request: ApprovalRequest) -> Answer | Edit | bool:
        if request.edited is not None:
            return True
        return Edit(request.call.id, request.call.digest, b'{"region":"caf\xc3\xa9\\r\\nX-Evil: 1"}', "ana")

    seen = tmp_path / "journal"
    approver = ScriptedApprover(weather=elsewhere)
    async with modern("--journal", str(seen)) as port, session(profile, approver, at(port), modern=True) as app:
        await app.call("weather", {"region": "north", "days": 5})
    (call,) = journal(seen)
    assert call["arguments"] == {"region": "caf\u00e9\r\nX-Evil: 1"}
    assert call["headers"]["mcp-param-region"] == "=?base64?Y2Fmw6kNClgtRXZpbDogMQ==?="
    assert "mcp-param-days" not in call["headers"]
    assert "x-evil" not in call["headers"]


async def test_giving_up_a_call_of_the_modern_era_ends_it_over_there(profile: Profile, tmp_path: Path) -> None:
    seen = tmp_path / "journal"
    async with (
        modern("--journal", str(seen)) as port,
        session(profile, ScriptedApprover(default=True), at(port), modern=True) as app,
    ):
        number, _ = app.begin_call("hang")
        await eventually(lambda: len(journal(seen)) == 1)
        app.notify("notifications/cancelled", {"requestId": number})
        await eventually(lambda: {"cancelled": "hang"} in journal(seen))
    assert [each["status"] for each in records(profile, "call.outcome")] == ["cancelled"]


class Fragile:
    """A server of a session whose tool ``cut`` loses its connection, while ``wait`` waits until it may end."""

    def __init__(self) -> None:
        self.may, self.waits = asyncio.Event(), asyncio.Event()

    async def __call__(self, request: Request) -> None:
        if request.method != "POST":
            await request.answer(405)
        elif (method := request.message.get("method")) == "initialize":
            await request.result(GREETING, mcp_session_id="s")
        elif method == "tools/list":
            names = ("cut", "wait", "end", "down")
            await request.result({"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in names]})
        elif method == "tools/call":
            await getattr(self, request.message["params"]["name"])(request)
        else:
            await request.answer(202)

    async def cut(self, request: Request) -> None:
        request.writer.transport.abort()

    async def wait(self, request: Request) -> None:
        self.waits.set()
        async with asyncio.timeout(PATIENCE):
            await self.may.wait()
        await request.result({"content": [{"type": "text", "text": "waited"}]})

    async def end(self, request: Request) -> None:
        await request.answer(404)

    async def down(self, request: Request) -> None:
        await request.answer(503)


async def test_s25_a_call_whose_connection_is_lost_has_an_unknown_outcome_and_takes_no_other_along(
    profile: Profile,
) -> None:
    fragile = Fragile()
    async with RawHttp(fragile) as server, session(profile, ScriptedApprover(default=True), {"url": server.url}) as app:
        _, waiting = app.begin_call("wait")
        await fragile.waits.wait()
        for name in ("cut", "down"):
            lost = await app.call(name)
            assert lost["error"]["code"] == -32000
            assert "Its outcome is unknown" in text_of(lost)
        fragile.may.set()
        async with asyncio.timeout(PATIENCE):
            assert text_of(await waiting) == "waited"
        assert server.methods().count("tools/call") == 3
    assert sorted(each["status"] for each in records(profile, "call.outcome")) == ["succeeded", "unknown", "unknown"]


async def test_s25_a_session_that_the_server_ended_leaves_what_runs_unknown(profile: Profile) -> None:
    fragile = Fragile()
    async with RawHttp(fragile) as server, session(profile, ScriptedApprover(default=True), {"url": server.url}) as app:
        _, waiting = app.begin_call("wait")
        await fragile.waits.wait()
        ended = await app.call("end")
        assert "This was not carried out" in text_of(ended)
        async with asyncio.timeout(PATIENCE):
            assert "Its outcome is unknown" in text_of(await waiting)
    assert sorted(each["status"] for each in records(profile, "call.outcome")) == ["protocol error", "unknown"]
    assert records(profile, "server.failed")[0]["because"] == "the server ended the session"


async def test_a_server_that_is_not_there_is_told_to_the_app(profile: Profile) -> None:
    async with session(profile, ScriptedApprover(), at(1), greet=False) as app:
        answer = await app.request(
            "initialize",
            {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
        )
        assert "the server cannot be reached: nothing answers at its address" in text_of(answer)
    assert records(profile, "server.failed")[0]["because"] == (
        "the server cannot be reached: nothing answers at its address"
    )


@ERAS
async def test_a_flood_of_one_server_touches_no_other(profile: Profile, new: bool) -> None:
    async def flooding(request: Request) -> None:
        if request.method == "POST" and request.message.get("method") in ("initialize", "server/discover"):
            await request.events()
            while True:
                await request.event(
                    {"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": "x" * 1000}}
                )
        await request.answer(405)

    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    async with (
        RawHttp(flooding) as server,
        modern() as port,
        hosting(profile, ScriptedApprover(default=True), flood={"url": server.url}, web=at(port)),
        joined(profile, "flood", greet=False, modern=new) as flooded,
        joined(profile, "web", modern=new) as app,
    ):
        flooded.begin("server/discover" if new else "initialize", None if new else params)
        await server.until("server/discover", "initialize")
        answer = await app.call("weather", {"region": "here"})
        assert json.loads(text_of(answer)) == {"region": "here"}
