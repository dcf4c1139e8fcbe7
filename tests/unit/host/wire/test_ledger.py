from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.model import JsonValue
from host.wire.ledger import Batch, Ledger, Outstanding, Progress


def filled() -> tuple[Ledger, Outstanding]:
    ledger, entry = Ledger(), Outstanding(1, "ping")
    ledger.add(entry)
    ledger.mark_sent(entry, 10)
    return ledger, entry


def test_a_request_is_found_by_either_id_until_it_is_removed() -> None:
    ledger, entry = filled()
    assert ledger.by_app_id(1) is entry
    assert ledger.by_upstream_id(10) is entry
    assert (len(ledger), ledger.outstanding()) == (1, (entry,))
    ledger.remove(entry)
    assert (len(ledger), ledger.by_app_id(1), ledger.by_upstream_id(10)) == (0, None, None)
    ledger.remove(entry)


@pytest.mark.parametrize("other", ["1", 1.0, True, None, [1], {"id": 1}])
def test_s41_an_id_of_the_app_is_found_by_its_own_type_alone(other: object) -> None:
    ledger, _ = filled()
    assert ledger.by_app_id(other) is None


@pytest.mark.parametrize("other", ["10", 10.0, True, None, [10]])
def test_s41_an_upstream_id_is_a_whole_number(other: object) -> None:
    ledger, first = filled()
    ledger.mark_sent(first, 1)
    assert ledger.by_upstream_id(other) is None


def test_one_and_the_text_one_are_two_requests() -> None:
    ledger = Ledger()
    number, text = Outstanding(1, "a"), Outstanding("1", "b")
    ledger.add(number)
    ledger.add(text)
    assert (ledger.by_app_id(1), ledger.by_app_id("1")) == (number, text)
    ledger.remove(number)
    assert ledger.by_app_id("1") is text


def test_a_request_given_up_before_it_was_sent_is_not_found_when_it_is() -> None:
    ledger, entry = Ledger(), Outstanding(1, "ping")
    ledger.add(entry)
    ledger.remove(entry)
    ledger.mark_sent(entry, 10)
    assert ledger.by_upstream_id(10) is None


def test_what_is_in_flight_is_told_oldest_first() -> None:
    ledger = Ledger()
    entries = [Outstanding(number, "ping") for number in (3, 1, 2)]
    for entry in entries:
        ledger.add(entry)
    assert list(ledger.outstanding()) == entries


def test_answers_wait_for_each_other_and_leave_as_one_array() -> None:
    batch = Batch()
    batch.expect(1)
    batch.expect("1")
    assert batch.add(b"early", None) == []
    assert batch.close() == []
    assert batch.add(b"one", 1) == []
    assert batch.add(b"text", "1") == [b"early", b"one", b"text"]


@pytest.mark.parametrize("order", list(permutations(["close", "answer 1", "give up 2", "answer 3"])), ids="-".join)
def test_the_array_leaves_once_and_last_whatever_the_order(order: tuple[str, ...]) -> None:
    batch = Batch()
    for number in (1, 2, 3):
        batch.expect(number)
    steps: dict[str, Callable[[], list[bytes]]] = {
        "close": batch.close,
        "answer 1": lambda: batch.add(b"1", 1),
        "give up 2": lambda: batch.drop(2),
        "answer 3": lambda: batch.add(b"3", 3),
    }
    left = [steps[step]() for step in order]
    assert left[:-1] == [[], [], []]
    assert sorted(left[-1]) == [b"1", b"3"]


def test_a_batch_with_nothing_to_say_says_nothing() -> None:
    batch = Batch()
    assert batch.close() == []
    only_withdrawn = Batch()
    only_withdrawn.expect(1)
    only_withdrawn.close()
    assert only_withdrawn.drop(1) == []


def test_a_refusal_without_an_id_does_not_end_the_wait_for_others() -> None:
    batch = Batch()
    batch.expect(1)
    assert batch.add(b"refused", None) == []
    assert batch.close() == []
    assert batch.drop(None) == []
    assert batch.add(b"one", 1) == [b"refused", b"one"]


@given(st.lists(st.one_of(st.none(), st.integers(-(2**60), 2**60), st.floats()), max_size=30))
def test_once_some_of_it_is_ours_progress_only_grows(steps: list[float | None]) -> None:
    progress = Progress()
    every = [
        progress.next_own_value(),
        *(progress.next_own_value() if step is None else progress.from_server(step) for step in steps),
    ]
    heard = [value for value in every if isinstance(value, int | float)]
    counted = [value for value in heard if abs(value) < 2.0**53]
    assert all(before < after for before, after in pairwise(counted))


@pytest.mark.parametrize("value", [True, "3", None, 1e300, float("nan"), 10**400])
def test_progress_that_is_no_number_to_count_with_passes_as_it_is(value: JsonValue) -> None:
    progress = Progress()
    progress.next_own_value()
    assert progress.from_server(value) is value


def test_progress_of_a_server_alone_passes_as_it_is() -> None:
    progress = Progress()
    assert [progress.from_server(value) for value in (3, 1, 1, 2.5)] == [3, 1, 1, 2.5]
