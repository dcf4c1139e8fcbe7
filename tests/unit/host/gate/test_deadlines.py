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


async def pass_seconds(seconds: float, clock: Clock) -> None:
    clock.now += seconds
    await turns()


async def test_each_times_out_at_its_own_deadline_and_once(loop_clock: Clock) -> None:
    deadlines, start = Deadlines(), loop_clock.now
    late, soon = Waiting(start + 60), Waiting(start + 10)
    deadlines.watch(late)
    deadlines.watch(soon)
    await pass_seconds(9, loop_clock)
    assert (soon.times, late.times) == (0, 0)
    await pass_seconds(2, loop_clock)
    assert (soon.times, late.times) == (1, 0)
    deadlines.forget(soon)
    await pass_seconds(50, loop_clock)
    assert (soon.times, late.times) == (1, 1)


async def test_a_deadline_that_moved_is_kept_where_it_is_now(loop_clock: Clock) -> None:
    deadlines, moving = Deadlines(), Waiting(loop_clock.now + 10)
    deadlines.watch(moving)
    await pass_seconds(9, loop_clock)
    moving.deadline = loop_clock.now + 10
    await pass_seconds(9, loop_clock)
    assert moving.times == 0
    await pass_seconds(2, loop_clock)
    assert moving.times == 1


async def test_what_was_forgotten_does_not_time_out_and_leaves_one_timer_for_what_comes(
    loop_clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, set_timers = asyncio.get_running_loop(), list[float]()
    call_at = loop.call_at

    def count(when: float, work: Callable[[], None]) -> asyncio.TimerHandle:
        set_timers.append(when)
        return call_at(when, work)

    monkeypatch.setattr(loop, "call_at", count)
    deadlines, start = Deadlines(), loop_clock.now
    calls = [Waiting(start + 10 + number) for number in range(100)]
    for call in calls:
        deadlines.watch(call)
        deadlines.forget(call)
    assert set_timers == [start + 10]
    await pass_seconds(200, loop_clock)
    assert set_timers == [start + 10]
    assert not any(call.times for call in calls)
