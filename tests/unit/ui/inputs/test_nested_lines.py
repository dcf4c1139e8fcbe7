"""Values inside values in lines: nothing is missing, and no text passes for a name."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.canonical import canonical
from host.model import JsonObject, JsonValue
from ui.inputs.nested_lines import indent_json, nested_lines, with_nested_lines

_MARKED = st.integers(0, 10**6).map(lambda n: f"mark{n}x")
_VALUES = st.recursive(
    st.one_of(_MARKED, st.text(max_size=20), st.booleans(), st.integers(), st.none()),
    lambda inside: st.one_of(st.lists(inside, max_size=3), st.dictionaries(_MARKED, inside, max_size=4)),
    max_leaves=20,
)


def test_names_and_values_stand_a_line_each() -> None:
    answer: JsonValue = {"action": "accept", "content": {"rooms": ["g", "h"], "dog": False, "note": "late\nvery"}}
    assert nested_lines(answer) == (
        "action: accept\ncontent:\n    rooms:\n        item 1: g\n        item 2: h\n    dog: false\n"
        "    note: late\n            very"
    )


@pytest.mark.parametrize("text", ["true", "null", "1", "-2.5", "", " a", "\nconfirm: yes"])
def test_a_text_that_looks_like_something_else_is_in_quotes(text: str) -> None:
    said = nested_lines({"a": text})
    assert said is not None
    assert said.startswith("a: “")
    assert said.endswith("”")


@given(_VALUES)
def test_every_name_and_value_is_in_the_lines_or_there_are_none(value: JsonValue) -> None:
    said = nested_lines(value)
    if said is None:
        return
    assert sorted(re.findall(r"mark\d+x", said)) == sorted(re.findall(r"mark\d+x", json.dumps(value)))


@given(st.text())
def test_s01_no_line_of_a_text_begins_where_a_name_does(text: str) -> None:
    said = nested_lines({"a": {"b": text}, "c": 1})
    assert said is not None
    assert [line[:7] for line in said.split("\n") if not line.startswith(" " * 12)] == ["a:", "    b: "[:7], "c: 1"]


@pytest.mark.parametrize("name", ["", " ", "a: b", "a\nb", "a\u202e", "x" * 61])
def test_a_name_that_is_more_than_a_name_stays_in_a_tree(name: str) -> None:
    assert nested_lines({name: 1}) is None


def test_what_is_plain_stays_and_what_is_too_much_does_too() -> None:
    many: JsonValue = {f"k{n}": n for n in range(600)}
    deep: JsonValue = 1
    for _ in range(9):
        deep = {"a": deep}
    values: JsonObject = {"text": "a", "number": 1, "none": {}, "many": many, "deep": deep, "some": ["a"]}
    assert with_nested_lines(values) == {**values, "some": "item 1: a"}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=5), inside, max_size=4),
    max_leaves=12,
)


@given(value=VALUES)
def test_it_is_the_same_document(value: object) -> None:
    document = canonical(value).decode()  # type: ignore[arg-type]  # it is JSON
    neat = indent_json(document)
    assert neat is not None
    assert canonical(json.loads(neat)).decode() == document


def test_every_value_has_a_line_and_digits_stay_as_they_are() -> None:
    assert indent_json('{"a":[1.50,{}],"b":"x, y"}') == '{\n  "a": [\n    1.50,\n    {}\n  ],\n  "b": "x, y"\n}'


def test_s07_depth_and_number_are_bounded() -> None:
    deep = indent_json('{"n":' * 200 + "1" + "}" * 200)
    assert deep is not None
    assert len(deep) < 40_000
    assert indent_json("[" + "1," * 100_000 + "1]") is None
