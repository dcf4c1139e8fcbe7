"""Rules that Assent proposes, and what a changed rule would have done to past calls.

Owns: the answers to ``DraftRule``, ``ReplayRule`` and ``DismissSuggestion``, and what repeated approvals suggest.

Invariants: nothing here changes a rule; a draft is the person's to save; the log is read in threads and judged a call
at a time, so that nobody waits for it; one replay runs at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from host import tasks
from host.audit.query import AuditReader
from host.control.protocol import DismissSuggestion, Done, DraftRule, ReplayRule
from host.control.views import ReplayReport, RuleDraft
from host.errors import AssentError
from host.gate.fact_collector import FOR_PEOPLE
from host.inspect.subject import Earlier, Past
from host.model import ApprovalRequest, Call, Effect, JsonObject
from host.policy.facts import CallFacts
from host.policy.gather import Gatherer
from host.policy.model import PolicySource
from host.policy.replay import PastCall, past_call, past_calls, replay
from host.policy.suggest import draft, unasked
from host.window.explain import parsed, with_rule
from host.window.parts import Parts
from host.words import say

FROM_CALL: Final = say("The narrowest rule around this call.")
FROM_DENIAL: Final = say("You denied this call; this rule would deny such calls.")
NO_RULE: Final = say("no rule could say this: the inputs are too long, or too little of the call is kept")


class Proposals:
    """Proposes rules and tries them."""

    def __init__(self, parts: Parts, gatherer: Gatherer, *, clock: Callable[[], datetime]) -> None:
        """``clock``: the present, aware."""
        self._parts, self._gatherer, self._clock = parts, gatherer, clock
        self._replaying = asyncio.Lock()

    def handle(self, request: DraftRule | ReplayRule | DismissSuggestion) -> object:
        """The reply to ``request``, or what to await for it. Raises AssentError where it cannot be done."""
        match request:
            case DraftRule(call_id):
                return self._draft(call_id)
            case ReplayRule():
                return self._replay(request)
            case DismissSuggestion(suggestion_id):
                return self._dismiss(suggestion_id)

    async def _replay(self, asked: ReplayRule) -> ReplayReport:
        policy = self._parts.policy
        await policy.ready()
        user = _without(policy.user_file, asked.replaces) if asked.removes else _with(policy.user_file, asked)
        sources = await tasks.in_daemon_thread(lambda: policy.with_user_rules(user), name="judge by a new rule")
        async with self._replaying:
            return await replay(past_calls(self._parts.paths.log_file), sources, self._gatherer)

    async def _draft(self, call_id: str) -> RuleDraft:
        waiting = next((it for it in self._parts.approvals.pending if it.call.id == call_id), None)
        made = await (self._of_waiting(waiting) if waiting is not None else self._of_past(call_id))
        if made is None:
            raise AssentError(NO_RULE)
        return replace(made, id="")

    async def _of_waiting(self, request: ApprovalRequest) -> RuleDraft | None:
        call = request.call
        facts = await self._facts(call.server.id, call.tool, call.app.name, call.arguments_value, call.arguments)
        return draft(facts, call.arguments_value, Effect.ALLOW, why=FROM_CALL)

    async def _of_past(self, call_id: str) -> RuleDraft | None:
        past = await tasks.in_daemon_thread(lambda: self._past(call_id), name="read the log for the window")
        if past is None or past.arguments is None:
            return None
        facts = await self._facts(past.server, past.tool, past.app, past.arguments, past.canonical)
        denied = past.decision == "deny" and past.by == "approver"
        effect, why = (Effect.DENY, FROM_DENIAL) if denied else (Effect.ALLOW, FROM_CALL)
        return draft(facts, past.arguments, effect, why=why)

    async def _facts(self, server: str, tool: str, app: str, arguments: JsonObject, written: bytes) -> CallFacts:
        return await self._gatherer.facts(
            server=server,
            tool=tool,
            app=app,
            app_authenticated=True,
            findings=(),
            trust="none",
            definition=None,
            arguments=arguments,
            canonical_arguments=written,
            needs=FOR_PEOPLE,
            now=self._clock(),
        )

    def _past(self, call_id: str) -> PastCall | None:
        with AuditReader.open(self._parts.paths.log_file) as reader:
            return past_call(reader, call_id)

    def _dismiss(self, suggestion_id: str) -> Done:
        if not self._parts.suggestions.dismiss(suggestion_id):
            raise AssentError(say("this rule is no longer suggested"))
        return Done()


def _with(user: PolicySource, asked: ReplayRule) -> PolicySource:
    return with_rule(user, parsed(asked.text), asked.replaces)


def _without(user: PolicySource, rule_id: str) -> PolicySource:
    return replace(user, rules=tuple(rule for rule in user.rules if rule.id != rule_id), waiting=())


def approved(call: Call, facts: CallFacts, past: Past) -> RuleDraft | None:
    """The rule that would have given a person's approval of ``call``, None where there is none, or none is proposed.

    ``past``: what is remembered of calls before it.
    """
    private = past.incomplete or any(_holds_private(earlier, call.server.id) for earlier in past.session)
    return unasked(facts, call.arguments_value, why=FROM_CALL, private=private)


def _holds_private(earlier: Earlier, server: str) -> bool:
    """Whether an earlier call brought private text of another server."""
    return earlier.server != server and earlier.result is not None and bool(earlier.result.windows)
