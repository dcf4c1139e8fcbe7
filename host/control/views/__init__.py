"""What the window sees of the host (pure).

Owns: the values that cross the control socket besides those of ``host.model``; each module says which.

Invariants: values are frozen and carry no behaviour; nothing in them decides; text marked *untrusted* is raw and
reaches a screen only through ``host.text``. Times are Unix seconds unless said otherwise; durations are seconds unless
the name ends in ``_ms``.
"""

from __future__ import annotations

from host.control.views.asked import Asked, Comparison, EditCheck, EditProblem, FileBefore, Reading, Said, SigningView
from host.control.views.assistant import AssistantEntry, AssistantPhase, StoryStep
from host.control.views.explained import Explanation, ReplayReport, ReplayRow, RuleReason
from host.control.views.history import CallDetails, CallState, HistoryPage, HistoryRow, TimelineEntry
from host.control.views.rules import ApproverView, ChangeView, PolicyView, RuleCheck, RuleDraft, RulesPage, RuleView
from host.control.views.servers import ServerDetails, ServerStateName, ServerTest, ServerView, ToolView
from host.control.views.state import GrantView, HostState

__all__ = [
    "ApproverView",
    "Asked",
    "AssistantEntry",
    "AssistantPhase",
    "CallDetails",
    "CallState",
    "ChangeView",
    "Comparison",
    "EditCheck",
    "EditProblem",
    "Explanation",
    "FileBefore",
    "GrantView",
    "HistoryPage",
    "HistoryRow",
    "HostState",
    "PolicyView",
    "Reading",
    "ReplayReport",
    "ReplayRow",
    "RuleCheck",
    "RuleDraft",
    "RuleReason",
    "RuleView",
    "RulesPage",
    "Said",
    "ServerDetails",
    "ServerStateName",
    "ServerTest",
    "ServerView",
    "SigningView",
    "StoryStep",
    "TimelineEntry",
    "ToolView",
]
