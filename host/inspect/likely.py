"""Where a name may stand that is made to be taken for another (pure).

Owns: the names of inputs under which such a name stands, and the marks of hosts and packages in a text. What stays
true: a text that names nothing here has no host and no package that ``host.inspect.confusable`` would look at.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from host.inspect.code import packages
from host.inspect.subject import Text
from host.inspect.texts.vocabulary import may_hold_any
from host.naming import key_words

OWNERS: Final = frozenset(
    "payee merchant vendor company brand sender beneficiary owner org organization repo repository publisher "
    "author".split()
)
SHARED: Final = frozenset(
    "branch base head ref env environment channel username user role account namespace login".split()
)
SOURCES: Final = frozenset({"name", "source", "use"})
"""Of what a tool installs."""
CALLED: Final = 9
"""Characters of the shortest command that installs something."""


@lru_cache(maxsize=1_024)
def installs(tool: str, server: str) -> bool:
    """Whether a tool is there to install something, by its name or its server's."""
    return not packages.INSTALLS.isdisjoint((*key_words(tool), *key_words(server)))


def names_nothing(text: Text, *, installs: bool) -> bool:
    """Whether a value of ASCII surely names none. ``installs``: what its tool is there for."""
    raw = text.text
    if "." in raw or "@" in raw or "://" in raw or _names(text.key, installs):
        return False
    return len(raw) < CALLED or not may_hold_any(raw, packages.INSTALLERS)


@lru_cache(maxsize=1_024)
def _names(key: str, installs: bool) -> bool:  # by place: a cache looks that up faster
    """Whether what stands under a name may be taken for another, whatever its letters are."""
    words = key_words(key)
    last = words[-1] if words else ""
    if last in OWNERS or last in SHARED or not packages.PACKAGE_KEYS.isdisjoint(words):
        return True
    return installs and last in SOURCES
