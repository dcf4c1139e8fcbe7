"""The form in which rules are written."""

from __future__ import annotations

import pytest

from host.control.views import FormField
from host.model import JsonObject
from host.policy import conditions
from host.policy.conditions import form_fields, input_phrases
from host.policy.model import Condition


class Plain(Condition[str]):
    """A condition that declares no field: it stands in the text alone."""

    name, key, rank = "plain", "plain", 0


class Shown(Condition[str]):
    """One with a field, in a group of its own."""

    name, key, rank = "shown", "shown", 0
    fields = (FormField((), "text", "Shown", group="Other things"), FormField(("inner",), "lines", "Inner"))


def test_a_condition_brings_its_fields_and_nothing_else_has_to_change(monkeypatch: pytest.MonkeyPatch) -> None:
    before = form_fields()
    monkeypatch.setattr(conditions, "CONDITIONS", (*conditions.CONDITIONS, Plain(), Shown()))
    new = [field.key for field in form_fields() if field not in before]
    assert new == [("match", "shown", "inner"), ("match", "shown")]


def test_fields_of_one_group_stand_together_and_no_two_have_one_key() -> None:
    found = form_fields()
    groups = [field.group for field in found]
    assert sorted(groups, key=list(dict.fromkeys(groups)).index) == groups
    assert len({field.key for field in found}) == len(found)
    assert found[0].key == ("effect",)


def test_every_field_that_may_stand_alone_names_a_field() -> None:
    keys = {field.key for field in form_fields()}
    assert all((*field.key[:-1], field.alone) in keys for field in form_fields() if field.alone)


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({}, ()),
        ({"properties": {"to": {"const": "a@x"}}, "required": ["to"]}, ("where to is a@x",)),
        ({"properties": {"to": {"enum": ["a", 1]}}}, ("where to, if given, is a or 1",)),
        (
            {"type": "object", "properties": {"a": {"type": "string"}, "b": {}}, "additionalProperties": False},
            ("with no other inputs than a and b",),
        ),
        ({"additionalProperties": False}, ("without inputs",)),
        ({"properties": {"n": {"maximum": 3}}}, None),
        ({"properties": {"n": {"const": 1, "maximum": 3}}}, None),
        ({"required": ["n"]}, None),
        ({"anyOf": [{}]}, None),
        ({"additionalProperties": {"type": "string"}}, None),
        ({"type": "array"}, None),
        ({"properties": {"n": True}}, None),
        (
            {"properties": {"n": {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 1}}},
            ("where n, if given, is a or b",),
        ),
        (
            {
                "properties": {
                    "n": {"anyOf": [{"const": 7}, {"type": "array", "items": {"const": 7}, "minItems": 1}]},
                },
                "required": ["n"],
            },
            ("where n is 7",),
        ),
    ],
)
def test_a_schema_is_said_whole_or_not_at_all(schema: JsonObject, said: tuple[str, ...] | None) -> None:
    assert input_phrases(schema) == said


def test_s05_names_and_values_of_a_schema_cannot_pass_for_our_words() -> None:
    name, value = "to is asked first, and cc", "ana”, never another"
    (said,) = input_phrases({"properties": {name: {"const": value}}, "required": [name]}) or ()
    assert said == f"where “{name}” is “ana⟨U+201D⟩, never another”"


def test_s05_names_and_values_of_a_schema_are_escaped() -> None:
    (said,) = input_phrases({"properties": {"to\u202e": {"const": "a b\u200b"}}, "required": ["to\u202e"]}) or ()
    assert said == "where to⟨U+202E⟩ is “a b⟨U+200B⟩”"
