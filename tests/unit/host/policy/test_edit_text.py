from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import jsonc
from host.jsonc import Located
from host.model import JsonValue
from host.policy import edit_text
from tests.support.effort import BOUND, effort

FILE = """\
// My rules.
{
  "version": 1, // the first
  "rules": [
    // reading
    { "id": "a", "effect": "allow", "match": {} }, // harmless
    /* writing */ { "id": "b", "effect": "ask", "match": {} } // careful
  ]
}
"""
NEW = '{\n  "id": "c",\n  "effect": "deny"\n}'


def located(text: str) -> Located:
    return jsonc.load(text, file="policy.json")


def value(text: str) -> JsonValue:
    return located(text).value


def rules(text: str) -> list[JsonValue]:
    found = value(text)
    assert isinstance(found, dict)
    listed = found["rules"]
    assert isinstance(listed, list)
    return listed


def test_a_rule_is_replaced_where_it_stands_and_all_around_it_stays() -> None:
    text = edit_text.replaced(located(FILE), ("rules", 0), NEW)
    assert text == FILE.replace(
        '{ "id": "a", "effect": "allow", "match": {} }', '{\n      "id": "c",\n      "effect": "deny"\n    }'
    )


def test_a_rule_is_added_after_the_last_one_and_its_comment() -> None:
    text = edit_text.appended(located(FILE), ("rules",), NEW)
    assert text == FILE.replace(
        '"match": {} } // careful', '"match": {} }, // careful\n    {\n      "id": "c",\n      "effect": "deny"\n    }'
    )


@pytest.mark.parametrize(
    ("array", "left"),
    [
        ("[]", "[\n    1\n  ]"),
        ("[\n  ]", "[\n    1\n  ]"),
        ("[ // none yet\n  ]", "[ // none yet\n    1\n  ]"),
        ("[2]", "[2,\n  1]"),
        ("[2,]", "[2,\n  1,]"),
        ("[\n    2,\n  ]", "[\n    2,\n    1\n  ]"),
        ("[\n    2 /* two */ , // two\n  ]", "[\n    2 /* two */ , // two\n    1\n  ]"),
        ("[\n    2 // two\n    , ]", "[\n    2, // two\n    1\n    , ]"),
    ],
)
def test_an_element_is_added_whatever_commas_and_comments_stand_there(array: str, left: str) -> None:
    text = edit_text.appended(located(f'{{\n  "rules": {array}\n}}'), ("rules",), "1")
    assert text == f'{{\n  "rules": {left}\n}}'
    assert rules(text)[-1] == 1


@pytest.mark.parametrize(
    ("path", "left"),
    [
        (("rules", 0), FILE.replace('{ "id": "a", "effect": "allow", "match": {} },', "")),
        (("rules", 1), FILE.replace('{ "id": "b", "effect": "ask", "match": {} }', "")),
        (("version",), FILE.replace('"version": 1,', "")),
    ],
)
def test_what_is_taken_away_leaves_the_comments_around_it(path: tuple[str | int, ...], left: str) -> None:
    text = edit_text.without(located(FILE), path)
    assert [line.strip() for line in text.splitlines()] == [line.strip() for line in left.splitlines()]
    assert value(text) == value(left)


def test_a_line_that_held_nothing_else_goes_with_what_is_taken_away() -> None:
    file = '{\n  "trust": {\n    "a": "1",\n    "b": "2"\n  }\n}\n'
    assert edit_text.without(located(file), ("trust", "a")) == '{\n  "trust": {\n    "b": "2"\n  }\n}\n'
    assert edit_text.without(located(file), ("trust", "b")) == '{\n  "trust": {\n    "a": "1",\n  }\n}\n'


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"a":1}', '{"id": "x", "a":1}'),
        ('{ "a": 1 }', '{ "id": "x", "a": 1 }'),
        ('{\n  "a": 1\n}', '{\n  "id": "x",\n  "a": 1\n}'),
        ('{\r\n\t"a": 1\r\n}', '{\r\n\t"id": "x",\r\n\t"a": 1\r\n}'),
        ('{ // c\n  "a": 1 }', '{ "id": "x", // c\n  "a": 1 }'),
        ('{/* c */"a": 1}', '{"id": "x", /* c */"a": 1}'),
    ],
)
def test_a_member_is_put_before_all_others(text: str, left: str) -> None:
    assert edit_text.with_first(text, "id", "x") == left
    assert value(left) == {"id": "x", "a": 1}


def test_line_separators_within_a_text_are_no_line_ends() -> None:
    rule = '{"reason": "a\u2028b\u0085c"}'
    assert value(edit_text.fresh(rule)) == {"version": 1, "rules": [json.loads(rule)]}


def test_a_fresh_file_says_what_it_is_and_holds_nothing_but_the_rule() -> None:
    assert edit_text.fresh("").startswith("// ")
    assert value(edit_text.fresh("")) == {"version": 1, "rules": []}
    assert rules(edit_text.fresh(NEW)) == [{"id": "c", "effect": "deny"}]


# Any file

BLANKS = st.sampled_from(["", " ", "\n", "\n    ", "\r\n", " // c\n", "/* , ] } */", "//]\n  ", "/*\n*/ "])
SCALARS = st.sampled_from(["1", '"a,]}"', '"\\"//"', "null", "[1, 2,]", '{"a": [ ] }'])


@st.composite
def arrays(draw: st.DrawFn) -> str:
    """Arrays of scalars with odd blanks."""
    items = draw(st.lists(SCALARS, max_size=4))
    text = "["
    for number, item in enumerate(items):
        comma = "," if number < len(items) - 1 or draw(st.booleans()) else ""
        text += draw(BLANKS) + item + draw(BLANKS) + comma
    return text + draw(BLANKS) + "]"


@given(BLANKS, arrays(), BLANKS)
def test_any_file_means_the_same_but_for_the_change(before: str, array: str, after: str) -> None:
    file = located(f'{{{before}"rules":{after}{array}{before}}}')
    listed = rules(file.text)
    assert rules(edit_text.appended(file, ("rules",), NEW)) == [*listed, json.loads(NEW)]
    for number in range(len(listed)):
        others = [item for at, item in enumerate(listed) if at != number]
        assert rules(edit_text.without(file, ("rules", number))) == others
        changed = [*listed[:number], json.loads(NEW), *listed[number + 1 :]]
        assert rules(edit_text.replaced(file, ("rules", number), NEW)) == changed


@given(BLANKS, arrays())
def test_comments_survive_every_change(blank: str, array: str) -> None:
    file = located(f'{{"rules":{blank}{array}}}')
    comments = [text for text in ("// c", "/* , ] } */", "//]", "/*\n*/") for _ in range(file.text.count(text))]
    changed = [edit_text.appended(file, ("rules",), NEW)]
    changed += [edit_text.without(file, ("rules", number)) for number in range(len(rules(file.text)))]
    for text in changed:
        assert all(text.count(comment) >= comments.count(comment) for comment in comments)


def test_s22_blanks_without_end_after_a_rule_hold_nobody_up() -> None:
    whole = located('{"version": 1, "rules": [{"id": "a"}' + " " * 100_000 + "]}")
    assert len(rules(edit_text.appended(whole, ("rules",), NEW))) == 2
    took = effort(lambda: edit_text.appended(whole, ("rules",), NEW))
    assert took < BOUND, "the square of their number would take minutes"
