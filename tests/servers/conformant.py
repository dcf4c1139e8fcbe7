"""A stdio server with all that the official conformance suite asks of a server, in both protocol eras, without an SDK.

What it offers is data: the tools, prompts and resources below are those that the suite's scenarios describe.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import struct
import sys
import threading
import time
import zlib
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]

MODERN = "2026-07-28"
LEGACY = ("2025-03-26", "2025-06-18", "2025-11-25")
META = "io.modelcontextprotocol/"
KEY = b"of this process alone"


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _png() -> str:
    """One red pixel."""
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    data = b"\x89PNG\r\n\x1a\n" + head + _chunk(b"IDAT", zlib.compress(b"\0\xff\0\0")) + _chunk(b"IEND", b"")
    return base64.b64encode(data).decode()


def _wav() -> str:
    """One silent sample."""
    form = b"fmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 16000, 2, 16) + b"data" + struct.pack("<I", 2) + b"\0\0"
    return base64.b64encode(b"RIFF" + struct.pack("<I", len(form) + 4) + b"WAVE" + form).decode()


def text(said: str) -> Json:
    return {"type": "text", "text": said}


def resource(uri: str, said: str, kind: str = "text/plain") -> Json:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": kind, "text": said}}


def form(message: str, properties: Json, required: list[str] | None = None) -> Json:
    schema: Json = {"type": "object", "properties": properties, "required": required or [*properties]}
    return {"method": "elicitation/create", "params": {"mode": "form", "message": message, "requestedSchema": schema}}


def sampling(prompt: str, most: int = 100) -> Json:
    messages = [{"role": "user", "content": text(prompt)}]
    return {"method": "sampling/createMessage", "params": {"messages": messages, "maxTokens": most}}


IMAGE: Json = {"type": "image", "data": _png(), "mimeType": "image/png"}
NAME = form("What is your name?", {"name": {"type": "string"}})
ROOTS: Json = {"method": "roots/list", "params": {}}
ANY: Json = {"type": "object", "properties": {}}

FIXED: dict[str, list[Json]] = {
    "test_simple_text": [text("This is a simple text response for testing.")],
    "test_image_content": [IMAGE],
    "test_audio_content": [{"type": "audio", "data": _wav(), "mimeType": "audio/wav"}],
    "test_embedded_resource": [resource("test://embedded-resource", "This is an embedded resource content.")],
    "test_multiple_content_types": [
        text("Multiple content types test:"),
        IMAGE,
        resource("test://mixed-content-resource", '{"test":"data","value":123}', "application/json"),
    ],
    "json_schema_2020_12_tool": [text("ok")],
    "test_headers": [text("ok")],
    "test_logging_tool": [text("ok")],
    "test_trigger_tool_change": [text("changed")],
    "test_trigger_prompt_change": [text("changed")],
}
"""Tools by what they answer."""

ASKED: dict[str, list[dict[str, Json]]] = {
    "test_input_required_result_elicitation": [{"user_name": NAME}],
    "test_input_required_result_sampling": [{"capital_question": sampling("What is the capital of France?")}],
    "test_input_required_result_list_roots": [{"client_roots": ROOTS}],
    "test_input_required_result_request_state": [{"confirm": form("Please confirm", {"ok": {"type": "boolean"}})}],
    "test_input_required_result_tampered_state": [{"confirm": form("Please confirm", {"ok": {"type": "boolean"}})}],
    "test_input_required_result_multiple_inputs": [
        {"user_name": NAME, "greeting": sampling("Generate a greeting", 50), "client_roots": ROOTS}
    ],
    "test_input_required_result_multi_round": [
        {"step1": form("Step 1: What is your name?", {"name": {"type": "string"}})},
        {"step2": form("Step 2: What is your favorite color?", {"color": {"type": "string"}})},
    ],
    "test_input_required_result_capabilities": [{"greeting": sampling("Generate a greeting"), "user_name": NAME}],
    "test_streaming_elicitation": [{"user_name": NAME}],
    "test_missing_capability": [{"greeting": sampling("Generate a greeting")}],
}
"""Tools by what they ask before they answer, one round after the other (2026-07-28)."""
ASKED_PROMPT = {"user_context": form("What context should the prompt use?", {"context": {"type": "string"}})}

ENUMS: Json = {
    "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
    "titledSingle": {
        "type": "string",
        "oneOf": [{"const": f"value{n}", "title": f"Option {n}"} for n in (1, 2, 3)],
    },
    "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["One", "Two", "Three"]},
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
    "titledMulti": {
        "type": "array",
        "items": {"anyOf": [{"const": f"value{n}", "title": f"Choice {n}"} for n in (1, 2, 3)]},
    },
}
DEFAULTS: Json = {
    "name": {"type": "string", "default": "John Doe"},
    "age": {"type": "integer", "default": 30},
    "score": {"type": "number", "default": 95.5},
    "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    "verified": {"type": "boolean", "default": True},
}
USER: Json = {"username": {"type": "string"}, "email": {"type": "string"}}
LEGACY_ASKED: dict[str, Callable[[Json], Json]] = {
    "test_elicitation": lambda given: form(given["message"], USER),
    "test_elicitation_sep1034_defaults": lambda _: form("Please check", DEFAULTS, ["name"]),
    "test_elicitation_sep1330_enums": lambda _: form("Please choose", ENUMS, ["untitledSingle"]),
    "test_sampling": lambda given: sampling(given["prompt"]),
}
"""Tools by the request that they send to the client before they answer (until 2025-11-25)."""

SCHEMAS: dict[str, Json] = {
    "test_sampling": {"type": "object", "properties": {"prompt": {"type": "string"}}, "required": ["prompt"]},
    "test_elicitation": {"type": "object", "properties": {"message": {"type": "string"}}, "required": ["message"]},
    "test_headers": {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}},
    "json_schema_2020_12_tool": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            }
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": False,
    },
}
OTHERS = ("test_tool_with_logging", "test_tool_with_progress", "test_error_handling", "test_reconnection")
PROMPTS: dict[str, tuple[str, ...]] = {
    "test_simple_prompt": (),
    "test_prompt_with_arguments": ("arg1", "arg2"),
    "test_prompt_with_embedded_resource": ("resourceUri",),
    "test_prompt_with_image": (),
    "test_input_required_result_prompt": (),
}
RESOURCES: dict[str, Json] = {
    "test://static-text": {"mimeType": "text/plain", "text": "This is the content of the static text resource."},
    "test://static-binary": {"mimeType": "image/png", "blob": _png()},
    "test://watched-resource": {"mimeType": "text/plain", "text": "Watched resource content"},
    "test://embedded-resource": {"mimeType": "text/plain", "text": "This is an embedded resource content."},
}
CAPABILITIES: Json = {
    "tools": {"listChanged": True},
    "prompts": {"listChanged": True},
    "resources": {"subscribe": True, "listChanged": True},
    "completions": {},
    "logging": {},
}
INFO: Json = {"name": "conformant", "version": "1"}


class Fault(Exception):
    """What is answered with an error of the protocol."""

    def __init__(self, code: int, message: str, data: Json | None = None) -> None:
        super().__init__(message)
        self.error: Json = {"code": code, "message": message} | ({} if data is None else {"data": data})


class Server:
    """One session over stdin and stdout."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.answers: dict[int, Callable[[Json], None]] = {}
        self.asked = 0
        self.can: Json = {}
        self.listening: Any = None
        self.wanted: Json = {}

    def send(self, message: Json) -> None:
        with self.lock:
            sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            sys.stdout.flush()

    def run(self) -> None:
        for line in sys.stdin:
            message = json.loads(line)
            if "method" not in message:
                self.answers.pop(message["id"])(message)
            elif "id" in message:
                threading.Thread(target=self.answer, args=(message,), daemon=True).start()

    def answer(self, message: Json) -> None:
        params = message.get("params", {})
        modern = META + "protocolVersion" in params.get("_meta", {})
        try:
            if modern and META + "clientCapabilities" not in params["_meta"]:
                raise Fault(-32602, "the client's capabilities are needed")
            handler = getattr(self, "on_" + message["method"].replace("/", "_").lower(), None)
            if handler is None:
                raise Fault(-32601, "Method not found")
            result = handler(params, message["id"], modern)
        except Fault as fault:
            self.send({"id": message["id"], "error": fault.error})
            return
        if result is None:
            return
        if modern:
            result = {"resultType": "complete", **result}
            if message["method"].endswith(("/list", "/read", "discover")):
                result |= {"ttlMs": 0, "cacheScope": "private"}
        self.send({"id": message["id"], "result": result})

    def on_initialize(self, params: Json, _id: Any, _modern: bool) -> Json:
        self.can = params.get("capabilities", {})
        wanted = params["protocolVersion"]
        version = wanted if wanted in LEGACY else LEGACY[-1]
        return {"protocolVersion": version, "capabilities": CAPABILITIES, "serverInfo": INFO}

    def on_server_discover(self, _params: Json, _id: Any, _modern: bool) -> Json:
        able = {name: what for name, what in CAPABILITIES.items() if name != "logging"}
        return {"supportedVersions": [MODERN], "capabilities": able, "_meta": {META + "serverInfo": INFO}}

    def on_ping(self, *_: Any) -> Json:
        return {}

    on_logging_setlevel = on_resources_subscribe = on_resources_unsubscribe = on_ping

    def on_completion_complete(self, *_: Any) -> Json:
        return {"completion": {"values": ["paris", "park", "party"], "total": 3, "hasMore": False}}

    def on_tools_list(self, *_: Any) -> Json:
        names = (*FIXED, *ASKED, *LEGACY_ASKED, *OTHERS)
        return {"tools": [{"name": it, "description": it, "inputSchema": SCHEMAS.get(it, ANY)} for it in names]}

    def on_prompts_list(self, *_: Any) -> Json:
        return {
            "prompts": [
                {
                    "name": name,
                    "description": name,
                    "arguments": [{"name": it, "description": it, "required": True} for it in arguments],
                }
                for name, arguments in PROMPTS.items()
            ]
        }

    def on_prompts_get(self, params: Json, _id: Any, modern: bool) -> Json:
        name, given = params["name"], params.get("arguments", {})
        if name not in PROMPTS:
            raise Fault(-32602, "Unknown prompt")
        said = {
            "test_simple_prompt": [text("This is a simple prompt for testing.")],
            "test_prompt_with_arguments": [
                text(f"Prompt with arguments: arg1='{given.get('arg1')}', arg2='{given.get('arg2')}'")
            ],
            "test_prompt_with_embedded_resource": [
                resource(given.get("resourceUri", ""), "Embedded resource content for testing."),
                text("Please process the embedded resource above."),
            ],
            "test_prompt_with_image": [IMAGE, text("Please analyze the image above.")],
            "test_input_required_result_prompt": [text("With context")],
        }[name]
        if modern and name == "test_input_required_result_prompt" and not params.get("inputResponses"):
            return {"resultType": "input_required", "inputRequests": ASKED_PROMPT}
        return {"messages": [{"role": "user", "content": content} for content in said]}

    def on_resources_list(self, *_: Any) -> Json:
        return {"resources": [{"uri": uri, "name": uri, "mimeType": it["mimeType"]} for uri, it in RESOURCES.items()]}

    def on_resources_templates_list(self, *_: Any) -> Json:
        return {"resourceTemplates": [{"uriTemplate": "test://template/{id}/data", "name": "template"}]}

    def on_resources_read(self, params: Json, _id: Any, _modern: bool) -> Json:
        uri = params["uri"]
        if uri.startswith("test://template/") and uri.endswith("/data"):
            key = uri.split("/")[3]
            data = json.dumps({"id": key, "templateTest": True, "data": f"Data for ID: {key}"})
            return {"contents": [{"uri": uri, "mimeType": "application/json", "text": data}]}
        if uri not in RESOURCES:
            raise Fault(-32602, "Resource not found", {"uri": uri})
        return {"contents": [{"uri": uri, **RESOURCES[uri]}]}

    def on_subscriptions_listen(self, params: Json, request_id: Any, _modern: bool) -> None:
        self.listening, self.wanted = request_id, params.get("notifications", {})
        self.tell("subscriptions/acknowledged", {"notifications": self.wanted, **self.of(request_id)})

    def of(self, request_id: Any) -> Json:
        return {"_meta": {META + "subscriptionId": request_id}}

    def tell(self, what: str, params: Json) -> None:
        self.send({"method": f"notifications/{what}", "params": params})

    def on_tools_call(self, params: Json, request_id: Any, modern: bool) -> Json | None:
        name, meta = params["name"], params.get("_meta", {})
        if name in FIXED:
            kind = "tools" if "tool" in name else "prompts"
            if name.startswith("test_trigger_") and self.wanted.get(f"{kind}ListChanged"):
                self.tell(f"{kind}/list_changed", self.of(self.listening))
            return {"content": FIXED[name]}
        if name in ASKED and modern:
            return self.rounds(name, params, meta.get(META + "clientCapabilities", {}))
        if name in LEGACY_ASKED and not modern:
            self.ask(name, LEGACY_ASKED[name](params.get("arguments", {})), request_id)
            return None
        if name not in OTHERS:
            raise Fault(-32602, f"Unknown tool: {name}")
        return self.step_by_step(name, meta, modern)

    def step_by_step(self, name: str, meta: Json, modern: bool) -> Json:
        """A tool that takes its time, and says so where it is to."""
        if name == "test_error_handling":
            return {"content": [text("This tool intentionally returns an error for testing")], "isError": True}
        for done, said in ((0, "execution started"), (50, "processing data"), (100, "execution completed")):
            if name == "test_tool_with_logging" and not modern:
                self.tell("message", {"level": "info", "data": f"Tool {said}"})
            if name == "test_tool_with_progress" and "progressToken" in meta:
                self.tell("progress", {"progressToken": meta["progressToken"], "progress": done, "total": 100})
            time.sleep(0.05)
        return {"content": [text("done")]}

    def ask(self, name: str, request: Json, request_id: Any) -> None:
        """Ask the client, and answer the call with what it says."""
        with self.lock:
            self.asked += 1
            number = self.asked

        def answered(message: Json) -> None:
            if "error" in message:
                content = [text(f"error: {message['error']['message']}")]
            elif name == "test_sampling":
                content = [text(f"LLM response: {message['result']['content']['text']}")]
            else:
                said = message["result"]
                content = [text(f"User response: action={said['action']}, content={json.dumps(said.get('content'))}")]
            self.send({"id": request_id, "result": {"content": content}})

        self.answers[number] = answered
        self.send({"id": number, **request})

    def rounds(self, name: str, params: Json, can: Json) -> Json:
        """A call that asks for input in its results."""
        rounds, given = ASKED[name], params.get("inputResponses") or {}
        state, number = params.get("requestState"), 0
        if state is not None:
            number = self.read(state)
        if not isinstance(given, dict):
            raise Fault(-32602, "inputResponses must be an object")
        if name == "test_missing_capability" and "sampling" not in can:
            raise Fault(-32021, "Missing required client capability", {"requiredCapabilities": {"sampling": {}}})
        wanted = {key: it for key, it in rounds[number].items() if it["method"].split("/")[0] in can}
        fits = all(isinstance(given.get(key), dict) and self.fits(it, given[key]) for key, it in wanted.items())
        if wanted and fits and given:
            number += 1
        if number == len(rounds):
            return {"content": [text(f"state-ok {json.dumps(given, sort_keys=True)}")]}
        asked = {key: it for key, it in rounds[number].items() if it["method"].split("/")[0] in can}
        more = {} if "state" not in name and "multi" not in name else {"requestState": self.signed(number)}
        return {"resultType": "input_required", "inputRequests": asked, **more}

    def fits(self, request: Json, response: Json) -> bool:
        key = {"elicitation/create": "action", "sampling/createMessage": "content", "roots/list": "roots"}
        return key[request["method"]] in response

    def signed(self, number: int) -> str:
        said = str(number)
        return f"{said}.{hmac.new(KEY, said.encode(), hashlib.sha256).hexdigest()}"

    def read(self, state: Any) -> int:
        said = state.partition(".")[0] if isinstance(state, str) else ""
        if not said.isdigit() or not hmac.compare_digest(self.signed(int(said)), state):
            raise Fault(-32602, "requestState was changed")
        return int(said)


if __name__ == "__main__":
    Server().run()
