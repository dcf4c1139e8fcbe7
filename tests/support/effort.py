"""What work takes, for guards against the square of a length.

Owns: the measure and its bound.

Invariants: only this thread's own processor time counts, the best of several tries, against a bound many times what the
work takes: a busy machine fails nothing, what would take minutes still does. How fast something is belongs into
``tests/bench``.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

BOUND: Final = 4.0
"""Seconds; inputs are chosen so that the square of their length would take far longer."""
_TRIES: Final = 3


def effort(look: Callable[[], object]) -> float:
    """Seconds of this thread's processor time, the first try within ``BOUND`` or else the best."""
    best = float("inf")
    for _ in range(_TRIES):
        began = time.thread_time()
        look()
        best = min(best, time.thread_time() - began)
        if best < BOUND:
            break
    return best
