"""Differences between two calls' inputs, and between two texts (pure).

Owns: which values were added, removed and changed; which lines and words of a text; such a comparison as lines to show;
and what a call is compared with, in this order: what the person changed, then files, then the last approved call.
Text is compared by Myers' greedy algorithm (An O(ND) Difference Algorithm and Its Variations, 1986) with a bound on its
steps, which ``difflib`` does not have.

Invariants:
    Values are equal only where they are sent as the same bytes (``1`` is not ``true``, ``1.50`` is not ``1.5``).
    The work is bounded: two megabytes take some 30 ms whatever is in them. Where the bound is met, the value being
    compared counts as one change, and all of a text as removed and all of the other as added, which is said.
    No difference is passed over; what is left out is equal in both, and counted, and can be shown.
    Each line shown begins with its sign, so that it is copied and spoken with it; a stranger's line always stands
    behind a sign and cannot pass for one of ours.
    Each comparison names its baseline. Where there is none, that is said, with why.
    A line of the new text was read here once all of it was on screen as it will be sent, never a part of it (attack 7).
"""

from __future__ import annotations

import marshal
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import accumulate
from posixpath import basename
from typing import Final, Literal, TypeAlias

from msgspec import Struct, field

from host.control import codec
from host.control.views import Comparison, FileBefore
from host.errors import ProtocolError
from host.model import ApprovalRequest, JsonObject, JsonValue
from host.text import FOLD_MARK, Untrusted, escape, one_line
from ui.inputs.lines import (
    Ground,
    Lines,
    SeenLines,
    Style,
    StyleName,
    TextLines,
    UnfoldedLines,
    ValuePath,
    pieces,
    squeezed,
    styled,
)
from ui.tr import tr, tr_n

Kind: TypeAlias = Literal["added", "removed", "changed"]
MOST_STEPS: Final = 5_000
"""Steps that comparing may take, some 10 microseconds each; beyond them whole parts are one change."""
_NO_REFERENCES: Final = 0
"""The form of ``marshal`` in which bytes hang on values alone, not on which objects are one."""
_VALUES_A_STEP: Final = 64
"""Values that are written out and compared in one such step."""
Match: TypeAlias = tuple[int, int, int]
"""Where a run of equal items begins in the one, in the other, and how long it is."""
_ITEMS_A_STEP: Final = 32
"""Items that are compared in one step where they are the same."""
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
_WORDS_ALIKE: Final = 3
"""Two lines are one line that changed where one word of so many is the same, blanks aside."""
SIGNS: Final[Mapping[Sign, str]] = {"same": " ", "gone": "-", "new": "+", "left out": ""}
_SHOWN_SIGNS: Final[Mapping[Sign, str]] = {"same": " ", "gone": "\u2212", "new": "+", "left out": " "}
_GROUNDS: Final[Mapping[Sign, Ground]] = {"same": "", "gone": "gone", "new": "new", "left out": ""}
_FEW: Final = 400
"""Lines up to which each is looked at for words that differ."""
_LONG: Final = 4_000


class ValueChange(Struct, frozen=True):
    """A value that differs.

    Attributes:
        path: the steps to it.
        kind: what happened to it.
        before: None where there is none.
        after: None where there is none.
    """

    path: ValuePath
    kind: Kind
    before: JsonValue = None
    after: JsonValue = None


class ValueChanges(Struct, frozen=True):
    """The differences of two calls.

    Attributes:
        changes: in the order of the new inputs, removed ones last.
        same: how many inputs did not change.
    """

    changes: tuple[ValueChange, ...]
    same: int


def compare(before: JsonObject, after: JsonObject) -> ValueChanges:
    """What became of ``before``."""
    walk = _Walk(MOST_STEPS)
    walk.objects(before, after, ())
    touched = {change.path[0] for change in walk.found if change.path}
    return ValueChanges(tuple(walk.found), sum(name not in touched for name in after if name in before))


def as_text(value: JsonValue) -> str:
    """A value as a text to compare: a text itself, anything else as the JSON that is sent."""
    return value if isinstance(value, str) else codec.lexeme(value)


class _Walk:
    def __init__(self, room: int) -> None:
        self.found: list[ValueChange] = []
        self._room = room

    def values(self, before: JsonValue, after: JsonValue, path: ValuePath) -> None:
        self._room -= 1
        if self._room > 0 and isinstance(before, dict) and isinstance(after, dict) and (before or after):
            self.objects(before, after, path)
        elif self._room > 0 and isinstance(before, list) and isinstance(after, list) and (before or after):
            self._lists(before, after, path)
        elif not _is_same(before, after):
            self.found.append(ValueChange(path, "changed", before, after))

    def objects(self, before: JsonObject, after: JsonObject, path: ValuePath) -> None:
        both = [name for name in after if name in before]
        differing = self._differing(both, before, after)
        if differing is None:
            self.found.append(ValueChange(path, "changed", before, after))
            return
        for name in after:
            if name in differing:
                self.values(before[name], after[name], (*path, name))
            elif name not in before:
                self.found.append(ValueChange((*path, name), "added", None, after[name]))
        for name, value in before.items():
            if name not in after:
                self.found.append(ValueChange((*path, name), "removed", value, None))

    def _differing(self, names: list[str], before: JsonObject, after: JsonObject) -> set[str] | None:
        """Those that may not be the same in both, found by halves; None where that would be too much."""
        found: set[str] = set()
        left = [names] if names else []
        while left:
            some = left.pop()
            self._room -= 1 + len(some) // _VALUES_A_STEP
            if self._room <= 0:
                return None
            if not _surely_same([before[name] for name in some], [after[name] for name in some]):
                if len(some) == 1:
                    found.update(some)
                else:
                    left += [some[: len(some) // 2], some[len(some) // 2 :]]
        return found

    def _lists(self, before: list[JsonValue], after: list[JsonValue], path: ValuePath) -> None:
        """What both begin and end with is the same; between, one stands against one."""
        self._room -= (len(before) + len(after)) // _VALUES_A_STEP
        start = _same_at_start(before, after)
        end = _same_at_start(before[start:][::-1], after[start:][::-1])
        old, new = before[start : len(before) - end], after[start : len(after) - end]
        if len(old) + len(new) > self._room:
            self.found.append(ValueChange(path, "changed", before, after))
            return
        for index, (one, other) in enumerate(zip(old, new, strict=False), start):
            self.values(one, other, (*path, index))
        both = min(len(old), len(new))
        for index, value in enumerate(new[both:], start + both):
            self.found.append(ValueChange((*path, index), "added", None, value))
        for index, value in enumerate(old[both:], start + both):
            self.found.append(ValueChange((*path, index), "removed", value, None))


def _same_at_start(one: list[JsonValue], other: list[JsonValue]) -> int:
    """How many values both begin with: looked at by many at once, then one by one."""
    most, at = min(len(one), len(other)), 0
    while at < most and _surely_same(
        one[at : min(at + _VALUES_A_STEP, most)], other[at : min(at + _VALUES_A_STEP, most)]
    ):
        at += _VALUES_A_STEP
    while at < most and _is_same(one[at], other[at]):
        at += 1
    return min(at, most)


def _surely_same(one: list[JsonValue], other: list[JsonValue]) -> bool:
    """Whether both are the same to the type of each number, told fast; False also where objects differ in order."""
    try:
        return marshal.dumps(one, _NO_REFERENCES) == marshal.dumps(other, _NO_REFERENCES)
    except ValueError:  # a number that keeps its digits
        return _is_same(one, other)


def _is_same(one: JsonValue, other: JsonValue) -> bool:
    """Whether both are sent as the same bytes. Python's own equality is another: ``1 == True == 1.0``."""
    if isinstance(one, (str, bool, int)) or one is None:
        return type(one) is type(other) and one == other
    return codec.lexeme(one) == codec.lexeme(other)


class StepBudget:
    """How many steps may still be taken.

    Attributes:
        left: steps; a step is some 0.2 microseconds.
    """

    def __init__(self, steps: int) -> None:
        self.left = steps


def matches(one: Sequence[object], other: Sequence[object], budget: StepBudget) -> list[Match] | None:
    """The runs that are the same in both, in order; None where finding them would cost more than the budget allows."""
    trace = _search(one, other, budget)
    return None if trace is None else _runs(trace, len(one), len(other))


def _search(one: Sequence[object], other: Sequence[object], budget: StepBudget) -> list[dict[int, int]] | None:
    """How far each diagonal was reached before each step; the last of it reaches the end."""
    long, wide = len(one), len(other)
    furthest, trace = {1: 0}, []
    for step in range(long + wide + 1):
        trace.append(furthest.copy())
        budget.left -= len(furthest)
        for diagonal in range(-(step - 2 * max(0, step - wide)), step - 2 * max(0, step - long) + 1, 2):
            start = _from(furthest, diagonal, step)
            at = start + _run_length(one, other, start, start - diagonal)
            furthest[diagonal] = at
            budget.left -= 2 + (at - start) // _ITEMS_A_STEP
            if at >= long and at - diagonal >= wide:
                return trace
            if budget.left < 0:
                return None
    return trace


def _run_length(one: Sequence[object], other: Sequence[object], at: int, down: int) -> int:
    """How many items are the same from there on: looked at by more and more at once, then by fewer."""
    start, size = at, 1
    while at < len(one) and one[at : at + size] == other[down : down + size]:
        moved = min(size, len(one) - at)
        at, down, size = at + moved, down + moved, 2 * size
    while size > 1:
        size //= 2
        part = one[at : at + size]
        if len(part) == size and part == other[down : down + size]:
            at, down = at + size, down + size
    return at - start


def _from(furthest: dict[int, int], diagonal: int, step: int) -> int:
    """Where this diagonal is entered: from the one above, or from the one to the left."""
    above, left = furthest.get(diagonal + 1, -1), furthest.get(diagonal - 1, -1)
    return above if diagonal == -step or (diagonal != step and left < above) else left + 1


def _runs(trace: list[dict[int, int]], at: int, down: int) -> list[Match]:
    found: list[Match] = []
    for step in range(len(trace) - 1, -1, -1):
        furthest, diagonal = trace[step], at - down
        start = _from(furthest, diagonal, step)
        if at > start:
            found.append((start, start - diagonal, at - start))
        came_from_above = start == furthest.get(diagonal + 1, -1) and (
            diagonal == -step or (diagonal != step and furthest.get(diagonal - 1, -1) < start)
        )
        at, down = (start, start - diagonal - 1) if came_from_above else (start - 1, start - diagonal)
    return found[::-1]


class Hunk(Struct, frozen=True):
    """Lines of one sign.

    Attributes:
        sign: ``left out`` has one line, in our words, that says how much is.
        lines: raw.
        spans: of a line, by its position, the characters that differ, where that was worked out.
        left: lines of both that are left out.
    """

    sign: Sign
    lines: Sequence[str]
    spans: Mapping[int, tuple[Span, ...]] = field(default_factory=dict)
    left: int = 0


class TextDiff(Struct, frozen=True):
    """A comparison.

    Attributes:
        hunks: in order.
        gone: how many lines are.
        new: how many lines are.
        complete: False where the texts were too different to compare line by line.
        cuts: whether a line is shown in part.
    """

    hunks: tuple[Hunk, ...]
    gone: int
    new: int
    complete: bool
    cuts: bool = False

    @property
    def left(self) -> int:
        """Lines that are the same and left out."""
        return sum(hunk.left for hunk in self.hunks)


def text_diff(one: str, other: str, *, whole: bool = False) -> TextDiff:
    """What became of ``one``. ``whole``: nothing is left out."""
    if one == other:
        return TextDiff((), 0, 0, complete=True)
    start = _same_length(min(len(one), len(other)), lambda size: one[:size] == other[:size])
    most = min(len(one), len(other)) - start
    end = _same_length(most, lambda size: one[len(one) - size :] == other[len(other) - size :])
    cut, before = _cut_before(one, start, whole=whole)
    rest, after = _cut_after(one, len(one) - end, whole=whole)
    gone, new = one[cut:rest].split("\n"), other[cut : len(other) - (len(one) - rest)].split("\n")
    found = matches(gone, new, StepBudget(STEPS))
    between = _hunks(gone, new, found or [], StepBudget(STEPS), whole=whole)
    counts = {sign: sum(len(each.lines) for each in between if each.sign == sign) for sign in ("gone", "new")}
    cuts = any(hunk.sign == "left out" and not hunk.left for hunk in (*before, *after))
    return TextDiff((*before, *between, *after), counts["gone"], counts["new"], found is not None, cuts)


def size_words(diff: TextDiff) -> str:
    """``\u22121 +4 lines``: how many lines go and come."""
    return tr_n("\u2212{gone} +{n} line", "\u2212{gone} +{n} lines", diff.new, gone=f"{diff.gone:,}")


def word_spans(one: str, other: str, budget: StepBudget) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The characters of either line that the other has not; nothing where they have little in common."""
    if max(len(one), len(other)) > _MARKED:
        return (), ()
    words, others = _WORD.findall(one), _WORD.findall(other)
    budget.left -= len(words) + len(others)
    found = matches(words, others, budget)
    if found is None:
        return (), ()
    alike = sum(not word.isspace() for at, _, count in found for word in words[at : at + count])
    least = min(sum(not word.isspace() for word in each) for each in (words, others))
    if alike * _WORDS_ALIKE < least or not least:
        return (), ()
    return _others(words, [(at, count) for at, _, count in found]), _others(
        others, [(at, count) for _, at, count in found]
    )


def _cut_before(text: str, start: int, *, whole: bool) -> tuple[int, list[Hunk]]:
    """Where what differs begins to be shown, and what of the same stands before it: a little, or all of its lines."""
    line = text.rfind("\n", 0, start) + 1
    if start - line > _REACH and not whole:
        cut = start - _BESIDE
        return cut, [_left_out_characters(cut)]
    if not line:
        return 0, []
    if whole:
        return line, _same(text[: line - 1].split("\n"))
    shown = text[:line].rsplit("\n", CONTEXT + 1)[-CONTEXT - 1 : -1]
    left = text.count("\n", 0, line) - len(shown)
    if any(len(each) > _MARKED for each in shown):
        shown, left = [], text.count("\n", 0, line)
    return line, [*_left_out_lines(left), *_same(shown)]


def _cut_after(text: str, end: int, *, whole: bool) -> tuple[int, list[Hunk]]:
    """``end`` may stand in the middle of a line, which then is shown to its end if that is near."""
    line = text.find("\n", end)
    if (len(text) if line < 0 else line) - end > _REACH and not whole:
        cut = end + _BESIDE
        return cut, [_left_out_characters(len(text) - cut)]
    if line < 0:
        return len(text), []
    ended = text.endswith("\n")  # and what stands behind the last line end is no line
    lines = text.count("\n", line + 1) + (not ended)
    count = lines if whole else min(CONTEXT, lines)
    shown = text[line + 1 :].split("\n", count)[:count]
    if not whole and any(len(each) > _MARKED for each in shown):
        shown = []
    left = lines - len(shown)
    return line, [*_same(shown), *_left_out_lines(left)]


def _hunks(gone: list[str], new: list[str], found: list[Match], budget: StepBudget, *, whole: bool) -> list[Hunk]:
    made: list[Hunk] = []
    at = down = 0
    for one, other, count in [*found, (len(gone), len(new), 0)]:
        made += _changed(gone[at:one], new[down:other], budget)
        same = gone[one : one + count]
        made += _same(same) if whole else _folded(same, begins=not made, ends=one + count == len(gone))
        at, down = one + count, other + count
    return made


def _changed(gone: list[str], new: list[str], budget: StepBudget) -> list[Hunk]:
    spans: tuple[dict[int, tuple[Span, ...]], dict[int, tuple[Span, ...]]] = {}, {}
    for at, pair in enumerate(zip(gone, new, strict=False)):
        if budget.left <= 0:
            break
        spans[0][at], spans[1][at] = word_spans(*pair, budget)
    every = Hunk("gone", gone, spans[0]), Hunk("new", new, spans[1])
    return [hunk for hunk in every if hunk.lines]


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
    return [Hunk("left out", [tr_n("⟨{n} unchanged line⟩", "⟨{n} unchanged lines⟩", count)], left=count)]


def _left_out_characters(count: int) -> Hunk:
    said = tr_n("⟨{n} unchanged character⟩", "⟨{n} unchanged characters⟩", count)
    return Hunk("left out", [said])


def _same_length(most: int, is_same: Callable[[int], bool]) -> int:
    """The greatest size up to ``most`` for which that holds; each comparison is one of memory, not characters."""
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


class DiffLines(Lines):
    """What ``ui.inputs.text_block`` shows of a comparison."""

    def __init__(self, diff: TextDiff) -> None:
        old = new = 0
        self._parts: list[_Part] = []
        for hunk in diff.hunks:
            self._parts.append(_Part(hunk, old, new))
            old += hunk.left + len(hunk.lines) * (hunk.sign in ("same", "gone"))
            new += hunk.left + len(hunk.lines) * (hunk.sign in ("same", "new"))
        self._ends = list(accumulate(len(part.lines) for part in self._parts))
        self._cuts = diff.cuts
        is_one_line = max(old, new) <= 1
        self._widths = [0 if diff.cuts or is_one_line else len(str(most)) * bool(most) for most in (old, new)]

    def __len__(self) -> int:
        """How many lines there are."""
        return self._ends[-1] if self._ends else 0

    def part(self, start: int, stop: int) -> list[str]:
        """Some of them, safe to show."""
        return [part.line(place)[0] for part, place in self._places(start, stop)]

    def labels(self, start: int, stop: int) -> list[str]:
        """Their numbers in the old text and in the new one, and their signs; a fold has none, it is no text's own."""
        return [self._label(part, place) for part, place in self._places(start, stop)]

    def styles(self, start: int, stop: int) -> list[list[Style]]:
        """What is gone is struck out, what is new underlined; what is the same stands back."""
        return [part.line(place)[1] for part, place in self._places(start, stop)]

    def grounds(self, start: int, stop: int) -> list[Ground]:
        """The tint of each of these lines."""
        return [_GROUNDS[part.sign] for part, _ in self._places(start, stop)]

    def sent(self, at: int) -> tuple[range, range] | None:
        """The lines of the new text that a line stands for, and the lines here that show all of them; None for none."""
        part, place = self._find(at)
        if self._cuts or part.new is None:
            return None
        here = part.pieces(place)
        first, stop = part.covers[place]
        return range(part.new + first, part.new + stop), range(at - place + here.start, at - place + here.stop)

    def _find(self, at: int) -> tuple[_Part, int]:
        index = bisect_right(self._ends, at)
        return self._parts[index], at - (self._ends[index - 1] if index else 0)

    def _places(self, start: int, stop: int) -> list[tuple[_Part, int]]:
        return [self._find(at) for at in range(start, min(stop, len(self)))]

    def _label(self, part: _Part, place: int) -> str:
        if part.sign == "left out" or part.lines[place].startswith(FOLD_MARK):
            return ""
        first = part.covers[place][0]
        numbers = ("" if start is None or self._cuts else str(start + first + 1) for start in (part.old, part.new))
        columns = [number.rjust(width) for number, width in zip(numbers, self._widths, strict=True) if width]
        return " ".join([*columns, _SHOWN_SIGNS[part.sign]])


class _Part:
    """A hunk on the screen.

    Attributes:
        sign: of the hunk.
        lines: escaped, without their sign.
        covers: of each, which lines of the hunk it stands for, from and to.
        old, new: lines of either text before the hunk; None where the hunk is not of that text.
    """

    def __init__(self, hunk: Hunk, old: int, new: int) -> None:
        self.sign = hunk.sign
        self.old = old if hunk.sign in ("same", "gone") else None
        self.new = new if hunk.sign in ("same", "new") else None
        self.lines: list[str] = []
        self.covers: list[tuple[int, int]] = []
        self._styles: list[list[Style]] = []
        if hunk.sign == "left out":
            self.lines, self.covers = list(hunk.lines), [(0, 1)]
        elif len(hunk.lines) > _FEW or any(len(line) > _LONG for line in hunk.lines):
            every = TextLines(Untrusted("\n".join((*hunk.lines, ""))))
            self.lines, self.covers = every.part(0, len(every)), every.covered()
        else:
            self._fill(hunk)

    def pieces(self, at: int) -> range:
        """All lines here that show what this one shows a piece of."""
        start, stop = at, at + 1
        while start and self.covers[start - 1] == self.covers[at]:
            start -= 1
        while stop < len(self.covers) and self.covers[stop] == self.covers[at]:
            stop += 1
        return range(start, stop)

    def line(self, at: int) -> tuple[str, list[Style]]:
        sign, line = SIGNS[self.sign], self.lines[at]
        found = self._styles[at] if self._styles else []
        styles = [Style(start + len(sign), stop + len(sign), name) for start, stop, name in found]
        if self.sign in ("same", "left out"):
            styles.insert(0, Style(0, len(sign) + len(line), "soft"))
        if sign:  # which stands beside the line
            styles.append(Style(0, 1, "unseen"))
        return sign + line, styles

    def _fill(self, hunk: Hunk) -> None:
        name: StyleName = "gone" if hunk.sign == "gone" else "new"
        for at, raw in enumerate(hunk.lines):
            shown = squeezed(escape(raw, newlines=True))
            parts = pieces(shown)
            self.lines += parts
            self._styles += UnfoldedLines(parts).divide(styled(raw, *span, name) for span in hunk.spans.get(at, ()))
            self.covers += [(at, at + 1)] * len(parts)


class SeenInDiff(SeenLines):
    """Which lines of a comparison were in view, and by them which lines of the new text, as the form shows it.

    A line of the text was read once all that the comparison shows of it was.
    """

    def __init__(self, shown: DiffLines, text: TextLines, read: SeenLines) -> None:
        """``text``: the new text. ``read``: its lines that were in view."""
        super().__init__(len(shown))
        self._shown, self._text, self._read = shown, text, read

    def see(self, start: int, stop: int) -> None:
        """Lines ``start`` to ``stop``, without the last, are in view."""
        super().see(start, stop)
        for at in range(start, min(stop, len(self._shown))):
            found = self._shown.sent(at)
            if found is not None and self.has_seen(found[1]):
                lines = self._text.showing(found[0])
                self._read.see(lines.start, lines.stop)


BaselineKind: TypeAlias = Literal["edit", "file", "last"]
_NAME: Final = 80
"""Characters of a file's name in a sentence."""


class Baseline(Struct, frozen=True):
    """One thing to hold the call against.

    Attributes:
        kind: what it is.
        name: of the choice, ours.
        said: what is compared, in a sentence.
        detail: a stranger's name of it; None where there is none, or the input itself says it.
        changes: what is different; None where there is nothing to compare with.
        why: there is nothing.
        effect: what becomes of a file, in a sentence; empty where that is not known.
    """

    kind: BaselineKind
    name: str
    said: str
    detail: Untrusted | None
    changes: ValueChanges | None
    why: str = ""
    effect: str = ""


def edit_baseline(request: ApprovalRequest) -> Baseline | None:
    """What the person changed; None where nobody did."""
    if request.edited is None:
        return None
    said = tr("What the app proposed, and what you made of it.")
    return _edit(request.edited, request.call.arguments_value, said)


def past_edit_baseline(proposed: bytes, params: bytes) -> Baseline:
    """What a person changed, once upon a time. Both: canonical ``params``. Raises ProtocolError for the latter."""
    said = tr("What the app proposed, and what a person made of it.")
    return _edit(proposed, codec.call_of(params)[0], said)


def file_baselines(arguments: JsonObject, comparison: Comparison) -> list[Baseline]:
    """Files that would be overwritten, as they are."""
    if len(comparison.files) == 1:
        return [_file(arguments, comparison.files[0], tr("File on disk"), alone=True)]
    names = ((tr("File {number} on disk", number=number), file) for number, file in enumerate(comparison.files, 1))
    return [_file(arguments, file, name, alone=False) for name, file in names]


def value_at(value: JsonValue, path: ValuePath) -> JsonValue:
    """What stands at ``path``; None where nothing does."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def _edit(proposed: bytes, arguments: JsonObject, said: str) -> Baseline:
    name = tr("Your changes")
    try:
        before, _ = codec.call_of(proposed)
    except ProtocolError:
        return Baseline("edit", name, said, None, None, tr("What was proposed cannot be read."))
    return Baseline("edit", name, said, None, compare(before, arguments))


def _file(arguments: JsonObject, file: FileBefore, name: str, *, alone: bool) -> Baseline:
    said = tr("The file as it is now, and as it would be.")
    is_said = alone and value_at(arguments, file.path) == file.name  # by the input, which stands there as well
    detail, after = None if is_said else Untrusted(file.name), value_at(arguments, file.content)
    short = one_line(basename(file.name), _NAME)
    if file.missing and isinstance(after, str):
        lines = len(after.removesuffix("\n").split("\n")) if after else 0
        effect = tr_n("Creates {file}: {n} line", "Creates {file}: {n} lines", lines, file=short)
        return Baseline("file", name, said, detail, None, file.why, effect)
    if file.text is None or not isinstance(after, str):
        return Baseline("file", name, said, detail, None, file.why)
    if file.text == after:
        effect = tr("Replaces {file} with the same text", file=short)
        return Baseline("file", name, said, detail, ValueChanges((), 1), effect=effect)
    change = ValueChange(file.content, "changed", file.text, after)
    effect = tr("Replaces {file}: {size}", file=short, size=size_words(text_diff(file.text, after)))
    return Baseline("file", name, said, detail, ValueChanges((change,), 0), effect=effect)


def last_baseline(arguments: JsonObject, comparison: Comparison) -> Baseline:
    """The last approved call of the same tool."""
    name = tr("Last approved call")
    said = tr("The last call of this tool that was approved, and this one.")
    if comparison.last is not None and comparison.last_app:
        when = f"{datetime.fromtimestamp(comparison.last_at, UTC).astimezone():%Y-%m-%d %H:%M}"
        by = Untrusted(comparison.last_app)
        said = tr("The last call of this tool that was approved, by {app} on {when}, and this one.", app=by, when=when)
    if comparison.last is None:
        return Baseline("last", name, said, None, None, comparison.why)
    try:
        before = codec.object_of(comparison.last)
    except ProtocolError:
        return Baseline("last", name, said, None, None, tr("The last approved call cannot be read."))
    return Baseline("last", name, said, None, compare(before, arguments))
