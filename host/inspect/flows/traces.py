"""What one text leaves in another (pure).

Owns: the index of a result, worked out once, and the search for parts of a text in it. What stays true: whatever both
have in common in 20 letters and digits in a row is found, whatever stands between them, and short values that stand
there as a whole; the search is bounded, and says where it gave up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeVar, cast

from host.inspect.subject import Earlier
from host.inspect.texts.decoding import squashed, unescaped
from host.patterns import regex

T = TypeVar("T")

GRAM: Final = 9
"""Characters that are looked up at once."""
STEP: Final = 4
"""So many characters of a result lie between two of its grams."""
CHAIN: Final = GRAM + STEP
"""Characters that two neighbouring grams cover: less in common is only a whole value."""
WHOLE: Final = 12
"""Characters of a value that is looked for as a whole."""
SEARCHES: Final = 300
"""Searches through results that one call may cost; each takes some 20 µs. Only where an index does not tell."""
PLACES: Final = 8
"""Places of one gram that are remembered; for one that stands in more a result is searched."""
WEIGHED: Final = 1_500
"""Parts of one call that are weighed: whether they say more than a turn of phrase, and who said them first."""
_TOKEN: Final = regex(r"[^\s\"'<>()\[\]{},;|`\\]{6,200}+")
_NUMBER: Final = regex(r"\+?[0-9](?:(?:[ ./()-]{0,2}|,(?=[0-9]{3}(?![0-9])))[0-9]){5,18}+(?![0-9A-Za-z])")
"""Digits that belong together, as telephone numbers, codes and amounts are written."""
_DAY: Final = regex(r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:[0-2][0-9]|3[01])|[0-3][0-9][01][0-9](?:19|20)[0-9]{2}")
_PIECES: Final = regex(r"://|[/?&=#+]")
_NO_DIGIT: Final = regex(r"[^0-9]+")
_DATE: Final = regex(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:.]{4,15}(?:Z|[+-][0-9:]{4,6})?)?|[0-9]{2}[:/.][0-9:/.]{2,9}"
)
_MEDIA: Final = regex(r"(?:text|application|image|audio|video|multipart)/[a-z0-9.+-]{2,60}")
_PLAIN_HOST: Final = regex(
    r"(?:https?://)?(?:www\.|api\.|docs\.)?(?:github|gitlab|google|gmail|example|slack|microsoft|outlook|amazonaws|"
    r"googleapis|atlassian|notion|localhost)(?:\.(?:com|org|net|so|io))?/?"
)


class Part(NamedTuple):
    """What was found. Attributes: start, end: of the squashed text that was looked for."""

    start: int
    end: int


class Trace:
    """The index of one text, worked out when it is first asked for; never changed then.

    Attributes:
        unread: characters that nobody looked through yet. noted: whether anything was found in them. unindexed:
        characters whose index is not worked out yet. crowded: whether a search may be needed where the index alone
        does not tell; True as long as there is no index. silent: what was worked out, and made nothing of it.
    """

    __slots__ = ("_index", "_made", "_raw", "crowded", "noted", "silent", "unindexed", "unread")

    def __init__(self, raw: str) -> None:
        """``raw``: a result (untrusted)."""
        self._raw = raw
        self._index: _Index | None = None
        self._made: dict[object, object] = {}
        self.unread = self.unindexed = len(raw)
        self.noted, self.crowded = False, True
        self.silent: set[object] = set()

    def once_of(self, call: Earlier, work: Callable[[Earlier], T]) -> T:
        """What ``work`` makes of the one call that brought this result; it is done once."""
        key = work, call.server, call.tool
        if key not in self._made:
            self._made[key] = work(call)
        return cast("T", self._made[key])

    def once(self, work: Callable[[str], T]) -> T:
        """What ``work``, a function of the result alone, makes of it, None for nothing; it is done once."""
        if work not in self._made:
            made = self._made[work] = work(self._raw)
            self.unread, self.noted = 0, self.noted or made is not None
            if made is None:
                self.silent.add(work)
        return cast("T", self._made[work])

    @property
    def text(self) -> str:
        """It, squashed."""
        return self._ready().text

    @property
    def grams(self) -> dict[str, list[int]]:
        """Some of its pieces (see ``STEP``) with the first of the places where they stand."""
        return self._ready().grams

    @property
    def tokens(self) -> frozenset[str]:
        """Its words that can be told from all others."""
        return self._ready().tokens

    def _ready(self) -> _Index:
        if self._index is None:
            plain = unescaped(self._raw)
            text = squashed(plain)
            grams = _grams_of(text)
            self.crowded = any(len(places) == PLACES for places in grams.values())
            self._index = _Index(text, grams, frozenset(tokens_of(plain)))
            self.unindexed = 0
        return self._index


def _grams_of(text: str) -> dict[str, list[int]]:
    grams: dict[str, list[int]] = {}
    for at in range(0, len(text) - GRAM + 1, STEP):
        gram = text[at : at + GRAM]
        if (places := grams.get(gram)) is None:
            grams[gram] = [at]
        elif len(places) < PLACES:
            places.append(at)
    return grams


class _Index(NamedTuple):
    """Attributes: as in ``Trace``."""

    text: str
    grams: dict[str, list[int]]
    tokens: frozenset[str]


class Search:
    """The searches of one call. Attributes: left: how many more there may be. weighed: parts that were."""

    def __init__(self) -> None:
        """None yet."""
        self.left = SEARCHES
        self.weighed = 0

    @property
    def whole(self) -> bool:
        """Whether nothing was left out."""
        return self.left >= 0 and self.weighed <= WEIGHED

    def has(self, trace: Trace, part: str) -> bool:
        """Whether ``part`` stands in the text of ``trace``; false where there were too many searches."""
        self.left -= 1
        return self.left >= 0 and part in trace.text


def tokens_of(text: str, *, pieces: bool = False) -> Iterator[str]:
    """Words that can be told from all others: addresses, paths, hashes, numbers; squashed.

    ``pieces``: of addresses, also what stands in them.
    """
    for match in _TOKEN.finditer(text):
        token = match.group().strip(".,:;!?*_#-=&")
        if len(token) >= 6 and distinctive(token):
            yield squashed(token)
        if pieces and ("://" in token or "=" in token):
            yield from (squashed(piece) for piece in _PIECES.split(token) if len(piece) >= 6 and distinctive(piece))
    for number in _NUMBER.finditer(text):
        digits = _NO_DIGIT.sub("", number.group())
        if len(set(digits)) > 2 and not _DAY.match(digits):
            yield digits


def distinctive(token: str) -> bool:
    """Whether a word without space is no word of a language, date or well-known name."""
    if token.isalpha() or _DATE.fullmatch(token) or _MEDIA.fullmatch(token) or _PLAIN_HOST.fullmatch(token):
        return False
    digits = sum(map(str.isdigit, token))
    if "@" in token or "://" in token:
        return len(token) >= 8
    if token.count("/") + token.count("\\") > 1:
        return len(token) >= 8
    return (digits >= 6) or (digits >= 2 and len(token) >= 10 and digits < len(token))


class Probe:
    """A text that is looked for. Attributes: text: squashed. places: where each of its grams stands. grams: those."""

    __slots__ = ("_places", "text")

    def __init__(self, text: str) -> None:
        """``text``: squashed."""
        self.text = text
        self._places: dict[str, int] | None = None

    @property
    def places(self) -> dict[str, int]:
        """Where each of its grams stands; worked out when it is first asked for."""
        if self._places is None:
            text = self.text
            self._places = {text[at : at + GRAM]: at for at in range(len(text) - GRAM, -1, -1)}
        return self._places


def parts(probe: Probe, trace: Trace, search: Search) -> list[Part]:
    """Parts of ``probe`` that stand in ``trace``, the longest first: what is short and usual is in nobody's way."""
    text, size = probe.text, len(probe.text)
    common = trace.grams.keys() & probe.places.keys()
    if not common:
        return []
    starts = sorted(probe.places[gram] for gram in common)
    if size <= 2 * CHAIN and any(_stands(text, at, trace) for at in starts):
        return [Part(0, size)]
    found, done = list[Part](), 0
    for at in starts:
        if at < done or text[at + STEP : at + CHAIN] not in common:
            continue
        if (part := _reach(text, at, trace, search)) is not None:
            found.append(part)
            done = part.end
    return sorted(found, key=lambda part: part.start - part.end)


def _stands(text: str, at: int, trace: Trace) -> bool:
    """Whether all of ``text`` stands there, by a gram ``at`` which it does."""
    places = trace.grams[text[at : at + GRAM]]
    if any(place >= at and trace.text.startswith(text, place - at) for place in places):
        return True
    return len(places) == PLACES and text in trace.text


def _reach(text: str, at: int, trace: Trace, search: Search) -> Part | None:
    """The longest part in common from a gram on, with the few characters before it; None where it is none."""
    places, whole = trace.grams[text[at : at + GRAM]], trace.text
    best = Part(at, at)
    for place in places:
        if whole.startswith(text[at : at + CHAIN], place):
            best = max(best, _around(text, at, whole, place), key=lambda part: part.end - part.start)
    if len(places) == PLACES:
        place = _found_by_search(text, at, trace, search)
        best = (
            max(best, _around(text, at, whole, place), key=lambda part: part.end - part.start) if place >= 0 else best
        )
    return best if best.end > at else None


def _found_by_search(text: str, at: int, trace: Trace, search: Search) -> int:
    """A place of what stands in more places than are remembered, with as much of what follows as can be; or -1."""
    if not search.has(trace, text[at : at + CHAIN]):
        return -1
    place, size = trace.text.find(text[at : at + CHAIN]), 2 * CHAIN
    while at + size <= len(text) and search.has(trace, text[at : at + size]):
        place = trace.text.find(text[at : at + size])
        size *= 2
    return place


def _around(text: str, at: int, whole: str, place: int) -> Part:
    """How far two texts agree from there on, and the few characters before."""
    end, step = CHAIN, CHAIN
    while step:
        if at + end + step <= len(text) and whole.startswith(text[at + end : at + end + step], place + end):
            end += step
            step *= 2
        else:
            step //= 2
    back = 0
    while back < STEP - 1 and min(at, place) > back and text[at - back - 1] == whole[place - back - 1]:
        back += 1
    return Part(at - back, at + end)
