"""How the last calls of a server went, and how it stands before its review."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import structs

from host.control.views import UNUSED, FailureCount, HealthSlot, ServerUse
from host.errors import AssentError
from host.model import Outcome, OutcomeStatus
from host.servers.reviews import Review, Reviews
from host.servers.supervisor import (
    CALLS_KEPT,
    OTHER_CODES,
    SLOT_SECONDS,
    SLOTS,
    RecentCalls,
    ServerState,
    Supervisor,
)
from host.settings import LiveSettings
from tests.unit.host.support import Clock


def used(*calls: tuple[OutcomeStatus, float]) -> ServerUse:
    use = RecentCalls()
    for at, (status, took) in enumerate(calls, 1):
        use.add(Outcome(status, took), float(at))
    return use.figures


def test_nothing_is_known_before_the_first_call() -> None:
    assert RecentCalls().figures == ServerUse(0, 0, 0.0, 0.0, 0.0)


def test_the_median_the_worst_and_the_last_are_told() -> None:
    calls = [(OutcomeStatus.SUCCEEDED, took) for took in (10.0, 30.0, 900.0)]
    assert used(*calls) == ServerUse(3, 0, 30.0, 900.0, 3.0)


@pytest.mark.parametrize(
    "status", [OutcomeStatus.TOOL_ERROR, OutcomeStatus.PROTOCOL_ERROR, OutcomeStatus.TIMED_OUT, OutcomeStatus.UNKNOWN]
)
def test_what_failed_is_counted(status: OutcomeStatus) -> None:
    assert used((status, 1.0), (OutcomeStatus.SUCCEEDED, 1.0)).errors == 1


def test_what_was_cancelled_says_nothing_of_the_server() -> None:
    assert used((OutcomeStatus.CANCELLED, 9_000.0)) == UNUSED


def test_old_calls_are_forgotten() -> None:
    calls = [(OutcomeStatus.TOOL_ERROR, 1.0), *[(OutcomeStatus.SUCCEEDED, 2.0)] * CALLS_KEPT]
    assert structs.astuple(used(*calls))[:4] == (CALLS_KEPT, 0, 2.0, 2.0)


def test_the_last_hour_is_told_in_slots_of_five_minutes() -> None:
    use, now = RecentCalls(), 1_000 * SLOT_SECONDS + 10
    for minutes, status, took in ((70, "tool error", 9.0), (50, "succeeded", 10.0), (50, "succeeded", 30.0)):
        use.add(Outcome(OutcomeStatus(status), took), now - minutes * 60)
    use.add(Outcome(OutcomeStatus.PROTOCOL_ERROR, 5.0, code=-32602), now)
    use.add(Outcome(OutcomeStatus.CANCELLED, 5.0), now)
    hour = use.last_hour(now)
    slots, failures = hour.slots, hour.failures
    assert len(slots) == SLOTS
    assert [slot.start for slot in slots] == [(1_000 - back) * SLOT_SECONDS for back in reversed(range(SLOTS))]
    assert slots[1] == HealthSlot(990 * SLOT_SECONDS, 2, 0, 20.0, 30.0)
    assert slots[-1] == HealthSlot(1_000 * SLOT_SECONDS, 1, 1, 5.0, 5.0)
    assert failures == (FailureCount("-32602", 1),), "what is longer ago is forgotten"
    assert RecentCalls().last_hour(now).failures == ()


def test_s25_what_is_kept_of_an_hour_is_bounded_whatever_a_server_makes_up() -> None:
    use = RecentCalls()
    for number in range(5_000):
        use.add(Outcome(OutcomeStatus.PROTOCOL_ERROR, float(number), code=number), 10.0)
    use.add(Outcome(OutcomeStatus.PROTOCOL_ERROR, 1.0, code=10**5000), 10.0)
    hour = use.last_hour(10.0)
    slots, failures = hour.slots, hour.failures
    assert (slots[-1].calls, slots[-1].errors, slots[-1].worst_ms) == (5_001, 5_001, 4_999.0)
    assert len(failures) == 21
    assert failures[0] == FailureCount(OTHER_CODES, 4_981)


def test_a_clock_that_is_put_back_loses_no_call() -> None:
    use = RecentCalls()
    for at in (10 * SLOT_SECONDS, 2 * SLOT_SECONDS):
        use.add(Outcome(OutcomeStatus.SUCCEEDED, 1.0), at)
    slots = use.last_hour(2 * SLOT_SECONDS).slots
    assert len(slots) == SLOTS
    assert sum(slot.calls for slot in slots) == 2


def test_a_server_that_does_not_work_says_so_and_not_that_it_waits_for_review(tmp_path: Path) -> None:
    file = tmp_path / "servers.json"
    file.write_text(json.dumps({"mcpServers": {"good": {"command": "sh"}, "bad": {"command": "no-such-program"}}}))
    reviews = Reviews()
    supervisor = Supervisor(
        file,
        settings=LiveSettings(),
        log=lambda _: None,
        monotonic=Clock(),
        environment={"PATH": "/usr/bin:/bin"},
        reviews=reviews,
    )
    good, bad = supervisor.entry("good"), supervisor.entry("bad")
    state, why = supervisor.state_of(bad)
    assert (state, why.partition(".")[0]) == (ServerState.NOT_USABLE, "No such program: no-such-program")
    assert supervisor.state_of(good)[0] is ServerState.WAITS
    reviews.approve(Review(good.id, good.config_digest))
    assert supervisor.state_of(good)[0] is ServerState.WAITS
    supervisor.note_failure(good, AssentError("the server ended with exit code 1"))
    assert supervisor.state_of(good) == (ServerState.FAILED, "the server ended with exit code 1")
    assert supervisor.review_needed(good) == "definitions", "nothing of it reaches an app"
