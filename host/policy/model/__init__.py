"""Rules, and the files they come from, as frozen values (pure).

Owns: what a rule can say, and which rules of a source count; each module says which. What stays true: what loosens in
the user's file counts only where a person confirmed the file as it stands (SECURITY, row 39); patterns match in linear
time, whatever a server calls its tools; rules have an identity that their order does not change.
"""

from __future__ import annotations

from host.policy.model.conditions import (
    NO_CONDITIONS,
    WEEK,
    ArgumentSchema,
    Conditions,
    HostPattern,
    Hosts,
    PathsWithin,
    Scalar,
    TimeOfDay,
    Weekday,
)
from host.policy.model.managed import NOT_MANAGED, ApproverEntry, Managed, ServerPin
from host.policy.model.patterns import Match, Matcher, glob_problem
from host.policy.model.rules import Rule, SourceKind
from host.policy.model.source import LOST, Change, PolicySource

__all__ = [
    "LOST",
    "NOT_MANAGED",
    "NO_CONDITIONS",
    "WEEK",
    "ApproverEntry",
    "ArgumentSchema",
    "Change",
    "Conditions",
    "HostPattern",
    "Hosts",
    "Managed",
    "Match",
    "Matcher",
    "PathsWithin",
    "PolicySource",
    "Rule",
    "Scalar",
    "ServerPin",
    "SourceKind",
    "TimeOfDay",
    "Weekday",
    "glob_problem",
]
