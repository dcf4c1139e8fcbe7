"""What every request of the window is (pure).

Owns: the type that ties a request to its reply.

Invariants: a request has one type of reply.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Done:
    """The reply that says no more than that it was done."""


class Request(Generic[R]):
    """A request of the window; ``R`` is the type of its reply."""

    __slots__ = ()
