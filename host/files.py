"""Noticing that a file of ours changed.

Owns: the fingerprint of a file. What stays true: an edit, a replacement or a removal is noticed at the next look,
without a watcher that could lag behind or die.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

Fingerprint: TypeAlias = "tuple[int, ...] | None"


def fingerprint(path: Path) -> Fingerprint:
    """What identifies the present content of ``path``: None where it cannot be looked at. Costs about 2 µs."""
    try:
        status = os.stat(path, follow_symlinks=False)
    except OSError:
        return None
    # ctime too: it moves with every change of content or permissions and cannot be set back by utime.
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
