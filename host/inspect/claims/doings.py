"""What a name or a description does that a claim of only reading rules out (pure).

Owns: verbs of operators and offices in names of tools, and sentences in which something happens while the tool reads.
What stays true: these count against a claim alone, never for one; what a sentence only tells of other things, or
denies, is not held against it.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from typing import Final

from host.inspect.texts.read_once import every
from host.inspect.tools.deeds import deed
from host.naming import Deed, key_words
from host.patterns import regex

_DOES: Final[dict[str, Deed]] = {
    **dict.fromkeys(
        "drain cordon uncordon evict failover promote demote reboot restart rollback rollout redeploy resize migrate "
        "approve reject escalate resolve reopen unlock disarm arm block unblock ban mute silence suspend resume pause "
        "deactivate activate reactivate enroll onboard offboard reassign transition finalize seal sign unsubscribe "
        "subscribe follow unfollow hide unhide pin rename relabel label tag untag attach detach link bind unbind mount "
        "unmount provision reprovision rebuild reindex vacuum compact rebalance bump patch upgrade downgrade impersonate "
        "elevate delegate register deregister book reserve schedule reschedule renew extend swap stake vote submit "
        "inject mutate backfill repartition taint tamper redirect reroute whitelist allowlist blocklist".split(),
        "writes",
    ),
    **dict.fromkeys(
        "shutdown poweroff halt abort dismiss expire void deprecate retire annul forget shred".split(), "deletes"
    ),
    **dict.fromkeys(
        "announce release dispatch broadcast page alert escalate remind call dial fax print".split(), "sends"
    ),
    **dict.fromkeys("reimburse settle disburse remit payout tip bid sell liquidate".split(), "pays"),
}
_OBJECTS: Final = frozenset("status state history list log report info detail preview schedule plan count".split())
"""A name that ends so is one of a thing that is shown."""

_THINGS_TOO: Final = frozenset(
    "page book call label tag link tip bid patch register release schedule reserve vote swap stake print pin mount sign".split()
)
"""Verbs that are as often a thing, so that the next word must be one that something is done to."""
_MADE: Final = frozenset(
    "meeting room flight appointment fund payment version job post email user customer message ticket issue order device "
    "account server node service deployment number hold contract document token database member invoice person phone oncall".split()
)

_SETTLED: Final = frozenset("incident issue ticket alert conflict thread comment dispute case alarm problem".split())

_DONE: Final = (
    r"(?:merged (?:into|together|automatically|while|with)|combined into|unsubscribed|deactivated|reactivated|cancell?ed|charged|billed|"
    r"rotated|restarted|rebooted|drained|evicted|signed out|logged out|reassigned|emptied|muted|blocked|banned|suspended|offboarded|"
    r"enrolled|unlocked|approved|rejected|refunded|rescheduled|escalated|disarmed|regenerated|invalidated|expired|paused|stopped|"
    r"(?:marked|flagged) as \w{1,20}|moved (?:to|into)|archived|closed|resolved|published|posted|sent|emailed|forwarded|shared|notified|invited|"
    r"promoted|demoted|downgraded|upgraded|renamed|created|updated|granted|assigned|disabled|switched off|turned off|opened to)"
)
_HAPPENS: Final = regex(
    rf"\b(?:is|are|gets?|will be|being|become) (?:(?:then|also|first|\w{{3,14}}ly|at once|thereby) ){{0,2}}{_DONE}\b",
    re.IGNORECASE,
)
_PLAINLY: Final = regex(r"\b(?:merged into|signed out|logged out|drained|emptied)\b", re.IGNORECASE)
_BY_IT: Final = regex(
    r"\b(?:while|once|as soon as|during|when|after|before|each time|every time|whenever)\b[^.\n]{0,30}?\b(?:this|the|it|its|they|you|a)\s{1,2}"
    r"(?:\w{1,14} )?(?:call|tool|report|request|list(?:ing)?|result|query|search|check|lookup|look-up|read|view|summary|run|called|asked|made|returned|listed|shown|fetched|opened)s?\b|"
    r"\b(?:in the process|in passing|at the same time|as a side effect|thereby|by (?:this|the) (?:call|tool|report|request)|on (?:every|each) (?:call|run|read|request|use|view))\b",
    re.IGNORECASE,
)
_NO_WAY: Final = regex(
    r"\b(?:cannot|can't|can not|never) (?:be )?(?:\w{1,12} ){0,2}?(?:separated|undone|reversed|reverted|restored|recovered|split|unmerged|reopened|reinstated|taken back)\b|"
    r"\bno (?:way back|undo)\b|\bthere is no undo\b|\bfor good\b",
    re.IGNORECASE,
)
_TOLD: Final = regex(
    r"\b(?:that|which|who|whether|if|where|what|how|not|never|no|already|been|was|were|can|could|may|might|when(?! this| the tool| it))\s{1,3}(?:\w{1,14}\s{1,3}){0,2}$",
    re.IGNORECASE,
)
_LOOKED: Final = 4_000
_BEFORE, _AFTER = 60, 140


def later(name: str) -> Deed:
    """What a name says that it does whose first word is no verb of ``tools.deeds``."""
    words = key_words(name)
    if len(words) > 1 and words[0] == "resolve" and words[1] in _SETTLED:
        return "writes"
    if deed(name):
        return ""
    if len(words) > 1 and words[-1] in _OBJECTS:
        return ""
    if len(words) > 1 and words[0] in _THINGS_TOO and words[1] not in _MADE:
        return ""
    return _DOES.get(words[0], "") if words else ""


def happens(description: str) -> str:
    """The words of a description in which something is done while the tool reads; empty for none."""
    text = description[:_LOOKED]
    for match in every(_HAPPENS, text):
        if _TOLD.search(text[max(0, match.start() - _BEFORE) : match.start()]):
            continue
        start = max(text.rfind(".", 0, match.start()), text.rfind("\n", 0, match.start())) + 1
        around = text[start : match.end() + _AFTER]
        if _PLAINLY.search(match.group()) or _BY_IT.search(around) or _NO_WAY.search(around):
            return text[start : match.end() + _AFTER].strip()[:200]
    return ""
