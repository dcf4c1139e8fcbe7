"""Assent's own answers to apps, and the ways in which a call ends without being sent (pure).

Owns: the text and wire form of every answer to ``tools/call`` from Assent itself; the ends of an unanswered question;
the one way in which the parts of the gate refuse a call.

Invariants:
    - Protocol errors and tool errors stay apart. Assent adds nothing to ``structuredContent``. Modern results carry
      ``resultType``. Quoted text of servers or people was bounded before.
    - A refusal carries the record that is logged before the caller gets an answer. Nothing in this module sends a call.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from host.canonical import compact
from host.errors import INVALID_PARAMS, SERVER_LOST
from host.model import Answer, Call, Decision, Draft, JsonObject, Verdict
from host.schema import Violation
from host.wire.call_handler import Reply
from host.wire.methods import MODERN, is_at_least
from host.words import say

OUTDATED: Final = "the server's configuration changed; reconnect to it"
REDEFINED: Final = "the server changed the definition of this tool"
NEW_POLICY: Final = "the policy changed"
GRANT_ENDED: Final = "the permission that covered it has ended"
TRUST_CHANGED: Final = "who vouches for the server changed"
SIGNER_REMOVED: Final = "somebody who signed it may not sign any more"
REDIRECTED: Final = "a path in the inputs leads elsewhere than it did"
UNSIGNED: Final = "the signatures are not complete"
NO_REASON: Final = "a rule requires a reason for this yes, and none was given"


class Refusal(Exception):
    """Control flow inside the gate: the call ends here, unsent."""

    def __init__(self, draft: Draft, reply: Reply, end: NoAnswer | None = None) -> None:
        """``draft``: the record to write before the caller gets ``reply``.

        ``end``: what ended a question that is not asked again, if a person should read more than that.
        """
        super().__init__()
        self.draft, self.reply, self.end = draft, reply, end

    @property
    def because(self) -> str:
        """The reason in the record, or an empty text."""
        because = self.draft.fields.get("because")
        return because if isinstance(because, str) else ""


class NoAnswer(Struct, frozen=True):
    """A pending call ended without an answer."""

    by: str  # as in ``model.Decision.by``
    why: str  # a safe sentence
    there: str = ""  # what existed at the call's target, as the question said; empty if it said nothing


def release_decision(call: Call, end: Answer | NoAnswer) -> Decision:
    """Return the decision on whether what was held of ``call`` is released."""
    if isinstance(end, NoAnswer):
        return Decision(call.id, call.digest, False, end.by, "", end.why)
    approve = end.approve is True  # a truthy value is not enough
    return Decision(call.id, call.digest, approve, "approver", end.approver, end.reason, end.note)


EXPIRED: Final = NoAnswer("expiry", say("nobody decided in time"))
NO_WINDOW: Final = NoAnswer("no-window", say("no approver is there"))
FAULT: Final = NoAnswer("fault", say("the approver failed"))
WRONG_CALL: Final = NoAnswer("fault", say("the answer was about another call"))
WITHDRAWN: Final = NoAnswer("withdrawal", say("the app withdrew the call"))
APP_GONE: Final = NoAnswer("withdrawal", say("the app went away"))
STOPPED: Final = NoAnswer("stop", say("the emergency stop was pressed"))
QUITTING: Final = NoAnswer("quit", say("Assent is closing"))
SERVER_GONE: Final = NoAnswer("fault", say("the server stopped while the call waited"))
UNASKED: Final = NoAnswer("fault", say("the changed call was not asked about; its history says why"))
ABANDONED: Final = NoAnswer("fault", say("the wait for an answer broke off"))


# What the caller is told


def refused(revision: str, text: str) -> Reply:
    """Return a result with ``isError: true`` and a text for the model (MCP, server/tools, Error Handling)."""
    body: JsonObject = {"content": [{"type": "text", "text": text}], "isError": True}
    if revision in MODERN:
        body["resultType"] = "complete"
    return Reply(result=compact(body))


def invalid(revision: str, tool: str, violations: tuple[Violation, ...]) -> Reply:
    """Answer invalid arguments: -32602 up to 2025-06-18, a tool error from 2025-11-25 (SEP-1303)."""
    lines = [f"{violation.path}: expected {violation.expected}, got {violation.got}" for violation in violations]
    text = f"Invalid arguments for tool {tool}: " + "; ".join(lines)
    if is_at_least(revision, "2025-11-25"):
        return refused(revision, text)
    return Reply(error={"code": INVALID_PARAMS, "message": text})


def unusable(tool: str, why: str) -> Reply:
    """Answer a call to an unknown or withheld tool."""
    return Reply(error={"code": INVALID_PARAMS, "message": f"{why}: {tool}"})


def server_lost() -> Reply:
    """Answer a call whose server went away after dispatch."""
    text = (
        "The server was lost while the call ran. Its outcome is unknown; do not assume that it did or did not happen."
    )
    return Reply(error={"code": SERVER_LOST, "message": text})


def denied(revision: str, verdict: Verdict | None, decision: Decision) -> Reply:
    """Answer a call that was not approved, in words a model can use."""
    text = _DENIED[decision.by]
    if decision.by == "rule" and verdict is not None:
        text = f"{text} {_POLICY_BROKEN if verdict.rule == 'broken-policy' else verdict.because}"
    if decision.reason:
        text = f"{text} Reason: {decision.reason}"
    return refused(revision, text)


def withheld(revision: str, reason: str = "") -> Reply:
    """Answer a call that was sent, but whose result nobody released. ``reason``: the person's words."""
    return refused(revision, f"{WITHHELD} Reason: {reason}" if reason else WITHHELD)


def change_unreported(revision: str, *, sent: bool) -> Reply:
    """Answer a call with a person's change that cannot be described. ``sent``: whether the call was sent."""
    return refused(revision, f"{_CHANGED} {_SENT_CHANGED if sent else _UNSENT_CHANGED}")


_CHANGED: Final = "The person changed the inputs of this call, and Assent could not say which."
_SENT_CHANGED: Final = "It was sent and may have had effects; its result is withheld. Do not repeat it unasked."
_UNSENT_CHANGED: Final = "It was not sent."

WITHHELD: Final = (
    "The person did not release the result. The call was sent and may have had effects; do not repeat it unasked."
)

_POLICY_BROKEN: Final = "Everything is denied, since a policy file cannot be used; the person can see why."
"""Replaces the verdict's own words, which name files of this machine."""

_DENIED: Final = {
    "rule": "Not allowed by policy; the call was not sent. Do not retry it unchanged.",
    "approver": "The person denied this call; it was not sent. Do not retry it unchanged; ask or choose another way.",
    "expiry": "Nobody decided in time; the call was not sent. It may be proposed again when the person is back.",
    "no-window": "No approval window is open, so nobody could be asked; the call was not sent.",
    "limit": "Too many calls; this one was not sent. Wait before proposing more.",
    "stop": "The person stopped all calls; this one was not sent. Do not propose more until asked to.",
    "quit": "Assent is closing; the call was not sent.",
    "drift": "What was to be approved changed meanwhile, so the call was not sent. List the tools again.",
    "fault": "Assent could not decide safely, so the call was not sent.",
}
