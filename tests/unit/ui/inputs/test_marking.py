"""From characters of a raw text to lines on the screen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.text import FOLD_MARK, Untrusted, escape
from ui.inputs import lines as lines_module
from ui.inputs.lines import TextLines
from ui.inputs.marking import marks_in

PIECES = st.sampled_from(["a", "word ", "\n", "\n" * 12, "x" * 130, " " * 40, "\t", "\u202e", "\r", "é", FOLD_MARK])


def marked(raw: str, start: int, stop: int) -> str:
    lines = TextLines(Untrusted(raw))
    marks = marks_in(lines, (start, stop), lit=False)
    return "".join(lines.part(mark.line, mark.line + 1)[0][mark.start : mark.stop] for mark in marks)


@given(before=st.lists(PIECES, max_size=8), after=st.lists(PIECES, max_size=4))
def test_a_mark_stands_where_the_characters_do(before: list[str], after: list[str]) -> None:
    head = "".join(before)
    raw = f"{head}needle{''.join(after)}"
    assert marked(raw, len(head), len(head) + 6).replace(FOLD_MARK, "") == "needle"


def test_a_mark_of_several_lines_goes_on_from_their_beginnings() -> None:
    lines = TextLines(Untrusted("one\ntwo\nthree"))
    assert [(mark.line, mark.start) for mark in marks_in(lines, (1, 9), lit=True)] == [(0, 1), (1, 0), (2, 0)]


@pytest.mark.parametrize("at", [0, 5, 10_000])
def test_a_place_inside_empty_lines_or_behind_the_end_is_a_line_that_is_there(at: int) -> None:
    lines = TextLines(Untrusted("a" + "\n" * 20 + "b"))
    assert 0 <= lines.place(at)[0] < len(lines)


def test_s16_a_mark_far_down_a_large_text_makes_none_of_its_lines_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = "<<A\n" * 50_000
    lines, made = TextLines(Untrusted(raw)), [0]

    def noted(text: str, *, newlines: bool = False) -> str:
        made.append(len(text))
        return escape(text, newlines=newlines)

    monkeypatch.setattr(lines_module, "escape", noted)
    monkeypatch.setattr(TextLines, "_covers", lambda *_: pytest.fail("a line was counted by itself"))
    [mark] = marks_in(lines, (len(raw) - 6, len(raw) - 5), lit=True)
    assert (mark.line, mark.start, mark.stop) == (49_998, 2, 3)
    assert lines.labels(49_998, 50_000) == ["49,999", "50,000"]
    assert max(made) <= 3
