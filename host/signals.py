"""Signals: one part of the host notifies others of an event.

Invariants: a listener that fails affects neither the sender nor other listeners.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")

_log = logging.getLogger(__name__)


class Signal(Generic[P]):
    """An event that others can listen to; the type parameters are the arguments of its listeners."""

    __slots__ = ("_listeners",)

    def __init__(self) -> None:
        self._listeners: tuple[Callable[P, object], ...] = ()

    def connect(self, listener: Callable[P, object]) -> None:
        """Call ``listener`` at each event from now on. It must not block."""
        self._listeners = (*self._listeners, listener)

    def emit(self, *arguments: P.args, **named: P.kwargs) -> None:
        """Call all listeners, in the order in which they were connected. An exception of one is logged only."""
        for listener in self._listeners:
            try:
                listener(*arguments, **named)
            except Exception:  # noqa: BLE001  # a failure of the window must not become one of a call
                _log.exception("a listener failed")
