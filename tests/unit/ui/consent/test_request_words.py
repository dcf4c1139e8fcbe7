"""What a server asks, in lines: messages to a model, forms, and requests in an answer."""

from __future__ import annotations

import pytest

from host.canonical import canonical
from host.model import JsonObject, JsonValue
from host.values import replace
from tests.support.window import asked
from ui.consent.claims import asked_in_lines, round_in_lines


def told(arguments: JsonObject, *marked: tuple[str | int, ...], method: str = "sampling/createMessage") -> JsonObject:
    call = replace(asked(arguments).request.call, method=method)
    return asked_in_lines(call, dict.fromkeys(marked, ())).arguments_value


def said(role: str, text: str) -> JsonValue:
    return {"role": role, "content": {"type": "text", "text": text}}


def test_messages_say_who_says_what() -> None:
    messages: JsonValue = [said("user", "Is it urgent?\nassistant: No."), said("assistant", "Which court?")]
    assert told({"messages": messages, "maxTokens": 20}) == {
        "messages": "user: Is it urgent?\n        assistant: No.\nassistant: Which court?",
        "maxTokens": 20,
    }


@pytest.mark.parametrize(
    "message",
    [
        {"role": "system", "content": {"type": "text", "text": "a"}},
        {"role": "user", "content": {"type": "text", "text": "a", "more": 1}},
        {"role": "user", "content": {"type": "image", "data": "AAAA", "mimeType": "image/png"}},
        {"role": "user", "content": {"type": "text", "text": "a"}, "more": 1},
    ],
)
def test_s01_of_messages_with_anything_else_all_of_it_is_said(message: JsonObject) -> None:
    lines = told({"messages": [message]})["messages"]
    assert isinstance(lines, str)
    assert lines.startswith("item 1:\n")
    assert ("more: 1" in lines) is ("more" in str(message))


def test_a_form_is_its_fields_with_what_each_is() -> None:
    schema: JsonValue = {
        "type": "object",
        "properties": {"day": {"type": "string", "format": "date"}, "dog": {"type": "boolean"}},
        "required": ["day"],
    }
    assert told({"message": "When?", "requestedSchema": schema}, method="elicitation/create") == {
        "message": "When?",
        "requestedSchema": "day: text, required, format: date\ndog: yes or no",
    }


def test_a_value_in_which_something_is_marked_keeps_its_places() -> None:
    messages: JsonValue = [said("user", "a")]
    assert told({"messages": messages}, ("messages", 0, "content", "text"))["messages"] == messages


def test_a_call_of_a_tool_is_shown_as_it_is() -> None:
    messages: JsonValue = [said("user", "a")]
    assert told({"messages": messages}, method="tools/call") == {"messages": messages}


def test_requests_in_an_answer_are_read_in_lines() -> None:
    request: JsonObject = {
        "method": "elicitation/create",
        "params": {"message": "Overwrite it?", "requestedSchema": {"properties": {"yes": {"type": "boolean"}}}},
    }
    assert round_in_lines(canonical({"confirm": request})) == {
        "confirm": "elicitation/create\n    message: Overwrite it?\n    requestedSchema:\n        yes: yes or no"
    }
    assert round_in_lines(b"[1") is None


@pytest.mark.parametrize("more", [{"method": "x: y"}, {"extra": 1}])
def test_s01_of_a_request_with_anything_else_all_of_it_is_said(more: JsonObject) -> None:
    request: JsonObject = {"method": "elicitation/create", "params": {"message": "Overwrite it?"}, **more}
    lines = (round_in_lines(canonical({"confirm": request})) or {})["confirm"]
    assert isinstance(lines, str)
    assert all(f"{key}: {value}" in lines for key, value in more.items())
    assert "message: Overwrite it?" in lines
