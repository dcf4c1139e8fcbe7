"""Many answers, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from host.control.protocol import AnswerCall, Done
from host.errors import AssentError
from tests.support.window import FakeLink
from ui.consent.batch.sender import AT_ONCE, Sender


class Slow(FakeLink):
    """A host that replies when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[Callable[[Any], object], Callable[[str], object]]] = []

    def send(self, request: Any, then: Any = None, failed: Any = None) -> None:
        self.requests.append(request)
        self.waiting.append((then, failed))

    def reply(self) -> None:
        self.waiting.pop(0)[0](Done())

    def refuse(self, why: str) -> None:
        self.waiting.pop(0)[1](why)


def no(number: int) -> AnswerCall:
    return AnswerCall(f"call {number}", "d", 1, "e", approve=False)


@pytest.fixture
def link() -> Slow:
    return Slow()


def test_no_more_than_a_few_are_under_way(link: Slow) -> None:
    sender = Sender(link)
    said: list[tuple[int, int]] = []
    finished: list[bool] = []
    sender.progressed.connect(lambda done, whole: said.append((done, whole)))
    sender.finished.connect(lambda: finished.append(True))
    sender.send([no(number) for number in range(50)])
    assert len(link.requests) == AT_ONCE
    link.reply()
    assert len(link.requests) == AT_ONCE + 1
    while link.waiting:
        assert len(link.waiting) <= AT_ONCE
        assert not finished
        link.reply()
    assert said == [(done, 50) for done in range(1, 51)]
    assert finished == [True]
    assert [request.call_id for request in link.of(AnswerCall)] == [f"call {number}" for number in range(50)]


def test_one_that_is_refused_is_told_and_the_others_go_on(link: Slow) -> None:
    sender = Sender(link)
    failed: list[tuple[str, str]] = []
    sender.failed.connect(lambda call_id, why: failed.append((call_id, why)))
    sender.send([no(1), no(2)])
    link.refuse("the disk is full")
    link.reply()
    assert failed == [("call 1", "the disk is full")]
    assert not sender.is_busy


def test_after_it_is_stopped_nothing_more_is_sent(link: Slow) -> None:
    sender = Sender(link)
    sender.send([no(number) for number in range(50)])
    sender.drop()
    while link.waiting:
        link.refuse("the host is gone")
    assert len(link.requests) == AT_ONCE
    assert not sender.is_busy


def test_a_host_that_refuses_everything_at_once_ends_it(link: Slow) -> None:
    fake = FakeLink()
    fake.replies[AnswerCall] = AssentError("no")
    sender = Sender(fake)
    failed: list[str] = []
    sender.failed.connect(lambda call_id, _: failed.append(call_id))
    sender.send([no(number) for number in range(300)])
    assert len(failed) == 300
    assert not sender.is_busy
