"""What real servers, which other people wrote, say: none of it asks anybody at any call, or is told in a review."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from host.inspect.described import subject_of
from host.inspect.inspector import inspect, inspect_instructions
from host.model import JsonValue, Severity
from tests.support.hosts import ROOT

NPM = ROOT / "tests/servers/npm/node_modules/.bin"
VENV = ROOT / ".venv/bin"
SERVERS = [
    ("everything", NPM / "mcp-server-everything"),
    ("filesystem", NPM / "mcp-server-filesystem"),
    ("git", VENV / "mcp-server-git"),
    ("memory", NPM / "mcp-server-memory"),
    ("time", VENV / "mcp-server-time"),
]
RIGHTLY = {
    ("delete_entities", "destructive"),
    ("delete_observations", "destructive"),
    ("delete_relations", "destructive"),
}
"""What is said of a tool and holds: these delete."""
GREETING, LIST = 1, 2
"""The requests."""
CLIENT = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


async def words_of(command: list[str]) -> tuple[str, list[dict[str, Any]]]:
    """The instructions of a server, and the definitions that it lists."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=1 << 24,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        for message in (
            {"id": GREETING, "method": "initialize", "params": CLIENT},
            {"method": "notifications/initialized"},
            {"id": LIST, "method": "tools/list", "params": {}},
        ):
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        instructions = ""
        async with asyncio.timeout(30):
            async for line in process.stdout:
                answer = json.loads(line)
                if answer.get("id") == GREETING:
                    instructions = str(answer["result"].get("instructions", ""))
                elif answer.get("id") == LIST:
                    return instructions, list(answer["result"]["tools"])
        raise AssertionError("It ended without a list.")
    finally:
        process.stdin.close()
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.mark.parametrize(("name", "program"), SERVERS, ids=[name for name, _ in SERVERS])
async def test_what_a_real_server_says_asks_nobody(name: str, program: Path, tmp_path: Path) -> None:
    instructions, tools = await words_of([str(program), *([str(tmp_path)] if name == "filesystem" else [])])
    assert inspect_instructions(instructions) == ()
    assert len(tools) > 1
    others: list[JsonValue] = [{"server": name, "tool": tool["name"]} for tool in tools]
    found = {
        (tool["name"], finding.kind)
        for tool in tools
        for finding in inspect(
            subject_of({"app": "app", "server": name, "tool": tool["name"], "definition": tool, "others": others})
        )
        if finding.severity is not Severity.INFO
    }
    rightly = {each for each in RIGHTLY if each[0] in {tool["name"] for tool in tools}}
    assert found == rightly
