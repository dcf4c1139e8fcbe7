"""The names that requests and events have on the wire (pure).

Owns: the two tables.

Invariants: what is not in them does not travel.
"""

from __future__ import annotations

from typing import Final

from host.control import views
from host.control.protocol import calls, events, history, rules, servers, story, whole
from host.control.protocol.request import Done

REQUESTS: Final[dict[str, tuple[type, type]]] = {
    "call.answer": (calls.AnswerCall, Done),
    "call.working": (calls.Working, calls.Clock),
    "call.sign": (calls.SignCall, views.SigningView),
    "call.why": (rules.WhyCall, views.Explanation),
    "call.edit": (calls.EditCall, Done),
    "call.edit.check": (calls.CheckEdit, views.EditCheck),
    "call.compare": (calls.CompareCall, views.Comparison),
    "rules.explain": (rules.ExplainCall, views.Explanation),
    "rules.read": (rules.ReadRules, views.RulesPage),
    "rules.check": (rules.CheckRule, views.RuleCheck),
    "rules.replay": (rules.ReplayRule, views.ReplayReport),
    "rules.save": (rules.SaveRule, Done),
    "rules.remove": (rules.RemoveRule, Done),
    "rules.enable": (rules.EnableRule, Done),
    "rules.draft": (rules.DraftRule, views.RuleDraft),
    "rules.dismiss": (rules.DismissSuggestion, Done),
    "server.vouch": (servers.VouchServer, Done),
    "pin.set": (whole.SetPin, Done),
    "history.page": (history.ReadHistory, views.HistoryPage),
    "history.call": (history.ReadCall, views.CallDetails),
    "server.read": (servers.ReadServer, views.ServerDetails),
    "server.test": (servers.TestServer, views.ServerTest),
    "grant.revoke": (rules.RevokeGrant, Done),
    "policy.confirm": (rules.ConfirmPolicy, Done),
    "settings.read": (whole.ReadSettings, whole.SettingsNow),
    "settings.change": (whole.ChangeSetting, whole.SettingsNow),
    "stop.press": (whole.EmergencyStop, Done),
    "stop.release": (whole.Release, Done),
    "story.read": (story.ReadStory, story.Story),
    "story.tell": (story.TellStory, Done),
    "story.stop": (story.StopStory, Done),
    "quit": (whole.Quit, Done),
}
"""Every method of the window, with the types of its params and its result."""

EVENTS: Final[dict[str, type]] = {
    "welcome": events.Welcome,
    "state": events.StateChanged,
    "call.asked": events.CallAsked,
    "call.ended": events.CallEnded,
    "call.signed": events.CallSigned,
    "call.clock": events.ClockChanged,
    "log.grew": events.LogGrew,
    "assistant.said": events.AssistantSaid,
    "window.show": events.ShowWindow,
    "host.quits": events.HostQuits,
}
"""Every notification of the host, with the type of its params."""
