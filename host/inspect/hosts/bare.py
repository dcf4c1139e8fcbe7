"""Hosts without a scheme, where no name says that a host stands there (pure).

Owns: names to be looked up, the hosts of container images and of the modules of a language, and names of services that
collect what comes to them, wherever they stand. What stays true: what is a file or a version is no host; a text is
looked through once, bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

from host.inspect.hosts.names import TUNNELS, below, collects
from host.inspect.subject import Subject, Text
from host.inspect.tools.words import is_prose, last_word, named_as_code, tool_words, words_of
from host.patterns import regex

Place: TypeAlias = "tuple[int, int]"

LONGEST: Final = 65_536
_ALONE: Final = 400
_SCRIPT: Final = 16_384
"""Characters of a text that may name images among other things."""
_MOST: Final = 100
FILE_ENDS: Final = frozenset(
    "sh txt json py js ts zip gz tar tgz html htm csv xml yml yaml md log pdf png jpg conf cfg ini exe ps1 bat php rb "
    "pl sql db pem key crt deb rpm jsx tsx css scss vue go rs java kt cs cpp lock toml docx xlsx git svg ipynb".split()
)
_HOST: Final = r"((?:[A-Za-z0-9_-]{1,63}\.){1,8}[A-Za-z][A-Za-z0-9-]{1,23})\.?"
_NAME: Final = regex(_HOST)
_REFERENCE: Final = (
    r"(?:(?:[a-z0-9_-]{1,63}\.){1,8}[a-z][a-z0-9-]{1,23}(?::\d{2,5})?|[a-z0-9-]{1,63}:\d{4,5})(?=/[\w.-])"
)
_IMAGE: Final = regex(rf"(?:oci://|docker://)?({_REFERENCE})[\w./:@+-]{{2,300}}", re.IGNORECASE)
_IN_TEXT: Final = regex(
    rf"(?:\b(?:docker|podman|nerdctl|crane|skopeo|buildah|oras|ctr|crictl|kubectl|helm|flux|go)\s[^\n;|&]{{0,200}}?"
    rf"(?<=[\s=])|\bimage[\"']?\s{{0,3}}[:=]\s{{0,3}}[\"']?|(?:^|\n)from\s{{1,3}}(?:--platform=\S{{1,30}}\s{{1,3}})?)"
    rf"(?:oci://|docker://)?({_REFERENCE})",
    re.IGNORECASE,
)
_IMAGES: Final = frozenset("image baseimage containerimage chart imageref imagename ociref".split())
_CONTAINERS: Final = frozenset(
    "docker podman container image registry helm oci kubernetes k8s kubectl crane skopeo pod deployment ecs fargate "
    "nomad module terraform chart artifact".split()
)
_REFERRED: Final = frozenset(
    "repository repo name reference ref source src target dest destination tag from base module artifact".split()
)
_LOOKUPS: Final = frozenset(
    "dns lookup resolve resolver nslookup dig ping whois traceroute rdap tls ssl port mx cert certificate curl".split()
)
_LOOKED_UP: Final = frozenset("name query target record hostname host domain fqdn q input value label".split())
_ANY: Final = regex(r"(?<![\w@/-])(?<!\w\.)((?:[a-z0-9_-]{1,63}\.){1,8}[a-z]{2,10})(?![\w-]|\.\w)", re.IGNORECASE)


def bare(subject: Subject, text: Text) -> Iterator[Place]:
    """Where such hosts stand in a text."""
    raw = text.text
    if text.is_name or ("." not in raw[:LONGEST] and ":" not in raw[:LONGEST]):
        return
    if len(raw) <= _ALONE and (alone := _alone(subject, text)) is not None:
        yield alone
        return
    if len(raw) > LONGEST:
        return
    prose = is_prose(text)
    if not prose and len(raw) <= _SCRIPT and "/" in raw and (named_as_code(text) or "image" in raw or "FROM " in raw):
        yield from (_host(match) for match in islice(_IN_TEXT.finditer(raw), _MOST) if _sound(match[1]))
    yield from _collecting(raw, prose=prose)


def _alone(subject: Subject, text: Text) -> Place | None:
    """The host that a whole text is, or that an image comes from."""
    key, raw = last_word(text.key), text.text.strip()
    if " " in raw or "\n" in raw or "://" in raw[8:]:
        return None
    if "/" in raw and (key in _IMAGES or key in _REFERRED) and (match := _IMAGE.fullmatch(raw)) is not None:
        words = tool_words(subject) | words_of(subject.server)
        told = key in _IMAGES or not words.isdisjoint(_CONTAINERS)
        return _host(match, text.text.find(raw)) if told and _sound(match[1]) else None
    if key in _LOOKED_UP and (match := _NAME.fullmatch(raw)) is not None and _sound(match[1]):
        words = tool_words(subject) | words_of(subject.server)
        return None if words.isdisjoint(_LOOKUPS) else _host(match, text.text.find(raw))
    return None


def _host(match: re.Match[str], start: int = 0) -> Place:
    """Where the host stands, without its port."""
    at, end = match.span(1)
    name = match[1].partition(":")[0]
    return start + at, min(start + at + len(name), start + end)


def _sound(host: str) -> bool:
    """Whether it may be a host, and is not the name of a file."""
    return host.partition(":")[0].rpartition(".")[2].lower() not in FILE_ENDS


def _collecting(raw: str, *, prose: bool) -> Iterator[Place]:
    """Names of services that collect; in words for people those that somebody made there."""
    for match in islice(_ANY.finditer(raw), 4 * _MOST):
        host = match[1].lower()
        known = collects(host) or below(host, TUNNELS)
        if known and (not prose or host != known or raw[match.end() : match.end() + 1] == "/"):
            yield match.span(1)
