"""What the window asks and hears, as typed messages (pure).

Owns: every request of the window with its reply, and every event of the host. What stays true: these messages travel
only on a connection that the host authenticated as its own window (SECURITY, row 39); an answer names one call, the
digest, the round and the definition that were shown. No message holds more than one question. On the wire: JSON-RPC
2.0, one message a line, see ``codec``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from host.control.views import (
    Asked,
    AssistantEntry,
    CallDetails,
    Explanation,
    HistoryPage,
    HostState,
    ReplayReport,
    RuleCheck,
    RuleDraft,
    RulesPage,
    ServerDetails,
    ServerTest,
    SigningView,
    StoryStep,
)
from host.model import Bound, Scope

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Done:
    """The reply that says no more than that it was done."""


class Request(Generic[R]):
    """A request of the window; ``R`` is the type of its reply."""

    __slots__ = ()


# Requests


@dataclass(frozen=True, slots=True)
class AnswerCall(Request[Done]):
    """A person's answer to one question.

    Attributes:
        call_id, digest: of the call as it was shown; the window computes the digest from the bytes that it rendered.
        round, definition: of the question that was shown, the digest of the tool's definition computed likewise. A yes
        counts for no other; a no counts whatever the call was asked with, for it only ever refuses.
        approve: yes or no. reason: for the model where denied, for the log where a rule wants one for a yes.
        scope, bound: for how long and for what a yes counts.
        displayed_ms: how long it was on screen; the host knows a bound. unread_lines: of the inputs, never in view.
    """

    call_id: str
    digest: str
    round: int
    definition: str
    approve: bool
    reason: str = ""
    scope: Scope = "once"
    displayed_ms: int = 0
    unread_lines: int = 0
    bound: Bound = "exact"


@dataclass(frozen=True, slots=True)
class SignCall(Request[SigningView]):
    """A person signs one question with a credential of their own. Once all have signed, the call is approved.

    Attributes:
        call_id, digest, round, definition, displayed_ms, unread_lines: as in ``AnswerCall``. approver: who signs, as
        registered. secret: PIN or passphrase; it is held against the credential and kept nowhere.
        reason: where a rule wants one for a yes; the last one given counts.
    """

    call_id: str
    digest: str
    round: int
    definition: str
    approver: str
    secret: str = field(repr=False)
    reason: str = ""
    displayed_ms: int = 0
    unread_lines: int = 0


@dataclass(frozen=True, slots=True)
class WhyCall(Request[Explanation]):
    """Which rule decides a call of the log, or one that waits, and why no other."""

    call_id: str


@dataclass(frozen=True, slots=True)
class ExplainCall(Request[Explanation]):
    """What the rules say of a call that nobody proposed. Attributes: arguments: JSON object as text.

    rule: JSON of one rule to judge by as if it were saved, empty for none. replaces: id of the rule it stands for.
    """

    app: str
    server: str
    tool: str
    arguments: str
    rule: str = ""
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class ReadRules(Request[RulesPage]):
    """A page of the rules in force.

    Attributes:
        text: words that must all occur, without regard to case. source, effect: only these, empty for all.
        waiting: only what waits to be confirmed. begin: how many to pass over. limit: how many at most.
    """

    text: str = ""
    source: Literal["", "managed", "user"] = ""
    effect: Literal["", "allow", "ask", "deny"] = ""
    waiting: bool = False
    begin: int = 0
    limit: int = 200


@dataclass(frozen=True, slots=True)
class CheckRule(Request[RuleCheck]):
    """Look at a rule as it is being written. Attributes: text: JSON of it. replaces: id it stands for, or empty."""

    text: str
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class ReplayRule(Request[ReplayReport]):
    """Which past calls would be decided otherwise with this rule saved. Attributes: as ``CheckRule``.

    removes: whether the rule of the id ``replaces`` is taken away instead; ``text`` is empty then.
    """

    text: str
    replaces: str = ""
    removes: bool = False


@dataclass(frozen=True, slots=True)
class SaveRule(Request[Done]):
    """Write a rule into policy.json; it counts at once, since a person saved it in the window. As ``CheckRule``."""

    text: str
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class RemoveRule(Request[Done]):
    """Take a rule out of policy.json."""

    rule_id: str


@dataclass(frozen=True, slots=True)
class EnableRule(Request[Done]):
    """Switch a rule of policy.json on or off."""

    rule_id: str
    enabled: bool


@dataclass(frozen=True, slots=True)
class DraftRule(Request[RuleDraft]):
    """The narrowest rule that would decide this call, of the log or waiting, as a person just did or would."""

    call_id: str


@dataclass(frozen=True, slots=True)
class DismissSuggestion(Request[Done]):
    """Suggest this rule no more."""

    suggestion_id: str


@dataclass(frozen=True, slots=True)
class VouchServer(Request[Done]):
    """The user vouches for a server's configuration, or takes that back. Attributes: config: digest that was shown."""

    server_id: str
    config: str
    vouch: bool


@dataclass(frozen=True, slots=True)
class SetPin(Request[Done]):
    """The person sets the own PIN, or changes it. Attributes: before: the present one, empty where there is none."""

    before: str = field(repr=False)
    after: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a question still waits. Attributes: left: seconds. paused: seconds for which the clock stands yet."""

    call_id: str
    left: float
    paused: float


@dataclass(frozen=True, slots=True)
class Working(Request[Clock]):
    """The person works on this question: its clock stands for a while. Say it again at most once a second."""

    call_id: str


@dataclass(frozen=True, slots=True)
class ReadHistory(Request[HistoryPage]):
    """A page of calls, newest first. Attributes: text: filter, may be empty. before: as the last page said."""

    text: str = ""
    before: str = ""
    limit: int = 100


@dataclass(frozen=True, slots=True)
class ReadCall(Request[CallDetails]):
    """Everything about one call."""

    call_id: str


@dataclass(frozen=True, slots=True)
class ReadServer(Request[ServerDetails]):
    """One server, closer."""

    server_id: str


@dataclass(frozen=True, slots=True)
class TestServer(Request[ServerTest]):
    """Start a server, shake hands, list its tools, end it. Nothing is called."""

    server_id: str


@dataclass(frozen=True, slots=True)
class RevokeGrant(Request[Done]):
    """Take a grant back."""

    grant_id: str


@dataclass(frozen=True, slots=True)
class ConfirmPolicy(Request[Done]):
    """The person confirms the allow rules of policy.json as they stand. Attributes: digest: of what was shown."""

    digest: str


@dataclass(frozen=True, slots=True)
class SettingsNow:
    """The values in force, by name (``host.settings.DECLARATIONS``)."""

    values: dict[str, float]


@dataclass(frozen=True, slots=True)
class ReadSettings(Request[SettingsNow]):
    """Ask for the values as they are kept."""


@dataclass(frozen=True, slots=True)
class ChangeSetting(Request[SettingsNow]):
    """Change one value; kept in the profile."""

    name: str
    value: float


@dataclass(frozen=True, slots=True)
class EmergencyStop(Request[Done]):
    """Deny what waits, cancel what runs, refuse what comes."""


@dataclass(frozen=True, slots=True)
class Release(Request[Done]):
    """End the emergency stop."""


@dataclass(frozen=True, slots=True)
class Story:
    """The script and the conversation so far."""

    steps: tuple[StoryStep, ...]
    entries: tuple[AssistantEntry, ...]


@dataclass(frozen=True, slots=True)
class ReadStory(Request[Story]):
    """Ask for the script and the conversation so far."""


@dataclass(frozen=True, slots=True)
class TellStory(Request[Done]):
    """Let the scripted assistant tell one step, or the whole story. Attributes: step: id, empty for all."""

    step: str = ""


@dataclass(frozen=True, slots=True)
class StopStory(Request[Done]):
    """Let the scripted assistant stop; what it proposed is withdrawn."""


@dataclass(frozen=True, slots=True)
class Quit(Request[Done]):
    """End window, assistant and host, in order."""


# Events


@dataclass(frozen=True, slots=True)
class Welcome:
    """The first event of a connection. Every question that waits follows, one ``CallAsked`` each.

    Attributes:
        version: of Assent. demo: a throw-away profile with demo servers. person: who signs. config, log: paths to show.
    """

    version: str
    demo: bool
    person: str
    config: str
    log: str
    state: HostState


@dataclass(frozen=True, slots=True)
class StateChanged:
    """Something in the state changed."""

    state: HostState


@dataclass(frozen=True, slots=True)
class CallAsked:
    """A question for people; one with a known call id replaces it and is to be judged anew."""

    asked: Asked


@dataclass(frozen=True, slots=True)
class CallEnded:
    """A question is over. Attributes: call_id. by: as in ``model.Decision.by``, ``approver`` included. why: safe."""

    call_id: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class CallSigned:
    """Somebody signed a question that still waits. Attributes: call_id. signing: as it stands now."""

    call_id: str
    signing: SigningView


@dataclass(frozen=True, slots=True)
class ClockChanged:
    """The time left of a question changed."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class LogGrew:
    """New records stand in the log. Attributes: last: number of the newest."""

    last: int


@dataclass(frozen=True, slots=True)
class AssistantSaid:
    """The scripted assistant's conversation went on."""

    entry: AssistantEntry


@dataclass(frozen=True, slots=True)
class ShowWindow:
    """Somebody started Assent again: come to the front."""


@dataclass(frozen=True, slots=True)
class HostQuits:
    """The host ends; the window is to close."""


Event: TypeAlias = (
    Welcome
    | StateChanged
    | CallAsked
    | CallEnded
    | CallSigned
    | ClockChanged
    | LogGrew
    | AssistantSaid
    | ShowWindow
    | HostQuits
)

REQUESTS: Final[dict[str, tuple[type, type]]] = {
    "call.answer": (AnswerCall, Done),
    "call.working": (Working, Clock),
    "call.sign": (SignCall, SigningView),
    "call.why": (WhyCall, Explanation),
    "rules.explain": (ExplainCall, Explanation),
    "rules.read": (ReadRules, RulesPage),
    "rules.check": (CheckRule, RuleCheck),
    "rules.replay": (ReplayRule, ReplayReport),
    "rules.save": (SaveRule, Done),
    "rules.remove": (RemoveRule, Done),
    "rules.enable": (EnableRule, Done),
    "rules.draft": (DraftRule, RuleDraft),
    "rules.dismiss": (DismissSuggestion, Done),
    "server.vouch": (VouchServer, Done),
    "pin.set": (SetPin, Done),
    "history.page": (ReadHistory, HistoryPage),
    "history.call": (ReadCall, CallDetails),
    "server.read": (ReadServer, ServerDetails),
    "server.test": (TestServer, ServerTest),
    "grant.revoke": (RevokeGrant, Done),
    "policy.confirm": (ConfirmPolicy, Done),
    "settings.read": (ReadSettings, SettingsNow),
    "settings.change": (ChangeSetting, SettingsNow),
    "stop.press": (EmergencyStop, Done),
    "stop.release": (Release, Done),
    "story.read": (ReadStory, Story),
    "story.tell": (TellStory, Done),
    "story.stop": (StopStory, Done),
    "quit": (Quit, Done),
}
"""Every method of the window, with the types of its params and its result."""

EVENTS: Final[dict[str, type]] = {
    "welcome": Welcome,
    "state": StateChanged,
    "call.asked": CallAsked,
    "call.ended": CallEnded,
    "call.signed": CallSigned,
    "call.clock": ClockChanged,
    "log.grew": LogGrew,
    "assistant.said": AssistantSaid,
    "window.show": ShowWindow,
    "host.quits": HostQuits,
}
"""Every notification of the host, with the type of its params."""
