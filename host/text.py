"""Untrusted text: its type, escaping, folding, counting (pure).

Owns: the one way in which words of a server, a model, an app or an imported file become characters that a person sees,
on a screen, in a terminal, in a log line.

Invariants: - Each character that is invisible, blank and no common space, reorders others, moves a cursor or means
nothing is shown as ``⟨U+202E⟩``. So are marks that have no letter to stand on, and those that are piled up on one.
``⟨`` and ``↳`` are ours alone: a stranger's own are escaped too, so that what is marked by them cannot be forged, and
the raw text can be told from the shown one, character by character. - ``escape`` is applied once, to raw text. Applied
twice it stays safe, and shows its own marks escaped. - Nothing is left out without saying how much. - Backslashes are
characters like any other.

Characters are Unicode code points throughout, not columns of a terminal.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, Final  # Any: as Struct declares it

from msgspec import Struct

FOLD_MARK: Final = "↳"
"""Begins each line that ``fold`` made and the text did not."""

MIN_WIDTH: Final = 16
"""Narrowest fold. The longest escape, ``⟨U+10FFFF⟩``, must fit with room to spare."""

_LONGEST_ESCAPE: Final = 10
_HIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
_BLANK_CATEGORIES: Final = frozenset({"Lo", "Mn", "So"})
_BLANK_NAMES: Final = re.compile(
    r"\b(?:FILLER|JOINER|SELECTOR|FILL MODIFIER|VOWEL INHERENT|PATTERN BLANK|NULL NOTEHEAD)\b"
)
"""No property tells which letters, marks and symbols draw nothing; the names that Unicode gives them do."""
_MARK_CATEGORIES: Final = frozenset({"Mn", "Me"})
_PILED: Final = 6
"""Marks on one letter; Hebrew with all its signs has five."""
_REMEMBERED: Final = 65_536
"""Characters whose treatment is remembered; a bound on memory, not on what is treated."""

_PIECE: Final = 64
"""Characters that are normalised together: a run of marks costs the square of its length, and nobody runs meanwhile."""

_FEW: Final = 32
"""Different hidden characters up to which each is replaced by itself."""

_BRACKETS: Final = "\u2039\u2329\u276c\u276e\u2770\u2991\u29fc\u3008\ufe3f\uff1c"
_FORGED: Final = re.compile(f"[{_BRACKETS}](?=[Uu]\\+)")
"""Brackets that look like ours, where they begin what looks like an escape."""
_FORGERY_TAIL: Final = len("U+")
_ESCAPE: Final = re.compile(r"⟨U\+[0-9A-F]{4,6}⟩")
_USUAL: Final = bytes((0x0A, *range(0x20, 0x7F)))

_BLANKS_ALONE: Final = bytes(0x20 if code < 0x80 and chr(code).isspace() else 0x78 for code in range(0x100))
"""ASCII's blanks become spaces and all else one letter, so that what is looked for is a plain run of one byte."""
_OTHER_BLANKS: Final = [chr(code) for code in range(0x80, 0x3001) if chr(code).isspace()]
_BLANK_RUN: Final = re.compile(r"\s{2,}")


class Untrusted(Struct, frozen=True):
    """Text that a stranger wrote. Printing, formatting or logging it yields the escaped form, on one line."""

    _text: str

    def raw(self) -> str:
        """The text as it came: for comparing, storing and sending, never for showing."""
        return self._text

    def __str__(self) -> str:
        """The escaped text."""
        return escape(self._text)

    def __repr__(self) -> str:
        """The escaped text, marked as a stranger's."""
        return f"Untrusted('{escape(self._text)}')"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Likewise, for libraries that print the parts of values."""
        return [("", str(self))]

    def __format__(self, spec: str) -> str:
        """The escaped text. ``TypeError`` for any format specification: those cut without saying so."""
        if spec:
            raise TypeError("untrusted text takes no format specification; see host.text.one_line")
        return str(self)


class TextSize(Struct, frozen=True):
    """How much there is to read.

    Attributes:
        characters: of the raw text. lines: a newline ends a line; the empty text has none.
        longest_line: characters of the longest line. whitespace_run: longest run of white space, line ends included.
    """

    characters: int
    lines: int
    longest_line: int
    whitespace_run: int


def is_blank(char: str) -> bool:
    """Whether a letter, mark or symbol draws nothing."""
    return unicodedata.category(char) in _BLANK_CATEGORIES and bool(_BLANK_NAMES.search(unicodedata.name(char, "")))


def is_hidden(char: str) -> bool:
    """Whether a person would not see a character as it is, whatever stands beside it; ``escape`` spells it out."""
    return isinstance(_ON_ONE_LINE[ord(char)], str)


def _hides(char: str) -> bool:
    category = unicodedata.category(char)
    return char != " " and (char in ("⟨", FOLD_MARK) or category in _HIDDEN_CATEGORIES or is_blank(char))


class _Shown(dict[int, str | int]):
    """A translation table that works itself out, one character at a time."""

    def __missing__(self, code: int) -> str | int:
        shown = _mark(code) if _hides(chr(code)) else code
        if len(self) < _REMEMBERED:
            self[code] = shown
        return shown


def _with_marks(text: str, table: _Shown) -> str:
    """``text.translate(table)``, ten times as fast for long texts, which have few different characters to be hidden."""
    found = odd(text)
    marks = {char: mark for char in found if isinstance(mark := table[ord(char)], str)}
    if len(marks) > _FEW:
        shown = text.translate(table)
    else:
        shown = text.replace("⟨", marks.pop("⟨", "⟨"))  # before the others, whose marks have it
        for char, mark in marks.items():
            shown = shown.replace(char, mark)
    shown = _without_piles(shown, found)
    if found.isdisjoint(_BRACKETS):
        return shown
    return _FORGED.sub(lambda found: _mark(ord(found[0])), shown)


def _without_piles(shown: str, found: Iterable[str]) -> str:
    """With marks spelt out that have no letter to stand on, and those beyond ``_PILED`` on one letter."""
    marks = "".join(sorted(char for char in found if unicodedata.category(char) in _MARK_CATEGORIES))
    if not marks:
        return shown
    if shown[0] in marks:
        shown = re.sub(rf"(\A)([{marks}]+)", _spelt_out, shown)
    shown = re.sub(rf"([\s⟩])([{marks}]+)", _spelt_out, shown)
    return re.sub(f"([{marks}]{{{_PILED}}})([{marks}]+)", _spelt_out, shown)


def _spelt_out(found: re.Match[str]) -> str:
    return found[1] + "".join(_mark(ord(char)) for char in found[2])


def odd(text: str) -> set[str]:
    """The different characters of ``text`` besides the visible ones of ASCII, of which most texts are made."""
    encoded = text.encode("utf-8", "surrogatepass").translate(None, _USUAL)
    odd = set(encoded.decode("utf-8", "surrogatepass"))
    return odd | {"\n"} if "\n" in text else odd


def _mark(code: int) -> str:
    return f"⟨U+{code:04X}⟩"


_ON_ONE_LINE: Final = _Shown()
_ON_MANY_LINES: Final = _Shown({ord("\n"): ord("\n"), ord("\t"): ord("\t")})


def escape(text: str, *, newlines: bool = False) -> str:
    """Raw text made safe to show, each hidden character as ``⟨U+XXXX⟩``.

    ``newlines``: keep line feeds and tabs as they are, for places that show many lines; else they are escaped like all
    control characters. Carriage returns and every other line end are escaped in both cases.
    """
    if text.isascii() and text.isprintable():
        return text
    return _with_marks(text, _ON_MANY_LINES if newlines else _ON_ONE_LINE)


def log_record(text: str) -> str:
    """A formatted record of diagnostics, escaped; its line ends stay, and no line but the first begins where one does.

    So nothing in a record can pass for another one.
    """
    return escape(text, newlines=True).replace("\n", "\n    ")


def quoted(shown: str) -> str:
    """Escaped text in quotation marks, which it cannot close."""
    inner = re.sub("[“”]", lambda mark: f"⟨U+{ord(mark[0]):04X}⟩", shown)
    return f"“{inner}”"


def one_line(text: str, limit: int) -> str:
    """Raw text on one line, escaped and cut after at most ``limit`` characters, never silently.

    Behind the limit stands how many raw characters are left out, as in ``abc⟨… 1,234 more characters⟩``; no escape is
    cut in two.
    """
    shown = escape(text[: limit + _FORGERY_TAIL])
    if len(text) <= limit and len(shown) <= limit:
        return shown
    kept = shown[: _before_escape(shown, 0, limit)]
    left = len(text) - len(_ESCAPE.sub("x", kept))
    return f"{kept}⟨… {left:,} more character{'' if left == 1 else 's'}⟩"


def nfkc(text: str) -> str:
    """Compatibility form (UAX #15), in time that grows with the length alone, whatever a stranger wrote.

    It is worked out piece by piece: marks may stay in another order, or beside a letter, where a long run of letters
    beyond ASCII is cut in two.
    """
    if text.isascii() or all(map(_stands, odd(text))):
        return text
    return "".join(unicodedata.normalize("NFKC", piece) for piece in _pieces(text))


def _pieces(text: str) -> Iterator[str]:
    """``text`` in pieces, each from a character on that joins none before it, where one stands near enough."""
    start = 0
    while start < len(text):
        end = start + _PIECE
        while end < min(start + 2 * _PIECE, len(text)) and not text[end].isascii():
            end += 1
        yield text[start:end]
        start = end


@functools.lru_cache(_REMEMBERED)
def _stands(char: str) -> bool:
    """Whether a character is its own compatibility form, whatever stands beside it.

    Those that may join one before them are marks, vowels and finals of Hangul, and letters of Kirat Rai.
    """
    if (
        unicodedata.category(char).startswith("M")
        or "\u1100" <= char <= "\u11ff"
        or "\U00016d40" <= char <= "\U00016d7f"
    ):
        return False
    return unicodedata.normalize("NFKC", char) == char


def caseless(name: str) -> str:
    """A name as a program reads it that ignores case, compatibility forms and what is invisible.

    That is toNFKC_Casefold (Unicode, section 3.13): names that it makes equal may be one name to whoever reads them.
    """
    if name.isascii() and name.isprintable():
        return name.lower()
    visible = "".join(char for char in nfkc(name).casefold() if not is_hidden(char))
    return nfkc(visible.casefold())


def fold(text: str, width: int) -> str:
    """Text that was escaped, with lines longer than ``width`` characters broken into several.

    Each line that a break began starts with ``FOLD_MARK``; no escape is cut in two. ``width`` is ``MIN_WIDTH`` or more,
    else ``ValueError``.
    """
    if width < MIN_WIDTH:
        raise ValueError(f"a fold needs at least {MIN_WIDTH} characters")
    return "\n".join(_fold_line(line, width) for line in text.split("\n"))


def measure(text: str) -> TextSize:
    """How much there is to read in raw text, so that padding cannot hide a tail."""
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
    """By doubling, then by halving: each look is a plain search, a tenth of what a pattern takes."""
    there, absent = 0, 1
    while b" " * absent in line:
        there, absent = absent, 2 * absent
    while absent - there > 1:
        middle = (there + absent) // 2
        if b" " * middle in line:
            there = middle
        else:
            absent = middle
    return there


def _fold_line(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    end = _before_escape(line, 0, width)
    pieces = [line[:end]]
    while end < len(line):
        start, end = end, _before_escape(line, end, end + width - len(FOLD_MARK))
        pieces.append(FOLD_MARK + line[start:end])
    return "\n".join(pieces)


def _before_escape(shown: str, start: int, end: int) -> int:
    """``end``, or where the escape begins that a cut there would divide."""
    opened = shown.rfind("⟨", max(start, end - _LONGEST_ESCAPE), end)
    return opened if opened >= 0 and "⟩" not in shown[opened:end] else end
