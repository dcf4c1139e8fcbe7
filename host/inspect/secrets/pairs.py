"""Secrets that are known by what stands before them (pure).

Owns: the secret half of a pair of keys, and the password behind a name. What stays true: a word of letters alone is
none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.inspect.secrets.tokens import Hit
from host.inspect.texts.lots import drawn_by_lot
from host.inspect.texts.vocabulary import holds
from host.model import Severity
from host.patterns import regex
from host.words import say

_KEY_PAIR: Final = regex(
    r"(?:AKIA|ASIA)[A-Z0-9]{16}[^A-Za-z0-9+]{1,20}([A-Za-z0-9+][A-Za-z0-9/+]{39})(?![A-Za-z0-9/+])"
)
_LOGIN: Final = regex(r"(?i)\b(?:login|credentials?|creds|logon|account|user)\b[^\n/]{0,60}/ ([^\s/]{8,64})")

_BARE: Final = regex(r"(?<![\w./:@-])[A-Za-z][\w.-]{1,31}:([^\s:@/\"'<>]{6,64})@[A-Za-z0-9][\w.-]{1,100}")
CUES: Final = ("AKIA", "ASIA", "@", " / ")
"""One of these stands in each text that has one."""


def pairs(text: str) -> Iterator[Hit]:
    """The first of each in a text."""
    pair = _KEY_PAIR.search(text) if holds(text, "AKIA") or holds(text, "ASIA") else None
    if pair is not None and drawn_by_lot(pair[1]):
        yield Hit(say("a secret key of AWS"), Severity.HIGH, *pair.span(1))
    if "@" in text and ":" in text and (bare := _BARE.search(text)) is not None and _strong(bare[1]):
        yield Hit(say("a name and its password"), Severity.MEDIUM, *bare.span(1))
    if holds(text, " / ") and (login := _LOGIN.search(text)) is not None and _strong(login[1]):
        yield Hit(say("a name and its password"), Severity.MEDIUM, *login.span(1))


def _strong(word: str) -> bool:
    """Whether it has letters, digits and marks, as passwords have to."""
    return (
        any(map(str.isdigit, word))
        and any(map(str.isalpha, word))
        and (any(char in "!#$%^&*?~+" for char in word) or ("-" in word and word.lower() != word and "." not in word))
    )
