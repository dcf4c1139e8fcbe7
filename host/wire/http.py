"""The channel to a server behind a URL (MCP, basic/transports, every revision).

Owns: which frame becomes which request, the session of the legacy era, streams that only listen, and what the end of
each request means for the frame that it carried.

Invariants:
    - Each frame is read again before it leaves, and its headers are made of those very bytes: they never say anything
      that the body does not. The era is that of the frame: a request that names its revision is stateless
      (2026-07-28), all else belongs to the session that ``initialize`` began.
    - A request is sent once. Where its connection is lost, it alone is: the receiver hears that its outcome is unknown.
      A stream of the legacy era may be resumed, which sends no request again.
    - What overtakes each other on the way may do so; not a handshake: what was sent after ``initialize`` and after
      ``notifications/initialized`` leaves once those were answered.
    - The addresses that a server names are of its own origin.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import urljoin

from msgspec import Struct

from host import tasks
from host.errors import SERVER_LOST, AssentError, ChannelClosed
from host.model import JsonObject, ToolDefinition
from host.wire import messages, urls
from host.wire.channel import HIGH_WATER, ServerReceiver
from host.wire.http_client import CONNECT_TIMEOUT, open_client
from host.wire.http_exchange import (
    Authorizer,
    Dropped,
    Events,
    Exchange,
    HttpSpec,
    NotTaken,
    SignInNeeded,
    TooLarge,
    media_type,
)
from host.wire.methods import LEGACY, META_VERSION, MODERN
from host.wire.param_headers import encoded, headers_of
from host.words import say

if TYPE_CHECKING:
    import httpx2

__all__ = ["Authorizer", "HttpChannel", "HttpSpec", "SignInNeeded"]

_log = logging.getLogger(__name__)

FIRST_WAIT: Final = 1.0
SHORTEST_WAIT: Final = 0.1
LONGEST_WAIT: Final = 60.0
"""Seconds before a stream is opened again where the server said nothing, and at least and most whatever it said."""
FRUITLESS: Final = 5
"""Connections of a stream in a row that bring nothing, after which it is given up."""
LIVED: Final = 10.0
"""Seconds after which a connection was worth it even without a message: proxies end idle ones."""
NOTIFY_TIMEOUT: Final = 30.0
"""Seconds that a server has to take a notification or an answer of the app."""
END_TIMEOUT: Final = 2.0
"""Seconds for what is still to be said at the end of a session, and as many for the end itself."""
MAX_SESSION_ID: Final = 1_024

_ACCEPT: Final = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
_NAMED: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""Methods whose requests carry ``Mcp-Name``, and the parameter that it is."""
_BARRIERS: Final = frozenset({"initialize", "notifications/initialized"})
"""What was sent after these waits for them."""
_MAY_BE_OLD: Final = frozenset({400, 404, 405})
"""Answers to ``initialize`` after which the transport of 2024-11-05 is tried."""


Describes: TypeAlias = Callable[[str], ToolDefinition | None]
"""Name to the session's definition of that tool, None where there is none that can be used."""


class _Frame(Struct):
    """One frame of ours, read.

    Attributes:
        id: of a request, else None.
        revision: that it names, else empty.
        taken: whether it has left us.
    """

    data: bytes
    method: str
    params: JsonObject
    id: int | None
    revision: str
    taken: bool = False


class HttpChannel:
    """A channel to a server behind a URL; ``stop`` ends it."""

    pid: int | None = None
    exit_code: int | None = None

    def __init__(
        self,
        spec: HttpSpec,
        receiver: ServerReceiver,
        client: httpx2.AsyncClient,
        *,
        frame_limit: int,
        tool: Describes,
        note: Callable[[str], None],
    ) -> None:
        """Use ``start``."""
        self._url, self._receiver, self._client, self._tool, self._note = spec.url, receiver, client, tool, note
        self._limit = frame_limit
        self._exchange = Exchange(spec, client, limit=frame_limit)
        self._session = self._revision = ""
        self._endpoint = ""  # of the transport of 2024-11-05, once it is in use
        self._answered = self._closed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._running: dict[int, asyncio.Task[None]] = {}
        self._said: asyncio.Queue[_Frame | None] = asyncio.Queue()
        self._barriers = 0
        self._connected, self._greeted, self._open = asyncio.Event(), asyncio.Event(), asyncio.Event()
        for event in (self._connected, self._greeted, self._open):
            event.set()
        self._held = 0
        self._saying = self._spawn(self._say(), "what is said to a server")

    @classmethod
    async def start(
        cls,
        spec: HttpSpec,
        receiver: ServerReceiver,
        *,
        frame_limit: int,
        tool: Describes = lambda _: None,
        note: Callable[[str], None] = lambda _: None,
    ) -> HttpChannel:
        """Make a channel; nothing is sent before the first frame, but for the stream of 2024-11-05.

        ``frame_limit``: largest message from the server, in bytes. ``tool``: the session's tools. ``note``: keeps an
        oddity for people to read.

        Raises:
            AssentError: no client can be made for it.
        """
        client = await open_client(spec.url)
        channel = cls(spec, receiver, client, frame_limit=frame_limit, tool=tool, note=note)
        if spec.kind == "sse":
            channel._connected.clear()
            channel._spawn(channel._old_transport(), "events of a server")
        return channel

    def send(self, frame: bytes) -> None:
        """Send one frame. Does nothing once closed."""
        if self._closed:
            return
        out = _read(frame)
        if out.method == "notifications/cancelled" and self._cancelled(out):
            return
        self._hold(len(frame))
        if out.method == "initialize":
            self._greeted.clear()
        if out.method in _BARRIERS:
            self._bar()
        if out.id is None:
            self._said.put_nowait(out)
            return
        task = self._spawn(self._request(out), f"request {out.id}")
        self._running[out.id] = task
        task.add_done_callback(lambda _: self._running.pop(out.id or 0, None))

    def pause_reading(self, pause: bool) -> None:
        """Stop or go on reading answers."""
        if pause:
            self._exchange.reading.clear()
        else:
            self._exchange.reading.set()

    async def wait_exit(self) -> None:
        """There is no process to wait for."""

    async def stop(self) -> None:
        """Say what is still to be said, end the session, and close every connection."""
        ended, self._closed = self._closed, True
        if not ended:
            self._said.put_nowait(None)
            await asyncio.wait({self._saying}, timeout=END_TIMEOUT)
        for task in (running := set(self._tasks)):
            task.cancel()
        if running:
            await asyncio.wait(running, timeout=END_TIMEOUT)
        try:
            async with asyncio.timeout(END_TIMEOUT):
                if self._session and not ended:
                    async with self._exchange.ask("DELETE", self._url, self._headers(), once=True):
                        pass
        except (AssentError, TimeoutError) as error:
            _log.debug("a session was not ended: %s", error)
        await self._client.aclose()

    # What leaves

    def _cancelled(self, out: _Frame) -> bool:
        """Whether giving a request up is done by closing its answer (MCP 2026-07-28, Streamable HTTP, Cancellation)."""
        request_id = out.params.get("requestId")
        task = self._running.get(request_id) if isinstance(request_id, int) else None
        if self._revision or self._endpoint or not self._greeted.is_set():
            return False  # a session: the server is told, for a lost connection says nothing
        if task is not None:
            task.cancel()
        return True

    async def _say(self) -> None:
        """Send notifications and answers in their order; nothing that a server does with one ends the channel."""
        while (out := await self._said.get()) is not None:
            await self._connected.wait()
            await self._greeted.wait()
            try:
                async with asyncio.timeout(NOTIFY_TIMEOUT):
                    async with self._exchange.ask("POST", self._target, self._headers() | _ACCEPT, out.data):
                        pass
                if out.method == "notifications/initialized" and not self._endpoint:
                    self._spawn(self._listen(), "messages of a server")
            except (AssentError, TimeoutError) as error:
                if self._forgotten(error):
                    return
                self._note(f"a message of the app was not taken: {str(error) or 'out of time'}")
            finally:
                self._taken(out)
                self._unbar(out)
            if out.method == "notifications/cancelled":
                self._let_go(out.params.get("requestId"))

    def _let_go(self, request_id: object) -> None:
        """The server heard that a request is given up: its answer, should there be one, is not waited for."""
        if isinstance(request_id, int) and (task := self._running.get(request_id)) is not None:
            task.cancel()

    async def _request(self, out: _Frame) -> None:
        """Send a request and deliver its answer, or say why there is none."""
        assert out.id is not None
        try:
            await (self._connected if out.method == "initialize" else self._open).wait()
            await self._post(out)
        except NotTaken as error:
            self._not_taken(out, error)
        except AssentError as error:
            self._lost(out, error)
        except Exception:  # noqa: BLE001  # a bug of ours loses this request; whoever sent it must hear so
            _log.exception("a request failed")
            self._lost(out, ChannelClosed("an internal error"))
        finally:
            self._taken(out)
            if out.method == "initialize":
                self._greeted.set()
            self._unbar(out)

    async def _post(self, out: _Frame) -> None:
        events = Events()

        def awaited() -> bool:
            return self._receiver.awaits(out.id or 0)

        try:
            await self._first_answer(out, events, awaited)
        except Dropped as error:
            if out.revision or not events.last_id or isinstance(error, TooLarge) or not awaited():
                raise
        except NotTaken as error:
            tells = out.method != "initialize" or error.status not in _MAY_BE_OLD or error.error is not None
            if tells or not await self._old():
                raise
            await self._first_answer(out, events, awaited)
        while awaited() and not self._endpoint:
            if out.revision or not events.last_id:
                raise Dropped(say("the server ended its answer before there was one"))
            await self._resume(events, awaited)

    async def _first_answer(self, out: _Frame, events: Events, awaited: Callable[[], bool]) -> None:
        if out.method == "initialize":
            self._session = self._revision = ""
        once, headers = out.method == "tools/call", self._headers_of(out)
        async with self._exchange.ask(
            "POST", self._target, headers, out.data, once=once, on_taken=lambda: self._taken(out)
        ) as response:
            if self._endpoint:
                return  # the answer comes as an event
            if out.method == "initialize":
                self._session = _session_id(response)
            await self._hear(out, response, events, awaited)

    async def _hear(self, out: _Frame, response: httpx2.Response, events: Events, awaited: Callable[[], bool]) -> None:
        """Deliver an answer, in either of its forms."""
        kind = media_type(response)
        if kind == "application/json":
            self._deliver(await self._exchange.body(response), greeting=out.method == "initialize")
        elif kind == "text/event-stream":
            await self._events(response, events, awaited, greeting=out.method == "initialize")
        else:
            raise Dropped(say("the server answered with neither JSON nor events"))

    async def _events(
        self, response: httpx2.Response, events: Events, awaited: Callable[[], bool], *, greeting: bool = False
    ) -> None:
        """Deliver the messages of a stream for as long as they are ``awaited``."""
        async with aclosing(self._exchange.events(response, events)) as stream:
            async for name, data in stream:
                if name == "message":
                    self._deliver(data, greeting=greeting)
                if not awaited():
                    return

    async def _resume(self, events: Events, awaited: Callable[[], bool]) -> None:
        """Go on with a stream that ended early, where the server lets us (MCP 2025-11-25, Resumability).

        Raises:
            Dropped: it cannot be.
        """
        for attempt in range(FRUITLESS):
            await asyncio.sleep(_wait(events, attempt))
            if not awaited():
                return
            try:
                async with self._exchange.ask("GET", self._url, self._headers(events)) as response:
                    if media_type(response) != "text/event-stream":
                        raise Dropped(say("the connection to the server was lost"))
                    await self._events(response, events, awaited)
            except NotTaken as error:
                if error.status:
                    self._forgotten(error)
                    raise Dropped(say("the connection to the server was lost"), detail=str(error)) from error
            except TooLarge:
                raise
            except Dropped as error:
                _log.debug("a resumed stream ended: %s", error)
            if not awaited() or events.heard:
                return
        raise Dropped(say("the connection to the server was lost"))

    def _headers_of(self, out: _Frame) -> dict[str, str]:
        """The headers of a request, made of its bytes (MCP 2026-07-28, Request Metadata)."""
        if not out.revision:
            return ({} if out.method == "initialize" else self._headers()) | _ACCEPT
        headers = {"mcp-protocol-version": out.revision, "mcp-method": encoded(out.method), **_ACCEPT}
        name = out.params.get(_NAMED.get(out.method, ""))
        if isinstance(name, str):
            headers["mcp-name"] = encoded(name)
        if out.method == "tools/call" and isinstance(name, str) and (tool := self._tool(name)) is not None:
            arguments = out.params.get("arguments")
            headers |= headers_of(tool, arguments if isinstance(arguments, dict) else {})
        return headers

    def _headers(self, events: Events | None = None) -> dict[str, str]:
        """The headers of whatever belongs to the session. ``events``: to resume a stream, or begin one."""
        headers = {"mcp-session-id": self._session, "mcp-protocol-version": self._revision}
        if events is not None:
            headers |= {"accept": "text/event-stream", "last-event-id": events.last_id}
        return {name: value for name, value in headers.items() if value}

    @property
    def _target(self) -> str:
        return self._endpoint or self._url

    # What comes

    async def _listen(self) -> None:
        """Hear what the server says by itself, where it offers that (MCP 2025-11-25, Listening for Messages)."""
        events, fruitless, clock = Events(), 0, asyncio.get_running_loop().time
        while fruitless < FRUITLESS:
            began = clock()
            try:
                async with self._exchange.ask("GET", self._url, self._headers(events)) as response:
                    if media_type(response) != "text/event-stream":
                        return
                    await self._events(response, events, lambda: True)
            except NotTaken as error:
                if error.status:
                    if error.status != 405 and not self._forgotten(error):
                        self._note(f"messages that the server sends by itself cannot be heard: {error}")
                    return
            except Dropped as error:
                _log.debug("the stream of a server ended: %s", error)
            fruitless = 0 if events.heard or clock() - began > LIVED else fruitless + 1
            await asyncio.sleep(_wait(events, fruitless))
        self._note("messages that the server sends by itself are not heard any more: its stream ends again and again")

    async def _old(self) -> bool:
        """Whether the server speaks the transport of 2024-11-05, which is then in use."""
        found: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._spawn(self._old_transport(found), "events of a server")
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                await found
        except (AssentError, TimeoutError):
            return False
        return True

    async def _old_transport(self, found: asyncio.Future[None] | None = None) -> None:
        """Hear the one stream of 2024-11-05, by which every answer comes; its end is that of the channel.

        ``found``: hears whether there is such a stream; None where there must be.
        """
        error: AssentError
        try:
            async with self._exchange.ask("GET", self._url, {"accept": "text/event-stream"}) as response:
                if media_type(response) != "text/event-stream":
                    raise Dropped(say("the server offers no stream of events"))
                async with aclosing(self._exchange.events(response, Events())) as stream:
                    async for name, data in stream:
                        if name == "message" and self._endpoint:
                            self._deliver(data, greeting=not self._revision)
                        elif name == "endpoint" and not self._endpoint:
                            self._endpoint = _endpoint(data, str(response.url))
                            self._connected.set()
                            if found is not None and not found.done():
                                found.set_result(None)
            error = Dropped(say("the server ended its stream"))
        except AssentError as failure:
            error = failure
        if found is not None and not found.done():
            found.set_exception(error)
        elif found is None or self._endpoint:
            self._end(error)

    def _deliver(self, frame: bytes, *, greeting: bool = False) -> None:
        """Hand a frame to the receiver. ``greeting``: it may be the answer to ``initialize``."""
        if self._closed:
            return
        if len(frame) > self._limit:
            raise TooLarge(say("its answer is larger than the limit of {limit} bytes", limit=f"{self._limit:,}"))
        if greeting:
            self._revision = _chosen(frame) or self._revision
        self._answered = True
        try:
            self._receiver.frame_received(frame)
        except Exception:  # noqa: BLE001  # a bug of ours ends this channel; no frame may be swallowed
            _log.exception("a frame could not be handled")
            self._end(ChannelClosed("an internal error"))

    # What does not come

    def _not_taken(self, out: _Frame, error: NotTaken) -> None:
        """A request had no effect: its sender hears why."""
        assert out.id is not None
        if error.error is not None and not (error.status == 404 and self._session and not out.revision):
            self._deliver(messages.error_object(out.id, error.error))
        elif not self._answered and (out.method == "initialize" or not error.status):
            self._end(error)
        else:
            self._deliver(messages.error(out.id, SERVER_LOST, f"This was not carried out: {error}."))
            if not out.revision:
                self._forgotten(error)

    def _lost(self, out: _Frame, error: AssentError) -> None:
        """Nobody knows what became of a request."""
        if not self._answered and out.method == "initialize":
            self._end(error)
        elif not self._closed:
            self._receiver.request_lost(out.id or 0, error)

    def _forgotten(self, error: BaseException) -> bool:
        """Whether the server ended the session (HTTP 404), which ends the channel."""
        if not self._session or not isinstance(error, NotTaken) or error.status != 404:
            return False
        self._session = ""
        self._end(ChannelClosed(say("the server ended the session")))
        return True

    def _end(self, error: AssentError) -> None:
        if not self._closed:
            self._closed = True
            self._receiver.channel_closed(error)
            current = asyncio.current_task()
            for task in self._tasks - {current}:
                task.cancel()

    # Bookkeeping

    def _spawn(self, work: Coroutine[object, object, None], name: str) -> asyncio.Task[None]:
        task = tasks.spawn(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _bar(self) -> None:
        self._barriers += 1
        self._open.clear()

    def _unbar(self, out: _Frame) -> None:
        if out.method in _BARRIERS:
            self._barriers -= 1
            if not self._barriers:
                self._open.set()

    def _taken(self, out: _Frame) -> None:
        if not out.taken:
            out.taken = True
            self._hold(-len(out.data))

    def _hold(self, size: int) -> None:
        """Count bytes that wait to be taken, and let the receiver hold back while they are many."""
        before, self._held = self._held, self._held + size
        if before <= HIGH_WATER < self._held:
            self._receiver.writable(False)
        elif self._held <= HIGH_WATER < before:
            self._receiver.writable(True)


def _read(frame: bytes) -> _Frame:
    value = messages.read(frame)
    assert isinstance(value, dict)  # a frame of ours is one message
    params, request_id, method = value.get("params"), value.get("id"), value.get("method")
    params = params if isinstance(params, dict) else {}
    meta = params.get("_meta")
    named = meta.get(META_VERSION) if isinstance(meta, dict) else None
    asks = isinstance(method, str) and type(request_id) is int
    return _Frame(
        frame,
        method if isinstance(method, str) else "",
        params,
        request_id if asks and type(request_id) is int else None,
        named if isinstance(named, str) and named in MODERN else "",
    )


def _session_id(response: httpx2.Response) -> str:
    """The session that the server began, empty where it keeps none (MCP 2025-11-25, Session Management).

    Raises:
        Dropped: it is not as the specification wants it.
    """
    found: str = response.headers.get("mcp-session-id", "")
    if len(found) > MAX_SESSION_ID or not all("!" <= character <= "~" for character in found):
        raise Dropped(say("the server named its session in an invalid way"))
    return found


def _chosen(frame: bytes) -> str:
    """The revision in the result of ``initialize``; empty where it is none that Assent knows."""
    try:
        value = messages.read(frame)
    except messages.RefusedMessage:
        return ""
    result = value.get("result") if isinstance(value, dict) else None
    chosen = result.get("protocolVersion") if isinstance(result, dict) else None
    return chosen if isinstance(chosen, str) and chosen in LEGACY else ""


def _endpoint(data: bytes, url: str) -> str:
    """Where requests go in the transport of 2024-11-05.

    Raises:
        UrlRefused: it is not of the server's own origin.
    """
    target = urljoin(url, data.decode())
    if urls.origin_of(target) != urls.origin_of(url):
        raise urls.UrlRefused(say("the server sends its requests to another server"), detail=target)
    return target


def _wait(events: Events, attempt: int) -> float:
    """Seconds before the next connection of a stream: as the server wants, ever longer where it brought nothing."""
    if events.wait is not None and not attempt:
        return min(max(events.wait, SHORTEST_WAIT), LONGEST_WAIT)
    wait = max(events.wait or FIRST_WAIT, SHORTEST_WAIT) * 2.0**attempt
    # Jitter only spreads load; it needs no secrecy.
    return min(wait, LONGEST_WAIT) * random.uniform(1.0, 1.25)  # noqa: S311
