"""Prepares text for labels: sentences of the host, words that are too long to wrap, spans of time, states (pure).

Invariants: a sentence of the host is escaped, except for the marks that ``host.text`` made in it; cut or broken text
has a mark that says so; text that wraps by itself is not changed. Times have units, and are never rounded up to a time
that has not passed yet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from host import regex
from host.text import FOLD_MARK, MIN_WIDTH, escape, fold
from host.values import replace
from ui.tr import sentence, tr, tr_n, translated

MAX_WORD: Final = 40  # characters that fit on one line of the narrowest place for text
MAX_SENTENCE: Final = 2_000  # characters of a sentence in a place that scrolls; longer ones are cut, with a mark
MAX_NOTICE: Final = 400  # characters of a sentence in a place that does not scroll
_MARK: Final = regex.pattern(r"(⟨(?:U\+[0-9A-F]{4,6}|… [0-9,]+ more characters?)⟩|↳)")
MAX_PART: Final = 28  # characters that fit beside the name of a fact in a narrow panel
_PART: Final = regex.pattern(r"[^\s/-]+")
"""What no label breaks by itself: it does at blanks, and after slashes and hyphens."""
_WORD: Final = regex.pattern(r"[^ \n]+")


BadgeTone: TypeAlias = Literal["neutral", "amber", "red", "green"]


class Style(Struct, frozen=True):
    """How a state is shown: in a constant marked for translation, else as ``localized`` returns it."""

    word: str
    icon: str  # Phosphor's name
    tone: BadgeTone
    meaning: str = ""  # a sentence

    def localized(self) -> Style:
        """The same in the person's language."""
        return replace(self, word=tr(self.word), meaning=self.meaning and tr(self.meaning))


def wrappable(shown: str, width: int = MAX_WORD) -> str:
    """Break the lines of ``shown`` that no label could wrap at ``width`` characters. ``shown``: ready to be shown."""
    return "\n".join(
        fold(line, width) if any(len(word) > width for word in line.split(" ")) else line for line in shown.split("\n")
    )


def safe_text(words: str, limit: int = MAX_SENTENCE) -> str:
    """Prepare a sentence of the host to be shown: escape it, except for the marks of ``host.text`` in it."""
    words = translated(words)
    if words.isascii() and words.isprintable() and len(words) <= limit:
        return words
    parts = _MARK.split(words[:limit])
    shown = "".join(part if number % 2 else escape(part) for number, part in enumerate(parts))
    cut = len(words) - limit
    return f"{shown}⟨… {cut:,} more character{'' if cut == 1 else 's'}⟩" if cut > 0 else shown  # host.text's mark


def break_long_words(shown: str, width: int = MAX_WORD) -> str:
    """Break words that no label could wrap at ``width`` characters, with a mark. ``shown``: ready to be shown."""
    return _fold_long(_WORD, shown, width)


def break_names(shown: str, width: int = MAX_PART) -> str:
    """Break what no label could break at ``width`` characters: a digest, an endless name; a path at its slashes."""
    return _fold_long(_PART, shown, width)


def _fold_long(part: re.Pattern[str], shown: str, width: int) -> str:
    return part.sub(lambda match: match[0] if len(match[0]) <= width else _fold_word(match[0], width), shown)


def _fold_word(word: str, width: int) -> str:
    """Fold one word as ``host.text.fold`` does, but a path after a slash in the second half of a line."""
    lines, mark, start = [], "", 0
    while len(word) - start > (room := width - len(mark)):
        end = word.rfind("/", start + room // 2, start + room) + 1 or start + _length_of_piece(word, start, room)
        lines.append(mark + word[start:end])
        mark, start = FOLD_MARK, end
    return "\n".join([*lines, mark + word[start:]])


def _length_of_piece(word: str, start: int, room: int) -> int:
    """How much of ``word`` from ``start`` on ``host.text.fold`` puts on one line. Only that much is looked at."""
    width = max(room, MIN_WIDTH)
    return len(fold(word[start : start + width + 1], width).partition("\n")[0])


def safe_sentence(words: str, limit: int = MAX_NOTICE) -> str:
    """Prepare a sentence of the host for a label that wraps: ``safe_text`` with long words broken."""
    return break_long_words(sentence(safe_text(words, limit)))


MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
_JUST_NOW: Final = 5


def some_names(names: Sequence[str], limit: int) -> str:
    """The first ``limit`` names, and how many more there are. ``names``: ready to be shown."""
    shown = ", ".join(names[:limit])
    left_out = len(names) - limit
    return tr("{names} and {more} more", names=shown, more=left_out) if left_out > 0 else shown


def relative(seconds_ago: float) -> str:
    """How long ago something was: ``just now``, ``12 s ago``, ``3 min ago``, ``5 h ago``, ``2 days ago``."""
    seconds = int(seconds_ago)
    if seconds < _JUST_NOW:
        return tr("just now")
    if seconds < MINUTE:
        return tr("{seconds} s ago", seconds=seconds)
    if seconds < HOUR:
        return tr("{seconds} min ago", seconds=seconds // MINUTE)
    if seconds < DAY:
        return tr("{seconds} h ago", seconds=seconds // HOUR)
    days = seconds // DAY
    return tr_n("yesterday", "{n} days ago", days)


def duration(ms: float) -> str:
    """How long something took: ``< 1 ms``, ``240 ms``, ``3.4 s``, ``2 min 5 s``, ``1 h 3 min``."""
    if ms < 1:
        return tr("< 1 ms")
    if ms < 1000:
        return tr("{ms} ms", ms=int(ms))
    if ms < 60_000:
        return tr("{seconds} s", seconds=f"{int(ms / 100) / 10:.1f}")
    seconds = int(ms / 1000)
    hours, minutes, rest = seconds // HOUR, seconds % HOUR // MINUTE, seconds % MINUTE
    if hours:
        return tr("{hours} h {minutes} min", hours=hours, minutes=minutes) if minutes else tr("{hours} h", hours=hours)
    if rest:
        return tr("{minutes} min {seconds} s", minutes=minutes, seconds=rest)
    return tr("{minutes} min", minutes=minutes)


def countdown(seconds: float) -> str:
    """The time left: ``4:31``, ``1:02:09``. A begun second counts as a whole one; at ``0:00`` no time is left."""
    left = max(0, int(seconds) + (seconds > int(seconds)))
    hours, minutes, rest = left // HOUR, left % HOUR // MINUTE, left % MINUTE
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
