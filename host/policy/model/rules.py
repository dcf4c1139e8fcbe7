"""One rule (pure).

Owns: its parts. What stays true: a rule is the same wherever it stands in its file.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, TypeAlias

from host.model import NO_OBLIGATIONS, Effect, JsonObject, Obligations
from host.policy.model.conditions import NO_CONDITIONS, Conditions
from host.policy.model.patterns import Match

SourceKind: TypeAlias = Literal["managed", "user"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    Attributes:
        id: unique in its file; where none is written, worked out from what the rule says. effect: what it says of the
        calls it matches. match, conditions: those calls. obligations: what it demands besides; none where it denies.
        acknowledges: kinds of findings that its author has taken into account, as written; none unless it allows. Of
        medium severity, they hold back no call that it allows.
        reason: its author's words. enabled: one that is not counts for nothing. expires: from then on it counts for
        nothing, aware. raw: the object as written. line: where it stands in its file, 0 where unknown. form: a memo of
        ``write.deciding_form``'s.
    """

    id: str
    effect: Effect
    match: Match
    reason: str = ""
    source: SourceKind = "user"
    conditions: Conditions = NO_CONDITIONS
    obligations: Obligations = NO_OBLIGATIONS
    enabled: bool = True
    expires: datetime | None = None
    acknowledges: frozenset[str] = frozenset()
    raw: JsonObject = field(default_factory=dict, compare=False, repr=False)
    line: int = field(default=0, compare=False)
    form: bytes = field(default=b"", init=False, compare=False, repr=False)

    def as_question(self) -> Rule:
        """The same as one that asks: what a rule that allows demands may count where its yes does not."""
        said = {key: value for key, value in self.raw.items() if key != "acknowledges"}
        return replace(self, effect=Effect.ASK, acknowledges=frozenset(), raw={**said, "effect": Effect.ASK.value})
