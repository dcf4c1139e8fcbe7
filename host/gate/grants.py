"""The standing permissions: which may be given, which are in force, and the file of those that outlive the host.

Owns: for which calls a grant may be given, and for how long; when each ends; their form in the file.

Invariants:
    - A grant covers a call only if the server's configuration, the tool's definition, the app and the token that proved
      it, the server and the tool are those of the approved call, and what is sent is within the scope whose words the
      person read. Anything that would forbid giving it now also keeps it from covering a call.
    - It answers only a question that the default or the user's own rules ask, of an app that proved its name, about a
      call with nothing to notice. If each call needs signatures or a reason, there is none. What a server says about
      its tools can only narrow it. If a tool sends, grants, deletes or runs, no grant covers any inputs or is for good;
      if it grants or deletes, an hour is the longest. There is none for a payment: the same payment again is another
      one.
    - It never outlives its time by either clock, the session or host that it was given for, or the token of its app. It
      lives in memory and ends with the host, unless it is given until taken back: the file keeps those.
    - The file counts only if the system's keyring remembers its exact bytes. Only content that could have been written
      is read. A grant is refused if its words would differ from those that were shown.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec import Struct

from host import tasks
from host.canonical import parse
from host.errors import AssentError, ConfigError
from host.gate import records
from host.gate.grant_scope import (
    GrantScope,
    acts_on_screen,
    anything,
    decides,
    exactly,
    may_be_any,
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
    JsonValue,
    Severity,
    ToolDefinition,
    Verdict,
)
from host.naming import Verb
from host.policy.conditions import is_same_value, is_too_long
from host.policy.evaluate import plain_guards
from host.policy.facts import NOTHING_NEEDED, CallFacts, Needs
from host.signals import Signal
from host.values import replace
from host.wire.methods import MODERN
from host.words import say

__all__ = ["MAX_GRANTS", "SECONDS", "Grant", "Grants", "NewGrant", "StandingGrant"]

MAX_GRANTS: Final = 256
"""More than a person can oversee. Each costs some multiple of ``MAX_ARGUMENTS`` bytes of memory."""
SECONDS: Final[dict[GrantDuration, int]] = {"15min": 900, "1h": 3600, "chat": 24 * 3600}
"""How long a grant of that duration holds at most. Others end with the host, or when they are taken back."""
MAX_FILE_BYTES: Final = 32 << 20
"""Bytes: three times as many as the largest set of grants has."""
GIVE_ANEW: Final = "Give the permissions anew."
OTHER_FORM: Final = "does not hold permissions as Assent keeps them"
NO_KEYRING: Final = say("There is no keyring here to keep it safe; choose “Until Assent quits”.")

_log = logging.getLogger(__name__)


class GrantKey(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a grant is bound to besides its bounds. A difference in any of it makes another key.

    ``config`` and ``definition``: digests, of the server's configuration and the tool's definition.
    """

    config: str
    definition: str
    app: str
    proof: str
    server: str
    tool: str


class StandingGrant(NamedTuple):
    """A grant with what it is bound to. ``until``: its end by the monotonic clock."""

    grant: Grant
    key: GrantKey
    scope: GrantScope
    until: float = math.inf


class NewGrant(Struct, frozen=True):
    """A grant that is in force only once ``record`` is durable."""

    standing: StandingGrant
    record: Draft

    @property
    def grant(self) -> Grant:
        """The grant as people see it."""
        return self.standing.grant


class Grants:
    """The grants in force. ``changed``: one was given, used or taken back. That one expires is not told."""

    def __init__(
        self,
        log: Callable[[Draft], None],
        clock: Callable[[], float],
        monotonic: Callable[[], float],
        keeper: GrantStore | None = None,
    ) -> None:
        """``log``: queues a record. ``clock``: Unix seconds. ``monotonic``: seconds that nobody can set back.

        ``keeper``: without it no grant is given until taken back.
        """
        self._log, self._clock, self._monotonic, self._keeper = log, clock, monotonic, keeper
        self._standing: dict[str, StandingGrant] = {}
        self._all_revoked_by: tuple[str, str] | None = None
        self.changed: Signal[[]] = Signal()

    @property
    def all(self) -> tuple[Grant, ...]:
        """The grants in force, newest first."""
        self._forget_expired()
        return tuple(standing.grant for standing in reversed(self._standing.values()))

    @property
    def why_not_always(self) -> str:
        """Why nobody can give a grant until taken back, one sentence for people, else empty."""
        return NO_KEYRING if self._keeper is None else self._keeper.unavailable

    def needs(self, call: Call) -> Needs:
        """Return what must be gathered before ``find_covering`` can decide about ``call``."""
        if not self._standing:
            return NOTHING_NEEDED
        names = (call.app.name, call.server.id, call.tool)
        scopes = [standing.scope for standing in self._standing.values() if names == _names_of(standing)]
        if not any(scope.bound == "pattern" for scope in scopes):
            return NOTHING_NEEDED
        folders = dict.fromkeys(folder for scope in scopes for folder in scope.folders())
        return Needs(folders=tuple(folders), paths=True, hosts=True)

    def find_covering(
        self, call: Call, definition: str, verdict: Verdict, findings: tuple[Finding, ...], facts: CallFacts
    ) -> Grant | None:
        """Return the oldest grant that covers ``call``, None if a person must answer.

        ``definition``: digest. ``facts``: of this very call, with what ``needs`` names.
        """
        key = _key_of(call, definition)
        candidates = [standing for standing in self._standing.values() if standing.key == key]
        if not candidates or why_not_grantable(call, verdict, findings, facts):
            return None
        return next((standing.grant for standing in candidates if self._covers(standing, call, facts)), None)

    def offers(
        self, call: Call, tool: ToolDefinition, verdict: Verdict, findings: tuple[Finding, ...], facts: CallFacts
    ) -> GrantOffers:
        """Return the grants that a person may choose. ``facts``: with paths and hosts, or no pattern is offered."""
        if why := why_not_grantable(call, verdict, findings, facts) or self._why_no_room():
            return GrantOffers(refused=why)
        offered = tuple(BoundOffer(scope.bound, scope.words()) for scope in _scopes(call, tool, facts))
        allowed, why_not_always = self._durations(call, facts)
        return GrantOffers("", offered, why_not_always, allowed)

    def prepare(
        self, call: Call, tool: ToolDefinition, duration: GrantDuration, bound: Bound, who: str, facts: CallFacts
    ) -> NewGrant | None:
        """Return a grant for ``call``, not in force before ``give``. None if it may not be given.

        ``facts``: as they are after the answer. The verdict is checked by ``offers``.
        """
        if why_not_grantable(call, None, facts.findings, facts) or duration not in self._durations(call, facts)[0]:
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
        return NewGrant(StandingGrant(grant, _key_of(call, tool.digest), scope), record)

    def give(self, prepared: NewGrant) -> None:
        """Put a prepared grant in force, once its record is durable. An older grant for exactly the same ends.

        If others took the last room meanwhile, the log says that it ended at once.
        """
        self._forget_expired()
        standing, grant = prepared.standing, prepared.grant
        replaced = [it for it in self._standing.values() if _is_same(it, standing)]
        self._remove(replaced, grant.who, "the same was granted anew")
        if len(self._standing) < MAX_GRANTS:
            until = self._monotonic() + SECONDS.get(grant.duration, math.inf)
            self._standing[grant.id] = standing._replace(until=until)
            self._keep_if_lasting([grant])
        else:
            self._log(records.grant_revoked(grant.id, grant.who, "too many permissions stand already"))
        self.changed.emit()

    def restore(self, kept: Iterable[StandingGrant]) -> None:
        """Put grants of the last host in force, below the current ones. Called once. After a stop they end instead."""
        lasting = {it.grant.id: it for it in kept}
        self._standing = lasting | self._standing
        if self._all_revoked_by is not None:
            self._revoke(list(lasting.values()), *self._all_revoked_by)
        elif lasting:
            self.changed.emit()

    def count_use(self, grant_id: str) -> None:
        """Count a call that was sent by this grant."""
        if (standing := self._standing.get(grant_id)) is not None:
            grant = standing.grant
            self._standing[grant_id] = standing._replace(grant=replace(grant, used=grant.used + 1))
            self.changed.emit()

    def rebind(self, server: str, tool: str, before: str, after: str) -> list[str]:
        """Move the grants for the tool's definition ``before`` (digest) to ``after``. Returns their ids.

        A person reviewed the change of definition and decided this.
        """
        moved = self._of_definition(server, tool, before)
        for standing in moved:
            key = replace(standing.key, definition=after)
            self._standing[standing.grant.id] = standing._replace(key=key)
        self._keep_if_lasting([standing.grant for standing in moved])
        if moved:
            self.changed.emit()
        return [standing.grant.id for standing in moved]

    def count_bound_to(self, server: str, tool: str, definition: str) -> int:
        """Return the number of grants for that definition (digest) of a tool."""
        return len(self._of_definition(server, tool, definition))

    def _of_definition(self, server: str, tool: str, definition: str) -> list[StandingGrant]:
        wanted = (server, tool, definition)
        return [it for it in self._standing.values() if (it.key.server, it.key.tool, it.key.definition) == wanted]

    def revoke(self, grant_id: str, who: str) -> bool:
        """Take a grant back at once. Returns False if none of that id is in force."""
        self._forget_expired()
        found = [it for it in self._standing.values() if it.grant.id == grant_id]
        self._revoke(found, who, "")
        return bool(found)

    def revoke_all(self, who: str, because: str) -> None:
        """Take every grant back. ``because``: safe words for the record."""
        self._all_revoked_by = who, because
        self._revoke(list(self._standing.values()), who, because)

    def recheck_apps(self, proof_of: Callable[[str], str]) -> None:
        """Take back the grants of apps whose token has changed.

        ``proof_of``: returns the current ``proof`` of an app, empty if it has no token.
        """
        proofs = {app: proof_of(app) for app in {standing.key.app for standing in self._standing.values()}}
        unproven = [it for it in self._standing.values() if proofs[it.key.app] != it.key.proof]
        self._revoke(unproven, "", "the app's token was revoked")

    def end_session(self, session: str) -> None:
        """End the grants for this session of an app, which has ended."""
        of_session = [it for it in self._standing.values() if session and it.grant.session == session]
        self._revoke(of_session, "", "the chat ended")

    def _covers(self, standing: StandingGrant, call: Call, facts: CallFacts) -> bool:
        """Whether this grant, whose key matches, covers the call."""
        grant = standing.grant
        if self._has_expired(standing) or grant.session not in ("", call.app.session):
            return False
        if grant.duration not in durations(call, facts)[0] or grant.bound not in bounds(call, facts):
            return False
        return standing.scope.covers(call, facts)

    def _why_no_room(self) -> str:
        if len(self.all) < MAX_GRANTS:
            return ""
        return say("There are {n} standing permissions already; revoke some first.", n=MAX_GRANTS)

    def _durations(self, call: Call, facts: CallFacts) -> tuple[tuple[GrantDuration, ...], str]:
        """Return the same as ``durations``, limited to what can be kept beyond the end of this host."""
        allowed, why = durations(call, facts)
        if why or not self.why_not_always:
            return allowed, why
        return tuple(duration for duration in allowed if duration != "always"), self.why_not_always

    def _revoke(self, revoked: list[StandingGrant], who: str, because: str) -> None:
        self._remove(revoked, who, because)
        if revoked:
            self.changed.emit()

    def _remove(self, revoked: list[StandingGrant], who: str, because: str) -> None:
        for standing in revoked:
            del self._standing[standing.grant.id]
            self._log(records.grant_revoked(standing.grant.id, who, because))
        self._keep_if_lasting([standing.grant for standing in revoked])

    def _keep_if_lasting(self, changed: list[Grant]) -> None:
        if self._keeper is not None and any(grant.duration == "always" for grant in changed):
            lasting = (it for it in self._standing.values() if it.grant.duration == "always")
            self._keeper.keep(lasting)

    def _has_expired(self, standing: StandingGrant) -> bool:
        """Whether either clock says so: one can be set back, the other stands still while the machine sleeps."""
        expires = standing.grant.expires_at
        return (expires is not None and self._clock() >= expires) or self._monotonic() >= standing.until

    def _forget_expired(self) -> None:
        self._standing = {name: it for name, it in self._standing.items() if not self._has_expired(it)}


def _scopes(call: Call, tool: ToolDefinition, facts: CallFacts) -> Iterator[GrantScope]:
    """Yield what a grant may cover, narrowest first. A pattern without a fixed input means the same as any inputs."""
    schema = tool.input_schema
    offered = bounds(call, facts, schema)
    for bound in offered:
        if bound == "exact":
            yield exactly(call)
        elif bound == "any":
            yield anything(call, facts)
        elif (scope := pattern(call, schema, facts)) is not None and (
            scope.verb != "reads" or scope.has_fixed_input or "any" not in offered
        ):
            yield scope


def _names_of(standing: StandingGrant) -> tuple[str, str, str]:
    return standing.key.app, standing.key.server, standing.key.tool


def _is_same(standing: StandingGrant, other: StandingGrant) -> bool:
    return (standing.key, standing.scope, standing.grant.session) == (other.key, other.scope, other.grant.session)


def _key_of(call: Call, definition: str) -> GrantKey:
    server, app = call.server, call.app
    return GrantKey(server.config_digest, definition, app.name, app.proof, server.id, call.tool)


# Which may be given

MAX_ARGUMENTS: Final = 16 * 1024
"""Bytes. Longer arguments are content rather than commands: hardly sent twice, and too long to list."""
MAX_OTHER_PARAMS: Final = 8 * 1024
"""Bytes of the tool's name and of what an app sends beside the inputs: usually capabilities and software names."""

_ORDINARY_PARAMS: Final = frozenset({"name", "arguments", "_meta"})
_CONTINUATION_MARKS: Final = (b'"inputResponses":', b'"requestState":')
_SOURCES: Final = {
    "managed": say("Your administrator's rules want a person to see every such call."),
    "guard": say("Assent has a reason to ask about each such call."),
    "server": say("The server wants each such call to be signed."),
}
_QUORUM_ANNOTATIONS: Final = ("requiredApprovers", "required-roles")
"""Annotations by which a server says that people other than the one at the screen should decide."""
_UNTIL_QUIT: Final[tuple[GrantDuration, ...]] = ("15min", "1h", "chat", "quit")
_IS_DESTRUCTIVE: Final = say("The tool says that it can destroy things; choose “Until Assent quits”.")
_UNVOUCHED: Final = say("Nobody vouched for this server; choose “Until Assent quits”.")
_SHORT_GRANT_VERBS: Final[frozenset[Verb]] = frozenset({"grants", "deletes"})
_HIGH_IMPACT: Final = say("It sends or runs something; choose “Until Assent quits”.")
_GRANTS_OR_DELETES: Final = say("It gives rights or deletes; an hour is the most.")
_HAS_FINDING: Final = say("Such calls always deserve a look; an hour is the most.")
_HAS_UNTRUSTED_HINT: Final = say("The tool wants care, and nobody vouched for its server; 15 minutes are the most.")


def why_not_grantable(call: Call, verdict: Verdict | None, findings: tuple[Finding, ...], facts: CallFacts) -> str:
    """Return why no grant may be given for ``call`` or cover it, a short sentence, empty if one may.

    ``verdict``: None if it was checked before.
    """
    by_verdict = "" if verdict is None else _why_not_by_verdict(verdict)
    return by_verdict or _why_not_by_call(call, findings) or _why_not_by_server(facts)


def durations(call: Call, facts: CallFacts) -> tuple[tuple[GrantDuration, ...], str]:
    """Return how long a grant may last, shortest first, and why not for good, a short sentence.

    Whether it can be kept beyond the end of this host is checked elsewhere.
    """
    verb = tool_of(call).verb
    if _has_untrusted_hint(facts):
        return ("15min",), _HAS_UNTRUSTED_HINT
    if verb in _SHORT_GRANT_VERBS:
        return ("15min", "1h"), _GRANTS_OR_DELETES
    if _has_medium_finding(facts):
        return ("15min", "1h"), _HAS_FINDING
    usual = tuple(it for it in _UNTIL_QUIT if it != "chat" or (call.app.session and call.app.stays))
    if verb in HIGH_IMPACT_VERBS:
        return usual, _HIGH_IMPACT
    if facts.trust == "none":
        return usual, _UNVOUCHED
    return (usual, _IS_DESTRUCTIVE) if _is_destructive(facts) else ((*usual, "always"), "")


def bounds(call: Call, facts: CallFacts, schema: JsonValue = None) -> tuple[Bound, ...]:
    """Return what a grant that is given with ``call``, or that would answer it, may cover, narrowest first.

    ``schema``: the tool's ``inputSchema`` (untrusted), if the grant is not given yet.
    """
    if _has_untrusted_hint(facts):
        return ("exact",)
    is_narrow = facts.trust == "none" or _is_destructive(facts) or _has_medium_finding(facts) or decides(call)
    if is_narrow or not may_be_any(call.arguments_value, schema, tool_of(call)):
        return ("exact", "pattern")
    return ("exact", "pattern", "any")


def _why_not_by_verdict(verdict: Verdict) -> str:
    if verdict.effect is not Effect.ASK:
        return say("A rule decides such calls.")
    if verdict.source not in ("default", "user"):
        return _SOURCES.get(verdict.source, say("Its rule does not allow a standing permission."))
    if verdict.obligations.signed:
        return say("Each such call must be signed.")
    return say("A rule wants a reason for each such call.") if verdict.obligations.reason_required else ""


def _why_not_by_call(call: Call, findings: tuple[Finding, ...]) -> str:
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
    if acts_on_screen(call):
        return say("What it does depends on what is on the screen, which is something else later.")
    return say("It goes on with an earlier call, which is for this once.") if _continues_call(call) else ""


def _why_not_by_server(facts: CallFacts) -> str:
    """Return why the server's words forbid a grant: an untrusted claim is no quorum, but asks each time."""
    claims_quorum = facts.trust == "none" and any(facts.annotations.get(name) for name in _QUORUM_ANNOTATIONS)
    return say("The server says that others must approve each such call.") if claims_quorum else ""


def _is_destructive(facts: CallFacts) -> bool:
    """Whether the tool says so itself. Silence is not held against a server that somebody vouches for."""
    hint = facts.annotations.get("destructiveHint")
    return is_too_long(hint) or any(is_same_value(hint, value, loosely=True) for value in (True, "true"))


def _has_medium_finding(facts: CallFacts) -> bool:
    """Whether such calls run code, change a database or reach out: normal, but never granted for good."""
    return any(finding.severity is not Severity.INFO for finding in facts.findings)


def _has_untrusted_hint(facts: CallFacts) -> bool:
    """Whether a server that nobody vouches for says that the tool wants care."""
    return any(guard.kind == "hint" for guard in plain_guards(facts))


def _continues_call(call: Call) -> bool:
    """Whether it answers what the server asked mid-call (MCP 2026-07-28): one approval, one request."""
    if call.protocol_revision not in MODERN or not any(word in call.params for word in _CONTINUATION_MARKS):
        return False
    members: dict[str, object] = json.loads(call.params)
    return not _ORDINARY_PARAMS.issuperset(members)


# The file


class GrantStore:
    """Keeps grants on the disk, in a file in a directory of this account alone."""

    def __init__(self, path: Path, memory: Memory) -> None:
        self._path, self._memory = path, memory
        self._is_loaded = False
        self._load_task: asyncio.Task[None] | None = None
        self._file = SealedFile(
            path,
            memory,
            limit=MAX_FILE_BYTES,
            remedy=GIVE_ANEW,
            lost=lambda error: _log.warning("permissions that were to last end with this host: %s", error),
            holds=lambda data: bool(_read_file(data, path).grants),
        )

    @property
    def unavailable(self) -> str:
        """Why no grant can be kept, one sentence for people, else empty."""
        return "" if self._is_loaded and not self._memory.unavailable else NO_KEYRING

    def start(self, restore: Callable[[tuple[StandingGrant, ...]], object]) -> None:
        """Load the kept grants, which may take time, and pass them to ``restore``. On the event loop."""
        self._load_task = tasks.spawn(self._restore(restore), name="load the kept grants")

    async def load(self) -> tuple[StandingGrant, ...]:
        """Return the grants of the file, oldest first; none if they cannot be trusted. Never raises."""
        try:
            data = await self._file.load()
            return () if data is None else tuple(map(_restored, _read_file(data, self._path).grants))
        except AssentError as error:
            _log.warning("permissions that were to last are not in force: %s", error)
            return ()
        finally:
            self._is_loaded = True

    def keep(self, grants: Iterable[StandingGrant]) -> None:
        """Replace the kept grants. Returns at once. Must be called on the event loop."""
        entries = tuple(map(_kept, grants))
        self._file.keep(msgspec.json.encode(_File(entries)), holds=bool(entries))

    async def close(self) -> None:
        """Wait until the grants are on disk, at most ``CLOSING`` seconds."""
        if self._load_task is not None and not self._load_task.done():
            await asyncio.wait({self._load_task}, timeout=CLOSING)
        await self._file.close()

    async def _restore(self, restore: Callable[[tuple[StandingGrant, ...]], object]) -> None:
        restore(await self.load())


class _KeptGrant(Struct, frozen=True, forbid_unknown_fields=True):
    """A grant in the file. Its duration is ``always``."""

    id: str
    given_at: float
    who: str
    arguments: bytes
    covers: tuple[str, ...]
    key: GrantKey
    scope: GrantScope


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    grants: tuple[_KeptGrant, ...]
    version: Literal[5] = 5


def _read_file(data: bytes, path: Path) -> _File:
    """Return what the file holds. Raises AssentError if it could not have been written."""
    value = parse(data)
    try:
        file = msgspec.convert(value, _File)
    except msgspec.ValidationError as error:
        raise ConfigError(OTHER_FORM, file=str(path), remedy=GIVE_ANEW) from error
    if parse(msgspec.json.encode(file)) != value:  # a member is missing
        raise ConfigError(OTHER_FORM, file=str(path), remedy=GIVE_ANEW)
    for kept in file.grants:
        scope = kept.scope
        if (scope.bound == "pattern") is (scope.inputs is None) or kept.covers != scope.words():
            raise ConfigError("holds a permission that does not cover what it says", file=str(path), remedy=GIVE_ANEW)
    return file


def _kept(standing: StandingGrant) -> _KeptGrant:
    grant = standing.grant
    covers = tuple(map(str, grant.covers))
    return _KeptGrant(grant.id, grant.given_at, grant.who, grant.arguments, covers, standing.key, standing.scope)


def _restored(kept: _KeptGrant) -> StandingGrant:
    key = kept.key
    grant = Grant(
        kept.id,
        key.app,
        key.server,
        key.tool,
        kept.arguments,
        given_at=kept.given_at,
        expires_at=None,
        who=kept.who,
        duration="always",
        bound=kept.scope.bound,
        covers=kept.covers,
    )
    return StandingGrant(grant, key, kept.scope)
