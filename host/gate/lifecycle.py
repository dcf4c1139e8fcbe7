"""The life of a call as a table (pure).

Invariants: a call can be sent only from ``DECIDED``, which is reached only through a durable record; an end state is
never left; an event that the table does not list is a bug and raises.
"""

from __future__ import annotations

import enum
from typing import Final

from host.errors import AssentError


class State(enum.StrEnum):
    """The progress of a call through the gate."""

    PROPOSED = "proposed"
    CHECKED = "checked"
    PENDING = "pending"
    APPROVED = "approved"
    CLEARED = "cleared"
    DECIDED = "decided"
    DISPATCHED = "dispatched"
    HELD = "held"
    REFUSED = "refused"
    ENDED = "ended"


class Event(enum.StrEnum):
    """What can happen to a call."""

    VALID = "the arguments fit the schema, or could not be validated and say so"
    ALLOW = "a rule allows it, or a grant covers it"
    ASK = "a person must decide"
    APPROVE = "a person approved"
    EDIT = "a person changed its inputs, and is asked again"
    DRIFT = "something under the decision changed"
    CONFIRM = "what was approved is still true"
    RECORD = "the decision is durable"
    SEND = "the bytes left"
    HOLD = "its result waits for a person"
    REFUSE = "it will not be sent"
    END = "it has an outcome"


class InvalidTransition(AssentError):
    """An event that cannot happen in a state. This is a bug, and nothing is sent."""


_TABLE: Final = {
    (State.PROPOSED, Event.VALID): State.CHECKED,
    (State.PROPOSED, Event.REFUSE): State.REFUSED,
    (State.CHECKED, Event.ALLOW): State.CLEARED,
    (State.CHECKED, Event.ASK): State.PENDING,
    (State.CHECKED, Event.REFUSE): State.REFUSED,
    (State.PENDING, Event.APPROVE): State.APPROVED,
    (State.PENDING, Event.EDIT): State.PENDING,
    (State.PENDING, Event.REFUSE): State.REFUSED,
    (State.APPROVED, Event.DRIFT): State.PENDING,
    (State.APPROVED, Event.CONFIRM): State.CLEARED,
    (State.APPROVED, Event.REFUSE): State.REFUSED,
    (State.CLEARED, Event.RECORD): State.DECIDED,
    (State.CLEARED, Event.REFUSE): State.REFUSED,
    (State.DECIDED, Event.SEND): State.DISPATCHED,
    (State.DECIDED, Event.END): State.ENDED,
    (State.DISPATCHED, Event.END): State.ENDED,
    (State.DISPATCHED, Event.HOLD): State.HELD,
    (State.HELD, Event.END): State.ENDED,
}


def advance(state: State, event: Event) -> State:
    """Return the state after ``event``. Raises InvalidTransition: ``event`` cannot happen in ``state``."""
    try:
        return _TABLE[state, event]
    except KeyError:
        raise InvalidTransition(f"a call that is {state.value} cannot take the event {event.name}") from None


def may_send(state: State) -> bool:
    """Whether a call in ``state`` may be dispatched."""
    return state is State.DECIDED
