"""The clients of the official Python SDK and of FastMCP: each goes through conversations, and says what it heard.

    python -m tests.support.python_clients sdk|fastmcp

Both ends are as in ``tests/servers/clients/typescript.mjs``, which see.
"""

from __future__ import annotations

import asyncio
import json
import sys
import warnings
from typing import Any, Final

import httpx2
import mcp_types as types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from host import tasks

MODERN: Final = "2026-07-28"
PATIENCE: Final = 60.0
SAMPLED: Final = types.CreateMessageResult(
    role="assistant", model="m", content=types.TextContent(type="text", text="Bern")
)
ROOTS: Final = [types.Root.model_validate({"uri": "file:///tmp", "name": "tmp"})]


class Talk:
    """One conversation of either client."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self._heard: dict[str, asyncio.Event] = {}

    # What the server asks and says

    async def on_message(self, message: Any) -> None:
        if method := getattr(message, "method", None):
            self.until(method).set()

    async def on_log(self, _: Any) -> None:
        self.until("notifications/message").set()

    def until(self, method: str) -> asyncio.Event:
        return self._heard.setdefault(method, asyncio.Event())

    def filled(self, params: Any) -> dict[str, str]:
        self.asked.append(told(params))
        names = list(params.requested_schema["properties"])
        return dict.fromkeys(["name"] if "name" in names else names, "Ana")

    async def on_elicit(self, _: Any, params: Any) -> Any:
        return types.ElicitResult(action="accept", content=dict(self.filled(params)))

    async def on_sample(self, _: Any, params: Any) -> Any:
        self.asked.append(told(params))
        return SAMPLED

    async def on_roots(self, _: Any) -> Any:
        return types.ListRootsResult(roots=ROOTS)

    # What the client does: methods of both

    async def run(self, acts: Acts, steps: list[Any]) -> list[Any]:
        """Each step's result, or its error."""
        results = []
        for act, params in steps:
            try:
                results.append(told(await getattr(acts, act)(**params)))
            except MCPError as error:
                results.append({"code": error.error.code, "message": error.error.message})
        return results


class Acts:
    """The steps, for a client with the SDK's methods."""

    def __init__(self, client: Any, session: Any, talk: Talk) -> None:
        self._client, self._session, self._talk = client, session, talk

    async def tools(self) -> Any:
        return await self._session.list_tools()

    async def prompts(self) -> Any:
        return await self._session.list_prompts()

    async def resources(self) -> Any:
        return await self._session.list_resources()

    async def templates(self) -> Any:
        return await self._session.list_resource_templates()

    async def prompt(self, name: str, arguments: dict[str, str]) -> Any:
        return await self._client.get_prompt(name, arguments)

    async def read(self, uri: str) -> Any:
        return await self._client.read_resource(uri)

    async def subscribe(self, uri: str) -> Any:
        return await self._session.subscribe_resource(uri)

    async def complete(self, ref: dict[str, str], argument: dict[str, str]) -> Any:
        which: Any = types.PromptReference if ref["type"] == "ref/prompt" else types.ResourceTemplateReference
        return await self._client.complete(which.model_validate(ref), argument)

    async def level(self, level: str) -> Any:
        return await self._client.set_logging_level(level)

    async def heard(self, method: str) -> str:
        async with asyncio.timeout(PATIENCE):
            await self._talk.until(method).wait()
        return method

    async def call(self, name: str, arguments: dict[str, Any]) -> Any:
        return await self._call(name, arguments, None)

    async def _call(self, name: str, arguments: dict[str, Any], on_progress: Any) -> Any:
        return await self._client.call_tool(name, arguments, progress_callback=on_progress)

    async def cancel(self, name: str, arguments: dict[str, Any]) -> Any:
        first: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def on_progress(*step: Any) -> None:
            if not first.done():
                first.set_result(step)

        calling = tasks.spawn(self._call(name, arguments, on_progress), name="call")
        async with asyncio.timeout(PATIENCE):
            await first
        calling.cancel()
        await asyncio.wait([calling])
        return {"end": "cancelled" if calling.cancelled() else "answered", "first": first.result()}


class FastActs(Acts):
    """The steps, for FastMCP's client where its methods differ."""

    async def _call(self, name: str, arguments: dict[str, Any], on_progress: Any) -> Any:
        return await self._client.call_tool_mcp(name, arguments, progress_handler=on_progress)


def told(value: Any) -> Any:
    """JSON of what a client gives."""
    if isinstance(value, list | tuple):
        return [told(each) for each in value]
    if isinstance(value, dict):
        return {name: told(each) for name, each in value.items()}
    return value.model_dump(mode="json", by_alias=True, exclude_none=True) if hasattr(value, "model_dump") else value


async def with_sdk(job: dict[str, Any]) -> Any:
    """A conversation with the SDK's client."""
    talk = Talk()
    async with httpx2.AsyncClient(headers=_token(job), timeout=PATIENCE, trust_env=False) as http:
        if "url" in job:
            server: Any = streamable_http_client(job["url"], http_client=http)
        else:
            server = StdioServerParameters(command=job["command"], args=job["args"], env=job["env"])
        callbacks: dict[str, Any] = {  # Any: what they are given differs by the client
            "elicitation_callback": talk.on_elicit,
            "sampling_callback": talk.on_sample,
            "list_roots_callback": talk.on_roots,
            "message_handler": talk.on_message,
            "logging_callback": talk.on_log,
        }
        mode = MODERN if job["modern"] else "auto"
        async with Client(server, mode=mode, read_timeout_seconds=PATIENCE, **callbacks) as client:
            acts = Acts(client, client.session, talk)
            server_info, version = told(client.server_info), client.protocol_version
            if job["listens"]:
                async with client.listen(tools_list_changed=True):
                    steps = await talk.run(acts, job["steps"])
            else:
                steps = await talk.run(acts, job["steps"])
    return {"server": server_info, "version": version, "steps": steps, "asked": talk.asked}


async def with_fastmcp(job: dict[str, Any]) -> Any:
    """A conversation with FastMCP's client."""
    from fastmcp import Client as FastClient
    from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

    talk = Talk()
    transport: Any
    if "url" in job:
        transport = StreamableHttpTransport(job["url"], headers=_token(job))
    else:
        transport = StdioTransport(job["command"], job["args"], env=job["env"], keep_alive=False)

    async def on_elicit(_message: str, _kind: Any, params: Any, _context: Any) -> Any:
        return talk.filled(params)

    async def on_sample(_messages: Any, params: Any, _context: Any) -> Any:
        talk.asked.append(told(params))
        return SAMPLED

    async with FastClient(
        transport,
        mode=MODERN if job["modern"] else "auto",
        elicitation_handler=on_elicit,
        sampling_handler=on_sample,
        roots=ROOTS,
        message_handler=talk.on_message,
        log_handler=talk.on_log,
        timeout=PATIENCE,
    ) as client:
        steps = await talk.run(FastActs(client, client.session, talk), job["steps"])
        info = told(client.server_info)
    return {"server": info, "steps": steps, "asked": talk.asked}


def _token(job: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {job['token']}"} if "url" in job else {}


async def main(which: str) -> None:
    """All conversations at once."""
    warnings.simplefilter("ignore")
    converse = {"sdk": with_sdk, "fastmcp": with_fastmcp}[which]
    reports = await asyncio.gather(*(converse(job) for job in json.load(sys.stdin)))
    sys.stdout.write(json.dumps(reports))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
