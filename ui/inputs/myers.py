"""The shortest way from one sequence to another (pure).

Owns: Myers' greedy algorithm (An O(ND) Difference Algorithm and Its Variations, 1986), with a bound. What stays true:
the work is bounded whatever is compared: each step is paid for, and where the purse is empty there is no answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

Match: TypeAlias = tuple[int, int, int]
"""Where a run of equal items begins in the one, in the other, and how long it is."""


_ITEMS_A_STEP: Final = 32
"""Items that are compared in one step where they are the same."""


class StepBudget:
    """How many steps may still be taken. Attributes: left: steps; a step is some 0.2 microseconds."""

    def __init__(self, steps: int) -> None:
        self.left = steps


def matches(one: Sequence[object], other: Sequence[object], purse: StepBudget) -> list[Match] | None:
    """The runs that are the same in both, in order; None where finding them would cost more than the purse holds."""
    trace = _search(one, other, purse)
    return None if trace is None else _runs(trace, len(one), len(other))


def _search(one: Sequence[object], other: Sequence[object], purse: StepBudget) -> list[dict[int, int]] | None:
    """How far each diagonal was reached before each step; the last of it reaches the end."""
    long, wide = len(one), len(other)
    furthest, trace = {1: 0}, []
    for step in range(long + wide + 1):
        trace.append(furthest.copy())
        purse.left -= len(furthest)
        for diagonal in range(-(step - 2 * max(0, step - wide)), step - 2 * max(0, step - long) + 1, 2):
            start = _from(furthest, diagonal, step)
            at = start + _run_length(one, other, start, start - diagonal)
            furthest[diagonal] = at
            purse.left -= 2 + (at - start) // _ITEMS_A_STEP
            if at >= long and at - diagonal >= wide:
                return trace
            if purse.left < 0:
                return None
    return trace


def _run_length(one: Sequence[object], other: Sequence[object], at: int, down: int) -> int:
    """How many items are the same from there on: looked at by more and more at once, then by fewer."""
    start, size = at, 1
    while at < len(one) and one[at : at + size] == other[down : down + size]:
        moved = min(size, len(one) - at)
        at, down, size = at + moved, down + moved, 2 * size
    while size > 1:
        size //= 2
        part = one[at : at + size]
        if len(part) == size and part == other[down : down + size]:
            at, down = at + size, down + size
    return at - start


def _from(furthest: dict[int, int], diagonal: int, step: int) -> int:
    """Where this diagonal is entered: from the one above, or from the one to the left."""
    above, left = furthest.get(diagonal + 1, -1), furthest.get(diagonal - 1, -1)
    return above if diagonal == -step or (diagonal != step and left < above) else left + 1


def _runs(trace: list[dict[int, int]], at: int, down: int) -> list[Match]:
    found: list[Match] = []
    for step in range(len(trace) - 1, -1, -1):
        furthest, diagonal = trace[step], at - down
        start = _from(furthest, diagonal, step)
        if at > start:
            found.append((start, start - diagonal, at - start))
        came_from_above = start == furthest.get(diagonal + 1, -1) and (
            diagonal == -step or (diagonal != step and furthest.get(diagonal - 1, -1) < start)
        )
        at, down = (start, start - diagonal - 1) if came_from_above else (start - 1, start - diagonal)
    return found[::-1]
