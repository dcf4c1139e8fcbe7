"""What the window sees of the host (pure).

Owns: the values that cross the control socket besides those of ``host.model``. The parts of the host make them; this
module knows none of those parts.

Invariants: values are frozen and carry no behaviour; nothing in them decides; text marked *untrusted* is raw and
reaches a screen only through ``host.text``. Times are Unix seconds unless said otherwise; durations are seconds unless
the name ends in ``_ms``.
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
    RoleQuota,
    Signature,
    Trust,
)
from host.naming import Verb
from host.values import Unprinted
from host.words import Words

# What a call does

There: TypeAlias = Literal["", "nothing", "file", "folder", "replaced"]
"""What the host found at a path: a ``replaced`` file would get a whole new content; empty where it tells none of it."""


class ActionView(Struct, frozen=True):
    """What a call does, and to what, by the class of its tool and the roles of its inputs; no claim of a server.

    Attributes:
        verb: the tool's class; ``runs`` of a call that is handed a statement. A name may lie: it says what to look
            for, never that a call is harmless.
        sink: where it ends, as ``host.inspect.tools`` tells it; empty where nothing does.
        object: what it is done to (untrusted, bounded: a long one lacks its middle), empty where no input says it; of a
            statement the table.
        inputs: the paths of at most three inputs that tell most, the object's first; a list as a whole.
        role: of the object, as ``host.inspect.roles`` has it, empty where there is none.
        detail: of a payment the amount, of a statement its first words, of what has two places the second (untrusted,
            bounded).
        count: objects in all, the one here included; 0 where there are more and nobody counted them.
        deed: of a tool that writes the plain verb that its own name says, as the table ``verbs`` has it, else empty.
        overwrites: whether an input asks to overwrite what is there already.
        noun: what the tool's name says is made, as in ``create_issue`` (untrusted, bounded), else empty.
        there: where the object is, or the second of two places, when the call was asked; empty where nobody looked.
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
    there: There = ""


NO_ACTION: Final = ActionView()

# The scripted assistant

AssistantStatus: TypeAlias = Literal[
    "", "proposed", "running", "succeeded", "tool error", "refused", "lost", "withdrawn", "stopped"
]
AssistantPhase: TypeAlias = Literal["absent", "idle", "running", "ended", "failed"]


class AssistantEntry(Struct, frozen=True):
    """One line of the scripted assistant's conversation. A later entry with the same number replaces it.

    Attributes:
        role: ``assistant`` (it speaks), ``call`` (a card), ``note`` (Assent's own words).
        text: what is said (untrusted).
        server, tool, arguments: of a card (untrusted, arguments as JSON).
        status: of a card: ``stopped`` while it ran, by the emergency stop or because Assent ended.
        result: of a card, what the assistant heard, or how far it is (untrusted).
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
    """A chapter of the script that can be told by itself. Attributes: more: told on demand alone."""

    id: str
    title: str
    more: bool = False


# Servers

ServerStateName: TypeAlias = Literal[
    "idle", "starting", "ready", "failed", "disabled", "sign in", "waits", "not usable", "shut out"
]
Waits: TypeAlias = Literal["", "start", "definitions", "changes"]
"""What a person has to review of a server: that it may be started, its words, or those that are new or changed.

With one of the first two nothing of the server reaches an app.
"""


class ServerUse(Struct, frozen=True):
    """How the last calls of a server went, as far as the host looks back; cancelled ones do not count.

    Attributes:
        last_used: Unix seconds, 0 for never.
    """

    calls: int = 0
    errors: int = 0
    median_ms: float = 0.0
    worst_ms: float = 0.0
    last_used: float = 0.0


UNUSED: Final = ServerUse()


class SignInView(Struct, frozen=True):
    """How the sign-in to a server behind a URL stands.

    Attributes:
        need: whether a person is wanted: to sign in, or to allow more than the present sign-in does.
        at: the host where somebody is signed in, as it is looked up; empty where nobody is.
        scopes: what that is good for (untrusted).
        kept: whether it outlives this host.
    """

    need: Literal["", "first", "more"] = ""
    at: str = ""
    scopes: tuple[str, ...] = ()
    kept: bool = True


NO_SIGN_IN: Final = SignInView()


class SignInOffer(Struct, frozen=True):
    """What a person decides on before a browser is opened.

    Attributes:
        url: what would be opened, http or https (untrusted).
        host: of that, as it is looked up.
        issuer: the authorization server as it names itself (untrusted).
        scopes: that would be asked for (untrusted).
        moved_from: host of the last sign-in, where that was another.
        why_not_kept: why the sign-in will end with Assent, empty where it will not.
        minutes: for which the browser is waited for.
    """

    url: str
    host: str
    issuer: str
    scopes: tuple[str, ...] = ()
    moved_from: str = ""
    why_not_kept: Words = ""
    minutes: int = 10


class HealthSlot(Struct, frozen=True):
    """The calls of a server that ended within five minutes.

    Attributes:
        start: Unix seconds.
        calls: how many; cancelled ones do not count.
        median_ms, worst_ms: how long they took, 0 without calls.
    """

    start: float
    calls: int = 0
    errors: int = 0
    median_ms: float = 0.0
    worst_ms: float = 0.0


class FailureCount(Struct, frozen=True):
    """Calls that failed in the same way. Attributes: why: an error code, or an outcome. count: how many."""

    why: str
    count: int


class ServerHealth(Struct, frozen=True):
    """The last hour of a server. Attributes: slots: oldest first. failures: the most frequent first."""

    slots: tuple[HealthSlot, ...] = ()
    failures: tuple[FailureCount, ...] = ()


class ServerView(Struct, frozen=True):
    """One entry of servers.json and how it stands.

    Attributes:
        kind: ``stdio`` or ``http``.
        why: of a failure (safe).
        command: what is started, or the URL, as it stands in the file, references unresolved, secrets covered.
        trust: who vouched for this configuration.
        problem: why the entry cannot be used, else empty.
        config_digest: what a vouching names, empty where the entry cannot be used.
        managed: whether the administrator's file configures it.
        pinned: whether that file says what it must list.
        name: what it is called on screen, empty where its id says it.
        use: how its last calls went.
        sign_in: of a server behind a URL.
        waits: what a person has to review of it.
        covered: whether any secret is covered in ``command``.
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
"""What a person said of some words of a server: nobody was asked, yes, no, yes to other words, or nothing yet."""


class ToolView(Struct, frozen=True):
    """One listed tool.

    Attributes:
        name: (untrusted).
        definition: canonical bytes of everything listed (untrusted).
        verb: its class, by its name and its server's alone: a name may lie.
        approval: what a person said of it.
        before: canonical bytes of what was approved instead (untrusted), empty where nothing was, or it is not kept.
    """

    name: str
    definition: bytes
    verb: Verb = ""
    findings: tuple[Finding, ...] = ()
    approval: Approval = "none"
    before: bytes = b""


class ReviewView(Struct, frozen=True):
    """What was approved of a server, and what of its words besides its tools waits.

    Attributes:
        who, at: approved it last; empty and 0 where nobody did.
        free: whether its definitions may change without review.
        decided: whether a person decides at all: neither the administrator's pins nor a broken file do.
        program: how the program stands to the one whose start was approved.
        program_digest: of the one that is there; empty where there is none that could be read.
        variables: names of what its environment or its headers are given.
        folder: whole, as it stands in the file.
        instructions: those of the last handshake (untrusted); empty where it gave none.
        digest: theirs; empty where nobody could approve them.
        whole: whether they stand here whole; else they can only be left out.
        findings: what was found in them, gravest first.
        approval: of these.
        before: what was approved instead (untrusted).
        odd: names of tools that nobody can approve, as ``host.servers.catalogue.Listing`` has them (untrusted).
        grants: permissions that stand for tools whose definitions changed; they end unless they are kept.
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
    grants: int = 0


class ServerDetails(Struct, frozen=True):
    """One server, closer.

    Attributes:
        tools: as last listed.
        stderr: what it wrote there last (untrusted).
        facts: what is known of what it starts.
        cautions: what to know before vouching for it.
        claims: what it says of itself besides its tools (untrusted): its name, its version.
        review: what was approved of it.
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
    """What a look at a server found.

    Attributes:
        why: one safe sentence where not.
        tools: how many it listed, approved or not.
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
        name: what the app calls it (untrusted).
        state: ``behind`` Assent; ``beside`` it, and could be put behind; ``stays`` as it is.
        server: its id in servers.json, where it is behind.
        why: it stays, one safe clause; else empty.
        starts: of ``beside``: its command or address, secrets covered (untrusted).
        app: the id of the app, where servers of several stand together.
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
    """An AI app whose file is here.

    Attributes:
        id: as in the command line, and of its token.
        file: its configuration (untrusted).
        attached: whether Assent changed that file and can give it back.
        servers: in it, in their order.
        problem: why the file cannot be read, empty where it can.
        hook: whether it has the hook by which it asks before it uses tools of its own; ``none`` where Assent uses none.
        hooks_off: the setting, and its file, by which the app runs no hooks (untrusted); empty where none was seen.
    """

    id: str
    file: str
    attached: bool
    servers: tuple[AppServerView, ...] = ()
    problem: Words = ""
    hook: Literal["none", "off", "on"] = "none"
    hooks_off: str = ""


class AiApps(Struct, frozen=True):
    """The AI apps that Assent knows.

    Attributes:
        found: those that are configured here.
        missing: the ids of the others.
    """

    found: tuple[AiAppView, ...]
    missing: tuple[str, ...]


class AppPlan(Struct, frozen=True):
    """What putting apps' servers behind Assent would change.

    Attributes:
        lines: the difference of each file as ``diff -u`` writes it, secrets covered (untrusted).
        stays: servers that stay as they are, each with its reason.
        secrets: names under which secrets would be kept in the keyring.
        loose: variables whose secrets would stand in servers.json, since there is no keyring.
        hook: whether they would ask before they use tools of their own, too.
        starts: those of the servers that nobody allowed yet to be started, each as its review of that shows it.
        later: how many more there are, which are left for their own reviews, as those without a program are.
        files: what would be written (untrusted).
        added: ids of servers that servers.json does not have yet.
        hooks_off: of an app that would ask: the setting, and its file, by which it runs no hooks (untrusted).
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
    later: int = 0
    files: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    hooks_off: str = ""


# servers.json, edited


class DraftValue(Unprinted, Struct, frozen=True):
    """A variable, a header, or a secret within a text, as a person edits it.

    Attributes:
        name: of it.
        value: as typed; empty where ``kept`` stands.
        secret: whether it is one, and is not to be read on screen.
        stored: whether it goes into the keyring.
        kept: what stands in the file now and stays while nothing is typed: a reference to the keyring.
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
        before: that of the one that it changes; empty for a new one.
        kind: how it is reached.
        command: a line of words, as a shell reads them.
        url: of a server that has one.
        folder: in which its program starts.
        values: its variables, or its headers where it has a URL.
        secrets: those within ``command`` or ``url``, where ``${secret:NAME}`` stands for each.
        title: what it is called on screen.
        timeout: seconds of a call, as typed.
        disabled: kept, not started.
        sandboxed, reads, writes, network: what its program may reach, where that is confined.
        rest: all other keys, as a JSON object; may be empty.
        app: in whose file it was found.
        dropped: keys that were not taken over.
        wanted: whether it is to be written; else it is only told how it reads.
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
    """What was found to add, or to edit.

    Attributes:
        drafts: the servers.
        left: of others what they are called (untrusted), each with the reason why they stay out.
    """

    drafts: tuple[ServerDraft, ...]
    left: tuple[Said, ...] = ()


class DraftFault(Struct, frozen=True):
    """What is wrong with a draft.

    Attributes:
        field: of the draft; a value of ``values`` or ``secrets`` is named behind a slash.
        why: a sentence.
    """

    field: str
    why: Words


class DraftReading(Struct, frozen=True):
    """How a draft reads.

    Attributes:
        command: the program and its arguments, or the URL, as they would stand in the file (untrusted).
        faults: what is wrong with it.
        cautions: what to know, and no reason against it.
    """

    command: tuple[str, ...]
    faults: tuple[DraftFault, ...] = ()
    cautions: tuple[Words, ...] = ()


class ServersPlan(Struct, frozen=True):
    """What a change of servers.json would do.

    Attributes:
        readings: how each draft reads, in their order.
        lines: the difference as ``diff -u`` writes it, secrets covered (untrusted); empty where nothing changes.
        secrets: names under which secrets would be kept in the keyring.
        loose: of values that would stand in the file.
        unused: names in the keyring that no server would refer to any more.
        apps: AI apps whose configuration reaches a server that would be gone.
        digest: names this plan; empty where something is wrong, or nothing would change.
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
        state: ``changed`` where there is an entry that is not as Assent writes it.
        entry: where it stands: a file, or a value of the registry.
        why: of ``changed``; a sentence without its end.
    """

    state: Literal["on", "off", "changed"]
    entry: str
    why: Words = ""


class GivenBack(Struct, frozen=True):
    """What became of a file that Assent had changed.

    Attributes:
        path: the file (untrusted).
        exactly: whether it is as it was before, byte for byte.
        left: entries that somebody changed since, or that others need; they were left alone (untrusted).
        backup: where the bytes from before are kept; empty where they are not needed.
        problem: why it could not be given back, with its name; empty where it could.
    """

    path: str
    exactly: bool
    left: tuple[str, ...] = ()
    backup: str = ""
    problem: Words = ""


class AppDetached(Struct, frozen=True):
    """An app has its own configuration again."""

    files: tuple[GivenBack, ...]


# The policy


class RuleView(Struct, frozen=True):
    """One rule in words.

    Attributes:
        id, effect, server, tool, app (patterns, ``*`` for all), reason, source: as the rule has them.
        conditions: what else it wants, a short sentence each.
        obligations: what it demands, likewise.
        enabled: whether it is switched on.
        counts: whether it counts now: enabled, not expired, confirmed.
        expires: RFC 3339, empty for never.
        text: the rule as JSON, indented.
        places, phrases: the same as parts of one sentence: of a rule that allows, where it does; and all else that it
            wants and demands.
        waits: what a person has yet to confirm of it, as in ``ChangeView.kind``; empty where nothing.
        used: decisions in the log that name it, of those that were counted.
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
        rules: managed first, then the user's, each in their file's order, those that are gone from it last.
        total: how many the request found, over all pages.
        generation: of the rules in force, as they were read.
    """

    rules: tuple[RuleView, ...]
    total: int
    generation: int


class ChangeView(Struct, frozen=True):
    """Something in policy.json that would loosen and waits to be confirmed.

    Attributes:
        kind, server: as in ``policy.model.Change``.
        rule: None where a server is newly vouched for, or all that was confirmed is gone.
    """

    kind: Literal["allows", "gone", "trusts"]
    rule: RuleView | None
    server: str = ""


class ApproverView(Struct, frozen=True):
    """Somebody who may sign.

    Attributes:
        roles: in order.
        source: ``managed`` or ``user``.
    """

    name: str
    roles: tuple[str, ...]
    source: str


class RuleDraft(Struct, frozen=True):
    """A rule that Assent proposes. Nothing counts before a person saves it.

    Attributes:
        rule: in words, and as text.
        why: what led to it, one sentence.
        id: of the suggestion, to dismiss it; empty for one that was asked for.
    """

    rule: RuleView
    why: Words
    id: str = ""


class PolicyView(Struct, frozen=True):
    """What the policy files say.

    Attributes:
        problems: why everything is denied, empty where the files can be used.
        waiting: what in policy.json does not count until confirmed, the first of it.
        digest: what a confirmation of all of it names, empty where nothing waits.
        count: of rules, in both files; ``ReadRules`` tells them.
        managed_digest, user_digest: SHA-256 of each in hex, empty where there is none.
        locked: settings that the administrator locked.
        remembers: why confirmations and lasting grants do not outlive this host, empty where they do (there is a
            keyring).
        suggestions: rules that repeated equal approvals suggest.
        generation: another number after each change of the rules in force.
        waits: how many changes wait in all.
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
    """What is wrong with a rule as it is being written, or what it says.

    Attributes:
        problems: with line and remedy, empty where it could be saved.
        rule: under the id with which it would be saved; None where it has problems.
        loosens: whether saving it would loosen anything.
        notes: sentences on what is sound and yet cannot do what it seems to.
        faults: the problems, each with its place.
    """

    problems: tuple[Words, ...]
    rule: RuleView | None
    loosens: bool
    notes: tuple[Words, ...] = ()
    faults: tuple[RuleFault, ...] = ()


class RuleFault(Struct, frozen=True):
    """A problem of a rule, for the field that it is about.

    Attributes:
        key: dotted, such as ``match.hosts[0]``; empty for the rule as a whole.
        words: what is wrong and what to do, without line and key.
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
        key: where its value stands in the rule's JSON.
        kind: what it looks like, and how it is written: ``lines``, ``folders`` and ``several`` as lists, ``either`` as
            a list or the one value alone, ``roles`` as a list of who must sign, ``inputs`` as a JSON Schema that names
            values of inputs, ``number`` as a number, ``flag`` as true, the others as a text.
        hint: what may stand there, one sentence.
        group: fields of one group stand together under its name.
        effects: rules with another effect do not have it.
        alone: the member of the object around that may stand in its place where there is no other; empty for none.
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
        apps: seen in the log.
        tools: of each server that is configured or was seen.
    """

    fields: tuple[FormField, ...]
    apps: tuple[str, ...] = ()
    tools: dict[str, tuple[str, ...]] = field(default_factory=dict)


# Rules out of a file and into one


class ImportedRule(Struct, frozen=True):
    """A rule of a file that a person may take over.

    Attributes:
        rule: as it would be saved, under a free id.
        loosens: whether it would let more through.
        there: whether a rule that says the same is there already.
        was: its id in the file where that was taken, else empty.
    """

    rule: RuleView
    loosens: bool
    there: bool = False
    was: str = ""


class ImportView(Struct, frozen=True):
    """What a file holds. Attributes: problems: why it cannot be used. leaves: what of it is no rule, and left out."""

    rules: tuple[ImportedRule, ...] = ()
    problems: tuple[Words, ...] = ()
    leaves: tuple[str, ...] = ()


# Why calls are decided as they are, and past calls judged by other rules


class RuleReason(Struct, frozen=True):
    """What one rule says of one call.

    Attributes:
        matched: whether it matches; None where that could not be told.
        why: why it does not, or what could not be told, or that it decided (safe, one sentence).
    """

    id: str
    source: str
    effect: str
    matched: bool | None
    why: Words


class Explanation(Struct, frozen=True):
    """Why a call is decided as it is.

    Attributes:
        obligations: in words.
        otherwise: what would have happened without the deciding rule, one sentence.
        rules: every rule, the deciding one first, then those that match, then the others.
        note: what this explanation cannot know, else empty.
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
    """A past call that other rules would decide otherwise.

    Attributes:
        call_id, time, app, server, tool: as in ``HistoryRow``.
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


class ReplayReport(Struct, frozen=True):
    """What other rules would have done to the calls of the log.

    Attributes:
        looked: calls that were judged again.
        changed: those decided otherwise, newest first, cut where they are many.
        changes: how many in all.
        unknown: calls of which too little is kept.
        more: whether older calls were left out.
        runs, asks, denies: how many of the changes would run without asking, be asked about, be denied.
    """

    looked: int
    changed: tuple[ReplayRow, ...]
    changes: int
    unknown: int
    more: bool
    runs: int = 0
    asks: int = 0
    denies: int = 0


# A question for people, and what the host reads in its inputs and holds them against


class SigningView(Struct, frozen=True):
    """Who must sign a call, and who has.

    Attributes:
        pin: whether one signature of anybody registered is wanted besides or instead.
        signed: in order.
        missing: what is still wanted, in words, empty once all have signed.
        candidates: who could sign now; nobody who has signed already.
    """

    required: tuple[RoleQuota, ...]
    pin: bool
    signed: tuple[Signature, ...]
    missing: tuple[Words, ...]
    candidates: tuple[ApproverView, ...]


class Said(Struct, frozen=True):
    """One thing that the host knows of a value.

    Attributes:
        name: ours.
        value: may hold strangers' text.
    """

    name: Words
    value: Words


class Reading(Struct, frozen=True):
    """What the host reads in one input, where the window could not, or should not, work it out itself.

    Attributes:
        path: the steps to the input.
        kind: ``path`` (resolved on this machine), ``sql`` (parsed) or ``host``.
        facts: in the order to show them.
        text: the same value laid out to be read (untrusted), empty where it stands well as it is. What is sent is the
            input itself, never this.
        there: of a path, as a word.
    """

    path: tuple[str | int, ...]
    kind: Literal["path", "sql", "host"]
    facts: tuple[Said, ...] = ()
    text: str = ""
    there: There = ""


class FileBefore(Struct, frozen=True):
    """A file that a call would write, as it is on the disk.

    Attributes:
        path: the steps to the input that names the file.
        content: the steps to the input that would become its text.
        name: resolved (untrusted).
        text: of the file (untrusted), None where it is not shown.
        why: of that, one safe clause.
        size: bytes, 0 where there is no file.
        missing: whether there is surely no such file yet.
    """

    path: tuple[str | int, ...]
    content: tuple[str | int, ...]
    name: str
    text: str | None
    why: Words
    size: int
    missing: bool = False


class Comparison(Struct, frozen=True):
    """What a call that waits can be held against.

    Attributes:
        last: canonical inputs of the last approved call of the same tool by anybody, None where there is none to be
            found.
        last_at: Unix seconds, 0 where there is none.
    """

    last: bytes | None
    last_at: float
    last_app: str
    why: Words
    files: tuple[FileBefore, ...] = ()


class EditProblem(Struct, frozen=True):
    """What the tool's schema has against an edit.

    Attributes:
        path: the steps to the value.
        why: one safe clause.
    """

    path: tuple[str | int, ...]
    why: Words


class EditCheck(Struct, frozen=True):
    """What Assent says of inputs that a person is writing.

    Attributes:
        problems: why they cannot be sent; empty where they can.
        effect: of the rules then (``allow``, ``ask``, ``deny``), empty where they were not asked.
        because: one safe sentence.
        same: whether nothing is changed at all.
    """

    problems: tuple[EditProblem, ...]
    effect: str = ""
    because: Words = ""
    findings: tuple[Finding, ...] = ()
    same: bool = False


class Asked(Struct, frozen=True):
    """A question for people, as the window gets it.

    Attributes:
        request: everything to judge by.
        left: seconds until it expires.
        paused: seconds for which that clock stands.
        no_grant: why no wider scope than this once is offered; empty where one may be.
        bounds: what a grant may cover, narrowest first; empty where none may be given.
        no_always: why ``always`` is not offered, else empty.
        signing: None where a yes needs no signature.
        durations: for how long a grant may be given, shortest first, ``once`` aside.
        readings: of its inputs.
        headers: names of HTTP headers with the values that inputs become (2026-07-28, ``x-mcp-header``), where the
            server is reached by HTTP.
        action: what it does, and to what.
        sandbox: what its server may at all, where Assent runs it in a sandbox; else empty.
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


# The log

CallState: TypeAlias = Literal["waiting", "running", "ended"]


class HistoryRow(Struct, frozen=True):
    """One call of the log.

    Attributes:
        call_id: UUIDv7.
        time: RFC 3339 UTC of its first record.
        app, server, tool: (untrusted) who asked what of whom.
        authenticated: whether the app proved its name.
        decision: ``approve``, ``deny``, ``invalid`` (refused by the checks) or empty while it waits.
        by, who: as in ``model.Decision``.
        status: of the outcome, empty where none.
        claim: how it ended by the app's word, where nobody else knows; empty where it said nothing.
        duration_ms: None where none.
        severity: of the worst finding, empty where none.
        inputs: the arguments as JSON, or their beginning where they are long (untrusted); empty where they were erased.
        edited: whether a person changed the inputs; these are the last ones then.
        action: what it does, and to what; without an object where the inputs were erased or are long.
        vouched: whether somebody vouched for the server then.
        hints: ``readOnlyHint`` and ``destructiveHint`` of the tool, as far as the server said them (untrusted).
        calm: whether nothing but information was found before it was decided.
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
    """Calls, newest first.

    Attributes:
        before: continue with this, empty at the start of the log.
    """

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
    """How often a tool was asked for.

    Attributes:
        server, tool: (untrusted).
    """

    server: str
    tool: str
    calls: int


class Statistics(Struct, frozen=True):
    """The log in numbers, of calls that are decided or were refused.

    Attributes:
        days: oldest first, those without a call left out.
        tools: most asked first.
        decide_ms: how long people took from the question to their answer, the median; None where nobody answered.
        since: the day from which on all is counted, later than was asked for where that would have been too much.
    """

    days: tuple[DayCount, ...]
    tools: tuple[ToolCount, ...]
    decide_ms: float | None
    since: str


class LogCheck(Struct, frozen=True):
    """How a check of the log stands, or ended.

    Attributes:
        state: ``none`` before the first one; ``failed`` where it could not be done.
        done, of: records, while it runs.
        at: when it ended.
        bad: number of the first record that is missing or wrong, 0 where none is.
        problem: what was found, or why it failed; of a whole log what the check could not see.
        gone: values that are not there any more, though no record tells of it.
    """

    state: Literal["none", "running", "whole", "broken", "failed"] = "none"
    done: int = 0
    of: int = 0
    at: float = 0.0
    bad: int = 0
    problem: Words = ""
    gone: int = 0


class LogExport(Struct, frozen=True):
    """How an export of the log stands, or ended.

    Attributes:
        done, of: records, while it runs.
        first, last: numbers of the records in the file.
        problem: why it failed.
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
        fields: JSON object, holds strangers' text.
        hash: hex.
        said: JSON of what was asked in the middle of the call, or answered, or its beginning (untrusted); empty for
            other records, and where it is not kept.
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
    """Everything the log has on one call.

    Attributes:
        timeline: oldest first.
        params: canonical bytes, None where erased, or never kept.
        definition: canonical bytes of the tool's definition where the host still knows it, else None.
        result: serialised result or error object (untrusted), None where none is kept.
        result_bytes: its whole size.
        reason: the person's or rule's words, may be empty.
        edited: canonical bytes as the app proposed them, where a person changed them later and they are kept;
            ``params`` are the last ones then.
        inputs_kept: false where the log never kept inputs of it, since too much came from its app.
        note: what the person who said yes told the model, may be empty.
        says: what the app told of who asks in it (untrusted).
        parts: in how many parts the whole result can be read for now; 0 where it cannot.
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
    """One part of a large result (untrusted). Attributes: number: from 0 on. count: of parts. text: of it."""

    number: int
    count: int
    text: str


# The host at a glance


class HostState(Struct, frozen=True):
    """The host at a glance; pushed whenever something in it changed.

    Attributes:
        stopped: the emergency stop holds.
        pending, running: calls that wait for people, and that servers work on.
        servers: in the file's order.
        policy: what the rules say.
        log_problem: why the log cannot be written, else empty.
        settings_problems: what is wrong with settings.json, where defaults count.
        servers_problem: why servers.json as a whole cannot be used as it stands, else empty; what is wrong with one
            entry stands there.
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
