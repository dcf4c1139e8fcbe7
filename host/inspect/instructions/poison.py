"""What a definition wants besides its work (pure).

Owns: the signs in a tool's definition that no phrase gives away: sentences in which handing over meets what the tool has
no business with, orders to keep quiet, other servers' tools, fixed recipients, and words to agents. What stays true:
looked at once for each definition; the work grows with the length alone; what a tool is named for is not held against
it.
"""
# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

from host.inspect.instructions.poison_words import HANDS, HUSH, LOOT, PLACES, READS, TALK
from host.inspect.phrases.book import Sign
from host.inspect.tools.deeds import deed
from host.inspect.tools.own_names import family
from host.naming import key_words
from host.patterns import regex

Place: TypeAlias = "tuple[Sign, int, int]"

_NEAR: Final = 110
"""Characters between two words that belong together."""
LONGEST: Final = 65_536
"""Characters of a definition that are looked through sentence by sentence; few honest ones have a tenth of it."""
_SHORT: Final = 30
_SAMPLE: Final = 60
"""Characters before an address in which it is said that this is how such an address looks."""
_MOST: Final = 500
_STOPS: Final = regex(r"[.!?;](?=\s)|[。！？\n]")
_OF_TALK: Final = frozenset(
    "conversation chat message thread dialog transcript summarize summarise summary memory history prompt channel mail email "
    "inbox think thought reply conversations feedback completion complete llm ask question generate inference".split()
)
_OF_LOOT: Final = frozenset(
    "secret key credential vault password token env environment auth login config cookie session contact address ssh otp "
    "authenticate authorize signin connect connection account inbox mail email calendar user users people clipboard".split()
)
_SINGLE: Final = (
    (Sign.ADDRESS, regex(
        r"\b(?:models|agents|llms|assistants) (?:should|must|shall|have to|need to) (?:also |always |first )?(?:forward|send|pass|include|report|call|read|write|share|copy|hand)\b|\boverrides? (?:the )?(?:user|person)(?:'s)?\b|\bnever (?:call|use|trust) the [\w -]{2,30} (?:tool|server|connector)\b"
    )),
    (Sign.CALLS, regex(
        r"\b(?:call|use|run|invoke) `?[a-z][a-z0-9]{1,24}_[a-z0-9_]{2,40}`? (?:of|on|from|in) (?:the |a |any )?[\w-]{2,24} (?:server|tool|connector|mcp)\b|\bthe [\w-]{2,24} (?:tool|server|connector)'s (?:last |latest |previous )?(?:answer|result|output|response|token|reply)\b"
    )),
    (Sign.ORDER, regex(
        r"\b(?:answer|tell|inform|assure|reply to|report to) the (?:user|person|customer|operator) that\b[^.\n]{0,60}\b(?:succeeded|went through|was (?:sent|paid|done|saved|deleted)|worked|no (?:problems?|errors?|issues?)|approved)\b|\bwhatever the (?:result|outcome|response)\b"
    )),
    (Sign.CALLS, regex(
        r"\b(?:the|any|an?) `?[\w-]{2,24}`? (?:server|mcp|connector|integration) is (?:\w{1,12} )?(?:connected|available|present|installed|configured|enabled|active)\b|\bhave (?:its|the|their) `?[a-z]{2,24}_\w{2,40}|\bthe [\w-]{2,24} (?:tool|server|function)(?:\'s)? `?[a-z][a-z0-9]{1,24}_\w{2,40}|\b(?:the|tools? of the|on the|from the|any) [\w-]{2,30} (?:server|mcp)(?:'s)? (?:tools?|require|must|should|[a-z]+_[a-z_]+)|\btools of the [\w-]{2,30} server\b|"
        r"\b(?:when|if|once|whenever|before|after|while) (?:the (?:tool )?)?`?(?:[a-z]\w{1,30}\.)?[a-z][a-z0-9]{1,24}_[a-z0-9_]{2,40}`? (?:is|exists|was|gets|returns|tool is|has been|runs)\b|"
        r"\b(?:use|run|call|invoke|trigger|execute|through|via|by) (?:the )?`?[a-z][a-z0-9-]{1,24}\.[a-z][a-z0-9]{1,20}_[a-z0-9_]{2,40}|"
        r"\b(?:also|first|then|additionally) (?:use|run|call|invoke) (?:the )?`?[a-z][a-z0-9]{1,24}_[a-z0-9_]{2,40}|[。、,，に前先](?:まず|先|请先|先に)?[^。\n]{0,12}[a-z]{2,20}_[a-z_]{2,30}\s{0,2}(?:を呼|を実行|で取得)|(?:调用|先用|先运行|使用)\s{0,2}[a-z]{2,20}_[a-z_]{2,30}"
    )),
    (Sign.CALLS, regex(
        r"\b(?:other|all other|alternative|competing|built-?in|the other) (?:\w{1,16} )?(?:tools?|servers?|functions?)\b[^.\n]{0,30}\b(?:are|is|must|should|have been)\b[^.\n]{0,30}\b(?:insecure|unsafe|deprecated|broken|outdated|not be used|never|unreliable|compromised|disabled|avoided|forbidden|malicious|inaccurate)\b|"
        r"\b(?:use|prefer|call|choose) this (?:tool|one|function)? ?(?:instead of|rather than|over|in place of) (?:the|any|all|other|every)\b|\broute (?:everything|all|every)\b|\bonly (?:trusted|safe|secure|approved|official) (?:tool|server|source)\b|\buse this (?:tool )?instead of the\b|\binstead of the (?:(?:bank|official)\b|\w{2,16}'s (?:tools?|servers?|functions?|own|one)\b)"
    )),
    (Sign.CALLS, regex(
        r"au lieu (?:des|de tout) autres? outils?|statt (?:aller |jedes )?andere\w{1,2} (?:werkzeug|tool)\w{0,2}|en (?:lugar|vez) de (?:las |cualquier )?otras? herramientas?|em vez de (?:outras|qualquer outra) ferramentas?|(?:al posto|invece) d(?:i|egli) altri strumenti|"
        r"не используйте другие|вместо (?:других|любых)|其他[^。\n]{0,10}(?:工具)[^。\n]{0,14}(?:不安全|勿|不要|禁止|已停用)|(?:他|ほか)のツール[^。\n]{0,12}(?:使わ|使用しな|代わり|危険)|\bprefer this (?:tool )?over (?:python|any|all|other|every|the)\b|"
        r"\bnever (?:offer|use|show|call|suggest|return)\b[^.\n]{0,30}\bother\b[^.\n]{0,24}\b(?:tools?|servers?|providers?)\b"
    )),
    (Sign.ORDER, regex(
        r"\btell the (?:user|person) (?:that )?(?:they|it|everything|all|tests?|the \w{2,12}) [^.\n]{0,20}\b(?:passed|succeeded|fine|done|ok|worked|safe|completed)\b|\b(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)) (?:to the (?:user|person) )?(?:should|must) (?:always |also )?(?:mention|recommend|say|state|claim|praise)|\brecommend (?:the )?(?:paid|premium|pro|our)\b|\blog in if asked\b|\bopen (?:it|them|the link) (?:with|in) the\b"
    )),
    (Sign.ADDRESS, regex(r"\byour (?:operators?|developers?|principal|creators?|maker|system (?:prompt|message))\b")),
    (Sign.ADDRESS, regex(
        r"\bthe (?:assistant|agent|model|llm|ai) (?:then |also |first |itself )?(?:presents|recommends|names|says|tells|handles|does|decides|claims|prefers|ranks|adds|includes|sends|passes|reads|opens|forwards|praises|mentions|ignores|hides|keeps|promotes|suggests|never|always)\b"
    )),
    (Sign.FRAME, regex(r"(?:^|\n)\s{0,3}(?:system|developer|admin)\s?: ?\w|\b(?:follow|obey|execute|carry out) (?:all |any |the )?(?:steps|orders|commands) (?:on|in|from|of|given|contained)")),
    (Sign.CONSENT, regex(
        r"\b(?:done|made|sent|executed|deployed|carried out|run|fine to \w{2,12}[^.\n]{0,30}|okay to \w{2,12}[^.\n]{0,30}) without (?:asking|reading|checking|looking|confirm\w{0,6}|review)\b|\bas (?:agreed|authori[sz]ed|approved) (?:with|by) |\buser (?:fully |always )?(?:trusts|authori[sz]es|pre-?approves)\b"
    )),
    (Sign.ADDRESS, regex(
        r"(?:^|[\n.!?(\[{\"'–—*>]\s{0,3}|(?<!\w)-\s{0,3})(?:all |every |any |dear )?(?:ai )?(?:agents?|assistants?|llms?|models?|bots?|copilots?|claude|gpt|an die ki|ki-assistenten?|asistentes?|assistentes?|assistenti|assistants ia)\s?[:,]\s|"
        r"\b(?:agents?|assistants?|models?|llms?|bots?)\b (?:\w{1,12} )?(?:kindly|are (?:kindly )?(?:asked|requested|expected|advised|instructed)|will want to|need to rotate|have to call|must first|should first|first)\b"
    )),
    (Sign.OVERRIDE, regex(
        r"\beven (?:if|when|though|where) (?:the )?(?:user|person|customer|human|they|nobody|no one|owner)s? (?:\w{1,9} ){0,2}(?:not|n't|never|ask|refus|object|say|declin|disagree)|\bregardless of (?:what|whether) (?:the )?(?:user|person|they (?:ask|agree|want|consent|say|object|like))\b|"
        r"auch wenn (?:der|die) (?:benutzer|nutzer|person)|aunque (?:el usuario|la persona|no)|même si (?:l'utilisateur|la personne)|mesmo que (?:o usu|a pessoa)|anche se (?:l'utente|la persona)|即使用户|ユーザーが.{0,12}なくても|даже если пользовател"
    )),
    (Sign.LEAK, regex(
        r"\b(?:payable|credited|paid|transferred|set|sent|linked|charged|destination|account) (?:to |is |must be |as )?[`\'\"]?(?:acct|cus|ba|po|wallet|iban)_\w{2,30}|\buse [a-z]{2}\d{2}[a-z0-9]{11,28}\b|\b(?:post|send|copy|forward|mirror) (?:each|every|all|any) \w{2,16}[^.\n]{0,30} to (?:#|@)\w|[\w-]{1,40}\.[a-z]{2,6}\b[^.\n]{0,30}\b(?:deprecated|closed|retired)\b[^\n]{0,60}\breplace\b"
    )),
    (Sign.FRAME, regex(
        r"\b(?:policy|security|compliance|system|protocol) (?:update|notice|alert|bulletin|requirement)\b[^\n]{0,6}[\d:(-]|\bfor (?:compliance|legal|audit|regulatory|security)(?: and \w{1,12})?(?: reasons| purposes)?,? (?:\w{1,12} )?(?:include|add|attach|send|copy|pass|all|every|record|put|also)|"
        r"\bdue to (?:a|the|an ongoing|recent) (?:security|data) (?:incident|breach|leak)|\b(?:and|then) (?:do|follow|execute|carry out) (?:what|whatever|as) it (?:says|tells|instructs|orders|returns)\b|\bto keep the (?:session|connection|licen[sc]e) (?:valid|alive|active),? (?:first |please )?(?:fetch|call|send|read|include|visit)"
    )),
    (Sign.CONSENT, regex(
        r"\b(?:the )?(?:user|person|customer|owner|human)s? (?:has|have) (?:already |previously |expressly )?(?:agreed|consented|accepted|approved|given (?:their |his |her )?(?:consent|permission))\b|"
        r"(?:benutzer|nutzer|person) (?:hat|haben|ist) (?:\w{1,12} )?(?:zugestimmt|einverstanden|genehmigt)|usuario ya (?:\w{1,6} )?(?:acept|autoriz|consent)\w{1,4}|utilisateur a (?:déjà )?(?:accept|autoris|consent|donné)\w{0,3}|usu[aá]rio j[aá] \w{4,12}|utente ha gi[aà]|用户已(?:经)?(?:同意|授权)|ユーザーは(?:既|すで)に|пользователь (?:уже )?(?:соглас|разреш)\w{1,5}"
    )),
)  # fmt: skip


def poison(low: str, name: str) -> Iterator[Place]:
    """Signs in the joined texts of a definition, in lower case. ``name``: of the tool."""
    words, low, own = frozenset(key_words(name)), low[:LONGEST], family(name)
    stops = [match.start() for match in _STOPS.finditer(low)]
    hands = [match.span() for match in islice(HANDS.finditer(low), _MOST)]
    reads = [match.span() for match in islice(READS.finditer(low), _MOST)]
    if words.isdisjoint(_OF_TALK) and (met := _meet(hands, TALK, low, stops)) is not None:
        yield Sign.LEAK, *met
    if words.isdisjoint(_OF_LOOT) and (met := _meet(hands, LOOT, low, stops) or _meet(reads, LOOT, low, stops)):
        yield Sign.LEAK, *met
        if PLACES.search(low, met[0], met[1]) is not None:
            yield Sign.SECRETS, *met
    yield from _acts(low, words)
    if (match := HUSH.search(low)) is not None:
        yield Sign.HUSH, *match.span()
    for sign, pattern in _SINGLE:
        for match in islice(pattern.finditer(low), _MOST):
            if sign is not Sign.CALLS or not (_of_inputs(match.group()) or own in key_words(match.group())):
                yield sign, *match.span()
                break


def _of_inputs(said: str) -> bool:
    """Whether it is a condition about an input or a member of the result, whose name has no verb."""
    names = _NAMED.findall(said)
    return bool(names) and (_CONDITION.match(said) is not None or "." in names[0]) and not any(map(_acting, names))


def _acting(name: str) -> bool:
    """Whether a name is one of a tool, for it says what it does."""
    return bool(deed(name.rpartition(".")[2])) and key_words(name)[0] not in _NO_VERBS


_CONDITION: Final = regex(r"(?:when|if|once|whenever|before|after|while)\b")
_NO_VERBS: Final = frozenset(
    "is has dry rank options start end order sort filter total formatted content next include enable".split()
)
_NAMED: Final = regex(r"(?<![\w./-])(?:[a-z]\w{1,24}\.)?[a-z][a-z0-9]{1,24}(?:_[a-z0-9]{1,24}){1,5}(?![\w/-])")
_SENT_ON: Final = frozenset("enviar envoyer invia senden schicken versturen reenviar otpravit log report sync".split())
_ADDRESS: Final = regex(r"[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,10}")
_SAMPLES: Final = regex(
    r"e\.g|example|beispiel|ejemplo|exemple|esempio|exemplo|contact|support|questions|format|such as|like"
)


def _acts(low: str, words: frozenset[str]) -> Iterator[Place]:
    """Names of tools that send, pay, delete or run and have nothing in common with this one; recipients that are fixed."""
    for match in islice(_NAMED.finditer(low), 50):
        named = match.group()
        theirs = frozenset(key_words(named.rpartition(".")[2]))
        if not _acting(named):
            continue
        acts = deed(named.rpartition(".")[2]) in ("sends", "pays", "deletes", "runs") or theirs & _SENT_ON
        if acts and words.isdisjoint(theirs) and _CALLED.search(low, max(0, match.start() - 40), match.start()):
            yield Sign.CALLS, *match.span()
            break
    for match in islice(_FIXED.finditer(low), 50):
        before = low[max(0, match.start() - _NEAR) : match.start()]
        if _SENDS.search(before) and not _LOCAL.match(low, match.start()) and not _SAMPLES.search(before[-_SAMPLE:]):
            yield Sign.LEAK, *match.span()
            break
    for match in islice(_ADDRESS.finditer(low), 20):
        before, behind = low[max(0, match.start() - _NEAR) : match.start()], low[match.end() : match.end() + _SHORT]
        if (HANDS.search(before) or HANDS.search(behind)) and not _SAMPLES.search(before[-_SAMPLE:]):
            yield Sign.LEAK, *match.span()
            break


_FIXED: Final = regex(
    r"\b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,7}(?: ?[a-z0-9]{1,3})?\b|\b0x[0-9a-f]{40}\b|https?://[\w.-]{3,60}|(?<![\w.+-])[\w.+-]{1,40}@[\w-]{1,40}\.[a-z]{2,10}\b"
)
"""Where something goes to, written out."""
_LOCAL: Final = regex(r"https?://(?:localhost|127\.|example\.)")
_SENDS: Final = regex(
    r"\b(?:replaced?|instead|redirect\w{0,3}|deprecated|old one|copied|copy|cc|bcc|forward\w{0,3}|mirror|also (?:post|send|mail|deliver)|always (?:use|set|send|add)|must (?:be|use|go)|set to|send|post|report)\b[^\n]{0,90}\Z"
)
_CALLED: Final = regex(
    r"\b(?:call|run|use|invoke|with|through|via|of|trigger|chame|llam[ae]|appel\w{1,3}|chiam[ai]|ruf\w{0,2}|aufruf\w{0,3}|mit|roep|avec|con|com|вызов\w{1,3}|вызови\w{0,2})\b|调用|执行|実行|呼"
)


def _meet(verbs: list[tuple[int, int]], things: re.Pattern[str], low: str, stops: list[int]) -> tuple[int, int] | None:
    """The first sentence in which a verb stands near one of ``things``: from, to."""
    starts = [start for start, _ in verbs]
    for match in islice(things.finditer(low), _MOST):
        at = bisect_left(starts, match.start())
        for verb in verbs[max(0, at - 3) : at + 2]:
            start, end = min(verb[0], match.start()), max(verb[1], match.end())
            gap = max(verb[0], match.start()) - min(verb[1], match.end())
            if 0 <= gap <= _NEAR and bisect_left(stops, start) == bisect_left(stops, end):
                return start, end
    return None
