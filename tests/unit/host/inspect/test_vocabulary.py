"""The short text that stands for a long one: what is in the one is found in the other."""

from __future__ import annotations

import re
import string
import sys
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.inspect.inspector import inspect
from host.inspect.secrets.tokens import FORMS, Form
from host.inspect.subject import Subject, Text
from host.inspect.texts import vocabulary
from host.inspect.texts.vocabulary import data_of, has_number, holds, long_words, may_hold_any, odd, words

TEXTS = st.text("ab K\u212a\u0130\u017fé“\n\t\x1c_-=1", max_size=60)
MARKS = st.text("abkis _-=1", min_size=1, max_size=5).filter(str.strip)
VISIBLE = frozenset(map(chr, range(0x20, 0x7F))) | {"\n", "\t"}


@pytest.mark.parametrize("short", [0, vocabulary.SHORT], ids=["as a long text", "as a short text"])
@given(TEXTS, MARKS, TEXTS)
@settings(max_examples=60)
def test_what_is_in_a_text_is_found_in_its_words_in_whatever_case(
    short: int, before: str, mark: str, behind: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vocabulary, "SHORT", short)
        for text in (f"{before}{mark}{behind}", f"{before}{mark.upper()}{behind}"):
            assert may_hold_any(text, (mark,))
    vocabulary.forget()


@pytest.mark.parametrize("short", [0, vocabulary.SHORT], ids=["as a long text", "as a short text"])
@given(TEXTS, MARKS)
@settings(max_examples=60)
def test_a_text_holds_what_stands_in_it_letter_by_letter(short: int, text: str, mark: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vocabulary, "SHORT", short)
        for tried in (text, f"{text}{mark}", f"{text}{mark.upper()}{text}"):
            assert holds(tried, mark) is (mark in tried)
            assert holds(tried, mark.upper()) is (mark.upper() in tried)
    vocabulary.forget()


def test_words_are_the_same_however_a_long_text_is_cut() -> None:
    text = "".join(f"w{at}{blank}" for at in range(20_000) for blank in ("\n", "  ", "\t\x0b", "\x0c\r")) + "Last"
    assert set(words(text).split()) == set(text.lower().split())
    assert words("X" * 200_000).split() == ["x" * 200_000]
    assert words("a\n" * 200_000).split() == ["a"]


def test_a_long_text_is_put_into_bytes_once() -> None:
    text = "“plan” \ud800" * 1_000
    assert data_of(text) is data_of(text)
    assert data_of(text).decode("utf-8", "surrogatepass") == text
    vocabulary.forget()


def test_letters_that_are_those_of_ascii_in_the_other_case_count_as_them() -> None:
    for text in ("to\u212aen", "\u017fecret", "cred\u0130t"):
        assert may_hold_any(text * 2_000, ("token", "secret", "credit"))


def test_what_is_not_in_a_long_text_is_mostly_not_found() -> None:
    text = "the quick brown fox jumps over the lazy dog. " * 1_000
    assert not may_hold_any(text, ("password", "git push", "curl", " -p", "nc "))
    assert len(words(text)) < 100


def test_of_a_mark_with_spaces_each_end_of_a_word_counts() -> None:
    text = "a dogma of pushers. " * 1_000
    assert not may_hold_any(text, ("dog of",))
    assert not may_hold_any(text, ("of push ",))
    assert may_hold_any(text, ("of push",))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.marks[0])
def test_every_token_stands_among_the_long_words_or_has_the_mark_of_a_key(form: Form) -> None:
    @given(
        st.from_regex(
            re.compile(form.pattern.pattern, form.pattern.flags), fullmatch=True, alphabet=st.characters(codec="ascii")
        )
    )
    @settings(max_examples=3)
    def holds(token: str) -> None:
        kept = long_words(f"so: {token}, and“")
        assert any(mark in kept for mark in form.marks) or form.marks == ("PRIVATE KEY",)

    holds()


def test_long_words_are_the_runs_of_fifteen_and_more() -> None:
    text = f"{'a' * 14} {'b' * 15}“{'c' * 20}\n{'d' * 3}"
    assert long_words(text).split() == ["b" * 15, "c" * 20]
    assert long_words("prose of short words, " * 1_000) == ""


@given(st.text(max_size=80))
@settings(max_examples=50)
def test_odd_characters_are_all_but_the_visible_ones_of_ascii(text: str) -> None:
    assert set(odd(text)) == set(text) - VISIBLE
    vocabulary.forget()


@given(st.text(string.digits + " -a“", max_size=12))
@settings(max_examples=50)
def test_two_digits_together_are_a_number(text: str) -> None:
    together = any(first in string.digits and second in string.digits for first, second in pairwise(text))
    assert has_number(text) is together


def test_nothing_of_a_call_is_kept_once_it_was_inspected() -> None:
    text = "a secret “plan” " * 5_000
    texts = (Text(("text",), "text", text),)
    subject = Subject("app", "files", "write_file", {"text": text}, texts=texts)
    before = sys.getrefcount(text)
    inspect(subject)
    assert sys.getrefcount(text) == before
