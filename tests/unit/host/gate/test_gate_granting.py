"""Calls that a grant answers, and everything that is looked at all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from host import tasks
from host.gate.call_execution import CallExecution
from host.gate.grants import SECONDS
from host.model import Answer, App, ApprovalRequest, Effect, JsonObject, Verdict
from host.policy.facts import CallFacts
from host.wire.call_handler import Reply
from tests.unit.host.support import APP, SETTINGS, Desk, Quick, for_a_while, no, text_of, tool, until, yes

CALL: Final[JsonObject] = {"path": "notes.txt", "n": 1}


class Granting:
    """A desk whose first call was approved for 15 minutes, unless told otherwise."""

    def __init__(self, answer: Callable[[ApprovalRequest], Answer] = for_a_while) -> None:
        self.desk = Desk(Effect.ASK)
        self.approver: Quick = self.desk.quick(answer)

    async def call(
        self, arguments: JsonObject = CALL, *, name: str = "any", app: App = APP
    ) -> tuple[CallExecution, Reply]:
        run = self.desk.make_run(name, dict(arguments), app=app)
        return run, await self.desk.through(run)

    @property
    def asked(self) -> int:
        return len(self.approver.asked)

    def decided(self, run: CallExecution) -> tuple[object, object, object]:
        (draft,) = self.desk.log.of("call.decided", run.call)
        return draft.fields["decision"], draft.fields["by"], draft.fields["who"]


@pytest.fixture
async def granted() -> Granting:
    made = Granting()
    await made.call()
    assert made.asked == 1
    made.desk.log.drafts.clear()
    return made


# Giving


async def test_approved_for_a_while_a_call_is_sent_and_the_same_is_not_asked_again() -> None:
    made = Granting()
    first, reply = await made.call()
    assert text_of(reply.result) == "done"
    story = ["call.proposed", "call.decided approve", "grant.given", "call.outcome succeeded"]
    assert made.desk.log.story(first.call) == story
    (grant,) = made.desk.gate.grants.all
    second, reply = await made.call()
    assert text_of(reply.result) == "done"
    assert (made.asked, len(made.desk.server.calls)) == (1, 2)
    assert made.decided(first) == ("approve", "approver", "ana")
    assert made.decided(second) == ("approve", "grant", grant.id)


async def test_the_record_of_a_covered_call_shows_the_question_and_the_grant_that_answered_it(
    granted: Granting,
) -> None:
    run, _ = await granted.call()
    (draft,) = granted.desk.log.of("call.decided", run.call)
    assert (draft.fields["effect"], draft.fields["rule"], draft.fields["source"]) == ("ask", "r1", "user")
    assert draft.values == {"params": run.call.params}
    assert granted.desk.log.story(run.call) == ["call.decided approve", "call.outcome succeeded"]


async def test_a_grant_counts_the_calls_that_were_sent_by_it(granted: Granting) -> None:
    for _ in range(3):
        await granted.call()
    assert [grant.used for grant in granted.desk.gate.grants.all] == [3]


@pytest.mark.parametrize("scope", ["once", "", "always", "15MIN", "15min "])
async def test_s13_any_other_scope_is_for_this_once(scope: Any) -> None:
    made = Granting(
        lambda request: Answer(True, request.call.id, request.call.digest, "ana", duration=scope, unread_lines=3)
    )
    run, _ = await made.call()
    await made.call()
    assert (made.asked, made.desk.gate.grants.all) == (2, ())
    (draft,) = made.desk.log.of("call.decided", run.call)
    assert draft.fields["unread_lines"] == 3


async def test_s13_a_denial_grants_nothing_whatever_its_scope() -> None:
    made = Granting(lambda request: Answer(False, request.call.id, request.call.digest, "ana", duration="15min"))
    await made.call()
    assert (made.desk.gate.grants.all, made.desk.server.calls) == ((), [])


@pytest.mark.parametrize("source", ["managed", "guard"])
async def test_s13_where_no_grant_may_be_the_call_is_approved_for_this_once(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Granting()
    verdict = Verdict(Effect.ASK, "m1", source, "Because.")
    monkeypatch.setattr(made.desk.rules, "judge", lambda _: verdict)
    run, reply = await made.call()
    assert text_of(reply.result) == "done"
    assert made.desk.log.story(run.call) == ["call.proposed", "call.decided approve", "call.outcome succeeded"]
    await made.call()
    assert (made.asked, made.desk.gate.grants.all) == (2, ())


async def test_s13_a_call_with_a_finding_is_asked_each_time() -> None:
    made = Granting()
    for _ in range(2):
        await made.call({"n": 2**60})
    assert (made.asked, made.desk.gate.grants.all) == (2, ())


async def test_s33_an_app_that_proved_nothing_is_asked_each_time() -> None:
    made = Granting()
    for _ in range(2):
        await made.call(app=App("unknown", authenticated=False))
    assert (made.asked, made.desk.gate.grants.all) == (2, ())


@pytest.mark.expected_logs(r"host\.gate\.gate: the audit log failed, nothing is dispatched: .*")
async def test_s37_a_grant_that_cannot_be_written_is_none_and_its_call_is_not_sent() -> None:
    made = Granting()
    made.desk.log.full = lambda draft: draft.kind == "grant.given"
    _, reply = await made.call()
    assert "not sent" in text_of(reply.result)
    assert (made.desk.gate.grants.all, made.desk.server.calls) == ((), [])


async def test_s37_a_grant_covers_nothing_before_it_is_durable() -> None:
    made = Granting()
    seen: list[int] = []
    made.desk.log.while_writing("grant.given", lambda: seen.append(len(made.desk.gate.grants.all)))
    await made.call()
    assert (seen, len(made.desk.gate.grants.all)) == ([0], 1)


async def test_s16_a_grant_is_for_the_definition_that_was_approved_in_the_end() -> None:
    made = Granting()
    person = made.desk.person()
    run = made.desk.make_run("any", dict(CALL))
    task = tasks.spawn(made.desk.through(run), name="call")
    first = await person.until_asked()
    made.desk.server.tools = [tool("any", note="new")]
    person.answer(for_a_while(first))
    second = await person.until_asked(2)
    assert made.desk.gate.grants.all == ()
    person.answer(for_a_while(second))
    await task
    (given,) = made.desk.log.of("grant.given")
    assert given.fields["definition"] == second.definition.digest != first.definition.digest


# Covering


@pytest.mark.parametrize(
    "other",
    [{"arguments": {"path": "notes.txt", "n": 2}}, {"app": App("cursor", True)}, {"name": "second"}],
    ids=["arguments", "app", "tool"],
)
async def test_s13_another_call_is_asked(granted: Granting, other: dict[str, object]) -> None:
    granted.desk.server.tools.append(tool("second"))
    granted.desk.catalogue.mark_changed()
    await granted.call(**other)  # type: ignore[arg-type]  # one parameter each, as the cases above have them
    assert granted.asked == 2


async def test_s13_after_the_tools_definition_changed_a_person_is_asked(granted: Granting) -> None:
    granted.desk.server.tools = [tool("any", note="new")]
    granted.desk.catalogue.mark_changed()
    await granted.call()
    assert granted.asked == 2


async def test_s13_when_its_time_is_over_a_person_is_asked(granted: Granting) -> None:
    granted.desk.clock.now += SECONDS["15min"]
    await granted.call()
    assert granted.asked == 2


async def test_s13_a_revoked_grant_is_asked_again(granted: Granting) -> None:
    (grant,) = granted.desk.gate.grants.all
    granted.desk.gate.grants.revoke(grant.id, "ana")
    await granted.call()
    assert granted.asked == 2


async def test_a_policy_that_denies_by_now_wins_over_a_grant(granted: Granting) -> None:
    granted.desk.rules.effect = Effect.DENY
    _, reply = await granted.call()
    assert "Rule r1 says so." in text_of(reply.result)
    assert granted.asked == 1


async def test_a_managed_rule_that_asks_by_now_wins_over_a_grant(
    granted: Granting, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = Verdict(Effect.ASK, "m1", "managed", "Because.")
    monkeypatch.setattr(granted.desk.rules, "judge", lambda _: verdict)
    await granted.call()
    assert granted.asked == 2


async def test_arguments_that_are_invalid_are_refused_grant_or_not() -> None:
    made = Granting()
    await made.call()
    made.desk.server.tools = [tool("any", {"type": "object", "required": ["missing"]})]
    made.desk.catalogue.mark_changed()
    _, reply = await made.call()
    assert "Invalid arguments" in text_of(reply.result)
    assert made.asked == 1


async def test_a_covered_call_does_not_wait_behind_those_that_do(granted: Granting) -> None:
    granted.desk.approvals.detach(granted.approver)
    run, _ = await granted.call()
    assert granted.decided(run)[1] == "grant"


async def test_the_emergency_stop_stops_covered_calls_too(granted: Granting) -> None:
    granted.desk.gate.emergency_stop("ana")
    _, reply = await granted.call()
    assert "stopped all calls" in text_of(reply.result)
    assert len(granted.desk.server.calls) == 1


# Between decision and dispatch


def _revoke(desk: Desk) -> None:
    for grant in desk.gate.grants.all:
        desk.gate.grants.revoke(grant.id, "ana")


def _managed(_: CallFacts) -> Verdict:
    return Verdict(Effect.ASK, "m1", "managed", "Because.")


CHANGES: Final[dict[str, Callable[[Desk], object]]] = {
    "revoked": _revoke,
    "expired": lambda desk: setattr(desk.clock, "now", desk.clock.now + SECONDS["15min"]),
    "denied": lambda desk: setattr(desk.rules, "effect", Effect.DENY),
    "managed": lambda desk: setattr(desk.rules, "judge", _managed),
    "configured anew": lambda desk: setattr(desk, "outdated", True),
    "stopped": lambda desk: desk.gate.emergency_stop(),
}


@pytest.mark.parametrize("what", sorted(CHANGES))
async def test_s13_what_changes_while_a_covered_call_is_written_down_keeps_it_from_being_sent(
    granted: Granting, what: str
) -> None:
    granted.desk.log.while_writing("call.decided", lambda: CHANGES[what](granted.desk))
    run, reply = await granted.call()
    assert "not sent" in text_of(reply.result)
    assert len(granted.desk.server.calls) == 1
    assert granted.desk.log.story(run.call) == ["call.decided approve", "call.outcome cancelled"]
    assert all(grant.used == 0 for grant in granted.desk.gate.grants.all)


async def test_s16_a_definition_that_changes_while_a_covered_call_is_written_down_is_not_called(
    granted: Granting,
) -> None:
    def relist() -> None:
        granted.desk.server.tools = [tool("any", note="new")]
        granted.desk.catalogue.refresh_in_background()

    granted.desk.log.while_writing("call.decided", relist)
    granted.desk.log.takes = 20
    _, reply = await granted.call()
    assert "changed" in text_of(reply.result)
    assert len(granted.desk.server.calls) == 1


@pytest.mark.expected_logs(r"host\.gate\.gate: call call-2 failed inside the gate")
async def test_a_bug_right_after_the_dispatch_never_makes_the_caller_believe_that_nothing_was_sent(
    granted: Granting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: str) -> None:
        raise LookupError("a bug")

    monkeypatch.setattr(granted.desk.gate.grants, "count_use", fail)
    run, reply = await granted.call()
    assert reply.error is not None
    assert len(granted.desk.server.calls) == 2
    assert granted.desk.log.story(run.call) == ["call.decided approve", "call.outcome unknown"]


# What the gate tells of itself


async def test_the_gate_counts_what_servers_work_on_and_says_when_that_changes() -> None:
    desk = Desk(Effect.ASK, settings=SETTINGS)
    seen: list[int] = []
    desk.gate.changed.connect(lambda: seen.append(desk.gate.running_count))
    person = desk.person()
    desk.server.on["tools/call"] = lambda _: None
    task = tasks.spawn(desk.through(desk.make_run()), name="call")
    asked = await person.until_asked()
    assert (desk.gate.running_count, seen) == (0, [0])
    person.answer(yes(asked))
    await until(lambda: desk.gate.running_count)
    assert (desk.gate.running_count, seen) == (1, [0, 1])
    desk.server.say({"jsonrpc": "2.0", "id": desk.server.calls[0]["id"], "result": {"content": []}})
    await task
    assert (desk.gate.running_count, seen) == (0, [0, 1, 0])


@pytest.mark.expected_logs(r"host\.signals: a listener failed")
async def test_a_listener_of_the_gate_that_fails_changes_no_call() -> None:
    desk = Desk(Effect.ALLOW)

    def fail() -> None:
        raise LookupError

    desk.gate.changed.connect(fail)
    run, reply = await desk.call()
    assert text_of(reply.result) == "done"
    assert desk.log.story(run.call) == ["call.decided approve", "call.outcome succeeded"]


async def test_the_log_says_who_pressed_the_emergency_stop_and_who_released_it() -> None:
    desk = Desk(Effect.ALLOW)
    desk.gate.emergency_stop("ana")
    desk.gate.release("ben")
    assert [(draft.kind, draft.fields) for draft in desk.log.drafts] == [
        ("stop.pressed", {"who": "ana"}),
        ("stop.released", {"who": "ben"}),
    ]


async def test_a_denial_says_how_much_of_it_was_read() -> None:
    desk = Desk(Effect.ASK)
    desk.quick(lambda request: no(request, "too long"))
    run, _ = await desk.call()
    (draft,) = desk.log.of("call.decided", run.call)
    assert draft.fields["displayed_ms"] == 700
