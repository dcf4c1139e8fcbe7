"""What of a call is looked for in earlier results (pure).

Owns: the pieces of the inputs that are compared, as they stand, behind encodings, respelt, and put together where they
may have been split. What stays true: their number and length are bounded, and what is left out is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from host.inspect.flows.figures import all_figures, figures_of
from host.inspect.flows.traces import WHOLE, Probe
from host.inspect.subject import Steps, Subject, Text
from host.inspect.texts.cutting import Places
from host.inspect.texts.decoding import decoded, rot13, shortly, squashed
from host.inspect.texts.respelt import SPELT_OUT, TURNED, codes_said, interleaved, respelt
from host.patterns import regex
from host.words import say

COMPARED: Final = 64 << 10
"""Characters of the inputs that are compared in full; of what is beyond, samples."""
_SAMPLE: Final = 1_024
_EVERY: Final = 16 << 10
_TURNED: Final = 4 << 10
"""Characters of a text that are also looked for backwards and in ROT13."""
_SPLIT: Final = 5_000
"""Texts that may be one, split."""
_CODES: Final = 8
_RESPELT: Final = 40
_GROUPED: Final = 200
_SHORT: Final = 40
_FEW: Final = 3
BETWEEN: Final = "\x1e"
"""Stands between values that are looked for as one."""
SPLIT_UP: Final = say("split over several inputs")


class Sought(NamedTuple):
    """Something to look for.

    Attributes:
        how. raw. text: where it stands, None where it is split. span: of an encoded run. probe: of ``raw``. places:
        in ``raw``. shift: where ``raw`` begins in the whole text. only: words that stand where
        it may stand, empty where nothing is known of that.
    """

    how: str
    raw: str
    text: Text | None
    span: tuple[int, int] | None
    probe: Probe
    places: Places
    shift: int = 0
    only: tuple[str, ...] = ()


class Piece(NamedTuple):
    """A text, or a sample of one. Attributes: text. shift: where it begins in the whole."""

    text: Text
    shift: int = 0


def compared(subject: Subject) -> tuple[list[Piece], bool]:
    """The texts to compare, long ones in samples."""
    left, complete, pieces = COMPARED, True, list[Piece]()
    for text in (*subject.texts, *figures_of(subject.arguments)):
        if text.is_name and (text.declared or len(text.text) < WHOLE):
            continue
        if len(text.text) <= left:
            pieces.append(Piece(text))
            left -= len(text.text)
        else:
            complete = False
            first = max(min(left, _EVERY), _SAMPLE)
            pieces.extend(_samples(text, first))
            left = max(0, left - first)
            if len(pieces) > 2_000:
                break
    return pieces, complete


def _samples(text: Text, first: int) -> Iterator[Piece]:
    """The beginning, the end and pieces between: what is copied in bulk shows in them."""
    whole = text.text
    starts = [(0, first), *((at, _SAMPLE) for at in range(first, min(len(whole), 1 << 20), _EVERY))]
    for start, size in (*starts, (max(0, len(whole) - _SAMPLE), _SAMPLE)):
        yield Piece(Text(text.steps, text.key, whole[start : start + size], text.is_name), start)


def all_sought(pieces: list[Piece]) -> Iterator[Sought]:
    """All readings of the pieces, alone and together."""
    values = [piece.text for piece in pieces if not piece.text.is_name][:_SPLIT]
    for at, piece in enumerate(pieces):
        yield from _of_text(piece, respell=at < _RESPELT)
    if len(values) > 1:
        raw = "".join(text.text.strip() for text in values)[:COMPARED]
        if len(squashed(raw)) >= WHOLE:
            spaced = BETWEEN.join(text.text.strip() for text in values)[:COMPARED]
            yield _sought(SPLIT_UP, spaced, squashed(spaced))
            turned = (
                BETWEEN.join(text.text.strip() for text in reversed(values))[:_SAMPLE] if len(values) > _FEW else ""
            )
            yield from (_sought(SPELT_OUT, it, squashed(it)) for it in _letter_by_letter(values))
            for it in (turned, *interleaved(values[:_GROUPED]), *_together(values)):
                yield _sought(SPLIT_UP, it, squashed(it))
        if max(len(text.text) for text in values) < _SAMPLE:
            yield from (_sought(say("split and {how}", how=it.how), it.text, squashed(it.text)) for it in decoded(raw))


def neighbours(texts: list[Text]) -> Iterator[tuple[str, Text]]:
    """Short values with figures, put together with those after them: a number or code that was cut up."""
    every = [text for text in texts[:_GROUPED] if not text.is_name and _MORE.fullmatch(text.text)]
    columns: dict[Steps, list[Text]] = {}
    for text in every:
        if any(isinstance(step, int) for step in text.steps):
            columns.setdefault(tuple(step for step in text.steps if not isinstance(step, int)), []).append(text)
    yield from _joined([text for text in every if _PART.fullmatch(text.text)])
    for group in (every, *columns.values()) if len(columns) > 1 else (every,):
        yield from _joined(group)
    yield from _among_words(texts)


def _joined(short: list[Text]) -> Iterator[tuple[str, Text]]:
    for at, text in enumerate(short):
        whole = text.text
        for other in short[at + 1 : at + _CUT]:
            whole += other.text
            figures = sum(map(str.isdigit, whole))
            long = len(squashed(whole))
            typed = figures == len(whole) >= _TYPED and len(set(whole)) >= _FEW
            if typed or figures >= _DIGITS or (figures >= _FEW and (long >= WHOLE or long - figures >= _FEW)):
                yield squashed(whole), text


def _among_words(texts: list[Text]) -> Iterator[tuple[str, Text]]:
    """Likewise where words stand around each part."""
    told = [
        (text, found[0])
        for text in texts[:_GROUPED]
        if len(text.text) <= _SHORT and not text.is_name and len(found := _DIGITS_IN.findall(text.text)) == 1
    ]
    for at, (text, first) in enumerate(told):
        whole = first
        for _, part in told[at + 1 : at + _PARTS]:
            whole += part
            if len(whole) >= _DIGITS and len(set(whole)) >= _FEW:
                yield whole, text


_PART: Final = regex(r"[A-Za-z]{0,4}[0-9][0-9A-Za-z-]{0,11}")
_MORE: Final = regex(r"[0-9A-Za-z-]{1,12}")
_PARTS: Final = 6
_CUT: Final = 8
"""Pieces of one code."""
_DIGITS_IN: Final = regex(r"[0-9]{2,12}")
_DIGITS: Final = 8
"""Digits of a number that hardly stands in two places by chance."""
_TYPED: Final = 6
"""Digits that are typed one by one, or in a few pieces of figures alone."""


def in_lists(subject: Subject) -> Iterator[Sought]:
    """Numbers that are the letters of a text."""
    figures = list(islice(all_figures(subject.arguments), _SPLIT))
    for order in (figures, figures[::-1]) if len(figures) >= _CODES else ():
        if said := codes_said(order):
            yield _sought("in character codes", said, squashed(said))


def _together(values: list[Text]) -> Iterator[str]:
    """Short neighbours of one list or object, which may be one value that was cut up."""
    groups: dict[Steps, list[str]] = {}
    for text in values[:_GROUPED]:
        if len(text.steps) > 1 and len(text.text) <= _SHORT:
            groups.setdefault(text.steps[:-1], []).append(text.text.strip())
    for group in groups.values():
        if len(group) > 1 and len(whole := "".join(group)) <= _SAMPLE:
            yield whole


def _letter_by_letter(values: list[Text]) -> Iterator[str]:
    """Single letters of one list."""
    groups: dict[Steps, list[str]] = {}
    for text in values[:_GROUPED]:
        if len(text.steps) > 1 and len(text.text.strip()) == 1:
            groups.setdefault(text.steps[:-1], []).append(text.text.strip())
    yield from ("".join(group) for group in groups.values() if len(group) >= _CODES)


def _of_text(piece: Piece, *, respell: bool) -> Iterator[Sought]:
    text, shift = piece
    squash = squashed(text.text)
    for it in shortly(text.text) if respell and not text.is_name else ():
        yield _sought(it.how, it.text, squashed(it.text), piece, (it.start + shift, it.end + shift))
    if len(squash) < WHOLE and text.text.isascii():
        if respell and len(text.text) > WHOLE and not text.is_name:
            yield from (_sought(how, said, squashed(said), piece) for how, said in respelt(text.text))
        return
    if len(squash) >= WHOLE:
        turned = squash[:_TURNED]
        yield _sought("", text.text, squash, piece)
        turns = ("backwards", turned[::-1]), ("in ROT13", rot13(turned) if text.text.isascii() else "")
        yield from (_sought(how, text.text, it, piece) for how, it in turns if it and not shift)  # of long ones, a part
    for how, said in respelt(text.text) if respell and not text.is_name else ():
        sought = _sought(how, said, squashed(said), piece, (shift, shift + len(text.text)))
        yield sought._replace(only=_longest(said)) if how in TURNED else sought
    for reading in decoded(text.text):
        ways = say("{how}, backwards", how=reading.how), say("{how}, in ROT13", how=reading.how)
        for how, said in zip(ways, (reading.text[::-1], rot13(reading.text)), strict=True):
            if reading.how.startswith("in ") and len(said) <= _TURNED:
                yield _sought(how, said, squashed(said), piece, (reading.start, reading.end))
        span = reading.start + shift, reading.end + shift
        yield _sought(reading.how, reading.text, squashed(reading.text), piece, span)


def _longest(said: str) -> tuple[str, ...]:
    """The longest two words."""
    return tuple(squashed(word) for word in sorted(said.split(), key=len)[-2:])


def _sought(how: str, raw: str, squash: str, piece: Piece | None = None, span: tuple[int, int] | None = None) -> Sought:
    text, shift = piece or (None, 0)
    return Sought(how, raw, text, span, Probe(squash), Places(raw), shift)
