"""Findings about query languages other than SQL (pure).

Owns: which texts are looked at as such queries, and what is said of those that write. What stays true: a text counts
where its name or tool says that a database is asked, and it begins as a query does; words for people are left alone.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from host.inspect.saying import found
from host.inspect.subject import Text
from host.inspect.texts.vocabulary import holds_any
from host.inspect.tools.queries import begins, change_of, is_query
from host.inspect.tools.words import is_prose, last_word
from host.model import Finding, Severity
from host.patterns import regex
from host.words import say

_CHANGES: Final = say("This query changes what is in the database.")
_DELETES: Final = say("This query deletes something in the database.")
_WHOLE: Final = say("This query deletes or changes all there is of something in the database.")
_SURE: Final = frozenset(
    "cypher gremlin traversal sparql kql csl flux aql cql n1ql surql surrealql partiql gsql xquery".split()
)
"""Names of inputs that say the language."""
_PATH_KEYS: Final = frozenset("path url endpoint uri route api".split())
_PATH: Final = regex(
    r"/_(?:delete|update)_by_query\b|/admin/tsdb/delete_series\b|/api/v\d/delete\?|/v1/metadata\?\S{0,9}drop"
)
_DATA_MUTATION: Final = regex(
    r"\bmutation\b[^{]{0,400}\{[^{}]{0,60}?\b(?:(?:insert|update|delete)_\w{1,60}\s{0,3}\(\s{0,3}(?:objects?|where|_set|id|pk_columns)|"
    r"\w{1,60}_by_pk\b|(?:create|update|delete|upsert)many\w{0,60}\s{0,3}\(|dropall|(?:delete|update|insert)\w{1,60}collection\s{0,3}\()"
)
_CLIENTS: Final = tuple(
    "mongo cypher-shell cqlsh influx redis-cli gremlin arangosh surreal s-update sparql isql kusto".split()
)
_QUOTES: Final = regex(r"\"([^\"]{6,4000})\"|'([^']{6,4000})'")
_MOST: Final = 10


def of_query(text: Text, *, foreign: bool) -> Finding | None:
    """What a query in another language than SQL does. ``foreign``: whether its tool asks such a database."""
    if text.is_name or len(text.text) < 4 or is_prose(text):
        return None
    last = last_word(text.key)
    if last in _PATH_KEYS:
        match = _PATH.search(text.text[:_HEAD].lower())
        return None if match is None else found("writes-sql", Severity.MEDIUM, _CHANGES, text, match.span())
    if not is_query(text) or not (foreign or last in _SURE or _is_plain(text)):
        return None
    change = change_of(text.text)
    if change is None:
        return None
    if change.whole:
        return found("writes-sql", Severity.HIGH, _WHOLE, text, change.span)
    says = _DELETES if change.does == "deletes" else _CHANGES
    return found("writes-sql", Severity.MEDIUM, says, text, change.span)


_HEAD: Final = 2_000
_PLAIN: Final = regex(
    r"\s{0,20}(?:match\s{0,5}\(|g\.[ve]\(|\.(?:drop|set|append|ingest|create|alter|clear|purge|delete)[a-z-]{0,20}\s|db\.\w{1,60}\.|"
    r"db\.dropdatabase|(?:insert|delete)\s{1,5}(?:data|where)\s{0,5}\{|from\s{0,3}\(\s{0,3}bucket|drop\s{1,5}(?:keyspace|measurement|series)\s)"
)


def _is_plain(text: Text) -> bool:
    """Whether a text has a form that nothing but such a query has, whoever is asked."""
    low = text.text[:_HEAD].lower()
    return _PLAIN.match(low) is not None or ("mutation" in low and _DATA_MUTATION.search(low) is not None)


def of_quoted(text: Text, code: str) -> Finding | None:
    """What a query does that a command hands to a database's own client."""
    if not holds_any(code.lower(), _CLIENTS):
        return None
    for match in islice(_QUOTES.finditer(code), _MOST):
        query = match[1] or match[2]
        change = change_of(query) if begins(query) else None
        if change is not None:
            grave = Severity.HIGH if change.whole else Severity.MEDIUM
            return found("writes-sql", grave, _WHOLE if change.whole else _CHANGES, text)
    return None
