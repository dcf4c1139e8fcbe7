"""The messages between window and host (pure).

Owns: every request of the window with its reply, and every event of the host. On the wire: JSON-RPC 2.0, one message a
line, see ``codec``; the method is the name of the class.

Invariants: these messages are sent only on a connection that the host authenticated as its own window; only messages
declared here are sent; an approving message names one call, and the digest, round and definition that were shown; an
event needs no answer, except ``CallAsked``; no message holds more than one question; a rule is sent as its JSON, which
only the host interprets; no ``repr`` shows a secret.
"""

from __future__ import annotations

from typing import Any, Final, Generic, Literal, TypeVar, get_args

from msgspec import Struct

from host.control import views
from host.model import Bound, GrantDuration
from host.values import Unprinted
from host.words import Words

R = TypeVar("R")


class Request(Struct, Generic[R], frozen=True):
    """A request of the window; ``R`` is the type of its reply."""


class Event(Struct, frozen=True):
    """A notification of the host to its window."""


class Done(Struct, frozen=True):
    """The reply without content: the request was carried out."""


# One question: answers, signatures, edits and its clock


class AboutCall(Struct, frozen=True):
    """A request about one call as it was shown. ``digest``: computed from the bytes that the window rendered."""

    call_id: str
    digest: str


class AboutQuestion(AboutCall, frozen=True):
    """A request about one question as it was shown. A yes counts for this question only; a no counts in any case."""

    round: int
    definition: str  # digest of the tool's definition, computed as that of the call


class AnswerCall(AboutQuestion, Request[Done], frozen=True):
    """A person's answer to one question."""

    approve: bool
    reason: str = ""  # of a no, for the model; of a yes, for the log if a rule requires one
    duration: GrantDuration = "once"  # how long a grant lasts, ``once`` for none
    displayed_ms: int = 0  # how long the question was on screen; the host limits it to what is possible
    unread_lines: int = 0  # lines of the inputs that were never in view
    bound: Bound = "exact"  # what a grant covers
    note: str = ""  # of a yes, for the model beside the result


class SignCall(Unprinted, AboutQuestion, Request[views.SigningView], frozen=True):
    """A person signs one question with a credential of their own. Once all have signed, the call is approved."""

    approver: str
    secret: str  # PIN or passphrase; it is checked and never stored
    reason: str = ""  # if a rule requires one for a yes; the last one given counts
    displayed_ms: int = 0
    unread_lines: int = 0
    note: str = ""  # for the model beside the result; the last one given counts


class CheckEdit(AboutCall, Request[views.EditCheck], frozen=True):
    """Check changed inputs for a waiting call, without an effect. ``arguments``: JSON object as text."""

    arguments: str


class EditCall(AboutQuestion, Request[Done], frozen=True):
    """Replace the inputs of a call. The new revision is asked again, with its own digest and round."""

    arguments: str  # JSON object as text


class CompareCall(AboutCall, Request[views.Comparison], frozen=True):
    """Ask for earlier data to compare a waiting call with."""


class Clock(Struct, frozen=True):
    """How long a question still waits."""

    call_id: str
    left: float  # seconds until it expires
    paused: float  # seconds for which the clock is still paused


class Working(Request[Clock], frozen=True):
    """Pause a question's clock for a while, since the person works on it. Sent at most once a second."""

    call_id: str


# The log


class ReadHistory(Request[views.HistoryPage], frozen=True):
    """Ask for a page of calls, newest first."""

    text: str = ""  # filter, may be empty
    before: str = ""  # as in the page before
    limit: int = 100


class ReadCall(Request[views.CallDetails], frozen=True):
    """Ask for everything about one call."""

    call_id: str


class ReadResult(Request[views.ResultPart], frozen=True):
    """Ask for one part of a call's large result, while it is kept. ``number``: from 0 on."""

    call_id: str
    number: int = 0


class ReadStatistics(Request[views.Statistics], frozen=True):
    """Ask for statistics of the log over the last days, today included."""

    days: int = 30


class CheckLog(Request[views.LogCheck], frozen=True):
    """Ask for the state of the check of the log."""

    # begin a check first, if none runs: of the records since the last check, or of all
    begin: Literal["", "new", "all"] = ""


class ExportLog(Request[views.LogExport], frozen=True):
    """Write an export of the log to a new file."""

    path: str  # absolute
    # filter as in ``ReadHistory``: exports from the first to the last record of a matching call; empty for all
    text: str = ""
    with_values: bool = False  # include inputs, results and reasons, and the keys that prove them


class ReadExport(Request[views.LogExport], frozen=True):
    """Ask for the state of the export. ``stop``: stop it first, and delete what it wrote."""

    stop: bool = False


# The policy, why calls are decided as they are, and grants


class WhyCall(Request[views.Explanation], frozen=True):
    """Ask which rule decided a past or waiting call, and why no other."""

    call_id: str


class ExplainCall(Request[views.Explanation], frozen=True):
    """Ask how the rules would decide an imagined call."""

    app: str
    server: str
    tool: str
    arguments: str  # JSON object as text
    rule: str = ""  # JSON of a rule that is applied as if it were saved, empty for none
    replaces: str = ""  # id of the rule that it would replace


class ReadRules(Request[views.RulesPage], frozen=True):
    """Ask for a page of the rules in force."""

    text: str = ""  # words that must all occur, in any case
    source: Literal["", "managed", "user"] = ""
    effect: Literal["", "allow", "ask", "deny"] = ""
    waiting: bool = False  # only rules that wait to be confirmed
    begin: int = 0  # the number of rules to skip
    limit: int = 200


class CheckRule(Request[views.RuleCheck], frozen=True):
    """Check a rule that is being written. ``replaces``: id of the rule that it replaces, or empty."""

    text: str
    replaces: str = ""


class ReplayRule(Request[views.ReplayReport], frozen=True):
    """Ask which past calls a rule would decide differently. A newer request ends an older one."""

    text: str
    replaces: str = ""
    removes: bool = False  # remove the rule ``replaces`` instead; ``text`` is empty then


class SaveRule(Request[Done], frozen=True):
    """Write a rule into policy.json. It counts at once, since a person saved it. Attributes as in ``CheckRule``."""

    text: str
    replaces: str = ""


class ReadApps(Request[views.AiApps], frozen=True):
    """Ask for the AI apps on this computer, and which of their servers are behind Assent."""


class PlanApp(Request[views.AppPlan], frozen=True):
    """Ask what putting the servers of apps behind Assent would change."""

    app_ids: tuple[str, ...]
    hook: bool = False  # also add the hook by which apps ask before they use their own tools; an existing hook stays


class AttachApp(Request[Done], frozen=True):
    """Put the servers of apps behind Assent."""

    app_ids: tuple[str, ...]
    digest: str  # of the plan that was shown; another plan is not carried out
    hook: bool = False


class DetachApp(Request[views.AppDetached], frozen=True):
    """Restore an app's own configuration. ``hook``: only remove its hook."""

    app_id: str
    hook: bool = False


class ReadDrafts(Unprinted, Request[views.ServerDrafts], frozen=True):
    """Ask for servers to add or edit: those in a pasted text or in an AI app's file, or one of servers.json."""

    text: str = ""  # pasted (untrusted); used if the others are empty
    app_id: str = ""
    server_id: str = ""


class PlanServers(Request[views.ServersPlan], frozen=True):
    """Ask what writing and removing servers would change. ``removed``: ids of servers to remove."""

    drafts: tuple[views.ServerDraft, ...] = ()
    removed: tuple[str, ...] = ()


class ChangeServers(Request[Done], frozen=True):
    """Carry out a plan of ``PlanServers``. This starts no server."""

    digest: str  # of the plan that was shown; another plan is not carried out
    drafts: tuple[views.ServerDraft, ...] = ()
    removed: tuple[str, ...] = ()
    forget: bool = False  # delete secrets from the keyring to which no server refers any more


class ReadRuleForm(Request[views.RuleForm], frozen=True):
    """Ask for the fields of the form for rules, and the names that they offer."""


class ExportRules(Request[str], frozen=True):
    """Ask for the text of a policy file with the user's rules."""


class ReadImport(Request[views.ImportView], frozen=True):
    """Ask for the rules in a policy file."""

    text: str  # the whole file. The window read it, so that the host opens no file by a name from outside.


class ImportRules(Request[Done], frozen=True):
    """Write rules of another file into policy.json, all of them or none. They count at once, as with ``SaveRule``."""

    texts: tuple[str, ...]  # JSON of each, as in the reply to ``ReadImport``


class RemoveRule(Request[Done], frozen=True):
    """Remove a rule from policy.json."""

    rule_id: str


class EnableRule(Request[Done], frozen=True):
    """Switch a rule of policy.json on or off."""

    rule_id: str
    enabled: bool


class DraftRule(Request[views.RuleDraft], frozen=True):
    """Ask for the narrowest rule that decides a past or waiting call as a person did or would."""

    call_id: str


class DismissSuggestion(Request[Done], frozen=True):
    """Stop suggesting a rule."""

    suggestion_id: str


class RevokeGrant(Request[Done], frozen=True):
    """Revoke a grant."""

    grant_id: str


class ConfirmPolicy(Request[Done], frozen=True):
    """Confirm the waiting changes of policy.json. ``digest``: of the changes that were shown."""

    digest: str


# Servers


class AboutServer(Struct, frozen=True):
    """A request about one server."""

    server_id: str


class VouchServer(AboutServer, Request[Done], frozen=True):
    """Vouch for a server's configuration, or withdraw that. ``config``: digest of the configuration that was shown."""

    config: str
    vouch: bool


class ReviewServer(AboutServer, Request[Done], frozen=True):
    """Approve a server or parts of it, or withdraw that."""

    config: str  # digest of the configuration that was shown
    # ``start`` (may be started as shown), ``definitions`` (these may reach apps), ``free`` (they may change without
    # review), ``held`` (they may not), ``nothing`` (withdraw all approvals)
    what: Literal["start", "definitions", "free", "held", "nothing"]
    tools: tuple[str, ...] = ()  # digests of the shown definitions that are approved
    left: tuple[str, ...] = ()  # digests of the shown definitions that are not
    instructions: str = ""  # digest of the instructions that were shown
    instructed: bool = False  # whether they are approved
    keep_grants: bool = False  # whether grants for changed tools continue
    program: str = ""  # digest of the program that was shown, for ``start``


class ReadServer(AboutServer, Request[views.ServerDetails], frozen=True):
    """Ask for the details of a server."""


class ReadHealth(AboutServer, Request[views.ServerHealth], frozen=True):
    """Ask for statistics of a server's last hour."""


class RestartServer(AboutServer, Request[Done], frozen=True):
    """Restart a server. Its running calls end with an unknown outcome; apps keep their sessions."""


class TestServer(AboutServer, Request[views.ServerTest], frozen=True):
    """Test a server: start it, do the handshake, list its tools, end it. No tool is called."""


class BeginSignIn(AboutServer, Request[views.SignInOffer], frozen=True):
    """Ask where to sign in to a server. This opens no browser."""

    config: str  # digest of the configuration that was shown


class FinishSignIn(AboutServer, Request[Done], frozen=True):
    """Wait until the sign-in in the browser has ended; refused if it failed."""


class CancelSignIn(AboutServer, Request[Done], frozen=True):
    """Stop waiting for the browser."""


class SignOut(AboutServer, Request[Done], frozen=True):
    """Forget the tokens of a server."""


# The scripted assistant


class Story(Struct, frozen=True):
    """The script and the conversation so far."""

    steps: tuple[views.StoryStep, ...]
    entries: tuple[views.AssistantEntry, ...]


class ReadStory(Request[Story], frozen=True):
    """Ask for the script and the conversation so far."""


class TellStory(Request[Done], frozen=True):
    """Let the scripted assistant play one step, or the whole story. ``step``: its id, empty for all."""

    step: str = ""


class StartDemonstration(Request[Done], frozen=True):
    """Start the demonstration: a separate host and window, with a temporary profile."""


class StopStory(Request[Done], frozen=True):
    """Stop the scripted assistant, and withdraw its proposals."""


# The host itself


class SetPin(Unprinted, Request[Done], frozen=True):
    """Set or change the person's own PIN. ``before``: the present PIN, empty if there is none."""

    before: str
    after: str


class ReadSettings(Request[dict[str, float]], frozen=True):
    """Ask for the settings in force, by name (``host.settings.DECLARATIONS``)."""


class ChangeSetting(Request[dict[str, float]], frozen=True):
    """Change a setting and save it in the profile. The reply is as that to ``ReadSettings``."""

    name: str
    value: float


class ReadAutostart(Request[views.Autostart], frozen=True):
    """Ask whether Assent starts at login."""


class SwitchAutostart(Request[views.Autostart], frozen=True):
    """Switch the start at login on or off."""

    on: bool


class EmergencyStop(Request[Done], frozen=True):
    """Deny all waiting calls, cancel all running ones, and refuse new ones."""


class Release(Request[Done], frozen=True):
    """End the emergency stop."""


class Quit(Request[Done], frozen=True):
    """End window, assistant and host, in order."""


# Events


class Welcome(Event, frozen=True):
    """The first event of a connection. All waiting questions follow, one ``CallAsked`` each."""

    version: str
    demo: bool  # whether this is the demonstration, with a temporary profile and demo servers
    person: str  # the name of the person who answers
    config: str
    log: str
    state: views.HostState
    revisions: tuple[str, ...] = ()  # the revisions of MCP that the host speaks, oldest first


class StateChanged(Event, frozen=True):
    """The state changed."""

    state: views.HostState


class CallAsked(Event, frozen=True):
    """A question for people. One with a known call id replaces the earlier one, and must be judged again."""

    asked: views.Asked


class CallEnded(Event, frozen=True):
    """A question ended."""

    call_id: str
    by: str  # as in ``model.Decision.by``, including ``approver``
    why: Words  # safe to show


class CallSigned(Event, frozen=True):
    """The signatures of a waiting question changed."""

    call_id: str
    signing: views.SigningView


class ClockChanged(Event, frozen=True):
    """The time left of a question changed."""

    clock: Clock


class LogGrew(Event, frozen=True):
    """The log has new records. ``last``: number of the newest record."""

    last: int


class AssistantSaid(Event, frozen=True):
    """The scripted assistant's conversation has a new entry."""

    entry: views.AssistantEntry


class ShowWindow(Event, frozen=True):
    """Bring the window to the front, since somebody started Assent again."""


class HostQuits(Event, frozen=True):
    """The host ends, and the window must close."""


REQUESTS: Final[dict[str, tuple[type[Request[Any]], type]]] = {
    cls.__name__: (cls, *get_args(vars(cls)["__orig_bases__"][-1])) for cls in Request.__subclasses__()
}
"""The types of params and result of each request, by method."""
EVENTS: Final[dict[str, type[Event]]] = {cls.__name__: cls for cls in Event.__subclasses__()}
"""The type of params of each event, by method."""
