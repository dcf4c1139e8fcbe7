"""Signals: one part of the host tells others that something happened.

Owns: how listeners are told. Invariants: a listener that fails changes nothing for who tells, nor for other listeners.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")

_log = logging.getLogger(__name__)


class Signal(Generic[P]):
    """Something that others can hear of; the type names what they are told."""

    __slots__ = ("_listeners",)

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._listeners: tuple[Callable[P, object], ...] = ()

    def connect(self, listener: Callable[P, object]) -> None:
        """From now on ``listener`` hears it. It must not wait."""
        self._listeners = (*self._listeners, listener)

    def emit(self, *said: P.args, **named: P.kwargs) -> None:
        """Tell all listeners, in the order in which they came; what one does wrong is logged and goes no further."""
        for listener in self._listeners:
            try:
                listener(*said, **named)
            except Exception:  # noqa: BLE001  # a window's fault must not become a call's
                _log.exception("a listener failed")
