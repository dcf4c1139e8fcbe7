"""Long text as lines that are shown a few at a time (pure).

Owns: what one line on the screen is; styles and marks of its parts; the search; which lines were in view.

Invariants:
    Everything is escaped (``host.text``) and the length of a line is bounded. Long runs of blanks and of empty lines
    are shown as a mark with their count, so that padding cannot push text out of sight (attack 7). Untrusted text
    cannot contain such a mark, since ``⟨`` in it is escaped.
    A style is never the only sign of anything. A mark is where its characters are.
    A search finds words that a fold divides, ignores case, and looks for characters, never for a pattern.
    A line counts as seen once it was in view, and then for good, even when its widget is gone.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, islice
from operator import attrgetter
from typing import Final, Literal, NamedTuple, TypeAlias

from host import regex
from host.control import codec
from host.model import JsonValue
from host.text import FOLD_MARK, TextSize, Untrusted, escape, fold, measure
from ui.tr import tr_n

COLUMNS: Final = 100
"""Characters after which a line counts as another. A view joins the parts again and wraps them to its width."""
INLINE_LENGTH: Final = 160
"""Characters of the longest text that counts as one line, however often it wraps."""
SHORT_NAME_LENGTH: Final = 60
"""Characters of the longest name that stands beside its value; a longer one is shown and counted as lines of text."""
NUMBERS_PER_LINE: Final = 10
"""Numbers of a list on one line."""
_MAX_DIGITS: Final = 24
_LONG_NUMBER: Final = 10**_MAX_DIGITS
_CACHED_FROM: Final = 32_768
"""Characters from which on the lines of a text are cached."""
_ESCAPED_BLANKS: Final = [f"⟨U+{code:04X}⟩" for code in range(0x80, 0x3001) if unicodedata.category(chr(code)) == "Zs"]
_BLANK_RUN: Final = regex.pattern(rf"(?:[^\S\n]|{'|'.join(map(re.escape, _ESCAPED_BLANKS))}){{32,}}")
_SAMPLE_STEP: Final = 8
_SAMPLED_RUN: Final = b" " * 4
"""A run of 32 blanks covers four of the characters that are sampled, wherever it begins."""
_BLANK_TABLE: Final = bytes(0x20 if code < 0x80 and chr(code).isspace() else 0x78 for code in range(0x100))
_EMPTY_LINES: Final = regex.pattern(r"\n(?:[^\S\n]*\n){9,}")
StyleName: TypeAlias = Literal["strong", "soft", "string", "gone", "new", "unseen", "blamed", "doubted"]
Tint: TypeAlias = Literal["", "gone", "new"]
"""The tint of a whole line."""
MAX_HITS: Final = 10_000
"""Matches that are kept at most; the screen says if there are more."""
ValuePath: TypeAlias = tuple[str | int, ...]
"""The place of a value: names and positions, from the outside in."""
BlamedPart: TypeAlias = tuple[tuple[int, int], StyleName]
"""Characters of a value that a finding is about, and the style that marks them."""
Blamed: TypeAlias = Mapping[ValuePath, tuple[BlamedPart, ...]]
"""Such parts by the path of their value."""
_MAX_MARKED_LINES: Final = 400
"""Lines of one mark at most."""
_LINE_END: Final = 1 << 20


class Style(NamedTuple):
    """How characters of a line on the screen are drawn, from ``start`` to the one before ``stop``."""

    start: int
    stop: int
    name: StyleName


class Mark(NamedTuple):
    """An outline around characters of a line on the screen, from ``start`` to the one before ``stop``."""

    line: int
    start: int
    stop: int


class ShownLine(NamedTuple):
    """One line on the screen."""

    text: str  # safe to show
    label: str | None = None  # stands beside it, such as its number; None if no line of the text has one
    styles: Sequence[Style] = ()
    tint: Tint = ""
    lead: int = 0  # of the rest of a folded line, the characters before its words


class Lines:
    """The lines that a block shows."""

    def __len__(self) -> int:
        raise NotImplementedError

    def shown(self, start: int, stop: int) -> list[ShownLine]:
        """The lines from ``start`` on, without line ``stop``."""
        raise NotImplementedError

    def texts(self, start: int, stop: int) -> list[str]:
        """The texts of these lines, safe to show."""
        return [line.text for line in self.shown(start, stop)]


class WrappedLines(Lines):
    """Other lines with something added."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def __len__(self) -> int:
        return len(self._lines)

    def texts(self, start: int, stop: int) -> list[str]:
        """The texts of these lines, without working out what is added."""
        return self._lines.texts(start, stop)


class TextLines(Lines):
    """The lines of one text."""

    def __init__(self, text: Untrusted) -> None:
        self._empty_line_marks: dict[str, int] = {}  # how many lines each mark of empty lines stands for
        raw = text.raw()
        escaped = escape(raw, newlines=True)
        has_runs = _may_have_blank_run(escaped)
        shown = _squeeze(escaped, self._empty_line_marks, has_runs=has_runs)
        self._lines = shown.split("\n")
        if len(self._lines) > 1 and not self._lines[-1]:
            self._lines.pop()  # a line feed ends a line
        longest = max(map(len, self._lines))
        self._raw = raw
        is_plain = bool(raw) and not has_runs and shown == raw  # shown as it is: its lines tell its size
        self._size = TextSize(len(raw), len(self._lines), longest, 0) if is_plain else None
        if longest > COLUMNS:
            self._lines = [piece for line in self._lines for piece in fold_line(line)]
        self._lines_before: Sequence[int] = range(len(self._lines) + 1)  # lines of the text before each one here
        if longest > COLUMNS or self._empty_line_marks:
            self._lines_before = list(accumulate(map(self._text_lines_in, self._lines), initial=0))

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def size(self) -> TextSize:
        """The size of the text. Runs of blanks that are too short to be mentioned may count as 0."""
        if self._size is None:
            self._size = measure(self._raw)
        return self._size

    def texts(self, start: int, stop: int) -> list[str]:
        """The texts of these lines, safe to show."""
        return self._lines[start:stop]

    def shown(self, start: int, stop: int) -> list[ShownLine]:
        """The lines from ``start`` on, without line ``stop``, with their numbers in the text. A single one has none."""
        texts = self.texts(start, stop)
        if len(self) == 1:
            return [ShownLine(text) for text in texts]
        lines_before = self._lines_before[start : start + len(texts)]
        return [numbered_line(text, before + 1) for text, before in zip(texts, lines_before, strict=True)]

    def locate(self, at: int) -> tuple[int, int]:
        """Find a character of the raw text. Returns the line here and the position in that line."""
        start = self._raw.rfind("\n", 0, at) + 1
        return self.locate_in_line(self._raw.count("\n", 0, start), self._raw[start:at])

    def locate_in_line(self, number: int, before: str) -> tuple[int, int]:
        """Find a character by the number of its line in the text and by what stands before it in that line."""
        number = bisect_right(self._lines_before, number) - 1
        line = min(number, len(self) - 1)
        if number > line or self._lines[line] in self._empty_line_marks:
            return line, 0
        return self._locate_in_fold(line, shown_offset(before))

    def text_ranges(self) -> list[tuple[int, int]]:
        """The lines of the text, from and to, that each line here stands for; a folded part stands for its line."""
        ranges = []
        for at, line in enumerate(self._lines):
            first, stop = self._lines_before[at], self._lines_before[at + 1]
            ranges.append((stop - 1, stop) if line.startswith(FOLD_MARK) else (first, stop))
        return ranges

    def lines_showing(self, numbers: range) -> range:
        """The lines here that show these lines of the text. A mark of several empty lines shows the last of them."""
        first = bisect_right(self._lines_before, numbers.start) - 1
        stop = bisect_right(self._lines_before, numbers.stop) - 1
        return range(min(first, len(self)), min(stop, len(self)))

    def _locate_in_fold(self, line: int, column: int) -> tuple[int, int]:
        """Find a position of a line that may be folded: the folded part, and the position in it."""
        lead = 0
        while column > len(self._lines[line]) - lead and line + 1 < len(self):
            if not self._lines[line + 1].startswith(FOLD_MARK):
                break
            column -= len(self._lines[line]) - lead
            line, lead = line + 1, len(FOLD_MARK)
        return line, min(lead + column, len(self._lines[line]))

    def _text_lines_in(self, line: str) -> int:
        """The number of lines of the text that a line on the screen stands for."""
        return 0 if line.startswith(FOLD_MARK) else self._empty_line_marks.get(line, 1)


class UnifiedDiffLines(TextLines):
    """Changes of files as ``diff -u`` writes them; removed and added lines are tinted."""

    def __init__(self, lines: Sequence[str]) -> None:
        """``lines``: of the host (untrusted), without line feeds."""
        super().__init__(Untrusted("\n".join(lines)))
        tints = map(_tint_of, lines or [""])
        self._tints = [tint for at, tint in enumerate(tints) for _ in self.lines_showing(range(at, at + 1))]

    def shown(self, start: int, stop: int) -> list[ShownLine]:
        """The lines from ``start`` on, without line ``stop``, with their tints."""
        lines = zip(super().shown(start, stop), self._tints[start:stop], strict=True)
        return [line._replace(tint=tint) for line, tint in lines]


class NumberLines(Lines):
    """The lines of a list of numbers, made when they are shown."""

    def __init__(self, numbers: list[JsonValue]) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        return (len(self._numbers) + NUMBERS_PER_LINE - 1) // NUMBERS_PER_LINE

    def shown(self, start: int, stop: int) -> list[ShownLine]:
        """The lines from ``start`` on, without line ``stop``: each digit as written, and the first number's place."""
        firsts = range(start * NUMBERS_PER_LINE, min(stop * NUMBERS_PER_LINE, len(self._numbers)), NUMBERS_PER_LINE)
        return [ShownLine(self._text(first), f"{first + 1:,}") for first in firsts]

    def _text(self, first: int) -> str:
        return ", ".join(map(codec.lexeme, self._numbers[first : first + NUMBERS_PER_LINE]))


class LineCache:
    """Makes the lines of texts, and keeps those of large texts."""

    def __init__(self) -> None:
        # By identity: a hash of a megabyte takes a millisecond.
        self._lines_by_id: dict[int, tuple[str, TextLines]] = {}

    def lines_of(self, text: Untrusted) -> TextLines:
        """The lines of ``text``."""
        raw = text.raw()
        if len(raw) < _CACHED_FROM:
            return TextLines(text)
        if id(raw) not in self._lines_by_id:
            self._lines_by_id[id(raw)] = raw, TextLines(text)
        return self._lines_by_id[id(raw)][1]

    def count_lines(self, value: JsonValue) -> int:
        """The number of lines to read in a value, with everything inside it and its long names."""
        total, pending = 0, [value]
        while pending:
            item = pending.pop()
            if isinstance(item, (dict, list)) and item:
                total += self._count_members(item, pending)
            else:
                total += self._count_leaf(item)
        return total

    def _count_members(self, item: dict[str, JsonValue] | list[JsonValue], pending: list[JsonValue]) -> int:
        if isinstance(item, list) and are_numbers(item):
            return -(-len(item) // NUMBERS_PER_LINE)
        members = item.values() if isinstance(item, dict) else item
        others = [member for member in members if not _is_one_line(member)]
        pending.extend(others)
        return len(members) - len(others) + (self._count_names(item) if isinstance(item, dict) else 0)

    def _count_names(self, item: dict[str, JsonValue]) -> int:
        if max(map(len, item)) <= SHORT_NAME_LENGTH:
            return 0
        return sum(len(self.lines_of(Untrusted(name))) for name in item if not is_short_name(name))

    def _count_leaf(self, item: JsonValue) -> int:
        if item is None or isinstance(item, (bool, dict, list)):
            return 1
        text = item if isinstance(item, str) else codec.lexeme(item)
        return 1 if is_inline(text) else len(self.lines_of(Untrusted(text)))


class UnfoldedLines:
    """Lines on the screen, with folded lines put together again. ``text``: all lines as one text."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lengths = [len(line) for line in lines]
        self._fold_marks = [fold_lead(line) if at else 0 for at, line in enumerate(lines)]
        self.text = "\n".join(lines).replace("\n" + FOLD_MARK, "")
        # A line takes its characters and a line end; a folded part has neither its mark nor the line end before it.
        steps = [
            length - lead + (1 - following)
            for length, lead, following in zip(self._lengths, self._fold_marks, [*self._fold_marks[1:], 0], strict=True)
        ]
        self._starts = [0, *accumulate(steps)]

    def marks_for(self, start: int, stop: int) -> Iterator[Mark]:
        """The parts of lines that show these characters of the text."""
        line = bisect_right(self._starts, start) - 1
        while line < len(self._lengths) and self._starts[line] < stop:
            lead, base = self._fold_marks[line], self._starts[line]
            first, last = max(start - base, 0) + lead, min(stop - base + lead, self._lengths[line])
            if first < last:
                yield Mark(line, first, last)
            line += 1

    def divide_styles(self, styles: Iterable[Style]) -> list[list[Style]]:
        """Divide the styles of the text into those of each line."""
        styles_by_line: list[list[Style]] = [[] for _ in self._lengths]
        for start, stop, name in styles:
            for part in self.marks_for(start, stop):
                styles_by_line[part.line].append(Style(part.start, part.stop, name))
        return styles_by_line

    def find(self, searched: str) -> list[Mark]:
        """Find all matches, ``MAX_HITS`` + 1 at most; none for the empty text.

        A match on two lines is given by its first part.
        """
        if not searched:
            return []
        hits = islice(re.finditer(re.escape(searched), self.text, re.IGNORECASE), MAX_HITS + 1)
        return [part for hit in hits for part in islice(self.marks_for(*hit.span()), 1)]


class SeenLines:
    """Which lines of one value were in view."""

    def __init__(self, lines: int) -> None:
        self._seen = bytearray(lines)

    @property
    def unread(self) -> int:
        """The number of lines that were not in view yet."""
        return self._seen.count(0)

    @property
    def read(self) -> int:
        """The number of lines that were in view."""
        return self._seen.count(1)

    def has_seen(self, lines: range) -> bool:
        """Whether all of these lines were in view."""
        return 0 not in self._seen[lines.start : lines.stop]

    def mark_seen(self, start: int, stop: int) -> None:
        """Note that lines ``start`` to ``stop``, without the last, are in view."""
        stop = min(stop, len(self._seen))
        if start < stop:
            self._seen[start:stop] = b"\1" * (stop - start)


class SeenInputs:
    """Which lines of all values and of all long names were in view. ``total``: the number of lines."""

    def __init__(self, total: int) -> None:
        self.total = total
        self._seen_by_value: dict[tuple[ValuePath, bool], SeenLines] = {}

    def seen_lines(self, path: ValuePath, lines: int, *, of_name: bool = False) -> SeenLines:
        """The seen lines of the value at ``path``, or of its name. ``lines``: how many lines that takes."""
        if (path, of_name) not in self._seen_by_value:
            self._seen_by_value[path, of_name] = SeenLines(lines)
        return self._seen_by_value[path, of_name]

    @property
    def unread(self) -> int:
        """The number of lines that were never in view."""
        return self.total - sum(seen_lines.read for seen_lines in self._seen_by_value.values())


class MarkedLines(WrappedLines):
    """Lines with marked parts, over the styles that they have."""

    def __init__(self, lines: Lines, marks: Sequence[tuple[Mark, StyleName]]) -> None:
        super().__init__(lines)
        self._marks = marks

    def shown(self, start: int, stop: int) -> list[ShownLine]:
        """The lines from ``start`` on, without line ``stop``, with their marks."""
        lines = self._lines.shown(start, stop)
        for mark, name in self._marks:
            if start <= mark.line < start + len(lines):
                line = lines[mark.line - start]
                length = len(line.text)
                style = Style(min(mark.start, length), min(mark.stop, length), name)
                lines[mark.line - start] = line._replace(styles=[*line.styles, style])
        return lines


def marks_of_span(lines: TextLines, span: tuple[int, int]) -> list[Mark]:
    """The parts of lines that show this span of the raw text."""
    return marks_between(lines.locate(span[0]), lines.locate(span[1]))


def marks_between(start: tuple[int, int], stop: tuple[int, int]) -> list[Mark]:
    """The parts of lines between two places, each a line and a position in it."""
    marks = []
    for line in range(start[0], min(stop[0], start[0] + _MAX_MARKED_LINES) + 1):
        begin, end = (start[1] if line == start[0] else 0), (stop[1] if line == stop[0] else _LINE_END)
        if begin < end:
            marks.append(Mark(line, begin, end))
    return marks or [Mark(*start, start[1] + 1)]


def shown_offset(before: str) -> int:
    """The position on the screen, before folding, of a character of a line. ``before``: what stands before it, raw."""
    return len(squeezed(escape(before, newlines=True)))


def style_for(raw: str, start: int, stop: int, name: StyleName = "strong", *, lead: int = 0) -> Style:
    """A style for characters of a raw line, at their place on the screen. ``lead``: characters before it."""
    return Style(shown_offset(raw[:start]) + lead, shown_offset(raw[:stop]) + lead, name)


def squeezed(shown: str) -> str:
    """Replace each long run of blanks or of empty lines in an escaped text by a mark with its count."""
    return _squeeze(shown, {}, has_runs=_may_have_blank_run(shown))


def _squeeze(shown: str, counts_by_mark: dict[str, int], *, has_runs: bool) -> str:
    """Do the work of ``squeezed``. ``has_runs``: whether there may be runs of blanks. Fills ``counts_by_mark``."""
    shown = _EMPTY_LINES.sub(lambda run: _empty_mark(run, counts_by_mark), shown)
    return _BLANK_RUN.sub(_blanks_mark, shown) if has_runs else shown


def is_inline(raw: str) -> bool:
    """Whether a text is shown as one line, without a block."""
    return len(raw) <= INLINE_LENGTH and "\n" not in raw


def is_short_name(raw: str) -> bool:
    """Whether a name stands beside its value, without a block."""
    return len(raw) <= SHORT_NAME_LENGTH


def are_numbers(items: list[JsonValue]) -> bool:
    """Whether a list holds only numbers of ordinary length, and is shown as a list of numbers."""
    kinds = set(map(type, items))
    if not kinds or not all(kind is int or issubclass(kind, float) for kind in kinds):
        return False
    if int in kinds and not all(-_LONG_NUMBER < item < _LONG_NUMBER for item in items if type(item) is int):
        return False
    if kinds <= {int, float}:
        return True
    exact = [item for item in items if type(item) not in (int, float)]  # these keep their digits
    return max(map(len, map(attrgetter("lexeme"), exact))) <= _MAX_DIGITS


def _may_have_blank_run(text: str) -> bool:
    """Whether there may be a run of 32 blanks or line ends. Quick; may be wrong only with True."""
    if "⟨" in text and any(blank in text for blank in _ESCAPED_BLANKS):
        return True
    return _SAMPLED_RUN in text[::_SAMPLE_STEP].encode("latin-1", "replace").translate(_BLANK_TABLE)


def _is_one_line(value: JsonValue) -> bool:
    """Whether a value surely takes one line."""
    if type(value) is str:
        return len(value) <= INLINE_LENGTH and "\n" not in value
    if type(value) is int:
        return -_LONG_NUMBER < value < _LONG_NUMBER
    return value is None or type(value) in (bool, float)


def numbered_line(text: str, number: int) -> ShownLine:
    """A line with its number; the rest of a folded one has none."""
    lead = fold_lead(text)
    return ShownLine(text, "" if lead else f"{number:,}", lead=lead)


def fold_lead(text: str) -> int:
    """The characters before the words of a line that is the rest of a folded one; 0 for any other."""
    return len(FOLD_MARK) if text.startswith(FOLD_MARK) else 0


def fold_line(line: str) -> list[str]:
    """Fold an escaped line."""
    return [line] if len(line) <= COLUMNS else fold(line, COLUMNS).split("\n")


def _blanks_mark(run: re.Match[str]) -> str:
    length = len(re.sub("⟨[^⟩]*⟩", "x", run[0]))
    if set(run[0]) == {" "}:
        return tr_n("⟨{n} space⟩", "⟨{n} spaces⟩", length)
    return tr_n("⟨{n} blank character⟩", "⟨{n} blank characters⟩", length)


def _empty_mark(run: re.Match[str], counts_by_mark: dict[str, int]) -> str:
    """The mark in place of a run of empty lines. The first line feed ends the line before the run."""
    lead = "" if run.start() == 0 else "\n"
    empty = run[0].count("\n") - 1 + (not lead)
    mark = tr_n("⟨{n} empty line⟩", "⟨{n} empty lines⟩", empty)
    counts_by_mark[mark] = empty
    return f"{lead}{mark}\n"


def _tint_of(line: str) -> Tint:
    if line.startswith(("--- ", "+++ ")):
        return ""
    return "gone" if line.startswith("-") else "new" if line.startswith("+") else ""
