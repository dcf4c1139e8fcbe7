from __future__ import annotations

import copy
import json
import math
from pathlib import Path

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from host import canonical, errors
from host.canonical import Lexeme
from host.model import JsonObject, JsonValue, sha256_hex
from host.words import say

HOSTILE = sorted((Path(__file__).parents[2] / "assets" / "hostile" / "json").glob("*.json"))

# Strings that Python and UTF-16 order differently, that need escapes, and any others; no half pairs.
STRINGS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.text(
    'a\ue000\uffff\U0001f600\x7f"\\\x00\x1f'
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | STRINGS
VALUES: st.SearchStrategy[JsonValue] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(STRINGS, inner, max_size=5), max_leaves=20
)
SAFE_VALUES: st.SearchStrategy[JsonValue] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | STRINGS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(STRINGS, inner, max_size=5),
    max_leaves=20,
)
LEXEMES = st.from_regex(r"-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,25})?([eE][-+]?[0-9]{1,2})?", fullmatch=True)
SPACE = st.text(" \t\r\n", max_size=2)


@st.composite
def texts(draw: st.DrawFn, depth: int = 3) -> tuple[str, str]:
    """A JSON text in some odd spelling, and its canonical form by an independent and naive writer."""
    kind = draw(st.sampled_from(["number", "string", "word", *(["array", "object"] * (depth > 0))]))
    before, after = draw(SPACE), draw(SPACE)
    if kind == "number":
        spelt = shown = draw(LEXEMES)
    elif kind == "word":
        spelt = shown = draw(st.sampled_from(["null", "true", "false"]))
    elif kind == "string":
        string = draw(STRINGS)
        spelt, shown = json.dumps(string, ensure_ascii=draw(st.booleans())), naive_string(string)
    elif kind == "array":
        items = draw(st.lists(texts(depth - 1), max_size=4))
        spelt, shown = f"[{','.join(item for item, _ in items)}]", f"[{','.join(item for _, item in items)}]"
        spelt = spelt if items else f"[{draw(SPACE)}]"
    else:
        members = draw(st.dictionaries(STRINGS, texts(depth - 1), max_size=4))
        spelt = ",".join(f"{draw(SPACE)}{json.dumps(key)}{draw(SPACE)}:{item}" for key, (item, _) in members.items())
        ordered = sorted(members, key=lambda key: [*key.encode("utf-16-be")])
        spelt, shown = f"{{{spelt}}}", f"{{{','.join(f'{naive_string(key)}:{members[key][1]}' for key in ordered)}}}"
    return f"{before}{spelt}{after}", shown


def naive_string(string: str) -> str:
    """RFC 8785 §3.2.2.2, letter by letter."""
    short = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
    return '"' + "".join(short.get(ord(c), f"\\u{ord(c):04x}" if ord(c) < 32 else c) for c in string) + '"'


def read_and_write(data: bytes) -> bytes:
    document = canonical.parse_document(data)
    return canonical.canonical(document.value, plain=document.plain)


@pytest.mark.parametrize("sample", HOSTILE, ids=lambda path: path.stem)
def test_s03_a_hostile_text_is_refused_before_anything_looks_at_it(sample: Path) -> None:
    with pytest.raises(errors.MalformedJson) as caught:
        canonical.parse(sample.read_bytes())
    assert str(caught.value).endswith(".")
    assert len(caught.value.detail) < 400


def test_the_corpus_is_there() -> None:
    assert len(HOSTILE) > 50


@pytest.mark.parametrize(
    ("data", "sentence", "detail"),
    [
        (b"\xef\xbb\xbf{}", "The text begins with a byte order mark.", ""),
        (b'"\xff"', "The text is not UTF-8.", r"""b'"\xff"'"""),
        (b" \n", "The text is empty.", ""),
        (b'{"a":tru}', "The text is not JSON.", '{"a":tru}'),
        (b"1 2", "More text follows the JSON value.", "1 2"),
        (b'{"a":1,"b":2,"a":3}', "An object has the same key twice.", "a"),
        (b"NaN", "NaN and Infinity are not JSON.", "NaN"),
        (b"-1e999", "A number is too large for a double.", "-1e999"),
        (b"9" * 5000, "An integer has more digits than can be read.", ""),
        (rb'"\ud800"', "A string holds half a surrogate pair.", ""),
        (b"[" * 257 + b"]" * 257, "Arrays and objects are nested too deeply.", ""),
    ],
)
def test_a_refusal_says_what_is_wrong_and_keeps_the_strangers_words_apart(
    data: bytes, sentence: str, detail: str
) -> None:
    with pytest.raises(errors.MalformedJson) as caught:
        canonical.parse(data)
    assert (str(caught.value), caught.value.detail) == (sentence, detail)


def test_a_refusal_quotes_a_bounded_part_of_a_huge_text() -> None:
    with pytest.raises(errors.MalformedJson) as caught:
        canonical.parse(b'["' + b"x" * 100_000 + b'" y' + b"z" * 100_000)
    assert len(caught.value.detail) == 80
    assert '" yzz' in caught.value.detail
    with pytest.raises(errors.MalformedJson) as caught:
        canonical.parse(b'{"%b":1,"%b":2}' % (b"k" * 1000, b"k" * 1000))
    assert caught.value.detail == "k" * 80


@pytest.mark.parametrize("filler", ["", "é" * 100_000])
@pytest.mark.parametrize("wrong", [r'"\ud800"', r'"\\\udfff"'])
def test_s03_half_a_character_is_refused_in_short_and_long_texts(wrong: str, filler: str) -> None:
    for text in (f'["{filler}",{wrong}]', f'[{wrong},"{filler}"]'):
        with pytest.raises(errors.MalformedJson, match="half a surrogate pair"):
            canonical.parse(text.encode())


@pytest.mark.parametrize("filler", ["", "é" * 100_000])
def test_what_is_no_number_is_not_written_in_short_and_long_texts(filler: str) -> None:
    with pytest.raises(errors.MalformedJson, match="number"):
        canonical.canonical([filler, math.nan], plain=True)
    assert json.loads(canonical.canonical([filler, None, 1.5], plain=True)) == [filler, None, 1.5]


def test_brackets_that_the_caller_has_counted_are_not_counted_again() -> None:
    deep = b"[" * 4 + b"]" * 4
    assert canonical.parse_document(deep, max_depth=3, brackets=3).plain
    with pytest.raises(errors.MalformedJson):
        canonical.parse_document(deep, max_depth=3, brackets=4)


@pytest.mark.parametrize("data", [b"null", b" true\r\n", b"\t0", b'""', b"[]", b'"\\ud83d\\ude00"', b"[[[1]]]"])
def test_any_json_value_is_read_with_white_space_around_it(data: bytes) -> None:
    assert canonical.parse(data) == json.loads(data)


def test_depth_is_counted_in_containers_and_not_in_brackets() -> None:
    assert canonical.parse(b"[" * 256 + b"]" * 256)
    assert canonical.parse(b'{"a":' * 200 + b"1" + b"}" * 200)
    assert canonical.parse(b"[" + b"[]," * 1000 + b"[]]")
    assert canonical.parse(json.dumps("[{" * 1000).encode()) == "[{" * 1000
    assert canonical.parse(b"[[]]", max_depth=2) == [[]]
    assert canonical.parse(b'"[["', max_depth=0) == "[["
    for data, depth in ((b"[[]]", 1), (b'{"a":{"b":[]}}', 2), (b"[]", 0)):
        with pytest.raises(errors.MalformedJson, match="nested too deeply"):
            canonical.parse(data, max_depth=depth)


def test_what_python_cannot_recurse_into_is_too_deep_whatever_the_limit() -> None:
    with pytest.raises(errors.MalformedJson, match="nested too deeply"):
        canonical.parse(b"[" * 200_000 + b"]" * 200_000, max_depth=10**6)
    endless: list[JsonValue] = []
    endless.append(endless)
    for plain in (True, False):
        with pytest.raises(errors.MalformedJson, match="nested too deeply"):
            canonical.canonical(endless, plain=plain)


@pytest.mark.parametrize(
    "lexeme",
    [
        *("0", "-0", "-0.0", "-0e0", "-12", "1e5", "1E5", "1E+05", "1.50", "0.1", "1e22", "1e+22", "5e-324", "1e-400"),
        *(
            "9007199254740993",
            "9007199254740993.0",
            "0.30000000000000004",
            "123456789012345678901234567890.5",
            "9" * 4300,
        ),
    ],
)
def test_s03_a_number_leaves_as_it_was_written(lexeme: str) -> None:
    data = f'{{"n":[{lexeme}]}}'.encode()
    document = canonical.parse_document(data)
    assert canonical.canonical(document.value, plain=document.plain) == data
    assert canonical.compact(document.value, plain=document.plain) == data
    assert canonical.canonical(document.value) == data


def test_an_odd_lexeme_is_still_a_number_and_survives_a_copy() -> None:
    number = canonical.parse(b"1.50")
    assert isinstance(number, Lexeme)
    assert number + 1 == 2.5
    assert number.lexeme == "1.50"
    assert copy.deepcopy(number).lexeme == "1.50"
    assert canonical.parse(b"-0") == 0


def test_only_documents_with_odd_numbers_or_far_keys_need_the_slow_writer() -> None:
    plain = [
        '"5e-0a1f x-0 2020-0"',
        "[1,2.5]",
        '{"é":"\U0001f600"}',
        '{"a":"2024-01-01 -0.5"}',
        r'{"\u00e9":"\ud83d\ude00"}',
        "-0.0",
    ]
    assert all(canonical.parse_document(text.encode()).plain for text in plain)
    careful = [
        "1.0e1",
        "1e-05",
        "1e+16",
        "-0",
        " -0 ",
        "[-0]",
        '{"a":-0}',
        "[1,-0\t]",
        "[-0,1]",
        '{"\U0001f600":1}',
        r'[{"\ud83d\ude00":1}]',
    ]
    assert not any(canonical.parse_document(text.encode()).plain for text in careful)


def test_keys_are_in_the_order_of_rfc8785_section_3_2_3() -> None:
    given_order = '{"\u20ac":1,"\\r":2,"\ufb33":3,"1":4,"\U0001f600":5,"\x80":6,"\xf6":7}'
    wanted = '{"\\r":2,"1":4,"\x80":6,"\xf6":7,"\u20ac":1,"\U0001f600":5,"\ufb33":3}'
    assert read_and_write(given_order.encode()) == wanted.encode()
    assert canonical.compact(canonical.parse(given_order.encode())) == given_order.encode()


def test_strings_are_escaped_as_in_rfc8785_section_3_2_2() -> None:
    given_text = r'"\u20ac$\u000F\u000aA\u0027\u0042\u0022\u005c\\\"\/"'
    wanted = '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'
    assert read_and_write(given_text.encode()) == wanted.encode()


@given(texts())
def test_the_canonical_form_is_that_of_a_naive_writer_and_stays_itself(pair: tuple[str, str]) -> None:
    spelt, shown = pair
    data = spelt.encode()
    first = read_and_write(data)
    assert first == shown.encode()
    assert read_and_write(first) == first
    assert canonical.parse(first) == canonical.parse(data)


@given(texts())
def test_compact_changes_nothing_but_spacing_and_escapes(pair: tuple[str, str]) -> None:
    document = canonical.parse_document(pair[0].encode())
    written = canonical.compact(document.value, plain=document.plain)
    assert written == canonical.compact(document.value)
    assert json.loads(written, object_pairs_hook=list) == json.loads(pair[0], object_pairs_hook=list)
    assert canonical.canonical(canonical.parse(written)) == pair[1].encode()


@given(texts())
def test_a_compact_text_reads_the_same_with_white_space_around_it(pair: tuple[str, str]) -> None:
    compact = pair[1].encode()
    assert repr(canonical.parse_document(compact)) == repr(canonical.parse_document(b" " + compact))


@given(VALUES)
def test_the_fast_and_the_slow_writer_agree_wherever_the_fast_one_is_used(value: JsonValue) -> None:
    document = canonical.parse_document(json.dumps(value).encode())
    assert document.value == value
    if document.plain:
        assert canonical.canonical(value, plain=True) == canonical.canonical(value)
        assert canonical.compact(value, plain=True) == canonical.compact(value)


def test_a_value_of_a_subclass_is_written_as_what_it_is_and_anything_else_is_refused() -> None:
    class Level(int):
        """A number."""

    assert canonical.compact({"a": [Level(3)]}, plain=True) == b'{"a":[3]}'
    with pytest.raises(TypeError, match="JSON has no object"):
        canonical.compact({"a": object()}, plain=True)  # type: ignore[dict-item]  # what no type allows


@given(SAFE_VALUES)
def test_rfc8785_and_this_form_agree_on_numbers_that_ecmascript_would_write(value: JsonValue) -> None:
    theirs = rfc8785.dumps(value)
    assert read_and_write(theirs) == theirs


@given(st.dictionaries(STRINGS, VALUES, max_size=6))
def test_an_object_joined_from_canonical_members_is_the_canonical_object(value: JsonObject) -> None:
    members = {key: canonical.canonical(member) for key, member in value.items()}
    assert canonical.join_members(members) == canonical.canonical(value)


def test_an_empty_object_is_joined_from_no_members() -> None:
    assert canonical.join_members({}) == b"{}"


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("value", [math.nan, [math.inf], {"a": 10**5000}])
def test_a_number_that_json_cannot_hold_is_not_written(value: JsonValue, plain: bool) -> None:
    with pytest.raises(errors.MalformedJson, match="A number cannot be written"):
        canonical.canonical(value, plain=plain)


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("value", ["\ud800", {"\udfff": 1}, ["\ue000\ud83d"]])
def test_s03_half_a_surrogate_pair_is_not_written(value: JsonValue, plain: bool) -> None:
    with pytest.raises(errors.MalformedJson, match="half a surrogate pair"):
        canonical.canonical(value, plain=plain)
    with pytest.raises(errors.MalformedJson, match="half a surrogate pair"):
        canonical.join_members({"\ud800": b"1", "\ue000": b"2"})


@pytest.mark.parametrize("plain", [True, False])
def test_a_sentence_of_ours_is_written_as_any_other_text(plain: bool) -> None:
    sentence = say("{n} calls", n=3)
    assert canonical.canonical({"why": sentence, "nothing": None}, plain=plain) == b'{"nothing":null,"why":"3 calls"}'


def test_the_digest_is_that_of_the_canonical_bytes() -> None:
    assert sha256_hex(read_and_write(b'{ "b":1, "a":2 }')) == sha256_hex(read_and_write(b'{"a":2,"b":1}'))


@pytest.mark.parametrize(
    ("steps", "path"),
    [
        ([], "$"),
        (["a", 0, "b_1"], "$.a[0].b_1"),
        (["odd key", "1a", ""], '$["odd key"]["1a"][""]'),
        (['"]\\\n'], '$["\\"]\\\\\\n"]'),
        (["é"], '$["é"]'),
    ],
)
def test_a_path_names_each_step_unmistakably(steps: list[str | int], path: str) -> None:
    assert canonical.json_path(steps) == path


@pytest.mark.parametrize("odd", ["1.50", "1E5", "-0", '{"\U0001f600":1}'])
def test_s43_what_must_be_read_with_care_is_read_only_where_it_may_be(odd: str) -> None:
    with pytest.raises(canonical.NeedsCare):
        canonical.parse_document(odd.encode(), careful=False)
    assert not canonical.parse_document(odd.encode()).plain
    assert canonical.parse_document(b'{"a":[1.5,"\xc3\xa9"]}', careful=False).plain
