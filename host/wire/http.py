"""The channel to a server behind a URL (MCP, basic/transports, every revision).

Owns: what such a connection is made of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol


class Authorizer(Protocol):
    """What signs the requests of one connection in."""

    async def header(self) -> str | None:
        """The value for ``Authorization``, refreshed beforehand where it is about to expire; None without a sign-in."""

    async def refused(self, status: int, challenge: str) -> bool:
        """The server answered ``status`` (401 or 403) with that ``WWW-Authenticate`` (untrusted, possibly empty).

        Returns whether ``header`` has another value now, without a person. Where it has not, this has made it known
        that a person must sign in, or allow more.
        """


@dataclass(frozen=True, slots=True)
class HttpSpec:
    """A server to connect to, with every reference resolved: it may hold secrets and shows none.

    Attributes:
        url: of the server. headers: that its entry names. kind: "sse" for the transport of 2024-11-05 alone; "http"
        for any that the server speaks. authorizer: signs requests in, None where the entry does so itself.
    """

    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    kind: Literal["http", "sse"]
    authorizer: Authorizer | None = field(default=None, repr=False)
