"""Apps that connect over HTTP: ``http://127.0.0.1:PORT/mcp/SERVER``, and ``/mcp`` for all servers.

(MCP, basic/transports/streamable-http.)

Owns: the port, the authentication of apps, the checks of a request's headers, the choice of its session, and the HTTP
form of its answer.

Invariants:
    - Only connections from this computer are accepted, under its own names: a request for another host, or from a page
      of another origin, is refused, and no header lets a browser's pages read an answer.
    - A request without an app's token is refused; a session serves only the token that began it.
    - A header that comes twice is refused; in the stateless revision, headers and body must agree (MCP 2026-07-28,
      Streamable HTTP, Server Validation).
    - Bodies, sessions and open requests of each app are bounded, and so are connections without a token: the oldest
      unused session, and the oldest such connection, is closed to make room.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import secrets
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias  # Any: ASGI

from msgspec import Struct

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
from host.wire.param_headers import NAME_PARAMETERS, headers_of
from host.words import say

if TYPE_CHECKING:
    from host.apps.gateway import AnySession, Gateway
    from host.apps.http_server import Server

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]

JSON: Final = "application/json"
EVENTS: Final = "text/event-stream"
LOOPBACK: Final = "127.0.0.1"
ALL_SERVERS_PATH: Final = "/mcp"
SERVER_PATH: Final = "/mcp/"
SESSION_HEADER: Final = "mcp-session-id"
KEEP_ALIVE_EVERY: Final = 15.0
"""Seconds without a message after which a stream carries a comment, so that the app does not take it for dead."""
IDLE_TIMEOUT: Final = 600.0
"""Seconds after which a session without open requests ends; the next request of a stateless app begins another."""
MAX_SESSIONS: Final = 32
"""Sessions of one app at once; each may keep a server running. Those that are about to end count at the gateway."""
MAX_REQUESTS: Final = 256
"""Open requests of one app."""
MAX_UNREAD_BODIES: Final = 4
"""The bytes of one app's bodies that no session has taken yet, as a multiple of the largest allowed body."""
MAX_STRANGERS: Final = 64
"""Connections that showed no token yet, or that wait for their next request."""
HEADER_MISMATCH: Final = -32020
"""MCP 2026-07-28, schema: HeaderMismatchError."""
_STATUS_BY_CODE: Final = {
    PARSE_ERROR: 400, INVALID_REQUEST: 400, INVALID_PARAMS: 400, HEADER_MISMATCH: 400, -32021: 400,
    UNSUPPORTED_VERSION: 400, -32601: 404,
}  # fmt: skip
"""HTTP statuses that the stateless revision prescribes, by error code."""


class Refused(Exception):
    """Raised for an HTTP request that is answered with an error alone."""

    def __init__(self, status: int, why: str, code: int = INVALID_REQUEST, **headers: str) -> None:
        """``why``: one safe sentence. ``headers``: with underscores in place of hyphens."""
        super().__init__(why)
        self.status, self.code = status, code
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class _Exchange:
    """One HTTP request and its answer (ASGI). ``client``: the address that the connection comes from."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.client, self.method, self.path = scope.get("client"), str(scope["method"]), str(scope["path"])
        self.is_streaming = False
        self._headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            self._headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        self._receive, self._send = receive, send

    def header_values(self, name: str) -> list[str]:
        """Return all values of a header; ``name`` is in lower case."""
        return self._headers.get(name, [])

    def header(self, name: str) -> str:
        """Return the value of a header, empty if it is missing. Refuses a header that comes twice."""
        values = self.header_values(name)
        if len(values) > 1:
            raise Refused(400, f"the header {name} stands there twice")
        return values[0].strip() if values else ""

    async def read(self) -> tuple[bytes, bool]:
        """Return a chunk of the body, and whether more follows."""
        event = await self._receive()
        if event["type"] == "http.disconnect":
            raise Refused(400, "the request ended early")
        return event.get("body", b""), event.get("more_body", False)

    async def wait_disconnect(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def answer(self, status: int, body: bytes = b"", headers: Mapping[str, str] = MappingProxyType({})) -> None:
        await self._begin(status, JSON, {**headers, "content-length": str(len(body))})
        await self.write(body, more=False)

    async def begin_events(self, headers: Mapping[str, str] = MappingProxyType({})) -> None:
        """Begin a stream of events, unless it has begun."""
        if not self.is_streaming:
            self.is_streaming = True
            await self._begin(200, EVENTS, {"x-accel-buffering": "no", **headers})

    async def _begin(self, status: int, kind: str, headers: Mapping[str, str]) -> None:
        raw = {"content-type": kind, "cache-control": "no-store", "x-content-type-options": "nosniff", **headers}
        pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in raw.items()]
        await self._send({"type": "http.response.start", "status": status, "headers": pairs})

    async def write(self, data: bytes, *, more: bool) -> None:
        """Send a part of the body: of a stream, an event, a comment, or nothing but its end."""
        await self._send({"type": "http.response.body", "body": data, "more_body": more})


class _Caller(Struct, frozen=True):
    """The app that sent a request. ``proof``: hash of the token. ``server``: that it wants to use, empty for all."""

    name: str
    token: str
    proof: str
    server: str


class _HttpSession:
    """One session over HTTP, with its channel to the app, the hash of its token, and its server (empty for all)."""

    def __init__(self, channel: HttpChannel, session: AnySession, proof: str, server: str) -> None:
        self.channel, self.session, self.proof, self.server = channel, session, proof, server
        self.used_at = time.monotonic()


class HttpApps:
    """Serves apps over HTTP. An ASGI application."""

    def __init__(self, gateway: Gateway, apps_dir: Path, settings: LiveSettings) -> None:
        """``apps_dir``: holds the tokens."""
        self._gateway, self._apps_dir, self._settings = gateway, apps_dir, settings
        self._sessions: dict[str, _HttpSession] = {}
        """By session id, or in the stateless revision by token and server."""
        self._name_by_proof: dict[str, str] = {}
        self._open_requests: Counter[str] = Counter()  # by app
        self._unread_bytes: Counter[str] = Counter()  # by app: of bodies that no session has taken yet
        self._connections: dict[object, asyncio.Transport] = {}
        self._strangers: dict[object, None] = {}  # addresses of connections that may be closed, oldest first
        self._server: Server | None = None
        self._server_task: asyncio.Task[None] | None = None
        self._sweep_timer: asyncio.TimerHandle | None = None
        self.port = 0

    async def start(self, port: int) -> None:
        """Listen on ``port`` of the loopback address, on any if 0. Raises AssentError if the port cannot be used."""
        # IPPROTO_TCP explicitly: only then does asyncio set TCP_NODELAY, so that no answer waits for the client's ACK.
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((LOOPBACK, port))
            self.port = listener.getsockname()[1]
        except OSError as error:
            listener.close()
            why = say("port {port} for apps over HTTP is taken or closed to Assent", port=str(port))
            raise AssentError(why, detail=str(error)) from error
        self._server = server = await tasks.in_daemon_thread(lambda: _server_for(self), name="load the HTTP server")
        self._server_task = tasks.spawn(server.serve([listener]), name="apps over HTTP")
        self._sweep()

    async def stop(self) -> None:
        """Accept no more requests, and end all sessions."""
        if self._sweep_timer is not None:
            self._sweep_timer.cancel()
        for http_session in tuple(self._sessions.values()):
            http_session.session.end("Assent is closing")
        if self._server is not None and self._server_task is not None:
            self._server.end()
            await asyncio.wait({self._server_task})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request (ASGI)."""
        if scope["type"] != "http":
            return
        exchange = _Exchange(scope, receive, send)
        try:
            await self._serve(exchange)
        except Refused as refusal:
            await exchange.answer(refusal.status, messages.error(None, refusal.code, str(refusal)), refusal.headers)
        finally:
            self._add_stranger(exchange.client)

    def connected(self, client: object, transport: asyncio.Transport) -> None:
        """Note a connection from the address ``client``."""
        self._connections[client] = transport
        self._add_stranger(client)

    def disconnected(self, client: object) -> None:
        """Forget the connection from ``client``."""
        self._connections.pop(client, None)
        self._strangers.pop(client, None)

    def _add_stranger(self, client: object) -> None:
        """Count a connection as one without a token; close the oldest if there are too many."""
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
        if self._open_requests[caller.name] >= MAX_REQUESTS:
            raise Refused(503, "too many requests of this app are open")
        try:
            self._gateway.check_room_for_records(caller.name)
        except NoRoom as refusal:
            raise Refused(503, str(refusal)) from refusal
        self._open_requests[caller.name] += 1
        try:
            await self._serve_app(exchange, caller)
        finally:
            self._open_requests[caller.name] -= 1

    async def _serve_app(self, exchange: _Exchange, caller: _Caller) -> None:
        path, server = exchange.path, caller.server
        if path != ALL_SERVERS_PATH and (not path.startswith(SERVER_PATH) or not server or "/" in server):
            raise Refused(404, "no such address; a server's is /mcp/SERVER, that of all is /mcp")
        if exchange.method == "POST":
            await self._post(exchange, caller)
        elif exchange.method in ("GET", "DELETE") and exchange.header_values(SESSION_HEADER):
            http_session = self._session_of(exchange, caller)
            if exchange.method == "DELETE":
                http_session.session.end("the app left")
                await exchange.answer(204)
            elif EVENTS not in exchange.header("accept"):
                raise Refused(406, "what comes is text/event-stream")
            else:
                await self._send_answer(http_session, http_session.channel.listen(), exchange, as_events=True)
        else:
            raise Refused(405, "this address takes messages by POST", allow="POST")

    def _check_source(self, exchange: _Exchange) -> None:
        """Refuse pages of other origins, and other names for this computer (DNS rebinding, CSRF)."""
        names = {f"{host}:{self.port}" for host in (LOOPBACK, "localhost")}
        if exchange.header("host") not in names:
            raise Refused(421, "this is not the host that was asked for")
        if exchange.header_values("origin") and exchange.header("origin") not in {f"http://{name}" for name in names}:
            raise Refused(403, "pages of other origins get nothing here")

    def _identify(self, exchange: _Exchange) -> _Caller:
        scheme, _, token = exchange.header("authorization").partition(" ")
        token = token.strip()
        if scheme.lower() != "bearer" or not token:
            raise Refused(401, "an app's token is needed: assent apps add NAME --http", WWW_Authenticate="Bearer")
        proof = sha256_hex(token.encode("utf-8", "surrogatepass"))
        name = self._name_by_proof.get(proof) or registry.app_of_http_token(self._apps_dir, token)
        if name is None or not registry.verify(self._apps_dir, name, token):
            self._name_by_proof.pop(proof, None)
            self._gateway.record_rejection("wrong token over HTTP")
            raise Refused(401, "this token is not valid", WWW_Authenticate='Bearer error="invalid_token"')
        self._name_by_proof[proof] = name
        server = "" if exchange.path == ALL_SERVERS_PATH else exchange.path.removeprefix(SERVER_PATH)
        return _Caller(name, token, proof, server)

    def _session_of(self, exchange: _Exchange, caller: _Caller) -> _HttpSession:
        named = self._sessions.get(exchange.header(SESSION_HEADER))
        if named is None or (named.proof, named.server) != (caller.proof, caller.server) or named.channel.is_stateless:
            raise Refused(404, "there is no such session; begin one with initialize", SERVER_LOST)
        named.used_at = time.monotonic()
        return named

    async def _post(self, exchange: _Exchange, caller: _Caller) -> None:
        body = bytearray()
        try:
            delivered = await self._deliver(exchange, caller, body)
        finally:
            self._unread_bytes[caller.name] -= len(body)
        if delivered is not None:
            http_session, answer, headers = delivered
            await self._send_answer(http_session, answer, exchange, headers)

    async def _deliver(
        self, exchange: _Exchange, caller: _Caller, body: bytearray
    ) -> tuple[_HttpSession, Answer, Mapping[str, str]] | None:
        """Deliver a posted message to its session. ``body``: grows as it is read.

        Returns the session, its answer, and headers for it; None if the request was answered already.
        """
        value, plain = await self._read_message(exchange, caller, body)
        headers: Mapping[str, str] = {}
        if _is_stateless(exchange, value):
            key = f"{caller.proof} {caller.server}"
            http_session = self._live_session(key)
            definition = http_session.session.definition(_tool_name(value)) if http_session is not None else None
            if error := _request_error(exchange, value, definition):
                await exchange.answer(400, messages.error(_id_of(value), *error))
                return None
            if isinstance(value, dict) and "method" in value and "id" not in value:
                await exchange.answer(202)  # apps send no notifications in this revision: closing cancels
                return None
            http_session = http_session or await self._open(key, exchange, caller, stateless=True)
        elif exchange.header_values(SESSION_HEADER):
            http_session = self._session_of(exchange, caller)
        elif isinstance(value, dict) and value.get("method") == "initialize":
            key = secrets.token_urlsafe(24)
            http_session = await self._open(key, exchange, caller, stateless=False)
            headers = {SESSION_HEADER: key}
        else:
            raise Refused(400, "a session begins with initialize; then Mcp-Session-Id names it")
        http_session.used_at = time.monotonic()
        channel = http_session.channel
        if len(channel.open_answers) + channel.blocked_count >= MAX_ANSWERS:
            raise Refused(503, "too many requests wait for an answer")
        answer = await channel.receive(value, plain=plain)
        if answer is None:
            await exchange.answer(202)
            return None
        return http_session, answer, headers

    async def _read_message(self, exchange: _Exchange, caller: _Caller, body: bytearray) -> Document:
        if exchange.header("content-type").partition(";")[0].strip().lower() != JSON:
            raise Refused(415, "a message is application/json")
        accepted = exchange.header("accept")
        if "*/*" not in accepted and not (JSON in accepted and EVENTS in accepted):
            raise Refused(406, "an answer is application/json or text/event-stream; accept both")
        await self._read_body(exchange, caller.name, body)
        turns = self._gateway.turns
        await turns.wait_paused(caller.name)  # after a message before, which may have come on another connection
        began = time.monotonic()
        try:
            return messages.read_document(bytes(body), max_values=messages.MAX_VALUES_OF_APP)
        except RefusedMessage as refusal:
            about: JsonObject = {"app": caller.name, "server": caller.server, "because": str(refusal)}
            self._gateway.record(Draft("message.refused", about))
            raise Refused(400, str(refusal), refusal.code) from refusal
        finally:
            turns.pause_after(caller.name, time.monotonic() - began)

    async def _read_body(self, exchange: _Exchange, app: str, body: bytearray) -> None:
        limit, more = self._settings.now.frame_to_server, True
        while more:
            chunk, more = await exchange.read()
            body += chunk
            self._unread_bytes[app] += len(chunk)
            if len(body) > limit:
                raise Refused(413, f"a message is larger than the limit of {limit:,} bytes")
            if self._unread_bytes[app] > MAX_UNREAD_BODIES * limit:
                raise Refused(503, "too much of this app is on its way")

    def _live_session(self, key: str) -> _HttpSession | None:
        """Return the session under ``key``, None if there is none or it is about to end."""
        http_session = self._sessions.get(key)
        return None if http_session is None or http_session.session.has_ended else http_session

    def _make_room(self, proof: str) -> None:
        """End the least recently used session of an app that begins too many. Refuses if all are in use."""
        sessions = [entry for entry in self._sessions.values() if entry.proof == proof and not entry.session.has_ended]
        if len(sessions) < MAX_SESSIONS:
            return
        unused = [entry for entry in sessions if not entry.channel.open_answers and not entry.channel.blocked_count]
        if not unused:
            raise Refused(503, "too many sessions of this app are open")
        min(unused, key=lambda entry: entry.used_at).session.end("the app began too many sessions")

    async def _open(self, key: str, exchange: _Exchange, caller: _Caller, *, stateless: bool) -> _HttpSession:
        """Open a session under ``key``, or return the one that another request has opened meanwhile."""
        pid = await tasks.in_daemon_thread(
            lambda: process_behind(exchange.client, self.port), name="find the app's process"
        )
        if (http_session := self._live_session(key)) is not None:
            return http_session  # by another request meanwhile
        self._make_room(caller.proof)
        channel = HttpChannel(stateless=stateless, on_close=lambda: self._forget(key, channel))
        try:
            session = self._gateway.admit_over_http(caller.name, caller.token, caller.server, channel, pid)
        except AssentError as refusal:
            raise Refused(503 if isinstance(refusal, NoRoom) else 404, str(refusal), SERVER_LOST) from refusal
        channel.connect(session)
        self._sessions[key] = http_session = _HttpSession(channel, session, caller.proof, caller.server)
        return http_session

    def _forget(self, key: str, channel: HttpChannel) -> None:
        http_session = self._sessions.get(key)
        if http_session is not None and http_session.channel is channel:
            del self._sessions[key]

    def _sweep(self) -> None:
        """End the sessions that were idle for too long, now and then."""
        now = time.monotonic()
        for http_session in tuple(self._sessions.values()):
            if not http_session.channel.open_answers and now - http_session.used_at > IDLE_TIMEOUT:
                http_session.session.end("the app was silent for long")
        self._sweep_timer = asyncio.get_running_loop().call_later(IDLE_TIMEOUT / 10, self._sweep)

    # Answers

    async def _send_answer(
        self,
        http_session: _HttpSession,
        answer: Answer,
        exchange: _Exchange,
        headers: Mapping[str, str] = MappingProxyType({}),
        *,
        as_events: bool = False,
    ) -> None:
        """Send ``answer`` as it comes: as JSON if it is a response alone, else as a stream of events.

        ``as_events``: send a stream in any case.
        """
        disconnect = tasks.spawn(exchange.wait_disconnect(), name="the app's HTTP request")
        try:
            if as_events:
                await exchange.begin_events()
            while not disconnect.done():
                next_message = tasks.spawn(answer.next(), name="the next message over HTTP")
                both = {next_message, disconnect}
                await asyncio.wait(both, timeout=KEEP_ALIVE_EVERY, return_when=asyncio.FIRST_COMPLETED)
                if not next_message.done():
                    next_message.cancel()
                    if not disconnect.done():
                        await exchange.begin_events(headers)
                        await exchange.write(b": still there\n\n", more=True)
                    continue
                message = next_message.result()
                if message is None:
                    await self._end_without_response(http_session, exchange)
                    return
                frame, last = message
                if last and not exchange.is_streaming:
                    await self._send_as_json(http_session, frame, exchange, headers)
                    return
                await exchange.begin_events(headers)
                await exchange.write(b"event: message\ndata: " + frame + b"\n\n", more=not last)
                if last:
                    return
        finally:
            http_session.used_at = time.monotonic()
            disconnect.cancel()
            if not answer.is_complete or answer.has_frames:
                http_session.channel.abandon(answer)

    async def _send_as_json(
        self, http_session: _HttpSession, frame: bytes, exchange: _Exchange, headers: Mapping[str, str]
    ) -> None:
        code = _error_code(frame)
        if code is not None and http_session.channel.is_stateless:
            status = _STATUS_BY_CODE.get(code, 200)
        else:
            status = 400 if code is not None and frame.startswith(b'{"jsonrpc":"2.0","id":null') else 200
        if code is not None and headers:
            headers = {}  # the handshake failed, so there is no session
            http_session.session.end("the handshake failed")
        await exchange.answer(status, frame, headers)

    async def _end_without_response(self, http_session: _HttpSession, exchange: _Exchange) -> None:
        """End an answer without a response: the request was cancelled, or the session ended."""
        if exchange.is_streaming:
            await exchange.write(b"", more=False)
        elif http_session.session.has_ended:
            raise Refused(404, "the session ended", SERVER_LOST)
        else:
            await exchange.answer(202)


def _tool_name(value: JsonValue) -> str:
    name = object_in(value, "params").get("name") if object_in(value).get("method") == "tools/call" else None
    return name if isinstance(name, str) else ""


def _id_of(value: JsonValue) -> RequestId | None:
    request_id = object_in(value).get("id")
    return request_id if is_id(request_id) else None


def _error_code(frame: bytes) -> int | None:
    """Return the code of an error response, None for any other frame."""
    if b'"error":' not in frame[: MAX_ID_CHARACTERS * 8]:
        return None
    code = object_in(messages.read(frame), "error").get("code")
    return code if type(code) is int else None


# Headers of a request against its body


def _request_error(exchange: _Exchange, value: JsonValue, definition: ToolDefinition | None) -> tuple[int, str] | None:
    """Check the headers and the ``_meta`` of a request of the stateless revision. Returns the error, if any."""
    if not _names_revision(value):
        return INVALID_PARAMS, "a request of this revision says so in its _meta"
    why = _mismatch(exchange, value, definition)
    return (HEADER_MISMATCH, f"Header mismatch: {why}") if why else None


def _mismatch(exchange: _Exchange, value: JsonValue, definition: ToolDefinition | None) -> str:
    """Return how the headers of a request of the stateless revision differ from its body, empty if they agree.

    ``definition``: the tool's, if it is known: it alone says which inputs are repeated in headers. Assent does not
    forward these headers to a server, but makes them from what it sends.
    """
    if not isinstance(value, dict):
        return "the body must be one message"
    params = object_in(value, "params")
    expected = {"mcp-protocol-version": object_in(params, "_meta").get(META_VERSION), "mcp-method": value.get("method")}
    if (parameter := NAME_PARAMETERS.get(str(value.get("method")))) is not None:
        expected["mcp-name"] = params.get(parameter)
    for header, in_body in expected.items():
        values = exchange.header_values(header)
        if len(values) != 1:
            return f"{header} is needed once"
        if in_body is not None and _decode_header(values[0]) != in_body:
            return f"{header} differs from the body"
    arguments = params.get("arguments")
    if definition is None or not isinstance(arguments, dict):
        return ""
    for header, text in headers_of(definition, arguments):
        if [_decode_header(value) for value in exchange.header_values(header.lower())] != [_decode_header(text)]:
            return f"{header} differs from the body"
    return ""


def _is_stateless(exchange: _Exchange, value: JsonValue) -> bool:
    if _names_revision(value):
        return True
    version = exchange.header("mcp-protocol-version")
    if version and version not in REVISIONS:
        raise Refused(400, "no revision of the protocol that Assent knows", UNSUPPORTED_VERSION)
    return version in MODERN


def _names_revision(value: JsonValue) -> bool:
    return META_VERSION in object_in(value, "params", "_meta")


def _decode_header(text: str) -> str:
    """Decode a header's value, which may be in base64 (MCP 2026-07-28, Streamable HTTP, Value Encoding)."""
    if not (text.startswith("=?base64?") and text.endswith("?=")):
        return text
    try:
        return base64.b64decode(text[9:-2], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return text


def _server_for(app: HttpApps) -> Server:
    from host.apps.http_server import server_for  # on first use, in a thread: few apps use HTTP

    return server_for(app)
