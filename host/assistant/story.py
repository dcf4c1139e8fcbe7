"""What a story is made of (pure).

Owns: the types of the script and the words for endings that no chapter has words of its own for.

Invariants: the story is data; nothing in it decides anything, and whatever the person answers, the story knows how to
go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from host.model import JsonObject

APP: Final = "demo-assistant"
"""The app that the scripted assistant is; its token is made with the demonstration's profile."""

Ending: TypeAlias = Literal[
    "succeeded", "tool error", "denied", "rule", "expired", "no window", "limit", "stop", "cut short", "quit",
    "changed", "fault", "protocol error", "lost", "withheld",
]  # fmt: skip
"""How a proposed call ended, as far as an app can hear it."""

Reactions: TypeAlias = Mapping[Ending, str]

LAST_WORDS: Final[frozenset[Ending]] = frozenset({"stop", "cut short", "quit", "no window"})
"""Endings after which an assistant with manners proposes nothing more."""

USUAL: Final[Reactions] = MappingProxyType(
    {
        "succeeded": "Thank you. That worked.",
        "tool error": "The tool could not do it and says why. I take that as it is and go on.",
        "denied": "You said no, so it was not sent. I go on with something else.",
        "rule": "A rule does not allow this, so nobody was asked and nothing was sent. I go on with something else.",
        "expired": "Nobody answered in time, so it was not sent. You can let me tell this chapter again later.",
        "no window": "There is no window in which you could be asked, so nothing was sent. I stop here.",
        "limit": "That was too much at once for Assent's limits, so this one was not sent. I go on with the next.",
        "stop": "You pressed the emergency stop. I propose nothing more until you start me again.",
        "cut short": "You stopped it while it ran. It may have done part of its work. I propose nothing more until you"
        " start me again.",
        "quit": "Assent is closing. Goodbye.",
        "changed": "Something changed while you were being asked, so your answer no longer counted. Nothing was sent.",
        "fault": "Assent could not be sure, so nothing was sent. That is how it should be. I go on.",
        "protocol error": "The request itself was refused, so the tool never ran. I go on.",
        "withheld": "The tool ran, and you keep what it answered to yourself. That is yours to decide. I go on.",
        "lost": "This server was lost. Whether the call took effect is unknown, so I do not repeat it.",
    }
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """One call, or several alike, with the words around it.

    Attributes:
        before: said first.
        server, tool, arguments: what is proposed.
        after: words for some endings; ``USUAL`` has the rest.
        instead: what is proposed next where the tool reports an error: what the assistant learned from it.
        then: what is proposed next where it succeeded.
        also: further arguments for the same tool, each a call of its own that is proposed at the same time.
        mixed: said where these did not all end alike.
    """

    before: str
    server: str
    tool: str
    arguments: JsonObject
    after: Reactions = field(default_factory=dict[Ending, str])
    instead: Proposal | None = None
    then: Proposal | None = None
    also: tuple[JsonObject, ...] = ()
    mixed: str = ""

    def reaction(self, ending: Ending) -> str:
        """What is said after ``ending``."""
        return self.after.get(ending, USUAL[ending])

    def following(self, ending: Ending) -> Proposal | None:
        """What is proposed next."""
        return {"succeeded": self.then, "tool error": self.instead}.get(ending)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the story that can be told by itself.

    Attributes:
        id, title: for the person.
        proposal: its first.
    """

    id: str
    title: str
    proposal: Proposal
