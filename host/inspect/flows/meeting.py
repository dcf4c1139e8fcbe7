"""Two servers that make a risk which neither is alone (pure).

Owns: findings ``combination`` of one call with what other servers brought before. What stays true: a value that came
from there is told of whatever the call is for; without one it is told only where other people wrote what was read,
where the call has a power of its own, and where the person did not ask for it; at most one is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from host.inspect.flows.goals import destination_from
from host.inspect.flows.provenance import Match, came_from, matches
from host.inspect.flows.strangers import by_strangers, requests
from host.inspect.instructions.heeded import heeded
from host.inspect.saying import EVIDENCE
from host.inspect.subject import Earlier, Subject
from host.inspect.tools.acts import deeds_of
from host.inspect.tools.deeds import CHANGING, deed
from host.inspect.tools.powers import Power, power_of
from host.inspect.tools.reach import Nature, nature
from host.inspect.tools.words import last_word, reads_plainly
from host.inspect.wishes.words import wish_of
from host.model import Finding, Severity
from host.naming import OPERATIONS, RECIPIENTS, Deed, key_words
from host.words import say

_NEAR: Final = 6
"""Calls after which what strangers wrote hardly is the reason of another."""
_SINKS: Final = ("mail", "chat", "public", "http", "share", "upload", "payment")
_OUT: Final = Power(say("sends something out"), "sends")


def met(subject: Subject, here: Nature, sink: str, carried: Sequence[Match], *, asked: bool) -> Iterator[Finding]:
    """At most one finding. ``carried``: what came from other servers. ``asked``: whether the person named the goal."""
    found = next(_met(subject, here, sink, carried, asked=asked), None) or next(heeded(subject), None)
    if found is not None:
        yield found


def _met(subject: Subject, here: Nature, sink: str, carried: Sequence[Match], *, asked: bool) -> Iterator[Finding]:
    power = power_of(subject, here) or (_OUT if sink in _SINKS or _addressed(subject) else None)
    if power is None and not reads_plainly(subject):
        yield from _brought_about(subject, carried)
    if power is None or (power is not _OUT and reads_plainly(subject)) or _only_asks(subject):
        return
    found = next(_fed(subject, power, carried, asked=asked), None) or next(_fed_here(subject, power), None)
    if found is None and (power is not _OUT or (subject.turn and not asked)):
        found = next(_after(subject, power), None)
    if found is None and power is _OUT and not asked:
        found = next(_out(subject), None)
    if found is not None:
        yield found


def _brought_about(subject: Subject, carried: Sequence[Match]) -> Iterator[Finding]:
    """Without a power that is known: where it goes came from strangers, or what goes is private and they asked."""
    asked_by = next((it for it in subject.past.session if carried and _spoken(it) and requests(it)), None)
    asks = bool(carried and subject.turn) and wish_of(subject.turn).asks
    named = any(word in subject.turn.lower().split() for word in key_words(subject.tool) if len(word) >= _VERB)
    for match in carried:
        source = match.earlier
        if destination_from(match) and by_strangers(source):
            text = say("Where this goes came from {call}.", call=came_from(source))
        elif not named and by_strangers(source) and deed(subject.tool) != "reads" and _is_used(match):
            text = say("What this puts to use came from {call}.", call=came_from(source))
        elif asks and by_strangers(source) and deed(subject.tool) in CHANGING:
            text = say("You asked a question, and what this would change came from {call}.", call=came_from(source))
        elif asked_by not in (None, source) and _private(source) and deeds_of(subject):
            text = say(
                "Private data from {call} stands here, and other people asked for something.", call=came_from(source)
            )
        else:
            continue
        yield Finding("combination", Severity.MEDIUM, text, match.shown[:EVIDENCE], match.steps, match.span)
        return


def _is_used(match: Match) -> bool:
    return bool(match.steps) and last_word(str(match.steps[-1])) in _USED


_VERB: Final = 3
_USED: Final = frozenset(
    "image package module chart registry cidr ip script command ref commit plugin extension".split()
)
"""Inputs that decide what runs, and who gets in."""


def _only_asks(subject: Subject) -> bool:
    """Whether an operation in the inputs says that it reads."""
    return any(
        last_word(key) in OPERATIONS and isinstance(value, str) and deed(value.lower()) == "reads" and value.isalpha()
        for key, value in subject.arguments.items()
    )


def _addressed(subject: Subject) -> bool:
    """Whether it sends something to somebody, whatever the server is called."""
    sends = deed(subject.tool) == "sends" and any(last_word(key) in RECIPIENTS for key in subject.arguments)
    return sends or "sends" in deeds_of(subject)


def _fed(subject: Subject, power: Power, carried: Sequence[Match], *, asked: bool) -> Iterator[Finding]:
    """Something of the call stood in a result of another server."""
    wanted = power is _OUT and (asked or (subject.turn and wish_of(subject.turn).mentions("sends")))
    asked_by = [it for it in subject.past.session if _spoken(it) and requests(it)] if wanted and carried else []
    for match in carried:
        if asked_by and _private(match.earlier) and any(it is not match.earlier for it in asked_by):
            text = say(
                "Other people asked for something ({call}), and private data goes out with this call.",
                call=came_from(asked_by[0]),
            )
            yield Finding("combination", Severity.MEDIUM, text, match.shown[:EVIDENCE], match.steps, match.span)
        elif (
            destination_from(match)
            if wanted
            else by_strangers(match.earlier) or _private(match.earlier) or power is not _OUT
        ):
            text = say(
                "Something of this came from {call}, and this call {what}.",
                call=came_from(match.earlier),
                what=power.what,
            )
            yield Finding("combination", Severity.MEDIUM, text, match.shown[:EVIDENCE], match.steps, match.span)


def _fed_here(subject: Subject, power: Power) -> Iterator[Finding]:
    """Likewise of this server, where other people wrote what it brought."""
    if power is _OUT or power.does in ("deletes", ""):
        return
    here = tuple(it for it in subject.past.session if it.server == subject.server and _spoken(it))
    for match in matches(subject, here).found if here else ():
        if power.does == "runs" and match.size >= _COMMAND:
            text = say(
                "What other people wrote ({call}) stands here, and this call {what}.",
                call=came_from(match.earlier),
                what=power.what,
            )
            yield Finding("combination", Severity.MEDIUM, text, match.shown[:EVIDENCE], match.steps, match.span)


_COMMAND: Final = 24


def _spoken(earlier: Earlier) -> bool:
    return earlier.ago <= _NEAR and by_strangers(earlier)


def _after(subject: Subject, power: Power) -> Iterator[Finding]:
    """Other people's words were read on another server, and nobody asked for what this call does."""
    if subject.turn and (_speaks_of(subject.turn, power) or (power is _OUT and not wish_of(subject.turn).asks)):
        return
    for earlier in subject.past.session:
        if not _spoken(earlier):
            continue
        asks = requests(earlier)
        if asks or (earlier.server != subject.server and power.does and _may_follow(subject, power)):
            text = say(
                "The app has read what other people wrote ({call}), and this call {what}.",
                call=came_from(earlier),
                what=power.what,
            )
            yield Finding("combination", Severity.MEDIUM, text)
            return


def _speaks_of(turn: str, power: Power) -> bool:
    wish, does = wish_of(turn), power.does
    if power.named and not any(word in wish.low for word in power.named.split("|")):
        return False
    return wish.mentions(does) if does else wish.mentions("writes") and not wish.asks


def _may_follow(subject: Subject, power: Power) -> bool:
    """Without the person's words, only what is hardest to undo."""
    return bool(subject.turn) or power.does in _HARD


_HARD: Final[tuple[Deed, ...]] = ("deletes", "pays")


def _out(subject: Subject) -> Iterator[Finding]:
    """Private data was read on another server, and the person asked for nothing to be sent."""
    if not subject.turn or wish_of(subject.turn).mentions("sends"):
        return
    for earlier in subject.past.session:
        if (
            earlier.server != subject.server
            and earlier.ago <= _NEAR
            and _private(earlier)
            and len(earlier.text) >= _WORTH
        ):
            text = say(
                "The app has read private data ({call}), and this call {what}.", call=came_from(earlier), what=_OUT.what
            )
            yield Finding("combination", Severity.MEDIUM, text)
            return


_WORTH: Final = 12


def _private(earlier: Earlier) -> bool:
    return bool(nature(earlier.server, earlier.tool, earlier.definition).private)
