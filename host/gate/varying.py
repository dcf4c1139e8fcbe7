"""How the parts of a call's inputs may vary under a grant (pure).

Owns: the kinds of parts, whether a value is as a part says, and the words for it. What stays true: a part covers
nothing that its words do not say; a path or an address counts only where it was resolved for certain, and as nothing
else; a folder is the one that its path leads to without a link, now.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from host.canonical import canonical, json_path
from host.model import JsonValue
from host.policy.facts import CallFacts, HostFact, PathFact, Place, within
from host.policy.leaves import shown
from host.words import say

_QUOTED: Final = 160
"""Characters of a value that its words repeat; of longer ones they give the length, and the call shows them."""
_WEB: Final = re.compile(r"(https?)://", re.IGNORECASE)
_WHOLE: Final = json_path(())
_USUAL_PORTS: Final = {"http": 80, "https": 443}

Steps: TypeAlias = "tuple[str | int, ...]"


@dataclass(frozen=True, slots=True)
class Same:
    """What stays as it was. Attributes: raw: canonical bytes."""

    raw: bytes


@dataclass(frozen=True, slots=True)
class InFolder:
    """A path that may be another one in a folder.

    Attributes:
        folder: its path, links resolved. itself: whether the path may also be the folder's own.
    """

    folder: str
    itself: bool


@dataclass(frozen=True, slots=True)
class AtOrigin:
    """An address that may go on otherwise. Attributes: scheme, host (canonical), port (RFC 6454)."""

    scheme: str
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class AnyText:
    """Contents that may be others."""


@dataclass(frozen=True, slots=True)
class Members:
    """An object of exactly these members, in the order of names."""

    parts: tuple[tuple[str, Part], ...]


@dataclass(frozen=True, slots=True)
class Items:
    """An array of exactly these items."""

    parts: tuple[Part, ...]


Part: TypeAlias = "Same | InFolder | AtOrigin | AnyText | Members | Items"


class Found:
    """Facts by where they stand. Where two of a kind stand, neither is certain.

    Attributes:
        complete: whether everything was looked at: a fact about the whole of the inputs says what was left out.
    """

    def __init__(self, facts: CallFacts) -> None:
        self.paths: dict[str, list[PathFact]] = defaultdict(list)
        self.hosts: dict[str, list[HostFact]] = defaultdict(list)
        self.folders: Mapping[str, Place] = facts.folders
        for path in facts.paths or ():
            self.paths[path.where].append(path)
        for host in facts.hosts or ():
            self.hosts[host.where].append(host)
        gathered = facts.paths is not None and facts.hosts is not None
        self.complete = gathered and _WHOLE not in self.paths and _WHOLE not in self.hosts

    def places(self, steps: Steps, text: str) -> tuple[Place, ...]:
        """Where the path leads that ``text`` is, by every reading; empty where it is none for certain."""
        where = json_path(steps)
        match self.paths.get(where), self.hosts.get(where):
            case [PathFact(kind="path", place=Place() as place, maybe=others, text=seen)], None if seen == text:
                return (place, *others)
        return ()

    def origin(self, steps: Steps, text: str) -> AtOrigin | None:
        """Whose address ``text`` is; None where it is none for certain."""
        where, written = json_path(steps), _WEB.match(text)
        match self.hosts.get(where), self.paths.get(where):
            case [HostFact(kind="url", host=str(host), port=int(port), maybe=(), text=seen)], None if seen == text:
                return AtOrigin(written[1].lower(), host, port) if written else None
        return None

    def free(self, steps: Steps) -> bool:
        """Whether the text there is neither a path nor an address, nor could be a path.

        Facts name the place of a value in escaped, bounded words. Where those differ, nothing is certain.
        """
        where = json_path(steps)
        if where != shown(where):
            return False
        address = any(host.kind == "url" for host in self.hosts.get(where, ()))
        return self.complete and where not in self.paths and not address


def fits(part: Part, value: JsonValue, steps: Steps, found: Found) -> bool:
    """Whether ``value``, which stands at ``steps``, is as ``part`` says."""
    match part:
        case Same(raw):
            return canonical(value) == raw
        case Members(parts):
            if not isinstance(value, dict) or sorted(value) != [name for name, _ in parts]:
                return False
            return all(fits(inner, value[name], (*steps, name), found) for name, inner in parts)
        case Items(parts):
            if not isinstance(value, list) or len(value) != len(parts):
                return False
            numbered = enumerate(zip(parts, value, strict=True))
            return all(fits(inner, item, (*steps, place), found) for place, (inner, item) in numbered)
    return isinstance(value, str) and _varies(part, value, steps, found)


def _varies(part: InFolder | AtOrigin | AnyText, text: str, steps: Steps, found: Found) -> bool:
    if isinstance(part, InFolder):
        places, folder = found.places(steps, text), found.folders.get(part.folder)
        return bool(places) and all(_lies(place, part, folder) for place in places)
    return found.origin(steps, text) == part if isinstance(part, AtOrigin) else found.free(steps)


def _lies(place: Place, part: InFolder, folder: Place | None) -> bool:
    """``folder``: as the path resolves now; where a link has taken its place, it is not what was granted."""
    if folder is None or folder.text != part.folder or within(place, folder) is not True:
        return False
    depth = place.chain.index(folder.chain[0]) + len(place.tail) - len(folder.tail)
    names = place.text.split("/")[-depth:] if depth else []
    return not any(name.startswith(".") for name in names) if names else part.itself


def leaves(part: Part) -> Iterator[Part]:
    """Those that hold no other parts."""
    match part:
        case Members(parts):
            for _, inner in parts:
                yield from leaves(inner)
        case Items(parts):
            for inner in parts:
                yield from leaves(inner)
        case _:
            yield part


def lines(part: Part, steps: Steps = ()) -> Iterator[str]:
    """What it covers, a line for each part that holds no others. Hold strangers' text."""
    match part:
        case Members(parts):
            for name, inner in parts:
                yield from lines(inner, (*steps, name))
        case Items(parts):
            for place, inner in enumerate(parts):
                yield from lines(inner, (*steps, place))
        case _:
            where = json_path(steps).removeprefix("$").removeprefix(".")
            yield say("{place}: {meaning}", place=where, meaning=_meaning(part))


def _meaning(part: Part) -> str:
    match part:
        case Same(raw):
            text = raw.decode()
            if len(text) > _QUOTED:
                return say("exactly as above ({n} characters)", n=len(text))
            return say("exactly {value}", value=text)
        case InFolder(folder, itself):
            if itself:
                return say("{folder}, or any path in it, at any depth, by no hidden name", folder=folder)
            return say("any path in {folder}, at any depth, by no hidden name", folder=folder)
        case AtOrigin(scheme, host, port):
            name = f"[{host}]" if ":" in host else host
            beside = "" if port == _USUAL_PORTS[scheme] else f":{port}"
            return say("any address at {origin}", origin=f"{scheme}://{name}{beside}")
    return say("any text that is neither a path nor an address")
