"""Grants that outlive the host: one file, whose digest the keyring of the system remembers.

Owns: that file.

Invariants: it gives grants only where its bytes are those that the keyring remembers, and every grant in it says of
itself exactly what was shown when it was given; a file that is broken, old, edited or brought back gives none, and the
log of the host says why; where the keyring fails, the file goes too, so that what was taken back does not come back
with it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from host import tasks
from host.canonical import canonical, parse
from host.errors import AssentError, ConfigError
from host.gate import grant_model
from host.gate.grant_model import StoredGrant
from host.model import JsonValue
from host.sealed import CLOSING, Memory, SealedFile
from host.words import say

MAX_FILE: Final = 32 << 20
"""Bytes: as many grants as there may be, each with the longest inputs, thrice."""
NO_KEYRING: Final = say("There is no keyring here to keep it safe; choose until quit.")

_log = logging.getLogger(__name__)


class GrantStore:
    """Keeps grants on the disk."""

    def __init__(self, path: Path, memory: Memory) -> None:
        """``path``: of the file, in a directory that is this account's alone."""
        self._path, self._memory = path, memory
        self._loaded = False
        self._loader: asyncio.Task[None] | None = None
        self._file = SealedFile(
            path,
            memory,
            limit=MAX_FILE,
            remedy="Give the permissions anew.",
            lost=lambda error: _log.warning("permissions that were to last end with this host: %s", error),
            holds=lambda data: bool(_grants_in(data, path)),
        )

    @property
    def unavailable(self) -> str:
        """Why no grant can be kept, one sentence for people; empty where one can."""
        return "" if self._loaded and not self._memory.available else NO_KEYRING

    def start(self, restore: Callable[[tuple[StoredGrant, ...]], object]) -> None:
        """Look into the keyring, which may take its time, and give ``restore`` what is kept. On the event loop."""
        self._loader = tasks.spawn(self._restore(restore), name="load the kept grants")

    async def load(self) -> tuple[StoredGrant, ...]:
        """The grants of the file, oldest first; none where they cannot be trusted. Never raises."""
        try:
            data = await self._file.load()
            return () if data is None else _understood(data, self._path)
        except AssentError as error:
            _log.warning("permissions that were to last are not in force: %s", error)
            return ()
        finally:
            self._loaded = True

    def keep(self, grants: Iterable[StoredGrant]) -> None:
        """Write these instead of the ones before; returns at once. To be called on the event loop."""
        entries: list[JsonValue] = [grant_model.to_json(each) for each in grants]
        self._file.keep(canonical({"version": grant_model.VERSION, "grants": entries}), holds=bool(entries))

    async def close(self) -> None:
        """Wait until what is to be kept is on the disk, no longer than ``CLOSING``."""
        if self._loader is not None and not self._loader.done():
            await asyncio.wait({self._loader}, timeout=CLOSING)
        await self._file.close()

    async def _restore(self, restore: Callable[[tuple[StoredGrant, ...]], object]) -> None:
        restore(await self.load())


def _grants_in(data: bytes, path: Path) -> list[JsonValue]:
    """The entries of the file, unread. Raises AssentError where it is none of ours."""
    return _versioned(data, path)[1]


def _versioned(data: bytes, path: Path) -> tuple[int, list[JsonValue]]:
    """The version of the file, and its entries. Raises AssentError as ``_grants_in``."""
    value = parse(data)
    grants = value.get("grants") if isinstance(value, dict) else None
    if not isinstance(value, dict) or value.keys() != {"version", "grants"} or not isinstance(grants, list):
        raise ConfigError("does not hold permissions", file=str(path))
    version = value["version"]
    if not isinstance(version, int) or version is True or version not in (grant_model.BEFORE, grant_model.VERSION):
        raise ConfigError("has another version", file=str(path), key="version")
    return version, grants


def _understood(data: bytes, path: Path) -> tuple[StoredGrant, ...]:
    """The grants of the file; those of an older one that meant something else than any of today are left out."""
    version, entries = _versioned(data, path)
    if version == grant_model.VERSION:
        return tuple(grant_model.from_json(value, file=str(path)) for value in entries)
    read = [grant_model.from_older(value, file=str(path)) for value in entries]
    if left := read.count(None):
        _log.warning(
            "%d permissions that an older Assent kept are not in force: what a permission may cover is another today",
            left,
        )
    return tuple(each for each in read if each is not None)
