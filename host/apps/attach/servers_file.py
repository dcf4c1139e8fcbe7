"""``servers.json`` as a person edits it in the window or on the command line: its entries as fields, and changes of it.

Owns: what of an entry has a field of its own, which of its values are secrets, the entry that fields make; the plan of
a change, and carrying it out.

Invariants:
    - Nothing is written that the plan does not show; a file that changed since it was planned is left alone.
    - Only what changes is written anew: comments, order and unknown keys of the file stay. An entry that is made into
      fields and back, with nothing typed, is the same entry; what has no field stands in the rest and is not read.
    - Nothing is started, and nothing is allowed: what is written is reviewed as any other entry.
    - A secret that goes into the keyring stands in no file; one that cannot stays out unless the person says so; none
      appears in a sentence. A text of a field is never taken for more than it says.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias, cast

from host import jsonc, paths
from host.apps.attach import attaching, documents
from host.apps.attach.attaching import SERVERS, FileChange
from host.apps.attach.documents import Document, KeyPath
from host.apps.attach.entries import SHOWN, is_secret, items, maskable, numbered, program_entry, split_secrets
from host.apps.attach.known import KNOWN
from host.apps.attach.pasted import LONGEST, PasteError, command_line, words
from host.control.views import DraftFault, DraftReading, DraftValue, ServerDraft
from host.errors import AssentError, ConfigError
from host.inspect.secrets import tokens_in
from host.keyring_entry import Backend
from host.model import JsonObject, JsonValue, object_in, sha256_hex
from host.paths import Paths
from host.policy.model import PolicySource
from host.servers.config import SHADOWED, ServersConfig, parse_servers, with_managed
from host.servers.supervisor import without_program
from host.text import is_hidden, one_line
from host.values import replace
from host.words import Words, say

Keep: TypeAlias = Callable[[str, str], str]
"""Gets the name of a secret and the secret; returns the text to write instead of it."""

TOO_LONG: Final = say("it is too long for a form")
_WHOLE_REFERENCE: Final = re.compile(r"\$\{keyring:[^{}]+\}")
_SECRET: Final = re.compile(r"\$\{secret:([^{}]*)\}")
"""Where a secret stands within the text of a field."""
_HEADER: Final = re.compile(r"([A-Za-z][A-Za-z0-9-]*):\s*(\S.*)")
_PLACEHOLDER: Final = re.compile(
    r"(?i)<.*>|\[.*\]|\{\{.*\}\}|(?:your|my|insert|enter|replace|paste|put)[-_ ].*|.*[-_ ]here|x{3,}|\*+|\.{3,}|…|"
    r"change-?me|todo|(?:api[-_ ]?)?(?:key|token|secret|password)"
)
"""Values that documentation writes where a person's own belongs."""
_QUERY: Final = re.compile(r"(?<=[?&])([^=&#?]{1,64})=([^&#]+)")
_OURS: Final = re.compile(r"\$\{keyring:([^{}/ ]+)\}")
"""Secrets of the keyring that Assent put there for servers; what it keeps there for itself has a space in its name."""
_ANY: Final = re.compile(r"\$\{keyring:([^{}]+)\}")
_ODD: Final = re.compile(r"[^A-Za-z0-9]+")
_FIELDS: Final = (
    ("command", "command"), ("args", "command"), ("url", "url"), ("cwd", "folder"), ("env", "values"),
    ("headers", "values"), ("assent.timeout", "timeout"), ("assent.sandbox", "sandbox"), ("assent.name", "title"),
)  # fmt: skip
"""Where a fault of an entry is shown, by how its key begins."""
_QUOTES: Final = '"'
NO_KEYRING: Final = say("There is no keyring here to keep it in.")


@dataclass(frozen=True, slots=True)
class Change:
    """A change of servers.json.

    Attributes:
        file: it, before and after; None where nothing changes.
        readings: how each draft reads.
        secrets: what goes into the keyring, by name. loose: names of those that stand in the file.
        unused: names in the keyring that nothing would refer to any more.
        apps: ids of AI apps that reach a server which would be gone.
        hidden: texts that are covered on screen.
    """

    file: FileChange | None
    readings: tuple[DraftReading, ...]
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    loose: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    apps: tuple[str, ...] = ()
    hidden: frozenset[str] = field(default=frozenset(), repr=False)

    @property
    def digest(self) -> str:
        """Names it, if it can be carried out: another where anything that it writes or writes over is another."""
        if any(reading.faults for reading in self.readings) or not (self.file or self.secrets):
            return ""
        data = (self.file.before, self.file.after) if self.file is not None else (None, b"")
        said = [sha256_hex(one or b"") for one in data] + [f"{key}\0{it}" for key, it in sorted(self.secrets.items())]
        return sha256_hex("\0".join(said).encode())

    @property
    def lines(self) -> list[str]:
        """What changes in the file, line by line, with every secret covered."""
        return [] if self.file is None else list(attaching.difference_of(self.file, self.hidden))


def plan(
    own: Paths,
    drafts: Sequence[ServerDraft],
    removed: Sequence[str] = (),
    *,
    keyring: bool,
    source: PolicySource | None = None,
    environment: Mapping[str, str],
) -> Change:
    """Work out what a change would do. Changes nothing.

    Args:
        own: the profile.
        drafts: to add, or to write over an entry.
        removed: names of entries to take out.
        keyring: whether secrets can be kept in one.
        source: the administrator's file.
        environment: that of the host.

    Raises:
        ConfigError: the file cannot be read, so nothing can be written into it.
        AssentError: an entry is there no more.
    """
    return _ChangePlanner(own, source, environment, keyring=keyring).change(drafts, removed)


def draft_in(own: Paths, server_id: str) -> ServerDraft:
    """An entry of servers.json, to be edited. Raises AssentError where there is none."""
    entry = _document(own)[1].at((*SERVERS, server_id))
    if not isinstance(entry, dict):
        raise AssentError(_gone(server_id))
    if "hook" in entry:
        raise AssentError(say("it stands for tools of an app's own; attach or detach that app instead"))
    if unseen := unseen_in(entry):
        why = say("its entry holds a character that nobody sees, {char}; change it in servers.json", char=unseen)
        raise AssentError(why)
    return draft_of(server_id, entry, before=server_id)


def carry_out(made: Change, keyring: Backend | None, *, forget: bool = False) -> None:
    """Carry out a change; ``forget``: take out of the keyring what nothing refers to any more.

    Raises:
        ConfigError: the file is another one by now, or cannot be written.
        AssentError: the keyring does not answer.
    """
    if made.loose and made.file is not None and made.file.path.is_file():
        os.chmod(made.file.path, 0o600)  # secrets stand in it
    attaching.write([made.file] if made.file is not None else [], made.secrets, keyring)
    if keyring is None or not forget:
        return
    for name in made.unused:
        try:
            keyring.delete_password(attaching.SERVICE, name)
        except Exception as error:  # each backend raises exceptions of its own
            why = say("The file is written, but the keyring did not forget {name}", name=jsonc.quoted(name))
            raise AssentError(why, detail=str(error)) from error


def _document(own: Paths) -> tuple[Path, Document, bytes | None]:
    """The file with links followed, what it says, and its bytes."""
    place = Path(os.path.realpath(own.servers_file))
    before = paths.read_file(place)
    return place, documents.read(before or attaching.NO_SERVERS, "json", file=str(own.servers_file)), before


def _gone(server_id: str) -> Words:
    return say("servers.json names no server {name} any more", name=jsonc.quoted(server_id))


# From an entry


def unseen_in(entry: JsonValue) -> str:
    """The first character of any text of an entry that nobody sees, ready to be shown; empty where there is none."""
    match entry:
        case str():
            return next((one_line(char, SHOWN) for char in entry if is_hidden(char) and char not in " \t\n"), "")
        case dict():
            return next(filter(None, (unseen_in(part) for pair in entry.items() for part in pair)), "")
        case list():
            return next(filter(None, map(unseen_in, entry)), "")
    return ""


def draft_of(
    name: str, entry: JsonObject, *, before: str = "", stored: bool = False, asked: tuple[str, ...] = ()
) -> ServerDraft:
    """The fields of an entry.

    Args:
        name: of the entry.
        entry: as it stands, or would, in servers.json (untrusted).
        before: the name of the entry that is edited; empty for a new one.
        stored: whether secrets in it are to go into the keyring.
        asked: variables or headers whose values are for the person to say, and secrets.

    Raises:
        AssentError: a field cannot hold what it says.
    """
    rest = dict(entry)
    program = isinstance(entry.get("command"), str)
    secrets = _Secrets(stored=stored)
    draft = ServerDraft(name, before)
    if program:
        args = _take_texts(rest, "args")
        draft = replace(
            draft,
            command=command_line(str(rest.pop("command")), secrets.in_arguments(args)),
            folder=_take_text(rest, "cwd"),
            values=tuple(_value(*one, stored=stored, asked=asked) for one in _take_members(rest, "env")),
        )
    else:
        kind = cast(Literal["http", "sse"], rest.pop("type") if entry.get("type") == "sse" else "http")
        values = tuple(_value(*one, stored=stored, asked=asked) for one in _take_members(rest, "headers"))
        draft = replace(draft, kind=kind, url=secrets.in_url(_take_text(rest, "url")), values=values)
    draft = replace(draft, secrets=tuple(secrets.found), disabled=_take_flag(rest, "disabled"))
    draft = _with_options(draft, rest, program=program)
    draft = replace(draft, rest=json.dumps(rest, indent=2, ensure_ascii=False) if rest else "")
    if any(
        len(one) > LONGEST
        for one in (draft.command, draft.rest, *("\n".join(it) for it in (draft.reads, draft.writes)))
    ):
        raise AssentError(TOO_LONG)
    return draft


def _with_options(draft: ServerDraft, rest: JsonObject, *, program: bool) -> ServerDraft:
    """The draft with what stands under ``assent``."""
    options = rest.get("assent")
    if not isinstance(options, dict):
        return draft
    left = dict(options)
    draft = replace(draft, title=_take_text(left, "name"), timeout=_take_number(left, "timeout"))
    box = left.get("sandbox")
    if program and isinstance(box, dict):
        inside = dict(box)
        reads, writes = _take_texts(inside, "read"), _take_texts(inside, "write")
        network = _take_flag(inside, "network")
        if not inside:
            left.pop("sandbox")
            draft = replace(draft, sandboxed=True, reads=reads, writes=writes, network=network)
    rest.pop("assent")
    if left:
        rest["assent"] = left
    return draft


# Take out of an object what a field can hold; anything else stays in it.


def _take_text(rest: JsonObject, key: str) -> str:
    value = rest.get(key)
    return str(rest.pop(key)) if isinstance(value, str) and value else ""


def _take_texts(rest: JsonObject, key: str) -> tuple[str, ...]:
    value = rest.get(key)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        return ()
    del rest[key]
    return tuple(map(str, value))


def _take_members(rest: JsonObject, key: str) -> tuple[tuple[str, str], ...]:
    """An object of texts."""
    value = rest.get(key)
    if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
        return ()
    del rest[key]
    return tuple((name, str(one)) for name, one in value.items())


def _take_flag(rest: JsonObject, key: str) -> bool:
    return isinstance(rest.get(key), bool) and rest.pop(key) is True


def _take_number(rest: JsonObject, key: str) -> str:
    """A number, as it would be typed."""
    value = rest.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    return json.dumps(rest.pop(key))


def _value(name: str, value: str, *, stored: bool, asked: tuple[str, ...]) -> DraftValue:
    if not stored and _WHOLE_REFERENCE.fullmatch(value):  # of a new entry it is no secret: its author wrote it
        return DraftValue(name, "", secret=True, stored=True, kept=value)
    secret = name in asked or is_secret(name, value or "-")
    if secret and stored and _PLACEHOLDER.fullmatch(value):
        value = ""
    return DraftValue(name, value, secret=secret, stored=secret and stored)


class _Secrets:
    """Secrets that stand within a text, each with a name of its own.

    Attributes:
        found: those so far.
    """

    def __init__(self, *, stored: bool) -> None:
        self._stored = stored
        self.found: list[DraftValue] = []

    def in_arguments(self, args: tuple[str, ...]) -> list[str]:
        """The arguments with the place of each secret marked."""
        shown: list[str] = []
        option = ""
        for arg in args:
            shown.append(self._in_argument(option, arg))
            option = arg
        return shown

    def _in_argument(self, option: str, arg: str) -> str:
        name, sign, given = arg.partition("=")
        if "${" in arg:
            return arg
        if sign and is_secret(name, given):
            return f"{name}={self._mark(name, given)}"
        if (header := _HEADER.fullmatch(arg)) is not None and is_secret(header[1], header[2]):
            return arg[: header.start(2)] + self._mark(header[1], header[2])
        plain_option = option.startswith("-") and "=" not in option
        if plain_option and not arg.startswith("-") and is_secret(option, arg):
            return self._mark(option, arg)
        return self._in_text(arg)

    def in_url(self, url: str) -> str:
        """The URL with the place of each secret marked."""
        if "${" in url:
            return url
        marked = _QUERY.sub(
            lambda found: f"{found[1]}={self._mark(found[1], found[2])}" if is_secret(found[1], found[2]) else found[0],
            url,
        )
        return marked if self.found else self._in_text(url)

    def _in_text(self, text: str) -> str:
        parts, at = [], 0
        for token in sorted(tokens_in(text), key=lambda token: token.start) if "${" not in text else ():
            if token.start >= at:
                parts += [text[at : token.start], self._mark("token", text[token.start : token.end])]
                at = token.end
        return "".join([*parts, text[at:]])

    def _mark(self, name: str, secret: str) -> str:
        taken = {one.name for one in self.found}
        free = next(one for one in numbered(_plain(name), "_") if one not in taken)
        value = "" if self._stored and _PLACEHOLDER.fullmatch(secret) else secret
        self.found.append(DraftValue(free, value, secret=True, stored=self._stored))
        return f"${{secret:{free}}}"


# To an entry


class EntryMaker:
    """Makes the entry that a draft says.

    Attributes:
        faults: what is wrong with the draft.
        loose: names of secrets that stand in the entry as they are.
    """

    def __init__(self, draft: ServerDraft, keep: Keep, old: JsonObject | None = None, *, home: str = "") -> None:
        """``keep``: puts a secret into the keyring. ``old``: the entry that is changed. ``home``: what ``~`` means."""
        self._draft, self._keep, self._old, self._home = draft, keep, old or {}, home
        self.faults: list[DraftFault] = []
        self.loose: list[str] = []
        self._texts = {one.name: one for one in draft.secrets}
        self._written: dict[str, str] = {}

    def entry(self) -> JsonObject:
        """It; what is faulty is left out."""
        draft, entry = self._draft, dict[str, JsonValue]()
        if draft.kind == "stdio":
            entry |= self._program()
        else:
            entry["url"] = self._with_secrets("url", draft.url.strip())
            if not draft.url.strip():
                self._fault("url", say("Write where the server is."))
            if draft.kind == "sse":
                entry["type"] = "sse"
        if values := self._values():
            entry["env" if draft.kind == "stdio" else "headers"] = values
        if draft.disabled:
            entry["disabled"] = True
        rest = self._rest(entry)
        inside = rest.pop("assent", {})
        entry |= rest
        options = self._options(object_in(inside))
        if not isinstance(inside, dict):
            entry["assent"] = inside
        elif options:
            entry["assent"] = options
        return _with_defaults(entry, self._old)

    def _program(self) -> JsonObject:
        try:
            said = words(self._draft.command, home=self._home)
        except PasteError as error:
            self._fault("command", error.words)
            return {"command": ""}
        if not said:
            self._fault("command", say("Write what is started."))
            return {"command": ""}
        args = [self._with_secrets("command", one) for one in said[1:]]
        return program_entry(said[0], args, {}, self._draft.folder.strip())

    def _values(self) -> JsonObject:
        made: JsonObject = {}
        for one in self._draft.values:
            name = one.name.strip()
            if not name and not one.value:
                continue
            if not name:
                self._fault("values/", say("Give it a name."))
            elif name in made:
                self._fault(f"values/{one.name}", say("This name is there already."))
            else:
                made[name] = self._secret(f"values/{one.name}", one) if one.secret else one.value
        return made

    def _secret(self, field: str, one: DraftValue) -> str:
        """What is written for a secret."""
        if not one.value and one.kept:
            return one.kept
        if not one.value:
            self._fault(field, say("Enter it."))
            return ""
        if one.stored:
            return self._keep(one.name.strip(), one.value)
        self.loose.append(one.name.strip())
        return _as_written(one.value)

    def _with_secrets(self, field: str, text: str) -> str:
        def put(match: re.Match[str]) -> str:
            name = match[1]
            if name not in self._texts:
                self._fault(field, say("“{name}” is no secret that stands below.", name=one_line(name, SHOWN)))
                return ""
            if name not in self._written:
                self._written[name] = self._secret(f"secrets/{name}", self._texts[name])
            return self._written[name]

        return _SECRET.sub(put, text)

    def _rest(self, made: JsonObject) -> JsonObject:
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
            if key in made:
                self._fault("rest", say("“{key}” has a field of its own, above.", key=one_line(key, SHOWN)))
        return {key: value for key, value in rest.items() if key not in made}

    def _options(self, inside: JsonObject) -> JsonObject:
        draft, made = self._draft, dict[str, JsonValue]()
        if title := draft.title.strip():
            made["name"] = title
        if draft.timeout.strip():
            made["timeout"] = self._number(draft.timeout.strip())
        if draft.sandboxed:
            box: JsonObject = {}
            if reads := _lines(draft.reads):
                box["read"] = reads
            if writes := _lines(draft.writes):
                box["write"] = writes
            if draft.network:
                box["network"] = True
            made["sandbox"] = box
        for key in made:
            if key in inside:
                self._fault("rest", say("“{key}” has a field of its own, above.", key=one_line(key, SHOWN)))
        return inside | made

    def _number(self, said: str) -> float:
        try:
            value = jsonc.load(said, file="").value
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
    """``entry`` with what ``old`` says although it need not, such as an empty list."""
    made = dict(entry)
    for key, value in old.items():
        if key not in made and key != "sandbox" and (value is False or value in ([], {})):
            made[key] = value
        elif isinstance(value, dict) and key in ("assent", "sandbox") and isinstance(inner := made.get(key), dict):
            made[key] = _with_defaults(inner, value)
    return made


def _plain(name: str) -> str:
    """The name of a variable, a header or an option, as it can stand in the keyring's name of a secret."""
    return _ODD.sub("_", name).strip("_") or "secret"


def _as_written(secret: str) -> str:
    """A secret as it stands in the file, where nothing of it is a reference."""
    return secret.replace("${", "$${")


def _secrets_in(draft: ServerDraft) -> Iterator[str]:
    """Every secret that a person typed or pasted, as it may stand in the file."""
    return (_as_written(one.value) for one in (*draft.values, *draft.secrets) if one.secret and one.value)


# A change


class _ChangePlanner:
    """Works out one change."""

    def __init__(
        self, own: Paths, source: PolicySource | None, environment: Mapping[str, str], *, keyring: bool
    ) -> None:
        self._own, self._source, self._environment, self._keyring = own, source, environment, keyring
        self._place, self._document, self._before = _document(own)
        self._old = self._entries()
        self._secrets: dict[str, str] = {}
        self._loose: list[str] = []

    def change(self, drafts: Sequence[ServerDraft], removed: Sequence[str]) -> Change:
        """It."""
        for name in removed:
            if name not in self._old:
                raise AssentError(_gone(name))
            self._document.remove((*SERVERS, name))
        written: set[str] = set()
        said = [self._write(draft, written) for draft in drafts]
        after = self._document.data()
        whole = self._read(after)
        readings = [self._reading(draft, *one, whole) for draft, one in zip(drafts, said, strict=True)]
        before = self._before or b""
        file = (
            FileChange(self._place, "json", self._before, after, ())
            if after != before and (written or removed)
            else None
        )
        apps = sorted({app for name in removed for app in self._apps(name)})
        return Change(
            file, tuple(readings), self._secrets, tuple(self._loose), tuple(self._unused()), tuple(apps),
            self._hidden(drafts),
        )  # fmt: skip

    def _write(self, draft: ServerDraft, written: set[str]) -> tuple[tuple[str, ...], list[DraftFault]]:
        """Put what a draft says into the document; returns what would be started, and what is wrong with the draft."""
        old = self._old.get(draft.before) if draft.before else None
        if draft.before and not isinstance(old, dict):
            raise AssentError(_gone(draft.before))
        name = draft.before or draft.id.strip()

        def keep(key: str, secret: str) -> str:
            return self._keep(name, key, secret) if draft.wanted else f"${{keyring:{name}-{key}}}"

        known = old if isinstance(old, dict) else None
        made = EntryMaker(draft, keep, known, home=self._environment.get("HOME", ""))
        entry, faults = made.entry(), made.faults
        command = _command(entry)
        if not draft.wanted:
            return command, []
        self._loose += [f"{name}: {one}" for one in made.loose]
        if not draft.before and (name in self._old or name.casefold() in written):
            faults.append(DraftFault("id", say("There is a server of this name. Choose another one.")))
            return command, faults
        written.add(name.casefold())
        _put(self._document, (*SERVERS, name), old, entry)
        return command, faults

    def _keep(self, server: str, name: str, secret: str) -> str:
        names = numbered(f"{server}-{_plain(name)}", "_")
        free = next(one for one in names if one not in self._secrets)
        self._secrets[free] = secret
        return f"${{keyring:{free}}}"

    def _read(self, after: bytes) -> ServersConfig:
        """The servers as they would be."""
        own = parse_servers(jsonc.load_bytes(after, file="servers.json"))
        return with_managed(own, self._source, self._environment)

    def _reading(
        self, draft: ServerDraft, command: tuple[str, ...], faults: list[DraftFault], whole: ServersConfig
    ) -> DraftReading:
        """How a draft reads in the file as it would be."""
        if not draft.wanted:
            return DraftReading(command)
        name = draft.before or draft.id.strip()
        said = {fault.field.partition("/")[0] for fault in faults}
        problems = [*whole.problems_of(name)]
        problems += [it for it in whole.warnings if it.problem == SHADOWED and it.key == jsonc.dotted((*SERVERS, name))]
        faults += [
            fault for fault in (_fault(name, it) for it in problems) if fault.field.partition("/")[0] not in said
        ]
        if not self._keyring:
            kept = [*(("values", it) for it in draft.values), *(("secrets", it) for it in draft.secrets)]
            faults += [DraftFault(f"{where}/{it.name}", NO_KEYRING) for where, it in kept if it.stored and it.value]
        cautions: list[Words] = []
        if (entry := whole.entries.get(name)) is not None:
            cautions += [why for why in (entry.kept_out, without_program(entry, self._environment)) if why]
        if not draft.before and (foreign := self._foreign(name)):
            names = ", ".join(map(jsonc.quoted, foreign[:SHOWN]))
            cautions.append(say("It gets what the keyring keeps already under {names}.", names=names))
        if draft.dropped:
            names = ", ".join(map(jsonc.quoted, draft.dropped[:SHOWN]))
            cautions.append(say("Assent does not take over {names}.", names=names))
        return DraftReading(command, tuple(faults), tuple(cautions))

    def _entries(self) -> JsonObject:
        found = self._document.at(SERVERS)
        if found is not None and not isinstance(found, dict):
            raise ConfigError(say("is no object"), file=str(self._own.servers_file), key="mcpServers")
        return dict(object_in(found))

    def _foreign(self, name: str) -> list[str]:
        """Names in the keyring that a new entry refers to, and under which nothing is put there with it."""
        found = _names({name: self._entries().get(name)}, _ANY)
        return sorted({*found} - self._secrets.keys())

    def _unused(self) -> Iterator[str]:
        """Names in the keyring to which the change leaves nothing that refers."""
        managed = self._source.managed.servers if self._source is not None else {}
        after = {*_names(self._entries()), *_names({**managed}), *self._secrets}
        yield from sorted({*_names(self._old)} - after)

    def _apps(self, server_id: str) -> Iterator[str]:
        return (app.id for app in KNOWN if server_id in attaching.uses(self._own, app.id))

    def _hidden(self, drafts: Sequence[ServerDraft]) -> frozenset[str]:
        """Every secret of any entry, but for what would cover a part of what is started."""
        secrets = {secret for draft in drafts for secret in _secrets_in(draft)}
        started: list[str] = []
        for entry in (*self._old.values(), *self._entries().values()):
            if isinstance(entry, dict):
                found, rest = split_secrets(entry)
                secrets |= found
                started += rest
        return maskable(secrets, started)


def _put(document: Document, path: KeyPath, old: JsonValue, new: JsonValue) -> None:
    """Write ``new`` at ``path``, where ``old`` stands, and no more of it than differs."""
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
    """A complaint about an entry, at the field that it is about."""
    below = error.key.removeprefix(jsonc.dotted((*SERVERS, name))).removeprefix(".")
    found = next((field for begins, field in _FIELDS if below.startswith(begins)), "rest") if below else "id"
    if found == "values":
        found = f"values/{below.partition('.')[2].strip(_QUOTES)}"
    why = say("It {problem}.", problem=error.problem)
    return DraftFault(found, say("{why} {remedy}", why=why, remedy=error.remedy) if error.remedy else why)


def _names(entries: Mapping[str, JsonValue], pattern: re.Pattern[str] = _OURS) -> Iterator[str]:
    """Names of the keyring that entries refer to."""
    for value in entries.values():
        if isinstance(value, str):
            yield from pattern.findall(value)
        elif isinstance(value, dict):
            yield from _names(value, pattern)
        elif isinstance(value, list):
            yield from _names(dict(enumerate(value)), pattern)  # type: ignore[arg-type]  # only its values are read
