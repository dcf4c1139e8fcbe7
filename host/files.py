"""Writes Assent's own files atomically and detects changes of them.

Owns: how a file is replaced in one step, the fingerprint of a file and of the directories above it, and how often it is
taken.

Invariants:
    - A file is complete at every moment: a reader gets the old content or the new one.
    - An edit, a replacement or a removal is noticed at the next check, without a watcher that could lag or die.
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
CallSoon: TypeAlias = "Callable[[Callable[[], None]], object]"
"""Calls back in the next turn of the event loop, as ``loop.call_soon`` does."""


def fingerprint(path: Path | str) -> Fingerprint:
    """Identify the current content of ``path``, in about 2 µs. Returns None if there is nothing."""
    try:
        status = os.stat(path, follow_symlinks=False)
    except FileNotFoundError:
        return None
    except OSError as error:
        return (error.errno or 0,)
    return identity(status) if not stat.S_ISLNK(status.st_mode) else (*identity(status), *_target(path))


def _target(link: Path | str) -> tuple[int, ...]:
    """Identify the file that a link leads to; empty if it leads nowhere."""
    try:
        return identity(os.stat(link))
    except OSError:
        return ()


def identity(status: os.stat_result) -> tuple[int, ...]:
    """Identify a file and its state."""
    # With ctime: it changes with content and permissions, and utime cannot set it back.
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def directory_fingerprint(directory: Path | str) -> Fingerprint:
    """Identify a directory, its owner and its permissions. Returns None if it cannot be read.

    New entries in the directory do not change the result: ``/etc`` changes often, without effect on our files.
    """
    try:
        status = os.stat(directory, follow_symlinks=False)
    except OSError:
        return None
    return (status.st_dev, status.st_ino, status.st_mode, status.st_uid, status.st_gid)


class FileChanges:
    """Tells whether files have changed since they were last read.

    It checks once in a turn of the event loop: a single check is cheap, but under load each one gives other threads the
    interpreter.
    """

    def __init__(self, *paths: Path, above: Path | None = None, soon: CallSoon | None = None) -> None:
        """Watch ``paths``.

        ``above``: the first of them; while it exists, the owners and permissions of all directories above it are
        watched too. ``soon``: clears the result of a check; without it every call of ``changed`` checks again.
        """
        self._paths, self._soon = tuple(map(os.fspath, paths)), soon  # text: a Path would convert at each check
        self._above = () if above is None else tuple(map(os.fspath, above.parents))
        self._last: tuple[Fingerprint, ...] = ()
        self._read: tuple[Fingerprint, ...] | None = None
        self._is_fresh = False

    def changed(self) -> bool:
        """Whether the files differ from the last ``mark_read``; True before the first one."""
        if not self._is_fresh:
            self._last = tuple(map(fingerprint, self._paths))
            if self._last[0] is not None:
                self._last += tuple(map(directory_fingerprint, self._above))
            if self._soon is not None:
                self._soon(self._expire)  # first: a result that nothing clears would hide every later change
                self._is_fresh = True
        return self._last != self._read

    @property
    def fingerprints(self) -> tuple[Fingerprint, ...]:
        """The files as the last ``changed`` found them. Pass them to ``mark_read`` after reading in a thread."""
        return self._last

    def mark_read(self, fingerprints: tuple[Fingerprint, ...] | None = None) -> None:
        """Record that the files were read successfully with these ``fingerprints``; the last ones if None."""
        self._read = self._last if fingerprints is None else fingerprints

    def _expire(self) -> None:
        self._is_fresh = False


_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | paths.NO_FOLLOW | getattr(os, "O_CLOEXEC", 0)


NEW_SUFFIX: Final = ".assent-new"
"""Suffix of a file while it is written. No other program uses it."""


def write(path: Path, data: bytes, *, mode: int = 0o600, follow: bool = True) -> None:
    """Replace the content of ``path`` durably. Blocks. One writer at a time. ``mode``: of the new file.

    ``follow``: whether a symbolic link stays and the file that it leads to is replaced; else the link is. Raises
    ConfigError if it cannot be written; the old content stays.
    """
    target = Path(os.path.realpath(path)) if follow else path
    new_file = target.with_name(f"{target.name}{NEW_SUFFIX}")
    try:
        new_file.unlink(missing_ok=True)
        with open(os.open(new_file, _NEW, 0o600), "wb") as file:
            file.write(data)
            if mode != 0o600:
                os.chmod(file.fileno(), mode)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new_file, target)
    except OSError as error:
        with contextlib.suppress(OSError):
            new_file.unlink()
        raise paths.unusable(error, path, "written") from error
