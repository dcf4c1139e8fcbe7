"""What the window may do with rules, and ask about them.

Owns: the handlers of requests about rules, their list, what the policy files say, what repeated approvals suggest, and
why a call is decided as it is: one that is tried, one that waits, or a past one.

Invariants: a rule changes only because a person said so in the window, through ``PolicyBook.change``, which logs it,
and only while it is what the window was told last; a draft is the person's to save; nothing here waits on the event
loop; the log is read in threads and judged a call at a time, so that nobody waits for it; one replay runs at a time. A
page of rules is bounded however many there are; a rule that is gone from the file and still counts is listed too. An
explanation is by what the gate goes by, and nothing is recorded; of a past call the recorded verdict is told, whatever
the rules say today.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from host import tasks
from host.audit.query import AuditReader
from host.canonical import canonical, parse_document
from host.control import protocol, views
from host.control.protocol import ReadRules
from host.control.views import (
    ApproverView,
    ChangeView,
    Explanation,
    PolicyView,
    RuleDraft,
    RulesPage,
)
from host.errors import AssentError, AuditError, ConfigError, MalformedJson
from host.gate import rule_suggestions
from host.gate.checks import FOR_PEOPLE
from host.gate.inspection import folders_of
from host.gate.quorum import out_of_reach
from host.gate.rule_suggestions import Suggestions
from host.inspect.described import subject_of_call
from host.inspect.inspector import inspect
from host.inspect.names import odd_tool_name
from host.inspect.numbers import unsafe_integers
from host.inspect.subject import Earlier, Past, Subject
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
SEEN: Final = 1_000
"""Calls of the log whose names are offered."""
MAX_IMPORTED: Final = 300
"""Rules of one file that a person looks through in the window."""
NO_RULE: Final = say("no rule could say this: the inputs are too long, or too little of the call is kept")


def present() -> datetime:
    """The time of this computer, aware."""
    return datetime.now(UTC).astimezone()


class Rules:
    """Answers what the window asks about rules."""

    def __init__(self, host: HostParts, suggestions: Suggestions) -> None:
        """No list of rules was shown yet. ``suggestions``: what repeated approvals suggest."""
        self._policy, self._supervisor, self._approvals = host.policy, host.supervisor, host.approvals
        self._suggestions, self._log_file, self._person = suggestions, host.paths.log_file, host.person
        self._gatherer = Gatherer(host.checker)  # one: it keeps compiled schemas, and bounds what looks at the disk
        self._replaying, self._replays = asyncio.Lock(), 0
        self._counting, self._counted, self._uses = asyncio.Lock(), 0, dict[tuple[str, str], tuple[int, str]]()
        self._listing: Listing | None = None

    # What changes something

    async def _changed(self, made: edit.Edit) -> None:
        await self._policy.change(made, self._person)
        if self._listing is not None:
            self._listing = Listing(self._policy.sources, self._policy.generation)  # the person knows what that did

    def _seen(self, rule_id: str) -> Rule | None:
        """The user's rule of that id as the window was last told, so that no other one in its place is changed."""
        return None if self._listing is None else self._listing.users_rule(rule_id)

    @handles(protocol.SaveRule)
    def save(self, asked: protocol.SaveRule) -> Awaitable[None]:
        """Write a rule into policy.json."""
        return self._changed(edit.Save(asked.text, asked.replaces, seen=self._seen(asked.replaces)))

    @handles(protocol.RemoveRule)
    def remove(self, asked: protocol.RemoveRule) -> Awaitable[None]:
        """Take a rule out of policy.json."""
        return self._changed(edit.Remove(asked.rule_id, seen=self._seen(asked.rule_id)))

    @handles(protocol.EnableRule)
    def enable(self, asked: protocol.EnableRule) -> Awaitable[None]:
        """Switch a rule on or off."""
        return self._changed(edit.Enable(asked.rule_id, asked.enabled, seen=self._seen(asked.rule_id)))

    @handles(protocol.VouchServer)
    async def vouch(self, asked: protocol.VouchServer) -> None:
        """Vouch for the configuration of a server, or take that back."""
        entry = self._supervisor.config.entries.get(asked.server_id)
        if asked.vouch and (entry is None or entry.config_digest != asked.config):
            raise AssentError(say("this server is configured otherwise by now; look at it again"))
        return await self._changed(edit.Vouch(asked.server_id, asked.config, asked.vouch))

    @handles(protocol.ConfirmPolicy)
    async def confirm(self, asked: protocol.ConfirmPolicy) -> None:
        """Confirm what waits in policy.json, as it was shown."""
        if not await self._policy.confirm(asked.digest, self._person):
            raise AssentError(say("policy.json says something else by now; look at it again"))

    # What only reads

    @handles(protocol.ReadRules)
    async def page(self, asked: protocol.ReadRules) -> views.RulesPage:
        """A page of the rules in force."""
        policy = self._policy
        listing = self._listing
        if listing is None or listing.generation != policy.generation:
            listing = self._listing = Listing(policy.sources, policy.generation)
        now = present()
        page = await tasks.in_daemon_thread(lambda: listing.page(asked, now), name="list the rules")
        async with self._counting:
            await tasks.in_daemon_thread(self._count_uses, name="count what rules decided")
        return replace(page, rules=tuple(map(self._with_uses, page.rules)))

    def _count_uses(self) -> None:
        """Count the decisions in the log since the last time; without a log there are none."""
        with suppress(AuditError), AuditReader.open(self._log_file) as reader:
            newest = reader.last()
            for source, rule, count, last in reader.rule_uses(self._counted):
                known, _ = self._uses.get((source, rule), (0, ""))
                self._uses[source, rule] = known + count, last
            self._counted = newest

    def _with_uses(self, view: views.RuleView) -> views.RuleView:
        used, last = self._uses.get((view.source, view.id), (0, ""))
        return replace(view, used=used, last_used=last) if used else view

    @handles(protocol.ReadRuleForm)
    async def form(self, _: protocol.ReadRuleForm) -> views.RuleForm:
        """The fields of rules, and the names that are configured or stand in the newest calls of the log."""
        supervisor = self._supervisor
        tools: dict[str, set[str]] = {
            server: {tool.name for tool in supervisor.status_of(server).tools} for server in supervisor.config.entries
        }
        apps = await tasks.in_daemon_thread(lambda: self._seen_names(tools), name="read names for rules")
        return views.RuleForm(
            form_fields(), apps, {server: tuple(sorted(names)) for server, names in sorted(tools.items())}
        )

    def _seen_names(self, tools: dict[str, set[str]]) -> tuple[str, ...]:
        """The apps of the newest calls in the log; their servers and tools are added to ``tools``."""
        apps: set[str] = set()
        with suppress(AuditError), AuditReader.open(self._log_file) as reader:
            for record in reader.search(kind="call.proposed", limit=SEEN).records:
                match record.fields:
                    case {"app": {"name": str(app)}, "server": str(server), "tool": str(tool)}:
                        apps.add(app)
                        tools.setdefault(server, set()).add(tool)
        return tuple(sorted(apps))

    # Out of a file and into one

    @handles(protocol.ExportRules)
    async def export(self, _: protocol.ExportRules) -> protocol.PolicyText:
        """The user's rules as a policy file. Whom it vouches for is left out: that is about this computer."""
        await self._policy.ready()
        user = self._policy.user_file
        rules: list[JsonValue] = [rule.raw or rule_json(rule) for rule in user.rules]
        return protocol.PolicyText(json.dumps({"version": 1, "rules": rules}, indent=2, ensure_ascii=False) + "\n")

    @handles(protocol.ReadImport)
    async def read_import(self, asked: protocol.ReadImport) -> views.ImportView:
        """What a policy file of somebody else's holds."""
        await self._policy.ready()
        user, now = self._policy.user_file, present()
        return await tasks.in_daemon_thread(lambda: importable(asked.text, user, now), name="read rules to import")

    @handles(protocol.ImportRules)
    def import_rules(self, asked: protocol.ImportRules) -> Awaitable[None]:
        """Write rules out of another file into policy.json."""
        return self._changed(edit.Import(asked.texts))

    @handles(protocol.CheckRule)
    async def check(self, asked: protocol.CheckRule) -> views.RuleCheck:
        """What is wrong with a rule that is being written."""
        policy, now = self._policy, present()
        user, approvers = policy.user_file, policy.approvers
        return await tasks.in_daemon_thread(lambda: checked(asked, user, now, approvers), name="check a rule")

    # What Assent proposes

    @handles(protocol.ReplayRule)
    async def replay(self, asked: protocol.ReplayRule) -> views.ReplayReport:
        """Which past calls would be decided otherwise."""
        policy = self._policy
        await policy.ready()
        rule = None if asked.removes else edit.read_rule(asked.text)[1]
        user = with_rule(policy.user_file, rule, asked.replaces)
        sources = await tasks.in_daemon_thread(lambda: policy.with_user_rules(user), name="judge by a new rule")
        self._replays += 1
        number = self._replays
        async with self._replaying:
            past = past_calls(self._log_file)
            report = await replays.replay(
                past, sources, self._gatherer, today=policy.sources, wanted=lambda: number == self._replays
            )
        if number != self._replays:
            raise AssentError(SUPERSEDED)
        return report

    @handles(protocol.DraftRule)
    async def draft(self, asked: protocol.DraftRule) -> views.RuleDraft:
        """The narrowest rule around a call that waits, or one of the log."""
        call_id = asked.call_id
        waiting = next((it for it in self._approvals.pending if it.call.id == call_id), None)
        made = await (self._of_waiting(waiting) if waiting is not None else self._of_past(call_id))
        if made is None:
            raise AssentError(NO_RULE)
        return replace(made, id="")

    async def _of_waiting(self, request: ApprovalRequest) -> views.RuleDraft | None:
        call = request.call
        facts = await self._facts(CallContext.of(call, request.definition))
        return rule_suggestions.draft(facts, call.arguments_value, Effect.ALLOW, why=FROM_CALL)

    async def _of_past(self, call_id: str) -> views.RuleDraft | None:
        past = await tasks.in_daemon_thread(lambda: self._past(call_id), name="read the log for the window")
        if past is None or not past.arguments_kept:
            return None
        facts = await self._facts(past.context)
        denied = past.decision == "deny" and past.by == "approver"
        effect, why = (Effect.DENY, FROM_DENIAL) if denied else (Effect.ALLOW, FROM_CALL)
        return rule_suggestions.draft(facts, past.context.arguments, effect, why=why)

    async def _facts(self, call: CallContext) -> CallFacts:
        """What a rule for calls like this one could go by, whoever proposed it."""
        names_only = replace(call, app_authenticated=True, trust="none", definition=None)
        return await self._gatherer.facts(names_only, (), needs=FOR_PEOPLE, now=present())

    def _past(self, call_id: str) -> PastCall | None:
        with AuditReader.open(self._log_file) as reader:
            return past_call(reader, call_id)

    # Why a call is decided as it is

    @handles(protocol.ExplainCall)
    async def tried(self, asked: protocol.ExplainCall) -> Explanation:
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
        return await self._explained(sources, call, findings, now=present(), note=note)

    @handles(protocol.WhyCall)
    async def why(self, asked: protocol.WhyCall) -> Explanation:
        """A call that waits, or one of the log. Raises AssentError where no rule judged it."""
        call_id = asked.call_id
        await self._policy.ready()
        waiting = next((it for it in self._approvals.pending if it.call.id == call_id), None)
        return await (self._waiting(waiting) if waiting is not None else self._from_log(call_id))

    async def _sources(self, asked: protocol.ExplainCall) -> tuple[PolicySource, PolicySource]:
        """The rules to judge by: those in force, or as if the rule that is being written were saved."""
        policy = self._policy
        await policy.ready()
        if not asked.rule:
            return policy.sources
        user = with_rule(policy.user_file, edit.read_rule(asked.rule)[1], asked.replaces)
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
        judged = await self._explained(sources, context, request.findings, now=present())
        return (
            judged
            if _says(judged, verdict)
            else replace(as_decided(judged, verdict), note=sentences((CHANGED, judged.note)))
        )

    async def _from_log(self, call_id: str) -> Explanation:
        past = await tasks.in_daemon_thread(lambda: self._past(call_id), name="read the log for the window")
        if past is None:
            raise AssentError(say("no rule judged this call; its history says what happened"))
        sources = self._policy.sources
        judged = await self._explained(sources, past.context, past.findings, now=past.at.astimezone())
        return recorded(judged, past)

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

    @handles(protocol.DismissSuggestion)
    def dismiss(self, asked: protocol.DismissSuggestion) -> None:
        """Suggest a rule no more."""
        if not self._suggestions.dismiss(asked.suggestion_id):
            raise AssentError(say("this rule is no longer suggested"))


def checked(
    asked: protocol.CheckRule, user: PolicySource, now: datetime, approvers: tuple[ApproverEntry, ...] = ()
) -> views.RuleCheck:
    """What is wrong with a rule as it is being written, or what it says (pure).

    ``user``: the file as it is. ``approvers``: who is registered.
    """
    rule, problems = parse_rule(asked.text)
    if rule is None:
        return replace(_wrong(*(problem.words for problem in problems)), faults=tuple(map(_fault, problems)))
    if any(it.id.casefold() == rule.id.casefold() and it.id != asked.replaces for it in user.rules):
        return _wrong(edit.TAKEN)
    before = tuple(it for it in user.rules if it.id == asked.replaces)
    old, new = (PolicySource("user", user.path, rules=rules) for rules in (before, (rule,)))
    notes = warnings.of_rule(rule, file="rule", now=now, missing=lambda wanted: out_of_reach(wanted, approvers))
    loose = loosens(old, new)
    named = (
        rule
        if "id" in rule.raw
        else replace(rule, id=asked.replaces or edit.free_id(rule, (it.id for it in user.rules)))
    )
    return views.RuleCheck((), rule_view(named, now=now), loose, tuple(note.words for note in notes))


def importable(text: str, user: PolicySource, now: datetime) -> views.ImportView:
    """What a policy file holds that could be added to ``user`` (pure). It is read as strictly as policy.json is."""
    source = read_source("user", Path("file"), text.encode("utf-8", "surrogatepass"))
    if source.error:
        return views.ImportView(problems=tuple(problem.words for problem in source.problems) or (source.error,))
    if len(source.rules) > MAX_IMPORTED:
        return views.ImportView(problems=(TOO_MANY,))
    taken = {rule.id.casefold() for rule in user.rules}
    known = {deciding_form(rule) for rule in user.rules}
    found: list[views.ImportedRule] = []
    for rule in source.rules:
        name = rule.id if rule.id.casefold() not in taken else edit.free_id(rule, taken)
        taken.add(name.casefold())
        renamed = replace(rule, id=name, raw=_named(rule.raw, name))
        loose = loosens(PolicySource("user", ""), PolicySource("user", "", rules=(renamed,)))
        was = "" if name == rule.id else rule.id
        found.append(views.ImportedRule(rule_view(renamed, now=now), loose, deciding_form(rule) in known, was))
    return views.ImportView(tuple(found), leaves=tuple(sorted(source.trust)))


def _named(raw: JsonObject, name: str) -> JsonObject:
    """A rule as it was written, with its id first."""
    rest: JsonObject = {key: value for key, value in raw.items() if key != "id"}
    return {"id": name, **rest}


def _fault(problem: ConfigError) -> views.RuleFault:
    return views.RuleFault(problem.key, sentences((say("It {problem}.", problem=problem.problem), problem.remedy)))


def _wrong(*problems: str) -> views.RuleCheck:
    return views.RuleCheck(problems, None, loosens=False)


def rule_from_approval(call: Call, facts: CallFacts, past: Past) -> views.RuleDraft | None:
    """The rule that would have given a person's approval of ``call``, None where there is none, or none is proposed.

    ``past``: what is remembered of calls before it.
    """
    private = past.incomplete or any(_holds_private(earlier, call.server.id) for earlier in past.earlier_calls)
    return rule_suggestions.draft_allowing_rule(facts, call.arguments_value, why=FROM_CALL, private=private)


def _holds_private(earlier: Earlier, server: str) -> bool:
    """Whether an earlier call brought private text of another server."""
    return earlier.server != server and earlier.result is not None and bool(earlier.result.windows)


MAX_ARGUMENTS: Final = 1 << 17
"""Characters of the arguments of a call that is tried."""
NAME: Final = 256
"""Characters of a name of a call that is tried."""
SINCE: Final = say("This is what was recorded. The list below is by the rules as they are now.")
CHANGED: Final = say("By the rules as they are now it would be decided otherwise.")
FORGOTTEN: Final = say("The arguments are no longer kept, so rules that look at them could not be told.")
UNLISTED: Final = say("The server has not listed this tool, so that what it says of it is unknown.")
NO_PAST: Final = say("What Assent would find because of earlier calls is left out.")


def found_in(subject: Subject) -> tuple[Finding, ...]:
    """What is to be said of a call by itself, without what a session of the app would add (pure)."""
    return (*inspect(subject), *odd_tool_name(subject.tool), *unsafe_integers(subject.arguments))


def recorded(judged: Explanation, past: PastCall) -> Explanation:
    """``judged``, by the rules of today, with the verdict that the log has (pure)."""
    same, verdict = _says(judged, past.verdict), past.verdict
    told = replace(judged, source=verdict.source, because=verdict.because) if same else as_decided(judged, verdict)
    notes = (SINCE, "" if same else CHANGED, "" if past.arguments_kept else FORGOTTEN, judged.note)
    return replace(told, note=sentences(notes))


def as_decided(judged: Explanation, verdict: Verdict) -> Explanation:
    """``judged`` with the verdict that was given, and the rules as they are seen today (pure)."""
    return replace(
        judged,
        effect=verdict.effect.value,
        rule=verdict.rule,
        source=verdict.source,
        because=verdict.because,
        reason=verdict.reason,
        obligations=words.obligations(verdict.obligations),
        otherwise="",
    )


def _says(judged: Explanation, verdict: Verdict) -> bool:
    """Whether both say the same by the same rule."""
    return (judged.effect, judged.rule) == (verdict.effect.value, verdict.rule)


def with_rule(user: PolicySource, rule: Rule | None, replaces: str) -> PolicySource:
    """``user`` with ``rule`` in it, or none, in the place of the one with the id ``replaces``."""
    gone = (replaces,) if rule is None else (replaces, rule.id)
    others = tuple(it for it in user.rules if it.id not in gone)
    return replace(user, rules=others if rule is None else (*others, rule), waiting=())


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


# How rules look to the window

WAITING_SHOWN: Final = 200
"""Changes that wait and are told with the state; ``ReadRules`` tells all."""

PROBLEMS_SHOWN: Final = 50
"""Problems of one file that are told."""

_VIEWS: Final = "views of what waits"


def policy_view(
    policy: PolicyBook, approvers: Sequence[ApproverEntry], suggestions: tuple[RuleDraft, ...]
) -> PolicyView:
    """What the policy files say now. ``approvers``: who may sign. ``suggestions``: of rules."""
    policy.refresh_soon()
    managed, user = policy.sources
    return PolicyView(
        problems=(*_problems(managed), *_problems(user)),
        waiting=_waiting(user),
        digest=policy.waiting_digest,
        count=len(managed.rules) + len(user.rules),
        managed_path=managed.path,
        user_path=user.path,
        managed_digest=managed.digest,
        user_digest=user.digest,
        approvers=tuple(ApproverView(who.name, who.roles, who.source) for who in approvers),
        locked=tuple(sorted(policy.managed.locked)),
        suggestions=suggestions,
        remembers=policy.remembers,
        generation=policy.generation,
        waits=len(user.waiting),
    )


def _problems(source: PolicySource) -> Iterator[str]:
    """What is wrong with a policy file, the first of it."""
    if source.error and not source.problems:
        yield source.error
    yield from (problem.words for problem in source.problems[:PROBLEMS_SHOWN])
    if (more := len(source.problems) - PROBLEMS_SHOWN) > 0:
        yield f"{source.path}: {more} more problems; assent policy check names them all."


def _waiting(user: PolicySource) -> tuple[ChangeView, ...]:
    """What waits, the first of it; made once for a source. ``ReadRules`` tells of rules, but of no server."""
    made = user.memo.get(_VIEWS)
    if not isinstance(made, tuple):
        now = datetime.now(UTC)
        ordered = sorted(user.waiting, key=lambda change: change.rule is not None)
        made = user.memo[_VIEWS] = tuple(change_view(change, now) for change in ordered[:WAITING_SHOWN])
    return made


MAX_PAGE: Final = 500
"""Rules of one page at most."""

MAX_FILTER: Final = 1_000
"""Characters of a filter."""


class Entry(NamedTuple):
    """One rule of the list.

    Attributes:
        waits: as in ``RuleView``.
    """

    rule: Rule
    waits: Waits = ""


class Listing:
    """All rules at one moment. Its pages may be made in any thread.

    Attributes:
        generation: of the rules in force.
    """

    def __init__(self, sources: Sequence[PolicySource], generation: int) -> None:
        """``sources``: managed, then user, as they count."""
        self._entries = tuple(_entries(sources))
        self._texts: dict[int, str] = {}
        self.generation = generation

    def page(self, asked: ReadRules, now: datetime) -> RulesPage:
        """The page that ``asked`` names. ``now``: aware, decides what has expired."""
        wanted = asked.text[:MAX_FILTER].casefold().split()
        found = [number for number, entry in enumerate(self._entries) if _fits(entry, asked)]
        if wanted:
            found = [number for number in found if all(word in self._text(number) for word in wanted)]
        begin, limit = max(0, asked.begin), max(1, min(asked.limit, MAX_PAGE))
        rules = tuple(rule_view(*self._entries[number], now=now) for number in found[begin : begin + limit])
        return RulesPage(rules, len(found), self.generation)

    def users_rule(self, rule_id: str) -> Rule | None:
        """The rule of that id in the user's file; None where there is none."""
        users = (it.rule for it in self._entries if it.rule.source == "user" and it.waits != "gone")
        return next((rule for rule in users if rule.id == rule_id), None)

    def _text(self, number: int) -> str:
        """Everything that a filter looks at."""
        text = self._texts.get(number)
        if text is None:
            text = self._texts[number] = _searched(self._entries[number].rule)
        return text


def change_view(change: Unconfirmed, now: datetime) -> ChangeView:
    """One change that waits, in words."""
    waits: Waits = "gone" if change.kind == "gone" else "allows"
    return ChangeView(
        change.kind, None if change.rule is None else rule_view(change.rule, waits, now=now), change.server
    )


def _entries(sources: Sequence[PolicySource]) -> Iterator[Entry]:
    for source in sources:
        held = {id(change.rule) for change in source.waiting if change.kind == "allows"}
        for rule in source.rules:
            yield Entry(rule, "allows" if id(rule) in held else "")
    for source in sources:
        for change in source.waiting:
            if change.kind == "gone" and change.rule is not None:
                yield Entry(change.rule, "gone")


def _fits(entry: Entry, asked: ReadRules) -> bool:
    rule, waits = entry
    if asked.source and rule.source != asked.source:
        return False
    if asked.effect and rule.effect.value != asked.effect:
        return False
    return not asked.waiting or bool(waits)


def _searched(rule: Rule) -> str:
    match = rule.match
    said = (rule.id, match.server or "", match.tool or "", match.app or "", rule.reason, words.rule_words(rule))
    return " ".join((*said, *words.conditions(rule), *words.obligations(rule.obligations))).casefold()
