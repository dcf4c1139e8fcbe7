from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from host.wire.batch import Batch


def test_answers_wait_for_each_other_and_leave_as_one_array() -> None:
    batch = Batch()
    batch.expect(1)
    batch.expect("1")
    assert batch.add(b"early", None) is None
    assert batch.seal() is None
    assert batch.add(b"one", 1) is None
    assert batch.add(b"text", "1") == b"[early,one,text]"


@pytest.mark.parametrize("order", list(permutations(["seal", "answer 1", "give up 2", "answer 3"])), ids="-".join)
def test_the_array_leaves_once_and_last_whatever_the_order(order: tuple[str, ...]) -> None:
    batch = Batch()
    for number in (1, 2, 3):
        batch.expect(number)
    steps: dict[str, Callable[[], bytes | None]] = {
        "seal": batch.seal,
        "answer 1": lambda: batch.add(b"1", 1),
        "give up 2": lambda: batch.give_up(2),
        "answer 3": lambda: batch.add(b"3", 3),
    }
    left = [steps[step]() for step in order]
    assert left[:-1] == [None, None, None]
    assert left[-1] in (b"[1,3]", b"[3,1]")


def test_a_batch_with_nothing_to_say_says_nothing() -> None:
    batch = Batch()
    assert batch.seal() is None
    only_withdrawn = Batch()
    only_withdrawn.expect(1)
    only_withdrawn.seal()
    assert only_withdrawn.give_up(1) is None


def test_a_refusal_without_an_id_does_not_end_the_wait_for_others() -> None:
    batch = Batch()
    batch.expect(1)
    assert batch.add(b"refused", None) is None
    assert batch.seal() is None
    assert batch.give_up(None) is None
    assert batch.add(b"one", 1) == b"[refused,one]"
