"""Secrets that only what stands beside them gives away (pure).

Owns: parts of a key that several inputs hold and a label names, an account's name with its password in one row, keys of
a wireless network and words that open a device in a sentence. What stays true: as in ``host.inspect.secrets.find``;
identifiers and checksums, by their names, are none.
"""
# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from host.inspect.secrets.tokens import Hit
from host.inspect.subject import Text
from host.inspect.texts.lots import drawn_by_lot
from host.inspect.texts.vocabulary import holds_any
from host.model import Severity
from host.naming import key_words
from host.patterns import regex
from host.words import say

_LONGEST: Final = 16 << 10
_MOST: Final = 400
_GROUP: Final = 32
_KEY: Final = 32
"""Characters of the shortest key that is told by a label alone."""
_LABEL: Final = regex(
    r"(?i)\b(?:private|secret|api|access|signing|master|encryption|ssh|wallet|recovery|root)[ _-]?(?:keys?|tokens?|phrase)\b|\b(?:seed|mnemonic|passphrase|credentials?|halves|half of|key (?:part|half|share)|bearer|auth token)\b|passwor[dt]|"
    r"(?:privater?|geheimer?) schlüssel|api-schlüssel|zugangsschlüssel|cl[ée]s? (?:privée?s?|api|secrète)|claves? (?:privada|api|secreta)|chiavi? (?:privata|api|segreta)|chaves? (?:privada|api|secreta)|приватн\w{2,3} ключ|私钥|密钥|秘密鍵"
)
_PART: Final = regex(r"(?:0x)?[A-Za-z0-9+/_=-]{12,256}")
_HEX: Final = regex(r"(?i)(?:0x)?[0-9a-f]+")
_UUID: Final = regex(r"(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NO_SECRETS: Final = frozenset(
    "sha hash commit digest checksum id uuid etag address tx txid txhash md5 sha1 sha256 ref rev revision branch tag url uri path file "
    "filename version cursor fingerprint oid integrity channel thread".split()
)
_ACCOUNTS: Final = frozenset(
    "admin root administrator user username login pi ubuntu postgres sa operator guest benutzer".split()
)
_STRONG: Final = regex(r"(?=.{0,40}[0-9])(?=.{0,40}[A-Z])(?=.{0,40}[a-z])(?=.{0,40}[!#$%^&*?~+=])[^\s/@:]{8,40}")
_NET: Final = r"(?:wi-?fi|wlan|wpa[23]?|ssid|netzwerk|network|router|hotspot|r[ée]seau|\bred\b|\brete\b|\brede\b|вай-?фай|无线|無線)"
_NET_KEY: Final = r"(?:schlüssel|keys?|pass|kennwort|code|pw|cl[ée]|clave|chiave|chave|senha|ключ\w{0,2}|пароль|sleutel|klucz|hasło|nyckel|密码|密码是|キー)"
_NETWORK: Final = regex(
    rf"(?i)(?:{_NET}[^\n]{{0,60}}?{_NET_KEY}|{_NET_KEY}[^\n:=]{{0,20}}?{_NET})(?!\w)[^\n:=\d]{{0,12}}?(?:[:=：]|\s(?:is|ist|lautet|est|es|è|é|to)\s|\s)\s{{0,3}}[\"'„]?([^\s\"'„“,;]{{8,64}})"
)
_NET_CUES: Final = (
    "wifi",
    "wi-fi",
    "wlan",
    "wpa",
    "ssid",
    "netzwerk",
    "network",
    "router",
    "hotspot",
    "seau",
    "rete",
    "rede",
    "вай",
    "无线",
    "無線",
)
_WITH: Final = regex(
    r"(?i)\b(?:unlock\w{0,2}|log(?:s|ged)? ?in|sign(?:s|ed)? in|opens|entsperr\w{0,3}|anmeld\w{0,3}|einlogg\w{0,3}|connect\w{0,3}|acced\w{1,3}|entra[rs]?|inlogg\w{0,3}|ontgrendel\w{0,2})\b[^\n.]{0,40}?\b(?:with|using|mit|avec|con|com|met)\s{1,2}[\"']?([^\s\"']{8,40})"
)
_WITH_CUES: Final = ("unlock", "log", "sign", "opens", "sperr", "meld", "connect", "acced", "entra", "grendel")
CUES: Final = (*_NET_CUES, *_WITH_CUES)
"""One of these, or a letter that is no ASCII, stands in each text that ``networks`` finds something in."""


def beside(texts: Sequence[Text]) -> Iterator[tuple[Text, Hit]]:
    """The first value of each group that a label beside it, or an account's name, gives away."""
    groups: dict[object, list[Text]] = {}
    for text in islice(texts, _MOST):
        if not text.is_name and 3 < len(text.text) <= _MOST:
            groups.setdefault(text.steps[:-1], []).append(text)
    for group in groups.values():
        if 1 < len(group) <= _GROUP:
            yield from islice(_of_group(group), 1)


def _of_group(group: list[Text]) -> Iterator[tuple[Text, Hit]]:
    if any(_LABEL.search(text.text) for text in group):
        parts = [text for text in group if _is_part(text)]
        joined = "".join(text.text for text in parts).removeprefix("0x")
        if len(joined) >= _KEY and (drawn_by_lot(joined) or (_HEX.fullmatch(joined) and len(set(joined.lower())) > 9)):
            yield parts[0], Hit(say("a key, by what stands beside it"), Severity.MEDIUM, 0, len(parts[0].text))
    if any(text.text.strip().lower() in _ACCOUNTS for text in group):
        for text in group:
            if _STRONG.fullmatch(text.text.strip()) is not None:
                yield text, Hit(say("a name and its password"), Severity.MEDIUM, 0, len(text.text))


def _is_part(text: Text) -> bool:
    words = frozenset(key_words(text.key))
    return (
        words.isdisjoint(_NO_SECRETS)
        and _PART.fullmatch(text.text) is not None
        and _UUID.fullmatch(text.text) is None
        and any(map(str.isdigit, text.text))
        and sum(map(str.isdigit, text.text)) * 8 >= len(text.text)
        and not (text.text.startswith("0x") and len(text.text) == _ADDRESS)
    )


_ADDRESS: Final = 42


def networks(text: str) -> Iterator[tuple[int, int]]:
    """Where the key of a network stands, or what opens a device."""
    if len(text) > _LONGEST:
        return
    low = text.lower()
    if holds_any(low, _NET_CUES):
        for match in islice(_NETWORK.finditer(text), _LISTED):
            value = match[1].rstrip(".,;:!?)")
            letters = any(map(str.isalpha, value))
            if "/" not in value and any(map(str.isdigit, value)) and (letters or len(value) >= _DIGITS):
                yield match.start(1), match.start(1) + len(value)
    if holds_any(low, _WITH_CUES):
        for match in islice(_WITH.finditer(text), _LISTED):
            if _STRONG.fullmatch(match[1].rstrip(".,;:)")) is not None:
                yield match.span(1)


_LISTED: Final = 8
_DIGITS: Final = 12
