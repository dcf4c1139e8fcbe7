"""Numbers in words (pure).

Owns: the words for numbers of English and German. What stays true: only runs of such words are read; a number of less
than a thousand is none; the work is linear in the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from host.patterns import regex

_SMALL: Final = {
    word: value
    for value, words in enumerate(
        "zero null|one a eins ein eine|two zwei|three drei|four vier|five fünf fuenf|six sechs|seven sieben|eight acht|"
        "nine neun|ten zehn|eleven elf|twelve zwölf zwoelf|thirteen dreizehn|fourteen vierzehn|fifteen fünfzehn|"
        "sixteen sechzehn|seventeen siebzehn|eighteen achtzehn|nineteen neunzehn".split("|")
    )
    for word in words.split()
} | {
    word: (at + 2) * 10
    for at, words in enumerate(
        "twenty zwanzig|thirty dreißig dreissig|forty vierzig|fifty fünfzig fuenfzig|sixty sechzig|seventy siebzig|"
        "eighty achtzig|ninety neunzig".split("|")
    )
    for word in words.split()
}
_LARGE: Final = {
    "hundred": 100,
    "hundert": 100,
    "thousand": 1_000,
    "tausend": 1_000,
    "million": 1_000_000,
    "millionen": 1_000_000,
}
_JOIN: Final = frozenset({"and", "und"})
_ANY: Final = regex("|".join(sorted((*_SMALL, *_LARGE, *_JOIN), key=len, reverse=True)))
_WORD: Final = regex(r"[^\W\d_]{1,80}")
_LEAST: Final = 10_000
_THOUSAND: Final = 1_000


def in_words(low: str) -> Iterator[tuple[str, str]]:
    """Numbers that a text, in lower case, says in words, in decimal digits, and how."""
    run: list[str] = []
    start = end = 0
    for match in _WORD.finditer(low):
        parts = _parts(match.group())
        if parts and (not run or match.start() - end <= 2):
            start = start if run else match.start()
            run += parts
            end = match.end()
            continue
        yield from _said(run, low[start:end])
        run, start, end = list(parts), match.start(), match.end()
    yield from _said(run, low[start:end])


def _parts(word: str) -> list[str]:
    """The number words of which a word consists, empty where it has others."""
    parts = _ANY.findall(word)
    return parts if parts and sum(map(len, parts)) == len(word) else []


def _said(run: list[str], shown: str) -> Iterator[tuple[str, str]]:
    total = group = 0
    for word in run:
        size = _LARGE.get(word, 0)
        if size >= _THOUSAND:
            total, group = total + max(group, 1) * size, 0
        elif size:
            group = max(group, 1) * size
        else:
            group += _SMALL.get(word, 0)
    if total + group >= _LEAST:
        yield str(total + group), shown
