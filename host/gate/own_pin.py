"""The own PIN of the person at this desk.

Owns: its credential, in the keyring where there is one, else for as long as this host lives. What stays true: a PIN is
replaced only by who knows the present one, with the same locks as for a signature; while it cannot be told whether
there is one, none is set; a person whom the administrator registered signs as registered there, and has no other PIN
here; the PIN itself is kept nowhere.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from host import credentials, tasks
from host.errors import AssentError
from host.gate import quorum, signing_records
from host.gate.hooks import tell, unheard
from host.gate.signers import Signers
from host.model import Draft
from host.policy.model import ApproverEntry
from host.seal import UNTOLD, Seal
from host.words import say

_log = logging.getLogger(__name__)

REGISTERED: Final = say("your administrator registered you; that PIN is changed in the administrator's file")
MAY_HOLD: Final = say("and it may hold your PIN; mend that, then start Assent again")
CLOSING: Final = 2.0
"""Seconds that a cancelled look into the keyring has to end; it waits for nothing then."""
NONE_YET: Final = say("there is no PIN yet; leave the present one empty")


class OwnPin:
    """The PIN that a person sets in the window.

    Attributes:
        changed: hears that there is another one. It may not wait.
    """

    def __init__(
        self,
        person: str,
        seal: Seal,
        log: Callable[[Draft], None],
        managed: Callable[[], tuple[ApproverEntry, ...]],
    ) -> None:
        """``person``: the account's. ``managed``: whom the administrator registered. ``log``: queues a record."""
        self._person, self._seal, self._log, self._managed = person, seal, log, managed
        self._credential = ""
        self._turn = asyncio.Lock()
        self._loaded = False
        self._untold = ""
        self._loading: asyncio.Task[None] | None = None
        self.changed: Callable[[], None] = unheard

    @property
    def entry(self) -> ApproverEntry | None:
        """The person as somebody who may sign; None without a PIN, or where the administrator registered the name."""
        if not self._credential or self._registered:
            return None
        return ApproverEntry(self._person, (), self._credential, "user")

    @property
    def _registered(self) -> bool:
        own = quorum.person(self._person)
        return any(quorum.person(entry.name) == own for entry in self._managed())

    def approvers(self) -> tuple[ApproverEntry, ...]:
        """All who may sign: whom the administrator registered, then the person at this desk."""
        own = self.entry
        return self._managed() if own is None else (*self._managed(), own)

    def start(self) -> None:
        """Begin to learn from the keyring which PIN was set before: it may be long in answering."""
        self._loading = tasks.spawn(self.load(), name="look for the own PIN")

    async def load(self) -> None:
        """Learn from the keyring which PIN was set before."""
        async with self._turn:
            await self._load()

    async def close(self) -> None:
        """Wait for the keyring no longer."""
        if self._loading is not None:
            self._loading.cancel()
            await asyncio.wait([self._loading], timeout=CLOSING)

    async def set(self, signers: Signers, before: str, after: str) -> None:
        """Make ``after`` the PIN. ``before``: the present one, empty where there is none.

        Raises:
            AssentError: ``before`` is not the present one, or ``after`` cannot be one; the sentence says why.
        """
        async with self._turn:
            await self._load()
            if self._registered:
                raise AssentError(REGISTERED)
            if why := credentials.unfit(after):
                raise AssentError(why)
            if self._untold and not self._credential:
                raise AssentError(say("{first}, {next}", first=self._untold, next=MAY_HOLD))
            had = bool(self._credential)
            if had:
                await signers.verify(self._person, before)
            elif before:
                raise AssentError(NONE_YET)
            self._credential = await tasks.in_daemon_thread(lambda: credentials.hash_secret(after), name="hash a PIN")
            remembered = await self._remember()
            self._log(signing_records.enrolled(self._person, changed=had, remembered=remembered))
        tell(self.changed)

    async def _load(self) -> None:
        if self._loaded:
            return
        await self._seal.load()
        self._loaded = True
        if (why := self._seal.available) in UNTOLD:
            self._untold = why
        credential = self._seal.remembered()
        if credential and (problem := credentials.problem(credential)):
            _log.warning("the PIN that the keyring remembers %s; set it anew", problem)
        elif credential:
            self._credential = credential
            tell(self.changed)

    async def _remember(self) -> bool:
        try:
            await self._seal.keep(self._credential)
        except AssentError as error:
            _log.info("the PIN ends with this host: %s", error)
            return False
        return True
