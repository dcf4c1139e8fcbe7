"""Paths and hosts that the arguments of a call name (pure).

Owns: the types of these facts, and when a place lies within another. Invariants: nothing here touches a file system or
a network; what could not be resolved has no place and no host.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from host.text import caseless


class Place(Struct, frozen=True):
    """A resolved absolute path, whether or not something is there.

    Attributes:
        text: as it would be written, links resolved. chain: device and inode of the deepest directory or file on the
        way that exists, then of each directory above it, up to the root. tail: names below that do not exist yet.
        directory: whether that deepest thing is a directory; None where nobody looked. linked: for a folder that a rule
        names: whether its own name is a link's, which whoever may write beside it could point elsewhere. forms: of
        such a folder: where it leads for programs that compose its letters otherwise.
    """

    text: str
    chain: tuple[tuple[int, int], ...]
    tail: tuple[str, ...] = ()
    directory: bool | None = None
    linked: bool = False
    forms: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class PathFact:
    """One text of the arguments that is or may be a path.

    Attributes:
        where: such as ``$.path``. key: the name it stands under, of the nearest object around it. kind: ``path`` where
        its name or form says so; ``unclear`` where it might be one. place: None where it cannot be resolved surely.
        why: of that, one safe clause.
        other_places: further places that a reader could see in it: a rule that allows wants
        them within as well, whatever ``place`` is. text: as it stands in the arguments (untrusted). declared: whether
        the tool's definition knows every name on the way to it. names: all names on the way, as ``text.caseless`` has
        them: a rule that is for an argument is for each that some reader could take for it.
        exactly_one_applies: whether every program sees one of ``other_places`` in it, though nobody can tell which.
    """

    where: str
    key: str
    kind: Literal["path", "unclear"]
    place: Place | None
    why: str = ""
    other_places: tuple[Place, ...] = ()
    text: str = field(default="", repr=False)
    declared: bool = False
    names: frozenset[str] = frozenset()
    exactly_one_applies: bool = False

    @property
    def all_places_known(self) -> bool:
        """Whether every place is known that some program could mean."""
        return self.place is not None or self.exactly_one_applies


@dataclass(frozen=True, slots=True)
class HostFact:
    """One text of the arguments that names or may name a host.

    Attributes:
        where, key, kind, why, text, declared, names: as in ``PathFact``; kind ``url`` where its name or form says so.
        host: canonical: lower case, A-labels, no final dot; an address in its shortest usual form, IPv6 without
        brackets; None where it cannot be told for certain. port: as written, else the scheme's, else None.
        usual_port: whether ``port`` is the scheme's own. other_hosts: hosts that a lenient reader could see in it.
        surely_no_host: whether it surely names no host at all, as ``file:///data`` does; no rule allows by that.
    """

    where: str
    key: str
    kind: Literal["url", "unclear"]
    host: str | None
    port: int | None = None
    usual_port: bool = True
    why: str = ""
    other_hosts: tuple[str, ...] = ()
    text: str = field(default="", repr=False)
    declared: bool = False
    surely_no_host: bool = False
    names: frozenset[str] = frozenset()


def within(place: Place, folder: Place) -> bool | None:
    """Whether ``place`` is ``folder`` or lies below it; None where that depends on how names are compared.

    Directories that exist are compared by what they are, not by name: a file system that knows no capitals, or that
    composes letters, answers for itself. Names that do not exist yet are compared as they are written.
    """
    if not folder.tail:
        return bool(folder.chain) and folder.chain[0] in place.chain
    if not folder.chain or not place.chain or folder.chain[0] != place.chain[0]:
        return False  # what does not exist lies below nothing that does, and below its own parent alone
    head = place.tail[: len(folder.tail)]
    if head == folder.tail:
        return True
    return None if tuple(map(caseless, head)) == tuple(map(caseless, folder.tail)) else False
