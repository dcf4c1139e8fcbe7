"""What the person's words name (pure).

Owns: the forms of addresses, channels, accounts, tickets, files, branches and places to try things, and their search in
the words. What stays true: each is looked for once for the same words; every repetition is bounded.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from host.inspect.wishes.rights import hidden_from, weak_rights
from host.patterns import regex
from host.words import say

MAIL: Final = regex(r"[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}")
_PHONE: Final = regex(r"\+[0-9][0-9 ()/.-]{6,20}[0-9]")
CHANNEL: Final = regex(r"(?<![\w&/])#[a-z][\w-]{1,60}", re.IGNORECASE)
HANDLE: Final = regex(r"(?<![\w.@/])@[A-Za-z_][\w.-]{1,40}")
_IBAN: Final = regex(r"\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_WALLET: Final = regex(r"\b(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{20,60}|[13][1-9A-HJ-NP-Za-km-z]{25,34})\b")
_TICKET: Final = regex(r"\b[A-Z][A-Z0-9]{1,9}-[0-9]{1,6}\b")
FILE: Final = regex(
    r"[\w.-]{1,80}\.(?:pdf|docx?|xlsx?|csv|txt|md|pptx?|png|jpe?g|zip|json|ya?ml|sql|db|key|odt|numbers|pages|html|"
    r"py|js|ts)\b",
    re.IGNORECASE,
)
_ADDRESS: Final = regex(r"\b(?:[0-9]{1,3}\.){3}[0-9]{1,3}\b|\bi-[0-9a-f]{8,17}\b|\bvol-[0-9a-f]{6,17}\b")
_VERSION: Final = regex(r"(?<![\w.-])v?[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,6}(?:-[A-Za-z0-9.]{1,20})?(?![\w.-])")
_SIZE: Final = regex(
    r"\b(?:db\.|cache\.)?[a-z][0-9][a-z]{0,4}\.(?:nano|micro|small|medium|metal|[0-9]{0,2}x?large)\b|\bStandard_[A-Z]{1,3}[0-9]{1,3}\w{0,12}|\b[a-z][0-9][a-z]?-(?:standard|highmem|highcpu)-[0-9]{1,3}\b"
)
_OBJECT: Final = regex(
    r"\b(?:cus|sub|acct|in|pi|ch|prod|price|txn|re|po|tr|ord|evt|usr|user|org|proj|team|dpl|prj|inv|ticket|case|job|run|task)_"
    r"(?=[A-Za-z0-9]{0,40}[0-9])[A-Za-z0-9]{3,60}\b"
)
_BARE: Final = regex(r"[^a-z0-9@+]")
SHAPES: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (_PHONE, say("The number is another than the one you gave.")),
    (CHANNEL, say("The channel is another than the one you named.")),
    (HANDLE, say("The name is another than the one you gave.")),
    (_IBAN, say("The account is another than the one you gave.")),
    (_WALLET, say("The address is another than the one you gave.")),
    (_TICKET, say("The ticket is another than the one you named.")),
    (_ADDRESS, say("The machine is another than the one you named.")),
    (_VERSION, say("The version is another than the one you named.")),
    (_SIZE, say("The size is another than the one you named.")),
    (_OBJECT, say("The thing is another than the one you named.")),
)
_SAFE: Final = regex(
    r"\b(?:staging|stage|stg|dev|develop(?:ment)?|test(?:ing)?|sandbox|qa|uat|preview|demo|local(?:host)?|testnet|"
    r"testumgebung|entwicklung|preprod|pre-prod|non-?prod|recette|pr[ée]-?prod(?:uction)?|bac à sable|pruebas|homologa[cç][aã]o|"
    r"collaudo|acceptatie|acceptance|canary|тест\w{0,6}|стейдж\w{0,4})\b|测试环境|预发|テスト環境|検証環境|ステージング|스테이징|테스트 환경",
    re.IGNORECASE,
)
LIVE: Final = regex(
    r"(?<![a-z])(?:prod|production|prd|produktion|produktiv|producci[oó]n|live|mainnet)(?![a-z])", re.IGNORECASE
)
_BRANCH: Final = regex(
    r"\b(?:branch(?:es)?|branche|zweig|rama|ramo|gren|ветк\w{1,2})\s{1,3}[\"'`«]?([\w./-]{2,80})|"
    r"([\w.-]{1,40}(?:/[\w.-]{1,60}){0,3})[\"'`]?\s?(?:ブランチ|分支|브랜치)|"
    r"\b(?!(?:the|a|my|this|that|new|der|den|la|el|il)\s)[\"'`]?([\w.-]{1,40}(?:/[\w.-]{1,60}){0,3})[\"'`]?\s{1,3}(?:branch|zweig)\b|"
    r"\b(?:on|onto|into|to|against|auf|sur|en|nach)\s{1,3}[\"'`]?(main|master|develop|trunk)\b(?!\.\w)|"
    r"(?<![\w/.-])((?:release|feature|feat|fix|hotfix|bugfix|chore|docs|wip|dev)/[\w.-]{1,60})",
    re.IGNORECASE,
)
_NO_BRANCH: Final = frozenset(
    "my the a this that no na da do of from in it with and for to is was has merged new same old current other your our feature stale release local remote named called "
    "from que qui la le der die das dem de por para und et y e".split()
)
_MARKS: Final = ("+", "#", "@", "", "", "", "", ".", ".", "_")
"""What stands wherever one of ``SHAPES`` does; empty for a digit."""
_BRANCHY: Final = (
    "branch",
    "zweig",
    "rama",
    "ramo",
    "gren",
    "ветк",
    "ブランチ",
    "分支",
    "브랜치",
    "/",
    "main",
    "master",
    "develop",
    "trunk",
)


class Named(NamedTuple):
    """What the words name. Attributes: mails. shapes: of each of ``SHAPES``. files. numbers: of issues. branches.

    safe: whether they speak of a place to try things alone. weak: of rights to read alone. hidden: of what is private.
    """

    mails: frozenset[str]
    shapes: tuple[frozenset[str], ...]
    files: frozenset[str]
    numbers: frozenset[str]
    branches: frozenset[str]
    safe: bool
    weak: bool
    hidden: bool


@lru_cache(maxsize=256)
def named_in(turn: str) -> Named:
    """What ``turn`` names."""
    low, mails = turn.lower(), MAIL.findall(turn) if "@" in turn else []
    bare = MAIL.sub(" ", turn) if mails else turn
    digits = any(digit in turn for digit in "0123456789")
    found = _BRANCH.finditer(turn) if any(mark in low for mark in _BRANCHY) else ()
    branches = {part.lower().strip(".,") for match in found for part in match.groups() if part}
    return Named(
        frozenset(match.lower() for match in mails),
        tuple(
            frozenset(map(plain, pattern.findall(bare))) if (mark in bare if mark else digits) else frozenset()
            for (pattern, _), mark in zip(SHAPES, _MARKS, strict=True)
        ),
        frozenset(match.lower() for match in FILE.findall(turn)) if "." in turn else frozenset(),
        frozenset(_NUMBERED.findall(turn)) if digits else frozenset(),
        frozenset(branches - _NO_BRANCH),
        LIVE.search(turn) is None and _SAFE.search(turn) is not None,
        weak_rights(low),
        hidden_from(low),
    )


def plain(text: str) -> str:
    """Letters and digits alone, and marks of addresses."""
    return _BARE.sub("", text.lower())


@lru_cache(maxsize=256)
def named_rooms(turn: str) -> frozenset[str]:
    """Channels that ``turn`` names plainly."""
    return frozenset(part.lower() for match in _ROOM.finditer(turn) for part in match.groups() if part) - _NO_ROOM


_ROOM: Final = regex(
    r"\b([a-z][\w-]{1,40})[- ](?:channel|kanal|room|chat|group)\b|\b(?:channel|kanal|canal|canale|"
    r"room)\s{1,2}([a-z][\w-]{1,40})\b",
    re.IGNORECASE,
)
_NO_ROOM: Final = frozenset(
    "the a my our this that same right public private slack team teams discord general-purpose group new every each "
    "all other and to is in".split()
)
_NUMBERED: Final = regex(
    r"(?:#|!|\b(?:issue|pr|mr|pull request|merge request|ticket|bug|story|case|pull)\s{1,2}#?)([0-9]{1,7})\b",
    re.IGNORECASE,
)
