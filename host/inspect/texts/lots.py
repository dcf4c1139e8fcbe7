"""Words that look drawn by lot (pure).

Owns: the difference between a key and a word, an identifier or a checksum. What stays true: it is told by the letters
alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import log2
from typing import Final

from host.patterns import regex

_RANDOM: Final = regex(r"[A-Za-z0-9+/_=-]{20,512}")
_IDENTIFIER: Final = regex(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|[0-9a-f]{7,64}|[0-9]{1,64}")


def drawn_by_lot(value: str) -> bool:
    """Whether a word looks drawn by lot, and is no identifier or checksum."""
    if not _RANDOM.fullmatch(value) or _IDENTIFIER.fullmatch(value):
        return False
    return _entropy(value) > 3.4 and any(map(str.isdigit, value))


def _entropy(value: str) -> float:
    """Bits for each character."""
    counts: Iterable[int] = Counter(value).values()
    return -sum(count / len(value) * log2(count / len(value)) for count in counts)
