"""The requests of one session to its server, and their responses.

Invariants: an app's id never reaches the server, so that ids of apps and of the host cannot collide. A response is
delivered once, to the sender of the request. ``forward`` refuses ``tools/call``: only ``host.wire.dispatch`` sends it,
and only the gate may import that.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Final

from host.canonical import compact
from host.errors import SERVER_LOST, AssentError, ChannelClosed, NotDispatched
from host.model import JsonObject, object_in
from host.wire import messages
from host.wire.messages import Message

GATED: Final = frozenset({"tools/call", "call_tool"})
"""Methods that leave only through the gate."""

OnResponse = Callable[[Message], None]


class Upstream:
    """The host's end of a session with a server."""

    def __init__(self, send: Callable[[bytes], object]) -> None:
        """``send``: sends one frame to the server."""
        self._send = send
        self._ids = itertools.count(1)
        self._callbacks: dict[int, OnResponse] = {}
        self._is_closed = False

    @property
    def in_flight_count(self) -> int:
        """Number of requests that wait for a response."""
        return len(self._callbacks)

    def forward(
        self,
        method: str,
        params: JsonObject | None,
        on_response: OnResponse,
        *,
        progress: bool = False,
        plain: bool = False,
    ) -> int:
        """Send a request that needs no decision. Returns its upstream id.

        ``progress``: ask for progress, with the upstream id as token. ``plain``: see ``canonical.Document``.

        Raises NotDispatched if ``method`` may leave only through the gate, and ChannelClosed if the server is gone.
        """
        if method in GATED:
            raise NotDispatched(f"{method} leaves only through the gate")
        upstream_id = self._register(on_response)
        if progress:
            params = (params or {}) | {"_meta": object_in(params, "_meta") | {"progressToken": upstream_id}}
        body = None if params is None else compact(params, plain=plain)
        self._send(messages.request(upstream_id, method, body))
        return upstream_id

    async def request(self, method: str, params: JsonObject | None, *, timeout: float) -> Message:
        """Send a request of the host and wait at most ``timeout`` seconds for its response.

        Raises ChannelClosed if the server is gone, and TimeoutError if it did not answer in time.
        """
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

        def set_answer(message: Message) -> None:
            if not answer.done():
                answer.set_result(message)

        upstream_id = self.forward(method, params, set_answer)
        try:
            async with asyncio.timeout(timeout):
                return await answer
        finally:
            if method == "initialize":  # the specification forbids to cancel it
                self.forget(upstream_id)
            else:
                self.cancel(upstream_id, "nobody waits for it any more")

    def notify(self, method: str, params: bytes | None) -> None:
        """Send a notification. A lax server could run a ``tools/call`` without an id, so those are refused too.

        Raises NotDispatched if ``method`` may leave only through the gate.
        """
        if method in GATED:
            raise NotDispatched(f"{method} leaves only through the gate")
        self._send(messages.notification(method, params))

    def forget(self, upstream_id: int) -> None:
        """Drop a request: no response will come, or none is wanted."""
        self._callbacks.pop(upstream_id, None)

    def respond(self, frame: bytes) -> None:
        """Send the frame of a response to a request of the server."""
        self._send(frame)

    def cancel(self, upstream_id: int, reason: str) -> None:
        """Tell the server that a request is no longer wanted. A later response is dropped."""
        if self._callbacks.pop(upstream_id, None) is not None:
            self.notify("notifications/cancelled", compact({"requestId": upstream_id, "reason": reason}))

    def response_received(self, message: Message) -> bool:
        """Deliver a response. Returns False if no request waits for it."""
        on_response = self._callbacks.pop(message.id, None) if type(message.id) is int else None
        if on_response is None:
            return False
        on_response(message)
        return True

    def awaits(self, upstream_id: int) -> bool:
        """Whether this request waits for a response."""
        return upstream_id in self._callbacks

    def fail(self, upstream_id: int, error: AssentError) -> None:
        """Answer a request that will get no response with an error response made here."""
        if (on_response := self._callbacks.pop(upstream_id, None)) is not None:
            body: JsonObject = {"code": SERVER_LOST, "message": str(error)}
            on_response(Message("response", upstream_id, "", None, error=body, is_lost=True))

    def close(self, error: AssentError) -> None:
        """Refuse further requests and answer all waiting ones with an error: the server is gone."""
        self._is_closed = True
        self.fail_all(error)

    def fail_all(self, error: AssentError) -> None:
        """Answer all waiting requests with an error."""
        for upstream_id in tuple(self._callbacks):
            self.fail(upstream_id, error)

    def _send_call(self, params: bytes, progress: bool, on_response: OnResponse) -> int:
        """Send a ``tools/call``. Only ``host.wire.dispatch`` may use this."""
        upstream_id = self._register(on_response)
        if progress:
            params = _with_progress_token(params, upstream_id)
        self._send(messages.tool_call(upstream_id, params))
        return upstream_id

    def _register(self, on_response: OnResponse) -> int:
        if self._is_closed:
            raise ChannelClosed("the server is gone")
        upstream_id = next(self._ids)
        self._callbacks[upstream_id] = on_response
        return upstream_id


def _with_progress_token(params: bytes, token: int) -> bytes:
    """Add the token to canonical call params. If they have a ``_meta``, it is their first key."""
    added = b'"progressToken":%d' % token
    if not params.startswith(_META):
        return b'{"_meta":{' + added + b"}," + params[1:]
    return _META + added + b"," + params[len(_META) :]


_META: Final = b'{"_meta":{'
