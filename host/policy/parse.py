"""What a policy file says, or everything that is wrong with it (pure).

Owns the form of ``policy.json`` and ``managed.json``, beyond what their JSON Schema can tell, and what an author is
told of a schema in a rule that would never decide anything; how a server is held against ``keep_out`` and ``only``.

Invariants:
    A file is read whole or not at all.
    Every problem names file, line, key and remedy; none repeats a credential.
    What is returned is in the normal form that ``host.policy.write`` writes.
    A rule that was read before in the same words is not worked out again.
    What keeps servers out only ever keeps out: addresses are parsed and never compared as texts, what programs could
    read differently counts as meant, and names are compared as they look, so that case and look-alike letters make no
    other name.
"""

from __future__ import annotations

import fnmatch
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

import resources
from host import conform, credentials, jsonc, schema, schema_worker
from host.arguments.host_names import read_url
from host.canonical import canonical
from host.errors import ConfigError
from host.inspect.lookalikes import skeleton
from host.jsonc import KeyPath, Located, quoted
from host.model import (
    NO_OBLIGATIONS,
    Effect,
    JsonObject,
    JsonValue,
    Obligations,
    RateLimit,
    RoleQuota,
    sha256_hex,
)
from host.policy import conditions
from host.policy.conditions import conditions_of, several
from host.policy.model import (
    ApproverEntry,
    Complaint,
    Conditions,
    KeptOut,
    Managed,
    Match,
    PolicySource,
    Rule,
    ServerPin,
    SourceKind,
    glob_problem,
)
from host.policy.place_conditions import host_matches, host_pattern, texts_in
from host.policy.write import own_id
from host.settings import DECLARATIONS, Settings, exact
from host.text import escape, one_line
from host.values import replace
from host.words import say, small

if TYPE_CHECKING:
    from referencing import Resource
    from referencing._core import Resolver

_COUNTS: Final = frozenset({"maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"})
_NUMBERS: Final = frozenset({"exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"})
_PARTS: Final = frozenset({"additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then"})
_REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")
_TEXTS: Final = frozenset({"$comment", "description", "title"})


def schema_problem(raw: JsonObject) -> str:
    """Why a schema cannot be used, in a few words; empty where it can."""
    if reason := schema.compile_schema(raw).reason:
        return _said(small(str(reason)).rstrip("."))
    return "" if _plain(raw) else _checked(raw)


def _said(reason: str) -> str:
    return say("is no schema that can be used: {why}", why=reason)


def _plain(part: JsonValue) -> bool:
    """Whether a schema is certainly valid, told fast: most are made of few keywords."""
    if isinstance(part, dict):
        return all(_plain_keyword(keyword, value) for keyword, value in part.items())
    return isinstance(part, bool)


def _plain_keyword(keyword: str, value: JsonValue) -> bool:
    if keyword == "type":
        return isinstance(value, str) and value in schema.TYPES
    if keyword == "properties":
        return isinstance(value, dict) and all(map(_plain, value.values()))
    if keyword in _PARTS:
        return _plain(value)
    if keyword in ("allOf", "anyOf", "oneOf"):
        return isinstance(value, list) and bool(value) and all(map(_plain, value))
    if keyword == "required":
        texts = [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
        return isinstance(value, list) and len({*texts}) == len(value)
    if keyword == "pattern":
        return isinstance(value, str) and not _bad_pattern(value)
    if keyword in _COUNTS:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if keyword in _NUMBERS:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return (
        keyword == "const"
        or (keyword == "enum" and isinstance(value, list))
        or (keyword in _TEXTS and isinstance(value, str))
    )


@lru_cache(4096)
def _bad_pattern(pattern: str) -> str:
    """Why a pattern cannot be compiled, empty where it can. The metaschemas do not ask."""
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return str(error)
    return ""


def _checked(raw: JsonObject) -> str:
    """The same, asked of jsonschema and referencing, in milliseconds."""
    from jsonschema.exceptions import SchemaError
    from referencing import Registry
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import specification_with

    dialect = str(raw.get("$schema", schema_worker.DEFAULT_DIALECT)).removesuffix("#")
    try:
        schema_worker.validators()[dialect].check_schema(raw)
        root: Resource[JsonValue] = specification_with(dialect).create_resource(raw)
        registry: Registry[JsonValue] = Registry()
        return next(_faults(root, registry.resolver_with_root(root)), "")
    except SchemaError as error:
        where = ".".join(map(str, error.absolute_path))
        return _said(say("{place} is not valid in it", place=quoted(where)) if where else say("it is not valid"))
    except Unresolvable:
        return _said(say("it refers to something that is not in it; nothing is fetched"))
    except Exception:  # noqa: BLE001  # fail closed: whatever else an odd schema makes the libraries throw
        return _said(say("it could not be checked"))


def _faults(part: Resource[JsonValue], resolver: Resolver[JsonValue]) -> Iterator[str]:
    """What the metaschemas do not ask: patterns, and where references lead. Raises Unresolvable."""
    held = part.contents
    if isinstance(held, dict):
        yield from _pattern_faults(held)
        for keyword in _REFERENCES:
            if isinstance(held.get(keyword), str):
                resolver.lookup(str(held[keyword]))
    for inner in part.subresources():
        yield from _faults(inner, resolver.in_subresource(inner))


def _pattern_faults(held: JsonObject) -> Iterator[str]:
    by_pattern = held.get("patternProperties")
    patterns = [held.get("pattern"), *(by_pattern if isinstance(by_pattern, dict) else ())]
    for pattern in patterns:
        if isinstance(pattern, str) and (why := _bad_pattern(pattern)):
            yield _said(say("the pattern {pattern} cannot be read: {why}", pattern=quoted(pattern), why=quoted(why)))


_FRAME, _RULE = "frame", "rule"
MANAGED_ONLY: Final = ("servers", "only", "keep_out", "pins", "approvers", "limits", "locked")
"""Members of a policy file that are an administrator's alone."""
_NOT_YOURS: Final = say("Remove it here; the administrator can write it into the managed file.")


_known: Final[dict[SourceKind, dict[str, Rule]]] = {"managed": {}, "user": {}}
"""The sound rules of the file of each kind that was read last, by their text. A memo; replaced as a whole."""


def parse(located: Located, kind: SourceKind) -> PolicySource:
    """Everything in a parsed file of that kind, or everything that is wrong with it, in order of lines."""
    value = located.value
    raws = value.get("rules") if isinstance(value, dict) else None
    listed: list[JsonValue] = raws if isinstance(raws, list) else []
    problems = [] if _fits(_FRAME)(value) else [error for _, error in conform.problems(located, _schema_of(_FRAME))]
    rules = _rules(located, listed, kind, problems)
    trust, managed = managed_of(located, kind, problems)
    if kind == "user" and isinstance(value, dict):
        problems += _beyond_the_user(located, value)
    if problems:
        ordered = tuple(conform.sorted_by_line(problems))
        return PolicySource(kind, located.file, error=ordered[0].words, problems=ordered)
    return PolicySource(kind, located.file, rules=rules, trust=trust, managed=managed)


def parse_rule(text: str, kind: SourceKind = "user") -> tuple[Rule | None, tuple[ConfigError, ...]]:
    """The one rule that ``text`` is, or what is wrong with it; the file is called ``rule``."""
    try:
        located = jsonc.load(text, file="rule")
    except ConfigError as error:
        return None, (error,)
    problems: list[ConfigError] = []
    rule = _rule(located, (), located.value, kind, problems)
    return (None, tuple(conform.sorted_by_line(problems))) if problems else (rule, ())


def _schema_of(part: str) -> JsonObject:
    """The schema of a file around its rules, or of one rule."""
    return _made(part, conditions.CONDITIONS)[0]


def _fits(part: str) -> conform.Fits:
    return _made(part, conditions.CONDITIONS)[1]


@cache
def _made(part: str, known: tuple[conditions.AnyCondition, ...]) -> tuple[JsonObject, conform.Fits]:
    schema = resources.schema("policy")
    match part, schema:
        case "rule", {"$defs": {"match": {"properties": dict(members)}}}:
            members.update({it.key: it.schema for it in known if it.schema is not None})
            schema = {"$ref": "#/$defs/rule", "$defs": schema["$defs"]}
        case "frame", {"properties": {"rules": dict(rules)}}:
            del rules["items"]
    return schema, conform.compile_check(schema)


def _rules(located: Located, raws: list[JsonValue], kind: SourceKind, problems: list[ConfigError]) -> tuple[Rule, ...]:
    """The rules that nothing is wrong with. What is wrong with others is added to ``problems``, here and below."""
    known, seen, rules = _known[kind], dict[str, Rule](), dict[int, Rule]()
    for place, raw in enumerate(raws):
        path: KeyPath = ("rules", place)
        start, end = located.span(path)
        text = located.text[start:end]
        rule = known.get(text) or _rule(located, path, raw, kind, problems)
        if rule is not None:
            seen[text] = rule
            rules[place] = _on_line(rule, located.line(path))
    _known[kind] = seen
    problems += _twins(located, raws, rules)
    return tuple(rules.values())


def _on_line(rule: Rule, line: int) -> Rule:
    """The same rule where it stands now."""
    if rule.line == line:
        return rule
    moved = replace(rule, line=line)
    object.__setattr__(moved, "form", rule.form)  # a memo; the line is not part of it
    return moved


def _rule(
    located: Located, path: KeyPath, raw: JsonValue, kind: SourceKind, problems: list[ConfigError]
) -> Rule | None:
    """The rule that ``raw``, which stands at ``path``, is; None where anything is wrong with it."""
    sound = _fits(_RULE)(raw)
    wrong = () if sound else conform.problems(located, _schema_of(_RULE), at=path, value=raw)
    problems += [error for _, error in wrong]
    usable = _without(raw, [below[len(path) :] for below, _ in wrong]) if wrong else raw
    if not isinstance(usable, dict) or (wrong and not _fits(_RULE)(usable)):
        return None
    found: list[Complaint] = []
    rule = _built(usable, kind, located.line(path), found)
    problems += [located.error((*path, *below), message, remedy) for below, message, remedy in found]
    return None if wrong or found else rule


def _without(raw: JsonValue, wrong: list[KeyPath]) -> JsonValue:
    """A rule less what the schema has something against, so that everything else in it is looked at too."""
    if not isinstance(raw, dict):
        return None
    rest = dict(raw)
    for path in wrong:
        inner = rest.get(str(path[0])) if path else None
        if isinstance(inner, dict) and len(path) > 1:
            rest[str(path[0])] = {key: value for key, value in inner.items() if key != path[1]}
        elif path:
            rest.pop(str(path[0]), None)
    return rest


def _built(raw: JsonObject, kind: SourceKind, line: int, found: list[Complaint]) -> Rule:
    """The rule that an object is, which the schema has nothing against."""
    name, effect = str(raw.get("id", "")), Effect(raw["effect"])
    match, wanted = _object(raw, "match"), _object(raw, "obligations")
    rule = Rule(
        id=name,
        effect=effect,
        match=match_of(match, found),
        reason=str(raw.get("reason", "")),
        source=kind,
        conditions=_conditions(match, found),
        obligations=obligations_of(wanted, effect, name, found),
        enabled=raw.get("enabled") is not False,
        expires=moment_of(str(raw["expires"]), found) if "expires" in raw else None,
        acknowledges=acknowledged_of(raw.get("acknowledges"), effect, found),
        raw=raw,
        line=line,
    )
    if name:
        return rule
    name = own_id(rule)
    return replace(rule, id=name, obligations=obligations_of(wanted, effect, name, []))


def _twins(located: Located, raws: list[JsonValue], rules: Mapping[int, Rule]) -> Iterator[ConfigError]:
    """Ids that stand twice: a verdict names its rule by it."""
    taken: dict[str, tuple[str, int]] = {}
    for place, raw in enumerate(raws):
        written = raw.get("id") if isinstance(raw, dict) else None
        name = written if isinstance(written, str) else rules[place].id if place in rules else ""
        if not name:
            continue
        other, before = taken.setdefault(name.casefold(), (name, place))
        if before == place:
            continue
        line = str(located.line(("rules", before)))
        if written is None:
            message = say("says the same as the rule on line {line}", line=line)
            yield located.error(("rules", place), message, say("Remove one of the two, or give both an id."))
        else:
            message = say("differs only in case from the id of the rule on line {line}", line=line)
            if name == other:
                message = say("is the id of the rule on line {line} too", line=line)
            yield located.error(("rules", place, "id"), message, say("Give each an id of its own."))


def _beyond_the_user(located: Located, value: JsonObject) -> Iterator[ConfigError]:
    """What only the administrator can say."""
    for key in MANAGED_ONLY:
        if key in value:
            yield located.error((key,), say("can be said by the managed file alone"), _NOT_YOURS)
    for server, vouched in _object(value, "trust").items():
        if vouched is True:
            yield located.error(
                ("trust", server), say("names no configuration"), say("Write the digest that Assent shows.")
            )


def _object(raw: JsonObject, key: str) -> JsonObject:
    value = raw.get(key)
    return value if isinstance(value, dict) else {}


# Rules

_GLOBS: Final = ("server", "tool", "app")
_BRACKETS: Final = say("Write [[] and []] for brackets as such, and ranges upwards, as in [a-z].")
_ONLY_ASKING: Final = ("approvers", "pin", "reason_required")


def match_of(raw: JsonObject, found: list[Complaint]) -> Match:
    """The three patterns. What is wrong is added to ``found``, here and below."""
    globs = {key: str(raw[key]) for key in _GLOBS if key in raw and raw[key] != "*"}
    for key, glob in globs.items():
        if why := glob_problem(glob):
            found.append((("match", key), why, _BRACKETS))
    return Match(**globs)


def obligations_of(raw: JsonObject, effect: Effect, rule: str, found: list[Complaint]) -> Obligations:
    """What the rule demands. ``rule``: its id."""
    if not raw:
        return NO_OBLIGATIONS
    misplaced = {key: _misplaced(key, effect) for key, wanted in raw.items() if wanted is not False}
    found += [(("obligations", key), *why) for key, why in misplaced.items() if why]
    return Obligations(
        tuple(sorted(_quotas(raw.get("approvers"), found))),
        raw.get("pin") is True,
        raw.get("review_result") is True,
        raw.get("reason_required") is True,
        tuple(_rates(_object(raw, "rate"), rule)),
    )


def acknowledged_of(raw: JsonValue, effect: Effect, found: list[Complaint]) -> frozenset[str]:
    """The kinds of findings that the rule has taken into account."""
    if raw is not None and effect is not Effect.ALLOW:
        message = say("means nothing in a rule that does not allow: its calls do not pass by themselves")
        found.append((("acknowledges",), message, say('Remove it, or write "effect": "allow".')))
    return frozenset(texts_in(raw))


def moment_of(text: str, found: list[Complaint]) -> datetime | None:
    """The moment that ``expires`` names, in UTC."""
    try:
        return datetime.fromisoformat(text.upper().replace(" ", "T")).astimezone(UTC)
    except (ValueError, OverflowError):
        found.append(
            (("expires",), say("is no moment that there is"), say('Write one such as "2027-01-01T00:00:00Z".'))
        )
        return None


def _misplaced(key: str, effect: Effect) -> tuple[str, str] | None:
    """Why a rule of that effect cannot demand this, and what to do."""
    if effect is Effect.DENY:
        return say("means nothing in a rule that denies"), say("Remove it, or let the rule ask.")
    if effect is Effect.ALLOW and key in _ONLY_ASKING:
        return say("needs a person, and a rule that allows asks nobody"), 'Write "effect": "ask".'
    return None


def _quotas(raw: JsonValue, found: list[Complaint]) -> Iterator[RoleQuota]:
    taken: set[str] = set()
    for place, entry in enumerate(several(raw or [])):
        wanted: JsonObject = entry if isinstance(entry, dict) else {"role": entry}
        role, count = str(wanted["role"]), wanted.get("count", 1)
        if role in taken:
            path: KeyPath = ("obligations", "approvers", place)
            found.append(
                (path, say("names a role a second time"), say('Write {{"role": …, "count": 2}} for two people.'))
            )
        taken.add(role)
        yield RoleQuota(role, _whole(count))


def _rates(raw: JsonObject, rule: str) -> Iterator[RateLimit]:
    if raw:
        seconds = raw["perSeconds"]
        yield RateLimit(rule, _whole(raw["calls"]), float(seconds) if isinstance(seconds, int | float) else 0.0)


def _conditions(raw: JsonObject, found: list[Complaint]) -> Conditions:
    """Everything in ``match`` besides the patterns."""
    wanted = conditions_of(raw, found)
    if wanted.of("method") is not None and raw.get("tool", "*") != "*":
        message = say("means nothing beside a method: no tool is called")
        found.append((("match", "tool"), message, say("Remove one of the two.")))
    if (schema := wanted.arguments) is not None and (why := schema_problem(schema.raw)):
        found.append((("match", "arguments"), why, say("See https://json-schema.org for what a schema may say.")))
    return wanted


def _whole(value: JsonValue) -> int:
    """JSON Schema counts ``1e3`` among the integers."""
    return int(value) if isinstance(value, int | float) else 0


# What only the administrator's file can say, and whom a file vouches for

_CREDENTIAL: Final = say('Make one with "assent approvers credential", and paste it whole.')


def managed_of(located: Located, kind: SourceKind, problems: list[ConfigError]) -> tuple[Mapping[str, str], Managed]:
    """Whom a file of that kind vouches for, and what else it says; what is wrong is added to ``problems``."""
    value = located.value if isinstance(located.value, dict) else {}
    servers = _object(value, "servers")
    if kind == "user":
        return MappingProxyType(_digests(_object(value, "trust"))), Managed()
    problems += _server_problems(located, servers)
    trust = _trust(located, _object(value, "trust"), servers, problems)
    managed = Managed(
        MappingProxyType({name: entry for name, entry in servers.items() if isinstance(entry, dict)}),
        MappingProxyType({name: located.line(("servers", name)) for name in servers}),
        MappingProxyType({name: _pin(raw) for name, raw in _object(value, "pins").items() if isinstance(raw, dict)}),
        tuple(_approvers(located, value.get("approvers"), problems)),
        MappingProxyType(_limits(located, _object(value, "limits"), problems)),
        frozenset(_locked(located, value.get("locked"), problems)),
        value.get("only") is True,
        tuple(_kept_out(located, value.get("keep_out"), problems)),
    )
    return MappingProxyType(trust), managed


@cache
def _servers_schema() -> JsonObject:
    """The schema of ``mcpServers`` in servers.json."""
    schema = resources.schema("servers")
    return {**_object(_object(schema, "properties"), "mcpServers"), "$defs": schema["$defs"]}


def _server_problems(located: Located, servers: JsonObject) -> Iterator[ConfigError]:
    found = conform.problems(located, _servers_schema(), at=("servers",), value=servers) if servers else ()
    return (error for _, error in found)


def _trust(located: Located, raw: JsonObject, servers: JsonObject, problems: list[ConfigError]) -> dict[str, str]:
    """Server id to the digest of the configuration that is vouched for; ``true``: the one in this file."""
    trust = _digests(raw)
    for name, vouched in raw.items():
        if vouched is True and name in servers:
            trust[name] = sha256_hex(canonical(servers[name]))
        elif vouched is True:
            remedy = say('Configure it under "servers", or write the digest that Assent shows.')
            problems.append(located.error(("trust", name), say("is no server that this file configures"), remedy))
    return trust


def _digests(raw: JsonObject) -> dict[str, str]:
    return {name: digest for name, digest in raw.items() if isinstance(digest, str)}


def _pin(raw: JsonObject) -> ServerPin:
    instructions = raw.get("instructions")
    tools = MappingProxyType(_digests(_object(raw, "tools")))
    return ServerPin(tools, instructions if isinstance(instructions, str) else None)


def _entries(key: str, listed: JsonValue) -> Iterator[tuple[KeyPath, JsonObject]]:
    """The objects in a list, and where each stands."""
    for place, raw in enumerate(listed if isinstance(listed, list) else []):
        if isinstance(raw, dict):
            yield (key, place), raw


def _approvers(located: Located, listed: JsonValue, problems: list[ConfigError]) -> Iterator[ApproverEntry]:
    taken: dict[str, int] = {}
    for path, raw in _entries("approvers", listed):
        name, credential, roles = str(raw.get("name")), str(raw.get("credential")), raw.get("roles")
        if escape(name) != name or name != name.strip():
            message = say("begins or ends with a space, or has hidden characters")
            problems.append(located.error((*path, "name"), message, say("Leave them out.")))
        folded = unicodedata.normalize("NFKC", name).casefold()
        if folded in taken:
            message = say("is the name of the person on line {line} too", line=str(taken[folded]))
            problems.append(located.error((*path, "name"), message, say("Give each a name of their own.")))
        taken.setdefault(folded, located.line((*path, "name")))
        if "credential" in raw and (why := credentials.problem(credential)):
            problems.append(located.error((*path, "credential"), why, _CREDENTIAL))
        yield ApproverEntry(name, tuple(sorted(map(str, roles if isinstance(roles, list) else []))), credential)


def _kept_out(located: Located, listed: JsonValue, problems: list[ConfigError]) -> Iterator[KeptOut]:
    for path, raw in _entries("keep_out", listed):
        server, url, reason = (str(raw.get(key, "")) for key in ("server", "url", "reason"))
        if len(raw.keys() & {"server", "url", "command"}) != 1:
            message = say('says not exactly one of "server", "url" and "command"')
            problems.append(located.error(path, message, say("Write one entry for each.")))
        if why := glob_problem(server):
            problems.append(located.error((*path, "server"), why))
        if "://" in url:
            message, remedy = say("has a scheme, which makes no difference"), say("Write host and path without it.")
            problems.append(located.error((*path, "url"), message, remedy))
            continue
        host, _, rest = url.partition("/")
        meant = host_pattern(host) if host not in ("", "*") else None
        if isinstance(meant, str):
            problems.append(located.error((*path, "url"), meant))
            continue
        if not plain_path(f"/{rest}"):
            message = say("has a path that programs could read differently")
            problems.append(located.error((*path, "url"), message, say("Write plain names between slashes.")))
        yield KeptOut(server, url, meant, path_parts(f"/{rest}"), texts_in(raw.get("command")), reason)


def _limits(located: Located, raw: JsonObject, problems: list[ConfigError]) -> dict[str, float]:
    limits: dict[str, float] = {}
    for name, value in raw.items():
        if not isinstance(value, int | float) or isinstance(value, bool):
            continue
        if why := _unknown(name):
            problems.append(located.error(("limits", name), *why))
            continue
        try:
            limits[name] = exact(name, value)
            Settings().replace(**{name: limits[name]})
        except ConfigError as error:
            problems.append(located.error(("limits", name), error.problem, error.remedy))
    return limits


def _locked(located: Located, listed: JsonValue, problems: list[ConfigError]) -> Iterator[str]:
    for place, name in enumerate(listed if isinstance(listed, list) else []):
        if why := _unknown(str(name)):
            problems.append(located.error(("locked", place), *why))
        yield str(name)


def _unknown(name: str) -> tuple[str, str] | None:
    """What is wrong with the name of a setting, and what to do."""
    names = [declared.name for declared in DECLARATIONS]
    if name in names:
        return None
    close = get_close_matches(name[:64], names, n=1)
    remedy = (
        say("Did you mean {name}?", name=quoted(close[0]))
        if close
        else say("The screen of settings and the reference list them.")
    )
    return say("there is no such setting"), remedy


# Which servers of the user the administrator keeps out

SameProgram: TypeAlias = Callable[[str, str], bool]
"""Whether two commands start one program: the entry's, and that of the administrator."""

ONLY: Final = say("Your administrator lets no servers run but their own.")
_REASON: Final = 500
_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9/._~!$&'()*+,=:@-]|/\.{1,2}(?=/|$)|//")
"""What lets programs read a path differently: escapes, steps up, empty parts, parameters, other letters."""
_WILD: Final = re.compile(r"\*|\?|\[[^]]+\]")
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*([^?#]*)")


def plain_path(path: str) -> bool:
    """Whether every program reads a path alike."""
    return _NOT_PLAIN.search(path) is None


def path_parts(path: str) -> tuple[str, ...]:
    """The names between the slashes, in one case."""
    return tuple(part.casefold() for part in path.split("/") if part)


def kept_out(managed: Managed, server: str, argv: tuple[str, ...], url: str, same: SameProgram) -> str:
    """Why a server of the user does not run, one sentence; empty where it does.

    ``server``: its name. ``argv``: the command, empty for one behind a URL. ``url``: empty for a command, and where it
    is not known yet. ``same``: asked only of commands with equal arguments.
    """
    if managed.only:
        return ONLY
    for wanted in managed.keep_out:
        if why := _why(wanted, server, argv, url, same):
            if not wanted.reason:
                return why
            return say("{why} They say: {reason}", why=why, reason=one_line(wanted.reason, _REASON))
    return ""


def _why(wanted: KeptOut, server: str, argv: tuple[str, ...], url: str, same: SameProgram) -> str:
    if wanted.server and _named(wanted.server, server):
        return say("Your administrator keeps out servers called {pattern}.", pattern=one_line(wanted.server, 256))
    if wanted.url and url and _at(wanted, url):
        return say("Your administrator keeps out servers at {pattern}.", pattern=one_line(wanted.url, 512))
    if wanted.command and argv[1:] == wanted.command[1:] and argv and same(argv[0], wanted.command[0]):
        return say("Your administrator keeps out this command.")
    return ""


def _named(glob: str, server: str) -> bool:
    """As it is written, in any case, or as it looks."""
    parts, wild = _WILD.split(glob), [*_WILD.findall(glob), ""]
    alike = "".join(skeleton(part) + mark for part, mark in zip(parts, wild, strict=True))
    return fnmatch.fnmatchcase(server.casefold(), glob.casefold()) or fnmatch.fnmatchcase(skeleton(server), alike)


def _at(wanted: KeptOut, url: str) -> bool:
    if wanted.host is not None and host_matches(read_url(url), wanted.host, allow=False) is False:
        return False
    found = _ADDRESS.match(url)
    path = found[1] if found is not None else ""
    return not plain_path(path) or path_parts(path)[: len(wanted.path)] == wanted.path
