"""How a part of the window's side says which requests it answers.

Owns: the mark on a handler, and the collecting of what is marked.

Invariants: one handler a request.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar  # Any: replies are of as many types as requests

from host.control.protocol import Request

S = TypeVar("S")
Q = TypeVar("Q", bound=Request[Any])
A = TypeVar("A")
Handlers: TypeAlias = dict[type[Request[Any]], Callable[[Any], object]]

_ANSWERS: Final = "answers_request"


def handles(request: type[Q]) -> Callable[[Callable[[S, Q], A]], Callable[[S, Q], A]]:
    """Mark the method that answers ``request``: with its reply, None where that is ``Done``, or what to await for it.

    It raises AssentError to refuse.
    """

    def mark(method: Callable[[S, Q], A]) -> Callable[[S, Q], A]:
        setattr(method, _ANSWERS, request)
        return method

    return mark


def handlers_of(*owners: object) -> Handlers:
    """The marked methods of ``owners``, by the request that each answers."""
    found: Handlers = {}
    for owner in owners:
        for name, method in inspect.getmembers(type(owner), inspect.isfunction):
            request = getattr(method, _ANSWERS, None)
            if request is not None:
                assert request not in found, f"two handlers of {request.__name__}"
                found[request] = getattr(owner, name)
    return found
