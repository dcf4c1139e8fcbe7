from __future__ import annotations

import json
from collections.abc import Hashable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from types import MappingProxyType
from typing import Final

import pytest

from host.arguments.facts import HostFact, PathFact, Place
from host.canonical import canonical
from host.control.views import FormField
from host.model import CallContext, Effect, Finding, JsonObject, JsonValue, Severity, Trust
from host.policy import conditions
from host.policy.conditions import TimeOfDay, form_fields, holds, input_phrases, is_same_value, needs_of, why_not
from host.policy.evaluate import evaluate
from host.policy.facts import ArgumentSchema, CallFacts, Needs
from host.policy.gather import MAX_NAMES, Gatherer
from host.policy.index import Index
from host.policy.model import Complaint, Condition, HostPattern, Match, PolicySource, Rule, Scalar, SourceKind
from host.policy.parse import parse_rule
from host.policy.place_conditions import Hosts, PathsWithin
from host.policy.words import matches, rule_words
from host.policy.write import rule_json
from host.schema import SchemaChecker
from host.values import replace
from tests.support.rules import wanting

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
SATURDAY = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
CALL = CallFacts("files", "read_file", "claude", app_authenticated=True, now=SATURDAY)
FOLDER = Place("/data", ((1, 5), (1, 2)))
INSIDE = PathFact("$.path", "path", "path", Place("/data/x", ((1, 6), (1, 5), (1, 2))), text="/data/x")
OUTSIDE = PathFact("$.path", "path", "path", Place("/etc", ((1, 9), (1, 2))), text="/etc")
LOST = PathFact("$.path", "path", "path", None, why="it is relative", text="x/y")
ODD = PathFact("$.text", "text", "unclear", INSIDE.place, text="/data/x")
UNSURE = "The input text could be a path: it is odd; name the rule's arguments."


def rule(
    effect: Effect = ALLOW, kind: SourceKind = "user", expires: datetime | None = None, **wanted: Hashable
) -> Rule:
    return Rule("r", effect, Match(), source=kind, conditions=wanting(**wanted), expires=expires)


def test_a_rule_that_wants_nothing_holds_for_every_call() -> None:
    assert holds(rule(), CALL) is True
    assert why_not(rule(), CALL) == ""


@pytest.mark.parametrize(
    ("wanted", "level", "holding", "why"),
    [
        ({"managed"}, "managed", True, ""),
        ({"managed", "user"}, "user", True, ""),
        ({"none"}, "none", True, ""),
        (
            {"managed"},
            "user",
            False,
            "It requires a server for which the administrator vouched; for this one, the user did.",
        ),
        (
            {"managed", "user"},
            "none",
            False,
            "It requires a server for which the administrator or the user vouched; for this one, nobody did.",
        ),
    ],
)
def test_trust_is_one_of_the_levels(wanted: set[Trust], level: Trust, holding: bool, why: str) -> None:
    facts, of = replace(CALL, trust=level), rule(trust=frozenset(wanted))
    assert (holds(of, facts), why_not(of, facts)) == (holding, why)


@pytest.mark.parametrize(
    ("wanted", "made", "holding"),
    [
        ({"first-use"}, [], False),
        ({"first-use"}, [("first-use", Severity.INFO)], True),
        ({"first-use"}, [("other", Severity.HIGH)], False),
        ({"severity:medium"}, [("x", Severity.INFO)], False),
        ({"severity:medium"}, [("x", Severity.MEDIUM)], True),
        ({"severity:medium"}, [("x", Severity.HIGH)], True),
        ({"severity:high"}, [("x", Severity.MEDIUM)], False),
        ({"severity:high", "y"}, [("x", Severity.INFO), ("y", Severity.INFO)], True),
    ],
)
def test_one_of_the_findings_must_be_there(wanted: set[str], made: list[tuple[str, Severity]], holding: bool) -> None:
    facts = replace(CALL, findings=tuple(Finding(kind, severity, "Made.") for kind, severity in made))
    of = rule(findings=frozenset(wanted))
    assert holds(of, facts) is holding
    assert why_not(of, facts) == ("" if holding else "The call has none of the findings that it names.")


@pytest.mark.parametrize(
    ("effect", "severity", "holding"),
    [
        (Effect.DENY, Severity.MEDIUM, None),
        (Effect.ASK, Severity.MEDIUM, None),
        (Effect.ALLOW, Severity.MEDIUM, False),
        (Effect.DENY, Severity.INFO, False),
    ],
)
def test_s14_a_finding_may_be_in_what_nobody_could_look_at(
    effect: Effect, severity: Severity, holding: bool | None
) -> None:
    facts = replace(CALL, findings=(Finding("not-inspected", severity, "No time."),))
    assert holds(replace(rule(findings=frozenset({"secret"})), effect=effect), facts) is holding


@pytest.mark.parametrize(
    ("expires", "now", "holding"),
    [
        (SATURDAY, SATURDAY - timedelta(seconds=1), True),
        (SATURDAY, SATURDAY, False),
        (SATURDAY, SATURDAY.astimezone(timezone(timedelta(hours=5))), False),
        (SATURDAY, None, None),
        (SATURDAY, datetime(2020, 1, 1), None),  # noqa: DTZ001  # a clock without a zone says nothing
    ],
)
def test_an_expired_rule_counts_for_nothing(expires: datetime, now: datetime | None, holding: bool | None) -> None:
    assert holds(rule(expires=expires), replace(CALL, now=now)) is holding


def test_expiry_and_an_unknown_time_are_reported() -> None:
    of = rule(expires=SATURDAY)
    assert why_not(of, CALL) == "It expired at 2026-11-21 12:30 UTC."
    assert why_not(of, replace(CALL, now=None)) == "The time is unknown."


@pytest.mark.parametrize(
    ("wanted", "now", "holding"),
    [
        (TimeOfDay(), SATURDAY, True),
        (TimeOfDay(begins=480, ends=1080), SATURDAY, True),
        (TimeOfDay(begins=480, ends=750), SATURDAY, False),  # it ends at 12:30
        (TimeOfDay(begins=750), SATURDAY, True),
        (TimeOfDay(frozenset({"sat"})), SATURDAY, True),
        (TimeOfDay(frozenset({"mon"})), SATURDAY, False),
        (TimeOfDay(frozenset({"fri"}), 1320, 360), SATURDAY.replace(hour=5), True),  # Friday's night
        (TimeOfDay(frozenset({"fri"}), 1320, 360), SATURDAY.replace(hour=23), False),
        (TimeOfDay(frozenset({"sat"}), 1320, 360), SATURDAY.replace(hour=23), True),
        (TimeOfDay(frozenset({"sat"}), 1320, 360), SATURDAY.replace(hour=5), False),
        (TimeOfDay(begins=600, ends=600), SATURDAY, True),  # all day and night, from ten to ten
        (TimeOfDay(begins=810, ends=840, zone="Europe/Berlin"), SATURDAY, True),  # 13:30 there
        (TimeOfDay(begins=810, ends=840, zone="UTC"), SATURDAY, False),
        (TimeOfDay(begins=1050, ends=1051), SATURDAY.astimezone(timezone(timedelta(hours=5))), True),  # local: 17:30
        (TimeOfDay(zone="Mars/Crater"), SATURDAY, None),
        (TimeOfDay(zone="../../etc/passwd"), SATURDAY, None),
        (TimeOfDay(), None, None),
    ],
)
def test_a_time_of_day_is_one_of_its_zone(wanted: TimeOfDay, now: datetime | None, holding: bool | None) -> None:
    of, facts = rule(time=wanted), replace(CALL, now=now)
    assert holds(of, facts) is holding
    said = {True: "", False: "It does not apply at this time of day or week.", None: "The time is unknown."}
    assert why_not(of, facts) == said[holding]


@pytest.mark.parametrize("fits", [True, False, None])
def test_arguments_fit_a_schema_as_the_facts_say(fits: bool | None) -> None:
    of, facts = rule(arguments=ArgumentSchema({}, "d")), replace(CALL, fits=lambda schema: fits)
    assert holds(of, facts) is fits
    untold = "It is unknown whether the inputs meet its schema."
    assert why_not(of, facts) == {True: "", False: "The inputs do not meet its schema.", None: untold}[fits]


@pytest.mark.parametrize(
    ("effect", "paths", "holding", "why"),
    [
        (ALLOW, (INSIDE,), True, ""),
        (
            ALLOW,
            (INSIDE, OUTSIDE),
            False,
            "The input path leads to /etc, outside /data or /more.",
        ),
        (ALLOW, (LOST,), None, "It is unknown where the input path leads: it is relative."),
        (ALLOW, None, None, "It is unknown where the paths in the inputs lead."),
        (DENY, (INSIDE, OUTSIDE), True, ""),
        (DENY, (OUTSIDE,), False, "No path in the inputs lies within /data or /more."),
        (DENY, (OUTSIDE, LOST), None, "It is unknown where the input path leads: it is relative."),
        (ALLOW, (INSIDE, ODD), None, "The input text could be a path; name the rule's arguments."),
        (DENY, (replace(ODD, place=None, why="it is odd"),), None, UNSURE),
    ],
)
def test_paths_lie_within_for_all_or_for_any(
    effect: Effect, paths: tuple[PathFact, ...] | None, holding: bool | None, why: str
) -> None:
    folders = MappingProxyType({"/data": FOLDER, "/more": FOLDER})
    facts = replace(CALL, paths=paths, folders=folders)
    of = rule(effect, paths=PathsWithin(("/data", "/more")))
    assert (holds(of, facts), why_not(of, facts)) == (holding, why)


def test_s35_a_folder_that_is_a_link_is_told() -> None:
    folders = MappingProxyType({"/data": replace(FOLDER, linked=True), "/more": Place("/more", ((1, 9),))})
    facts = replace(CALL, paths=(INSIDE,), folders=folders)
    paths = PathsWithin(("/data", "/more"))
    assert holds(rule(ALLOW, paths=paths), facts) is False
    assert why_not(rule(ALLOW, paths=paths), facts) == (
        "The input path leads to /data/x, outside /data or /more. "
        "/data is a link, and no rule allows by one: write where it leads."
    )
    assert holds(rule(DENY, paths=paths), facts) is True


@pytest.mark.parametrize(
    ("effect", "hosts", "holding", "why"),
    [
        (ALLOW, ("example.com",), True, ""),
        (
            ALLOW,
            ("example.com", "evil.example"),
            False,
            "The input url is at evil.example, not at example.com.",
        ),
        (ASK, ("evil.example",), False, "Nothing in the inputs is at example.com."),
        (ASK, ("example.com", "evil.example"), True, ""),
        (DENY, None, None, "It is unknown which hosts the inputs name."),
    ],
)
def test_hosts_are_met_by_all_or_by_any(
    effect: Effect, hosts: tuple[str, ...] | None, holding: bool | None, why: str
) -> None:
    named = None if hosts is None else tuple(HostFact("$.url", "url", "url", host, 443) for host in hosts)
    facts = replace(CALL, hosts=named)
    of = rule(effect, hosts=Hosts((HostPattern("example.com"),)))
    assert (holds(of, facts), why_not(of, facts)) == (holding, why)


def test_what_the_log_keeps_names_no_input_and_nothing_that_is_in_one() -> None:
    """Bodies of records cannot be forgotten, and a name may be a patient's."""
    secret = PathFact("$.anna", "anna", "path", Place("/secret", ((1, 9),)), text="/secret")
    folders = MappingProxyType({"/data": FOLDER})
    within = rule(ALLOW, paths=PathsWithin(("/data",)))
    at = rule(ALLOW, hosts=Hosts((HostPattern("example.com"),)))
    host = HostFact("$.anna", "anna", "url", "secret.example", 443)
    for each in (replace(secret, place=None, why="it is odd"), replace(secret, kind="unclear", place=None)):
        for named in (replace(host, host=None, why="it is odd"), replace(host, kind="unclear", host=None)):
            facts = replace(CALL, paths=(each,), hosts=(named,), folders=folders)
            for of in (within, at):
                kept = why_not(of, facts, for_log=True)
                assert kept
                assert "secret" not in kept
                assert "anna" not in kept
                assert "anna" in why_not(of, facts)


def test_names_and_places_cannot_pass_for_words_of_ours() -> None:
    odd = PathFact("$", 'path leads to /data. "', "path", Place('/x", outside nothing', ((1, 9),)), text="x")
    facts = replace(CALL, paths=(odd,), folders=MappingProxyType({"/data": FOLDER}))
    said = why_not(rule(ALLOW, paths=PathsWithin(("/data",))), facts)
    mark = "⟨U+0022⟩"
    assert said == f'The input "path leads to /data. {mark}" leads to "/x{mark}, outside nothing", outside /data.'


def test_of_a_long_list_five_are_reported_and_how_many_there_are_more() -> None:
    folders = tuple(f"/{name}" for name in "abcdefg")
    facts = replace(CALL, paths=(OUTSIDE,), folders=MappingProxyType(dict.fromkeys(folders, FOLDER)))
    for count, said in (
        (1, "/a"),
        (3, "/a, /b or /c"),
        (5, "/a, /b, /c, /d or /e"),
        (7, "/a, /b, /c, /d, /e or 2 more"),
    ):
        of = rule(DENY, paths=PathsWithin(folders[:count]))
        assert why_not(of, facts) == f"No path in the inputs lies within {said}."


def test_one_false_condition_is_enough_and_is_named_before_one_that_is_unknown() -> None:
    of = rule(arguments=ArgumentSchema({}, "d"), expires=SATURDAY, trust=frozenset({"user"}))
    facts = replace(CALL, now=None)
    assert holds(of, facts) is False
    assert why_not(of, facts).startswith("It requires a server")
    assert holds(of, replace(facts, trust="user")) is None


# --- annotations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "wanted", "loosely", "equal"),
    [
        (True, True, False, True),
        (1, True, False, False),
        (True, 1, False, False),
        (1.0, 1, False, True),
        (None, None, False, True),
        (0, None, False, False),
        ("High", "high", False, False),
        (" High", "high", True, True),
        ("1", 1, True, False),
        ({}, "x", True, False),
    ],
)
def test_values_are_equal_as_json_has_it(said: JsonValue, wanted: Scalar, loosely: bool, equal: bool) -> None:
    assert is_same_value(said, wanted, loosely=loosely) is equal


@pytest.mark.parametrize(
    ("annotations", "name", "wanted", "holding"),
    [
        ({"readOnlyHint": True}, "readOnlyHint", True, True),
        ({"readOnlyHint": False}, "readOnlyHint", True, False),
        ({}, "readOnlyHint", True, False),
        ({}, "readOnlyHint", False, True),  # what MCP takes for granted
        ({}, "destructiveHint", True, True),
        ({"destructiveHint": False}, "destructiveHint", True, False),
        ({"destructiveHint": "no"}, "destructiveHint", True, True),  # no boolean: it says nothing
        ({"dataHandling": ["anonymised"]}, "dataHandling", "anonymised", True),
        ({"dataHandling": ["anonymised", "identified"]}, "dataHandling", "anonymised", False),
        ({"dataHandling": []}, "dataHandling", "anonymised", False),
        ({"dataScale": "SMALL"}, "dataScale", "small", False),
        ({"level": None}, "level", None, True),
        ({}, "level", None, False),
    ],
)
def test_a_rule_that_allows_wants_every_value_of_a_trusted_server(
    annotations: JsonObject, name: str, wanted: Scalar, holding: bool
) -> None:
    facts, of = replace(CALL, trust="managed", annotations=annotations), rule(annotations=((name, (wanted,)),))
    assert holds(of, facts) is holding
    assert why_not(of, facts) == ("" if holding else f"The annotation {name} does not have a required value.")


@pytest.mark.parametrize("effect", [ASK, DENY])
def test_a_rule_that_asks_or_denies_wants_any_value_in_any_capitals(effect: Effect) -> None:
    of = rule(effect, annotations=(("dataHandling", ("identified", "secret")),))
    assert holds(of, replace(CALL, trust="user", annotations={"dataHandling": ["x", "Identified "]})) is True
    assert holds(of, replace(CALL, trust="user", annotations={"dataHandling": "x"})) is False


@pytest.mark.parametrize("effect", [ASK, DENY])
def test_a_trusted_server_that_denies_a_hint_is_believed(effect: Effect) -> None:
    of = rule(effect, annotations=(("destructiveHint", (True,)),))
    assert holds(of, replace(CALL, trust="user", annotations={"destructiveHint": False})) is False
    assert holds(of, replace(CALL, trust="user")) is True


def test_the_administrators_rule_believes_what_the_administrator_vouched_for() -> None:
    facts = replace(CALL, trust="user", annotations={"readOnlyHint": True})
    wanted = (("readOnlyHint", (True,)),)
    assert holds(rule(ALLOW, "managed", annotations=wanted), facts) is False
    assert holds(rule(ALLOW, "managed", annotations=wanted, trust=frozenset({"user"})), facts) is True
    assert holds(rule(ALLOW, "managed", annotations=wanted), replace(facts, trust="managed")) is True
    assert holds(rule(ALLOW, "user", annotations=wanted), facts) is True
    # Nor does the user's vouching keep a rule of the administrator from asking.
    asks = rule(ASK, "managed", annotations=(("readOnlyHint", (False,)),))
    assert holds(asks, facts) is True
    assert holds(asks, replace(facts, trust="managed")) is False


class ShortName(Condition, frozen=True):
    """``short_name``: calls of tools with short names, as a maintainer would add it."""

    letters: int

    key, rank, schema = "short_name", 0, {"type": "integer", "minimum": 1}  # as others

    @classmethod
    def read(cls, raw: JsonValue, found: list[Complaint]) -> ShortName:
        if raw == 13:
            found.append((("match", cls.key), "is an unlucky number", "Write another one."))
        return cls(int(str(raw)))

    def write(self) -> JsonValue:
        return self.letters

    def phrases(self, allows: bool) -> Iterator[str]:
        yield f"where {'every' if allows else 'any'} name has at most {self.letters} letters"

    def holds(self, rule: Rule, facts: CallFacts) -> bool | None:
        return None if not facts.tool else len(facts.tool) <= self.letters

    def why_unmet(self, rule: Rule, facts: CallFacts) -> str:
        return "The name is too long."

    def why_unclear(self, rule: Rule, facts: CallFacts, for_log: bool) -> str:
        return "There is no name."

    def needs(self) -> Needs:
        return Needs(hosts=True)


def test_a_condition_that_is_added_to_the_list_is_parsed_written_worded_and_evaluated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = '{"id": "a", "effect": "allow", "match": {"server": "s", "short_name": 4}}'
    assert parse_rule(text)[0] is None, "nobody knows it yet"
    monkeypatch.setattr(conditions, "CONDITIONS", (*conditions.CONDITIONS, ShortName))
    made, problems = parse_rule(text)
    assert made is not None, problems
    assert made.conditions == (ShortName(4),)
    assert rule_json(made)["match"] == {"server": "s", "short_name": 4}
    assert "at most 4 letters" in rule_words(made)
    assert Index([made]).needs("s", "read", "app") == Needs(hosts=True)
    short, long, none = (replace(CALL, server="s", tool=tool) for tool in ("read", "write", ""))
    assert [holds(made, facts) for facts in (short, long, none)] == [True, False, None]
    assert [why_not(made, facts) for facts in (short, long, none)] == ["", "The name is too long.", "There is no name."]
    sources = [PolicySource("managed", "managed.json", rules=(made,))]
    assert [evaluate(facts, sources).effect for facts in (short, long)] == [ALLOW, ASK]
    (problem,) = parse_rule(text.replace("4", "13"))[1]
    assert (problem.line, problem.key, problem.problem) == (1, "match.short_name", "is an unlucky number")
    assert parse_rule(text.replace("4", '"x"'))[0] is None, "its own schema counts"


def test_a_zone_that_this_system_does_not_know_is_told_where_it_stands() -> None:
    made, (problem,) = parse_rule('{"effect": "ask", "match": {"time": {"zone": "Nowhere/Else"}}}')
    assert made is None
    assert (problem.key, problem.problem) == (
        "match.time.zone",
        'is no time zone that this system knows: "Nowhere/Else"',
    )


def test_a_finding_that_may_be_in_what_nobody_looked_at_says_so() -> None:
    unseen = replace(CALL, findings=(Finding("not-inspected", Severity.MEDIUM, "It was too long."),))
    asking = rule(ASK, findings=frozenset({"secret"}))
    assert holds(asking, unseen) is None
    assert why_not(asking, unseen) == "Not all of the call could be inspected."


# What servers ask of apps

SAMPLING = replace(CALL, tool="sampling/createMessage", method="sampling/createMessage")


def test_s27_a_rule_about_calls_says_nothing_of_what_a_server_asks() -> None:
    assert holds(rule(ALLOW), SAMPLING) is False
    assert holds(rule(ASK), SAMPLING) is False
    assert holds(Rule("r", DENY, Match(server="files")), SAMPLING) is True
    assert holds(Rule("r", DENY, Match(tool="*sampling*")), SAMPLING) is False
    assert holds(rule(DENY, time=TimeOfDay()), SAMPLING) is False
    assert why_not(rule(ALLOW), SAMPLING) == "It is about something else."


def test_s27_a_rule_about_a_method_says_nothing_of_calls() -> None:
    about = rule(ALLOW, method=frozenset({"sampling/createMessage"}))
    assert (holds(about, SAMPLING), holds(about, CALL)) == (True, False)
    assert holds(rule(ALLOW, method=frozenset({"roots/list"})), SAMPLING) is False
    assert why_not(rule(ALLOW, method=frozenset({"roots/list"})), SAMPLING) == "It is about something else."


@pytest.mark.parametrize(
    ("method", "severity", "effect"),
    [
        ("sampling/createMessage", None, ASK),
        ("elicitation/create", None, ALLOW),
        ("roots/list", None, ALLOW),
        ("elicitation/create", Severity.INFO, ALLOW),
        ("elicitation/create", Severity.MEDIUM, ASK),
        ("roots/list", Severity.HIGH, ASK),
        ("tools/list", None, DENY),
    ],
)
def test_s27_defaults_for_what_servers_ask(method: str, severity: Severity | None, effect: Effect) -> None:
    findings = () if severity is None else (Finding("private-host", severity, "x"),)
    facts = replace(CALL, tool=method, method=method, findings=findings)
    source = PolicySource("user", "p", rules=(Rule("all", ALLOW, Match(server="files")),))
    assert evaluate(facts, [source]).effect is effect


def test_s27_a_rule_with_a_method_names_no_tool_and_reads_as_what_it_is() -> None:
    made, problems = parse_rule('{"effect": "deny", "match": {"method": "roots/list", "tool": "x"}}')
    assert made is None
    assert "no tool is called" in str(problems[0])
    both = '{"id": "r", "effect": "deny", "match": {"server": "s", "method": ["roots/list", "sampling/createMessage"]}}'
    made, _ = parse_rule(both)
    assert made is not None
    assert rule_words(made) == (
        'Rule "r" of policy.json denies what s asks of apps '
        "(where the server asks for the app's folders or uses the app's model)."
    )
    assert rule_json(made)["match"] == {"server": "s", "method": ["roots/list", "sampling/createMessage"]}


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (DENY, 'Rule "r" of policy.json denies what files asks of apps, under its conditions.'),
        (ALLOW, 'Rule "r" of policy.json allows what files asks of apps, under its conditions.'),
    ],
)
def test_s27_a_rule_about_a_method_decides_and_says_what_it_is_about(effect: Effect, said: str) -> None:
    wanted = wanting(method=frozenset({"sampling/createMessage"}))
    about = Rule("r", effect, Match(server="files"), conditions=wanted)
    verdict = evaluate(SAMPLING, [PolicySource("user", "p", rules=(about,))])
    assert (verdict.effect, verdict.because) == (effect, said)


@pytest.mark.parametrize(
    ("match", "said"),
    [
        (Match(), "what servers ask"),
        (Match(server="s"), "what s asks of apps"),
        (Match(server="s", app="a"), "what s asks of a"),
        (Match(app="a"), "what * asks of a"),
    ],
)
def test_a_rule_about_a_method_names_servers_and_apps(match: Match, said: str) -> None:
    assert matches(Rule("r", ASK, match, conditions=wanting(method=frozenset({"roots/list"})))) == said


# The form in which rules are written


class Plain(Condition, frozen=True):
    """A condition that declares no field: it stands in the text alone."""

    key, rank = "plain", 0


class Shown(Condition, frozen=True):
    """One with a field, in a group of its own."""

    key, rank = "shown", 0
    fields = (FormField((), "text", "Shown", group="Other things"), FormField(("inner",), "lines", "Inner"))


def test_a_condition_brings_its_fields_and_nothing_else_has_to_change(monkeypatch: pytest.MonkeyPatch) -> None:
    before = form_fields()
    monkeypatch.setattr(conditions, "CONDITIONS", (*conditions.CONDITIONS, Plain, Shown))
    new = [field.key for field in form_fields() if field not in before]
    assert new == [("match", "shown", "inner"), ("match", "shown")]


def test_fields_of_one_group_are_together_and_no_two_have_one_key() -> None:
    found = form_fields()
    groups = [field.group for field in found]
    assert sorted(groups, key=list(dict.fromkeys(groups)).index) == groups
    assert len({field.key for field in found}) == len(found)
    assert found[0].key == ("effect",)


def test_every_field_that_may_stand_alone_names_a_field() -> None:
    keys = {field.key for field in form_fields()}
    assert all((*field.key[:-1], field.alone) in keys for field in form_fields() if field.alone)


EDIT: Final[JsonObject] = {
    "type": "object",
    "properties": {"old": {"type": "string"}, "new": {"type": "string", "maxLength": 9}},
    "required": ["new", "old"],
    "additionalProperties": False,
}


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
        ({"properties": {"n": EDIT}, "required": ["n"]}, ("where n is made of old and new",)),
        (
            {"properties": {"n": {"type": "array", "items": EDIT, "maxItems": 2}}, "required": ["n"]},
            ("where n is made of old and new",),
        ),
        (
            {
                "properties": {"n": {"type": "array", "items": EDIT, "minItems": 1, "maxItems": 1}},
                "required": ["n"],
            },
            ("where n is 1 item, made of old and new",),
        ),
        (
            {
                "properties": {"n": {"type": "array", "items": EDIT, "minItems": 3, "maxItems": 3}},
                "required": ["n"],
            },
            ("where n is 3 items, each made of old and new",),
        ),
        ({"properties": {"n": EDIT}}, None),
        ({"properties": {"n": EDIT | {"required": ["old"]}}, "required": ["n"]}, None),
        ({"properties": {"n": EDIT | {"additionalProperties": True}}, "required": ["n"]}, None),
        ({"properties": {"n": True}, "required": ["n"]}, None),
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


def test_it_is_reported_where_the_tool_may_ignore_what_lies_there() -> None:
    address = HostFact("$.note.url", "url", "url", "ok.com", 443, ignorable=True)
    facts = replace(
        CALL, paths=(replace(INSIDE, ignorable=True),), hosts=(address,), folders=MappingProxyType({"/data": FOLDER})
    )
    for of in (rule(paths=PathsWithin(("/data",))), rule(hosts=Hosts((HostPattern("ok.com"),)))):
        assert holds(of, facts) is False
        assert why_not(of, facts).startswith("The tool may ignore the inputs in question")


@pytest.mark.parametrize("name", ["CMD", "Cmd", "\uff43md"])
@pytest.mark.parametrize("nested", [False, True])
async def test_s45_an_input_that_reads_like_one_of_a_rules_schema_does_not_let_a_call_pass(
    name: str, nested: bool
) -> None:
    wanted: JsonObject = {"type": "object", "required": ["cmd"], "properties": {"cmd": {"pattern": "rm"}}}
    allowed: JsonObject = {"type": "object", "properties": {"cmd": {"pattern": "^ls"}}}
    denies, asks = (_rule_of(effect, wanted) for effect in ("deny", "ask"))
    allows = _rule_of("allow", allowed)
    checker = SchemaChecker()
    needs = needs_of(denies) | needs_of(allows)

    async def facts(arguments: JsonObject) -> CallFacts:
        call = CallContext("s", "t", "a", True, "none", arguments, canonical(arguments), None)
        return await Gatherer(checker).facts(call, (), needs=needs, now=SATURDAY)

    await checker.start()
    try:
        twin = await facts({"a": [{name: "rm x"}]} if nested else {name: "rm x"})
        assert [holds(of, twin) for of in (denies, asks, allows)] == [None, None, None]
        countless = await facts({"cmd": "ls", "other": [0] * MAX_NAMES})
        assert [holds(of, countless) for of in (denies, asks, allows)] == [None, None, None]
        plain = await facts({"cmd": "ls", "other": 1})
        assert [holds(of, plain) for of in (denies, asks, allows)] == [False, False, True]
        meant = await facts({"cmd": "rm x", name: "ls"})
        assert [holds(of, meant) for of in (denies, allows)] == [True, False]
    finally:
        await checker.stop()


def _rule_of(effect: str, schema: JsonObject) -> Rule:
    found, _ = parse_rule(json.dumps({"effect": effect, "match": {"arguments": schema}}))
    assert found is not None
    return found
