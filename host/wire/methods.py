"""The methods that apps and servers may send, per protocol revision (pure).

Owns: the allow-list of client requests, client notifications and server requests, as the specification of each revision
lists them (``docs/specification/<revision>/schema``).

Invariants: a method that is not listed does not pass. ``tools/call`` is listed here but leaves only through the gate.
Task methods of 2025-11-25 are omitted on purpose, because a task would run outside the gate.
"""

from __future__ import annotations

from typing import Final

LEGACY: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""Revisions with an ``initialize`` handshake, oldest first."""
MODERN: Final = ("2026-07-28",)
"""Revisions in which each request carries its own version."""
REVISIONS: Final = (*LEGACY, *MODERN)

REVISIONS_WITH_BATCHES: Final = frozenset({"2025-03-26"})
"""Revisions that know JSON-RPC batches."""

META_VERSION: Final = "io.modelcontextprotocol/protocolVersion"
META_CLIENT_INFO: Final = "io.modelcontextprotocol/clientInfo"
META_CAPABILITIES: Final = "io.modelcontextprotocol/clientCapabilities"
META_SUBSCRIPTION: Final = "io.modelcontextprotocol/subscriptionId"
TOOLS_CHANGED: Final = "notifications/tools/list_changed"

_COMMON_REQUESTS: Final = frozenset(
    "completion/complete prompts/get prompts/list resources/list resources/read resources/templates/list tools/call "
    "tools/list".split()
)
_LEGACY_REQUESTS: Final = _COMMON_REQUESTS.union(
    "initialize logging/setLevel ping resources/subscribe resources/unsubscribe".split()
)
_MODERN_REQUESTS: Final = _COMMON_REQUESTS | {"server/discover", "subscriptions/listen"}
_LEGACY_NOTIFICATIONS: Final = frozenset(
    f"notifications/{name}" for name in ("cancelled", "initialized", "progress", "roots/list_changed")
)
_MODERN_NOTIFICATIONS: Final = frozenset({"notifications/cancelled"})

BEFORE_HANDSHAKE: Final = frozenset({"initialize", "ping"})
"""Requests that a legacy app may send before its handshake."""

LOGGED_METHODS: Final = frozenset(
    {"resources/read", "prompts/get", "completion/complete", "resources/subscribe", "subscriptions/listen"}
)
"""Requests that pass without a decision but are recorded."""

GUARDED_PARAMS: Final = frozenset(
    "_meta argument arguments capabilities clientInfo context cursor inputResponses level name notifications progress "
    "progressToken protocolVersion ref requestId requestState task uri".split()
)
"""Keys of ``params`` whose look-alikes are refused."""
GUARDED_META: Final = frozenset({"progressToken", META_VERSION, META_CLIENT_INFO, META_CAPABILITIES})


def client_requests(revision: str) -> frozenset[str]:
    """Return the requests that an app may send in ``revision``; empty for an unknown one."""
    if revision in MODERN:
        return _MODERN_REQUESTS
    return _LEGACY_REQUESTS if revision in LEGACY else frozenset()


def client_notifications(revision: str) -> frozenset[str]:
    """Return the notifications that an app may send in ``revision``; empty for an unknown one."""
    if revision in MODERN:
        return _MODERN_NOTIFICATIONS
    return _LEGACY_NOTIFICATIONS if revision in LEGACY else frozenset()


def server_requests(revision: str) -> frozenset[str]:
    """Return the requests that a server may send: none in modern revisions, where results ask for input instead."""
    if revision not in LEGACY:
        return frozenset()
    requests = {"ping", "roots/list", "sampling/createMessage"}
    return frozenset(requests | {"elicitation/create"} if is_at_least(revision, "2025-06-18") else requests)


def is_at_least(revision: str, minimum: str) -> bool:
    """Whether ``revision`` is known and not older than ``minimum``."""
    return revision in REVISIONS and REVISIONS.index(revision) >= REVISIONS.index(minimum)
