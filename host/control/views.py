"""The values that the window shows (pure).

Owns: the values on the control socket besides those of ``host.model``. Other parts of the host make them; this module
imports none of those parts.

Invariants: values are frozen, have no behaviour and decide nothing; text marked *untrusted* is raw and is shown only
through ``host.text``. Times are Unix seconds and durations are seconds, unless said otherwise or the name ends in
``_ms``.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct, field

from host.model import (
    SAYS_NOTHING,
    ApprovalRequest,
    AppSays,
    BoundOffer,
    Finding,
    Grant,
    GrantDuration,
    JsonObject,
    JsonValue,
    RoleQuota,
    Signature,
    Trust,
    object_in,
)
from host.naming import Verb
from host.values import Unprinted
from host.words import Words

# What a call does

TargetState: TypeAlias = Literal["", "nothing", "file", "folder", "replaced"]
"""What exists at a path. The whole content of a ``replaced`` file would change; empty if unknown."""


class ActionView(Struct, frozen=True):
    """What a call does, and to what, by its tool's verb class and its inputs' roles, not by claims of a server."""

    # the tool's verb class; ``runs`` for a call with a statement. A tool's name may lie, so the class never means that
    # a call is harmless.
    verb: Verb = ""
    sink: str = ""  # where data ends up (``host.inspect.tools``); empty if nowhere
    # what the call acts on (untrusted; a long one lacks its middle), empty if no input says it; for a statement its
    # table
    object: str = ""
    # the paths of at most three inputs that say most, the object's first; a list counts as one input
    inputs: tuple[tuple[str | int, ...], ...] = ()
    role: str = ""  # of the object (``host.inspect.roles``), empty if it has none
    detail: str = ""  # amount of a payment, first words of a statement, or second of two places (untrusted, bounded)
    count: int = 1  # the number of objects, this one included; 0 if there are more but they were not counted
    plain_verb: str = ""  # the plain verb in the name of a writing tool, from the table ``verbs``; else empty
    overwrites: bool = False  # whether an input asks to overwrite existing data
    noun: str = ""  # what a tool creates by its name, as in ``create_issue`` (untrusted, bounded); else empty
    # what existed at the object, or at the second of two places, when the question was sent; empty if unknown
    there: TargetState = ""


NO_ACTION: Final = ActionView()

# The scripted assistant

AssistantStatus: TypeAlias = Literal[
    "", "proposed", "running", "succeeded", "tool error", "refused", "lost", "withdrawn", "stopped"
]
AssistantPhase: TypeAlias = Literal["absent", "idle", "running", "ended", "failed"]


class AssistantEntry(Struct, frozen=True):
    """One entry of the scripted assistant's conversation. A later entry with the same number replaces it."""

    number: int
    role: Literal["assistant", "call", "note"]  # ``assistant``: its words; ``call``: a card; ``note``: Assent's own
    text: str  # untrusted
    server: str = ""  # of a card (untrusted)
    tool: str = ""  # of a card (untrusted)
    arguments: str = ""  # of a card, as JSON (untrusted)
    status: AssistantStatus = ""  # of a card; ``stopped``: the emergency stop or Assent's end ended it while it ran
    result: str = ""  # of a card: the answer to the assistant, or the progress (untrusted)
    call: str = ""  # of a card: the id of the call, by the receipt of its decision; empty before
    decided_by: str = ""  # of a card: what decided, by the same receipt


class StoryStep(Struct, frozen=True):
    """A chapter of the script. ``more``: played only on request, not as part of the whole story."""

    id: str
    title: str
    more: bool = False


# Servers

ServerStateName: TypeAlias = Literal[
    "idle", "starting", "ready", "failed", "disabled", "sign in", "waits", "not usable", "kept out"
]
Waits: TypeAlias = Literal["", "start", "definitions", "changes"]
"""What waits for a person's review: a server's start, its definitions, or those that are new or changed.

With one of the first two nothing of the server reaches an app.
"""


class ServerUse(Struct, frozen=True):
    """Statistics of a server's recent calls, without cancelled ones. ``last_used``: Unix seconds, 0 for never."""

    calls: int = 0
    errors: int = 0
    median_ms: float = 0.0
    worst_ms: float = 0.0
    last_used: float = 0.0


UNUSED: Final = ServerUse()


class SignInView(Struct, frozen=True):
    """The state of the sign-in to a server behind a URL."""

    need: Literal["", "first", "more"] = ""  # what a person must do: sign in first, or allow more than the sign-in does
    at: str = ""  # the host name of the present sign-in, as used in DNS; empty if there is none
    scopes: tuple[str, ...] = ()  # of the present sign-in (untrusted)
    kept: bool = True  # whether it outlives this host


NO_SIGN_IN: Final = SignInView()


class SignInOffer(Struct, frozen=True):
    """A sign-in that a person can start in a browser."""

    url: str  # the address to open, http or https (untrusted)
    host: str  # its host name, as used in DNS
    issuer: str  # the authorization server's name for itself (untrusted)
    scopes: tuple[str, ...] = ()  # those that would be requested (untrusted)
    moved_from: str = ""  # the host of the last sign-in, if it was another
    why_not_kept: Words = ""  # why the sign-in will end with Assent, empty if it will not
    minutes: int = 10  # how long Assent waits for the browser


class HealthSlot(Struct, frozen=True):
    """Statistics of a server's calls that ended within five minutes."""

    start: float  # Unix seconds
    calls: int = 0  # their number, without cancelled ones
    errors: int = 0
    median_ms: float = 0.0  # their duration, 0 without calls
    worst_ms: float = 0.0  # their duration, 0 without calls


class FailureCount(Struct, frozen=True):
    """The number of calls that failed in the same way. ``why``: an error code or an outcome."""

    why: str
    count: int


class ServerHealth(Struct, frozen=True):
    """Statistics of a server's last hour. ``slots``: oldest first. ``failures``: most frequent first."""

    slots: tuple[HealthSlot, ...] = ()
    failures: tuple[FailureCount, ...] = ()


class ServerView(Struct, frozen=True):
    """One entry of servers.json and the server's state."""

    id: str
    kind: str  # ``stdio`` or ``http``
    state: ServerStateName
    why: Words  # the reason of a failure (safe)
    sessions: int
    command: tuple[str, ...]  # the command or URL as in the file, with unresolved references and masked secrets
    trust: Trust  # who vouches for this configuration
    problem: Words = ""  # why the entry cannot be used, else empty
    config_digest: str = ""  # digest of the configuration, empty if the entry cannot be used
    managed: bool = False  # whether the administrator's file has the entry
    pinned: bool = False  # whether that file pins the server's definitions
    name: str = ""  # its name on screen, empty if that is its id
    use: ServerUse = UNUSED
    sign_in: SignInView = NO_SIGN_IN
    waits: Waits = ""
    covered: bool = False  # whether a secret is masked in ``command``


Approval: TypeAlias = Literal["none", "approved", "left", "changed", "new"]
"""A person's decision about a text of a server: not needed, yes, no, yes to an earlier text, or none yet."""


class ToolView(Struct, frozen=True):
    """One listed tool."""

    name: str  # untrusted
    definition: bytes  # canonical bytes of everything listed (untrusted)
    verb: Verb = ""  # its verb class, by its name and its server's only: a name may lie
    findings: tuple[Finding, ...] = ()
    approval: Approval = "none"
    before: bytes = b""  # canonical bytes of the approved definition before (untrusted), empty if none is kept


class ReviewView(Struct, frozen=True):
    """The review of a server, and its instructions."""

    who: str = ""  # who approved it last, empty if nobody did
    at: float = 0.0  # when, 0 if nobody did
    free: bool = False  # whether its definitions may change without review
    decided: bool = True  # whether a person decides, rather than the administrator's pins or a broken file
    program: Literal["unknown", "same", "changed"] = "unknown"  # whether it is the one whose start was approved
    program_digest: str = ""  # of the present program; empty if it is missing or unreadable
    variables: tuple[str, ...] = ()  # names of its environment variables or headers
    folder: str = ""  # its working folder, as in the file
    instructions: str = ""  # those of the last handshake (untrusted); empty if there were none
    digest: str = ""  # of the instructions; empty if they cannot be approved
    whole: bool = True  # whether ``instructions`` is complete; if not, they can only be left out
    findings: tuple[Finding, ...] = ()  # about the instructions, gravest first
    approval: Approval = "none"  # of the instructions
    before: str = ""  # the earlier approved instructions (untrusted)
    unapprovable: tuple[
        str, ...
    ] = ()  # names of tools that cannot be approved: ``host.servers.catalogue.Listing`` (untrusted)
    unpinned: tuple[str, ...] = ()  # names of tools that are withheld: the administrator's pins lack them (untrusted)
    grants: int = 0  # the number of grants for tools with changed definitions; these end unless they are continued


class ServerDetails(Struct, frozen=True):
    """The details of one server."""

    server: ServerView
    tools: tuple[ToolView, ...]  # as last listed
    listed: bool  # whether the present configuration has listed tools
    stderr: str  # its last output there (untrusted)
    facts: tuple[Said, ...] = ()  # about the program that it starts
    cautions: tuple[Words, ...] = ()  # to know before vouching for it
    claims: tuple[Said, ...] = ()  # its own name and version (untrusted)
    review: ReviewView = ReviewView()


class ServerTest(Struct, frozen=True):
    """The result of a server's test."""

    ok: bool
    why: Words  # one safe sentence if it failed
    revision: str
    tools: int  # the number of listed tools, approved or not
    ms: float


# AI apps on this computer


class AppServerView(Struct, frozen=True):
    """One server in an AI app's own file."""

    name: str  # the app's name for it (untrusted)
    state: Literal["behind", "beside", "stays"]  # ``behind`` Assent; ``beside`` it, could be behind; ``stays``: cannot
    server: str = ""  # its id in servers.json, if it is behind Assent
    why: Words = ""  # why it stays, one safe clause; else empty
    starts: str = ""  # for ``beside``: its command or address, secrets masked (untrusted)
    app: str = ""  # the app's id, in a list over several apps
    within: tuple[str, ...] = ()  # the keys that lead to its entry in the file, without its name (untrusted)


class AiAppView(Struct, frozen=True):
    """An AI app with a configuration file on this computer."""

    id: str  # as in the command line and in its token
    file: str  # its configuration file (untrusted)
    attached: bool  # whether Assent changed that file and can restore it
    servers: tuple[AppServerView, ...] = ()
    problem: Words = ""  # why the file cannot be read, empty if it can
    # whether it has the hook by which it asks before it uses its own tools; ``none`` if Assent has none for it
    hook: Literal["none", "off", "on"] = "none"
    hooks_off: str = ""  # setting and file that switch the app's hooks off (untrusted); empty if there is none
    has_connected: bool = False  # whether the app has connected since it was attached and the host started


class AiApps(Struct, frozen=True):
    """The AI apps that Assent knows."""

    found: tuple[AiAppView, ...]  # those with a configuration file here
    missing: tuple[str, ...]  # the ids of the others


class AppPlan(Struct, frozen=True):
    """What putting apps' servers behind Assent would change."""

    app_ids: tuple[str, ...]
    lines: tuple[str, ...]  # the difference of each file as written by ``diff -u``, secrets masked (untrusted)
    moves: int  # the number of servers that would be put behind Assent
    stays: tuple[AppServerView, ...]  # servers that stay as they are, each with its reason
    secrets: tuple[str, ...]  # names under which secrets would be stored in the keyring
    secrets_in_file: tuple[str, ...]  # variables whose secrets would be in servers.json, since there is no keyring
    digest: str  # identifies this plan
    hook: bool = False  # whether the apps would get the hook by which they ask before they use their own tools
    starts: tuple[ServerDetails, ...] = ()  # those servers whose start was never approved, as in their review
    later: tuple[str, ...] = ()  # ids of more such servers, which need their own review, as do those without a program
    problems: tuple[Words, ...] = ()  # why some of these cannot be started at all, such as a missing program
    files: tuple[str, ...] = ()  # files that would be written (untrusted)
    added: tuple[str, ...] = ()  # ids of servers that servers.json does not have yet
    hooks_off: str = ""  # the setting, and its file, that switches the hooks of such an app off (untrusted)


# servers.json, edited


class DraftValue(Unprinted, Struct, frozen=True):
    """A variable, a header, or a secret within a text, as a person edits it."""

    name: str
    value: str = ""  # as typed; empty if ``kept`` applies
    secret: bool = False  # whether it is a secret, which is masked on screen
    stored: bool = False  # whether it is stored in the keyring
    kept: str = ""  # the reference to the keyring in the file, which stays while nothing is typed


class ServerDraft(Struct, frozen=True):
    """An entry of servers.json as a person edits it (untrusted where it was pasted)."""

    id: str  # the name of the entry
    before: str = ""  # the name of the entry that it changes; empty for a new one
    kind: Literal["stdio", "http", "sse"] = "stdio"
    command: str = ""  # a command line, quoted as in a shell
    url: str = ""
    folder: str = ""  # the working folder of its program
    values: tuple[DraftValue, ...] = ()  # its variables, or its headers if it has a URL
    secrets: tuple[DraftValue, ...] = ()  # those within ``command`` or ``url``, as ``${secret:NAME}`` there
    title: str = ""  # its name on screen
    timeout: str = ""  # seconds of a call, as typed
    disabled: bool = False
    sandboxed: bool = False  # whether its program runs in a sandbox
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    network: bool = False
    rest: str = ""  # all other keys, as a JSON object; may be empty
    app: str = ""  # the app in whose file it was found
    dropped: tuple[str, ...] = ()  # keys that were not taken over
    wanted: bool = True  # whether to write it; else the plan only says how it reads


class ServerDrafts(Struct, frozen=True):
    """Servers that can be added or edited."""

    drafts: tuple[ServerDraft, ...]
    left: tuple[Said, ...] = ()  # the names of all others (untrusted), each with the reason why it was left out


class DraftFault(Struct, frozen=True):
    """A fault of a draft. ``field``: of the draft; for ``values`` and ``secrets`` followed by a slash and the name."""

    field: str
    why: Words


class DraftReading(Struct, frozen=True):
    """How a draft reads."""

    command: tuple[str, ...]  # the program and its arguments, or the URL, as they would be in the file (untrusted)
    faults: tuple[DraftFault, ...] = ()  # reasons why it cannot be written
    cautions: tuple[Words, ...] = ()  # to know before it is written


class ServersPlan(Struct, frozen=True):
    """What a change of servers.json would do."""

    readings: tuple[DraftReading, ...]  # how each draft reads, in their order
    lines: tuple[str, ...] = ()  # the difference as of ``diff -u``, secrets masked (untrusted); empty if there is none
    secrets: tuple[str, ...] = ()  # names under which secrets would be stored in the keyring
    secrets_in_file: tuple[str, ...] = ()  # names of secrets that would be in the file
    unused: tuple[str, ...] = ()  # names in the keyring to which no server would refer any more
    apps: tuple[str, ...] = ()  # AI apps whose configuration uses a server that would be removed
    keyring: bool = True
    digest: str = ""  # identifies this plan; empty if it has faults or changes nothing


class Autostart(Struct, frozen=True):
    """Whether Assent starts at login."""

    state: Literal["on", "off", "changed"]  # ``changed``: there is an entry that differs from the one Assent writes
    entry: str  # its place: a file, or a value of the registry
    why: Words = ""  # the reason of ``changed``, a sentence without its full stop


class RestoredFile(Struct, frozen=True):
    """The result of restoring a file that Assent had changed."""

    path: str  # the file (untrusted)
    exactly: bool  # whether it is as it was before, byte for byte
    left: tuple[str, ...] = ()  # entries left as they are, since somebody changed them or others need them (untrusted)
    backup: str = ""  # the file with the bytes from before; empty if it is not needed
    problem: Words = ""  # why it could not be restored, with its name; empty if it could


class AppDetached(Struct, frozen=True):
    """The result of restoring an app's configuration."""

    files: tuple[RestoredFile, ...]


# The policy


class RuleView(Struct, frozen=True):
    """One rule in words."""

    id: str
    effect: str
    server: str  # pattern, ``*`` for all
    tool: str  # pattern, ``*`` for all
    app: str  # pattern, ``*`` for all
    reason: str
    source: str
    obligations: tuple[Words, ...] = ()  # a short sentence each
    enabled: bool = True
    counts: bool = True  # whether it counts now: enabled, not expired, confirmed
    expires: str = ""  # RFC 3339, empty for never
    text: str = ""  # the rule as JSON, indented
    places: tuple[Words, ...] = ()  # where an allowing rule allows, as parts of one sentence
    phrases: tuple[Words, ...] = ()  # all its other conditions and obligations, as parts of one sentence
    waits: Literal["", "allows", "gone"] = ""  # what a person must confirm, see ``ChangeView.kind``; empty if nothing
    used: int = 0  # the number of counted decisions in the log by this rule
    last_used: str = ""  # time of the newest of them, empty for none


class RulesPage(Struct, frozen=True):
    """Some of the rules."""

    rules: tuple[RuleView, ...]  # managed ones, the user's, both in their file's order, then those gone from the file
    total: int  # the number of matching rules on all pages
    generation: int  # of the rules in force


class ChangeView(Struct, frozen=True):
    """Something in policy.json that would loosen and waits to be confirmed."""

    kind: Literal["allows", "gone", "trusts"]  # as in ``policy.model.Change``
    rule: RuleView | None  # None if a server is newly vouched for, or if all that was confirmed is gone
    server: str = ""  # as in ``policy.model.Change``


class ApproverView(Struct, frozen=True):
    """Somebody who may sign. ``source``: ``managed`` or ``user``."""

    name: str
    roles: tuple[str, ...]
    source: str


class RuleDraft(Struct, frozen=True):
    """A rule that Assent proposes. Nothing counts before a person saves it."""

    rule: RuleView
    why: Words  # the reason for it, one sentence
    id: str = ""  # of the suggestion, to dismiss it; empty for one that was requested
    held_back: Words = ""  # why a person is asked about such calls although the rule allows them; empty if nobody is


class PolicyView(Struct, frozen=True):
    """The state of the policy files."""

    problems: tuple[Words, ...]  # why everything is denied, empty if the files can be used
    waiting: tuple[ChangeView, ...]  # the first changes of policy.json that do not count until confirmed
    digest: str  # of all waiting changes, for their confirmation; empty if nothing waits
    count: int  # the number of rules in both files; ``ReadRules`` returns them
    managed_path: str
    user_path: str
    managed_digest: str = ""  # hex SHA-256 of the file, empty if there is none
    user_digest: str = ""  # hex SHA-256 of the file, empty if there is none
    approvers: tuple[ApproverView, ...] = ()
    locked: tuple[str, ...] = ()  # settings that the administrator locked
    why_not_remembered: Words = ""  # why confirmations and lasting grants do not outlive this host; empty if they do
    suggestions: tuple[RuleDraft, ...] = ()  # rules that repeated equal approvals suggest
    generation: int = 0  # changes with each change of the rules in force
    waits: int = 0  # the number of all waiting changes


class RuleCheck(Struct, frozen=True):
    """The check of a rule that is being written."""

    problems: tuple[Words, ...]  # with line and remedy, empty if it could be saved
    rule: RuleView | None  # with the id under which it would be saved; None if it has problems
    loosens: bool  # whether saving it would loosen anything
    notes: tuple[Words, ...] = ()  # sentences about valid parts that will not have the effect that they seem to have
    faults: tuple[RuleFault, ...] = ()  # the problems, each with its field


class RuleFault(Struct, frozen=True):
    """A problem of a rule in one field."""

    key: str  # dotted, such as ``match.hosts[0]``; empty for the rule as a whole
    words: Words  # the problem and its remedy, without line and key


# The form in which rules are written


FieldKind: TypeAlias = Literal[
    "effect", "app", "server", "tool", "folders", "lines", "roles", "several", "either", "inputs", "text", "clock",
    "moment", "flag", "number",
]  # fmt: skip


class Choice(Struct, frozen=True):
    """One value that a field offers, with its words."""

    value: str
    words: Words


class FormField(Struct, frozen=True):
    """One field of the form."""

    key: tuple[str, ...]  # the path of its value in the rule's JSON
    # its look, and the form of its value: ``lines``, ``folders`` and ``several`` are lists, ``either`` is a list or one
    # value, ``roles`` is a list of who must sign, ``inputs`` is a JSON Schema for values of inputs, ``number`` is a
    # number, ``flag`` is true, the others are texts
    kind: FieldKind
    label: Words
    hint: Words = ""  # the possible values, one sentence
    group: Words = ""  # the heading under which the fields of one group are shown
    choices: tuple[Choice, ...] = ()
    effects: tuple[str, ...] = ("allow", "ask", "deny")  # the effects of rules that have the field
    alone: str = ""  # the member of the enclosing object that may replace it if it is the only member; empty for none


class RuleForm(Struct, frozen=True):
    """The form, and the names that its lists offer (untrusted)."""

    fields: tuple[FormField, ...]
    apps: tuple[str, ...] = ()  # those in the log
    tools: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of each server that is configured or in the log


# Export and import of rules


class ImportedRule(Struct, frozen=True):
    """A rule of a file that a person may import."""

    rule: RuleView  # as it would be saved, under a free id
    loosens: bool  # whether it would allow more
    there: bool = False  # whether an equivalent rule exists already
    was: str = ""  # its id in the file if that is taken here, else empty


class ImportView(Struct, frozen=True):
    """The rules in a file. ``problems``: why it cannot be used. ``leaves``: parts that are left out, being no rules."""

    rules: tuple[ImportedRule, ...] = ()
    problems: tuple[Words, ...] = ()
    leaves: tuple[str, ...] = ()


# Explanations and replays


class RuleReason(Struct, frozen=True):
    """Whether one rule matches one call."""

    id: str
    source: str
    effect: str
    matched: bool | None  # None if unknown
    why: Words  # why it does not match, or what is unknown, or that it decided (safe, one sentence)
    counts: bool = True  # whether it is in force; one that waits or is switched off is not compared with the call
    calls: Words = ""  # which calls it is about, if nobody gave it a name; else empty


class Explanation(Struct, frozen=True):
    """The explanation of a verdict."""

    effect: str
    rule: str
    source: str
    because: Words
    reason: str
    obligations: tuple[Words, ...]  # in words
    otherwise: Words  # what would have happened without the deciding rule, one sentence
    rules: tuple[RuleReason, ...]  # all rules: the deciding one, then those that match, then the others
    note: Words = ""  # the limits of this explanation, else empty


class ReplayRow(Struct, frozen=True):
    """A past call that other rules would decide differently. Most attributes are as in ``HistoryRow``."""

    call_id: str
    time: str
    app: str
    server: str
    tool: str
    then: str  # how it was decided
    now: str  # how it would be
    rule: str
    because: Words
    object: str = ""  # what the call acts on, as in ``ActionView`` (untrusted)


class ReplayReport(Struct, frozen=True):
    """How other rules would have decided the calls of the log."""

    looked: int  # the number of calls that were judged again
    changed: tuple[ReplayRow, ...]  # those with another decision, newest first, only some if they are many
    changes: int  # the number of all of them
    unknown: int  # the number of calls of which too little is kept
    more: bool  # whether older calls were left out
    runs: int = 0  # the number of changes to running without a question
    asks: int = 0  # the number of changes to being asked
    denies: int = 0  # the number of changes to being denied


# Questions, readings of their inputs, and comparisons


class SigningView(Struct, frozen=True):
    """Who must sign a call, and who has."""

    required: tuple[RoleQuota, ...]  # the signatures that are required, by role
    pin: bool  # whether one signature of any registered person is required, with those or instead
    signed: tuple[Signature, ...]
    missing: tuple[Words, ...]  # the missing signatures in words, empty once all have signed
    candidates: tuple[ApproverView, ...]  # who could sign now, without those who have signed already


class Said(Struct, frozen=True):
    """A fact with its label."""

    name: Words  # the label, Assent's own words
    value: Words  # may hold untrusted text


class Reading(Struct, frozen=True):
    """What the host read in one input, if the window could not or should not read it itself."""

    path: tuple[str | int, ...]
    kind: Literal["path", "sql", "host"]  # ``path`` (resolved on this machine), ``sql`` (parsed) or ``host``
    facts: tuple[Said, ...] = ()  # in the order to show them
    text: str = ""  # the value formatted for reading (untrusted), empty if it is readable as it is. It is never sent.
    there: TargetState = ""


class FileBefore(Struct, frozen=True):
    """The present content of a file that a call would write."""

    path: tuple[str | int, ...]  # the steps to the input that names the file
    content: tuple[str | int, ...]  # the steps to the input that would become its text
    name: str  # resolved path (untrusted)
    text: str | None  # of the file (untrusted), None if it is not shown
    why: Words  # why it is not shown, one safe clause
    size: int  # bytes, 0 if there is no file
    missing: bool = False  # whether there is certainly no such file yet


class Comparison(Struct, frozen=True):
    """Earlier data to compare a waiting call with."""

    last: bytes | None  # canonical inputs of the last approved call of the same tool by any app, None if none was found
    last_at: float  # Unix seconds, 0 if there is none
    last_app: str
    why: Words  # why there is none
    files: tuple[FileBefore, ...] = ()


class EditProblem(Struct, frozen=True):
    """A violation of the tool's schema by changed inputs."""

    path: tuple[str | int, ...]
    why: Words


class EditCheck(Struct, frozen=True):
    """The check of inputs that a person is changing."""

    problems: tuple[EditProblem, ...]  # why they cannot be sent; empty if they can
    effect: str = ""  # of the rules (``allow``, ``ask``, ``deny``), empty if they were not applied
    because: Words = ""
    findings: tuple[Finding, ...] = ()
    same: bool = False  # whether nothing is changed at all


class Asked(Struct, frozen=True):
    """A question for people, with all information that the window shows."""

    request: ApprovalRequest
    left: float  # seconds until it expires
    paused: float  # seconds for which that clock is paused
    why_no_grant: Words  # why no grant is offered; empty if one may be
    bounds: tuple[BoundOffer, ...] = ()  # what a grant may cover, narrowest first; empty if none may be given
    why_no_always: Words = ""  # why ``always`` is not offered, else empty
    signing: SigningView | None = None  # None if a yes needs no signature
    durations: tuple[GrantDuration, ...] = ()  # how long a grant may last, shortest first, without ``once``
    readings: tuple[Reading, ...] = ()  # of its inputs
    headers: tuple[Said, ...] = ()  # HTTP headers from inputs (2026-07-28, ``x-mcp-header``), for servers behind HTTP
    action: ActionView = NO_ACTION
    sandbox: Words = ""  # what its server may reach, if Assent runs it in a sandbox; else empty


def unfilled_texts(schema: JsonValue, answer: JsonObject) -> list[str]:
    """The texts that a form requires and that are still empty in an answer, except choices."""
    required, fields = object_in(schema).get("required"), object_in(schema, "properties")
    names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    return [name for name in names if answer.get(name) == "" and "enum" not in object_in(fields, name)]


# The log

CallState: TypeAlias = Literal["waiting", "running", "ended"]


class HistoryRow(Struct, frozen=True):
    """One call of the log."""

    call_id: str  # UUIDv7
    time: str  # RFC 3339 UTC of its first record
    app: str  # untrusted
    authenticated: bool  # whether the app proved its name
    server: str  # untrusted
    tool: str  # untrusted
    state: CallState
    decision: str  # ``approve``, ``deny``, ``invalid`` (refused by the checks) or empty while it waits
    by: str  # as in ``model.Decision``
    who: str  # as in ``model.Decision``
    status: str  # of the outcome, empty if there is none
    duration_ms: float | None  # None if unknown
    severity: str  # of the gravest finding, empty if there is none
    inputs: bytes = b""  # the arguments as JSON, or the beginning of long ones (untrusted); empty if they were erased
    edited: bool = False  # whether a person changed the inputs; ``inputs`` are the last ones then
    action: ActionView = NO_ACTION  # without an object if the inputs were erased or are long
    vouched: bool = False  # whether somebody vouched for the server at that time
    # ``readOnlyHint`` and ``destructiveHint`` of the tool, if the server gave them (untrusted)
    hints: dict[str, bool] = field(default_factory=dict)
    calm: bool = True  # whether all findings before the decision were information only


class HistoryPage(Struct, frozen=True):
    """A page of calls, newest first. ``before``: the value for the next request, empty at the start of the log."""

    rows: tuple[HistoryRow, ...]
    before: str


class DayCount(Struct, frozen=True):
    """The calls of one local day, by how they were decided."""

    day: str  # such as ``2026-11-20``
    allowed: int  # by rules and grants
    approved: int  # by people
    denied: int  # by rules and people
    expired: int  # nobody decided in time
    other: int  # withdrawn, stopped, invalid, or not decided for another reason


class ToolCount(Struct, frozen=True):
    """The number of calls of a tool. Its name and its server's are untrusted."""

    server: str
    tool: str
    calls: int


class Statistics(Struct, frozen=True):
    """Statistics of the log, over calls that were decided or refused."""

    days: tuple[DayCount, ...]  # oldest first, without days that have no call
    tools: tuple[ToolCount, ...]  # most frequent first
    decide_ms: float | None  # the median time that people took to answer; None if nobody answered
    since: str  # the first day that is counted; later than requested if there are too many calls


class LogCheck(Struct, frozen=True):
    """The state or the result of a check of the log."""

    # ``none`` before the first check; ``failed`` if it could not be done
    state: Literal["none", "running", "whole", "broken", "failed"] = "none"
    done: int = 0  # the number of checked records, while it runs
    of: int = 0  # the number of all records, while it runs
    at: float = 0.0
    bad: int = 0  # the number of the first record that is missing or wrong, 0 if none is
    problem: Words = ""  # what was found, or why it failed; for an intact log what the check could not see
    gone: int = 0  # the number of values that are missing without a record of their erasure


class LogExport(Struct, frozen=True):
    """The state or the result of an export of the log."""

    state: Literal["none", "running", "done", "failed", "stopped"] = "none"
    path: str = ""
    done: int = 0  # the number of exported records, while it runs
    of: int = 0  # the number of all records, while it runs
    first: int = 0  # number of the first record in the file
    last: int = 0  # number of the last record in the file
    problem: Words = ""


class TimelineEntry(Struct, frozen=True):
    """One record of a call."""

    seq: int
    time: str  # RFC 3339 UTC
    kind: str
    fields: bytes  # JSON object with untrusted text
    hash: str  # hex
    # JSON of a request or an answer in the middle of the call, or its beginning (untrusted); empty for other records,
    # and if it is not kept
    said: bytes = b""
    said_bytes: int = 0  # its whole size


class CallDetails(Struct, frozen=True):
    """Everything in the log about one call."""

    row: HistoryRow
    timeline: tuple[TimelineEntry, ...]  # oldest first
    params: bytes | None  # canonical bytes, None if they were erased or never kept
    definition: bytes | None  # canonical bytes of the tool's definition if the host still has it, else None
    result: bytes | None  # serialised result or error object (untrusted), None if none is kept
    result_bytes: int  # its whole size
    reason: str  # the person's or the rule's, may be empty
    # canonical bytes of the app's proposal, if a person changed it and it is kept; ``params`` are the last ones then
    edited: bytes | None = None
    inputs_kept: bool = True  # false if the log never kept the inputs, since its app sent too many calls
    note: str = ""  # of the person who approved, for the model; may be empty
    says: AppSays = SAYS_NOTHING  # what the app said about who asks within it (untrusted)
    parts: int = 0  # the number of parts in which the whole result can be read at present; 0 if it cannot
    grant: Grant | None = None  # the grant that covered it, as it was given; None without one, or if its record is lost


class ResultPart(Struct, frozen=True):
    """One part of a large result (untrusted). ``number``: from 0 on. ``count``: the number of parts."""

    number: int
    count: int
    text: str


# The host's state


class HostState(Struct, frozen=True):
    """A summary of the host, sent whenever it changes."""

    stopped: bool  # whether the emergency stop is pressed
    pending: int  # the number of calls that wait for people
    running: int  # the number of calls at servers
    servers: tuple[ServerView, ...]  # in the file's order
    policy: PolicyView
    grants: tuple[Grant, ...]
    log_problem: Words  # why the log cannot be written, else empty
    assistant: AssistantPhase
    settings_problems: tuple[Words, ...] = ()  # faults of settings.json, for which defaults are used
    servers_problem: Words = ""  # why servers.json as a whole cannot be used, else empty; of entries see ``ServerView``
    http_problem: Words = ""  # why apps cannot come over HTTP although the settings want it, else empty
