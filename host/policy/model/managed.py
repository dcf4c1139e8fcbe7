"""What only the administrator's file can say (pure).

Owns: pins, approvers, limits and locks. What stays true: a credential stays out of every ``repr``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from host.model import JsonObject, sha256_hex
from host.policy.model.rules import SourceKind


@dataclass(frozen=True, slots=True)
class ApproverEntry:
    """Somebody who may sign (managed file, or enrolled by the user).

    Attributes:
        name: how signatures name the person; unique without regard to case. roles: in order. credential: an Argon2id
        hash in PHC form. source: where the entry stands; ``user``: enrolled in the window, kept in the keyring.
    """

    name: str
    roles: tuple[str, ...]
    credential: str = field(repr=False)
    source: SourceKind = "managed"

    @property
    def mark(self) -> str:
        """Digest of the credential: what a signature remembers of it."""
        return sha256_hex(self.credential.encode())


@dataclass(frozen=True, slots=True)
class ServerPin:
    """What a server must list (PRODUCT, Words, pin).

    Attributes:
        tools: exact name to the digest of its definition, in hex; a tool that is not here, or differs, is withheld.
        instructions: SHA-256 in hex of the instructions' text, None where any will do; of no text: ``sha256("")``.
    """

    tools: Mapping[str, str]
    instructions: str | None = None


@dataclass(frozen=True, slots=True)
class Managed:
    """What only the administrator's file can say.

    Attributes:
        servers: entries by id, in the form of servers.json, which stand before the user's of the same id. lines: of
        each. pins: by server id. approvers: who may sign. limits: values for settings, by name. locked: names of
        settings that the user cannot change.
    """

    servers: Mapping[str, JsonObject] = field(default_factory=lambda: MappingProxyType({}))
    lines: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    pins: Mapping[str, ServerPin] = field(default_factory=lambda: MappingProxyType({}))
    approvers: tuple[ApproverEntry, ...] = ()
    limits: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    locked: frozenset[str] = frozenset()


NOT_MANAGED: Final = Managed()
