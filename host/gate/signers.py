"""The people who may sign, their PINs, and whether somebody is one of them.

Owns: checking a secret against the credential of a registered person, the locks after wrong ones, and the PIN that the
person at this computer sets in the window.

Invariants:
    - One secret is checked at a time, in a thread, and to its end, whoever stops waiting for it. A name that nobody
      registered takes as long as one that somebody did. No secret is kept, shown or logged.
    - After ``FREE`` failures in a row every further one locks the name for twice as long as the one before, ``LONGEST``
      at most; only a success resets it. Locks outlive a window and a host.
    - The own PIN is replaced only by who knows the present one, with the same locks. While it cannot be told whether
      there is one, none is set. A person whom the administrator registered has no other PIN here.

A program of the same account could remove the file of locks. It is there for people who restart Assent.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from host import credentials, files, paths, tasks
from host.errors import AssentError, ConfigError
from host.gate import quorum, records
from host.keyring_entry import MAY_HOLD_VALUE, KeyringEntry
from host.model import Draft
from host.policy.model import ApproverEntry
from host.signals import Signal
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
        self._one_at_a_time = asyncio.Lock()
        self._checking: set[asyncio.Task[ApproverEntry | AssentError]] = set()
        self._nobodys = credentials.unmatchable_credential()
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
        checking = tasks.spawn(self._check_alone(name, secret), name="check a signature")
        self._checking.add(checking)
        checking.add_done_callback(self._checking.discard)
        checked = await asyncio.shield(checking)  # a failure counts, even where nobody waits for it any more
        if isinstance(checked, AssentError):
            raise checked
        return checked

    async def close(self) -> None:
        """Wait for what is being checked, a moment each, no longer than ``CLOSING``."""
        if self._checking:
            await asyncio.wait(set(self._checking), timeout=CLOSING)

    async def _check_alone(self, name: str, secret: str) -> ApproverEntry | AssentError:
        async with self._one_at_a_time:
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
        self._log(records.approver_failed(name, failures))
        if wait:
            self._log(records.approver_locked(name, failures, wait))
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
            await tasks.in_daemon_thread(lambda: files.write(file, data), name="keep the locks of approvers")
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


FREE: Final = 5
"""Failures in a row that lock for the first time."""
FIRST: Final = 30.0
LONGEST: Final = 900.0
"""Seconds of the first wait, and of the last."""
MOST: Final = 1_000_000
"""Failures that are counted."""


class LockState(Struct, frozen=True):
    """How one name stands. Attributes: failures: in a row. until: a moment until which it is locked, 0 for none."""

    failures: int = 0
    until: float = 0.0


class Lockouts:
    """Failures in a row, by name. All moments are of one clock, which the caller reads."""

    def __init__(self) -> None:
        self._names: dict[str, LockState] = {}

    def left(self, name: str, now: float) -> float:
        """Seconds for which ``name`` is still locked; 0 where it is not."""
        return max(0.0, self._names.get(name, LockState()).until - now)

    def failures(self, name: str) -> int:
        """How many failures in a row ``name`` has."""
        return self._names.get(name, LockState()).failures

    def failed(self, name: str, now: float) -> float:
        """One more failure. Returns the seconds for which it locks, 0 for none."""
        failures = min(self.failures(name) + 1, MOST)
        wait = 0.0 if failures < FREE else min(LONGEST, FIRST * 2.0 ** min(failures - FREE, 10))
        self._names[name] = LockState(failures, now + wait)
        return wait

    def succeeded(self, name: str) -> bool:
        """A success. Returns whether there was anything to forget."""
        return self._names.pop(name, None) is not None

    def kept(self, now: float) -> dict[str, LockState]:
        """What to keep: of each name the failures, and in ``until`` the seconds that are left."""
        return {name: LockState(one.failures, max(0.0, one.until - now)) for name, one in sorted(self._names.items())}

    def restore(self, kept: Mapping[str, LockState], now: float) -> None:
        """Count on from what was kept; no wait is longer than the longest."""
        for name, one in kept.items():
            if one.failures > 0:
                self._names[name] = LockState(min(one.failures, MOST), now + max(0.0, min(one.until, LONGEST)))


REGISTERED: Final = say("your administrator registered you; that PIN is changed in the administrator's file")
MAY_HOLD: Final = say("and it may hold your PIN; mend that, then start Assent again")
KEYRING_CLOSING: Final = 2.0
"""Seconds that a cancelled look into the keyring has to end; it waits for nothing then."""
NONE_YET: Final = say("there is no PIN yet; leave the present one empty")


class OwnPin:
    """The PIN that a person sets in the window.

    Attributes:
        changed: tells that there is another one. It may not wait.
    """

    def __init__(
        self,
        person: str,
        seal: KeyringEntry,
        log: Callable[[Draft], None],
        managed: Callable[[], tuple[ApproverEntry, ...]],
    ) -> None:
        """``person``: the account's. ``managed``: whom the administrator registered. ``log``: queues a record."""
        self._person, self._seal, self._log, self._managed = person, seal, log, managed
        self._credential = ""
        self._one_at_a_time = asyncio.Lock()
        self._loaded = False
        self._unreadable = ""
        self._loading: asyncio.Task[None] | None = None
        self.changed: Signal[[]] = Signal()

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
        async with self._one_at_a_time:
            await self._load()

    async def close(self) -> None:
        """Stop waiting for an answer of the keyring."""
        if self._loading is not None:
            self._loading.cancel()
            await asyncio.wait([self._loading], timeout=KEYRING_CLOSING)

    async def set(self, signers: Signers, before: str, after: str) -> None:
        """Make ``after`` the PIN. ``before``: the present one, empty where there is none.

        Raises:
            AssentError: ``before`` is not the present one, or ``after`` cannot be one; the sentence says why.
        """
        async with self._one_at_a_time:
            await self._load()
            if self._registered:
                raise AssentError(REGISTERED)
            if why := credentials.secret_problem(after):
                raise AssentError(why)
            if self._unreadable and not self._credential:
                raise AssentError(say("{first}, {next}", first=self._unreadable, next=MAY_HOLD))
            had = bool(self._credential)
            if had:
                await signers.verify(self._person, before)
            elif before:
                raise AssentError(NONE_YET)
            self._credential = await tasks.in_daemon_thread(lambda: credentials.hash_secret(after), name="hash a PIN")
            remembered = await self._remember()
            self._log(records.approver_enrolled(self._person, changed=had, remembered=remembered))
        self.changed.emit()

    async def _load(self) -> None:
        if self._loaded:
            return
        await self._seal.load()
        self._loaded = True
        if (why := self._seal.unavailable) in MAY_HOLD_VALUE:
            self._unreadable = why
        credential = self._seal.remembered()
        if credential and (problem := credentials.problem(credential)):
            _log.warning("the PIN that the keyring remembers %s; set it anew", problem)
        elif credential:
            self._credential = credential
            self.changed.emit()

    async def _remember(self) -> bool:
        try:
            await self._seal.keep(self._credential)
        except AssentError as error:
            _log.info("the PIN ends with this host: %s", error)
            return False
        return True
