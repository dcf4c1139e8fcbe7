"""Where Assent's files are, and how they are made and opened.

Owns: the three directories of a profile (configuration, data, runtime), the place of the managed file, and the two ways
in which files of ours come into being or are read.

Invariants: the directories belong to this account alone; a file is judged by the descriptor it is read from, never by
its name; no variable moves the managed file. The bridge imports this module, so it needs the standard library only, and
host and bridge compute the same.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from host.errors import ConfigError

MAX_FILE: Final = 1 << 20
"""Bytes that a configuration file may have: far more than people write, little enough to parse at once."""

FileCheck: TypeAlias = Callable[[os.stat_result], str]
"""Says what is wrong with an open file; empty where nothing is."""

_VARIABLES: Final = ("ASSENT_CONFIG_DIR", "ASSENT_DATA_DIR", "ASSENT_RUNTIME_DIR")
_SOCKET_LIMIT: Final = {"darwin": 103}
"""Bytes of a socket's path without its final NUL: 107 on Linux (unix(7)), 103 on macOS (unix(4))."""
_RUN_USER: Final = Path("/run/user")
_SHARED: Final = stat.S_IRWXG | stat.S_IRWXO
READ: Final = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY", "O_BINARY"))
"""For ``os.open``. A pipe in the place of a file must not make us wait for its writer, nor a terminal become ours."""
NO_FOLLOW: Final = getattr(os, "O_NOFOLLOW", 0)
"""Flag of ``os.open``: a symbolic link in the last place is an error. Nothing on Windows."""


class Paths(NamedTuple):
    """The directories of one profile. A named tuple, since ``dataclasses`` would add 6 ms to the bridge's start.

    Attributes:
        config: what people write. data: what Assent writes and keeps. runtime: what lives as long as the host.
    """

    config: Path
    data: Path
    runtime: Path

    @classmethod
    def from_environment(cls, env: Mapping[str, str], *, platform: str = sys.platform) -> Paths:
        """The profile that the three ``ASSENT_…_DIR`` variables name, each with the system's place as its default.

        Raises ConfigError for a variable that is empty or no absolute path.
        """
        given = [_variable(env, name) for name in _VARIABLES]
        config, data, runtime = given
        if config is None or data is None or runtime is None:
            usual = _defaults(env, platform)
            config, data = config or usual.config, data or usual.data
            runtime = runtime or usual.runtime
        return cls(config, data, runtime)

    @property
    def servers_file(self) -> Path:
        """The servers, in the ecosystem's form."""
        return self.config / "servers.json"

    @property
    def policy_file(self) -> Path:
        """The user's rules."""
        return self.config / "policy.json"

    @property
    def settings_file(self) -> Path:
        """The numbers that a person changed."""
        return self.config / "settings.json"

    @property
    def apps_dir(self) -> Path:
        """The tokens of the apps."""
        return self.config / "apps"

    @property
    def spool_dir(self) -> Path:
        """Where large results lie for a while, in files without names."""
        return self.data / "spool"

    @property
    def log_file(self) -> Path:
        """The audit log."""
        return self.data / "log.sqlite3"

    @property
    def head_file(self) -> Path:
        """The remembered head of the log, apart from it where the system has two places."""
        return self.config / "log-head.json"

    @property
    def grants_file(self) -> Path:
        """The permissions that were given until they are taken back."""
        return self.data / "grants.json"

    @property
    def reviews_file(self) -> Path:
        """What people approved of servers."""
        return self.data / "reviews.json"

    @property
    def reviews_head(self) -> Path:
        """The remembered digest of that file where the system has no keyring, apart from it."""
        return self.config / "reviews-head"

    @property
    def lock_file(self) -> Path:
        """Held by the one host that listens here; the log has a lock of its own beside it."""
        return self.runtime / "host.lock"

    @property
    def socket(self) -> Path:
        """Where the host listens. Raises ConfigError where the path is too long for a Unix socket."""
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
        """Make what is missing, for this account alone; raise ConfigError for a directory that others could use."""
        for directory in (self.config, self.data, self.runtime, self.apps_dir):
            ensure_private(directory)


def managed_file(platform: str = sys.platform) -> Path:
    """The administrator's file. Fixed by the system's convention; no variable moves it (``%ProgramData%`` is one)."""
    if platform == "win32":
        return Path(r"C:\ProgramData\Assent\managed.json")
    if platform == "darwin":
        return Path("/Library/Application Support/Assent/managed.json")
    return Path("/etc/assent/managed.json")


def ensure_private(directory: Path) -> None:
    """Make ``directory`` with mode 0700 where it is missing; raise ConfigError unless it is this account's alone."""
    try:
        for missing in [path for path in (*reversed(directory.parents), directory) if not os.path.lexists(path)]:
            missing.mkdir(mode=0o700, exist_ok=True)
        link, target = os.lstat(directory), os.stat(directory)
    except OSError as error:
        raise unusable(error, directory, "made or opened") from error
    uid = os.getuid() if hasattr(os, "getuid") else target.st_uid
    if problem := privacy_problem(link, target, uid):
        raise ConfigError(problem, file=str(directory), remedy=f"Give it to this account alone: chmod 700 {directory}")


def privacy_problem(link: os.stat_result, target: os.stat_result, uid: int) -> str:
    """Why a directory is not ``uid``'s alone, empty where it is (pure).

    ``link``: what stands at the path itself; ``target``: what it leads to. Windows has no such bits; a profile there is
    protected by the access list it inherits.
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
    """All bytes of a regular file, or None where there is none.

    ``follow``: whether a symbolic link will do. ``check``: looks at the open file before a byte is read; the text it
    returns is what is wrong. Raises ConfigError for everything else.
    """
    try:
        descriptor = os.open(path, READ | (0 if follow else NO_FOLLOW))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unusable(error, path, "read") from error
    try:
        return read_descriptor(descriptor, path, limit=limit, check=check)
    finally:
        os.close(descriptor)


def read_descriptor(descriptor: int, path: Path, *, limit: int = MAX_FILE, check: FileCheck | None = None) -> bytes:
    """All bytes of the regular file behind ``descriptor``, which stays open. Raises ConfigError, as ``read_file``."""
    try:
        facts = os.fstat(descriptor)
        problem = "" if stat.S_ISREG(facts.st_mode) else "is not a regular file"
        if problem := problem or (check(facts) if check else ""):
            raise ConfigError(problem, file=str(path))
        with open(descriptor, "rb", closefd=False) as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise unusable(error, path, "read") from error
    if len(data) > limit:
        size = max(facts.st_size, len(data))
        raise ConfigError(f"has {size:,} bytes, more than the {limit:,} that are read", file=str(path))
    return data


def unusable(error: OSError, path: Path, what: str) -> ConfigError:
    """The ConfigError for an operating system's refusal. ``what``: the participle of what was tried."""
    why, remedy = error.strerror or "input/output error", ""
    if os.path.islink(path):  # unlike Path.is_symlink it raises nothing where that cannot be told
        why, remedy = "a symbolic link is not followed here", "Put the file itself in its place."
    return ConfigError(f"cannot be {what}: {why}", file=str(path), remedy=remedy)


def _variable(env: Mapping[str, str], name: str) -> Path | None:
    """The directory that a variable names. An empty one is refused: it is more often a slip than a wish."""
    value = env.get(name)
    if value is None:
        return None
    if not os.path.isabs(value):
        raise ConfigError(
            "is not an absolute path", file="environment", key=name, remedy="Give an absolute path, or unset it."
        )
    return Path(value)


def _defaults(env: Mapping[str, str], platform: str) -> Paths:
    """The places that platformdirs would choose; on Windows it is asked, elsewhere the bridge must do without it."""
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
    given = _absolute(env, "XDG_RUNTIME_DIR")
    if given and _is_own(given):
        runtime = given / name
    elif platform == "darwin" or _is_own(session):
        runtime = session / name
    else:
        # platformdirs would take the temporary directory, whose name depends on TMPDIR: an app that empties its
        # servers' environment would make the bridge miss the host. And another account could stand there first.
        runtime = data / name / "run"
    return Paths(config / name, data / name, runtime)


def _home(env: Mapping[str, str]) -> Path:
    """The home directory; a relative ``HOME`` counts as none. Raises ConfigError where there is none."""
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
    """The directory that a variable of the system names; a relative one is ignored, as the XDG specification says."""
    value = env.get(name, "")
    return Path(value) if value.startswith("/") else None


def _is_own(directory: Path) -> bool:
    """Whether it is a real directory of this account with mode 0700 (XDG Base Directory Specification)."""
    try:
        facts = os.lstat(directory)
    except OSError:
        return False
    return stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.getuid() and stat.S_IMODE(facts.st_mode) == stat.S_IRWXU
