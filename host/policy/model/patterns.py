"""Patterns for the names of a call (pure).

Owns: their form and their matching. What stays true: they mean what ``fnmatch.fnmatchcase`` means, and match in linear
time, whatever a server calls its tools.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from host.words import say

Matcher: TypeAlias = "Callable[[str], object] | None"
"""Truthy for the names it matches; None matches all."""

_WILD: Final = re.compile(r"[*?\[]")
_SET: Final = re.compile(r"\[(!(?:[\[\]]|[^\[\]]+)|[\[\]]|[^!\[\]][^\[\]]*)\]")
_RANGE: Final = re.compile(r"(.)-(.)", re.DOTALL)


def glob_problem(glob: str) -> str:
    """Why a pattern would not match what its author meant, empty where it would.

    ``fnmatch`` takes an unclosed bracket literally and lets ``[z-a]`` match nothing; in a deny rule that is a hole.
    """
    outside = _SET.sub("", glob)
    if "[" in outside or "]" in outside:
        return say("has a bracket without its partner")
    sets = [inside.removeprefix("!") for inside in _SET.findall(glob)]
    if any(first > last for inside in sets for first, last in _RANGE.findall(inside)):
        return say("has a range that runs backwards")
    return ""


def _matcher(glob: str | None) -> Matcher:
    """What tests a name against a pattern: ``fnmatch.fnmatchcase``, compiled once.

    Linear: ``fnmatch.translate`` puts each ``*`` into an atomic group, so that nothing is tried twice.
    """
    if glob is None or glob == "*":
        return None
    return re.compile(fnmatch.translate(glob)).match if _WILD.search(glob) else glob.__eq__


def _all_match(matchers: tuple[Matcher, Matcher, Matcher], server: str, tool: str, app: str) -> bool:
    of_server, of_tool, of_app = matchers
    if of_server is not None and not of_server(server):
        return False
    if of_tool is not None and not of_tool(tool):
        return False
    return of_app is None or bool(of_app(app))


@dataclass(frozen=True, slots=True)
class Match:
    """Patterns for the three names of a call; None matches all. Well-formed by ``glob_problem``.

    Attributes:
        server, tool, app: ``*``, ``?`` and ``[…]`` as in ``fnmatch``, on the whole name, case-sensitive.
        cased: whether a pattern has capitals, so that a call could resemble it without matching it.
    """

    server: str | None = None
    tool: str | None = None
    app: str | None = None
    cased: bool = field(init=False, repr=False, compare=False)
    _exact: tuple[Matcher, Matcher, Matcher] = field(init=False, repr=False, compare=False)
    _folded: tuple[Matcher, Matcher, Matcher] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compile."""
        globs = (self.server, self.tool, self.app)
        exact = (_matcher(self.server), _matcher(self.tool), _matcher(self.app))
        cased = any(glob is not None and glob != glob.lower() for glob in globs)
        folded = tuple(_matcher(glob and glob.lower()) for glob in globs) if cased else exact
        for name, value in (("cased", cased), ("_exact", exact), ("_folded", folded)):
            object.__setattr__(self, name, value)  # the way in which frozen dataclasses derive fields

    @property
    def names_server(self) -> bool:
        """Whether it is for one server, by its name and not by a pattern."""
        return self.server is not None and _WILD.search(self.server) is None

    def matches(self, server: str, tool: str, app: str) -> bool:
        """Whether all three names match."""
        return _all_match(self._exact, server, tool, app)

    def resembles(self, server: str, tool: str, app: str) -> bool:
        """Whether three names in lower case match the patterns in lower case."""
        return _all_match(self._folded, server, tool, app)
