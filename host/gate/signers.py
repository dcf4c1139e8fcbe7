"""The people who may sign, and the check of their PINs.

Owns: checking a secret against a registered person's credential, the locks after wrong secrets, and the PIN that the
person at this computer sets in the window.

Invariants:
    - One secret is checked at a time, in a thread, and to its end, even if the caller stops waiting. An unregistered
      name takes as long as a registered one. No secret is kept, shown or logged.
    - After ``FREE_FAILURES`` failures in a row each further one locks the name for twice as long as the one before,
      ``MAX_LOCK_SECONDS`` at most. Only a success resets it. Locks outlive windows and hosts.
    - Replacing the own PIN requires the present one, with the same locks. While it is unknown whether there is one,
      none is set. A person whom the administrator registered has no other PIN here.

A program of the same account could remove the file of locks, which is there for people who restart Assent.
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
"""Secrets that may wait for their turn. People type one at a time."""
UNKNOWN: Final = ""
"""Stands for all names that nobody registered."""

CLOSING_SECONDS: Final = 5.0
"""Seconds that checks have to end: ``MAX_WAITING`` of them at a few tenths each, on a busy machine."""
WRONG: Final = say("that is not this person's PIN")
TOO_MANY: Final = say("too many signatures at once; try again")
CHANGED: Final = say("who may sign changed meanwhile; try again")


class Signers:
    """Checks whether a secret is that of a registered person. ``clock``: Unix seconds."""

    def __init__(
        self,
        approvers: Callable[[], tuple[ApproverEntry, ...]],
        log: Callable[[Draft], None],
        clock: Callable[[], float],
        monotonic: Callable[[], float],
        *,
        file: Path | None = None,
    ) -> None:
        """``file``: keeps locks beyond the end of the host, None if they need not last."""
        self._registered, self._log, self.clock, self._monotonic, self._file = approvers, log, clock, monotonic, file
        self._lockouts = Lockouts()
        self._lock = asyncio.Lock()
        self._check_tasks: set[asyncio.Task[ApproverEntry | AssentError]] = set()
        self._dummy_credential = credentials.unmatchable_credential()
        if file is not None:
            self._lockouts.restore(_load_lockouts(file, clock()), monotonic())

    @property
    def approvers(self) -> tuple[ApproverEntry, ...]:
        """The people who may sign now."""
        return self._registered()

    def find(self, name: str) -> ApproverEntry | None:
        """Return the registered person of that name, in any spelling."""
        same = quorum.person(name)
        return next((entry for entry in self.approvers if quorum.person(entry.name) == same), None)

    async def verify(self, name: str, secret: str) -> ApproverEntry:
        """Return the person of that name. Raises AssentError if the secret is not theirs, or nobody may try now."""
        if len(self._check_tasks) >= MAX_WAITING:
            raise AssentError(TOO_MANY)
        checking = tasks.spawn(self._check_alone(name, secret), name="check a signature", among=self._check_tasks)
        checked = await asyncio.shield(checking)  # a failure counts even if nobody waits for it any more
        if isinstance(checked, AssentError):
            raise checked
        return checked

    async def close(self) -> None:
        """Wait for the running checks, ``CLOSING_SECONDS`` at most."""
        if self._check_tasks:
            await asyncio.wait(set(self._check_tasks), timeout=CLOSING_SECONDS)

    async def _check_alone(self, name: str, secret: str) -> ApproverEntry | AssentError:
        async with self._lock:
            try:
                return await self._check(name, secret)
            except AssentError as error:
                return error

    async def _check(self, name: str, secret: str) -> ApproverEntry:
        """Return the person if the secret is theirs and the name is not locked. Raises AssentError."""
        entry = self.find(name)
        key = UNKNOWN if entry is None else quorum.person(name)
        if seconds := self._lockouts.seconds_left(key, self._monotonic()):
            raise AssentError(_locked_message(seconds))
        credential = self._dummy_credential if entry is None else entry.credential
        is_right = await tasks.in_daemon_thread(lambda: credentials.matches(credential, secret), name="check a secret")
        if entry is None or not is_right:
            raise await self._record_failure(entry, key)
        if self._lockouts.reset(key):
            await self._keep_lockouts()
        if entry not in self.approvers:
            raise AssentError(CHANGED)
        return entry

    async def _record_failure(self, entry: ApproverEntry | None, key: str) -> AssentError:
        wait = self._lockouts.count_failure(key, self._monotonic())
        name, failures = None if entry is None else entry.name, self._lockouts.failures(key)
        self._log(records.approver_failed(name, failures))
        if wait:
            self._log(records.approver_locked(name, failures, wait))
        await self._keep_lockouts()
        return AssentError(say("{first}; {next}", first=WRONG, next=_locked_message(wait)) if wait else WRONG)

    async def _keep_lockouts(self) -> None:
        """Write the locks. If that fails they end with this host."""
        file = self._file
        if file is None:
            return
        kept, now = self._lockouts.to_keep(self._monotonic()), self.clock()
        names = {name: {"failures": state.failures, "until": now + state.until} for name, state in kept.items()}
        data = json.dumps({"version": 1, "names": names}, indent=2).encode() + b"\n"
        try:
            await tasks.in_daemon_thread(lambda: files.write(file, data), name="keep the locks of approvers")
        except ConfigError as error:
            _log.warning("the locks after wrong PINs end with this host: %s", error)


def _locked_message(seconds: float) -> str:
    return say("too many wrong PINs for this name; wait {seconds} s", seconds=str(max(1, round(seconds))))


def _load_lockouts(file: Path, now: float) -> dict[str, LockState]:
    """Return what an earlier host counted, with the seconds left in ``until``. An unreadable file counts as none."""
    try:
        data = paths.read_file(file)
        names = {} if data is None else json.loads(data)["names"]
        return {
            str(name): LockState(int(state["failures"]), float(state["until"]) - now if state["until"] else 0.0)
            for name, state in names.items()
        }
    except (ConfigError, ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        _log.warning("the locks after wrong PINs cannot be read and start again: %s", type(error).__name__)
        return {}


FREE_FAILURES: Final = 5
"""Failures in a row that lock for the first time."""
FIRST_LOCK_SECONDS: Final = 30.0
MAX_LOCK_SECONDS: Final = 900.0
MAX_FAILURES: Final = 1_000_000


class LockState(Struct, frozen=True):
    """The failures in a row of one name, and the moment until which it is locked, 0 for none."""

    failures: int = 0
    until: float = 0.0


class Lockouts:
    """Failures in a row, by name. All moments are of one clock, which the caller reads."""

    def __init__(self) -> None:
        self._states_by_name: dict[str, LockState] = {}

    def seconds_left(self, name: str, now: float) -> float:
        """Return the seconds for which ``name`` is still locked, 0 if it is not."""
        return max(0.0, self._states_by_name.get(name, LockState()).until - now)

    def failures(self, name: str) -> int:
        """Return the number of failures in a row of ``name``."""
        return self._states_by_name.get(name, LockState()).failures

    def count_failure(self, name: str, now: float) -> float:
        """Count one more failure. Returns the seconds for which it locks, 0 for none."""
        failures = min(self.failures(name) + 1, MAX_FAILURES)
        wait = 0.0
        if failures >= FREE_FAILURES:
            wait = min(MAX_LOCK_SECONDS, FIRST_LOCK_SECONDS * 2.0 ** min(failures - FREE_FAILURES, 10))
        self._states_by_name[name] = LockState(failures, now + wait)
        return wait

    def reset(self, name: str) -> bool:
        """Forget the failures after a success. Returns whether there were any."""
        return self._states_by_name.pop(name, None) is not None

    def to_keep(self, now: float) -> dict[str, LockState]:
        """Return the failures of each name, with the seconds left in ``until``."""
        return {
            name: LockState(state.failures, max(0.0, state.until - now))
            for name, state in sorted(self._states_by_name.items())
        }

    def restore(self, kept: Mapping[str, LockState], now: float) -> None:
        """Continue counting from what was kept. No lock is longer than the longest."""
        for name, state in kept.items():
            if state.failures > 0:
                seconds = max(0.0, min(state.until, MAX_LOCK_SECONDS))
                self._states_by_name[name] = LockState(min(state.failures, MAX_FAILURES), now + seconds)


REGISTERED: Final = say("your administrator registered you; that PIN is changed in the administrator's file")
MAY_HOLD: Final = say("and it may hold your PIN; mend that, then start Assent again")
KEYRING_CLOSING_SECONDS: Final = 2.0
"""Seconds that a cancelled request to the keyring has to end. Nothing waits for its answer then."""
NONE_YET: Final = say("there is no PIN yet; leave the present one empty")


class OwnPin:
    """The PIN that a person sets in the window. ``changed``: emitted when the PIN changed. Listeners must not wait."""

    def __init__(
        self,
        person: str,
        keyring_entry: KeyringEntry,
        log: Callable[[Draft], None],
        managed: Callable[[], tuple[ApproverEntry, ...]],
    ) -> None:
        """``person``: the account's. ``managed``: whom the administrator registered. ``log``: queues a record."""
        self._person, self._keyring_entry, self._log, self._managed = person, keyring_entry, log, managed
        self._credential = ""
        self._lock = asyncio.Lock()
        self._is_loaded = False
        self._why_unreadable = ""
        self._load_task: asyncio.Task[None] | None = None
        self.changed: Signal[[]] = Signal()

    @property
    def entry(self) -> ApproverEntry | None:
        """The person as an approver; None without a PIN, or if the administrator registered the name."""
        if not self._credential or self._registered:
            return None
        return ApproverEntry(self._person, (), self._credential, "user")

    @property
    def _registered(self) -> bool:
        own = quorum.person(self._person)
        return any(quorum.person(entry.name) == own for entry in self._managed())

    def approvers(self) -> tuple[ApproverEntry, ...]:
        """Return all who may sign: whom the administrator registered, then the person at this desk."""
        own = self.entry
        return self._managed() if own is None else (*self._managed(), own)

    def start(self) -> None:
        """Start loading the PIN from the keyring, which may take long to answer."""
        self._load_task = tasks.spawn(self.load(), name="look for the own PIN")

    async def load(self) -> None:
        """Load the PIN from the keyring."""
        async with self._lock:
            await self._load()

    async def close(self) -> None:
        """Stop waiting for the keyring."""
        if self._load_task is not None:
            self._load_task.cancel()
            await asyncio.wait([self._load_task], timeout=KEYRING_CLOSING_SECONDS)

    async def set(self, signers: Signers, before: str, after: str) -> None:
        """Make ``after`` the PIN. ``before``: the present one, empty for none. Raises AssentError: one is unfit."""
        async with self._lock:
            await self._load()
            if self._registered:
                raise AssentError(REGISTERED)
            if why := credentials.secret_problem(after):
                raise AssentError(why)
            if self._why_unreadable and not self._credential:
                raise AssentError(say("{first}, {next}", first=self._why_unreadable, next=MAY_HOLD))
            had_pin = bool(self._credential)
            if had_pin:
                await signers.verify(self._person, before)
            elif before:
                raise AssentError(NONE_YET)
            self._credential = await tasks.in_daemon_thread(lambda: credentials.hash_secret(after), name="hash a PIN")
            remembered = await self._remember_in_keyring()
            self._log(records.approver_enrolled(self._person, changed=had_pin, remembered=remembered))
        self.changed.emit()

    async def _load(self) -> None:
        if self._is_loaded:
            return
        await self._keyring_entry.load()
        self._is_loaded = True
        if (why := self._keyring_entry.unavailable) in MAY_HOLD_VALUE:
            self._why_unreadable = why
        credential = self._keyring_entry.remembered()
        if credential and (problem := credentials.problem(credential)):
            _log.warning("the PIN that the keyring remembers %s; set it again", problem)
        elif credential:
            self._credential = credential
            self.changed.emit()

    async def _remember_in_keyring(self) -> bool:
        try:
            await self._keyring_entry.keep(self._credential)
        except AssentError as error:
            _log.info("the PIN ends with this host: %s", error)
            return False
        return True
