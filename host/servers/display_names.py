"""Display names of servers (pure).

Owns: which name from the configuration may stand on screen for a server, and which looks like another one's.

Invariants: a name is cosmetic: it changes no digest, vouches for nothing and names no server in rules, records or
answers. One that holds what cannot be seen, mixes scripts, or looks like the id or the name of another entry is not
used; the id stands in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from host import jsonc
from host.inspect.lookalikes import has_foreign, plain, skeleton
from host.text import escape, nfkc
from host.words import Words, say


class Flaw(NamedTuple):
    """Why a name is not used. Attributes: why: a clause. remedy: a sentence."""

    why: str
    remedy: str


def looks(name: str) -> str:
    """A name as it looks: of two that a person would take for each other, the same."""
    return skeleton(plain(name))


def flaws(names: Mapping[str, str], ids: Iterable[str]) -> dict[str, Flaw]:
    """What is wrong with display names; of two that look alike the first one stays.

    Args:
        names: by the id that each is for, in order.
        ids: of all entries, usable or not.

    Returns:
        The flaw of each name that may not be shown, by its id.
    """
    taken: dict[str, list[str]] = {}
    for one in ids:
        taken.setdefault(looks(one), []).append(one)
    found: dict[str, Flaw] = {}
    for server_id, name in names.items():
        others = taken.setdefault(looks(name), [])
        other = next((other for other in others if other != server_id), "")
        if (flaw := _unseen(name) or _alike(other)) is None:
            others.append(name)
        else:
            found[server_id] = flaw
    return found


def confusable(server_id: str, ids: Iterable[str]) -> Words:
    """What a person should know of an id that looks like those of other entries; empty where none does."""
    others = [other for other in ids if other != server_id and looks(other) == looks(server_id)]
    if not others:
        return ""
    return say("The name of this server looks like that of {others}.", others=", ".join(map(jsonc.quoted, others)))


def _unseen(name: str) -> Flaw | None:
    if name != nfkc(name) or name != escape(name) or name != " ".join(name.split()):
        return Flaw(say("holds characters that cannot be seen"), say("Write letters, digits and single spaces."))
    if not looks(name) or (has_foreign(name) and any(char.isascii() and char.isalpha() for char in name)):
        return Flaw(say("mixes letters of several scripts, or has none"), say("Write letters of one script."))
    return None


def _alike(other: str) -> Flaw | None:
    if not other:
        return None
    return Flaw(say("looks like {other}", other=jsonc.quoted(other)), say("Give it a name of its own."))
