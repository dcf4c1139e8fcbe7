"""What the window asks and hears, as typed messages (pure).

Owns: every request of the window with its reply, and every event of the host; ``methods`` has their names on the wire.

Invariants: these messages travel only on a connection that the host authenticated as its own window; an answer names
one call, the digest, the round and the definition that were shown. No message holds more than one question. On the
wire: JSON-RPC 2.0, one message a line, see ``codec``.
"""

from __future__ import annotations

from host.control.protocol.calls import AnswerCall, CheckEdit, Clock, CompareCall, EditCall, SignCall, Working
from host.control.protocol.events import (
    AssistantSaid,
    CallAsked,
    CallEnded,
    CallSigned,
    ClockChanged,
    Event,
    HostQuits,
    LogGrew,
    ShowWindow,
    StateChanged,
    Welcome,
)
from host.control.protocol.history import ReadCall, ReadHistory
from host.control.protocol.methods import EVENTS, REQUESTS
from host.control.protocol.request import Done, Request
from host.control.protocol.rules import (
    CheckRule,
    ConfirmPolicy,
    DismissSuggestion,
    DraftRule,
    EnableRule,
    ExplainCall,
    ReadRules,
    RemoveRule,
    ReplayRule,
    RevokeGrant,
    SaveRule,
    WhyCall,
)
from host.control.protocol.servers import ReadServer, TestServer, VouchServer
from host.control.protocol.story import ReadStory, StopStory, Story, TellStory
from host.control.protocol.whole import ChangeSetting, EmergencyStop, Quit, ReadSettings, Release, SetPin, SettingsNow

__all__ = [
    "EVENTS",
    "REQUESTS",
    "AnswerCall",
    "AssistantSaid",
    "CallAsked",
    "CallEnded",
    "CallSigned",
    "ChangeSetting",
    "CheckEdit",
    "CheckRule",
    "Clock",
    "ClockChanged",
    "CompareCall",
    "ConfirmPolicy",
    "DismissSuggestion",
    "Done",
    "DraftRule",
    "EditCall",
    "EmergencyStop",
    "EnableRule",
    "Event",
    "ExplainCall",
    "HostQuits",
    "LogGrew",
    "Quit",
    "ReadCall",
    "ReadHistory",
    "ReadRules",
    "ReadServer",
    "ReadSettings",
    "ReadStory",
    "Release",
    "RemoveRule",
    "ReplayRule",
    "Request",
    "RevokeGrant",
    "SaveRule",
    "SetPin",
    "SettingsNow",
    "ShowWindow",
    "SignCall",
    "StateChanged",
    "StopStory",
    "Story",
    "TellStory",
    "TestServer",
    "VouchServer",
    "Welcome",
    "WhyCall",
    "Working",
]
