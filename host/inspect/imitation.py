"""Names that are nearly well-known ones (pure).

Owns: comparing a name's skeleton, and its variants with one letter changed, with the table ``known_names`` and with the
domains that an app uses. Invariants: a name in the table, also one marked as honest, imitates nothing; a comparison
with the table takes time by the length of the name only.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import islice
from typing import Final

from host.inspect import tables
from host.inspect.domains import canonical, host_of, readable, registrable
from host.inspect.lookalikes import foreign_letters, latin, skeleton
from host.inspect.subject import Subject

MIN_LENGTH_FOR_EDITS: Final = 6
"""Letters of the shortest known name that is compared with one letter changed; shorter ones are too often words."""
MIN_LENGTH: Final = 5
"""Letters of the shortest name that is compared at all."""
MAX_LENGTH: Final = 40
_MAX_PLACES: Final = 400
"""Places, and fields of results, whose domains are compared."""


@cache
def names_of(what: str) -> tuple[str, ...]:
    """The names of one sort in the table ``known_names``."""
    return tuple(name for row in tables.rows("known_names") if row["what"] == what for name in row.match)


@cache
def known_names() -> frozenset[str]:
    """The well-known sites, packages and other words."""
    return frozenset((*names_of("site"), *names_of("package"), *names_of("word")))


@lru_cache(maxsize=4_096)
def imitated_by(name: str, *, package: bool = False, edits: bool = True) -> str:
    """The well-known site or package that ``name`` looks like, empty for none.

    Args:
        name: one label of a host, or a package's name.
        package: whether it is a package, for which a plural is odd too.
        edits: whether one changed letter counts, rather than only look-alike letters.
    """
    pool = "package" if package else "site"
    lower = name.lower()
    if not MIN_LENGTH <= len(lower) <= MAX_LENGTH or lower in _sites_and_packages() or lower in _honest_names():
        return ""
    if known := _names_by_skeleton(pool).get(skeleton(name), ""):
        return known
    if not edits or not lower.isascii():
        return ""
    for shortened in (lower, *_one_letter_less(lower)):
        for known in _names_by_deletion(pool).get(shortened, ()):
            if one_edit(lower, known) and not _is_inflected(lower, known, plurals=package):
                return known
    return ""


def one_edit(one: str, other: str) -> bool:
    """Whether two names differ by one letter that is added, missing, replaced, or swapped with its neighbour."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    a, b = one[at:], other[at:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def _is_inflected(name: str, known: str, *, plurals: bool) -> bool:
    """Whether the names differ by a final digit, or by a plural (unless ``plurals`` are odd): both are usual."""
    longer, shorter = (name, known) if len(name) > len(known) else (known, name)
    return longer[:-1] == shorter and (
        (longer[-1] == "s" and shorter[-1] != "s" and not plurals) or longer[-1].isdigit()
    )


@lru_cache(maxsize=2_048)
def imitated_package(name: str) -> tuple[str, bool]:
    """The name that a package imitates, and whether by letters of another script."""
    return imitated_by(name.rpartition("/")[2], package=True), not name.isascii()


@lru_cache(maxsize=2_048)
def imitated_host(host: str) -> tuple[str, bool]:
    """The name that a host imitates, and whether by letters of another script."""
    labels = readable(host.lower()).split(".")
    for label in labels[:-1] or labels:
        latin_label = latin(label)
        is_all_foreign = latin_label.isascii() and len(foreign_letters(label)) == sum(map(str.isalpha, label))
        if not label.isascii() and is_all_foreign and (labels[-1].isascii() or latin_label in known_names()):
            return latin_label, True  # every letter is a look-alike, as in Chromium's policy for such names
    domain = registrable(canonical(host) or host.lower())
    label = readable(domain).partition(".")[0]
    for word in (label, *(label.split("-") if "-" in label else ())):
        known = imitated_by(word, edits=word == label)
        if known:
            return known, not word.isascii()
    return "", False


def imitated_used_domain(subject: Subject, host: str) -> str:
    """The domain used by this app that ``host`` looks like, empty if there is none or the app uses ``host``."""
    domain = registrable(canonical(host) or host.lower())
    approved, in_inputs, in_results = subject.cached(_known_domains)
    if domain in approved or domain in subject.turn:
        return ""
    label = domain.partition(".")[0]
    own_skeleton = skeleton(readable(label))
    for used in (*approved, *in_inputs, *in_results):
        name = used.partition(".")[0]
        if name != label and min(len(name), len(label)) >= MIN_LENGTH and skeleton(readable(name)) == own_skeleton:
            return used
    return ""


def _known_domains(subject: Subject) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The domains of approved destinations, of inputs of earlier calls, and of their results."""
    earlier = subject.past.earlier_calls
    fields = (value for call in earlier if call.result is not None for value in call.result.addresses)
    named = (value for call in earlier for value in call.named.addresses())
    return _registrable_domains(sorted(subject.past.places)), _registrable_domains(named), _registrable_domains(fields)


def _registrable_domains(places: Iterable[str]) -> tuple[str, ...]:
    hosts = (
        host_of(place) if "://" in place else canonical(place.rpartition("@")[2])
        for place in islice(places, _MAX_PLACES)
    )
    return tuple(dict.fromkeys(registrable(host) for host in hosts if "." in host))


@cache
def _sites_and_packages() -> frozenset[str]:
    return frozenset((*names_of("site"), *names_of("package")))


@cache
def _honest_names() -> frozenset[str]:
    return frozenset(names_of("honest"))


@cache
def _names_by_skeleton(pool: str) -> dict[str, str]:
    return {skeleton(name): name for name in names_of(pool) if len(name) >= MIN_LENGTH}


@cache
def _names_by_deletion(pool: str) -> dict[str, tuple[str, ...]]:
    """The names by each of their variants with one letter less, and by themselves."""
    by_variant: dict[str, set[str]] = {}
    for name in names_of(pool):
        if len(name) >= MIN_LENGTH_FOR_EDITS:
            for shortened in (name, *_one_letter_less(name)):
                by_variant.setdefault(shortened, set()).add(name)
    return {shortened: tuple(sorted(names)) for shortened, names in by_variant.items()}


def _one_letter_less(name: str) -> list[str]:
    return [name[:at] + name[at + 1 :] for at in range(len(name))]
