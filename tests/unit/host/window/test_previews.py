"""Readings of a question that is about to be shown."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from host.control.protocol import CallAsked
from host.control.views import Reading, Said
from host.model import ApprovalRequest, Call
from host.window import previews
from host.window.previews import Previews
from tests.unit.host.gate.test_approvals import request
from tests.unit.host.support import BOUND, turns, until
from tests.unit.host.window.test_server import Room, answer_to

READING = Reading(("text",), "path", (Said("leads to", "/x"),))


@pytest.fixture(autouse=True)
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what hangs is late, however busy the machine is."""
    monkeypatch.setattr(previews, "SECONDS", BOUND)


@pytest.fixture
def asked() -> ApprovalRequest:
    """A question with an input that could be read."""
    made = request()
    return replace(made, call=replace(made.call, arguments=b'{"path":"/x"}'))


async def test_what_is_read_in_time_is_there(asked: ApprovalRequest) -> None:
    assert await Previews(lambda *_: (READING,)).readings(asked, None) == (READING,)


async def test_of_a_result_and_of_plain_words_nothing_is_read(asked: ApprovalRequest) -> None:
    plain = replace(asked, call=replace(asked.call, arguments=b'{"name":"Ada","n":1}'))
    for other in (replace(asked, result=b"{}"), plain):
        assert await Previews(lambda *_: (READING,)).readings(other, None) == ()


@pytest.mark.expected_logs(r"host\.window\.previews: the inputs of call call-1 could not be read")
async def test_a_fault_while_reading_leaves_the_inputs_as_they_are(asked: ApprovalRequest) -> None:
    def fail(*_: object) -> tuple[Reading, ...]:
        raise RecursionError

    assert await Previews(fail).readings(asked, None) == ()


async def test_what_hangs_holds_a_question_up_for_a_moment_and_takes_few_threads(
    asked: ApprovalRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previews, "SECONDS", 0.01)
    answers, ended, begun = threading.Event(), threading.Semaphore(0), []

    def hang(call: Call, *_: object) -> tuple[Reading, ...]:
        begun.append(call.id)
        answers.wait(BOUND)
        ended.release()
        return (READING,)

    reader = Previews(hang)
    async with asyncio.timeout(BOUND):
        for _ in range(previews.MAX_READING + 3):
            assert await reader.readings(asked, None) == ()
    await until(lambda: len(begun) == previews.MAX_READING)
    answers.set()
    for _ in begun:
        assert ended.acquire(timeout=BOUND)


async def test_the_window_gets_the_readings_with_the_question_and_none_of_what_ended_meanwhile(tmp_path: Path) -> None:
    room = Room(tmp_path)
    begun, go_on = threading.Event(), threading.Event()

    def read(*_: object) -> tuple[Reading, ...]:
        begun.set()
        go_on.wait(BOUND)
        return (READING,)

    room.server._prompts._previews = Previews(read)  # noqa: SLF001  # in place of what reads the disk
    room.sit()
    run, ended = room.propose("/x")
    await until(begun.is_set)
    assert room.events(CallAsked) == []
    room.gate.gate.emergency_stop("ana")
    await ended
    room.gate.gate.release("ana")
    go_on.set()
    await turns()
    assert room.events(CallAsked) == []
    _, ended = room.propose("/y")
    question = await room.asked()
    assert question.asked.readings == (READING,)
    assert question.asked.request.call.id != run.call.id
    await room.ask(answer_to(question))
    await ended
    await room.leave()
