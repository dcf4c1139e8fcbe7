from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from host.gate.deadlines import Deadlines
from tests.unit.host.support import Clock, turns


class Waiting:
    """Something that times out, and how often it did."""

    def __init__(self, deadline: float) -> None:
        self.deadline, self.times = deadline, 0

    def time_out(self) -> None:
        self.times += 1


@pytest.fixture
async def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the running loop, standing still."""
    loop = asyncio.get_running_loop()
    clock = Clock(loop.time())
    monkeypatch.setattr(loop, "time", clock)
    return clock


async def pass_seconds(seconds: float, clock: Clock) -> None:
    clock.now += seconds
    await turns()


async def test_each_times_out_at_its_own_deadline_and_once(clock: Clock) -> None:
    deadlines, start = Deadlines(), clock.now
    late, soon = Waiting(start + 60), Waiting(start + 10)
    deadlines.watch(late)
    deadlines.watch(soon)
    await pass_seconds(9, clock)
    assert (soon.times, late.times) == (0, 0)
    await pass_seconds(2, clock)
    assert (soon.times, late.times) == (1, 0)
    deadlines.forget(soon)
    await pass_seconds(50, clock)
    assert (soon.times, late.times) == (1, 1)


async def test_a_deadline_that_moved_is_kept_where_it_is_now(clock: Clock) -> None:
    deadlines, moving = Deadlines(), Waiting(clock.now + 10)
    deadlines.watch(moving)
    await pass_seconds(9, clock)
    moving.deadline = clock.now + 10
    await pass_seconds(9, clock)
    assert moving.times == 0
    await pass_seconds(2, clock)
    assert moving.times == 1


async def test_what_was_forgotten_does_not_time_out_and_leaves_one_timer_for_what_comes(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, set_timers = asyncio.get_running_loop(), list[float]()
    call_at = loop.call_at

    def count(when: float, work: Callable[[], None]) -> asyncio.TimerHandle:
        set_timers.append(when)
        return call_at(when, work)

    monkeypatch.setattr(loop, "call_at", count)
    deadlines, start = Deadlines(), clock.now
    calls = [Waiting(start + 10 + number) for number in range(100)]
    for call in calls:
        deadlines.watch(call)
        deadlines.forget(call)
    assert set_timers == [start + 10]
    await pass_seconds(200, clock)
    assert set_timers == [start + 10]
    assert not any(call.times for call in calls)
