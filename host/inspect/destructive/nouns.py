"""Tools that are named for a thing alone, and inputs that do more than the name (pure).

Owns: which call sets something although no verb says so, and values that are grave whatever the tool is called: a
reference that is pushed by force, servers of a name, nobody left who must agree, a switch that does what was to be
shown. What stays true: a thing that is only named, or filtered, is not set.
"""
# a pattern is read best as the one line that it is

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from host.inspect.destructive.inputs import members
from host.inspect.destructive.values import EMPTIED
from host.inspect.saying import found
from host.inspect.subject import Subject
from host.inspect.tools.deeds import deed
from host.inspect.tools.words import is_prose, words_of
from host.model import Finding, JsonValue, Severity
from host.naming import key_words
from host.patterns import regex
from host.words import say

_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH
_FILTERS: Final = frozenset(
    "limit page cursor offset sort order orderby filter filters fields q query search since until pagesize perpage "
    "per_page page_size max_results maxresults top skip count first after before include expand".split()
)
_SHOWS: Final = frozenset(
    "status info detail details history usage metric metrics report log summary stat stats statistics overview help "
    "version health diff lookup result results output preview plan price quote forecast weather question answer "
    "sum calculator total estimate converter".split()
)
_REFSPEC: Final = regex(
    r"\+(?:refs/|HEAD\b|[\w.-]{1,80}(?:/[\w.-]{1,80}){0,4}(?::|$))[\w./-]{0,200}(?::[\w./-]{1,200})?"
)
_REFS: Final = frozenset("refspec refspecs spec specs ref refs branch branche branches".split())
_REPOSITORIES: Final = frozenset("git github gitlab gitea bitbucket repo repository push sync mirror".split())
_MAINS: Final = ("main", "master", "trunk", "release", "prod")
_AGREEING: Final = frozenset("approval approver approvals reviewer review reviewers signature signer signoff".split())
_WANTED: Final = frozenset("required require requires min minimum needed count number".split())
_COMMITS: Final = frozenset(
    "apply destroy delete execute commit approve purge wipe publish deploy overwrite prune confirm proceed".split()
)
_MILD: Final = frozenset(
    "dry is has include show skip no not only without exclude can hide if was require with allow after_hours".split()
)
_LAST: Final = frozenset("snapshot backup copy instantaneo instantánea sicherung sauvegarde respaldo copia".split())
_FINAL: Final = regex(
    r"(?i)(?:final|last|letzte|derni[eè]re?|[uú]ltim[ao])_?-?(?:snapshot|backup|sicherung|sauvegarde|respaldo|copia)|"
    r"(?:snapshot|backup|instant[aâáà]ne[oa]|sauvegarde|respaldo|sicherung)_?-?(?:final\w?|letzte)"
)
_FOR_GOOD: Final = regex(
    r"(?i)(?:definitiv[oae]?|definitif|endg(?:ü|ue)ltig|permanente?|irreversible|irreversibel|unwiderruflich|"
    r"sin_?respaldo|ohne_?(?:sicherung|backup)|sans_?sauvegarde|sem_?(?:backup|copia)|senza_?backup|force?r|forzar|"
    r"for(?:ç|c)ar|erzwingen|forzare|alles?|tout|todo|tudo|tutto)"
)
_LETS: Final = regex(r"(?i)read_?only")
_SERVERS: Final = regex(r"(?i)(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,20}\.?")

_FORCES: Final = say("This throws away work in a repository, or what others see of it.")
_LEADS: Final = say("This changes where money, mail or a name leads from now on.")
_NOBODY: Final = say("This switches off what protects or records.")
_DOES: Final = say("The tool is named like one that shows or prepares, and an input makes it do it.")
_NO_BACK: Final = say("This input leaves no way back, or skips what would protect.")


def sets_something(subject: Subject, words: frozenset[str]) -> bool:
    """Whether a tool that is named for a thing is given something to set. ``words``: of its name."""
    if not words or deed(subject.tool) or not words.isdisjoint(_SHOWS) or not subject.arguments:
        return False
    if len(subject.arguments) == 1 and not any(_turned(value) for value in subject.arguments.values()):
        return False
    return _FILTERS.isdisjoint(key.lower() for key in subject.arguments)


def _turned(value: JsonValue) -> bool:
    """Whether a value switches something."""
    return isinstance(value, bool) or (
        isinstance(value, str) and value.lower() in ("off", "disabled", "none", "inactive", "suspended")
    )


def milder(findings: Iterator[Finding]) -> Iterator[Finding]:
    """What rests on a guess is no grave finding."""
    for each in findings:
        if each.text == EMPTIED:
            continue
        yield (
            each
            if each.severity is not _HIGH
            else Finding(each.kind, _MEDIUM, each.text, each.evidence, each.where, each.span)
        )


def find_plain(subject: Subject, words: frozenset[str], *, looking: bool) -> Iterator[Finding]:
    """``destructive``: whatever the tool is called. ``looking``: whether its name is that of one that looks."""
    if looking:
        yield from _done(subject)
        return
    yield from _forced(subject, words)
    if deed(subject.tool) == "reads":
        return
    yield from _led(subject, words)
    for steps, key, value in members(subject.arguments):
        if isinstance(value, str) and not _tells(key):
            continue
        if (says := _of(key, value) or _unguarded(key, value, words)) is not None:
            yield Finding("destructive", _MEDIUM, says, key[:80], steps)
            return


@lru_cache(maxsize=1_024)
def _tells(key: str) -> bool:
    """Whether a text under that name may mean something."""
    return _name_of_servers(key) or key.lower().startswith("insecure")


def _of(key: str, value: JsonValue) -> str | None:
    """What one member means under its name."""
    if value is True:
        return _NO_BACK if _FOR_GOOD.fullmatch(key) else None
    if value is False:
        return _NO_BACK if _FINAL.search(key) or _LETS.fullmatch(key) else None
    if isinstance(value, (int, float)) and value == 0:
        words = words_of(key)
        return _NOBODY if not words.isdisjoint(_AGREEING) and not words.isdisjoint(_WANTED) else None
    return _LEADS if isinstance(value, (str, list)) and _name_servers(key, value) else None


def _unguarded(key: str, value: JsonValue, words: frozenset[str]) -> str | None:
    """Nobody who must agree, or a wall that is left out by its name."""
    if (
        value == []
        and words_of(key) & _AGREEING
        and words & {"environment", "protection", "rule", "ruleset", "policy", "branch"}
    ):
        return _NOBODY
    return _NOBODY if key.lower().startswith("insecure") and value in (True, 1, "1", "true") else None


def _led(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """A record of the names of a domain."""
    if words.isdisjoint(_DOMAINS) and words_of(subject.server).isdisjoint(_DOMAINS):
        return
    given = {key.lower(): value for key, value in subject.arguments.items()}
    kind = given.get("type", given.get("record_type", given.get("recordtype")))
    if not isinstance(kind, str) or kind.upper() not in _RECORDS:
        return
    for key in ("content", "value", "data", "target", "records", "values", "rdata", "ip", "points_to"):
        if given.get(key):
            yield Finding("destructive", _MEDIUM, _LEADS, kind, ("type",) if "type" in subject.arguments else ())
            return


_DOMAINS: Final = frozenset({"dns", "zone", "domain", "route53"})
_RECORDS: Final = frozenset("A AAAA CNAME MX NS CAA SRV ALIAS".split())


def _name_of_servers(key: str) -> bool:
    return key.lower().replace("_", "").replace("-", "") in _NAMES


_NAMES: Final = frozenset("ns nameserver nameservers newnameservers nsrecords nameserverset".split())


def _name_servers(key: str, value: JsonValue) -> bool:
    if not _name_of_servers(key):
        return False
    first = value[0] if isinstance(value, list) and value else value
    first = next(iter(first.values()), None) if isinstance(first, dict) else first
    return isinstance(first, str) and _SERVERS.fullmatch(first) is not None


def _forced(subject: Subject, words: frozenset[str]) -> Iterator[Finding]:
    """A reference that is put over another by force."""
    if words.isdisjoint(_REPOSITORIES) and words_of(subject.server).isdisjoint(_REPOSITORIES):
        return
    for text in islice(subject.values(), _FEW):
        if text.text[:1] == "+" and _REFSPEC.fullmatch(text.text[:400]) and not is_prose(text):
            if words_of(text.key).isdisjoint(_REFS) and ":" not in text.text:
                continue
            to = text.text.rpartition(":")[2].lower().strip("+").rpartition("/")[2]
            yield found("destructive", _HIGH if to.startswith(_MAINS) else _MEDIUM, _FORCES, text)
            return


def _done(subject: Subject) -> Iterator[Finding]:
    """A switch of a tool that shows or plans, with which it does it."""
    for steps, key, value in members(subject.arguments):
        if value is not True:
            continue
        said = key_words(key)
        if said and said[0] not in _MILD and ({"auto", "approve"} <= set(said) or not _COMMITS.isdisjoint(said)):
            if said[-1] in ("only", "status", "at", "by", "date"):
                continue
            yield Finding("destructive", _MEDIUM, _DOES, key[:80], steps)
            return


_FEW: Final = 60
