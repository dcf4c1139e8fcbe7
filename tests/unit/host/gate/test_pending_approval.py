from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.gate.pending_approval import MAX_QUESTION_SECONDS, WORK_LEASE, Deadline

START = 1_000_000.0
SECONDS = st.floats(0.01, 900)
STEPS = st.lists(st.tuples(st.floats(0, 20), st.booleans()), max_size=60)
NEAR = 1e-6
"""What floats of Unix times may be off."""


def test_untouched_it_runs_down_and_expires_exactly() -> None:
    deadline = Deadline(START, 300)
    assert (deadline.seconds_left(START), deadline.seconds_paused(START), deadline.ends_at) == (300, 0, START + 300)
    assert (deadline.seconds_left(START + 299.5), deadline.has_passed(START + 299.5)) == (0.5, False)
    assert (deadline.seconds_left(START + 300), deadline.has_passed(START + 300)) == (0, True)


def test_a_sign_of_work_stops_the_clock_for_one_lease_and_then_it_goes_on() -> None:
    deadline = Deadline(START, 300)
    deadline.pause_for_work(START + 100)
    assert (deadline.seconds_left(START + 100), deadline.seconds_paused(START + 100)) == (200, WORK_LEASE)
    assert (deadline.seconds_left(START + 104), deadline.seconds_paused(START + 104)) == (200, 1)
    assert (deadline.seconds_left(START + 106), deadline.seconds_paused(START + 106)) == (199, 0)
    assert deadline.ends_at == START + 305


def test_leases_that_overlap_count_once() -> None:
    deadline = Deadline(START, 300)
    for second in range(10):
        deadline.pause_for_work(START + second)
        deadline.pause_for_work(START + second)
    assert deadline.ends_at == START + 300 + 9 + WORK_LEASE
    assert deadline.seconds_left(START + 9) == 300


def test_leases_with_a_gap_between_count_both() -> None:
    deadline = Deadline(START, 300)
    deadline.pause_for_work(START)
    deadline.pause_for_work(START + 50)
    assert deadline.ends_at == START + 300 + 2 * WORK_LEASE


def test_who_never_stops_working_has_fifteen_minutes_and_sees_the_last_of_them_run_down() -> None:
    deadline = Deadline(START, 300)
    shown = []
    for second in range(int(MAX_QUESTION_SECONDS)):
        deadline.pause_for_work(START + second)
        shown.append(deadline.seconds_left(START + second))
    assert deadline.ends_at == START + MAX_QUESTION_SECONDS
    assert shown[:590] == [300.0] * 590
    assert shown[-3:] == [3.0, 2.0, 1.0]


def test_work_after_the_end_revives_nothing() -> None:
    deadline = Deadline(START, 10)
    deadline.pause_for_work(START + 10)
    assert (deadline.ends_at, deadline.has_passed(START + 10), deadline.seconds_paused(START + 10)) == (
        START + 10,
        True,
        0,
    )


@pytest.mark.parametrize("seconds", [MAX_QUESTION_SECONDS, MAX_QUESTION_SECONDS + 1, 1e9])
def test_no_question_has_more_than_the_longest_time_and_such_a_one_cannot_be_paused(seconds: float) -> None:
    deadline = Deadline(START, seconds)
    deadline.pause_for_work(START + 1)
    assert (deadline.ends_at, deadline.seconds_paused(START + 1)) == (START + MAX_QUESTION_SECONDS, 0)


@pytest.mark.parametrize("seconds", [0, -5])
def test_a_question_without_time_is_over_at_once(seconds: float) -> None:
    deadline = Deadline(START, seconds)
    assert (deadline.has_passed(START), deadline.seconds_left(START), deadline.seconds_paused(START)) == (True, 0, 0)


@given(SECONDS, STEPS)
def test_work_only_delays_and_by_no_more_than_a_lease_and_never_beyond_the_longest(
    seconds: float, steps: list[tuple[float, bool]]
) -> None:
    deadline, now = Deadline(START, seconds), START
    for passed, works in steps:
        now += passed
        before, over = deadline.ends_at, deadline.has_passed(now)
        if works:
            deadline.pause_for_work(now)
        assert before <= deadline.ends_at <= min(before + WORK_LEASE, START + MAX_QUESTION_SECONDS) + NEAR
        assert deadline.has_passed(now) == over
        assert 0 <= deadline.seconds_paused(now) <= WORK_LEASE + NEAR


@given(SECONDS, STEPS)
def test_what_is_left_and_what_is_paused_are_the_way_to_the_end(
    seconds: float, steps: list[tuple[float, bool]]
) -> None:
    deadline, now = Deadline(START, seconds), START
    for passed, works in steps:
        now += passed
        if works:
            deadline.pause_for_work(now)
        way = max(0.0, deadline.ends_at - now)
        assert deadline.seconds_left(now) + deadline.seconds_paused(now) == pytest.approx(way, abs=NEAR)


@given(SECONDS, STEPS)
def test_the_pause_of_a_question_is_the_time_that_its_leases_cover(
    seconds: float, steps: list[tuple[float, bool]]
) -> None:
    deadline, now = Deadline(START, seconds), START
    covered, until = 0.0, START
    for passed, works in steps:
        now += passed
        if works and not deadline.has_passed(now):
            deadline.pause_for_work(now)
            covered += max(0.0, now + WORK_LEASE - max(now, until))
            until = max(until, now + WORK_LEASE)
    assert deadline.ends_at == pytest.approx(START + min(seconds + covered, MAX_QUESTION_SECONDS), abs=NEAR)
