"""Protects the memory of a process from other programs of the same user.

Invariants: it only removes permissions; where the system offers nothing, it does nothing.
"""

from __future__ import annotations

import ctypes
import resource
import sys
from typing import Final

_PR_SET_DUMPABLE: Final = 4
"""prctl(2): a process that is not dumpable cannot be traced, nor its memory read, by others of its user."""


def make_undumpable() -> None:
    """Forbid core files, and on Linux ptrace and ``/proc`` memory access by other programs of this user."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
