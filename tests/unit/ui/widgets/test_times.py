"""Times in words."""

from __future__ import annotations

import pytest

from ui.widgets import times


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-3, "just now"),
        (0, "just now"),
        (12.9, "12 s ago"),
        (60, "1 min ago"),
        (3599, "59 min ago"),
        (7200, "2 h ago"),
        (86_400, "yesterday"),
        (86_400 * 3, "3 days ago"),
        (86_400 * 1200, "1,200 days ago"),
    ],
)
def test_how_long_ago(seconds: float, words: str) -> None:
    assert times.relative(seconds) == words


@pytest.mark.parametrize(
    ("ms", "words"),
    [
        (0.2, "< 1 ms"),
        (240.7, "240 ms"),
        (999.9, "999 ms"),
        (3_456, "3.4 s"),
        (59_999, "59.9 s"),
        (60_000, "1 min"),
        (125_000, "2 min 5 s"),
        (3_780_000, "1 h 3 min"),
    ],
)
def test_how_long_it_took(ms: float, words: str) -> None:
    assert times.duration(ms) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(271, "4:31"), (270.2, "4:31"), (0.1, "0:01"), (0, "0:00"), (-5, "0:00"), (3729, "1:02:09")],
)
def test_what_is_left_counts_the_second_that_runs(seconds: float, words: str) -> None:
    assert times.countdown(seconds) == words
