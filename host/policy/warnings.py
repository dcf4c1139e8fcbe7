"""Rules that are sound and yet cannot do what they seem to (pure).

Owns: what an author is told of such a rule, and the lists of what Assent itself knows of findings, annotations and
keywords.

Invariants: a warning keeps nobody from saving or rolling out a file; it names file, line, rule, key and what to write
instead, and repeats no value that may be a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Final, TypeAlias

from host.errors import ConfigError
from host.inspect.kinds import FORMER, KINDS
from host.jsonc import quoted
from host.model import JsonObject, Obligations
from host.policy.conditions import HINTS
from host.policy.evaluate import tightening_hints
from host.policy.model import PolicySource, Rule
from host.words import say

Missing: TypeAlias = "Callable[[Obligations], tuple[str, ...]]"
"""Whose signatures would be missing if everybody who is registered signed, such as ``1 IRB_CHAIR``."""

FINDINGS: Final = tuple(sorted(kind.name for kind in KINDS.values() if not kind.later))
"""Every kind of finding that is made before rules are asked."""
LATER: Final = tuple(sorted(kind.name for kind in KINDS.values() if kind.later))
"""Kinds that are made of a result, and so never seen by a rule."""
SEVERITIES: Final = ("severity:high", "severity:medium")
ANNOTATIONS: Final = tuple(
    sorted({*HINTS, *tightening_hints(), "dataHandling", "externalAPI", "title"}, key=str.casefold)
)
"""Those that MCP or Assent gives a meaning; a server may say any other."""
KEYWORDS: Final = frozenset(
    "additionalItems additionalProperties allOf anyOf const contains contentEncoding contentMediaType contentSchema "
    "default definitions dependencies dependentRequired dependentSchemas deprecated description disallow divisibleBy "
    "else enum examples exclusiveMaximum exclusiveMinimum extends format id if items maxContains maxItems maxLength "
    "maxProperties maximum minContains minItems minLength minProperties minimum multipleOf not oneOf pattern "
    "patternProperties prefixItems properties propertyNames readOnly required then title type unevaluatedItems "
    "unevaluatedProperties uniqueItems writeOnly".split()
)
"""Of all dialects of JSON Schema together, but for those that begin with ``$``."""
_GLOB: Final = frozenset("*?[")


def of_source(source: PolicySource, *, now: datetime, missing: Missing | None = None) -> tuple[ConfigError, ...]:
    """Everything to warn of in a sound file, in the order of its rules. Arguments as in ``of_rule``."""
    return tuple(it for rule in source.rules for it in of_rule(rule, file=source.path, now=now, missing=missing))


def of_rule(rule: Rule, *, file: str, now: datetime, missing: Missing | None = None) -> tuple[ConfigError, ...]:
    """Everything to warn of in one rule. ``now``: aware. ``missing``: None where nobody knows who is registered."""
    found = (*_standing(rule, now), *_conditions(rule), *_unsigned(rule, missing))
    return tuple(
        ConfigError(message, file=file, line=rule.line, key=f"rule {quoted(rule.id)}: {key}", remedy=remedy)
        for key, message, remedy in found
    )


def of_servers(source: PolicySource, lookup: Mapping[str, str]) -> tuple[ConfigError, ...]:
    """Servers of a managed file whose program is not there. ``lookup``: a sentence for each of these."""
    lines = source.managed.lines
    return tuple(
        ConfigError(
            why.rstrip("."),
            file=source.path,
            line=lines.get(server, 0),
            key=f"servers.{server}.command",
            remedy=say("The server cannot be started on a machine without it."),
        )
        for server, why in lookup.items()
    )


_Warning: TypeAlias = "tuple[str, str, str]"
"""Key, message, remedy."""


def _standing(rule: Rule, now: datetime) -> Iterator[_Warning]:
    if rule.expires is not None and rule.expires <= now:
        yield (
            "expires",
            say("has passed, so the rule counts for nothing"),
            say("Remove the rule, or write a later moment."),
        )


def _conditions(rule: Rule) -> Iterator[_Warning]:
    wanted = rule.conditions
    for folder in wanted.paths.folders if wanted.paths else ():
        if _GLOB.intersection(folder):
            yield (
                "match.paths_within",
                say("the folder {folder} is taken by the letter: *, ? and [ mean nothing in it", folder=quoted(folder)),
                say("A folder stands for everything below it; name each folder."),
            )
    yield from _kinds("match.findings", wanted.findings, (*FINDINGS, *SEVERITIES))
    yield from _kinds("acknowledges", rule.acknowledges, FINDINGS)
    for name, _ in wanted.annotations:
        if name not in ANNOTATIONS and (remedy := _meant(name, ANNOTATIONS)):
            yield (
                "match.annotations",
                say("no annotation that has a meaning is called {name}", name=quoted(name)),
                remedy,
            )
    if wanted.arguments is not None:
        yield from _keywords(wanted.arguments.raw)


def _kinds(key: str, named: Iterable[str], known: tuple[str, ...]) -> Iterator[_Warning]:
    """Kinds of findings that are called otherwise now, or that no rule ever sees. ``known``: those that one sees."""
    for kind in sorted(named):
        if kind in FORMER:
            now = quoted(FORMER[kind])
            message = say("{kind} is called {now} now; the rule works as if it said so", kind=quoted(kind), now=now)
            yield key, message, say("Write {now}.", now=now)
        elif kind in LATER:
            message = say("{kind} is found in results, after the rules were asked", kind=quoted(kind))
            yield key, message, _choices(FINDINGS)
        elif kind not in known:
            message = say("Assent makes no finding of the kind {kind}", kind=quoted(kind))
            yield key, message, _meant(kind, known) or _choices(known)


def _keywords(schema: JsonObject) -> Iterator[_Warning]:
    """Keywords that no dialect knows: they ask for nothing, so the schema says less than it seems to."""
    for keyword, value in schema.items():
        if keyword in KEYWORDS or keyword.startswith(("$", "x-")):
            continue
        remedy = _meant(keyword, KEYWORDS)
        if not remedy and isinstance(value, dict):
            remedy = say('Did you mean "properties", with this inside?')
        yield (
            "match.arguments",
            say("{keyword} is no keyword of JSON Schema, and so asks for nothing", keyword=quoted(keyword)),
            remedy,
        )


def _unsigned(rule: Rule, missing: Missing | None) -> Iterator[_Warning]:
    lacking = missing(rule.obligations) if missing is not None and rule.obligations.approvers else ()
    if lacking:
        roles = quoted(", ".join(lacking))
        message = say("the registered approvers cannot sign this: {roles} would be missing", roles=roles)
        yield "obligations.approvers", message, say("Register somebody in the managed file, or ask for others.")


def _meant(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # on first use: for a slip alone

    folded = {_folded(each): each for each in sorted(known)}
    close = get_close_matches(_folded(name[:64]), folded, n=1, cutoff=0.75)
    return say("Did you mean {name}?", name=quoted(folded[close[0]])) if close else ""


def _folded(name: str) -> str:
    return name.casefold().replace("_", "").replace("-", "")


def _choices(known: Iterable[str]) -> str:
    return say("Known are {names}.", names=", ".join(map(quoted, known)))
