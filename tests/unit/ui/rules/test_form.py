"""The JSON of a rule as the values of a form, and back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from host.model import JsonObject
from host.policy.conditions import form_fields
from host.policy.model import PolicySource
from host.policy.parse import parse_rule
from host.policy.write import rule_json
from tests.support.rules import FEWER, policies
from ui.rules import form
from ui.rules.form import Key, Value

FIELDS = {field.key: field for field in form_fields()}
FOLDERS, OF = ("match", "paths_within", "folders"), ("match", "paths_within", "arguments")


def matching(**match: object) -> JsonObject:
    made: JsonObject = json.loads(json.dumps({"effect": "allow", "match": match}))
    return made


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        (("effect",), "deny", {"effect": "deny", "match": {}}),
        (("match", "tool"), "read_*", {"effect": "allow", "match": {"tool": "read_*"}}),
        (("match", "tool"), "*", {"effect": "allow", "match": {}}),
        (FOLDERS, ("~/a", "~/b"), {"effect": "allow", "match": {"paths_within": ["~/a", "~/b"]}}),
        (("match", "trust"), ("user",), {"effect": "allow", "match": {"trust": "user"}}),
        (("match", "time", "from"), "09:00", {"effect": "allow", "match": {"time": {"from": "09:00"}}}),
        (("obligations", "pin"), True, {"effect": "allow", "match": {}, "obligations": {"pin": True}}),
        (
            ("obligations", "approvers"),
            ("CHAIR", "2 REVIEWER"),
            {"effect": "allow", "match": {}, "obligations": {"approvers": ["CHAIR", {"role": "REVIEWER", "count": 2}]}},
        ),
        (
            ("obligations", "rate", "calls"),
            "10",
            {"effect": "allow", "match": {}, "obligations": {"rate": {"calls": 10}}},
        ),
        (
            ("obligations", "rate", "calls"),
            "ten",
            {"effect": "allow", "match": {}, "obligations": {"rate": {"calls": "ten"}}},
        ),
        (("expires",), "next week", {"effect": "allow", "expires": "next week", "match": {}}),
    ],
)
def test_a_value_is_written_where_it_belongs_and_read_back(key: Key, value: Value, said: JsonObject) -> None:
    made = form.with_value(matching(), FIELDS[key], value)
    assert made == said
    assert form.field_value(made, FIELDS[key]) in (value, None if value == "ten" else value)
    assert form.with_value(made, FIELDS[key], "allow" if key == ("effect",) else "") == matching()


def test_a_day_is_written_as_a_moment_with_its_zone_and_shown_as_a_day() -> None:
    made = form.with_value(matching(), FIELDS["expires",], "2027-12-01")
    assert parse_rule(json.dumps(made))[0] is not None
    assert form.field_value(made, FIELDS["expires",]) == "2027-12-01"
    late = form.with_value(matching(), FIELDS["expires",], "2027-12-01 14:30")
    assert form.field_value(late, FIELDS["expires",]) == "2027-12-01 14:30"


def test_what_stands_alone_becomes_an_object_with_a_second_member_and_alone_again_without() -> None:
    made = form.with_value(matching(paths_within=["~/a"]), FIELDS[OF], ("path",))
    assert made["match"] == {"paths_within": {"folders": ["~/a"], "arguments": ["path"]}}
    assert form.with_value(made, FIELDS[OF], ()) == matching(paths_within=["~/a"])


def test_the_rule_that_was_given_stays_as_it_is() -> None:
    given_ = matching(time={"from": "09:00"})
    form.with_value(given_, FIELDS["match", "time", "to"], "17:00")
    assert given_ == matching(time={"from": "09:00"})


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": 1, "a": 2}', '{"effect": NaN}', "// x\n{}", '{"match": 1}'])
def test_what_is_no_rule_or_has_comments_is_left_alone(text: str) -> None:
    assert form.read_rule(text) is None


@pytest.mark.parametrize(
    ("key", "found"),
    [
        ("match.paths_within[0]", FOLDERS),
        ("match.hosts.hosts[1]", ("match", "hosts", "hosts")),
        ("match.time", ("match", "time", "days")),
        ("obligations.rate", ("obligations", "rate", "calls")),
        ("match.tol", None),
        ("", None),
    ],
)
def test_a_problem_is_told_by_the_field_that_it_is_about(key: str, found: Key | None) -> None:
    field = form.field_for_key(key, tuple(FIELDS.values()))
    assert (field and field.key) == found


@FEWER
@given(policies())
def test_no_rule_is_changed_by_showing_it_and_writing_what_is_shown(policy: PolicySource) -> None:
    for rule in policy.rules:
        said = form.read_rule(json.dumps(rule_json(rule)))
        assert said is not None
        for field in FIELDS.values():
            value = form.field_value(said, field)
            if value is None or field.kind == "moment":
                continue
            assert form.with_value(said, field, value) == said, field.key
