"""Standing permission for exactly one call, for fifteen minutes (SECURITY, row 13).

Owns: the grants in force, and which calls one may be given for. What stays true: a grant covers a call only where the
server's configuration, the tool's definition, the app and the token that proved it, the server, and the canonical
bytes of all that is sent are those of the call that a person approved; it answers only questions that the default or
the user's own rules ask; it never outlives its time by either clock, nor the token of its app. ``_meta`` is part of
what is sent, so it must be the same too, less what ``_PER_CALL`` names.

Grants live in memory and end with the host: until they are signed, one kept in a file could be written by any program
of the same user.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from host.canonical import canonical, parse_document
from host.gate import records
from host.gate.hooks import tell, unheard
from host.ids import uuid7
from host.model import UNKNOWN_APP, Call, Draft, Effect, Finding, JsonValue, Severity, Verdict
from host.wire.methods import MODERN

SCOPE: Final = "15min"
"""The ``scope`` of an answer that asks for a grant."""
GRANT_SECONDS: Final = 900
MAX_GRANTS: Final = 256
"""More than a person can oversee; each costs some multiple of ``MAX_ARGUMENTS`` bytes of memory."""
MAX_ARGUMENTS: Final = 16 * 1024
"""Bytes. Arguments beyond that are contents rather than commands: hardly sent twice, and too long to list."""
MAX_BESIDE: Final = 8 * 1024
"""Bytes of the tool's name and of what an app puts beside the inputs: capabilities and names of software, as a rule."""

_PER_CALL: Final = {"traceparent": re.compile(r"00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")}
"""Members of ``_meta`` that differ with each call and mean nothing to a tool, with the form that they must have.

- ``traceparent``: ids of a trace (MCP 2026-07-28, basic, ``_meta``; SEP-414; the form is W3C Trace Context, 3.2). What
  has another form counts as anything else does.

The progress token is not here: ``wire.freeze`` has split it off, and the server gets a number of ours. The same page
of MCP names ``tracestate`` and ``baggage``, which hold free text: a tool could act on it, so they count. So do the
names under ``io.modelcontextprotocol/`` (``protocolVersion``, ``clientInfo``, ``clientCapabilities``, ``logLevel``),
which an app has no reason to change between two calls.
"""
_PLAIN: Final = frozenset({"name", "arguments", "_meta"})
_CONTINUING: Final = (b'"inputResponses":', b'"requestState":')
_SOURCES: Final = {
    "managed": "The managed policy wants a person to see every such call.",
    "guard": "Assent has a reason to ask about each such call.",
}


@dataclass(frozen=True, slots=True)
class Grant:
    """One standing permission.

    Attributes:
        id: UUIDv7. app, server, tool (untrusted): whom it covers. arguments: the exact canonical bytes.
        given_at, expires_at: Unix seconds. who: gave it. used: calls that it answered so far.
    """

    id: str
    app: str
    server: str
    tool: str
    arguments: bytes
    given_at: float
    expires_at: float
    who: str
    used: int = 0


class Key(NamedTuple):
    """Everything that a grant is bound to.

    Attributes:
        config, definition: digests of the whole. app: its name. proof: as in ``model.App``. server: its id.
        sent: the canonical bytes of what is sent, tool and arguments among it, less ``_PER_CALL``.
    """

    config: str
    definition: str
    app: str
    proof: str
    server: str
    sent: bytes


class Offer(NamedTuple):
    """A grant that is not in force yet. Attributes: grant. record: must be durable first. key: what it covers."""

    grant: Grant
    record: Draft
    key: Key


class _Standing(NamedTuple):
    grant: Grant
    until: float


class Grants:
    """The grants in force.

    Attributes:
        changed: hears that a grant was given, used or taken back. One that runs out says nothing: ``expires_at`` does.
    """

    def __init__(
        self, log: Callable[[Draft], None], clock: Callable[[], float], monotonic: Callable[[], float]
    ) -> None:
        """``log``: queues a record. ``clock``: Unix seconds. ``monotonic``: seconds that nobody can set back."""
        self._log, self._clock, self._monotonic = log, clock, monotonic
        self._standing: dict[Key, _Standing] = {}
        self.changed: Callable[[], None] = unheard

    @property
    def all(self) -> tuple[Grant, ...]:
        """Those in force, newest first."""
        self._forget_expired()
        return tuple(standing.grant for standing in reversed(self._standing.values()))

    def refusal(self, call: Call, verdict: Verdict, findings: tuple[Finding, ...]) -> str:
        """Why no grant may be given for ``call``: a short sentence of ours, empty where one may."""
        if why := _ungrantable(call, verdict, findings):
            return why
        if len(self.all) >= MAX_GRANTS:
            return f"There are {MAX_GRANTS} standing permissions already; revoke some first."
        return ""

    def offer(self, call: Call, definition: str, who: str) -> Offer:
        """A grant for ``call``, as the tool's ``definition`` (a digest) stands; not in force before ``give``."""
        now = self._clock()
        grant = Grant(
            uuid7(now),
            call.app.name,
            call.server.id,
            call.tool,
            call.arguments,
            given_at=now,
            expires_at=now + GRANT_SECONDS,
            who=who,
        )
        record = records.grant_given(grant.id, call, definition, seconds=GRANT_SECONDS, who=who)
        return Offer(grant, record, _key(call, definition))

    def give(self, offer: Offer) -> bool:
        """Put ``offer`` in force, now that its record is durable. An older grant for exactly the same ends.

        False where others took the last room since ``refusal`` was asked; the log says that it ended at once.
        """
        self._forget_expired()
        grant, older = offer.grant, self._standing.pop(offer.key, None)
        if older is not None:
            self._log(records.grant_revoked(older.grant.id, grant.who, "the same was granted anew"))
        room = len(self._standing) < MAX_GRANTS
        if room:
            self._standing[offer.key] = _Standing(grant, self._monotonic() + GRANT_SECONDS)
        else:
            self._log(records.grant_revoked(grant.id, grant.who, "too many permissions stand already"))
        tell(self.changed)
        return room

    def covering(self, call: Call, definition: str, verdict: Verdict, findings: tuple[Finding, ...]) -> Grant | None:
        """The grant that answers the question about ``call``, None where a person must."""
        if not self._standing:
            return None
        key = _key(call, definition)
        standing = self._standing.get(key)
        if standing is None or _ungrantable(call, verdict, findings):
            return None
        if self._expired(standing):
            del self._standing[key]
            return None
        return standing.grant

    def used(self, grant_id: str) -> None:
        """Count a call that was sent by this grant."""
        for key, standing in self._standing.items():
            if standing.grant.id == grant_id:
                counted = replace(standing.grant, used=standing.grant.used + 1)
                self._standing[key] = standing._replace(grant=counted)
                tell(self.changed)
                return

    def revoke(self, grant_id: str, who: str) -> bool:
        """Take a grant back, from this moment; False where none of that id is in force."""
        self._forget_expired()
        for key, standing in self._standing.items():
            if standing.grant.id == grant_id:
                del self._standing[key]
                self._log(records.grant_revoked(grant_id, who))
                tell(self.changed)
                return True
        return False

    def revoke_all(self, who: str, because: str) -> None:
        """Take every grant back. ``because``: safe words for the record."""
        taken, self._standing = self._standing, {}
        for standing in taken.values():
            self._log(records.grant_revoked(standing.grant.id, who, because))
        if taken:
            tell(self.changed)

    def recheck_apps(self, proof_of: Callable[[str], str]) -> int:
        """Take back the grants of apps that no longer have the token under which they were given; returns how many.

        ``proof_of``: the ``proof`` of the app of that name by now, empty where it has no token.
        """
        proofs = {app: proof_of(app) for app in {key.app for key in self._standing}}
        taken = [key for key in self._standing if proofs[key.app] != key.proof]
        for key in taken:
            self._log(records.grant_revoked(self._standing.pop(key).grant.id, "", "the app's token was revoked"))
        if taken:
            tell(self.changed)
        return len(taken)

    def _expired(self, standing: _Standing) -> bool:
        """Whichever clock says so first: one can be set back, the other stands still while the machine sleeps."""
        return self._clock() >= standing.grant.expires_at or self._monotonic() >= standing.until

    def _forget_expired(self) -> None:
        self._standing = {key: standing for key, standing in self._standing.items() if not self._expired(standing)}


def _ungrantable(call: Call, verdict: Verdict, findings: tuple[Finding, ...]) -> str:
    """Why such a call is a person's each time, whatever the room."""
    if verdict.effect is not Effect.ASK:
        return "A rule decides such calls."
    if verdict.source not in ("default", "user"):
        return _SOURCES.get(verdict.source, "Its rule does not allow a standing permission.")
    if not call.app.authenticated or call.app.name == UNKNOWN_APP:
        return "The app did not prove who it is."
    if any(finding.severity is not Severity.INFO for finding in findings):
        return "There is something to notice about this call each time."
    if len(call.arguments) > MAX_ARGUMENTS:
        return "The inputs are too long for a standing permission."
    if len(call.params) - len(call.arguments) > MAX_BESIDE:
        return "It carries too much beside its inputs for a standing permission."
    if _goes_on(call):
        return "It goes on with an earlier call, which is for this once."
    return ""


def _goes_on(call: Call) -> bool:
    """Whether it answers what the server asked for mid-call (MCP 2026-07-28): one approval, one request (row 2)."""
    if call.revision not in MODERN or not any(word in call.params for word in _CONTINUING):
        return False
    members: dict[str, object] = json.loads(call.params)
    return not _PLAIN.issuperset(members)


def _key(call: Call, definition: str) -> Key:
    """``call`` may be as long as it likes: where a grant may be given or cover is asked apart from this."""
    return Key(call.server.config_digest, definition, call.app.name, call.app.proof, call.server.id, _sent(call))


def _sent(call: Call) -> bytes:
    """The canonical bytes of everything that the server gets, less what may differ with each call."""
    if len(call.params) > MAX_ARGUMENTS + MAX_BESIDE or not any(
        f'"{name}":'.encode() in call.params for name in _PER_CALL
    ):
        return call.params
    members, plain = parse_document(call.params)
    assert isinstance(members, dict), "frozen params are an object"
    meta = members.pop("_meta", {})
    assert isinstance(meta, dict), "and so is what they hold as _meta"
    kept = {name: value for name, value in meta.items() if not _differs_each_time(name, value)}
    return canonical(members | {"_meta": kept} if kept else members, plain=plain)


def _differs_each_time(name: str, value: JsonValue) -> bool:
    form = _PER_CALL.get(name)
    return form is not None and isinstance(value, str) and form.fullmatch(value) is not None
