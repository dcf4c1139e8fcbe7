"""servers.json, edited in the window: what was pasted is read, what would change is shown, and then written.

Owns: the requests about that.

Invariants: our file and the keyring are read and written in threads, an app's file is read in a process that can be
killed, one request at a time; what is carried out is the
plan that the person saw, or nothing; nothing is started, and what is written waits for its review; the demonstration,
which is thrown away, takes no server and no secret.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from host.apps.attach import attaching, pasted, servers_file
from host.apps.attach.entries import free_name
from host.apps.attach.known import KnownApp, System, known_app
from host.apps.attach.servers_file import Change, draft_of, unseen_in
from host.control.protocol import ChangeServers, PlanServers, ReadDrafts
from host.control.views import Said, ServerDraft, ServerDrafts, ServersPlan
from host.errors import AssentError
from host.keyring_entry import Backend
from host.model import JsonValue
from host.values import replace
from host.window.app_files import Launch, app_files
from host.window.session import HostParts, handles
from host.words import say

MOST: Final = pasted.MOST
"""Servers of one request."""
HERE: Final = say("it is here already")
UNSEEN: Final = say("it holds a character that nobody sees")
TOO_MANY: Final = say("there are too many to show at once")


class ServerEdits:
    """Answers the window's requests about the entries of servers.json."""

    def __init__(self, host: HostParts) -> None:
        self._own, self._supervisor, self._policy, self._demo = host.paths, host.supervisor, host.policy, host.demo
        self._one = asyncio.Lock()

    @handles(ReadDrafts)
    async def read(self, asked: ReadDrafts) -> ServerDrafts:
        """What there is to add or to edit. Raises AssentError where that is nothing; the sentence says why."""
        written = dict(self._supervisor.config.written)
        async with self._one:
            launches = await self._launches(known_app(asked.app_id)) if asked.app_id else []
            return await asyncio.to_thread(self._read, asked, written, launches)

    @handles(PlanServers)
    async def plan(self, asked: PlanServers) -> ServersPlan:
        """What a change of servers.json would do, before it is made."""
        async with self._one:
            made, keyring = await asyncio.to_thread(self._plan, asked.drafts, asked.removed)
        return ServersPlan(
            made.readings,
            tuple(made.lines),
            tuple(made.secrets),
            made.loose,
            made.unused,
            made.apps,
            keyring is not None,
            made.digest,
        )

    @handles(ChangeServers)
    async def change(self, asked: ChangeServers) -> None:
        """Carry one out. Raises AssentError where it would be another than was shown."""
        async with self._one:
            await asyncio.to_thread(self._change, asked)
        _ = self._supervisor.config  # everybody hears of it now

    async def _launches(self, app: KnownApp) -> list[Launch]:
        """The servers of an app's file, each with the entry that would start it."""
        async with app_files(self._own) as files:
            places = await asyncio.to_thread(attaching.files_of, app, System.here())
            return [launch for place in places for launch in await files.launches(app.id, place)]

    def _read(self, asked: ReadDrafts, written: Mapping[str, JsonValue], launches: Sequence[Launch]) -> ServerDrafts:
        if asked.server_id:
            return ServerDrafts((servers_file.draft_in(self._own, asked.server_id),))
        if asked.app_id:
            return _drafts_of(asked.app_id, launches, written)
        found = pasted.read(asked.text, taken=tuple(written), home=str(Path.home()))
        for one in found:
            if unseen := unseen_in({**one.entry, "name": one.name}):
                raise AssentError(say("It holds a character that nobody sees, {char}.", char=unseen))
        return ServerDrafts(
            tuple(
                replace(draft_of(one.name, one.entry, stored=True, asked=one.asked), dropped=one.dropped)
                for one in found
            )
        )

    def _plan(self, drafts: tuple[ServerDraft, ...], removed: tuple[str, ...]) -> tuple[Change, Backend | None]:
        if self._demo:
            raise AssentError(say("the demonstration keeps its servers as they are"))
        keyring = attaching.keyring()
        made = servers_file.plan(
            self._own,
            drafts[:MOST],
            removed[:MOST],
            keyring=keyring is not None,
            source=self._policy.sources[0],
            environment=self._supervisor.environment,
        )
        return made, keyring

    def _change(self, asked: ChangeServers) -> None:
        made, keyring = self._plan(asked.drafts, asked.removed)
        if not made.digest or made.digest != asked.digest:
            raise AssentError(say("a file has changed since it was shown; nothing was written"))
        servers_file.carry_out(made, keyring, forget=asked.forget)


def _drafts_of(app: str, launches: Sequence[Launch], written: Mapping[str, JsonValue]) -> ServerDrafts:
    """The servers of an app's file that Assent could start as well and does not have yet."""
    names = dict.fromkeys(written)
    known = [attaching.starts(entry) for entry in written.values() if isinstance(entry, dict)]
    drafts: list[ServerDraft] = []
    left: list[Said] = []
    for server, launch in launches:
        why = server.why if server.state == "stays" else HERE
        if launch and attaching.starts(launch) not in known:
            why = TOO_MANY if len(drafts) >= MOST else UNSEEN if unseen_in(launch) else ""
        if why:
            left.append(Said(server.name, why))
            continue
        name = free_name(server.name, names)
        try:
            drafts.append(replace(draft_of(name, launch, stored=True), app=app))
        except AssentError as error:
            left.append(Said(server.name, error.words))
            continue
        names[name] = None
        known.append(attaching.starts(launch))
    return ServerDrafts(tuple(drafts), tuple(left[:MOST]))
