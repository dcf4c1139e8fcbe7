"""Other inputs through the window: what counts, and for which question (attacks 12 and 16)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from host.control.protocol import CallEnded, CheckEdit, CompareCall, Done, EditCall
from host.control.views import Asked, EditCheck
from host.errors import AssentError
from host.gate.pending_approval import NO_LONGER_WAITS, REPLACED
from host.model import Effect, Obligations
from host.window.pending_prompts import RESULT_NOT_EDITABLE, TOO_SOON, WOULD_BE_DENIED, edit_refusal
from host.window.server import WindowServer
from tests.unit.host.support import BOUND, at, until
from tests.unit.host.window.test_server import Room, answer_to


def edit_of(asked: Asked, arguments: str, **changes: Any) -> EditCall:
    request = asked.request
    values: dict[str, Any] = {"call_id": request.call.id, "digest": request.call.digest, "round": request.round}
    return EditCall(**(values | {"definition": request.definition.digest, "arguments": arguments} | changes))


def check_of(asked: Asked, arguments: str) -> CheckEdit:
    return CheckEdit(asked.request.call.id, asked.request.call.digest, arguments)


def sent(room: Room) -> list[Any]:
    return [at(call, "params", "arguments") for call in room.gate.server.calls]


async def test_a_person_changes_the_inputs_and_approves_them_as_any_question(room: Room) -> None:
    _, ended, question = await room.put("x")
    assert await room.ask(edit_of(question.asked, '{"text": "y"}')) == Done()
    again = await room.asked(2)
    assert again.asked.request.edited == question.asked.request.call.params
    assert room.events(CallEnded) == []  # the new question takes the place of the old one
    assert sent(room) == []
    room.steady.now -= 2
    with pytest.raises(AssentError, match=TOO_SOON):
        await room.ask(answer_to(again))
    room.steady.now += 2
    with pytest.raises(AssentError, match=REPLACED):
        await room.ask(answer_to(question))
    await room.ask(answer_to(again))
    await ended
    assert sent(room) == [{"text": "y"}]
    assert room.gate.log.of("call.edited")[0].fields["who"] == "ana"


async def test_a_look_says_what_the_host_would_and_leaves_the_question_as_it_is(room: Room) -> None:
    _, ended, question = await room.put("x")
    assert (await room.ask(check_of(question.asked, '{"text": "y"}'))).effect == "ask"
    assert (await room.ask(check_of(question.asked, '{"text": "x"}'))).same
    assert (await room.ask(check_of(question.asked, "{"))).problems
    room.gate.rules.effect = Effect.DENY
    assert (await room.ask(check_of(question.asked, '{"text": "y"}'))).effect == "deny"
    room.gate.rules.effect = Effect.ASK
    assert room.gate.log.of("call.edited") == []
    await room.ask(answer_to(question))
    await ended
    assert sent(room) == [{"text": "x"}]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [('{"text": "x"}', "nothing is changed"), ("[]", "no JSON object"), ('{"text":1,"text":2}', "same key twice")],
)
async def test_an_edit_that_cannot_count_is_refused_and_the_question_stays(
    room: Room, arguments: str, why: str
) -> None:
    _, ended, question = await room.put("x")
    with pytest.raises(AssentError, match=why):
        await room.ask(edit_of(question.asked, arguments))
    assert not ended.done()
    await room.ask(answer_to(question))
    await ended
    assert sent(room) == [{"text": "x"}]


async def test_an_edit_that_a_rule_would_deny_is_refused_and_the_question_stays(room: Room) -> None:
    _, ended, question = await room.put("x")
    room.gate.rules.effect = Effect.DENY
    with pytest.raises(AssentError, match=f"{WOULD_BE_DENIED}: Rule r1 says so"):
        await room.ask(edit_of(question.asked, '{"text": "y"}'))
    room.gate.rules.effect = Effect.ASK
    await room.ask(answer_to(question, False))
    await ended
    assert room.gate.log.of("call.edited") == []


@pytest.mark.parametrize("other", [{"digest": "0" * 64}, {"round": 2}, {"definition": "0" * 64}], ids=str)
async def test_s12_an_edit_of_another_question_is_refused(room: Room, other: dict[str, Any]) -> None:
    _, ended, question = await room.put("x")
    with pytest.raises(AssentError, match=REPLACED):
        await room.ask(edit_of(question.asked, '{"text": "y"}', **other))
    assert room.gate.log.of("call.edited") == []
    await room.ask(answer_to(question, False))
    await ended


async def test_s12_what_no_longer_waits_is_neither_changed_nor_looked_at_nor_compared(room: Room) -> None:
    _, ended, question = await room.put("x")
    await room.ask(answer_to(question, False))
    await ended
    call = question.asked.request.call
    with pytest.raises(AssentError, match=NO_LONGER_WAITS):
        await room.ask(edit_of(question.asked, '{"text": "y"}'))
    with pytest.raises(AssentError, match=NO_LONGER_WAITS):
        await room.ask(check_of(question.asked, '{"text": "y"}'))
    with pytest.raises(AssentError, match=NO_LONGER_WAITS):
        await room.ask(CompareCall(call.id, call.digest))


async def test_s12_of_two_edits_at_once_one_counts(room: Room) -> None:
    _, ended, question = await room.put("x")
    room.say(edit_of(question.asked, '{"text": "y"}'), 11)
    room.say(edit_of(question.asked, '{"text": "z"}'), 12)
    room.say(answer_to(question), 13)
    await until(lambda: all(room.replies(number) for number in (11, 12, 13)))
    assert sum("result" in room.replies(number)[0] for number in (11, 12, 13)) == 1
    if "error" in room.replies(13)[0]:
        again = await room.asked(2)
        await room.ask(answer_to(again, False))
    async with asyncio.timeout(BOUND):
        await ended


async def test_a_result_that_is_held_cannot_be_changed(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.gate.rules.obligations = Obligations(review_result=True)
    room.sit()
    _, ended = room.propose("x")
    await room.ask(answer_to(await room.asked()))
    held = await room.asked(2)
    assert held.asked.request.result is not None
    with pytest.raises(AssentError, match=RESULT_NOT_EDITABLE):
        await room.ask(edit_of(held.asked, '{"text": "y"}'))
    with pytest.raises(AssentError, match=RESULT_NOT_EDITABLE):
        await room.ask(check_of(held.asked, '{"text": "y"}'))
    await room.ask(answer_to(held))
    await ended
    await room.leave()


async def test_s12_an_edit_that_a_stop_overtakes_sends_nothing(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    _, ended, question = await room.put("x")
    examine = room.gate.gate.editing.examine

    async def slowly(*said: Any) -> Any:
        examined = await examine(*said)
        room.gate.gate.emergency_stop("ana")
        await until(ended.done)
        return examined

    monkeypatch.setattr(room.gate.gate.editing, "examine", slowly)
    with pytest.raises(AssentError, match=NO_LONGER_WAITS):
        await room.ask(edit_of(question.asked, '{"text": "y"}'))
    assert sent(room) == []
    assert [told.by for told in room.events(CallEnded)] == ["stop"]


async def test_a_window_that_comes_back_is_asked_about_the_changed_call(room: Room) -> None:
    _, ended = room.propose("x")
    await room.ask(edit_of((await room.asked()).asked, '{"text": "y"}'))
    again = await room.asked(2)
    room.sit()
    once_more = await room.asked()
    assert once_more.asked.request == again.asked.request
    assert isinstance(room.server, WindowServer)
    await room.ask(answer_to(once_more))
    await ended
    assert sent(room) == [{"text": "y"}]


async def test_an_edited_call_that_is_denied_in_between_is_over_for_the_window(room: Room) -> None:
    _, ended, question = await room.put("x")
    room.gate.log.while_writing("call.edited", lambda: setattr(room.gate.rules, "effect", Effect.DENY))
    await room.ask(edit_of(question.asked, '{"text": "y"}'))
    await ended
    assert [(told.call_id, told.by) for told in room.events(CallEnded)] == [(question.asked.request.call.id, "fault")]
    assert sent(room) == []


@pytest.mark.parametrize("effect", ["ask", "allow"])
def test_what_a_rule_asks_or_allows_can_be_asked_about(effect: str) -> None:
    assert edit_refusal(EditCheck((), effect)) == ""


@pytest.mark.parametrize("effect", ["deny", "", "anything"])
def test_what_was_not_judged_to_be_asked_cannot(effect: str) -> None:
    assert edit_refusal(EditCheck((), effect))
