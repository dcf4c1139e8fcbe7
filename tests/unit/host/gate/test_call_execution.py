from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from host import tasks
from host.errors import ChannelClosed
from host.gate.call_execution import TIMED_OUT, CallExecution, End
from host.gate.lifecycle import Event, InvalidTransition, State
from host.gate.refusals import STOPPED, WITHDRAWN
from host.wire.messages import Message
from tests.unit.host.support import BOUND, Clock, Desk, turns

ANSWER = Message("response", 7, "", None, result={})
LATER = Message("response", 7, "", None, result={"again": True})


def sending(
    run: CallExecution, heard: list[Callable[[Message], None]], *, timeout: float = BOUND, longest: float = BOUND
) -> asyncio.Task[End]:
    def send(on_response: Callable[[Message], None]) -> int:
        heard.append(on_response)
        return 7

    return tasks.spawn(run.send_and_wait(send, timeout=timeout, longest=longest), name="outcome")


async def done_after(seconds: float, task: asyncio.Task[End], clock: Clock) -> bool:
    """Whether ``task`` is done when ``seconds`` have passed."""
    await turns()
    clock.now += seconds
    await turns()
    return task.done()


async def ended(task: asyncio.Task[End]) -> End:
    async with asyncio.timeout(BOUND):
        return await task


async def test_the_response_is_the_outcome_and_the_upstream_id_is_known() -> None:
    run, heard, sent = Desk().make_run(), list[Callable[[Message], None]](), list[int]()
    run.on_sent = sent.append
    task = sending(run, heard)
    await turns()
    assert (run.upstream_id, sent) == (7, [7])
    heard[0](ANSWER)
    heard[0](LATER)
    assert await ended(task) is ANSWER


async def test_a_response_within_the_sending_itself_is_not_lost() -> None:
    run = Desk().make_run()

    def send(on_response: Callable[[Message], None]) -> int:
        on_response(ANSWER)
        return 7

    assert await run.send_and_wait(send, timeout=BOUND, longest=BOUND) is ANSWER


async def test_an_end_from_outside_is_the_outcome_and_the_first_one_wins() -> None:
    run, heard = Desk().make_run(), list[Callable[[Message], None]]()
    task = sending(run, heard)
    await turns()
    run.abort(WITHDRAWN)
    run.abort(STOPPED)
    assert await ended(task) == WITHDRAWN
    heard[0](ANSWER)


async def test_of_a_response_and_an_end_in_the_same_turn_the_response_wins_as_it_happened() -> None:
    run, heard = Desk().make_run(), list[Callable[[Message], None]]()
    task = sending(run, heard)
    await turns()
    heard[0](ANSWER)
    run.abort(WITHDRAWN)
    assert await ended(task) is ANSWER


async def test_a_call_that_was_ended_before_it_was_sent_ends_so() -> None:
    run = Desk().make_run()
    run.abort(STOPPED)
    assert await ended(sending(run, [])) == STOPPED


async def test_s25_a_server_that_is_silent_for_too_long_times_out(loop_clock: Clock) -> None:
    task = sending(Desk().make_run(), [], timeout=10, longest=100)
    assert await done_after(9.9, task, loop_clock) is False
    assert await done_after(0.2, task, loop_clock) is True
    assert task.result() is TIMED_OUT


async def test_s25_progress_starts_the_patience_again(loop_clock: Clock) -> None:
    run = Desk().make_run()
    task = sending(run, [], timeout=10, longest=100)
    for _ in range(5):
        assert await done_after(9.9, task, loop_clock) is False
        run.note_progress()
    assert await done_after(10.1, task, loop_clock) is True
    assert task.result() is TIMED_OUT


async def test_s25_progress_does_not_keep_a_call_alive_beyond_the_longest_time(loop_clock: Clock) -> None:
    run = Desk().make_run()
    task = sending(run, [], timeout=10, longest=25)
    for _ in range(3):
        assert await done_after(8, task, loop_clock) is False
        run.note_progress()
    assert await done_after(1.1, task, loop_clock) is True
    assert task.result() is TIMED_OUT


async def test_s25_the_longest_time_holds_where_the_patience_without_progress_is_longer(loop_clock: Clock) -> None:
    task = sending(Desk().make_run(), [], timeout=3600, longest=10)
    assert await done_after(9.9, task, loop_clock) is False
    late = not await done_after(0.2, task, loop_clock)
    await done_after(3600, task, loop_clock)
    assert not late
    assert task.result() is TIMED_OUT


async def test_a_server_that_is_gone_at_the_sending_leaves_no_timer_and_no_callback() -> None:
    run = Desk().make_run()

    def send(_: Callable[[Message], None]) -> int:
        raise ChannelClosed("gone")

    with pytest.raises(ChannelClosed):
        await run.send_and_wait(send, timeout=BOUND, longest=BOUND)
    assert run.upstream_id is None
    run.abort(WITHDRAWN)
    await turns()


async def test_a_run_moves_only_along_the_drawn_arrows() -> None:
    run = Desk().make_run()
    run.advance(Event.VALID)
    with pytest.raises(InvalidTransition):
        run.advance(Event.SEND)
    assert run.state is State.CHECKED
