"""Facts of a call, gathered before rules are asked.

Owns resolving paths in the file system, and applying rules' argument schemas.

Invariants:
    The loop never waits for either. What is unknown, or not known in time, is None and never a guess.
    A path has a place only if every reading known to us ends there: step by step as the kernel resolves it, with ``..``
        taken literally, and with letters composed or not. If only the composition of letters makes a difference, all
        places are given, and a rule requires each of them.
    What cannot be read, or means something else to each process, has no place.
    Nothing is opened or changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import posixpath
import stat
import threading
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from host import tasks
from host.arguments.facts import HostFact, PathFact, Place
from host.arguments.texts import Candidate, host_facts, path_candidates
from host.model import CallContext, Finding, JsonObject, JsonValue, has_more_values, values_in
from host.policy.facts import ArgumentSchema, CallFacts, Fits, Needs
from host.schema import CompiledSchema, SchemaChecker, SchemaReport, compile_schema
from host.turns import NO_PROOF
from host.values import replace
from host.words import say

RESOLVE_SECONDS: Final = 1.0
"""Seconds for resolving paths: long for a local file system, short for a person. A dead network share never answers."""
SCHEMAS_SECONDS: Final = 5.0
"""Seconds for all schemas together that need the worker."""
LONG_ARGUMENTS: Final = 4_096
"""Bytes of arguments beyond which one schema may take milliseconds; a policy may have hundreds."""
MAX_THREADS: Final = 8
"""Threads at once. One that hangs on a dead file system stays until the host ends."""
MAX_NAMES: Final = 20_000
"""Names and values of a call whose names are compared with those of rules' schemas: some milliseconds."""
MAX_COMPILED: Final = 4_096


class Gatherer:
    """Gathers facts. One for the whole host."""

    def __init__(self, checker: SchemaChecker, *, home: Path | None = None) -> None:
        """``checker``: applies schemas that are not cheap. ``home``: what ``~`` means, this account's home if None."""
        self._checker, self._home = checker, home or Path.home()
        self._compile = lru_cache(MAX_COMPILED)(_compiled)
        self._thread_slots = threading.BoundedSemaphore(MAX_THREADS)

    async def facts(
        self, call: CallContext, findings: tuple[Finding, ...], *, needs: Needs, now: datetime
    ) -> CallFacts:
        """Return everything that ``needs`` names. ``now``: in the local zone."""
        return CallFacts(
            call.server,
            call.tool,
            call.app,
            call.app_authenticated,
            findings,
            call.trust,
            call.annotations,
            now,
            await self._fits(needs, call),
            *await self._find_places(needs, call),
            method=call.method,
            input_names=_input_names(call.arguments) if needs.schemas else frozenset(),
        )

    async def gather_again(self, facts: CallFacts, call: CallContext, *, needs: Needs, now: datetime) -> CallFacts:
        """Return ``facts`` of the same call as they are now, with the annotations of the current definition."""
        fits = facts.fits
        names = facts.input_names
        if not isinstance(fits, _SchemaResults) or not fits.covers(needs):
            fits = await self._fits(needs, call)
            names = _input_names(call.arguments) if needs.schemas else names
        paths, hosts, folders = await self._find_places(needs, call)
        return replace(
            facts,
            annotations=call.annotations,
            now=now,
            fits=fits,
            paths=paths,
            hosts=hosts,
            folders=folders,
            input_names=names,
        )

    async def _fits(self, needs: Needs, call: CallContext) -> Fits:
        """Apply the schemas. What is not done in time is unknown."""
        schema_results = _SchemaResults((schema.digest, None) for schema in needs.schemas)
        if not needs.schemas:
            return schema_results
        app = call.app if call.app_authenticated else NO_PROOF
        compiled = [(schema.digest, self._compile(schema)) for schema in needs.schemas]
        compiled.sort(key=lambda it: it[1].validator is None)  # those that need the worker hold up no other
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SCHEMAS_SECONDS):
                for digest, schema in compiled:
                    if len(call.written) > LONG_ARGUMENTS:
                        await asyncio.sleep(0)
                    report = await self._checker.check(schema, call.arguments, call.written, app=app)
                    schema_results[digest] = _truth(report)
        return schema_results

    async def _find_places(self, needs: Needs, call: CallContext) -> FoundPlaces:
        if not (needs.paths or needs.hosts or needs.folders):
            return _NOTHING_FOUND
        schema, home = call.input_schema, self._home
        end = time.monotonic() + RESOLVE_SECONDS
        work = partial(find_places_now, needs, call.arguments, schema, home, lambda: time.monotonic() > end)
        try:
            return await tasks.in_bounded_thread(work, self._thread_slots, seconds=RESOLVE_SECONDS, name="policy look")
        except TimeoutError:
            return _timed_out(needs)


def _input_names(arguments: JsonObject) -> frozenset[str] | None:
    """Return the names of inputs at any depth, None if there are more than ``MAX_NAMES`` names and values."""
    if has_more_values(arguments, MAX_NAMES):
        return None
    return frozenset(name for part in values_in(arguments) if isinstance(part, dict) for name in part)


def _compiled(schema: ArgumentSchema) -> CompiledSchema:
    return compile_schema(schema.raw)


class FoundPlaces(NamedTuple):
    """The places that a call names. The attributes are those of ``CallFacts``."""

    paths: tuple[PathFact, ...] | None = None
    hosts: tuple[HostFact, ...] | None = None
    folders: Mapping[str, Place] = MappingProxyType({})


_NOTHING_FOUND: Final = FoundPlaces()
_NOT_IN_TIME: Final = say("it could not be looked at in time")


def _timed_out(needs: Needs) -> FoundPlaces:
    paths = (PathFact("$", "", "unclear", None, _NOT_IN_TIME),) if needs.paths or needs.folders else None
    hosts = (HostFact("$", "", "unclear", None, why=_NOT_IN_TIME),) if needs.hosts else None
    return FoundPlaces(paths, hosts)


def find_places_now(
    needs: Needs, arguments: JsonObject, schema: JsonValue, home: Path, late: Callable[[], bool] = lambda: False
) -> FoundPlaces:
    """Return paths, hosts and folders as they are now. Blocks. ``home``: what ``~`` means."""
    hosts = host_facts(arguments, schema, late) if needs.hosts else None
    if not (needs.paths or needs.folders):
        return FoundPlaces(hosts=hosts)
    resolver = Resolver()
    paths: list[PathFact] = []
    for candidate in path_candidates(arguments, schema, home=str(home), late=late):
        if late():
            paths.append(PathFact("$", "", "unclear", None, _NOT_IN_TIME))
            break
        paths.append(_path_fact(candidate, resolver))
    resolved = {text: resolve_folder(text, resolver, home) for text in needs.folders}
    folders = {text: place for text, place in resolved.items() if isinstance(place, Place)}
    return FoundPlaces(tuple(paths), hosts, MappingProxyType(folders))


def _path_fact(candidate: Candidate, resolver: Resolver) -> PathFact:
    """Return the fact with the places that the path means, or may mean."""
    resolved = Resolved(None, candidate.fact.why) if candidate.local is None else resolver.resolve(candidate.local)
    others = list(resolved.others)
    for reading in map(resolver.resolve, candidate.other_paths):
        others += [*([reading.place] if reading.place else []), *reading.others]
    return replace(
        candidate.fact,
        place=resolved.place,
        why=resolved.why,
        other_places=tuple(dict.fromkeys(others)),
        exactly_one_applies=resolved.exactly_one_applies,
    )


class _SchemaResults(dict[str, bool | None]):
    """Whether the arguments fulfil rules' schemas (``facts.Fits``), by digest. A missing one is unknown."""

    def __call__(self, schema: ArgumentSchema) -> bool | None:
        return self.get(schema.digest)

    def covers(self, needs: Needs) -> bool:
        """Whether it has every schema in ``needs``."""
        return all(schema.digest in self for schema in needs.schemas)


def _truth(report: SchemaReport) -> bool | None:
    return None if report.status == "not validated" else report.status == "valid"


# Where a path leads: this blocks, and is called in a thread

MAX_LINKS: Final = 40
"""Links on one path, as in Linux (path_resolution(7)). More are a loop."""
MAX_STEPS: Final = 4_096

_LOOP: Final = say("its links run in a circle")
_UNSEEN: Final = say("a directory on its way cannot be looked at")
_BLOCKED: Final = say("it goes through something that is not a directory")
_PROCESS: Final = say("it means something else to each program")
_DIFFER: Final = say("programs that read it differently end in different places")
_ANONYMOUS: Final = say("its file system does not tell one file from another")
_NOT_POSIX: Final = say("this system names files differently")


class Entry(Struct, frozen=True):
    """A directory entry. ``link``: where it points, empty if it is no link."""

    device: int
    inode: int
    is_directory: bool
    link: str = ""


EntryLookup: TypeAlias = Callable[[str], "Entry | None"]
"""Returns the entry of an absolute path, not following the last name; None without one. May raise ``OSError``."""


def entry_at(path: str) -> Entry | None:
    """Return the entry at ``path`` in the file system."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    link = os.readlink(path) if stat.S_ISLNK(status.st_mode) else ""
    return Entry(status.st_dev, status.st_ino, stat.S_ISDIR(status.st_mode), link)


class Resolved(Struct, frozen=True):
    """Where a path leads.

    Attributes:
        exactly_one_applies: whether, if ``place`` is None, every program means one of ``others``: only the composition
            of letters differs.
    """

    place: Place | None  # None if that is unknown
    why: str = ""
    others: tuple[Place, ...] = ()  # other places that some program could mean
    linked: bool = False  # whether the last name is a link by any reading
    exactly_one_applies: bool = False


class Resolver:
    """Resolves several paths against one view of the file system, so that they can be compared."""

    def __init__(self, lookup: EntryLookup = entry_at) -> None:
        self._lookup = lookup
        self._entries_by_path: dict[str, Entry | str | None] = {}

    def resolve(self, path: str) -> Resolved:
        """Return where an absolute ``path`` leads by every reading."""
        if os.name != "posix":
            return Resolved(None, _NOT_POSIX)
        forms = [[_PathWalk(reading, self.entry).end() for reading in readings] for readings in _spellings(path)]
        walks = [walk for form in forms for walk in form]
        found_places = [place for walk in walks for place in (walk.place, *walk.others)]
        places = tuple(dict.fromkeys(place for place in found_places if place is not None))
        if why := next((walk.why for walk in walks if walk.place is None), ""):
            return Resolved(None, why, places)
        linked, first = any(walk.linked for walk in walks), walks[0].place
        if first is None or not _lead_to_one_place(walks):
            return Resolved(None, _DIFFER, places, linked, exactly_one_applies=all(map(_lead_to_one_place, forms)))
        return Resolved(first, "", tuple(place for place in places if place != first), linked)

    def entry(self, path: str) -> Entry | str | None:
        """Return the entry, or why it is unknown."""
        if path not in self._entries_by_path:
            try:
                entry = self._lookup(path)
                self._entries_by_path[path] = _ANONYMOUS if entry is not None and entry.inode == 0 else entry
            except NotADirectoryError:
                self._entries_by_path[path] = _BLOCKED
            except (OSError, ValueError):
                self._entries_by_path[path] = _UNSEEN
        return self._entries_by_path[path]


class _PathWalk:
    """Resolves one path like the kernel (path_resolution(7)), except that missing names are passed over."""

    def __init__(self, path: str, entry_at: Callable[[str], Entry | str | None]) -> None:
        self._entry_at, self._pending = entry_at, _names_last_first(path)
        self._names: list[str] = []
        self._entries: list[Entry] = []  # the root, and an entry for each name
        self._missing: list[str] = []  # names below these that do not exist
        self._others: list[Place] = []
        self._link_count = 0

    def end(self) -> Resolved:
        """Return where the path leads."""
        root = self._entry_at("/")
        if not isinstance(root, Entry):
            return Resolved(None, _UNSEEN)
        self._entries.append(root)
        while self._pending:
            if why := self._step(self._pending.pop()):
                return Resolved(None, why)
        return Resolved(self._place(), "", tuple(self._others), linked=bool(self._others))

    def _step(self, name: str) -> str:
        """Take one name. Returns why that is impossible, else nothing."""
        is_name = name not in ("", ".", "..")
        entry = self._entry_at(self._text(name)) if is_name and not self._missing else None
        if isinstance(entry, str):
            return entry
        if not self._missing and not self._entries[-1].is_directory:
            return _BLOCKED
        if name == ".." and self._missing:
            self._missing.pop()
        elif name == ".." and self._names:
            self._leave()
        elif entry is not None:
            return self._enter(name, entry)
        elif is_name:
            self._missing.append(name)
        return ""

    def _enter(self, name: str, entry: Entry) -> str:
        """Take a name that exists, and go where it points if it is a link. Returns as ``_step``."""
        self._names.append(name)
        self._entries.append(entry)
        if self._names[:2] == ["dev", "fd"]:
            return _PROCESS
        if not entry.link:
            return ""
        if self._link_count >= MAX_LINKS or len(self._pending) > MAX_STEPS:
            return _LOOP
        proc = self._entry_at("/proc")
        if isinstance(proc, Entry) and entry.device == proc.device:
            return _PROCESS  # such as /proc/self, which each process reads differently (proc(5))
        if not any(rest not in ("", ".") for rest in self._pending):
            self._others.append(self._place())  # removing or replacing the link itself acts here
        self._link_count += 1
        self._leave()
        if entry.link.startswith("/"):
            self._names, self._entries = [], self._entries[:1]
        self._pending.extend(_names_last_first(entry.link))
        return ""

    def _leave(self) -> None:
        self._names.pop()
        self._entries.pop()

    def _text(self, name: str = "") -> str:
        """Return the absolute path of ``name`` at this point."""
        return "/" + "/".join([*self._names, *self._missing, *([name] if name else [])])

    def _place(self) -> Place:
        chain = tuple((entry.device, entry.inode) for entry in reversed(self._entries))
        return Place(self._text(), chain, tuple(self._missing), self._entries[-1].is_directory)


def resolve_folder(text: str, resolver: Resolver | None = None, home: Path | None = None) -> Place | str:
    """Return the folder that a rule names, absolute or below ``~`` (this account's home), or why there is none.

    Other forms of its letters are included if they do not exist: an existing one is another folder.
    """
    if text == "~" or text.startswith("~/"):
        text = str(home or Path.home()) + text[1:]
    if not text.startswith("/"):
        return say("it is not absolute")
    resolved = (resolver or Resolver()).resolve(text)
    first, *forms = resolved.others if resolved.place is None and resolved.exactly_one_applies else (resolved.place,)
    if first is None:
        return resolved.why
    return replace(first, linked=resolved.linked, forms=tuple(form for form in forms if form.tail))


def _names_last_first(path: str) -> list[str]:
    return path.split("/")[::-1]


def _spellings(path: str) -> tuple[tuple[str, ...], ...]:
    """Return the path as written, and with its letters composed or decomposed.

    Each as it stands, and as programs read it that take ``..`` literally.
    """
    forms = [path]
    if not path.isascii():
        forms += [unicodedata.normalize("NFC", path), unicodedata.normalize("NFD", path)]
    has_dots = ".." in path.split("/")
    return tuple((form, posixpath.normpath(form)) if has_dots else (form,) for form in dict.fromkeys(forms))


def _lead_to_one_place(walks: Sequence[Resolved]) -> bool:
    places = [walk.place for walk in walks]
    return all(place is not None and places[0] is not None and _is_same_place(place, places[0]) for place in places)


def _is_same_place(place: Place, other: Place) -> bool:
    return place.chain == other.chain and _composed(place.tail) == _composed(other.tail)


def _composed(names: tuple[str, ...]) -> list[str]:
    return [unicodedata.normalize("NFC", name) for name in names]
