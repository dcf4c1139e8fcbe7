"""Why a call is decided as it is, for the window.

Owns: the facts of calls that nobody proposes now: tried ones, waiting ones, past ones.

Invariants: they are judged as the gate judges, and nothing is recorded; of a past call the recorded verdict is told,
whatever the rules say today; nothing here waits on the event loop.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from host import tasks
from host.audit.query import AuditReader
from host.canonical import canonical, parse_document
from host.control.protocol import ExplainCall, WhyCall
from host.control.views import Explanation
from host.errors import AssentError, MalformedJson
from host.gate.approvals import Approvals
from host.gate.inspection import folders_of
from host.inspect.described import subject_of_call
from host.inspect.inspector import inspect
from host.inspect.names import odd_tool_name
from host.inspect.numbers import unsafe_integers
from host.inspect.subject import Subject
from host.model import UNKNOWN_APP, ApprovalRequest, CallContext, Finding, JsonObject, ToolDefinition, Trust
from host.policy import words
from host.policy.book import PolicyBook
from host.policy.evaluate import needs
from host.policy.explain import explain
from host.policy.gather import Gatherer
from host.policy.model import PolicySource, Rule
from host.policy.parse import parse_rule
from host.policy.replay import PastCall, past_call
from host.servers.supervisor import Supervisor
from host.values import replace
from host.window.handlers import handles
from host.words import say, sentences

MAX_ARGUMENTS: Final = 1 << 17
"""Characters of the arguments of a call that is tried."""
NAME: Final = 256
"""Characters of a name of a call that is tried."""
SINCE: Final = say("This is what was recorded. The list below is by the rules as they are now.")
CHANGED: Final = say("By the rules as they are now it would be decided otherwise.")
FORGOTTEN: Final = say("The arguments are no longer kept, so rules that look at them could not be told.")
UNLISTED: Final = say("The server has not listed this tool, so that what it says of it is unknown.")
NO_PAST: Final = say("What Assent would find because of earlier calls is left out.")


class Explainer:
    """Explains calls by the rules in force."""

    def __init__(
        self,
        policy: PolicyBook,
        supervisor: Supervisor,
        approvals: Approvals,
        log_file: Path,
        gatherer: Gatherer,
        *,
        clock: Callable[[], datetime],
    ) -> None:
        """``clock``: the present, aware."""
        self._policy, self._supervisor, self._approvals = policy, supervisor, approvals
        self._log_file, self._gatherer, self._clock = log_file, gatherer, clock

    @handles(ExplainCall)
    async def tried(self, asked: ExplainCall) -> Explanation:
        """A call that nobody proposed. Raises AssentError where it is none, or the rule of ``asked`` is none."""
        server, tool, app = asked.server[:NAME], asked.tool[:NAME], asked.app[:NAME]
        arguments, written = read_arguments(asked.arguments)
        sources = await self._sources(asked)
        definition, trust = self._listed(server, tool)
        call = CallContext(
            server,
            tool,
            app,
            app != UNKNOWN_APP,
            trust,
            arguments,
            written,
            None if definition is None else definition.value,
            "" if definition is None else definition.digest,
        )
        subject = subject_of_call(call, folders=folders_of(sources, server, tool, app), home=str(Path.home()))
        note = NO_PAST if definition is not None else sentences((UNLISTED, NO_PAST))
        findings = await tasks.in_daemon_thread(lambda: found_in(subject), name="look at a tried call")
        return await self._explained(sources, call, findings, now=self._clock(), note=note)

    @handles(WhyCall)
    async def why(self, asked: WhyCall) -> Explanation:
        """A call that waits, or one of the log. Raises AssentError where no rule judged it."""
        call_id = asked.call_id
        await self._policy.ready()
        waiting = next((it for it in self._approvals.pending if it.call.id == call_id), None)
        return await (self._waiting(waiting) if waiting is not None else self._from_log(call_id))

    async def _sources(self, asked: ExplainCall) -> tuple[PolicySource, PolicySource]:
        """The rules to judge by: those in force, or as if the rule that is being written were saved."""
        policy = self._policy
        await policy.ready()
        if not asked.rule:
            return policy.sources
        user = with_rule(policy.user_file, parsed(asked.rule), asked.replaces)
        return await tasks.in_daemon_thread(lambda: policy.with_user_rules(user), name="judge by a new rule")

    def _listed(self, server: str, tool: str) -> tuple[ToolDefinition | None, Trust]:
        """What a server listed under a name, and who vouches for the server."""
        entry = self._supervisor.config.entries.get(server)
        if entry is None:
            return None, "none"
        trust = self._policy.trust_of(server, entry.config_digest)
        standing = self._supervisor.status_of(server)
        listed = standing.tools if standing.listed_as == entry.config_digest else ()
        return next((definition for definition in listed if definition.name == tool), None), trust

    async def _waiting(self, request: ApprovalRequest) -> Explanation:
        call, verdict = request.call, request.verdict
        context, sources = CallContext.of(call, request.definition), self._policy.sources
        judged = await self._explained(sources, context, request.findings, now=self._clock())
        if (judged.effect, judged.rule) == (verdict.effect.value, verdict.rule):
            return judged
        return replace(
            judged,
            effect=verdict.effect.value,
            rule=verdict.rule,
            source=verdict.source,
            because=verdict.because,
            reason=verdict.reason,
            obligations=words.obligations(verdict.obligations),
            otherwise="",
            note=sentences((CHANGED, judged.note)),
        )

    async def _from_log(self, call_id: str) -> Explanation:
        past = await tasks.in_daemon_thread(lambda: self._past(call_id), name="read the log for the window")
        if past is None:
            raise AssentError(say("no rule judged this call; its history says what happened"))
        sources = self._policy.sources
        judged = await self._explained(sources, past.context, past.findings, now=past.at.astimezone())
        return recorded(judged, past)

    def _past(self, call_id: str) -> PastCall | None:
        with AuditReader.open(self._log_file) as reader:
            return past_call(reader, call_id)

    async def _explained(
        self,
        sources: tuple[PolicySource, PolicySource],
        call: CallContext,
        findings: tuple[Finding, ...],
        *,
        now: datetime,
        note: str = "",
    ) -> Explanation:
        """What ``sources`` say of a call."""
        wanted = needs(call.server, call.tool, call.app, sources)
        gathered = await self._gatherer.facts(call, findings, needs=wanted, now=now)
        return await tasks.in_daemon_thread(lambda: explain(gathered, sources, note=note), name="explain a call")


def found_in(subject: Subject) -> tuple[Finding, ...]:
    """What is to be said of a call by itself, without what a session of the app would add (pure)."""
    return (*inspect(subject), *odd_tool_name(subject.tool), *unsafe_integers(subject.arguments))


def recorded(judged: Explanation, past: PastCall) -> Explanation:
    """``judged``, by the rules of today, with the verdict that the log has (pure)."""
    same = (judged.effect, judged.rule) == (past.effect.value, past.rule)
    return replace(
        judged,
        effect=past.effect.value,
        rule=past.rule,
        source=past.source,
        because=past.because,
        reason=judged.reason if same else "",
        obligations=judged.obligations if same else (),
        otherwise=judged.otherwise if same else "",
        note=sentences((SINCE, "" if same else CHANGED, FORGOTTEN if past.arguments is None else "", judged.note)),
    )


def with_rule(user: PolicySource, rule: Rule, replaces: str) -> PolicySource:
    """``user`` with ``rule`` in it, in the place of the one with the id ``replaces``."""
    others = tuple(it for it in user.rules if it.id not in (replaces, rule.id))
    return replace(user, rules=(*others, rule), waiting=())


def read_arguments(text: str) -> tuple[JsonObject, bytes]:
    """The arguments of a call that is tried, as an object and in canonical bytes. Raises AssentError."""
    if len(text) > MAX_ARGUMENTS:
        raise AssentError(say("the inputs are longer than {n} characters", n=MAX_ARGUMENTS))
    try:
        document = parse_document((text.strip() or "{}").encode("utf-8", "surrogatepass"))
    except MalformedJson as error:
        raise AssentError(say("the inputs are no JSON")) from error
    if not isinstance(document.value, dict):
        raise AssentError(say("the inputs are no JSON object"))
    return document.value, canonical(document.value, plain=document.plain)


def parsed(text: str) -> Rule:
    """The rule that is being written. Raises AssentError where it is none."""
    rule, problems = parse_rule(text)
    if rule is None:
        raise problems[0] if problems else AssentError(say("This is no rule."))
    return rule
