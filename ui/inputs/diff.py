"""Differences between two calls' inputs, and between two texts (pure).

Owns: which values were added, removed and changed; which lines and words of a text; a comparison as lines to show; and
the baselines of a call, in this order: what the person changed, texts that it replaces (``ui.inputs.text_edits``),
files, the last approved call.
Text is compared by Myers' greedy algorithm (An O(ND) Difference Algorithm and Its Variations, 1986) with a bound on its
steps, which ``difflib`` does not have.

Invariants:
    Values are equal only if they are sent as the same bytes (``1`` is not ``true``, ``1.50`` is not ``1.5``).
    The work is bounded, whatever two megabytes contain: values beyond the bound are compared as a whole, and of texts
    all of the old one counts as removed and all of the new one as added; the screen says so.
    No difference is passed over. What is left out is equal in both; it is counted and can be shown.
    Each line begins with its sign, so that the sign is copied and spoken, and an untrusted line cannot pass for
    one of Assent's own.
    Each comparison names its baseline. If there is none, it says why.
    A line of a text that is sent counts as read once all of it was on screen as it will be sent (attack 7).
"""

from __future__ import annotations

import marshal
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import accumulate
from posixpath import basename
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from msgspec import Struct, field

from host import regex
from host.control import codec
from host.control.views import Comparison, FileBefore
from host.errors import ProtocolError
from host.model import ApprovalRequest, JsonObject, JsonValue
from host.text import Untrusted, one_line
from ui.inputs.lines import (
    BlamedPart,
    Lines,
    SeenLines,
    ShownLine,
    Style,
    TextLines,
    Tint,
    ValuePath,
    fold_lead,
    marks_between,
)
from ui.tr import tr, tr_n

ChangeKind: TypeAlias = Literal["added", "removed", "changed"]
_NO_REFERENCES: Final = 0
"""The version of ``marshal`` whose bytes depend on values alone, not on the identity of objects."""
VALUE_STEPS: Final = 30_000
"""Members of objects and lists that are compared one by one, some microsecond each; others count as a whole."""
_CHARACTERS_PER_STEP: Final = 200
"""Characters of JSON that are written out in one step."""
Match: TypeAlias = tuple[int, int, int]
"""A run of equal items: its start in the first sequence, its start in the second, its length."""
_ITEMS_PER_STEP: Final = 32
"""Equal items that are compared in one step."""
Sign: TypeAlias = Literal["same", "gone", "new", "left out"]
Side: TypeAlias = Literal["old", "new"]
"""One of the two texts that are compared."""
SIDES: Final[tuple[Side, Side]] = ("old", "new")
Span: TypeAlias = tuple[int, int]
CONTEXT: Final = 3
"""Unchanged lines that are shown around a difference."""
TEXT_STEPS: Final = 20_000
"""Steps that comparing lines may take, and then as many for words."""
_MAX_LEAD: Final = 200
"""Characters before or behind a difference beyond which its line is cut."""
_CONTEXT_CHARACTERS: Final = 40
"""Characters beside a difference that are shown of a line that is cut."""
_MAX_COMPARED_LINE: Final = 1_000
"""Characters of a line whose words are compared."""
_WORD: Final = regex.pattern(r"\w+|\s+|[^\w\s]")
_ONE_ALIKE_IN: Final = 3
"""Two lines count as one changed line if at least one word in this many is the same, blanks aside."""
SIGNS: Final[Mapping[Sign, str]] = {"same": " ", "gone": "-", "new": "+", "left out": ""}
_SHOWN_SIGNS: Final[Mapping[Sign, str]] = {"same": " ", "gone": "\u2212", "new": "+", "left out": " "}
_TINTS: Final[Mapping[Sign, Tint]] = {"same": "", "gone": "gone", "new": "new", "left out": ""}
_MAX_BLAMED_LINES: Final = 400
"""Lines of one mark of a finding at most."""
BlamedLines: TypeAlias = Mapping[int, Sequence[BlamedPart]]
"""The marks of findings in a text, by the number of their line from 0, with their places in that line."""


class ValueChange(Struct, frozen=True):
    """A value that differs.

    Attributes:
        before_path: the steps to the old value if the same call sends it, too; None if it is not sent.
    """

    path: ValuePath
    kind: ChangeKind
    before: JsonValue = None  # None if there was no value; ``after``: None if there is none now
    after: JsonValue = None
    before_path: ValuePath | None = None


class ValueChanges(Struct, frozen=True):
    """The differences between the inputs of two calls, in the order of the new ones, and how many did not change."""

    changes: tuple[ValueChange, ...]
    same_count: int


def compare(before: JsonObject, after: JsonObject) -> ValueChanges:
    """Compare the inputs of two calls."""
    changes = tuple(_differences(before, after, (), StepBudget(VALUE_STEPS)))
    if any(not change.path for change in changes):  # all of them are one change
        return ValueChanges(changes, 0)
    touched = {change.path[0] for change in changes}
    return ValueChanges(changes, sum(name not in touched for name in after if name in before))


def as_text(value: JsonValue) -> str:
    """A value as text to compare: a text itself, anything else as the JSON that is sent."""
    return value if isinstance(value, str) else codec.lexeme(value)


def _differences(before: JsonValue, after: JsonValue, path: ValuePath, budget: StepBudget) -> Iterator[ValueChange]:
    """Yield the differences of two values: by their members, or as a whole if the budget does not suffice."""
    if isinstance(before, (dict, list)) and isinstance(after, type(before)) and (before or after):
        budget.left -= len(before) + len(after)
        if budget.left > 0:
            for step, old, new in _pairs(before, after, budget):
                if old and new:
                    yield from _differences(old[0], new[0], (*path, step), budget)
                elif new:
                    yield ValueChange((*path, step), "added", None, new[0])
                else:
                    yield ValueChange((*path, step), "removed", old[0], None)
            return
    if not _is_same(before, after):
        yield ValueChange(path, "changed", before, after)


_Pair: TypeAlias = tuple[str | int, Sequence[JsonValue], Sequence[JsonValue]]
"""A step of a path, and the values there, each alone in a sequence that is empty if there is none."""


def _pairs(
    before: JsonObject | list[JsonValue], after: JsonObject | list[JsonValue], budget: StepBudget
) -> Iterator[_Pair]:
    """Pair members by name, and items by position; at the end of both lists from there on."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in {**after, **before}:
            yield name, [before[name]] if name in before else [], [after[name]] if name in after else []
    elif isinstance(before, list) and isinstance(after, list):
        end = _common_end_length(before, after, budget) if len(before) != len(after) else 0
        olds, news = before[: len(before) - end], after[: len(after) - end]
        for at in range(max(len(olds), len(news))):
            yield at, olds[at : at + 1], news[at : at + 1]
        for at in range(-end, 0):
            yield len(after) + at, [before[at]], [after[at]]


def _common_end_length(before: list[JsonValue], after: list[JsonValue], budget: StepBudget) -> int:
    """Count the items that both lists end with, behind those that both begin with."""
    olds, news = list(map(codec.lexeme, before)), list(map(codec.lexeme, after))
    # Lists inside are written out again when they are compared.
    budget.left -= (sum(map(len, olds)) + sum(map(len, news))) // _CHARACTERS_PER_STEP
    shorter = min(len(olds), len(news))
    start = next((at for at in range(shorter) if olds[at] != news[at]), shorter)
    rest = range(shorter - start)
    return next((at for at in rest if olds[-1 - at] != news[-1 - at]), len(rest))


def _is_same(one: JsonValue, other: JsonValue) -> bool:
    """Whether both are sent as the same bytes. Python's equality differs: ``1 == True == 1.0``."""
    if isinstance(one, (str, bool, int)) or one is None:
        return type(one) is type(other) and one == other
    with suppress(ValueError):  # ``marshal`` is fast, and does not know numbers that keep their digits
        if marshal.dumps(one, _NO_REFERENCES) == marshal.dumps(other, _NO_REFERENCES):
            return True
    return codec.lexeme(one) == codec.lexeme(other)


class StepBudget:
    """A bound on the steps of a comparison. ``left``: steps that may still be taken."""

    def __init__(self, steps: int) -> None:
        self.left = steps


def common_runs(one: Sequence[object], other: Sequence[object], budget: StepBudget) -> list[Match] | None:
    """Find the runs that are the same in both, in order. Returns None if that exceeds the budget."""
    trace = _trace_search(one, other, budget)
    return None if trace is None else _runs_of_trace(trace, len(one), len(other))


def _trace_search(one: Sequence[object], other: Sequence[object], budget: StepBudget) -> list[dict[int, int]] | None:
    """Search the shortest edit path (Myers). Returns how far each diagonal was reached before each step."""
    length, other_length = len(one), len(other)
    furthest, trace = {1: 0}, []
    for step in range(length + other_length + 1):
        trace.append(furthest.copy())
        budget.left -= len(furthest)
        for diagonal in range(-(step - 2 * max(0, step - other_length)), step - 2 * max(0, step - length) + 1, 2):
            start = _diagonal_start(furthest, diagonal, step)
            at = start + _run_length(one, other, start, start - diagonal)
            furthest[diagonal] = at
            budget.left -= 2 + (at - start) // _ITEMS_PER_STEP
            if at >= length and at - diagonal >= other_length:
                return trace
            if budget.left < 0:
                return None
    return trace


def _run_length(one: Sequence[object], other: Sequence[object], at: int, other_at: int) -> int:
    """Count the equal items from there on."""
    longest = min(len(one) - at, len(other) - other_at)
    return next((count for count in range(longest) if one[at + count] != other[other_at + count]), max(0, longest))


def _diagonal_start(furthest: dict[int, int], diagonal: int, step: int) -> int:
    """The position at which this diagonal is entered: from the one above, or from the one to the left."""
    above, left = furthest.get(diagonal + 1, -1), furthest.get(diagonal - 1, -1)
    return above if diagonal == -step or (diagonal != step and left < above) else left + 1


def _runs_of_trace(trace: list[dict[int, int]], at: int, other_at: int) -> list[Match]:
    runs: list[Match] = []
    for step in range(len(trace) - 1, -1, -1):
        furthest, diagonal = trace[step], at - other_at
        start = _diagonal_start(furthest, diagonal, step)
        if at > start:
            runs.append((start, start - diagonal, at - start))
        is_from_above = start == furthest.get(diagonal + 1, -1) and (
            diagonal == -step or (diagonal != step and furthest.get(diagonal - 1, -1) < start)
        )
        at, other_at = (start, start - diagonal - 1) if is_from_above else (start - 1, start - diagonal)
    return runs[::-1]


class Hunk(Struct, frozen=True):
    """Neighbouring lines with one sign.

    Attributes:
        spans: the differing characters of lines, by the position of the line, if they were worked out.
    """

    sign: Sign  # a hunk ``left out`` has one line, in Assent's words, that says how much is left out
    lines: Sequence[str]  # raw
    spans: Mapping[int, tuple[Span, ...]] = field(default_factory=dict)
    left_out: int = 0  # the number of unchanged lines that are left out


class TextDiff(Struct, frozen=True):
    """A comparison of two texts."""

    hunks: tuple[Hunk, ...]
    gone: int  # the number of removed lines; ``new``: of added ones
    new: int
    is_complete: bool  # False if the texts were too different to compare line by line
    has_cut_lines: bool = False  # whether a line is shown in part

    @property
    def left_out(self) -> int:
        """The number of unchanged lines that are left out."""
        return sum(hunk.left_out for hunk in self.hunks)


def text_diff(old_text: str, new_text: str, *, whole: bool = False) -> TextDiff:
    """Compare two texts. ``whole``: leave nothing out."""
    if old_text == new_text:
        return TextDiff((), 0, 0, is_complete=True)
    start = _largest_size(min(len(old_text), len(new_text)), lambda size: old_text[:size] == new_text[:size])
    limit = min(len(old_text), len(new_text)) - start
    end = _largest_size(limit, lambda size: old_text[len(old_text) - size :] == new_text[len(new_text) - size :])
    shown_from, hunks_before = _cut_before(old_text, start, whole=whole)
    shown_to, hunks_after = _cut_after(old_text, len(old_text) - end, whole=whole)
    gone = old_text[shown_from:shown_to].split("\n")
    new = new_text[shown_from : len(new_text) - (len(old_text) - shown_to)].split("\n")
    runs = common_runs(gone, new, StepBudget(TEXT_STEPS))
    changed_hunks = _hunks(gone, new, runs or [], StepBudget(TEXT_STEPS), whole=whole)
    counts = {sign: sum(len(hunk.lines) for hunk in changed_hunks if hunk.sign == sign) for sign in ("gone", "new")}
    has_cut_lines = any(hunk.sign == "left out" and not hunk.left_out for hunk in (*hunks_before, *hunks_after))
    hunks = (*hunks_before, *changed_hunks, *hunks_after)
    return TextDiff(hunks, counts["gone"], counts["new"], runs is not None, has_cut_lines)


def change_size_words(diff: TextDiff) -> str:
    """``\u22121 +4 lines``: how many lines are removed and added."""
    return tr_n("\u2212{gone} +{n} line", "\u2212{gone} +{n} lines", diff.new, gone=f"{diff.gone:,}")


def word_spans(old_line: str, new_line: str, budget: StepBudget) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The characters of each line that the other lacks; nothing if they have little in common."""
    if max(len(old_line), len(new_line)) > _MAX_COMPARED_LINE:
        return (), ()
    old_words, new_words = _WORD.findall(old_line), _WORD.findall(new_line)
    budget.left -= len(old_words) + len(new_words)
    runs = common_runs(old_words, new_words, budget)
    if runs is None:
        return (), ()
    alike_count = sum(not word.isspace() for at, _, count in runs for word in old_words[at : at + count])
    fewer_words = min(sum(not word.isspace() for word in line_words) for line_words in (old_words, new_words))
    if alike_count * _ONE_ALIKE_IN < fewer_words or not fewer_words:
        return (), ()
    return _differing_spans(old_words, [(at, count) for at, _, count in runs]), _differing_spans(
        new_words, [(at, count) for _, at, count in runs]
    )


def _cut_before(text: str, start: int, *, whole: bool) -> tuple[int, list[Hunk]]:
    """Cut the unchanged start. Returns where the difference begins to be shown, and the hunks before it."""
    line_start = text.rfind("\n", 0, start) + 1
    if start - line_start > _MAX_LEAD and not whole:
        cut = start - _CONTEXT_CHARACTERS
        return cut, [_left_out_characters(cut)]
    if not line_start:
        return 0, []
    if whole:
        return line_start, _same_hunks(text[: line_start - 1].split("\n"))
    context = text[:line_start].rsplit("\n", CONTEXT + 1)[-CONTEXT - 1 : -1]
    left_out = text.count("\n", 0, line_start) - len(context)
    if any(len(line) > _MAX_COMPARED_LINE for line in context):
        context, left_out = [], text.count("\n", 0, line_start)
    return line_start, [*_left_out_lines(left_out), *_same_hunks(context)]


def _cut_after(text: str, end: int, *, whole: bool) -> tuple[int, list[Hunk]]:
    """Cut the unchanged end. Returns where the difference ends to be shown, and the hunks after it.

    ``end`` may be in the middle of a line, which is shown to its end if that is near.
    """
    line_end = text.find("\n", end)
    if (len(text) if line_end < 0 else line_end) - end > _MAX_LEAD and not whole:
        cut = end + _CONTEXT_CHARACTERS
        return cut, [_left_out_characters(len(text) - cut)]
    if line_end < 0:
        return len(text), []
    ended = text.endswith("\n")  # what stands behind the last line end is not a line
    lines = text.count("\n", line_end + 1) + (not ended)
    count = lines if whole else min(CONTEXT, lines)
    context = text[line_end + 1 :].split("\n", count)[:count]
    if not whole and any(len(line) > _MAX_COMPARED_LINE for line in context):
        context = []
    left_out = lines - len(context)
    return line_end, [*_same_hunks(context), *_left_out_lines(left_out)]


def _hunks(gone: list[str], new: list[str], runs: list[Match], budget: StepBudget, *, whole: bool) -> list[Hunk]:
    hunks: list[Hunk] = []
    old_at = new_at = 0
    for old_start, new_start, count in [*runs, (len(gone), len(new), 0)]:
        hunks += _changed_hunks(gone[old_at:old_start], new[new_at:new_start], budget)
        same = gone[old_start : old_start + count]
        is_last = old_start + count == len(gone)
        hunks += _same_hunks(same) if whole else _folded_hunks(same, begins=not hunks, ends=is_last)
        old_at, new_at = old_start + count, new_start + count
    return hunks


def _changed_hunks(gone: list[str], new: list[str], budget: StepBudget) -> list[Hunk]:
    spans: tuple[dict[int, tuple[Span, ...]], dict[int, tuple[Span, ...]]] = {}, {}
    for at, pair in enumerate(zip(gone, new, strict=False)):
        if budget.left <= 0:
            break
        spans[0][at], spans[1][at] = word_spans(*pair, budget)
    hunks = Hunk("gone", gone, spans[0]), Hunk("new", new, spans[1])
    return [hunk for hunk in hunks if hunk.lines]


def _folded_hunks(lines: list[str], *, begins: bool, ends: bool) -> list[Hunk]:
    """The hunks of unchanged lines, without those far from any difference."""
    head, tail = 0 if begins else CONTEXT, 0 if ends else CONTEXT
    if len(lines) <= head + tail + 1:
        return _same_hunks(lines)
    left_out = _left_out_lines(len(lines) - head - tail)
    return [*_same_hunks(lines[:head]), *left_out, *_same_hunks(lines[len(lines) - tail :])]


def _same_hunks(lines: list[str]) -> list[Hunk]:
    return [Hunk("same", lines)] if lines else []


def _left_out_lines(count: int) -> list[Hunk]:
    if count <= 0:
        return []
    return [Hunk("left out", [tr_n("⟨{n} unchanged line⟩", "⟨{n} unchanged lines⟩", count)], left_out=count)]


def _left_out_characters(count: int) -> Hunk:
    line = tr_n("⟨{n} unchanged character⟩", "⟨{n} unchanged characters⟩", count)
    return Hunk("left out", [line])


def _largest_size(limit: int, is_same: Callable[[int], bool]) -> int:
    """Find the greatest size up to ``limit`` for which ``is_same`` holds, by halving."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if is_same(middle) else (low, middle - 1)
    return low


def _differing_spans(words: list[str], same: list[tuple[int, int]]) -> tuple[Span, ...]:
    """The places of the words that differ; neighbours are joined."""
    same_indexes = {index for at, count in same for index in range(at, at + count)}
    spans: list[Span] = []
    place = 0
    for index, word in enumerate(words):
        if index not in same_indexes:
            if spans and spans[-1][1] == place:
                spans[-1] = spans[-1][0], place + len(word)
            else:
                spans.append((place, place + len(word)))
        place += len(word)
    return tuple(spans)


class DiffLines(Lines):
    """A comparison as lines for ``ui.inputs.text_block``."""

    def __init__(self, diff: TextDiff, blamed: Mapping[Side, BlamedLines] = MappingProxyType({})) -> None:
        """``blamed``: the marks of findings in both texts; they wait until no line is cut."""
        old = new = 0
        known_blamed = {} if diff.has_cut_lines else blamed
        self._shown_hunks: list[_ShownHunk] = []
        for hunk in diff.hunks:
            self._shown_hunks.append(_ShownHunk(hunk, old, new, known_blamed))
            old += hunk.left_out + len(hunk.lines) * (hunk.sign in ("same", "gone"))
            new += hunk.left_out + len(hunk.lines) * (hunk.sign in ("same", "new"))
        self._ends = list(accumulate(len(hunk.rows) for hunk in self._shown_hunks))
        self._has_cut_lines = diff.has_cut_lines
        is_one_line = max(old, new) <= 1
        self._widths = [0 if diff.has_cut_lines or is_one_line else len(str(last)) * bool(last) for last in (old, new)]

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def shown(self, start: int, stop: int) -> list[ShownLine]:
        """The lines from ``start`` on, without line ``stop``, with their signs and their numbers in both texts."""
        return [self._shown(*self._locate(at)) for at in range(start, min(stop, len(self)))]

    def _shown(self, hunk: _ShownHunk, place: int) -> ShownLine:
        line, styles = hunk.styled_line(place)
        mark_length = fold_lead(hunk.rows[place])
        lead = mark_length and len(SIGNS[hunk.sign]) + mark_length
        return ShownLine(line, self._label(hunk, place), styles, _TINTS[hunk.sign], lead)

    def text_lines(self, at: int, side: Side) -> tuple[range, range] | None:
        """The lines of one text that a line shows, and all lines here that show them; None if it shows none."""
        hunk, place = self._locate(at)
        if self._has_cut_lines or side not in hunk.lines_before:
            return None
        lines_before, lines = hunk.lines_before[side], range(*hunk.line_ranges[place])
        rows = hunk.lines.lines_showing(lines)
        return (
            range(lines_before + lines.start, lines_before + lines.stop),
            range(at - place + rows.start, at - place + rows.stop),
        )

    def _locate(self, at: int) -> tuple[_ShownHunk, int]:
        index = bisect_right(self._ends, at)
        return self._shown_hunks[index], at - (self._ends[index - 1] if index else 0)

    def _label(self, hunk: _ShownHunk, place: int) -> str:
        if hunk.sign == "left out" or fold_lead(hunk.rows[place]):
            return ""
        first = hunk.line_ranges[place][0]
        starts = [None if self._has_cut_lines else hunk.lines_before.get(side) for side in SIDES]
        numbers = ("" if start is None else str(start + first + 1) for start in starts)
        columns = [number.rjust(width) for number, width in zip(numbers, self._widths, strict=True) if width]
        return " ".join([*columns, _SHOWN_SIGNS[hunk.sign]])


class _ShownHunk:
    """A hunk on the screen.

    Attributes:
        rows: escaped, without their sign.
        line_ranges: for each of them, which lines of the hunk it stands for, from and to.
        lines_before: the number of lines before the hunk in each text that it is part of.
    """

    def __init__(self, hunk: Hunk, old: int, new: int, blamed: Mapping[Side, BlamedLines]) -> None:
        self.sign = hunk.sign
        self.lines_before: dict[Side, int] = {}
        if hunk.sign in ("same", "gone"):
            self.lines_before["old"] = old
        if hunk.sign in ("same", "new"):
            self.lines_before["new"] = new
        self.lines = TextLines(Untrusted("\n".join((*hunk.lines, ""))))
        self.line_ranges = self.lines.text_ranges()
        self.rows = list(hunk.lines) if hunk.sign == "left out" else self.lines.texts(0, len(self.lines))
        self._styles: dict[int, list[Style]] = {}
        for at, spans in hunk.spans.items():
            self._mark(hunk, at, [(span, "gone" if hunk.sign == "gone" else "new") for span in spans])
        for side, before in self.lines_before.items():
            for number, parts in blamed.get(side, {}).items():
                if before <= number < before + len(hunk.lines):
                    self._mark(hunk, number - before, parts)

    def _mark(self, hunk: Hunk, at: int, parts: Iterable[BlamedPart]) -> None:
        """Mark parts of one line of the hunk."""
        line = hunk.lines[at]
        for (start, stop), name in parts:
            first, last = self.lines.locate_in_line(at, line[:start]), self.lines.locate_in_line(at, line[:stop])
            for mark in marks_between(first, last):
                end = min(mark.stop, len(self.rows[mark.line]))
                self._styles.setdefault(mark.line, []).append(Style(mark.start, end, name))

    def styled_line(self, at: int) -> tuple[str, list[Style]]:
        sign, row = SIGNS[self.sign], self.rows[at]
        styles = [Style(start + len(sign), stop + len(sign), name) for start, stop, name in self._styles.get(at, ())]
        if self.sign in ("same", "left out"):
            styles.insert(0, Style(0, len(sign) + len(row), "soft"))
        if sign:  # it is drawn beside the line
            styles.append(Style(0, 1, "unseen"))
        return sign + row, styles


def blamed_lines(raw: str, parts: Iterable[BlamedPart]) -> BlamedLines:
    """Divide the marks of findings in a text among its lines."""
    by_line: dict[int, list[BlamedPart]] = {}
    for (start, stop), name in parts:
        number, line_start = raw.count("\n", 0, start), raw.rfind("\n", 0, start) + 1
        for line in raw[line_start:stop].split("\n")[:_MAX_BLAMED_LINES]:
            first = max(0, start - line_start)
            if first < len(line):
                by_line.setdefault(number, []).append(((first, len(line)), name))
            number += 1
            line_start += len(line) + 1
    return by_line


class SentText(Struct, frozen=True):
    """A text of the call that a comparison shows, as the form shows it."""

    side: Side
    lines: TextLines
    seen_lines: SeenLines


class SeenInDiff(SeenLines):
    """Which lines of a comparison were in view. They count as read in the form, too.

    A line of a text that is sent counts once all that the comparison shows of it was in view.
    """

    def __init__(self, diff_lines: DiffLines, sent_texts: Sequence[SentText]) -> None:
        super().__init__(len(diff_lines))
        self._diff_lines, self._sent_texts = diff_lines, sent_texts

    def mark_seen(self, start: int, stop: int) -> None:
        """Note that lines ``start`` to ``stop``, without the last, are in view."""
        super().mark_seen(start, stop)
        for at in range(start, min(stop, len(self._diff_lines))):
            for sent in self._sent_texts:
                lines_and_rows = self._diff_lines.text_lines(at, sent.side)
                if lines_and_rows is not None and self.has_seen(lines_and_rows[1]):
                    lines = sent.lines.lines_showing(lines_and_rows[0])
                    sent.seen_lines.mark_seen(lines.start, lines.stop)


BaselineKind: TypeAlias = Literal["edit", "texts", "file", "last"]
_FILE_NAME_LENGTH: Final = 80
"""Characters of a file's name in a sentence."""


class Baseline(Struct, frozen=True):
    """Something to compare the call with.

    Attributes:
        changes: the differences; None if there is nothing to compare with, for the reason ``why_empty``.
    """

    kind: BaselineKind
    name: str
    description: str  # what is compared, in a sentence
    detail: Untrusted | None  # its untrusted name; None if it has none or an input already shows it
    changes: ValueChanges | None
    why_empty: str = ""
    effect: str = ""  # what happens to a file or to texts, in a sentence; empty if that is not known


def edit_baseline(request: ApprovalRequest) -> Baseline | None:
    """What the person changed; None if nothing was edited."""
    if request.edited is None:
        return None
    description = tr("What the app proposed, and what you made of it.")
    return _baseline_of_edit(request.edited, request.call.arguments_value, description)


def past_edit_baseline(proposed: bytes, params: bytes) -> Baseline:
    """What a person changed in a call of the log. Raises ProtocolError if ``params`` cannot be read."""
    description = tr("What the app proposed, and what a person made of it.")
    return _baseline_of_edit(proposed, codec.arguments_of(params)[0], description)


def file_baselines(arguments: JsonObject, comparison: Comparison) -> list[Baseline]:
    """The files that would be overwritten."""
    if len(comparison.files) == 1:
        return [_baseline_of_file(arguments, comparison.files[0], tr("File on disk"), alone=True)]
    names = ((tr("File {number} on disk", number=number), file) for number, file in enumerate(comparison.files, 1))
    return [_baseline_of_file(arguments, file, name, alone=False) for name, file in names]


def value_at(value: JsonValue, path: ValuePath) -> JsonValue:
    """The value at ``path``; None if there is none."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
            value = value[step]
        else:
            return None
    return value


def _baseline_of_edit(proposed: bytes, arguments: JsonObject, description: str) -> Baseline:
    name = tr("Your changes")
    try:
        before, _ = codec.arguments_of(proposed)
    except ProtocolError:
        return Baseline("edit", name, description, None, None, tr("What was proposed cannot be read."))
    return Baseline("edit", name, description, None, compare(before, arguments))


def _baseline_of_file(arguments: JsonObject, file: FileBefore, name: str, *, alone: bool) -> Baseline:
    description = tr("The file as it is now, and as it would be.")
    is_named_by_input = alone and value_at(arguments, file.path) == file.name  # an input shows the name
    detail, after = None if is_named_by_input else Untrusted(file.name), value_at(arguments, file.content)
    short_name = one_line(basename(file.name), _FILE_NAME_LENGTH)
    if file.missing and isinstance(after, str):
        lines = len(after.removesuffix("\n").split("\n")) if after else 0
        effect = tr_n("Creates {file}: {n} line", "Creates {file}: {n} lines", lines, file=short_name)
        return Baseline("file", name, description, detail, None, file.why, effect)
    if file.text is None or not isinstance(after, str):
        return Baseline("file", name, description, detail, None, file.why)
    if file.text == after:
        effect = tr("Replaces {file} with the same text", file=short_name)
        return Baseline("file", name, description, detail, ValueChanges((), 1), effect=effect)
    change = ValueChange(file.content, "changed", file.text, after)
    effect = tr("Replaces {file}: {size}", file=short_name, size=change_size_words(text_diff(file.text, after)))
    return Baseline("file", name, description, detail, ValueChanges((change,), 0), effect=effect)


def last_baseline(arguments: JsonObject, comparison: Comparison) -> Baseline:
    """The last approved call of the same tool."""
    name = tr("Last approved call")
    description = tr("The last call of this tool that was approved, and this one.")
    if comparison.last is not None and comparison.last_app:
        when = f"{datetime.fromtimestamp(comparison.last_at, UTC).astimezone():%Y-%m-%d %H:%M}"
        by = Untrusted(comparison.last_app)
        description = tr(
            "The last call of this tool that was approved, by {app} on {when}, and this one.", app=by, when=when
        )
    if comparison.last is None:
        return Baseline("last", name, description, None, None, comparison.why)
    try:
        before = codec.object_of(comparison.last)
    except ProtocolError:
        return Baseline("last", name, description, None, None, tr("The last approved call cannot be read."))
    return Baseline("last", name, description, None, compare(before, arguments))
