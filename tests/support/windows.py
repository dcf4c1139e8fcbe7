"""A host's window, as a test drives it: the real door, pipe, process and socket, and no Qt."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any, TypeVar  # Any: replies of unlike types

from host import tasks
from host.control import codec
from host.control.protocol import AnswerCall, CallAsked, Event, Request, Welcome
from host.control.views import Asked
from host.values import replace
from tests.support.app import PATIENCE

T = TypeVar("T")
E = TypeVar("E")
RELAY = Path(__file__).with_name("window_relay.py")


class Refused(Exception):
    """The host refused a request: its code and sentence."""


class TestWindow:
    """One window's process. Attributes: pid, secret, argv: as it was started. events: everything heard, in order."""

    __test__ = False

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.pid, self.secret, self.argv = 0, "", [""]
        self.events: list[Event] = []
        self.host_left = asyncio.Event()
        self._news = asyncio.Event()
        self._number = 0
        self._waiting: dict[int, tuple[Request[Any] | None, asyncio.Future[Any]]] = {}

    async def begin(self) -> None:
        """Hear how it was started."""
        begun = json.loads(await self._reader.readline())
        self.pid, self.secret, self.argv = begun["pid"], begun["secret"], begun["argv"]

    def join(self) -> None:
        """Let it connect to the host."""
        self._writer.write(b"go\n")
        self._task = tasks.spawn(self._read(), name="test window reads")

    async def _read(self) -> None:
        while line := await self._reader.readline():
            if line.startswith(b"!"):
                self.host_left.set()
                self._news.set()
                continue
            message = json.loads(line.partition(b"\x1e")[0])  # without the inputs that stand behind a question
            if "method" in message:
                self.events.append(codec.read_event(codec.read_object(line.rstrip(b"\n"))))
                self._news.set()
            elif message.get("id") in self._waiting:
                self._settle(message)

    def _settle(self, message: dict[str, Any]) -> None:
        request, reply = self._waiting.pop(message["id"])
        if "error" in message:
            reply.set_exception(Refused(message["error"]["code"], message["error"]["message"]))
        else:
            reply.set_result(message["result"] if request is None else codec.read_reply(request, message["result"]))

    def raw(self, line: bytes) -> None:
        """Send a line as it is."""
        self._writer.write(line + b"\n")

    async def ask_raw(self, number: int, line: bytes) -> Any:
        """Send a line and wait for the reply that carries ``number``. Raises Refused."""
        reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = (None, reply)
        self.raw(line)
        async with asyncio.timeout(PATIENCE):
            return await reply

    async def ask(self, request: Request[T]) -> T:
        """Send a request and wait for its reply. Raises Refused."""
        self._number += 1
        reply: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting[self._number] = (request, reply)
        self.raw(codec.request_frame(self._number, request))
        async with asyncio.timeout(PATIENCE):
            return await reply

    async def hear(self, kind: type[E], count: int = 1) -> E:
        """The ``count``-th event of a kind, once it came."""
        async with asyncio.timeout(PATIENCE):
            while len(heard := [event for event in self.events if isinstance(event, kind)]) < count:
                self._news.clear()
                await self._news.wait()
        return heard[count - 1]

    async def asked(self, count: int = 1) -> Asked:
        """The ``count``-th question."""
        async with asyncio.timeout(PATIENCE):
            while len(found := self.questions) < count:
                self._news.clear()
                await self._news.wait()
        return found[count - 1]

    @property
    def questions(self) -> list[Asked]:
        """Every question so far."""
        return [event.asked for event in self.events if isinstance(event, CallAsked)]

    def exit(self, code: int) -> None:
        """End the process with ``code``, as a crash would."""
        self._writer.write(f"!exit {code}\n".encode())

    def close(self) -> None:
        """Let go of the process; it ends."""
        self._writer.close()


def answer(asked: Asked, approve: bool = True, **changes: Any) -> AnswerCall:
    """A person's answer to a question."""
    request = asked.request
    said = AnswerCall(request.call.id, request.call.digest, request.round, request.definition.digest, approve)
    return replace(said, **changes)


class Windows:
    """Hears of every window that a host starts.

    Attributes:
        command: what a host is to start for a window.
    """

    def __init__(self, directory: Path) -> None:
        self._path = directory / "w"
        self.command = (sys.executable, "-I", str(RELAY), str(self._path))
        self._arrived: asyncio.Queue[TestWindow] = asyncio.Queue()
        self._all: list[TestWindow] = []
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Windows:
        self._server = await asyncio.start_unix_server(self._arrive, str(self._path), limit=64 << 20)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for window in self._all:
            window.close()

    async def _arrive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        window = TestWindow(reader, writer)
        await window.begin()
        self._all.append(window)
        self._arrived.put_nowait(window)

    async def started(self) -> TestWindow:
        """The next window that was started; it has not joined yet."""
        async with asyncio.timeout(PATIENCE):
            return await self._arrived.get()

    async def joined(self) -> TestWindow:
        """The next window, once it was welcomed."""
        window = await self.started()
        window.join()
        await window.hear(Welcome)
        return window
