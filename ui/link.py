"""The window's end of the control socket.

Owns: the one connection to the host, on Qt's loop; requests of which only the last one's answer counts.

Invariants: what the host says comes out as signals with frozen objects, in the order in which it was said; a request
has exactly one end: its reply, ``AssentError`` where the host refuses, or ``ChannelClosed`` where the host is gone.
``closed`` is said once, and nothing after it. A host that speaks otherwise than it should is not believed any more: the
connection ends. Of a ``LatestRequest``, an answer that comes after another request was sent, or after ``forget``,
reaches nobody. Of a thing that is read again and again one reaches somebody unless a later one did: it is shown also
where it changes all the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final, TypeVar  # Any: replies of unlike types in one table

from PySide6.QtCore import QObject, Signal

from host.control import codec
from host.control import messages as control
from host.control.process import spawn
from host.control.protocol import (
    AssistantSaid,
    CallAsked,
    CallEnded,
    CallSigned,
    ClockChanged,
    Event,
    HostQuits,
    LogGrew,
    Request,
    ShowWindow,
    StateChanged,
    Welcome,
)
from host.errors import INVALID_REQUEST, AssentError, ChannelClosed, ProtocolError
from ui.tr import tr, translated

T = TypeVar("T")


LINE_LIMIT: Final = 256 << 20
"""Bytes of one message: the largest call there can be, with its definition, written as JSON text in JSON."""
TASKS_END: Final = 2.0
"""Seconds that the link's tasks get to end once they are cancelled; they only wait for replies."""


class Link(QObject):
    """A connection to the host.

    Signals (each carries one frozen object of ``host.control``, or nothing):
        welcomed(Welcome), state_changed(HostState), asked(Asked), ended(CallEnded), signed(CallSigned),
        clock_changed(Clock), log_grew(int), assistant_said(AssistantEntry), shown(), host_quits(), closed(str: why).
    """

    welcomed = Signal(object)
    state_changed = Signal(object)
    asked = Signal(object)
    ended = Signal(object)
    signed = Signal(object)
    clock_changed = Signal(object)
    log_grew = Signal(object)
    assistant_said = Signal(object)
    shown = Signal()
    host_quits = Signal()
    closed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._writer: asyncio.StreamWriter | None = None
        self._waiting: dict[int, tuple[Request[Any], asyncio.Future[Any]]] = {}
        self._number = 0
        self._heard = False
        self._tasks: set[asyncio.Task[object]] = set()

    async def run(self, socket: Path, secret: str) -> None:
        """Connect, then deliver what the host says until the connection ends; says ``closed`` before it returns.

        Raises:
            AssentError: no host is there, it does not let this window in, or speaks otherwise than it should.
        """
        why = tr("the host ended the connection")
        try:
            await self._listen(socket, secret)
        except AssentError as error:
            why = str(error)
            raise
        except (OSError, ValueError) as error:  # ValueError: a line over the limit
            why = tr("the connection to the host broke")
            raise ChannelClosed(why, detail=str(error)) from error
        finally:
            self._close()
            self.closed.emit(why)

    async def end(self) -> None:
        """End the connection and every task of the link; each wait is bounded."""
        self._close()
        if tasks := self._tasks - {asyncio.current_task()}:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=TASKS_END)

    async def ask(self, request: Request[T]) -> T:
        """Ask the host.

        Raises:
            AssentError: it refused; the sentence says why.
            ChannelClosed: it is gone.
        """
        if self._writer is None:
            raise ChannelClosed("there is no connection to the host")
        self._number += 1
        number = self._number
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting[number] = (request, answer)
        self._writer.write(codec.request_frame(number, request) + b"\n")
        try:
            return await answer
        finally:
            self._waiting.pop(number, None)

    def send(
        self,
        request: Request[T],
        then: Callable[[T], object] | None = None,
        failed: Callable[[str], object] | None = None,
    ) -> None:
        """Ask without waiting: ``then`` hears the reply, ``failed`` one safe sentence."""

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
        """Run ``work`` on the loop and hold it to its end; what it fails with is logged."""
        task = spawn(work, name=tr("the window's work"))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self, socket: Path, secret: str) -> None:
        reader, self._writer = await asyncio.open_unix_connection(str(socket), limit=LINE_LIMIT)
        self._writer.write(control.window_hello(secret))
        while line := await reader.readline():
            if not line.endswith(b"\n"):
                raise ChannelClosed("the host broke off in the middle of a message")
            self._hear(line.rstrip(b"\n"))
            await asyncio.sleep(0)  # a burst that is here already must not keep the screen from painting

    def _hear(self, line: bytes) -> None:
        if not self._heard and "ok" in codec.object_of(line):
            raise AssentError("the host does not let this window in")
        message = codec.read_object(line)
        if "method" not in message:
            self._settle(message)
            return
        event = codec.read_event(message)
        if isinstance(event, Welcome) == self._heard:
            raise ProtocolError(INVALID_REQUEST, "the host does not begin with its welcome")
        self._heard = True
        _DELIVERIES[type(event)](self, event)

    def _settle(self, message: dict[str, Any]) -> None:
        number, refusal = message.get("id"), message.get("error")
        if not isinstance(number, int) or number not in self._waiting:
            return
        request, answer = self._waiting[number]
        if answer.done():
            return
        if isinstance(refusal, dict):
            answer.set_exception(AssentError(codec.read_refusal(refusal)))
            return
        try:
            answer.set_result(codec.read_reply(request, message.get("result")))
        except ProtocolError as error:
            answer.set_exception(error)

    def _close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
        for _, answer in tuple(self._waiting.values()):
            if not answer.done():
                answer.set_exception(ChannelClosed(tr("the host is gone")))


_DELIVERIES: Final[dict[type[Event], Callable[[Link, Any], None]]] = {
    Welcome: lambda link, event: link.welcomed.emit(event),
    StateChanged: lambda link, event: link.state_changed.emit(event.state),
    CallAsked: lambda link, event: link.asked.emit(event.asked),
    CallEnded: lambda link, event: link.ended.emit(event),
    CallSigned: lambda link, event: link.signed.emit(event),
    ClockChanged: lambda link, event: link.clock_changed.emit(event.clock),
    LogGrew: lambda link, event: link.log_grew.emit(event.last),
    AssistantSaid: lambda link, event: link.assistant_said.emit(event.entry),
    ShowWindow: lambda link, _: link.shown.emit(),
    HostQuits: lambda link, _: link.host_quits.emit(),
}
"""Which signal each event comes out as."""


class LatestRequest:
    """Asks the host about something that may change while it looks."""

    def __init__(self, link: Link, *, rereads: bool = False) -> None:
        """``rereads``: whether all requests are about one thing, until ``forget``."""
        self._link, self._rereads = link, rereads
        self._number = self._heard = 0

    def send(
        self,
        request: Request[T],
        then: Callable[[T], object],
        failed: Callable[[str], object] | None = None,
    ) -> None:
        """Ask in place of what was asked before; otherwise as ``Link.send``."""
        self._number += 1
        number = self._number

        def on_reply(reply: T) -> None:
            if self._counts(number):
                then(reply)

        def on_failed(why: str) -> None:
            if failed is not None and self._counts(number):
                failed(why)

        self._link.send(request, on_reply, on_failed)

    def _counts(self, number: int) -> bool:
        if number <= self._heard or not (self._rereads or number == self._number):
            return False
        self._heard = number
        return True

    def forget(self) -> None:
        """Drop every reply that is under way: from now on something else is shown, or nothing."""
        self._heard = self._number
