"""In-memory peers for the gate and the wire: a server, an app's end, people, a log, a policy.

Invariants: nothing here sleeps or starts a process; every wait is bounded; what a peer heard is kept whole and in
order.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, Self, TypeAlias, cast

from host import inspection_worker, tasks
from host.audit.chain import Tip
from host.audit.store import AuditStore
from host.canonical import canonical
from host.errors import AuditError
from host.gate.approvals import Approvals
from host.gate.call_execution import CallExecution, ServerSession
from host.gate.call_history import CallHistory, FirstUse
from host.gate.emergency_stop import StopSwitch
from host.gate.gate import Gate
from host.gate.grants import Grants
from host.gate.inspection import Inspection
from host.gate.inspection_pool import InspectionPool
from host.gate.services import Services
from host.gate.spool import Spool
from host.model import (
    NO_OBLIGATIONS,
    Answer,
    App,
    ApprovalRequest,
    Call,
    Draft,
    Edit,
    Effect,
    JsonObject,
    JsonValue,
    ServerRef,
    Trust,
    Verdict,
    sha256_hex,
)
from host.policy.book import PolicyBook
from host.policy.conditions import METHODS
from host.policy.facts import NOTHING_NEEDED, CallFacts, Needs
from host.policy.model import ApproverEntry
from host.rates import Rate
from host.schema import SchemaChecker
from host.servers.catalogue import Catalogue
from host.settings import LiveSettings, Settings
from host.wire import messages
from host.wire.call_handler import Reply
from host.wire.channel import AppChannel
from host.wire.context import SessionContext
from host.wire.freeze import freeze
from host.wire.interceptor import Interceptor
from host.wire.methods import LEGACY, META_CAPABILITIES, META_CLIENT_INFO, META_VERSION, MODERN
from host.wire.upstream import Upstream
from tests.support.waiting import PATIENCE

BOUND: Final = PATIENCE
"""Seconds after which a wait of a test is a failure."""
LATEST: Final = LEGACY[-1]
NOW: Final = MODERN[-1]
APP: Final = App("claude", authenticated=True, pid=42, session="s1")
SERVER: Final = ServerRef("files", "c" * 64, "d" * 64)
SETTINGS: Final = Settings().replace(decision_timeout=900.0, approver_grace=300.0)
TEXT_SCHEMA: Final[JsonObject] = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
    "additionalProperties": False,
}
MODERN_META: Final[JsonObject] = {META_VERSION: NOW, META_CAPABILITIES: {}, META_CLIENT_INFO: {"name": "test"}}
OK_RESULT: Final[JsonObject] = {"content": [{"type": "text", "text": "done"}]}


def at(value: JsonValue, *steps: str | int) -> JsonValue:
    """The value at the end of ``steps``; fails the test where there is none."""
    for step in steps:
        if isinstance(step, int):
            assert isinstance(value, list), f"no list before {step}: {value!r}"
            value = value[step]
        else:
            assert isinstance(value, dict), f"no object before {step}: {value!r}"
            assert step in value, f"no {step} in {value!r}"
            value = value[step]
    return value


def text_of(result: bytes | None) -> str:
    """The text of a result's first block."""
    assert result is not None
    text = at(json.loads(result), "content", 0, "text")
    assert isinstance(text, str)
    return text


def receipt_of(result: bytes | None) -> JsonValue:
    """The receipt in a serialised result."""
    assert result is not None
    return at(json.loads(result), "_meta", "dev.assent/receipt")


def without_receipt(result: bytes) -> bytes:
    """A serialised result as it would be without its receipt, which stands in a ``_meta`` of its own."""
    return re.sub(rb'^\{"_meta":\{"dev.assent/receipt":\{[^{}]*\}\},', b"{", result)


def tool(name: str, schema: JsonValue = None, **more: JsonValue) -> JsonObject:
    """A definition; the schema takes any object unless given."""
    defined: JsonObject = {"name": name, "inputSchema": {"type": "object"} if schema is None else schema}
    return defined | more


async def turns(count: int = 20) -> None:
    """Let everything that is ready run."""
    for _ in range(count):
        await asyncio.sleep(0)


async def until(condition: Callable[[], object]) -> None:
    """Wait for ``condition``, turn by turn of the loop."""
    async with asyncio.timeout(BOUND):
        while not condition():  # noqa: ASYNC110  # peers in memory: there is nothing to wait for but turns of the loop
            await asyncio.sleep(0)


class Clock:
    """A clock that stands still unless it is moved."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Heard:
    """Keeps frames."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    @property
    def values(self) -> list[JsonValue]:
        """The frames, read by Python's own parser."""
        return [json.loads(frame) for frame in self.frames]


class Sent(Heard):
    """A sender that only keeps its frames."""

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def send_batch(self, frames: list[bytes]) -> None:
        self.frames.append(b"[" + b",".join(frames) + b"]")


class MemoryLog:
    """A log in memory. ``append`` takes a turn of the loop, as a disk would.

    Attributes:
        drafts: what is durable. lost: what ``submit`` could not keep. full: what cannot be written. takes: turns of
        the loop that a write takes after what is done meanwhile.
    """

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.lost: list[Draft] = []
        self.full: Callable[[Draft], bool] = lambda _: False
        self._acts: dict[str, Callable[[], object]] = {}
        self.takes = 1
        self.alone: list[bool] = []

    async def append(self, *drafts: Draft, alone: bool = False) -> list[Tip]:
        self.alone.append(alone)
        await asyncio.sleep(0)
        for draft in drafts:
            if (act := self._acts.get(draft.kind)) is not None:
                act()
        await turns(self.takes)
        if any(map(self.full, drafts)):
            raise AuditError("the disk is full")
        self.drafts += drafts
        last = len(self.drafts)
        return [Tip(seq, "", bytes([seq % 256]) * 32) for seq in range(last - len(drafts) + 1, last + 1)]

    def while_writing(self, kind: str, act: Callable[[], object]) -> None:
        """Do ``act`` whenever a record of this kind is being written."""
        self._acts[kind] = act

    def submit(self, draft: Draft) -> None:
        (self.lost if self.full(draft) else self.drafts).append(draft)

    def of(self, kind: str, call: Call | None = None) -> list[Draft]:
        """The durable records of one kind, of one call where one is given."""
        return [draft for draft in self.drafts if draft.kind == kind and (call is None or draft.call == call.id)]

    def story(self, call: Call) -> list[str]:
        """What the log tells of a call, in order: kinds, with decisions and outcomes spelt out."""
        told = []
        for draft in self.drafts:
            if draft.call == call.id:
                said = draft.fields.get("decision") or draft.fields.get("status")
                told.append(f"{draft.kind} {said}" if said else draft.kind)
        return told


class Rules:
    """A policy of one effect, to be changed at will: any change of an attribute is another generation.

    Attributes:
        effect, rule, reason, source, obligations: of its verdicts. trust: of every server. wants: what it needs.
        methods: effects for what a server asks of the app; where none stands, the default.
        error: why a file cannot be used, empty where it can. facts: what it judged. outdated: whether its file is
        another by now. readied: how often it was awaited.
    """

    def __init__(self, effect: Effect) -> None:
        self.generation = 0
        self.effect, self.rule, self.reason, self.source = effect, "r1", "", "user"
        self.obligations, self.error = NO_OBLIGATIONS, ""
        self.trust: Trust = "none"
        self.wants = NOTHING_NEEDED
        self.facts: list[CallFacts] = []
        self.outdated: Callable[[], bool] = lambda: False
        self.readied = 0
        self.methods: dict[str, Effect] = {}

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name not in ("generation", "outdated", "readied"):
            self.generation += 1

    def judge(self, facts: CallFacts) -> Verdict:
        self.facts.append(facts)
        if facts.asks_app:
            effect = self.methods.get(facts.method, METHODS[facts.method].default)
            return Verdict(effect, self.rule, self.source, f"Rule {self.rule} says so.", "", self.obligations)
        obligations = NO_OBLIGATIONS if self.effect is Effect.DENY else self.obligations
        return Verdict(self.effect, self.rule, self.source, f"Rule {self.rule} says so.", self.reason, obligations)

    def broken_verdict(self) -> Verdict | None:
        return None if not self.error else Verdict(Effect.DENY, "broken-policy", "managed", self.error)

    def needs(self, server: str, tool: str, app: str) -> Needs:
        return self.wants

    def trust_of(self, server_id: str, config_digest: str) -> Trust:
        return self.trust

    def is_stale(self) -> bool:
        return self.outdated()

    async def ready(self) -> None:
        self.readied += 1
        await asyncio.sleep(0)


def yes(request: ApprovalRequest, displayed_ms: int | None = 1500) -> Answer:
    """An approval of what was shown."""
    return Answer(True, request.call.id, request.call.digest, "ana", displayed_ms=displayed_ms)


def for_a_while(request: ApprovalRequest) -> Answer:
    """An approval of what was shown, and of exactly the same for 15 minutes."""
    return Answer(True, request.call.id, request.call.digest, "ana", displayed_ms=1500, duration="15min")


def no(request: ApprovalRequest, reason: str = "") -> Answer:
    """A denial of what was shown."""
    return Answer(False, request.call.id, request.call.digest, "ana", reason, displayed_ms=700)


def edit(request: ApprovalRequest, arguments: JsonValue) -> Edit:
    """Other inputs instead of what was shown."""
    return Edit(request.call.id, request.call.digest, json.dumps(arguments).encode(), "ana")


class Quick:
    """An approver that answers at once by a function; keeps what it was asked."""

    def __init__(self, answer: Callable[[ApprovalRequest], Answer | Edit] = yes) -> None:
        self._answer = answer
        self.asked: list[ApprovalRequest] = []

    async def decide(self, request: ApprovalRequest) -> Answer | Edit:
        self.asked.append(request)
        return self._answer(request)


class Person:
    """An approver that thinks until the test lets it answer.

    Attributes:
        asked: every request, in order. let_go: ids of the calls whose question was taken back.
    """

    def __init__(self) -> None:
        self.asked: list[ApprovalRequest] = []
        self.let_go: list[str] = []
        self._open: dict[str, asyncio.Future[Answer | Edit]] = {}

    async def decide(self, request: ApprovalRequest) -> Answer | Edit:
        self.asked.append(request)
        self._open[request.call.id] = asyncio.get_running_loop().create_future()
        try:
            return await self._open[request.call.id]
        except asyncio.CancelledError:
            self.let_go.append(request.call.id)
            raise

    async def until_asked(self, count: int = 1) -> ApprovalRequest:
        """The ``count``-th request, once it came."""
        await until(lambda: len(self.asked) >= count)
        return self.asked[count - 1]

    def answer(self, answer: Answer | Edit, call_id: str | None = None) -> None:
        """Answer the question about ``call_id``, by default the one that the answer names. Twice does nothing."""
        waiting = self._open[call_id or answer.call_id]
        if not waiting.done():
            waiting.set_result(answer)

    def fail(self, call_id: str, error: Exception) -> None:
        """Break off the question about ``call_id``, as a lost connection does."""
        self._open[call_id].set_exception(error)


Handler: TypeAlias = "Callable[[JsonObject], JsonObject | None]"


def _empty(_: JsonObject) -> JsonObject:
    return {"result": {}}


class MemoryServer(Heard):
    """A server behind an upstream: keeps what it is sent and answers a turn of the loop later.

    Attributes:
        tools: what it lists. pages: if not empty, the results of successive ``tools/list`` instead.
        on: by method, what answers a request: ``{"result": …}``, ``{"error": …}`` or None for silence.
        deliver: who hears it.
    """

    def __init__(self, tools: Iterable[JsonObject] = ()) -> None:
        super().__init__()
        self.tools = list(tools)
        self.deliver: Callable[[bytes], object] = lambda _: None
        self.on: dict[str, Handler] = {
            "initialize": self._initialize,
            "tools/list": lambda _: {"result": {"tools": list[JsonValue](self.tools)}},
            "tools/call": lambda _: {"result": dict(OK_RESULT)},
        }
        self.version = ""

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)
        message: JsonValue = json.loads(frame)
        if not isinstance(message, dict) or "method" not in message or "id" not in message:
            return
        handler = self.on.get(str(message["method"]), _empty)
        answer = handler(message)
        if answer is not None:
            self.say({"jsonrpc": "2.0", "id": message["id"]} | answer)

    def say(self, value: JsonValue | bytes) -> None:
        """Send a message, or raw bytes, at the next turn of the loop."""
        frame = value if isinstance(value, bytes) else json.dumps(value).encode()
        asyncio.get_running_loop().call_soon(self.deliver, frame)

    def heard(self, method: str) -> list[JsonObject]:
        """The messages with ``method`` that reached the server."""
        return [value for value in self.values if isinstance(value, dict) and value.get("method") == method]

    @property
    def calls(self) -> list[JsonObject]:
        """The ``tools/call`` requests that reached the server."""
        return self.heard("tools/call")

    def _initialize(self, message: JsonObject) -> JsonObject:
        version = self.version or at(message, "params", "protocolVersion")
        info: JsonObject = {"name": "memory", "version": "1"}
        return {"result": {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}}


def frozen_call(call_id: str, params: JsonObject, revision: str = LATEST, app: App = APP) -> Call:
    """A call with the given id."""
    frozen = freeze(params, revision, 1)
    return Call(
        call_id,
        app,
        SERVER,
        frozen.tool,
        frozen.params,
        frozen.arguments,
        frozen.arguments_value,
        revision,
        1_000_000.0,
        sha256_hex(frozen.params),
    )


class PoolInHere(InspectionPool):
    """Answers what the worker program would, without a process, a turn of the loop later.

    Attributes:
        asked: app and head of each question. held: no answer before it is set. late: whether there is none in time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, JsonObject]] = []
        self.held = asyncio.Event()
        self.held.set()
        self.late = False

    def ops(self) -> list[JsonValue]:
        """What was asked, in order."""
        return [head["op"] for _, head in self.asked]

    async def ask(self, app: str, head: JsonObject, body: bytes) -> JsonObject | None:
        self.asked.append((app, head))
        await asyncio.sleep(0)
        await self.held.wait()
        if self.late:
            return None
        answer: JsonObject = json.loads(inspection_worker.answer(canonical(head), body))
        return answer


class Desk:
    """A gate with everything around it in memory. Listing works from the start, in ``revision``.

    Attributes:
        log, rules, server, approvals, pool, gate, line: its parts. clock: Unix and monotonic seconds alike.
        outdated: whether the server's configuration changed since. capabilities: that the app of a modern call has.
    """

    def __init__(
        self,
        effect: Effect = Effect.ASK,
        *,
        tools: Iterable[JsonObject] = (),
        revision: str = LATEST,
        settings: Settings = SETTINGS,
        output_schema: Literal["off", "warn", "strict"] = "warn",
        rate: Rate | None = None,
        ready: bool = True,
        checker: SchemaChecker | None = None,
        approvers: Callable[[], tuple[ApproverEntry, ...]] = tuple,
    ) -> None:
        self.settings, self.revision = settings, revision
        self.clock, self.log, self.rules = Clock(), MemoryLog(), Rules(effect)
        self.server = MemoryServer([tool("echo", TEXT_SCHEMA), tool("any"), *tools])
        self.upstream = Upstream(self.server.send)
        self.server.deliver = self._delivered
        self.catalogue = Catalogue(self.upstream, settings, clock=self.clock, on_ready=lambda: None)
        if ready:
            self.catalogue.set_revision(revision)
        self.outdated = False
        self.session = ServerSession(
            self.upstream,
            self.catalogue,
            output_schema,
            settings.execution_timeout,
            rate,
            lambda: self.outdated,
        )
        self.live = LiveSettings(settings)
        self.approvals = Approvals(grace=lambda: self.live.now.approver_grace, clock=self.clock)
        self.pool = PoolInHere()
        services = Services(
            log=cast("AuditStore", self.log),
            policy=cast("PolicyBook", self.rules),
            approvals=self.approvals,
            checker=checker or SchemaChecker(),
            settings=self.live,
            clock=self.clock,
            monotonic=self.clock,
            stop=StopSwitch(None, self.log.submit),
            grants=Grants(self.log.submit, self.clock, self.clock),
            approvers=approvers,
            inspection=Inspection(CallHistory(FirstUse(), self.clock), pool=self.pool),
        )
        self.gate = Gate(services, Spool(None, self.live))
        self._numbers = 0
        self.capabilities: JsonObject = {}

    def _delivered(self, frame: bytes) -> None:
        self.upstream.response_received(messages.check(messages.read(frame)))

    def person(self) -> Person:
        """Attach a person who thinks."""
        person = Person()
        self.approvals.attach(person)
        return person

    def quick(self, answer: Callable[[ApprovalRequest], Answer] = yes) -> Quick:
        """Attach an approver that answers at once."""
        approver = Quick(answer)
        self.approvals.attach(approver)
        return approver

    def make_run(
        self,
        name: str = "any",
        arguments: JsonObject | None = None,
        *,
        progress: bool = False,
        app: App = APP,
        more: JsonObject | None = None,
    ) -> CallExecution:
        """A call as the interceptor would freeze it. ``more``: beside its inputs."""
        self._numbers += 1
        params: JsonObject = {"name": name, "arguments": {} if arguments is None else arguments, **(more or {})}
        if self.revision in MODERN:
            params["_meta"] = {**MODERN_META, META_CAPABILITIES: self.capabilities}
        call = self.session.rounds.link(frozen_call(f"call-{self._numbers}", params, self.revision, app))
        return CallExecution(call=call, session=self.session, wants_progress=progress)

    async def through(self, run: CallExecution) -> Reply:
        """Take ``run`` through the gate, with a bound, and wait for the turn in which its outcome is queued."""
        async with asyncio.timeout(BOUND):
            reply = await self.gate.run(run)
        await asyncio.sleep(0)
        return reply

    async def call(
        self, name: str = "any", arguments: JsonObject | None = None, more: JsonObject | None = None
    ) -> tuple[CallExecution, Reply]:
        """Propose a call and wait for its end."""
        run = self.make_run(name, arguments, more=more)
        return run, await self.through(run)


class AskedCall:
    """A call that waits for a person, at a desk of its own."""

    def __init__(self, effect: Effect = Effect.ASK, **options: float) -> None:
        self.desk = Desk(effect, settings=SETTINGS.replace(**options))
        self.person = self.desk.person()
        self.run: CallExecution
        self.task: asyncio.Task[Reply]

    @classmethod
    async def proposed(cls, name: str = "any", arguments: JsonObject | None = None, **options: float) -> Self:
        """Return one that the person sees already."""
        asked = cls(Effect.ASK, **options)
        await asked.propose(name, arguments)
        return asked

    async def propose(self, name: str = "any", arguments: JsonObject | None = None) -> ApprovalRequest:
        """Propose a call and wait until the person sees it."""
        self.run = self.desk.make_run(name, arguments)
        self.task = tasks.spawn(self.desk.through(self.run), name="call")
        return await self.person.until_asked()

    def answer(self, make: Callable[[ApprovalRequest], Answer] = yes) -> None:
        """Answer the latest question."""
        self.person.answer(make(self.person.asked[-1]))

    async def end(self) -> Reply:
        """What the caller hears in the end. Nothing is pending then."""
        async with asyncio.timeout(BOUND):
            reply = await self.task
        assert self.desk.approvals.pending == ()
        assert not self.desk.approvals.waiting_calls
        return reply


class Session(Desk):
    """An app, an interceptor and a server.

    Attributes:
        app: what the app heard. interceptor: in between. ended: why the session was to end. notes: kept oddities.
    """

    def __init__(
        self,
        effect: Effect = Effect.ALLOW,
        *,
        app: App = APP,
        tools: Iterable[JsonObject] = (),
        settings: Settings = SETTINGS,
        allowed: Iterable[str] = (),
    ) -> None:
        super().__init__(effect, tools=tools, settings=settings, ready=False)
        self.app = Sent()
        self.ended: list[str] = []
        self.notes: list[str] = []
        self.context = SessionContext(
            app,
            SERVER,
            cast("AppChannel", self.app),  # of which it needs what sends
            self.upstream,
            self.catalogue,
            frozenset(allowed),
            self.gate.call_handler_for(self.session),
            self.log.submit,
            settings,
            end_session=self.ended.append,
            fail_server=self.ended.append,
            note=self.notes.append,
        )
        self.interceptor = Interceptor(self.context)
        self.server.deliver = self.interceptor.handle_server_frame

    def tell(self, value: JsonValue | bytes) -> None:
        """The app sends a message, or raw bytes."""
        self.interceptor.handle_app_frame(value if isinstance(value, bytes) else json.dumps(value).encode())

    def request(self, request_id: JsonValue, method: str, params: JsonValue = None, **more: JsonValue) -> None:
        """The app sends a request."""
        message: JsonObject = {"jsonrpc": "2.0", "id": request_id, "method": method}
        self.tell((message if params is None else message | {"params": params}) | more)

    def notify(self, method: str, params: JsonValue = None) -> None:
        """The app sends a notification."""
        message: JsonObject = {"jsonrpc": "2.0", "method": method}
        self.tell(message if params is None else message | {"params": params})

    async def shake_hands(self, version: str = LATEST, capabilities: JsonObject | None = None) -> None:
        """Initialise a legacy session; the request's id is ``hello``, and what was said is forgotten afterwards."""
        info: JsonObject = {"name": "test", "version": "1"}
        self.request(
            "hello",
            "initialize",
            {"protocolVersion": version, "capabilities": capabilities or {}, "clientInfo": info},
        )
        await until(lambda: self.answers("hello"))
        self.notify("notifications/initialized")
        self.app.frames.clear()
        self.server.frames.clear()
        self.log.drafts.clear()

    def answers(self, request_id: JsonValue) -> list[JsonObject]:
        """What the app heard under ``request_id``, of exactly that type."""
        return [
            value
            for value in self.app.values
            if isinstance(value, dict)
            and "method" not in value
            and type(value.get("id")) is type(request_id)
            and value.get("id") == request_id
        ]

    async def answer(self, request_id: JsonValue) -> JsonObject:
        """The one answer to ``request_id``, once it came."""
        await until(lambda: self.answers(request_id))
        (answer,) = self.answers(request_id)
        return answer

    def refusals(self) -> list[Mapping[str, JsonValue]]:
        """The fields of the records about refused messages and methods."""
        return [draft.fields for draft in self.log.drafts if draft.kind in ("message.refused", "method.refused")]

    async def leave(self) -> None:
        """The app goes away."""
        self.interceptor.app_gone()
        await self.settled()

    async def settled(self) -> None:
        """Wait until every call has its end."""
        async with asyncio.timeout(BOUND):
            await self.interceptor.wait_drained(BOUND)
        await turns()


def modern(params: JsonObject | None = None, **meta: JsonValue) -> JsonObject:
    """Params of a modern request."""
    return (params or {}) | {"_meta": MODERN_META | meta}


def call_params(name: str = "any", arguments: JsonObject | None = None) -> JsonObject:
    """Params of a call."""
    return {"name": name, "arguments": {} if arguments is None else arguments}
