"""What only the administrator's file can say, and whom a file vouches for (pure).

Owns: servers, pins, approvers, limits and locked settings of ``managed.json``, and ``trust`` of both files. What stays
true: whatever is wrong is said; of what is wrong nothing is returned; no complaint repeats a credential.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Final

import resources
from host import conform, credentials
from host.canonical import canonical
from host.errors import ConfigError
from host.jsonc import KeyPath, Located, quoted
from host.model import JsonObject, JsonValue, sha256_hex
from host.policy.model import ApproverEntry, Managed, ServerPin, SourceKind
from host.settings import DECLARATIONS, Settings, exact
from host.text import escape
from host.words import say

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


def _approvers(located: Located, listed: JsonValue, problems: list[ConfigError]) -> Iterator[ApproverEntry]:
    taken: dict[str, int] = {}
    for place, raw in enumerate(listed if isinstance(listed, list) else []):
        if not isinstance(raw, dict):
            continue
        path: KeyPath = ("approvers", place)
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


def _object(raw: JsonObject, key: str) -> JsonObject:
    value = raw.get(key)
    return value if isinstance(value, dict) else {}
