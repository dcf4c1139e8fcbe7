"""What is said of a value beside showing it (pure).

Owns: the form of it. What stays true: it is said of the value and stands below it; the value itself is always there as
it is sent, so that nothing hangs on what is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from host.control.views import Reading, Said
from host.text import Untrusted, one_line
from ui.inputs.lines import Look, Style, shown_at
from ui.tr import translated

Words: TypeAlias = str | Untrusted


@dataclass(frozen=True, slots=True)
class Fact:
    """Attributes: name: ours, a word or two; empty where the words say all. words: what is so."""

    name: str
    words: Words


@dataclass(frozen=True, slots=True)
class Told:
    """Attributes: facts: in order. styles: of the value's one line as it is shown; none where it has several."""

    facts: tuple[Fact, ...] = ()
    styles: tuple[Style, ...] = ()


NOTHING: Final = Told()
_NOTE: Final = 300
"""Characters of a note."""


def style(raw: str, start: int, stop: int, look: Look = "strong") -> Style:
    """A look for characters of a raw line."""
    return Style(shown_at(raw, start), shown_at(raw, stop), look)


def facts_of(readings: tuple[Reading, ...]) -> tuple[Fact, ...]:
    """What the host said, as it said it."""
    return tuple(_fact(said) for reading in readings for said in reading.facts)


def _fact(said: Said) -> Fact:
    """What has no name is a note of the host's: words, not a value."""
    if not said.name:
        return Fact("", one_line(translated(said.value), _NOTE))
    return Fact(translated(said.name), Untrusted(translated(said.value)))
