"""Plain types and the words of few choices (pure).

Owns: JSON values, scopes, bounds, effects, severities and statuses, and the digest. What stays true: as in the
package.
"""

from __future__ import annotations

import enum
import hashlib
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
"""A parsed JSON value. Floats whose lexeme Python would not reproduce are ``canonical.Lexeme`` (a ``float``)."""

JsonObject: TypeAlias = "dict[str, JsonValue]"

RequestId: TypeAlias = "int | str"
"""JSON-RPC 2.0 §4 as narrowed by MCP: a string or an integer, never null; ``1`` and ``"1"`` differ."""

UNKNOWN_APP: Final = "unknown"
"""Name of every app that proved nothing; its calls are always asked."""

Trust: TypeAlias = Literal["none", "user", "managed"]
"""Who vouched for a server's configuration: nobody, the user (the lesser level), or the administrator."""

Scope: TypeAlias = Literal["once", "15min", "1h", "chat", "quit", "always"]
"""For how long a yes counts: this call alone, or a grant for 15 minutes, an hour, the app's session, until Assent
quits, or until it is taken back."""

Bound: TypeAlias = Literal["exact", "pattern", "any"]
"""What a grant covers: exactly what was sent, the narrowest pattern around it, or any arguments."""

PRIVATE: Final = MappingProxyType({"private": True})
"""Metadata of a field that is never told to a window."""


class Effect(enum.Enum):
    """What the policy says of a call. Order of strictness: deny > ask > allow."""

    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"

    @property
    def strictness(self) -> int:
        """0 for allow, 1 for ask, 2 for deny."""
        return _STRICTNESS[self]


_STRICTNESS: Final = {Effect.ALLOW: 0, Effect.ASK: 1, Effect.DENY: 2}


class Severity(enum.Enum):
    """How much a finding should worry the person."""

    INFO = "info"
    MEDIUM = "medium"
    HIGH = "high"

    @property
    def rank(self) -> int:
        """For sorting: 0 for the gravest."""
        return _GRAVEST_FIRST.index(self)


_GRAVEST_FIRST: Final = (Severity.HIGH, Severity.MEDIUM, Severity.INFO)


class OutcomeStatus(enum.Enum):
    """How a dispatched call ended (PRODUCT, Words)."""

    SUCCEEDED = "succeeded"
    TOOL_ERROR = "tool error"
    PROTOCOL_ERROR = "protocol error"
    TIMED_OUT = "timed out"
    CANCELLED = "cancelled"
    UNKNOWN = "unknown"


def sha256_hex(data: bytes) -> str:
    """SHA-256 (FIPS 180-4) of ``data`` in lower-case hex."""
    return hashlib.sha256(data).hexdigest()
