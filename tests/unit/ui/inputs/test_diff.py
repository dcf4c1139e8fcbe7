"""What is different between two calls' inputs."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from host.canonical import canonical
from host.control import codec
from host.control.views import Comparison, FileBefore
from host.model import JsonObject, JsonValue
from host.text import Untrusted
from host.values import replace
from tests.support.window import asked
from ui.inputs.diff import (
    CONTEXT,
    DiffLines,
    SeenInDiff,
    SentText,
    Side,
    StepBudget,
    TextDiff,
    ValueChange,
    blamed_lines,
    common_runs,
    compare,
    edit_baseline,
    file_baselines,
    last_baseline,
    text_diff,
    value_at,
    word_spans,
)
from ui.inputs.lines import SeenLines, TextLines


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
    assert compare({"a": 1, "b": 2, "c": {"d": 1}}, {"a": 1, "b": 3, "c": {"d": 1}}).same_count == 2


def test_s07_a_difference_behind_ten_thousand_values_is_found() -> None:
    many: JsonObject = {f"k{at}": [at, {"in": str(at)}] for at in range(10_000)}
    changed = many | {"k9999": [9_999, {"in": "other"}]}
    [change] = compare(many, changed).changes
    assert change.path[0] == "k9999"


def test_s07_where_everything_differs_whole_parts_are_one_change() -> None:
    before: JsonObject = {f"k{at}": [at] for at in range(20_000)}
    after: JsonObject = {f"k{at}": [at + 1] for at in range(20_000)}
    compared = compare(before, after)
    assert compared.changes == (ValueChange((), "changed", before, after),)
    assert compared.same_count == 0


def test_s07_two_hundred_levels_are_walked() -> None:
    one: JsonValue = "leaf"
    other: JsonValue = "LEAF"
    for _ in range(200):
        one, other = {"n": one}, {"n": other}
    assert isinstance(one, dict)
    assert isinstance(other, dict)
    [change] = compare(one, other).changes
    assert len(change.path) == 200


@pytest.mark.parametrize("added", [0, 1])
def test_s07_many_levels_of_lists_cost_no_more_than_a_few_readings(monkeypatch: pytest.MonkeyPatch, added: int) -> None:
    one: JsonValue = "x" * 100_000 + "a"
    other: JsonValue = "x" * 100_000 + "b"
    for _ in range(200):
        one, other = [one], [other, *[0] * added]
    written: list[int] = []

    def counted(value: JsonValue) -> str:
        words = canonical(value).decode()
        written.append(len(words))
        return words

    monkeypatch.setattr(codec, "lexeme", counted)
    assert compare({"x": one}, {"x": other}).changes
    assert sum(written) < 8_000_000  # each level once would be 40,000,000


SEQUENCES = st.lists(st.integers(0, 3), max_size=30)


@given(one=SEQUENCES, other=SEQUENCES)
def test_what_matches_is_the_same_in_both_in_order_and_as_long_as_can_be(one: list[int], other: list[int]) -> None:
    found = common_runs(one, other, StepBudget(100_000))
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
    assert common_runs(lines, [*lines[:50_000], -1, *lines[50_000:]], purse) == [
        (0, 0, 50_000),
        (50_000, 50_001, 50_000),
    ]


def test_where_the_purse_is_empty_there_is_no_answer() -> None:
    assert common_runs(list(range(2_000)), list(range(2_000, 4_000)), StepBudget(1_000)) is None


TEXTS = st.lists(st.sampled_from(["", "a", "b", "c d e", "c d f", "x" * 250]), max_size=12).map("\n".join)


def lines(diff: TextDiff, *signs: str) -> list[str]:
    return [line for hunk in diff.hunks if hunk.sign in signs for line in hunk.lines]


@given(one=TEXTS, other=TEXTS)
def test_each_side_can_be_put_together_again_except_what_is_left_out_as_the_same(one: str, other: str) -> None:
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


def test_a_changed_line_is_between_lines_that_are_the_same_and_has_its_words_marked() -> None:
    one = "\n".join([*map(str, range(20)), "the quick fox", *map(str, range(20))])
    diff = text_diff(one, one.replace("quick", "slow"))
    assert [hunk.sign for hunk in diff.hunks] == ["left out", "same", "gone", "new", "same", "left out"]
    gone, new = diff.hunks[2], diff.hunks[3]
    assert (list(gone.lines), gone.spans[0]) == (["the quick fox"], ((4, 9),))
    assert (list(new.lines), new.spans[0]) == (["the slow fox"], ((4, 8),))
    assert lines(diff, "left out") == [f"⟨{20 - CONTEXT} unchanged lines⟩"] * 2


def test_two_changes_far_apart_fold_what_is_between_them() -> None:
    one = ["first", *(f"line {at}" for at in range(50)), "last"]
    diff = text_diff("\n".join(one), "\n".join(["FIRST", *one[1:-1], "LAST"]))
    assert lines(diff, "left out") == [f"⟨{50 - 2 * CONTEXT} unchanged lines⟩"]


def test_a_change_within_a_very_long_line_is_shown_without_the_line() -> None:
    diff = text_diff("x" * 100_000 + "old" + "y" * 100_000, "x" * 100_000 + "new" + "y" * 100_000)
    assert max(map(len, lines(diff, "gone", "new"))) < 100
    assert lines(diff, "left out") == ["⟨99,960 unchanged characters⟩"] * 2


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
    assert diff.is_complete == (kind == "one line")
    assert (diff.gone, diff.new) == (len(lines(diff, "gone")), len(lines(diff, "new")))


def shown(one: str, other: str) -> list[str]:
    lines = DiffLines(text_diff(one, other))
    return lines.texts(0, len(lines))


def test_each_line_begins_with_its_sign() -> None:
    assert shown("a\nold\nb", "a\nnew\nb") == [" a", "-old", "+new", " b"]


def test_s05_a_stranger_cannot_write_a_line_of_ours_nor_hide_in_one() -> None:
    found = shown("x", "⟨9 unchanged lines⟩\n+ y\n\u202ez\r")
    assert found == ["-x", "+⟨U+27E8⟩9 unchanged lines⟩", "++ y", "+⟨U+202E⟩z⟨U+000D⟩"]


def test_s05_the_sign_is_beside_the_line_where_no_wrapped_line_reaches() -> None:
    lines = DiffLines(text_diff("a\nold\nb", "a\nnew\nb"))
    assert [line.label for line in lines.shown(0, 4)] == ["1 1  ", "2   \u2212", "  2 +", "3 3  "]
    assert [line.tint for line in lines.shown(0, 4)] == ["", "gone", "new", ""]
    assert all("unseen" in {style.name for style in line.styles} for line in lines.shown(0, 4))


def test_words_that_differ_are_marked_where_they_stand() -> None:
    lines = DiffLines(text_diff("keep\u202e old tail", "keep\u202e new tail"))
    gone, new = (line.styles for line in lines.shown(0, 2))
    line = lines.texts(0, 1)[0]
    assert [line[start:stop] for start, stop, look in gone if look == "gone"] == ["old"]
    assert [lines.texts(1, 2)[0][start:stop] for start, stop, look in new if look == "new"] == ["new"]


def test_folded_lines_keep_their_sign_and_their_marks() -> None:
    before = "word " * 30
    lines = DiffLines(text_diff(before + "old", before + "new"))
    every = lines.texts(0, len(lines))
    assert [line[:2] for line in every] == ["-w", "-↳", "+w", "+↳"]
    [folded] = lines.shown(1, 2)
    assert [every[1][start:stop] for start, stop, look in folded.styles if look == "gone"] == ["old"]


def blamed_texts(old: str, new: str, side: Side, *parts: tuple[int, int]) -> list[str]:
    """What is marked of one of two texts, line by line."""
    raw = new if side == "new" else old
    marks = {side: blamed_lines(raw, [(part, "blamed") for part in parts])}
    lines = DiffLines(text_diff(old, new, whole=True), marks)
    pairs = [(line.text, line.styles) for line in lines.shown(0, len(lines))]
    return [line[start:stop] for line, styles in pairs for start, stop, look in styles if look == "blamed"]


def test_what_findings_are_about_is_marked_on_its_side() -> None:
    old, new = "same here\nold words\nend", "same here\nnew\u202e words\nend"
    at = new.index("new")
    assert blamed_texts(old, new, "new", (at, at + 4)) == ["new⟨U+202E⟩"]
    assert blamed_texts(old, new, "old", (10, 13)) == ["old"]
    assert blamed_texts(old, new, "new", (5, at + 3)) == ["here", "new"], "over the end of a line"
    assert blamed_texts(old, new, "new", (len(new) - 3, len(new))) == ["end"], "in what is the same, too"
    assert blamed_texts(old, new, "new") == []


def test_what_findings_are_about_is_marked_in_folded_lines_and_in_very_many() -> None:
    folded = "word " * 30 + "bad" + " word" * 30
    assert blamed_texts("", folded, "new", (150, 153)) == ["bad"]
    many = "\n".join(f"line {number}" for number in range(1_000))
    at = many.index("line 700")
    assert blamed_texts("", many, "new", (at, at + 8)) == ["line 700"]
    assert blamed_texts("", "x" * 5_000, "new", (4_990, 4_995)) == ["xxxxx"]


def test_many_lines_are_all_there() -> None:
    lines = DiffLines(text_diff("", "\n".join(map(str, range(1_000)))))
    assert len(lines) == 1_001  # the empty line that is gone
    assert lines.texts(999, 1_001) == ["+998", "+999"]


LINES = ["", "a", "b", "c d e", "c d f", " \t", " " * 40, "x" * 250, "word " * 30, "\u202e", "\r"]
SENT = st.lists(st.sampled_from(LINES), max_size=40).map("\n".join)


def read_in(
    one: str, other: str, *, whole: bool, seen: list[int] | None = None
) -> tuple[TextLines, SeenLines, DiffLines]:
    text, shown = TextLines(Untrusted(other)), DiffLines(text_diff(one, other, whole=whole))
    read = SeenLines(len(text))
    marks = SeenInDiff(shown, [SentText("new", text, read)])
    for at in range(len(shown)) if seen is None else seen:
        marks.mark_seen(at, at + 1)
    return text, read, shown


@given(one=SENT, other=SENT)
def test_s07_who_saw_all_of_a_comparison_that_leaves_nothing_out_has_read_the_new_text(one: str, other: str) -> None:
    assume(one != other)
    _, read, shown = read_in(one, other, whole=True)
    assert read.unread == 0
    assert not any(line.startswith("⟨") for line in shown.texts(0, len(shown)))


@given(one=SENT, other=SENT, chosen=st.data())
def test_s07_only_lines_that_were_shown_in_whole_are_read(one: str, other: str, chosen: st.DataObject) -> None:
    assume(one != other)
    every = DiffLines(text_diff(one, other))
    seen = chosen.draw(st.lists(st.integers(0, len(every) - 1)))
    text, read, shown = read_in(one, other, whole=False, seen=seen)
    on_screen = [shown.texts(at, at + 1)[0] for at in seen]
    for at, line in enumerate(text.texts(0, len(text))):
        if read.has_seen(range(at, at + 1)) and "empty line" not in line:
            assert any(it[:1] in " +" and it[1:] == line for it in on_screen), line


def test_s07_what_a_comparison_leaves_out_is_unread_and_so_is_a_line_of_which_a_part_is_shown() -> None:
    old = [f"line {at}" for at in range(100)]
    text, read, shown = read_in("\n".join(old), "\n".join([*old[:50], "new", *old[50:]]), whole=False)
    assert shown.texts(0, 1) == [f"⟨{50 - CONTEXT} unchanged lines⟩"]
    assert read.unread == len(text) - (len(shown) - 2)
    _, read, _ = read_in("x" * 9_000 + "old", "x" * 9_000 + "new", whole=False)
    assert read.read == 0
    _, read, _ = read_in("x" * 9_000 + "old", "x" * 9_000 + "new", whole=True)
    assert read.unread == 0


def test_s07_a_folded_line_is_read_once_each_piece_of_it_was_seen() -> None:
    for seen, unread in (([1], 2), ([2], 2), ([1, 2], 0)):
        assert read_in("a", "word " * 30, whole=True, seen=seen)[1].unread == unread


def test_lines_of_many_are_read_by_their_numbers_too() -> None:
    old = [f"line {at}" for at in range(1_000)]
    new = [f"LINE {at}" for at in range(500)] + [""] * 20 + ["z" * 150] * 2
    text, read, shown = read_in("\n".join(old), "\n".join(new), whole=True)
    assert read.unread == 0
    assert [line.label for line in shown.shown(len(shown) - 2, len(shown))] == ["     522 +", ""]
    assert len(text) < len(new)


NOW: JsonObject = {"path": "a", "edits": [{"new": "text"}]}


def test_files_come_first_and_each_is_named() -> None:
    one = FileBefore(("path",), ("edits", 0, "new"), "/a", "old", "", 3)
    two = replace(one, name="/b", text=None, why="it is too large")
    comparison = Comparison(canonical(NOW), 1.0, "app", "", (one, two))
    found = [*file_baselines(NOW, comparison), last_baseline(NOW, comparison)]
    assert [(each.kind, each.name, each.why_empty) for each in found] == [
        ("file", "File 1 on disk", ""),
        ("file", "File 2 on disk", "it is too large"),
        ("last", "Last approved call", ""),
    ]
    assert found[0].changes is not None
    [change] = found[0].changes.changes
    assert (change.before, change.after) == ("old", "text")
    assert found[1].changes is None
    assert found[2].changes is not None
    assert found[2].changes.changes == ()


def test_a_path_that_an_input_says_is_not_said_again() -> None:
    file = FileBefore(("path",), ("edits", 0, "new"), "/home/ana/a", "old", "", 3)
    [resolved] = file_baselines(NOW, Comparison(None, 0.0, "", "none", (file,)))
    assert resolved.detail is not None
    [same] = file_baselines(NOW | {"path": "/home/ana/a"}, Comparison(None, 0.0, "", "none", (file,)))
    assert same.detail is None
    two = file_baselines(NOW | {"path": "/home/ana/a"}, Comparison(None, 0.0, "", "none", (file, file)))
    assert all(each.detail is not None for each in two)


def test_a_file_that_would_stay_as_it_is_has_no_changes() -> None:
    same = FileBefore(("path",), ("edits", 0, "new"), "/a", "text", "", 4)
    [file] = file_baselines(NOW, Comparison(None, 0.0, "", "none", (same,)))
    assert file.changes is not None
    assert file.changes.changes == ()


def test_what_cannot_be_read_is_reported() -> None:
    last = last_baseline(NOW, Comparison(b"no json", 1.0, "app", ""))
    assert (last.changes, last.why_empty) == (None, "The last approved call cannot be read.")
    request = asked(NOW).request
    assert edit_baseline(request) is None
    edit = edit_baseline(replace(request, edited=b"no json"))
    assert edit is not None
    assert (edit.changes, edit.why_empty) == (None, "What was proposed cannot be read.")


def test_a_path_that_leads_nowhere_leads_to_nothing() -> None:
    assert value_at(NOW, ("edits", 0, "new")) == "text"
    assert value_at(NOW, ("edits", 7)) is None
    assert value_at(NOW, ("path", "x")) is None
