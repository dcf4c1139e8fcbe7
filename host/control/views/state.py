"""The host at a glance, as the window sees it (pure).

Owns: the one value that is pushed whenever something in it changed, and the grants in it.

Invariants: as in the package.
"""

from __future__ import annotations

from dataclasses import dataclass

from host.control.views.assistant import AssistantPhase
from host.control.views.rules import PolicyView
from host.control.views.servers import ServerView
from host.model import Bound, Scope
from host.words import Words


@dataclass(frozen=True, slots=True)
class GrantView:
    """A standing permission that a person gave.

    Attributes:
        id: of the grant. app, server, tool (untrusted): whom it covers. arguments: the canonical bytes of the call that
        it was given with. scope, bound: as chosen. covers: what it covers, a line each, as it was shown when it was
        given (holds strangers' text). given_at: Unix seconds. expires_at: likewise, None where no clock ends it.
        who: gave it. used: calls that it answered so far.
    """

    id: str
    app: str
    server: str
    tool: str
    arguments: bytes
    given_at: float
    expires_at: float | None
    who: str
    used: int
    scope: Scope = "15min"
    bound: Bound = "exact"
    covers: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class HostState:
    """The host at a glance; pushed whenever something in it changed.

    Attributes:
        stopped: the emergency stop holds. pending, running: calls that wait for people, and that servers work on.
        servers: in the file's order. policy: what the rules say. grants: those in force, newest first.
        log_problem: why the log cannot be written, else empty. assistant: the scripted assistant.
        settings_problems: what is wrong with settings.json, where defaults count. servers_problem: why servers.json as
        a whole cannot be used as it stands, else empty; what is wrong with one entry stands there.
    """

    stopped: bool
    pending: int
    running: int
    servers: tuple[ServerView, ...]
    policy: PolicyView
    grants: tuple[GrantView, ...]
    log_problem: Words
    assistant: AssistantPhase
    settings_problems: tuple[Words, ...] = ()
    servers_problem: Words = ""
