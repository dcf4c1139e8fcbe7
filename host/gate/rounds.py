"""Calls that servers answered with a request for input, and the calls that continue them (attack 2).

Owns: which ``requestState`` the server of this session gave for which tool, and the findings about a call that brings
one back (MCP 2026-07-28, basic/patterns/mrtr).

Invariants:
    - A further round is a call of its own, and is asked about even if a rule allows the tool.
    - Only a state that this server gave in this session for this tool links two calls. The app's own claims count for
      nothing.
    - If an answer must be seen by a person before it leaves, no rule lets the round pass (attack 27).
    - Memory is bounded; the oldest round is forgotten first.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from msgspec import Struct

from host.canonical import canonical, parse
from host.model import Call, Finding, JsonObject, JsonValue, Severity, object_in, sha256_hex
from host.values import replace
from host.words import say

MAX_ROUNDS_KEPT: Final = 64
"""Rounds of one session that are remembered. People answer within minutes."""
MAX_REQUESTS_BYTES: Final = 64 << 10
"""Bytes of a server's requests that are kept to be shown again."""
_META_CAPABILITIES: Final = "io.modelcontextprotocol/clientCapabilities"
_PARAMS: Final = ("inputResponses", "requestState")
_CONTINUATION_MARKS: Final = tuple(b'"%s":' % name.encode() for name in _PARAMS)

_GOES_ON: Final = say("This goes on with an earlier call: the server asked for more, and the app answers.")
_CHANGED: Final = say("This goes on with an earlier call, but with other inputs than that call had.")
_UNSEEN_ANSWER: Final = say(
    "This goes on with an earlier call, and brings the server an answer that nobody has seen yet. Read it first."
)
_MORE: Final = say("This goes on with an earlier call, and answers more than the server asked.")
_UNASKED: Final = say("This answers a server that did not ask in this session: nobody can tell what it goes on with.")
_FOREIGN: Final = say(
    "It claims to continue an earlier call that Assent does not know, or one whose state was changed since."
)


class Round(Struct, frozen=True):
    """A call that was answered with a request for input."""

    call: str  # its id
    arguments: bytes  # its inputs, canonical
    keys: frozenset[str]  # the keys under which the server wants answers
    requests: bytes | None  # the server's requests, canonical; None if too long to be kept
    held: frozenset[str] = frozenset()  # the keys whose answers a person must see before they leave


class Rounds:
    """The calls of one session that the server answered with a request for input."""

    def __init__(self) -> None:
        self._rounds_by_state: OrderedDict[tuple[str, str], Round] = OrderedDict()
        self._round_by_call: dict[str, Round | None] = {}

    def remember(self, call: Call, result: JsonObject, held: frozenset[str] = frozenset()) -> None:
        """Remember that the server wants input before it continues ``call``. ``held``: as in ``Round``.

        A state that was given before keeps its held keys: it is unknown which of the two an answer is for.
        """
        wanted = result.get("inputRequests")
        requests = canonical(wanted) if isinstance(wanted, dict) and wanted else b""
        keys = frozenset(wanted) if isinstance(wanted, dict) else frozenset[str]()
        key = _key(call.tool, result.get("requestState"))
        if (before := self._rounds_by_state.get(key)) is not None:
            held |= before.held
        kept_requests = requests if 0 < len(requests) <= MAX_REQUESTS_BYTES else None
        self._rounds_by_state[key] = Round(call.id, call.arguments, keys, kept_requests, held)
        self._rounds_by_state.move_to_end(key)
        if len(self._rounds_by_state) > MAX_ROUNDS_KEPT:
            self._rounds_by_state.popitem(last=False)

    def link(self, call: Call) -> Call:
        """Return ``call`` with the id of the call that it continues, if that is known."""
        if (members := continuation(call)) is None:
            return call
        earlier = self._rounds_by_state.get(_key(call.tool, members.get("requestState")))
        self._round_by_call[call.id] = earlier
        return call if earlier is None else replace(call, continues=earlier.call)

    def forget(self, call: Call) -> None:
        """Forget the link of ``call``, which has ended."""
        self._round_by_call.pop(call.id, None)

    def server_request(self, call: Call) -> bytes | None:
        """Return what the server asked before ``call``, None if unknown."""
        earlier = self._round_by_call.get(call.id)
        return None if earlier is None else earlier.requests

    def findings(self, call: Call) -> tuple[Finding, ...]:
        """Return the findings about ``call`` that come from earlier rounds."""
        if call.id not in self._round_by_call:
            return ()
        earlier = self._round_by_call[call.id]
        if earlier is None:
            state = (continuation(call) or {}).get("requestState")
            return (Finding("foreign-state", Severity.HIGH, _UNASKED if state is None else _FOREIGN),)
        answers = object_in(continuation(call), "inputResponses")
        if earlier.held & answers.keys():
            return (Finding("further-round", Severity.HIGH, _UNSEEN_ANSWER),)
        return (Finding("further-round", Severity.MEDIUM, _continuation_text(earlier, call, answers)),)


def continuation(call: Call) -> JsonObject | None:
    """Return the params by which a call continues another one, None if it does not."""
    # All keys behind "arguments", and little else if that is long. Where there is none, it is ``{}``.
    behind = call.params[len(call.arguments) - 1 :]
    if not any(map(behind.__contains__, _CONTINUATION_MARKS)):
        return None
    return {key: value for key, value in object_in(parse(call.params)).items() if key in _PARAMS} or None


def capabilities_in(call: Call) -> JsonValue:
    """Return what the app declares in a modern call (2026-07-28, basic, _meta)."""
    return object_in(parse(call.params), "_meta").get(_META_CAPABILITIES)


def _continuation_text(earlier: Round, call: Call, answers: JsonObject) -> str:
    if earlier.arguments != call.arguments:
        return _CHANGED
    return _MORE if answers.keys() - earlier.keys else _GOES_ON


def _key(tool: str, state: JsonValue) -> tuple[str, str]:
    """Return the key of a round. A state is hashed, since it may be long and any JSON."""
    return tool, "" if state is None else sha256_hex(canonical(state))
