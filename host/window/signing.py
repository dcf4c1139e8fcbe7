"""Signatures that come through the window, and who may give them.

Owns: the way from a secret to a signature that counts; the making of the person's own PIN and of those who may sign.

Invariants: a signature counts once it is durable in the log, under the question as it then still waits, and the person
is then still registered; one at a time, to its end, whether or not the window that brought it is still there; whoever
is no longer registered has not signed.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Final

from host import tasks
from host.control.protocol import SetPin, SignCall
from host.control.views import ApproverView, SigningView
from host.errors import AssentError
from host.gate import quorum, records
from host.gate.pending_approval import PendingApproval, demanded
from host.gate.signers import CHANGED, OwnPin, Signers
from host.keyring_entry import KeyringEntry, entry_name
from host.model import Draft, Signature
from host.paths import Paths
from host.policy.book import PolicyBook
from host.policy.model import ApproverEntry
from host.window.session import HostParts, handles
from host.words import say

MAX_NAME: Final = 256
"""Characters of a name that may sign."""


class Signing:
    """Takes signatures for calls that wait."""

    def __init__(self, host: HostParts) -> None:
        """Nothing is signed yet."""
        self._approvals, self._signers, self._own_pin = host.approvals, host.signers, host.own_pin
        self._store, self._policy = host.store, host.policy
        self._turn = asyncio.Lock()
        self._working: set[asyncio.Task[SigningView | AssentError]] = set()

    def view(self, call_id: str) -> SigningView | None:
        """Who must sign the call that waits, and who has; None where a yes needs no signature."""
        question = self._approvals.question(call_id)
        if question is None or not demanded(question.request).signed:
            return None
        return _view(question, self._signers.approvers)

    @handles(SetPin)
    async def set_pin(self, message: SetPin) -> None:
        """The person sets the own PIN. Raises AssentError where it stays as it was."""
        await self._own_pin.set(self._signers, message.before, message.after)

    async def sign(self, message: SignCall) -> SigningView:
        """Check the secret, write the signature down, then let it count.

        Raises:
            AssentError: it does not count; the sentence says why.
        """
        if len(message.approver) > MAX_NAME:
            raise AssentError(say("a name has at most {n} characters", n=MAX_NAME))
        shown = (message.call_id, message.digest, message.round, message.definition)
        self._approvals.may_sign(*shown, message.approver)
        await self._policy.ready()
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
        signature = Signature(entry.name, entry.roles, self._signers.clock(), entry.mark)
        signatures = (*self._approvals.signatures_of(message.call_id), signature)
        missing = quorum.missing(demanded(request), signatures)
        await self._store.append(records.signed(request, signature, missing))
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


def person() -> str:
    """The name of this process's account, as the system has it: variables of the environment may say anything."""
    if sys.platform == "win32":
        return os.getlogin()
    import pwd  # on first use: POSIX only

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"user {os.getuid()}"


def make_signers(
    undo: AsyncExitStack,
    paths: Paths,
    policy: PolicyBook,
    *,
    log: Callable[[Draft], None],
    clock: Callable[[], float],
    seal: Callable[[str], KeyringEntry],
) -> tuple[OwnPin, Signers]:
    """The person's own PIN, and all who may sign.

    Args:
        undo: closes both when the host ends.
        paths: where failed attempts are remembered.
        policy: names those whom the administrator registered.
        log: queues a record.
        clock: Unix seconds.
        seal: the keyring's entry of a name.
    """
    own_pin = OwnPin(person(), seal(entry_name("pin", paths.config)), log, lambda: policy.approvers)
    signers = Signers(own_pin.approvers, log, clock, time.monotonic, file=paths.data / "lockouts.json")
    undo.push_async_callback(signers.close)
    undo.push_async_callback(own_pin.close)
    return own_pin, signers
