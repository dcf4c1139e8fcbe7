"""Letters that look alike (pure).

Owns: the skeleton of a name, which is the same for names that look alike. Invariants: it depends only on the name; the
table of look-alike characters (Unicode UTS 39) is loaded on first use, and ASCII names never need it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from host.patterns import linear
from host.text import nfkc, odd_characters

MAX_LENGTH: Final = 256
"""Characters of a name that are compared."""
_SIMILAR_LETTERS: Final = dict(
    zip(
        "\u043a\u043c\u0442\u0432\u043d\u043f\u0433\u0438\u044c\u03ba\u03c4\u03b7\u03c9\u03b5\u03bc\xb5\u0131\u0142\xf8\u0111\u04cf\u0399",
        "kmtbhnrubktnweuuilodli",
        strict=True,
    )
)
"""Letters that people confuse in running text, besides those in the table."""
_SURE_LOOKALIKES: Final = frozenset("\u04cf\u0399")
_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_LOOKALIKE_SIGNS: Final = str.maketrans("01i|!5$3", "ollllsse")
FOREIGN: Final = (
    r"\x{0370}-\x{058f}\x{10a0}-\x{10ff}\x{13a0}-\x{13ff}\x{1d00}-\x{1d7f}\x{2100}-\x{218f}\x{2c00}-\x{2dff}"
    r"\x{a640}-\x{a69f}\x{a720}-\x{ab6f}\x{ff10}-\x{ff5a}\x{10280}-\x{1044f}\x{1d400}-\x{1d7ff}"
)
"""Ranges of letters that look like ASCII letters and are no accented ones; for a pattern."""
_LETTER: Final = linear(f"[{FOREIGN}]")


@cache
def _table() -> dict[str, str]:
    """The ASCII letter or digit that each letter of another script looks like."""
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]  # it has no types

    lookalikes: dict[str, str] = {}
    for char, alike in confusables_data.items():
        if len(char) == 1 and not char.isascii():
            looks = next((it["c"] for it in alike if len(it["c"]) == 1 and it["c"].isascii()), "")
            if looks.isalnum():
                lookalikes[char] = looks.lower()
    return lookalikes


@lru_cache(maxsize=4_096)
def latin(name: str) -> str:
    """A name in lower case, with look-alike letters of other scripts replaced by ASCII letters."""
    name = name[:MAX_LENGTH]
    if name.isascii():
        return name.lower()
    return "".join(_SIMILAR_LETTERS.get(char) or _table().get(char) or _latin_of_lower(char) for char in nfkc(name))


def _latin_of_lower(char: str) -> str:
    low = char.lower()
    return _SIMILAR_LETTERS.get(low) or (low if low.isascii() or len(low) > 1 else _table().get(low, low))


@lru_cache(maxsize=4_096)
def skeleton(name: str) -> str:
    """The skeleton of a name: two names that look alike have the same."""
    looks = latin(name)
    for pair, letter in _PAIRS:
        looks = looks.replace(pair, letter)
    return looks.translate(_LOOKALIKE_SIGNS)


@lru_cache(maxsize=4_096)
def plain(name: str) -> str:
    """The letters and digits of a name, in one case and in NFKC (UAX #15)."""
    return "".join(char for char in nfkc(name[:MAX_LENGTH]).casefold() if char.isalnum())


def foreign_letters(word: str) -> str:
    """The letters of other scripts in a word, if all of them look like ASCII letters; else empty.

    Only letters in the table count, not merely similar ones.
    """
    if word.isascii():
        return ""
    letters = _LETTER.findall(word[:MAX_LENGTH])
    return "".join(letters) if all(map(_looks_like_ascii, letters)) else ""


def has_foreign_letters(text: str) -> bool:
    """Whether a text has a letter of another script that may look like an ASCII letter."""
    return not text.isascii() and _LETTER.search("".join(odd_characters(text))) is not None


@lru_cache(maxsize=4_096)
def _looks_like_ascii(letter: str) -> bool:
    form = nfkc(letter)
    return form.isascii() or all(char.isascii() or char in _table() or char in _SURE_LOOKALIKES for char in form)
