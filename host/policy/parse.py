"""What a policy file says, or everything that is wrong with it (pure).

Owns the form of ``policy.json`` and ``managed.json`` beyond their JSON Schema, the check of schemas in rules, and how a
server is compared with ``keep_out`` and ``only``.

Invariants:
    A file is read completely or not at all.
    Every problem names file, line, key and remedy; none repeats a credential.
    The result is in the normal form that ``host.policy.write`` writes.
    A rule that was read before in the same words is not parsed again.
    Excluding servers is strict: addresses are parsed and never compared as texts; what programs could read differently
        counts as meant; and names are compared as they look, so that case and look-alike letters make no other name.
"""

from __future__ import annotations

import fnmatch
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec.structs import force_setattr

import resources
from host import conform, credentials, jsonc, regex, schema, schema_worker
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
    object_in,
    sha256_hex,
)
from host.policy import conditions
from host.policy.conditions import as_list, conditions_of
from host.policy.model import (
    ApproverEntry,
    Complaint,
    Condition,
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
from host.policy.write import derived_id
from host.settings import DECLARATIONS, Settings, exact
from host.text import escape, one_line
from host.values import replace
from host.words import say, small

if TYPE_CHECKING:
    from referencing import Resource
    from referencing._core import Resolver

_REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")


def schema_problem(raw: JsonObject) -> str:
    """Return why a schema cannot be used, in a few words, empty if it can: 0.7 ms for a small one."""
    if reason := schema.compile_schema(raw).reason:
        return _wrong(small(str(reason)).rstrip("."))
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
        return _wrong(say("{place} is not valid in it", place=quoted(where)) if where else say("it is not valid"))
    except Unresolvable:
        return _wrong(say("it refers to something that is not in it; nothing is fetched"))
    except Exception:  # noqa: BLE001  # fail closed: an odd schema may make the libraries raise anything
        return _wrong(say("it could not be checked"))


def _wrong(reason: str) -> str:
    return say("is no schema that can be used: {why}", why=reason)


def _faults(part: Resource[JsonValue], resolver: Resolver[JsonValue]) -> Iterator[str]:
    """Yield what the metaschemas do not check: patterns, and the targets of references. Raises Unresolvable."""
    contents = part.contents
    if isinstance(contents, dict):
        yield from _pattern_faults(contents)
        for keyword in _REFERENCES:
            if isinstance(contents.get(keyword), str):
                resolver.lookup(str(contents[keyword]))
    for inner in part.subresources():
        yield from _faults(inner, resolver.in_subresource(inner))


def _pattern_faults(schema_part: JsonObject) -> Iterator[str]:
    by_pattern = schema_part.get("patternProperties")
    patterns = [schema_part.get("pattern"), *(by_pattern if isinstance(by_pattern, dict) else ())]
    for pattern in patterns:
        try:
            re.compile(pattern if isinstance(pattern, str) else "")
        except (re.error, OverflowError, RecursionError) as error:
            why = quoted(str(error))
            yield _wrong(say("the pattern {pattern} cannot be read: {why}", pattern=quoted(str(pattern)), why=why))


_FRAME, _RULE = "frame", "rule"
MANAGED_ONLY: Final = ("servers", "only", "keep_out", "pins", "approvers", "limits", "locked")
"""Members of a policy file that only the administrator's may have."""
_NOT_YOURS: Final = say("Remove it here; the administrator can write it into the managed file.")

_rules_by_text: Final[dict[SourceKind, dict[str, Rule]]] = {"managed": {}, "user": {}}
"""A cache: the sound rules of the last file of each kind, by their text. Replaced as a whole."""


def parse(located: Located, kind: SourceKind) -> PolicySource:
    """Return everything in a parsed file, or everything that is wrong with it, in order of lines."""
    value = located.value
    raws = value.get("rules") if isinstance(value, dict) else None
    listed: list[JsonValue] = raws if isinstance(raws, list) else []
    frame_schema, fits = _schema_and_check(_FRAME, conditions.CONDITIONS)
    problems = [] if fits(value) else [error for _, error in conform.problems(located, frame_schema)]
    rules = _rules(located, listed, kind, problems)
    problems += _duplicate_ids(located, listed, rules)
    trust, managed = managed_of(located, kind, problems)
    if kind == "user" and isinstance(value, dict):
        problems += _managed_only_problems(located, value)
    if problems:
        ordered = tuple(conform.sorted_by_line(problems))
        return PolicySource(kind, located.file, error=ordered[0].words, problems=ordered)
    return PolicySource(kind, located.file, rules=tuple(rules.values()), trust=trust, managed=managed)


def rules_in(located: Located, listed: list[JsonValue]) -> tuple[Rule, ...]:
    """Return the user's rules ``listed`` as in a policy file, where several may have one id. Raises ConfigError."""
    problems: list[ConfigError] = []
    rules = _rules(located, listed, "user", problems)
    if problems:
        raise problems[0]
    return tuple(rules.values())


def parse_rule(text: str, kind: SourceKind = "user") -> tuple[Rule | None, tuple[ConfigError, ...]]:
    """Return the rule in ``text``, or what is wrong with it. The file is called ``rule``."""
    try:
        located = jsonc.load(text, file="rule")
    except ConfigError as error:
        return None, (error,)
    problems: list[ConfigError] = []
    rule = _rule(located, (), located.value, kind, problems)
    return (None, tuple(conform.sorted_by_line(problems))) if problems else (rule, ())


@cache
def _schema_and_check(part: str, kinds: tuple[type[Condition], ...]) -> tuple[JsonObject, conform.Fits]:
    file_schema = resources.schema("policy")
    match part, file_schema:
        case "rule", {"$defs": {"match": {"properties": dict(members)}}}:
            members.update({it.key: it.schema for it in kinds if it.schema is not None})
            file_schema = {"$ref": "#/$defs/rule", "$defs": file_schema["$defs"]}
        case "frame", {"properties": {"rules": dict(rules)}}:
            del rules["items"]
    return file_schema, conform.compile_check(file_schema)


def _rules(
    located: Located, raws: list[JsonValue], kind: SourceKind, problems: list[ConfigError]
) -> Mapping[int, Rule]:
    """Return the sound rules by their place. Problems with others are added to ``problems``, here and below."""
    cached, by_text, rules = _rules_by_text[kind], dict[str, Rule](), dict[int, Rule]()
    for place, raw in enumerate(raws):
        path: KeyPath = ("rules", place)
        start, end = located.span(path)
        text = located.text[start:end]
        rule = cached.get(text) or _rule(located, path, raw, kind, problems)
        if rule is not None:
            by_text[text] = rule
            rules[place] = _on_line(rule, located.line(path))
    _rules_by_text[kind] = by_text
    return rules


def _on_line(rule: Rule, line: int) -> Rule:
    if rule.line == line:
        return rule
    moved = replace(rule, line=line)
    force_setattr(moved, "form", rule.form)  # a cache that does not depend on the line
    return moved


def _rule(
    located: Located, path: KeyPath, raw: JsonValue, kind: SourceKind, problems: list[ConfigError]
) -> Rule | None:
    """Return the rule in ``raw``, which stands at ``path``, None if anything is wrong with it."""
    rule_schema, fits = _schema_and_check(_RULE, conditions.CONDITIONS)
    wrong = () if fits(raw) else conform.problems(located, rule_schema, at=path, value=raw)
    problems += [error for _, error in wrong]
    usable = _without_faults(raw, [below[len(path) :] for below, _ in wrong]) if wrong else raw
    if not isinstance(usable, dict) or (wrong and not fits(usable)):
        return None
    complaints: list[Complaint] = []
    rule = _build_rule(usable, kind, located.line(path), complaints)
    problems += [located.error((*path, *below), message, remedy) for below, message, remedy in complaints]
    return None if wrong or complaints else rule


def _without_faults(raw: JsonValue, wrong: list[KeyPath]) -> JsonValue:
    """Return a rule without the parts that violate the schema, so that everything else in it is checked too."""
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


def _build_rule(raw: JsonObject, kind: SourceKind, line: int, complaints: list[Complaint]) -> Rule:
    name, effect = str(raw.get("id", "")), Effect(raw["effect"])
    match, wanted = object_in(raw, "match"), object_in(raw, "obligations")
    rule = Rule(
        id=name,
        effect=effect,
        match=match_of(match, complaints),
        reason=str(raw.get("reason", "")),
        source=kind,
        conditions=_conditions(match, complaints),
        obligations=obligations_of(wanted, effect, name, complaints),
        enabled=raw.get("enabled") is not False,
        expires=moment_of(str(raw["expires"]), complaints) if "expires" in raw else None,
        acknowledges=acknowledged_of(raw.get("acknowledges"), effect, complaints),
        raw=raw,
        line=line,
    )
    if name:
        return rule
    name = derived_id(rule)
    return replace(rule, id=name, obligations=obligations_of(wanted, effect, name, []))


def _duplicate_ids(located: Located, raws: list[JsonValue], rules: Mapping[int, Rule]) -> Iterator[ConfigError]:
    """Yield ids that occur twice: a verdict names its rule by id."""
    first_by_name: dict[str, tuple[str, int]] = {}
    for place, raw in enumerate(raws):
        written = raw.get("id") if isinstance(raw, dict) else None
        name = written if isinstance(written, str) else rules[place].id if place in rules else ""
        if not name:
            continue
        other, before = first_by_name.setdefault(name.casefold(), (name, place))
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


def _managed_only_problems(located: Located, value: JsonObject) -> Iterator[ConfigError]:
    for key in MANAGED_ONLY:
        if key in value:
            yield located.error((key,), say("is allowed only in the managed file"), _NOT_YOURS)
    for server, vouched in object_in(value, "trust").items():
        if vouched is True:
            yield located.error(
                ("trust", server), say("names no configuration"), say("Write the digest that Assent shows.")
            )


# Rules

_GLOBS: Final = ("server", "tool", "app")
_BRACKETS: Final = say("Write [[] and []] for brackets as such, and ranges upwards, as in [a-z].")
_ONLY_ASKING: Final = ("approvers", "pin", "reason_required")


def match_of(raw: JsonObject, complaints: list[Complaint]) -> Match:
    """Return the three patterns. Problems are added to ``complaints``, here and below."""
    globs = {key: str(raw[key]) for key in _GLOBS if key in raw and raw[key] != "*"}
    for key, glob in globs.items():
        if why := glob_problem(glob):
            complaints.append((("match", key), why, _BRACKETS))
    return Match(globs.get("server"), globs.get("tool"), globs.get("app"))


def obligations_of(raw: JsonObject, effect: Effect, rule: str, complaints: list[Complaint]) -> Obligations:
    """Return what the rule demands. ``rule``: its id."""
    if not raw:
        return NO_OBLIGATIONS
    misplaced = {key: _misplaced(key, effect) for key, wanted in raw.items() if wanted is not False}
    complaints += [(("obligations", key), *why) for key, why in misplaced.items() if why]
    return Obligations(
        tuple(sorted(_quotas(raw.get("approvers"), complaints))),
        raw.get("pin") is True,
        raw.get("review_result") is True,
        raw.get("reason_required") is True,
        tuple(_rates(object_in(raw, "rate"), rule)),
    )


def acknowledged_of(raw: JsonValue, effect: Effect, complaints: list[Complaint]) -> frozenset[str]:
    """Return the kinds of findings that the rule accepts."""
    if raw is not None and effect is not Effect.ALLOW:
        message = say("means nothing in a rule that does not allow: its calls do not pass by themselves")
        complaints.append((("acknowledges",), message, say('Remove it, or write "effect": "allow".')))
    return frozenset(texts_in(raw))


def moment_of(text: str, complaints: list[Complaint]) -> datetime | None:
    """Return the time in ``expires``, in UTC."""
    try:
        return datetime.fromisoformat(text.upper().replace(" ", "T")).astimezone(UTC)
    except (ValueError, OverflowError):
        complaints.append((("expires",), say("is no valid time"), say('Write one such as "2027-01-01T00:00:00Z".')))
        return None


def _misplaced(key: str, effect: Effect) -> tuple[str, str] | None:
    """Return why a rule of that effect cannot demand this, and what to do."""
    if effect is Effect.DENY:
        return say("means nothing in a rule that denies"), say("Remove it, or let the rule ask.")
    if effect is Effect.ALLOW and key in _ONLY_ASKING:
        return say("needs a person, and a rule that allows asks nobody"), 'Write "effect": "ask".'
    return None


def _quotas(raw: JsonValue, complaints: list[Complaint]) -> Iterator[RoleQuota]:
    roles: set[str] = set()
    for place, entry in enumerate(as_list(raw or [])):
        wanted: JsonObject = entry if isinstance(entry, dict) else {"role": entry}
        role, count = str(wanted["role"]), wanted.get("count", 1)
        if role in roles:
            path: KeyPath = ("obligations", "approvers", place)
            complaints.append(
                (path, say("names a role a second time"), say('Write {{"role": …, "count": 2}} for two people.'))
            )
        roles.add(role)
        yield RoleQuota(role, _to_int(count))


def _rates(raw: JsonObject, rule: str) -> Iterator[RateLimit]:
    if raw:
        seconds = raw["perSeconds"]
        yield RateLimit(rule, _to_int(raw["calls"]), float(seconds) if isinstance(seconds, int | float) else 0.0)


def _conditions(raw: JsonObject, complaints: list[Complaint]) -> tuple[Condition, ...]:
    wanted = conditions_of(raw, complaints)
    if "method" in raw and raw.get("tool", "*") != "*":
        message = say("means nothing beside a method: no tool is called")
        complaints.append((("match", "tool"), message, say("Remove one of the two.")))
    argument_schema = raw.get("arguments")
    if isinstance(argument_schema, dict) and (why := schema_problem(argument_schema)):
        complaints.append((("match", "arguments"), why, say("See https://json-schema.org for what a schema may say.")))
    return wanted


def _to_int(value: JsonValue) -> int:
    """Return an integer; JSON Schema counts ``1e3`` among them."""
    return int(value) if isinstance(value, int | float) else 0


# What only the administrator's file can say, and whom a file vouches for

_CREDENTIAL: Final = say('Make one with "assent approvers credential", and paste it whole.')


def managed_of(located: Located, kind: SourceKind, problems: list[ConfigError]) -> tuple[Mapping[str, str], Managed]:
    """Return whom the file vouches for, and what only a managed file says. Problems are added to ``problems``."""
    value = located.value if isinstance(located.value, dict) else {}
    servers = object_in(value, "servers")
    if kind == "user":
        return MappingProxyType(_texts_by_name(object_in(value, "trust"))), Managed()
    if servers:
        of_servers, fits = _servers_schema_and_check()
        wrong = () if fits(servers) else conform.problems(located, of_servers, at=("servers",), value=servers)
        problems += (error for _, error in wrong)
    trust = _trust(located, object_in(value, "trust"), servers, problems)
    managed = Managed(
        MappingProxyType({name: entry for name, entry in servers.items() if isinstance(entry, dict)}),
        MappingProxyType({name: located.line(("servers", name)) for name in servers}),
        MappingProxyType({name: _pin(raw) for name, raw in object_in(value, "pins").items() if isinstance(raw, dict)}),
        tuple(_approvers(located, value.get("approvers"), problems)),
        MappingProxyType(_limits(located, object_in(value, "limits"), problems)),
        frozenset(_locked(located, value.get("locked"), problems)),
        value.get("only") is True,
        tuple(_kept_out(located, value.get("keep_out"), problems)),
    )
    return MappingProxyType(trust), managed


@cache
def _servers_schema_and_check() -> tuple[JsonObject, conform.Fits]:
    file_schema = resources.schema("servers")
    servers_schema: JsonObject = {**object_in(file_schema, "properties", "mcpServers"), "$defs": file_schema["$defs"]}
    return servers_schema, conform.compile_check(servers_schema)


def _trust(located: Located, raw: JsonObject, servers: JsonObject, problems: list[ConfigError]) -> dict[str, str]:
    """Return server ids with the digest of the trusted configuration; ``true`` means the one in this file."""
    trust = _texts_by_name(raw)
    for name, vouched in raw.items():
        if vouched is True and name in servers:
            trust[name] = sha256_hex(canonical(servers[name]))
        elif vouched is True:
            remedy = say('Configure it under "servers", or write the digest that Assent shows.')
            problems.append(located.error(("trust", name), say("is no server that this file configures"), remedy))
    return trust


def _texts_by_name(raw: JsonObject) -> dict[str, str]:
    return {name: digest for name, digest in raw.items() if isinstance(digest, str)}


def _pin(raw: JsonObject) -> ServerPin:
    instructions = raw.get("instructions")
    tools = MappingProxyType(_texts_by_name(object_in(raw, "tools")))
    return ServerPin(tools, instructions if isinstance(instructions, str) else None)


def _objects_in(key: str, listed: JsonValue) -> Iterator[tuple[KeyPath, JsonObject]]:
    for place, raw in enumerate(listed if isinstance(listed, list) else []):
        if isinstance(raw, dict):
            yield (key, place), raw


def _approvers(located: Located, listed: JsonValue, problems: list[ConfigError]) -> Iterator[ApproverEntry]:
    line_by_name: dict[str, int] = {}
    for path, raw in _objects_in("approvers", listed):
        name, credential, roles = str(raw.get("name")), str(raw.get("credential")), raw.get("roles")
        if escape(name) != name or name != name.strip():
            message = say("begins or ends with a space, or has hidden characters")
            problems.append(located.error((*path, "name"), message, say("Leave them out.")))
        folded = unicodedata.normalize("NFKC", name).casefold()
        if folded in line_by_name:
            message = say("is the name of the person on line {line} too", line=str(line_by_name[folded]))
            problems.append(located.error((*path, "name"), message, say("Give each a name of their own.")))
        line_by_name.setdefault(folded, located.line((*path, "name")))
        if "credential" in raw and (why := credentials.problem(credential)):
            problems.append(located.error((*path, "credential"), why, _CREDENTIAL))
        yield ApproverEntry(name, tuple(sorted(map(str, roles if isinstance(roles, list) else []))), credential)


def _kept_out(located: Located, listed: JsonValue, problems: list[ConfigError]) -> Iterator[KeptOut]:
    for path, raw in _objects_in("keep_out", listed):
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
        pattern = host_pattern(host) if host not in ("", "*") else None
        if isinstance(pattern, str):
            problems.append(located.error((*path, "url"), pattern))
            continue
        if not plain_path(f"/{rest}"):
            message = say("has a path that programs could read differently")
            problems.append(located.error((*path, "url"), message, say("Write plain names between slashes.")))
        yield KeptOut(server, url, pattern, path_parts(f"/{rest}"), texts_in(raw.get("command")), reason)


def _limits(located: Located, raw: JsonObject, problems: list[ConfigError]) -> dict[str, float]:
    limits: dict[str, float] = {}
    for name, value in raw.items():
        if not isinstance(value, int | float) or isinstance(value, bool):
            continue
        if why := _unknown_setting(name):
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
        if why := _unknown_setting(str(name)):
            problems.append(located.error(("locked", place), *why))
        yield str(name)


def _unknown_setting(name: str) -> tuple[str, str] | None:
    names = [declared.name for declared in DECLARATIONS]
    if name in names:
        return None
    from difflib import get_close_matches  # on first use: only for a broken file

    close = get_close_matches(name[:64], names, n=1)
    remedy = (
        say("Did you mean {name}?", name=quoted(close[0]))
        if close
        else say("The screen of settings and the reference list them.")
    )
    return say("there is no such setting"), remedy


# Which servers of the user the administrator keeps out

SameProgram: TypeAlias = Callable[[str, str], bool]
"""Whether two commands start one program: the entry's and the administrator's."""

ONLY: Final = say("Your administrator allows only their own servers to run.")
_MAX_REASON: Final = 500
_NOT_PLAIN: Final = regex.pattern(r"[^A-Za-z0-9/._~!$&'()*+,=:@-]|/\.{1,2}(?=/|$)|//")
"""What programs could read differently in a path: escapes, steps up, empty parts, parameters, other letters."""
_WILD: Final = regex.pattern(r"\*|\?|\[[^]]+\]")
_ADDRESS: Final = regex.pattern(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*([^?#]*)")


def plain_path(path: str) -> bool:
    """Whether every program reads a path alike."""
    return _NOT_PLAIN.search(path) is None


def path_parts(path: str) -> tuple[str, ...]:
    """Return the names between the slashes, case-folded."""
    return tuple(part.casefold() for part in path.split("/") if part)


def kept_out(managed: Managed, server: str, argv: tuple[str, ...], url: str, is_same: SameProgram) -> str:
    """Return why a server of the user may not run, one sentence, empty if it may.

    ``server``: its name. ``argv``: the command, empty for a URL. ``url``: empty for a command, or if not known yet.
    ``is_same``: asked only about commands with equal arguments.
    """
    if managed.only:
        return ONLY
    for wanted in managed.keep_out:
        if why := _why_entry_excludes(wanted, server, argv, url, is_same):
            if not wanted.reason:
                return why
            return say("{why} They say: {reason}", why=why, reason=one_line(wanted.reason, _MAX_REASON))
    return ""


def _why_entry_excludes(wanted: KeptOut, server: str, argv: tuple[str, ...], url: str, is_same: SameProgram) -> str:
    if wanted.server and _matches_name(wanted.server, server):
        return say("Your administrator keeps out servers called {pattern}.", pattern=one_line(wanted.server, 256))
    if wanted.url and url and _matches_address(wanted, url):
        return say("Your administrator keeps out servers at {pattern}.", pattern=one_line(wanted.url, 512))
    if wanted.command and argv[1:] == wanted.command[1:] and argv and is_same(argv[0], wanted.command[0]):
        return say("Your administrator keeps out this command.")
    return ""


def _matches_name(glob: str, server: str) -> bool:
    """Compare a name as written, in any case, and as it looks."""
    parts, wild = _WILD.split(glob), [*_WILD.findall(glob), ""]
    alike = "".join(skeleton(part) + mark for part, mark in zip(parts, wild, strict=True))
    return fnmatch.fnmatchcase(server.casefold(), glob.casefold()) or fnmatch.fnmatchcase(skeleton(server), alike)


def _matches_address(wanted: KeptOut, url: str) -> bool:
    if wanted.host is not None and host_matches(read_url(url), wanted.host, allow=False) is False:
        return False
    address = _ADDRESS.match(url)
    path = address[1] if address is not None else ""
    return not plain_path(path) or path_parts(path)[: len(wanted.path)] == wanted.path
