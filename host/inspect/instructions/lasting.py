"""Words that a model follows from now on (pure).

Owns: which calls write them: prompts, memories, and files of rules for agents; and what in them nobody should order for
good. What stays true: a rule of style or of a build is none of these.
"""
# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.instructions.poison_words import HUSH
from host.inspect.saying import found
from host.inspect.subject import Subject
from host.inspect.tools.words import tool_words, words_of
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

_TOOLS: Final = frozenset(
    "memory memories prompt instruction instructions rule preference persona remember entity observation observations".split()
)
_WRITES: Final = frozenset("set add save store update create write remember put append edit replace".split())
_FILES: Final = regex(
    r"(?:^|[/\\])(?:(?:claude|agents?|gemini|copilot-instructions|codex|conventions)(?:\.local)?\.md|\.(?:cursor|windsurf|cline|goose)rules|\.cursor[/\\]rules[/\\].{1,80}|llms\.txt|[\w.-]{1,40}\.mdc|memory\.md|skill\.md)$",
    re.IGNORECASE,
)
_ORDERS: Final = regex(
    r"\b(?:hide|conceal|withhold)\b[^.\n]{0,60}\b(?:from|errors|user|person)\b|\bclaim (?:that|to)\b|\b(?:do not|don't|never|without) (?:mention|ask|tell|show|warn|confirm|require|log|report|list|name|explain|flag|raise|disclose|comment|discuss|document|highlight|announce|surface|point out|bring up|draw attention)\w{0,3}\b|"
    r"\b(?:when(?:ever)?|if|each time|every time) (?:the )?(?:user|person|someone) (?:says?|asks?|mentions?|requests?|wants?|opens?)\b|\b(?:trusts?|always approve|auto-?approve|pre-?approved)\b|"
    r"\b(?:confirmations?|approvals?|reviews?|checks?|warnings?) (?:are|is|can be|may be|should be|were) (?:skipped|off|disabled|unnecessary|not needed|waived)\b|\b(?:disable|skip|bypass|ignore) (?:\w{1,12} ){0,2}(?:hooks?|tests?|reviews?|checks?|confirmations?|approvals?|warnings?|verification|guards?|security)\b|"
    r"\b(?:transfers?|wires?|pays?|sends?|forwards?|bcc|cc|copy|copies|posts?|uploads?|mirrors?|goes)\b[^.\n]{0,60}(?:[\w.+-]{1,40}@[\w-]{1,60}\.[a-z]{2,10}|https?://|\b0x[0-9a-f]|\biban\b|\b[a-z]{2}\d{2}[a-z0-9]{11,28}\b|\bwallet\b)|"
    r"\bleave (?:that|this|it|them) out of\b|\bsecrets? (?:may|can|should|must|are to) be (?:printed|shown|shared|logged|included|sent)\b|\bapproves? (?:every|all|any|each)\b|\balso (?:push|send|copy|post|upload|mirror|forward)\b[^.\n]{0,40}\b(?:to|into) [\w.-]{1,60}\.[a-z]{2,10}\b|"
    r"\b(?:values?|contents?) of (?:the )?[`\"'$]{0,2}(?:\w{1,30}_)?(?:tokens?|keys?|secrets?|passwords?|credentials?|env)\b|\b(?:include|insert|append|attach|paste|print|embed|log|send|put|add|write|copy|echo|expose)\w{0,3}\b[^.\n]{0,60}(?<![\w-])(?:\.env\b|[a-z]{2,20}_(?:token|key|secret|password)\b|(?:api|access|secret) ?keys?\b|credentials\b|environment variables?\b)|"
    r"\b(?:erwähn|nenn|melde|kommentier|zeig)\w{0,3}\b[^.\n]{0,40}\b(?:nicht|nie)\b|\bne (?:pas |le |la |l['’])?(?:mentionn|signal|comment|montr)\w{0,4}|\b(?:no|não|non) (?:lo |o |la |a )?(?:mencion|menzion|coment|comment|muestr|mostr|inform|segnal)\w{1,4}|\b(?:noem|vermeld|meld|toon)\b[^.\n]{0,30}\bniet\b|"
    r"\b(?:quietly|silently|secretly|covertly|discreetly|unobtrusively|heimlich|discrètement|stiekem)\b|\bsay (?:that )?(?:they|it|all|the tests?|tests|everything) (?:passed|succeeded|worked|(?:is|are|was|were) (?:fine|done|green|ok))\b|\b(?:output|result)s? of [`'\"]{0,3}(?:env|printenv|set|whoami|id|export)\b|"
    r"\bwithout (?:confirmation|approval|asking|review|consent|permission|checking)\b|\btests? fails?,? (?:just )?(?:delete|disable|remove|skip|comment)\b|\bpush\w{0,2}\b[^.\n]{0,40}\bmirror\b|"
    r"\b(?:adds?|includes?|inserts?|loads?|embeds?|fetch|runs?|curl|wget|installs?|sources?|uses?)\b[^\n]{0,50}https?://|\bpush (?:\w{1,12} )?(?:to|on) (?:main|master)\b|\bmay delete\b|\b(?:nunca|ohne|sans|sem|senza|zonder|nie) (?:pregunt|nachfrag|rückfrag|demand|pergunt|chied|vrag)\w{0,5}",
)
_LOOKED: Final = 20_000
_SAYS: Final = say("This is what a model goes by from now on, and it orders what nobody should order for good.")


def find_lasting(subject: Subject) -> Iterator[Finding]:
    """``instructions``: orders for good, in what a model reads at every start."""
    words = tool_words(subject)
    kept = words | (words_of(subject.server) & {"memory", "memories"})
    told = not kept.isdisjoint(_TOOLS) and not words.isdisjoint(_WRITES)
    if not told and not any(len(text.text) < 400 and _FILES.search(text.text) for text in subject.values()):
        return
    for text in islice(subject.values(), 100):
        if len(text.text) > 12 and (match := _ordered(text.text[:_LOOKED].lower())) is not None:
            yield found("instructions", Severity.MEDIUM, _SAYS, text, match.span())
            return


def _ordered(low: str) -> re.Match[str] | None:
    """What nobody should order for good, or that something be kept quiet."""
    return _ORDERS.search(low) or HUSH.search(low)
