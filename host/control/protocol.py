"""What the window asks and is told, as typed messages (pure).

Owns: every request of the window with its name and its reply, and every event of the host with its name. On the wire:
JSON-RPC 2.0, one message a line, see ``codec``.

Invariants: these messages travel only on a connection that the host authenticated as its own window; what is not
declared here does not travel; whatever approves names one call, the digest, the round and the definition that were
shown; an event asks for nothing, what a person may answer is a ``CallAsked``; no message holds more than one question;
a rule travels as its JSON, and the host alone says what it means; secrets stay out of every ``repr``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, Literal, TypeVar, get_args

from msgspec import Struct

from host.control import views
from host.model import Bound, GrantDuration
from host.values import Unprinted
from host.words import Words

R = TypeVar("R")
C = TypeVar("C")

REQUESTS: Final[dict[str, tuple[type, type]]] = {}
"""Every method of the window, with the types of its params and its result; filled by ``_request``."""
EVENTS: Final[dict[str, type]] = {}
"""Every notification of the host, with the type of its params; filled by ``_event``."""


class Request(Struct, Generic[R], frozen=True):
    """A request of the window; ``R`` is the type of its reply."""


class Event(Struct, frozen=True):
    """Something that the host tells its window unasked."""


def _request(method: str) -> Callable[[type[C]], type[C]]:
    """Declare a ``Request`` under the name that it has on the wire."""

    def declare(cls: type[C]) -> type[C]:
        REQUESTS[method] = (cls, *get_args(vars(cls)["__orig_bases__"][-1]))
        return cls

    return declare


def _event(method: str) -> Callable[[type[C]], type[C]]:
    """Declare an ``Event`` under the name that it has on the wire."""

    def declare(cls: type[C]) -> type[C]:
        EVENTS[method] = cls
        return cls

    return declare


class Done(Struct, frozen=True):
    """The reply that says no more than that it was done."""


# One question: answers, signatures, edits and its clock


class AboutCall(Struct, frozen=True):
    """What is about one call as it was shown. Attributes: digest: computed from the bytes that the window rendered."""

    call_id: str
    digest: str


class AboutQuestion(AboutCall, frozen=True):
    """What is about one question as it was shown.

    Attributes:
        round, definition: of the question, the digest of the tool's definition computed as that of the call. A yes
            counts for no other; a no counts whatever the call was asked with, for it only ever refuses.
    """

    round: int
    definition: str


@_request("call.answer")
class AnswerCall(AboutQuestion, Request[Done], frozen=True):
    """A person's answer to one question.

    Attributes:
        reason: for the model where denied, for the log where a rule wants one for a yes.
        note: for the model beside the result, where the answer is a yes.
        duration, bound: for how long and for what a yes counts.
        displayed_ms: how long it was on screen; the host knows a bound.
        unread_lines: of the inputs, never in view.
    """

    approve: bool
    reason: str = ""
    duration: GrantDuration = "once"
    displayed_ms: int = 0
    unread_lines: int = 0
    bound: Bound = "exact"
    note: str = ""


@_request("call.sign")
class SignCall(Unprinted, AboutQuestion, Request[views.SigningView], frozen=True):
    """A person signs one question with a credential of their own. Once all have signed, the call is approved.

    Attributes:
        displayed_ms, unread_lines: as in ``AnswerCall``.
        secret: PIN or passphrase; it is held against the credential and kept nowhere.
        reason: where a rule wants one for a yes; the last one given counts.
        note: for the model beside the result; likewise.
    """

    approver: str
    secret: str
    reason: str = ""
    displayed_ms: int = 0
    unread_lines: int = 0
    note: str = ""


@_request("call.edit.check")
class CheckEdit(AboutCall, Request[views.EditCheck], frozen=True):
    """What Assent would say of other inputs for a call that waits. Nothing changes by it.

    Attributes:
        arguments: JSON object as text.
    """

    arguments: str


@_request("call.edit")
class EditCall(AboutQuestion, Request[Done], frozen=True):
    """The person wants these inputs sent instead: a new revision, which is asked anew with its own digest and round.

    Attributes:
        arguments: JSON object as text.
    """

    arguments: str


@_request("call.compare")
class CompareCall(AboutCall, Request[views.Comparison], frozen=True):
    """What a call that waits can be held against."""


class Clock(Struct, frozen=True):
    """How long a question still waits.

    Attributes:
        left: seconds.
        paused: seconds for which the clock stands yet.
    """

    call_id: str
    left: float
    paused: float


@_request("call.working")
class Working(Request[Clock], frozen=True):
    """The person works on this question: its clock stands for a while. Say it again at most once a second."""

    call_id: str


# The log


@_request("history.page")
class ReadHistory(Request[views.HistoryPage], frozen=True):
    """A page of calls, newest first.

    Attributes:
        text: filter, may be empty.
        before: as the last page said.
    """

    text: str = ""
    before: str = ""
    limit: int = 100


@_request("history.call")
class ReadCall(Request[views.CallDetails], frozen=True):
    """Everything about one call."""

    call_id: str


@_request("history.result")
class ReadResult(Request[views.ResultPart], frozen=True):
    """One part of a large result of a call, as long as it is kept. ``number``: from 0 on."""

    call_id: str
    number: int = 0


@_request("history.statistics")
class ReadStatistics(Request[views.Statistics], frozen=True):
    """The log of the last days in numbers, today included."""

    days: int = 30


@_request("log.check")
class CheckLog(Request[views.LogCheck], frozen=True):
    """How the check of the log stands.

    Attributes:
        begin: whether to begin one first where none runs: of what is new since the last one, or of all.
    """

    begin: Literal["", "new", "all"] = ""


@_request("log.export")
class ExportLog(Request[views.LogExport], frozen=True):
    """Write an export of the log to a file that is not there yet.

    Attributes:
        path: absolute.
        text: as in ``ReadHistory``: from the first record of a call that it finds to the last; all where it is empty.
        with_values: with inputs, results and reasons, and the keys that prove them.
    """

    path: str
    text: str = ""
    with_values: bool = False


@_request("log.export.state")
class ReadExport(Request[views.LogExport], frozen=True):
    """How the export stands.

    Attributes:
        stop: whether to end it first; what it wrote goes.
    """

    stop: bool = False


# The policy, why calls are decided as they are, and grants


@_request("call.why")
class WhyCall(Request[views.Explanation], frozen=True):
    """Which rule decides a call of the log, or one that waits, and why no other."""

    call_id: str


@_request("rules.explain")
class ExplainCall(Request[views.Explanation], frozen=True):
    """What the rules say of a call that nobody proposed.

    Attributes:
        arguments: JSON object as text.
        rule: JSON of one rule to judge by as if it were saved, empty for none.
        replaces: id of the rule it stands for.
    """

    app: str
    server: str
    tool: str
    arguments: str
    rule: str = ""
    replaces: str = ""


@_request("rules.read")
class ReadRules(Request[views.RulesPage], frozen=True):
    """A page of the rules in force.

    Attributes:
        text: words that must all occur, without regard to case.
        source, effect: only these, empty for all.
        waiting: only what waits to be confirmed.
        begin: how many to pass over.
    """

    text: str = ""
    source: Literal["", "managed", "user"] = ""
    effect: Literal["", "allow", "ask", "deny"] = ""
    waiting: bool = False
    begin: int = 0
    limit: int = 200


@_request("rules.check")
class CheckRule(Request[views.RuleCheck], frozen=True):
    """Look at a rule as it is being written.

    Attributes:
        text: JSON of it.
        replaces: id it stands for, or empty.
    """

    text: str
    replaces: str = ""


@_request("rules.replay")
class ReplayRule(Request[views.ReplayReport], frozen=True):
    """Which past calls would be decided otherwise with this rule saved; a newer one takes the place of an older one.

    Attributes:
        text, replaces: as in ``CheckRule``.
        removes: whether the rule of the id ``replaces`` is taken away instead; ``text`` is empty then.
    """

    text: str
    replaces: str = ""
    removes: bool = False


@_request("rules.save")
class SaveRule(Request[Done], frozen=True):
    """Write a rule into policy.json; it counts at once, since a person saved it in the window. As ``CheckRule``."""

    text: str
    replaces: str = ""


@_request("apps.read")
class ReadApps(Request[views.AiApps], frozen=True):
    """The AI apps on this computer, and which of their servers are behind Assent."""


@_request("apps.plan")
class PlanApp(Request[views.AppPlan], frozen=True):
    """What putting the servers of apps behind Assent would change. Changes nothing.

    Attributes:
        hook: whether they shall ask before they use tools of their own, too; a hook that is there stays.
    """

    app_ids: tuple[str, ...]
    hook: bool = False


@_request("apps.attach")
class AttachApp(Request[Done], frozen=True):
    """Put the servers of apps behind Assent.

    Attributes:
        app_ids, hook: as they were planned.
        digest: of the plan that was shown; another plan is not carried out.
    """

    app_ids: tuple[str, ...]
    digest: str
    hook: bool = False


@_request("apps.detach")
class DetachApp(Request[views.AppDetached], frozen=True):
    """Give an app its own configuration back. ``hook``: take out its hook alone."""

    app_id: str
    hook: bool = False


@_request("servers.drafts")
class ReadDrafts(Unprinted, Request[views.ServerDrafts], frozen=True):
    """Servers to add or to edit: those that a pasted text names, those of an AI app's file, or one of servers.json.

    Attributes:
        text: pasted (untrusted); counts where the others are empty.
        app_id: of the app.
        server_id: of the server.
    """

    text: str = ""

    app_id: str = ""
    server_id: str = ""


@_request("servers.plan")
class PlanServers(Request[views.ServersPlan], frozen=True):
    """What adding or changing these servers, and removing others, would do. Changes nothing.

    Attributes:
        drafts: to write.
        removed: ids of servers to take out.
    """

    drafts: tuple[views.ServerDraft, ...] = ()
    removed: tuple[str, ...] = ()


@_request("servers.change")
class ChangeServers(Request[Done], frozen=True):
    """Carry out such a plan. Nothing is started by it.

    Attributes:
        drafts, removed: as in the plan.
        digest: of the plan that was shown; another one is not carried out.
        forget: take out of the keyring what nothing refers to any more.
    """

    digest: str
    drafts: tuple[views.ServerDraft, ...] = ()
    removed: tuple[str, ...] = ()
    forget: bool = False


@_request("rules.form")
class ReadRuleForm(Request[views.RuleForm], frozen=True):
    """The fields in which rules are written, and the names that they offer."""


class PolicyText(Struct, frozen=True):
    """The text of a policy file."""

    text: str


@_request("rules.export")
class ExportRules(Request[PolicyText], frozen=True):
    """The user's rules as a policy file of their own."""


@_request("rules.import.read")
class ReadImport(Request[views.ImportView], frozen=True):
    """What a policy file holds that the person chose. Nothing changes by it.

    Attributes:
        text: all of the file; the window read it, so that the host opens no file that somebody names.
    """

    text: str


@_request("rules.import")
class ImportRules(Request[Done], frozen=True):
    """Write rules out of another file into policy.json; all of them or none. They count at once, as with ``SaveRule``.

    Attributes:
        texts: JSON of each, as ``ReadImport`` told it.
    """

    texts: tuple[str, ...]


@_request("rules.remove")
class RemoveRule(Request[Done], frozen=True):
    """Take a rule out of policy.json."""

    rule_id: str


@_request("rules.enable")
class EnableRule(Request[Done], frozen=True):
    """Switch a rule of policy.json on or off."""

    rule_id: str
    enabled: bool


@_request("rules.draft")
class DraftRule(Request[views.RuleDraft], frozen=True):
    """The narrowest rule that would decide this call, of the log or waiting, as a person just did or would."""

    call_id: str


@_request("rules.dismiss")
class DismissSuggestion(Request[Done], frozen=True):
    """Suggest this rule no more."""

    suggestion_id: str


@_request("grant.revoke")
class RevokeGrant(Request[Done], frozen=True):
    """Take a grant back."""

    grant_id: str


@_request("policy.confirm")
class ConfirmPolicy(Request[Done], frozen=True):
    """The person confirms the allow rules of policy.json as they stand.

    Attributes:
        digest: of what was shown.
    """

    digest: str


# Servers


@_request("server.vouch")
class VouchServer(Request[Done], frozen=True):
    """The user vouches for a server's configuration, or takes that back.

    Attributes:
        config: digest that was shown.
    """

    server_id: str
    config: str
    vouch: bool


@_request("server.review")
class ReviewServer(Request[Done], frozen=True):
    """Approve something of a server, or take that back.

    Attributes:
        config: digest that was shown.
        program: likewise of the program, for ``start``.
        what: ``start`` (what is shown may be started), ``definitions`` (words may reach apps), ``free`` (they may
            change without review), ``held`` (no more), ``nothing`` (all of it is taken back).
        tools, left: digests of the definitions that were shown: those that are approved, and those that are not.
        instructions: digest of those that were shown.
        instructed: whether they are approved.
        keep_grants: whether permissions for changed tools go on.
    """

    server_id: str
    config: str
    what: Literal["start", "definitions", "free", "held", "nothing"]
    tools: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    instructions: str = ""
    instructed: bool = False
    keep_grants: bool = False
    program: str = ""


@_request("server.read")
class ReadServer(Request[views.ServerDetails], frozen=True):
    """One server, closer."""

    server_id: str


@_request("server.health")
class ReadHealth(Request[views.ServerHealth], frozen=True):
    """How the calls of a server went in the last hour."""

    server_id: str


@_request("server.restart")
class RestartServer(Request[Done], frozen=True):
    """Start a server anew: calls that it works on end with an unknown outcome; apps keep their sessions."""

    server_id: str


@_request("server.test")
class TestServer(Request[views.ServerTest], frozen=True):
    """Start a server, shake hands, list its tools, end it. Nothing is called."""

    server_id: str


@_request("server.sign-in.begin")
class BeginSignIn(Request[views.SignInOffer], frozen=True):
    """Find out where one signs in to a server. No browser is opened by it.

    Attributes:
        config: digest that was shown.
    """

    server_id: str
    config: str


@_request("server.sign-in.finish")
class FinishSignIn(Request[Done], frozen=True):
    """Wait until the browser came back from the sign-in that was begun; refused where that failed."""

    server_id: str


@_request("server.sign-in.cancel")
class CancelSignIn(Request[Done], frozen=True):
    """Wait for no browser any more."""

    server_id: str


@_request("server.sign-out")
class SignOut(Request[Done], frozen=True):
    """Forget the tokens of a server."""

    server_id: str


# The scripted assistant


class Story(Struct, frozen=True):
    """The script and the conversation so far."""

    steps: tuple[views.StoryStep, ...]
    entries: tuple[views.AssistantEntry, ...]


@_request("story.read")
class ReadStory(Request[Story], frozen=True):
    """Ask for the script and the conversation so far."""


@_request("story.tell")
class TellStory(Request[Done], frozen=True):
    """Let the scripted assistant tell one step, or the story.

    Attributes:
        step: id, empty for all.
    """

    step: str = ""


@_request("demo.start")
class StartDemonstration(Request[Done], frozen=True):
    """Start the demonstration: a host and a window of their own, with a throw-away profile."""


@_request("story.stop")
class StopStory(Request[Done], frozen=True):
    """Let the scripted assistant stop; what it proposed is withdrawn."""


# The host as a whole


@_request("pin.set")
class SetPin(Unprinted, Request[Done], frozen=True):
    """The person sets the own PIN, or changes it.

    Attributes:
        before: the present one, empty where there is none.
    """

    before: str
    after: str


class SettingsNow(Struct, frozen=True):
    """The values in force, by name (``host.settings.DECLARATIONS``)."""

    values: dict[str, float]


@_request("settings.read")
class ReadSettings(Request[SettingsNow], frozen=True):
    """Ask for the values as they are kept."""


@_request("settings.change")
class ChangeSetting(Request[SettingsNow], frozen=True):
    """Change one value; kept in the profile."""

    name: str
    value: float


@_request("autostart.read")
class ReadAutostart(Request[views.Autostart], frozen=True):
    """Whether Assent starts at login."""


@_request("autostart.switch")
class SwitchAutostart(Request[views.Autostart], frozen=True):
    """Let Assent start at login, or no longer."""

    on: bool


@_request("stop.press")
class EmergencyStop(Request[Done], frozen=True):
    """Deny what waits, cancel what runs, refuse what comes."""


@_request("stop.release")
class Release(Request[Done], frozen=True):
    """End the emergency stop."""


@_request("quit")
class Quit(Request[Done], frozen=True):
    """End window, assistant and host, in order."""


# Events


@_event("welcome")
class Welcome(Event, frozen=True):
    """The first event of a connection. Every question that waits follows, one ``CallAsked`` each.

    Attributes:
        demo: a throw-away profile with demo servers.
        person: who signs.
        config, log: paths to show.
        revisions: of MCP that it speaks, oldest first.
    """

    version: str
    demo: bool
    person: str
    config: str
    log: str
    state: views.HostState
    revisions: tuple[str, ...] = ()


@_event("state")
class StateChanged(Event, frozen=True):
    """Something in the state changed."""

    state: views.HostState


@_event("call.asked")
class CallAsked(Event, frozen=True):
    """A question for people; one with a known call id replaces it and is to be judged anew."""

    asked: views.Asked


@_event("call.ended")
class CallEnded(Event, frozen=True):
    """A question is over.

    Attributes:
        by: as in ``model.Decision.by``, ``approver`` included.
        why: safe.
    """

    call_id: str
    by: str
    why: Words


@_event("call.signed")
class CallSigned(Event, frozen=True):
    """Somebody signed a question that still waits.

    Attributes:
        signing: as it stands now.
    """

    call_id: str
    signing: views.SigningView


@_event("call.clock")
class ClockChanged(Event, frozen=True):
    """The time left of a question changed."""

    clock: Clock


@_event("log.grew")
class LogGrew(Event, frozen=True):
    """New records stand in the log.

    Attributes:
        last: number of the newest.
    """

    last: int


@_event("assistant.said")
class AssistantSaid(Event, frozen=True):
    """The scripted assistant's conversation went on."""

    entry: views.AssistantEntry


@_event("window.show")
class ShowWindow(Event, frozen=True):
    """Somebody started Assent again: come to the front."""


@_event("host.quits")
class HostQuits(Event, frozen=True):
    """The host ends; the window is to close."""
