"""The standing permissions in force.

Owns: which grants stand, when each ends, and the file of those that outlive the host.

Invariants: a grant covers a call only where the server's configuration, the tool's definition, the app and the token
that proved it, the server and the tool are those of the call that a person approved, and what is sent has the scope
whose words the person read; it answers only questions that the default or the user's own rules ask; whatever would keep
it from being given now keeps it from covering; it never outlives its time by either clock, the session or the host that
it was given for, nor the token of its app; those of the file count only where its bytes are those that the keyring of
the system remembers.

A grant lives in memory and ends with the host, unless it is given until taken back: the file keeps those.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from host import tasks
from host.canonical import canonical, parse
from host.errors import AssentError, ConfigError
from host.gate import grant_eligibility, grant_model, records
from host.gate.grant_model import SECONDS, Key, Offer, StoredGrant, key_of
from host.gate.grant_scope import GrantScope, anything, exactly, pattern
from host.ids import uuid7
from host.model import (
    Bound,
    BoundOffer,
    Call,
    Draft,
    Finding,
    Grant,
    GrantDuration,
    GrantOffers,
    JsonValue,
    ToolDefinition,
    Verdict,
)
from host.policy.facts import NOTHING_NEEDED, CallFacts, Needs
from host.sealed_file import CLOSING, Memory, SealedFile
from host.signals import Signal
from host.values import replace
from host.words import say

MAX_FILE: Final = 32 << 20
"""Bytes: as many grants as there may be, each with the longest inputs, thrice."""
NO_KEYRING: Final = say("There is no keyring here to keep it safe; choose until quit.")

_log = logging.getLogger(__name__)


class GrantStore:
    """Keeps grants on the disk."""

    def __init__(self, path: Path, memory: Memory) -> None:
        """``path``: of the file, in a directory that is this account's alone."""
        self._path, self._memory = path, memory
        self._loaded = False
        self._loader: asyncio.Task[None] | None = None
        self._file = SealedFile(
            path,
            memory,
            limit=MAX_FILE,
            remedy="Give the permissions anew.",
            lost=lambda error: _log.warning("permissions that were to last end with this host: %s", error),
            holds=lambda data: bool(_grants_in(data, path)),
        )

    @property
    def unavailable(self) -> str:
        """Why no grant can be kept, one sentence for people; empty where one can."""
        return "" if self._loaded and not self._memory.unavailable else NO_KEYRING

    def start(self, restore: Callable[[tuple[StoredGrant, ...]], object]) -> None:
        """Look into the keyring, which may take its time, and give ``restore`` what is kept. On the event loop."""
        self._loader = tasks.spawn(self._restore(restore), name="load the kept grants")

    async def load(self) -> tuple[StoredGrant, ...]:
        """The grants of the file, oldest first; none where they cannot be trusted. Never raises."""
        try:
            data = await self._file.load()
            return () if data is None else _understood(data, self._path)
        except AssentError as error:
            _log.warning("permissions that were to last are not in force: %s", error)
            return ()
        finally:
            self._loaded = True

    def keep(self, grants: Iterable[StoredGrant]) -> None:
        """Write these instead of the ones before; returns at once. To be called on the event loop."""
        entries: list[JsonValue] = [grant_model.to_json(each) for each in grants]
        self._file.keep(canonical({"version": grant_model.VERSION, "grants": entries}), holds=bool(entries))

    async def close(self) -> None:
        """Wait until what is to be kept is on the disk, no longer than ``CLOSING``."""
        if self._loader is not None and not self._loader.done():
            await asyncio.wait({self._loader}, timeout=CLOSING)
        await self._file.close()

    async def _restore(self, restore: Callable[[tuple[StoredGrant, ...]], object]) -> None:
        restore(await self.load())


def _grants_in(data: bytes, path: Path) -> list[JsonValue]:
    """The entries of the file, unread. Raises AssentError where it is none of ours."""
    return _versioned(data, path)[1]


def _versioned(data: bytes, path: Path) -> tuple[int, list[JsonValue]]:
    """The version of the file, and its entries. Raises AssentError as ``_grants_in``."""
    value = parse(data)
    grants = value.get("grants") if isinstance(value, dict) else None
    if not isinstance(value, dict) or value.keys() != {"version", "grants"} or not isinstance(grants, list):
        raise ConfigError("does not hold permissions", file=str(path))
    version = value["version"]
    if not isinstance(version, int) or version is True or version not in (grant_model.BEFORE, grant_model.VERSION):
        raise ConfigError("has another version", file=str(path), key="version")
    return version, grants


def _understood(data: bytes, path: Path) -> tuple[StoredGrant, ...]:
    """The grants of the file; those of an older one that meant something else than any of today are left out."""
    version, entries = _versioned(data, path)
    if version == grant_model.VERSION:
        return tuple(grant_model.from_json(value, file=str(path)) for value in entries)
    read = [grant_model.from_older(value, file=str(path)) for value in entries]
    if left := read.count(None):
        _log.warning(
            "%d permissions that an older Assent kept are not in force: what a permission may cover is another today",
            left,
        )
    return tuple(each for each in read if each is not None)


__all__ = ["MAX_GRANTS", "Grant", "Grants", "Offer"]

MAX_GRANTS: Final = 256
"""More than a person can oversee; each costs some multiple of ``grant_eligibility.MAX_ARGUMENTS`` bytes of memory."""


class Keeper(Protocol):
    """What keeps grants on the disk (``host.gate.grants``)."""

    @property
    def unavailable(self) -> str:
        """Why it cannot, one sentence for people; else empty."""

    def keep(self, grants: Iterable[StoredGrant]) -> None:
        """These and no others, from now on; returns at once."""


class _Standing(NamedTuple):
    """Attributes: grant, key, scope. until: by the clock that nobody can set back."""

    grant: Grant
    key: Key
    scope: GrantScope
    until: float


class Grants:
    """The grants in force.

    Attributes:
        changed: tells that a grant was given, used or taken back. One that runs out says nothing: ``expires_at`` does.
    """

    def __init__(
        self,
        log: Callable[[Draft], None],
        clock: Callable[[], float],
        monotonic: Callable[[], float],
        keeping: Keeper | None = None,
    ) -> None:
        """``log``: queues a record. ``clock``: Unix seconds. ``monotonic``: seconds that nobody can set back.

        ``keeping``: without it none is given until taken back.
        """
        self._log, self._clock, self._monotonic, self._keeping = log, clock, monotonic, keeping
        self._standing: dict[str, _Standing] = {}
        self._cleared: tuple[str, str] | None = None
        self.changed: Signal[[]] = Signal()

    @property
    def all(self) -> tuple[Grant, ...]:
        """The grants in force, newest first."""
        self._forget_expired()
        return tuple(standing.grant for standing in reversed(self._standing.values()))

    @property
    def no_always(self) -> str:
        """Why none can be given until taken back, by anybody, one sentence for people; empty where one can."""
        return NO_KEYRING if self._keeping is None else self._keeping.unavailable

    def needs(self, call: Call) -> Needs:
        """What must be gathered before ``covering`` can tell whether a grant for the tool of ``call`` covers it."""
        who = (call.app.name, call.server.id, call.tool)
        scopes = [standing.scope for standing in self._standing.values() if who == _who(standing)]
        if not any(scope.bound == "pattern" for scope in scopes):
            return NOTHING_NEEDED
        folders = dict.fromkeys(folder for scope in scopes for folder in scope.folders())
        return Needs(folders=tuple(folders), paths=True, hosts=True)

    def covering(
        self, call: Call, definition: str, verdict: Verdict, findings: tuple[Finding, ...], facts: CallFacts
    ) -> Grant | None:
        """The grant that answers the question about ``call``, None where a person must; the oldest where many do.

        ``definition``: digest. ``facts``: of this very call, with what ``needs`` names.
        """
        key = key_of(call, definition)
        mine = [standing for standing in self._standing.values() if standing.key == key]
        if not mine or grant_eligibility.refusal(call, verdict, findings, facts):
            return None
        return next((standing.grant for standing in mine if self._covers(standing, call, facts)), None)

    def offers(
        self, call: Call, tool: ToolDefinition, verdict: Verdict, findings: tuple[Finding, ...], facts: CallFacts
    ) -> GrantOffers:
        """What a person may choose besides this once. ``facts``: with paths and hosts, or no pattern is offered."""
        if why := grant_eligibility.refusal(call, verdict, findings, facts) or self._no_room():
            return GrantOffers(refused=why)
        bounds = tuple(BoundOffer(scope.bound, scope.words()) for scope in _scopes(call, tool, facts))
        return GrantOffers("", bounds, self._no_always(call, facts), self._durations(call, facts))

    def offer(
        self, call: Call, tool: ToolDefinition, duration: GrantDuration, bound: Bound, who: str, facts: CallFacts
    ) -> Offer | None:
        """A grant for ``call``, not in force before ``give``; None where such a one may not be given.

        ``facts``: as they are now, after the answer. What the verdict says to it, ``offers`` is asked.
        """
        if grant_eligibility.refusal(call, None, facts.findings, facts) or duration not in self._durations(call, facts):
            return None
        scope = next((it for it in _scopes(call, tool, facts) if it.bound == bound), None)
        if scope is None:
            return None
        now, seconds = self._clock(), SECONDS.get(duration)
        grant = Grant(
            uuid7(now),
            call.app.name,
            call.server.id,
            call.tool,
            call.arguments,
            given_at=now,
            expires_at=None if seconds is None else now + seconds,
            who=who,
            duration=duration,
            bound=bound,
            covers=scope.words(),
            session=call.app.session if duration == "chat" else "",
        )
        record = records.grant_given(grant, call, tool.digest, seconds=seconds)
        return Offer(grant, record, key_of(call, tool.digest), scope)

    def give(self, offer: Offer) -> bool:
        """Put ``offer`` in force, now that its record is durable. An older grant for exactly the same ends.

        False where others took the last room since ``offer`` was made; the log says that it ended at once.
        """
        self._forget_expired()
        grant, _, key, scope = offer
        self._take([it for it in self._standing.values() if _same(it, offer)], grant.who, "the same was granted anew")
        room = len(self._standing) < MAX_GRANTS
        if room:
            until = self._monotonic() + SECONDS.get(grant.duration, math.inf)
            self._standing[grant.id] = _Standing(grant, key, scope, until)
            self._keep([grant])
        else:
            self._log(records.grant_revoked(grant.id, grant.who, "too many permissions stand already"))
        self.changed.emit()
        return room

    def restore(self, kept: Iterable[StoredGrant]) -> None:
        """Put those in force that outlived the last host, below all that stand. Once; after a stop they end instead."""
        lasting = {it.grant.id: _Standing(*it, math.inf) for it in kept}
        self._standing = lasting | self._standing
        if self._cleared is not None:
            self._end(list(lasting.values()), *self._cleared)
        elif lasting:
            self.changed.emit()

    def used(self, grant_id: str) -> None:
        """Count a call that was sent by this grant."""
        if (standing := self._standing.get(grant_id)) is not None:
            grant = standing.grant
            self._standing[grant_id] = standing._replace(grant=replace(grant, used=grant.used + 1))
            self.changed.emit()

    def rebind(self, server: str, tool: str, before: str, after: str) -> list[str]:
        """Let those that stand for the tool's definition ``before`` stand for ``after`` instead; returns their ids.

        A person reviewed the one against the other (digests) and said so.
        """
        wanted = (server, tool, before)
        moved = [it for it in self._standing.values() if (it.key.server, it.key.tool, it.key.definition) == wanted]
        for standing in moved:
            key = standing.key._replace(definition=after)
            self._standing[standing.grant.id] = standing._replace(key=key)
        self._keep([standing.grant for standing in moved])
        if moved:
            self.changed.emit()
        return [standing.grant.id for standing in moved]

    def bound_to(self, server: str, tool: str, definition: str) -> int:
        """How many stand for that definition (digest) of a tool."""
        wanted = (server, tool, definition)
        return sum((it.key.server, it.key.tool, it.key.definition) == wanted for it in self._standing.values())

    def revoke(self, grant_id: str, who: str) -> bool:
        """Take a grant back, from this moment; False where none of that id is in force."""
        self._forget_expired()
        return bool(self._end([it for it in self._standing.values() if it.grant.id == grant_id], who, ""))

    def revoke_all(self, who: str, because: str) -> None:
        """Take every grant back. ``because``: safe words for the record."""
        self._cleared = who, because
        self._end(list(self._standing.values()), who, because)

    def recheck_apps(self, proof_of: Callable[[str], str]) -> int:
        """Take back the grants of apps that no longer have the token under which they were given; returns how many.

        ``proof_of``: the ``proof`` of the app of that name by now, empty where it has no token.
        """
        proofs = {app: proof_of(app) for app in {standing.key.app for standing in self._standing.values()}}
        gone = [it for it in self._standing.values() if proofs[it.key.app] != it.key.proof]
        return self._end(gone, "", "the app's token was revoked")

    def end_session(self, session: str) -> int:
        """End the grants that were given for this session of an app, which is over; returns how many."""
        over = [it for it in self._standing.values() if session and it.grant.session == session]
        return self._end(over, "", "the chat ended")

    def _covers(self, standing: _Standing, call: Call, facts: CallFacts) -> bool:
        """Whether this one does, as trust and hints stand now; its key is the call's."""
        grant = standing.grant
        if self._expired(standing) or grant.session not in ("", call.app.session):
            return False
        if grant.duration not in grant_eligibility.durations(
            call, facts
        ) or grant.bound not in grant_eligibility.bounds(call, facts):
            return False
        return standing.scope.covers(call, facts)

    def _no_room(self) -> str:
        full = len(self.all) >= MAX_GRANTS
        if not full:
            return ""
        return say("There are {n} standing permissions already; revoke some first.", n=MAX_GRANTS)

    def _durations(self, call: Call, facts: CallFacts) -> tuple[GrantDuration, ...]:
        kept = not self._no_always(call, facts)
        return tuple(one for one in grant_eligibility.durations(call, facts) if kept or one != "always")

    def _no_always(self, call: Call, facts: CallFacts) -> str:
        return grant_eligibility.no_always(call, facts) or self.no_always

    def _end(self, taken: list[_Standing], who: str, because: str) -> int:
        self._take(taken, who, because)
        if taken:
            self.changed.emit()
        return len(taken)

    def _take(self, taken: list[_Standing], who: str, because: str) -> None:
        for standing in taken:
            del self._standing[standing.grant.id]
            self._log(records.grant_revoked(standing.grant.id, who, because))
        self._keep([standing.grant for standing in taken])

    def _keep(self, changed: list[Grant]) -> None:
        """Bring the disk up to date where one of these is kept there."""
        if self._keeping is not None and any(grant.duration == "always" for grant in changed):
            lasting = (it for it in self._standing.values() if it.grant.duration == "always")
            self._keeping.keep(StoredGrant(it.grant, it.key, it.scope) for it in lasting)

    def _expired(self, standing: _Standing) -> bool:
        """Whichever clock says so first: one can be set back, the other stands still while the machine sleeps."""
        expires = standing.grant.expires_at
        return (expires is not None and self._clock() >= expires) or self._monotonic() >= standing.until

    def _forget_expired(self) -> None:
        self._standing = {name: it for name, it in self._standing.items() if not self._expired(it)}


def _scopes(call: Call, tool: ToolDefinition, facts: CallFacts) -> Iterator[GrantScope]:
    """What a grant may cover, narrowest first. A pattern that pins nothing is any inputs in more words."""
    schema = tool.input_schema
    bounds = grant_eligibility.bounds(call, facts, schema)
    for bound in bounds:
        if bound == "exact":
            yield exactly(call)
        elif bound == "any":
            yield anything(call)
        elif (scope := pattern(call, schema, facts)) is not None and (
            scope.verb != "reads" or scope.pins or "any" not in bounds
        ):
            yield scope


def _who(standing: _Standing) -> tuple[str, str, str]:
    return standing.key.app, standing.key.server, standing.key.tool


def _same(standing: _Standing, offer: Offer) -> bool:
    mine = (standing.key, standing.scope, standing.grant.session)
    return mine == (offer.key, offer.scope, offer.grant.session)
