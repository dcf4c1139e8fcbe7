"""The window's requests about rules.

Owns: the handlers of these requests, the list of rules, the summary of the policy files, suggested rules, and
explanations of decisions: for an imagined call, a waiting one, or a past one.

Invariants: a rule changes only by a person's request, through ``PolicyBook.change``, which logs it, and only while it
is as the window was last told; a draft is saved by the person only; nothing here blocks the event loop; the log is read
in threads and judged one call at a time; one replay runs at a time. A page of rules is bounded; a rule that is gone
from the file and still counts is listed too. An explanation uses the gate's own code, and nothing is recorded; for a
past call the recorded verdict is shown, whatever the rules say today.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from host import tasks
from host.audit.query import AuditReader
from host.canonical import canonical, parse_document
from host.control import protocol, views
from host.control.protocol import ReadRules
from host.control.views import ApproverView, ChangeView, Explanation, PolicyView, RuleDraft, RulesPage
from host.errors import AssentError, AuditError, ConfigError, MalformedJson
from host.gate import rule_suggestions
from host.gate.checks import FOR_PEOPLE
from host.gate.inspection import folders_of_allow_rules
from host.gate.quorum import out_of_reach
from host.gate.rule_suggestions import Suggestions
from host.inspect.described import subject_of_call
from host.inspect.inspector import inspect
from host.inspect.names import odd_tool_name
from host.inspect.numbers import unsafe_integers
from host.inspect.subject import EarlierCall, Past, Subject
from host.model import (
    UNKNOWN_APP,
    ApprovalRequest,
    Call,
    CallContext,
    Effect,
    Finding,
    JsonObject,
    JsonValue,
    ToolDefinition,
    Trust,
    Verdict,
)
from host.policy import edit, warnings, words
from host.policy import replay as replays
from host.policy.book import PolicyBook
from host.policy.conditions import form_fields
from host.policy.evaluate import plain_guards
from host.policy.explain import explain
from host.policy.facts import CallFacts
from host.policy.gather import Gatherer
from host.policy.index import needs
from host.policy.load import read_source
from host.policy.loosening import loosens
from host.policy.model import ApproverEntry, PolicySource, Rule, Unconfirmed
from host.policy.parse import parse_rule
from host.policy.replay import PastCall, past_call, past_calls
from host.policy.words import Waits, rule_view
from host.policy.write import deciding_form, rule_json
from host.values import replace
from host.window.session import HostParts, handles
from host.words import say, sentences

FROM_CALL: Final = say("The narrowest rule around this call.")
FROM_DENIAL: Final = say("You denied this call; this rule would deny such calls.")
SUPERSEDED: Final = say("another rule is looked at instead")
TOO_MANY: Final = say("The file holds more rules than can be looked at here; write them into policy.json.")
CALLS_FOR_NAMES: Final = 1_000  # the newest calls of the log, whose names are offered for rules
MAX_IMPORTED: Final = 300  # rules of one imported file that a person can review in the window
NO_RULE: Final = say("no rule could say this: the inputs are too long, or too little of the call is kept")


def local_time() -> datetime:
    """Return this computer's time, timezone-aware."""
    return datetime.now(UTC).astimezone()


class Rules:
    """Answers the window's requests about rules."""

    def __init__(self, host: HostParts, suggestions: Suggestions) -> None:
        """``suggestions``: rules that repeated approvals suggest."""
        self._policy, self._supervisor, self._approvals = host.policy, host.supervisor, host.approvals
        self._suggestions, self._log_file, self._person = suggestions, host.paths.log_file, host.person
        self._gatherer = Gatherer(host.checker)  # only one: it caches compiled schemas, and limits disk access
        self._replay_lock, self._replay_count = asyncio.Lock(), 0
        self._count_lock, self._counted_until = asyncio.Lock(), 0
        self._uses: dict[tuple[str, str], tuple[int, str]] = {}
        """By source and rule: how often it decided, and when last; counted up to the record ``_counted_until``."""
        self._listing: Listing | None = None

    # Changes

    async def _apply(self, change: edit.Edit) -> None:
        # The rule as the window was last told, so that no other rule of that id is changed.
        seen = None if self._listing is None else self._listing.users_rule(edit.rule_id_of(change))
        await self._policy.change(change, self._person, seen)
        if self._listing is not None:  # the person caused this change, so it counts as shown
            self._listing = Listing(self._policy.sources, self._policy.generation)

    @handles(protocol.SaveRule)
    def save(self, request: protocol.SaveRule) -> Awaitable[None]:
        return self._apply(request)

    @handles(protocol.RemoveRule)
    def remove(self, request: protocol.RemoveRule) -> Awaitable[None]:
        return self._apply(request)

    @handles(protocol.EnableRule)
    def enable(self, request: protocol.EnableRule) -> Awaitable[None]:
        return self._apply(request)

    @handles(protocol.VouchServer)
    async def vouch(self, request: protocol.VouchServer) -> None:
        entry = self._supervisor.config.entries.get(request.server_id)
        if request.vouch and (entry is None or entry.config_digest != request.config):
            raise AssentError(say("the configuration of this server has changed; look at it again"))
        return await self._apply(request)

    @handles(protocol.ConfirmPolicy)
    async def confirm(self, request: protocol.ConfirmPolicy) -> None:
        if not await self._policy.confirm(request.digest, self._person):
            raise AssentError(say("policy.json has changed; look at it again"))

    # The list

    @handles(protocol.ReadRules)
    async def page(self, request: protocol.ReadRules) -> views.RulesPage:
        policy = self._policy
        listing = self._listing
        if listing is None or listing.generation != policy.generation:
            listing = self._listing = Listing(policy.sources, policy.generation)
        now = local_time()
        page = await tasks.in_daemon_thread(lambda: listing.page(request, now), name="list the rules")
        async with self._count_lock:
            await tasks.in_daemon_thread(self._count_uses, name="count what rules decided")
        return replace(page, rules=tuple(map(self._with_uses, page.rules)))

    def _count_uses(self) -> None:
        """Count the decisions in the log since the last count. Without a log there are none."""
        with suppress(AuditError), AuditReader.open(self._log_file) as reader:
            newest = reader.last_seq()
            for source, rule, count, last in reader.rule_uses(self._counted_until):
                earlier_count, _ = self._uses.get((source, rule), (0, ""))
                self._uses[source, rule] = earlier_count + count, last
            self._counted_until = newest

    def _with_uses(self, view: views.RuleView) -> views.RuleView:
        used, last = self._uses.get((view.source, view.id), (0, ""))
        return replace(view, used=used, last_used=last) if used else view

    @handles(protocol.ReadRuleForm)
    async def form(self, _: protocol.ReadRuleForm) -> views.RuleForm:
        supervisor = self._supervisor
        tools: dict[str, set[str]] = {
            server: {tool.name for tool in supervisor.status_of(server).tools} for server in supervisor.config.entries
        }
        apps = await tasks.in_daemon_thread(lambda: self._names_in_log(tools), name="read names for rules")
        return views.RuleForm(
            form_fields(), apps, {server: tuple(sorted(names)) for server, names in sorted(tools.items())}
        )

    def _names_in_log(self, tools: dict[str, set[str]]) -> tuple[str, ...]:
        """Return the apps of the newest calls in the log, and add their servers and tools to ``tools``."""
        apps: set[str] = set()
        with suppress(AuditError), AuditReader.open(self._log_file) as reader:
            for record in reader.search(kind="call.proposed", limit=CALLS_FOR_NAMES).records:
                match record.fields:
                    case {"app": {"name": str(app)}, "server": str(server), "tool": str(tool)}:
                        apps.add(app)
                        tools.setdefault(server, set()).add(tool)
        return tuple(sorted(apps))

    # Export and import

    @handles(protocol.ExportRules)
    async def export(self, _: protocol.ExportRules) -> str:
        """Leave out the trust in servers, which concerns this computer only."""
        await self._policy.ready()
        user = self._policy.user_file
        return await tasks.in_daemon_thread(lambda: exported(user), name="write rules for export")

    @handles(protocol.ReadImport)
    async def read_import(self, request: protocol.ReadImport) -> views.ImportView:
        await self._policy.ready()
        user, now = self._policy.user_file, local_time()
        return await tasks.in_daemon_thread(lambda: importable(request.text, user, now), name="read rules to import")

    @handles(protocol.ImportRules)
    def import_rules(self, request: protocol.ImportRules) -> Awaitable[None]:
        return self._apply(request)

    @handles(protocol.CheckRule)
    async def check(self, request: protocol.CheckRule) -> views.RuleCheck:
        policy, now = self._policy, local_time()
        user, approvers = policy.user_file, policy.approvers
        return await tasks.in_daemon_thread(lambda: check_rule(request, user, now, approvers), name="check a rule")

    # Replays and drafts

    @handles(protocol.ReplayRule)
    async def replay(self, request: protocol.ReplayRule) -> views.ReplayReport:
        policy = self._policy
        await policy.ready()
        rule = None if request.removes else edit.read_rule(request.text)[1]
        user = with_rule(policy.user_file, rule, request.replaces)
        sources = await tasks.in_daemon_thread(lambda: policy.with_user_rules(user), name="judge by a new rule")
        self._replay_count += 1
        number = self._replay_count
        async with self._replay_lock:
            past = past_calls(self._log_file)
            report = await replays.replay(
                past, sources, self._gatherer, today=policy.sources, is_wanted=lambda: number == self._replay_count
            )
        if number != self._replay_count:
            raise AssentError(SUPERSEDED)
        return report

    @handles(protocol.DraftRule)
    async def draft(self, request: protocol.DraftRule) -> views.RuleDraft:
        call_id = request.call_id
        waiting = self._waiting_request(call_id)
        draft = await (self._draft_for_waiting(waiting) if waiting is not None else self._draft_for_past(call_id))
        if draft is None:
            raise AssentError(NO_RULE)
        return replace(draft, id="")

    def _waiting_request(self, call_id: str) -> ApprovalRequest | None:
        return next((request for request in self._approvals.pending if request.call.id == call_id), None)

    async def _draft_for_waiting(self, request: ApprovalRequest) -> views.RuleDraft | None:
        call, context = request.call, CallContext.of(request.call, request.definition)
        draft = rule_suggestions.draft(await self._facts(context), call.arguments_value, Effect.ALLOW, why=FROM_CALL)
        return None if draft is None else replace(draft, held_back=await self._held_back(context, request.findings))

    async def _held_back(self, call: CallContext, findings: tuple[Finding, ...]) -> str:
        """Return why a person is asked about such a call although a rule allows it; empty if nobody is."""
        facts = await self._gatherer.facts(call, findings, needs=FOR_PEOPLE, now=local_time())
        guard = next(plain_guards(facts), None)
        if guard is None:
            return ""
        if guard.kind == "hint":
            return say(
                "For now such calls are asked about all the same: {why} That ends once you vouch for the server.",
                why=guard.why,
            )
        return say("Such calls are asked about all the same: {why}", why=guard.why)

    async def _draft_for_past(self, call_id: str) -> views.RuleDraft | None:
        past = await tasks.in_daemon_thread(lambda: self._past_call(call_id), name="read the log for the window")
        if past is None or not past.arguments_kept:
            return None
        facts = await self._facts(past.context)
        denied = past.decision == "deny" and past.by == "approver"
        effect, why = (Effect.DENY, FROM_DENIAL) if denied else (Effect.ALLOW, FROM_CALL)
        draft = rule_suggestions.draft(facts, past.context.arguments, effect, why=why)
        if draft is None or denied:
            return draft
        return replace(draft, held_back=await self._held_back(past.context, ()))

    async def _facts(self, call: CallContext) -> CallFacts:
        """Return the facts that a rule for calls like this one can use, whoever proposes them."""
        names_only = replace(call, app_authenticated=True, trust="none", definition=None)
        return await self._gatherer.facts(names_only, (), needs=FOR_PEOPLE, now=local_time())

    def _past_call(self, call_id: str) -> PastCall | None:
        with AuditReader.open(self._log_file) as reader:
            return past_call(reader, call_id)

    # Explanations

    @handles(protocol.ExplainCall)
    async def explain_imagined(self, request: protocol.ExplainCall) -> Explanation:
        """Explain how an imagined call would be decided. Raises AssentError if its inputs or the rule are invalid."""
        server, tool, app = request.server[:MAX_NAME], request.tool[:MAX_NAME], request.app[:MAX_NAME]
        arguments, written = read_arguments(request.arguments)
        sources = await self._sources(request)
        definition, trust = self._listed_tool(server, tool)
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
        subject = subject_of_call(
            call, folders=folders_of_allow_rules(sources, server, tool, app), home=str(Path.home())
        )
        note = NO_PAST if definition is not None else sentences((UNLISTED, NO_PAST))
        findings = await tasks.in_daemon_thread(lambda: call_findings(subject), name="look at a tried call")
        return await self._explain(sources, call, findings, now=local_time(), note=note)

    @handles(protocol.WhyCall)
    async def explain_actual(self, request: protocol.WhyCall) -> Explanation:
        """Explain how a waiting or past call was decided. Raises AssentError if no rule judged it."""
        call_id = request.call_id
        await self._policy.ready()
        waiting = self._waiting_request(call_id)
        return await (self._explain_waiting(waiting) if waiting is not None else self._explain_past(call_id))

    async def _sources(self, request: protocol.ExplainCall) -> tuple[PolicySource, PolicySource]:
        """Return the rules in force, or those that would be if the rule being written were saved."""
        policy = self._policy
        await policy.ready()
        if not request.rule:
            return policy.sources
        user = with_rule(policy.user_file, edit.read_rule(request.rule)[1], request.replaces)
        return await tasks.in_daemon_thread(lambda: policy.with_user_rules(user), name="judge by a new rule")

    def _listed_tool(self, server: str, tool: str) -> tuple[ToolDefinition | None, Trust]:
        entry = self._supervisor.config.entries.get(server)
        if entry is None:
            return None, "none"
        trust = self._policy.trust_of(server, entry.config_digest)
        status = self._supervisor.status_of(server)
        listed = status.tools if status.listing_config == entry.config_digest else ()
        return next((definition for definition in listed if definition.name == tool), None), trust

    async def _explain_waiting(self, request: ApprovalRequest) -> Explanation:
        call, verdict = request.call, request.verdict
        context, sources = CallContext.of(call, request.definition), self._policy.sources
        current = await self._explain(sources, context, request.findings, now=local_time())
        if _has_verdict(current, verdict):
            return current
        return replace(with_verdict(current, verdict), note=sentences((CHANGED, current.note)))

    async def _explain_past(self, call_id: str) -> Explanation:
        past = await tasks.in_daemon_thread(lambda: self._past_call(call_id), name="read the log for the window")
        if past is None:
            raise AssentError(say("no rule judged this call; its history says what happened"))
        sources = self._policy.sources
        current = await self._explain(sources, past.context, past.findings, now=past.at.astimezone())
        return as_recorded(current, past)

    async def _explain(
        self,
        sources: tuple[PolicySource, PolicySource],
        call: CallContext,
        findings: tuple[Finding, ...],
        *,
        now: datetime,
        note: str = "",
    ) -> Explanation:
        needed = needs(call.server, call.tool, call.app, sources)
        gathered = await self._gatherer.facts(call, findings, needs=needed, now=now)
        return await tasks.in_daemon_thread(lambda: explain(gathered, sources, note=note), name="explain a call")

    @handles(protocol.DismissSuggestion)
    def dismiss(self, request: protocol.DismissSuggestion) -> None:
        if not self._suggestions.dismiss(request.suggestion_id):
            raise AssentError(say("this rule is no longer suggested"))


def check_rule(
    request: protocol.CheckRule, user: PolicySource, now: datetime, approvers: tuple[ApproverEntry, ...] = ()
) -> views.RuleCheck:
    """Return the problems of a rule that is being written, or else its view (pure).

    ``user``: the user's rules as they are. ``approvers``: the registered ones.
    """
    rule, problems = parse_rule(request.text)
    if rule is None:
        return replace(_failed_check(*(problem.words for problem in problems)), faults=tuple(map(_fault, problems)))
    if any(other.id.casefold() == rule.id.casefold() and other.id != request.replaces for other in user.rules):
        return _failed_check(edit.ID_TAKEN)
    before = tuple(other for other in user.rules if other.id == request.replaces)
    old, new = (PolicySource("user", user.path, rules=rules) for rules in (before, (rule,)))
    notes = warnings.of_rule(rule, file="rule", now=now, missing=lambda wanted: out_of_reach(wanted, approvers))
    if "id" not in rule.raw:
        rule = replace(rule, id=request.replaces or edit.free_id(rule, (other.id for other in user.rules)))
    return views.RuleCheck((), rule_view(rule, now=now), loosens(old, new), tuple(note.words for note in notes))


def exported(user: PolicySource) -> str:
    """Return a policy file with the rules of ``user`` (pure)."""
    rules: list[JsonValue] = [rule.raw or rule_json(rule) for rule in user.rules]
    return json.dumps({"version": 1, "rules": rules}, indent=2, ensure_ascii=False) + "\n"


def importable(text: str, user: PolicySource, now: datetime) -> views.ImportView:
    """Read a policy file, as strictly as policy.json, and return the rules that could be added to ``user`` (pure)."""
    source = read_source("user", Path("file"), text.encode("utf-8", "surrogatepass"))
    if source.error:
        return views.ImportView(problems=tuple(problem.words for problem in source.problems) or (source.error,))
    if len(source.rules) > MAX_IMPORTED:
        return views.ImportView(problems=(TOO_MANY,))
    used_ids = {rule.id.casefold() for rule in user.rules}
    existing_forms = {deciding_form(rule) for rule in user.rules}
    imported: list[views.ImportedRule] = []
    for rule in source.rules:
        name = rule.id if rule.id.casefold() not in used_ids else edit.free_id(rule, used_ids)
        used_ids.add(name.casefold())
        rest = {key: value for key, value in rule.raw.items() if key != "id"}
        renamed = replace(rule, id=name, raw={"id": name, **rest})
        does_loosen = loosens(PolicySource("user", ""), PolicySource("user", "", rules=(renamed,)))
        former_id = "" if name == rule.id else rule.id
        view, exists = rule_view(renamed, now=now), deciding_form(rule) in existing_forms
        imported.append(views.ImportedRule(view, does_loosen, exists, former_id))
    return views.ImportView(tuple(imported), leaves=tuple(sorted(source.trust)))


def _fault(problem: ConfigError) -> views.RuleFault:
    return views.RuleFault(problem.key, sentences((say("It {problem}.", problem=problem.problem), problem.remedy)))


def _failed_check(*problems: str) -> views.RuleCheck:
    return views.RuleCheck(problems, None, loosens=False)


def rule_from_approval(call: Call, facts: CallFacts, past: Past) -> views.RuleDraft | None:
    """Return the rule that would have allowed ``call``, which a person approved; None if none is proposed.

    ``past``: the earlier calls that are remembered.
    """
    private = past.incomplete or any(_has_private_text(earlier, call.server.id) for earlier in past.earlier_calls)
    return rule_suggestions.draft_allowing_rule(facts, call.arguments_value, why=FROM_CALL, private=private)


def _has_private_text(earlier: EarlierCall, server: str) -> bool:
    """Whether the result of an earlier call held private text of another server."""
    return earlier.server != server and earlier.result is not None and bool(earlier.result.windows)


MAX_ARGUMENTS: Final = 1 << 17  # characters of the arguments of an imagined call
MAX_NAME: Final = 256  # characters of each name of an imagined call
RECORDED: Final = say("This is what was recorded.")
LISTED: Final = say("The list below uses the present rules.")
CHANGED: Final = say("The present rules would decide it differently.")
FORGOTTEN: Final = say("The arguments are no longer kept, so it is unknown whether rules about them match.")
UNLISTED: Final = say("The server has not listed this tool, so what it says about it is unknown.")
NO_PAST: Final = say("What Assent would find because of earlier calls is left out.")


def call_findings(subject: Subject) -> tuple[Finding, ...]:
    """Return the findings about a call by itself, without those that need the app's session (pure)."""
    return (*inspect(subject), *odd_tool_name(subject.tool), *unsafe_integers(subject.arguments))


def as_recorded(current: Explanation, past: PastCall) -> Explanation:
    """Return the explanation by the rules of today, with the verdict in the log (pure)."""
    is_same, verdict = _has_verdict(current, past.verdict), past.verdict
    if is_same:
        explanation = replace(current, source=verdict.source, because=verdict.because)
    else:
        explanation = with_verdict(current, verdict)
    listed = LISTED if current.rules else ""
    notes = (RECORDED, listed, "" if is_same else CHANGED, "" if past.arguments_kept else FORGOTTEN, current.note)
    return replace(explanation, note=sentences(notes))


def with_verdict(current: Explanation, verdict: Verdict) -> Explanation:
    """Return the explanation by the rules of today, with an earlier verdict (pure)."""
    return replace(
        current,
        effect=verdict.effect.value,
        rule=verdict.rule,
        source=verdict.source,
        because=verdict.because,
        reason=verdict.reason,
        obligations=words.obligations(verdict.obligations),
        otherwise="",
    )


def _has_verdict(explanation: Explanation, verdict: Verdict) -> bool:
    return (explanation.effect, explanation.rule) == (verdict.effect.value, verdict.rule)


def with_rule(user: PolicySource, rule: Rule | None, replaces: str) -> PolicySource:
    """Return ``user`` with ``rule`` in place of the one with the id ``replaces``, or without both if it is None."""
    removed = (replaces,) if rule is None else (replaces, rule.id)
    others = tuple(other for other in user.rules if other.id not in removed)
    return replace(user, rules=others if rule is None else (*others, rule), waiting=())


def read_arguments(text: str) -> tuple[JsonObject, bytes]:
    """Return the arguments of an imagined call, as an object and in canonical bytes. Raises AssentError."""
    if len(text) > MAX_ARGUMENTS:
        raise AssentError(say("the inputs are longer than {n} characters", n=MAX_ARGUMENTS))
    try:
        document = parse_document((text.strip() or "{}").encode("utf-8", "surrogatepass"))
    except MalformedJson as error:
        raise AssentError(say("the inputs are no JSON")) from error
    if not isinstance(document.value, dict):
        raise AssentError(say("the inputs are no JSON object"))
    return document.value, canonical(document.value, plain=document.plain)


# Views of rules

WAITING_SHOWN: Final = 200  # waiting changes that are sent with the state; ``ReadRules`` returns all
WAITING_TEXT: Final = 64 << 10  # characters of their rules: the state is sent several times a second

PROBLEMS_SHOWN: Final = 50  # problems of one file that are sent

_VIEWS: Final = "views of what waits"  # a key of ``PolicySource.memo``


def policy_view(
    policy: PolicyBook, approvers: Sequence[ApproverEntry], suggestions: tuple[RuleDraft, ...]
) -> PolicyView:
    """Return the present state of the policy files. ``approvers``: who may sign. ``suggestions``: of rules."""
    policy.refresh_soon()
    managed, user = policy.sources
    return PolicyView(
        problems=(*_problems(managed), *_problems(user)),
        waiting=_waiting_changes(user),
        digest=policy.waiting_digest,
        count=len(managed.rules) + len(user.rules),
        managed_path=managed.path,
        user_path=user.path,
        managed_digest=managed.digest,
        user_digest=user.digest,
        approvers=tuple(ApproverView(entry.name, entry.roles, entry.source) for entry in approvers),
        locked=tuple(sorted(policy.managed.locked)),
        suggestions=_without_existing(suggestions, user.rules),
        why_not_remembered=policy.why_not_kept,
        generation=policy.generation,
        waits=len(user.waiting),
    )


def _without_existing(suggestions: tuple[RuleDraft, ...], rules: Sequence[Rule]) -> tuple[RuleDraft, ...]:
    existing_ids = {rule.id for rule in rules} if suggestions else set()
    return tuple(draft for draft in suggestions if draft.rule.id not in existing_ids)


def _problems(source: PolicySource) -> Iterator[str]:
    if source.error and not source.problems:
        yield source.error
    yield from (problem.words for problem in source.problems[:PROBLEMS_SHOWN])
    if (more := len(source.problems) - PROBLEMS_SHOWN) > 0:
        yield f"{source.path}: {more} more problems; assent policy check names them all."


def _waiting_changes(user: PolicySource) -> tuple[ChangeView, ...]:
    """Return the first waiting changes, servers before rules: ``ReadRules`` lists no servers. Cached per source."""
    changes = user.memo.get(_VIEWS)
    if not isinstance(changes, tuple):
        now = datetime.now(UTC)
        ordered = sorted(user.waiting, key=lambda change: change.rule is not None)
        views = (change_view(change, now) for change in ordered[:WAITING_SHOWN])
        changes = user.memo[_VIEWS] = tuple(_within_text(views))
    return changes


def _within_text(changes: Iterable[ChangeView]) -> Iterator[ChangeView]:
    left = WAITING_TEXT
    for change in changes:
        left -= 0 if change.rule is None else len(change.rule.text)
        if left < 0:
            return
        yield change


MAX_PAGE: Final = 500  # rules of one page at most

MAX_FILTER: Final = 1_000  # characters of a filter


class ListedRule(NamedTuple):
    """One rule of the list. ``waits``: see ``RuleView``."""

    rule: Rule
    waits: Waits = ""


class Listing:
    """All rules at one moment. Its pages may be made in any thread. ``generation``: of the rules in force."""

    def __init__(self, sources: Sequence[PolicySource], generation: int) -> None:
        """``sources``: managed, then user."""
        self._entries = tuple(_listed_rules(sources))
        self._texts: dict[int, str] = {}
        self.generation = generation

    def page(self, request: ReadRules, now: datetime) -> RulesPage:
        """Return the page that ``asked`` names. ``now``: timezone-aware, decides what has expired."""
        searched_words = request.text[:MAX_FILTER].casefold().split()
        numbers = [number for number, entry in enumerate(self._entries) if _matches(entry, request)]
        if searched_words:
            numbers = [number for number in numbers if all(word in self._text(number) for word in searched_words)]
        begin, limit = max(0, request.begin), max(1, min(request.limit, MAX_PAGE))
        rules = tuple(rule_view(*self._entries[number], now=now) for number in numbers[begin : begin + limit])
        return RulesPage(rules, len(numbers), self.generation)

    def users_rule(self, rule_id: str) -> Rule | None:
        """Return a rule of the user's file, None if there is none of that id."""
        for entry in self._entries:
            if entry.rule.id == rule_id and entry.rule.source == "user" and entry.waits != "gone":
                return entry.rule
        return None

    def _text(self, number: int) -> str:
        text = self._texts.get(number)
        if text is None:
            rule = self._entries[number].rule
            match = rule.match
            texts = (
                rule.id,
                match.server or "",
                match.tool or "",
                match.app or "",
                rule.reason,
                words.rule_words(rule),
            )
            text = self._texts[number] = " ".join(texts).casefold()
        return text


def change_view(change: Unconfirmed, now: datetime) -> ChangeView:
    """Return the view of one waiting change."""
    waits: Waits = "gone" if change.kind == "gone" else "allows"
    return ChangeView(
        change.kind, None if change.rule is None else rule_view(change.rule, waits, now=now), change.server
    )


def _listed_rules(sources: Sequence[PolicySource]) -> Iterator[ListedRule]:
    for source in sources:
        unconfirmed = {id(change.rule) for change in source.waiting if change.kind == "allows"}
        for rule in source.rules:
            yield ListedRule(rule, "allows" if id(rule) in unconfirmed else "")
    for source in sources:
        for change in source.waiting:
            if change.kind == "gone" and change.rule is not None:
                yield ListedRule(change.rule, "gone")


def _matches(entry: ListedRule, request: ReadRules) -> bool:
    rule, waits = entry
    if request.source and rule.source != request.source:
        return False
    if request.effect and rule.effect.value != request.effect:
        return False
    return not request.waiting or bool(waits)
