"""Verdicts, reasons and rules in words: all of it can be told in another language."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from host.arguments.facts import HostFact, PathFact, Place
from host.arguments.host_names import read_url
from host.arguments.texts import read_path
from host.model import Effect, Obligations, RateLimit, RoleQuota
from host.policy import words
from host.policy.evaluate import evaluate
from host.policy.explain import explain
from host.policy.facts import CallFacts
from host.policy.index import index_of
from host.policy.model import (
    ArgumentSchema,
    Conditions,
    Hosts,
    Match,
    PathsWithin,
    PolicySource,
    Rule,
    SourceKind,
    TimeOfDay,
)
from host.policy.parse import parse_rule
from host.values import replace
from host.words import Wording
from tests.support.wordings import untold

NOW = datetime(2026, 3, 7, 12, tzinfo=UTC)
CALL = CallFacts("files", "read_file", "claude", app_authenticated=True, trust="user", now=NOW)
EVERYTHING = Conditions(
    trust=frozenset({"managed", "user"}),
    annotations=(("readOnlyHint", (True, "true")),),
    findings=frozenset({"severity:high", "secret"}),
    arguments=ArgumentSchema({"type": "object"}, "d"),
    paths=PathsWithin(("/data", "/srv"), ("path",)),
    hosts=Hosts((), ("url",)),
    time=TimeOfDay(frozenset({"mon", "sun"}), 600, 500, "UTC"),
)
DEMANDS = Obligations(
    (RoleQuota("CHAIR", 2), RoleQuota("LEAD")), pin=True, review_result=True, reason_required=True,
    rates=(RateLimit("r", 5, 60.0), RateLimit("r", 1, 1.0)),
)  # fmt: skip
ELSEWHERE = PathFact("$.path", "path", "path", Place("/etc", ((1, 9), (1, 2))), text="/etc", declared=True)
AWAY = HostFact("$.url", "url", "url", "away.example", port=8443, declared=True)


def rule(effect: Effect, name: str = "r", kind: SourceKind = "user", **changes: Any) -> Rule:
    return Rule(name, effect, changes.pop("match", Match("files")), source=kind, **changes)


def source(*rules: Rule, kind: SourceKind = "user", **changes: Any) -> PolicySource:
    return PolicySource(kind, f"/{kind}.json", rules=rules, **changes)


@pytest.mark.parametrize("effect", list(Effect))
@pytest.mark.parametrize(
    "conditions", [Conditions(), EVERYTHING, Conditions(time=TimeOfDay())], ids=["none", "all", "any time"]
)
@pytest.mark.parametrize("match", [Match(), Match("files"), Match("files", "read_*", "claude"), Match(app="claude")])
def test_a_rule_in_words(effect: Effect, conditions: Conditions, match: Match) -> None:
    made = rule(effect, match=match, conditions=conditions, obligations=DEMANDS, enabled=False, expires=NOW)
    for said in (words.rule_words(made), *words.conditions(made), *words.obligations(DEMANDS)):
        assert isinstance(said, Wording)
        assert not list(untold(said))


SOURCES = {
    "none": source(),
    "deny": source(rule(Effect.DENY)),
    "allow": source(rule(Effect.ALLOW), rule(Effect.ASK, "s", match=Match("mail"))),
    "ask": source(rule(Effect.ASK, conditions=Conditions(trust=frozenset({"user"}))), kind="managed"),
    "untold": source(rule(Effect.ALLOW), rule(Effect.DENY, "d", conditions=EVERYTHING)),
    "paths": source(
        rule(Effect.ALLOW, conditions=Conditions(paths=PathsWithin(("/data",)))),
        rule(Effect.DENY, "d", conditions=Conditions(paths=PathsWithin(("/data",)))),
        rule(Effect.ASK, "a", conditions=Conditions(time=TimeOfDay(frozenset({"mon"})))),
        rule(Effect.ASK, "e", conditions=Conditions(annotations=(("title", ("x",)),))),
        rule(Effect.ASK, "f", conditions=Conditions(findings=frozenset({"secret"}))),
        rule(Effect.ASK, "g", match=Match(tool="other")),
        rule(Effect.ASK, "h", match=Match(app="other")),
        rule(Effect.ASK, "i", enabled=False),
        rule(Effect.ALLOW, "j", expires=NOW),
        rule(Effect.ALLOW, "k", conditions=Conditions(trust=frozenset({"managed"}))),
    ),
    "capitals": source(rule(Effect.ALLOW), rule(Effect.DENY, "d", match=Match("FILES"))),
}
CALLS = {
    "plain": CALL,
    "unproven": replace(CALL, app_authenticated=False),
    "odd": replace(CALL, tool="réad"),
    "untrusted": replace(CALL, trust="none", annotations={"destructiveHint": True, "dataScale": "large"}),
    "signed": replace(CALL, annotations={"requiredApprovers": ["CHAIR"]}),
    "unclear signers": replace(CALL, annotations={"requiredApprovers": {"who": 1}}),
    "elsewhere": replace(CALL, paths=(ELSEWHERE,), hosts=(AWAY,)),
    "unseen": replace(CALL, paths=(replace(ELSEWHERE, place=None, kind="unclear"),), hosts=(replace(AWAY, host=None),)),
    "no clock": replace(CALL, now=None),
}


@pytest.mark.parametrize("rules", SOURCES)
@pytest.mark.parametrize("call", CALLS)
def test_a_verdict_and_why(rules: str, call: str) -> None:
    facts, sources = CALLS[call], (SOURCES[rules],)
    told = explain(facts, sources)
    assert told.because == evaluate(facts, sources).because
    assert isinstance(told.because, Wording)
    said = (told.because, *told.obligations, told.otherwise, told.note, *(reason.why for reason in told.rules))
    assert not [piece for sentence in said for piece in untold(sentence)]
    assert index_of(SOURCES[rules]) is not None


@pytest.mark.parametrize(
    "text",
    ["", "a\\b", "/a%20", "/$HOME", "/a*", "/a,/b", "/a:c", "//x", "x", "~x/y", "/a/ b", "/\uff41", "/a\u200b", "file:///a#b",
     "file:////a", "/" + "x" * 300, "/" + "x/" * 4_000],
)  # fmt: skip
def test_why_a_path_is_in_doubt(text: str) -> None:
    _, why, _ = read_path(text, "/home/ana")
    assert isinstance(why, Wording)
    assert not list(untold(why))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x y",
        "http:\\\\x",
        "ftp://x",
        "http://u@x",
        "http://x\\@y/",
        "http://x:0",
        "http://1.2",
        "file:///x",
        "http",
    ],
)
def test_why_a_host_is_in_doubt(text: str) -> None:
    why = read_url(text).why
    assert isinstance(why, Wording)
    assert not list(untold(why))


@pytest.mark.parametrize(
    "text",
    [
        "{", "[]", '{"effect": "allow", "match": {}} x', '{"effect": "alow", "match": {}}', '{"effct": "allow"}',
        '{"effect": "deny", "match": {}, "obligations": {"pin": true}}', '{"effect": "allow", "match": {"tool": "["}}',
        '{"effect": "allow", "match": {"paths_within": ["x"]}}', '{"effect": "allow", "match": {"hosts": ["a b"]}}',
        '{"effect": "allow", "match": {"arguments": {"type": 3}}}', '{"effect": "allow", "effect": "deny"}',
        '{"effect": "allow", "match": {}, "expires": "2026-02-31T00:00:00Z"}', '{"effect": "allow" "match": {}}',
        '{"effect": 3, "match": {"time": {"zone": "Nowhere/At_all"}}}', '{"effect": "allow',
        '{"effect": "allow\\ud800"}',
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_rule(text: str) -> None:
    rule_read, problems = parse_rule(text)
    assert rule_read is None
    for problem in problems:
        assert isinstance(problem.words, Wording)
        assert str(problem.words) == str(problem)
        assert not list(untold(problem.words))
