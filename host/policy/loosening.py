"""What loosens in the user's file, and what of it counts (SECURITY, row 39) (pure).

Owns: the comparison of a file with what a person last confirmed. What stays true: what is new and tightens counts at
once; what is new and loosens, and what tightened and is gone, waits until a person confirms the file as it stands;
names, reasons and order of rules decide nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from host.canonical import canonical
from host.model import Effect, JsonObject, JsonValue, sha256_hex
from host.policy.model import Change, PolicySource, Rule


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a person last confirmed. Attributes: as in ``PolicySource``."""

    rules: tuple[Rule, ...] = ()
    trust: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


NOTHING_CONFIRMED: Final = Baseline()


def against(source: PolicySource, baseline: Baseline) -> PolicySource:
    """``source`` as it counts where ``baseline`` is what a person last confirmed."""
    known, written = _forms(baseline.rules), _forms(source.rules)
    allows = [
        rule
        for rule in source.rules
        if rule.enabled and rule.effect is Effect.ALLOW and loosening_form(rule) not in known
    ]
    gone = [
        rule
        for rule in baseline.rules
        if rule.enabled and rule.effect is not Effect.ALLOW and loosening_form(rule) not in written
    ]
    trusts = sorted(server for server, digest in source.trust.items() if baseline.trust.get(server) != digest)
    waiting = (
        *(Change("allows", rule) for rule in allows),
        *(Change("gone", rule) for rule in gone),
        *(Change("trusts", server=server) for server in trusts),
    )
    return replace(source, waiting=waiting)


def loosening_form(rule: Rule) -> bytes:
    """Everything of a rule that decides, in canonical form; its name, reason and place are left out."""
    decides: JsonObject = {key: value for key, value in rule.raw.items() if key not in ("id", "reason", "enabled")}
    return canonical(decides)


def loosening_digest(source: PolicySource) -> str:
    """What a person confirms: SHA-256 in hex over the canonical form of all that decides, whatever its order.

    Over all, not only over what allows: taking away the deny rule that stood beside an allow rule loosens too.
    """
    rules: list[JsonValue] = [form.decode() for form in sorted(_forms(source.rules))]
    return sha256_hex(canonical([rules, dict(source.trust)]))


def _forms(rules: tuple[Rule, ...]) -> set[bytes]:
    return {loosening_form(rule) for rule in rules if rule.enabled}
