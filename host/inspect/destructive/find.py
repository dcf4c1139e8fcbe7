"""Findings about what cannot be undone (pure).

Owns: which calls delete, give away, open up or pay, by the names of tools and inputs and by what commands say. What
stays true: a call that only looks is never one of these; a finding is grave only where the call says itself how wide it
goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice
from typing import Final

from host.inspect.destructive.asks import find_asked
from host.inspect.destructive.commands import find_commanded
from host.inspect.destructive.endings import find_endings
from host.inspect.destructive.handed import find_handed
from host.inspect.destructive.inputs import find_blunt, members
from host.inspect.destructive.means import find_meant
from host.inspect.destructive.nouns import find_plain, milder, sets_something
from host.inspect.destructive.opens import find_opened
from host.inspect.destructive.paths import find_requested
from host.inspect.destructive.rules import find_ruling
from host.inspect.destructive.words import find_worded, payee
from host.inspect.saying import found
from host.inspect.subject import Subject, Text
from host.inspect.tools.deeds import deed
from host.inspect.tools.words import last_word, words_of
from host.model import Finding, JsonValue, Severity
from host.naming import OPERATIONS, Deed, key_words
from host.patterns import regex
from host.words import say

_DELETING: Final = frozenset(
    "delete remove drop terminate purge destroy wipe erase truncate trash rmdir rm unlink deprovision nuke prune "
    "decommission flushall flushdb flush obliterate revert unpublish deletion removal termination destruction "
    "uninstall expunge annihilate shred scrub".split()
)
_MILD: Final = frozenset(
    "label reaction star bookmark favorite favourite tag assignee filter emoji like pin highlight watcher follower "
    "breakpoint marker dependency import comment duplicate background whitespace cookie cache draft subscription "
    "from item stopword watermark cart".split()
)
"""Things whose removal is undone by hand."""
_LOOKING: Final = frozenset(
    "list get search find read view show describe check count preview plan status log history".split()
)
_ENDING: Final = frozenset(
    "kill stop shutdown cancel deactivate disable revoke suspend close unsubscribe archive reset overwrite".split()
)
"""What can be undone for one thing, and hardly for all."""
_TRANSFER: Final = frozenset(
    "money funds transaction transfer payout payment pay wire withdraw remit disburse remittance sepa ach "
    "swift zelle".split()
)
_NOT_LOOKING: Final = (
    _DELETING
    | _TRANSFER
    | frozenset(
        "transfer refund disable apply set update put clear purge expire reset merge close mute replace rotate "
        "send upgrade".split()
    )
)
_PAYS: Final = frozenset(
    "sign create send make initiate execute submit transfer payout wire pay withdraw remit issue process".split()
)
_NO_PAY: Final = frozenset(
    "draft link intent method session list get retrieve search status invoice file data learning".split()
)
_WIDE_FLAGS: Final = frozenset("all purge deleteall everything".split())
_DEEP_FLAGS: Final = frozenset("recursive force cascade recursively".split())
_HIGH_UP: Final = regex(r"(?:[a-zA-Z]:)?(?:[/\\]|~[/\\]?)(?:[^/\\]{0,64}[/\\]?){0,2}|\$\{?HOME\}?/?")
_SCOPES: Final = frozenset(
    "path pattern glob filter query name key prefix selector where id ids target resource bucket uri tag branch".split()
)
_EVERYTHING: Final = regex(
    r"\s{0,3}(?:[*%/~.]|\*\*|\./|/\*{1,2}|\*\*?/\*{0,2}|\.\*|~/\*?|\{\}|all|1\s?=\s?1|true|in:anywhere|is:any)\s{0,3}"
)
_MANY: Final = 20
_LARGE: Final = 100_000

_DELETES: Final = say("This deletes something.")
_WIDE: Final = say("This deletes much at once.")
_PAYS_OUT: Final = say("This moves money to somebody, and money does not come back.")
_ALL_MONEY: Final = say("This pays out everything there is.")
_REFUNDS: Final = say("This pays money back.")


def find_destructive(subject: Subject) -> Iterator[Finding]:
    """``destructive``: what deletes, gives away, opens up or pays."""
    words, looking = _by_name(subject.tool, subject.server, _asked_for(subject))
    yield from find_plain(subject, words, looking=looking)
    told = list(_by_names(subject, words, looking=looking))
    yield from told
    if not (told or looking) and sets_something(subject, words):
        yield from milder(_by_names(subject, words | {"set"}, looking=False))
    yield from find_commanded(subject)


@lru_cache(maxsize=2_048)
def _by_name(tool: str, server: str, asked: frozenset[str]) -> tuple[frozenset[str], bool]:
    """The words that tell what a call does, and whether it only looks. ``asked``: words of an operation."""
    words = words_of(tool) | asked
    if len(words) == 1:  # the server's name says of what
        words |= words_of(server)
    looking = not words.isdisjoint(_LOOKING) and words.isdisjoint(_NOT_LOOKING)
    looking = looking and not (words & _LOOKING <= _THINGS and deed(tool) in _SETTING)
    return words, looking and not _ends_first(tool, asked)


def _ends_first(tool: str, asked: frozenset[str]) -> bool:
    """Whether the first verb, or an operation of a tool that is named for a thing, ends something."""
    first = next(iter(key_words(tool)), "")
    return first in _ENDING or first == "rewrite" or (first not in _LOOKING and not asked.isdisjoint(_ENDING))


_THINGS: Final = frozenset("log status history view plan count".split())
_SETTING: Final[frozenset[Deed]] = frozenset({"writes", "deletes"})
"""What a verb says that stands before a word which is a verb of looking as well, such as ``log``."""


def _by_names(subject: Subject, words: frozenset[str], *, looking: bool) -> Iterator[Finding]:
    """By the names of tool and inputs together."""
    if not looking:
        told = [*_deletes(subject, words), *_pays(subject, words), *find_handed(subject, words)]
        several = (find_ruling(subject, words), find_blunt(subject, words), find_meant(subject, words))
        told += _first_of(*several)
        said = {each.text for each in told}
        yield from told
        yield from islice((each for each in find_endings(subject, words) if each.text not in said), 2)
        yield from islice(find_worded(subject), 2)
        yield from find_requested(subject)
    yield from find_opened(subject, words)
    yield from find_asked(subject, words)


def _first_of(*several: Iterator[Finding]) -> Iterator[Finding]:
    """The first two of each: names and inputs say the same thing in several ways."""
    return chain.from_iterable([islice(each, 2) for each in several])


def _asked_for(subject: Subject) -> frozenset[str]:
    """Words of an operation that stands in the inputs, where a tool has several."""
    for key, value in subject.arguments.items():
        if last_word(key) in _OPERATIONS and isinstance(value, str) and _OPERATION.fullmatch(value):
            return words_of(value[:60].lower() if value.isupper() else value[:60])
    return frozenset()


_OPERATIONS: Final = OPERATIONS | {"command", "cmd", "subcommand"}
_OPERATION: Final = regex(r"[^\W\d_]{2,30}(?:[_-][^\W\d_]{2,30}){0,3}")


def _finding(severity: Severity, says: str, subject: Subject, where: Text | None = None) -> Finding:
    if where is not None:
        return found("destructive", severity, says, where)
    return Finding("destructive", severity, says, subject.tool[:200])


def _deletes(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    if words.isdisjoint(_WORTH_A_LOOK):
        return
    if not words.isdisjoint(_ENDING) and ("all" in words or _wide(subject)[0]):
        yield _finding(Severity.HIGH, _WIDE, subject, _wide(subject)[1])
    if not words.isdisjoint(_WIPING) and any(each <= words for each in _WIPES):
        tried = not words.isdisjoint({"test", "tests", "dev", "sandbox", "demo", "scratch", "mock"})
        yield _finding(Severity.MEDIUM if tried else Severity.HIGH, _WIDE, subject, next(subject.values(), None))
    if words.isdisjoint(_DELETING) or not words.isdisjoint({"undelete", "restore"}):
        return
    if "cache" in words and words & _DELETING <= {"purge", "flush"} and _named_few(subject):
        return
    if words & _DELETING == {"trash"} and not words.isdisjoint(_LOOKING):
        return
    wide, where = _wide(subject)
    if wide or not words.isdisjoint(_WIDELY):
        yield _finding(Severity.HIGH, _WIDE, subject, where)
    elif words.isdisjoint(_MILD) or (_destroys(subject) and words.isdisjoint(_ONES_OWN)):
        first = next((text for text in subject.values() if not _SCOPES.isdisjoint(words_of(text.key))), None)
        yield _finding(Severity.MEDIUM, _DELETES, subject, first or next(subject.values(), None))


_WIDELY: Final = frozenset("all purge nuke flushall wipe everything expunge forever permanently".split())


def _named_few(subject: Subject) -> bool:
    """Whether a call says which things of a cache are meant."""
    return any(not words_of(key).isdisjoint(_WHICH) and value for key, value in subject.arguments.items())


_WHICH: Final = frozenset("file files url urls tag tags path paths key host prefix prefixes uri".split())


def _destroys(subject: Subject) -> bool:
    """Whether the tool says so itself."""
    hints = subject.definition.get("annotations") if subject.definition else None
    return isinstance(hints, dict) and hints.get("destructiveHint") is True


_ONES_OWN: Final = frozenset("cart reaction star bookmark like label emoji filter highlight cookie cache draft".split())
_WIPES: Final = tuple(
    frozenset(pair.split("+"))
    for pair in "factory+reset clear+calendar clear+database clear+table clear+bucket clear+inbox clear+queue "
    "clear+all clear+data empty+folder empty+trash empty+bin empty+mailbox empty+inbox empty+bucket empty+queue "
    "empty+recycle clear+trash clear+bin clear+recycle clear+folder clear+mailbox trash+cleanup bin+cleanup "
    "recycle+cleanup clear+site clear+collection clear+index clear+topic clear+library erase+device format+disk "
    "format+drive format+volume format+partition reset+database".split()
)
_WIPING: Final = frozenset("factory clear empty format reset erase cleanup".split())
"""One of these is in each of them."""
_WORTH_A_LOOK: Final = _ENDING | _DELETING | _WIPING


def _wide(subject: Subject) -> tuple[bool, Text | None]:
    """Whether inputs say that much is meant, and which."""
    for text in subject.values():
        if not _SCOPES.isdisjoint(words_of(text.key)) and _EVERYTHING.fullmatch(text.text[:40]):
            return True, text
    if any(value is True and not _DEEP_FLAGS.isdisjoint(words_of(key)) for key, value in subject.arguments.items()):
        for text in subject.values():
            if not _SCOPES.isdisjoint(words_of(text.key)) and _HIGH_UP.fullmatch(text.text[:200]):
                return True, text
    return any(_flag(key, value) for key, value in subject.arguments.items()), None


def _flag(key: str, value: JsonValue) -> bool:
    words = words_of(key)
    if value is True:
        return not words.isdisjoint(_WIDE_FLAGS) or {"auto", "approve"} <= words
    if isinstance(value, list):
        return len(value) > _MANY
    return value == {} and not words.isdisjoint({"filter", "query", "where", "criteria", "selector"})


def _pays(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    if (
        words & _BY_THE_MONTH
        and words & _TAKES_OUT
        and any(words_of(key) & _PRICED for _, key, _ in members(subject.arguments))
    ):
        yield _finding(Severity.MEDIUM, _BUYS, subject)
    if "refund" not in words and words.isdisjoint(_TRANSFER):
        return
    first = payee(subject)
    if "refund" in words and words.isdisjoint({"list", "get", "retrieve", "policy"}):
        amounts = [value for _, key, value in members(subject.arguments) if last_word(key) in ("amount", "value")]
        elsewhere = any(not words_of(key).isdisjoint(_ELSEWHERE) for key in subject.arguments)
        large = (
            not all(map(_number, amounts))
            or not amounts
            or elsewhere
            or "bulk" in words
            or any(_number(value) >= _LARGE for value in amounts)
        )
        yield _finding(Severity.MEDIUM if large else Severity.INFO, _REFUNDS, subject, first)
    elif (
        words.isdisjoint(_TRANSFER)
        or words.isdisjoint(_PAYS)
        or not words.isdisjoint(_NO_PAY)
        or words & {"ownership", "owner", "repository", "repo", "domain", "file", "call", "issue", "ticket"}
    ):
        return
    elif any(
        isinstance(value, str) and value.lower() in ("all", "max", "100%") for value in subject.arguments.values()
    ):
        yield _finding(Severity.HIGH, _ALL_MONEY, subject, first)
    else:
        yield _finding(Severity.MEDIUM, _PAYS_OUT, subject, first)


_ELSEWHERE: Final = frozenset("account iban destination to wallet recipient payee beneficiary card".split())
"""Where a refund goes that does not go back to where the money came from."""
_BY_THE_MONTH: Final = frozenset("subscription seat seats license licence licenses".split())
_TAKES_OUT: Final = frozenset("create start upgrade change update add set activate renew extend".split())
_PRICED: Final = frozenset("price prices plan billing seats coupon collection".split())
_BUYS: Final = say("This buys or trades, and money does not come back.")


def _number(value: JsonValue) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0
