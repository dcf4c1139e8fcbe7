"""Things of a call that stand beside those of the person (pure).

Owns: names that differ in one part from one that the words give (web-01 and web-02, shop and shop-dev), what the words
say to leave alone, and what goes along with what they name. What stays true: a name differs only where the call has
none that holds the person's own, and the words do not have the call's; the work is bounded.
"""
# ruff: noqa: E501  # a table is read best as it is

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, tool_words, words_of
from host.inspect.wishes.named import MAIL
from host.patterns import regex
from host.words import say

_OTHER: Final = say("This is about another thing than the one you named.")
_SPARED: Final = say("This is about what you said to leave alone.")
_MORE: Final = say("This is about more than you named.")
_TOKEN: Final = regex(r"(?<![\w@.-])[A-Za-z0-9]\w{0,40}(?:[-_.:]\w{1,40}){0,6}(?![\w@])")
_PARTS: Final = regex(r"[-_.:]")
_TEXTS: Final = 60
_MOST: Final = 24
_SHORT: Final = 300
_STEM: Final = 3
_ENOUGH: Final = 4
_VARIANTS: Final = frozenset(
    "dev test tests testing staging stage stg sandbox demo copy kopie copie copia backup bak old new tmp temp archive draft prod live qa "
    "uat preview replica standby".split()
)
_NOT_IT: Final = regex(
    r"\b(?:from|like|instead of|than|after|before|based on|copy of|unlike|wie|von|vom|statt|als|aus|de|desde|depuis|comme|da|van|not|nicht|pas|"
    r"since|off|replac\w{1,4}|upgrade|bump|old|previous|ersetz\w{0,2})\s{1,2}(?:the\s|den\s|die\s|das\s|la\s|le\s|el\s)?[\"'`]?$"
)
_DIGITS: Final = regex(r"(?<![\w.,-])[0-9]{5,20}(?![\w]|[.,-][0-9])")
_ENDINGS: Final = frozenset(
    "txt pdf md csv json yaml yml xlsx docx pptx png jpg jpeg html py js ts sql zip com org net example io de fr es it test local myshopify".split()
)


def beside(subject: Subject, texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """The first thing that is not quite what the words name."""
    there = [text for text in islice(texts, _TEXTS) if not is_prose(text) and len(text.text) <= _SHORT]
    return (
        _left(subject, there, turn)
        or _near(subject, there, turn)
        or _along(subject, there, turn)
        or _titled(texts, turn)
    )


_QUOTED: Final = regex(r"[\"'`«“„\u2018]([^\W_][^\"'`«»“”„\u2018\u2019\n]{2,58}[^\W_])[\"'`»”“\u2019](?!\w)")


def _titled(texts: list[Text], turn: str) -> tuple[str, Text] | None:
    """A title that is not quite the one that the words quote."""
    if not any(mark in turn for mark in "\"'`«“„\u2018"):
        return None
    low = turn.lower()
    short = [(text, text.text.lower().strip()) for text in islice(texts, _TEXTS) if len(text.text) <= _TEXTS]
    for quoted in islice(_QUOTED.findall(low), _ENOUGH):
        ours = quoted.split()
        if len(ours) < 2 or any(quoted in value for _, value in short):
            continue
        for text, value in short:
            theirs = value.split()
            apart = sum(one != other for one, other in zip(ours, theirs, strict=False))
            if len(theirs) == len(ours) and apart == 1 and value not in low:
                return _OTHER, text
    return None


@lru_cache(maxsize=256)
def _tokens(turn: str) -> frozenset[str]:
    """Names in the words that people make up: of several parts, or with digits."""
    low = MAIL.sub(" ", turn.lower())
    found = set()
    for match in islice(_TOKEN.finditer(low), _MOST * 2):
        token = match[0].strip(".:-_")
        if (
            len(token) >= _ENOUGH
            and _made_up(token)
            and not _NOT_IT.search(low[max(0, match.start() - _MOST) : match.start()])
        ):
            found.add(token)
    return frozenset(found | set(_DIGITS.findall(low)))


def _made_up(token: str) -> bool:
    letters, digits = any(char.isalpha() for char in token), any(char.isdigit() for char in token)
    return letters and (digits or bool(_PARTS.search(token)))


def _near(subject: Subject, there: list[Text], turn: str) -> tuple[str, Text] | None:
    named = _tokens(turn)
    if not named or not there:
        return None
    low, whole = turn.lower(), "\n".join(text.text.lower() for text in subject.texts[: _TEXTS * 2])[:20_000]
    missing = [token for token in named if token not in whole]
    if not missing:
        return None
    for text in there:
        for match in islice(_TOKEN.finditer(text.text.lower()), _MOST):
            given = match[0].strip(".:-_")
            if len(given) < _ENOUGH or _whole(given, low):
                continue
            last = given.rpartition(".")[2]
            names = (given,) if _whole(last, low) else (given, last)
            if any(_is_near(token, name) for token in missing for name in names if len(name) >= _ENOUGH):
                return _OTHER, text
    return None


def _whole(token: str, low: str) -> bool:
    """Whether the words have the token, and not only as a part of another."""
    at = low.find(token)
    while at >= 0:
        if not (low[at - 1 : at].isalnum() or low[at - 1 : at] in ("-", "_")) and not re.match(
            r"[\w]|[-.]\w", low[at + len(token) : at + len(token) + 2]
        ):
            return True
        at = low.find(token, at + 1)
    return False


def _is_near(token: str, given: str) -> bool:
    """Whether two names are alike but for one part."""
    if token.isdigit() or given.isdigit():
        apart = sum(one != other for one, other in zip(token, given, strict=False))
        return token.isdigit() and given.isdigit() and len(token) == len(given) and 0 < apart <= 2
    ours, theirs = _PARTS.split(token), _PARTS.split(given)
    if len(ours) == len(theirs) == 1:
        return token != given and _head(token) == _head(given) != "" and token[-1].isdigit() and given[-1].isdigit()
    if len(ours) == len(theirs):
        same = [one for one, other in zip(ours, theirs, strict=True) if one == other]
        return len(same) == len(ours) - 1 and any(
            len(part) >= _STEM and part not in _ENDINGS and not part.isdigit() for part in same
        )
    longer, shorter = (ours, theirs) if len(ours) > len(theirs) else (theirs, ours)
    shorter = [part for part in shorter if part not in _ENDINGS]
    rest = longer[len(shorter) :]
    return bool(shorter) and longer[: len(shorter)] == shorter and len(rest) == 1 and rest[0] in _VARIANTS


def _head(token: str) -> str:
    return token.rstrip("0123456789")[:40] if len(token.rstrip("0123456789")) >= _STEM - 1 else ""


_ARTICLE: Final = r"(?:the\s|my\s|our\s|das\s|die\s|den\s|der\s|dem\s|mein\w{0,2}\s|la\s|le\s|les\s|el\s|il\s|lo\s|o\s|a\s|as\s|os\s|de\s|het\s)?"
_KIND: Final = r"(?:(?:\w{2,20}\s)?(?:store|shop|folder|ordner|file|datei|branch|table|tabelle|server|channel|project|projekt|account|konto|database)\s)?"
_NAME: Final = r"[\"'`«“]?([^\W_][\w.-]{2,60})"
_LEAVE: Final = regex(
    rf"\b(?:except(?: for)?|apart from|other than|but not|(?:do not|don['\u2019]?t|without|never) touch(?:ing)?|außer|ausser|bis auf|ohne|sauf|hormis|excepto|salvo|"
    rf"menos|tranne|eccetto|exceto|behalve|uitgezonderd|ne touche pas(?: à)?|no toques|non toccare|não mexas? em|raak)\s{{1,2}}{_ARTICLE}{_KIND}{_NAME}|"
    rf"\b(?:leave|keep|lass\w{{0,2}}|laisse\w{{0,2}}|deja|lascia|deixa|laat)\s{{1,2}}{_ARTICLE}{_KIND}{_NAME}[\"'`»”]?\s{{1,2}}"
    r"(?:alone|as (?:it )?is|untouched|unchanged|out|in place|where|be|running|in ruhe|stehen|unverändert|wie|tel|tranquille|como|com'è|zoals)\b|"
    rf"{_NAME}[\"'`»”]?\s{{1,2}}(?:stays?|must stay|remains?|bleibt|bleiben|soll bleiben|nicht anfassen|reste|restent|se queda|queda|resta|fica|blijft)(?![\w])",
    re.IGNORECASE,
)
_APART: Final = frozenset("exclude excluded except ignore ignored skip keep without not exclusion exclusions".split())
_APART_IN: Final = regex(r"--?exclude|--?ignore|--?skip|grep -v|-not\b|!=|<>|\bnot\b|!\(|! -|\bexcept\b", re.IGNORECASE)
_PLAIN: Final = regex(r"[^\w-]+")
_COMMON: Final = frozenset(
    "this that these those everything anything rest one ones them it what when the and for files file folder others other all alles alle "
    "rest reste resto still there here same left only them now".split()
)


@lru_cache(maxsize=256)
def spared(turn: str) -> frozenset[str]:
    """Names of what ``turn`` says to leave alone."""
    found = {part.strip(".,-") for match in islice(_LEAVE.findall(turn.lower()), _MOST) for part in match if part}
    return frozenset(found - _COMMON)


_KEPT: Final = regex(
    r"(?<![\w-])(?:keep|spare|retain|preserve|hold on to|leave|except|excluding|apart from|other than|all but|everything but|save for|not|don['\u2019]?t|never|without|"
    r"behalte?|lass\w{0,2}|außer|ausser|bis auf|nicht|ohne|gard\w{1,2}|conserv\w{1,3}|laisse\w?|sauf|hormis|pas|excepto|salvo|menos|no|guarda|mant[eé]n\w{0,2}|deja|"
    r"mantenha|deixe|exceto|n[aã]o|tieni|conserva|tranne|eccetto|lascia|non|behoud|bewaar|laat|behalve|niet)\s([^\n;!?]{1,140})"
)
_CLAUSE_ENDS: Final = regex(
    r"[.;!?](?:\s|$)|,\s(?:but|then|and then|aber|dann|mais|puis|pero|luego|ma|poi|maar|dan)\s|\s(?:but|then|aber|sondern|just|instead)\s"
)
_GOES_ON: Final = regex(
    r"(?:me|us|an eye|in mind|track|going|up|a copy|a comment|a note|a review|feedback|only|just|until|yet)\b"
)


@lru_cache(maxsize=256)
def _kept(low: str) -> frozenset[str]:
    """Numbers and made-up names in clauses that say what is to stay."""
    found: set[str] = set()
    for match in islice(_KEPT.finditer(low), _MOST):
        clause = _CLAUSE_ENDS.split(match[1], maxsplit=1)[0]
        if not _GOES_ON.match(clause):
            tokens = (it[0].strip(".:-_") for it in _TOKEN.finditer(clause))
            found |= {it for it in tokens if len(it) >= _ENOUGH and any(map(str.isdigit, it)) and low.count(it) == 1}
            found |= set(MAIL.findall(clause))
    return frozenset(found)


def _left(subject: Subject, there: list[Text], turn: str) -> tuple[str, Text] | None:
    left = spared(turn)
    if not tool_words(subject).isdisjoint(_DOING):
        left |= _kept(turn.lower())
    if not left:
        return None
    for text in there:
        if words_of(text.key) & _APART or _APART_IN.search(text.text):
            continue
        low = text.text.lower()
        pieces = {*_PLAIN.split(low), *re.split(r"[\s/\\\"',:=]+", low), low}
        if not left.isdisjoint(pieces):
            return _SPARED, text
    return None


_DOING: Final = frozenset(
    "delete remove send share stop restart terminate move archive attach upload refund cancel revoke disable close merge deploy trash "
    "purge drop ban kick block reboot shutdown unlink rm mail email publish print destroy kill".split()
)
_MANY: Final = regex(
    r"\b(?:all|every\w{0,4}|each|both|through|etc|others?|rest|these|those|them|matching|everything|any|whole|alle[nsr]?|beide|jede\w?|diese|sämtliche|tou(?:s|tes)|ces|"
    r"chaque|tod[oa]s|ambos|cada|est[oa]s|tutt[ie]|quest[ie]|allemaal|deze|alles|reply|team|group|ones|folder|attachments|to [\w-]{0,20}\d)\b|[*…]|\.\."
)


def _along(subject: Subject, there: list[Text], turn: str) -> tuple[str, Text] | None:
    """A second one of a list, where the words name the first alone."""
    low = turn.lower()
    if tool_words(subject).isdisjoint(_DOING) or _MANY.search(low):
        return None
    lists: dict[tuple[str | int, ...], list[Text]] = {}
    for text in there:
        if text.steps and isinstance(text.steps[-1], int) and not words_of(text.key) & _APART:
            lists.setdefault(text.steps[:-1], []).append(text)
    for items in lists.values():
        if len(items) < 2:
            continue
        names = [(text, re.split(r"[\\/]", text.text.lower().rstrip("/"))[-1]) for text in items]
        said = [name for _, name in names if len(name) >= _STEM and _made_up(name) and _whole(name, low)]
        other = next(
            (text for text, name in names if name not in low and name.split("@")[0].split(".")[0] not in low), None
        )
        if said and other is not None and _alike(items):
            return _MORE, other
    return None


def _alike(items: list[Text]) -> bool:
    """Whether all of a list are things of one sort, and no words of a command."""
    return all(not item.text.startswith("-") and " " not in item.text.strip() for item in items)
