from __future__ import annotations

import sys
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.ids import REMEMBERED_IDS, REMEMBERED_WHOLE, UsedIds, uuid7
from host.model import RequestId

SOME_IDS = st.one_of(st.integers(-1, 5), st.integers(-1, 5).map(str))


def test_a_uuid7_carries_version_variant_and_milliseconds() -> None:
    made = uuid.UUID(uuid7(1_700_000_000.1239))
    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert made.int >> 80 == 1_700_000_000_123


def test_uuid7s_of_one_moment_differ_and_those_of_later_moments_sort_later() -> None:
    assert len({uuid7(5.0) for _ in range(1_000)}) == 1_000
    made = [uuid7(second) for second in (0.0, 0.001, 1.0, 1_700_000_000.0, 8_000_000_000.0)]
    assert made == sorted(made)


def test_s41_an_id_is_new_once() -> None:
    used = UsedIds()
    assert used.use(7)
    assert not used.use(7)


def test_s41_one_and_the_text_one_are_different_ids() -> None:
    used = UsedIds()
    assert used.use(1)
    assert used.use("1")
    assert not used.use(1)
    assert not used.use("1")


def test_s41_an_id_used_ahead_of_a_growing_range_is_not_new_when_the_range_arrives_there() -> None:
    used = UsedIds()
    assert [used.use(number) for number in (5, 7, 6)] == [True, True, True]
    assert not used.use(7)


@given(st.lists(SOME_IDS, max_size=40))
def test_s41_no_sequence_of_ids_makes_a_used_one_new_again(ids: list[RequestId]) -> None:
    used, seen = UsedIds(), set[RequestId]()
    for request_id in ids:
        assert used.use(request_id) == (request_id not in seen)
        seen.add(request_id)


@pytest.mark.parametrize("start", [0, 1, -5, 2**53, 10**30])
def test_a_counting_app_is_remembered_without_end(start: int) -> None:
    used = UsedIds()
    for number in range(start, start + REMEMBERED_IDS + 10):
        assert used.use(number)
    assert not used.use(start)
    assert not used.use(start + REMEMBERED_IDS)


def test_s41_the_memory_of_an_inventive_app_forgets_the_oldest_first() -> None:
    used = UsedIds()
    for number in range(REMEMBERED_IDS):
        used.use(f"x{number}")
    assert not used.use("x0")
    used.use("one more")
    assert not used.use("x1")
    assert not used.use(f"x{REMEMBERED_IDS - 1}")
    assert used.use("x0")


def test_s43_ids_that_python_counts_as_alike_are_told_apart_at_once() -> None:
    """A number's hash is the number itself, modulo this prime; keys with one hash are compared one by one."""
    ids = [number * sys.hash_info.modulus for number in range(1, 1_000)]
    assert {hash(request_id) for request_id in ids} == {0}
    used = UsedIds()
    assert all(used.use(request_id) for request_id in ids)
    assert not any(used.use(request_id) for request_id in ids)
    assert len({hash(key) for key in used._others}) > 990  # noqa: SLF001  # nobody outside sees how long it takes


def test_long_numbers_are_remembered_by_their_digest() -> None:
    used = UsedIds()
    assert used.use(1)
    assert used.use(10**900)
    assert not used.use(10**900)
    assert used.use(str(10**900))
    assert max(map(len, used._others)) <= REMEMBERED_WHOLE  # noqa: SLF001  # memory
