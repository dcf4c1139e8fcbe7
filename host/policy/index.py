"""Rules found by the names of a call, without asking each (pure).

Owns: which rules concern a call by its names, and what must be known to judge them.

Invariants: what is found is what ``Match.matches`` and ``Match.resembles`` find, in an order that their file does not
decide; a source is sorted once, on first use; what is kept beside that is bounded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property, lru_cache, reduce
from operator import itemgetter, or_
from typing import Final, TypeAlias, TypeVar

from host.model import Effect
from host.policy.conditions import needs_of
from host.policy.facts import NOTHING_NEEDED, Needs
from host.policy.model import PolicySource, Rule
from host.policy.write import deciding_form

T = TypeVar("T")
Names: TypeAlias = "tuple[str, str, str]"
"""Server, tool, app."""
_Key: TypeAlias = "tuple[int, str]"
_Ranked: TypeAlias = "tuple[int, Rule]"
_Tree: TypeAlias = "dict[_Key, dict[_Key, dict[_Key, list[_Ranked]]]]"

KEPT: Final = 4_096
"""Triples of names whose rules are remembered, of one source: the last that were asked about."""
KEPT_CHARACTERS: Final = 512
"""Longest names, together, that are remembered."""
_WILD: Final = re.compile(r"[*?\[]")
_LITERAL_END: Final = re.compile(r"[^*?\[\]]*\Z")
_EXACT, _PREFIX, _SUFFIX = 0, 1, 2


class Index:
    """The rules of one file, by names.

    Attributes:
        candidates: the rules whose server, tool and app match, the strictest effect first, then by id.
        case_variants: the rules that ask or deny and whose names match but for capitals, in the same order.
        needs: what must be gathered to judge a call of these names.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Sort ``rules``: the strictest effect first, then by id."""
        ordered = list(enumerate(_ordered(list(rules))))
        self._stricter = [(rank, rule) for rank, rule in ordered if rule.effect is not Effect.ALLOW]
        self._cased = any(rule.match.cased for _, rule in self._stricter)
        self._exact = _Finder(ordered, str)
        self.candidates = _remembered(self._matching)
        self.case_variants = _remembered(self._resembling)
        self.needs = _remembered(self._needed)

    @cached_property
    def _folded(self) -> _Finder:
        """Made on first use: most names and patterns have no capitals."""
        return _Finder(self._stricter, str.lower)

    def _matching(self, names: Names) -> tuple[Rule, ...]:
        return tuple(rule for rule in self._exact.near(names) if rule.match.matches(*names))

    def _resembling(self, names: Names) -> tuple[Rule, ...]:
        folded: Names = (names[0].lower(), names[1].lower(), names[2].lower())
        if folded == names and not self._cased:
            return ()
        near = [rule for rule in self._folded.near(folded) if folded != names or rule.match.cased]
        return tuple(rule for rule in near if rule.match.resembles(*folded))

    def _needed(self, names: Names) -> Needs:
        return reduce(or_, map(needs_of, (*self._matching(names), *self._resembling(names))), NOTHING_NEEDED)


def _remembered(work: Callable[[Names], T]) -> Callable[[str, str, str], T]:
    """The same for a server, a tool and an app, sooner. What is too long to keep comes from whoever plays with us."""
    known = lru_cache(KEPT)(work)

    def of(server: str, tool: str, app: str) -> T:
        names = server, tool, app
        return known(names) if sum(map(len, names)) <= KEPT_CHARACTERS else work(names)

    return of


class _Finder:
    """Rules in buckets, by what the patterns for server, tool and app surely are, begin with or end with."""

    def __init__(self, ranked: Sequence[_Ranked], fold: Callable[[str], str]) -> None:
        """``fold``: what is done to the patterns; names are given so already."""
        self._tree: _Tree = {}
        shapes: tuple[set[tuple[int, int]], ...] = (set(), set(), set())
        known = cache(lambda glob: _key(fold(glob or "*")))  # the same names stand in many rules
        for rank, rule in ranked:
            match = rule.match
            server, tool, app = keys = [known(glob) for glob in (match.server, match.tool, match.app)]
            for (kind, text), lengths in zip(keys, shapes, strict=True):
                lengths.add((kind, len(text)))
            self._tree.setdefault(server, {}).setdefault(tool, {}).setdefault(app, []).append((rank, rule))
        self._shapes = shapes

    def near(self, names: Names) -> list[Rule]:
        """All rules that could match ``names``, in order, and few others."""
        servers, tools, apps = map(_keys, names, self._shapes)
        found: list[_Ranked] = []
        for by_tool in filter(None, map(self._tree.get, servers)):
            for by_app in filter(None, map(by_tool.get, tools)):
                for bucket in filter(None, map(by_app.get, apps)):
                    found += bucket
        return [rule for _, rule in sorted(found, key=itemgetter(0))]


def index_of(source: PolicySource) -> Index:
    """The index of the rules that count in ``source``, made on first use."""
    return _made(source, "counting", lambda: source.counting)


def waiting_index(source: PolicySource) -> Index:
    """The same of the rules that would allow and wait to be confirmed."""
    return _made(source, "waiting", lambda: [it.rule for it in source.waiting if it.kind == "allows" and it.rule])


def needs(server: str, tool: str, app: str, sources: Iterable[PolicySource]) -> Needs:
    """What must be gathered before a call of these names can be judged."""
    each = (index_of(source).needs(server, tool, app) for source in sources)
    some = [need for need in each if need != NOTHING_NEEDED]
    return reduce(or_, some) if some else NOTHING_NEEDED


def _made(source: PolicySource, name: str, rules: Callable[[], Iterable[Rule]]) -> Index:
    made = source.memo.get(name)
    if not isinstance(made, Index):
        made = source.memo[name] = Index(rules())
    return made


def _key(glob: str) -> _Key:
    """What surely holds of a name that ``glob`` matches: all of it, or how it begins or ends, whichever says more."""
    if (wild := _WILD.search(glob)) is None:
        return _EXACT, glob
    ends = _LITERAL_END.search(glob)
    ending = ends.group() if ends else ""
    return (_PREFIX, glob[: wild.start()]) if wild.start() >= len(ending) else (_SUFFIX, ending)


def _keys(name: str, shapes: Iterable[tuple[int, int]]) -> list[_Key]:
    """Every key under which a pattern that matches ``name`` could stand."""
    size = len(name)
    return [
        (kind, name[:length] if kind != _SUFFIX else name[size - length :])
        for kind, length in shapes
        if (length == size if kind == _EXACT else length <= size)
    ]


def _ordered(rules: Sequence[Rule]) -> list[Rule]:
    """By effect, then id; where ids are alike (a rule and what it was before), by what the rules say."""
    ids = Counter(rule.id for rule in rules)
    return sorted(rules, key=lambda it: (-it.effect.strictness, it.id, _said(it) if ids[it.id] > 1 else None))


def _said(rule: Rule) -> tuple[bytes, str, str]:
    """All that a rule says, as a key that puts rules of one id into one order."""
    return deciding_form(rule), rule.reason, rule.source
