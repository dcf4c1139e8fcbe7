"""The tokens by which apps prove who they are.

Owns: ``<config>/apps/NAME.token``, one 256-bit secret for each app.

Invariants: a token file is this account's own, mode 0600, no link; it is read anew at every look, so that removing it
revokes at once; a token stands in no message. The bridge imports this module, so it needs the standard library only,
and little of that.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Final

from host import paths
from host.errors import AssentError, ConfigError, UsageError

UNKNOWN: Final = "unknown"
"""The name of apps that proved nothing (``model.UNKNOWN_APP``); no app can be called so."""

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""256 bits in URL-safe base64 (RFC 4648 §5), without padding."""
_SUFFIX: Final = ".token"
_MAX_FILE: Final = 256
_OWNER_ONLY: Final = stat.S_IRUSR | stat.S_IWUSR
_SHARED: Final = stat.S_IRWXG | stat.S_IRWXO


def add(directory: Path, name: str) -> Path:
    """Make a token for the app ``name``; return its file. Raises UsageError for a name that cannot be or is taken."""
    file = _file(directory, name)
    if name.casefold() == UNKNOWN:
        raise UsageError(f'"{UNKNOWN}" is what apps without a token are called. Choose another name')
    paths.ensure_private(directory)
    if taken := next((other for other in names(directory) if other.casefold() == name.casefold()), None):
        raise UsageError(f'there is an app "{taken}" already. Remove it first: assent apps remove {taken}')
    try:
        _create(file)
    except OSError as error:
        raise paths.unusable(error, file, "made") from error
    return file


def remove(directory: Path, name: str) -> None:
    """Revoke the token of the app ``name``. Raises UsageError where there is none."""
    file = _file(directory, name)
    try:
        file.unlink()
    except FileNotFoundError as error:
        raise UsageError(f'there is no app "{name}"') from error
    except OSError as error:
        raise paths.unusable(error, file, "removed") from error


def names(directory: Path) -> tuple[str, ...]:
    """The apps that have a token, sorted."""
    try:
        found = [entry.removesuffix(_SUFFIX) for entry in os.listdir(directory) if entry.endswith(_SUFFIX)]
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise paths.unusable(error, directory, "read") from error
    return tuple(sorted(name for name in found if _NAME.fullmatch(name)))


def read_token(directory: Path, name: str) -> str | None:
    """The token of the app ``name``, None where it has none.

    Raises ConfigError for a file that others could have read or written, UsageError for a name that cannot be.
    """
    file = _file(directory, name)
    data = paths.read_file(file, limit=_MAX_FILE, check=_secrecy_problem)
    if data is None:
        return None
    token = data.decode("ascii", "replace").removesuffix("\n")
    if not _TOKEN.fullmatch(token):
        raise ConfigError(
            "holds no token", file=str(file), remedy=f"Make it anew: assent apps remove {name}, then add."
        )
    return token


def verify(directory: Path, name: str, token: str) -> bool:
    """Whether ``token`` is that of the app ``name``, by what the file says now. False for whatever cannot be read."""
    import hmac  # on first use, both: the bridge never verifies
    import logging

    try:
        expected = read_token(directory, name)
    except AssentError as error:
        logging.getLogger(__name__).warning("an app cannot prove itself: %s", error)
        return False
    if expected is None or name.casefold() == UNKNOWN:
        return False
    return hmac.compare_digest(expected.encode(), token.encode("utf-8", "surrogatepass"))


def _file(directory: Path, name: str) -> Path:
    """The place of a token. The name becomes part of a path, so it is checked first, always."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            "an app's name is 1 to 64 letters, digits, dots, underscores and hyphens, and begins with a letter or digit"
        )
    return directory / f"{name}{_SUFFIX}"


def _create(file: Path) -> None:
    """Write a new token; leave nothing behind where that fails."""
    import secrets  # on first use: the bridge never creates

    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | paths.NO_FOLLOW, _OWNER_ONLY)
    try:
        with open(descriptor, "w", encoding="ascii") as stream:
            stream.write(f"{secrets.token_urlsafe(32)}\n")
            stream.flush()
            os.fsync(descriptor)
    except OSError:
        file.unlink(missing_ok=True)
        raise


def _secrecy_problem(facts: os.stat_result) -> str:
    """Why a token file is not this account's secret, empty where it is. Windows has no such bits."""
    if os.name != "posix":
        return ""
    if facts.st_uid != os.getuid():
        return "belongs to another account"
    if facts.st_mode & _SHARED:
        return "is open to other accounts; make it yours alone with chmod 600, or better, make a new token"
    return ""
