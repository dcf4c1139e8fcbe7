"""The common part of all demonstration servers: MCP over stdio, revisions up to 2025-11-25.

Owns: reading requests, checking arguments, running each call in its own thread, progress and cancellation, requests to
the client in the middle of a call.

Invariants: each request gets one answer, a cancelled one none. The arguments of a tool are complete, contain no unknown
one, and have the types of its input schema. It uses little of the standard library and nothing else, so that a server
starts in tens of milliseconds.
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
"""Calls that may run at the same time."""


class ToolError(Exception):
    """The tool failed; the text goes to the model as a result with ``isError``."""


class Job:
    """One running call. ``cancelled``: set when the client has cancelled the call."""

    def __init__(self, send: Callable[[JsonObject], None], token: JsonValue, number: int | str) -> None:
        """Prepare a call.

        ``send``: sends a message to the client. ``token``: the progress token, None if the client wants no progress.
        ``number``: request id of the call; the ids of requests to the client are made from it.
        """
        self.cancelled = threading.Event()
        self._send, self._token, self._id = send, token, f"of {number}"
        self._answered = threading.Event()
        self._answer: JsonObject = {}

    def ask(self, method: str, params: JsonObject) -> JsonObject:
        """Send a request to the client and return its result. Raises ToolError if there is none."""
        self._answered.clear()
        self._send({"id": self._id, "method": method, "params": params})
        self._answered.wait()
        if self.cancelled.is_set():
            self._send({"method": "notifications/cancelled", "params": {"requestId": self._id}})
            raise ToolError("Stopped on request.")
        result, error = self._answer.get("result"), self._answer.get("error")
        if not isinstance(result, dict):
            raise ToolError(
                f"I asked for input and got none: {error.get('message') if isinstance(error, dict) else ''}"
            )
        return result

    def response_received(self, message: JsonObject) -> None:
        """Take a response of the client, if it answers the request of this call."""
        if message.get("id") == self._id:
            self._answer = message
            self._answered.set()

    def cancel(self) -> None:
        """Cancel the call for the client."""
        self.cancelled.set()
        self._answered.set()

    def progress(self, done: float, total: float, message: str) -> None:
        """Report progress, if the client asked for it."""
        if self._token is not None and not self.cancelled.is_set():
            params: JsonObject = {"progressToken": self._token, "progress": done, "total": total, "message": message}
            self._send({"method": "notifications/progress", "params": params})


Run: TypeAlias = "Callable[..., JsonObject]"
"""The function of a tool: takes its job and the checked arguments by name, returns a result. Raises ToolError."""


class Tool(NamedTuple):
    """One tool: its definition for ``tools/list``, and its function."""

    name: str
    title: str
    description: str
    input_schema: JsonObject
    annotations: JsonObject
    run: Run
    output_schema: JsonObject | None = None

    def definition(self) -> JsonObject:
        """The definition for ``tools/list``."""
        listed: JsonObject = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.input_schema,
            "annotations": self.annotations,
        }
        return listed if self.output_schema is None else listed | {"outputSchema": self.output_schema}


def schema(**properties: JsonObject) -> JsonObject:
    """Make an input schema. Properties without a default are required; no others are allowed."""
    required: list[JsonValue] = [name for name, declared in properties.items() if "default" not in declared]
    return {"type": "object", "properties": {**properties}, "required": required, "additionalProperties": False}


def argument(kind: str, title: str, description: str, **more: JsonValue) -> JsonObject:
    """Make the schema of one argument. ``more``: other keywords."""
    return {"type": kind, "title": title, "description": description, **more}


def tool(
    title: str,
    description: str,
    annotations: JsonObject,
    /,
    *,
    output_schema: JsonObject | None = None,
    **properties: JsonObject,
) -> Callable[[Run], Tool]:
    """Make a function a tool of its name. ``properties``: those of its input schema, see ``schema``."""
    inputs = schema(**properties)
    return lambda run: Tool(run.__name__, title, description, inputs, annotations, run, output_schema)


def hints(
    *, reads: bool, destroys: bool = False, repeats: bool | None = None, open_world: bool = False, **more: JsonValue
) -> JsonObject:
    """Make the annotations of a tool. ``repeats``: whether a repeated call changes nothing more; None for no hint."""
    annotations: JsonObject = {"readOnlyHint": reads, "destructiveHint": destroys}
    return annotations | ({} if repeats is None else {"idempotentHint": repeats}) | {"openWorldHint": open_world} | more


def check_arguments(schema: JsonObject, arguments: JsonObject) -> JsonObject:
    """Return the arguments with defaults filled in. Raises ToolError, which names each fault, if they are invalid."""
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


def text_result(text: str, *more: JsonObject, structured: JsonObject | None = None) -> JsonObject:
    """Make a result: a text, further content, and structured content if the tool has an output schema."""
    result: JsonObject = {"content": [{"type": "text", "text": text}, *more], "isError": False}
    return result if structured is None else result | {"structuredContent": structured}


def resource_link(uri: str, name: str, description: str, **more: JsonValue) -> JsonObject:
    """Make a link to data, as content instead of the data. ``more``: other members."""
    return {"type": "resource_link", "uri": uri, "name": name, "description": description, **more}


def serve(name: str, title: str, *tools: Tool) -> None:
    """Answer requests on stdin until it ends."""
    server = _Server(name, title, tools)
    while line := sys.stdin.buffer.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            server.refuse(None, -32600, f"A message has at most {LONGEST_LINE} bytes")
            break
        server.handle(line)
    server.cancel_all()


class _Server:
    def __init__(self, name: str, title: str, tools: tuple[Tool, ...]) -> None:
        self._info: JsonObject = {"name": name, "title": title, "version": "1.0.0"}
        self._tools = {tool.name: tool for tool in tools}
        self._greeted = False
        self._jobs: dict[int | str, Job] = {}
        self._lock = threading.Lock()
        self._requests: dict[str, Callable[[int | str, JsonObject], None]] = {
            "initialize": self._initialize,
            "ping": lambda request_id, _: self._answer(request_id, {}),
            "tools/list": self._list,
            "tools/call": self._call,
        }

    def handle(self, line: bytes) -> None:
        """Handle one message of the client."""
        try:
            message = json.loads(line)
        except ValueError:
            self.refuse(None, -32700, "This is not JSON")
            return
        if not isinstance(message, dict):
            self.refuse(None, -32600, "This is no request")
            return
        request_id, method, params = message.get("id"), message.get("method"), message.get("params", {})
        if "method" not in message and ("result" in message or "error" in message):
            for job in tuple(self._jobs.values()):
                job.response_received(message)
        elif not isinstance(method, str) or not isinstance(params, dict) or message.get("jsonrpc") != "2.0":
            self.refuse(None, -32600, "This is no request")
        elif "id" not in message:
            self._handle_notification(method, params)
        elif isinstance(request_id, bool) or not isinstance(request_id, int | str):
            self.refuse(None, -32600, "An id is a string or a whole number")
        else:
            self._handle_request(request_id, method, params)

    def refuse(self, request_id: int | str | None, code: int, message: str) -> None:
        """Answer with a protocol error."""
        self._send({"id": request_id, "error": {"code": code, "message": message}})

    def cancel_all(self) -> None:
        """Cancel running calls, after the client has closed the connection."""
        for job in tuple(self._jobs.values()):
            job.cancel()

    def _handle_request(self, request_id: int | str, method: str, params: JsonObject) -> None:
        handler = self._requests.get(method)
        if handler is None:
            self.refuse(request_id, -32601, f"There is no method {method}")
        elif request_id in self._jobs:
            self.refuse(request_id, -32600, "A request with this id is still running")
        elif not self._greeted and method not in ("initialize", "ping"):
            self.refuse(request_id, -32600, "Send initialize first")
        else:
            handler(request_id, params)

    def _handle_notification(self, method: str, params: JsonObject) -> None:
        wanted = params.get("requestId")
        if method == "notifications/cancelled" and isinstance(wanted, int | str) and wanted in self._jobs:
            self._jobs[wanted].cancel()

    def _initialize(self, request_id: int | str, params: JsonObject) -> None:
        if self._greeted:
            self.refuse(request_id, -32600, "This session has begun already")
            return
        self._greeted = True
        wanted = params.get("protocolVersion")
        revision = wanted if wanted in REVISIONS else REVISIONS[-1]
        self._answer(request_id, {"protocolVersion": revision, "capabilities": {"tools": {}}, "serverInfo": self._info})

    def _list(self, request_id: int | str, params: JsonObject) -> None:
        if "cursor" in params:
            self.refuse(request_id, -32602, "There is no further page")
        else:
            self._answer(request_id, {"tools": [tool.definition() for tool in self._tools.values()]})

    def _call(self, request_id: int | str, params: JsonObject) -> None:
        name, arguments, meta = params.get("name"), params.get("arguments", {}), params.get("_meta")
        tool = self._tools.get(name) if isinstance(name, str) else None
        if tool is None:
            self.refuse(request_id, -32602, f"Unknown tool: {name}")
        elif not isinstance(arguments, dict):
            self.refuse(request_id, -32602, "Arguments are an object")
        elif len(self._jobs) >= MOST_CALLS:
            self.refuse(request_id, -32000, "Too many calls at once")
        else:
            job = Job(self._send, meta.get("progressToken") if isinstance(meta, dict) else None, request_id)
            self._jobs[request_id] = job
            threading.Thread(
                target=self._run, args=(request_id, tool, arguments, job), name=f"call {request_id}"
            ).start()

    def _run(self, request_id: int | str, tool: Tool, arguments: JsonObject, job: Job) -> None:
        try:
            result = tool.run(job, **check_arguments(tool.input_schema, arguments))
        except ToolError as error:
            result = text_result(str(error)) | {"isError": True}
        except OSError as error:
            result = text_result(f"The system says: {error.strerror}") | {"isError": True}
        finally:
            self._jobs.pop(request_id, None)
        if not job.cancelled.is_set():
            self._answer(request_id, result)

    def _answer(self, request_id: int | str, result: JsonObject) -> None:
        self._send({"id": request_id, "result": result})

    def _send(self, message: JsonObject) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            try:
                while data:
                    data = data[os.write(1, data) :]
            except OSError:
                return  # The client has closed the connection; the end of stdin ends this process.
