"""Finding words in a long text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from host.text import Untrusted
from ui.inputs.lines import TextLines
from ui.inputs.search import MOST_HITS, SearchableLines


def found(raw: str, wanted: str) -> list[tuple[int, int, int]]:
    return [(hit.line, hit.start, hit.stop) for hit in SearchableLines(TextLines(Untrusted(raw))).find(wanted)]


def test_places_are_found_without_regard_to_capitals() -> None:
    assert found("one\nTwo one", "ONE") == [(0, 0, 3), (1, 4, 7)]


def test_what_is_typed_is_characters_not_a_pattern() -> None:
    assert found("a.b axb", "a.b") == [(0, 0, 3)]
    assert found("(((", "((") == [(0, 0, 2)]
    assert found("x", "") == []


def test_a_word_that_a_fold_divides_is_found_where_it_begins() -> None:
    assert found("x" * 98 + "needle", "needle") == [(0, 98, 100)]
    assert found("x" * 120 + "needle", "needle") == [(1, 21, 27)]  # behind the mark of the fold


def test_escapes_are_found_as_they_are_shown() -> None:
    assert found("a\u202eb", "U+202E") == [(0, 2, 8)]


@given(raw=st.text(st.sampled_from("ab \n\u202e"), max_size=600))
def test_every_place_shows_what_was_looked_for(raw: str) -> None:
    lines = TextLines(Untrusted(raw))
    for line, start, stop in SearchableLines(lines).find("ab"):
        assert "ab".startswith(lines.part(line, line + 1)[0][start:stop])


def test_s07_more_places_than_are_noted_are_known_to_be_more() -> None:
    assert len(found("a" * (MOST_HITS + 50), "a")) == MOST_HITS + 1
