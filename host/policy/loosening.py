"""What loosens in the user's file, and what of it counts (attack 39) (pure).

Owns: the comparison of a file with what a person last confirmed, and how that baseline changes.

Invariants: what is new and tightens counts at once. What is new and loosens, and the removal of what tightened, wait
until a person confirms that version of the file. What a person took back is no longer confirmed. Names, reasons and
order of rules decide nothing.

A reason is text by the author of the file, and shown as such. It needs no more confirmation than a comment.

A server that is no longer vouched for counts as such at once, as does one with a changed configuration.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from host.canonical import canonical
from host.model import NO_OBLIGATIONS, Effect, JsonValue, sha256_hex
from host.policy.model import LOST, PolicySource, Rule, Unconfirmed
from host.policy.write import deciding_form
from host.values import replace

MAX_KEPT: Final = 20_000
"""Rules of a baseline. A program that writes ever new denials into the file must not fill the memory."""


class Baseline(Struct, frozen=True):
    """What a person last confirmed, and what tightened since. Holds enabled rules only.

    ``lost``: whether there was another baseline, which cannot be found.
    """

    rules: tuple[Rule, ...] = ()
    trust: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    lost: bool = False


NOTHING_CONFIRMED: Final = Baseline()


def with_unconfirmed(source: PolicySource, baseline: Baseline) -> PolicySource:
    """Return ``source`` with what waits, if ``baseline`` is what a person last confirmed."""
    allows = [rule for rule in _others(source.rules, baseline.rules) if rule.effect is Effect.ALLOW]
    removed = filter(None, map(still_in_force, _others(baseline.rules, source.rules)))
    trusts = sorted(server for server, digest in source.trust.items() if baseline.trust.get(server) != digest)
    waiting = (
        *((LOST,) if baseline.lost else ()),
        *(Unconfirmed("allows", rule) for rule in allows),
        *(Unconfirmed("gone", rule) for rule in sorted(removed, key=loosening_form)),
        *(Unconfirmed("trusts", server=server) for server in trusts),
    )
    return replace(source, waiting=waiting)


def baseline_of(source: PolicySource) -> Baseline:
    """Return the baseline after a person confirmed ``source``."""
    return Baseline(tuple(_enabled(source.rules)), source.trust)


def tightened(baseline: Baseline, source: PolicySource) -> Baseline:
    """Return ``baseline`` after the file became ``source`` without confirmation.

    A removed allow rule is no longer confirmed, so that writing it again does not make it count. New rules that ask or
    deny belong to the baseline, so that they cannot just be removed.
    """
    written_keys = _keys(source.rules)
    candidates = [rule if loosening_form(rule) in written_keys else still_in_force(rule) for rule in baseline.rules]
    kept = [rule for rule in candidates if rule is not None]
    new = [rule for rule in _others(source.rules, baseline.rules) if rule.effect is not Effect.ALLOW]
    new = new[: max(0, MAX_KEPT - len(kept))]
    trust = {server: digest for server, digest in baseline.trust.items() if source.trust.get(server) == digest}
    return Baseline((*kept, *new), MappingProxyType(trust), baseline.lost)


def merged(recalled: Baseline, present: Baseline) -> Baseline:
    """Combine what was confirmed before this host started with what tightened since."""
    return Baseline((*recalled.rules, *_others(present.rules, recalled.rules)), recalled.trust, recalled.lost)


def baseline_after_edit(
    baseline: Baseline, before: PolicySource, after: PolicySource, saved: str = "", vouched: str = ""
) -> Baseline:
    """Return ``baseline`` after a person changed ``before`` into ``after`` in the window: only that change counts.

    ``saved``, ``vouched``: id of the written rule or server. It counts now even if it was waiting before.
    """
    old_keys, new_keys = _keys(before.rules), _keys(after.rules)
    confirmed = [rule for rule in _enabled(after.rules) if loosening_form(rule) not in old_keys or rule.id == saved]
    replaced_keys = old_keys - new_keys | _keys(confirmed)
    rules = (*(rule for rule in baseline.rules if loosening_form(rule) not in replaced_keys), *confirmed)
    trust = {server: digest for server, digest in baseline.trust.items() if after.trust.get(server) == digest}
    new_trust = after.trust.items()
    trust |= {server: digest for server, digest in new_trust if before.trust.get(server) != digest or server == vouched}
    return Baseline(rules, MappingProxyType(trust), baseline.lost)


def loosening_form(rule: Rule) -> bytes:
    """Return everything of a rule that decides, in canonical form, without its name, reason and place.

    A rule with a rate includes its name: each is counted on its own, so another name would count from zero.
    """
    form = deciding_form(rule)
    return canonical([form.decode(), rule.id]) if rule.obligations.rates else form


def loosening_digest(source: PolicySource) -> str:
    """Return what a confirmation names: SHA-256 in hex over the file and everything that waits."""
    waiting: list[JsonValue] = [
        [change.kind, "" if change.rule is None else loosening_form(change.rule).decode(), change.server]
        for change in source.waiting
    ]
    return sha256_hex(canonical([source.digest, waiting]))


def loosens(before: PolicySource, after: PolicySource) -> bool:
    """Whether anything of ``after`` would wait if ``before`` were confirmed."""
    return bool(with_unconfirmed(after, baseline_of(before)).waiting)


def still_in_force(rule: Rule) -> Rule | None:
    """Return what still counts of a removed rule: that it asks or denies, and its demands."""
    if rule.effect is not Effect.ALLOW:
        return rule
    return rule.as_ask_rule() if rule.obligations != NO_OBLIGATIONS else None


def _enabled(rules: Iterable[Rule]) -> Iterable[Rule]:
    return (rule for rule in rules if rule.enabled)


def _others(rules: Iterable[Rule], known: Iterable[Rule]) -> list[Rule]:
    """Return the enabled ones of ``rules`` that decide otherwise than any of ``known``."""
    known_keys = _keys(known)
    return [rule for rule in _enabled(rules) if loosening_form(rule) not in known_keys]


def _keys(rules: Iterable[Rule]) -> set[bytes]:
    return set(map(loosening_form, _enabled(rules)))
