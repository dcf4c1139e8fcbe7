"""Texts that are written otherwise so that a comparison misses them (pure).

Owns: the ways to write words and numbers that a person reads, and a comparison of letters does not: words turned
round, letters doubled, figures for letters, spelling words, number words, other number systems, character codes in a
list. What stays true: each is undone only where a mark of it stands; the work is linear in the text, and bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, islice, pairwise
from typing import Final
from unicodedata import normalize

from host.inspect.subject import Text
from host.inspect.texts.decoding import squashed
from host.inspect.texts.numerals import letters_in
from host.inspect.texts.spelling import SPELLING
from host.inspect.texts.veiled import latin_text
from host.patterns import regex
from host.words import say

LONGEST: Final = 2_000
"""Characters of a text that are read in other ways."""
_FEW: Final = 4
_FEWEST: Final = 3
_THREE: Final = 18
"""Letters of three words that are worth turning round."""
_WORDS: Final = 60
_FIGURES: Final = regex(r"[a-z][013457@$][a-z]", re.IGNORECASE)
_AS_LETTERS: Final = str.maketrans("013457@$", "oieastas")
_HEX: Final = regex(r"\b0[xX]([0-9a-fA-F]{5,16})\b")
_DOTTED: Final = regex(r"(?:[0-9]{2,3}[ .,;:/|_-]){7,400}[0-9]{2,3}")
_CALLED: Final = regex(r"(?i)(?:\bn?cha?r(?:w|code)?\(|&#)([0-9]{2,3})[);]")
_PLACES: Final = regex(r"(?<![0-9])(?:(?:[1-9]|1[0-9]|2[0-6])[ .,;:/|_-]){9,200}(?:[1-9]|1[0-9]|2[0-6])(?![0-9])")
_NUMBER: Final = regex(r"[0-9]{2,3}")
_MORSE: Final = regex(r"[.\-\u2013\u2022\u00b7_ /|]{30,2000}")
_MORSE_LETTERS: Final = dict(
    zip(
        ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. "
        ".---- ..--- ...-- ....- ..... -.... --... ---.. ----. -----".split(),
        "abcdefghijklmnopqrstuvwxyz1234567890",
        strict=True,
    )
)
_SPELT: Final = {**SPELLING, "ray": "", "xray": "x", "x": "x"}
_DIGITS: Final = {
    word: str(digit)
    for digit, words in enumerate(
        "zero zéro oh null nul nulla cero noll ноль|"
        "one eins ein eine un une uno um een één jeden ett один bir|"
        "two zwei zwo deux dos due twee dois duas dwa två два iki|"
        "three drei trois tres tre drie três trzy три üç|four fower vier quatre cuatro quattro quatro cztery fyra "
        "четыре dört|five fife fünf fuenf cinq cinco cinque vijf pięć fem пять beş|"
        "six sechs seis sei zes meia sześć seks шесть|"
        "seven sieben sept siete sette zeven sete siedem sju syv семь yedi|"
        "eight ait acht huit ocho otto oito osiem åtta otte восемь sekiz|"
        "nine niner neun neuf nueve nove negen dziewięć nio девять dokuz".split("|")
    )
    for word in words.split()
}
_WORD: Final = regex(r"[^\W_]+")
_RUN: Final = 6
"""Figures in a row that are spelt among other words."""
_TWICE: Final = regex(r"(?:(\S)\1){6,200}")
_DIFFERENT: Final = 5
_CODES: Final = 8
_TURNED: Final = 200
_ROUND: Final = say("with its words turned round")
_BACKWARDS: Final = say("with its words backwards")
_OTHER_LETTERS: Final = say("in other letters")
SPELT_OUT: Final = say("spelt")
_TWICE_EACH: Final = say("with each letter twice")
SPELT: Final = frozenset({SPELT_OUT, _TWICE_EACH})
"""Ways that nobody writes by chance."""
TURNED: Final = frozenset({_ROUND, _BACKWARDS})
"""Ways that leave each word, or its letters, as they are."""


def respelt(text: str) -> Iterator[tuple[str, str]]:
    """How it is written, and what it says."""
    if len(text) > LONGEST:
        return
    words = _WORD.findall(text)
    if (
        (len(words) > _FEW or sum(map(len, words)) >= _THREE)
        and _FEWEST <= len(words) <= _WORDS
        and len(text) <= _TURNED
        and text.isascii()
        and words != words[::-1]
        and sum(map(len, words)) >= _CODES
    ):
        yield _ROUND, " ".join(reversed(words))
        yield _BACKWARDS, " ".join(word[::-1] for word in words)
    if len(words) >= _FEW:
        yield from _spelt(words)
    if _CODES - 2 <= len(words) <= _WORDS:
        yield SPELT_OUT, "".join(word[0] for word in words)
    if not text.isascii() and (said := latin_text(normalize("NFKC", text))) != text:
        yield say("in letters that look alike"), said
    yield from _by_letters(text)
    if (said := _MARKS.sub(_mark, text)) != text:
        yield say("with words for marks"), said
    if len(text) <= _TURNED:
        yield from ((_OTHER_LETTERS, said) for said in letters_in(text))


_MARKS: Final = regex(
    r"[ \t]?[(\[{<][ \t]?(?:at|dot|punkt|point|punto|ponto|arroba|dash|minus)[ \t]?[)\]}>][ \t]?|"
    r"[ \t](?:at|dot|punkt|point|punto|ponto|arroba|dash|minus)[ \t]",
    re.IGNORECASE,
)


def _mark(match: re.Match[str]) -> str:
    """The mark for its word: only letters and figures are compared, so that any will do."""
    return "@" if re.search(r"at\b|arroba", match.group().lower()) else "."


def _spelt(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """By spelling words and number words."""
    low = [word.lower() for word in words]
    known = sum(word in _SPELT or word in _DIGITS for word in low)
    if known >= _FEW and known * 2 >= len(low):
        yield SPELT_OUT, "".join(_SPELT.get(word, _DIGITS.get(word, word)) for word in low)
    if len(words) >= _CODES and all(len(word) == 1 for word in words):
        yield SPELT_OUT, "".join(low)
    if _RUN <= known < len(low):
        for told, run in groupby(low, lambda word: word in _SPELT or word in _DIGITS):
            letters = [_SPELT.get(word, _DIGITS.get(word, "")) for word in run] if told else []
            if len(letters) >= _RUN:
                yield SPELT_OUT, "".join(letters)


def _by_letters(text: str) -> Iterator[tuple[str, str]]:
    bare = squashed(text)
    if len(bare) >= 2 * _CODES and bare[0::2] == bare[1::2]:
        yield _TWICE_EACH, bare[::2]
    elif (twice := _TWICE.search(text)) is not None and len(set(twice.group())) >= _DIFFERENT:
        yield _TWICE_EACH, twice.group()[::2]
    if len(list(islice(_FIGURES.finditer(text), _FEW))) == _FEW:
        yield say("with figures for letters"), text.lower().translate(_AS_LETTERS)
    for digits in islice(_HEX.finditer(text), _FEW):
        yield say("in another number system"), str(int(digits[1], 16))
    if (match := _DOTTED.search(text)) is not None and (
        said := _of_codes([int(it) for it in _NUMBER.findall(match.group())])
    ):
        yield say("in character codes"), said
    if len(codes := _CALLED.findall(text)) >= _CODES and (said := _of_codes([int(it) for it in codes])):
        yield say("in character codes"), said
    if (match := _PLACES.search(text)) is not None:
        places = [int(it) for it in re.findall("[0-9]+", match.group())]
        if len(set(places)) >= _DIFFERENT:
            yield say("in numbers for letters"), "".join(chr(96 + it) for it in places)
    if (match := _MORSE.search(text)) is not None:
        letters = match.group().replace("\u2013", "-").replace("_", "-").replace("\u2022", ".").replace("\u00b7", ".")
        yield say("in Morse code"), "".join(_MORSE_LETTERS.get(it, " ") for it in re.split(r"[ /|]", letters))


def _of_codes(codes: Sequence[int]) -> str:
    return "".join(map(chr, codes)) if len(codes) >= _CODES and all(32 <= code < 127 for code in codes) else ""


def codes_said(figures: Sequence[Text]) -> str:
    """What numbers in a list say as character codes; empty where they say nothing."""
    return _of_codes([int(it.text) for it in figures if it.text.isdecimal() and len(it.text) <= 3])


def interleaved(texts: Sequence[Text]) -> Iterator[str]:
    """Neighbours that may be every second letter of one text."""
    for one, other in pairwise(texts):
        if 0 <= len(one.text) - len(other.text) <= 1 and _CODES <= len(other.text) <= _TURNED:
            pairs = "".join(map("".join, zip(one.text, other.text, strict=False)))
            yield pairs + one.text[len(other.text) :]
