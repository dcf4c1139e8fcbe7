"""Rules that Assent proposes."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from host.canonical import canonical
from host.control.views import RuleDraft, RuleView
from host.gate.rule_suggestions import (
    MAX_CHOICE_CHARACTERS,
    MAX_REMEMBERED,
    MAX_SUGGESTIONS,
    MIN_APPROVALS,
    Suggestions,
    as_glob,
    draft,
    draft_allowing_rule,
)
from host.model import CallContext, Effect, JsonObject
from host.policy.evaluate import evaluate
from host.policy.facts import CallFacts, Needs
from host.policy.gather import Gatherer
from host.policy.index import needs
from host.policy.model import PolicySource
from host.policy.parse import parse_rule
from host.schema import SchemaChecker
from host.values import replace

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


async def facts(arguments: JsonObject, tool: str = "write_file", needed: Needs | None = None) -> CallFacts:
    call = CallContext("files", tool, "claude", True, "none", arguments, canonical(arguments))
    return await Gatherer(SchemaChecker()).facts(call, (), needs=needed or Needs(paths=True, hosts=True), now=NOON)


async def drafted(arguments: JsonObject, effect: Effect = Effect.ALLOW, tool: str = "write_file") -> RuleDraft:
    made = draft(await facts(arguments, tool), arguments, effect, why="A call.")
    assert made is not None
    return made


async def effect_of(made: RuleDraft, arguments: JsonObject, tool: str = "write_file") -> Effect:
    """What the draft, once saved, says of a call."""
    rule, problems = parse_rule(made.rule.text)
    assert rule is not None, problems
    source = PolicySource("user", "policy.json", rules=(rule,))
    seen = await facts(arguments, tool, needs("files", tool, "claude", (source,)))
    return evaluate(seen, (source,)).effect


async def test_a_draft_allows_the_very_call_that_it_was_made_from(tmp_path: Path) -> None:
    call: JsonObject = {"path": str(tmp_path / "a.txt"), "content": "Dear Ana,\nhello", "overwrite": False}
    assert await effect_of(await drafted(call), call) is Effect.ALLOW


async def test_a_path_may_be_another_one_in_its_folder_and_nowhere_else(tmp_path: Path) -> None:
    call: JsonObject = {"path": str(tmp_path / "a.txt"), "content": "short"}
    made = await drafted(call)
    assert await effect_of(made, call | {"path": str(tmp_path / "b.txt")}) is Effect.ALLOW
    assert await effect_of(made, call | {"path": str(tmp_path.parent / "b.txt")}) is Effect.ASK
    assert await effect_of(made, call | {"path": f"{tmp_path}/../b.txt"}) is Effect.ASK


async def test_an_address_may_be_another_one_at_its_host_and_nowhere_else() -> None:
    call: JsonObject = {"url": "https://example.com/a", "max_length": 5000}
    made = await drafted(call, tool="fetch")
    assert await effect_of(made, call | {"url": "https://example.com/b"}, "fetch") is Effect.ALLOW
    assert await effect_of(made, call | {"url": "https://example.com.evil.test/a"}, "fetch") is Effect.ASK
    assert await effect_of(made, call | {"url": "https://example.com:8443/a"}, "fetch") is Effect.ASK


@pytest.mark.parametrize("change", [{"overwrite": True}, {"mode": "append"}, {"content": 7}])
async def test_whatever_else_differs_is_asked(tmp_path: Path, change: dict[str, Any]) -> None:
    call: JsonObject = {"path": str(tmp_path / "a.txt"), "content": "line\nline", "overwrite": False}
    assert await effect_of(await drafted(call), call | change) is Effect.ASK


async def test_contents_may_be_any_text(tmp_path: Path) -> None:
    call: JsonObject = {"path": str(tmp_path / "a.txt"), "content": "line\nline"}
    assert await effect_of(await drafted(call), call | {"content": "another\ntext"}) is Effect.ALLOW


async def test_an_edit_of_a_file_may_replace_any_text_by_any_in_that_folder(tmp_path: Path) -> None:
    def edit(name: str, **more: str) -> JsonObject:
        return {"path": str(tmp_path / name), "edits": [{"oldText": "1. Work.", "newText": "1. Play.", **more}]}

    made = await drafted(edit("a.txt"), tool="edit_file")
    assert "Work" not in made.rule.text
    assert made.rule.phrases == (
        "where edits is 1 item, made of newText and oldText",
        "with no other inputs than edits and path",
    )
    other = edit("b.txt", oldText="Dear Ana", newText="Dear Tom")
    assert await effect_of(made, other, "edit_file") is Effect.ALLOW
    assert await effect_of(made, edit("a.txt", mode="all"), "edit_file") is Effect.ASK
    twice = other | {"edits": [{"oldText": "a", "newText": "b"}] * 2}
    assert await effect_of(made, twice, "edit_file") is Effect.ASK
    elsewhere = other | {"path": str(tmp_path.parent / "b.txt")}
    assert await effect_of(made, elsewhere, "edit_file") is Effect.ASK


async def test_a_list_with_a_path_in_it_stays_as_it_is(tmp_path: Path) -> None:
    call: JsonObject = {"edits": [{"path": str(tmp_path / "a.txt"), "newText": "x y"}]}
    made = await drafted(call, tool="edit_file")
    assert json.loads(made.rule.text)["match"]["arguments"]["properties"]["edits"] == {"const": call["edits"]}


async def test_a_draft_from_a_denial_denies() -> None:
    call: JsonObject = {"statement": "DROP TABLE patients"}
    made = await drafted(call, Effect.DENY, "query")
    assert json.loads(made.rule.text)["effect"] == "deny"
    assert await effect_of(made, call, "query") is Effect.DENY


async def test_names_that_look_like_patterns_match_only_themselves() -> None:
    made = await drafted({"n": 1}, tool="odd[*]?")
    assert await effect_of(made, {"n": 1}, "odd[*]?") is Effect.ALLOW
    assert await effect_of(made, {"n": 1}, "odd[a]b") is Effect.ASK
    assert as_glob("a*b") == "a[*]b"


async def test_there_is_no_draft_that_would_repeat_long_inputs() -> None:
    call: JsonObject = {"rows": [*range(5_000)]}
    assert draft(await facts(call), call, Effect.ALLOW, why="A call.") is None


def made(number: int) -> RuleDraft:
    return RuleDraft(RuleView("", "allow", "*", "*", "*", "", "user", text=f"rule {number}"), "why", f"id{number}")


def test_a_rule_is_suggested_after_equal_approvals_and_says_how_many() -> None:
    suggestions, heard = Suggestions(), []
    suggestions.changed.connect(lambda: heard.append(len(suggestions.all)))
    for _ in range(MIN_APPROVALS - 1):
        suggestions.count_approval(made(1))
    assert not suggestions.all
    suggestions.count_approval(made(1))
    one = suggestions.all[0]
    assert (one.rule.text, one.id, str(MIN_APPROVALS) in one.why) == ("rule 1", "id1", True)
    assert heard == [1]


def test_a_dismissed_rule_is_suggested_no_more() -> None:
    suggestions = Suggestions()
    for _ in range(MIN_APPROVALS):
        suggestions.count_approval(made(1))
    assert suggestions.dismiss("id1")
    for _ in range(MIN_APPROVALS):
        suggestions.count_approval(made(1))
    assert not suggestions.all
    assert not suggestions.dismiss("id1")


def test_only_the_newest_are_suggested_and_only_so_many_counted() -> None:
    suggestions = Suggestions()
    for number in range(MAX_REMEMBERED + 10):
        for _ in range(MIN_APPROVALS):
            suggestions.count_approval(made(number))
    assert [it.id for it in suggestions.all] == [f"id{MAX_REMEMBERED + 9 - step}" for step in range(MAX_SUGGESTIONS)]
    assert not suggestions.dismiss("id0"), "it was forgotten"


def test_a_call_for_which_there_is_no_rule_counts_for_nothing() -> None:
    suggestions = Suggestions()
    for _ in range(MIN_APPROVALS):
        suggestions.count_approval(None)
    assert not suggestions.all


# By the parts that inputs play

MAIL: JsonObject = {"to": ["ana@garden.example", "bob@garden.example"], "body": "Water the beds", "urgent": True}


async def rule_of(
    arguments: JsonObject, tool: str, *, private: bool = True, server: str = "files"
) -> tuple[RuleDraft | None, JsonObject]:
    """The rule for a call, and the schemas of its inputs."""
    seen = replace(await facts(arguments, tool), server=server)
    rule = draft(seen, arguments, Effect.ALLOW, why="A call.", private=private)
    return rule, json.loads(rule.rule.text)["match"]["arguments"]["properties"] if rule is not None else {}


async def test_s46_no_contents_are_left_open_for_others_while_private_text_is_in_memory() -> None:
    _, closed = await rule_of(MAIL, "send_mail")
    _, opened = await rule_of(MAIL, "send_mail", private=False)
    assert closed["body"] == {"const": "Water the beds"}
    assert opened["body"] == {"type": "string", "maxLength": 2_000}
    assert closed | {"body": opened["body"]} == opened
    assert opened["to"] == {"type": "array", "items": {"enum": MAIL["to"]}, "minItems": 1, "maxItems": 2}
    assert opened["urgent"] == {"const": True}
    _, unknown = await rule_of({"text": "some words"}, "frobnicate", private=False)
    assert unknown["text"] == {"const": "some words"}


@pytest.mark.parametrize(("tool", "open_"), [("write_file", True), ("post_issue", False), ("frobnicate", False)])
async def test_s46_contents_of_what_stays_here_are_open_and_of_what_may_leave_are_not(tool: str, open_: bool) -> None:
    _, properties = await rule_of({"content": "some words"}, tool)
    assert ("const" not in json.dumps(properties["content"])) is open_


async def test_what_a_tool_reads_may_be_another_thing_in_the_same_place() -> None:
    call: JsonObject = {"mailbox": "INBOX", "id": 7, "limit": 10, "sort": "up", "recursive": True, "name": "x"}
    rule, properties = await rule_of(call | {"cursor": None, "query": "best tulips", "ids": [1]}, "list_mail")
    assert properties == {
        "mailbox": {"const": "INBOX"},
        "id": {"type": "number"},
        "limit": {"type": "number"},
        "sort": {"type": "string", "maxLength": MAX_CHOICE_CHARACTERS},
        "recursive": {"type": "boolean"},
        "cursor": {"const": None},
        "name": {"const": "x"},
        "query": {"type": "string", "maxLength": 2_000},
        "ids": {"const": [1]},
    }
    assert rule is not None
    assert json.loads(rule.rule.text)["match"]["arguments"]["required"] == ["id", "ids", "mailbox", "name", "query"]


async def test_an_address_with_a_port_of_its_own_is_named_with_it() -> None:
    rule, _ = await rule_of({"url": "http://[::1]:8080/x"}, "fetch")
    assert rule is not None
    assert json.loads(rule.rule.text)["match"]["hosts"]["hosts"] == ["[::1]:8080"]


async def test_s46_a_rule_for_something_sent_names_the_whole_address() -> None:
    _, properties = await rule_of({"url": "https://example.com/a", "body": "x"}, "send_webhook")
    assert properties["url"] == {"const": "https://example.com/a"}


async def test_what_was_not_looked_at_stays_as_it_is() -> None:
    late = replace(await facts({"content": "some words"}), paths=None)
    rule = draft(late, {"content": "some words"}, Effect.ALLOW, why="A call.")
    assert rule is not None
    assert json.loads(rule.rule.text)["match"]["arguments"]["properties"] == {"content": {"const": "some words"}}


@pytest.mark.parametrize("tool", ["send_payment", "share_file", "delete_file"])
async def test_s46_no_rule_is_proposed_that_pays_gives_rights_or_deletes(tool: str) -> None:
    seen = await facts({"n": 1}, tool)
    assert draft_allowing_rule(seen, {"n": 1}, why="A call.") is None
    assert draft(seen, {"n": 1}, Effect.ALLOW, why="A call.") is not None
    assert draft_allowing_rule(await facts({"n": 1}), {"n": 1}, why="A call.") is not None
