from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.audit import chain
from host.audit.chain import ERASED, BrokenChain, Row, Tip, Value

LOG = "0123456789abcdef0123456789abcdef"
KEY = bytes(range(32))


def body(seq: int, time: str = "", **members: object) -> bytes:
    time = time or f"2026-01-01T00:00:00.{seq:06}Z"
    return json.dumps({"seq": seq, "time": time, "v": 1, "commitments": {}} | members).encode()


def rows(count: int) -> list[Row]:
    tip, made = chain.genesis(LOG), []
    for seq in range(1, count + 1):
        text = body(seq)
        row = Row(seq, json.loads(text)["time"], tip.hash, text, chain.link(tip.hash, text))
        made.append(row)
        tip = Tip(row.seq, row.time, row.hash)
    return made


def check(written: Sequence[Row]) -> Tip:
    tip = chain.genesis(LOG)
    for row in written:
        following = chain.follow(tip, row)
        chain.parse_body(tip, row)
        tip = following
    return tip


def broken(written: Sequence[Row]) -> BrokenChain:
    with pytest.raises(BrokenChain) as caught:
        check(written)
    return caught.value


def linked(tip: Tip, text: bytes, time: str) -> Row:
    return Row(tip.seq + 1, time, tip.hash, text, chain.link(tip.hash, text))


def test_the_hashes_are_those_of_the_documented_format() -> None:
    start = hashlib.sha256(b"assent/audit/genesis/v1\x00" + LOG.encode()).digest()
    assert chain.genesis(LOG) == Tip(0, "", start)
    assert chain.link(start, b"{}") == hashlib.sha256(b"assent/audit/record/v1\x00" + start + b"{}").digest()
    for value in (b"", b"value", bytes(100_000)):
        assert chain.commit(KEY, value) == hmac.new(KEY, value, hashlib.sha256).hexdigest()


def test_format_1_never_changes() -> None:
    written = rows(2)
    assert written[1].hash.hex() == "e841a87970c6e795c622136ecb0737b26c60ad660bfdf364e70a3c527317702e"


def test_an_untouched_chain_holds() -> None:
    written = rows(5)
    assert check(written) == Tip(5, written[-1].time, written[-1].hash)


@given(st.data())
def test_s37_a_change_of_any_byte_of_any_record_breaks_the_chain_there(data: st.DataObject) -> None:
    written = rows(4)
    index = data.draw(st.integers(0, 3))
    row = written[index]
    columns = [bytearray(row.prev_hash), bytearray(row.body), bytearray(row.hash)]
    column = data.draw(st.sampled_from(columns))
    column[data.draw(st.integers(0, len(column) - 1))] ^= data.draw(st.integers(1, 255))
    prev_hash, body, digest = map(bytes, columns)
    written[index] = row._replace(prev_hash=prev_hash, body=body, hash=digest)
    assert broken(written).seq == index + 1


@given(st.permutations(range(4)), st.integers(0, 4))
def test_s37_only_the_written_order_without_gaps_holds(order: list[int], count: int) -> None:
    written = rows(4)
    chosen = [written[index] for index in order[:count]]
    if order[:count] == list(range(count)):
        check(chosen)
    else:
        first_wrong = next(place for place, index in enumerate(order[:count]) if place != index)
        assert broken(chosen).seq == first_wrong + 1


def test_s37_a_missing_record_is_named() -> None:
    written = rows(4)
    error = broken([*written[:1], *written[2:]])
    assert (error.seq, str(error)) == (2, "record 2 is missing: record 3 follows record 1")


def test_s37_a_record_of_another_chain_is_not_linked() -> None:
    written = rows(2)
    foreign = linked(Tip(1, "", bytes(32)), body(2), written[1].time)
    assert broken([written[0], foreign]).problem == "is not linked to the record before it"


def test_s37_a_number_changed_in_column_only_is_found() -> None:
    row = linked(chain.genesis(LOG), body(7), "2026-01-01T00:00:00.000007Z")
    assert broken([row]).problem == "has columns that differ from its body"


def test_s37_a_time_changed_in_column_only_is_found() -> None:
    [row] = rows(1)
    assert broken([row._replace(time="2026-01-01T00:00:00.000009Z")]).problem == "has columns that differ from its body"


def test_s37_time_going_backwards_is_found_and_standing_still_is_not() -> None:
    [first] = rows(1)
    tip = Tip(first.seq, first.time, first.hash)
    check([first, linked(tip, body(2, first.time), first.time)])
    earlier = "2025-12-31T23:59:59.999999Z"
    error = broken([first, linked(tip, body(2, earlier), earlier)])
    assert error.problem == f"is older than the record before it ({earlier} after {first.time})"


@pytest.mark.parametrize("text", [b"", b"{", b'{"v":1}x', b" {}", b"\xff", b"[" * 100_000, b"1" * 5000])
def test_a_body_that_is_no_json_is_a_finding_and_no_error(text: bytes) -> None:
    assert broken([linked(chain.genesis(LOG), text, "")]).seq == 1


@pytest.mark.parametrize("text", [b"[]", b"null", b"{}", b'{"v":2}', b'{"v":"1"}'])
def test_a_body_of_another_format_is_a_finding(text: bytes) -> None:
    assert broken([linked(chain.genesis(LOG), text, "")]).problem == "is not of format 1"


COMMITTED = {"commitments": {"result": {"bytes": 5, "hmac": chain.commit(KEY, b"value")}}}


def test_a_kept_value_that_is_the_committed_one_passes() -> None:
    chain.check_value(COMMITTED, Value(1, "result", KEY, b"value"))


def test_a_value_that_was_only_committed_to_or_erased_passes() -> None:
    chain.check_value(COMMITTED, Value(1, "result", KEY, None))
    for zeros in (bytes(5), None):
        chain.check_value(COMMITTED, Value(1, "result", ERASED, zeros))


@pytest.mark.parametrize(
    ("kept", "problem"),
    [
        (Value(1, "result", KEY, b"other"), "has a value that differs from its commitment"),
        (Value(1, "result", KEY[::-1], b"value"), "has a value that differs from its commitment"),
        (Value(1, "result", ERASED, b"value"), "has a value that differs from its commitment"),
        (Value(1, "results", KEY, b"value"), "has a value that it does not commit to"),
    ],
)
def test_s37_any_other_value_is_found(kept: Value, problem: str) -> None:
    with pytest.raises(BrokenChain) as caught:
        chain.check_value(COMMITTED, kept)
    assert caught.value.problem == problem


def test_s37_a_committed_length_that_is_not_the_values_is_found() -> None:
    lying = {"commitments": {"result": {"bytes": 6, "hmac": chain.commit(KEY, b"value")}}}
    with pytest.raises(BrokenChain, match="differs from its commitment"):
        chain.check_value(lying, Value(1, "result", KEY, b"value"))


@pytest.mark.parametrize("body", [{}, {"commitments": []}, {"commitments": {"result": "x"}}])
def test_a_value_beside_a_body_without_commitments_is_found(body: dict[str, object]) -> None:
    with pytest.raises(BrokenChain, match="does not commit to"):
        chain.check_value(body, Value(1, "result", KEY, b"value"))
