"""Findings about hosts (pure).

Owns: what is said of each host that a call names: private, odd, new. What stays true: one finding of a kind for a host;
nothing is looked up; a host that prose mentions counts where somebody is told, who may go there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from host.inspect.hosts.names import KNOWN, SCRIPT_SCHEMES, below
from host.inspect.hosts.odd import Situation, oddities
from host.inspect.hosts.private import reach
from host.inspect.hosts.read import MOST as LOOKED
from host.inspect.hosts.read import OF_ONE, Named, named
from host.inspect.paths.folders import lies_below, worked_out
from host.inspect.saying import found
from host.inspect.subject import Subject
from host.inspect.tools.words import last_word, reads_plainly, tool_words, words_of
from host.model import Finding, Severity
from host.naming import named_as_url
from host.patterns import regex
from host.text import one_line
from host.words import say

MOST: Final = 20
_LONG_QUERY: Final = 80
_LONGEST: Final = 2_048
_BREAK: Final = regex(r"(?<=\S)[\t\r\n]+(?=\S)")
_BROKEN: Final = say(
    "This address has tabs or line ends in it, which programs leave out: it leads elsewhere than it looks."
)
_TOO_MANY: Final = say("There are more addresses here than Assent looks at; the rest of them was not inspected.")
_MARKS: Final = (":", "@", ".", "host", "local")

_PRIVATE_SAYS: Final = {
    "metadata": say("This is the cloud's own service for machines, which hands out their access keys."),
    "machine": say("This address leads to the machine that the server runs on."),
    "network": say("This address leads into a private network."),
}
_SENDS: Final = frozenset(
    "post send upload publish submit push webhook forward put patch share callback notify".split()
)
_TELLS: Final = frozenset("send post message reply comment tweet publish email mail chat sms notify share dm".split())
_HANDED: Final = frozenset(
    "body data payload json form file attachment cookie webhook callback callbackurl webhookurl".split()
)
_RUNS: Final = frozenset("run exec execute shell bash command terminal install eval script".split())


def find_hosts(subject: Subject) -> Iterator[Finding]:
    """``private-host``, ``odd-host`` and ``new-host``; ``runs-code`` for addresses that are scripts."""
    if not any(mark in text.text for text in subject.texts for mark in _MARKS) and not subject.hosts:
        return
    hosts = named(subject)
    if not hosts:
        yield from _broken(subject)
        return
    yield from _private(hosts)
    yield from _broken(subject)
    yield from _odd(subject, hosts)
    yield from _new(subject, hosts)
    yield from _more(subject, hosts)


def _private(hosts: tuple[Named, ...]) -> Iterator[Finding]:
    said = set[str]()
    for each in hosts:
        if each.kind == "mail":
            continue
        reached = [where for host in each.hosts if (where := reach(host))]
        where = "metadata" if "metadata" in reached else next(iter(reached), "")
        if each.prose and where == "machine":
            continue  # everybody writes of localhost
        if where and where + each.raw not in said and len(said) < MOST:
            said.add(where + each.raw)
            grave = Severity.HIGH if where == "metadata" else Severity.MEDIUM
            yield found("private-host", grave, _PRIVATE_SAYS[where], each.text, each.span)


def _odd(subject: Subject, hosts: tuple[Named, ...]) -> Iterator[Finding]:
    situation = _situation(subject)
    said = set[tuple[str, str]]()
    for each in hosts:
        for odd in oddities(each, situation):
            if (odd.says, each.raw) not in said and len(said) < MOST:
                said.add((odd.says, each.raw))
                inside = each.scheme == "file" and _in_folders(subject, each)
                yield found("odd-host", Severity.INFO if inside else odd.severity, odd.says, each.text, each.span)
                if odd.alike:
                    yield found("confusable", Severity.MEDIUM, odd.says, each.text, each.span)
                if each.scheme in SCRIPT_SCHEMES and not each.prose:
                    yield found("runs-code", odd.severity, odd.says, each.text, each.span)


def _in_folders(subject: Subject, each: Named) -> bool:
    """Whether the address of a file leads into a folder that such calls may work in."""
    path = worked_out(each.text.text, subject.home)
    return any(lies_below(path, written) for written, _ in subject.folders)


def _broken(subject: Subject) -> Iterator[Finding]:
    """Addresses with tabs or line ends within, which programs leave out and people do not see."""
    for text in subject.values():
        if len(text.text) > _LONGEST or not named_as_url(text.key) or (broken := _BREAK.search(text.text)) is None:
            continue
        if not all("://" in piece for piece in text.text.split()):
            yield found("odd-host", Severity.HIGH, _BROKEN, text, broken.span())


def _more(subject: Subject, hosts: tuple[Named, ...]) -> Iterator[Finding]:
    """That there are more addresses than are judged."""
    crowded = next((text for text in subject.values() if text.text.count("://") > OF_ONE), None)
    if crowded is not None or len(hosts) >= LOOKED:
        yield Finding("not-inspected", Severity.INFO, _TOO_MANY, "", crowded.steps if crowded is not None else ())


def _situation(subject: Subject) -> Situation:
    words = tool_words(subject)
    method = subject.arguments.get("method")
    posted = isinstance(method, str) and method.upper() in ("POST", "PUT", "PATCH")
    handed = any(not words_of(key).isdisjoint(_HANDED) for key in subject.arguments)
    runs = not words.isdisjoint(_RUNS) or any(last_word(key) in _RUNS for key in subject.arguments)
    return Situation(posted or handed or not words.isdisjoint(_SENDS), runs)


def _new(subject: Subject, hosts: tuple[Named, ...]) -> Iterator[Finding]:
    plain = not subject.past.known and reads_plainly(subject)
    tells = not tool_words(subject).isdisjoint(_TELLS)  # who gets a message may follow the links in it
    said = set[str]()
    for each in hosts:
        if (each.prose and not tells) or not each.hosts or each.kind == "opaque" or len(said) >= MOST:
            continue
        for host in each.hosts[:1]:
            if host in said or reach(host) or host in subject.past.hosts or (known(host) and not _told(subject, each)):
                continue
            said.add(host)
            mild = plain and len(each.rest.partition("?")[2]) < _LONG_QUERY
            says = say("Nothing that you approved went to {host} before.", host=one_line(host, 120))
            yield found("new-host", Severity.INFO if mild else Severity.MEDIUM, says, each.text, each.span)


def _told(subject: Subject, each: Named) -> bool:
    """Whether a well-known host is worth a word: where it gets something, and others were approved before."""
    return subject.past.known and bool(subject.past.hosts) and each.kind == "url" and not reads_plainly(subject)


@lru_cache(maxsize=1_024)
def known(host: str) -> bool:
    """Whether a canonical host is a well-known public one."""
    return bool(below(host, KNOWN))
