"""What a text says that is written so that people do not read it (pure).

Owns: the ways in which words are disguised that a model reads all the same: spaced letters, figures for letters,
letters of other scripts, names made of words, encodings, backwards. What stays true: each is undone only where a mark
of it stands; the work is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.texts.decoding import decoded, rot13
from host.inspect.texts.lookalikes import has_foreign, latin
from host.inspect.texts.vocabulary import has_number, long_words, may_hold_any
from host.patterns import regex

LONGEST: Final = 64 << 10
"""Characters that are looked at."""
_WORDS: Final = 32
_SPACED: Final = regex(r"(?<![^\W_])[A-Za-z0-9](?:(?:[._*|-]| {1,3}+)[A-Za-z0-9](?![A-Za-z0-9])){5,}+")
_GAP: Final = regex(r"(?<=[^\W_])[ ._*|-](?=[^\W_](?:[^A-Za-z0-9]|$))")
_WIDE_GAP: Final = regex(r"\s{2,8}")
_FIGURES: Final = regex(r"[a-z][013457@$][a-z]")
_AS_LETTERS: Final = str.maketrans("013457@$", "oieastas")
_SNAKE: Final = regex(r"(?<![A-Za-z0-9_])[A-Za-z]{1,40}(?:[_-][A-Za-z]{1,40}){3,40}")
_MARKS: Final = (("%", 8), ("\\u", 6), ("\\x", 6), ("&#", 6), ("=", 8))
"""What stands so many times in a text that is written in escapes."""
_BYTES: Final = regex(r"[0-9A-Fa-f]{2,3}[ ,:]{1,2}[0-9A-Fa-f]{2,3}[ ,:]{1,2}[0-9A-Fa-f]{2,3}[ ,:]|[01]{8} ?[01]{8}")
_TURNED: Final = ("snoitcurtsni", "erongi", "tnatsissa", "tpmorp")
_ROTATED: Final = ("vafgehpgvba", "vtaber", "nffvfgnag", "cebzcg")
_MIXED: Final = 8 << 10


def unveiled(text: str) -> Iterator[str]:
    """What else a text says, without its disguises; of each disguise, once."""
    text = text[:LONGEST]
    low = text.lower()
    if _SPACED.search(text) is not None:
        yield " ".join(_GAP.sub("", part).replace("  ", " ") for part in _WIDE_GAP.split(text))
    if len(list(islice(_FIGURES.finditer(low), 2))) == 2:
        yield low.translate(_AS_LETTERS)
    if "_" in text or "-" in text:
        words = [match.group() for match in islice(_SNAKE.finditer(text), _WORDS)]
        if words:
            yield "\n".join(re.sub("[_-]", " ", word) for word in words)
    if may_hold_any(text, _TURNED):
        yield text[::-1]
    if may_hold_any(text, _ROTATED):
        yield rot13(low)
    if not text.isascii() and len(text) <= _MIXED and has_foreign(text):
        yield latin_text(text)
    if len(text) >= _ENOUGH and _encoded(text):
        yield from (reading.text for reading in decoded(text[: LONGEST // 2]))


def _encoded(text: str) -> bool:
    """Whether a part of it may be an encoding; fast where it surely is none."""
    if any(text.count(mark) >= often for mark, often in _MARKS) or any(
        len(it) > _ENOUGH for it in long_words(text).split()
    ):
        return True
    return has_number(text) and _BYTES.search(text) is not None


_ENOUGH: Final = 32
"""Characters of an encoding that may say something."""


def latin_text(text: str) -> str:
    """Word by word, as it looks."""
    return " ".join(latin(word) for word in text.split())
