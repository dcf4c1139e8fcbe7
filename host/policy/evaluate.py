"""The verdict on a call (pure).

Owns: how rules combine. What stays true: a source that cannot be used denies everything; among the rules that match,
deny wins over ask and ask over allow, whichever file they stand in; where nothing matches, a person is asked; a guard
turns an allow into an ask and does nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from host.model import UNKNOWN_APP, Effect, Severity, Verdict
from host.policy.facts import CallFacts
from host.policy.model import PolicySource, Rule
from host.text import one_line

_VERBS: Final = {Effect.ALLOW: "allows", Effect.ASK: "wants a person to see", Effect.DENY: "denies"}
_NAMES: Final = {"managed": "the managed policy", "user": "policy.json"}
_SHOWN: Final = 64
"""Characters of a pattern that an explanation repeats."""


def evaluate(facts: CallFacts, sources: Iterable[PolicySource]) -> Verdict:
    """The one verdict on a call. Total and deterministic; the order of sources and rules decides no effect."""
    ordered = sorted(sources, key=_order)
    for source in ordered:
        if source.error:
            return _broken(source)
    deciding = _strictest(facts, ordered)
    if deciding is None:
        return _default(facts, ordered)
    if deciding.effect is Effect.ALLOW:
        for guard, why in _guards(facts, ordered):
            because = f"{_sentence(deciding)} A person is asked all the same: {why}"
            return Verdict(Effect.ASK, f"guard:{guard}:{deciding.id}", "guard", because, deciding.reason)
    return Verdict(deciding.effect, deciding.id, deciding.source, _sentence(deciding), deciding.reason)


def _order(source: PolicySource) -> str:
    """Managed before user, so that it is named where both say the same."""
    return source.kind


def _broken(source: PolicySource) -> Verdict:
    because = f"Everything is denied, since {_NAMES[source.kind]} cannot be used. {source.error}"
    return Verdict(Effect.DENY, "broken-policy", source.kind, because)


def _strictest(facts: CallFacts, sources: Sequence[PolicySource]) -> Rule | None:
    """The first of the strictest rules that match."""
    server, tool, app = facts.server, facts.tool, facts.app
    matching = [rule for source in sources for rule in source.counting if rule.match.matches(server, tool, app)]
    return max(matching, key=_strictness, default=None)


def _strictness(rule: Rule) -> int:
    return rule.effect.strictness


def _default(facts: CallFacts, sources: Sequence[PolicySource]) -> Verdict:
    """What holds where no rule matches."""
    because = "No rule matches, so a person is asked."
    for source in sources:
        waiting = (change.rule for change in source.waiting if change.kind == "allows" and change.rule is not None)
        if any(rule.match.matches(facts.server, facts.tool, facts.app) for rule in waiting):
            because = f"A rule of {_NAMES[source.kind]} would allow it, but does not count before you confirm it."
    return Verdict(Effect.ASK, "default", "default", because)


def _guards(facts: CallFacts, sources: Sequence[PolicySource]) -> Iterator[tuple[str, str]]:
    """Name and sentence of everything that forbids an automatic allow."""
    if not facts.app_authenticated or facts.app == UNKNOWN_APP:
        yield "app", "the app did not prove who it is."
    if not facts.tool.isascii():
        # Also a finding, of higher severity; but no rule below could tell such a name from one that looks like it.
        yield "odd-name", "the name of the tool has unusual characters."
    for finding in facts.findings:
        if finding.severity is not Severity.INFO:
            yield finding.kind, finding.text
    server, tool, app = facts.server.lower(), facts.tool.lower(), facts.app.lower()
    folded = (server, tool, app) != (facts.server, facts.tool, facts.app)
    for source in sources:
        for rule in source.counting:
            # A deny for delete_* is meant for Delete_all too (SECURITY, row 35: ambiguous means ask).
            resembles = (folded or rule.match.cased) and rule.match.resembles(server, tool, app)
            if resembles and rule.effect is not Effect.ALLOW:
                yield "case", f"but for capitals, {_sentence(rule)}"


def _sentence(rule: Rule) -> str:
    """What a rule says, such as: Rule "no-delete" of the managed policy denies files ▸ delete_*."""
    match = rule.match
    named = f"{_glob(match.server)} ▸ {_glob(match.tool)}" if match.server or match.tool else "every call"
    app = f" by {_glob(match.app)}" if match.app else ""
    return f'Rule "{rule.id}" of {_NAMES[rule.source]} {_VERBS[rule.effect]} {named}{app}.'


def _glob(glob: str | None) -> str:
    return one_line(glob or "*", _SHOWN)
