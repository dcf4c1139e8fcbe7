"""Rules found by the names of a call, without checking each (pure).

Invariants: the result is that of ``Match.matches`` and ``Match.resembles``, in an order independent of the file; a
source is indexed once, on first use; caches are bounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property, lru_cache
from operator import itemgetter
from typing import Final, TypeAlias, TypeVar

from host import regex
from host.model import Effect
from host.policy.conditions import needs_of
from host.policy.facts import Needs, all_of
from host.policy.model import PolicySource, Rule
from host.policy.write import deciding_form

T = TypeVar("T")
Names: TypeAlias = "tuple[str, str, str]"
"""Server, tool, app."""
_Key: TypeAlias = "tuple[int, str]"
_Ranked: TypeAlias = "tuple[int, Rule]"
_Tree: TypeAlias = "dict[_Key, dict[_Key, dict[_Key, list[_Ranked]]]]"

MAX_CACHED: Final = 4_096
"""Triples of names whose rules are cached for one source, the most recent ones."""
MAX_CACHED_CHARACTERS: Final = 512
"""Characters of a triple of names that is cached."""
_WILD: Final = regex.pattern(r"[*?\[]")
_LITERAL_END: Final = regex.pattern(r"[^*?\[\]]*\Z")
_EXACT, _PREFIX, _SUFFIX = 0, 1, 2


class Index:
    """The rules of one file, by names.

    Attributes:
        candidates: the rules whose server, tool and app match, the strictest effect first, then by id.
        case_variants: asking and denying rules whose names match except for capitals, in the same order.
        needs: what must be gathered to judge a call with these names.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        ordered = list(enumerate(_ordered(list(rules))))
        self._stricter = [(rank, rule) for rank, rule in ordered if rule.effect is not Effect.ALLOW]
        self._has_capitals = any(rule.match.has_capitals for _, rule in self._stricter)
        self._exact = _Finder(ordered, str)
        self.candidates = _cached(self._matching)
        self.case_variants = _cached(self._resembling)
        self.needs = _cached(self._needs)

    @cached_property
    def _folded(self) -> _Finder:
        """Made on first use, since most names and patterns have no capitals."""
        return _Finder(self._stricter, str.lower)

    def _matching(self, names: Names) -> tuple[Rule, ...]:
        return tuple(rule for rule in self._exact.possible_matches(names) if rule.match.matches(*names))

    def _resembling(self, names: Names) -> tuple[Rule, ...]:
        folded: Names = (names[0].lower(), names[1].lower(), names[2].lower())
        if folded == names and not self._has_capitals:
            return ()
        near = [rule for rule in self._folded.possible_matches(folded) if folded != names or rule.match.has_capitals]
        return tuple(rule for rule in near if rule.match.resembles(*folded))

    def _needs(self, names: Names) -> Needs:
        return all_of(map(needs_of, (*self._matching(names), *self._resembling(names))))


def _cached(work: Callable[[Names], T]) -> Callable[[str, str, str], T]:
    """Return ``work`` with a cache. Names too long to be cached come from somebody hostile."""
    cached = lru_cache(MAX_CACHED)(work)

    def look_up(server: str, tool: str, app: str) -> T:
        names = server, tool, app
        return cached(names) if sum(map(len, names)) <= MAX_CACHED_CHARACTERS else work(names)

    return look_up


class _Finder:
    """Rules in buckets, by what their patterns for server, tool and app equal, begin with or end with."""

    def __init__(self, ranked_rules: Sequence[_Ranked], fold: Callable[[str], str]) -> None:
        """``fold``: applied to the patterns; names are passed folded."""
        self._tree: _Tree = {}
        shapes: tuple[set[tuple[int, int]], ...] = (set(), set(), set())
        key_of = cache(lambda glob: _key(fold(glob or "*")))  # the same names stand in many rules
        for rank, rule in ranked_rules:
            match = rule.match
            server, tool, app = keys = [key_of(glob) for glob in (match.server, match.tool, match.app)]
            for (kind, text), lengths in zip(keys, shapes, strict=True):
                lengths.add((kind, len(text)))
            self._tree.setdefault(server, {}).setdefault(tool, {}).setdefault(app, []).append((rank, rule))
        self._shapes = shapes

    def possible_matches(self, names: Names) -> list[Rule]:
        """Return all rules that could match ``names``, in order, and few others."""
        servers, tools, apps = map(_keys, names, self._shapes)
        ranked_rules: list[_Ranked] = []
        for by_tool in filter(None, map(self._tree.get, servers)):
            for by_app in filter(None, map(by_tool.get, tools)):
                for bucket in filter(None, map(by_app.get, apps)):
                    ranked_rules += bucket
        return [rule for _, rule in sorted(ranked_rules, key=itemgetter(0))]


def index_of(source: PolicySource) -> Index:
    """Return the index of the rules that count in ``source``, made on first use."""
    index = source.memo.get("index of what counts")
    if not isinstance(index, Index):
        index = source.memo["index of what counts"] = Index(source.active_rules)
    return index


def waiting_index(source: PolicySource) -> Index:
    """Return the index of the allow rules that wait for confirmation."""
    index = source.memo.get("index of what waits")
    if not isinstance(index, Index):
        waiting = [it.rule for it in source.waiting if it.kind == "allows" and it.rule]
        index = source.memo["index of what waits"] = Index(waiting)
    return index


def needs(server: str, tool: str, app: str, sources: Iterable[PolicySource]) -> Needs:
    """Return what must be gathered before a call with these names can be judged."""
    return all_of(index_of(source).needs(server, tool, app) for source in sources)


def _key(glob: str) -> _Key:
    """Return what every name that ``glob`` matches has in common: all of it, its beginning or its end."""
    if (wild := _WILD.search(glob)) is None:
        return _EXACT, glob
    ends = _LITERAL_END.search(glob)
    ending = ends.group() if ends else ""
    return (_PREFIX, glob[: wild.start()]) if wild.start() >= len(ending) else (_SUFFIX, ending)


def _keys(name: str, shapes: Iterable[tuple[int, int]]) -> list[_Key]:
    """Return every key under which a pattern that matches ``name`` could be."""
    size = len(name)
    return [
        (kind, name[:length] if kind != _SUFFIX else name[size - length :])
        for kind, length in shapes
        if (length == size if kind == _EXACT else length <= size)
    ]


def _ordered(rules: Sequence[Rule]) -> list[Rule]:
    """Sort by effect, then id. Equal ids (a rule and its former version) are sorted by content."""
    ids = Counter(rule.id for rule in rules)
    return sorted(rules, key=lambda it: (-it.effect.strictness, it.id, _tie_break_key(it) if ids[it.id] > 1 else None))


def _tie_break_key(rule: Rule) -> tuple[bytes, str, str]:
    return deciding_form(rule), rule.reason, rule.source
