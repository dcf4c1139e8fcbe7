"""What is different between two texts (pure).

Owns: which lines are gone, which are new, and which words of a line that changed. What stays true: the work is bounded:
two megabytes take some 30 ms whatever is in them, and where that is not enough, all of the one counts as gone and all
of the other as new, which is said; every line that differs is there; what is left out is the same in both, and counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from ui.inputs.myers import Match, StepBudget, matches
from ui.tr import tr_n

Sign: TypeAlias = Literal["same", "gone", "new", "left out"]
Span: TypeAlias = tuple[int, int]

CONTEXT: Final = 3
"""Lines around a difference that are shown though they are the same."""
STEPS: Final = 20_000
"""What comparing lines, and then words, may cost."""
_REACH: Final = 200
"""Characters from a difference to the beginning of its line beyond which the line is not shown from there."""
_BESIDE: Final = 40
"""Characters beside a difference that are shown then."""
_MARKED: Final = 1_000
"""Characters of a line up to which its words are compared."""
_WORD: Final = re.compile(r"\w+|\s+|[^\w\s]")
_ALIKE: Final = 3
"""Two lines are one line that changed where one word of so many is the same, blanks aside."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines of one sign.

    Attributes:
        sign: ``left out`` has one line, in our words, that says how much is. lines: raw. spans: of a line, by its
        position, the characters that differ, where that was worked out.
    """

    sign: Sign
    lines: Sequence[str]
    spans: Mapping[int, tuple[Span, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TextDiff:
    """A comparison.

    Attributes:
        stretches: in order. gone, new: lines. complete: False where the texts were too different to set line against
        line.
    """

    stretches: tuple[Hunk, ...]
    gone: int
    new: int
    complete: bool


@dataclass(slots=True)
class _Middle:
    """What differs somewhere, and what stands around it."""

    one: str
    other: str
    before: list[Hunk] = field(default_factory=list)
    after: list[Hunk] = field(default_factory=list)


def text_diff(one: str, other: str) -> TextDiff:
    """What became of ``one``."""
    if one == other:
        return TextDiff((), 0, 0, complete=True)
    middle = _trimmed(one, other)
    gone, new = middle.one.split("\n"), middle.other.split("\n")
    purse = StepBudget(STEPS)
    found = matches(gone, new, purse)
    between = _stretches(gone, new, found or [], StepBudget(STEPS))
    counts = {sign: sum(len(each.lines) for each in between if each.sign == sign) for sign in ("gone", "new")}
    every = (*middle.before, *between, *middle.after)
    return TextDiff(every, counts["gone"], counts["new"], complete=found is not None)


def word_spans(one: str, other: str, purse: StepBudget) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The characters of either line that the other has not; nothing where they have little in common."""
    if max(len(one), len(other)) > _MARKED:
        return (), ()
    words, others = _WORD.findall(one), _WORD.findall(other)
    purse.left -= len(words) + len(others)
    found = matches(words, others, purse)
    if found is None:
        return (), ()
    alike = sum(not word.isspace() for at, _, count in found for word in words[at : at + count])
    least = min(sum(not word.isspace() for word in each) for each in (words, others))
    if alike * _ALIKE < least or not least:
        return (), ()
    return _others(words, [(at, count) for at, _, count in found]), _others(
        others, [(at, count) for _, at, count in found]
    )


def _trimmed(one: str, other: str) -> _Middle:
    """Both without what they begin and end with alike, but for a little of it."""
    start = _same_length(min(len(one), len(other)), lambda size: one[:size] == other[:size])
    most = min(len(one), len(other)) - start
    end = _same_length(most, lambda size: one[len(one) - size :] == other[len(other) - size :])
    cut, before = _cut_before(one, start)
    rest, after = _cut_after(one, len(one) - end)
    return _Middle(one[cut:rest], other[cut : len(other) - (len(one) - rest)], before, after)


def _cut_before(text: str, start: int) -> tuple[int, list[Hunk]]:
    line = text.rfind("\n", 0, start) + 1
    if start - line > _REACH:
        cut = start - _BESIDE
        return cut, [_left_out_characters(cut)]
    if not line:
        return 0, []
    shown = text[:line].rsplit("\n", CONTEXT + 1)[-CONTEXT - 1 : -1]
    left = text.count("\n", 0, line) - len(shown)
    if any(len(each) > _MARKED for each in shown):
        shown, left = [], text.count("\n", 0, line)
    return line, [*_left_out_lines(left), *_same(shown)]


def _cut_after(text: str, end: int) -> tuple[int, list[Hunk]]:
    """``end`` may stand in the middle of a line, which then is shown to its end if that is near."""
    line = text.find("\n", end)
    if (len(text) if line < 0 else line) - end > _REACH:
        cut = end + _BESIDE
        return cut, [_left_out_characters(len(text) - cut)]
    if line < 0:
        return len(text), []
    ended = text.endswith("\n")  # and what stands behind the last line end is no line
    lines = text.count("\n", line + 1) + (not ended)
    shown = text[line + 1 :].split("\n", CONTEXT)[: min(CONTEXT, lines)]
    if any(len(each) > _MARKED for each in shown):
        shown = []
    left = lines - len(shown)
    return line, [*_same(shown), *_left_out_lines(left)]


def _stretches(gone: list[str], new: list[str], found: list[Match], purse: StepBudget) -> list[Hunk]:
    made: list[Hunk] = []
    at = down = 0
    for one, other, count in [*found, (len(gone), len(new), 0)]:
        made += _changed(gone[at:one], new[down:other], purse)
        made += _folded(gone[one : one + count], begins=not made, ends=one + count == len(gone))
        at, down = one + count, other + count
    return made


def _changed(gone: list[str], new: list[str], purse: StepBudget) -> list[Hunk]:
    spans: tuple[dict[int, tuple[Span, ...]], dict[int, tuple[Span, ...]]] = {}, {}
    for at, pair in enumerate(zip(gone, new, strict=False)):
        if purse.left <= 0:
            break
        spans[0][at], spans[1][at] = word_spans(*pair, purse)
    every = Hunk("gone", gone, spans[0]), Hunk("new", new, spans[1])
    return [stretch for stretch in every if stretch.lines]


def _folded(lines: list[str], *, begins: bool, ends: bool) -> list[Hunk]:
    """Lines that are the same, without those far from any difference."""
    head, tail = 0 if begins else CONTEXT, 0 if ends else CONTEXT
    if len(lines) <= head + tail + 1:
        return _same(lines)
    left = _left_out_lines(len(lines) - head - tail)
    return [*_same(lines[:head]), *left, *_same(lines[len(lines) - tail :])]


def _same(lines: list[str]) -> list[Hunk]:
    return [Hunk("same", lines)] if lines else []


def _left_out_lines(count: int) -> list[Hunk]:
    if count <= 0:
        return []
    return [Hunk("left out", [tr_n("⟨{n} line that is the same⟩", "⟨{n} lines that are the same⟩", count)])]


def _left_out_characters(count: int) -> Hunk:
    said = tr_n("⟨{n} character that is the same⟩", "⟨{n} characters that are the same⟩", count)
    return Hunk("left out", [said])


def _same_length(most: int, is_same: Callable[[int], bool]) -> int:
    """The greatest size up to ``most`` for which that holds; each look compares memory, not characters."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if is_same(middle) else (low, middle - 1)
    return low


def _others(words: list[str], same: list[tuple[int, int]]) -> tuple[Span, ...]:
    """Where the words stand that are not the same, neighbours together."""
    kept = {index for at, count in same for index in range(at, at + count)}
    spans: list[Span] = []
    place = 0
    for index, word in enumerate(words):
        if index not in kept:
            if spans and spans[-1][1] == place:
                spans[-1] = spans[-1][0], place + len(word)
            else:
                spans.append((place, place + len(word)))
        place += len(word)
    return tuple(spans)
