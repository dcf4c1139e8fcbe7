"""What letters look like (pure).

Owns: the skeleton of a name: its letters as they look, so that names that look alike have one. Invariants: it is a
function of the name alone; the table of characters that look alike (Unicode UTS 39) is loaded where a name needs it,
and names of ASCII never do.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from host.patterns import linear
from host.text import nfkc

LONGEST: Final = 256
"""Characters of a name that are compared."""
_MORE: Final = dict(
    zip(
        "\u043a\u043c\u0442\u0432\u043d\u043f\u0433\u0438\u044c\u03ba\u03c4\u03b7\u03c9\u03b5\u03bc\xb5\u0131\u0142\xf8\u0111\u04cf\u0399",
        "kmtbhnrubktnweuuilodli",
        strict=True,
    )
)
"""What people take for one another in running text besides what the table has."""
_SURELY: Final = frozenset("\u04cf\u0399")
_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_LOOKS: Final = str.maketrans("01i|!5$3", "ollllsse")
FOREIGN: Final = (
    r"\x{0370}-\x{058f}\x{10a0}-\x{10ff}\x{13a0}-\x{13ff}\x{1d00}-\x{1d7f}\x{2100}-\x{218f}\x{2c00}-\x{2dff}"
    r"\x{a640}-\x{a69f}\x{a720}-\x{ab6f}\x{ff10}-\x{ff5a}\x{10280}-\x{1044f}\x{1d400}-\x{1d7ff}"
)
"""Where letters stand that look like those of ASCII, and are neither those nor letters with marks; for a pattern."""
_LETTER: Final = linear(f"[{FOREIGN}]")


@cache
def _table() -> dict[str, str]:
    """Letters of other scripts, and the letter or digit of ASCII that each looks like."""
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]  # it has no types

    found: dict[str, str] = {}
    for char, alike in confusables_data.items():
        if len(char) == 1 and not char.isascii():
            looks = next((one["c"] for one in alike if len(one["c"]) == 1 and one["c"].isascii()), "")
            if looks.isalnum():
                found[char] = looks.lower()
    return found


@lru_cache(maxsize=4_096)
def latin(name: str) -> str:
    """A name with each letter of another script that looks like one of ASCII as that, in lower case."""
    name = name[:LONGEST]
    if name.isascii():
        return name.lower()
    return "".join(_MORE.get(char) or _table().get(char) or _of_lower(char) for char in nfkc(name))


def _of_lower(char: str) -> str:
    low = char.lower()
    return _MORE.get(low) or (low if low.isascii() or len(low) > 1 else _table().get(low, low))


@lru_cache(maxsize=4_096)
def skeleton(name: str) -> str:
    """A name as it looks: of two that look alike, the same."""
    looks = latin(name)
    for pair, letter in _PAIRS:
        looks = looks.replace(pair, letter)
    return looks.translate(_LOOKS)


@lru_cache(maxsize=4_096)
def plain(name: str) -> str:
    """A name without what is no letter or digit, in one case and one form (UAX #15, NFKC)."""
    return "".join(char for char in nfkc(name[:LONGEST]).casefold() if char.isalnum())


def foreign(word: str) -> str:
    """The letters of a word that look like ASCII and are of another script; empty where one looks like nothing there.

    By the table alone: what is only similar makes no word odd.
    """
    if word.isascii():
        return ""
    letters = _LETTER.findall(word[:LONGEST])
    return "".join(letters) if all(map(_surely, letters)) else ""


def has_foreign(text: str) -> bool:
    """Whether there is any letter that may look like ASCII and is of another script."""
    return not text.isascii() and _LETTER.search(text) is not None


@lru_cache(maxsize=4_096)
def _surely(letter: str) -> bool:
    form = nfkc(letter)
    return form.isascii() or all(char.isascii() or char in _table() or char in _SURELY for char in form)
