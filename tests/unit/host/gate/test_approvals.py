from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import permutations, product

import pytest

from host import tasks
from host.gate import approvals
from host.gate.approvals import Approvals
from host.gate.refusals import EXPIRED, FAULT, NO_WINDOW, STOPPED, UNASKED, WITHDRAWN, WRONG_CALL, NoAnswer
from host.model import (
    Answer,
    App,
    ApprovalRequest,
    Edit,
    Effect,
    ToolDefinition,
    Verdict,
)
from host.values import replace
from tests.unit.host.support import BOUND, Clock, Person, Quick, call_params, edit, frozen_call, no, turns, until, yes

LONG = 300.0
SHORT = 0.01
"""Seconds that really pass. Only ends are waited for with it, never beginnings."""


class Waiting:
    """Approvals, and one call that waits."""

    def __init__(self, *, expires_in: float = LONG, grace: float = LONG) -> None:
        self.clock = Clock()
        self.approvals = Approvals(grace=lambda: grace, clock=self.clock)
        self.aborted: asyncio.Future[NoAnswer] = asyncio.get_running_loop().create_future()
        self.request = request(expires_at=self.clock.now + expires_in)
        self.task: asyncio.Task[Answer | Edit | NoAnswer] | None = None

    def ask(self) -> None:
        """Ask."""
        self.task = tasks.spawn(self.approvals.ask(self.request, self.aborted), name="ask")

    async def ask_person(self) -> Person:
        """Ask somebody who thinks; returns who sees the question now."""
        person = Person()
        self.approvals.attach(person)
        self.ask()
        await person.until_asked()
        return person

    def withdraw(self) -> None:
        """End the call from outside; only the first time counts."""
        if not self.aborted.done():
            self.aborted.set_result(WITHDRAWN)

    async def end(self) -> Answer | Edit | NoAnswer:
        """How it ended; nothing is pending any more then."""
        assert self.task is not None
        async with asyncio.timeout(BOUND):
            ended = await self.task
        assert self.approvals.pending == ()
        assert not self.approvals.waiting_calls
        return ended


def request(call_id: str = "call-1", expires_at: float = 1_000_300.0, app: App | None = None) -> ApprovalRequest:
    call = frozen_call(call_id, call_params())
    if app is not None:
        call = replace(call, app=app)
    verdict = Verdict(Effect.ASK, "default", "default", "asked")
    return ApprovalRequest(call, ToolDefinition("any", b"{}", {}), verdict, (), 1, "", expires_at)


@pytest.fixture
async def waiting() -> AsyncIterator[Waiting]:
    made = Waiting()
    yield made
    if made.task is not None and not made.task.done():
        made.aborted.cancel()
        made.task.cancel()
        await asyncio.wait([made.task])
    await turns()


async def test_the_answer_of_the_approver_is_the_end(waiting: Waiting) -> None:
    approver = Quick()
    waiting.approvals.attach(approver)
    waiting.ask()
    assert await waiting.end() == yes(waiting.request)
    assert approver.asked == [waiting.request]


async def test_a_pending_call_is_listed_and_counted_while_it_waits(waiting: Waiting) -> None:
    person = await waiting.ask_person()
    assert waiting.approvals.pending == (waiting.request,)
    with waiting.approvals.reserve(waiting.request.call, 500):
        (place,) = waiting.approvals.waiting_calls
        assert (place.call, place.size) == (waiting.request.call, 500)
    assert not waiting.approvals.waiting_calls
    person.answer(no(waiting.request))
    await waiting.end()


async def test_pending_calls_are_listed_oldest_first() -> None:
    made, person = Waiting(), Person()
    made.approvals.attach(person)
    futures = [asyncio.get_running_loop().create_future() for _ in range(3)]
    requests = [request(f"call-{number}") for number in (2, 1, 3)]
    asking = [tasks.spawn(made.approvals.ask(r, f), name="ask") for r, f in zip(requests, futures, strict=True)]
    await person.until_asked(3)
    assert list(made.approvals.pending) == requests
    for future in futures:
        future.set_result(WITHDRAWN)
    await asyncio.gather(*asking)


@pytest.mark.parametrize(
    "change", [{"call_id": "call-2"}, {"call_id": ""}, {"digest": "0" * 64}, {"digest": ""}], ids=str
)
@pytest.mark.parametrize("approve", [True, False])
async def test_s12_an_answer_about_another_call_or_other_bytes_denies(
    waiting: Waiting, approve: bool, change: dict[str, str]
) -> None:
    def stray(asked: ApprovalRequest) -> Answer:
        return Answer(
            approve,
            change.get("call_id", asked.call.id),
            change.get("digest", asked.call.digest),
            "ana",
        )

    waiting.approvals.attach(Quick(stray))
    waiting.ask()
    assert await waiting.end() == WRONG_CALL


@pytest.mark.expected_logs(r"host\.gate\.approvals: the approver failed on call call-1")
@pytest.mark.parametrize("error", [LookupError, TimeoutError, OSError, AssertionError, RecursionError])
async def test_an_approver_that_fails_denies(waiting: Waiting, error: type[Exception]) -> None:
    def fail(_: ApprovalRequest) -> Answer:
        raise error("secret words")

    waiting.approvals.attach(Quick(fail))
    waiting.ask()
    assert await waiting.end() == FAULT


@pytest.mark.expected_logs(r"host\.gate\.approvals: .*")
async def test_an_approver_whose_own_wait_was_cancelled_denies(waiting: Waiting) -> None:
    """A window that goes away cancels the futures its questions wait for."""

    def cancelled(_: ApprovalRequest) -> Answer:
        raise asyncio.CancelledError

    waiting.approvals.attach(Quick(cancelled))
    waiting.ask()
    assert isinstance(await waiting.end(), NoAnswer)


@pytest.mark.parametrize("odd", [None, True], ids=repr)
@pytest.mark.expected_logs(r"host\..*")
async def test_an_approver_that_returns_no_answer_denies(waiting: Waiting, odd: object) -> None:
    def answer(_: ApprovalRequest) -> Answer:
        return odd  # type: ignore[return-value]  # what a wrong approver might do

    waiting.approvals.attach(Quick(answer))
    waiting.ask()
    assert isinstance(await waiting.end(), NoAnswer)


# Expiry


async def test_a_call_that_nobody_answers_expires_and_the_approver_is_told_so(
    waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(approvals, "CHECK_CLOCK_EVERY", SHORT)
    person = await waiting.ask_person()
    waiting.clock.now = waiting.request.expires_at
    assert await waiting.end() == EXPIRED
    assert person.let_go == ["call-1"]


async def test_a_call_whose_time_is_over_is_not_even_asked(waiting: Waiting) -> None:
    approver = Quick()
    waiting.approvals.attach(approver)
    waiting.clock.now = waiting.request.expires_at
    waiting.ask()
    assert await waiting.end() == EXPIRED
    assert approver.asked == []


async def test_an_approval_that_comes_after_the_expiry_does_not_count(waiting: Waiting) -> None:
    """The clock of people goes on while a machine sleeps; the loop's does not, so no timer fired."""
    person = await waiting.ask_person()
    waiting.clock.now = waiting.request.expires_at + 8 * 3600
    person.answer(yes(waiting.request))
    assert await waiting.end() == EXPIRED


# Nobody there


async def test_without_an_approver_a_call_is_denied_after_the_grace() -> None:
    made = Waiting(grace=SHORT)
    made.ask()
    assert await made.end() == NO_WINDOW


async def test_without_any_grace_a_call_is_denied_at_once() -> None:
    made = Waiting(grace=0.0)
    made.ask()
    assert await made.end() == NO_WINDOW


async def test_without_an_approver_a_call_that_expires_before_the_grace_is_over_expires() -> None:
    made = Waiting(expires_in=SHORT, grace=LONG)
    made.ask()
    assert await made.end() == EXPIRED


async def test_an_approver_that_comes_within_the_grace_is_asked(waiting: Waiting) -> None:
    waiting.ask()
    await turns()
    assert not waiting.approvals.has_approver
    approver = Quick()
    waiting.approvals.attach(approver)
    assert await waiting.end() == yes(waiting.request)
    assert approver.asked == [waiting.request]


async def test_a_detached_approver_is_let_go_and_the_call_has_the_grace_to_find_another() -> None:
    made, first = Waiting(grace=SHORT), Person()
    made.approvals.attach(first)
    made.ask()
    await first.until_asked()
    made.approvals.detach(first)
    assert not made.approvals.has_approver
    assert await made.end() == NO_WINDOW
    assert first.let_go == ["call-1"]


async def test_a_new_approver_is_asked_what_waits_and_the_old_ones_answer_is_lost(waiting: Waiting) -> None:
    first, second = Person(), Person()
    waiting.approvals.attach(first)
    waiting.ask()
    await first.until_asked()
    waiting.approvals.attach(second)
    first.answer(yes(waiting.request))
    await second.until_asked()
    second.answer(no(waiting.request))
    assert await waiting.end() == no(waiting.request)


async def test_detaching_someone_else_changes_nothing(waiting: Waiting) -> None:
    person = await waiting.ask_person()
    waiting.approvals.detach(Person())
    await turns()
    assert person.let_go == []
    person.answer(yes(waiting.request))
    assert await waiting.end() == yes(waiting.request)


async def test_a_window_that_comes_and_goes_without_end_does_not_outlive_the_expiry() -> None:
    made = Waiting(expires_in=SHORT, grace=LONG)
    made.ask()
    person = Person()
    assert made.task is not None
    while not made.task.done():
        made.approvals.attach(person)
        await turns(3)
        made.approvals.detach(person)
        made.clock.now += SHORT / 20
        await turns(3)
    assert await made.end() in (EXPIRED, NO_WINDOW)


@pytest.mark.expected_logs(r"host\.gate\.approvals: the approver did not let go of call call-1")
async def test_an_approver_that_holds_on_to_its_question_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch, waiting: Waiting
) -> None:
    monkeypatch.setattr(approvals, "CANCEL_GRACE", SHORT)
    let_go = asyncio.Event()

    class Stubborn:
        async def decide(self, asked: ApprovalRequest) -> Answer:
            while not let_go.is_set():
                try:
                    await let_go.wait()
                except asyncio.CancelledError:
                    continue
            return yes(asked)

    waiting.approvals.attach(Stubborn())
    waiting.ask()
    await turns()
    waiting.aborted.set_result(WITHDRAWN)
    assert await waiting.end() == WITHDRAWN
    let_go.set()
    await turns()


# Ends from outside


@pytest.mark.parametrize("end", [WITHDRAWN, STOPPED], ids=lambda end: end.by)
@pytest.mark.parametrize("attached", [True, False])
async def test_an_end_from_outside_ends_the_wait(waiting: Waiting, attached: bool, end: NoAnswer) -> None:
    person = Person()
    if attached:
        waiting.approvals.attach(person)
    waiting.ask()
    await turns()
    waiting.aborted.set_result(end)
    assert await waiting.end() == end
    assert person.let_go == ["call-1"] * attached


async def test_a_call_that_ended_before_it_was_asked_is_not_asked(waiting: Waiting) -> None:
    approver = Quick()
    waiting.approvals.attach(approver)
    waiting.aborted.set_result(WITHDRAWN)
    waiting.ask()
    assert await waiting.end() == WITHDRAWN
    assert approver.asked == []


EVENTS: dict[str, Callable[[Waiting, Person], object]] = {
    "approve": lambda made, person: person.answer(yes(made.request)),
    "deny": lambda made, person: person.answer(no(made.request)),
    "withdraw": lambda made, _: made.withdraw(),
    "detach": lambda made, person: made.approvals.detach(person),
    "replace": lambda made, _: made.approvals.attach(Quick(no)),
}


@pytest.mark.parametrize("pauses", list(product([0, 1, 3], repeat=2)), ids=str)
@pytest.mark.parametrize("events", list(permutations(EVENTS, 3)), ids="-".join)
async def test_s12_a_call_has_exactly_one_end_however_its_ends_interleave(
    events: tuple[str, ...], pauses: tuple[int, int]
) -> None:
    made, person = Waiting(grace=SHORT), Person()
    made.approvals.attach(person)
    made.ask()
    await person.until_asked()
    for event, pause in zip(events, (*pauses, 0), strict=True):
        EVENTS[event](made, person)
        await turns(pause)
    ended = await made.end()
    approved = isinstance(ended, Answer) and ended.approve
    assert events[0] == "approve" or not approved
    assert approved or events[0] != "approve" or pauses[0] < 3
    assert events[0] != "withdraw" or ended == WITHDRAWN


async def test_s12_the_ends_of_many_calls_do_not_touch_each_other() -> None:
    made, person = Waiting(), Person()
    made.approvals.attach(person)
    futures = [asyncio.get_running_loop().create_future() for _ in range(100)]
    requests = [request(f"call-{number}", app=App(f"app-{number % 7}", True)) for number in range(100)]
    asking = [tasks.spawn(made.approvals.ask(r, f), name="ask") for r, f in zip(requests, futures, strict=True)]
    await person.until_asked(100)
    for number in reversed(range(100)):
        if number % 3 == 0:
            person.answer(yes(requests[number]))
        elif number % 3 == 1:
            person.answer(no(requests[number], str(number)))
        else:
            futures[number].set_result(WITHDRAWN)
    ended = await asyncio.gather(*asking)
    expected = [(yes(r), no(r, str(n)), WITHDRAWN)[n % 3] for n, r in enumerate(requests)]
    assert ended == expected
    await until(lambda: not made.approvals.pending)


async def test_s12_an_answer_swapped_between_two_calls_denies_both() -> None:
    made, person = Waiting(), Person()
    made.approvals.attach(person)
    requests = [request("call-1"), request("call-2")]
    futures = [asyncio.get_running_loop().create_future() for _ in requests]
    asking = [tasks.spawn(made.approvals.ask(r, f), name="ask") for r, f in zip(requests, futures, strict=True)]
    await person.until_asked(2)
    person.answer(yes(requests[0]), "call-2")
    person.answer(yes(requests[1]), "call-1")
    assert await asyncio.gather(*asking) == [WRONG_CALL, WRONG_CALL]


async def test_a_caller_that_gives_up_leaves_nothing_pending(waiting: Waiting) -> None:
    person = await waiting.ask_person()
    assert waiting.task is not None
    waiting.task.cancel()
    await asyncio.wait([waiting.task])
    assert waiting.approvals.pending == ()
    assert person.let_go == ["call-1"]


# Other inputs


async def test_wanting_other_inputs_ends_the_question_and_approves_nothing() -> None:
    waiting = Waiting()
    ended: list[object] = []
    waiting.approvals.ended.connect(lambda _, end: ended.append(end))
    person = Person()
    waiting.approvals.attach(person)
    with waiting.approvals.reserve(waiting.request.call, 10):
        waiting.ask()
        await person.until_asked()
        person.answer(edit(waiting.request, {"a": 2}))
        assert waiting.task is not None
        assert isinstance(await waiting.task, Edit)
        assert waiting.approvals.pending == ()
        assert ended == []  # the question about the changed call is to follow
    assert ended == [UNASKED]
    assert await waiting.end() == edit(waiting.request, {"a": 2})


async def test_a_question_about_the_changed_call_is_the_only_one_that_ends() -> None:
    waiting = Waiting()
    ended: list[object] = []
    waiting.approvals.ended.connect(lambda _, end: ended.append(end))
    person = Person()
    waiting.approvals.attach(person)
    with waiting.approvals.reserve(waiting.request.call, 10):
        answers: list[Answer | Edit] = [edit(waiting.request, {"a": 2}), yes(waiting.request)]
        for number, answer in enumerate(answers):
            waiting.ask()
            await person.until_asked(number + 1)
            person.answer(answer)
            assert waiting.task is not None
            assert await waiting.task == answer
    assert ended == [yes(waiting.request)]


@pytest.mark.expected_logs(r"host\.gate\.approvals: the approver gave no answer on call call-1")
async def test_a_result_cannot_be_changed() -> None:
    waiting = Waiting()
    waiting.request = replace(waiting.request, result=b"{}")
    waiting.approvals.attach(Quick(lambda asked: edit(asked, {"a": 2})))
    waiting.ask()
    assert await waiting.end() == FAULT


async def test_s12_an_edit_of_another_call_denies() -> None:
    waiting = Waiting()
    other = request("call-2")
    waiting.approvals.attach(Quick(lambda _: edit(other, {"a": 2})))
    waiting.ask()
    assert await waiting.end() == WRONG_CALL
