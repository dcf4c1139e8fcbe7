"""Sentences of ours that remember their template and values, so that they can be translated (pure).

Invariants: a ``Wording`` compares, is stored, sent and pickled as its finished English text. Its template is a literal
of ours; untrusted text is only in its values, escaped and bounded by the code that creates it, or as the field that
holds it says. Its text is always its template with its values filled in. At most ``DEEPEST`` wordings are nested.
Concatenating or cutting a wording gives plain English text: a sentence of parts is a template with wordings as values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias

Value: TypeAlias = "str | int"
"""A value of a template: text that is safe to show, a wording, or a number, shown with digits in groups of three."""

DEEPEST: Final = 24
"""Nested wordings; a deeper one becomes plain English text."""
_NO_VALUES: Final[Mapping[str, Value]] = MappingProxyType({})


class Wording(str):
    """A finished English text that remembers its template and values."""

    __slots__ = ("depth", "many", "template", "values")
    depth: int  # the levels of nested wordings, 1 if its values hold none
    template: str  # the English form, with ``{name}`` for a value
    many: str  # the catalogue key of its plural forms, empty if it has none; the number is the value ``n``
    values: Mapping[str, Value]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a wording does not change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a wording does not change")

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Pickle it as plain text."""
        return str, (str(self),)


Words: TypeAlias = Wording | str
"""Type of a field for a sentence of ours: a wording, or plain text if its template is not known."""

_set_depth: Final = Wording.depth.__set__  # type: ignore[attr-defined]
_set_template: Final = Wording.template.__set__  # type: ignore[attr-defined]  # the slot, past __setattr__
_set_many: Final = Wording.many.__set__  # type: ignore[attr-defined]
_set_values: Final = Wording.values.__set__  # type: ignore[attr-defined]


def say(template: str, /, **values: Value) -> Wording:
    """Fill ``template`` with ``values``. It must be a literal, for the catalogues, and name each value once."""
    return make_wording(template, values)


def say_n(one: str, many: str, n: int, /, **values: Value) -> Wording:
    """Fill the form for the number ``n``, which is also a value. Both are literals; ``many`` is the catalogue's key."""
    return make_wording(one if n == 1 else many, {"n": n, **values}, many)


def make_wording(template: str, values: Mapping[str, Value], many: str = "") -> Wording:
    """Make a wording from its parts, which must be valid: see ``fields``."""
    depth = _depth(values) if values else 1
    if depth > DEEPEST:
        values = {
            name: str(value) if isinstance(value, Wording) and value.depth == DEEPEST else value
            for name, value in values.items()
        }
        depth = _depth(values)
    text = filled(template, values) if values or "{" in template or "}" in template else template
    wording = str.__new__(Wording, text)
    _set_depth(wording, depth)
    _set_template(wording, template)
    _set_many(wording, many)
    _set_values(wording, MappingProxyType(values) if values else _NO_VALUES)
    return wording


def _depth(values: Mapping[str, Value]) -> int:
    return 1 + max((value.depth for value in values.values() if isinstance(value, Wording)), default=0)


def filled(template: str, values: Mapping[str, Value]) -> str:
    """Fill ``template`` with ``values``; digits of numbers are in groups of three."""
    for value in values.values():
        if isinstance(value, int):
            return template.format_map({k: f"{v:,}" if isinstance(v, int) else v for k, v in values.items()})
    return template.format_map(values)


def as_is(text: str) -> Wording:
    """A wording for text from a file of ours, such as a schema's description. Its catalogue key is ``escaped``."""
    return make_wording(escaped(text), {})


def escaped(text: str) -> str:
    """Escape a text to a template without values."""
    return text.replace("{", "{{").replace("}", "}}")


def clause(template: str, /, **values: Value) -> Wording:
    """Like ``say``, for text that may also be ``lowered``: catalogues hold both forms."""
    return make_wording(template, values)


@lru_cache(maxsize=4_096)
def fields(template: str) -> tuple[str, ...] | None:
    """The names of the values in a template, in order; None if it has format specifications or is malformed."""
    from string import Formatter  # here, since a bridge needs none

    try:
        placeholders = [part[1:] for part in Formatter().parse(template) if part[1] is not None]
    except ValueError:
        return None
    if any(spec or conversion or not (name or "").isidentifier() for name, spec, conversion in placeholders):
        return None
    return tuple(str(name) for name, _, _ in placeholders)


def sentences(parts: Iterable[str]) -> str:
    """Join sentences with spaces; empty ones are left out."""
    joined: str = ""
    for part in parts:
        if part:
            joined = say("{first} {next}", first=joined, next=part) if joined else part
    return joined


def listed(parts: Iterable[str], *, either: bool = False, most: int = 0) -> str:
    """Join parts to ``a, b and c``, or with ``either`` to ``a, b or c``. Empty for no parts.

    ``most``: how many entries of a longer list are named, the rest is counted; 0 for all.
    """
    entries = [*parts] or [""]
    if 0 < most < len(entries):
        entries = [*entries[:most], say("{n} more", n=len(entries) - most)]
    *others, last = entries
    joined = ""
    for part in others:
        joined = say("{first}, {next}", first=joined, next=part) if joined else part
    if not joined:
        return last
    if either:
        return say("{first} or {next}", first=joined, next=last)
    return say("{first} and {next}", first=joined, next=last)


def lowered(text: str) -> str:
    """Make ``text`` fit the middle of a sentence. A ``clause``, or text that begins with one, stays translatable."""
    if not isinstance(text, Wording):
        return small(text)
    if not text.template.startswith("{"):
        return make_wording(small(text.template), text.values, small(text.many))
    first = (fields(text.template) or ("",))[0]
    beginning = text.values.get(first)
    if not isinstance(beginning, Wording):
        return small(text)
    return make_wording(text.template, {**text.values, first: lowered(beginning)}, text.many)


def small(text: str) -> str:
    """Return ``text`` with a lower-case first letter. Catalogue keys use it too."""
    return text[:1].lower() + text[1:]
