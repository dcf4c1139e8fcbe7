"""Calls that servers answered with a request for input, and the calls that go on with them (attack 2).

Owns: which ``requestState`` this session's server gave for which tool, and what is to be said of a call that brings one
back (MCP 2026-07-28, basic/patterns/mrtr).

Invariants: a further round is a call of its own, and is asked about although a rule allows the tool; what the app says
it continues counts for nothing: only a state that this server gave, in this session, for this tool, links two calls;
an answer that a person is to see before it leaves makes the round one that no rule lets pass (attack 27); what is
remembered is bounded, and the oldest is forgotten first.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from host.canonical import canonical, parse
from host.model import Call, Finding, JsonObject, JsonValue, Severity, sha256_hex
from host.values import replace
from host.words import say

KEPT: Final = 64
"""Rounds of one session that are remembered; people answer within minutes."""
ASKED_KEPT: Final = 64 << 10
"""Bytes of what a server asked that are kept to be shown again."""
_META_CAPABILITIES: Final = "io.modelcontextprotocol/clientCapabilities"
_MEMBERS: Final = ("inputResponses", "requestState")
_CONTINUING: Final = tuple(b'"%s":' % name.encode() for name in _MEMBERS)

_GOES_ON: Final = say("This goes on with an earlier call: the server asked for more, and the app answers.")
_CHANGED: Final = say("This goes on with an earlier call, but with other inputs than that call had.")
_UNSEEN: Final = say(
    "This goes on with an earlier call, and brings the server an answer that nobody has seen yet. Read it first."
)
_MORE: Final = say("This goes on with an earlier call, and answers more than the server asked.")
_UNASKED: Final = say("This answers a server that did not ask in this session: nobody can tell what it goes on with.")
_FOREIGN: Final = say(
    "It claims to continue an earlier call that Assent does not know, or one whose state was changed since."
)


class Round(NamedTuple):
    """A call that was answered with a request for input.

    Attributes:
        call: its id.
        arguments: its inputs, canonical.
        keys: under which the server wants answers.
        requests: what it asked, canonical; None where that is too long to be kept.
        held: those of the keys whose answers a person is to see before they leave.
    """

    call: str
    arguments: bytes
    keys: frozenset[str]
    requests: bytes | None
    held: frozenset[str] = frozenset()


class Rounds:
    """The calls of one session that the server answered with a request for input."""

    def __init__(self) -> None:
        """No call was answered so yet."""
        self._given: OrderedDict[tuple[str, str], Round] = OrderedDict()
        self._linked: dict[str, Round | None] = {}

    def given(self, call: Call, result: JsonObject, held: frozenset[str] = frozenset()) -> None:
        """The app hears that the server wants input before it goes on with ``call``. ``held``: as ``Round`` has it.

        A state that was given before keeps what was to be seen then: nobody can tell which of both an answer is for.
        """
        wanted = result.get("inputRequests")
        requests = canonical(wanted) if isinstance(wanted, dict) and wanted else b""
        keys = frozenset(wanted) if isinstance(wanted, dict) else frozenset[str]()
        key = _key(call.tool, result.get("requestState"))
        if (before := self._given.get(key)) is not None:
            held |= before.held
        kept = requests if 0 < len(requests) <= ASKED_KEPT else None
        self._given[key] = Round(call.id, call.arguments, keys, kept, held)
        self._given.move_to_end(key)
        if len(self._given) > KEPT:
            self._given.popitem(last=False)

    def linked(self, call: Call) -> Call:
        """``call`` as it came, with the id of the call that it goes on with, where that is known."""
        if (members := continuation(call)) is None:
            return call
        known = self._given.get(_key(call.tool, members.get("requestState")))
        self._linked[call.id] = known
        return call if known is None else replace(call, continues=known.call)

    def ended(self, call: Call) -> None:
        """``call`` is at its end."""
        self._linked.pop(call.id, None)

    def server_request(self, call: Call) -> bytes | None:
        """What the server asked before ``call``; None where that is not known."""
        known = self._linked.get(call.id)
        return None if known is None else known.requests

    def findings(self, call: Call) -> tuple[Finding, ...]:
        """What is to be said of ``call`` because of earlier ones."""
        if call.id not in self._linked:
            return ()
        known = self._linked[call.id]
        if known is None:
            state = (continuation(call) or {}).get("requestState")
            return (Finding("foreign-state", Severity.HIGH, _UNASKED if state is None else _FOREIGN),)
        answers = _answers(call)
        if known.held & answers.keys():
            return (Finding("further-round", Severity.HIGH, _UNSEEN),)
        return (Finding("further-round", Severity.MEDIUM, _words(known, call, answers)),)


def continuation(call: Call) -> JsonObject | None:
    """The members of a call's params by which it goes on with another; None where it does not."""
    if not any(mark in call.params for mark in _CONTINUING):
        return None
    params = parse(call.params)
    members = {key: value for key, value in params.items() if key in _MEMBERS} if isinstance(params, dict) else {}
    return members or None


def capabilities_in(call: Call) -> JsonValue:
    """What the app says in a modern call that it can do (2026-07-28, basic, _meta)."""
    params = parse(call.params)
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta.get(_META_CAPABILITIES) if isinstance(meta, dict) else None


def _answers(call: Call) -> JsonObject:
    answers = (continuation(call) or {}).get("inputResponses")
    return answers if isinstance(answers, dict) else {}


def _words(known: Round, call: Call, answers: JsonObject) -> str:
    if known.arguments != call.arguments:
        return _CHANGED
    return _MORE if answers.keys() - known.keys else _GOES_ON


def _key(tool: str, state: JsonValue) -> tuple[str, str]:
    """States may be long, and are any JSON in the hands of a careless app."""
    return tool, "" if state is None else sha256_hex(canonical(state))
