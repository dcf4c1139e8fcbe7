"""A server that says everything a client need not know: unknown fields, extensions, nulls, numbers of any form.

Whatever it is asked, it answers with the parameters as they arrived, so that what was changed on the way shows up. It
speaks both eras on stdin and stdout; ``Odd`` is the same without them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from typing import Any

EXTRA = (
    '"x-null":null,"x-big":123456789012345678901234567890,"x-numbers":[1.0,1e2,-0.0,0.10,1E+2,-7],"x-empty":{},'
    '"x-text":"\\u00e9\\ud83d\\ude00\\u2028\\u202e \\u0000<b>","X-Vendor":{"nested":[null,[],{}]},'
    '"_meta":{"com.example/kept":[null,1.50],"":""}'
)
"""Members for any object."""
TOOLS = (
    '{"name":"echo","title":null,"inputSchema":{"type":"object","x-deep":1.0},"annotations":{"dataScale":"small",'
    f'"requiredApprovers":1.0,"x":null}},"icons":[{{"src":"data:,","x":1e1}}],{EXTRA}}},'
    '{"name":"ask","inputSchema":{"type":"object"}},'
    '{"name":"tasky","inputSchema":{"type":"object"},"execution":{"taskSupport":"optional","x-kept":1.0}}'
)
_TOKEN = re.compile(r'"progressToken":("[^"]*"|\d+),?')


class Odd:
    """One session. ``asked``: what waits for an answer of the app, by the id of our request."""

    def __init__(self) -> None:
        self.asked: dict[str, Callable[[str], None]] = {}

    def handle(self, text: str, say: Callable[[str], None]) -> None:
        """One message; ``say`` sends one."""
        message = json.loads(text)
        method, number = message.get("method"), json.dumps(message.get("id"))
        if method is None:
            self.asked.pop(message["id"])(_member(text, "result"))
            return
        if "id" not in message:
            return
        params = _member(text, "params")
        token = re.search(r'"progressToken":("[^"]*"|\d+)', params)
        if token is not None:
            say(_notification("progress", f'"progressToken":{token[1]},"progress":0.50,{EXTRA}'))
        received = _TOKEN.sub("", params).replace('"_meta":{},', "").replace(',"_meta":{}', "") or "null"
        modern = '"resultType":"complete",' if "io.modelcontextprotocol/protocolVersion" in params else ""
        if method == "tools/call" and message["params"]["name"] == "ask" and not modern:
            self._ask(number, received, say)
        elif method == "prompts/get" and message["params"].get("name") == "missing":
            error = f'"code":-32602,"message":"no such prompt","data":{{{EXTRA}}}'
            say(f'{{"jsonrpc":"2.0","id":{number},"error":{{{error}}}}}')
        else:
            if method == "tools/call":
                say(_notification("message", f'"level":"info","data":{{{EXTRA}}}'))
                say(_notification("vendor/odd", EXTRA))
            result = f'{modern}{self._result(method, message)}"received":{received},{EXTRA}'
            say(f'{{"jsonrpc":"2.0","id":{number},"result":{{{result}}}}}')

    def _result(self, method: str, message: dict[str, Any]) -> str:
        if method == "initialize":
            version = message["params"]["protocolVersion"]
            return (
                f'"protocolVersion":"{version}","capabilities":{{"tools":{{"listChanged":true,"x":1.0}},"tasks":{{}},'
                '"experimental":{"x":null},"extensions":{"com.example/e":{"a":1e1}}},'
                f'"serverInfo":{{"name":"odd","version":"1",{EXTRA}}},"instructions":"be odd \\u202e",'
            )
        if method == "server/discover":
            return (
                '"supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"extensions":{"com.example/e":{"a":1.0},'
                '"io.modelcontextprotocol/tasks":{}}},"instructions":"be odd","ttlMs":1e3,"cacheScope":"private",'
            )
        if method == "tools/list":
            return f'"tools":[{TOOLS}],"ttlMs":0,"cacheScope":"private",'
        if method == "tools/call":
            blocks = f'{{"type":"text","text":"t",{EXTRA}}},{{"type":"x-unknown","a":1.0}}'
            return f'"content":[{blocks}],"structuredContent":{{"n":1.0,{EXTRA}}},"isError":{_error(message)},'
        return ""

    def _ask(self, number: str, received: str, say: Callable[[str], None]) -> None:
        def answered(result: str) -> None:
            said = f'"content":[],"received":{received},"answered":{result},{EXTRA}'
            say(f'{{"jsonrpc":"2.0","id":{number},"result":{{{said}}}}}')

        self.asked["odd-1"] = answered
        schema = '{"type":"object","properties":{"a":{"type":"number","x":1.0}},"x":null}'
        params = f'{{"message":"m","requestedSchema":{schema},{EXTRA}}}'
        say(f'{{"jsonrpc":"2.0","id":"odd-1","method":"elicitation/create","params":{params}}}')


def _notification(name: str, params: str) -> str:
    return f'{{"jsonrpc":"2.0","method":"notifications/{name}","params":{{{params}}}}}'


def _error(message: dict[str, Any]) -> str:
    return "true" if message["params"].get("arguments", {}).get("fail") else "false"


def _member(text: str, name: str) -> str:
    """The text of one member of a message that has it last, as all of ours and of our tests do."""
    _, found, rest = text.partition(f'"{name}":')
    return rest.rstrip().removesuffix("}") if found else ""


def main() -> None:
    """Serve stdin until it ends."""
    odd = Odd()

    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    for line in sys.stdin:
        odd.handle(line, say)


if __name__ == "__main__":
    main()
