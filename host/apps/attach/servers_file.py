"""Changes of ``servers.json`` that a person makes in the window or on the command line.

Owns: the plan of such a change, and carrying it out.

Invariants:
    - Nothing is written that the plan does not show; a file that changed since it was planned is left alone.
    - Only what changes is written anew: comments, order and unknown keys of the file stay.
    - Nothing is started, and nothing is allowed: what is written is reviewed as any other entry.
    - A secret that goes into the keyring stands in no file; one that cannot stays out unless the person says so.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from host import jsonc, paths
from host.apps.attach import attaching, documents
from host.apps.attach.attaching import FileChange
from host.apps.attach.documents import Document, KeyPath
from host.apps.attach.drafts import EntryMaker, draft_of, secrets_in, unseen_in
from host.apps.attach.entries import told_apart
from host.apps.attach.known import KNOWN
from host.control.views import DraftFault, DraftReading, ServerDraft
from host.errors import AssentError, ConfigError
from host.keyring_entry import Backend
from host.model import JsonObject, JsonValue, sha256_hex
from host.paths import Paths
from host.policy.model import PolicySource
from host.servers.config import SHADOWED, ServersConfig, parse_servers, with_managed
from host.servers.supervisor import without_program
from host.words import Words, say

_SERVERS: Final[KeyPath] = ("mcpServers",)
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
_SHOWN: Final = 64
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
    return _Planner(own, source, environment, keyring=keyring).change(drafts, removed)


def draft_in(own: Paths, server_id: str) -> ServerDraft:
    """An entry of servers.json, to be edited. Raises AssentError where there is none."""
    entry = _document(own)[1].at((*_SERVERS, server_id))
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


class _Planner:
    """Works out one change."""

    def __init__(
        self, own: Paths, source: PolicySource | None, environment: Mapping[str, str], *, keyring: bool
    ) -> None:
        self._own, self._source, self._environment, self._keyring = own, source, environment, keyring
        self._place, self._document, self._before = _document(own)
        self._old = self._entries()
        self._secrets: dict[str, str] = {}
        self._loose: list[str] = []
        self._faults: list[list[DraftFault]] = []
        self._commands: list[tuple[str, ...]] = []

    def change(self, drafts: Sequence[ServerDraft], removed: Sequence[str]) -> Change:
        """It."""
        for name in removed:
            if name not in self._old:
                raise AssentError(_gone(name))
            self._document.remove((*_SERVERS, name))
        written: set[str] = set()
        for draft in drafts:
            self._write(draft, written)
        after = self._document.data()
        whole = self._read(after)
        readings = [self._reading(*one, whole) for one in zip(drafts, self._commands, self._faults, strict=True)]
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

    def _write(self, draft: ServerDraft, written: set[str]) -> None:
        """Put what a draft says into the document."""
        old = self._old.get(draft.before) if draft.before else None
        if draft.before and not isinstance(old, dict):
            raise AssentError(_gone(draft.before))
        name = draft.before or draft.id.strip()

        def keep(key: str, secret: str) -> str:
            return self._keep(name, key, secret) if draft.wanted else f"${{keyring:{name}-{key}}}"

        known = old if isinstance(old, dict) else None
        made = EntryMaker(draft, keep, known, home=self._environment.get("HOME", ""))
        entry, faults = made.entry(), made.faults
        if not draft.wanted:
            self._faults.append([])
            self._commands.append(_command(entry))
            return
        self._loose += [f"{name}: {one}" for one in made.loose]
        self._faults.append(faults)
        self._commands.append(_command(entry))
        if not draft.before and (name in self._old or name.casefold() in written):
            faults.append(DraftFault("id", say("There is a server of this name. Choose another one.")))
            return
        written.add(name.casefold())
        _put(self._document, (*_SERVERS, name), old, entry)

    def _keep(self, server: str, name: str, secret: str) -> str:
        plain = _ODD.sub("_", name).strip("_") or "secret"
        free = next(
            one
            for one in (f"{server}-{plain}", *(f"{server}-{plain}_{n}" for n in range(2, len(self._secrets) + 3)))
            if one not in self._secrets
        )
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
        problems += [
            it for it in whole.warnings if it.problem == SHADOWED and it.key == jsonc.dotted((*_SERVERS, name))
        ]
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
            names = ", ".join(map(jsonc.quoted, foreign[:_SHOWN]))
            cautions.append(say("It gets what the keyring keeps already under {names}.", names=names))
        if draft.dropped:
            names = ", ".join(map(jsonc.quoted, draft.dropped[:_SHOWN]))
            cautions.append(say("Assent does not take over {names}.", names=names))
        return DraftReading(command, tuple(faults), tuple(cautions))

    def _entries(self) -> JsonObject:
        found = self._document.at(_SERVERS)
        if found is not None and not isinstance(found, dict):
            raise ConfigError(say("is no object"), file=str(self._own.servers_file), key="mcpServers")
        return dict(found) if isinstance(found, dict) else {}

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
        secrets = {secret for draft in drafts for secret in secrets_in(draft)}
        started: list[str] = []
        for entry in (*self._old.values(), *self._entries().values()):
            if isinstance(entry, dict):
                found, rest = told_apart(entry)
                secrets |= found
                started += rest
        said = "\n".join(started)
        return frozenset(it for it in secrets if len(it) >= attaching.SHORTEST and it not in said)


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
    args = entry.get("args")
    return (str(entry.get("command", "")), *(map(str, args) if isinstance(args, list) else ()))


def _fault(name: str, error: ConfigError) -> DraftFault:
    """A complaint about an entry, at the field that it is about."""
    below = error.key.removeprefix(jsonc.dotted((*_SERVERS, name))).removeprefix(".")
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
