"""The shortest way from one sequence to another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ui.inputs.myers import StepBudget, matches

SEQUENCES = st.lists(st.integers(0, 3), max_size=30)


@given(one=SEQUENCES, other=SEQUENCES)
def test_what_matches_is_the_same_in_both_in_order_and_as_long_as_can_be(one: list[int], other: list[int]) -> None:
    found = matches(one, other, StepBudget(100_000))
    assert found is not None
    at = down = 0
    for start, begin, count in found:
        assert start >= at
        assert begin >= down
        assert one[start : start + count] == other[begin : begin + count]
        at, down = start + count, begin + count
    assert sum(count for _, _, count in found) == longest(one, other)


def longest(one: list[int], other: list[int]) -> int:
    """The length of the longest common subsequence, by the book."""
    row = [0] * (len(other) + 1)
    for item in one:
        before = row
        row = [0]
        for index, each in enumerate(other):
            row.append(before[index] + 1 if item == each else max(before[index + 1], row[index]))
    return row[-1]


def test_a_long_run_is_found_at_little_cost() -> None:
    purse = StepBudget(20_000)
    lines = list(range(100_000))
    assert matches(lines, [*lines[:50_000], -1, *lines[50_000:]], purse) == [(0, 0, 50_000), (50_000, 50_001, 50_000)]


def test_where_the_purse_is_empty_there_is_no_answer() -> None:
    assert matches(list(range(2_000)), list(range(2_000, 4_000)), StepBudget(1_000)) is None
