"""Large results, kept on disk rather than in memory.

Invariants:
    - A result is in a file without a name, which no other program can open, replace or link to, and which the system
      frees when the host ends. If a system cannot have such files, leftovers are removed at the start.
    - The bytes are limited for each app and in total. For a new result the oldest that are not required go first.
    - A result ends with its session, after ``KEPT_SECONDS`` at the latest.
    - A complete result is given out only if it matches its commitment in the log.
    - A full disk costs only the file. Results that wait for a slow disk take at most ``MAX_BYTES_BEING_WRITTEN`` bytes
      of memory.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from msgspec import Struct, field

from host import tasks
from host.audit.chain import KEY_BYTES, commit
from host.audit.record import EXCERPT, beginning
from host.errors import AssentError
from host.model import App, Committed
from host.paths import ensure_private
from host.settings import MIB, LiveSettings
from host.words import say

KEPT_SECONDS: Final = 86_400.0
"""Seconds that a result stays at most."""
MAX_FILES: Final = 128
"""Files at once, since each takes a descriptor of the host. An app has at most half of them."""
MAX_BYTES_BEING_WRITTEN: Final = 64 * MIB
"""Bytes on their way to the disk at once."""
PART_BYTES: Final = 64 * 1024
RESULT_GONE: Final = say("the result is not kept any more")

_log = logging.getLogger(__name__)


class Spooled(Struct, eq=False):
    """One large result."""

    app: App  # whose call it is the result of
    committed: Committed
    required: bool = False  # whether it is still required, so that it does not make room for others
    _file: IO[bytes] | None = None
    _expiry_timer: asyncio.TimerHandle | None = None
    _is_closed: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def size(self) -> int:
        """The size in bytes."""
        return self.committed.size

    @property
    def is_readable(self) -> bool:
        """Whether it can be read."""
        return self._file is not None and not self._is_closed

    async def read(self) -> bytes:
        """Return all of it. Raises AssentError if it cannot be read as it was written."""
        data = await tasks.in_daemon_thread(lambda: self._read(0, self.size), name="read a result")
        if commit(self.committed.key, data) != self.committed.hmac:
            raise AssentError(RESULT_GONE)
        return data

    @property
    def part_count(self) -> int:
        """The number of parts."""
        return max(1, -(-self.size // PART_BYTES))

    async def part(self, number: int) -> str:
        """Return one part, counted from 0, cut between characters. Raises AssentError if it cannot be read."""
        start = number * PART_BYTES
        if not 0 <= start <= self.size:
            raise AssentError(RESULT_GONE)
        data = await tasks.in_daemon_thread(lambda: self._read(start, PART_BYTES + 3), name="read a part of a result")
        first = next((at for at in range(4) if not _is_continuation(data, at)), 0) if start else 0
        end = next(at for at in range(PART_BYTES, PART_BYTES + 4) if not _is_continuation(data, at))
        return data[first:end].decode("utf-8", "replace")

    def close(self) -> None:
        """Close it without waiting for the disk. If somebody is reading, the reader closes the file."""
        self._is_closed = True
        if self._expiry_timer is not None:
            self._expiry_timer.cancel()
        self._close_file()

    def _close_file(self) -> None:
        if self._file is not None and self._lock.acquire(blocking=False):
            try:
                self._file.close()
            finally:
                self._lock.release()

    def _read(self, start: int, size: int) -> bytes:
        """Read from the file. Blocks, so it runs in a thread."""
        try:
            with self._lock:
                if self._file is None or self._is_closed:
                    raise AssentError(RESULT_GONE)
                self._file.seek(start)
                return self._file.read(size)
        except OSError as error:
            raise AssentError(RESULT_GONE, detail=str(error)) from error
        finally:
            if self._is_closed:
                self._close_file()


class Spool:
    """Keeps large results in files while the host runs."""

    def __init__(self, folder: Path | None, settings: LiveSettings) -> None:
        """``folder``: of the files. None keeps no result."""
        self._folder, self._settings = folder, settings
        self._results: list[Spooled] = []
        self._result_by_call: dict[str, Spooled] = {}
        self._bytes_being_written = 0
        self._sessions_being_written: dict[object, str] = {}
        self._has_failed = False

    def start(self) -> None:
        """Make the folder and remove what an earlier host left. Raises ConfigError if others can open it."""
        if self._folder is not None:
            ensure_private(self._folder)
            for leftover in self._folder.iterdir():
                with suppress(OSError):
                    leftover.unlink()

    @property
    def used_bytes(self) -> int:
        """Bytes of all results on disk."""
        return sum(result.size for result in self._results if result.is_readable)

    def is_large(self, data: bytes) -> bool:
        """Whether ``data`` is too large to be kept in memory."""
        return len(data) > self._settings.now.result_in_memory

    async def keep(self, app: App, data: bytes, *, call: str = "", required: bool = False) -> Spooled:
        """Write ``data`` to disk. If that fails, the returned result is not readable. ``call``: the id of its call.

        With ``required`` the caller must close it.
        """
        if self._bytes_being_written + len(data) > MAX_BYTES_BEING_WRITTEN or not self._make_room(app, len(data)):
            return await tasks.in_daemon_thread(lambda: _without_file(app, data), name="commit to a result")
        self._bytes_being_written += len(data)
        token = object()
        self._sessions_being_written[token] = app.session
        try:
            spooled = await tasks.in_daemon_thread(lambda: self._write(app, data), name="keep a result")
        finally:
            self._bytes_being_written -= len(data)
            has_session = self._sessions_being_written.pop(token, None) is not None
        if spooled.is_readable and has_session and self._make_room(app, len(data)):  # others came meanwhile
            spooled.required = required
            spooled._expiry_timer = asyncio.get_running_loop().call_later(KEPT_SECONDS, self._drop, spooled)  # noqa: SLF001  # same module
            self._results.append(spooled)
            if call:
                self._result_by_call[call] = spooled
        else:
            spooled.close()
        return spooled

    def result_of_call(self, call: str) -> Spooled | None:
        """Return the result of a call, None if it is not readable (any more)."""
        spooled = self._result_by_call.get(call)
        return spooled if spooled is not None and spooled.is_readable else None

    def forget(self, session: str) -> None:
        """Drop the results of a session that ended."""
        writing = self._sessions_being_written.items()
        self._sessions_being_written = {token: owner for token, owner in writing if owner != session}
        for spooled in tuple(self._results):
            if spooled.app.session == session:
                self._drop(spooled)

    def close(self) -> None:
        """Drop everything, since the host ends."""
        self._sessions_being_written.clear()
        for spooled in tuple(self._results):
            self._drop(spooled)

    def _drop(self, spooled: Spooled) -> None:
        spooled.close()
        self._sweep()

    def _sweep(self) -> None:
        self._results = [result for result in self._results if result.is_readable]
        self._result_by_call = {call: result for call, result in self._result_by_call.items() if result.is_readable}

    def _make_room(self, app: App, size: int) -> bool:
        """Whether ``size`` more bytes fit, after dropping results that are not required, the app's own first."""
        self._sweep()
        limits = self._settings.now
        own = [result for result in self._results if result.app.name == app.name]
        fits_app = _fit(own, size, limits.spool_per_app, MAX_FILES // 2)
        return fits_app and _fit(self._results, size, limits.spool, MAX_FILES)

    def _write(self, app: App, data: bytes) -> Spooled:
        """Write ``data`` to a file. Blocks, so it runs in a thread."""
        import tempfile  # on first use: few results are so large

        spooled = _without_file(app, data)
        try:
            if self._folder is not None:
                file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115  # the result owns it
                spooled._file = file  # noqa: SLF001  # same module
                file.write(data)
                file.flush()
                self._has_failed = False
        except OSError as error:
            spooled.close()
            if not self._has_failed:
                _log.warning("a large result could not be kept: %s", error)
            self._has_failed = True
        return spooled


def _fit(spooled: list[Spooled], size: int, max_bytes: int, max_files: int) -> bool:
    """Whether ``size`` more bytes fit, after closing the oldest results that are not required."""
    results = [result for result in spooled if result.is_readable]
    total, count = sum(result.size for result in results), len(results)
    if size + sum(result.size for result in results if result.required) > max_bytes:
        return False
    for result in results:
        if total + size <= max_bytes and count < max_files:
            break
        if not result.required:
            result.close()
            total, count = total - result.size, count - 1
    return total + size <= max_bytes and count < max_files


def _is_continuation(data: bytes, at: int) -> bool:
    """Whether the byte at ``at`` continues a character (RFC 3629 §3)."""
    return at < len(data) and data[at] & 0xC0 == 0x80


def _without_file(app: App, data: bytes) -> Spooled:
    key = os.urandom(KEY_BYTES)
    return Spooled(app, Committed(key, len(data), commit(key, data), beginning(data, EXCERPT)))
