from __future__ import annotations

import fnmatch
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.model import Effect
from host.policy.model import Match, PolicySource, Rule, Unconfirmed, glob_problem
from host.values import replace
from tests.support.effort import BOUND, effort

ALLOW = Rule("a", Effect.ALLOW, Match("files", "read_*"))
ASK = Rule("b", Effect.ASK, Match("files", "write_*"))
DENY = Rule("c", Effect.DENY, Match(tool="delete_*"))
GLOBS = st.text("ab*?[]!-AB\n", max_size=8)
NAMES = st.text("abAB[]-!\n", max_size=8)


@pytest.mark.parametrize(
    ("glob", "matching", "others"),
    [
        ("read_file", ["read_file"], ["Read_file", "read_file2", "xread_file", "read_file\n", ""]),
        ("read_*", ["read_", "read_file", "read_\n"], ["read", "Read_file", "xread_file"]),
        ("*", ["", "x", "\n", "\u202e"], []),
        ("?", ["x", "\n", "ä"], ["", "xx"]),
        ("[ab]x", ["ax", "bx"], ["cx", "x", "abx"]),
        ("[!ab]x", ["cx"], ["ax", "x"]),
        ("[[]x[]]", ["[x]"], ["x"]),
        ("a.b+(c)|d^$\\", ["a.b+(c)|d^$\\"], ["axb+(c)|d^$\\"]),
    ],
)
def test_a_pattern_matches_whole_names_with_regard_to_case(glob: str, matching: list[str], others: list[str]) -> None:
    for match in (Match(server=glob), Match(tool=glob), Match(app=glob)):
        assert [name for name in [*matching, *others] if match.matches(name, name, name)] == matching


def test_all_three_names_must_match_and_an_absent_pattern_matches_any() -> None:
    match = Match("files", "read_*", "claude")
    assert match.matches("files", "read_x", "claude")
    for names in (("other", "read_x", "claude"), ("files", "x", "claude"), ("files", "read_x", "other")):
        assert not match.matches(*names)
    assert Match().matches("any", "", "\0")


def test_resembling_is_matching_except_capitals() -> None:
    match = Match("Files", "Delete_[A-C]*")
    assert match.has_capitals
    assert match.resembles("files", "delete_b", "x")
    assert not match.resembles("files", "delete_d", "x")
    assert not Match("files", "delete_?").has_capitals


@given(GLOBS, NAMES)
def test_patterns_mean_what_fnmatchcase_means(glob: str, name: str) -> None:
    assert Match(tool=glob).matches("", name, "") == fnmatch.fnmatchcase(name, glob)


@given(GLOBS)
def test_a_pattern_that_is_let_through_can_match_something(glob: str) -> None:
    if not glob_problem(glob):
        # Neither a set that matches nothing nor a bracket that fnmatch takes literally.
        assert "(?!)" not in fnmatch.translate(glob)
        assert "\\[" not in fnmatch.translate(re.sub(r"\[!?\[\]", "", glob))


@pytest.mark.parametrize(
    ("glob", "problem"),
    [
        ("[a-z]*", ""),
        ("[a-]", ""),
        ("[!-~]", ""),
        ("[]]", ""),
        ("[!]]", ""),
        ("[[]", ""),
        ("a]", "has a bracket without its partner"),
        ("[", "has a bracket without its partner"),
        ("[]", "has a bracket without its partner"),
        ("[!]", "has a bracket without its partner"),
        ("[z-a]", "has a range that runs backwards"),
        ("[z-ab]", "has a range that runs backwards"),
        ("x[!9-0]", "has a range that runs backwards"),
    ],
)
def test_a_pattern_that_would_not_match_what_it_seems_to_is_a_problem(glob: str, problem: str) -> None:
    assert glob_problem(glob) == problem


@pytest.mark.full
@pytest.mark.parametrize("glob", ["*a" * 128, "*?" * 128, "*[ab]" * 51, "a*" * 128])
def test_s22_no_name_makes_a_pattern_slow(glob: str) -> None:
    name = "a" * 100_000 + "!"
    assert effort(lambda: Match(tool=glob).matches("", name, "")) < BOUND


def test_s39_what_waits_does_not_count_and_what_is_gone_does() -> None:
    waiting = (Unconfirmed("allows", ALLOW), Unconfirmed("gone", DENY), Unconfirmed("trusts", server="files"))
    source = PolicySource("user", "p", rules=(ALLOW, ASK), trust={"files": "a", "web": "b"}, waiting=waiting)
    assert (source.active_rules, dict(source.trusted), source.confirmed) == ((ASK, DENY), {"web": "b"}, False)
    assert PolicySource("user", "p", rules=(ALLOW, ASK)).active_rules == (ALLOW, ASK)


def test_a_rule_that_is_not_enabled_counts_for_nothing() -> None:
    off = replace(ALLOW, enabled=False)
    source = PolicySource("managed", "managed.json", rules=(off, ASK))
    assert (source.active_rules, source.loosens) == ((ASK,), False)


def test_a_source_without_allow_rules_has_nothing_that_waits() -> None:
    source = PolicySource("user", "policy.json", rules=(ASK, DENY))
    assert not source.loosens
    assert source.active_rules == (ASK, DENY)


def test_values_are_frozen() -> None:
    for value, name in ((ALLOW, "effect"), (ALLOW.match, "tool"), (PolicySource("user", "x"), "rules")):
        with pytest.raises(AttributeError):
            setattr(value, name, None)
