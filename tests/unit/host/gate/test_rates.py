from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.gate import limits
from host.gate.call_execution import CallExecution
from host.gate.limits import MAX_WINDOWS
from host.gate.rates import Rates
from host.model import App, RateLimit
from tests.unit.host.support import Clock, Desk

LIMIT = RateLimit("r1", 2, 60.0)
OTHER = RateLimit("r2", 1, 3600.0)


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
    assert [made.call(LIMIT) for _ in range(3)] == [True, True, False]
    assert made.rates.exceeded(made.run(), (LIMIT,)) is LIMIT


async def test_a_call_that_is_judged_again_counts_no_second_time() -> None:
    made = Counted()
    run = made.run()
    assert [made.rates.exceeded(run, (LIMIT,)) for _ in range(5)] == [None] * 5
    assert made.call(LIMIT)


async def test_a_limit_that_a_later_verdict_brings_counts_then() -> None:
    made = Counted()
    run = made.run()
    assert made.rates.exceeded(run, (LIMIT,)) is None
    assert made.rates.exceeded(run, (LIMIT, OTHER)) is None
    assert not made.call(OTHER)


async def test_a_call_that_breaks_one_limit_counts_for_none_of_the_others() -> None:
    made = Counted()
    assert made.call(OTHER)
    assert [made.call(LIMIT, OTHER) for _ in range(5)] == [False] * 5
    assert [made.call(LIMIT) for _ in range(3)] == [True, True, False]


async def test_apps_servers_tools_and_rules_count_for_themselves() -> None:
    made = Counted()
    assert made.call(OTHER)
    assert made.call(OTHER, app="cursor")
    assert made.call(OTHER, server="web")
    assert made.call(OTHER, name="echo")
    assert made.call(replace(OTHER, rule="r3"))
    assert made.call(replace(OTHER, seconds=1800.0)), "two files may have a rule of the same id"
    assert not made.call(OTHER)


async def test_a_call_counts_as_long_as_the_limit_says() -> None:
    made = Counted()
    assert made.call(LIMIT)
    made.clock.now += 30
    assert made.call(LIMIT)
    made.clock.now += 29.9
    assert not made.call(LIMIT)
    made.clock.now += 0.2
    assert [made.call(LIMIT) for _ in range(2)] == [True, False]


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
    assert made.call(OTHER)
    for number in range(MAX_WINDOWS + 1):
        made.call(brief, name=f"tool {number}")
        made.clock.now += 0.01
    assert not made.call(OTHER)


async def test_s11_where_no_memory_is_left_for_one_more_a_call_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_MOMENTS", 1)
    made = Counted()
    assert made.rates.exceeded(made.run(), (LIMIT, OTHER)) is OTHER
    assert made.rates.exceeded(made.run(), (LIMIT,)) is LIMIT


@given(st.lists(st.floats(0, 120), max_size=40))
async def test_in_no_stretch_of_time_more_calls_are_admitted_than_the_limit_says(gaps: list[float]) -> None:
    made, passed = Counted(), list[float]()
    for gap in gaps:
        made.clock.now += gap
        passed += [made.clock.now] if made.call(LIMIT) else []
    for at in passed:
        assert sum(0 <= other - at < LIMIT.seconds for other in passed) <= LIMIT.calls
