"""Signatures that come through the window.

Owns: the way from a secret to a signature that counts.

Invariants: a signature counts once it is durable in the log, under the question as it then still waits, and the person
is then still registered; one at a time, to its end, whether or not the window that brought it is still there; whoever
is no longer registered has not signed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from host import tasks
from host.control.protocol import SignCall
from host.control.views import ApproverView, SigningView
from host.errors import AssentError
from host.gate import quorum, records
from host.gate.approvals import Approvals
from host.gate.pending_approval import PendingApproval, demanded
from host.gate.signers import CHANGED, Signers
from host.model import Draft, Signature
from host.policy.model import ApproverEntry
from host.words import say

MAX_NAME: Final = 256
"""Characters of a name that may sign."""


class Append(Protocol):
    """Writes drafts; returns once they are durable, raises AuditError where they are not."""

    def __call__(self, *drafts: Draft) -> Awaitable[int]:
        """See the class."""


class Signing:
    """Takes signatures for what waits."""

    def __init__(
        self,
        approvals: Approvals,
        signers: Signers,
        append: Append,
        clock: Callable[[], float],
        ready: Callable[[], Awaitable[None]],
    ) -> None:
        """``clock``: Unix seconds. ``ready``: returns once what the administrator's file says now is in force."""
        self._approvals, self._signers, self._append, self._clock = approvals, signers, append, clock
        self._ready = ready
        self._turn = asyncio.Lock()
        self._working: set[asyncio.Task[SigningView | AssentError]] = set()

    def view(self, call_id: str) -> SigningView | None:
        """Who must sign the call that waits, and who has; None where a yes needs no signature."""
        question = self._approvals.question(call_id)
        if question is None or not demanded(question.request).signed:
            return None
        return _view(question, self._signers.approvers)

    async def sign(self, message: SignCall) -> SigningView:
        """Check the secret, write the signature down, then let it count.

        Raises:
            AssentError: it does not count; the sentence says why.
        """
        if len(message.approver) > MAX_NAME:
            raise AssentError(say("a name has at most {n} characters", n=MAX_NAME))
        shown = (message.call_id, message.digest, message.round, message.definition)
        self._approvals.may_sign(*shown, message.approver)
        await self._ready()
        entry = await self._signers.verify(message.approver, message.secret)
        working = tasks.spawn(self._in_turn(message, entry), name=f"sign call {message.call_id}")
        self._working.add(working)
        working.add_done_callback(self._working.discard)
        signed = await asyncio.shield(working)  # the log says so: then it counts, though the window may leave now
        if isinstance(signed, AssentError):
            raise signed
        return signed

    def recount(self, call_id: str) -> None:
        """Take away the signatures of people who are not registered any more as they were."""
        approvers = self._signers.approvers
        self._approvals.withdraw_signatures(call_id, lambda signature: quorum.stands(signature, approvers))

    async def close(self) -> None:
        """Wait for what is being written."""
        if self._working:
            await asyncio.wait(set(self._working))

    async def _in_turn(self, message: SignCall, entry: ApproverEntry) -> SigningView | AssentError:
        async with self._turn:
            try:
                return await self._sign(message, entry)
            except AssentError as error:
                return error

    async def _sign(self, message: SignCall, entry: ApproverEntry) -> SigningView:
        shown = (message.call_id, message.digest, message.round, message.definition)
        self.recount(message.call_id)
        request = self._approvals.may_sign(*shown, entry.name, entry.roles)
        signature = Signature(entry.name, entry.roles, self._clock(), entry.mark)
        signatures = (*self._approvals.signatures_of(message.call_id), signature)
        missing = quorum.missing(demanded(request), signatures)
        await self._append(records.signed(request, signature, missing))
        if not quorum.stands(signature, self._signers.approvers):
            raise AssentError(CHANGED)
        self.recount(message.call_id)
        self._approvals.sign(*shown, signature, message.reason, message.note)
        question = self._approvals.question(message.call_id)
        assert question is not None  # nothing was awaited since
        return _view(question, self._signers.approvers)


def _view(question: PendingApproval, approvers: tuple[ApproverEntry, ...]) -> SigningView:
    wanted, signed = demanded(question.request), question.signatures
    candidates = quorum.candidates(wanted, signed, approvers)
    return SigningView(
        wanted.approvers,
        wanted.pin,
        signed,
        _missing(question, approvers),
        tuple(ApproverView(entry.name, entry.roles, entry.source) for entry in candidates),
    )


def _missing(question: PendingApproval, approvers: tuple[ApproverEntry, ...]) -> tuple[str, ...]:
    """What is still wanted, in words, and what of it nobody registered can give."""
    wanted, signed = demanded(question.request), question.signatures
    missing = quorum.missing(wanted, signed)
    everybody = (*signed, *(Signature(entry.name, entry.roles, 0.0) for entry in approvers))
    if missing and (never := quorum.missing(wanted, everybody)):
        return (*missing, say("nobody is registered who could give {roles}", roles=", ".join(never)))
    return missing
