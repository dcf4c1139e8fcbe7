"""Calls, and who has a part in them (pure).

Owns: the app, the server, the tool as it was listed, and the call. What stays true: a call is frozen at arrival, and
its digest is that of the very bytes that will be sent.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from host.model.terms import JsonObject, JsonValue, Trust


@dataclass(frozen=True, slots=True)
class App:
    """Who proposes.

    Attributes:
        name: the name its token proves, or ``unknown``.
        authenticated: whether a token proved it.
        claimed: what it called itself (untrusted).
        pid: process id of the peer where the system tells, else None.
        session: the transport session, unique in the life of a host.
        proof: SHA-256 of the token that proved the name, in hex; empty where none did.
    """

    name: str
    authenticated: bool
    claimed: str = ""
    pid: int | None = None
    session: str = ""
    proof: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ServerRef:
    """A configured server as a decision sees it.

    Attributes:
        id: our configured id. config_digest: SHA-256 of its whole configuration entry, in hex; changes with any part.
        public_digest: the same without what may be a secret; safe to log.
        trust: who vouched for this configuration.
    """

    id: str
    config_digest: str
    public_digest: str
    trust: Trust = "none"

    @property
    def trusted(self) -> bool:
        """Whether anybody vouched for it."""
        return self.trust != "none"


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """Everything ``tools/list`` said of one tool (untrusted throughout).

    Attributes:
        name: exact name. raw: canonical bytes of the whole definition object. digest: SHA-256 of ``raw``, hex.
        value: the parsed object, never mutated.
    """

    name: str
    raw: bytes
    value: JsonObject = field(repr=False, compare=False)
    digest: str = ""

    @property
    def input_schema(self) -> JsonValue:
        """The tool's ``inputSchema`` as it came, or None."""
        return self.value.get("inputSchema")

    @property
    def output_schema(self) -> JsonValue:
        """The tool's ``outputSchema`` as it came, or None."""
        return self.value.get("outputSchema")


@dataclass(frozen=True, slots=True)
class Call:
    """One proposed ``tools/call``, frozen at arrival.

    Attributes:
        id: UUIDv7. app, server: who asks, and of whom. tool: exact name (untrusted).
        params: the canonical bytes of everything that will be sent as ``params``, less the progress token.
        arguments: canonical bytes of ``params.arguments`` (``{}`` where absent), what schemas and policy judge.
        arguments_value: the same, parsed; never mutated.
        revision: MCP revision that the app speaks. proposed_at: Unix time in seconds.
        digest: SHA-256 of ``params``, hex. This is what a decision names.
        turn: the words that led here, as the app tells them (untrusted); never sent to the server, and bounded.
    """

    id: str
    app: App
    server: ServerRef
    tool: str
    params: bytes
    arguments: bytes
    arguments_value: JsonObject = field(repr=False, compare=False)
    revision: str
    proposed_at: float
    digest: str
    turn: str = field(default="", compare=False)
