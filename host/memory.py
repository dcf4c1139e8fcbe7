"""The memory of large messages: kept while more of them come, and given back to the system soon after.

Owns: how glibc's allocator keeps freed blocks (mallopt(3), malloc_trim(3)); no effect on other systems.

A message of a megabyte is copied some ten times on its way. If each copy were taken from the system and given back at
once, its pages would be emptied again each time, which takes longer than all that is done with them.
"""

from __future__ import annotations

import asyncio
import ctypes
import sys
from typing import Final

RETURN_EVERY: Final = 5.0
"""Seconds after which freed memory goes back. That takes 0.1 ms, and 3 ms if there are 100 MB."""
_KEPT: Final = 32 << 20
"""Bytes of the largest block that may be kept: the most that glibc accepts."""
_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3


async def keep_for_a_while() -> None:
    """Keep freed blocks from now on, and give them back every ``RETURN_EVERY`` seconds. Runs until it is cancelled."""
    library = ctypes.CDLL(None)
    if sys.platform != "linux" or not hasattr(library, "malloc_trim"):  # not every C library of Linux is glibc
        return
    library.mallopt(_M_MMAP_THRESHOLD, _KEPT)
    library.mallopt(_M_TRIM_THRESHOLD, 2 * _KEPT)
    while True:
        await asyncio.sleep(RETURN_EVERY)
        library.malloc_trim(0)
