"""One session with one server: ids out, responses in.

Owns: the numbers that requests carry towards a server.

Invariants: an app's id never reaches the server, so ids of apps and of the host cannot collide; a response is delivered
once, to whoever asked; ``tools/call`` does not leave through ``forward``: only ``host.wire.dispatch`` sends it, and
only the gate may import that.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Final, Protocol

from host.canonical import compact
from host.errors import SERVER_LOST, AssentError, ChannelClosed, NotDispatched
from host.model import JsonObject
from host.wire import messages
from host.wire.messages import Message

GATED: Final = frozenset({"tools/call", "call_tool"})
"""Methods that leave only through the gate."""

OnResponse = Callable[[Message], None]


class Sender(Protocol):
    """What an upstream needs of a channel."""

    def send(self, frame: bytes) -> None:
        """Send one frame."""


class Upstream:
    """The host's end of a session with a server."""

    def __init__(self, sender: Sender) -> None:
        """``sender``: the channel to the server."""
        self._sender = sender
        self._ids = itertools.count(1)
        self._waiting: dict[int, OnResponse] = {}
        self._closed = False

    @property
    def in_flight(self) -> int:
        """Requests that wait for a response."""
        return len(self._waiting)

    def forward(
        self,
        method: str,
        params: JsonObject | None,
        on_response: OnResponse,
        *,
        progress: bool = False,
        plain: bool = False,
    ) -> int:
        """Send a request that needs no decision; returns its upstream id.

        ``progress``: ask for progress, with the upstream id as token. ``plain``: as ``canonical.Document`` has it.

        Raises:
            NotDispatched: ``method`` needs the gate. ChannelClosed: the server is gone.
        """
        if method in GATED:
            raise NotDispatched(f"{method} leaves only through the gate")
        upstream_id = self._expect(on_response)
        if progress:
            params = params or {}
            meta = params.get("_meta")
            params = params | {"_meta": (meta if isinstance(meta, dict) else {}) | {"progressToken": upstream_id}}
        body = None if params is None else compact(params, plain=plain)
        self._sender.send(messages.request(upstream_id, method, body))
        return upstream_id

    async def ask(self, method: str, params: JsonObject | None, *, timeout: float) -> Message:
        """Send a request of the host's own and wait at most ``timeout`` seconds for its response.

        Raises:
            ChannelClosed: the server is gone. TimeoutError: it did not answer in time.
        """
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

        def settle(message: Message) -> None:
            if not answer.done():
                answer.set_result(message)

        upstream_id = self.forward(method, params, settle)
        try:
            async with asyncio.timeout(timeout):
                return await answer
        finally:
            if method == "initialize":  # the one request that is not to be cancelled
                self.forget(upstream_id)
            else:
                self.cancel(upstream_id, "nobody waits for it any more")

    def notify(self, method: str, params: bytes | None) -> None:
        """Send a notification; a lax server would run a call without an id, so those do not leave here either.

        Raises:
            NotDispatched: ``method`` needs the gate.
        """
        if method in GATED:
            raise NotDispatched(f"{method} leaves only through the gate")
        self._sender.send(messages.notification(method, params))

    def forget(self, upstream_id: int) -> None:
        """No response to this request will come, or none is wanted."""
        self._waiting.pop(upstream_id, None)

    def respond(self, frame: bytes) -> None:
        """Send a response to a request of the server, already framed."""
        self._sender.send(frame)

    def cancel(self, upstream_id: int, reason: str) -> None:
        """Tell the server that a request is no longer wanted; its response, should it still come, is dropped."""
        if self._waiting.pop(upstream_id, None) is not None:
            self.notify("notifications/cancelled", compact({"requestId": upstream_id, "reason": reason}))

    def response_received(self, message: Message) -> bool:
        """Deliver a response; False where nobody waits for it."""
        on_response = self._waiting.pop(message.id, None) if type(message.id) is int else None
        if on_response is None:
            return False
        on_response(message)
        return True

    def awaits(self, upstream_id: int) -> bool:
        """Whether somebody waits for the response to this request."""
        return upstream_id in self._waiting

    def lost(self, upstream_id: int, error: AssentError) -> None:
        """No response to this request will come: who waits for it hears so, with an error response of ours."""
        if (on_response := self._waiting.pop(upstream_id, None)) is not None:
            body: JsonObject = {"code": SERVER_LOST, "message": str(error)}
            on_response(Message("response", upstream_id, "", None, error=body, lost=True))

    def close(self, error: AssentError) -> None:
        """The server is gone: every waiting request hears so."""
        self._closed = True
        self.lose_all(error)

    def lose_all(self, error: AssentError) -> None:
        """No answer will come to what was sent so far."""
        for upstream_id in tuple(self._waiting):
            self.lost(upstream_id, error)

    def _send_call(self, params: bytes, progress: bool, on_response: OnResponse) -> int:
        """For ``host.wire.dispatch`` alone."""
        upstream_id = self._expect(on_response)
        if progress:
            params = _with_progress_token(params, upstream_id)
        self._sender.send(messages.request(upstream_id, "tools/call", params))
        return upstream_id

    def _expect(self, on_response: OnResponse) -> int:
        if self._closed:
            raise ChannelClosed("the server is gone")
        upstream_id = next(self._ids)
        self._waiting[upstream_id] = on_response
        return upstream_id


def _with_progress_token(params: bytes, token: int) -> bytes:
    """Add the token to canonical call params, whose first key, where there is one, is ``_meta``."""
    added = b'"progressToken":%d' % token
    if not params.startswith(_META):
        return b'{"_meta":{' + added + b"}," + params[1:]
    return _META + added + b"," + params[len(_META) :]


_META: Final = b'{"_meta":{'
