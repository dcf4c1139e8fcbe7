"""The messages of toasts: what just happened, each in a sentence, with the request that undoes it (pure).

Invariants: new grants and vouched servers are found by comparing two states of the host, so it makes no difference
where they were given; untrusted names are escaped; ``loosens`` is set if undoing could let a call run more easily.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from host.control.protocol import Done, EnableRule, RemoveRule, Request, RevokeGrant, SaveRule, VouchServer
from host.control.views import Asked, HostState, RuleView, ServerView
from host.model import Grant
from ui import display_names
from ui.consent import summary
from ui.consent.call_sentences import call_sentence
from ui.grants import words as grants
from ui.rules import words as rules
from ui.tr import tr, tr_n


class ToastMessage(Struct, frozen=True):
    """One thing that happened."""

    words: str  # the sentence, ready to be shown
    undo: Request[Done] | None = None  # the request that undoes it; None if that cannot be done
    loosens: bool = False  # whether undoing could let a call run more easily than now
    waiting_call: str = ""  # the id of the call that waits, as the sentence says; empty if it says so of none


def messages_between(before: HostState, after: HostState, now: float) -> tuple[ToastMessage, ...]:
    """The new grants and the newly vouched servers between two states of one host. ``now``: Unix seconds."""
    return (*_new_grants(before.grants, after.grants, now), *_newly_vouched(before.servers, after.servers))


def call_answered(asked: Asked, *, approved: bool) -> ToastMessage:
    """A person answered a question, and the host accepted the answer. Whether the call is sent is not known yet."""
    action = _action(asked)
    return ToastMessage(
        tr("You approved: {action}", action=action) if approved else tr("You denied: {action}", action=action)
    )


def call_put_aside(asked: Asked) -> ToastMessage:
    """A question was put aside."""
    words = tr("Put aside: {action}. It waits on under {page}.", action=_action(asked), page=tr("Waiting"))
    return ToastMessage(words, waiting_call=asked.request.call.id)


def calls_approved(calls: int) -> ToastMessage:
    """Several similar calls were approved at once."""
    return ToastMessage(tr_n("You approved {n} call", "You approved {n} calls", calls))


def _action(asked: Asked) -> str:
    if asked.request.call.asks_app or asked.request.result is not None:
        return summary.heading(asked).quoted.rstrip("?")
    return call_sentence(asked, "").quoted


def rule_saved(rule: RuleView, *, new: bool) -> ToastMessage:
    """A rule was saved. ``new``: whether it was added and replaced no other one."""
    sentence = rules.sentence_of(rule)
    if not new:
        return ToastMessage(tr("Rule changed: {rule}", rule=sentence))
    undo = RemoveRule(rule.id) if rule.id else None
    return ToastMessage(tr("Rule added: {rule}", rule=sentence), undo, rules.loosens_if_removed(rule))


def rule_switched(rule: RuleView, *, on: bool) -> ToastMessage:
    """A rule was switched on or off. ``rule``: as it was before."""
    sentence = rules.sentence_of(rule)
    if on:
        # The rule was not in force before, so ``rule.counts`` says nothing here.
        loosens = rule.effect != "allow" or bool(rule.obligations)
        return ToastMessage(tr("Rule switched on: {rule}", rule=sentence), EnableRule(rule.id, False), loosens)
    loosens = rules.loosens_if_enabled(rule)
    return ToastMessage(tr("Rule switched off: {rule}", rule=sentence), EnableRule(rule.id, True), loosens)


def rule_removed(rule: RuleView) -> ToastMessage:
    """A rule was removed from its file. ``rule``: as it was before."""
    loosens = rules.loosens_if_enabled(rule)
    return ToastMessage(tr("Rule removed: {rule}", rule=rules.sentence_of(rule)), SaveRule(rule.text), loosens)


def _new_grants(before: tuple[Grant, ...], after: tuple[Grant, ...], now: float) -> Iterator[ToastMessage]:
    known_ids = {grant.id for grant in before}
    for grant in reversed(after):  # newest first in the state
        if grant.id not in known_ids:
            yield ToastMessage(grants.summary(grant, now), RevokeGrant(grant.id))


def _newly_vouched(before: tuple[ServerView, ...], after: tuple[ServerView, ...]) -> Iterator[ToastMessage]:
    trust_before = {(server.id, server.config_digest): server.trust for server in before}
    for server in after:
        if server.trust == "user" and trust_before.get((server.id, server.config_digest)) == "none":
            words = tr("You vouch for the server {name}.", name=display_names.with_id("server", server.id))
            yield ToastMessage(words, VouchServer(server.id, server.config_digest, False))
