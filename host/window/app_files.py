"""Files of AI apps, read and changed in a process of their own, within timeouts.

Invariants: a file that takes long to read delays only its own app, and blocks neither the event loop nor its threads;
the process ends with the request, or the command, that it was started for.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from pathlib import Path
from typing import Final, TypeAlias

from host import canonical, worker_process
from host.apps.attach import attaching
from host.apps.attach.known import System, known_app
from host.apps_worker import MAX_ANSWER, USAGE, Planned
from host.control import codec
from host.control.views import AiAppView, AppServerView, Said
from host.errors import AssentError, ConfigError, ProtocolError, UsageError
from host.model import JsonObject, JsonValue
from host.paths import Paths
from host.window.process import inherited
from host.words import say

SECONDS: Final = 10.0  # seconds for one operation on one app; a file of 4 MiB in use takes a few
LOOK_SECONDS: Final = 4.0  # seconds for the view of one app, for which the page of all apps waits
_ENVIRONMENT: Final = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "PYTHON_KEYRING_BACKEND")
"""Variables that a window does not inherit: they locate apps' files, and the keyring."""
_PROGRAM: Final = "from host.apps_worker import main; main()"
FAILED: Final = say("Assent could not start what reads the files of AI apps")
READING: Final = say("took too long to read")
CHANGING: Final = say("took too long to change, and may have been changed in part; detach restores what was")


Launch: TypeAlias = "tuple[AppServerView, JsonObject]"
"""A server in an app's file, and the entry of ``servers.json`` that would start it; empty if none may."""


class TookTooLongError(ConfigError):
    """Raised if an app's file was not read in time, or the process that reads it failed."""


class AppFiles:
    """Access to apps' files for one request or one command."""

    def __init__(self, profile: Paths) -> None:
        """``profile``: the host's."""
        self._profile = profile
        self._worker: worker_process.Worker | None = None

    async def ask(self, op: str, app: str, **about: JsonValue) -> JsonValue:
        """Run one operation of ``apps_worker``, and return its result.

        Raises:
            TookTooLongError: it took too long.
            UsageError: it cannot be done as requested, or with the file as it is; the sentence says why.
            AssentError: it cannot be done for another reason.
        """
        if self._worker is None:
            self._worker = await _launch()
        head: JsonObject = {"op": op, "app": app, **about}
        body = json.dumps([str(path) for path in self._profile]).encode()
        try:
            seconds = LOOK_SECONDS if op == "look" else SECONDS
            answer = canonical.parse(await self._worker.ask(canonical.canonical(head), body, seconds))
        except worker_process.BROKEN as error:
            await self.aclose()
            why = CHANGING if op in ("attach", "copy", "detach") else READING
            raise TookTooLongError(why, file=str(known_app(app).file(System.here()))) from error
        if not isinstance(answer, dict) or "done" not in answer:
            failure = _failure(answer)
            raise (UsageError if failure.name == USAGE else AssentError)(failure.value)
        return answer["done"]

    async def view_of(self, app: str, file: Path) -> AiAppView:
        """Return the view of one app's file; if it takes too long, the view says so."""
        try:
            return codec.from_json(AiAppView, await self.ask("look", app, file=str(file)))
        except TookTooLongError as error:
            attached = await asyncio.to_thread(_is_attached, self._profile, app)
            return AiAppView(app, str(file), attached, problem=error.words)

    async def plan(self, app: str, **about: JsonValue) -> Planned:
        """Plan to attach an app, after the plans made before. Raises as ``ask``."""
        return codec.from_json(Planned, await self.ask("plan", app, **about))

    async def launches(self, app: str, file: Path) -> list[Launch]:
        """Return the servers in one app's file, each with the entry that would start it. Raises as ``ask``."""
        answer = codec.expect_list(await self.ask("launches", app, file=str(file)))
        return [
            (codec.from_json(AppServerView, server), codec.expect_object(launch))
            for server, launch in (codec.expect_list(entry) for entry in answer)
        ]

    async def aclose(self) -> None:
        """End the process, which forgets its plans."""
        if self._worker is not None:
            worker, self._worker = self._worker, None
            await worker.end()


def _is_attached(profile: Paths, app: str) -> bool:
    with contextlib.suppress(ConfigError):
        return attaching.is_attached(profile, app)
    return False


def _failure(answer: JsonValue) -> Said:
    with contextlib.suppress(ProtocolError):
        return codec.from_json(Said, codec.expect_object(answer).get("failed"))
    return Said("", FAILED)


async def _launch() -> worker_process.Worker:
    environment = inherited(os.environ) | {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    worker = await worker_process.launch(
        _PROGRAM, "worker on AI apps' files", max_answer=MAX_ANSWER, environment=environment
    )
    if worker is None:
        raise AssentError(FAILED)
    return worker
