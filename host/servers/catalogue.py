"""The tool definitions of one upstream session, as that very session lists them; and one look at a server.

Owns: when to list and what a listing says; the host's own short session, for ``assent servers test`` and the window.

Invariants: listing is bounded in pages, tools and time; a name that a server lists twice belongs to neither, and one
that is none to none; a definition is the whole object that the server sent, told apart by the digest of its
canonical form; a listing that failed never counts as fresh; a tool that breaks its pin is not there, nor one whose
inputs would become unsound HTTP headers, where calls have such headers.

In a look nothing is called; every wait is bounded; the process is gone afterwards, whatever happened; a server that
does not work stands as failed. Of a program, legacy revisions are tried first: every server of today answers them, and
a legacy one may leave a modern probe without any answer. Over HTTP each request has an answer, and the modern revision
is tried first, as the specification has it (MCP 2026-07-28, Streamable HTTP, Backward Compatibility).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec import Struct

from host import __version__, tasks
from host.canonical import canonical
from host.errors import AssentError, ChannelClosed, MalformedJson, ProtocolError
from host.inspect import names
from host.model import Finding, JsonObject, JsonValue, ToolDefinition, object_in, sha256_hex
from host.schema import CompiledSchema, compile_schema
from host.servers.config import ServerConfig, Spec
from host.servers.reviews import PinCheck
from host.servers.supervisor import Supervisor, lost
from host.settings import Settings
from host.wire.channel import ServerChannel
from host.wire.messages import RefusedMessage, check, error, read
from host.wire.methods import LEGACY, META_CAPABILITIES, META_CLIENT_INFO, META_VERSION, MODERN
from host.wire.param_headers import unsound
from host.wire.upstream import Upstream
from host.words import say

MAX_LISTING: Final = 8 << 20
"""Bytes of all definitions of one listing; what models can use is far smaller."""
CLIENT_INFO: Final[JsonObject] = {"name": "assent", "version": __version__}
"""How the host names itself to a server when it asks on its own behalf."""


class Tool(Struct, frozen=True):
    """One listed tool, with its schemas compiled once.

    Attributes:
        definition: what the server said.
        input: its compiled input schema.
        output: likewise, None where it gave none.
        findings: what its mere name gives away.
    """

    definition: ToolDefinition
    input: CompiledSchema
    output: CompiledSchema | None
    findings: tuple[Finding, ...]


class Listing(NamedTuple):
    """What a server lists.

    Attributes:
        usable: what may be called.
        all: every definition that a person may approve.
        odd: names of what nobody can: those that stand there twice, the heads of invalid ones, and of tools whose
            inputs would become unsound headers.
    """

    usable: tuple[ToolDefinition, ...]
    all: tuple[ToolDefinition, ...] = ()
    odd: tuple[str, ...] = ()


class ListingFailed(AssentError):
    """The server did not list its tools, or not in an acceptable way."""


class Catalogue:
    """Lists the tools of one session when asked, and remembers the last listing.

    Attributes:
        pin: holds what the server says against what is pinned.
        duplicates: names that the server listed more than once.
    """

    def __init__(
        self,
        upstream: Upstream,
        settings: Settings,
        *,
        clock: Callable[[], float],
        on_ready: Callable[[], None],
        on_listed: Callable[[Listing], None] = lambda _: None,
        pin: PinCheck | None = None,
        http: bool = False,
    ) -> None:
        """``clock``: monotonic seconds. ``on_ready``: hears it once. ``on_listed``: hears of each good listing.

        ``pin``: of this session, if any. ``http``: whether the server is behind a URL.
        """
        self._http = http
        self.pin = PinCheck() if pin is None else pin
        self._on_ready, self._on_listed = on_ready, on_listed
        self._upstream, self._settings, self._clock = upstream, settings, clock
        self._tools: dict[str, Tool] = {}
        self.duplicates: frozenset[str] = frozenset()
        self._invalid: frozenset[str] = frozenset()
        self._listed_at: float | None = None
        self._generation = 0
        self._lock = asyncio.Lock()
        self._begun = self._latest = 0
        self._revision = ""
        self._running: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    def handshake_done(self, revision: str) -> None:
        """The session speaks ``revision`` from now on; listing is possible."""
        self._revision = revision
        if not self.ready.is_set():
            self.ready.set()
            self._on_ready()

    @property
    def listed(self) -> bool:
        """Whether the server's tools were listed at least once."""
        return self._listed_at is not None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the usable tools, in the server's order."""
        return tuple(tool.definition.name for tool in self._usable())

    def age(self) -> float:
        """Seconds since the last good listing began; infinite where there was none."""
        return float("inf") if self._listed_at is None else self._clock() - self._listed_at

    def changed(self) -> None:
        """The server says that its tools changed: what is remembered no longer counts as fresh."""
        self._generation += 1
        if self._listed_at is not None:
            self._listed_at = float("-inf")

    def saw(self, tool: JsonValue) -> None:
        """The server listed this to the app, and it was withheld: list anew where that is news here.

        Whoever reviews the server hears of it so.
        """
        name = tool.get("name") if isinstance(tool, dict) else None
        known = self._tools.get(name) if isinstance(name, str) else None
        if known is None or not isinstance(tool, dict) or not _is(known.definition, tool):
            self.changed()
            self.refresh_behind()

    def get(self, name: str) -> Tool | None:
        """The tool of that exact name, None where there is none that can be used."""
        tool = self._tools.get(name)
        return None if tool is None or self._why_withheld(tool) else tool

    def why_not(self, name: str) -> str:
        """Why ``get`` has no tool of that name, a safe clause."""
        if name[: names.LONGEST] in self._invalid and (why := names.invalid(name)):
            return why
        if name in self.duplicates:
            return say("Tool listed more than once and therefore withheld")
        tool = self._tools.get(name)
        return (tool is not None and self._why_withheld(tool)) or say("Unknown tool")

    def leaves_out(self, tool: JsonValue) -> bool:
        """Whether a listed tool is not for apps to see, since its inputs would become unsound HTTP headers."""
        if not self._makes_headers or not isinstance(tool, dict):
            return False
        raw = canonical(tool)
        return unsound(ToolDefinition("", raw, tool, sha256_hex(raw))) != ""

    @property
    def withheld(self) -> tuple[str, ...]:
        """Names listed more than once, those of tools that may not be used, and the heads of invalid ones."""
        usable = {tool.definition.name for tool in self._usable()}
        return tuple(sorted(self.duplicates | self._invalid | (self._tools.keys() - usable)))

    @property
    def listing(self) -> tuple[ToolDefinition, ...]:
        """The definitions of the last good listing, whatever is pinned."""
        return tuple(tool.definition for tool in self._tools.values())

    def _usable(self) -> list[Tool]:
        return [tool for tool in self._tools.values() if not self._why_withheld(tool)]

    def _why_withheld(self, tool: Tool) -> str:
        definition = tool.definition
        if self._makes_headers and (why := unsound(definition)):
            return say("Tool withheld: {why}", why=why)
        return self.pin.withheld(definition.name, definition.digest)

    @property
    def _makes_headers(self) -> bool:
        """Whether inputs may become HTTP headers (MCP 2026-07-28, Custom Headers from Tool Parameters)."""
        return self._http and self._revision in MODERN

    async def refresh(self, *, timeout: float) -> None:
        """List anew, beginning now or later, never joining a listing that began earlier.

        Raises:
            ListingFailed: within ``timeout`` seconds there was no good listing; the old one stays, with its age.
        """
        try:
            async with asyncio.timeout(timeout):
                while self._running is not None and not self._running.done():
                    await asyncio.wait({self._running})
                await self._list()
        except TimeoutError as error:
            raise ListingFailed(say("the server did not list its tools in time")) from error

    def refresh_behind(self) -> None:
        """Start a listing in the background unless one runs; its failure only leaves the listing old."""
        if self._running is None or self._running.done():
            self._running = tasks.spawn(self._quietly(), name="list tools")

    async def _quietly(self) -> None:
        try:
            async with asyncio.timeout(self._settings.list_timeout):
                await self._list()
        except (ListingFailed, TimeoutError):
            return  # Age tells: the next call lists by itself and hears the reason.

    async def _list(self) -> None:
        """One listing at a time; one that began after this was asked for serves too."""
        asked = self._begun
        async with self._lock:
            if self._latest <= asked:
                await self._list_now()

    async def _list_now(self) -> None:
        await self.ready.wait()
        began, generation = self._clock(), self._generation
        self._begun += 1
        objects = await self._pages()
        self._latest = self._begun
        self._tools, self.duplicates = self._accept(objects)
        # A change announced while the pages came makes this listing old already.
        self._listed_at = began if generation == self._generation else float("-inf")
        usable = tuple(tool.definition for tool in self._usable())
        unsafe = {tool.name for tool in self.listing if self._makes_headers and unsound(tool)}
        shown = tuple(tool for tool in self.listing if tool.name not in unsafe)
        self._on_listed(Listing(usable, shown, tuple(sorted(self.duplicates | self._invalid | unsafe))))

    async def _pages(self) -> list[tuple[bytes, JsonObject]]:
        objects: list[tuple[bytes, JsonObject]] = []
        cursors: set[str] = set()
        params = self._params(None)
        for _ in range(self._settings.list_pages):
            result = await self._page(params)
            tools = result.get("tools")
            if not isinstance(tools, list):
                raise ListingFailed(say("the server's tool list has no list of tools"))
            objects += [(canonical(tool), tool) for tool in tools if isinstance(tool, dict)]
            if sum(len(raw) for raw, _ in objects) > MAX_LISTING:
                raise ListingFailed(say("the server's tool list is larger than {n} bytes", n=MAX_LISTING))
            if len(objects) > self._settings.tools_per_server:
                raise ListingFailed(say("the server lists more than {n} tools", n=self._settings.tools_per_server))
            cursor = result.get("nextCursor")
            if not isinstance(cursor, str):  # "" is a valid cursor
                return objects
            if cursor in cursors:
                raise ListingFailed(say("the server's tool list goes round in circles"))
            cursors.add(cursor)
            params = self._params(cursor)
        raise ListingFailed(say("the server's tool list has more than {n} pages", n=self._settings.list_pages))

    async def _page(self, params: JsonObject | None) -> JsonObject:
        try:
            message = await self._upstream.ask("tools/list", params, timeout=self._settings.list_timeout)
        except (ProtocolError, AssentError) as error:
            raise ListingFailed(say("the server's tools could not be listed: {why}", why=error.words)) from error
        if message.error is not None or not isinstance(message.result, dict):
            raise ListingFailed(say("the server refused to list its tools"))
        return message.result

    def _params(self, cursor: str | None) -> JsonObject | None:
        params: JsonObject = {} if cursor is None else {"cursor": cursor}
        if self._revision in MODERN:
            params["_meta"] = own_meta(self._revision)
        return params or None

    def _accept(self, objects: list[tuple[bytes, JsonObject]]) -> tuple[dict[str, Tool], frozenset[str]]:
        tools: dict[str, Tool] = {}
        duplicates, invalid = set[str](), set[str]()
        for raw, value in objects:
            name = value.get("name")
            if not isinstance(name, str):
                continue
            if names.invalid(name):
                invalid.add(name[: names.LONGEST])
                continue
            if name in tools or name in duplicates:
                duplicates.add(name)
                tools.pop(name, None)
                continue
            tools[name] = self._compiled(name, raw, value)
        self._invalid = frozenset(invalid)
        return tools, frozenset(duplicates)

    def _compiled(self, name: str, raw: bytes, value: JsonObject) -> Tool:
        """The remembered tool where its definition did not change, so that schemas compile once."""
        known = self._tools.get(name)
        if known is not None and known.definition.raw == raw:
            return known
        definition = ToolDefinition(name, raw, value, sha256_hex(raw))
        output = None if definition.output_schema is None else compile_schema(definition.output_schema)
        return Tool(definition, compile_schema(definition.input_schema), output, names.odd_tool_name(name))


def own_meta(revision: str) -> JsonObject:
    """The ``_meta`` of a request of the host's own in a modern ``revision``."""
    return {META_VERSION: revision, META_CAPABILITIES: {}, META_CLIENT_INFO: CLIENT_INFO}


def _is(definition: ToolDefinition, tool: JsonObject) -> bool:
    try:
        return definition.raw == canonical(tool)
    except MalformedJson:
        return False


# One look at a server: start it, shake hands, list its tools, end it

_INITIALIZE: Final[JsonObject] = {"protocolVersion": LEGACY[-1], "capabilities": {}, "clientInfo": CLIENT_INFO}
_DISCOVER: Final[JsonObject] = {"_meta": own_meta(MODERN[-1])}


class Seen(Struct, frozen=True):
    """What a probe saw.

    Attributes:
        revision: the protocol revision.
        tools: names of the usable tools (untrusted).
        withheld: names listed twice, and those that break their pin.
        milliseconds: from start to the end of the listing.
        definitions: of all tools that are listed once.
        instructions: digest of the server's.
    """

    revision: str
    tools: tuple[str, ...]
    withheld: tuple[str, ...]
    milliseconds: float
    definitions: tuple[ToolDefinition, ...]
    instructions: str


class _Probe:
    """Receives from the server; answers its requests with "not here".

    Attributes:
        failure: what ended the channel.
    """

    def __init__(self) -> None:
        self.channel: ServerChannel | None = None
        self.upstream = Upstream(self)
        self.awaits, self.request_lost = self.upstream.awaits, self.upstream.lost
        self.failure: AssentError | None = None

    def send(self, frame: bytes) -> None:
        if self.channel is not None:
            self.channel.send(frame)

    def frame_received(self, frame: bytes) -> None:
        try:
            message = check(read(frame))
        except RefusedMessage:
            return  # A banner on stdout; a session counts these, a look at the server need not.
        if message.kind == "response":
            self.upstream.response_received(message)
        elif message.kind == "request":
            self.send(error(message.id, -32601, "Method not found"))

    def channel_closed(self, failure: AssentError | None) -> None:
        self.failure = failure or ChannelClosed(say("the server closed its output"))
        self.upstream.close(self.failure)

    def writable(self, ready: bool) -> None:
        """A probe sends too little to fill a pipe."""


async def probe(entry: ServerConfig, supervisor: Supervisor, settings: Settings) -> Seen:
    """Look at the server of ``entry``.

    Raises:
        AssentError: it could not be started, did not shake hands, or did not list its tools; the sentence says which.
    """
    began = time.perf_counter()
    look = _Probe()
    spec = await _prepared(entry, supervisor, settings)
    look.channel = channel = await supervisor.start(entry, spec, look)
    try:
        pin = supervisor.pin_check(entry)
        revision = await _shake_hands(look, settings, pin, modern_first=entry.kind == "http")
        catalogue = Catalogue(
            look.upstream,
            settings,
            clock=time.monotonic,
            on_ready=lambda: None,
            on_listed=lambda listing: supervisor.listed(entry, *listing),
            pin=pin,
            http=entry.is_remote,
        )
        catalogue.handshake_done(revision)
        await catalogue.refresh(timeout=settings.list_timeout)
        milliseconds = (time.perf_counter() - began) * 1000
        supervisor.ready(entry)
        return Seen(
            revision,
            catalogue.names,
            catalogue.withheld,
            round(milliseconds, 1),
            catalogue.listing,
            pin.instructions or "",
        )
    except ChannelClosed as failure:
        await channel.wait_exit()
        why = lost(channel, failure)
        supervisor.failed(entry, why)
        raise why from failure
    except AssentError as failure:
        supervisor.failed(entry, failure)
        raise
    finally:
        await channel.stop()
        supervisor.stopped(entry, channel)


async def _prepared(entry: ServerConfig, supervisor: Supervisor, settings: Settings) -> Spec:
    """What to start or to connect to. Nobody may be there to unlock the keyring."""
    try:
        async with asyncio.timeout(settings.start_timeout):
            return await supervisor.prepare(entry)
    except TimeoutError as error:
        failure = AssentError(say("the keyring was not unlocked in time"))
        supervisor.failed(entry, failure)
        raise failure from error


async def _shake_hands(look: _Probe, settings: Settings, pin: PinCheck, *, modern_first: bool) -> str:
    """The revision that is spoken from now on."""
    for greet in (_discover, _initialize) if modern_first else (_initialize, _discover):
        try:
            revision = await greet(look, settings, pin)
        except TimeoutError as failure:
            raise AssentError(say("the server did not shake hands in time")) from failure
        if look.failure is not None:
            raise look.failure
        if revision:
            return revision
    raise AssentError(say("the server speaks no protocol revision that Assent knows"))


async def _initialize(look: _Probe, settings: Settings, pin: PinCheck) -> str:
    answer = await look.upstream.ask("initialize", _INITIALIZE, timeout=settings.start_timeout)
    result = object_in(answer.result)
    chosen = result.get("protocolVersion")
    if not isinstance(chosen, str) or chosen not in LEGACY:
        return ""
    pin.greeted(result)
    look.upstream.notify("notifications/initialized", None)
    return chosen


async def _discover(look: _Probe, settings: Settings, pin: PinCheck) -> str:
    answer = await look.upstream.ask("server/discover", _DISCOVER, timeout=settings.start_timeout)
    if answer.error is not None:
        return ""
    pin.greeted(object_in(answer.result))
    return MODERN[-1]
