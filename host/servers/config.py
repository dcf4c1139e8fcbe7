"""``servers.json`` and the administrator's servers: which servers there are, and how each is reached.

Owns: the form of the file, the mistakes in an entry that a schema cannot name, which entry counts if both files name a
server, which display name may be shown, and what is started for an entry: the variables that its program inherits, and
the meaning of ``${env:NAME}``, ``${keyring:SERVICE/NAME}`` and ``$${`` (for the characters ``${``).

Invariants:
    - A bad entry does not affect the others. Every error names its key and what would be right.
    - Nothing in this file vouches for a server or allows a call. Nothing goes through a shell.
    - Values of variables, headers and arguments appear in no message and no representation. The secret of a reference
      goes only to the started program.
    - A reference is replaced only when a server starts. One that cannot be replaced is an error that names its key; it
      is never passed on unreplaced.
    - A display name changes no digest, vouches for nothing and identifies no server in rules, records or answers. One
      with invisible characters or mixed scripts, or that looks like the id or name of another entry, is not used; the
      id is shown instead.
    - The administrator's entries come first. A user's entry whose name equals one of them or looks like it is not used,
      even if the administrator's is broken. A server that the administrator keeps out is listed and never started.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

import resources
from host import conform, jsonc, paths, regex
from host.canonical import canonical
from host.errors import AssentError, ConfigError
from host.inspect.lookalikes import has_foreign_letters, plain, skeleton
from host.jsonc import KeyPath, Located
from host.keyring_entry import SERVICE, asking_keyring, system_keyring
from host.model import JsonObject, JsonValue, ServerRef, object_in, sha256_hex
from host.paths import managed_file
from host.policy.load import load_managed
from host.policy.model import NOT_MANAGED, PolicySource
from host.policy.parse import kept_out
from host.rates import Rate
from host.servers import sandbox
from host.servers.own_tools import HookSpec
from host.servers.sandbox import Sandbox
from host.settings import Settings
from host.text import escape, nfkc
from host.values import PartlyCompared, PartlyPrinted, Unprinted, replace
from host.wire.http_exchange import HttpSpec
from host.wire.stdio import LaunchSpec
from host.wire.urls import UrlRefused, origin_of
from host.words import Words, say

Kind: TypeAlias = Literal["stdio", "http", "sse", "hook"]
Spec: TypeAlias = LaunchSpec | HttpSpec | HookSpec
OutputSchema: TypeAlias = Literal["off", "warn", "strict"]
Dialect: TypeAlias = Literal["mcp", "operations"]
Origin: TypeAlias = "Located | _ManagedFile"
"""The file of an entry, as far as errors need it."""
KeyringGet: TypeAlias = Callable[[str, str], "str | None"]
"""Returns the secret of a service and name, None for none. Raises AssentError if the keyring does not answer."""

USER_KEY: Final = "mcpServers"
MANAGED_KEY: Final = "servers"
"""Keys of the entries in servers.json and in the administrator's file."""
_RESERVED_HEADERS: Final = frozenset(
    "accept accept-encoding connection content-length content-type cookie host last-event-id te trailer "
    "transfer-encoding upgrade".split()
)
"""Headers that Assent makes for each request, beside all that begin with ``mcp-``."""

_IGNORED_KEYS: Final = {
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
"""Keys that other programs read and Assent ignores, with what to do instead."""

_INHERITED_VARIABLES: Final = frozenset(
    (
        "APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES "
        "SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE WINDIR"
        if sys.platform == "win32"
        else "HOME LANG LANGUAGE LOGNAME PATH SHELL TERM TMPDIR TZ USER"
    ).split()
)
"""Variables that a server's process inherits, beside ``LC_…``: those that the MCP SDKs pass on, language, time zone and
temporary directory. Not XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS, SSH_AUTH_SOCK or DISPLAY, which give access to the
login session; nor proxies, whose URLs may hold passwords. An entry that needs one has ``"env": {"X": "${env:X}"}``."""

_REFERENCES_REMEDY: Final = say(
    "Write ${{env:NAME}} or ${{keyring:SERVICE/NAME}}, and $${{ where the text itself holds ${{."
)

_USER: Final = regex.pattern(r"(?<=://)[^\s/?#@\\]{1,1024}@")
_REFERENCE: Final = regex.pattern(r"\$\$\{|\$\{(?:(env|keyring):([^{}]+)\})?")
_UNKNOWN_REFERENCE: Final = say("holds a reference that means nothing here")


class FrameLimit(Struct, frozen=True, rename="camel"):
    """Largest messages, in bytes; None for the setting."""

    to_server: int | None = None
    from_server: int | None = None


class Options(Struct, frozen=True, rename="camel"):
    """The keys under ``assent`` in an entry. None means that the settings decide."""

    timeout: float | None = None  # seconds that a call may run without progress
    frame_limit: FrameLimit = FrameLimit()
    allow_methods: frozenset[str] = frozenset()  # methods that pass although they are not on the allow-list
    output_schema: OutputSchema = "warn"
    rate: Rate | None = None
    name: str = ""  # display name, empty if there is none or it may not be shown
    dialect: Dialect = "mcp"
    sandbox: Sandbox | None = None
    idle_stop: bool | None = None  # whether it may be stopped while idle; None to decide by whether it may hold state

    @property
    def settings(self) -> dict[str, tuple[KeyPath, float | None]]:
        """The settings that an entry can set, with their keys under ``assent`` and their values."""
        return {
            "execution_timeout": (("timeout",), self.timeout),
            "frame_from_server": (("frameLimit", "fromServer"), self.frame_limit.from_server),
            "frame_to_server": (("frameLimit", "toServer"), self.frame_limit.to_server),
        }


class OAuthOptions(Unprinted, Struct, frozen=True, rename="camel"):
    """The keys under ``oauth`` in an entry.

    Attributes:
        metadata_url: URL of a Client ID Metadata Document that describes Assent.
    """

    client_id: str = ""  # client id with which Assent is registered already
    client_secret: str = ""
    metadata_url: str = msgspec.field(default="", name="clientMetadataUrl")
    issuer: str = ""  # the only accepted authorization server
    scopes: str = ""
    port: int = msgspec.field(default=0, name="callbackPort")  # port of the redirect URI, 0 for any


class ServerConfig(PartlyPrinted, PartlyCompared, Struct, frozen=True):
    """One entry as written, with unresolved references."""

    UNPRINTED = frozenset({"args", "env", "url", "headers", "origin"})
    UNCOMPARED = frozenset({"origin"})

    id: str
    kind: Kind
    command: str
    args: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str | None  # working directory of the program, None for that of the host
    url: str
    headers: Mapping[str, str]
    disabled: bool
    options: Options
    config_digest: str  # SHA-256 in hex of the canonical entry without its display name; changes with any other part
    public_digest: str  # the same without values of env and headers, arguments and URL; safe to log
    origin: Origin
    managed: bool = False  # whether that is the administrator's
    kept_out: str = ""  # why the administrator does not let it run, one sentence; empty if it may run
    locked: frozenset[str] = frozenset()  # settings that the administrator lets no entry set
    oauth: OAuthOptions = msgspec.field(default_factory=OAuthOptions)
    hook: str = ""  # id of the app whose own tools the entry represents (``hook``); empty for a server

    @property
    def is_remote(self) -> bool:
        """Whether it is behind a URL."""
        return self.kind in ("http", "sse")

    @property
    def address(self) -> str:
        """The URL without its query, which may hold a secret; safe to show and to log."""
        shown, query, _ = self.url.partition("?")
        return f"{shown.partition('#')[0]}?…" if query else shown.partition("#")[0]

    @property
    def ref(self) -> ServerRef:
        """The server for a decision, with trust "none": who vouches for it depends on the rules in force."""
        return ServerRef(self.id, self.config_digest, self.public_digest)

    def settings(self, base: Settings) -> Settings:
        """Return the settings that hold for this server: ``base`` with the values of its entry."""
        values = {name: value for name, (_, value) in self.options.settings.items() if name not in self.locked}
        return base.replace(**{name: value for name, value in values.items() if value is not None})

    def error(self, path: KeyPath, message: str, remedy: str = "") -> ConfigError:
        """Return an error about the value at ``path`` within this entry."""
        return self.origin.error((MANAGED_KEY if self.managed else USER_KEY, self.id, *path), message, remedy)


class ServersConfig(PartlyPrinted, PartlyCompared, Struct, frozen=True):
    """All entries of servers.json and of the administrator's file.

    Attributes:
        warnings: parts of servers.json that have no effect although their author may expect one.
    """

    UNPRINTED = frozenset({"origin", "managed"})
    UNCOMPARED = frozenset({"origin"})

    entries: Mapping[str, ServerConfig]  # usable entries by id, in the order of the file; the administrator's first
    problems: tuple[ConfigError, ...] = ()
    warnings: tuple[ConfigError, ...] = ()
    origin: Located | None = None  # servers.json as parsed, None if there is none or it cannot be parsed
    managed: Mapping[str, JsonObject] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    managed_path: str = ""

    @property
    def written(self) -> Mapping[str, JsonValue]:
        """Every entry as written, usable or not; of two with one name, the administrator's."""
        user_entries = object_in(None if self.origin is None else self.origin.value, USER_KEY)
        return {**self.managed, **{name: entry for name, entry in user_entries.items() if name not in self.managed}}

    def problems_of(self, server_id: str) -> tuple[ConfigError, ...]:
        """Return the errors that make an entry unusable."""
        managed = server_id in self.managed
        key = jsonc.dotted((MANAGED_KEY if managed else USER_KEY, server_id))
        return tuple(
            error
            for error in self.problems
            if (error.file == self.managed_path) == managed
            and (error.key == key or error.key.startswith((f"{key}.", f"{key}[")))
        )

    @property
    def faults(self) -> tuple[ConfigError, ...]:
        """The errors in servers.json that are not about one entry."""
        return tuple(
            error
            for error in self.problems
            if error.file != self.managed_path and not error.key.startswith(f"{USER_KEY}.")
        )


def without_user(address: str) -> str:
    """Return ``address`` without what stands before the @ of its host: it may be a token. Other words are returned."""
    return _USER.sub("", address)


def load_servers(path: Path) -> ServersConfig:
    """Read ``servers.json``. A missing file is empty; one that cannot be read or parsed is a problem.

    Symbolic links are followed: only this account can write to the directory, and many keep such files elsewhere.
    """
    try:
        data = paths.read_file(path, follow=True)
        return ServersConfig({}) if data is None else parse_servers(jsonc.load_bytes(data, file=str(path)))
    except ConfigError as error:
        return ServersConfig({}, problems=(error,))


def parse_servers(located: Located) -> ServersConfig:
    """Return the servers in a parsed file (pure)."""
    schema, fits = _schema_and_check()
    faults = () if fits(located.value) else conform.problems(located, schema)
    problems = [error for _, error in faults]
    entries: dict[str, ServerConfig] = {}
    warnings: list[ConfigError] = []
    broken = {path[1] for path, _ in faults if len(path) > 1}
    earlier_names: dict[str, str] = {}
    for name, entry in object_in(located.value, USER_KEY).items():
        if name in broken or not isinstance(entry, dict):
            continue
        config = server_config(name, entry, located)
        mistakes = mistakes_in(config, earlier_names)
        problems += mistakes
        if not mistakes:
            entries[name], earlier_names[name.casefold()] = config, name
            ignored = [key for key in entry if key in _IGNORED_KEYS]
            warnings += [config.error((key,), say("has no effect in Assent"), _IGNORED_KEYS[key]) for key in ignored]
    problems.sort(key=lambda error: error.line)
    return _with_checked_names(ServersConfig(MappingProxyType(entries), tuple(problems), tuple(warnings), located))


@cache
def _schema_and_check() -> tuple[JsonObject, conform.Fits]:
    """Return the schema of the file, and the check by it, which needs no jsonschema: that takes 0.1 s to load."""
    schema = resources.schema("servers")
    return schema, conform.compile_check(schema)


def server_config(name: str, entry: JsonObject, origin: Origin, *, managed: bool = False) -> ServerConfig:
    """Convert an entry that conforms to the schema."""
    options = object_in(entry, "assent")
    entry = _without_name(entry)
    public = _without_secrets(entry)
    cwd = entry.get("cwd")
    return ServerConfig(
        id=name,
        kind=_kind(entry),
        command=str(entry.get("command", "")),
        args=_texts(entry.get("args")),
        env=_text_members(entry, "env"),
        cwd=cwd if isinstance(cwd, str) else None,
        url=str(entry.get("url", "")),
        headers=_text_members(entry, "headers"),
        disabled=entry.get("disabled") is True or options.get("disabled") is True,
        options=_options(options),
        config_digest=sha256_hex(canonical(entry)),
        public_digest=sha256_hex(canonical(public)),
        origin=origin,
        managed=managed,
        oauth=msgspec.convert(object_in(entry, "oauth"), OAuthOptions, strict=False),
        hook=str(entry.get("hook", "")),
    )


def _kind(entry: JsonObject) -> Kind:
    if "url" in entry:
        return "sse" if entry.get("type") == "sse" else "http"
    return "stdio" if "command" in entry else "hook"


def _without_name(entry: JsonObject) -> JsonObject:
    """Return the entry without its display name, which no digest depends on."""
    options = object_in(entry, "assent")
    if "name" not in options:
        return entry
    rest: JsonObject = {key: value for key, value in options.items() if key != "name"}
    return {**entry, "assent": rest} if rest else {key: value for key, value in entry.items() if key != "assent"}


def _without_secrets(entry: JsonObject) -> JsonObject:
    """Return the entry without possible secrets: values of env and headers, arguments, the URL."""
    public: JsonObject = {key: value for key, value in entry.items() if key not in ("env", "headers", "args", "url")}
    public |= {key: [*sorted(object_in(entry, key))] for key in ("env", "headers") if key in entry}
    public["args"] = len(_texts(entry.get("args")))
    if "oauth" in entry:
        public["oauth"] = {key: value for key, value in object_in(entry, "oauth").items() if key != "clientSecret"}
    return public


def _options(options: JsonObject) -> Options:
    """Convert the keys under ``assent``. The schema has checked the types; to it, ``1e6`` is an integer."""
    if rate := object_in(options, "rate"):
        options = {**options, "rate": {"calls": rate["calls"], "seconds": rate["perSeconds"]}}
    return msgspec.convert(options, Options, strict=False)


def _text_members(entry: JsonObject, key: str) -> Mapping[str, str]:
    return MappingProxyType({name: str(value) for name, value in object_in(entry, key).items()})


def _texts(value: JsonValue) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else ()


def mistakes_in(config: ServerConfig, earlier_names: Mapping[str, str]) -> list[ConfigError]:
    """Return all errors that make ``config`` unusable. ``earlier_names``: names of earlier entries by folded case."""
    errors = [*_target_mistakes(config), *_sandbox_mistakes(config), *_bad_references(config)]
    if (other := earlier_names.get(config.id.casefold())) is not None:
        why = say("differs from {name} only in case", name=jsonc.quoted(other))
        errors.insert(0, config.error((), why, say("Rename one of the two.")))
    return errors


def _with_checked_names(config: ServersConfig) -> ServersConfig:
    """Return ``config`` without the display names that cannot be shown, and with a warning for each."""
    names = {entry.id: entry.options.name for entry in config.entries.values() if entry.options.name}
    entries, warnings = dict(config.entries), list(config.warnings)
    for server_id, flaw in _display_name_flaws(names, config.written or names).items():
        entry = entries[server_id]
        why, remedy = flaw
        warnings.append(entry.error(("assent", "name"), say("cannot be shown: it {why}", why=why), remedy))
        entries[server_id] = replace(entry, options=replace(entry.options, name=""))
    return replace(config, entries=MappingProxyType(entries), warnings=tuple(warnings))


def _display_skeleton(name: str) -> str:
    """Return the skeleton of a name. Names that look alike have the same skeleton."""
    return skeleton(plain(name))


def _display_name_flaws(names: Mapping[str, str], ids: Iterable[str]) -> dict[str, tuple[Words, Words]]:
    """Return what is wrong with display names and what to do, by server id. Of two alike, the first is kept.

    ``names``: display names by server id, in order. ``ids``: of all entries, usable or not.
    """
    ids_by_skeleton: dict[str, list[str]] = {}
    for server_id in ids:
        ids_by_skeleton.setdefault(_display_skeleton(server_id), []).append(server_id)
    flaws: dict[str, tuple[Words, Words]] = {}
    for server_id, name in names.items():
        others = ids_by_skeleton.setdefault(_display_skeleton(name), [])
        other = next((other for other in others if other != server_id), "")
        if (flaw := _readability_flaw(name)) is not None:
            flaws[server_id] = flaw
        elif other:
            flaws[server_id] = say("looks like {other}", other=jsonc.quoted(other)), say("Give it a name of its own.")
        else:
            others.append(name)
    return flaws


def lookalike_warning(server_id: str, ids: Iterable[str]) -> Words:
    """Return a warning if an id looks like that of other entries, else empty."""
    others = [other for other in ids if other != server_id and _display_skeleton(other) == _display_skeleton(server_id)]
    if not others:
        return ""
    return say("The name of this server looks like that of {others}.", others=", ".join(map(jsonc.quoted, others)))


def _readability_flaw(name: str) -> tuple[Words, Words] | None:
    if name != nfkc(name) or name != escape(name) or name != " ".join(name.split()):
        return say("holds invisible characters"), say("Write letters, digits and single spaces.")
    if not _display_skeleton(name) or (
        has_foreign_letters(name) and any(char.isascii() and char.isalpha() for char in name)
    ):
        return say("mixes letters of several scripts, or has none"), say("Write letters of one script.")
    return None


def _target_mistakes(config: ServerConfig) -> Iterator[ConfigError]:
    if config.kind == "stdio":
        yield from _command_mistakes(config)
    elif config.is_remote:
        yield from _url_mistakes(config)
    elif config.id.rstrip("0123456789") not in (config.hook, f"{config.hook}-"):
        # otherwise rules that name a server would apply to an app's own tools
        remedy = say("Name it {name}.", name=jsonc.quoted(config.hook))
        yield config.error(("hook",), say("must have the app's name"), remedy)
    if config.oauth.client_secret and not (config.oauth.client_id and config.oauth.issuer):
        remedy = say("Name clientId and issuer too: the secret is for that one authorization server.")
        yield config.error(("oauth", "clientSecret"), say("stands alone"), remedy)


def _sandbox_mistakes(config: ServerConfig) -> Iterator[ConfigError]:
    box = config.options.sandbox
    if box is None:
        return
    if config.kind != "stdio":
        yield config.error(("assent", "sandbox"), say("confines programs, and this server is none"), say("Remove it."))
    for key, folders in (("read", box.read), ("write", box.write)):
        for index, folder in enumerate(folders):
            flaw = sandbox.folder_flaw(folder)
            if flaw is None and key == "write" and folder in box.read:
                flaw = say("is also under read"), say("Remove one of the two.")
            if flaw is not None:
                yield config.error(("assent", "sandbox", key, index), *flaw)


def _command_mistakes(config: ServerConfig) -> Iterator[ConfigError]:
    if "${" in config.command:
        yield config.error(("command",), say("may not hold references"), say("Write the program itself."))
    elif "://" in config.command:
        remedy = say("Assent reaches servers at http:// and https:// alone, under url.")
        yield config.error(("command",), say("is an address, not a program"), remedy)
    elif not os.path.isabs(config.command) and os.path.basename(config.command) != config.command:
        remedy = say("Write an absolute path (~ is not expanded), or the bare name of a program on PATH.")
        yield config.error(("command",), say("is a relative path"), remedy)
    if config.cwd is not None and not config.cwd.startswith("${") and not os.path.isabs(config.cwd):
        yield config.error(("cwd",), say("is a relative path"), say("Write an absolute path (~ is not expanded)."))


def _url_mistakes(config: ServerConfig) -> Iterator[ConfigError]:
    if _has_user(_REFERENCE.sub("", config.url)):  # also in the keyring it cannot be used
        yield _user_mistake(config)
    elif "${" not in config.url and (mistake := _url_mistake(config, config.url)) is not None:
        yield mistake
    for name in config.headers:
        if name.lower() in _RESERVED_HEADERS or name.lower().startswith("mcp-"):
            yield config.error(("headers", name), say("is made by Assent for each request"), say("Remove it."))


def _has_user(url: str) -> bool:
    return "@" in url.partition("://")[2].partition("/")[0]


def _user_mistake(config: ServerConfig) -> ConfigError:
    remedy = say("Put it into headers, as ${{keyring:SERVICE/NAME}}.")
    return config.error(("url",), say("holds a name or password"), remedy)


def _url_mistake(config: ServerConfig, url: str) -> ConfigError | None:
    if _has_user(url):
        return _user_mistake(config)
    try:
        origin_of(url)
    except UrlRefused:
        return config.error(
            ("url",), say("is no address to connect to"), say("Write one like https://example.com/mcp.")
        )
    return None


def _bad_references(config: ServerConfig) -> Iterator[ConfigError]:
    """Yield an error for each text with an unknown ``${``."""
    for path, text in _reference_texts(config):
        if any(match[0] == "${" for match in _REFERENCE.finditer(text)):
            yield config.error(path, _UNKNOWN_REFERENCE, _REFERENCES_REMEDY)


def _reference_texts(config: ServerConfig) -> Iterator[tuple[KeyPath, str]]:
    yield from ((("args", index), text) for index, text in enumerate(config.args))
    for key, members in (("env", config.env), ("headers", config.headers)):
        yield from (((key, name), text) for name, text in members.items())
    yield from ((("cwd",), config.cwd or ""), (("url",), config.url))
    yield ("oauth", "clientSecret"), config.oauth.client_secret


LOCKED: Final = say("has no effect: it is set by your administrator")
SHADOWED: Final = say("is not used: your administrator configures a server of this name")


class _ManagedFile(Struct, frozen=True):
    """The administrator's file, as far as errors need it."""

    path: str
    lines: Mapping[str, int]

    def error(self, path: KeyPath, message: str, remedy: str = "") -> ConfigError:
        """Return an error about the value at ``path``, with the line of the entry."""
        line = self.lines.get(str(path[1]), 0) if len(path) > 1 else 0
        return ConfigError(message, file=self.path, line=line, key=jsonc.dotted(path), remedy=remedy)


def load_configured(servers_file: Path) -> ServersConfig:
    """Read the servers of both files; for commands that run without a host."""
    return with_managed(load_servers(servers_file), load_managed(managed_file()), os.environ)


def with_managed(
    user_config: ServersConfig, source: PolicySource | None, environment: Mapping[str, str] = MappingProxyType({})
) -> ServersConfig:
    """Return the user's servers together with those of the administrator's file and its restrictions.

    ``environment``: that of the host. Files are accessed only to compare commands with equal arguments.
    """
    if source is None or (source.managed == NOT_MANAGED and not source.error):
        return user_config
    entries, problems, names_by_skeleton = _managed_entries(source)
    warnings = list(user_config.warnings)
    for name, entry in user_config.entries.items():
        other = names_by_skeleton.get(skeleton(name))
        if other is None:
            entries[name] = _within_managed_limits(entry, source, environment, warnings)
        elif other == name:
            warnings.append(entry.error((), SHADOWED, say("Remove it, or give it another name.")))
        else:
            why = say("looks like {name}, which your administrator configures", name=jsonc.quoted(other))
            problems.append(entry.error((), why, say("Rename it.")))
    merged = replace(
        user_config,
        entries=MappingProxyType(entries),
        problems=(*problems, *user_config.problems),
        warnings=tuple(warnings),
        managed=source.managed.servers,
        managed_path=source.path,
    )
    return _with_checked_names(merged)


def _within_managed_limits(
    entry: ServerConfig, source: PolicySource, environment: Mapping[str, str], warnings: list[ConfigError]
) -> ServerConfig:
    """Return a user's entry with the administrator's restrictions. Adds to ``warnings`` for each locked setting."""
    settings = entry.options.settings
    locked = source.managed.locked & settings.keys()
    warnings += [
        entry.error(("assent", *path), LOCKED, say("Remove it here."))
        for name, (path, value) in settings.items()
        if name in locked and value is not None
    ]
    return replace(entry, locked=locked, kept_out=why_kept_out(entry, source, environment))


def why_kept_out(
    entry: ServerConfig,
    source: PolicySource | None,
    environment: Mapping[str, str],
    spec: Spec | None = None,
) -> str:
    """Return why the administrator does not let a server run, one sentence; empty if it may run.

    ``spec``: what is about to be started or connected to, with resolved references; None if not known yet.
    """
    if source is None:
        return ""
    if source.error:
        return say("Nothing is started while your administrator's file cannot be used: {why}", why=source.error)
    if entry.managed and entry.id in source.managed.servers:
        return ""
    argv = (entry.command, *entry.args) if entry.kind == "stdio" else ()
    url, path = "" if "${" in entry.url else entry.url, entry.env.get("PATH", environment.get("PATH"))
    if isinstance(spec, HttpSpec):
        url = spec.url
    elif isinstance(spec, LaunchSpec):
        argv, path = spec.argv, spec.env.get("PATH")
    return kept_out(source.managed, entry.id, argv, url, lambda own, listed: _is_same_program(own, listed, path))


def _is_same_program(own_command: str, listed_command: str, path: str | None) -> bool:
    """Whether two commands start the same program: they have the same name or lead to the same file."""
    if os.path.basename(own_command).casefold() == os.path.basename(listed_command).casefold():
        return True
    files = [shutil.which(command, path=path) for command in (own_command, listed_command)]
    try:
        return os.path.samefile(*(file for file in files if file is not None))
    except (OSError, TypeError, ValueError):
        return False


def _managed_entries(source: PolicySource) -> tuple[dict[str, ServerConfig], list[ConfigError], dict[str, str]]:
    """Return the administrator's usable entries, the errors in the others, and all names by their skeleton."""
    origin = _ManagedFile(source.path, source.managed.lines)
    entries: dict[str, ServerConfig] = {}
    problems: list[ConfigError] = []
    names_by_skeleton, earlier_names = dict[str, str](), dict[str, str]()
    for name, entry in source.managed.servers.items():
        config = server_config(name, entry, origin, managed=True)
        mistakes = mistakes_in(config, earlier_names)
        earlier_names.setdefault(name.casefold(), name)
        problems += mistakes
        names_by_skeleton.setdefault(skeleton(name), name)
        if not mistakes:
            entries[name] = config
    return entries, problems, names_by_skeleton


def find_program(entry: ServerConfig, environment: Mapping[str, str]) -> str | None:
    """Return where a start would find the program, None if nowhere. ``environment``: that of the host."""
    return shutil.which(entry.command, path=entry.env.get("PATH", environment.get("PATH")))


def missing_program(entry: ServerConfig, environment: Mapping[str, str]) -> str:
    """Return a sentence if the entry's program does not exist, else empty. ``environment``: that of the host.

    Searches where a start would. A PATH with references is known only at the start, which then reports the fault.
    """
    if entry.kind != "stdio":
        return ""
    path = entry.env.get("PATH", environment.get("PATH"))
    if (path is not None and "${" in path) or find_program(entry, environment) is not None:
        return ""
    if entry.managed:
        return say("No such program: {command}. Install it, or tell your administrator.", command=entry.command)
    return say("No such program: {command}. Install it, or mend the command.", command=entry.command)


def inherited_environment(env: Mapping[str, str]) -> dict[str, str]:
    """Return the part of ``env`` that a server's process inherits, without exported shell functions (``()…``)."""
    return {
        name: value
        for name, value in env.items()
        if (name.upper() if sys.platform == "win32" else name) in _INHERITED_VARIABLES or name.startswith("LC_")
        if not value.startswith("()")
    }


def from_keyring(service: str, name: str) -> str | None:
    """Return a secret from the OS keyring. Raises AssentError if the keyring does not answer."""
    with asking_keyring():
        return system_keyring().get_password(service, name)


class _References(Struct, frozen=True):
    """Replaces the references in the texts of one entry."""

    config: ServerConfig
    env: Mapping[str, str]
    keyring_get: KeyringGet

    def resolved(self, path: KeyPath, text: str) -> str:
        """Replace the references in ``text``, the value at ``path``. Raises ConfigError if one cannot be replaced."""
        return _REFERENCE.sub(lambda match: self._replaced(path, match), text)

    def _replaced(self, path: KeyPath, match: re.Match[str]) -> str:
        kind, target = match.groups()
        if kind is None:
            if match[0] == "${":
                raise self.config.error(path, _UNKNOWN_REFERENCE, _REFERENCES_REMEDY)
            return "${"
        value = self.env.get(target) if kind == "env" else self._secret(path, target)
        if value is None:
            source = say("the environment of Assent") if kind == "env" else say("the keyring")
            missing = say("there is no {name} in {place}", name=jsonc.quoted(target), place=source)
            raise self.config.error(path, missing, say("Add it, then restart the server."))
        if "\0" in value:
            nul = say("{name} holds a NUL, which no program can be given", name=jsonc.quoted(target))
            raise self.config.error(path, nul)
        return value

    def _secret(self, path: KeyPath, target: str) -> str | None:
        service, slash, name = target.partition("/")
        if not slash:
            service, name = SERVICE, target
        if service.casefold() == SERVICE and " " in name:  # as host.keyring_entry.entry_name makes them
            problem = say("{name} is kept for Assent itself", name=jsonc.quoted(target))
            raise self.config.error(path, problem, _REFERENCES_REMEDY)
        try:
            return self.keyring_get(service, name)
        except AssentError as error:
            raise self.config.error(path, error.words, say("Unlock it, then restart the server.")) from error


def resolve(config: ServerConfig, env: Mapping[str, str], keyring_get: KeyringGet = from_keyring) -> Spec:
    """Return what to start or to connect to, with all references replaced.

    ``env``: the host's environment. ``keyring_get``: may block until a person unlocks the keyring; use a thread.

    Raises ConfigError if a reference cannot be replaced, or its value cannot be used; the error names the key.
    """
    if config.hook:
        return HookSpec(config.hook)
    resolved = _References(config, env, keyring_get).resolved
    if config.is_remote:
        return _http_spec(config, resolved)
    args = [resolved(("args", index), text) for index, text in enumerate(config.args)]
    variables = {name: resolved(("env", name), text) for name, text in config.env.items()}
    cwd = None if config.cwd is None else resolved(("cwd",), config.cwd)
    if cwd is not None and not os.path.isabs(cwd):
        raise config.error(("cwd",), say("does not lead to an absolute path"))
    return LaunchSpec((config.command, *args), MappingProxyType(inherited_environment(env) | variables), cwd)


def _http_spec(config: ServerConfig, resolved: Callable[[KeyPath, str], str]) -> HttpSpec:
    url = resolved(("url",), config.url)
    if (mistake := _url_mistake(config, url)) is not None:
        raise mistake
    headers = {name: resolved(("headers", name), text) for name, text in config.headers.items()}
    for name, value in headers.items():
        if not (value.isascii() and value.replace("\t", " ").isprintable()):
            raise config.error(("headers", name), say("holds characters that a header cannot have"))
    return HttpSpec(url, MappingProxyType(headers), "sse" if config.kind == "sse" else "http")


def resolve_oauth(config: ServerConfig, env: Mapping[str, str], keyring_get: KeyringGet = from_keyring) -> OAuthOptions:
    """Return the keys under ``oauth`` with a resolved secret. Arguments and errors are as in ``resolve``."""
    references = _References(config, env, keyring_get)
    secret = references.resolved(("oauth", "clientSecret"), config.oauth.client_secret)
    return replace(config.oauth, client_secret=secret)
