"""Inputs that a person changes: looked at beforehand, asked anew, never sent unasked (attacks 1, 12 and 16)."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Callable
from typing import Any  # arguments that are passed on

import pytest

from host import tasks
from host.canonical import canonical
from host.control.views import EditCheck, EditProblem
from host.errors import AssentError
from host.gate import editing
from host.gate.editing import MAX_EDITS, NO_OBJECT, TOO_OFTEN, revise, with_note
from host.gate.inspection import CallInspection
from host.gate.pending_approval import NO_LONGER_WAITS, REPLACED
from host.gate.refusals import APP_GONE, REDEFINED, UNASKED, WITHDRAWN, WRONG_CALL, NoAnswer
from host.model import (
    Answer,
    ApprovalRequest,
    Call,
    Edit,
    Effect,
    Finding,
    JsonObject,
    JsonValue,
    Obligations,
    RateLimit,
    RoleQuota,
    Signature,
    ToolDefinition,
    sha256_hex,
)
from host.policy.facts import Needs
from host.values import replace
from host.wire.call_handler import Reply
from tests.unit.host.support import (
    BOUND,
    SETTINGS,
    AskedCall,
    Desk,
    at,
    edit,
    no,
    receipt_of,
    text_of,
    tool,
    turns,
    without_receipt,
    yes,
)

SIGNED = Obligations(approvers=(RoleQuota("CHAIR"),))


class Room(AskedCall):
    """A call that a person is asked about."""

    def __init__(self, effect: Effect = Effect.ASK, **options: float) -> None:
        super().__init__(effect, **options)
        self.ended: list[tuple[ApprovalRequest, Answer | NoAnswer]] = []
        self.desk.approvals.ended.connect(lambda request, end: self.ended.append((request, end)))

    async def edit(self, arguments: JsonValue) -> ApprovalRequest:
        """Want other inputs than those that were asked about last; returns the question about them."""
        asked = len(self.person.asked)
        self.person.answer(edit(self.person.asked[-1], arguments))
        return await self.person.until_asked(asked + 1)

    async def look(self, arguments: str) -> EditCheck:
        request = self.person.asked[-1]
        return (await self.desk.gate.editing.examine(request.call.id, request.call.digest, arguments)).check

    @property
    def sent(self) -> list[JsonValue]:
        """The arguments that reached the server."""
        return [at(call, "params", "arguments") for call in self.desk.server.calls]


def note_of(reply: Reply) -> str:
    assert reply.result is not None
    text = at(json.loads(reply.result), "content", -1, "text")
    assert isinstance(text, str)
    return text


# Asked again


async def test_changed_inputs_are_asked_about_again_with_a_digest_and_a_round_of_their_own() -> None:
    room = Room()
    first = await room.propose(arguments={"path": "a", "n": 1})
    second = await room.edit({"path": "b", "n": 1})
    assert (second.call.id, second.round, second.voided_because) == (first.call.id, 2, "")
    assert second.call.digest != first.call.digest
    assert second.call.digest == sha256_hex(second.call.params)
    assert second.call.arguments == b'{"n":1,"path":"b"}'
    assert second.edited == first.call.params
    assert first.edited is None
    assert not room.desk.server.calls
    assert not room.ended  # for whoever shows it, the question goes on
    room.answer()
    reply = await room.end()
    assert room.sent == [{"path": "b", "n": 1}]
    assert note_of(reply) == ('Note from Assent: the person changed the inputs before approving. path: "a" -> "b"')
    assert text_of(reply.result) == "done"


async def test_s01_both_revisions_are_on_record_and_the_decision_is_about_the_bytes_that_were_sent() -> None:
    room = Room()
    first = await room.propose(arguments={"a": 1})
    second = await room.edit({"a": 2})
    room.answer()
    reply = await room.end()
    assert at(receipt_of(reply.result), "digest") == second.call.digest != first.call.digest
    log = room.desk.log
    assert log.story(first.call) == [
        "call.proposed",
        "call.edited",
        "call.proposed",
        "call.decided approve",
        "call.outcome succeeded",
    ]
    edited, proposed = log.of("call.edited")[0], log.of("call.proposed")
    assert edited.values == {"params": second.call.params}
    assert (edited.fields["who"], edited.fields["round"]) == ("ana", 1)
    assert [draft.values["params"] for draft in proposed] == [first.call.params, second.call.params]
    assert room.run.call.digest == second.call.digest
    assert log.of("call.outcome")[0].values["result"] == b'{"content":[{"type":"text","text":"done"}]}'


async def test_edits_count_as_no_rounds_of_drift_and_what_goes_back_to_the_start_has_no_note() -> None:
    room = Room()
    first = await room.propose(arguments={"a": 0})
    for number in range(1, 6):
        request = await room.edit({"a": number})
    request = await room.edit({"a": 0})
    assert request.call.digest == first.call.digest
    assert request.edited is None
    assert request.round == 7
    room.answer()
    reply = await room.end()
    assert reply.result is not None
    assert len(json.loads(reply.result)["content"]) == 1
    assert room.sent == [{"a": 0}]


async def test_a_definition_that_changed_under_the_yes_asks_once_more_about_the_changed_inputs() -> None:
    room = Room()
    first = await room.propose(arguments={"a": 1})
    await room.edit({"a": 2})
    room.desk.server.tools = [tool("any", description="another")]
    room.answer()
    third = await room.person.until_asked(3)
    assert third.voided_because == REDEFINED
    assert third.edited == first.call.params
    room.answer()
    await room.end()
    assert room.sent == [{"a": 2}]


async def test_a_denial_after_an_edit_tells_what_had_been_changed() -> None:
    room = await Room.proposed(arguments={"a": 1})
    await room.edit({"a": 2})
    room.answer(lambda request: no(request, "not today"))
    reply = await room.end()
    assert "not today" in text_of(reply.result)
    assert note_of(reply) == "Note from Assent: the person had changed the inputs of this call. a: 1 -> 2"
    assert not room.sent


@pytest.mark.parametrize("answer", [{"isError": True, "content": []}, None], ids=["tool error", "protocol error"])
async def test_the_note_comes_with_errors_of_the_tool_and_of_the_server(answer: JsonObject | None) -> None:
    room = Room()
    error: JsonObject = {"error": {"code": -5, "message": "broken"}}
    room.desk.server.on["tools/call"] = lambda _: error if answer is None else {"result": answer}
    await room.propose(arguments={"a": 1})
    await room.edit({"a": 2})
    room.answer()
    reply = await room.end()
    told = str(reply.error["message"]) if reply.error is not None else note_of(reply)
    assert "a: 1 -> 2" in told
    assert (reply.error is None) == (answer is not None)


# A note with a yes

SAYS = "Note from Assent: the person who approved this says:"


def with_words(words: str) -> Callable[[ApprovalRequest], Answer]:
    return lambda request: replace(yes(request), note=words)


async def test_what_a_person_says_with_a_yes_is_beside_the_result_and_on_record() -> None:
    room = Room()
    room.desk.server.on["tools/call"] = lambda _: {"result": {"content": [], "structuredContent": {"n": 1}}}
    await room.propose()
    room.answer(with_words("only this file\u202e, please\x07"))
    reply = await room.end()
    assert reply.result is not None
    assert json.loads(without_receipt(reply.result)) == {
        "content": [{"type": "text", "text": f"{SAYS} only this file⟨U+202E⟩, please⟨U+0007⟩"}],
        "structuredContent": {"n": 1},
    }
    log = room.desk.log
    assert log.of("call.decided")[0].values["note"] == "only this file\u202e, please\x07".encode()
    assert b"only this" not in log.of("call.outcome")[0].values["result"]


async def test_a_note_with_an_edit_is_in_one_block_with_it() -> None:
    room = await Room.proposed(arguments={"a": 1})
    await room.edit({"a": 2})
    room.answer(with_words("two is enough"))
    reply = await room.end()
    assert reply.result is not None
    assert len(json.loads(reply.result)["content"]) == 2
    assert note_of(reply) == (
        f"Note from Assent: the person changed the inputs before approving. a: 1 -> 2\n{SAYS} two is enough"
    )


@pytest.mark.parametrize("answer", [{"isError": True, "content": []}, None], ids=["tool error", "protocol error"])
async def test_a_note_comes_with_errors_too(answer: JsonObject | None) -> None:
    room = Room()
    error: JsonObject = {"error": {"code": -5, "message": "broken"}}
    room.desk.server.on["tools/call"] = lambda _: error if answer is None else {"result": answer}
    await room.propose()
    room.answer(with_words("try the other"))
    reply = await room.end()
    told = note_of(reply) if reply.error is None else str(reply.error["message"]).removeprefix("broken ")
    assert told == f"{SAYS} try the other"


async def test_a_note_goes_nowhere_with_a_call_that_is_not_sent() -> None:
    room = await Room.proposed()
    room.desk.server.tools = []  # it is looked at again after the yes
    room.answer(with_words("go on"))
    reply = await room.end()
    assert "go on" not in str(reply)
    assert not room.sent


@pytest.mark.expected_logs("could not be made")
async def test_a_note_that_cannot_be_added_takes_no_result_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(editing, "with_note", lambda *_, **__: 1 // 0)
    room = await Room.proposed()
    room.answer(with_words("go on"))
    assert text_of((await room.end()).result) == "done"
    assert "could not be made" in caplog.text


# Denials win


async def test_a_rule_that_denies_the_changed_inputs_wins_over_the_person() -> None:
    room = await Room.proposed(arguments={"a": 1})
    room.desk.rules.effect = Effect.DENY
    room.person.answer(edit(room.person.asked[-1], {"a": 2}))
    reply = await room.end()
    assert "Not allowed by policy" in text_of(reply.result)
    assert room.desk.log.story(room.run.call) == ["call.proposed", "call.edited", "call.decided deny"]
    assert room.desk.log.of("call.decided")[0].fields["by"] == "rule"
    assert [end for _, end in room.ended] == [UNASKED]
    assert not room.sent


async def test_inputs_that_break_the_schema_are_never_asked_about_nor_sent() -> None:
    room = await Room.proposed("echo", {"text": "x"})
    room.person.answer(edit(room.person.asked[-1], {"text": 7}))
    reply = await room.end()
    assert "Invalid arguments" in text_of(reply.result)
    assert room.desk.log.of("call.decided")[0].fields["decision"] == "deny"
    assert len(room.person.asked) == 1
    assert not room.sent


async def test_an_allowing_rule_approves_no_changed_inputs() -> None:
    room = await Room.proposed(arguments={"a": 1})
    room.desk.rules.effect = Effect.ALLOW
    request = await room.edit({"a": 2})
    assert request.verdict.effect is Effect.ALLOW
    await turns(50)
    assert not room.sent
    room.answer(no)
    await room.end()
    assert not room.sent


async def test_an_edit_that_is_none_denies() -> None:
    room = await Room.proposed(arguments={"a": 1})
    room.person.answer(edit(room.person.asked[-1], [1]))
    await room.end()
    assert room.desk.log.of("call.decided")[0].values["reason"] == NO_OBJECT.encode()


async def test_only_so_many_edits_count() -> None:
    room = await Room.proposed(arguments={"a": 0})
    for number in range(MAX_EDITS):
        await room.edit({"a": number + 1})
    assert (await room.look('{"a":99}')).problems == (EditProblem((), TOO_OFTEN),)
    room.person.answer(edit(room.person.asked[-1], {"a": 99}))
    await room.end()
    assert room.desk.log.of("call.decided")[0].values["reason"] == TOO_OFTEN.encode()
    assert not room.sent


# Row 12: an edit is about the question that was shown; row 16: signatures are void


@pytest.mark.parametrize("make", [yes, no, lambda request: edit(request, {"a": 9})], ids=["yes", "no", "edit"])
async def test_s12_what_was_meant_for_the_inputs_before_the_edit_decides_nothing_but_a_denial(
    make: Callable[[ApprovalRequest], Answer | Edit],
) -> None:
    room = Room()
    first = await room.propose(arguments={"a": 1})
    await room.edit({"a": 2})
    room.person.answer(make(first))
    await room.end()
    assert room.desk.log.of("call.decided")[0].values["reason"] == WRONG_CALL.why.encode()
    assert not room.sent


async def test_s16_signatures_under_the_inputs_before_the_edit_are_void() -> None:
    room = Room()
    room.desk.rules.obligations = SIGNED
    first = await room.propose(arguments={"a": 1})
    shown = (first.call.digest, first.round, first.definition.digest)
    room.desk.approvals.waiting(first.call.id).sign(*shown, Signature("ben", ("CHAIR",), 1.0))
    assert room.desk.approvals.waiting(first.call.id).signatures
    second = await room.edit({"a": 2})
    assert room.desk.approvals.waiting(second.call.id).signatures == ()
    with pytest.raises(AssentError, match=REPLACED):
        room.desk.approvals.waiting(second.call.id).sign(*shown, Signature("ben", ("CHAIR",), 1.0))
    room.answer()  # without a signature of its own
    await room.end()
    assert room.desk.log.of("call.decided")[0].fields["decision"] == "deny"
    assert not room.sent


# Ends from outside


@pytest.mark.parametrize("moment", ["call.edited", "call.proposed"])
@pytest.mark.parametrize("how", ["stop", "withdrawal", "gone"])
async def test_an_end_from_outside_while_an_edit_is_taken_in_sends_nothing(moment: str, how: str) -> None:
    room = await Room.proposed(arguments={"a": 1})

    def end() -> None:
        if how == "stop":
            room.desk.gate.emergency_stop()
        else:
            room.run.abort(APP_GONE if how == "gone" else WITHDRAWN)

    room.desk.log.while_writing(moment, end)
    room.person.answer(edit(room.person.asked[-1], {"a": 2}))
    await room.end()
    assert not room.sent
    assert room.desk.log.of("call.decided")[0].fields["by"] == ("stop" if how == "stop" else "withdrawal")
    assert len(room.ended) == 1


@pytest.mark.expected_logs(r"host\.gate\.gate: the audit log failed, nothing is dispatched: .*")
@pytest.mark.parametrize("kind", ["call.edited", "call.proposed"])
async def test_an_edit_that_cannot_be_logged_sends_nothing_and_ends_the_question(kind: str) -> None:
    room = await Room.proposed(arguments={"a": 1})
    room.desk.log.full = lambda draft: draft.kind == kind
    room.person.answer(edit(room.person.asked[-1], {"a": 2}))
    reply = await room.end()
    assert "could not decide safely" in text_of(reply.result)
    assert [end for _, end in room.ended] == [UNASKED]
    assert not room.sent


# A look beforehand


async def test_a_look_tells_effect_and_findings_and_changes_nothing() -> None:
    room = Room()
    room.desk.rules.effect = Effect.ASK
    first = await room.propose(arguments={"a": 1})
    kept = list(room.desk.log.drafts)
    check = await room.look('{"a": 9007199254740993}')
    assert (check.problems, check.effect, check.same) == ((), "ask", False)
    assert check.because == "Rule r1 says so."
    assert [finding.kind for finding in check.findings if finding.kind == "big-number"] == ["big-number"]
    room.desk.rules.effect = Effect.DENY
    assert (await room.look('{"a":3}')).effect == "deny"
    room.desk.rules.effect = Effect.ASK
    assert (await room.look(' {"a" : 1} ')).same
    assert room.run.call is first.call
    assert room.desk.log.drafts == kept
    assert len(room.person.asked) == 1
    room.answer()
    await room.end()
    assert room.sent == [{"a": 1}]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"text":7}', ("text",)),
        ("{}", ()),
        ('{"text":"x","more":1}', ("more",)),
        ("{", ()),
        ("[]", ()),
        ("\ud800", ()),
    ],
)
async def test_a_look_says_what_the_schema_has_against_inputs_and_where(text: str, path: tuple[str, ...]) -> None:
    room = await Room.proposed("echo", {"text": "x"})
    check = await room.look(text)
    assert [problem.path for problem in check.problems] == [path]
    assert all(problem.why for problem in check.problems)
    assert check.effect == ""
    room.answer(no)
    await room.end()


async def test_looks_count_for_no_rate() -> None:
    room = Room()
    room.desk.rules.obligations = Obligations(rates=(RateLimit("r1", 1, 3600.0),))
    await room.propose(arguments={"a": 1})
    for number in range(5):
        assert (await room.look(f'{{"a":{number + 2}}}')).effect == "ask"
    await room.edit({"a": 2})
    room.answer()
    await room.end()
    assert room.sent == [{"a": 2}]
    _, reply = await room.desk.call("any", {"a": 3})
    assert "Too many calls" in text_of(reply.result)


async def test_only_what_waits_in_the_form_that_was_shown_is_looked_at() -> None:
    room = Room()
    first = await room.propose(arguments={"a": 1})
    examine = room.desk.gate.editing.examine
    with pytest.raises(AssentError, match=REPLACED):
        await examine(first.call.id, "0" * 64, "{}")
    with pytest.raises(AssentError, match=NO_LONGER_WAITS):
        await examine("other", first.call.digest, "{}")
    second = await room.edit({"a": 2})
    with pytest.raises(AssentError, match=REPLACED):
        await examine(first.call.id, first.call.digest, "{}")
    assert room.desk.gate.editing.facts(first.call.id, first.call.digest) is None
    assert room.desk.gate.editing.facts(second.call.id, second.call.digest) is not None
    room.answer()
    await room.end()
    with pytest.raises(AssentError, match=NO_LONGER_WAITS):
        await examine(second.call.id, second.call.digest, "{}")


async def test_a_look_ends_with_the_call_and_says_where_the_rules_do_not_stand_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = await Room.proposed(arguments={"a": 1})

    def other_rules(*_: str) -> Needs:
        room.desk.rules.rule += "x"
        return Needs(hosts=True)

    def stop(*_: str) -> Needs:
        room.desk.gate.emergency_stop()
        return Needs(hosts=True)

    monkeypatch.setattr(room.desk.rules, "needs", other_rules)
    assert [problem.path for problem in (await room.look('{"a":2}')).problems] == [()]
    monkeypatch.setattr(room.desk.rules, "needs", stop)
    with pytest.raises(AssentError, match=NO_LONGER_WAITS):
        await room.look('{"a":2}')
    await room.end()
    assert not room.sent


async def test_inputs_beyond_a_message_to_the_server_are_refused_by_the_limit_in_force() -> None:
    room = await Room.proposed(arguments={"a": 1})
    long = json.dumps({"a": "x" * 5_000})
    assert not (await room.look(long)).problems
    room.desk.live.now = SETTINGS.replace(frame_to_server=1024)
    assert "larger than" in (await room.look(long)).problems[0].why
    room.answer(no)
    await room.end()


# By property


class Crowd:
    """Calls of which a person edits, answers and loses some, in an order that ``seed`` makes."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311  # repeatable on purpose
        self.desk = Desk(Effect.ASK)
        self.person = self.desk.person()
        self.desk.log.takes = 3
        self.runs = [self.desk.make_run("any", {"a": number}) for number in range(20)]
        self.ends = [tasks.spawn(self.desk.through(run), name="call") for run in self.runs]

    async def act(self, step: int) -> None:
        """Do something about a question, perhaps one that was replaced."""
        await turns(self.chance.randrange(6))
        asked = [request for request in self.person.asked if request.call.id in self.waiting]
        if not asked:
            return
        request = self.chance.choice(asked)
        match self.chance.choice(["edit", "edit", "edit", "yes", "no", "abort"]):
            case "abort":
                next(run for run in self.runs if run.call.id == request.call.id).abort(WITHDRAWN)
            case "edit":
                others: list[JsonValue] = ["x", [1.5], None]
                self.person.answer(edit(request, {"a": step, "b": self.chance.choice(others)}))
            case said:
                self.person.answer((yes if said == "yes" else no)(request))

    @property
    def waiting(self) -> set[str]:
        return {request.call.id for request in self.desk.approvals.pending}

    async def finish(self) -> None:
        """Approve whatever still waits."""
        while not all(end.done() for end in self.ends):
            for request in tuple(self.person.asked):
                if request in self.desk.approvals.pending:
                    self.person.answer(yes(request))
            await turns()


@pytest.mark.parametrize("seed", range(20))
async def test_s01_whatever_is_edited_and_answered_in_whatever_order_only_the_bytes_asked_last_are_sent(
    seed: int,
) -> None:
    crowd = Crowd(seed)
    for step in range(25):  # so many that some of the calls still wait
        await crowd.act(step)
    async with asyncio.timeout(BOUND):
        await crowd.finish()
    log, sent = crowd.desk.log, [sha256_hex(canonical(at(call, "params"))) for call in crowd.desk.server.calls]
    assert sent
    assert log.of("call.edited")
    approved = [run for run in crowd.runs if "call.decided approve" in log.story(run.call)]
    assert sorted(run.call.digest for run in approved) == sorted(sent)
    for run in approved:
        assert log.of("call.proposed", run.call)[-1].values["params"] == run.call.params
        last = [request for request in crowd.person.asked if request.call.id == run.call.id][-1]
        assert last.call.digest == run.call.digest


# What takes long


async def test_a_long_edit_is_read_in_a_thread_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    room, threads = Room(), list[bool]()
    await room.propose(arguments={"a": 1})
    real, reading = revise, threading.Lock()

    def read(call: Call, arguments: bytes, longest: int) -> Call:
        threads.append(threading.current_thread() is threading.main_thread())
        assert reading.acquire(blocking=False)
        try:
            return real(call, arguments, longest)
        finally:
            reading.release()

    monkeypatch.setattr(editing, "revise", read)
    long = json.dumps({"a": "x" * editing.INLINE})
    said = await asyncio.gather(room.look(long), room.look(long), room.look('{"a": 2}'))
    assert [it.effect for it in said] == ["ask"] * 3
    assert threads == [False, False, True]
    room.answer()
    await room.end()


async def test_a_look_at_an_edit_ends_with_the_question_and_leaves_nothing_behind() -> None:
    room = await Room.proposed(arguments={"a": 1})
    inspection, wait = room.desk.gate.inspection, asyncio.Event()

    really = inspection.begin

    def begun(call: Call, definition: ToolDefinition) -> CallInspection:
        return really(call, definition) if call.digest == room.run.call.digest else CallInspection(call, definition)

    async def slow(inspection: CallInspection) -> tuple[Finding, ...]:
        await wait.wait()
        return ()

    inspection.begin, inspection.finish = begun, slow  # type: ignore[method-assign]
    looking = asyncio.gather(room.look('{"a": 2}'), room.look('{"a": 2}'), return_exceptions=True)
    await turns()
    room.answer()
    await room.end()
    assert [str(it) for it in await looking] == [NO_LONGER_WAITS, NO_LONGER_WAITS]
    assert not inspection.is_busy


async def test_a_note_on_a_long_result_is_made_in_a_thread_and_the_result_is_not_parsed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room, threads, real = Room(), list[bool](), with_note

    def made(*args: Any, **named: Any) -> Reply:
        threads.append(threading.current_thread() is threading.main_thread())
        return real(*args, **named)

    monkeypatch.setattr(editing, "with_note", made)
    long: JsonObject = {"structuredContent": {"a": "x" * editing.INLINE}, "content": [{"type": "text", "text": "done"}]}
    room.desk.server.on["tools/call"] = lambda _: {"result": long}
    await room.propose(arguments={"a": 1})
    await room.edit({"a": 2})
    room.answer()
    reply = await room.end()
    assert threads == [False]
    assert "a: 1 -> 2" in note_of(reply)


@pytest.mark.expected_logs("could not be made")
async def test_s12_where_an_edit_cannot_be_told_the_model_gets_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room()

    def broken(*_: object, **__: object) -> Reply:
        raise ValueError

    monkeypatch.setattr(editing, "with_note", broken)
    await room.propose(arguments={"a": 1})
    await room.edit({"a": 2})
    room.answer()
    told = text_of((await room.end()).result)
    assert "The person changed the inputs of this call" in told
    assert "done" not in told
