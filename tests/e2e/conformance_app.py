"""An app behind Assent that does what the official conformance suite asks of a client. The suite starts it.

    python -m tests.e2e.conformance_app URL

``MCP_CONFORMANCE_SCENARIO``, ``_CONTEXT`` and ``_PROTOCOL_VERSION`` say what; the server of the suite is at URL.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Final

from host import tasks
from host.apps import registry
from tests.support.app import MODERN_REVISION, App, Json
from tests.support.hosts import ALLOW_ALL, ScriptedApprover, make_host, write_servers
from tests.support.profile import throw_away

ARGUMENTS: Final[dict[str, Json]] = {"add_numbers": {"a": 5, "b": 3}}
SAMPLES: Final = {"string": "x", "number": 1, "integer": 1, "boolean": True, "object": {}, "array": []}


def chosen(tool: Json) -> Json:
    """Arguments that its schema allows."""
    schema = tool["inputSchema"]
    known = schema.get("properties", {})
    made = {name: SAMPLES.get(str(known.get(name, {}).get("type")), "x") for name in schema.get("required", ())}
    return ARGUMENTS.get(tool["name"], made)


def accepted(params: Json) -> Json:
    """A form that is sent as it came, with its defaults."""
    known = params.get("requestedSchema", {}).get("properties", {})
    content = {name: one.get("default", SAMPLES.get(str(one.get("type")), "x")) for name, one in known.items()}
    return {"action": "accept", "content": content}


async def answers(app: App) -> None:
    """Answer whatever the server asks."""
    while True:
        asked = await app.hear("elicitation/create")
        app.send({"jsonrpc": "2.0", "id": asked["id"], "result": accepted(asked["params"])})


async def call(app: App, tool: str, arguments: Json) -> None:
    """Call a tool, and go on where it asks for input."""
    answer = await app.call(tool, arguments)
    while answer.get("result", {}).get("resultType") == "input_required":
        said = answer["result"]
        more = {"inputResponses": {key: accepted(it["params"]) for key, it in said.get("inputRequests", {}).items()}}
        state = {"requestState": said["requestState"]} if "requestState" in said else {}
        answer = await app.call(tool, arguments, **more, **state)
    sys.stderr.write(f"{tool}: {json.dumps(answer)[:400]}\n")


async def play(app: App, scenario: str) -> None:
    """Do what the scenario wants."""
    if app.modern:
        await app.request("server/discover")
    listed = await app.request("tools/list")
    tools = {tool["name"]: tool for tool in listed.get("result", {}).get("tools", [])}
    context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
    if scenario == "http-standard-headers":
        for kind, key, method, of in (("resources", "uri", "read", "uri"), ("prompts", "name", "get", "name")):
            found = (await app.request(f"{kind}/list")).get("result", {}).get(kind, [])
            for one in found:
                await app.request(f"{kind}/{method}", {of: one[key]})
    if scenario == "json-schema-2020-12-preservation":
        (echo,) = (name for name, tool in tools.items() if "schema" in tool["inputSchema"].get("properties", {}))
        (focal,) = (tool for name, tool in tools.items() if name != echo)
        await call(app, echo, {"schema": focal["inputSchema"]})
    elif wanted := context.get("toolCalls"):
        for (
            one
        ) in wanted:  # a null where the tool's schema has none would be refused as an invalid call: it is left out
            await call(app, one["name"], {name: it for name, it in one["arguments"].items() if it is not None})
    elif scenario not in ("initialize", "request-metadata", "json-schema-ref-no-deref"):
        async with asyncio.timeout(25):
            await asyncio.gather(*(call(app, name, chosen(tool)) for name, tool in tools.items()))


async def main(url: str) -> None:
    """One scenario."""
    scenario = os.environ.get("MCP_CONFORMANCE_SCENARIO", "")
    modern = os.environ.get("MCP_CONFORMANCE_PROTOCOL_VERSION") == MODERN_REVISION
    with throw_away() as profile:
        write_servers(profile.paths, {"c": {"url": url}})
        registry.add(profile.paths.apps_dir, "tester")
        async with make_host(profile.paths, ScriptedApprover(default=True), managed=ALLOW_ALL):
            app = await App.start("c", env=profile.env, modern=modern)
            answering = tasks.spawn(answers(app), name="answer the server")
            try:
                await play(app, scenario)
            finally:
                answering.cancel()
                await app.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[-1]))
