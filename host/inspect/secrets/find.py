"""Secrets in the inputs (pure).

Owns: how a secret looks: tokens of well-known makers, keys, passwords under names that say so, numbers of cards and
accounts. What stays true: a finding never repeats the secret, only its first and last characters; a placeholder, an
identifier or a checksum is none; no pattern looks back over what it has read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from host.inspect.flows.figures import figures_of
from host.inspect.secrets.beside import beside, networks
from host.inspect.secrets.cards import cards_beside, numbers
from host.inspect.secrets.names import names_secret, surely_secret
from host.inspect.secrets.opens import opening
from host.inspect.secrets.pairs import pairs
from host.inspect.secrets.quiet import Quiet
from host.inspect.secrets.tokens import FORMS, Form, Hit
from host.inspect.secrets.told import passwords, told
from host.inspect.secrets.veiled import apart, phrase, split, veiled
from host.inspect.subject import Subject, Text
from host.inspect.texts.lots import drawn_by_lot
from host.inspect.texts.vocabulary import long_words, may_hold_any
from host.model import Finding, JsonObject, JsonValue, Severity
from host.patterns import regex
from host.words import say

LISTED: Final = 8
"""Secrets of one text that are listed."""
_SHOWN: Final = 4
_MAX_NAMED: Final = 4_096
"""Characters of a value that may be a password."""
_PLACEHOLDER: Final = regex(
    r"[*x•.\-_ ]{0,256}|<[^<>]{0,256}>|\$\{?\w{1,256}(?::[^{}]{0,64})?\}?|\{\{?[^{}]{0,256}\}?\}|%\w{1,256}%|"
    r"\[[^\[\]]{0,256}\]"
    r"|null|none|nil|true|false|undefined|n/?a|\$\([^()]{0,256}\)|@\w{1,256}"
    r"|(?:env|vault|secret|op|ssm|arn|keyring):.{1,512}",
    re.IGNORECASE,
)
_FILLER: Final = regex(r"[xX]{4}|\*{3}|\.\.\.|(.)\1{11}")
_MADE_UP: Final = regex(
    r"EXAMPLE|FAKE|DUMMY|PLACEHOLDER|REDACTED|SAMPLE|(?i:not[_-]?a?[_-]?real|your[_-]?(?:key|token))|(.{3,8})\1\1\1"
)
"""What stands in the tokens of documentation and tests, and hardly in one that was drawn by lot."""
_EXAMPLE: Final = regex(
    r"change[_ -]?me|replace|placeholder|example|dummy|redacted|your[_-]|insert|todo|xxxx|\*{4}|\.\.\.|to[_-]be[_-]|"
    r"sample|fake|mock|test[_-](?:token|key|password|secret)|secret[_-]?(?:here|name)",
    re.IGNORECASE,
)
_VALUES: Final = frozenset("value text val content input".split())
_LABELS: Final = frozenset("name key label selector field id element placeholder".split())
_TOLD: Final = regex(r"(?i)\b(?:password|identified by)\s{1,8}'([^']{4,256})'")
_SAYING: Final = ("assword", "ASSWORD", "asscode", "assphrase", "PIN ", "pin ")
_SAYING_LOW: Final = ("assword", "asscode", "assphrase", "pin ")
_SAID: Final = regex(r"(?i)\b(?:password|passcode|passphrase|pin)\b[^.:\n=]{0,30}?\bis:? {1,4}[\"']?([^\s\"']{4,64})")
_SIGNED_BY: Final = ("Credential=", "AWSAccessKeyId=")
_PHRASE: Final = regex(
    r"(?i)\b(?:(?:seed|recovery|backup|secret)\s(?:phrase|words)|"
    r"mnemonic)\b[^a-z]{0,20}((?:[a-z]{3,8}[\s,]{1,4}){11,23}[a-z]{3,8})"
)
_WORDS: Final = tuple(
    "password passwd pwd passphrase secret token api_key api-key apikey "
    "access_key privatekey private_key presharedkey passphrase passcode authorization credential".split()
)
_ASSIGNED: Final = regex(r"([\w-]{0,20})[\"']?[ \t]{0,4}(?:=>|[=:])[ \t]{0,4}[\"']?([^\s\"'&;,}<>]{6,256})")
_NAME_BEFORE: Final = regex(r"[A-Za-z0-9_-]{0,40}$")
_FLAG: Final = regex(
    r"(?:--(?:password|token|secret|api-key)[= ]|(?<!\S)-u ?[^\s:]{1,64}:|\bsshpass -p ?'?|\blogin\b[^\n|"
    r";&]{0,80}? -p '?|[Bb]earer |[Bb]asic )([^\s\"'&;]{8,512})"
)
_FLAGS: Final = ("--password", "--token", "--secret", "--api-key", "-u", " -p", "earer ", "asic ")
_KEY_MARK: Final = "PRIVATE KEY"
_OF_PHRASES: Final = ("phrase", "words", "mnemonic")
_AUTHORITY: Final = regex(r"[^\s/?#:@\"']{0,128}:([^\s/?#@\"']{1,256})@")
_USUAL: Final = frozenset(
    "password passwd pass secret postgres root admin test user guest mysql token string text".split()
)
"""What stands where a password would, in programs that are tried out."""
_NAMED: Final = say("a password or token, by its name")


def find_secrets(subject: Subject) -> Iterator[Finding]:
    """A finding ``secret`` for each text with one, wherever it stands."""
    figures = () if subject.plain else figures_of(subject.arguments)
    for text in (*subject.texts, *subject.beside, *figures):
        if len(text.text) >= _SHOWN:
            for hit in _hits(text, subject.arguments):
                shown = _covered(text.text[hit.start : hit.end])
                yield Finding("secret", hit.severity, _holds(hit), shown, text.steps, (hit.start, hit.end))
    if subject.several():
        yield from _split(subject)
    values = list(islice(subject.values(), _BESIDE))
    for at in cards_beside((text.key, text.text) for text in values):
        what = Hit(say("the number of a payment card"), Severity.MEDIUM, 0, len(values[at].text))
        yield Finding("secret", what.severity, _holds(what), _covered(values[at].text), values[at].steps)


_BESIDE: Final = 100
_MANY: Final = 400


def _split(subject: Subject) -> Iterator[Finding]:
    for text in apart(subject.texts[:_MANY], (subject.server, subject.tool)):
        what = Hit(say("the words that open a wallet"), Severity.HIGH, 0, len(text.text))
        yield Finding("secret", what.severity, _holds(what), _covered(text.text), text.steps)
    for hit in split(subject.texts, _by_form):
        yield Finding("secret", hit.severity, _holds(hit))
    for text, hit in beside(subject.texts):
        yield Finding("secret", hit.severity, _holds(hit), _covered(text.text), text.steps)


def _holds(hit: Hit) -> str:
    return say("The inputs hold {what}. Whoever gets this call gets it too.", what=hit.what)


def known_tokens(text: str) -> Iterator[tuple[int, int]]:
    """Where well-known tokens and private keys stand in a text."""
    return ((hit.start, hit.end) for hit in _by_form(text) if hit.severity is Severity.HIGH)


def _hits(text: Text, arguments: JsonObject) -> list[Hit]:
    """Of one text, the gravest of those that overlap."""
    found = list(_by_form(text.text)) if len(text.text) > 15 else []
    if not text.is_name:
        found += _named(text, _name_beside(text, arguments) or text.key)
    if len(text.text) >= _SHORTEST and not _quiet(text.text):
        found += islice(_assigned(text.text), 4 * LISTED)
    found += numbers(text.key, text.text)
    if not found and len(text.text) >= _ENCODED:
        found += veiled(text.text, _at_all)
        found += phrase(text.text)
    return _apart(found) if found else found


_SHORTEST: Final = 12
_ENCODED: Final = 24
"""Characters of what is veiled, or of words that open a wallet."""
_quiet: Final = Quiet(_FLAGS, _SAYING, _OF_PHRASES)


def _name_beside(text: Text, arguments: JsonObject) -> str:
    """What stands beside a value and names it, as in ``{"name": "Password", "value": …}``; empty for nothing."""
    if text.key.lower() not in _VALUES or len(text.steps) < 1 or len(text.text) > _MAX_NAMED:
        return ""
    around: JsonValue = arguments
    for step in text.steps[:-1]:
        around = around[step] if isinstance(around, (dict, list)) else None  # type: ignore[index]
    if not isinstance(around, dict) or len(around) < 2:
        return ""
    names = [str(value)[:200] for key, value in around.items() if key.lower() in _LABELS and isinstance(value, str)]
    return next(filter(names_secret, names), "")


def _apart(found: list[Hit]) -> list[Hit]:
    kept: list[Hit] = []
    for hit in found:
        if not any(hit.start < other.end and other.start < hit.end for other in kept):
            kept.append(hit)
        if len(kept) >= LISTED:
            break
    return kept


_ANY_MARK: Final = regex("|".join(sorted({re.escape(mark) for form in FORMS for mark in form.marks})))
"""Looked for before each form is."""
_MARKS: Final = tuple(dict.fromkeys(mark for form in FORMS for mark in form.marks))
_MARKED: Final = tuple((form, frozenset(form.marks)) for form in FORMS)


def likely_forms(text: str) -> list[Form]:
    """Those of ``FORMS`` of which a mark stands in a text: each mark is looked for once, whatever forms share it."""
    tokens = long_words(text)
    if not tokens and _KEY_MARK not in text:
        return []
    if _KEY_MARK not in text and _ANY_MARK.search(tokens) is None:
        return []
    present = {mark for mark in _MARKS if mark in tokens}
    if _KEY_MARK in text:
        present.add(_KEY_MARK)
    return [form for form, marks in _MARKED if not marks.isdisjoint(present)]


def _by_form(text: str) -> Iterator[Hit]:
    for form in likely_forms(text):
        for match in islice(form.pattern.finditer(text), LISTED):
            if not _FILLER.search(match.group()):
                severity = Severity.INFO if _MADE_UP.search(match.group()) else form.severity
                if text[: match.start()].endswith(_SIGNED_BY):  # of an address that somebody signed: no secret
                    severity = Severity.INFO
                yield Hit(form.what, severity, *match.span())
    at = text.find("://") if "@" in text else -1
    while at >= 0:
        found = _AUTHORITY.match(text, at + 3)
        if found is not None and not _is_placeholder(found[1]):
            severity = Severity.HIGH if drawn_by_lot(found[1]) else Severity.MEDIUM
            yield Hit(say("an address with a password"), severity, *found.span(1))
        at = text.find("://", at + 3)


def _at_all(text: str) -> Iterator[Hit]:
    """By their form, or behind a name."""
    yield from _by_form(text)
    if "=" in text or ":" in text:
        yield from _behind_names(text)


def _named(text: Text, name: str) -> Iterator[Hit]:
    """The value itself, where its name says that it is a secret."""
    value = text.text
    if not 4 <= len(value) <= _MAX_NAMED or not names_secret(name):
        return
    bare = value.strip().removeprefix("Bearer ").removeprefix("Basic ")
    if _is_placeholder(bare) or (" " in bare and not bare.replace(" ", "").isdigit()):
        return
    if surely_secret(name) or drawn_by_lot(bare):
        yield Hit(_NAMED, Severity.MEDIUM, 0, len(value))


def _assigned(text: str) -> Iterator[Hit]:
    """Passwords inside longer texts: settings, addresses, commands, headers."""
    yield from _said(text)
    if "=" in text or ":" in text:
        yield from _behind_names(text)
    if may_hold_any(text, _FLAGS) and any(mark in text for mark in _FLAGS):
        for match in islice(_FLAG.finditer(text), 4 * LISTED):
            if _likely(match[1]):
                yield Hit(_NAMED, Severity.MEDIUM, *match.span(1))


def _said(text: str) -> Iterator[Hit]:
    """Passwords in statements and sentences."""
    if "'" in text and (stated := _TOLD.search(text)) is not None and not _is_placeholder(stated[1]):
        yield Hit(_NAMED, Severity.MEDIUM, *stated.span(1))
    if may_hold_any(text, _SAYING_LOW) and any(mark in text for mark in _SAYING):
        for match in islice(_SAID.finditer(text), LISTED):
            if _spoken(match[1].rstrip(".,;:!?)")):
                yield Hit(_NAMED, Severity.MEDIUM, *match.span(1))
    yield from pairs(text)
    yield from told(text)
    yield from opening(text)
    for start, end in (*passwords(text), *networks(text)):
        if _spoken(text[start:end].rstrip(".,;:!?)")):
            yield Hit(_NAMED, Severity.MEDIUM, start, end)
    if len(text) > 60 and may_hold_any(text, _OF_PHRASES) and (said := _PHRASE.search(text)) is not None:
        yield Hit(say("the words that open a wallet"), Severity.HIGH, *said.span(1))


def _behind_names(text: str) -> Iterator[Hit]:
    if not may_hold_any(text, _WORDS):
        return
    lower = text.lower()
    if len(lower) != len(text):  # such as for a dotted capital I: places would be others
        lower = text
    for word in _WORDS:
        at = lower.find(word)
        while at >= 0:
            end = at + len(word)
            match = _ASSIGNED.match(text, end)
            if match is not None and names_secret(_name_before(text, end) + match[1]) and _likely(match[2]):
                yield Hit(_NAMED, Severity.MEDIUM, *match.span(2))
            at = lower.find(word, end if match is None else match.end())


def _name_before(text: str, end: int) -> str:
    """The name that ends there."""
    match = _NAME_BEFORE.search(text[max(0, end - 40) : end])
    return match.group() if match is not None else ""


def _likely(value: str) -> bool:
    """Whether a word behind a name may be what the name says, and no code or prose."""
    if _is_placeholder(value) or value.startswith(("http:", "https:")) or any(mark in value for mark in "()[]{}$"):
        return False
    return drawn_by_lot(value) or any(char.isdigit() or not char.isalnum() for char in value)


def _spoken(value: str) -> bool:
    """Likewise in a sentence, where words with a hyphen and addresses stand as well."""
    return _likely(value) and "://" not in value and not value.replace("-", "").replace("'", "").isalpha()


def _is_placeholder(value: str) -> bool:
    return bool(_PLACEHOLDER.fullmatch(value.strip())) or _is_example(value)


def _is_example(value: str) -> bool:
    return bool(_EXAMPLE.search(value)) or len(set(value)) < min(4, len(value) - 2) or value.lower() in _USUAL


def _covered(secret: str) -> str:
    """First and last characters alone, and how many there are."""
    shown: Callable[[str], str] = lambda part: part if len(secret) > 4 * _SHOWN else part[:1]  # noqa: E731
    return f"{shown(secret[:_SHOWN])}…{shown(secret[-_SHOWN:])} ({len(secret):,} characters)"
