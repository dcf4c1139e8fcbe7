"""How the parts of a call's inputs may vary under a grant (pure).

Owns: the kinds of parts, and whether a value is as a part says. What stays true: a part covers nothing that its words
(``host.gate.grant_words``) do not say; a path or an address counts only where it was resolved for certain, and as
nothing else; a folder is the one that its path leads to without a link, now; what may differ plays the part that it
played (``host.gate.variable_inputs``).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from host.canonical import canonical, json_path
from host.gate import variable_inputs
from host.inspect.tools import ToolClass
from host.model import JsonValue
from host.policy.facts import CallFacts, HostFact, PathFact, Place, within
from host.policy.leaves import shown

_WEB: Final = re.compile(r"(https?)://", re.IGNORECASE)
_WHOLE: Final = json_path(())

Steps: TypeAlias = "tuple[str | int, ...]"
Fixed: TypeAlias = Literal["destination", "authority", "program", "place", "number", ""]
"""Why something stays as it was; empty for what is named with all the rest."""


@dataclass(frozen=True, slots=True)
class Same:
    """What stays as it was. Attributes: raw: canonical bytes. role: why."""

    raw: bytes
    role: Fixed = ""


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
class Text:
    """A text that may be another one. Attributes: most: characters that it may have."""

    most: int


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number, a truth value or null that may be another one."""


@dataclass(frozen=True, slots=True)
class Members:
    """An object of these members, in the order of names.

    Attributes:
        parts: by name. choices: whether inputs that only say how a tool reads may stand beside them.
    """

    parts: tuple[tuple[str, Part], ...]
    choices: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """An array of exactly these items."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Each:
    """An array of one or more items, each as one of some parts.

    Attributes:
        parts: which hold no others. most: items that there may be.
    """

    parts: tuple[Part, ...]
    most: int


Part: TypeAlias = "Same | InFolder | AtOrigin | Text | Scalar | Members | Items | Each"


class Found:
    """Facts by where they stand. Where two of a kind stand, neither is certain.

    Attributes:
        tool: what the call does. complete: whether everything was looked at: a fact about the whole of the inputs says
        what was left out.
    """

    def __init__(self, facts: CallFacts, tool: ToolClass) -> None:
        self.tool = tool
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

    def free(self, steps: Steps, text: str) -> bool:
        """Whether the text there may differ, and is neither a path nor an address.

        Facts name the place of a value in escaped, bounded words. Where those differ, nothing is certain.
        """
        where = json_path(steps)
        if where != shown(where) or not self.complete:
            return False
        path = any(fact.kind == "path" for fact in self.paths.get(where, ()))
        address = any(fact.kind == "url" for fact in self.hosts.get(where, ()))
        return (
            not path and not address and variable_inputs.text_may_differ(variable_inputs.key_of(steps), text, self.tool)
        )

    def choice(self, steps: Steps, value: JsonValue) -> bool:
        """Whether an input only says how the tool reads, and is neither a path nor an address."""
        where = json_path(steps)
        address = any(fact.kind == "url" for fact in self.hosts.get(where, ()))
        return (
            where == shown(where)
            and not address
            and variable_inputs.is_choice(variable_inputs.key_of(steps), value, self.tool)
        )


def fits(part: Part, value: JsonValue, steps: Steps, found: Found) -> bool:
    """Whether ``value``, which stands at ``steps``, is as ``part`` says."""
    match part:
        case Same(raw):
            return canonical(value) == raw
        case Scalar():
            return not isinstance(value, (str, list, dict))
        case Members():
            return isinstance(value, dict) and _has(part, value, steps, found)
        case Items(parts):
            if not isinstance(value, list) or len(value) != len(parts):
                return False
            numbered = enumerate(zip(parts, value, strict=True))
            return all(fits(inner, item, (*steps, place), found) for place, (inner, item) in numbered)
        case Each(parts, most):
            if not isinstance(value, list) or not 0 < len(value) <= most:
                return False
            return all(
                any(fits(inner, item, (*steps, place), found) for inner in parts) for place, item in enumerate(value)
            )
    return isinstance(value, str) and _varies(part, value, steps, found)


def _has(part: Members, value: dict[str, JsonValue], steps: Steps, found: Found) -> bool:
    """Whether an object has its members, and beside them at most what only says how a tool reads."""
    known = dict(part.parts)
    if not known.keys() <= value.keys():
        return False
    for name, inner in value.items():
        within_it = (*steps, name)
        if name not in known:
            if not (part.choices and found.choice(within_it, inner)):
                return False
        elif not fits(known[name], inner, within_it, found):
            return False
    return True


def _varies(part: InFolder | AtOrigin | Text, text: str, steps: Steps, found: Found) -> bool:
    if isinstance(part, InFolder):
        places, folder = found.places(steps, text), found.folders.get(part.folder)
        return bool(places) and all(_lies(place, part, folder) for place in places)
    if isinstance(part, AtOrigin):
        return found.origin(steps, text) == part
    return len(text) <= part.most and found.free(steps, text)


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
        case Items(parts) | Each(parts):
            for inner in parts:
                yield from leaves(inner)
        case _:
            yield part


def pins(part: Part) -> bool:
    """Whether something in it stays as it was, or where it was."""
    return any(isinstance(leaf, (Same, InFolder, AtOrigin)) for leaf in leaves(part))


def varies(part: Part) -> bool:
    """Whether it covers more than the one value that it was made of."""
    match part:
        case Members(parts, choices):
            return choices or any(varies(inner) for _, inner in parts)
        case Items(parts):
            return any(map(varies, parts))
        case Each(parts):
            return len(parts) > 1 or any(map(varies, parts))
    return not isinstance(part, Same)
