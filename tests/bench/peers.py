"""Other MCP proxies, measured beside Assent: gatekit and FastMCP's proxy, each in an environment of its own.

Owns: the environments, which ``make bench`` makes under ``.bench/peers`` when it first needs them (from PyPI, at the
versions below), and how each proxy is started before the echo server. Where one cannot be had or started, the bench
says so and goes on without it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.bench import ground, web
from tests.bench.line import Line
from tests.bench.payloads import SMALL
from tests.support.hosts import ROOT
from tests.support.http_servers import free_port

INSTALL_SECONDS: Final = 600.0
_PROXY: Final = """
import json, sys
from fastmcp.server import create_proxy
over = {"transport": "http", "host": "127.0.0.1", "port": int(sys.argv[2])} if len(sys.argv) > 2 else {}
create_proxy({"mcpServers": {"echo": json.loads(sys.argv[1])}}).run(show_banner=False, **over)
"""


_FILTERS: Final = ("basic_secrets_filter", "basic_pii_filter", "basic_prompt_injection_defense")


@dataclass(frozen=True)
class Peer:
    """Another proxy.

    Attributes:
        name: for people.
        requirement: what is installed.
        prefix: of the names of the server's tools, as the proxy lists them.
        command: how it is started; takes the directory of its environment.
    """

    name: str
    requirement: str
    prefix: str
    command: Callable[[Path], tuple[str, ...]]


def _gatekit(environment: Path) -> tuple[str, ...]:
    """With its log of calls and all its filters: what Assent does, too."""
    log = environment / "audit.jsonl"
    log.unlink(missing_ok=True)
    filters = [{"handler": it, "config": {"enabled": True}} for it in _FILTERS]
    audit = {"handler": "audit_jsonl", "config": {"enabled": True, "output_file": str(log)}}
    plugins = {"security": {"_global": filters}, "auditing": {"_global": [audit]}}
    return _gatekit_with(environment / "gatekit.yaml", plugins)


def _gatekit_bare(environment: Path) -> tuple[str, ...]:
    return _gatekit_with(environment / "bare.yaml", {})


def _gatekit_with(config: Path, plugins: Mapping[str, object]) -> tuple[str, ...]:
    proxy = {
        "transport": "stdio",
        "timeouts": {"connection_timeout": 60, "request_timeout": 60},
        "upstreams": [{"name": "echo", "transport": "stdio", "command": list(ground.ECHO)}],
    }
    config.write_text(json.dumps({"proxy": proxy} | ({"plugins": plugins} if plugins else {})))  # JSON is YAML
    return str(config.parent / "bin" / "gatekit-gateway"), "--config", str(config)


def _fastmcp(environment: Path) -> tuple[str, ...]:
    server = {"command": ground.ECHO[0], "args": list(ground.ECHO[1:]), "cwd": str(ROOT)}
    return str(environment / "bin" / "python"), "-c", _PROXY, json.dumps(server)


GATEKIT: Final = Peer("gatekit", "gatekit==0.3.0", "echo__", _gatekit)
FASTMCP: Final = Peer("FastMCP's proxy", "fastmcp==4.1.0", "", _fastmcp)
GATEKIT_BARE: Final = Peer("gatekit, bare", GATEKIT.requirement, GATEKIT.prefix, _gatekit_bare)
"""Which looks at nothing and keeps nothing: for comparison, not a target."""
PEERS: Final = (GATEKIT, FASTMCP, GATEKIT_BARE)


@contextmanager
def running(peer: Peer) -> Iterator[Line | str]:
    """A line through ``peer``, or why there is none."""
    try:
        line = Line(peer.command(_environment(peer)), stderr=subprocess.DEVNULL)
    except (OSError, subprocess.SubprocessError) as error:
        yield f"{peer.requirement} cannot be had: {_last_line(error)}"
        return
    with line:
        try:
            line.greet()
            line.check(SMALL.named(peer.prefix))
        except (AssertionError, OSError, ValueError, KeyError) as error:
            line.process.kill()
            yield f"{peer.requirement} does not run: {error}"
            return
        yield line


@contextmanager
def over_http() -> Iterator[web.WebLine | str]:
    """A line through FastMCP's proxy over HTTP, or why there is none."""
    try:
        port = free_port()
        command = (*_fastmcp(_environment(FASTMCP)), str(port))
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    except (OSError, subprocess.SubprocessError) as error:
        yield f"{FASTMCP.requirement} cannot be had: {_last_line(error)}"
        return
    with process:
        try:
            came: web.WebLine | str = web.reached(port, "/mcp", {})
        except (AssertionError, OSError, ValueError, KeyError) as error:
            came = f"{FASTMCP.requirement} does not run over HTTP: {error}"
        try:
            yield came
        finally:
            process.kill()


def _environment(peer: Peer) -> Path:
    """The directory of its environment, made where it is not there. Raises OSError, SubprocessError."""
    place = ROOT / ".bench" / "peers" / peer.requirement.replace("==", "-")
    if not (place / "ready").exists():
        shutil.rmtree(place, ignore_errors=True)
        sys.stderr.write(f"installing {peer.requirement} into {place}\n")
        venv.create(place, with_pip=True)
        subprocess.run(
            (str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", peer.requirement),
            check=True,
            capture_output=True,
            text=True,
            timeout=INSTALL_SECONDS,
        )
        (place / "ready").touch()
    return place


def _last_line(error: Exception) -> str:
    said = getattr(error, "stderr", None) or str(error)
    return (str(said).strip().splitlines() or [type(error).__name__])[-1]
