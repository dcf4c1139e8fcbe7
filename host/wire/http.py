"""The channel to a server behind a URL (MCP, basic/transports, every revision).

Owns: which request carries each frame, the session of legacy revisions, streams for messages of the server, and what
the end of a request means for its frame.

Invariants:
    - Each frame is parsed before it is sent, and its headers are made of these bytes, so that they never contradict the
      body. A frame that names its revision is stateless (2026-07-28); any other belongs to the session that
      ``initialize`` began.
    - A request is sent once. If its connection is lost, only this request is lost: the receiver gets ``request_lost``.
      A stream of a legacy revision may be resumed, which sends no request again.
    - Frames may overtake each other, but not a handshake: what was sent after ``initialize`` or
      ``notifications/initialized`` leaves after these were answered.
    - URLs that a server names must be of its own origin.
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
from host.model import JsonObject, ToolDefinition, object_in
from host.wire import messages, urls
from host.wire.channel import HIGH_WATER, ServerReceiver
from host.wire.http_client import CONNECT_TIMEOUT, open_client
from host.wire.http_exchange import (
    AnswerTooLarge,
    Exchange,
    HttpSpec,
    NotExecuted,
    OutcomeUnknown,
    StreamState,
    media_type,
)
from host.wire.methods import LEGACY, META_VERSION, MODERN
from host.wire.param_headers import NAME_PARAMETERS, encode_value, headers_of
from host.words import say

if TYPE_CHECKING:
    import httpx2

_log = logging.getLogger(__name__)

DEFAULT_DELAY: Final = 1.0
MIN_DELAY: Final = 0.1
MAX_DELAY: Final = 60.0
"""Seconds before a stream is opened again: the default, and the bounds for what the server wants."""
MAX_FRUITLESS_CONNECTIONS: Final = 5
"""Connections of a stream in a row without a message, after which no other is opened."""
LONG_LIVED_SECONDS: Final = 10.0
"""Seconds after which a connection does not count as fruitless even without a message: proxies end idle ones."""
NOTIFY_TIMEOUT: Final = 30.0
"""Seconds for a server to accept a notification or an answer of the app."""
END_TIMEOUT: Final = 2.0
"""Seconds to send what is still queued at the end of a session, and again for ending it."""
MAX_SESSION_ID: Final = 1_024

_ACCEPT: Final = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
_BARRIERS: Final = frozenset({"initialize", "notifications/initialized"})
"""Methods that later frames wait for."""
_OLD_TRANSPORT_STATUSES: Final = frozenset({400, 404, 405})
"""HTTP statuses for ``initialize`` after which the transport of 2024-11-05 is tried."""

ToolLookup: TypeAlias = Callable[[str], ToolDefinition | None]
"""Returns the definition of the session's tool with a name, None if no such tool can be used."""


class _Outgoing(Struct):
    """A frame to be sent, parsed; ``method`` is empty for a response, and ``id`` None unless it is a request.

    ``revision``: the modern revision that it names, else empty. ``is_sent``: whether it was sent, or will not be.
    """

    data: bytes
    method: str
    params: JsonObject
    id: int | None
    revision: str
    is_sent: bool = False


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
        find_tool: ToolLookup,
        note: Callable[[str], None],
    ) -> None:
        """Use ``start``."""
        self._url, self._receiver, self._client, self._limit = spec.url, receiver, client, frame_limit
        self._find_tool, self._note = find_tool, note
        self._exchange = Exchange(spec, client, limit=frame_limit)
        self._session_id = self._revision = ""
        self._endpoint = ""  # of the transport of 2024-11-05, once it is in use
        self._has_answered = self._is_closed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._request_tasks: dict[int, asyncio.Task[None]] = {}
        self._one_way_queue: asyncio.Queue[_Outgoing | None] = asyncio.Queue()
        self._open_barriers = 0
        self._connected, self._initialize_done, self._no_barrier = asyncio.Event(), asyncio.Event(), asyncio.Event()
        for event in (self._connected, self._initialize_done, self._no_barrier):
            event.set()
        self._unsent_bytes = 0
        self._one_way_task = self._spawn(self._send_one_way(), "what is said to a server")

    @classmethod
    async def start(
        cls,
        spec: HttpSpec,
        receiver: ServerReceiver,
        *,
        frame_limit: int,
        find_tool: ToolLookup = lambda _: None,
        note: Callable[[str], None] = lambda _: None,
    ) -> HttpChannel:
        """Return a channel. Nothing is sent before the first frame, except to open the stream of 2024-11-05.

        ``frame_limit``: largest message from the server, in bytes. ``find_tool``: looks up a tool of the session by its
        name. ``note``: keeps a line about an oddity for people to read.

        Raises AssentError if no client can be made for the server.
        """
        client = await open_client(spec.url)
        channel = cls(spec, receiver, client, frame_limit=frame_limit, find_tool=find_tool, note=note)
        if spec.kind == "sse":
            channel._connected.clear()
            channel._spawn(channel._run_old_transport(), "events of a server")
        return channel

    def send(self, frame: bytes) -> None:
        """Send one frame. Does nothing once closed."""
        if self._is_closed:
            return
        outgoing = _parse_outgoing(frame)
        if outgoing.method == "notifications/cancelled" and self._cancel_by_closing(outgoing):
            return
        self._count_unsent(len(frame))
        if outgoing.method == "initialize":
            self._initialize_done.clear()
        if outgoing.method in _BARRIERS:
            self._open_barriers += 1
            self._no_barrier.clear()
        if outgoing.id is None:
            self._one_way_queue.put_nowait(outgoing)
            return
        task = self._spawn(self._send_request(outgoing), f"request {outgoing.id}")
        self._request_tasks[outgoing.id] = task
        task.add_done_callback(lambda _: self._request_tasks.pop(outgoing.id or 0, None))

    def pause_reading(self, pause: bool) -> None:
        """Pause or resume reading answers."""
        if pause:
            self._exchange.reading.clear()
        else:
            self._exchange.reading.set()

    async def wait_exit(self) -> None:
        """Do nothing: there is no process."""

    async def stop(self) -> None:
        """Send what is queued, end the session and close every connection."""
        was_closed, self._is_closed = self._is_closed, True
        if not was_closed:
            self._one_way_queue.put_nowait(None)
            await asyncio.wait({self._one_way_task}, timeout=END_TIMEOUT)
        for task in (running := set(self._tasks)):
            task.cancel()
        if running:
            await asyncio.wait(running, timeout=END_TIMEOUT)
        try:
            async with asyncio.timeout(END_TIMEOUT):
                if self._session_id and not was_closed:
                    async with self._exchange.request("DELETE", self._url, self._session_headers(), once=True):
                        pass
        except (AssentError, TimeoutError) as error:
            _log.debug("a session was not ended: %s", error)
        await self._client.aclose()

    # Sending

    def _cancel_by_closing(self, outgoing: _Outgoing) -> bool:
        """Cancel a stateless request by closing its answer (MCP 2026-07-28, Streamable HTTP, Cancellation).

        Returns False in a session: there the server must get the notification, for a lost connection cancels nothing.
        """
        if self._revision or self._endpoint or not self._initialize_done.is_set():
            return False
        self._stop_request(outgoing.params.get("requestId"))
        return True

    async def _send_one_way(self) -> None:
        """Send notifications and answers in order. A server's refusal of one does not end the channel."""
        while (outgoing := await self._one_way_queue.get()) is not None:
            await self._connected.wait()
            await self._initialize_done.wait()
            try:
                async with asyncio.timeout(NOTIFY_TIMEOUT):
                    headers = self._session_headers() | _ACCEPT
                    async with self._exchange.request("POST", self._target, headers, outgoing.data):
                        pass
                if outgoing.method == "notifications/initialized" and not self._endpoint:
                    self._spawn(self._listen(), "messages of a server")
            except (AssentError, TimeoutError) as error:
                if self._end_if_session_ended(error):
                    return
                self._note(f"a message of the app was not taken: {str(error) or 'out of time'}")
            finally:
                self._mark_sent(outgoing)
                self._lift_barrier(outgoing)
            if outgoing.method == "notifications/cancelled":
                self._stop_request(outgoing.params.get("requestId"))

    def _stop_request(self, request_id: object) -> None:
        if isinstance(request_id, int) and (task := self._request_tasks.get(request_id)) is not None:
            task.cancel()

    async def _send_request(self, outgoing: _Outgoing) -> None:
        """Send a request and deliver its answer, or an error in its place."""
        assert outgoing.id is not None
        try:
            await (self._connected if outgoing.method == "initialize" else self._no_barrier).wait()
            await self._post(outgoing)
        except NotExecuted as error:
            self._answer_not_executed(outgoing, error)
        except AssentError as error:
            self._report_lost(outgoing, error)
        except Exception:  # noqa: BLE001  # a bug of ours loses this request; its sender must get an error
            _log.exception("a request failed")
            self._report_lost(outgoing, ChannelClosed("an internal error"))
        finally:
            self._mark_sent(outgoing)
            if outgoing.method == "initialize":
                self._initialize_done.set()
            self._lift_barrier(outgoing)

    async def _post(self, outgoing: _Outgoing) -> None:
        """Send a request, and deliver messages until its answer came. Raises AssentError if none comes."""
        state = StreamState()

        def is_awaited() -> bool:
            return self._receiver.awaits(outgoing.id or 0)

        try:
            await self._read_first_answer(outgoing, state, is_awaited)
        except OutcomeUnknown as error:
            if outgoing.revision or not state.last_id or isinstance(error, AnswerTooLarge) or not is_awaited():
                raise
        except NotExecuted as error:
            may_be_old = error.status in _OLD_TRANSPORT_STATUSES and error.error is None
            if outgoing.method != "initialize" or not may_be_old or not await self._switch_to_old_transport():
                raise
            await self._read_first_answer(outgoing, state, is_awaited)
        while is_awaited() and not self._endpoint:
            if outgoing.revision or not state.last_id:
                raise OutcomeUnknown(say("the server ended its answer before there was one"))
            await self._resume_stream(state, is_awaited)

    async def _read_first_answer(self, outgoing: _Outgoing, state: StreamState, is_awaited: Callable[[], bool]) -> None:
        if outgoing.method == "initialize":
            self._session_id = self._revision = ""
        once, headers = outgoing.method == "tools/call", self._request_headers(outgoing)
        async with self._exchange.request(
            "POST", self._target, headers, outgoing.data, once=once, on_sent=lambda: self._mark_sent(outgoing)
        ) as response:
            if self._endpoint:
                return  # the answer comes as an event
            if outgoing.method == "initialize":
                self._session_id = _read_session_id(response)
            await self._deliver_answer(outgoing, response, state, is_awaited)

    async def _deliver_answer(
        self, outgoing: _Outgoing, response: httpx2.Response, state: StreamState, is_awaited: Callable[[], bool]
    ) -> None:
        kind = media_type(response)
        if kind == "application/json":
            self._deliver(await self._exchange.read_body(response), is_initialize=outgoing.method == "initialize")
        elif kind == "text/event-stream":
            await self._deliver_events(response, state, is_awaited, is_initialize=outgoing.method == "initialize")
        else:
            raise OutcomeUnknown(say("the server answered with neither JSON nor events"))

    async def _deliver_events(
        self,
        response: httpx2.Response,
        state: StreamState,
        is_awaited: Callable[[], bool],
        *,
        is_initialize: bool = False,
    ) -> None:
        async with aclosing(self._exchange.read_events(response, state)) as stream:
            async for name, data in stream:
                if name == "message":
                    self._deliver(data, is_initialize=is_initialize)
                if not is_awaited():
                    return

    async def _resume_stream(self, state: StreamState, is_awaited: Callable[[], bool]) -> None:
        """Resume a stream that ended early, if the server allows it (MCP 2025-11-25, Resumability).

        Raises OutcomeUnknown if it cannot be resumed.
        """
        for attempt in range(MAX_FRUITLESS_CONNECTIONS):
            await asyncio.sleep(_reconnect_delay(state, attempt))
            if not is_awaited():
                return
            try:
                async with self._exchange.request("GET", self._url, self._session_headers(state)) as response:
                    if media_type(response) != "text/event-stream":
                        raise OutcomeUnknown(say("the connection to the server was lost"))
                    await self._deliver_events(response, state, is_awaited)
            except NotExecuted as error:
                if error.status:
                    self._end_if_session_ended(error)
                    raise OutcomeUnknown(say("the connection to the server was lost"), detail=str(error)) from error
            except AnswerTooLarge:
                raise
            except OutcomeUnknown as error:
                _log.debug("a resumed stream ended: %s", error)
            if not is_awaited() or state.has_message:
                return
        raise OutcomeUnknown(say("the connection to the server was lost"))

    def _request_headers(self, outgoing: _Outgoing) -> dict[str, str]:
        """Return the headers of a request, made of its content (MCP 2026-07-28, Request Metadata)."""
        if not outgoing.revision:
            return ({} if outgoing.method == "initialize" else self._session_headers()) | _ACCEPT
        headers = {"mcp-protocol-version": outgoing.revision, "mcp-method": encode_value(outgoing.method), **_ACCEPT}
        name = outgoing.params.get(NAME_PARAMETERS.get(outgoing.method, ""))
        if isinstance(name, str):
            headers["mcp-name"] = encode_value(name)
        tool = self._find_tool(name) if outgoing.method == "tools/call" and isinstance(name, str) else None
        if tool is not None:
            headers |= headers_of(tool, object_in(outgoing.params, "arguments"))
        return headers

    def _session_headers(self, state: StreamState | None = None) -> dict[str, str]:
        """Return the headers for the session. ``state``: of a stream that is opened or resumed."""
        headers = {"mcp-session-id": self._session_id, "mcp-protocol-version": self._revision}
        if state is not None:
            headers |= {"accept": "text/event-stream", "last-event-id": state.last_id}
        return {name: value for name, value in headers.items() if value}

    @property
    def _target(self) -> str:
        return self._endpoint or self._url

    # Receiving

    async def _listen(self) -> None:
        """Receive messages that the server sends on its own (MCP 2025-11-25, Listening for Messages)."""
        state, fruitless_count, clock = StreamState(), 0, asyncio.get_running_loop().time
        while fruitless_count < MAX_FRUITLESS_CONNECTIONS:
            began = clock()
            try:
                async with self._exchange.request("GET", self._url, self._session_headers(state)) as response:
                    if media_type(response) != "text/event-stream":
                        return
                    await self._deliver_events(response, state, lambda: True)
            except NotExecuted as error:
                if error.status:
                    if error.status != 405 and not self._end_if_session_ended(error):
                        self._note(f"messages that the server sends by itself cannot be heard: {error}")
                    return
            except OutcomeUnknown as error:
                _log.debug("the stream of a server ended: %s", error)
            fruitless_count = 0 if state.has_message or clock() - began > LONG_LIVED_SECONDS else fruitless_count + 1
            await asyncio.sleep(_reconnect_delay(state, fruitless_count))
        self._note("messages that the server sends by itself are not heard any more: its stream ends again and again")

    async def _switch_to_old_transport(self) -> bool:
        """Try the transport of 2024-11-05, and use it from now on if the server speaks it. Returns whether it does."""
        stream_found: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._spawn(self._run_old_transport(stream_found), "events of a server")
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                await stream_found
        except (AssentError, TimeoutError):
            return False
        return True

    async def _run_old_transport(self, stream_found: asyncio.Future[None] | None = None) -> None:
        """Receive the one stream of 2024-11-05, which carries every answer. Its end ends the channel.

        ``stream_found``: set when there is such a stream, or failed if there is none; None if there must be one.
        """
        error: AssentError
        try:
            async with self._exchange.request("GET", self._url, {"accept": "text/event-stream"}) as response:
                if media_type(response) != "text/event-stream":
                    raise OutcomeUnknown(say("the server offers no stream of events"))
                async with aclosing(self._exchange.read_events(response, StreamState())) as stream:
                    async for name, data in stream:
                        if name == "message" and self._endpoint:
                            self._deliver(data, is_initialize=not self._revision)
                        elif name == "endpoint" and not self._endpoint:
                            self._endpoint = _checked_endpoint(data, str(response.url))
                            self._connected.set()
                            if stream_found is not None and not stream_found.done():
                                stream_found.set_result(None)
            error = OutcomeUnknown(say("the server ended its stream"))
        except AssentError as failure:
            error = failure
        if stream_found is not None and not stream_found.done():
            stream_found.set_exception(error)
        elif stream_found is None or self._endpoint:
            self._end(error)

    def _deliver(self, frame: bytes, *, is_initialize: bool = False) -> None:
        """Pass a frame to the receiver. ``is_initialize``: whether it may answer ``initialize``."""
        if self._is_closed:
            return
        if len(frame) > self._limit:
            raise AnswerTooLarge(say("its answer is larger than the limit of {limit} bytes", limit=f"{self._limit:,}"))
        if is_initialize:
            self._revision = _chosen_revision(frame) or self._revision
        self._has_answered = True
        try:
            self._receiver.frame_received(frame)
        except Exception:  # noqa: BLE001  # a bug of ours ends this channel; no frame may be swallowed
            _log.exception("a frame could not be handled")
            self._end(ChannelClosed("an internal error"))

    # Failures

    def _answer_not_executed(self, outgoing: _Outgoing, error: NotExecuted) -> None:
        assert outgoing.id is not None
        if error.error is not None and not (error.status == 404 and self._session_id and not outgoing.revision):
            self._deliver(messages.error_object(outgoing.id, error.error))
        elif not self._has_answered and (outgoing.method == "initialize" or not error.status):
            self._end(error)
        else:
            self._deliver(messages.error(outgoing.id, SERVER_LOST, f"This was not carried out: {error}."))
            if not outgoing.revision:
                self._end_if_session_ended(error)

    def _report_lost(self, outgoing: _Outgoing, error: AssentError) -> None:
        if not self._has_answered and outgoing.method == "initialize":
            self._end(error)
        elif not self._is_closed:
            self._receiver.request_lost(outgoing.id or 0, error)

    def _end_if_session_ended(self, error: BaseException) -> bool:
        """End the channel if the server has ended the session (HTTP 404). Returns whether it has."""
        if not self._session_id or not isinstance(error, NotExecuted) or error.status != 404:
            return False
        self._session_id = ""
        self._end(ChannelClosed(say("the server ended the session")))
        return True

    def _end(self, error: AssentError) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._receiver.channel_closed(error)
            current = asyncio.current_task()
            for task in self._tasks - {current}:
                task.cancel()

    # Bookkeeping

    def _spawn(self, work: Coroutine[object, object, None], name: str) -> asyncio.Task[None]:
        return tasks.spawn(work, name=name, among=self._tasks)

    def _lift_barrier(self, outgoing: _Outgoing) -> None:
        if outgoing.method in _BARRIERS:
            self._open_barriers -= 1
            if not self._open_barriers:
                self._no_barrier.set()

    def _mark_sent(self, outgoing: _Outgoing) -> None:
        if not outgoing.is_sent:
            outgoing.is_sent = True
            self._count_unsent(-len(outgoing.data))

    def _count_unsent(self, size: int) -> None:
        """Add ``size`` to the unsent bytes, and tell the receiver when they cross the high-water mark."""
        before, self._unsent_bytes = self._unsent_bytes, self._unsent_bytes + size
        if before <= HIGH_WATER < self._unsent_bytes:
            self._receiver.writable(False)
        elif self._unsent_bytes <= HIGH_WATER < before:
            self._receiver.writable(True)


def _parse_outgoing(frame: bytes) -> _Outgoing:
    value = messages.read(frame)
    assert isinstance(value, dict)  # the host never sends a batch
    params, request_id, method = object_in(value, "params"), value.get("id"), value.get("method")
    revision = object_in(params, "_meta").get(META_VERSION)
    is_request = isinstance(method, str) and type(request_id) is int
    return _Outgoing(
        frame,
        method if isinstance(method, str) else "",
        params,
        request_id if is_request and type(request_id) is int else None,
        revision if isinstance(revision, str) and revision in MODERN else "",
    )


def _read_session_id(response: httpx2.Response) -> str:
    """Return the session id in an answer, empty if there is none (MCP 2025-11-25, Session Management).

    Raises OutcomeUnknown if the id is not valid.
    """
    session_id: str = response.headers.get("mcp-session-id", "")
    if len(session_id) > MAX_SESSION_ID or not all("!" <= character <= "~" for character in session_id):
        raise OutcomeUnknown(say("the server named its session in an invalid way"))
    return session_id


def _chosen_revision(frame: bytes) -> str:
    """Return the revision in the result of ``initialize``; empty if it is not a legacy one that Assent knows."""
    try:
        value = messages.read(frame)
    except messages.RefusedMessage:
        return ""
    chosen = object_in(value, "result").get("protocolVersion")
    return chosen if isinstance(chosen, str) and chosen in LEGACY else ""


def _checked_endpoint(data: bytes, url: str) -> str:
    """Return the URL for requests in the transport of 2024-11-05.

    Raises UrlRefused if it is not of the server's origin.
    """
    target = urljoin(url, data.decode())
    if urls.origin_of(target) != urls.origin_of(url):
        raise urls.UrlRefused(say("the server sends its requests to another server"), detail=target)
    return target


def _reconnect_delay(state: StreamState, attempt: int) -> float:
    """Return the seconds before the next connection: as the server wants, doubled after each fruitless one."""
    if state.retry_delay is not None and not attempt:
        return min(max(state.retry_delay, MIN_DELAY), MAX_DELAY)
    delay = max(state.retry_delay or DEFAULT_DELAY, MIN_DELAY) * 2.0**attempt
    # Jitter only spreads load; it needs no secrecy.
    return min(delay, MAX_DELAY) * random.uniform(1.0, 1.25)  # noqa: S311
