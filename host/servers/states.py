"""How a configured server can stand, and what is known of it before anybody starts it.

Owns: the words for that, shared by window and command line. What stays true: looking starts nothing and resolves no
reference; what cannot be told without a start is not guessed.
"""

from __future__ import annotations

import enum
import shutil
from collections.abc import Mapping
from typing import Final

from host.servers.config import ServerConfig
from host.words import say

UNREACHABLE: Final = say("Servers behind a URL cannot be reached yet. Write a command that connects to it.")


class ServerState(enum.Enum):
    """How a server stands (REQUIREMENTS, 1). Idle: nobody needs it. The last three are never started."""

    IDLE = "idle"
    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"
    DISABLED = "disabled"
    NOT_SUPPORTED = "not supported"
    NOT_USABLE = "not usable"


def barred(entry: ServerConfig) -> tuple[ServerState, str] | None:
    """Why this entry, as it is written, is not started, with a sentence; None where it is."""
    if entry.disabled:
        return ServerState.DISABLED, ""
    return None if entry.kind == "stdio" else (ServerState.NOT_SUPPORTED, UNREACHABLE)


def without_program(entry: ServerConfig, environment: Mapping[str, str]) -> str:
    """A sentence where the entry's program does not exist, else empty. ``environment``: that of the host.

    Looks where a start would look. A PATH made of references is known at the start alone, which then says more.
    """
    path = entry.env.get("PATH", environment.get("PATH"))
    if (path is not None and "${" in path) or shutil.which(entry.command, path=path) is not None:
        return ""
    if entry.managed:
        return say("No such program: {command}. Install it, or tell your administrator.", command=entry.command)
    return say("No such program: {command}. Install it, or mend the command in servers.json.", command=entry.command)
