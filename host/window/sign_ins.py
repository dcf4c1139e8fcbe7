"""Signing in to servers, as the window asks for it.

Owns: the way from a request of the window to ``host.servers.oauth``, and what the window is told of an offer.

Invariants: a sign-in begins for the very configuration that was shown, whose address a person allowed to be reached;
nothing here opens a browser.
"""

from __future__ import annotations

from host.control.protocol import BeginSignIn, CancelSignIn, Done, FinishSignIn, SignOut
from host.control.views import SignInOffer
from host.errors import AssentError
from host.inspect.domains import host_of
from host.servers.oauth import DEADLINE
from host.servers.supervisor import WAITING, Supervisor
from host.words import say


class SignInRequests:
    """What the window may ask about signing in."""

    def __init__(self, supervisor: Supervisor) -> None:
        self._supervisor = supervisor

    async def begin(self, asked: BeginSignIn) -> SignInOffer:
        """Find out where one signs in."""
        entry = self._supervisor.entry(asked.server_id)
        if entry.config_digest != asked.config:
            raise AssentError(say("the configuration of this server changed; look at it again"))
        if not self._supervisor.may_start(entry):
            raise AssentError(WAITING["start"])
        offer = await self._supervisor.sign_ins.begin(entry)
        return SignInOffer(
            offer.url,
            host_of(offer.url),
            offer.issuer,
            offer.scopes,
            host_of(offer.moved_from),
            offer.why_not_kept,
            int(DEADLINE / 60),
        )

    async def finish(self, asked: FinishSignIn) -> Done:
        """Wait for the end of the sign-in."""
        await self._supervisor.sign_ins.finish(asked.server_id)
        return Done()

    async def cancel(self, asked: CancelSignIn) -> Done:
        """Wait for no browser any more."""
        await self._supervisor.sign_ins.cancel(asked.server_id)
        return Done()

    async def sign_out(self, asked: SignOut) -> Done:
        """Forget the tokens."""
        await self._supervisor.sign_ins.sign_out(self._supervisor.named(asked.server_id))
        return Done()
