"""Clients that other people wrote hear through Assent what they hear directly: over stdio and HTTP, in both eras.

Each holds the same conversation three times: with the server itself, through ``assent connect``, and at
``/mcp/SERVER``. Servers are server-everything (2025-11-25) and one of the tests' (2026-07-28). All that may differ is
what the gate is meant to do: tasks are hidden, and the result of a call has its receipt.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from host.apps import registry
from host.audit.receipt import KEY as RECEIPT
from tests.e2e.test_fidelity import EVERYTHING, without_hidden
from tests.e2e.test_real_servers import story
from tests.support.hosts import ALLOW_ALL, CALM, RAW_SERVER, ROOT, ScriptedApprover, make_host, write_servers
from tests.support.http_servers import free_port
from tests.support.profile import Profile
from tests.support.waiting import PATIENCE

pytestmark = [
    pytest.mark.npm,
    pytest.mark.skipif(
        (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="npm brings Node.js 22 for Linux on x64 alone"
    ),
]

CLIENTS: Final = ROOT / "tests/servers/clients"
INSPECTOR: Final = CLIENTS / "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
NODE: Final = CLIENTS / "node_modules/.bin/node"
CONFORMANT: Final = [sys.executable, str(ROOT / "tests/servers/conformant.py")]
SERVERS: Final = {"everything": EVERYTHING, "conformant": CONFORMANT, "raw": [sys.executable, str(RAW_SERVER)]}
LONG: Final = "trigger-long-running-operation"
PROMPT: Final = {"type": "ref/prompt", "name": "completable-prompt"}
FEATURES: Final = "demo://resource/static/document/features.md"
Step = tuple[str, dict[str, Any]]


def call(name: str, **arguments: Any) -> Step:
    return "call", {"name": name, "arguments": arguments}


LEGACY: Final[list[Step]] = [
    ("heard", {"method": "notifications/tools/list_changed"}),  # it has more tools for clients that can be asked
    ("tools", {}),
    call("echo", message="café"),
    call("get-structured-content", location="New York"),
    call("get-annotated-message", messageType="error", includeImage=True),
    ("prompts", {}),
    ("prompt", {"name": "args-prompt", "arguments": {"city": "Bern"}}),
    ("prompt", {"name": "no-such-prompt", "arguments": {}}),
    ("resources", {}),
    ("templates", {}),
    ("read", {"uri": FEATURES}),
    ("complete", {"ref": PROMPT, "argument": {"name": "department", "value": "E"}}),
    ("subscribe", {"uri": FEATURES}),
    ("level", {"level": "debug"}),
    call("toggle-simulated-logging"),
    ("heard", {"method": "notifications/message"}),
    ("cancel", {"name": LONG, "arguments": {"duration": 600, "steps": 6000}}),
    call("trigger-elicitation-request"),
    call("trigger-sampling-request", prompt="Where?", maxTokens=10),
]
MODERN: Final[list[Step]] = [
    ("tools", {}),
    call("test_multiple_content_types"),
    call("test_error_handling"),
    ("prompts", {}),
    ("prompt", {"name": "test_prompt_with_arguments", "arguments": {"arg1": "a", "arg2": "b"}}),
    ("prompt", {"name": "no-such-prompt", "arguments": {}}),
    ("resources", {}),
    ("templates", {}),
    ("read", {"uri": "test://static-text"}),
    (
        "complete",
        {
            "ref": {"type": "ref/prompt", "name": "test_prompt_with_arguments"},
            "argument": {"name": "arg1", "value": "pa"},
        },
    ),
    call("test_input_required_result_elicitation"),
    call("test_input_required_result_sampling"),
    call("test_input_required_result_multi_round"),
]
STEPS: Final[dict[str, list[Step]]] = {
    "everything": LEGACY,
    "conformant": MODERN,
    "raw": [("cancel", {"name": "slow", "arguments": {}})],
}
CHANGES: Final[list[Step]] = [
    call("test_trigger_tool_change"),
    ("heard", {"method": "notifications/tools/list_changed"}),
]


def jobs(profile: Profile, token: str, port: int, *, listens: bool) -> list[list[dict[str, Any]]]:
    """The conversations: with each server directly, through the bridge, over HTTP."""
    made = []
    for name, (command, *args) in SERVERS.items():
        modern = name != "everything"
        told = {"server": name, "steps": STEPS[name], "modern": modern, "listens": listens and name == "conformant"}
        if told["listens"]:
            told["steps"] = [*STEPS[name], *CHANGES]
        bridge = ["-I", "-m", "host", "connect", name, "--app", "tester"]
        made.append(
            [
                {"command": command, "args": args, "env": dict(os.environ), **told},
                {"command": sys.executable, "args": bridge, "env": profile.env, **told},
                {"url": f"http://127.0.0.1:{port}/mcp/{name}", "token": token, **told},
            ]
        )
    return made


async def output(*command: str, said: Any = None) -> Any:
    """The JSON that a program prints, told this."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        async with asyncio.timeout(2 * PATIENCE):
            out, err = await process.communicate(json.dumps(said).encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, err.decode()
    return json.loads(out)


@asynccontextmanager
async def host(profile: Profile) -> AsyncIterator[tuple[str, int]]:
    """A host with the servers, and an app that comes over HTTP: its token and the port."""
    write_servers(profile.paths, {name: {"command": it[0], "args": it[1:]} for name, it in SERVERS.items()})
    registry.add(profile.paths.apps_dir, "tester")
    token, port = registry.add_http(profile.paths.apps_dir, "webby"), free_port()
    settings = CALM.replace(approver_grace=0.2, http_port=port)
    async with make_host(profile.paths, ScriptedApprover(default=True), settings=settings, managed=ALLOW_ALL):
        yield token, port


async def compare(profile: Profile, *command: str, listens: bool) -> None:
    """Let a client hold the conversations, and compare them. ``listens``: whether it can hear of changes in 2026."""
    async with host(profile) as (token, port):
        told = jobs(profile, token, port, listens=listens)
        heard = iter(await output(*command, said=[job for jobs in told for job in jobs]))
    for name, (direct, bridged, over_http) in zip(SERVERS, zip(heard, heard, heard, strict=True), strict=True):
        same(without_hidden(direct), without_receipts(bridged))
        same(without_hidden(direct), without_receipts(over_http))
        failed = [step for step in direct["steps"] if isinstance(step, dict) and "code" in step]
        assert len(failed) == (name != "raw"), f"but for the prompt that there is not: {failed}"
        assert any(step.get("end") == "cancelled" for step in direct["steps"] if isinstance(step, dict)) is (
            name != "conformant"
        )
        assert bool(direct["asked"]) is (name != "raw")
    ends = [line[0] for line in story(profile) if line[-1] == "cancelled"]
    assert sorted(ends) == ["slow", "slow", LONG, LONG]


def without_receipts(value: Any) -> Any:
    """What is left once the receipts are gone that Assent puts into results of calls."""
    if isinstance(value, list):
        return [without_receipts(each) for each in value]
    if not isinstance(value, dict):
        return value
    kept = {name: without_receipts(each) for name, each in value.items() if name != RECEIPT}
    return {name: each for name, each in kept.items() if name != "_meta" or each or not value["_meta"]}


def same(direct: Any, other: Any) -> None:
    """Step by step, so that a failure shows which."""
    for one, two in zip(direct["steps"], other["steps"], strict=True):
        assert two == one
    assert other == direct


@pytest.mark.full
async def test_the_typescript_sdk_gets_the_same(profile: Profile) -> None:
    await compare(profile, str(NODE), str(CLIENTS / "typescript.mjs"), listens=True)


async def test_the_python_sdk_gets_the_same(profile: Profile) -> None:
    await compare(profile, sys.executable, "-m", "tests.support.python_clients", "sdk", listens=True)


@pytest.mark.full
async def test_fastmcp_gets_the_same(profile: Profile) -> None:
    await compare(profile, sys.executable, "-m", "tests.support.python_clients", "fastmcp", listens=False)


INSPECTED: Final = [
    ("everything", "legacy", ("--method", "tools/list")),
    ("everything", "legacy", ("--method", "resources/read", "--uri", FEATURES)),
    ("conformant", "modern", ("--method", "tools/call", "--tool-name", "test_multiple_content_types")),
]


@pytest.mark.full
async def test_the_inspector_gets_the_same(profile: Profile, tmp_path: Path) -> None:
    config = tmp_path / "mcp.json"
    async with host(profile) as (token, port):
        entries = {}
        for ways in jobs(profile, token, port, listens=False):
            for number, way in enumerate(ways):
                entries[f"{way['server']}-{number}"] = entry_of(way)
        config.write_text(json.dumps({"mcpServers": entries}))
        start = (str(NODE), str(INSPECTOR), "--cli", "--format", "json", "--quiet", "--config", str(config))
        for name, era, arguments in INSPECTED:
            inspect = (*start, "--protocol-era", era, *arguments, "--server")
            direct, *others = await asyncio.gather(*(output(*inspect, f"{name}-{number}") for number in range(3)))
            assert without_receipts(others) == [without_hidden(direct)] * 2
            assert "result" in direct


def entry_of(way: dict[str, Any]) -> dict[str, Any]:
    """A way to a server as MCP's clients write it."""
    if "url" in way:
        return {"type": "streamable-http", "url": way["url"], "headers": {"Authorization": f"Bearer {way['token']}"}}
    return {"type": "stdio", "command": way["command"], "args": way["args"], "env": way["env"]}
