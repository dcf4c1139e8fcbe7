"""What loosens in the user's file, and what of it counts (attack 39) (pure).

Owns: the comparison of a file with what a person last confirmed, and how that moves.

Invariants: what is new and tightens counts at once; what is new and loosens, and what tightened and is gone, waits
until a person confirms the file as it stands; what a person took back is not confirmed any more; names, reasons and
order of rules decide nothing.

A reason is words of whoever wrote the file, and shown as such; it is confirmed no more than a comment is.

A server that is no longer vouched for counts as such at once, as it does where its configuration changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import Struct, field

from host.canonical import canonical
from host.model import NO_OBLIGATIONS, Effect, JsonValue, sha256_hex
from host.policy.model import LOST, PolicySource, Rule, Unconfirmed
from host.policy.write import deciding_form
from host.values import replace

MAX_KEPT: Final = 20_000
"""Rules of a baseline. Whoever writes ever new denials into the file must not fill the memory."""

Key: TypeAlias = "tuple[object, ...]"
"""Everything of a rule that decides; two are equal only where ``loosening_form`` is, and they are far cheaper."""


class Baseline(Struct, frozen=True):
    """What a person last confirmed, and what tightened since. Attributes: as in ``PolicySource``; enabled rules only.

    lost: whether there was another one, which cannot be found.
    """

    rules: tuple[Rule, ...] = ()
    trust: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    lost: bool = False


NOTHING_CONFIRMED: Final = Baseline()


def against(source: PolicySource, baseline: Baseline) -> PolicySource:
    """``source`` as it counts where ``baseline`` is what a person last confirmed."""
    known, written = _keys(baseline.rules), _keys(source.rules)
    allows = [rule for rule in _enabled(source.rules) if rule.effect is Effect.ALLOW and _key(rule) not in known]
    gone = [held for rule in baseline.rules if _key(rule) not in written and (held := held_of(rule)) is not None]
    trusts = sorted(server for server, digest in source.trust.items() if baseline.trust.get(server) != digest)
    waiting = (
        *((LOST,) if baseline.lost else ()),
        *(Unconfirmed("allows", rule) for rule in allows),
        *(Unconfirmed("gone", rule) for rule in sorted(gone, key=loosening_form)),
        *(Unconfirmed("trusts", server=server) for server in trusts),
    )
    return replace(source, waiting=waiting)


def confirmed(source: PolicySource) -> Baseline:
    """The baseline once a person confirmed ``source`` as it stands."""
    return Baseline(tuple(_enabled(source.rules)), source.trust)


def tightened(baseline: Baseline, source: PolicySource) -> Baseline:
    """``baseline`` after the file became ``source`` and nobody confirmed that.

    What allowed and was taken away is confirmed no longer, so that it does not count again because somebody writes it
    once more. What asks or denies belongs to it from now on, so that it cannot just be taken away.
    """
    known, written = _keys(baseline.rules), _keys(source.rules)
    kept = [held for rule in baseline.rules if (held := rule if _key(rule) in written else held_of(rule)) is not None]
    room = max(0, MAX_KEPT - len(kept))
    new = [rule for rule in _enabled(source.rules) if rule.effect is not Effect.ALLOW and _key(rule) not in known]
    trust = {server: digest for server, digest in baseline.trust.items() if source.trust.get(server) == digest}
    return Baseline((*kept, *new[:room]), MappingProxyType(trust), baseline.lost)


def together(recalled: Baseline, present: Baseline) -> Baseline:
    """What was confirmed before this host started, beside what tightened since."""
    known = _keys(recalled.rules)
    since = [rule for rule in present.rules if _key(rule) not in known]
    return Baseline((*recalled.rules, *since), recalled.trust, recalled.lost)


def edited(
    baseline: Baseline, before: PolicySource, after: PolicySource, saved: str = "", vouched: str = ""
) -> Baseline:
    """``baseline`` after a person made ``after`` out of ``before`` in the window: it moves by that change alone.

    ``saved``, ``vouched``: id of the rule, or of the server, that was written; it counts from now on even where it had
    been there, waiting.
    """
    old, new = _keys(before.rules), _keys(after.rules)
    given = [rule for rule in _enabled(after.rules) if _key(rule) not in old or rule.id == saved]
    taken = old - new | _keys(given)
    rules = (*(rule for rule in baseline.rules if _key(rule) not in taken), *given)
    trust = {server: digest for server, digest in baseline.trust.items() if after.trust.get(server) == digest}
    said = after.trust.items()
    trust |= {server: digest for server, digest in said if before.trust.get(server) != digest or server == vouched}
    return Baseline(rules, MappingProxyType(trust), baseline.lost)


def loosening_form(rule: Rule) -> bytes:
    """Everything of a rule that decides, in canonical form; its name, reason and place are left out.

    A rule that limits how often is told by its name too: each counts for itself, and another name would count anew.
    """
    form = deciding_form(rule)
    return canonical([form.decode(), rule.id]) if rule.obligations.rates else form


def loosening_digest(source: PolicySource) -> str:
    """What a confirmation names: SHA-256 in hex over the file as it is, and over all that waits."""
    waiting: list[JsonValue] = [
        [change.kind, "" if change.rule is None else loosening_form(change.rule).decode(), change.server]
        for change in source.waiting
    ]
    return sha256_hex(canonical([source.digest, waiting]))


def loosens(before: PolicySource, after: PolicySource) -> bool:
    """Whether anything of ``after`` would wait if ``before`` were confirmed."""
    return bool(against(after, confirmed(before)).waiting)


def held_of(rule: Rule) -> Rule | None:
    """What still counts of a rule that is gone: that it asks or denies, and what it demanded."""
    if rule.effect is not Effect.ALLOW:
        return rule
    return rule.as_question() if rule.obligations != NO_OBLIGATIONS else None


def _enabled(rules: Iterable[Rule]) -> Iterable[Rule]:
    return (rule for rule in rules if rule.enabled)


def _keys(rules: Iterable[Rule]) -> set[Key]:
    return {_key(rule) for rule in _enabled(rules)}


def _key(rule: Rule) -> Key:
    # Kinds of annotations' values beside the values: to Python, 1 is True.
    wanted = tuple(tuple(type(value) for value in values) for _, values in rule.conditions.annotations)
    return (rule.effect, rule.match, rule.conditions, wanted, rule.acknowledges, rule.obligations, rule.expires)
