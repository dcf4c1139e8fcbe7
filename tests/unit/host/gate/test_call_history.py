"""What is remembered of calls while an app is connected."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from host.canonical import canonical
from host.gate import call_history
from host.gate.call_history import (
    MAX_APPS,
    MAX_BYTES_OF_APP,
    MAX_CALLS,
    MAX_RESULTS,
    QUIET_SECONDS,
    RECENT_SECONDS,
    CallHistory,
    FirstUse,
)
from host.inspect.subject import Past, ResultIndex
from host.model import App, Call, JsonObject, ToolDefinition, sha256_hex
from host.values import replace
from tests.unit.host.support import APP, frozen_call


def definition(name: str) -> ToolDefinition:
    value: JsonObject = {"name": name, "description": f"What {name} does."}
    raw = canonical(value)
    return ToolDefinition(name, raw, value, sha256_hex(raw))


def brought(text: str) -> ResultIndex:
    return ResultIndex(prose=frozenset({text}))


def long(size: int) -> ResultIndex:
    """An index of so many bytes, roughly."""
    return ResultIndex(text="x" * (size // 2))


class Room:
    """A memory and its clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self.first_use = FirstUse()
        self.history = CallHistory(self.first_use, lambda: self.now)
        self.number = 0

    def call(self, app: App = APP, tool: str = "read", server: str = "") -> Call:
        self.number += 1
        call = frozen_call(f"call-{self.number}", {"name": tool, "arguments": {"n": self.number}}, app=app)
        return replace(call, server=replace(call.server, id=server)) if server else call

    def sent(
        self,
        call: Call,
        result: ResultIndex | None = None,
        *,
        destinations: Iterable[str] = (),
        values: frozenset[str] = frozenset(),
    ) -> Call:
        self.history.add(call, definition(call.tool), destinations, lambda: values)
        if result is not None:
            assert self.history.expect_result(call)
            self.history.add_result(call, result)
        return call

    def past(self, call: Call, *tools: tuple[str, str]) -> Past:
        return self.history.past(call, lambda: tools)


async def test_earlier_calls_are_remembered_newest_first_with_what_they_named_and_brought() -> None:
    room = Room()
    room.sent(room.call(tool="one", server="web"), brought("first"), values=frozenset({"ana@example.org"}))
    room.sent(room.call(tool="two"), brought("second"))
    found = room.past(room.call()).earlier_calls
    assert [(it.tool, it.result) for it in found] == [("two", brought("second")), ("one", brought("first"))]
    assert (found[1].server, found[1].named.values()) == ("web", frozenset({"ana@example.org"}))


async def test_what_a_call_named_is_worked_out_once_and_not_before_it_is_compared() -> None:
    room, asked = Room(), list[str]()

    def find() -> frozenset[str]:
        asked.append("named")
        return frozenset({"ana@example.org"})

    room.history.add(room.call(), definition("read"), (), find)
    pasts = [room.past(room.call()) for _ in range(2)]
    assert asked == []
    assert [past.earlier_calls[0].named.values() for past in pasts] == [{"ana@example.org"}] * 2
    assert asked == ["named"]


async def test_what_there_was_before_a_call_stays_what_it_was_when_the_call_came() -> None:
    room = Room()
    waiting = room.call()
    assert room.past(waiting).earlier_calls == ()
    assert [room.history.is_busy] == [True]
    room.sent(room.call(), brought("later"))
    assert room.past(waiting).earlier_calls == ()
    room.history.forget(waiting)
    assert [room.history.is_busy] == [False]
    assert len(room.past(waiting).earlier_calls) == 1


async def test_calls_that_are_never_ended_take_no_more_room_than_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_history, "MAX_PENDING", 3)
    room = Room()
    first = room.call()
    room.past(first)
    for _ in range(3):
        room.past(room.call())
    room.sent(room.call(), brought("later"))
    assert len(room.past(first).earlier_calls) == 1, "it was pushed out"


async def test_apps_share_no_memory_and_it_ends_with_the_last_session() -> None:
    room = Room()
    other = replace(APP, name="other", session="o1")
    first, second = replace(APP, session="s1"), replace(APP, session="s2")
    for app in (first, second, other):
        room.history.begin_session(app)
    room.sent(room.call(first), brought("x"))
    room.history.endorse(first, ["destination:ana@example.org"])
    assert room.past(room.call(other)).earlier_calls == ()
    room.history.end_session(first)
    assert len(room.past(room.call(second)).earlier_calls) == 1
    room.history.end_session(second)
    room.history.end_session(second)
    after = room.past(room.call(second))
    assert (after.earlier_calls, len(after.endorsed)) == ((), 0)


async def test_an_app_whose_hook_alone_asks_is_remembered_until_it_is_quiet() -> None:
    room = Room()
    for number in range(3):
        app = replace(APP, session=f"s{number}", stays=False)
        room.history.begin_session(app)
        call = room.call(app)
        room.past(call)
        room.sent(call, values=frozenset({"ana@example.org"}))
        room.history.endorse(app, ["destination:ana@example.org"])
        room.history.end_session(app)
    past = room.past(room.call())
    assert (len(past.earlier_calls), len(past.endorsed), past.recent) == (3, 1, 4)
    room.now += QUIET_SECONDS
    past = room.past(room.call())
    assert (past.earlier_calls, len(past.endorsed), past.recent) == ((), 0, 1)
    room.history.begin_session(APP)
    room.sent(room.call())
    room.now += QUIET_SECONDS
    assert len(room.past(room.call()).earlier_calls) == 1, "a connected app may take its time"
    room.history.end_session(APP)
    assert room.past(room.call()).earlier_calls == ()


async def test_a_hook_that_proved_no_app_leaves_nothing_behind() -> None:
    room = Room()
    app = replace(APP, authenticated=False, stays=False)
    room.history.begin_session(app)
    room.sent(room.call(app))
    room.history.end_session(app)
    assert room.past(room.call(app)).earlier_calls == ()


# Bounds


async def test_calls_results_and_apps_are_bounded() -> None:
    room = Room()
    for number in range(MAX_CALLS + 5):
        room.sent(room.call(), brought(f"result {number}"))
    past = room.past(room.call())
    assert len(past.earlier_calls) == MAX_CALLS
    results = [it.result for it in past.earlier_calls]
    assert [it is not None for it in results] == [number < MAX_RESULTS for number in range(MAX_CALLS)]
    assert not past.incomplete, "what is older than the newest results no longer matters"
    for number in range(MAX_APPS):
        room.past(room.call(replace(APP, name=f"app-{number}")))
    assert room.past(room.call()).earlier_calls == ()


async def test_bytes_of_one_app_are_bounded_and_what_is_dropped_for_them_is_reported() -> None:
    room = Room()
    for number in range(1, 6):
        room.sent(room.call(), long(MAX_BYTES_OF_APP // 4))
        assert room.history.size <= MAX_BYTES_OF_APP
        assert room.past(room.call()).incomplete is (number > 4)
    kept = [it.result is not None for it in room.past(room.call()).earlier_calls]
    assert kept == [True, True, True, True, False]


async def test_bytes_of_all_apps_are_bounded_and_the_quietest_lose_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_history, "MAX_BYTES_IN_ALL", 3 << 20)
    room = Room()
    apps = [replace(APP, name=f"app-{number}") for number in range(4)]
    for app in apps:
        room.sent(room.call(app), long(1 << 20))
    assert room.history.size <= 3 << 20
    pasts = [room.past(room.call(app)) for app in apps]
    assert [it.earlier_calls[0].result is None for it in pasts] == [True, False, False, False]
    assert [it.incomplete for it in pasts] == [True, False, False, False]


async def test_endorsed_values_are_bounded_and_the_oldest_are_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_history, "MAX_ENDORSED", 2)
    room = Room()
    for value in ("object:a", "object:b", "object:a", "object:c"):
        room.now += 60
        room.history.endorse(APP, [value])
    room.now += 60
    assert dict(room.past(room.call()).endorsed) == {"object:a": 2, "object:c": 1}


async def test_what_is_endorsed_while_a_call_waits_does_not_count_for_it() -> None:
    room = Room()
    waiting = room.call()
    past = room.past(waiting)
    room.history.endorse(APP, ["object:a"])
    assert not room.past(waiting).endorsed
    assert not past.endorsed
    assert room.past(room.call()).endorsed


# Results


async def test_a_result_that_is_not_inspected_yet_is_awaited_and_one_that_never_is_makes_the_past_incomplete() -> None:
    room = Room()
    call = room.sent(room.call())
    nothing_came = room.past(room.call())
    assert room.history.expect_result(call)
    past, others = room.past(room.call()), room.past(room.call(replace(APP, name="other")))
    assert not past.awaits_results, "nobody wanted it"
    assert past.earlier_calls[0].result is None
    assert (past.incomplete, past.awaits_results) == (True, True)
    assert not nothing_came.awaits_results
    assert not others.incomplete
    room.history.add_result(call, None)
    assert (past.incomplete, past.awaits_results) == (True, False)
    assert room.past(room.call()).incomplete
    later = room.sent(room.call())
    room.history.expect_result(later)
    room.history.add_result(later, brought("x"))
    assert room.past(room.call()).incomplete, "the lost one is still among the last calls"


async def test_a_result_that_was_cut_makes_the_past_incomplete() -> None:
    room = Room()
    room.sent(room.call(), ResultIndex(cut=True))
    assert room.past(room.call()).incomplete


async def test_a_result_of_nobody_is_not_remembered() -> None:
    room = Room()
    assert not room.history.expect_result(room.call())
    room.history.add_result(room.call(), brought("x"))
    room.sent(room.call(), brought("y"))
    assert not room.history.expect_result(room.call())
    assert [it.result for it in room.past(room.call()).earlier_calls] == [brought("y")]


# Numbers


async def test_proposals_of_the_last_seconds_are_counted() -> None:
    room = Room()
    assert [room.past(room.call()).recent for _ in range(3)] == [1, 2, 3]
    room.now = RECENT_SECONDS + 1
    assert room.past(room.call()).recent == 1


async def test_use_definition_size_and_destinations_are_known_afterwards() -> None:
    room = Room()
    assert not room.past(room.call()).known
    call = room.sent(room.call(tool="read"), destinations=["host:x.example"])
    past = room.past(room.call(tool="read"), ("files", "read"), ("web", "fetch"))
    assert (past.known, past.uses, past.largest) == (True, 1, len(call.arguments))
    assert (past.definition, past.definition_digest) == (definition("read").value, definition("read").digest)
    assert past.destinations == past.places == {"host:x.example"}
    assert past.tools == (("web", "fetch"),), "its own name is no other's"
    other = room.past(room.call(tool="other"))
    assert (other.uses, other.destinations, other.places) == (0, frozenset(), frozenset({"host:x.example"}))


async def test_other_tools_are_one_tuple_as_long_as_servers_list_the_same() -> None:
    room = Room()
    tools = (("files", "read"), ("web", "fetch"))
    first, second = (room.history.past(room.call(), lambda: tools).tools for _ in range(2))
    assert first is second
    assert room.past(room.call(), ("web", "fetch")).tools == (("web", "fetch"),)


# Whose memory it is

TWO: dict[str, tuple[App, App]] = {
    "proved nothing": (App("unknown", False, session="s1"), App("unknown", False, session="s2")),
    "other names": (replace(APP, name="a"), replace(APP, name="b")),
    "other tokens": (replace(APP, proof="1" * 64), replace(APP, proof="2" * 64)),
    "one proved nothing": (replace(APP, name="unknown"), replace(APP, name="unknown", authenticated=False)),
}


@pytest.mark.parametrize("which", sorted(TWO))
async def test_s16_what_one_app_was_told_and_allowed_no_other_app_hears_of(which: str) -> None:
    room, (one, other) = Room(), TWO[which]
    for app in (one, other):
        room.history.begin_session(app)
    room.sent(room.call(one), brought("told to one"))
    room.history.endorse(one, ["destination:ana@example.org"])
    told = room.past(room.call(one))
    assert [it.result for it in told.earlier_calls] == [brought("told to one")]
    assert dict(told.endorsed) == {"destination:ana@example.org": 0}
    elsewhere = room.past(room.call(other))
    assert (elsewhere.earlier_calls, len(elsewhere.endorsed)) == ((), 0)


async def test_s16_apps_that_proved_nothing_push_no_other_out_of_the_memory() -> None:
    room = Room()
    room.sent(room.call(), brought("x"))
    for number in range(MAX_APPS + 1):
        room.past(room.call(App("unknown", False, session=f"s{number}")))
    assert len(room.past(room.call()).earlier_calls) == 1
