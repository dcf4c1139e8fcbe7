"""The words in names of tools, of their inputs and of signers' roles (pure).

Owns: how a name is split into words, the words that have the same meaning for inspection and for the window, and how a
signer's role is called in a sentence.

Invariants: names are untrusted and may lie. They decide how a thing is inspected and described, never whether it is
shown. Words for one purpose only are kept in the module with that purpose.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from host import regex
from host.text import one_line

Verb: TypeAlias = Literal["reads", "writes", "sends", "pays", "grants", "deletes", "runs", ""]
"""What a tool does, by its name and its operation; empty if they do not tell."""

PATHS: Final = frozenset(
    "path file filename filepath dir directory folder cwd workdir src dst dest root destination source".split()
)
"""Inputs that are paths of files."""
RECIPIENTS: Final = frozenset("to cc bcc recipient email mail attendee address".split())
SENDERS: Final = frozenset("from sender".split())
"""Inputs that are people's addresses."""
SECRETS: Final = frozenset(
    "password passwd passphrase secret apikey accesskey privatekey secretkey authtoken accesstoken authorization "
    "credential bearer cookie".split()
)
"""Inputs that are secrets, two neighbouring words as one."""
SQL: Final = frozenset("sql query statement".split())
CODE: Final = frozenset("command cmd script code shell bash js javascript python expression".split())
CONTENT: Final = frozenset("content contents text body data newtext newstr".split())
"""Inputs that become the content of a file, or a part of it."""
OVERWRITES: Final = frozenset("overwrite replace clobber".split())
"""Inputs that say whether existing content may be replaced."""

_MAX_NAME: Final = 200
_PARTS: Final = regex.pattern(r"[A-Z]{2,}(?=s(?![a-z]))|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_UNSPACED: Final = "|".join(
    f"(?<!{letter}){letter}{{2}}(?={letter}{{2}})|(?<={letter}{{2}}){letter}+?(?={letter}{{2}}(?!{letter}))|{letter}+"
    for letter in ("[\u3041-\u309f\u3005\u3400-\u9fff]", "[\uac00-\ud7a3]")
)
"""Words of scripts without blanks, most of which have two letters: the first two, the last two, what is between.

``在庫削除`` deletes 在庫, ``删除订单`` deletes 订单, ``재고삭제`` deletes 재고. Three letters stay one word.
"""
_WORDS: Final = regex.pattern(
    r"[A-Z]{2,}s(?![a-z\xdf-\xf6\xf8-\u024f])|[A-Z]+(?![a-z\xdf-\xf6\xf8-\u024f])|[A-Z\xc0-\xd6\xd8-\xde]?[a-z\xdf-\xf6\xf8-\u024f]+|[0-9]+"
    rf"|[\u30a1-\u30fe]+|{_UNSPACED}|[^\W\d_]+"
)


def parts(name: str) -> list[str]:
    """Split a name into words and numbers, in lower case: ``userIDs`` is user, id, s. Only ASCII."""
    return [part.lower() for part in _PARTS.findall(name[:_MAX_NAME])]


def key_words(key: str) -> tuple[str, ...]:
    """Split a name into words, in lower case, singular where that is easy: ``oldFilePaths`` is old, file, path.

    Letters of other scripts make words too.
    """
    return _words(key[:_MAX_NAME])


@lru_cache(maxsize=4_096)
def _words(key: str) -> tuple[str, ...]:
    return tuple(_singular(word.lower()) for word in _WORDS.findall(key))


@lru_cache(maxsize=4_096)
def plural_places(key: str) -> frozenset[int]:
    """The places among ``key_words`` of words that the name has in the plural: of ``list_voided_purchases`` 2."""
    written = (word.lower() for word in _WORDS.findall(key[:_MAX_NAME]))
    return frozenset(place for place, word in enumerate(written) if word != _singular(word))


_NO_PLURALS: Final = frozenset("analysis gcs kubernetes läs mms news postgres preis prijs pris redis sms".split())
"""Words in the tables that end like a plural."""


def _singular(word: str) -> str:
    if word in _NO_PLURALS:
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us")) and len(word) > 2 else word


_PATH_WORDS: Final = PATHS | frozenset(
    "filespec pathname dirname basename subdir subpath pwd rootdir workspace worktree repo repository location target "
    "output out input in from to mount volume symlink document attachment archive include exclude ignore parent".split()
)
_PATH_ENDS: Final = ("path", "file", "dir", "folder", "directory", "filename")
_URL_WORDS: Final = frozenset(
    "url uri iri href link endpoint webhook callback redirect referer referrer baseurl feed website homepage".split()
)
_HOST_WORDS: Final = frozenset(
    "host hostname domain origin proxy server address addr ip ipaddress site nameserver gateway upstream peer remote "
    "mirror registry fqdn".split()
)


def named_as_url(key: str) -> bool:
    """Whether a key says that its value is a whole URL."""
    return _names_url(key[:_MAX_NAME])


def named_as_host(key: str) -> bool:
    """Whether a key says that its value is a host or a URL."""
    return _names_host(key[:_MAX_NAME])


def is_name_of_path(key: str) -> bool:
    """Whether a key clearly says that its value is a path: by its last word, or by the last two as one."""
    words = key_words(key)
    return bool(words) and (words[-1] in PATHS or "".join(words[-2:]) in PATHS)


def named_as_path(key: str) -> bool:
    """Whether a key says that its value may be a path; true for more keys than ``is_name_of_path``."""
    return _names_path(key[:_MAX_NAME])


# Cached, because each call of a tool has the same few keys.


@lru_cache(maxsize=4_096)
def _names_url(key: str) -> bool:
    words = key_words(key)
    return not _URL_WORDS.isdisjoint(words) or any(word.endswith(("url", "uri")) for word in words)


@lru_cache(maxsize=4_096)
def _names_host(key: str) -> bool:
    words = key_words(key)
    return not _HOST_WORDS.isdisjoint(words) or any(word.endswith("hostname") for word in words) or named_as_url(key)


@lru_cache(maxsize=4_096)
def _names_path(key: str) -> bool:
    words = key_words(key)
    ends = any(word.endswith(_PATH_ENDS) and word != "profile" for word in words)
    return ends or not _PATH_WORDS.isdisjoint(words)


_IDENTIFIER: Final = regex.pattern(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*")
_SMALL_WORDS: Final = frozenset({"of", "for", "and", "the", "in", "at", "to"})
_MAX_ACRONYM: Final = 3
_MAX_ROLE: Final = 80
"""Characters of a role's name. The rest is counted."""


def role_name(code: str) -> str:
    """Return ``IRB chair`` for the role ``IRB_CHAIR`` of signers; an identifier of another form is not changed."""
    if not _IDENTIFIER.fullmatch(code) or not (code.isupper() or code.islower()):
        return one_line(code, _MAX_ROLE)
    words = [_role_word(word) for word in re.split("[_-]", code)]
    name = " ".join(words)
    return one_line(name[:1].upper() + name[1:], _MAX_ROLE)


def _role_word(word: str) -> str:
    lower = word.lower()
    is_short = word.isupper() and len(word) <= _MAX_ACRONYM and lower not in _SMALL_WORDS
    return word if is_short else lower
