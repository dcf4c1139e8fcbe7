"""Untrusted text: its type, escaping, folding, measuring (pure).

Owns: the only way in which text of a server, a model, an app or an imported file becomes characters that a person sees,
on a screen, in a terminal, in a log line.

Invariants:
    - Each character that is invisible, blank and no common space, reorders others, moves a cursor or is unassigned is
      shown as ``⟨U+202E⟩``. So are marks without a letter, and too many marks on one letter. ``⟨`` and ``↳`` of the
      text itself are escaped too, so that our marks cannot be forged and the raw text follows from the shown one.
    - ``escape`` is applied once, to raw text. Applied twice it is still safe, and shows its own marks escaped.
    - Nothing is left out without saying how much.
    - Backslashes are characters like any other.

Characters are Unicode code points, not columns of a terminal.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, Final  # Any: as Struct declares it

from msgspec import Struct

from host import regex

FOLD_MARK: Final = "↳"
"""Begins each line that ``fold`` added."""

MIN_WIDTH: Final = 16
"""The smallest width of ``fold``. The longest escape, ``⟨U+10FFFF⟩``, must fit easily."""

_MAX_ESCAPE: Final = 10
_HIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
_BLANK_CATEGORIES: Final = frozenset({"Lo", "Mn", "So"})
_BLANK_NAMES: Final = regex.pattern(
    r"\b(?:FILLER|JOINER|SELECTOR|FILL MODIFIER|VOWEL INHERENT|PATTERN BLANK|NULL NOTEHEAD|OBJECT REPLACEMENT)\b"
)
"""Unicode has no property for letters, marks and symbols that draw nothing; their names tell. U+FFFC stands for an
object that is drawn in its place: Qt draws nothing there, without any width."""
_MARK_CATEGORIES: Final = frozenset({"Mn", "Me"})
_MAX_MARKS: Final = 6
"""Marks on one letter; Hebrew with all its signs has five."""
_MAX_CACHED: Final = 65_536
"""Characters whose treatment is cached; all others are treated too."""

_MIN_KEPT: Final = 1 << 10
MAX_KEPT: Final = 4 << 20
"""Characters of a long text whose bytes and odd characters are kept until ``forget_long_texts``."""
_KEPT: Final = 8
"""Long texts that are kept: those of one call, and parts of them."""

_PIECE: Final = 64
"""Characters that are normalised together: a run of marks costs the square of its length and blocks everything."""

_MAX_REPLACED: Final = 32
"""Different hidden characters up to which each one is replaced separately."""

_BRACKETS: Final = "\u2039\u2329\u276c\u276e\u2770\u2991\u29fc\u3008\ufe3f\uff1c"
_FORGED: Final = regex.pattern(f"[{_BRACKETS}](?=[Uu]\\+)")
"""Brackets that look like ours and begin something that looks like an escape."""
_FORGERY_TAIL: Final = len("U+")
_ESCAPE: Final = regex.pattern(r"⟨U\+[0-9A-F]{4,6}⟩")
_MANY, _FEW = 256, 8
"""Odd characters of a text above which the first few different ones are each removed in one step."""
_USUAL: Final = bytes((0x0A, *range(0x20, 0x7F)))

_BLANKS_ALONE: Final = bytes(0x20 if code < 0x80 and chr(code).isspace() else 0x78 for code in range(0x100))
"""Makes ASCII blanks spaces and all else one letter, so that a run of blanks is a run of one byte."""
_OTHER_BLANKS: Final = (
    "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""Every other character of which ``str.isspace`` is true."""
_BLANK_RUN: Final = regex.pattern(r"\s{2,}")


class Untrusted(Struct, frozen=True):
    """Untrusted text. Printing, formatting or logging it yields the escaped form, on one line."""

    _text: str

    def raw(self) -> str:
        """The unchanged text: to compare, store and send it, never to show it."""
        return self._text

    def __str__(self) -> str:
        return escape(self._text)

    def __repr__(self) -> str:
        return f"Untrusted('{escape(self._text)}')"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("", str(self))]

    def __format__(self, spec: str) -> str:
        """The escaped text. Raises TypeError for a format specification, which could cut it silently."""
        if spec:
            raise TypeError("untrusted text takes no format specification; see host.text.one_line")
        return str(self)


class TextSize(Struct, frozen=True):
    """How much there is to read."""

    characters: int  # of the raw text
    lines: int  # a newline ends a line; the empty text has none
    longest_line: int  # characters of the longest line
    whitespace_run: int  # characters of the longest run of white space, line ends included


def is_blank(char: str) -> bool:
    """Whether a letter, mark or symbol draws nothing."""
    return unicodedata.category(char) in _BLANK_CATEGORIES and bool(_BLANK_NAMES.search(unicodedata.name(char, "")))


def is_hidden(char: str) -> bool:
    """Whether ``escape`` spells a character out in every context, because a person would not see it as it is."""
    return isinstance(_ON_ONE_LINE[ord(char)], str)


def _must_be_escaped(char: str) -> bool:
    category = unicodedata.category(char)
    return char != " " and (char in ("⟨", FOLD_MARK) or category in _HIDDEN_CATEGORIES or is_blank(char))


class _EscapeTable(dict[int, str | int]):
    """A translation table that is filled when characters are looked up."""

    def __missing__(self, code: int) -> str | int:
        shown = _mark(code) if _must_be_escaped(chr(code)) else code
        if len(self) < _MAX_CACHED:
            self[code] = shown
        return shown


def _escape_hidden(text: str, table: _EscapeTable) -> str:
    """Escape hidden characters and stray marks; for long texts ten times as fast as ``text.translate(table)``."""
    characters = odd_characters(text)
    escapes = {char: shown for char in characters if isinstance(shown := table[ord(char)], str)}
    if len(escapes) > _MAX_REPLACED:
        shown = text.translate(table)
    else:
        shown = text.replace("⟨", escapes.pop("⟨", "⟨"))  # first, because the other escapes contain it
        for char, mark in escapes.items():
            shown = shown.replace(char, mark)
    shown = _escape_stray_marks(shown, characters)
    if characters.isdisjoint(_BRACKETS):
        return shown
    return _FORGED.sub(lambda match: _mark(ord(match[0])), shown)


def _escape_stray_marks(shown: str, characters: Iterable[str]) -> str:
    """Escape marks without a letter, and those beyond ``_MAX_MARKS`` on one letter."""
    marks = "".join(sorted(char for char in characters if unicodedata.category(char) in _MARK_CATEGORIES))
    if not marks:
        return shown
    if shown[0] in marks:
        shown = re.sub(rf"(\A)([{marks}]+)", _escape_second_group, shown)
    shown = re.sub(rf"([\s⟩])([{marks}]+)", _escape_second_group, shown)
    return re.sub(f"([{marks}]{{{_MAX_MARKS}}})([{marks}]+)", _escape_second_group, shown)


def _escape_second_group(match: re.Match[str]) -> str:
    return match[1] + "".join(_mark(ord(char)) for char in match[2])


def odd_characters(text: str) -> frozenset[str]:
    """The different characters of ``text`` except visible ASCII, of which most texts consist.

    Those of the last texts are kept, of long ones of the last few, because several kinds of finding ask for them.
    """
    if len(text) < _MIN_KEPT:
        return _odd_characters_of_short(text)
    return _odd_characters_of_long(text) if len(text) <= MAX_KEPT else _odd_characters(text)


def bytes_of(text: str) -> bytes:
    """Return a text in UTF-8; those of the last long texts are kept. Raises UnicodeEncodeError for half a character."""
    return _bytes_of_long(text) if _MIN_KEPT <= len(text) <= MAX_KEPT else text.encode()


@functools.lru_cache(maxsize=_KEPT)
def _bytes_of_long(text: str) -> bytes:
    return text.encode()


def _odd_characters(text: str) -> frozenset[str]:
    try:
        data = bytes_of(text)
    except UnicodeEncodeError:
        data = text.encode("utf-8", "surrogatepass")
    odd = data.translate(None, _USUAL).decode("utf-8", "surrogatepass")
    removed: set[str] = {"\n"} if "\n" in text else set()
    while len(odd) > _MANY and len(removed) < _FEW:  # mostly the same few characters again and again
        removed.add(odd[0])
        odd = odd.replace(odd[0], "")
    return frozenset(odd).union(removed) if removed else frozenset(odd)


_odd_characters_of_short: Final = functools.lru_cache(maxsize=64)(_odd_characters)
_odd_characters_of_long: Final = functools.lru_cache(maxsize=_KEPT)(_odd_characters)


def forget_long_texts() -> None:
    """Let go of the long texts that are kept: whoever looked through them calls this, or they outlive their call."""
    _bytes_of_long.cache_clear()
    _odd_characters_of_long.cache_clear()


def _mark(code: int) -> str:
    return f"⟨U+{code:04X}⟩"


_ON_ONE_LINE: Final = _EscapeTable()
_ON_MANY_LINES: Final = _EscapeTable({ord("\n"): ord("\n"), ord("\t"): ord("\t")})


def escape(text: str, *, newlines: bool = False) -> str:
    """Make raw text safe to show: each hidden character becomes ``⟨U+XXXX⟩``.

    ``newlines``: keep line feeds and tabs, for places that show many lines; otherwise they are escaped like all control
    characters. Carriage returns and all other line ends are always escaped.
    """
    if text.isascii() and text.isprintable():
        return text
    return _escape_hidden(text, _ON_MANY_LINES if newlines else _ON_ONE_LINE)


def log_record(text: str) -> str:
    """Escape a formatted record and indent all lines but the first, so that no part of it looks like another record."""
    return escape(text, newlines=True).replace("\n", "\n    ")


def quoted(shown: str) -> str:
    """Put escaped text in quotation marks, which it cannot close."""
    inner = re.sub("[“”]", lambda mark: f"⟨U+{ord(mark[0]):04X}⟩", shown)
    return f"“{inner}”"


def one_line(text: str, limit: int) -> str:
    """Put raw text on one line, escaped and cut to ``limit`` characters.

    A cut text ends with the number of missing raw characters, as in ``abc⟨… 1,234 more characters⟩``. No escape is cut.
    """
    shown = escape(text[: limit + _FORGERY_TAIL])
    if len(text) <= limit and len(shown) <= limit:
        return shown
    kept = shown[: _end_outside_escape(shown, 0, limit)]
    missing = len(text) - len(_ESCAPE.sub("x", kept))
    return f"{kept}⟨… {missing:,} more character{'' if missing == 1 else 's'}⟩"


def nfkc(text: str) -> str:
    """Return the compatibility form (UAX #15), in linear time for any text.

    It works piece by piece: if a long run of non-ASCII characters is cut, marks may keep another order or stay
    uncomposed at the cut.
    """
    if text.isascii() or all(map(_is_own_form, odd_characters(text))):
        return text
    return "".join(unicodedata.normalize("NFKC", piece) for piece in _pieces(text))


def casefolded(text: str) -> str:
    """Return ``text.casefold()``; for long texts in which only ASCII letters have a case three times as fast."""
    if text.isascii():
        return text.lower()
    if len(text) < _MIN_KEPT or not all(map(_has_no_case, odd_characters(text))):
        return text.casefold()
    return text.encode("utf-8", "surrogatepass").translate(_LOWER).decode("utf-8", "surrogatepass")


@functools.lru_cache(_MAX_CACHED)
def _has_no_case(char: str) -> bool:
    return char.casefold() == char


_LOWER: Final = bytes(ord(chr(code).lower()) if code < 0x80 else code for code in range(0x100))


def _pieces(text: str) -> Iterator[str]:
    """Yield ``text`` in pieces that begin with an ASCII character if one is near enough."""
    start = 0
    while start < len(text):
        end = start + _PIECE
        while end < min(start + 2 * _PIECE, len(text)) and not text[end].isascii():
            end += 1
        yield text[start:end]
        start = end


@functools.lru_cache(_MAX_CACHED)
def _is_own_form(char: str) -> bool:
    """Whether a character is its own compatibility form in every context.

    Marks, vowels and finals of Hangul, and letters of Kirat Rai may combine with a character before them.
    """
    if (
        unicodedata.category(char).startswith("M")
        or "\u1100" <= char <= "\u11ff"
        or "\U00016d40" <= char <= "\U00016d7f"
    ):
        return False
    return unicodedata.normalize("NFKC", char) == char


def caseless(name: str) -> str:
    """Fold a name so that case, compatibility forms and invisible characters do not matter.

    This is toNFKC_Casefold (Unicode, section 3.13): some programs treat names with equal results as one name.
    """
    if name.isascii() and name.isprintable():
        return name.lower()
    visible = "".join(char for char in nfkc(name).casefold() if not is_hidden(char))
    return nfkc(visible.casefold())


def fold(text: str, width: int) -> str:
    """Break the lines of escaped text that are longer than ``width`` characters.

    Each added line begins with ``FOLD_MARK``; no escape is cut, and no word where a blank is near. Raises ValueError if
    ``width`` is below ``MIN_WIDTH``.
    """
    if width < MIN_WIDTH:
        raise ValueError(f"a fold needs at least {MIN_WIDTH} characters")
    return "\n".join(_fold_line(line, width) for line in text.split("\n"))


def measure(text: str) -> TextSize:
    """Measure raw text, so that padding cannot hide its end."""
    lines = text.split("\n")
    return TextSize(
        characters=len(text),
        lines=len(lines) - (not lines[-1]),
        longest_line=max(map(len, lines)),
        whitespace_run=_longest_blank_run(text),
    )


def _longest_blank_run(text: str) -> int:
    if any(blank in text for blank in _OTHER_BLANKS):
        return max(map(len, _BLANK_RUN.findall(text)), default=1)
    return _longest_run_of_spaces(text.encode("utf-8", "surrogatepass").translate(_BLANKS_ALONE))


def _longest_run_of_spaces(line: bytes) -> int:
    """Search by doubling, then by halving: plain searches take a tenth of the time of a pattern."""
    present, absent = 0, 1
    while b" " * absent in line:
        present, absent = absent, 2 * absent
    while absent - present > 1:
        middle = (present + absent) // 2
        if b" " * middle in line:
            present = middle
        else:
            absent = middle
    return present


def _fold_line(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    end = _end_of_piece(line, 0, width)
    pieces = [line[:end]]
    while end < len(line):
        start, end = end, _end_of_piece(line, end, end + width - len(FOLD_MARK))
        pieces.append(FOLD_MARK + line[start:end])
    return "\n".join(pieces)


def _end_of_piece(shown: str, start: int, end: int) -> int:
    """Where a piece of a folded line ends that may reach to ``end``.

    After a blank in its last third if there is one, so that no word is cut. Not within a run of blanks: at the end of a
    line nobody would see them.
    """
    blank = shown.rfind(" ", start + 2 * (end - start) // 3, end) if end < len(shown) else -1
    if blank > start and shown[blank - 1] != " " and shown[blank + 1] != " ":
        after = blank + 1
        if _end_outside_escape(shown, start, after) == after:
            return after
    return _end_outside_escape(shown, start, end)


def _end_outside_escape(shown: str, start: int, end: int) -> int:
    """Return ``end``, or the start of the escape that a cut at ``end`` would divide."""
    opened = shown.rfind("⟨", max(start, end - _MAX_ESCAPE), end)
    return opened if opened >= 0 and "⟩" not in shown[opened:end] else end
