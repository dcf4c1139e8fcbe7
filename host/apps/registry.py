"""The tokens by which apps prove who they are.

Owns: one 256-bit secret for each app: ``<config>/apps/NAME.token``, which a bridge reads, or ``NAME.http``, the SHA-256
of a token that an app sends over HTTP and keeps itself.

Invariants: a file belongs to this account, has mode 0600 and is no link; it is read at each use, so that removing it
revokes the token at once; no message holds a token; an app has only one of the two files. The bridge imports this
module, so it needs little more than the standard library.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Final

from host import paths, regex
from host.errors import AssentError, ConfigError, UsageError

UNKNOWN: Final = "unknown"
"""The name of apps without a token (``model.UNKNOWN_APP``); no app may have it."""

_NAME: Final = regex.pattern(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_TOKEN: Final = regex.pattern(r"[A-Za-z0-9_-]{43}")
"""256 bits in URL-safe base64 (RFC 4648 §5), without padding."""
_PROOF: Final = regex.pattern(r"[0-9a-f]{64}")
_SUFFIX: Final = ".token"
_HTTP_SUFFIX: Final = ".http"
_MAX_FILE: Final = 256
_OWNER_ONLY: Final = stat.S_IRUSR | stat.S_IWUSR
_SHARED: Final = stat.S_IRWXG | stat.S_IRWXO


def add(directory: Path, name: str) -> Path:
    """Create the file with the token of the app ``name``. Raises UsageError if the name is invalid or taken."""
    return _add(directory, name, _SUFFIX, f"{_new_token()}\n")


def add_http(directory: Path, name: str) -> str:
    """Create a token that the app ``name`` sends over HTTP, and return it. Only its hash is stored.

    Raises UsageError if the name is invalid or taken.
    """
    token = _new_token()
    _add(directory, name, _HTTP_SUFFIX, f"{_hash(token)}\n")
    return token


def _add(directory: Path, name: str, suffix: str, content: str) -> Path:
    file = _file(directory, name, suffix)
    if name.casefold() == UNKNOWN:
        raise UsageError(f'"{UNKNOWN}" is what apps without a token are called. Choose another name')
    paths.ensure_private(directory)
    if namesake := next((other for other in names(directory) if other.casefold() == name.casefold()), None):
        raise UsageError(f'there is an app "{namesake}" already. Remove it first: assent apps remove {namesake}')
    try:
        _create(file, content)
    except OSError as error:
        raise paths.unusable(error, file, "made") from error
    return file


def remove(directory: Path, name: str) -> None:
    """Revoke the token of the app ``name``. Raises UsageError if there is none."""
    files = [_file(directory, name, suffix) for suffix in (_SUFFIX, _HTTP_SUFFIX)]
    existing = [file for file in files if os.path.lexists(file)]
    if not existing:
        raise UsageError(f'there is no app "{name}"')
    for file in existing:
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise paths.unusable(error, file, "removed") from error


def names(directory: Path) -> tuple[str, ...]:
    """Return the apps that have a token, sorted."""
    return tuple(sorted({*_names_with(directory, _SUFFIX), *_names_with(directory, _HTTP_SUFFIX)}))


def _names_with(directory: Path, suffix: str) -> list[str]:
    try:
        candidates = [entry.removesuffix(suffix) for entry in os.listdir(directory) if entry.endswith(suffix)]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise paths.unusable(error, directory, "read") from error
    return [name for name in candidates if _NAME.fullmatch(name)]


def read_token(directory: Path, name: str) -> str | None:
    """Return the token of the bridge of the app ``name``, None if it has none.

    Raises ConfigError for a file that others could have read or written, UsageError for an invalid name.
    """
    return _read(directory, name, _SUFFIX, _TOKEN)


def proof(directory: Path, name: str) -> str | None:
    """Return the hex SHA-256 of the present token of the app ``name``, None for none. Raises as ``read_token``."""
    token = read_token(directory, name)
    return _read(directory, name, _HTTP_SUFFIX, _PROOF) if token is None else _hash(token)


def _read(directory: Path, name: str, suffix: str, form: re.Pattern[str]) -> str | None:
    file = _file(directory, name, suffix)
    data = paths.read_file(file, limit=_MAX_FILE, check=_secrecy_problem)
    if data is None:
        return None
    content = data.decode("ascii", "replace").removesuffix("\n")
    if not form.fullmatch(content):
        raise ConfigError(
            "holds no token", file=str(file), remedy=f"Create it again: assent apps remove {name}, then add."
        )
    return content


def verify(directory: Path, name: str, token: str) -> bool:
    """Whether ``token`` is the present token of the app ``name``. False if its file cannot be read."""
    import hmac  # on first use, both: the bridge never verifies
    import logging

    try:
        expected = proof(directory, name)
    except AssentError as error:
        logging.getLogger(__name__).warning("an app cannot prove itself: %s", error)
        return False
    if expected is None or name.casefold() == UNKNOWN:
        return False
    return hmac.compare_digest(expected, _hash(token))


def app_of_http_token(directory: Path, token: str) -> str | None:
    """Return the app to which a token for HTTP belongs, None if it belongs to none."""
    return next((name for name in _names_with(directory, _HTTP_SUFFIX) if verify(directory, name, token)), None)


def _new_token() -> str:
    import secrets  # on first use: the bridge creates no token

    return secrets.token_urlsafe(32)


def _hash(token: str) -> str:
    """A fast hash is enough, since nobody can guess 256 random bits."""
    import hashlib  # on first use: the bridge hashes nothing

    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _file(directory: Path, name: str, suffix: str) -> Path:
    """Return the path of a token. Checks the name, since it becomes part of the path."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            "an app's name is 1 to 64 letters, digits, dots, underscores and hyphens, and begins with a letter or digit"
        )
    return directory / f"{name}{suffix}"


def _create(file: Path, content: str) -> None:
    """Write a new file; remove it if that fails."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | paths.NO_FOLLOW, _OWNER_ONLY)
    try:
        with open(descriptor, "w", encoding="ascii") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(descriptor)
    except OSError:
        file.unlink(missing_ok=True)
        raise


def _secrecy_problem(status: os.stat_result) -> str:
    """Return why a token file is not this account's secret, empty if it is. Windows has no such permission bits."""
    if os.name != "posix":
        return ""
    if status.st_uid != os.getuid():
        return "belongs to another account"
    if status.st_mode & _SHARED:
        return "is open to other accounts; make it yours alone with chmod 600, or better, make a new token"
    return ""
