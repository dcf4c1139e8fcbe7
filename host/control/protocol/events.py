"""What the host says to its window unasked (pure).

Owns: every event.

Invariants: an event asks for nothing; what a person may answer is a ``CallAsked``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from host.control.protocol.calls import Clock
from host.control.views import Asked, AssistantEntry, HostState, SigningView
from host.words import Words


@dataclass(frozen=True, slots=True)
class Welcome:
    """The first event of a connection. Every question that waits follows, one ``CallAsked`` each.

    Attributes:
        version: of Assent. demo: a throw-away profile with demo servers. person: who signs. config, log: paths to show.
    """

    version: str
    demo: bool
    person: str
    config: str
    log: str
    state: HostState


@dataclass(frozen=True, slots=True)
class StateChanged:
    """Something in the state changed."""

    state: HostState


@dataclass(frozen=True, slots=True)
class CallAsked:
    """A question for people; one with a known call id replaces it and is to be judged anew."""

    asked: Asked


@dataclass(frozen=True, slots=True)
class CallEnded:
    """A question is over. Attributes: call_id. by: as in ``model.Decision.by``, ``approver`` included. why: safe."""

    call_id: str
    by: str
    why: Words


@dataclass(frozen=True, slots=True)
class CallSigned:
    """Somebody signed a question that still waits. Attributes: call_id. signing: as it stands now."""

    call_id: str
    signing: SigningView


@dataclass(frozen=True, slots=True)
class ClockChanged:
    """The time left of a question changed."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class LogGrew:
    """New records stand in the log. Attributes: last: number of the newest."""

    last: int


@dataclass(frozen=True, slots=True)
class AssistantSaid:
    """The scripted assistant's conversation went on."""

    entry: AssistantEntry


@dataclass(frozen=True, slots=True)
class ShowWindow:
    """Somebody started Assent again: come to the front."""


@dataclass(frozen=True, slots=True)
class HostQuits:
    """The host ends; the window is to close."""


Event: TypeAlias = (
    Welcome
    | StateChanged
    | CallAsked
    | CallEnded
    | CallSigned
    | ClockChanged
    | LogGrew
    | AssistantSaid
    | ShowWindow
    | HostQuits
)
