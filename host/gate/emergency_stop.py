"""The emergency stop, which stays pressed when the host restarts.

Invariants: a stop holds from the moment it is pressed, even if the disk fails; if it is unknown whether the marker
exists, it counts as existing. A program of the same user can remove the marker while no host runs, like every file of
the profile; the log then has ``stop.pressed`` without ``stop.released``.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from host import files
from host.audit.files import sync_directory
from host.errors import ConfigError
from host.model import Draft

_log = logging.getLogger(__name__)

_TEXT: Final = b"The emergency stop of Assent is pressed. Release it in Assent's window.\n"


class StopSwitch:
    """The one switch for all calls of a host."""

    def __init__(self, file: Path | None, log: Callable[[Draft], None]) -> None:
        """``file``: the marker, or None if the stop ends with the host. ``log``: queues a record."""
        self._file, self._log = file, log
        self._is_pressed = file is not None and _marker_exists(file)

    @property
    def is_pressed(self) -> bool:
        """Whether calls are stopped now."""
        return self._is_pressed

    def press(self, who: str = "") -> None:
        """Stop all calls. Pressing again only writes the marker again."""
        was_pressed, self._is_pressed = self._is_pressed, True
        if self._file is not None:
            try:
                _write_marker(self._file)
            except (ConfigError, OSError) as error:
                _log.error("the emergency stop holds, but will not outlive this host: %s", error)
        if not was_pressed:
            self._log(Draft("stop.pressed", {"who": who}))

    def release(self, who: str = "") -> None:
        """Let calls in again."""
        if not self._is_pressed:
            return
        if self._file is not None:
            try:
                self._file.unlink(missing_ok=True)
            except OSError as error:
                _log.error("the emergency stop is released, but the next host will find it pressed: %s", error.strerror)
        self._is_pressed = False
        self._log(Draft("stop.released", {"who": who}))


def _marker_exists(file: Path) -> bool:
    try:
        os.lstat(file)
    except FileNotFoundError:
        return False
    except OSError as error:
        _log.error("it is unknown whether calls were stopped, so they are: %s", error.strerror)
    return True


def _write_marker(file: Path) -> None:
    """Create ``file`` so that it survives a power cut."""
    try:
        files.write(file, _TEXT, follow=False)
    except ConfigError:
        files.write(file, b"", follow=False)  # a full disk has room for this; its name alone counts
    sync_directory(file.parent)
