"""Editing ``servers.json`` in the window or on the command line: its entries as fields, and changes of it.

Owns: the conversion of entries to fields and back, the recognition of secrets among their values, the plan of a change,
and its execution.

Invariants:
    - Nothing is written that the plan does not show; a file that changed since it was planned is left alone.
    - Only changed parts are written: comments, order and unknown keys of the file stay. Converting an entry to fields
      and back yields the same entry; keys without a field stay in the rest, which is not interpreted.
    - Nothing is started or approved: a written entry is reviewed like any other.
    - A secret in the keyring is in no file; one that cannot be stored is written only if the person says so; no message
      holds a secret. The text of a field has no meaning beyond that field.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar, cast  # Any: kinds of values, such as a union

import msgspec
from msgspec import Struct

from host import jsonc, paths, regex
from host.apps.attach import attaching, documents
from host.apps.attach.attaching import SERVERS, FileChange
from host.apps.attach.documents import Document, KeyPath
from host.apps.attach.entries import (
    SHOWN,
    Mark,
    is_secret,
    items,
    marked_arguments,
    marked_url,
    maskable,
    numbered,
    program_entry,
    split_secrets,
)
from host.apps.attach.known import KNOWN
from host.apps.attach.pasted import MAX_TEXT, PasteError, words
from host.control.views import DraftFault, DraftReading, DraftValue, ServerDraft
from host.errors import AssentError, ConfigError
from host.keyring_entry import SERVICE, Backend
from host.model import JsonObject, JsonValue, object_in, sha256_hex
from host.paths import Paths
from host.policy.model import PolicySource
from host.servers.config import SHADOWED, ServersConfig, missing_program, parse_servers, with_managed
from host.text import is_hidden, one_line
from host.values import PartlyPrinted, replace
from host.words import Words, say

T = TypeVar("T")

TOO_LONG: Final = say("it is too long for a form")
_WHOLE_REFERENCE: Final = regex.pattern(r"\$\{keyring:[^{}]+\}")
_SECRET: Final = regex.pattern(r"\$\{secret:([^{}]*)\}")
"""The place of a secret within the text of a field."""
_PLACEHOLDER: Final = regex.pattern(
    r"(?i)<.*>|\[.*\]|\{\{.*\}\}|(?:your|my|insert|enter|replace|paste|put)[-_ ].*|.*[-_ ]here|x{3,}|\*+|\.{3,}|…|"
    r"change-?me|todo|(?:api[-_ ]?)?(?:key|token|secret|password)"
)
"""Values in documentation that a person must replace with their own."""
_SERVER_REFERENCE: Final = regex.pattern(r"\$\{keyring:([^{}/ ]+)\}")
"""References to servers' secrets; the names of Assent's own entries in the keyring have a space."""
_ANY_REFERENCE: Final = regex.pattern(r"\$\{keyring:([^{}]+)\}")
_NOT_IN_NAMES: Final = regex.pattern(r"[^A-Za-z0-9]+")
_FIELDS: Final = (
    ("command", "command"), ("args", "command"), ("url", "url"), ("cwd", "folder"), ("env", "values"),
    ("headers", "values"), ("assent.timeout", "timeout"), ("assent.sandbox", "sandbox"), ("assent.name", "title"),
)  # fmt: skip
"""The field at which a fault of an entry is shown, by the beginning of the fault's key."""
_QUOTES: Final = '"'
_TEXT: Final = Annotated[str, msgspec.Meta(min_length=1)]
_TEXTS: Final = tuple[str, ...]
NO_KEYRING: Final = say("There is no keyring here to keep it in.")


class Change(PartlyPrinted, Struct, frozen=True):
    """A change of servers.json."""

    UNPRINTED = frozenset({"secrets", "hidden"})

    file: FileChange | None
    readings: tuple[DraftReading, ...]
    secrets: Mapping[str, str] = msgspec.field(default_factory=dict)
    secrets_in_file: tuple[str, ...] = ()  # names of those that are in the file
    unused: tuple[str, ...] = ()  # names in the keyring to which nothing would refer any more
    apps: tuple[str, ...] = ()  # ids of AI apps that use a server that would be removed
    hidden: frozenset[str] = frozenset()

    @property
    def digest(self) -> str:
        """Identifies what the change would write and overwrite; empty if it cannot be carried out."""
        if any(reading.faults for reading in self.readings) or not (self.file or self.secrets):
            return ""
        data = (self.file.before, self.file.after) if self.file is not None else (None, b"")
        digests = [sha256_hex(content or b"") for content in data]
        secrets = [f"{name}\0{secret}" for name, secret in sorted(self.secrets.items())]
        return sha256_hex("\0".join(digests + secrets).encode())

    @property
    def lines(self) -> list[str]:
        """What changes in the file, line by line, with all secrets masked."""
        return [] if self.file is None else list(attaching.difference_of(self.file, self.hidden))


def plan(
    profile: Paths,
    drafts: Sequence[ServerDraft],
    removed: Sequence[str] = (),
    *,
    keyring: bool,
    source: PolicySource | None = None,
    environment: Mapping[str, str],
) -> Change:
    """Work out what a change would do. Changes nothing.

    ``keyring``: whether there is one for secrets.

    Raises ConfigError if the file cannot be read, so it cannot be changed, and AssentError if an entry no longer
    exists.
    """
    return _ChangePlanner(profile, source, environment, keyring=keyring).change(drafts, removed)


def draft_in(profile: Paths, server_id: str) -> ServerDraft:
    """Return an entry of servers.json for editing. Raises AssentError if there is none."""
    entry = _document(profile)[1].at((*SERVERS, server_id))
    if not isinstance(entry, dict):
        raise AssentError(_gone(server_id))
    if "hook" in entry:
        raise AssentError(say("it stands for tools of an app's own; attach or detach that app instead"))
    if unseen := unseen_in(entry):
        why = say("its entry holds an invisible character, {char}; change it in servers.json", char=unseen)
        raise AssentError(why)
    return draft_of(server_id, entry, before=server_id)


def carry_out(change: Change, keyring: Backend | None, *, forget: bool = False) -> None:
    """Carry out a change. ``forget``: delete unused secrets from the keyring.

    Raises ConfigError if the file has changed since, or cannot be written, and AssentError if the keyring does not
    answer.
    """
    if change.secrets_in_file and change.file is not None and change.file.path.is_file():
        os.chmod(change.file.path, 0o600)  # it holds secrets
    attaching.write([change.file] if change.file is not None else [], change.secrets, keyring)
    if keyring is None or not forget:
        return
    for name in change.unused:
        try:
            keyring.delete_password(SERVICE, name)
        except Exception as error:  # each backend has its own exceptions
            why = say("The file is written, but the keyring did not forget {name}", name=jsonc.quoted(name))
            raise AssentError(why, detail=str(error)) from error


def _document(profile: Paths) -> tuple[Path, Document, bytes | None]:
    """Return the path of servers.json with links followed, its content, and its bytes."""
    place = Path(os.path.realpath(profile.servers_file))
    before = paths.read_file(place)
    return place, documents.read(before or attaching.NO_SERVERS, "json", file=str(profile.servers_file)), before


def _gone(server_id: str) -> Words:
    return say("servers.json names no server {name} any more", name=jsonc.quoted(server_id))


# Entries to fields


def unseen_in(entry: JsonValue) -> str:
    """Return the first invisible character in any text of an entry, escaped for display; empty if there is none."""
    match entry:
        case str():
            return next((one_line(char, SHOWN) for char in entry if is_hidden(char) and char not in " \t\n"), "")
        case dict():
            return next(filter(None, (unseen_in(part) for pair in entry.items() for part in pair)), "")
        case list():
            return next(filter(None, map(unseen_in, entry)), "")
    return ""


def draft_of(
    name: str, entry: JsonObject, *, before: str = "", stored: bool = False, names_to_ask: tuple[str, ...] = ()
) -> ServerDraft:
    """Return the fields of an entry.

    ``entry``: as it stands, or would, in servers.json (untrusted). ``before``: the name of the entry that is edited;
    empty for a new one. ``stored``: whether secrets in it are to go into the keyring. ``names_to_ask``: variables or
    headers whose values the person must give, and which are secret.

    Raises AssentError if a field cannot hold what it says.
    """
    rest = dict(entry)
    has_program = isinstance(entry.get("command"), str)
    secrets = _Secrets(stored=stored)
    make_value = partial(_value, stored=stored, names_to_ask=names_to_ask)
    members: dict[str, str] = _take(rest, "env" if has_program else "headers", dict[str, str], {})
    values = tuple(make_value(*member) for member in members.items())
    draft = ServerDraft(name, before, values=values, disabled=_take(rest, "disabled", bool, False))
    if has_program:
        args = marked_arguments(_take(rest, "args", _TEXTS, ()), secrets.mark)
        command = shlex.join([str(rest.pop("command")), *args])
        draft = replace(draft, command=command, folder=_take(rest, "cwd", _TEXT, ""))
    else:
        kind = cast(Literal["http", "sse"], rest.pop("type") if entry.get("type") == "sse" else "http")
        draft = replace(draft, kind=kind, url=marked_url(_take(rest, "url", _TEXT, ""), secrets.mark))
    draft = _with_options(replace(draft, secrets=tuple(secrets.values)), rest, has_program=has_program)
    draft = replace(draft, rest=json.dumps(rest, indent=2, ensure_ascii=False) if rest else "")
    texts = (draft.command, draft.rest, "\n".join(draft.reads), "\n".join(draft.writes))
    if any(len(text) > MAX_TEXT for text in texts):
        raise AssentError(TOO_LONG)
    return draft


def _with_options(draft: ServerDraft, rest: JsonObject, *, has_program: bool) -> ServerDraft:
    """Return the draft with the options under ``assent``, and take these out of ``rest``."""
    options = rest.get("assent")
    if not isinstance(options, dict):
        return draft
    remaining = dict(options)
    timeout: float | None = _take(remaining, "timeout", int | float, None)
    typed_timeout = "" if timeout is None else json.dumps(timeout)
    draft = replace(draft, title=_take(remaining, "name", _TEXT, ""), timeout=typed_timeout)
    box = remaining.get("sandbox")
    if has_program and isinstance(box, dict):
        box_options = dict(box)
        reads, writes = _take(box_options, "read", _TEXTS, ()), _take(box_options, "write", _TEXTS, ())
        network = _take(box_options, "network", bool, False)
        if not box_options:
            remaining.pop("sandbox")
            draft = replace(draft, sandboxed=True, reads=reads, writes=writes, network=network)
    rest.pop("assent")
    if remaining:
        rest["assent"] = remaining
    return draft


def _take(rest: JsonObject, key: str, kind: Any, default: T) -> T:
    """Take a value out of ``rest`` if it is of a ``kind`` that a field can hold; another value stays there."""
    try:
        value: T = msgspec.convert(rest[key], kind)
    except (KeyError, msgspec.ValidationError):
        return default
    del rest[key]
    return value


def _value(name: str, value: str, *, stored: bool, names_to_ask: tuple[str, ...]) -> DraftValue:
    if not stored and _WHOLE_REFERENCE.fullmatch(value):  # in a new entry a reference is an ordinary text of its author
        return DraftValue(name, "", secret=True, stored=True, kept=value)
    is_masked = name in names_to_ask or is_secret(name, value or "-")
    if is_masked and stored and _PLACEHOLDER.fullmatch(value):
        value = ""
    return DraftValue(name, value, secret=is_masked, stored=is_masked and stored)


class _Secrets:
    """Gives secrets within texts their placeholders. ``values``: the secrets so far."""

    def __init__(self, *, stored: bool) -> None:
        self._stored = stored
        self.values: list[DraftValue] = []

    def mark(self, name: str, secret: str) -> str:
        taken_names = {value.name for value in self.values}
        free = next(candidate for candidate in numbered(_plain(name), "_") if candidate not in taken_names)
        value = "" if self._stored and _PLACEHOLDER.fullmatch(secret) else secret
        self.values.append(DraftValue(free, value, secret=True, stored=self._stored))
        return f"${{secret:{free}}}"


# Fields to entries


class EntryMaker:
    """Makes an entry from a draft. ``secrets_in_file``: names of secrets that are in the entry itself."""

    def __init__(self, draft: ServerDraft, keep: Mark, old: JsonObject | None = None, *, home: str = "") -> None:
        """``keep``: stores a secret in the keyring. ``old``: the entry that is changed. ``home``: replaces ``~``."""
        self._draft, self._keep, self._old, self._home = draft, keep, old or {}, home
        self.faults: list[DraftFault] = []
        self.secrets_in_file: list[str] = []
        self._secrets_by_name = {value.name: value for value in draft.secrets}
        self._written: dict[str, str] = {}

    def entry(self) -> JsonObject:
        """Return the entry, without faulty parts."""
        draft, entry = self._draft, dict[str, JsonValue]()
        if draft.kind == "stdio":
            entry |= self._program()
        else:
            entry["url"] = self._with_secrets("url", draft.url.strip())
            if not draft.url.strip():
                self._fault("url", say("Enter the address of the server."))
            if draft.kind == "sse":
                entry["type"] = "sse"
        if values := self._values():
            entry["env" if draft.kind == "stdio" else "headers"] = values
        if draft.disabled:
            entry["disabled"] = True
        rest = self._rest(entry)
        rest_options = rest.pop("assent", {})
        entry |= rest
        options = self._options(object_in(rest_options))
        if not isinstance(rest_options, dict):
            entry["assent"] = rest_options
        elif options:
            entry["assent"] = options
        return _with_defaults(entry, self._old)

    def _program(self) -> JsonObject:
        try:
            command = words(self._draft.command, home=self._home)
        except PasteError as error:
            self._fault("command", error.words)
            return {"command": ""}
        if not command:
            self._fault("command", say("Enter the program to start."))
            return {"command": ""}
        args = [self._with_secrets("command", argument) for argument in command[1:]]
        return program_entry(command[0], args, {}, self._draft.folder.strip())

    def _values(self) -> JsonObject:
        values: JsonObject = {}
        for value in self._draft.values:
            name = value.name.strip()
            if not name and not value.value:
                continue
            if not name:
                self._fault("values/", say("Give it a name."))
            elif name in values:
                self._fault(f"values/{value.name}", say("This name exists already."))
            else:
                values[name] = self._secret_text(f"values/{value.name}", value) if value.secret else value.value
        return values

    def _secret_text(self, field: str, secret: DraftValue) -> str:
        if not secret.value and secret.kept:
            return secret.kept
        if not secret.value:
            self._fault(field, say("Enter it."))
            return ""
        if secret.stored:
            return self._keep(secret.name.strip(), secret.value)
        self.secrets_in_file.append(secret.name.strip())
        return _as_written(secret.value)

    def _with_secrets(self, field: str, text: str) -> str:
        def replacement(match: re.Match[str]) -> str:
            name = match[1]
            if name not in self._secrets_by_name:
                self._fault(field, say("There is no secret “{name}” below.", name=one_line(name, SHOWN)))
                return ""
            if name not in self._written:
                self._written[name] = self._secret_text(f"secrets/{name}", self._secrets_by_name[name])
            return self._written[name]

        return _SECRET.sub(replacement, text)

    def _rest(self, entry: JsonObject) -> JsonObject:
        if not self._draft.rest.strip():
            return {}
        try:
            rest = jsonc.load(self._draft.rest, file="").value
        except ConfigError as error:
            self._fault("rest", say("Line {line}: {why}.", line=error.line, why=error.problem))
            return {}
        if not isinstance(rest, dict):
            self._fault("rest", say("Write a JSON object: {{ … }}."))
            return {}
        for key in rest:
            if key in entry:
                self._fault("rest", say("“{key}” has a field of its own, above.", key=one_line(key, SHOWN)))
        return {key: value for key, value in rest.items() if key not in entry}

    def _options(self, rest_options: JsonObject) -> JsonObject:
        draft, options = self._draft, dict[str, JsonValue]()
        if title := draft.title.strip():
            options["name"] = title
        if draft.timeout.strip():
            options["timeout"] = self._number(draft.timeout.strip())
        if draft.sandboxed:
            box: JsonObject = {"read": _lines(draft.reads), "write": _lines(draft.writes), "network": draft.network}
            options["sandbox"] = {key: value for key, value in box.items() if value}
        for key in options:
            if key in rest_options:
                self._fault("rest", say("“{key}” has a field of its own, above.", key=one_line(key, SHOWN)))
        return rest_options | options

    def _number(self, text: str) -> float:
        try:
            value = jsonc.load(text, file="").value
        except ConfigError:
            value = None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._fault("timeout", say("Enter a number of seconds, such as 30."))
            return 0
        return value

    def _fault(self, field: str, why: str) -> None:
        self.faults.append(DraftFault(field, why))


def _lines(folders: tuple[str, ...]) -> list[JsonValue]:
    return [folder.strip() for folder in folders if folder.strip()]


def _with_defaults(entry: JsonObject, old: JsonObject) -> JsonObject:
    """Return ``entry`` with the redundant values of ``old``, such as an empty list."""
    result = dict(entry)
    for key, value in old.items():
        if key not in result and key != "sandbox" and (value is False or value in ([], {})):
            result[key] = value
        elif isinstance(value, dict) and key in ("assent", "sandbox") and isinstance(member := result.get(key), dict):
            result[key] = _with_defaults(member, value)
    return result


def _plain(name: str) -> str:
    """Return the name of a variable, a header or an option in a form for names in the keyring."""
    return _NOT_IN_NAMES.sub("_", name).strip("_") or "secret"


def _as_written(secret: str) -> str:
    """Return a secret as it is written in the file, escaped so that no part of it is a reference."""
    return secret.replace("${", "$${")


# Planning a change


class _ChangePlanner:
    """Plans one change."""

    def __init__(
        self, profile: Paths, source: PolicySource | None, environment: Mapping[str, str], *, keyring: bool
    ) -> None:
        self._profile, self._source, self._environment, self._keyring = profile, source, environment, keyring
        self._place, self._document, self._before = _document(profile)
        self._old = self._entries()
        self._secrets: dict[str, str] = {}
        self._secrets_in_file: list[str] = []

    def change(self, drafts: Sequence[ServerDraft], removed: Sequence[str]) -> Change:
        for name in removed:
            if name not in self._old:
                raise AssentError(_gone(name))
            self._document.remove((*SERVERS, name))
        written: set[str] = set()
        results = [self._write(draft, written) for draft in drafts]
        after = self._document.data()
        user_config = parse_servers(jsonc.load_bytes(after, file="servers.json"))
        config = with_managed(user_config, self._source, self._environment)
        readings = [self._reading(draft, *result, config) for draft, result in zip(drafts, results, strict=True)]
        before = self._before or b""
        file = (
            FileChange(self._place, "json", self._before, after, ())
            if after != before and (written or removed)
            else None
        )
        used_servers = {app.id: attaching.used_servers(self._profile, app.id) for app in KNOWN} if removed else {}
        apps = sorted(app for app, servers in used_servers.items() if not servers.isdisjoint(removed))
        return Change(
            file, tuple(readings), self._secrets, tuple(self._secrets_in_file), tuple(self._unused()), tuple(apps),
            self._hidden(drafts),
        )  # fmt: skip

    def _write(self, draft: ServerDraft, written: set[str]) -> tuple[tuple[str, ...], list[DraftFault]]:
        """Write a draft into the document. Returns what would be started, and the draft's faults."""
        old = self._old.get(draft.before) if draft.before else None
        if draft.before and not isinstance(old, dict):
            raise AssentError(_gone(draft.before))
        name = draft.before or draft.id.strip()

        def keep(key: str, secret: str) -> str:
            return self._keep(name, key, secret) if draft.wanted else f"${{keyring:{name}-{key}}}"

        old_entry = old if isinstance(old, dict) else None
        maker = EntryMaker(draft, keep, old_entry, home=self._environment.get("HOME", ""))
        entry, faults = maker.entry(), maker.faults
        command = _command(entry)
        if not draft.wanted:
            return command, []
        self._secrets_in_file += [f"{name}: {secret}" for secret in maker.secrets_in_file]
        if not draft.before and (name in self._old or name.casefold() in written):
            faults.append(DraftFault("id", say("There is a server of this name. Choose another one.")))
            return command, faults
        written.add(name.casefold())
        _put(self._document, (*SERVERS, name), old, entry)
        return command, faults

    def _keep(self, server: str, name: str, secret: str) -> str:
        names = numbered(f"{server}-{_plain(name)}", "_")
        free = next(candidate for candidate in names if candidate not in self._secrets)
        self._secrets[free] = secret
        return f"${{keyring:{free}}}"

    def _reading(
        self, draft: ServerDraft, command: tuple[str, ...], faults: list[DraftFault], config: ServersConfig
    ) -> DraftReading:
        if not draft.wanted:
            return DraftReading(command)
        name = draft.before or draft.id.strip()
        faulty_fields = {fault.field.partition("/")[0] for fault in faults}
        key = jsonc.dotted((*SERVERS, name))
        problems = [*config.problems_of(name)]
        problems += [warning for warning in config.warnings if warning.problem == SHADOWED and warning.key == key]
        entry_faults = [_fault(name, problem) for problem in problems]
        faults += [fault for fault in entry_faults if fault.field.partition("/")[0] not in faulty_fields]
        if not self._keyring:
            for group, values in (("values", draft.values), ("secrets", draft.secrets)):
                stored = [value for value in values if value.stored and value.value]
                faults += [DraftFault(f"{group}/{value.name}", NO_KEYRING) for value in stored]
        cautions: list[Words] = []
        if (entry := config.entries.get(name)) is not None:
            cautions += [why for why in (entry.kept_out, missing_program(entry, self._environment)) if why]
        references = {} if draft.before else {name: self._entries().get(name)}
        if foreign_names := sorted({*_names(references, _ANY_REFERENCE)} - self._secrets.keys()):
            names = ", ".join(map(jsonc.quoted, foreign_names[:SHOWN]))
            cautions.append(say("It gets the secrets that the keyring already has under {names}.", names=names))
        if draft.dropped:
            names = ", ".join(map(jsonc.quoted, draft.dropped[:SHOWN]))
            cautions.append(say("Assent leaves out {names}.", names=names))
        return DraftReading(command, tuple(faults), tuple(cautions))

    def _entries(self) -> JsonObject:
        servers = self._document.at(SERVERS)
        if servers is not None and not isinstance(servers, dict):
            raise ConfigError(say("is no object"), file=str(self._profile.servers_file), key="mcpServers")
        return dict(object_in(servers))

    def _unused(self) -> Iterator[str]:
        """Yield names in the keyring to which nothing refers after the change."""
        managed = self._source.managed.servers if self._source is not None else {}
        after = {*_names(self._entries()), *_names({**managed}), *self._secrets}
        yield from sorted({*_names(self._old)} - after)

    def _hidden(self, drafts: Sequence[ServerDraft]) -> frozenset[str]:
        values = [value for draft in drafts for value in (*draft.values, *draft.secrets)]
        secrets = {_as_written(value.value) for value in values if value.secret and value.value}
        started: list[str] = []
        for entry in (*self._old.values(), *self._entries().values()):
            if isinstance(entry, dict):
                found, rest = split_secrets(entry)
                secrets |= found
                started += rest
        return maskable(secrets, started)


def _put(document: Document, path: KeyPath, old: JsonValue, new: JsonValue) -> None:
    """Replace ``old`` at ``path`` by ``new``, and write only the differences."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        document.put(path, new)
        return
    for key in [key for key in old if key not in new]:
        document.remove((*path, key))
    for key, value in new.items():
        if key not in old or type(old[key]) is not type(value) or old[key] != value:
            _put(document, (*path, key), old.get(key), value)


def _command(entry: JsonObject) -> tuple[str, ...]:
    if "url" in entry:
        return (str(entry["url"]),)
    return (str(entry.get("command", "")), *map(str, items(entry.get("args"))))


def _fault(name: str, error: ConfigError) -> DraftFault:
    """Return a fault of an entry with the field that it concerns."""
    below = error.key.removeprefix(jsonc.dotted((*SERVERS, name))).removeprefix(".")
    field_name = next((field for prefix, field in _FIELDS if below.startswith(prefix)), "rest") if below else "id"
    if field_name == "values":
        field_name = f"values/{below.partition('.')[2].strip(_QUOTES)}"
    why = say("It {problem}.", problem=error.problem)
    return DraftFault(field_name, say("{why} {remedy}", why=why, remedy=error.remedy) if error.remedy else why)


def _names(entries: Mapping[str, JsonValue], pattern: re.Pattern[str] = _SERVER_REFERENCE) -> Iterator[str]:
    for value in entries.values():
        if isinstance(value, str):
            yield from pattern.findall(value)
        elif isinstance(value, dict):
            yield from _names(value, pattern)
        elif isinstance(value, list):
            yield from _names(dict(enumerate(value)), pattern)  # type: ignore[arg-type]  # only its values are read
