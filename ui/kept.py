"""The small JSON files that the window keeps beside the log.

Owns: how they are read and written.

Invariants: links are not followed, and no more than a bound is read; a file that is missing, damaged or hostile reads
as empty; what is written is whole at every moment, and for this account alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_MOST_BYTES: Final = 1_000


def read(file: Path) -> dict[str, object]:
    """The object in a file; empty where there is none that can be used."""
    try:
        handle = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with open(handle, "rb") as opened:
            found = json.loads(opened.read(_MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def write(file: Path, values: Mapping[str, object]) -> None:
    """Replace a file's content.

    Raises:
        OSError: it cannot be written.
    """
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        with open(handle, "wb") as opened:
            opened.write(json.dumps(values, sort_keys=True).encode())
        fresh.replace(file)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
