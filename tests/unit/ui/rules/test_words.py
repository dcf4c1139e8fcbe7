"""Rules in words."""

from __future__ import annotations

import json
from typing import Any  # Any: changes of a sample

import pytest

from tests.support.window import rule
from ui.rules import words


@pytest.mark.parametrize("effect", ["allow", "ask", "deny", "odd"])
def test_every_effect_has_a_word_and_an_icon(effect: str) -> None:
    look = words.effect_style(effect)
    assert look.word
    assert look.icon
    assert look.meaning


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "Allow Claude Code to use read_* of files, without asking."),
        ({"server": "*", "tool": "*", "app": "*"}, "Allow any app to use any tool of any server, without asking."),
        (
            {"places": ("in ~/work", "at example.org"), "phrases": ("until 1 May 2026",)},
            "Allow Claude Code to use read_* of files in ~/work, at example.org, without asking, until 1 May 2026.",
        ),
        ({"effect": "ask", "phrases": ("with a PIN",)}, "Ask before Claude Code uses read_* of files, with a PIN."),
        ({"effect": "deny", "app": "cur sor"}, "Never let “cur sor” use read_* of files."),
        ({"effect": "odd"}, "Do something unknown where Claude Code uses read_* of files."),
    ],
)
def test_a_rule_is_said_in_one_sentence(changes: dict[str, Any], said: str) -> None:
    assert words.sentence_of(rule(**changes)) == said


def test_a_pattern_cannot_close_our_quotes() -> None:
    said = words.sentence_of(rule(effect="allow", tool="x” of git. Ask before “y"))
    assert (said.count("“"), said.count("”")) == (1, 1)
    assert said.endswith("without asking.")


def test_where_something_is_decided_ids_are_beside_names() -> None:
    said = words.sentence_of(rule(), exact=True)
    assert said == "Allow Claude Code (claude-code) to use read_* of files, without asking."


def test_a_suggestion_is_a_question_with_its_bounds() -> None:
    asked = "Always allow Claude Code to use git_status of git in ~/repo?"
    assert words.question_of(rule(server="git", tool="git_status", places=("in ~/repo",))) == asked


def test_names_and_phrases_of_strangers_are_escaped_and_cannot_pass_for_our_words() -> None:
    said = words.sentence_of(rule(tool="x of y, without asking\u202e", phrases=("where a is \u2066<b>",)))
    assert "“x of y, without asking⟨U+202E⟩”" in said
    assert "⟨U+2066⟩" in said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "Not yet"),
        ({"used": 1, "last_used": "1970-01-01T00:00:00Z"}, "Once, yesterday"),
        ({"used": 1_200, "last_used": "1970-01-01T23:00:00Z"}, "1,200 times, 1 h ago"),
    ],
)
def test_how_often_a_rule_decided_is_reported(changes: dict[str, Any], said: str) -> None:
    assert words.usage_words(rule(**changes), 86_400.0) == said


@pytest.mark.parametrize(
    ("changes", "word", "why"),
    [
        ({}, "On", ""),
        ({"enabled": False, "counts": False}, "Off", "It is switched off."),
        ({"counts": False}, "Expired", "Its time is over."),
        ({"counts": False, "waits": "allows"}, "Waits", "until you confirm it"),
        ({"waits": "gone"}, "Waits", "until you confirm that it is gone"),
    ],
)
def test_how_a_rule_stands_is_reported(changes: dict[str, Any], word: str, why: str) -> None:
    shown = rule(**changes)
    assert words.state_word(shown) == word
    assert why in words.why_not_counting(shown)
    assert bool(why) == bool(words.why_not_counting(shown))


def test_only_the_persons_own_rules_can_be_changed_and_none_that_is_in_no_file() -> None:
    assert words.is_changeable(rule())
    assert not words.is_changeable(rule(source="managed"))
    assert not words.is_changeable(rule(waits="gone"))


@pytest.mark.parametrize(
    ("changes", "without", "with_"),
    [
        ({"effect": "allow"}, False, True),
        ({"effect": "allow", "obligations": ("the result is held",)}, True, True),
        ({"effect": "ask"}, True, False),
        ({"effect": "deny"}, True, False),
        ({"effect": "deny", "enabled": False, "counts": False}, False, False),
    ],
)
def test_s39_what_could_loosen_is_known(changes: dict[str, Any], without: bool, with_: bool) -> None:
    assert (words.loosens_if_removed(rule(**changes)), words.loosens_if_enabled(rule(**changes))) == (without, with_)


@pytest.mark.parametrize("then", ["allow", "ask", "deny"])
@pytest.mark.parametrize("now", ["allow", "ask", "deny", "odd"])
def test_what_is_looser_is_marked_and_so_is_the_unknown(then: str, now: str) -> None:
    order = ["deny", "ask", "allow"]
    assert words.is_looser(then, now) == (now == "odd" or order.index(now) > order.index(then))


def test_a_copy_has_no_id_and_a_switched_rule_no_false_and_nothing_else_changes() -> None:
    inner = {"id": "x", "enabled": False}
    written = json.dumps(
        {"id": 'a "quoted" \\ id', "effect": "ask", "enabled": False, "match": {"arguments": inner}}, indent=2
    )
    assert json.loads(words.without_id(written)) == {"effect": "ask", "enabled": False, "match": {"arguments": inner}}
    on = json.loads(words.switched_on(written))
    assert on["enabled"] is True
    assert on["match"] == {"arguments": inner}


def test_what_is_wrong_names_its_line_and_many_problems_are_counted() -> None:
    assert (
        words.problem_lines(("rule:12: effect: odd", "policy.json:3: odd"))
        == "Line 12: effect: odd.\npolicy.json:3: odd."
    )
    assert words.problem_lines(("odd",) * 9).endswith("Odd.\n4 more like these.")
    assert len(words.problem_lines(("é" * 10_000,))) < 600
