"""Servers with the simplified method set of older documents, presented as MCP servers.

Owns: the translation of each message in both directions: ``initialize`` (with ``client_info``; optional for the
server), ``list_tools``, ``call_tool`` (``tool_name``, ``args``) and ``shutdown``. They are JSON-RPC 2.0, with results
of any form.

Invariants:
    - To the host this is a server of a legacy revision with tools only. A method without a translation never reaches
      the server, so that no app can name a method of the dialect.
    - A request keeps its id, which the host made. A response is translated once, by the method of its request.
    - Requests and notifications of a server are dropped; too many of them end it.
    - A result of the server is passed on whole: as text, and as structured content if it is an object.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final, Self

from host.canonical import compact
from host.errors import INVALID_REQUEST, METHOD_NOT_FOUND, AssentError
from host.model import JsonObject, JsonValue, RequestId, object_in
from host.rates import Tally
from host.wire import messages
from host.wire.channel import ServerChannel, ServerReceiver
from host.wire.messages import Message, RefusedMessage
from host.wire.methods import LEGACY

SHUTDOWN_GRACE: Final = 1.0
"""Seconds to wait for the answer to ``shutdown`` before the channel is ended."""
MAX_ODDITIES: Final = 100
"""Messages other than responses, within a minute, after which a server is ended."""

DIALECT_METHODS: Final = {"initialize": "initialize", "tools/list": "list_tools", "tools/call": "call_tool"}
"""Methods of MCP and their names in the dialect."""
_UNKNOWN_METHOD: Final = frozenset({METHOD_NOT_FOUND, 40000, 40400})
"""Error codes with which a server answers ``initialize`` if it does not know it."""
_SCHEMAS: Final = {"inputSchema": ("input_schema", "parameters"), "outputSchema": ("output_schema",)}
"""The keys of a tool's schemas in MCP, and their keys in older servers."""


class OperationsDialect:
    """A channel to a server of the dialect, and the receiver of the channel that carries the dialect."""

    def __init__(self, receiver: ServerReceiver) -> None:
        """Use ``start``. ``receiver``: gets frames of MCP."""
        self._receiver = receiver
        self._channel: ServerChannel | None = None
        self._pending: dict[RequestId, tuple[str, JsonObject]] = {}
        self._oddities = Tally(MAX_ODDITIES)
        self._is_initialized = False
        self._ended = asyncio.Event()

    @classmethod
    async def start(cls, receiver: ServerReceiver, start: Callable[[ServerReceiver], Awaitable[ServerChannel]]) -> Self:
        """Start the channel that carries the dialect. Raises what ``start`` raises."""
        dialect = cls(receiver)
        dialect._channel = await start(dialect)
        return dialect

    # Interface of ``ServerChannel``

    @property
    def pid(self) -> int | None:
        """See ``ServerChannel``."""
        return self._carrier.pid

    @property
    def exit_code(self) -> int | None:
        """See ``ServerChannel``."""
        return self._carrier.exit_code

    def pause_reading(self, pause: bool) -> None:
        """Pause or resume reading from the server."""
        self._carrier.pause_reading(pause)

    async def wait_exit(self) -> None:
        """See ``ServerChannel``."""
        await self._carrier.wait_exit()

    async def stop(self) -> None:
        """Send ``shutdown``, wait briefly for its answer, then end the channel."""
        if not self._ended.is_set():
            self._send_request("shutdown", "shutdown", None, {})
            with contextlib.suppress(TimeoutError):  # not every server knows it
                async with asyncio.timeout(SHUTDOWN_GRACE):
                    await self._ended.wait()
        await self._carrier.stop()

    def send(self, frame: bytes) -> None:
        """Translate and send one frame of the host."""
        message = messages.check(messages.read(frame), from_server=True)  # look-alikes are refused already
        if message.kind == "request" and message.id is not None:
            self._handle_request(message.id, message.method, message.params or {})
        elif message.method == "notifications/cancelled":
            # The dialect cannot cancel; a later answer is dropped.
            cancelled_id = (message.params or {}).get("requestId")
            if isinstance(cancelled_id, int | str):
                self._pending.pop(cancelled_id, None)

    def _handle_request(self, request_id: RequestId, method: str, params: JsonObject) -> None:
        if method == "ping":
            self._answer_directly(messages.result(request_id, b"{}"))
        elif method not in DIALECT_METHODS:
            self._answer_directly(messages.error(request_id, METHOD_NOT_FOUND, "Method not found"))
        elif method != "initialize" and not self._is_initialized:
            self._answer_directly(messages.error(request_id, INVALID_REQUEST, "The session is not initialised"))
        else:
            self._send_request(request_id, method, _params(method, params), params)

    def _send_request(
        self, request_id: RequestId, method: str, params: JsonObject | None, original: JsonObject
    ) -> None:
        self._pending[request_id] = method, original
        body = None if params is None else compact(params)
        self._carrier.send(messages.request(request_id, DIALECT_METHODS.get(method, method), body))

    def _answer_directly(self, frame: bytes) -> None:
        """Answer without the server, asynchronously as any answer."""
        asyncio.get_running_loop().call_soon(self._receiver.frame_received, frame)

    @property
    def _carrier(self) -> ServerChannel:
        assert self._channel is not None
        return self._channel

    # Interface of ``ServerReceiver``

    def awaits(self, request_id: int) -> bool:
        """Whether the response to this request is still wanted."""
        return request_id in self._pending and self._receiver.awaits(request_id)

    def request_lost(self, request_id: int, error: AssentError) -> None:
        """Handle that this request was sent and will get no response."""
        self._pending.pop(request_id, None)
        self._receiver.request_lost(request_id, error)

    def frame_received(self, frame: bytes) -> None:
        """Translate one frame of the server. Frames that are no messages go to the receiver, which counts them."""
        try:
            message = messages.check(messages.read(frame), from_server=True)
        except RefusedMessage:
            self._receiver.frame_received(frame)
            return
        if message.kind != "response":
            if self._oddities.exceeded():
                self._close(AssentError(f"the server sent {MAX_ODDITIES} messages within a minute that are no answers"))
        elif message.id is not None and (request_params := self._pending.pop(message.id, None)) is not None:
            self._answer(message, *request_params)

    def channel_closed(self, error: AssentError | None) -> None:
        """Tell the receiver that the server is gone."""
        self._close(error)

    def writable(self, ready: bool) -> None:
        """Pass on whether the server keeps up."""
        self._receiver.writable(ready)

    def _close(self, error: AssentError | None) -> None:
        if not self._ended.is_set():
            self._ended.set()
            self._receiver.channel_closed(error)

    def _answer(self, message: Message, method: str, request_params: JsonObject) -> None:
        if method == "shutdown":
            self._ended.set()
        elif method == "initialize":
            self._answer_initialize(message, request_params)
        elif message.error is not None:
            self._receiver.frame_received(messages.response(message))
        else:
            translate = tools_list_result if method == "tools/list" else call_result
            assert message.id is not None
            self._receiver.frame_received(messages.result(message.id, compact(translate(message.result))))

    def _answer_initialize(self, message: Message, request_params: JsonObject) -> None:
        assert message.id is not None
        if message.error is not None and message.error.get("code") not in _UNKNOWN_METHOD:
            self._receiver.frame_received(messages.response(message))
            return
        self._is_initialized = True
        body = initialize_result(object_in(message.result), request_params.get("protocolVersion"))
        self._receiver.frame_received(messages.result(message.id, compact(body)))


def _params(method: str, params: JsonObject) -> JsonObject | None:
    if method == "initialize":
        return {"client_info": params.get("clientInfo", {})}
    if method == "tools/call":
        return {"tool_name": params.get("name"), "args": params.get("arguments", {})}
    return None


def initialize_result(answer: JsonObject, requested_revision: JsonValue) -> JsonObject:
    """Translate the result of ``initialize``. ``requested_revision``: the one that the app asked for."""
    texts = {key: value for key, value in object_in(answer, "server_info").items() if isinstance(value, str)}
    converted: JsonObject = {
        "protocolVersion": requested_revision if requested_revision in LEGACY else LEGACY[-1],
        "capabilities": {"tools": {}},
        "serverInfo": {"name": texts.get("name", ""), "version": texts.get("version", "")},
    }
    instructions = answer.get("instructions")
    return converted | {"instructions": instructions} if isinstance(instructions, str) else converted


def tools_list_result(result: JsonValue) -> JsonObject:
    """Translate the result of ``list_tools``, a list or an object with one, to that of ``tools/list``."""
    tools = result.get("tools") if isinstance(result, dict) else result
    if not isinstance(tools, list):
        return {"tools": None}  # which the catalogue refuses
    return {"tools": [_definition(tool) if isinstance(tool, dict) else tool for tool in tools]}


def _definition(tool: JsonObject) -> JsonObject:
    converted = dict(tool)
    for name, old_names in _SCHEMAS.items():
        for old_name in old_names:
            if name not in converted and isinstance(converted.get(old_name), dict):
                converted[name] = converted.pop(old_name)
    converted.setdefault("inputSchema", {"type": "object"})
    return converted


def call_result(result: JsonValue) -> JsonObject:
    """Translate the result of ``call_tool`` to that of ``tools/call`` (MCP, server/tools, Tool Result)."""
    text = result if isinstance(result, str) else compact(result).decode()
    is_error = isinstance(result, dict) and (result.get("isError") is True or result.get("is_error") is True)
    converted: JsonObject = {"content": [{"type": "text", "text": text}], "isError": is_error}
    return converted | {"structuredContent": result} if isinstance(result, dict) else converted
