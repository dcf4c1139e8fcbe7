"""Paths, resolved by what is really there.

Owns the walk from the root to a place. It blocks: call it in a thread.

Invariants:
    A path has a place only where every reading of it known to us ends there: step by step as the kernel goes, with
    ``..`` taken by the letter, and with letters composed or not. Where only the composition of letters makes a
    difference, all places are told, and a rule wants each of them.
    What cannot be looked at, or means something else to each process, has no place.
    Nothing is opened or changed.
"""

from __future__ import annotations

import os
import posixpath
import stat
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from host.arguments.facts import Place
from host.values import replace
from host.words import say

MAX_LINKS: Final = 40
"""Links on one way, as Linux has it (path_resolution(7)); more are a loop."""
MAX_STEPS: Final = 4_096
_NO_ENTRIES: Final = ("", ".", "..")

_LOOP: Final = say("its links run in a circle")
_UNSEEN: Final = say("a directory on its way cannot be looked at")
_BLOCKED: Final = say("it goes through something that is not a directory")
_PROCESS: Final = say("it means something else to each program")
_DIFFER: Final = say("programs that read it differently end in different places")
_ANONYMOUS: Final = say("its file system does not tell one file from another")
_OTHER: Final = say("this system names files otherwise")


class Entry(NamedTuple):
    """What stands under a name: device, inode, whether it is a directory, and where a link points (else empty)."""

    device: int
    inode: int
    directory: bool
    link: str = ""


Look: TypeAlias = Callable[[str], "Entry | None"]
"""The entry of an absolute path, without following the last name; None where there is none. May raise ``OSError``."""


def entry_at(path: str) -> Entry | None:
    """What stands at ``path`` in the file system."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    link = os.readlink(path) if stat.S_ISLNK(status.st_mode) else ""
    return Entry(status.st_dev, status.st_ino, stat.S_ISDIR(status.st_mode), link)


class Resolved(Struct, frozen=True):
    """Where a path leads.

    Attributes:
        place: None where that cannot be told.
        why: of that.
        others: places besides, which some program could mean.
        linked: whether the last name is a link's, by any reading.
        exactly_one_applies: whether, where ``place`` is None, every program means one of ``others``: it depends on
            nothing but how letters are composed.
    """

    place: Place | None
    why: str = ""
    others: tuple[Place, ...] = ()
    linked: bool = False
    exactly_one_applies: bool = False


class Resolver:
    """Resolves several paths against one look at the file system, so that they can be compared."""

    def __init__(self, look: Look = entry_at) -> None:
        """``look``: see the type."""
        self._look = look
        self._seen: dict[str, Entry | str | None] = {}

    def find(self, path: str) -> Resolved:
        """Where an absolute ``path`` leads by every reading."""
        if os.name != "posix":
            return Resolved(None, _OTHER)
        forms = [[self._walk(reading) for reading in readings] for readings in _readings(path)]
        ways = [way for form in forms for way in form]
        places = tuple(dict.fromkeys(place for way in ways for place in (way.place, *way.others) if place is not None))
        if why := next((way.why for way in ways if way.place is None), ""):
            return Resolved(None, why, places)
        linked, first = any(way.linked for way in ways), ways[0].place
        if first is None or not _all_same(ways):
            return Resolved(None, _DIFFER, places, linked, exactly_one_applies=all(map(_all_same, forms)))
        return Resolved(first, "", tuple(place for place in places if place != first), linked)

    def _walk(self, path: str) -> Resolved:
        """As the kernel goes (path_resolution(7)), except that what is missing is passed by name."""
        root = self._at("/")
        if not isinstance(root, Entry):
            return Resolved(None, _UNSEEN)
        way, pending, others = _Way(root), _names(path), list[Place]()
        while pending:
            name = pending.pop()
            if name in _NO_ENTRIES:
                why = way.step(name)
            elif isinstance(entry := self._at(way.text(name)) if way.here_exists else None, str):
                why = entry
            else:
                why = way.enter(name, entry) or self._follow(way, entry, pending, others)
            if why:
                return Resolved(None, why)
        return Resolved(way.place(), "", tuple(others), linked=bool(others))

    def _follow(self, way: _Way, entry: Entry | None, pending: list[str], others: list[Place]) -> str:
        """Go where ``entry`` points, if it is a link; why that cannot be, else empty."""
        if entry is None or not entry.link:
            return ""
        if way.links >= MAX_LINKS or len(pending) > MAX_STEPS:
            return _LOOP
        if self._magic(entry):
            return _PROCESS
        if not any(rest not in ("", ".") for rest in pending):
            others.append(way.place())  # to remove or replace the link itself is to act here
        way.follow(entry.link)
        pending.extend(_names(entry.link))
        return ""

    def _magic(self, link: Entry) -> bool:
        """Whether a link is one of procfs, such as ``/proc/self``: each process reads it in its own way (proc(5))."""
        proc = self._at("/proc")
        return isinstance(proc, Entry) and link.device == proc.device

    def _at(self, path: str) -> Entry | str | None:
        """The entry, or why there is no telling."""
        if path not in self._seen:
            try:
                entry = self._look(path)
                self._seen[path] = _ANONYMOUS if entry is not None and entry.inode == 0 else entry
            except NotADirectoryError:
                self._seen[path] = _BLOCKED
            except (OSError, ValueError):
                self._seen[path] = _UNSEEN
        return self._seen[path]


class _Way:
    """Where a walk has come to. Attributes: links: how many it followed."""

    def __init__(self, root: Entry) -> None:
        self._root = root
        self._names: list[str] = []
        self._entries: list[Entry] = [root]
        self._missing: list[str] = []
        self.links = 0

    @property
    def here_exists(self) -> bool:
        """Whether all names so far exist."""
        return not self._missing

    def text(self, name: str = "") -> str:
        """Absolute path of ``name`` here."""
        return "/" + "/".join([*self._names, *self._missing, *([name] if name else [])])

    def step(self, name: str) -> str:
        """Take a name that names no entry; why that cannot be, else empty."""
        if not self._missing and not self._entries[-1].directory:
            return _BLOCKED
        if name == ".." and self._missing:
            self._missing.pop()
        elif name == ".." and self._names:
            self._names.pop()
            self._entries.pop()
        return ""

    def enter(self, name: str, entry: Entry | None) -> str:
        """Take a name; why that cannot be, else empty."""
        if not self._missing and not self._entries[-1].directory:
            return _BLOCKED
        if entry is None:
            self._missing.append(name)
            return ""
        self._names.append(name)
        self._entries.append(entry)
        return _PROCESS if self._names[:2] == ["dev", "fd"] else ""

    def follow(self, target: str) -> None:
        """Leave the link that was entered last for where its target begins."""
        self.links += 1
        self._names.pop()
        self._entries.pop()
        if target.startswith("/"):
            self._names, self._entries = [], [self._root]

    def place(self) -> Place:
        """The place that was reached."""
        chain = tuple((entry.device, entry.inode) for entry in reversed(self._entries))
        return Place(self.text(), chain, tuple(self._missing), self._entries[-1].directory)


def folder(text: str, resolver: Resolver | None = None, home: Path | None = None) -> Place | str:
    """The folder that a rule names, absolute or beginning with ``~`` (this account's home), or why there is none.

    It has those other forms of its letters that do not exist: one that does is another folder.
    """
    if text == "~" or text.startswith("~/"):
        text = str(home or Path.home()) + text[1:]
    if not text.startswith("/"):
        return say("it is not absolute")
    found = (resolver or Resolver()).find(text)
    first, *forms = found.others if found.place is None and found.exactly_one_applies else (found.place,)
    if first is None:
        return found.why
    return replace(first, linked=found.linked, forms=tuple(form for form in forms if form.tail))


def _names(path: str) -> list[str]:
    """Names of a path, last one first."""
    return path.split("/")[::-1]


def _readings(path: str) -> tuple[tuple[str, ...], ...]:
    """The path as written, and as programs see it that compose letters or take them apart.

    Each as it stands, and as programs see it that take ``..`` by the letter.
    """
    forms = [path]
    if not path.isascii():
        forms += [unicodedata.normalize("NFC", path), unicodedata.normalize("NFD", path)]
    letter = ".." in path.split("/")
    return tuple((form, posixpath.normpath(form)) if letter else (form,) for form in dict.fromkeys(forms))


def _all_same(ways: Sequence[Resolved]) -> bool:
    """Whether all lead to one place."""
    places = [way.place for way in ways]
    return all(place is not None and places[0] is not None and _same(place, places[0]) for place in places)


def _same(one: Place, other: Place) -> bool:
    return one.chain == other.chain and _composed(one.tail) == _composed(other.tail)


def _composed(names: tuple[str, ...]) -> list[str]:
    return [unicodedata.normalize("NFC", name) for name in names]
