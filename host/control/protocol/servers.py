"""What the window asks about servers (pure).

Owns: requests that look at a server, try it, or vouch for its configuration.

Invariants: a vouching names the digest of the configuration that was shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from host.control.protocol.request import Done, Request
from host.control.views import ServerDetails, ServerTest


@dataclass(frozen=True, slots=True)
class VouchServer(Request[Done]):
    """The user vouches for a server's configuration, or takes that back. Attributes: config: digest that was shown."""

    server_id: str
    config: str
    vouch: bool


@dataclass(frozen=True, slots=True)
class ReadServer(Request[ServerDetails]):
    """One server, closer."""

    server_id: str


@dataclass(frozen=True, slots=True)
class TestServer(Request[ServerTest]):
    """Start a server, shake hands, list its tools, end it. Nothing is called."""

    server_id: str
