"""AI apps on this computer, for the window: found, put behind Assent, given back.

Owns: the requests about them.

Invariants: files and the keyring are read and written in threads, one request at a time; what is carried out is the
plan that the person saw, or nothing.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from host.apps.attach import attaching
from host.apps.attach.attaching import AppServer, Plan
from host.apps.attach.known import KNOWN, KnownApp, System, known_app
from host.control import client
from host.control.protocol import AttachApp, DetachApp, Done, PlanApp, ReadApps
from host.control.views import AiApps, AiAppView, AppDetached, AppPlan, AppServerView, GivenBack
from host.errors import AssentError, ConfigError
from host.paths import Paths
from host.words import say


class AiAppRequests:
    """Answers the window's requests about AI apps."""

    def __init__(self, own: Paths, *, demo: bool = False) -> None:
        """``own``: the host's profile. ``demo``: it is thrown away when the host ends, so no app may depend on it."""
        self._own, self._demo = own, demo
        self._one = asyncio.Lock()

    async def read(self, _: ReadApps) -> AiApps:
        """Which there are."""
        async with self._one:
            return await asyncio.to_thread(self._read)

    async def plan(self, asked: PlanApp) -> AppPlan:
        """What attaching one would change."""
        async with self._one:
            return _view(await asyncio.to_thread(self._plan, known_app(asked.app_id)))

    async def attach(self, asked: AttachApp) -> Done:
        """Attach one. Raises AssentError where the plan is another by now."""
        async with self._one:
            return await asyncio.to_thread(self._attach, asked)

    async def detach(self, asked: DetachApp) -> AppDetached:
        """Give one its configuration back; its sessions end."""
        async with self._one:
            return await asyncio.to_thread(self._detach, known_app(asked.app_id))

    def _read(self) -> AiApps:
        found = {app.id: place for app in KNOWN for place in attaching.files_of(app, System.here())}
        shown = tuple(self._app(known_app(app_id), place) for app_id, place in found.items())
        return AiApps(shown, tuple(app.id for app in KNOWN if app.id not in found))

    def _app(self, app: KnownApp, place: Path) -> AiAppView:
        attached = attaching.is_attached(self._own, app.id)
        try:
            servers = tuple(map(_server, attaching.servers_of(app, place, attaching.program())))
        except ConfigError as error:
            return AiAppView(app.id, str(place), attached, problem=error.words)
        return AiAppView(app.id, str(place), attached, servers)

    def _plan(self, app: KnownApp) -> Plan:
        if self._demo:
            raise AssentError(say("the demonstration leaves your apps as they are"))
        return attaching.plan_here(app, attaching.files_of(app, System.here()), self._own)

    def _attach(self, asked: AttachApp) -> Done:
        made = self._plan(known_app(asked.app_id))
        if attaching.digest_of(made) != asked.digest:
            raise AssentError(say("a file has changed since it was shown; nothing was written"))
        attaching.attach(made, self._own, attaching.keyring())
        return Done()

    def _detach(self, app: KnownApp) -> AppDetached:
        restored = attaching.detach(app, self._own)
        client.ask(self._own.socket, "recheck-apps")
        return AppDetached(
            tuple(GivenBack(str(one.path), one.exactly, one.left, str(one.backup or "")) for one in restored)
        )


def _view(made: Plan) -> AppPlan:
    return AppPlan(
        made.app.id,
        tuple(attaching.difference(made)),
        made.moves,
        tuple(_server(one) for one in made.servers if one.state == "stays"),
        tuple(made.secrets),
        made.loose,
        attaching.digest_of(made),
    )


def _server(one: AppServer) -> AppServerView:
    return AppServerView(one.name, one.state, one.server, one.why)
