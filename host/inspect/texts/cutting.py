"""Where in a text something stands that was found in it squashed (pure).

Owns: the way back from letters and digits alone to the text as it came. What stays true: the work is linear in the
text.
"""

from __future__ import annotations

from itertools import compress
from typing import Final

from host.inspect.texts.decoding import squashed


class Places:
    """Where the letters and digits of one text stand in it; worked out once, when it is first asked for."""

    __slots__ = ("_at", "_raw")

    def __init__(self, raw: str) -> None:
        """``raw``: as it came."""
        self._raw = raw
        self._at: list[int] | None = None

    def of(self, start: int, end: int) -> tuple[int, int] | None:
        """Where the characters stand that are these once the text is squashed."""
        if self._at is None:
            self._at = _places(self._raw)
        if not 0 <= start < end <= len(self._at):
            return None
        return self._at[start], self._at[end - 1] + 1


_ALNUM: Final = bytes(chr(code).isalnum() and code < 0x80 for code in range(0x100))


def _places(raw: str) -> list[int]:
    if raw.isascii():
        return list(compress(range(len(raw)), raw.encode().translate(_ALNUM)))
    sizes = {char: len(squashed(char)) for char in set(raw)}  # each different one once
    return [at for at, char in enumerate(raw) for _ in range(sizes[char])]


def whole_words(raw: str, first: int, last: int) -> tuple[int, int]:
    """Without the words that are only begun, at either end, where anything stays."""
    start, end = first, last
    if start and raw[start - 1].isalnum():
        while start < end and raw[start].isalnum():
            start += 1
    if end < len(raw) and raw[end].isalnum():
        while end > start and raw[end - 1].isalnum():
            end -= 1
    return (start, end) if end - start >= (last - first) // 2 else (first, last)
