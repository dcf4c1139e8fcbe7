"""Bounded waits for what announces itself to nobody: a process that ends, a file that appears, a thread that leaves.

Where there is an event, a future or a process to await, await that instead.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")

PATIENCE: Final = 60.0
"""Seconds; only a hang takes that long, on a busy machine too."""


async def eventually(condition: Callable[[], T], *, within: float = PATIENCE) -> T:
    """The first truthy value of ``condition``; the loop goes on meanwhile. AssertionError after ``within`` seconds."""
    for pause in _pauses(within):
        if value := condition():
            return value
        await asyncio.sleep(pause)
    raise AssertionError(f"did not come true within {within:g} s")


async def eventually_told(ask: Callable[[], Awaitable[T | None]], *, within: float = PATIENCE) -> T:
    """The first answer of ``ask`` that is not None; as ``eventually``."""
    for pause in _pauses(within):
        if (answer := await ask()) is not None:
            return answer
        await asyncio.sleep(pause)
    raise AssertionError(f"was not told within {within:g} s")


def eventually_blocking(condition: Callable[[], T], *, within: float = PATIENCE) -> T:
    """The same where no loop runs."""
    for pause in _pauses(within):
        if value := condition():
            return value
        time.sleep(pause)  # noqa: TID251  # the one place that polls, with a bound
    raise AssertionError(f"did not come true within {within:g} s")


def _pauses(within: float) -> Iterator[float]:
    """Short pauses first, then at most 50 ms, until ``within`` seconds have passed."""
    end, pause = time.monotonic() + within, 0.001
    while time.monotonic() < end:
        yield pause
        pause = min(pause * 2, 0.05)
