"""Which calls a standing permission may be given for, and of what kind (pure).

Owns: these limits and their words.

Invariants: a grant answers only a question that the default or the user's own rules ask, of an app that proved its
name, about a call with nothing to notice; where signatures or a reason are wanted each time there is none; what a
server says about its tools narrows what may be given, and never widens it beyond what a server without a word gets;
where a tool sends, pays, grants, deletes or runs, none covers any inputs or is for good, and where it pays, grants or
deletes, none is for longer than an hour.
"""

from __future__ import annotations

import json
from typing import Final

from host.gate.grant_scope import may_be_any, tool_of
from host.inspect.kinds import forces
from host.inspect.tools import HIGH_IMPACT_VERBS
from host.model import UNKNOWN_APP, Bound, Call, Effect, Finding, GrantDuration, JsonValue, Severity, Verdict
from host.naming import Verb
from host.policy.conditions import endless, same
from host.policy.evaluate import plain_guards
from host.policy.facts import CallFacts
from host.wire.methods import MODERN
from host.words import say

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
_BRIEF: Final[frozenset[Verb]] = frozenset({"pays", "grants", "deletes"})
_POWER: Final = say("It sends or runs something; choose until quit.")
_GONE: Final = say("It pays, gives rights or deletes; an hour is the most.")
_NATURE: Final = say("Such calls always deserve a look; an hour is the most.")
_CAREFUL: Final = say("The tool wants care, and nobody vouched for its server; 15 minutes are the most.")


def refusal(call: Call, verdict: Verdict | None, findings: tuple[Finding, ...], facts: CallFacts) -> str:
    """Why no grant may be given for ``call``, or cover it: a short sentence of ours, empty where one may.

    ``verdict``: None where it was asked before.
    """
    by_verdict = "" if verdict is None else _by_verdict(verdict)
    return by_verdict or _by_call(call, findings) or _by_server(facts)


def durations(call: Call, facts: CallFacts) -> tuple[GrantDuration, ...]:
    """For how long a grant may be given, shortest first, whatever can be kept beyond the end of this host."""
    if _untrusted_hint(facts):
        return ("15min",)
    if _has_medium_finding(facts) or tool_of(call).verb in _BRIEF:
        return ("15min", "1h")
    usual = tuple(one for one in _WHILE_OPEN if one != "chat" or (call.app.session and call.app.stays))
    return usual if no_always(call, facts) else (*usual, "always")


def no_always(call: Call, facts: CallFacts) -> str:
    """Why no grant of ``always`` may be given; empty where one may."""
    if _untrusted_hint(facts):
        return _CAREFUL
    verb = tool_of(call).verb
    if verb in _BRIEF:
        return _GONE
    if _has_medium_finding(facts):
        return _NATURE
    if verb in HIGH_IMPACT_VERBS:
        return _POWER
    if facts.trust == "none":
        return _UNVOUCHED
    return _DESTROYS if _destroys(facts) else ""


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
    return say("It goes on with an earlier call, which is for this once.") if _goes_on(call) else ""


def _by_server(facts: CallFacts) -> str:
    """A claim of an untrusted server is no quorum, but it forces a question each time."""
    claimed = facts.trust == "none" and any(facts.annotations.get(name) for name in _QUORUM)
    return say("The server says that others must approve each such call.") if claimed else ""


def _destroys(facts: CallFacts) -> bool:
    """Whether the tool says so itself. What it does not say is not held against a server that is vouched for."""
    said = facts.annotations.get("destructiveHint")
    return endless(said) or any(same(said, value, loosely=True) for value in (True, "true"))


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
