"""A server behind a URL, made with the SDK: 2026-07-28 without sessions, and the older revisions with them.

It listens on 127.0.0.1 at ``PORT``. ``--journal FILE`` keeps, one JSON line each and flushed before the answer, each
call with the HTTP headers that it came with. The SDK itself refuses a call whose headers do not say what its body says.
"""

from __future__ import annotations

import argparse
import json
import os
from typing import Any

import anyio
import mcp_types as types
import uvicorn
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server

WEATHER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "days": {"type": "integer", "x-mcp-header": "Days"},
        "query": {"type": "string"},
    },
    "required": ["region"],
}
UNSOUND: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string", "x-mcp-header": "a\r\nX-Evil: 1"}}}
SCHEMAS: dict[str, dict[str, Any]] = {
    "weather": WEATHER,
    "unsound": UNSOUND,
    "slow": {"type": "object"},
    "hang": {"type": "object"},
}


def server(journal: str) -> Server[Any]:
    """``journal``: file for what was called."""

    async def listed(_: Any, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        tools = [types.Tool(name=name, input_schema=schema) for name, schema in SCHEMAS.items()]
        return types.ListToolsResult(tools=tools)

    async def called(
        context: ServerRequestContext[Any, Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        headers = dict(context.request.headers) if context.request is not None else {}
        with open(journal, "a", encoding="utf-8") as file:
            file.write(json.dumps({"call": params.name, "arguments": params.arguments, "headers": headers}) + "\n")
        if params.name == "slow":
            for step in range(3):
                await context.session.report_progress(step + 1, 3)
        if params.name == "hang":
            try:
                await anyio.sleep_forever()
            finally:
                with open(journal, "a", encoding="utf-8") as file:
                    file.write(json.dumps({"cancelled": params.name}) + "\n")
        text = json.dumps(params.arguments, sort_keys=True)
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)])

    return Server("modern", get_tool_input_schema=SCHEMAS.get, on_list_tools=listed, on_call_tool=called)


def main() -> None:
    """Serve until killed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--journal", default=os.devnull)
    parser.add_argument("--json", action="store_true", help="answer with JSON instead of events")
    options = parser.parse_args()
    app = server(options.journal).streamable_http_app(json_response=options.json)
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="error")


if __name__ == "__main__":
    main()
