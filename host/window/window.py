"""The window, as the host has it: connection, process, and in a demonstration the scripted assistant.

Owns: their beginning and their end.

Invariants: the window ends before sessions and servers do, and after every question is denied; each wait is bounded.
"""

from __future__ import annotations

import asyncio
import dataclasses
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from host.window.auth import WindowAuth
from host.window.launch import COMMAND, Launched
from host.window.parts import Parts
from host.window.process import WindowProcess
from host.window.server import WindowServer

if TYPE_CHECKING:
    from host.assistant.teller import Teller


class Window:
    """A window for one host.

    Attributes:
        server: its connection; what the gateway admits it to. process: what it runs in.
    """

    def __init__(
        self,
        parts: Parts,
        *,
        command: Sequence[str] = COMMAND,
        environment: Mapping[str, str] | None = None,
        ahead: Launched | None = None,
    ) -> None:
        """``command``: what to start. ``environment``: of the login session, that of this process if None.

        ``ahead``: what was started already.
        """
        self._teller: Teller | None = None
        auth = WindowAuth()
        self.server = WindowServer(dataclasses.replace(parts, teller=lambda: self._teller), auth)
        if parts.demo:
            from host.assistant.teller import Teller  # only the demonstration has one

            self._teller = Teller(parts.paths, entered=self.server.said, phase_changed=self.server.poke)
        self.process = WindowProcess(
            self.server,
            auth,
            parts.paths.socket,
            environment=os.environ if environment is None else environment,
            log=parts.store.submit,
            command=command,
            ahead=ahead,
        )
        self.server.start_window = self.process.start
        self.server.stalled = self.process.end_hanging

    @property
    def connected(self) -> bool:
        """Whether the window is there."""
        return self.server.connected

    def start(self) -> None:
        """Start the window."""
        self.process.start()

    async def stop(self) -> None:
        """End window and assistant."""
        teller = self._teller.close() if self._teller is not None else asyncio.sleep(0)
        await asyncio.gather(self.process.stop(), teller)
        await self.server.close()
