"""Texts of a call that say what they replace."""

from __future__ import annotations

import pytest

from host.model import JsonObject
from ui.inputs.text_edits import containers_of, text_edits, text_edits_baseline


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("oldText", "newText"),
        ("old_string", "new_string"),
        ("old_str", "new_str"),
        ("old", "new"),
        ("search", "replace"),
        ("find", "replacement"),
        ("OldContent", "new_content"),
    ],
)
def test_an_old_and_a_new_text_are_known_by_their_names_wherever_they_stand(old: str, new: str) -> None:
    pair: JsonObject = {new: "after", "count": 1, old: "before"}
    [edit] = text_edits(pair)
    assert (edit.before_path, edit.path, edit.before, edit.after) == ((old,), (new,), "before", "after")
    [edit] = text_edits({"deep": {"edits": [{"x": 1}, pair]}})
    assert (edit.before_path, edit.path) == (("deep", "edits", 1, old), ("deep", "edits", 1, new))


@pytest.mark.parametrize(
    "arguments",
    [
        {"oldText": "same", "newText": "same"},
        {"oldText": "a"},
        {"oldText": "a", "newText": 1},
        {"oldText": "a", "newString": "b"},
        {"old_path": "a", "new_path": "b"},
        {"oldName": "a", "newName": "b"},
        {"old_password": "a", "new_password": "b"},
        {"before": "2026-01-01", "after": "2025-01-01"},
        {"edits": [{"oldText": "a"}, {"newText": "b"}]},
        {"old" + "!" * 100: "a", "new": "b"},
    ],
)
def test_other_inputs_are_no_such_pair(arguments: JsonObject) -> None:
    assert text_edits(arguments) == []
    assert text_edits_baseline(arguments) is None


def test_edits_come_in_the_order_of_the_call_and_no_text_is_part_of_two() -> None:
    pair: JsonObject = {"old": "a", "new": "b", "original": "c"}
    assert [edit.before_path for edit in text_edits({"one": pair, "two": [pair]})] == [
        ("one", "old"),
        ("two", 0, "old"),
    ]


def test_what_is_only_removed_or_added_is_reported() -> None:
    [removed, added] = text_edits({"edits": [{"old": "a", "new": ""}, {"old": "", "new": "a"}]})
    assert (removed.kind, added.kind) == ("removed", "added")


def test_s07_a_call_with_too_many_values_is_left_to_the_form() -> None:
    pair: JsonObject = {"old": "a", "new": "b"}
    assert len(text_edits({"edits": [pair] * 200})) == 200
    assert text_edits({"edits": [pair] * 201}) == []
    assert text_edits({**pair, "more": list(range(2_000))}) == []


def test_containers_are_those_that_hold_nothing_else() -> None:
    arguments: JsonObject = {
        "edits": [{"old": "a", "new": "b"}, {"old": "a", "new": "b", "all": True}],
        "in": {"old": ""},
    }
    first = frozenset({("edits", 0, "old"), ("edits", 0, "new")})
    both = first | {("edits", 1, "old"), ("edits", 1, "new")}
    assert containers_of(arguments, first) == {("edits", 0)}
    assert containers_of(arguments, both) == {("edits", 0)}
    assert containers_of(arguments, both | {("edits", 1, "all")}) == {("edits", 0), ("edits", 1), ("edits",)}
