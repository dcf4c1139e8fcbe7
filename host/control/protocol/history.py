"""What the window asks about the log (pure).

Owns: requests for pages of calls, and for one call.

Invariants: nothing here writes.
"""

from __future__ import annotations

from dataclasses import dataclass

from host.control.protocol.request import Request
from host.control.views import CallDetails, HistoryPage


@dataclass(frozen=True, slots=True)
class ReadHistory(Request[HistoryPage]):
    """A page of calls, newest first. Attributes: text: filter, may be empty. before: as the last page said."""

    text: str = ""
    before: str = ""
    limit: int = 100


@dataclass(frozen=True, slots=True)
class ReadCall(Request[CallDetails]):
    """Everything about one call."""

    call_id: str
