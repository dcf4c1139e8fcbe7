"""Which name is nearly a well-known one (pure).

Owns: looking up a name's skeleton, and what it is with one letter changed, in the table ``known_names`` and among the
domains that an app uses. Invariants: a name of the table, or one that it knows as somebody else's, imitates nothing; a
comparison with the table costs the length of the name alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import islice
from typing import Final

from host.inspect import tables
from host.inspect.domains import canonical, host_of, readable, registrable
from host.inspect.lookalikes import foreign, latin, skeleton
from host.inspect.subject import Subject

NEAR: Final = 6
"""Letters of a known name from which one that is an edit away counts: of shorter ones too many are words."""
ALIKE: Final = 5
"""Letters from which a name is looked at at all."""
LONGEST: Final = 40
_USED: Final = 400
"""Places, and fields of results, of which the domains are compared."""


@cache
def names_of(what: str) -> tuple[str, ...]:
    """The words of the table's rows of one sort."""
    return tuple(name for row in tables.rows("known_names") if row["what"] == what for name in row.match)


@cache
def known_names() -> frozenset[str]:
    """Sites, packages, and the files and accounts of nearly everybody."""
    return frozenset((*names_of("site"), *names_of("package"), *names_of("word")))


@lru_cache(maxsize=4_096)
def imitated_by(name: str, *, package: bool = False, edits: bool = True) -> str:
    """The well-known site or package that ``name`` looks like; empty for none, or itself.

    Args:
        name: one label of a host, or a package's name.
        package: whether it is the latter, and is compared with packages; a plural is odd there too.
        edits: whether one letter changed counts, rather than only letters that look alike.
    """
    pool = "package" if package else "site"
    low = name.lower()
    if not ALIKE <= len(low) <= LONGEST or low in _sites_and_packages() or low in _honest():
        return ""
    if known := _by_skeleton(pool).get(skeleton(name), ""):
        return known
    if not edits or not low.isascii():
        return ""
    if package and (known := _unhyphenated().get(low, "")):
        return known
    for left in (low, *_without_one(low)):
        for known in _by_deletion(pool).get(left, ()):
            if one_edit(low, known) and not _inflected(low, known, plurals=package):
                return known
    return ""


def one_edit(one: str, other: str) -> bool:
    """Whether a letter added, left out, replaced, or swapped with its neighbour makes one of the other."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    a, b = one[at:], other[at:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def _inflected(name: str, known: str, *, plurals: bool) -> bool:
    """A number behind, or a plural (unless ``plurals`` are odd): such names are made by honest people."""
    longer, shorter = (name, known) if len(name) > len(known) else (known, name)
    return longer[:-1] == shorter and (
        (longer[-1] == "s" and shorter[-1] != "s" and not plurals) or longer[-1].isdigit()
    )


@lru_cache(maxsize=2_048)
def imitated_package(name: str) -> tuple[str, bool]:
    """What a package's name imitates, and whether by letters of another script."""
    owner, _, last = name.rpartition("/")
    return imitated_by(last, package=True) or imitated_by(
        owner.rpartition("/")[2].lstrip("@"), edits=False
    ), not name.isascii()


@lru_cache(maxsize=2_048)
def imitated_host(host: str) -> tuple[str, bool]:
    """What a host imitates, and whether by letters of another script."""
    labels = readable(host.lower()).split(".")
    for label in labels[:-1] or labels:
        looks = latin(label)
        passing = looks.isascii() and len(foreign(label)) == sum(map(str.isalpha, label))
        if not label.isascii() and passing and (labels[-1].isascii() or looks in known_names()):
            return looks, True  # as Chromium's policy for such names has it: a look-alike in every letter
    own = registrable(canonical(host) or host.lower())
    label = readable(own).partition(".")[0]
    for word in (label, *(label.split("-") if "-" in label else ())):
        known = imitated_by(word, edits=word == label)
        if known:
            return known, not word.isascii()
    return "", False


def alike(subject: Subject, host: str) -> str:
    """The domain that this app uses, and that ``host`` looks like; empty for none, or where it is one of them."""
    domain = registrable(canonical(host) or host.lower())
    used, named, brought = subject.cached(_domains)
    if domain in used or domain in subject.turn:
        return ""
    label, _, end = domain.partition(".")
    seen, digits = skeleton(readable(label)), "".join(filter(str.isdigit, label))
    for other in (*used, *named, *(() if domain in brought else brought)):
        name, _, theirs = other.partition(".")
        if name == label or min(len(name), len(label)) < ALIKE:
            continue
        looks = skeleton(readable(name)) == seen
        same = "".join(filter(str.isdigit, name)) == digits
        if looks or (min(len(name), len(label)) >= ALIKE + 2 and end == theirs and same and one_edit(name, label)):
            return other
    return ""


def _domains(subject: Subject) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Domains of places where approved calls went, and of addresses that earlier calls named, and brought."""
    earlier = subject.past.earlier_calls
    fields = (value for it in earlier if it.result is not None for value in it.result.addresses)
    named = (value for it in earlier for value in sorted(it.values) if "@" in value or "://" in value)
    return _of_places(sorted(subject.past.places)), _of_places(named), _of_places(fields)


def _of_places(places: Iterable[str]) -> tuple[str, ...]:
    hosts = (
        host_of(place) if "://" in place else canonical(place.rpartition("@")[2]) for place in islice(places, _USED)
    )
    return tuple(dict.fromkeys(registrable(host) for host in hosts if "." in host))


@cache
def _sites_and_packages() -> frozenset[str]:
    return frozenset((*names_of("site"), *names_of("package")))


@cache
def _honest() -> frozenset[str]:
    return frozenset(names_of("honest"))


@cache
def _by_skeleton(pool: str) -> dict[str, str]:
    return {skeleton(name): name for name in names_of(pool) if len(name) >= ALIKE}


@cache
def _unhyphenated() -> dict[str, str]:
    return {name.replace("-", ""): name for name in names_of("package") if "-" in name}


@cache
def _by_deletion(pool: str) -> dict[str, tuple[str, ...]]:
    """Names by what is left of them without one letter, or with all."""
    made: dict[str, set[str]] = {}
    for name in names_of(pool):
        if len(name) >= NEAR:
            for left in (name, *_without_one(name)):
                made.setdefault(left, set()).add(name)
    return {left: tuple(sorted(names)) for left, names in made.items()}


def _without_one(name: str) -> list[str]:
    return [name[:at] + name[at + 1 :] for at in range(len(name))]
