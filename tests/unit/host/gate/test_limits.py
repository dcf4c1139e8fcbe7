from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from host.gate.limits import MAX_BUCKETS, TALLY_SECONDS, Buckets, Rate, Tally
from tests.unit.host.support import Clock

RATE = Rate(3, 60.0)
KEY = ("claude", "files")


def test_a_burst_is_as_large_as_the_rate_and_no_larger() -> None:
    buckets = Buckets()
    assert [buckets.take(KEY, RATE, 100.0) for _ in range(5)] == [True, True, True, False, False]


def test_tokens_come_back_one_by_one_and_never_more_than_fit() -> None:
    buckets = Buckets()
    for _ in range(3):
        buckets.take(KEY, RATE, 0.0)
    assert [buckets.take(KEY, RATE, now) for now in (19.9, 20.1, 20.2, 40.1)] == [False, True, False, True]
    assert [buckets.take(KEY, RATE, 10_000.0) for _ in range(4)] == [True, True, True, False]


def test_refused_attempts_cost_nothing() -> None:
    buckets = Buckets()
    for _ in range(3):
        buckets.take(KEY, RATE, 0.0)
    for step in range(199):
        assert not buckets.take(KEY, RATE, step / 10)
    assert buckets.take(KEY, RATE, 20.0)


def test_keys_do_not_share() -> None:
    buckets = Buckets()
    for _ in range(4):
        buckets.take(KEY, RATE, 0.0)
    assert buckets.take(("cursor", "files"), RATE, 0.0)
    assert buckets.take(("claude", "web"), RATE, 0.0)
    assert buckets.take(("claudefiles",), RATE, 0.0)


def test_a_clock_that_runs_backwards_gives_nothing_away() -> None:
    buckets = Buckets()
    assert [buckets.take(KEY, RATE, now) for now in (100.0, 50.0, 0.0, -1_000.0)].count(True) <= 3


def test_s11_an_empty_bucket_stays_empty_whatever_other_keys_are_invented() -> None:
    buckets = Buckets()
    for _ in range(3):
        buckets.take(KEY, RATE, 0.0)
    for number in range(MAX_BUCKETS + 1):
        buckets.take((f"app {number}", "files"), RATE, 0.0)
    assert not buckets.take(KEY, RATE, 0.0)


def test_s11_a_bucket_that_fills_slowly_is_not_forgotten_for_one_that_fills_fast() -> None:
    buckets, slow, fast = Buckets(), Rate(1, 3600.0), Rate(1, 0.001)
    assert buckets.take(KEY, slow, 0.0)
    for number in range(MAX_BUCKETS + 1):
        buckets.take((f"app {number}", "files"), fast, number / 100)
    assert not buckets.take(KEY, slow, 60.0)


def test_looking_takes_nothing() -> None:
    buckets = Buckets()
    assert [buckets.has(KEY, RATE, 0.0) for _ in range(9)] == [True] * 9
    assert [buckets.take(KEY, RATE, 0.0) for _ in range(4)] == [True, True, True, False]
    assert not buckets.has(KEY, RATE, 0.0)


@given(st.lists(st.floats(0, 30), max_size=60))
def test_over_any_time_no_more_passes_than_a_burst_and_the_rate(gaps: list[float]) -> None:
    buckets, now, passed = Buckets(), 0.0, 0
    for gap in gaps:
        now += gap
        passed += buckets.take(KEY, RATE, now)
    assert passed <= RATE.calls + now * RATE.calls / RATE.seconds + 1e-6


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
