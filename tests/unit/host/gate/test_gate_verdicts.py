"""From the proposal to the verdict: what is refused before anyone is asked, and what needs no asking."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import TypeVar

import pytest

from host import tasks
from host.errors import INVALID_PARAMS
from host.gate.call_execution import CallExecution
from host.gate.lifecycle import State
from host.gate.limits import UNSENT
from host.model import Answer, App, Effect, JsonObject, JsonValue, Severity
from host.rates import Rate
from host.schema import CompiledSchema, SchemaChecker, SchemaReport
from host.wire.call_handler import Reply
from host.wire.methods import REVISIONS
from tests.unit.host.support import LATEST, SETTINGS, Desk, at, no, text_of, tool, turns, until, yes

T = TypeVar("T")


def denied(reply: Reply) -> str:
    """The text of a refusal."""
    assert at(json.loads(reply.result or b"null"), "isError") is True
    return text_of(reply.result)


def why(desk: Desk, run: CallExecution) -> tuple[JsonValue, JsonValue]:
    """By what, and with what word, the log says a call was decided."""
    (draft,) = desk.log.of("call.decided", run.call)
    return draft.fields["by"], draft.fields["decision"]


async def test_an_allowed_call_is_decided_by_its_rule_and_sent_unasked() -> None:
    desk = Desk(Effect.ALLOW)
    approver = desk.quick()
    run, reply = await desk.call()
    assert json.loads(reply.result or b"")["content"] == [{"type": "text", "text": "done"}]
    assert approver.asked == []
    assert desk.log.story(run.call) == ["call.decided approve", "call.outcome succeeded"]
    (decided,) = desk.log.of("call.decided")
    assert (decided.fields["by"], decided.fields["who"], decided.fields["effect"]) == ("rule", "r1", "allow")
    assert decided.values == {"params": run.call.params}
    assert run.state is State.ENDED


async def test_a_call_that_policy_denies_reaches_nobody() -> None:
    desk = Desk(Effect.DENY)
    desk.rules.reason = "Ask the administrator."
    approver = desk.quick()
    run, reply = await desk.call()
    assert "Rule r1 says so." in denied(reply)
    assert "Ask the administrator." in denied(reply)
    assert (approver.asked, desk.server.calls) == ([], [])
    assert (desk.log.story(run.call), why(desk, run)) == (["call.decided deny"], ("rule", "deny"))
    assert run.state is State.REFUSED


@pytest.mark.parametrize("name", ["any", "no such tool"])
async def test_while_a_policy_file_cannot_be_used_a_call_is_denied_by_policy_before_its_tool_is_looked_up(
    name: str,
) -> None:
    desk = Desk(Effect.ALLOW)
    desk.rules.error = "managed.json: broken."
    run, reply = await desk.call(name)
    assert denied(reply).startswith("Not allowed by policy; the call was not sent.")
    assert "managed.json" not in denied(reply)
    assert (desk.log.story(run.call), why(desk, run)) == (["call.decided deny"], ("rule", "deny"))
    (decided,) = desk.log.of("call.decided")
    assert (decided.fields["rule"], decided.fields["who"]) == ("broken-policy", "broken-policy")
    assert (desk.server.calls, desk.rules.facts) == ([], [])


async def test_a_call_that_policy_wants_asked_is_sent_after_a_yes() -> None:
    desk = Desk(Effect.ASK)
    person = desk.person()
    run = desk.make_run()
    task = tasks.spawn(desk.through(run), name="call")
    request = await person.until_asked()
    assert (desk.server.calls, run.state) == ([], State.PENDING)
    assert (request.call, request.round, request.voided_because) == (run.call, 1, "")
    assert request.definition.value == tool("any")
    assert request.expires_at == desk.clock.now + SETTINGS.decision_timeout
    person.answer(yes(request))
    assert (await task).result is not None
    assert desk.log.story(run.call) == ["call.proposed", "call.decided approve", "call.outcome succeeded"]
    (decided,) = desk.log.of("call.decided")
    assert (decided.fields["by"], decided.fields["who"], decided.fields["displayed_ms"]) == ("approver", "ana", 1500)
    assert len(desk.server.calls) == 1


async def test_a_call_that_a_person_denies_is_not_sent_and_the_reason_is_told_and_kept() -> None:
    desk = Desk(Effect.ASK)
    desk.quick(lambda request: no(request, "not on a Friday"))
    run, reply = await desk.call()
    assert "not on a Friday" in denied(reply)
    assert desk.log.story(run.call) == ["call.proposed", "call.decided deny"]
    (decided,) = desk.log.of("call.decided")
    assert decided.values == {"reason": b"not on a Friday"}
    assert decided.fields["displayed_ms"] == 700
    assert not desk.server.calls


@pytest.mark.parametrize("approve", ["no", 1])
async def test_only_a_real_yes_approves(approve: object) -> None:
    """Decisions will come over a socket: what is not exactly True must not approve."""
    desk = Desk(Effect.ASK)
    desk.quick(lambda request: Answer(approve, request.call.id, request.call.digest, "ana"))  # type: ignore[arg-type]  # the point of the test
    await desk.call()
    assert not desk.server.calls


# The checks


@pytest.mark.parametrize("effect", Effect)
@pytest.mark.parametrize("revision", REVISIONS)
async def test_invalid_arguments_reach_neither_policy_nor_person_nor_server(revision: str, effect: Effect) -> None:
    desk = Desk(effect, revision=revision)
    approver = desk.quick()
    run, reply = await desk.call("echo", {"text": 5, "more": True})
    if revision <= "2025-06-18":
        assert reply.error is not None
        assert reply.error["code"] == INVALID_PARAMS
        text = str(reply.error["message"])
    else:
        text = denied(reply)
    assert "$.text: expected" in text
    assert (approver.asked, desk.rules.facts, desk.server.calls) == ([], [], [])
    assert desk.log.story(run.call) == ["call.refused"]
    assert run.state is State.REFUSED


@pytest.mark.parametrize("name", ["no_such_tool", "Any", "any ", "ANY", "any\0", ""])
async def test_an_unknown_tool_is_refused_by_its_exact_name(name: str) -> None:
    desk = Desk(Effect.ALLOW)
    run, reply = await desk.call(name)
    assert reply.error == {"code": INVALID_PARAMS, "message": f"Unknown tool: {name}"}
    assert desk.log.story(run.call) == ["call.refused"]
    assert not desk.server.calls


async def test_s17_a_tool_that_is_listed_twice_is_withheld_and_the_caller_hears_why() -> None:
    desk = Desk(Effect.ALLOW, tools=[tool("double", title="a"), tool("double", title="b")])
    run, reply = await desk.call("double")
    assert reply.error is not None
    assert reply.error["code"] == INVALID_PARAMS
    assert "more than once" in str(reply.error["message"])
    assert "double" in str(reply.error["message"])
    assert desk.log.story(run.call) == ["call.refused"]
    assert not desk.server.calls


async def test_the_name_of_an_unknown_tool_is_quoted_bounded() -> None:
    _, reply = await Desk(Effect.ALLOW).call("x" * 100_000)
    assert reply.error is not None
    assert len(str(reply.error["message"])) < 1_000


async def test_s22_arguments_that_could_not_be_validated_are_a_finding_that_policy_and_person_see() -> None:
    schema: JsonObject = {"type": "object", "properties": {"s": {"pattern": "^(a+)+$"}}}
    desk = Desk(Effect.ASK, tools=[tool("slow", schema)])
    approver = desk.quick()
    await desk.call("slow", {"s": "a"})
    assert [found.kind for found in approver.asked[0].findings] == ["not-validated"]
    assert [found.kind for found in desk.rules.facts[0].findings] == ["not-validated"]
    (decided,) = desk.log.of("call.decided")
    assert decided.fields["findings"] == [{"kind": "not-validated", "severity": "medium"}]


async def test_s43_all_connections_of_apps_without_proof_share_one_turn_at_the_schema_checker() -> None:
    turns_of: list[str] = []

    class Noting(SchemaChecker):
        async def check(
            self, compiled: CompiledSchema, value: JsonValue, canonical_bytes: bytes, *, app: str
        ) -> SchemaReport:
            turns_of.append(app)
            return await super().check(compiled, value, canonical_bytes, app=app)

    schema: JsonObject = {"type": "object", "properties": {"s": {"pattern": "^(a+)+$"}}}
    desk = Desk(Effect.ASK, tools=[tool("slow", schema)], checker=Noting())
    desk.quick()
    for app in (App("flood", False, session="s1"), App("flood", False, session="s2"), App("claude", True)):
        await desk.through(desk.make_run("slow", {"s": "a"}, app=app))
    assert len(turns_of) >= 3
    assert len(set(turns_of)) == 2, "of the one and the other"
    assert turns_of[-1] == "claude"


async def test_s03_a_number_that_loses_digits_elsewhere_is_a_finding_with_all_of_them() -> None:
    desk = Desk(Effect.ASK)
    approver = desk.quick()
    await desk.call("any", {"n": 9_007_199_254_740_993})
    (found,) = approver.asked[0].findings
    assert (found.kind, found.severity) == ("big-number", Severity.MEDIUM)
    assert "9007199254740993" in found.evidence
    assert b"9007199254740993" in desk.server.frames[-1]


@pytest.mark.parametrize(
    ("inputs", "threads"),
    [
        ({"text": "word " * 5_000, "n": 2**60}, 0),  # one long value: it is passed over, not read
        ({"list": [0] * 5_000, "n": 2**60}, 1),
    ],
)
async def test_s43_numbers_among_many_values_are_looked_for_beside_the_loop(
    inputs: JsonObject, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, start = list[str](), tasks.in_daemon_thread

    def noting(function: Callable[[], T], *, name: str) -> Coroutine[None, None, T]:
        started.append(name)
        return start(function, name=name)

    monkeypatch.setattr(tasks, "in_daemon_thread", noting)
    desk = Desk(Effect.ASK)
    approver = desk.quick()
    await desk.call("any", inputs)
    assert "big-number" in [found.kind for found in approver.asked[0].findings]
    assert len([name for name in started if name == "look at numbers"]) == threads * 2  # and again after the answer


async def test_s06_an_odd_name_is_a_finding_of_the_tool() -> None:
    desk = Desk(Effect.ASK, tools=[tool("dеlete")])  # a Cyrillic letter
    approver = desk.quick()
    await desk.call("dеlete")  # a Cyrillic letter
    for findings in (approver.asked[0].findings, desk.rules.facts[0].findings):
        assert "odd-name" in [found.kind for found in findings]


async def test_policy_judges_by_what_the_app_proved_and_never_by_what_it_claims() -> None:
    desk = Desk(Effect.ALLOW)
    await desk.through(desk.make_run(app=App("unknown", False, claimed="claude")))
    for facts in desk.rules.facts:
        assert (facts.app, facts.app_authenticated, facts.server, facts.tool) == ("unknown", False, "files", "any")


async def test_a_denial_by_a_rule_names_the_rule_as_whoever_decided_and_what_it_was_judged_on() -> None:
    desk = Desk(Effect.DENY)
    run, _ = await desk.call("any", {"n": 2**60})
    (decided,) = desk.log.of("call.decided", run.call)
    assert (decided.fields["by"], decided.fields["who"]) == ("rule", "r1")
    assert decided.fields["findings"] == [{"kind": "big-number", "severity": "medium"}]
    assert decided.fields["definition"]


# Listing


async def test_a_call_to_a_server_that_was_not_listed_yet_lists_first() -> None:
    desk = Desk(Effect.ALLOW)
    await desk.call()
    assert [at(value, "method") for value in desk.server.values] == ["tools/list", "tools/call"]


@pytest.mark.parametrize(("age", "listings"), [(0, 1), (29, 1), (31, 2), (60, 2), (61, 2), (10_000, 2)])
async def test_an_allowed_call_relies_on_a_listing_of_at_most_sixty_seconds(age: float, listings: int) -> None:
    desk = Desk(Effect.ALLOW)
    await desk.call()
    desk.clock.now += age
    await desk.call()
    await turns()
    assert len(desk.server.heard("tools/list")) == listings
    order = [at(value, "method") for value in desk.server.values][2:]
    assert age <= 60 or order == ["tools/list", "tools/call"]


async def test_s15_an_allowed_call_after_an_announced_change_sees_the_new_definition() -> None:
    desk = Desk(Effect.ALLOW)
    await desk.call("any", {"x": 1})
    desk.server.tools = [tool("any", {"type": "object", "properties": {"x": {"type": "string"}}})]
    desk.catalogue.mark_changed()
    _, reply = await desk.call("any", {"x": 1})
    assert "$.x" in denied(reply)
    assert len(desk.server.calls) == 1


@pytest.mark.parametrize(
    "answer",
    [
        {"error": {"code": -32601, "message": "no"}},
        {"result": {"tools": None}},
        {"result": []},
        {"result": {"tools": [], "nextCursor": "same"}},
    ],
    ids=json.dumps,
)
async def test_without_a_good_listing_nothing_is_sent(answer: JsonObject) -> None:
    desk = Desk(Effect.ALLOW)
    desk.server.on["tools/list"] = lambda _: answer
    run, reply = await desk.call()
    assert "not sent" in denied(reply)
    assert why(desk, run) == ("fault", "deny")
    assert not desk.server.calls


# Limits and the stop


async def test_s11_more_calls_than_the_rate_are_refused() -> None:
    desk = Desk(Effect.ALLOW, rate=Rate(2, 3600.0))
    replies = [await desk.call() for _ in range(3)]
    assert len(desk.server.calls) == 2
    run, reply = replies[-1]
    assert why(desk, run) == ("limit", "deny")
    assert "Too many calls" in denied(reply)


async def test_s11_the_rate_counts_each_app_for_itself() -> None:
    desk = Desk(Effect.ALLOW, rate=Rate(1, 3600.0))
    for name in ("claude", "cursor", "claude"):
        await desk.through(desk.make_run(app=App(name, True)))
    assert len(desk.server.calls) == 2


async def test_s37_denied_calls_without_end_do_not_fill_the_log_and_cost_only_their_own_app() -> None:
    desk = Desk(Effect.DENY)
    for _ in range(UNSENT.calls):
        await desk.call()
    for _ in range(3):
        run, reply = await desk.call()
        assert "Too many calls" in denied(reply)
        assert (desk.log.story(run.call), run.state) == ([], State.REFUSED)
    told = desk.log.of("method.refused")
    assert [(draft.fields["app"], draft.fields["method"]) for draft in told] == [("claude", "tools/call")]
    other = desk.make_run(app=App("cursor", True))
    await desk.through(other)
    assert desk.log.story(other.call) == ["call.decided deny"]
    desk.clock.now += UNSENT.seconds
    run, _ = await desk.call()
    assert desk.log.story(run.call) == ["call.decided deny"]


async def test_s37_calls_that_are_sent_do_not_count_among_those_that_were_not() -> None:
    desk = Desk(Effect.ALLOW)
    for _ in range(UNSENT.calls + 1):
        await desk.call()
    assert len(desk.server.calls) == UNSENT.calls + 1


@pytest.mark.parametrize("at_once", [False, True], ids=["one after another", "at once"])
@pytest.mark.parametrize(
    ("setting", "apps"), [("pending_per_app", ["claude"] * 3), ("pending_per_server", ["a", "b", "c"])]
)
async def test_s11_more_pending_calls_than_fit_are_refused(setting: str, apps: list[str], at_once: bool) -> None:
    desk = Desk(Effect.ASK, settings=SETTINGS.replace(**{setting: 2}))
    person = desk.person()
    runs = [desk.make_run(app=App(name, True)) for name in apps]
    asking = []
    for run in runs:
        asking.append(tasks.spawn(desk.through(run), name="call"))
        await turns(0 if at_once else 50)
    await until(lambda: len(person.asked) == 2)
    await until(asking[2].done)
    asked = list(person.asked)
    for request in asked:
        person.answer(no(request))
    replies = [await task for task in asking]
    assert len(asked) == 2
    assert [why(desk, run)[0] for run in runs] == ["approver", "approver", "limit"]
    assert "Too many calls" in denied(replies[2])


@pytest.mark.parametrize(
    ("setting", "apps", "why_not"),
    [("pending_bytes_per_app", ["claude"] * 3, "of this app are too large"),
     ("pending_bytes", ["a", "b", "c"], "waiting calls are too large")],
)  # fmt: skip
async def test_s11_larger_pending_calls_than_fit_are_refused(setting: str, apps: list[str], why_not: str) -> None:
    desk = Desk(Effect.ASK, settings=SETTINGS.replace(**{setting: 25_000}))
    person = desk.person()
    large = [desk.make_run("any", {"text": "x" * 10_000}, app=App(name, True)) for name in apps]
    small = desk.make_run("any", {"text": "x"}, app=App(apps[0], True))
    asking = [tasks.spawn(desk.through(run), name="call") for run in (*large, small)]
    await until(
        lambda: len(person.asked) == 3 and any(task.done() for task in asking)
    )  # the refused one, before an answer makes room
    for request in tuple(person.asked):
        person.answer(no(request))
    replies = [await task for task in asking]
    by = [why(desk, run)[0] for run in (*large, small)]
    assert (sorted(map(str, by[:3])), by[3]) == (
        ["approver", "approver", "limit"],
        "approver",
    )  # the last to be looked at
    refused = by.index("limit")
    assert why_not in desk.log.of("call.decided", large[refused].call)[0].values["reason"].decode()
    assert "Too many calls" in denied(replies[refused])


async def test_s11_the_definition_of_the_tool_counts_as_part_of_the_question() -> None:
    desk = Desk(Effect.ASK, settings=SETTINGS.replace(pending_bytes_per_app=25_000))
    desk.server.tools.append(tool("wordy", description="x" * 30_000))
    desk.catalogue.mark_changed()
    desk.quick()
    run, _ = await desk.call("wordy")
    assert why(desk, run) == ("limit", "deny")


@pytest.mark.parametrize("limit", [{"pending_per_app": 1}, {"pending_bytes_per_app": 1024}], ids=str)
async def test_s11_pending_calls_that_end_make_room(limit: dict[str, float]) -> None:
    desk = Desk(Effect.ASK, settings=SETTINGS.replace(**limit))
    approver = desk.quick(no)
    for _ in range(3):
        await desk.call()
    assert len(approver.asked) == 3


@pytest.mark.parametrize("effect", Effect)
async def test_after_the_emergency_stop_every_new_call_is_refused_until_it_is_released(effect: Effect) -> None:
    desk = Desk(effect)
    approver = desk.quick()
    desk.gate.emergency_stop()
    run, reply = await desk.call()
    assert why(desk, run) == ("stop", "deny")
    assert "stopped all calls" in denied(reply)
    assert (approver.asked, desk.server.calls, desk.rules.facts) == ([], [], [])
    desk.gate.release()
    await desk.call()
    assert len(desk.server.calls) == (effect is not Effect.DENY)


def test_whether_the_stop_holds_can_be_seen() -> None:
    gate = Desk().gate
    gate.emergency_stop()
    assert gate.is_stopped
    gate.release()
    seen = gate.is_stopped
    assert not seen


async def test_the_reply_speaks_the_revision_of_the_app() -> None:
    for revision in REVISIONS:
        _, reply = await Desk(Effect.DENY, revision=revision).call()
        assert ("resultType" in json.loads(reply.result or b"")) == (revision > LATEST)
