"""Apps that come over HTTP: ``http://127.0.0.1:PORT/mcp/SERVER``, and ``/mcp`` for all servers.

(MCP, basic/transports/streamable-http.)

Owns: the port, who is let in through it, what the headers of a request say, which session it belongs to, and the HTTP
around its answer.

Invariants:
    - Only this computer is listened to, under its own names: a request for another host, or from a page of another
      origin, is refused, and nothing tells a browser that pages may read what is answered.
    - Whoever shows no token of an app gets no further; a session serves the token that began it.
    - A header that comes twice is none to go by; what the headers of the stateless revision say is what the body says
      (MCP 2026-07-28, Streamable HTTP, Server Validation).
    - Bodies, sessions and open requests of each app are bounded, and so are connections that showed no token: of
      sessions that are not in use, and of such connections, the oldest makes room.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import secrets
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias  # Any: ASGI, and uvicorn on first use

from host import tasks
from host.apps import registry
from host.apps.http_channel import MAX_ANSWERS, Answer, HttpChannel
from host.canonical import Document
from host.control.peer import process_behind
from host.errors import INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, SERVER_LOST, AssentError, NoRoom
from host.ids import is_id
from host.model import Draft, JsonObject, JsonValue, RequestId, ToolDefinition, object_in, sha256_hex
from host.settings import LiveSettings
from host.wire import messages
from host.wire.handshake import UNSUPPORTED_VERSION
from host.wire.messages import MAX_ID_CHARACTERS, RefusedMessage
from host.wire.methods import META_VERSION, MODERN, REVISIONS
from host.wire.param_headers import headers_of
from host.words import say

if TYPE_CHECKING:
    from host.apps.gateway import Gateway, Served

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]

JSON: Final = "application/json"
EVENTS: Final = "text/event-stream"
LOOPBACK: Final = "127.0.0.1"
ALL: Final = "/mcp"
PATH: Final = "/mcp/"
SESSION: Final = "mcp-session-id"
SHUTDOWN: Final = 1
"""Seconds that open streams have when Assent ends."""
SILENCE: Final = 15.0
"""Seconds after which a stream without messages carries a comment, so that nobody takes it for dead."""
IDLE: Final = 600.0
"""Seconds after which a session without open requests ends; the next request of a stateless app begins it anew."""
MAX_SESSIONS: Final = 32
"""Sessions of one app at once; each may keep a server running. Those that are about to end count at the gateway."""
MAX_REQUESTS: Final = 256
"""Open requests of one app."""
MAX_ARRIVING: Final = 4
"""Bodies of one app that its sessions did not take yet, as so many of the largest that may be."""
MAX_STRANGERS: Final = 64
"""Connections that show no token, or that wait for their next request."""
HEADER_MISMATCH: Final = -32020
"""MCP 2026-07-28, schema: HeaderMismatchError."""
_NAMED_BY: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""What ``Mcp-Name`` repeats, by method."""
_STATUS: Final = {PARSE_ERROR: 400, INVALID_REQUEST: 400, INVALID_PARAMS: 400, HEADER_MISMATCH: 400, -32021: 400,
                  UNSUPPORTED_VERSION: 400, -32601: 404}  # fmt: skip
"""HTTP statuses of errors that the stateless revision names."""


class Refused(Exception):
    """An HTTP request that is answered with no more than an error.

    Attributes:
        status: of HTTP. code: of JSON-RPC. headers: further ones.
    """

    def __init__(self, status: int, why: str, code: int = INVALID_REQUEST, **headers: str) -> None:
        """``why``: one safe sentence. ``headers``: by their name with underscores."""
        super().__init__(why)
        self.status, self.code = status, code
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class _Exchange:
    """One HTTP request and its answer, as ASGI has them.

    Attributes:
        client: the address of its connection. method, path: of the request.
        streams: whether the answer is a stream of events, which has begun.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.client, self.method, self.path = scope.get("client"), str(scope["method"]), str(scope["path"])
        self.streams = False
        self._headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            self._headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        self._receive, self._send = receive, send

    def all_of(self, name: str) -> list[str]:
        """Every value of a header, named in lower case."""
        return self._headers.get(name, [])

    def header(self, name: str) -> str:
        """The value of a header, empty where it is not there; one that comes twice is refused."""
        values = self.all_of(name)
        if len(values) > 1:
            raise Refused(400, f"the header {name} stands there twice")
        return values[0].strip() if values else ""

    async def read(self) -> tuple[bytes, bool]:
        """A piece of the body, and whether more follows."""
        event = await self._receive()
        if event["type"] == "http.disconnect":
            raise Refused(400, "the request ended early")
        return event.get("body", b""), event.get("more_body", False)

    async def left(self) -> None:
        """Return once the app has closed its request."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def answer(self, status: int, body: bytes = b"", headers: Mapping[str, str] = MappingProxyType({})) -> None:
        """The whole answer, in JSON."""
        await self._begin(status, JSON, {**headers, "content-length": str(len(body))})
        await self._write(body, more=False)

    async def begin_events(self, headers: Mapping[str, str] = MappingProxyType({})) -> None:
        """Begin a stream of events, unless it has begun."""
        if not self.streams:
            self.streams = True
            await self._begin(200, EVENTS, {"x-accel-buffering": "no", **headers})

    async def event(self, data: bytes, *, last: bool = False) -> None:
        """An event of the stream, or a comment in it."""
        await self._write(data)
        if last:
            await self.end()

    async def end(self) -> None:
        """There is no more of the stream."""
        await self._write(b"", more=False)

    async def _begin(self, status: int, kind: str, headers: Mapping[str, str]) -> None:
        raw = {"content-type": kind, "cache-control": "no-store", "x-content-type-options": "nosniff", **headers}
        pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in raw.items()]
        await self._send({"type": "http.response.start", "status": status, "headers": pairs})

    async def _write(self, data: bytes, *, more: bool = True) -> None:
        await self._send({"type": "http.response.body", "body": data, "more_body": more})


class _Caller(NamedTuple):
    """Who sent a request.

    Attributes:
        name: of the app. token: what proved it. proof: what is kept of that.
        server: which one it wants to use, empty for all.
    """

    name: str
    token: str
    proof: str
    server: str


class _Open:
    """One session over HTTP. Attributes: channel, session: its parts. proof, server: of whom, with which it serves."""

    def __init__(self, channel: HttpChannel, session: Served, proof: str, server: str) -> None:
        self.channel, self.session, self.proof, self.server = channel, session, proof, server
        self.used = time.monotonic()


class HttpApps:
    """Lets apps in over HTTP. An ASGI application."""

    def __init__(self, gateway: Gateway, apps_dir: Path, settings: LiveSettings, log: Callable[[Draft], None]) -> None:
        """``apps_dir``: where the tokens are. ``log``: queues a record."""
        self._gateway, self._apps_dir, self._settings, self._log = gateway, apps_dir, settings, log
        self._sessions: dict[str, _Open] = {}
        """By their id, or, where requests stand alone, by token and server."""
        self._names: dict[str, str] = {}
        self._requests: Counter[str] = Counter()
        self._arriving: Counter[str] = Counter()
        """Open requests, and bytes that no session took yet, by app."""
        self._connections: dict[object, asyncio.Transport] = {}
        self._strangers: dict[object, None] = {}  # those that may make room, by their address, oldest first
        self._server: Any = None
        self._running: asyncio.Task[None] | None = None
        self._sweeping: asyncio.TimerHandle | None = None
        self.port = 0

    async def start(self, port: int) -> None:
        """Listen on ``port`` of this computer alone; 0 takes one that is free.

        Raises:
            AssentError: the port cannot be had.
        """
        # TCP by name: only then does asyncio see to it that an answer in two pieces does not wait for the client's ACK.
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((LOOPBACK, port))
            self.port = listener.getsockname()[1]
        except OSError as error:
            listener.close()
            why = say("apps cannot come over HTTP, since port {port} is taken or closed to Assent", port=str(port))
            raise AssentError(why, detail=str(error)) from error
        self._server = server = await tasks.in_daemon_thread(lambda: _server_for(self), name="load the HTTP server")
        self._running = tasks.spawn(server.serve([listener]), name="apps over HTTP")
        self._sweep()

    async def stop(self) -> None:
        """Let nobody in any more, and end what is open."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        for one in tuple(self._sessions.values()):
            one.session.end("Assent is closing")
        if self._server is not None and self._running is not None:
            self._server.end()
            await asyncio.wait({self._running})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI: one HTTP request."""
        if scope["type"] != "http":
            return
        exchange = _Exchange(scope, receive, send)
        try:
            await self._serve(exchange)
        except Refused as refusal:
            await exchange.answer(refusal.status, messages.error(None, refusal.code, str(refusal)), refusal.headers)
        finally:
            self._stranger(exchange.client)

    def connected(self, client: object, transport: asyncio.Transport) -> None:
        """Somebody at the address ``client`` connected."""
        self._connections[client] = transport
        self._stranger(client)

    def disconnected(self, client: object) -> None:
        """And left."""
        self._connections.pop(client, None)
        self._strangers.pop(client, None)

    def _stranger(self, client: object) -> None:
        if client in self._connections:
            self._strangers[client] = None
        if len(self._strangers) > MAX_STRANGERS:
            oldest = next(iter(self._strangers))
            del self._strangers[oldest]
            self._connections[oldest].abort()

    async def _serve(self, exchange: _Exchange) -> None:
        self._check_source(exchange)
        caller = self._identify(exchange)
        self._strangers.pop(exchange.client, None)
        if self._requests[caller.name] >= MAX_REQUESTS:
            raise Refused(503, "too many requests of this app are open")
        self._requests[caller.name] += 1
        try:
            await self._serve_app(exchange, caller)
        finally:
            self._requests[caller.name] -= 1

    async def _serve_app(self, exchange: _Exchange, caller: _Caller) -> None:
        path, server = exchange.path, caller.server
        if path != ALL and (not path.startswith(PATH) or not server or "/" in server):
            raise Refused(404, "no such address; a server's is /mcp/SERVER, that of all is /mcp")
        if exchange.method == "POST":
            await self._post(exchange, caller)
        elif exchange.method in ("GET", "DELETE") and exchange.all_of(SESSION):
            one = self._session_of(exchange, caller)
            if exchange.method == "DELETE":
                one.session.end("the app left")
                await exchange.answer(204)
            elif EVENTS not in exchange.header("accept"):
                raise Refused(406, "what comes is text/event-stream")
            else:
                await self._stream(one, one.channel.listen(), exchange, events=True)
        else:
            raise Refused(405, "this address takes messages by POST", allow="POST")

    def _check_source(self, exchange: _Exchange) -> None:
        """Pages of other origins, and other names for this computer, get nothing (DNS rebinding, CSRF)."""
        names = {f"{host}:{self.port}" for host in (LOOPBACK, "localhost")}
        if exchange.header("host") not in names:
            raise Refused(421, "this is not the host that was asked for")
        if exchange.all_of("origin") and exchange.header("origin") not in {f"http://{name}" for name in names}:
            raise Refused(403, "pages of other origins get nothing here")

    def _identify(self, exchange: _Exchange) -> _Caller:
        scheme, _, token = exchange.header("authorization").partition(" ")
        token = token.strip()
        if scheme.lower() != "bearer" or not token:
            raise Refused(401, "an app's token is needed: assent apps add NAME --http", WWW_Authenticate="Bearer")
        proof = sha256_hex(token.encode("utf-8", "surrogatepass"))
        name = self._names.get(proof) or registry.named_by(self._apps_dir, token)
        if name is None or not registry.verify(self._apps_dir, name, token):
            self._names.pop(proof, None)
            self._gateway.turned_away("wrong token over HTTP")
            raise Refused(401, "this token is not valid", WWW_Authenticate='Bearer error="invalid_token"')
        self._names[proof] = name
        server = "" if exchange.path == ALL else exchange.path.removeprefix(PATH)
        return _Caller(name, token, proof, server)

    def _session_of(self, exchange: _Exchange, caller: _Caller) -> _Open:
        one = self._sessions.get(exchange.header(SESSION))
        if one is None or (one.proof, one.server) != (caller.proof, caller.server) or one.channel.stateless:
            raise Refused(404, "there is no such session; begin one with initialize", SERVER_LOST)
        one.used = time.monotonic()
        return one

    async def _post(self, exchange: _Exchange, caller: _Caller) -> None:
        body = bytearray()
        try:
            taken = await self._take(exchange, caller, body)
        finally:
            self._arriving[caller.name] -= len(body)
        if taken is not None:
            one, answer, begins = taken
            await self._stream(one, answer, exchange, begins)

    async def _take(
        self, exchange: _Exchange, caller: _Caller, body: bytearray
    ) -> tuple[_Open, Answer, Mapping[str, str]] | None:
        """Hand what is posted to its session. Returns what to answer with; None where it was answered.

        ``body``: grows as it is read.
        """
        value, plain = await self._message(exchange, caller, body)
        begins: Mapping[str, str] = {}
        if _is_stateless(exchange, value):
            key = f"{caller.proof} {caller.server}"
            one = self._live(key)
            definition = one.session.definition(_tool(value)) if one is not None else None
            if refusal := _flaw(exchange, value, definition):
                await exchange.answer(400, messages.error(_id_of(value), *refusal))
                return None
            if isinstance(value, dict) and "method" in value and "id" not in value:
                await exchange.answer(202)  # this revision has no notifications of apps: closing cancels
                return None
            one = one or await self._open(key, exchange, caller, stateless=True)
        elif exchange.all_of(SESSION):
            one = self._session_of(exchange, caller)
        elif isinstance(value, dict) and value.get("method") == "initialize":
            key = secrets.token_urlsafe(24)
            one, begins = await self._open(key, exchange, caller, stateless=False), {SESSION: key}
        else:
            raise Refused(400, "a session begins with initialize; then Mcp-Session-Id names it")
        one.used = time.monotonic()
        if len(one.channel.waiting) + one.channel.arriving >= MAX_ANSWERS:
            raise Refused(503, "too many requests wait for an answer")
        answer = await one.channel.receive(value, plain=plain)
        if answer is None:
            await exchange.answer(202)
            return None
        return one, answer, begins

    async def _message(self, exchange: _Exchange, caller: _Caller, body: bytearray) -> Document:
        """What is posted: a message or a batch."""
        if exchange.header("content-type").partition(";")[0].strip().lower() != JSON:
            raise Refused(415, "a message is application/json")
        accepted = exchange.header("accept")
        if "*/*" not in accepted and not (JSON in accepted and EVENTS in accepted):
            raise Refused(406, "an answer is application/json or text/event-stream; accept both")
        await self._read(exchange, caller.name, body)
        began = time.monotonic()
        try:
            document = messages.read_document(bytes(body))
        except RefusedMessage as refusal:
            about: JsonObject = {"app": caller.name, "server": caller.server, "because": str(refusal)}
            self._log(Draft("message.refused", about))
            raise Refused(400, str(refusal), refusal.code) from refusal
        if pause := self._gateway.turns.pause_after(caller.name, time.monotonic() - began):
            await asyncio.sleep(pause)  # this request waits, as a stream that is not read would
        return document

    async def _read(self, exchange: _Exchange, app: str, body: bytearray) -> None:
        limit, more = self._settings.now.frame_to_server, True
        while more:
            piece, more = await exchange.read()
            body += piece
            self._arriving[app] += len(piece)
            if len(body) > limit:
                raise Refused(413, f"a message is larger than the limit of {limit:,} bytes")
            if self._arriving[app] > MAX_ARRIVING * limit:
                raise Refused(503, "too much of this app is on its way")

    def _live(self, key: str) -> _Open | None:
        """The session under ``key``, None where there is none or it is about to end."""
        one = self._sessions.get(key)
        return None if one is None or one.session.over else one

    def _make_room(self, proof: str) -> None:
        """Of the sessions of an app that begins too many, the one that was not used for longest ends."""
        mine = [one for one in self._sessions.values() if one.proof == proof and not one.session.over]
        if len(mine) < MAX_SESSIONS:
            return
        unused = [one for one in mine if not one.channel.waiting and not one.channel.arriving]
        if not unused:
            raise Refused(503, "too many sessions of this app are open")
        min(unused, key=lambda one: one.used).session.end("the app began too many sessions")

    async def _open(self, key: str, exchange: _Exchange, caller: _Caller, *, stateless: bool) -> _Open:
        pid = await tasks.in_daemon_thread(
            lambda: process_behind(exchange.client, self.port), name="find the app's process"
        )
        if (one := self._live(key)) is not None:
            return one  # another request was quicker
        self._make_room(caller.proof)
        channel = HttpChannel(stateless=stateless, on_close=lambda: self._forget(key, channel))
        try:
            session = self._gateway.admit_over_http(caller.name, caller.token, caller.server, channel, pid)
        except AssentError as refusal:
            raise Refused(503 if isinstance(refusal, NoRoom) else 404, str(refusal), SERVER_LOST) from refusal
        channel.connect(session)
        self._sessions[key] = one = _Open(channel, session, caller.proof, caller.server)
        return one

    def _forget(self, key: str, channel: HttpChannel) -> None:
        one = self._sessions.get(key)
        if one is not None and one.channel is channel:
            del self._sessions[key]

    def _sweep(self) -> None:
        """End the sessions that nobody has used for long."""
        now = time.monotonic()
        for one in tuple(self._sessions.values()):
            if not one.channel.waiting and now - one.used > IDLE:
                one.session.end("the app was silent for long")
        self._sweeping = asyncio.get_running_loop().call_later(IDLE / 10, self._sweep)

    # Answers

    async def _stream(
        self,
        one: _Open,
        answer: Answer,
        exchange: _Exchange,
        begins: Mapping[str, str] = MappingProxyType({}),
        *,
        events: bool = False,
    ) -> None:
        """Send ``answer`` as it comes: alone as JSON where the response is all there is, else as a stream of events.

        ``begins``: headers for the answer that begins a session. ``events``: whether it is a stream whatever comes.
        """
        gone = tasks.spawn(exchange.left(), name="the app's HTTP request")
        try:
            if events:
                await exchange.begin_events()
            while not gone.done():
                following = tasks.spawn(answer.next(), name="the next message over HTTP")
                await asyncio.wait({following, gone}, timeout=SILENCE, return_when=asyncio.FIRST_COMPLETED)
                if not following.done():
                    following.cancel()
                    if not gone.done():
                        await exchange.begin_events(begins)
                        await exchange.event(b": still there\n\n")
                    continue
                message = following.result()
                if message is None:
                    await self._without_more(one, exchange)
                    return
                frame, last = message
                if last and not exchange.streams:
                    await self._alone(one, frame, exchange, begins)
                    return
                await exchange.begin_events(begins)
                await exchange.event(b"event: message\ndata: " + frame + b"\n\n", last=last)
                if last:
                    return
        finally:
            one.used = time.monotonic()
            gone.cancel()
            if not answer.over or answer.begun:
                one.channel.given_up(answer)

    async def _alone(self, one: _Open, frame: bytes, exchange: _Exchange, begins: Mapping[str, str]) -> None:
        """The response and nothing before it."""
        code = _error_code(frame)
        unnamed = code is not None and frame.startswith(b'{"jsonrpc":"2.0","id":null')
        status = _STATUS.get(code, 200) if code is not None and one.channel.stateless else 400 if unnamed else 200
        if code is not None and begins:
            begins = {}  # the handshake failed, so there is no session
            one.session.end("the handshake failed")
        await exchange.answer(status, frame, begins)

    async def _without_more(self, one: _Open, exchange: _Exchange) -> None:
        """There is no response: it was taken back, or the session ended."""
        if exchange.streams:
            await exchange.end()
        elif one.session.over:
            raise Refused(404, "the session ended", SERVER_LOST)
        else:
            await exchange.answer(202)


def _tool(value: JsonValue) -> str:
    name = object_in(value, "params").get("name") if object_in(value).get("method") == "tools/call" else None
    return name if isinstance(name, str) else ""


def _id_of(value: JsonValue) -> RequestId | None:
    request_id = object_in(value).get("id")
    return request_id if is_id(request_id) else None


def _error_code(frame: bytes) -> int | None:
    """The code of a response that is an error, None for any other frame."""
    if b'"error":' not in frame[: MAX_ID_CHARACTERS * 8]:
        return None
    code = object_in(messages.read(frame), "error").get("code")
    return code if type(code) is int else None


# What the headers of a request say, and whether that is what its body says


def _flaw(exchange: _Exchange, value: JsonValue, definition: ToolDefinition | None) -> tuple[int, str] | None:
    """The error that a request of the stateless revision deserves for what it says of itself, None for none."""
    if not _says_revision(value):
        return INVALID_PARAMS, "a request of this revision says so in its _meta"
    why = _mismatch(exchange, value, definition)
    return (HEADER_MISMATCH, f"Header mismatch: {why}") if why else None


def _mismatch(exchange: _Exchange, value: JsonValue, definition: ToolDefinition | None) -> str:
    """Why the headers of a request of the stateless revision do not say what its body says; empty where they do.

    ``definition``: of the tool, where it is known: which inputs are repeated in headers stands there alone. Towards a
    server Assent makes these headers anew from what it sends.
    """
    if not isinstance(value, dict):
        return "the body must be one message"
    params = object_in(value, "params")
    wanted = {"mcp-protocol-version": object_in(params, "_meta").get(META_VERSION), "mcp-method": value.get("method")}
    if (named_by := _NAMED_BY.get(str(value.get("method")))) is not None:
        wanted["mcp-name"] = params.get(named_by)
    for header, said in wanted.items():
        given = exchange.all_of(header)
        if len(given) != 1:
            return f"{header} is needed once"
        if said is not None and _decoded(given[0]) != said:
            return f"{header} differs from the body"
    arguments = params.get("arguments")
    if definition is None or not isinstance(arguments, dict):
        return ""
    for header, text in headers_of(definition, arguments):
        if [_decoded(it) for it in exchange.all_of(header.lower())] != [_decoded(text)]:
            return f"{header} differs from the body"
    return ""


def _is_stateless(exchange: _Exchange, value: JsonValue) -> bool:
    """Whether a request is one of the revisions in which each stands alone."""
    if _says_revision(value):
        return True
    version = exchange.header("mcp-protocol-version")
    if version and version not in REVISIONS:
        raise Refused(400, "no revision of the protocol that Assent knows", UNSUPPORTED_VERSION)
    return version in MODERN


def _says_revision(value: JsonValue) -> bool:
    return META_VERSION in object_in(value, "params", "_meta")


def _decoded(text: str) -> str:
    """The value of a header that may be written in base64 (MCP 2026-07-28, Streamable HTTP, Value Encoding)."""
    if not (text.startswith("=?base64?") and text.endswith("?=")):
        return text
    try:
        return base64.b64decode(text[9:-2], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return text


def _server_for(app: HttpApps) -> Any:
    """A uvicorn server that leaves signals to the host and sleeps while nobody comes."""
    import uvicorn  # on first use: few apps come over HTTP
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Connection(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            super().connection_made(transport)
            app.connected(self.client, transport)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            app.disconnected(self.client)

    class Server(uvicorn.Server):
        def __init__(self, config: uvicorn.Config) -> None:
            super().__init__(config)
            self._ended = asyncio.Event()

        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

        async def main_loop(self) -> None:
            await self._ended.wait()

        def end(self) -> None:
            self.should_exit = True
            self._ended.set()

    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=SHUTDOWN,
    )
    config.load()
    return Server(config)
