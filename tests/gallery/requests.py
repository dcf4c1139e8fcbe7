"""What servers ask of apps, and calls that go on with earlier ones: the questions of the gallery.

Owns: these questions.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from PySide6.QtWidgets import QWidget

from host.assistant.script import APP, WRITTEN, chapter
from host.canonical import canonical
from host.control import codec
from host.control.views import NO_ACTION, Asked
from host.gate.app_requests import ADDRESS_KINDS, ONLY_THIS, REQUEST_KINDS, definition_of
from host.gate.elicitation import read_form
from host.gate.rounds import Rounds
from host.inspect.asked import ELICITATION, READ, ROOTS, SAMPLING, find_secret_fields
from host.inspect.described import subject_of
from host.inspect.inspector import inspect
from host.model import ApprovalRequest, Effect, Finding, JsonObject, Verdict
from host.values import replace
from host.wire.call_handler import call_from_request
from host.words import say
from resources.demo import tools
from resources.demo.serving import Job, ToolError
from tests.gallery.asking import of
from tests.gallery.calls import FORCED, judged
from tests.gallery.questions import BESIDE, HOSTILE
from tests.support import window as samples
from tests.support.window import FakeLink

_VERDICT: Final = Verdict(Effect.ASK, "default", "default", say("No rule matches, so a person is asked."))


def request(
    method: str,
    params: JsonObject,
    *findings: Finding,
    result: bytes | None = None,
    during: tuple[str, ...] = ("summarise",),
) -> Asked:
    """A server asks an app for something."""
    base = samples.asked().request.call
    call = replace(call_from_request(base.app, base.server, method, params, "2025-11-25", base.proposed_at), id=base.id)
    request = ApprovalRequest(
        call,
        definition_of(call),
        _VERDICT,
        (*found(method, params), *findings),
        1,
        "",
        samples.asked().request.expires_at,
        result,
        None,
        None,
        during,
    )
    return replace(
        samples.asked(), request=request, action=NO_ACTION, why_no_grant=ONLY_THIS.refused, bounds=(), durations=()
    )


def found(method: str, params: JsonObject) -> tuple[Finding, ...]:
    """What Assent finds in a request, as the gate asks for it."""
    wanted = REQUEST_KINDS | ADDRESS_KINDS if method == READ else REQUEST_KINDS
    described: JsonObject = {
        "app": "claude-code", "server": "files", "tool": method, "arguments": params, "home": "/home/ana",
    }  # fmt: skip
    return tuple(it for it in inspect(subject_of(described)) if it.kind in wanted)


PROMPT: Final[JsonObject] = {
    "systemPrompt": "You sort mail for a law firm. Answer with one word.",
    "messages": [
        {
            "role": "user",
            "content": {"type": "text", "text": "Is this urgent?\n\nDear colleagues,\nthe hearing moved."},
        },
        {"role": "assistant", "content": {"type": "text", "text": "Which court?"}},
        {"role": "user", "content": {"type": "text", "text": "The district court, Thursday at nine."}},
    ],
    "maxTokens": 20,
    "modelPreferences": {"hints": [{"name": "claude-haiku"}], "speedPriority": 0.9},
    "includeContext": "none",
}
ANSWER: Final[JsonObject] = {
    "role": "assistant",
    "content": {"type": "text", "text": "Urgent."},
    "model": "claude-haiku-4-5",
    "stopReason": "endTurn",
}
FORM: Final[JsonObject] = {
    "message": "Sign in to go on.",
    "requestedSchema": {
        "type": "object",
        "properties": {"user": {"type": "string"}, "password": {"type": "string", "title": "Password"}},
    },
}
SAMPLE: Final = request(SAMPLING, PROMPT)
SAMPLE_SLY: Final = request(
    SAMPLING,
    {
        "systemPrompt": HOSTILE,
        "messages": [{"role": "user", "content": {"type": "text", "text": "line\n" * 900 + "tail"}}],
    },
    during=("read", "write"),
)
SAMPLE_ANSWER: Final = request(SAMPLING, PROMPT, result=canonical(ANSWER))
ELICIT: Final = request(ELICITATION, FORM, *find_secret_fields(FORM))
FOLDERS: Final = request(ROOTS, {}, during=())
LINK: Final = request(READ, {"uri": "file:///home/ana/.ssh/id_ed25519"}, during=())
LINK_SLY: Final = request(READ, {"uri": "https://example.org/\u202egpj.exe?" + HOSTILE}, during=())
_ASKS: Final[JsonObject] = {
    "confirm": {
        "method": ELICITATION,
        "params": {"message": "The file is there already. Overwrite it?", "requestedSchema": {"type": "object"}},
    }
}


def goes_on(state: str) -> Asked:
    """A call that brings back a state, where the server gave ``state``."""
    question = judged(
        {"path": "notes/summary.txt", "content": "Draft conclusions\n", "overwrite": True},
        beside=BESIDE,
        why_no_grant=FORCED,
    )
    request, rounds = question.request, Rounds()
    first = replace(request.call, id="0192f0c1-7a2b-7c3d-8e4f-000000000007")
    rounds.remember(first, {"inputRequests": _ASKS, "requestState": state})
    call = rounds.link(request.call)
    findings = (*request.findings, *rounds.findings(call))
    return replace(question, request=replace(request, call=call, findings=findings, asked=rounds.server_request(call)))


ROUND: Final = goes_on(str(BESIDE["requestState"]))
ROUND_FOREIGN: Final = goes_on("another")

_TABLE: Final[JsonObject] = {
    "mail": {"type": "string", "format": "email", "title": "Your address"},
    "day": {"type": "string", "format": "date", "title": "Day"},
    "room": {"type": "string", "oneOf": [{"const": "g", "title": "Garden"}, {"const": "h", "title": "Hall"}]},
    "guests": {"type": "integer", "minimum": 1, "default": 2},
    "dog": {"type": "boolean", "title": "With a dog"},
    "menus": {"type": "array", "items": {"enum": ["fish", "meat"]}, "default": ["fish"]},
}


def answered_here(message: str, content: JsonObject, schema: JsonObject, opens: str = "") -> Asked:
    """A question that the person answers in this window."""
    base = request(ELICITATION, content)
    found = tuple(replace(finding, where=(), span=None) for finding in base.request.findings)  # as the gate has them
    raw = canonical({"inputSchema": schema, "name": ELICITATION})
    shown = replace(
        base.request,
        asked=canonical({"message": message}),
        opens=opens,
        definition=codec.definition_of(raw),
        findings=found,
    )
    return replace(base, request=shown)


_READ: Final = read_form(
    {
        "message": "",
        "requestedSchema": {"type": "object", "properties": _TABLE, "required": ["mail", "day", "room", "dog"]},
    }
)
FILL: Final = answered_here("When shall I book the table?", _READ.start, _READ.schema)
FILL_SLY: Final = answered_here(
    HOSTILE, {HOSTILE: HOSTILE}, {"type": "object", "properties": {HOSTILE: {"title": HOSTILE}}}
)


class _Asking(Job):
    """A call that goes on until the server asks. Attributes: asked: the method and its params."""

    asked: tuple[str, JsonObject]

    def ask(self, method: str, params: JsonObject) -> JsonObject:
        self.asked = method, params
        return {}


def _of_the_demonstration(step: str) -> tuple[str, JsonObject]:
    """What the server asks in a chapter of the demonstration, in its own words."""
    told, job = chapter(step), _Asking(lambda _: None, None, 1)
    assert told is not None
    tool = next(tool for tool in (tools.book_table, tools.write_invitation) if tool.name == told.proposal.tool)
    with suppress(ToolError):
        tool.run(job, **told.proposal.arguments)
    return job.asked


def _in_the_demonstration(asked: Asked, tool: str) -> Asked:
    call = asked.request.call
    call = replace(call, app=replace(call.app, name=APP), server=replace(call.server, id="booking"))
    return replace(asked, request=replace(asked.request, call=call, during=(tool,)))


_BOOK, _INVITE = (_of_the_demonstration(step)[1] for step in ("book", "invite"))
_BOOK_FORM: Final = read_form(_BOOK)
BOOK_A_TABLE: Final = _in_the_demonstration(
    answered_here(_BOOK_FORM.message, _BOOK_FORM.start, _BOOK_FORM.schema), tools.book_table.name
)
LEND_THE_MODEL: Final = _in_the_demonstration(request(SAMPLING, _INVITE), tools.write_invitation.name)
_WORDS: Final[JsonObject] = {
    "role": "assistant",
    "content": {"type": "text", "text": WRITTEN},
    "model": "a script, no model",
}
LENT: Final = _in_the_demonstration(request(SAMPLING, _INVITE, result=canonical(_WORDS)), tools.write_invitation.name)

PAGE_URL: Final = "https://login.xn--pple-43d.example/authorize?client=42&scope=mail"
OPEN: Final = answered_here("Sign in to the shop to go on.", {"url": PAGE_URL}, {"properties": {"url": {}}}, PAGE_URL)


def fills(_link: FakeLink, window: QWidget) -> None:
    """Fill the form in."""
    of(window).open_edit()
