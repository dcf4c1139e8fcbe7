"""One policy file, and which of its rules count (pure).

Owns: what waits for a person, and what counts meanwhile. What stays true: what loosens in the user's file counts only
where a person confirmed it (SECURITY, row 39).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from host.errors import ConfigError
from host.model import NO_OBLIGATIONS, Effect
from host.policy.model.managed import NOT_MANAGED, Managed
from host.policy.model.rules import Rule, SourceKind


@dataclass(frozen=True, slots=True)
class Change:
    """Something in the user's file that would loosen and does not count yet (SECURITY, row 39).

    Attributes:
        kind: ``allows``: an allow rule that is new or differs; ``gone``: a rule that asked or denied is no longer
        there, and counts all the same; ``trusts``: a server is newly vouched for. rule: it concerns, None for
        ``trusts``, and where all that was confirmed is gone (``LOST``). server: id, empty for rules.
    """

    kind: Literal["allows", "gone", "trusts"]
    rule: Rule | None = None
    server: str = ""


LOST: Final = Change("gone")
"""What a person confirmed before cannot be found."""


@dataclass(frozen=True, slots=True)
class PolicySource:
    """One policy file as it was at one moment.

    Attributes:
        kind: ``managed`` or ``user``. path: as given. digest: SHA-256 of the file in hex, empty where there is none.
        rules: as written, none where the file cannot be used. error: why it cannot (one safe sentence), else empty;
        a source with an error denies everything. problems: everything that is wrong with the file.
        trust: as written: server id to the digest of the configuration that is vouched for. managed: of that file.
        waiting: what would loosen and does not count yet; ``loosening.against`` works it out, and nothing but a
        managed file or a confirmed one has none where it allows or vouches.
        counting: the rules that count: those that are enabled, less what waits, and besides, rules that were there and
        whose end waits; where a rule waits that allows and demands something, it asks meanwhile, and demands that.
        trusted: the part of ``trust`` that counts. memo: ``host.policy.index``'s own; it changes nothing of the rules.
    """

    kind: SourceKind
    path: str
    digest: str = ""
    rules: tuple[Rule, ...] = ()
    error: str = ""
    problems: tuple[ConfigError, ...] = field(default=(), repr=False, compare=False)
    trust: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    managed: Managed = NOT_MANAGED
    waiting: tuple[Change, ...] = ()
    counting: tuple[Rule, ...] = field(init=False, repr=False, compare=False)
    trusted: Mapping[str, str] = field(init=False, repr=False, compare=False)
    memo: dict[str, object] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Sort out what counts."""
        held = {id(change.rule) for change in self.waiting if change.kind == "allows"}
        gone = [change.rule for change in self.waiting if change.kind == "gone" and change.rule is not None]
        allows = (change.rule for change in self.waiting if change.kind == "allows" and change.rule is not None)
        meanwhile = (rule.as_question() for rule in allows if rule.obligations != NO_OBLIGATIONS)
        counting = (*(rule for rule in self.rules if rule.enabled and id(rule) not in held), *meanwhile, *gone)
        untrusted = {change.server for change in self.waiting if change.kind == "trusts"}
        trusted = {server: digest for server, digest in self.trust.items() if server not in untrusted}
        for name, value in (("counting", counting), ("trusted", MappingProxyType(trusted))):
            object.__setattr__(self, name, value)  # the way in which frozen dataclasses derive fields

    @property
    def confirmed(self) -> bool:
        """Whether everything in it counts."""
        return not self.waiting

    @property
    def lost(self) -> bool:
        """Whether what a person had confirmed of it cannot be found; the first of what waits says so."""
        return bool(self.waiting) and self.waiting[0] == LOST

    @property
    def loosens(self) -> bool:
        """Whether it allows or vouches for anything at all."""
        return bool(self.trust) or any(rule.enabled and rule.effect is Effect.ALLOW for rule in self.rules)
