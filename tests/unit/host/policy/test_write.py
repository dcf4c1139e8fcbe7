from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given

from host import jsonc
from host.model import Effect, JsonObject, JsonValue, Obligations, RateLimit, RoleQuota
from host.policy.conditions import TimeOfDay, clock_text
from host.policy.facts import ArgumentSchema
from host.policy.load import read_source
from host.policy.model import HostPattern, Match, PolicySource, Rule
from host.policy.parse import parse, parse_rule
from host.policy.place_conditions import Hosts, PathsWithin, host_text
from host.policy.write import deciding_form, derived_id, rule_json, rule_text
from host.values import replace
from tests.support.rules import FEWER, policies, rules, wanting

WHOLE = Rule(
    "whole",
    Effect.ASK,
    Match("files", "write_*", "claude"),
    "Ask Ana.",
    "managed",
    wanting(
        trust=frozenset({"none", "user"}),
        annotations=(("dataScale", ("extreme", "large")), ("readOnlyHint", (False,))),
        findings=frozenset({"not-validated", "first-use"}),
        arguments=ArgumentSchema({"type": "object"}, "x"),
        paths=PathsWithin(("/srv", "~/notes"), ("path",)),
        hosts=Hosts((HostPattern("2001:db8::1", port=443), HostPattern("example.org", below=True, port="any"))),
        time=TimeOfDay(frozenset({"fri", "mon"}), 8 * 60, 18 * 60, "UTC"),
    ),
    Obligations(
        (RoleQuota("CHAIR"), RoleQuota("PI", 2)),
        pin=True,
        review_result=True,
        reason_required=True,
        rates=(RateLimit("whole", 10, 60.0),),
    ),
    enabled=False,
    expires=datetime(2027, 1, 1, 1, 0, tzinfo=timezone(timedelta(hours=1))),
)


def test_everything_of_a_rule_is_written_as_its_file_would_hold_it() -> None:
    assert rule_json(WHOLE) == {
        "id": "whole",
        "effect": "ask",
        "enabled": False,
        "reason": "Ask Ana.",
        "expires": "2027-01-01T00:00:00Z",
        "match": {
            "server": "files",
            "tool": "write_*",
            "app": "claude",
            "trust": ["none", "user"],
            "annotations": {"dataScale": ["extreme", "large"], "readOnlyHint": False},
            "findings": ["first-use", "not-validated"],
            "arguments": {"type": "object"},
            "paths_within": {"folders": ["/srv", "~/notes"], "arguments": ["path"]},
            "hosts": ["*.example.org:*", "[2001:db8::1]:443"],
            "time": {"days": ["mon", "fri"], "from": "08:00", "to": "18:00", "zone": "UTC"},
        },
        "obligations": {
            "approvers": ["CHAIR", {"role": "PI", "count": 2}],
            "pin": True,
            "review_result": True,
            "reason_required": True,
            "rate": {"calls": 10, "perSeconds": 60},
        },
    }


def test_what_is_so_anyway_is_not_written() -> None:
    assert rule_json(Rule("a", Effect.DENY, Match(server="*"))) == {"id": "a", "effect": "deny", "match": {}}
    always = wanting(time=TimeOfDay())
    assert rule_json(Rule("a", Effect.DENY, Match(), conditions=always))["match"] == {"time": {"from": "00:00"}}


def test_the_form_that_decides_leaves_out_name_reason_and_whether_it_counts() -> None:
    other = replace(WHOLE, id="other", reason="", enabled=True)
    assert deciding_form(WHOLE) == deciding_form(other)
    assert derived_id(WHOLE) == derived_id(other)
    for changed in (
        replace(WHOLE, expires=None),
        replace(WHOLE, obligations=replace(WHOLE.obligations, rates=(RateLimit("whole", 11, 60.0),))),
        replace(WHOLE, conditions=wanting()),
        replace(WHOLE, match=Match("files", "write_*")),
    ):
        assert deciding_form(changed) != deciding_form(WHOLE)


def test_true_and_1_are_not_the_same_wish() -> None:
    one, true = (
        Rule("a", Effect.ASK, Match(), conditions=wanting(annotations=(("x", (value,)),))) for value in (1, True)
    )
    assert one == true  # in Python
    assert deciding_form(one) != deciding_form(true)


@pytest.mark.parametrize(("minutes", "text"), [(0, "00:00"), (485, "08:05"), (1440, "24:00")])
def test_times_are_written_in_hours_and_minutes(minutes: int, text: str) -> None:
    assert clock_text(minutes) == text


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (HostPattern("example.com"), "example.com"),
        (HostPattern("example.com", below=True, port=8443), "*.example.com:8443"),
        (HostPattern("10.0.0.7", port="any"), "10.0.0.7:*"),
        (HostPattern("::1"), "[::1]"),
    ],
)
def test_a_host_is_written_as_a_rule_names_it(pattern: HostPattern, text: str) -> None:
    assert host_text(pattern) == text


def document(source: PolicySource) -> JsonObject:
    listed: list[JsonValue] = [rule_json(rule) for rule in source.rules]
    return {"version": 1, "rules": listed, "trust": dict(source.trust)}


@given(rules())
def test_a_rule_that_is_written_and_read_is_the_same(rule: Rule) -> None:
    again, problems = parse_rule(rule_text(rule))
    assert problems == ()
    assert again == rule
    assert again is not None
    assert deciding_form(again) == deciding_form(rule)
    assert rule_json(again) == rule_json(rule) == again.raw


@FEWER
@given(policies() | policies("managed"))
def test_writing_and_loading_a_policy_changes_nothing(source: PolicySource) -> None:
    data = json.dumps(document(source)).encode()
    loaded = read_source(source.kind, Path(source.path), data)
    assert loaded.error == ""
    assert loaded.rules == source.rules
    assert loaded.trust == source.trust
    assert [deciding_form(rule) for rule in loaded.rules] == [deciding_form(rule) for rule in source.rules]


def backwards(value: JsonValue) -> JsonValue:
    """The same with keys and lists in the opposite order, schemas apart."""
    if isinstance(value, dict):
        schema = value.get("arguments")
        turned = {key: backwards(value[key]) for key in reversed(value)}
        return {**turned, "arguments": schema} if isinstance(schema, dict) else turned
    return [backwards(item) for item in reversed(value)] if isinstance(value, list) else value


@FEWER
@given(policies())
def test_the_order_of_keys_and_lists_says_nothing(source: PolicySource) -> None:
    turned: list[JsonValue] = [backwards(rule_json(rule)) for rule in source.rules]
    located = jsonc.load(json.dumps({"rules": turned, "version": 1}, indent=3), file="policy.json")
    parsed = parse(located, "user")
    assert parsed.problems == ()
    assert parsed.rules == source.rules
    assert [deciding_form(rule) for rule in parsed.rules] == [deciding_form(rule) for rule in source.rules]


def test_a_moment_is_written_in_utc() -> None:
    moment = datetime(2026, 12, 31, 23, 59, 59, 500_000, UTC)
    assert rule_json(Rule("a", Effect.ASK, Match(), expires=moment))["expires"] == "2026-12-31T23:59:59.500000Z"
