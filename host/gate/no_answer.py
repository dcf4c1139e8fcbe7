"""How a question ends that nobody answered (pure).

Owns: those ends, with their words. What stays true: none of them sends anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from host.words import say


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """A pending call ended without an answer.

    Attributes:
        by: as in ``model.Decision.by``. why: a safe sentence.
    """

    by: str
    why: str


EXPIRED: Final = NoAnswer("expiry", say("nobody decided in time"))
NO_WINDOW: Final = NoAnswer("no-window", say("no approver is there"))
FAULT: Final = NoAnswer("fault", say("the approver failed"))
STRAY: Final = NoAnswer("fault", say("the answer was about another call"))
WITHDRAWN: Final = NoAnswer("withdrawal", say("the app withdrew the call"))
GONE: Final = NoAnswer("withdrawal", say("the app went away"))
STOPPED: Final = NoAnswer("stop", say("the emergency stop was pressed"))
QUITTING: Final = NoAnswer("quit", say("Assent is closing"))
SERVER_GONE: Final = NoAnswer("fault", say("the server stopped while the call waited"))
UNASKED: Final = NoAnswer("fault", say("the changed call was not asked about; its history says why"))
ABANDONED: Final = NoAnswer("fault", say("the wait for an answer broke off"))
