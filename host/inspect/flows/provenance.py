"""What of a call came from the result of an earlier one (pure).

Owns: the comparison of inputs with results, as they stand and behind usual encodings, and the kind ``carried-over``.
What stays true: what the person said, or an earlier call had in its inputs, came from nowhere else; results are looked
for in inputs, and nothing a stranger writes there makes the work more than a bounded one; what is not compared is said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from host.inspect.flows.codes import codes_held
from host.inspect.flows.figures import all_figures
from host.inspect.flows.known import Known
from host.inspect.flows.retold import retold
from host.inspect.flows.reworded import reworded
from host.inspect.flows.sought import BETWEEN, SPLIT_UP, Sought, all_sought, compared, in_lists, neighbours
from host.inspect.flows.telling import codes_in, says_something, slugs_in
from host.inspect.flows.traces import WEIGHED, WHOLE, Search, Trace, parts, tokens_of
from host.inspect.saying import EVIDENCE
from host.inspect.subject import Earlier, Steps, Subject, Text
from host.inspect.texts.cutting import whole_words
from host.inspect.texts.decoding import squashed
from host.inspect.texts.numerals import joined, numbers_in
from host.inspect.texts.respelt import SPELT
from host.model import Finding, Severity
from host.naming import key_words
from host.text import one_line
from host.words import say

_ADDRESS: Final = 120
_NAME: Final = 60
_LIMIT: Final = 20
"""Matches of one call that are worked out."""
_TURNED_ROUND: Final = (say("backwards"), say("in ROT13"))
_SYSTEM: Final = say("in another number system")
_ORDER: Final = say("in a name made of its words")
_VEILED: Final = 16
"""Letters and digits that nobody writes twice, and hides once, by chance."""
"""Numbers of a list that may say something."""
_WORDS: Final = (
    "",
    say("one call"),
    say("two calls"),
    say("three calls"),
    say("four calls"),
    say("five calls"),
    say("six calls"),
    say("seven calls"),
)


@dataclass(frozen=True, slots=True)
class Match:
    """Something of a call that stood in an earlier result.

    Attributes:
        earlier: whose result. how: the encoding it stands in here, empty for none. shown: it, raw (untrusted). size:
        letters and digits in common. steps: to the input, empty where it is split over several. span: of that text.
    """

    earlier: Earlier
    how: str
    shown: str
    size: int
    steps: Steps = ()
    span: tuple[int, int] | None = None


class Matches(NamedTuple):
    """Attributes: found. complete: whether everything was compared."""

    found: tuple[Match, ...]
    complete: bool


def carried_over(
    compared: Matches, *, fetched: bool = False, sends: bool = True, named: bool = False
) -> Iterator[Finding]:
    """The findings for what ``matches`` found.

    ``fetched``: whether the call only fetches what it names. ``sends``: whether it can carry something out; what was
    not compared in such a call is to be looked at. ``named``: whether it is only named after them.
    """
    for match in compared.found:
        severity = Severity.INFO if named or (fetched and _looked_up(match)) else Severity.MEDIUM
        yield Finding("carried-over", severity, _sentence(match), match.shown[:EVIDENCE], match.steps, match.span)
    if not compared.complete:
        text = say("The inputs are long; not all of them was compared with what earlier calls brought.")
        yield Finding("not-inspected", Severity.MEDIUM if sends else Severity.INFO, text)


def _looked_up(match: Match) -> bool:
    """Whether it is an address that a search brought: to be opened is what it is for."""
    searched = "search" in key_words(match.earlier.tool)
    return (
        searched and not match.how and match.shown.startswith(("https://", "http://")) and len(match.shown) <= _ADDRESS
    )


def others(subject: Subject) -> tuple[Earlier, ...]:
    """Earlier calls to other servers that brought any text."""
    return tuple(it for it in subject.past.session if it.server != subject.server and len(it.text) >= 6)


def came_from(earlier: Earlier) -> str:
    """Such as: web ▸ fetch two calls ago."""
    calls = _WORDS[earlier.ago] if earlier.ago < len(_WORDS) else say("{n} calls", n=earlier.ago)
    tool = f"{one_line(earlier.server, _NAME)} ▸ {one_line(earlier.tool, _NAME)}"
    return say("{tool} {calls} ago", tool=tool, calls=calls)


def matches(subject: Subject, session: tuple[Earlier, ...]) -> Matches:
    """What of the call stood in results of ``session``: of each text, the longest by the newest."""
    if not session or not subject.texts:
        return Matches((), complete=True)
    pieces, complete = compared(subject)
    texts = [piece.text for piece in pieces]
    sought = [*all_sought(pieces), *in_lists(subject)]
    tokens = {token: (text, "") for text in texts for token in tokens_of(text.text, pieces=True)}
    for it in sought:
        if it.text is not None and it.how and it.how not in _TURNED_ROUND:
            tokens |= {token: (it.text, it.how) for token in tokens_of(it.raw) if token not in tokens}
    cut = (*neighbours(texts), *joined((*all_figures(subject.arguments), *texts)))
    tokens = {number: (text, _SYSTEM) for text in texts for number in numbers_in(text.text)} | tokens
    turned = ((token[::-1], it) for token, (it, how) in tokens.items() if not how and _long(token))
    tokens = {token: (text, _TURNED_ROUND[0]) for token, text in turned} | tokens
    tokens = {whole: (text, SPLIT_UP) for whole, text in cut} | tokens
    codes = {code: text for text in texts for code in _pieces_of(text.text) if code not in tokens}
    search, known, found = Search(), Known(subject), list[Match]()
    for earlier in session:
        trace = trace_of(earlier)
        if search.whole:
            found.extend(_by_parts(sought, earlier, trace, search, known))
        found.extend(_by_tokens(tokens, earlier, trace, known))
        found.extend(_by_short(sought, earlier, trace, known))
        found.extend(_by_pieces(codes, earlier, trace, known))
        if len(found) >= _LIMIT:
            break
    found.extend(_again(subject, session))
    return Matches(_best(found), complete and search.whole)


def _again(subject: Subject, session: tuple[Earlier, ...]) -> Iterator[Match]:
    """Values in other forms, and words in other orders."""
    for it, earlier in retold(subject, session):
        yield Match(earlier, it.how, it.shown, len(it.value), it.text.steps)
    for held in codes_held(subject, session):
        yield Match(held.earlier, held.how, held.shown, len(held.code.value), held.text.steps)
    for words in reworded(subject, session):
        how = "" if words.secret else _ORDER
        yield Match(words.earlier, how, words.shown, len(squashed(words.shown)), words.text.steps, words.span)


def trace_of(earlier: Earlier) -> Trace:
    """The index of its result; made now where nobody kept one."""
    return earlier.trace if isinstance(earlier.trace, Trace) else Trace(earlier.text)


def _by_parts(every: Iterable[Sought], earlier: Earlier, trace: Trace, search: Search, known: Known) -> Iterator[Match]:
    for sought in every:
        if sought.only and not all(word in trace.text for word in sought.only):
            continue
        for part in parts(sought.probe, trace, search):
            search.weighed += 1
            if search.weighed > WEIGHED:
                return
            common = sought.probe.text[part.start : part.end]
            match = _match(sought, part.start, part.end, earlier)
            if match is not None and not known.before(common, earlier):
                yield match


def _match(sought: Sought, start: int, end: int, earlier: Earlier) -> Match | None:
    """What was found, cut to whole words; None where it is nothing to speak of."""
    steps = sought.text.steps if sought.text is not None else ()
    if sought.how in _TURNED_ROUND:
        if len(set(sought.probe.text[start:end])) < 6:
            return None
        return Match(earlier, sought.how, sought.raw[:EVIDENCE], end - start, steps)
    places = sought.places.of(start, end)
    if places is None:
        return None
    first, last = whole_words(sought.raw, *places)
    shown = sought.raw[first:last]
    if BETWEEN in sought.raw and BETWEEN not in shown:
        return None  # it stands in one value, and is told of that
    whole = end - start == len(sought.probe.text) and sought.how.startswith("in ")
    veiled = whole or (bool(sought.how) and sought.how != SPLIT_UP and end - start >= _VEILED)
    if (
        not veiled
        and not _run_together(shown, earlier)
        and not says_something(shown, sought.raw)
        and not (sought.text is None and says_something(shown.replace(BETWEEN, ""), sought.raw.replace(BETWEEN, "")))
    ):
        return None
    span = sought.span or ((first + sought.shift, last + sought.shift) if sought.text is not None else None)
    return Match(earlier, sought.how, shown.replace(BETWEEN, " "), end - start, steps, span)


def _run_together(shown: str, earlier: Earlier) -> bool:
    """Whether words that stood apart there are one here."""
    return len(shown) >= _JOINED and not any(map(str.isspace, shown)) and shown.lower() not in earlier.text.lower()


_JOINED: Final = 14


def _pieces_of(text: str) -> Iterator[str]:
    yield from codes_in(text)
    yield from slugs_in(text)


def _long(token: str) -> bool:
    """Whether it hardly says something else backwards by chance."""
    return len(token) > _LEAST and not token.isalpha()


def _by_tokens(tokens: dict[str, tuple[Text, str]], earlier: Earlier, trace: Trace, known: Known) -> Iterator[Match]:
    told: Counter[Steps] = Counter()
    for token in sorted(trace.tokens.intersection(tokens), key=lambda it: (-len(it), it)) if tokens else ():
        text, how = tokens[token]
        if told[text.steps] >= _TOKENS:
            continue  # one is told of each input
        told[text.steps] += 1
        if not known.before(token, earlier):
            told[text.steps] = _TOKENS
            yield Match(earlier, how, _raw_token(text.text, token), len(token), text.steps)


def _by_pieces(codes: dict[str, Text], earlier: Earlier, trace: Trace, known: Known) -> Iterator[Match]:
    """Parts of codes, which are told in pieces so that nobody sees the whole."""
    for code, text in codes.items():
        if squashed(code) in trace.text and not known.before(squashed(code), earlier):
            yield Match(earlier, "", code, len(code), text.steps)


def _by_short(every: Iterable[Sought], earlier: Earlier, trace: Trace, known: Known) -> Iterator[Match]:
    """Short values that somebody took the trouble to encode."""
    for it in every:
        bare = it.probe.text
        if not (it.how.startswith("in ") or it.how in SPELT) or not _FEWEST <= len(bare) < WHOLE:
            continue
        if bare in trace.text and (len(bare) >= _LEAST or _as_one(bare, earlier)) and not known.before(bare, earlier):
            yield Match(earlier, it.how, it.raw[:EVIDENCE], len(bare), it.text.steps if it.text else (), it.span)


def _as_one(bare: str, earlier: Earlier) -> bool:
    """Whether it stands there as one word with a figure, as none of a language does."""
    words = re.finditer(rf"(?<![^\W_]){re.escape(bare)}(?![^\W_])", earlier.text, re.IGNORECASE)
    return not bare.isalpha() and next(words, None) is not None


_FEWEST: Final = 5
_LEAST: Final = 7
_TOKENS: Final = 64
"""Tokens of one input that are weighed, the longest first."""


def _raw_token(text: str, token: str) -> str:
    return next((word for word in re.split(r"[\s\"'<>()\[\]{},;|`\\]+", text) if squashed(word) == token), text)[
        :EVIDENCE
    ]


def _best(found: list[Match]) -> tuple[Match, ...]:
    """One for each input: the longest, of equals the newest."""
    best: dict[tuple[Steps, str], Match] = {}
    for match in sorted(found, key=lambda it: (-it.size, it.earlier.ago, it.how, it.shown)):
        best.setdefault((match.steps, ""), match)
    whole = {match.shown for match in best.values() if match.steps}
    split = [it for it in best.values() if not it.steps and it.shown not in whole]
    single = [it for it in best.values() if it.steps]
    longest = max((it.size for it in single), default=0)
    return (*single, *(it for it in split if it.size > longest + 4))


def _sentence(match: Match) -> str:
    source = came_from(match.earlier)
    if not match.how:
        return say("This text came from {call}.", call=source)
    return say("Text that came from {call} stands here {how}.", call=source, how=match.how)
