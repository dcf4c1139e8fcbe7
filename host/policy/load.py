"""Reading policy files, so that anything wrong with one denies everything.

Owns: how ``policy.json`` and ``managed.json`` are read, and what proves the latter to be the administrator's.

Invariants: a source is read through one descriptor and returned complete, frozen, or with an error. The managed file
counts only if nobody but the administrator could have written it or put it there.
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
from host.policy.loosening import NOTHING_CONFIRMED, with_unconfirmed
from host.policy.model import PolicySource, SourceKind
from host.policy.parse import parse
from host.values import replace
from host.words import say

_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
_DIRECTORY: Final = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | paths.NO_FOLLOW
"""O_PATH: a directory on the way must be passable, but not readable."""
MAX_POLICY: Final = 8 << 20
"""Bytes of a policy file: 20,000 rules of some size."""
_ADMINISTRATOR: Final = 0


def load_user(path: Path) -> PolicySource:
    """Return the user's rules, with no allow rule confirmed. Never raises because of the file."""
    return _load_source("user", path, lambda: paths.read_file(path, limit=MAX_POLICY, check=_owner_problem))


def load_managed(path: Path, *, top: Path = Path("/"), owner: int = _ADMINISTRATOR) -> PolicySource:
    """Return the administrator's rules. Never raises because of the file.

    ``top``: the directory from which on the path must belong to ``owner``. Other values are for tests, and for hosts
    built in Python.
    """
    return _load_source("managed", path, lambda: _read_protected(path, top, owner))


def read_source(kind: SourceKind, path: Path, data: bytes | None) -> PolicySource:
    """Return what a file of these bytes says (pure). None: there is no file. Never raises because of the file.

    Of a managed file everything counts, of the user's only what does not loosen.
    """
    if data is None:
        return PolicySource(kind, str(path))
    try:
        parsed = parse(jsonc.load_bytes(data, file=str(path)), kind)
    except ConfigError as broken:
        parsed = PolicySource(kind, str(path), error=broken.words, problems=(broken,))
    source = replace(parsed, digest=sha256_hex(data))
    return with_unconfirmed(source, NOTHING_CONFIRMED) if kind == "user" else source


def protection_problem(status: os.stat_result, owner: int) -> str:
    """Return why others than ``owner`` could have changed a file or directory, else nothing (pure)."""
    if status.st_uid != owner:
        return say("does not belong to the administrator")
    return say("can be changed by other accounts") if status.st_mode & _OTHERS_WRITE else ""


def _load_source(kind: SourceKind, path: Path, read: Callable[[], bytes | None]) -> PolicySource:
    try:
        data = read()
    except ConfigError as broken:
        return PolicySource(kind, str(path), error=broken.words, problems=(broken,))
    return read_source(kind, path, data)


def _owner_problem(status: os.stat_result) -> str:
    """Return why the user's file does not belong to this account or root. Its directory keeps others from writing."""
    is_owned = os.name != "posix" or status.st_uid in (os.getuid(), _ADMINISTRATOR)
    return "" if is_owned else say("belongs to another account")


def _read_protected(path: Path, top: Path, owner: int) -> bytes | None:
    """Return the bytes of a file that only ``owner`` can have written or put there, None if there is none.

    Every directory is opened inside the one before, so that what was checked is what was passed through.
    """
    if os.name != "posix":  # access lists are not checked there yet, so a forged file could not be recognised
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
    """Open ``place``, whose parent is open as ``directory``. Returns None if it does not exist."""
    try:
        return os.open(place if directory is None else place.name, flags, dir_fd=directory)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise paths.unusable(error, place, "read") from error
