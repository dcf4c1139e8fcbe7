"""Patterns for texts from outside: made late, matched in time that grows with the text alone."""

from __future__ import annotations

from typing import Any

import pytest
import re2

from host.patterns import MAX_REPEATS, holds, linear, literal
from tests.support.effort import BOUND, effort


def test_a_pattern_is_made_when_it_is_used_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    compiled = re2.compile

    def counting(pattern: str, options: Any = None) -> Any:
        made.append(pattern)
        return compiled(pattern, options)

    monkeypatch.setattr(re2, "compile", counting)
    late = linear("(a+)b", ignore_case=True)
    assert (made, late.pattern) == ([], "(a+)b")
    assert [found[1] for found in late.finditer("AABab")] == ["AA", "a"]
    found = late.search("xaab")
    assert found is not None
    assert (found[0], found.span(), found.start(1), found.end(1), found.groups()) == ("aab", (1, 4), 1, 3, ("aa",))
    assert late.search("b") is None
    assert late.search("abx", 1) is None
    assert (late.sub("-", "ab"), late.findall("ab")) == ("-", ["a"])
    assert (late.match("xab"), late.fullmatch("aB") is not None) == (None, True)
    assert made == ["(a+)b"]


def test_case_counts_unless_it_is_said_not_to() -> None:
    assert linear("a").search("A") is None
    assert linear("[,;]").split("a,b;c") == ["a", "b", "c"]
    assert linear("a.").findall("ab ac") == ["ab", "ac"]


@pytest.mark.parametrize("text", ["", "xb", "abcb", "xé", "éb ab", "“ab”bc"])
@pytest.mark.parametrize("pattern", ["(a)?b(c)?", "b", "", ".*", "^x|b$"])
def test_a_match_is_what_re2_itself_says_in_ascii_and_beyond(pattern: str, text: str) -> None:
    ours, theirs = linear(pattern), re2.compile(pattern)
    for name in ("search", "match", "fullmatch"):
        found, there = getattr(ours, name)(text), getattr(theirs, name)(text)
        assert (found is None) == (there is None)
        if found is not None:
            assert (found[0], found.span(), found.groups()) == (there[0], there.span(), there.groups())
            assert (found.start(), found.end()) == (there.start(), there.end())
    assert [it.span() for it in ours.finditer(text)] == [it.span() for it in theirs.finditer(text)]
    assert [it.span() for it in (ours.search(text, 1),) if it] == [it.span() for it in (theirs.search(text, 1),) if it]


@pytest.mark.parametrize("filler", ["", "a" * 5_000, "é" * 5_000, "\\Ea" * 2_000])
@pytest.mark.parametrize("string", ["://", "&#", "\\u", "a.c", "é/"])
def test_a_string_is_found_in_short_and_long_texts_and_their_bytes(string: str, filler: str) -> None:
    for text in (filler, string, filler + string, string + filler, filler + string[:-1]):
        assert holds(text, string) == literal(string).is_in(text.encode()) == (string in text)


@pytest.mark.parametrize("wrong", ["(", r"(?=a)", r"(a)\1", f"a{{{MAX_REPEATS + 1}}}"])
def test_what_the_engine_does_not_know_is_reported_when_it_is_used(wrong: str) -> None:
    late = linear(wrong)
    with pytest.raises(re2.error):
        late.search("x")


@pytest.mark.full
@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|aa)*b", "(?:a?){30}a{30}b", r"\s*\s*\s*x"])
def test_s22_what_makes_other_engines_try_for_ever_is_done_in_time(pattern: str) -> None:
    text = ("a" if "a" in pattern else " ") * 1_000_000
    assert effort(lambda: linear(pattern).search(text)) < BOUND
