"""What the keyring of the system remembers for Assent: small texts that a file of ours must agree with.

Owns: one entry of the keyring, whether it can be used, what stands in for it where a system has none, and the files
whose digests are remembered so.

Invariants: nothing is imported and nobody is asked before the first look; no file of the account chooses what is loaded
as the keyring; a keyring that is not there, is locked, fails or does not answer in time is not available, for as long
as this host lives; what was remembered was read back. Each profile has entries of its own.

A program of the same account can read and write that keyring: what is kept in it outlives a host, and tells an edit of
our files from a confirmation. It is no wall against such a program.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from host import files, paths, tasks
from host.errors import AssentError, ConfigError
from host.model import sha256_hex
from host.words import say

Get: TypeAlias = Callable[[str, str], "str | None"]
"""Service and name to the text, None where there is none."""
Set: TypeAlias = Callable[[str, str, str], None]
"""Service, name, text."""

SERVICE: Final = "assent"
PATIENCE: Final = 10.0
"""Seconds for the keyring to answer: it may ask the person to unlock it, and nobody may be there."""

CLOSING: Final = 12.0
"""Seconds for the last change to reach keyring and disk when the host ends: a little more than the keyring gets."""

_BACKENDS: Final = (
    ("SecretService", "Keyring"),
    ("kwallet", "DBusKeyring"),
    ("libsecret", "Keyring"),
    ("macOS", "Keyring"),
    ("Windows", "WinVaultKeyring"),
)
"""Modules of the package and the class in each: all that keep a secret safe."""
_BY_BUS: Final = frozenset({"SecretService", "kwallet", "libsecret"})
"""Those that are asked over the bus of a session."""
_SYSTEM_OF: Final = {"macOS": "darwin", "Windows": "win32"}
"""The one system, as Python names it, on which a backend can work."""
_NONE: Final = ("keyring.backends.fail.", "keyring.backends.null.")
"""Whoever chose these wants no keyring; nothing else that the variable says counts."""

SILENT: Final = say("the keyring of this system did not answer in time")
NO_KEYRING: Final = say("this system has no keyring that Assent can use")
LOCKED: Final = say("the keyring of this system is locked")
FAILED: Final = say("the keyring of this system does not work")
UNTOLD: Final = frozenset({SILENT, LOCKED, FAILED})
"""Where one of these is why, there is a keyring, and it may remember something all the same."""
FORGETFUL: Final = say("the keyring of this system does not keep what it is given")


class KeyringEntry:
    """One text that the keyring remembers. Its methods block, unless ``load`` has looked already."""

    def __init__(self, name: str, *, get: Get | None = None, set: Set | None = None) -> None:  # noqa: A002
        """``name``: of the entry, see ``entry_name``. ``get``, ``set``: the system's keyring where None."""
        self._name, self._get, self._set = name, get or _get, set or _set
        self._known: str | None = None
        self._why = ""
        self._turn = asyncio.Lock()

    @property
    def unavailable(self) -> str:
        """Why the keyring cannot be used, one safe sentence; empty where it can."""
        self._load_once()
        return self._why

    def remembered(self) -> str:
        """What it remembers; empty where that is nothing, or it is not available."""
        self._load_once()
        return self._known or ""

    async def load(self) -> None:
        """Look for the first time, in a thread and no longer than ``PATIENCE``. Afterwards nothing blocks."""
        async with self._turn:
            if self._known is None and not self._why:
                self._settle(*await self._patiently(self._read, "look into the keyring"))

    async def keep(self, value: str) -> None:
        """Remember ``value``, in a thread and no longer than ``PATIENCE``; one after the other, so that the last stays.

        Raises:
            AssentError: the keyring did not take it.
        """
        await self.load()
        async with self._turn:
            if not self._why:
                self._settle(*await self._patiently(lambda: self._write(value), "write into the keyring"))
            if self._why:
                raise AssentError(self._why)

    async def _patiently(self, work: Callable[[], tuple[str, str]], name: str) -> tuple[str, str]:
        try:
            async with asyncio.timeout(PATIENCE):
                return await tasks.in_daemon_thread(work, name=name)
        except TimeoutError:
            return "", SILENT

    def _load_once(self) -> None:
        if self._known is None and not self._why:
            self._settle(*self._read())

    def _settle(self, value: str, why: str) -> None:
        self._known, self._why = value, why

    def _read(self) -> tuple[str, str]:
        """What is there, and why that cannot be told."""
        try:
            return self._get(SERVICE, self._name) or "", ""
        except Exception as error:  # noqa: BLE001  # backends are strangers' code
            return "", _why(error)

    def _write(self, value: str) -> tuple[str, str]:
        try:
            self._set(SERVICE, self._name, value)
            kept = self._get(SERVICE, self._name) or ""
        except Exception as error:  # noqa: BLE001  # as above
            return "", _why(error)
        return (value, "") if kept == value else ("", FORGETFUL)


class KeyringOrFile:
    """As a ``KeyringEntry``; on a system without a keyring a file of ours remembers instead.

    For what lets no call pass by itself: to ask for it anew at each start would teach people to press without looking.
    A keyring that is there and fails, or is locked, is no reason for the file.
    """

    def __init__(self, entry: KeyringEntry, path: Path) -> None:
        """``path``: of the file, in another directory than what it remembers the digest of."""
        self._entry, self._path = entry, path
        self._noted = ""

    @property
    def _without(self) -> bool:
        return self._entry.unavailable == NO_KEYRING

    @property
    def unavailable(self) -> str:
        """Why it cannot be used, one safe sentence; empty where it can."""
        return "" if self._without else self._entry.unavailable

    def remembered(self) -> str:
        """What it remembers; empty where that is nothing, or it is not available."""
        return self._noted if self._without else self._entry.remembered()

    async def load(self) -> None:
        """Look for the first time, in a thread."""
        await self._entry.load()
        if self._without:
            read = await tasks.in_daemon_thread(lambda: paths.read_file(self._path), name="read what is remembered")
            self._noted = (read or b"").decode("ascii", "replace").strip()

    async def keep(self, value: str) -> None:
        """Remember ``value``, in a thread. Raises AssentError where that cannot be."""
        await self._entry.load()
        if not self._without:
            await self._entry.keep(value)
            return
        await tasks.in_daemon_thread(lambda: files.write(self._path, value.encode()), name="remember")
        self._noted = value


Memory: TypeAlias = KeyringEntry | KeyringOrFile
"""What remembers the digest of a file."""


class SealedFile:
    """A file of ours that counts only as it was last kept: its digest is remembered elsewhere.

    What was edited, brought back or put in its place from outside counts for nothing, and whoever reads it hears why.
    The memory changes first, so that no older file counts from then on; where it cannot be kept, the file goes too, so
    that what was taken back does not come back with it. Of many changes at once the last one stays.
    """

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


def entry_name(what: str, config: Path) -> str:
    """The name of a profile's entry for ``what``. ``config``: the profile's directory, which tells profiles apart."""
    return f"{what} {sha256_hex(os.fsencode(os.path.realpath(config)))[:16]}"


def _why(error: Exception) -> str:
    """In words of ours: a backend's own may hold anything."""
    if isinstance(error, AssentError):
        return str(error)
    name = type(error).__name__
    return NO_KEYRING if name == "NoKeyringError" else LOCKED if name == "KeyringLocked" else FAILED


class Backend(Protocol):
    """A keyring of a system, as the package ``keyring`` has it."""

    def get_password(self, service: str, username: str) -> str | None:
        """What is kept under these, None for nothing."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep it."""

    def delete_password(self, service: str, username: str) -> None:
        """Keep it no more."""


def system_keyring() -> Backend:
    """The keyring of this system. Raises AssentError where there is none.

    ``keyring`` would import whatever ``keyringrc.cfg``, a variable or an installed package names. Any program of this
    account can write such a file, and would be inside the host. So these are all that is looked at.
    """
    if os.environ.get("PYTHON_KEYRING_BACKEND", "").startswith(_NONE):
        raise AssentError(NO_KEYRING)
    viable: list[tuple[float, type]] = []
    for module, name in _BACKENDS:
        if not _can_be(module):
            continue
        try:
            backend: type = getattr(importlib.import_module(f"keyring.backends.{module}"), name)
            viable.append((float(getattr(backend, "priority")), backend))  # noqa: B009  # a class property, untyped
        except Exception:  # noqa: BLE001, S112  # it is not for this system, and says so in its own way
            continue
    if not viable:
        raise AssentError(NO_KEYRING)
    made: Backend = max(viable, key=lambda one: one[0])[1]()
    return made


def _can_be(module: str) -> bool:
    """Whether a backend may work here: to load one that cannot costs megabytes for as long as the host lives."""
    if module in _BY_BUS:
        runtime = os.environ.get("XDG_RUNTIME_DIR", "")
        return bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS")) or bool(runtime and Path(runtime, "bus").exists())
    return _SYSTEM_OF.get(module, sys.platform) == sys.platform


def _get(service: str, name: str) -> str | None:
    return system_keyring().get_password(service, name)


def _set(service: str, name: str, value: str) -> None:
    system_keyring().set_password(service, name, value)
