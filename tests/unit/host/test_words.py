"""Sentences of ours that remember how they were made, and are plain texts to everybody else."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.canonical import canonical, compact
from host.errors import AssentError, ConfigError
from host.words import DEEPEST, Wording, as_is, clause, fields, listed, lowered, say, say_n, sentences

LEADS = "The input {input} leads to {place}."


def test_a_wording_is_its_english_text() -> None:
    said = say(LEADS, input="path", place="/srv/a")
    assert said == "The input path leads to /srv/a."
    assert hash(said) == hash("The input path leads to /srv/a.")
    assert {said} == {"The input path leads to /srv/a."}
    assert (said.template, dict(said.values), said.many) == (LEADS, {"input": "path", "place": "/srv/a"}, "")


def test_elsewhere_it_is_its_text_alone() -> None:
    said = say(LEADS, input="path", place="/srv/a")
    sent = pickle.loads(pickle.dumps(said))  # noqa: S301  # made by us, in the same breath
    for other in (sent, copy.copy(said), copy.deepcopy(said), str(said), f"{said}"):
        assert type(other) is str
        assert other == said


@pytest.mark.parametrize("write", [canonical, compact, lambda value: json.dumps(value).encode()])
def test_what_is_written_down_is_the_text_and_nothing_else(write: Any) -> None:
    said = say_n("{n} call of {app}", "{n} calls of {app}", 2, app=say("an app"))
    assert write({"because": said, "all": [said]}) == write({"because": str(said), "all": [str(said)]})


def test_it_does_not_change() -> None:
    said = say(LEADS, input="path", place="/srv/a")
    with pytest.raises(AttributeError):
        said.template = "other"
    with pytest.raises(AttributeError):
        del said.values
    with pytest.raises(TypeError):
        said.values["input"] = "other"  # type: ignore[index]


def test_braces_in_a_value_mean_nothing() -> None:
    said = say("It is {name}.", name="{name} {0} {name.__class__}")
    assert said == "It is {name} {0} {name.__class__}."


@pytest.mark.parametrize(("number", "text"), [(0, "0 calls"), (1, "1 call"), (2, "2 calls"), (12_000, "12,000 calls")])
def test_a_number_has_its_form_and_its_groups(number: int, text: str) -> None:
    said = say_n("{n} call", "{n} calls", number)
    assert said == text
    assert said.many == "{n} calls"


@pytest.mark.parametrize(
    ("parts", "told"), [((), ""), (("a",), "a"), (("a", "b"), "a or b"), (("a", "b", "c", "d"), "a, b, c or d")]
)
def test_a_list_reads_as_one(parts: tuple[str, ...], told: str) -> None:
    assert listed(parts, either=True) == told
    assert listed(parts) == told.replace(" or ", " and ")


def test_sentences_stand_one_after_the_other_and_empty_ones_nowhere() -> None:
    assert sentences(["", "One.", "", "Two.", "Three."]) == "One. Two. Three."
    assert sentences(["", ""]) == ""
    alone = say("One.")
    assert sentences(["", alone]) is alone


def test_a_clause_in_the_middle_of_a_sentence_can_still_be_told() -> None:
    small = lowered(clause("Every path lies within {folders}", folders="/Data"))
    assert small == "every path lies within /Data"
    assert isinstance(small, Wording)
    assert small.template == "every path lies within {folders}"


def test_what_begins_with_a_clause_is_lowered_where_that_stands() -> None:
    small = lowered(say("{rule} denies {calls}.", rule=clause('Rule "{id}"', id="X"), calls="all"))
    assert small == 'rule "X" denies all.'
    assert isinstance(small, Wording)
    assert small.template == "{rule} denies {calls}."


def test_what_begins_with_a_plain_value_becomes_plain() -> None:
    assert lowered(say("{rule} denies.", rule="It")) == "it denies."
    assert lowered("It") == "it"
    assert lowered("") == ""


@pytest.mark.parametrize(
    ("template", "names"),
    [
        ("none", ()),
        ("{a} and {b}", ("a", "b")),
        ("{{a}} {b}", ("b",)),
        ("{a.b}", None),
        ("{a[0]}", None),
        ("{a!r}", None),
        ("{a:>9}", None),
        ("{}", None),
        ("{0}", None),
        ("{a", None),
        ("a}", None),
    ],
)
def test_only_plain_names_are_fields(template: str, names: tuple[str, ...] | None) -> None:
    assert fields(template) == names


@given(st.text())
def test_a_text_of_a_file_of_ours_is_a_template_without_values(text: str) -> None:
    said = as_is(text)
    assert said == text
    assert fields(said.template) == ()


@given(st.text(), st.text())
def test_the_text_is_always_the_template_with_its_values(first: str, second: str) -> None:
    said = say("{first} ({next})", first=first, next=say("then {it}", it=second))
    assert said == f"{first} (then {second})"


def test_however_many_parts_are_put_together_no_more_stand_inside_one_another_than_may() -> None:
    said, bare = say("x"), "x"
    for _ in range(10_000):
        said, bare = say("({inner})", inner=said), f"({bare})"
        if said.depth == DEEPEST:
            assert type(say("{inner}", inner=said).values["inner"]) is str
    assert said == bare
    depth = 0
    within: object = said
    while isinstance(within, Wording):
        depth, within = depth + 1, within.values.get("inner", "")
    assert depth == said.depth <= DEEPEST


def test_what_is_too_deep_is_its_english_text_and_its_neighbours_are_wordings_still() -> None:
    deep = say("x")
    for _ in range(DEEPEST - 1):
        deep = say("({inner})", inner=deep)
    said = say("{first}; {next}; {n}", first=deep, next=say("y"), n=3)
    assert (type(said.values["first"]), type(said.values["next"])) == (str, Wording)
    assert (said, said.depth) == (f"{deep}; y; 3", 2)


@pytest.mark.parametrize("many", [2, 25, 400])
def test_a_long_list_and_long_text_are_lowered_and_told_without_end_to_their_depth(many: int) -> None:
    every = [clause("Part {n}", n=number) for number in range(many)]
    for said in (sentences(every), listed(every)):
        assert isinstance(said, Wording)
        assert said.depth <= DEEPEST
        assert lowered(said) == said[:1].lower() + said[1:]


def test_an_error_keeps_how_its_sentence_was_made() -> None:
    said = say("the reason is longer than {n} characters", n=500)
    error = AssentError(said)
    assert error.words is said
    assert type(error.args[0]) is str
    assert str(error) == "the reason is longer than 500 characters"
    assert ConfigError("is no text", file="a.json").words == "a.json: is no text"
