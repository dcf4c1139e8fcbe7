"""Signatures under what waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from host import tasks
from host.errors import AssentError
from host.gate.approvals import NO_OFFERS, Approvals
from host.gate.pending_approval import (
    ALREADY_SIGNED,
    NEEDS_NO_SIGNATURE,
    NO_LONGER_WAITS,
    NOT_WANTED,
    REPLACED,
    is_blank,
    required_obligations,
)
from host.gate.refusals import WITHDRAWN, NoAnswer
from host.model import (
    NO_OBLIGATIONS,
    Answer,
    ApprovalRequest,
    BoundOffer,
    Edit,
    GrantOffers,
    Obligations,
    RoleQuota,
    Signature,
)
from host.values import replace
from tests.unit.host.gate.test_approvals import request
from tests.unit.host.support import Clock, Person, turns

BOTH = Obligations((RoleQuota("CHAIR"), RoleQuota("PI")))
ADA = Signature("Ada", ("PI",), 1.0)
TOM = Signature("Tom", ("CHAIR",), 2.0)
EVE = Signature("Eve", ("NURSE",), 3.0)


def wanting(obligations: Obligations, **changes: Any) -> ApprovalRequest:
    asked = request()
    verdict = replace(asked.verdict, obligations=obligations)
    definition = replace(asked.definition, digest="d" * 64)
    return replace(asked, verdict=verdict, definition=definition, **changes)


class Waiting:
    """A call that waits for two signatures."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.approvals = Approvals(grace=lambda: 300.0, clock=self.clock)
        self.request = wanting(BOTH)
        self.told: list[str] = []
        self.approvals.signed.connect(self.told.append)
        self.aborted: asyncio.Future[NoAnswer] = asyncio.get_running_loop().create_future()
        self.task: asyncio.Task[Answer | Edit | NoAnswer] | None = None

    async def ask(self, asked: ApprovalRequest | None = None, offers: GrantOffers = NO_OFFERS) -> None:
        self.request = asked or self.request
        self.task = tasks.spawn(self.approvals.ask(self.request, self.aborted, offers), name="ask")
        await turns()

    async def end(self) -> None:
        if not self.aborted.done():
            self.aborted.set_result(WITHDRAWN)
        if self.task is not None:
            await self.task

    def sign(self, signature: Signature, reason: str = "", **changes: Any) -> tuple[Signature, ...]:
        call = self.request.call
        pending = self.approvals.waiting(changes.pop("call_id", call.id))
        shown: dict[str, Any] = {"digest": call.digest, "round_": self.request.round}
        shown |= {"definition": self.request.definition.digest, **changes}
        pending.sign(signature=signature, reason=reason, **shown)
        return pending.signatures

    def refused(self, signature: Signature, **changes: Any) -> str:
        before = self.signatures()
        with pytest.raises(AssentError) as caught:
            self.sign(signature, **changes)
        assert self.signatures() == before
        return str(caught.value)

    def signatures(self) -> tuple[Signature, ...]:
        question = self.approvals.question(self.request.call.id)
        return () if question is None else question.signatures

    @property
    def reason(self) -> str:
        question = self.approvals.question(self.request.call.id)
        assert question is not None
        return question.reason

    def complete(self) -> bool:
        question = self.approvals.question(self.request.call.id)
        assert question is not None
        return question.is_complete


@pytest.fixture
async def waiting() -> AsyncIterator[Waiting]:
    made = Waiting()
    yield made
    await made.end()


async def test_signatures_are_kept_in_order_until_all_are_there(waiting: Waiting) -> None:
    await waiting.ask()
    assert waiting.signatures() == ()
    assert waiting.sign(TOM) == (TOM,)
    assert not waiting.complete()
    assert waiting.sign(ADA) == (TOM, ADA) == waiting.signatures()
    assert waiting.complete()
    assert waiting.told == [waiting.request.call.id] * 2


@pytest.mark.parametrize("name", ["Ada", "ADA", "Ａda"])
async def test_nobody_signs_twice(waiting: Waiting, name: str) -> None:
    await waiting.ask()
    waiting.sign(ADA)
    assert waiting.refused(replace(TOM, approver=name)) == ALREADY_SIGNED


async def test_no_more_sign_than_are_wanted(waiting: Waiting) -> None:
    await waiting.ask()
    assert waiting.refused(EVE) == NOT_WANTED
    waiting.sign(ADA)
    assert waiting.refused(replace(ADA, approver="Ida")) == NOT_WANTED
    waiting.sign(TOM)
    assert waiting.refused(replace(TOM, approver="Tim")) == NOT_WANTED


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"call_id": "another"}, NO_LONGER_WAITS),
        ({"digest": "0" * 64}, REPLACED),
        ({"round_": 2}, REPLACED),
        ({"definition": "0" * 64}, REPLACED),
    ],
    ids=["call", "digest", "round", "definition"],
)
async def test_s12_a_signature_for_anything_else_is_refused(
    waiting: Waiting, change: dict[str, object], why: str
) -> None:
    await waiting.ask()
    assert waiting.refused(ADA, **change) == why
    assert waiting.told == []


async def test_a_call_that_needs_none_takes_no_signature(waiting: Waiting) -> None:
    await waiting.ask(wanting(Obligations(reason_required=True)))
    assert waiting.refused(ADA) == NEEDS_NO_SIGNATURE
    assert not waiting.complete()


async def test_a_result_that_waits_to_be_released_takes_no_signature(waiting: Waiting) -> None:
    held = wanting(BOTH, result=b"{}")
    assert required_obligations(held) == NO_OBLIGATIONS
    await waiting.ask(held)
    assert waiting.refused(ADA) == NEEDS_NO_SIGNATURE
    assert not waiting.complete()


async def test_a_new_round_has_no_signatures(waiting: Waiting) -> None:
    await waiting.ask()
    waiting.sign(ADA)
    await waiting.end()
    assert waiting.signatures() == ()
    waiting.aborted = asyncio.get_running_loop().create_future()
    first = waiting.request
    await waiting.ask(wanting(BOTH, round=2))
    assert waiting.signatures() == ()
    assert waiting.refused(ADA, round_=first.round) == REPLACED
    assert waiting.sign(ADA) == (ADA,)


async def test_a_question_whose_time_is_over_takes_no_signature(waiting: Waiting) -> None:
    await waiting.ask()
    waiting.clock.now += 300.0
    assert waiting.refused(ADA) == NO_LONGER_WAITS


async def test_signatures_outlive_the_window(waiting: Waiting) -> None:
    first, second = Person(), Person()
    waiting.approvals.attach(first)
    await waiting.ask()
    waiting.sign(ADA, "because")
    waiting.approvals.detach(first)
    await turns()
    assert waiting.signatures() == (ADA,)
    waiting.approvals.attach(second)
    await second.until_asked()
    assert waiting.signatures() == (ADA,)
    assert waiting.reason == "because"


async def test_the_last_reason_counts_and_a_blank_one_is_none(waiting: Waiting) -> None:
    await waiting.ask()
    assert waiting.reason == ""
    waiting.sign(ADA, "first")
    waiting.sign(TOM, " \u200b\n")
    assert waiting.reason == "first"
    assert waiting.approvals.question("another") is None


@pytest.mark.parametrize(
    ("reason", "blank"), [("", True), (" \t\n\u00a0\u2003", True), ("\u200b\u2060", True), (".", False)]
)
def test_a_reason_is_blank_where_nothing_of_it_can_be_read(reason: str, blank: bool) -> None:
    assert is_blank(reason) is blank


async def test_who_may_sign_no_more_has_not_signed(waiting: Waiting) -> None:
    await waiting.ask()
    waiting.sign(ADA)
    waiting.sign(TOM)
    pending = waiting.approvals.waiting(waiting.request.call.id)
    pending.withdraw_signatures(lambda signed: True)
    assert waiting.signatures() == (ADA, TOM)
    assert len(waiting.told) == 2, "nothing changed"
    pending.withdraw_signatures(lambda signed: signed != ADA)
    assert waiting.signatures() == (TOM,)
    assert len(waiting.told) == 3
    assert not waiting.complete()


async def test_what_a_grant_may_cover_is_kept_with_the_question(waiting: Waiting) -> None:
    offers = GrantOffers("", (BoundOffer("exact", ("text: x",)),), "no", ("15min",))
    await waiting.ask(offers=offers)
    assert waiting.approvals.waiting(waiting.request.call.id).offers == offers


@pytest.mark.expected_logs(r"host\.signals: a listener failed")
async def test_a_listener_that_fails_costs_no_signature(waiting: Waiting) -> None:
    def fail(call_id: str) -> None:
        raise RuntimeError

    waiting.approvals.signed.connect(fail)
    await waiting.ask()
    assert waiting.sign(ADA) == (ADA,)
