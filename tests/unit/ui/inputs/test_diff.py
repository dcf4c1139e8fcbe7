"""What is different between two calls' inputs."""

from __future__ import annotations

import pytest

from host.control import codec
from host.model import JsonObject, JsonValue
from ui.inputs.diff import ValueChange, compare


def changes(before: str, after: str) -> list[ValueChange]:
    return list(compare(codec.object_of(before.encode()), codec.object_of(after.encode())).changes)


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ('{"a":1}', '{"a":1}', []),
        ('{"a":1}', '{"a":2}', [("changed", ("a",))]),
        ('{"a":1}', '{"b":1}', [("added", ("b",)), ("removed", ("a",))]),
        ('{"a":{"b":[1,{"c":2}]}}', '{"a":{"b":[1,{"c":3}]}}', [("changed", ("a", "b", 1, "c"))]),
        ('{"a":[1,2,3]}', '{"a":[1,3]}', [("removed", ("a", 1))]),
        ('{"a":[1,3]}', '{"a":[1,2,3]}', [("added", ("a", 1))]),
        ('{"a":[]}', '{"a":{}}', [("changed", ("a",))]),
        ('{"a":""}', '{"a":null}', [("changed", ("a",))]),
    ],
)
def test_values_are_compared_by_their_place(before: str, after: str, found: list[tuple[str, object]]) -> None:
    assert [(change.kind, change.path) for change in changes(before, after)] == found


@pytest.mark.parametrize(("one", "other"), [("1", "true"), ("1.50", "1.5"), ("1.0", "1"), ("0", "false"), ('"1"', "1")])
def test_values_are_the_same_only_where_they_are_sent_as_the_same_bytes(one: str, other: str) -> None:
    for template in ('{"a":%s}', '{"a":[%s]}', '{"a":[{"b":%s},0]}'):
        assert len(changes(template % one, template % other)) == 1
        assert changes(template % one, template % one) == []


def test_the_order_of_names_is_no_difference() -> None:
    assert changes('{"a":{"x":1,"y":[{"p":1,"q":2}]},"b":1.50}', '{"b":1.50,"a":{"y":[{"q":2,"p":1}],"x":1}}') == []


def test_inputs_that_are_the_same_are_counted() -> None:
    assert compare({"a": 1, "b": 2, "c": {"d": 1}}, {"a": 1, "b": 3, "c": {"d": 1}}).same == 2


def test_s07_a_difference_behind_ten_thousand_values_is_found() -> None:
    many: JsonObject = {f"k{at}": [at, {"in": str(at)}] for at in range(10_000)}
    changed = many | {"k9999": [9_999, {"in": "other"}]}
    [change] = compare(many, changed).changes
    assert change.path[0] == "k9999"


def test_s07_where_everything_differs_whole_parts_are_one_change() -> None:
    before: JsonObject = {f"k{at}": [at] for at in range(20_000)}
    after: JsonObject = {f"k{at}": [at + 1] for at in range(20_000)}
    assert compare(before, after).changes == (ValueChange((), "changed", before, after),)


def test_s07_two_hundred_levels_are_walked() -> None:
    one: JsonValue = "leaf"
    other: JsonValue = "LEAF"
    for _ in range(200):
        one, other = {"n": one}, {"n": other}
    assert isinstance(one, dict)
    assert isinstance(other, dict)
    [change] = compare(one, other).changes
    assert len(change.path) == 200
