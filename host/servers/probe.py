"""One look at a server: start it, shake hands, list its tools, end it.

Owns: the host's own short session, for ``assent servers test`` and the window.

Invariants: nothing is called; every wait is bounded; the process is gone afterwards, whatever happened; a server that
does not work stands as failed. Of a program, legacy revisions are tried first: every server of today answers them, and
a legacy one may leave a modern probe without any answer. Over HTTP each request has an answer, and the modern revision
is tried first, as the specification has it (MCP 2026-07-28, Streamable HTTP, Backward Compatibility).
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from msgspec import Struct

from host.errors import AssentError, ChannelClosed
from host.model import JsonObject, ToolDefinition, object_in
from host.servers.catalogue import CLIENT_INFO, Catalogue, own_meta
from host.servers.config import ServerConfig, Spec
from host.servers.reviews import PinCheck
from host.servers.supervisor import Supervisor, lost
from host.settings import Settings
from host.wire.channel import ServerChannel
from host.wire.messages import RefusedMessage, check, error, read
from host.wire.methods import LEGACY, MODERN
from host.wire.upstream import Upstream
from host.words import say

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
