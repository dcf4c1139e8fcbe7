from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import rates
from host.rates import MAX_WINDOWS, TALLY_SECONDS, Rate, RateWindows, Tally
from tests.unit.host.support import Clock

RATE = Rate(3, 60.0)
KEY = ("claude", "files")


def test_as_many_calls_count_as_the_rate_says_and_no_more() -> None:
    windows = RateWindows()
    assert [windows.take(KEY, RATE, 100.0) for _ in range(5)] == [True, True, True, False, False]


def test_a_call_makes_room_once_it_is_as_long_ago_as_the_rate_says_and_not_before() -> None:
    windows = RateWindows()
    assert [windows.take(KEY, RATE, now) for now in (0.0, 20.0, 40.0)] == [True, True, True]
    assert [windows.take(KEY, RATE, now) for now in (59.9, 60.0, 60.1, 79.9, 80.0)] == [False, True, False, False, True]
    assert [windows.take(KEY, RATE, 10_000.0) for _ in range(4)] == [True, True, True, False]


def test_refused_attempts_cost_nothing() -> None:
    windows = RateWindows()
    for _ in range(3):
        windows.take(KEY, RATE, 0.0)
    for step in range(599):
        assert not windows.take(KEY, RATE, step / 10)
    assert windows.take(KEY, RATE, 60.0)


def test_keys_and_rates_do_not_share() -> None:
    windows = RateWindows()
    for _ in range(4):
        windows.take(KEY, RATE, 0.0)
    assert windows.take(("cursor", "files"), RATE, 0.0)
    assert windows.take(("claude", "web"), RATE, 0.0)
    assert windows.take(("claudefiles",), RATE, 0.0)
    assert windows.take(KEY, Rate(3, 61.0), 0.0)


def test_a_clock_that_runs_backwards_gives_nothing_away() -> None:
    windows = RateWindows()
    assert [windows.take(KEY, RATE, now) for now in (100.0, 50.0, 0.0, -1_000.0)].count(True) <= 3
    assert not windows.take(KEY, RATE, 159.0)


def test_s11_a_rate_that_is_used_up_stays_so_whatever_other_keys_are_invented() -> None:
    windows = RateWindows()
    for _ in range(3):
        windows.take(KEY, RATE, 0.0)
    others = [windows.take((f"app {number}", "files"), RATE, 0.0) for number in range(MAX_WINDOWS + 1)]
    assert others.count(True) == MAX_WINDOWS - 1
    assert not windows.take(KEY, RATE, 0.0)


def test_s11_who_is_counted_already_needs_no_new_room() -> None:
    windows = RateWindows()
    for number in range(MAX_WINDOWS + 1):
        windows.take((f"app {number}", "files"), RATE, 0.0)
    assert windows.take(("app 0", "files"), RATE, 0.0)
    assert not windows.take(KEY, RATE, 0.0)
    assert windows.take(KEY, RATE, 60.0)


def test_s11_a_long_rate_is_not_forgotten_for_a_short_one() -> None:
    windows, slow, fast = RateWindows(), Rate(1, 3600.0), Rate(1, 0.001)
    assert windows.take(KEY, slow, 0.0)
    for number in range(MAX_WINDOWS + 1):
        assert windows.take((f"app {number}", "files"), fast, number / 100)
    assert not windows.take(KEY, slow, 60.0)


def test_s11_no_more_calls_are_remembered_than_memory_is_meant_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MAX_MOMENTS", 4)
    windows = RateWindows()
    assert [windows.take(KEY, RATE, 0.0) for _ in range(3)] == [True] * 3
    other = ("cursor", "files")
    assert [windows.take(other, RATE, 1.0) for _ in range(2)] == [True, False]
    assert [windows.take(other, RATE, 60.0) for _ in range(3)] == [True, True, False]


def test_looking_counts_nothing() -> None:
    windows = RateWindows()
    assert [windows.has_room(KEY, RATE, 0.0) for _ in range(9)] == [True] * 9
    assert [windows.take(KEY, RATE, 0.0) for _ in range(4)] == [True, True, True, False]
    assert not windows.has_room(KEY, RATE, 0.0)


@given(st.lists(st.floats(0, 30), max_size=60))
def test_in_no_stretch_of_time_more_calls_count_than_the_rate_says(gaps: list[float]) -> None:
    windows, now, passed = RateWindows(), 0.0, list[float]()
    for gap in gaps:
        now += gap
        within = [at for at in passed if now - at < RATE.seconds]
        taken = windows.take(KEY, RATE, now)
        assert taken is (len(within) < RATE.calls)
        passed += [now] if taken else []


# Tallies


def test_a_tally_says_when_it_is_too_much() -> None:
    tally = Tally(3, Clock())
    assert [tally.exceeded() for _ in range(5)] == [False, False, True, True, True]


def test_a_tally_forgives_slips_that_are_far_apart() -> None:
    clock = Clock()
    tally = Tally(3, clock)
    for _ in range(10):
        assert [tally.exceeded(), tally.exceeded()] == [False, False]
        clock.now += TALLY_SECONDS
    assert [tally.exceeded() for _ in range(3)] == [False, False, True]
