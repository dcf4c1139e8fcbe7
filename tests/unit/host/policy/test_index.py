from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.model import Effect, sha256_hex
from host.policy import index
from host.policy.facts import NOTHING_NEEDED, ArgumentSchema, Needs, all_of
from host.policy.index import Index, index_of, needs, waiting_index
from host.policy.model import HostPattern, Match, PolicySource, Rule, Unconfirmed
from host.policy.place_conditions import Hosts, PathsWithin
from host.values import replace
from tests.support.rules import FEWER, policies, wanting

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
SCHEMA = ArgumentSchema({"required": ["x"]}, sha256_hex(b"x"))
PATTERNS = st.none() | st.text("abAB*?[]!-", max_size=6)
NAMES = st.text("abAB[]-", max_size=6)
RULES = st.lists(
    st.builds(
        Rule, st.text("xyz", max_size=2), st.sampled_from(Effect), st.builds(Match, PATTERNS, PATTERNS, PATTERNS)
    ),
    max_size=12,
)


@given(RULES, NAMES, NAMES, NAMES)
def test_the_rules_found_are_those_whose_names_match(rules: list[Rule], server: str, tool: str, app: str) -> None:
    found = Index(rules).candidates(server, tool, app)
    assert {id(rule) for rule in found} == {id(rule) for rule in rules if rule.match.matches(server, tool, app)}
    keys = [(-rule.effect.strictness, rule.id) for rule in found]
    assert keys == sorted(keys)


@given(RULES, NAMES, NAMES, NAMES)
def test_the_twins_found_are_stricter_rules_whose_names_match_except_capitals(
    rules: list[Rule], server: str, tool: str, app: str
) -> None:
    folded = (server.lower(), tool.lower(), app.lower())
    differs = folded != (server, tool, app)
    expected = {
        id(rule)
        for rule in rules
        if rule.effect is not ALLOW and (differs or rule.match.has_capitals) and rule.match.resembles(*folded)
    }
    assert {id(rule) for rule in Index(rules).case_variants(server, tool, app)} == expected


@FEWER
@given(policies(max_rules=8), st.randoms(use_true_random=False))
def test_the_order_of_rules_in_a_file_decides_nothing(source: PolicySource, random_: random.Random) -> None:
    twin = tuple(replace(rule, reason="another") for rule in source.rules)  # as if each had stood there before
    rules = [*source.rules, *twin]
    shuffled = random_.sample(rules, len(rules))
    names = ("files", "read_file", "claude")
    assert Index(rules).candidates(*names) == Index(shuffled).candidates(*names)


def test_what_was_found_is_kept_within_bounds() -> None:
    found = Index([Rule("a", ALLOW, Match("files"))])
    first = found.candidates("files", "tool", "app")
    assert found.candidates("files", "tool", "app") is first
    for number in range(index.MAX_CACHED + 1):
        found.candidates("files", str(number), "app")
    assert found.candidates("files", "tool", "app") is not first
    long = "x" * index.MAX_CACHED_CHARACTERS
    assert found.candidates("files", long, "app") is not found.candidates("files", long, "app")


def test_a_source_is_sorted_once_and_only_by_what_counts() -> None:
    off, waits, counts = (
        Rule("off", DENY, Match(), enabled=False),
        Rule("waits", ALLOW, Match()),
        Rule("counts", ASK, Match()),
    )
    source = PolicySource("user", "u", rules=(off, waits, counts), waiting=(Unconfirmed("allows", waits),))
    assert index_of(source) is index_of(source)
    assert index_of(source).candidates("s", "t", "a") == (counts,)
    assert waiting_index(source).candidates("s", "t", "a") == (waits,)
    assert index_of(replace(source, waiting=())).candidates("s", "t", "a") == (counts, waits)


def test_what_must_be_gathered_is_what_the_rules_of_these_names_want() -> None:
    schema = Rule("a", ALLOW, Match("files"), conditions=wanting(arguments=SCHEMA))
    paths = Rule("b", DENY, Match(tool="Write"), conditions=wanting(paths=PathsWithin(("/a", "~/b"))))
    hosts = Rule("c", ASK, Match(app="claude"), conditions=wanting(hosts=Hosts((HostPattern("example.com"),))))
    plain = Rule("d", DENY, Match())
    managed = PolicySource("managed", "m", rules=(schema, plain))
    user = PolicySource("user", "u", rules=(paths, hosts))
    sources = [managed, user]
    assert needs("files", "x", "cursor", sources) == Needs((SCHEMA,))
    assert needs("web", "x", "claude", sources) == Needs(hosts=True)
    # A tool that resembles the one of a stricter rule is judged by that rule's conditions too.
    assert needs("files", "write", "claude", sources) == Needs((SCHEMA,), ("/a", "~/b"), paths=True, hosts=True)
    assert needs("web", "x", "cursor", sources) is NOTHING_NEEDED


def test_s43_what_thousands_of_rules_need_is_collected_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    joined = 0

    def join(one: Needs, other: Needs) -> Needs:
        nonlocal joined
        joined += 1
        return all_of((one, other))

    monkeypatch.setattr(Needs, "__or__", join)
    rules = [Rule(f"r{number}", ASK, Match(), conditions=(PathsWithin((f"/{number}",)),)) for number in range(1_000)]
    needed = Index(rules).needs("files", "read", "claude")
    assert len(needed.folders) == 1_000
    assert joined == 0
