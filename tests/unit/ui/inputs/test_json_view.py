"""JSON laid out to be read."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from host.canonical import canonical
from ui.inputs.json_view import indented

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=5), inside, max_size=4),
    max_leaves=12,
)


@given(value=VALUES)
def test_it_is_the_same_document(value: object) -> None:
    document = canonical(value).decode()  # type: ignore[arg-type]  # it is JSON
    neat = indented(document)
    assert neat is not None
    assert canonical(json.loads(neat)).decode() == document


def test_every_value_has_a_line_and_digits_stay_as_they_are() -> None:
    assert indented('{"a":[1.50,{}],"b":"x, y"}') == '{\n  "a": [\n    1.50,\n    {}\n  ],\n  "b": "x, y"\n}'


def test_s07_depth_and_number_are_bounded() -> None:
    deep = indented('{"n":' * 200 + "1" + "}" * 200)
    assert deep is not None
    assert len(deep) < 40_000
    assert indented("[" + "1," * 100_000 + "1]") is None
