"""The scripted assistant as the window sees it (pure).

Owns: how it stands, its chapters and its conversation.

Invariants: as in the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

AssistantPhase: TypeAlias = Literal["absent", "idle", "running", "ended", "failed"]


@dataclass(frozen=True, slots=True)
class AssistantEntry:
    """One line of the scripted assistant's conversation. A later entry with the same number replaces it.

    Attributes:
        number: its place. role: ``assistant`` (it speaks), ``call`` (a card), ``note`` (Assent's own words).
        text: what is said (untrusted). server, tool, arguments: of a card (untrusted, arguments as JSON).
        status: of a card: ``proposed``, ``running``, ``succeeded``, ``tool error``, ``refused``, ``withdrawn``,
        ``lost`` or ``stopped`` (while it ran, by the emergency stop or because Assent ended).
        result: of a card, what the assistant heard, or how far it is (untrusted).
    """

    number: int
    role: Literal["assistant", "call", "note"]
    text: str
    server: str = ""
    tool: str = ""
    arguments: str = ""
    status: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class StoryStep:
    """A chapter of the script that can be told by itself. Attributes: id, title."""

    id: str
    title: str
