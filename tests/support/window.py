"""What the window's tests and its gallery feed it: questions, states, and a link without a host."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtWidgets import QWidget

from host.canonical import canonical
from host.control import codec
from host.control.protocol import ReadRules, Request
from host.control.views import (
    ApproverView,
    Asked,
    HostState,
    PolicyView,
    RulesPage,
    RuleView,
    ServerView,
    SigningView,
)
from host.errors import AssentError
from host.inspect.action import action_of
from host.model import (
    App,
    ApprovalRequest,
    BoundOffer,
    Call,
    Effect,
    Finding,
    Grant,
    GrantDuration,
    JsonObject,
    JsonValue,
    RoleQuota,
    ServerRef,
    Signature,
    Verdict,
    sha256_hex,
)
from host.values import replace
from host.words import say
from ui.inputs.form import InputsView
from ui.link import Link

T = TypeVar("T")

ANA = App("claude-code", authenticated=True, pid=4242, session="s1")
FILES = ServerRef("files", "c" * 64, "d" * 64)
DEFAULT = Verdict(Effect.ASK, "default", "default", say("No rule matches, so a person is asked."))
EXACTLY = (BoundOffer("exact", (say("exactly what is shown above, every byte"),)),)
SIGNERS = (
    ApproverView("Dr. Ada Lindqvist", ("PRINCIPAL_INVESTIGATOR",), "managed"),
    ApproverView("Prof. Tomás Reyes", ("IRB_CHAIR",), "managed"),
)
WRITE_FILE: JsonObject = {
    "name": "write_file",
    "title": "Safe file writer",
    "description": "Writes text into a file of the workspace.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "path": {"type": "string", "title": "Path", "description": "Relative to the workspace."},
            "content": {"type": "string", "description": "What to write."},
            "overwrite": {"type": "boolean", "default": False, "description": "Replace a file that is there."},
        },
        "required": ["path", "content"],
    },
    "annotations": {"title": "Safe file writer", "readOnlyHint": False, "destructiveHint": False},
}


def asked(
    arguments: JsonObject | None = None,
    *,
    call_id: str = "0198c0de-0000-7000-8000-000000000001",
    definition: JsonObject | None = None,
    app: App = ANA,
    server: ServerRef = FILES,
    findings: tuple[Finding, ...] = (),
    verdict: Verdict = DEFAULT,
    left: float = 300.0,
    why_no_grant: str = "",
    round_: int = 1,
    voided_because: str = "",
    beside: JsonObject | None = None,
    bounds: tuple[BoundOffer, ...] = EXACTLY,
    durations: tuple[GrantDuration, ...] = ("15min", "1h", "chat", "quit"),
    why_no_always: str = say("Nobody vouched for this server; choose until quit."),
    signing: SigningView | None = None,
    result: bytes | None = None,
) -> Asked:
    """A question as the window gets it. ``beside``: what is sent beside name and arguments."""
    defined = definition or WRITE_FILE
    given: JsonObject = (
        {"path": "notes/summary.txt", "content": "Draft conclusions\nSecond line\n", "overwrite": True}
        if arguments is None
        else arguments
    )
    name = defined["name"]
    assert isinstance(name, str)
    sent: JsonObject = {"name": name, "arguments": given}
    params = canonical(sent | (beside or {}))
    value, arguments_bytes = codec.arguments_of(params)
    call = Call(
        call_id, app, server, name, params, arguments_bytes, value, "2025-11-25", 1_000_000.0, sha256_hex(params)
    )
    if signing is not None:
        why_no_grant = why_no_grant or say("Each such call must be signed.")
    if result is not None:
        why_no_grant = why_no_grant or say("It is about this result alone.")
    wider = not why_no_grant
    request = ApprovalRequest(
        call, codec.definition_of(canonical(defined)), verdict, findings, round_, voided_because, 1_000_300.0, result
    )
    return Asked(
        request, left, 0.0, why_no_grant, bounds if wider else (), why_no_always if wider else "", signing,
        durations if wider else (), action=action_of(server.id, name, value),
    )  # fmt: skip


def signing(
    *signed: str, missing: tuple[str, ...] | None = None, candidates: tuple[ApproverView, ...] | None = None
) -> SigningView:
    """Two must sign, of whom these have."""
    done = tuple(Signature(who.name, who.roles, 1_000_010.0) for who in SIGNERS if who.name in signed)
    wanted = tuple(who for who in SIGNERS if who.name not in signed)
    lacking = tuple(f"1 {who.roles[0]}" for who in wanted) if missing is None else missing
    quotas = tuple(RoleQuota(who.roles[0]) for who in SIGNERS)
    return SigningView(quotas, False, done, lacking, wanted if candidates is None else candidates)


def server(server_id: str = "files", **changes: Any) -> ServerView:
    """A server that is ready."""
    values: dict[str, Any] = {
        "id": server_id,
        "kind": "stdio",
        "state": "ready",
        "why": "",
        "sessions": 1,
        "command": ("npx", "-y", "@modelcontextprotocol/server-filesystem", "/home/ana/work"),
        "trust": "none",
    }
    return ServerView(**(values | changes))


def state(**changes: Any) -> HostState:
    """A quiet host with one server."""
    values: dict[str, Any] = {
        "stopped": False,
        "pending": 0,
        "running": 0,
        "servers": (server(),),
        "policy": PolicyView((), (), "", 0, "/etc/assent/managed.json", "/home/ana/.config/assent/policy.json"),
        "grants": (),
        "log_problem": "",
        "assistant": "absent",
    }
    return HostState(**(values | changes))


def policy(**changes: Any) -> PolicyView:
    """What two sound policy files say."""
    values: dict[str, Any] = {
        "problems": (),
        "waiting": (),
        "digest": "",
        "count": 2,
        "managed_path": "/etc/assent/managed.json",
        "user_path": "/home/ana/.config/assent/policy.json",
        "generation": 1,
    }
    return PolicyView(**(values | changes))


def rule(rule_id: str = "reading", **changes: Any) -> RuleView:
    """A rule of the person's own that lets one app read."""
    values: dict[str, Any] = {
        "id": rule_id,
        "effect": "allow",
        "server": "files",
        "tool": "read_*",
        "app": "claude-code",
        "reason": "",
        "source": "user",
    }
    made = RuleView(**(values | changes))
    names = {"server": made.server, "tool": made.tool, "app": made.app}
    written = {"id": made.id, "effect": made.effect} | ({} if made.enabled else {"enabled": False}) | {"match": names}
    return replace(made, text=made.text or json.dumps(written, indent=2, ensure_ascii=False))


def rules_page(*rules: RuleView, generation: int = 1) -> Callable[[ReadRules], RulesPage]:
    """What answers for rules as the host does, a page at a time."""

    def read(request: ReadRules) -> RulesPage:
        wanted = request.text.casefold().split()
        found = [
            known
            for known in rules
            if request.source in ("", known.source)
            and request.effect in ("", known.effect)
            and (known.waits or not request.waiting)
            and all(word in f"{known.id} {known.server} {known.tool} {known.app}".casefold() for word in wanted)
        ]
        return RulesPage(tuple(found[request.begin : request.begin + request.limit]), len(found), generation)

    return read


def grant(**changes: Any) -> Grant:
    """A grant of a quarter of an hour."""
    values: dict[str, Any] = {
        "id": "grant-1",
        "app": "claude-code",
        "server": "files",
        "tool": "write_file",
        "arguments": b'{"content":"x","path":"notes/a.txt"}',
        "given_at": 1_000_000.0,
        "expires_at": 1_000_900.0,
        "who": "ana",
        "used": 2,
    }
    return Grant(**(values | changes))


class FakeLink(Link):
    """A link without a host: keeps what was asked, and answers from ``replies`` (by type of request).

    Attributes:
        requests: everything that was asked, in order.
        replies: a reply, an AssentError, or what makes one of a request; a request without one waits for ``answer``.
    """

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[Request[Any]] = []
        self.replies: dict[type, object] = {}
        self._unanswered: list[tuple[Request[Any], Callable[[Any], object] | None, Callable[[str], object] | None]] = []

    def of(self, kind: type[T]) -> list[T]:
        """The requests of one type."""
        return [request for request in self.requests if isinstance(request, kind)]

    def send(
        self,
        request: Request[T],
        then: Callable[[T], object] | None = None,
        failed: Callable[[str], object] | None = None,
    ) -> None:
        """Answer at once, without a loop."""
        self.requests.append(request)
        reply: Any = self.replies.get(type(request))
        if callable(reply):
            reply = reply(request)
        if isinstance(reply, AssentError):
            if failed is not None:
                failed(str(reply))
        elif reply is None:
            self._unanswered.append((request, then, failed))
        elif then is not None:
            then(reply)

    def answer(self, kind: type[Request[T]], reply: T | AssentError, number: int = 0) -> None:
        """Answer late what ``send`` was asked and had no reply for.

        Args:
            kind: the type of the request.
            reply: to give; it may be given another one later, to see that neither counts.
            number: which request of this type, from the first.
        """
        _, then, failed = [asked for asked in self._unanswered if isinstance(asked[0], kind)][number]
        if isinstance(reply, AssentError):
            if failed is not None:
                failed(str(reply))
        elif then is not None:
            then(reply)

    async def ask(self, request: Request[T]) -> T:
        """Answer at the next turn of the loop."""
        await asyncio.sleep(0)
        self.requests.append(request)
        reply: Any = self.replies.get(type(request))
        if callable(reply):
            reply = reply(request)
        if isinstance(reply, AssentError):
            raise reply
        assert reply is not None, f"no reply for {request!r}"
        return reply  # type: ignore[no-any-return]  # the test put it there for this request


def json_text(value: JsonValue) -> str:
    """Canonical JSON as text."""
    return canonical(value).decode()


def make_all_rows(view: QWidget) -> None:
    """Make all rows of the inputs in a view now."""
    for inputs in view.findChildren(InputsView):
        inputs.make_all()
