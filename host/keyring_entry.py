"""Entries of the system's keyring: small texts with which Assent's own files must agree.

Owns: one entry of the keyring, whether it is available, its replacement on a system without a keyring, and the files
whose digests it remembers.

Invariants: nothing is imported and nobody is asked before the first access. No file of the account chooses which
backend is loaded. A keyring that is missing or locked, fails or does not answer in time counts as unavailable for the
life of this host. Every value is read back after writing. Each profile has its own entries.

A program of the same account can read and write the keyring. Its values outlive a host and distinguish an edit of our
files from a confirmation; they do not protect against such a program.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from host import files, paths, tasks
from host.errors import AssentError, ConfigError
from host.model import sha256_hex
from host.words import say

T = TypeVar("T")
Get: TypeAlias = Callable[[str, str], "str | None"]
"""Takes service and name; returns the text, None if there is none."""
Set: TypeAlias = Callable[[str, str, str], None]

SERVICE: Final = "assent"
"""The service name of all secrets of ours in the keyring."""
PATIENCE: Final = 10.0
"""Seconds for the keyring to answer: it may ask the person to unlock it, and nobody may be there."""

CLOSING: Final = 12.0
"""Seconds for the last change to reach keyring and disk when the host ends: a little more than ``PATIENCE``."""

_BACKENDS: Final = (
    ("SecretService", "Keyring", ""),
    ("kwallet", "DBusKeyring", ""),
    ("libsecret", "Keyring", ""),
    ("macOS", "Keyring", "darwin"),
    ("Windows", "WinVaultKeyring", "win32"),
)
"""The safe backends: module of the package, class in it, and the only platform; empty where a session bus is needed."""
_NO_BACKEND: Final = ("keyring.backends.fail.", "keyring.backends.null.")
"""Values of the variable that mean no keyring; all others are ignored."""

SILENT: Final = say("the keyring of this system did not answer in time")
NO_KEYRING: Final = say("this system has no keyring that Assent can use")
LOCKED: Final = say("the keyring of this system is locked")
FAILED: Final = say("the keyring of this system does not work")
MAY_HOLD_VALUE: Final = frozenset({SILENT, LOCKED, FAILED})
"""Reasons for which the keyring is unavailable although it exists and may hold a value."""
FORGETFUL: Final = say("the keyring of this system does not keep what it is given")

_log = logging.getLogger(__name__)


class KeyringEntry:
    """One text in the keyring. Before ``load`` its methods block."""

    def __init__(self, name: str, *, get: Get | None = None, set: Set | None = None) -> None:  # noqa: A002
        """``name``: of the entry, see ``entry_name``. ``get``, ``set``: access the keyring, the system's if None."""
        self._name, self._get, self._set = name, get or _get, set or _set
        self._value: str | None = None
        self._problem = ""
        self._lock = asyncio.Lock()

    @property
    def unavailable(self) -> str:
        """Why the keyring cannot be used, one safe sentence; empty if it can."""
        self._load_once()
        return self._problem

    def remembered(self) -> str:
        """The remembered text; empty if there is none or the keyring is unavailable."""
        self._load_once()
        return self._value or ""

    async def load(self) -> None:
        """Read the entry once, in a thread and within ``PATIENCE``. Afterwards nothing blocks."""
        async with self._lock:
            if self._value is None and not self._problem:
                self._store(*await self._run_in_thread(self._read, "look into the keyring"))

    async def keep(self, value: str) -> None:
        """Remember ``value``, in a thread and within ``PATIENCE``. Writes follow each other, so that the last stays.

        Raises AssentError if the keyring did not take it.
        """
        await self.load()
        async with self._lock:
            if not self._problem:
                self._store(*await self._run_in_thread(lambda: self._write(value), "write into the keyring"))
            if self._problem:
                raise AssentError(self._problem)

    async def _run_in_thread(self, work: Callable[[], tuple[str, str]], name: str) -> tuple[str, str]:
        try:
            async with asyncio.timeout(PATIENCE):
                return await tasks.in_daemon_thread(work, name=name)
        except TimeoutError:
            return "", SILENT

    def _load_once(self) -> None:
        if self._value is None and not self._problem:
            self._store(*self._read())

    def _store(self, value: str, problem: str) -> None:
        self._value, self._problem = value, problem

    def _read(self) -> tuple[str, str]:
        try:
            return self._get(SERVICE, self._name) or "", ""
        except Exception as error:  # noqa: BLE001  # backends are foreign code
            return "", _problem_of(error)

    def _write(self, value: str) -> tuple[str, str]:
        try:
            self._set(SERVICE, self._name, value)
            read_back = self._get(SERVICE, self._name) or ""
        except Exception as error:  # noqa: BLE001  # as above
            return "", _problem_of(error)
        return (value, "") if read_back == value else ("", FORGETFUL)


class KeyringOrFile:
    """A ``KeyringEntry`` that uses a file of ours on a system without a keyring.

    Only for values that cannot let a call pass by themselves: asking for them at every start would teach people to
    approve without reading. A keyring that exists but fails or is locked is not replaced by the file.
    """

    def __init__(self, entry: KeyringEntry, path: Path) -> None:
        """``path``: of the file, in another directory than the file whose digest it remembers."""
        self._entry, self._path = entry, path
        self._file_value = ""

    @property
    def _uses_file(self) -> bool:
        return self._entry.unavailable == NO_KEYRING

    @property
    def unavailable(self) -> str:
        """Why it cannot be used, one safe sentence; empty if it can."""
        return "" if self._uses_file else self._entry.unavailable

    def remembered(self) -> str:
        """The remembered text; empty if there is none or it is unavailable."""
        return self._file_value if self._uses_file else self._entry.remembered()

    async def load(self) -> None:
        """Read the entry, or the file, in a thread."""
        await self._entry.load()
        if self._uses_file:
            data = await tasks.in_daemon_thread(lambda: paths.read_file(self._path), name="read what is remembered")
            self._file_value = (data or b"").decode("ascii", "replace").strip()

    async def keep(self, value: str) -> None:
        """Remember ``value``, in a thread. Raises AssentError if that fails."""
        await self._entry.load()
        if not self._uses_file:
            await self._entry.keep(value)
            return
        await tasks.in_daemon_thread(lambda: files.write(self._path, value.encode()), name="remember")
        self._file_value = value


Memory: TypeAlias = KeyringEntry | KeyringOrFile
"""Remembers the digest of a file."""


class SealedFile(Generic[T]):
    """A file of ours with items that count only if its digest is the remembered one.

    Nothing of a file that was edited, restored or replaced from outside counts, and the log says why. On each change
    the digest is written first, so that no older file is accepted any more; if it cannot be written, the file is
    removed, so that what was revoked does not return. Of many changes at once the last one stays.
    """

    def __init__(
        self,
        path: Path,
        memory: Memory,
        *,
        limit: int,
        what: str,
        remedy: str,
        encode: Callable[[tuple[T, ...]], bytes],
        decode: Callable[[bytes, str], tuple[T, ...]],
    ) -> None:
        """Use the file at ``path``, which is in a private directory of this account.

        ``memory``: remembers its digest. ``limit``: bytes of the file at most. ``what``: the items, for the log.
        ``remedy``: what to do about a file that is not accepted. ``decode``: takes the content and the file's name;
        raises AssentError if ``encode`` cannot have written it.
        """
        self._path, self._memory, self._limit, self._what, self._remedy = path, memory, limit, what, remedy
        self._encode, self._decode = encode, decode
        self.is_loaded = False
        self._next: tuple[T, ...] | None = None
        self._load_task: asyncio.Task[None] | None = None
        self._write_task: asyncio.Task[None] | None = None

    @property
    def can_keep(self) -> bool:
        """Whether items outlive this host: the file was read, and its digest can be remembered."""
        return self.is_loaded and not self._memory.unavailable

    def start(self, adopt: Callable[[tuple[T, ...]], object]) -> None:
        """Load the items, which may wait for the keyring, and pass them to ``adopt``. Call it on the event loop."""
        self._load_task = tasks.spawn(self._load_for(adopt), name=f"load {self._path.name}")

    async def load(self) -> tuple[T, ...]:
        """Return the items that were last kept; none if they cannot be trusted. Never raises."""
        try:
            await self._memory.load()
            return await tasks.in_daemon_thread(self._read, name=f"read {self._path.name}")
        except AssentError as error:
            _log.warning("%s are not in force: %s", self._what, error)
            return ()
        finally:
            self.is_loaded = True

    def keep(self, items: Iterable[T]) -> None:
        """Replace the items; returns at once. Call it on the event loop. No digest is remembered of no items."""
        self._next = tuple(items)
        if self._write_task is None or self._write_task.done():
            self._write_task = tasks.spawn(self._write_all(), name=f"keep {self._path.name}")

    async def close(self) -> None:
        """Wait until the items were loaded and the last change is on the disk, ``CLOSING`` seconds each at most."""
        if self._load_task is not None:
            await asyncio.wait({self._load_task}, timeout=CLOSING)
        if self._write_task is not None:
            await asyncio.wait({self._write_task}, timeout=CLOSING)

    async def _load_for(self, adopt: Callable[[tuple[T, ...]], object]) -> None:
        adopt(await self.load())

    async def _write_all(self) -> None:
        while self._next is not None:
            items, self._next = self._next, None
            try:
                data = await tasks.in_daemon_thread(
                    lambda items=items: self._encode(items),  # type: ignore[misc]
                    name=f"write {self._path.name}",
                )
                await self._memory.keep(sha256_hex(data) if items else "")
                await tasks.in_daemon_thread(
                    lambda data=data: files.write(self._path, data),  # type: ignore[misc]
                    name=f"write {self._path.name}",
                )
            except AssentError as error:
                _log.warning("%s end with this host: %s", self._what, error)
                await tasks.in_daemon_thread(self._remove, name=f"remove {self._path.name}")

    def _read(self) -> tuple[T, ...]:
        data = paths.read_file(self._path, limit=self._limit)
        remembered = self._memory.remembered()
        if remembered and data is None:
            raise self._fault("is missing, although the keyring remembers it")
        if remembered and data is not None and sha256_hex(data) != remembered:
            raise self._fault("is not the file that the keyring remembers")
        items = () if data is None else self._decode(data, str(self._path))
        if items and not remembered:
            raise self._fault(self._memory.unavailable or "the keyring remembers no such file")
        return items

    def _remove(self) -> None:
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("%s", paths.unusable(error, self._path, "removed"))

    def _fault(self, what: str) -> ConfigError:
        return ConfigError(what, file=str(self._path), remedy=self._remedy)


def entry_name(what: str, config: Path) -> str:
    """The name of a profile's entry for ``what``. ``config``: the configuration directory of the profile."""
    return f"{what} {sha256_hex(os.fsencode(os.path.realpath(config)))[:16]}"


def _problem_of(error: Exception) -> str:
    """A sentence of ours for ``error``: a backend's own text may hold anything."""
    if isinstance(error, AssentError):
        return str(error)
    name = type(error).__name__
    return NO_KEYRING if name == "NoKeyringError" else LOCKED if name == "KeyringLocked" else FAILED


class Backend(Protocol):
    """A backend of the package ``keyring``."""

    def get_password(self, service: str, username: str) -> str | None:
        """The stored text, None if there is none."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Store a text."""

    def delete_password(self, service: str, username: str) -> None:
        """Remove a text."""


def system_keyring() -> Backend:
    """The keyring of this system. Raises AssentError if there is none.

    ``keyring`` itself would import whatever ``keyringrc.cfg``, a variable or an installed package names. Any program of
    this account can write such a file, and its code would run inside the host. So only ``_BACKENDS`` are tried.
    """
    if os.environ.get("PYTHON_KEYRING_BACKEND", "").startswith(_NO_BACKEND):
        raise AssentError(NO_KEYRING)
    viable: list[tuple[float, type]] = []
    for module, name, platform in _BACKENDS:
        if not _may_work_here(platform):
            continue
        try:
            backend: type = getattr(importlib.import_module(f"keyring.backends.{module}"), name)
            viable.append((float(getattr(backend, "priority")), backend))  # noqa: B009  # a class property, untyped
        except Exception:  # noqa: BLE001, S112  # a backend for another system may raise anything
            continue
    if not viable:
        raise AssentError(NO_KEYRING)
    best: Backend = max(viable, key=lambda candidate: candidate[0])[1]()
    return best


def _may_work_here(platform: str) -> bool:
    """Whether a backend may work here. Loading one that cannot would cost megabytes for the life of the host."""
    if platform:
        return platform == sys.platform
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS")) or bool(runtime and Path(runtime, "bus").exists())


@contextlib.contextmanager
def asking_keyring() -> Iterator[None]:
    """Raise AssentError if the keyring fails within the block."""
    try:
        yield
    except Exception as error:  # each backend has its own exceptions
        raise AssentError(say("the keyring does not answer"), detail=str(error)) from error


def _get(service: str, name: str) -> str | None:
    return system_keyring().get_password(service, name)


def _set(service: str, name: str, value: str) -> None:
    system_keyring().set_password(service, name, value)
