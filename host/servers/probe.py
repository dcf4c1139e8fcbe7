"""One look at a server: start it, shake hands, list its tools, end it.

Owns: the host's own short session, for ``assent servers test`` and the window.

Invariants: nothing is called; every wait is bounded; the process is gone afterwards, whatever happened; a server that
does not work stands as failed. Legacy revisions are tried first: every server of today answers them, and a legacy
server may leave a modern probe without any answer.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Final

from host.errors import AssentError, ChannelClosed
from host.inspect.names import odd_tool_name
from host.model import JsonObject, ToolDefinition
from host.servers.catalogue import CLIENT_INFO, Catalogue
from host.servers.config import ServerConfig
from host.servers.pins import PinCheck
from host.servers.supervisor import Supervisor, lost
from host.settings import Settings
from host.wire.channel import ServerChannel
from host.wire.messages import RefusedMessage, check, error, read
from host.wire.methods import LEGACY, META_CAPABILITIES, META_CLIENT_INFO, META_VERSION, MODERN
from host.wire.stdio import LaunchSpec
from host.wire.upstream import Upstream
from host.words import say

_INITIALIZE: Final[JsonObject] = {"protocolVersion": LEGACY[-1], "capabilities": {}, "clientInfo": CLIENT_INFO}
_DISCOVER: Final[JsonObject] = {
    "_meta": {META_VERSION: MODERN[-1], META_CAPABILITIES: {}, META_CLIENT_INFO: CLIENT_INFO}
}


@dataclass(frozen=True, slots=True)
class Seen:
    """What a probe saw.

    Attributes:
        revision: the protocol revision. tools: names of the usable tools (untrusted). withheld: names listed twice,
        and those that break their pin. milliseconds: from start to the end of the listing.
        definitions: of all tools that are listed once. instructions: digest of the server's.
    """

    revision: str
    tools: tuple[str, ...]
    withheld: tuple[str, ...]
    milliseconds: float
    definitions: tuple[ToolDefinition, ...]
    instructions: str


class _Probe:
    """Receives from the server; answers its requests with "not here"."""

    def __init__(self) -> None:
        self.channel: ServerChannel | None = None
        self.upstream = Upstream(self)

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
        self.upstream.close(failure or ChannelClosed(say("the server closed its output")))

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
        revision = await _shake_hands(look, settings, pin)
        catalogue = Catalogue(
            look.upstream,
            settings,
            clock=time.monotonic,
            inspect_name=odd_tool_name,
            on_ready=lambda: None,
            on_listed=lambda tools: supervisor.listed(entry, tools),
            pin=pin,
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


async def _prepared(entry: ServerConfig, supervisor: Supervisor, settings: Settings) -> LaunchSpec:
    """What to start. Nobody may be there to unlock the keyring."""
    try:
        async with asyncio.timeout(settings.start_timeout):
            return await supervisor.prepare(entry)
    except TimeoutError as error:
        failure = AssentError(say("the keyring was not unlocked in time"))
        supervisor.failed(entry, failure)
        raise failure from error


async def _shake_hands(look: _Probe, settings: Settings, pin: PinCheck) -> str:
    try:
        answer = await look.upstream.ask("initialize", _INITIALIZE, timeout=settings.start_timeout)
        if answer.lost:
            raise ChannelClosed(say("the server closed its output"))
        result = answer.result if isinstance(answer.result, dict) else {}
        chosen = result.get("protocolVersion")
        if isinstance(chosen, str) and chosen in LEGACY:
            pin.greeted(result)
            look.upstream.notify("notifications/initialized", None)
            return chosen
        answer = await look.upstream.ask("server/discover", _DISCOVER, timeout=settings.start_timeout)
    except TimeoutError as failure:
        raise AssentError(say("the server did not shake hands in time")) from failure
    if answer.error is None and not answer.lost:
        pin.greeted(answer.result if isinstance(answer.result, dict) else {})
        return MODERN[-1]
    raise AssentError(say("the server speaks no protocol revision that Assent knows"))
