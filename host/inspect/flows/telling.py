"""Whether words that two texts have in common tell where they came from (pure).

Owns: that judgement. What stays true: a turn of phrase that anybody writes tells nothing; a whole value, a code and a
sentence do.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.flows.traces import distinctive
from host.inspect.texts.decoding import squashed
from host.patterns import regex

_WORD: Final = regex(r"[^\W\d_]{3,}")
_NOT_WORD: Final = regex(r"[\W_]+")
_SENTENCE: Final = 4
_USUAL: Final = frozenset(
    "the and for that with this from have has was were are you your our not but all can will would could should about "
    "into over after before their there they them then than when where which what who how why its his her she him one "
    "two new any some more most other only also such been being had did does done out off per via use used using get "
    "set see may might must let now today please thank thanks hello dear best regards kind hope well just like make "
    "following information update updates meeting team file files data list time date name year month week day number "
    "http https www com org net error message result results success successfully true false null none".split()
)


def says_something(shown: str, whole: str) -> bool:
    """Whether it says more than a turn of phrase."""
    bare = shown.strip()
    pieces = bare.split()
    if len(pieces) == 1 and "://" not in bare and len(words := _NOT_WORD.split(bare)) >= _SENTENCE:
        pieces = words  # words with something else than spaces between them
    if len(pieces) == 1:
        around = max((len(token) for token in whole.split() if pieces[0] in token), default=len(bare))
        return distinctive(bare.strip(".,:;!?")) and (len(bare) >= 0.7 * around or len(bare) >= 24)
    if any(distinctive(piece.strip(".,:;!?\"'()")) and len(piece) >= 10 for piece in pieces):
        return True
    if len(bare) >= 1.6 * len(squashed(bare)) and (len(squashed(bare)) >= 20 or _code(squashed(bare))):
        return True  # taken apart on purpose
    telling = {word for word in map(str.casefold, _WORD.findall(bare)) if word not in _USUAL}
    if len(bare) >= 0.9 * len(whole.strip()):
        return len(telling) >= 1 and len(pieces) >= 2
    return len(telling) >= 3 or (len(telling) == 2 and len(bare) >= 20) or (not bare.isascii() and len(bare) >= 16)


def _code(bare: str) -> bool:
    return len(bare) >= _CODE_LONG and distinctive(bare)


def codes_in(text: str) -> Iterator[str]:
    """Words of several groups, one of which mixes letters and digits, as licences and codes are written."""
    if len(text) > _LOOKED or "-" not in text:
        return
    for match in islice(_CODE.finditer(text), _CODES):
        groups = match.group().split("-")
        mixed = any(len(it) > 2 and it.isalnum() and not it.isalpha() and not it.isdigit() for it in groups)
        if mixed and len(squashed(match.group())) >= _CODE_LONG:
            yield match.group()


def slugs_in(text: str) -> Iterator[str]:
    """A word and a number that stand together in a name made of words, as in those of branches, files and tags."""
    if len(text) > _LOOKED or text.isalpha():
        return
    for match in islice(_SLUG.finditer(text), _CODES):
        word, number = match[1].casefold(), match[2]
        if (
            word not in _NUMBERED
            and word not in _USUAL
            and not _DAY.match(number)
            and len(set(number)) >= _SENTENCE - 1
        ):
            yield match[1] + number


_SLUG: Final = regex(r"(?<![^\W_])([^\W\d_]{4,30})[-_.]([0-9]{5,9})(?![^\W_])")
_DAY: Final = regex(r"(?:19|20)[0-9]{2}[01][0-9]")
_NUMBERED: Final = frozenset(
    "issue ticket order invoice build version release case task story page post item id number incident request change "
    "rechnung auftrag vorgang bestellung factura facture commande fattura pedido bestelling factuur port line room "
    "article commit revision patch batch lot part model serial run job test epic bug hotfix feature".split()
)

_LOOKED: Final = 1_024
"""Characters of a text in which codes are looked for."""
_CODE: Final = regex(r"\b[A-Za-z0-9]{2,12}+(?:-[A-Za-z0-9]{2,12}+){1,6}+\b")
_CODES: Final = 20
_CODE_LONG: Final = 8
