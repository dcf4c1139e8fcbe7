"""The review of a server: what a person should see of it before anything is approved, and what is approved then.

Owns: the way from what is listed and configured to what is known of the program, of each definition and of the
server's own words; the way from what was pressed to what is approved, and the record of it.

Invariants: nothing is started, fetched or called to show a server; files and definitions are looked at in a thread,
within bounds of number, bytes and time; what was not looked at is said. An approval names the very configuration and
the very definitions that were shown, and each of them is what the server says now, or nothing is approved; a program
that is not there is not allowed to be started; what was not shown stays as it was; a permission goes on for a changed
definition only where the person says so in this very review.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

from host import tasks
from host.canonical import canonical, parse
from host.control.protocol import ReviewServer
from host.control.views import Approval, ReviewView, Said, ServerDetails, ServerView, ToolView
from host.errors import AssentError, MalformedJson
from host.inspect import inspector, kinds, names, twins
from host.model import Draft, Finding, JsonObject, JsonValue, Severity, ToolDefinition, sha256_hex
from host.servers import program, reviews
from host.servers.config import ServerConfig, ServersConfig, confusable
from host.servers.pins import NO_GREETING, NO_INSTRUCTIONS, Greeting
from host.servers.program import Program
from host.servers.reviews import Review, Reviews
from host.servers.supervisor import Supervisor, without_program
from host.values import replace
from host.window.session import HostParts, handles
from host.words import Words, say

TIME: Final = 4.0
"""Seconds for looking at the program: a file on a network may never answer."""
TOOLS: Final = 300
"""Tools whose definitions are looked through."""
INSTRUCTIONS: Final = 32
"""Instructions of which it is remembered what was found in them: two million characters at most."""
LONGEST: Final = 64 << 10
"""Bytes of a definition, and characters of instructions, that are looked through here, beside a host that works."""
_SLOW: Final = Program(cautions=(say("The program could not be looked at in time."),))
_NOT_INSPECTED: Final = Finding(
    "not-inspected", Severity.MEDIUM, say("This definition was not looked through: it is too long, or one of too many.")
)
_INSTRUCTIONS_NOT_INSPECTED: Final = Finding(
    "not-inspected", Severity.MEDIUM, say("These instructions were not looked through: they are too long.")
)


async def reviewed(
    details: ServerDetails, supervisor: Supervisor, grants: Callable[[str, str, str], int] = lambda *_: 0
) -> ServerDetails:
    """``details`` with what is known of the program, of the tools' definitions and of the server's words.

    ``grants``: how many permissions stand for a definition (server, tool, digest).
    """
    entry = supervisor.config.entries.get(details.server.id)
    if entry is None:
        return details
    standing = supervisor.status_of(entry.id)
    known = await _program(entry, supervisor)
    listed, others = details.tools, tuple(_of_others(entry, supervisor))
    review = _review(entry, supervisor, known, details, grants)
    tools, found = await tasks.in_daemon_thread(
        lambda: (tuple(looked_through(entry.id, listed, others)), of_instructions(review.instructions)),
        name="look through a server's words",
    )
    review = replace(review, findings=found)
    claims = _claims(standing.greeting) if standing.said_as == entry.config_digest else ()
    cautions = _cautions(entry, known, supervisor.config.entries)
    return replace(details, tools=tools, facts=known.facts, cautions=cautions, claims=tuple(claims), review=review)


async def unstarted(view: ServerView, supervisor: Supervisor, config: ServersConfig) -> ServerDetails:
    """What a person should see of a server before it is started, which ``config`` has and the files may not have yet.

    ``view``: of its entry.
    """
    entry = config.entries[view.id]
    known, details = await _program(entry, supervisor), ServerDetails(view, (), listed=False, stderr="")
    review = _review(entry, supervisor, known, details, lambda *_: 0)
    return replace(details, facts=known.facts, cautions=_cautions(entry, known, config.entries), review=review)


async def _program(entry: ServerConfig, supervisor: Supervisor) -> Program:
    environment = supervisor.environment
    look = tasks.in_daemon_thread(lambda: program.program_of(entry, environment), name="look at a server's program")
    try:
        async with asyncio.timeout(TIME):
            return await look
    except TimeoutError:
        return _SLOW


def _cautions(entry: ServerConfig, known: Program, others: Iterable[str]) -> tuple[Words, ...]:
    alike = confusable(entry.id, others)
    return (alike, *known.cautions) if alike else known.cautions


def _of_others(entry: ServerConfig, supervisor: Supervisor) -> Iterator[tuple[str, str]]:
    """The tools of all other servers, as far as they are known."""
    for other in supervisor.config.entries.values():
        standing = supervisor.status_of(other.id)
        if other.id != entry.id and standing.listed_as == other.config_digest:
            yield from ((other.id, tool.name) for tool in standing.offered)


def _review(
    entry: ServerConfig,
    supervisor: Supervisor,
    known: Program,
    details: ServerDetails,
    grants: Callable[[str, str, str], int],
) -> ReviewView:
    standing, review = supervisor.status_of(entry.id), supervisor.review_of(entry)
    said = standing.greeting if standing.said_as == entry.config_digest else NO_GREETING
    view = ReviewView(
        decided=supervisor.person_decides(entry),
        program_digest=known.digest,
        variables=(*entry.env, *entry.headers),
        folder=entry.cwd or "",
        instructions=said.instructions,
        digest=said.digest,
        whole=sha256_hex(said.instructions.encode("utf-8", "surrogatepass")) == said.digest,
        approval="new" if said.digest else "none",
        odd=standing.odd if details.listed else (),
    )
    if review is None:
        return view
    changed = (tool.name for tool in details.tools if tool.approval == "changed")
    return replace(
        view,
        who=review.who,
        at=review.at,
        free=review.free,
        program="unknown" if not known.digest else _same(review.program == known.digest),
        approval=_approval(review, said.digest),
        before=review.said.get(review.instructions, ""),
        grants=sum(grants(entry.id, name, review.tools[name]) for name in changed),
    )


def _same(same: bool) -> Literal["same", "changed"]:
    return "same" if same else "changed"


def _approval(review: Review, digest: str) -> Approval:
    """What a person said of the instructions of that digest."""
    if not digest or review.free:
        return "none"
    if digest == review.instructions:
        return "approved" if review.instructed else "left"
    return "changed" if review.looked and review.instructed else "new"


def looked_through(
    server: str, tools: tuple[ToolView, ...], others: tuple[tuple[str, str], ...] = ()
) -> Iterator[ToolView]:
    """``tools`` of a server with what is found in each definition and in its name. ``others``: of other servers."""
    named = twins.in_review(server, [tool.name for tool in tools], others)
    for number, tool in enumerate(tools):
        short = number < TOOLS and len(tool.definition) <= LONGEST
        found = _found(tool.definition) if short else (_NOT_INSPECTED,)
        of_name = (*names.odd_tool_name(tool.name), *named.get(tool.name, ()))
        yield replace(tool, findings=tuple(sorted((*found, *of_name), key=kinds.order)))


def of_instructions(said: str) -> tuple[Finding, ...]:
    """What is found in the instructions of a server, which are read each time that anything of it changes."""
    return (_INSTRUCTIONS_NOT_INSPECTED,) if len(said) > LONGEST else _looked_through(said)


@lru_cache(maxsize=INSTRUCTIONS)
def _looked_through(instructions: str) -> tuple[Finding, ...]:
    return inspector.of_instructions(instructions)


@lru_cache(maxsize=TOOLS)
def _found(definition: bytes) -> tuple[Finding, ...]:
    try:
        value = parse(definition)
    except MalformedJson:
        return (_NOT_INSPECTED,)
    return inspector.listed(inspector.of_definition(value)) if isinstance(value, dict) else (_NOT_INSPECTED,)


def _claims(said: Greeting) -> Iterator[Said]:
    if said.name:
        yield Said(say("It calls itself"), said.name)
    if said.version:
        yield Said(say("Version"), said.version)


RECORDED: Final = 200
"""Tools that a record names; the digest of all that was decided stands beside them."""


class Reviewing:
    """Takes what a person decides of servers."""

    def __init__(self, host: HostParts) -> None:
        self._supervisor, self._gate, self._log, self._person = (
            host.supervisor,
            host.gate,
            host.store.submit,
            host.person,
        )

    @handles(ReviewServer)
    async def review(self, asked: ReviewServer) -> None:
        """Approve, or take back.

        Raises:
            AssentError: the server is configured otherwise by now, or says something else; the sentence says which.
        """
        known = self._reviews
        if asked.what == "nothing":
            if not known.drop(asked.server_id):
                raise AssentError(say("nothing of this server is approved"))
            self._log(Draft("server.reviewed", {"server": asked.server_id, "what": "taken back", "who": self._person}))
            return
        entry = self._entry(asked)
        if asked.what == "start":
            await self._start(entry, asked.program)
        elif asked.what == "definitions":
            self._definitions(entry, asked)
        else:
            self._free(entry, free=asked.what == "free")

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
                before, entry.id, entry.config_digest, who=self._person, at=time.time(), program=digest
            ),
            "start",
            program=digest,
        )

    def _definitions(self, entry: ServerConfig, asked: ReviewServer) -> None:
        status = self._supervisor.status_of(entry.id)
        listed = status.listed_as == entry.config_digest
        offered = {tool.digest: tool for tool in status.offered} if listed else {}
        instructions = status.greeting.digest if status.said_as == entry.config_digest else None
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
            who=self._person,
            at=time.time(),
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
                self._gate.inspection.history.reviewed(entry.id, name, old, offered[digest])
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
        grants, moved = self._gate.grants, list[JsonValue]()
        for name, digest in tools.items():
            if (old := before.get(name)) is not None and old != digest:
                moved += grants.rebind(entry.id, name, old, digest)
        return moved

    def _free(self, entry: ServerConfig, *, free: bool) -> None:
        before = self._supervisor.review_of(entry)
        if before is None:
            raise AssentError(say("allow first that this server is started"))
        now = replace(before, free=free, who=self._person, at=time.time())
        self._put(entry, now, "free" if free else "held")

    def _put(self, entry: ServerConfig, review: Review, what: str, **more: JsonValue) -> None:
        about: JsonObject = {
            "server": entry.id,
            "config": entry.public_digest,
            "what": what,
            "who": self._person,
        }
        self._log(Draft("server.reviewed", about | {key: it for key, it in more.items() if it}))
        self._reviews.put(review)


def _named(digests: tuple[str, ...], offered: Mapping[str, ToolDefinition]) -> dict[str, str]:
    return {offered[digest].name: digest for digest in digests}


def _without(known: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    return {name: digest for name, digest in known.items() if name not in names}
