"""What a tool's name says that it does (pure).

Owns: the verbs of tool names. What stays true: of several verbs the first one counts, for that is what the tool does
(``get_deleted_items`` gets); a name without a known verb says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from host.naming import VERBS, Deed, key_words

CHANGING: Final[frozenset[Deed]] = frozenset({"deletes", "writes", "sends", "runs", "pays"})
"""What changes something, somewhere."""
_FIRST: Final[dict[Deed, str]] = {
    "reads": "get list read search find fetch view show describe query lookup check count preview validate inspect "
    "explain analyze compare diff status stat tree browse download export summarize calculate convert parse retrieve "
    "test verify head tail cat select watch monitor estimate resolve translate",
    "deletes": "flush expunge obliterate decommission kill empty clear reset revoke del prune expunge evict "
    "deprovision nuke format unpublish discard cancel",
    "writes": "overwrite copy upsert change alter rebase install deploy configure chmod store rotate scale register "
    "make touch mkdir close archive lock unlock mark toggle sync stage click fill drag",
    "sends": "transmit dispatch comment",
    "runs": "spawn launch start powershell",
    "pays": "order deposit checkout trade sell wire donate",
}
"""Verbs besides those of ``naming.VERBS``. They count here, where the first verb of a name decides; in the window's
heading any verb counts, and for ``list_empty_rooms`` it would speak of deleting."""
_DEEDS: Final = {verb: deed for deed, more in _FIRST.items() for verb in (*VERBS.get(deed, ()), *more.split())}
_NOUNS: Final = frozenset(
    "order message comment post mail email status format head test tree share change transfer run refund charge reset "
    "trade deposit invite order start command terminal shell payout checkout commit diff merge copy set".split()
)
"""Verbs that are as often what is done something to."""
_ASKED: Final = frozenset("query search select report explain test check lint analysis sql".split())
"""What is run without changing anything, mostly."""


_MONEY: Final = frozenset("money fund cash payment crypto coin bitcoin btc eth".split())


_LOOSE: Final = frozenset(
    "add set put merge update post run order mark toggle scale sync copy apply change make charge reset "
    "clear trade fill touch import stage replace append insert rotate format start message comment mail "
    "share close lock edit patch move rename test order invoke evaluate eval empty store select transfer "
    "cancel discard".split()
)
"""Verbs that are as often a calculation, or a view: they say something together with what they are done to."""
_WRITTEN: Final = frozenset(
    "file folder directory path record row table database db user account member page document note issue "
    "comment ticket message email mail event calendar label branch repo repository commit pull release "
    "bucket object secret password permission role policy rule setting config configuration contact "
    "customer invoice subscription product card payment money fund task project board channel reaction "
    "workspace server instance deployment cluster namespace pod dns domain webhook cart attendee article "
    "wiki block memory entity observation relation command shell script code sql program job "
    "workflow migration contents content recipient to cc bcc iban payee wallet slide sheet cell "
    "spreadsheet inbox queue topic thread tweet status draft package plugin device".split()
)


def surely(name: str, inputs: Iterable[str]) -> Deed:
    """As ``deed``, and nothing for a verb that may mean a calculation, where neither name nor inputs say on what.

    ``inputs``: the names of the tool's parameters.
    """
    does = deed(name)
    words = key_words(name)
    verbs = [word for word in words if _DEEDS.get(word) == does]
    if not verbs or any(verb not in _LOOSE for verb in verbs) or not _WRITTEN.isdisjoint(set(words) - set(verbs[:1])):
        return does
    return does if any(not _WRITTEN.isdisjoint(key_words(key)) for key in inputs) else ""


def sure_verb(name: str) -> bool:
    """Whether a name begins with a verb that plainly changes, deletes, sends or pays, whatever it is done to.

    What is made or written must be a thing that is kept: a chart is made by whoever only reads.
    """
    words = key_words(name)
    does = _DEEDS.get(words[0]) if words else None
    if does != deed(name) or does not in CHANGING or does == "runs":
        return False
    if words[0] in _LOOSE or does == "writes":
        return does != "reads" and not _WRITTEN.isdisjoint(words[1:])
    return len(words) > 1 or words[0] not in _NOUNS


_NO_VERBS: Final = frozenset(
    {
        *(("patch", after) for after in ("note", "version", "level", "cable")),
        *(("release", after) for after in ("note", "version")),
        *(("change", after) for after in ("log", "history", "set")),
        *(("edit", after) for after in ("history", "distance")),
        *(("commit", after) for after in ("history", "log", "message", "stat")),
        *(("checkout", after) for after in ("branch", "commit", "ref", "tag", "revision", "worktree", "file")),
        ("git", "checkout"),
        ("post", "mortem"),
        ("post", "code"),
        ("share", "price"),
        ("update", "history"),
        ("trash", "can"),
    }
)
"""Two words of which the verb in them is none, or another one."""


def _verbs(words: tuple[str, ...]) -> Iterator[tuple[str, Deed]]:
    for before, word, after in zip(("", *words), words, (*words[1:], ""), strict=False):
        if word not in _DEEDS:
            continue
        if (word, after) in _NO_VERBS or (before, word) in _NO_VERBS:
            if word == "checkout":
                yield word, "writes"
        else:
            yield word, _DEEDS[word]


@lru_cache(maxsize=2_048)
def deed(name: str) -> Deed:
    """What the first verb of a name says; where that may be a noun, the next verb has the word if there is one."""
    words = key_words(name)
    found = list(_verbs(words))
    sure = [verb for word, verb in found if word not in _NOUNS]
    does = [verb for _, verb in found]
    leads = bool(found) and found[0][0] == words[0]
    first: Deed = next(iter(does if leads or not sure else sure), "")
    if first == "sends" and not _MONEY.isdisjoint(words):
        return "pays"
    if first == "runs" and not _ASKED.isdisjoint(words):
        return "reads"
    return first
