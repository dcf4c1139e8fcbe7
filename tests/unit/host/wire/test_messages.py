from __future__ import annotations

import json
from pathlib import Path
from typing import Final, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.canonical import Lexeme
from host.errors import INVALID_REQUEST, PARSE_ERROR
from host.model import JsonObject, JsonValue, RequestId
from host.wire import messages
from host.wire.messages import (
    MAX_ID_CHARACTERS,
    MAX_VALUES,
    MAX_VALUES_OF_APP,
    WORK_PER_VALUE,
    Message,
    RefusedMessage,
    TooManyValues,
    check,
    read,
    read_document,
)
from host.wire.methods import GUARDED_META, GUARDED_PARAMS
from tests.support.effort import BOUND, effort
from tests.unit.host.support import at

CORPUS = Path(__file__).parents[3] / "assets" / "hostile" / "json"
ENVELOPE = ("jsonrpc", "id", "method", "params", "result", "error")
CASE_TWINS = {"k": "\u212a", "s": "\u017f"}
"""Letters that are a Latin letter in another case: Kelvin sign, long s."""
TURKISH_TWINS = ("\u0131", "\u0130")
"""Dotless i, whose capital is I, and dotted I, whose small letter is i: Java's equalsIgnoreCase takes both for i."""


def twins(key: str) -> list[str]:
    """Keys that some parser takes for ``key``: other case, compatibility forms, C strings, trimmed white space."""
    fullwidth = "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in key)
    made = [key.upper(), key.swapcase(), key.capitalize(), fullwidth, fullwidth[0] + key[1:]]
    made += [key + "\0", key + "\0x", key.upper() + "\0", f"{key} ", f" {key}", f"{key}\t", f"\u00a0{key}", f"{key}\n"]
    made += [key.replace(letter, twin, 1) for letter, twin in CASE_TWINS.items()]
    return [twin for twin in dict.fromkeys(made) if twin != key]


def refusal_of(value: JsonValue) -> RefusedMessage:
    with pytest.raises(RefusedMessage) as caught:
        check(value)
    return caught.value


def request(**changes: JsonValue) -> JsonObject:
    made: JsonObject = {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {}}
    return made | changes


def without(key: str) -> JsonObject:
    return {name: value for name, value in request().items() if name != key}


def test_a_request_a_notification_and_a_response_are_told_apart() -> None:
    assert check(request(params={"a": None})) == Message("request", 1, "ping", {"a": None})
    assert check({"jsonrpc": "2.0", "method": "n"}) == Message("notification", None, "n", None)
    assert check({"jsonrpc": "2.0", "id": "x", "result": None}) == Message("response", "x", "", None)
    failed: JsonObject = {"code": -1, "message": "no", "data": None, "x-more": 1}
    assert check({"jsonrpc": "2.0", "id": 2, "error": failed}) == Message("response", 2, "", None, error=failed)


def test_params_that_are_null_are_as_good_as_absent() -> None:
    assert check(request(params=None)).params is None


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        1,
        1.5,
        "ping",
        [],
        [request()],
        {},
        without("jsonrpc"),
        request(jsonrpc="1.0"),
        request(jsonrpc=2.0),
        request(jsonrpc=None),
        without("id") | {"method": None},
        request(method=None),
        request(method=7),
        request(method=["ping"]),
        request(params=[]),
        request(params="x"),
        request(params=False),
        request(params={"_meta": None}),
        request(params={"_meta": []}),
        request(result={}),
        request(error={"code": 1, "message": ""}),
        request(result=None),
        {"jsonrpc": "2.0"},
        {"jsonrpc": "2.0", "params": {}},
        {"jsonrpc": "2.0", "result": {}},
        {"jsonrpc": "2.0", "id": 1},
        {"jsonrpc": "2.0", "id": 1, "params": {}},
        {"jsonrpc": "2.0", "id": 1, "result": {}, "error": {"code": 1, "message": ""}},
        {"jsonrpc": "2.0", "id": 1, "result": {}, "error": None},
        {"jsonrpc": "2.0", "id": 1, "error": None},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": 1}},
        {"jsonrpc": "2.0", "id": 1, "error": {"message": "x"}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": "1", "message": "x"}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": True, "message": "x"}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": 1.5, "message": "x"}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": None}},
    ],
    ids=repr,
)
def test_what_is_no_message_is_an_invalid_request(value: JsonValue) -> None:
    assert refusal_of(value).code == INVALID_REQUEST


@pytest.mark.parametrize(
    "request_id",
    [None, True, False, 1.5, -0.5, 1e300, Lexeme("-0"), Lexeme("1.0"), Lexeme("1e2"), [], [1], {}],
    ids=repr,
)
@pytest.mark.parametrize("form", ["request", "response"])
def test_s41_an_id_is_a_string_or_a_whole_number_and_nothing_else(form: str, request_id: JsonValue) -> None:
    value = request(id=request_id) if form == "request" else {"jsonrpc": "2.0", "id": request_id, "result": {}}
    refusal = refusal_of(value)
    assert (refusal.code, refusal.id) == (INVALID_REQUEST, None)


@pytest.mark.parametrize("lexeme", ["-0", "1.0", "1e0", "0.0", "1E2", "-0.0"])
def test_s41_numbers_that_only_equal_a_whole_number_are_no_ids(lexeme: str) -> None:
    frame = b'{"jsonrpc":"2.0","id":%s,"method":"ping"}' % lexeme.encode()
    assert refusal_of(read(frame)).code == INVALID_REQUEST


@pytest.mark.parametrize(
    "request_id",
    [0, -1, 1, 2**53 + 1, -(2**70), "", "1", "x" * MAX_ID_CHARACTERS, "ü\0\u202e"],
    ids=lambda value: ascii(value)[:20],
)
def test_s41_ids_keep_their_type_and_every_digit_in_the_answer(request_id: RequestId) -> None:
    message = check(read(json.dumps(request(id=request_id)).encode()))
    assert type(message.id) is type(request_id)
    assert message.id == request_id
    for frame in (messages.result(request_id, b"{}"), messages.error(request_id, 1, "x")):
        answered = at(json.loads(frame), "id")
        assert type(answered) is type(request_id)
        assert answered == request_id


@pytest.mark.parametrize("request_id", ["x" * (MAX_ID_CHARACTERS + 1), 10**MAX_ID_CHARACTERS], ids=["text", "digits"])
def test_s41_an_id_of_more_than_a_thousand_characters_is_refused(request_id: RequestId) -> None:
    assert refusal_of(request(id=request_id)).id is None


def test_s41_an_overlong_id_is_not_echoed_whatever_else_is_wrong() -> None:
    wrong: list[JsonObject] = [{"params": {"NAME": 1}}, {"params": []}, {"result": {}}, {"method": 5}, {"METHOD": 1}]
    for changes in wrong:
        assert refusal_of(request(id="x" * (MAX_ID_CHARACTERS + 1)) | changes).id is None
        assert refusal_of(request(id=10**MAX_ID_CHARACTERS) | changes).id is None


def test_s23_a_frame_of_too_many_arrays_is_not_parsed_and_brackets_in_a_string_are_only_text() -> None:
    with pytest.raises(RefusedMessage) as caught:
        read(b"[" + b"[]," * (MAX_VALUES // 2 + 1) + b"1]")
    assert caught.value.code == PARSE_ERROR
    text = "[" * (MAX_VALUES + 1)
    assert read(b'"' + text.encode() + b'"') == text
    with pytest.raises(RefusedMessage):
        read(b'"\\"' + b"[]," * (MAX_VALUES + 1))


@pytest.mark.full
def test_s22_s23_a_frame_of_unclosed_strings_and_brackets_costs_no_more_than_its_length() -> None:
    """Each quote is a place where a search for strings may begin anew, and fail again at the very end."""
    frame = b'"\\' * 60 + b"{" * (MAX_VALUES + 1)

    def refused() -> None:
        with pytest.raises(RefusedMessage):
            read(frame)

    assert effort(refused) < BOUND


def test_s41_an_id_of_more_digits_than_can_be_read_is_no_json() -> None:
    with pytest.raises(RefusedMessage) as caught:
        read(b'{"jsonrpc":"2.0","method":"ping","id":' + b"1" * 5_000 + b"}")
    assert caught.value.code == PARSE_ERROR


@pytest.mark.parametrize("sample", sorted(CORPUS.glob("*.json")), ids=lambda path: path.stem)
def test_s03_no_sample_of_ambiguous_json_is_read(sample: Path) -> None:
    with pytest.raises(RefusedMessage) as caught:
        read(sample.read_bytes())
    assert (caught.value.code, caught.value.id, caught.value.silent) == (PARSE_ERROR, None, False)


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(("key", "twin"), [(key, twin) for key in ENVELOPE for twin in twins(key)], ids=ascii)
def test_s40_a_twin_of_an_envelope_key_is_refused_in_either_order(key: str, twin: str, order: int) -> None:
    response: JsonObject = {"jsonrpc": "2.0", "id": 1, "result": {}}
    value = response if key in ("result", "error") else request()
    twinned: list[tuple[str, JsonValue]] = [*value.items(), (twin, value.get(key))]
    assert refusal_of(dict(twinned[::order])).code == INVALID_REQUEST


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("twin", ["Method", "METHOD", "method\0", "ｍethod", "metho\u0064\0tail"], ids=ascii)
def test_s40_a_ping_that_another_parser_reads_as_a_call_is_refused(twin: str, order: int) -> None:
    pairs: list[tuple[str, JsonValue]] = [("jsonrpc", "2.0"), ("id", 1), ("method", "ping"), (twin, "tools/call")]
    frame = json.dumps(dict(pairs[::order])).encode()
    assert refusal_of(read(frame)).code == INVALID_REQUEST


@pytest.mark.parametrize(
    "pair", ['"method":"ping","method":"tools/call"', '"method":"ping","\\u006dethod":"tools/call"']
)
def test_s40_a_key_that_stands_twice_is_no_json_however_it_is_written(pair: str) -> None:
    with pytest.raises(RefusedMessage) as caught:
        read(f'{{"jsonrpc":"2.0","id":1,{pair}}}'.encode())
    assert caught.value.code == PARSE_ERROR


@pytest.mark.parametrize("present", [True, False], ids=["beside the key", "alone"])
@pytest.mark.parametrize(
    ("key", "twin"), [(key, twin) for key in sorted(GUARDED_PARAMS) for twin in twins(key)], ids=ascii
)
def test_s40_a_twin_of_a_known_parameter_is_refused(key: str, twin: str, present: bool) -> None:
    params: JsonObject = {twin: 1} | ({key: {} if key == "_meta" else 1} if present else {})
    refusal = refusal_of(request(params=params))
    assert (refusal.code, refusal.detail) == (INVALID_REQUEST, twin)


@pytest.mark.parametrize(
    ("key", "twin"), [(key, twin) for key in sorted(GUARDED_META) for twin in twins(key)], ids=ascii
)
def test_s40_a_twin_of_a_known_key_of_meta_is_refused(key: str, twin: str) -> None:
    assert refusal_of(request(params={"_meta": {twin: 1}})).code == INVALID_REQUEST
    assert refusal_of({"jsonrpc": "2.0", "method": "n", "params": {"_meta": {twin: 1}}}).code == INVALID_REQUEST


@pytest.mark.parametrize("twin", TURKISH_TWINS, ids=ascii)
def test_s40_a_twin_by_the_turkish_letters_i_is_refused(twin: str) -> None:
    passed = []
    for key in sorted(key for key in GUARDED_PARAMS if "i" in key):
        try:
            check(request(params={key.replace("i", twin, 1): 1}))
        except RefusedMessage:
            continue
        passed.append(key)
    assert not passed


def test_s40_keys_that_no_parser_confuses_with_known_ones_are_left_alone() -> None:
    odd: JsonObject = {"names": 1, "x-name": 1, "nam": 1, "": 1, "\0name": 1, "naïme": 1, "arguments.name": 1}
    assert check(request(params=odd)).params == odd


def test_s40_unknown_keys_of_the_envelope_are_left_behind_and_inner_ones_may_look_like_anything() -> None:
    arguments: JsonObject = {"Method": 1, "method": 2, "method\0": 3}
    message = check(request(extra=1, params={"arguments": arguments}))
    assert message.params == {"arguments": arguments}


def test_a_refusal_shows_what_a_stranger_wrote_only_as_detail() -> None:
    refusal = refusal_of(request(params={"NAME": 1}))
    assert "NAME" not in str(refusal)
    assert refusal.detail == "NAME"
    assert refusal.method == "ping"


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*ENVELOPE, "x"]), inner),
    )
)
def test_s03_whatever_json_there_is_check_returns_a_message_or_refuses(value: JsonValue) -> None:
    try:
        message = check(value)
    except RefusedMessage as refusal:
        assert refusal.code == INVALID_REQUEST
    else:
        assert (message.kind == "notification") == (message.id is None)


def test_frames_are_written_whole_and_on_one_line() -> None:
    assert messages.request(1, "a\n", b'{"x":1}') == b'{"jsonrpc":"2.0","id":1,"method":"a\\n","params":{"x":1}}'
    assert messages.request("1", "a", None) == b'{"jsonrpc":"2.0","id":"1","method":"a"}'
    assert messages.notification("n", b"{}") == b'{"jsonrpc":"2.0","method":"n","params":{}}'
    assert messages.result(1, b"null") == b'{"jsonrpc":"2.0","id":1,"result":null}'
    assert messages.error(None, 5, "no") == b'{"jsonrpc":"2.0","id":null,"error":{"code":5,"message":"no"}}'
    assert messages.error(1, 5, "no", []) == b'{"jsonrpc":"2.0","id":1,"error":{"code":5,"message":"no","data":[]}}'


@pytest.mark.parametrize(
    "frame",
    [
        b'{"jsonrpc":"2.0","id":"q","result":{"z":null,"a":1.50,"big":123456789012345678901234567890,"_meta":{}}}',
        b'{"jsonrpc":"2.0","id":7,"result":null}',
        b'{"jsonrpc":"2.0","id":7,"error":{"code":-3,"message":"\xc3\xa4","data":null,"x":[1E5]}}',
    ],
)
def test_a_response_leaves_as_it_came_byte_for_byte(frame: bytes) -> None:
    assert messages.response(check(read(frame))) == frame


@pytest.mark.full
def test_s22_a_key_of_marks_without_end_holds_nobody_up() -> None:
    params: JsonObject = {"\u0301" * 50_000 + "\u0323" * 50_000: 1}
    took = effort(lambda: check({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": params}))
    assert took < BOUND, "the square of the length would take minutes"


@pytest.mark.parametrize("tail", ["", "\0" + "\u0301" * 300, " " * 300], ids=["plain", "tail", "blanks"])
def test_s40_a_twin_is_refused_whatever_follows_it(tail: str) -> None:
    with pytest.raises(RefusedMessage, match="looks like"):
        check({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"\uff2eame" + tail: "x"}})


@pytest.mark.parametrize("limit", [MAX_VALUES, MAX_VALUES_OF_APP])
@pytest.mark.parametrize("number", ["1.5", "1.50", "1E5", "-0.25e-7", "9" * 4_000])
def test_s43_numbers_that_are_expensive_to_read_exactly_count_for_more(number: str, limit: int) -> None:
    count = limit * WORK_PER_VALUE // max(len(number), 16) + 1
    frame = f"[{','.join([number] * count)}]".encode()
    with pytest.raises(TooManyValues):
        read_document(frame, max_values=limit)
    few = f"[{','.join([number] * (count // 10))}]".encode()
    assert len(cast("list[JsonValue]", read_document(few, max_values=limit).value)) == count // 10


@pytest.mark.parametrize("value", ["true", "false", "1234", '""', '"1.5e7"', r'"\"1.5\\"'])
def test_s43_other_values_do_not_count_for_more_and_no_text_does(value: str) -> None:
    frame = f"[{','.join([value] * (MAX_VALUES_OF_APP // 2))}]".encode()
    assert read_document(frame, max_values=MAX_VALUES_OF_APP).plain
    assert read(b'"' + b"1.5e7 " * MAX_VALUES + b'"') == "1.5e7 " * MAX_VALUES


def test_s43_a_flood_of_quotes_is_no_reason_to_take_a_frame_apart() -> None:
    with pytest.raises(TooManyValues, match="strings"):
        read_document(b'",' * (5 * MAX_VALUES_OF_APP), max_values=MAX_VALUES_OF_APP)


@pytest.mark.parametrize("odd", ['{"a":1.50}', '{"a":1E5}', '{"a":-0}', '{"\U0001f600":1}', '{"\\ud83d\\ude00":1}'])
def test_s43_of_what_is_read_with_care_a_message_may_hold_a_fifth(odd: str) -> None:
    def frame(count: int) -> bytes:
        return f'[{odd},"{"," * MAX_VALUES_OF_APP}"{",1" * count}]'.encode()

    assert not read_document(frame(MAX_VALUES_OF_APP // 5 - 5), max_values=MAX_VALUES_OF_APP).plain
    with pytest.raises(TooManyValues):
        read_document(frame(MAX_VALUES_OF_APP // 5), max_values=MAX_VALUES_OF_APP)
    assert read_document(b"[" + b"1," * (MAX_VALUES_OF_APP // 2) + b"1.5]", max_values=MAX_VALUES_OF_APP).plain


READ_WITH_CARE: Final = f'{{"a":1.50,"b":"{"," * (MAX_VALUES_OF_APP // 4)}"}}'.encode()
"""Few values, one of which only the careful reader reads, and a text that may hold more by its commas."""


def test_s43_commas_in_a_text_are_no_values_where_a_message_is_read_with_care() -> None:
    assert not read_document(READ_WITH_CARE, max_values=MAX_VALUES_OF_APP).plain


@pytest.mark.parametrize("tail", [b" x", b"}", b","])
def test_s43_what_is_no_json_is_refused_as_such_where_it_is_read_with_care(tail: bytes) -> None:
    with pytest.raises(RefusedMessage, match="not valid JSON") as refused:
        read_document(READ_WITH_CARE + tail, max_values=MAX_VALUES_OF_APP)
    assert refused.value.code == PARSE_ERROR


@pytest.mark.parametrize("where", ["params", "_meta", "envelope"])
def test_s43_so_many_odd_keys_are_folded_and_no_more(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[str] = []

    def fold(key: str) -> str:
        folded.append(key)
        return key

    monkeypatch.setattr(messages, "_fold", fold)

    def holding(count: int) -> JsonObject:
        keys: JsonObject = {f"\ufdfa{number}": 1 for number in range(count)}
        params: JsonObject = {"_meta": keys} if where == "_meta" else keys if where == "params" else {}
        return request(params=params) | (keys if where == "envelope" else {})

    check(holding(messages.MAX_ODD_KEYS))
    assert len(folded) == messages.MAX_ODD_KEYS
    assert "not ASCII" in str(refusal_of(holding(messages.MAX_ODD_KEYS + 1)))
    assert len(folded) == messages.MAX_ODD_KEYS
