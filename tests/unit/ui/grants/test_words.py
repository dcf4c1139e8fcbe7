"""A grant in words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.canonical import canonical
from tests.support.window import grant
from ui.grants import words

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def test_s13_the_sentence_names_all_that_the_grant_is_bound_to() -> None:
    assert words.sentence(grant()) == (
        f"claude-code may call files ▸ write_file with exactly these arguments until {words.clock(1_000_900.0)}."
    )


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"bound": "any", "covers": ("any inputs",)}, "with any arguments until {clock}."),
        (
            {"bound": "pattern", "covers": ("n: exactly 1", "path: any path in /a\u202e")},
            "with these arguments: n: exactly 1; path: any path in /a⟨U+202E⟩; until {clock}.",
        ),
        ({"scope": "chat"}, "with exactly these arguments until its chat ends, at the latest at {clock}."),
        ({"scope": "quit", "expires_at": None}, "with exactly these arguments until Assent quits."),
        ({"scope": "always", "expires_at": None}, "with exactly these arguments until you revoke it."),
    ],
    ids=str,
)
def test_s13_the_sentence_says_for_what_and_for_how_long_it_was_given(changes: dict[str, Any], expected: str) -> None:
    sentence = words.sentence(grant(**changes))
    assert sentence == f"claude-code may call files ▸ write_file {expected.format(clock=words.clock(1_000_900.0))}"


@pytest.mark.parametrize("part", ["app", "server", "tool"])
def test_s13_another_name_is_another_sentence(part: str) -> None:
    assert words.sentence(grant(**{part: "other"})) != words.sentence(grant())


def test_s05_a_strangers_name_is_escaped_and_cut_with_a_mark() -> None:
    shown = words.sentence(grant(tool="del\u202eete" + "x" * 500))
    assert "del⟨U+202E⟩ete" in shown
    assert "more characters⟩" in shown


@pytest.mark.parametrize(("used", "expected"), [(0, "not used yet"), (1, "used once"), (2_000, "used 2,000 times")])
def test_how_often_it_was_used(used: int, expected: str) -> None:
    assert words.given(grant(used=used)) == f"Given by ana at {words.clock(1_000_000.0)} · {expected}"


def test_what_is_left() -> None:
    assert words.left(grant(), 1_000_629.0) == "4:31 left"
    assert words.left(grant(), 1_000_900.0) == "over"
    assert words.left(grant(scope="quit", expires_at=None), 0.0) == "until quit"
    assert words.left(grant(scope="always", expires_at=None), 0.0) == "always"


def test_the_clock_shows_hours_and_minutes() -> None:
    hours, minutes = words.clock(1_000_900.0).split(":")
    assert (len(hours), minutes) == (2, "01")


def test_arguments_stand_on_lines_of_their_own() -> None:
    assert words.indented(b'{"a":[1,{}],"b":"x, {y}","c":{"d":null}}').split("\n") == [
        "{",
        '  "a": [',
        "    1,",
        "    {}",
        "  ],",
        '  "b": "x, {y}",',
        '  "c": {',
        '    "d": null',
        "  }",
        "}",
    ]


@given(JSON)
def test_no_argument_changes_by_being_shown(value: object) -> None:
    encoded = canonical(value)  # type: ignore[arg-type]  # what the strategy makes is JSON
    assert json.loads(words.indented(encoded)) == json.loads(encoded)
    outside = words.indented(encoded)
    assert [part for part in outside if not part.isspace()] == [part for part in encoded.decode() if not part.isspace()]
