"""Which names say that a secret stands under them (pure).

Owns: those words, alone and in pairs. What stays true: a name decides how a value is looked at, and is a stranger's.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

from host.naming import SECRETS, key_words
from host.patterns import regex

_SECRET_WORDS: Final = SECRETS | frozenset(
    "pwd passcode apitoken refreshtoken presharedkey ssn passport aadhaar cpf pin otp mfa totp cvv cvc".split()
)
"""Here form and value have a say too; the window covers by name alone, and ``ui.inputs.meaning_names`` has its own."""
_SECRET_PAIRS: Final = (
    ("api", "key"), ("access", "key"), ("private", "key"), ("secret", "key"), ("auth", "token"), ("access", "token"),
    ("refresh", "token"), ("api", "token"), ("bot", "token"), ("session", "token"), ("id", "token"), ("signing", "key"),
    ("encryption", "key"), ("service", "key"), ("auth", "key"), ("recovery", "code"), ("backup", "code"),
    ("verification", "code"), ("security", "code"), ("login", "code"),
    ("sms", "code"), ("time", "code"), ("authentication", "code"), ("auth", "code"),
    ("seed", "phrase"), ("recovery", "phrase"), ("bearer", "token"), ("personal", "token"), ("deploy", "key"),
    ("master", "key"), ("account", "key"), ("client", "secret"), ("connection", "string"),
)  # fmt: skip
_ABOUT: Final = frozenset(
    "name id arn type path file policy length hint field column url uri reset rotation expiry expire count ttl ref "
    "reference manager version label prefix page next scope permission rule use enable require "
    "enabled required min max".split()
)
_PASSING: Final = frozenset(
    "boarding first second season day by multi is has forgot forgotten reset change no bus ski free".split()
)
"""What passes, and is no password."""
_ENDS: Final = ("password", "passwd", "passphrase", "passwort", "kennwort")
_TOKEN_ALONE: Final = frozenset({"token", "auth", "key"})
_NAMES: Final = regex(
    r"(?i)pass|pwd|secret|token|key|auth|cred|cookie|bearer|\bpin\b|otp|cv[vc]|phrase|backup|recovery|code"
)


@lru_cache(maxsize=2_048)
def names_secret(key: str) -> bool:
    """Whether a name says that a secret stands under it."""
    if not _NAMES.search(key):
        return False
    if "type=password" in key or "#pass" in key:
        return True
    words = key_words(key)
    if not words or words[-1] in _ABOUT or (words[0] in _ABOUT and words[0] not in ("id", "use", "name")):
        return False
    pairs = set(pairwise(words))
    if len(words) > 1 and words[-1] in ("pass", "pw", "pwd") and words[0] not in _PASSING:
        return True
    if words[-1].endswith(_ENDS) and words[0] not in _PASSING:  # ``PGPASSWORD``
        return True
    return bool(
        _SECRET_WORDS.intersection(words) or "".join(words) in _SECRET_WORDS or pairs.intersection(_SECRET_PAIRS)
    ) or (words[-1] in _TOKEN_ALONE and len(words) <= 2)


def surely_secret(name: str) -> bool:
    """Whether a name says more than that it is a token or key of some kind."""
    words = key_words(name)
    return words[-1:] not in (("token",), ("key",), ("auth",)) or bool(
        _SECRET_WORDS.intersection(words) or set(pairwise(words)).intersection(_SECRET_PAIRS)
    )
