"""What the window may ask about servers: how they stand, their review, their entries in servers.json, their sign-ins.

Owns: the handlers of these requests; the values of ``control.views`` about servers; the way from what is listed and
configured to what is known of the program, of each definition and of the server's own words; the way from what was
pressed to what is approved, and the record of it.

Invariants: every server of both files is shown, whatever is wrong with it, as it stands in its file: no reference is
resolved here, and a secret that stands in it is covered. Nothing is started, fetched or called to show a server, nor by
writing its entry; one test of a server runs at a time and ends by itself; files and definitions are looked at in a
thread, within bounds of number, bytes and time; what was not looked at is said.

An approval names the very configuration and the very definitions that were shown, and each of them is what the server
says now, or nothing is approved; a program that is not there is not allowed to be started; what was not shown stays as
it was; a permission goes on for a changed definition only where the person says so in this very review.

Our file and the keyring are read and written in threads, an app's file is read in a process that can be killed, one
request at a time; what is carried out is the plan that the person saw, or nothing; the demonstration, which is thrown
away, takes no server and no secret.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from host import tasks
from host.apps.attach import attaching, pasted, servers_file
from host.apps.attach.attaching import Shown, shown_start, without_secrets_in
from host.apps.attach.entries import free_name, items
from host.apps.attach.known import KnownApp, System, known_app
from host.apps.attach.servers_file import Change, draft_of, unseen_in
from host.canonical import canonical, parse
from host.control.protocol import (
    BeginSignIn,
    CancelSignIn,
    ChangeServers,
    FinishSignIn,
    PlanServers,
    ReadDrafts,
    ReadHealth,
    ReadServer,
    RestartServer,
    ReviewServer,
    SignOut,
    TestServer,
)
from host.control.views import (
    Approval,
    ReviewView,
    Said,
    ServerDetails,
    ServerDraft,
    ServerDrafts,
    ServerHealth,
    ServersPlan,
    ServerTest,
    ServerView,
    SignInOffer,
    ToolView,
)
from host.errors import AssentError, ConfigError, MalformedJson
from host.inspect import inspector, kinds, names, twins
from host.inspect.tools import class_of
from host.keyring_entry import Backend
from host.model import Draft, Finding, JsonObject, JsonValue, Severity, ToolDefinition, object_in, sha256_hex
from host.policy.book import PolicyBook
from host.policy.model import NOT_MANAGED
from host.servers import program, reviews
from host.servers.catalogue import probe
from host.servers.config import ServerConfig, ServersConfig, lookalike_warning
from host.servers.program import Program
from host.servers.reviews import NO_GREETING, NO_INSTRUCTIONS, Review, Reviews, ServerGreeting
from host.servers.supervisor import WAITING, Supervisor, missing_program
from host.settings import Settings
from host.text import one_line
from host.values import replace
from host.window.app_files import Launch, app_files
from host.window.session import HostParts, handles
from host.words import Words, say

NAME_SHOWN: Final = 64
"""Characters of a name that servers.json may not have."""
_STARTS: Final = 500
"""Entries of which it is remembered what they start."""
_starts: Final[dict[str, Shown]] = {}
"""By the digest of the entry."""
TIME: Final = 4.0
"""Seconds for looking at the program: a file on a network may never answer."""
TOOLS: Final = 300
"""Tools whose definitions are looked through."""
INSTRUCTIONS: Final = 32
"""Instructions of which it is remembered what was found in them: two million characters at most."""
LONGEST: Final = 64 << 10
"""Bytes of a definition, and characters of instructions, that are looked through here, beside a host that works."""
RECORDED: Final = 200
"""Tools that a record names; the digest of all that was decided stands beside them."""
TESTS: Final = 4
"""Servers that are tried at once, but for those that are slow."""
SLOW: Final = 5.0
"""Seconds after which one that has not answered is waited for beside the others: honest ones answer within them, and
those that never answer keep nobody back."""
LOOKS: Final = 2
"""Servers that are looked at at once; more would only take turns on one disk."""
MOST: Final = pasted.MOST
"""Servers of one request."""
HERE: Final = say("it is here already")
UNSEEN: Final = say("it holds a character that nobody sees")
TOO_MANY: Final = say("there are too many to show at once")
_SLOW: Final = Program(cautions=(say("The program could not be looked at in time."),))
_NOT_INSPECTED: Final = Finding(
    "not-inspected", Severity.MEDIUM, say("This definition was not looked through: it is too long, or one of too many.")
)
_INSTRUCTIONS_NOT_INSPECTED: Final = Finding(
    "not-inspected", Severity.MEDIUM, say("These instructions were not looked through: they are too long.")
)


# How servers stand


def server_views(supervisor: Supervisor, policy: PolicyBook | None = None) -> Iterator[ServerView]:
    """Every server that is named, the administrator's first, in the order of the files; usable or not.

    ``policy``: says who vouches for each.
    """
    config = supervisor.config
    written = config.written
    for name in written or config.entries:
        if (entry := config.entries.get(name)) is not None:
            yield server_view(entry, supervisor, policy)
        else:
            yield _broken(name, written[name], config)


def servers_problem(supervisor: Supervisor) -> str:
    """What is wrong with servers.json itself rather than with one of its entries; else empty."""
    return sentences_of(supervisor.config.faults)


def server_view(entry: ServerConfig, supervisor: Supervisor, policy: PolicyBook | None) -> ServerView:
    """One server whose entry can be used. ``policy``: says who vouches for it."""
    state, why = supervisor.state_of(entry)
    sessions = supervisor.status_of(entry.id).sessions
    start = _start(entry)
    kind = "http" if entry.is_remote else entry.kind
    managed = NOT_MANAGED if policy is None else policy.managed
    return ServerView(
        id=entry.id,
        kind=kind,
        state=state.value,
        why=why,
        sessions=sessions,
        command=start.words,
        trust="none" if policy is None else policy.trust_of(entry.id, entry.config_digest),
        config_digest=entry.config_digest,
        managed=entry.managed,
        pinned=entry.id in managed.pins,
        name=entry.options.name,
        use=supervisor.status_of(entry.id).use.figures,
        sign_in=supervisor.sign_ins.view(entry),
        waits="" if entry.disabled or entry.kept_out else supervisor.review_needed(entry),
        covered=start.covered,
    )


def _start(entry: ServerConfig) -> Shown:
    """What an entry starts, without secrets; worked out once for each."""
    if (known := _starts.get(entry.config_digest)) is None:
        if len(_starts) >= _STARTS:
            _starts.clear()
        known = _starts[entry.config_digest] = shown_start(entry)
    return known


def _broken(name: str, written: JsonValue, config: ServersConfig) -> ServerView:
    """An entry that cannot be used, with as much of it as can be read."""
    entry = object_in(written)
    url = entry.get("url")
    parts = [entry.get("command"), *items(entry.get("args"))] if "command" in entry else [url]
    start = without_secrets_in(tuple(part for part in parts if isinstance(part, str)), entry)
    problem = sentences_of(config.problems_of(name)) or say("This entry cannot be used.")
    kind = "http" if isinstance(url, str) and "command" not in entry else "stdio"
    managed = name in config.managed
    shown = one_line(name, NAME_SHOWN)
    return ServerView(
        shown, kind, "not usable", "", 0, start.words, "none", problem, managed=managed, covered=start.covered
    )


def sentences_of(problems: Iterable[ConfigError]) -> str:
    """Them all on one line; empty where there are none."""
    told: str = ""
    for problem in problems:
        told = say("{first}; {next}", first=told, next=problem.words) if told else problem.words
    return told


def server_details(supervisor: Supervisor, server_id: str, policy: PolicyBook | None = None) -> ServerDetails:
    """One server, closer. ``policy``: says who vouches for it. Raises AssentError where no file names it."""
    view = next((view for view in server_views(supervisor, policy) if view.id == server_id), None)
    if view is None:
        raise AssentError(say("no such server in servers.json"), detail=server_id)
    entry = supervisor.config.entries.get(server_id)
    if entry is None:
        return ServerDetails(view, (), listed=False, stderr="")
    standing = supervisor.status_of(server_id)
    # Tools that another configuration listed would be shown beside a command that may not have them.
    listed = standing.listing_config == entry.config_digest
    review, decided = supervisor.review_of(entry), supervisor.person_decides(entry)
    tools = tuple(_tool(server_id, tool, review if decided else None) for tool in standing.all_tools) if listed else ()
    return ServerDetails(view, tools, listed, standing.stderr.text())


def health(supervisor: Supervisor, server_id: str, now: float) -> ServerHealth:
    """The last hour of a server. ``now``: Unix seconds."""
    if server_id not in supervisor.config.entries:
        return ServerHealth()
    return supervisor.status_of(server_id).use.last_hour(now)


def _tool(server_id: str, tool: ToolDefinition, review: Review | None) -> ToolView:
    verb = class_of(server_id, tool.name).verb
    if review is None or review.free:
        return ToolView(tool.name, tool.raw, verb)
    if tool.digest == review.tools.get(tool.name):
        return ToolView(tool.name, tool.raw, verb, approval="approved")
    if tool.digest == review.left.get(tool.name):
        return ToolView(tool.name, tool.raw, verb, approval="left")
    if (approved := review.tools.get(tool.name)) is None:
        return ToolView(tool.name, tool.raw, verb, approval="new")
    return ToolView(tool.name, tool.raw, verb, approval="changed", before=review.said.get(approved, "").encode())


class ServerRequests:
    """What the window asks of servers: how they are, a look at one, a new start, a test."""

    def __init__(self, host: HostParts) -> None:
        self._supervisor, self._policy, self._preferences = host.supervisor, host.policy, host.preferences
        self._grants = host.gate.grants
        self._looks, self._tests = asyncio.Semaphore(LOOKS), asyncio.Semaphore(TESTS)

    @handles(ReadHealth)
    def health(self, asked: ReadHealth) -> ServerHealth:
        """The last hour of a server."""
        return health(self._supervisor, asked.server_id, time.time())

    @handles(ReadServer)
    async def read(self, asked: ReadServer) -> ServerDetails:
        """One server, closer, with what there is to know before somebody reviews it."""
        async with self._looks:
            entry = self._supervisor.config.entries.get(asked.server_id)
            if entry is not None and self._supervisor.may_start(entry):
                self._supervisor.sign_ins.load_in_background(entry)
            details = server_details(self._supervisor, asked.server_id, self._policy)
            return await reviewed(details, self._supervisor, self._grants.bound_to)

    @handles(RestartServer)
    def restart(self, asked: RestartServer) -> None:
        """Start it anew."""
        self._supervisor.restart(asked.server_id)

    @handles(TestServer)
    async def test(self, asked: TestServer) -> ServerTest:
        """Start it beside those that run, list its tools, end it."""
        async with turn(self._tests, SLOW):
            return await test_server(self._supervisor, self._preferences.now, asked.server_id)


@contextlib.asynccontextmanager
async def turn(free: asyncio.Semaphore, seconds: float) -> AsyncIterator[None]:
    """A turn of those that ``free`` has, which ends with the work in it, after ``seconds`` at the latest."""
    loop = asyncio.get_running_loop()
    await free.acquire()
    late = loop.call_later(seconds, free.release)
    try:
        yield
    finally:
        if late.when() > loop.time():  # else it was given back, or is about to be
            late.cancel()
            free.release()


async def test_server(supervisor: Supervisor, settings: Settings, server_id: str) -> ServerTest:
    """Start a server, shake hands, list its tools, end it. Never raises for a server's fault."""
    began = time.perf_counter()
    standing = supervisor.status_of(server_id) if server_id in supervisor.config.entries else None
    if standing is not None and standing.is_being_tested:
        return _failed(say("a test of this server runs already"), began)
    try:
        entry = supervisor.entry(server_id)
        if standing is not None:
            standing.is_being_tested = True
        seen = await probe(entry, supervisor, entry.settings(settings))
    except AssentError as error:
        return _failed(error.words, began)
    finally:
        if standing is not None:
            standing.is_being_tested = False
    return ServerTest(True, "", seen.revision, len(seen.definitions), seen.milliseconds)


def _failed(why: str, began: float) -> ServerTest:
    return ServerTest(False, why, "", 0, round((time.perf_counter() - began) * 1000, 1))


# What a person should see of one before anything is approved


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
    claims = _claims(standing.greeting) if standing.greeting_config == entry.config_digest else ()
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
    look = tasks.in_daemon_thread(
        lambda: program.inspect_program(entry, environment), name="look at a server's program"
    )
    try:
        async with asyncio.timeout(TIME):
            return await look
    except TimeoutError:
        return _SLOW


def _cautions(entry: ServerConfig, known: Program, others: Iterable[str]) -> tuple[Words, ...]:
    alike = lookalike_warning(entry.id, others)
    return (alike, *known.cautions) if alike else known.cautions


def _of_others(entry: ServerConfig, supervisor: Supervisor) -> Iterator[tuple[str, str]]:
    """The tools of all other servers, as far as they are known."""
    for other in supervisor.config.entries.values():
        standing = supervisor.status_of(other.id)
        if other.id != entry.id and standing.listing_config == other.config_digest:
            yield from ((other.id, tool.name) for tool in standing.all_tools)


def _review(
    entry: ServerConfig,
    supervisor: Supervisor,
    known: Program,
    details: ServerDetails,
    grants: Callable[[str, str, str], int],
) -> ReviewView:
    standing, review = supervisor.status_of(entry.id), supervisor.review_of(entry)
    said = standing.greeting if standing.greeting_config == entry.config_digest else NO_GREETING
    view = ReviewView(
        decided=supervisor.person_decides(entry),
        program_digest=known.digest,
        variables=(*entry.env, *entry.headers),
        folder=entry.cwd or "",
        instructions=said.instructions,
        digest=said.digest,
        whole=sha256_hex(said.instructions.encode("utf-8", "surrogatepass")) == said.digest,
        approval="new" if said.digest else "none",
        odd=standing.unapprovable if details.listed else (),
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


def _claims(said: ServerGreeting) -> Iterator[Said]:
    if said.name:
        yield Said(say("It calls itself"), said.name)
    if said.version:
        yield Said(say("Version"), said.version)


# What is approved then


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
            if not known.revoke(asked.server_id):
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
        if (found := self._supervisor.reviews) is None or not found.is_loaded:
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
            lambda: (missing_program(entry, environment), program.digest(entry, environment)),
            name="digest of a program",
        )
        if digest != shown:
            raise AssentError(say("the program of this server is another one by now; look at it again"))
        if absent:
            raise AssentError(absent)
        before = self._reviews.last_review(entry.id)
        self._put(
            entry,
            reviews.with_start_approved(
                before, entry.id, entry.config_digest, who=self._person, at=time.time(), program=digest
            ),
            "start",
            program=digest,
        )

    def _definitions(self, entry: ServerConfig, asked: ReviewServer) -> None:
        status = self._supervisor.status_of(entry.id)
        listed = status.listing_config == entry.config_digest
        offered = {tool.digest: tool for tool in status.all_tools} if listed else {}
        instructions = status.greeting.digest if status.greeting_config == entry.config_digest else None
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
        after = replace(
            after, said=reviews.texts_within_limit({digest: it for digest, it in said.items() if digest in wanted})
        )
        moved = self._rebind(entry, before.tools, tools) if asked.keep_grants else []
        for name, digest in tools.items():
            if (old := before.tools.get(name)) is not None:
                self._gate.inspection.history.note_review(entry.id, name, old, offered[digest])
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
        self._reviews.approve(review)


def _named(digests: tuple[str, ...], offered: Mapping[str, ToolDefinition]) -> dict[str, str]:
    return {offered[digest].name: digest for digest in digests}


def _without(known: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    return {name: digest for name, digest in known.items() if name not in names}


# The entries of servers.json


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


# Signing in


class SignInRequests:
    """What the window may ask about signing in."""

    def __init__(self, supervisor: Supervisor) -> None:
        self._supervisor = supervisor

    @handles(BeginSignIn)
    async def begin(self, asked: BeginSignIn) -> SignInOffer:
        """Ask the server where a person signs in; nothing is opened yet."""
        entry = self._supervisor.entry(asked.server_id)
        if entry.config_digest != asked.config:
            raise AssentError(say("the configuration of this server changed; look at it again"))
        if not self._supervisor.may_start(entry):
            raise AssentError(WAITING["start"])
        return await self._supervisor.sign_ins.begin(entry)

    @handles(FinishSignIn)
    async def finish(self, asked: FinishSignIn) -> None:
        """Wait for the end of the sign-in."""
        await self._supervisor.sign_ins.finish(asked.server_id)

    @handles(CancelSignIn)
    async def cancel(self, asked: CancelSignIn) -> None:
        """Give up a sign-in that waits for the browser."""
        await self._supervisor.sign_ins.cancel(asked.server_id)

    @handles(SignOut)
    async def sign_out(self, asked: SignOut) -> None:
        """Forget the tokens of a server."""
        await self._supervisor.sign_ins.sign_out(self._supervisor.find_entry(asked.server_id))
