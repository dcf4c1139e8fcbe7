from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.arguments.facts import HostFact, PathFact, Place, within
from host.arguments.texts import host_facts, path_candidates
from host.model import JsonValue
from host.policy.facts import CallFacts
from host.policy.model import HostPattern
from host.policy.place_conditions import (
    Hosts,
    PathsWithin,
    any_of,
    every,
    host_matches,
    lies_within,
)
from host.values import replace
from tests.support.effort import BOUND, effort
from tests.support.rules import holds_for

TOP = (1, 1)
ROOT = Place("/root", ((1, 2), TOP))
INSIDE = Place("/root/a", ((1, 3), (1, 2), TOP))
OUTSIDE = Place("/out", ((1, 9), TOP))
RULE = PathsWithin(("/root",))


def path(place: Place | None, *maybe: Place, kind: str = "path", key: str = "path", text: str = "/x") -> PathFact:
    formed: Literal["path", "unclear"] = "path" if kind == "path" else "unclear"
    return PathFact(f"$.{key}", key, formed, place, "", maybe, text, names=frozenset({key}))


KNOWN = {"/root": ROOT}


def says(*paths: PathFact, allow: bool, rule: PathsWithin = RULE, folders: dict[str, Place] = KNOWN) -> bool | None:
    return holds_for(CallFacts("s", "t", "a", True, paths=paths, folders=folders), rule, allow=allow)


def may_lie_within(fact: PathFact, folder: Place) -> bool | None:
    """Whether by any reading one path lies in one folder, as ``paths_within`` means it where it asks or denies."""
    found = any_of(within(place, folder) for place in (fact.place, *fact.other_places) if place is not None)
    return None if found is False and fact.place is None else found


def test_a_rule_that_allows_wants_every_path_within_and_one_at_least() -> None:
    assert says(path(INSIDE), allow=True) is True
    assert says(path(INSIDE), path(OUTSIDE), allow=True) is False
    assert says(path(INSIDE), path(None), allow=True) is None
    assert says(path(INSIDE), path(None), path(OUTSIDE), allow=True) is False
    assert says(allow=True) is False


def test_a_rule_that_denies_wants_any() -> None:
    assert says(path(OUTSIDE), path(INSIDE), allow=False) is True
    assert says(path(OUTSIDE), allow=False) is False
    assert says(path(OUTSIDE), path(None), allow=False) is None
    assert says(path(None), path(INSIDE), allow=False) is True
    assert says(allow=False) is False


def test_what_some_reader_sees_counts_against_the_call_both_ways() -> None:
    assert says(path(INSIDE, OUTSIDE), allow=True) is False
    assert says(path(INSIDE, INSIDE), allow=True) is True
    assert says(path(OUTSIDE, INSIDE), allow=False) is True
    assert says(path(None, INSIDE), allow=False) is True
    assert says(path(None, OUTSIDE), allow=False) is None


def test_what_was_not_gathered_is_unknown() -> None:
    bare = CallFacts("s", "t", "a", True)
    for allow in (True, False):
        assert holds_for(bare, RULE, allow=allow) is None
        assert holds_for(bare, Hosts((HostPattern("a"),)), allow=allow) is None


def test_a_folder_that_could_not_be_resolved_allows_nothing_and_may_hold_anything() -> None:
    assert says(path(INSIDE), allow=True, folders={}) is not True
    assert says(path(INSIDE), allow=False, folders={}) is None
    both = PathsWithin(("/root", "/gone"))
    assert says(path(INSIDE), allow=True, rule=both) is True
    assert says(path(OUTSIDE), allow=False, rule=both) is None


def test_an_unclear_text_forbids_an_allow_unless_the_rule_names_its_arguments() -> None:
    unclear = path(None, kind="unclear", key="encoding", text="utf-8")
    assert says(path(INSIDE), unclear, allow=True) is None
    assert says(path(INSIDE), unclear, allow=True, rule=PathsWithin(("/root",), ("path",))) is True
    assert says(path(INSIDE, kind="unclear"), allow=True) is None


def test_named_arguments_must_be_there_and_within_and_so_must_all_that_looks_like_a_path() -> None:
    named = PathsWithin(("/root",), ("path",))
    assert says(path(INSIDE, key="other"), allow=True, rule=named) is False
    assert says(path(INSIDE), path(OUTSIDE, key="other", text="/out"), allow=True, rule=named) is False
    assert says(path(INSIDE), path(None, key="other", text="word"), allow=True, rule=named) is True
    assert says(path(INSIDE), path(None, key="other", text="../x"), allow=True, rule=named) is None
    deep = PathFact("$.path.x", "x", "unclear", None, text="word", names=frozenset({"path", "x"}))
    assert says(path(INSIDE), deep, allow=True, rule=named) is None
    late = PathFact("$", "", "unclear", None)
    assert says(path(INSIDE), late, allow=True, rule=named) is None


def test_a_name_is_found_among_the_steps_and_not_inside_one() -> None:
    named = PathsWithin(("/root",), ("path",))
    inside = path_candidates({"path": "/root/a"}, home="/home")
    assert [it.fact.names for it in inside] == [{"path"}]
    longer = path_candidates({"pathology": "word"}, home="/home")
    assert says(path(INSIDE), *(it.fact for it in longer), allow=True, rule=named) is True
    after = path_candidates({"pathology": {"path": [{"x": "word"}]}}, home="/home")
    assert says(path(INSIDE), *(it.fact for it in after), allow=True, rule=named) is None


def test_hosts_are_quantified_as_paths_are() -> None:
    rule = Hosts((HostPattern("ok.com"), HostPattern("b.com", below=True)))

    def hosts(*facts: HostFact, allow: bool) -> bool | None:
        return holds_for(CallFacts("s", "t", "a", True, hosts=facts), rule, allow=allow)

    ok, evil = HostFact("$.url", "url", "url", "ok.com", 443), HostFact("$.u", "u", "url", "evil.com", 443)
    unsure = HostFact("$.v", "v", "url", None, other_hosts=("ok.com",))
    unclear = HostFact("$.w", "w", "unclear", "ok.com")
    assert hosts(ok, allow=True) is True
    assert hosts(ok, evil, allow=True) is False
    assert hosts(ok, unsure, allow=True) is None
    assert hosts(ok, unclear, allow=True) is None
    assert hosts(allow=True) is False
    assert hosts(evil, ok, allow=False) is True
    assert hosts(evil, allow=False) is False
    assert hosts(evil, unsure, allow=False) is True


def test_named_arguments_bound_hosts() -> None:
    rule = Hosts((HostPattern("intranet"),), ("mirror",))
    for arguments, allow, said in (
        ({"mirror": "intranet"}, True, True),
        ({"mirror": "intranet", "word": "GET"}, True, True),
        ({"mirror": "intranet", "word": "https://evil.com/"}, True, False),
        ({"word": "intranet"}, True, False),
        ({"mirror": " intranet"}, False, True),
        ({"mirror": "other"}, False, False),
    ):
        facts = CallFacts("s", "t", "a", True, hosts=host_facts(arguments))  # type: ignore[arg-type]  # literals
        assert holds_for(facts, rule, allow=allow) is said, arguments


NAMES_PATH: dict[str, JsonValue] = {"type": "object", "properties": {"path": {"type": "string", "default": "/"}}}


@pytest.mark.parametrize(
    ("arguments", "schema", "counts"),
    [
        ({"path": "/root/a"}, NAMES_PATH, True),
        ({"note": {"path": "/root/a"}}, NAMES_PATH, False),
        ({"path": None, "note": {"path": "/root/a"}}, NAMES_PATH, False),
        ({"path": [[]], "note": [{"path": "/root/a"}]}, NAMES_PATH, False),
        ({"path": True, "note": {"path": "/root/a"}}, NAMES_PATH, False),
        ({"note": {"path": "/root/a"}}, {"anyOf": [{"required": ["path"]}], **NAMES_PATH}, False),
        ({"note": {"path": "/root/a"}}, {"allOf": [NAMES_PATH]}, False),
        ({"path": "/root/a"}, {"allOf": [NAMES_PATH], "properties": {"depth": {}}}, True),
        ({"path": "/root/a"}, {"properties": {"folder": {}}, "additionalProperties": {}}, False),
        ({"path": "/root/a", "depth": 3}, {"properties": {"depth": {}}}, True),
        ({"edits": [{"path": "/root/a"}]}, {"properties": {"edits": {"items": NAMES_PATH}}}, True),
        ({"edits": [{"path": "/root/a"}]}, {"properties": {"edits": {"items": {"$ref": "#/x"}}}}, False),
        (
            {"edits": [{"path": "/root/a"}]},
            {"properties": {"edits": {"items": {"$ref": "#/x"}}}, "x": NAMES_PATH},
            True,
        ),
        (
            {"edits": [{"note": {"path": "/root/a"}}]},
            {"properties": {"edits": {"items": {"$ref": "#/x/0/a~1b"}}}, "x": [{"a/b": NAMES_PATH}]},
            False,
        ),
        ({"path": "/root/a"}, {"properties": {"depth": {}}, "allOf": [{"$ref": "#/x"}]}, False),
        ({"path": "/root/a"}, {"properties": {"depth": {}}, "allOf": [{"$ref": "#/x"}], "x": NAMES_PATH}, True),
        ({"note": {"path": "/root/a"}}, {"$ref": "#/$defs/x", "$defs": {"x": NAMES_PATH}}, False),
        ({"path": "/root/a"}, {"$ref": "#/$defs/x", "$defs": {"x": NAMES_PATH}}, True),
        ({"note": {"path": "/root/a"}}, {"$ref": "#/$defs/x", "$defs": {"x": {"$ref": "#/$defs/x"}}}, False),
        ({"note": {"path": "/root/a"}}, {"$ref": "#"}, False),
        ({"note": {"path": "/root/a"}}, {"$ref": "https://x.example/"}, False),
        ({"note": {"path": "/root/a"}}, {"$ref": "#/x/9", "x": [{}]}, False),
        ({"note": {"path": "/root/a"}}, {"$ref": f"#/x/{'9' * 5_000}", "x": [{}]}, False),
        ({"note": {"path": "/root/a"}}, {"$ref": "#/x", "x": {str(at): {} for at in range(100)}}, False),
        ({"path": "/root/a"}, {"$ref": f"#/{'x' * 500}", "x" * 500: NAMES_PATH}, False),
        (
            {"path": "/root/a", "depth": 3},
            {"$ref": "#/x", "x": {"properties": {"folder": {}}}, "properties": {"depth": {}}},
            False,
        ),
        ({"path": "/root/a"}, {"allOf": [{"allOf": [{"properties": {"folder": {}}}]}]}, False),
        ({"path": "/root/a"}, {"allOf": [*[{}] * 40, {"properties": {"folder": {}}}]}, False),
        ({"note": {"path": "/root/a"}}, {"type": "object"}, True),
        ({"note": {"path": "/root/a"}}, None, True),
    ],
)
def test_s35_what_the_tool_may_ignore_does_not_show_that_it_works_within(
    arguments: dict[str, JsonValue], schema: JsonValue, counts: bool
) -> None:
    found = tuple(
        replace(candidate.fact, place=INSIDE) for candidate in path_candidates(arguments, schema, home="/home")
    )
    assert says(*found, allow=True, rule=PathsWithin(("/root",), ("path",))) is counts
    assert says(*found, allow=True) is counts
    assert says(*found, allow=False) is True  # it counts against the call all the same


def test_s35_a_host_that_the_tool_may_ignore_does_not_show_that_it_goes_there() -> None:
    schema: JsonValue = {"properties": {"url": {"type": "string", "default": "https://other.example/"}}}
    for arguments, counts in (({"url": "https://ok.com/"}, True), ({"note": {"url": "https://ok.com/"}}, False)):
        facts = CallFacts("s", "t", "a", True, hosts=host_facts(arguments, schema))  # type: ignore[arg-type]  # literals
        for rule in (Hosts((HostPattern("ok.com"),)), Hosts((HostPattern("ok.com"),), ("url",))):
            assert holds_for(facts, rule, allow=True) is counts
            assert holds_for(facts, rule, allow=False) is True


def test_one_fact_lies_within_by_every_reading_or_by_any() -> None:
    assert lies_within(path(INSIDE, OUTSIDE), ROOT) is False
    assert says(path(INSIDE, OUTSIDE), allow=False) is True
    assert lies_within(path(None, INSIDE), ROOT) is None
    assert says(path(None), allow=False) is None
    assert says(path(OUTSIDE), allow=False) is False


def test_three_truths_combine() -> None:
    assert (every([]), every([True, None]), every([None, False])) == (True, None, False)
    assert (any_of([]), any_of([False, None]), any_of([None, True])) == (False, None, True)


@st.composite
def places(draw: st.DrawFn) -> Place:
    above = draw(st.lists(st.sampled_from([(1, 2), (1, 3), (1, 4)]), max_size=3, unique=True))
    return Place("/x", (*above, TOP), tuple(draw(st.lists(st.sampled_from("aAb"), max_size=2))))


FACTS = st.lists(
    st.builds(
        lambda place, maybe, kind: path(place, *maybe, kind=kind),
        st.none() | places(),
        st.lists(places(), max_size=2),
        st.sampled_from(["path", "unclear"]),
    ),
    max_size=4,
)


@given(FACTS, st.lists(places(), min_size=1, max_size=3))
def test_s35_many_at_once_are_told_as_each_alone_is(facts: list[PathFact], folders: list[Place]) -> None:
    known = {f"/f{number}": folder for number, folder in enumerate(folders)}
    rule = PathsWithin(tuple(known))
    denies = any_of([may_lie_within(fact, folder) for fact in facts for folder in folders])
    assert says(*facts, allow=False, rule=rule, folders=known) is denies
    surely = [
        any_of([lies_within(fact, folder) for folder in folders]) if fact.kind == "path" else None for fact in facts
    ]
    assert says(*facts, allow=True, rule=rule, folders=known) is (every(surely) if facts else False)


@pytest.mark.full
def test_s22_many_paths_and_many_folders_hold_nobody_up() -> None:
    folders = {f"/f{number}": Place(f"/f{number}", ((2, number), TOP)) for number in range(256)}
    facts = [path(Place("/f255/x", ((3, number), (2, 255), TOP))) for number in range(20_000)]
    rule = PathsWithin(tuple(folders))
    assert says(*facts, allow=True, rule=rule, folders=folders) is True
    assert effort(lambda: says(*facts, allow=True, rule=rule, folders=folders)) < BOUND, "five million comparisons"
    del folders["/f255"]
    assert says(*facts, allow=False, rule=PathsWithin(tuple(folders)), folders=folders) is False


def test_s35_no_rule_allows_by_a_folder_whose_own_name_is_a_links() -> None:
    linked = {"/root": replace(ROOT, linked=True)}
    assert says(path(INSIDE), allow=True, folders=linked) is False
    assert says(path(INSIDE), allow=False, folders=linked) is True
    assert says(path(OUTSIDE), allow=False, folders=linked) is False
    both = PathsWithin(("/root", "/same"))
    assert says(path(INSIDE), allow=True, rule=both, folders={**linked, "/same": ROOT}) is True


PARTS = ("a", "b", "c")
hosts_of = st.lists(st.sampled_from(PARTS), min_size=1, max_size=3).map(".".join) | st.just("10.0.0.7")
patterns = st.builds(HostPattern, hosts_of, st.booleans(), st.sampled_from([None, "any", 80, 443]))
host_facts_of = st.builds(
    HostFact,
    st.sampled_from(["$.url", "$.to", "$"]),
    st.sampled_from(["url", "to"]),
    st.sampled_from(["url", "unclear"]),
    st.none() | hosts_of,
    st.sampled_from([None, 80, 443]),
    st.booleans(),
    st.just(""),
    st.lists(hosts_of, max_size=2).map(tuple),
    st.sampled_from(["word", "https://a.b/"]),
    st.just(value=False),
    st.sampled_from([frozenset({"url"}), frozenset({"to"}), frozenset({"to", "url"})]),
)


@given(
    st.lists(host_facts_of, max_size=4).map(tuple),
    st.lists(patterns, min_size=1, max_size=3).map(tuple),
    st.sampled_from([(), ("url",)]),
)
def test_hosts_that_are_found_by_name_say_the_same_as_each_compared_with_each(
    facts: tuple[HostFact, ...], wanted: tuple[HostPattern, ...], arguments: tuple[str, ...]
) -> None:
    relevant = [
        fact
        for fact in facts
        if not arguments or fact.where == "$" or "url" in fact.names or (fact.kind == "url" and fact.text != "word")
    ]
    plainly = any_of(host_matches(fact, pattern, allow=False) for fact in relevant for pattern in wanted)
    call = CallFacts("s", "t", "a", True, hosts=facts)
    for _ in range(2):
        assert holds_for(call, Hosts(wanted, arguments), allow=False) is plainly


@pytest.mark.full
def test_many_hosts_are_compared_with_many_rules_without_holding_anybody_up() -> None:
    facts = tuple(HostFact(f"$.k{n}", f"k{n}", "url", f"h{n}.a.example.com", 443) for n in range(2_000))
    call = CallFacts("s", "t", "a", True, hosts=facts)
    rules = [Hosts(tuple(HostPattern(f"x{n}-{rule}.org") for n in range(256))) for rule in range(100)]
    assert not any(holds_for(call, rule, allow=False) for rule in rules)
    assert effort(lambda: [holds_for(call, rule, allow=False) for rule in rules]) < BOUND, "50 million comparisons"
