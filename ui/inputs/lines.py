"""Long text as lines that are shown a few at a time (pure).

Owns: what one line on the screen is; styles and marks of its parts; searching lines; which lines were in view.

Invariants:
    Everything is escaped (``host.text``) and a line has a bound. Long runs of blanks and of empty lines are shown as a
    mark with their count, so that padding cannot push text out of sight (attack 7); a stranger cannot write such
    a mark, for ``⟨`` is ours.
    A style is never the only sign of anything. A mark stands where its characters do.
    A search finds words that a fold divides, ignores case and looks for characters, never a pattern.
    A line counts as seen only after it was in view, and then for good, also when its widget is gone.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, islice
from operator import attrgetter
from typing import Final, Literal, NamedTuple, TypeAlias

from host.control import codec
from host.model import JsonValue
from host.text import FOLD_MARK, TextSize, Untrusted, escape, fold, measure
from ui.tr import tr_n

COLUMNS: Final = 100
"""Characters after which a line is folded. A window that is narrower wraps; the count of lines stays."""
INLINE: Final = 160
"""Characters of text that stand in a row of their own accord: one line, however often it wraps."""
NAME: Final = 60
"""Characters of a name that stand beside its value; the lines of a longer one are shown, and counted, like text."""
NUMBERS: Final = 10
"""Numbers of a list that stand on one line."""
_LONG_NUMBER: Final = 24
_LONG: Final = 10**_LONG_NUMBER
_SAME: Final = 32_768
"""Characters from which on lines are kept, not made again."""
_SPELT_OUT: Final = [f"⟨U+{code:04X}⟩" for code in range(0x80, 0x3001) if unicodedata.category(chr(code)) == "Zs"]
_BLANKS: Final = re.compile(rf"(?:[^\S\n]|{'|'.join(map(re.escape, _SPELT_OUT))}){{32,}}")
_STEP: Final = 8
_RUN: Final = b" " * 4
"""Of every eighth character: wherever a run of 32 begins, it covers four of them. Few, and so quickly looked for."""
_BLANKS_ALONE: Final = bytes(0x20 if code < 0x80 and chr(code).isspace() else 0x78 for code in range(0x100))
_EMPTY: Final = re.compile(r"\n(?:[^\S\n]*\n){9,}")
StyleName: TypeAlias = Literal["strong", "soft", "string", "gone", "new", "unseen", "blamed", "doubted"]
Ground: TypeAlias = Literal["", "gone", "new"]
"""The tint of a whole line."""
MOST_HITS: Final = 10_000
"""Places that are noted; that there are more is said."""
ValuePath: TypeAlias = tuple[str | int, ...]
"""Where a value stands: names and positions, from the outside in."""
BlamedPart: TypeAlias = tuple[tuple[int, int], StyleName]
"""Characters of a value that a finding is about, and how they are marked."""
Blamed: TypeAlias = Mapping[ValuePath, tuple[BlamedPart, ...]]
"""Those of each value, by where it stands."""
_MOST_MARKED: Final = 400
"""Lines of one mark."""
_WHOLE_LINE: Final = 1 << 20


class Style(NamedTuple):
    """How characters of a line on the screen are drawn.

    Attributes:
        start: the first of them.
        stop: the one behind the last.
        name: of the style.
    """

    start: int
    stop: int
    name: StyleName


class Mark(NamedTuple):
    """An outline around characters of a line on the screen.

    Attributes:
        line: its number.
        start: the first character.
        stop: the one behind the last.
        filled: whether it is filled too.
    """

    line: int
    start: int
    stop: int
    filled: bool = False


class Lines:
    """What a block shows."""

    def __len__(self) -> int:
        """How many lines there are."""
        raise NotImplementedError

    def part(self, start: int, stop: int) -> list[str]:
        """Some of them, safe to show."""
        raise NotImplementedError

    def labels(self, start: int, stop: int) -> list[str]:  # noqa: ARG002  # these have none
        """What stands beside each of these lines, to find it by; nothing at all where none has a label."""
        return []

    def styles(self, start: int, stop: int) -> list[list[Style]]:  # noqa: ARG002  # these have none
        """The styles of each of these lines; nothing at all where none has any."""
        return []

    def grounds(self, start: int, stop: int) -> list[Ground]:  # noqa: ARG002  # these have none
        """The tint of each of these lines; nothing at all where none has one."""
        return []


class WrappedLines(Lines):
    """Other lines, with something added to them."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def __len__(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    def part(self, start: int, stop: int) -> list[str]:
        """Some of them, safe to show."""
        return self._lines.part(start, stop)

    def labels(self, start: int, stop: int) -> list[str]:
        """What stands beside them."""
        return self._lines.labels(start, stop)


class TextLines(Lines):
    """The lines of one text."""

    def __init__(self, text: Untrusted) -> None:
        self._empty: dict[str, int] = {}  # marks of empty lines, with how many each stands for
        raw = text.raw()
        escaped = escape(raw, newlines=True)
        has_runs = _may_have_run(escaped)
        shown = _squeezed(escaped, self._empty, has_runs=has_runs)
        self._lines = shown.split("\n")
        if len(self._lines) > 1 and not self._lines[-1]:
            self._lines.pop()  # a line feed ends a line
        longest = max(map(len, self._lines))
        self._raw = raw
        is_plain = bool(raw) and not has_runs and shown == raw  # shown as it is: its lines tell its size
        self._size = TextSize(len(raw), len(self._lines), longest, 0) if is_plain else None
        if longest > COLUMNS:
            self._lines = [piece for line in self._lines for piece in pieces(line)]
        self._is_even = longest <= COLUMNS and not self._empty  # a line here is a line of the text
        self._last = [0]  # number of the text's line with which each one here ends, as far as asked for

    def __len__(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    @property
    def size(self) -> TextSize:
        """How much of the text there is to read. Runs of blanks too short to be said may count as 0."""
        if self._size is None:
            self._size = measure(self._raw)
        return self._size

    def part(self, start: int, stop: int) -> list[str]:
        """Some of them, safe to show."""
        return self._lines[start:stop]

    def labels(self, start: int, stop: int) -> list[str]:
        """Their numbers in the text; a fold has none, it is not the text's own. One line needs none."""
        if len(self) == 1:
            return []
        if self._is_even:
            return [f"{number:,}" for number in range(start + 1, min(stop, len(self)) + 1)]
        self._count(stop)
        shown = zip(self._lines[start:stop], self._last[start:stop], strict=False)  # which has one more
        return ["" if line.startswith(FOLD_MARK) else f"{before + 1:,}" for line, before in shown]

    def place(self, at: int) -> tuple[int, int]:
        """Where a character of the raw text stands: the line here, and the character of that line."""
        start = self._raw.rfind("\n", 0, at) + 1
        number = self._raw.count("\n", 0, start)
        if not self._is_even:
            self._count(len(self))
            number = bisect_right(self._last, number) - 1
        line = min(number, len(self) - 1)
        if number > line or self._lines[line] in self._empty:
            return line, 0
        return self._within(line, len(squeezed(escape(self._raw[start:at], newlines=True))))

    def covered(self) -> list[tuple[int, int]]:
        """Which lines of the text each line here stands for, from and to; a fold stands for the line that it is of."""
        self._count(len(self))
        found = []
        for at, line in enumerate(self._lines):
            first, stop = self._last[at], self._last[at + 1]
            found.append((stop - 1, stop) if line.startswith(FOLD_MARK) else (first, stop))
        return found

    def showing(self, numbers: range) -> range:
        """The lines here that show these lines of the text, which are none for numbers that it has not.

        Of a mark that stands for several lines: with the last of them.
        """
        self._count(len(self))
        first = bisect_right(self._last, numbers.start) - 1
        stop = bisect_right(self._last, numbers.stop) - 1
        return range(min(first, len(self)), min(stop, len(self)))

    def _within(self, line: int, column: int) -> tuple[int, int]:
        """A character of a line that may be folded: the piece it is in, and where in that."""
        lead = 0
        while column > len(self._lines[line]) - lead and line + 1 < len(self):
            if not self._lines[line + 1].startswith(FOLD_MARK):
                break
            column -= len(self._lines[line]) - lead
            line, lead = line + 1, len(FOLD_MARK)
        return line, min(lead + column, len(self._lines[line]))

    def _count(self, stop: int) -> None:
        """Know which lines of the text those before ``stop`` are."""
        more = self._lines[len(self._last) - 1 : stop]
        self._last += islice(accumulate(map(self._covers, more), initial=self._last[-1]), 1, None)

    def _covers(self, line: str) -> int:
        """How many lines of the text a line on the screen stands for. No stranger can write a mark of ours."""
        return 0 if line.startswith(FOLD_MARK) else self._empty.get(line, 1)


class PlannedLines(TextLines):
    """What would change in files, as ``diff -u`` writes it: what goes and what comes is tinted."""

    def __init__(self, lines: Sequence[str]) -> None:
        """``lines``: of the host (untrusted), none with a line feed in it."""
        super().__init__(Untrusted("\n".join(lines)))
        self._grounds = [_ground(line) for at, line in enumerate(lines) for _ in self.showing(range(at, at + 1))]

    def grounds(self, start: int, stop: int) -> list[Ground]:
        """The tint of each of these lines."""
        return self._grounds[start:stop]


class NumberLines(Lines):
    """The lines of a list of numbers, made when they are shown."""

    def __init__(self, numbers: list[JsonValue]) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        """How many lines there are."""
        return (len(self._numbers) + NUMBERS - 1) // NUMBERS

    def part(self, start: int, stop: int) -> list[str]:
        """Some of them, each digit as written."""
        starts = range(start * NUMBERS, min(stop * NUMBERS, len(self._numbers)), NUMBERS)
        return [", ".join(map(codec.lexeme, self._numbers[first : first + NUMBERS])) for first in starts]

    def labels(self, start: int, stop: int) -> list[str]:
        """The position of each line's first number."""
        return [f"{index * NUMBERS + 1:,}" for index in range(start, min(stop, len(self)))]


class LineCache:
    """Makes lines, and keeps those of large texts: they are counted once and shown often."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[str, TextLines]] = {}  # by identity: a hash of a megabyte takes a millisecond

    def of(self, text: Untrusted) -> TextLines:
        """The lines of ``text``."""
        raw = text.raw()
        if len(raw) < _SAME:
            return TextLines(text)
        if id(raw) not in self._kept:
            self._kept[id(raw)] = raw, TextLines(text)
        return self._kept[id(raw)][1]

    def count(self, value: JsonValue) -> int:
        """How many lines a value takes, with everything inside it, long names too: what there is to be read."""
        total, left = 0, [value]
        while left:
            item = left.pop()
            if isinstance(item, (dict, list)) and item:
                total += self._count_inside(item, left)
            else:
                total += self._count_one(item)
        return total

    def _count_inside(self, item: dict[str, JsonValue] | list[JsonValue], left: list[JsonValue]) -> int:
        if isinstance(item, list) and are_numbers(item):
            return -(-len(item) // NUMBERS)
        members = item.values() if isinstance(item, dict) else item
        others = [member for member in members if not _is_one_line(member)]
        left.extend(others)
        return len(members) - len(others) + (self._count_names(item) if isinstance(item, dict) else 0)

    def _count_names(self, item: dict[str, JsonValue]) -> int:
        if max(map(len, item)) <= NAME:
            return 0
        return sum(len(self.of(Untrusted(name))) for name in item if not is_short_name(name))

    def _count_one(self, item: JsonValue) -> int:
        if item is None or isinstance(item, (bool, dict, list)):
            return 1
        text = item if isinstance(item, str) else codec.lexeme(item)
        return 1 if is_inline(text) else len(self.of(Untrusted(text)))


class UnfoldedLines:
    """Lines on the screen, put together again where a fold divided one.

    Attributes:
        text: all of them.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self._lengths = [len(line) for line in lines]
        self._leads = [len(FOLD_MARK) if at and line.startswith(FOLD_MARK) else 0 for at, line in enumerate(lines)]
        self.text = "\n".join(lines).replace("\n" + FOLD_MARK, "")
        # A line takes its characters and its end; one behind a fold has neither the mark nor the end before it.
        steps = [
            length - lead + (1 - following)
            for length, lead, following in zip(self._lengths, self._leads, [*self._leads[1:], 0], strict=True)
        ]
        self._starts = [0, *accumulate(steps)]

    def parts(self, start: int, stop: int, *, filled: bool = False) -> Iterator[Mark]:
        """What of which line shows these characters of the text."""
        line = bisect_right(self._starts, start) - 1
        while line < len(self._lengths) and self._starts[line] < stop:
            lead, base = self._leads[line], self._starts[line]
            first, last = max(start - base, 0) + lead, min(stop - base + lead, self._lengths[line])
            if first < last:
                yield Mark(line, first, last, filled)
            line += 1

    def divide(self, styles: Iterable[Style]) -> list[list[Style]]:
        """Styles of the text, as those of each line."""
        found: list[list[Style]] = [[] for _ in self._lengths]
        for start, stop, name in styles:
            for part in self.parts(start, stop):
                found[part.line].append(Style(part.start, part.stop, name))
        return found


class SearchableLines(UnfoldedLines):
    """The lines of one text, made ready to be searched."""

    def __init__(self, lines: Lines) -> None:
        super().__init__(lines.part(0, len(lines)))

    def find(self, wanted: str) -> list[Mark]:
        """Every place where it stands, the first ``MOST_HITS`` + 1 at most; none for the empty text.

        Of a place on two lines it is the first part.
        """
        if not wanted:
            return []
        hits = islice(re.finditer(re.escape(wanted), self.text, re.IGNORECASE), MOST_HITS + 1)
        return [part for hit in hits for part in islice(self.parts(*hit.span(), filled=True), 1)]


class SeenLines:
    """Which lines of one value were in view."""

    def __init__(self, lines: int) -> None:
        self._seen = bytearray(lines)

    @property
    def unread(self) -> int:
        """Lines that were not."""
        return self._seen.count(0)

    @property
    def read(self) -> int:
        """Lines that were."""
        return self._seen.count(1)

    def has_seen(self, lines: range) -> bool:
        """Whether all of these were."""
        return 0 not in self._seen[lines.start : lines.stop]

    def see(self, start: int, stop: int) -> None:
        """Lines ``start`` to ``stop``, without the last, are in view."""
        stop = min(stop, len(self._seen))
        if start < stop:
            self._seen[start:stop] = b"\1" * (stop - start)


class SeenInputs:
    """Which lines of all values, and of all long names, were in view.

    Attributes:
        total: lines that there are.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self._marks: dict[tuple[ValuePath, bool], SeenLines] = {}

    def marks(self, path: ValuePath, lines: int, *, of_name: bool = False) -> SeenLines:
        """The marks of the value at ``path``, or of its name, which takes ``lines``."""
        if (path, of_name) not in self._marks:
            self._marks[path, of_name] = SeenLines(lines)
        return self._marks[path, of_name]

    @property
    def unread(self) -> int:
        """Lines that never were in view."""
        return self.total - sum(marks.read for marks in self._marks.values())


class MarkedLines(WrappedLines):
    """Lines of which parts are marked for good, over the styles that they have."""

    def __init__(self, lines: Lines, marks: Sequence[tuple[Mark, StyleName]]) -> None:
        super().__init__(lines)
        self._marks = marks

    def styles(self, start: int, stop: int) -> list[list[Style]]:
        """Of each of these lines."""
        shown = self.part(start, stop)
        found = [list(styles) for styles in self._lines.styles(start, stop) or [[] for _ in shown]]
        for mark, name in self._marks:
            if start <= mark.line < start + len(shown):
                length = len(shown[mark.line - start])
                found[mark.line - start].append(Style(min(mark.start, length), min(mark.stop, length), name))
        return found


def marks_in(lines: TextLines, span: tuple[int, int], *, filled: bool) -> list[Mark]:
    """The parts of lines that show these characters of the raw text."""
    first, start = lines.place(span[0])
    last, stop = lines.place(span[1])
    found = []
    for line in range(first, min(last, first + _MOST_MARKED) + 1):
        begin, end = (start if line == first else 0), (stop if line == last else _WHOLE_LINE)
        if begin < end:
            found.append(Mark(line, begin, end, filled))
    return found or [Mark(first, start, start + 1, filled)]


def shown_at(raw: str, place: int) -> int:
    """Where a character of a raw line stands on the screen, before folding."""
    return len(squeezed(escape(raw[:place], newlines=True)))


def styled(raw: str, start: int, stop: int, name: StyleName = "strong", *, lead: int = 0) -> Style:
    """A style for characters of a raw line, where they stand on the screen behind ``lead`` others."""
    return Style(shown_at(raw, start) + lead, shown_at(raw, stop) + lead, name)


def squeezed(shown: str) -> str:
    """Escaped text with a mark and a count in the place of each long run of blanks or of empty lines."""
    return _squeezed(shown, {}, has_runs=_may_have_run(shown))


def _squeezed(shown: str, noted: dict[str, int], *, has_runs: bool) -> str:
    """The same, where it is known whether there may be such a run; marks of empty lines are noted with their counts."""
    shown = _EMPTY.sub(lambda run: _empty_mark(run, noted), shown)
    return _BLANKS.sub(_blanks_mark, shown) if has_runs else shown


def is_inline(raw: str) -> bool:
    """Whether a text stands in a row as it is, or needs a block."""
    return len(raw) <= INLINE and "\n" not in raw


def is_short_name(raw: str) -> bool:
    """Whether a name stands beside its value, or needs a block."""
    return len(raw) <= NAME


def are_numbers(items: list[JsonValue]) -> bool:
    """Whether a list holds numbers of ordinary length and nothing else, and is shown as such."""
    kinds = set(map(type, items))
    if not kinds or not all(kind is int or issubclass(kind, float) for kind in kinds):
        return False
    if int in kinds and not all(-_LONG < item < _LONG for item in items if type(item) is int):
        return False
    if kinds <= {int, float}:
        return True
    odd = [item for item in items if type(item) not in (int, float)]
    return max(map(len, map(attrgetter("lexeme"), odd))) <= _LONG_NUMBER


def _may_have_run(text: str) -> bool:
    """Whether there may be a run of 32 blanks or line ends: a quick check that misses none."""
    if "⟨" in text and any(blank in text for blank in _SPELT_OUT):
        return True
    return _RUN in text[::_STEP].encode("latin-1", "replace").translate(_BLANKS_ALONE)


def _is_one_line(value: JsonValue) -> bool:
    """Whether a value plainly takes one line; where in doubt, not."""
    if type(value) is str:
        return len(value) <= INLINE and "\n" not in value
    if type(value) is int:
        return -_LONG < value < _LONG
    return value is None or type(value) in (bool, float)


def pieces(line: str) -> list[str]:
    """An escaped line as it is folded."""
    return [line] if len(line) <= COLUMNS else fold(line, COLUMNS).split("\n")


def _blanks_mark(run: re.Match[str]) -> str:
    length = len(re.sub("⟨[^⟩]*⟩", "x", run[0]))
    if set(run[0]) == {" "}:
        return tr_n("⟨{n} space⟩", "⟨{n} spaces⟩", length)
    return tr_n("⟨{n} blank character⟩", "⟨{n} blank characters⟩", length)


def _empty_mark(run: re.Match[str], noted: dict[str, int]) -> str:
    """The first line feed ends the line before the run."""
    lead = "" if run.start() == 0 else "\n"
    empty = run[0].count("\n") - 1 + (not lead)
    mark = tr_n("⟨{n} empty line⟩", "⟨{n} empty lines⟩", empty)
    noted[mark] = empty
    return f"{lead}{mark}\n"


def _ground(line: str) -> Ground:
    if line.startswith(("--- ", "+++ ")):
        return ""
    return "gone" if line.startswith("-") else "new" if line.startswith("+") else ""
