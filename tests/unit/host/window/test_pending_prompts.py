"""What goes with a question to the window."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from host.audit.chain import Tip
from host.control.protocol import (
    CallAsked,
    CallEnded,
    CallSigned,
    CompareCall,
    Done,
    EditCall,
    SaveRule,
    SetPin,
    SignCall,
)
from host.control.views import Said, SigningView
from host.errors import AssentError
from host.gate.call_execution import CallExecution
from host.gate.pending_approval import ALREADY_SIGNED, NEEDS_NO_SIGNATURE, NO_LONGER_WAITS, NOT_WANTED, REPLACED
from host.gate.refusals import APP_GONE, EXPIRED, SIGNER_REMOVED, STOPPED, NoAnswer
from host.gate.signers import CHANGED, FREE_FAILURES, WRONG
from host.model import JsonObject, Obligations, RoleQuota
from host.policy.book import PolicyBook
from host.policy.model import PolicySource
from host.values import replace
from host.window.pending_prompts import (
    MAX_NAME,
    MAX_REASON,
    MUST_BE_SIGNED,
    NOT_OFFERED,
    ONLY_ONCE,
    REASON_MISSING,
    SEEN_AFTER,
    TOO_SOON,
)
from tests.support.signing import ADA, TOM, approver
from tests.support.waiting import PATIENCE
from tests.unit.host.support import LATEST, NOW, tool, turns, until
from tests.unit.host.window.test_server import Room, answer_to

HEADER: JsonObject = {"type": "object", "properties": {"text": {"type": "string", "x-mcp-header": "Text"}}}
HTTP: JsonObject = {"url": "https://example.com/mcp"}
PROGRAM: JsonObject = {"command": "serve"}


@pytest.mark.parametrize(
    ("entry", "revision", "named"),
    [(HTTP, NOW, True), (HTTP, LATEST, False), (PROGRAM, NOW, False), (None, NOW, False)],
    ids=["http", "http with sessions", "stdio", "none"],
)
async def test_s20_inputs_that_become_headers_are_shown_where_the_server_is_reached_by_http(
    tmp_path: Path, entry: JsonObject | None, revision: str, named: bool
) -> None:
    if entry is not None:
        (tmp_path / "servers.json").write_text(json.dumps({"mcpServers": {"files": entry}}))
    room = Room(tmp_path)
    room.gate.server.tools[1] = tool("any", HEADER)
    room.gate.revision = revision
    room.sit()
    _, ended, question = await room.put("before")
    assert question.asked.headers == ((Said("Mcp-Param-Text", "before"),) if named else ())
    request = question.asked.request
    shown = (request.call.id, request.call.digest, request.round, request.definition.digest)
    await room.ask(EditCall(*shown, '{"text": "after\\r\\n"}'))
    again = await room.asked(2)
    assert again.asked.headers == ((Said("Mcp-Param-Text", "=?base64?YWZ0ZXINCg==?="),) if named else ())
    await room.ask(answer_to(again, False))
    await ended
    await room.leave()


async def test_s19_a_question_is_asked_again_once_somebody_else_vouches_for_its_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(tmp_path)
    monkeypatch.setattr(PolicyBook, "trust_of", lambda *_: room.gate.rules.trust)
    room.sit()
    _, ended, question = await room.put("x")
    rule = {"effect": "deny", "match": {"server": "other"}}
    await room.ask(SaveRule(json.dumps(rule)))  # another change of the rules asks nothing anew
    room.gate.rules.trust = "user"
    await room.ask(SaveRule(json.dumps(rule | {"id": "two"})))
    again = await room.asked(2)
    assert (question.asked.request.call.server.trust, again.asked.request.call.server.trust) == ("none", "user")
    assert room.events(CallEnded) == []
    with pytest.raises(AssentError, match=REPLACED):
        await room.ask(answer_to(question))
    assert not room.gate.server.calls
    await room.ask(answer_to(again))
    await ended
    assert room.gate.server.calls
    await room.leave()


@pytest.mark.parametrize(("entry", "here"), [(HTTP, False), (PROGRAM, True)], ids=["http", "stdio"])
async def test_s19_nothing_is_said_of_this_machines_files_where_the_server_is_on_another(
    tmp_path: Path, entry: JsonObject, here: bool
) -> None:
    (tmp_path / "servers.json").write_text(json.dumps({"mcpServers": {"files": entry}}))
    (tmp_path / "notes.md").write_text("here")
    room = Room(tmp_path)
    room.sit()
    run = room.gate.make_run("any", {"path": str(tmp_path / "notes.md"), "content": "there"})
    ended = asyncio.ensure_future(room.gate.through(run))  # noqa: TID251  # awaited below
    question = await room.asked()
    assert [reading.kind for reading in question.asked.readings] == (["path"] if here else [])
    compared = await room.ask(CompareCall(run.call.id, question.asked.request.call.digest))
    assert [file.text for file in compared.files] == (["here"] if here else [])
    await room.ask(answer_to(question, False))
    await ended
    await room.leave()


@pytest.mark.parametrize("end", [EXPIRED, APP_GONE], ids=["expired", "withdrawn"])
async def test_what_a_question_said_of_a_file_is_on_record_where_nobody_answered_it(
    tmp_path: Path, end: NoAnswer
) -> None:
    """So that the history says of the call what its question said."""
    (tmp_path / "servers.json").write_text(json.dumps({"mcpServers": {"files": PROGRAM}}))
    room = Room(tmp_path)
    room.sit()
    inputs: JsonObject = {"path": str(tmp_path / "new.md"), "content": "x"}
    run = room.gate.make_run("any", inputs)
    ended = asyncio.ensure_future(room.gate.through(run))  # noqa: TID251  # awaited below
    question = await room.asked()
    assert question.asked.action.there == "nothing"
    run.abort(end)
    await ended
    [decided] = [draft for draft in room.gate.log.drafts if draft.kind == "call.decided"]
    assert (decided.fields["by"], decided.fields["there"]) == (end.by, "nothing")
    await room.leave()


pytestmark = pytest.mark.usefixtures("quick_credentials")

PIS, CHAIRS = "PRINCIPAL_INVESTIGATOR", "IRB_CHAIR"
BOTH = Obligations((RoleQuota(CHAIRS), RoleQuota(PIS)))
PINS = {ADA.name: "ada's own", TOM.name: "tom's own", "ana": "2468"}


@pytest.fixture
async def room(tmp_path: Any) -> AsyncIterator[Room]:
    """A window at a desk where both must sign every call."""
    made = Room(tmp_path, approvers=(ADA, TOM))
    made.gate.rules.obligations = BOTH
    made.sit()
    yield made
    made.gate.gate.emergency_stop("ana")
    await turns()
    await made.leave()
    await made.signers.close()


def sign(question: CallAsked, name: str, **changes: Any) -> SignCall:
    request = question.asked.request
    values: dict[str, Any] = {"call_id": request.call.id, "digest": request.call.digest, "round": request.round}
    values |= {"definition": request.definition.digest, "approver": name, "secret": PINS.get(name, "")}
    return SignCall(**(values | changes))


def pin(secret: str) -> dict[str, str]:
    """Another secret than the person's own."""
    return {"secret": secret}


async def refused(room: Room, request: Any, number: int = 1) -> str:
    with pytest.raises(AssentError) as caught:
        await room.ask(request, number)
    return str(caught.value)


def records(room: Room, run: CallExecution) -> list[dict[str, Any]]:
    return [dict(record.fields) for record in room.gate.log.of("call.signed", run.call)]


def names(view: Any) -> list[str]:
    assert isinstance(view, SigningView)
    return [signed.approver for signed in view.signed]


@pytest.mark.parametrize("order", [(ADA, TOM), (TOM, ADA)], ids=["investigator first", "chair first"])
async def test_a_call_is_sent_once_both_have_signed_in_either_order(room: Room, order: tuple[Any, Any]) -> None:
    first, second = order
    run, ended, question = await room.put()
    view = question.asked.signing
    assert view is not None
    assert (view.required, view.pin, view.signed) == (BOTH.approvers, False, ())
    assert view.missing == (f"1 {CHAIRS}", f"1 {PIS}")
    assert [(one.name, one.roles, one.source) for one in view.candidates] == [
        (entry.name, entry.roles, "managed") for entry in (ADA, TOM)
    ]
    after = await room.ask(sign(question, first.name))
    assert names(after) == [first.name]
    assert after.missing == (f"1 {second.roles[0]}",)
    assert [one.name for one in after.candidates] == [second.name]
    assert [event.signing for event in room.events(CallSigned)] == [after]
    await turns()
    assert not ended.done()
    assert room.gate.server.calls == []
    last = await room.ask(sign(question, second.name, displayed_ms=1500, unread_lines=3))
    assert (names(last), last.missing, last.candidates) == ([first.name, second.name], (), ())
    await ended
    assert len(room.gate.server.calls) == 1
    assert [(record["approver"], record["roles"], record["missing"]) for record in records(room, run)] == [
        (first.name, list(first.roles), [f"1 {second.roles[0]}"]),
        (second.name, list(second.roles), []),
    ]
    assert room.gate.log.story(run.call)[:4] == ["call.proposed", "call.signed", "call.signed", "call.decided approve"]
    (decided,) = room.gate.log.of("call.decided", run.call)
    assert decided.fields["who"] == f"{first.name}, {second.name}"
    assert (decided.fields["displayed_ms"], decided.fields["unread_lines"]) == (1500, 3)
    (told,) = room.events(CallEnded)
    assert (told.by, told.why) == ("approver", "approved")


async def test_a_call_that_must_be_signed_is_approved_in_no_other_way(room: Room) -> None:
    _, ended, question = await room.put()
    assert question.asked.why_no_grant
    assert (question.asked.bounds, question.asked.durations) == ((), ())
    assert await refused(room, answer_to(question)) == MUST_BE_SIGNED
    await room.ask(sign(question, ADA.name))
    assert await refused(room, answer_to(question)) == MUST_BE_SIGNED
    assert not ended.done()


async def test_a_denial_ends_it_whoever_has_signed(room: Room) -> None:
    run, ended, question = await room.put()
    await room.ask(sign(question, ADA.name))
    await room.ask(answer_to(question, False, reason="not today"))
    await ended
    assert room.gate.server.calls == []
    assert await refused(room, sign(question, TOM.name)) == NO_LONGER_WAITS
    assert len(records(room, run)) == 1


async def test_the_same_person_does_not_sign_twice_in_any_spelling(room: Room) -> None:
    run, ended, question = await room.put()
    await room.ask(sign(question, ADA.name))
    for name in (ADA.name, ADA.name.upper()):
        assert await refused(room, sign(question, name, **pin("ada's own"))) == ALREADY_SIGNED
    assert len(records(room, run)) == 1
    assert not ended.done()


async def test_two_signatures_of_one_person_at_once_are_one(room: Room) -> None:
    run, ended, question = await room.put()
    room.say(sign(question, ADA.name), 11)
    room.say(sign(question, ADA.name), 12)
    await until(lambda: room.replies(11) and room.replies(12))
    outcomes = sorted("result" if "result" in room.replies(number)[0] else "error" for number in (11, 12))
    assert outcomes == ["error", "result"]
    assert len(records(room, run)) == 1
    assert not ended.done()


async def test_both_at_once_is_as_good_as_one_after_the_other(room: Room) -> None:
    _, ended, question = await room.put()
    room.say(sign(question, ADA.name), 11)
    room.say(sign(question, TOM.name), 12)
    await ended
    assert len(room.gate.server.calls) == 1


async def test_a_wrong_secret_signs_nothing_and_locks_in_the_end(room: Room) -> None:
    run, ended, question = await room.put()
    for _ in range(FREE_FAILURES - 1):
        assert await refused(room, sign(question, ADA.name, **pin("tom's own"))) == WRONG
    assert "wait 30 s" in await refused(room, sign(question, ADA.name, **pin("x")))
    assert "wait 30 s" in await refused(room, sign(question, ADA.name))
    assert records(room, run) == []
    assert not ended.done()
    room.steady.now += 30
    assert names(await room.ask(sign(question, ADA.name))) == [ADA.name]


async def test_a_lock_outlives_the_window(room: Room) -> None:
    room.propose()
    question = await room.asked()
    for _ in range(FREE_FAILURES):
        await refused(room, sign(question, ADA.name, **pin("x")))
    room.sit()
    again = await room.asked()
    assert "too many wrong PINs" in await refused(room, sign(again, ADA.name))


async def test_nobody_signs_whose_signature_is_not_wanted(room: Room) -> None:
    room.approvers += (approver("Eve", "NURSE", pin="eve"), approver("Ida", PIS, pin="ida"))
    run, _, question = await room.put()
    assert await refused(room, sign(question, "Eve", **pin("eve"))) == NOT_WANTED
    await room.ask(sign(question, ADA.name))
    assert await refused(room, sign(question, "Ida", **pin("ida"))) == NOT_WANTED
    assert await refused(room, sign(question, "Nobody", **pin("x"))) == WRONG
    assert "at most" in await refused(room, sign(question, "x" * (MAX_NAME + 1)))
    assert len(records(room, run)) == 1


async def test_s12_a_signature_counts_for_the_very_question_that_is_open(room: Room) -> None:
    run, _, question = await room.put()
    for change in ({"round": 2}, {"definition": "0" * 64}, {"digest": "0" * 64}):
        assert await refused(room, sign(question, ADA.name, **change)) == REPLACED
    assert await refused(room, sign(question, ADA.name, call_id="another")) == NO_LONGER_WAITS
    assert records(room, run) == []


async def test_s10_a_signature_that_comes_before_anybody_can_have_looked_is_refused(room: Room) -> None:
    room.propose()
    await until(lambda: room.events(CallAsked))
    (question,) = room.events(CallAsked)
    room.steady.now += SEEN_AFTER - 0.001
    assert await refused(room, sign(question, ADA.name)) == TOO_SOON
    room.steady.now += 0.001
    await room.ask(sign(question, ADA.name))


async def test_a_call_that_needs_no_signature_takes_none(room: Room) -> None:
    room.gate.rules.obligations = Obligations()
    room.propose()
    question = await room.asked()
    assert question.asked.signing is None
    assert await refused(room, sign(question, ADA.name)) == NEEDS_NO_SIGNATURE


# Windows that come and go


async def test_signatures_outlive_the_window(room: Room) -> None:
    run, ended, question = await room.put()
    await room.ask(sign(question, ADA.name))
    room.sit()
    again = await room.asked()
    view = again.asked.signing
    assert names(view) == [ADA.name]
    assert await refused(room, sign(again, ADA.name)) == ALREADY_SIGNED
    await room.ask(sign(again, TOM.name))
    await ended
    assert len(records(room, run)) == 2
    assert len(room.gate.server.calls) == 1


async def being_written(room: Room, last: SignCall) -> asyncio.Event:
    """Say ``last``; once its record is being written, return what lets the writing end."""
    writing, go = asyncio.Event(), asyncio.Event()
    append = room.gate.log.append

    async def slow(*drafts: Any, alone: bool = False) -> list[Tip]:
        if drafts[0].kind == "call.signed":
            writing.set()
            await go.wait()
        return await append(*drafts, alone=alone)

    room.gate.log.append = slow  # type: ignore[method-assign]
    room.say(last, 11)
    async with asyncio.timeout(PATIENCE):
        await writing.wait()
    return go


async def test_a_signature_that_is_being_written_down_counts_though_the_window_leaves(room: Room) -> None:
    run, ended, question = await room.put()
    await room.ask(sign(question, ADA.name))
    go = await being_written(room, sign(question, TOM.name))
    room.sit()
    await turns()
    assert not ended.done()
    go.set()
    await ended
    assert len(room.gate.server.calls) == 1
    assert [record["approver"] for record in records(room, run)] == [ADA.name, TOM.name]
    (decided,) = room.gate.log.of("call.decided", run.call)
    assert "displayed_ms" not in decided.fields, "nobody measured it on the window that is there now"


async def test_the_last_signature_counts_though_no_window_is_there_to_hear_it(room: Room) -> None:
    _, ended, question = await room.put()
    await room.ask(sign(question, ADA.name))
    go = await being_written(room, sign(question, TOM.name))
    room.server.disconnect()
    go.set()
    await turns()
    assert not ended.done(), "it waits for a window, which might deny it"
    room.sit()
    await ended
    assert len(room.gate.server.calls) == 1


async def test_a_signature_that_the_log_does_not_take_does_not_count(room: Room) -> None:
    _, ended, question = await room.put()
    room.gate.log.full = lambda draft: draft.kind == "call.signed"
    assert await refused(room, sign(question, ADA.name)) == "the disk is full"
    assert room.events(CallSigned) == []
    room.gate.log.full = lambda draft: False
    assert names(await room.ask(sign(question, ADA.name))) == [ADA.name]
    assert not ended.done()


async def test_a_signature_under_a_call_that_ended_meanwhile_is_refused(room: Room) -> None:
    _, ended, question = await room.put()
    room.say(sign(question, ADA.name), 11)
    room.gate.gate.emergency_stop("ana")
    await ended
    await until(lambda: room.replies(11))
    assert "error" in room.replies(11)[0]
    assert room.events(CallEnded)[-1].by == STOPPED.by


async def test_s13_a_tool_that_changes_under_the_signatures_voids_them(room: Room) -> None:
    run, ended, question = await room.put()
    await room.ask(sign(question, ADA.name))
    room.gate.server.tools[1] = {**room.gate.server.tools[1], "description": "something else"}
    await room.ask(sign(question, TOM.name))
    again = await room.asked(2)
    assert again.asked.request.round == 2
    assert names(again.asked.signing) == []
    assert await refused(room, sign(question, ADA.name)) == REPLACED
    for name in (ADA.name, TOM.name):
        await room.ask(sign(again, name))
    await ended
    assert len(room.gate.server.calls) == 1
    assert [(record["round"], record["approver"]) for record in records(room, run)] == [
        (1, ADA.name), (1, TOM.name), (2, ADA.name), (2, TOM.name)
    ]  # fmt: skip


# Who is registered


async def test_who_is_removed_between_the_signatures_has_not_signed(room: Room) -> None:
    _, ended, question = await room.put()
    await room.ask(sign(question, ADA.name))
    ida = approver("Ida", PIS, pin="ida")
    room.approvers = (TOM, ida)
    room.policy.changed.emit()  # as the book of rules does
    await until(lambda: len(room.events(CallSigned)) >= 2)
    assert names(room.events(CallSigned)[-1].signing) == []
    after = await room.ask(sign(question, TOM.name))
    assert after.missing == (f"1 {PIS}",)
    assert not ended.done()
    await room.ask(sign(question, "Ida", **pin("ida")))
    await ended
    assert len(room.gate.server.calls) == 1


@pytest.mark.parametrize("new", ["ada's new", "ada's own"], ids=["another PIN", "the same PIN, hashed anew"])
async def test_a_credential_that_is_replaced_takes_its_signatures_with_it(room: Room, new: str) -> None:
    _, ended, question = await room.put()
    await room.ask(sign(question, ADA.name))
    credential = "$argon2id$v=19$m=64,t=1,p=1$" + PasswordHasher(1, 64, 1).hash(new).split("$", 4)[4]
    room.approvers = (replace(ADA, credential=credential), TOM)
    room.policy.changed.emit()  # as the book of rules does
    await until(lambda: len(room.events(CallSigned)) >= 2)
    assert names(room.events(CallSigned)[-1].signing) == []
    await room.ask(sign(question, TOM.name))
    assert not ended.done()
    await room.ask(sign(question, ADA.name, **pin(new)))
    await ended
    assert len(room.gate.server.calls) == 1


@pytest.mark.parametrize("change", ["removed", "another credential", "another role"])
async def test_who_may_not_sign_any_more_when_the_call_is_sent_has_not_signed(room: Room, change: str) -> None:
    run, ended, question = await room.put()
    await room.ask(sign(question, ADA.name))
    now = {"another credential": replace(ADA, credential=TOM.credential), "another role": replace(ADA, roles=(CHAIRS,))}

    changed = (TOM, now[change]) if change in now else (TOM,)
    room.gate.log.while_writing("call.decided", lambda: setattr(room, "approvers", changed))
    await room.ask(sign(question, TOM.name))
    await ended
    assert room.gate.server.calls == []
    (outcome,) = room.gate.log.of("call.outcome", run.call)
    assert outcome.fields["because"] == f"not sent: {SIGNER_REMOVED}"


async def test_a_signature_is_judged_by_what_the_administrators_file_says_now(room: Room) -> None:
    _, ended, question = await room.put()

    def read() -> PolicySource:
        room.approvers = (TOM,)
        return PolicySource("managed", "nowhere", digest="another")

    room.managed = read
    room.managed_file.write_text("{}")
    assert await refused(room, sign(question, ADA.name)) == WRONG
    assert names(await room.ask(sign(question, TOM.name))) == [TOM.name]
    assert not ended.done()


async def test_what_a_signature_remembers_of_its_credential_stays_in_the_host(room: Room) -> None:
    _, ended, question = await room.put()
    await room.ask(sign(question, ADA.name))
    (kept,) = room.gate.approvals.waiting(question.asked.request.call.id).signatures
    await room.ask(sign(question, TOM.name))
    await ended
    assert kept.mark == ADA.mark
    drafts = str([(record.kind, record.fields, record.values) for record in room.gate.log.drafts])
    told = b"".join(room.channel.frames).decode()
    assert ADA.name in told
    for text in (drafts, told, repr(kept)):
        assert ADA.mark not in text
        assert ADA.credential not in text


async def test_who_is_removed_while_the_signature_is_written_down_has_not_signed(room: Room) -> None:
    run, ended, question = await room.put()
    room.gate.log.while_writing("call.signed", lambda: setattr(room, "approvers", (TOM,)))
    assert await refused(room, sign(question, ADA.name)) == CHANGED
    assert room.events(CallSigned) == []
    assert len(records(room, run)) == 1, "it was given all the same"
    after = await room.ask(sign(question, TOM.name))
    assert names(after) == [TOM.name]
    assert not ended.done()


async def test_who_had_signed_and_is_removed_while_another_signs_has_not_signed(room: Room) -> None:
    _, ended, question = await room.put()
    await room.ask(sign(question, ADA.name))
    room.gate.log.while_writing("call.signed", lambda: setattr(room, "approvers", (TOM,)))
    assert names(await room.ask(sign(question, TOM.name))) == [TOM.name]
    await turns()
    assert not ended.done()


async def test_what_nobody_can_give_is_reported(room: Room) -> None:
    room.approvers = (TOM,)
    room.propose()
    question = await room.asked()
    view = question.asked.signing
    assert view is not None
    assert view.missing == (f"1 {CHAIRS}", f"1 {PIS}", f"nobody is registered who could give 1 {PIS}")
    after = await room.ask(sign(question, TOM.name))
    assert after.missing == (f"1 {PIS}", f"nobody is registered who could give 1 {PIS}")
    assert after.candidates == ()


# The own PIN


async def test_a_person_sets_a_pin_while_the_question_waits_and_signs_with_it(room: Room) -> None:
    room.gate.rules.obligations = Obligations(pin=True)
    room.approvers = ()
    run, ended, question = await room.put()
    view = question.asked.signing
    assert view is not None
    assert view.missing == ("a PIN", "nobody is registered who could give a PIN")
    assert await room.ask(SetPin("", "2468")) == Done()
    await until(lambda: room.events(CallSigned))
    told = room.events(CallSigned)[-1].signing
    assert [(one.name, one.source) for one in told.candidates] == [("ana", "user")]
    assert told.missing == ("a PIN",)
    await room.ask(sign(question, "ana"))
    await ended
    assert len(room.gate.server.calls) == 1
    assert records(room, run)[0]["approver"] == "ana"


async def test_a_pin_is_changed_by_who_knows_it(room: Room) -> None:
    await room.ask(SetPin("", "2468"))
    assert await refused(room, SetPin("1111", "9999")) == WRONG
    assert await room.ask(SetPin("2468", "9999")) == Done()
    assert "a PIN has at least" in await refused(room, SetPin("9999", "1"))


async def test_no_secret_is_in_what_is_kept_or_told(room: Room) -> None:
    room.gate.rules.obligations = Obligations(pin=True)
    _, ended, question = await room.put()
    await room.ask(SetPin("", "very-s3cret"))
    await refused(room, sign(question, "ana", **pin("s3cret-wrong")))
    await room.ask(sign(question, "ana", **pin("very-s3cret")))
    await ended
    kept = str([(record.kind, record.fields, record.values) for record in room.gate.log.drafts])
    assert "s3cret" not in kept
    assert "argon2" not in kept
    told = b"".join(room.channel.frames)
    assert b"s3cret" not in told
    assert b"argon2" not in told


def test_no_secret_is_in_the_repr_of_a_request() -> None:
    said = [SignCall("c", "d", 1, "e", "ana", "s3cret"), SetPin("s3cret", "s3cret")]  # it may end up in a traceback
    assert "s3cret" not in repr(said)


# Reasons and grants


async def test_a_yes_without_the_reason_that_a_rule_wants_is_refused(room: Room) -> None:
    room.gate.rules.obligations = Obligations(reason_required=True)
    run, ended, question = await room.put()
    for reason in ("", "  \n", "\u200b"):
        assert await refused(room, answer_to(question, reason=reason)) == REASON_MISSING
    await room.ask(answer_to(question, reason="the trial needs it"))
    await ended
    (decided,) = room.gate.log.of("call.decided", run.call)
    assert decided.values["reason"] == b"the trial needs it"


async def test_a_no_needs_no_reason(room: Room) -> None:
    room.gate.rules.obligations = Obligations(reason_required=True)
    _, ended = room.propose()
    await room.ask(answer_to(await room.asked(), False))
    await ended
    assert room.gate.server.calls == []


async def test_the_first_signature_brings_the_reason_and_a_later_one_may_bring_another(room: Room) -> None:
    room.gate.rules.obligations = BOTH | Obligations(reason_required=True)
    run, ended, question = await room.put()
    assert await refused(room, sign(question, ADA.name)) == REASON_MISSING
    for words in ("reason", "note"):
        assert f"{words} is longer" in await refused(room, sign(question, ADA.name, **{words: "x" * (MAX_REASON + 1)}))
    await room.ask(sign(question, ADA.name, reason="protocol 7", note="only this trial"))
    room.sit()
    await room.ask(sign(await room.asked(), TOM.name))
    await ended
    (decided,) = room.gate.log.of("call.decided", run.call)
    assert (decided.values["reason"], decided.values["note"]) == (b"protocol 7", b"only this trial")


@pytest.mark.parametrize("approve", [True, False])
async def test_a_note_goes_with_a_yes_alone_and_a_blank_one_is_none(room: Room, approve: bool) -> None:
    room.gate.rules.obligations = Obligations()
    for note in ("only this one", " \u200b"):
        run, ended = room.propose()
        await room.ask(answer_to(await room.asked(), approve, note=note))
        reply = await ended
        (decided,) = room.gate.log.of("call.decided", run.call)
        assert ("note" in decided.values) == ("only" in str(reply)) == (approve and note == "only this one")
        room.sit()


async def test_what_was_not_offered_is_not_granted(room: Room) -> None:
    room.gate.rules.obligations = Obligations()
    _, ended, question = await room.put()
    offered = question.asked
    assert offered.why_no_grant == ""
    assert "exact" in [offer.bound for offer in offered.bounds]
    assert "15min" in offered.durations
    assert "always" not in offered.durations
    assert await refused(room, answer_to(question, duration="always")) == offered.why_no_always != ""
    unknown = next(bound for bound in ("pattern", "any") if bound not in [one.bound for one in offered.bounds])
    assert await refused(room, answer_to(question, duration="15min", bound=unknown)) == NOT_OFFERED
    await room.ask(answer_to(question, duration="15min", bound="exact"))
    await ended
    (grant,) = room.gate.gate.grants.all
    assert (grant.duration, grant.bound) == ("15min", "exact")


async def test_a_signed_call_grants_nothing(room: Room) -> None:
    room.propose()
    question = await room.asked()
    assert question.asked.why_no_grant not in ("", ONLY_ONCE), "it says why"
    for name in (ADA.name, TOM.name):
        await room.ask(sign(question, name))
    await turns()
    assert room.gate.gate.grants.all == ()


async def test_a_result_is_released_once_and_without_a_signature(room: Room) -> None:
    room.gate.rules.obligations = BOTH | Obligations(review_result=True, reason_required=True)
    run, ended, question = await room.put()
    for name in (ADA.name, TOM.name):
        await room.ask(sign(question, name, reason="protocol 7"))
    held = await room.asked(2)
    assert held.asked.request.result is not None
    assert (held.asked.signing, held.asked.bounds) == (None, ())
    assert held.asked.why_no_grant != ""
    assert await refused(room, sign(held, ADA.name, reason="x")) == NEEDS_NO_SIGNATURE
    for scope in ("15min", "always"):
        assert await refused(room, answer_to(held, duration=scope)) == held.asked.why_no_grant
    assert not ended.done()
    await room.ask(answer_to(held))
    await ended
    (reviewed,) = room.gate.log.of("result.reviewed", run.call)
    assert reviewed.fields["decision"] == "release"
