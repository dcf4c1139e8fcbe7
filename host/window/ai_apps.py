"""AI apps on this computer, for the window: found, put behind Assent, given back.

Owns: the requests about them.

Invariants: files and the keyring are read and written in threads, one request at a time; what is carried out is the
plan that the person saw, or nothing; nothing is started here: a plan tells of each server that nobody allowed yet to be
started what its review would, and the yes to that is a request of the review, with the digests that stand there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal

from host import tasks
from host.apps.attach import attaching
from host.apps.attach.attaching import AppServer, Plan, Restored
from host.apps.attach.known import KNOWN, KnownApp, System, known_app
from host.control import client
from host.control.protocol import AttachApp, DetachApp, Done, PlanApp, ReadApps
from host.control.views import (
    AiApps,
    AiAppView,
    AppDetached,
    AppPlan,
    AppServerView,
    GivenBack,
    ServerDetails,
)
from host.errors import AssentError, ConfigError
from host.model import JsonObject, sha256_hex
from host.paths import Paths
from host.policy.book import PolicyBook
from host.servers.config import ServerConfig
from host.servers.supervisor import Supervisor
from host.window.server_review import unstarted
from host.window.views import server_view
from host.words import say

STARTS: Final = 20
"""Servers of one plan that are shown to be started: a person reads all of it before the yes."""


class AiAppRequests:
    """Answers the window's requests about AI apps."""

    def __init__(
        self, own: Paths, supervisor: Supervisor, policy: PolicyBook | None = None, *, demo: bool = False
    ) -> None:
        """``own``: the host's profile. ``policy``: says who vouches for servers.

        ``demo``: the profile is thrown away when the host ends, so no app may depend on it.
        """
        self._own, self._supervisor, self._policy, self._demo = own, supervisor, policy, demo
        self._one = asyncio.Lock()

    async def read(self, _: ReadApps) -> AiApps:
        """Which there are."""
        async with self._one:
            return await asyncio.to_thread(self._read)

    async def plan(self, asked: PlanApp) -> AppPlan:
        """What attaching them would change."""
        async with self._one:
            plans = await asyncio.to_thread(self._plans, asked.app_ids, hook=asked.hook)
            starts, later = await self._starts(plans)
            return replace(_view(asked.app_ids, plans), starts=starts, later=later)

    async def attach(self, asked: AttachApp) -> Done:
        """Attach them, one after the other. Raises AssentError where the plan is another by now."""
        async with self._one:
            done = await asyncio.to_thread(self._attach, asked)
        _ = self._supervisor.config  # everybody hears of it now
        return done

    async def detach(self, asked: DetachApp) -> AppDetached:
        """Give one its configuration back; its sessions end. Of the hook alone: it does not ask any more."""
        async with self._one:
            give_back = attaching.detach_hook if asked.hook else attaching.detach
            return await asyncio.to_thread(self._detach, known_app(asked.app_id), give_back)

    def _read(self) -> AiApps:
        found = {app.id: place for app in KNOWN for place in attaching.files_of(app, System.here())}
        shown = tuple(self._app(known_app(app_id), place) for app_id, place in found.items())
        return AiApps(shown, tuple(app.id for app in KNOWN if app.id not in found))

    def _app(self, app: KnownApp, place: Path) -> AiAppView:
        attached, command = attaching.is_attached(self._own, app.id), attaching.program()
        try:
            servers = tuple(map(_server, attaching.servers_of(app, place, command)))
            asks = attaching.has_hook(app, System.here(), command)
        except ConfigError as error:
            return AiAppView(app.id, str(place), attached, problem=error.words)
        hook: Literal["none", "off", "on"] = "none" if app.hooks is None else "on" if asks else "off"
        return AiAppView(app.id, str(place), attached, servers, hook=hook)

    def _plans(self, app_ids: tuple[str, ...], *, hook: bool) -> list[Plan]:
        """A plan for each app; each begins with servers.json as the one before would leave it."""
        if self._demo:
            raise AssentError(say("the demonstration leaves your apps as they are"))
        plans, servers = list[Plan](), None
        for app in map(known_app, dict.fromkeys(app_ids)):
            places = attaching.files_of(app, System.here())
            plans.append(attaching.plan_here(app, places, self._own, hook=hook, servers=servers))
            servers = next((one.after for one in plans[-1].files if one.path == self._own.servers_file), servers)
        return plans

    async def _starts(self, plans: list[Plan]) -> tuple[tuple[ServerDetails, ...], int]:
        """The servers that nobody allowed yet to be started, and how many more are left for their own reviews."""
        supervisor = self._supervisor
        after = [one.after for made in plans for one in made.files if one.path == self._own.servers_file]
        config = supervisor.would_be(after[-1]) if after else supervisor.config
        behind = dict.fromkeys(one.server for made in plans for one in made.servers if one.state == "behind")
        entries = [entry for name in behind if (entry := config.entries.get(name)) is not None]
        views = [server_view(entry, supervisor, self._policy) for entry in entries]
        waiting = [view for view in views if view.waits == "start"]
        looks = [
            tasks.spawn(unstarted(view, supervisor, config), name="look at what would be started")
            for view in waiting[:STARTS]
        ]
        hidden = frozenset().union(*(made.hidden for made in plans))
        # of a program that is not there, or was not looked at in time, nothing is known: no one yes may cover it
        known = tuple(one for one in await asyncio.gather(*looks) if one.facts or one.server.kind != "stdio")
        shown = tuple(_without_secrets(one, config.entries[one.server.id], hidden) for one in known)
        return shown, len(waiting) - len(known)

    def _attach(self, asked: AttachApp) -> Done:
        plans = self._plans(asked.app_ids, hook=asked.hook)
        if _digest(plans) != asked.digest:
            raise AssentError(say("a file has changed since it was shown; nothing was written"))
        for made in plans:
            if made.files:
                attaching.attach(made, self._own, attaching.keyring())
        return Done()

    def _detach(self, app: KnownApp, give_back: Callable[[KnownApp, Paths], list[Restored]]) -> AppDetached:
        restored = give_back(app, self._own)
        client.ask(self._own.socket, "recheck-apps")
        return AppDetached(
            tuple(GivenBack(str(one.path), one.exactly, one.left, str(one.backup or "")) for one in restored)
        )


def _view(app_ids: tuple[str, ...], plans: list[Plan]) -> AppPlan:
    return AppPlan(
        app_ids,
        tuple(line for made in plans for line in attaching.difference(made)),
        sum(made.moves for made in plans),
        tuple(_server(one) for made in plans for one in made.servers if one.state == "stays"),
        tuple(secret for made in plans for secret in made.secrets),
        tuple(name for made in plans for name in made.loose),
        _digest(plans),
        any(made.hook for made in plans),
    )


def _without_secrets(start: ServerDetails, entry: ServerConfig, hidden: frozenset[str]) -> ServerDetails:
    """What would be started, as the changes beside it are shown; the digest stays that of what is started."""
    launch: JsonObject = {"command": entry.command, "args": [*entry.args], "env": {**entry.env}, "url": entry.url}
    launch["headers"] = {**entry.headers}
    runs = [str(fact.value) for fact in start.facts]
    command = attaching.without_secrets_in(start.server.command, launch, hidden, runs)
    return replace(start, server=replace(start.server, command=command))


def _digest(plans: list[Plan]) -> str:
    return sha256_hex("".join(map(attaching.digest_of, plans)).encode())


def _server(one: AppServer) -> AppServerView:
    return AppServerView(one.name, one.state, one.server, one.why, one.starts)
