"""Which earlier results other people may have written (pure).

Owns: that judgement, by the names of servers, tools and inputs. What stays true: it is only ever a reason to look
closer; a result of which nothing tells who wrote it is nobody's.
"""

from __future__ import annotations

# ruff: noqa: E501  # a pattern is read best as the one line that it is
import re
from functools import lru_cache
from typing import Final

from host.inspect.flows.traces import Trace
from host.inspect.subject import Earlier, texts_of
from host.inspect.tools.reach import nature
from host.naming import key_words
from host.patterns import regex

_WORDS: Final = frozenset(
    "review feedback comment ticket forum log message attachment resume cv candidate applicant form response survey "
    "lead "
    "submission invite invitation rss mail email inbox thread post reply chat channel transcript guestbook testimonial "
    "rating complaint enquiry inquiry contact conversation discussion event webhook telegram discord whatsapp sms "
    "voicemail zendesk intercom freshdesk helpscout typeform tally trustpilot yelp reddit hackernews loki sentry "
    "datadog "
    "splunk kibana cloudwatch readme npm pypi registry package changelog release page web url fetch scrape crawl "
    "search "
    "browse browser pdf ocr invoice caption subtitle video youtube podcast recipe article blog feed listing advert "
    "issue "
    "pr pull mr gist snippet paste wiki calendar application letter scan document upload shared error alert trace span "
    "slack teams history room dm metadata exif qr barcode profile bio linkedin incident servicenow freshservice helpdesk "
    "servicedesk gitlab github bitbucket gitea gerrit jira linear asana trello backlog topic discourse disqus minute note "
    "meeting otter fireflies gong zoom hackerone bugzilla bounty visitor guest requester annotation mention gdoc gdocs rfc".split()
)
_OUTSIDE: Final = regex(
    r"(?i)https?://|(?:\b|_)(?:downloads?|inbox|incoming|attachments?|uploads?|resumes?|cvs?|applicants?|"
    r"node_modules|vendor|"
    r"third_party|site-packages|readme|feedback|reviews?|tickets?|comments?|messages|logs?|guest|submissions?|"
    r"responses?|applications?|leads?|enquiries|inquiries)(?:\b|_)|\.(?:pdf|eml|msg|docx|pptx)\s{0,3}$"
)
_LOOKED: Final = 16
_READ: Final = 16 << 10
"""Characters of a result in which a request is looked for."""
_MARKS: Final = (
    "please", "assistant", "agent", " ai", "ai ", "bot", "copilot", "model", "send ", "share", "run", "paste", "put ", "add ",
    "forward", "invite", "pay ", "bitte", "plaît", "plait", "favor", "пожалуйста", "请", "ください", "must ", "should ", "belongs",
    "staff", "handler", "grant", "execute", "install", "delete", "transfer", "approve", "merge", "click", "submit", "use ",
)  # fmt: skip
_REQUEST: Final = regex(
    r"\b(?:assistants?|agents?|ai|(?:ro)?bots?|copilot|llms?|(?:language )?models?|whoever (?:handles|reads|works)|"
    r"(?:support|service) "
    r"(?:staff|team|agents?)|staff|operator|handler|admin(?:istrator)?s?)\b[^.\n]{0,48}(?:please|must|should|shall|"
    r"needs? to|can|has to|have to|"
    r"is to|are to|:|,|handles?|\?)|"
    r"\b(?:please|pls|plz|kindly|bitte|s'il (?:vous|te) pla[iî]t|por favor|per favore|alstublieft|пожалуйста)\b|请|ください|"
    r"\b(?:send|mail|forward|share|give|grant|invite|pay|transfer|run|execute|paste|put|post|upload|submit|delete|"
    r"merge|approve|install|"
    r"add|copy|include|attach|set|change|use|evaluate|download|open|click|visit|reply|call|remove|disable|update|"
    r"wire|move)\s{1,3}"
    r"(?:me|us|it|them|this|these|that|the|all|your|my|our|everything|a|an|in|into|to|with|only|now|=|`|\"|')|"
    r"\b(?:must|should|has to|have to|needs? to) (?:\w{1,20} ){0,3}(?:sent|shared|paid|run|executed|added|deleted|"
    r"set|changed|used|go|goes|be)\b|"
    r"\bbelongs? (?:with|to|at)\b|\b(?:changed|new|updated) (?:bank|account|payment|iban)\b|\bbank details\b|\bto "
    r"(?:see|finish|complete|continue|fix)\b",
    re.IGNORECASE,
)


_THEIRS: Final = regex(
    r"\b(?:vendor|supplier|customer|client|guest|applicant|candidate|contractor|partner|lieferant|dienstleister|kunde|"
    r"bewerber|gast|fornitor|client|proveedor|fournisseur|candidat|cliente|fornecedor|leverancier|klant|dostawc|klient)"
    r"\w{0,3}\b|поставщик|клиент|取引先|顧客|供应商|客户",
    re.IGNORECASE,
)


def speaks_of_others(turn: str) -> bool:
    """Whether the person's words say that what is read is other people's."""
    return _THEIRS.search(turn[:_READ]) is not None


def by_strangers(earlier: Earlier) -> bool:
    """Whether other people may have written what it brought."""
    trace = earlier.trace
    return trace.once_of(earlier, _by_strangers) if isinstance(trace, Trace) else _by_strangers(earlier)


def _by_strangers(earlier: Earlier) -> bool:
    if len(earlier.text) < _LOOKED:
        return False
    if nature(earlier.server, earlier.tool, earlier.definition).public or _named(earlier.server, earlier.tool):
        return True
    texts, _ = texts_of(earlier.arguments or {})
    return any(_OUTSIDE.search(text.text[:500]) for text in texts[:_LOOKED] if not text.is_name)


@lru_cache(maxsize=1_024)
def _named(server: str, tool: str) -> bool:
    return not _WORDS.isdisjoint((*key_words(tool), *key_words(server)))


def requests(earlier: Earlier) -> bool:
    """Whether what it brought asks its reader to do something."""
    trace = earlier.trace
    return trace.once(_asks) if isinstance(trace, Trace) else _asked(earlier.text)


@lru_cache(maxsize=64)
def _asked(text: str) -> bool:
    return _asks(text)


def _asks(text: str) -> bool:
    low = text[:_READ].lower()
    return any(mark in low for mark in _MARKS) and _REQUEST.search(low) is not None
