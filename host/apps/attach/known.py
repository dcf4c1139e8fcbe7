"""The AI apps whose configuration Assent can rewrite: their files, and the form of a server's entry.

Owns: the table ``KNOWN``; a new app is a row of it, with a sample of its file under ``tests/assets/apps``.

Invariants: an app's id is the name of its token (``host.apps.registry``); paths follow the app's own variables if it
has any, then ``XDG_CONFIG_HOME`` and ``HOME``.

Sources, as of November 2026: the apps' own documentation of their MCP configuration.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

from msgspec import Struct, field

from host.apps.attach.documents import Format, KeyPath
from host.errors import UsageError
from host.model import JsonObject, JsonValue

References: TypeAlias = Literal["none", "env", "braces", "shell"]
"""The references that an app replaces in an entry: none, ``${env:NAME}``, ``${NAME}``, or that and ``$NAME``."""
ANY: Final = "*"
"""Matches every key in a key path."""


class Shape(Struct, frozen=True):
    """The form of an app's entry for a server that it starts.

    Attributes:
        fixed: further members of each entry that starts a program.
    """

    command: str = "command"
    args: str = "args"
    env: str = "env"
    fixed: JsonObject = field(default_factory=dict)
    references: References = "none"


class System(Struct, frozen=True):
    """The folders in which programs keep their configuration, for this account."""

    home: Path
    env: Mapping[str, str]
    platform: str = sys.platform
    root: Path = Path("/")

    @classmethod
    def here(cls) -> System:
        """Return the present system."""
        return cls(Path.home(), os.environ)

    @property
    def config(self) -> Path:
        """The folder of programs that follow the XDG base directories."""
        return self.named("XDG_CONFIG_HOME") or self.home / ".config"

    @property
    def support(self) -> Path:
        """The folder of programs that follow each system's own convention."""
        if self.platform == "win32":
            return self.named("APPDATA") or self.home / "AppData" / "Roaming"
        return self.home / "Library" / "Application Support" if self.platform == "darwin" else self.config

    def named(self, variable: str) -> Path | None:
        """Return the absolute path in a variable, None if it holds none."""
        value = self.env.get(variable, "")
        return Path(value) if value and Path(value).is_absolute() else None


HOOK_WAITS: Final = 600
"""Seconds that an app waits for its hook, which answers earlier (``host.apps.hook.ANSWER_TIMEOUT``)."""
AFTER_WAITS: Final = 10
"""The same for the hook after a use (``host.apps.hook.AFTER_TIMEOUT``)."""


class Switch(Struct, frozen=True):
    """A setting that can keep an app from running hooks of this account.

    Attributes:
        is_off: whether a value switches hooks off; called with None if there is no value.
    """

    file: Path
    format: Format
    path: KeyPath
    is_off: Callable[[JsonValue], bool]


class HookFile(Struct, frozen=True):
    """The JSON file with an app's hooks: an object ``hooks`` of lists, one for each event.

    Attributes:
        events: the events before a tool is used.
        entry: returns the entry of a command for these.
        after: the events after a use, for apps that identify the use and say how it ended.
        after_entry: returns the entry of a command for these.
        switches: returns settings of the account and the administrator that switch such hooks off.
    """

    file: Callable[[System], Path]
    events: tuple[str, ...]
    entry: Callable[[str], JsonObject]
    initial_content: bytes = b"{}\n"
    after: tuple[str, ...] = ()
    after_entry: Callable[[str], JsonObject] = lambda command: {"command": command, "timeout": AFTER_WAITS}
    switches: Callable[[System], Iterable[Switch]] = lambda _: ()


def _claude_hook(command: str, matcher: str, timeout: int = HOOK_WAITS, **more: str) -> JsonObject:
    return {"matcher": matcher, "hooks": [{"type": "command", "command": command, "timeout": timeout, **more}]}


_NO_QUESTIONS: Final = "^(?!(?:AskUserQuestion|ExitPlanMode)$)"
"""All tools of Claude Code but these two, which ask the person: an allowing answer would answer for the person."""


def _is_set(value: JsonValue) -> bool:
    """Whether Claude Code takes a value of ``disableAllHooks`` as true: unknown values count."""
    return value not in (None, False, "false")


def _is_false(value: JsonValue) -> bool:
    return value is False


def _claude_settings(system: System) -> Path:
    return (system.named("CLAUDE_CONFIG_DIR") or system.home / ".claude") / "settings.json"


def _claude_switches(system: System) -> Iterator[Switch]:
    is_mac = system.platform == "darwin"
    managed = system.root / ("Library/Application Support/ClaudeCode" if is_mac else "etc/claude-code")
    yield Switch(_claude_settings(system), "json", ("disableAllHooks",), _is_set)
    for file in (managed / "managed-settings.json", *sorted((managed / "managed-settings.d").glob("*.json"))):
        for key in ("disableAllHooks", "allowManagedHooksOnly"):
            yield Switch(file, "json", (key,), _is_set)


def _codex_switches(system: System) -> Iterator[Switch]:
    account_file = (system.named("CODEX_HOME") or system.home / ".codex") / "config.toml"
    for file in (account_file, *(system.root / "etc/codex" / name for name in ("config.toml", "requirements.toml"))):
        for key in ("hooks", "codex_hooks"):  # the latter is the older name
            yield Switch(file, "toml", ("features", key), _is_false)
    yield Switch(system.root / "etc/codex/requirements.toml", "toml", ("allow_managed_hooks_only",), _is_set)


def _gemini_switches(system: System) -> Iterator[Switch]:
    is_mac = system.platform == "darwin"
    folder = "Library/Application Support/GeminiCli" if is_mac else "etc/gemini-cli"
    system_file = system.root / folder / "settings.json"
    for file in (system.home / ".gemini" / "settings.json", system_file):
        yield Switch(file, "json", ("hooksConfig", "enabled"), _is_false)
        yield Switch(
            file, "json", ("hooksConfig", "disabled"), lambda names: isinstance(names, list) and _NAME in names
        )


def _zed_settings(system: System) -> Path:
    return (system.support / "Zed" if system.platform == "win32" else system.config / "zed") / "settings.json"


_NAME: Final = "assent"
"""The hook's name, for apps in which hooks can be switched off by name."""


class KnownApp(Struct, frozen=True):
    """One app.

    Attributes:
        id: the name of its token, and its name on the command line.
        project_file: its file in a project's folder, relative; empty if it has none.
        servers: the key paths of the objects that hold its servers by name; ``ANY`` matches every key.
    """

    id: str
    format: Format
    file: Callable[[System], Path]
    project_file: str = ""
    servers: tuple[KeyPath, ...] = (("mcpServers",),)
    shape: Shape = Shape()
    hooks: HookFile | None = None


KNOWN: Final = (
    KnownApp("claude-desktop", "json", lambda system: system.support / "Claude" / "claude_desktop_config.json"),
    KnownApp(
        "claude-code",
        "json",
        lambda system: (system.named("CLAUDE_CONFIG_DIR") or system.home) / ".claude.json",
        project_file=".mcp.json",
        servers=(("mcpServers",), ("projects", ANY, "mcpServers")),
        shape=Shape(references="braces"),
        hooks=HookFile(
            _claude_settings,
            ("PreToolUse",),
            # Without ``onFailure`` a hook that cannot be started, or takes too long, denies nothing (known to Claude
            # Code 2.1.295 and later).
            lambda command: _claude_hook(command, _NO_QUESTIONS, onFailure="block"),
            after=("PostToolUse", "PostToolUseFailure"),
            after_entry=lambda command: _claude_hook(command, _NO_QUESTIONS, AFTER_WAITS),
            switches=_claude_switches,
        ),
    ),
    KnownApp(
        "vscode",
        "json",
        lambda system: system.support / "Code" / "User" / "mcp.json",
        project_file=".vscode/mcp.json",
        servers=(("servers",),),
        shape=Shape(references="env"),
    ),
    KnownApp(
        "cursor",
        "json",
        lambda system: system.home / ".cursor" / "mcp.json",
        project_file=".cursor/mcp.json",
        shape=Shape(references="env"),
        hooks=HookFile(
            lambda system: system.home / ".cursor" / "hooks.json",
            ("preToolUse",),
            lambda command: {"command": command, "timeout": HOOK_WAITS, "failClosed": True},
            b'{\n  "version": 1\n}\n',
            after=("postToolUse", "postToolUseFailure"),
        ),
    ),
    KnownApp(
        "codex",
        "toml",
        lambda system: (system.named("CODEX_HOME") or system.home / ".codex") / "config.toml",
        project_file=".codex/config.toml",
        servers=(("mcp_servers",),),
        hooks=HookFile(
            lambda system: (system.named("CODEX_HOME") or system.home / ".codex") / "hooks.json",
            ("PreToolUse",),
            lambda command: _claude_hook(command, "*"),
            switches=_codex_switches,
        ),
    ),
    KnownApp(
        "windsurf",
        "json",
        lambda system: system.home / ".codeium" / "windsurf" / "mcp_config.json",
        shape=Shape(references="env"),
        hooks=HookFile(
            lambda system: system.home / ".codeium" / "windsurf" / "hooks.json",
            ("pre_run_command", "pre_write_code", "pre_read_code"),
            lambda command: {"command": command, "show_output": True},
        ),
    ),
    KnownApp(
        "gemini-cli",
        "json",
        lambda system: system.home / ".gemini" / "settings.json",
        project_file=".gemini/settings.json",
        shape=Shape(references="shell"),
        hooks=HookFile(
            lambda system: system.home / ".gemini" / "settings.json",
            ("BeforeTool",),
            lambda command: {
                "matcher": "*",
                "hooks": [{"name": _NAME, "type": "command", "command": command, "timeout": HOOK_WAITS * 1_000}],
            },
            switches=_gemini_switches,
        ),
    ),
    KnownApp(
        "goose",
        "yaml",
        lambda system: (
            system.support / "Block" / "goose" / "config" / "config.yaml"
            if system.platform == "win32"
            else system.config / "goose" / "config.yaml"
        ),
        servers=(("extensions",),),
        shape=Shape(command="cmd", env="envs", fixed={"type": "stdio"}),
    ),
    KnownApp(
        "zed",
        "json",
        _zed_settings,
        project_file=".zed/settings.json",
        servers=(("context_servers",),),
    ),
    KnownApp(
        "lm-studio", "json", lambda system: system.home / ".lmstudio" / "mcp.json", shape=Shape(references="env")
    ),
)  # fmt: skip


def known_app(app_id: str) -> KnownApp:
    """Return the app with this id. Raises UsageError if it is not in the table."""
    for app in KNOWN:
        if app.id == app_id:
            return app
    raise UsageError(f'Assent does not know how "{app_id}" is configured. It knows: {", ".join(a.id for a in KNOWN)}')
