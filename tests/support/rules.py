"""Whole rules, whole policies and calls for Hypothesis, in words so few that rules often match.

Every rule is in normal form: writing and reading it yields the same, and every one could stand in a file. Strategies
are made once: making them anew for each example would take six times as long.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from types import MappingProxyType
from typing import Any, cast  # Any: kinds of values

from hypothesis import settings
from hypothesis import strategies as st

from host.arguments.facts import HostFact, PathFact, Place
from host.canonical import canonical
from host.model import (
    NO_OBLIGATIONS,
    Effect,
    Finding,
    JsonObject,
    JsonValue,
    Obligations,
    RateLimit,
    RoleQuota,
    Severity,
    Trust,
    sha256_hex,
)
from host.policy.conditions import (
    AnnotationsCondition,
    ArgumentsCondition,
    FindingsCondition,
    MethodCondition,
    TimeOfDay,
    TrustCondition,
    Weekday,
)
from host.policy.facts import ArgumentSchema, CallFacts
from host.policy.model import Condition, HostPattern, Match, PolicySource, Rule, Scalar, SourceKind
from host.policy.place_conditions import Hosts, PathsWithin, host_text
from host.policy.write import rule_json
from host.values import replace

FEWER = settings(max_examples=settings().max_examples * 2 // 5)
"""For properties of several files at once, each example of which takes long to make; `make soak` has 2,000."""
SERVERS = ("files", "web", "Mail")
TOOLS = ("read_file", "write_file", "delete_all")
APPS = ("claude", "cursor")
ROLES = ("IRB_CHAIR", "PRINCIPAL_INVESTIGATOR", "DATA_OFFICER")
FOLDERS = ("/home/ana", "/home/ana/notes", "/srv/data", "~/notes")
HOSTS = ("example.com", "localhost", "10.0.0.7", "2001:db8::1", "xn--bcher-kva.example")
FINDINGS = ("not-validated", "first-use", "severity:medium", "severity:high")
KINDS = ("not-validated", "first-use", "odd-host")
ARGUMENTS = ("path", "url", "to")
LEVELS: tuple[Trust, ...] = ("managed", "none", "user")
DAYS: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
ANNOTATIONS: dict[str, tuple[Scalar, ...]] = {
    "dataHandling": ("anonymised", "identified"),
    "dataScale": ("extreme", "large", "small"),
    "destructiveHint": (False, True),
    "hipaa-controlled": (False, True),
    "level": (0.5, 1, None),
    "readOnlyHint": (False, True),
}
"""Values in the order of their canonical form."""
SCHEMAS: tuple[JsonObject, ...] = (
    {"type": "object", "required": ["path"]},
    {"properties": {"path": {"type": "string", "maxLength": 20}}},
    {"properties": {"mode": {"enum": ["fast", "slow", 1.5]}}, "additionalProperties": False},
    {"properties": {"to": {"type": "string", "pattern": "^[a-z]+@example\\.com$"}}},
)
NOW = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)


@cache
def some(values: tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    """One or more of ``values``, in alphabetical order."""
    return st.sets(st.sampled_from(values), min_size=1).map(lambda chosen: tuple(sorted(chosen)))


@cache
def globs(names: tuple[str, ...]) -> st.SearchStrategy[str | None]:
    """Patterns that match some of ``names``, or none, or all."""
    patterns = [*names, *(f"{name[:3]}*" for name in names), *(f"?{name[1:]}" for name in names), "[!a-d]*", "nothing"]
    return st.none() | st.sampled_from(patterns)


@cache
def matches() -> st.SearchStrategy[Match]:
    """The three patterns."""
    return st.builds(Match, globs(SERVERS), globs(TOOLS), globs(APPS))


@cache
def wanted_annotations() -> st.SearchStrategy[tuple[tuple[str, tuple[Scalar, ...]], ...]]:
    """What a rule wants of annotations."""

    def wanted(name: str) -> st.SearchStrategy[tuple[str, tuple[Scalar, ...]]]:
        values = ANNOTATIONS[name]
        chosen = st.sets(st.integers(0, len(values) - 1), min_size=1)
        return chosen.map(lambda places: (name, tuple(values[place] for place in sorted(places))))

    names = st.sets(st.sampled_from(sorted(ANNOTATIONS)), max_size=2).map(sorted)
    return names.flatmap(lambda chosen: st.tuples(*map(wanted, chosen)))


def _sorted_patterns(patterns: set[HostPattern]) -> tuple[HostPattern, ...]:
    return tuple(sorted(patterns, key=host_text))


@cache
def hosts() -> st.SearchStrategy[Hosts]:
    """``hosts``; an address has nothing below it."""
    ports = st.none() | st.just("any") | st.sampled_from([80, 443, 8443])
    named = st.builds(HostPattern, st.sampled_from([HOSTS[0], HOSTS[4]]), st.booleans(), ports)
    plain = st.builds(HostPattern, st.sampled_from(HOSTS), st.just(value=False), ports)
    patterns = st.sets(named | plain, min_size=1, max_size=3).map(_sorted_patterns)
    return st.builds(Hosts, patterns, st.just(()) | some(ARGUMENTS))


@cache
def times() -> st.SearchStrategy[TimeOfDay]:
    """``time``."""
    return st.builds(
        TimeOfDay,
        st.frozensets(st.sampled_from(DAYS)),
        st.integers(0, 24 * 60 - 1),
        st.integers(0, 24 * 60),
        st.sampled_from(["local", "UTC", "Europe/Berlin"]),
    )


@cache
def schemas() -> st.SearchStrategy[ArgumentSchema]:
    """``arguments``."""
    return st.sampled_from(SCHEMAS).map(lambda raw: ArgumentSchema(raw, sha256_hex(canonical(raw))))


def wanting(**wanted: object) -> tuple[Condition, ...]:
    """Return conditions by these names; None and empty collections want nothing."""
    values = {name: value for name, value in wanted.items() if value not in (None, (), frozenset())}
    kinds: dict[str, Callable[[Any], Condition]] = {
        "method": MethodCondition,
        "trust": TrustCondition,
        "annotations": AnnotationsCondition,
        "findings": FindingsCondition,
        "arguments": ArgumentsCondition,
    }
    made = {name: kinds[name](value) if name in kinds else value for name, value in values.items()}
    order = ("method", "trust", "annotations", "findings", "arguments", "paths", "hosts", "time")
    return tuple(cast("Condition", made[name]) for name in order if name in made)


def holds_for(facts: CallFacts, wanted: Condition, *, allow: bool) -> bool | None:
    """Return whether a condition holds in a rule that allows, or one that denies."""
    return wanted.holds(Rule("r", Effect.ALLOW if allow else Effect.DENY, Match()), facts)


@cache
def conditions() -> st.SearchStrategy[tuple[Condition, ...]]:
    """Everything besides the names; often nothing."""
    none = st.none()
    return st.just(wanting()) | st.builds(
        wanting,
        trust=st.frozensets(st.sampled_from(LEVELS), max_size=2),
        annotations=wanted_annotations(),
        findings=st.frozensets(st.sampled_from(FINDINGS), max_size=2),
        arguments=none | schemas(),
        paths=none | st.builds(PathsWithin, some(FOLDERS), st.just(()) | some(ARGUMENTS)),
        hosts=none | hosts(),
        time=none | times(),
    )


@cache
def obligations(effect: Effect, rule: str = "") -> st.SearchStrategy[Obligations]:
    """What a rule of that effect may demand. ``rule``: its id, which its rate names."""
    if effect is Effect.DENY:
        return st.just(NO_OBLIGATIONS)
    limits = st.builds(RateLimit, st.just(rule), st.integers(1, 100), st.sampled_from([0.25, 1.0, 60.0, 86400.0]))
    rates = st.just(()) | limits.map(lambda limit: (limit,))
    if effect is Effect.ALLOW:
        return st.builds(Obligations, review_result=st.booleans(), rates=rates)
    quotas = st.dictionaries(st.sampled_from(ROLES), st.integers(1, 3), max_size=2)
    approvers = quotas.map(lambda most: tuple(RoleQuota(role, count) for role, count in sorted(most.items())))
    return st.builds(Obligations, approvers, st.booleans(), st.booleans(), st.booleans(), rates)


@cache
def ids() -> st.SearchStrategy[str]:
    """Ids of rules."""
    return st.from_regex(r"[a-zA-Z0-9][a-z0-9._-]{0,9}", fullmatch=True).filter(lambda name: name != "default")


ACKNOWLEDGED = st.just(frozenset[str]()) | st.frozensets(st.sampled_from(KINDS), max_size=2)
"""What a rule that allows has taken into account; often nothing."""


@cache
@st.composite
def rules(draw: st.DrawFn, kind: SourceKind = "user", effects: tuple[Effect, ...] = tuple(Effect)) -> Rule:
    """Any rule that a file of ``kind`` may hold, of one of ``effects``."""
    name, effect = draw(ids()), draw(st.sampled_from(effects))
    expires = st.none() | st.integers(-3600, 3600).map(lambda seconds: NOW + timedelta(seconds=seconds))
    rule = Rule(
        id=name,
        effect=effect,
        match=draw(matches()),
        reason=draw(st.just("") | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)),
        source=kind,
        conditions=draw(conditions()),
        obligations=draw(obligations(effect, name)),
        enabled=draw(st.sampled_from([True, True, True, False])),
        expires=draw(expires),
        acknowledges=draw(ACKNOWLEDGED) if effect is Effect.ALLOW else frozenset(),
    )
    return replace(rule, raw=rule_json(rule))


@cache
@st.composite
def policies(draw: st.DrawFn, kind: SourceKind = "user", *, max_rules: int = 5) -> PolicySource:
    """A file of rules with ids of their own, and whom it vouches for; everything counts (nothing waits)."""
    listed = draw(st.lists(rules(kind), max_size=max_rules, unique_by=lambda rule: rule.id.casefold()))
    digests = st.sampled_from(["a" * 64, "b" * 64])
    trust = draw(st.dictionaries(st.sampled_from(SERVERS), digests, max_size=2))
    return PolicySource(kind, f"{kind}.json", "d" * 64, tuple(listed), trust=MappingProxyType(trust))


def _place(text: str) -> Place:
    """As if every directory existed; inodes are made from the names."""
    parts = [text[:end] for end, letter in enumerate(f"{text}/") if letter == "/" and end] or ["/"]
    numbers = [(1, int(sha256_hex(part.encode())[:12], 16)) for part in reversed(parts)]
    return Place(text, (*numbers, (1, 2)))


PLACES = MappingProxyType({folder: _place(folder.replace("~", "/home/ana")) for folder in FOLDERS})
"""The folders, resolved."""


@cache
def path_facts() -> st.SearchStrategy[PathFact]:
    """Paths of a call: within folders, outside, and unresolved."""
    texts = st.sampled_from(["/home/ana/notes/a.txt", "/home/ana/b.txt", "/srv/data/c", "/etc/passwd"])
    places = texts.map(_place)
    kinds = st.sampled_from(["path", "unclear"])
    return st.builds(PathFact, st.just("$.path"), st.sampled_from(ARGUMENTS), kinds, st.none() | places)


@cache
def host_facts() -> st.SearchStrategy[HostFact]:
    """Hosts of a call: certain and not."""
    names = st.sampled_from([*HOSTS, "www.example.com", "evil.example"])
    kinds = st.sampled_from(["url", "unclear"])
    certain = st.builds(HostFact, st.just("$.url"), st.sampled_from(ARGUMENTS), kinds, names, st.just(443))
    odd = st.builds(
        HostFact, st.just("$.url"), st.sampled_from(ARGUMENTS), kinds, st.none(), other_hosts=st.lists(names).map(tuple)
    )
    return certain | odd


@cache
def claims() -> st.SearchStrategy[JsonObject]:
    """Annotations as a server says them."""
    said: dict[str, st.SearchStrategy[JsonValue]] = {
        name: st.sampled_from(values) for name, values in ANNOTATIONS.items()
    }
    said["requiredApprovers"] = st.lists(st.sampled_from(ROLES), unique=True, max_size=2).map(lambda roles: [*roles])
    return st.fixed_dictionaries({}, optional=said)


@cache
@st.composite
def call_facts(draw: st.DrawFn) -> CallFacts:
    """What rules can see of some call; each part may be unknown."""
    kinds = st.sampled_from(KINDS)
    findings = st.builds(Finding, kinds, st.sampled_from(list(Severity)), st.just("Something."))
    answers = {sha256_hex(canonical(raw)): draw(st.sampled_from([True, False, None]), label="fits") for raw in SCHEMAS}
    return CallFacts(
        server=draw(st.sampled_from([*SERVERS, "mail"])),
        tool=draw(st.sampled_from([*TOOLS, "Read_File"])),
        app=draw(st.sampled_from(APPS)),
        app_authenticated=draw(st.sampled_from([True, True, False])),
        findings=draw(st.lists(findings, max_size=2).map(tuple)),
        trust=draw(st.sampled_from(LEVELS)),
        annotations=draw(claims()),
        now=draw(st.none() | st.integers(-7200, 86400 * 7).map(lambda seconds: NOW + timedelta(seconds=seconds))),
        fits=lambda schema: answers.get(schema.digest),
        paths=draw(st.none() | st.lists(path_facts(), max_size=2).map(tuple)),
        hosts=draw(st.none() | st.lists(host_facts(), max_size=2).map(tuple)),
        folders=draw(st.sampled_from([PLACES, MappingProxyType({})])),
    )
