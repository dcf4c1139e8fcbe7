"""The policy as the window sees it (pure).

Owns: rules and what waits of them, who may sign, proposals, and what is wrong with a rule that is being written.

Invariants: as in the package; what a rule says in words was worked out by the host.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from host.words import Words


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule in words.

    Attributes:
        id, effect, server, tool, app (patterns, ``*`` for all), reason, source: as the rule has them.
        conditions: what else it wants, a short sentence each. obligations: what it demands, likewise.
        enabled: whether it is switched on. counts: whether it counts now: enabled, not expired, confirmed.
        expires: RFC 3339, empty for never. text: the rule as JSON, indented. words: what it says, in one sentence.
        waits: what a person has yet to confirm of it, as in ``ChangeView.kind``; empty where nothing.
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
    words: str = ""
    waits: Literal["", "allows", "gone"] = ""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Some of the rules.

    Attributes:
        rules: managed first, then the user's, each in their file's order, those that are gone from it last.
        total: how many the request found, over all pages. generation: of the rules in force, as they were read.
    """

    rules: tuple[RuleView, ...]
    total: int
    generation: int


@dataclass(frozen=True, slots=True)
class ChangeView:
    """Something in policy.json that would loosen and waits to be confirmed.

    Attributes:
        kind, server: as in ``policy.model.Change``. rule: None where a server is newly vouched for, or all that was
        confirmed is gone.
    """

    kind: Literal["allows", "gone", "trusts"]
    rule: RuleView | None
    server: str = ""


@dataclass(frozen=True, slots=True)
class ApproverView:
    """Somebody who may sign. Attributes: name. roles: in order. source: ``managed`` or ``user``."""

    name: str
    roles: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """A rule that Assent proposes. Nothing counts before a person saves it.

    Attributes:
        text: JSON of the rule, indented. words: what it says, in one sentence. why: what led to it, one sentence.
        id: of the suggestion, to dismiss it; empty for one that was asked for.
    """

    text: str
    words: Words
    why: Words
    id: str = ""


@dataclass(frozen=True, slots=True)
class PolicyView:
    """What the policy files say.

    Attributes:
        problems: why everything is denied, empty where the files can be used. waiting: what in policy.json does not
        count until confirmed, the first of it. digest: what a confirmation of all of it names, empty where nothing
        waits. count: of rules, in both files; ``ReadRules`` tells them. managed_path, user_path: the files.
        managed_digest, user_digest: SHA-256 of each in hex, empty where there is none. approvers: who may sign.
        locked: settings that the administrator locked. remembers: why confirmations and lasting grants do not outlive
        this host, empty where they do (there is a keyring). suggestions: rules that repeated equal approvals suggest.
        generation: another number after each change of the rules in force. waits: how many changes wait in all.
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


@dataclass(frozen=True, slots=True)
class RuleCheck:
    """What is wrong with a rule as it is being written, or what it says.

    Attributes:
        problems: with line and remedy, empty where it could be saved. rule: None where it has problems.
        words: what it says, in one sentence. loosens: whether saving it would loosen anything. notes: sentences on what
        is sound and yet cannot do what it seems to.
    """

    problems: tuple[Words, ...]
    rule: RuleView | None
    words: Words
    loosens: bool
    notes: tuple[Words, ...] = ()
