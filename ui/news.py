"""What just happened, in a sentence, and how to undo it (pure).

Owns: which changes are news, their sentences, and what undoing each would ask the host for.

Invariants: grants and vouching are read off two states of the host, so it makes no difference from where they were
given; strangers' names are escaped; where undoing could let a call run more easily than now, it says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from host.control.protocol import Done, EnableRule, RemoveRule, Request, RevokeGrant, SaveRule, VouchServer
from host.control.views import Asked, HostState, RuleView, ServerView
from host.model import Grant
from ui import faces
from ui.consent import summary
from ui.consent.deeds import call_sentence
from ui.grants import words as grants
from ui.rules import words as rules
from ui.tr import tr, tr_n


class News(Struct, frozen=True):
    """One thing that happened.

    Attributes:
        words: the sentence, ready to be shown.
        undo: asks the host to undo it; None where that cannot be done.
        loosens: whether undoing could let a call run more easily than now.
    """

    words: str
    undo: Request[Done] | None = None
    loosens: bool = False


def between(before: HostState, after: HostState, now: float) -> tuple[News, ...]:
    """What happened to grants and servers between two states of one host. ``now``: Unix seconds."""
    return (*_given(before.grants, after.grants, now), *_vouched(before.servers, after.servers))


def call_answered(asked: Asked, *, approved: bool) -> News:
    """A person answered a question, and the host took it."""
    said = _deed(asked)
    return News(tr("Approved: {deed}", deed=said) if approved else tr("Denied: {deed}", deed=said))


def call_put_aside(asked: Asked) -> News:
    """A question was put aside."""
    return News(tr("Put aside: {deed}. It waits on under {page}.", deed=_deed(asked), page=tr("Waiting")))


def calls_approved(calls: int) -> News:
    """So many alike calls were approved at once."""
    return News(tr_n("Approved: {n} call", "Approved: {n} calls", calls))


def _deed(asked: Asked) -> str:
    """What was asked, as its question said it."""
    if asked.request.call.asks_app or asked.request.result is not None:
        return summary.heading(asked).quoted.rstrip("?")
    return call_sentence(asked, "").quoted


def rule_saved(rule: RuleView, *, new: bool) -> News:
    """A rule was written. ``new``: it takes no other one's place."""
    said = rules.sentence_of(rule)
    if not new:
        return News(tr("Rule changed: {rule}", rule=said))
    undo = RemoveRule(rule.id) if rule.id else None
    return News(tr("Rule added: {rule}", rule=said), undo, rules.loosens_if_removed(rule))


def rule_switched(rule: RuleView, *, on: bool) -> News:
    """A rule was switched on or off. ``rule``: as it was before."""
    said = rules.sentence_of(rule)
    if on:
        # What it says now was not in force before, so ``rule.counts`` does not tell.
        loosens = rule.effect != "allow" or bool(rule.obligations)
        return News(tr("Rule switched on: {rule}", rule=said), EnableRule(rule.id, False), loosens)
    loosens = rules.loosens_if_enabled(rule)
    return News(tr("Rule switched off: {rule}", rule=said), EnableRule(rule.id, True), loosens)


def rule_removed(rule: RuleView) -> News:
    """A rule was taken out of its file. ``rule``: as it was before."""
    loosens = rules.loosens_if_enabled(rule)
    return News(tr("Rule removed: {rule}", rule=rules.sentence_of(rule)), SaveRule(rule.text), loosens)


def _given(before: tuple[Grant, ...], after: tuple[Grant, ...], now: float) -> Iterator[News]:
    known = {grant.id for grant in before}
    for grant in reversed(after):  # newest first in the state
        if grant.id not in known:
            yield News(grants.heading(grant, now), RevokeGrant(grant.id))


def _vouched(before: tuple[ServerView, ...], after: tuple[ServerView, ...]) -> Iterator[News]:
    was = {(server.id, server.config_digest): server.trust for server in before}
    for server in after:
        if server.trust == "user" and was.get((server.id, server.config_digest)) == "none":
            words = tr("You vouch for the server {name}.", name=faces.with_id("server", server.id))
            yield News(words, VouchServer(server.id, server.config_digest, False))
