from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given

from host.arguments.facts import HostFact, PathFact, Place
from host.arguments.host_names import read_url
from host.arguments.texts import read_path
from host.model import Effect, Obligations, RateLimit, RoleQuota
from host.policy import words
from host.policy.conditions import AnnotationsCondition, ArgumentsCondition, TimeOfDay
from host.policy.evaluate import evaluate
from host.policy.explain import explain
from host.policy.facts import ArgumentSchema, CallFacts
from host.policy.index import index_of
from host.policy.model import Condition, HostPattern, Match, PolicySource, Rule, SourceKind
from host.policy.parse import parse_rule
from host.policy.place_conditions import Hosts, PathsWithin
from host.values import replace
from host.words import Wording
from tests.support.rules import rules, wanting
from tests.support.wordings import untold

ASK = Rule("a", Effect.ASK, Match("files", "write_*"))


def test_a_rule_is_one_sentence() -> None:
    assert words.rule_words(ASK) == 'Rule "a" of policy.json requires a person to see files ▸ write_*.'
    deny = Rule("no", Effect.DENY, Match(app="claude"), source="managed", expires=datetime(2027, 1, 1, tzinfo=UTC))
    assert words.rule_words(deny) == (
        'Rule "no" of your administrator denies every call by claude (until 1 January 2027).'
    )


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('"trust": ["user", "managed"]', "where the server is vouched for by the administrator or you"),
        ('"trust": "none"', "where the server is vouched for by nobody"),
        ('"annotations": {"dataScale": ["large", "extreme"]}', 'where the tool\'s dataScale is "extreme" or "large"'),
        ('"annotations": {"readOnlyHint": true}', "where the tool's readOnlyHint is true"),
        ('"findings": ["severity:high", "first-use"]', "where Assent finds: First use or any danger"),
        ('"arguments": {"required": ["a"]}', "where the inputs meet the schema in its text"),
        ('"paths_within": ["/a", "~/b"]', "where a path is in /a or ~/b"),
        ('"paths_within": {"folders": ["/a"], "arguments": ["to"]}', "where a path in to is in /a"),
        ('"hosts": ["*.example.org", "[::1]:80"]', "where a host is *.example.org or [::1]:80"),
        ('"time": {"days": ["mon", "tue", "wed", "thu", "fri"], "to": "18:00"}', None),
        ('"time": {"from": "22:00", "to": "06:00", "zone": "UTC"}', None),
        ('"time": {"days": ["sun"]}', "on Sunday, at any time (local time)"),
    ],
)
def test_each_condition_is_reported(written: str, said: str | None) -> None:
    rule, _ = parse_rule('{"effect": "ask", "match": {' + written + "}}")
    assert rule is not None
    time = rule.condition(TimeOfDay)
    by_begin = {
        0: "on Monday to Friday, from 00:00 to 18:00 (local time)",
        22: "on every day, from 22:00 to 06:00 of the next day (UTC)",
    }
    said = said or by_begin[time.begins // 60 if time is not None else 0]
    assert words.conditions(rule) == (said,)


IN_ITS_TEXT = "where the inputs meet the schema in its text"
A_TYPE = '{"properties": {"n": {"type": "integer"}}}'
A_LIST = '{"properties": {"to": {"type": "array", "items": {"enum": ["ana"]}, "minItems": 2}}, "required": ["to"]}'


@pytest.mark.parametrize(
    ("effect", "written", "said"),
    [
        ("ask", '"findings": ["severity:high"]', ("where Assent finds: any danger",)),
        ("ask", '"findings": ["secret", "first-use"]', ("where Assent finds: First use or Secret",)),
        ("ask", '"findings": ["combination"]', ("where Assent finds: Chosen by a stranger's text",)),
        ("ask", '"findings": ["of-tomorrow"]', ("where Assent finds: of-tomorrow",)),
        ("ask", '"arguments": {"minProperties": 1}', (IN_ITS_TEXT,)),
        ("allow", '"arguments": {"minProperties": 1}', (IN_ITS_TEXT,)),
        ("ask", '"arguments": {"properties": {"to": {"const": "a b"}}}', ("where to, if given, is “a b”",)),
        ("deny", f'"arguments": {A_TYPE}', (IN_ITS_TEXT,)),
        ("allow", f'"arguments": {A_TYPE}', (IN_ITS_TEXT,)),
        ("ask", '"arguments": {"properties": {"n": {}}, "required": ["n"]}', (IN_ITS_TEXT,)),
        (
            "deny",
            '"arguments": {"properties": {"to": {"const": "ana"}, "n": {"type": "number"}}, "required": ["to"]}',
            ("where to is ana", IN_ITS_TEXT),
        ),
        ("deny", f'"arguments": {A_LIST}', ("where to is ana", IN_ITS_TEXT)),
        ("allow", f'"arguments": {A_LIST}', ("where to is ana", "whatever else the inputs hold")),
        ("deny", '"arguments": {"type": "object", "properties": {"n": {}}}', ()),
        (
            "allow",
            '"arguments": {"properties": {"to": {"const": "a b"}}}',
            ("where to, if given, is “a b”", "whatever else the inputs hold"),
        ),
        ("allow", '"arguments": {"additionalProperties": false}', ("without inputs",)),
        ("allow", '"time": {"days": ["sun"]}', ("on Sunday, at any time (local time)",)),
        ("ask", '"trust": "none"', ("where the server is vouched for by nobody",)),
    ],
)
def test_each_condition_is_part_of_one_sentence(effect: str, written: str, said: tuple[str, ...]) -> None:
    rule, _ = parse_rule('{"effect": "' + effect + '", "match": {' + written + "}}")
    assert rule is not None
    shown = words.rule_view(rule)
    assert (shown.places, shown.phrases) == ((), said)


def test_a_rule_that_allows_wants_every_path_and_host() -> None:
    wanted = wanting(paths=PathsWithin(("/a",)), hosts=Hosts((HostPattern("example.com"),)))
    allow = Rule("a", Effect.ALLOW, Match(), conditions=wanted)
    assert words.conditions(allow) == ("in /a", "at example.com")
    assert words.conditions(replace(allow, enabled=False))[-1] == "not enabled, so it has no effect"


def test_each_obligation_is_reported() -> None:
    wanted = Obligations(
        (RoleQuota("IRB_CHAIR"), RoleQuota("PRINCIPAL_INVESTIGATOR")),
        pin=True,
        review_result=True,
        reason_required=True,
        rates=(RateLimit("a", 1, 1.0), RateLimit("b", 10, 60.0)),
    )
    assert words.obligations(wanted) == (
        "Signed by IRB chair and Principal investigator",
        "With a PIN",
        "With a reason",
        "The result is held until a person releases it",
        "At most 1 call in a second",
        "At most 10 calls in a minute",
    )


def test_a_long_list_says_how_much_is_left_out() -> None:
    rule = replace(ASK, conditions=wanting(paths=PathsWithin(tuple(f"/{number:02}" for number in range(20)))))
    assert words.conditions(rule)[0].endswith("/06, /07 or 12 more")


def test_s05_text_from_a_file_is_escaped() -> None:
    odd = replace(ASK, match=Match("a\u202eb"), conditions=wanting(paths=PathsWithin(("/x\u200b",))))
    assert "⟨U+202E⟩" in words.rule_words(odd)
    assert "⟨U+200B⟩" in words.rule_words(odd)
    (said,) = words.rule_view(replace(ASK, conditions=wanting(findings=frozenset({"o\u202ed" * 99})))).phrases
    assert said.startswith("where Assent finds: o⟨U+202E⟩d")
    assert len(said) < 120


@given(rules())
def test_whatever_decides_is_said_in_bounded_words(rule: Rule) -> None:
    said = words.rule_words(rule)
    assert said.isprintable()
    assert len(said) < 2_000
    said_by = [
        len(it.wanted) if isinstance(it, AnnotationsCondition) else 1
        for it in rule.conditions
        if not isinstance(it, ArgumentsCondition) or it.wanted.raw.keys() - {"type"}  # else anything meets it
    ]
    besides = [rule.acknowledges, rule.expires, not rule.enabled]
    assert len(words.conditions(rule)) >= sum(said_by) + sum(1 for part in besides if part)


# All of it can be told in another language

NOW = datetime(2026, 3, 7, 12, tzinfo=UTC)
CALL = CallFacts("files", "read_file", "claude", app_authenticated=True, trust="user", now=NOW)
EVERYTHING = wanting(
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
ELSEWHERE = PathFact("$.path", "path", "path", Place("/etc", ((1, 9), (1, 2))), text="/etc")
AWAY = HostFact("$.url", "url", "url", "away.example", port=8443)


def rule(effect: Effect, name: str = "r", kind: SourceKind = "user", **changes: Any) -> Rule:
    return Rule(name, effect, changes.pop("match", Match("files")), source=kind, **changes)


def source(*rules: Rule, kind: SourceKind = "user", **changes: Any) -> PolicySource:
    return PolicySource(kind, f"/{kind}.json", rules=rules, **changes)


@pytest.mark.parametrize("effect", list(Effect))
@pytest.mark.parametrize(
    "conditions", [wanting(), EVERYTHING, wanting(time=TimeOfDay())], ids=["none", "all", "any time"]
)
@pytest.mark.parametrize("match", [Match(), Match("files"), Match("files", "read_*", "claude"), Match(app="claude")])
def test_a_rule_in_words(effect: Effect, conditions: tuple[Condition, ...], match: Match) -> None:
    made = rule(effect, match=match, conditions=conditions, obligations=DEMANDS, enabled=False, expires=NOW)
    for said in (words.rule_words(made), *words.conditions(made), *words.obligations(DEMANDS)):
        assert isinstance(said, Wording)
        assert not list(untold(said))


SOURCES = {
    "none": source(),
    "deny": source(rule(Effect.DENY)),
    "allow": source(rule(Effect.ALLOW), rule(Effect.ASK, "s", match=Match("mail"))),
    "ask": source(rule(Effect.ASK, conditions=wanting(trust=frozenset({"user"}))), kind="managed"),
    "untold": source(rule(Effect.ALLOW), rule(Effect.DENY, "d", conditions=EVERYTHING)),
    "paths": source(
        rule(Effect.ALLOW, conditions=wanting(paths=PathsWithin(("/data",)))),
        rule(Effect.DENY, "d", conditions=wanting(paths=PathsWithin(("/data",)))),
        rule(Effect.ASK, "a", conditions=wanting(time=TimeOfDay(frozenset({"mon"})))),
        rule(Effect.ASK, "e", conditions=wanting(annotations=(("title", ("x",)),))),
        rule(Effect.ASK, "f", conditions=wanting(findings=frozenset({"secret"}))),
        rule(Effect.ASK, "g", match=Match(tool="other")),
        rule(Effect.ASK, "h", match=Match(app="other")),
        rule(Effect.ASK, "i", enabled=False),
        rule(Effect.ALLOW, "j", expires=NOW),
        rule(Effect.ALLOW, "k", conditions=wanting(trust=frozenset({"managed"}))),
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
