"""The channel to a server behind a URL, against a server on a bare socket that does whatever a test says."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Literal

import pytest

from host.canonical import canonical
from host.errors import AssentError, ChannelClosed
from host.model import JsonObject, ToolDefinition, sha256_hex
from host.wire import http as http_module
from host.wire import messages
from host.wire.channel import HIGH_WATER
from host.wire.http import HttpChannel
from host.wire.http_exchange import Authorizer, HttpSpec, SignInNeeded
from host.wire.messages import Message
from host.wire.upstream import Upstream
from tests.support.http_servers import RawHttp, Request
from tests.support.waiting import PATIENCE, eventually
from tests.unit.host.support import MODERN_META, turns

GREETING = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "raw", "version": "1"}}
LIMIT = 100_000


class Client:
    """The host's end: a channel with an upstream above it."""

    def __init__(self) -> None:
        self.upstream = Upstream(self.send)
        self.awaits, self.request_lost = self.upstream.awaits, self.upstream.fail
        self.heard: list[JsonObject] = []
        self.frames: list[bytes] = []
        self.closed: AssentError | None = None
        self.over = asyncio.Event()
        self.ready: list[bool] = []
        self.notes: list[str] = []
        self.news = asyncio.Event()
        self.channel: HttpChannel

    def send(self, frame: bytes) -> None:
        self.channel.send(frame)

    def frame_received(self, frame: bytes) -> None:
        self.frames.append(frame)
        message = messages.check(messages.read(frame), from_server=True)
        if message.kind == "response":
            self.upstream.response_received(message)
        else:
            self.heard.append({"method": message.method, "params": message.params, "id": message.id})
        self.news.set()

    def channel_closed(self, error: AssentError | None) -> None:
        assert self.closed is None
        self.closed = error or ChannelClosed("without a reason")
        self.upstream.close(self.closed)
        self.over.set()

    def writable(self, ready: bool) -> None:
        self.ready.append(ready)

    async def ask(self, method: str, params: JsonObject | None = None) -> Message:
        return await self.upstream.request(method, params, timeout=PATIENCE)

    def call(self, name: str, arguments: JsonObject | None = None, *, modern: bool = False) -> asyncio.Future[Message]:
        """A ``tools/call``, as the one door sends it."""
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        params: JsonObject = {"name": name, "arguments": arguments or {}}
        if modern:
            params["_meta"] = MODERN_META
        self.last = self.upstream._send_call(canonical(params), False, answer.set_result)  # noqa: SLF001
        return answer

    async def greet(self) -> Message:
        answer = await self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {}})
        self.upstream.notify("notifications/initialized", None)
        return answer

    async def discover(self) -> Message:
        return await self.ask("server/discover", {"_meta": MODERN_META})

    async def hear(self, method: str) -> JsonObject:
        async with asyncio.timeout(PATIENCE):
            while not (found := [each for each in self.heard if each["method"] == method]):
                self.news.clear()
                await self.news.wait()
        return found[-1]


async def bounded(work: Awaitable[Any]) -> Any:
    async with asyncio.timeout(PATIENCE):
        return await work


@asynccontextmanager
async def connected(
    url: str,
    *,
    kind: Literal["http", "sse"] = "http",
    headers: dict[str, str] | None = None,
    authorizer: Authorizer | None = None,
    tool: Callable[[str], ToolDefinition | None] = lambda _: None,
    limit: int = LIMIT,
) -> AsyncIterator[Client]:
    client = Client()
    spec = HttpSpec(url, headers or {}, kind, authorizer)
    client.channel = await HttpChannel.start(spec, client, frame_limit=limit, find_tool=tool, note=client.notes.append)
    try:
        yield client
    finally:
        await bounded(client.channel.stop())


def legacy(**more: Callable[[Request], Awaitable[None]]) -> Callable[[Request], Awaitable[None]]:
    """A server of 2025-11-25 with a session; ``more``: what it does with a method, by its name with underscores."""

    async def answer(request: Request) -> None:
        if request.method != "POST":
            handler = more.get(request.method)
            await (handler(request) if handler else request.answer(405))
            return
        method = str(request.message.get("method", "answer"))
        handler = more.get(method.replace("/", "_"))
        if handler is not None:
            await handler(request)
        elif method == "initialize":
            await request.result(GREETING, mcp_session_id="s-1")
        elif "id" in request.message and "method" in request.message:
            await request.result({"echo": request.message.get("params")})
        else:
            await request.answer(202)

    return answer


@asynccontextmanager
async def greeted(handler: Callable[[Request], Awaitable[None]]) -> AsyncIterator[tuple[RawHttp, Client]]:
    """A server, and a client after the handshake."""
    async with RawHttp(handler) as server, connected(server.url) as client:
        await client.greet()
        yield server, client


# A session


async def test_a_session_is_kept_from_its_handshake_to_its_end() -> None:
    async with RawHttp(legacy(DELETE=lambda request: request.answer(200))) as server:
        async with connected(server.url, headers={"X-Team": "blue"}) as client:
            greeted = await client.greet()
            assert greeted.result == GREETING
            assert (await client.ask("ping", {"a": [1, None]})).result == {"echo": {"a": [1, None]}}
            await server.until("GET")
        first, *others = server.seen
        assert "mcp-session-id" not in first.headers
        assert "mcp-protocol-version" not in first.headers
        assert first.headers["accept"] == "application/json, text/event-stream"
        assert first.headers["content-type"] == "application/json"
        for each in others:
            assert each.headers["mcp-session-id"] == "s-1"
            assert each.headers["mcp-protocol-version"] == "2025-11-25"
        assert all(each.headers["x-team"] == "blue" for each in server.seen)
        assert server.methods()[:2] == ["initialize", "notifications/initialized"]
        assert server.methods()[-1] == "DELETE"


async def test_a_server_without_sessions_gets_no_session_and_no_delete() -> None:
    async with RawHttp(legacy(initialize=lambda request: request.result(GREETING))) as server:
        async with connected(server.url) as client:
            await client.greet()
            await client.ask("ping")
        assert all("mcp-session-id" not in each.headers for each in server.seen)
        assert "DELETE" not in server.methods()


async def test_nothing_overtakes_the_handshake() -> None:
    hold, may = asyncio.Event(), asyncio.Event()

    async def slowly(request: Request) -> None:
        hold.set()
        await may.wait()
        await request.result(GREETING, mcp_session_id="s-1")

    async with RawHttp(legacy(initialize=slowly)) as server, connected(server.url) as client:
        greeting = asyncio.ensure_future(client.greet())  # noqa: TID251
        await bounded(hold.wait())
        pinged = asyncio.ensure_future(client.ask("ping"))  # noqa: TID251
        client.upstream.notify("notifications/early", None)
        await asyncio.sleep(0)
        assert server.methods() == ["initialize"]
        may.set()
        await bounded(greeting)
        await bounded(pinged)
        await server.until("notifications/initialized")
        assert {"ping", "notifications/early"} <= set(server.methods())
        assert all(each.headers.get("mcp-session-id") == "s-1" for each in server.seen[1:])


@pytest.mark.parametrize("session", ["a b", "caf\u00e9", "x" * 2000, "a\tb"])
async def test_a_session_that_is_named_in_an_invalid_way_does_not_begin(session: str) -> None:
    async def answer(request: Request) -> None:
        await request.result(GREETING, mcp_session_id=session)

    async with RawHttp(legacy(initialize=answer)) as server, connected(server.url) as client:
        answered = await client.ask("initialize", {})
        assert answered.is_lost
        assert "named its session in an invalid way" in str(client.closed)


async def test_requests_run_at_once_and_each_has_its_own_answer() -> None:
    slow = asyncio.Event()

    async def call(request: Request) -> None:
        if request.message["params"]["name"] == "slow":
            await slow.wait()
        await request.result({"name": request.message["params"]["name"]})

    async with greeted(legacy(tools_call=call)) as (_server, client):
        waiting = client.call("slow")
        quick = await bounded(client.call("quick"))
        assert quick.result == {"name": "quick"}
        assert not waiting.done()
        slow.set()
        assert (await bounded(waiting)).result == {"name": "slow"}


async def test_messages_before_the_answer_come_as_events() -> None:
    async def call(request: Request) -> None:
        await request.events()
        request.writer.write(b": a comment\n\n")
        await request.event(id="0")
        await request.event({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}}, id="1")
        await request.event({"jsonrpc": "2.0", "id": "s1", "method": "ping"})
        await request.event({"jsonrpc": "2.0", "id": request.message["id"], "result": {"done": True, "x": None}})
        request.writer.close()

    async with greeted(legacy(tools_call=call)) as (server, client):
        assert (await bounded(client.call("x"))).result == {"done": True, "x": None}
        assert [each["method"] for each in client.heard] == ["notifications/progress", "ping"]
        client.upstream.respond(messages.result("s1", b"{}"))
        answer = await server.until("answer")
        assert answer.message == {"jsonrpc": "2.0", "id": "s1", "result": {}}
        assert answer.headers["mcp-session-id"] == "s-1"


async def test_an_answer_that_keeps_its_stream_open_is_let_go() -> None:
    left = asyncio.Event()

    async def call(request: Request) -> None:
        await request.events()
        await request.event({"jsonrpc": "2.0", "id": request.message["id"], "result": {}})
        await request.gone()
        left.set()

    async with greeted(legacy(tools_call=call)) as (_server, client):
        await bounded(client.call("x"))
        await bounded(left.wait())


async def test_the_server_says_things_by_itself_on_a_stream_of_its_own() -> None:
    times: list[Request] = []

    async def listening(request: Request) -> None:
        times.append(request)
        await request.events()
        await request.event(
            {"jsonrpc": "2.0", "method": f"notifications/n{len(times)}"}, id=f"e{len(times)}", retry="1"
        )
        if len(times) < 3:
            request.writer.close()

    async with greeted(legacy(GET=listening)) as (_server, client):
        await client.hear("notifications/n3")
        assert [each.headers.get("last-event-id") for each in times] == [None, "e1", "e2"]
        assert times[0].headers["accept"] == "text/event-stream"


async def test_a_server_that_cannot_be_listened_to_is_none_the_worse() -> None:
    async with greeted(legacy()) as (server, client):
        await server.until("GET")
        await client.ask("ping")
        assert client.notes == []


async def test_a_cancelled_request_is_told_to_the_session_and_then_let_go() -> None:
    left, begun = asyncio.Event(), asyncio.Event()

    async def call(request: Request) -> None:
        await request.events()
        begun.set()
        await request.gone()
        left.set()

    async with greeted(legacy(tools_call=call)) as (server, client):
        client.call("x")
        await bounded(begun.wait())
        number = client.last
        client.upstream.cancel(number, "enough")
        told = await server.until("notifications/cancelled")
        assert told.message["params"] == {"reason": "enough", "requestId": number}
        await bounded(left.wait())


# What gets lost


async def test_s25_a_connection_that_is_lost_takes_its_own_request_along_and_no_other() -> None:
    may = asyncio.Event()

    async def call(request: Request) -> None:
        if request.message["params"]["name"] == "lost":
            request.writer.close()
            return
        await may.wait()
        await request.result({"fine": True})

    async with greeted(legacy(tools_call=call)) as (server, client):
        other, lost = client.call("other"), await bounded(client.call("lost"))
        assert lost.is_lost
        assert not other.done()
        may.set()
        assert (await bounded(other)).result == {"fine": True}
        assert client.closed is None
        assert server.methods().count("tools/call") == 2


async def test_s25_a_stream_that_breaks_is_resumed_and_its_request_is_not_sent_again() -> None:
    async def call(request: Request) -> None:
        await request.events()
        await request.event(id="a1", retry="1")
        await request.event({"jsonrpc": "2.0", "method": "notifications/message", "params": {}}, id="a2")
        request.writer.close()

    async def resumed(request: Request) -> None:
        if "last-event-id" not in request.headers:
            await request.answer(405)
            return
        await request.events()
        number = next(
            each.message["id"] for each in server.seen if each.method == "POST" and b"tools/call" in each.body
        )
        await request.event({"jsonrpc": "2.0", "id": number, "result": {"after": request.headers["last-event-id"]}})
        request.writer.close()

    async with greeted(legacy(tools_call=call, GET=resumed)) as (server, client):
        assert (await bounded(client.call("x"))).result == {"after": "a2"}
        assert server.methods().count("tools/call") == 1


@pytest.mark.parametrize("status", [400, 404, 405, 500])
async def test_s25_a_stream_that_cannot_be_resumed_has_an_unknown_outcome(status: int) -> None:
    async def call(request: Request) -> None:
        await request.events()
        await request.event(id="a1", retry="1")
        request.writer.close()

    handlers = legacy(tools_call=call, GET=lambda request: request.answer(status), initialize=_no_session)
    async with greeted(handlers) as (server, client):
        assert (await bounded(client.call("x"))).is_lost
        assert server.methods().count("tools/call") == 1


async def _no_session(request: Request) -> None:
    await request.result(GREETING)


@pytest.mark.parametrize("form", ["json", "events", "nothing"])
async def test_s25_an_answer_without_a_response_has_an_unknown_outcome(form: str) -> None:
    async def call(request: Request) -> None:
        if form == "json":
            await request.answer(200, {"jsonrpc": "2.0", "method": "notifications/message"})
        elif form == "events":
            await request.events()
            request.writer.close()
        else:
            await request.answer(202, kind="")

    async with greeted(legacy(tools_call=call)) as (_server, client):
        assert (await bounded(client.call("x"))).is_lost
        assert (await client.ask("ping")).result is not None


async def test_s25_a_session_that_the_server_ended_ends_the_channel() -> None:
    pending = asyncio.Event()

    async def call(request: Request) -> None:
        if request.message["params"]["name"] == "hangs":
            pending.set()
            await asyncio.Event().wait()
        await request.answer(404, b"", "")

    async with greeted(legacy(tools_call=call)) as (server, client):
        hangs = client.call("hangs")
        await bounded(pending.wait())
        ended = await bounded(client.call("x"))
        assert ended.error is not None
        assert "This was not carried out" in str(ended.error["message"])
        assert not ended.is_lost
        assert (await bounded(hangs)).is_lost
        assert str(client.closed) == "the server ended the session"
        client.upstream.notify("notifications/late", None)
    assert "DELETE" not in server.methods()


@pytest.mark.parametrize("status", [400, 403, 405, 406, 413, 429])
async def test_a_request_that_was_refused_had_no_effect(status: int) -> None:
    handler = legacy(tools_call=lambda request: request.answer(status, b"no", "text/plain"))
    async with greeted(handler) as (_server, client):
        answer = await bounded(client.call("x"))
        assert answer.error is not None
        assert not answer.is_lost
        assert answer.error["message"] == f"This was not carried out: the server refused it (HTTP {status})."


@pytest.mark.parametrize("status", [408, 500, 502, 503, 504, 304])
async def test_s25_a_server_that_failed_may_have_acted(status: int) -> None:
    handler = legacy(tools_call=lambda request: request.answer(status, b"", ""))
    async with greeted(handler) as (server, client):
        assert (await bounded(client.call("x"))).is_lost
        assert server.methods().count("tools/call") == 1


@pytest.mark.parametrize("request_id", [None, "own", 99])
async def test_the_error_that_a_server_answers_is_passed_on_as_it_is(request_id: object) -> None:
    error = {"code": -32020, "message": "Header mismatch", "data": {"x": [None, 12345678901234567890]}}

    async def call(request: Request) -> None:
        number = request.message["id"] if request_id == "own" else request_id
        await request.answer(400, {"jsonrpc": "2.0", "id": number, "error": error})

    async with greeted(legacy(tools_call=call)) as (_server, client):
        assert (await bounded(client.call("x"))).error == error


async def test_a_server_that_is_not_there_says_so_before_anything_else() -> None:
    async with connected("http://127.0.0.1:1/mcp") as client:
        assert (await client.ask("initialize", {})).is_lost
        assert str(client.closed) == "the server cannot be reached: nothing answers at its address"


async def test_a_server_that_goes_away_later_loses_what_comes_then() -> None:
    async with greeted(legacy()) as (server, client):
        await server.until("GET")
        await server.__aexit__()
        answer = await bounded(client.call("x"))
        assert answer.error is not None
        assert client.closed is None


# Hostile answers


async def hostile(answer: Callable[[Request], Awaitable[None]], why: str, *, lost: bool = True) -> Client:
    """A call of a server that answers so, and what is left of the channel."""
    async with greeted(legacy(tools_call=answer)) as (server, client):
        answered = await bounded(client.call("x"))
        assert answered.error is not None
        assert answered.is_lost is lost
        assert why in str(answered.error["message"])
        assert (await client.ask("ping")).result is not None
        assert server.methods().count("tools/call") == 1
        return client


async def test_s23_a_body_without_end_is_not_read_to_its_end() -> None:
    async def answer(request: Request) -> None:
        request.head(200, connection="close")
        while not request.writer.is_closing():
            request.writer.write(b" " * 65_536)
            await request.writer.drain()

    await hostile(answer, "its answer is larger than the limit of 100,000 bytes")


async def test_s23_a_body_that_announces_too_much_is_not_read() -> None:
    async def answer(request: Request) -> None:
        request.head(200, content_length=str(1 << 40))
        while not request.writer.is_closing():
            request.writer.write(b" " * 65_536)
            await request.writer.drain()

    await hostile(answer, "its answer is larger than the limit")


async def test_s23_an_event_without_end_is_not_read_to_its_end() -> None:
    async def answer(request: Request) -> None:
        await request.events()
        await request.event(id="a")
        request.writer.write(b"data: ")
        while not request.writer.is_closing():
            request.writer.write(b"x" * 65_536)
            await request.writer.drain()

    await hostile(answer, "one of its events is larger than the limit of 100,000 bytes")


async def test_s23_an_event_of_lines_without_end_is_not_read_to_its_end() -> None:
    async def answer(request: Request) -> None:
        await request.events()
        while not request.writer.is_closing():
            request.writer.write(b"data: xxxxxxxxxxxxxxxx\n" * 1_000)
            await request.writer.drain()

    await hostile(answer, "one of its events is larger than the limit")


async def test_s23_headers_without_end_are_not_read_to_their_end() -> None:
    async def answer(request: Request) -> None:
        request.writer.write(b"HTTP/1.1 200 OK\r\n")
        while not request.writer.is_closing():
            request.writer.write(b"x-a: " + b"x" * 1_000 + b"\r\n")
            await request.writer.drain()

    await hostile(answer, "sent what is no HTTP")


async def test_s25_an_answer_that_drips_holds_nothing_else_up_and_ends_with_its_request() -> None:
    left, begun = asyncio.Event(), asyncio.Event()

    async def drip(request: Request) -> None:
        request.head(200, content_length="1000")
        request.writer.write(b'{"jsonrpc"')
        begun.set()
        await request.gone()
        left.set()

    async with greeted(legacy(tools_call=drip)) as (_server, client):
        dripping = client.call("x")
        await bounded(begun.wait())
        assert (await client.ask("ping")).result is not None
        assert not dripping.done()
        client.upstream.cancel(client.last, "timed out")
        await bounded(left.wait())


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate", "x-unknown"])
async def test_s23_what_is_packed_is_not_unpacked(encoding: str) -> None:
    async def answer(request: Request) -> None:
        await request.result({}, content_encoding=encoding)

    await hostile(answer, "neither JSON nor events")


@pytest.mark.parametrize("kind", ["text/html", "", "application/jsonp", "text/plain", "multipart/mixed"])
async def test_an_answer_of_another_type_is_none(kind: str) -> None:
    async def answer(request: Request) -> None:
        await request.answer(200, {"jsonrpc": "2.0", "id": request.message["id"], "result": {}}, kind)

    await hostile(answer, "neither JSON nor events")


async def test_what_is_no_http_is_no_answer() -> None:
    async def answer(request: Request) -> None:
        request.writer.write(b"220 smtp.example.com ESMTP\r\n\r\n")
        request.writer.close()

    await hostile(answer, "sent what is no HTTP")


@pytest.mark.parametrize(
    ("location", "status", "why"),
    [
        ("file:///etc/passwd", 307, "it is no address that Assent asks"),
        ("http://169.254.169.254/latest/", 307, "redirects to another server"),
        ("http://10.0.0.1/", 302, "redirects to another server"),
        ("https://evil.example/mcp", 308, "redirects to another server"),
        ("//evil.example/mcp", 307, "redirects to another server"),
        ("javascript:alert(1)", 307, "it is no address that Assent asks"),
        ("/elsewhere", 302, "would change the request"),
        ("/elsewhere", 303, "would change the request"),
        ("/mcp", 307, "redirect, which is not followed for a call"),
    ],
)
async def test_s29_no_redirect_leads_anywhere_else(location: str, status: int, why: str) -> None:
    async def answer(request: Request) -> None:
        await request.answer(status, b"", "", location=location)

    async with greeted(legacy(tools_call=answer)) as (_server, client):
        answered = await bounded(client.call("x"))
        assert answered.error is not None
        assert not answered.is_lost
        assert why in str(answered.error["message"])
        assert location not in str(answered.error["message"])


async def test_a_redirect_within_the_server_is_followed_with_its_body() -> None:
    async def answer(request: Request) -> None:
        if request.path == "/mcp":
            await request.answer(307, b"", "", location="/mcp/")
        else:
            await legacy()(request)

    async with greeted(answer) as (_server, client):
        assert (await client.ask("ping", {"a": 1})).result == {"echo": {"a": 1}}


async def test_redirects_without_end_are_given_up() -> None:
    async def answer(request: Request) -> None:
        await request.answer(307, b"", "", location="/mcp")

    async with greeted(legacy(prompts_list=answer)) as (_server, client):
        answered = await client.ask("prompts/list")
        assert "redirects again and again" in str(answered.error and answered.error["message"])


async def test_s02_a_call_is_sent_once_whatever_is_redirected_and_the_next_goes_there() -> None:
    async def answer(request: Request) -> None:
        if request.path == "/mcp":
            await request.answer(307, b"", "", location="/mcp/")
        else:
            await legacy()(request)

    async with greeted(legacy(tools_call=answer)) as (server, client):
        first = await bounded(client.call("x"))
        assert "not followed for a call" in str(first.error and first.error["message"])
        await bounded(client.call("x"))
        assert [request.path for request in server.seen if b'"tools/call"' in request.body] == ["/mcp", "/mcp/"]


async def test_cookies_are_kept_for_the_connection_and_never_many() -> None:
    async def answer(request: Request) -> None:
        cookies = "\r\n".join(f"set-cookie: c{number}=1" for number in range(60))
        await request.result(
            {}, set_cookie="sticky=1\r\n" + (cookies if "flood" in request.message["params"] else "x: y")
        )

    async with greeted(legacy(prompts_list=answer)) as (server, client):
        await client.ask("prompts/list", {"a": 1})
        await client.ask("ping")
        assert "sticky=1" in server.seen[-1].headers["cookie"]
        await client.ask("prompts/list", {"flood": 1})
        await client.ask("ping")
        assert "cookie" not in server.seen[-1].headers
    async with connected(server.url) as other:
        assert other is not client


# Signing in


class Tokens:
    """An authorizer with some tokens."""

    def __init__(self, *tokens: str, better: bool = True) -> None:
        self.tokens, self.better = list(tokens), better
        self.told: list[tuple[int, str]] = []

    async def header(self) -> str | None:
        return f"Bearer {self.tokens[0]}" if self.tokens else None

    async def handle_refusal(self, status: int, challenge: str, sent: str | None) -> bool:
        assert sent == await self.header()
        self.told.append((status, challenge))
        if self.better and len(self.tokens) > 1:
            self.tokens.pop(0)
            return True
        return False


def guarded(*good: str) -> Callable[[Request], Awaitable[None]]:
    async def answer(request: Request) -> None:
        if request.headers.get("authorization") not in [f"Bearer {token}" for token in good]:
            await request.answer(401, b"", "", www_authenticate='Bearer resource_metadata="https://a/"')
        else:
            await legacy()(request)

    return answer


async def test_a_token_that_expired_is_refreshed_and_the_handshake_sent_again() -> None:
    tokens = Tokens("old", "new")
    async with RawHttp(guarded("new")) as server, connected(server.url, authorizer=tokens) as client:
        assert (await client.greet()).result == GREETING
        assert tokens.told == [(401, 'Bearer resource_metadata="https://a/"')]
        assert server.methods()[:2] == ["initialize", "initialize"]


async def test_s02_a_call_is_never_sent_a_second_time_after_a_refused_sign_in() -> None:
    tokens = Tokens("first", "second")

    async def call(request: Request) -> None:
        await request.answer(401, b"", "")

    async with RawHttp(legacy(tools_call=call)) as server, connected(server.url, authorizer=tokens) as client:
        await client.greet()
        answer = await bounded(client.call("x"))
        assert answer.error is not None
        assert not answer.is_lost
        assert "This was not carried out: the sign-in was renewed" in str(answer.error["message"])
        assert server.methods().count("tools/call") == 1
        assert tokens.told == [(401, "")]


@pytest.mark.parametrize("tokens", [None, Tokens(), Tokens("bad"), Tokens("a", "b", better=False)])
async def test_a_server_that_wants_a_sign_in_says_so(tokens: Tokens | None) -> None:
    async with RawHttp(guarded("good")) as server, connected(server.url, authorizer=tokens) as client:
        assert (await client.ask("initialize", {})).is_lost
        assert isinstance(client.closed, SignInNeeded)
        assert server.methods() == ["initialize"]


async def test_a_token_goes_nowhere_else() -> None:
    """Another origin is never asked, whatever the server says."""
    async with RawHttp(legacy()) as thief:

        async def answer(request: Request) -> None:
            await request.answer(307, b"", "", location=thief.url)

        async with RawHttp(answer) as server, connected(server.url, authorizer=Tokens("secret")) as client:
            await client.ask("initialize", {})
        assert thief.seen == []


# The modern era


WEATHER: JsonObject = {
    "name": "weather",
    "inputSchema": {
        "type": "object",
        "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "days": {"type": "integer", "x-mcp-header": "Days"},
            "query": {"type": "string"},
        },
    },
}


def definition(value: JsonObject) -> ToolDefinition:
    raw = canonical(value)
    return ToolDefinition(str(value["name"]), raw, value, sha256_hex(raw))


async def modern(request: Request) -> None:
    """A server of 2026-07-28."""
    if request.method == "POST":
        await request.result({"resultType": "complete", "supportedVersions": ["2026-07-28"]})
    else:
        await request.answer(405)


async def test_stateless_requests_say_in_headers_what_their_body_says() -> None:
    async with RawHttp(modern) as server:
        async with connected(
            server.url, tool=lambda name: definition(WEATHER) if name == "weather" else None
        ) as client:
            await client.discover()
            await client.ask("resources/read", {"uri": "file:///caf\u00e9", "_meta": MODERN_META})
            await client.ask("prompts/get", {"name": " padded", "_meta": MODERN_META})
            await bounded(client.call("weather", {"region": "a\r\nX-Evil: 1", "days": 3, "query": "q"}, modern=True))
            await bounded(client.call("weather", {"region": "us", "days": None}, modern=True))
        assert server.methods() == ["server/discover", "resources/read", "prompts/get", "tools/call", "tools/call"]
        for each in server.seen:
            assert each.headers["mcp-protocol-version"] == "2026-07-28"
            assert each.headers["mcp-method"] == each.message["method"]
            assert "mcp-session-id" not in each.headers
            assert "x-evil" not in each.headers
        names = [each.headers.get("mcp-name") for each in server.seen]
        assert names == [None, base64ed("file:///caf\u00e9"), base64ed(" padded"), "weather", "weather"]
        first, second = server.seen[-2:]
        assert first.headers["mcp-param-region"] == base64ed("a\r\nX-Evil: 1")
        assert first.headers["mcp-param-days"] == "3"
        assert second.headers["mcp-param-region"] == "us"
        assert "mcp-param-days" not in second.headers
        assert not [name for name in first.headers if name.startswith("mcp-param-") and "query" in name]


def base64ed(text: str) -> str:
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


async def test_s20_each_header_of_a_call_is_made_of_the_very_bytes_that_are_sent() -> None:
    async with RawHttp(modern) as server, connected(server.url, tool=lambda _: definition(WEATHER)) as client:
        await client.discover()
        for region in ("north", "south"):
            await bounded(client.call("weather", {"region": region}, modern=True))
            sent = server.seen[-1]
            assert sent.headers["mcp-param-region"] == sent.message["params"]["arguments"]["region"] == region


async def test_giving_a_stateless_request_up_closes_its_answer_and_says_nothing() -> None:
    left, begun = asyncio.Event(), asyncio.Event()

    async def answer(request: Request) -> None:
        if b"tools/call" not in request.body:
            await modern(request)
            return
        await request.events()
        begun.set()
        await request.gone()
        left.set()

    async with RawHttp(answer) as server, connected(server.url) as client:
        await client.discover()
        client.call("x", modern=True)
        await bounded(begun.wait())
        client.upstream.cancel(client.last, "enough")
        await bounded(left.wait())
        await client.discover()
        assert set(server.methods()) == {"server/discover", "tools/call"}


async def test_a_stateless_stream_is_not_resumed() -> None:
    async def answer(request: Request) -> None:
        if b"tools/call" not in request.body:
            await modern(request)
            return
        await request.events()
        await request.event(id="a1", retry="1")
        request.writer.close()

    async with RawHttp(answer) as server, connected(server.url) as client:
        await client.discover()
        assert (await bounded(client.call("x", modern=True))).is_lost
        assert "GET" not in server.methods()


async def test_changes_come_on_the_stream_of_a_subscription_for_as_long_as_it_is_wanted() -> None:
    left = asyncio.Event()

    async def answer(request: Request) -> None:
        if b"subscriptions/listen" not in request.body:
            await modern(request)
            return
        await request.events()
        for _ in range(3):
            await request.event({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
        await request.gone()
        left.set()

    async with RawHttp(answer) as server, connected(server.url) as client:
        await client.discover()
        number = client.upstream.forward("subscriptions/listen", {"_meta": MODERN_META}, lambda _: None)
        await client.hear("notifications/tools/list_changed")
        await client.discover()
        client.upstream.cancel(number, "enough")
        await bounded(left.wait())


async def test_an_unknown_method_is_told_with_404_and_ends_nothing() -> None:
    async def answer(request: Request) -> None:
        error = {"code": -32601, "message": "Method not found"}
        await request.answer(404, {"jsonrpc": "2.0", "id": request.message["id"], "error": error})

    async with RawHttp(answer) as server, connected(server.url) as client:
        told = await client.discover()
        assert told.error == {"code": -32601, "message": "Method not found"}
        assert client.closed is None


async def test_after_a_modern_request_that_was_refused_an_app_can_still_shake_hands() -> None:
    async def answer(request: Request) -> None:
        if request.method == "POST" and "mcp-method" in request.headers:
            await request.answer(400, b"Bad Request: no session", "text/plain")
        else:
            await legacy()(request)

    async with RawHttp(answer) as server, connected(server.url) as client:
        assert (await client.discover()).error is not None
        assert (await client.greet()).result == GREETING


# 2024-11-05


class Old:
    """A server of 2024-11-05."""

    def __init__(self, endpoint: str = "/messages?session=1") -> None:
        self.endpoint = endpoint
        self.stream: Request | None = None

    async def __call__(self, request: Request) -> None:
        if request.method == "GET":
            self.stream = request
            await request.events()
            await request.event(self.endpoint, event="endpoint")
        elif request.path == "/messages?session=1":
            await request.answer(202, b"Accepted", "text/plain")
            message = request.message
            assert self.stream is not None
            if "id" in message and message["method"] != "tools/call":
                result = GREETING if message["method"] == "initialize" else {"echo": message.get("params")}
                await self.stream.event({"jsonrpc": "2.0", "id": message["id"], "result": result}, event="message")
            elif message.get("params", {}).get("name") == "end":
                self.stream.writer.close()
        else:
            await request.answer(405, b"", "")


@pytest.mark.parametrize("kind", ["sse", "http"])
async def test_the_transport_of_2024_is_spoken_where_the_server_speaks_no_other(kind: Literal["http", "sse"]) -> None:
    async with RawHttp(Old()) as server, connected(server.url, kind=kind) as client:
        assert (await client.greet()).result == GREETING
        assert (await client.ask("ping", {"a": 1})).result == {"echo": {"a": 1}}
        assert server.seen[-1].path == "/messages?session=1"
        call = client.call("end")
        assert (await bounded(call)).is_lost
        assert str(client.closed) == "the server ended its stream"


@pytest.mark.parametrize("kind", ["sse", "http"])
@pytest.mark.parametrize(
    "endpoint",
    ["https://evil.example/m", "http://127.0.0.1:1/m", "file:///etc/passwd", "//evil.example/m", "http://a@b/"],
)
async def test_s29_requests_never_go_to_another_server(kind: Literal["http", "sse"], endpoint: str) -> None:
    async with RawHttp(Old(endpoint)) as server, connected(server.url, kind=kind) as client:
        assert (await client.ask("initialize", {})).is_lost
        assert client.closed is not None
        assert endpoint not in str(client.closed)


@pytest.mark.parametrize("kind", ["sse", "http"])
async def test_s29_a_server_beside_it_on_the_same_machine_is_another_server(kind: Literal["http", "sse"]) -> None:
    async with RawHttp(Old()) as other, RawHttp(Old(f"{other.url}/m")) as server:
        async with connected(server.url, kind=kind) as client:
            assert (await client.ask("initialize", {})).is_lost
        assert other.seen == []


async def test_a_url_that_speaks_no_mcp_says_what_it_answered() -> None:
    async def answer(request: Request) -> None:
        await request.answer(404, b"<html>", "text/html")

    async with RawHttp(answer) as server, connected(server.url) as client:
        assert (await client.ask("initialize", {})).is_lost
        assert str(client.closed) == "the server refused it (HTTP 404)"


# Back-pressure, and the end


async def test_s23_an_app_is_held_back_while_the_server_does_not_take_what_is_sent() -> None:
    may = asyncio.Event()

    async def slowly(request: Request) -> None:
        if request.method == "POST" and b"initialize" in request.body:
            await may.wait()
        await legacy()(request)

    async with RawHttp(slowly) as server, connected(server.url) as client:
        client.upstream.forward("initialize", {}, lambda _: None)
        for _ in range(3):
            client.upstream.forward("x", {"text": "x" * (HIGH_WATER // 2)}, lambda _: None)
        assert client.ready == [False]
        may.set()
        await eventually(lambda: client.ready == [False, True])
        assert server.methods()[0] == "initialize"


async def test_s23_answers_are_not_read_while_the_app_does_not_take_them() -> None:
    async def call(request: Request) -> None:
        await request.events()
        for number in range(3):
            await request.event({"jsonrpc": "2.0", "method": f"notifications/n{number}"})
        await request.event({"jsonrpc": "2.0", "id": request.message["id"], "result": {}})
        written.set()

    written = asyncio.Event()
    async with greeted(legacy(tools_call=call)) as (server, client):
        await server.until("GET")
        client.channel.pause_reading(True)
        answer = client.call("x")
        await bounded(written.wait())
        await turns(20)
        assert client.heard == []
        client.channel.pause_reading(False)
        assert (await bounded(answer)).result == {}
        assert len(client.heard) == 3


async def test_stopping_says_what_was_still_to_be_said_and_ends_the_session() -> None:
    async with RawHttp(legacy()) as server:
        async with connected(server.url) as client:
            await client.greet()
            client.upstream.notify("notifications/last", None)
        assert server.methods()[-2:] == ["notifications/last", "DELETE"] or "notifications/last" in server.methods()
        assert server.methods()[-1] == "DELETE"


async def test_stopping_waits_for_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_module, "END_TIMEOUT", 0.05)

    async def never(request: Request) -> None:
        await asyncio.Event().wait()

    handlers = legacy(tools_call=never, notifications_last=never, DELETE=never, GET=never)
    async with greeted(handlers) as (server, client):
        client.call("x")
        client.upstream.notify("notifications/last", None)
        await server.until("tools/call")


async def test_a_notification_that_is_never_taken_holds_nothing_else_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_module, "NOTIFY_TIMEOUT", 0.5)

    async def never(request: Request) -> None:
        await asyncio.Event().wait()

    async with greeted(legacy(notifications_x=never)) as (server, client):
        client.upstream.notify("notifications/x", None)
        assert (await client.ask("ping")).result is not None
        await eventually(lambda: any("out of time" in note for note in client.notes))
        assert server.methods().count("notifications/x") <= 1


async def test_s36_no_secret_is_in_a_log_or_an_error(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    async with RawHttp(legacy(tools_call=lambda request: request.answer(500))) as server:
        url = f"{server.url}?key=planted-canary"
        async with connected(url, headers={"X-Key": "planted-canary"}, authorizer=Tokens("planted-canary")) as client:
            await client.greet()
            await bounded(client.call("x"))
        assert "planted-canary" not in caplog.text
        assert "planted-canary" not in "".join(client.notes)
        assert server.seen[0].path.endswith("planted-canary")
