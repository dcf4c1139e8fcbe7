"""Rules, and the files they come from, as frozen values (pure).

Owns: what a rule matches, which rules of a source count, and the digest that a confirmation names. What stays true: an
allow rule of the user's file counts only where a person confirmed the file's rules as they stand (SECURITY, row 39);
patterns match in linear time, whatever a server calls its tools.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from host.canonical import canonical
from host.errors import ConfigError
from host.model import Effect, JsonValue, sha256_hex

SourceKind: TypeAlias = Literal["managed", "user"]
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
        return "has a bracket without its partner"
    sets = [inside.removeprefix("!") for inside in _SET.findall(glob)]
    if any(first > last for inside in sets for first, last in _RANGE.findall(inside)):
        return "has a range that runs backwards"
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

    def matches(self, server: str, tool: str, app: str) -> bool:
        """Whether all three names match."""
        return _all_match(self._exact, server, tool, app)

    def resembles(self, server: str, tool: str, app: str) -> bool:
        """Whether three names in lower case match the patterns in lower case."""
        return _all_match(self._folded, server, tool, app)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    Attributes:
        id: unique in its file. effect: what it says of the calls it matches. reason: its author's words.
    """

    id: str
    effect: Effect
    match: Match
    reason: str = ""
    source: SourceKind = "user"


@dataclass(frozen=True, slots=True)
class PolicySource:
    """One policy file as it was at one moment.

    Attributes:
        kind: ``managed`` or ``user``. path: as given. digest: SHA-256 of the file in hex, empty where there is none.
        rules: as written, none where the file cannot be used. error: why it cannot (one safe sentence), else empty;
        a source with an error denies everything. problems: everything that is wrong with the file.
        confirmed: whether its allow rules count. counting: the rules that count. waiting: the allow rules that do not.
    """

    kind: SourceKind
    path: str
    digest: str = ""
    rules: tuple[Rule, ...] = ()
    error: str = ""
    problems: tuple[ConfigError, ...] = field(default=(), repr=False, compare=False)
    confirmed: bool = False
    counting: tuple[Rule, ...] = field(init=False, repr=False, compare=False)
    waiting: tuple[Rule, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Sort out what counts. The managed file needs no confirmation."""
        object.__setattr__(self, "confirmed", self.confirmed or self.kind == "managed")
        waits = [not self.confirmed and rule.effect is Effect.ALLOW for rule in self.rules]
        object.__setattr__(self, "waiting", tuple(rule for rule, wait in zip(self.rules, waits, strict=True) if wait))
        object.__setattr__(self, "counting", tuple(rule for rule, w in zip(self.rules, waits, strict=True) if not w))

    @property
    def loosens(self) -> bool:
        """Whether it has allow rules at all."""
        return any(rule.effect is Effect.ALLOW for rule in self.rules)

    def with_confirmation(self, confirmed: bool) -> PolicySource:
        """The same file, its allow rules counting or not."""
        return replace(self, confirmed=confirmed)


def loosening_digest(source: PolicySource) -> str:
    """What a person confirms: SHA-256 in hex over the canonical form of all rules, whatever their order.

    Over all, not only over those that allow: taking away the deny rule that stood beside an allow rule loosens too.
    Names and reasons of rules are left out, since they decide nothing.
    """
    forms = {
        (rule.effect.value, rule.match.server or "*", rule.match.tool or "*", rule.match.app or "*")
        for rule in source.rules
    }
    rules: list[JsonValue] = [[*form] for form in sorted(forms)]
    return sha256_hex(canonical(rules))
