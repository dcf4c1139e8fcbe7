"""Which question comes next."""

from __future__ import annotations

import pytest

from tests.unit.ui.consent.support import Clock, numbered
from ui.consent.queue import Countdown, Queue


@pytest.fixture
def queue() -> Queue:
    return Queue()


def number(call_id: str | None) -> int | None:
    return None if call_id is None else int(call_id[-12:])


def order(queue: Queue) -> list[int | None]:
    return [number(asked.request.call.id) for asked in queue.ordered()]


def call(of: int) -> str:
    return numbered(of).request.call.id


def test_the_oldest_comes_first(queue: Queue) -> None:
    for at in (1, 2, 3):
        queue.add(numbered(at))
    assert order(queue) == [1, 2, 3]
    assert number(queue.next_call_id(with_put_aside=False)) == 1


def test_s11_turns_go_round_the_apps(queue: Queue) -> None:
    for at in range(1, 6):
        queue.add(numbered(at, app="loud"))
    queue.add(numbered(6, app="quiet"))
    assert order(queue) == [1, 6, 2, 3, 4, 5]


def test_s11_within_an_app_turns_go_round_its_servers(queue: Queue) -> None:
    for at in (1, 2, 3):
        queue.add(numbered(at, server="loud"))
    queue.add(numbered(4, server="quiet"))
    assert order(queue) == [1, 4, 2, 3]


def test_s11_who_had_a_turn_waits_for_the_others(queue: Queue) -> None:
    for at in (1, 2):
        queue.add(numbered(at, app="loud"))
    queue.make_current(call(1))
    queue.add(numbered(3, app="quiet"))
    queue.add(numbered(4, app="quiet"))
    queue.remove(call(1))
    turns = []
    while (upcoming := queue.next_call_id(with_put_aside=True)) is not None:
        queue.make_current(upcoming)
        turns.append(number(upcoming))
        queue.remove(upcoming)
    assert turns == [3, 2, 4], "quiet's first, though it is younger than loud's second"


def test_s11_what_arrives_never_replaces_what_is_read(queue: Queue) -> None:
    queue.add(numbered(1))
    queue.make_current(call(1))
    for at in range(2, 50):
        queue.add(numbered(at, app=f"app {at % 7}"))
    assert queue.current == call(1)
    assert order(queue)[0] == 1


def test_what_is_put_aside_waits_behind_the_others(queue: Queue) -> None:
    for at in (1, 2, 3):
        queue.add(numbered(at))
    queue.make_current(call(1))
    queue.put_aside()
    assert queue.current is None
    assert order(queue) == [2, 3, 1]
    assert call(1) in queue


def test_what_is_put_aside_comes_again_only_behind_the_rest(queue: Queue) -> None:
    queue.add(numbered(1))
    queue.make_current(call(1))
    queue.put_aside()
    assert queue.next_call_id(with_put_aside=False) is None
    assert queue.next_call_id(with_put_aside=True) == call(1)


def test_what_was_read_goes_back_to_the_front_when_the_person_chooses_another(queue: Queue) -> None:
    for at in (1, 2, 3):
        queue.add(numbered(at))
    queue.make_current(call(1))
    queue.make_current(call(3))
    assert order(queue) == [3, 1, 2]


def test_what_was_read_is_next_again_also_before_other_apps(queue: Queue) -> None:
    queue.add(numbered(1, app="loud"))
    queue.add(numbered(2, app="quiet"))
    queue.add(numbered(3, app="third"))
    queue.make_current(call(1))
    queue.make_current(call(3))
    assert order(queue) == [3, 1, 2]


def test_a_new_question_about_a_known_call_replaces_it_where_it_stands(queue: Queue) -> None:
    for at in (1, 2):
        queue.add(numbered(at))
    queue.make_current(call(1))
    again = numbered(1, round_=2)
    queue.add(again)
    assert queue.current == call(1)
    assert queue.get(call(1)) is again
    assert len(queue) == 2


def test_what_ended_is_gone_wherever_it_stood(queue: Queue) -> None:
    for at in (1, 2, 3):
        queue.add(numbered(at))
    queue.make_current(call(1))
    queue.put_aside()
    queue.make_current(call(2))
    for at in (1, 2, 3):
        queue.remove(call(at))
    assert (order(queue), queue.current, queue.next_call_id(with_put_aside=True)) == ([], None, None)


def test_another_host_knows_nothing_of_what_waited(queue: Queue) -> None:
    for at in (1, 2, 3):
        queue.add(numbered(at))
    queue.make_current(call(1))
    queue.clear()
    assert order(queue) == []
    assert queue.current is None
    queue.add(numbered(2))
    assert order(queue) == [2]


def test_a_call_that_does_not_wait_cannot_be_chosen(queue: Queue) -> None:
    assert queue.make_current(call(9)) is None
    queue.remove(call(9))
    assert queue.current is None


def test_s11_five_hundred_arrivals_make_one_order(queue: Queue) -> None:
    for at in range(500):
        queue.add(numbered(at, app=f"app {at % 5}", server=f"server {at % 3}"))
    first = order(queue)
    assert sorted(first, key=str) == sorted(range(500), key=str)
    assert {at % 5 for at in first[:5] if at is not None} == set(range(5))
    assert queue.ordered() is queue.ordered(), "nobody works it out again while nothing changes"


def test_the_clock_stands_while_the_person_works() -> None:
    clock = Clock()
    left = Countdown(clock, 300.0, 30.0)
    clock.pass_ms(20_000)
    assert (left.seconds_left, left.is_paused) == (300.0, True)
    clock.pass_ms(20_000)
    assert (left.seconds_left, left.is_paused) == (290.0, False)
    clock.pass_ms(900_000)
    assert left.seconds_left == 0.0
    left.update(60.0, 0.0)
    assert left.seconds_left == 60.0
