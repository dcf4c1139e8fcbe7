"""What the window asks about the policy (pure).

Owns: requests that read, try, write and confirm rules, and that ask for the why of a call; and the end of a grant.

Invariants: a rule travels as its JSON, and the host alone says what it means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from host.control.protocol.request import Done, Request
from host.control.views import Explanation, ReplayReport, RuleCheck, RuleDraft, RulesPage


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
class RevokeGrant(Request[Done]):
    """Take a grant back."""

    grant_id: str


@dataclass(frozen=True, slots=True)
class ConfirmPolicy(Request[Done]):
    """The person confirms the allow rules of policy.json as they stand. Attributes: digest: of what was shown."""

    digest: str
