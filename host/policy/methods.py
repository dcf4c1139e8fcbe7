"""What is decided beside calls, and what happens where no rule says anything (pure).

Owns: what a server may ask an app for, and reading what a result of it linked to; their defaults, and how a sentence
names them.

Invariants: what is not in this table passes to nobody. A default allows only what Assent has nothing to say about.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from host.model import Effect
from host.words import say


class AskedMethod(NamedTuple):
    """One method.

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
    "resources/read": AskedMethod(
        Effect.ASK, say("Has a link in its results read"), say("has a link in its results read")
    ),
    "roots/list": AskedMethod(Effect.ALLOW, say("Asks for the app's folders"), say("asks for the app's folders")),
    "sampling/createMessage": AskedMethod(Effect.ASK, say("Uses the app's model"), say("uses the app's model")),
}
"""Every method, by its name in the protocol."""
