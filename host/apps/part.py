"""One server of those behind one entry of an app (``host.apps.combined``).

Owns: the channel on which an ordinary ``Session`` with that server believes to have an app, and that session's
handshake.

Invariants: the session is one as any other, so that its calls, rules, reviews and records are those of the server; what
waits for a slow server is bounded and holds nobody else up; ids of ours cannot be an app's.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from host import tasks
from host.canonical import compact
from host.errors import AssentError, ChannelClosed
from host.model import JsonObject, JsonValue, RequestId
from host.text import one_line
from host.wire import messages
from host.wire.methods import META_CAPABILITIES, META_CLIENT_INFO, META_VERSION, MODERN
from host.words import say

if TYPE_CHECKING:
    from host.apps.combined import Combined
    from host.apps.session import Session

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


class Part:
    """One server. Attributes: server, alias: its id, and in names. ready: whether it shook hands. over: it ended.

    modern: whether it speaks the stateless era. offers: its capabilities. own: its own names of tools and of prompts,
    by what follows the alias in the shared ones. opened: monotonic second. why: it cannot be used, empty where it can.
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
            refusal = said.get("error")
            raise AssentError(one_line(str(refusal.get("message")) if isinstance(refusal, dict) else "", TOLD))
        return result

    def next_id(self) -> str:
        """An id that no app uses."""
        return f"{self._prefix}-{next(self._numbers)}"

    def request(self, request_id: RequestId, method: str, params: JsonObject, *, plain: bool = False) -> bytes:
        """A request of the app's in the era of this server."""
        meta = params.get("_meta")
        meta = meta if isinstance(meta, dict) else {}
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
                self.offers = _offers(await self.ask("initialize", self._app.greeting, GREETING))
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
        self.offers = _offers(result)
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


def _offers(result: JsonObject) -> JsonObject:
    offered: JsonValue = result.get("capabilities")
    return offered if isinstance(offered, dict) else {}


OpenSession: TypeAlias = "Callable[[str, Part], Session]"
"""Lets the app use a server (id) on a channel. Raises AssentError where it may not, or there is no room."""
