"""Hosts that look like one that the person or the app knows (pure).

Owns: that part of ``confusable``: names of hosts beside those that were approved before, that the person wrote, that
the call itself or an earlier one has, and firms that the person named. What stays true: a host that is known itself
imitates none; the work is bounded, and none where the call names no host.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from host.inspect.flows.traces import Trace
from host.inspect.imitated import one_edit
from host.inspect.saying import called, found_in
from host.inspect.subject import Earlier, Subject, Text
from host.inspect.texts.lookalikes import skeleton
from host.model import Finding, Severity
from host.naming import key_words
from host.patterns import regex
from host.text import one_line
from host.words import say

_HOST: Final = regex(r"(?:@|://)((?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,6}[^\W\d_]{2,24})(?![\w@-])")
_ALONE: Final = regex(r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,6}[^\W\d_]{2,24}")
_WORD: Final = regex(r"[^\W_]{5,40}")
_VALUES: Final = 100
_LOOKED: Final = 8_192
_HOSTS: Final = 40
_SESSION: Final = 8
_KNOWN: Final = 300
_NAME: Final = 80
_SECOND: Final = frozenset("co com org net gov ac or ne edu gv".split())
"""Below a country, what stands before is the name."""
_ALIKE: Final = 5
_EDITED: Final = 7
"""Letters of a name from which one that is an edit away is hardly another by chance."""
_HOST_KEYS: Final = frozenset("host hostname domain server endpoint site website fqdn".split())
_NO_DIGIT: Final = regex(r"[^0-9]+")


def find_alike(subject: Subject) -> Iterator[Finding]:
    """The first host of the call that looks like one that is known, and is not."""
    named = list(islice(_named(subject), _HOSTS))
    if not named:
        return
    trusted = _by_domain((*sorted(subject.past.hosts)[:_KNOWN], *_in(subject.turn), *_own(named)))
    others = _by_domain(host for it in subject.past.session[:_SESSION] for host in _brought(it))
    firms = {skeleton(word): word for word in islice(_WORD.findall(subject.turn[:_LOOKED]), _KNOWN)}
    for text, host, start in named:
        domain = _domain(host)
        if domain in trusted:
            continue
        known = _alike(domain, trusted) or ("" if domain in others else _alike(domain, others))
        known = known or _firm(domain, firms)
        if known:
            said = say(
                "{place} names {what}, which looks like \u201c{known}\u201d and is not.",
                place=called(text),
                what=say("the host \u201c{name}\u201d", name=one_line(host, _NAME)),
                known=one_line(known, _NAME),
            )
            yield found_in("confusable", Severity.MEDIUM, said, text, (start, start + len(host)))
            return


def _named(subject: Subject) -> Iterator[tuple[Text, str, int]]:
    for text in islice(subject.values(), _VALUES):
        raw = text.text[:_LOOKED]
        if "@" in raw or "://" in raw:
            yield from ((text, met[1], met.start(1)) for met in _HOST.finditer(raw))
        elif "." in raw and len(raw) <= _NAME and not _HOST_KEYS.isdisjoint(key_words(text.key)):
            yield from ((text, raw, 0) for _ in islice(_ALONE.finditer(raw), 1) if _ALONE.fullmatch(raw))


def _own(named: list[tuple[Text, str, int]]) -> Iterator[str]:
    """The sender's."""
    return (host for text, host, _ in named if key_words(text.key)[-1:] in (("from",), ("sender",)))


def _in(text: str) -> list[str]:
    found = _HOST.findall(text[:_LOOKED]) if "@" in text or "://" in text else []
    return [*found, *(_ALONE.findall(text[:_LOOKED]) if "." in text else ())]


def _brought(earlier: Earlier) -> tuple[str, ...]:
    found = earlier.trace.once(_of_result) if isinstance(earlier.trace, Trace) else _of_result(earlier.text)
    return found or ()


def _of_result(text: str) -> tuple[str, ...] | None:
    head = text[: 2 * _LOOKED]
    if "@" not in head and "://" not in head:
        return None
    return tuple(dict.fromkeys(islice((met[1].lower() for met in _HOST.finditer(head)), _HOSTS))) or None


def _by_domain(hosts: Iterable[str]) -> dict[str, str]:
    return {_domain(host): host for host in hosts if "." in host}


def _domain(host: str) -> str:
    """The part of a host that somebody registers, as far as that can be told."""
    labels = host.lower().strip(".").split(".")
    size = 3 if len(labels) > 2 and labels[-2] in _SECOND else 2
    return ".".join(labels[-size:])


def _alike(domain: str, known: dict[str, str]) -> str:
    label, _, end = domain.partition(".")
    if len(label) < _ALIKE:
        return ""
    looks = skeleton(label)
    for other, host in known.items():
        name, _, theirs = other.partition(".")
        if name == label or len(name) < _ALIKE:
            continue
        if skeleton(name) == looks:
            return host
        near = abs(len(name) - len(label)) <= 1 and min(len(name), len(label)) >= _EDITED and end == theirs
        if near and _NO_DIGIT.sub("", name) == _NO_DIGIT.sub("", label) and one_edit(label, name):
            return host
    return ""


def _firm(domain: str, firms: dict[str, str]) -> str:
    label = domain.partition(".")[0]
    word = firms.get(skeleton(label), "") if len(label) >= _ALIKE else ""
    return word if word and word.lower() != label else ""
