"""How much longer a long hostile text takes than a short one."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from host.inspect.subject import Subject, texts_of
from host.model import JsonObject

SHORT: Final = 16 << 10
TIMES: Final = 64
TRIES: Final = 3
LONG: Final = 512.0
"""Times that a text of 64 times the length may take: as far from growing with it (64) as from its square (4,096)."""


def slower(work: Callable[[str], object], piece: str) -> float:
    """How many times as long ``work`` takes for 1 MB of ``piece`` as for 16 KB, the best of three runs each.

    The long runs end with the first that is within ``LONG``: a better one would say nothing else. Of the processor's
    time: other programs do not lengthen it.
    """
    text = (piece * (SHORT * TIMES // len(piece) + 1))[: SHORT * TIMES]
    short = max(min(_taken(work, text[:SHORT] + "x") for _ in range(TRIES)), 50e-6)
    best = float("inf")
    for _ in range(TRIES):
        best = min(best, _taken(work, text + "x") / short)
        if best < LONG:
            break
    return best


def bare(tool: str, arguments: JsonObject) -> Subject:
    """A call with its texts, and nothing that takes longer to find than to look for."""
    texts, complete = texts_of(arguments)
    return Subject("app", "srv", tool, arguments, texts=texts, complete=complete)


def _taken(work: Callable[[str], object], text: str) -> float:
    """Seconds of the processor's time that one run takes."""
    start = time.thread_time()
    work(text)
    return time.thread_time() - start
