"""Sentences of the host's and long words, made ready for labels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.text import escape, one_line
from tests.support.effort import BOUND, effort
from tests.support.window import rule
from ui import label_text
from ui.rules import words


@given(st.text())
def test_s05_a_sentence_shows_nothing_hidden(text: str) -> None:
    assert "\u202e" not in label_text.safe_text(text + "\u202e")
    shown = label_text.safe_text(text)
    for mark in ("⟨", "⟩", "↳"):
        shown = shown.replace(mark, "")
    assert escape(shown) == shown


def test_marks_that_are_in_a_sentence_are_not_escaped_again() -> None:
    marked, cut = escape("\u202e"), one_line("x" * 300, 10)
    assert label_text.safe_text(f"the server {marked} and {cut} \u202e") == (
        "the server ⟨U+202E⟩ and xxxxxxxxxx⟨… 290 more characters⟩ ⟨U+202E⟩"
    )


def test_an_endless_sentence_is_cut_with_a_mark() -> None:
    assert label_text.safe_text("é" * (label_text.MAX_SENTENCE + 7)).endswith("é⟨… 7 more characters⟩")


def test_only_words_that_no_label_could_wrap_are_broken() -> None:
    long = label_text.break_long_words(
        f"a schema {'x' * 90} and {words.sentence_of(rule(server='s' * 300, tool='t' * 300))}"
    )
    assert long.startswith(f"a schema {'x' * 40}\n↳{'x' * 39}\n↳")
    assert long.count("⟨… 180 more characters⟩") == 2
    assert max(len(word) for line in long.split("\n") for word in line.split(" ")) <= 41
    assert label_text.break_long_words("short words " * 20) == "short words " * 20


def test_a_path_is_broken_after_a_slash_where_one_is_near() -> None:
    folder = "/home/ana/.config/a-program-with-a-name/"
    assert label_text.break_long_words(f"{folder}policy.json") == f"{folder}\n↳policy.json"
    for path in ("/" * 90, "/a" * 60, "/" + "b" * 90 + "/c", "⟨U+202E⟩/" * 20):
        broken = label_text.break_long_words(path)
        assert broken.replace("\n↳", "") == path
        assert max(map(len, broken.split("\n"))) <= label_text.MAX_WORD
        assert broken.count("⟨U+202E⟩") == path.count("⟨U+202E⟩")


def test_an_endless_word_is_broken_in_no_time() -> None:
    word = "x" * 300_000
    assert effort(lambda: label_text.break_long_words(word)) < BOUND
    assert label_text.break_long_words(word).replace("\n↳", "") == word


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-3, "just now"),
        (0, "just now"),
        (12.9, "12 s ago"),
        (60, "1 min ago"),
        (3599, "59 min ago"),
        (7200, "2 h ago"),
        (86_400, "yesterday"),
        (86_400 * 3, "3 days ago"),
        (86_400 * 1200, "1,200 days ago"),
    ],
)
def test_how_long_ago(seconds: float, words: str) -> None:
    assert label_text.relative(seconds) == words


@pytest.mark.parametrize(
    ("ms", "words"),
    [
        (0.2, "< 1 ms"),
        (240.7, "240 ms"),
        (999.9, "999 ms"),
        (3_456, "3.4 s"),
        (59_999, "59.9 s"),
        (60_000, "1 min"),
        (125_000, "2 min 5 s"),
        (3_780_000, "1 h 3 min"),
    ],
)
def test_how_long_it_took(ms: float, words: str) -> None:
    assert label_text.duration(ms) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(271, "4:31"), (270.2, "4:31"), (0.1, "0:01"), (0, "0:00"), (-5, "0:00"), (3729, "1:02:09")],
)
def test_what_is_left_counts_the_second_that_runs(seconds: float, words: str) -> None:
    assert label_text.countdown(seconds) == words
