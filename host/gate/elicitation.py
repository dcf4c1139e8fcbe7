"""Questions of servers that Assent's own window answers, for an app of ours that has no window.

Owns: the form or the address that the person sees, and the answer that becomes of it (MCP 2025-11-25,
client/elicitation).

Invariants: what leaves is exactly what was shown last; an answer that does not keep the form does not leave; nobody's
answer is *cancel*, a no is *decline*; an address is opened by the person's press in the window, never here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from host import schema_words
from host.canonical import canonical, parse_document
from host.errors import AssentError, MalformedJson
from host.gate.approvals import Approvals
from host.gate.editing import MAX_EDITS, Examined, steps_of
from host.gate.pending_approval import Examine, FormGround
from host.gate.refusals import NoAnswer
from host.inspect.asked import ELICITATION
from host.inspect.forms import ElicitedForm, format_problems, read_form
from host.model import (
    NO_OBLIGATIONS,
    Answer,
    ApprovalRequest,
    Call,
    Edit,
    GrantOffers,
    JsonObject,
    ToolDefinition,
    sha256_hex,
)
from host.schema import CompiledSchema, SchemaChecker, compile_schema
from host.settings import LiveSettings
from host.wire.call_handler import request_call
from host.words import say

if TYPE_CHECKING:
    from host.control.views import EditProblem
    from host.gate.app_requests import AppRequest

ONLY_THIS: Final = GrantOffers(refused=say("It is about this question alone."))
NO_ASCII: Final = say("the address to open has letters beyond A to Z; it must name its host as it is looked up")


class Elicitation:
    """Asks the person what a server asks."""

    def __init__(
        self, *, approvals: Approvals, checker: SchemaChecker, settings: LiveSettings, clock: Callable[[], float]
    ) -> None:
        """``clock``: Unix seconds."""
        self._approvals, self._checker, self._settings, self._clock = approvals, checker, settings, clock

    async def answer(self, asked: AppRequest) -> tuple[JsonObject, Answer | None]:
        """What the server hears, and what the person said; None where nobody answered.

        Raises:
            AssentError: what the server asks is nothing that can be shown.
        """
        params = asked.call.arguments_value
        if params.get("mode") == "url":
            if not str(params["url"]).isascii():
                raise AssentError(NO_ASCII)
            shown: JsonObject = {"url": params["url"]}
            form = ElicitedForm(str(params.get("message", "")), {"type": "object", "properties": {"url": {}}}, shown)
        else:
            form = read_form(params)
        size = len(asked.call.params)
        if self._approvals.no_room(asked.call, size, self._settings.now):
            return {"action": "cancel"}, None
        with self._approvals.place(asked.call, size):
            return await self._ask(asked, form, url=params.get("mode") == "url")

    async def _ask(self, asked: AppRequest, form: ElicitedForm, *, url: bool) -> tuple[JsonObject, Answer | None]:
        compiled, content, because = compile_schema(form.schema), form.start, ""
        for _ in range(MAX_EDITS):
            request = self._request(asked, form, content, because)
            ground = None if url else FormGround(request.call, self._examiner(request.call, form, compiled))
            end = await self._approvals.ask(request, asked.aborted, ONLY_THIS, ground)
            if isinstance(end, NoAnswer):
                break
            if isinstance(end, Edit):
                content, because = _object(end.arguments or b"{}"), ""
                continue
            if end.approve is not True:  # nothing that merely counts as true
                return {"action": "decline"}, end
            if url:
                return {"action": "accept"}, end
            if not (problems := await self._problems(form, compiled, content, canonical(content))):
                return {"action": "accept", "content": content}, end
            name = str(problems[0].path[0]) if problems[0].path else ""
            because = say("{field}: {why}", field=name, why=problems[0].why) if name else problems[0].why
        return {"action": "cancel"}, None

    def _request(self, asked: AppRequest, form: ElicitedForm, content: JsonObject, because: str) -> ApprovalRequest:
        asked.rounds += 1
        call = asked.call
        made = request_call(call.app, call.server, ELICITATION, content, call.protocol_revision, call.proposed_at)
        definition: JsonObject = {"inputSchema": form.schema, "name": ELICITATION}
        raw = canonical(definition)
        verdict = asked.verdict
        assert verdict is not None, "it was judged"
        findings = tuple(replace(finding, where=(), span=None) for finding in asked.findings)
        expires = self._clock() + self._settings.now.decision_timeout
        return ApprovalRequest(
            replace(made, id=call.id),
            ToolDefinition(ELICITATION, raw, definition, sha256_hex(raw)),
            replace(verdict, obligations=NO_OBLIGATIONS),  # that it may be asked was decided before
            findings,
            asked.rounds,
            because,
            expires,
            asked=canonical({"message": form.message}),
            during=tuple(run.tool for run in asked.during),
            opens=str(call.arguments_value["url"]) if call.arguments_value.get("mode") == "url" else "",
        )

    def _examiner(self, call: Call, form: ElicitedForm, compiled: CompiledSchema) -> Examine:
        async def examine(arguments: bytes) -> Examined:
            from host.control.views import EditCheck, EditProblem  # a host without a window makes none

            try:
                content = _object(arguments)
            except AssentError as error:
                return Examined(EditCheck((EditProblem((), error.words),)))
            written = canonical(content)
            if written == call.arguments:
                return Examined(EditCheck((), same=True))
            return Examined(EditCheck(await self._problems(form, compiled, content, written), "ask"), written)

        return examine

    async def _problems(
        self, form: ElicitedForm, compiled: CompiledSchema, content: JsonObject, written: bytes
    ) -> tuple[EditProblem, ...]:
        """What is wrong with an answer, by its schema and by its formats."""
        from host.control.views import EditProblem

        report = await self._checker.check(compiled, content, written)
        if report.status == "invalid":
            words = ((it.path, schema_words.violation(it.expected, it.got)) for it in report.violations)
            return tuple(EditProblem(steps_of(path, content), why) for path, why in words)
        if report.status != "valid":
            return (EditProblem((), say("the answer could not be held against the form")),)
        return tuple(EditProblem((name,), why) for name, why in format_problems(form.schema, content))


def _object(text: bytes) -> JsonObject:
    """The answer that a person wrote, as JSON. Raises AssentError where it is none."""
    try:
        value = parse_document(text).value
    except MalformedJson as error:
        raise AssentError(say("the inputs are no JSON")) from error
    if not isinstance(value, dict):
        raise AssentError(say("the inputs are no JSON object"))
    return value
