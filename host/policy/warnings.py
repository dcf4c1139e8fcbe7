"""Warnings about rules that are sound but cannot do what they seem to (pure).

Invariants: a warning keeps nobody from saving or rolling out a file; it names file, line, rule, key and remedy, and
repeats no value that may be secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Final, TypeAlias

from host.errors import ConfigError
from host.inspect.kinds import FORMER, KINDS
from host.jsonc import quoted
from host.model import JsonObject, Obligations
from host.policy.conditions import HINTS, AnnotationsCondition, ArgumentsCondition, FindingsCondition
from host.policy.evaluate import TIGHTENING
from host.policy.model import PolicySource, Rule
from host.policy.place_conditions import PathsWithin
from host.words import say

Missing: TypeAlias = "Callable[[Obligations], tuple[str, ...]]"
"""Whose signatures would be missing even if all registered people signed, such as ``1 IRB_CHAIR``."""

FINDINGS: Final = tuple(sorted(kind.name for kind in KINDS.values() if not kind.later))
"""Kinds of findings that are made before rules are asked."""
LATER: Final = tuple(sorted(kind.name for kind in KINDS.values() if kind.later))
"""Kinds that are made of a result, and so never seen by a rule."""
SEVERITIES: Final = ("severity:high", "severity:medium")
ANNOTATIONS: Final = tuple(sorted({*HINTS, *TIGHTENING, "dataHandling", "externalAPI", "title"}, key=str.casefold))
"""Those to which MCP or Assent gives a meaning. A server may use any other."""
KEYWORDS: Final = frozenset(
    "additionalItems additionalProperties allOf anyOf const contains contentEncoding contentMediaType contentSchema "
    "default definitions dependencies dependentRequired dependentSchemas deprecated description disallow divisibleBy "
    "else enum examples exclusiveMaximum exclusiveMinimum extends format id if items maxContains maxItems maxLength "
    "maxProperties maximum minContains minItems minLength minProperties minimum multipleOf not oneOf pattern "
    "patternProperties prefixItems properties propertyNames readOnly required then title type unevaluatedItems "
    "unevaluatedProperties uniqueItems writeOnly".split()
)
"""The keywords of all dialects of JSON Schema, except those that begin with ``$``."""
_GLOB: Final = frozenset("*?[")


def of_source(source: PolicySource, *, now: datetime, missing: Missing | None = None) -> tuple[ConfigError, ...]:
    """Return the warnings about a sound file, in the order of its rules. The arguments are those of ``of_rule``."""
    return tuple(it for rule in source.rules for it in of_rule(rule, file=source.path, now=now, missing=missing))


def of_rule(rule: Rule, *, file: str, now: datetime, missing: Missing | None = None) -> tuple[ConfigError, ...]:
    """Return the warnings about one rule. ``now``: with a time zone. ``missing``: None if unknown."""
    warnings = (*_expiry_warnings(rule, now), *_condition_warnings(rule), *_signature_warnings(rule, missing))
    return tuple(
        ConfigError(message, file=file, line=rule.line, key=f"rule {quoted(rule.id)}: {key}", remedy=remedy)
        for key, message, remedy in warnings
    )


def of_servers(source: PolicySource, lookup: Mapping[str, str]) -> tuple[ConfigError, ...]:
    """Return a warning for each server whose program is missing. ``lookup``: a sentence for each."""
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


def _expiry_warnings(rule: Rule, now: datetime) -> Iterator[_Warning]:
    if rule.expires is not None and rule.expires <= now:
        yield (
            "expires",
            say("has passed, so the rule has no effect"),
            say("Remove the rule, or write a later moment."),
        )


def _condition_warnings(rule: Rule) -> Iterator[_Warning]:
    paths, findings = rule.condition(PathsWithin), rule.condition(FindingsCondition)
    annotations, arguments = rule.condition(AnnotationsCondition), rule.condition(ArgumentsCondition)
    for folder in paths.folders if paths else ():
        if _GLOB.intersection(folder):
            yield (
                "match.paths_within",
                say("the folder {folder} is taken literally: *, ? and [ have no meaning in it", folder=quoted(folder)),
                say("A folder stands for everything below it; name each folder."),
            )
    yield from _kind_warnings("match.findings", findings.values if findings else (), (*FINDINGS, *SEVERITIES))
    yield from _kind_warnings("acknowledges", rule.acknowledges, FINDINGS)
    for name, _ in annotations.wanted if annotations else ():
        if name not in ANNOTATIONS and (remedy := _suggestion(name, ANNOTATIONS)):
            yield (
                "match.annotations",
                say("no annotation that has a meaning is called {name}", name=quoted(name)),
                remedy,
            )
    if arguments is not None:
        yield from _keyword_warnings(arguments.wanted.raw)


def _kind_warnings(key: str, named: Iterable[str], known_names: tuple[str, ...]) -> Iterator[_Warning]:
    """Warn of kinds of findings with former names, or that no rule sees. ``known_names``: those that one sees."""
    for kind in sorted(named):
        if kind in FORMER:
            now = quoted(FORMER[kind])
            message = say(
                "{kind} is now called {now}; the rule works as if it had that name", kind=quoted(kind), now=now
            )
            yield key, message, say("Write {now}.", now=now)
        elif kind in LATER:
            message = say("{kind} is found in results, after the rules have decided", kind=quoted(kind))
            yield key, message, _known_names(FINDINGS)
        elif kind not in known_names:
            message = say("Assent makes no finding of the kind {kind}", kind=quoted(kind))
            yield key, message, _suggestion(kind, known_names) or _known_names(known_names)


def _keyword_warnings(schema: JsonObject) -> Iterator[_Warning]:
    """Warn of keywords that no dialect knows: they have no effect, so the schema says less than it seems to."""
    for keyword, value in schema.items():
        if keyword in KEYWORDS or keyword.startswith(("$", "x-")):
            continue
        remedy = _suggestion(keyword, KEYWORDS)
        if not remedy and isinstance(value, dict):
            remedy = say('Did you mean "properties", with this inside?')
        yield (
            "match.arguments",
            say("{keyword} is no keyword of JSON Schema, so it has no effect", keyword=quoted(keyword)),
            remedy,
        )


def _signature_warnings(rule: Rule, missing: Missing | None) -> Iterator[_Warning]:
    lacking = missing(rule.obligations) if missing is not None and rule.obligations.approvers else ()
    if lacking:
        roles = quoted(", ".join(lacking))
        message = say("the registered approvers cannot sign this: {roles} would be missing", roles=roles)
        yield "obligations.approvers", message, say("Register somebody in the administrator's file, or ask for others.")


def _suggestion(name: str, known_names: Iterable[str]) -> str:
    from difflib import get_close_matches  # rarely needed, so imported on first use

    folded = {_folded(candidate): candidate for candidate in sorted(known_names)}
    close = get_close_matches(_folded(name[:64]), folded, n=1, cutoff=0.75)
    return say("Did you mean {name}?", name=quoted(folded[close[0]])) if close else ""


def _folded(name: str) -> str:
    return name.casefold().replace("_", "").replace("-", "")


def _known_names(known_names: Iterable[str]) -> str:
    return say("Known are {names}.", names=", ".join(map(quoted, known_names)))
