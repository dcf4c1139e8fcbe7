"""The story of the scripted assistant, as ``resources/demo/story.toml`` tells it: its types, and how it is read.

Invariants: the first words say that this is a script without a model. A chapter does not depend on another one. Nothing
here decides anything, and the story can continue after every answer of the person.
"""

from __future__ import annotations

import tomllib
from typing import Any, Final, Literal, TypeAlias  # Any: arguments of calls, as TOML has them

import msgspec
from msgspec import Struct, field

import resources

APP: Final = "demo-assistant"
"""The app name of the scripted assistant; its token is created with the demonstration's profile."""

Ending: TypeAlias = Literal[
    "succeeded", "tool error", "denied", "rule", "expired", "no window", "limit", "stop", "cut short", "quit",
    "changed", "fault", "protocol error", "lost", "withheld",
]  # fmt: skip
"""How a proposed call ended, as far as an app can know."""

LAST_WORDS: Final[frozenset[Ending]] = frozenset({"stop", "cut short", "quit", "no window"})
"""Endings after which the assistant proposes nothing more."""


class Proposal(Struct, frozen=True, forbid_unknown_fields=True):
    """One call, or several similar ones, with the words around it.

    Attributes:
        also: further arguments for the same tool; each is a separate call that is proposed at the same time.
    """

    before: str
    server: str
    tool: str
    arguments: dict[str, Any]
    after: dict[Ending, str] = field(default_factory=dict)  # words for some endings; ``USUAL`` has the others
    instead: Proposal | None = None  # the next proposal if the tool reports an error
    then: Proposal | None = None  # the next proposal if the call succeeded
    also: tuple[dict[str, Any], ...] = ()
    mixed: str = ""  # words if these calls ended in different ways

    def reaction(self, ending: Ending) -> str:
        """The words after ``ending``."""
        return self.after.get(ending, USUAL[ending])

    def following(self, ending: Ending) -> Proposal | None:
        """The next proposal after ``ending``, None if there is none."""
        return {"succeeded": self.then, "tool error": self.instead}.get(ending)


class Chapter(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the story that can be played by itself. ``proposal``: its first proposal."""

    id: str
    title: str
    proposal: Proposal


class _Story(Struct, frozen=True, forbid_unknown_fields=True):
    """The table.

    ``with_reason``: words after a denial with a reason, which stands in place of ``{reason}``. ``story``: the chapters
    of the whole story; it takes about three minutes.
    """

    opening: tuple[str, ...]
    closing: str
    stopped: str
    with_reason: str
    edited: str
    written: str
    usual: dict[Ending, str]
    story: tuple[Chapter, ...]
    on_demand: tuple[Chapter, ...]


_STORY: Final = msgspec.convert(tomllib.loads(resources.text("demo/story.toml")), _Story)
OPENING: Final = _STORY.opening
CLOSING: Final = _STORY.closing
STOPPED: Final = _STORY.stopped
WITH_REASON: Final = _STORY.with_reason
EDITED: Final = _STORY.edited
WRITTEN: Final = _STORY.written
USUAL: Final = _STORY.usual
STORY: Final = _STORY.story
ON_DEMAND: Final = _STORY.on_demand
CHAPTERS: Final = (*STORY, *ON_DEMAND)


def chapter(step: str) -> Chapter | None:
    """The chapter with the id ``step``, None if there is none."""
    return next((found for found in CHAPTERS if found.id == step), None)
