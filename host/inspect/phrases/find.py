"""Looking for phrases that speak to a model (pure).

Owns: the search. What stays true: cues are looked for plainly, and a pattern is tried only where one stands; of a text
that has more of them than are tried it is said that it was not looked through. Texts are in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from host.inspect.phrases.agents import AGENTS
from host.inspect.phrases.book import Phrase, Sign
from host.inspect.phrases.errors import ERRORS
from host.inspect.phrases.handlers import HANDLERS
from host.inspect.phrases.machines import MACHINES
from host.inspect.phrases.orders import DECLINED, ORDERED, PLACES, TAKES
from host.inspect.phrases.quiet import QUIET
from host.inspect.phrases.readers import READERS
from host.inspect.phrases.tongues import TONGUES
from host.inspect.phrases.turns import SPOKEN as TURNED
from host.inspect.phrases.vocatives import VOCATIVES
from host.inspect.texts.vocabulary import may_hold_any, odd
from host.patterns import regex

SPOKEN: Final = (*TURNED, *AGENTS, *TONGUES, *READERS, *MACHINES, *VOCATIVES, *QUIET, *HANDLERS, *ERRORS)
"""What nobody says but to a model."""

CORE: Final = tuple(
    phrase for phrase in SPOKEN if {"ignor", "the user", "<important", "you are now", "<|"} & {*phrase.cues}
)
"""What is looked for in the longest texts: the usual words of each kind."""
EVERY: Final = SPOKEN + ORDERED

COMMENT: Final = regex(
    r"\b(?:assistants?|ai (?:agents?|models?|systems?)|llms?|language models?|system prompt|you must|"
    r"ignore (?:all|any|previous|prior|the above)|do not tell|claude|chatgpt|copilot|(?:agents?|bots?)[,:])"
)
"""Words for models, in a comment that people do not see."""
TRIES: Final = 4_000
"""Places of one cue in one text that are looked at."""
CHARACTERS: Final = 600_000
"""Characters of one text, those at which several phrases are tried counted as often, in which these are looked for."""
_A_TRY: Final = 100
"""What it costs to try a phrase, as so many characters."""
_GRAM: Final = 3
"""Characters of a cue by which it is looked up in a short text."""
_USUAL: Final = frozenset(" etaoinsrhl")
"""What most texts are made of."""
_AHEAD: Final = 160
_LOOKED: Final = 50
_SAID: Final = 400


class Signs(NamedTuple):
    """Attributes: found: sign, from, to; of each phrase the first place. whole: whether no cue was left out."""

    found: tuple[tuple[Sign, int, int], ...]
    whole: bool = True


def met_in(text: str, phrases: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """Those of ``phrases`` of which cues may stand in a text, of whatever case, with these cues."""
    letters = frozenset(odd(text).lower() + odd(text) + "\u03c2")  # small sigma at the end of a word depends on it
    known = ((it, tuple(cue for cue in it.cues if _may_stand(cue, text, letters))) for it in phrases)
    return tuple(it._replace(cues=cues) for it, cues in known if cues)


def standing(low: str, *, ordered: bool) -> tuple[Phrase, ...]:
    """Those of ``EVERY``, or of ``SPOKEN``, of which cues stand in a text in lower case, with these cues; in order.

    A third of what a search for each cue costs: cues are looked up by one of their grams, all at once.
    """
    phrases, cues = EVERY if ordered else SPOKEN, _cues(ordered)
    grams = set(zip(low, low[1:], low[2:], strict=False))  # of ``_GRAM`` characters
    near = [*cues.short, *(cue for gram in cues.grams & grams for cue in cues.of[gram])]
    present = {cue for cue in near if cue in low}
    places = sorted({place for cue in present for place in cues.places[cue]})
    return tuple(_with_cues(phrases[place], present) for place in places)


def _with_cues(phrase: Phrase, present: set[str]) -> Phrase:
    return phrase._replace(cues=tuple(cue for cue in phrase.cues if cue in present))


class _Cues(NamedTuple):
    """Cues of phrases.

    Attributes: of: each by its oddest gram. grams: those. short: that have none. places: phrases of each.
    """

    of: dict[tuple[str, ...], list[str]]
    grams: frozenset[tuple[str, ...]]
    short: tuple[str, ...]
    places: dict[str, list[int]]


@cache
def _cues(ordered: bool) -> _Cues:  # a key of what is remembered
    of, places = dict[tuple[str, ...], list[str]](), dict[str, list[int]]()
    for place, phrase in enumerate(EVERY if ordered else SPOKEN):
        for cue in phrase.cues:
            places.setdefault(cue, []).append(place)
    for cue in places:
        if len(cue) >= _GRAM:
            oddest = min(_grams(cue), key=_usual)
            of.setdefault(tuple(oddest), []).append(cue)
    return _Cues(of, frozenset(of), tuple(cue for cue in places if len(cue) < _GRAM), places)


def _grams(cue: str) -> Iterator[str]:
    return (cue[at : at + _GRAM] for at in range(len(cue) - _GRAM + 1))


def _usual(gram: str) -> int:
    return sum(char in _USUAL for char in gram)


def _may_stand(cue: str, text: str, letters: frozenset[str]) -> bool:
    if cue.isascii():
        return may_hold_any(text, (cue,))
    return all(char in letters for char in cue if not char.isascii())


def signs_in(low: str, phrases: tuple[Phrase, ...]) -> Signs:
    """What a text in lower case wants of a model."""
    found: list[tuple[Sign, int, int]] = []
    left, places = [CHARACTERS], dict[str, list[int]]()
    for phrase in phrases:
        for cue in phrase.cues:
            if cue not in places:
                places[cue] = _places(low, cue)
        met = _first(phrase, low, places, left)
        if met is not None:
            found.append((phrase.sign, met.start(), met.end()))
    found += _comments(low)
    return Signs(tuple(found), left[0] > 0 and all(len(at) < TRIES for at in places.values()))


def _places(low: str, cue: str) -> list[int]:
    """Where a cue stands."""
    found: list[int] = []
    at = low.find(cue)
    while at >= 0 and len(found) < TRIES:
        found.append(at)
        at = low.find(cue, at + len(cue))
    return found


def _first(phrase: Phrase, low: str, places: dict[str, list[int]], left: list[int]) -> re.Match[str] | None:
    """The first place of a phrase near its cues. ``left``: the characters that may still be looked at."""
    for start, end in _stretches(phrase, places):
        if left[0] <= 0:
            return None
        left[0] -= _A_TRY + end - start - phrase.back
        met = phrase.pattern.search(low, start, end) if phrase.back else phrase.pattern.match(low, start)
        if met is not None:
            return met
    return None


def _stretches(phrase: Phrase, places: dict[str, list[int]]) -> Iterator[tuple[int, int]]:
    """Where it may stand: around each cue, and what overlaps as one, so that nothing is searched twice."""
    cues = [places[cue] for cue in phrase.cues if places[cue]]
    every = cues[0] if len(cues) == 1 else sorted(at for each in cues for at in each)
    if not phrase.back:
        yield from ((at, at) for at in every)
        return
    start = end = -1
    for at in every:
        if at - phrase.back > end:
            if end >= 0:
                yield start, end
            start = max(0, at - phrase.back)
        end = at + _AHEAD
    if end >= 0:
        yield start, end


def _comments(low: str) -> list[tuple[Sign, int, int]]:
    """Comments of HTML and Markdown with words for models in them."""
    at = low.find("<!--")
    for _ in range(TRIES):
        if at < 0:
            break
        end = low.find("-->", at + 4, at + _SAID)
        if met := COMMENT.search(low, at, at + _SAID if end < 0 else end):
            return [(Sign.FRAME, at, met.end())]
        at = low.find("<!--", at + _SAID if end < 0 else end)
    return []


def secrets_in(low: str) -> list[tuple[Sign, int, int]]:
    """Where a text asks for what nobody hands over: the first place of each kind that has a verb before it."""
    for place in PLACES:
        if place not in low:  # nearly always, and told at once
            continue
        at = low.find(place)
        for _ in range(_LOOKED):
            if at < 0:
                break
            if any(
                not DECLINED.search(low, max(0, it.start() - 24), it.start())
                for it in TAKES.finditer(low, _sentence(low, at), at)
            ):
                return [(Sign.SECRETS, at, at + len(place))]
            at = low.find(place, at + 1)
    return []


def _sentence(low: str, at: int) -> int:
    """Where what belongs to a place begins: not before a denial that a sentence begins with."""
    start = max(0, at - _TOLD)
    return max(start, *(low.rfind(stop, start, at) for stop in _DENIALS))


_TOLD: Final = 100
_DENIALS: Final = (". do not ", ". don't ", ". never ", ".\nnever ", ".\ndo not ")
