"""The MCP server that wants its callers to sign in, with its authorization servers (``signing.mjs``)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx2

from tests.support.waiting import PATIENCE

SCRIPT: Final = Path(__file__).parents[1] / "servers" / "npm" / "signing.mjs"


@dataclass(frozen=True, slots=True)
class SigningServer:
    """A running one.

    Attributes:
        url: of the MCP server. issuers: of its authorization servers, the first of which it names.
    """

    url: str
    issuers: tuple[str, ...]
    test: str

    async def change(self, name: str) -> object:
        """Let it do otherwise from now on; see the script."""
        async with httpx2.AsyncClient(trust_env=False, timeout=PATIENCE) as client:
            return (await client.post(f"{self.test}{name}")).json()

    async def call(self, header: str | None, tool: str = "") -> httpx2.Response:
        """What it answers to ``tools/list``, or to a call of ``tool``, with this ``Authorization``."""
        method, params = ("tools/call", {"name": tool, "arguments": {}}) if tool else ("tools/list", {})
        headers = {} if header is None else {"Authorization": header}
        async with httpx2.AsyncClient(trust_env=False, timeout=PATIENCE) as client:
            message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            return await client.post(self.url, json=message, headers=headers)


@asynccontextmanager
async def signing_server() -> AsyncIterator[SigningServer]:
    """Start it, and end it."""
    process = await asyncio.create_subprocess_exec(
        "node",
        str(SCRIPT),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        async with asyncio.timeout(PATIENCE):
            said = json.loads(await process.stdout.readline())
        yield SigningServer(said["mcp"], tuple(said["issuers"]), said["test"])
    finally:
        process.stdin.close()
        await process.wait()
