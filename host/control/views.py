"""What the window sees of the host (pure).

Owns: the values that cross the control socket besides those of ``host.model``. What stays true: values are frozen and
carry no behaviour; nothing in them decides; text marked *untrusted* is raw and reaches a screen only through
``host.text``. Times are Unix seconds unless said otherwise; durations are seconds unless the name ends in ``_ms``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from host.model import ApprovalRequest

ServerStateName: TypeAlias = Literal["idle", "starting", "ready", "failed", "disabled", "not supported", "not usable"]
AssistantPhase: TypeAlias = Literal["absent", "idle", "running", "ended", "failed"]
CallState: TypeAlias = Literal["waiting", "running", "ended"]
Scope: TypeAlias = Literal["once", "15min"]


@dataclass(frozen=True, slots=True)
class ServerView:
    """One entry of servers.json and how it stands.

    Attributes:
        id: as configured. kind: ``stdio`` or ``http``. state: see the type. why: of a failure (safe). sessions: now.
        command: what is started, or the URL, as it stands in the file, references unresolved.
        trusted: whether an administrator vouched. problem: why the entry cannot be used, else empty.
    """

    id: str
    kind: str
    state: ServerStateName
    why: str
    sessions: int
    command: tuple[str, ...]
    trusted: bool
    problem: str = ""


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule in words. Attributes: id, effect, server, tool, app (patterns, ``*`` for all), reason, source."""

    id: str
    effect: str
    server: str
    tool: str
    app: str
    reason: str
    source: str


@dataclass(frozen=True, slots=True)
class PolicyView:
    """What the policy files say.

    Attributes:
        problems: why everything is denied, empty where the files can be used. waiting: allow rules of policy.json that
        do not count until confirmed. digest: what a confirmation of them names, empty where none waits.
        rules: all rules, managed first. managed_path, user_path: the files.
    """

    problems: tuple[str, ...]
    waiting: tuple[RuleView, ...]
    digest: str
    rules: tuple[RuleView, ...]
    managed_path: str
    user_path: str


@dataclass(frozen=True, slots=True)
class GrantView:
    """A standing permission that a person gave.

    Attributes:
        id: of the grant. app, server, tool (untrusted): whom it covers. arguments: the exact canonical bytes.
        given_at, expires_at: Unix seconds. who: gave it. used: calls that it answered so far.
    """

    id: str
    app: str
    server: str
    tool: str
    arguments: bytes
    given_at: float
    expires_at: float
    who: str
    used: int


@dataclass(frozen=True, slots=True)
class HostState:
    """The host at a glance; pushed whenever something in it changed.

    Attributes:
        stopped: the emergency stop holds. pending, running: calls that wait for people, and that servers work on.
        servers: in the file's order. policy: what the rules say. grants: those in force, newest first.
        log_problem: why the log cannot be written, else empty. assistant: the scripted assistant.
        settings_problems: what is wrong with settings.json, where defaults count. servers_problem: why servers.json as
        a whole cannot be used as it stands, else empty; what is wrong with one entry stands there.
    """

    stopped: bool
    pending: int
    running: int
    servers: tuple[ServerView, ...]
    policy: PolicyView
    grants: tuple[GrantView, ...]
    log_problem: str
    assistant: AssistantPhase
    settings_problems: tuple[str, ...] = ()
    servers_problem: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question for people, as the window gets it.

    Attributes:
        request: everything to judge by. left: seconds until it expires. paused: seconds for which that clock stands.
        no_grant: why no wider scope than this once is offered; empty where 15 minutes may be.
        server_title: what the server calls itself (untrusted), may be empty.
    """

    request: ApprovalRequest
    left: float
    paused: float
    no_grant: str
    server_title: str = ""


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One call of the log.

    Attributes:
        call_id: UUIDv7. time: RFC 3339 UTC of its first record. app, server, tool (untrusted): who asked what of whom.
        authenticated: whether the app proved its name. state: see the type.
        decision: ``approve``, ``deny``, ``invalid`` (refused by the checks) or empty while it waits.
        by, who: as in ``model.Decision``. status: of the outcome, empty where none. duration_ms: None where none.
        severity: of the worst finding, empty where none. inputs: the arguments as JSON, or their beginning where they
        are long (untrusted); empty where they were erased.
    """

    call_id: str
    time: str
    app: str
    authenticated: bool
    server: str
    tool: str
    state: CallState
    decision: str
    by: str
    who: str
    status: str
    duration_ms: float | None
    severity: str
    inputs: bytes = b""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Calls, newest first. Attributes: before: continue with this, empty at the start of the log."""

    rows: tuple[HistoryRow, ...]
    before: str


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One record of a call.

    Attributes:
        seq: its number. time: RFC 3339 UTC. kind: of record. fields: JSON object, holds strangers' text. hash: hex.
    """

    seq: int
    time: str
    kind: str
    fields: bytes
    hash: str


@dataclass(frozen=True, slots=True)
class CallDetails:
    """Everything the log has on one call.

    Attributes:
        row: its line in the table. timeline: oldest first. params: canonical bytes, None where erased.
        definition: canonical bytes of the tool's definition where the host still knows it, else None.
        result: serialised result or error object (untrusted), None where none is kept. result_bytes: its whole size.
        reason: the person's or rule's words, may be empty.
    """

    row: HistoryRow
    timeline: tuple[TimelineEntry, ...]
    params: bytes | None
    definition: bytes | None
    result: bytes | None
    result_bytes: int
    reason: str


@dataclass(frozen=True, slots=True)
class ToolView:
    """One listed tool. Attributes: name (untrusted). definition: canonical bytes of everything listed (untrusted)."""

    name: str
    definition: bytes


@dataclass(frozen=True, slots=True)
class ServerDetails:
    """One server, closer. Attributes: tools: as last listed. listed: whether they were. stderr (untrusted)."""

    server: ServerView
    tools: tuple[ToolView, ...]
    listed: bool
    stderr: str


@dataclass(frozen=True, slots=True)
class ServerTest:
    """What a look at a server found.

    Attributes:
        ok: whether it works. why: one safe sentence where not. revision: MCP revision. tools: how many. ms: how long.
    """

    ok: bool
    why: str
    revision: str
    tools: int
    ms: float


@dataclass(frozen=True, slots=True)
class AssistantEntry:
    """One line of the scripted assistant's conversation. A later entry with the same number replaces it.

    Attributes:
        number: its place. role: ``assistant`` (it speaks), ``call`` (a card), ``note`` (Assent's own words).
        text: what is said (untrusted). server, tool, arguments: of a card (untrusted, arguments as JSON).
        status: of a card: ``proposed``, ``running``, ``succeeded``, ``tool error``, ``refused``, ``withdrawn``,
        ``lost`` or ``stopped`` (while it ran, by the emergency stop or because Assent ended).
        result: of a card, what the assistant heard, or how far it is (untrusted).
    """

    number: int
    role: Literal["assistant", "call", "note"]
    text: str
    server: str = ""
    tool: str = ""
    arguments: str = ""
    status: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class StoryStep:
    """A chapter of the script that can be told by itself. Attributes: id, title."""

    id: str
    title: str
