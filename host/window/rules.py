"""What the window may do with rules, and ask about them.

Owns: one handler a request.

Invariants: a rule changes only because a person said so in the window, through ``PolicyBook.change``, which logs it,
and only while it is what the window was told last; nothing here waits on the event loop.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TypeAlias

from host import tasks
from host.control.protocol import (
    CheckRule,
    ConfirmPolicy,
    DismissSuggestion,
    Done,
    DraftRule,
    EnableRule,
    ExplainCall,
    ReadRules,
    RemoveRule,
    ReplayRule,
    SaveRule,
    VouchServer,
    WhyCall,
)
from host.control.views import RuleCheck, RulesPage
from host.errors import AssentError
from host.gate.quorum import out_of_reach
from host.policy import edit, warnings, words
from host.policy.gather import Gatherer
from host.policy.loosening import loosens
from host.policy.model import ApproverEntry, PolicySource, Rule
from host.policy.parse import parse_rule
from host.window.explain import Explainer
from host.window.listing import Listing, view
from host.window.parts import Parts
from host.window.proposals import Proposals
from host.words import say

Changing: TypeAlias = SaveRule | RemoveRule | EnableRule | VouchServer | ConfirmPolicy
Proposing: TypeAlias = DraftRule | ReplayRule | DismissSuggestion
RulesRequest: TypeAlias = Changing | Proposing | ReadRules | CheckRule | ExplainCall | WhyCall


def _present() -> datetime:
    return datetime.now(UTC).astimezone()


class Rules:
    """Answers what the window asks about rules."""

    def __init__(self, parts: Parts, *, clock: Callable[[], datetime] = _present) -> None:
        """``clock``: the present, aware."""
        self._parts, self._clock = parts, clock
        gatherer = Gatherer(parts.checker)  # one: it keeps compiled schemas, and bounds what looks at the disk
        self._explainer = Explainer(parts, gatherer, clock=clock)
        self._proposals = Proposals(parts, gatherer, clock=clock)
        self._listing: Listing | None = None

    def handle(self, request: RulesRequest) -> object:
        """The reply to ``request``, or what to await for it. Raises AssentError where it cannot be done."""
        match request:
            case ReadRules():
                return self._page(request)
            case CheckRule():
                return self._check(request)
            case ExplainCall():
                return self._explainer.tried(request)
            case WhyCall(call_id):
                return self._explainer.why(call_id)
            case DraftRule() | ReplayRule() | DismissSuggestion():
                return self._proposals.handle(request)
        return self._change(request)

    def _change(self, request: Changing) -> Awaitable[Done]:
        match request:
            case SaveRule(text, replaces):
                return self._changed(edit.Save(text, replaces, seen=self._seen(replaces)))
            case RemoveRule(rule_id):
                return self._changed(edit.Remove(rule_id, seen=self._seen(rule_id)))
            case EnableRule(rule_id, enabled):
                return self._changed(edit.Enable(rule_id, enabled, seen=self._seen(rule_id)))
            case VouchServer():
                return self._vouch(request)
            case ConfirmPolicy(digest):
                return self._confirm(digest)

    # What changes something

    async def _changed(self, made: edit.Edit) -> Done:
        policy = self._parts.policy
        await policy.change(made, self._parts.person)
        if self._listing is not None:
            self._listing = Listing(policy.sources, policy.generation)  # the person knows what that did
        return Done()

    def _seen(self, rule_id: str) -> Rule | None:
        """The user's rule of that id as the window was last told, so that no other one in its place is changed."""
        return None if self._listing is None else self._listing.users_rule(rule_id)

    async def _vouch(self, asked: VouchServer) -> Done:
        entry = self._parts.supervisor.config.entries.get(asked.server_id)
        if asked.vouch and (entry is None or entry.config_digest != asked.config):
            raise AssentError(say("this server is configured otherwise by now; look at it again"))
        return await self._changed(edit.Vouch(asked.server_id, asked.config, asked.vouch))

    async def _confirm(self, digest: str) -> Done:
        if not await self._parts.policy.confirm(digest, self._parts.person):
            raise AssentError(say("policy.json says something else by now; look at it again"))
        return Done()

    # What only reads

    async def _page(self, asked: ReadRules) -> RulesPage:
        policy = self._parts.policy
        listing = self._listing
        if listing is None or listing.generation != policy.generation:
            listing = self._listing = Listing(policy.sources, policy.generation)
        now = self._clock()
        return await tasks.in_daemon_thread(lambda: listing.page(asked, now), name="list the rules")

    async def _check(self, asked: CheckRule) -> RuleCheck:
        policy, now = self._parts.policy, self._clock()
        user, approvers = policy.user_file, policy.approvers
        return await tasks.in_daemon_thread(lambda: checked(asked, user, now, approvers), name="check a rule")


def checked(
    asked: CheckRule, user: PolicySource, now: datetime, approvers: tuple[ApproverEntry, ...] = ()
) -> RuleCheck:
    """What is wrong with a rule as it is being written, or what it says (pure).

    ``user``: the file as it is. ``approvers``: who is registered.
    """
    rule, problems = parse_rule(asked.text)
    if rule is None:
        return _wrong(*(problem.words for problem in problems))
    if any(it.id.casefold() == rule.id.casefold() and it.id != asked.replaces for it in user.rules):
        return _wrong(edit.TAKEN)
    before = tuple(it for it in user.rules if it.id == asked.replaces)
    old, new = (PolicySource("user", user.path, rules=rules) for rules in (before, (rule,)))
    notes = warnings.of_rule(rule, file="rule", now=now, missing=lambda wanted: out_of_reach(wanted, approvers))
    loose = loosens(old, new)
    return RuleCheck((), view(rule, now=now), words.rule_words(rule), loose, tuple(note.words for note in notes))


def _wrong(*problems: str) -> RuleCheck:
    return RuleCheck(problems, None, "", loosens=False)
