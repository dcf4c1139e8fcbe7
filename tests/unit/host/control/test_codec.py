"""Every message there and back, and what is no message."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.canonical import canonical
from host.control import codec
from host.control.protocol import (
    EVENTS,
    REQUESTS,
    AnswerCall,
    AssistantSaid,
    CallAsked,
    CallEnded,
    CallSigned,
    CheckRule,
    Clock,
    ClockChanged,
    Done,
    DraftRule,
    ExportRules,
    ImportRules,
    LogGrew,
    ReadHistory,
    ReadImport,
    ReadRuleForm,
    ReadRules,
    ReplayRule,
    Request,
    SetPin,
    SignCall,
    StateChanged,
    Welcome,
    WhyCall,
)
from host.control.views import (
    ActionView,
    ApproverView,
    Asked,
    AssistantEntry,
    ChangeView,
    Choice,
    Explanation,
    FormField,
    HistoryPage,
    HistoryRow,
    HostState,
    ImportedRule,
    ImportView,
    PolicyView,
    ReplayReport,
    ReplayRow,
    RuleCheck,
    RuleDraft,
    RuleFault,
    RuleForm,
    RuleReason,
    RulesPage,
    RuleView,
    ServerView,
    SigningView,
)
from host.errors import ProtocolError
from host.model import (
    App,
    ApprovalRequest,
    AppSays,
    BoundOffer,
    Call,
    Effect,
    Finding,
    Grant,
    JsonObject,
    JsonValue,
    Obligations,
    RateLimit,
    RoleQuota,
    ServerRef,
    Severity,
    Signature,
    Verdict,
    sha256_hex,
)
from host.values import replace

CORPUS = Path(__file__).parents[3] / "assets" / "hostile" / "json"


def question(arguments: JsonObject) -> Asked:
    """A question about a call with these arguments."""
    params = canonical({"name": "odd \u202e name", "arguments": arguments})
    value, given_bytes = codec.arguments_of(params)
    call = Call(
        "0198c0de-0000-7000-8000-000000000001",
        App("claude", True, pid=7, session="s1"),
        ServerRef("files", "c" * 64, "d" * 64),
        "odd \u202e name",
        params,
        given_bytes,
        value,
        "2025-11-25",
        1_000_000.5,
        sha256_hex(params),
    )
    definition = codec.definition_of(canonical({"name": "odd \u202e name", "inputSchema": {"type": "object"}}))
    findings = (Finding("numbers", Severity.MEDIUM, "A number is very large.", "9" * 400),)
    wanted = Obligations((RoleQuota("CHAIR", 2),), True, True, True, (RateLimit("r", 3, 60.5),))
    verdict = Verdict(Effect.ASK, "default", "default", "No rule matches.", "why", wanted)
    request = ApprovalRequest(call, definition, verdict, findings, 2, "it changed", 1_000_300.5, b'{"content":[]}')
    bounds = (BoundOffer("exact", ("exactly this",)), BoundOffer("any", ("any inputs",)))
    return Asked(request, 290.5, 3.0, "", bounds=bounds, why_no_always="no keyring", signing=SIGNING, action=ACTION)


ACTION = ActionView("sends", "mail", "ana\u202e@x", (("to", 0), ("text",)), "destination", "", 2)


SIGNING = SigningView(
    (RoleQuota("CHAIR", 2),),
    True,
    (Signature("Ada", ("CHAIR",), 12.5),),
    ("1 CHAIR",),
    (ApproverView("Tom\u202e", ("CHAIR",), "managed"),),
)
RULE = RuleView("a", "allow", "*", "*", "*", "", "user", ("With a PIN",), False, False, "", "{}")


STATE = HostState(
    stopped=True,
    pending=1,
    running=2,
    servers=(ServerView("files", "stdio", "ready", "", 1, ("npx", "--y"), "user"),),
    policy=PolicyView(
        ("bad",),
        (ChangeView("gone", RULE), ChangeView("trusts", None, "files")),
        "d" * 64,
        0,
        "/m",
        "/u",
        approvers=(ApproverView("Ada", (), "user"),),
        suggestions=(RuleDraft(RULE, "why", "id"),),
    ),
    grants=(Grant("g", "claude", "files", "t", b'{"a":1}', 1.0, 901.0, "ana", 3),),
    log_problem="",
    assistant="idle",
    settings_problems=("settings.json:1: odd",),
    servers_problem="servers.json:2: odd",
)
MESSAGES = (
    Welcome("0.1", True, "ana", "/c", "/l", STATE),
    StateChanged(STATE),
    CallAsked(question({"text": "x\n\u200b", "n": 1.5})),
    CallEnded("id", "expiry", "nobody decided in time"),
    CallSigned("id", SIGNING),
    ClockChanged(Clock("id", 4.5, 0.0)),
    LogGrew(12),
    AssistantSaid(AssistantEntry(1, "call", "", "files", "t", "{}", "proposed")),
)


@pytest.mark.parametrize("event", MESSAGES, ids=lambda event: type(event).__name__)
def test_an_event_arrives_as_it_was_sent(event: Any) -> None:
    frame = codec.event_frame(event)
    assert b"\n" not in frame
    assert codec.read_event(codec.read_object(frame)) == event


@pytest.mark.parametrize("lexeme", ["1e2", "1.50", "123456789012345678901234567890", "-0", "1E+2", "0.1000"])
def test_s01_a_call_arrives_with_every_digit_and_the_digest_of_its_bytes(lexeme: str) -> None:
    params = b'{"arguments":{"n":%s},"name":"t"}' % lexeme.encode()
    asked = question({})
    call = replace(asked.request.call, params=params, tool="t", digest=sha256_hex(params))
    sent = replace(asked, request=replace(asked.request, call=call))
    heard = codec.read_event(codec.read_object(codec.event_frame(CallAsked(sent))))
    assert isinstance(heard, CallAsked)
    arrived = heard.asked.request.call
    assert (arrived.params, arrived.digest) == (params, sha256_hex(params))
    assert lexeme.encode() in arrived.arguments


def test_s01_the_digest_is_worked_out_by_the_reader_and_never_taken_over() -> None:
    asked = question({"a": 1})
    call = replace(asked.request.call, digest="0" * 64)
    sent = replace(asked, request=replace(asked.request, call=call))
    heard = codec.read_event(codec.read_object(codec.event_frame(CallAsked(sent))))
    assert isinstance(heard, CallAsked)
    assert heard.asked.request.call.digest == asked.request.call.digest


def asked_with(params: bytes) -> CallAsked:
    asked = question({})
    call = replace(asked.request.call, params=params, tool="t", digest=sha256_hex(params))
    return CallAsked(replace(asked, request=replace(asked.request, call=call)))


def test_the_inputs_of_a_question_are_behind_it_as_they_will_be_sent() -> None:
    params = canonical({"arguments": {"a": 'x\n\x1e\u2028"'}, "name": "t"})
    head, _, behind = codec.event_frame(asked_with(params)).partition(b"\x1e")
    assert behind == params
    assert b"x\\n" not in head


def test_what_the_app_tells_of_who_asks_arrives_as_it_was_told() -> None:
    sent = asked_with(canonical({"arguments": {}, "name": "t"}))
    says = AppSays("a\u202e", "", "c")
    call = replace(sent.asked.request.call, says=says)
    sent = CallAsked(replace(sent.asked, request=replace(sent.asked.request, call=call)))
    arrived = codec.read_event(codec.read_object(codec.event_frame(sent)))
    assert isinstance(arrived, CallAsked)
    assert arrived.asked.request.call.says == says


WHOLE = codec.event_frame(asked_with(b'{"arguments":{"a":1},"name":"t"}'))


@pytest.mark.parametrize(
    "frame",
    [
        WHOLE + b"\x1e{}",
        WHOLE + b",",
        WHOLE.partition(b"\x1e")[0] + b"\x1e",
        WHOLE.partition(b"\x1e")[0] + b"\x1e[1]",
        WHOLE.partition(b"\x1e")[0],
        WHOLE.replace(b'"call":', b'"cull":'),
        codec.event_frame(LogGrew(1)) + b'\x1e{"arguments":{},"name":"t"}',
        codec.reply_frame(1, Done()) + b'\x1e{"arguments":{},"name":"t"}',
        b'\x1e{"arguments":{},"name":"t"}',
    ],
    ids=repr,
)
def test_s39_inputs_behind_anything_but_a_question_and_all_but_one_text_of_inputs_are_refused(frame: bytes) -> None:
    with pytest.raises(ProtocolError):
        codec.read_event(codec.read_object(frame))


NAMES = st.sampled_from(["_meta", "a", "arguments", "name", "requestState", "ü", "😀", "\ufb33", '"', "z"])


@given(st.dictionaries(NAMES, st.integers() | st.text(max_size=5), max_size=5), st.dictionaries(NAMES, st.text()))
def test_s01_the_arguments_of_a_question_are_those_bytes_of_what_will_be_sent(
    beside: dict[str, JsonValue], arguments: dict[str, JsonValue]
) -> None:
    params = canonical(beside | {"name": "t", "arguments": arguments})
    read, written = codec.arguments_of(params)
    assert read == arguments
    assert written == canonical(arguments)
    assert written in params


def test_arguments_that_are_not_there_are_none_and_odd_blanks_change_nothing() -> None:
    assert codec.arguments_of(b'{"name":"t"}') == ({}, b"{}")
    assert codec.arguments_of(b'{"arguments" : {"a": 1}, "name":"t"}') == ({"a": 1}, b'{"a":1}')


ANSWER: JsonObject = {
    "call_id": "c", "digest": "d", "round": 2, "definition": "e", "approve": True, "note": "",
    "reason": "", "duration": "once",
    "displayed_ms": 1, "unread_lines": 0, "bound": "exact",
}  # fmt: skip


def message(method: JsonValue, params: JsonValue, number: JsonValue = 1) -> JsonObject:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def test_a_request_and_its_reply_arrive_as_they_were_sent() -> None:
    asked = AnswerCall("c", "d", 1, "e", False, "because", "15min", 1200, 3)
    assert codec.read_request(codec.read_object(codec.request_frame(5, asked))) == (5, asked)
    assert codec.read_request(message("AnswerCall", ANSWER))[1] == AnswerCall("c", "d", 2, "e", True, displayed_ms=1)
    row = HistoryRow("c", "t", "claude", True, "files", "t", "ended", "approve", "rule", "r", "succeeded", 1.5, "high")
    page = HistoryPage((row, replace(row, duration_ms=None, edited=True, action=ACTION)), "next")
    reply = codec.read_object(codec.reply_frame(5, page))
    assert codec.read_reply(ReadHistory(), reply["result"]) == page


REPLIES: tuple[tuple[Request[Any], object], ...] = (
    (SignCall("c", "d", 1, "e", "Ada", "2468", "because", 1200, 3), SIGNING),
    (
        WhyCall("c"),
        Explanation(
            "ask", "r", "managed", "Because.", "", ("With a PIN",), "It would be denied.",
            (RuleReason("r", "user", "deny", None, "It is unknown."),), "A note.",
        ),
    ),
    (
        ReplayRule("{}", "old", removes=True),
        ReplayReport(3, (ReplayRow("c", "t", "claude", "files", "t", "ask", "allow", "r", "Because."),), 1, 0, True),
    ),
    (ReadRules("x", "user", "deny", True, 200, 50), RulesPage((RULE,), 1, 7)),
    (CheckRule("{}"), RuleCheck(("rule:1: odd",), None, False, faults=(RuleFault("match.hosts[0]", "It is odd."),))),
    (DraftRule("c"), RuleDraft(RULE, "why")),
    (
        ReadRuleForm(),
        RuleForm(
            (FormField(("match", "x"), "several", "X", choices=(Choice("a", "A"),), effects=("ask",), alone="y"),),
            ("claude",), {"files": ("read", "odd \u202e")},
        ),
    ),
    (ExportRules(), "{}"),
    (ReadImport("{}"), ImportView((ImportedRule(RULE, True, False, "b"),), ("odd",), ("files",))),
    (ImportRules(("{}", "{}")), Done()),
    (SetPin("", "2468"), Done()),
)  # fmt: skip


@pytest.mark.parametrize(("request_", "reply"), REPLIES, ids=lambda value: type(value).__name__)
def test_what_is_asked_about_rules_and_signatures_arrives_as_it_was_sent(request_: Request[Any], reply: object) -> None:
    assert codec.read_request(codec.read_object(codec.request_frame(5, request_))) == (5, request_)
    assert codec.read_reply(request_, codec.read_object(codec.reply_frame(5, reply))["result"]) == reply


def broken_answers() -> list[JsonObject]:
    """Answers that are almost one. What merely counts as true is no yes."""
    odd: dict[str, list[JsonValue]] = {
        "approve": [1, 0, "true", "yes", None, [True], {}],
        "bound": ["all", "", None, "EXACT"],
        "duration": ["forever", "", None, 15, "ONCE"],
        "displayed_ms": [1.5, "1", None, True],
        "call_id": [None, 1, ["c"]],
        "reason": [None],
    }
    assert odd.keys() <= ANSWER.keys()
    made = [ANSWER | {name: value} for name, values in odd.items() for value in values]
    made += [{key: value for key, value in ANSWER.items() if key != left_out} for left_out in ANSWER]
    return [*made, ANSWER | {"Approve": True}, ANSWER | {"extra": None}, {}]


@pytest.mark.parametrize("params", broken_answers(), ids=repr)
def test_s39_an_answer_that_is_not_exactly_one_is_refused(params: JsonObject) -> None:
    with pytest.raises(ProtocolError):
        codec.read_request(message("AnswerCall", params))


@pytest.mark.parametrize("number", [None, True, 1.0, "1", [1]], ids=repr)
def test_a_request_needs_a_whole_number(number: JsonValue) -> None:
    with pytest.raises(ProtocolError):
        codec.read_request(message("Quit", {}, number))


@pytest.mark.parametrize("method", ["", "quit", "Quit ", "approve", None, 1, "Welcome", "Request"], ids=repr)
def test_s39_there_are_no_other_methods(method: JsonValue) -> None:
    with pytest.raises(ProtocolError):
        codec.read_request(message(method, {}))


@pytest.mark.parametrize("sample", sorted(CORPUS.glob("*.json")), ids=lambda path: path.stem)
def test_s03_ambiguous_json_is_no_message(sample: Path) -> None:
    with pytest.raises(ProtocolError):
        codec.read_object(sample.read_bytes())


@given(st.binary(max_size=300))
def test_no_line_raises_anything_but_a_protocol_error(data: bytes) -> None:
    with pytest.raises(ProtocolError):
        codec.read_request(codec.read_object(data))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(sorted(REQUESTS)), JSON)
def test_no_params_raise_anything_but_a_protocol_error(method: str, params: JsonValue) -> None:
    try:
        _, read = codec.read_request(json.loads(json.dumps(message(method, params))))
    except ProtocolError:
        return
    assert isinstance(read, REQUESTS[method][0])


@given(st.sampled_from(sorted(EVENTS)), JSON)
def test_no_event_raises_anything_but_a_protocol_error(method: str, params: JsonValue) -> None:
    try:
        read = codec.read_event(json.loads(json.dumps({"method": method, "params": params})))
    except ProtocolError:
        return
    assert isinstance(read, EVENTS[method])


def test_a_refusal_is_one_line_with_its_number() -> None:
    frame = codec.error_frame(3, -32001, "no\nway")
    assert b"\n" not in frame
    assert json.loads(frame) == {"jsonrpc": "2.0", "id": 3, "error": {"code": -32001, "message": "no\nway"}}
