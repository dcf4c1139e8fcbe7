"""Letters that look like Latin ones and are not (pure).

Owns: which letters of a host are told by their names. What stays true: a letter is told only where readers of the Latin
script could take it for another; accents, and scripts that nobody takes for Latin, are no news.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_MOST: Final = 3
_ALIKE: Final = ("CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE")
"""Scripts with letters that look Latin, by the first word of a letter's name (Unicode Character Database)."""
_USUAL: Final = frozenset("ßæœøłđþðıħŋ")
"""Letters of Latin alphabets that are no other letter with a mark."""


def not_latin(host: str) -> str:
    """What of ``host`` is not Latin though it may look so: letters by their names, or scripts where a label is of one.

    Empty where there is nothing of the kind.
    """
    mixed, whole = dict[str, None](), dict[str, None]()
    for label in host.lower().split("."):
        letters = [letter for letter in label if letter.isalpha()]
        odd = [letter for letter in letters if _is_odd(letter)]
        if len(odd) == len(letters):
            whole |= dict.fromkeys(unicodedata.name(letter).partition(" ")[0].capitalize() for letter in odd)
        else:
            mixed |= dict.fromkeys(f"{letter} ({unicodedata.name(letter).lower()})" for letter in odd)
    named = [*mixed, *whole]
    return ", ".join([*named[:_MOST], "…"] if len(named) > _MOST else named)


def _is_odd(letter: str) -> bool:
    if letter.isascii() or letter in _USUAL:
        return False
    script = unicodedata.name(letter, "").partition(" ")[0]
    return script in _ALIKE or (script == "LATIN" and not unicodedata.normalize("NFKD", letter)[0].isascii())
