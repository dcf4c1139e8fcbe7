"""The tool definitions of one server session, as that session lists them; and the probe of a server.

Owns: when to list tools and how a listing is checked; the host's own short session for ``assent servers test`` and for
the window.

Invariants of a catalogue: a listing is bounded in pages, tools and time. A name that is listed twice names no tool, and
neither does an invalid name. A definition is the whole object that the server sent, identified by the digest of its
canonical form. A failed listing never counts as fresh. A tool that differs from what was approved cannot be used, nor
can one whose arguments would become invalid HTTP headers, if its calls have such headers. A long listing is read in a
thread, one at a time for each catalogue.

Invariants of a probe: no tool is called; every wait is bounded; the process is ended afterwards in any case; a server
that does not work is noted as failed. A program is tried with legacy revisions first: every server of today answers
them, and a legacy one may not answer a modern request at all. Over HTTP the modern revision is tried first, as the
specification says (MCP 2026-07-28, Streamable HTTP, Backward Compatibility).
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from msgspec import Struct

from host import __version__, tasks
from host.canonical import canonical
from host.errors import AssentError, ChannelClosed, MalformedJson, ProtocolError
from host.inspect import names
from host.model import Finding, JsonObject, JsonValue, ToolDefinition, has_more_values, object_in, sha256_hex
from host.schema import CompiledSchema, compile_schema
from host.servers.config import ServerConfig, Spec
from host.servers.reviews import PinCheck
from host.servers.supervisor import Supervisor, loss_reason
from host.settings import Settings
from host.wire.channel import ServerChannel
from host.wire.messages import RefusedMessage, check, error, read
from host.wire.methods import LEGACY, META_CAPABILITIES, META_CLIENT_INFO, META_VERSION, MODERN
from host.wire.param_headers import may_have_marks, why_omitted
from host.wire.upstream import Upstream
from host.words import say

MAX_LISTING: Final = 8 << 20
"""Bytes of all definitions of one listing; models can use far fewer."""
MAX_MARKED: Final = 64 << 10
"""Bytes of definitions that the host has not listed itself, and in which marks of headers are looked for while an app
waits for its listing. The tools beyond are hidden until the host has listed them: about 10 ms."""
MAX_VALUES_HERE: Final = 5_000
"""Values of definitions that are read on the event loop. More are read in a thread, so that no other app waits."""
CLIENT_INFO: Final[JsonObject] = {"name": "assent", "version": __version__}
"""The ``clientInfo`` of the host's own requests."""


T = TypeVar("T")


class Tool(Struct, frozen=True, weakref=True):
    """One listed tool with its compiled schemas.

    ``findings``: findings about its name. ``omitted``: why it is hidden if arguments become HTTP headers, else empty.
    """

    definition: ToolDefinition
    input: CompiledSchema
    output: CompiledSchema | None
    findings: tuple[Finding, ...]
    omitted: str = ""


class Listing(NamedTuple):
    """The result of one listing.

    ``all``: every definition that a person may approve. ``unapprovable``: names that nobody can approve: duplicate
    ones, the beginnings of invalid ones, and those of tools whose arguments would become invalid HTTP headers.
    """

    usable: tuple[ToolDefinition, ...]
    all: tuple[ToolDefinition, ...] = ()
    unapprovable: tuple[str, ...] = ()


class ListingFailed(AssentError):
    """The server did not list its tools, or its listing is not acceptable."""


class Catalogue:
    """Lists the tools of one session and remembers the last good listing.

    ``pin``: compares the server's words with what was approved. ``ready``: an event that is set when the revision is
    known.
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
        """``clock``: monotonic seconds. ``on_ready``: called once, when the revision is known.

        ``on_listed``: called with each good listing. ``pin``: the check of this session, None for none. ``http``:
        whether the server is behind a URL.
        """
        self._is_http = http
        self.pin = PinCheck() if pin is None else pin
        self._on_ready, self._on_listed = on_ready, on_listed
        self._upstream, self._settings, self._clock = upstream, settings, clock
        self._tools: dict[str, Tool] = {}
        self.duplicates: frozenset[str] = frozenset()
        self._invalid: frozenset[str] = frozenset()
        self._listed_at: float | None = None
        self._change_count = 0
        self._lock = asyncio.Lock()
        self._thread_slot = threading.BoundedSemaphore(1)
        self._begun_listings = self._latest_listing = 0
        self._revision, self._sends_parameter_headers = "", False
        self._background_task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    def set_revision(self, revision: str) -> None:
        """Set the revision that the handshake settled. Tools can be listed from now on."""
        if revision != self._revision:
            self._revision = revision
            # Arguments may become HTTP headers (MCP 2026-07-28, Custom Headers from Tool Parameters).
            self._sends_parameter_headers = self._is_http and revision in MODERN
        if not self.ready.is_set():
            self.ready.set()
            self._on_ready()

    @property
    def has_listed(self) -> bool:
        """Whether there was a good listing."""
        return self._listed_at is not None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the usable tools, in the server's order."""
        return tuple(tool.definition.name for tool in self._usable())

    def age(self) -> float:
        """Return the seconds since the last good listing began; infinite if there was none."""
        return float("inf") if self._listed_at is None else self._clock() - self._listed_at

    def mark_changed(self) -> None:
        """Note that the server's tools changed: the last listing is no longer fresh."""
        self._change_count += 1
        if self._listed_at is not None:
            self._listed_at = float("-inf")

    def note_withheld(self, tool: JsonValue, *, plain: bool = False) -> None:
        """Note that ``tool`` was listed to the app and withheld. List again if it is not known here.

        The new listing shows the tool to the person who reviews the server. ``plain``: see ``canonical.Document``.
        """
        name = object_in(tool).get("name")
        remembered = self._tools.get(name) if isinstance(name, str) else None
        is_known = remembered is not None and isinstance(tool, dict)
        if remembered is None or not is_known or not _is_same_definition(remembered.definition, tool, plain=plain):
            self.mark_changed()
            self.refresh_in_background()

    def get(self, name: str) -> Tool | None:
        """Return the tool with this exact name, None if it cannot be used."""
        tool = self._tools.get(name)
        return None if tool is None or self._why_withheld(tool) else tool

    def why_unavailable(self, name: str) -> str:
        """Return why ``get`` has no tool with this name, as a safe clause."""
        if name[: names.LONGEST] in self._invalid and (why := names.invalid(name)):
            return why
        if name in self.duplicates:
            return say("Tool listed more than once and therefore withheld")
        tool = self._tools.get(name)
        return (tool is not None and self._why_withheld(tool)) or say("Unknown tool")

    def hidden_tools(self, tools: Iterable[JsonValue], *, plain: bool = False) -> frozenset[int]:
        """Return ``id`` of each of ``tools`` that is hidden from apps: its arguments would become invalid HTTP headers.

        ``plain``: see ``canonical.Document``.
        """
        hidden, unread = set[int](), MAX_MARKED
        for tool in tools if self._sends_parameter_headers else ():
            if not isinstance(tool, dict):
                continue
            raw = canonical(tool, plain=plain)
            if (known := _tools_in_use.get(raw)) is not None:
                is_hidden = known.omitted != ""
            elif is_hidden := may_have_marks(raw):
                unread -= len(raw)
                is_hidden = unread < 0 or why_omitted(ToolDefinition("", raw, tool, sha256_hex(raw))) != ""
            if is_hidden:
                hidden.add(id(tool))
        return frozenset(hidden)

    @property
    def withheld_names(self) -> tuple[str, ...]:
        """Duplicate names, names of tools that may not be used, and the beginnings of invalid names."""
        usable = {tool.definition.name for tool in self._usable()}
        return tuple(sorted(self.duplicates | self._invalid | (self._tools.keys() - usable)))

    @property
    def listing(self) -> tuple[ToolDefinition, ...]:
        """The definitions of the last good listing, approved or not."""
        return tuple(tool.definition for tool in self._tools.values())

    def _usable(self) -> list[Tool]:
        return [tool for tool in self._tools.values() if not self._why_withheld(tool)]

    def _why_withheld(self, tool: Tool) -> str:
        definition = tool.definition
        if self._sends_parameter_headers and tool.omitted:
            return say("Tool withheld: {why}", why=tool.omitted)
        return self.pin.why_withheld(definition.name, definition.digest)

    async def refresh(self, *, timeout: float) -> None:
        """List again. A listing that began before this call does not count.

        Raises ListingFailed if there was no good listing within ``timeout`` seconds. The old one and its age are kept.
        """
        try:
            async with asyncio.timeout(timeout):
                while self._background_task is not None and not self._background_task.done():
                    await asyncio.wait({self._background_task})
                await self._list()
        except TimeoutError as error:
            raise ListingFailed(say("the server did not list its tools in time")) from error

    def refresh_in_background(self) -> None:
        """Start a listing in the background unless one runs. If it fails, the old listing is kept."""
        if self._background_task is None or self._background_task.done():
            self._background_task = tasks.spawn(self._refresh_quietly(), name="list tools")

    async def _refresh_quietly(self) -> None:
        try:
            async with asyncio.timeout(self._settings.list_timeout):
                await self._list()
        except (ListingFailed, TimeoutError):
            return  # The listing stays old; the next call then lists itself and reports the reason.

    async def _list(self) -> None:
        """List again, or wait for a listing that began after this call. Only one runs at a time."""
        begun_before = self._begun_listings
        async with self._lock:
            if self._latest_listing <= begun_before:
                await self._list_now()

    async def _list_now(self) -> None:
        await self.ready.wait()
        began, change_count = self._clock(), self._change_count
        self._begun_listings += 1
        definitions = await self._list_pages()
        values: list[JsonValue] = [value for _, value in definitions]
        is_long = has_more_values(values, MAX_VALUES_HERE)
        sort = partial(self._sort_definitions, definitions)
        self._tools, self.duplicates, self._invalid = await self._run(sort, in_thread=is_long)
        self._latest_listing = self._begun_listings
        # A change that was announced during the listing makes it old already.
        self._listed_at = began if change_count == self._change_count else float("-inf")
        usable = tuple(tool.definition for tool in self._usable())
        all_tools = self._tools.values() if self._sends_parameter_headers else ()
        unsound = {tool.definition.name for tool in all_tools if tool.omitted}
        approvable = tuple(tool for tool in self.listing if tool.name not in unsound)
        self._on_listed(Listing(usable, approvable, tuple(sorted(self.duplicates | self._invalid | unsound))))

    async def _list_pages(self) -> list[tuple[bytes, JsonObject]]:
        definitions: list[tuple[bytes, JsonObject]] = []
        cursors: set[str] = set()
        params = self._list_params(None)
        for _ in range(self._settings.list_pages):
            result = await self._request_page(params)
            tools = result.get("tools")
            if not isinstance(tools, list):
                raise ListingFailed(say("the server's tool list has no list of tools"))
            encode = partial(_encoded, tools)
            definitions += await self._run(encode, in_thread=has_more_values(tools, MAX_VALUES_HERE))
            if sum(len(raw) for raw, _ in definitions) > MAX_LISTING:
                raise ListingFailed(say("the server's tool list is larger than {n} bytes", n=MAX_LISTING))
            if len(definitions) > self._settings.tools_per_server:
                raise ListingFailed(say("the server lists more than {n} tools", n=self._settings.tools_per_server))
            cursor = result.get("nextCursor")
            if not isinstance(cursor, str):  # "" is a valid cursor
                return definitions
            if cursor in cursors:
                raise ListingFailed(say("the server's tool list goes round in circles"))
            cursors.add(cursor)
            params = self._list_params(cursor)
        raise ListingFailed(say("the server's tool list has more than {n} pages", n=self._settings.list_pages))

    async def _request_page(self, params: JsonObject | None) -> JsonObject:
        try:
            message = await self._upstream.request("tools/list", params, timeout=self._settings.list_timeout)
        except (ProtocolError, AssentError) as error:
            raise ListingFailed(say("the server's tools could not be listed: {why}", why=error.words)) from error
        if message.error is not None or not isinstance(message.result, dict):
            raise ListingFailed(say("the server refused to list its tools"))
        return message.result

    def _list_params(self, cursor: str | None) -> JsonObject | None:
        params: JsonObject = {} if cursor is None else {"cursor": cursor}
        if self._revision in MODERN:
            params["_meta"] = own_meta(self._revision)
        return params or None

    async def _run(self, work: Callable[[], T], *, in_thread: bool) -> T:
        """Return the result of ``work``. In a thread, it raises TimeoutError if an earlier one still runs."""
        if not in_thread:
            return work()
        seconds = self._settings.list_timeout
        return await tasks.in_bounded_thread(work, self._thread_slot, seconds=seconds, name="read definitions")

    def _sort_definitions(
        self, definitions: list[tuple[bytes, JsonObject]]
    ) -> tuple[dict[str, Tool], frozenset[str], frozenset[str]]:
        """Return the tools by name, the names that are listed twice, and the beginnings of invalid names."""
        tools: dict[str, Tool] = {}
        duplicates, invalid = set[str](), set[str]()
        for raw, value in definitions:
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
            tools[name] = self._compiled_tool(name, raw, value)
        return tools, frozenset(duplicates), frozenset(invalid)

    def _compiled_tool(self, name: str, raw: bytes, value: JsonObject) -> Tool:
        """Return the tool of a definition. All sessions share that of equal bytes, so that it is compiled once."""
        if (known := _tools_in_use.get(raw)) is not None:
            return known
        definition = ToolDefinition(name, raw, value, sha256_hex(raw))
        output = None if definition.output_schema is None else compile_schema(definition.output_schema)
        compiled, findings = compile_schema(definition.input_schema), names.odd_tool_name(name)
        tool = Tool(definition, compiled, output, findings, why_omitted(definition))
        return _tools_in_use.setdefault(raw, tool)


_tools_in_use: Final[WeakValueDictionary[bytes, Tool]] = WeakValueDictionary()
"""The tools that some session has listed, by the canonical bytes of their definitions."""


def _encoded(tools: list[JsonValue]) -> list[tuple[bytes, JsonObject]]:
    return [(canonical(tool), tool) for tool in tools if isinstance(tool, dict)]


def own_meta(revision: str) -> JsonObject:
    """Return the ``_meta`` of a request of the host in a modern ``revision``."""
    return {META_VERSION: revision, META_CAPABILITIES: {}, META_CLIENT_INFO: CLIENT_INFO}


def _is_same_definition(definition: ToolDefinition, tool: JsonValue, *, plain: bool) -> bool:
    try:
        return definition.raw == canonical(tool, plain=plain)
    except MalformedJson:
        return False


# The probe of a server: start it, do the handshake, list its tools, end it

_INITIALIZE: Final[JsonObject] = {"protocolVersion": LEGACY[-1], "capabilities": {}, "clientInfo": CLIENT_INFO}
_DISCOVER: Final[JsonObject] = {"_meta": own_meta(MODERN[-1])}


class ProbeResult(Struct, frozen=True):
    """The result of a probe.

    ``milliseconds``: from the start to the end of the listing. ``definitions``: definitions of all tools that are
    listed once.
    """

    revision: str
    tools: tuple[str, ...]
    withheld: tuple[str, ...]
    milliseconds: float
    definitions: tuple[ToolDefinition, ...]
    instructions: str


class _ProbeReceiver:
    """The receiver and sender of a probe. Refuses every request of the server."""

    def __init__(self) -> None:
        self.channel: ServerChannel | None = None
        self.upstream = Upstream(self.send)
        self.awaits, self.request_lost = self.upstream.awaits, self.upstream.fail
        self.failure: AssentError | None = None

    def send(self, frame: bytes) -> None:
        if self.channel is not None:
            self.channel.send(frame)

    def frame_received(self, frame: bytes) -> None:
        try:
            message = check(read(frame))
        except RefusedMessage:
            return  # For example a banner on stdout; a session counts these, a probe need not.
        if message.kind == "response":
            self.upstream.response_received(message)
        elif message.kind == "request":
            self.send(error(message.id, -32601, "Method not found"))

    def channel_closed(self, failure: AssentError | None) -> None:
        self.failure = failure or ChannelClosed(say("the server closed its output"))
        self.upstream.close(self.failure)

    def writable(self, ready: bool) -> None:
        """A probe sends too little to fill a pipe."""


async def probe(entry: ServerConfig, supervisor: Supervisor, settings: Settings) -> ProbeResult:
    """Probe the server of ``entry``.

    Raises AssentError if it could not be started, the handshake or the listing failed; the sentence says which.
    """
    began = time.perf_counter()
    receiver = _ProbeReceiver()
    spec = await _prepare(entry, supervisor, settings)
    receiver.channel = channel = await supervisor.start(entry, spec, receiver)
    try:
        pin = supervisor.pin_check(entry)
        revision = await _do_handshake(receiver, settings, pin, modern_first=entry.kind == "http")
        catalogue = Catalogue(
            receiver.upstream,
            settings,
            clock=time.monotonic,
            on_ready=lambda: None,
            on_listed=lambda listing: supervisor.note_listing(entry, *listing),
            pin=pin,
            http=entry.is_remote,
        )
        catalogue.set_revision(revision)
        await catalogue.refresh(timeout=settings.list_timeout)
        milliseconds = (time.perf_counter() - began) * 1000
        supervisor.note_ready(entry)
        return ProbeResult(
            revision,
            catalogue.names,
            catalogue.withheld_names,
            round(milliseconds, 1),
            catalogue.listing,
            pin.instructions or "",
        )
    except ChannelClosed as failure:
        await channel.wait_exit()
        why = loss_reason(channel, failure)
        supervisor.note_failure(entry, why)
        raise why from failure
    except AssentError as failure:
        supervisor.note_failure(entry, failure)
        raise
    finally:
        await channel.stop()
        supervisor.note_stop(entry, channel)


async def _prepare(entry: ServerConfig, supervisor: Supervisor, settings: Settings) -> Spec:
    """Return what to start or to connect to. Bounded, since nobody may be there to unlock the keyring."""
    try:
        async with asyncio.timeout(settings.start_timeout):
            return await supervisor.prepare(entry)
    except TimeoutError as error:
        failure = AssentError(say("the keyring was not unlocked in time"))
        supervisor.note_failure(entry, failure)
        raise failure from error


async def _do_handshake(receiver: _ProbeReceiver, settings: Settings, pin: PinCheck, *, modern_first: bool) -> str:
    for negotiate in (_discover, _initialize) if modern_first else (_initialize, _discover):
        try:
            revision = await negotiate(receiver, settings, pin)
        except TimeoutError as failure:
            raise AssentError(say("the server did not shake hands in time")) from failure
        if receiver.failure is not None:
            raise receiver.failure
        if revision:
            return revision
    raise AssentError(say("the server speaks no protocol revision that Assent knows"))


async def _initialize(receiver: _ProbeReceiver, settings: Settings, pin: PinCheck) -> str:
    answer = await receiver.upstream.request("initialize", _INITIALIZE, timeout=settings.start_timeout)
    result = object_in(answer.result)
    revision = result.get("protocolVersion")
    if not isinstance(revision, str) or revision not in LEGACY:
        return ""
    pin.greeted(result)
    receiver.upstream.notify("notifications/initialized", None)
    return revision


async def _discover(receiver: _ProbeReceiver, settings: Settings, pin: PinCheck) -> str:
    answer = await receiver.upstream.request("server/discover", _DISCOVER, timeout=settings.start_timeout)
    if answer.error is not None:
        return ""
    pin.greeted(object_in(answer.result))
    return MODERN[-1]
