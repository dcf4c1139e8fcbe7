"""Servers that speak the simplified method set of older documents: MCP above, their dialect below.

Owns: the translation of each message, both ways: ``initialize`` (with ``client_info``, optional for the server),
``list_tools``, ``call_tool`` (``tool_name``, ``args``) and ``shutdown``, JSON-RPC 2.0 with results of any form.

Invariants:
    - Above it is one more server of a legacy revision with tools and nothing else. What is not in the table of
      translations never reaches the server; so no app can name a method of the dialect.
    - A request keeps its number, which is the host's own; an answer is translated once, by what was asked.
    - A server answers and does nothing else: requests and notifications of its own are dropped, and too many end it.
    - What a server returned is passed on whole: as text, and as structured content where it is an object.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final, Self

from host.canonical import compact
from host.errors import INVALID_REQUEST, METHOD_NOT_FOUND, AssentError
from host.model import JsonObject, JsonValue, RequestId
from host.rates import Tally
from host.wire import messages
from host.wire.channel import ServerChannel, ServerReceiver
from host.wire.messages import Message, RefusedMessage
from host.wire.methods import LEGACY

SHUTDOWN_GRACE: Final = 1.0
"""Seconds for the answer to ``shutdown``; the channel is ended after that, whatever was answered."""
MAX_ODDITIES: Final = 100
"""Messages that are no answers, within a minute, after which a server is given up."""

BELOW: Final = {"initialize": "initialize", "tools/list": "list_tools", "tools/call": "call_tool"}
"""What MCP asks for, and what the dialect calls that."""
_UNKNOWN_METHOD: Final = frozenset({METHOD_NOT_FOUND, 40000, 40400})
"""What a server answers to ``initialize`` that does without."""
_SCHEMAS: Final = {"inputSchema": ("input_schema", "parameters"), "outputSchema": ("output_schema",)}
"""The names of MCP for a tool's schemas, and what older servers call them."""


class OperationsDialect:
    """A channel to a server of the dialect, and the receiver of the channel that carries it."""

    def __init__(self, receiver: ServerReceiver) -> None:
        """Use ``start``. ``receiver``: who hears MCP."""
        self._receiver = receiver
        self._channel: ServerChannel | None = None
        self._asked: dict[RequestId, tuple[str, JsonObject]] = {}
        self._oddities = Tally(MAX_ODDITIES)
        self._greeted = False
        self._over = asyncio.Event()

    @classmethod
    async def start(cls, receiver: ServerReceiver, start: Callable[[ServerReceiver], Awaitable[ServerChannel]]) -> Self:
        """Start the channel that carries the dialect; raises what ``start`` raises."""
        dialect = cls(receiver)
        dialect._channel = await start(dialect)
        return dialect

    # The channel, as those above see it

    @property
    def pid(self) -> int | None:
        """As the channel below has it."""
        return self._below.pid

    @property
    def exit_code(self) -> int | None:
        """As the channel below has it."""
        return self._below.exit_code

    def pause_reading(self, pause: bool) -> None:
        """Stop or go on reading from the server."""
        self._below.pause_reading(pause)

    async def wait_exit(self) -> None:
        """As the channel below has it."""
        await self._below.wait_exit()

    async def stop(self) -> None:
        """Say ``shutdown``, wait briefly for its answer, then end the channel."""
        if not self._over.is_set():
            self._ask("shutdown", "shutdown", None, {})
            with contextlib.suppress(TimeoutError):  # not every server knows it
                async with asyncio.timeout(SHUTDOWN_GRACE):
                    await self._over.wait()
        await self._below.stop()

    def send(self, frame: bytes) -> None:
        """Send one frame of the host's, in the words of the dialect."""
        message = messages.check(messages.read(frame), from_server=True)  # ours: the look-alikes are refused already
        if message.kind == "request" and message.id is not None:
            self._request(message.id, message.method, message.params or {})
        elif message.method == "notifications/cancelled":
            # The dialect cannot cancel. Whatever still comes is nobody's.
            given_up = (message.params or {}).get("requestId")
            if isinstance(given_up, int | str):
                self._asked.pop(given_up, None)

    def _request(self, number: RequestId, method: str, params: JsonObject) -> None:
        if method == "ping":
            self._say(messages.result(number, b"{}"))
        elif method not in BELOW:
            self._say(messages.error(number, METHOD_NOT_FOUND, "Method not found"))
        elif method != "initialize" and not self._greeted:
            self._say(messages.error(number, INVALID_REQUEST, "The session is not initialised"))
        else:
            self._ask(number, method, _params(method, params), params)

    def _ask(self, number: RequestId, method: str, params: JsonObject | None, asked: JsonObject) -> None:
        self._asked[number] = method, asked
        body = None if params is None else compact(params)
        self._below.send(messages.request(number, BELOW.get(method, method), body))

    def _say(self, frame: bytes) -> None:
        """An answer of our own, which comes as late as any answer does."""
        asyncio.get_running_loop().call_soon(self._receiver.frame_received, frame)

    @property
    def _below(self) -> ServerChannel:
        assert self._channel is not None
        return self._channel

    # The receiver, as the channel below sees it

    def awaits(self, request_id: int) -> bool:
        """Whether somebody still waits for the answer to this request."""
        return request_id in self._asked and self._receiver.awaits(request_id)

    def request_lost(self, request_id: int, error: AssentError) -> None:
        """This request was sent and will have no answer."""
        self._asked.pop(request_id, None)
        self._receiver.request_lost(request_id, error)

    def frame_received(self, frame: bytes) -> None:
        """One frame of the server; what is no message at all is counted by those above."""
        try:
            message = messages.check(messages.read(frame), from_server=True)
        except RefusedMessage:
            self._receiver.frame_received(frame)
            return
        if message.kind != "response":
            if self._oddities.exceeded():
                self._gone(AssentError(f"the server sent {MAX_ODDITIES} messages within a minute that are no answers"))
        elif message.id is not None and (asked := self._asked.pop(message.id, None)) is not None:
            self._answer(message, *asked)

    def channel_closed(self, error: AssentError | None) -> None:
        """Tell the receiver that the server is gone."""
        self._gone(error)

    def writable(self, ready: bool) -> None:
        """Whether the server keeps up."""
        self._receiver.writable(ready)

    def _gone(self, error: AssentError | None) -> None:
        if not self._over.is_set():
            self._over.set()
            self._receiver.channel_closed(error)

    def _answer(self, message: Message, method: str, asked: JsonObject) -> None:
        if method == "shutdown":
            self._over.set()
        elif method == "initialize":
            self._greet(message, asked)
        elif message.error is not None:
            self._receiver.frame_received(messages.response(message))
        else:
            made = tools_listed if method == "tools/list" else call_result
            assert message.id is not None
            self._receiver.frame_received(messages.result(message.id, compact(made(message.result))))

    def _greet(self, message: Message, asked: JsonObject) -> None:
        assert message.id is not None
        if message.error is not None and message.error.get("code") not in _UNKNOWN_METHOD:
            self._receiver.frame_received(messages.response(message))
            return
        self._greeted = True
        said = message.result if isinstance(message.result, dict) else {}
        body = greeting(said, asked.get("protocolVersion"))
        self._receiver.frame_received(messages.result(message.id, compact(body)))


def _params(method: str, params: JsonObject) -> JsonObject | None:
    if method == "initialize":
        return {"client_info": params.get("clientInfo", {})}
    if method == "tools/call":
        return {"tool_name": params.get("name"), "args": params.get("arguments", {})}
    return None


def greeting(said: JsonObject, wanted: JsonValue) -> JsonObject:
    """What a server's ``initialize`` says in the words of MCP. ``wanted``: the revision that the app asked for."""
    told = said.get("server_info")
    info = told if isinstance(told, dict) else {}
    name, version = (it if isinstance(it := info.get(key), str) else "" for key in ("name", "version"))
    made: JsonObject = {
        "protocolVersion": wanted if wanted in LEGACY else LEGACY[-1],
        "capabilities": {"tools": {}},
        "serverInfo": {"name": name, "version": version},
    }
    instructions = said.get("instructions")
    return made | {"instructions": instructions} if isinstance(instructions, str) else made


def tools_listed(result: JsonValue) -> JsonObject:
    """The result of ``list_tools``, a list or an object with one, as that of ``tools/list``."""
    tools = result.get("tools") if isinstance(result, dict) else result
    if not isinstance(tools, list):
        return {"tools": None}  # which those above refuse
    return {"tools": [_definition(tool) if isinstance(tool, dict) else tool for tool in tools]}


def _definition(tool: JsonObject) -> JsonObject:
    made = dict(tool)
    for name, others in _SCHEMAS.items():
        for other in others:
            if name not in made and isinstance(made.get(other), dict):
                made[name] = made.pop(other)
    made.setdefault("inputSchema", {"type": "object"})
    return made


def call_result(result: JsonValue) -> JsonObject:
    """The result of ``call_tool``, whatever its form, as that of ``tools/call`` (MCP, server/tools, Tool Result)."""
    text = result if isinstance(result, str) else compact(result).decode()
    failed = isinstance(result, dict) and (result.get("isError") is True or result.get("is_error") is True)
    made: JsonObject = {"content": [{"type": "text", "text": text}], "isError": failed}
    return made | {"structuredContent": result} if isinstance(result, dict) else made
