"""What a person decides of a server in the review.

Owns: the way from what was pressed to what is approved, and the record of it.

Invariants: an approval names the very configuration and the very definitions that were shown, and each of them is what
the server says now, or nothing is approved; a program that is not there is not allowed to be started; what was not
shown stays as it was; a permission goes on for a changed definition only where the person says so in this very review.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from host import tasks
from host.canonical import canonical
from host.control.protocol import Done, ReviewServer
from host.errors import AssentError
from host.model import Draft, JsonObject, JsonValue, ToolDefinition, sha256_hex
from host.servers import program, reviews
from host.servers.config import ServerConfig
from host.servers.pins import NO_INSTRUCTIONS
from host.servers.reviews import Review, Reviews
from host.servers.supervisor import Supervisor, without_program
from host.window.services import HostServices
from host.words import say

RECORDED: Final = 200
"""Tools that a record names; the digest of all that was decided stands beside them."""


class Reviewing:
    """Takes what a person decides of servers."""

    def __init__(self, services: HostServices, clock: Callable[[], float] = time.time) -> None:
        """``clock``: Unix seconds."""
        self._services, self._clock = services, clock

    async def review(self, asked: ReviewServer) -> Done:
        """Approve, or take back.

        Raises:
            AssentError: the server is configured otherwise by now, or says something else; the sentence says which.
        """
        known = self._reviews
        if asked.what == "nothing":
            if not known.drop(asked.server_id):
                raise AssentError(say("nothing of this server is approved"))
            self._services.store.submit(
                Draft(
                    "server.reviewed", {"server": asked.server_id, "what": "taken back", "who": self._services.person}
                )
            )
            return Done()
        entry = self._entry(asked)
        if asked.what == "start":
            await self._start(entry, asked.program)
        elif asked.what == "definitions":
            self._definitions(entry, asked)
        else:
            self._free(entry, free=asked.what == "free")
        return Done()

    @property
    def _supervisor(self) -> Supervisor:
        return self._services.supervisor

    @property
    def _reviews(self) -> Reviews:
        if (found := self._supervisor.reviews) is None or not found.known:
            raise AssentError(say("the keyring of this system has not answered yet; try again"))
        return found

    def _entry(self, asked: ReviewServer) -> ServerConfig:
        entry = self._supervisor.config.entries.get(asked.server_id)
        if entry is None or entry.config_digest != asked.config:
            raise AssentError(say("this server is configured otherwise by now; look at it again"))
        return entry

    async def _start(self, entry: ServerConfig, shown: str) -> None:
        environment = self._supervisor.environment
        absent, digest = await tasks.in_daemon_thread(
            lambda: (without_program(entry, environment), program.digest(entry, environment)),
            name="digest of a program",
        )
        if digest != shown:
            raise AssentError(say("the program of this server is another one by now; look at it again"))
        if absent:
            raise AssentError(absent)
        before = self._reviews.last(entry.id)
        self._put(
            entry,
            reviews.started_anew(
                before, entry.id, entry.config_digest, who=self._services.person, at=self._clock(), program=digest
            ),
            "start",
            program=digest,
        )

    def _definitions(self, entry: ServerConfig, asked: ReviewServer) -> None:
        status = self._supervisor.status_of(entry.id)
        listed = status.listed_as == entry.config_digest
        offered = {tool.digest: tool for tool in status.offered} if listed else {}
        instructions = status.instructions if status.said_as == entry.config_digest else None
        if not offered.keys() >= {*asked.tools, *asked.left} or asked.instructions not in (instructions, ""):
            raise AssentError(say("this server says something else by now; look at it again"))
        before = self._supervisor.review_of(entry) or Review(entry.id, entry.config_digest)
        said = {**before.said, **{digest: offered[digest].raw.decode() for digest in asked.tools}}
        text = status.greeting.instructions
        if asked.instructions and asked.instructed:
            if sha256_hex(text.encode("utf-8", "surrogatepass")) != asked.instructions:
                raise AssentError(say("the instructions of this server are too long to be approved"))
            said[asked.instructions] = text
        tools, left = _named(asked.tools, offered), _named(asked.left, offered)
        approved = _without(before.tools, left) | tools
        after = replace(
            before,
            who=self._services.person,
            at=self._clock(),
            looked=True,
            tools=MappingProxyType(approved),
            left=MappingProxyType(_without(before.left, tools) | left),
            instructions=asked.instructions or before.instructions,
            instructed=asked.instructed if asked.instructions else before.instructed,
        )
        wanted = {*approved.values(), after.instructions}
        after = replace(after, said=reviews.kept({digest: it for digest, it in said.items() if digest in wanted}))
        moved = self._rebind(entry, before.tools, tools) if asked.keep_grants else []
        for name, digest in tools.items():
            if (old := before.tools.get(name)) is not None:
                self._services.gate.inspection.history.reviewed(entry.id, name, old, offered[digest])
        decided: JsonObject = {"tools": dict(tools), "left": dict(left), "instructions": asked.instructions}
        self._put(
            entry,
            after,
            "definitions",
            tools=dict([*tools.items()][:RECORDED]),
            left=dict([*left.items()][:RECORDED]),
            instructions=asked.instructions if asked.instructed and asked.instructions != NO_INSTRUCTIONS else "",
            digest=sha256_hex(canonical(decided)),
            grants=moved,
        )

    def _rebind(self, entry: ServerConfig, before: Mapping[str, str], tools: Mapping[str, str]) -> list[JsonValue]:
        """Let permissions go on for the tools whose definitions changed; returns their ids."""
        grants, moved = self._services.gate.grants, list[JsonValue]()
        for name, digest in tools.items():
            if (old := before.get(name)) is not None and old != digest:
                moved += grants.rebind(entry.id, name, old, digest)
        return moved

    def _free(self, entry: ServerConfig, *, free: bool) -> None:
        before = self._supervisor.review_of(entry)
        if before is None:
            raise AssentError(say("allow first that this server is started"))
        now = replace(before, free=free, who=self._services.person, at=self._clock())
        self._put(entry, now, "free" if free else "held")

    def _put(self, entry: ServerConfig, review: Review, what: str, **more: JsonValue) -> None:
        about: JsonObject = {
            "server": entry.id,
            "config": entry.public_digest,
            "what": what,
            "who": self._services.person,
        }
        self._services.store.submit(Draft("server.reviewed", about | {key: it for key, it in more.items() if it}))
        self._reviews.put(review)


def _named(digests: tuple[str, ...], offered: Mapping[str, ToolDefinition]) -> dict[str, str]:
    return {offered[digest].name: digest for digest in digests}


def _without(known: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    return {name: digest for name, digest in known.items() if name not in names}
