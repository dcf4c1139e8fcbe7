"""``servers.json``: which servers there are, and how each is reached.

Owns: the form of the file. What stays true: one bad entry leaves the others alone; nothing in this file vouches for a
server or allows a call (SECURITY, row 39); values of variables, headers and arguments appear in no message and no
representation (row 36); nothing goes through a shell (row 34).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, Protocol, TypeAlias, cast

import resources
from host import conform, jsonc, paths
from host.canonical import canonical
from host.errors import ConfigError
from host.jsonc import KeyPath, Located
from host.model import JsonObject, JsonValue, ServerRef, sha256_hex
from host.rates import Rate
from host.servers import slips
from host.settings import Settings
from host.words import say

Kind: TypeAlias = Literal["stdio", "http", "sse"]
OutputSchema: TypeAlias = Literal["off", "warn", "strict"]

OWN_KEY: Final = "mcpServers"
MANAGED_KEY: Final = "servers"
"""Where the entries stand in servers.json, and in the administrator's file."""

_IGNORED: Final = {
    **dict.fromkeys(
        ("alwaysAllow", "autoApprove", "allowedTools", "trust"), say("Allow tools by rules in policy.json.")
    ),
    **dict.fromkeys(
        ("disabledTools", "enabledTools", "excludeTools", "includeTools", "tools"),
        say("Deny tools by rules in policy.json."),
    ),
    "envFile": say("Write the variables under env."),
    "timeout": say("Set timeout, in seconds, under assent."),
    "transport": say("Set type."),
}
"""What other programs read in an entry and Assent does not, with what to do instead."""


class Origin(Protocol):
    """The file that an entry stands in, as far as complaints need it."""

    def error(self, path: KeyPath, message: str, remedy: str = "") -> ConfigError:
        """A complaint about the value at ``path``."""


@dataclass(frozen=True, slots=True)
class Options:
    """What stands under ``assent`` in an entry; None where the settings decide.

    Attributes:
        timeout: seconds a call may run without progress. frame_to_server, frame_from_server: bytes.
        allow_methods: methods that would otherwise be refused. output_schema: what happens to results that break it.
        rate: the most calls in a time.
    """

    timeout: float | None = None
    frame_to_server: int | None = None
    frame_from_server: int | None = None
    allow_methods: frozenset[str] = frozenset()
    output_schema: OutputSchema = "warn"
    rate: Rate | None = None


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """One entry, as written: references in it are not resolved yet.

    Attributes:
        id: its name in the file. kind: how it is reached. command, args, env, cwd: of a program (``stdio``).
        url, headers: of an HTTP server. disabled: kept, not started. options: our own keys.
        config_digest: SHA-256 in hex of the canonical entry; changes with any part of it.
        public_digest: the same without values of env and headers, arguments and URL; safe to log.
        origin: the file it stands in. managed: whether that is the administrator's.
    """

    id: str
    kind: Kind
    command: str
    args: tuple[str, ...] = field(repr=False)
    env: Mapping[str, str] = field(repr=False)
    cwd: str | None
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    disabled: bool
    options: Options
    config_digest: str
    public_digest: str
    origin: Origin = field(repr=False, compare=False)
    managed: bool = False

    @property
    def ref(self) -> ServerRef:
        """The server as a decision sees it. Not trusted: who vouches for it, the rules in force say."""
        return ServerRef(self.id, self.config_digest, self.public_digest)

    def settings(self, base: Settings) -> Settings:
        """``base`` with what this entry sets."""
        options = self.options
        overrides = {
            "execution_timeout": options.timeout,
            "frame_to_server": options.frame_to_server,
            "frame_from_server": options.frame_from_server,
        }
        return base.replace(**{name: value for name, value in overrides.items() if value is not None})

    def error(self, path: KeyPath, message: str, remedy: str = "") -> ConfigError:
        """A complaint about the value at ``path`` within this entry."""
        return self.origin.error((MANAGED_KEY if self.managed else OWN_KEY, self.id, *path), message, remedy)


@dataclass(frozen=True, slots=True)
class ServersConfig:
    """The whole file, and what the administrator's adds to it.

    Attributes:
        entries: the usable entries by id, in the order of the file; the administrator's first.
        problems: what made others unusable. warnings: what stands in servers.json without effect, though its author
        may count on it. origin: servers.json as parsed, None where there is none or it could not be.
        managed: the administrator's entries as written, usable or not. managed_path: the file they stand in.
    """

    entries: Mapping[str, ServerConfig]
    problems: tuple[ConfigError, ...] = ()
    warnings: tuple[ConfigError, ...] = ()
    origin: Located | None = field(default=None, repr=False, compare=False)
    managed: Mapping[str, JsonObject] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    managed_path: str = ""

    @property
    def written(self) -> Mapping[str, JsonValue]:
        """Every entry as it stands in its file, usable or not; of those of one name, the one that counts."""
        document = self.origin.value if self.origin is not None else None
        own = document.get(OWN_KEY) if isinstance(document, dict) else None
        return {**self.managed, **{name: it for name, it in _members_of(own) if name not in self.managed}}

    def problems_of(self, server_id: str) -> tuple[ConfigError, ...]:
        """What makes the entry of that name unusable."""
        managed = server_id in self.managed
        key = jsonc.dotted((MANAGED_KEY if managed else OWN_KEY, server_id))
        return tuple(
            error
            for error in self.problems
            if (error.file == self.managed_path) == managed
            and (error.key == key or error.key.startswith((f"{key}.", f"{key}[")))
        )

    @property
    def faults(self) -> tuple[ConfigError, ...]:
        """What is wrong with servers.json itself rather than with one entry."""
        return tuple(
            error
            for error in self.problems
            if error.file != self.managed_path and not error.key.startswith(f"{OWN_KEY}.")
        )


def load_servers(path: Path) -> ServersConfig:
    """Read ``servers.json``. A missing file names no servers; one that cannot be read or parsed is a problem.

    A symbolic link will do: the directory is this account's alone, and many keep such files elsewhere.
    """
    try:
        data = paths.read_file(path, follow=True)
        return ServersConfig({}) if data is None else parse_servers(jsonc.load_bytes(data, file=str(path)))
    except ConfigError as error:
        return ServersConfig({}, problems=(error,))


def parse_servers(located: Located) -> ServersConfig:
    """The servers in a parsed file (pure)."""
    faults = conform.problems(located, resources.schema("servers"))
    problems = [error for _, error in faults]
    entries: dict[str, ServerConfig] = {}
    warnings: list[ConfigError] = []
    broken = {path[1] for path, _ in faults if len(path) > 1}
    taken: dict[str, str] = {}
    for name, entry in _entries(located.value, broken):
        config = config_of(name, entry, located)
        found = slips.find(config, taken)
        problems += found
        if not found:
            entries[name], taken[name.casefold()] = config, name
            warnings += _ignored(config, entry)
    problems.sort(key=lambda error: error.line)
    return ServersConfig(MappingProxyType(entries), tuple(problems), tuple(warnings), located)


def _entries(document: JsonValue, broken: set[str | int]) -> Iterator[tuple[str, JsonObject]]:
    """The entries that the schema has nothing against, in the order of the file."""
    servers = document.get(OWN_KEY) if isinstance(document, dict) else None
    for name, entry in _members_of(servers):
        if name not in broken and isinstance(entry, dict):
            yield name, entry


def _members_of(value: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    yield from value.items() if isinstance(value, dict) else ()


def config_of(name: str, entry: JsonObject, origin: Origin, *, managed: bool = False) -> ServerConfig:
    """An entry that the schema has nothing against, as a value."""
    options = _object(entry, "assent")
    public = _public(entry)
    cwd = entry.get("cwd")
    return ServerConfig(
        id=name,
        kind="stdio" if "command" in entry else "sse" if entry.get("type") == "sse" else "http",
        command=str(entry.get("command", "")),
        args=_texts(entry.get("args")),
        env=_members(entry, "env"),
        cwd=cwd if isinstance(cwd, str) else None,
        url=str(entry.get("url", "")),
        headers=_members(entry, "headers"),
        disabled=entry.get("disabled") is True or options.get("disabled") is True,
        options=_options(options),
        config_digest=sha256_hex(canonical(entry)),
        public_digest=sha256_hex(canonical(public)),
        origin=origin,
        managed=managed,
    )


def _public(entry: JsonObject) -> JsonObject:
    """The entry without what may be a secret: values of env and headers, arguments, the URL."""
    public: JsonObject = {key: value for key, value in entry.items() if key not in ("env", "headers", "args", "url")}
    public |= {key: [*sorted(_object(entry, key))] for key in ("env", "headers") if key in entry}
    public["args"] = len(_texts(entry.get("args")))
    return public


def _options(written: JsonObject) -> Options:
    """What stands under ``assent``. The schema has seen to the types."""
    frames, rate = _object(written, "frameLimit"), _object(written, "rate")
    calls, seconds = _whole(rate.get("calls")), _number(rate.get("perSeconds"))
    return Options(
        timeout=_number(written.get("timeout")),
        frame_to_server=_whole(frames.get("toServer")),
        frame_from_server=_whole(frames.get("fromServer")),
        allow_methods=frozenset(_texts(written.get("allowMethods"))),
        output_schema=cast("OutputSchema", written.get("outputSchema", "warn")),
        rate=Rate(calls, seconds) if calls and seconds else None,
    )


def _object(container: JsonObject, key: str) -> JsonObject:
    value = container.get(key)
    return value if isinstance(value, dict) else {}


def _members(entry: JsonObject, key: str) -> Mapping[str, str]:
    return MappingProxyType({name: str(value) for name, value in _object(entry, key).items()})


def _texts(value: JsonValue) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else ()


def _number(value: JsonValue) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _whole(value: JsonValue) -> int | None:
    """JSON Schema counts ``1e6`` among the integers."""
    return int(value) if isinstance(value, int | float) else None


def _ignored(config: ServerConfig, entry: JsonObject) -> Iterator[ConfigError]:
    """A warning for each key whose author may count on an effect that it does not have here."""
    for key in entry:
        if key in _IGNORED:
            yield config.error((key,), say("has no effect in Assent"), _IGNORED[key])
