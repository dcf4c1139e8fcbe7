"""Sentences of ours over the window's connection: with their parts where they are sound, else as plain text."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from host.control import codec, wordings
from host.control.protocol import AnswerCall, CallEnded, DraftRule
from host.control.views import EditCheck, RuleDraft, RuleView
from host.errors import ProtocolError
from host.model import Finding, JsonObject, JsonValue, Severity
from host.words import DEEPEST, Wording, say, say_n
from tests.support.effort import BOUND, effort

SAID = say(
    "The app has read {what} ({where}).", what=say_n("{n} key", "{n} keys", 2), where=say("by {tool}", tool="read")
)
WIRE: dict[str, Any] = {
    "text": "The app has read 2 keys (by read).",
    "said": [
        "The app has read {what} ({where}).",
        {"what": ["{n} keys", {"n": 2}, "{n} keys"], "where": ["by {tool}", {"tool": "read"}]},
    ],
}


def parts(said: object) -> object:
    """Everything that a wording is, to compare."""
    if not isinstance(said, Wording):
        return said
    return str(said), said.template, said.many, {name: parts(value) for name, value in said.values.items()}


def test_a_wording_travels_as_its_text_and_its_parts() -> None:
    assert wordings.to_json(SAID) == WIRE
    assert parts(wordings.from_json(wordings.to_json(SAID))) == parts(SAID)


def test_a_text_alone_stays_one() -> None:
    read = wordings.from_json("It decided.")
    assert type(read) is str
    assert read == "It decided."


def _with(*steps: object, put: object) -> dict[str, Any]:
    made: Any = copy.deepcopy(WIRE)
    at: Any = made
    for step in steps[:-1]:
        at = at[step]
    at[steps[-1]] = put
    return dict(made)


MANY = {**WIRE["said"][1], **{f"more{number}": "x" for number in range(wordings.MAX_PARTS)}}


@pytest.mark.parametrize(
    "wire",
    [
        {"text": WIRE["text"]},
        _with("said", put=None),
        _with("said", put="The app has read 2 keys (by read)."),
        _with("said", put={}),
        _with("said", put=[]),
        _with("said", put=[*WIRE["said"], "", ""]),
        _with("said", put=[*WIRE["said"], "no number"]),
        _with("said", 0, put="Other {what} ({where})."),
        _with("said", 0, put="The app has read {what.__class__} ({where})."),
        _with("said", 0, put="The app has read {what:9} ({where})."),
        _with("said", 0, put="The app has read {what} ({where"),
        _with("said", 0, put="The app has read {what} ({where}).{what}"),
        _with("said", 0, put=7),
        _with("said", 1, put=[]),
        _with("said", 1, put={"what": "2 keys"}),
        _with("said", 1, put=MANY),
        _with("said", 1, "what", put=None),
        _with("said", 1, "what", put=2.5),
        _with("said", 1, "what", put=True),
        _with("said", 1, "what", put={"text": "2 keys"}),
        _with("said", 1, "what", put=["2 keys", {}, "{n} keys"]),
        _with("said", 1, "what", 1, put={}),
        _with("said", 1, "what", 2, put=None),
        _with("said", 1, "where", 1, put={"tool": "write"}),
    ],
    ids=str,
)
def test_what_is_no_sound_wording_is_its_english_text(wire: JsonValue) -> None:
    read = wordings.from_json(wire)
    assert type(read) is str
    assert read == WIRE["text"]


@pytest.mark.parametrize(
    "wire", [None, 3, [], {}, {"said": ["It decided."]}, {"text": None, "said": ["It decided."]}], ids=str
)
def test_what_has_no_text_is_refused(wire: JsonValue) -> None:
    with pytest.raises(ProtocolError):
        wordings.from_json(wire)


def _nested(depth: int) -> Wording:
    said = say("x")
    for _ in range(depth - 1):
        said = say("({inner})", inner=said)
    return said


def test_the_deepest_wording_that_can_be_made_arrives_whole() -> None:
    for said in (_nested(DEEPEST), _nested(DEEPEST + 1), _nested(5_000)):
        assert parts(wordings.from_json(wordings.to_json(said))) == parts(said)


def test_parts_that_are_too_deep_are_read_as_text() -> None:
    inner: JsonValue = ["x"]
    for _ in range(10_000):
        inner = ["({inner})", {"inner": inner}]
    assert wordings.from_json({"text": "x", "said": inner}) == "x"


def test_a_wording_with_too_many_or_too_long_parts_is_read_as_text() -> None:
    many = say("{a}", a="x")
    for _ in range(7):
        many = say("{a}{b}", a=many, b=many)
    assert type(wordings.from_json(wordings.to_json(many))) is str
    long = say("{a}", a="x" * wordings.MAX_TEXT + "x")
    assert wordings.to_json(long) == str(long)
    assert type(wordings.from_json({"text": str(long), "said": ["{a}", {"a": str(long)}]})) is str


@pytest.mark.full
def test_a_template_that_would_grow_without_end_is_not_filled() -> None:
    inner: JsonValue = ["x" * 1_000]
    for _ in range(DEEPEST - 2):
        inner = ["{a}{a}", {"a": inner}]
    assert effort(lambda: wordings.from_json({"text": "x", "said": inner})) < BOUND


# In messages


def test_fields_that_are_declared_for_it_take_it_along() -> None:
    finding = Finding("secret", Severity.HIGH, SAID)
    check = EditCheck((), "ask", say("No rule matches."), (finding,))
    read = codec.from_json(EditCheck, codec.to_json(check))
    assert isinstance(read, EditCheck)
    assert read == check
    assert parts(read.because) == parts(check.because)
    assert parts(read.findings[0].text) == parts(SAID)


def test_rows_of_sentences_take_it_along_too() -> None:
    rule = RuleView("a", "allow", "*", "*", "*", "", "user", phrases=(SAID, "plain"))
    read = codec.from_json(RuleView, codec.to_json(rule))
    assert isinstance(read, RuleView)
    assert [parts(line) for line in read.phrases] == [parts(SAID), "plain"]


def test_other_fields_tell_the_text_alone() -> None:
    rule = RuleView(SAID, "allow", "*", "*", "*", SAID, "user")
    written = codec.to_json(rule)
    assert isinstance(written, dict)
    assert (type(written["id"]), type(written["reason"])) == (str, str)
    assert codec.from_json(RuleView, written) == rule


def test_a_request_of_the_window_holds_none() -> None:
    for method, params in (("DraftRule", {"call_id": WIRE}), ("DismissSuggestion", {"suggestion_id": WIRE})):
        message: JsonObject = {"jsonrpc": "2.0", "id": 1, "method": method, "params": dict(params)}
        with pytest.raises(ProtocolError):
            codec.read_request(message)
    written = codec.to_json(AnswerCall("1", "2", 1, "3", False, reason=SAID))
    assert isinstance(written, dict)
    assert type(written["reason"]) is str


RULE = RuleView("r", "allow", "*", "*", "*", "", "user")


def test_an_event_and_a_reply_bring_it() -> None:
    event = codec.read_event(codec.read_object(codec.event_frame(CallEnded("1", "expiry", SAID))))
    assert isinstance(event, CallEnded)
    assert parts(event.why) == parts(SAID)
    frame = codec.read_object(codec.reply_frame(1, RuleDraft(RULE, SAID)))
    draft = codec.read_reply(DraftRule("1"), frame["result"])
    assert parts(draft.why) == parts(SAID)


def test_a_refusal_brings_it() -> None:
    error = codec.read_object(codec.error_frame(1, -32001, SAID))["error"]
    assert isinstance(error, dict)
    assert error["message"] == str(SAID)
    assert parts(codec.read_refusal(error)) == parts(SAID)


@pytest.mark.parametrize(
    "data", [None, 3, "text", {}, {"text": "other", "said": ["other"]}, {"text": 3}, WIRE], ids=str
)
def test_a_refusal_with_anything_else_beside_it_is_its_message(data: JsonValue) -> None:
    assert codec.read_refusal({"code": -32001, "message": "no", "data": data}) == "no"


def test_a_refusal_in_plain_words_has_nothing_beside_it() -> None:
    error = codec.read_object(codec.error_frame(1, -32001, "no"))["error"]
    assert error == {"code": -32001, "message": "no"}
