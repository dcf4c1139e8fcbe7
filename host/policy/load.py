"""Policy files, read so that whatever is wrong with one denies everything.

Owns: how ``policy.json`` and ``managed.json`` are read, and what makes the latter the administrator's.

Invariants: a source is read through one descriptor and returned whole, frozen, or with an error; the managed file
counts only where nobody but the administrator could have written it or put it there.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from host import jsonc, paths
from host.errors import ConfigError
from host.model import sha256_hex
from host.policy.loosening import NOTHING_CONFIRMED, against
from host.policy.model import PolicySource, SourceKind
from host.policy.parse import parse
from host.values import replace
from host.words import say

_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
_DIRECTORY: Final = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | paths.NO_FOLLOW
"""O_PATH: a directory on the way need only be passable, not readable."""
MAX_POLICY: Final = 8 << 20
"""Bytes of a policy file: 20,000 rules of some size."""
_ADMINISTRATOR: Final = 0
"""The user id of root."""


def load_user(path: Path) -> PolicySource:
    """The user's rules; none of those that allow is confirmed. Never raises for what is wrong with the file."""
    return _source("user", path, lambda: paths.read_file(path, limit=MAX_POLICY, check=_ours))


def load_managed(path: Path, *, top: Path = Path("/"), owner: int = _ADMINISTRATOR) -> PolicySource:
    """The administrator's rules. Never raises for what is wrong with the file.

    ``top``, ``owner``: from which directory on, and whose, the path must be; other values are for tests, and for hosts
    that are built in Python.
    """
    return _source("managed", path, lambda: _read_protected(path, top, owner))


def read_source(kind: SourceKind, path: Path, data: bytes | None) -> PolicySource:
    """What a file of these bytes says (pure); None: there is no file. Never raises for what is wrong with it.

    Of a managed file everything counts; of the user's, whatever ``loosening`` has nothing against.
    """
    if data is None:
        return PolicySource(kind, str(path))
    try:
        parsed = parse(jsonc.load_bytes(data, file=str(path)), kind)
    except ConfigError as broken:
        parsed = PolicySource(kind, str(path), error=broken.words, problems=(broken,))
    source = replace(parsed, digest=sha256_hex(data))
    return against(source, NOTHING_CONFIRMED) if kind == "user" else source


def protection_problem(facts: os.stat_result, owner: int) -> str:
    """Why others than ``owner`` could have changed a file or directory, empty where they could not (pure)."""
    if facts.st_uid != owner:
        return say("does not belong to the administrator")
    return say("can be changed by other accounts") if facts.st_mode & _OTHERS_WRITE else ""


def _source(kind: SourceKind, path: Path, read: Callable[[], bytes | None]) -> PolicySource:
    """A whole source, frozen, whatever ``read`` comes upon."""
    try:
        data = read()
    except ConfigError as broken:
        return PolicySource(kind, str(path), error=broken.words, problems=(broken,))
    return read_source(kind, path, data)


def _ours(facts: os.stat_result) -> str:
    """The user's file is this account's own, or root's. Its directory keeps others from writing to it."""
    ours = os.name != "posix" or facts.st_uid in (os.getuid(), _ADMINISTRATOR)
    return "" if ours else say("belongs to another account")


def _read_protected(path: Path, top: Path, owner: int) -> bytes | None:
    """The bytes of a file that only ``owner`` can have written or put there, None where there is none.

    Every place is opened inside the one before, so that what was checked is what was passed through.
    """
    if os.name != "posix":  # where access lists are not looked at yet: it cannot be told from a forged one
        if os.path.lexists(path):
            raise ConfigError(say("cannot be shown to be the administrator's on this system"), file=str(path))
        return None
    if not path.is_relative_to(top):
        raise ConfigError(say("is not below {folder}", folder=str(top)), file=str(path))
    places = [*(place for place in reversed(path.parents) if place.is_relative_to(top)), path]
    opened: list[int] = []
    with ExitStack() as stack:
        for place in places:
            flags = paths.READ | paths.NO_FOLLOW if place == path else _DIRECTORY
            if (descriptor := _open_in(opened[-1] if opened else None, place, flags)) is None:
                return None
            stack.callback(os.close, descriptor)
            opened.append(descriptor)
        for place, descriptor in zip(places, opened, strict=True):
            if why := protection_problem(os.fstat(descriptor), owner):
                remedy = say("As root: {commands}", commands=f"chown root {place}; chmod go-w {place}")
                raise ConfigError(why, file=str(place), remedy=remedy)
        return paths.read_descriptor(opened[-1], path, limit=MAX_POLICY)


def _open_in(directory: int | None, place: Path, flags: int) -> int | None:
    """A descriptor of ``place``, whose parent is open as ``directory``; None where there is nothing."""
    try:
        return os.open(place if directory is None else place.name, flags, dir_fd=directory)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise paths.unusable(error, place, "read") from error
