"""A file of ours that counts only as it was last kept: its digest is remembered elsewhere.

Owns: writing such a file, reading it, and the order in which both places change.

Invariants: what was edited, brought back or put in its place from outside counts for nothing, and whoever reads it
hears why; the memory changes first, so that no older file counts from then on; where it cannot be kept, the file goes
too, so that what was taken back does not come back with it; of many changes at once the last one stays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from host import files, paths, tasks
from host.errors import AssentError, ConfigError
from host.model import sha256_hex

CLOSING: Final = 12.0
"""Seconds for the last change to reach keyring and disk when the host ends: a little more than the keyring gets."""


class Memory(Protocol):
    """What remembers the digest (``host.keyring_entry.KeyringEntry``)."""

    @property
    def unavailable(self) -> str:
        """Why it cannot be used, else empty."""

    def remembered(self) -> str:
        """What it remembers, empty for nothing."""

    async def load(self) -> None:
        """Look into it, in a thread."""

    async def keep(self, value: str) -> None:
        """Remember ``value``, in a thread; raise AssentError where that cannot be."""


class SealedFile:
    """One file and what is remembered of it."""

    def __init__(
        self,
        path: Path,
        memory: Memory,
        *,
        limit: int,
        remedy: str,
        lost: Callable[[AssentError], None],
        holds: Callable[[bytes], bool] = lambda _: True,
    ) -> None:
        """``path``: in a directory that is this account's alone. ``limit``: its most bytes. ``remedy``: of a fault.

        ``lost``: hears why what was to be kept is not. ``holds``: whether such a file says anything; may raise.
        """
        self._path, self._memory = path, memory
        self._limit, self._remedy, self._lost, self._holds = limit, remedy, lost, holds
        self._next: tuple[bytes, bool] | None = None
        self._writer: asyncio.Task[None] | None = None

    async def load(self) -> bytes | None:
        """What was kept last, None for nothing.

        Raises:
            AssentError: a file is there, or should be, that cannot be trusted.
        """
        await self._memory.load()
        return await tasks.in_daemon_thread(self._read, name=f"read {self._path.name}")

    def keep(self, data: bytes, *, holds: bool = True) -> None:
        """Write ``data`` instead of what was there; returns at once. To be called on the event loop.

        ``holds``: whether it says anything; nothing is remembered of a file that does not.
        """
        self._next = data, holds
        if self._writer is None or self._writer.done():
            self._writer = tasks.spawn(self._write_all(), name=f"keep {self._path.name}")

    async def close(self) -> None:
        """Wait until what is to be kept is on the disk, no longer than ``CLOSING``."""
        if self._writer is not None and not self._writer.done():
            await asyncio.wait({self._writer}, timeout=CLOSING)

    async def _write_all(self) -> None:
        while self._next is not None:
            (data, holds), self._next = self._next, None
            try:
                await self._memory.keep(sha256_hex(data) if holds else "")
                await tasks.in_daemon_thread(
                    lambda data=data: files.write(self._path, data),  # type: ignore[misc]
                    name=f"write {self._path.name}",
                )
            except AssentError as error:
                self._lost(error)
                await tasks.in_daemon_thread(self._remove, name=f"remove {self._path.name}")

    def _read(self) -> bytes | None:
        data = paths.read_file(self._path, limit=self._limit)
        remembered = self._memory.remembered()
        if not remembered:
            if data is None or not self._holds(data):
                return None
            raise self._fault(self._memory.unavailable or "the keyring remembers no such file")
        if data is None:
            raise self._fault("is missing, although the keyring remembers it")
        if sha256_hex(data) != remembered:
            raise self._fault("is not the file that the keyring remembers")
        return data

    def _remove(self) -> None:
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            self._lost(paths.unusable(error, self._path, "removed"))

    def _fault(self, what: str) -> ConfigError:
        return ConfigError(what, file=str(self._path), remedy=self._remedy)
