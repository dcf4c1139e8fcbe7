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
from host.window.process import COMMAND, StartedWindow, WindowProcess
from host.window.server import WindowServer
from host.window.services import HostServices

if TYPE_CHECKING:
    from host.assistant.process import AssistantProcess


class Window:
    """A window for one host.

    Attributes:
        server: its connection; what the gateway admits it to.
    """

    def __init__(
        self,
        services: HostServices,
        *,
        command: Sequence[str] = COMMAND,
        environment: Mapping[str, str] | None = None,
        early: StartedWindow | None = None,
    ) -> None:
        """``command``: what to start. ``environment``: of the login session, that of this process if None.

        ``early``: what was started already.
        """
        self._assistant: AssistantProcess | None = None
        auth = WindowAuth()
        self.server = WindowServer(dataclasses.replace(services, assistant=lambda: self._assistant), auth)
        if services.demo:
            from host.assistant.process import AssistantProcess  # only the demonstration has one

            self._assistant = AssistantProcess(
                services.paths, entered=self.server.assistant_said, phase_changed=self.server.poke
            )
        self.process = WindowProcess(
            self.server,
            auth,
            services.paths.socket,
            environment=os.environ if environment is None else environment,
            log=services.store.submit,
            command=command,
            early=early,
        )
        self.server.start_window = self.process.start
        self.server.stalled.connect(self.process.end_hanging)

    @property
    def connected(self) -> bool:
        """Whether the window is there."""
        return self.server.connected

    def start(self) -> None:
        """Start the window."""
        self.process.start()

    async def stop(self) -> None:
        """End window and assistant."""
        assistant = self._assistant.close() if self._assistant is not None else asyncio.sleep(0)
        await asyncio.gather(self.process.stop(), assistant)
        await self.server.close()
