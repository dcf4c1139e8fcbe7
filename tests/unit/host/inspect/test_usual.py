"""What is not as usual about a call."""

from __future__ import annotations

import pytest

from host.inspect.subject import Past
from host.inspect.usual import BURST, GROWTH, LARGE, LARGE_OUTSIDE, RECIPIENTS, changed_members, find_many, find_unusual
from host.model import JsonObject, JsonValue
from host.values import replace
from tests.support.effort import BOUND, effort
from tests.unit.host.inspect.calls import call, said


def test_the_first_call_of_a_tool_is_told_where_anything_is_remembered() -> None:
    assert said(find_unusual(call("x", {}, past=Past(known=True))), "first-use") == ["info"]
    assert not list(find_unusual(call("x", {}, past=Past(known=True, uses=1))))
    assert not list(find_unusual(call("x", {})))


def test_s16_a_definition_that_changed_is_told_with_what_changed() -> None:
    before: JsonObject = {"name": "x", "description": "a", "inputSchema": {"properties": {"p": {}, "q": {}}}}
    now: JsonObject = {
        "name": "x",
        "description": "b",
        "inputSchema": {"properties": {"p": {"type": "string"}, "q": {}}},
    }
    past = Past(known=True, uses=1, definition=before, definition_digest="old")
    subject = replace(call("x", {}, definition=now, past=past), definition_digest="new")
    (finding,) = find_unusual(subject)
    assert (finding.kind, finding.severity.value) == ("definition-changed", "medium")
    assert finding.evidence == "description, inputSchema.p"
    assert str(finding.text).endswith("than when it was approved last: description, inputSchema.p.")
    assert not list(find_unusual(replace(subject, definition_digest="old")))


@pytest.mark.parametrize(
    ("before", "now", "names"),
    [
        (None, {}, ""),
        ({"a": 1}, {"a": 1}, ""),
        ({"a": 1}, {"b": 1}, "a, b"),
        ({"inputSchema": {"type": "object"}}, {"inputSchema": {}}, "inputSchema"),
        ({str(n): 1 for n in range(20)}, {}, "0, 1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 and 8 more"),
    ],
)
def test_what_differs_is_named(before: JsonObject | None, now: JsonObject | None, names: str) -> None:
    assert changed_members(before, now) == names


@pytest.mark.parametrize(
    ("size", "largest", "told"),
    [
        (LARGE, 0, False),
        (LARGE + 1, 0, True),
        (LARGE + 1, LARGE, False),
        (GROWTH * LARGE + 1, LARGE, True),
        (GROWTH * 100 + 1, 100, False),
    ],
)
def test_inputs_are_large_beside_what_was_approved(size: int, largest: int, told: bool) -> None:
    subject = replace(call("x", {}, past=Past(uses=1, largest=largest)), size=size)
    assert said(find_unusual(subject), "large") == ["info"] * told


@pytest.mark.parametrize(("recent", "told"), [(BURST - 1, False), (BURST, True)])
def test_many_calls_at_once_are_told(recent: int, told: bool) -> None:
    assert said(find_unusual(call("x", {}, past=Past(uses=1, recent=recent))), "burst") == ["info"] * told


def test_what_goes_to_others_is_large_earlier_and_said_louder() -> None:
    def severities(tool: str, size: int, largest: int = 0) -> list[str]:
        return said(find_unusual(replace(call(tool, {}, past=Past(uses=1, largest=largest)), size=size)), "large")

    assert severities("create_paste", LARGE_OUTSIDE + 1) == ["medium"]
    assert severities("create_paste", LARGE_OUTSIDE) == severities("create_paste", LARGE_OUTSIDE + 1, 2_000) == []
    assert severities("write_file", LARGE_OUTSIDE + 1) == severities("create_pull_request", LARGE_OUTSIDE + 1) == []
    for tool in ("create_draft", "archive_messages", "get_messages", "browser_evaluate"):
        assert severities(tool, LARGE_OUTSIDE + 1) == []


@pytest.mark.parametrize(
    ("tool", "key", "told"),
    [
        ("publish_post", "tags", None),
        ("send_sequence", "templateIds", "things"),
        ("remove_members", "usernames", "things"),
        ("archive_objects", "ids", "things"),
        ("get_objects", "ids", None),
        ("send_sms", "to", "recipients"),
    ],
)
def test_a_long_list_is_of_recipients_or_of_things(tool: str, key: str, told: str | None) -> None:
    def sentences(count: int) -> list[str]:
        values: list[JsonValue] = [f"4{at:04}" for at in range(count)]
        return [it.text for it in find_many(call(tool, {key: values})) if it.kind == "large"]

    assert sentences(RECIPIENTS) == []
    assert [told in it for it in sentences(RECIPIENTS + 1) if told] == [True] * bool(told)
    assert bool(sentences(RECIPIENTS + 1)) is bool(told)


@pytest.mark.parametrize(
    ("tool", "key", "item", "mark", "told"),
    [
        ("delete_messages", "ids", "m{}", ",", "things"),
        ("delete_messages", "message_ids", "4{}", "; ", "things"),
        ("send_email", "to", "Ana B <a{}@x.example>", ", ", "recipients"),
        ("run_code", "code", "print({})", ",", None),
        ("update_page", "body", "word{}", ", ", None),
    ],
)
def test_a_long_list_may_be_one_text(tool: str, key: str, item: str, mark: str, told: str | None) -> None:
    def sentences(count: int) -> list[str]:
        text = mark.join(item.format(at) for at in range(count))
        return [it.text for it in find_many(call(tool, {key: text})) if it.kind == "large"]

    assert sentences(RECIPIENTS) == []
    assert [f"{RECIPIENTS + 1} {told}" in it for it in sentences(RECIPIENTS + 1)] == [True] * bool(told)


def test_things_may_stand_in_objects_of_a_list() -> None:
    things: list[JsonValue] = [{"id": f"4{at:04}", "properties": {"stage": "other"}} for at in range(RECIPIENTS + 1)]
    assert said(find_many(call("batch_update_objects", {"inputs": things})), "large") == ["medium"]
    assert said(find_many(call("batch_update_objects", {"inputs": things[1:]})), "large") == []


def test_more_recipients_than_a_person_reads_through_are_told() -> None:
    def severities(count: int) -> list[str]:
        to = [f"+49151234567{at:02}" for at in range(count)]
        return said(find_many(call("send_sms", {"to": to})), "large")

    assert severities(RECIPIENTS) == []
    assert severities(RECIPIENTS + 1) == ["medium"]


@pytest.mark.parametrize("text", ["a1," * 350_000, ";" * 1_000_000, "Ana B <a@x.example>, " * 50_000])
def test_s43_a_long_list_takes_time_by_its_length_alone(text: str) -> None:
    subject = call("send_email", {"to": text})
    assert effort(lambda: list(find_many(subject))) < BOUND
