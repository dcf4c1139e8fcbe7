"""The server that represents the tools of an app itself. No process is behind it.

Invariants: nothing is executed here. The arguments of an approved ``tools/call`` are returned to the app, which does
the rest. The definitions are Assent's and say only that the app has the tool; its name is the app's word.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from host.canonical import compact
from host.errors import METHOD_NOT_FOUND
from host.model import JsonObject, JsonValue, RequestId, object_in
from host.wire import messages
from host.wire.channel import ServerReceiver
from host.wire.methods import META_VERSION

MAX_TOOLS: Final = 512
"""Tools that are remembered of one app; apps have some dozens."""
APPROVED: Final = "dev.assent/approved"
"""Key of ``_meta`` in the answer: the approved arguments."""
_DESCRIPTION: Final = (
    "A tool that is part of the app. The app runs it by itself once it may; Assent carries nothing out, and only the "
    "app can say how it ends."
)


class HookSpec(Struct, frozen=True):
    """What an entry for an app's own tools leads to.

    ``tool``: the tool that its hook asks about, empty if it asks about none.
    """

    app: str
    tool: str = ""


class OwnTools:
    """The channel to the server that represents an app's own tools. It has no process."""

    pid: None = None
    exit_code: None = None

    def __init__(self, receiver: ServerReceiver, names: Iterable[str]) -> None:
        """``receiver``: gets the answers. ``names``: the names of the tools."""
        self._receiver, self._names = receiver, tuple(names)
        self._is_stopped = False

    def send(self, frame: bytes) -> None:
        """Handle one frame of the host. The answer is delivered asynchronously."""
        message = messages.check(messages.read(frame), from_server=True)  # look-alikes are refused already
        if message.kind == "request" and message.id is not None:
            answer = self._answer(message.id, message.method, message.params or {})
            asyncio.get_running_loop().call_soon(self._deliver, answer)

    def pause_reading(self, pause: bool) -> None:
        """Do nothing: there is nothing to read."""

    async def wait_exit(self) -> None:
        """Do nothing: there is no process."""

    async def stop(self) -> None:
        """Deliver no further answers."""
        self._is_stopped = True

    def _deliver(self, frame: bytes) -> None:
        if not self._is_stopped:
            self._receiver.frame_received(frame)

    def _answer(self, request_id: RequestId, method: str, params: JsonObject) -> bytes:
        modern_members: JsonObject = {"resultType": "complete"} if META_VERSION in object_in(params, "_meta") else {}
        if method == "tools/call":
            approved = params.get("arguments", {})
            return _result(request_id, modern_members | {"content": [], "_meta": {APPROVED: approved}})
        if method == "tools/list":
            tools: list[JsonValue] = [definition(name) for name in self._names]
            return _result(request_id, modern_members | {"tools": tools})
        if method == "initialize":
            handshake: JsonObject = {
                "protocolVersion": params.get("protocolVersion"),
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "assent", "version": "0"},
            }
            return _result(request_id, handshake)
        if method == "ping":
            return _result(request_id, modern_members)
        return messages.error(request_id, METHOD_NOT_FOUND, "Method not found")


def definition(name: str) -> JsonObject:
    """Return the definition of an app's own tool."""
    return {"name": name, "description": _DESCRIPTION, "inputSchema": {"type": "object"}}


def _result(request_id: RequestId, body: JsonObject) -> bytes:
    return messages.result(request_id, compact(body))
