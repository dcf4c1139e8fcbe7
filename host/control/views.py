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
    """What a call does, and to what, by its tool's verb class and its inputs' roles, not by claims of a server.

    Attributes:
        verb: the tool's verb class; ``runs`` for a call with a statement. A tool's name may lie, so the class never
            means that a call is harmless.
        sink: where data ends up (``host.inspect.tools``); empty if nowhere.
        object: what the call acts on (untrusted; a long one lacks its middle), empty if no input says it; for a
            statement its table.
        inputs: the paths of at most three inputs that say most, the object's first; a list counts as one input.
        role: of the object (``host.inspect.roles``), empty if it has none.
        detail: the amount of a payment, the first words of a statement, or the second of two places (untrusted,
            bounded).
        count: the number of objects, this one included; 0 if there are more but they were not counted.
        deed: the plain verb in the name of a writing tool, from the table ``verbs``; else empty.
        overwrites: whether an input asks to overwrite existing data.
        noun: what a tool creates by its name, as in ``create_issue`` (untrusted, bounded); else empty.
        there: what existed at the object, or at the second of two places, when the question was sent; empty if unknown.
    """

    verb: Verb = ""
    sink: str = ""
    object: str = ""
    inputs: tuple[tuple[str | int, ...], ...] = ()
    role: str = ""
    detail: str = ""
    count: int = 1
    deed: str = ""
    overwrites: bool = False
    noun: str = ""
    there: TargetState = ""


NO_ACTION: Final = ActionView()

# The scripted assistant

AssistantStatus: TypeAlias = Literal[
    "", "proposed", "running", "succeeded", "tool error", "refused", "lost", "withdrawn", "stopped"
]
AssistantPhase: TypeAlias = Literal["absent", "idle", "running", "ended", "failed"]


class AssistantEntry(Struct, frozen=True):
    """One entry of the scripted assistant's conversation. A later entry with the same number replaces it.

    Attributes:
        role: ``assistant`` (its words), ``call`` (a card), ``note`` (Assent's own words).
        text: untrusted.
        server: of a card (untrusted).
        tool: of a card (untrusted).
        arguments: of a card, as JSON (untrusted).
        status: of a card; ``stopped`` if the emergency stop or the end of Assent ended it while it ran.
        result: of a card: the answer to the assistant, or the progress (untrusted).
    """

    number: int
    role: Literal["assistant", "call", "note"]
    text: str
    server: str = ""
    tool: str = ""
    arguments: str = ""
    status: AssistantStatus = ""
    result: str = ""


class StoryStep(Struct, frozen=True):
    """A chapter of the script. ``more``: played only on request, not as part of the whole story."""

    id: str
    title: str
    more: bool = False


# Servers

ServerStateName: TypeAlias = Literal[
    "idle", "starting", "ready", "failed", "disabled", "sign in", "waits", "not usable", "shut out"
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
    """The state of the sign-in to a server behind a URL.

    Attributes:
        need: what a person must do: sign in first, or allow more than the present sign-in does.
        at: the host name of the present sign-in, as used in DNS; empty if there is none.
        scopes: of the present sign-in (untrusted).
        kept: whether it outlives this host.
    """

    need: Literal["", "first", "more"] = ""
    at: str = ""
    scopes: tuple[str, ...] = ()
    kept: bool = True


NO_SIGN_IN: Final = SignInView()


class SignInOffer(Struct, frozen=True):
    """A sign-in that a person can start in a browser.

    Attributes:
        url: the address to open, http or https (untrusted).
        host: its host name, as used in DNS.
        issuer: the authorization server's name for itself (untrusted).
        scopes: those that would be requested (untrusted).
        moved_from: the host of the last sign-in, if it was another.
        why_not_kept: why the sign-in will end with Assent, empty if it will not.
        minutes: how long Assent waits for the browser.
    """

    url: str
    host: str
    issuer: str
    scopes: tuple[str, ...] = ()
    moved_from: str = ""
    why_not_kept: Words = ""
    minutes: int = 10


class HealthSlot(Struct, frozen=True):
    """Statistics of a server's calls that ended within five minutes.

    Attributes:
        start: Unix seconds.
        calls: their number, without cancelled ones.
        median_ms: their duration, 0 without calls.
        worst_ms: their duration, 0 without calls.
    """

    start: float
    calls: int = 0
    errors: int = 0
    median_ms: float = 0.0
    worst_ms: float = 0.0


class FailureCount(Struct, frozen=True):
    """The number of calls that failed in the same way. ``why``: an error code or an outcome."""

    why: str
    count: int


class ServerHealth(Struct, frozen=True):
    """Statistics of a server's last hour. ``slots``: oldest first. ``failures``: most frequent first."""

    slots: tuple[HealthSlot, ...] = ()
    failures: tuple[FailureCount, ...] = ()


class ServerView(Struct, frozen=True):
    """One entry of servers.json and the server's state.

    Attributes:
        kind: ``stdio`` or ``http``.
        why: the reason of a failure (safe).
        command: the command or URL as in the file, with unresolved references and masked secrets.
        trust: who vouches for this configuration.
        problem: why the entry cannot be used, else empty.
        config_digest: digest of the configuration, empty if the entry cannot be used.
        managed: whether the administrator's file has the entry.
        pinned: whether that file pins the server's definitions.
        name: its name on screen, empty if that is its id.
        covered: whether a secret is masked in ``command``.
    """

    id: str
    kind: str
    state: ServerStateName
    why: Words
    sessions: int
    command: tuple[str, ...]
    trust: Trust
    problem: Words = ""
    config_digest: str = ""
    managed: bool = False
    pinned: bool = False
    name: str = ""
    use: ServerUse = UNUSED
    sign_in: SignInView = NO_SIGN_IN
    waits: Waits = ""
    covered: bool = False


Approval: TypeAlias = Literal["none", "approved", "left", "changed", "new"]
"""A person's decision about a text of a server: not needed, yes, no, yes to an earlier text, or none yet."""


class ToolView(Struct, frozen=True):
    """One listed tool.

    Attributes:
        name: untrusted.
        definition: canonical bytes of everything listed (untrusted).
        verb: its verb class, by its name and its server's only: a name may lie.
        before: canonical bytes of the earlier approved definition (untrusted), empty if there is none or it is not
            kept.
    """

    name: str
    definition: bytes
    verb: Verb = ""
    findings: tuple[Finding, ...] = ()
    approval: Approval = "none"
    before: bytes = b""


class ReviewView(Struct, frozen=True):
    """The review of a server, and its instructions.

    Attributes:
        who: who approved it last, empty if nobody did.
        at: when, 0 if nobody did.
        free: whether its definitions may change without review.
        decided: whether a person decides, rather than the administrator's pins or a broken file.
        program: whether the program is the one whose start was approved.
        program_digest: of the present program; empty if it is missing or unreadable.
        variables: names of its environment variables or headers.
        folder: its working folder, as in the file.
        instructions: those of the last handshake (untrusted); empty if there were none.
        digest: of the instructions; empty if they cannot be approved.
        whole: whether ``instructions`` is complete; if not, they can only be left out.
        findings: about the instructions, gravest first.
        approval: of the instructions.
        before: the earlier approved instructions (untrusted).
        odd: names of tools that cannot be approved, see ``host.servers.catalogue.Listing`` (untrusted).
        unpinned: names of tools that are withheld, since the administrator's pins do not have them (untrusted).
        grants: the number of grants for tools with changed definitions; these end unless they are continued.
    """

    who: str = ""
    at: float = 0.0
    free: bool = False
    decided: bool = True
    program: Literal["unknown", "same", "changed"] = "unknown"
    program_digest: str = ""
    variables: tuple[str, ...] = ()
    folder: str = ""
    instructions: str = ""
    digest: str = ""
    whole: bool = True
    findings: tuple[Finding, ...] = ()
    approval: Approval = "none"
    before: str = ""
    odd: tuple[str, ...] = ()
    unpinned: tuple[str, ...] = ()
    grants: int = 0


class ServerDetails(Struct, frozen=True):
    """The details of one server.

    Attributes:
        tools: as last listed.
        listed: whether the present configuration has listed tools.
        stderr: its last output there (untrusted).
        facts: about the program that it starts.
        cautions: to know before vouching for it.
        claims: its own name and version (untrusted).
    """

    server: ServerView
    tools: tuple[ToolView, ...]
    listed: bool
    stderr: str
    facts: tuple[Said, ...] = ()
    cautions: tuple[Words, ...] = ()
    claims: tuple[Said, ...] = ()
    review: ReviewView = ReviewView()


class ServerTest(Struct, frozen=True):
    """The result of a server's test.

    Attributes:
        why: one safe sentence if it failed.
        tools: the number of listed tools, approved or not.
    """

    ok: bool
    why: Words
    revision: str
    tools: int
    ms: float


# AI apps on this computer


class AppServerView(Struct, frozen=True):
    """One server in an AI app's own file.

    Attributes:
        name: the app's name for it (untrusted).
        state: ``behind`` Assent; ``beside`` it (it could be put behind); ``stays`` (it cannot).
        server: its id in servers.json, if it is behind Assent.
        why: why it stays, one safe clause; else empty.
        starts: for ``beside``: its command or address, secrets masked (untrusted).
        app: the app's id, in a list over several apps.
        within: the keys that lead to its entry in the file, without its name (untrusted).
    """

    name: str
    state: Literal["behind", "beside", "stays"]
    server: str = ""
    why: Words = ""
    starts: str = ""
    app: str = ""
    within: tuple[str, ...] = ()


class AiAppView(Struct, frozen=True):
    """An AI app with a configuration file on this computer.

    Attributes:
        id: as in the command line and in its token.
        file: its configuration file (untrusted).
        attached: whether Assent changed that file and can restore it.
        problem: why the file cannot be read, empty if it can.
        hook: whether it has the hook by which it asks before it uses its own tools; ``none`` if Assent has none for it.
        hooks_off: the setting, and its file, that switches the app's hooks off (untrusted); empty if there is none.
        came: whether the app has come through Assent since it was attached and the host started.
    """

    id: str
    file: str
    attached: bool
    servers: tuple[AppServerView, ...] = ()
    problem: Words = ""
    hook: Literal["none", "off", "on"] = "none"
    hooks_off: str = ""
    came: bool = False


class AiApps(Struct, frozen=True):
    """The AI apps that Assent knows.

    Attributes:
        found: those with a configuration file here.
        missing: the ids of the others.
    """

    found: tuple[AiAppView, ...]
    missing: tuple[str, ...]


class AppPlan(Struct, frozen=True):
    """What putting apps' servers behind Assent would change.

    Attributes:
        lines: the difference of each file as written by ``diff -u``, secrets masked (untrusted).
        moves: the number of servers that would be put behind Assent.
        stays: servers that stay as they are, each with its reason.
        secrets: names under which secrets would be stored in the keyring.
        loose: variables whose secrets would be in servers.json, since there is no keyring.
        digest: identifies this plan.
        hook: whether the apps would get the hook by which they ask before they use their own tools.
        starts: those servers whose start was never approved, as in their review.
        later: ids of further such servers, which need a review of their own, as do those without a program.
        files: files that would be written (untrusted).
        added: ids of servers that servers.json does not have yet.
        hooks_off: the setting, and its file, that switches the hooks of such an app off (untrusted).
    """

    app_ids: tuple[str, ...]
    lines: tuple[str, ...]
    moves: int
    stays: tuple[AppServerView, ...]
    secrets: tuple[str, ...]
    loose: tuple[str, ...]
    digest: str
    hook: bool = False
    starts: tuple[ServerDetails, ...] = ()
    later: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    hooks_off: str = ""


# servers.json, edited


class DraftValue(Unprinted, Struct, frozen=True):
    """A variable, a header, or a secret within a text, as a person edits it.

    Attributes:
        value: as typed; empty if ``kept`` applies.
        secret: whether it is a secret, which is masked on screen.
        stored: whether it is stored in the keyring.
        kept: the reference to the keyring in the file, which stays while nothing is typed.
    """

    name: str
    value: str = ""
    secret: bool = False
    stored: bool = False
    kept: str = ""


class ServerDraft(Struct, frozen=True):
    """An entry of servers.json as a person edits it (untrusted where it was pasted).

    Attributes:
        id: the name of the entry.
        before: the name of the entry that it changes; empty for a new one.
        command: a command line, quoted as in a shell.
        folder: the working folder of its program.
        values: its variables, or its headers if it has a URL.
        secrets: those within ``command`` or ``url``, as ``${secret:NAME}`` there.
        title: its name on screen.
        timeout: seconds of a call, as typed.
        sandboxed: whether its program runs in a sandbox.
        rest: all other keys, as a JSON object; may be empty.
        app: the app in whose file it was found.
        dropped: keys that were not taken over.
        wanted: whether to write it; else the plan only says how it reads.
    """

    id: str
    before: str = ""
    kind: Literal["stdio", "http", "sse"] = "stdio"
    command: str = ""
    url: str = ""
    folder: str = ""
    values: tuple[DraftValue, ...] = ()
    secrets: tuple[DraftValue, ...] = ()
    title: str = ""
    timeout: str = ""
    disabled: bool = False
    sandboxed: bool = False
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    network: bool = False
    rest: str = ""
    app: str = ""
    dropped: tuple[str, ...] = ()
    wanted: bool = True


class ServerDrafts(Struct, frozen=True):
    """Servers that can be added or edited.

    Attributes:
        left: the names of all others (untrusted), each with the reason why it was left out.
    """

    drafts: tuple[ServerDraft, ...]
    left: tuple[Said, ...] = ()


class DraftFault(Struct, frozen=True):
    """A fault of a draft. ``field``: of the draft; for ``values`` and ``secrets`` followed by a slash and the name."""

    field: str
    why: Words


class DraftReading(Struct, frozen=True):
    """How a draft reads.

    Attributes:
        command: the program and its arguments, or the URL, as they would be in the file (untrusted).
        faults: reasons why it cannot be written.
        cautions: to know before it is written.
    """

    command: tuple[str, ...]
    faults: tuple[DraftFault, ...] = ()
    cautions: tuple[Words, ...] = ()


class ServersPlan(Struct, frozen=True):
    """What a change of servers.json would do.

    Attributes:
        readings: how each draft reads, in their order.
        lines: the difference as written by ``diff -u``, secrets masked (untrusted); empty if nothing changes.
        secrets: names under which secrets would be stored in the keyring.
        loose: names of secrets that would be in the file.
        unused: names in the keyring to which no server would refer any more.
        apps: AI apps whose configuration uses a server that would be removed.
        digest: identifies this plan; empty if it has faults or changes nothing.
    """

    readings: tuple[DraftReading, ...]
    lines: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    apps: tuple[str, ...] = ()
    keyring: bool = True
    digest: str = ""


class Autostart(Struct, frozen=True):
    """Whether Assent starts at login.

    Attributes:
        state: ``changed`` if there is an entry that differs from the one that Assent writes.
        entry: its place: a file, or a value of the registry.
        why: the reason of ``changed``, a sentence without its full stop.
    """

    state: Literal["on", "off", "changed"]
    entry: str
    why: Words = ""


class GivenBack(Struct, frozen=True):
    """The result of restoring a file that Assent had changed.

    Attributes:
        path: the file (untrusted).
        exactly: whether it is as it was before, byte for byte.
        left: entries that were left as they are, since somebody changed them or others need them (untrusted).
        backup: the file with the bytes from before; empty if it is not needed.
        problem: why it could not be restored, with its name; empty if it could.
    """

    path: str
    exactly: bool
    left: tuple[str, ...] = ()
    backup: str = ""
    problem: Words = ""


class AppDetached(Struct, frozen=True):
    """The result of restoring an app's configuration."""

    files: tuple[GivenBack, ...]


# The policy


class RuleView(Struct, frozen=True):
    """One rule in words.

    Attributes:
        server: pattern, ``*`` for all.
        tool: pattern, ``*`` for all.
        app: pattern, ``*`` for all.
        conditions: its other conditions, a short sentence each.
        obligations: a short sentence each.
        counts: whether it counts now: enabled, not expired, confirmed.
        expires: RFC 3339, empty for never.
        text: the rule as JSON, indented.
        places: where an allowing rule allows, as parts of one sentence.
        phrases: all its other conditions and obligations, as parts of one sentence.
        waits: what a person must still confirm, see ``ChangeView.kind``; empty if nothing.
        used: the number of counted decisions in the log by this rule.
        last_used: time of the newest of them, empty for none.
    """

    id: str
    effect: str
    server: str
    tool: str
    app: str
    reason: str
    source: str
    conditions: tuple[Words, ...] = ()
    obligations: tuple[Words, ...] = ()
    enabled: bool = True
    counts: bool = True
    expires: str = ""
    text: str = ""
    places: tuple[Words, ...] = ()
    phrases: tuple[Words, ...] = ()
    waits: Literal["", "allows", "gone"] = ""
    used: int = 0
    last_used: str = ""


class RulesPage(Struct, frozen=True):
    """Some of the rules.

    Attributes:
        rules: managed ones, then the user's, both in their file's order, then those that are gone from the file.
        total: the number of matching rules on all pages.
        generation: of the rules in force.
    """

    rules: tuple[RuleView, ...]
    total: int
    generation: int


class ChangeView(Struct, frozen=True):
    """Something in policy.json that would loosen and waits to be confirmed.

    Attributes:
        kind: as in ``policy.model.Change``.
        rule: None if a server is newly vouched for, or if all that was confirmed is gone.
        server: as in ``policy.model.Change``.
    """

    kind: Literal["allows", "gone", "trusts"]
    rule: RuleView | None
    server: str = ""


class ApproverView(Struct, frozen=True):
    """Somebody who may sign. ``source``: ``managed`` or ``user``."""

    name: str
    roles: tuple[str, ...]
    source: str


class RuleDraft(Struct, frozen=True):
    """A rule that Assent proposes. Nothing counts before a person saves it.

    Attributes:
        why: the reason for it, one sentence.
        id: of the suggestion, to dismiss it; empty for one that was requested.
        held_back: why a person is asked about such calls although the rule allows them; empty if nobody is.
    """

    rule: RuleView
    why: Words
    id: str = ""
    held_back: Words = ""


class PolicyView(Struct, frozen=True):
    """The state of the policy files.

    Attributes:
        problems: why everything is denied, empty if the files can be used.
        waiting: the first changes of policy.json that do not count until confirmed.
        digest: of all waiting changes, for their confirmation; empty if nothing waits.
        count: the number of rules in both files; ``ReadRules`` returns them.
        managed_digest: hex SHA-256 of the file, empty if there is none.
        user_digest: hex SHA-256 of the file, empty if there is none.
        locked: settings that the administrator locked.
        remembers: why confirmations and lasting grants do not outlive this host, empty if they do (with a keyring).
        suggestions: rules that repeated equal approvals suggest.
        generation: changes with each change of the rules in force.
        waits: the number of all waiting changes.
    """

    problems: tuple[Words, ...]
    waiting: tuple[ChangeView, ...]
    digest: str
    count: int
    managed_path: str
    user_path: str
    managed_digest: str = ""
    user_digest: str = ""
    approvers: tuple[ApproverView, ...] = ()
    locked: tuple[str, ...] = ()
    remembers: Words = ""
    suggestions: tuple[RuleDraft, ...] = ()
    generation: int = 0
    waits: int = 0


class RuleCheck(Struct, frozen=True):
    """The check of a rule that is being written.

    Attributes:
        problems: with line and remedy, empty if it could be saved.
        rule: with the id under which it would be saved; None if it has problems.
        loosens: whether saving it would loosen anything.
        notes: sentences about valid parts that will not have the effect that they seem to have.
        faults: the problems, each with its field.
    """

    problems: tuple[Words, ...]
    rule: RuleView | None
    loosens: bool
    notes: tuple[Words, ...] = ()
    faults: tuple[RuleFault, ...] = ()


class RuleFault(Struct, frozen=True):
    """A problem of a rule in one field.

    Attributes:
        key: dotted, such as ``match.hosts[0]``; empty for the rule as a whole.
        words: the problem and its remedy, without line and key.
    """

    key: str
    words: Words


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
    """One field of the form.

    Attributes:
        key: the path of its value in the rule's JSON.
        kind: its look, and the form of its value: ``lines``, ``folders`` and ``several`` are lists, ``either`` is a
            list or one value, ``roles`` is a list of who must sign, ``inputs`` is a JSON Schema for values of inputs,
            ``number`` is a number, ``flag`` is true, the others are texts.
        hint: the possible values, one sentence.
        group: the heading under which the fields of one group are shown.
        effects: the effects of rules that have the field.
        alone: the member of the enclosing object that may replace it if it is the only member; empty for none.
    """

    key: tuple[str, ...]
    kind: FieldKind
    label: Words
    hint: Words = ""
    group: Words = ""
    choices: tuple[Choice, ...] = ()
    effects: tuple[str, ...] = ("allow", "ask", "deny")
    alone: str = ""


class RuleForm(Struct, frozen=True):
    """The form, and the names that its lists offer (untrusted).

    Attributes:
        apps: those in the log.
        tools: of each server that is configured or in the log.
    """

    fields: tuple[FormField, ...]
    apps: tuple[str, ...] = ()
    tools: dict[str, tuple[str, ...]] = field(default_factory=dict)


# Export and import of rules


class ImportedRule(Struct, frozen=True):
    """A rule of a file that a person may import.

    Attributes:
        rule: as it would be saved, under a free id.
        loosens: whether it would allow more.
        there: whether an equivalent rule exists already.
        was: its id in the file if that is taken here, else empty.
    """

    rule: RuleView
    loosens: bool
    there: bool = False
    was: str = ""


class ImportView(Struct, frozen=True):
    """The rules in a file. ``problems``: why it cannot be used. ``leaves``: parts that are left out, being no rules."""

    rules: tuple[ImportedRule, ...] = ()
    problems: tuple[Words, ...] = ()
    leaves: tuple[str, ...] = ()


# Explanations and replays


class RuleReason(Struct, frozen=True):
    """Whether one rule matches one call.

    Attributes:
        matched: None if unknown.
        why: why it does not match, or what is unknown, or that it decided (safe, one sentence).
        counts: whether it is in force; one that waits or is switched off is not held against the call.
        calls: which calls it is about, if nobody gave it a name; else empty.
    """

    id: str
    source: str
    effect: str
    matched: bool | None
    why: Words
    counts: bool = True
    calls: Words = ""


class Explanation(Struct, frozen=True):
    """The explanation of a verdict.

    Attributes:
        obligations: in words.
        otherwise: what would have happened without the deciding rule, one sentence.
        rules: all rules: the deciding one, then those that match, then the others.
        note: the limits of this explanation, else empty.
    """

    effect: str
    rule: str
    source: str
    because: Words
    reason: str
    obligations: tuple[Words, ...]
    otherwise: Words
    rules: tuple[RuleReason, ...]
    note: Words = ""


class ReplayRow(Struct, frozen=True):
    """A past call that other rules would decide differently. Most attributes are as in ``HistoryRow``.

    Attributes:
        then: how it was decided.
        now: how it would be.
        object: what the call acts on, as in ``ActionView`` (untrusted).
    """

    call_id: str
    time: str
    app: str
    server: str
    tool: str
    then: str
    now: str
    rule: str
    because: Words
    object: str = ""


class ReplayReport(Struct, frozen=True):
    """How other rules would have decided the calls of the log.

    Attributes:
        looked: the number of calls that were judged again.
        changed: those with another decision, newest first, only some if they are many.
        changes: the number of all of them.
        unknown: the number of calls of which too little is kept.
        more: whether older calls were left out.
        runs: the number of changes to running without a question.
        asks: the number of changes to being asked.
        denies: the number of changes to being denied.
    """

    looked: int
    changed: tuple[ReplayRow, ...]
    changes: int
    unknown: int
    more: bool
    runs: int = 0
    asks: int = 0
    denies: int = 0


# Questions, readings of their inputs, and comparisons


class SigningView(Struct, frozen=True):
    """Who must sign a call, and who has.

    Attributes:
        required: the signatures that are required, by role.
        pin: whether one signature of any registered person is required, with those or instead.
        missing: the missing signatures in words, empty once all have signed.
        candidates: who could sign now, without those who have signed already.
    """

    required: tuple[RoleQuota, ...]
    pin: bool
    signed: tuple[Signature, ...]
    missing: tuple[Words, ...]
    candidates: tuple[ApproverView, ...]


class Said(Struct, frozen=True):
    """A fact with its label.

    Attributes:
        name: the label, Assent's own words.
        value: may hold untrusted text.
    """

    name: Words
    value: Words


class Reading(Struct, frozen=True):
    """What the host read in one input, if the window could not or should not read it itself.

    Attributes:
        kind: ``path`` (resolved on this machine), ``sql`` (parsed) or ``host``.
        facts: in the order to show them.
        text: the value formatted for reading (untrusted), empty if it is readable as it is. It is never sent.
    """

    path: tuple[str | int, ...]
    kind: Literal["path", "sql", "host"]
    facts: tuple[Said, ...] = ()
    text: str = ""
    there: TargetState = ""


class FileBefore(Struct, frozen=True):
    """The present content of a file that a call would write.

    Attributes:
        path: the steps to the input that names the file.
        content: the steps to the input that would become its text.
        name: resolved path (untrusted).
        text: of the file (untrusted), None if it is not shown.
        why: why it is not shown, one safe clause.
        size: bytes, 0 if there is no file.
        missing: whether there is certainly no such file yet.
    """

    path: tuple[str | int, ...]
    content: tuple[str | int, ...]
    name: str
    text: str | None
    why: Words
    size: int
    missing: bool = False


class Comparison(Struct, frozen=True):
    """Earlier data to compare a waiting call with.

    Attributes:
        last: canonical inputs of the last approved call of the same tool by any app, None if none was found.
        last_at: Unix seconds, 0 if there is none.
        why: why there is none.
    """

    last: bytes | None
    last_at: float
    last_app: str
    why: Words
    files: tuple[FileBefore, ...] = ()


class EditProblem(Struct, frozen=True):
    """A violation of the tool's schema by changed inputs."""

    path: tuple[str | int, ...]
    why: Words


class EditCheck(Struct, frozen=True):
    """The check of inputs that a person is changing.

    Attributes:
        problems: why they cannot be sent; empty if they can.
        effect: of the rules (``allow``, ``ask``, ``deny``), empty if they were not applied.
        same: whether nothing is changed at all.
    """

    problems: tuple[EditProblem, ...]
    effect: str = ""
    because: Words = ""
    findings: tuple[Finding, ...] = ()
    same: bool = False


class Asked(Struct, frozen=True):
    """A question for people, with all information that the window shows.

    Attributes:
        left: seconds until it expires.
        paused: seconds for which that clock is paused.
        no_grant: why no grant is offered; empty if one may be.
        bounds: what a grant may cover, narrowest first; empty if none may be given.
        no_always: why ``always`` is not offered, else empty.
        signing: None if a yes needs no signature.
        durations: how long a grant may last, shortest first, without ``once``.
        readings: of its inputs.
        headers: HTTP headers made from inputs (2026-07-28, ``x-mcp-header``), if the server is reached by HTTP.
        sandbox: what its server may reach, if Assent runs it in a sandbox; else empty.
    """

    request: ApprovalRequest
    left: float
    paused: float
    no_grant: Words
    bounds: tuple[BoundOffer, ...] = ()
    no_always: Words = ""
    signing: SigningView | None = None
    durations: tuple[GrantDuration, ...] = ()
    readings: tuple[Reading, ...] = ()
    headers: tuple[Said, ...] = ()
    action: ActionView = NO_ACTION
    sandbox: Words = ""


def unfilled_texts(schema: JsonValue, answer: JsonObject) -> list[str]:
    """The texts that a form requires and that are still empty in an answer, but for those that are a choice."""
    required, fields = object_in(schema).get("required"), object_in(schema, "properties")
    names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    return [name for name in names if answer.get(name) == "" and "enum" not in object_in(fields, name)]


# The log

CallState: TypeAlias = Literal["waiting", "running", "ended"]


class HistoryRow(Struct, frozen=True):
    """One call of the log.

    Attributes:
        call_id: UUIDv7.
        time: RFC 3339 UTC of its first record.
        app: untrusted.
        authenticated: whether the app proved its name.
        server: untrusted.
        tool: untrusted.
        decision: ``approve``, ``deny``, ``invalid`` (refused by the checks) or empty while it waits.
        by: as in ``model.Decision``.
        who: as in ``model.Decision``.
        status: of the outcome, empty if there is none.
        duration_ms: None if unknown.
        severity: of the gravest finding, empty if there is none.
        inputs: the arguments as JSON, or the beginning of long ones (untrusted); empty if they were erased.
        edited: whether a person changed the inputs; ``inputs`` are the last ones then.
        action: without an object if the inputs were erased or are long.
        claim: how it ended as the app says, if only the app knows; else empty.
        vouched: whether somebody vouched for the server at that time.
        hints: ``readOnlyHint`` and ``destructiveHint`` of the tool, if the server gave them (untrusted).
        calm: whether all findings before the decision were information only.
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
    edited: bool = False
    action: ActionView = NO_ACTION
    claim: str = ""
    vouched: bool = False
    hints: dict[str, bool] = field(default_factory=dict)
    calm: bool = True


class HistoryPage(Struct, frozen=True):
    """A page of calls, newest first. ``before``: the value for the next request, empty at the start of the log."""

    rows: tuple[HistoryRow, ...]
    before: str


class DayCount(Struct, frozen=True):
    """The calls of one local day, by how they were decided.

    Attributes:
        day: such as ``2026-11-20``.
        allowed: by rules and grants.
        approved: by people.
        denied: by rules and people.
        expired: nobody decided in time.
        other: withdrawn, stopped, invalid, or not decided for another reason.
    """

    day: str
    allowed: int
    approved: int
    denied: int
    expired: int
    other: int


class ToolCount(Struct, frozen=True):
    """The number of calls of a tool. Its name and its server's are untrusted."""

    server: str
    tool: str
    calls: int


class Statistics(Struct, frozen=True):
    """Statistics of the log, over calls that were decided or refused.

    Attributes:
        days: oldest first, without days that have no call.
        tools: most frequent first.
        decide_ms: the median time that people took to answer; None if nobody answered.
        since: the first day that is counted; later than requested if there are too many calls.
    """

    days: tuple[DayCount, ...]
    tools: tuple[ToolCount, ...]
    decide_ms: float | None
    since: str


class LogCheck(Struct, frozen=True):
    """The state or the result of a check of the log.

    Attributes:
        state: ``none`` before the first check; ``failed`` if it could not be done.
        done: the number of checked records, while it runs.
        of: the number of all records, while it runs.
        bad: the number of the first record that is missing or wrong, 0 if none is.
        problem: what was found, or why it failed; for an intact log what the check could not see.
        gone: the number of values that are missing without a record of their erasure.
    """

    state: Literal["none", "running", "whole", "broken", "failed"] = "none"
    done: int = 0
    of: int = 0
    at: float = 0.0
    bad: int = 0
    problem: Words = ""
    gone: int = 0


class LogExport(Struct, frozen=True):
    """The state or the result of an export of the log.

    Attributes:
        done: the number of exported records, while it runs.
        of: the number of all records, while it runs.
        first: number of the first record in the file.
        last: number of the last record in the file.
    """

    state: Literal["none", "running", "done", "failed", "stopped"] = "none"
    path: str = ""
    done: int = 0
    of: int = 0
    first: int = 0
    last: int = 0
    problem: Words = ""


class TimelineEntry(Struct, frozen=True):
    """One record of a call.

    Attributes:
        time: RFC 3339 UTC.
        fields: JSON object with untrusted text.
        hash: hex.
        said: JSON of a request or an answer in the middle of the call, or its beginning (untrusted); empty for other
            records, and if it is not kept.
        said_bytes: its whole size.
    """

    seq: int
    time: str
    kind: str
    fields: bytes
    hash: str
    said: bytes = b""
    said_bytes: int = 0


class CallDetails(Struct, frozen=True):
    """Everything in the log about one call.

    Attributes:
        timeline: oldest first.
        params: canonical bytes, None if they were erased or never kept.
        definition: canonical bytes of the tool's definition if the host still has it, else None.
        result: serialised result or error object (untrusted), None if none is kept.
        result_bytes: its whole size.
        reason: the person's or the rule's, may be empty.
        edited: canonical bytes of the app's proposal, if a person changed it and it is kept; ``params`` are the last
            ones then.
        inputs_kept: false if the log never kept the inputs, since its app sent too many calls.
        note: of the person who approved, for the model; may be empty.
        says: what the app said about who asks within it (untrusted).
        parts: the number of parts in which the whole result can be read at present; 0 if it cannot.
    """

    row: HistoryRow
    timeline: tuple[TimelineEntry, ...]
    params: bytes | None
    definition: bytes | None
    result: bytes | None
    result_bytes: int
    reason: str
    edited: bytes | None = None
    inputs_kept: bool = True
    note: str = ""
    says: AppSays = SAYS_NOTHING
    parts: int = 0


class ResultPart(Struct, frozen=True):
    """One part of a large result (untrusted). ``number``: from 0 on. ``count``: the number of parts."""

    number: int
    count: int
    text: str


# The host's state


class HostState(Struct, frozen=True):
    """A summary of the host, sent whenever it changes.

    Attributes:
        stopped: whether the emergency stop is pressed.
        pending: the number of calls that wait for people.
        running: the number of calls at servers.
        servers: in the file's order.
        log_problem: why the log cannot be written, else empty.
        settings_problems: faults of settings.json, for which defaults are used.
        servers_problem: why servers.json as a whole cannot be used, else empty. ``ServerView`` has an entry's faults.
    """

    stopped: bool
    pending: int
    running: int
    servers: tuple[ServerView, ...]
    policy: PolicyView
    grants: tuple[Grant, ...]
    log_problem: Words
    assistant: AssistantPhase
    settings_problems: tuple[Words, ...] = ()
    servers_problem: Words = ""
