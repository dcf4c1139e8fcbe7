"""The people who may sign, and whether somebody is one of them.

Owns: checking a secret against the credential of a registered person, and the locks after wrong ones. What stays true:
one secret is checked at a time, in a thread, and to its end, whoever stops waiting for it; a name that nobody
registered takes as long as one that somebody did; failures in a row lock a name, and outlive a window and a host; no
secret is kept, shown or logged.

A program of the same account could remove the file of locks. It is there for people who restart Assent.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from host import atomic, credentials, paths, tasks
from host.errors import AssentError, ConfigError
from host.gate import quorum, signing_records
from host.gate.lockout import Lockouts, LockState
from host.model import Draft
from host.policy.model import ApproverEntry
from host.words import say

_log = logging.getLogger(__name__)

MAX_WAITING: Final = 8
"""Secrets that may wait for their turn: people type one at a time."""
UNKNOWN: Final = ""
"""What every name counts as that nobody registered."""

CLOSING: Final = 5.0
"""Seconds that checks have to end: ``MAX_WAITING`` of them at a few tenths each, on a busy machine."""
WRONG: Final = say("that is not this person's PIN")
TOO_MANY: Final = say("too many signatures at once; try again")
CHANGED: Final = say("who may sign changed meanwhile; try again")


class Signers:
    """Tells whether a secret is a registered person's. Attributes: clock: Unix seconds."""

    def __init__(
        self,
        approvers: Callable[[], tuple[ApproverEntry, ...]],
        log: Callable[[Draft], None],
        clock: Callable[[], float],
        monotonic: Callable[[], float],
        *,
        file: Path | None = None,
    ) -> None:
        """``approvers``: who is registered now. ``log``: queues a record. ``clock``: Unix seconds.

        ``monotonic``: seconds. ``file``: where locks outlive the host, None where they need not.
        """
        self._registered, self._log, self.clock, self._monotonic, self._file = approvers, log, clock, monotonic, file
        self._lockouts = Lockouts()
        self._turn = asyncio.Lock()
        self._checking: set[asyncio.Task[ApproverEntry | AssentError]] = set()
        self._nobodys = credentials.nobodys()
        if file is not None:
            self._lockouts.restore(_load(file, clock()), monotonic())

    @property
    def approvers(self) -> tuple[ApproverEntry, ...]:
        """Who may sign, as registered now."""
        return self._registered()

    def find(self, name: str) -> ApproverEntry | None:
        """The registered person of that name, in any spelling of it."""
        same = quorum.person(name)
        return next((entry for entry in self.approvers if quorum.person(entry.name) == same), None)

    async def verify(self, name: str, secret: str) -> ApproverEntry:
        """The registered person of that name, whose secret this is.

        Raises:
            AssentError: it is not, or nobody may try just now; the sentence says which.
        """
        if len(self._checking) >= MAX_WAITING:
            raise AssentError(TOO_MANY)
        checking = tasks.spawn(self._in_turn(name, secret), name="check a signature")
        self._checking.add(checking)
        checking.add_done_callback(self._checking.discard)
        said = await asyncio.shield(checking)  # a failure counts, even where nobody waits for it any more
        if isinstance(said, AssentError):
            raise said
        return said

    async def close(self) -> None:
        """Wait for what is being checked, a moment each, no longer than ``CLOSING``."""
        if self._checking:
            await asyncio.wait(set(self._checking), timeout=CLOSING)

    async def _in_turn(self, name: str, secret: str) -> ApproverEntry | AssentError:
        async with self._turn:
            try:
                return await self._check(name, secret)
            except AssentError as error:
                return error

    async def _check(self, name: str, secret: str) -> ApproverEntry:
        entry = self.find(name)
        key = UNKNOWN if entry is None else quorum.person(name)
        if left := self._lockouts.left(key, self._monotonic()):
            raise AssentError(_locked(left))
        credential = self._nobodys if entry is None else entry.credential
        fits = await tasks.in_daemon_thread(lambda: credentials.matches(credential, secret), name="check a secret")
        if entry is None or not fits:
            raise await self._failed(entry, key)
        if self._lockouts.succeeded(key):
            await self._keep()
        if entry not in self.approvers:
            raise AssentError(CHANGED)
        return entry

    async def _failed(self, entry: ApproverEntry | None, key: str) -> AssentError:
        wait = self._lockouts.failed(key, self._monotonic())
        name, failures = None if entry is None else entry.name, self._lockouts.failures(key)
        self._log(signing_records.failed(name, failures))
        if wait:
            self._log(signing_records.locked(name, failures, wait))
        await self._keep()
        return AssentError(say("{first}; {next}", first=WRONG, next=_locked(wait)) if wait else WRONG)

    async def _keep(self) -> None:
        """Write the locks down. Where that fails they hold for as long as this host lives."""
        file = self._file
        if file is None:
            return
        kept, now = self._lockouts.kept(self._monotonic()), self.clock()
        names = {name: {"failures": one.failures, "until": now + one.until} for name, one in kept.items()}
        data = json.dumps({"version": 1, "names": names}, indent=2).encode() + b"\n"
        try:
            await tasks.in_daemon_thread(lambda: atomic.write(file, data), name="keep the locks of approvers")
        except ConfigError as error:
            _log.warning("the locks after wrong PINs end with this host: %s", error)


def _locked(seconds: float) -> str:
    return say("too many wrong PINs for this name; wait {seconds} s", seconds=str(max(1, round(seconds))))


def _load(file: Path, now: float) -> dict[str, LockState]:
    """What an earlier host counted; in ``until`` the seconds that are left. A file that cannot be read counts none."""
    try:
        data = paths.read_file(file)
        names = {} if data is None else json.loads(data)["names"]
        return {
            str(name): LockState(int(one["failures"]), float(one["until"]) - now if one["until"] else 0.0)
            for name, one in names.items()
        }
    except (ConfigError, ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        _log.warning("the locks after wrong PINs cannot be read and begin anew: %s", type(error).__name__)
        return {}
