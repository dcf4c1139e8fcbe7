"""One entry of an app for all servers that it may use: ``/mcp``, and ``assent connect`` without a server.

Owns: what such an app hears in place of a server, the names and addresses under which it knows what servers have, which
server each of its requests goes to, and the channel on which an ordinary ``Session`` with each of these servers
believes to have an app.

Invariants:
    - Every server behind the entry is used through a ``Session`` of its own, as if the app had an entry for it: calls,
      rules, grants, reviews and records are those of that server and tool, and nothing here decides on a call.
    - A request goes to the server that its name or address says, or to none. A name leads to one server, whatever that
      or another server calls its tools: what stands before the first ``__`` is the alias of a configured server, no
      alias holds ``__`` or ends in ``_``, and no two servers have the same. Of an address, the alias is its authority,
      and the rest is the server's own, whatever that looks like.
    - Every name keeps to what clients take: ``[A-Za-z0-9_-]{1,64}``. Within one server, a name that was shortened never
      stands for another tool's own name.
    - One server that waits, hangs, floods or ends holds no other up: lists leave it out after a bounded wait, and the
      app is told when it is there.
    - What waits for a slow server is bounded, and ids of ours cannot be an app's.
    - Nothing of a server reaches the app as Assent's own words, but that it cannot be used and why, on one line.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import secrets
import time
from collections import deque
from collections.abc import Coroutine, Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from host import __version__, tasks
from host.canonical import compact
from host.errors import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    SERVER_LOST,
    AssentError,
    ChannelClosed,
    ProtocolError,
)
from host.ids import UsedIds
from host.model import (
    App,
    Draft,
    JsonObject,
    JsonValue,
    RequestId,
    ToolDefinition,
    object_in,
    objects_in,
    sha256_hex,
)
from host.rates import Tally
from host.text import one_line
from host.turns import Pauses, app_key
from host.wire import messages
from host.wire.channel import AppChannel
from host.wire.handshake import Handshake, refusal
from host.wire.messages import Message, RefusedMessage
from host.wire.methods import (
    BEFORE_HANDSHAKE,
    META_CAPABILITIES,
    META_CLIENT_INFO,
    META_SUBSCRIPTION,
    META_VERSION,
    MODERN,
    client_notifications,
    client_requests,
)
from host.wire.tickets import DEFINITION, TOOL
from host.words import say

if TYPE_CHECKING:
    from host.apps.gateway import Gateway
    from host.apps.session import Session

LINGER: Final = 2.0
"""Seconds an app has to take what was written for it."""
PATIENCE: Final = 5.0
"""Seconds from the start of a server for which a list waits for it, and that one page of its list may take."""
LISTING: Final = 15.0
"""Seconds that all pages of one server's list may take: apps give a list up after 30 s at the earliest."""
LISTS: Final = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}
_OFFERED_AS: Final = {"resourceTemplates": "resources"}
_NAMED: Final = {"tools/call": "tools", "prompts/get": "prompts"}
_ADDRESSED: Final = frozenset({"resources/read", "resources/subscribe", "resources/unsubscribe"})
_WITH_URIS: Final = frozenset({"tools/call", "prompts/get", "resources/read"})
_CHANGES: Final = {f"notifications/{kind}/list_changed": kind for kind in ("tools", "prompts", "resources")}
GREETING: Final = 60.0
"""Seconds that a handshake may take at most; the session itself gives a slow start up before."""
DISCOVERY: Final = 3.0
"""Seconds in which a server of the stateless era answers what it is; one of an older era may leave that unanswered."""
TOLD: Final = 300
"""Characters that are told of why a server cannot be used."""
MOST_WAITING: Final = 256
"""Messages that wait until a server takes them, ``MOST_BYTES`` of them at most."""
MOST_BYTES: Final = 16 << 20
_OF_ERA: Final = frozenset({META_VERSION, META_CAPABILITIES, META_CLIENT_INFO, "io.modelcontextprotocol/logLevel"})
"""Members of ``_meta`` that only the stateless era has."""
BETWEEN: Final = "__"
LONGEST_NAME: Final = 64
"""Characters of a name that clients take (Anthropic's and OpenAI's interfaces alike)."""
SCHEME: Final = "assent://"
_ALIAS: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_|$)){0,30}", re.ASCII)
_TAKEN_BY_CLIENTS: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_ALIAS_HEAD: Final = 22
_DIGITS: Final = 8
NO_SUCH: Final = say("there is no such server")
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


class Part:
    """One server behind the entry; the channel on which its session believes to have an app.

    Attributes:
        server, alias: its id, and what it is called in names.
        ready: whether it shook hands. over: whether it ended.
        modern: whether it speaks the stateless era.
        offers: its capabilities.
        own: its own names of tools and of prompts, by what follows the alias in the shared ones.
        opened: monotonic second.
        why: it cannot be used, empty where it can.
    """

    def __init__(self, server: str, alias: str, app: Combined) -> None:
        """Begin with ``begin``."""
        self.server, self.alias, self._app = server, alias, app
        self.ready = self.over = self.modern = False
        self.offers: JsonObject = {}
        self.own: dict[str, dict[str, str]] = {}
        self.opened, self.why = time.monotonic(), ""
        self.settled = asyncio.Event()
        self.session: Session | None = None
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._paused = False
        self._prefix, self._numbers = secrets.token_hex(8), itertools.count(1)
        self._asked: dict[RequestId, asyncio.Future[JsonObject]] = {}
        self._greeter: asyncio.Task[None] | None = None

    def begin(self, session: Session) -> None:
        """``session``: with the server, on this channel."""
        self.session = session
        self._greeter = tasks.spawn(self._greet(), name=f"a server of several: {self.server}")

    def leave(self, why: str) -> None:
        """The app left, or must do without this server."""
        if self._greeter is not None:
            self._greeter.cancel()
        if self.session is not None:
            self.session.end(why)

    # Towards the server

    def say(self, frame: bytes) -> bool:
        """Send what the app says; False where too much waits for this server already."""
        if self.over or self.session is None:
            return False
        if not self._paused and not self._waiting:
            self.session.frame_received(frame)
            return True
        if len(self._waiting) >= MOST_WAITING or self._bytes + len(frame) > MOST_BYTES:
            return False
        self._waiting.append(frame)
        self._bytes += len(frame)
        return True

    async def ask(self, method: str, params: JsonObject, seconds: float) -> JsonObject:
        """A request of ours, with what it says of the app; returns the result.

        Raises:
            AssentError: there is none within ``seconds``, or it is an error.
        """
        request_id = self.next_id()
        answer: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()
        self._asked[request_id] = answer
        try:
            async with asyncio.timeout(seconds):
                if not self.say(self.own_request(request_id, method, params)):
                    raise ChannelClosed(say("the server is busy or gone"))
                said = await answer
        except TimeoutError as error:
            raise AssentError(say("the server did not answer in time")) from error
        finally:
            del self._asked[request_id]
        if not isinstance(result := said.get("result"), dict):
            why = one_line(str(object_in(said, "error").get("message", "")), TOLD)
            raise AssentError(why or say("the server refused"))
        return result

    def next_id(self) -> str:
        """An id that no app uses."""
        return f"{self._prefix}-{next(self._numbers)}"

    def request(self, request_id: RequestId, method: str, params: JsonObject, *, plain: bool = False) -> bytes:
        """A request of the app's in the era of this server."""
        meta = object_in(params, "_meta")
        if not self.modern and method != "server/discover":
            meta = {key: value for key, value in meta.items() if key not in _OF_ERA}
        params = {key: value for key, value in params.items() if key != "_meta"} | ({"_meta": meta} if meta else {})
        return messages.request(request_id, method, compact(params, plain=plain) if params else None)

    def own_request(self, request_id: RequestId, method: str, params: JsonObject) -> bytes:
        """A request of ours, which says of the app what the app says."""
        return self.request(request_id, method, {"_meta": self._app.meta, **params} if self._app.meta else params)

    async def _greet(self) -> None:
        try:
            if self._app.meta is not None:
                self.modern = await self._discovered()
            if not self.modern:
                self.offers = object_in(await self.ask("initialize", self._app.greeting, GREETING), "capabilities")
                self.say(messages.notification("notifications/initialized", None))
            else:
                told: JsonObject = {f"{kind}ListChanged": True for kind in ("tools", "prompts", "resources")}
                self.say(self.own_request(self.next_id(), "subscriptions/listen", {"notifications": told}))
            self.ready = True
        except AssentError as failure:
            self.why = self.why or str(failure)
            if self.session is not None:
                self.session.end(self.why)
        self._settle()

    async def _discovered(self) -> bool:
        """Whether the server speaks the stateless era."""
        try:
            result = await self.ask("server/discover", {}, DISCOVERY)
        except AssentError:
            if self.over:
                raise
            return False
        versions = result.get("supportedVersions")
        if not isinstance(versions, list) or MODERN[-1] not in versions:
            return False
        self.offers = object_in(result, "capabilities")
        return True

    def _settle(self) -> None:
        self.settled.set()
        self._app.settled(self)

    # What a session wants of the channel to its app: ``host.wire.channel.AppChannel``

    def send(self, frame: bytes) -> None:
        """One frame for the app."""
        if self.over:
            return
        if response := messages.RESPONSE.match(frame):
            request_id = json.loads(response[1])
            if (waiting := self._asked.get(request_id)) is None:
                self._app.answered(self, request_id, frame)
            elif not waiting.done():
                value = messages.read(frame)
                assert isinstance(value, dict)  # it begins as one
                waiting.set_result(value)
            return
        value, plain = messages.read_document(frame)
        self._app.said(self, messages.check(value, plain=plain, from_server=True))

    def send_batch(self, frames: list[bytes]) -> None:
        """Nobody sends batches here."""
        for frame in frames:
            self.send(frame)

    def pause_reading(self, pause: bool) -> None:
        """Stop or go on taking what the app says."""
        self._paused = pause
        while self._waiting and not self._paused and self.session is not None:
            frame = self._waiting.popleft()
            self._bytes -= len(frame)
            self.session.frame_received(frame)

    def limit_frames(self, limit: int) -> None:
        """Nothing to do: the app's channel has the limit."""

    def hung_up(self) -> bool:
        """Never by itself."""
        return False

    def close(self) -> None:
        """The session ended."""
        if self.over:
            return
        self.over, self.ready = True, False
        self.why = self.why or say("the server cannot be used now")
        for waiting in self._asked.values():
            if not waiting.done():
                waiting.set_exception(ChannelClosed(self.why))
        if self._greeter is not None and not self._greeter.done() and self._greeter is not asyncio.current_task():
            return  # it hears so, and settles
        self._settle()

    async def gone(self, seconds: float) -> None:
        """Nothing to wait for."""


class _Open(NamedTuple):
    """A request that a server has. Attributes: part: that server. method: of the request."""

    part: Part
    method: str


class _Asked(NamedTuple):
    """A request that the app has. Attributes: part: whose. id, token: of the request and its progress there."""

    part: Part
    id: RequestId
    token: JsonValue


class Combined:
    """One app's entry for all servers. Attributes: app: who it is. token: what proved that."""

    def __init__(self, app: App, token: str, channel: AppChannel, gateway: Gateway, *, tickets: bool) -> None:
        """``gateway``: opens the sessions behind it. ``tickets``: whether its calls may be answered with tickets."""
        self.app, self.token = app, token
        self._channel, self._gateway, self._tickets = channel, gateway, tickets
        self._settings = settings = gateway.settings.now
        self._pauses = Pauses(gateway.turns, app_key(app), lambda: self._channel.pause_reading(self._pauses.active))
        self._handshake, self._used = Handshake(), UsedIds()
        self._refusals = Tally(settings.refusals_per_connection)
        self._parts: dict[str, Part] = {}  # by alias
        self._open: dict[RequestId, _Open] = {}
        self._working: dict[RequestId, asyncio.Task[None]] = {}
        self._asked: dict[int, _Asked] = {}
        self._numbers = 0
        self._listens: dict[RequestId, JsonObject] = {}
        self._watched: dict[RequestId, list[tuple[Part, RequestId]]] = {}
        """What servers were asked for a subscription, so that it ends with that."""
        self._level: JsonValue = None
        self._missed: set[str] = set()  # aliases that the last lists had to leave out
        self._changed: set[str] = set()
        self._ended = asyncio.Event()
        self._why = ""
        self.meta: JsonObject | None = None
        self.greeting: JsonObject = {}

    async def run(self) -> None:
        """Live until the app leaves. The owner task of the entry."""
        self._channel.limit_frames(self._settings.frame_to_server)
        self._channel.pause_reading(False)
        await self._ended.wait()
        for part in tuple(self._parts.values()):
            part.leave(self._why)
        for task in tuple(self._working.values()):
            task.cancel()
        self._channel.close()
        await self._channel.gone(LINGER)

    @property
    def over(self) -> bool:
        """Whether it has ended, or is about to."""
        return self._ended.is_set()

    def end(self, why: str) -> None:
        """Let it end; ``why`` is one safe sentence."""
        self._why = self._why or why
        self._ended.set()

    def definition(self, name: str) -> ToolDefinition | None:
        """The definition of a tool under its name here, None where no server listed it (yet)."""
        alias, rest = split_name(name)
        part = self._parts.get(alias)
        if part is None or part.session is None:
            return None
        return part.session.definition(part.own.get("tools", {}).get(rest, rest))

    def servers_changed(self) -> None:
        """Servers may have come, gone, or been reviewed."""
        if self.over or not (self._parts or self._missed):
            return  # the app has asked for nothing yet
        known = self._aliases()
        for part in tuple(self._parts.values()):
            if known.get(part.server) != part.alias:
                part.leave("it is no longer configured so")
        self._begin_all()

    # From the app: what a channel wants of its receiver

    def frame_received(self, frame: bytes) -> None:
        """A frame of the app."""
        if self.over:
            return
        began = time.monotonic()
        try:
            value, plain = messages.read_document(frame)
            message = messages.check(value, plain=plain)
            if message.kind == "request":
                self._request(message)
            elif message.kind == "notification":
                self._notification(message)
            elif type(message.id) is int and (asked := self._asked.pop(message.id, None)) is not None:
                message.id = asked.id
                asked.part.say(messages.response(message))
        except RefusedMessage as refusal:
            self._refuse(refusal)
        self._pauses.after(began)

    def channel_closed(self, failure: AssentError | None) -> None:
        """The app is gone, or sent a frame over the limit."""
        self.end("the app left" if failure is None else str(failure))

    def writable(self, ready: bool) -> None:
        """Whether the app keeps up; while it does not, nothing more is read from servers."""
        for part in self._parts.values():
            if part.session is not None and not part.over:
                part.session.writable(ready)

    def _refuse(self, refusal: RefusedMessage) -> None:
        about: JsonObject = {"app": self.app.name, "session": self.app.session, "because": str(refusal)}
        self._gateway.record(Draft(refusal.record, about | {"method": refusal.method[:256], "code": refusal.code}))
        if not refusal.silent:
            answered = None if refusal.id is not None and self._is_open(refusal.id) else refusal.id
            self._channel.send(messages.error(answered, refusal.code, str(refusal), refusal.data))
        if self._refusals.exceeded():
            self.end("too many messages had to be refused")

    def _is_open(self, request_id: RequestId) -> bool:
        return request_id in self._open or request_id in self._working or request_id in self._listens

    def _request(self, message: Message) -> None:
        assert message.id is not None
        request_id, method = message.id, message.method
        if not self._used.use(request_id) or self._is_open(request_id):
            raise RefusedMessage(INVALID_REQUEST, "this request id was used before", method=method)
        revision = self._revision(message)
        if method not in (client_requests(revision) if revision else BEFORE_HANDSHAKE):
            record = "method.refused"
            raise RefusedMessage(
                METHOD_NOT_FOUND, "Method not found", request_id=request_id, method=method, record=record
            )
        if len(self._open) + len(self._working) + len(self._listens) >= self._settings.in_flight_per_session:
            self._fail(request_id, SERVER_LOST, "Too many requests are in flight; wait for some answers.")
        elif method in LISTS:
            self._work(request_id, self._list(request_id, message))
        elif method == "subscriptions/listen":
            self._listen(request_id, message)
        elif method in ("initialize", "server/discover", "ping", "logging/setLevel"):
            self._answer(request_id, self._own(message))
        else:
            self._route(request_id, message)

    def _revision(self, message: Message) -> str:
        try:
            revision = self._handshake.revision_for(message)
            if message.method == "initialize" and revision not in MODERN:
                self._handshake.begin(message.params)
        except ProtocolError as error:
            raise refusal(error, message) from error
        meta = (message.params or {}).get("_meta")
        if revision in MODERN and isinstance(meta, dict):
            about, can = meta.get(META_CLIENT_INFO), meta.get(META_CAPABILITIES)
            if not isinstance(can, dict):
                why = "a request of this revision says in its _meta what the app can do"
                raise RefusedMessage(INVALID_PARAMS, why, request_id=message.id, method=message.method)
            about = about if isinstance(about, dict) else {"name": "app", "version": ""}
            self.meta = {META_VERSION: MODERN[-1], META_CAPABILITIES: can, META_CLIENT_INFO: about}
            # A server of an older era would ask the app by requests, which this app does not know.
            self.greeting = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about}
        return revision

    def _own(self, message: Message) -> JsonObject:
        """What Assent answers in place of a server."""
        params = message.params or {}
        about: JsonObject = {
            "capabilities": CAPABILITIES,
            "serverInfo": {"name": "assent", "version": __version__},
            "instructions": INSTRUCTIONS,
        }
        if message.method == "initialize":
            self._handshake.settled, self.meta = True, None
            for part in tuple(self._parts.values()):
                part.leave("the app speaks another revision")  # it tried the stateless one first
            self._parts.clear()
            self.greeting = {key: value for key, value in params.items() if key != "_meta"}
            self.greeting["protocolVersion"] = self._handshake.legacy
            self._begin_all()
            return {"protocolVersion": self._handshake.legacy, **about}
        if message.method == "server/discover":
            self._begin_all()
            return {"supportedVersions": list(MODERN), **about, **_FRESH}
        if message.method == "logging/setLevel":
            self._level = params.get("level")
            for part in self._ready():
                self._set_level(part)
        return {}

    def _notification(self, message: Message) -> None:
        method, params = message.method, message.params or {}
        if method not in client_notifications(self._handshake.legacy or MODERN[-1]):
            raise RefusedMessage(
                METHOD_NOT_FOUND, "not on the allow-list", method=method, silent=True, record="method.refused"
            )
        if method == "notifications/initialized":
            self._handshake.initialized = True
        elif method == "notifications/roots/list_changed":
            for part in self._ready():
                part.say(messages.notification(method, compact(params) if params else None))
        elif method == "notifications/progress":
            token = params.get("progressToken")
            asked = self._asked.get(token) if type(token) is int else None
            if asked is not None and asked.token is not None:
                asked.part.say(messages.notification(method, compact({**params, "progressToken": asked.token})))
        elif method == "notifications/cancelled":
            self._cancelled(params.get("requestId"), params)

    def _cancelled(self, request_id: JsonValue, params: JsonObject) -> None:
        if not isinstance(request_id, str | int):
            return
        self._listens.pop(request_id, None)
        for part, own in self._watched.pop(request_id, ()):
            part.say(messages.notification("notifications/cancelled", compact({"requestId": own})))
        if (task := self._working.pop(request_id, None)) is not None:
            task.cancel()
        if (opened := self._open.pop(request_id, None)) is not None:
            opened.part.say(messages.notification("notifications/cancelled", compact(params)))

    # Servers

    def _aliases(self) -> dict[str, str]:
        return aliases(self._gateway.server_ids())

    def _begin_all(self) -> None:
        for server, alias in self._aliases().items():
            self._part(server, alias)

    def _part(self, server: str, alias: str) -> Part | str:
        """The server, begun where it is not there; or why it cannot be used."""
        part = self._parts.get(alias)
        if part is not None and not part.over and part.server == server:
            return part
        if why := self._gateway.unusable(server):
            self._missed.add(alias)
            return why
        self._parts[alias] = part = Part(server, alias, self)
        try:
            part.begin(self._gateway.open_part(self.app, self.token, part))
        except AssentError as refusal:
            del self._parts[alias]
            self._missed.add(alias)
            return str(refusal)
        return part

    def _ready(self) -> list[Part]:
        return [part for part in self._parts.values() if part.ready]

    def _set_level(self, part: Part) -> None:
        if "logging" in part.offers and self._level is not None:
            part.say(part.own_request(part.next_id(), "logging/setLevel", {"level": self._level}))

    def settled(self, part: Part) -> None:
        """A server can be used from now on, or not any more: the app lists anew what it misses."""
        if part.ready:
            self._set_level(part)
            if part.alias in self._missed:
                self._missed.discard(part.alias)
                self._tell_changes(_CHANGES.values())
            return
        if self._parts.get(part.alias) is part:
            del self._parts[part.alias]
        self._asked = {number: asked for number, asked in self._asked.items() if asked.part is not part}
        for request_id, opened in tuple(self._open.items()):
            if opened.part is part:
                del self._open[request_id]
                self._fail(request_id, SERVER_LOST, f"{part.alias}: {part.why}")
        self._missed.add(part.alias)
        if part.own and not self.over:
            self._tell_changes(_CHANGES.values())

    # Requests that one server answers

    def _route(self, request_id: RequestId, message: Message) -> None:
        params = message.params or {}
        found = self._target(message.method, params)
        if found is None:
            if self._tickets and params.get("name") == TOOL:
                return self._answer(request_id, _NO_TICKET)
            return self._fail(request_id, INVALID_PARAMS, "No server here has what this names; list again.")
        alias, rest = found
        server = next((server for server, known in self._aliases().items() if known == alias), None)
        part = NO_SUCH if server is None else self._part(server, alias)
        if isinstance(part, str):
            return self._fail(request_id, INVALID_PARAMS if server is None else SERVER_LOST, f"{alias}: {part}")
        if part.ready:
            return self._hand(request_id, message, part, rest)
        self._work(request_id, self._hand_later(request_id, message, part, rest))
        return None

    def _target(self, method: str, params: JsonObject) -> tuple[str, str] | None:
        """The alias of the server that a request names, and what it names there."""
        ref = params.get("ref")
        named, address = params.get("name"), params.get("uri")
        if method == "completion/complete":
            named, address = object_in(ref).get("name"), object_in(ref).get("uri")
        if method == "tools/call" and named == TOOL and self._tickets:
            ticket = object_in(params, "arguments").get("ticket")
            alias = ticket.partition(".")[0] if isinstance(ticket, str) else ""
            return (alias, TOOL) if alias in self._parts else None
        by_name = isinstance(named, str) and (method in _NAMED or (isinstance(ref, dict) and "name" in ref))
        if by_name and isinstance(named, str):
            alias, rest = split_name(named)
        elif isinstance(address, str):
            alias, rest = split_uri(address)
        else:
            return None
        return (alias, rest) if alias else None

    async def _hand_later(self, request_id: RequestId, message: Message, part: Part, rest: str) -> None:
        await part.settled.wait()
        if part.ready:
            self._hand(request_id, message, part, rest)
        else:
            self._fail(request_id, SERVER_LOST, f"{part.alias}: {part.why}")

    def _hand(self, request_id: RequestId, message: Message, part: Part, rest: str) -> None:
        """Let ``part`` have a request that is about its own ``rest``."""
        method, params = message.method, dict(message.params or {})
        own = part.own.get(_NAMED.get(method, "prompts"), {}).get(rest, rest)
        if method == "completion/complete" and isinstance(ref := params.get("ref"), dict):
            params["ref"] = {**ref, **({"name": own} if "name" in ref else {"uri": rest})}
        else:
            params |= {"uri": rest} if method in _ADDRESSED else {"name": own}
        self._open[request_id] = _Open(part, method)
        if not part.say(part.request(request_id, method, params, plain=message.plain)):
            del self._open[request_id]
            self._fail(request_id, SERVER_LOST, f"{part.alias}: too much waits for this server")

    def answered(self, part: Part, request_id: RequestId, frame: bytes) -> None:
        """A server answered a request of the app."""
        opened = self._open.pop(request_id, None)
        if opened is None or self.over:
            return
        of_era = self.meta is not None and not part.modern
        if not of_era and not (opened.method in _WITH_URIS and b'"uri"' in frame):
            self._channel.send(frame)
            return
        value, plain = messages.read_document(frame)
        result = value.get("result") if isinstance(value, dict) else None
        if not isinstance(result, dict):
            self._channel.send(frame)
            return
        result = with_shared_uris(part.alias, result) if opened.method in _WITH_URIS else result
        if of_era:
            result = {**(_FRESH if opened.method == "resources/read" else _COMPLETE), **result}
        self._channel.send(messages.result(request_id, compact(result, plain=plain)))

    # Requests that all servers answer together

    def _work(self, request_id: RequestId, work: Coroutine[object, object, None]) -> None:
        self._working[request_id] = task = tasks.spawn(work, name="a request to several servers")
        task.add_done_callback(lambda _: self._working.pop(request_id, None))

    async def _list(self, request_id: RequestId, message: Message) -> None:
        self._begin_all()
        kind = LISTS[message.method]
        parts = sorted(self._parts.values(), key=lambda part: part.alias)
        found = await asyncio.gather(*(self._list_of(part, message.method, kind) for part in parts))
        items = [item for one in found for item in one]
        if kind == "tools" and self._tickets:
            items.append(DEFINITION)
        self._answer(request_id, {kind: items, **(_FRESH if self.meta is not None else {})})

    async def _list_of(self, part: Part, method: str, kind: str) -> list[JsonValue]:
        """What one server lists; nothing where it is not there in time."""
        items: list[JsonObject] = []
        try:
            async with asyncio.timeout(max(part.opened + PATIENCE - time.monotonic(), 0)):
                await part.settled.wait()
            if not part.ready or _OFFERED_AS.get(kind, kind) not in part.offers:
                return []
            cursor: JsonObject = {}
            until = time.monotonic() + LISTING
            for _ in range(self._settings.list_pages):
                result = await part.ask(method, cursor, min(PATIENCE, max(until - time.monotonic(), 0)))
                items += objects_in(result.get(kind))
                if not isinstance(result.get("nextCursor"), str) or len(items) > self._settings.tools_per_server:
                    break
                cursor = {"cursor": result["nextCursor"]}
        except (AssentError, TimeoutError):
            self._missed.add(part.alias)
        if kind == "tools":
            items = [item for item in items if item.get("name") != TOOL or not self._tickets]
        part.own[kind] = own_names(part.alias, (it for item in items if isinstance(it := item.get("name"), str)))
        return listed(kind, part.alias, items, part.own[kind])

    # What servers say by themselves

    def said(self, part: Part, message: Message) -> None:
        """A server asks the app for something, or tells it something."""
        if self.over:
            return
        if message.kind == "request":
            self._server_asks(part, message)
        elif (kind := _CHANGES.get(message.method)) is not None:
            self._tell_changes([kind])
        else:
            self._server_tells(part, message.method, message.params or {})

    def _server_asks(self, part: Part, message: Message) -> None:
        assert message.id is not None
        if self.meta is not None:  # an app of the stateless era knows no requests of servers
            error = messages.error(message.id, METHOD_NOT_FOUND, "Method not found")
            part.say(messages.result(message.id, b"{}") if message.method == "ping" else error)
            return
        self._numbers += 1
        params, meta = message.params, object_in(message.params, "_meta")
        token = meta.get("progressToken")
        if params is not None and token is not None:  # two servers may use one token
            params = {**params, "_meta": {**meta, "progressToken": self._numbers}}
        self._asked[self._numbers] = _Asked(part, message.id, token)
        written = None if params is None else compact(params, plain=message.plain)
        self._channel.send(messages.request(self._numbers, message.method, written))

    def _server_tells(self, part: Part, method: str, params: JsonObject) -> None:
        if method == "notifications/cancelled":
            asked = (part, params.get("requestId"))
            number = next((number for number, it in self._asked.items() if it[:2] == asked), None)
            if number is None:
                return
            del self._asked[number]
            params = {**params, "requestId": number}
        elif method == "notifications/resources/updated" and isinstance(uri := params.get("uri"), str):
            params = {**params, "uri": shared_uri(part.alias, uri)}
            if self.meta is not None:
                self._tell_listeners(method, params, "resourceSubscriptions")
                return
        elif method == "notifications/message":
            logger = params.get("logger")
            params = {**params, "logger": f"{part.alias}: {logger}" if isinstance(logger, str) else part.alias}
        if method == "notifications/subscriptions/acknowledged" or (self.meta is not None and not part.modern
                                                                    and method == "notifications/message"):  # fmt: skip
            return
        self._channel.send(messages.notification(method, compact(params) if params else None))

    # Changes of lists

    def _tell_changes(self, kinds: Iterable[str]) -> None:
        """Tell the app that it may list anew, once for all that happens in one turn of the loop."""
        if not self._changed:
            asyncio.get_running_loop().call_soon(self._tell)
        self._changed.update(kinds)

    def _tell(self) -> None:
        kinds, self._changed = self._changed, set()
        for method, kind in _CHANGES.items():
            if kind in kinds and not self.over:
                if self._handshake.initialized:
                    self._channel.send(messages.notification(method, None))
                self._tell_listeners(method, {}, f"{kind}ListChanged")

    def _listen(self, request_id: RequestId, message: Message) -> None:
        wanted = object_in(message.params, "notifications")
        keys = [f"{kind}ListChanged" for kind in _CHANGES.values()]
        agreed: JsonObject = {key: True for key in keys if wanted.get(key) is True}
        addresses = wanted.get("resourceSubscriptions")
        if isinstance(addresses, list):
            every = dict.fromkeys(uri for uri in addresses if isinstance(uri, str))
            agreed["resourceSubscriptions"] = [uri for uri in every if self._watch(request_id, uri)]
        self._listens[request_id] = agreed
        self._begin_all()
        params: JsonObject = {"_meta": {META_SUBSCRIPTION: request_id}, "notifications": agreed}
        self._channel.send(messages.notification("notifications/subscriptions/acknowledged", compact(params)))

    def _watch(self, request_id: RequestId, shared: str) -> bool:
        """Let a server tell when a resource changes; whether it is there to do so."""
        alias, uri = split_uri(shared)
        part = self._parts.get(alias)
        if part is None or not part.ready:
            return False
        if not part.modern:
            return part.say(part.own_request(part.next_id(), "resources/subscribe", {"uri": uri}))
        own = part.next_id()
        self._watched.setdefault(request_id, []).append((part, own))
        params: JsonObject = {"notifications": {"resourceSubscriptions": [uri]}}
        return part.say(part.own_request(own, "subscriptions/listen", params))

    def _tell_listeners(self, method: str, params: JsonObject, key: str) -> None:
        for request_id, agreed in self._listens.items():
            wanted = agreed.get(key)
            if wanted is True or (isinstance(wanted, list) and params.get("uri") in wanted):
                about = compact({**params, "_meta": {META_SUBSCRIPTION: request_id}})
                self._channel.send(messages.notification(method, about))

    # Answers of ours

    def _answer(self, request_id: RequestId, result: JsonObject) -> None:
        if self.meta is not None:
            result = {**_COMPLETE, **result}
        self._channel.send(messages.result(request_id, compact(result)))

    def _fail(self, request_id: RequestId, code: int, why: str) -> None:
        self._channel.send(messages.error(request_id, code, why))


_COMPLETE: Final[JsonObject] = {"resultType": "complete"}
_FRESH: Final[JsonObject] = {**_COMPLETE, "ttlMs": 0, "cacheScope": "private"}
_NO_TICKET: Final[JsonObject] = {
    "content": [{"type": "text", "text": "There is no open ticket of that name here."}],
    "isError": True,
}


# Names of several servers' tools, prompts and resources in one list, and back (pure)


def aliases(servers: Iterable[str]) -> dict[str, str]:
    """What each server is called in names, by its id: the id itself wherever it can be."""
    ids = sorted(servers)
    found = {server: server for server in ids if _ALIAS.fullmatch(server)}
    taken = set(found)
    for server in ids:
        if server not in found:
            found[server] = next(alias for alias in _made(server) if alias not in taken)
            taken.add(found[server])
    return found


def _made(server: str) -> Iterable[str]:
    head = re.sub(r"[^A-Za-z0-9-]+", "_", server)[:_ALIAS_HEAD].strip("_") or "server"
    for count in itertools.count():
        yield f"{head}-{sha256_hex(f'{server} {count}'.encode() if count else server.encode())[:_DIGITS]}"


def shared_name(alias: str, name: str) -> str:
    """The name of a server's tool or prompt in the list of all."""
    room = LONGEST_NAME - len(alias) - len(BETWEEN)
    if len(name) <= room and _TAKEN_BY_CLIENTS.fullmatch(name):
        return alias + BETWEEN + name
    digest = sha256_hex(name.encode("utf-8", "surrogatepass"))[:_DIGITS]
    return f"{alias}{BETWEEN}{re.sub(r'[^A-Za-z0-9_-]', '_', name)[: room - _DIGITS - 1]}_{digest}"


def split_name(shared: str) -> tuple[str, str]:
    """The alias in a name, and what follows; both empty where there is none."""
    alias, between, rest = shared.partition(BETWEEN)
    return (alias, rest) if between else ("", "")


def own_names(alias: str, names: Iterable[str]) -> dict[str, str]:
    """The server's own names, by what follows the alias in the shared ones. Two that would be one are left out."""
    every = [(split_name(shared_name(alias, name))[1], name) for name in dict.fromkeys(names)]
    own = {rest: name for rest, name in every if rest == name}
    made = [rest for rest, name in every if rest != name]
    return own | {rest: name for rest, name in every if rest not in own and made.count(rest) == 1}


def shared_uri(alias: str, uri: str) -> str:
    """The address of a server's resource, or template of such, among those of all."""
    return f"{SCHEME}{alias}/{uri}"


def split_uri(shared: str) -> tuple[str, str]:
    """The alias in an address, and the server's own; both empty where there is none."""
    alias, slash, uri = shared.removeprefix(SCHEME).partition("/")
    return (alias, uri) if slash and shared.startswith(SCHEME) else ("", "")


def listed(kind: str, alias: str, items: Iterable[JsonObject], own: Mapping[str, str]) -> list[JsonValue]:
    """A server's ``tools``, ``prompts``, ``resources`` or ``resourceTemplates`` as they stand in the list of all.

    ``own``: as ``own_names`` has it, for the first two.
    """
    if kind in ("tools", "prompts"):
        named = {name: alias + BETWEEN + rest for rest, name in own.items()}
        return [{**item, "name": named[name]} for item in items if isinstance(name := item.get("name"), str)
                and name in named]  # fmt: skip
    key = "uri" if kind == "resources" else "uriTemplate"
    return [{**item, key: shared_uri(alias, uri)} for item in items if isinstance(uri := item.get(key), str)]


def with_shared_uris(alias: str, result: JsonObject) -> JsonObject:
    """A result with each address of a resource as the app knows it: what was read, what is linked or embedded."""
    changed = dict(result)
    if isinstance(contents := result.get("contents"), list):
        changed["contents"] = [_addressed(alias, part) for part in contents]
    if isinstance(content := result.get("content"), list):
        changed["content"] = [_content(alias, part) for part in content]
    if isinstance(said := result.get("messages"), list):
        changed["messages"] = [_message(alias, message) for message in said]
    return changed


def _message(alias: str, message: JsonValue) -> JsonValue:
    if not isinstance(message, dict) or "content" not in message:
        return message
    content = message["content"]
    parts: JsonValue = (
        [_content(alias, it) for it in content] if isinstance(content, list) else _content(alias, content)
    )
    return {**message, "content": parts}


def _content(alias: str, part: JsonValue) -> JsonValue:
    if isinstance(part, dict) and part.get("type") == "resource_link":
        return _addressed(alias, part)
    if isinstance(part, dict) and part.get("type") == "resource":
        return {**part, "resource": _addressed(alias, part.get("resource"))}
    return part


def _addressed(alias: str, part: JsonValue) -> JsonValue:
    if isinstance(part, dict) and isinstance(uri := part.get("uri"), str):
        return {**part, "uri": shared_uri(alias, uri)}
    return part
