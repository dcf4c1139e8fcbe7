"""A server made with the official SDK that answers calls with requests for input (MCP 2026-07-28, basic/patterns/mrtr).

``book`` wants a date, then a summary by the app's model where ``sample`` is true, then says what it heard; ``ever``
asks for ever. ``--journal FILE`` keeps one JSON line for each call that arrived.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path
from typing import Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

DATE: dict[str, Any] = {"type": "object", "properties": {"date": {"type": "string", "format": "date"}}}
TOOLS = [
    types.Tool(name=name, description="Books a table.", input_schema={"type": "object"}) for name in ("book", "ever")
]


def elicit() -> types.ElicitRequest:
    return types.ElicitRequest(params=types.ElicitRequestFormParams(message="Which day?", requested_schema=DATE))


def sample() -> types.CreateMessageRequest:
    prompt = types.SamplingMessage(role="user", content=types.TextContent(type="text", text="Sum it up."))
    return types.CreateMessageRequest(params=types.CreateMessageRequestParams(messages=[prompt], max_tokens=50))


async def main(journal: Path) -> None:
    async def list_tools(_: object, __: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=TOOLS, ttl_ms=0, cache_scope="private")

    async def call_tool(
        _: object, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        with journal.open("a") as file:
            file.write(params.model_dump_json(by_alias=True, exclude_none=True) + "\n")
        answers = params.input_responses or {}
        state = params.request_state or ""
        if params.name == "ever" or ("when" not in answers and not state):
            return types.InputRequiredResult(input_requests={"when": elicit()}, request_state=f"{state}.")
        if (params.arguments or {}).get("sample") and "sum" not in answers:
            return types.InputRequiredResult(input_requests={"sum": sample()}, request_state=f"{state}s")
        said = {key: answer.model_dump(by_alias=True, exclude_none=True) for key, answer in answers.items()}
        return types.CallToolResult(content=[types.TextContent(type="text", text=json.dumps(said))])

    server: Server[Any] = Server("rounds", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--journal", type=Path, default=Path("/dev/null"))
    asyncio.run(main(parser.parse_args().journal))
