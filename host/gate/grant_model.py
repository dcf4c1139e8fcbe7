"""A standing permission, and everything that it is bound to, as values (pure).

Owns: these values, and how long each scope holds. What stays true: a key names the server's configuration, the tool's
definition, the app and the token that proved it, the server and the tool (SECURITY, row 13); any other is another key.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from host.gate.grant_scope import Shape
from host.model import Bound, Call, Draft, Scope

SECONDS: Final[dict[Scope, int]] = {"15min": 900, "1h": 3600, "chat": 24 * 3600}
"""How long a grant of that scope holds at most; others end with the host, or when they are taken back."""


@dataclass(frozen=True, slots=True)
class Grant:
    """One standing permission.

    Attributes:
        id: UUIDv7. app, server, tool (untrusted): whom it covers. arguments: canonical bytes of the call that it was
        given with. given_at: Unix seconds. expires_at: likewise, None where no clock ends it. who: gave it. used: calls
        that it answered since this host started. scope, bound: as chosen. covers: what it covers, in the words that
        were shown (hold strangers' text). session: of the app, where it ends with that one, else empty.
    """

    id: str
    app: str
    server: str
    tool: str
    arguments: bytes
    given_at: float
    expires_at: float | None
    who: str
    used: int = 0
    scope: Scope = "15min"
    bound: Bound = "exact"
    covers: tuple[str, ...] = ()
    session: str = ""


class Key(NamedTuple):
    """Everything that a grant is bound to besides its bounds.

    Attributes:
        config, definition: digests of the whole. app: its name. proof: as in ``model.App``. server: its id. tool: its
        exact name.
    """

    config: str
    definition: str
    app: str
    proof: str
    server: str
    tool: str


class StoredGrant(NamedTuple):
    """A grant with what it is bound to. Attributes: grant, key, shape."""

    grant: Grant
    key: Key
    shape: Shape


class Offer(NamedTuple):
    """A grant that is not in force yet.

    Attributes:
        grant. record: must be durable first. key, shape: what it covers.
    """

    grant: Grant
    record: Draft
    key: Key
    shape: Shape


def key_of(call: Call, definition: str) -> Key:
    """``definition``: digest of the tool's definition as it stands."""
    server, app = call.server, call.app
    return Key(server.config_digest, definition, app.name, app.proof, server.id, call.tool)
