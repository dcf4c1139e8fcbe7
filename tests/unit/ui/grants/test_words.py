"""A grant in words."""

from __future__ import annotations

from typing import Any

import pytest

from host.model import Bound
from tests.support.window import grant
from ui.grants import words

NOW = 1_000_000.0
"""When the grants of these tests were given, Unix seconds."""
UNTIL = words.moment(1_000_900.0, NOW).removeprefix("at ")


def test_s13_the_sentence_names_all_that_the_grant_is_bound_to() -> None:
    assert words.sentence(grant(), NOW) == (
        f"Claude Code (claude-code) may use write_file of files with exactly these inputs until {UNTIL}."
    )


SENTENCES: list[tuple[dict[str, Any], str]] = [
    ({"bound": "any", "covers": ("any words",)}, f"with these inputs: any words; until {UNTIL}."),
    (
        {"bound": "pattern", "covers": ("n: exactly 1", "path: any path in /a\u202e")},
        f"with these inputs: n: exactly 1; path: any path in /a⟨U+202E⟩; until {UNTIL}.",
    ),
    ({"duration": "chat"}, f"with exactly these inputs until this chat ends, at the latest at {UNTIL}."),
    ({"duration": "quit", "expires_at": None}, "with exactly these inputs until Assent quits."),
    ({"duration": "always", "expires_at": None}, "with exactly these inputs until you take it back."),
]


@pytest.mark.parametrize(("changes", "expected"), SENTENCES, ids=[str(number) for number in range(len(SENTENCES))])
def test_s13_the_sentence_says_for_what_and_for_how_long_it_was_given(changes: dict[str, Any], expected: str) -> None:
    assert words.sentence(grant(**changes), NOW) == f"Claude Code (claude-code) may use write_file of files {expected}"


@pytest.mark.parametrize("bound", ["pattern", "any"])
def test_s13_what_is_covered_is_below_the_heading_line_by_line(bound: Bound) -> None:
    made = grant(bound=bound, covers=("n: exactly 1", "path: any path in /a\u202e"))
    assert words.heading(made, NOW) == (
        f"Claude Code (claude-code) may use write_file of files with inputs within these bounds until {UNTIL}."
    )
    assert words.summary(made, NOW) == (
        "Claude Code (claude-code) may use write_file of files with inputs within the bounds that are shown under "
        "Grants "
        f"until {UNTIL}."
    )
    assert words.scope_lines(made) == ("n: exactly 1", "path: any path in /a⟨U+202E⟩")
    assert words.heading(grant(), NOW) == words.summary(grant(), NOW) == words.sentence(grant(), NOW)
    assert words.scope_lines(grant(covers=("all of it",))) == ()


@pytest.mark.parametrize("part", ["app", "server", "tool"])
def test_s13_another_name_is_another_sentence(part: str) -> None:
    assert words.sentence(grant(**{part: "other"}), NOW) != words.sentence(grant(), NOW)


def test_s05_a_strangers_name_is_escaped_and_cut_with_a_mark() -> None:
    shown = words.sentence(grant(tool="del\u202eete" + "x" * 500), NOW)
    assert "del⟨U+202E⟩ete" in shown
    assert "more characters⟩" in shown


@pytest.mark.parametrize(("used", "expected"), [(0, "not used yet"), (1, "used once"), (2_000, "used 2,000 times")])
def test_how_often_it_was_used(used: int, expected: str) -> None:
    assert words.given_by(grant(used=used), NOW) == f"Given by ana {words.moment(NOW, NOW)} · {expected}"


def test_what_is_left() -> None:
    assert words.time_left(grant(), 1_000_629.0) == "4:31 left"
    assert words.time_left(grant(duration="chat"), 1_000_629.0) == "this chat, at most 4:31"
    assert words.time_left(grant(), 1_000_900.0) == "over"
    assert words.time_left(grant(duration="quit", expires_at=None), 0.0) == "until Assent quits"
    assert words.time_left(grant(duration="always", expires_at=None), 0.0) == "until you take it back"


def test_a_moment_of_another_day_says_the_day() -> None:
    hours, minutes = words.moment(1_000_900.0, 1_000_900.0).removeprefix("at ").split(":")
    assert (len(hours), minutes) == (2, "01")
    assert words.moment(NOW, NOW + 3 * 86_400).startswith("on 1970-01-1")


@pytest.mark.parametrize(
    ("searched", "found"),
    [
        ("", True),
        ("CLAUDE write", True),
        ("files notes", True),
        ("claude mail", False),
        ("  write_file  ", True),
        ("secret", False),
    ],
)
def test_a_search_finds_every_word_in_names_and_in_what_is_covered(searched: str, *, found: bool) -> None:
    made = grant(bound="pattern", covers=("path: any path in /home/ana/notes",), arguments=b'{"x":"secret"}')
    assert words.matches_search(made, searched) is found


@pytest.mark.parametrize(
    ("shown", "total", "said"),
    [(1, 1, "1 grant is in force"), (3, 3, "3 grants are in force"), (2, 1_000, "2 of 1,000 grants")],
)
def test_grants_are_counted(shown: int, total: int, said: str) -> None:
    assert words.count_words(shown, total) == said
