"""Rules that Assent proposes, and what a changed rule would have done to past calls.

Owns: the answers to ``DraftRule``, ``ReplayRule`` and ``DismissSuggestion``.
"""

from __future__ import annotations

from typing import Final

from host.control.protocol import DismissSuggestion, DraftRule, ReplayRule
from host.errors import AssentError

NOT_YET: Final = "this host cannot look at past calls yet"


def proposed(request: DraftRule | ReplayRule | DismissSuggestion) -> object:
    """The reply to ``request``, or what to await for it. Raises AssentError."""
    raise AssentError(NOT_YET, detail=type(request).__name__)
