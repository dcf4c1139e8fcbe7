"""The standing permissions: which may be given, which are in force, and the file of those that outlive the host.

Owns: for which calls a grant may be given, and for how long; when each ends; their form in the file.

Invariants:
    - A grant covers a call only where the server's configuration, the tool's definition, the app and the token that
      proved it, the server and the tool are those of the call that a person approved, and what is sent has the scope
      whose words the person read. Whatever would keep it from being given now keeps it from covering.
    - It answers only a question that the default or the user's own rules ask, of an app that proved its name, about a
      call with nothing to notice; where signatures or a reason are wanted each time there is none. What a server says
      about its tools narrows what may be given, and never widens it beyond what a server without a word gets. Where a
      tool sends, grants, deletes or runs, none covers any inputs or is for good, and where it grants or deletes, none
      is for longer than an hour. For a payment there is none: the same once more is another one.
    - It never outlives its time by either clock, the session or the host that it was given for, nor the token of its
      app. It lives in memory and ends with the host, unless it is given until taken back: the file keeps those.
    - Those of the file count only where its bytes are those that the keyring of the system remembers. What is read is
      exactly what could have been written; a grant whose words would not be those that were shown when it was given is
      refused. Of an older file counts what means the same today, which is a grant for exactly one call.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol  # Any: parts of a scope, read by themselves

import msgspec
from msgspec import Struct

from host import tasks
from host.canonical import canonical, parse
from host.errors import AssentError, ConfigError
from host.gate import records
from host.gate.grant_scope import (
    GrantScope,
    anything,
    exactly,
    may_be_any,
    part_from_json,
    part_to_json,
    pattern,
    tool_of,
)
from host.ids import uuid7
from host.inspect.kinds import forces
from host.inspect.tools import HIGH_IMPACT_VERBS
from host.keyring_entry import CLOSING, Memory, SealedFile
from host.model import (
    UNKNOWN_APP,
    Bound,
    BoundOffer,
    Call,
    Draft,
    Effect,
    Finding,
    Grant,
    GrantDuration,
    GrantOffers,
    JsonObject,
    JsonValue,
    Severity,
    ToolDefinition,
    Verdict,
)
from host.naming import Verb
from host.policy.conditions import endless, same
from host.policy.evaluate import plain_guards
from host.policy.facts import NOTHING_NEEDED, CallFacts, Needs
from host.signals import Signal
from host.values import replace
from host.wire.methods import MODERN
from host.words import say

__all__ = ["MAX_GRANTS", "SECONDS", "Grant", "Grants", "Offer", "StandingGrant"]

MAX_GRANTS: Final = 256
"""More than a person can oversee; each costs some multiple of ``MAX_ARGUMENTS`` bytes of memory."""
SECONDS: Final[dict[GrantDuration, int]] = {"15min": 900, "1h": 3600, "chat": 24 * 3600}
"""How long a grant of that duration holds at most; others end with the host, or when they are taken back."""
MAX_FILE: Final = 32 << 20
"""Bytes: as many grants as there may be, each with the longest inputs, thrice."""
NO_KEYRING: Final = say("There is no keyring here to keep it safe; choose until quit.")
VERSION: Final = 2
BEFORE: Final = 1
"""The version of a file that knew no parts of inputs: what its patterns covered is no longer offered."""

_log = logging.getLogger(__name__)


class Key(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a grant is bound to besides its bounds; what differs in any of it is another key.

    Attributes:
        config, definition: digests of the whole.
        app: its name.
        proof: as in ``model.App``.
        server: its id.
        tool: its exact name.
    """

    config: str
    definition: str
    app: str
    proof: str
    server: str
    tool: str


class StandingGrant(NamedTuple):
    """A grant with what it is bound to. Attributes: grant, key, scope. until: by the clock that nobody can set back."""

    grant: Grant
    key: Key
    scope: GrantScope
    until: float = math.inf


class Offer(NamedTuple):
    """A grant that is not in force yet. Attributes: standing: once it is. record: must be durable first."""

    standing: StandingGrant
    record: Draft

    @property
    def grant(self) -> Grant:
        """As people see it."""
        return self.standing.grant


class Keeper(Protocol):
    """What ``Grants`` needs of whatever keeps those that outlive the host."""

    @property
    def unavailable(self) -> str:
        """Why it cannot, one sentence for people; else empty."""

    def keep(self, grants: Iterable[StandingGrant]) -> None:
        """These and no others, from now on; returns at once."""


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
        self._standing: dict[str, StandingGrant] = {}
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
        key = _key_of(call, definition)
        mine = [standing for standing in self._standing.values() if standing.key == key]
        if not mine or refusal(call, verdict, findings, facts):
            return None
        return next((standing.grant for standing in mine if self._covers(standing, call, facts)), None)

    def offers(
        self, call: Call, tool: ToolDefinition, verdict: Verdict, findings: tuple[Finding, ...], facts: CallFacts
    ) -> GrantOffers:
        """What a person may choose besides this once. ``facts``: with paths and hosts, or no pattern is offered."""
        if why := refusal(call, verdict, findings, facts) or self._no_room():
            return GrantOffers(refused=why)
        offered = tuple(BoundOffer(scope.bound, scope.words()) for scope in _scopes(call, tool, facts))
        lasting, no_always = self._durations(call, facts)
        return GrantOffers("", offered, no_always, lasting)

    def offer(
        self, call: Call, tool: ToolDefinition, duration: GrantDuration, bound: Bound, who: str, facts: CallFacts
    ) -> Offer | None:
        """A grant for ``call``, not in force before ``give``; None where such a one may not be given.

        ``facts``: as they are now, after the answer. What the verdict says to it, ``offers`` is asked.
        """
        if refusal(call, None, facts.findings, facts) or duration not in self._durations(call, facts)[0]:
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
        return Offer(StandingGrant(grant, _key_of(call, tool.digest), scope), record)

    def give(self, offer: Offer) -> bool:
        """Put ``offer`` in force, now that its record is durable. An older grant for exactly the same ends.

        False where others took the last room since ``offer`` was made; the log says that it ended at once.
        """
        self._forget_expired()
        standing, grant = offer.standing, offer.grant
        replaced = [it for it in self._standing.values() if _same(it, standing)]
        self._take(replaced, grant.who, "the same was granted anew")
        room = len(self._standing) < MAX_GRANTS
        if room:
            until = self._monotonic() + SECONDS.get(grant.duration, math.inf)
            self._standing[grant.id] = standing._replace(until=until)
            self._keep([grant])
        else:
            self._log(records.grant_revoked(grant.id, grant.who, "too many permissions stand already"))
        self.changed.emit()
        return room

    def restore(self, kept: Iterable[StandingGrant]) -> None:
        """Put those in force that outlived the last host, below all that stand. Once; after a stop they end instead."""
        lasting = {it.grant.id: it for it in kept}
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
        moved = self._of_definition(server, tool, before)
        for standing in moved:
            key = replace(standing.key, definition=after)
            self._standing[standing.grant.id] = standing._replace(key=key)
        self._keep([standing.grant for standing in moved])
        if moved:
            self.changed.emit()
        return [standing.grant.id for standing in moved]

    def bound_to(self, server: str, tool: str, definition: str) -> int:
        """How many stand for that definition (digest) of a tool."""
        return len(self._of_definition(server, tool, definition))

    def _of_definition(self, server: str, tool: str, definition: str) -> list[StandingGrant]:
        wanted = (server, tool, definition)
        return [it for it in self._standing.values() if (it.key.server, it.key.tool, it.key.definition) == wanted]

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

    def _covers(self, standing: StandingGrant, call: Call, facts: CallFacts) -> bool:
        """Whether this one does, as trust and hints stand now; its key is the call's."""
        grant = standing.grant
        if self._expired(standing) or grant.session not in ("", call.app.session):
            return False
        if grant.duration not in durations(call, facts)[0] or grant.bound not in bounds(call, facts):
            return False
        return standing.scope.covers(call, facts)

    def _no_room(self) -> str:
        if len(self.all) < MAX_GRANTS:
            return ""
        return say("There are {n} standing permissions already; revoke some first.", n=MAX_GRANTS)

    def _durations(self, call: Call, facts: CallFacts) -> tuple[tuple[GrantDuration, ...], str]:
        """As ``durations``, with what can be kept beyond the end of this host."""
        lasting, why = durations(call, facts)
        if why or not self.no_always:
            return lasting, why
        return tuple(one for one in lasting if one != "always"), self.no_always

    def _end(self, taken: list[StandingGrant], who: str, because: str) -> int:
        self._take(taken, who, because)
        if taken:
            self.changed.emit()
        return len(taken)

    def _take(self, taken: list[StandingGrant], who: str, because: str) -> None:
        for standing in taken:
            del self._standing[standing.grant.id]
            self._log(records.grant_revoked(standing.grant.id, who, because))
        self._keep([standing.grant for standing in taken])

    def _keep(self, changed: list[Grant]) -> None:
        """Bring the disk up to date where one of these is kept there."""
        if self._keeping is not None and any(grant.duration == "always" for grant in changed):
            lasting = (it for it in self._standing.values() if it.grant.duration == "always")
            self._keeping.keep(lasting)

    def _expired(self, standing: StandingGrant) -> bool:
        """Whichever clock says so first: one can be set back, the other stands still while the machine sleeps."""
        expires = standing.grant.expires_at
        return (expires is not None and self._clock() >= expires) or self._monotonic() >= standing.until

    def _forget_expired(self) -> None:
        self._standing = {name: it for name, it in self._standing.items() if not self._expired(it)}


def _scopes(call: Call, tool: ToolDefinition, facts: CallFacts) -> Iterator[GrantScope]:
    """What a grant may cover, narrowest first. A pattern that pins nothing is any inputs in more words."""
    schema = tool.input_schema
    offered = bounds(call, facts, schema)
    for bound in offered:
        if bound == "exact":
            yield exactly(call)
        elif bound == "any":
            yield anything(call)
        elif (scope := pattern(call, schema, facts)) is not None and (
            scope.verb != "reads" or scope.pins or "any" not in offered
        ):
            yield scope


def _who(standing: StandingGrant) -> tuple[str, str, str]:
    return standing.key.app, standing.key.server, standing.key.tool


def _same(one: StandingGrant, other: StandingGrant) -> bool:
    return (one.key, one.scope, one.grant.session) == (other.key, other.scope, other.grant.session)


def _key_of(call: Call, definition: str) -> Key:
    """``definition``: digest of the tool's definition as it stands."""
    server, app = call.server, call.app
    return Key(server.config_digest, definition, app.name, app.proof, server.id, call.tool)


# Which may be given

MAX_ARGUMENTS: Final = 16 * 1024
"""Bytes. Arguments beyond that are contents rather than commands: hardly sent twice, and too long to list."""
MAX_OTHER_PARAMS: Final = 8 * 1024
"""Bytes of the tool's name and of what an app puts beside the inputs: capabilities and names of software, as a rule."""

_PLAIN: Final = frozenset({"name", "arguments", "_meta"})
_CONTINUING: Final = (b'"inputResponses":', b'"requestState":')
_SOURCES: Final = {
    "managed": say("The managed policy wants a person to see every such call."),
    "guard": say("Assent has a reason to ask about each such call."),
    "server": say("The server wants each such call to be signed."),
}
_QUORUM: Final = ("requiredApprovers", "required-roles")
"""Annotations by which a server says that others than the person at the screen should decide."""
_WHILE_OPEN: Final[tuple[GrantDuration, ...]] = ("15min", "1h", "chat", "quit")
_DESTROYS: Final = say("The tool says that it can destroy things; choose until quit.")
_UNVOUCHED: Final = say("Nobody vouched for this server; choose until quit.")
_BRIEF: Final[frozenset[Verb]] = frozenset({"grants", "deletes"})
_POWER: Final = say("It sends or runs something; choose until quit.")
_GONE: Final = say("It gives rights or deletes; an hour is the most.")
_NATURE: Final = say("Such calls always deserve a look; an hour is the most.")
_CAREFUL: Final = say("The tool wants care, and nobody vouched for its server; 15 minutes are the most.")


def refusal(call: Call, verdict: Verdict | None, findings: tuple[Finding, ...], facts: CallFacts) -> str:
    """Why no grant may be given for ``call``, or cover it: a short sentence of ours, empty where one may.

    ``verdict``: None where it was asked before.
    """
    by_verdict = "" if verdict is None else _by_verdict(verdict)
    return by_verdict or _by_call(call, findings) or _by_server(facts)


def durations(call: Call, facts: CallFacts) -> tuple[tuple[GrantDuration, ...], str]:
    """For how long a grant may be given, shortest first, and why not for good, a short sentence of ours.

    Whether one can be kept beyond the end of this host is another question.
    """
    verb = tool_of(call).verb
    if _untrusted_hint(facts):
        return ("15min",), _CAREFUL
    if verb in _BRIEF:
        return ("15min", "1h"), _GONE
    if _has_medium_finding(facts):
        return ("15min", "1h"), _NATURE
    usual = tuple(one for one in _WHILE_OPEN if one != "chat" or (call.app.session and call.app.stays))
    if verb in HIGH_IMPACT_VERBS:
        return usual, _POWER
    if facts.trust == "none":
        return usual, _UNVOUCHED
    return (usual, _DESTROYS) if _destroys(facts) else ((*usual, "always"), "")


def bounds(call: Call, facts: CallFacts, schema: JsonValue = None) -> tuple[Bound, ...]:
    """What a grant may cover, narrowest first.

    Args:
        call: that it is given with, or that it would answer.
        facts: of this very call.
        schema: the tool's ``inputSchema``, as it came, where the grant is yet to be given.
    """
    if _untrusted_hint(facts):
        return ("exact",)
    narrow = facts.trust == "none" or _destroys(facts) or _has_medium_finding(facts)
    if narrow or not may_be_any(call.arguments_value, schema, tool_of(call)):
        return ("exact", "pattern")
    return ("exact", "pattern", "any")


def _by_verdict(verdict: Verdict) -> str:
    if verdict.effect is not Effect.ASK:
        return say("A rule decides such calls.")
    if verdict.source not in ("default", "user"):
        return _SOURCES.get(verdict.source, say("Its rule does not allow a standing permission."))
    if verdict.obligations.signed:
        return say("Each such call must be signed.")
    return say("A rule wants a reason for each such call.") if verdict.obligations.reason_required else ""


def _by_call(call: Call, findings: tuple[Finding, ...]) -> str:
    if not call.app.authenticated or call.app.name == UNKNOWN_APP:
        return say("The app did not prove who it is.")
    if any(finding.kind == "not-validated" for finding in findings):
        return say("The inputs could not be validated.")
    if any(forces(finding) for finding in findings if finding.kind != "name-twin"):
        return say("Can only be approved once, because of the warnings above.")
    if len(call.arguments) > MAX_ARGUMENTS:
        return say("The inputs are too long for a standing permission.")
    if len(call.params) - len(call.arguments) > MAX_OTHER_PARAMS:
        return say("It carries too much beside its inputs for a standing permission.")
    if tool_of(call).verb == "pays":
        return say("It pays, and the same payment made again is another one.")
    return say("It goes on with an earlier call, which is for this once.") if _goes_on(call) else ""


def _by_server(facts: CallFacts) -> str:
    """A claim of an untrusted server is no quorum, but it forces a question each time."""
    claimed = facts.trust == "none" and any(facts.annotations.get(name) for name in _QUORUM)
    return say("The server says that others must approve each such call.") if claimed else ""


def _destroys(facts: CallFacts) -> bool:
    """Whether the tool says so itself. What it does not say is not held against a server that is vouched for."""
    hint = facts.annotations.get("destructiveHint")
    return endless(hint) or any(same(hint, value, loosely=True) for value in (True, "true"))


def _has_medium_finding(facts: CallFacts) -> bool:
    """Whether such calls run code, change a database or reach out: nothing odd, and yet never for good."""
    return any(finding.severity is not Severity.INFO for finding in facts.findings)


def _untrusted_hint(facts: CallFacts) -> bool:
    """Whether a server that nobody vouched for says that the tool wants care."""
    return any(guard.kind == "hint" for guard in plain_guards(facts))


def _goes_on(call: Call) -> bool:
    """Whether it answers what the server asked for mid-call (MCP 2026-07-28): one approval, one request."""
    if call.protocol_revision not in MODERN or not any(word in call.params for word in _CONTINUING):
        return False
    members: dict[str, object] = json.loads(call.params)
    return not _PLAIN.issuperset(members)


# The file


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
            holds=lambda data: bool(_entries(data, path)[1]),
        )

    @property
    def unavailable(self) -> str:
        """Why no grant can be kept, one sentence for people; empty where one can."""
        return "" if self._loaded and not self._memory.unavailable else NO_KEYRING

    def start(self, restore: Callable[[tuple[StandingGrant, ...]], object]) -> None:
        """Look into the keyring, which may take its time, and give ``restore`` what is kept. On the event loop."""
        self._loader = tasks.spawn(self._restore(restore), name="load the kept grants")

    async def load(self) -> tuple[StandingGrant, ...]:
        """The grants of the file, oldest first; none where they cannot be trusted. Never raises."""
        try:
            data = await self._file.load()
            return () if data is None else _grants_in(data, self._path)
        except AssentError as error:
            _log.warning("permissions that were to last are not in force: %s", error)
            return ()
        finally:
            self._loaded = True

    def keep(self, grants: Iterable[StandingGrant]) -> None:
        """Write these instead of the ones before; returns at once. To be called on the event loop."""
        entries: list[JsonValue] = [_to_json(each) for each in grants]
        self._file.keep(canonical({"version": VERSION, "grants": entries}), holds=bool(entries))

    async def close(self) -> None:
        """Wait until what is to be kept is on the disk, no longer than ``CLOSING``."""
        if self._loader is not None and not self._loader.done():
            await asyncio.wait({self._loader}, timeout=CLOSING)
        await self._file.close()

    async def _restore(self, restore: Callable[[tuple[StandingGrant, ...]], object]) -> None:
        restore(await self.load())


def _entries(data: bytes, path: Path) -> tuple[int, list[JsonValue]]:
    """The version of the file, and its entries, unread. Raises AssentError where it is none of ours."""
    value = parse(data)
    grants = value.get("grants") if isinstance(value, dict) else None
    if not isinstance(value, dict) or value.keys() != {"version", "grants"} or not isinstance(grants, list):
        raise ConfigError("does not hold permissions", file=str(path))
    version = value["version"]
    if not isinstance(version, int) or version is True or version not in (BEFORE, VERSION):
        raise ConfigError("has another version", file=str(path), key="version")
    return version, grants


def _grants_in(data: bytes, path: Path) -> tuple[StandingGrant, ...]:
    """The grants of the file; those of an older one that meant something else than any of today are left out."""
    version, entries = _entries(data, path)
    if version == BEFORE:
        today = [{**value, "verb": ""} for value in entries if isinstance(value, dict) and _means_the_same(value)]
        if left := len(entries) - len(today):
            _log.warning(
                "%d permissions that an older Assent kept are not in force: "
                "what a permission may cover is another today",
                left,
            )
        entries = [*today]
    try:
        return tuple(map(_from_json, entries))
    except ValueError as error:
        what = f"a permission in it {error}"
        raise ConfigError(what, file=str(path), remedy="Give the permissions anew.") from None


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A grant in the file; its duration is ``always``. Attributes: as of ``Grant`` and ``GrantScope``."""

    id: str
    given_at: float
    who: str
    arguments: str
    covers: tuple[str, ...]
    key: Key
    bound: Bound
    verb: Verb
    sent: str
    inputs: Any


def _to_json(standing: StandingGrant) -> JsonValue:
    grant, key, scope, _ = standing
    return {
        "id": grant.id,
        "given_at": grant.given_at,
        "who": grant.who,
        "arguments": grant.arguments.decode(),
        "covers": list[JsonValue](grant.covers),
        "key": msgspec.structs.asdict(key),
        "bound": scope.bound,
        "verb": scope.verb,
        "sent": scope.sent.decode(),
        "inputs": None if scope.inputs is None else part_to_json(scope.inputs),
    }


def _from_json(value: JsonValue) -> StandingGrant:
    """What ``_to_json`` was given. Raises ValueError for anything else."""
    try:
        entry = msgspec.convert(value, _Entry)
    except msgspec.ValidationError:
        raise ValueError("has another form") from None
    if (entry.bound == "pattern") is (entry.inputs is None):
        raise ValueError("has unknown bounds")
    inputs = None if entry.inputs is None else part_from_json(entry.inputs)
    key, scope = entry.key, GrantScope(entry.bound, entry.sent.encode(), inputs, entry.verb)
    if entry.covers != scope.words():
        raise ValueError("does not cover what it says")
    grant = Grant(
        entry.id,
        key.app,
        key.server,
        key.tool,
        entry.arguments.encode(),
        given_at=entry.given_at,
        expires_at=None,
        who=entry.who,
        duration="always",
        bound=scope.bound,
        covers=entry.covers,
    )
    return StandingGrant(grant, key, scope)


def _means_the_same(older: JsonObject) -> bool:
    """Whether a grant of version ``BEFORE`` covers exactly one call."""
    return older.keys() == {*_Entry.__struct_fields__} - {"verb"} and older["bound"] == "exact"
