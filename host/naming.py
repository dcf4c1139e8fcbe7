"""The words by which servers name tools and their inputs (pure).

Owns: how a name comes apart into words, and the words that mean the same to whoever inspects a call and to the window
that explains it.

Invariants: names are strangers' and may lie; they decide how a thing is looked at and spoken of, never whether it is
shown. Whoever needs more words than stand here adds them where it says what for.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, TypeAlias

Verb: TypeAlias = Literal["reads", "writes", "sends", "pays", "grants", "deletes", "runs", ""]
"""What a tool does, as far as its name and its operation tell; empty where they tell nothing."""

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
"""Inputs that become what stands in a file, or a part of it."""
OVERWRITES: Final = frozenset("overwrite replace clobber".split())
"""Inputs that say whether what is there already may go."""

_LOOKED_AT: Final = 200
"""Characters of a name."""
_PARTS: Final = re.compile(r"[A-Z]{2,}(?=s(?![a-z]))|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_WORDS: Final = re.compile(
    r"[A-Z]+(?![a-z\xdf-\xf6\xf8-\u024f])|[A-Z\xc0-\xd6\xd8-\xde]?[a-z\xdf-\xf6\xf8-\u024f]+|[0-9]+|[^\W\d_]+"
)


def parts(name: str) -> list[str]:
    """The words and numbers of a name, in lower case, as they stand: ``userIDs`` is user, id, s. ASCII alone."""
    return [part.lower() for part in _PARTS.findall(name[:_LOOKED_AT])]


def key_words(key: str) -> tuple[str, ...]:
    """The words of a name, in lower case, singular as far as that is easy: ``oldFilePaths`` is old, file, path.

    Letters of other scripts make words too.
    """
    return _words(key[:_LOOKED_AT])


@lru_cache(maxsize=4_096)
def _words(key: str) -> tuple[str, ...]:
    return tuple(_singular(word.lower()) for word in _WORDS.findall(key))


def _singular(word: str) -> str:
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
    """Whether a name says that a whole URL stands under it."""
    return _say_url(key_words(key))


def named_as_host(key: str) -> bool:
    """Whether a name says that a host or URL stands under it."""
    return _say_host(key_words(key))


def is_name_of_path(key: str) -> bool:
    """Whether a name says beyond doubt that a path stands under it: by its last word, or by the two last as one."""
    words = key_words(key)
    return bool(words) and (words[-1] in PATHS or "".join(words[-2:]) in PATHS)


def named_as_path(key: str) -> bool:
    """Whether a name says that a path may stand under it; more names do than say it beyond doubt (``PATHS``)."""
    return _say_path(key_words(key))


# The same few names come with each call of a tool.


@lru_cache(maxsize=4_096)
def _say_url(words: tuple[str, ...]) -> bool:
    return not _URL_WORDS.isdisjoint(words) or any(word.endswith(("url", "uri")) for word in words)


@lru_cache(maxsize=4_096)
def _say_host(words: tuple[str, ...]) -> bool:
    return not _HOST_WORDS.isdisjoint(words) or any(word.endswith("hostname") for word in words) or _say_url(words)


@lru_cache(maxsize=4_096)
def _say_path(words: tuple[str, ...]) -> bool:
    ends = any(word.endswith(_PATH_ENDS) and word != "profile" for word in words)
    return ends or not _PATH_WORDS.isdisjoint(words)
