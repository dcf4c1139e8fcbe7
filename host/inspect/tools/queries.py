"""Query languages other than SQL, and what a query in one of them changes (pure).

Owns: the words by which Cypher, Gremlin, SPARQL, Kusto, CQL, Flux, InfluxQL, SurrealQL, AQL, XQuery, Splunk's, the
Mongo shell's and databases' GraphQL write. What stays true: what stands in quotes or comments writes nothing; a form is
only looked for where a word of it stands; the work is bounded by the characters that are looked at.
"""
# ruff: noqa: E501  # a pattern is read best as the one line that it is

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from host.inspect.subject import Text
from host.inspect.tools.words import last_word
from host.naming import Deed
from host.patterns import regex

LONGEST: Final = 20_000
"""Characters of a query that are looked at."""


class Change(NamedTuple):
    """What a query changes. Attributes: does. whole: whether it takes all there is. span: where it says so."""

    does: Deed
    whole: bool
    span: tuple[int, int]


_ASIDE: Final = regex(r"'[^'\n]{0,4000}'|\"[^\"\n]{0,4000}\"|(?:(?<=\s)|^)(?:--|//)[^\n]{0,4000}|/\*[^*]{0,4000}\*/")
"""What stands in quotes, and comments."""
_WORDS: Final = tuple(
    "detach delete remove drop create merge set insert clear load move copy update define relate truncate purge "
    "bulkwrite replace rename upsert foreach outputlookup collect flush ingest .append .alter addv adde property( to( mutation "
    "$out $merge retract transact findoneand findandmodify grant revoke .del kill dbms. apoc.".split()
)
_CYPHER: Final = regex(r"\b(?:match|merge)\s{0,5}(?:\w{1,20}\s{0,3}=\s{0,3})?\(|\bunwind\s")
_CYPHER_DELETES: Final = regex(r"[\s)](?:delete|remove)\s{1,5}[\w`(]")
_CYPHER_WRITES: Final = regex(r"[\s)](?:set|create|merge|foreach)\s{0,5}[\w`(:+]|^\s{0,9}merge\b")
_WHOLE: Final = regex(
    r"\bmatch\s{0,5}\(\s{0,3}\w{0,20}\s{0,3}\)\s{1,9}(?:optional match[^\n]{0,200}\s)?(?:detach\s{1,5})?delete\b|"  # every node
    r"\bg\.[ve]\(\)\.drop\(|\bclear\s{1,5}(?:silent\s{1,5})?(?:all|default|named)\b|\bdrop\s{1,5}(?:silent\s{1,5})?(?:all|default|named)\b|"
    r"\bdelete\s{1,5}(?:where\s{0,5})?\{\s{0,5}\?\w{1,20}\s{1,5}\?\w{1,20}\s{1,5}\?\w{1,20}|"
    r"\.(?:deletemany|remove|updatemany|drop)\s{0,2}\(\s{0,3}(?:\{\s{0,3}\}\s{0,3}[,)]|\))|\bdropdatabase\b|\bflush(?:all|db)\b|"
    r"\b(?:drop|remove)\s{1,5}(?:keyspace|database|namespace|bucket|measurement|graph|table|collection|index|constraint|space|tag|edge|class|vertex\s{1,3}type)\b|"
    r"^\s{0,9}\.(?:drop|purge|clear)\b|\bwhere\s{0,3}:\s{0,3}\{\s{0,3}\}|\btruncate\s{1,5}[\w.]{1,80}|\bdelete\s{1,5}[a-z]\w{0,40}\s{0,5};?\s{0,5}$"
)
_DELETES: Final = regex(
    r"\bdetach\s{1,5}delete\b|\.drop\(|"
    r"\bdelete\s{1,5}(?:data\s{0,5}\{|where\s{0,5}\{|\{|from\b|nodes?\b|vertex\b|edges?\b|only\b|series\b|[a-z][\w:]{0,60}\s{1,5}(?:where|return)\b)|"
    r"\b(?:drop|clear)\s{1,5}(?:silent\b|graph\b|series\b|shard\b|retention\b|user\b|role\b|index\b|keyspace\b|materialized\b|type\b|continuous\b|constraint\b|node\b)|"
    r"\bdelete_(?:series|by_query)\b|\bremove\s{1,5}\{?[^\n{}]{0,80}\}?\s{1,5}in\s{1,5}\w|"
    r"\bremove\s{1,5}(?:table|field|index|user|event|function|namespace|database|param|access|analyzer)\b|"
    r"\.(?:deleteone|deletemany|remove|dropindex(?:es)?|dropcollection|dropuser|findoneanddelete|bulkdelete)\s{0,2}\(|"
    r"\bmutation\b[^{]{0,400}\{[^{}]{0,60}?\b(?:delete|remove|destroy|drop|truncate|purge)_?\w{0,60}|^\s{0,9}\.(?:drop|delete|purge|clear)\b|"
    r"\|\s{0,5}delete\s{0,5}(?:\||$)|\bdelete\s{1,5}(?:node|nodes)\s{1,5}|xdmp:(?:document|directory|collection)-delete|xmldb:remove|:db(?:\.fn)?/retract\w{0,12}|"
    r"\bapoc\.(?:periodic|schema|nodes|refactor|trigger)\.?\w{0,20}\.?(?:delete|drop|remove|truncate)\w{0,10}|\bdb\.(?:index|constraint)\w{0,20}\.drop"
)
_WRITES: Final = regex(
    r"^\s{0,9}create\s{0,5}\(|"
    r"\bload\s{1,5}csv\b|\bforeach\s{0,5}\(|"
    r"\.(?:addv|adde|addvertex|addedge|mergev|mergee)\(|\bg\.v\([^;]{0,300}?\.property\(|"
    r"\binsert\s{1,5}(?:data\s{0,5}\{|\{|into\b|nodes?\b|vertex\b|edge\b)|\b(?:load|move|copy|add)\s{1,5}(?:silent\s{1,5})?(?:graph\s{1,5})?<|\bwith\s{1,5}<[^>]{1,200}>\s{1,9}(?:delete|insert)\b|"
    r"^\s{0,9}\.(?:create|alter|set|append|ingest|rename|move|replace|execute|enable|disable|add|attach|undo|export)\b|"
    r"\b(?:create|alter)\s{1,5}(?:or\s{1,5}replace\s{1,5})?(?:keyspace|table|materialized|type|index|role|user|retention|database|continuous|constraint|bucket|vertex|edge|class|graph|space)\b|"
    r"\|>\s{0,5}(?:experimental\.|influxdb\.)?to\s{0,2}\(|\binfluxdb\.(?:cardinality)?(?:delete|wr)\w{0,6}\(|"
    r"\bupdate\s{1,5}(?!by\b)[\w.:\"`]{1,100}\s{1,5}(?:set|content|merge|patch|replace|unset|with|using)\b|\bupdate\s{1,5}\w{1,40}\s{1,5}with\b[\s\S]{0,400}?\bin\s{1,5}\w|"
    r"^\s{0,9}create\s{1,5}(?:only\s{1,5})?[\w:]{1,80}\s{1,5}(?:set|content)\b|^\s{0,9}(?:upsert|relate|define|batch|begin\s{1,5}(?:un)?logged)\b|"
    r"\binsert\s{1,5}\{[^}]{0,400}\}\s{0,5}(?:into|in)\s{1,5}\w|\bupsert\s{1,5}\{|\breplace\s{1,5}(?:value\s{1,5}of|node)\b|\binsert\s{1,5}node\b|\brename\s{1,5}node\b|"
    r"\.(?:insertone|insertmany|insert|updateone|updatemany|update|replaceone|bulkwrite|findoneandupdate|findoneandreplace|findandmodify|createindex(?:es)?|createcollection|"
    r"renamecollection|createuser|updateuser|grantrolestouser|revokerolesfromuser|createrole|save|setprofilinglevel|shutdownserver|fsynclock|admincommand)\s{0,2}\(|"
    r"[\"']?\$(?:out|merge)[\"']?\s{0,3}:|\bmutation\b[^{]{0,400}\{[^{}]{0,60}?\b(?:insert|update|upsert|add|set|create)_?\w{1,60}\s{0,3}\([\s\S]{0,40}?\b(?:objects?|where|_set|set|pk_columns|input|filter|data|patch|_inc)\b|"
    r"\|\s{0,5}(?:outputlookup|outputcsv|collect|mcollect|sendalert|sendemail|meventcollect)\b|\b(?:grant|revoke)\s{1,5}\w[\s\S]{0,200}?\s(?:to|from)\s|"
    r"xdmp:(?:document-(?:insert|set)|node-(?:replace|insert|delete))|:db/add\b|\bd/transact\b|\bapoc\.(?:create|merge|refactor|trigger|cypher\.(?:runwrite|doit)|periodic\.(?:iterate|commit))\b|\bdbms\.security\.|"
    r"\bkill\s{1,5}query\b"
)
_BEGINS: Final = regex(
    r"\s{0,20}(?:(?:optional\s{1,5})?match\s{0,5}(?:\w{1,20}\s{0,3}=\s{0,3})?\(|(?:merge|create)\s{0,5}\(|unwind\s|call\s{1,5}(?:apoc|dbms|db)\.|load\s{1,5}csv\b|"
    r"g\.(?:[ve]|addv|adde|with\w{1,20})\(|graph\.|mutation\b|\.[a-z]|(?:prefix|base|with)\s{1,5}[\w:]{0,40}\s{0,5}<|"
    r"(?:insert|delete)\s{1,5}(?:data\s{0,5}|where\s{0,5})?\{|insert\s{1,5}(?:vertex|edge|nodes?)\b|(?:drop|clear|load|move|copy)\s{1,5}(?:silent\s{1,5})?(?:graph|all|default|named|<)|"
    r"(?:drop|create|alter)\s{1,5}(?:keyspace|measurement|series|retention|shard|continuous|bucket|collection|space|constraint|class|vertex|edge|tag|type|graph|materialized)\b|"
    r"remove\s{1,5}(?:table|field|index|user|event|namespace|database)\b|delete\s{1,5}(?:vertex|edges?|series|nodes?)\b|(?:define|relate|upsert)\s{1,5}\w|"
    r"(?:begin\s{1,5}(?:un)?logged\s{1,5})?(?:begin\s{1,5})?batch\b|(?:delete|update)\s{1,5}(?:only\s{1,5})?[\w:]{1,80}\s{0,5}(?:;|$|\b(?:set|content|merge|patch|where|using)\b)|truncate\s|"
    r"for\s{1,5}\w{1,40}\s{1,5}in\s|from\s{0,3}\(\s{0,3}bucket|import\s{1,5}\"|db(?:\.|\[)|rs\.|sh\.|use\s{1,5}\w{1,60};?\s{1,5}db\.|search\s{1,5}index=|index=|\||"
    r"xdmp:|for\s{1,5}\$|let\s{1,5}[$\w]|\[\s{0,9}[\[{]|\{)"
)
"""Forms with which a query of such a language begins."""
_STORES: Final = regex(
    r"(?<![a-z])(?:neo4j|memgraph|falkordb|cypher|mongo(?:db|sh)?|documentdb|cassandra|scylla(?:db)?|astra|cql(?:sh)?|keyspaces|influx(?:db)?|flux|kusto|adx|kql|"
    r"gremlin|neptune|janusgraph|tinkerpop|cosmos(?:db)?|surreal(?:db)?|arango(?:db)?|dgraph|sparql|fuseki|graphdb|stardog|virtuoso|blazegraph|rdf|elastic(?:search)?|"
    r"opensearch|dynamo(?:db)?|partiql|couch(?:base|db)|hasura|postgraphile|prisma|fauna(?:db)?|datomic|xtdb|splunk|orientdb|nebula(?:graph)?|tigergraph|ksql(?:db)?|hbase|"
    r"rethinkdb|marklogic|basex|existdb|ravendb|prometheus|victoriametrics|database|db|nosql|sql)(?![a-z])"
)
_KEYS: Final = frozenset(
    "query cypher gremlin traversal sparql update kql csl flux aql cql statement pipeline mutation graphql sql expression command script code eval mongosh "
    "shell n1ql surql surrealql spl search partiql dql ngql gsql xquery".split()
)


def asks_a_store(server: str, tool: str) -> bool:
    """Whether a tool asks a database that is asked in such a language, by its names."""
    return _is_store(server) or _is_store(tool)


@lru_cache(maxsize=1_024)
def _is_store(name: str) -> bool:
    return _STORES.search(name.lower()) is not None


def is_query(text: Text) -> bool:
    """Whether a text stands under a name for queries, and begins as one of these languages does."""
    return last_word(text.key) in _KEYS and begins(text.text)


def begins(query: str) -> bool:
    """Whether a text begins as a query of one of these languages does."""
    return _BEGINS.match(query[:_HEAD].lower()) is not None


_HEAD: Final = 400


@lru_cache(maxsize=32)
def change_of(query: str) -> Change | None:
    """What a query of such a language changes; None where it only reads, as far as its words tell."""
    low = query[:LONGEST].lower()
    if not any(word in low for word in _WORDS):
        return None
    bare = low if "$out" in low or "$merge" in low else _ASIDE.sub(_blank, low)
    if (whole := _WHOLE.search(bare)) is not None:
        return Change("deletes", True, whole.span())
    cypher = _CYPHER.search(bare) is not None
    for does, pattern, kin in _KINDS:
        match = pattern.search(bare) or (kin.search(bare) if cypher else None)
        if match is not None:
            return Change(does, False, match.span())
    return None


_KINDS: Final[tuple[tuple[Deed, re.Pattern[str], re.Pattern[str]], ...]] = (
    ("deletes", _DELETES, _CYPHER_DELETES),
    ("writes", _WRITES, _CYPHER_WRITES),
)


def _blank(match: re.Match[str]) -> str:
    """As long as what stood there, so that places stay."""
    return match[0][0] + " " * (len(match[0]) - 2) + match[0][-1] if match[0][0] in "'\"" else " " * len(match[0])
