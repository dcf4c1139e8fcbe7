from __future__ import annotations

import threading

from host.audit.store import Handover
from tests.support.waiting import PATIENCE, eventually_blocking

THREADS, ROUNDS = 8, 5_000
"""As many waits in all as ``SimpleQueue`` seldom survives."""


def test_what_is_put_is_taken_in_order_and_once() -> None:
    handed: Handover[int] = Handover()
    for number in range(3):
        handed.put(number)
    assert [handed.take(), handed.take(PATIENCE), handed.take(PATIENCE)] == [0, 1, 2]
    assert handed.take() is None


def test_whoever_waits_hears_of_what_comes_meanwhile() -> None:
    asked: Handover[int] = Handover()
    answered: Handover[int] = Handover()

    def answer() -> None:
        while (number := asked.take(PATIENCE)) is not None:
            answered.put(number)
            if number == last:
                return

    last = 1_000
    other = threading.Thread(target=answer)
    other.start()
    for number in range(last + 1):
        asked.put(number)
        assert answered.take(PATIENCE) == number
    other.join(PATIENCE)
    assert not other.is_alive()


def test_a_wait_whose_time_is_over_before_it_begins_ends() -> None:
    def wait_in_vain() -> None:
        handed: Handover[int] = Handover()
        for number in range(ROUNDS):
            handed.put(number)
            assert handed.take() == number
            assert handed.take(1e-9) is None

    waiting = [threading.Thread(target=wait_in_vain, daemon=True) for _ in range(THREADS)]
    for thread in waiting:
        thread.start()
    eventually_blocking(lambda: not any(thread.is_alive() for thread in waiting))
