"""The server that stands for the tools that are part of an app: there is no process behind it.

Owns: the definitions under which these tools are asked about, the answer once one may be used, and of which uses the
app may still say how they ended.

Invariants: nothing is carried out here. What ``tools/call`` brought is given back to the app as what was approved; the
app does the rest, and how that ends is at most told by the app. The definitions are ours, and say no more than that the
app has the tool: its name is the app's word. An app ends its own uses alone, each once, and none that it named as it
named another.
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

MOST_TOOLS: Final = 512
"""Tools of one app that are remembered; apps have some dozens."""
APPROVED: Final = "dev.assent/approved"
"""In the ``_meta`` of the answer: the inputs that were approved."""
MOST_USES: Final = 256
"""Uses of one app that are remembered until it says how they ended; the oldest is forgotten first."""
_DESCRIPTION: Final = (
    "A tool that is part of the app. The app runs it by itself once it may; Assent carries nothing out, and only the "
    "app can say how it ends."
)


class HookSpec(Struct, frozen=True):
    """What there is to reach.

    Attributes:
        app: whose tools.
        tool: the one that its hook asks about; empty where none does.
    """

    app: str
    tool: str = ""


class OwnTools:
    """A channel to that server.

    Attributes:
        pid, exit_code: None, there is no process.
    """

    pid: None = None
    exit_code: None = None

    def __init__(self, receiver: ServerReceiver, names: Iterable[str]) -> None:
        """``receiver``: who hears it. ``names``: of the tools."""
        self._receiver, self._names = receiver, tuple(names)
        self._over = False

    def send(self, frame: bytes) -> None:
        """Take one frame of the host's; the answer comes later, as any answer does."""
        message = messages.check(messages.read(frame), from_server=True)  # ours: look-alikes are refused already
        if message.kind == "request" and message.id is not None:
            answer = self._answer(message.id, message.method, message.params or {})
            asyncio.get_running_loop().call_soon(self._say, answer)

    def pause_reading(self, pause: bool) -> None:
        """There is nothing to read."""

    async def wait_exit(self) -> None:
        """There is no process."""

    async def stop(self) -> None:
        """Nothing was started."""
        self._over = True

    def _say(self, frame: bytes) -> None:
        if not self._over:
            self._receiver.frame_received(frame)

    def _answer(self, number: RequestId, method: str, params: JsonObject) -> bytes:
        modern: JsonObject = {"resultType": "complete"} if META_VERSION in object_in(params, "_meta") else {}
        if method == "tools/call":
            approved = params.get("arguments", {})
            return _result(number, modern | {"content": [], "_meta": {APPROVED: approved}})
        if method == "tools/list":
            tools: list[JsonValue] = [definition(name) for name in self._names]
            return _result(number, modern | {"tools": tools})
        if method == "initialize":
            said: JsonObject = {
                "protocolVersion": params.get("protocolVersion"),
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "assent", "version": "0"},
            }
            return _result(number, said)
        if method == "ping":
            return _result(number, modern)
        return messages.error(number, METHOD_NOT_FOUND, "Method not found")


class Uses:
    """The calls that apps carry out by themselves, and have not told the end of."""

    def __init__(self) -> None:
        self._open: dict[str, dict[str, str]] = {}

    def begin(self, proof: str, use: str, call: str) -> None:
        """Remember which ``call`` the app with the token of this ``proof`` names ``use``."""
        open_ = self._open.setdefault(proof, {})
        open_[use] = "" if use in open_ else call  # of two with one name nobody knows which one ends
        if len(open_) > MOST_USES:
            del open_[next(iter(open_))]

    def end(self, proof: str, use: str) -> str:
        """The call that ended, from now on forgotten; empty where there is none, or it is not certain which."""
        open_ = self._open.get(proof, {})
        call = open_.pop(use, "")
        if not open_:
            self._open.pop(proof, None)
        return call


def definition(name: str) -> JsonObject:
    """Under which a tool is asked about."""
    return {"name": name, "description": _DESCRIPTION, "inputSchema": {"type": "object"}}


def _result(number: RequestId, body: JsonObject) -> bytes:
    return messages.result(number, compact(body))
