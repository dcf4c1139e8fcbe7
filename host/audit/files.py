"""The log's files beside its tables: the lock, the file modes, and the remembered head.

Invariants: every file belongs to this account alone from its first byte (attacks 32 and 36) and is never a symbolic
link. Their directory is private, so that nobody else can swap a file between its check and its use. The remembered head
is replaced completely or not at all.

The database is examined by name only: closing any descriptor of it would drop the locks that SQLite holds on it in this
process (POSIX; sqlite.org/howtocorrupt.html, section 2.2).
"""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path
from typing import IO, Final, NamedTuple

from host.audit.chain import FORMAT
from host.errors import AuditError, ConfigError
from host.files import write
from host.paths import read_file

if sys.platform != "win32":
    import fcntl

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_NEW_FILE_FLAGS: Final = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
_LOCK_FILE_FLAGS: Final = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


class Head(NamedTuple):
    """The end of a log at some moment. The log must still hold this record later. ``hash``: of the last record, hex."""

    log: str
    seq: int
    hash: str


def database_files(path: Path) -> tuple[Path, Path, Path]:
    """The files of SQLite: the database, its write-ahead log and the index of that."""
    return path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def create(path: Path) -> None:
    """Create an empty file with mode 0600. Raises AuditError if it exists or cannot be created."""
    try:
        os.close(os.open(path, _NEW_FILE_FLAGS, 0o600))
    except OSError as error:
        raise AuditError(f"The audit log {path} cannot be created: {error.strerror}.") from error


def check_private(path: Path) -> None:
    """Raise AuditError unless ``path`` is missing or a regular file that only this account may open."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise AuditError(f"{path} cannot be looked at: {error.strerror}.") from error
    if problem := privacy_problem(status):
        raise AuditError(f"{path} {problem}. Find out why; it must be a file of mode 0600 that is yours.")


def privacy_problem(status: os.stat_result) -> str:
    """Why a file is not private to this account; empty if it is. Windows has an access list instead of these bits."""
    if not stat.S_ISREG(status.st_mode):
        return "is not a regular file"
    if sys.platform == "win32":
        return ""
    if status.st_uid != os.geteuid():
        return "belongs to another account"
    if status.st_mode & _OTHERS:
        return f"is open to other accounts (mode {stat.S_IMODE(status.st_mode):04o})"
    return ""


def identity(path: Path | str) -> tuple[int, int] | None:
    """Device and inode of the file at ``path``, None if there is none."""
    try:
        status = os.lstat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def lock(path: Path) -> IO[bytes]:
    """Take the lock of the only writer. It is held until the returned file is closed or the process ends.

    Raises AuditError if another host holds it.
    """
    check_private(path)
    try:
        file = open(os.open(path, _LOCK_FILE_FLAGS, 0o600), "rb")  # noqa: SIM115 the caller keeps it open
    except OSError as error:
        raise AuditError(f"{path} cannot be opened: {error.strerror}.") from error
    try:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise AuditError("Another Assent host is writing this audit log. Stop it first.") from error
    return file


def read_head(path: Path) -> Head | None:
    """Read the remembered head, None if there is none. Raises AuditError if the file is no valid head."""
    try:
        data = read_file(path, check=privacy_problem)
        if data is None:
            return None
        value = json.loads(data)
        head = Head(value["log"], value["seq"], value["hash"])
        if value["v"] != FORMAT or [type(member) for member in head] != [str, int, str]:
            raise ValueError
    except (ConfigError, ValueError, TypeError, KeyError) as error:
        raise AuditError(
            f"The remembered head of the audit log, {path}, cannot be used. "
            f"Restore it; or, if you know that the log is whole, remove it."
        ) from error
    return head


def missing_head_problem(path: Path) -> str:
    """The sentence for a log whose remembered head is missing, for a start and for a check."""
    return (
        f"No end of the audit log is remembered in {path}, though the log is there: if records were cut off its end, "
        "that does not show."
    )


def write_head(path: Path, head: Head) -> None:
    """Write ``head`` durably; the file is complete at every moment. Raises AuditError if it cannot be written."""
    text = json.dumps({"v": FORMAT, **head._asdict()}) + "\n"
    try:
        write(path, text.encode(), follow=False)
        sync_directory(path.parent)
    except (ConfigError, OSError) as error:
        why = error.problem if isinstance(error, ConfigError) else error.strerror
        raise AuditError(f"The head of the audit log cannot be remembered in {path}: it {why}.") from error


def sync_directory(directory: Path) -> None:
    """Make the file names in ``directory`` durable (fsync(2) of a file does not). Not needed on Windows."""
    if sys.platform == "win32":
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
