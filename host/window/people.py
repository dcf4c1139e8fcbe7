"""Who may answer in the window: the person at it, and those whom the administrator registered.

Owns: how these two parts come into being.

Invariants: what they keep is written before the host has stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AsyncExitStack

from host.gate.signers import OwnPin, Signers
from host.model import Draft
from host.paths import Paths
from host.policy.book import PolicyBook
from host.seal import Seal, entry_name
from host.window.parts import person


def people(
    undo: AsyncExitStack,
    paths: Paths,
    policy: PolicyBook,
    *,
    log: Callable[[Draft], None],
    clock: Callable[[], float],
    seal: Callable[[str], Seal],
) -> tuple[OwnPin, Signers]:
    """The person's own PIN, and all who may sign. ``undo``: closes them. ``clock``: Unix seconds."""
    own_pin = OwnPin(person(), seal(entry_name("pin", paths.config)), log, lambda: policy.approvers)
    signers = Signers(own_pin.approvers, log, clock, time.monotonic, file=paths.data / "lockouts.json")
    undo.push_async_callback(signers.close)
    undo.push_async_callback(own_pin.close)
    return own_pin, signers
