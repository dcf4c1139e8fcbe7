"""What stays of calls that were never sent: bounded in the log, and nothing in memory once their app has gone."""

from __future__ import annotations

import asyncio
import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from host import rates, tasks
from host.gate import limits
from host.gate.call_execution import CallExecution
from host.gate.inspection_pool import InspectionPool
from host.gate.limits import ALL_TOO_LARGE, APP_TOO_LARGE, Rates, Storage, UnsentBytes, size_of
from host.gate.refusals import APP_GONE
from host.model import App, Call, Draft, Effect, JsonObject, RateLimit
from host.rates import MAX_WINDOWS
from host.settings import Settings
from host.values import replace
from tests.unit.host.support import (
    APP,
    SETTINGS,
    Clock,
    Desk,
    Person,
    Quick,
    Session,
    call_params,
    edit,
    frozen_call,
    no,
    text_of,
    until,
    yes,
)

MIB = 1 << 20
ROOMY = SETTINGS.replace(pending_per_app=1024, pending_bytes_per_app=64 * MIB, pending_bytes=256 * MIB)
OTHER = App("cursor", authenticated=True, pid=43, session="s2")


@pytest.fixture(autouse=True)
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is looked through elsewhere: what is found is not what this is about."""

    async def nothing(*_: object) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(InspectionPool, "ask", nothing)


def inputs(size: int = MIB, mark: str = "x") -> JsonObject:
    return {"text": mark * size}


def about(size: int, **values: bytes) -> Draft:
    return Draft("call.refused", {"because": "no"}, {"params": b"x" * size} | values, "c")


def kept_bytes(drafts: list[Draft]) -> int:
    return sum(len(value) for it in drafts for name, value in it.values.items() if name not in it.unkept)


# The budget


def test_what_fits_is_kept_and_the_rest_committed_to_alone() -> None:
    budget = Storage(Clock(), size=100, seconds=10)
    assert budget.bounded(about(60), "a") == about(60)
    draft = budget.bounded(about(60, reason=b"words", turn=b"said"), "a")
    assert (draft.unkept, draft.fields["arguments_kept"]) == (frozenset({"params", "turn"}), False)
    assert size_of(draft) == 0
    assert budget.bounded(about(40), "a") == about(40)


def test_time_gives_room_again_and_never_more_than_there_was() -> None:
    clock = Clock()
    budget = Storage(clock, size=100, seconds=10)
    assert not budget.bounded(about(100), "a").unkept
    clock.now += 5
    assert budget.bounded(about(51), "a").unkept
    assert not budget.bounded(about(50), "a").unkept
    clock.now += 1_000
    assert budget.bounded(about(101), "a").unkept
    assert not budget.bounded(about(100), "a").unkept


def test_each_app_has_its_own() -> None:
    budget = Storage(Clock(), size=100, seconds=10)
    budget.bounded(about(100), "a")
    assert budget.bounded(about(1), "a").unkept
    assert not budget.bounded(about(100), "b").unkept


def test_what_was_sent_after_all_counts_no_more() -> None:
    budget = Storage(Clock(), size=100, seconds=10)
    budget.bounded(about(80), "a")
    budget.give_back("a", 80)
    budget.give_back("b", 0)
    assert not budget.bounded(about(100), "a").unkept
    budget.give_back("a", 500)
    assert budget.bounded(about(101), "a").unkept


def test_a_record_without_words_of_an_app_is_left_as_it_is() -> None:
    budget = Storage(Clock(), size=0, seconds=10)
    draft = Draft("call.decided", {"decision": "deny"}, {"reason": b"no"}, "c")
    assert budget.bounded(draft, "a") is draft


def test_many_apps_take_no_more_memory_than_those_that_still_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_APPS", 3)
    clock = Clock()
    budget = Storage(clock, size=100, seconds=10)
    budget.bounded(about(100), "greedy")
    clock.now += 1
    for number in range(50):
        budget.bounded(about(10), f"app {number}")
        clock.now += 1
    clock.now -= 49
    assert len(budget._buckets) <= 12  # noqa: SLF001  # what this is about
    assert "app 0" not in budget._buckets  # noqa: SLF001


# Calls on their way


def sized(size: int, app: App = APP) -> Call:
    call = frozen_call("c", {"name": "any", "arguments": {}}, app=app)
    return replace(call, params=b"x" * size)


@pytest.mark.parametrize(
    ("size", "others", "why"),
    [
        (50, [], ""),
        (150, [], ""),
        (50, [sized(50)], ""),
        (51, [sized(50)], APP_TOO_LARGE),
        (51, [sized(50, OTHER)], ""),
        (51, [sized(50, OTHER), sized(50, OTHER)], ALL_TOO_LARGE),
    ],
)
async def test_an_app_has_only_so_many_bytes_of_calls_on_their_way(size: int, others: list[Call], why: str) -> None:
    limits = Settings().replace(pending_bytes_per_app=1024, pending_bytes=1536)
    unsent, desk = UnsentBytes(), Desk()
    for other in others:
        run = desk.make_run("any", {})
        run.call = replace(other, params=other.params * 10 + b"x" * 12)
        unsent.count(run)
    assert unsent.why_too_large(sized(size * 10 + 12), limits) == why


# Through the gate


async def test_of_many_large_calls_that_were_not_sent_the_log_keeps_a_bounded_part() -> None:
    desk = Desk(Effect.DENY, settings=ROOMY)
    for _ in range(30):
        await desk.call("any", inputs())
    drafts = desk.log.of("call.decided")
    assert len(drafts) == 30
    assert kept_bytes(drafts) <= limits.MAX_KEPT
    kept = [it for it in drafts if not it.unkept]
    assert len(kept) == 7
    for draft in drafts[len(kept) :]:
        assert (draft.unkept, draft.fields["arguments_kept"]) == (frozenset({"params"}), False)
        assert len(draft.values["params"]) > MIB, "it is committed to all the same"
    desk.clock.now += limits.REFILL_SECONDS
    run, _ = await desk.call("any", inputs())
    assert not desk.log.of("call.decided", run.call)[0].unkept


async def test_calls_that_wait_and_are_taken_back_are_kept_once_and_within_the_bound() -> None:
    desk = Desk(settings=ROOMY)
    person = desk.person()
    runs = [desk.make_run("any", inputs()) for _ in range(20)]
    waiting = [tasks.spawn(desk.through(run), name="a call") for run in runs]
    await person.until_asked(20)
    assert kept_bytes(desk.log.drafts) <= limits.MAX_KEPT
    for run in runs:
        run.abort(APP_GONE)
    await asyncio.gather(*waiting)
    assert len(desk.log.of("call.proposed")) == len(desk.log.of("call.decided")) == 20
    assert kept_bytes(desk.log.drafts) <= limits.MAX_KEPT
    assert not any("params" in draft.values for draft in desk.log.of("call.decided"))


async def test_a_call_that_was_not_kept_while_it_waited_is_kept_once_it_is_approved() -> None:
    desk = Desk(Effect.DENY, settings=ROOMY)
    for _ in range(8):
        await desk.call("any", inputs())
    desk.rules.effect = Effect.ASK
    desk.quick()
    run, _ = await desk.call("any", inputs(mark="y"))
    (asked,), (said,) = desk.log.of("call.proposed", run.call), desk.log.of("call.decided", run.call)
    assert (asked.unkept, asked.fields["arguments_kept"]) == (frozenset({"params"}), False)
    assert (said.values["params"], said.unkept) == (run.call.params, frozenset())
    assert "arguments_kept" not in said.fields


async def test_a_call_that_was_denied_after_it_was_not_kept_is_not_kept_either_but_the_reason_is() -> None:
    desk = Desk(settings=ROOMY)
    desk.quick(lambda request: no(request, "too large for me"))
    for _ in range(8):
        await desk.call("any", inputs())
    run, _ = await desk.call("any", inputs())
    (asked,), (said,) = desk.log.of("call.proposed", run.call), desk.log.of("call.decided", run.call)
    assert asked.unkept == {"params"}
    assert (said.values, said.unkept) == ({"reason": b"too large for me"}, frozenset())


async def test_calls_that_are_sent_are_always_kept_and_count_for_nothing() -> None:
    desk = Desk(settings=ROOMY)
    desk.quick()
    for _ in range(20):
        await desk.call("any", inputs())
    desk.rules.effect = Effect.ALLOW
    for _ in range(20):
        await desk.call("any", inputs())
    assert len(desk.server.calls) == 40
    assert not any(draft.unkept for draft in desk.log.drafts)


async def test_what_a_person_wrote_is_kept_however_much_came_from_the_app() -> None:
    desk = Desk(Effect.DENY, settings=ROOMY)
    for _ in range(8):
        await desk.call("any", inputs())
    desk.rules.effect = Effect.ASK
    person = desk.person()
    run = desk.make_run("any", inputs())
    waiting = tasks.spawn(desk.through(run), name="a call")
    first = await person.until_asked(1)
    person.answer(edit(first, {"text": "short"}))
    second = await person.until_asked(2)
    person.answer(yes(second))
    await waiting
    (edited,) = desk.log.of("call.edited")
    assert not edited.unkept
    assert b"short" in edited.values["params"]
    assert "params" not in desk.log.of("call.decided", run.call)[0].values


async def test_an_app_whose_calls_on_their_way_are_too_large_together_is_told_so() -> None:
    desk = Desk(settings=SETTINGS.replace(pending_bytes_per_app=4 * MIB))
    person = desk.person()
    runs = [desk.make_run("any", inputs()) for _ in range(8)]
    waiting = [tasks.spawn(desk.through(run), name="a call") for run in runs]
    await until(lambda: sum(task.done() for task in waiting) == 5 and len(person.asked) == 3)
    refused = [task.result() for task in waiting if task.done()]
    assert all("too large together" in text_of(reply.result) for reply in refused)
    other = desk.make_run("any", inputs(), app=OTHER)
    waiting.append(tasks.spawn(desk.through(other), name="a call"))
    await person.until_asked(4)
    for run in (*runs, other):
        run.abort(APP_GONE)
    await asyncio.gather(*waiting)


async def test_calls_that_come_together_do_not_refuse_each_other_before_any_is_admitted() -> None:
    desk = Desk(settings=SETTINGS.replace(pending_bytes_per_app=4 * MIB))
    desk.rules.outdated = lambda: desk.rules.readied < 3  # the rules are being read as they come
    person = desk.person()
    runs = [desk.make_run("any", inputs()) for _ in range(3)]
    waiting = [tasks.spawn(desk.through(run), name="a call") for run in runs]
    await person.until_asked(3)
    for run in runs:
        run.abort(APP_GONE)
    await asyncio.gather(*waiting)


def calls_of(app: App) -> int:
    """How many calls of an app anything still holds, cycles that nobody has looked for yet among them."""
    return sum(1 for it in gc.get_objects() if type(it) is Call and it.app == app)


def large_texts() -> int:
    """How many texts of half a MiB anything still holds, in whatever form."""
    gc.collect()
    held, left = set[int](), gc.get_objects()
    while left:
        for it in gc.get_referents(left.pop()):
            if isinstance(it, str | bytes | bytearray):
                if len(it) > MIB // 2:
                    held.add(id(it))
            elif isinstance(it, dict | tuple | Struct) and not gc.is_tracked(it):
                left.append(it)  # of texts alone: the collector knows it only by who holds it
    return len(held)


@pytest.mark.full
async def test_once_an_app_has_gone_nothing_holds_its_calls() -> None:
    gc.unfreeze()  # what was there before the tests may hold them too
    app, before = replace(APP, session="that left"), large_texts()
    session = Session(Effect.ASK, app=app, settings=ROOMY)
    await session.shake_hands()
    person = session.person()
    for number in range(12):
        session.request(number, "tools/call", call_params("any", {"text": f"{number}" * MIB}))
    await person.until_asked(12)
    assert calls_of(app) >= 12
    assert large_texts() >= before + 24
    await session.leave()
    person.asked.clear()
    person._open.clear()  # noqa: SLF001  # the person is the test's, and remembers
    session.log.drafts.clear()
    session.rules.facts.clear()
    await until(lambda: not calls_of(app))
    assert large_texts() <= before
    assert session.approvals.pending == ()
    assert not [place for place in session.approvals.waiting_calls if place.call.app.name == app.name]
    assert not session.gate.inspection.is_busy


@pytest.mark.parametrize("end", ["leaves", "no", "yes", "limit", "rule", "grant"])
async def test_a_call_is_freed_at_its_end_without_a_search_for_cycles(end: str) -> None:
    # An idle host searches for none: hundreds of MiB would stay after an app that only came to fill them.
    app = replace(APP, session=f"that {end}")
    effect = {"rule": Effect.DENY, "grant": Effect.ALLOW}.get(end, Effect.ASK)
    session = Session(effect, app=app, settings=SETTINGS.replace(pending_per_app=1 if end == "limit" else 64))
    await session.shake_hands()
    quick, person = Quick(no if end == "no" else yes), Person()
    session.approvals.attach(quick if end in ("no", "yes") else person)
    gc.collect()
    gc.disable()
    try:
        for number in range(3):
            session.request(number, "tools/call", call_params("any", {"text": f"{number}" * 1_000}))
        if end in ("leaves", "limit"):
            await person.until_asked(1 if end == "limit" else 3)
            await session.leave()
        else:
            await until(lambda: len(session.app.frames) == 3)
            await session.settled()
        quick.asked.clear()
        person.asked.clear()
        person._open.clear()  # noqa: SLF001  # as above
        session.rules.facts.clear()
        await until(lambda: calls_of(app) == 0)
    finally:
        gc.enable()


RULE_LIMIT = RateLimit("r1", 2, 60.0)
OTHER_LIMIT = RateLimit("r2", 1, 3600.0)


class Counted:
    """Rates with a clock, and calls to count."""

    def __init__(self) -> None:
        self.clock, self.desk = Clock(), Desk()
        self.rates = Rates(self.clock)

    def call(self, *limits: RateLimit, name: str = "any", app: str = "claude", server: str = "files") -> bool:
        """Whether a new call passes."""
        return self.rates.exceeded(self.run(name, app, server), limits) is None

    def run(self, name: str = "any", app: str = "claude", server: str = "files") -> CallExecution:
        run = self.desk.make_run(name, app=App(app, True))
        run.call = replace(run.call, server=replace(run.call.server, id=server))
        return run


async def test_so_many_calls_pass_as_the_rule_says_and_the_limit_that_is_used_up_is_named() -> None:
    made = Counted()
    assert [made.call(RULE_LIMIT) for _ in range(3)] == [True, True, False]
    assert made.rates.exceeded(made.run(), (RULE_LIMIT,)) is RULE_LIMIT


async def test_a_call_that_is_judged_again_counts_no_second_time() -> None:
    made = Counted()
    run = made.run()
    assert [made.rates.exceeded(run, (RULE_LIMIT,)) for _ in range(5)] == [None] * 5
    assert made.call(RULE_LIMIT)


async def test_a_limit_that_a_later_verdict_brings_counts_then() -> None:
    made = Counted()
    run = made.run()
    assert made.rates.exceeded(run, (RULE_LIMIT,)) is None
    assert made.rates.exceeded(run, (RULE_LIMIT, OTHER_LIMIT)) is None
    assert not made.call(OTHER_LIMIT)


async def test_a_call_that_breaks_one_limit_counts_for_none_of_the_others() -> None:
    made = Counted()
    assert made.call(OTHER_LIMIT)
    assert [made.call(RULE_LIMIT, OTHER_LIMIT) for _ in range(5)] == [False] * 5
    assert [made.call(RULE_LIMIT) for _ in range(3)] == [True, True, False]


async def test_apps_servers_tools_and_rules_count_for_themselves() -> None:
    made = Counted()
    assert made.call(OTHER_LIMIT)
    assert made.call(OTHER_LIMIT, app="cursor")
    assert made.call(OTHER_LIMIT, server="web")
    assert made.call(OTHER_LIMIT, name="echo")
    assert made.call(replace(OTHER_LIMIT, rule="r3"))
    assert made.call(replace(OTHER_LIMIT, seconds=1800.0)), "two files may have a rule of the same id"
    assert not made.call(OTHER_LIMIT)


async def test_a_call_counts_as_long_as_the_limit_says() -> None:
    made = Counted()
    assert made.call(RULE_LIMIT)
    made.clock.now += 30
    assert made.call(RULE_LIMIT)
    made.clock.now += 29.9
    assert not made.call(RULE_LIMIT)
    made.clock.now += 0.2
    assert [made.call(RULE_LIMIT) for _ in range(2)] == [True, False]


async def test_ten_calls_a_minute_are_ten_in_any_minute() -> None:
    made, ten = Counted(), RateLimit("ten", 10, 60.0)
    passed = list[float]()
    for _ in range(3_600):
        made.clock.now += 0.05
        passed += [made.clock.now] if made.call(ten) else []
    assert max(sum(at <= other < at + 60 for other in passed) for at in passed) == 10


async def test_s11_a_limit_that_is_used_up_stays_so_whatever_other_tools_are_called() -> None:
    made = Counted()
    brief = RateLimit("brief", 1, 0.001)
    assert made.call(OTHER_LIMIT)
    for number in range(MAX_WINDOWS + 1):
        made.call(brief, name=f"tool {number}")
        made.clock.now += 0.01
    assert not made.call(OTHER_LIMIT)


async def test_s11_where_no_memory_is_left_for_one_more_a_call_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MAX_MOMENTS", 1)
    made = Counted()
    assert made.rates.exceeded(made.run(), (RULE_LIMIT, OTHER_LIMIT)) is OTHER_LIMIT
    assert made.rates.exceeded(made.run(), (RULE_LIMIT,)) is RULE_LIMIT


@given(st.lists(st.floats(0, 120), max_size=40))
async def test_in_no_stretch_of_time_more_calls_are_admitted_than_the_limit_says(gaps: list[float]) -> None:
    made, passed = Counted(), list[float]()
    for gap in gaps:
        made.clock.now += gap
        passed += [made.clock.now] if made.call(RULE_LIMIT) else []
    for at in passed:
        assert sum(0 <= other - at < RULE_LIMIT.seconds for other in passed) <= RULE_LIMIT.calls
