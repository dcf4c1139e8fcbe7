"""Our own sentences, kept so that they can be told in another language (pure).

Owns: what a sentence of the host's is made of.

Invariants: a ``Wording`` is its finished English text and nothing else to whoever compares, stores, sends or pickles
it; its template is a literal of ours, and what a stranger wrote stands in its values alone, escaped and bounded by
whoever says it, or as the field says that holds it; its text is always its template with its values put in; and no more
than ``DEEPEST`` stand inside one another, so that who goes through one comes to an end. Adding to it, or cutting it,
leaves plain English: a sentence of parts is a template with other wordings as values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import Formatter
from types import MappingProxyType
from typing import Final, TypeAlias

Value: TypeAlias = "str | int"
"""What stands in a template: words that are safe to show, a wording, or a number, which is shown in groups of three."""

DEEPEST: Final = 24
"""Wordings inside one another; what would stand deeper is its English text alone."""
_NO_VALUES: Final[Mapping[str, Value]] = MappingProxyType({})


class Wording(str):
    """A finished English text that remembers how it was made.

    Attributes:
        template: the English form, with ``{name}`` where a value stands. many: the key of its forms by number, empty
        where it has none; the number is the value ``n``. values: by name. depth: how many wordings stand inside one
        another here, 1 where its values hold none.
    """

    __slots__ = ("depth", "many", "template", "values")
    depth: int
    template: str
    many: str
    values: Mapping[str, Value]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a wording does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a wording does not change")

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Elsewhere it is its text."""
        return str, (str(self),)


Words: TypeAlias = Wording | str
"""Of a field: a sentence of ours, as a text alone where nobody knows any more how it was made."""

_set_depth: Final = Wording.depth.__set__  # type: ignore[attr-defined]
_set_template: Final = Wording.template.__set__  # type: ignore[attr-defined]  # the slot, past __setattr__
_set_many: Final = Wording.many.__set__  # type: ignore[attr-defined]
_set_values: Final = Wording.values.__set__  # type: ignore[attr-defined]


def say(template: str, /, **values: Value) -> Wording:
    """``template`` with ``values``. It is a literal, so that it is found for the catalogues, and names each once."""
    return worded(template, values)


def say_n(one: str, many: str, n: int, /, **values: Value) -> Wording:
    """The form for a number, which is the value ``n``; two literals, of which catalogues know ``many``."""
    return worded(one if n == 1 else many, {"n": n, **values}, many)


def worded(template: str, values: Mapping[str, Value], many: str = "") -> Wording:
    """A wording from its parts, which are sound: see ``fields``."""
    depth = _depth(values) if values else 1
    if depth > DEEPEST:
        values = {
            name: str(it) if isinstance(it, Wording) and it.depth == DEEPEST else it for name, it in values.items()
        }
        depth = _depth(values)
    made = str.__new__(Wording, filled(template, values) if values or "{" in template or "}" in template else template)
    _set_depth(made, depth)
    _set_template(made, template)
    _set_many(made, many)
    _set_values(made, MappingProxyType(values) if values else _NO_VALUES)
    return made


def _depth(values: Mapping[str, Value]) -> int:
    return 1 + max((it.depth for it in values.values() if isinstance(it, Wording)), default=0)


def filled(template: str, values: Mapping[str, Value]) -> str:
    """``template`` with ``values`` put in, numbers in groups of three."""
    for value in values.values():
        if isinstance(value, int):
            return template.format_map({k: f"{v:,}" if isinstance(v, int) else v for k, v in values.items()})
    return template.format_map(values)


def as_is(text: str) -> Wording:
    """A text out of a file of ours, such as what a schema says of a member; catalogues know it ``escaped``."""
    return worded(escaped(text), {})


def escaped(text: str) -> str:
    """A text as a template that takes no values."""
    return text.replace("{", "{{").replace("}", "}}")


def clause(template: str, /, **values: Value) -> Wording:
    """``say`` for what may be ``lowered`` too: catalogues know both forms."""
    return worded(template, values)


@lru_cache(maxsize=4_096)
def fields(template: str) -> tuple[str, ...] | None:
    """The names that stand in a template, in order; None where it asks for more than to put a value in its place."""
    try:
        found = [part[1:] for part in Formatter().parse(template) if part[1] is not None]
    except ValueError:
        return None
    if any(spec or conversion or not (name or "").isidentifier() for name, spec, conversion in found):
        return None
    return tuple(str(name) for name, _, _ in found)


def sentences(parts: Iterable[str]) -> str:
    """Sentences one after the other, those that are empty left out."""
    told: str = ""
    for part in parts:
        if part:
            told = say("{first} {next}", first=told, next=part) if told else part
    return told


def listed(parts: Iterable[str], *, either: bool = False, most: int = 0) -> str:
    """``a, b and c``, or with ``either`` ``a, b or c``; one alone as it is, and nothing of none.

    ``most``: entries that are named of a longer list, whose rest is counted; 0 for all.
    """
    every = [*parts] or [""]
    if 0 < most < len(every):
        every = [*every[:most], say("{n} more", n=len(every) - most)]
    *first, last = every
    told = ""
    for part in first:
        told = say("{first}, {next}", first=told, next=part) if told else part
    if not told:
        return last
    return (
        say("{first} or {next}", first=told, next=last) if either else say("{first} and {next}", first=told, next=last)
    )


def lowered(text: str) -> str:
    """For the middle of a sentence: what is a ``clause``, or begins with one, can be told in other languages still."""
    if not isinstance(text, Wording):
        return small(text)
    if not text.template.startswith("{"):
        return worded(small(text.template), text.values, small(text.many))
    first = (fields(text.template) or ("",))[0]
    begins = text.values.get(first)
    if not isinstance(begins, Wording):
        return small(text)
    return worded(text.template, {**text.values, first: lowered(begins)}, text.many)


def small(text: str) -> str:
    """``text`` with its first letter small; in catalogues too."""
    return text[:1].lower() + text[1:]
