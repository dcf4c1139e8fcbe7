"""The window's requests about AI apps on this computer: listing, attaching and detaching them.

Invariants: files and the keyring are read and written in a process that can be killed, one request at a time; only the
plan that the person saw is carried out; nothing is started here: for each server that was never approved, a plan shows
what a review would show, and its approval is a review request with these digests.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Final

from host.apps.attach import attaching
from host.apps.attach.known import KNOWN, KnownApp, System, known_app
from host.apps_worker import Planned
from host.control import codec, messages
from host.control.protocol import AttachApp, DetachApp, PlanApp, ReadApps
from host.control.views import AiApps, AiAppView, AppDetached, AppPlan, ServerDetails, ServerView
from host.errors import AssentError
from host.files import fingerprint
from host.paths import Paths
from host.policy.book import PolicyBook
from host.servers.config import ServerConfig
from host.servers.supervisor import Supervisor
from host.values import replace
from host.window.app_files import AppFiles
from host.window.server_requests import server_view, with_review
from host.window.session import handles
from host.words import say

MAX_STARTS: Final = 20  # servers of one plan that may be approved with it: a person reads all of them before


class AiAppRequests:
    """Answers the window's requests about AI apps."""

    def __init__(
        self,
        profile: Paths,
        supervisor: Supervisor,
        policy: PolicyBook | None = None,
        *,
        demo: bool = False,
        connected_apps: set[str] | None = None,
    ) -> None:
        """``profile``: the host's. ``policy``: says who vouches for servers.

        ``demo``: the profile is deleted when the host ends, so no app may depend on it.
        ``connected_apps``: apps that had a session. One that is attached is removed, because it uses its old servers
        until it is restarted.
        """
        self._profile, self._supervisor, self._policy, self._demo = profile, supervisor, policy, demo
        self._connected_apps = set[str]() if connected_apps is None else connected_apps
        self._lock = asyncio.Lock()
        self._cached_views: dict[str, tuple[object, AiAppView]] = {}  # by app id, with the state of the files

    @handles(ReadApps)
    async def read(self, _: ReadApps) -> AiApps:
        async with self._lock, aclosing(AppFiles(self._profile)) as files:
            states = await asyncio.to_thread(self._file_states)
            app_views = [await self._app_view(files, app, *state) for app, state in states.items()]
            app_views.sort(key=lambda view: bool(view.problem))  # usable apps come first
            return AiApps(tuple(app_views), tuple(app.id for app in KNOWN if app.id not in states))

    @handles(PlanApp)
    async def plan(self, request: PlanApp) -> AppPlan:
        async with self._lock, aclosing(AppFiles(self._profile)) as files:
            plans = await self._plans(files, request.app_ids, hook=request.hook)
            starts, later = await self._starts(plans[-1])
            return replace(
                _merge_plans([planned.plan for planned in plans]),
                starts=starts,
                later=tuple(view.id for view in later),
                problems=tuple(dict.fromkeys(view.why for view in later if view.state == "not usable")),
            )

    @handles(AttachApp)
    async def attach(self, request: AttachApp) -> None:
        """Attach apps, one after the other. Raises AssentError if the plan has changed since."""
        async with self._lock, aclosing(AppFiles(self._profile)) as files:
            plans = await self._plans(files, request.app_ids, hook=request.hook)
            if plans[-1].plan.digest != request.digest:
                raise AssentError(say("a file has changed since it was shown; nothing was written"))
            for planned in plans:
                (app_id,) = planned.plan.app_ids
                self._connected_apps.discard(app_id)
                await files.ask("attach", app_id)
        _ = self._supervisor.config  # reads the file again, which notifies listeners

    @handles(DetachApp)
    async def detach(self, request: DetachApp) -> AppDetached:
        """Restore an app's configuration, or remove only its hook, and end its sessions."""
        async with self._lock, aclosing(AppFiles(self._profile)) as files:
            done = await files.ask("detach", known_app(request.app_id).id, hook=request.hook)
            await asyncio.to_thread(messages.ask, self._profile.socket, "recheck-apps")
            return codec.from_json(AppDetached, done)

    def _file_states(self) -> dict[str, tuple[Path, object]]:
        """Return each installed app's file, and the state of all files that are read for it, by app id."""
        system = System.here()
        return {
            app.id: (place, self._state(app, place, system))
            for app in KNOWN
            for place in attaching.files_of(app, system)
        }

    def _state(self, app: KnownApp, place: Path, system: System) -> object:
        files = [place, attaching.receipt_of(self._profile, app.id)]
        if app.hooks is not None:
            files += [app.hooks.file(system), *(file for file, _ in app.hooks.switches(system))]
        return (place, *map(fingerprint, files))

    async def _app_view(self, files: AppFiles, app_id: str, place: Path, state: object) -> AiAppView:
        """Return the view of one app, from the cache if its files have not changed."""
        if (cached := self._cached_views.get(app_id)) is None or cached[0] != state:
            cached = self._cached_views[app_id] = (state, await files.view_of(app_id, place))
        return replace(cached[1], has_connected=app_id in self._connected_apps)

    async def _plans(self, files: AppFiles, app_ids: tuple[str, ...], *, hook: bool) -> list[Planned]:
        """Return a plan for each app; the last one has the effect of all."""
        if self._demo:
            raise AssentError(say("the demonstration leaves your apps as they are"))
        if not app_ids:
            raise AssentError(say("no app is named"))
        return [await files.plan(known_app(app_id).id, hook=hook) for app_id in dict.fromkeys(app_ids)]

    async def _starts(self, planned: Planned) -> tuple[tuple[ServerDetails, ...], tuple[ServerView, ...]]:
        """Return the servers that were never approved, and more that need a review of their own."""
        supervisor = self._supervisor
        config = supervisor.config if planned.servers is None else supervisor.config_with(planned.servers)
        entries = [entry for name in planned.behind if (entry := config.entries.get(name)) is not None]
        views = [server_view(entry, supervisor, self._policy) for entry in entries]
        waiting = [view for view in views if view.waits == "start"]
        readings = [
            with_review(ServerDetails(view, (), listed=False, stderr=""), supervisor, config=config)
            for view in waiting[:MAX_STARTS]
        ]
        # A program that is missing, or was not read in time, has no facts: it must not be approved with the plan.
        details = await asyncio.gather(*readings)
        readable = tuple(start for start in details if start.facts or start.server.kind != "stdio")
        shown = tuple(
            _without_secrets(start, config.entries[start.server.id], frozenset(planned.hidden)) for start in readable
        )
        shown_ids = {start.server.id for start in shown}
        return shown, tuple(view for view in waiting if view.id not in shown_ids)


def _merge_plans(plans: list[AppPlan]) -> AppPlan:
    return AppPlan(
        tuple(app_id for plan in plans for app_id in plan.app_ids),
        tuple(line for plan in plans for line in plan.lines),
        sum(plan.moves for plan in plans),
        tuple(server for plan in plans for server in plan.stays),
        tuple(secret for plan in plans for secret in plan.secrets),
        tuple(name for plan in plans for name in plan.secrets_in_file),
        plans[-1].digest,
        any(plan.hook for plan in plans),
    )


def _without_secrets(start: ServerDetails, entry: ServerConfig, hidden: frozenset[str]) -> ServerDetails:
    """Return ``start`` with the secrets masked that are masked in the plan. The digest is still of the real entry."""
    command, covered = attaching.shown_start(entry, hidden)
    return replace(start, server=replace(start.server, command=command, covered=covered))
