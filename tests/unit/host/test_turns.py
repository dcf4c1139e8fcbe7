"""Which app's call gets on next."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from host import tasks
from host.model import App
from host.turns import (
    BURST_SECONDS,
    MAX_UNPAUSED,
    NO_PROOF,
    PAUSE_FACTOR,
    SHORT_FACTOR,
    STEPS_PER_TURN,
    TURNS_PER_STEP,
    NextTurn,
    Turns,
    app_key,
    proven_key,
)
from tests.unit.host.support import until

FLOOD, QUIET = App("flood", True), App("quiet", True)


async def test_s43_apps_are_served_in_turn_and_not_as_they_came() -> None:
    turns, order = Turns(), list[str]()

    async def step(app: App) -> None:
        await turns.take(app)
        order.append(app.name)

    begun = [tasks.spawn(step(app), name="step") for app in (*[FLOOD] * 512, *[QUIET] * 2)]
    await asyncio.wait(begun)
    assert len(order) == 514
    first, second = (at for at, name in enumerate(order) if name == "quiet")
    assert first <= STEPS_PER_TURN + 1, "behind what was taken at once, and one of the other's"
    assert second <= first + 2


async def _most_at_once(turns: Turns, apps: list[App]) -> int:
    """How many steps of ``apps`` are taken in one turn of the loop at most."""
    taken = most = 0

    async def step(app: App) -> None:
        nonlocal taken
        await turns.take(app)
        taken += 1

    begun = [tasks.spawn(step(app), name="step") for app in apps]
    while not all(task.done() for task in begun):
        before = taken
        await asyncio.sleep(0)
        most = max(most, taken - before)
    assert taken == len(apps)
    return most


async def test_no_more_steps_are_taken_in_one_turn_of_the_loop_than_may_be() -> None:
    assert await _most_at_once(Turns(), [FLOOD] * 5 * STEPS_PER_TURN) == STEPS_PER_TURN


async def test_s43_while_several_apps_call_a_turn_has_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns()
    await _most_at_once(turns, [FLOOD, QUIET])
    assert await _most_at_once(turns, [FLOOD] * STEPS_PER_TURN) == 1
    monkeypatch.setattr("host.turns.RECENT_SECONDS", -1.0)
    assert await _most_at_once(turns, [FLOOD] * 5 * STEPS_PER_TURN) == STEPS_PER_TURN


async def test_who_leaves_while_it_waits_costs_nobody_a_turn() -> None:
    turns, done = Turns(), list[int]()

    async def step(number: int) -> None:
        await turns.take(FLOOD, later=True)
        done.append(number)

    begun = [tasks.spawn(step(number), name="step") for number in range(3)]
    await asyncio.sleep(0)
    begun[1].cancel()
    await until(lambda: done == [0, 2])
    await until(lambda: not turns._is_scheduled)  # noqa: SLF001  # an idle host does nothing


async def test_s43_while_several_apps_call_each_has_a_step_in_one_of_several_turns() -> None:
    turns, quiet_for = Turns(), list[int]()
    await _most_at_once(turns, [FLOOD, QUIET])
    taken = 0

    async def step() -> None:
        nonlocal taken
        await turns.take(FLOOD)
        taken += 1

    begun = [tasks.spawn(step(), name="step") for _ in range(5)]
    turn = last = 0
    while taken < 5:
        before = taken
        await asyncio.sleep(0)
        turn += 1
        if taken > before:
            quiet_for.append(turn - last)
            last = turn
    await asyncio.wait(begun)
    assert min(quiet_for[1:]) >= TURNS_PER_STEP


async def test_beside_an_app_that_called_just_now_a_call_that_runs_alone_waits_for_no_turn() -> None:
    turns = Turns()
    await turns.take(QUIET)
    await turns.take(FLOOD)

    async def two_steps(is_only_call: bool) -> None:
        for _ in range(2):
            await turns.take(FLOOD, is_only_call=is_only_call)

    async def turns_waited(*, is_only_call: bool) -> int:
        await asyncio.sleep(0)  # the step before was in another turn
        step = tasks.spawn(two_steps(is_only_call), name="step")
        waited = 0
        while not step.done():
            await asyncio.sleep(0)
            waited += 1
        return waited

    assert await turns_waited(is_only_call=False) >= TURNS_PER_STEP - 1
    assert await turns_waited(is_only_call=True) == 1, "that of the task itself"


async def test_s43_after_a_message_that_took_long_its_app_is_not_heard_for_many_times_as_long() -> None:
    turns, flood = Turns(), app_key(FLOOD)
    await turns.take(FLOOD)
    assert turns.pause_after(flood, 1.0) == 0, "nobody else calls"
    await turns.take(QUIET)
    assert turns.pause_after(flood, MAX_UNPAUSED) == 0
    first = turns.pause_after(flood, 1.0)
    second = turns.pause_after(flood, 1.0)
    assert first == pytest.approx(PAUSE_FACTOR)
    assert second > 1.9 * PAUSE_FACTOR, "whatever session it came by"
    await turns.take(FLOOD)
    assert turns.pause_after(flood, 1.0) > 2.9 * PAUSE_FACTOR, "the last one that called before it was another"
    assert turns.pause_after(app_key(QUIET), 1.0) == pytest.approx(PAUSE_FACTOR)


@pytest.mark.expected_logs(r"host\.turns: a step of the next turn failed")
async def test_all_that_is_due_next_comes_in_its_order_and_one_that_fails_keeps_nothing_from_coming() -> None:
    soon, called = NextTurn(), list[str]()

    def fail() -> None:
        raise ValueError

    def cancel() -> None:
        raise asyncio.CancelledError

    for callback in (lambda: called.append("first"), fail, cancel, lambda: called.append("last")):
        soon(callback)
    assert called == []
    await asyncio.sleep(0)
    assert called == ["first", "last"]
    soon(lambda: called.append("in a later turn"))
    assert called == ["first", "last"]
    await asyncio.sleep(0)
    assert called == ["first", "last", "in a later turn"]


def test_s43_apps_without_proof_share_one_turn_however_many_connections_they_open() -> None:
    strangers = [App("unknown", False, session=f"s{number}") for number in range(3)]
    assert {proven_key(app) for app in strangers} == {NO_PROOF}
    assert len({app_key(app) for app in strangers}) == 3


async def test_s43_an_app_waits_for_one_step_of_all_apps_without_proof() -> None:
    turns, order = Turns(), list[str]()

    async def step(app: App) -> None:
        await turns.take(app, later=True)
        order.append(app.name)

    strangers = [App("unknown", False, session=f"s{number}") for number in range(100)]
    await asyncio.wait([tasks.spawn(step(app), name="step") for app in (*strangers, QUIET)])
    assert order.index("quiet") <= 2


async def test_s43_short_messages_of_an_app_take_a_part_of_the_time_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr("host.turns.time.monotonic", lambda: now)
    turns = Turns()
    await turns.take(FLOOD)
    await turns.take(QUIET)
    read, paused, took = 0, 0.0, 0.0001
    while now < 1_001.0:  # as many as it can send, on any number of connections
        pause = turns.pause_after("flood", took)
        read, paused = read + 1, paused + pause
        now += took + pause
    assert read * took < 1.01 / SHORT_FACTOR + BURST_SECONDS
    assert paused
    assert turns.pause_after("quiet", took) == 0, "which sends little"
    now += 1.0
    burst = int(BURST_SECONDS / SHORT_FACTOR / took)
    assert not any(turns.pause_after("flood", took) for _ in range(burst - 1)), "after a rest"


async def test_s43_messages_on_other_connections_wait_for_the_pause_of_their_app_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, turns, read = 1_000.0, Turns(), list[float]()

    a_turn = asyncio.sleep

    async def sleep(seconds: float) -> None:
        nonlocal now
        until = now + seconds
        await a_turn(0)
        now = max(now, until)

    async def read_one() -> None:
        await turns.wait_paused("flood")
        read.append(now)
        turns.pause_after("flood", 1.0)

    await turns.take(FLOOD)
    await turns.take(QUIET)
    monkeypatch.setattr("host.turns.time.monotonic", lambda: now)
    monkeypatch.setattr("host.turns.asyncio.sleep", sleep)
    monkeypatch.setattr("host.turns.RECENT_SECONDS", 1e9)
    await asyncio.gather(*(read_one() for _ in range(3)))
    assert all(later - earlier >= PAUSE_FACTOR for earlier, later in pairwise(read))
    await turns.wait_paused("quiet")


async def test_messages_that_wait_for_a_pause_are_read_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    now, turns, read, wakes = 1_000.0, Turns(), list[str](), asyncio.Event()

    async def sleep(_seconds: float) -> None:
        await wakes.wait()

    async def read_one(message: str) -> None:
        await turns.wait_paused("flood")
        read.append(message)

    monkeypatch.setattr("host.turns.time.monotonic", lambda: now)
    await turns.take(FLOOD)
    await turns.take(QUIET)
    turns.pause_after("flood", 1.0)
    a_turn = asyncio.sleep
    monkeypatch.setattr("host.turns.asyncio.sleep", sleep)
    call = tasks.spawn(read_one("call"), name="read")
    await a_turn(0)
    now += PAUSE_FACTOR  # the pause is over, and the call has not been woken yet
    cancellation = tasks.spawn(read_one("cancellation"), name="read")
    await a_turn(0)
    wakes.set()
    await asyncio.wait([call, cancellation])
    assert read == ["call", "cancellation"]
