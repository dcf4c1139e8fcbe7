"""What is different between two calls' inputs."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.control import codec
from host.model import JsonObject, JsonValue
from ui.inputs.diff import (
    CONTEXT,
    DiffLines,
    StepBudget,
    TextDiff,
    ValueChange,
    compare,
    matches,
    text_diff,
    word_spans,
)


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


SEQUENCES = st.lists(st.integers(0, 3), max_size=30)


@given(one=SEQUENCES, other=SEQUENCES)
def test_what_matches_is_the_same_in_both_in_order_and_as_long_as_can_be(one: list[int], other: list[int]) -> None:
    found = matches(one, other, StepBudget(100_000))
    assert found is not None
    at = down = 0
    for start, begin, count in found:
        assert start >= at
        assert begin >= down
        assert one[start : start + count] == other[begin : begin + count]
        at, down = start + count, begin + count
    assert sum(count for _, _, count in found) == longest(one, other)


def longest(one: list[int], other: list[int]) -> int:
    """The length of the longest common subsequence, by the book."""
    row = [0] * (len(other) + 1)
    for item in one:
        before = row
        row = [0]
        for index, each in enumerate(other):
            row.append(before[index] + 1 if item == each else max(before[index + 1], row[index]))
    return row[-1]


def test_a_long_run_is_found_at_little_cost() -> None:
    purse = StepBudget(20_000)
    lines = list(range(100_000))
    assert matches(lines, [*lines[:50_000], -1, *lines[50_000:]], purse) == [(0, 0, 50_000), (50_000, 50_001, 50_000)]


def test_where_the_purse_is_empty_there_is_no_answer() -> None:
    assert matches(list(range(2_000)), list(range(2_000, 4_000)), StepBudget(1_000)) is None


TEXTS = st.lists(st.sampled_from(["", "a", "b", "c d e", "c d f", "x" * 250]), max_size=12).map("\n".join)


def lines(diff: TextDiff, *signs: str) -> list[str]:
    return [line for hunk in diff.hunks if hunk.sign in signs for line in hunk.lines]


@given(one=TEXTS, other=TEXTS)
def test_each_side_can_be_put_together_again_but_for_what_is_left_out_as_the_same(one: str, other: str) -> None:
    diff = text_diff(one, other)
    if one == other:
        assert diff.hunks == ()
        return
    for side, sign in ((one, "gone"), (other, "new")):
        rest = side
        for part in lines(diff, "same", sign):
            assert part in rest
            rest = rest[rest.index(part) + len(part) :]
    assert lines(diff, "gone", "new")
    assert (diff.gone, diff.new) == (len(lines(diff, "gone")), len(lines(diff, "new")))


def test_a_changed_line_stands_between_lines_that_are_the_same_and_has_its_words_marked() -> None:
    one = "\n".join([*map(str, range(20)), "the quick fox", *map(str, range(20))])
    diff = text_diff(one, one.replace("quick", "slow"))
    assert [hunk.sign for hunk in diff.hunks] == ["left out", "same", "gone", "new", "same", "left out"]
    gone, new = diff.hunks[2], diff.hunks[3]
    assert (list(gone.lines), gone.spans[0]) == (["the quick fox"], ((4, 9),))
    assert (list(new.lines), new.spans[0]) == (["the slow fox"], ((4, 8),))
    assert lines(diff, "left out") == [f"⟨{20 - CONTEXT} lines that are the same⟩"] * 2


def test_two_changes_far_apart_fold_what_is_between_them() -> None:
    one = ["first", *(f"line {at}" for at in range(50)), "last"]
    diff = text_diff("\n".join(one), "\n".join(["FIRST", *one[1:-1], "LAST"]))
    assert lines(diff, "left out") == [f"⟨{50 - 2 * CONTEXT} lines that are the same⟩"]


def test_a_change_within_a_very_long_line_is_shown_without_the_line() -> None:
    diff = text_diff("x" * 100_000 + "old" + "y" * 100_000, "x" * 100_000 + "new" + "y" * 100_000)
    assert max(map(len, lines(diff, "gone", "new"))) < 100
    assert lines(diff, "left out") == ["⟨99,960 characters that are the same⟩"] * 2


def test_a_line_end_at_the_end_is_a_difference() -> None:
    assert lines(text_diff("a\n", "a"), "gone") + lines(text_diff("a", "a\n"), "new")


def test_lines_that_have_nothing_in_common_have_no_words_marked() -> None:
    assert word_spans("alpha beta gamma", "one two three", StepBudget(1_000)) == ((), ())


@pytest.mark.parametrize("kind", ["lines", "one line", "line ends", "two letters"])
def test_s07_megabytes_without_anything_in_common_are_all_there_and_said_to_be(kind: str) -> None:
    some = random.Random(7)  # noqa: S311  # letters
    one, other = {
        "lines": tuple("".join(some.choices("abcd \n", k=1 << 18)) for _ in range(2)),
        "one line": ("x" * (1 << 20), "y" * (1 << 20)),
        "line ends": ("\n" * (1 << 18), "z\n" * (1 << 17)),
        "two letters": ("a\nb\n" * (1 << 16), "b\na\na\n" * (1 << 16)),
    }[kind]
    diff = text_diff(one, other)
    assert sum(map(len, lines(diff, "gone", "same"))) <= len(one)
    assert diff.complete == (kind == "one line")
    assert (diff.gone, diff.new) == (len(lines(diff, "gone")), len(lines(diff, "new")))


def shown(one: str, other: str) -> list[str]:
    lines = DiffLines(text_diff(one, other))
    return lines.part(0, len(lines))


def test_each_line_begins_with_its_sign() -> None:
    assert shown("a\nold\nb", "a\nnew\nb") == [" a", "-old", "+new", " b"]


def test_s05_a_stranger_cannot_write_a_line_of_ours_nor_hide_in_one() -> None:
    found = shown("x", "⟨9 lines that are the same⟩\n+ y\n\u202ez\r")
    assert found == ["-x", "+⟨U+27E8⟩9 lines that are the same⟩", "++ y", "+⟨U+202E⟩z⟨U+000D⟩"]


def test_s05_the_sign_stands_beside_the_line_where_no_wrapped_line_reaches() -> None:
    lines = DiffLines(text_diff("a\nold\nb", "a\nnew\nb"))
    assert lines.labels(0, 4) == ["", "-", "+", ""]
    assert all("unseen" in {style.name for style in line} for line in lines.styles(0, 4))


def test_words_that_differ_are_marked_where_they_stand() -> None:
    lines = DiffLines(text_diff("keep\u202e old tail", "keep\u202e new tail"))
    [gone], [new] = lines.styles(0, 1), lines.styles(1, 2)
    line = lines.part(0, 1)[0]
    assert [line[start:stop] for start, stop, look in gone if look == "gone"] == ["old"]
    assert [lines.part(1, 2)[0][start:stop] for start, stop, look in new if look == "new"] == ["new"]


def test_folded_lines_keep_their_sign_and_their_marks() -> None:
    before = "word " * 30
    lines = DiffLines(text_diff(before + "old", before + "new"))
    every = lines.part(0, len(lines))
    assert [line[:2] for line in every] == ["-w", "-↳", "+w", "+↳"]
    assert [every[1][start:stop] for start, stop, look in lines.styles(1, 2)[0] if look == "gone"] == ["old"]


def test_many_lines_are_all_there() -> None:
    lines = DiffLines(text_diff("", "\n".join(map(str, range(1_000)))))
    assert len(lines) == 1_001  # the empty line that is gone
    assert lines.part(999, 1_001) == ["+998", "+999"]
