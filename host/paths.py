"""The places of Assent's files, and how directories are created and files are read.

Owns: the three directories of a profile (configuration, data, runtime), the place of the managed file, creating private
directories and reading files safely.

Invariants: the directories belong to this account alone. A file is checked by the descriptor from which it is read,
never by its name. No variable moves the managed file. The bridge imports this module, so it uses only the standard
library, and host and bridge find the same places.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from host.errors import ConfigError

if TYPE_CHECKING:
    import socket

MAX_FILE: Final = 1 << 20
"""Bytes of a configuration file: far more than people write, and few enough to parse at once."""

FileCheck: TypeAlias = Callable[[os.stat_result], str]
"""Returns what is wrong with an open file; empty if nothing is."""

_VARIABLES: Final = ("ASSENT_CONFIG_DIR", "ASSENT_DATA_DIR", "ASSENT_RUNTIME_DIR")
_SOCKET_LIMIT: Final = {"darwin": 103}
"""Bytes of a socket's path without its final NUL: 107 on Linux (unix(7)), 103 on macOS (unix(4))."""
_CONNECT_EVERY: Final = 0.01
_RUN_USER: Final = Path("/run/user")
_SHARED: Final = stat.S_IRWXG | stat.S_IRWXO
READ: Final = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY", "O_BINARY"))
"""Flags of ``os.open``. A pipe in place of a file must not block, nor a terminal become our controlling terminal."""
NO_FOLLOW: Final = getattr(os, "O_NOFOLLOW", 0)
"""Flag of ``os.open``: the file itself must not be a symbolic link. No effect on Windows."""


class _PathIn:
    """An attribute of ``Paths``: the path of a file in one of its directories."""

    def __init__(self, directory: str, name: str) -> None:
        self._directory, self._name = directory, name

    def __get__(self, paths: Paths, _: type[Paths]) -> Path:
        directory: Path = getattr(paths, self._directory)
        return directory / self._name


class Paths(NamedTuple("Paths", [("config", Path), ("data", Path), ("runtime", Path)])):
    """The directories of one profile.

    A named tuple, since ``dataclasses`` would add 6 ms to the bridge's start; made by a call, since annotations that
    are compiled would add 2 ms.

    Attributes:
        config: files that people write.
        data: files that Assent writes and keeps.
        runtime: files that exist as long as the host runs.
    """

    __slots__ = ()

    servers_file = _PathIn("config", "servers.json")  # the servers, in the usual format of MCP clients
    policy_file = _PathIn("config", "policy.json")  # the user's rules
    settings_file = _PathIn("config", "settings.json")  # the settings that a person changed
    apps_dir = _PathIn("config", "apps")  # the tokens of the apps
    spool_dir = _PathIn("data", "spool")  # the directory for large results, in temporary files without names
    log_file = _PathIn("data", "log.sqlite3")  # the audit log
    head_file = _PathIn("config", "log-head.json")  # the remembered head of the log, in another directory than the log
    stop_file = _PathIn("data", "stopped")  # there while the emergency stop holds
    grants_file = _PathIn("data", "grants.json")  # the grants that last until they are revoked
    reviews_file = _PathIn("data", "reviews.json")  # what people approved of servers
    reviews_head = _PathIn("config", "reviews-head")  # the remembered digest of that file if the system has no keyring
    lock_file = _PathIn("runtime", "host.lock")  # the lock of the only host of this profile; the log has its own lock

    @classmethod
    def from_environment(cls, env: Mapping[str, str], *, platform: str = sys.platform) -> Paths:
        """Return the profile of the three ``ASSENT_…_DIR`` variables, each with the system's place as default.

        Raises ConfigError if a variable is empty or no absolute path.
        """
        config, data, runtime = [_variable(env, name) for name in _VARIABLES]
        if config is None or data is None or runtime is None:
            defaults = _defaults(env, platform)
            config, data = config or defaults.config, data or defaults.data
            runtime = runtime or defaults.runtime
        return cls(config, data, runtime)

    @property
    def socket(self) -> Path:
        """The socket of the host. Raises ConfigError if the path is too long for a Unix socket."""
        path = self.runtime / "host.sock"
        limit = _SOCKET_LIMIT.get(sys.platform, 107)
        if (length := len(os.fsencode(path))) > limit:
            raise ConfigError(
                f"the path is too long for a socket: {length} bytes of {limit}",
                file=str(path),
                remedy="Set ASSENT_RUNTIME_DIR to a shorter directory.",
            )
        return path

    def ensure(self) -> None:
        """Create missing directories, for this account alone; raise ConfigError if others could access one."""
        for directory in (self.config, self.data, self.runtime, self.apps_dir):
            ensure_private(directory)


def managed_file(platform: str = sys.platform) -> Path:
    """The administrator's file, fixed by the system's convention: no variable moves it, not even ``%ProgramData%``."""
    if platform == "win32":
        return Path(r"C:\ProgramData\Assent\managed.json")
    if platform == "darwin":
        return Path("/Library/Application Support/Assent/managed.json")
    return Path("/etc/assent/managed.json")


def ensure_private(directory: Path) -> None:
    """Create a missing ``directory`` with mode 0700; raise ConfigError unless only this account can access it."""
    try:
        for missing in [path for path in (*reversed(directory.parents), directory) if not os.path.lexists(path)]:
            missing.mkdir(mode=0o700, exist_ok=True)
        link, target = os.lstat(directory), os.stat(directory)
    except OSError as error:
        raise unusable(error, directory, "made or opened") from error
    uid = os.getuid() if hasattr(os, "getuid") else target.st_uid
    if problem := privacy_problem(link, target, uid):
        theirs = f"Give it to this account alone: chmod 700 {directory}"
        remedy = theirs if stat.S_ISDIR(target.st_mode) else "Move it away, or name another directory."
        raise ConfigError(problem, file=str(directory), remedy=remedy)


def privacy_problem(link: os.stat_result, target: os.stat_result, uid: int) -> str:
    """Why a directory is not private to ``uid``; empty if it is (pure).

    ``link``: status of the path itself; ``target``: status after following links. Windows has no such bits; a profile
    there is protected by the access list that it inherits.
    """
    if stat.S_ISLNK(link.st_mode) and link.st_uid not in (uid, 0):
        return "is a symbolic link that another account made"
    if not stat.S_ISDIR(target.st_mode):
        return "is not a directory"
    if target.st_uid != uid:
        return "belongs to another account"
    if os.name == "posix" and target.st_mode & _SHARED:
        return f"is open to other accounts (mode {stat.S_IMODE(target.st_mode):04o})"
    return ""


def read_file(
    path: Path, *, limit: int = MAX_FILE, follow: bool = False, check: FileCheck | None = None
) -> bytes | None:
    """Read all bytes of a regular file; return None if there is none.

    ``limit``: bytes at most. ``follow``: whether it may be a symbolic link. ``check``: checks the open file before it
    is read. Raises ConfigError: the file cannot be used.
    """
    try:
        descriptor = os.open(path, READ | (0 if follow else NO_FOLLOW))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unusable(error, path, "read", follow=follow) from error
    try:
        return read_descriptor(descriptor, path, limit=limit, check=check)
    finally:
        os.close(descriptor)


def read_descriptor(descriptor: int, path: Path, *, limit: int = MAX_FILE, check: FileCheck | None = None) -> bytes:
    """Read the regular file behind ``descriptor``, which stays open. Raises ConfigError like ``read_file``."""
    try:
        status = os.fstat(descriptor)
        problem = "" if stat.S_ISREG(status.st_mode) else "is not a regular file"
        if problem := problem or (check(status) if check else ""):
            raise ConfigError(problem, file=str(path))
        with open(descriptor, "rb", closefd=False) as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise unusable(error, path, "read") from error
    if len(data) > limit:
        size = max(status.st_size, len(data))
        raise ConfigError(f"has {size:,} bytes, more than the {limit:,} that are read", file=str(path))
    return data


def unusable(error: OSError, path: Path, what: str, *, follow: bool = False) -> ConfigError:
    """Return the ConfigError for an error of the system.

    ``what``: the attempted action as a participle. ``follow``: whether a symbolic link was followed.
    """
    why, remedy = error.strerror or "input/output error", ""
    if not follow and os.path.islink(path):  # unlike Path.is_symlink it never raises
        why, remedy = "a symbolic link is not followed here", "Put the file itself in its place."
    return ConfigError(f"cannot be {what}: {why}", file=str(path), remedy=remedy)


def _variable(env: Mapping[str, str], name: str) -> Path | None:
    """The directory in a variable. An empty value is refused, because it is probably a mistake."""
    value = env.get(name)
    if value is None:
        return None
    if not os.path.isabs(value):
        raise ConfigError(
            "is not an absolute path", file="environment", key=name, remedy="Give an absolute path, or unset it."
        )
    return Path(value)


def _defaults(env: Mapping[str, str], platform: str) -> Paths:
    """The places that platformdirs would choose. It is used only on Windows, since the bridge must start fast."""
    if platform == "win32":
        from platformdirs import PlatformDirs  # on first use, see above

        dirs = PlatformDirs("Assent", appauthor=False)
        return Paths(dirs.user_config_path, dirs.user_data_path, dirs.user_runtime_path)
    home = _home(env)
    if platform == "darwin":
        name, config, data = "Assent", home / "Library/Application Support", home / "Library/Application Support"
        session = home / "Library/Caches/TemporaryItems"
    else:
        name, config, data = "assent", home / ".config", home / ".local/share"
        session = _RUN_USER / str(os.getuid())
    config, data = _absolute(env, "XDG_CONFIG_HOME") or config, _absolute(env, "XDG_DATA_HOME") or data
    xdg_runtime = _absolute(env, "XDG_RUNTIME_DIR")
    if xdg_runtime and _is_own(xdg_runtime):
        runtime = xdg_runtime / name
    elif platform == "darwin" or _is_own(session):
        runtime = session / name
    else:
        # platformdirs would use the temporary directory, whose name depends on TMPDIR: an app that clears its servers'
        # environment would make the bridge miss the host. And another account could create it first.
        runtime = data / name / "run"
    return Paths(config / name, data / name, runtime)


def _home(env: Mapping[str, str]) -> Path:
    """The home directory; a relative ``HOME`` is ignored. Raises ConfigError if there is none."""
    if (home := _absolute(env, "HOME")) is not None:
        return home
    import pwd  # on first use: POSIX only, and seldom needed

    try:
        return Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError as error:
        raise ConfigError(
            "this account has no home directory", file="environment", key="HOME", remedy="Set HOME to one."
        ) from error


def _absolute(env: Mapping[str, str], name: str) -> Path | None:
    """The directory in a variable of the system; a relative one is ignored, as the XDG specification requires."""
    value = env.get(name, "")
    return Path(value) if value.startswith("/") else None


def _is_own(directory: Path) -> bool:
    """Whether it is a real directory of this account with mode 0700 (XDG Base Directory Specification)."""
    try:
        status = os.lstat(directory)
    except OSError:
        return False
    has_private_mode = stat.S_IMODE(status.st_mode) == stat.S_IRWXU
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and has_private_mode


def connect(connection: socket.socket, path: Path, *, seconds: float) -> None:
    """Connect to the socket at ``path``. ``connection``: with a timeout. Raises OSError.

    ``seconds``: to wait while too many others wait to be accepted; then the host is there and only busy.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            connection.connect(str(path))
        except BlockingIOError:
            if time.monotonic() >= until:
                raise
            time.sleep(_CONNECT_EVERY)  # noqa: TID251  # the system tells nobody when there is room
        else:
            return
