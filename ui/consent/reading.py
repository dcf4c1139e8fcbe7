"""What the button that says yes says, and whether it is offered (pure; SECURITY, rows 7 and 13).

Owns: those words, and those of scope and bound. What stays true: a yes to unread lines says so, with their number; it
is not offered where a grave finding stands, and never while it lacks what a rule wants; the words of a scope say
exactly what is granted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from host.control.views import Asked
from host.model import Bound, Scope, Severity

Kind: TypeAlias = Literal["approve", "sign", "release"]

ONCE: Final = "Only this call, once"
ONCE_MEANS: Final = "The same call is asked again next time."
LASTING: Final[dict[Scope, str]] = {
    "once": ONCE,
    "15min": "For 15 minutes",
    "1h": "For 1 hour",
    "chat": "For this chat, 24 hours at most",
    "quit": "Until Assent quits",
    "always": "Always, until you take it back",
}
"""For how long, as a choice."""
BOUNDS: Final[dict[Bound, str]] = {
    "exact": "Exactly this call",
    "pattern": "Calls like this one",
    "any": "Any inputs of this tool",
}
"""What for, as a choice."""
_SPANS: Final[dict[Scope, str]] = {
    "once": "",
    "15min": " for 15 minutes",
    "1h": " for 1 hour",
    "chat": " for this chat",
    "quit": " until Assent quits",
    "always": " always",
}
_UNTIL: Final[dict[Scope, str]] = {
    "once": "This once",
    "15min": "For 15 minutes",
    "1h": "For 1 hour",
    "chat": "Until this chat ends, 24 hours at most",
    "quit": "Until Assent quits",
    "always": "Until you take it back",
}
_ALONE: Final[dict[Kind, tuple[str, str]]] = {
    "approve": ("Approve once", "Sends exactly what is shown, once. Ctrl+Return"),
    "sign": ("Sign", "Your signature counts for exactly what is shown. Ctrl+Return"),
    "release": ("Release", "The app gets exactly what is shown. Ctrl+Return"),
}
_VERBS: Final[dict[Kind, str]] = {"approve": "Approve", "sign": "Sign", "release": "Release"}


@dataclass(frozen=True, slots=True)
class Lack:
    """What a yes still lacks. Attributes: text: as the button says it. why: one sentence."""

    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Yes:
    """The yes that a press would give. Attributes: kind, scope. lack: what stands in its way, None where nothing."""

    kind: Kind = "approve"
    scope: Scope = "once"
    lack: Lack | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """The button. Attributes: text, offered, why: one sentence about it, for tooltip and screen reader."""

    text: str
    offered: bool
    why: str


def offer(unread: int, grave: bool, yes: Yes) -> Offer:
    """What the button says with ``unread`` lines never in view. ``grave``: a high finding stands."""
    verb, span = _VERBS[yes.kind], _SPANS[yes.scope]
    if unread and grave:
        why = "Assent found something grave, so all of it must be seen first."
        return Offer(f"Read to the end to {yes.kind}", False, why)
    if yes.lack is not None:
        return Offer(yes.lack.text, False, yes.lack.why)
    if unread:
        text = f"{verb}{span} without reading {count(unread, 'line')}"
        return Offer(text, True, "Part of what is shown has not been on screen yet.")
    if yes.scope == "once":
        text, why = _ALONE[yes.kind]
        return Offer(text, True, why)
    return Offer(f"Approve{span}", True, "Sends what is shown, and lets through what is written above.")


def granting(scope: Scope, app: str, route: str) -> str:
    """The beginning of what is granted; the lines of what it covers follow. ``app``, ``route``: escaped."""
    return f"{_UNTIL[scope]}, {app} may call {route} without asking, with:"


def nothing_wider(asked: Asked) -> str:
    """Why a grant covers exactly this call alone; empty where the host offers more.

    A pattern is offered wherever one is found and the tool claims nothing that wants care; any inputs are offered of a
    server that somebody vouches for and whose tool does not say that it destroys.
    """
    if [offer.bound for offer in asked.bounds] != ["exact"]:
        return ""
    if asked.request.call.server.trusted:
        return (
            "Wider is not offered: the tool says that it may destroy, and no pattern of these inputs is safe to offer."
        )
    if asked.scopes == ("15min",):
        return "Wider is not offered: the tool wants care, and nobody vouched for its server."
    return "Wider is not offered: nobody vouched for this server, and no pattern of these inputs is safe to offer."


def is_grave(asked: Asked) -> bool:
    """Whether a finding of the highest severity stands."""
    return any(finding.severity is Severity.HIGH for finding in asked.request.findings)


def count(number: int, thing: str) -> str:
    """``1 line``, ``14,200 lines``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def content_of(asked: Asked) -> tuple[object, ...]:
    """What of a question is content: everything that a person judges by, but not the time left, queue or signatures."""
    request, signing = asked.request, asked.signing
    return (
        request.call.id, request.round, request.call.digest, request.call.app, request.call.server,
        request.definition.digest, request.verdict, request.findings, request.voided_because, request.result,
        asked.no_grant, asked.server_title, asked.bounds, asked.scopes, asked.no_always,
        None if signing is None else (signing.required, signing.pin),
    )  # fmt: skip
