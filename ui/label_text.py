"""Text made ready for labels: sentences of the host's, words that are too long to wrap, spans of time (pure).

Invariants: a sentence of the host's is escaped, but for the marks that ``host.text`` made in it; what is cut or broken
says so with a mark; text that wraps by itself is left alone. Times carry units, and nothing is rounded up to a time
that has not passed yet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from host.text import escape, fold
from ui.tr import sentence, tr, tr_n, translated

LONGEST_WORD: Final = 40
"""Characters that fit on one line of the narrowest place we show text in."""
SENTENCE: Final = 2_000
"""Characters of a sentence before it is cut, with a mark, where it scrolls."""
NOTICE: Final = 400
"""Characters of a sentence where it does not: what stands above and below the page must leave room for it."""
_MARK: Final = re.compile(r"(⟨(?:U\+[0-9A-F]{4,6}|… [0-9,]+ more characters?)⟩|↳)")
LONGEST_NAME: Final = 28
"""Characters that fit beside the name of a fact, where a panel is narrow."""
_LONG_NAME: Final = re.compile(rf"[^\s/-]{{{LONGEST_NAME + 1},}}")
_LONG_WORD: Final = re.compile(rf"[^ \n]{{{LONGEST_WORD + 1},}}")


def wrappable(shown: str, width: int = LONGEST_WORD) -> str:
    """``shown`` (our own words or escaped text) with lines that no label could wrap broken at ``width`` characters."""
    return "\n".join(
        fold(line, width) if any(len(word) > width for word in line.split(" ")) else line for line in shown.split("\n")
    )


def safe_text(said: str, limit: int = SENTENCE) -> str:
    """A sentence of the host's, ready to be shown: escaped, but for the marks of ``host.text`` in it."""
    said = translated(said)
    if said.isascii() and said.isprintable() and len(said) <= limit:
        return said
    parts = _MARK.split(said[:limit])
    shown = "".join(part if number % 2 else escape(part) for number, part in enumerate(parts))
    left = len(said) - limit
    return f"{shown}⟨… {left:,} more character{'' if left == 1 else 's'}⟩" if left > 0 else shown  # host.text's mark


def break_long_words(shown: str) -> str:
    """Text that is ready to be shown, with words that no label could wrap broken and marked."""
    return _LONG_WORD.sub(lambda found: fold(found[0], LONGEST_WORD), shown)


def break_names(shown: str) -> str:
    """The same of a fact in a narrow panel: a digest, a path, a name without end."""
    return _LONG_NAME.sub(lambda found: fold(found[0], LONGEST_NAME), shown)


def safe_sentence(words: str, limit: int = NOTICE) -> str:
    """``safe_text`` as a sentence that a label can wrap."""
    return break_long_words(sentence(safe_text(words, limit)))


MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
_JUST_NOW: Final = 5


def some_names(names: Sequence[str], most: int) -> str:
    """The first of some names that are ready to be shown, and how many more there are."""
    shown = ", ".join(names[:most])
    more = len(names) - most
    return tr("{names} and {more} more", names=shown, more=more) if more > 0 else shown


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
    """What is left: ``4:31``, ``1:02:09``. The second that runs counts; ``0:00`` is over."""
    left = max(0, int(seconds) + (seconds > int(seconds)))
    hours, minutes, rest = left // HOUR, left % HOUR // MINUTE, left % MINUTE
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
