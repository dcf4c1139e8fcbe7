"""Which rows stand on the screen."""

from __future__ import annotations

from host.model import JsonObject, JsonValue
from ui.inputs.lines import ValuePath
from ui.inputs.model import inputs_of
from ui.inputs.outline import INNER_PAGE, PAGE, Missing, Outline, Page, Value


def outline(arguments: JsonObject, schema: JsonValue = None) -> Outline:
    return Outline(inputs_of(arguments, schema))


def paths(made: Outline) -> list[ValuePath]:
    return [row.given.path for row in made.rows() if isinstance(row, Value)]


def pages(made: Outline) -> list[Page]:
    return [row for row in made.rows() if isinstance(row, Page)]


def test_what_is_inside_follows_and_can_be_folded() -> None:
    made = outline({"a": {"b": 1}, "c": 2})
    assert paths(made) == [("a",), ("a", "b"), ("c",)]
    made.toggle(("a",))
    assert paths(made) == [("a",), ("c",)]
    made.toggle(("a",))
    assert paths(made) == [("a",), ("a", "b"), ("c",)]


def test_s07_ten_thousand_inputs_are_all_reached_page_by_page() -> None:
    made, seen = outline({f"k{index}": index for index in range(10_000)}), set()
    while True:
        seen.update(paths(made))
        assert len(made.rows()) == PAGE + 1
        page = pages(made)[0]
        if page.stop == page.total:
            break
        made.turn((), page.stop)
    assert len(seen) == page.total == 10_000


def test_s07_a_long_list_inside_is_paged_by_itself() -> None:
    made = outline({"a": [f"t{index}" for index in range(50)]})
    assert pages(made) == [Page(("a",), 1, 0, INNER_PAGE, 50, INNER_PAGE)]
    made.turn(("a",), 40)
    assert paths(made)[1:] == [("a", index) for index in range(40, 50)]


def test_s07_depth_200_opens_level_by_level_to_its_end() -> None:
    value: JsonObject = {"leaf": "here"}
    for _ in range(199):
        value = {"n": value}
    made = outline(value)
    for _ in range(200):
        closed = [row for row in made.rows() if isinstance(row, Value) and row.is_open is False]
        if not closed:
            break
        made.toggle(closed[0].given.path)
    assert paths(made)[-1] == ("n",) * 199 + ("leaf",)


def test_many_objects_are_not_all_unfolded_unasked() -> None:
    rows = outline({f"o{index}": {f"k{inner}": 1 for inner in range(20)} for index in range(50)}).rows()
    assert len(rows) < 200
    assert any(isinstance(row, Value) and row.is_open is False for row in rows)


def test_what_is_not_given_stands_together_below_what_is() -> None:
    schema: JsonObject = {"properties": {"a": {}, "b": {}, "c": {}}, "required": ["a"]}
    rows = outline({"b": 1}, schema).rows()
    assert [row.key for row in rows if isinstance(row, Value)] == [("value", ("a",)), ("value", ("b",))]
    last = rows[-1]
    assert isinstance(last, Missing)
    assert [one.path for one in last.inputs] == [("c",)]


def test_an_empty_object_has_nothing_to_unfold() -> None:
    [row] = outline({"a": {}}, {"properties": {"a": {"properties": {"b": {}}}}}).rows()
    assert isinstance(row, Value)
    assert row.is_open is None
