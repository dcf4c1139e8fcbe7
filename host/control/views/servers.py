"""Servers as the window sees them (pure).

Owns: one entry and its state, its tools, and what a look at it found.

Invariants: as in the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from host.model import Trust
from host.words import Words

ServerStateName: TypeAlias = Literal["idle", "starting", "ready", "failed", "disabled", "not supported", "not usable"]


@dataclass(frozen=True, slots=True)
class ServerView:
    """One entry of servers.json and how it stands.

    Attributes:
        id: as configured. kind: ``stdio`` or ``http``. state: see the type. why: of a failure (safe). sessions: now.
        command: what is started, or the URL, as it stands in the file, references unresolved.
        trust: who vouched for this configuration. problem: why the entry cannot be used, else empty.
        config_digest: what a vouching names, empty where the entry cannot be used. managed: whether the administrator's
        file configures it. pinned: whether that file says what it must list.
    """

    id: str
    kind: str
    state: ServerStateName
    why: Words
    sessions: int
    command: tuple[str, ...]
    trust: Trust
    problem: Words = ""
    config_digest: str = ""
    managed: bool = False
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class ToolView:
    """One listed tool. Attributes: name (untrusted). definition: canonical bytes of everything listed (untrusted)."""

    name: str
    definition: bytes


@dataclass(frozen=True, slots=True)
class ServerDetails:
    """One server, closer. Attributes: tools: as last listed. listed: whether they were. stderr (untrusted)."""

    server: ServerView
    tools: tuple[ToolView, ...]
    listed: bool
    stderr: str


@dataclass(frozen=True, slots=True)
class ServerTest:
    """What a look at a server found.

    Attributes:
        ok: whether it works. why: one safe sentence where not. revision: MCP revision. tools: how many. ms: how long.
    """

    ok: bool
    why: Words
    revision: str
    tools: int
    ms: float
