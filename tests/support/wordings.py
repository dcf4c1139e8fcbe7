"""What of a sentence could not be told in another language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from host.words import Wording

_ENGLISH = re.compile(r"[a-z]{2,} [a-z]{2,}")


def untold(said: str) -> Iterator[str]:
    """The pieces of a sentence that are English words in a row and no templates; all of it where it is no wording.

    What a stranger wrote is such a piece too: a test takes names without spaces.
    """
    if not isinstance(said, Wording):
        if _ENGLISH.search(said):
            yield said
        return
    for value in said.values.values():
        if isinstance(value, str):
            yield from untold(value)
