"""Credentials for PINs and passphrases: Argon2id hashes (RFC 9106) in PHC string form.

Invariants: a secret is stored nowhere. A credential that needs more work than the bounds here is never tried, so that
no file can make the host hang. ``matches`` and ``hash_secret`` take about 0.1 s and 64 MiB: callers use a thread.
"""

from __future__ import annotations

import base64
import os
import unicodedata
from typing import Final

from host import regex
from host.errors import AssentError
from host.words import say

MIN_SECRET: Final = 4
MAX_SECRET: Final = 256
"""Characters of a secret, after normalisation."""
MAX_MEMORY: Final = 256 * 1024
"""KiB of memory that checking one credential may take."""
MAX_TIME: Final = 10
MAX_LANES: Final = 8

TIME: Final = 3
MEMORY: Final = 64 * 1024
LANES: Final = 4
"""Of new credentials: the second recommendation of RFC 9106 §4. Memory in KiB."""

UNUSABLE: Final = say("the credential that is registered for this person cannot be used")

_FORM: Final = regex.pattern(
    r"\$argon2id\$v=19\$m=([0-9]{1,9}),t=([0-9]{1,9}),p=([0-9]{1,9})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}"
)


def problem(credential: str) -> str:
    """Why a credential is invalid, one safe clause; empty if it is valid."""
    form = _FORM.fullmatch(credential)
    if form is None:
        return "is no Argon2id hash in PHC form"
    memory, time, lanes = (int(number) for number in form.groups())
    if not (1 <= lanes <= MAX_LANES and 8 * lanes <= memory <= MAX_MEMORY and 1 <= time <= MAX_TIME):
        return f"wants more work than m={MAX_MEMORY},t={MAX_TIME},p={MAX_LANES}, or none"
    return ""


def secret_problem(secret: str) -> str:
    """Why ``secret`` cannot become a PIN, one safe sentence; empty if it can."""
    length = len(_normalized(secret))
    if length < MIN_SECRET:
        return say("a PIN has at least {n} characters", n=MIN_SECRET)
    if length > MAX_SECRET:
        return say("a PIN has at most {n} characters", n=MAX_SECRET)
    return "" if _is_encodable(secret) else say("a PIN cannot hold half a character")


def hash_secret(secret: str) -> str:
    """Make the credential for ``secret``. Raises AssentError if it is too short, too long or no text."""
    from argon2 import PasswordHasher  # on first use: few hosts ever need it

    if problem := secret_problem(secret):
        raise AssentError(problem)
    return PasswordHasher(time_cost=TIME, memory_cost=MEMORY, parallelism=LANES).hash(_normalized(secret))


def matches(credential: str, secret: str) -> bool:
    """Whether ``credential`` was made from ``secret``. Raises AssentError for an unusable credential."""
    from argon2.exceptions import Argon2Error, InvalidHashError, VerifyMismatchError  # as above
    from argon2.low_level import Type, verify_secret

    if problem(credential):
        raise AssentError(UNUSABLE)
    if len(secret) > MAX_SECRET or not _is_encodable(secret):
        return False
    try:
        return verify_secret(credential.encode(), _normalized(secret).encode(), Type.ID)
    except VerifyMismatchError:
        return False
    except (Argon2Error, InvalidHashError) as error:
        raise AssentError(UNUSABLE, detail=str(error)) from error


def unmatchable_credential() -> str:
    """A credential that no secret matches; checking it takes as long as for a new one."""
    salt, digest = (base64.b64encode(os.urandom(size)).decode().rstrip("=") for size in (16, 32))
    return f"$argon2id$v=19$m={MEMORY},t={TIME},p={LANES}${salt}${digest}"


def _normalized(secret: str) -> str:
    """One form for all ways in which keyboards write the same characters."""
    return unicodedata.normalize("NFKC", secret)


def _is_encodable(secret: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in secret)
