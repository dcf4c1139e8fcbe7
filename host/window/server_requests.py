"""The window's requests about servers: their state, their reviews, their entries in servers.json, their sign-ins.

Owns: the handlers of these requests, the values of ``control.views`` about servers, the findings about a server's
program, definitions and instructions, and the records of approvals.

Invariants: every server of both files is shown as it stands there, even if its entry is unusable: no reference is
resolved here, and secrets in it are masked. Showing a server or writing its entry starts, fetches and calls nothing;
one test of a server runs at a time and ends by itself; files and definitions are inspected in a thread, within bounds
of number, bytes and time; what was not inspected is said.

An approval names the configuration and the definitions that were shown, and nothing is approved unless the server still
has all of them; a server whose program is missing cannot be approved; whatever was not shown stays as it was; a grant
continues for a changed definition only if the person says so in the same review.

servers.json and the keyring are read and written in threads, an app's file in a process that can be killed, one request
at a time; only the plan that the person saw is carried out; the demonstration, whose profile is deleted, changes no
server and no secret.
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
from host.apps.attach.attaching import ShownStart, shown_start, without_secrets_in
from host.apps.attach.entries import free_name, items
from host.apps.attach.known import KnownApp, System, known_app
from host.apps.attach.servers_file import Change, draft_of, unseen_in
from host.canonical import canonical, parse
from host.control import protocol, views
from host.errors import AssentError, ConfigError, MalformedJson
from host.inspect import inspector, kinds, names, twins
from host.inspect.tools import class_of
from host.keyring_entry import Backend
from host.model import Draft, Finding, JsonObject, JsonValue, Severity, ToolDefinition, object_in, sha256_hex
from host.policy.book import PolicyBook
from host.policy.model import NOT_MANAGED
from host.servers import program, reviews
from host.servers.catalogue import probe
from host.servers.config import ServerConfig, ServersConfig, lookalike_warning, missing_program
from host.servers.program import Program
from host.servers.reviews import NO_GREETING, NO_INSTRUCTIONS, Review, Reviews, ServerGreeting
from host.servers.supervisor import WAITING, Supervisor
from host.settings import Settings
from host.text import one_line
from host.values import replace
from host.window.app_files import AppFiles, Launch
from host.window.session import HostParts, handles
from host.words import Words, say

MAX_INVALID_NAME: Final = 64  # characters that are shown of an invalid name in servers.json
_MAX_CACHED_STARTS: Final = 500
_cached_starts: Final[dict[str, ShownStart]] = {}  # what entries start, by the digest of the entry
PROGRAM_TIMEOUT: Final = 4.0  # seconds for reading a program: a file on a network may never answer
MAX_INSPECTED_TOOLS: Final = 300  # tools whose definitions are inspected
MAX_CACHED_INSTRUCTIONS: Final = 32  # instructions whose findings are cached: two million characters at most
MAX_INSPECTED: Final = 64 << 10
"""Bytes of a definition, and characters of instructions, that are inspected in this process."""
MAX_RECORDED_TOOLS: Final = 200  # tools that a record names; it also has the digest of the whole decision
MAX_TESTS: Final = 4  # concurrent tests of servers, without the slow ones
SLOW_TEST: Final = 5.0
"""Seconds after which a test no longer counts among these: honest servers answer sooner, and one that never answers
must not delay others."""
MAX_READS: Final = 2  # servers that are inspected at once; more would only compete for one disk
MAX_SERVERS: Final = pasted.MAX_SERVERS  # servers of one request
ALREADY_CONFIGURED: Final = say("it is here already")
INVISIBLE_CHARACTER: Final = say("it holds an invisible character")
TOO_MANY: Final = say("there are too many to show at once")
_UNREAD_PROGRAM: Final = Program(cautions=(say("The program could not be looked at in time."),))
_NOT_INSPECTED: Final = Finding(
    "not-inspected", Severity.MEDIUM, say("This definition was not looked through: it is too long, or one of too many.")
)
_INSTRUCTIONS_NOT_INSPECTED: Final = Finding(
    "not-inspected", Severity.MEDIUM, say("These instructions were not looked through: they are too long.")
)


# Views of servers


def server_views(supervisor: Supervisor, policy: PolicyBook | None = None) -> Iterator[views.ServerView]:
    """Yield every configured server, usable or not: the administrator's first, in the order of the files.

    ``policy``: says who vouches for each.
    """
    config = supervisor.config
    written = config.written
    for name in written or config.entries:
        if (entry := config.entries.get(name)) is not None:
            yield server_view(entry, supervisor, policy)
        else:
            yield _unusable_view(name, written[name], config)


def servers_problem(supervisor: Supervisor) -> str:
    """Return the problems of servers.json itself, without those of its entries; empty if there are none."""
    return join_problems(supervisor.config.faults)


def server_view(entry: ServerConfig, supervisor: Supervisor, policy: PolicyBook | None) -> views.ServerView:
    """Return the view of a server with a usable entry. ``policy``: says who vouches for it."""
    state, why = supervisor.state_of(entry)
    sessions = supervisor.status_of(entry.id).sessions
    start = _cached_start(entry)
    kind = "http" if entry.is_remote else entry.kind
    managed = NOT_MANAGED if policy is None else policy.managed
    return views.ServerView(
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
        use=supervisor.status_of(entry.id).recent_calls.figures,
        sign_in=supervisor.sign_ins.view(entry),
        waits="" if entry.disabled or entry.kept_out else supervisor.review_needed(entry),
        covered=start.covered,
    )


def _cached_start(entry: ServerConfig) -> ShownStart:
    if (start := _cached_starts.get(entry.config_digest)) is None:
        if len(_cached_starts) >= _MAX_CACHED_STARTS:
            _cached_starts.clear()
        start = _cached_starts[entry.config_digest] = shown_start(entry)
    return start


def _unusable_view(name: str, written: JsonValue, config: ServersConfig) -> views.ServerView:
    entry = object_in(written)
    url = entry.get("url")
    parts = [entry.get("command"), *items(entry.get("args"))] if "command" in entry else [url]
    start = without_secrets_in(tuple(part for part in parts if isinstance(part, str)), entry)
    problem = join_problems(config.problems_of(name)) or say("This entry cannot be used.")
    kind = "http" if isinstance(url, str) and "command" not in entry else "stdio"
    managed = name in config.managed
    shown = one_line(name, MAX_INVALID_NAME)
    return views.ServerView(
        shown, kind, "not usable", "", 0, start.words, "none", problem, managed=managed, covered=start.covered
    )


def join_problems(problems: Iterable[ConfigError]) -> str:
    """Return all problems on one line; empty if there are none."""
    line: str = ""
    for problem in problems:
        line = say("{first}; {next}", first=line, next=problem.words) if line else problem.words
    return line


def server_details(supervisor: Supervisor, server_id: str, policy: PolicyBook | None = None) -> views.ServerDetails:
    """Return the details of a server. ``policy``: says who vouches for it. Raises AssentError if no file has it."""
    details, tool_views = _details_and_tools(supervisor, server_id, policy)
    return replace(details, tools=tool_views())


def _details_and_tools(
    supervisor: Supervisor, server_id: str, policy: PolicyBook | None
) -> tuple[views.ServerDetails, Callable[[], tuple[views.ToolView, ...]]]:
    """Return the details without tools, and what makes the views of these, in any thread. Raises AssentError."""
    view = next((view for view in server_views(supervisor, policy) if view.id == server_id), None)
    if view is None:
        raise AssentError(say("no such server in servers.json"), detail=server_id)
    entry = supervisor.config.entries.get(server_id)
    if entry is None:
        return views.ServerDetails(view, (), listed=False, stderr=""), tuple
    status = supervisor.status_of(server_id)
    # Tools listed under another configuration must not be shown with the present command.
    is_listed = status.listing_config == entry.config_digest
    review = supervisor.review_of(entry) if supervisor.person_decides(entry) else None
    tools = status.all_tools if is_listed else ()
    details = views.ServerDetails(view, (), is_listed, status.stderr.text())
    return details, lambda: tuple(_tool_view(server_id, tool, review) for tool in tools)


def health(supervisor: Supervisor, server_id: str, now: float) -> views.ServerHealth:
    """Return statistics of a server's last hour. ``now``: Unix seconds."""
    if server_id not in supervisor.config.entries:
        return views.ServerHealth()
    return supervisor.status_of(server_id).recent_calls.last_hour(now)


def _tool_view(server_id: str, tool: ToolDefinition, review: Review | None) -> views.ToolView:
    verb = class_of(server_id, tool.name).verb
    if review is None or review.free:
        return views.ToolView(tool.name, tool.raw, verb)
    if tool.digest == review.tools.get(tool.name):
        return views.ToolView(tool.name, tool.raw, verb, approval="approved")
    if tool.digest == review.left.get(tool.name):
        return views.ToolView(tool.name, tool.raw, verb, approval="left")
    if (approved := review.tools.get(tool.name)) is None:
        return views.ToolView(tool.name, tool.raw, verb, approval="new")
    return views.ToolView(tool.name, tool.raw, verb, approval="changed", before=review.said.get(approved, "").encode())


class ServerRequests:
    """Requests about running servers: health, details, restart, test."""

    def __init__(self, host: HostParts) -> None:
        self._supervisor, self._policy, self._preferences = host.supervisor, host.policy, host.preferences
        self._grants = host.gate.grants
        self._read_slots, self._test_slots = asyncio.Semaphore(MAX_READS), asyncio.Semaphore(MAX_TESTS)

    @handles(protocol.ReadHealth)
    def health(self, request: protocol.ReadHealth) -> views.ServerHealth:
        return health(self._supervisor, request.server_id, time.time())

    @handles(protocol.ReadServer)
    async def read(self, request: protocol.ReadServer) -> views.ServerDetails:
        async with self._read_slots:
            entry = self._supervisor.config.entries.get(request.server_id)
            if entry is not None and self._supervisor.may_start(entry):
                self._supervisor.sign_ins.load_in_background(entry)
            details, tool_views = _details_and_tools(self._supervisor, request.server_id, self._policy)
            details = replace(details, tools=await tasks.in_daemon_thread(tool_views, name="view a server's tools"))
            return await with_review(details, self._supervisor, self._grants.count_bound_to)

    @handles(protocol.RestartServer)
    def restart(self, request: protocol.RestartServer) -> None:
        self._supervisor.restart(request.server_id)

    @handles(protocol.TestServer)
    async def test(self, request: protocol.TestServer) -> views.ServerTest:
        async with slot(self._test_slots, SLOW_TEST):
            return await test_server(self._supervisor, self._preferences.now, request.server_id)


@contextlib.asynccontextmanager
async def slot(slots: asyncio.Semaphore, seconds: float) -> AsyncIterator[None]:
    """Hold a slot of ``slots`` during the work, but for at most ``seconds``."""
    loop = asyncio.get_running_loop()
    await slots.acquire()
    timer = loop.call_later(seconds, slots.release)
    try:
        yield
    finally:
        if timer.when() > loop.time():  # else the timer has released the slot, or is about to
            timer.cancel()
            slots.release()


async def test_server(supervisor: Supervisor, settings: Settings, server_id: str) -> views.ServerTest:
    """Start a server, do the handshake, list its tools, end it. Never raises for a server's fault."""
    began = time.perf_counter()
    try:
        entry = supervisor.entry(server_id)
    except AssentError as error:
        return _failed_test(error.words, began)
    status = supervisor.status_of(server_id)
    if status.is_being_tested:
        return _failed_test(say("a test of this server runs already"), began)
    status.is_being_tested = True
    try:
        result = await probe(entry, supervisor, entry.settings(settings))
    except AssentError as error:
        return _failed_test(error.words, began)
    finally:
        status.is_being_tested = False
    return views.ServerTest(True, "", result.revision, len(result.definitions), result.milliseconds)


def _failed_test(why: str, began: float) -> views.ServerTest:
    return views.ServerTest(False, why, "", 0, round((time.perf_counter() - began) * 1000, 1))


# Information for a review


async def with_review(
    details: views.ServerDetails,
    supervisor: Supervisor,
    grants: Callable[[str, str, str], int] = lambda *_: 0,
    config: ServersConfig | None = None,
) -> views.ServerDetails:
    """Return ``details`` with the information for a review: program, findings, the server's claims.

    ``grants``: returns how many grants there are for a definition (server, tool, digest). ``config``: the servers, if
    they are not those that are configured.
    """
    entries = (supervisor.config if config is None else config).entries
    entry = entries.get(details.server.id)
    if entry is None:
        return details
    status = supervisor.status_of(entry.id)
    server_program = await _read_program(entry, supervisor)
    listed, others = details.tools, tuple(_tools_of_others(entry, supervisor))
    review = _review_view(entry, supervisor, server_program, details, grants)
    tools, findings = await tasks.in_daemon_thread(
        lambda: (tuple(with_findings(entry.id, listed, others)), instructions_findings(review.instructions)),
        name="look through a server's words",
    )
    return replace(
        details,
        tools=tools,
        facts=server_program.facts,
        cautions=_cautions(entry, server_program, entries),
        claims=tuple(_claims(status.greeting)) if status.greeting_config == entry.config_digest else (),
        review=replace(review, findings=findings),
    )


async def _read_program(entry: ServerConfig, supervisor: Supervisor) -> Program:
    environment = supervisor.environment
    reading = tasks.in_daemon_thread(
        lambda: program.inspect_program(entry, environment), name="look at a server's program"
    )
    try:
        async with asyncio.timeout(PROGRAM_TIMEOUT):
            return await reading
    except TimeoutError:
        return _UNREAD_PROGRAM


def _cautions(entry: ServerConfig, server_program: Program, others: Iterable[str]) -> tuple[Words, ...]:
    caution = lookalike_warning(entry.id, others)
    return (caution, *server_program.cautions) if caution else server_program.cautions


def _tools_of_others(entry: ServerConfig, supervisor: Supervisor) -> Iterator[tuple[str, str]]:
    for other in supervisor.config.entries.values():
        status = supervisor.status_of(other.id)
        if other.id != entry.id and status.listing_config == other.config_digest:
            yield from ((other.id, tool.name) for tool in status.all_tools)


def _review_view(
    entry: ServerConfig,
    supervisor: Supervisor,
    server_program: Program,
    details: views.ServerDetails,
    grants: Callable[[str, str, str], int],
) -> views.ReviewView:
    status, review = supervisor.status_of(entry.id), supervisor.review_of(entry)
    greeting = status.greeting if status.greeting_config == entry.config_digest else NO_GREETING
    view = views.ReviewView(
        decided=supervisor.person_decides(entry),
        program_digest=server_program.digest,
        variables=(*entry.env, *entry.headers),
        folder=entry.cwd or "",
        instructions=greeting.instructions,
        digest=greeting.digest,
        whole=sha256_hex(greeting.instructions.encode("utf-8", "surrogatepass")) == greeting.digest,
        approval="new" if greeting.digest else "none",
        unapprovable=status.unapprovable if details.listed else (),
        unpinned=supervisor.unpinned_tools(entry),
    )
    if review is None:
        return view
    changed = (tool.name for tool in details.tools if tool.approval == "changed")
    return replace(
        view,
        who=review.who,
        at=review.at,
        free=review.free,
        program=_program_state(review, server_program),
        approval=_instructions_approval(review, greeting.digest),
        before=review.said.get(review.instructions, ""),
        grants=sum(grants(entry.id, name, review.tools[name]) for name in changed),
    )


def _program_state(review: Review, server_program: Program) -> Literal["unknown", "same", "changed"]:
    if not server_program.digest:
        return "unknown"
    return "same" if review.program == server_program.digest else "changed"


def _instructions_approval(review: Review, digest: str) -> views.Approval:
    if not digest or review.free:
        return "none"
    if digest == review.instructions:
        return "approved" if review.instructed else "left"
    return "changed" if review.looked and review.instructed else "new"


def with_findings(
    server: str, tools: tuple[views.ToolView, ...], others: tuple[tuple[str, str], ...] = ()
) -> Iterator[views.ToolView]:
    """Yield a server's tools with the findings about their definitions and names. ``others``: other servers' tools."""
    twin_findings = twins.twins_for_review(server, [tool.name for tool in tools], others)
    for number, tool in enumerate(tools):
        may_inspect = number < MAX_INSPECTED_TOOLS and len(tool.definition) <= MAX_INSPECTED
        in_definition = _definition_findings(tool.definition) if may_inspect else (_NOT_INSPECTED,)
        in_name = (*names.odd_tool_name(tool.name), *twin_findings.get(tool.name, ()))
        yield replace(tool, findings=tuple(sorted((*in_definition, *in_name), key=kinds.order)))


def instructions_findings(instructions: str) -> tuple[Finding, ...]:
    """Return the findings about a server's instructions."""
    is_long = len(instructions) > MAX_INSPECTED
    return (_INSTRUCTIONS_NOT_INSPECTED,) if is_long else _cached_instructions_findings(instructions)


@lru_cache(maxsize=MAX_CACHED_INSTRUCTIONS)
def _cached_instructions_findings(instructions: str) -> tuple[Finding, ...]:
    return inspector.inspect_instructions(instructions)


@lru_cache(maxsize=MAX_INSPECTED_TOOLS)
def _definition_findings(definition: bytes) -> tuple[Finding, ...]:
    try:
        value = parse(definition)
    except MalformedJson:
        return (_NOT_INSPECTED,)
    return (
        inspector.limit_findings(inspector.inspect_definition(value)) if isinstance(value, dict) else (_NOT_INSPECTED,)
    )


def _claims(greeting: ServerGreeting) -> Iterator[views.Said]:
    if greeting.name:
        yield views.Said(say("It calls itself"), greeting.name)
    if greeting.version:
        yield views.Said(say("Version"), greeting.version)


# Reviews


class ReviewRequests:
    """Requests that approve servers and their tools."""

    def __init__(self, host: HostParts) -> None:
        self._supervisor, self._gate = host.supervisor, host.gate
        self._log, self._person = host.store.submit, host.person

    @handles(protocol.ReviewServer)
    async def review(self, request: protocol.ReviewServer) -> None:
        """Approve, or withdraw an approval.

        Raises AssentError if the server's configuration or definitions have changed since; the sentence says which.
        """
        stored = self._reviews
        if request.what == "nothing":
            if not stored.revoke(request.server_id):
                raise AssentError(say("nothing of this server is approved"))
            taken_back: JsonObject = {"server": request.server_id, "what": "taken back", "who": self._person}
            self._log(Draft("server.reviewed", taken_back))
            return
        entry = self._entry(request)
        if request.what == "start":
            await self._approve_start(entry, request.program)
        elif request.what == "definitions":
            self._approve_definitions(entry, request)
        else:
            self._set_free(entry, free=request.what == "free")

    @property
    def _reviews(self) -> Reviews:
        if (stored := self._supervisor.reviews) is None or not stored.is_loaded:
            raise AssentError(say("the keyring of this system has not answered yet; try again"))
        return stored

    def _entry(self, request: protocol.ReviewServer) -> ServerConfig:
        entry = self._supervisor.config.entries.get(request.server_id)
        if entry is None or entry.config_digest != request.config:
            raise AssentError(say("the configuration of this server has changed; look at it again"))
        return entry

    async def _approve_start(self, entry: ServerConfig, shown: str) -> None:
        """Approve the start. ``shown``: the digest of the program that the person saw."""
        environment = self._supervisor.environment
        why_missing, digest = await tasks.in_daemon_thread(
            lambda: (missing_program(entry, environment), program.digest(entry, environment)),
            name="digest of a program",
        )
        if digest != shown:
            raise AssentError(say("the program of this server has changed; look at it again"))
        if why_missing:
            raise AssentError(why_missing)
        before = self._reviews.last_review(entry.id)
        after = reviews.with_start_approved(
            before, entry.id, entry.config_digest, who=self._person, at=time.time(), program=digest
        )
        self._store(entry, after, "start", program=digest)

    def _approve_definitions(self, entry: ServerConfig, request: protocol.ReviewServer) -> None:
        status = self._supervisor.status_of(entry.id)
        is_listed = status.listing_config == entry.config_digest
        offered = {tool.digest: tool for tool in status.all_tools} if is_listed else {}
        instructions = status.greeting.digest if status.greeting_config == entry.config_digest else None
        if not offered.keys() >= {*request.tools, *request.left} or request.instructions not in (instructions, ""):
            raise AssentError(say("what this server says has changed; look at it again"))
        before = self._supervisor.review_of(entry) or Review(entry.id, entry.config_digest)
        texts = {**before.said, **{digest: offered[digest].raw.decode() for digest in request.tools}}
        text = status.greeting.instructions
        if request.instructions and request.instructed:
            if sha256_hex(text.encode("utf-8", "surrogatepass")) != request.instructions:
                raise AssentError(say("the instructions of this server are too long to be approved"))
            texts[request.instructions] = text
        tools, left_out = _digests_by_name(request.tools, offered), _digests_by_name(request.left, offered)
        approved = _without(before.tools, left_out) | tools
        after = replace(
            before,
            who=self._person,
            at=time.time(),
            looked=True,
            tools=MappingProxyType(approved),
            left=MappingProxyType(_without(before.left, tools) | left_out),
            instructions=request.instructions or before.instructions,
            instructed=request.instructed if request.instructions else before.instructed,
        )
        kept_digests = {*approved.values(), after.instructions}
        kept = {digest: text for digest, text in texts.items() if digest in kept_digests}
        after = replace(after, said=reviews.texts_within_limit(kept))
        rebound = self._rebind_grants(entry, before.tools, tools) if request.keep_grants else []
        for name, digest in tools.items():
            if (old := before.tools.get(name)) is not None:
                self._gate.inspection.history.note_review(entry.id, name, old, offered[digest])
        decided: JsonObject = {"tools": dict(tools), "left": dict(left_out), "instructions": request.instructions}
        self._store(
            entry,
            after,
            "definitions",
            tools=dict([*tools.items()][:MAX_RECORDED_TOOLS]),
            left=dict([*left_out.items()][:MAX_RECORDED_TOOLS]),
            instructions=request.instructions if request.instructed and request.instructions != NO_INSTRUCTIONS else "",
            digest=sha256_hex(canonical(decided)),
            grants=rebound,
        )

    def _rebind_grants(
        self, entry: ServerConfig, before: Mapping[str, str], tools: Mapping[str, str]
    ) -> list[JsonValue]:
        """Continue grants for the tools whose definitions changed. Returns the grants' ids."""
        grants, rebound = self._gate.grants, list[JsonValue]()
        for name, digest in tools.items():
            if (old := before.get(name)) is not None and old != digest:
                rebound += grants.rebind(entry.id, name, old, digest)
        return rebound

    def _set_free(self, entry: ServerConfig, *, free: bool) -> None:
        before = self._supervisor.review_of(entry)
        if before is None:
            raise AssentError(say("first allow this server to be started"))
        after = replace(before, free=free, who=self._person, at=time.time())
        self._store(entry, after, "free" if free else "held")

    def _store(self, entry: ServerConfig, review: Review, what: str, **more: JsonValue) -> None:
        body: JsonObject = {"server": entry.id, "config": entry.public_digest, "what": what, "who": self._person}
        self._log(Draft("server.reviewed", body | {key: value for key, value in more.items() if value}))
        self._reviews.approve(review)


def _digests_by_name(digests: tuple[str, ...], offered: Mapping[str, ToolDefinition]) -> dict[str, str]:
    return {offered[digest].name: digest for digest in digests}


def _without(digests: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    return {name: digest for name, digest in digests.items() if name not in names}


# The entries of servers.json


class ServerEdits:
    """Requests about the entries of servers.json."""

    def __init__(self, host: HostParts) -> None:
        self._profile, self._supervisor, self._policy, self._demo = host.paths, host.supervisor, host.policy, host.demo
        self._lock = asyncio.Lock()

    @handles(protocol.ReadDrafts)
    async def read(self, request: protocol.ReadDrafts) -> views.ServerDrafts:
        """Return entries to add or to edit. Raises AssentError if there are none; the sentence says why."""
        written = dict(self._supervisor.config.written)
        async with self._lock:
            launches = await self._launches(known_app(request.app_id)) if request.app_id else []
            return await asyncio.to_thread(self._read_drafts, request, written, launches)

    @handles(protocol.PlanServers)
    async def plan(self, request: protocol.PlanServers) -> views.ServersPlan:
        async with self._lock:
            change, keyring = await asyncio.to_thread(self._plan_change, request.drafts, request.removed)
        return views.ServersPlan(
            change.readings,
            tuple(change.lines),
            tuple(change.secrets),
            change.secrets_in_file,
            change.unused,
            change.apps,
            keyring is not None,
            change.digest,
        )

    @handles(protocol.ChangeServers)
    async def change(self, request: protocol.ChangeServers) -> None:
        """Carry a change out. Raises AssentError if it is not the one that was shown."""
        async with self._lock:
            await asyncio.to_thread(self._change, request)
        _ = self._supervisor.config  # reads the file again, which notifies listeners

    async def _launches(self, app: KnownApp) -> list[Launch]:
        """Return the servers of an app's file, each with the entry that would start it."""
        async with contextlib.aclosing(AppFiles(self._profile)) as files:
            places = await asyncio.to_thread(attaching.files_of, app, System.here())
            return [launch for place in places for launch in await files.launches(app.id, place)]

    def _read_drafts(
        self, request: protocol.ReadDrafts, written: Mapping[str, JsonValue], launches: Sequence[Launch]
    ) -> views.ServerDrafts:
        if request.server_id:
            return views.ServerDrafts((servers_file.draft_in(self._profile, request.server_id),))
        if request.app_id:
            return _drafts_of(request.app_id, launches, written)
        pasted_servers = pasted.read(request.text, taken=tuple(written), home=str(Path.home()))
        drafts: list[views.ServerDraft] = []
        for server in pasted_servers:
            if character := unseen_in({**server.entry, "name": server.name}):
                raise AssentError(say("It holds an invisible character, {char}.", char=character))
        for server in pasted_servers:
            draft = draft_of(server.name, server.entry, stored=True, names_to_ask=server.names_to_ask)
            drafts.append(replace(draft, dropped=server.dropped))
        return views.ServerDrafts(tuple(drafts))

    def _plan_change(
        self, drafts: tuple[views.ServerDraft, ...], removed: tuple[str, ...]
    ) -> tuple[Change, Backend | None]:
        if self._demo:
            raise AssentError(say("the demonstration keeps its servers as they are"))
        keyring = attaching.keyring()
        change = servers_file.plan(
            self._profile,
            drafts[:MAX_SERVERS],
            removed[:MAX_SERVERS],
            keyring=keyring is not None,
            source=self._policy.sources[0],
            environment=self._supervisor.environment,
        )
        return change, keyring

    def _change(self, request: protocol.ChangeServers) -> None:
        change, keyring = self._plan_change(request.drafts, request.removed)
        if not change.digest or change.digest != request.digest:
            raise AssentError(say("a file has changed since it was shown; nothing was written"))
        servers_file.carry_out(change, keyring, forget=request.forget)


def _drafts_of(app: str, launches: Sequence[Launch], written: Mapping[str, JsonValue]) -> views.ServerDrafts:
    """Return drafts of the servers in an app's file that Assent could start and does not have yet."""
    names = dict.fromkeys(written)
    known_starts = [attaching.comparable_start(entry) for entry in written.values() if isinstance(entry, dict)]
    drafts: list[views.ServerDraft] = []
    skipped: list[views.Said] = []
    for server, launch in launches:
        why = server.why if server.state == "stays" else ALREADY_CONFIGURED
        if launch and attaching.comparable_start(launch) not in known_starts:
            why = TOO_MANY if len(drafts) >= MAX_SERVERS else INVISIBLE_CHARACTER if unseen_in(launch) else ""
        if why:
            skipped.append(views.Said(server.name, why))
            continue
        name = free_name(server.name, names)
        try:
            drafts.append(replace(draft_of(name, launch, stored=True), app=app))
        except AssentError as error:
            skipped.append(views.Said(server.name, error.words))
            continue
        names[name] = None
        known_starts.append(attaching.comparable_start(launch))
    return views.ServerDrafts(tuple(drafts), tuple(skipped[:MAX_SERVERS]))


# Signing in


class SignInRequests:
    """Requests about signing in to servers."""

    def __init__(self, supervisor: Supervisor) -> None:
        self._supervisor = supervisor

    @handles(protocol.BeginSignIn)
    async def begin(self, request: protocol.BeginSignIn) -> views.SignInOffer:
        entry = self._supervisor.entry(request.server_id)
        if entry.config_digest != request.config:
            raise AssentError(say("the configuration of this server changed; look at it again"))
        if not self._supervisor.may_start(entry):
            raise AssentError(WAITING["start"])
        return await self._supervisor.sign_ins.begin(entry)

    @handles(protocol.FinishSignIn)
    async def finish(self, request: protocol.FinishSignIn) -> None:
        await self._supervisor.sign_ins.finish(request.server_id)

    @handles(protocol.CancelSignIn)
    async def cancel(self, request: protocol.CancelSignIn) -> None:
        await self._supervisor.sign_ins.cancel(request.server_id)

    @handles(protocol.SignOut)
    async def sign_out(self, request: protocol.SignOut) -> None:
        await self._supervisor.sign_ins.sign_out(self._supervisor.find_entry(request.server_id))
