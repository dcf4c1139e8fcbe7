"""The frozen values that the parts of Assent exchange: calls, findings, verdicts, questions, answers (pure).

Text that came from a server, an app or a model is marked ``untrusted`` in the docstring of its field and reaches a
screen only through ``host.text``.

Invariants:
    Values are immutable, hold no behaviour beyond derivation, and know neither clock nor I/O; times are arguments.
    A call is frozen at arrival; its digest is that of the very bytes that will be sent.
    Two demands together never ask for less than either.
    An answer names exactly one call by id and digest; an edit answers nothing.
    Of sensitive values only commitments enter a record's body.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from host.words import Words

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
"""A parsed JSON value. Floats whose lexeme Python would not reproduce are ``canonical.Lexeme`` (a ``float``)."""

JsonObject: TypeAlias = "dict[str, JsonValue]"

RequestId: TypeAlias = "int | str"
"""JSON-RPC 2.0 §4 as narrowed by MCP: a string or an integer, never null; ``1`` and ``"1"`` differ."""

UNKNOWN_APP: Final = "unknown"
"""Name of every app that proved nothing; its calls are always asked."""

Trust: TypeAlias = Literal["none", "user", "managed"]
"""Who vouched for a server's configuration: nobody, the user (the lesser level), or the administrator."""

GrantDuration: TypeAlias = Literal["once", "15min", "1h", "chat", "quit", "always"]
"""For how long a yes counts: this call alone, or a grant for 15 minutes, an hour, the app's session, until Assent
quits, or until it is taken back."""

Bound: TypeAlias = Literal["exact", "pattern", "any"]
"""What a grant covers: exactly what was sent, the narrowest pattern around it, or any arguments."""

PRIVATE: Final = MappingProxyType({"private": True})
"""Metadata of a field that is never told to a window."""


def object_in(value: JsonValue, *path: str) -> JsonObject:
    """The object at the end of ``path`` in a JSON value (untrusted); an empty one where there is none."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def objects_in(value: JsonValue) -> list[JsonObject]:
    """The objects that a JSON list has (untrusted); none where it is no list."""
    return [it for it in value if isinstance(it, dict)] if isinstance(value, list) else []


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
    """How a dispatched call ended. Not told: it was allowed, and is carried out by the app itself."""

    SUCCEEDED = "succeeded"
    TOOL_ERROR = "tool error"
    PROTOCOL_ERROR = "protocol error"
    TIMED_OUT = "timed out"
    CANCELLED = "cancelled"
    UNKNOWN = "unknown"
    NOT_TOLD = "not told"


def sha256_hex(data: bytes) -> str:
    """SHA-256 (FIPS 180-4) of ``data`` in lower-case hex."""
    return hashlib.sha256(data).hexdigest()


class Finding(Struct, frozen=True):
    """One fact that Assent worked out about a call.

    Attributes:
        kind: stable identifier, such as ``not-validated``; ``host.inspect.kinds`` lists them. severity: how much it
        should worry. text: a plain sentence of ours. evidence: untrusted text that shows it. where: the steps to the
        input that it is about, empty where it is about the call as a whole. span: of the text that stands there, the
        characters that show it, from and to; None where it is all of it, or no text.
    """

    kind: str
    severity: Severity
    text: Words
    evidence: str = ""
    where: tuple[str | int, ...] = ()
    span: tuple[int, int] | None = None


class RoleQuota(Struct, frozen=True, order=True):
    """So many different people with that role must sign. Attributes: role: as the rule names it. count: 1 or more."""

    role: str
    count: int = 1


class RateLimit(Struct, frozen=True, order=True):
    """At most ``calls`` admitted in any ``seconds``, by app, server and tool.

    Attributes:
        rule: whose limit it is; each rule counts for itself. calls: 1 or more, of which each counts once, when it is
        judged first, whatever becomes of it. seconds: more than 0.
    """

    rule: str
    calls: int
    seconds: float


class Obligations(Struct, frozen=True):
    """What besides its effect a verdict demands.

    Attributes:
        approvers: who must sign, by role, in the order of roles. pin: whether a yes needs somebody's PIN.
        review_result: whether the result is held until a person releases it. reason_required: whether a yes needs a
        reason. rates: limits that must all hold, in the order of rules.
    """

    approvers: tuple[RoleQuota, ...] = ()
    pin: bool = False
    review_result: bool = False
    reason_required: bool = False
    rates: tuple[RateLimit, ...] = ()

    @property
    def signed(self) -> bool:
        """Whether a yes needs a signature at all."""
        return bool(self.approvers) or self.pin

    def __or__(self, other: Obligations) -> Obligations:
        """Everything that either demands; of one role, the greater number."""
        if other == NO_OBLIGATIONS:  # nearly always, and on every call
            return self
        most: dict[str, int] = {}
        for quota in (*self.approvers, *other.approvers):
            most[quota.role] = max(quota.count, most.get(quota.role, 0))
        return Obligations(
            tuple(RoleQuota(role, count) for role, count in sorted(most.items())),
            self.pin or other.pin,
            self.review_result or other.review_result,
            self.reason_required or other.reason_required,
            tuple(sorted({*self.rates, *other.rates})),
        )


NO_OBLIGATIONS: Final = Obligations()


class Verdict(Struct, frozen=True):
    """What the policy says of a call.

    Attributes:
        effect: allow, ask or deny. rule: id of the deciding rule, or ``default``, ``broken-policy``, ``guard:…``.
        source: ``managed``, ``user``, ``server`` (the word of one that is vouched for), ``default`` or ``guard``.
        because: one safe sentence. reason: the rule's own text. obligations: what all matching rules demand together;
        none where the effect is deny.
    """

    effect: Effect
    rule: str
    source: str
    because: Words
    reason: str = ""
    obligations: Obligations = NO_OBLIGATIONS


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
        executable: what the peer's process runs. parent: what started that. Empty where the system does not tell.
        stays: whether the session may bring more than one call; that of a hook does not.
    """

    name: str
    authenticated: bool
    claimed: str = ""
    pid: int | None = None
    session: str = ""
    proof: str = field(default="", repr=False)
    executable: str = ""
    parent: str = ""
    stays: bool = True


class ServerRef(Struct, frozen=True):
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


class AppSays(Struct, frozen=True):
    """What an app tells of who asks; claims of that app (untrusted), bounded, empty where it tells none.

    Attributes:
        agent: the subagent within it.
        model: the model that speaks.
        chat: the name of the chat.
        client: the app itself, by its ``clientInfo``: name and version.
    """

    agent: str = ""
    model: str = ""
    chat: str = ""
    client: str = ""


SAYS_NOTHING: Final = AppSays()
TOOL_CALL: Final = "tools/call"


@dataclass(frozen=True, slots=True)
class Call:
    """One proposed ``tools/call``, frozen at arrival.

    Attributes:
        id: UUIDv7. app, server: who asks, and of whom. tool: exact name (untrusted).
        params: the canonical bytes of everything that will be sent as ``params``, less the progress token.
        arguments: canonical bytes of ``params.arguments`` (``{}`` where absent), what schemas and policy judge.
        arguments_value: the same, parsed; never mutated.
        protocol_revision: MCP revision that the app speaks. proposed_at: Unix time in seconds.
        digest: SHA-256 of ``params``, hex. This is what a decision names.
        turn: the words that led here, as the app tells them (untrusted); never sent to the server, and bounded.
        says: what it tells of who asks (untrusted); likewise.
        method: ``tools/call``; else what a server asks of the app. Then ``tool`` is the method too, and ``params`` have
            it as ``name`` and what the server says as ``arguments``.
        continues: id of the earlier call of which this is a further round, or whose result linked to what is to be
            read; empty where it is none that is known.
    """

    id: str
    app: App
    server: ServerRef
    tool: str
    params: bytes
    arguments: bytes
    arguments_value: JsonObject = field(repr=False, compare=False)
    protocol_revision: str
    proposed_at: float
    digest: str
    turn: str = field(default="", compare=False)
    says: AppSays = field(default=SAYS_NOTHING, compare=False)
    method: str = TOOL_CALL
    continues: str = ""

    @property
    def asks_app(self) -> bool:
        """Whether a server asks it of the app, and not the app of a server."""
        return self.method != TOOL_CALL


@dataclass(frozen=True, slots=True)
class CallContext:
    """A call as rules and findings are asked about it, whether it was proposed, tried, described or recorded.

    Attributes:
        server: our configured id.
        tool: exact name (untrusted).
        app: the name that its token proves, or ``unknown``.
        app_authenticated: whether a token proved it.
        trust: who vouched for the server's configuration.
        arguments: parsed; never mutated.
        written: their canonical bytes.
        definition: of the tool (untrusted), None where there is none.
        definition_digest: of that, empty where it is not known.
        method: as in ``Call``.
    """

    server: str
    tool: str
    app: str
    app_authenticated: bool
    trust: Trust
    arguments: JsonObject = field(repr=False, compare=False)
    written: bytes = field(repr=False)
    definition: JsonObject | None = field(default=None, repr=False, compare=False)
    definition_digest: str = ""
    method: str = TOOL_CALL

    @classmethod
    def of(cls, call: Call, definition: ToolDefinition) -> CallContext:
        """A proposed call."""
        return cls(
            call.server.id,
            call.tool,
            call.app.name,
            call.app.authenticated,
            call.server.trust,
            call.arguments_value,
            call.arguments,
            definition.value,
            definition.digest,
            call.method,
        )

    @property
    def input_schema(self) -> JsonValue:
        """The tool's ``inputSchema`` as it came, or None."""
        return None if self.definition is None else self.definition.get("inputSchema")

    @property
    def annotations(self) -> JsonObject:
        """The tool's ``annotations``, as the server said them; empty for what is no object."""
        said = None if self.definition is None else self.definition.get("annotations")
        return said if isinstance(said, dict) else {}


@dataclass(frozen=True, slots=True)
class Signature:
    """One person's signature under one call, given with a credential of their own.

    Attributes:
        approver: the registered name. roles: that person's, when it was given. at: Unix seconds. mark: digest of the
        credential, which tells whether that is still the person's; it stays in the host. Empty where the approver is
        a program of ours, which answers for its signers itself.
    """

    approver: str
    roles: tuple[str, ...]
    at: float
    mark: str = field(default="", repr=False, compare=False, metadata=PRIVATE)


class BoundOffer(Struct, frozen=True):
    """One choice of what a grant covers.

    Attributes:
        bound: the choice. covers: what exactly it covers, a line each (holds strangers' text); what is shown here is
        what is granted.
    """

    bound: Bound
    covers: tuple[Words, ...]


class GrantOffers(Struct, frozen=True):
    """What a person may be offered besides this once.

    Attributes:
        refused: why nothing wider, one safe sentence; empty where something is. bounds: narrowest first.
        no_always: why ``always`` is not among it, else empty. durations: for how long, shortest first, ``once`` aside.
    """

    refused: Words = ""
    bounds: tuple[BoundOffer, ...] = ()
    no_always: Words = ""
    durations: tuple[GrantDuration, ...] = ()


@dataclass(frozen=True, slots=True)
class Grant:
    """A standing permission that a person gave.

    Attributes:
        id: UUIDv7.
        app, server, tool: (untrusted) whom it covers.
        arguments: the canonical bytes of the call that it was given with.
        given_at: Unix seconds.
        expires_at: likewise, None where no clock ends it.
        who: gave it.
        used: calls that it answered since this host started.
        duration, bound: as chosen.
        covers: what it covers, a line each, as it was shown when it was given (holds strangers' text).
        session: of the app, where it ends with that one, else empty.
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
    duration: GrantDuration = "15min"
    bound: Bound = "exact"
    covers: tuple[Words, ...] = ()
    session: str = field(default="", metadata=PRIVATE)


class ApprovalRequest(Struct, frozen=True):
    """A call waiting for people, with everything a person needs to judge it.

    Attributes:
        call: the frozen call. definition: the tool's definition at the time of asking (untrusted).
        verdict: why it is asked. findings: what Assent worked out. round: 1 for the first question, more after drift.
        voided_because: why an earlier answer was void, empty in round 1. expires_at: Unix time in seconds.
        result: of the call, serialised (untrusted), where the question is whether it may be released to the app; None
        where the question is whether the call may be sent. edited: canonical params as the app proposed them, where a
        person has changed the inputs since; ``call`` is what would be sent then. asked: what the server asked for in
        its answer to the call that this one continues, serialised (untrusted); None where it continues none; of a
        question that the person answers here, what the server says. during: tools that run while a server asks the app
        (untrusted). opens: the address that a yes opens in the person's browser (untrusted), empty where none does.
    """

    call: Call
    definition: ToolDefinition
    verdict: Verdict
    findings: tuple[Finding, ...]
    round: int
    voided_because: Words
    expires_at: float
    result: bytes | None = None
    edited: bytes | None = None
    asked: bytes | None = None
    during: tuple[str, ...] = ()
    opens: str = ""


class Edit(Struct, frozen=True):
    """A person wants other inputs sent; that answers nothing yet, the changed call is asked anew.

    Attributes:
        call_id, digest: of the call that was shown. arguments: canonical bytes of the inputs wanted instead; None for
        the same ones, where what the question stands on was changed. who: changed them.
    """

    call_id: str
    digest: str
    arguments: bytes | None
    who: str


class Answer(Struct, frozen=True):
    """What an approver said. It names exactly one call by id and digest.

    Attributes:
        approve: yes or no. call_id, digest: of the call that was shown. approver: who signs.
        reason: the person's own words: for the model where denied, for the log where approved.
        displayed_ms: how long the request was on screen, None where nobody measured.
        duration, bound: for how long and for what a yes counts; ``bound`` means nothing where the duration is ``once``.
        unread_lines: lines of the inputs that never were on screen. signatures: of all who signed, in order.
        note: with a yes, the person's own words for the model, beside the result.
        there: what stood where the call is done, as it was shown: ``ActionView.there``.
    """

    approve: bool
    call_id: str
    digest: str
    approver: str
    reason: str = ""
    displayed_ms: int | None = None
    duration: GrantDuration = "once"
    unread_lines: int = 0
    bound: Bound = "exact"
    signatures: tuple[Signature, ...] = ()
    note: str = ""
    there: str = ""


class Decision(Struct, frozen=True):
    """The gate's own, final and logged word on one call.

    Attributes:
        call_id, digest: the one call and the very bytes it covers. approve: yes or no.
        by: ``rule``, ``grant``, ``approver``, ``expiry``, ``withdrawal``, ``no-window``, ``limit``, ``stop``, ``quit``,
            ``drift`` or ``fault``.
        who: rule id, grant id or approver name. reason: person's or rule's text (may be untrusted, may be sensitive).
        note: as in ``Answer``.
    """

    call_id: str
    digest: str
    approve: bool
    by: str
    who: str
    reason: str = ""
    note: str = ""


class Outcome(Struct, frozen=True):
    """How a dispatched call ended.

    Attributes:
        status: see OutcomeStatus. duration_ms: from dispatch to the end. detail: one safe sentence, or empty.
        code: JSON-RPC error code of a protocol error, else None. findings: e.g. an output schema not met.
    """

    status: OutcomeStatus
    duration_ms: float
    detail: str = ""
    code: int | None = None
    findings: tuple[Finding, ...] = ()


class Committed(NamedTuple):
    """A value that a record commits to, without the value.

    Attributes:
        key, size, hmac: of the commitment. head: the beginning of the value, which is kept.
    """

    key: bytes
    size: int
    hmac: str
    head: bytes = b""


class RepeatedFields(dict[str, JsonValue]):
    """Fields of records that come again and again, never changed. Attributes: encoded: as the log writes them, once."""

    __slots__ = ("encoded",)
    encoded: str

    def __init__(self, fields: JsonObject) -> None:
        """Not encoded yet."""
        super().__init__(fields)
        self.encoded = ""


class Draft(Struct, frozen=True):
    """A record before it is chained.

    Attributes:
        kind: ``call.decided`` and so on, see ``docs/reference/records.md``.
        fields: what stands in the chained body, no secrets.
        values: sensitive values by name; only their HMAC commitments enter the body.
        call: id of the call it belongs to, or empty.
        unkept: names of values that are committed to and not stored.
        result: the value ``result``, where it is large and its commitment was made before.
    """

    kind: str
    fields: Mapping[str, JsonValue]
    values: Mapping[str, bytes] = msgspec.field(default_factory=dict[str, bytes])
    call: str = ""
    unkept: frozenset[str] = frozenset()
    result: Committed | None = None
