"""AI apps that other people wrote, as the tests run them: each with a home of its own and a scripted model.

Owns: how each is told of its model and servers in its own file, started for one turn, and asked for its servers.

Invariants: no account, nothing of the person's own; whatever would leave this machine meets the scripted model as a
proxy, which keeps it as strange.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.support.hosts import ROOT
from tests.support.scripted_model import ScriptedModel
from tests.support.waiting import PATIENCE

INSTALLED: Final = ROOT / "tests/servers/agents/node_modules"
KEY: Final = "not-a-key"
PROMPT: Final = "Use the tool."
LISTS_MCP: Final = ("mcp", "list")


@dataclass(frozen=True)
class AiProgram:
    """One of them.

    Attributes:
        app: its id for ``assent apps attach``.
        start: the command, without arguments.
        turn: arguments for one turn without a person.
        file: its configuration, below its home.
        says: that file for a model at an origin, with one server by a name, command and arguments.
        entry: the server in that file, as it stands there.
        env: what it is told beside it.
        runs: its own tool that runs a command, and the name of that input.
        free: arguments with which it asks nobody before it runs one, and trusts its hooks.
        connected: what its list of servers says of one that answers. None of Codex's does: it only reads its file.
    """

    app: str
    start: tuple[str, ...]
    turn: tuple[str, ...]
    file: str
    says: Callable[[str, str, list[str]], str]
    entry: Callable[[str], Any]
    env: Callable[[str], dict[str, str]]
    runs: tuple[str, str]
    free: tuple[str, ...]
    connected: str


def _claude_says(origin: str, command: str, args: list[str]) -> str:
    return json.dumps({"mcpServers": {"raw": {"type": "stdio", "command": command, "args": args, "env": {}}}}, indent=2)


def _codex_says(origin: str, command: str, args: list[str]) -> str:
    return f"""# Codex
model = "scripted"   # what answers
model_provider = "scripted"
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
apps = false
plugins = false

[model_providers.scripted]
name = "scripted"
base_url = "{origin}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"

[mcp_servers.raw]
command = "{command}"
args = {json.dumps(args)}
default_tools_approval_mode = "approve"  # Assent asks
"""


def _gemini_says(origin: str, command: str, args: list[str]) -> str:
    settings = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
        "privacy": {"usageStatisticsEnabled": False},
        "mcpServers": {"raw": {"command": command, "args": args, "trust": True}},
    }
    return json.dumps(settings, indent=2)


def _toml_server(text: str) -> Any:
    import tomllib

    return tomllib.loads(text)["mcp_servers"]["raw"]


def _json_server(text: str) -> Any:
    return json.loads(text)["mcpServers"]["raw"]


PROGRAMS: Final = (
    AiProgram(
        app="claude-code",
        start=("node", str(INSTALLED / "@anthropic-ai/claude-code/cli-wrapper.cjs")),
        turn=("--print", PROMPT, "--allowedTools", "mcp__raw"),
        file=".claude.json",
        says=_claude_says,
        entry=_json_server,
        env=lambda origin: {
            "ANTHROPIC_BASE_URL": origin,
            "ANTHROPIC_API_KEY": KEY,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "ENABLE_TOOL_SEARCH": "false",
        },
        runs=("Bash", "command"),
        free=(),
        connected="Connected",
    ),
    AiProgram(
        app="codex",
        start=("node", str(INSTALLED / ".bin/codex")),
        turn=("exec", "--skip-git-repo-check", PROMPT),
        file=".codex/config.toml",
        says=_codex_says,
        entry=_toml_server,
        env=lambda origin: {"SCRIPTED_KEY": KEY},
        runs=("exec_command", "cmd"),
        free=("--sandbox", "danger-full-access", "--dangerously-bypass-hook-trust"),
        connected="enabled",
    ),
    AiProgram(
        app="gemini-cli",
        start=("node", str(INSTALLED / ".bin/gemini")),
        turn=("--model", "gemini-2.5-flash", "--prompt", PROMPT),
        file=".gemini/settings.json",
        says=_gemini_says,
        entry=_json_server,
        env=lambda origin: {
            "GOOGLE_GEMINI_BASE_URL": origin,
            "GEMINI_API_KEY": KEY,
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "GEMINI_TELEMETRY_ENABLED": "false",
        },
        runs=("run_shell_command", "command"),
        free=("--approval-mode", "yolo"),
        connected="Connected",
    ),
)


class Installed:
    """A program with its home.

    Attributes:
        program, home, env: as the names say. file: its configuration. folder: where it works.
    """

    def __init__(
        self, program: AiProgram, home: Path, model: ScriptedModel, env: dict[str, str], server: list[str]
    ) -> None:
        """``env``: what it has of Assent's profile. ``server``: a script and its arguments, which its file names."""
        self.program, self.home = program, home
        self.file = home / program.file
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(program.says(model.origin, sys.executable, server))
        self.folder = home / "papers"
        self.folder.mkdir()
        own = {name: str(home / name.lower()) for name in ("TMPDIR", "XDG_RUNTIME_DIR")}
        for folder in own.values():
            Path(folder).mkdir(mode=0o700)
        proxies = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), model.origin)
        around = {name: value for name, value in env.items() if name.startswith("ASSENT_")}
        self.env = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
            "NO_PROXY": "127.0.0.1,localhost",
            "no_proxy": "127.0.0.1,localhost",
            **proxies,
            **own,
            **around,
            **program.env(model.origin),
        }

    @property
    def server(self) -> Any:
        """What its file says of its server."""
        return self.program.entry(self.file.read_text())

    async def run(self, *arguments: str) -> str:
        """Start it with arguments, and wait for its end; what it said. Fails the test where it failed."""
        return await run(*self.program.start, *arguments, env=self.env, cwd=self.folder)

    async def turn(self, *, free: bool = False) -> str:
        """One turn of its model, without a person. ``free``: whether its own tools may run."""
        return await self.run(*self.program.turn, *(self.program.free if free else ()))


async def run(*command: str, env: dict[str, str], cwd: Path) -> str:
    """Run a command to its end; its output. Fails the test where it failed."""
    process = await asyncio.create_subprocess_exec(
        *command,
        env=env,
        cwd=cwd,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            said, _ = await process.communicate()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # what it started, too
        await process.wait()
    assert process.returncode == 0, said.decode()
    return said.decode()
