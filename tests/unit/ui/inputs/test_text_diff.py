"""What is different between two texts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.inputs.myers import StepBudget
from ui.inputs.text_diff import CONTEXT, TextDiff, text_diff, word_spans

TEXTS = st.lists(st.sampled_from(["", "a", "b", "c d e", "c d f", "x" * 250]), max_size=12).map("\n".join)


def lines(diff: TextDiff, *signs: str) -> list[str]:
    return [line for stretch in diff.stretches if stretch.sign in signs for line in stretch.lines]


@given(one=TEXTS, other=TEXTS)
def test_each_side_can_be_put_together_again_but_for_what_is_left_out_as_the_same(one: str, other: str) -> None:
    diff = text_diff(one, other)
    if one == other:
        assert diff.stretches == ()
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
    assert [stretch.sign for stretch in diff.stretches] == ["left out", "same", "gone", "new", "same", "left out"]
    gone, new = diff.stretches[2], diff.stretches[3]
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
