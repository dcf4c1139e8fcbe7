"""Apps that come over HTTP: real sockets, raw requests, and the client of the official SDK in both eras."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from host import tasks
from host.apps import gateway, http, registry
from host.host import Host
from host.rates import Rate
from host.wiring import approve_all
from tests.support.app import MODERN_META, PATIENCE
from tests.support.hosts import ALLOW_ALL, ROOT, ScriptedApprover, managed, raw_server, write_servers
from tests.support.http_servers import RawHttp, Request
from tests.support.profile import Profile
from tests.support.rig import Rig
from tests.support.waiting import eventually

ACCEPT = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"elicitation": {}},
    "clientInfo": {"name": "t", "version": "1"},
}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Web:
    """A host that lets apps in over HTTP, and requests to it. Attributes: rig, port, token: as the names say."""

    def __init__(self, rig: Rig, port: int, token: str) -> None:
        self.rig, self.port, self.token = rig, port, token
        self.url = f"http://127.0.0.1:{port}/mcp/raw"
        self.http = httpx2.AsyncClient(timeout=PATIENCE, trust_env=False)
        self._next = 0

    def headers(self, **more: str) -> dict[str, str]:
        """Those of an honest app."""
        return {**ACCEPT, "authorization": f"Bearer {self.token}", **{k.replace("_", "-"): v for k, v in more.items()}}

    def message(self, method: str, params: dict[str, Any] | None = None, number: int = 0) -> dict[str, Any]:
        """A request with an id of its own, or with ``number``."""
        self._next += 1
        about = {} if params is None else {"params": params}
        return {"jsonrpc": "2.0", "id": number or self._next, "method": method, **about}

    async def post(self, message: Any, **headers: str) -> httpx2.Response:
        """Post one message."""
        return await self.http.post(self.url, content=json.dumps(message), headers=self.headers(**headers))

    async def begin(self) -> str:
        """The handshake of 2025; returns the id of the session."""
        answer = await self.post(self.message("initialize", INITIALIZE))
        assert answer.status_code == 200, answer.text
        session = str(answer.headers["mcp-session-id"])
        told = await self.post({"jsonrpc": "2.0", "method": "notifications/initialized"}, mcp_session_id=session)
        assert told.status_code == 202
        return session

    async def stateless(
        self, method: str, params: dict[str, Any], number: int = 0, /, **headers: str
    ) -> httpx2.Response:
        """A request of 2026-07-28."""
        message = self.message(method, {**params, "_meta": {**MODERN_META, **params.get("_meta", {})}}, number)
        named = {"mcp_name": str(params["name"])} if "name" in params else {}
        version = {"mcp_protocol_version": "2026-07-28", "mcp_method": method}
        return await self.post(message, **{**version, **named, **headers})


@asynccontextmanager
async def web(profile: Profile, **options: Any) -> AsyncIterator[Web]:
    """A host with HTTP."""
    port = free_port()
    settings = {"http_port": port, **options.pop("settings", {})}
    async with Rig(profile, settings=settings, **options) as rig:
        made = Web(rig, port, registry.add_http(profile.paths.apps_dir, "webby"))
        try:
            yield made
        finally:
            await made.http.aclose()


def messages_of(answer: httpx2.Response) -> list[dict[str, Any]]:
    """What an answer holds, as JSON or as events."""
    if answer.headers["content-type"] == "application/json":
        return [answer.json()]
    return [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data: ")]


async def test_a_session_of_2025_lists_and_calls(profile: Profile) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        session = await here.begin()
        listed = await here.post(here.message("tools/list"), mcp_session_id=session)
        assert "echo" in {tool["name"] for tool in listed.json()["result"]["tools"]}
        call = here.message("tools/call", {"name": "echo", "arguments": {"text": "hi"}})
        answer = await here.post(call, mcp_session_id=session)
        assert answer.json()["id"] == call["id"]
        assert answer.json()["result"]["content"][0]["text"] == "hi"
        (connected,) = await here.rig.records("app.connected")
        assert (connected["app"], connected["authenticated"], connected["pid"]) == ("webby", True, os.getpid())


async def test_requests_that_stand_alone_may_share_an_id(profile: Profile) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        calls = [{"name": "echo", "arguments": {"text": text}} for text in ("one", "two", "three")]
        answers = await asyncio.gather(*(here.stateless("tools/call", call, 7) for call in calls))
        assert [answer.json()["id"] for answer in answers] == [7, 7, 7]
        assert [answer.json()["result"]["content"][0]["text"] for answer in answers] == ["one", "two", "three"]
        assert len(await here.rig.records("app.connected")) == 1


async def test_progress_reaches_the_request_that_asked_for_it_under_its_own_token(profile: Profile) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        until = str(profile.paths.servers_file)  # it is there, so the tool ends after one step
        params = {"name": "slow", "arguments": {"until": until}, "_meta": {"progressToken": "mine"}}
        both = await asyncio.gather(here.stateless("tools/call", params), here.stateless("tools/call", params))
        for answer in both:
            *progress, response = messages_of(answer)
            assert progress
            assert {it["params"]["progressToken"] for it in progress} == {"mine"}
            assert "result" in response


async def test_a_subscription_is_a_stream_of_its_own_under_the_apps_id(profile: Profile) -> None:
    async with web(profile) as here:
        answer = await here.stateless("subscriptions/listen", {"notifications": {"toolsListChanged": True}}, 5)
        assert answer.headers["content-type"] == "text/event-stream"
        told = messages_of(answer)  # the server ends it
        assert [it["method"] for it in told] == [
            "notifications/subscriptions/acknowledged",
            "notifications/tools/list_changed",
        ]
        assert {it["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"] for it in told} == {5}


async def test_a_denial_is_a_result_of_the_call(profile: Profile) -> None:
    async with web(profile, approver=ScriptedApprover(echo="not today")) as here:
        answer = await here.stateless("tools/call", {"name": "echo", "arguments": {"text": "hi"}})
        assert answer.status_code == 200
        assert "not today" in answer.json()["result"]["content"][0]["text"]
        assert here.rig.happened() == []


@pytest.mark.parametrize("stateless", [False, True])
async def test_an_app_that_no_longer_waits_withdraws_its_call(profile: Profile, stateless: bool) -> None:
    approver = ScriptedApprover()
    async with web(profile, approver=approver) as here:
        params = {"name": "echo", "arguments": {"text": "hi"}}
        if stateless:
            waiting = tasks.spawn(here.stateless("tools/call", params), name="a request")
        else:
            session = await here.begin()
            waiting = tasks.spawn(
                here.post(here.message("tools/call", params), mcp_session_id=session), name="a request"
            )
        await approver.until_asked()
        waiting.cancel()
        await asyncio.wait({waiting})
        await eventually(lambda: approver.cancelled)
        assert here.rig.happened() == []


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "localhost.evil.example:{port}"}, 421),
        ({"host": "127.0.0.1"}, 421),
        ({"origin": "null"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "http://localhost:1"}, 403),
        ({"origin": "http://127.0.0.1:{port}"}, 200),
        ({"host": "localhost:{port}", "origin": "http://localhost:{port}"}, 200),
    ],
)
async def test_s30_other_hosts_and_origins_get_nothing(profile: Profile, headers: dict[str, str], status: int) -> None:
    async with web(profile) as here:
        named = {name: value.format(port=here.port) for name, value in headers.items()}
        answer = await here.post(here.message("initialize", INITIALIZE), **named)
        assert answer.status_code == status
        assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_s31_a_page_can_neither_post_nor_read(profile: Profile) -> None:
    async with web(profile) as here:
        text = await here.post(here.message("initialize", INITIALIZE), content_type="text/plain")
        assert text.status_code == 415
        for method in ("GET", "OPTIONS", "PUT", "HEAD", "DELETE"):
            answer = await here.http.request(method, here.url, headers=here.headers())
            assert answer.status_code == 405
            assert not [name for name in answer.headers if name.startswith("access-control")]
        with socket.socket() as elsewhere:
            assert elsewhere.connect_ex(("127.0.0.2", here.port)) != 0  # no other address of this computer


async def test_s32_a_token_is_needed_and_revoked_at_once(profile: Profile) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        session = await here.begin()
        stored = (profile.paths.apps_dir / "webby.http").read_text()
        assert here.token not in stored
        assert (profile.paths.apps_dir / "webby.http").stat().st_mode & 0o777 == 0o600
        for wrong in (
            "",
            "Bearer",
            "Bearer x",
            f"Basic {here.token}",
            f"Bearer {here.token}x",
            f"Bearer {stored.strip()}",
        ):
            answer = await here.post(here.message("ping"), mcp_session_id=session, authorization=wrong)
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"].startswith("Bearer")
        registry.remove(profile.paths.apps_dir, "webby")
        answer = await here.post(here.message("ping"), mcp_session_id=session)
        assert answer.status_code == 401


async def test_s33_a_session_serves_the_token_that_began_it(profile: Profile) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        session = await here.begin()
        other = registry.add_http(profile.paths.apps_dir, "other")
        answer = await here.post(here.message("tools/list"), mcp_session_id=session, authorization=f"Bearer {other}")
        assert answer.status_code == 404
        gone = await here.http.delete(
            here.url, headers=here.headers(mcp_session_id=session, authorization=f"Bearer {other}")
        )
        assert gone.status_code == 404
        assert (await here.post(here.message("tools/list"), mcp_session_id=session)).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"mcp_name": "fail"},
        {"mcp_method": "tools/list"},
        {"mcp_protocol_version": "2025-11-25"},
        {"mcp_name": "=?base64?ZmFpbA==?="},
    ],
)
async def test_s33_headers_that_differ_from_the_body_are_refused(profile: Profile, headers: dict[str, str]) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        answer = await here.stateless("tools/call", {"name": "echo", "arguments": {"text": "hi"}}, **headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32020)
        assert here.rig.happened() == []


async def test_what_cannot_be_read_or_is_too_large_is_refused_and_recorded(profile: Profile) -> None:
    async with web(profile, settings={"frame_to_server": 4096}) as here:
        broken = await here.http.post(here.url, content=b'{"jsonrpc":"2.0","id":1,"id":2}', headers=here.headers())
        assert (broken.status_code, broken.json()["error"]["code"]) == (400, -32700)
        large = await here.http.post(here.url, content=b" " * 5000, headers=here.headers())
        assert large.status_code == 413
        assert len(await here.rig.records("message.refused")) == 1


async def test_an_unknown_server_path_or_session_is_said_plainly(profile: Profile) -> None:
    async with web(profile) as here:
        here.url = f"http://127.0.0.1:{here.port}/mcp/nothing"
        answer = await here.post(here.message("initialize", INITIALIZE))
        assert answer.status_code == 404
        assert "no such server" in answer.json()["error"]["message"]
        here.url = f"http://127.0.0.1:{here.port}/"
        assert (await here.post(here.message("ping"))).status_code == 404
        here.url = f"http://127.0.0.1:{here.port}/mcp/raw"
        assert (await here.post(here.message("ping"), mcp_session_id="x")).status_code == 404
        assert (await here.post(here.message("tools/list"))).status_code == 400


async def test_a_deleted_session_is_gone(profile: Profile) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        session = await here.begin()
        gone = await here.http.delete(here.url, headers=here.headers(mcp_session_id=session))
        assert gone.status_code == 204
        assert (await here.post(here.message("tools/list"), mcp_session_id=session)).status_code == 404


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28", "auto"])
async def test_the_official_client_works_as_with_any_server(profile: Profile, mode: Any) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        given = httpx2.AsyncClient(headers={"authorization": f"Bearer {here.token}"}, timeout=PATIENCE, trust_env=False)
        async with given, Client(streamable_http_client(here.url, http_client=given), mode=mode) as client:
            listed = await client.list_tools()
            assert "echo" in {tool.name for tool in listed.tools}
            heard: list[float] = []

            async def hear(progress: float, total: float | None, message: str | None) -> None:
                heard.append(progress)

            result = await client.call_tool("echo", {"text": "hello"})
            assert getattr(result.content[0], "text", "") == "hello"
            await client.call_tool("slow", {"until": str(profile.paths.servers_file)}, progress_callback=hear)
            assert heard


async def test_s33_a_session_serves_the_server_that_it_began_with(profile: Profile) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        session = await here.begin()
        here.url = here.url.replace("raw", "other")
        assert (await here.post(here.message("tools/list"), mcp_session_id=session)).status_code == 404


async def test_a_request_that_stands_alone_meets_no_session_that_is_about_to_end(profile: Profile) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        assert (await here.stateless("tools/list", {})).status_code == 200
        for session in here.rig.host.gateway.sessions:
            session.end("it must")
        assert (await here.stateless("tools/list", {})).status_code == 200


async def test_s43_connections_that_show_no_token_make_room(profile: Profile) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        session = await here.begin()
        listening = tasks.spawn(_first_of_stream(here, session), name="a stream of an app")
        others = [await asyncio.open_connection("127.0.0.1", here.port) for _ in range(http.MAX_STRANGERS + 5)]
        for _, writer in others:
            writer.write(b"POST /mcp/raw HTTP/1.1\r\n")  # and never the rest
        assert await others[0][0].read() == b""
        assert (await here.post(here.message("ping"), mcp_session_id=session)).status_code == 200
        assert not listening.done(), "who showed a token stays"
        listening.cancel()
        for _, writer in others:
            writer.close()


async def _first_of_stream(here: Web, session: str) -> None:
    async with here.http.stream("GET", here.url, headers=here.headers(mcp_session_id=session)) as answer:
        async for _ in answer.aiter_bytes():
            pass


async def test_s43_of_too_many_sessions_the_one_that_was_not_used_for_longest_ends(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "MAX_SESSIONS", 2)
    async with web(profile, managed=ALLOW_ALL) as here:
        first, second = await here.begin(), await here.begin()
        await here.post(here.message("ping"), mcp_session_id=first)
        third = await here.begin()
        states = [
            (await here.post(here.message("ping"), mcp_session_id=one)).status_code for one in (first, second, third)
        ]
        assert states == [200, 404, 200]


async def test_an_app_is_told_that_there_is_no_room_and_may_come_again(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "MAX_SESSIONS_PER_APP", 1)
    async with web(profile, managed=ALLOW_ALL) as here:
        session = await here.begin()
        refused = await here.post(here.message("initialize", INITIALIZE))
        assert (refused.status_code, refused.json()["error"]["message"]) == (503, gateway.TOO_MANY)
        await here.http.delete(here.url, headers=here.headers(mcp_session_id=session))
        async with asyncio.timeout(PATIENCE):
            while (await here.post(here.message("initialize", INITIALIZE))).status_code == 503:
                pass


@pytest.mark.parametrize("repeated", [1, True, None], ids=["used before", "no id", "null"])
async def test_s41_what_is_refused_without_an_id_is_answered_when_it_woke_the_server(
    profile: Profile, repeated: Any
) -> None:
    async with web(profile, managed=ALLOW_ALL, settings={"idle_stop": 0.05}) as here:
        session = await here.begin()
        supervisor = here.rig.host.supervisor
        await eventually(lambda: supervisor.status_of("raw").sessions == 0)
        refused = await here.post({**here.message("ping"), "id": repeated}, mcp_session_id=session)
        assert (refused.status_code, refused.json()["id"]) == (400, None)
        assert (await here.post(here.message("ping"), mcp_session_id=session)).status_code == 200


async def test_s43_what_an_app_sends_at_once_is_bounded(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "MAX_UNREAD_BODIES", 1)
    async with web(profile, managed=ALLOW_ALL, settings={"frame_to_server": 4096}) as here:
        session = await here.begin()
        head = "".join(f"{name}: {value}\r\n" for name, value in here.headers(mcp_session_id=session).items())
        _, slow = await asyncio.open_connection("127.0.0.1", here.port)
        begin = f"POST /mcp/raw HTTP/1.1\r\nhost: 127.0.0.1:{here.port}\r\ncontent-length: 4000\r\n"
        slow.write(f"{begin}{head}\r\n".encode())
        slow.write(b" " * 3900)
        call = here.message("tools/call", {"name": "echo", "arguments": {"text": "x" * 1000}})
        async with asyncio.timeout(PATIENCE):
            while (await here.post(call, mcp_session_id=session)).status_code != 503:
                call["id"] += 1000
        slow.close()
        async with asyncio.timeout(PATIENCE):
            while (await here.post(call, mcp_session_id=session)).status_code != 200:
                call["id"] += 1000


async def test_s32_who_guesses_tokens_does_not_fill_the_log(profile: Profile) -> None:
    async with web(profile) as here:
        for _ in range(gateway.MAX_REJECTIONS + 20):
            answer = await here.post(here.message("ping"), authorization="Bearer guessed")
            assert answer.status_code == 401
        assert len(await here.rig.records("app.refused")) < gateway.MAX_REJECTIONS


async def test_s37_an_app_whose_messages_are_refused_without_end_does_not_fill_the_log(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "RECORDS", Rate(10, 600.0))
    async with web(profile) as here:
        answers = [await here.http.post(here.url, content=b"{", headers=here.headers()) for _ in range(30)]
        assert [answer.status_code for answer in answers] == [400] * 10 + [503] * 20
        assert len(await here.rig.records("message.refused")) == 10


async def test_nobody_comes_in_over_http_once_the_host_ends(profile: Profile) -> None:
    async with web(profile, managed=ALLOW_ALL) as here:
        assert (await here.stateless("tools/list", {})).status_code == 200
        here.rig.host.gateway.shut()
        answer = await here.stateless("tools/call", {"name": "echo", "arguments": {"text": "late"}})
        assert (answer.status_code, "result" in answer.json()) == (503, False)
        assert here.rig.happened() == []


@pytest.mark.parametrize("stateless", [False, True])
async def test_s38_what_an_app_proves_itself_with_reaches_no_server(profile: Profile, stateless: bool) -> None:
    async def answers(request: Request) -> None:
        if request.method != "POST":
            await request.answer(405)
        elif (method := request.message.get("method")) == "initialize":
            hello = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}
            await request.result({**hello, "serverInfo": {"name": "r", "version": "1"}}, mcp_session_id="theirs")
        elif method == "tools/list":
            await request.result({"tools": [{"name": "look", "inputSchema": {"type": "object"}}]})
        elif method == "tools/call":
            await request.result({"content": [{"type": "text", "text": "seen"}]})
        else:
            await request.answer(202)

    own, secrets = {"cookie": "app-cookie=1", "x_api_key": "app-key"}, ["app-cookie", "app-key"]
    entry = {"headers": {"Authorization": "Bearer of-the-entry"}}
    async with RawHttp(answers) as recorder, web(profile, managed=ALLOW_ALL) as here:
        write_servers(profile.paths, {"far": {"url": recorder.url, **entry}})
        supervisor = here.rig.host.supervisor
        await eventually(lambda: "far" in supervisor.config.entries)
        approve_all(here.rig.host.reviews, supervisor)
        here.url, call = here.url.replace("/raw", "/far"), {"name": "look", "arguments": {}}
        if stateless:
            answer = await here.stateless("tools/call", call, **own)
        else:
            secrets.append(await here.begin())
            answer = await here.post(here.message("tools/call", call), mcp_session_id=secrets[-1], **own)
        assert messages_of(answer)[-1]["result"]["content"][0]["text"] == "seen"
        assert "tools/call" in recorder.methods()
    for request in recorder.seen:
        assert request.headers["authorization"] == "Bearer of-the-entry"
        said = f"{request.path} {request.headers} {request.body.decode()}"
        assert [secret for secret in (here.token, *secrets) if secret in said] == []


async def test_the_port_of_the_settings_is_printed_with_the_token_and_taken_by_the_host(profile: Profile) -> None:
    def assent(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = (sys.executable, "-I", "-m", "host", *arguments)
        return subprocess.run(command, env=profile.env, cwd=ROOT, text=True, capture_output=True, check=False)

    port = free_port()
    profile.paths.ensure()
    profile.paths.settings_file.write_text(json.dumps({"http_port": port}))
    made = await asyncio.to_thread(assent, "apps", "add", "webby", "--http")
    assert made.returncode == 0, made.stderr
    address, shown = f"http://127.0.0.1:{port}/mcp/", made.stdout.splitlines()[-1]
    assert f"{address}SERVER" in made.stdout
    headers = {"authorization": shown.removeprefix("Authorization: "), "accept": "application/json, text/event-stream"}
    write_servers(profile.paths, {"raw": raw_server(sys.executable)})
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}
    async with Host(profile.paths, managed=managed()), httpx2.AsyncClient() as http:
        report = json.loads((await asyncio.to_thread(assent, "doctor", "--json")).stdout)
        assert f"apps come in at {address}SERVER" in json.dumps(report)
        assert (await http.post(f"{address}raw", json=begin, headers=headers)).status_code == 200
