"""What a server may ask an app for, and what happens where no rule says anything (pure).

Owns: those methods, their defaults, and how a sentence names them.

Invariants: what is not in this table passes to nobody. A default allows only what Assent has nothing to say about.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from host.model import Effect
from host.words import say


class AskedMethod(NamedTuple):
    """One method that a server sends to an app.

    Attributes:
        default: what happens where no rule matches.
        title: what the server does, a few words.
        does: the same within a sentence about the server.
    """

    default: Effect
    title: str
    does: str


METHODS: Final[dict[str, AskedMethod]] = {
    "elicitation/create": AskedMethod(Effect.ALLOW, say("Asks the person something"), say("asks the person something")),
    "roots/list": AskedMethod(Effect.ALLOW, say("Asks for the app's folders"), say("asks for the app's folders")),
    "sampling/createMessage": AskedMethod(Effect.ASK, say("Uses the app's model"), say("uses the app's model")),
}
"""Every method, by its name in the protocol."""
