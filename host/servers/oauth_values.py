"""What a server says about signing in, and what is kept of a sign-in.

Invariants: what a server says is bounded; a token that no header can carry is none. A stored sign-in is for one
configuration and one URL, and is never printed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final  # Any: JSON of ours

import msgspec
from msgspec import Struct, structs

from host import regex
from host.canonical import compact, parse
from host.errors import MalformedJson
from host.inspect.domains import host_of
from host.text import one_line
from host.values import Unprinted

REFRESH_AHEAD: Final = 60.0
"""Seconds before its expiry that a token is refreshed, or a fifth of its lifetime if that is shorter."""
MAX_SCOPES: Final = 64
_TOKEN: Final = regex.pattern(r"[\x21-\x7e]{1,16384}")
"""A token that can be sent in a header (RFC 6750 §2.1, extended to all visible ASCII)."""
_SCOPE: Final = regex.pattern(r"[\x21\x23-\x5b\x5d-\x7e]{1,200}")
"""RFC 6749 §3.3."""
_PARAMETER: Final = regex.pattern(r'(?:^|[\s,])(error|resource_metadata|scope)=(?:"([^"\\\x00-\x1f]*)"|([^\s",]+))')
_MAX_CHALLENGE: Final = 8_192
_HOST_SHOWN: Final = 80
"""Characters that are shown of a host."""


class Challenge(Struct, frozen=True):
    """The refusal of a server (RFC 6750 §3, RFC 9728 §5.1); all of it is untrusted.

    ``metadata``: URL of the server's resource metadata.
    """

    status: int = 401
    error: str = ""
    metadata: str = ""
    scopes: tuple[str, ...] = ()

    @staticmethod
    def parse(status: int, header: str) -> Challenge:
        """Parse the known parameters of a ``WWW-Authenticate``."""
        parameters: dict[str, str] = {}
        plain = header[:_MAX_CHALLENGE].encode("ascii", "replace").decode()  # ``header`` writes it again
        for name, quoted, bare in _PARAMETER.findall(plain):
            parameters.setdefault(name, quoted or bare)
        scopes = _scopes(parameters.get("scope", "").split())
        return Challenge(status, parameters.get("error", ""), parameters.get("resource_metadata", ""), scopes)

    def header(self) -> str:
        """Return the challenge as a ``WWW-Authenticate`` header."""
        members = {"error": self.error, "resource_metadata": self.metadata, "scope": " ".join(self.scopes)}
        return "Bearer " + ", ".join(f'{name}="{value}"' for name, value in members.items() if value)


class StoredSignIn(Unprinted, Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a sign-in, as it is stored in the keyring.

    Attributes:
        token: the last answer of the token endpoint; empty once it refuses to give one.
    """

    config: str  # digest of the entry that it is for
    server: str  # URL of the server, with resolved references
    issuer: str
    resource: str
    redirect_uri: str
    client: dict[str, Any]
    metadata: dict[str, Any]  # the used part of the authorization server's metadata
    token: dict[str, Any] = msgspec.field(default_factory=dict)
    obtained_at: float = 0.0  # when the token was issued, Unix seconds
    expires_at: float = 0.0  # when it expires, Unix seconds; 0 if unknown

    @property
    def header(self) -> str | None:
        """The value for ``Authorization``; None if there is no token that can be sent."""
        token = self.token.get("access_token")
        return f"Bearer {token}" if isinstance(token, str) and _TOKEN.fullmatch(token) else None

    @property
    def scopes(self) -> tuple[str, ...]:
        """The scopes of the token, if the authorization server named them."""
        scope = self.token.get("scope")
        return _scopes(scope.split()) if isinstance(scope, str) else ()

    def is_due(self, now: float) -> bool:
        """Whether the token should be refreshed. ``now``: Unix seconds."""
        ahead = min(REFRESH_AHEAD, (self.expires_at - self.obtained_at) / 5)
        return self.expires_at > 0 and now >= self.expires_at - ahead

    def to_text(self) -> str:
        """Return the sign-in as a text for the keyring."""
        return compact(structs.asdict(self)).decode()

    @staticmethod
    def from_text(text: str, config: str, server: str) -> StoredSignIn | None:
        """Parse a text of the keyring. Returns None if it is invalid or for another entry.

        ``config``: digest of the entry. ``server``: URL that the entry leads to now.
        """
        try:
            stored = msgspec.convert(parse(text.encode()), StoredSignIn)
        except (MalformedJson, UnicodeError, msgspec.ValidationError):
            return None
        return stored if (stored.config, stored.server) == (config, server) else None


def shown_host(url: str) -> str:
    """Return the host of a URL for a message."""
    return one_line(host_of(url) or "?", _HOST_SHOWN)


def _scopes(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(scope for scope in words if _SCOPE.fullmatch(scope)))[:MAX_SCOPES]
