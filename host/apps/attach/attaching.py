"""Putting an app's servers behind Assent, and undoing that.

Owns: the plan of a change, its execution, and the receipt by which it is undone: ``<config>/attached/APP``.

Invariants:
    - Nothing is written that the plan does not show; a file that changed since it was planned is left alone.
    - Each file is backed up (mode 0600) before it is written, and keeps its mode. The receipt is durable before that:
      ``detach`` can undo a change that was interrupted at any moment.
    - ``detach`` restores the very bytes of a file that nobody else changed; of any other it restores Assent's entries
      only. What cannot be restored stays in the receipt, and the app's token and servers stay as long as it needs them.
"""

from __future__ import annotations

import contextlib
import difflib
import json
import os
import shlex
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple  # Any: JSON of our own receipt

import msgspec
from msgspec import Struct

from host import files, paths, regex
from host.apps import registry
from host.apps.attach import documents
from host.apps.attach.documents import Document, Format, KeyPath
from host.apps.attach.entries import (
    StaysError,
    bridged_to,
    entry_behind,
    free_name,
    in_keyring,
    is_secret,
    items,
    launch_of,
    maskable,
    split_secrets,
    without_secrets,
)
from host.apps.attach.known import ANY, KnownApp, System, with_command
from host.canonical import canonical
from host.control.views import AppServerView, RestoredFile
from host.errors import AssentError, ConfigError, UsageError
from host.inspect.secrets import tokens_in
from host.json_document import JsonDocument
from host.keyring_entry import SERVICE, Backend, asking_keyring, system_keyring
from host.model import JsonObject, JsonValue, object_in, sha256_hex
from host.paths import Paths
from host.patterns import linear
from host.servers.config import ServerConfig
from host.servers.program import identifying_words
from host.text import escape, one_line
from host.values import PartlyPrinted, replace
from host.words import say

MAX_FILE_BYTES: Final[Mapping[Format, int]] = {"json": 4 << 20, "toml": 64 << 10, "yaml": 64 << 10}
"""Bytes of an app's file: parsing blocks other threads, and parsing with layout takes longer."""
_MAX_RESTORED: Final = 32 << 20
"""Bytes of a file that is restored: the app may have written much into it since."""
_MAX_MOVED: Final = 128 << 10
"""Bytes of the moved entries of one file, enough for hundreds: servers.json and the receipt must stay readable."""
_RECEIPT: Final = "receipt.json"
_MASK: Final = "•••"
"""Replaces a secret."""
_MAX_LINE: Final = 1_000
"""Characters of a line in a difference: a file with longer ones is reformatted, and unchanged lines are cut."""
_MAX_COMMAND: Final = 240
"""Characters of a command that is shown in a list."""
_PLAIN_NAME: Final = regex.pattern("[A-Za-z0-9_]+")
"""Names of variables with which two servers' secrets cannot get the same name in the keyring."""
_INERT: Final = regex.pattern(r"[A-Za-z0-9_+=:@%,-]+")
"""A secret that no program takes as code or as a path."""
_INERT_TOKEN: Final = regex.pattern(r"[A-Za-z0-9_+=:@%,./~-]+")
"""The same for a token in the known form of its issuer."""
SERVERS: Final[KeyPath] = ("mcpServers",)
NO_SERVERS: Final = b'{\n  "mcpServers": {}\n}\n'


class FileChange(Struct, frozen=True):
    """A file before and after.

    ``path``: the file, links followed. ``items``: what is added to lists, each with the key path of its list.
    """

    path: Path
    format: Format
    before: bytes | None
    after: bytes
    entries: tuple[KeyPath, ...]
    items: tuple[tuple[KeyPath, JsonObject], ...] = ()


class Plan(PartlyPrinted, Struct, frozen=True):
    """What attaching an app would change.

    Attributes:
        secrets: those that go into the keyring, by the name in their reference.
        secrets_in_file: names of variables whose secrets stay in servers.json: without a keyring, or with an odd name.
        hidden: texts to mask: secrets in the app's files and in servers.json, except those that are part of a command.
    """

    UNPRINTED = frozenset({"secrets", "hidden"})

    app: KnownApp
    servers: tuple[AppServerView, ...]  # all servers of the app's files, as they will be
    files: tuple[FileChange, ...]  # the app's files that change, and servers.json last if it changes
    added: tuple[str, ...] = ()  # ids that servers.json does not have yet
    moves: int = 0  # the number of the app's servers that change
    secrets: Mapping[str, str] = msgspec.field(default_factory=dict)
    secrets_in_file: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()
    hook: bool = False


def files_of(app: KnownApp, system: System, folder: Path | None = None) -> list[Path]:
    """Return the app's existing files: the account's, or those in a project's ``folder``."""
    if folder is not None:
        if not app.project_file:
            raise UsageError(say("{app} has no file of its own in a folder", app=app.id))
        places = [folder / app.project_file]
    else:
        places = [app.file(system)]
    return [place for place in places if _exists(place)]


def _exists(place: Path) -> bool:
    """Whether there is anything at a path, also if it cannot be read: reading it says why."""
    try:
        os.stat(place)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def program() -> tuple[str, ...]:
    """Return the command that starts ``assent``: the installed one, else this interpreter."""
    sibling = Path(sys.executable).with_name("assent")
    if sibling.is_file():
        return (str(sibling),)
    on_path = shutil.which("assent")
    return (on_path,) if on_path is not None else (sys.executable, "-I", "-m", "host")


def keyring() -> Backend | None:
    """Return the system's keyring, None if there is none."""
    try:
        return system_keyring()
    except AssentError:
        return None


def servers_of(app: KnownApp, file: Path, program: tuple[str, ...]) -> list[AppServerView]:
    """Return the servers in one of the app's files. ``program``: the command that starts ``assent``.

    Raises ConfigError if it cannot be read.
    """
    return [server for server, _ in launches_of(app, file, program)]


def launches_of(app: KnownApp, file: Path, program: tuple[str, ...]) -> list[tuple[AppServerView, JsonObject]]:
    """Return these servers, each with its entry for ``servers.json`` if it is ``beside`` Assent, else an empty one."""
    document = _read(file, app.format)
    if document is None:
        return []
    return [_server_view(app, program, path, document.at(path)) for path in _entry_paths(app, document)]


def has_hook(app: KnownApp, system: System, program: tuple[str, ...]) -> bool:
    """Whether the app has the hook by which it asks Assent before it uses its own tools.

    Raises ConfigError if its file cannot be read.
    """
    document = None if app.hooks is None else _read(app.hooks.file(system), "json")
    if app.hooks is None or document is None:
        return False
    prefix = _hook_prefix(app, program)
    return all(
        any(_is_own_form(app, program, event, item) for item in _own_hooks(document, event, prefix))
        for event in app.hooks.events
    )


def hooks_off(app: KnownApp, system: System) -> str:
    """Return the setting, and its file, that switches this account's hooks off; empty if there is none.

    A project's settings are not read. Raises ConfigError if a file cannot be read.
    """
    for file, row in app.hooks.switches(system) if app.hooks is not None else ():
        if (document := _read(file, row.format)) is not None:
            for path in row.paths:
                if row.is_off(document.at(path)):
                    return f"{'.'.join(path)} in {file}"
    return ""


def _hook_entries(app: KnownApp, program: tuple[str, ...], behind: Sequence[str]) -> dict[str, JsonObject]:
    """Return the hook to write for each event. ``behind``: the app's servers behind Assent, which the hook ignores.

    If the command cannot be started, a use is denied.
    """
    if app.hooks is None:
        return {}
    names = [word for name in behind for word in ("--behind", name)]
    entry = with_command(app.hooks.form, f"{shlex.join([*program, 'hook', app.id, *names])} || exit 2")
    return dict.fromkeys(app.hooks.events, entry)


def _hook_prefix(app: KnownApp, program: tuple[str, ...]) -> str:
    return shlex.join([*program, "hook", app.id]) + " "


def _own_hooks(document: Document, event: str, prefix: str) -> Iterator[JsonObject]:
    """Yield the entries for an event that run Assent's command, which begins with ``prefix``."""
    for item in items(document.at(("hooks", event))):
        if isinstance(item, dict) and any(command.startswith(prefix) for command in _commands(item)):
            yield item


def _is_own_form(app: KnownApp, program: tuple[str, ...], event: str, item: JsonObject) -> bool:
    """Whether an entry is as Assent writes it: in any other, a denial might not deny."""
    for command in _commands(item):
        with contextlib.suppress(ValueError):  # an unterminated quotation
            names = shlex.split(command)[len(program) + 3 : -3 : 2]
            if item == _hook_entries(app, program, names).get(event):
                return True
    return False


def plan(
    app: KnownApp,
    places: Sequence[Path],
    profile: Paths,
    program: tuple[str, ...],
    *,
    keyring: Backend | None,
    hook_system: System | None = None,
    servers: bytes | None = None,
    secrets: Mapping[str, str] = MappingProxyType({}),
) -> Plan:
    """Work out what attaching would change. Changes nothing.

    ``program``: the command that starts ``assent``. ``servers``: servers.json after the plans before this one; as it is
    now if None. ``secrets``: those that these plans put into the keyring. ``hook_system``: locates the hooks of an app
    that is to ask before it uses its own tools; None to change no hook.

    Raises ConfigError if a file cannot be read, UsageError if the app has no hooks, and AssentError if the keyring does
    not answer.
    """
    planner = _AttachPlanner(app, profile, program, servers, keyring, secrets)
    for place in places:
        planner.move_servers(place)
    if hook_system is not None:
        planner.add_hook(hook_system)
    return planner.plan(hook=hook_system is not None)


def difference(plan: Plan) -> list[str]:
    """Return what a plan changes, line by line, with all secrets masked."""
    return [line for change in plan.files for line in difference_of(change, plan.hidden)]


def difference_of(change: FileChange, hidden: frozenset[str]) -> Iterator[str]:
    """Yield what changes in one file, line by line, with these texts masked."""
    texts = [(data or b"").decode("utf-8", "replace") for data in (change.before, change.after)]
    if change.format == "json" and any(len(line) > _MAX_LINE for text in texts for line in text.splitlines()):
        parsed = (documents.read(data or b"", "json", file=str(change.path)) for data in (change.before, change.after))
        texts = [json.dumps(document.at(()), indent=2, ensure_ascii=False) for document in parsed]
    # A file may hold each line of a multi-line secret separately.
    pieces = {piece for secret in hidden for piece in (secret, *map(str.strip, secret.splitlines()))}
    before, after = (_masked_lines(text, maskable(pieces)) for text in texts)
    for line in difflib.unified_diff(before, after, str(change.path), str(change.path), lineterm=""):
        shown = _without_secret(line)
        yield one_line(shown, _MAX_LINE) if line.startswith(" ") else shown


def _without_secret(line: str) -> str:
    """A line of a file without the secret that it holds beside the servers: ``"apiKey": "…",``."""
    member = _MEMBER.fullmatch(line)
    if member is None or not is_secret(member[2] or "", member[3] or ""):
        return line
    return f"{member[1]}{_MASK}{member[4]}"


_MEMBER: Final = linear(r"""([ +-]\s*["']?([\w.-]+)["']?\s*[:=]\s*["']?)([^\s"'{\[].*?)(["']?[\s,}]*)""")
"""A line of JSON, TOML or YAML with one name and its value."""


class ShownStart(NamedTuple):
    """What an entry starts, for people. ``words``: command or address. ``covered``: whether a secret is masked."""

    words: tuple[str, ...]
    covered: bool


def shown_start(entry: ServerConfig, hidden: frozenset[str] = frozenset()) -> ShownStart:
    """Return what ``entry`` starts, or its address, without secrets. ``hidden``: see ``Plan``."""
    launch: JsonObject = {"command": entry.command, "args": [*entry.args], "env": {**entry.env}, "url": entry.url}
    launch["headers"] = {**entry.headers}
    words = (entry.command, *entry.args) if entry.kind == "stdio" else (entry.hook or entry.address,)
    return without_secrets_in(words, launch, hidden, identifying_words(entry))


def without_secrets_in(
    words: tuple[str, ...], launch: JsonObject, hidden: frozenset[str] = frozenset(), program_words: Iterable[str] = ()
) -> ShownStart:
    """Return the words of a command or address, with all inert secrets masked.

    A text that a shell, an interpreter or a loader could take as code, a path or a file stays: a person reads here
    what would be started. ``launch``: the entry of these words. ``hidden``: see ``shown_start``. ``program_words``:
    those that tell which program is started.
    """
    secrets, rest = split_secrets(launch)
    inert = frozenset(filter(_is_inert, maskable({*secrets, *hidden}, (*rest, *program_words))))
    shown = tuple(_mask(word, inert) for word in words)
    return ShownStart(shown, shown != words)


def _is_inert(secret: str) -> bool:
    is_token = any((token.start, token.end) == (0, len(secret)) for token in tokens_in(secret))
    return (_INERT_TOKEN if is_token else _INERT).fullmatch(secret) is not None


def _masked_lines(text: str, secrets: frozenset[str]) -> list[str]:
    """Return the lines of ``text`` with these secrets masked, even if they are escaped in it."""
    text = _mask(text, secrets).replace("\r\n", "\n").removesuffix("\n")
    # Only a line feed ends a line: other separators of ``splitlines`` may occur in a value, and would fake lines.
    return [_mask_escaped(line, secrets) for line in text.split("\n")] if text else []


def _mask_escaped(line: str, secrets: frozenset[str]) -> str:
    plain = documents.unescaped(line)
    masked = _mask(plain, secrets)
    return line if masked == plain else escape(masked)


def _mask(text: str, secrets: frozenset[str]) -> str:
    for secret in sorted(secrets, key=len, reverse=True):  # one may contain another
        text = text.replace(secret, _MASK)
    return text


def digest_of(plan: Plan) -> str:
    """Return a digest that identifies what a plan would write and overwrite."""
    described = [[str(change.path), _digest(change.before), _digest(change.after)] for change in plan.files]
    return sha256_hex(json.dumps(described).encode())


class _PlannedFile(Struct):
    """A file while its change is planned; see ``FileChange``."""

    document: Document
    format: Format
    before: bytes | None
    entries: list[KeyPath] = msgspec.field(default_factory=list)
    items: list[tuple[KeyPath, JsonObject]] = msgspec.field(default_factory=list)


class _AttachPlanner:
    """Works out a plan, file by file."""

    def __init__(
        self, app: KnownApp, profile: Paths, program: tuple[str, ...], servers: bytes | None, keyring: Backend | None,
        secrets: Mapping[str, str],
    ) -> None:  # fmt: skip
        self._app, self._profile, self._program, self._file = app, profile, program, profile.servers_file
        self._keyring, self._planned_secrets = keyring, secrets
        self._before = paths.read_file(self._file) if servers is None else servers
        self._servers_document = documents.read(self._before or NO_SERVERS, "json", file=str(self._file))
        self._configured = dict(object_in(self._servers_document.at(SERVERS)))
        self._views: list[AppServerView] = []  # of all servers so far, as they will be
        self._move_count = 0
        self._planned_files: dict[Path, _PlannedFile] = {}
        self._added: dict[str, JsonObject] = {}  # entries that servers.json does not have yet
        self._secrets: set[str] = set()
        self._started: list[str] = []
        for entry in self._configured.values():  # the difference shows lines of entries that stay, too
            if isinstance(entry, dict):
                self._secrets |= split_secrets(entry)[0]

    def move_servers(self, place: Path) -> None:
        planned_file = self._open(place, self._app.format)
        document = planned_file.document
        servers = []
        for path in _entry_paths(self._app, document):
            entry = document.at(path)
            servers.append((path, entry, *_server_view(self._app, self._program, path, entry)))
        if sum(len(canonical(entry)) for _, entry, view, _ in servers if view.state == "beside") > _MAX_MOVED:
            why = say("holds more servers, or longer ones, than Assent puts behind itself")
            raise ConfigError(why, file=str(place))
        for path, entry, view, launch in servers:
            secrets, started = split_secrets(launch or object_in(entry))
            self._secrets |= secrets
            if view.state == "beside" and isinstance(entry, dict):
                self._started += started
                server = self._server_for(path[-1], launch)
                document.put(path, entry_behind(entry, self._app.shape, self._program, server, self._app.id))
                planned_file.entries.append(path)
                self._move_count += 1
                self._views.append(replace(view, state="behind", server=server))
            else:
                self._views.append(view)

    def add_hook(self, system: System) -> None:
        """Add the hook by which the app asks before it uses tools of its own, not those of servers behind Assent."""
        hooks = self._app.hooks
        if hooks is None:
            raise UsageError(say("{app} has no hooks that Assent knows", app=self._app.id))
        if system.platform == "win32":
            raise UsageError(say("on Windows no app's hook can ask Assent yet"))
        views = [*self._views, *self._servers_elsewhere(system)]
        planned_file = self._open(hooks.file(system), "json", hooks.initial_content.encode())
        behind = {view.name for view in views if view.state == "behind"}
        others = {view.name for view in views if view.state != "behind"}
        names = sorted(behind - others)  # a project's server may have the name of one behind Assent
        assert isinstance(planned_file.document, JsonDocument)
        entries = _hook_entries(self._app, self._program, names)
        present = planned_file.document.at(("hooks",))
        lists = [planned_file.document.at(("hooks", event)) for event in entries]
        if not isinstance(present, dict | None) or not all(isinstance(each, list | None) for each in lists):
            raise ConfigError(say("has hooks in another form than Assent knows"), file=str(hooks.file(system)))
        for event, entry in entries.items():
            old = list(_own_hooks(planned_file.document, event, _hook_prefix(self._app, self._program)))
            if old != [entry]:
                for item in old:
                    planned_file.document.drop(("hooks", event), item)
                planned_file.document.append(("hooks", event), entry)
                planned_file.items.append((("hooks", event), entry))
        self._server_for(self._app.id, {"hook": self._app.id})

    def _servers_elsewhere(self, system: System) -> Iterator[AppServerView]:
        """Yield the servers in the app's other files: the account's, and those of projects attached before.

        All of them have the same hook. Unreadable files of projects are skipped.
        """
        changes = _read_receipt(_folder(self._profile, self._app.id)).files
        account = self._app.file(system)
        projects = [change.path for change in changes if change.entries and change.path != self._file]
        for place in dict.fromkeys([account, *projects]):
            if os.path.realpath(place) in map(str, self._planned_files) or not _exists(place):
                continue
            try:
                yield from servers_of(self._app, place, self._program)
            except ConfigError:
                if place == account:
                    raise

    def _open(self, place: Path, form: Format, initial_content: bytes = b"") -> _PlannedFile:
        """Return a file with the changes so far."""
        real = Path(os.path.realpath(place))
        if real not in self._planned_files:
            data = paths.read_file(place, limit=MAX_FILE_BYTES[form], follow=True)
            document = documents.read(initial_content if data is None else data, form, file=str(place))
            self._planned_files[real] = _PlannedFile(document, form, data)
        return self._planned_files[real]

    def plan(self, *, hook: bool) -> Plan:
        secrets: dict[str, str] = {}
        secrets_in_file: list[str] = []

        def keep(server: str, name: str, secret: str) -> str:
            if self._keyring is None or _PLAIN_NAME.fullmatch(name) is None:
                secrets_in_file.append(f"{server}: {name}")
                return secret
            return in_keyring(secrets, server, name, secret)

        for server, launch in self._added.items():
            self._servers_document.put((*SERVERS, server), without_secrets(launch, partial(keep, server)))
        if self._added:
            entries: list[KeyPath] = [(*SERVERS, server) for server in self._added]
            self._planned_files[self._file] = _PlannedFile(self._servers_document, "json", self._before, entries)
        files = tuple(
            FileChange(place, file.format, file.before, file.document.data(), tuple(file.entries), tuple(file.items))
            for place, file in self._planned_files.items()
            if file.entries or file.items
        )
        return Plan(
            self._app,
            tuple(self._views),
            files,
            tuple(self._added),
            self._move_count,
            secrets,
            tuple(secrets_in_file),
            maskable(self._secrets, self._started),
            hook,
        )

    def _server_for(self, name: str, launch: JsonObject) -> str:
        """Return the id of the entry of servers.json that starts the same as ``launch``; add one if there is none."""
        entries: JsonObject = {**self._configured, **self._added}
        for server, entry in entries.items():
            if isinstance(entry, dict) and self._is_same(server, entry, launch):
                return server
        server = free_name(name, entries)
        self._added[server] = launch
        return server

    def _is_same(self, server: str, entry: JsonObject, launch: JsonObject) -> bool:
        """Whether the entry of ``server``, with its secrets in the keyring, starts the same as ``launch``."""
        if comparable_start(entry) == comparable_start(launch):
            return True
        secrets: dict[str, str] = {}
        if comparable_start(entry) != comparable_start(without_secrets(launch, partial(in_keyring, secrets, server))):
            return False
        return all(self._is_stored(name, secret) for name, secret in secrets.items())

    def _is_stored(self, name: str, secret: str) -> bool:
        if name in self._planned_secrets or self._keyring is None:
            return self._planned_secrets.get(name) == secret
        with asking_keyring():
            return self._keyring.get_password(SERVICE, name) == secret


def attach(plan: Plan, profile: Paths, keyring: Backend | None) -> None:
    """Carry out a plan, and create the app's token if it has none.

    Raises:
        ConfigError: a file cannot be written, or has changed since it was planned; files written before stay, and
            ``detach`` restores them.
        AssentError: the keyring does not answer.
    """
    for change in plan.files:
        if paths.read_file(change.path, limit=MAX_FILE_BYTES[change.format]) != change.before:
            raise ConfigError(say("was changed meanwhile, so nothing was written"), file=str(change.path))
        # A write-protected file is not replaced, though its folder is writable.
        is_new = change.before is None
        if not is_new and not (os.access(change.path, os.W_OK) and os.access(change.path.parent, os.W_OK)):
            raise ConfigError(say("may not be changed by this account, so nothing was written"), file=str(change.path))
    profile.ensure()
    if plan.app.id not in registry.names(profile.apps_dir):
        registry.add(profile.apps_dir, plan.app.id)
    folder = _folder(profile, plan.app.id)
    paths.ensure_private(folder)
    _add_to_receipt(folder, plan)
    write(plan.files, plan.secrets, keyring)


def write(changes: Sequence[FileChange], secrets: Mapping[str, str], keyring: Backend | None) -> None:
    """Put secrets into the keyring, and write files that have not changed, the last first. Raises as ``attach``."""
    for name, secret in secrets.items():
        if keyring is None:
            raise AssentError(say("there is no keyring for the secrets of this plan"))
        with asking_keyring():
            keyring.set_password(SERVICE, name, secret)
    for change in reversed(changes):  # servers.json first, so that no app finds a server that is not configured
        if paths.read_file(change.path, limit=MAX_FILE_BYTES[change.format]) != change.before:
            raise ConfigError(say("was changed meanwhile, and is left alone"), file=str(change.path))
        _write(change.path, change.after)


def is_attached(profile: Paths, app_id: str) -> bool:
    """Whether Assent has changed files of this app and not restored them."""
    return bool(_read_receipt(_folder(profile, app_id)).files)


def receipt_of(profile: Paths, app_id: str) -> Path:
    """Return the path of an app's receipt."""
    return _folder(profile, app_id) / _RECEIPT


def used_servers(profile: Paths, app_id: str) -> frozenset[str]:
    """Return the servers of servers.json that this app uses, by its receipt."""
    return frozenset(_read_receipt(_folder(profile, app_id)).uses)


def detach(app: KnownApp, profile: Paths) -> list[RestoredFile]:
    """Restore the app's files, and remove from servers.json what attaching added.

    A file that cannot be read or written is left for another time, and its servers continue to work.

    Returns the result for each file.

    Raises UsageError if the app is not attached, and ConfigError if the receipt cannot be read or written.
    """
    folder = _folder(profile, app.id)
    receipt = _read_receipt(folder)
    changes = receipt.files
    if not changes:
        raise UsageError(say("{app} is not attached", app=app.id))
    restored: dict[str, RestoredFile] = {}
    remaining: list[_NotedChange] = []
    backwards = reversed(changes)  # the last change is undone first
    # servers.json after the app's files: while one of those is left, it uses servers there
    for change in sorted(backwards, key=lambda change: change.path == profile.servers_file):
        earlier = restored.get(str(change.path))
        if (earlier is not None and earlier.problem) or (change.path == profile.servers_file and remaining):
            remaining.append(change)
            continue
        result = _restore_if_possible(change, folder, app, profile)
        restored[result.path] = result if earlier is None else replace(result, left=(*earlier.left, *result.left))
        if result.problem:
            remaining.append(change)
    if all(change.path == profile.servers_file for change in remaining) and app.id in registry.names(profile.apps_dir):
        registry.remove(profile.apps_dir, app.id)
    if remaining:
        _write_receipt(folder, [change for change in changes if change in remaining], receipt.uses)
    needed = {*(change.backup for change in remaining), *([_RECEIPT] if remaining else ())}
    needed |= {os.path.basename(result.backup) for result in restored.values()}
    for name in {_RECEIPT, *(change.backup for change in changes)} - needed:
        (folder / name).unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # other files there are not Assent's
        folder.rmdir()
    return list(restored.values())


def detach_hook(app: KnownApp, profile: Paths) -> list[RestoredFile]:
    """Remove the app's hook; its servers stay behind Assent.

    If no server of it is behind Assent, this is ``detach``. Returns and raises as ``detach``.
    """
    folder = _folder(profile, app.id)
    receipt = _read_receipt(folder)
    if not any(change.items for change in receipt.files):
        raise UsageError(say("{app} has no hook that Assent wrote", app=app.id))
    if not receipt.uses:
        return detach(app, profile)
    hook_digest = sha256_hex(canonical({"hook": app.id}))  # of servers.json
    restored: dict[str, RestoredFile] = {}
    remaining = [*receipt.files]
    backwards = reversed([*enumerate(receipt.files)])
    # servers.json after the app's files: one of them may be unreadable by now
    for number, change in sorted(backwards, key=lambda pair: pair[1].path == profile.servers_file):
        entries = tuple(entry for entry in change.entries if entry[1] == hook_digest)
        if entries or change.items:
            kept = tuple(entry for entry in change.entries if entry not in entries)
            # A file with further changes is not restored as a whole.
            part = replace(change, entries=entries, after="") if kept else change
            restored[str(change.path)] = result = _restore(part, folder, app, profile)
            remaining[number] = replace(change, entries=kept, items=change.items if result.left else ())
    _write_receipt(folder, remaining, receipt.uses)
    return list(restored.values())


# Reading


def _read(file: Path, form: Format) -> Document | None:
    data = paths.read_file(file, limit=MAX_FILE_BYTES[form], follow=True)
    return None if data is None else documents.read(data, form, file=str(file))


def comparable_start(entry: JsonObject) -> list[JsonValue]:
    """Return what an entry starts or connects to, in a form for comparison."""
    values = [entry.get(key) or None for key in ("command", "args", "env", "cwd", "url", "headers", "hook")]
    return [*values, entry.get("type") == "sse"]


def _entry_paths(app: KnownApp, document: Document) -> Iterator[KeyPath]:
    for pattern in app.servers:
        for path in _matching_paths(document, (), pattern):
            yield from ((*path, name) for name in object_in(document.at(path)))


def _matching_paths(document: Document, prefix: KeyPath, pattern: KeyPath) -> Iterator[KeyPath]:
    if not pattern:
        yield prefix
    elif pattern[0] == ANY:
        for key in object_in(document.at(prefix)):
            yield from _matching_paths(document, (*prefix, key), pattern[1:])
    else:
        yield from _matching_paths(document, (*prefix, pattern[0]), pattern[1:])


def _server_view(
    app: KnownApp, program: tuple[str, ...], path: KeyPath, entry: JsonValue
) -> tuple[AppServerView, JsonObject]:
    """Return the view of a server, and its entry for ``servers.json`` if it is beside Assent, else an empty one."""
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
    return AppServerView(name, "beside", starts=_command_line(launch), within=within), launch


def _command_line(launch: JsonObject) -> str:
    words = [launch.get("command") or launch.get("url"), *items(launch.get("args"))]
    return one_line(_mask(" ".join(map(str, words)), maskable(split_secrets(launch)[0])), _MAX_COMMAND)


# The receipt


class _NotedChange(Struct, frozen=True):
    """One change of one file in a receipt.

    Attributes:
        entries: the key path of each changed entry, with the digest of what was written there.
        items: what was added to lists, each with the key path of its list.
    """

    path: Path
    format: Format
    before: str | None
    after: str
    backup: str  # the name of the file with the bytes from before, in the receipt's folder
    entries: tuple[tuple[KeyPath, str], ...]
    items: tuple[tuple[KeyPath, dict[str, Any]], ...] = ()


class _Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """What attaching changed for an app. ``uses``: the servers of servers.json that the app uses."""

    version: Literal[1]
    files: tuple[_NotedChange, ...]
    uses: tuple[str, ...]


def _folder(profile: Paths, app_id: str) -> Path:
    return profile.config / "attached" / app_id


def _add_to_receipt(folder: Path, plan: Plan) -> None:
    earlier = _read_receipt(folder)
    changes = [*earlier.files]
    for change in plan.files:
        used_names = {earlier_change.backup for earlier_change in changes}  # also after a part of it was undone
        names = (f"{number}-{change.path.name}" for number in count(len(changes)))
        name = next(name for name in names if name not in used_names)
        if change.before is not None:
            files.write(folder / name, change.before)
        document = documents.read(change.after, change.format, file=str(change.path))
        entries = tuple((entry, sha256_hex(canonical(document.at(entry)))) for entry in change.entries)
        changes.append(
            _NotedChange(
                change.path, change.format, _digest(change.before), _digest(change.after) or "", name, entries,
                change.items,
            )
        )  # fmt: skip
    _write_receipt(folder, changes, {*earlier.uses, *(view.server for view in plan.servers if view.state == "behind")})


def _write_receipt(folder: Path, changes: Sequence[_NotedChange], uses: Iterable[str]) -> None:
    receipt = _Receipt(1, tuple(changes), tuple(sorted(uses)))
    data = json.dumps(msgspec.to_builtins(receipt, enc_hook=str), indent=2).encode()
    if len(data) > paths.MAX_FILE:  # it could not be read again
        raise ConfigError(say("would hold more changes than Assent can undo"), file=str(folder / _RECEIPT))
    files.write(folder / _RECEIPT, data)


def _read_receipt(folder: Path) -> _Receipt:
    """Return an app's receipt, an empty one if there is none. Raises ConfigError if it cannot be read."""
    data = paths.read_file(folder / _RECEIPT)
    if data is None:
        return _Receipt(1, (), ())
    try:
        receipt = msgspec.convert(json.loads(data), _Receipt, dec_hook=lambda kind, value: kind(value))
    except (ValueError, TypeError) as error:
        raise ConfigError(
            say("is no valid record of changes to an app's files"), file=str(folder / _RECEIPT)
        ) from error
    changes = (replace(change, backup=os.path.basename(change.backup)) for change in receipt.files)
    return replace(receipt, files=tuple(changes))


def _digest(data: bytes | None) -> str | None:
    return None if data is None else sha256_hex(data)


# Restoring


def _restore_if_possible(change: _NotedChange, folder: Path, app: KnownApp, profile: Paths) -> RestoredFile:
    try:
        return _restore(change, folder, app, profile)
    except ConfigError as error:
        why = error.words
    except OSError as error:
        why = paths.unusable(error, change.path, "written").words
    return RestoredFile(str(change.path), exactly=False, problem=why)


def _restore(change: _NotedChange, folder: Path, app: KnownApp, profile: Paths) -> RestoredFile:
    path, backup = str(change.path), str(folder / change.backup)
    now = paths.read_file(change.path, limit=_MAX_RESTORED)
    is_servers_file = change.path == profile.servers_file
    shared = _used_by_others(profile, app.id, {entry[-1] for entry, _ in change.entries}) if is_servers_file else set()
    if _digest(now) == change.before:
        return RestoredFile(path, exactly=True)
    if _digest(now) == change.after and not shared:
        if change.before is None:
            change.path.unlink()
        else:
            _write(change.path, _backed_up(change, folder))
        return RestoredFile(path, exactly=True)
    if now is None:
        return RestoredFile(path, exactly=False, backup=backup)
    document = documents.read(now, change.format, file=str(change.path))
    earlier = None
    if change.before is not None:
        earlier = documents.read(_backed_up(change, folder), change.format, file=str(folder / change.backup))
    failed = [
        entry[-1]
        for entry, digest in change.entries
        if entry[-1] in shared or not _restore_entry(document, earlier, entry, digest)
    ]
    failed += [
        ".".join(map(str, path)) for path, item in change.items if not _remove_item(document, earlier, path, item)
    ]
    if isinstance(document, JsonDocument) and earlier is not None:
        holders = {entry[:-1] for entry, _ in change.entries} | {holder for holder, _ in change.items}
        for place in {holder[:depth] for holder in holders for depth in range(1, len(holder) + 1)}:
            if not earlier.at(place):  # what was empty before is so again, in the form that it had
                document.restore_blanks(place, earlier)
    data = document.data()
    if change.before is None and b"".join(data.split()) == b'{"mcpServers":{}}':  # as Assent created it
        change.path.unlink()
        return RestoredFile(path, exactly=True)
    _write(change.path, data)
    exactly = _digest(data) == change.before  # for example if only the hook was removed before
    return RestoredFile(path, exactly, tuple(failed), backup if failed else "")


def _backed_up(change: _NotedChange, folder: Path) -> bytes:
    """Return the bytes from before. Raises ConfigError if the backup is missing or was changed."""
    data = paths.read_file(folder / change.backup, limit=_MAX_RESTORED)
    if data is None or _digest(data) != change.before:
        raise ConfigError(say("was changed or removed since Assent saved it"), file=str(folder / change.backup))
    return data


def _restore_entry(document: Document, earlier: Document | None, entry: KeyPath, digest: str) -> bool:
    """Restore one entry. Returns False if somebody has changed it since."""
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


def _remove_item(document: Document, earlier: Document | None, path: KeyPath, item: JsonObject) -> bool:
    """Remove one item from its list, and lists and objects that are empty then and did not exist before.

    Returns False if somebody changed the item and its command is still there.
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
    if isinstance(value, list):
        return frozenset().union(*map(_commands, value))
    if not isinstance(value, dict):
        return frozenset()
    command = value.get("command")
    return frozenset({command} if isinstance(command, str) else ()).union(*map(_commands, value.values()))


def _used_by_others(profile: Paths, app_id: str, servers: set[str]) -> set[str]:
    """Return which of these servers other attached apps use; all, if a receipt cannot be read."""
    try:
        folders = [entry for entry in os.scandir(profile.config / "attached") if entry.is_dir()]
    except FileNotFoundError:
        return set()
    used = set[str]()
    for name in (folder.name for folder in folders if folder.name != app_id):
        try:
            used |= used_servers(profile, name)
        except ConfigError:
            return servers
    return used & servers


def _write(path: Path, data: bytes) -> None:
    """Write a file of another program atomically, and keep its mode."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        mode = 0o600
    files.write(path, data, mode=mode)
