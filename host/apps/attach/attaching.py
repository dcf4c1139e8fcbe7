"""Putting an app's servers behind Assent, and taking that back.

Owns: the plan of a change, carrying it out, and the receipt by which it is undone: ``<config>/attached/APP``.

Invariants:
    - Nothing is written that the plan does not show; a file that changed since it was planned is left alone.
    - Each file is backed up (mode 0600) before it is written, and keeps its mode. The receipt is durable first:
      whatever moment a process dies at, ``detach`` finds its way back.
    - ``detach`` gives back the very bytes where nobody else touched a file; else it restores our entries alone. What
      cannot be given back stays noted, and what it needs stays with it: the app's token, and its servers.
"""

from __future__ import annotations

import contextlib
import difflib
import json
import os
import re
import shlex
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple  # Any: JSON of our own receipt

import msgspec
from msgspec import Struct

from host import files, paths
from host.apps import registry
from host.apps.attach import documents
from host.apps.attach.documents import Document, Format, JsonDocument, KeyPath
from host.apps.attach.entries import (
    StaysError,
    behind,
    bridged_to,
    coverable,
    free_name,
    in_keyring,
    items,
    launch_of,
    told_apart,
    without_secrets,
)
from host.apps.attach.known import ANY, KnownApp, System
from host.canonical import canonical
from host.control.views import AppServerView, GivenBack
from host.errors import AssentError, ConfigError, UsageError
from host.inspect.secrets import tokens_in
from host.keyring_entry import Backend, system_keyring
from host.model import JsonObject, JsonValue, object_in, sha256_hex
from host.paths import Paths
from host.servers.config import ServerConfig
from host.servers.program import identifying_words
from host.text import escape, one_line
from host.values import replace
from host.words import say

LARGEST: Final[Mapping[Format, int]] = {"json": 4 << 20, "toml": 64 << 10, "yaml": 64 << 10}
"""Bytes of an app's file: what reads a text of one format holds up whoever else computes, more so with its layout."""
_LARGEST_BACK: Final = 32 << 20
"""Bytes of one that is given back: an app may have written much into it since."""
_LARGEST_MOVED: Final = 128 << 10
"""Bytes of one file's entries that move, hundreds of usual ones: servers.json and the receipt stay readable."""
SERVICE: Final = "assent"
"""Of secrets in the keyring."""
_RECEIPT: Final = "receipt.json"
_COVER: Final = "•••"
"""In the place of a secret."""
_LONGEST: Final = 1_000
"""Characters of a line of a file: one with a longer one is laid out anew, and what stays the same is cut."""
_STARTS: Final = 240
"""Characters of a command that is shown in a list."""
_PLAIN: Final = re.compile("[A-Za-z0-9_]+")
"""Names of variables that cannot make the keyring's name of one server's secret that of another's."""
_WORD: Final = re.compile(r"[A-Za-z0-9_+=:@%,-]+")
"""A secret that no program takes for code or a path."""
_TOKEN: Final = re.compile(r"[A-Za-z0-9_+=:@%,./~-]+")
"""One in its maker's form."""
SERVERS: Final[KeyPath] = ("mcpServers",)
NO_SERVERS: Final = b'{\n  "mcpServers": {}\n}\n'


class FileChange(Struct, frozen=True):
    """A file before and after.

    Attributes:
        path: the file, links followed.
        format: of its text.
        before: its bytes; None where there is none.
        after: what will be written.
        entries: the ways to the entries that change.
        items: what is added to lists, each with the way to its list.
    """

    path: Path
    format: Format
    before: bytes | None
    after: bytes
    entries: tuple[KeyPath, ...]
    items: tuple[tuple[KeyPath, JsonObject], ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What attaching an app would change.

    Attributes:
        app: which.
        servers: every server of the app's files, as it will be.
        files: the app's files that change, and servers.json last where it does.
        added: ids that servers.json does not have yet.
        moves: how many servers of the app change.
        secrets: what goes into the keyring, by the name that the reference has.
        loose: names of variables with secrets that stay in servers.json: without a keyring, or with an odd name.
        hidden: texts that are covered: secrets of the entries that move, but for what would cover what they start.
        hook: whether the app asks Assent before it uses tools of its own, once this is carried out.
    """

    app: KnownApp
    servers: tuple[AppServerView, ...]
    files: tuple[FileChange, ...]
    added: tuple[str, ...] = ()
    moves: int = 0
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    loose: tuple[str, ...] = ()
    hidden: frozenset[str] = field(default=frozenset(), repr=False)
    hook: bool = False


def files_of(app: KnownApp, system: System, folder: Path | None = None) -> list[Path]:
    """The app's files that there are: the account's, or those of a project's ``folder``."""
    if folder is not None:
        if not app.in_folder:
            raise UsageError(say("{app} has no file of its own in a folder", app=app.id))
        places = [folder / app.in_folder]
    else:
        places = [app.file(system)]
    return [place for place in places if _is_there(place)]


def _is_there(place: Path) -> bool:
    """Whether something stands there: what is no file, or cannot be looked at, counts, and reading it says why not."""
    try:
        os.stat(place)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def program() -> tuple[str, ...]:
    """How another program starts ``assent``: the installed command, else this very interpreter."""
    beside = Path(sys.executable).with_name("assent")
    if beside.is_file():
        return (str(beside),)
    found = shutil.which("assent")
    return (found,) if found is not None else (sys.executable, "-I", "-m", "host")


def keyring() -> Backend | None:
    """The system's keyring, None where there is none."""
    try:
        return system_keyring()
    except AssentError:
        return None


def servers_of(app: KnownApp, file: Path, program: tuple[str, ...]) -> list[AppServerView]:
    """The servers in one of the app's files, as they stand; ``program``: how ``assent`` is started.

    Raises ConfigError where it cannot be read.
    """
    return [server for server, _ in launches_of(app, file, program)]


def launches_of(app: KnownApp, file: Path, program: tuple[str, ...]) -> list[tuple[AppServerView, JsonObject]]:
    """The same, each with the entry for ``servers.json`` that starts it where it is ``beside`` Assent; else empty."""
    document = _read(file, app.format)
    if document is None:
        return []
    return [_standing(app, program, path, document.at(path)) for path in _entries(app, document)]


def has_hook(app: KnownApp, system: System, program: tuple[str, ...]) -> bool:
    """Whether the app has the hook by which it asks Assent before it uses tools of its own.

    Raises ConfigError where that cannot be read.
    """
    document = None if app.hooks is None else _read(app.hooks.file(system), "json")
    if app.hooks is None or document is None:
        return False
    begin = _hook_begins(app, program)
    return all(
        any(_as_written(app, program, event, item) for item in _ours(document, event, begin))
        for event in app.hooks.events
    )


def hooks_off(app: KnownApp, system: System) -> str:
    """What keeps the app from running hooks of this account: a setting and its file; empty where none seen does.

    A project's own settings are not looked at. Raises ConfigError where a file cannot be read.
    """
    for switch in app.hooks.switches(system) if app.hooks is not None else ():
        document = _read(switch.file, switch.format)
        if document is not None and switch.is_off(document.at(switch.path)):
            return f"{'.'.join(switch.path)} in {switch.file}"
    return ""


def _hook_entries(app: KnownApp, program: tuple[str, ...], behind: Sequence[str]) -> dict[str, JsonObject]:
    """What is written for each event. ``behind``: the app's servers behind Assent, whose tools are asked about there.

    Where not even the command can be started, the answer before a use is no as well; after one, nothing is said.
    """
    if app.hooks is None:
        return {}
    names = [word for name in behind for word in ("--behind", name)]
    before = app.hooks.entry(f"{shlex.join([*program, 'hook', app.id, *names])} || exit 2")
    after = app.hooks.after_entry(f"{shlex.join([*program, 'hook', app.id, '--after', *names])} || exit 0")
    return dict.fromkeys(app.hooks.events, before) | dict.fromkeys(app.hooks.after, after)


def _hook_begins(app: KnownApp, program: tuple[str, ...]) -> str:
    return shlex.join([*program, "hook", app.id]) + " "


def _ours(document: Document, event: str, begin: str) -> Iterator[JsonObject]:
    """The entries for an event that run our command."""
    for item in items(document.at(("hooks", event))):
        if isinstance(item, dict) and any(_runs(one, begin) for one in (item, *items(item.get("hooks")))):
            yield item


def _as_written(app: KnownApp, program: tuple[str, ...], event: str, item: JsonObject) -> bool:
    """Whether an entry is as we write it: of another one nobody knows whether a no of ours is one there."""
    for one in (item, *items(item.get("hooks"))):
        with contextlib.suppress(ValueError):  # a quotation that does not end
            words = shlex.split(str(one.get("command", "")) if isinstance(one, dict) else "")
            names = words[len(program) + 3 : -3 : 2]
            if item == _hook_entries(app, program, names).get(event):
                return True
    return False


def _runs(item: JsonValue, begin: str) -> bool:
    command = object_in(item).get("command")
    return isinstance(command, str) and command.startswith(begin)


def plan(
    app: KnownApp,
    places: Sequence[Path],
    own: Paths,
    program: tuple[str, ...],
    *,
    keyring: Backend | None,
    hook: System | None = None,
    servers: bytes | None = None,
    secrets: Mapping[str, str] = MappingProxyType({}),
) -> Plan:
    """Work out what attaching would change. Changes nothing.

    Args:
        app: which.
        places: its files.
        own: Assent's profile.
        program: how ``assent`` is started.
        keyring: keeps secrets; None where there is none.
        servers: servers.json as a plan that comes before leaves it; as it is now if None.
        secrets: what such plans put into the keyring.
        hook: where the app's hooks stand, if it is to ask before it uses tools of its own; None for what it does now.

    Raises:
        ConfigError: a file cannot be read. UsageError: the app has no hooks. AssentError: the keyring does not answer.
    """
    made = _AttachPlanner(app, own, program, servers, keyring, secrets)
    for place in places:
        made.move(place)
    if hook is not None:
        made.hook(hook)
    return made.plan(hook=hook is not None)


def plan_here(
    app: KnownApp,
    places: Sequence[Path],
    own: Paths,
    *,
    hook: bool = False,
    servers: bytes | None = None,
    secrets: Mapping[str, str] = MappingProxyType({}),
) -> Plan:
    """``plan`` with the command and the keyring of this system. A hook that is there stays, and is renewed."""
    command, system = program(), System.here()
    asks = hook or has_hook(app, system, command)
    return plan(
        app, places, own, command, keyring=keyring(), hook=system if asks else None, servers=servers, secrets=secrets
    )


def difference(made: Plan) -> list[str]:
    """What a plan changes, line by line, with every secret covered."""
    return [line for change in made.files for line in difference_of(change, made.hidden)]


def difference_of(change: FileChange, hidden: frozenset[str]) -> Iterator[str]:
    """What changes in one file, line by line, with these texts covered."""
    texts = [(data or b"").decode("utf-8", "replace") for data in (change.before, change.after)]
    if change.format == "json" and any(len(line) > _LONGEST for text in texts for line in text.splitlines()):
        read = (documents.read(data or b"", "json", file=str(change.path)) for data in (change.before, change.after))
        texts = [json.dumps(it.at(()), indent=2, ensure_ascii=False) for it in read]
    # of a secret in several lines a file may hold each line by itself
    pieces = {piece for secret in hidden for piece in (secret, *map(str.strip, secret.splitlines()))}
    before, after = (_covered(text, coverable(pieces)) for text in texts)
    for line in difflib.unified_diff(before, after, str(change.path), str(change.path), lineterm=""):
        yield one_line(line, _LONGEST) if line.startswith(" ") else line


class Shown(NamedTuple):
    """What an entry starts, for people. Attributes: words: its command, or its address. covered: whether some are."""

    words: tuple[str, ...]
    covered: bool


def shown_start(entry: ServerConfig, hidden: frozenset[str] = frozenset()) -> Shown:
    """What ``entry`` starts, or its address, without secrets. ``hidden``: of a plan, as ``Plan`` has it."""
    launch: JsonObject = {"command": entry.command, "args": [*entry.args], "env": {**entry.env}, "url": entry.url}
    launch["headers"] = {**entry.headers}
    words = (entry.command, *entry.args) if entry.kind == "stdio" else (entry.hook or entry.address,)
    return without_secrets_in(words, launch, hidden, identifying_words(entry))


def without_secrets_in(
    words: tuple[str, ...], launch: JsonObject, hidden: frozenset[str] = frozenset(), runs: Iterable[str] = ()
) -> Shown:
    """The words of a command or address with each secret covered that can do nothing but be one.

    What a shell, an interpreter or a loader could take for an order, a path or a file stays: a person reads here what
    would be started. ``launch``: the entry whose words these are. ``hidden``: as in ``shown_start``. ``runs``: by
    which of them it is told what that starts.
    """
    secrets, rest = told_apart(launch)
    inert = frozenset(filter(_is_inert, coverable({*secrets, *hidden}, (*rest, *runs))))
    shown = tuple(_without(word, inert) for word in words)
    return Shown(shown, shown != words)


def _is_inert(secret: str) -> bool:
    known = any((found.start, found.end) == (0, len(secret)) for found in tokens_in(secret))
    return (_TOKEN if known else _WORD).fullmatch(secret) is not None


def _covered(text: str, secrets: frozenset[str]) -> list[str]:
    """The lines of ``text`` without these secrets, however they are escaped in it."""
    text = _without(text, secrets).replace("\r\n", "\n").removesuffix("\n")
    # nothing but a line feed ends a line: what else Python takes for one may stand within a value, and feign lines
    return [_line_covered(line, secrets) for line in text.split("\n")] if text else []


def _line_covered(line: str, secrets: frozenset[str]) -> str:
    plain = documents.unescaped(line)
    covered = _without(plain, secrets)
    return line if covered == plain else escape(covered)


def _without(text: str, secrets: frozenset[str]) -> str:
    for secret in sorted(secrets, key=len, reverse=True):  # one may hold another
        text = text.replace(secret, _COVER)
    return text


def digest_of(made: Plan) -> str:
    """Names a plan: another digest where anything that it would write, or write over, is another."""
    said = [[str(one.path), _digest(one.before), _digest(one.after)] for one in made.files]
    return sha256_hex(json.dumps(said).encode())


def without_app(made: Plan, own: Paths) -> Plan:
    """The same, changing servers.json alone."""
    return replace(made, files=tuple(change for change in made.files if change.path == own.servers_file), moves=0)


def copy(made: Plan, own: Paths, keyring: Backend | None) -> None:
    """Carry out a plan that changes servers.json alone. Raises ConfigError and AssentError, as ``attach``."""
    own.ensure()
    write(made.files, made.secrets, keyring)


class _Opened(Struct):
    """A file that is being changed; as in ``FileChange``."""

    document: Document
    format: Format
    before: bytes | None
    entries: list[KeyPath] = msgspec.field(default_factory=list)
    items: list[tuple[KeyPath, JsonObject]] = msgspec.field(default_factory=list)


class _AttachPlanner:
    """Works out a plan, file by file."""

    def __init__(
        self, app: KnownApp, own: Paths, program: tuple[str, ...], servers: bytes | None, keyring: Backend | None,
        secrets: Mapping[str, str],
    ) -> None:  # fmt: skip
        self._app, self._own, self._program, self._file = app, own, program, own.servers_file
        self._keyring, self._planned = keyring, secrets
        self._before = paths.read_file(self._file) if servers is None else servers
        self._ours = documents.read(self._before or NO_SERVERS, "json", file=str(self._file))
        self._configured = dict(object_in(self._ours.at(SERVERS)))
        self._seen: list[AppServerView] = []  # every server so far, as it will be
        self._moved = 0
        self._opened: dict[Path, _Opened] = {}
        self._added: dict[str, JsonObject] = {}  # what servers.json does not have yet
        self._secrets: set[str] = set()
        self._started: list[str] = []

    def move(self, place: Path) -> None:
        """Put the servers of one of the app's files behind Assent."""
        opened = self._open(place, self._app.format)
        document = opened.document
        found = [(path, document.at(path)) for path in _entries(self._app, document)]
        seen = [(path, entry, *_standing(self._app, self._program, path, entry)) for path, entry in found]
        if sum(len(canonical(entry)) for _, entry, standing, _ in seen if standing.state == "beside") > _LARGEST_MOVED:
            why = say("holds more servers, or longer ones, than Assent puts behind itself")
            raise ConfigError(why, file=str(place))
        for path, entry, standing, launch in seen:
            if standing.state == "beside" and isinstance(entry, dict):
                secrets, started = told_apart(launch)
                self._secrets |= secrets
                self._started += started
                server = self._server_for(path[-1], launch)
                document.put(path, behind(entry, self._app.shape, self._program, server, self._app.id))
                opened.entries.append(path)
                self._moved += 1
                self._seen.append(replace(standing, state="behind", server=server))
            else:
                self._seen.append(standing)

    def hook(self, system: System) -> None:
        """Let the app ask before it uses tools of its own, and say how that ended where it can.

        Not so for the tools of the servers that are behind Assent.
        """
        hooks = self._app.hooks
        if hooks is None:
            raise UsageError(say("{app} has no hooks that Assent knows", app=self._app.id))
        if system.platform == "win32":
            raise UsageError(say("on Windows no app's hook can ask Assent yet"))
        seen = [*self._seen, *self._elsewhere(system)]
        opened = self._open(hooks.file(system), "json", hooks.begun)
        behind, others = ({it.name for it in seen if (it.state == "behind") is same} for same in (True, False))
        names = sorted(behind - others)  # a project's server may have the name of one behind Assent
        assert isinstance(opened.document, JsonDocument)
        entries = _hook_entries(self._app, self._program, names)
        held = opened.document.at(("hooks",)), *(opened.document.at(("hooks", event)) for event in entries)
        if not isinstance(held[0], dict | None) or not all(isinstance(one, list | None) for one in held[1:]):
            raise ConfigError(say("has hooks in another form than Assent knows"), file=str(hooks.file(system)))
        for event, entry in entries.items():
            old = list(_ours(opened.document, event, _hook_begins(self._app, self._program)))
            if old != [entry]:
                for item in old:
                    opened.document.drop(("hooks", event), item)
                opened.document.append(("hooks", event), entry)
                opened.items.append((("hooks", event), entry))
        self._server_for(self._app.id, {"hook": self._app.id})

    def _elsewhere(self, system: System) -> Iterator[AppServerView]:
        """The servers of the app's other files: the account's, and those of projects that were attached before.

        There is one hook for all of them. A project's file that cannot be read puts nothing behind Assent.
        """
        noted = _read_receipt(_folder(self._own, self._app.id)).files
        account = self._app.file(system)
        projects = [one.path for one in noted if one.entries and one.path != self._file]
        for place in dict.fromkeys([account, *projects]):
            if os.path.realpath(place) in map(str, self._opened) or not _is_there(place):
                continue
            try:
                yield from servers_of(self._app, place, self._program)
            except ConfigError:
                if place == account:
                    raise

    def _open(self, place: Path, form: Format, begun: bytes = b"") -> _Opened:
        """A file as it is changed so far."""
        real = Path(os.path.realpath(place))
        if real not in self._opened:
            data = paths.read_file(place, limit=LARGEST[form], follow=True)
            document = documents.read(begun if data is None else data, form, file=str(place))
            self._opened[real] = _Opened(document, form, data)
        return self._opened[real]

    def plan(self, *, hook: bool) -> Plan:
        """Put what was moved into servers.json; the plan of all of it."""
        secrets: dict[str, str] = {}
        loose: list[str] = []

        def keep(server: str, name: str, secret: str) -> str:
            if self._keyring is None or _PLAIN.fullmatch(name) is None:
                loose.append(f"{server}: {name}")
                return secret
            return in_keyring(secrets, server, name, secret)

        for server, launch in self._added.items():
            self._ours.put((*SERVERS, server), without_secrets(launch, partial(keep, server)))
        if self._added:
            entries: list[KeyPath] = [(*SERVERS, server) for server in self._added]
            self._opened[self._file] = _Opened(self._ours, "json", self._before, entries)
        files = tuple(
            FileChange(place, one.format, one.before, one.document.data(), tuple(one.entries), tuple(one.items))
            for place, one in self._opened.items()
            if one.entries or one.items
        )
        hidden = coverable(self._secrets, self._started)
        return Plan(
            self._app, tuple(self._seen), files, tuple(self._added), self._moved, secrets, tuple(loose), hidden, hook
        )

    def _server_for(self, name: str, launch: JsonObject) -> str:
        """The id of the entry of servers.json that starts the same program in the same way; a new one if none does."""
        known: JsonObject = {**self._configured, **self._added}
        for server, entry in known.items():
            if isinstance(entry, dict) and self._is_same(server, entry, launch):
                return server
        server = free_name(name, known)
        self._added[server] = launch
        return server

    def _is_same(self, server: str, entry: JsonObject, launch: JsonObject) -> bool:
        """Whether the entry of ``server`` starts that, with what the keyring keeps for it."""
        if starts(entry) == starts(launch):
            return True
        secrets: dict[str, str] = {}
        if starts(entry) != starts(without_secrets(launch, partial(in_keyring, secrets, server))):
            return False
        return all(self._is_kept(name, secret) for name, secret in secrets.items())

    def _is_kept(self, name: str, secret: str) -> bool:
        if name in self._planned or self._keyring is None:
            return self._planned.get(name) == secret
        with _asking_keyring():
            return self._keyring.get_password(SERVICE, name) == secret


def attach(made: Plan, own: Paths, keyring: Backend | None) -> None:
    """Carry out a plan, and make the app's token where it has none.

    Raises:
        ConfigError: a file cannot be written, or is another than was planned with; what was written before stays, and
            ``detach`` takes it back.
        AssentError: the keyring does not answer.
    """
    for change in made.files:
        if paths.read_file(change.path, limit=LARGEST[change.format]) != change.before:
            raise ConfigError(say("was changed meanwhile, so nothing was written"), file=str(change.path))
        if not _may_be_written(change):
            raise ConfigError(say("may not be changed by this account, so nothing was written"), file=str(change.path))
    own.ensure()
    if made.app.id not in registry.names(own.apps_dir):
        registry.add(own.apps_dir, made.app.id)
    folder = _folder(own, made.app.id)
    paths.ensure_private(folder)
    _note(folder, made)
    write(made.files, made.secrets, keyring)


def _may_be_written(change: FileChange) -> bool:
    """Whether this account may write a file: where its folder alone is ours, its place could be taken and is not."""
    return change.before is None or (os.access(change.path, os.W_OK) and os.access(change.path.parent, os.W_OK))


@contextlib.contextmanager
def _asking_keyring() -> Iterator[None]:
    try:
        yield
    except Exception as error:  # each backend raises exceptions of its own
        raise AssentError(say("the keyring does not answer"), detail=str(error)) from error


def write(changes: Sequence[FileChange], secrets: Mapping[str, str], keyring: Backend | None) -> None:
    """Put secrets into the keyring, and write files that are as they were, the last one first. Raises as ``attach``."""
    for name, secret in secrets.items():
        if keyring is None:
            raise AssentError(say("there is no keyring for the secrets of this plan"))
        with _asking_keyring():
            keyring.set_password(SERVICE, name, secret)
    for change in reversed(changes):  # servers.json first: no app may find a server that nobody has
        if paths.read_file(change.path, limit=LARGEST[change.format]) != change.before:
            raise ConfigError(say("was changed meanwhile, and is left alone"), file=str(change.path))
        _write(change.path, change.after)


def is_attached(own: Paths, app_id: str) -> bool:
    """Whether Assent has changed files of this app and not given them back."""
    return bool(_read_receipt(_folder(own, app_id)).files)


def receipt_of(own: Paths, app_id: str) -> Path:
    """Where it is noted what was done for an app."""
    return _folder(own, app_id) / _RECEIPT


def uses(own: Paths, app_id: str) -> frozenset[str]:
    """The servers of servers.json that this app reaches, by what attaching noted."""
    return frozenset(_read_receipt(_folder(own, app_id)).uses)


def detach(app: KnownApp, own: Paths) -> list[GivenBack]:
    """Give the app its files back, and take out of servers.json what attaching put there.

    A file that cannot be read or written is left for another time; then what the app finds there goes on to work.

    Returns:
        What became of each file.

    Raises:
        UsageError: the app is not attached.
        ConfigError: it cannot be read what was changed, or be noted what is left of it.
    """
    folder = _folder(own, app.id)
    receipt = _read_receipt(folder)
    noted = receipt.files
    if not noted:
        raise UsageError(say("{app} is not attached", app=app.id))
    restored: dict[str, GivenBack] = {}
    left: list[_Noted] = []
    backwards = reversed(noted)  # the last change is undone first
    # servers.json after the app's files: while one of them is left it names servers that stand there
    for one in sorted(backwards, key=lambda one: one.path == own.servers_file):
        earlier = restored.get(str(one.path))
        if (earlier is not None and earlier.problem) or (one.path == own.servers_file and left):
            left.append(one)
            continue
        now = _restore_if_possible(one, folder, app, own)
        restored[now.path] = now if earlier is None else replace(now, left=(*earlier.left, *now.left))
        if now.problem:
            left.append(one)
    if all(one.path == own.servers_file for one in left) and app.id in registry.names(own.apps_dir):
        registry.remove(own.apps_dir, app.id)
    if left:
        _write_receipt(folder, [one for one in noted if one in left], receipt.uses)
    needed = {*(one.backup for one in left), *([_RECEIPT] if left else ())}
    needed |= {os.path.basename(one.backup) for one in restored.values()}
    for name in {_RECEIPT, *(one.backup for one in noted)} - needed:
        (folder / name).unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # what else lies there is not ours
        folder.rmdir()
    return list(restored.values())


def detach_hook(app: KnownApp, own: Paths) -> list[GivenBack]:
    """Let the app use tools of its own unasked again; its servers stay behind Assent.

    Where no server of it is behind Assent, this is ``detach``. Returns what became of each file; raises as ``detach``.
    """
    folder = _folder(own, app.id)
    receipt = _read_receipt(folder)
    if not any(one.items for one in receipt.files):
        raise UsageError(say("{app} has no hook that Assent wrote", app=app.id))
    if not receipt.uses:
        return detach(app, own)
    stands_for = sha256_hex(canonical({"hook": app.id}))
    restored: dict[str, GivenBack] = {}
    changes: list[_Noted] = []
    for one in receipt.files:
        rest = tuple(entry for entry in one.entries if entry[1] != stands_for)
        changes.append(replace(one, entries=rest, items=()))
    backwards = zip(reversed(receipt.files), reversed(changes), strict=True)
    # servers.json after the app's files: one of them may be unreadable by now
    for one, rest_of in sorted(backwards, key=lambda pair: pair[0].path == own.servers_file):
        if one != rest_of:
            hook = tuple(entry for entry in one.entries if entry not in rest_of.entries)
            # a file in which more was changed does not come back as a whole
            part = replace(one, entries=hook, after="") if rest_of.entries else one
            restored[str(one.path)] = _restore(part, folder, app, own)
    for at, one in enumerate(receipt.files):
        if (done := restored.get(str(one.path))) is not None and done.left:
            changes[at] = replace(changes[at], items=one.items)  # what was left alone can be taken out later
    _write_receipt(folder, changes, receipt.uses)
    return list(restored.values())


# Reading


def _read(file: Path, form: Format) -> Document | None:
    """What an app's file says, None where there is none. Raises ConfigError where it cannot be read."""
    data = paths.read_file(file, limit=LARGEST[form], follow=True)
    return None if data is None else documents.read(data, form, file=str(file))


def starts(entry: JsonObject) -> list[JsonValue]:
    """What an entry starts or connects to, and how."""
    how = [entry.get(key) or None for key in ("command", "args", "env", "cwd", "url", "headers", "hook")]
    return [*how, entry.get("type") == "sse"]


def _entries(app: KnownApp, document: Document) -> Iterator[KeyPath]:
    """The ways to every server's entry."""
    for pattern in app.servers:
        for way in _ways(document, (), pattern):
            yield from ((*way, name) for name in object_in(document.at(way)))


def _ways(document: Document, at: KeyPath, pattern: KeyPath) -> Iterator[KeyPath]:
    if not pattern:
        yield at
    elif pattern[0] == ANY:
        for key in object_in(document.at(at)):
            yield from _ways(document, (*at, key), pattern[1:])
    else:
        yield from _ways(document, (*at, pattern[0]), pattern[1:])


def _standing(
    app: KnownApp, program: tuple[str, ...], path: KeyPath, entry: JsonValue
) -> tuple[AppServerView, JsonObject]:
    """How a server stands, and the entry for ``servers.json`` that starts it where it is beside Assent; else empty."""
    name, within = path[-1], path[:-1]
    started, server = bridged_to(entry, app.shape, app.id)
    if server and started != program:
        why = say("it looks like Assent's, but starts another program")
        return AppServerView(name, "stays", why=why, within=within), {}
    if server:
        return AppServerView(name, "behind", server, within=within), {}
    try:
        launch = launch_of(entry, app.shape)
    except StaysError as error:
        return AppServerView(name, "stays", why=error.words, within=within), {}
    return AppServerView(name, "beside", starts=_shown(launch), within=within), launch


def _shown(launch: JsonObject) -> str:
    """What an entry starts, or where it leads, without secrets."""
    words = [launch.get("command") or launch.get("url"), *items(launch.get("args"))]
    return one_line(_without(" ".join(map(str, words)), coverable(told_apart(launch)[0])), _STARTS)


# The receipt


class _Noted(Struct, frozen=True):
    """One change of one file. A receipt has them in the order in which they were made.

    Attributes:
        path, format: of the file.
        before, after: SHA-256 in hex; ``before`` is None where there was no file.
        backup: the name of the file with the bytes from before, beside the receipt.
        entries: the way to each entry that was changed, with the digest of what was written there.
        items: what was added to lists, each with the way to its list.
    """

    path: Path
    format: Format
    before: str | None
    after: str
    backup: str
    entries: tuple[tuple[KeyPath, str], ...]
    items: tuple[tuple[KeyPath, dict[str, Any]], ...] = ()


class _Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """What was done for an app.

    Attributes:
        files: the changes, in the order in which they were made.
        uses: the servers of servers.json that the app reaches.
    """

    version: Literal[1]
    files: tuple[_Noted, ...]
    uses: tuple[str, ...]


def _folder(own: Paths, app_id: str) -> Path:
    return own.config / "attached" / app_id


def _note(folder: Path, made: Plan) -> None:
    """Back up each file, and note what will be written."""
    earlier = _read_receipt(folder)
    noted = [*earlier.files]
    for change in made.files:
        taken = {one.backup for one in noted}  # of a receipt of which a part was taken back
        name = next(it for n in count(len(noted)) if (it := f"{n}-{change.path.name}") not in taken)
        if change.before is not None:
            files.write(folder / name, change.before)
        document = documents.read(change.after, change.format, file=str(change.path))
        entries = tuple((entry, sha256_hex(canonical(document.at(entry)))) for entry in change.entries)
        noted.append(
            _Noted(
                change.path, change.format, _digest(change.before), _digest(change.after) or "", name, entries,
                change.items,
            )
        )  # fmt: skip
    _write_receipt(folder, noted, {*earlier.uses, *(one.server for one in made.servers if one.state == "behind")})


def _write_receipt(folder: Path, changes: Sequence[_Noted], uses: Iterable[str]) -> None:
    receipt = _Receipt(1, tuple(changes), tuple(sorted(uses)))
    data = json.dumps(msgspec.to_builtins(receipt, enc_hook=str), indent=2).encode()
    if len(data) > paths.MAX_FILE:  # it could not be read to take anything back
        raise ConfigError(say("would note more changes than Assent can take back"), file=str(folder / _RECEIPT))
    files.write(folder / _RECEIPT, data)


def _read_receipt(folder: Path) -> _Receipt:
    """What was noted of an app; nothing where there is no receipt. Raises ConfigError for one that cannot be read."""
    data = paths.read_file(folder / _RECEIPT)
    if data is None:
        return _Receipt(1, (), ())
    try:
        read = msgspec.convert(json.loads(data), _Receipt, dec_hook=lambda kind, value: kind(value))
    except (ValueError, TypeError) as error:
        raise ConfigError(say("cannot be read as what Assent noted of an app"), file=str(folder / _RECEIPT)) from error
    return replace(read, files=tuple(replace(one, backup=os.path.basename(one.backup)) for one in read.files))


def _digest(data: bytes | None) -> str | None:
    return None if data is None else sha256_hex(data)


# Giving back


def _restore_if_possible(noted: _Noted, folder: Path, app: KnownApp, own: Paths) -> GivenBack:
    try:
        return _restore(noted, folder, app, own)
    except ConfigError as error:
        why = error.words
    except OSError as error:
        why = paths.unusable(error, noted.path, "written").words
    return GivenBack(str(noted.path), exactly=False, problem=why)


def _restore(noted: _Noted, folder: Path, app: KnownApp, own: Paths) -> GivenBack:
    """Undo one change of one file."""
    path, backup = str(noted.path), str(folder / noted.backup)
    now = paths.read_file(noted.path, limit=_LARGEST_BACK)
    ours = noted.path == own.servers_file
    shared = _used_by_others(own, app.id, {entry[-1] for entry, _ in noted.entries}) if ours else set()
    if _digest(now) == noted.before:
        return GivenBack(path, exactly=True)
    if _digest(now) == noted.after and not shared:
        if noted.before is None:
            noted.path.unlink()
        else:
            _write(noted.path, _backed_up(noted, folder))
        return GivenBack(path, exactly=True)
    if now is None:
        return GivenBack(path, exactly=False, backup=backup)
    document = documents.read(now, noted.format, file=str(noted.path))
    earlier = None
    if noted.before is not None:
        earlier = documents.read(_backed_up(noted, folder), noted.format, file=str(folder / noted.backup))
    left = [
        entry[-1]
        for entry, digest in noted.entries
        if entry[-1] in shared or not _give_back(document, earlier, entry, digest)
    ]
    left += [".".join(map(str, path)) for path, item in noted.items if not _take_out(document, earlier, path, item)]
    data = document.data()
    if noted.before is None and b"".join(data.split()) == b'{"mcpServers":{}}':  # what it began with
        noted.path.unlink()
        return GivenBack(path, exactly=True)
    _write(noted.path, data)
    exactly = _digest(data) == noted.before  # such as where the hook alone was taken out before
    return GivenBack(path, exactly, tuple(left), backup if left else "")


def _backed_up(noted: _Noted, folder: Path) -> bytes:
    """The bytes from before. Raises ConfigError where they are not there as they were kept."""
    data = paths.read_file(folder / noted.backup, limit=_LARGEST_BACK)
    if data is None or _digest(data) != noted.before:
        raise ConfigError(say("is not there as Assent kept it"), file=str(folder / noted.backup))
    return data


def _give_back(document: Document, earlier: Document | None, entry: KeyPath, digest: str) -> bool:
    """Put one entry back as it was; returns False where it is somebody else's by now."""
    now = document.at(entry)
    if now is None:
        return True
    if sha256_hex(canonical(now)) != digest:
        return False
    if earlier is not None and earlier.at(entry) is not None:
        document.restore(entry, earlier)
    else:
        document.remove(entry)
    return True


def _take_out(document: Document, earlier: Document | None, path: KeyPath, item: JsonObject) -> bool:
    """Take one item out of its list, and what held nothing else and was not there before.

    Returns False where somebody changed it, and its command stands there still.
    """
    assert isinstance(document, JsonDocument)
    if not document.drop(path, item):
        return _commands(item).isdisjoint(_commands(document.at(path)))
    while path and not document.at(path) and document.at(path) is not None:
        if earlier is not None and earlier.at(path) is not None:
            break
        document.remove(path)
        path = path[:-1]
    return True


def _commands(value: JsonValue) -> frozenset[str]:
    """What the entries of a hook run."""
    if isinstance(value, list):
        return frozenset().union(*map(_commands, value))
    if not isinstance(value, dict):
        return frozenset()
    own = value.get("command")
    return frozenset({own} if isinstance(own, str) else ()).union(*map(_commands, value.values()))


def _used_by_others(own: Paths, app_id: str, servers: set[str]) -> set[str]:
    """Which of these servers other attached apps reach; all, where it cannot be read what one of them does."""
    try:
        apps = [one.name for one in os.scandir(own.config / "attached") if one.is_dir() and one.name != app_id]
    except FileNotFoundError:
        return set()
    used = set[str]()
    for name in apps:
        try:
            used |= uses(own, name)
        except ConfigError:
            return servers
    return used & servers


def _write(path: Path, data: bytes) -> None:
    """Write a file of another program: in one step, with the mode that it has."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        mode = 0o600
    files.write(path, data, mode=mode)
