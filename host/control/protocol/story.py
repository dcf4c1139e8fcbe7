"""What the window asks about the scripted assistant (pure).

Owns: requests that read its script, let it tell, and let it stop.

Invariants: nothing here answers a call.
"""

from __future__ import annotations

from dataclasses import dataclass

from host.control.protocol.request import Done, Request
from host.control.views import AssistantEntry, StoryStep


@dataclass(frozen=True, slots=True)
class Story:
    """The script and the conversation so far."""

    steps: tuple[StoryStep, ...]
    entries: tuple[AssistantEntry, ...]


@dataclass(frozen=True, slots=True)
class ReadStory(Request[Story]):
    """Ask for the script and the conversation so far."""


@dataclass(frozen=True, slots=True)
class TellStory(Request[Done]):
    """Let the scripted assistant tell one step, or the whole story. Attributes: step: id, empty for all."""

    step: str = ""


@dataclass(frozen=True, slots=True)
class StopStory(Request[Done]):
    """Let the scripted assistant stop; what it proposed is withdrawn."""
