"""The window's end of the control socket on Qt's loop, and requests of which only the newest reply counts.

Invariants: events of the host are emitted as signals with frozen objects, in the order in which they arrive; a request
ends exactly once: with its reply, with ``AssentError`` if the host refuses, or with ``ChannelClosed`` if the host is
gone. ``closed`` is emitted once, and no signal after it. The connection ends when the host breaks the protocol.
A ``LatestRequest`` drops replies that arrive after a newer request was sent, or after ``forget``. With
``accepts_earlier`` it drops only replies that are older than one already delivered, so that something that changes all
the time is shown nevertheless.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final, TypeVar  # Any: replies of unlike types in one table

from PySide6.QtCore import QObject, Signal

from host.control import codec, protocol
from host.control import messages as control
from host.control.process import spawn
from host.errors import INVALID_REQUEST, AssentError, ChannelClosed, ProtocolError
from ui.tr import tr, translated

T = TypeVar("T")


LINE_LIMIT: Final = 256 << 20
"""Bytes of one message: the largest call there can be, with its definition, written as JSON text in JSON."""
TASKS_END: Final = 2.0
"""Seconds that the link's tasks get to end once they are cancelled; all they do is wait for replies."""


class Link(QObject):
    """A connection to the host. Its signals carry one frozen object of ``host.control`` each, or nothing."""

    welcomed = Signal(object)  # Welcome
    state_changed = Signal(object)  # HostState
    asked = Signal(object)  # Asked
    ended = Signal(object)  # CallEnded
    signed = Signal(object)  # CallSigned
    clock_changed = Signal(object)  # Clock
    log_grew = Signal(object)  # int
    assistant_said = Signal(object)  # AssistantEntry
    show_requested = Signal()  # the host wants the window to be shown
    host_quits = Signal()
    closed = Signal(str)  # the reason why the connection ended

    def __init__(self) -> None:
        super().__init__()
        self._writer: asyncio.StreamWriter | None = None
        self._pending_by_id: dict[int, tuple[protocol.Request[Any], asyncio.Future[Any]]] = {}
        self._last_id = 0
        self._was_welcomed = False
        self._tasks: set[asyncio.Task[object]] = set()

    async def run(self, socket: Path, secret: str) -> None:
        """Connect, then deliver the host's events until the connection ends. Emits ``closed`` before it returns.

        Raises:
            AssentError: there is no host, it refuses this window, or it breaks the protocol.
        """
        reason = tr("the host ended the connection")
        try:
            await self._read_messages(socket, secret)
        except AssentError as error:
            reason = str(error)
            raise
        except (OSError, ValueError) as error:  # ValueError: a line over the limit
            reason = tr("the connection to the host broke")
            raise ChannelClosed(reason, detail=str(error)) from error
        finally:
            self._close()
            self.closed.emit(reason)

    async def end(self) -> None:
        """End the connection and every task of the link. Each wait is bounded."""
        self._close()
        if tasks := self._tasks - {asyncio.current_task()}:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=TASKS_END)

    async def ask(self, request: protocol.Request[T]) -> T:
        """Send a request and return the host's reply. Raises AssentError if it refuses, ChannelClosed if it is gone."""
        if self._writer is None:
            raise ChannelClosed("there is no connection to the host")
        self._last_id += 1
        request_id = self._last_id
        reply: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._pending_by_id[request_id] = (request, reply)
        self._writer.write(codec.request_frame(request_id, request) + b"\n")
        try:
            return await reply
        finally:
            self._pending_by_id.pop(request_id, None)

    def send(
        self,
        request: protocol.Request[T],
        then: Callable[[T], object] | None = None,
        failed: Callable[[str], object] | None = None,
    ) -> None:
        """Send a request without waiting. ``then`` is called with the reply, or ``failed`` with one safe sentence."""

        async def work() -> None:
            try:
                reply = await self.ask(request)
            except AssentError as error:
                if failed is not None:
                    failed(translated(error.words))
                return
            if then is not None:
                then(reply)

        self.spawn(work())

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Run ``work`` on the loop as a task of the link. Exceptions are logged."""
        task = spawn(work, name=tr("the window's work"))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read_messages(self, socket: Path, secret: str) -> None:
        # asyncio itself would take a host that is too busy to accept for connected.
        reader, self._writer = await asyncio.open_unix_connection(sock=control.connected(socket), limit=LINE_LIMIT)
        self._writer.write(control.window_hello(secret))
        while line := await reader.readline():
            if not line.endswith(b"\n"):
                raise ChannelClosed("the host broke off in the middle of a message")
            self._handle_line(line.rstrip(b"\n"))
            await asyncio.sleep(0)  # a burst of messages must not keep the screen from painting

    def _handle_line(self, line: bytes) -> None:
        if not self._was_welcomed and "ok" in codec.object_of(line):
            raise AssentError("the host does not let this window in")
        message = codec.read_object(line)
        if "method" not in message:
            self._resolve_request(message)
            return
        event = codec.read_event(message)
        if isinstance(event, protocol.Welcome) == self._was_welcomed:
            raise ProtocolError(INVALID_REQUEST, "the host does not begin with its welcome")
        self._was_welcomed = True
        _EMIT_BY_EVENT[type(event)](self, event)

    def _resolve_request(self, message: dict[str, Any]) -> None:
        request_id, refusal = message.get("id"), message.get("error")
        if not isinstance(request_id, int) or request_id not in self._pending_by_id:
            return
        request, reply = self._pending_by_id[request_id]
        if reply.done():
            return
        if isinstance(refusal, dict):
            reply.set_exception(AssentError(codec.read_refusal(refusal)))
            return
        try:
            reply.set_result(codec.read_reply(request, message.get("result")))
        except ProtocolError as error:
            reply.set_exception(error)

    def _close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
        for _, reply in tuple(self._pending_by_id.values()):
            if not reply.done():
                reply.set_exception(ChannelClosed(tr("the host is gone")))


_EMIT_BY_EVENT: Final[dict[type[protocol.Event], Callable[[Link, Any], None]]] = {
    protocol.Welcome: lambda link, event: link.welcomed.emit(event),
    protocol.StateChanged: lambda link, event: link.state_changed.emit(event.state),
    protocol.CallAsked: lambda link, event: link.asked.emit(event.asked),
    protocol.CallEnded: lambda link, event: link.ended.emit(event),
    protocol.CallSigned: lambda link, event: link.signed.emit(event),
    protocol.ClockChanged: lambda link, event: link.clock_changed.emit(event.clock),
    protocol.LogGrew: lambda link, event: link.log_grew.emit(event.last),
    protocol.AssistantSaid: lambda link, event: link.assistant_said.emit(event.entry),
    protocol.ShowWindow: lambda link, _: link.show_requested.emit(),
    protocol.HostQuits: lambda link, _: link.host_quits.emit(),
}
"""Emits the signal for each kind of event."""


class LatestRequest:
    """Sends requests to the host and delivers only the newest reply."""

    def __init__(self, link: Link, *, accepts_earlier: bool = False) -> None:
        """``accepts_earlier``: deliver the reply to an earlier request too, unless a later one was delivered before."""
        self._link, self._accepts_earlier = link, accepts_earlier
        self._last_sent = self._last_delivered = 0

    def send(
        self, request: protocol.Request[T], then: Callable[[T], object], failed: Callable[[str], object] | None = None
    ) -> None:
        """Send a request that replaces the ones before it; otherwise as ``Link.send``."""
        self._last_sent += 1
        number = self._last_sent

        def on_reply(reply: T) -> None:
            if self._accept_reply(number):
                then(reply)

        def on_failed(reason: str) -> None:
            if failed is not None and self._accept_reply(number):
                failed(reason)

        self._link.send(request, on_reply, on_failed)

    def _accept_reply(self, number: int) -> bool:
        """Note that the reply to request ``number`` is delivered. Returns False if it must be dropped."""
        if number <= self._last_delivered or not (self._accepts_earlier or number == self._last_sent):
            return False
        self._last_delivered = number
        return True

    def forget(self) -> None:
        """Drop the replies to all requests sent so far."""
        self._last_delivered = self._last_sent
