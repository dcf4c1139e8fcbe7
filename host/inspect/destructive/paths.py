"""Requests whose path says that something ends (pure).

Owns: the last part of a path, or of an address, as an operation. What stays true: a request that only fetches is none;
nor is a path that some file has.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from host.inspect.saying import found
from host.inspect.subject import Subject
from host.inspect.tools.words import last_word
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

_METHODS: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_KEYS: Final = frozenset("path url uri endpoint route resource api".split())
_LAST: Final = regex(r"[/:]_?([A-Za-z]{3,20}(?:[_-][A-Za-z]{2,20}){0,3})/?(?:\?[^\s]{0,400})?$")
_ENDING: Final = regex(
    r"(?i)close|shutdown|kill|stop|terminate|destroy|purge|disable|deactivate|cancel|revoke|suspend|wipe|factory_?reset|"
    r"reset|failover|drain|delete|remove|erase|decommission|unpublish|transfer|transfers|payouts?|archive|evict|"
    r"abandon|void|rollback|restore|halt|reboot|poweroff|expunge|empty|truncate|deprovision|release|bulk_?delete|"
    r"batch_?delete|purge_?(?:cache|everything|all)|delete_?(?:all|many|by_query)|refunds?|retire_?device|revert|flush"
)
_HARMLESS: Final = regex(r"(?i)/(?:cart|draft|session|search|test|sandbox|preview)s?/")
_ENDS: Final = say("This request ends, empties or pays something, by its path.")
_BLOCKS: Final = regex(r"(?i)/(?:_all|\*)/_(?:settings|mapping|close)")
_ALL: Final = say("This changes everything there is of it at once.")
_FEW: Final = 30
_LONGEST: Final = 2_000


def find_requested(subject: Subject) -> Iterator[Finding]:
    """``destructive``: what a request asks a service for."""
    method = next((value for value in islice(subject.arguments.values(), _FEW) if _is_method(value)), None)
    if method is None:
        return
    for text in islice(subject.values(), _FEW):
        if len(text.text) > _LONGEST or last_word(text.key) not in _KEYS:
            continue
        if _BLOCKS.search(text.text):
            yield found("destructive", Severity.MEDIUM, _ALL, text)
            return
        match = _LAST.search(text.text)
        if match is not None and _ENDING.fullmatch(match[1]) and not _HARMLESS.search(text.text):
            yield found("destructive", Severity.MEDIUM, _ENDS, text, match.span(1))
            return


def _is_method(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _METHOD and value.upper() in _METHODS


_METHOD: Final = 6
"""Characters of the longest of them; no text has more of them than what it is in capitals."""
