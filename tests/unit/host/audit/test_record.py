from __future__ import annotations

import hashlib
import json
import math
from importlib.resources import files

import jsonschema
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from host.audit import chain, record
from host.audit.chain import KEY_BYTES, Row, Tip, Value
from host.audit.record import EXCERPT, RESULT_KEPT, Sensitive, chain_records, prepare, split_large, timestamp
from host.errors import AuditError
from host.model import Committed, Draft, JsonValue
from tests.unit.host.audit.support import decided, outcome

SCHEMA = json.loads((files("resources") / "schemas" / "record.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
MICROS = 1_767_225_600_000_001
CALL = "0199a1b2-0000-7000-8000-000000000001"

ANY_TEXT = st.text(st.characters(exclude_categories=()))
FIELDS: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=10,
)


GENESIS = chain.genesis("0" * 32)


def body_of(draft: Draft, tip: Tip = GENESIS) -> bytes:
    prepared = prepare(draft, MICROS)
    lines, _ = chain_records(tip, [prepared], bytes(range(32)) * len(prepared.values))
    assert lines[0][3] is not None
    return lines[0][3].encode()


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    "draft",
    [
        record.log_opened("0" * 32),
        Draft("host.started", {"pid": 1}),
        decided(CALL, params=b"{}", reason=b"because"),
        outcome(CALL, result=b"x" * (RESULT_KEPT + 1)),
        record.denied_by_host_exit(CALL),
        record.unknown_outcome(CALL),
        Draft("grant.given", {"grant": "g"}, {"arguments": b"{}"}, CALL),
        Draft("grant.revoked", {"grant": "g"}),
        Draft("stop.pressed", {"who": "ana"}),
        Draft("stop.released", {"who": "ana"}),
    ],
    ids=[
        *("log opened", "host started", "decided", "large outcome", "never decided", "never heard of"),
        *("grant given", "grant revoked", "stop pressed", "stop released"),
    ],
)
def test_bodies_are_as_the_schema_says(draft: Draft) -> None:
    VALIDATOR.validate(json.loads(body_of(draft)))


@given(st.dictionaries(ANY_TEXT, FIELDS, max_size=5), st.booleans(), st.binary())
def test_whatever_is_in_its_fields_a_body_is_rfc_8785(fields: dict[str, JsonValue], call: bool, value: bytes) -> None:
    kind = "call.refused" if call else "message.refused"
    body = body_of(Draft(kind, fields, {"params": value}, CALL if call else ""))
    parsed = json.loads(body)
    assert rfc8785.dumps(parsed) == body
    VALIDATOR.validate(parsed)


def test_a_body_says_what_the_draft_said() -> None:
    body = json.loads(body_of(decided(CALL, params=b"{}"), Tip(6, "", bytes(32))))
    assert body == {
        "v": 1,
        "seq": 7,
        "time": "2026-01-01T00:00:00.000001Z",
        "kind": "call.decided",
        "call": CALL,
        "fields": {**decided(CALL).fields},
        "commitments": {"params": {"bytes": 2, "hmac": chain.commit(bytes(range(32)), b"{}")}},
    }
    assert "call" not in json.loads(body_of(Draft("host.stopped", {})))


def test_s36_a_value_enters_no_body_and_neither_does_a_digest_without_key() -> None:
    body = body_of(decided(CALL, params=b"hunter2")).decode()
    unkeyed = hashlib.sha256(b"hunter2").hexdigest()
    assert "hunter2" not in body
    assert unkeyed not in body


@pytest.mark.parametrize(
    ("value", "stands"),
    [
        (1.0, 1),
        (-0.0, 0),
        (1.25, 1.25),
        (2**53 - 1, 2**53 - 1),
        (2**53, "9007199254740992"),
        (1e16, "1e+16"),
        (0.00001, "1e-05"),
        (math.inf, "inf"),
        (True, True),
        ("\ud800", "?"),
    ],
)
def test_what_rfc_8785_has_no_common_form_for_stands_as_text(value: JsonValue, stands: JsonValue) -> None:
    body = json.loads(body_of(Draft("host.started", {"field": [value]})))
    assert body["fields"]["field"] == [stands]
    assert type(body["fields"]["field"][0]) is type(stands)


@pytest.mark.parametrize(
    "draft",
    [
        Draft("call.invented", {}, call=CALL),
        Draft("call.decided", {}),
        Draft("call.decided", {}, call='"'),
        Draft("call.decided", {}, call="x" * 65),
        Draft("call.decided", {}, {'na"me': b""}, CALL),
        Draft("host.started", {"much": "x" * record.MAX_BODY}),
        Draft("host.started", {"many": 10**5000}),
    ],
    ids=["kind", "no call", "odd call", "long call", "odd value name", "too large", "too many digits"],
)
def test_a_draft_that_no_record_can_be_made_of_is_refused(draft: Draft) -> None:
    with pytest.raises(AuditError):
        prepare(draft, MICROS)


def test_fields_nested_beyond_all_reason_are_refused() -> None:
    deep: JsonValue = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(AuditError, match="nested"):
        prepare(Draft("host.started", {"deep": deep}), MICROS)


def test_a_small_result_is_kept_and_so_is_everything_else() -> None:
    values = {"result": b"r" * RESULT_KEPT, "params": b"p" * (RESULT_KEPT + 1)}
    assert [(value.name, value.value, value.is_kept) for value in split_large(values)] == [
        ("params", values["params"], True),
        ("result", values["result"], True),
    ]


def test_a_large_result_is_committed_to_whole_and_its_beginning_is_kept() -> None:
    large = b"0123456789abcdef" * 5000
    assert [(value.name, value.value, value.is_kept) for value in split_large({"result": large})] == [
        ("result", large, False),
        ("result_excerpt", large[:EXCERPT], True),
    ]


def test_a_value_that_is_not_to_be_kept_is_committed_to_whole() -> None:
    values = {"params": b"{}", "reason": b"no"}
    prepared = prepare(Draft("call.decided", {}, values, "c", frozenset({"params"})), 0)
    assert prepared.values == (Sensitive("params", b"{}", is_kept=False), Sensitive("reason", b"no"))


def test_an_excerpt_ends_with_a_whole_character() -> None:
    large = b"x" + "€".encode() * RESULT_KEPT
    [_, excerpt] = split_large({"result": large})
    assert excerpt.value.decode() == "x" + "€" * ((EXCERPT - 1) // 3)


def test_an_excerpt_of_bytes_that_are_no_text_is_still_bounded() -> None:
    [_, excerpt] = split_large({"result": b"\x80" * (RESULT_KEPT + 1)})
    assert excerpt.value == b""


def test_records_are_linked_and_each_value_has_a_key_of_its_own() -> None:
    tip, keys = GENESIS, bytes(32) + b"\1" * 32 + b"\2" * 32
    drafts = [decided(CALL, params=b"p", reason=b"r"), Draft("host.stopped", {}), outcome(CALL, result=b"o")]
    lines, ends = chain_records(tip, [prepare(draft, MICROS) for draft in drafts], keys)
    assert [(line[0], *line[5:]) for line in lines] == [
        (1, "params", keys[:32], b"p"),
        (1, "reason", keys[32:64], b"r"),
        (2, None, None, None),
        (3, "result", keys[64:], b"o"),
    ]
    for seq, time, before, text, digest, *_ in lines:
        if time and before and text and digest:
            row = Row(seq, time, before, text.encode(), digest)
            tip, body = chain.follow(tip, row), chain.parse_body(tip, row)
            for value in [
                Value(seq, line[5], line[6], line[7]) for line in lines if line[0] == seq and line[5] and line[6]
            ]:
                chain.check_value(body, value)
    assert tip == ends[-1]
    assert [end.seq for end in ends] == [1, 2, 3]


def test_a_clock_that_went_backwards_stands_still_in_the_log() -> None:
    late, early = prepare(Draft("host.started", {}), MICROS), prepare(Draft("host.stopped", {}), MICROS - 10**9)
    lines, _ = chain_records(GENESIS, [late, early], b"")
    assert [line[1] for line in lines] == [timestamp(MICROS)] * 2


@given(st.integers(0, 253_402_300_799_999_998))
def test_the_order_of_timestamps_as_text_is_their_order_in_time(micros: int) -> None:
    assert len(timestamp(micros)) == len("2026-01-01T00:00:00.000001Z")
    assert timestamp(micros) < timestamp(micros + 1)


def test_a_value_that_was_committed_to_before_is_there_as_if_it_were_at_hand() -> None:
    value, key = b"x" * (RESULT_KEPT + 1), bytes(range(KEY_BYTES))
    committed = Committed(key, len(value), chain.commit(key, value), value[:EXCERPT])
    drafts = (
        Draft("call.outcome", {}, {"result": value}, "c"),
        Draft("call.outcome", {}, call="c", result=committed),
    )
    whole, before = (chain_records(Tip(0, "", bytes(32)), [prepare(draft, 1)], key * 2) for draft in drafts)
    assert whole == before
