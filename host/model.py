"""The frozen values that the parts of Assent exchange: calls, findings, verdicts, questions, answers (pure).

Text from a server, an app or a model is marked ``untrusted`` in the docstring of its field and reaches a screen only
through ``host.text``.

Invariants:
    Values are immutable and only derive data; they use neither clock nor I/O, and times are arguments.
    A call is frozen at arrival; its digest covers exactly the bytes that will be sent.
    Two sets of obligations together never demand less than either of them.
    An answer names exactly one call by id and digest; an edit is no answer.
    Of sensitive values only commitments enter a record's body.
"""

from __future__ import annotations

import enum
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from host.values import PartlyCompared, PartlyPrinted
from host.words import Words

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
"""A parsed JSON value. Floats that Python would print differently are ``canonical.Lexeme`` (a ``float``)."""

JsonObject: TypeAlias = "dict[str, JsonValue]"

RequestId: TypeAlias = "int | str"
"""JSON-RPC 2.0 §4 as restricted by MCP: a string or an integer, never null; ``1`` and ``"1"`` differ."""

UNKNOWN_APP: Final = "unknown"
"""Name of every app that proved no name; its calls are always asked."""

Trust: TypeAlias = Literal["none", "user", "managed"]
"""Who vouched for a server's configuration: nobody, the user (the lesser level), or the administrator."""

GrantDuration: TypeAlias = Literal["once", "15min", "1h", "chat", "quit", "always"]
"""How long an approval lasts: this call alone, or a grant for 15 minutes, an hour, the app's session, until Assent
quits, or until it is revoked."""

Bound: TypeAlias = Literal["exact", "pattern", "any"]
"""What a grant covers: exactly the sent arguments, the narrowest pattern around them, or any arguments."""


def object_in(value: JsonValue, *path: str) -> JsonObject:
    """The object at ``path`` in a JSON value (untrusted); an empty object if there is none."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def follow_steps(value: JsonValue, steps: Sequence[str | int]) -> tuple[JsonValue, int]:
    """The value that names and indices lead to as far as they exist in ``value``, and how many of them do."""
    for number, step in enumerate(steps):
        match value, step:
            case dict(), str() if step in value:
                value = value[step]
            case list(), int() if step < len(value):
                value = value[step]
            case _:
                return value, number
    return value, len(steps)


def values_in(value: JsonValue) -> Iterator[JsonValue]:
    """Yield ``value`` and every value inside of it, in no particular order."""
    pending = [value]
    while pending:
        part = pending.pop()
        yield part
        if isinstance(part, dict):
            pending += part.values()
        elif isinstance(part, list):
            pending += part


def has_more_values(value: JsonValue, limit: int) -> bool:
    """Whether there are more than ``limit`` values inside of ``value``. It reads no more than that tells."""
    count = 0
    for part in values_in(value):
        count += len(part) if isinstance(part, (dict, list)) else 0
        if count > limit:
            return True
    return False


def objects_in(value: JsonValue) -> list[JsonObject]:
    """The objects in a JSON list (untrusted); none if ``value`` is no list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


class Effect(enum.Enum):
    """The effect of the policy on a call. Order of strictness: deny > ask > allow."""

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
    """How a dispatched call ended. Not told: it was allowed, and the app carries it out itself."""

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
        span: start and end of the characters that show it, in the text of that input; None for the whole text.
    """

    kind: str  # stable identifier, such as ``not-validated``; ``host.inspect.kinds`` lists them
    severity: Severity
    text: Words  # a plain sentence of ours
    evidence: str = ""  # untrusted text that shows the fact
    where: tuple[str | int, ...] = ()  # the steps to the input that it is about, empty if it is about the whole call
    span: tuple[int, int] | None = None


class RoleQuota(Struct, frozen=True, order=True):
    """How many different people with a role must sign. ``count``: 1 or more."""

    role: str
    count: int = 1


class RateLimit(Struct, frozen=True, order=True):
    """At most ``calls`` admitted in any ``seconds``, by app, server and tool."""

    rule: str  # id of the rule with this limit; each rule counts separately
    calls: int  # 1 or more. Each call counts once, when it is first judged, whatever happens to it afterwards.
    seconds: float  # more than 0


class Obligations(Struct, frozen=True):
    """What a verdict demands besides its effect."""

    approvers: tuple[RoleQuota, ...] = ()  # who must sign, sorted by role
    pin: bool = False  # whether an approval needs somebody's PIN
    review_result: bool = False  # whether the result is held back until a person releases it
    reason_required: bool = False
    rates: tuple[RateLimit, ...] = ()  # limits that must all hold, sorted by rule

    @property
    def signed(self) -> bool:
        """Whether an approval needs a signature."""
        return bool(self.approvers) or self.pin

    def __or__(self, other: Obligations) -> Obligations:
        """Combine the demands of both; of each role, the greater number."""
        if other == NO_OBLIGATIONS:  # nearly always, on every call
            return self
        counts: dict[str, int] = {}
        for quota in (*self.approvers, *other.approvers):
            counts[quota.role] = max(quota.count, counts.get(quota.role, 0))
        return Obligations(
            tuple(RoleQuota(role, count) for role, count in sorted(counts.items())),
            self.pin or other.pin,
            self.review_result or other.review_result,
            self.reason_required or other.reason_required,
            tuple(sorted({*self.rates, *other.rates})),
        )


NO_OBLIGATIONS: Final = Obligations()


class Verdict(Struct, frozen=True):
    """The judgement of the policy on a call."""

    effect: Effect
    rule: str  # id of the deciding rule, or ``default``, ``broken-policy``, ``guard:…``
    source: str  # ``managed``, ``user``, ``server`` (a hint of a trusted server), ``default`` or ``guard``
    because: Words  # one safe sentence
    reason: str = ""  # the rule's own text
    obligations: Obligations = NO_OBLIGATIONS  # what all matching rules demand together; none if the effect is deny


class App(PartlyPrinted, Struct, frozen=True):
    """The app that proposes a call."""

    UNPRINTED = frozenset({"proof"})

    name: str  # the name that its token proves, or ``unknown``
    authenticated: bool  # whether a token proved the name
    claimed: str = ""  # what it calls itself (untrusted)
    pid: int | None = None  # process id of the peer, None if the system does not tell it
    session: str = ""  # the transport session, unique in the life of a host
    proof: str = ""  # SHA-256 of the token that proved the name, in hex; empty if there was none
    executable: str = ""  # the program of the peer's process, empty if unknown
    parent: str = ""  # the program that started it, empty if unknown
    stays: bool = True  # whether the session may bring more than one call; that of a hook does not


class ServerRef(Struct, frozen=True):
    """A configured server as a decision sees it."""

    id: str
    config_digest: str  # SHA-256 of its whole configuration entry, in hex
    public_digest: str  # the same without parts that may be secret; safe to log
    trust: Trust = "none"

    @property
    def trusted(self) -> bool:
        """Whether anybody vouched for it."""
        return self.trust != "none"


class ToolDefinition(PartlyPrinted, PartlyCompared, Struct, frozen=True):
    """Everything ``tools/list`` said of one tool (untrusted throughout)."""

    UNPRINTED = frozenset({"value"})
    UNCOMPARED = frozenset({"value"})

    name: str
    raw: bytes  # canonical bytes of the whole definition object
    value: JsonObject  # the parsed object, never mutated
    digest: str = ""  # SHA-256 of ``raw``, hex

    @property
    def input_schema(self) -> JsonValue:
        """The tool's ``inputSchema`` as it came, or None."""
        return self.value.get("inputSchema")

    @property
    def output_schema(self) -> JsonValue:
        """The tool's ``outputSchema`` as it came, or None."""
        return self.value.get("outputSchema")

    def copy(self) -> ToolDefinition:
        """Return a copy with a value of its own for an approver: all sessions share what a server lists alike."""
        return ToolDefinition(self.name, self.raw, json.loads(self.raw), self.digest)


class AppSays(Struct, frozen=True):
    """What an app claims about the origin of a call (untrusted): bounded, and empty if it says nothing.

    ``agent``: the subagent within the app. ``client``: the app itself, by its ``clientInfo``: name and version.
    """

    agent: str = ""
    model: str = ""
    chat: str = ""
    client: str = ""


SAYS_NOTHING: Final = AppSays()
TOOL_CALL: Final = "tools/call"


class Call(PartlyPrinted, PartlyCompared, Struct, frozen=True):
    """One proposed ``tools/call``, frozen at arrival.

    Attributes:
        turn: the words that led to the call, as the app tells them (untrusted); bounded, never sent to the server.
        method: ``tools/call``, or the method of a server's request to the app. Then ``tool`` is that method too, and
            ``params`` have it as ``name`` and the server's params as ``arguments``.
        continues: id of the earlier call that this one continues, or whose result linked to what is read now; empty if
            there is none or it is unknown.
    """

    UNPRINTED = frozenset({"arguments_value"})
    UNCOMPARED = frozenset({"arguments_value", "turn", "says"})

    id: str  # UUIDv7
    app: App
    server: ServerRef
    tool: str  # exact name (untrusted)
    params: bytes  # the canonical bytes of everything that will be sent as ``params``, without the progress token
    arguments: bytes  # canonical bytes of ``params.arguments`` (``{}`` if absent), which schemas and policy judge
    arguments_value: JsonObject  # the same, parsed; never mutated
    protocol_revision: str  # MCP revision that the app speaks
    proposed_at: float  # Unix time in seconds
    digest: str  # SHA-256 of ``params``, hex. A decision names it.
    turn: str = ""
    says: AppSays = SAYS_NOTHING  # what the app claims about the origin (untrusted); bounded, never sent to the server
    method: str = TOOL_CALL
    continues: str = ""

    @property
    def asks_app(self) -> bool:
        """Whether it is no call of a tool, but a request of the server to the app, or the app's read of a link."""
        return self.method != TOOL_CALL


class CallContext(PartlyPrinted, PartlyCompared, Struct, frozen=True):
    """The data of a call that rules and findings use, whether it was proposed, tried, described or recorded."""

    UNPRINTED = frozenset({"arguments", "written", "definition"})
    UNCOMPARED = frozenset({"arguments", "definition"})

    server: str
    tool: str  # exact name (untrusted)
    app: str  # the name that its token proves, or ``unknown``
    app_authenticated: bool
    trust: Trust
    arguments: JsonObject  # parsed; never mutated
    written: bytes  # the canonical bytes of ``arguments``
    definition: JsonObject | None = None  # of the tool (untrusted), None if there is none
    definition_digest: str = ""  # digest of ``definition``, empty if unknown
    method: str = TOOL_CALL  # as in ``Call``

    @classmethod
    def of(cls, call: Call, definition: ToolDefinition) -> CallContext:
        """The context of a proposed call."""
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
        return object_in(self.definition).get("inputSchema")

    @property
    def annotations(self) -> JsonObject:
        """The tool's ``annotations`` from the server; empty if they are no object."""
        return object_in(self.definition, "annotations")


class Signature(PartlyPrinted, PartlyCompared, Struct, frozen=True):
    """One person's signature on one call, given with the person's own credential.

    Attributes:
        mark: digest of the credential, to check later that it is still the person's; it stays in the host. Empty if
            the approver is a program of ours, which is responsible for its signers.
    """

    UNPRINTED = frozenset({"mark"})
    UNCOMPARED = frozenset({"mark"})
    UNSENT = frozenset({"mark"})  # fields that no window gets, see ``host.control.codec``

    approver: str  # the registered name
    roles: tuple[str, ...]  # of that person when signing
    at: float  # Unix seconds
    mark: str = ""


class BoundOffer(Struct, frozen=True):
    """One choice of what a grant covers.

    ``covers``: what exactly it covers, one line each (holds untrusted text). Exactly what is shown is granted.
    """

    bound: Bound
    covers: tuple[Words, ...]


class GrantOffers(Struct, frozen=True):
    """The grants that a person may give instead of a single approval."""

    refused: Words = ""  # why no grant is offered, one safe sentence; empty if one is
    bounds: tuple[BoundOffer, ...] = ()  # narrowest first
    why_no_always: Words = ""  # why ``always`` is not offered, empty if it is
    durations: tuple[GrantDuration, ...] = ()  # shortest first, without ``once``


class Grant(Struct, frozen=True):
    """A standing permission that a person gave."""

    UNSENT = frozenset({"session"})  # as above

    id: str
    app: str
    server: str
    tool: str  # exact name (untrusted) of the tool that it covers
    arguments: bytes  # canonical bytes of the arguments of the call that it was given with
    given_at: float  # Unix seconds
    expires_at: float | None  # Unix seconds, None if it does not end at a fixed time
    who: str
    used: int = 0  # calls that it approved since this host started
    duration: GrantDuration = "15min"
    bound: Bound = "exact"
    covers: tuple[Words, ...] = ()  # what it covers, one line each, as shown when it was given (holds untrusted text)
    session: str = ""  # the app's session with which it ends, else empty


class ApprovalRequest(Struct, frozen=True):
    """A call that waits for people, with everything that a person needs to judge it.

    Attributes:
        result: of the call, serialised (untrusted), if the question is whether to release it to the app; None if the
            question is whether to send the call.
        asked: what the server asked for in its answer to the call that this one continues, serialised (untrusted), or
            in a request that the person answers here; None if there is no such request.
    """

    call: Call
    definition: ToolDefinition  # the tool's definition at the time of asking (untrusted)
    verdict: Verdict
    findings: tuple[Finding, ...]
    round: int  # 1 for the first question, more after drift, after an edit, and for the review of a result
    voided_because: Words  # why an earlier answer was void, empty in round 1
    expires_at: float  # Unix time in seconds
    result: bytes | None = None
    edited: bytes | None = None  # canonical params as the app proposed them, if a person has changed the inputs since
    asked: bytes | None = None
    during: tuple[str, ...] = ()  # tools that run while a server asks the app (untrusted)
    opens: str = ""  # the address that an approval opens in the person's browser (untrusted), empty if there is none


class Edit(Struct, frozen=True):
    """Other inputs that a person wants. It is no answer: the changed call is asked again.

    Attributes:
        arguments: canonical bytes of the new inputs; None for the same ones, if something else about the question
            has changed.
    """

    call_id: str
    digest: str
    arguments: bytes | None
    who: str


class Answer(Struct, frozen=True):
    """The answer of an approver. It names exactly one call by id and digest."""

    approve: bool
    call_id: str
    digest: str
    approver: str
    reason: str = ""  # the person's own words, for the model if denied, for the log if approved
    displayed_ms: int | None = None  # how long the request was on screen, None if not measured
    duration: GrantDuration = "once"
    unread_lines: int = 0  # lines of the inputs that never were on screen
    bound: Bound = "exact"  # what an approval covers; ignored if the duration is ``once``
    signatures: tuple[Signature, ...] = ()  # of all who signed, in order
    note: str = ""  # the person's own words for the model, which accompany the result of an approved call
    there: str = ""  # ``ActionView.there`` as it was shown


class Decision(Struct, frozen=True):
    """The final decision of the gate on one call, which is logged.

    Attributes:
        by: ``rule``, ``grant``, ``approver``, ``expiry``, ``withdrawal``, ``no-window``, ``limit``, ``stop``, ``quit``,
            ``drift`` or ``fault``.
    """

    call_id: str
    digest: str  # of exactly the bytes that the decision covers
    approve: bool
    by: str
    who: str  # rule id, grant id or approver name
    reason: str = ""  # text of the person or the rule (may be untrusted, may be sensitive)
    note: str = ""  # as in ``Answer``


class Outcome(Struct, frozen=True):
    """How a dispatched call ended."""

    status: OutcomeStatus
    duration_ms: float  # from dispatch to the end
    detail: str = ""  # one safe sentence, or empty
    code: int | None = None  # JSON-RPC error code of a protocol error, else None
    findings: tuple[Finding, ...] = ()  # such as a violated output schema


class Committed(Struct, frozen=True):
    """A commitment to a value, without the value."""

    key: bytes
    size: int  # of the value, in bytes
    hmac: str  # the commitment, hex
    head: bytes = b""  # the beginning of the value, which is kept


class RepeatedFields(dict[str, JsonValue]):
    """Fields that many records share; never changed. ``encoded``: their form in the log, encoded once; empty before."""

    __slots__ = ("encoded",)
    encoded: str

    def __init__(self, fields: JsonObject) -> None:
        super().__init__(fields)
        self.encoded = ""


class Draft(Struct, frozen=True):
    """A record before it is chained.

    Attributes:
        values: sensitive values by name; only their HMAC commitments enter the body.
    """

    kind: str  # ``call.decided`` and so on, see ``docs/reference/records.md``
    fields: Mapping[str, JsonValue]  # content of the chained body, without secrets
    values: Mapping[str, bytes] = msgspec.field(default_factory=dict[str, bytes])
    call: str = ""  # id of the call that it belongs to, or empty
    unkept: frozenset[str] = frozenset()  # names of values that are committed to but not stored
    result: Committed | None = None  # the commitment to a large value ``result``, if it was made before
