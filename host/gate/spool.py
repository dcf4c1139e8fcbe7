"""Large results, kept on the disk and not in memory.

Owns: their files, how long they stay, and how much of them there may be.

Invariants:
    - A result lies in a file without a name, which no other program can open, replace or link to, and which the system
      frees with the host, however that ends. What a system leaves that cannot have such files is removed at the start.
    - The bytes are bounded for each app and in all; for a new one the oldest that nobody must have go first.
    - A result ends with its session, after ``KEPT`` seconds at the latest.
    - What is read whole is what was written, by the commitment that stands in the log; else it is not given out.
    - A full disk costs the file and nothing else; of results that wait for a slow one no more than ``WRITING`` bytes
      are in memory.
"""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
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

KEPT: Final = 86_400.0
"""Seconds that a result stays at most."""
FILES: Final = 128
"""Files at once, for each is a descriptor of the host; an app has at most half of them."""
WRITING: Final = 64 * MIB
"""Bytes on their way to the disk at once."""
PART: Final = 64 * 1024
"""Bytes of a result that somebody looks at at once."""
GONE: Final = say("the result is not kept any more")

_log = logging.getLogger(__name__)


class Spooled(Struct, eq=False):
    """One result.

    Attributes:
        app: whose.
        committed: what a record says of it.
        wanted: whether somebody must still have it, so that it does not make room for others.
    """

    app: App
    committed: Committed
    wanted: bool = False
    _file: IO[bytes] | None = None
    _end: asyncio.TimerHandle | None = None
    _gone: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def size(self) -> int:
        """In bytes."""
        return self.committed.size

    @property
    def is_there(self) -> bool:
        """Whether it can be read."""
        return self._file is not None and not self._gone

    async def read(self) -> bytes:
        """All of it. Raises AssentError where it cannot be read as it was written."""
        data = await tasks.in_daemon_thread(lambda: self._read(0, self.size), name="read a result")
        if commit(self.committed.key, data) != self.committed.hmac:
            raise AssentError(GONE)
        return data

    @property
    def parts(self) -> int:
        """How many parts it has."""
        return max(1, -(-self.size // PART))

    async def part(self, number: int) -> str:
        """One of its parts, from 0 on, cut between characters. Raises AssentError where it cannot be read."""
        start = number * PART
        if not 0 <= start <= self.size:
            raise AssentError(GONE)
        data = await tasks.in_daemon_thread(lambda: self._read(start, PART + 3), name="read a part of a result")
        first = next((at for at in range(4) if not _continues(data, at)), 0) if start else 0
        end = next(at for at in range(PART, PART + 4) if not _continues(data, at))
        return data[first:end].decode("utf-8", "replace")

    def close(self) -> None:
        """It is gone. Waits for no disk: where somebody reads it, whoever reads closes the file."""
        self._gone = True
        if self._end is not None:
            self._end.cancel()
        self._let_go()

    def _let_go(self) -> None:
        if self._file is not None and self._lock.acquire(blocking=False):
            try:
                self._file.close()
            finally:
                self._lock.release()

    def _read(self, start: int, size: int) -> bytes:
        """Read from the file; blocks, so it runs in a thread."""
        try:
            with self._lock:
                if self._file is None or self._gone:
                    raise AssentError(GONE)
                self._file.seek(start)
                return self._file.read(size)
        except OSError as error:
            raise AssentError(GONE, detail=str(error)) from error
        finally:
            if self._gone:
                self._let_go()


class Spool:
    """Keeps large results in files while the host runs."""

    def __init__(self, folder: Path | None, settings: LiveSettings) -> None:
        """``folder``: where the files lie; None for nowhere, which keeps none."""
        self._folder, self._settings = folder, settings
        self._kept: list[Spooled] = []
        self._of_call: dict[str, Spooled] = {}
        self._writing = 0
        self._coming: dict[object, str] = {}  # sessions of results on their way to the disk
        self._failed = False

    def start(self) -> None:
        """Make the folder and remove what an earlier host left. Raises ConfigError where it is open to others."""
        if self._folder is not None:
            ensure_private(self._folder)
            for left in self._folder.iterdir():
                with suppress(OSError):
                    left.unlink()

    @property
    def used(self) -> int:
        """Bytes of all results on the disk."""
        return sum(kept.size for kept in self._kept if kept.is_there)

    def is_large(self, data: bytes) -> bool:
        """Whether ``data`` is too large to be kept in memory."""
        return len(data) > self._settings.now.result_in_memory

    async def keep(self, app: App, data: bytes, *, call: str = "", wanted: bool = False) -> Spooled:
        """Put ``data`` on the disk; where that cannot be, what comes back is not there. ``call``: whose result it is.

        Whoever says ``wanted`` closes it.
        """
        if self._writing + len(data) > WRITING or not self._room(app, len(data)):
            return await tasks.in_daemon_thread(lambda: _described(app, data), name="commit to a result")
        self._writing += len(data)
        coming = object()
        self._coming[coming] = app.session
        try:
            spooled = await tasks.in_daemon_thread(lambda: self._written(app, data), name="keep a result")
        finally:
            self._writing -= len(data)
            wanted_still = self._coming.pop(coming, None) is not None
        if spooled.is_there and wanted_still and self._room(app, len(data)):  # others came meanwhile
            spooled.wanted = wanted
            spooled._end = asyncio.get_running_loop().call_later(KEPT, self._drop, spooled)  # noqa: SLF001  # one part
            self._kept.append(spooled)
            if call:
                self._of_call[call] = spooled
        else:
            spooled.close()
        return spooled

    def of_call(self, call: str) -> Spooled | None:
        """The result of a call, None where it is not there (any more)."""
        spooled = self._of_call.get(call)
        return spooled if spooled is not None and spooled.is_there else None

    def forget(self, session: str) -> None:
        """Let go of the results of a session that ended."""
        self._coming = {coming: of for coming, of in self._coming.items() if of != session}
        for spooled in tuple(self._kept):
            if spooled.app.session == session:
                self._drop(spooled)

    def close(self) -> None:
        """Let go of everything, since the host ends."""
        self._coming.clear()
        for spooled in tuple(self._kept):
            self._drop(spooled)

    def _drop(self, spooled: Spooled) -> None:
        spooled.close()
        self._sweep()

    def _sweep(self) -> None:
        """Let go of results that were closed."""
        self._kept = [kept for kept in self._kept if kept.is_there]
        self._of_call = {call: kept for call, kept in self._of_call.items() if kept.is_there}

    def _room(self, app: App, size: int) -> bool:
        """Whether there is room for so much more; what nobody must have makes some, the app's own first."""
        self._sweep()
        limits = self._settings.now
        own = [kept for kept in self._kept if kept.app.name == app.name]
        return _fits(own, size, limits.spool_per_app, FILES // 2) and _fits(self._kept, size, limits.spool, FILES)

    def _written(self, app: App, data: bytes) -> Spooled:
        """Keep ``data`` in a file; blocks, so it runs in a thread."""
        spooled = _described(app, data)
        try:
            if self._folder is not None:
                file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115  # it lives on in what is returned
                spooled._file = file  # noqa: SLF001  # one part
                file.write(data)
                file.flush()
                self._failed = False
        except OSError as error:
            spooled.close()
            if not self._failed:
                _log.warning("a large result could not be kept: %s", error)
            self._failed = True
        return spooled


def _fits(kept: list[Spooled], size: int, most: int, files: int) -> bool:
    """Whether ``size`` bytes more are within the bounds, once the oldest that nobody must have are closed."""
    there = [it for it in kept if it.is_there]
    total, count = sum(it.size for it in there), len(there)
    if size + sum(it.size for it in there if it.wanted) > most:
        return False
    for it in there:
        if total + size <= most and count < files:
            break
        if not it.wanted:
            it.close()
            total, count = total - it.size, count - 1
    return total + size <= most and count < files


def _continues(data: bytes, at: int) -> bool:
    """Whether the byte at ``at`` goes on with a character (RFC 3629 §3)."""
    return at < len(data) and data[at] & 0xC0 == 0x80


def _described(app: App, data: bytes) -> Spooled:
    """What is known of ``data`` without the file that holds it."""
    key = os.urandom(KEY_BYTES)
    return Spooled(app, Committed(key, len(data), commit(key, data), beginning(data, EXCERPT)))
