"""Who listens to the gate.

Owns: how a listener is told. What stays true: a listener that fails changes nothing of a call.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import ParamSpec

P = ParamSpec("P")

_log = logging.getLogger(__name__)


def unheard(*_: object) -> None:
    """The listener where nobody listens."""


def tell(listener: Callable[P, None], *said: P.args, **named: P.kwargs) -> None:
    """Call ``listener``, which must not wait; what it does wrong is logged and goes no further."""
    try:
        listener(*said, **named)
    except Exception:  # noqa: BLE001  # a window's fault must not become a call's
        _log.exception("a listener of the gate failed")
