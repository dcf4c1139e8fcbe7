"""Whether calls are approved faster than they can be read."""

from __future__ import annotations

import pytest

from tests.support.window import asked
from ui.consent.pace import ENOUGH, FORGOTTEN, LEAST, RUN, Haste, Pace, characters_of, reading_seconds


def said(pace: Pace) -> Haste | None:
    """What would be said now."""
    return pace.haste


def hurry(pace: Pace, times: int, *, start: float = 100.0) -> float:
    at = start
    for _ in range(times):
        at += 3.0
        pace.approved(at, 1.2, 100)
    return at


@pytest.mark.parametrize(
    ("characters", "seconds"), [(0, LEAST), (30, LEAST), (90, 4.0), (300, 11.0), (1_000_000, ENOUGH)]
)
def test_reading_takes_a_second_for_thirty_characters_and_one_more(characters: int, seconds: float) -> None:
    assert reading_seconds(characters) == seconds


def test_four_hasty_approvals_in_a_row_are_worth_a_word() -> None:
    pace = Pace()
    hurry(pace, RUN - 1)
    assert said(pace) is None
    hurry(pace, 1, start=109.0)
    assert pace.haste is not None
    assert pace.haste.calls == 4
    assert pace.haste.seconds == pytest.approx(10.2)


def test_one_slow_decision_ends_the_run() -> None:
    for approves in (True, False):
        pace = Pace()
        hurry(pace, 5)
        if approves:
            pace.approved(130.0, 10.0, 100)
        else:
            pace.denied(10.0, 100)
        assert said(pace) is None


def test_a_quick_denial_is_nobodys_haste() -> None:
    pace = Pace()
    hurry(pace, 3)
    pace.denied(0.5, 100)
    hurry(pace, 1)
    assert pace.haste is not None
    for _ in range(10):
        pace.denied(0.1, 100)
    assert pace.haste.calls == 4


def test_approvals_that_took_their_time_never_are_a_run() -> None:
    pace = Pace()
    for at in range(100, 200, 10):
        pace.approved(float(at), 5.0, 100)
    assert said(pace) is None


def test_many_at_once_count_each() -> None:
    pace = Pace()
    pace.approved(100.0, 2.0, 3_000, calls=6)
    assert pace.haste == Haste(6, 2.0)


def test_after_a_while_without_a_decision_the_run_is_over() -> None:
    pace = Pace()
    at = hurry(pace, 5)
    pace.breathe(at + FORGOTTEN - 1)
    assert pace.haste is not None
    pace.breathe(at + FORGOTTEN + 1)
    assert said(pace) is None


def test_what_there_is_to_read_is_the_inputs_and_what_was_found() -> None:
    assert characters_of(asked({"a": "x" * 1000})) > 1000
