"""Whatever goes wrong in the gate is a no, and whatever was sent is never called unsent."""

from __future__ import annotations

import json

import pytest

from host import tasks
from host.errors import AuditError
from host.gate.lifecycle import State
from host.model import Draft, Effect, JsonObject
from tests.unit.host.support import Desk, at, no, text_of, yes

BROKEN_LOG = pytest.mark.expected_logs(
    r"host\.gate\.gate: (the audit log failed, nothing is dispatched|a refusal could not be logged): .*"
)
A_BUG = pytest.mark.expected_logs(r"host\.gate\.gate: call call-1 failed inside the gate")


def fail_on(desk: Desk, *kinds: str) -> None:
    """The log cannot write records of these kinds."""

    def full(draft: Draft) -> bool:
        return draft.kind in kinds

    desk.log.full = full


@BROKEN_LOG
@pytest.mark.parametrize("effect", Effect)
async def test_s37_with_a_log_that_cannot_be_written_nothing_is_ever_sent(effect: Effect) -> None:
    desk = Desk(effect)
    approver = desk.quick()
    desk.log.full = lambda _: True
    run, reply = await desk.call()
    assert "not sent" in text_of(reply.result)
    assert (desk.server.calls, desk.log.drafts, approver.asked) == ([], [], [])
    assert run.state not in (State.DECIDED, State.DISPATCHED)


@BROKEN_LOG
@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
async def test_s37_a_decision_that_cannot_be_written_sends_nothing(effect: Effect) -> None:
    desk = Desk(effect)
    desk.quick()
    fail_on(desk, "call.decided")
    _, reply = await desk.call()
    assert "not sent" in text_of(reply.result)
    assert not desk.server.calls


@BROKEN_LOG
async def test_s37_a_call_whose_proposal_cannot_be_written_is_shown_to_nobody() -> None:
    desk = Desk(Effect.ASK)
    approver = desk.quick()
    fail_on(desk, "call.proposed")
    await desk.call()
    assert (approver.asked, desk.server.calls, desk.log.lost) == ([], [], [])


@BROKEN_LOG
async def test_s37_a_refusal_that_cannot_be_written_is_a_refusal_all_the_same() -> None:
    desk = Desk(Effect.ALLOW)
    fail_on(desk, "call.refused")
    _, reply = await desk.call("no_such_tool")
    assert reply.error is not None
    assert not desk.server.calls


@BROKEN_LOG
@pytest.mark.parametrize("approve", [True, False])
async def test_a_call_on_record_whose_decision_cannot_be_written_is_no_call_that_waits(approve: bool) -> None:
    """Its denial is kept for when the log can be written again: the history would show it as waiting until then."""
    desk = Desk(Effect.ASK)
    person = desk.person()
    task = tasks.spawn(desk.through(desk.make_run()), name="call")
    asked = await person.until_asked()
    fail_on(desk, "call.decided")
    person.answer(yes(asked) if approve else no(asked))
    assert "not sent" in text_of((await task).result)
    (kept,) = desk.log.lost
    assert (kept.kind, kept.call, kept.fields["decision"]) == ("call.decided", asked.call.id, "deny")
    assert kept.fields["by"] == ("fault" if approve else "approver")
    assert "params" not in kept.values
    assert not desk.server.calls


@BROKEN_LOG
async def test_s37_after_the_log_recovered_calls_are_sent_again() -> None:
    desk = Desk(Effect.ALLOW)
    fail_on(desk, "call.decided")
    await desk.call()
    fail_on(desk)
    run, _ = await desk.call()
    assert len(desk.server.calls) == 1
    assert desk.log.story(run.call) == ["call.decided approve", "call.outcome succeeded"]


async def test_s37_an_outcome_that_cannot_be_kept_does_not_change_the_answer() -> None:
    desk = Desk(Effect.ALLOW)
    fail_on(desk, "call.outcome")
    _, reply = await desk.call()
    assert text_of(reply.result) == "done"


@pytest.mark.expected_logs(r"host\.turns: a step of the next turn failed")
async def test_s37_a_log_that_breaks_after_the_bytes_left_never_makes_the_caller_believe_they_did_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk(Effect.ALLOW)

    def broken(_: Draft) -> None:
        raise AuditError("the log is closed")

    monkeypatch.setattr(desk.log, "submit", broken)
    _, reply = await desk.call()
    assert len(desk.server.calls) == 1
    assert json.loads(reply.result or b"")["content"] == [{"type": "text", "text": "done"}]


@A_BUG
@pytest.mark.parametrize("where", ["policy", "listing", "approvals"])
async def test_a_bug_before_the_dispatch_is_a_logged_denial(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(Effect.ASK)
    desk.quick()

    def fail(*_: object, **__: object) -> None:
        raise LookupError("a secret")

    target = {"policy": desk.rules, "listing": desk.catalogue, "approvals": desk.approvals}[where]
    monkeypatch.setattr(target, {"policy": "judge", "listing": "age", "approvals": "ask"}[where], fail)
    run, reply = await desk.call()
    assert "not sent" in text_of(reply.result)
    assert "secret" not in text_of(reply.result)
    (decided,) = desk.log.of("call.decided", run.call)
    assert (decided.fields["decision"], decided.fields["by"]) == ("deny", "fault")
    assert not desk.server.calls


@pytest.mark.expected_logs(r"host\.gate\.gate: the last look at call call-1 failed")
async def test_a_bug_in_the_last_look_sends_nothing_and_the_log_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(Effect.ALLOW)

    def fail(*_: object) -> None:
        raise LookupError("a bug")

    monkeypatch.setattr("host.gate.checks.Checks.check_before_sending", fail)
    run, reply = await desk.call()
    assert "not sent" in text_of(reply.result)
    assert not desk.server.calls
    assert desk.log.story(run.call) == ["call.decided approve", "call.outcome cancelled"]


@pytest.mark.expected_logs(r"host\.gate\.gate: the last look at call call-1 failed")
@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
async def test_an_approved_call_that_was_not_sent_gets_no_second_decision(
    effect: Effect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its end is kept for when the log can be written again: it is on record as approved."""
    desk = Desk(effect)
    desk.quick()

    def fail(*_: object) -> None:
        raise LookupError("a bug")

    monkeypatch.setattr("host.gate.checks.Checks.check_before_sending", fail)
    fail_on(desk, "call.outcome")
    _, reply = await desk.call()
    assert "not sent" in text_of(reply.result)
    assert [(draft.kind, draft.fields["status"]) for draft in desk.log.lost] == [("call.outcome", "cancelled")]
    assert not desk.server.calls


@A_BUG
async def test_a_bug_at_the_dispatch_leaves_the_outcome_unknown() -> None:
    desk = Desk(Effect.ALLOW)

    def fail(_: JsonObject) -> JsonObject:
        raise LookupError("half of it may have left")

    desk.server.on["tools/call"] = fail
    run, reply = await desk.call()
    assert reply.error is not None
    assert "unknown" in str(reply.error["message"])
    assert desk.log.story(run.call) == ["call.decided approve", "call.outcome unknown"]


@A_BUG
async def test_a_bug_while_the_result_is_read_leaves_the_outcome_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(Effect.ALLOW)

    async def fail(*_: object) -> None:
        raise LookupError("a bug")

    monkeypatch.setattr("host.gate.gate.read_end", fail)
    run, reply = await desk.call()
    assert reply.error is not None
    assert len(desk.server.calls) == 1
    assert desk.log.story(run.call) == ["call.decided approve", "call.outcome unknown"]


@pytest.mark.expected_logs(r"host\.gate\.gate: .*")
async def test_s12_a_run_that_is_put_through_the_gate_twice_is_sent_once() -> None:
    desk = Desk(Effect.ALLOW)
    run, _ = await desk.call()
    await desk.through(run)
    assert len(desk.server.calls) == 1


async def test_a_fault_speaks_the_revision_of_the_app() -> None:
    desk = Desk(Effect.DENY, revision="2026-07-28")
    _, reply = await desk.call()
    assert at(json.loads(reply.result or b""), "resultType") == "complete"
