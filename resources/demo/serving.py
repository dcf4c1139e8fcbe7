"""What all demonstration servers share: MCP over stdio, revisions up to 2025-11-25.

Owns: reading requests, checking arguments, running each call in a thread of its own, progress and cancellation, asking
the client in the middle of a call.

Invariants: one answer for each request and none for a cancelled one; what reaches a tool has every required argument,
no unknown one, and the types that its input schema says; only the standard library, and little of that, so that a
server is there in tens of milliseconds.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from host.model import JsonObject, JsonValue

REVISIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
LONGEST_LINE: Final = 4 << 20
"""Bytes of one message."""
MOST_CALLS: Final = 16
"""Calls at once."""


class ToolError(Exception):
    """The tool ran and could not do it; the text goes to the model as a result with ``isError``."""


class Job:
    """One running call. Attributes: cancelled: set when the client lost interest."""

    def __init__(self, send: Callable[[JsonObject], None], token: JsonValue, number: int | str) -> None:
        """``token``: the progress token, None where the client wants to hear of no progress. ``number``: of the call.

        What it asks goes by a text with that number.
        """
        self.cancelled = threading.Event()
        self._send, self._token, self._id = send, token, f"of {number}"
        self._came = threading.Event()
        self._answer: JsonObject = {}

    def ask(self, method: str, params: JsonObject) -> JsonObject:
        """Ask the client for something and wait for it. Raises ToolError where it gives nothing, or lost interest."""
        self._came.clear()
        self._send({"id": self._id, "method": method, "params": params})
        self._came.wait()
        if self.cancelled.is_set():
            self._send({"method": "notifications/cancelled", "params": {"requestId": self._id}})
            raise ToolError("Stopped on request.")
        result, error = self._answer.get("result"), self._answer.get("error")
        if not isinstance(result, dict):
            raise ToolError(
                f"I asked for input and got none: {error.get('message') if isinstance(error, dict) else ''}"
            )
        return result

    def heard(self, message: JsonObject) -> None:
        """A response of the client: perhaps to what was asked."""
        if message.get("id") == self._id:
            self._answer = message
            self._came.set()

    def cancel(self) -> None:
        """The client lost interest."""
        self.cancelled.set()
        self._came.set()

    def progress(self, done: float, total: float, message: str) -> None:
        """Say how far it is, where the client asked for it."""
        if self._token is not None and not self.cancelled.is_set():
            params: JsonObject = {"progressToken": self._token, "progress": done, "total": total, "message": message}
            self._send({"method": "notifications/progress", "params": params})


Run: TypeAlias = "Callable[..., JsonObject]"
"""What a tool does: its job, and the checked arguments by their names, to a result. Raises ToolError."""


class Tool(NamedTuple):
    """One tool, as ``tools/list`` says it, with what it does."""

    name: str
    title: str
    description: str
    input_schema: JsonObject
    annotations: JsonObject
    run: Run
    output_schema: JsonObject | None = None

    def definition(self) -> JsonObject:
        """As it is listed."""
        listed: JsonObject = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.input_schema,
            "annotations": self.annotations,
        }
        return listed if self.output_schema is None else listed | {"outputSchema": self.output_schema}


def schema(**properties: JsonObject) -> JsonObject:
    """An input schema: every property, of which those without a default are required. Nothing else may be given."""
    required: list[JsonValue] = [name for name, declared in properties.items() if "default" not in declared]
    return {"type": "object", "properties": {**properties}, "required": required, "additionalProperties": False}


def argument(kind: str, title: str, description: str, **more: JsonValue) -> JsonObject:
    """The schema of one argument. ``more``: its other keywords."""
    return {"type": kind, "title": title, "description": description, **more}


def hints(
    *, reads: bool, destroys: bool = False, repeats: bool | None = None, open_world: bool = False, **more: JsonValue
) -> JsonObject:
    """What a tool says of itself.

    Args:
        reads: whether it only reads.
        destroys: whether it may destroy something.
        repeats: whether doing it again makes no difference; None for not saying.
        open_world: whether it reaches out to the world.
        more: other annotations.
    """
    told: JsonObject = {"readOnlyHint": reads, "destructiveHint": destroys}
    return told | ({} if repeats is None else {"idempotentHint": repeats}) | {"openWorldHint": open_world} | more


def checked(schema: JsonObject, arguments: JsonObject) -> JsonObject:
    """The arguments with defaults filled in. Raises ToolError, which names each fault, where they do not fit."""
    properties, required = schema["properties"], schema["required"]
    assert isinstance(properties, dict)
    assert isinstance(required, list)
    faults = [f"{key} is missing" for key in required if key not in arguments]
    faults += [f"{key} is not known" for key in arguments if key not in properties]
    filled: JsonObject = {}
    for key, declared in properties.items():
        assert isinstance(declared, dict)
        if key in arguments:
            filled[key] = arguments[key]
            faults += _faults(key, declared, arguments[key])
        elif "default" in declared:
            filled[key] = declared["default"]
    if faults:
        raise ToolError(f"The arguments do not fit: {'; '.join(faults)}.")
    return filled


def _faults(key: str, declared: JsonObject, value: JsonValue) -> Iterator[str]:
    kind = str(declared["type"])
    if not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean"):
        yield f"{key} is not of type {kind}"
        return
    choices, longest = declared.get("enum"), declared.get("maxLength")
    if isinstance(choices, list) and value not in choices:
        yield f"{key} is none of {', '.join(map(str, choices))}"
    if isinstance(value, str) and isinstance(longest, int) and len(value) > longest:
        yield f"{key} has more than {longest} characters"
    if isinstance(value, int | float):
        low, high = declared.get("minimum", value), declared.get("maximum", value)
        if isinstance(low, int | float) and value < low:
            yield f"{key} is less than {low}"
        if isinstance(high, int | float) and value > high:
            yield f"{key} is more than {high}"


def said(text: str, *more: JsonObject, structured: JsonObject | None = None) -> JsonObject:
    """A result: a text, further content, and structured content where the tool has an output schema."""
    result: JsonObject = {"content": [{"type": "text", "text": text}, *more], "isError": False}
    return result if structured is None else result | {"structuredContent": structured}


def linked(uri: str, name: str, description: str, **more: JsonValue) -> JsonObject:
    """Content that leads to data in place of the data. ``more``: its other members."""
    return {"type": "resource_link", "uri": uri, "name": name, "description": description, **more}


def serve(name: str, title: str, *tools: Tool) -> None:
    """Answer what comes on stdin until it ends."""
    server = _Server(name, title, tools)
    while line := sys.stdin.buffer.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            server.refuse(None, -32600, f"A message has at most {LONGEST_LINE} bytes")
            break
        server.hear(line)
    server.leave()


class _Server:
    def __init__(self, name: str, title: str, tools: tuple[Tool, ...]) -> None:
        self._info: JsonObject = {"name": name, "title": title, "version": "1.0.0"}
        self._tools = {tool.name: tool for tool in tools}
        self._greeted = False
        self._jobs: dict[int | str, Job] = {}
        self._lock = threading.Lock()
        self._requests: dict[str, Callable[[int | str, JsonObject], None]] = {
            "initialize": self._initialize,
            "ping": lambda asked, _: self._answer(asked, {}),
            "tools/list": self._list,
            "tools/call": self._call,
        }

    def hear(self, line: bytes) -> None:
        """One message of the client."""
        try:
            message = json.loads(line)
        except ValueError:
            self.refuse(None, -32700, "This is not JSON")
            return
        if not isinstance(message, dict):
            self.refuse(None, -32600, "This is no request")
            return
        asked, method, params = message.get("id"), message.get("method"), message.get("params", {})
        if "method" not in message and ("result" in message or "error" in message):
            for job in tuple(self._jobs.values()):
                job.heard(message)
        elif not isinstance(method, str) or not isinstance(params, dict) or message.get("jsonrpc") != "2.0":
            self.refuse(None, -32600, "This is no request")
        elif "id" not in message:
            self._notified(method, params)
        elif isinstance(asked, bool) or not isinstance(asked, int | str):
            self.refuse(None, -32600, "An id is a string or a whole number")
        else:
            self._request(asked, method, params)

    def refuse(self, asked: int | str | None, code: int, message: str) -> None:
        """Answer with a protocol error."""
        self._send({"id": asked, "error": {"code": code, "message": message}})

    def leave(self) -> None:
        """The client is gone: let running calls end."""
        for job in tuple(self._jobs.values()):
            job.cancel()

    def _request(self, asked: int | str, method: str, params: JsonObject) -> None:
        handler = self._requests.get(method)
        if handler is None:
            self.refuse(asked, -32601, f"There is no method {method}")
        elif asked in self._jobs:
            self.refuse(asked, -32600, "A request with this id is still running")
        elif not self._greeted and method not in ("initialize", "ping"):
            self.refuse(asked, -32600, "Send initialize first")
        else:
            handler(asked, params)

    def _notified(self, method: str, params: JsonObject) -> None:
        wanted = params.get("requestId")
        if method == "notifications/cancelled" and isinstance(wanted, int | str) and wanted in self._jobs:
            self._jobs[wanted].cancel()

    def _initialize(self, asked: int | str, params: JsonObject) -> None:
        if self._greeted:
            self.refuse(asked, -32600, "This session has begun already")
            return
        self._greeted = True
        wanted = params.get("protocolVersion")
        revision = wanted if wanted in REVISIONS else REVISIONS[-1]
        self._answer(asked, {"protocolVersion": revision, "capabilities": {"tools": {}}, "serverInfo": self._info})

    def _list(self, asked: int | str, params: JsonObject) -> None:
        if "cursor" in params:
            self.refuse(asked, -32602, "There is no further page")
        else:
            self._answer(asked, {"tools": [tool.definition() for tool in self._tools.values()]})

    def _call(self, asked: int | str, params: JsonObject) -> None:
        name, arguments, meta = params.get("name"), params.get("arguments", {}), params.get("_meta")
        tool = self._tools.get(name) if isinstance(name, str) else None
        if tool is None:
            self.refuse(asked, -32602, f"Unknown tool: {name}")
        elif not isinstance(arguments, dict):
            self.refuse(asked, -32602, "Arguments are an object")
        elif len(self._jobs) >= MOST_CALLS:
            self.refuse(asked, -32000, "Too many calls at once")
        else:
            job = Job(self._send, meta.get("progressToken") if isinstance(meta, dict) else None, asked)
            self._jobs[asked] = job
            threading.Thread(target=self._work, args=(asked, tool, arguments, job), name=f"call {asked}").start()

    def _work(self, asked: int | str, tool: Tool, arguments: JsonObject, job: Job) -> None:
        try:
            result = tool.run(job, **checked(tool.input_schema, arguments))
        except ToolError as error:
            result = said(str(error)) | {"isError": True}
        except OSError as error:
            result = said(f"The system says: {error.strerror}") | {"isError": True}
        finally:
            self._jobs.pop(asked, None)
        if not job.cancelled.is_set():
            self._answer(asked, result)

    def _answer(self, asked: int | str, result: JsonObject) -> None:
        self._send({"id": asked, "result": result})

    def _send(self, message: JsonObject) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            try:
                while data:
                    data = data[os.write(1, data) :]
            except OSError:
                return  # The client is gone; the end of stdin ends this process.
