"""A comparison as lines to show."""

from __future__ import annotations

from ui.inputs.diff_lines import DiffLines
from ui.inputs.text_diff import text_diff


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
    assert all("unseen" in {style.look for style in line} for line in lines.styles(0, 4))


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
