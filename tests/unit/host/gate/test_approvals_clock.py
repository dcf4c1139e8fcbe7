"""The clock of a question that waits, and who hears of questions."""

from __future__ import annotations

import asyncio

import pytest

from host import tasks
from host.gate.approvals import Approvals
from host.gate.pending_approval import MAX_QUESTION_SECONDS, WORK_LEASE, PendingApproval
from host.gate.refusals import ABANDONED, EXPIRED, NO_WINDOW, WITHDRAWN, WRONG_CALL, NoAnswer
from host.model import Answer, ApprovalRequest, Edit
from tests.unit.host.gate.test_approvals import request
from tests.unit.host.support import BOUND, Clock, Person, no, turns, yes

SECONDS = 300.0


class Clocks:
    """The clock of people and that of the loop; both stand still until they are moved."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loop = asyncio.get_running_loop()
        self.wall, self.steady = Clock(), Clock(loop.time())
        monkeypatch.setattr(loop, "time", self.steady)

    async def pass_(self, seconds: float) -> None:
        """Time goes on for everybody."""
        self.wall.now += seconds
        self.steady.now += seconds
        await turns()


def question(approvals: Approvals, call_id: str) -> PendingApproval:
    waiting = approvals.question(call_id)
    assert waiting is not None
    return waiting


def paused(approvals: Approvals, call_id: str) -> tuple[float, float]:
    waiting = question(approvals, call_id)
    waiting.pause_for_work()
    return waiting.clock


class Watched:
    """Approvals whose hooks are heard, and one question."""

    def __init__(self, clocks: Clocks, grace: float = MAX_QUESTION_SECONDS) -> None:
        self.approvals = Approvals(grace=lambda: grace, clock=clocks.wall)
        self.over: list[tuple[ApprovalRequest, Answer | Edit | NoAnswer]] = []
        self.approvals.ended.connect(lambda asked, end: self.over.append((asked, end)))
        self.counts: list[int] = []
        self.approvals.changed.connect(lambda: self.counts.append(len(self.approvals.pending)))
        self.person = Person()
        self.approvals.attach(self.person)
        self.request = request(expires_at=clocks.wall.now + SECONDS)
        self.aborted: asyncio.Future[NoAnswer] = asyncio.get_running_loop().create_future()
        self.task = tasks.spawn(self.approvals.ask(self.request, self.aborted), name="ask")

    @property
    def standing(self) -> object:
        return question(self.approvals, "call-1").clock

    async def end(self) -> Answer | Edit | NoAnswer:
        for _ in range(100):
            await turns(1)
            if self.task.done():
                break
        return self.task.result()


@pytest.fixture
async def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    return Clocks(monkeypatch)


async def asked(clocks: Clocks, grace: float = MAX_QUESTION_SECONDS) -> Watched:
    watched = Watched(clocks, grace)
    await watched.person.until_asked()
    return watched


# Work


async def test_a_question_that_nobody_works_on_runs_down_and_expires_exactly(clocks: Clocks) -> None:
    watched = await asked(clocks)
    assert watched.standing == (SECONDS, 0)
    await clocks.pass_(SECONDS - 0.001)
    assert not watched.task.done()
    await clocks.pass_(0.001)
    assert await watched.end() == EXPIRED


async def test_a_question_that_is_worked_on_does_not_expire(clocks: Clocks) -> None:
    watched = await asked(clocks)
    await clocks.pass_(SECONDS - 2)
    for _ in range(60):
        left, standing = paused(watched.approvals, "call-1")
        assert (round(left, 3), standing) == (2, WORK_LEASE)
        await clocks.pass_(1)
    assert not watched.task.done()
    watched.person.answer(yes(watched.request))
    assert await watched.end() == yes(watched.request)


async def test_when_the_work_ends_the_clock_goes_on_and_the_question_expires_exactly(clocks: Clocks) -> None:
    watched = await asked(clocks)
    await clocks.pass_(SECONDS - 1)
    paused(watched.approvals, "call-1")
    await clocks.pass_(WORK_LEASE)
    assert watched.standing == (pytest.approx(1), 0)
    await clocks.pass_(0.9)
    assert not watched.task.done()
    await clocks.pass_(0.101)
    assert await watched.end() == EXPIRED


async def test_work_that_came_in_the_last_moment_counts_though_the_timer_was_set_before(clocks: Clocks) -> None:
    watched = await asked(clocks)
    await clocks.pass_(SECONDS - 0.01)
    paused(watched.approvals, "call-1")
    await clocks.pass_(0.5)
    assert not watched.task.done()
    watched.person.answer(yes(watched.request))
    assert await watched.end() == yes(watched.request)


async def test_work_without_end_ends_after_fifteen_minutes(clocks: Clocks) -> None:
    watched = await asked(clocks)
    for _ in range(int(MAX_QUESTION_SECONDS) - 1):
        paused(watched.approvals, "call-1")
        await clocks.pass_(1)
    assert not watched.task.done()
    paused(watched.approvals, "call-1")
    await clocks.pass_(1)
    assert await watched.end() == EXPIRED


async def test_a_call_that_does_not_wait_is_no_question_and_one_that_was_answered_stays_answered(
    clocks: Clocks,
) -> None:
    watched = await asked(clocks)
    assert watched.approvals.question("call-2") is None
    held = question(watched.approvals, "call-1")
    watched.person.answer(no(watched.request))
    await watched.end()
    assert watched.approvals.question("call-1") is None
    held.pause_for_work()  # whoever still holds it
    await clocks.pass_(SECONDS + WORK_LEASE)
    assert watched.over == [(watched.request, no(watched.request))]


async def test_every_question_has_a_clock_of_its_own(clocks: Clocks) -> None:
    watched = await asked(clocks)
    other: asyncio.Future[NoAnswer] = asyncio.get_running_loop().create_future()
    second = request("call-2", clocks.wall.now + SECONDS)
    task = tasks.spawn(watched.approvals.ask(second, other), name="ask")
    await watched.person.until_asked(2)
    paused(watched.approvals, "call-2")
    await clocks.pass_(3)
    assert watched.standing == (SECONDS - 3, 0)
    assert question(watched.approvals, "call-2").clock == (SECONDS, WORK_LEASE - 3)
    watched.aborted.set_result(WITHDRAWN)
    other.set_result(WITHDRAWN)
    await asyncio.wait([task, watched.task])


async def test_s12_a_swap_of_approvers_neither_answers_a_question_nor_winds_its_clock_up(clocks: Clocks) -> None:
    watched = await asked(clocks)
    paused(watched.approvals, "call-1")
    await clocks.pass_(100)
    before = watched.standing
    watched.approvals.detach(watched.person)
    await turns()
    assert watched.standing == before
    await clocks.pass_(50)
    second = Person()
    watched.approvals.attach(second)
    await second.until_asked()
    assert watched.standing == (SECONDS + WORK_LEASE - 150, 0)
    await clocks.pass_(SECONDS + WORK_LEASE - 150)
    assert await watched.end() == EXPIRED
    assert second.let_go == ["call-1"]


async def test_a_question_is_asked_of_the_new_approver_once_however_often_its_clock_is_looked_at(
    clocks: Clocks,
) -> None:
    watched = await asked(clocks)
    for _ in range(20):
        await clocks.pass_(10)
    assert len(watched.person.asked) == 1
    watched.person.answer(no(watched.request))
    await watched.end()


# A machine that sleeps, and clocks that are set


async def test_after_a_sleep_beyond_its_time_a_question_expires_without_an_answer(clocks: Clocks) -> None:
    watched = await asked(clocks)
    clocks.wall.now += 8 * 3600
    assert watched.standing == (0, 0)
    await clocks.pass_(5)
    assert await watched.end() == EXPIRED


async def test_work_after_a_sleep_beyond_its_time_revives_nothing(clocks: Clocks) -> None:
    watched = await asked(clocks)
    clocks.wall.now += 8 * 3600
    assert paused(watched.approvals, "call-1") == (0, 0)
    watched.person.answer(yes(watched.request))
    assert await watched.end() == EXPIRED


async def test_a_clock_that_is_set_back_gives_no_more_time(clocks: Clocks) -> None:
    watched = await asked(clocks)
    clocks.wall.now -= 3600
    assert watched.standing == (SECONDS, 0)
    await clocks.pass_(SECONDS)
    assert await watched.end() == EXPIRED


async def test_while_nobody_is_there_the_grace_runs_beside_the_clock(clocks: Clocks) -> None:
    watched = await asked(clocks, grace=30)
    watched.approvals.detach(watched.person)
    await turns()
    for _ in range(29):
        paused(watched.approvals, "call-1")
        await clocks.pass_(1)
    assert not watched.task.done()
    await clocks.pass_(1)
    assert await watched.end() == NO_WINDOW


# Who hears of it


async def test_an_answered_question_is_over_once(clocks: Clocks) -> None:
    watched = await asked(clocks)
    assert (watched.over, watched.counts) == ([], [1])
    watched.person.answer(yes(watched.request))
    assert await watched.end() == yes(watched.request)
    assert watched.over == [(watched.request, yes(watched.request))]
    assert watched.counts == [1, 0]


@pytest.mark.parametrize("how", ["expire", "withdraw", "stray", "nobody", "cancel"])
async def test_however_a_question_ends_it_is_over_once(clocks: Clocks, how: str) -> None:
    watched = await asked(clocks, grace=1)
    match how:
        case "expire":
            await clocks.pass_(SECONDS)
        case "withdraw":
            watched.aborted.set_result(WITHDRAWN)
        case "stray":
            watched.person.answer(yes(request("call-9")), "call-1")
        case "nobody":
            watched.approvals.detach(watched.person)
            await turns()
            await clocks.pass_(1)
        case _:
            watched.task.cancel()
    await asyncio.wait([watched.task])
    await turns()
    expected = {"expire": EXPIRED, "withdraw": WITHDRAWN, "stray": WRONG_CALL, "nobody": NO_WINDOW, "cancel": ABANDONED}
    assert watched.over == [(watched.request, expected[how])]
    assert watched.counts == [1, 0]


async def test_approvers_that_come_and_go_end_nothing(clocks: Clocks) -> None:
    watched = await asked(clocks)
    for _ in range(5):
        watched.approvals.detach(watched.person)
        await turns()
        watched.approvals.attach(watched.person)
        await turns()
    assert (watched.over, watched.counts) == ([], [1])
    watched.person.answer(no(watched.request))
    await watched.end()


@pytest.mark.expected_logs(r"host\.signals: a listener failed")
async def test_a_listener_that_fails_changes_no_answer(clocks: Clocks) -> None:
    watched = await asked(clocks)

    def fail(*_: object) -> None:
        raise LookupError("a window's fault")

    watched.approvals.ended.connect(fail)
    watched.approvals.changed.connect(fail)
    watched.person.answer(no(watched.request))
    assert await watched.end() == no(watched.request)
    assert watched.approvals.pending == ()


# attack 12


@pytest.mark.parametrize("crash", [ConnectionResetError, asyncio.IncompleteReadError, RuntimeError])
@pytest.mark.expected_logs(r"host\.gate\.approvals: the approver failed on call call-1")
async def test_s12_a_window_that_crashes_mid_question_approves_nothing(clocks: Clocks, crash: type[Exception]) -> None:
    error = crash(b"", 1) if crash is asyncio.IncompleteReadError else crash("gone")
    watched = await asked(clocks)
    watched.person.fail("call-1", error)
    ended = await watched.end()
    assert isinstance(ended, NoAnswer)
    assert ended.by == "fault"


async def test_s12_an_old_windows_yes_in_the_turn_of_the_swap_approves_nothing(clocks: Clocks) -> None:
    watched = await asked(clocks)
    second = Person()
    watched.approvals.attach(second)
    watched.person.answer(yes(watched.request))
    await second.until_asked()
    assert not watched.task.done()
    second.answer(no(watched.request))
    assert await watched.end() == no(watched.request)


@pytest.mark.parametrize("order", [17, 37, 61], ids=str)
async def test_s12_a_hundred_questions_over_swaps_get_each_exactly_its_own_answer(order: int) -> None:
    clock = Clock()
    approvals = Approvals(grace=lambda: MAX_QUESTION_SECONDS, clock=clock)
    people = [Person() for _ in range(3)]
    requests = [request(f"call-{number}", clock.now + SECONDS) for number in range(100)]
    never: asyncio.Future[NoAnswer] = asyncio.get_running_loop().create_future()
    going = [tasks.spawn(approvals.ask(one, never), name="ask") for one in requests]
    await turns()
    for round_, person in enumerate(people):
        approvals.attach(person)
        waiting = approvals.pending
        await person.until_asked(len(waiting))
        assert sorted(one.call.id for one in person.asked) == sorted(one.call.id for one in waiting)
        for number in sorted(range(100), key=lambda number: number * order % 100):
            if number % 3 == round_:
                person.answer((yes if number % 2 else no)(requests[number]))
                if (waiting_one := approvals.question(f"call-{(number * 7) % 100}")) is not None:
                    waiting_one.pause_for_work()
                await turns(number % 3)
        await turns()
    async with asyncio.timeout(BOUND):
        ended = await asyncio.gather(*going)
    assert ended == [(yes if number % 2 else no)(one) for number, one in enumerate(requests)]
