"""Calls against the words: days and hours."""

from __future__ import annotations

import pytest

from tests.unit.host.inspect.making import Wish, against_wishes

AGAINST: tuple[Wish, ...] = (
    (
        "hotels",
        "book",
        {"hotel": "x-1", "check_in": "2026-09-11", "check_out": "2026-09-24", "guests": 2},
        "réserve du 11 au 14 septembre pour deux",
    ),
    ("clock", "set_alarm", {"time": "08:30", "label": "up"}, "wake me at 6:30"),
    (
        "billing",
        "run_payroll",
        {"period_start": "2026-04-01", "period_end": "2026-04-30"},
        "run the payroll for March 2026",
    ),
    (
        "buffer",
        "schedule_post",
        {"text": "x", "scheduled_at": "2026-03-18T21:00:00"},
        "plan the post for 18 March at 9am",
    ),
)
AS_SAID: tuple[Wish, ...] = (
    (
        "hotels",
        "book",
        {"hotel": "x-1", "check_in": "2026-09-11", "check_out": "2026-09-14", "guests": 2},
        "réserve du 11 au 14 septembre pour deux",
    ),
    (
        "gcal",
        "create_event",
        {"title": "Sprint", "start": "2026-03-31", "end": "2026-04-15"},
        "sprint in April for two weeks, starts the day before",
    ),
    ("scheduler", "create_job", {"name": "report", "cron": "0 6 * * 1"}, "send the report every Monday at 8"),
    (
        "uber",
        "request_ride",
        {"pickup": "Home", "dropoff": "Airport", "time": "06:00"},
        "ride from home to the airport, I need to be there at 7",
    ),
)


@pytest.mark.parametrize("wish", AGAINST, ids=lambda wish: wish[3][:50])
def test_what_differs_is_told(wish: Wish) -> None:
    assert against_wishes(wish)


@pytest.mark.parametrize("wish", AS_SAID, ids=lambda wish: wish[3][:50])
def test_what_is_as_said_is_not(wish: Wish) -> None:
    assert not against_wishes(wish)
