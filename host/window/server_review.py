"""What a person should see of a server before anything of it is approved.

Owns: the way from what is listed and configured to what is known of the program, of each definition and of the
server's own words, and to what of that was approved.

Invariants: nothing is started, fetched or called; files and definitions are looked at in a thread, within bounds of
number, bytes and time; what was not looked at is said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal

from host import tasks
from host.canonical import parse
from host.control.views import Approval, ReviewView, Said, ServerDetails, ServerView, ToolView
from host.errors import MalformedJson
from host.inspect import inspector, kinds, names, twins
from host.model import Finding, Severity, sha256_hex
from host.servers import display_names, program
from host.servers.config import ServerConfig, ServersConfig
from host.servers.pins import NO_GREETING, Greeting
from host.servers.program import Program
from host.servers.reviews import Review
from host.servers.supervisor import Supervisor
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
    look = tasks.in_daemon_thread(lambda: program.look(entry, environment), name="look at a server's program")
    try:
        async with asyncio.timeout(TIME):
            return await look
    except TimeoutError:
        return _SLOW


def _cautions(entry: ServerConfig, known: Program, others: Iterable[str]) -> tuple[Words, ...]:
    alike = display_names.confusable(entry.id, others)
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
