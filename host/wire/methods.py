"""Who may send what, per protocol revision (pure).

Owns: the allow-list of client requests and notifications, and of what a server may ask of an app, as the specification
of each revision lists them (``docs/specification/<revision>/schema``).

Invariants: a method that is not listed does not pass; ``tools/call`` is listed here but leaves only through the gate;
task methods of 2025-11-25 are left out on purpose, since a task would run outside the gate.
"""

from __future__ import annotations

from typing import Final

LEGACY: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""Revisions with an ``initialize`` handshake, oldest first."""
MODERN: Final = ("2026-07-28",)
"""Revisions in which each request carries its own version."""
REVISIONS: Final = (*LEGACY, *MODERN)

BATCHES: Final = frozenset({"2025-03-26"})
"""Revisions that know JSON-RPC batches."""

META_VERSION: Final = "io.modelcontextprotocol/protocolVersion"
META_CLIENT_INFO: Final = "io.modelcontextprotocol/clientInfo"
META_CAPABILITIES: Final = "io.modelcontextprotocol/clientCapabilities"
META_SUBSCRIPTION: Final = "io.modelcontextprotocol/subscriptionId"
TOOLS_CHANGED: Final = "notifications/tools/list_changed"

_LISTS: Final = frozenset(
    {
        "completion/complete",
        "prompts/get",
        "prompts/list",
        "resources/list",
        "resources/read",
        "resources/templates/list",
        "tools/call",
        "tools/list",
    }
)
_LEGACY_REQUESTS: Final = _LISTS | {
    "initialize",
    "logging/setLevel",
    "ping",
    "resources/subscribe",
    "resources/unsubscribe",
}
_MODERN_REQUESTS: Final = _LISTS | {"server/discover", "subscriptions/listen"}
_LEGACY_NOTIFICATIONS: Final = frozenset(
    {
        "notifications/cancelled",
        "notifications/initialized",
        "notifications/progress",
        "notifications/roots/list_changed",
    }
)
_MODERN_NOTIFICATIONS: Final = frozenset({"notifications/cancelled"})

BEFORE_HANDSHAKE: Final = frozenset({"initialize", "ping"})
"""What a legacy app may send before it has asked for a revision."""

LOGGED: Final = frozenset(
    {"resources/read", "prompts/get", "completion/complete", "resources/subscribe", "subscriptions/listen"}
)
"""Harmless enough to pass, worth a record all the same."""

TWINNED_PARAMS: Final = frozenset(
    {
        "_meta",
        "argument",
        "arguments",
        "capabilities",
        "clientInfo",
        "context",
        "cursor",
        "inputResponses",
        "level",
        "name",
        "notifications",
        "progress",
        "progressToken",
        "protocolVersion",
        "ref",
        "requestId",
        "requestState",
        "task",
        "uri",
    }
)
"""Keys of ``params`` whose look-alikes are refused."""
TWINNED_META: Final = frozenset({"progressToken", META_VERSION, META_CLIENT_INFO, META_CAPABILITIES})


def client_requests(revision: str) -> frozenset[str]:
    """The requests an app may send in ``revision``; empty for an unknown one."""
    if revision in MODERN:
        return _MODERN_REQUESTS
    return _LEGACY_REQUESTS if revision in LEGACY else frozenset()


def client_notifications(revision: str) -> frozenset[str]:
    """The notifications an app may send in ``revision``; empty for an unknown one."""
    if revision in MODERN:
        return _MODERN_NOTIFICATIONS
    return _LEGACY_NOTIFICATIONS if revision in LEGACY else frozenset()


def server_requests(revision: str) -> frozenset[str]:
    """The requests a server may send in ``revision``: none in the modern era, where results ask for input."""
    if revision not in LEGACY:
        return frozenset()
    asked = {"ping", "roots/list", "sampling/createMessage"}
    return frozenset(asked | {"elicitation/create"} if at_least(revision, "2025-06-18") else asked)


def at_least(revision: str, minimum: str) -> bool:
    """Whether ``revision`` is known and not older than ``minimum``."""
    return revision in REVISIONS and REVISIONS.index(revision) >= REVISIONS.index(minimum)
