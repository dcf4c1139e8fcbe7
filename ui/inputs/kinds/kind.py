"""What an input kind is: how a value of it is recognised, and what is said of the value (pure).

A kind is one module of this package with one ``KIND``; ``ui.inputs.kinds`` lists them.

Invariants:
    A kind decides about an explanation, never about the value, which is shown as it is sent whatever is thought of it.
    No more than the first 64 KiB of a value are looked at to recognise it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from host.control.views import Reading, Said
from host.model import JsonObject
from host.naming import parts
from host.text import Untrusted, one_line
from ui.inputs.highlight import Language
from ui.inputs.lines import Style, ValuePath, is_inline
from ui.inputs.model import Form, Input
from ui.tr import translated

if TYPE_CHECKING:
    from ui.inputs.kinds.binary import Bytes

LOOKED_AT: Final = 65_536
"""Characters of a value by which it is recognised."""
_NAME: Final = 64
"""Characters of a name that are read."""
_NOTE: Final = 300
"""Characters of a note of the host's."""


class Fact(Struct, frozen=True):
    """One line below a value.

    Attributes:
        name: ours, a word or two; empty where the words say all.
        words: what is so.
    """

    name: str
    words: str | Untrusted


class Explanation(Struct, frozen=True):
    """What is said of a value.

    Attributes:
        facts: in order.
        styles: of the value, where it is shown on one line.
        language: of code that ``highlight`` knows, else empty.
        other_form: the value in a form that is easier to read; None where there is none.
        other_form_name: what that form is.
        picture: bytes that may be drawn when the person asks for it; None where there are none.
        masked: whether the value is covered until the person wants to see it.
        letters_matter: whether somebody would read the value letter by letter.
    """

    facts: tuple[Fact, ...] = ()
    styles: tuple[Style, ...] = ()
    language: Language = ""
    other_form: Untrusted | None = None
    other_form_name: str = ""
    picture: Bytes | None = None
    masked: bool = False
    letters_matter: bool = True


class InputValue(Struct, frozen=True):
    """An input with all that a kind may look at.

    Attributes:
        given: the input.
        words: of its name, in small letters.
        text: the beginning of a text that is not blank; empty for any other value.
        readings: what the host read in it.
        vouched: whether somebody vouched for the server, so that its word on what a value is counts.
        now: the time, in Unix seconds.
    """

    given: Input
    words: frozenset[str]
    text: str
    readings: tuple[Reading, ...] = ()
    vouched: bool = False
    now: float = 0.0

    @property
    def raw(self) -> str:
        """The whole value, as text."""
        return self.given.shown.raw()

    @property
    def name(self) -> str:
        """The value's name; of a list's items the list's."""
        return _name(self.given.path)

    @property
    def format(self) -> object:
        """What the schema says of the text's format."""
        return self.given.schema.get("format")

    @property
    def is_one_line(self) -> bool:
        """Whether it is shown on one line."""
        return self.given.form is Form.WORD or is_inline(self.raw)

    def was_read_as(self, kind: str) -> bool:
        """Whether the host read it as that (``views.Reading.kind``)."""
        return any(reading.kind == kind for reading in self.readings)


Detector: TypeAlias = Callable[[InputValue], bool]


def never(value: InputValue) -> bool:  # noqa: ARG001  # as all detectors have it
    """Detects nothing."""
    return False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value. The detectors say whether a value is of this kind; they are asked in the order in which they
    stand here, each of all kinds before the next one.

    Attributes:
        name: of the kind.
        explain: what is said of a value of this kind.
        by_schema: a text, by what the schema says of it.
        by_host: a text, by what the host read in it.
        by_value: a text, by its form.
        by_name: a text, by what it and what stands beside it is called.
        by_number: a number.
    """  # noqa: D205  # two sentences belong together

    name: str
    explain: Callable[[InputValue], Explanation] = field(repr=False)
    by_schema: Detector = never
    by_host: Detector = never
    by_value: Detector = never
    by_name: Detector = never
    by_number: Detector = never


def input_value(
    given: Input, readings: tuple[Reading, ...] = (), *, vouched: bool = False, now: float = 0.0
) -> InputValue:
    """An input with all that kinds look at."""
    text = given.value[:LOOKED_AT] if isinstance(given.value, str) and given.value.strip() else ""
    return InputValue(given, name_words(given.path), text, readings, vouched, now)


def name_words(path: ValuePath) -> frozenset[str]:
    """The words of a value's name, two neighbours also as one word; a list's items have the list's name."""
    found = parts(_name(path)[:_NAME])
    joined = [one + other for one, other in pairwise(found)]
    return frozenset((*found, *joined, *(part[:-1] for part in found if part.endswith("s"))))


def _name(path: ValuePath) -> str:
    return next((step for step in reversed(path) if isinstance(step, str)), "")


def text_beside(value: InputValue, names: tuple[str, ...]) -> str:
    """The first short text that stands beside the value under one of these names."""
    beside: JsonObject = value.given.beside
    found = (beside.get(name) for name in names)
    return next((text for text in found if isinstance(text, str) and len(text) <= 4096), "")


def host_facts(readings: tuple[Reading, ...]) -> tuple[Fact, ...]:
    """What the host said, as it said it."""
    return tuple(_fact(said) for reading in readings for said in reading.facts)


def _fact(said: Said) -> Fact:
    """What has no name is a note of the host's: words, not a value."""
    if not said.name:
        return Fact("", one_line(translated(said.value), _NOTE))
    return Fact(translated(said.name), Untrusted(translated(said.value)))
