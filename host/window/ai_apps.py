"""AI apps on this computer, for the window: found, put behind Assent, given back.

Owns: the requests about them.

Invariants: files and the keyring are read and written in a process that can be killed, one request at a time; what is
carried out is the plan that the person saw, or nothing; nothing is started here: a plan tells of each server that
nobody allowed yet to be started what its review would, and the yes to that is a request of the review, with the digests
that stand there.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final, cast

from host import tasks
from host.apps.attach import attaching
from host.apps.attach.known import KNOWN, KnownApp, System, known_app
from host.apps_worker import Planned
from host.control import codec, messages
from host.control.protocol import AttachApp, DetachApp, PlanApp, ReadApps
from host.control.views import (
    AiApps,
    AiAppView,
    AppDetached,
    AppPlan,
    ServerDetails,
)
from host.errors import AssentError
from host.files import fingerprint
from host.paths import Paths
from host.policy.book import PolicyBook
from host.servers.config import ServerConfig
from host.servers.supervisor import Supervisor
from host.values import replace
from host.window.app_files import AppFiles, app_files
from host.window.server_requests import server_view, unstarted
from host.window.session import handles
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
        self._known: dict[str, tuple[object, AiAppView]] = {}  # by id: which files were read, and what they said

    @handles(ReadApps)
    async def read(self, _: ReadApps) -> AiApps:
        """The AI apps on this computer, and which of their servers are behind Assent."""
        async with self._one, app_files(self._own) as files:
            found = await asyncio.to_thread(self._places)
            shown = [await self._app(files, app, place) for app, place in found.items()]
            shown.sort(key=lambda app: bool(app.problem))  # what a person can do something with comes first
            return AiApps(tuple(shown), tuple(app.id for app in KNOWN if app.id not in found))

    @handles(PlanApp)
    async def plan(self, asked: PlanApp) -> AppPlan:
        """What attaching them would change."""
        async with self._one, app_files(self._own) as files:
            plans, planned = await self._plans(files, asked.app_ids, hook=asked.hook, shown=True)
            starts, later = await self._starts(planned)
            return replace(_together(asked.app_ids, plans), digest=planned.digest, starts=starts, later=later)

    @handles(AttachApp)
    async def attach(self, asked: AttachApp) -> None:
        """Attach them, one after the other. Raises AssentError where the plan is another by now."""
        async with self._one, app_files(self._own) as files:
            _, planned = await self._plans(files, asked.app_ids, hook=asked.hook, shown=False)
            if planned.digest != asked.digest:
                raise AssentError(say("a file has changed since it was shown; nothing was written"))
            for app_id in dict.fromkeys(asked.app_ids):
                await files.ask("attach", app_id)
        _ = self._supervisor.config  # everybody hears of it now

    @handles(DetachApp)
    async def detach(self, asked: DetachApp) -> AppDetached:
        """Give one its configuration back; its sessions end. Of the hook alone: it does not ask any more."""
        async with self._one, app_files(self._own) as files:
            done = await files.ask("detach", known_app(asked.app_id).id, hook=asked.hook)
            await asyncio.to_thread(messages.ask, self._own.socket, "recheck-apps")
            return cast("AppDetached", codec.from_json(AppDetached, done))

    def _places(self) -> dict[str, tuple[Path, object]]:
        """By id of each app that is here: its file, and the state of all that is read of it."""
        system = System.here()
        return {
            app.id: (place, self._state(app, place, system))
            for app in KNOWN
            for place in attaching.files_of(app, system)
        }

    def _state(self, app: KnownApp, place: Path, system: System) -> object:
        read = [place, attaching.receipt_of(self._own, app.id)]
        if app.hooks is not None:
            read += [app.hooks.file(system), *(switch.file for switch in app.hooks.switches(system))]
        return (place, *map(fingerprint, read))

    async def _app(self, files: AppFiles, app_id: str, found: tuple[Path, object]) -> AiAppView:
        """One app; of files that are as they were the last time, what was said then."""
        place, state = found
        if (known := self._known.get(app_id)) is None or known[0] != state:
            known = self._known[app_id] = (state, await files.view_of(app_id, place))
        return known[1]

    async def _plans(
        self, files: AppFiles, app_ids: tuple[str, ...], *, hook: bool, shown: bool
    ) -> tuple[list[AppPlan], Planned]:
        """A plan for each app, and all of them together. ``shown``: whether they are; else the list is empty."""
        if self._demo:
            raise AssentError(say("the demonstration leaves your apps as they are"))
        plans: list[AppPlan] = []
        for app in map(known_app, dict.fromkeys(app_ids)):
            made = await files.ask("plan", app.id, hook=hook, shown=shown)
            if shown:
                plans.append(cast("AppPlan", codec.from_json(AppPlan, made)))
        planned = await files.ask("planned", app_ids[0]) if app_ids else {}
        return plans, Planned.from_json(codec.expect_object(planned))

    async def _starts(self, planned: Planned) -> tuple[tuple[ServerDetails, ...], int]:
        """The servers that nobody allowed yet to be started, and how many more are left for their own reviews."""
        supervisor = self._supervisor
        config = supervisor.config if planned.servers is None else supervisor.config_with(planned.servers)
        entries = [entry for name in planned.behind if (entry := config.entries.get(name)) is not None]
        views = [server_view(entry, supervisor, self._policy) for entry in entries]
        waiting = [view for view in views if view.waits == "start"]
        looks = [
            tasks.spawn(unstarted(view, supervisor, config), name="look at what would be started")
            for view in waiting[:STARTS]
        ]
        # of a program that is not there, or was not looked at in time, nothing is known: no one yes may cover it
        known = tuple(one for one in await asyncio.gather(*looks) if one.facts or one.server.kind != "stdio")
        shown = tuple(_without_secrets(one, config.entries[one.server.id], planned.hidden) for one in known)
        return shown, len(waiting) - len(known)


def _together(app_ids: tuple[str, ...], plans: list[AppPlan]) -> AppPlan:
    """Plans of one app each as one."""
    return AppPlan(
        app_ids,
        tuple(line for made in plans for line in made.lines),
        sum(made.moves for made in plans),
        tuple(server for made in plans for server in made.stays),
        tuple(secret for made in plans for secret in made.secrets),
        tuple(name for made in plans for name in made.loose),
        "",
        any(made.hook for made in plans),
    )


def _without_secrets(start: ServerDetails, entry: ServerConfig, hidden: frozenset[str]) -> ServerDetails:
    """What would be started, as the changes beside it are shown; the digest stays that of what is started."""
    command, covered = attaching.shown_start(entry, hidden)
    return replace(start, server=replace(start.server, command=command, covered=covered))
