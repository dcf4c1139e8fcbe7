"""How the last calls of a server went."""

from __future__ import annotations

import pytest

from host.model import Outcome, OutcomeStatus
from host.servers.use import KEPT, Figures, Use


def used(*calls: tuple[OutcomeStatus, float]) -> Figures:
    use = Use()
    for at, (status, took) in enumerate(calls, 1):
        use.add(Outcome(status, took), float(at))
    return use.figures


def test_nothing_is_known_before_the_first_call() -> None:
    assert Use().figures == Figures(0, 0, 0.0, 0.0, 0.0)


def test_the_median_the_worst_and_the_last_are_told() -> None:
    calls = [(OutcomeStatus.SUCCEEDED, took) for took in (10.0, 30.0, 900.0)]
    assert used(*calls) == Figures(3, 0, 30.0, 900.0, 3.0)


@pytest.mark.parametrize(
    "status", [OutcomeStatus.TOOL_ERROR, OutcomeStatus.PROTOCOL_ERROR, OutcomeStatus.TIMED_OUT, OutcomeStatus.UNKNOWN]
)
def test_what_failed_is_counted(status: OutcomeStatus) -> None:
    assert used((status, 1.0), (OutcomeStatus.SUCCEEDED, 1.0)).errors == 1


def test_what_was_cancelled_says_nothing_of_the_server() -> None:
    assert used((OutcomeStatus.CANCELLED, 9_000.0)) == Figures()


def test_old_calls_are_forgotten() -> None:
    calls = [(OutcomeStatus.TOOL_ERROR, 1.0), *[(OutcomeStatus.SUCCEEDED, 2.0)] * KEPT]
    assert used(*calls)[:4] == (KEPT, 0, 2.0, 2.0)
