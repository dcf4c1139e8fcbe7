"""What the caller hears (pure).

Owns: the words and the wire form of every answer that Assent itself gives to ``tools/call``.

Invariants: protocol errors and tool errors stay apart; nothing of ours goes into ``structuredContent``; modern results
carry ``resultType``; text of servers or people that is quoted here was bounded before.
"""

from __future__ import annotations

from typing import Final

from host.canonical import compact
from host.errors import INVALID_PARAMS, SERVER_LOST
from host.model import Decision, JsonObject, Verdict
from host.schema import Violation
from host.wire.call_handler import Reply
from host.wire.methods import MODERN, at_least


def refused(revision: str, text: str) -> Reply:
    """A result with ``isError: true`` whose text a model can act on (MCP, server/tools, Error Handling)."""
    body: JsonObject = {"content": [{"type": "text", "text": text}], "isError": True}
    if revision in MODERN:
        body["resultType"] = "complete"
    return Reply(result=compact(body))


def invalid(revision: str, tool: str, violations: tuple[Violation, ...]) -> Reply:
    """Arguments that violate the input schema: -32602 up to 2025-06-18, a tool error from 2025-11-25 (SEP-1303)."""
    lines = [f"{violation.path}: expected {violation.expected}, got {violation.got}" for violation in violations]
    text = f"Invalid arguments for tool {tool}: " + "; ".join(lines)
    if at_least(revision, "2025-11-25"):
        return refused(revision, text)
    return Reply(error={"code": INVALID_PARAMS, "message": text})


def unusable(tool: str, why: str) -> Reply:
    """A tool that is unknown or withheld."""
    return Reply(error={"code": INVALID_PARAMS, "message": f"{why}: {tool}"})


def lost() -> Reply:
    """The server went away after the call was sent."""
    text = (
        "The server was lost while the call ran. Its outcome is unknown; do not assume that it did or did not happen."
    )
    return Reply(error={"code": SERVER_LOST, "message": text})


def denied(revision: str, verdict: Verdict | None, decision: Decision) -> Reply:
    """A call that was not approved, in words a model can use."""
    text = _DENIED[decision.by]
    if decision.by == "rule" and verdict is not None:
        text = f"{text} {_POLICY_BROKEN if verdict.rule == 'broken-policy' else verdict.because}"
    if decision.reason:
        text = f"{text} Reason: {decision.reason}"
    return refused(revision, text)


def withheld(revision: str, reason: str = "") -> Reply:
    """A call that was sent, but whose result no person released. ``reason``: the person's own words."""
    return refused(revision, f"{WITHHELD} Reason: {reason}" if reason else WITHHELD)


def untold(revision: str, *, sent: bool) -> Reply:
    """A person changed the call, and what was changed cannot be told with the result. ``sent``: whether it was."""
    return refused(revision, f"{_CHANGED} {_SENT_CHANGED if sent else _UNSENT_CHANGED}")


_CHANGED: Final = "The person changed the inputs of this call, and Assent could not say which."
_SENT_CHANGED: Final = "It was sent and may have had effects; its result is withheld. Do not repeat it unasked."
_UNSENT_CHANGED: Final = "It was not sent."

WITHHELD: Final = (
    "The person did not release the result. The call was sent and may have had effects; do not repeat it unasked."
)

_POLICY_BROKEN: Final = "Everything is denied, since a policy file cannot be used; the person can see why."
"""In place of the verdict's own words, which name files of this machine."""

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
