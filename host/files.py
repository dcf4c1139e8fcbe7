"""Files of ours: written whole, and looked at for changes.

Owns: how a file is written in one step, the fingerprint of a file and of the directories above it, and how often that
is taken.

Invariants:
    - A file is whole at every moment: who reads it meets the old one or the new one.
    - An edit, a replacement or a removal is noticed at the next look, without a watcher that could lag behind or die.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

from host import paths

Fingerprint: TypeAlias = "tuple[int, ...] | None"
Soon: TypeAlias = "Callable[[Callable[[], None]], object]"
"""Calls back when the present turn of the event loop is over, as ``loop.call_soon`` does."""


def fingerprint(path: Path | str) -> Fingerprint:
    """What identifies the present content of ``path``: None where it cannot be looked at. Costs about 2 µs."""
    try:
        status = os.stat(path, follow_symlinks=False)
        if stat.S_ISLNK(status.st_mode):
            target = os.stat(path)
            return (*identity(status), *identity(target))
    except OSError:
        return None
    return identity(status)


def identity(status: os.stat_result) -> tuple[int, ...]:
    """Which file it is, and in which state."""
    # ctime too: it moves with every change of content or permissions and cannot be set back by utime.
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def protection(directory: Path | str) -> Fingerprint:
    """Which directory stands at a path, whose it is and who may write to it; None where it cannot be looked at.

    What is put into a directory moves nothing here: ``/etc`` changes often, and that concerns no file of ours.
    """
    try:
        status = os.stat(directory, follow_symlinks=False)
    except OSError:
        return None
    return (status.st_dev, status.st_ino, status.st_mode, status.st_uid, status.st_gid)


class Glance:
    """Says whether files changed since they were last read.

    Within one turn of the event loop it looks once: a look costs little alone and much under load, when each gives up
    the interpreter to other threads.
    """

    def __init__(self, *paths: Path, above: Path | None = None, soon: Soon | None = None) -> None:
        """``above``: a path whose directories, up to the root, count as well: who may write to them.

        ``soon``: without it every question is a look.
        """
        self._paths, self._soon = tuple(map(os.fspath, paths)), soon  # as text: a Path makes it anew at each look
        self._above = () if above is None else tuple(map(os.fspath, above.parents))
        self._last: tuple[Fingerprint, ...] = ()
        self._read: tuple[Fingerprint, ...] | None = None
        self._fresh = False

    def changed(self) -> bool:
        """Whether the files are others than when ``read`` was last told so; True before the first time."""
        if not self._fresh:
            self._last = (*map(fingerprint, self._paths), *map(protection, self._above))
            if self._soon is not None:
                self._fresh = True
                self._soon(self._stale)
        return self._last != self._read

    @property
    def seen(self) -> tuple[Fingerprint, ...]:
        """The files as the last ``changed`` found them; to be told to ``read`` by whoever reads in a thread."""
        return self._last

    def read(self, seen: tuple[Fingerprint, ...] | None = None) -> None:
        """The files were read, without fail, after ``changed`` had ``seen`` them; after the last one if None."""
        self._read = self._last if seen is None else seen

    def _stale(self) -> None:
        self._fresh = False


_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | paths.NO_FOLLOW | getattr(os, "O_CLOEXEC", 0)


FRESH: Final = ".assent-new"
"""Behind the name of a file that is being written: nobody else's file beside it is called so."""


def write(path: Path, data: bytes, *, mode: int = 0o600) -> None:
    """Make ``data`` the content of ``path``, durably. Blocks. One writer at a time. ``mode``: of the new file.

    Raises ConfigError where that cannot be; the old content stays.
    """
    target = Path(os.path.realpath(path))
    fresh = target.with_name(f"{target.name}{FRESH}")
    try:
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, _NEW, 0o600), "wb") as file:
            file.write(data)
            if mode != 0o600:
                os.chmod(file.fileno(), mode)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, target)
    except OSError as error:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise paths.unusable(error, path, "written") from error
