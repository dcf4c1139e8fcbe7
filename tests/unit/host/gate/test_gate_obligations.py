"""What a rule demands besides a yes: signatures, a reason, a rate."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from host import tasks
from host.gate.pending_approval import MAX_QUESTION_SECONDS
from host.model import Answer, ApprovalRequest, Effect, Obligations, RateLimit, RoleQuota, Signature
from host.values import replace
from tests.unit.host.support import Desk, for_a_while, no, text_of, tool, yes

BOTH = Obligations(approvers=(RoleQuota("IRB_CHAIR"), RoleQuota("PRINCIPAL_INVESTIGATOR")))
ANA = Signature("Ana", ("PRINCIPAL_INVESTIGATOR",), 1.0)
BEN = Signature("Ben", ("IRB_CHAIR",), 2.0)
CHIEF = Signature("Chief", ("IRB_CHAIR", "PRINCIPAL_INVESTIGATOR"), 3.0)
BLANK = ["", " ", "\t\n", "\u200b", "\u00a0", "\u2060 \ufeff"]


def demanding(obligations: Obligations, effect: Effect = Effect.ASK) -> Desk:
    desk = Desk(effect)
    desk.rules.obligations = obligations
    return desk


def signed(*signatures: Signature) -> Callable[[ApprovalRequest], Answer]:
    return lambda request: replace(yes(request), signatures=signatures)


def because(reason: str) -> Callable[[ApprovalRequest], Answer]:
    return lambda request: replace(yes(request), reason=reason)


# Signatures


@pytest.mark.parametrize("order", [(ANA, BEN), (BEN, ANA)], ids=["investigator first", "chair first"])
async def test_a_call_that_both_have_signed_is_sent_and_the_log_names_them(order: tuple[Signature, ...]) -> None:
    desk = demanding(BOTH)
    desk.quick(signed(*order))
    run, reply = await desk.call()
    assert text_of(reply.result) == "done"
    (decided,) = desk.log.of("call.decided", run.call)
    assert decided.fields["who"] == ", ".join(signature.approver for signature in order)
    assert decided.fields["signers"] == [
        {"approver": signature.approver, "roles": list(signature.roles)} for signature in order
    ]


@pytest.mark.parametrize(
    "signatures", [(), (ANA,), (ANA, ANA), (CHIEF,), (ANA, replace(BEN, approver="ANA"))],
    ids=["nobody", "one", "the same twice", "one with both roles", "the same by another spelling"],
)  # fmt: skip
async def test_a_yes_without_all_signatures_is_none_whatever_the_approver_says(
    signatures: tuple[Signature, ...],
) -> None:
    desk = demanding(BOTH)
    desk.quick(signed(*signatures))
    run, reply = await desk.call()
    assert "not sent" in text_of(reply.result)
    assert not desk.server.calls
    (decided,) = desk.log.of("call.decided", run.call)
    assert (decided.fields["decision"], decided.fields["by"]) == ("deny", "fault")
    assert decided.values["reason"] == b"the signatures are not complete"


async def test_a_pin_needs_one_signature_of_anybody() -> None:
    desk = demanding(Obligations(pin=True))
    desk.quick(yes)
    await desk.call()
    assert not desk.server.calls
    desk.quick(signed(Signature("ana", (), 1.0)))
    await desk.call()
    assert len(desk.server.calls) == 1


async def test_signatures_for_one_question_do_not_count_for_the_one_after_it() -> None:
    desk = demanding(BOTH)
    person = desk.person()
    run = desk.make_run()
    task = tasks.spawn(desk.through(run), name="call")
    first = await person.until_asked()
    desk.server.tools = [tool("any", note="new")]
    person.answer(signed(ANA, BEN)(first))
    second = await person.until_asked(2)
    person.answer(signed(ANA)(second))
    reply = await task
    assert "not sent" in text_of(reply.result)
    assert not desk.server.calls


@pytest.mark.parametrize("obligations", [BOTH, Obligations(pin=True), Obligations(reason_required=True)], ids=str)
async def test_neither_a_rule_nor_a_grant_signs(obligations: Obligations) -> None:
    desk = Desk(Effect.ASK)
    approver = desk.quick(for_a_while)
    await desk.call()
    await desk.call()
    assert len(approver.asked) == 1
    desk.rules.obligations = obligations
    for effect in (Effect.ASK, Effect.ALLOW):
        desk.rules.effect = effect
        approver = desk.quick(no)
        await desk.call()
        assert len(approver.asked) == 1
    assert len(desk.server.calls) == 2


async def test_several_people_have_fifteen_minutes_to_come() -> None:
    desk = demanding(BOTH)
    desk.live.now = desk.settings.replace(decision_timeout=30.0)
    approver = desk.quick(no)
    await desk.call()
    desk.rules.obligations = Obligations()
    await desk.call()
    assert [request.expires_at - desk.clock.now for request in approver.asked] == [MAX_QUESTION_SECONDS, 30.0]


# A reason


async def test_a_reason_for_a_yes_is_kept_and_the_model_does_not_hear_it() -> None:
    desk = demanding(Obligations(reason_required=True))
    desk.quick(because("ticket 4711"))
    run, reply = await desk.call()
    assert text_of(reply.result) == "done"
    (decided,) = desk.log.of("call.decided", run.call)
    assert decided.values == {"reason": b"ticket 4711"}
    assert "4711" not in str(decided.fields)


@pytest.mark.parametrize("reason", BLANK, ids=ascii)
async def test_a_yes_without_a_reason_is_none_where_a_rule_wants_one(reason: str) -> None:
    desk = demanding(Obligations(reason_required=True))
    desk.quick(because(reason))
    run, reply = await desk.call()
    assert "not sent" in text_of(reply.result)
    assert not desk.server.calls
    (decided,) = desk.log.of("call.decided", run.call)
    assert (decided.fields["decision"], decided.fields["by"]) == ("deny", "fault")


async def test_a_no_needs_no_reason() -> None:
    desk = demanding(Obligations(reason_required=True, pin=True))
    desk.quick(no)
    run, _ = await desk.call()
    (decided,) = desk.log.of("call.decided", run.call)
    assert decided.fields["by"] == "approver"


# A rate


@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.ASK])
async def test_more_calls_than_a_rule_lets_pass_are_refused_and_nobody_is_asked_about_them(effect: Effect) -> None:
    desk = demanding(Obligations(rates=(RateLimit("slowly", 2, 60.0),)), effect)
    approver = desk.quick()
    runs = [await desk.call() for _ in range(3)]
    assert len(desk.server.calls) == 2
    assert len(approver.asked) == (2 if effect is Effect.ASK else 0)
    run, reply = runs[-1]
    (decided,) = desk.log.of("call.decided", run.call)
    assert (decided.fields["decision"], decided.fields["by"]) == ("deny", "limit")
    assert 'rule "slowly" admits no more than 2 calls in 60 s' in text_of(reply.result)
    desk.clock.now += 60
    await desk.call()
    assert len(desk.server.calls) == 3


async def test_a_call_that_is_asked_again_counts_once() -> None:
    desk = demanding(Obligations(rates=(RateLimit("slowly", 2, 60.0),)))
    person = desk.person()
    task = tasks.spawn(desk.through(desk.make_run()), name="call")
    first = await person.until_asked()
    desk.server.tools = [tool("any", note="new")]
    person.answer(yes(first))
    person.answer(yes(await person.until_asked(2)))
    assert text_of((await task).result) == "done"
    desk.quick()
    await desk.call()
    assert len(desk.server.calls) == 2


async def test_a_grant_does_not_lift_a_rate() -> None:
    desk = demanding(Obligations(rates=(RateLimit("slowly", 2, 60.0),)))
    approver = desk.quick(for_a_while)
    for _ in range(4):
        await desk.call()
    assert (len(approver.asked), len(desk.server.calls)) == (1, 2)


# On record


async def test_proposal_and_decision_say_what_was_demanded() -> None:
    desk = demanding(BOTH | Obligations(reason_required=True, review_result=True))
    desk.quick(no)
    run, _ = await desk.call()
    for kind in ("call.proposed", "call.decided"):
        (draft,) = desk.log.of(kind, run.call)
        assert draft.fields["obligations"] == {
            "approvers": [{"role": "IRB_CHAIR", "count": 1}, {"role": "PRINCIPAL_INVESTIGATOR", "count": 1}],
            "reason_required": True,
            "review_result": True,
        }


@pytest.mark.parametrize("effect", list(Effect))
async def test_verdicts_without_demands_and_servers_nobody_vouches_for_say_nothing_of_either(effect: Effect) -> None:
    desk = Desk(effect)
    desk.quick()
    await desk.call()
    for draft in desk.log.drafts:
        assert not {"obligations", "trust", "annotations", "signers"} & set(draft.fields)
