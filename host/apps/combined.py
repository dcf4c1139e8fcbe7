"""One entry of an app for all servers that it may use: ``/mcp``, and ``assent connect`` without a server.

Owns: what Assent answers such an app in place of a server, the shared names and addresses of all servers' tools,
prompts and resources, which server each request goes to, and the channel to each of these servers: an ordinary
``Session`` serves it as if it were an app.

Invariants:
    - Every server behind the entry is used through a ``Session`` of its own, as if the app had an entry for it: calls,
      rules, grants, reviews and records are those of that server and tool, and nothing here decides on a call.
    - A request goes to the server that its name or address says, or to none. A name leads to one server, whatever that
      or another server calls its tools: what stands before the first ``__`` is the alias of a configured server, no
      alias holds ``__`` or ends in ``_``, and no two servers have the same. In an address the alias is the authority,
      and the rest is the server's own address, in whatever form.
    - Every name has a form that clients accept: ``[A-Za-z0-9_-]{1,64}``. Within one server, a shortened name is never
      the same as another tool's own name.
    - A server that waits, hangs, floods or ends delays no other: lists leave it out after a bounded wait, and the app
      is told when it can be used.
    - Messages that wait for a slow server are bounded, and ids made here are never ids of an app.
    - No text of a server reaches the app as Assent's own words, except why it cannot be used, on one line.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import secrets
import time
from collections import Counter, deque
from collections.abc import Coroutine, Iterable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct

from host import __version__, regex, tasks
from host.canonical import Document, compact
from host.errors import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    SERVER_LOST,
    AssentError,
    ChannelClosed,
)
from host.ids import UsedIds
from host.model import (
    App,
    Draft,
    JsonObject,
    JsonValue,
    RequestId,
    ToolDefinition,
    has_more_values,
    object_in,
    objects_in,
    sha256_hex,
)
from host.rates import Tally
from host.settings import LiveSettings
from host.text import one_line
from host.turns import Pauses, Turns, proven_key
from host.wire import messages, methods
from host.wire.channel import AppChannel
from host.wire.handshake import Handshake
from host.wire.messages import Message, RefusedMessage
from host.wire.tickets import DEFINITION, TOOL
from host.words import say

if TYPE_CHECKING:
    from host.apps.session import Session

LINGER: Final = 2.0
"""Seconds an app has to read what was written for it."""
LIST_WAIT: Final = 5.0
"""Seconds that a list waits for a server to start, and that one page of its list may take."""
LIST_TIMEOUT: Final = 15.0
"""Seconds that all pages of one server's list may take: apps give up on a list after 30 s at the earliest."""
LISTS: Final = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}
_CAPABILITY_BY_KIND: Final = {"resourceTemplates": "resources"}
_KIND_BY_METHOD: Final = {"tools/call": "tools", "prompts/get": "prompts"}
_NAMED: Final = frozenset({"tools", "prompts"})
"""Kinds whose items have a name within their server. The others have addresses."""
_METHODS_BY_URI: Final = frozenset({"resources/read", "resources/subscribe", "resources/unsubscribe"})
_METHODS_WITH_URIS_IN_RESULT: Final = frozenset({"tools/call", "prompts/get", "resources/read"})
_KIND_BY_NOTIFICATION: Final = {
    f"notifications/{kind}/list_changed": kind for kind in ("tools", "prompts", "resources")
}
HANDSHAKE_TIMEOUT: Final = 60.0
"""Seconds that a handshake may take at most; the session gives up on a slow start before."""
DISCOVERY_TIMEOUT: Final = 3.0
"""Seconds that a server has to answer ``server/discover``; one of an older revision may not answer it at all."""
MAX_REASON: Final = 300
"""Characters of a server's error message that the app is shown."""
MAX_WAITING_FRAMES: Final = 256
"""Messages that wait for one server; they hold at most ``MAX_WAITING_BYTES``."""
MAX_WAITING_BYTES: Final = 16 << 20
_STATELESS_META: Final = frozenset(
    {methods.META_VERSION, methods.META_CAPABILITIES, methods.META_CLIENT_INFO, "io.modelcontextprotocol/logLevel"}
)
"""Members of ``_meta`` that only the stateless revision has."""
SEPARATOR: Final = "__"
MAX_NAME: Final = 64
"""Characters of a name that clients accept (the APIs of Anthropic and OpenAI alike)."""
MAX_WATCHED: Final = 64
"""Resources of one subscription. Each is a request to a server, made in one turn of the loop."""
MAX_LISTED_VALUES: Final = 50_000
"""Values of a server's list after which no further page of it is asked for."""
SCHEME: Final = "assent://"
_ALIAS: Final = regex.pattern(r"[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_|$)){0,30}", re.ASCII)
_VALID_NAME: Final = regex.pattern(r"[A-Za-z0-9_-]+", re.ASCII)
_MAX_ALIAS_HEAD: Final = 22
_DIGEST_DIGITS: Final = 8
NO_SUCH_SERVER: Final = say("there is no such server")
INSTRUCTIONS: Final = (
    "This entry holds several servers behind Assent. A tool or prompt is called SERVER__NAME, and an address of a "
    "resource assent://SERVER/ADDRESS."
)
CAPABILITIES: Final[JsonObject] = {
    "tools": {"listChanged": True},
    "prompts": {"listChanged": True},
    "resources": {"listChanged": True, "subscribe": True},
    "completions": {},
    "logging": {},
}


class ServerPart:
    """One server behind the entry, and the app channel of the session with it.

    Attributes:
        alias: its name within shared names.
        own_names: its own names of tools and of prompts, by kind and then by the rest of the shared name.
        settled: set once it is known whether it can be used.
    """

    def __init__(self, server: str, alias: str, app: CombinedSession) -> None:
        """``app``: the session with all servers, to which this one belongs."""
        self.server, self.alias, self._app = server, alias, app
        self.is_ready = self.has_ended = self.is_stateless = False
        self.capabilities: JsonObject = {}
        self.own_names: dict[str, dict[str, str]] = {}
        self.started_at, self.failure = time.monotonic(), ""
        self.settled = asyncio.Event()
        self.session: Session | None = None
        self._waiting_frames: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._is_paused = False
        self._prefix, self._numbers = secrets.token_hex(8), itertools.count(1)
        self._answers: dict[RequestId, asyncio.Future[Document]] = {}  # to requests of Assent's own
        self._handshake_task: asyncio.Task[None] | None = None

    def start(self, session: Session) -> None:
        """Begin the handshake. ``session``: with the server, on this channel."""
        self.session = session
        self._handshake_task = tasks.spawn(self._perform_handshake(), name=f"a server of several: {self.server}")

    def end(self, why: str) -> None:
        """End the session with the server."""
        if self._handshake_task is not None:
            self._handshake_task.cancel()
        if self.session is not None:
            self.session.end(why)

    # To the server

    def send_to_server(self, frame: bytes) -> bool:
        """Send a frame to the server. Returns False if it has ended or too much waits for it already."""
        if self.has_ended or self.session is None:
            return False
        if not self._is_paused and not self._waiting_frames:
            self.session.frame_received(frame)
            return True
        if len(self._waiting_frames) >= MAX_WAITING_FRAMES or self._waiting_bytes + len(frame) > MAX_WAITING_BYTES:
            return False
        self._waiting_frames.append(frame)
        self._waiting_bytes += len(frame)
        return True

    async def ask(self, method: str, params: JsonObject, seconds: float) -> tuple[JsonObject, bool]:
        """Send a request of Assent's own to the server. Return its result, and whether it is ``plain``.

        Raises AssentError if the answer did not come within ``seconds``, or is an error.
        """
        request_id = self.next_id()
        answer: asyncio.Future[Document] = asyncio.get_running_loop().create_future()
        self._answers[request_id] = answer
        try:
            async with asyncio.timeout(seconds):
                if not self.send_to_server(self.own_request_frame(request_id, method, params)):
                    raise ChannelClosed(say("the server is busy or gone"))
                document = await answer
        except TimeoutError as error:
            raise AssentError(say("the server did not answer in time")) from error
        finally:
            del self._answers[request_id]
        response = object_in(document.value)
        if not isinstance(result := response.get("result"), dict):
            why = one_line(str(object_in(response, "error").get("message", "")), MAX_REASON)
            raise AssentError(why or say("the server refused"))
        return result, document.plain

    def next_id(self) -> str:
        """Return an id that no app uses."""
        return f"{self._prefix}-{next(self._numbers)}"

    def request_frame(self, request_id: RequestId, method: str, params: JsonObject, *, plain: bool = False) -> bytes:
        """Return a request of the app in the revision of this server."""
        meta = object_in(params, "_meta")
        if not self.is_stateless and method != "server/discover":
            meta = {key: value for key, value in meta.items() if key not in _STATELESS_META}
        params = {key: value for key, value in params.items() if key != "_meta"} | ({"_meta": meta} if meta else {})
        return messages.request(request_id, method, compact(params, plain=plain) if params else None)

    def own_request_frame(self, request_id: RequestId, method: str, params: JsonObject) -> bytes:
        """Return a request of Assent's own, which describes the app as the app describes itself."""
        meta = self._app.stateless_meta
        return self.request_frame(request_id, method, {"_meta": meta, **params} if meta else params)

    async def _perform_handshake(self) -> None:
        try:
            if self._app.stateless_meta is not None:
                self.is_stateless = await self._discover()
            if not self.is_stateless:
                result, _ = await self.ask("initialize", self._app.initialize_params, HANDSHAKE_TIMEOUT)
                self.capabilities = object_in(result, "capabilities")
                self.send_to_server(messages.notification("notifications/initialized", None))
            else:
                requested: JsonObject = {f"{kind}ListChanged": True for kind in ("tools", "prompts", "resources")}
                params: JsonObject = {"notifications": requested}
                self.send_to_server(self.own_request_frame(self.next_id(), "subscriptions/listen", params))
            self.is_ready = True
        except AssentError as failure:
            self.failure = self.failure or str(failure)
            if self.session is not None:
                self.session.end(self.failure)
        self._settle()

    async def _discover(self) -> bool:
        """Ask the server for its revisions. Returns whether it speaks the stateless one."""
        try:
            result, _ = await self.ask("server/discover", {}, DISCOVERY_TIMEOUT)
        except AssentError:
            if self.has_ended:
                raise
            return False
        versions = result.get("supportedVersions")
        if not isinstance(versions, list) or methods.MODERN[-1] not in versions:
            return False
        self.capabilities = object_in(result, "capabilities")
        return True

    def _settle(self) -> None:
        self.settled.set()
        self._app.part_settled(self)

    # ``host.wire.channel.AppChannel``: the session believes that this is the channel to its app

    def send(self, frame: bytes) -> None:
        """Pass a frame of the server on to the app, or to the request of Assent's own that it answers."""
        if self.has_ended:
            return
        if response := messages.RESPONSE.match(frame):
            request_id = json.loads(response[1])
            if (answer := self._answers.get(request_id)) is None:
                self._app.forward_answer(self, request_id, frame)
            elif not answer.done():
                answer.set_result(messages.read_document(frame))
            return
        value, plain = messages.read_document(frame)
        self._app.server_message_received(self, messages.check(value, plain=plain, from_server=True))

    def send_batch(self, frames: list[bytes]) -> None:
        """Send each frame alone: nothing here sends batches."""
        for frame in frames:
            self.send(frame)

    def pause_reading(self, pause: bool) -> None:
        """Stop or resume handing frames of the app to the session."""
        self._is_paused = pause
        while self._waiting_frames and not self._is_paused and self.session is not None:
            frame = self._waiting_frames.popleft()
            self._waiting_bytes -= len(frame)
            self.session.frame_received(frame)

    def set_frame_limit(self, limit: int) -> None:
        """Do nothing: the app's own channel keeps the limit."""

    def has_hung_up(self) -> bool:
        """Return False: this channel never hangs up by itself."""
        return False

    def close(self) -> None:
        """Note that the session has ended."""
        if self.has_ended:
            return
        self.has_ended, self.is_ready = True, False
        self.failure = self.failure or say("the server cannot be used now")
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ChannelClosed(self.failure))
        handshake = self._handshake_task
        if handshake is not None and not handshake.done() and handshake is not asyncio.current_task():
            return  # its own request failed just now, and it settles
        self._settle()

    async def wait_closed(self, seconds: float) -> None:
        """Do nothing: there is nothing to wait for."""


class _AppRequest(Struct, frozen=True):
    """A request of the app that a server has not answered yet."""

    part: ServerPart
    method: str


class _ServerRequest(Struct, frozen=True):
    """A request of a server that the app has not answered yet, with the server's own id and progress token."""

    part: ServerPart
    id: RequestId
    token: JsonValue


class OpensParts(Protocol):
    """What a session with all servers needs of the gateway."""

    @property
    def settings(self) -> LiveSettings:
        """The settings in force."""

    @property
    def turns(self) -> Turns:
        """Decides which app's call is next."""

    def server_ids(self) -> list[str]:
        """Return the ids of the servers that an app can connect to."""

    def why_unusable(self, server: str) -> str:
        """Return why no app may use a server now, empty if apps may."""

    def open_part(self, app: App, token: str, part: ServerPart) -> Session:
        """Open the session of ``part`` with its server. Raises AssentError if that is not possible."""

    def record(self, draft: Draft) -> None:
        """Queue a record for the log."""


class CombinedSession:
    """One app's session with all servers.

    ``stateless_meta``: how the app describes itself in each request of the stateless revision; None in an older one.
    ``initialize_params``: the parameters of the handshake with servers of an older revision.
    """

    def __init__(self, app: App, token: str, channel: AppChannel, gateway: OpensParts, *, uses_tickets: bool) -> None:
        """``gateway``: opens sessions with servers. ``uses_tickets``: whether calls may be answered with tickets."""
        self.app, self.token = app, token
        self._channel, self._gateway, self._uses_tickets = channel, gateway, uses_tickets
        self._settings = settings = gateway.settings.now
        self._pauses = Pauses(
            gateway.turns, proven_key(app), lambda: self._channel.pause_reading(self._pauses.is_active)
        )
        self._handshake, self._used_ids = Handshake(), UsedIds()
        self._refusals = Tally(settings.refusals_per_connection)
        self._parts: dict[str, ServerPart] = {}  # by alias
        self._app_requests: dict[RequestId, _AppRequest] = {}
        self._request_tasks: dict[RequestId, asyncio.Task[None]] = {}
        self._server_requests: dict[int, _ServerRequest] = {}
        self._last_number = secrets.randbelow(1 << 50)  # no id of an earlier host, which the app may still answer
        self._subscriptions: dict[RequestId, JsonObject] = {}
        self._server_subscriptions: dict[RequestId, list[tuple[ServerPart, RequestId]]] = {}
        """The subscriptions with servers for each of the app's, so that they end with it."""
        self._log_level: JsonValue = None
        self._missing_aliases: set[str] = set()  # those that the last lists had to leave out
        self._changed_kinds: set[str] = set()
        self._ended = asyncio.Event()
        self._end_reason = ""
        self.stateless_meta: JsonObject | None = None
        self.initialize_params: JsonObject = {}

    async def run(self) -> None:
        """Serve the app until it leaves. This is the owner task of the session."""
        self._channel.pause_reading(False)
        await self._ended.wait()
        for part in tuple(self._parts.values()):
            part.end(self._end_reason)
        for task in tuple(self._request_tasks.values()):
            task.cancel()
        self._channel.close()
        await self._channel.wait_closed(LINGER)

    @property
    def has_ended(self) -> bool:
        """Whether the session has ended or is about to."""
        return self._ended.is_set()

    def end(self, why: str) -> None:
        """End the session soon; ``why`` is one safe sentence."""
        self._end_reason = self._end_reason or why
        self._ended.set()

    def definition(self, name: str) -> ToolDefinition | None:
        """Return the definition of a tool by its shared name, None if its server has not listed it."""
        alias, rest = split_name(name)
        part = self._parts.get(alias)
        if part is None or part.session is None:
            return None
        return part.session.definition(part.own_names.get("tools", {}).get(rest, rest))

    def servers_changed(self) -> None:
        """Start and end sessions after servers were added, removed or reviewed."""
        if self.has_ended or not (self._parts or self._missing_aliases):
            return  # the app has asked for nothing yet
        aliases_by_server = aliases(self._gateway.server_ids())
        for part in tuple(self._parts.values()):
            if aliases_by_server.get(part.server) != part.alias:
                part.end("it is no longer configured so")
        self._start_all()

    # From the app: ``host.wire.channel.Receiver``

    def frame_received(self, frame: bytes) -> None:
        """Handle a frame of the app."""
        if self.has_ended:
            return
        began = time.monotonic()
        try:
            value, plain = messages.read_document(frame, max_values=messages.MAX_VALUES_OF_APP)
            message = messages.check(value, plain=plain)
            if message.kind == "request":
                self._handle_request(message)
            elif message.kind == "notification":
                self._handle_notification(message)
            elif type(message.id) is int and (request := self._server_requests.pop(message.id, None)) is not None:
                message.id = request.id
                request.part.send_to_server(messages.response(message))
        except RefusedMessage as refusal:
            self._refuse(refusal)
        self._pauses.note_message(began)

    def channel_closed(self, failure: AssentError | None) -> None:
        """End the session: the app is gone or sent a frame over the limit."""
        self.end("the app left" if failure is None else str(failure))

    def writable(self, ready: bool) -> None:
        """Note whether the app keeps up; while it does not, no server is read."""
        for part in self._parts.values():
            if part.session is not None and not part.has_ended:
                part.session.writable(ready)

    def _refuse(self, refusal: RefusedMessage) -> None:
        about: JsonObject = {"app": self.app.name, "session": self.app.session, "because": str(refusal)}
        self._gateway.record(Draft(refusal.record, about | {"method": refusal.method[:256], "code": refusal.code}))
        if not refusal.silent:
            request_id = None if refusal.id is not None and self._is_open(refusal.id) else refusal.id
            self._channel.send(messages.error(request_id, refusal.code, str(refusal), refusal.data))
        if self._refusals.exceeded():
            self.end("too many messages had to be refused")

    def _is_open(self, request_id: RequestId) -> bool:
        return any(request_id in group for group in (self._app_requests, self._request_tasks, self._subscriptions))

    def _handle_request(self, message: Message) -> None:
        assert message.id is not None
        request_id, method = message.id, message.method
        if not self._used_ids.use(request_id) or self._is_open(request_id):
            raise RefusedMessage(INVALID_REQUEST, "this request id was used before", method=method)
        revision = self._revision_of(message)
        if method not in (methods.client_requests(revision) if revision else methods.BEFORE_HANDSHAKE):
            raise RefusedMessage(
                METHOD_NOT_FOUND, "Method not found", request_id=request_id, method=method, record="method.refused"
            )
        open_requests = (*self._app_requests, *self._request_tasks, *self._subscriptions)
        if len(open_requests) >= self._settings.in_flight_per_session:
            self._answer_error(request_id, SERVER_LOST, "Too many requests are in flight; wait for some answers.")
        elif method in LISTS:
            self._start_task(request_id, self._answer_list(request_id, message))
        elif method == "subscriptions/listen":
            self._subscribe(request_id, message)
        elif method in ("initialize", "server/discover", "ping", "logging/setLevel"):
            self._answer(request_id, self._own_result(message))
        else:
            self._route(request_id, message)

    def _revision_of(self, message: Message) -> str:
        """Return the revision of a request, and note how the app describes itself in it."""
        revision = self._handshake.revision_for(message)
        if message.method == "initialize" and revision not in methods.MODERN:
            self._handshake.begin(message)
        if revision in methods.MODERN:
            meta = object_in(message.params, "_meta")
            client_info, capabilities = meta.get(methods.META_CLIENT_INFO), meta.get(methods.META_CAPABILITIES)
            if not isinstance(capabilities, dict):
                why = "a request of this revision says in its _meta what the app can do"
                raise RefusedMessage(INVALID_PARAMS, why, request_id=message.id, method=message.method)
            client_info = client_info if isinstance(client_info, dict) else {"name": "app", "version": ""}
            self.stateless_meta = {
                methods.META_VERSION: revision,
                methods.META_CAPABILITIES: capabilities,
                methods.META_CLIENT_INFO: client_info,
            }
            # No capabilities: a server of an older revision would send requests, which this app does not know.
            self.initialize_params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client_info}
        return revision

    def _own_result(self, message: Message) -> JsonObject:
        """Return the result that Assent answers in place of a server."""
        params = message.params or {}
        about: JsonObject = {
            "capabilities": CAPABILITIES,
            "serverInfo": {"name": "assent", "version": __version__},
            "instructions": INSTRUCTIONS,
        }
        if message.method == "initialize":
            self._handshake.is_settled, self.stateless_meta = True, None
            for part in tuple(self._parts.values()):
                part.end("the app speaks another revision")  # it tried the stateless one first
            self._parts.clear()
            self.initialize_params = {key: value for key, value in params.items() if key != "_meta"}
            self.initialize_params["protocolVersion"] = self._handshake.legacy_revision
            self._start_all()
            return {"protocolVersion": self._handshake.legacy_revision, **about}
        if message.method == "server/discover":
            self._start_all()
            return {"supportedVersions": list(methods.MODERN), **about, **_UNCACHED_RESULT}
        if message.method == "logging/setLevel":
            self._log_level = params.get("level")
            for part in self._ready_parts():
                self._send_log_level(part)
        return {}

    def _handle_notification(self, message: Message) -> None:
        method, params = message.method, message.params or {}
        if method not in methods.client_notifications(self._handshake.legacy_revision or methods.MODERN[-1]):
            raise RefusedMessage(
                METHOD_NOT_FOUND, "not on the allow-list", method=method, silent=True, record="method.refused"
            )
        if method == "notifications/initialized":
            self._handshake.is_initialized = True
        elif method == "notifications/roots/list_changed":
            for part in self._ready_parts():
                written = compact(params, plain=message.plain) if params else None
                part.send_to_server(messages.notification(method, written))
        elif method == "notifications/progress":
            token = params.get("progressToken")
            request = self._server_requests.get(token) if type(token) is int else None
            if request is not None and request.token is not None:
                progress = compact({**params, "progressToken": request.token}, plain=message.plain)
                request.part.send_to_server(messages.notification(method, progress))
        elif method == "notifications/cancelled":
            self._cancel(params.get("requestId"), params)

    def _cancel(self, request_id: JsonValue, params: JsonObject) -> None:
        if not isinstance(request_id, str | int):
            return
        self._subscriptions.pop(request_id, None)
        for part, own_id in self._server_subscriptions.pop(request_id, ()):
            part.send_to_server(messages.notification("notifications/cancelled", compact({"requestId": own_id})))
        if (task := self._request_tasks.pop(request_id, None)) is not None:
            task.cancel()
        if (request := self._app_requests.pop(request_id, None)) is not None:
            request.part.send_to_server(messages.notification("notifications/cancelled", compact(params)))

    # Servers

    def _start_all(self) -> None:
        for server, alias in aliases(self._gateway.server_ids()).items():
            self._get_or_start(server, alias)

    def _get_or_start(self, server: str, alias: str) -> ServerPart | str:
        """Return the server, started if necessary, or why it cannot be used."""
        part = self._parts.get(alias)
        if part is not None and not part.has_ended and part.server == server:
            return part
        if why := self._gateway.why_unusable(server):
            self._missing_aliases.add(alias)
            return why
        self._parts[alias] = part = ServerPart(server, alias, self)
        try:
            part.start(self._gateway.open_part(self.app, self.token, part))
        except AssentError as refusal:
            del self._parts[alias]
            self._missing_aliases.add(alias)
            return str(refusal)
        return part

    def _ready_parts(self) -> list[ServerPart]:
        return [part for part in self._parts.values() if part.is_ready]

    def _send_log_level(self, part: ServerPart) -> None:
        if "logging" in part.capabilities and self._log_level is not None:
            frame = part.own_request_frame(part.next_id(), "logging/setLevel", {"level": self._log_level})
            part.send_to_server(frame)

    def part_settled(self, part: ServerPart) -> None:
        """Note that a server can be used from now on, or not any more, and tell the app of changed lists."""
        if part.is_ready:
            self._send_log_level(part)
            if part.alias in self._missing_aliases:
                self._missing_aliases.discard(part.alias)
                self._announce_changes(_KIND_BY_NOTIFICATION.values())
            return
        if self._parts.get(part.alias) is part:
            del self._parts[part.alias]
        self._server_requests = {
            number: request for number, request in self._server_requests.items() if request.part is not part
        }
        for request_id, request in tuple(self._app_requests.items()):
            if request.part is part:
                del self._app_requests[request_id]
                self._answer_error(request_id, SERVER_LOST, f"{part.alias}: {part.failure}")
        self._missing_aliases.add(part.alias)
        if part.own_names and not self.has_ended:
            self._announce_changes(_KIND_BY_NOTIFICATION.values())

    # Requests that one server answers

    def _route(self, request_id: RequestId, message: Message) -> None:
        """Forward a request to the one server that it names, or answer why that is impossible."""
        params = message.params or {}
        target = self._target(message.method, params)
        if target is None:
            if self._uses_tickets and params.get("name") == TOOL:
                return self._answer(request_id, _NO_TICKET)
            return self._answer_error(request_id, INVALID_PARAMS, "No server here has what this names; list again.")
        alias, rest = target
        server = {known: server for server, known in aliases(self._gateway.server_ids()).items()}.get(alias)
        part = NO_SUCH_SERVER if server is None else self._get_or_start(server, alias)
        if isinstance(part, str):
            code = INVALID_PARAMS if server is None else SERVER_LOST
            return self._answer_error(request_id, code, f"{alias}: {part}")
        if part.is_ready:
            return self._forward(request_id, message, part, rest)
        self._start_task(request_id, self._forward_when_ready(request_id, message, part, rest))
        return None

    def _target(self, method: str, params: JsonObject) -> tuple[str, str] | None:
        """Return the alias of the server that a request names, and the name or address within that server."""
        ref = params.get("ref")
        name, uri = params.get("name"), params.get("uri")
        if method == "completion/complete":
            name, uri = object_in(ref).get("name"), object_in(ref).get("uri")
        if method == "tools/call" and name == TOOL and self._uses_tickets:
            ticket = object_in(params, "arguments").get("ticket")
            alias = ticket.partition(".")[0] if isinstance(ticket, str) else ""
            return (alias, TOOL) if alias in self._parts else None
        is_by_name = method in _KIND_BY_METHOD or (isinstance(ref, dict) and "name" in ref)
        if isinstance(name, str) and is_by_name:
            alias, rest = split_name(name)
        elif isinstance(uri, str):
            alias, rest = split_uri(uri)
        else:
            return None
        return (alias, rest) if alias else None

    async def _forward_when_ready(self, request_id: RequestId, message: Message, part: ServerPart, rest: str) -> None:
        await part.settled.wait()
        if part.is_ready:
            self._forward(request_id, message, part, rest)
        else:
            self._answer_error(request_id, SERVER_LOST, f"{part.alias}: {part.failure}")

    def _forward(self, request_id: RequestId, message: Message, part: ServerPart, rest: str) -> None:
        """Forward a request to ``part``. ``rest``: the shared name or address without the alias."""
        method, params = message.method, dict(message.params or {})
        own_name = part.own_names.get(_KIND_BY_METHOD.get(method, "prompts"), {}).get(rest, rest)
        if method == "completion/complete" and isinstance(ref := params.get("ref"), dict):
            params["ref"] = {**ref, **({"name": own_name} if "name" in ref else {"uri": rest})}
        else:
            params |= {"uri": rest} if method in _METHODS_BY_URI else {"name": own_name}
        self._app_requests[request_id] = _AppRequest(part, method)
        if not part.send_to_server(part.request_frame(request_id, method, params, plain=message.plain)):
            del self._app_requests[request_id]
            self._answer_error(request_id, SERVER_LOST, f"{part.alias}: too much waits for this server")

    def forward_answer(self, part: ServerPart, request_id: RequestId, frame: bytes) -> None:
        """Forward a server's answer to a request of the app."""
        request = self._app_requests.pop(request_id, None)
        if request is None or self.has_ended:
            return
        is_other_revision = self.stateless_meta is not None and not part.is_stateless
        has_uris = request.method in _METHODS_WITH_URIS_IN_RESULT
        if not is_other_revision and not (has_uris and b'"uri"' in frame):
            self._channel.send(frame)
            return
        value, plain = messages.read_document(frame)
        result = value.get("result") if isinstance(value, dict) else None
        if not isinstance(result, dict):
            self._channel.send(frame)
            return
        result = with_shared_uris(part.alias, result) if has_uris else result
        if is_other_revision:
            result = {**(_UNCACHED_RESULT if request.method == "resources/read" else _COMPLETE_RESULT), **result}
        self._channel.send(messages.result(request_id, compact(result, plain=plain)))

    # Requests that all servers answer together

    def _start_task(self, request_id: RequestId, work: Coroutine[object, object, None]) -> None:
        self._request_tasks[request_id] = task = tasks.spawn(work, name="a request to several servers")
        task.add_done_callback(lambda _: self._request_tasks.pop(request_id, None))

    async def _answer_list(self, request_id: RequestId, message: Message) -> None:
        self._start_all()
        kind = LISTS[message.method]
        parts = sorted(self._parts.values(), key=lambda part: part.alias)
        lists = await asyncio.gather(*(self._list_part(part, message.method, kind) for part in parts))
        items = list(itertools.chain.from_iterable(found for found, _ in lists))
        plain = all(plain for _, plain in lists)
        if kind == "tools" and self._uses_tickets:
            items.append(DEFINITION)
        more = _UNCACHED_RESULT if self.stateless_meta is not None else {}
        self._answer(request_id, {kind: items, **more}, plain=plain)

    async def _list_part(self, part: ServerPart, method: str, kind: str) -> tuple[list[JsonValue], bool]:
        """Return what one server lists, nothing if it cannot be used in time; and whether it is ``plain``."""
        items: list[JsonValue] = []
        plain = True
        try:
            async with asyncio.timeout(max(part.started_at + LIST_WAIT - time.monotonic(), 0)):
                await part.settled.wait()
            if not part.is_ready or _CAPABILITY_BY_KIND.get(kind, kind) not in part.capabilities:
                return [], plain
            cursor: JsonObject = {}
            deadline = time.monotonic() + LIST_TIMEOUT
            for _ in range(self._settings.list_pages):
                result, is_plain = await part.ask(method, cursor, min(LIST_WAIT, max(deadline - time.monotonic(), 0)))
                items += objects_in(result.get(kind))
                plain = plain and is_plain
                if not isinstance(result.get("nextCursor"), str) or len(items) > self._settings.tools_per_server:
                    break
                if has_more_values(items, MAX_LISTED_VALUES):
                    break
                cursor = {"cursor": result["nextCursor"]}
        except (AssentError, TimeoutError):
            self._missing_aliases.add(part.alias)
        listed = objects_in(items)
        if kind == "tools":
            listed = [item for item in listed if item.get("name") != TOOL or not self._uses_tickets]
        names: list[JsonValue] = []
        if kind in _NAMED:
            listed = listed[: self._settings.tools_per_server]
            names = [item.get("name") for item in listed]
        part.own_names[kind] = own_names(part.alias, (name for name in names if isinstance(name, str)))
        return shared_items(kind, part.alias, listed, part.own_names[kind]), plain

    # Requests and notifications of servers

    def server_message_received(self, part: ServerPart, message: Message) -> None:
        """Forward a request or a notification of a server to the app."""
        if self.has_ended:
            return
        if message.kind == "request":
            self._forward_server_request(part, message)
        elif (kind := _KIND_BY_NOTIFICATION.get(message.method)) is not None:
            self._announce_changes([kind])
        else:
            self._forward_server_notification(part, message)

    def _forward_server_request(self, part: ServerPart, message: Message) -> None:
        assert message.id is not None
        if self.stateless_meta is not None:  # an app of the stateless revision knows no requests of servers
            error = messages.error(message.id, METHOD_NOT_FOUND, "Method not found")
            part.send_to_server(messages.result(message.id, b"{}") if message.method == "ping" else error)
            return
        self._last_number += 1
        number = self._last_number
        params, meta = message.params, object_in(message.params, "_meta")
        token = meta.get("progressToken")
        if params is not None and token is not None:  # two servers may use one token
            params = {**params, "_meta": {**meta, "progressToken": number}}
        self._server_requests[number] = _ServerRequest(part, message.id, token)
        written = None if params is None else compact(params, plain=message.plain)
        self._channel.send(messages.request(number, message.method, written))

    def _forward_server_notification(self, part: ServerPart, message: Message) -> None:
        method, params = message.method, message.params or {}
        if method == "notifications/subscriptions/acknowledged":
            return
        if method == "notifications/cancelled":
            key = (part, params.get("requestId"))
            open_requests = self._server_requests.items()
            number = next((number for number, request in open_requests if (request.part, request.id) == key), None)
            if number is None:
                return
            del self._server_requests[number]
            params = {**params, "requestId": number}
        elif method == "notifications/resources/updated" and isinstance(uri := params.get("uri"), str):
            params = {**params, "uri": shared_uri(part.alias, uri)}
            if self.stateless_meta is not None:
                self._notify_subscriptions(method, params, "resourceSubscriptions")
                return
        elif method == "notifications/message":
            if self.stateless_meta is not None and not part.is_stateless:
                return
            logger = params.get("logger")
            params = {**params, "logger": f"{part.alias}: {logger}" if isinstance(logger, str) else part.alias}
        written = compact(params, plain=message.plain) if params else None
        self._channel.send(messages.notification(method, written))

    # Changes of lists

    def _announce_changes(self, kinds: Iterable[str]) -> None:
        """Tell the app that lists have changed, once for all changes in one iteration of the event loop."""
        if not self._changed_kinds:
            asyncio.get_running_loop().call_soon(self._send_changes)
        self._changed_kinds.update(kinds)

    def _send_changes(self) -> None:
        kinds, self._changed_kinds = self._changed_kinds, set()
        for method, kind in _KIND_BY_NOTIFICATION.items():
            if kind in kinds and not self.has_ended:
                if self._handshake.is_initialized:
                    self._channel.send(messages.notification(method, None))
                self._notify_subscriptions(method, {}, f"{kind}ListChanged")

    def _subscribe(self, request_id: RequestId, message: Message) -> None:
        requested = object_in(message.params, "notifications")
        keys = [f"{kind}ListChanged" for kind in _KIND_BY_NOTIFICATION.values()]
        agreed: JsonObject = {key: True for key in keys if requested.get(key) is True}
        uris = requested.get("resourceSubscriptions")
        if isinstance(uris, list):
            distinct_uris = islice(dict.fromkeys(uri for uri in uris if isinstance(uri, str)), MAX_WATCHED)
            agreed["resourceSubscriptions"] = [uri for uri in distinct_uris if self._watch_resource(request_id, uri)]
        self._subscriptions[request_id] = agreed
        self._start_all()
        params: JsonObject = {"_meta": {methods.META_SUBSCRIPTION: request_id}, "notifications": agreed}
        self._channel.send(messages.notification("notifications/subscriptions/acknowledged", compact(params)))

    def _watch_resource(self, request_id: RequestId, shared: str) -> bool:
        """Ask a server to tell when a resource changes. Returns whether the server could be asked."""
        alias, uri = split_uri(shared)
        part = self._parts.get(alias)
        if part is None or not part.is_ready:
            return False
        own_id = part.next_id()
        if not part.is_stateless:
            return part.send_to_server(part.own_request_frame(own_id, "resources/subscribe", {"uri": uri}))
        self._server_subscriptions.setdefault(request_id, []).append((part, own_id))
        params: JsonObject = {"notifications": {"resourceSubscriptions": [uri]}}
        return part.send_to_server(part.own_request_frame(own_id, "subscriptions/listen", params))

    def _notify_subscriptions(self, method: str, params: JsonObject, key: str) -> None:
        """Send a notification to each subscription that agreed to ``key``."""
        for request_id, agreed in self._subscriptions.items():
            value = agreed.get(key)
            if value is True or (isinstance(value, list) and params.get("uri") in value):
                tagged = compact({**params, "_meta": {methods.META_SUBSCRIPTION: request_id}})
                self._channel.send(messages.notification(method, tagged))

    # Assent's own answers

    def _answer(self, request_id: RequestId, result: JsonObject, *, plain: bool = False) -> None:
        if self.stateless_meta is not None:
            result = {**_COMPLETE_RESULT, **result}
        self._channel.send(messages.result(request_id, compact(result, plain=plain)))

    def _answer_error(self, request_id: RequestId, code: int, why: str) -> None:
        self._channel.send(messages.error(request_id, code, why))


_COMPLETE_RESULT: Final[JsonObject] = {"resultType": "complete"}
_UNCACHED_RESULT: Final[JsonObject] = {**_COMPLETE_RESULT, "ttlMs": 0, "cacheScope": "private"}
_NO_TICKET: Final[JsonObject] = {
    "content": [{"type": "text", "text": "There is no open ticket of that name here."}],
    "isError": True,
}


# Shared names and addresses of all servers' tools, prompts and resources (pure)


def aliases(servers: Iterable[str]) -> dict[str, str]:
    """Return each server's alias by its id: the id itself where it has the form of an alias."""
    ids = sorted(servers)
    by_server = {server: server for server in ids if _ALIAS.fullmatch(server)}
    used = set(by_server)
    for server in ids:
        if server not in by_server:
            by_server[server] = next(alias for alias in _generate_aliases(server) if alias not in used)
            used.add(by_server[server])
    return by_server


def _generate_aliases(server: str) -> Iterable[str]:
    head = re.sub(r"[^A-Za-z0-9-]+", "_", server)[:_MAX_ALIAS_HEAD].strip("_") or "server"
    for count in itertools.count():
        yield f"{head}-{sha256_hex(f'{server} {count}'.encode() if count else server.encode())[:_DIGEST_DIGITS]}"


def shared_name(alias: str, name: str) -> str:
    """Return the shared name of a server's tool or prompt."""
    room = MAX_NAME - len(alias) - len(SEPARATOR)
    if len(name) <= room and _VALID_NAME.fullmatch(name):
        return alias + SEPARATOR + name
    digest = sha256_hex(name.encode("utf-8", "surrogatepass"))[:_DIGEST_DIGITS]
    return f"{alias}{SEPARATOR}{re.sub(r'[^A-Za-z0-9_-]', '_', name[: room - _DIGEST_DIGITS - 1])}_{digest}"


def split_name(shared: str) -> tuple[str, str]:
    """Return the alias in a shared name, and the rest; both empty if there is none."""
    alias, separator, rest = shared.partition(SEPARATOR)
    return (alias, rest) if separator else ("", "")


def own_names(alias: str, names: Iterable[str]) -> dict[str, str]:
    """Return the server's own names, by the rest of the shared name. Names that would share one are left out."""
    pairs = [(split_name(shared_name(alias, name))[1], name) for name in dict.fromkeys(names)]
    unchanged = {rest: name for rest, name in pairs if rest == name}
    shortened = Counter(rest for rest, name in pairs if rest != name)
    return unchanged | {rest: name for rest, name in pairs if rest not in unchanged and shortened[rest] == 1}


def shared_uri(alias: str, uri: str) -> str:
    """Return the shared address of a server's resource or resource template."""
    return f"{SCHEME}{alias}/{uri}"


def split_uri(shared: str) -> tuple[str, str]:
    """Return the alias in a shared address, and the server's own address; both empty if there is none."""
    alias, slash, uri = shared.removeprefix(SCHEME).partition("/")
    return (alias, uri) if slash and shared.startswith(SCHEME) else ("", "")


def shared_items(kind: str, alias: str, items: Iterable[JsonObject], own_by_rest: Mapping[str, str]) -> list[JsonValue]:
    """Return a server's ``tools``, ``prompts``, ``resources`` or ``resourceTemplates`` under their shared names.

    ``own_by_rest``: the result of ``own_names``, for tools and prompts.
    """
    is_named = kind in _NAMED
    key = "name" if is_named else "uri" if kind == "resources" else "uriTemplate"
    shared_names = {name: alias + SEPARATOR + rest for rest, name in own_by_rest.items()}
    shared: list[JsonValue] = []
    for item in items:
        own = item.get(key)
        if isinstance(own, str) and (not is_named or own in shared_names):
            shared.append({**item, key: shared_names[own] if is_named else shared_uri(alias, own)})
    return shared


def with_shared_uris(alias: str, result: JsonObject) -> JsonObject:
    """Return a result with shared addresses for all resources that it holds, links or embeds."""
    changed = dict(result)
    for name, share in (("contents", _with_shared_uri), ("content", _share_block), ("messages", _share_message)):
        if isinstance(found := result.get(name), list):
            changed[name] = [share(alias, item) for item in found]
    return changed


def _share_message(alias: str, message: JsonValue) -> JsonValue:
    if not isinstance(message, dict) or "content" not in message:
        return message
    content = message["content"]
    if isinstance(content, list):
        return {**message, "content": [_share_block(alias, block) for block in content]}
    return {**message, "content": _share_block(alias, content)}


def _share_block(alias: str, block: JsonValue) -> JsonValue:
    if isinstance(block, dict) and block.get("type") == "resource_link":
        return _with_shared_uri(alias, block)
    if isinstance(block, dict) and block.get("type") == "resource":
        return {**block, "resource": _with_shared_uri(alias, block.get("resource"))}
    return block


def _with_shared_uri(alias: str, resource: JsonValue) -> JsonValue:
    if isinstance(resource, dict) and isinstance(uri := resource.get("uri"), str):
        return {**resource, "uri": shared_uri(alias, uri)}
    return resource
