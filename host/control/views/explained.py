"""Why calls are decided as they are, as the window sees it (pure).

Owns: the word of every rule on one call, and past calls judged by other rules.

Invariants: as in the package.
"""

from __future__ import annotations

from dataclasses import dataclass

from host.words import Words


@dataclass(frozen=True, slots=True)
class RuleReason:
    """What one rule says of one call.

    Attributes:
        id, source, effect: of the rule. matched: whether it matches; None where that could not be told.
        why: why it does not, or what could not be told, or that it decided (safe, one sentence).
    """

    id: str
    source: str
    effect: str
    matched: bool | None
    why: Words


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a call is decided as it is.

    Attributes:
        effect, rule, source, because, reason: of the verdict. obligations: in words. otherwise: what would have
        happened without the deciding rule, one sentence. rules: every rule, the deciding one first, then those that
        match, then the others. note: what this explanation cannot know, else empty.
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


@dataclass(frozen=True, slots=True)
class ReplayRow:
    """A past call that other rules would decide otherwise.

    Attributes:
        call_id, time, app, server, tool: as in ``HistoryRow``. then, now: effects. rule: that would decide now.
        because: its sentence.
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


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """What other rules would have done to the calls of the log.

    Attributes:
        looked: calls that were judged again. changed: those decided otherwise, newest first, cut where they are many.
        changes: how many in all. unknown: calls of which too little is kept. more: whether older calls were left out.
    """

    looked: int
    changed: tuple[ReplayRow, ...]
    changes: int
    unknown: int
    more: bool
