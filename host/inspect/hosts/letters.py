"""Host names with letters beyond A to Z (pure).

Owns: which of them are as honest people register them. What stays true: a name is honest only where all of it is of one
script, its end fits that script, and without its marks it is nobody else's well-known name.
"""
# ruff: noqa: RUF001  # letters of other scripts belong here

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from host.inspect.hosts.names import BRANDS
from host.inspect.imitated import imitates, known_names

_MARKED: Final = frozenset("äöüßéèêëàâáãåæçñóòôõøœúùûíìîïýÿčďěňřšťůžąćęłńśźżğışőűăîșțðþ")
"""Letters with marks that names of companies and towns have, in languages that are written in Latin letters."""
_SCRIPTS: Final[tuple[tuple[str, str], ...]] = (
    ("CJK", "cn tw hk jp sg mo 中国 中國 香港 台灣 台湾 公司 网络 com net org"),
    ("HIRAGANA", "jp com net org"),
    ("KATAKANA", "jp com net org"),
    ("HANGUL", "kr 한국 com net"),
    ("ARABIC", "sa ae eg ma السعودية امارات مصر المغرب"),
    ("HEBREW", "il ישראל"),
    ("THAI", "th ไทย"),
    ("DEVANAGARI", "in भारत"),
    ("GREEK", "gr ελ"),
    ("CYRILLIC", "рф укр бел срб мкд бг"),
)


@lru_cache(maxsize=1_024)
def honest(host: str) -> bool:
    """Whether a host as written has such letters as its language has."""
    labels = host.lower().rstrip(".").split(".")
    if any(label.startswith("xn--") for label in labels):
        return False  # written so that nobody can read it
    return all(label.isascii() or _fits(label, labels[-1]) for label in labels)


def _fits(label: str, end: str) -> bool:
    if all(char in _MARKED or char.isascii() for char in label):
        plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode()
        words = {plain, *plain.split("-")}
        return not any(word in BRANDS or word in known_names() or imitates(word) for word in words)
    letters = [char for char in label if char.isalpha()]
    for script, ends in _SCRIPTS:
        if end in ends.split() and letters and all(unicodedata.name(char, "").startswith(script) for char in letters):
            return True
    return label == end and not label.isascii()
