"""Small files of ours, replaced whole.

Owns: how they are written. What stays true: whoever reads sees the old content or the new one, never a part; the file
is for this account alone; a symbolic link stays a link, and what it points to is replaced.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from host import paths

_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | paths.NO_FOLLOW | getattr(os, "O_CLOEXEC", 0)


def write(path: Path, data: bytes) -> None:
    """Make ``data`` the content of ``path``, durably. Blocks. One writer at a time.

    Raises ConfigError where that cannot be; the old content stays.
    """
    target = Path(os.path.realpath(path))
    fresh = target.with_name(f"{target.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, _NEW, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, target)
    except OSError as error:
        raise paths.unusable(error, path, "written") from error
