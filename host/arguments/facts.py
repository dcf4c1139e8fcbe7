"""Paths and hosts in the arguments of a call (pure).

Invariants: nothing here accesses a file system or a network; a text that could not be resolved has no place or host.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from host.text import caseless
from host.values import PartlyPrinted


class Place(Struct, frozen=True):
    """A resolved absolute path, which need not exist.

    Attributes:
        chain: device and inode of the deepest existing directory or file on the path, then of each directory above it,
            up to the root.
        linked: for a folder of a rule: whether it is a link, which anyone who may write beside it could redirect.
        forms: for a folder of a rule: where it leads for programs that normalise its name differently.
    """

    text: str  # the path with links resolved
    chain: tuple[tuple[int, int], ...]
    tail: tuple[str, ...] = ()  # the names below it, which do not exist yet
    directory: bool | None = None  # whether the deepest existing entry is a directory; None if unknown
    linked: bool = False
    forms: tuple[Place, ...] = ()


class PathFact(PartlyPrinted, Struct, frozen=True):
    """One text of the arguments that is or may be a path.

    Attributes:
        other_places: further places that some program could read in it. An allow rule requires them to be within its
            folders too, whatever ``place`` is.
        names: all keys on the path to it, after ``text.caseless``: a rule for an argument applies to every key that
            some program could take for it.
        exactly_one_applies: whether every program reads one of ``other_places`` in it, but it is unknown which.
        ignorable: whether the tool may ignore it and choose another place itself: its definition does not name a member
            on the path to it, but others, of which one is not given. It counts against a call, and never for it.
    """

    UNPRINTED = frozenset({"text"})

    where: str  # its place in the arguments, such as ``$.path``
    key: str  # its key in the nearest object around it
    kind: Literal["path", "unclear"]  # ``path`` if its key or form says so, ``unclear`` if it may be one
    place: Place | None  # None if it cannot be resolved with certainty
    why: str = ""  # why it cannot, one safe clause
    other_places: tuple[Place, ...] = ()
    text: str = ""  # the text in the arguments (untrusted)
    names: frozenset[str] = frozenset()
    exactly_one_applies: bool = False
    ignorable: bool = False

    @property
    def all_places_known(self) -> bool:
        """Whether every place that some program could read in it is known."""
        return self.place is not None or self.exactly_one_applies


class HostFact(PartlyPrinted, Struct, frozen=True):
    """One text of the arguments that names or may name a host.

    ``where``, ``key``, ``why``, ``text``, ``names`` and ``ignorable`` are as in ``PathFact``.

    Attributes:
        host: canonical: lower case, A-labels, no final dot; an address in its shortest usual form, IPv6 without
            brackets. None if it cannot be determined with certainty.
        surely_no_host: whether it certainly names no host, such as ``file:///data``; no rule allows a call for that.
    """

    UNPRINTED = frozenset({"text"})

    where: str
    key: str
    kind: Literal["url", "unclear"]  # ``url`` if its key or form says so, ``unclear`` if it may name a host
    host: str | None
    port: int | None = None  # as written, else the default of the scheme, else None
    usual_port: bool = True  # whether ``port`` is the default of the scheme
    why: str = ""
    other_hosts: tuple[str, ...] = ()  # hosts that a lenient program could read in it
    text: str = ""
    surely_no_host: bool = False
    names: frozenset[str] = frozenset()
    ignorable: bool = False


def within(place: Place, folder: Place) -> bool | None:
    """Whether ``place`` is ``folder`` or lies below it; None if that depends on how the file system compares names.

    Existing directories are compared by device and inode, so that case and normalisation of the file system do not
    matter. Names that do not exist yet are compared as written.
    """
    if not folder.tail:
        return bool(folder.chain) and folder.chain[0] in place.chain
    if not folder.chain or not place.chain or folder.chain[0] != place.chain[0]:
        return False  # a missing folder contains nothing that exists, and its place is below its own parent only
    head = place.tail[: len(folder.tail)]
    if head == folder.tail:
        return True
    return None if tuple(map(caseless, head)) == tuple(map(caseless, folder.tail)) else False
